//! Conditions that a deal may be asked to meet.

use super::Sitting;
use crate::cards::{Cards, Rank, Suit};
use crate::deal::Place;
use crate::rules::{Game, Goal, Seat};

/// Whose cards a condition is about. Hands are meant as they were at the position's start.
///
/// ```
/// use kiebitz::puzzle::distributions::{Condition, Who};
/// let condition: Condition = "one:HA".parse().unwrap();
/// assert_eq!(condition, Condition::Holds(Who::OneDefender, "HA".parse().unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// A certain hand, or the skat.
    Place(Place),
    /// One of the two defenders, whichever.
    OneDefender,
}

impl Who {
    /// The places it may mean; one of them must meet the condition.
    pub(super) fn places(self, declarer: Seat) -> Vec<Place> {
        match self {
            Who::Place(place) => vec![place],
            Who::OneDefender => vec![Place::Hand(declarer.next()), Place::Hand(declarer.after(2))],
        }
    }
}

/// Cards that are counted together.
///
/// ```
/// use kiebitz::{cards::Suit, puzzle::distributions::Group, rules::Game};
/// assert_eq!(Group::Trumps.cards(Game::Grand).len(), 4);
/// assert_eq!(Group::Suit(Suit::Hearts).cards(Game::Suit(Suit::Hearts)).len(), 11);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// All cards.
    All,
    /// The trumps.
    Trumps,
    /// The cards that follow this suit; of the trump suit, all trumps.
    Suit(Suit),
    /// The cards of a rank.
    Rank(Rank),
    /// These cards.
    These(Cards),
}

impl Group {
    /// The cards of the group in this game.
    #[must_use]
    pub fn cards(self, game: Game) -> Cards {
        match self {
            Group::All => Cards::ALL,
            Group::Trumps => game.trumps(),
            Group::Suit(suit) if game == Game::Suit(suit) => game.trumps(),
            Group::Suit(suit) => game.plain_suit(suit),
            Group::Rank(rank) => Cards::rank(rank),
            Group::These(cards) => cards,
        }
    }
}

/// A number from … to, both included.
///
/// ```
/// use kiebitz::puzzle::distributions::Span;
/// let span = Span { from: 2, to: 4 };
/// assert!(span.has(4) && !span.has(5));
/// assert!(Span::at_least(2).has(5) && !Span::at_most(2).has(5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The least.
    pub from: u8,
    /// The most.
    pub to: u8,
}

impl Span {
    /// Exactly this.
    #[must_use]
    pub const fn exactly(number: u8) -> Span {
        Span { from: number, to: number }
    }

    /// At least this.
    #[must_use]
    pub const fn at_least(from: u8) -> Span {
        Span { from, to: u8::MAX }
    }

    /// At most this.
    #[must_use]
    pub const fn at_most(to: u8) -> Span {
        Span { from: 0, to }
    }

    /// Whether the number is within.
    #[must_use]
    pub const fn has(self, number: u8) -> bool {
        self.from <= number && number <= self.to
    }
}

/// What best play of all sides with open cards leads to.
///
/// ```
/// use kiebitz::puzzle::distributions::{Condition, Ending, Span};
/// assert_eq!("result=lost".parse(), Ok(Condition::Ending(Ending::Lost)));
/// assert_eq!("result=61".parse(), Ok(Condition::Ending(Ending::Points(Span::exactly(61)))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The declarer reaches his goal.
    Won,
    /// He does not.
    Lost,
    /// The declarer's points lie within.
    Points(Span),
    /// The declarer takes every trick.
    Schwarz,
}

/// One condition.
///
/// ```
/// use kiebitz::puzzle::distributions::{Condition, Sitting};
/// use kiebitz::rules::{BySeat, Game, Seat};
/// let hands = ["HA.HT", "SA.ST", "DA.DT"].map(|cards| cards.parse().unwrap());
/// let sitting = Sitting { hands: BySeat(hands), skat: "C7.C8".parse().unwrap() };
/// let holds = |text: &str| text.parse::<Condition>().unwrap().holds(Game::Grand, Seat::Forehand, &sitting);
/// assert!(holds("F:hearts=2") && holds("one:SA") && !holds("skat:points=10.."));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// All of these cards are there.
    Holds(Who, Cards),
    /// None of these cards is there.
    Lacks(Who, Cards),
    /// So many cards of the group are there.
    Count(Who, Group, Span),
    /// The cards of the group there count so many points.
    Points(Who, Group, Span),
    /// What open cards lead to.
    Ending(Ending),
}

impl Condition {
    /// Whether the condition is about the cards alone and holds of the deal; conditions about the
    /// ending are for the solver, and pass here.
    #[must_use]
    pub fn holds(&self, game: Game, declarer: Seat, sitting: &Sitting) -> bool {
        let any = |who: Who, test: &dyn Fn(Cards) -> bool| match who {
            Who::Place(place) => test(sitting.cards(place)),
            Who::OneDefender => {
                test(sitting.hands[declarer.next()]) || test(sitting.hands[declarer.after(2)])
            }
        };
        match *self {
            Condition::Holds(who, cards) => any(who, &|there| there.has_all(cards)),
            Condition::Lacks(who, cards) => any(who, &|there| (there & cards).is_empty()),
            Condition::Count(who, group, span) => {
                let group = group.cards(game);
                any(who, &|there| span.has((there & group).len() as u8))
            }
            Condition::Points(who, group, span) => {
                let group = group.cards(game);
                any(who, &|there| span.has((there & group).points()))
            }
            Condition::Ending(_) => true,
        }
    }

    /// Whether it is about what open cards lead to.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        matches!(self, Condition::Ending(_))
    }
}

impl Ending {
    /// The goals that must be reached and missed for this ending, if `goal` is the declarer's.
    pub(in crate::puzzle) fn goals(self, goal: Goal) -> (Option<Goal>, Option<Goal>) {
        match self {
            Ending::Won => (Some(goal), None),
            Ending::Lost => (None, Some(goal)),
            Ending::Schwarz => (Some(Goal::EveryTrick), None),
            Ending::Points(span) => (
                (span.from > 0).then_some(Goal::Points(span.from)),
                (span.to < 120).then(|| Goal::Points(span.to + 1)),
            ),
        }
    }
}
