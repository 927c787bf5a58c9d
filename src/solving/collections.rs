//! The collections: those that come with Kiebitz, and the person's own folders.

use super::progress::{self, Mark, Progress};
use crate::engine::{JobContext, fresh_number};
use crate::puzzle::document::file::{OpenError, read_text};
use crate::puzzle::{Puzzle, bundled};
use crate::rules::Game;
use crate::words::Words;
use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Files of one folder that are read.
const MOST_FILES: usize = 20_000;

/// A puzzle of the list.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Under which its progress is kept.
    pub key: String,
    /// What a search looks at, in small letters.
    text: String,
}

impl Entry {
    /// The puzzle as an entry.
    #[must_use]
    pub fn new(puzzle: Puzzle) -> Entry {
        let key = progress::key(&puzzle);
        let mut text =
            [&puzzle.title, &puzzle.question].map(|texts| format!("{} {}", texts.de, texts.en)).join(" ");
        text += &format!(" {} {}", puzzle.author, puzzle.source);
        text.extend(puzzle.year.map(|year| format!(" {year}")));
        text.extend(puzzle.tags.iter().map(|tag| format!(" {tag}")));
        Entry { puzzle, key, text: text.to_lowercase() }
    }
}

/// One collection.
#[derive(Debug)]
pub(crate) struct Collection {
    /// Where it is; `None` for what comes with Kiebitz.
    pub folder: Option<PathBuf>,
    /// Its puzzles, by file name.
    pub entries: Vec<Entry>,
    /// Files that cannot be read, and why.
    pub broken: Vec<(String, OpenError)>,
    /// Files that were not read because there are too many.
    pub left_out: usize,
}

impl Collection {
    /// What comes with Kiebitz.
    #[must_use]
    pub fn bundled() -> Collection {
        let entries = bundled().map(|(_, puzzle)| Entry::new(puzzle)).collect();
        Collection { folder: None, entries, broken: Vec::new(), left_out: 0 }
    }

    /// Reads every puzzle file of a folder.
    #[must_use]
    pub fn read(folder: &Path) -> Collection {
        let mut collection =
            Collection { folder: Some(folder.into()), entries: Vec::new(), broken: Vec::new(), left_out: 0 };
        let mut names = match puzzle_files(folder) {
            Ok(names) => names,
            Err(error) => {
                collection.broken.push((folder.display().to_string(), OpenError::Io(error)));
                return collection;
            }
        };
        collection.left_out = names.len().saturating_sub(MOST_FILES);
        names.truncate(MOST_FILES);
        for path in names {
            match read_puzzle(&path) {
                Ok(puzzle) => collection.entries.push(Entry::new(puzzle)),
                Err(error) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    collection.broken.push((name, error));
                }
            }
        }
        collection
    }
}

fn puzzle_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_ron = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"));
        if is_ron && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read_puzzle(path: &Path) -> Result<Puzzle, OpenError> {
    let text = read_text(path).map_err(OpenError::Io)?;
    Puzzle::parse(text.trim_start_matches('\u{feff}')).map_err(OpenError::Puzzle)
}

/// Games as the list tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Suit games.
    Suit,
    /// Grand.
    Grand,
    /// Null.
    Null,
}

impl Kind {
    fn of(game: Game) -> Kind {
        match game {
            Game::Suit(_) => Kind::Suit,
            Game::Grand => Kind::Grand,
            Game::Null => Kind::Null,
        }
    }
}

/// What the list shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Filter {
    /// Words that must all occur.
    pub text: String,
    /// Only these games.
    pub kind: Option<Kind>,
    /// Only this difficulty.
    pub grade: Option<u8>,
    /// Only solved ones, or only unsolved ones.
    pub solved: Option<bool>,
}

impl Filter {
    /// Whether a puzzle is shown.
    #[must_use]
    pub fn passes(&self, entry: &Entry, mark: Mark, words: &Words) -> bool {
        let puzzle = &entry.puzzle;
        self.kind.is_none_or(|kind| kind == Kind::of(puzzle.position.game()))
            && self.grade.is_none_or(|grade| puzzle.difficulty == Some(grade))
            && self.solved.is_none_or(|solved| mark.solved == solved)
            && self.finds(entry, words)
    }

    fn finds(&self, entry: &Entry, words: &Words) -> bool {
        let contract = || words.contract(entry.puzzle.position.contract()).to_lowercase();
        let mut wanted = self.text.split_whitespace().map(str::to_lowercase);
        wanted.all(|word| entry.text.contains(&word) || contract().contains(&word))
    }
}

/// What the filter leaves, and how many puzzles of each collection are solved.
#[derive(Debug)]
pub(crate) struct Shown {
    /// The puzzles, in order.
    pub puzzles: Vec<At>,
    /// Solved ones of each collection.
    pub solved: Vec<usize>,
}

/// What [`Shown`] depends on: the collections, the progress, the filter, the words.
type ShownKey = (u64, u64, Filter, Words);

/// All collections.
#[derive(Debug)]
pub(crate) struct Collections {
    /// What comes with Kiebitz, then the folders.
    pub collections: Vec<Collection>,
    /// What is shown.
    pub filter: Filter,
    /// Another one whenever the collections change.
    version: u64,
    /// The list is drawn sixty times a second, and filtered only when something has changed.
    shown: RefCell<Option<(ShownKey, Rc<Shown>)>>,
}

/// Which puzzle: number of the collection, number within it.
pub(crate) type At = (usize, usize);

impl Collections {
    /// What comes with Kiebitz.
    #[must_use]
    pub fn new() -> Collections {
        Collections {
            collections: vec![Collection::bundled()],
            filter: Filter::default(),
            version: fresh_number(),
            shown: RefCell::default(),
        }
    }

    /// A folder has been read: it takes its place, or the place of an earlier reading.
    pub fn put(&mut self, collection: Collection) {
        self.version = fresh_number();
        let old = self.collections.iter().position(|known| known.folder == collection.folder);
        match old {
            Some(at) => self.collections[at] = collection,
            None => self.collections.push(collection),
        }
    }

    /// Takes a folder off the list.
    pub fn remove(&mut self, folder: &Path) {
        self.version = fresh_number();
        self.collections.retain(|known| known.folder.as_deref() != Some(folder));
    }

    /// A puzzle.
    #[must_use]
    pub fn entry(&self, (collection, number): At) -> Option<&Entry> {
        self.collections.get(collection)?.entries.get(number)
    }

    /// What the filter leaves.
    #[must_use]
    pub fn shown(&self, progress: &Progress, words: &Words) -> Rc<Shown> {
        let mut known = self.shown.borrow_mut();
        let state = (self.version, progress.version(), &self.filter, words);
        match &*known {
            Some(((collections, solved, filter, old), shown))
                if state == (*collections, *solved, filter, old) =>
            {
                Rc::clone(shown)
            }
            _ => {
                let shown = Rc::new(self.filtered(progress, words));
                let key = (self.version, progress.version(), self.filter.clone(), *words);
                *known = Some((key, Rc::clone(&shown)));
                shown
            }
        }
    }

    fn filtered(&self, progress: &Progress, words: &Words) -> Shown {
        let mut shown = Shown { puzzles: Vec::new(), solved: vec![0; self.collections.len()] };
        let wanted = self.filter.text.trim().to_lowercase();
        for (c, collection) in self.collections.iter().enumerate() {
            for (n, entry) in collection.entries.iter().enumerate() {
                let mark = progress.mark(&entry.key);
                shown.solved[c] += usize::from(mark.solved);
                if self.filter.passes(entry, mark, words) {
                    shown.puzzles.push((c, n));
                }
            }
        }
        // Whoever types a title wants that puzzle first, not another one whose question has the same words.
        if !wanted.is_empty() {
            shown.puzzles.sort_by_key(|&at| {
                let title = self.entry(at).map(|entry| entry.puzzle.title.get(words.language).to_lowercase());
                (at.0, !title.is_some_and(|title| title.contains(&wanted)))
            });
        }
        shown
    }

    /// The puzzle `step` places after the one with this key, among those shown; the first or last shown
    /// if that one is not.
    #[must_use]
    pub fn neighbour(
        &self,
        key: Option<&str>,
        step: isize,
        progress: &Progress,
        words: &Words,
    ) -> Option<At> {
        let shown = &self.shown(progress, words).puzzles;
        let is_here = |at: &At| self.entry(*at).is_some_and(|entry| Some(entry.key.as_str()) == key);
        match shown.iter().position(is_here) {
            Some(at) => shown.get(at.checked_add_signed(step)?).copied(),
            None if step > 0 => shown.first().copied(),
            None => shown.last().copied(),
        }
    }
}

/// Reads folders, one after the other. Runs on a background thread.
pub(crate) fn read_folders(folders: &[PathBuf], job: &JobContext<Collection>) {
    for folder in folders {
        if job.monitor().is_stopped() {
            return;
        }
        job.tell(Collection::read(folder));
    }
}
