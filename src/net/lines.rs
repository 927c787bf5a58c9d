//! Bytes to lines, bounded: no line is longer than the limit, and an endless one is an error.

use super::message::LONGEST_LINE;
use std::io::{self, BufRead as _, BufReader, Read};

/// Reads lines from a connection.
///
/// ```
/// use kiebitz::net::LineReader;
/// let mut reader = LineReader::new(&b"time\r\nyell hello\n"[..]);
/// assert_eq!(reader.next_line()?.as_deref(), Some("time"));
/// assert_eq!(reader.next_line()?.as_deref(), Some("yell hello"));
/// assert_eq!(reader.next_line()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct LineReader<R> {
    input: BufReader<R>,
}

impl<R: Read> LineReader<R> {
    /// Lines of this connection.
    pub fn new(input: R) -> LineReader<R> {
        LineReader { input: BufReader::new(input) }
    }

    /// The next line without its end; `None` at the end of the connection.
    ///
    /// # Errors
    /// If the connection breaks, or a line is longer than any that makes sense.
    pub fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        let limit = LONGEST_LINE as u64 + 2;
        if self.input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        match cut(&mut bytes) {
            Some(line) => Ok(Some(line)),
            None if bytes.len() > LONGEST_LINE => Err(too_long()),
            // The connection ended within a line: nobody can tell what it would have been.
            None => Ok(None),
        }
    }
}

fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a line without end")
}

/// Takes the first whole line out of what was received so far.
pub(super) fn cut(bytes: &mut Vec<u8>) -> Option<String> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let rest = bytes.split_off(end + 1);
    let mut line = std::mem::replace(bytes, rest);
    line.pop();
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Some(String::from_utf8_lossy(&line).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes in pieces of some size.
    struct Pieces(Vec<u8>, usize);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len()).min(self.0.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    #[test]
    fn lines_come_out_whole_however_they_arrive() {
        let text = "one\r\ntwo\n\n\u{FC}ber\nrest";
        for size in 1..=text.len() {
            let mut reader = LineReader::new(Pieces(text.as_bytes().to_vec(), size));
            let mut lines = Vec::new();
            while let Some(line) = reader.next_line().unwrap() {
                lines.push(line);
            }
            assert_eq!(lines, ["one", "two", "", "über"]);
        }
    }

    #[test]
    fn an_endless_line_is_an_error() {
        let mut reader = LineReader::new(io::repeat(b'x'));
        assert_eq!(reader.next_line().unwrap_err().kind(), io::ErrorKind::InvalidData);
        let mut long = vec![b'x'; LONGEST_LINE];
        long.extend(b"\n\n");
        let mut reader = LineReader::new(&long[..]);
        assert_eq!(reader.next_line().unwrap().unwrap().len(), LONGEST_LINE);
    }
}
