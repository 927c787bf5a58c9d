//! Reading an archive in the background, from its cache if there is a good one.

use super::Text;
use crate::archive::index::cache::{Fingerprint, IndexCache};
use crate::archive::index::{BLOCK, Course, Index, Indexer, PackedRow, Row};
use crate::archive::{PackedText, Packing, SeekTable, Source, Unreadable};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Some rows of an archive, in its own numbering of names.
///
/// ```
/// use kiebitz::archive::{library::Opening, sample};
/// let mut opening = Opening::in_memory(sample()).unwrap();
/// let chunk = opening.step(30).unwrap();
/// assert_eq!((chunk.len(), chunk.names.len(), chunk.unreadable_count), (30, 3, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// The rows that are new, in blocks that the index may share.
    pub(super) rows: Vec<Arc<Vec<PackedRow>>>,
    /// Their cards.
    pub(super) courses: Vec<Arc<Vec<Course>>>,
    /// The names that are new.
    pub names: Vec<String>,
    /// The places that are new.
    pub places: Vec<String>,
    /// Records that could not be read.
    pub unreadable: Vec<Unreadable>,
    /// How many.
    pub unreadable_count: u64,
}

impl Chunk {
    /// How many rows are new.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.iter().map(|block| block.len()).sum()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows that are new.
    pub fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        self.rows.iter().flat_map(|block| block.iter().map(PackedRow::row))
    }
}

/// What has been handed over.
#[derive(Default)]
struct Sent {
    rows: usize,
    names: usize,
    places: usize,
    listed: usize,
    unreadable: u64,
}

enum State {
    Known(Box<Index>),
    Reading(Box<Indexer>),
    Done,
}

/// An archive being opened.
///
/// ```
/// use kiebitz::archive::{library::Opening, sample};
/// let mut opening = Opening::in_memory(sample()).unwrap();
/// let mut games = 0;
/// while let Some(chunk) = opening.step(30) {
///     games += chunk.len();
/// }
/// assert_eq!((games, opening.progress()), (200, Some(1.0)));
/// ```
pub struct Opening {
    path: PathBuf,
    text: Text,
    state: State,
    sent: Sent,
    fingerprint: Option<Fingerprint>,
    /// Where the index is kept.
    cache: Option<IndexCache>,
}

impl Opening {
    /// Opens an archive. `folder` is where indexes are kept; a packed archive is read in place.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn new(path: &Path, folder: &Path) -> io::Result<Opening> {
        let cache = IndexCache::new(folder);
        cache.remove_earlier(folder);
        Opening::with(path, cache)
    }

    /// The same with indexes kept in any way.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn with(path: &Path, cache: IndexCache) -> io::Result<Opening> {
        let fingerprint = Fingerprint::of(path)?;
        let packing = Packing::of_file(path)?;
        let text = |table| match packing {
            Packing::Plain => Text::File(path.to_path_buf()),
            packing => Text::Packed(PackedText::new(path, packing, table)),
        };
        let (text, state) = match cache.load(path, fingerprint) {
            Some((index, table)) => (text(Arc::new(Mutex::new(table))), State::Known(Box::new(index))),
            None => {
                let source = Source::open(path)?;
                let text = text(Arc::clone(&source.table));
                (text, State::Reading(Box::new(Indexer::new(source))))
            }
        };
        Ok(Opening {
            path: path.to_path_buf(),
            text,
            state,
            sent: Sent::default(),
            fingerprint: Some(fingerprint),
            cache: Some(cache),
        })
    }

    /// Opens an archive that is in memory.
    ///
    /// # Errors
    /// Never, as long as the text is not packed.
    pub fn in_memory(text: Arc<[u8]>) -> io::Result<Opening> {
        let source = Source::from_stream(io::Cursor::new(Arc::clone(&text)))?;
        Ok(Opening {
            path: PathBuf::new(),
            text: Text::Memory(text),
            state: State::Reading(Box::new(Indexer::new(source))),
            sent: Sent::default(),
            fingerprint: None,
            cache: None,
        })
    }

    /// What the user opened.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where games can be read from, already while the archive is being read.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    pub(super) fn fingerprint(&self) -> Option<Fingerprint> {
        self.fingerprint
    }

    /// How far the reading has come, from 0 to 1, where the size is known.
    #[must_use]
    pub fn progress(&self) -> Option<f32> {
        match &self.state {
            State::Known(_) => Some(0.0),
            State::Reading(indexer) => indexer.progress(),
            State::Done => Some(1.0),
        }
    }

    /// Reads up to so many records; `None` at the end. An archive that cannot be read on, such as a packed
    /// one that was cut off, ends with the reason among its unreadable records.
    pub fn step(&mut self, records: usize) -> Option<Chunk> {
        match std::mem::replace(&mut self.state, State::Done) {
            State::Done => None,
            State::Known(index) => Some(self.chunk(&index, index.len())),
            State::Reading(mut indexer) => {
                let end = indexer.step(records);
                // In large steps whole blocks are handed over, which both sides can share.
                let read = indexer.index().len();
                let whole =
                    if records >= BLOCK && matches!(end, Ok(true)) { read / BLOCK * BLOCK } else { read };
                let mut chunk = self.chunk(indexer.index(), whole);
                match end {
                    Ok(true) => self.state = State::Reading(indexer),
                    Ok(false) => self.keep(&indexer),
                    Err(error) => {
                        let reason = format!("the archive cannot be read on: {error}");
                        chunk.unreadable.push(Unreadable { line: indexer.line(), reason });
                        chunk.unreadable_count += 1;
                    }
                }
                Some(chunk)
            }
        }
    }

    /// What is new since the last chunk, up to this row.
    fn chunk(&mut self, index: &Index, to: usize) -> Chunk {
        let Sent { rows, names, places, listed, unreadable } = self.sent;
        self.sent = Sent {
            rows: to.max(rows),
            names: index.names.all().len(),
            places: index.places.all().len(),
            listed: index.unreadable.len(),
            unreadable: index.unreadable_count,
        };
        Chunk {
            rows: index.rows.part(rows, to),
            courses: index.courses.part(rows, to),
            names: index.names.all()[names..].to_vec(),
            places: index.places.all()[places..].to_vec(),
            unreadable: index.unreadable[listed..].to_vec(),
            unreadable_count: index.unreadable_count - unreadable,
        }
    }

    /// Keeps the index for the next time, unless the archive has grown meanwhile. If that fails the archive
    /// will be read again, which is no reason to trouble anybody.
    fn keep(&mut self, indexer: &Indexer) {
        let (Some(cache), Some(fingerprint)) = (&self.cache, self.fingerprint) else { return };
        if Fingerprint::of(&self.path).ok() != self.fingerprint {
            return;
        }
        let table = match &self.text {
            Text::Packed(text) => text.table(),
            Text::File(_) | Text::Memory(_) => SeekTable::default(),
        };
        cache.store(&self.path, fingerprint, indexer.index(), &table).ok();
    }
}
