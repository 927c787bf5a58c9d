//! `--threads` and `--memory`: one pair of flags for every command that has tables or threads.

use crate::parallel::MOST_THREADS;
use crate::search::Resources;

/// The most memory that can be asked for, in megabytes: a tebibyte.
const MOST_MEMORY: u64 = 1 << 20;

/// What the command may take of the machine.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct ResourceArgs {
    /// Threads, as many as there are cores if not given; the answers do not depend on it
    #[arg(long, value_name = "T", value_parser = threads)]
    threads: Option<usize>,
    /// Memory of all tables together, at most
    #[arg(long, value_name = "MB", alias = "table", value_parser = memory)]
    memory: Option<usize>,
}

impl ResourceArgs {
    /// On all cores, if nothing else is said.
    pub(super) fn all_cores(self) -> Resources {
        self.or_threads(Resources::all_cores().threads())
    }

    /// On so many threads, if nothing else is said.
    pub(super) fn or_threads(self, threads: usize) -> Resources {
        let threads = self.threads.filter(|&threads| threads > 0).unwrap_or(threads);
        self.memory.map_or_else(|| Resources::usual(threads), |memory| Resources::new(memory, threads))
    }
}

/// Memory alone, for commands that work on one thread.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct MemoryArg {
    /// Memory of all tables together, at most
    #[arg(long, value_name = "MB", alias = "table", value_parser = memory)]
    memory: Option<usize>,
}

impl MemoryArg {
    /// On one thread.
    pub(super) fn resources(self) -> Resources {
        self.memory.map_or_else(Resources::default, |memory| Resources::new(memory, 1))
    }
}

fn number(text: &str, most: u64, what: &str) -> Result<usize, String> {
    let wanted = || format!("{what} are a whole number up to {most}");
    let number: u64 = text.trim().parse().map_err(|_| wanted())?;
    if number > most {
        return Err(wanted());
    }
    usize::try_from(number).map_err(|_| wanted())
}

fn threads(text: &str) -> Result<usize, String> {
    number(text, MOST_THREADS as u64, "threads")
}

pub(super) fn memory(text: &str) -> Result<usize, String> {
    number(text, MOST_MEMORY, "megabytes")
}

/// A number that is one: neither infinite nor NaN, and in these bounds.
fn finite(text: &str, low: f64, high: f64) -> Result<f64, String> {
    let wanted = || format!("a number from {low} to {high} is wanted");
    let number: f64 = text.trim().parse().map_err(|_| wanted())?;
    if (low..=high).contains(&number) { Ok(number) } else { Err(wanted()) }
}

/// How much a player thinks.
pub(super) fn effort(text: &str) -> Result<f64, String> {
    finite(text, 0.01, 100.0)
}

/// How many points are added when bidding.
pub(super) fn nerve(text: &str) -> Result<f64, String> {
    finite(text, -1000.0, 1000.0)
}

/// Width of a picture, or dots to an inch.
#[cfg(feature = "print")]
pub(super) fn length(text: &str) -> Result<f32, String> {
    finite(text, 1.0, 100_000.0).map(|number| number as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_numbers_are_refused() {
        for text in ["4294967296", "18446744073709551616", "257", "-1", "1.5", "", "two", "NaN"] {
            assert!(threads(text).is_err(), "{text}");
        }
        assert_eq!((threads("0"), threads(" 256 ")), (Ok(0), Ok(256)));
        assert!(memory("18446744073709551615").is_err() && memory("1048577").is_err());
        for text in ["NaN", "inf", "-inf", "infinity", "1e999", "", "x"] {
            assert!(effort(text).is_err() && nerve(text).is_err(), "{text}");
            #[cfg(feature = "print")]
            assert!(length(text).is_err(), "{text}");
        }
        assert_eq!((effort("0.5"), nerve("-10")), (Ok(0.5), Ok(-10.0)));
    }
}
