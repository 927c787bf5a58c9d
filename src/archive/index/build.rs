//! Building the index step by step.

use super::{Course, Index, Row};
use crate::archive::reader::{ReadProblem, Reader};
use crate::archive::record::Record;
use crate::archive::recount::recount;
use crate::archive::{Source, Unreadable};
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Longest list of unreadable records that is kept.
const LONGEST_LIST: usize = 10_000;

/// Reads an archive into an index, as many records at a time as asked for.
///
/// ```
/// use kiebitz::archive::{Source, index::Indexer, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let mut indexer = Indexer::new(source);
/// assert!(indexer.step(50).unwrap());
/// assert_eq!(indexer.index().len(), 50);
/// assert_eq!(indexer.finish().unwrap().len(), 200);
/// ```
pub struct Indexer {
    reader: Reader<Box<dyn BufRead + Send>>,
    index: Index,
    size: Option<u64>,
    taken: Arc<AtomicU64>,
}

impl Indexer {
    /// Indexes a source.
    #[must_use]
    pub fn new(source: Source) -> Indexer {
        let Source { text, size, taken, .. } = source;
        Indexer { reader: Reader::new(text), index: Index::default(), size, taken }
    }

    /// Reads up to `records` more; `false` when the archive is at its end.
    ///
    /// # Errors
    /// If the file cannot be read on. The index built so far remains good.
    pub fn step(&mut self, records: usize) -> io::Result<bool> {
        for _ in 0..records {
            match self.reader.next() {
                None => return Ok(false),
                Some(Err(ReadProblem::Io { error, .. })) => return Err(error),
                Some(Err(problem)) => self.bad(problem.line(), problem.to_string()),
                Some(Ok(raw)) => {
                    let parsed = Record::parse(&raw.bytes).map_err(|error| error.to_string());
                    let counted = parsed.and_then(|record| match recount(&record) {
                        Ok(count) => Ok((record, count)),
                        Err(error) => Err(error.to_string()),
                    });
                    match counted {
                        Ok((record, count)) => {
                            let Index { names, places, .. } = &mut self.index;
                            let row = Row::new(&raw, &record, &count, names, places);
                            self.index.push(&row, Course::of(&record, &count));
                        }
                        Err(reason) => self.bad(raw.line, reason),
                    }
                }
            }
        }
        Ok(true)
    }

    fn bad(&mut self, line: u64, reason: String) {
        self.index.unreadable_count += 1;
        if self.index.unreadable.len() < LONGEST_LIST {
            self.index.unreadable.push(Unreadable { line, reason });
        }
    }

    /// The index as far as it is built.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The index as far as it is built, without the rest of the archive.
    #[must_use]
    pub fn into_index(self) -> Index {
        self.index
    }

    /// The line up to which the archive is read.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.reader.line()
    }

    /// How far the reading has come, from 0 to 1, where the size is known.
    #[must_use]
    pub fn progress(&self) -> Option<f32> {
        let size = self.size.filter(|&size| size > 0)?;
        Some((self.taken.load(Ordering::Relaxed) as f32 / size as f32).min(1.0))
    }

    /// Reads everything that is left.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn finish(mut self) -> io::Result<Index> {
        while self.step(usize::MAX)? {}
        Ok(self.index)
    }
}
