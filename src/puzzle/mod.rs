//! Puzzles: files, their texts, diagrams, and the bundled collection.

mod bundled;
pub mod diagram;
mod file;
pub mod pips;
mod texts;

pub use bundled::{BUNDLED, bundled};
pub use file::{Answer, Asks, PlaceName, Puzzle, PuzzleError, VERSION};
pub use texts::{Language, Texts};
