//! The best defence against one person at the table.
//!
//! The others have not looked at their cards: they keep every deal open that fits what the person has
//! seen, and each card they play is the one that hurts most, which settles the deal bit by bit. That is
//! fair, because against a plan that holds whatever the deal they cannot win; and it is merciless, because
//! from the first card that leaves such a plan some deal beats him, and that is the deal they turn out
//! to hold.
//!
//! From a seat's view the game between the person and the others is one with nothing hidden: what both
//! see are the cards that fell, and a card of theirs is legal if some deal left allows it. So a win that is
//! not there for the person is there for the others, and they keep it by playing, at each turn, a card
//! after which he still has none. At the end one deal is left, or several that all fit ([`reveal`]).

mod game;
mod line;
mod reply;

pub use game::reveal;
pub use reply::Reply;

use crate::cards::Card;
use crate::deal::{Position, View};
use crate::search::chance::{self, Chance};
use crate::search::limits::Limits;
use crate::search::open::{self, Bounds};
use crate::search::paranoia;
use crate::search::proof::{Claim, ProofError};
use crate::search::resources::Resources;
use std::collections::HashMap;

/// Answers for the seats that the person does not play. It keeps what it has found out, so that the next
/// card of the same game comes sooner.
///
/// Positions given to it are [as the person sees them](crate::search::proof::unseen). Every answer is `None` if the limits
/// ended the search before it was certain.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, adversary::Adversary, proof::Claim};
/// // Somebody has the other jack, and perhaps no spade: the declarer must draw it first.
/// let line = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9";
/// let position: Position = line.parse().unwrap();
/// let question = Claim::new(&position, "90".parse().unwrap());
/// let mut adversary = Adversary::new();
/// let cards = adversary.cards(&position, question, &Limits::none()).unwrap().unwrap();
/// let right: Vec<String> = cards.iter().filter(|c| c.keeps).map(|c| c.card.to_string()).collect();
/// assert_eq!(right, ["CJ"]);
/// ```
#[derive(Debug, Default)]
pub struct Adversary {
    paranoia: paranoia::Solver,
    open: open::Solver,
    chance: chance::Solver,
    /// Its replies, by the position line: what style prefers within its limits depends on what the tables know already, and whoever
    /// starts over or takes back must meet the same card again.
    replies: HashMap<(String, Claim), Reply>,
}

/// A card that may be played, and whether the person still has what he wants by force after it.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, adversary::Adversary, proof::Claim};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let claim = Claim::new(&position, "61".parse().unwrap());
/// let judged = Adversary::new().cards(&position, claim, &Limits::none()).unwrap().unwrap();
/// assert!(judged.iter().all(|judged| judged.keeps));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The card.
    pub card: Card,
    /// Whether what he wants is still forced.
    pub keeps: bool,
}

impl Adversary {
    /// With tables of the usual size.
    #[must_use]
    pub fn new() -> Adversary {
        Adversary::default()
    }

    /// One that takes no more than this: half for what is forced, a quarter for each of its other searches, on one thread.
    #[must_use]
    pub fn with_resources(resources: Resources) -> Adversary {
        let one = resources.at_most_threads(1);
        Adversary {
            paranoia: paranoia::Solver::with_resources(one.part(2)),
            open: open::Solver::with_resources(one.part(4)),
            chance: chance::Solver::with_resources(one.part(4)),
            replies: HashMap::new(),
        }
    }

    /// With at most so much memory, on one thread.
    #[must_use]
    pub fn with_table(megabytes: usize) -> Adversary {
        Adversary::with_resources(Resources::new(megabytes, 1))
    }

    /// Whether the person has what he wants by force.
    ///
    /// # Errors
    /// If the position or the goal is not for the search.
    pub fn decide(
        &mut self,
        position: &Position,
        question: Claim,
        limits: &Limits,
    ) -> Result<Option<bool>, ProofError> {
        if let Some(won) = question.outcome(position) {
            return Ok(Some(won));
        }
        let reached = match position.view() {
            View::Open => self.open.decide(position, question.goal, limits)?,
            View::Seat(_) => self.paranoia.decide(position, question.goal, limits)?,
        };
        Ok(reached.map(|reached| question.won_if(reached)))
    }

    /// The declarer's final points (in Null 1 or 0) if the person does his best, as far as found out.
    ///
    /// # Errors
    /// If the position is not for the search.
    pub fn value(&mut self, position: &Position, limits: &Limits) -> Result<Bounds, ProofError> {
        Ok(match position.view() {
            View::Open => self.open.value(position, limits)?,
            View::Seat(_) => self.paranoia.value(position, limits)?,
        })
    }

    /// In how many deals the person can have what he wants by one plan, and the same after each of his cards; bounds
    /// that have not met if the limits ended the search.
    ///
    /// # Errors
    /// If the position or the goal is not for the search.
    pub fn chance(
        &mut self,
        position: &Position,
        question: Claim,
        limits: &Limits,
    ) -> Result<Chance, ProofError> {
        Ok(self.chance.chance(position, question.goal, limits)?)
    }

    /// Every card that may be played now, as players sort them, and whether the person still has what he
    /// wants after it.
    ///
    /// # Errors
    /// If the position or the goal is not for the search.
    pub fn cards(
        &mut self,
        position: &Position,
        question: Claim,
        limits: &Limits,
    ) -> Result<Option<Vec<Judged>>, ProofError> {
        let mut judged = Vec::new();
        for card in position.game().sorted(position.playable()) {
            let after = after(position, card)?;
            match self.decide(&after, question, limits)? {
                Some(keeps) => judged.push(Judged { card, keeps }),
                None => return Ok(None),
            }
        }
        Ok(Some(judged))
    }
}

/// The position after a card that may be played.
fn after(position: &Position, card: Card) -> Result<Position, ProofError> {
    let mut after = position.clone();
    after.play(card).map_err(|problem| ProofError::Position(problem.to_string()))?;
    Ok(after)
}
