//! Text from outside, made harmless before it is shown or written.
//!
//! Names, titles and ids come from files that anybody may have made. A terminal obeys escape sequences, a
//! spreadsheet computes cells, a browser follows the links and pictures of a Markdown page, and a
//! right-to-left override shows a line as what it is not. Whoever writes such text for one of them takes it
//! through the function here that knows its dangers; what is only kept stays as it is.

use std::borrow::Cow;
use std::io::{self, Write};

/// Stands for a sign that is not shown.
const HIDDEN: char = '\u{FFFD}';
/// Letters that a message quotes of what was wrong.
const QUOTED: usize = 40;
/// Letters that are kept of a foreign message.
const REASON: usize = 300;

/// Signs that steer a terminal or the direction of writing instead of being seen: controls (escape among
/// them), marks and overrides of direction, line and paragraph separators, tags.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}')
        || matches!(c, '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

fn replaced(text: &str, keeps: fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(|c| steers(c) && !keeps(c)) {
        return Cow::Borrowed(text);
    }
    let one = |c: char| match c {
        c if keeps(c) || !steers(c) => c,
        '\t' | '\n' | '\r' => ' ',
        _ => HIDDEN,
    };
    Cow::Owned(text.chars().map(one).collect())
}

/// One line that any terminal shows as it is: breaks and tabs become blanks, what would steer it a `�`.
///
/// ```
/// use kiebitz::plain;
/// assert_eq!(plain::line("Ramsch\x1B[2J\nam \u{202E}dnE"), "Ramsch�[2J am �dnE");
/// ```
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    replaced(text, |_| false)
}

/// The same for text of several lines, which stay.
///
/// ```
/// use kiebitz::plain;
/// assert_eq!(plain::lines("first\nsecond\x07"), "first\nsecond�");
/// ```
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    replaced(text, |c| c == '\n')
}

/// A short piece for a message, harmless as [`line()`] is.
///
/// ```
/// use kiebitz::plain;
/// assert_eq!(plain::quote("short"), "short");
/// assert_eq!(plain::quote(&"x".repeat(1000)).chars().count(), 41);
/// ```
#[must_use]
pub fn quote(text: &str) -> String {
    cut(text, QUOTED)
}

/// What another library says of our input, which may hold all of it: at most a few lines, harmless as [`line()`] is.
///
/// ```
/// use kiebitz::plain;
/// assert!(plain::reason(&"x".repeat(1000)).chars().count() < 400);
/// ```
#[must_use]
pub fn reason(text: &str) -> String {
    cut(text, REASON)
}

fn cut(text: &str, letters: usize) -> String {
    let end = text.char_indices().nth(letters).map_or(text.len(), |(at, _)| at);
    let short = line(&text[..end]);
    if end < text.len() { format!("{short}…") } else { short.into_owned() }
}

/// A cell of a CSV table. A spreadsheet computes what begins with `=`, `+`, `-`, `@`, a tab or a line
/// break: an apostrophe before it says that it is text. Plain numbers stay numbers. Cells with a comma, a
/// semicolon, a quote or a break are quoted.
///
/// ```
/// use kiebitz::plain;
/// assert_eq!(plain::csv("=1+1"), "'=1+1");
/// assert_eq!(plain::csv("-48"), "-48");
/// assert_eq!(plain::csv("a \"b\", c"), "\"a \"\"b\"\", c\"");
/// ```
#[must_use]
pub fn csv(text: &str) -> Cow<'_, str> {
    let begins = text.trim_start_matches([' ', '\u{A0}', '\u{FEFF}']);
    // A number is a sign, digits and at most one point: nothing like 1e5 or inf.
    let digits = begins.strip_prefix(['-', '+']).unwrap_or(begins);
    let number = !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && digits.parse::<f64>().is_ok();
    let computes = !number
        && (begins.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
            || text.starts_with(['\t', '\r', '\n']));
    let shown = line(text);
    let shown = if computes { Cow::Owned(format!("'{shown}")) } else { shown };
    if shown.contains([',', '"', ';']) {
        Cow::Owned(format!("\"{}\"", shown.replace('"', "\"\"")))
    } else {
        shown
    }
}

/// Text within a Markdown page: no sign of it is taken for a link, a picture, HTML, emphasis or a table.
///
/// ```
/// use kiebitz::plain;
/// assert_eq!(plain::markdown("![x](http://a) <b>"), r"!\[x\](http\://a) \<b\>");
/// ```
#[must_use]
pub fn markdown(text: &str) -> String {
    let text = lines(text);
    let mut safe = String::with_capacity(text.len() + 8);
    let mut begins = true;
    let mut digits = false;
    for (at, c) in text.char_indices() {
        let sign = matches!(c, '*' | '_' | '`' | '|' | '<' | '>' | '\\' | '#' | '[' | ']' | '&' | '~' | '@');
        // At the beginning of a line these make lists, rules and headings; and bare addresses are links, too.
        let opens = begins && matches!(c, '-' | '+' | '=') || digits && matches!(c, '.' | ')');
        let address = c == ':' && text[at..].starts_with("://")
            || c == '.' && text[..at].to_ascii_lowercase().ends_with("www");
        if sign || opens || address {
            safe.push('\\');
        }
        safe.push(c);
        digits = (begins || digits) && c.is_ascii_digit();
        begins = c == '\n' || begins && c.is_whitespace();
    }
    safe
}

/// JSON in which nothing steers a terminal: such signs are written as `\u202E`, so nothing is lost.
///
/// ```
/// use kiebitz::plain;
/// assert_eq!(plain::json("{\"id\":\"\u{202E}x\"}"), r#"{"id":"\u202ex"}"#);
/// ```
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    if !text.chars().any(steers) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if steers(c) && c != '\n' {
            for unit in c.encode_utf16(&mut [0; 2]) {
                safe.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

/// Text within XML: only what XML allows, and nothing that it takes for its own.
///
/// ```
/// use kiebitz::plain;
/// assert_eq!(plain::xml("<a href=\"x\">\x00"), "&lt;a href=&quot;x&quot;&gt;�");
/// ```
#[must_use]
pub fn xml(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in replaced(text, |c| c == '\n').chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&apos;"),
            '\u{FFFE}' | '\u{FFFF}' => safe.push(HIDDEN),
            _ => safe.push(c),
        }
    }
    safe
}

/// Hands on what is written as [`lines`] shows it, tabs kept: the way of everything to a terminal.
///
/// ```
/// use kiebitz::plain::PlainWriter;
/// use std::io::Write;
/// let mut shown = Vec::new();
/// write!(PlainWriter::new(&mut shown), "a name\x1b[2Jthat clears the screen").unwrap();
/// assert!(!shown.contains(&0x1b));
/// ```
#[derive(Debug)]
pub struct PlainWriter<W: Write> {
    out: W,
    /// The beginning of a letter whose end has not come yet.
    open: Vec<u8>,
}

impl<W: Write> PlainWriter<W> {
    /// Writes to this.
    pub fn new(out: W) -> PlainWriter<W> {
        PlainWriter { out, open: Vec::new() }
    }
}

impl<W: Write> Write for PlainWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let keeps = |c| matches!(c, '\n' | '\t');
        if self.open.is_empty()
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            self.out.write_all(replaced(text, keeps).as_bytes())?;
            return Ok(bytes.len());
        }
        self.open.extend_from_slice(bytes);
        let mut rest = self.open.as_slice();
        let mut safe = String::new();
        loop {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    safe.push_str(&replaced(text, keeps));
                    rest = &[];
                }
                Err(error) => {
                    let (good, bad) = rest.split_at(error.valid_up_to());
                    safe.push_str(&replaced(std::str::from_utf8(good).unwrap_or_default(), keeps));
                    rest = bad;
                    if let Some(length) = error.error_len() {
                        safe.push(HIDDEN);
                        rest = &rest[length..];
                        continue;
                    }
                }
            }
            break;
        }
        self.open = rest.to_vec();
        self.out.write_all(safe.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str =
        "\x1B]0;owned\x07\x1B[31m=cmd|' /C calc'!A0 ![p](http://x/?q)<script>\u{202E}\u{009B}2J\r\n-1";

    fn is_plain(text: &str) -> bool {
        !text.chars().any(|c| steers(c) && c != '\n')
    }

    #[test]
    fn nothing_that_steers_is_left() {
        for safe in [
            line(HOSTILE).into_owned(),
            lines(HOSTILE).into_owned(),
            quote(HOSTILE),
            csv(HOSTILE).into_owned(),
            markdown(HOSTILE),
            xml(HOSTILE),
        ] {
            assert!(is_plain(&safe), "{safe:?}");
        }
        assert!(!line(HOSTILE).contains('\n'));
        assert!(matches!(line("Kreuz-Bube ♣ äöüß"), Cow::Borrowed(_)));
    }

    #[test]
    fn cells_do_not_compute() {
        for cell in ["=1", "+A1", "-A1", "@SUM(A1)", "\t=1", "\r=1", " =1", "-", "+", "-1+1", "＝1", "-inf"]
        {
            assert!(csv(cell).trim_start_matches('"').starts_with('\''), "{cell:?} {}", csv(cell));
        }
        for cell in ["-36", "+1", "3.5", "-0.25", "", "name", "2026-11-17", "kermit:2"] {
            assert_eq!(csv(cell), cell);
        }
    }

    #[test]
    fn markdown_takes_nothing_for_its_own() {
        assert_eq!(markdown("Grand (ohne 2): Kreuz!"), "Grand (ohne 2): Kreuz!");
        assert_eq!(markdown("- 1. a\n1. b\n# c"), "\\- 1. a\n1\\. b\n\\# c");
        assert!(markdown("[x](javascript:alert(1))").starts_with(r"\[x\]("));
        assert_eq!(markdown("www.evil a@b"), r"www\.evil a\@b");
        assert!(!markdown("<img src=x>").contains(" <"));
        assert_eq!(markdown("http://evil"), r"http\://evil");
    }

    #[test]
    fn a_writer_is_safe_wherever_letters_are_cut() {
        let text = "♣ Bube \x1B[0m \u{202E}ä\n";
        let whole = {
            let mut out = PlainWriter::new(Vec::new());
            out.write_all(text.as_bytes()).unwrap();
            out.out
        };
        assert_eq!(String::from_utf8(whole.clone()).unwrap(), "♣ Bube �[0m �ä\n");
        for cut in 0..text.len() {
            let mut out = PlainWriter::new(Vec::new());
            out.write_all(&text.as_bytes()[..cut]).unwrap();
            out.write_all(&text.as_bytes()[cut..]).unwrap();
            assert_eq!(out.out, whole);
        }
        let mut out = PlainWriter::new(Vec::new());
        out.write_all(b"a\xFF\x9Bb").unwrap();
        assert_eq!(out.out, "a��b".as_bytes());
    }
}
