//! What every reader owes to any bytes at all: no panic, no hang, a reason for each refusal, and what it accepts it
//! can write and read again. The property tests beside this file and the targets in `fuzz/` ask the same.

use kiebitz::app::settings_file;
use kiebitz::archive::analysis::{Depth, Results, Summary};
use kiebitz::archive::{Reader, Record, RecordedGame, check, recount};
use kiebitz::deal::{DealSetup, Position, View};
use kiebitz::knowledge::Knowledge;
use kiebitz::player::Tables;
use kiebitz::print::Sheet;
use kiebitz::puzzle::{Language, Puzzle};
use kiebitz::storage::{Cache, RealDisk};
use kiebitz::verify::{Checker, Proof};
use std::path::{Path, PathBuf};

/// Most letters of a message: it quotes a short piece of what is wrong, never the whole.
const LONGEST_MESSAGE: usize = 20_000;

fn is_reason(said: &str) {
    assert!(!said.is_empty() && said.len() < LONGEST_MESSAGE, "{} letters: {said:.200}", said.len());
}

/// Whether a terminal, a sheet or a cell shows it as it is.
fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c != '\n' && (c.is_control() || ('\u{202A}'..='\u{202E}').contains(&c)))
}

/// A position line.
pub fn position(bytes: &[u8]) {
    let line = String::from_utf8_lossy(bytes);
    if let Ok(setup) = line.parse::<DealSetup>() {
        assert_eq!(setup.to_string().parse::<DealSetup>().as_ref(), Ok(&setup), "{line}");
    }
    let proof = Proof {
        version: 1,
        position: line.to_string(),
        goal: if line.contains("contract=N") { "null" } else { "61" }.into(),
        declarer_reaches: true,
        strategy: Vec::new(),
    };
    let verified = Checker::new(&proof);
    if let Err(error) = &verified {
        is_reason(&error.to_string());
    }
    match line.parse::<Position>() {
        Err(problems) => {
            assert!(!problems.0.is_empty());
            is_reason(&problems.to_string());
            assert!(verified.is_err(), "the checker of proofs takes a line that contradicts itself: {line}");
        }
        Ok(mut position) => {
            assert_eq!(position.to_string().parse::<Position>().as_ref(), Ok(&position), "{line}");
            if let View::Seat(seat) = position.view()
                && let Ok(known) = Knowledge::of(&position, seat)
            {
                assert!(known.count() > 0, "{line}");
            }
            // Whatever is accepted is a position: it can be played out.
            let mut cards = 0;
            while let Some(card) = position.playable().iter().next() {
                position.play(card).unwrap_or_else(|problem| panic!("{line}: {problem}"));
                cards += 1;
            }
            assert!(position.turn().is_none() && cards <= 30, "{line}");
        }
    }
}

/// An archive, or a record of one.
pub fn records(bytes: &[u8]) {
    match Record::parse(bytes) {
        Ok(record) => {
            let again = Record::parse(record.to_string().as_bytes());
            assert_eq!(again.as_ref(), Ok(&record));
            recount(&record).map_err(|error| is_reason(&error.to_string())).ok();
            RecordedGame::of(&record).map_err(|error| is_reason(&error.to_string())).ok();
        }
        Err(error) => is_reason(&error.to_string()),
    }
    for item in Reader::new(bytes) {
        item.map_err(|problem| is_reason(&problem.to_string())).ok();
    }
    let found = check(bytes, |_, _| true).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found.games, found.read + found.unreadable_count);
}

/// A puzzle file.
pub fn puzzle(bytes: &[u8]) {
    match Puzzle::parse(&String::from_utf8_lossy(bytes)) {
        Ok(puzzle) => {
            if let Ok(text) = puzzle.to_ron() {
                assert_eq!(Puzzle::parse(&text).ok().as_ref(), Some(&puzzle));
            }
            let sheet = Sheet::new(vec![puzzle], Language::German);
            assert!(is_plain(&sheet.to_text()) && is_plain(&sheet.to_markdown()));
            assert!(sheet.to_svg().iter().all(|page| is_plain(page)));
        }
        Err(error) => is_reason(&error.to_string()),
    }
}

/// A proof file.
pub fn proof(bytes: &[u8]) {
    let proof = match Proof::parse(&String::from_utf8_lossy(bytes)) {
        Ok(proof) => proof,
        Err(error) => return is_reason(&error.to_string()),
    };
    assert_eq!(proof.to_ron().ok().and_then(|text| Proof::parse(&text).ok()).as_ref(), Some(&proof));
    match Checker::new(&proof) {
        Ok(checker) => {
            if let Err(rejection) = checker.check(|points| points < 4096) {
                is_reason(&rejection.to_string());
            }
        }
        Err(error) => is_reason(&error.to_string()),
    }
}

/// Tables of the player.
pub fn tables(bytes: &[u8]) {
    match String::from_utf8_lossy(bytes).parse::<Tables>() {
        Ok(tables) => drop(tables.to_string()),
        Err(error) => is_reason(&error.to_string()),
    }
}

/// A folder for this thread alone, gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(bytes: &[u8], name: &str) -> Folder {
        let thread = format!("{:?}", std::thread::current().id());
        let number: String = thread.chars().filter(char::is_ascii_digit).collect();
        let folder = std::env::temp_dir().join(format!("kiebitz-laws-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{error}"));
        std::fs::write(folder.join(name), bytes).unwrap_or_else(|error| panic!("{error}"));
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// The file of results: what can be read is kept, and it goes on.
pub fn results(bytes: &[u8]) {
    let folder = Folder::new(bytes, "results");
    let path = folder.0.join("results");
    let seen = Results::read_only(&path).unwrap_or_else(|error| panic!("{error}")).len();
    let mut results = Results::open(&path).unwrap_or_else(|error| panic!("{error}"));
    assert!(results.len() >= seen);
    let (all, known) = (results.len(), results.get(1).is_some());
    results.add(1, Summary::unplayed(Depth::Quick)).unwrap_or_else(|error| panic!("{error}"));
    drop(results);
    let again = Results::open(&path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.len(), all + usize::from(!known));
    assert!(again.get(1).is_some());
}

/// The cache that [`cache`] reads.
pub fn a_cache(folder: &Path) -> Cache {
    Cache::new(RealDisk::shared(), folder, *b"KIEBLAWS", 1, "cache", 1 << 20)
}

/// A file of a cache: it is whole, or it is not there.
pub fn cache(bytes: &[u8]) {
    let folder = Folder::new(bytes, "x.cache");
    let cache = a_cache(&folder.0);
    if let Some(content) = cache.get("x") {
        assert!(content.len() <= bytes.len());
        cache.put("y", &content).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(cache.get("y"), Some(content));
    }
    cache.clean_up();
}

/// The settings of the window: whatever stands there, there are settings, and the bad ones are named.
pub fn settings(bytes: &[u8]) {
    let folder = Folder::new(bytes, "settings.json");
    let read = settings_file::read(&kiebitz::storage::DataFolder::open(&folder.0));
    assert!(read.settings.is_some());
    // What is not good is told, or put aside under another name: nothing is lost.
    assert!(read.trouble.is_some() || folder.0.join("settings.json").exists());
}
