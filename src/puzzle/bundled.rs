//! The puzzles that come with Kiebitz, embedded so that one file runs anywhere.

use super::Puzzle;

macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        /// Name and text of each bundled file.
        pub const BUNDLED: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../puzzles/", $name)))),*];
    };
}

embedded![
    "gartenlaube-1887-01.ron",
    "gartenlaube-1887-06.ron",
    "gartenlaube-1887-08.ron",
    "gartenlaube-1887-09-middlehand.ron",
    "gartenlaube-1887-09-rearhand.ron",
    "gartenlaube-1887-11.ron",
    "gartenlaube-1887-12.ron",
    "gartenlaube-1898-10-grand.ron",
    "gartenlaube-1898-10-hearts.ron",
    "grand-ouvert-middlehand.ron",
    "grand-ouvert-rearhand.ron",
    "paper-example.ron",
    "unlosable-clubs-hand.ron",
    "unlosable-grand-hand.ron",
];

/// The bundled puzzles with their file names. A test reads every one of them, so none is ever
/// left out.
pub fn bundled() -> impl Iterator<Item = (&'static str, Puzzle)> {
    BUNDLED.iter().filter_map(|&(name, text)| Some((name, Puzzle::parse(text).ok()?)))
}
