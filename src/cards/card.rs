//! One card of the 32.

use super::{Rank, SpellingError, Suit, parse_card};
use std::fmt;
use std::str::FromStr;

/// One of the 32 cards, stored as `8 × suit + rank`.
///
/// ```
/// use kiebitz::cards::{Card, Rank, Suit};
/// let card: Card = "h10".parse().unwrap();
/// assert_eq!(card, Card::new(Suit::Hearts, Rank::Ten));
/// assert_eq!(card.to_string(), "HT");
/// assert_eq!(card.points(), 10);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this suit and rank.
    #[must_use]
    pub const fn new(suit: Suit, rank: Rank) -> Card {
        Card((suit as u8) * 8 + rank as u8)
    }

    /// The card with this number, if there is one.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < 32 { Some(Card(index as u8)) } else { None }
    }

    /// All 32 cards in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> {
        (0..32).map(Card)
    }

    /// 0 to 31.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit printed on the card (a jack's too, though it is a trump).
    #[must_use]
    pub const fn suit(self) -> Suit {
        match self.0 / 8 {
            0 => Suit::Diamonds,
            1 => Suit::Hearts,
            2 => Suit::Spades,
            _ => Suit::Clubs,
        }
    }

    /// The rank printed on the card.
    #[must_use]
    pub const fn rank(self) -> Rank {
        match self.0 % 8 {
            0 => Rank::Seven,
            1 => Rank::Eight,
            2 => Rank::Nine,
            3 => Rank::Queen,
            4 => Rank::King,
            5 => Rank::Ten,
            6 => Rank::Ace,
            _ => Rank::Jack,
        }
    }

    /// What the card counts when tricks are added up (Augen).
    #[must_use]
    pub const fn points(self) -> u8 {
        self.rank().points()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), self.rank().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = SpellingError;

    fn from_str(text: &str) -> Result<Card, SpellingError> {
        parse_card(text, super::Deck::French)
    }
}
