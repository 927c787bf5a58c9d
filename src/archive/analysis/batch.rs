//! Many games, one after the other, on several threads.
//!
//! A batch is a list of games and a [`Control`] that others hold too: they see how far it has come, let it
//! pause, or stop it. Every result goes into the [`Results`] at once, so a batch that was stopped or
//! killed goes on where it was: games that are there, and deep enough, are skipped.

use super::analyst::{Analyst, Depth};
use super::results::Results;
use super::summary::Summary;
use crate::archive::index::GameError;
use crate::archive::{Record, RecordError, RecordedGame, game};
use crate::parallel;
use crate::search::{Cancel, Limits, Resources};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A game to be analysed.
///
/// ```
/// use kiebitz::archive::{Source, analysis::{Batch, Depth, Results, Task}, index::Indexer, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let index = Indexer::new(source).finish().unwrap();
/// let task = |number: u32| Task { number, key: index.row(number).unwrap().key };
/// let batch = Batch::new(index.all().into_iter().map(task), Depth::Quick, &Results::in_memory());
/// assert_eq!(batch.len(), 200);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its number, for whoever reads the record and hears the result.
    pub number: u32,
    /// Its [key](super::key).
    pub key: u64,
}

/// How a batch stands, and the means to steer it. Clones steer the same batch.
///
/// ```
/// use kiebitz::archive::analysis::Control;
/// let control = Control::default();
/// control.pause();
/// assert!(control.is_paused());
/// control.resume();
/// control.stop();
/// assert!(control.is_stopped() && !control.is_paused());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    cancel: Cancel,
    total: AtomicU64,
    done: AtomicU64,
    failed: AtomicU64,
    clock: Mutex<Clock>,
    woken: Condvar,
}

/// Time at work, without pauses.
#[derive(Debug, Default)]
struct Clock {
    paused: bool,
    since: Option<Instant>,
    before: Duration,
}

impl Control {
    /// Lets the batch pause: games begun are finished, no other is begun.
    pub fn pause(&self) {
        let mut clock = self.clock();
        clock.paused = true;
        let worked = clock.since.take().map_or(Duration::ZERO, |since| since.elapsed());
        clock.before += worked;
    }

    /// Goes on after a pause.
    pub fn resume(&self) {
        let mut clock = self.clock();
        clock.paused = false;
        clock.since.get_or_insert_with(Instant::now);
        self.0.woken.notify_all();
    }

    /// Whether it pauses.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.clock().paused
    }

    /// Stops it for good, games begun included.
    pub fn stop(&self) {
        self.0.cancel.cancel();
        self.0.woken.notify_all();
    }

    /// Whether it was stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.cancel.is_cancelled()
    }

    /// How many games it has to analyse; those known before are not counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.total.load(Ordering::Relaxed)
    }

    /// How many are analysed.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.0.done.load(Ordering::Relaxed)
    }

    /// How many of those could not be read.
    #[must_use]
    pub fn failed(&self) -> u64 {
        self.0.failed.load(Ordering::Relaxed)
    }

    /// How long it has been at work.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let clock = self.clock();
        clock.before + clock.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// How long it will take, by the speed so far; `None` before the first game is done.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        let (done, total) = (self.done(), self.total());
        (done > 0).then(|| self.elapsed().mul_f64(total.saturating_sub(done) as f64 / done as f64))
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.0.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while it pauses; `false` when it is stopped.
    fn may_go_on(&self) -> bool {
        let mut clock = self.clock();
        while clock.paused && !self.is_stopped() {
            // A stop between the question and the wait is noticed at the next look.
            let wait = self.0.woken.wait_timeout(clock, Duration::from_millis(200));
            clock = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
        !self.is_stopped()
    }
}

/// What a batch says of a game.
///
/// ```
/// use kiebitz::archive::analysis::{Batch, Depth, Finding, Results, Task};
/// use kiebitz::search::Resources;
/// use std::sync::Mutex;
/// let results = Mutex::new(Results::in_memory());
/// let batch = Batch::new([Task { number: 0, key: 1 }], Depth::Quick, &results.lock().unwrap());
/// let found = Mutex::new(Vec::new());
/// let read = |_| Ok(b"(;GM[Chess];)".to_vec());
/// batch.run(Resources::new(8, 1), &results, read, |finding| found.lock().unwrap().push(finding));
/// assert!(matches!(found.lock().unwrap()[0], Finding::Unreadable(..)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is analysed.
    Analysed(Task, Summary),
    /// Its record could not be read; why.
    Unreadable(Task, String),
    /// Its result could not be written to the file, and is kept in memory only; why.
    NotKept(Task, String),
}

/// The games that are still to be analysed, and how deep.
///
/// ```
/// use kiebitz::archive::analysis::{Batch, Depth, Results, Summary, Task};
/// let mut results = Results::in_memory();
/// results.add(1, Summary::unplayed(Depth::Quick)).unwrap();
/// let games = [1, 2, 3].map(|key| Task { number: 0, key });
/// // What is analysed already is not done again, unless it is to be done deeper.
/// assert_eq!(Batch::new(games, Depth::Quick, &results).len(), 2);
/// assert_eq!(Batch::new(games, Depth::Full, &results).len(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    tasks: Vec<Task>,
    depth: Depth,
    control: Control,
}

impl Batch {
    /// A batch of those games that the results do not hold at this depth.
    #[must_use]
    pub fn new(games: impl IntoIterator<Item = Task>, depth: Depth, results: &Results) -> Batch {
        let unknown = |task: &Task| results.get(task.key).is_none_or(|known| known.depth < depth);
        let tasks: Vec<Task> = games.into_iter().filter(unknown).collect();
        let control = Control::default();
        control.0.total.store(tasks.len() as u64, Ordering::Relaxed);
        Batch { tasks, depth, control }
    }

    /// How many games are to be analysed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// To steer and watch it from elsewhere.
    #[must_use]
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Works on so many threads, which share the memory, until all games are done or it is stopped. `read` gives the bytes of a
    /// game's record, `hear` is told each finding, in no certain order; both are called from all threads.
    pub fn run(
        &self,
        resources: Resources,
        results: &Mutex<Results>,
        read: impl Fn(Task) -> Result<Vec<u8>, GameError> + Sync,
        hear: impl Fn(Finding) + Sync,
    ) {
        if !self.control.is_paused() {
            self.control.resume();
        }
        let limits = Limits::until(self.control.0.cancel.clone());
        let work = |analyst: &mut Analyst, &task: &Task| {
            let summary = match summary(analyst, task, &read, &limits) {
                Ok(Some(summary)) => summary,
                Ok(None) => return, // stopped
                Err(error) => {
                    self.control.0.failed.fetch_add(1, Ordering::Relaxed);
                    self.control.0.done.fetch_add(1, Ordering::Relaxed);
                    return hear(Finding::Unreadable(task, error.to_string()));
                }
            };
            let kept: io::Result<()> =
                results.lock().unwrap_or_else(PoisonError::into_inner).add(task.key, summary);
            self.control.0.done.fetch_add(1, Ordering::Relaxed);
            hear(Finding::Analysed(task, summary));
            if let Err(error) = kept {
                hear(Finding::NotKept(task, error.to_string()));
            }
        };
        let stop = || !self.control.may_go_on();
        let analyst = || Analyst::with_resources(self.depth, resources.each_thread());
        let threads = resources.threads();
        if let Err(panicked) = parallel::in_order(&self.tasks, threads, stop, analyst, work, |()| true) {
            panicked.raise();
        }
    }
}

/// Why a game was not analysed.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
enum NotAnalysed {
    Read(#[from] GameError),
    Record(#[from] RecordError),
    Game(#[from] game::GameError),
}

/// The summary of one game; `None` if it was stopped.
fn summary(
    analyst: &mut Analyst,
    task: Task,
    read: &impl Fn(Task) -> Result<Vec<u8>, GameError>,
    limits: &Limits,
) -> Result<Option<Summary>, NotAnalysed> {
    let bytes = read(task)?;
    let record = Record::parse(&bytes)?;
    let game = RecordedGame::of(&record)?;
    Ok(analyst.summary(&game, limits))
}
