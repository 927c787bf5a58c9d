//! What an editor edits: a position that need not make sense yet.

use super::{Position, Problems, Split, View};
use crate::cards::{Card, Cards};
use crate::rules::{BySeat, Contract, Seat};

/// Cards of a hand or of the skat, as far as they are said.
///
/// ```
/// use kiebitz::deal::{DealSetup, Holding};
/// let setup = DealSetup { skat: Holding::partly("HA".parse().unwrap()), ..DealSetup::default() };
/// assert!(setup.to_string().contains("skat=HA.?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The cards named, in the order they were named; an editor may even name one twice.
    pub cards: Vec<Card>,
    /// Whether there are further cards that are not named (`?`).
    pub more: bool,
}

impl Holding {
    /// Nothing is known.
    #[must_use]
    pub const fn unknown() -> Holding {
        Holding { cards: Vec::new(), more: true }
    }

    /// Exactly these cards.
    #[must_use]
    pub fn full(cards: Cards) -> Holding {
        Holding { cards: cards.iter().collect(), more: false }
    }

    /// These cards and others.
    #[must_use]
    pub fn partly(cards: Cards) -> Holding {
        Holding { cards: cards.iter().collect(), more: true }
    }

    /// The named cards as a set.
    #[must_use]
    pub fn set(&self) -> Cards {
        self.cards.iter().copied().collect()
    }
}

impl Default for Holding {
    fn default() -> Holding {
        Holding::unknown()
    }
}

/// Anything an editor may hold, right or wrong. [`DealSetup::validate`] makes a [`Position`] of it.
///
/// ```
/// use kiebitz::deal::DealSetup;
/// let setup = DealSetup::default();
/// let problems = setup.validate().unwrap_err();
/// assert_eq!(problems.0.len(), 2); // no game, no declarer
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealSetup {
    /// The game and its announcements.
    pub contract: Option<Contract>,
    /// Who plays alone.
    pub declarer: Option<Seat>,
    /// The number at which the bidding ended, if it matters.
    pub bid: Option<u16>,
    /// The cards each seat held at the position's start.
    pub hands: BySeat<Holding>,
    /// The skat.
    pub skat: Holding,
    /// Who leads the first card of `played`, or the next card.
    pub lead: Seat,
    /// Cards in the order they fell since the position's start.
    pub played: Vec<Card>,
    /// Cards that left play before the position's start.
    pub gone: Vec<Card>,
    /// Points the declarer and the defenders took before the start, skat not counted.
    pub points: (u8, u8),
    /// Cards that a place (hands, then the skat) is known not to hold.
    pub not: [Cards; 4],
    /// How suits are known to be split between the defenders.
    pub splits: Vec<Split>,
    /// Whose knowledge counts; `None` lets the position decide.
    pub view: Option<View>,
}

impl Default for DealSetup {
    fn default() -> DealSetup {
        DealSetup {
            contract: None,
            declarer: None,
            bid: None,
            hands: BySeat::default(),
            skat: Holding::unknown(),
            lead: Seat::Forehand,
            played: Vec::new(),
            gone: Vec::new(),
            points: (0, 0),
            not: [Cards::NONE; 4],
            splits: Vec::new(),
            view: None,
        }
    }
}

impl DealSetup {
    /// Whether there is a skat to speak of. In an endgame it may be left out (`skat=-`): then every card that no
    /// hand holds is out of play, and the points so far count it.
    #[must_use]
    pub fn has_skat(&self) -> bool {
        self.skat.more || !self.skat.cards.is_empty()
    }

    /// Checks everything and makes the position.
    ///
    /// # Errors
    /// All problems at once.
    pub fn validate(self) -> Result<Position, Problems> {
        super::validate::validate(self)
    }
}
