//! Near the end the declarer counts: in how many of the deals left does the best plan with each card win, whatever the
//! defenders play? Votes let him see the cards after his own; this does not. It is asked where it can be answered within
//! the nodes there are, and heeded where the votes' own card gives away a good part of the chance.

use super::advice::{Reason, Recommendation, Source};
use super::seen::Seen;
use super::style::Style;
use super::think::Thought;
use crate::cards::Card;
use crate::search::chance::Solver;
use crate::search::{Cancel, Limits};

/// Most deals of which it is asked.
const MOST_WORLDS: u64 = 1_000;
/// The votes' card is kept unless another one wins in so many more deals of a hundred.
const MARGIN: u64 = 4;

/// A card with a clearly better chance than the one that the votes are for; of several the one with the most votes.
pub(super) fn chance(
    seen: &Seen<'_>,
    thought: &Thought,
    style: &Style,
    solver: &mut Solver,
    cancel: Option<&Cancel>,
) -> Option<Recommendation> {
    // A defender's plan would have to hold against his partner too, which is not how partners play.
    if !style.chance || !seen.alone() || seen.knowledge.count() > MOST_WORLDS {
        return None;
    }
    let (voted, _) = *thought.ranked.first()?;
    // What other questions have left in the table would change what the nodes reach.
    solver.clear();
    let limits = Limits { cancel: cancel.cloned(), ..Limits::nodes(style.chance_nodes()) };
    let found = solver.chance(&seen.position, seen.goal, &limits).ok()?;
    let won = |card: Card| found.cards.iter().find(|known| known.card == card)?.won.exact();
    let (best, voted) = (found.won.exact()?, won(voted)?);
    if best.saturating_sub(voted) * 100 < MARGIN * found.worlds || best == voted {
        return None;
    }
    let (card, _) = *thought.ranked.iter().find(|(card, _)| won(*card) == Some(best))?;
    let share = best as f64 / found.worlds as f64;
    let reason = Reason::Chance { goal: seen.goal, worlds: found.worlds as usize, share };
    Some(Recommendation { card, source: Source::Chance, reason, confidence: share })
}
