//! Work on background threads: a [`Task`] is asked a question and answers while others go on.
//!
//! A task has at most one current job: another question cancels it, and whatever it still says is dropped. A panic inside a job
//! becomes a value, never a crash. Whoever waits (a window, a test) is woken by a callback. Memory and threads of all jobs
//! come from one [`Budget`].

mod budget;
pub mod file_writer;
mod monitor;
mod task;

pub use crate::parallel::fresh_number;
pub use budget::{Budget, Share};
pub use monitor::Monitor;
pub use task::{Task, TaskState};

use std::any::Any;
use std::sync::{Arc, OnceLock};

/// What a job is given: where to report, and whether to go on.
///
/// ```
/// use kiebitz::engine::{Budget, JobContext, Task};
/// use std::time::Duration;
/// let mut task = Task::new("parts", |_| {}, |count: &u32, job: &JobContext<u32>| {
///     (0..*count).for_each(|part| job.tell(part));
/// });
/// task.begin(3);
/// task.finish(&Budget::default(), Duration::from_secs(10));
/// assert_eq!(task.take(), [0, 1, 2]);
/// ```
pub struct JobContext<A> {
    monitor: Arc<Monitor>,
    tell: Box<dyn Fn(A) + Send + Sync>,
    budget: Budget,
    share: OnceLock<Share>,
}

impl<A> JobContext<A> {
    fn new(monitor: Arc<Monitor>, budget: Budget, tell: impl Fn(A) + Send + Sync + 'static) -> JobContext<A> {
        JobContext { monitor, tell: Box::new(tell), budget, share: OnceLock::new() }
    }

    /// Gives an answer.
    pub fn tell(&self, answer: A) {
        (self.tell)(answer);
    }

    /// Progress and the stop sign.
    #[must_use]
    pub fn monitor(&self) -> &Monitor {
        &self.monitor
    }

    /// The same, to hand to threads of the job's own.
    #[must_use]
    pub fn shared_monitor(&self) -> Arc<Monitor> {
        Arc::clone(&self.monitor)
    }

    /// The memory and the threads that the job may use until it ends: its share of the budget, taken when first asked
    /// for.
    pub fn share(&self) -> &Share {
        self.share.get_or_init(|| self.budget.share(|| self.monitor.is_stopped()))
    }

    /// What all jobs share, for tables that outlive the job.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "?".into())
}
