//! Checking an archive: every record read, played through, and compared with its result.

use super::difference::differences;
use super::reader::{ReadProblem, Reader};
use super::record::Record;
use super::recount::{End, Recount, recount};
use super::result::RecordedResult;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::BufRead;

/// Longest list that a check keeps; beyond it only the numbers grow, and memory does not.
const LONGEST_LIST: usize = 10_000;

/// A record that could not be read.
///
/// ```
/// use kiebitz::archive::check;
/// let found = check(&b"(;GM[Chess];)\n"[..], |_, _| true).unwrap();
/// let unreadable = &found.unreadable[0];
/// assert_eq!((unreadable.line, unreadable.reason.as_str()), (1, "this is a record of 'Chess', not of Skat"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unreadable {
    /// Line of the file where the record begins.
    pub line: u64,
    /// Why.
    pub reason: String,
}

/// A field in which the recorded result differs from the recomputed one.
///
/// ```
/// use kiebitz::archive::{check, sample};
/// // The first game was won and counts 48.
/// let text = String::from_utf8_lossy(&sample()).replacen("v:48", "v:72", 1);
/// let found = check(text.as_bytes(), |_, _| true).unwrap();
/// let difference = &found.differs[0];
/// assert_eq!((difference.field, difference.line), ("value", 1));
/// assert_eq!((difference.recorded.as_str(), difference.computed.as_str()), ("72", "48"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The game's id.
    pub id: String,
    /// Line of the file where the record begins.
    pub line: u64,
    /// Which field: `declarer`, `won`, `value`, `matadors`, `overbid`, `points`, `tricks`,
    /// `schneider`, `schwarz`, or `result` where it is not readable.
    pub field: &'static str,
    /// What the record says.
    pub recorded: String,
    /// What the rules say.
    pub computed: String,
    /// Why, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

/// Games of one kind.
///
/// ```
/// use kiebitz::archive::{check, sample};
/// let found = check(&sample()[..], |_, _| true).unwrap();
/// let grand = found.by_contract["grand"];
/// assert!(grand.won > 0 && grand.won <= grand.games);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ContractCount {
    /// How many.
    pub games: u64,
    /// How many the declarer won, by the rules.
    pub won: u64,
}

/// What a check found.
///
/// ```
/// use kiebitz::archive::{check, sample};
/// let found = check(&sample()[..], |_, _| true).unwrap();
/// assert_eq!((found.games, found.unreadable_count, found.differs_count), (200, 0, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Records, readable or not.
    pub games: u64,
    /// Records read.
    pub read: u64,
    /// Records whose result was recomputed and compared.
    pub compared: u64,
    /// Records that could not be read; at most the first ten thousand.
    pub unreadable: Vec<Unreadable>,
    /// How many there are.
    pub unreadable_count: u64,
    /// Fields that differ; at most the first ten thousand.
    pub differs: Vec<Difference>,
    /// How many there are.
    pub differs_count: u64,
    /// Games by kind: the game's name, `passed`, or `none` where no game came about.
    pub by_contract: BTreeMap<&'static str, ContractCount>,
}

/// Checks a whole stream. `progress` is called after each record with the bytes read so far; the
/// check stops when it answers `false`.
///
/// # Errors
/// None: whatever is wrong, a stream that breaks off included, is part of the finding.
pub fn check(
    input: impl BufRead,
    mut progress: impl FnMut(&Check, u64) -> bool,
) -> Result<Check, std::io::Error> {
    let mut check = Check::default();
    let mut reader = Reader::new(input);
    while let Some(item) = reader.next() {
        match item {
            Ok(raw) => check.record(raw.line, &raw.bytes),
            Err(ReadProblem::Io { line, error }) => {
                check.bad(line, format!("the archive cannot be read on: {error}"));
                break;
            }
            Err(problem) => check.bad(problem.line(), problem.to_string()),
        }
        if !progress(&check, reader.bytes()) {
            break;
        }
    }
    Ok(check)
}

impl Check {
    fn bad(&mut self, line: u64, reason: String) {
        self.games += 1;
        self.unreadable_count += 1;
        if self.unreadable.len() < LONGEST_LIST {
            self.unreadable.push(Unreadable { line, reason });
        }
    }

    fn record(&mut self, line: u64, bytes: &[u8]) {
        let record = match Record::parse(bytes) {
            Ok(record) => record,
            Err(error) => return self.bad(line, error.to_string()),
        };
        let count = match recount(&record) {
            Ok(count) => count,
            Err(error) => return self.bad(line, error.to_string()),
        };
        self.games += 1;
        self.read += 1;
        let kind = match (count.contract, count.end) {
            (Some(contract), _) => contract.game().name(),
            (None, End::Passed) => "passed",
            (None, _) => "none",
        };
        let entry = self.by_contract.entry(kind).or_default();
        entry.games += 1;
        entry.won += u64::from(count.outcome.is_some_and(|outcome| outcome.won));
        self.compare(line, &record, &count);
    }

    fn compare(&mut self, line: u64, record: &Record, count: &Recount) {
        let unknown = matches!(record.result, RecordedResult::Unknown);
        if unknown || matches!(count.end, End::Hidden | End::Unfinished) {
            return;
        }
        self.compared += 1;
        for found in differences(&record.result, count) {
            self.differs_count += 1;
            if self.differs.len() < LONGEST_LIST {
                self.differs.push(Difference {
                    id: record.id.clone().unwrap_or_default(),
                    line,
                    field: found.field,
                    recorded: found.recorded,
                    computed: found.computed,
                    note: found.why.map(|why| why.note()),
                });
            }
        }
    }
}
