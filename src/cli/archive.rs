//! `kiebitz archive`: checks archives of game records.

use super::query::{self, QueryArgs};
use super::{Failure, Finding, speech};
use crate::archive::reasons::reason;
use crate::archive::{Check, Source, check};
use crate::rules::Game;
use crate::words::Words;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Reads every record, recomputes its result by the rules, and lists what is unreadable or differs; with --where the games
/// that answer a question
#[derive(clap::Args)]
pub(super) struct Args {
    /// Archives (.sgf, also packed as .gz or .bz2); `-` is standard input
    #[arg(required_unless_present = "schema")]
    files: Vec<PathBuf>,
    /// JSON, one object for each file
    #[arg(long, conflicts_with = "ask")]
    json: bool,
    #[command(flatten)]
    query: QueryArgs,
}

#[derive(Serialize)]
struct ArchiveJson<'a> {
    file: String,
    #[serde(flatten)]
    check: &'a Check,
}

/// How many unreadable records and differences a person is shown.
const SHOWN: usize = 40;
/// Records between two looks at the progress bar.
const STRIDE: u64 = 4096;

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    if args.query.schema {
        return query::schema();
    }
    if let Some(ask) = &args.query.ask {
        return query::run(&args.query, ask, &args.files);
    }
    let mut finding = Finding::Clean;
    for path in &args.files {
        let check = check_file(path)?;
        let mut out = crate::cli::output::stdout();
        if args.json {
            let answer = ArchiveJson { file: path.display().to_string(), check: &check };
            write!(out, "{}", crate::cli::output::json(&answer)?)?;
            writeln!(out)?;
        } else {
            report(path, &check, &mut out)?;
        }
        if check.unreadable_count > 0 {
            finding = Finding::Negative;
        }
    }
    Ok(finding)
}

fn check_file(path: &Path) -> Result<Check, Failure> {
    let failed = |error| Failure::File { path: path.to_path_buf(), error };
    let source = if path == Path::new("-") { Source::from_stream(io::stdin()) } else { Source::open(path) };
    let source = source.map_err(failed)?;
    let bar = progress_bar(source.size);
    let check = check(source.text, |check, _| {
        if check.games.is_multiple_of(STRIDE) {
            bar.set_position(source.taken.load(Ordering::Relaxed));
        }
        true
    });
    bar.finish_and_clear();
    check.map_err(failed)
}

fn progress_bar(size: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = size.map_or_else(ProgressBar::no_length, ProgressBar::new);
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes}  {bytes_per_sec}  {eta}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn report(path: &Path, check: &Check, out: &mut impl Write) -> io::Result<()> {
    let words = speech::words();
    let number = |count: u64| words.number(count);
    let file = path.display();
    let [games, read, bad, compared, differs] =
        [check.games, check.read, check.unreadable_count, check.compared, check.differs_count].map(number);
    let values: [(&str, &dyn std::fmt::Display); 6] = [
        ("file", &file),
        ("games", &games),
        ("read", &read),
        ("bad", &bad),
        ("compared", &compared),
        ("differs", &differs),
    ];
    writeln!(out, "{}", words.fill("cli.archive", &values))?;
    for (kind, count) in &check.by_contract {
        let game = Game::ALL.into_iter().find(|game| game.name() == *kind);
        let name = match (game, *kind) {
            (Some(game), _) => words.game(game),
            (None, "passed") => words.t("result.passed"),
            (None, _) => words.t("cli.archive_none"),
        };
        let won = words.fill("cli.archive_won", &[("n", &format!("{:>10}", number(count.won)))]);
        writeln!(out, "  {name:<30}{:>10}  {won}", number(count.games))?;
    }
    for bad in check.unreadable.iter().take(SHOWN) {
        let why = reason(&words, &bad.reason);
        writeln!(out, "  {}", words.fill("cli.archive_bad", &[("line", &bad.line), ("why", &why)]))?;
    }
    rest(check.unreadable_count, "cli.archive_more_bad", &words, out)?;
    for differs in check.differs.iter().take(SHOWN) {
        let values: [(&str, &dyn std::fmt::Display); 5] = [
            ("line", &differs.line),
            ("id", &differs.id),
            ("field", &differs.field),
            ("recorded", &differs.recorded),
            ("computed", &differs.computed),
        ];
        let note = if differs.note.is_some() { words.t("cli.archive_no_discard") } else { "" };
        writeln!(out, "  {}{note}", words.fill("cli.archive_differs", &values))?;
    }
    rest(check.differs_count, "cli.archive_more_differ", &words, out)
}

fn rest(count: u64, key: &'static str, words: &Words, out: &mut impl Write) -> io::Result<()> {
    match count.saturating_sub(SHOWN as u64) {
        0 => Ok(()),
        more => writeln!(out, "  {}", words.fill(key, &[("n", &words.number(more))])),
    }
}
