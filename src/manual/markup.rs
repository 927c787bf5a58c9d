//! The markup of the manual's pages: a small part of Markdown, and a few things of our own in braces.
//!
//! | written | meaning |
//! | --- | --- |
//! | `# Title` | the title, once, in the first line |
//! | `## Heading {#anchor}`, `###` | a heading; its anchor is the same in every language |
//! | lines without a mark | a paragraph; an empty line ends it |
//! | `- item`, `1. item` | a list; further lines of an item are indented |
//! | `\| a \| b \|` | a table; its second row is `\| --- \| --- \|` |
//! | `**bold**`, `*italic*`, `` `code` `` | within a line |
//! | `[text](page)`, `[text](page#anchor)`, `[text](#anchor)` | a link |
//! | `{command:id}`, `{key:id}` | a command's name in the language, the key that it has now |
//! | `{table: LINE}`, `{cards: CARDS}`, `{tree 3: LINE}` | a picture; what follows the brace is its caption |
//! | `{claim KIND …: LINE}` | not shown: something the text says, which a test has the engine prove |
//!
//! Anything else is refused, so that a slip is found by a test and not by a reader.

use super::claim::Claim;
use super::figure::Figure;
use std::fmt;

/// A piece of running text.
///
/// ```
/// use kiebitz::manual::{Document, Block, Span};
/// let page = Document::parse("# Keys\n\nPress {key:save}, or **nothing**.").unwrap();
/// let Block::Paragraph(spans) = &page.blocks[0] else { panic!("a paragraph") };
/// assert_eq!(spans[1], Span::Key("save".into()));
/// assert_eq!(spans[3], Span::Bold("nothing".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Plain.
    Text(String),
    /// What must be seen.
    Bold(String),
    /// What is said aside.
    Italic(String),
    /// What is typed letter by letter.
    Code(String),
    /// A link: what it says, and the page and anchor that it leads to. An empty page is this one.
    Link(String, Target),
    /// The name of a command, by its name in files.
    Command(String),
    /// The key that a command has now.
    Key(String),
}

/// Where a link leads.
///
/// ```
/// use kiebitz::manual::Target;
/// let target = Target::from("glossary#skat");
/// assert_eq!((target.page.as_str(), target.anchor.as_str()), ("glossary", "skat"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Target {
    /// The page; empty where the link stays on its own.
    pub page: String,
    /// The heading; empty for the beginning.
    pub anchor: String,
}

impl From<&str> for Target {
    fn from(text: &str) -> Target {
        let (page, anchor) = text.split_once('#').unwrap_or((text, ""));
        Target { page: page.into(), anchor: anchor.into() }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.page)?;
        if !self.anchor.is_empty() {
            write!(f, "#{}", self.anchor)?;
        }
        Ok(())
    }
}

/// A part of a page.
///
/// ```
/// use kiebitz::manual::{Block, Document};
/// let page = Document::parse("# Cards\n\n- one\n- two").unwrap();
/// assert!(matches!(&page.blocks[0], Block::List { numbered: false, items } if items.len() == 2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading of level 2 or 3.
    Heading {
        /// 2 or 3.
        level: u8,
        /// What it says.
        text: String,
        /// Its name in links.
        anchor: String,
    },
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A list.
    List {
        /// Whether its items are counted.
        numbered: bool,
        /// The items.
        items: Vec<Vec<Span>>,
    },
    /// A table: the first row is its head.
    Table(Vec<Vec<Vec<Span>>>),
    /// A picture and its caption.
    Figure(Figure, Vec<Span>),
}

/// A page as it was written.
///
/// ```
/// use kiebitz::manual::Document;
/// let page = Document::parse("# Hello\n\n{claim deals 1: contract=G declarer=F view=open \
///     F=CJ.SA M=HA.DA R=HT.DT skat=- points=0:0 gone=SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.ST.SK.SQ.S9.S8.S7.\
///     HK.HQ.H9.H8.H7.DK.DQ.D9.D8.D7}").unwrap();
/// assert_eq!((page.title.as_str(), page.blocks.len(), page.claims.len()), ("Hello", 0, 1));
/// assert!(Document::parse("No title").is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// What stands on it.
    pub blocks: Vec<Block>,
    /// What its text claims of positions.
    pub claims: Vec<Claim>,
}

/// Why a page is refused; `line` counts from 1.
///
/// ```
/// use kiebitz::manual::Document;
/// let error = Document::parse("# Title\n\n{table: contract=X}").unwrap_err();
/// assert_eq!(error.line, 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct MarkupError {
    /// Where.
    pub line: usize,
    /// What is wrong.
    pub why: String,
}

impl Document {
    /// Reads a page.
    ///
    /// # Errors
    /// The first line that is not part of the markup.
    pub fn parse(text: &str) -> Result<Document, MarkupError> {
        let mut lines = Lines { all: text.lines().collect(), at: 0 };
        let title = match lines.next() {
            Some(line) if line.starts_with("# ") => line[2..].trim().to_string(),
            _ => return Err(MarkupError { line: 1, why: "a page begins with its title".into() }),
        };
        let mut document = Document { title, blocks: Vec::new(), claims: Vec::new() };
        while let Some(line) = lines.peek() {
            let number = lines.at + 1;
            let fail = |why: String| MarkupError { line: number, why };
            if line.trim().is_empty() {
                lines.next();
            } else if line.starts_with('#') {
                lines.next();
                document.blocks.push(heading(line).map_err(fail)?);
            } else if line.starts_with('|') {
                document.blocks.push(table(&mut lines).map_err(fail)?);
            } else if item(line).is_some() {
                document.blocks.push(list(&mut lines).map_err(fail)?);
            } else if is_directive(line) {
                document.directive(&mut lines).map_err(fail)?;
            } else {
                document.blocks.push(Block::Paragraph(spans(&paragraph(&mut lines)).map_err(fail)?));
            }
        }
        Ok(document)
    }

    /// A page that could not be read, as it was written: nothing is lost to the reader.
    #[must_use]
    pub(super) fn raw(text: &str) -> Document {
        let blocks = text.split("\n\n").map(|part| Block::Paragraph(vec![Span::Text(part.into())]));
        let title = text.lines().next().unwrap_or("").trim_start_matches('#').trim().to_string();
        Document { title, blocks: blocks.skip(1).collect(), claims: Vec::new() }
    }

    /// Every stretch of running text.
    pub fn texts(&self) -> impl Iterator<Item = &Vec<Span>> {
        self.blocks.iter().flat_map(|block| match block {
            Block::Heading { .. } => Vec::new(),
            Block::Paragraph(spans) | Block::Figure(_, spans) => vec![spans],
            Block::List { items, .. } => items.iter().collect(),
            Block::Table(rows) => rows.iter().flatten().collect(),
        })
    }

    /// A line in braces: a picture or a claim.
    fn directive(&mut self, lines: &mut Lines<'_>) -> Result<(), String> {
        let mut text = String::new();
        for line in lines.by_ref() {
            text.push_str(line.trim());
            if text.contains('}') {
                break;
            }
            text.push(' ');
        }
        let (inside, caption) = text[1..].split_once('}').ok_or("the brace is not closed")?;
        let (name, body) = inside.split_once(':').ok_or("a colon is missing")?;
        let mut words = name.split_whitespace();
        let (kind, details) = (words.next().unwrap_or(""), words.collect::<Vec<_>>());
        if kind == "claim" {
            self.claims.push(Claim::parse(&details, body.trim())?);
            return if caption.trim().is_empty() { Ok(()) } else { Err("a claim has no caption".into()) };
        }
        let figure = Figure::parse(kind, &details, body.trim())?;
        self.blocks.push(Block::Figure(figure, spans(caption.trim())?));
        Ok(())
    }
}

struct Lines<'a> {
    all: Vec<&'a str>,
    at: usize,
}

impl<'a> Lines<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.all.get(self.at).copied()
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let line = self.peek()?;
        self.at += 1;
        Some(line)
    }
}

fn heading(line: &str) -> Result<Block, String> {
    let level = line.chars().take_while(|&c| c == '#').count();
    let rest = line[level..].trim();
    let (text, anchor) = rest
        .strip_suffix('}')
        .and_then(|rest| rest.rsplit_once("{#"))
        .ok_or_else(|| format!("the heading „{rest}“ has no anchor"))?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !(2..=3).contains(&level) || anchor.is_empty() || !anchor.chars().all(plain) {
        return Err(format!("„{line}“ is no heading"));
    }
    Ok(Block::Heading { level: level as u8, text: text.trim().into(), anchor: anchor.into() })
}

fn is_directive(line: &str) -> bool {
    ["{table", "{cards", "{tree", "{claim"].iter().any(|start| line.starts_with(start))
}

/// What an item of a list says, and whether it is counted.
fn item(line: &str) -> Option<(bool, &str)> {
    if let Some(rest) = line.strip_prefix("- ") {
        return Some((false, rest));
    }
    let (number, rest) = line.split_once(". ")?;
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some((true, rest))
}

fn list(lines: &mut Lines<'_>) -> Result<Block, String> {
    let mut items: Vec<String> = Vec::new();
    let mut numbered = None;
    while let Some(line) = lines.peek() {
        match item(line) {
            Some((counted, text)) if *numbered.get_or_insert(counted) == counted => items.push(text.into()),
            None if line.starts_with("  ") && !line.trim().is_empty() => {
                if let Some(last) = items.last_mut() {
                    last.push(' ');
                    last.push_str(line.trim());
                }
            }
            _ => break,
        }
        lines.next();
    }
    let items = items.iter().map(|text| spans(text)).collect::<Result<_, _>>()?;
    Ok(Block::List { numbered: numbered == Some(true), items })
}

fn table(lines: &mut Lines<'_>) -> Result<Block, String> {
    let mut rows: Vec<Vec<Vec<Span>>> = Vec::new();
    let mut number = 0;
    while let Some(line) = lines.peek().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        let is_rule = cells.iter().all(|cell| cell.bytes().all(|b| b == b'-') && cell.len() >= 3);
        if is_rule != (number == 1) {
            return Err("the second row of a table is its rule".into());
        }
        if rows.first().is_some_and(|head| head.len() != cells.len()) {
            return Err(format!("„{line}“ has {} cells", cells.len()));
        }
        if !is_rule {
            rows.push(cells.into_iter().map(spans).collect::<Result<_, _>>()?);
        }
        number += 1;
        lines.next();
    }
    Ok(Block::Table(rows))
}

fn paragraph(lines: &mut Lines<'_>) -> String {
    let mut text = String::new();
    while let Some(line) = lines.peek() {
        let ends = line.trim().is_empty() || line.starts_with(['#', '|']) || item(line).is_some();
        if ends || is_directive(line) {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line.trim());
        lines.next();
    }
    text
}

/// Running text with what is marked in it.
fn spans(text: &str) -> Result<Vec<Span>, String> {
    let mut found = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let marked = match first {
            '*' if rest.starts_with("**") => Some(enclosed(rest, "**", "**", Span::Bold)?),
            '*' => Some(enclosed(rest, "*", "*", Span::Italic)?),
            '`' => Some(enclosed(rest, "`", "`", Span::Code)?),
            '{' => Some(braces(rest)?),
            '[' => Some(link(rest)?),
            _ => None,
        };
        let Some((span, after)) = marked else {
            plain.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        if !plain.is_empty() {
            found.push(Span::Text(std::mem::take(&mut plain)));
        }
        found.push(span);
        rest = after;
    }
    if !plain.is_empty() {
        found.push(Span::Text(plain));
    }
    Ok(found)
}

fn enclosed<'a>(
    text: &'a str,
    open: &str,
    close: &str,
    make: fn(String) -> Span,
) -> Result<(Span, &'a str), String> {
    let inside = &text[open.len()..];
    match inside.split_once(close) {
        Some((marked, after)) if !marked.is_empty() => Ok((make(marked.into()), after)),
        _ => Err(format!("„{open}“ is not closed in „{}“", crate::plain::quote(text))),
    }
}

fn braces(text: &str) -> Result<(Span, &str), String> {
    let unknown = || format!("„{}“ is no command or key", crate::plain::quote(text));
    let (inside, after) = text[1..].split_once('}').ok_or_else(unknown)?;
    match inside.split_once(':') {
        Some(("command", id)) => Ok((Span::Command(id.trim().into()), after)),
        Some(("key", id)) => Ok((Span::Key(id.trim().into()), after)),
        _ => Err(unknown()),
    }
}

fn link(text: &str) -> Result<(Span, &str), String> {
    let broken = || format!("„{}“ is no link", crate::plain::quote(text));
    let (said, rest) = text[1..].split_once("](").ok_or_else(broken)?;
    let (target, after) = rest.split_once(')').ok_or_else(broken)?;
    Ok((Span::Link(said.into(), Target::from(target)), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_part_by_part() {
        let page = Document::parse(
            "# One\n\nA line\nand another with [a link](two#three).\n\n## Part {#part}\n\n1. first\n   more\n2. second\n\n\
             | a | b |\n| --- | --- |\n| `x` | *y* |\n",
        )
        .unwrap();
        assert_eq!(page.title, "One");
        let kinds: Vec<&str> = page
            .blocks
            .iter()
            .map(|block| match block {
                Block::Heading { .. } => "heading",
                Block::Paragraph(_) => "paragraph",
                Block::List { .. } => "list",
                Block::Table(_) => "table",
                Block::Figure(..) => "figure",
            })
            .collect();
        assert_eq!(kinds, ["paragraph", "heading", "list", "table"]);
        assert!(matches!(&page.blocks[2], Block::List { numbered: true, items }
            if items[0] == [Span::Text("first more".into())]));
        assert!(
            matches!(&page.blocks[3], Block::Table(rows) if rows.len() == 2 && rows[1][0] == [Span::Code("x".into())])
        );
        assert_eq!(page.texts().count(), 1 + 2 + 4);
    }

    #[test]
    fn what_is_not_markup_is_refused_with_its_line() {
        for (line, text) in [
            (1, "no title"),
            (3, "# A\n\n## no anchor"),
            (3, "# A\n\n**open"),
            (3, "# A\n\n{sing:song}"),
            (3, "# A\n\n[nowhere]"),
            (3, "# A\n\n| a |\n| b |"),
            (3, "# A\n\n{cards: XX}"),
            (3, "# A\n\n{claim forced: contract=G}"),
        ] {
            assert_eq!(Document::parse(text).map_err(|error| error.line), Err(line), "{text}");
        }
    }
}
