//! Memory and threads of all background work together.
//!
//! The person says once how much the program may take. Whoever needs a table asks for a [`Share`] and gives it back by
//! dropping it. A share is half of the memory that is left, so that the next one finds something too and the sum of all
//! never exceeds the whole; who finds nothing waits. Of the threads it is all that are left, at least one: a
//! second task must not stand still because a first one counts.

use crate::search::Resources;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The least memory that a share has, in MB: tables smaller than that help nobody.
const LEAST: usize = 4;
/// How often somebody who waits looks whether he is still wanted.
const LOOK: Duration = Duration::from_millis(20);

#[derive(Debug)]
struct Books {
    memory: usize,
    threads: usize,
    memory_out: usize,
    threads_out: usize,
}

/// What all background work may take together; copies speak of the same.
///
/// ```
/// use kiebitz::engine::Budget;
/// let budget = Budget::new(256, 2);
/// let first = budget.share(|| false);
/// let second = budget.share(|| false);
/// // Half of what is left: the sum never exceeds the whole.
/// assert_eq!((first.memory, second.memory), (128, 64));
/// ```
#[derive(Clone, Debug)]
pub struct Budget(Arc<(Mutex<Books>, Condvar)>);

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(256, std::thread::available_parallelism().map_or(2, usize::from))
    }
}

impl Budget {
    /// So many MB and so many threads.
    #[must_use]
    pub fn new(memory: usize, threads: usize) -> Budget {
        let books =
            Books { memory: memory.max(LEAST), threads: threads.max(1), memory_out: 0, threads_out: 0 };
        Budget(Arc::new((Mutex::new(books), Condvar::new())))
    }

    /// Changes the whole; shares that are out are kept until they come back.
    pub fn set(&self, memory: usize, threads: usize) {
        let mut books = self.books();
        if (books.memory, books.threads) != (memory.max(LEAST), threads.max(1)) {
            (books.memory, books.threads) = (memory.max(LEAST), threads.max(1));
            self.0.1.notify_all();
        }
    }

    /// A share of what is left. Waits while nothing is left, unless the work is no longer wanted.
    #[must_use]
    pub fn share(&self, is_stopped: impl Fn() -> bool) -> Share {
        let mut books = self.books();
        while books.memory_out > 0 && books.memory_out + LEAST > books.memory && !is_stopped() {
            books = self.0.1.wait_timeout(books, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        let memory = (books.memory.saturating_sub(books.memory_out) / 2).max(LEAST);
        let threads = books.threads.saturating_sub(books.threads_out).max(1);
        books.memory_out += memory;
        books.threads_out += threads;
        Share { memory, threads, budget: self.clone() }
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Share {
    /// Keeps the memory only, for tables that stay when the work is done: the threads go to others.
    #[must_use]
    pub fn memory_only(mut self) -> Share {
        self.budget.books().threads_out -= std::mem::take(&mut self.threads);
        self
    }
}

/// What one piece of work may take, until it is dropped.
///
/// ```
/// use kiebitz::engine::Budget;
/// let budget = Budget::new(256, 2);
/// let share = budget.share(|| false);
/// assert_eq!((share.memory, share.resources().threads()), (128, 2));
/// // What is dropped is there for the next one.
/// drop(share);
/// assert_eq!(budget.share(|| false).memory, 128);
/// ```
#[derive(Debug)]
pub struct Share {
    /// Memory for tables, in MB.
    pub memory: usize,
    /// Threads.
    pub threads: usize,
    budget: Budget,
}

impl Share {
    /// The same, as solvers take it.
    #[must_use]
    pub fn resources(&self) -> Resources {
        Resources::new(self.memory, self.threads)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut books = self.budget.books();
        books.memory_out -= self.memory;
        books.threads_out -= self.threads;
        self.budget.0.1.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_never_more_than_the_whole() {
        for whole in [4, 5, 16, 33, 256, 8192] {
            let budget = Budget::new(whole, 4);
            let mut shares = Vec::new();
            while shares.iter().map(|share: &Share| share.memory).sum::<usize>() + LEAST <= whole {
                shares.push(budget.share(|| false));
            }
            let sum: usize = shares.iter().map(|share| share.memory).sum();
            assert!(sum <= whole, "{sum} of {whole}");
            assert_eq!(shares[0].threads, 4);
            assert!(shares.iter().skip(1).all(|share| share.threads == 1));
            drop(shares);
            let tables = budget.share(|| false).memory_only();
            // With the smallest budget no memory is left to share: who does not wait still gets all threads.
            assert_eq!(budget.share(|| true).threads, 4);
            drop(tables);
            assert_eq!(budget.share(|| false).memory, (whole / 2).max(LEAST));
        }
    }

    #[test]
    fn who_finds_nothing_waits_and_may_be_stopped() {
        let budget = Budget::new(4, 2);
        let first = budget.share(|| false);
        let waiting = std::thread::spawn({
            let budget = budget.clone();
            move || budget.share(|| false).memory
        });
        std::thread::sleep(Duration::from_millis(60));
        assert!(!waiting.is_finished());
        drop(budget.share(|| true)); // stopped: it does not wait, and does nothing with it
        assert!(!waiting.is_finished());
        drop(first);
        assert_eq!(waiting.join().unwrap(), 4);
    }
}
