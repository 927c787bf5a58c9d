//! Putting sentences together.

use super::Words;
use std::fmt::Display;

/// A text with its `{names}` filled in. What is filled in is not looked through again, so that a title with braces stays
/// as it was written.
pub(super) fn filled(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let text = text.replace("\\n", "\n");
    let mut rest = text.as_str();
    let mut made = String::with_capacity(text.len() + 32);
    while let Some((before, after)) = rest.split_once('{') {
        made.push_str(before);
        let found = after.split_once('}').and_then(|(name, after)| {
            values.iter().find(|(known, _)| *known == name).map(|(_, value)| (value.to_string(), after))
        });
        match found {
            Some((value, after)) => {
                made.push_str(&value);
                rest = after;
            }
            None => {
                made.push('{');
                rest = after;
            }
        }
    }
    made.push_str(rest);
    made
}

/// With a capital letter, as a sentence or a heading begins.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// With a small letter, as a name stands within an English sentence.
#[must_use]
pub fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

impl Words {
    /// `a, b und c`.
    #[must_use]
    pub fn and(&self, parts: &[String]) -> String {
        joined(parts, self.t("list_of.and"))
    }

    /// `a, b oder c`.
    #[must_use]
    pub fn or(&self, parts: &[String]) -> String {
        joined(parts, self.t("list_of.or"))
    }

    /// `weder a noch b`; one alone stands as it is.
    #[must_use]
    pub fn neither(&self, parts: &[String]) -> String {
        match parts {
            [] | [_] => parts.concat(),
            _ => self.fill("list_of.neither", &[("list", &joined(parts, self.t("list_of.nor")))]),
        }
    }

    /// A sentence: its key filled in, with a capital letter in front.
    #[must_use]
    pub fn sentence(&self, key: &'static str, values: &[(&str, &dyn Display)]) -> String {
        capitalised(&self.fill(key, values))
    }

    /// A whole sentence behind a colon, which German begins with a capital letter.
    #[must_use]
    pub fn after_colon(&self, clause: &str) -> String {
        if self.is_german() { capitalised(clause) } else { clause.to_string() }
    }
}

fn joined(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn lists_end_with_a_word() {
        let words = Words::from(Language::German);
        let parts: Vec<String> = ["♣7", "♠8", "♥9"].map(String::from).into();
        assert_eq!(words.and(&parts), "♣7, ♠8 und ♥9");
        assert_eq!(words.or(&parts[..2]), "♣7 oder ♠8");
        assert_eq!(words.neither(&parts[..2]), "weder ♣7 noch ♠8");
        assert_eq!(words.and(&[]), "");
    }

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        assert_eq!(filled("{a} and {b}, {c}", &[("a", &"{b}"), ("b", &1)]), "{b} and 1, {c}");
        assert_eq!(filled("a\\nb {", &[]), "a\nb {");
    }
}
