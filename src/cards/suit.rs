//! The four suits.

use super::{LetterError, by_letter};
use std::fmt;
use std::str::FromStr;

/// A suit, ordered as in bidding: diamonds lowest, clubs highest.
///
/// ```
/// use kiebitz::cards::Suit;
/// assert!(Suit::Clubs > Suit::Spades);
/// assert_eq!("h".parse(), Ok(Suit::Hearts));
/// assert_eq!(Suit::Diamonds.symbol(), '♦');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Karo, in the German deck Schellen.
    Diamonds,
    /// Herz, in the German deck Rot.
    Hearts,
    /// Pik, in the German deck Grün (Laub).
    Spades,
    /// Kreuz, in the German deck Eichel.
    Clubs,
}

impl Suit {
    /// All suits, lowest first.
    pub const ALL: [Suit; 4] = [Suit::Diamonds, Suit::Hearts, Suit::Spades, Suit::Clubs];

    /// 0 for diamonds up to 3 for clubs.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter used in all texts: `C S H D`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Suit::Diamonds => 'D',
            Suit::Hearts => 'H',
            Suit::Spades => 'S',
            Suit::Clubs => 'C',
        }
    }

    /// The French suit symbol.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Suit::Diamonds => '♦',
            Suit::Hearts => '♥',
            Suit::Spades => '♠',
            Suit::Clubs => '♣',
        }
    }
}

/// Reads the letter, large or small.
impl FromStr for Suit {
    type Err = LetterError;

    fn from_str(text: &str) -> Result<Suit, LetterError> {
        by_letter(text, &Suit::ALL, Suit::letter, "suit (C S H D)")
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
