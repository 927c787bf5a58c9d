//! The puzzle of a day.

use crate::puzzle::question;
use crate::puzzle::{Puzzle, bundled};

/// The number of today, counted from 1970 in universal time.
pub(crate) fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() / 86_400)
}

/// The puzzle of a day from the bundled collection: one that is played with cards.
pub(crate) fn from_collection(day: u64) -> Option<Puzzle> {
    let playable: Vec<Puzzle> = bundled()
        .map(|(_, puzzle)| puzzle)
        .filter(|puzzle| question::kind(puzzle.asks).is_played_for())
        .collect();
    let count = playable.len().max(1) as u64;
    playable.into_iter().nth((day.wrapping_mul(29) % count) as usize)
}
