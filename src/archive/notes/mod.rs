//! What a person writes about games: comments, marks on cards, variations and bookmarks.
//!
//! An archive is never changed. Notes stand beside it, in a file with `.notes` behind its name, so that they go where
//! the archive goes when both are copied; and in the person's own folder, so that they are found again when the archive has
//! moved, has another name or packing, or lies where nothing may be written. A game is known by its
//! [key](super::analysis::key) wherever it stands, and of two notes on one game the later counts: an empty one
//! too, or an older copy would bring back what was taken away.
//!
//! A file of notes has one JSON object a line, for people and other programs to read. It is replaced as a whole; lines that
//! cannot be read, and fields that are not known here, are kept as they are.

mod book;
mod note;

pub use book::NoteBook;
pub use note::{CardNote, Mark, Note, NotedLine};

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

/// The file of notes beside an archive.
///
/// ```
/// use kiebitz::archive::notes::beside;
/// assert_eq!(beside("games.sgf.bz2".as_ref()), std::path::Path::new("games.sgf.bz2.notes"));
/// ```
#[must_use]
pub fn beside(archive: &Path) -> PathBuf {
    let mut name = archive.as_os_str().to_os_string();
    name.push(".notes");
    name.into()
}

/// The notes that are known now. Clones share them, so that whoever holds an index sees what is written meanwhile.
///
/// ```
/// use kiebitz::archive::notes::{Note, Notes};
/// let (notes, version) = (Notes::default(), Notes::default().version());
/// notes.clone().put(7, Note { comment: "a fine endgame".into(), ..Note::default() });
/// assert_eq!(notes.get(7).unwrap().comment, "a fine endgame");
/// assert!(notes.get(8).is_none() && notes.version() > version);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Notes(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    book: RwLock<NoteBook>,
    version: AtomicU64,
}

impl PartialEq for Notes {
    fn eq(&self, other: &Notes) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || *self.book() == *other.book()
    }
}

impl Eq for Notes {}

impl Notes {
    fn book(&self) -> RwLockReadGuard<'_, NoteBook> {
        self.0.book.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut NoteBook)) {
        change(&mut self.0.book.write().unwrap_or_else(PoisonError::into_inner));
        self.0.version.fetch_add(1, Ordering::Release);
    }

    /// The note on a game, if somebody has written one.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Note> {
        self.book().get(key).cloned()
    }

    /// Whether there is none at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.book().is_empty()
    }

    /// Something of every note, by the game's key: for looking at millions of games without asking for each.
    #[must_use]
    pub fn all<T>(&self, of: impl Fn(&Note) -> T) -> HashMap<u64, T> {
        self.book().iter().map(|(key, note)| (key, of(note))).collect()
    }

    /// Enters a note, unless a later one is there.
    pub fn put(&self, key: u64, note: Note) {
        self.change(|book| book.put(key, note));
    }

    /// Enters those of a book that are later than what is there.
    pub fn merge(&self, others: &NoteBook) {
        self.change(|book| book.merge(others));
    }

    /// Different whenever a note is.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.0.version.load(Ordering::Acquire)
    }
}
