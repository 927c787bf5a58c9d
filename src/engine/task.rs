//! One piece of background work as a panel sees it: a question goes in, answers come out.
//!
//! A [`Task`] knows *how* something is worked out; a panel only says, every frame, *what* it wants to know. The task
//! waits until the question rests, runs the work on a thread of its own, keeps the parts of the answer as they
//! come, and drops whatever belongs to an older question. All there is to a new panel:
//!
//! ```
//! use kiebitz::engine::{Budget, Task, TaskState};
//! use std::time::Duration;
//!
//! struct Panel {
//!     sum: Task<(u32, u32), u32>,
//! }
//!
//! impl Panel {
//!     // In the window the last argument is `common::waker(ctx)`.
//!     fn new(wake: impl Fn(Duration) + Send + Sync + 'static) -> Panel {
//!         Panel { sum: Task::new("sum", wake, |(a, b), job| job.tell(a + b)).resting(Duration::from_millis(5)) }
//!     }
//!
//!     /// Every frame. In the window `common::follow(&mut task, cx)` polls, and says so if the work has panicked.
//!     fn follow(&mut self, shown: Option<(u32, u32)>) {
//!         self.sum.ask(shown); // the same question again changes nothing, another one starts afresh
//!         self.sum.poll(&Budget::default());
//!     }
//!
//!     fn text(&self) -> String {
//!         match (self.sum.last(), self.sum.state()) {
//!             (Some(sum), TaskState::Done) => sum.to_string(),
//!             (_, TaskState::Stopped) => "stopped".into(), // and a button that calls `ask_again`
//!             _ => "…".into(),
//!         }
//!     }
//! }
//!
//! let mut panel = Panel::new(|_| {});
//! while panel.text() != "5" {
//!     panel.follow(Some((2, 3)));
//! }
//! ```
//!
//! - What must not wait ("write the solution", a button) calls [`Task::begin`] instead of [`Task::ask`].
//! - Esc calls [`Task::stop`]: what is known stays, and [`Task::ask_again`] goes on. The work stops for real if it hands
//!   [`Monitor::limits`] to its searches or looks at [`Monitor::is_stopped`]; the next run of the same task
//!   waits until the thread of the one before has ended, so that two never work at once.
//! - A page that is not shown calls [`Task::pause`]: unfinished work is given up and begun anew by the next `ask`.
//! - An answer that is to be applied once, and not only shown, is fetched with [`Task::take`].
//! - Memory and threads come from the [`Budget`](super::Budget), see there.
//!
//! Each run has its own channel, so an answer cannot reach another question; runs are told apart by
//! [`fresh_number`], never by an address or by a number that begins again.

use super::{Budget, JobContext, Monitor, panic_text};
use crate::parallel::fresh_number;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// How far a task is with its question.
///
/// ```
/// use kiebitz::engine::{Budget, Task, TaskState};
/// use std::time::Duration;
/// let mut task: Task<(), ()> = Task::new("fails", |_| {}, |(), _| panic!("no such card"));
/// assert_eq!(*task.state(), TaskState::Idle);
/// task.begin(());
/// task.finish(&Budget::default(), Duration::from_secs(10));
/// assert_eq!(*task.state(), TaskState::Failed("no such card".into()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TaskState {
    /// Nothing is asked.
    #[default]
    Idle,
    /// It waits until the question rests.
    Waiting,
    /// It is at work; parts of the answer may be there.
    Running,
    /// The answer is complete.
    Done,
    /// Stopped by the person before the end; what is known stays.
    Stopped,
    /// The work has failed by a fault in the program; the text says how.
    Failed(String),
}

/// What wakes whoever polls, at once or after a while.
type Wake = Arc<dyn Fn(Duration) + Send + Sync>;

/// What a question is worked on by.
type Work<Q, A> = Arc<dyn Fn(&Q, &JobContext<A>) + Send + Sync>;

struct Run<A> {
    monitor: Arc<Monitor>,
    inbox: Receiver<Result<A, String>>,
}

/// One piece of background work: a question in, answers out.
///
/// ```
/// use kiebitz::engine::{Budget, Task};
/// use std::time::Duration;
/// let mut sum = Task::new("sum", |_| {}, |(a, b): &(u32, u32), job| job.tell(a + b));
/// sum.ask(Some((2, 3)));
/// sum.finish(&Budget::default(), Duration::from_secs(10));
/// assert_eq!(sum.last(), Some(&5));
/// ```
pub struct Task<Q, A> {
    name: &'static str,
    work: Work<Q, A>,
    wake: Wake,
    rest: Duration,
    question: Option<Q>,
    /// What the question was made from, where that is a version: see [`Task::ask_version`].
    version: Option<u64>,
    number: u64,
    state: TaskState,
    due: Instant,
    run: Option<Run<A>>,
    /// The thread of the last run, also of one that was cancelled and is about to end.
    thread: Option<JoinHandle<()>>,
    answers: Vec<A>,
    /// Whether the answers are those of the run before, which stay until the first new one.
    stale: bool,
    untold: bool,
}

impl<Q, A> Task<Q, A>
where
    Q: Clone + Send + 'static,
    A: Send + 'static,
{
    /// A task that has not been asked anything. `wake` is called when polling is worth while, at once or after the
    /// given time; `work` runs on a thread of its own.
    pub fn new(
        name: &'static str,
        wake: impl Fn(Duration) + Send + Sync + 'static,
        work: impl Fn(&Q, &JobContext<A>) + Send + Sync + 'static,
    ) -> Task<Q, A> {
        Task {
            name,
            work: Arc::new(work),
            wake: Arc::new(wake),
            rest: Duration::ZERO,
            question: None,
            version: None,
            number: 0,
            state: TaskState::Idle,
            due: Instant::now(),
            run: None,
            thread: None,
            answers: Vec::new(),
            stale: false,
            untold: false,
        }
    }

    /// The same, but a question asked with [`Task::ask`] must rest so long before work begins.
    #[must_use]
    pub fn resting(mut self, rest: Duration) -> Task<Q, A> {
        self.rest = rest;
        self
    }

    /// Works on a question without waiting, even on the one it had: the next poll begins.
    pub fn begin(&mut self, question: Q) {
        self.forget();
        self.question = Some(question);
        self.wait(Duration::ZERO);
    }

    /// Works on its question again, after it was stopped or has failed. What is known stays until there is news.
    pub fn ask_again(&mut self) {
        self.cancel();
        self.wait(Duration::ZERO);
    }

    /// The person stops it; what is known stays.
    pub fn stop(&mut self) {
        if self.is_busy() {
            self.cancel();
            self.state = TaskState::Stopped;
        }
    }

    /// Nobody looks: unfinished work is given up, and begun anew when it is asked for again. A finished
    /// answer stays.
    pub fn pause(&mut self) {
        if self.is_busy() {
            self.forget();
        }
    }

    /// Cancels the work and forgets question and answers.
    pub fn forget(&mut self) {
        self.cancel();
        self.question = None;
        self.version = None;
        self.answers.clear();
        self.state = TaskState::Idle;
        self.untold = false;
    }

    fn cancel(&mut self) {
        if let Some(run) = self.run.take() {
            run.monitor.stop();
        }
    }

    fn wait(&mut self, rest: Duration) {
        self.state = TaskState::Idle;
        if self.question.is_some() {
            self.state = TaskState::Waiting;
            self.due = Instant::now() + rest;
            (self.wake)(rest);
        }
    }

    /// Fetches answers, and begins to work when the question has rested. Whether anything has changed.
    pub fn poll(&mut self, budget: &Budget) -> bool {
        let mut changed = false;
        if self.state == TaskState::Waiting {
            let wait = self.due.saturating_duration_since(Instant::now());
            if wait.is_zero() {
                self.start(budget);
                changed = true;
            } else {
                (self.wake)(wait);
            }
        }
        while let Some(run) = &self.run {
            match run.inbox.try_recv() {
                Ok(Ok(answer)) => {
                    if std::mem::take(&mut self.stale) {
                        self.answers.clear();
                    }
                    self.answers.push(answer);
                }
                Ok(Err(why)) => {
                    self.run = None;
                    self.state = TaskState::Failed(why);
                    self.untold = true;
                }
                Err(TryRecvError::Disconnected) => {
                    self.run = None;
                    self.state = TaskState::Done;
                }
                Err(TryRecvError::Empty) => break,
            }
            changed = true;
        }
        changed
    }

    /// Waits for the end of what was asked, but no longer than this; for the moment in which the program ends.
    pub fn finish(&mut self, budget: &Budget, most: Duration) {
        let start = Instant::now();
        self.due = self.due.min(start);
        self.poll(budget);
        while self.is_busy() && start.elapsed() < most {
            std::thread::sleep(Duration::from_millis(1));
            self.poll(budget);
        }
    }

    fn start(&mut self, budget: &Budget) {
        let Some(question) = self.question.clone() else { return };
        self.number = fresh_number();
        let monitor = Arc::new(Monitor::default());
        let (outbox, inbox) = channel();
        let (work, wake, before) = (Arc::clone(&self.work), Arc::clone(&self.wake), self.thread.take());
        let context = {
            let (outbox, wake) = (outbox.clone(), Arc::clone(&wake));
            JobContext::new(Arc::clone(&monitor), budget.clone(), move |answer| {
                // Nobody listens any more when the question has changed.
                outbox.send(Ok(answer)).ok();
                wake(Duration::ZERO);
            })
        };
        let run = move || {
            if let Some(before) = before {
                before.join().ok();
            }
            if !context.monitor().is_stopped()
                && let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(&question, &context)))
            {
                // The context only sends messages, so nothing half-changed outlives a panic.
                outbox.send(Err(panic_text(panic.as_ref()))).ok();
            }
            drop((context, outbox));
            wake(Duration::ZERO);
        };
        self.stale = true;
        match Builder::new().name(self.name.into()).spawn(run) {
            Ok(thread) => {
                self.thread = Some(thread);
                self.run = Some(Run { monitor, inbox });
                self.state = TaskState::Running;
            }
            Err(error) => {
                self.state = TaskState::Failed(error.to_string());
                self.untold = true;
            }
        }
    }

    /// What is asked.
    #[must_use]
    pub fn question(&self) -> Option<&Q> {
        self.question.as_ref()
    }

    /// The number of the last run, different from that of every other run of every task.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// How far it is.
    #[must_use]
    pub fn state(&self) -> &TaskState {
        &self.state
    }

    /// Whether more may come.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        matches!(self.state, TaskState::Waiting | TaskState::Running)
    }

    /// Whether the person has stopped it before the end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.state == TaskState::Stopped
    }

    /// The progress of the work, while it is done.
    #[must_use]
    pub fn work(&self) -> Option<&Monitor> {
        self.run.as_ref().map(|run| run.monitor.as_ref())
    }

    /// All parts of the answer so far, in order.
    #[must_use]
    pub fn answers(&self) -> &[A] {
        &self.answers
    }

    /// The last part of the answer.
    #[must_use]
    pub fn last(&self) -> Option<&A> {
        self.answers.last()
    }

    /// The last part of a kind.
    pub fn find<'a, T>(&'a self, kind: impl Fn(&'a A) -> Option<T>) -> Option<T> {
        self.answers.iter().rev().find_map(kind)
    }

    /// Takes the parts that have come since, for whoever applies each of them once.
    pub fn take(&mut self) -> Vec<A> {
        std::mem::take(&mut self.answers)
    }

    /// Why the work has failed, once.
    pub fn take_failure(&mut self) -> Option<String> {
        match &self.state {
            TaskState::Failed(why) if std::mem::take(&mut self.untold) => Some(why.clone()),
            _ => None,
        }
    }
}

impl<Q, A> Task<Q, A>
where
    Q: Clone + PartialEq + Send + 'static,
    A: Send + 'static,
{
    /// What is wanted now; to be called as often as one likes. Another question than before cancels the work and forgets
    /// the answers; `None` asks nothing.
    pub fn ask(&mut self, question: Option<Q>) {
        if self.question == question {
            return;
        }
        self.forget();
        self.question = question;
        self.wait(self.rest);
    }

    /// The same for a question that is costly to make: `make` is called only if the version, which must never come twice in
    /// the life of the process, is another one.
    pub fn ask_version(&mut self, version: u64, make: impl FnOnce() -> Option<Q>) {
        if self.version != Some(version) {
            self.ask(make());
            self.version = Some(version);
        }
    }
}

impl<Q, A> Drop for Task<Q, A> {
    fn drop(&mut self) {
        if let Some(run) = &self.run {
            run.monitor.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    fn settle<Q: Clone + PartialEq + Send + 'static, A: Send + 'static>(task: &mut Task<Q, A>) {
        let start = Instant::now();
        while task.is_busy() && start.elapsed() < Duration::from_secs(20) {
            task.poll(&Budget::default());
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn until_stopped<A>(job: &JobContext<A>) {
        while !job.monitor().is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_question_gets_its_parts_and_an_end() {
        let mut task = Task::new("parts", |_| {}, |n: &u32, job| (0..*n).for_each(|i| job.tell(i)));
        task.ask(Some(3));
        assert_eq!(task.state(), &TaskState::Waiting);
        settle(&mut task);
        assert_eq!((task.answers(), task.state()), (&[0, 1, 2][..], &TaskState::Done));
        // The same question is not worked on twice, unless it is begun.
        let number = task.number();
        task.ask(Some(3));
        settle(&mut task);
        assert_eq!(task.number(), number);
        task.begin(3);
        settle(&mut task);
        assert_ne!(task.number(), number);
        assert_eq!(task.take(), [0, 1, 2]);
        task.ask(None);
        assert_eq!((task.last(), task.state()), (None, &TaskState::Idle));
    }

    #[test]
    fn an_older_question_is_never_heard_of() {
        let mut task = Task::new(
            "old",
            |_| {},
            |n: &u32, job: &JobContext<u32>| {
                if *n == 1 {
                    until_stopped(job);
                }
                job.tell(*n);
            },
        );
        task.begin(1);
        task.poll(&Budget::default());
        task.ask(Some(2));
        settle(&mut task);
        assert_eq!(task.answers(), [2]);
    }

    #[test]
    fn two_runs_never_work_at_once() {
        static AT_WORK: AtomicUsize = AtomicUsize::new(0);
        let mut task = Task::new(
            "one",
            |_| {},
            |_: &usize, job: &JobContext<usize>| {
                job.tell(AT_WORK.fetch_add(1, Ordering::SeqCst));
                std::thread::sleep(Duration::from_millis(5));
                AT_WORK.fetch_sub(1, Ordering::SeqCst);
            },
        );
        for i in 0..20 {
            task.begin(i);
            std::thread::sleep(Duration::from_millis(2));
            task.poll(&Budget::default());
            assert!(task.answers().iter().all(|&others| others == 0));
        }
        settle(&mut task);
        assert_eq!(task.answers(), [0]);
    }

    #[test]
    fn a_question_must_rest() {
        let woken = Arc::new(AtomicBool::new(false));
        let sign = Arc::clone(&woken);
        let wake = move |wait: Duration| sign.store(!wait.is_zero(), Ordering::SeqCst);
        let mut task =
            Task::new("rest", wake, |n: &u32, job| job.tell(*n)).resting(Duration::from_secs(3600));
        for n in 0..5 {
            task.ask(Some(n));
            task.poll(&Budget::default());
        }
        assert_eq!(task.state(), &TaskState::Waiting);
        assert!(woken.load(Ordering::SeqCst) && task.number() == 0);
    }

    #[test]
    fn a_panic_is_a_value_and_the_next_question_is_answered() {
        let mut task = Task::new("panic", |_| {}, |n: &u32, job| job.tell(10 / n));
        task.begin(0);
        settle(&mut task);
        assert!(matches!(task.state(), TaskState::Failed(why) if why.contains("zero")), "{:?}", task.state());
        assert!(task.take_failure().is_some() && task.take_failure().is_none());
        task.ask(Some(5));
        settle(&mut task);
        assert_eq!(task.answers(), [2]);
    }

    #[test]
    fn stopped_it_keeps_what_it_knows_and_goes_on_when_asked() {
        let ended = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&ended);
        let mut task = Task::new(
            "stop",
            |_| {},
            move |n: &u32, job: &JobContext<u32>| {
                job.tell(*n);
                until_stopped(job);
                count.fetch_add(1, Ordering::SeqCst);
            },
        );
        task.begin(7);
        while task.last().is_none() {
            task.poll(&Budget::default());
        }
        task.stop();
        assert!(task.is_stopped() && task.work().is_none());
        assert_eq!(task.answers(), [7]);
        // The same question does not start it again, the person does.
        task.ask(Some(7));
        assert!(task.is_stopped());
        task.ask_again();
        task.poll(&Budget::default());
        assert!(task.is_busy());
        task.pause();
        assert_eq!(task.state(), &TaskState::Idle);
        let start = Instant::now();
        while ended.load(Ordering::SeqCst) < 1 && start.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(ended.load(Ordering::SeqCst) >= 1, "the thread has really stopped");
    }

    #[test]
    fn a_version_is_made_into_a_question_once() {
        let mut task = Task::new("version", |_| {}, |n: &u32, job| job.tell(*n));
        let mut made = 0;
        let version = fresh_number();
        for _ in 0..3 {
            task.ask_version(version, || {
                made += 1;
                Some(1)
            });
        }
        settle(&mut task);
        task.ask_version(fresh_number(), || Some(2));
        settle(&mut task);
        assert_eq!((made, task.answers()), (1, &[2][..]));
    }
}
