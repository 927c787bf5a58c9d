//! Puzzles: files, their texts, and the bundled collection; and the composer's workshop:
//! [`distributions`] of the cards that are not given, the check for [`soundness`],
//! question and solution in words ([`wording`]), and the generator ([`generate`]).

mod bundled;
pub mod distributions;
pub mod document;
pub mod fewest;
mod file;
pub mod generate;
#[cfg_attr(not(feature = "gui"), allow(dead_code))] // its pips for the screen
pub(crate) mod pips;
pub mod question;
pub mod soundness;
pub mod wording;

pub use crate::words::{Language, Texts};
pub use bundled::{BUNDLED, bundled};
pub use file::{Answer, Asks, PlaceName, PlaceNameError, Puzzle, PuzzleError, Terms, VERSION};
pub(crate) use file::{as_optional_text, as_text};
