//! Sets of cards in 32 bits.

use super::{Card, Rank, SpellingError, Suit, parse_cards};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};
use std::str::FromStr;

/// A set of cards; bit `i` stands for the card with index `i`.
///
/// ```
/// use kiebitz::cards::Cards;
/// let hand: Cards = "CJ.HT.S7".parse().unwrap();
/// assert_eq!(hand.len(), 3);
/// assert_eq!(hand.points(), 12);
/// assert_eq!(hand.to_string(), "CJ.S7.HT");
/// assert_eq!(Cards::ALL.points(), 120);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cards(u32);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// The whole deck.
    pub const ALL: Cards = Cards(u32::MAX);
    /// The four jacks.
    pub const JACKS: Cards = Cards::rank(Rank::Jack);

    /// The set with these bits.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Cards {
        Cards(bits)
    }

    /// The bits of the set.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set of one card.
    #[must_use]
    pub const fn one(card: Card) -> Cards {
        Cards(1 << card.index())
    }

    /// All eight cards with this suit printed on them, the jack included.
    #[must_use]
    pub const fn suit(suit: Suit) -> Cards {
        Cards(0xFF << (8 * suit.index()))
    }

    /// All four cards of a rank.
    #[must_use]
    pub const fn rank(rank: Rank) -> Cards {
        Cards(0x0101_0101 << rank.index())
    }

    /// How many cards.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether every card of `other` is in the set.
    #[must_use]
    pub const fn has_all(self, other: Cards) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set with the card put in.
    #[must_use]
    pub const fn with(self, card: Card) -> Cards {
        Cards(self.0 | 1 << card.index())
    }

    /// The set with the card taken out.
    #[must_use]
    pub const fn without(self, card: Card) -> Cards {
        Cards(self.0 & !(1 << card.index()))
    }

    /// Puts the card in; false if it was there already.
    pub fn insert(&mut self, card: Card) -> bool {
        let new = !self.has(card);
        *self = self.with(card);
        new
    }

    /// Takes the card out; false if it was not there.
    pub fn remove(&mut self, card: Card) -> bool {
        let there = self.has(card);
        *self = self.without(card);
        there
    }

    /// The points of all cards together.
    #[must_use]
    pub const fn points(self) -> u8 {
        let mut total = 0;
        let mut i = 0;
        while i < Rank::ALL.len() {
            let rank = Rank::ALL[i];
            total += (self.0 & Cards::rank(rank).0).count_ones() as u8 * rank.points();
            i += 1;
        }
        total
    }

    /// The card, if it is only one.
    #[must_use]
    pub fn single(self) -> Option<Card> {
        if self.len() == 1 { self.iter().next() } else { None }
    }

    /// The cards in index order.
    #[must_use]
    pub const fn iter(self) -> CardsIter {
        CardsIter(self.0)
    }
}

/// Iterates over a set in index order.
///
/// ```
/// use kiebitz::cards::Cards;
/// let hand: Cards = "CJ.HT.S7".parse().unwrap();
/// assert_eq!(hand.iter().map(|card| card.points()).sum::<u8>(), hand.points());
/// ```
#[derive(Clone, Debug)]
pub struct CardsIter(u32);

impl Iterator for CardsIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = Card::from_index(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for CardsIter {}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = CardsIter;

    fn into_iter(self) -> CardsIter {
        self.iter()
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, Cards::with)
    }
}

impl From<Card> for Cards {
    fn from(card: Card) -> Cards {
        Cards::one(card)
    }
}

impl BitOr for Cards {
    type Output = Cards;
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

/// The cards of the left set that are not in the right one.
impl Sub for Cards {
    type Output = Cards;
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

impl Not for Cards {
    type Output = Cards;
    fn not(self) -> Cards {
        Cards(!self.0)
    }
}

impl BitOrAssign for Cards {
    fn bitor_assign(&mut self, other: Cards) {
        *self = *self | other;
    }
}

impl BitAndAssign for Cards {
    fn bitand_assign(&mut self, other: Cards) {
        *self = *self & other;
    }
}

impl SubAssign for Cards {
    fn sub_assign(&mut self, other: Cards) {
        *self = *self - other;
    }
}

/// Jacks first, then the suits from clubs to diamonds, each from the ace down; `-` for none.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let jacks = *self & Cards::JACKS;
        let plain = *self - Cards::JACKS;
        let down = |cards: Cards| (0..32).rev().filter_map(Card::from_index).filter(move |&c| cards.has(c));
        for (i, card) in down(jacks).chain(down(plain)).enumerate() {
            if i > 0 {
                f.write_str(".")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cards {
    type Err = SpellingError;

    fn from_str(text: &str) -> Result<Cards, SpellingError> {
        parse_cards(text, super::Deck::French)
    }
}
