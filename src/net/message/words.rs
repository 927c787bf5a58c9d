//! The words that lines are made of.

use std::fmt;
use std::str::FromStr;

/// Goes through a line word by word; what is left can be taken as free text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    pub(crate) fn of(line: &'a str) -> Words<'a> {
        Words(line)
    }

    /// The next word, read as a number or whatever is wanted.
    pub(crate) fn read<T: FromStr>(&mut self) -> Option<T> {
        self.next()?.parse().ok()
    }

    /// 0 or 1.
    pub(crate) fn flag(&mut self) -> Option<bool> {
        Some(self.next()? != "0")
    }

    /// The rest of the line behind one blank, for free text.
    pub(crate) fn rest(self) -> &'a str {
        self.0.strip_prefix(' ').unwrap_or(self.0)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let line = self.0.trim_start();
        let end = line.find(char::is_whitespace).unwrap_or(line.len());
        let (word, rest) = line.split_at(end);
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// Time that is left, in tenths of a second. It may be below zero.
///
/// ```
/// use kiebitz::net::message::Clock;
/// let clock: Clock = "239.7".parse().unwrap();
/// assert_eq!((clock, clock.to_string()), (Clock(2397), "239.7".to_string()));
/// assert_eq!(Clock(-3).to_string(), "-0.3");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clock(pub i64);

impl Clock {
    /// The time in seconds.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.0 as f64 / 10.0
    }

    /// So many milliseconds.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Clock {
        Clock(millis.div_euclid(100))
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.0.unsigned_abs();
        write!(f, "{}{}.{}", if self.0 < 0 { "-" } else { "" }, tenths / 10, tenths % 10)
    }
}

/// A word that is no time.
///
/// ```
/// use kiebitz::net::message::Clock;
/// assert_eq!("soon".parse::<Clock>().unwrap_err().to_string(), "this is no time");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no time")]
pub struct NoClock;

impl FromStr for Clock {
    type Err = NoClock;

    fn from_str(text: &str) -> Result<Clock, NoClock> {
        let seconds: f64 = text.parse().map_err(|_| NoClock)?;
        if seconds.is_finite() && seconds.abs() < 1e9 {
            Ok(Clock((seconds * 10.0).round() as i64))
        } else {
            Err(NoClock)
        }
    }
}

/// Whether somebody may have this name: a letter, then two to fifteen printable characters other than `:`. (The server's
/// own rule for new accounts ends at eight characters; longer names are in its records.)
#[must_use]
pub fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    (3..=16).contains(&text.len())
        && bytes.next().is_some_and(|first| first.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_graphic() && byte != b':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_the_rest() {
        let mut words = Words::of("tell anna  hello   there ");
        assert_eq!((words.next(), words.next()), (Some("tell"), Some("anna")));
        assert_eq!(words.rest(), " hello   there ");
        assert_eq!(Words::of("  \t").next(), None);
    }

    #[test]
    fn clocks_read_back() {
        for tenths in [-2400, -11, -10, -9, -1, 0, 1, 9, 10, 2400, 123_456] {
            assert_eq!(Clock(tenths).to_string().parse(), Ok(Clock(tenths)));
        }
        assert!("inf".parse::<Clock>().is_err() && "x".parse::<Clock>().is_err());
        assert_eq!(Clock::from_millis(-1), Clock(-1));
    }

    #[test]
    fn names() {
        assert!(is_name("anna") && is_name("xskat.2") && is_name("Kiebitz1"));
        for text in ["", "ab", ".", "1ab", "a b", "an:na", "jörg", "abcdefghijklmnopq", "a\nb"] {
            assert!(!is_name(text), "{text}");
        }
    }
}
