//! `kiebitz replay`: plays an archive's deals again with the AI.

use super::resources::ResourceArgs;
use super::selfplay::Switches;
use super::sums::{PER_SERIES, mean, together};
use super::{Failure, Finding, learn, out_file};
use crate::archive::RecordedGame;
use crate::deal::{DealSetup, Holding, View};
use crate::player::{self, Player, Settled, Sight, Style, Tables, in_order};
use crate::rules::BySeat;
use crate::search::open::Solver;
use crate::search::{Limits, Resources};
use clap::ValueEnum;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

/// Plays an archive's deals again with the AI and prints the outcome tables
#[derive(clap::Args)]
pub(super) struct Args {
    /// Archives (.sgf, also packed as .gz or .bz2)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Who bids and chooses the game
    #[arg(long, value_enum, default_value = "human")]
    bidding: By,
    /// Who discards; what the AI has bid for, only the AI can discard for
    #[arg(long, value_enum, default_value = "human")]
    discard: By,
    #[command(flatten)]
    switches: Switches,
    /// Tables to use instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// Keeps what is done in this file, so that an interrupted replay goes on where it stopped
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    resources: ResourceArgs,
    /// JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    Human,
    Ai,
}

/// One game replayed: who won with the people, with open cards, with the AI; and the AI's score.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Replayed {
    human: bool,
    glassbox: bool,
    ai: bool,
    score: f64,
}

impl Replayed {
    /// A line of the file that a replay can be resumed from.
    fn line(this: Option<Replayed>) -> String {
        match this {
            None => "passed".into(),
            Some(Replayed { human, glassbox, ai, score }) => {
                format!("{} {} {} {score}", u8::from(human), u8::from(glassbox), u8::from(ai))
            }
        }
    }

    fn parse(line: &str) -> Option<Option<Replayed>> {
        if line == "passed" {
            return Some(None);
        }
        let mut words = line.split(' ');
        let mut flag = || match words.next()? {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        };
        let (human, glassbox, ai) = (flag()?, flag()?, flag()?);
        let score = words.next()?.parse().ok()?;
        Some(Some(Replayed { human, glassbox, ai, score }))
    }
}

struct Replay<'a> {
    args: &'a Args,
    style: Style,
}

type State<'t> = (BySeat<Player<'t>>, Solver);

impl Replay<'_> {
    /// `None` if the AI passes the deal.
    fn one(&self, state: &mut State<'_>, game: &RecordedGame) -> Option<Replayed> {
        let human = game.count.outcome.is_some_and(|outcome| outcome.won);
        let (players, solver) = state;
        let (auction, settled) = if self.args.bidding == By::Ai {
            let auction = player::bid(&game.deal, players);
            let settled = player::settle(&game.deal, &auction, players)?;
            (auction, settled)
        } else {
            let play = game.play.as_ref()?;
            let auction = game.auction(game.bidding.len());
            let mut settled = Settled {
                declarer: play.declarer,
                contract: play.contract,
                discard: play.discard,
                bid: game.count.bid,
            };
            if self.args.discard == By::Ai && settled.discard.is_some() {
                let sight = Sight::with_skat(&game.deal, play.declarer, &auction);
                let offers = players[play.declarer].offers(&sight);
                let own = offers.iter().find(|offer| offer.contract == play.contract);
                settled.discard = own.and_then(|offer| offer.discard).or(settled.discard);
            }
            (auction, settled)
        };
        let played = player::play(&game.deal, &auction, settled, players);
        let glassbox = glassbox(game, &settled, solver);
        let score = together(&played);
        Some(Replayed { human, glassbox, ai: played.outcome.won, score })
    }
}

/// Whether the declarer wins the settled game with open cards.
fn glassbox(game: &RecordedGame, settled: &Settled, solver: &mut Solver) -> bool {
    let laid = settled.discard.and_then(|discard| game.deal.with_discard(settled.declarer, discard));
    let laid = laid.unwrap_or(game.deal);
    let setup = DealSetup {
        contract: Some(settled.contract),
        declarer: Some(settled.declarer),
        bid: (settled.bid > 0).then_some(settled.bid),
        hands: laid.holdings(),
        skat: Holding::full(laid.skat()),
        view: Some(View::Open),
        ..DealSetup::default()
    };
    let Ok(position) = setup.validate() else { return false };
    solver.clear();
    let goal = position.goal();
    solver.decide(&position, goal, &Limits::none()).ok().flatten() == Some(true)
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    if args.bidding == By::Ai && args.discard == By::Human {
        return Err(Failure::Input(
            "--bidding ai goes only with --discard ai: people did not discard for the AI's game".into(),
        ));
    }
    let own;
    let tables = match &args.tables {
        Some(path) => {
            own = learn::tables(path)?;
            &own
        }
        None => Tables::shipped(),
    };
    let mut games = Vec::new();
    let mut partial = false;
    for path in &args.files {
        let found = learn::games(path)?;
        partial |= found.partial;
        games.extend(found.games);
    }
    // Deals that nobody played have no original result to compare with.
    games.retain(|game| game.play.is_some() && game.count.outcome.is_some());
    let replay = Replay { args, style: args.switches.style() };
    let head = format!(
        "kiebitz replay {} games {:?} {:?} {:?}",
        games.len(),
        args.bidding,
        args.discard,
        replay.style
    );
    let mut done = resumed(args, &head, games.len())?;
    let mut file = match &args.resume {
        Some(path) => Some(kept(path, &head, &done)?),
        None => None,
    };
    let bar = learn::bar(games.len() as u64);
    bar.set_position(done.len() as u64);
    let start = Instant::now();
    let resources = args.resources.all_cores();
    // The players have three quarters of what a thread has, the solver the rest.
    let (each, rest) = (resources.each_thread(), resources.each_thread().part(4));
    let three = each.memory().map_or(each, |memory| Resources::new(memory - memory / 4, 1));
    let state = || {
        let solver = rest.memory().map_or(64, |memory| memory.min(64));
        (player::three(tables, &replay.style, three), Solver::with_table(solver))
    };
    let mut written = Ok(());
    let numbers = done.len() as u64..games.len() as u64;
    let work = |state: &mut State<'_>, number: u64| replay.one(state, &games[number as usize]);
    in_order(numbers, resources.threads(), state, work, |_, replayed| {
        bar.inc(1);
        if let Some(file) = &mut file {
            // In one piece, so that a program that is killed leaves whole lines.
            written = file.write_all((Replayed::line(replayed) + "\n").as_bytes());
        }
        done.push(replayed);
        written.is_ok()
    });
    bar.finish_and_clear();
    written.map_err(|error| Failure::File { path: args.resume.clone().unwrap_or_default(), error })?;
    let finding = report(args, &done, start.elapsed().as_secs_f64())?;
    Ok(if partial { Finding::Negative } else { finding })
}

/// What an earlier run has done already.
fn resumed(args: &Args, head: &str, games: usize) -> Result<Vec<Option<Replayed>>, Failure> {
    let Some(path) = args.resume.as_ref().filter(|path| path.exists()) else { return Ok(Vec::new()) };
    let text = std::fs::read_to_string(path).map_err(|error| Failure::File { path: path.clone(), error })?;
    // Nothing was done before the program was killed.
    if text.is_empty() || head.starts_with(&text) {
        return Ok(Vec::new());
    }
    // A last line that was cut short is played again.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines();
    if lines.next() != Some(head) {
        return Err(Failure::Input(format!(
            "{} is of another replay; remove it to begin anew",
            path.display()
        )));
    }
    Ok(lines.map_while(Replayed::parse).take(games).collect())
}

fn kept(path: &std::path::Path, head: &str, done: &[Option<Replayed>]) -> Result<std::fs::File, Failure> {
    let lines: String = done.iter().map(|&one| Replayed::line(one) + "\n").collect();
    // The old file stands until the new one is whole.
    out_file::write(path, format!("{head}\n{lines}").as_bytes())?;
    let file = std::fs::OpenOptions::new().append(true).open(path);
    file.map_err(|error| Failure::File { path: path.to_path_buf(), error })
}

fn report(args: &Args, done: &[Option<Replayed>], seconds: f64) -> Result<Finding, Failure> {
    let played: Vec<Replayed> = done.iter().flatten().copied().collect();
    let mut rows: BTreeMap<(bool, bool, bool), u64> = BTreeMap::new();
    for human in [false, true] {
        for glassbox in [false, true] {
            for ai in [false, true] {
                rows.insert((human, glassbox, ai), 0);
            }
        }
    }
    for game in &played {
        *rows.entry((game.human, game.glassbox, game.ai)).or_default() += 1;
    }
    let passed = done.len() - played.len();
    let scores: Vec<f64> = played.iter().map(|game| game.score).collect();
    let seeger = mean(&scores, played.len() as u64, PER_SERIES);
    let count = |wins: fn(&Replayed) -> bool| played.iter().filter(|game| wins(game)).count();
    let (human, glassbox, ai) =
        (count(|game| game.human), count(|game| game.glassbox), count(|game| game.ai));
    let mut out = crate::cli::output::stdout();
    if args.json {
        let rows: Vec<_> = rows
            .iter()
            .map(|((human, glassbox, ai), games)| {
                json!({"human": human, "glassbox": glassbox, "ai": ai, "games": games})
            })
            .collect();
        let answer = json!({
            "games": done.len(), "passed": passed, "declarer_wins": ai, "human_wins": human,
            "glassbox_wins": glassbox, "seeger": seeger.mean, "seeger_interval": seeger.half,
            "seconds": seconds, "rows": rows,
        });
        writeln!(out, "{answer}")?;
        return Ok(Finding::Clean);
    }
    writeln!(out, "{:>8}{:>10}{:>8}{:>10}", "human", "glassbox", "AI", "games")?;
    let word = |won: bool| if won { "won" } else { "lost" };
    for ((human, glassbox, ai), games) in &rows {
        writeln!(out, "{:>8}{:>10}{:>8}{games:>10}", word(*human), word(*glassbox), word(*ai))?;
    }
    writeln!(out, "wins: {human:>3}{glassbox:>9}{ai:>8}{:>10}", played.len())?;
    writeln!(
        out,
        "passed by the AI: {passed}; extended Seeger per player and 36 games: {:.1} ± {:.1}",
        seeger.mean, seeger.half
    )?;
    writeln!(out, "{seconds:.1} s")?;
    Ok(Finding::Clean)
}
