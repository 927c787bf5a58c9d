//! What the cards that may be played now mean for the question asked: for whoever shows them while it is being composed.
//!
//! The check says the same from its proofs; here the values of the cards are known already. Both speak of the side that the
//! question is put to, and measure as the question does: by force from a seat's view, with open cards if all are seen.

use super::{asks_for_best, claim};
use crate::cards::Card;
use crate::deal::{Position, View};
use crate::puzzle::file::{Asks, Puzzle};
use crate::rules::{Goal, Side};

/// A card that may be played now, with what the declarer has after it in the position's own view.
///
/// ```
/// use kiebitz::puzzle::{Puzzle, question::{Choice, Choices}};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let card = |card: &str, points: u8| {
///     Choice { card: card.parse().unwrap(), points: Some(points), declarer_wins: points >= 61 }
/// };
/// let choices = Choices::of(&Puzzle::new(position), true, Some(61), &[card("SA", 61), card("SK", 50)]);
/// assert_eq!(choices, Choices::These(vec!["SA".parse().unwrap()]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The card.
    pub card: Card,
    /// His points; `None` in Null.
    pub points: Option<u8>,
    /// Whether he reaches the goal.
    pub declarer_wins: bool,
}

/// What they mean.
///
/// ```
/// use kiebitz::puzzle::{Asks, Puzzle, question::Choices};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// // A bid is no card to be played now.
/// let puzzle = Puzzle { asks: Asks::Bid, ..Puzzle::new(position) };
/// assert_eq!(Choices::of(&puzzle, true, None, &[]), Choices::NotAsked);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// The question is not about a card to be played now.
    NotAsked,
    /// The others play first: the side asked has nothing to choose yet.
    OthersFirst,
    /// There is only one card.
    OnlyOne,
    /// None does; these come closest.
    Nobody(Vec<Card>),
    /// These do, but not all.
    These(Vec<Card>),
    /// All of them do.
    Every(Side),
    /// The goal is out of reach, which the puzzle knows or asks; these are best.
    Best(Vec<Card>),
}

impl Choices {
    /// Judges the cards; `points` is what the position is worth, if that is known.
    #[must_use]
    pub fn of(puzzle: &Puzzle, declarer_wins: bool, points: Option<u8>, cards: &[Choice]) -> Choices {
        let position = &puzzle.position;
        if !matches!(puzzle.asks, Asks::Play | Asks::Card | Asks::Beat | Asks::Unlosable | Asks::Points) {
            return Choices::NotAsked;
        }
        let claim = claim(puzzle, Some(declarer_wins), points);
        if !chooses(position, claim.side) {
            return Choices::OthersFirst;
        }
        if cards.len() == 1 {
            return Choices::OnlyOne;
        }
        let declarers = claim.side == Side::Declarer;
        let reached = |choice: &Choice| match (claim.goal, choice.points) {
            (Goal::Points(goal), Some(points)) => points >= goal,
            _ => choice.declarer_wins,
        };
        let all = |test: &dyn Fn(&Choice) -> bool| {
            cards.iter().filter(|card| test(card)).map(|card| card.card).collect()
        };
        let keys: Vec<Card> = all(&|choice| reached(choice) == declarers);
        // What is out of reach for the side asked stays so, whatever card comes closest.
        let missed = declarer_wins != declarers;
        if keys.is_empty() || missed {
            let worth = |choice: &Choice| {
                let points = i16::from(choice.points.unwrap_or_default());
                if declarers { points } else { -points }
            };
            let most = cards.iter().map(worth).max();
            let best = all(&|choice| Some(worth(choice)) == most);
            // Where the result is the question, missing the goal is an answer too.
            let is_answer = matches!(puzzle.asks, Asks::Unlosable | Asks::Points);
            let meant = is_answer || asks_for_best(puzzle, declarer_wins);
            return if meant { Choices::Best(best) } else { Choices::Nobody(best) };
        }
        if keys.len() == cards.len() { Choices::Every(claim.side) } else { Choices::These(keys) }
    }
}

/// Whether the side has a card to choose: the viewer himself, where only he plays for it.
fn chooses(position: &Position, side: Side) -> bool {
    let Some(turn) = position.turn() else { return false };
    match position.view() {
        View::Seat(viewer) => viewer == turn,
        View::Open => turn.side(position.declarer()) == side,
    }
}
