//! Work on background threads: submit, watch, cancel.
//!
//! Jobs belong to a *topic*. A topic has at most one current job: submitting another cancels the
//! one before, and whatever that one still says is dropped. A panic inside a job becomes an event,
//! never a crash. Whoever waits (a window, a test) is woken by a callback.

mod budget;
mod monitor;
mod task;

pub use budget::{Budget, Share};
pub use monitor::Monitor;
pub use task::{Task, TaskState, fresh_number};

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};

/// What a job reports.
#[derive(Debug, PartialEq, Eq)]
pub enum Event<A> {
    /// An answer; a job may give several.
    Answer(A),
    /// The job is done, or has obeyed a cancel.
    Finished,
    /// The job failed by a fault in the program; the text says how.
    Panicked(String),
}

/// What a job is given: where to report, and whether to go on.
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

struct Current {
    job: u64,
    monitor: Arc<Monitor>,
}

/// Runs jobs that answer with `A`.
///
/// ```
/// use kiebitz::engine::{Engine, Event};
/// let mut engine = Engine::new(|| {});
/// engine.submit("sum", |context| context.tell(1 + 1));
/// let mut events = Vec::new();
/// while engine.is_busy() {
///     events.extend(engine.poll());
/// }
/// assert_eq!(events, [("sum", Event::Answer(2)), ("sum", Event::Finished)]);
/// ```
pub struct Engine<A> {
    wake: Arc<dyn Fn() + Send + Sync>,
    outbox: Sender<(u64, &'static str, Event<A>)>,
    inbox: Receiver<(u64, &'static str, Event<A>)>,
    current: HashMap<&'static str, Current>,
    jobs: u64,
}

impl<A: Send + 'static> Engine<A> {
    /// An idle engine; `wake` is called from job threads whenever there is something to poll.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Engine<A> {
        let (outbox, inbox) = channel();
        Engine { wake: Arc::new(wake), outbox, inbox, current: HashMap::new(), jobs: 0 }
    }

    /// Starts a job, cancelling the one that the topic has.
    pub fn submit(&mut self, topic: &'static str, work: impl FnOnce(&JobContext<A>) + Send + 'static) {
        self.cancel(topic);
        self.jobs += 1;
        let monitor = Arc::new(Monitor::default());
        let job = self.jobs;
        let send = {
            let (outbox, wake) = (self.outbox.clone(), Arc::clone(&self.wake));
            move |event| {
                // Nobody listens any more when the program ends.
                outbox.send((job, topic, event)).ok();
                wake();
            }
        };
        let tell = send.clone();
        let context = JobContext::new(Arc::clone(&monitor), Budget::default(), move |answer| {
            tell(Event::Answer(answer));
        });
        self.current.insert(topic, Current { job: self.jobs, monitor });
        let run = move || {
            // The context only sends messages, so nothing half-changed outlives a panic.
            let end = match catch_unwind(AssertUnwindSafe(|| work(&context))) {
                Ok(()) => Event::Finished,
                Err(panic) => Event::Panicked(panic_text(panic.as_ref())),
            };
            send(end);
        };
        if let Err(error) = std::thread::Builder::new().name(topic.into()).spawn(run) {
            let refused = Event::Panicked(error.to_string());
            self.outbox.send((self.jobs, topic, refused)).ok();
            (self.wake)();
        }
    }

    /// Asks the topic's job to stop; nothing more is heard of it.
    pub fn cancel(&mut self, topic: &'static str) {
        if let Some(current) = self.current.remove(topic) {
            current.monitor.stop();
        }
    }

    /// Asks every job to stop.
    pub fn cancel_all(&mut self) {
        for (_, current) in self.current.drain() {
            current.monitor.stop();
        }
    }

    /// What current jobs have reported since the last call.
    pub fn poll(&mut self) -> Vec<(&'static str, Event<A>)> {
        let mut events = Vec::new();
        while let Ok((job, topic, event)) = self.inbox.try_recv() {
            if self.current.get(topic).is_none_or(|current| current.job != job) {
                continue; // stale
            }
            if !matches!(event, Event::Answer(_)) {
                self.current.remove(topic);
            }
            events.push((topic, event));
        }
        events
    }

    /// Whether any job is at work.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.current.is_empty()
    }

    /// The progress of a topic's job.
    #[must_use]
    pub fn watch(&self, topic: &'static str) -> Option<&Monitor> {
        self.current.get(topic).map(|current| current.monitor.as_ref())
    }
}

impl<A> Drop for Engine<A> {
    fn drop(&mut self) {
        for current in self.current.values() {
            current.monitor.stop();
        }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "?".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn wait<A: Send + 'static>(engine: &mut Engine<A>) -> Vec<Event<A>> {
        let start = Instant::now();
        let mut events = Vec::new();
        while engine.is_busy() && start.elapsed() < Duration::from_secs(20) {
            events.extend(engine.poll().into_iter().map(|(_, event)| event));
            std::thread::sleep(Duration::from_millis(1));
        }
        events
    }

    #[test]
    fn stale_answers_are_dropped() {
        let mut engine = Engine::new(|| {});
        engine.submit("a", |context| {
            while !context.monitor().is_stopped() {
                std::thread::yield_now();
            }
            context.tell("stale");
        });
        engine.submit("a", |context| context.tell("fresh"));
        assert_eq!(wait(&mut engine), [Event::Answer("fresh"), Event::Finished]);
    }

    #[test]
    fn a_panic_becomes_an_event() {
        let mut engine = Engine::<u8>::new(|| {});
        engine.submit("a", |_| panic!("lost the skat"));
        assert_eq!(wait(&mut engine), [Event::Panicked("lost the skat".into())]);
        engine.submit("a", |context| context.tell(1));
        assert_eq!(wait(&mut engine), [Event::Answer(1), Event::Finished]);
    }

    #[test]
    fn topics_do_not_disturb_each_other() {
        let mut engine = Engine::new(|| {});
        engine.submit("a", |context| context.tell(1));
        engine.submit("b", |context| context.tell(2));
        let mut answers: Vec<u8> = wait(&mut engine)
            .into_iter()
            .filter_map(|e| if let Event::Answer(n) = e { Some(n) } else { None })
            .collect();
        answers.sort_unstable();
        assert_eq!(answers, [1, 2]);
    }

    #[test]
    fn cancelling_stops_a_job() {
        let mut engine = Engine::<u8>::new(|| {});
        let (done, gone) = channel();
        engine.submit("a", move |context| {
            while !context.monitor().is_stopped() {
                std::thread::yield_now();
            }
            done.send(()).ok();
        });
        engine.cancel_all();
        assert!(!engine.is_busy());
        assert!(gone.recv_timeout(Duration::from_secs(20)).is_ok());
    }
}
