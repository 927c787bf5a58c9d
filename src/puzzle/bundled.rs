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
    "kiebitz-clubs-1.ron",
    "kiebitz-clubs-2.ron",
    "kiebitz-clubs-3.ron",
    "kiebitz-clubs-4.ron",
    "kiebitz-clubs-5.ron",
    "kiebitz-clubs-6.ron",
    "kiebitz-diamonds-1.ron",
    "kiebitz-diamonds-2.ron",
    "kiebitz-diamonds-3.ron",
    "kiebitz-diamonds-4.ron",
    "kiebitz-diamonds-5.ron",
    "kiebitz-grand-1.ron",
    "kiebitz-grand-2.ron",
    "kiebitz-grand-3.ron",
    "kiebitz-grand-4.ron",
    "kiebitz-grand-5.ron",
    "kiebitz-grand-6.ron",
    "kiebitz-grand-7.ron",
    "kiebitz-hearts-1.ron",
    "kiebitz-hearts-2.ron",
    "kiebitz-hearts-3.ron",
    "kiebitz-hearts-4.ron",
    "kiebitz-hearts-5.ron",
    "kiebitz-hearts-6.ron",
    "kiebitz-null-1.ron",
    "kiebitz-null-2.ron",
    "kiebitz-null-3.ron",
    "kiebitz-null-4.ron",
    "kiebitz-null-5.ron",
    "kiebitz-null-6.ron",
    "kiebitz-spades-1.ron",
    "kiebitz-spades-2.ron",
    "kiebitz-spades-3.ron",
    "kiebitz-spades-4.ron",
    "kiebitz-spades-5.ron",
    "chance-clubs-1.ron",
    "chance-clubs-2.ron",
    "chance-clubs-3.ron",
    "chance-diamonds-1.ron",
    "chance-diamonds-2.ron",
    "chance-diamonds-3.ron",
    "chance-grand-1.ron",
    "chance-grand-2.ron",
    "chance-grand-3.ron",
    "chance-grand-4.ron",
    "chance-grand-5.ron",
    "chance-grand-6.ron",
    "chance-grand-7.ron",
    "chance-null-1.ron",
    "chance-spades-1.ron",
    "chance-spades-2.ron",
    "paper-example.ron",
    "skatde-clubs-bid.ron",
    "skatde-clubs-discard.ron",
    "unlosable-clubs-hand.ron",
    "unlosable-grand-hand.ron",
    "exactly-sixty-one.ron",
    "first-card-of-the-skat.ron",
    "skatde-clubs-play.ron",
    "which-game.ron",
];

/// The bundled puzzles with their file names. A test reads every one of them, so none is ever
/// left out.
pub fn bundled() -> impl Iterator<Item = (&'static str, Puzzle)> {
    BUNDLED.iter().filter_map(|&(name, text)| Some((name, Puzzle::parse(text).ok()?)))
}
