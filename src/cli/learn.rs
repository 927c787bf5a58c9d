//! `kiebitz learn`: winning-probability tables from archives.

use super::resources::ResourceArgs;
use super::{Failure, Finding, input};
use crate::archive::{Reader, Record, RecordedGame, Source, lesson_of};
use crate::player::{Lesson, Tables, open_lessons};
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

/// All games of an archive, with its unreadable records counted.
pub(super) fn games(path: &Path) -> Result<(Vec<RecordedGame>, u64), Failure> {
    let failed = |error| Failure::File { path: path.to_path_buf(), error };
    let source = Source::open(path).map_err(failed)?;
    let mut games = Vec::new();
    let mut unreadable = 0;
    for raw in Reader::new(source.text) {
        let game = raw.ok().and_then(|raw| Record::parse(&raw.bytes).ok());
        match game.and_then(|record| RecordedGame::of(&record).ok()) {
            Some(game) => games.push(game),
            None => unreadable += 1,
        }
    }
    Ok((games, unreadable))
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
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
    for path in &args.files {
        let (games, unreadable) = games(path)?;
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
    std::fs::write(&args.out, &text).map_err(|error| Failure::File { path: args.out.clone(), error })?;
    writeln!(out, "{}: {} lines, {} bytes", args.out.display(), text.lines().count(), text.len())?;
    Ok(Finding::Clean)
}
