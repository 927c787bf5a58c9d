//! `kiebitz learn`: winning-probability tables from archives.

use super::resources::ResourceArgs;
use super::{Failure, Finding, input, out_file};
use crate::archive::{ReadProblem, Reader, Record, RecordedGame, Source, lesson_of};
use crate::player::{Lesson, Settled, Tables, learn_cards, open_lessons};
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

/// Learns the tables of the AI from archives: how strong hands are and how often they win
#[derive(clap::Args)]
pub(super) struct Args {
    /// Archives (.sgf, also packed as .gz or .bz2)
    #[arg(required_unless_present = "open")]
    files: Vec<PathBuf>,
    /// Where the tables go
    #[arg(long)]
    out: PathBuf,
    /// Tables to begin with, instead of nothing
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Learn also from so many seeded deals solved with open cards, three games each: where learning begins
    #[arg(long, value_name = "N")]
    open: Option<u64>,
    /// Learns instead how cards fall: the weights of a policy
    #[arg(long, conflicts_with_all = ["open", "from"])]
    cards: bool,
    /// Seed of those deals
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    resources: ResourceArgs,
}

/// A bar, if somebody looks at it.
pub(super) fn bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

/// Reads tables from a file.
pub(super) fn tables(path: &Path) -> Result<Tables, Failure> {
    let text = input::text(path, input::MOST_TEXT)?;
    text.parse().map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

/// What could be read of an archive.
pub(super) struct Games {
    pub(super) games: Vec<RecordedGame>,
    /// Records that could not be read.
    pub(super) unreadable: u64,
    /// Whether the file broke off; the person has been told.
    pub(super) partial: bool,
}

/// All games of an archive. Where it cannot be read on, that is said on standard error.
pub(super) fn games(path: &Path) -> Result<Games, Failure> {
    let failed = |error| Failure::File { path: path.to_path_buf(), error };
    let source = Source::open(path).map_err(failed)?;
    let mut found = Games { games: Vec::new(), unreadable: 0, partial: false };
    for raw in Reader::new(source.text) {
        if let Err(ReadProblem::Io { line, error }) = &raw {
            let read = found.games.len();
            let path = path.display();
            super::say(&Failure::Input(format!(
                "{path}: cannot be read on after line {line}: {error}; {read} games were read"
            )));
            found.partial = true;
            break;
        }
        let game = raw.ok().and_then(|raw| Record::parse(&raw.bytes).ok());
        match game.and_then(|record| RecordedGame::of(&record).ok()) {
            Some(game) => found.games.push(game),
            None => found.unreadable += 1,
        }
    }
    Ok(found)
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    out_file::not_an_input(&args.out, &args.files)?;
    if args.cards {
        return cards(args);
    }
    let mut before = match &args.from {
        Some(path) => tables(path)?,
        None => Tables::default(),
    };
    let mut out = crate::cli::output::stdout();
    if let Some(deals) = args.open {
        // The first part is discarded at random, for lack of anything better; the rest as that part taught.
        let first = deals / 3;
        let bar = bar(deals);
        for numbers in [0..first, first..deals] {
            let lessons =
                open_lessons(&before, args.seed, numbers.clone(), args.resources.or_threads(1), |number| {
                    bar.set_position(number)
                });
            writeln!(out, "{} open deals gave {} lessons", numbers.end - numbers.start, lessons.len())?;
            before = before.learn(&lessons);
        }
        bar.finish_and_clear();
        let line = format!("open cards: {deals} deals, seed {}", args.seed);
        before.origin.push(line);
    }
    let mut lessons: Vec<Lesson> = Vec::new();
    let mut finding = Finding::Clean;
    for path in &args.files {
        let Games { games, unreadable, partial } = games(path)?;
        if partial {
            finding = Finding::Negative;
        }
        let own: Vec<Lesson> = games.iter().filter_map(lesson_of).collect();
        writeln!(
            out,
            "{}: {} games, {} of them lessons, {unreadable} unreadable",
            path.display(),
            games.len(),
            own.len()
        )?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        before.origin.push(format!("{name}: {} games", own.len()));
        lessons.extend(own);
    }
    let tables = if lessons.is_empty() { before } else { before.learn(&lessons) };
    let text = tables.to_string();
    out_file::write(&args.out, text.as_bytes())?;
    writeln!(out, "{}: {} lines, {} bytes", args.out.display(), text.lines().count(), text.len())?;
    Ok(finding)
}

/// Learns how cards fall.
fn cards(args: &Args) -> Result<Finding, Failure> {
    let mut all = Vec::new();
    let mut finding = Finding::Clean;
    for path in &args.files {
        let Games { games, partial, .. } = games(path)?;
        if partial {
            finding = Finding::Negative;
        }
        all.extend(games.into_iter().filter_map(|game| {
            let play = game.play?;
            let settled = Settled {
                declarer: play.declarer,
                contract: play.contract,
                discard: play.discard,
                bid: game.count.bid,
            };
            Some((game.deal, settled, play.cards))
        }));
    }
    let games = all.len();
    let (policy, fitted) = learn_cards(all.into_iter());
    let bytes = policy.to_bytes();
    out_file::write(&args.out, &bytes)?;
    let mut out = crate::cli::output::stdout();
    let share = 100.0 * fitted.first as f64 / fitted.asked.max(1) as f64;
    writeln!(
        out,
        "{games} games, {} choices; of {} others the likeliest card fell in {share:.1} %, mean logarithm {:.3}",
        fitted.lessons, fitted.asked, fitted.likelihood
    )?;
    writeln!(out, "{}: {} bytes", args.out.display(), bytes.len())?;
    Ok(finding)
}
