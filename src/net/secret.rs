//! A password on its way: it is compared and sent, and never shown.

use std::fmt;

/// A password. Whoever prints it prints three dots.
///
/// ```
/// use kiebitz::net::Secret;
/// assert_eq!(format!("{:?}", Secret::new("abc")), "…");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Hides a password.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// The password itself, for those who send or compare it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether it can be one: three or more printable characters without a blank.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        (3..=64).contains(&self.0.len()) && self.0.bytes().all(|byte| byte.is_ascii_graphic())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}
