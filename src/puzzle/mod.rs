//! Puzzles: files, their texts, and the bundled collection.

mod bundled;
mod file;
mod texts;

pub use bundled::{BUNDLED, bundled};
pub use file::{Answer, Asks, PlaceName, Puzzle, PuzzleError, VERSION};
pub use texts::{Language, Texts};
