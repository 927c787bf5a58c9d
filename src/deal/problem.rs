//! What can be wrong with a deal or a position line.
//!
//! Problems are values, not texts: an editor uses the card or seat they point at, and a catalogue
//! can say them in any language. `Display` is the English wording of the command line.

use super::{Place, Split, SplitGroup};
use crate::cards::{Card, Cards, SpellingError};
use crate::rules::{ContractError, Seat};
use std::fmt;

/// One problem, pointing at its card, seat or word.
///
/// ```
/// use kiebitz::deal::{Position, Problem};
/// let problems = "declarer=F".parse::<Position>().unwrap_err();
/// assert_eq!(problems.0, [Problem::NoContract]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A word without `=`.
    #[error("word {word}: '{text}' is not of the form key=value")]
    NoKey {
        /// Which word of the line, from 1.
        word: usize,
        /// The word, cut if long.
        text: String,
    },
    /// A key that does not exist.
    #[error("word {word}: there is no '{key}'")]
    UnknownKey {
        /// Which word of the line, from 1.
        word: usize,
        /// The key, cut if long.
        key: String,
    },
    /// A key given twice.
    #[error("{key} is given twice")]
    KeyTwice {
        /// The key.
        key: &'static str,
    },
    /// Cards that cannot be read.
    #[error("{key}: {error}")]
    Cards {
        /// The key whose value is wrong.
        key: &'static str,
        /// What is wrong.
        error: SpellingError,
    },
    /// A contract that cannot be read.
    #[error("contract: {0}")]
    Contract(ContractError),
    /// Another value that cannot be read.
    #[error("{key}: '{text}' is not {wanted}")]
    Value {
        /// The key whose value is wrong.
        key: &'static str,
        /// The value, cut if long.
        text: String,
        /// What would be right.
        wanted: &'static str,
    },
    /// No contract.
    #[error("the game is missing (contract=C, S, H, D, G or N)")]
    NoContract,
    /// No declarer.
    #[error("the declarer is missing (declarer=F, M or R)")]
    NoDeclarer,
    /// A card in two places.
    #[error("{0} is there twice")]
    Twice(Card),
    /// Too many or too few cards.
    #[error("{} {count} card{}, {wanted} belong there", holds(*.place), plural(*.count))]
    Count {
        /// Where.
        place: Place,
        /// How many there are.
        count: usize,
        /// How many there must be.
        wanted: usize,
    },
    /// A number of gone cards that leaves the hands unequal.
    #[error("{count} cards gone leave no equal hands: whole tricks, 3, 6, 9 … cards, must be gone")]
    Gone {
        /// How many are gone.
        count: usize,
    },
    /// The same for a position whose skat is left out.
    #[error(
        "{count} cards gone leave no equal hands: with skat=- the two cards of the skat are among the gone ones, 5, 8, 11 … in all"
    )]
    GoneNoSkat {
        /// How many are gone.
        count: usize,
    },
    /// A full deal without its skat.
    #[error(
        "the skat can be left out (skat=-) only in an endgame: before the first trick it belongs to the game"
    )]
    SkatNeeded,
    /// More points taken than the gone cards have.
    #[error("{taken} points are taken already, but the cards gone count only {gone}")]
    Points {
        /// Points said to be taken.
        taken: u16,
        /// Points of the gone cards.
        gone: u8,
    },
    /// A card played that the player cannot have.
    #[error("trick {trick}: {seat} cannot play {card}, it is {}", whereabouts(*.holder))]
    NotHeld {
        /// The trick, from 1.
        trick: usize,
        /// Who played.
        seat: Seat,
        /// The card.
        card: Card,
        /// Where it is; `None` if it is just not in the hand.
        holder: Option<Holder>,
    },
    /// A revoke.
    #[error("trick {trick}: {seat} played {card} and had to follow with {had}")]
    Revoke {
        /// The trick, from 1.
        trick: usize,
        /// Who revoked.
        seat: Seat,
        /// With which card.
        card: Card,
        /// What he had.
        had: Card,
    },
    /// More cards played than there are.
    #[error("{count} cards are played, but there are only {most}")]
    TooManyPlayed {
        /// How many.
        count: usize,
        /// How many are possible.
        most: usize,
    },
    /// A card stated to be somewhere and also not to be there.
    #[error("{card} is in {place} and yet stated not to be there")]
    Denied {
        /// The card.
        card: Card,
        /// The place.
        place: Place,
    },
    /// No deal fits, though no single card is wrong.
    #[error("no deal allows this: {} can only be in {}, where there is no room for all", .cards, names(.places))]
    NoDeal {
        /// Cards that are too many.
        cards: Cards,
        /// The places they are bound to.
        places: Vec<Place>,
    },
    /// The trumps are said to be split in a game without trumps.
    #[error("split: Null has no trumps")]
    SplitNoTrumps,
    /// The split of a suit said twice.
    #[error("split: {group} is said twice")]
    SplitTwice {
        /// The suit or the trumps.
        group: SplitGroup,
    },
    /// More cards in a split than there are.
    #[error("split: {split} speaks of more cards than the {left} left")]
    SplitTooMany {
        /// What is said.
        split: Split,
        /// How many cards of the suit are left.
        left: usize,
    },
    /// No deal has this split.
    #[error("no deal allows this: the defenders cannot hold {}", all_splits(.splits))]
    NoSplit {
        /// What is said: one that is impossible, or several that are so together.
        splits: Vec<Split>,
    },
    /// A card that no place may hold.
    #[error("no deal allows this: {card} can be nowhere")]
    Nowhere {
        /// The card.
        card: Card,
    },
}

/// Where a card is that somebody else is said to have played.
///
/// ```
/// use kiebitz::deal::{Holder, Position, Problem};
/// let problems = "contract=G declarer=F played=HA.HT.HA".parse::<Position>().unwrap_err();
/// assert!(matches!(problems.0[0], Problem::NotHeld { holder: Some(Holder::Played), .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// In another hand or in the skat.
    Place(Place),
    /// It was gone before the start.
    Gone,
    /// It has been played before.
    Played,
}

fn whereabouts(holder: Option<Holder>) -> String {
    match holder {
        None => "not in that hand".into(),
        Some(Holder::Place(Place::Skat)) => "in the skat".into(),
        Some(Holder::Place(place)) => format!("in the hand of {place}"),
        Some(Holder::Gone) => "gone".into(),
        Some(Holder::Played) => "already played".into(),
    }
}

fn holds(place: Place) -> String {
    match place {
        Place::Hand(seat) => format!("{seat} holds"),
        Place::Skat => "the skat has".into(),
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn all_splits(splits: &[Split]) -> String {
    let splits: Vec<String> = splits.iter().map(Split::to_string).collect();
    splits.join(" and ")
}

fn names(places: &[Place]) -> String {
    let names: Vec<String> = places.iter().map(Place::to_string).collect();
    names.join(" and ")
}

/// All problems of one input, in the order found.
///
/// ```
/// use kiebitz::deal::Position;
/// let problems = "contract=G F=CJ M=CJ".parse::<Position>().unwrap_err();
/// assert!(problems.to_string().contains("CJ is there twice"));
/// assert!(problems.0.len() > 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [one] = self.0.as_slice() {
            return write!(f, "{one}");
        }
        write!(f, "{} problems", self.0.len())?;
        for (i, problem) in self.0.iter().enumerate() {
            write!(f, "{} {problem}", if i == 0 { ":" } else { ";" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
