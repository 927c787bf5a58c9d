//! What a solver may take of the machine.
//!
//! Everything that can be made with a size takes it from its caller, as one value. Who is made of several
//! solvers splits what it is given, so that the sum is held:
//!
//! | who | its tables |
//! | --- | --- |
//! | [`open::Solver`](super::open::Solver) | one table, all the memory; one thread |
//! | [`paranoia::Solver`](super::paranoia::Solver) | a table for each thread, equal parts |
//! | [`Prover`](super::proof::Prover) | open and paranoia, a half each |
//! | [`Adversary`](super::adversary::Adversary) | paranoia (a half), open and chance (a quarter each) |
//! | `puzzle::soundness::Checker` | a prover (a half), paranoia (a quarter), open and chance (an eighth each) |
//! | `player::Player` | open, paranoia and chance, a third each, never more than their usual size |
//! | `archive::analysis::Analyst` | open, paranoia and chance, a third each, never more than their usual size |
//! | batches, sweeps, series of games | an equal part for each thread |
//!
//! Tables grow by need, so the memory is a limit and not a price.

use crate::parallel::MOST_THREADS;

/// Memory and threads for one solver, or for all that work on one question together.
///
/// ```
/// use kiebitz::search::{Resources, open, paranoia};
/// let whole = Resources::new(100, 4);
/// let fair = paranoia::Solver::with_resources(whole.part(2)); // 50 MB in four tables
/// let open = open::Solver::with_resources(whole.part(2)); // 50 MB in one
/// assert_eq!(whole.each_thread().memory(), Some(25));
/// # drop((fair, open));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resources {
    memory: Option<usize>,
    threads: usize,
}

/// One thread, and of memory what each solver usually takes.
impl Default for Resources {
    fn default() -> Resources {
        Resources::usual(1)
    }
}

impl Resources {
    /// So many megabytes for tables, all together, and so many threads. There is always at least one of
    /// each, and never more than [`MOST_THREADS`].
    #[must_use]
    pub fn new(megabytes: usize, threads: usize) -> Resources {
        Resources { memory: Some(megabytes.max(1)), threads: threads.clamp(1, MOST_THREADS) }
    }

    /// So many threads, and of memory what each solver usually takes.
    #[must_use]
    pub fn usual(threads: usize) -> Resources {
        Resources { memory: None, threads: threads.clamp(1, MOST_THREADS) }
    }

    /// As many threads as the machine has cores, and of memory what each solver usually takes.
    #[must_use]
    pub fn all_cores() -> Resources {
        Resources::usual(std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Megabytes, if the caller gave a number.
    #[must_use]
    pub fn memory(self) -> Option<usize> {
        self.memory
    }

    /// Threads.
    #[must_use]
    pub fn threads(self) -> usize {
        self.threads
    }

    /// The same threads with one of so many equal parts of the memory.
    #[must_use]
    pub fn part(self, parts: usize) -> Resources {
        Resources { memory: self.memory.map(|memory| memory / parts.max(1)), ..self }
    }

    /// What each of the threads has for itself.
    #[must_use]
    pub fn each_thread(self) -> Resources {
        Resources { threads: 1, ..self.part(self.threads) }
    }

    /// No more threads than this.
    #[must_use]
    pub fn at_most_threads(self, threads: usize) -> Resources {
        Resources { threads: self.threads.min(threads.max(1)), ..self }
    }

    /// What was given, or what is usual.
    pub(crate) fn memory_or(self, usual: usize) -> usize {
        self.memory.unwrap_or(usual)
    }

    /// What is usual, or less if less was given.
    pub(crate) fn memory_up_to(self, usual: usize) -> Resources {
        Resources { memory: Some(self.memory.map_or(usual, |memory| memory.min(usual))), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_never_exceed_the_whole() {
        for memory in [0, 1, 2, 3, 7, 64, 255, 256, 4097] {
            for threads in [0, 1, 2, 3, 8, 300] {
                let whole = Resources::new(memory, threads);
                let each = whole.each_thread();
                assert!(each.memory_or(0) * whole.threads() <= memory.max(1));
                for parts in 1..6 {
                    assert!(whole.part(parts).memory_or(0) * parts <= memory.max(1));
                }
                assert!(each.memory_up_to(36).memory_or(0) <= 36);
            }
        }
        assert_eq!(Resources::new(8, usize::MAX).threads(), MOST_THREADS);
        assert_eq!(Resources::usual(3).each_thread().memory_or(256), 256);
    }
}
