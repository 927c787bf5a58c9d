//! What a finished game was worth, and what the declarer needs to win it.

use super::{Contract, Game};
use crate::cards::{Card, Cards, Rank, Suit, serde_as_text};
use crate::plain;
use std::fmt;
use std::str::FromStr;

/// Points of the whole deck.
const ALL_POINTS: u8 = 120;
/// A party with no more than this is schneider (5.2.3).
const SCHNEIDER_LIMIT: u8 = 30;
/// The declarer's simple majority (5.2.2).
const SIMPLE_WIN: u8 = 61;
/// Tricks in a game.
const ALL_TRICKS: u8 = 10;

/// What the declarer must reach.
///
/// ```
/// use kiebitz::rules::{Goal, Tally};
/// let tally = Tally { declarer_points: 120, declarer_tricks: 9, finished_tricks: 10 };
/// assert!(Goal::SCHNEIDER.is_met(tally) && !Goal::EveryTrick.is_met(tally));
/// assert_eq!("schwarz".parse(), Ok(Goal::EveryTrick));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// At least so many points, the skat included.
    Points(u8),
    /// Every trick; 120 points are not enough if a trick worth nothing is lost (5.2.4).
    EveryTrick,
    /// No trick at all (Null).
    NoTrick,
}

impl Goal {
    /// 90 points.
    pub const SCHNEIDER: Goal = Goal::Points(ALL_POINTS - SCHNEIDER_LIMIT);

    /// What the contract itself asks for, whatever was bid.
    #[must_use]
    pub fn of(contract: Contract) -> Goal {
        if contract.game() == Game::Null {
            Goal::NoTrick
        } else if contract.announces_schwarz() {
            Goal::EveryTrick
        } else if contract.announces_schneider() {
            Goal::SCHNEIDER
        } else {
            Goal::Points(SIMPLE_WIN)
        }
    }

    /// What is needed when the bid counts too: a game bid too high is not lost, it has a higher
    /// goal (5.4.2). `None` if nothing can reach the bid.
    ///
    /// ```
    /// use kiebitz::rules::{Contract, Goal};
    /// let spades: Contract = "S".parse().unwrap();
    /// assert_eq!(Goal::with_bid(spades, -1, 22), Some(Goal::Points(61)));
    /// assert_eq!(Goal::with_bid(spades, -1, 23), Some(Goal::SCHNEIDER));
    /// assert_eq!(Goal::with_bid(spades, -1, 44), Some(Goal::EveryTrick));
    /// assert_eq!(Goal::with_bid(spades, -1, 45), None);
    /// ```
    #[must_use]
    pub fn with_bid(contract: Contract, matadors: i8, bid: u16) -> Option<Goal> {
        let own = Goal::of(contract);
        let reached = |schneider, schwarz| value(contract, matadors, schneider, schwarz) >= bid;
        match own {
            Goal::Points(_) if reached(false, false) => Some(own),
            Goal::Points(_) if reached(true, false) => Some(Goal::SCHNEIDER),
            Goal::NoTrick => reached(false, false).then_some(own),
            _ => reached(true, true).then_some(Goal::EveryTrick),
        }
    }

    /// Whether this tally meets the goal.
    #[must_use]
    pub fn is_met(self, tally: Tally) -> bool {
        match self {
            Goal::Points(points) => tally.declarer_points >= points,
            Goal::EveryTrick => tally.declarer_tricks == ALL_TRICKS,
            Goal::NoTrick => tally.declarer_tricks == 0,
        }
    }
}

/// `61`, `90`, `schwarz`, `null`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Points(points) => write!(f, "{points}"),
            Goal::EveryTrick => f.write_str("schwarz"),
            Goal::NoTrick => f.write_str("null"),
        }
    }
}

serde_as_text!(Goal);

/// A text that is no goal; it holds a short piece of it.
///
/// ```
/// use kiebitz::rules::Goal;
/// let error = "121".parse::<Goal>().unwrap_err();
/// assert_eq!(error.to_string(), "'121' is no goal: a number from 1 to 120, schneider or schwarz");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no goal: a number from 1 to 120, schneider or schwarz")]
pub struct GoalError(pub String);

/// Reads a number of points from 1 to 120, `schneider`, `schwarz` or `null`.
impl FromStr for Goal {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<Goal, GoalError> {
        match text.to_lowercase().as_str() {
            "schneider" => Ok(Goal::SCHNEIDER),
            "schwarz" => Ok(Goal::EveryTrick),
            "null" => Ok(Goal::NoTrick),
            number => match number.parse() {
                Ok(points @ 1..=ALL_POINTS) => Ok(Goal::Points(points)),
                _ => Err(GoalError(plain::quote(text))),
            },
        }
    }
}

/// What was counted at the end of play.
///
/// ```
/// use kiebitz::rules::Tally;
/// let tally = Tally { declarer_points: 30, declarer_tricks: 2, finished_tricks: 10 };
/// assert!(tally.is_schneider() && !tally.is_schwarz());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The declarer's points, the skat included.
    pub declarer_points: u8,
    /// The declarer's tricks; where the defenders gave up, the remaining ones included.
    pub declarer_tricks: u8,
    /// Tricks that were really finished. Before the first, nobody is schneider or schwarz.
    pub finished_tricks: u8,
}

impl Tally {
    /// Whether one of the parties is schneider.
    #[must_use]
    pub fn is_schneider(self) -> bool {
        self.declarer_points >= ALL_POINTS - SCHNEIDER_LIMIT
            || self.finished_tricks > 0 && self.declarer_points <= SCHNEIDER_LIMIT
    }

    /// Whether one of the parties is schwarz: by tricks, never by points.
    #[must_use]
    pub fn is_schwarz(self) -> bool {
        self.declarer_tricks == ALL_TRICKS || self.finished_tricks > 0 && self.declarer_tricks == 0
    }
}

/// What the game was worth, by the rules.
///
/// ```
/// use kiebitz::rules::{Tally, evaluate};
/// let tally = Tally { declarer_points: 75, declarer_tricks: 7, finished_tricks: 10 };
/// let outcome = evaluate("S".parse().unwrap(), "SJ".parse().unwrap(), 23, tally);
/// assert!(outcome.overbid && !outcome.won);
/// assert_eq!((outcome.matadors, outcome.value), (-1, -66));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the declarer won.
    pub won: bool,
    /// The value for the game list: the game's value, or minus twice that.
    pub value: i32,
    /// "With" positive, "without" negative, 0 in Null.
    pub matadors: i8,
    /// Whether the game's value stayed below the bid.
    pub overbid: bool,
    /// Whether a party was schneider (never in Null).
    pub schneider: bool,
    /// Whether a party was schwarz (never in Null).
    pub schwarz: bool,
}

/// The matadors (2.4.2): the unbroken run from the club jack downwards that the declarer has
/// (positive) or lacks (negative). `cards` are hand *and* skat, also in hand games.
///
/// ```
/// use kiebitz::{cards::Suit, rules::{Game, matadors}};
/// let cards = "CJ.SJ.DJ.HA.HT".parse().unwrap();
/// assert_eq!(matadors(Game::Suit(Suit::Hearts), cards), 2);
/// assert_eq!(matadors(Game::Grand, "DJ.CA".parse().unwrap()), -3);
/// ```
#[must_use]
pub fn matadors(game: Game, cards: Cards) -> i8 {
    if game == Game::Null {
        return 0;
    }
    let jacks = Suit::ALL.into_iter().rev().map(|suit| Card::new(suit, Rank::Jack));
    let plain = Rank::ALL.into_iter().rev().skip(1);
    let suit =
        plain.filter_map(|rank| if let Game::Suit(suit) = game { Some(Card::new(suit, rank)) } else { None });
    let with = cards.has(Card::new(Suit::Clubs, Rank::Jack));
    let length = jacks.chain(suit).take_while(|&card| cards.has(card) == with).count() as i8;
    if with { length } else { -length }
}

/// The game's value if these levels were reached. Announced levels count as reached: won they
/// are, and lost they are charged all the same (5.2.5), but not twice if the declarer himself
/// ends up schneider.
fn value(contract: Contract, matadors: i8, schneider: bool, schwarz: bool) -> u16 {
    let Some(base) = contract.game().base_value() else {
        return match (contract.is_hand(), contract.is_ouvert()) {
            (false, false) => 23,
            (true, false) => 35,
            (false, true) => 46,
            (true, true) => 59,
        };
    };
    let steps = [
        true, // the game itself
        contract.is_hand(),
        schneider || contract.announces_schneider(),
        contract.announces_schneider(),
        schwarz || contract.announces_schwarz(),
        contract.announces_schwarz(),
        contract.is_ouvert(),
    ];
    let steps = steps.into_iter().filter(|&counts| counts).count() as u16;
    base * (u16::from(matadors.unsigned_abs()) + steps)
}

/// Works out a finished game: who won, and what it counts.
///
/// `cards` are the declarer's twelve cards, `bid` the number at which the bidding ended (0 if
/// there was none).
#[must_use]
pub fn evaluate(contract: Contract, cards: Cards, bid: u16, tally: Tally) -> Outcome {
    let null = contract.game() == Game::Null;
    let matadors = matadors(contract.game(), cards);
    let schneider = !null && tally.is_schneider();
    let schwarz = !null && tally.is_schwarz();
    let worth = value(contract, matadors, schneider, schwarz);
    let overbid = worth < bid;
    let won = Goal::of(contract).is_met(tally) && !overbid;
    // An overbid game is charged at the smallest multiple that reaches the bid (5.4.2). A Null
    // below the bid may not be declared at all; if a record has one, its value is the step.
    let charged = if overbid {
        let step = contract.game().base_value().unwrap_or(worth);
        u32::from(bid.div_ceil(step)) * u32::from(step)
    } else {
        worth.into()
    };
    // No bid, however absurd a record has it, reaches the end of 32 bits.
    let charged = charged as i32;
    let value = if won { charged } else { -2 * charged };
    Outcome { won, value, matadors, overbid, schneider, schwarz }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.parse().unwrap()
    }

    fn played(contract: &str, hand: &str, bid: u16, points: u8, tricks: u8) -> Outcome {
        let tally = Tally { declarer_points: points, declarer_tricks: tricks, finished_tricks: 10 };
        evaluate(contract.parse().unwrap(), cards(hand), bid, tally)
    }

    #[test]
    fn matadors_with_and_without() {
        let clubs = Game::Suit(Suit::Clubs);
        assert_eq!(matadors(clubs, clubs.trumps()), 11);
        assert_eq!(matadors(clubs, Cards::NONE), -11);
        assert_eq!(matadors(clubs, cards("CJ.SJ.HJ.DJ.CA.CT.CQ")), 6);
        assert_eq!(matadors(clubs, cards("C7")), -10);
        assert_eq!(matadors(Game::Grand, Cards::ALL), 4);
        assert_eq!(matadors(Game::Grand, cards("CA")), -4);
        assert_eq!(matadors(Game::Null, cards("CJ.SJ")), 0);
    }

    #[test]
    fn plain_games() {
        assert_eq!(played("D", "CJ.HJ", 18, 61, 5).value, 18);
        assert_eq!(played("D", "CJ.HJ", 18, 60, 5).value, -36); // 60:60 is lost
        assert_eq!(played("G", "CJ.SJ.HJ.DJ", 18, 61, 5).value, 120);
        assert_eq!(played("C", "SJ", 18, 90, 8).value, 36); // schneider without announcement
        assert_eq!(played("C", "SJ", 18, 30, 2).value, -72); // schneider against the declarer
        assert_eq!(played("C", "SJ", 18, 31, 2).value, -48); // 31 is out of it
        assert_eq!(played("C", "SJ", 18, 20, 0).value, -96); // schwarz whatever lies in the skat
        assert_eq!(played("C", "SJ", 18, 120, 10).value, 48);
        assert_eq!(played("C", "SJ", 18, 120, 9).value, 36); // a worthless trick escapes schwarz
    }

    #[test]
    fn announced_games() {
        assert_eq!(played("GO", "CJ.SJ.HJ.DJ", 18, 120, 10).value, 264);
        assert_eq!(played("GHS", "CJ", 18, 89, 8).value, -2 * 24 * 5);
        assert_eq!(played("GHS", "CJ", 18, 20, 2).value, -2 * 24 * 5); // no own schneider on top
        assert_eq!(played("GHS", "CJ", 18, 90, 8).value, 24 * 5);
        assert_eq!(played("CHZ", "CJ.SJ.HJ", 40, 120, 10).value, 108);
        assert!(!played("CHZ", "CJ.SJ.HJ", 40, 120, 9).won);
    }

    #[test]
    fn null_values() {
        for (contract, value) in [("N", 23), ("NH", 35), ("NO", 46), ("NOH", 59)] {
            assert_eq!(played(contract, "CJ", 18, 0, 0).value, value);
            assert_eq!(played(contract, "CJ", 18, 0, 1).value, -2 * value);
        }
        let overbid = played("N", "CJ", 24, 0, 0);
        assert!(overbid.overbid && !overbid.won);
    }

    #[test]
    fn overbidding() {
        // Spades without one, bid 23: worth 22, lost at 33 twice; schneider rescues it.
        let lost = played("S", "SJ", 23, 75, 7);
        assert_eq!((lost.won, lost.overbid, lost.value), (false, true, -66));
        let saved = played("S", "SJ", 23, 90, 8);
        assert_eq!((saved.won, saved.overbid, saved.value), (true, false, 33));
        assert_eq!(played("D", "CJ.HJ", 36, 41, 4).value, -72);
    }

    #[test]
    fn absurd_bids_are_charged_in_full() {
        for (contract, bid, charged) in
            [("C", 16_384, 16_392), ("G", 40_000, 40_008), ("H", u16::MAX, 65_540)]
        {
            let outcome = played(contract, "SJ", bid, 75, 7);
            assert_eq!((outcome.won, outcome.overbid, outcome.value), (false, true, -2 * charged));
        }
        assert_eq!(played("N", "CJ", u16::MAX, 0, 0).value, -2 * 23 * 2850);
    }

    #[test]
    fn nobody_is_schneider_before_the_first_trick() {
        let tally = Tally { declarer_points: 11, ..Tally::default() };
        let outcome = evaluate("C".parse().unwrap(), cards("SJ"), 24, tally);
        assert_eq!((outcome.schneider, outcome.schwarz, outcome.value), (false, false, -48));
    }

    #[test]
    fn goals_read_back() {
        for goal in [Goal::Points(61), Goal::SCHNEIDER, Goal::EveryTrick, Goal::NoTrick] {
            assert_eq!(goal.to_string().parse(), Ok(goal));
        }
        assert!("121".parse::<Goal>().is_err() && "0".parse::<Goal>().is_err());
    }
}
