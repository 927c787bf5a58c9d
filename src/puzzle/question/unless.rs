//! A game that can be lost, and how: the fewest lies of the cards that have to be left out so that it cannot.
//!
//! For each group of cards, trumps or a suit, the question is asked again of the deals in which neither hidden hand holds so
//! many of them: first all that are missing, then one less, and so on; after that for two groups at a time. What is found is
//! proved: against every other deal the goal is reached by force.

use super::Engines;
use crate::cards::{Card, Cards, Suit};
use crate::deal::{Position, View};
use crate::knowledge::Knowledge;
use crate::puzzle::distributions::{Condition, Group, Span, Who};
use crate::rules::{Game, Goal};
use crate::search::Limits;
use crate::search::proof::ProofError;

/// One lie of the cards that loses: so many or more of these in one hand.
///
/// ```
/// use kiebitz::{cards::Suit, puzzle::{distributions::Group, question::Heap}, rules::Game};
/// let heap = Heap { cards: "ST.SQ".parse().unwrap(), from: 2 };
/// assert!(heap.is_all() && heap.group(Game::Grand) == Group::Suit(Suit::Spades));
/// assert_eq!(heap.condition(Game::Grand).to_string(), "one:spades=2..");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap {
    /// The missing cards of a group.
    pub cards: Cards,
    /// How many of them in one hand are too many.
    pub from: u8,
}

/// What is left out so that the game cannot be lost.
///
/// ```
/// use kiebitz::puzzle::question::{Engines, exception};
/// use kiebitz::{deal::Position, search::{Limits, Resources}};
/// // Lost only if one hand has both spades that are out, and so the other both diamonds.
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let mut engines = Engines::with_resources(Resources::new(16, 1));
/// let found = exception(&mut engines, &position, "61".parse().unwrap(), &Limits::none()).unwrap().unwrap();
/// assert!(found.heaps.len() == 1 && found.heaps[0].is_all());
/// assert!((found.covered - 4.0 / 6.0).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Exception {
    /// Any of these.
    pub heaps: Vec<Heap>,
    /// The share of all deals in which none of them is the case.
    pub covered: f64,
}

impl Heap {
    /// Trumps, or the suit.
    #[must_use]
    pub fn group(&self, game: Game) -> Group {
        let trumps = !(self.cards & game.trumps()).is_empty();
        let suit = |card: Card| Suit::ALL.into_iter().find(|&suit| game.plain_suit(suit).has(card));
        match self.cards.iter().next().filter(|_| !trumps).and_then(suit) {
            Some(suit) => Group::Suit(suit),
            None => Group::Trumps,
        }
    }

    /// The same as a condition of the distribution finder: one of the two hidden hands holds so many.
    #[must_use]
    pub fn condition(&self, game: Game) -> Condition {
        Condition::Count(Who::OneDefender, self.group(game), Span::at_least(self.from))
    }

    /// Whether all of the missing cards have to be together.
    #[must_use]
    pub fn is_all(&self) -> bool {
        usize::from(self.from) == self.cards.len()
    }
}

/// Finds the exception that leaves out the fewest deals; `None` if there is none of this form, or if the game is not
/// played from the declarer's own view. The limits hold for each single question.
///
/// # Errors
/// If the position is not for the searches.
pub fn exception(
    engines: &mut Engines,
    position: &Position,
    goal: Goal,
    limits: &Limits,
) -> Result<Option<Exception>, ProofError> {
    let declarer = position.declarer();
    if position.view() != View::Seat(declarer) {
        return Ok(None);
    }
    let game = position.game();
    let unseen = Knowledge::of(position, declarer)?.unseen();
    let mut groups: Vec<Cards> = Vec::new();
    for card in unseen {
        let group = game.group(card) & unseen;
        if group.len() > 1 && !groups.contains(&group) {
            groups.push(group);
        }
    }
    let deepest = groups.iter().map(|group| group.len() / 2).max().unwrap_or(0);
    for depth in 0..deepest {
        let heap = |&cards: &Cards| {
            let from = (cards.len() - depth) as u8;
            // Half of the cards are always in one hand.
            (2 * usize::from(from) > cards.len() + 1).then_some(Heap { cards, from })
        };
        let single: Vec<Vec<Heap>> = groups.iter().filter_map(heap).map(|heap| vec![heap]).collect();
        if let Some(found) = best(engines, position, goal, single, limits)? {
            return Ok(Some(found));
        }
    }
    let all: Vec<Heap> = groups.iter().map(|&cards| Heap { cards, from: cards.len() as u8 }).collect();
    let pairs = (0..all.len()).flat_map(|at| (at + 1..all.len()).map(move |other| (at, other)));
    let pairs: Vec<Vec<Heap>> = pairs
        .map(|(at, other)| vec![all[at], all[other]])
        .filter(|heaps| heaps.iter().all(|heap| heap.from > 2))
        .collect();
    best(engines, position, goal, pairs, limits)
}

/// Of several exceptions the one that leaves out the fewest deals.
fn best(
    engines: &mut Engines,
    position: &Position,
    goal: Goal,
    exceptions: Vec<Vec<Heap>>,
    limits: &Limits,
) -> Result<Option<Exception>, ProofError> {
    let mut best: Option<Exception> = None;
    for heaps in exceptions {
        if limits.is_cancelled() {
            return Ok(None);
        }
        let most = heaps.iter().filter_map(|heap| Some((heap.cards.iter().next()?, heap.from - 1)));
        engines.forced.set_most(most.collect());
        let decided = engines.forced.decide(position, goal, limits);
        let covered = engines.forced.covered();
        engines.forced.set_most(Vec::new());
        let wins = decided? == Some(true) && covered > 0.0;
        if wins && best.as_ref().is_none_or(|best| covered > best.covered) {
            best = Some(Exception { heaps, covered });
        }
    }
    Ok(best)
}
