//! The index of an archive: what a table of games shows, and where each record stands.
//!
//! A game takes 91 bytes, its cards included, and names are kept once: nine million games take 820 MB. The index is
//! built step by step, so that the first games can be browsed while the rest is still being read,
//! and is kept in a [cache file](cache) that is good as long as the archive is unchanged. Copies share what they have in
//! common, so that a job can work on one while the window shows another.

mod blocks;
mod build;
pub mod cache;
mod column;
mod course;
mod date;
mod filter;
mod pack;
mod person;
mod repeated;
mod row;
mod sort;
mod stats;

pub(in crate::archive) use blocks::{BLOCK, Blocks, Sparse};
pub use build::Indexer;
pub use column::Column;
pub use course::Course;
pub use date::{calendar, date_text, period};
pub use filter::{FactFilter, Filter, Merge, Missed, Role, Span, Tri};
pub(in crate::archive) use pack::PackedRow;
pub use person::{Care, PlayerGames, PlayerPage, person_of};
pub use row::{Count, Flags, Names, Row, Session};
pub use stats::{ContractLine, PlayerLine, Stats};

use super::Unreadable;
use super::analysis::{Results, Summary, key};
use super::notes::Notes;
use super::record::{Record, RecordError};
use crate::deal::{DealSetup, Holding, Position, View};
use crate::rules::BySeat;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};

/// The rows and names of one archive.
///
/// ```
/// use kiebitz::archive::{Source, index::{Column, Indexer}, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let index = Indexer::new(source).finish().unwrap();
/// let mut games = index.all();
/// index.sort(&mut games, Column::Value, true);
/// let value = |number: u32| index.row(number).unwrap().value;
/// assert!(value(games[0]) > value(games[199]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    /// One row a readable record, in the order of the file.
    pub(in crate::archive) rows: Blocks<PackedRow>,
    /// The cards of each.
    pub(in crate::archive) courses: Blocks<Course>,
    /// What the analysis found of some.
    found: Sparse<Summary>,
    /// What people wrote about games. It does not belong to the archive, and is kept elsewhere.
    pub notes: Notes,
    /// The players' names.
    pub names: Names,
    /// The servers' names.
    pub places: Names,
    /// Records that could not be read; at most the first ten thousand.
    pub unreadable: Vec<Unreadable>,
    /// How many there are.
    pub unreadable_count: u64,
}

impl Index {
    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The row with this number.
    #[must_use]
    pub fn row(&self, number: u32) -> Option<Row> {
        let row = self.rows.get(number as usize)?.row();
        Some(Row { analysis: self.found.get(number as usize), ..row })
    }

    /// The cards of the game with this number.
    #[must_use]
    pub fn course(&self, number: u32) -> Option<&Course> {
        self.courses.get(number as usize)
    }

    /// The position of a game after so many cards, all cards open; `None` where there was none.
    #[must_use]
    pub fn position(&self, number: u32, cards: usize) -> Option<Position> {
        let (row, course) = (self.row(number)?, self.course(number)?);
        let (contract, declarer) = (row.contract?, row.declarer?);
        if !course.is_known() || course.len() < cards {
            return None;
        }
        let laid = course.laid();
        let skat = if laid.is_empty() { course.skat() } else { laid };
        let setup = DealSetup {
            contract: Some(contract),
            declarer: Some(declarer),
            bid: (row.bid > 0).then_some(row.bid),
            hands: BySeat::from_fn(|seat| Holding::full(course.hand(seat, Some(declarer)))),
            skat: Holding::full(skat),
            view: Some(View::Open),
            ..DealSetup::default()
        };
        let mut position = setup.validate().ok()?;
        course.cards().take(cards).try_for_each(|card| position.play(card)).ok()?;
        Some(position)
    }

    /// Every row, in the order of the file.
    pub fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        (0..self.len() as u32).filter_map(|number| self.row(number))
    }

    /// All numbers of rows, in the order of the file.
    #[must_use]
    pub fn all(&self) -> Vec<u32> {
        (0..self.len() as u32).collect()
    }

    /// Adds a game.
    pub(in crate::archive) fn push(&mut self, row: &Row, course: Course) {
        self.rows.push(PackedRow::of(row));
        self.courses.push(course);
    }

    /// Enters what is known of the games from their analysis; others lose what they had.
    pub fn join(&mut self, results: &Results) {
        self.found.clear();
        if results.is_empty() {
            return;
        }
        for (number, row) in self.rows.iter().enumerate() {
            if let Some(found) = results.get(row.row().key) {
                self.found.set(number, *found);
            }
        }
    }

    /// Enters what the analysis of one game found.
    pub fn enter(&mut self, number: u32, found: Summary) {
        if (number as usize) < self.len() {
            self.found.set(number as usize, found);
        }
    }

    /// Reads one game's record from the unpacked text.
    ///
    /// # Errors
    /// If the text has changed since it was indexed, or cannot be read.
    pub fn record(&self, number: u32, text: &mut File) -> Result<Record, GameError> {
        let row = self.row(number).ok_or(GameError::NoSuchGame(number))?;
        Ok(Record::parse(&raw(&row, text)?)?)
    }

    /// Writes the selected games as an archive.
    ///
    /// # Errors
    /// If reading or writing fails, or if the text has changed since it was indexed.
    pub fn export_sgf(
        &self,
        selection: &[u32],
        text: &mut File,
        out: &mut impl Write,
    ) -> Result<(), GameError> {
        for row in selection.iter().filter_map(|&number| self.row(number)) {
            out.write_all(raw(&row, text)?.trim_ascii())?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

/// Why a game of the index cannot be shown.
///
/// ```
/// use kiebitz::archive::{Source, index::{GameError, Indexer}, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let index = Indexer::new(source).finish().unwrap();
/// // Another game stands now where the row's record stood.
/// let error = index.row(0).unwrap().still(b"(;GM[Skat];)".to_vec()).unwrap_err();
/// assert!(matches!(error, GameError::Changed));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The index has no such row.
    #[error("there is no game {0}")]
    NoSuchGame(u32),
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something else stands there now.
    #[error("the archive has changed since it was read; open it again")]
    Changed,
    /// What stands there is no record any more.
    #[error("the archive has changed: {0}")]
    Record(#[from] RecordError),
}

impl Row {
    /// Hands on the bytes found where this row's record stood, if they are still that record.
    ///
    /// # Errors
    /// If they are something else.
    pub fn still(&self, bytes: Vec<u8>) -> Result<Vec<u8>, GameError> {
        if key(&bytes) == self.key { Ok(bytes) } else { Err(GameError::Changed) }
    }
}

fn raw(row: &Row, text: &mut File) -> Result<Vec<u8>, GameError> {
    let mut bytes = vec![0; row.length as usize];
    text.seek(SeekFrom::Start(row.offset))?;
    text.read_exact(&mut bytes)?;
    row.still(bytes)
}
