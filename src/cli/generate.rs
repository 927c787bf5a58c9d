//! `kiebitz generate`: new puzzles to wishes.

use super::{Failure, Finding, input, progress, speech};
use crate::archive::FinishedGames;
use crate::deal::Position;
use crate::puzzle::generate::{Composed, Generator, Motif, Wishes};
use crate::rules::{Game, Goal, Seat, Side};
use crate::search::Limits;
use crate::storage::{Overwrite, RealDisk, WriteError, write_on};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Makes new puzzles to given wishes, the most beautiful first
#[derive(clap::Args)]
#[command(after_help = MOTIFS)]
pub(super) struct Args {
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: usize,
    /// Games looked at before it gives up
    #[arg(long, value_name = "N", default_value_t = 2000)]
    tries: u64,
    /// Puzzles collected for each one kept: more choice, more beauty, more time
    #[arg(long, value_name = "N", default_value_t = 3)]
    choice: usize,
    #[command(flatten)]
    wishes: WishArgs,
    /// From the games of an archive instead of random deals
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
    /// Write the puzzle files into this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Replace puzzles of the same name in that folder; otherwise new ones get other names
    #[arg(long, requires = "out")]
    force: bool,
    /// JSON, one object for each puzzle
    #[arg(long)]
    json: bool,
}

/// What the puzzles are to be like.
#[derive(clap::Args)]
struct WishArgs {
    /// The game: C S H D G N
    #[arg(long, value_name = "GAME", value_parser = game)]
    game: Option<Game>,
    /// What the declarer needs: points, schneider or schwarz
    #[arg(long, value_name = "N|schneider|schwarz")]
    goal: Option<Goal>,
    /// Who must find the card: F, M or R
    #[arg(long, value_name = "SEAT", value_parser = input::seat)]
    seat: Option<Seat>,
    /// Whose puzzle it is: declarer or defender
    #[arg(long, value_name = "SIDE", value_parser = side)]
    side: Option<Side>,
    /// All cards open
    #[arg(long, conflicts_with = "fair")]
    open: bool,
    /// Seen from one seat
    #[arg(long)]
    fair: bool,
    /// Cards in hand, as 5 or 3..6
    #[arg(long, value_name = "N..M", default_value = "3..6", value_parser = cards)]
    cards: (usize, usize),
    /// 1 easy, 2 medium, 3 hard
    #[arg(long, value_name = "1|2|3", value_parser = clap::value_parser!(u8).range(1..=3))]
    grade: Option<u8>,
    /// What it is about: odds, trap, throw, lead or chance
    #[arg(long, value_name = "MOTIF")]
    motif: Option<Motif>,
    /// The same seed gives the same puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl WishArgs {
    fn wishes(&self) -> Wishes {
        Wishes {
            game: self.game,
            goal: self.goal,
            seat: self.seat,
            side: self.side,
            open: if self.open { Some(true) } else { self.fair.then_some(false) },
            cards: self.cards,
            grade: self.grade,
            motif: self.motif,
            seed: self.seed,
        }
    }
}

const MOTIFS: &str = "\
MOTIFS
  odds      most deals speak for a wrong card, though a forced win exists
  trap      a card that wins with open cards is wrong at the table
  throw     the key card does not follow suit, and rules of thumb play another
  lead      only one lead of a defender beats the game
  chance    nothing is forced: one card wins in clearly the most deals, and it is not the natural one";

fn game(text: &str) -> Result<Game, String> {
    let mut letters = text.chars();
    let game = letters.next().and_then(Game::from_letter).filter(|_| letters.next().is_none());
    game.or_else(|| Game::ALL.into_iter().find(|game| game.name() == text.to_lowercase()))
        .ok_or_else(|| format!("'{text}' is no game (C S H D G N)"))
}

fn side(text: &str) -> Result<Side, String> {
    match text.to_lowercase().as_str() {
        "declarer" | "alleinspieler" => Ok(Side::Declarer),
        "defender" | "defenders" | "gegenspieler" => Ok(Side::Defenders),
        _ => Err(format!("'{text}' is neither declarer nor defender")),
    }
}

fn cards(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str| {
        let count = text.trim().parse::<usize>().ok().filter(|count| (2..=10).contains(count));
        count.ok_or_else(|| format!("'{text}' is no number of cards from 2 to 10"))
    };
    match text.split_once("..") {
        None => number(text).map(|count| (count, count)),
        Some((from, to)) => {
            let (from, to) = (number(from)?, number(to)?);
            if from <= to { Ok((from, to)) } else { Err(format!("{from}..{to} holds no number")) }
        }
    }
}

#[derive(Serialize)]
struct GenerateJson<'a> {
    title: &'a str,
    position: String,
    goal: String,
    key: String,
    grade: Option<u8>,
    motifs: Vec<String>,
    beauty: f64,
    merits: Vec<String>,
    file: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let wishes = args.wishes.wishes();
    if let Some(clash) = wishes.clash() {
        return Err(Failure::Input(clash.to_string()));
    }
    let mut generator = Generator::new(wishes);
    let mut broken = None;
    let found = match &args.archive {
        Some(path) => {
            let failed = |error| Failure::File { path: path.clone(), error };
            let mut source = FinishedGames::open(path).map_err(failed)?;
            let mut games = source.by_ref().peekable();
            if games.peek().is_none() {
                return Err(Failure::Input(format!("{}: no game with a contract in it", path.display())));
            }
            let found = collect(args, &mut generator, |_| games.next());
            drop(games);
            broken = source.error().map(|error| format!("{}: cannot be read on: {error}", path.display()));
            found
        }
        None => collect(args, &mut generator, Generator::random_game),
    };
    if let Some(broken) = &broken {
        super::say(&Failure::Input(broken.clone()));
    }
    let mut out = crate::cli::output::stdout();
    if found.is_empty() {
        let words = speech::words();
        writeln!(out, "{}", words.count("cli.no_puzzle_one", "cli.no_puzzle", args.tries))?;
        return Ok(Finding::Negative);
    }
    for (number, composed) in found.iter().enumerate() {
        let file = args
            .out
            .as_ref()
            .map(|folder| save(folder, args.wishes.seed, number, composed, args.force))
            .transpose()?;
        print(composed, file, args, &mut out)?;
    }
    Ok(if broken.is_some() { Finding::Negative } else { Finding::Clean })
}

/// Collects more than is wanted and keeps the most beautiful.
fn collect(
    args: &Args,
    generator: &mut Generator,
    mut game: impl FnMut(&mut Generator) -> Option<Position>,
) -> Vec<Composed> {
    let wanted = args.count.saturating_mul(args.choice.max(1));
    let bar = progress::bar(args.tries);
    let mut found: Vec<Composed> = Vec::new();
    for number in 0..args.tries {
        let Some(game) = game(generator) else { break };
        found.extend(generator.consider(&game, &Limits::none()));
        bar.set_position(number);
        bar.set_message(speech::words().fill("cli.found", &[("n", &found.len())]));
        if found.len() >= wanted {
            break;
        }
    }
    bar.finish_and_clear();
    found.sort_by(|a, b| b.beauty.total_cmp(&a.beauty));
    found.truncate(args.count);
    found
}

fn save(
    folder: &Path,
    seed: u64,
    number: usize,
    composed: &Composed,
    force: bool,
) -> Result<String, Failure> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error| Failure::File { path, error }
    };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    let position = &composed.puzzle.position;
    let name = format!("{}-{seed}-{}", position.game().name(), number + 1);
    let path = folder.join(format!("{name}.ron"));
    let text = composed.puzzle.to_ron().map_err(|error| Failure::Input(error.to_string()))?;
    // What somebody may have edited meanwhile stays: the new one gets a number of its own.
    for again in 1.. {
        let path = if again == 1 { path.clone() } else { folder.join(format!("{name}-{again}.ron")) };
        if !force && std::fs::read(&path).is_ok_and(|known| known == text.as_bytes()) {
            return Ok(path.display().to_string());
        }
        let overwrite = if force { Overwrite::Allowed } else { Overwrite::Refused };
        match write_on(RealDisk::shared(), &path, text.as_bytes(), overwrite) {
            Ok(()) => return Ok(path.display().to_string()),
            Err(WriteError::Exists(_)) => {}
            Err(WriteError::Io { error, .. }) => return Err(failed(&path)(error)),
            Err(error) => return Err(Failure::Input(error.to_string())),
        }
    }
    Ok(path.display().to_string())
}

fn print(composed: &Composed, file: Option<String>, args: &Args, out: &mut impl Write) -> io::Result<()> {
    let words = speech::words_for(args.json);
    let language = words.language;
    let puzzle = &composed.puzzle;
    let motifs: Vec<String> = composed.motifs.iter().map(Motif::to_string).collect();
    if args.json {
        let answer = GenerateJson {
            title: puzzle.title.get(language),
            position: puzzle.position.to_string(),
            goal: puzzle.goal().to_string(),
            key: puzzle.answer.cards.to_string(),
            grade: puzzle.difficulty,
            motifs,
            beauty: composed.beauty,
            merits: composed.merits.iter().map(ToString::to_string).collect(),
            file,
        };
        return writeln!(out, "{}", crate::cli::output::json(&answer)?);
    }
    writeln!(out, "{}", puzzle.title.get(language))?;
    writeln!(out, "  {}", puzzle.position)?;
    writeln!(out, "  {}", puzzle.question.get(language))?;
    for line in puzzle.solution.get(language).lines() {
        writeln!(out, "    {line}")?;
    }
    let grade = puzzle.difficulty.unwrap_or(0);
    let about = if motifs.is_empty() { String::new() } else { format!(", {}", motifs.join(", ")) };
    let beauty = words.decimal(composed.beauty, 1);
    writeln!(out, "  {}{about}", words.fill("cli.grade", &[("n", &grade), ("beauty", &beauty)]))?;
    for merit in &composed.merits {
        writeln!(out, "  {:>5}  {}", words.decimal(merit.weight(), 1), merit.words(words))?;
    }
    if let Some(file) = file {
        writeln!(out, "  {file}")?;
    }
    writeln!(out)
}
