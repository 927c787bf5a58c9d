//! What a running job shows of itself, and the sign that tells it to stop.

use crate::search::Cancel;
use std::sync::atomic::{AtomicI32, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// No bound is being tested.
const NO_BOUND: i32 = i32::MIN;

/// Progress of a job, written by the job and read by whoever watches. Counters are only for show,
/// so nothing waits for anything.
#[derive(Debug)]
pub struct Monitor {
    stop: Cancel,
    nodes: AtomicU64,
    bound: AtomicI32,
    stage: AtomicU8,
    since: Instant,
}

impl Default for Monitor {
    fn default() -> Monitor {
        Monitor {
            stop: Cancel::default(),
            nodes: AtomicU64::new(0),
            bound: AtomicI32::new(NO_BOUND),
            stage: AtomicU8::new(0),
            since: Instant::now(),
        }
    }
}

impl Monitor {
    /// Asks the job to stop.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Whether the job has been asked to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// The flag itself, for searches.
    #[must_use]
    pub fn cancel(&self) -> Cancel {
        self.stop.clone()
    }

    /// Positions looked at so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds positions looked at.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Says which number of points is being tried.
    pub fn set_bound(&self, bound: Option<i32>) {
        self.bound.store(bound.unwrap_or(NO_BOUND), Ordering::Relaxed);
    }

    /// Which number of points is being tried.
    #[must_use]
    pub fn bound(&self) -> Option<i32> {
        Some(self.bound.load(Ordering::Relaxed)).filter(|&bound| bound != NO_BOUND)
    }

    /// Says which part of the work is being done, in the job's own numbering.
    pub fn set_stage(&self, stage: u8) {
        self.stage.store(stage, Ordering::Relaxed);
    }

    /// Which part of the work is being done.
    #[must_use]
    pub fn stage(&self) -> u8 {
        self.stage.load(Ordering::Relaxed)
    }

    /// How long the job has been at work.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}
