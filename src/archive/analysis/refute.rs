//! One deal that is lost is enough: whoever loses it with all cards seen can force nothing against all deals.
//!
//! Nearly every question whether a win was forced is answered with no: of 1125 in 233 games of the AI, 5 with yes. So
//! before the search that holds against every deal some deals are tried with open cards, each for a twenty-fifth of what
//! that search takes in the mean; up to twelve refuted 718. The questions that are left are the dear ones, so the whole
//! gains only about a twentieth. A deal that refutes a player
//! at one of his cards could not be ruled out at any card before, and mostly refutes him there too: going from the last card
//! back, it is tried first. What no deal refutes is searched as ever, so the answers stay the same.

use super::analyst::{Depth, News, Work};
use crate::cards::{Cards, Dice};
use crate::deal::{Holding, Position, View};
use crate::knowledge::Knowledge;
use crate::rules::{BySeat, Seat, Side};

/// Deals that refuted a player and are tried again.
const KEPT: usize = 4;
/// Deals drawn where none of those refutes.
const DRAWN: usize = 4;
/// The dice fall the same way for the same card of the same game.
const SEED: u64 = 1848;

/// A deal as it was before the first card.
#[derive(Clone, Debug)]
pub(super) struct Deal {
    hands: BySeat<Cards>,
    skat: Cards,
}

/// Deals that refuted each player; the last is the latest.
pub(super) type Refuters = BySeat<Vec<Deal>>;

impl Deal {
    /// The same play so far in this deal.
    fn position(&self, position: &Position) -> Option<Position> {
        let mut setup = position.to_setup();
        setup.hands = BySeat::from_fn(|seat| Holding::full(self.hands[seat]));
        setup.skat = Holding::full(self.skat);
        setup.view = Some(View::Open);
        setup.validate().ok()
    }
}

impl<T: FnMut(News)> Work<'_, T> {
    /// Whether a deal is found that the seat cannot rule out and in which his side loses with all cards seen. `None`
    /// means stop. Only a quick analysis tries: a full one asks for points next, and what the search against every deal has
    /// left in its table carries those questions further than their budgets else reach.
    pub(super) fn is_refuted(&mut self, position: &Position, seat: Seat) -> Option<bool> {
        if self.analyst.depth != Depth::Quick {
            return Some(false);
        }
        for at in (0..self.refuters[seat].len()).rev() {
            let deal = self.refuters[seat][at].clone();
            if self.refutes(&deal, position, seat)? {
                self.refuters[seat].remove(at);
                self.refuters[seat].push(deal);
                return Some(true);
            }
        }
        let Ok(knowledge) = Knowledge::of(position, seat) else { return Some(false) };
        let mut sampler = knowledge.sampler();
        let mut dice = Dice::new(SEED + position.history().len() as u64);
        let most = usize::try_from(sampler.count()).map_or(DRAWN, |count| count.min(DRAWN));
        for _ in 0..most {
            let Some(world) = sampler.draw(&mut dice) else { return Some(false) };
            let hands = BySeat::from_fn(|seat| world.hands[seat] | position.played_by(seat));
            let deal = Deal { hands, skat: world.skat };
            if self.refutes(&deal, position, seat)? {
                let known = &mut self.refuters[seat];
                if known.len() == KEPT {
                    known.remove(0);
                }
                known.push(deal);
                return Some(true);
            }
        }
        Some(false)
    }

    fn refutes(&mut self, deal: &Deal, position: &Position, seat: Seat) -> Option<bool> {
        let Some(position) = deal.position(position) else { return Some(false) };
        let wins = self.wins(&position)?;
        Some(wins != (seat.side(self.found.declarer) == Side::Declarer))
    }
}
