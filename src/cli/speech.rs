//! The words of the command line: the language that `--language` names, else the system's.

use crate::words::{Language, Words, system_language};
use std::sync::OnceLock;

static NAMED: OnceLock<Option<Language>> = OnceLock::new();

/// Settles the language, once, before a subcommand runs.
pub(super) fn choose(language: Option<Language>) {
    let _ = NAMED.set(language);
}

fn named() -> Option<Language> {
    NAMED.get().copied().flatten()
}

/// The words for a person.
pub(super) fn words() -> Words {
    Words::from(named().unwrap_or_else(system_language))
}

/// The words for a person, or within JSON: there English unless a language is named, so that a script finds the same
/// everywhere.
pub(super) fn words_for(json: bool) -> Words {
    if json { Words::from(named().unwrap_or(Language::English)) } else { words() }
}
