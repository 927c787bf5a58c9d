//! The games of an archive that were played, one after the other, as positions after their last card.

use super::game::RecordedGame;
use super::reader::{ReadProblem, Reader};
use super::record::Record;
use super::source::Source;
use crate::deal::Position;
use std::io::{self, BufRead, Cursor};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Goes through an archive with one game in memory. Records that cannot be read or have no contract are
/// passed over.
///
/// ```
/// use kiebitz::archive::FinishedGames;
/// let mut games = FinishedGames::sample().unwrap();
/// let position = games.next().unwrap();
/// assert_eq!(position.history().len(), 30);
/// ```
pub struct FinishedGames {
    reader: Reader<Box<dyn BufRead + Send>>,
    taken: Arc<AtomicU64>,
    size: Option<u64>,
    error: Option<io::Error>,
}

impl FinishedGames {
    /// The games of a file, packed or not.
    ///
    /// # Errors
    /// If the system cannot open it.
    pub fn open(path: &Path) -> io::Result<FinishedGames> {
        Source::open(path).map(FinishedGames::of)
    }

    /// The games of the archive that comes with Kiebitz.
    ///
    /// # Errors
    /// Never in practice: the text is part of the program.
    pub fn sample() -> io::Result<FinishedGames> {
        Source::from_stream(Cursor::new(super::sample())).map(FinishedGames::of)
    }

    fn of(source: Source) -> FinishedGames {
        FinishedGames {
            reader: Reader::new(source.text),
            taken: source.taken,
            size: source.size,
            error: None,
        }
    }

    /// Why the archive could not be read to its end, if so.
    #[must_use]
    pub fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }

    /// The same, at the end.
    #[must_use]
    pub fn into_error(self) -> Option<io::Error> {
        self.error
    }

    /// How much of the file has been read, from 0 to 1; `None` if its size is not known.
    #[must_use]
    pub fn share_read(&self) -> Option<f64> {
        let size = self.size.filter(|size| *size > 0)?;
        Some(self.taken.load(Ordering::Relaxed) as f64 / size as f64)
    }
}

impl Iterator for FinishedGames {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        loop {
            let raw = match self.reader.next()? {
                Ok(raw) => raw,
                Err(ReadProblem::Io { error, .. }) => {
                    self.error = Some(error);
                    return None;
                }
                Err(_) => continue,
            };
            let recorded = Record::parse(&raw.bytes).ok().and_then(|record| RecordedGame::of(&record).ok());
            if let Some(play) = recorded.and_then(|recorded| recorded.play) {
                return Some(play.position(play.cards.len()));
            }
        }
    }
}
