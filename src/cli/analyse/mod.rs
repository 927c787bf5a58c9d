//! `kiebitz analyse`: where games of an archive were given away, one line a game.
//!
//! As many threads as there are cores analyse, each reading the next record when it is free, and one writes, in
//! the order of the archives.
//! What a line says depends on its game alone, so shards can be run anywhere and their outputs joined.

pub(super) mod join;
mod line;
mod out;

use super::resources::ResourceArgs;
use super::{Failure, Finding, speech};
use crate::archive::analysis::{Analyst, Depth, key};
use crate::archive::{ReadProblem, Reader, Record, RecordedGame, Source};
use crate::parallel;
use crate::search::Limits;
use indicatif::{ProgressBar, ProgressStyle};
use line::Line;
use out::Output;
use std::io::{self, BufRead, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
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
    /// Append to this file; games that it holds already at this depth are skipped
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    resources: ResourceArgs,
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
        _ => Err(speech::words().fill("cli.no_shard", &[("text", &crate::plain::quote(text))])),
    }
}

/// A record on its way.
struct Job {
    file: String,
    line: u64,
    record: Result<Vec<u8>, String>,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let depth = if args.depth == DepthArg::Quick { Depth::Quick } else { Depth::Full };
    let mut output = Output::open(args.out.as_deref(), &args.files, depth)?;
    let resources = args.resources.all_cores();
    let files = Files::new(args)?;
    let mut bar = files.bar();
    let failure = Mutex::new(None);
    let records = Records::new(files, output.known(), &failure);
    let (mut unreadable, mut failed) = (false, None);
    let work = |analyst: &mut Analyst, job: Job| analysed(analyst, job, depth);
    let write = |line: Line| {
        bar.tick();
        unreadable |= line.is_error();
        failed = output.write(&line, args.json, args.cards).err();
        failed.is_none()
    };
    let analyst = || Analyst::with_resources(depth, resources.each_thread());
    let ended = parallel::in_order(records, resources.threads(), || false, analyst, work, write);
    bar.finish();
    let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    match (failed.or(failure), ended) {
        (Some(failure), _) => Err(failure),
        (None, Err(panicked)) => Err(Failure::Input(panicked.to_string())),
        (None, Ok(_)) if unreadable => Ok(Finding::Negative),
        (None, Ok(_)) => Ok(Finding::Clean),
    }
}

fn analysed(analyst: &mut Analyst, job: Job, depth: Depth) -> Line {
    let Job { file, line, record } = job;
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

/// The archives to be read.
struct Files {
    paths: Vec<PathBuf>,
    shard: Option<Shard>,
    /// Size of all files, if all have one, and what was taken of them.
    size: Option<u64>,
    taken: Arc<AtomicU64>,
}

impl Files {
    /// A file that cannot be opened is said at once, not after hours.
    fn new(args: &Args) -> Result<Files, Failure> {
        let mut size = Some(0);
        for path in args.files.iter().filter(|path| path.as_path() != Path::new("-")) {
            let meta = std::fs::metadata(path);
            let meta = meta.map_err(|error| Failure::File { path: path.clone(), error })?;
            size = size.map(|size: u64| size + meta.len());
        }
        if args.files.iter().any(|path| path.as_path() == Path::new("-")) {
            size = None;
        }
        Ok(Files { paths: args.files.clone(), shard: args.shard, size, taken: Default::default() })
    }

    fn bar(&self) -> Bar {
        Bar::new(self.size, Arc::clone(&self.taken))
    }
}

/// Every record of the shard that is not known already. A file that cannot be read ends it, and its failure is
/// left for whoever asks at the end.
struct Records<'a> {
    files: Files,
    /// The files begun so far, and the one being read.
    begun: usize,
    open: Option<OpenArchive>,
    known: out::Keys,
    /// Records so far, and bytes of the files before this one.
    seen: u64,
    before: u64,
    failure: &'a Mutex<Option<Failure>>,
}

struct OpenArchive {
    reader: Reader<Box<dyn BufRead + Send>>,
    taken: Arc<AtomicU64>,
    path: PathBuf,
}

impl<'a> Records<'a> {
    fn new(files: Files, known: out::Keys, failure: &'a Mutex<Option<Failure>>) -> Records<'a> {
        Records { files, begun: 0, open: None, known, seen: 0, before: 0, failure }
    }

    fn open(&mut self) -> Result<Option<&mut OpenArchive>, Failure> {
        if self.open.is_none() {
            let Some(path) = self.files.paths.get(self.begun).cloned() else { return Ok(None) };
            self.begun += 1;
            let stdin = path == Path::new("-");
            let source = if stdin { Source::from_stream(io::stdin()) } else { Source::open(&path) };
            let source = source.map_err(|error| Failure::File { path: path.clone(), error })?;
            self.open = Some(OpenArchive { reader: Reader::new(source.text), taken: source.taken, path });
        }
        Ok(self.open.as_mut())
    }

    fn read(&mut self) -> Result<Option<Job>, Failure> {
        loop {
            let before = self.before;
            let Some(archive) = self.open()? else { return Ok(None) };
            let item = archive.reader.next();
            let taken = before + archive.taken.load(Ordering::Relaxed);
            let (line, record) = match item {
                Some(Ok(raw)) => (raw.line, Ok(raw.bytes)),
                Some(Err(ReadProblem::Io { error, .. })) => {
                    return Err(Failure::File { path: archive.path.clone(), error });
                }
                Some(Err(problem)) => (problem.line(), Err(problem.to_string())),
                None => {
                    self.before = taken;
                    self.open = None;
                    continue;
                }
            };
            let file = archive.path.display().to_string();
            self.files.taken.store(taken, Ordering::Relaxed);
            self.seen += 1;
            if self.files.shard.is_some_and(|shard| self.seen % shard.of != shard.part % shard.of) {
                continue;
            }
            let key = record.as_ref().map_or_else(|_| problem_key(&file, line), |bytes| key(bytes));
            if !self.known.take(key) {
                return Ok(Some(Job { file, line, record }));
            }
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        self.read().unwrap_or_else(|failure| {
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
            None
        })
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
        let style = ProgressStyle::with_template("{bar:40} {percent}%  {msg}  {eta}");
        let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Bar { bar, taken, games: 0 }
    }

    fn tick(&mut self) {
        self.games += 1;
        if !self.bar.is_hidden() {
            self.bar.set_position(self.taken.load(Ordering::Relaxed));
            self.bar.set_message(speech::words().count("server.game", "server.games", self.games));
        }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
