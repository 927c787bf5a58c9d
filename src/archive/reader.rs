//! Finding the records in a stream of text.
//!
//! Real archives are gigabytes long and not always whole, so the reader holds one record at a
//! time, gives up on one that has no end, and goes on at the next line that begins a record.

use std::io::{self, BufRead, Read as _};

/// No record is nearly as long (an average one has 460 bytes); beyond this it is not closed.
const LONGEST: usize = 1 << 16;

/// The bytes of one record, from `(;` to `;)`, and where it begins.
///
/// ```
/// use kiebitz::archive::Reader;
/// let text = b"# two records\n(;GM[Skat];)\n(;GM[Skat]ID[2];)\n";
/// let last = Reader::new(&text[..]).last().unwrap().unwrap();
/// assert_eq!((last.line, last.bytes.as_slice()), (3, &b"(;GM[Skat]ID[2];)"[..]));
/// assert_eq!(last.offset, 27);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawRecord {
    /// Bytes of the text before it.
    pub offset: u64,
    /// Line of the file, from 1.
    pub line: u64,
    /// The record's bytes.
    pub bytes: Vec<u8>,
}

/// A stretch of the file that is no record.
///
/// ```
/// use kiebitz::archive::{ReadProblem, Reader};
/// let mut records = Reader::new(&b"(;GM[Skat]\n(;GM[Skat];)\n"[..]);
/// assert!(matches!(records.next(), Some(Err(ReadProblem::NotClosed { line: 1 }))));
/// assert!(records.next().unwrap().is_ok());
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadProblem {
    /// A record that does not end.
    #[error("the record is not closed with ';)'")]
    NotClosed {
        /// Line where it begins.
        line: u64,
    },
    /// Lines that belong to no record.
    #[error("this is not a game record")]
    Outside {
        /// First of the lines.
        line: u64,
    },
    /// The file cannot be read on.
    #[error("{error}")]
    Io {
        /// Line where reading stopped.
        line: u64,
        /// What the system says.
        error: io::Error,
    },
}

impl ReadProblem {
    /// The line it points at.
    #[must_use]
    pub fn line(&self) -> u64 {
        match self {
            ReadProblem::NotClosed { line }
            | ReadProblem::Outside { line }
            | ReadProblem::Io { line, .. } => *line,
        }
    }
}

/// Iterates over the records of a stream.
///
/// ```
/// use kiebitz::archive::Reader;
/// let text = "# comment\r\n(;GM[Skat];)\n(;GM[Skat]\nID[2];) (;ID[3];)";
/// let lines: Vec<u64> = Reader::new(text.as_bytes()).map(|record| record.unwrap().line).collect();
/// assert_eq!(lines, [2, 3, 4]);
/// ```
pub struct Reader<R> {
    input: R,
    /// The rest of the current line.
    rest: Vec<u8>,
    line: u64,
    bytes: u64,
    /// Whether the last line was reported as lying outside, so that its neighbours are not.
    outside: bool,
    done: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads records from any buffered stream.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, rest: Vec::new(), line: 0, bytes: 0, outside: false, done: false }
    }

    /// How far the reader has come, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How far the reader has come, in lines.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Fills `rest` with the next line, or with a piece of it if it is endless.
    fn next_line(&mut self) -> io::Result<bool> {
        self.rest.clear();
        let count = self.input.by_ref().take(LONGEST as u64).read_until(b'\n', &mut self.rest)?;
        self.bytes += count as u64;
        self.line += 1;
        if self.line == 1 && self.rest.starts_with(b"\xEF\xBB\xBF") {
            self.rest.drain(..3); // the byte-order mark of Windows editors
        }
        Ok(count > 0)
    }

    /// Reads on until the record that begins in `rest` is closed.
    fn record(&mut self) -> Result<RawRecord, ReadProblem> {
        let line = self.line;
        let offset = self.bytes - self.rest.len() as u64;
        let mut bytes = std::mem::take(&mut self.rest);
        let mut scan = Scan::default();
        loop {
            if let Some(end) = scan.end(&bytes) {
                self.rest = bytes.split_off(end);
                return Ok(RawRecord { offset, line, bytes });
            }
            match self.next_line() {
                Err(error) => {
                    self.done = true;
                    return Err(ReadProblem::Io { line: self.line, error });
                }
                Ok(false) => return Err(ReadProblem::NotClosed { line }),
                // A record that begins here closes the door on the one before.
                Ok(true) if self.rest.starts_with(b"(;") || bytes.len() > LONGEST => {
                    return Err(ReadProblem::NotClosed { line });
                }
                Ok(true) => bytes.append(&mut self.rest),
            }
        }
    }
}

/// Looks for `;)` outside brackets, going on where it stopped.
#[derive(Default)]
struct Scan {
    at: usize,
    in_text: bool,
}

impl Scan {
    fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'[' => self.in_text = true,
                b']' if self.in_text && self.at > 0 && bytes[self.at - 1] != b'\\' => self.in_text = false,
                b')' if !self.in_text && self.at > 0 && bytes[self.at - 1] == b';' => {
                    self.at += 1;
                    return Some(self.at);
                }
                _ => {}
            }
            self.at += 1;
        }
        None
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<RawRecord, ReadProblem>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            let blank = self.rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.rest.drain(..blank);
            if self.rest.starts_with(b"(;") {
                self.outside = false;
                return Some(self.record());
            }
            let skip = self.rest.is_empty() || self.rest.starts_with(b"#");
            if !skip && !std::mem::replace(&mut self.outside, true) {
                let line = self.line;
                self.rest.clear();
                return Some(Err(ReadProblem::Outside { line }));
            }
            match self.next_line() {
                Ok(more) => self.done = !more,
                Err(error) => {
                    self.done = true;
                    return Some(Err(ReadProblem::Io { line: self.line, error }));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let show = |item: Result<RawRecord, ReadProblem>| match item {
            Ok(raw) => format!("{} {}", raw.line, String::from_utf8_lossy(&raw.bytes)),
            Err(problem) => format!("{} {problem}", problem.line()),
        };
        Reader::new(text.as_bytes()).map(show).collect()
    }

    #[test]
    fn records_are_found_wherever_they_stand() {
        let text = "\u{FEFF}(;P0[a;)b];)\r\n\r\n# x\n(;P0[\\];)]\nP1[b] ;)(;ID[3];)";
        assert_eq!(read(text), ["1 (;P0[a;)b];)", "4 (;P0[\\];)]\nP1[b] ;)", "5 (;ID[3];)"]);
    }

    #[test]
    fn offsets_lead_back_to_the_record() {
        let text = "\u{FEFF}# x\r\n  (;ID[1];)  (;ID[2]\n;)\n(;ID[3];)";
        let raws: Vec<RawRecord> = Reader::new(text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(raws.len(), 3);
        for raw in raws {
            assert!(text.as_bytes()[raw.offset as usize..].starts_with(&raw.bytes), "{raw:?}");
        }
    }

    #[test]
    fn broken_records_do_not_swallow_their_neighbours() {
        let text = "(;ID[1\n(;ID[2];)\nrubbish\nmore rubbish\n(;ID[3];)\n(;ID[4]";
        assert_eq!(
            read(text),
            [
                "1 the record is not closed with ';)'",
                "2 (;ID[2];)",
                "3 this is not a game record",
                "5 (;ID[3];)",
                "6 the record is not closed with ';)'",
            ]
        );
    }

    #[test]
    fn endless_input_is_cut() {
        let long = "x".repeat(5 * LONGEST);
        assert_eq!(read(&long), ["1 this is not a game record"]);
        let long = format!("(;CO[{long}\n(;ID[2];)");
        let found = read(&long);
        assert_eq!(found.first().map(String::as_str), Some("1 the record is not closed with ';)'"));
        assert!(found.last().unwrap().ends_with("(;ID[2];)"));
    }
}
