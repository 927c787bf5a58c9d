//! Reading what a command is given: a position line, a puzzle file, lines of a batch, or standard input.
//!
//! Nothing here trusts a file to be small, to be text, or to be a file: sizes are bounded, what is no UTF-8
//! is said with its line, and a pipe or device is not waited for where a file is wanted.

use super::{Failure, speech};
use crate::deal::Position;
use crate::knowledge::Assumption;
use crate::plain;
use crate::puzzle::{Language, Puzzle};
use crate::rules::{Goal, Seat};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal as _, Read};
use std::path::Path;

/// The largest puzzle, tables or position that is read.
pub(super) const MOST_TEXT: u64 = 16 << 20;
/// The longest line of a batch.
pub(super) const MOST_LINE: usize = 1 << 20;
/// Bytes after which a line that does not end is given up, and the batch with it.
const ENDLESS: u64 = 1 << 30;

/// The position that the words of a command name: a line (as one argument or as several), a puzzle
/// file (`*.ron`), or `-` for a line on standard input.
pub(super) fn position(words: &[String]) -> Result<Position, Failure> {
    Ok(question(words)?.0)
}

/// The same with what the declarer must reach: a puzzle may ask for more than its contract does.
pub(super) fn question(words: &[String]) -> Result<(Position, Goal), Failure> {
    let position = match words {
        [file] if is_puzzle_file(file) => {
            let puzzle = puzzle(Path::new(file))?;
            let goal = puzzle.goal();
            return Ok((puzzle.position, goal));
        }
        [dash] if dash == "-" => parse(&text(Path::new("-"), MOST_TEXT)?)?,
        words => parse(&words.join(" "))?,
    };
    let goal = position.goal();
    Ok((position, goal))
}

/// Whether a word names a puzzle file.
pub(super) fn is_puzzle_file(word: &str) -> bool {
    !word.contains('=') && Path::new(word).extension().is_some_and(|end| end.eq_ignore_ascii_case("ron"))
}

fn parse(line: &str) -> Result<Position, Failure> {
    line.parse().map_err(|problems| Failure::Input(speech::problems(&problems, &speech::words())))
}

/// Reads a puzzle file.
pub(super) fn puzzle(path: &Path) -> Result<Puzzle, Failure> {
    let text = text(path, MOST_TEXT)?;
    Puzzle::parse(&text)
        .map_err(|error| Failure::Input(format!("{}: {}", path.display(), speech::puzzle_error(&error))))
}

/// The whole text of a file, or with `-` of standard input, without a byte-order mark.
pub(super) fn text(path: &Path, most: u64) -> Result<String, Failure> {
    let failed = |error| Failure::File { path: path.to_path_buf(), error };
    let bad = |reason: String| Failure::Input(format!("{}: {reason}", path.display()));
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        // Asked before it is opened: opening a pipe waits for somebody who writes.
        let meta = std::fs::metadata(path).map_err(failed)?;
        if !meta.is_file() {
            return Err(bad(speech::words().t("cli.no_regular_file").into()));
        }
        File::open(path).map_err(failed)?.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    }
    if bytes.len() as u64 > most {
        return Err(bad(speech::words().fill("cli.text_too_long", &[("n", &(most >> 20))])));
    }
    utf8(bytes).map_err(bad)
}

fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(without_mark(&text).map(ToString::to_string).unwrap_or(text)),
        Err(error) => {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let column = good.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
            Err(speech::words().fill("cli.not_text", &[("line", &line), ("byte", &column)]))
        }
    }
}

/// The text behind a byte-order mark, if there is one.
fn without_mark(text: &str) -> Option<&str> {
    text.strip_prefix('\u{FEFF}')
}

/// Opens what a batch is read from. Pipes do, as the shell makes them; devices other than a terminal do not.
pub(super) fn batch(path: &Path) -> Result<Lines<Box<dyn BufRead>>, Failure> {
    if path == Path::new("-") {
        return Ok(Lines::new(Box::new(io::stdin().lock())));
    }
    let failed = |error| Failure::File { path: path.to_path_buf(), error };
    let meta = std::fs::metadata(path).map_err(failed)?;
    let file = File::open(path).map_err(failed)?;
    if is_device(&meta) && !file.is_terminal() {
        let why = speech::words().t("cli.device");
        return Err(Failure::Input(format!("{}: {why}", path.display())));
    }
    Ok(Lines::new(Box::new(BufReader::new(file))))
}

#[cfg(unix)]
fn is_device(meta: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    meta.file_type().is_char_device() || meta.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_device(_meta: &std::fs::Metadata) -> bool {
    false
}

/// A line of a batch that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BadLine {
    /// A short piece of it.
    pub(super) piece: String,
    /// What is wrong, with the line's number.
    pub(super) reason: String,
}

/// The lines of a batch, each within bounds. A byte-order mark at the start and blanks around a line are
/// dropped, empty lines are left out.
#[derive(Debug)]
pub(super) struct Lines<R> {
    from: R,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(from: R) -> Lines<R> {
        Lines { from, number: 0 }
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Result<String, BadLine>>> {
        loop {
            let mut bytes = Vec::new();
            let read = (&mut self.from).take(MOST_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            let number = self.number;
            let bad = |bytes: &[u8], reason: String| {
                let piece = plain::quote(&String::from_utf8_lossy(&bytes[..bytes.len().min(200)]));
                Ok(Some(Err(BadLine { piece, reason })))
            };
            if bytes.len() > MOST_LINE && bytes.last() != Some(&b'\n') {
                self.skip_line()?;
                let most = MOST_LINE >> 20;
                let reason = speech::words().fill("cli.line_too_long", &[("line", &number), ("n", &most)]);
                return bad(&bytes, reason);
            }
            let text = match std::str::from_utf8(&bytes) {
                Ok(text) => text,
                Err(error) => {
                    let byte = error.valid_up_to() + 1;
                    let reason = speech::words().fill("cli.not_text", &[("line", &number), ("byte", &byte)]);
                    return bad(&bytes, reason);
                }
            };
            let text = if number == 1 { without_mark(text).unwrap_or(text) } else { text };
            if !text.trim().is_empty() {
                return Ok(Some(Ok(text.trim().to_string())));
            }
        }
    }

    /// Drops what is left of a line.
    fn skip_line(&mut self) -> io::Result<()> {
        let mut skipped = 0;
        loop {
            let there = self.from.fill_buf()?;
            let end = there.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(there.len(), |end| end + 1);
            let over = there.is_empty() || end.is_some();
            self.from.consume(length);
            skipped += length as u64;
            if over {
                return Ok(());
            }
            if skipped > ENDLESS {
                let why = speech::words().fill("cli.endless", &[("line", &self.number)]);
                return Err(io::Error::other(why));
            }
        }
    }
}

/// Assumptions named on the command line.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumptions(pub(super) Vec<Assumption>);

/// Reads `all`, or names joined by commas.
pub(super) fn assumptions(text: &str) -> Result<Assumptions, String> {
    if text == "all" {
        return Ok(Assumptions(Assumption::ALL.to_vec()));
    }
    let names = || Assumption::ALL.map(|known| known.to_string()).join(", ");
    let one = |name: &str| {
        let found = Assumption::ALL.into_iter().find(|known| known.to_string() == name.trim());
        found.ok_or_else(|| format!("no assumption '{}'; there are {}, or all", plain::quote(name), names()))
    };
    text.split(',').map(one).collect::<Result<_, _>>().map(Assumptions)
}

/// Reads a seat.
pub(super) fn seat(text: &str) -> Result<Seat, String> {
    Seat::from_letter(text)
        .ok_or_else(|| speech::words().fill("cli.no_seat", &[("text", &plain::quote(text))]))
}

/// Reads `de` or `en`.
pub(super) fn language(text: &str) -> Result<Language, String> {
    match text.to_lowercase().as_str() {
        "de" | "deutsch" | "german" => Ok(Language::German),
        "en" | "english" | "englisch" => Ok(Language::English),
        _ => Err(format!("'{}' is no language: de or en", plain::quote(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Result<String, BadLine>> {
        let mut lines = Lines::new(bytes);
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn one_bad_line_does_not_end_a_batch() {
        let mut bytes = b"\xEF\xBB\xBFfirst\r\n\n  \nbad \xFF byte\n".to_vec();
        bytes.extend(vec![b'x'; 3 * MOST_LINE]);
        bytes.extend(b"\nlast");
        let lines = all(&bytes);
        assert_eq!(lines[0].as_deref(), Ok("first"));
        let reason = |at: usize| lines[at].clone().unwrap_err().reason;
        assert_eq!(reason(1), "line 4, byte 5: this is no UTF-8 text");
        assert_eq!(reason(2), "line 5 is longer than 1 MiB");
        assert!(lines[2].clone().unwrap_err().piece.chars().count() <= 41);
        assert_eq!((lines[3].as_deref(), lines.len()), (Ok("last"), 4));
    }

    #[test]
    fn a_line_may_be_as_long_as_the_bound() {
        let exact = vec![b'x'; MOST_LINE];
        assert_eq!(all(&exact)[0].as_ref().map(String::len), Ok(MOST_LINE));
        assert_eq!(all(&[&exact[..], b"\ny"].concat()).len(), 2);
        assert!(all(&vec![b'x'; MOST_LINE + 1])[0].is_err());
        assert!(all(b"").is_empty());
    }

    #[test]
    fn text_says_where_it_is_no_text() {
        assert_eq!(utf8(b"\xEF\xBB\xBFa".to_vec()), Ok("a".into()));
        assert_eq!(utf8(b"a\nb\xC3".to_vec()), Err("line 2, byte 2: this is no UTF-8 text".into()));
    }
}
