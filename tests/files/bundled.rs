//! The bundled puzzles are those in the folder, and each can be read.

use kiebitz::deal::View;
use kiebitz::puzzle::soundness::{Checker, Depth, Finding};
use kiebitz::puzzle::{Asks, BUNDLED, Puzzle, bundled};
use kiebitz::rules::{Game, Goal, Seat};
use kiebitz::search::{Limits, paranoia};
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

/// Every answer is what the searches find, and where a card is asked for, it is named with all that do as well.
#[test]
fn every_answer_is_right() {
    let mut checker = Checker::new();
    for (name, puzzle) in bundled() {
        let report = checker.check(&puzzle, Depth::ANSWER, &Limits::none()).unwrap();
        assert!(report.is_sound(), "{name}: {:?}", report.findings);
        let is_played = !matches!(puzzle.asks, Asks::Bid | Asks::Announce | Asks::FirstCards | Asks::Cards);
        assert_eq!(report.declarer_wins.is_some(), is_played, "{name}");
        assert!(!report.findings.contains(&Finding::NoAnswer), "{name}");
        if puzzle.asks == Asks::Discard {
            // As it was picked up, with nothing laid away, the same game is not safe.
            let mut solver = paranoia::Solver::new();
            let undone = solver.decide(&puzzle.position, puzzle.goal(), &Limits::none());
            assert_eq!(undone, Ok(Some(false)), "{name}");
        }
    }
}

/// Of every kind of question there is an example, with its solution in words.
#[test]
fn every_kind_has_an_example() {
    // The best chance is asked by puzzles that the generator makes.
    for asks in kiebitz::puzzle::question::ALL.into_iter().filter(|asks| *asks != Asks::Chance) {
        let example = bundled().find(|(_, puzzle)| puzzle.asks == asks);
        let Some((name, puzzle)) = example else { panic!("{asks:?}") };
        let needs_words = !matches!(asks, Asks::Play | Asks::Beat);
        assert!(!needs_words || !puzzle.solution.de.is_empty() && !puzzle.solution.en.is_empty(), "{name}");
    }
}

/// The generated ones are over all games, goals and seats, in three grades, each with one key card.
#[test]
fn the_generated_puzzles_are_of_all_kinds() {
    let made: Vec<(&str, Puzzle)> = bundled().filter(|(name, _)| name.starts_with("kiebitz-")).collect();
    assert!(made.len() >= 30, "{}", made.len());
    let count = |test: &dyn Fn(&Puzzle) -> bool| made.iter().filter(|(_, puzzle)| test(puzzle)).count();
    for game in Game::ALL {
        assert!(count(&|puzzle| puzzle.position.game() == game) >= 3, "{game}");
    }
    for seat in Seat::ALL {
        assert!(count(&|puzzle| puzzle.position.turn() == Some(seat)) >= 5, "{seat}");
    }
    for grade in 1..=3 {
        assert!(count(&|puzzle| puzzle.difficulty == Some(grade)) >= 5, "{grade}");
    }
    for goal in [Goal::Points(61), Goal::SCHNEIDER, Goal::EveryTrick, Goal::NoTrick] {
        assert!(count(&|puzzle| puzzle.goal() == goal) >= 1, "{goal}");
    }
    assert!(count(&|puzzle| puzzle.position.turn() != Some(puzzle.position.declarer())) >= 5);
    assert!(count(&|puzzle| puzzle.position.view() == View::Open) >= 5);
    let titles: BTreeSet<&str> = made.iter().map(|(_, puzzle)| puzzle.title.de.as_str()).collect();
    assert_eq!(titles.len(), made.len(), "a title stands twice");
    for (name, puzzle) in &made {
        assert!(puzzle.asks == Asks::Card && !puzzle.answer.cards.is_empty(), "{name}");
        assert!(!puzzle.solution.de.is_empty() && !puzzle.solution.en.is_empty(), "{name}");
    }
}

/// The grade of a generated puzzle is what the check estimates.
#[test]
fn the_grades_are_those_of_the_estimate() {
    let mut checker = Checker::new();
    for (name, puzzle) in bundled().filter(|(name, _)| name.starts_with("kiebitz-")) {
        let report = checker.check(&puzzle, Depth::LINE, &Limits::none()).unwrap();
        assert_eq!(report.difficulty().map(|found| found.grade()), puzzle.difficulty, "{name}");
    }
}
