//! The three seats at the table.

use crate::cards::{LetterError, serde_as_text};
use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

serde_as_text!(Seat);

/// Reads the letter, in English or German.
impl FromStr for Seat {
    type Err = LetterError;

    fn from_str(text: &str) -> Result<Seat, LetterError> {
        Seat::from_letter(text).ok_or_else(|| LetterError::new(text, "seat (F, M, R)"))
    }
}

/// A player's seat, named by the order of the first trick.
///
/// ```
/// use kiebitz::rules::Seat;
/// assert_eq!(Seat::Rearhand.next(), Seat::Forehand);
/// assert_eq!("m".parse(), Ok(Seat::Middlehand));
/// assert_eq!(Seat::Forehand.to_string(), "F");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// Vorhand.
    Forehand,
    /// Mittelhand.
    Middlehand,
    /// Hinterhand.
    Rearhand,
}

impl Seat {
    /// The seats in playing order.
    pub const ALL: [Seat; 3] = [Seat::Forehand, Seat::Middlehand, Seat::Rearhand];

    /// 0, 1, 2, as game records number them.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat with this number, if there is one.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Seat> {
        match index {
            0 => Some(Seat::Forehand),
            1 => Some(Seat::Middlehand),
            2 => Some(Seat::Rearhand),
            _ => None,
        }
    }

    /// The seat that plays after this one.
    #[must_use]
    pub const fn next(self) -> Seat {
        match self {
            Seat::Forehand => Seat::Middlehand,
            Seat::Middlehand => Seat::Rearhand,
            Seat::Rearhand => Seat::Forehand,
        }
    }

    /// The seat that plays `turns` later.
    #[must_use]
    pub const fn after(self, turns: usize) -> Seat {
        match turns % 3 {
            0 => self,
            1 => self.next(),
            _ => self.next().next(),
        }
    }

    /// The letter used in all texts: `F M R`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Seat::Forehand => 'F',
            Seat::Middlehand => 'M',
            Seat::Rearhand => 'R',
        }
    }

    /// Reads `F`, `M`, `R`, also small, and the German `V` and `H`.
    #[must_use]
    pub fn from_letter(text: &str) -> Option<Seat> {
        match text {
            "F" | "f" | "V" | "v" => Some(Seat::Forehand),
            "M" | "m" => Some(Seat::Middlehand),
            "R" | "r" | "H" | "h" => Some(Seat::Rearhand),
            _ => None,
        }
    }

    /// The side of this seat when `declarer` plays alone.
    #[must_use]
    pub fn side(self, declarer: Seat) -> Side {
        if self == declarer { Side::Declarer } else { Side::Defenders }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The two sides of a game.
///
/// ```
/// use kiebitz::rules::{Seat, Side};
/// assert_eq!(Seat::Rearhand.side(Seat::Forehand), Side::Defenders);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Alleinspieler.
    Declarer,
    /// Gegenspieler.
    Defenders,
}

/// One thing for each seat.
///
/// ```
/// use kiebitz::rules::{BySeat, Seat};
/// let letters = BySeat::from_fn(Seat::letter);
/// assert_eq!(letters[Seat::Rearhand], 'R');
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T>(pub [T; 3]);

impl<T> BySeat<T> {
    /// Makes the thing for each seat in turn.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(&mut make))
    }

    /// The things with their seats, forehand first.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(self.0.iter())
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
