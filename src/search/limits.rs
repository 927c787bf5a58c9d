//! When a search has to stop: a budget of nodes, or somebody who no longer wants the answer.
//!
//! A search that is stopped returns what it has proved so far, never a guess.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// How long a search may go on. The default is without end.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Nodes that may be visited.
    pub nodes: Option<u64>,
    /// The flag that stops the search from outside.
    pub cancel: Option<Cancel>,
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
        Limits { nodes: Some(nodes), cancel: None }
    }

    /// Until the flag is raised.
    #[must_use]
    pub fn until(cancel: Cancel) -> Limits {
        Limits { nodes: None, cancel: Some(cancel) }
    }
}

/// Counts the nodes of one search and tells when it has to stop. Once stopped it stays so.
#[derive(Clone, Debug)]
pub struct Watch {
    nodes: u64,
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

    #[cold]
    fn look(&mut self) {
        let cancelled = self.cancel.as_ref().is_some_and(Cancel::is_cancelled);
        self.stopped |= cancelled || self.nodes >= self.limit;
        self.next_look = (self.nodes + NODES_BETWEEN_LOOKS).min(self.limit);
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
