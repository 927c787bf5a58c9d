//! The results file: one short entry for each analysed game, only ever added to.
//!
//! An entry has 32 bytes: the game's [`key`], the packed [`Summary`], and a check sum. A program that
//! is killed leaves at most a piece of an entry at the end, which the next one cuts off. A game may stand
//! there several times; the deepest analysis counts, and of equal ones the last.

use super::summary::{PACKED, Summary};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

const MARK: &[u8; 8] = b"KIEBITZR";
/// To be raised whenever judgements change their meaning or budgets their size.
const VERSION: u32 = 1;
const HEAD: usize = 16;
const ENTRY: usize = 32;

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
#[derive(Debug, Default)]
pub struct Results {
    summaries: HashMap<u64, Summary>,
    file: Option<File>,
}

impl Results {
    /// Results kept in no file.
    #[must_use]
    pub fn in_memory() -> Results {
        Results::default()
    }

    /// Opens a results file, or begins it. A piece at its end is cut off; a file of another version is
    /// begun anew, since its judgements mean something else.
    ///
    /// # Errors
    /// If the disk refuses, or if the file is something else altogether.
    pub fn open(path: &Path) -> io::Result<Results> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let head = bytes.get(..HEAD);
        if head.is_some_and(|head| !head.starts_with(MARK)) || bytes.len() < HEAD && !is_head_piece(&bytes) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "this is no file of analysis results"));
        }
        let current = head.is_some_and(|head| head[8..12] == VERSION.to_le_bytes());
        if !current {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&self::head())?;
            return Ok(Results { summaries: HashMap::new(), file: Some(file) });
        }
        let entries = &bytes[HEAD..];
        let whole = entries.len() / ENTRY * ENTRY;
        if whole < entries.len() {
            file.set_len((HEAD + whole) as u64)?;
        }
        let mut results = Results { summaries: HashMap::with_capacity(whole / ENTRY), file: None };
        for entry in entries[..whole].chunks_exact(ENTRY) {
            if let Some((key, summary)) = unpacked(entry) {
                results.keep(key, summary);
            }
        }
        results.file = Some(file);
        Ok(results)
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
        match &mut self.file {
            Some(file) => file.write_all(&packed(key, &summary)),
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

fn head() -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..8].copy_from_slice(MARK);
    head[8..12].copy_from_slice(&VERSION.to_le_bytes());
    head[12..].copy_from_slice(&(ENTRY as u32).to_le_bytes());
    head
}

/// Whether a program may have been killed while it wrote the head.
fn is_head_piece(bytes: &[u8]) -> bool {
    let known = bytes.len().min(MARK.len());
    bytes[..known] == MARK[..known]
}

fn packed(key: u64, summary: &Summary) -> [u8; ENTRY] {
    let mut entry = [0; ENTRY];
    entry[..8].copy_from_slice(&key.to_le_bytes());
    entry[8..8 + PACKED].copy_from_slice(&summary.packed());
    let sum = self::key(&entry[..8 + PACKED]) as u32;
    entry[8 + PACKED..].copy_from_slice(&sum.to_le_bytes());
    entry
}

fn unpacked(entry: &[u8]) -> Option<(u64, Summary)> {
    let (content, sum) = entry.split_at_checked(8 + PACKED)?;
    if (key(content) as u32).to_le_bytes() != sum {
        return None;
    }
    let (number, summary) = content.split_at(8);
    Some((u64::from_le_bytes(number.try_into().ok()?), Summary::unpacked(summary.try_into().ok()?)?))
}
