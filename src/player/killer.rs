//! Killer cards: what forces the goal against every deal, or against most.
//!
//! A card can only be a killer if it came out well in every world that voted: a single world that is lost with
//! open cards refutes it. So the expensive search is asked about few cards. From card k on it is asked to hold against
//! most deals, from card k + 3 on against all.

use super::advice::{Reason, Recommendation, Source};
use super::seen::Seen;
use super::style::{KILLER_SHARE, Style};
use super::think::Thought;
use crate::cards::Card;
use crate::rules::Goal;
use crate::search::paranoia::Solver;
use crate::search::{Cancel, Limits};

/// How many times more nodes are spent on finding the card once it is known that there is one.
const FINDING: u64 = 4;

/// The killer card, if one is found.
pub(super) fn killer(
    seen: &Seen<'_>,
    thought: &Thought,
    style: &Style,
    solver: &mut Solver,
    cancel: Option<&Cancel>,
) -> Option<Recommendation> {
    let wanted = if seen.alone() { style.declarer_paranoia } else { style.defender_paranoia };
    if !wanted || seen.fallen() < style.first_killer {
        return None;
    }
    solver.clear();
    // The declarer aims at the highest goal he can force; defenders first of all at the game itself.
    let mut levels: Vec<usize> =
        (0..thought.levels.len()).filter(|&at| is_goal(seen, thought.levels[at].0)).collect();
    if seen.alone() {
        levels.reverse();
    }
    let exact = seen.fallen() >= style.first_killer + 3;
    let share = if exact { 1.0 } else { KILLER_SHARE };
    for &level in &levels {
        let (goal, ballots) = &thought.levels[level];
        let good = |card: Card| {
            ballots.iter().any(|ballot| {
                ballot.card == card && if exact { ballot.always } else { ballot.share >= KILLER_SHARE }
            })
        };
        let cards: Vec<Card> =
            thought.ranked.iter().map(|(card, _)| *card).filter(|&card| good(card)).collect();
        // One search tells whether any card forces it; only then is the card looked for, which the table of
        // that search makes quick.
        let nodes = style.killer_nodes();
        let limits = |nodes| Limits { cancel: cancel.cloned(), ..Limits::nodes(nodes) };
        if cards.is_empty() || forces(seen, None, *goal, share, &limits(nodes), solver).is_none() {
            continue;
        }
        for card in cards {
            if let Some(covered) = forces(seen, Some(card), *goal, share, &limits(FINDING * nodes), solver) {
                let reason = Reason::Forced { goal: *goal, covered };
                return Some(Recommendation { card, source: Source::Killer, reason, confidence: covered });
            }
        }
    }
    None
}

/// Whether the number of points is a step of the game's value, not just an aid to votes.
fn is_goal(seen: &Seen<'_>, goal: Goal) -> bool {
    goal == seen.goal || goal == Goal::SCHNEIDER
}

/// The share of worlds against which the card, or the best card, forces the goal (a defender: forces the declarer
/// to miss it).
fn forces(
    seen: &Seen<'_>,
    card: Option<Card>,
    goal: Goal,
    share: f64,
    limits: &Limits,
    solver: &mut Solver,
) -> Option<f64> {
    solver.set_share(share);
    let answer = match card {
        None => solver.decide(&seen.position, goal, limits),
        Some(card) => {
            let mut after = seen.position.clone();
            after.play(card).ok()?;
            solver.decide(&after, goal, limits)
        }
    };
    (answer.ok()?? == seen.alone()).then(|| solver.covered())
}
