//! The eight ranks.

use super::{LetterError, by_letter};
use std::fmt;
use std::str::FromStr;

/// A rank, in the order of a plain suit in trump games (7 lowest, ace highest), the jack last.
///
/// Null has another order; see [`crate::rules::Game`].
///
/// ```
/// use kiebitz::cards::Rank;
/// assert!(Rank::Ten > Rank::King);
/// assert_eq!(Rank::ALL.map(Rank::points).iter().sum::<u8>(), 30);
/// assert_eq!("t".parse(), Ok(Rank::Ten));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// 7.
    Seven,
    /// 8.
    Eight,
    /// 9.
    Nine,
    /// Dame, in the German deck Ober.
    Queen,
    /// König.
    King,
    /// 10.
    Ten,
    /// Ass, in the German deck Daus.
    Ace,
    /// Bube, in the German deck Unter.
    Jack,
}

impl Rank {
    /// All ranks, as the enum orders them.
    pub const ALL: [Rank; 8] =
        [Rank::Seven, Rank::Eight, Rank::Nine, Rank::Queen, Rank::King, Rank::Ten, Rank::Ace, Rank::Jack];

    /// 0 for the seven up to 7 for the jack.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter used in all texts: `7 8 9 Q K T A J`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Rank::Seven => '7',
            Rank::Eight => '8',
            Rank::Nine => '9',
            Rank::Queen => 'Q',
            Rank::King => 'K',
            Rank::Ten => 'T',
            Rank::Ace => 'A',
            Rank::Jack => 'J',
        }
    }

    /// What the card counts when tricks are added up (Augen).
    #[must_use]
    pub const fn points(self) -> u8 {
        match self {
            Rank::Seven | Rank::Eight | Rank::Nine => 0,
            Rank::Jack => 2,
            Rank::Queen => 3,
            Rank::King => 4,
            Rank::Ten => 10,
            Rank::Ace => 11,
        }
    }
}

/// Reads the letter, large or small.
impl FromStr for Rank {
    type Err = LetterError;

    fn from_str(text: &str) -> Result<Rank, LetterError> {
        by_letter(text, &Rank::ALL, Rank::letter, "rank (7 8 9 Q K T A J)")
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
