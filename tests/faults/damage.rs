//! Damaged and cut copies of every file that the program writes: opening them works, invents nothing, and says what
//! could not be read.

use crate::{Folder, archive};
use kiebitz::archive::analysis::{Depth, KeptAnalyses, Notice, Results, Summary};
use kiebitz::archive::library::{Library, Opening};
use kiebitz::cards::Dice;
use kiebitz::puzzle::{BUNDLED, Puzzle};
use std::io::Write as _;
use std::path::Path;

/// A copy with a piece missing at the end, a wrong bit, a stretch of zeros, or a stretch gone.
fn damaged(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    let at = dice.below(copy.len() as u64) as usize;
    let end = (at + 1 + dice.below(64) as usize).min(copy.len());
    match dice.below(4) {
        0 => copy.truncate(at),
        1 => copy[at] ^= 1 << dice.below(8),
        2 => copy[at..end].fill(0),
        _ => drop(copy.drain(at..end)),
    }
    copy
}

fn results(rounds: u64) {
    let folder = Folder::new();
    let path = folder.file("analysis.results");
    let summary = |key: u64| Summary { cards: (key % 30) as u8, ..Summary::unplayed(Depth::Quick) };
    let mut file = Results::open(&path).unwrap();
    (0..50).for_each(|key| file.add(key, summary(key)).unwrap());
    drop(file);
    let whole = std::fs::read(&path).unwrap();
    let mut dice = Dice::new(rounds);
    for round in 0..rounds {
        let bytes = damaged(&whole, &mut dice);
        std::fs::write(&path, &bytes).unwrap();
        let kept = KeptAnalyses::open(&folder.0, true);
        let found: Vec<u64> = (0..50).filter(|&key| kept.results.get(key) == Some(&summary(key))).collect();
        // Nothing is invented: whatever is there is one of them.
        assert_eq!(found.len(), kept.results.len(), "round {round}");
        let told = kept.notices.iter().any(|notice| match notice {
            Notice::PutAside { aside, .. } => std::fs::read(&aside.path).is_ok_and(|aside| aside == bytes),
            Notice::Damaged { .. } => true,
            Notice::NotOpened { .. } => false,
        });
        // A lost end is what a killed program leaves; everything else is told.
        // So does an entry that is missing as a whole: nothing shows that it was there.
        let gone = whole.len() - bytes.len() == 40 && found.len() == 49;
        let first: Vec<u64> = (0..found.len() as u64).collect();
        assert!(told || found == first || gone, "round {round}: {found:?}");
        // At most the entries that the damage touches are gone, unless the head is.
        let touched = if bytes.len() < whole.len() { usize::MAX } else { 3 };
        let aside = kept.notices.iter().any(|notice| matches!(notice, Notice::PutAside { .. }));
        assert!(aside || 50 - found.len() <= touched, "round {round}");
        drop(kept);
        // And it goes on.
        let mut file = Results::open(&path).unwrap();
        file.add(99, summary(99)).unwrap();
        drop(file);
        let again = Results::open(&path).unwrap();
        assert!(again.get(99).is_some() && again.len() == found.len() + 1, "round {round}");
        for file in std::fs::read_dir(&folder.0).unwrap() {
            std::fs::remove_file(file.unwrap().path()).unwrap();
        }
    }
}

#[test]
fn results_a_few_times() {
    results(400);
}

#[test]
#[ignore = "takes a minute"]
fn results_many_times() {
    results(20_000);
}

fn opened(path: &Path, cache: &Path) -> Library {
    let mut library = Library::default();
    let mut opening = Opening::new(path, cache).unwrap();
    let part = library.begin(&opening);
    while let Some(chunk) = opening.step(500) {
        library.extend(part, chunk);
    }
    library
}

/// Indexes that are damaged, and archives that are.
fn archives(rounds: u64) {
    let folder = Folder::new();
    let text = archive(120, 3);
    let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    bz.write_all(text.as_bytes()).unwrap();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gz.write_all(text.as_bytes()).unwrap();
    let mut dice = Dice::new(rounds);
    for bytes in [text.clone().into_bytes(), bz.finish().unwrap(), gz.finish().unwrap()] {
        let (path, cache) = (folder.file("games"), folder.file("cache"));
        std::fs::write(&path, &bytes).unwrap();
        let whole = opened(&path, &cache);
        assert_eq!(whole.index.len(), 120);
        let indexes: Vec<_> = std::fs::read_dir(&cache).unwrap().map(|file| file.unwrap().path()).collect();
        let [index] = &indexes[..] else { panic!("{indexes:?}") };
        let stored = std::fs::read(index).unwrap();
        for _ in 0..rounds {
            std::fs::write(index, damaged(&stored, &mut dice)).unwrap();
            let again = opened(&path, &cache);
            assert_eq!(again.index, whole.index);
        }
        for round in 0..rounds {
            let bad = damaged(&bytes, &mut dice);
            std::fs::write(&path, &bad).unwrap();
            let library = opened(&path, &cache);
            let lost = library.index.len() < 120;
            let told = library.index.unreadable_count > 0;
            // A plain text may lose whole records without a trace, and a wrong letter in a name is a name.
            assert!(!lost || told || bytes == text.as_bytes(), "round {round}");
            for number in library.index.all() {
                assert!(library.raw(number).is_ok(), "round {round}, game {number}");
            }
        }
        std::fs::remove_dir_all(&cache).unwrap();
    }
}

#[test]
fn archives_and_indexes_a_few_times() {
    archives(40);
}

#[test]
#[ignore = "takes minutes"]
fn archives_and_indexes_many_times() {
    archives(3000);
}

#[test]
fn puzzles() {
    let mut dice = Dice::new(9);
    for (_, text) in BUNDLED {
        for _ in 0..40 {
            let bytes = damaged(text.as_bytes(), &mut dice);
            if let Err(error) = Puzzle::parse(&String::from_utf8_lossy(&bytes)) {
                assert!(!error.to_string().is_empty());
            }
        }
    }
}
