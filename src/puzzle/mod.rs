//! Puzzles: files, their texts, diagrams, and the bundled collection; and the composer's workshop:
//! [`distributions`] of the cards that are not given.

mod bundled;
pub mod diagram;
pub mod distributions;
mod file;
pub mod pips;
mod texts;
pub mod words;

pub use bundled::{BUNDLED, bundled};
pub use file::{Answer, Asks, PlaceName, Puzzle, PuzzleError, VERSION};
pub use texts::{Language, Texts};
