//! Cards, games and seats in files: as the text that people read, never as numbers.

/// Lets types with `Display` and `FromStr` be stored by serde as that text.
macro_rules! serde_as_text {
    ($($name:ty),+ $(,)?) => {$(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize<'de>>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}

pub(crate) use serde_as_text;

use super::{Card, Cards, Rank, Suit};

serde_as_text!(Suit, Rank, Card, Cards);

/// A letter that stands for nothing.
///
/// ```
/// use kiebitz::cards::Suit;
/// let error = "X".parse::<Suit>().unwrap_err();
/// assert_eq!(error.to_string(), "'X' is no suit (C S H D)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is no {wanted}")]
pub struct LetterError {
    /// What stands there, cut if long.
    pub found: String,
    /// What would be right.
    pub wanted: &'static str,
}

impl LetterError {
    /// This text is none of them.
    pub(crate) fn new(found: &str, wanted: &'static str) -> LetterError {
        LetterError { found: crate::plain::quote(found), wanted }
    }
}

/// The one of these whose letter is the whole text.
pub(crate) fn by_letter<T: Copy>(
    text: &str,
    all: &[T],
    letter: impl Fn(T) -> char,
    wanted: &'static str,
) -> Result<T, LetterError> {
    let mut letters = text.chars();
    let one = letters.next().filter(|_| letters.as_str().is_empty());
    let found = one.and_then(|one| all.iter().copied().find(|&each| letter(each).eq_ignore_ascii_case(&one)));
    found.ok_or_else(|| LetterError::new(text, wanted))
}
