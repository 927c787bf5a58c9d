//! What the engine does for Replay, off the window's thread.

use super::query::{Found, Query};
use crate::archive::analysis::{
    Analyst, Batch, Control, Depth, Details, Finding, GameAnalysis, News, Results, Summary,
};
use crate::archive::index::Stats;
use crate::archive::library::{Library, Opening};
use crate::archive::{Record, RecordedGame};
use crate::engine::JobContext;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Topics of the engine.
pub mod topic {
    /// Reading archives.
    pub const READ: &str = "replay read";
    /// Filtering and sorting.
    pub const QUERY: &str = "replay query";
    /// Fetching one game.
    pub const GAME: &str = "replay game";
    /// Analysing the game that is shown.
    pub const ANALYSE: &str = "replay analyse";
    /// Analysing many games.
    pub const BATCH: &str = "replay batch";
    /// Writing games or tables.
    pub const EXPORT: &str = "replay export";
}

/// Records read between two reports.
const STEP: usize = 4096;
/// The first games are shown after so many records, then whenever there are so many times more.
const FIRST: usize = STEP;
const TIMES: usize = 4;
/// Results of a batch reach the columns and filters so often.
const JOIN: Duration = Duration::from_secs(4);

/// Where games come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A file, packed or not.
    File(PathBuf),
    /// The games that come with Kiebitz.
    Sample,
    /// Records that were pasted, or sent from another workspace.
    Text(Arc<[u8]>),
}

/// The archives that are open, and where each came from.
#[derive(Clone, Debug, Default)]
pub struct OpenArchives {
    /// The archives under one index.
    pub library: Library,
    /// Where they came from, in the same order.
    pub origins: Vec<Origin>,
}

/// What earlier analyses found, shared between jobs.
pub struct Kept {
    /// Every analysed game in brief.
    pub results: Mutex<Results>,
    /// Whole analyses of games that were looked at, if there is a place for them.
    details: Mutex<Option<Details>>,
}

impl Kept {
    /// What is kept in a folder; without one nothing outlives the program.
    #[must_use]
    pub fn open(folder: Option<&Path>) -> Kept {
        let Some(folder) = folder else {
            return Kept { results: Mutex::new(Results::in_memory()), details: Mutex::new(None) };
        };
        fs::create_dir_all(folder).ok();
        let results = Results::open(&folder.join("analysis").with_extension("results"));
        let details = Details::open(&folder.join("analysis").with_extension("details"));
        Kept {
            results: Mutex::new(results.unwrap_or_else(|_| Results::in_memory())),
            details: Mutex::new(details.ok()),
        }
    }
}

/// What the engine answers.
pub enum ReplayEvent {
    /// How far the reading has come: records, and the share of the file.
    Reading(usize, Option<f32>),
    /// The archives as far as they are read and analysed.
    OpenArchives(Arc<OpenArchives>),
    /// An archive could not be opened, and why.
    NotRead(Origin, io::Error),
    /// The games that a query found.
    Found(Box<Found>),
    /// Their statistics.
    Stats(Box<Stats>),
    /// A game was fetched, or why not.
    Game(u32, Result<Box<(Record, RecordedGame)>, String>),
    /// What was found out about a game before, by its key.
    Known(u64, Box<GameAnalysis>),
    /// Something new about the game that is shown, by its key.
    News(u64, News),
    /// A batch has begun.
    Batch(Control),
    /// The archives with the results of a batch.
    Joined(Arc<OpenArchives>),
    /// A game of the batch is done, by its key.
    Analysed(u64, Summary),
    /// A result of the batch could not be written.
    NotKept(String),
    /// So many games or rows were written there.
    Written(usize, PathBuf),
    /// Writing failed.
    NotWritten(PathBuf, String),
}

/// Locks what is shared; a job that failed while it held it left it whole.
pub fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads an archive and adds it to those that are open.
pub fn read(
    mut archives: OpenArchives,
    origin: &Origin,
    folder: &Path,
    results: &Mutex<Results>,
    job: &JobContext<ReplayEvent>,
) {
    let opened = match origin {
        Origin::File(path) => Opening::new(path, folder),
        Origin::Sample => Opening::in_memory(crate::archive::sample()),
        Origin::Text(text) => Opening::in_memory(Arc::clone(text)),
    };
    let mut opening = match opened {
        Ok(opening) => opening,
        Err(error) => return job.tell(ReplayEvent::NotRead(origin.clone(), error)),
    };
    let part = archives.library.begin(&opening);
    archives.origins.push(origin.clone());
    let mut next = FIRST;
    let mut records = 0;
    while let Some(chunk) = opening.step(STEP) {
        records += chunk.rows.len();
        archives.library.extend(part, chunk);
        if job.monitor().is_stopped() {
            return;
        }
        job.tell(ReplayEvent::Reading(records, opening.progress()));
        if records >= next {
            next = records * TIMES;
            archives.library.index.join(&lock(results));
            job.tell(ReplayEvent::OpenArchives(Arc::new(archives.clone())));
        }
    }
    archives.library.index.join(&lock(results));
    job.tell(ReplayEvent::OpenArchives(Arc::new(archives)));
}

/// Finds and sorts games, then adds them up.
pub fn ask(query: &Query, job: &JobContext<ReplayEvent>) {
    let stopped = || job.monitor().is_stopped();
    let Some(found) = query.run(&stopped) else { return };
    let rows = Arc::clone(&found.rows);
    job.tell(ReplayEvent::Found(Box::new(found)));
    if !stopped() {
        job.tell(ReplayEvent::Stats(Box::new(Stats::of(&query.archives.library.index, &rows))));
    }
}

/// Fetches a game.
pub fn fetch(archives: &OpenArchives, row: u32, job: &JobContext<ReplayEvent>) {
    let game = archives.library.game(row).map(Box::new).map_err(|error| error.to_string());
    job.tell(ReplayEvent::Game(row, game));
}

/// Analyses a game, unless that was done before; what is found is kept.
pub fn analyse(key: u64, game: &RecordedGame, kept: &Kept, job: &JobContext<ReplayEvent>) {
    let known = lock(&kept.details).as_mut().and_then(|details| details.get(key, game));
    if let Some(known) = known {
        return job.tell(ReplayEvent::Known(key, Box::new(known)));
    }
    let limits = job.monitor().limits();
    let mut analyst = Analyst::new(Depth::Full);
    let found = analyst.analyse(game, &limits, |news| job.tell(ReplayEvent::News(key, news)));
    let Some(found) = found else { return };
    let mut written = lock(&kept.results).add(key, Summary::of(&found, Depth::Full));
    if let Some(details) = lock(&kept.details).as_mut() {
        written = written.and(details.put(key, &found));
    }
    if let Err(error) = written {
        job.tell(ReplayEvent::NotKept(error.to_string()));
    }
}

/// Works through a batch. The archives with the results joined are told now and then, and at the end.
pub fn work_through(
    archives: &OpenArchives,
    batch: &Batch,
    threads: usize,
    results: &Mutex<Results>,
    job: &JobContext<ReplayEvent>,
) {
    let control = batch.control();
    let joined = Mutex::new(Instant::now());
    let join = || {
        let mut archives = archives.clone();
        archives.library.index.join(&lock(results));
        job.tell(ReplayEvent::Joined(Arc::new(archives)));
    };
    let read = |task: crate::archive::analysis::Task| {
        archives.library.raw(task.number).map_err(|error| error.to_string())
    };
    let hear = |finding: Finding| {
        match finding {
            Finding::Analysed(task, summary) => job.tell(ReplayEvent::Analysed(task.key, summary)),
            Finding::NotKept(_, why) => job.tell(ReplayEvent::NotKept(why)),
            Finding::Unreadable(..) => {} // the control counts them
        }
        if job.monitor().is_stopped() {
            control.stop();
        }
        let mut last = joined.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() > JOIN {
            *last = Instant::now();
            join();
        }
    };
    batch.run(threads, results, read, hear);
    join();
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// The games as an archive.
    Sgf,
    /// The table for a spreadsheet.
    Csv,
}

/// Writes the selected games beside their final name and moves them there, so that no half file is
/// left behind.
pub fn export(
    archives: &OpenArchives,
    rows: &[u32],
    what: Export,
    path: &Path,
    job: &JobContext<ReplayEvent>,
) {
    let draft = path.with_extension("draft");
    let write = || -> io::Result<bool> {
        let mut out = BufWriter::new(fs::File::create(&draft)?);
        match what {
            Export::Sgf => {
                for some in rows.chunks(STEP) {
                    if job.monitor().is_stopped() {
                        fs::remove_file(&draft)?;
                        return Ok(false);
                    }
                    archives.library.export_sgf(some, &mut out)?;
                }
            }
            Export::Csv => archives.library.index.export_csv(rows, &mut out)?,
        }
        out.flush()?;
        fs::rename(&draft, path)?;
        Ok(true)
    };
    match write() {
        Ok(true) => job.tell(ReplayEvent::Written(rows.len(), path.to_path_buf())),
        Ok(false) => {}
        Err(why) => job.tell(ReplayEvent::NotWritten(path.to_path_buf(), why.to_string())),
    }
}
