//! Work on several threads, its results in order.
//!
//! One loop for everything in Kiebitz that spreads work: items are taken one after the other, each thread
//! has a state of its own, results come back in the order of the items. A panic on some thread is handed to
//! the caller as a value, behind the results of all items before it, so nothing is missing without a word.
//! At most a few results a thread wait for their turn: an item that takes long holds the others back
//! instead of filling the memory.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Items that a thread may be ahead of the one whose result is waited for.
const AHEAD: u64 = 16;

/// Most threads that are ever started. More only wait for each other.
pub const MOST_THREADS: usize = 256;

/// A number that this process has never given before.
#[must_use]
pub fn fresh_number() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Part of the work failed by a fault in the program.
///
/// ```
/// use kiebitz::parallel::Panicked;
/// let panic = std::panic::catch_unwind(|| panic!("no such card")).unwrap_err();
/// assert_eq!(Panicked::of(&*panic).to_string(), "a fault in the program: no such card");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a fault in the program: {0}")]
pub struct Panicked(pub String);

impl Panicked {
    /// What a panic has to say.
    #[must_use]
    pub fn of(panic: &(dyn Any + Send)) -> Panicked {
        let text = panic.downcast_ref::<&str>().map(ToString::to_string);
        Panicked(text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "?".into()))
    }

    /// Panics with the same words on the caller's thread, for those whose answers have no place for a
    /// fault.
    pub fn raise(self) -> ! {
        std::panic::resume_unwind(Box::new(self.0))
    }
}

/// How the work ended, if nothing panicked.
///
/// ```
/// use kiebitz::parallel::{End, in_order};
/// // Whoever takes the results may have enough of them.
/// let end = in_order(0..100, 2, || false, || (), |(), n| n, |n| n < 3);
/// assert_eq!(end, Ok(End::Stopped));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every item was worked on and its result taken.
    All,
    /// `stop` or `take` ended it.
    Stopped,
}

/// How many cores there are to work on.
#[must_use]
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Works on every item and hands the results to `take` in the order of the items.
///
/// `threads` is a budget: there are never more, and no more than [`MOST_THREADS`]; with one, everything
/// happens on the caller's thread. Each makes its own state. `stop` is asked before each item; when it says
/// yes, or `take` says no, nothing new is begun, and what was begun is dropped.
///
/// ```
/// use kiebitz::parallel::{End, in_order};
/// let mut squares = Vec::new();
/// let end = in_order(1..=5, 2, || false, || (), |(), n| n * n, |square| {
///     squares.push(square);
///     true
/// });
/// assert_eq!((end, squares), (Ok(End::All), vec![1, 4, 9, 16, 25]));
/// let end = in_order(0..5, 2, || false, || (), |(), n| assert!(n < 3, "too many"), |()| true);
/// assert_eq!(end.unwrap_err().to_string(), "a fault in the program: too many");
/// ```
///
/// # Errors
/// The panic of the first item that has one; the results before it have been taken.
pub fn in_order<Items, State, Answer>(
    items: Items,
    threads: usize,
    stop: impl Fn() -> bool + Sync,
    state: impl Fn() -> State + Sync,
    work: impl Fn(&mut State, Items::Item) -> Answer + Sync,
    mut take: impl FnMut(Answer) -> bool,
) -> Result<End, Panicked>
where
    Items: IntoIterator,
    Items::IntoIter: Send,
    Answer: Send,
{
    let mut items = items.into_iter();
    let most = items.size_hint().1.unwrap_or(usize::MAX);
    let threads = threads.clamp(1, MOST_THREADS).min(most.max(1));
    if threads > 1 {
        let queue = Queue::new(items, threads as u64 * AHEAD);
        return std::thread::scope(|scope| {
            let worker = || queue.work(&stop, &state, &work);
            let begun = (0..threads).filter(|_| {
                lock(&queue.waiting).working += 1;
                let begun = std::thread::Builder::new().spawn_scoped(scope, worker).is_ok();
                // Where the system has no thread left the others do the work.
                lock(&queue.waiting).working -= usize::from(!begun);
                begun
            });
            if begun.count() == 0 {
                return Err(Panicked("the system has no thread left".into()));
            }
            queue.collect(take)
        });
    }
    let mut own = None;
    loop {
        if stop() {
            return Ok(End::Stopped);
        }
        let next = caught(|| items.next().map(|item| work(own.get_or_insert_with(&state), item)));
        let Some(answer) = next? else { return Ok(End::All) };
        if !take(answer) {
            return Ok(End::Stopped);
        }
    }
}

/// What comes of it, or its panic. A state that panicked is not used again.
fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Panicked::of(panic.as_ref()))
}

/// The items still to be taken and the results that wait for their turn.
struct Queue<Items, Answer> {
    items: Mutex<Numbered<Items>>,
    waiting: Mutex<Waiting<Answer>>,
    /// A result has come, or a thread has ended.
    news: Condvar,
    /// A result was taken: another item may be begun.
    room: Condvar,
    ahead: u64,
}

struct Numbered<Items> {
    items: Items,
    next: u64,
    /// No more are taken: they are used up, or their iterator panicked.
    over: bool,
}

struct Waiting<Answer> {
    results: BTreeMap<u64, Result<Answer, Panicked>>,
    /// The number of the result that is next.
    wanted: u64,
    working: usize,
    over: bool,
    stopped: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<Items: Iterator, Answer> Queue<Items, Answer> {
    fn new(items: Items, ahead: u64) -> Queue<Items, Answer> {
        let waiting =
            Waiting { results: BTreeMap::new(), wanted: 0, working: 0, over: false, stopped: false };
        Queue {
            items: Mutex::new(Numbered { items, next: 0, over: false }),
            waiting: Mutex::new(waiting),
            news: Condvar::new(),
            room: Condvar::new(),
            ahead,
        }
    }

    /// Nothing new is begun from now on.
    fn end(&self, stopped: bool) {
        let mut waiting = lock(&self.waiting);
        waiting.over = true;
        waiting.stopped |= stopped;
        self.room.notify_all();
        self.news.notify_all();
    }

    /// The next item with its number, when it may be begun.
    fn next(&self, stop: &impl Fn() -> bool) -> Option<(u64, Result<Items::Item, Panicked>)> {
        let mut items = lock(&self.items);
        let mut waiting = lock(&self.waiting);
        while !waiting.over && items.next >= waiting.wanted + self.ahead {
            waiting = self.room.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        if waiting.over || items.over {
            return None;
        }
        drop(waiting);
        if stop() {
            self.end(true);
            return None;
        }
        let number = items.next;
        match caught(|| items.items.next()) {
            Ok(Some(item)) => {
                items.next += 1;
                Some((number, Ok(item)))
            }
            Ok(None) => {
                items.over = true;
                None
            }
            Err(panicked) => {
                items.over = true;
                Some((number, Err(panicked)))
            }
        }
    }

    fn work<State>(
        &self,
        stop: &impl Fn() -> bool,
        state: &impl Fn() -> State,
        work: &impl Fn(&mut State, Items::Item) -> Answer,
    ) {
        let mut own = None;
        while let Some((number, item)) = self.next(stop) {
            let result = item.and_then(|item| caught(|| work(own.get_or_insert_with(state), item)));
            let failed = result.is_err();
            let mut waiting = lock(&self.waiting);
            waiting.results.insert(number, result);
            self.news.notify_all();
            if failed {
                break;
            }
        }
        lock(&self.waiting).working -= 1;
        self.news.notify_all();
    }

    /// Takes the results in order until there are no more.
    fn collect(&self, mut take: impl FnMut(Answer) -> bool) -> Result<End, Panicked> {
        // Whatever happens here, a panic of `take` included, the threads are let go.
        let _release = Release(self);
        let mut waiting = lock(&self.waiting);
        loop {
            if waiting.stopped {
                return Ok(End::Stopped);
            }
            let wanted = waiting.wanted;
            match waiting.results.remove(&wanted) {
                Some(result) => {
                    waiting.wanted += 1;
                    self.room.notify_all();
                    drop(waiting);
                    if !take(result?) {
                        return Ok(End::Stopped);
                    }
                    waiting = lock(&self.waiting);
                }
                None if waiting.working == 0 => return Ok(End::All),
                None => waiting = self.news.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

struct Release<'a, Items: Iterator, Answer>(&'a Queue<Items, Answer>);

impl<Items: Iterator, Answer> Drop for Release<'_, Items, Answer> {
    fn drop(&mut self) {
        self.0.end(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
    use std::time::Duration;

    fn squares(threads: usize, count: u64) -> (Result<End, Panicked>, Vec<u64>) {
        let mut found = Vec::new();
        let uneven = |n: u64| std::thread::sleep(Duration::from_micros(n * 7919 % 50));
        let work = |(): &mut (), n: u64| {
            uneven(n);
            n * n
        };
        let end = in_order(
            0..count,
            threads,
            || false,
            || (),
            work,
            |n| {
                found.push(n);
                true
            },
        );
        (end, found)
    }

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        let wanted: Vec<u64> = (0..1000).map(|n| n * n).collect();
        for threads in [0, 1, 2, 3, 8, usize::MAX] {
            assert_eq!(squares(threads, 1000), (Ok(End::All), wanted.clone()));
        }
        assert_eq!(squares(4, 0), (Ok(End::All), Vec::new()));
    }

    #[test]
    fn a_panic_comes_behind_the_results_before_it() {
        for threads in [1, 2, 4] {
            let mut found = Vec::new();
            let work = |(): &mut (), n: u64| {
                assert!(n != 500, "number {n}");
                n
            };
            let end = in_order(
                0..1000,
                threads,
                || false,
                || (),
                work,
                |n| {
                    found.push(n);
                    true
                },
            );
            assert_eq!(end, Err(Panicked("number 500".into())));
            assert_eq!(found, (0..500).collect::<Vec<_>>());
        }
    }

    #[test]
    fn items_and_states_that_panic_are_handed_on_too() {
        for threads in [1, 3] {
            let items = (0..10).inspect(|&n| assert!(n < 5, "no more"));
            let end = in_order(items, threads, || false, || (), |(), n| n, |_| true);
            assert_eq!(end, Err(Panicked("no more".into())));
            let end = in_order(0..10, threads, || false, || panic!("no state"), |(), n| n, |_| true);
            assert_eq!(end, Err(Panicked("no state".into())));
        }
    }

    #[test]
    fn it_stops_when_told_by_either_side() {
        for threads in [1, 3] {
            let begun = AtomicU64::new(0);
            let work = |(): &mut (), n: u64| begun.fetch_max(n, Ordering::Relaxed);
            let stop = || begun.load(Ordering::Relaxed) >= 50;
            let end = in_order(0..u64::MAX, threads, stop, || (), work, |_| true);
            assert_eq!(end, Ok(End::Stopped));
            let mut taken = 0;
            let enough = |_| {
                taken += 1;
                taken < 20
            };
            assert_eq!(in_order(0..u64::MAX, threads, || false, || (), work, enough), Ok(End::Stopped));
            assert_eq!(taken, 20);
        }
    }

    #[test]
    fn a_slow_item_holds_the_others_back() {
        let (made, taken, most) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        let work = |(): &mut (), n: u64| {
            if n == 0 {
                std::thread::sleep(Duration::from_millis(50));
            }
            let waiting = made.fetch_add(1, Ordering::Relaxed) + 1 - taken.load(Ordering::Relaxed);
            most.fetch_max(waiting, Ordering::Relaxed);
        };
        let take = |()| {
            taken.fetch_add(1, Ordering::Relaxed);
            true
        };
        assert_eq!(in_order(0..10_000, 4, || false, || (), work, take), Ok(End::All));
        assert!(most.into_inner() <= 4 * AHEAD + 4);
    }

    #[test]
    fn each_thread_has_a_state_and_no_more_threads_than_items() {
        let states = AtomicUsize::new(0);
        let state = || states.fetch_add(1, Ordering::Relaxed);
        let work = |_: &mut usize, n: u32| std::thread::sleep(Duration::from_millis(u64::from(n)));
        assert_eq!(in_order(vec![1, 2, 3], 100, || false, state, work, |()| true), Ok(End::All));
        assert!(states.into_inner() <= 3);
    }

    #[test]
    fn a_panic_of_the_taker_lets_the_threads_go() {
        let taken = std::panic::catch_unwind(|| {
            in_order(
                0..1_000_000,
                3,
                || false,
                || (),
                |(), n| n,
                |n| {
                    assert_eq!(n, 0, "second");
                    true
                },
            )
        });
        assert!(taken.is_err());
    }
}
