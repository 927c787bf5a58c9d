//! A batch, off the window's thread. Results are kept game by game, so nothing is done twice.

use super::Pending;
use crate::app::replay::archives::OpenArchives;
use crate::app::replay::kept::Kept;
use crate::app::replay::list::query::Query;
use crate::archive::analysis::{Batch, Control, Depth, Finding, Summary, Task};
use crate::engine::JobContext;
use crate::search::Resources;
use std::mem;
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
    let query = Query { archives: Arc::clone(archives), steps: pending.steps.clone(), order: None };
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
        if joining.last.elapsed() > JOIN
            && let Some(joined) = joining.join(false)
        {
            job.tell(BatchEvent::Joined(joined));
        }
    };
    batch.run(Resources::new(job.share().memory, *threads), kept.shared_results(), read, hear);
    let joined = joining.into_inner().unwrap_or_else(PoisonError::into_inner).join(true);
    if let Some(joined) = joined {
        job.tell(BatchEvent::Joined(joined));
    }
}

/// Brings results into the rows. Two copies of the rows take turns: one is shown while the other gets what has
/// come since. So the rows, which may be millions, are copied twice and not every few seconds.
struct Joining {
    shown: Arc<OpenArchives>,
    /// The copy that was shown before, as soon as nobody reads in it any more.
    spare: Option<Arc<OpenArchives>>,
    /// How many copies there are.
    copies: u8,
    /// Results that neither copy has, and those that only the shown one has.
    fresh: Vec<(u32, Summary)>,
    behind: Vec<(u32, Summary)>,
    last: Instant,
}

impl Joining {
    fn new(archives: &Arc<OpenArchives>) -> Joining {
        Joining {
            shown: Arc::clone(archives),
            spare: None,
            copies: 0,
            fresh: Vec::new(),
            behind: Vec::new(),
            last: Instant::now(),
        }
    }

    /// The archives with all results so far; `None` if somebody still reads where they would be entered, unless they
    /// `must` be.
    fn join(&mut self, must: bool) -> Option<Arc<OpenArchives>> {
        let mut next = match self.spare.take().map(Arc::try_unwrap) {
            Some(Ok(spare)) => spare,
            Some(Err(read)) if !must => {
                self.spare = Some(read);
                return None;
            }
            _ => {
                self.copies = self.copies.saturating_add(1);
                self.behind.clear(); // the shown one has them
                self.shown.as_ref().clone()
            }
        };
        for &(number, summary) in self.behind.iter().chain(&self.fresh) {
            if let Some(row) = next.library.index.rows.get_mut(number as usize) {
                row.analysis = Some(summary);
            }
        }
        self.behind = mem::take(&mut self.fresh);
        let next = next.stamped();
        let before = mem::replace(&mut self.shown, Arc::clone(&next));
        // What the batch began with belongs to the window.
        self.spare = (self.copies > 1).then_some(before);
        self.last = Instant::now();
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::analysis::ForcedWin;
    use crate::archive::library::Opening;

    #[test]
    fn rows_are_copied_twice_however_often_results_come() {
        let mut archives = OpenArchives::default();
        let mut opening = Opening::in_memory(crate::archive::sample()).unwrap();
        let part = archives.library.begin(&opening);
        while let Some(chunk) = opening.step(4096) {
            archives.library.extend(part, chunk);
        }
        let nothing = ForcedWin { first: None, lost: None, missed: false };
        let summary = |cards| Summary {
            depth: Depth::Quick,
            cards,
            won: None,
            glassbox: None,
            points: None,
            declarer: nothing,
            defenders: nothing,
            mistakes: [0; 3],
            unseen: [0; 3],
            given: [0; 3],
            worst: None,
            cut: false,
        };
        let mut window = archives.stamped();
        let mut joining = Joining::new(&window);
        for round in 0..20_u8 {
            joining.fresh.push((u32::from(round), summary(round + 1)));
            let version = window.version;
            window = joining.join(false).unwrap();
            assert_ne!(window.version, version);
            for number in 0..20_u8 {
                let found = window.library.index.row(number.into()).unwrap().analysis;
                assert_eq!(found.map(|found| found.cards), (number <= round).then_some(number + 1));
            }
        }
        assert_eq!(joining.copies, 2);
        // While somebody reads in the other copy it is left alone, but at the end nothing is missing.
        let reader = joining.spare.clone();
        joining.fresh.push((21, summary(9)));
        assert!(joining.join(false).is_none());
        let last = joining.join(true).unwrap();
        assert!([0, 19, 21].into_iter().all(|row| last.library.index.row(row).unwrap().analysis.is_some()));
        drop(reader);
    }
}
