//! The manual: pages in German and English, their [markup](Document), what is found in them, and the same as HTML.
//!
//! The pages are text files in `assets/manual`. Nothing in them can grow old unnoticed: names and keys of commands are
//! filled in when they are read, pictures are drawn from positions, every link and every claim about a position is
//! tried by a test.

mod claim;
mod figure;
mod html;
mod markup;
mod search;

pub use claim::Claim;
pub use figure::Figure;
pub use html::book;
pub use markup::{Block, Document, MarkupError, Span, Target};
pub use search::{Hit, search};

use crate::words::{Language, Words};
use std::sync::OnceLock;

/// A page.
///
/// ```
/// use kiebitz::manual::page;
/// use kiebitz::words::Language;
/// let page = page("glossary", Language::English).unwrap();
/// assert_eq!(page.document.title, "Glossary");
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    /// Its name in links, the same in every language.
    pub id: &'static str,
    /// The key of its chapter's name in the catalogue.
    pub chapter: &'static str,
    /// What stands on it.
    pub document: Document,
}

/// The words and keys that fill a page.
///
/// ```
/// use kiebitz::manual::{Span, Speech};
/// use kiebitz::words::Language;
/// let speech = Speech { words: Language::German.into(), key: &|_| Some("Strg+S".into()) };
/// assert_eq!(speech.text(&Span::Command("save".into())), "Speichern");
/// assert_eq!(speech.text(&Span::Key("save".into())), "Strg+S");
/// ```
#[derive(Clone, Copy)]
pub struct Speech<'a> {
    /// Language and deck.
    pub words: Words,
    /// The key of a command, by its name in files; none if it has none.
    pub key: &'a dyn Fn(&str) -> Option<String>,
}

impl Speech<'_> {
    /// What a piece of text says.
    #[must_use]
    pub fn text(&self, span: &Span) -> String {
        match span {
            Span::Text(text) | Span::Bold(text) | Span::Italic(text) | Span::Link(text, _) => {
                self.words.transposed(text)
            }
            Span::Code(text) => text.clone(),
            Span::Command(id) => self.command(id),
            // A command without a key is called by its name.
            Span::Key(id) => (self.key)(id).unwrap_or_else(|| self.command(id)),
        }
    }

    /// All of it in a line.
    #[must_use]
    pub fn line(&self, spans: &[Span]) -> String {
        spans.iter().map(|span| self.text(span)).collect()
    }

    fn command(&self, id: &str) -> String {
        let name = self.words.find(&format!("command.{id}")).unwrap_or(id);
        name.trim_end_matches(" …").to_string()
    }
}

macro_rules! pages {
    ($($chapter:literal: $($id:literal)+;)+) => {
        /// Chapter, page, German, English.
        const PAGES: &[(&str, &str, &str, &str)] = &[$($((
            $chapter,
            $id,
            include_str!(concat!("../../assets/manual/de/", $id, ".md")),
            include_str!(concat!("../../assets/manual/en/", $id, ".md")),
        ),)+)+];
    };
}

pages! {
    "manual.start": "first-steps" "table" "meaning";
    "manual.compose": "compose" "questions" "texts" "check" "distributions" "invent" "print";
    "manual.solve": "solve" "solve-table" "proof" "recording" "join-in" "server";
    "manual.replay": "replay" "statistics" "replay-game" "batch";
    "manual.more": "advice" "settings" "keys" "everyone" "files" "command-line" "idea" "answers" "glossary";
}

/// All pages in their order.
pub fn pages(language: Language) -> &'static [Page] {
    static READ: [OnceLock<Vec<Page>>; 2] = [const { OnceLock::new() }; 2];
    let german = language == Language::German;
    READ[usize::from(german)].get_or_init(|| {
        PAGES
            .iter()
            .map(|&(chapter, id, de, en)| {
                let text = if german { de } else { en };
                let document = Document::parse(text).unwrap_or_else(|_| Document::raw(text));
                Page { id, chapter, document }
            })
            .collect()
    })
}

/// The page of this name.
#[must_use]
pub fn page(id: &str, language: Language) -> Option<&'static Page> {
    pages(language).iter().find(|page| page.id == id)
}

impl Page {
    /// What stands under a heading, up to the next one: an entry of the glossary, say.
    #[must_use]
    pub fn section(&self, anchor: &str) -> &[Block] {
        let blocks = &self.document.blocks;
        let is = |block: &Block| matches!(block, Block::Heading { anchor: own, .. } if own == anchor);
        let Some(start) = blocks.iter().position(is) else { return &[] };
        let rest = &blocks[start + 1..];
        let end = rest.iter().position(|block| matches!(block, Block::Heading { .. }));
        &rest[..end.unwrap_or(rest.len())]
    }

    /// The page that a link on this one leads to, with its heading.
    #[must_use]
    pub fn target(&self, link: &Target) -> Target {
        let page = if link.page.is_empty() { self.id } else { &link.page };
        Target { page: page.into(), anchor: link.anchor.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_markup() {
        for &(_, id, de, en) in PAGES {
            for (language, text) in [("de", de), ("en", en)] {
                if let Err(error) = Document::parse(text) {
                    panic!("{language}/{id}.md, {error}");
                }
            }
        }
    }

    #[test]
    fn every_file_is_a_page() {
        for language in ["de", "en"] {
            let folder = format!("{}/assets/manual/{language}", env!("CARGO_MANIFEST_DIR"));
            for entry in std::fs::read_dir(folder).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                assert!(PAGES.iter().any(|page| format!("{}.md", page.1) == name), "{language}/{name}");
            }
        }
    }
}
