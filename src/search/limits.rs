//! When a search has to stop: a budget of nodes, or somebody who no longer wants the answer. And
//! what it shows of itself while it goes on.
//!
//! A search that is stopped returns what it has proved so far, never a guess.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

/// Nodes between two looks at the cancellation flag: well below a millisecond.
const NODES_BETWEEN_LOOKS: u64 = 4096;

/// A flag shared between those who wait for an answer and those who search for it.
///
/// ```
/// use kiebitz::search::Cancel;
/// let cancel = Cancel::default();
/// let other = cancel.clone();
/// other.cancel();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks every search that shares the flag to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far the searches that share it have come. It is only for show: nothing waits for it.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, Progress, open::Solver};
/// let progress = Progress::default();
/// let limits = Limits { progress: Some(progress.clone()), ..Limits::none() };
/// let position: Position = "contract=G declarer=F F=CJ.SA.S7 M=SJ.ST.S8 R=HA.HT.SK skat=D7.D8 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 points=35:35".parse().unwrap();
/// let mut solver = Solver::new();
/// solver.value(&position, &limits).unwrap();
/// assert_eq!(progress.nodes(), solver.nodes());
/// ```
#[derive(Clone, Debug)]
pub struct Progress(Arc<Counters>);

#[derive(Debug)]
struct Counters {
    nodes: AtomicU64,
    bound: AtomicI32,
    parts_done: AtomicU64,
    parts: AtomicU64,
}

/// No number of points is being tried.
const NO_BOUND: i32 = i32::MIN;

impl Default for Progress {
    fn default() -> Progress {
        Progress(Arc::new(Counters {
            nodes: AtomicU64::new(0),
            bound: AtomicI32::new(NO_BOUND),
            parts_done: AtomicU64::new(0),
            parts: AtomicU64::new(0),
        }))
    }
}

impl Progress {
    /// Nodes visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// Which number of the declarer's points is being tried, if it is about points.
    #[must_use]
    pub fn bound(&self) -> Option<i32> {
        Some(self.0.bound.load(Ordering::Relaxed)).filter(|&bound| bound != NO_BOUND)
    }

    /// Something new begins: no bound is being tried yet, and no parts are counted.
    pub fn forget_bound(&self) {
        self.0.bound.store(NO_BOUND, Ordering::Relaxed);
        self.0.parts.store(0, Ordering::Relaxed);
    }

    /// Says how many parts of the work are done, where it has parts that can be counted: skats, pairs, hands.
    pub fn set_part(&self, done: usize, of: usize) {
        self.0.parts_done.store(done as u64, Ordering::Relaxed);
        self.0.parts.store(of as u64, Ordering::Relaxed);
    }

    /// How many parts are done, of how many.
    #[must_use]
    pub fn part(&self) -> Option<(u64, u64)> {
        let of = self.0.parts.load(Ordering::Relaxed);
        (of > 0).then(|| (self.0.parts_done.load(Ordering::Relaxed).min(of), of))
    }
}

/// How long a search may go on. The default is without end.
///
/// ```
/// use kiebitz::search::{Cancel, Limits};
/// let cancel = Cancel::default();
/// let limits = Limits { nodes: Some(1_000_000), ..Limits::until(cancel.clone()) };
/// cancel.cancel();
/// assert!(limits.cancel.is_some_and(|cancel| cancel.is_cancelled()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Nodes that may be visited.
    pub nodes: Option<u64>,
    /// The flag that stops the search from outside.
    pub cancel: Option<Cancel>,
    /// Where the search reports how far it has come.
    pub progress: Option<Progress>,
}

impl Limits {
    /// No limit at all.
    #[must_use]
    pub fn none() -> Limits {
        Limits::default()
    }

    /// At most so many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Until the flag is raised.
    #[must_use]
    pub fn until(cancel: Cancel) -> Limits {
        Limits { cancel: Some(cancel), ..Limits::default() }
    }

    /// Whether somebody asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_cancelled)
    }

    /// Says how many parts of the work are done.
    pub fn set_part(&self, done: usize, of: usize) {
        if let Some(progress) = &self.progress {
            progress.set_part(done, of);
        }
    }
}

/// Counts the nodes of one search and tells when it has to stop. Once stopped it stays so.
///
/// ```
/// use kiebitz::search::{Limits, limits::Watch};
/// let mut watch = Watch::new(&Limits::nodes(10));
/// watch.count(10);
/// assert!(watch.must_stop());
/// ```
#[derive(Debug)]
pub struct Watch {
    nodes: u64,
    /// How many of them have been reported.
    reported: u64,
    progress: Option<Progress>,
    limit: u64,
    next_look: u64,
    cancel: Option<Cancel>,
    stopped: bool,
}

impl Watch {
    /// A watch at zero.
    #[must_use]
    pub fn new(limits: &Limits) -> Watch {
        let limit = limits.nodes.unwrap_or(u64::MAX);
        let stopped = limits.cancel.as_ref().is_some_and(Cancel::is_cancelled);
        Watch {
            nodes: 0,
            reported: 0,
            progress: limits.progress.clone(),
            limit,
            next_look: limit.min(NODES_BETWEEN_LOOKS),
            cancel: limits.cancel.clone(),
            stopped,
        }
    }

    /// Counts nodes.
    #[inline]
    pub fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Whether to stop now. Cheap: the flag is looked at only every few thousand nodes.
    #[inline]
    pub fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look();
        }
        self.stopped
    }

    /// Whether the search was stopped; then its last result means nothing.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Nodes so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Says which number of the declarer's points is being tried.
    pub fn trying(&self, points: i32) {
        if let Some(Progress(counters)) = &self.progress {
            counters.bound.store(points, Ordering::Relaxed);
        }
    }

    fn report(&mut self) {
        if let Some(Progress(counters)) = &self.progress {
            counters.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
            self.reported = self.nodes;
        }
    }

    #[cold]
    fn look(&mut self) {
        self.report();
        let cancelled = self.cancel.as_ref().is_some_and(Cancel::is_cancelled);
        self.stopped |= cancelled || self.nodes >= self.limit;
        self.next_look = (self.nodes + NODES_BETWEEN_LOOKS).min(self.limit);
    }
}

/// What was not reported yet is reported at the end.
impl Drop for Watch {
    fn drop(&mut self) {
        self.report();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_stops() {
        let mut watch = Watch::new(&Limits::nodes(10));
        watch.count(9);
        assert!(!watch.must_stop());
        watch.count(1);
        assert!(watch.must_stop() && watch.is_stopped());
    }

    #[test]
    fn progress_shows_while_the_search_goes_on() {
        let progress = Progress::default();
        let limits = Limits { progress: Some(progress.clone()), ..Limits::none() };
        let mut watch = Watch::new(&limits);
        watch.trying(61);
        watch.count(NODES_BETWEEN_LOOKS);
        assert_eq!((progress.nodes(), progress.bound()), (0, Some(61)));
        assert!(!watch.must_stop());
        assert_eq!(progress.nodes(), NODES_BETWEEN_LOOKS);
        watch.count(5);
        drop(watch);
        assert_eq!(progress.nodes(), NODES_BETWEEN_LOOKS + 5);
        progress.forget_bound();
        assert_eq!(progress.bound(), None);
    }

    #[test]
    fn a_flag_stops_at_once_or_soon() {
        let cancel = Cancel::default();
        let limits = Limits::until(cancel.clone());
        let mut watch = Watch::new(&limits);
        assert!(!watch.must_stop());
        cancel.cancel();
        watch.count(NODES_BETWEEN_LOOKS);
        assert!(watch.must_stop());
        assert!(Watch::new(&limits).must_stop());
    }
}
