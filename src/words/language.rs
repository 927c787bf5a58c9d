//! The two languages of Kiebitz, and texts written in them.

use serde::{Deserialize, Serialize};

/// A language that Kiebitz speaks.
///
/// ```
/// use kiebitz::{rules::Seat, words::{Faces, Language, Words}};
/// let seat = |language| Words::new(language, Faces::TwoColour).seat(Seat::Forehand);
/// assert_eq!(Language::ALL.map(seat), ["Vorhand", "Forehand"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// Deutsch.
    #[default]
    German,
    /// English.
    English,
}

impl Language {
    /// Both.
    pub const ALL: [Language; 2] = [Language::German, Language::English];
}

/// The system's language if we speak it, else English.
#[must_use]
pub fn system_language() -> Language {
    match sys_locale::get_locale() {
        Some(locale) if locale.to_lowercase().starts_with("de") => Language::German,
        _ => Language::English,
    }
}

/// A text in German and English; either may be missing.
///
/// ```
/// use kiebitz::words::{Language, Texts};
/// let title = Texts { de: "Der blanke König".into(), en: String::new() };
/// // Who has written in one language only is read in that one.
/// assert_eq!(title.get(Language::English), "Der blanke König");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// Deutsch.
    #[serde(default)]
    pub de: String,
    /// English.
    #[serde(default)]
    pub en: String,
}

impl Texts {
    /// The text in this language, or in the other if it is missing.
    #[must_use]
    pub fn get(&self, language: Language) -> &str {
        let (first, second) = match language {
            Language::German => (&self.de, &self.en),
            Language::English => (&self.en, &self.de),
        };
        if first.is_empty() { second } else { first }
    }

    /// Whether there is no text at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.de.is_empty() && self.en.is_empty()
    }
}
