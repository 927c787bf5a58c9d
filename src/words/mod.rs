//! Skat in words: what Kiebitz says, in German and English and in the names of three decks.
//!
//! One catalogue per language (`assets/texts/*.txt`, lines `key = text`), embedded. Code names keys only; `{name}` in
//! a text is filled in. A test keeps both catalogues and the code in step.
//!
//! German as a Skat column writes it ("Kreuz-Bube", "Mittelhand", "Augen"), English as an English book on the game does.
//! Everything that says something, on the screen, on paper or on the command line, takes its names, numbers and
//! sentences from [`Words`].

mod catalogue;
mod faces;
mod language;
mod names;
mod numbers;
mod sentences;
mod spoken;
mod system;
mod transpose;

pub use faces::Faces;
pub use language::{Language, Texts, system_language};
pub use sentences::{capitalised, uncapitalised};
pub use spoken::{SeatInWords, TableInWords};

use std::fmt::Display;

/// A language, and the deck whose names the cards have.
///
/// ```
/// use kiebitz::rules::Contract;
/// use kiebitz::words::{Faces, Language, Words};
/// let words = Words::new(Language::German, Faces::TwoColour);
/// let contract: Contract = "GH".parse().unwrap();
/// assert_eq!(words.contract(contract), "Grand Hand");
/// assert_eq!(words.number(1_234_567), "1.234.567");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Words {
    /// The language.
    pub language: Language,
    /// The deck, which decides between Bube and Unter.
    pub faces: Faces,
}

impl From<Language> for Words {
    /// With the names of the French suits.
    fn from(language: Language) -> Words {
        Words { language, faces: Faces::default() }
    }
}

impl From<&Words> for Words {
    fn from(words: &Words) -> Words {
        *words
    }
}

impl Words {
    /// The words of a language and a deck.
    #[must_use]
    pub const fn new(language: Language, faces: Faces) -> Words {
        Words { language, faces }
    }

    /// The text of a key. A missing one shows its key, which a test forbids.
    #[must_use]
    pub fn t(&self, key: &'static str) -> &'static str {
        self.find(key).unwrap_or(key)
    }

    /// The text of a key made at run time, if there is one.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<&'static str> {
        catalogue::of(self.language).get(key).copied()
    }

    /// Every text of a language, so that tests can tell what belongs to which.
    #[must_use]
    pub fn all(language: Language) -> Vec<&'static str> {
        catalogue::of(language).values().copied().collect()
    }

    /// The text of a key with its `{names}` filled in. `\n` in a catalogue begins a new line. Where `{n}` is 1 and the
    /// catalogue has the key with `_one` at its end, that text is taken.
    #[must_use]
    pub fn fill(&self, key: &'static str, values: &[(&str, &dyn Display)]) -> String {
        let is_one = values.iter().any(|(name, value)| *name == "n" && value.to_string() == "1");
        let one = if is_one { self.find(&format!("{key}_one")) } else { None };
        sentences::filled(one.unwrap_or_else(|| self.t(key)), values)
    }

    /// The first key if there is one of them, else the second; the number fills `{n}`.
    #[must_use]
    pub fn count(&self, one: &'static str, many: &'static str, n: u64) -> String {
        self.count_with(one, many, n, &[])
    }

    /// The same with more to fill in.
    #[must_use]
    pub fn count_with(
        &self,
        one: &'static str,
        many: &'static str,
        n: u64,
        values: &[(&str, &dyn Display)],
    ) -> String {
        let number = self.number(n);
        let mut all: Vec<(&str, &dyn Display)> = vec![("n", &number)];
        all.extend_from_slice(values);
        self.fill(if n == 1 { one } else { many }, &all)
    }

    /// Whether it is German.
    pub(crate) fn is_german(&self) -> bool {
        self.language == Language::German
    }
}
