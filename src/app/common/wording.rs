//! Words that several workspaces use for puzzles.

use crate::puzzle::Puzzle;
use crate::words::Words;

/// The title, or what there is instead.
#[must_use]
pub fn title(puzzle: &Puzzle, words: &Words) -> String {
    let title = puzzle.title.get(words.language);
    if title.is_empty() { words.t("document.untitled").into() } else { title.into() }
}

/// The text of a grade.
#[must_use]
pub fn difficulty(grade: u8) -> &'static str {
    match grade {
        1 => "difficulty.easy",
        2 => "difficulty.medium",
        _ => "difficulty.hard",
    }
}
