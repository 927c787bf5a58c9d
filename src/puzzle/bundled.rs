//! The puzzles that come with Kiebitz, embedded so that one file runs anywhere.

use super::Puzzle;

/// Name and text of each bundled file.
pub const BUNDLED: [(&str, &str); 1] =
    [("paper-example.ron", include_str!("../../puzzles/paper-example.ron"))];

/// The bundled puzzles with their file names. A test reads every one of them, so none is ever
/// left out.
pub fn bundled() -> impl Iterator<Item = (&'static str, Puzzle)> {
    BUNDLED.iter().filter_map(|&(name, text)| Some((name, Puzzle::parse(text).ok()?)))
}
