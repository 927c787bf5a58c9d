//! What can be changed without changing the answer: swaps of two cards worth the same, and cards that are mere
//! ballast because every such swap leaves the answer as it is.

use super::finding::Finding;
use crate::cards::{Card, Cards};
use crate::deal::{Holding, Place, Position, View};

/// Swaps that are tried at most.
const SWAPS: usize = 240;

/// Where the cards are that may be swapped: all of them with open cards; from a seat's view his own, against
/// the unseen.
fn placed(position: &Position) -> Vec<(Card, Place)> {
    let mut placed = Vec::new();
    for place in Place::ALL {
        let cards = match place {
            Place::Hand(seat) => position.hand(seat),
            Place::Skat => position.skat(),
        };
        placed.extend(position.game().sorted(cards).into_iter().map(|card| (card, place)));
    }
    placed
}

/// The position with two cards in each other's place; `None` if the play so far forbids it.
fn swapped(position: &Position, one: (Card, Place), other: (Card, Place)) -> Option<Position> {
    let mut setup = position.to_setup();
    let mut holding = |place: Place, out: Card, new: Card| {
        let held = match place {
            Place::Hand(seat) => &mut setup.hands[seat],
            Place::Skat => &mut setup.skat,
        };
        let cards: Cards = held.set().without(out).with(new);
        *held = Holding { cards: cards.iter().collect(), more: held.more };
    };
    holding(one.1, one.0, other.0);
    holding(other.1, other.0, one.0);
    setup.validate().ok()
}

/// Tries the swaps. `answer` gives what must stay the same, as text; `None` from it ends the trial.
pub(super) fn changes(
    position: &Position,
    keep: Cards,
    mut answer: impl FnMut(&Position) -> Option<String>,
) -> Vec<Finding> {
    let Some(truth) = answer(position) else { return Vec::new() };
    let cards = placed(position);
    let seat = match position.view() {
        View::Seat(seat) => Some(Place::Hand(seat)),
        View::Open => None,
    };
    let mut pairs = Vec::new();
    for (i, &one) in cards.iter().enumerate() {
        for &other in &cards[i + 1..] {
            let concerns = seat.is_none_or(|own| (one.1 == own) != (other.1 == own));
            let named = keep.has(one.0) || keep.has(other.0);
            if one.1 != other.1 && one.0.points() == other.0.points() && concerns && !named {
                pairs.push((one, other));
            }
        }
    }
    // Evenly over the pairs, so that a limit does not spare the last cards.
    let stride = pairs.len().div_ceil(SWAPS).max(1);
    let (mut tried, mut same) = (0, Vec::new());
    let mut fixed = Cards::NONE;
    let mut touched = Cards::NONE;
    for &(one, other) in pairs.iter().step_by(stride) {
        let Some(changed) = swapped(position, one, other) else { continue };
        let Some(now) = answer(&changed) else { break };
        tried += 1;
        touched = touched.with(one.0).with(other.0);
        if now == truth {
            same.push((one, other));
        } else {
            fixed = fixed.with(one.0).with(other.0);
        }
    }
    if tried == 0 {
        return Vec::new();
    }
    let mut findings = Vec::new();
    // A swap with the skat, or between hands, that a reader may notice most: of hidden cards.
    match same.first() {
        Some(&(one, other)) => findings.push(Finding::Swap { one, other, all: (same.len(), tried) }),
        None => findings.push(Finding::NoSwap(tried)),
    }
    let own = |card: &Card| seat.is_none_or(|place| cards.contains(&(*card, place)));
    let ballast: Cards = (touched - fixed).iter().filter(own).collect();
    if !ballast.is_empty() {
        findings.push(Finding::Ballast(ballast));
    }
    findings
}
