//! A batch, off the window's thread. Results are kept game by game, so nothing is done twice.

use super::Pending;
use crate::app::replay::archives::OpenArchives;
use crate::app::replay::kept::Kept;
use crate::app::replay::list::query::Query;
use crate::archive::analysis::{Batch, Control, Depth, Finding, Summary, Task};
use crate::engine::JobContext;
use crate::search::Resources;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Results reach the columns and filters so often.
const JOIN: Duration = Duration::from_secs(4);

/// What is to be analysed.
#[derive(Clone)]
pub struct BatchRequest {
    /// Where the games are.
    pub archives: Arc<OpenArchives>,
    /// Which games, and how deep.
    pub pending: Pending,
    /// On how many threads.
    pub threads: usize,
}

/// What it tells.
pub enum BatchEvent {
    /// It has begun.
    Begun(Control),
    /// A game is done, by its key.
    Analysed(u64, Summary),
    /// A result could not be written.
    NotKept(String),
    /// The archives with the results so far.
    Joined(Arc<OpenArchives>),
}

/// Works through a batch.
pub fn run(request: &BatchRequest, kept: &Kept, job: &JobContext<BatchEvent>) {
    let BatchRequest { archives, pending, threads } = request;
    let query = Query {
        archives: Arc::clone(archives),
        noted: 0,
        steps: pending.steps.clone(),
        order: None,
        chosen: None,
    };
    let Some(found) = query.run(&|| job.monitor().is_stopped()) else { return };
    let index = &archives.library.index;
    let task = |&row: &u32| index.row(row).map(|found| Task { number: row, key: found.key });
    let depth = if pending.quick { Depth::Quick } else { Depth::Full };
    let batch = Batch::new(found.rows.iter().filter_map(task), depth, &kept.results());
    let control = batch.control();
    job.tell(BatchEvent::Begun(control.clone()));
    let joining = Mutex::new(Joining::new(archives));
    let read = |task: Task| archives.library.raw(task.number);
    let hear = |finding: Finding| {
        let mut joining = joining.lock().unwrap_or_else(PoisonError::into_inner);
        match finding {
            Finding::Analysed(task, summary) => {
                joining.fresh.push((task.number, summary));
                job.tell(BatchEvent::Analysed(task.key, summary));
            }
            Finding::NotKept(_, why) => job.tell(BatchEvent::NotKept(why)),
            Finding::Unreadable(..) => {} // the control counts them
        }
        if job.monitor().is_stopped() {
            control.stop();
        }
        if joining.last.elapsed() > JOIN {
            job.tell(BatchEvent::Joined(joining.join()));
        }
    };
    batch.run(Resources::new(job.share().memory, *threads), kept.shared_results(), read, hear);
    let joined = joining.into_inner().unwrap_or_else(PoisonError::into_inner).join();
    job.tell(BatchEvent::Joined(joined));
}

/// Brings results into the rows. A copy shares all blocks in which nothing has changed, so it costs next to nothing.
struct Joining {
    shown: Arc<OpenArchives>,
    /// Results that are not shown yet.
    fresh: Vec<(u32, Summary)>,
    last: Instant,
}

impl Joining {
    fn new(archives: &Arc<OpenArchives>) -> Joining {
        Joining { shown: Arc::clone(archives), fresh: Vec::new(), last: Instant::now() }
    }

    /// The archives with all results so far.
    fn join(&mut self) -> Arc<OpenArchives> {
        let mut next = self.shown.as_ref().clone();
        for (number, summary) in self.fresh.drain(..) {
            next.library.index.enter(number, summary);
        }
        self.shown = next.stamped();
        self.last = Instant::now();
        Arc::clone(&self.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::library::Opening;

    #[test]
    fn results_come_and_what_was_shown_stays() {
        let mut archives = OpenArchives::default();
        let mut opening = Opening::in_memory(crate::archive::sample()).unwrap();
        let part = archives.library.begin(&opening);
        while let Some(chunk) = opening.step(4096) {
            archives.library.extend(part, chunk);
        }
        let summary = |cards| Summary { cards, ..Summary::unplayed(Depth::Quick) };
        let first = archives.stamped();
        let mut joining = Joining::new(&first);
        let mut window = Arc::clone(&first);
        for round in 0..20_u8 {
            joining.fresh.push((u32::from(round), summary(round + 1)));
            let before = std::mem::replace(&mut window, joining.join());
            assert_ne!(window.version, before.version);
            for number in 0..20_u8 {
                let cards = |open: &OpenArchives| {
                    open.library.index.row(number.into()).unwrap().analysis.map(|found| found.cards)
                };
                assert_eq!(cards(&window), (number <= round).then_some(number + 1));
                assert_eq!(cards(&before), (number < round).then_some(number + 1));
            }
        }
        assert!(first.library.index.row(0).unwrap().analysis.is_none());
    }
}
