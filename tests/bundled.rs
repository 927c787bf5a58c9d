//! The bundled puzzles are those in the folder, and each can be read.

use kiebitz::puzzle::{BUNDLED, Puzzle, bundled};
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
