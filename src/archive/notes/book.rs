//! Notes on many games, and the file they are kept in.

use super::note::Note;
use crate::storage::{Disk, Overwrite, WriteError, write_on};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// No file of notes is larger; one that is, is none.
const MOST_BYTES: u64 = 64 << 20;

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Written {
    key: String,
    #[serde(flatten)]
    note: Note,
    /// What another version writes.
    #[serde(flatten)]
    more: serde_json::Map<String, serde_json::Value>,
}

/// Notes by the game's key.
///
/// ```
/// use kiebitz::archive::notes::{Note, NoteBook};
/// let mut book = NoteBook::default();
/// book.put(7, Note { changed: 2, bookmark: true, ..Note::default() });
/// book.put(7, Note { changed: 1, comment: "an older copy".into(), ..Note::default() });
/// assert!(book.get(7).unwrap().bookmark);
/// assert_eq!(NoteBook::read(&book.bytes()), book);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteBook {
    notes: BTreeMap<u64, Written>,
    /// Lines that cannot be read, as they stood there.
    unread: Vec<Vec<u8>>,
}

impl NoteBook {
    /// Reads the lines of a file. What cannot be read is counted, and written again as it was.
    #[must_use]
    pub fn read(bytes: &[u8]) -> NoteBook {
        let mut book = NoteBook::default();
        for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()) {
            let written = serde_json::from_slice::<Written>(line).ok();
            let keyed =
                written.and_then(|written| Some((u64::from_str_radix(&written.key, 16).ok()?, written)));
            match keyed {
                Some((key, written)) => book.enter(key, written),
                None => book.unread.push(line.to_vec()),
            }
        }
        book
    }

    /// The file.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for written in self.notes.values() {
            if let Ok(line) = serde_json::to_vec(written) {
                bytes.extend(line);
                bytes.push(b'\n');
            }
        }
        for line in &self.unread {
            bytes.extend(line);
            bytes.push(b'\n');
        }
        bytes
    }

    /// Reads a file; without one there are no notes.
    ///
    /// # Errors
    /// If the disk refuses, or if the file is far too large for notes.
    pub fn load(disk: &dyn Disk, path: &Path) -> io::Result<NoteBook> {
        match disk.info(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(NoteBook::default()),
            Ok(info) if info.bytes > MOST_BYTES => return Err(io::ErrorKind::FileTooLarge.into()),
            other => other?,
        };
        Ok(NoteBook::read(&disk.read(path)?))
    }

    /// Writes the file: it is the old one or the whole new one.
    ///
    /// # Errors
    /// If it may not be written or the disk refuses.
    pub fn save(&self, disk: Arc<dyn Disk>, path: &Path) -> Result<(), WriteError> {
        write_on(disk, path, &self.bytes(), Overwrite::Allowed)
    }

    /// Enters notes into a file that somebody else may have changed meanwhile: what is later there stays.
    ///
    /// # Errors
    /// If the file cannot be read, and so not be replaced either, or not be written.
    pub fn add_to<'a>(
        disk: Arc<dyn Disk>,
        path: &Path,
        notes: impl IntoIterator<Item = (u64, &'a Note)>,
    ) -> Result<(), WriteError> {
        let failed = |error| WriteError::Io { path: path.to_path_buf(), error };
        let before = NoteBook::load(&*disk, path).map_err(failed)?;
        let mut book = before.clone();
        for (key, note) in notes {
            book.put(key, note.clone());
        }
        if book == before { Ok(()) } else { book.save(disk, path) }
    }

    fn enter(&mut self, key: u64, written: Written) {
        match self.notes.get_mut(&key) {
            Some(known) if known.note.changed > written.note.changed => {}
            Some(known) => *known = written,
            None => {
                self.notes.insert(key, written);
            }
        }
    }

    /// Enters a note, unless a later one is there. One that says nothing stays too, so that an older one does
    /// not come back from elsewhere.
    pub fn put(&mut self, key: u64, note: Note) {
        let more = self.notes.get(&key).map(|known| known.more.clone()).unwrap_or_default();
        self.enter(key, Written { key: format!("{key:016x}"), note, more });
    }

    /// Enters those that are later than what is there.
    pub fn merge(&mut self, others: &NoteBook) {
        for (&key, written) in &others.notes {
            self.enter(key, written.clone());
        }
    }

    /// The note on a game, if it says something.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<&Note> {
        self.notes.get(&key).map(|written| &written.note).filter(|note| !note.is_empty())
    }

    /// All that say something, by key.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &Note)> {
        self.notes.iter().map(|(&key, written)| (key, &written.note)).filter(|(_, note)| !note.is_empty())
    }

    /// Whether nothing is said of any game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Lines that could not be read.
    #[must_use]
    pub fn unread(&self) -> usize {
        self.unread.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::notes::{CardNote, Mark};
    use crate::storage::RealDisk;
    use crate::storage::testing::Folder;

    fn note(changed: u64, comment: &str) -> Note {
        Note { changed, comment: comment.into(), ..Note::default() }
    }

    #[test]
    fn a_whole_note_comes_back() {
        let mut whole = note(5, "„Grand“ with\nthree lines\tand a \" sign");
        (whole.id, whole.bookmark) = (13577, true);
        whole.set_card(CardNote { card: 12, mark: Some(Mark::Blunder), comment: "♣B!".into() });
        whole.set_card(CardNote { card: 2, mark: Some(Mark::Good), comment: String::new() });
        let line = ["CJ", "HT", "S7"].map(|card| card.parse().unwrap());
        assert_eq!(whole.keep_line(9, &line), 0);
        // The same cards are kept once, and what is said of them stays.
        whole.lines[0].comment = "better".into();
        assert_eq!(whole.keep_line(9, &line), 0);
        let mut book = NoteBook::default();
        book.put(u64::MAX, whole.clone());
        let again = NoteBook::read(&book.bytes());
        assert_eq!((again.get(u64::MAX), again.unread()), (Some(&whole), 0));
        assert_eq!(whole.cards.iter().map(|note| note.card).collect::<Vec<_>>(), [2, 12]);
    }

    #[test]
    fn the_later_note_counts_and_an_empty_one_stays_empty() {
        let (mut ours, mut theirs) = (NoteBook::default(), NoteBook::default());
        ours.put(1, note(5, "ours"));
        theirs.put(1, note(4, "theirs, earlier"));
        ours.put(2, note(5, "ours, earlier"));
        theirs.put(2, note(6, "theirs"));
        // Taken away here, still there in an older copy.
        theirs.put(3, note(1, "old"));
        ours.put(3, note(2, ""));
        let mut both = ours.clone();
        both.merge(&theirs);
        let mut other = theirs.clone();
        other.merge(&ours);
        for book in [both, other] {
            let said = |key: u64| book.get(key).map(|note| note.comment.as_str());
            assert_eq!([said(1), said(2), said(3)], [Some("ours"), Some("theirs"), None]);
            assert_eq!(NoteBook::read(&book.bytes()).get(3), None);
        }
    }

    #[test]
    fn what_is_not_understood_is_written_again() {
        let text = "{\"key\":\"000000000000000a\",\"changed\":3,\"comment\":\"one\",\"stars\":{\"n\":5}}\n\
                    {\"key\":\"zz\",\"changed\":3}\n\
                    half a li\u{fffd}\n\n\
                    {\"key\":\"000000000000000b\",\"changed\":3,\"lines\":[{\"after\":1,\"cards\":[\"X9\"]}]}";
        let mut book = NoteBook::read(text.as_bytes());
        assert_eq!((book.unread(), book.iter().count()), (3, 1));
        book.put(10, note(4, "changed"));
        let written = String::from_utf8(book.bytes()).unwrap();
        for kept in ["\"stars\":{\"n\":5}", "\"zz\"", "half a li", "X9", "changed"] {
            assert!(written.contains(kept), "{kept}: {written}");
        }
        assert_eq!(NoteBook::read(written.as_bytes()), book);
    }

    #[test]
    fn two_windows_write_into_one_file() {
        let folder = Folder::new();
        let path = folder.0.join("games.sgf.notes");
        let add = |key, note: Note| NoteBook::add_to(RealDisk::shared(), &path, [(key, &note)]).unwrap();
        add(1, note(1, "first window"));
        add(2, note(2, "second window"));
        add(1, note(0, "what the second window had read before"));
        let book = NoteBook::load(&RealDisk, &path).unwrap();
        assert_eq!(book.get(1).unwrap().comment, "first window");
        assert_eq!(book.get(2).unwrap().comment, "second window");
        // What cannot be read as a file is not replaced.
        std::fs::create_dir(folder.0.join("folder.notes")).unwrap();
        let path = folder.0.join("folder.notes");
        assert!(NoteBook::add_to(RealDisk::shared(), &path, [(1, &note(1, "x"))]).is_err());
    }
}
