//! The results file: one short entry for each analysed game, only ever added to.
//!
//! It is a [`Log`] whose entries hold the game's [`key`] and the packed [`Summary`]. A game may stand there
//! several times; the deepest analysis counts, and of equal ones the last.

use super::summary::{PACKED, Summary};
use crate::storage::{Disk, Log, LogReport, RealDisk};
use serde::Deserialize;
use std::collections::HashMap;
use std::io::{self, BufRead};
use std::path::Path;
use std::sync::Arc;

const MARK: [u8; 8] = *b"KIEBITZR";
/// To be raised whenever judgements change their meaning or budgets their size.
const VERSION: u32 = 2;
const ENTRY: usize = 8 + PACKED;

/// What tells one game from another: a sum over the bytes of its record. It is the same in whatever
/// archive the record stands.
///
/// ```
/// use kiebitz::archive::analysis::key;
/// assert_eq!(key(b"(;ID[7];)\n"), key(b" (;ID[7];)"));
/// assert_ne!(key(b"(;ID[7];)"), key(b"(;ID[8];)"));
/// ```
#[must_use]
pub fn key(record: &[u8]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let record = record.trim_ascii();
    let mut chunks = record.chunks_exact(8);
    let mut sum = (record.len() as u64).wrapping_mul(ODD);
    let mut mix = |word: u64| {
        sum = (sum ^ word).wrapping_mul(ODD);
        sum ^= sum >> 29;
    };
    for chunk in &mut chunks {
        if let Ok(bytes) = chunk.try_into() {
            mix(u64::from_le_bytes(bytes));
        }
    }
    mix(chunks.remainder().iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    mix(ODD >> 7);
    sum
}

/// The results of many games, with the file they are kept in.
///
/// ```
/// use kiebitz::archive::analysis::{Depth, Results, Summary, key};
/// let mut results = Results::in_memory();
/// results.add(key(b"(;ID[7];)"), Summary::unplayed(Depth::Quick)).unwrap();
/// assert!(results.get(key(b"(;ID[7];)")).is_some() && results.get(key(b"(;ID[8];)")).is_none());
/// ```
#[derive(Debug, Default)]
pub struct Results {
    summaries: HashMap<u64, Summary>,
    log: Option<Log>,
    report: LogReport,
}

impl Results {
    /// Results kept in no file.
    #[must_use]
    pub fn in_memory() -> Results {
        Results::default()
    }

    /// Opens a results file, or begins it. What cannot be read is told by [`report`](Results::report); a file
    /// of a newer version, or of something else, is put aside.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn open(path: &Path) -> io::Result<Results> {
        Results::open_on(RealDisk::shared(), path)
    }

    /// The same on any disk.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn open_on(disk: Arc<dyn Disk>, path: &Path) -> io::Result<Results> {
        let mut results = Results::default();
        let (log, report) = Log::open_or_convert(disk, path, MARK, VERSION, earlier, |_, entry| {
            results.hear(entry);
        })?;
        results.log = Some(log);
        results.report = LogReport { damaged: report.damaged + results.report.damaged, ..report };
        Ok(results)
    }

    /// Opens a results file that another window owns: what it holds is known, what is added stays in memory.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn read_only(path: &Path) -> io::Result<Results> {
        let mut results = Results::default();
        let read = Log::open_read_only(&RealDisk, path, MARK, VERSION, |_, entry| results.hear(entry))?;
        results.report = read.map(|(_, report)| report).unwrap_or_default();
        Ok(results)
    }

    /// What was found when the file was opened.
    #[must_use]
    pub fn report(&self) -> &LogReport {
        &self.report
    }

    fn hear(&mut self, entry: &[u8]) {
        match unpacked(entry) {
            Some((key, summary)) => self.keep(key, summary),
            None => self.report.damaged += 1,
        }
    }

    /// How many games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.summaries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.summaries.is_empty()
    }

    /// What is known of the game with this key.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<&Summary> {
        self.summaries.get(&key)
    }

    /// Adds a game, in the file too.
    ///
    /// # Errors
    /// If the disk refuses; the result is kept in memory all the same.
    pub fn add(&mut self, key: u64, summary: Summary) -> io::Result<()> {
        self.keep(key, summary);
        match &mut self.log {
            Some(log) => log.append(&packed(key, &summary)).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Takes over the results that `kiebitz analyse --json` wrote, a line each; lines that say nothing of an
    /// analysis are left out. Tells how many games there were.
    ///
    /// # Errors
    /// If reading or writing fails.
    pub fn import(&mut self, lines: impl BufRead) -> io::Result<u64> {
        let mut games = 0;
        for line in lines.lines() {
            let written: Option<Written> = serde_json::from_str(&line?).ok();
            let found = written.and_then(|written| {
                let key = u64::from_str_radix(&written.key, 16).ok()?;
                Some((key, Summary::from_hex(&written.packed)?))
            });
            if let Some((key, summary)) = found {
                self.add(key, summary)?;
                games += 1;
            }
        }
        Ok(games)
    }

    fn keep(&mut self, key: u64, summary: Summary) {
        let known = self.summaries.entry(key).or_insert(summary);
        if summary.depth >= known.depth {
            *known = summary;
        }
    }
}

/// What is read of a line of JSON.
#[derive(Deserialize)]
struct Written {
    key: String,
    packed: String,
}

fn packed(key: u64, summary: &Summary) -> [u8; ENTRY] {
    let mut entry = [0; ENTRY];
    entry[..8].copy_from_slice(&key.to_le_bytes());
    entry[8..].copy_from_slice(&summary.packed());
    entry
}

fn unpacked(entry: &[u8]) -> Option<(u64, Summary)> {
    let (number, summary) = entry.split_at_checked(8)?;
    Some((u64::from_le_bytes(number.try_into().ok()?), Summary::unpacked(summary.try_into().ok()?)?))
}

/// The entries of a file in the first form: a head of 16 bytes, then 32 for each game, the last four a sum.
fn earlier(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let entries = bytes.strip_prefix(b"KIEBITZR\x01\0\0\0\x20\0\0\0")?;
    let sound = |entry: &&[u8]| (key(&entry[..ENTRY]) as u32).to_le_bytes() == entry[ENTRY..];
    Some(entries.chunks_exact(ENTRY + 4).filter(sound).map(|entry| entry[..ENTRY].to_vec()).collect())
}
