//! What a running job shows of itself, and the sign that tells it to stop.

use crate::search::{Cancel, Limits, Progress};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// Progress of a job, written by the job and read by whoever watches. Counters are only for show,
/// so nothing waits for anything.
///
/// ```
/// use kiebitz::engine::Monitor;
/// let monitor = Monitor::default();
/// let limits = monitor.limits();
/// monitor.stop();
/// // Whoever searches with these limits stops too.
/// assert!(monitor.is_stopped() && limits.is_cancelled());
/// ```
#[derive(Debug)]
pub struct Monitor {
    stop: Cancel,
    progress: Progress,
    stage: AtomicU8,
    since: Instant,
}

impl Default for Monitor {
    fn default() -> Monitor {
        Monitor {
            stop: Cancel::default(),
            progress: Progress::default(),
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

    /// For searches: stop when the job is asked to, and report here.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let (cancel, progress) = (Some(self.stop.clone()), Some(self.progress.clone()));
        Limits { cancel, progress, ..Limits::default() }
    }

    /// How far the job's searches have come.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Says which part of the work is being done, in the job's own numbering.
    pub fn set_stage(&self, stage: u8) {
        self.stage.store(stage, Ordering::Relaxed);
        self.progress.forget_bound();
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
