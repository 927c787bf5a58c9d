//! The winning features of a declarer's cards.
//!
//! A trump hand is summed up twice. Its *strength* is a number of points: a sum of learned weights,
//! each looked up by a small pattern of cards (jacks and length of trumps, what is held of a side suit,
//! the points laid away, who leads). The paper's *winning parameters* (voids, points in the skat, height of
//! the bid, place at the table, trumps, jacks, cards that lose, here as strength) address the cells of the
//! tables of won and lost games.

use crate::cards::{Cards, Suit};
use crate::rules::{Game, Seat};

/// Which tables a game uses.
///
/// ```
/// use kiebitz::{player::Kind, rules::Game};
/// assert_eq!(Kind::of(Game::Null, true), Kind::NullOuvert);
/// assert_eq!(Kind::of(Game::Grand, false).name(), "grand");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Clubs, spades, hearts, diamonds.
    Suit,
    /// Grand.
    Grand,
    /// Null, hand or not.
    Null,
    /// Null ouvert, hand or not.
    NullOuvert,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Suit, Kind::Grand, Kind::Null, Kind::NullOuvert];

    /// The kind of a game with closed or open cards.
    #[must_use]
    pub fn of(game: Game, ouvert: bool) -> Kind {
        match game {
            Game::Suit(_) => Kind::Suit,
            Game::Grand => Kind::Grand,
            Game::Null if ouvert => Kind::NullOuvert,
            Game::Null => Kind::Null,
        }
    }

    /// The name in table files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Suit => "suit",
            Kind::Grand => "grand",
            Kind::Null => "null",
            Kind::NullOuvert => "nullouvert",
        }
    }
}

/// The seven plain cards of a suit as bits, the seven lowest.
#[must_use]
pub fn holding(cards: Cards, suit: Suit) -> usize {
    (cards.bits() >> (8 * suit.index()) & 0x7F) as usize
}

/// The jacks as bits, diamonds lowest.
#[must_use]
pub fn jacks(cards: Cards) -> usize {
    Suit::ALL.into_iter().fold(0, |all, suit| {
        let held = cards.bits() >> (8 * suit.index() + 7) & 1;
        all | (held as usize) << suit.index()
    })
}

/// Ten, ace and king of a holding, and its length: what matters most of it.
fn coarse(holding: usize) -> usize {
    (holding >> 4) * 8 + holding.count_ones() as usize
}

/// Where each group of weights begins: for suit games and for Grand.
const PLACE: usize = 0;
const TRUMP_LENGTH: usize = PLACE + 3;
const TRUMP_TOP: usize = TRUMP_LENGTH + 16 * 8;
const COARSE: usize = TRUMP_TOP + 64;
const FINE: usize = COARSE + 64;
const LAID: usize = FINE + 128;
const ACES: usize = LAID + 24;
/// How many weights a kind has.
pub const WEIGHTS: usize = ACES + 5 * 3;

/// How much each weight is drawn to zero: as if so many games had shown nothing of it.
#[must_use]
pub fn reluctance(weight: usize) -> f64 {
    match weight {
        FINE..LAID => 40.0,
        TRUMP_TOP..COARSE => 15.0,
        _ => 8.0,
    }
}

/// The weights that a trump hand of ten cards with two laid away adds up.
#[must_use]
pub fn weights(game: Game, kept: Cards, laid: Cards, seat: Seat) -> Vec<usize> {
    let mut all = Vec::with_capacity(14);
    all.push(PLACE + seat.index());
    all.push(LAID + usize::from(laid.points()).min(23));
    let jacks = jacks(kept);
    let mut aces = 0;
    for suit in Suit::ALL {
        let held = holding(kept, suit);
        if game == Game::Suit(suit) {
            all.push(TRUMP_LENGTH + jacks * 8 + held.count_ones() as usize);
            all.push(TRUMP_TOP + coarse(held));
        } else {
            aces += held >> 6;
            all.push(COARSE + coarse(held));
            all.push(FINE + held);
        }
    }
    if game == Game::Grand {
        all.push(TRUMP_LENGTH + jacks * 8 + seat.index());
    }
    all.push(ACES + aces.min(4) * 3 + seat.index());
    all
}

/// The weights of one kind, added up where they always occur together, for looking at thousands of discards.
#[derive(Clone, Debug)]
pub(super) struct Fast {
    trump: Vec<f32>,
    side: [f32; 128],
    laid: [f32; 24],
    aces: [f32; 5],
    place: f32,
}

impl Fast {
    /// Prepares the weights for a seat.
    #[must_use]
    pub fn new(weights: &[f32], game: Game, seat: Seat) -> Fast {
        let at = |index: usize| weights.get(index).copied().unwrap_or(0.0);
        let grand = game == Game::Grand;
        let trump = (0..16 * 128)
            .map(|index| {
                let (jacks, held) = (index / 128, index % 128);
                if grand {
                    return at(TRUMP_LENGTH + jacks * 8 + seat.index());
                }
                at(TRUMP_LENGTH + jacks * 8 + held.count_ones() as usize) + at(TRUMP_TOP + coarse(held))
            })
            .collect();
        Fast {
            trump,
            side: std::array::from_fn(|held| at(COARSE + coarse(held)) + at(FINE + held)),
            laid: std::array::from_fn(|points| at(LAID + points)),
            aces: std::array::from_fn(|aces| at(ACES + aces * 3 + seat.index())),
            place: at(PLACE + seat.index()),
        }
    }

    /// The strength of ten cards with two laid away: the same sum as that of [`weights`].
    #[inline]
    #[must_use]
    pub fn strength(&self, game: Game, kept: Cards, laid: Cards) -> f32 {
        let jacks = jacks(kept);
        let mut sum = self.place + self.laid[usize::from(laid.points()).min(23)];
        let mut aces = 0;
        let mut trumps = 0;
        for suit in Suit::ALL {
            let held = holding(kept, suit);
            if game == Game::Suit(suit) {
                trumps = held;
            } else {
                aces += held >> 6;
                sum += self.side[held];
            }
        }
        sum + self.trump[jacks * 128 + trumps] + self.aces[aces.min(4)]
    }
}

/// Strength of a step in the tables.
pub const STEP: f32 = 3.0;

/// The steps of strength in the tables.
pub const STEPS: usize = 48;

/// The step of a strength.
#[must_use]
pub fn step(strength: f32) -> usize {
    ((strength / STEP).max(0.0) as usize).min(STEPS - 1)
}

/// The cells of the tables that a declarer's cards belong to, from the coarsest to the finest.
#[must_use]
pub fn cells(game: Game, kept: Cards, laid: Cards, seat: Seat, bid: u16, strength: f32) -> [u32; 3] {
    let trumps = (kept & game.trumps()).len() as u32;
    let jacks = jacks(kept);
    // None, one, the old one, two, two with the old one, three, four.
    let jack_group = match (jacks.count_ones(), jacks >> 3) {
        (0, _) => 0,
        (1, 0) => 1,
        (1, _) => 2,
        (2, 0) => 3,
        (2, _) => 4,
        (3, _) => 5,
        _ => 6,
    };
    let voids = Suit::ALL.into_iter().filter(|&suit| game != Game::Suit(suit) && holding(kept, suit) == 0);
    let voids = voids.count() as u32;
    let laid = match laid.points() {
        0..=6 => 0,
        7..=13 => 1,
        14..=19 => 2,
        _ => 3,
    };
    let bid = match bid {
        0..=23 => 0,
        24..=35 => 1,
        36..=47 => 2,
        _ => 3,
    };
    let first = (step(strength) as u32 / 2 * 3 + seat.index() as u32) * 12 + trumps;
    let second = (first * 7 + jack_group) * 5 + voids;
    let third = (second * 4 + laid) * 4 + bid;
    [first, second, third]
}
