//! A disk that fails at the n-th call, for every n and in every way.

use crate::{Folder, archive};
use kiebitz::archive::analysis::{Analyst, Depth, Details, GameAnalysis, Results, Summary};
use kiebitz::archive::index::Indexer;
use kiebitz::archive::index::cache::{Fingerprint, IndexCache};
use kiebitz::archive::library::{ExportKind, Library, Opening};
use kiebitz::archive::notes::{Note, NoteBook};
use kiebitz::archive::{Reader, Record, RecordedGame, SeekTable, Source, sample};
use kiebitz::search::Limits;
use kiebitz::storage::{Disk, Fault, FaultyDisk, Overwrite, write_on};
use std::io;
use std::path::Path;
use std::sync::Arc;

const FAULTS: [Fault; 6] = [
    Fault::Kill,
    Fault::Short,
    Fault::Once(io::ErrorKind::StorageFull),
    Fault::From(io::ErrorKind::StorageFull),
    Fault::Once(io::ErrorKind::PermissionDenied),
    Fault::From(io::ErrorKind::Other),
];

/// Does something once on a sound disk to count its calls, then once for each call and fault, each time in a
/// new folder that `prepare` has filled. `judge` sees the folder afterwards and what was claimed.
fn everywhere<T: std::fmt::Debug>(
    prepare: impl Fn(&Path),
    work: impl Fn(Arc<dyn Disk>, &Path) -> T,
    judge: impl Fn(&Path, T, &str),
) {
    let folder = Folder::new();
    prepare(&folder.0);
    let sound = FaultyDisk::sound();
    let claimed = work(Arc::new(sound.clone()), &folder.0);
    judge(&folder.0, claimed, "sound");
    assert!(sound.calls() >= 3, "{} calls", sound.calls());
    for at in 0..sound.calls() {
        for fault in FAULTS {
            let folder = Folder::new();
            prepare(&folder.0);
            let claimed = work(Arc::new(FaultyDisk::new(at, fault)), &folder.0);
            judge(&folder.0, claimed, &format!("{fault:?} at call {at}"));
        }
    }
}

#[test]
fn texts_that_are_saved_again_and_again() {
    // Puzzles, settings, the recovery copy, the list of solved puzzles: all are written like this.
    for name in ["puzzle.ron", "app.ron", "recovery.ron", "solved.ron"] {
        let texts: Vec<String> =
            (0..4).map(|n| format!("(version: 1, text: \"{}\")", "x".repeat(n * 3000))).collect();
        everywhere(
            |folder| std::fs::write(folder.join(name), &texts[0]).unwrap(),
            |disk, folder| {
                // The last one that was said to be saved.
                let mut claimed = 0;
                for (number, text) in texts.iter().enumerate().skip(1) {
                    let path = folder.join(name);
                    if write_on(Arc::clone(&disk), &path, text.as_bytes(), Overwrite::Allowed).is_ok() {
                        claimed = number;
                    }
                }
                claimed
            },
            |folder, claimed, place| {
                let found = std::fs::read_to_string(folder.join(name)).unwrap();
                let found = texts.iter().position(|text| *text == found);
                // That one, or a later one that the disk did not confirm.
                assert!(found.is_some_and(|found| found >= claimed), "{name}, {place}: {found:?}, {claimed}");
            },
        );
    }
}

fn analysed() -> Vec<(u64, RecordedGame, GameAnalysis)> {
    let text = sample();
    let mut analyst = Analyst::new(Depth::Quick);
    let games = Reader::new(&text[..]).flatten().filter_map(|raw| {
        let game = RecordedGame::of(&Record::parse(&raw.bytes).ok()?).ok()?;
        let found = analyst.analyse(&game, &Limits::none(), |_| {})?;
        Some((raw.offset, game, found))
    });
    games.take(5).collect()
}

#[test]
fn results_and_details() {
    let games = analysed();
    let summary = |found: &GameAnalysis| Summary::of(found, Depth::Quick);
    let (old, new) = games.split_at(2);
    everywhere(
        |folder| {
            let mut results = Results::open(&folder.join("results")).unwrap();
            let mut details = Details::open(&folder.join("details")).unwrap();
            for (key, _, found) in old {
                results.add(*key, summary(found)).unwrap();
                details.put(*key, found).unwrap();
            }
        },
        |disk, folder| {
            let mut claimed = (Vec::new(), Vec::new());
            if let Ok(mut results) = Results::open_on(Arc::clone(&disk), &folder.join("results")) {
                assert_eq!(results.len(), old.len());
                let add = |(key, _, found): &&(u64, RecordedGame, GameAnalysis)| {
                    results.add(*key, summary(found)).is_ok()
                };
                claimed.0 = new.iter().filter(add).map(|(key, ..)| *key).collect();
            }
            if let Ok(mut details) = Details::open_on(disk, &folder.join("details")) {
                let put =
                    |(key, _, found): &&(u64, RecordedGame, GameAnalysis)| details.put(*key, found).is_ok();
                claimed.1 = new.iter().filter(put).map(|(key, ..)| *key).collect();
            }
            claimed
        },
        |folder, (in_results, in_details), place| {
            let results = Results::open(&folder.join("results")).unwrap();
            let mut details = Details::open(&folder.join("details")).unwrap();
            assert!(results.report().is_clean() && details.report().is_clean(), "{place}");
            for (key, game, found) in &games {
                let was_old = old.iter().any(|(known, ..)| known == key);
                let wanted = was_old || in_results.contains(key);
                assert_eq!(results.get(*key), wanted.then_some(&summary(found)), "{place}");
                let wanted = was_old || in_details.contains(key);
                assert_eq!(details.get(*key, game).as_ref(), wanted.then_some(found), "{place}");
            }
        },
    );
}

#[test]
fn the_index_of_an_archive() {
    let text = archive(30, 1);
    let games = |folder: &Path| folder.join("games.sgf");
    everywhere(
        |folder| std::fs::write(games(folder), &text).unwrap(),
        |disk, folder| {
            let index = Indexer::new(Source::open(&games(folder)).unwrap()).finish().unwrap();
            let print = Fingerprint::of(&games(folder)).unwrap();
            let cache = IndexCache::with(disk, &folder.join("cache"), 1 << 20);
            cache.store(&games(folder), print, &index, &SeekTable::default()).is_ok()
        },
        |folder, claimed, place| {
            let print = Fingerprint::of(&games(folder)).unwrap();
            let found = IndexCache::new(&folder.join("cache")).load(&games(folder), print);
            let index = Indexer::new(Source::open(&games(folder)).unwrap()).finish().unwrap();
            assert!(found.is_some() || !claimed, "{place}");
            assert!(found.is_none_or(|(found, _)| found == index), "{place}");
        },
    );
}

#[test]
fn games_saved_from_an_archive() {
    let text = archive(30, 2);
    let open = |folder: &Path| {
        let mut library = Library::default();
        let mut opening = Opening::new(&folder.join("games.sgf"), &folder.join("cache")).unwrap();
        let part = library.begin(&opening);
        while let Some(chunk) = opening.step(100) {
            library.extend(part, chunk);
        }
        library
    };
    everywhere(
        |folder| {
            std::fs::write(folder.join("games.sgf"), &text).unwrap();
            std::fs::write(folder.join("saved.sgf"), "saved before").unwrap();
        },
        |disk, folder| {
            let library = open(folder);
            let (rows, path) = (library.index.all(), folder.join("saved.sgf"));
            library.export(disk, &rows, ExportKind::Sgf, &path, Overwrite::Allowed, || false).is_ok()
        },
        |folder, claimed, place| {
            let found = std::fs::read_to_string(folder.join("saved.sgf")).unwrap();
            assert!(found == text || !claimed && found == "saved before", "{place}: {found:.40}");
            assert_eq!(std::fs::read_to_string(folder.join("games.sgf")).unwrap(), text);
        },
    );
}

#[test]
fn notes_on_games() {
    let note = |changed, text: &str| Note { changed, comment: text.repeat(400), ..Note::default() };
    // What is there before: two notes, and a line that nobody here can read.
    let mut before = NoteBook::default();
    before.put(1, note(1, "one"));
    before.put(2, note(1, "two"));
    let bytes = [&before.bytes()[..], b"from another program\n"].concat();
    let later = [(2, note(2, "two again")), (3, note(2, "three")), (1, note(0, "an older one"))];
    everywhere(
        |folder| std::fs::write(folder.join("games.sgf.notes"), &bytes).unwrap(),
        |disk, folder| {
            let path = folder.join("games.sgf.notes");
            let add = |(key, note): &(u64, Note)| {
                NoteBook::add_to(Arc::clone(&disk), &path, [(*key, note)]).is_ok()
            };
            later.iter().map(add).collect::<Vec<bool>>()
        },
        |folder, claimed, place| {
            let path = folder.join("games.sgf.notes");
            let found = NoteBook::load(&kiebitz::storage::RealDisk, &path).unwrap();
            assert_eq!((found.unread(), found.get(1)), (1, Some(&note(1, "one"))), "{place}");
            let two = found.get(2);
            assert!(two == Some(&later[0].1) || !claimed[0] && two == before.get(2), "{place}");
            let three = found.get(3);
            assert!(three == Some(&later[1].1) || !claimed[1] && three.is_none(), "{place}");
        },
    );
}
