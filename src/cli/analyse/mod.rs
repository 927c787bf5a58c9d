//! `kiebitz analyse`: where games of an archive were given away, one line a game.
//!
//! One thread reads, as many as there are cores analyse, and one writes, in the order of the archives.
//! What a line says depends on its game alone, so shards can be run anywhere and their outputs joined.

mod line;
mod out;

use super::{Failure, Finding};
use crate::archive::analysis::{Analyst, Depth, key};
use crate::archive::{ReadProblem, Reader, Record, RecordedGame, Source};
use crate::search::Limits;
use indicatif::{ProgressBar, ProgressStyle};
use line::Line;
use out::Output;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Analyses games: what each card gave away, and which forced wins were missed
#[derive(clap::Args)]
pub(super) struct Args {
    /// Archives (.sgf, also packed as .gz or .bz2); `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// JSON, one object a game
    #[arg(long)]
    json: bool,
    /// With JSON: every card, not only those that gave something away
    #[arg(long, requires = "json")]
    cards: bool,
    /// `quick`: who wins, with open cards and by force; `full`: also points, and chances in other deals
    #[arg(long, value_enum, default_value_t = DepthArg::Quick)]
    depth: DepthArg,
    /// Only every N-th game, beginning with the I-th: 1/4, 2/4, 3/4 and 4/4 make up the whole
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Append to this file; games that it holds already are skipped
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Threads; as many as there are cores if not given
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum DepthArg {
    Quick,
    Full,
}

/// Which of how many parts.
#[derive(Clone, Copy, Debug)]
struct Shard {
    part: u64,
    of: u64,
}

fn shard(text: &str) -> Result<Shard, String> {
    let parsed = text
        .split_once('/')
        .and_then(|(part, of)| Some(Shard { part: part.trim().parse().ok()?, of: of.trim().parse().ok()? }));
    match parsed {
        Some(shard) if (1..=shard.of).contains(&shard.part) => Ok(shard),
        _ => Err(format!("'{text}' is no shard such as 1/4: the first of four")),
    }
}

/// A record on its way.
struct Job {
    number: u64,
    file: String,
    line: u64,
    record: Result<Vec<u8>, String>,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let mut output = Output::open(args.out.as_deref())?;
    let threads = args
        .threads
        .filter(|&threads| threads > 0)
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let depth = if args.depth == DepthArg::Quick { Depth::Quick } else { Depth::Full };
    let mut reading = Reading::new(args)?;
    let mut bar = reading.bar();
    let (send_jobs, jobs) = sync_channel::<Job>(4 * threads);
    let (send_lines, lines) = sync_channel::<(u64, Line)>(4 * threads);
    let jobs = Mutex::new(jobs);
    let over = AtomicBool::new(false);
    let mut unreadable = false;
    let mut failed = None;
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let send_lines = send_lines.clone();
            let (jobs, over) = (&jobs, &over);
            scope.spawn(move || {
                let mut analyst = Analyst::new(depth);
                while let Some(job) = next(jobs) {
                    let number = job.number;
                    let line = analysed(&mut analyst, job, depth);
                    if send_lines.send((number, line)).is_err() {
                        // Nobody writes any more: the reader is told, and not left waiting.
                        over.store(true, Ordering::Relaxed);
                        while next(jobs).is_some() {}
                    }
                }
            });
        }
        drop(send_lines);
        let known = output.known();
        let over = &over;
        let hand_on = move |job| !over.load(Ordering::Relaxed) && send_jobs.send(job).is_ok();
        let reader = scope.spawn(move || reading.run(known, hand_on));
        let mut waiting = BTreeMap::new();
        let mut wanted = 0;
        'lines: for (number, line) in lines {
            waiting.insert(number, line);
            while let Some(line) = waiting.remove(&wanted) {
                wanted += 1;
                bar.tick();
                unreadable |= line.is_error();
                if let Err(error) = output.write(&line, args.json, args.cards) {
                    failed = Some(error);
                    break 'lines;
                }
            }
        }
        if failed.is_none()
            && let Ok(Err(failure)) = reader.join()
        {
            failed = Some(failure);
        }
    });
    bar.finish();
    match failed {
        Some(failure) => Err(failure),
        None if unreadable => Ok(Finding::Negative),
        None => Ok(Finding::Clean),
    }
}

/// The next record to analyse; `None` when there are no more.
fn next(jobs: &Mutex<Receiver<Job>>) -> Option<Job> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn analysed(analyst: &mut Analyst, job: Job, depth: Depth) -> Line {
    let Job { file, line, record, .. } = job;
    let bytes = match record {
        Ok(bytes) => bytes,
        Err(error) => return Line::error(problem_key(&file, line), file, line, error),
    };
    let key = key(&bytes);
    let parsed = Record::parse(&bytes).map_err(|error| error.to_string());
    let game = parsed.and_then(|record| {
        let game = RecordedGame::of(&record).map_err(|error| error.to_string())?;
        Ok((record, game))
    });
    match game {
        Ok((record, game)) => {
            let analysis = analyst.analyse(&game, &Limits::none(), |_| {});
            Line::game(key, file, line, &record, &game, analysis, depth)
        }
        Err(error) => Line::error(key, file, line, error),
    }
}

/// The key of a stretch of a file that is no record.
fn problem_key(file: &str, line: u64) -> u64 {
    key(format!("{file}:{line}").as_bytes())
}

/// The archives being read.
struct Reading {
    files: Vec<PathBuf>,
    shard: Option<Shard>,
    /// Size of all files, if all have one, and what was taken of them.
    size: Option<u64>,
    taken: Arc<AtomicU64>,
}

impl Reading {
    /// A file that cannot be opened is said at once, not after hours.
    fn new(args: &Args) -> Result<Reading, Failure> {
        let mut size = Some(0);
        for path in args.files.iter().filter(|path| path.as_path() != Path::new("-")) {
            let meta = std::fs::metadata(path);
            let meta = meta.map_err(|error| Failure::File { path: path.clone(), error })?;
            size = size.map(|size: u64| size + meta.len());
        }
        if args.files.iter().any(|path| path.as_path() == Path::new("-")) {
            size = None;
        }
        Ok(Reading { files: args.files.clone(), shard: args.shard, size, taken: Default::default() })
    }

    fn bar(&self) -> Bar {
        Bar::new(self.size, Arc::clone(&self.taken))
    }

    /// Reads every record of the shard that is not known already and hands it on, as long as somebody
    /// takes it.
    fn run(&mut self, mut known: out::Keys, mut hand_on: impl FnMut(Job) -> bool) -> Result<(), Failure> {
        let (mut seen, mut number, mut before) = (0, 0, 0);
        for path in &self.files {
            let failed = |error| Failure::File { path: path.clone(), error };
            let stdin = path == Path::new("-");
            let source = if stdin { Source::from_stream(io::stdin()) } else { Source::open(path) };
            let source = source.map_err(failed)?;
            let file = path.display().to_string();
            for item in Reader::new(source.text) {
                self.taken.store(before + source.taken.load(Ordering::Relaxed), Ordering::Relaxed);
                let (line, record) = match item {
                    Ok(raw) => (raw.line, Ok(raw.bytes)),
                    Err(ReadProblem::Io { error, .. }) => return Err(failed(error)),
                    Err(problem) => (problem.line(), Err(problem.to_string())),
                };
                seen += 1;
                if self.shard.is_some_and(|shard| seen % shard.of != shard.part % shard.of) {
                    continue;
                }
                let key = record.as_ref().map_or_else(|_| problem_key(&file, line), |bytes| key(bytes));
                if known.take(key) {
                    continue;
                }
                if !hand_on(Job { number, file: file.clone(), line, record }) {
                    return Ok(());
                }
                number += 1;
            }
            before += source.taken.load(Ordering::Relaxed);
        }
        Ok(())
    }
}

/// The progress bar, by bytes read.
struct Bar {
    bar: ProgressBar,
    taken: Arc<AtomicU64>,
    games: u64,
}

impl Bar {
    fn new(size: Option<u64>, taken: Arc<AtomicU64>) -> Bar {
        if !io::stderr().is_terminal() {
            return Bar { bar: ProgressBar::hidden(), taken, games: 0 };
        }
        let bar = size.map_or_else(ProgressBar::no_length, ProgressBar::new);
        let style = ProgressStyle::with_template("{bar:40} {percent}%  {msg}  {eta} left");
        let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Bar { bar, taken, games: 0 }
    }

    fn tick(&mut self) {
        self.games += 1;
        if !self.bar.is_hidden() {
            self.bar.set_position(self.taken.load(Ordering::Relaxed));
            self.bar.set_message(format!("{} games", self.games));
        }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
