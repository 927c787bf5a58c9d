//! Several archives as one: a table of games over all of them.
//!
//! Each archive is read in the background by an [`Opening`], which hands over its rows in [`Chunk`]s, so
//! that the first games can be browsed while the rest is being read. The library knows where each row's
//! record stands.

mod export;
mod opening;

pub use export::{ExportError, ExportKind};
pub use opening::{Chunk, Opening};

use super::index::cache::Fingerprint;
use super::index::{GameError, Index, PackedRow, Row};
use super::{PackedText, Record, RecordedGame, Unreadable, game};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the text of an archive is.
///
/// ```
/// use kiebitz::archive::{library::{Opening, Text}, sample};
/// let mut opening = Opening::in_memory(sample()).unwrap();
/// let chunk = opening.step(1).unwrap();
/// assert!(matches!(opening.text(), Text::Memory(_)));
/// assert!(opening.text().record(&chunk.rows().next().unwrap()).unwrap().starts_with(b"(;GM[Skat]"));
/// ```
#[derive(Clone, Debug)]
pub enum Text {
    /// In a file: the archive itself.
    File(PathBuf),
    /// In a packed file, which is unpacked piece by piece.
    Packed(PackedText),
    /// In memory.
    Memory(Arc<[u8]>),
}

impl Text {
    /// The bytes of a row's record.
    ///
    /// # Errors
    /// If the text cannot be read there.
    pub fn record(&self, row: &Row) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; row.length as usize];
        match self {
            Text::File(path) => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(row.offset))?;
                file.read_exact(&mut bytes)?;
            }
            Text::Packed(text) => bytes = text.read(row.offset, bytes.len())?,
            Text::Memory(text) => {
                let start = usize::try_from(row.offset).unwrap_or(usize::MAX);
                let stored = text.get(start..start.saturating_add(bytes.len()));
                bytes.copy_from_slice(stored.ok_or(io::ErrorKind::UnexpectedEof)?);
            }
        }
        Ok(bytes)
    }
}

/// One of the archives.
///
/// ```
/// use kiebitz::archive::{library::{Library, Opening}, sample};
/// let mut library = Library::default();
/// let mut opening = Opening::in_memory(sample()).unwrap();
/// let number = library.begin(&opening);
/// library.extend(number, opening.step(20).unwrap());
/// let part = &library.parts()[0];
/// assert_eq!((part.games, part.unreadable_count, part.has_changed()), (20, 0, false));
/// ```
#[derive(Clone, Debug)]
pub struct Part {
    /// What the user opened; empty for the sample.
    pub path: PathBuf,
    /// Where its text is.
    pub text: Text,
    /// Records that could not be read; at most the first ten thousand.
    pub unreadable: Vec<Unreadable>,
    /// How many there are.
    pub unreadable_count: u64,
    /// Games read so far.
    pub games: u32,
    /// The state in which the file was read.
    fingerprint: Option<Fingerprint>,
    /// The library's numbers of the archive's names and places.
    names: Vec<u32>,
    places: Vec<u32>,
}

impl Part {
    /// Whether the file has changed since it was read, as one does that is still being written.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        self.fingerprint.is_some_and(|known| Fingerprint::of(&self.path).ok() != Some(known))
    }
}

/// The archives that are open.
///
/// ```
/// use kiebitz::archive::{library::{Library, Opening}, sample};
/// let mut library = Library::default();
/// for _ in 0..2 {
///     let mut opening = Opening::in_memory(sample()).unwrap();
///     let part = library.begin(&opening);
///     while let Some(chunk) = opening.step(1_000) {
///         library.extend(part, chunk);
///     }
/// }
/// // Two archives of 200 games: the second begins with the first game once more.
/// assert_eq!(library.index.len(), 400);
/// assert_eq!(library.record(200).unwrap(), library.record(0).unwrap());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The rows of all archives; [`Row::part`] tells which.
    pub index: Index,
    parts: Vec<Part>,
}

impl Library {
    /// The archives, in the order in which they were begun.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The archive of a row.
    #[must_use]
    pub fn part_of(&self, number: u32) -> Option<&Part> {
        self.parts.get(usize::from(self.index.row(number)?.part))
    }

    /// Begins an archive that is being opened; its number goes with each chunk of it.
    pub fn begin(&mut self, opening: &Opening) -> u16 {
        self.parts.push(Part {
            path: opening.path().to_path_buf(),
            text: opening.text().clone(),
            unreadable: Vec::new(),
            unreadable_count: 0,
            games: 0,
            fingerprint: opening.fingerprint(),
            names: Vec::new(),
            places: Vec::new(),
        });
        (self.parts.len() - 1) as u16
    }

    /// Adds what was read of an archive.
    pub fn extend(&mut self, part: u16, chunk: Chunk) {
        let Some(archive) = self.parts.get_mut(usize::from(part)) else { return };
        let Chunk { rows, courses, names, places, unreadable, unreadable_count } = chunk;
        let index = &mut self.index;
        archive.names.extend(names.iter().map(|name| index.names.number(name)));
        archive.places.extend(places.iter().map(|name| index.places.number(name)));
        archive.unreadable.extend(unreadable);
        archive.unreadable_count += unreadable_count;
        archive.games += rows.iter().map(|block| block.len() as u32).sum::<u32>();
        index.unreadable_count += unreadable_count;
        for block in rows {
            // The rows of the first archive are what they were; its blocks are shared.
            if part == 0 {
                index.rows.append(block);
                continue;
            }
            let renamed = |number: u32| archive.names.get(number as usize).copied().unwrap_or(0);
            for packed in block.iter() {
                let mut row = packed.row();
                row.part = part;
                row.players = row.players.map(renamed);
                let place = archive.places.get(usize::from(row.session.place)).copied();
                row.session.place = place.unwrap_or(0) as u16;
                index.rows.push(PackedRow::of(&row));
            }
        }
        courses.into_iter().for_each(|block| index.courses.append(block));
    }

    /// Closes all archives.
    pub fn clear(&mut self) {
        *self = Library::default();
    }

    /// The bytes of a game's record.
    ///
    /// # Errors
    /// If the archive cannot be read there, or has changed since it was read.
    pub fn raw(&self, number: u32) -> Result<Vec<u8>, GameError> {
        let row = self.index.row(number).ok_or(GameError::NoSuchGame(number))?;
        let part = self.part_of(number).ok_or(GameError::NoSuchGame(number))?;
        row.still(part.text.record(&row)?)
    }

    /// A game's record.
    ///
    /// # Errors
    /// If the archive has changed since it was read.
    pub fn record(&self, number: u32) -> Result<Record, GameError> {
        Ok(Record::parse(&self.raw(number)?)?)
    }

    /// A game to step through.
    ///
    /// # Errors
    /// If the archive has changed since it was read, or the record hides cards.
    pub fn game(&self, number: u32) -> Result<(Record, RecordedGame), ShowError> {
        let record = self.record(number)?;
        let game = RecordedGame::of(&record)?;
        Ok((record, game))
    }

    /// Writes the selected games as an archive.
    ///
    /// # Errors
    /// If reading or writing fails, or if an archive has changed since it was read.
    pub fn export_sgf(&self, selection: &[u32], out: &mut impl Write) -> Result<(), GameError> {
        for &number in selection {
            out.write_all(self.raw(number)?.trim_ascii())?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Whether one of the archives is this file.
    #[must_use]
    pub fn holds(&self, path: &Path) -> bool {
        let whole = |path: &Path| path.canonicalize().ok();
        let wanted = whole(path);
        let same = |part: &Part| part.path == path || wanted.is_some() && whole(&part.path) == wanted;
        self.parts.iter().any(same)
    }
}

/// Why a game cannot be shown.
///
/// ```
/// use kiebitz::archive::library::{Library, ShowError};
/// let error = Library::default().game(3).unwrap_err();
/// assert!(matches!(error, ShowError::Read(_)));
/// assert_eq!(error.to_string(), "there is no game 3");
/// ```
#[derive(Debug, thiserror::Error)]
pub enum ShowError {
    /// Its record cannot be read.
    #[error(transparent)]
    Read(#[from] GameError),
    /// It cannot be stepped through.
    #[error(transparent)]
    Game(#[from] game::GameError),
}
