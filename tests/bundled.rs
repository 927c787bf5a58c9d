//! The bundled puzzles are those in the folder, and each can be read.

#![allow(clippy::unwrap_used)] // in helpers too: a panic is how a test fails

use kiebitz::cards::Cards;
use kiebitz::deal::{Holding, Position, View};
use kiebitz::puzzle::{Asks, BUNDLED, Puzzle, bundled};
use kiebitz::search::Limits;
use kiebitz::search::open::Solver;
use kiebitz::search::paranoia;
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

/// The answers of puzzles seen from one seat are what can be forced against every deal.
#[test]
fn forced_answers_are_right() {
    let mut solver = paranoia::Solver::new();
    let limits = Limits::none();
    let mut checked = 0;
    for (name, puzzle) in bundled().filter(|(_, puzzle)| puzzle.position.view() != View::Open) {
        let mut position = puzzle.position.clone();
        if puzzle.asks == Asks::Discard {
            position = discarded(&position, puzzle.answer.cards);
        }
        let wins = solver.decide(&position, puzzle.goal(), &limits).unwrap();
        assert_eq!(puzzle.answer.declarer_wins, wins, "{name}");
        if let Some(points) = puzzle.answer.points {
            assert_eq!(solver.value(&position, &limits).unwrap().exact(), Some(points), "{name}");
        }
        if puzzle.asks == Asks::Discard {
            // As it was picked up, with nothing laid away, the same game is not safe.
            assert_eq!(solver.decide(&puzzle.position, puzzle.goal(), &limits), Ok(Some(false)), "{name}");
        }
        checked += 1;
    }
    assert!(checked >= 5);
}

/// The position after the declarer has laid these two cards away instead.
fn discarded(position: &Position, discard: Cards) -> Position {
    let declarer = position.declarer();
    let twelve = position.hand(declarer) | position.skat();
    let mut setup = position.to_setup();
    setup.hands[declarer] = Holding::full(twelve - discard);
    setup.skat = Holding::full(discard);
    setup.validate().unwrap()
}
