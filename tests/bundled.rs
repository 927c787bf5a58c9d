//! The bundled puzzles are those in the folder, and each can be read.

use kiebitz::deal::View;
use kiebitz::puzzle::{Asks, BUNDLED, Puzzle, bundled};
use kiebitz::search::Limits;
use kiebitz::search::open::Solver;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_file_of_the_folder_is_bundled() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let files: BTreeSet<String> = files.map(|name| name.into_string().unwrap()).collect();
    let names: BTreeSet<String> = BUNDLED.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(files, names);
}

#[test]
fn every_bundled_puzzle_reads_and_speaks_both_languages() {
    for &(name, text) in BUNDLED {
        let puzzle = Puzzle::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        for texts in [&puzzle.title, &puzzle.question] {
            assert!(!texts.de.is_empty() && !texts.en.is_empty(), "{name}");
        }
    }
    assert_eq!(bundled().count(), BUNDLED.len());
}

/// The answers of puzzles with all cards open are what the solver finds.
#[test]
fn open_answers_are_right() {
    let mut solver = Solver::new();
    let limits = Limits::none();
    let mut checked = 0;
    for (name, puzzle) in bundled().filter(|(_, puzzle)| puzzle.position.view() == View::Open) {
        let wins = solver.decide(&puzzle.position, puzzle.goal(), &limits).unwrap();
        assert_eq!(puzzle.answer.declarer_wins, wins, "{name}");
        if let Some(points) = puzzle.answer.points {
            assert_eq!(solver.value(&puzzle.position, &limits).unwrap().exact(), Some(points), "{name}");
        }
        if puzzle.asks == Asks::Card {
            assert_eq!(puzzle.answer.cards, solver.best_cards(&puzzle.position, &limits).unwrap(), "{name}");
        }
        checked += 1;
    }
    assert!(checked >= 8);
}
