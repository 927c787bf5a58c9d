//! Which worlds are likely: what bidding and announcement tell about hidden cards.
//!
//! Worlds are drawn uniformly from what is certain, then weighed. A declarer's cards should be good enough for
//! the game he announced and worth what he bid, with a sensible discard; somebody who passed should not hold a
//! hand he would have bid on, and somebody who bid should. None of it is certain, so no weight is zero.

use super::features::{Fast, Kind};
use super::reading::Reading;
use super::seen::Seen;
use super::tables::Tables;
use crate::cards::{Cards, Dice, Rank};
use crate::knowledge::World;
use crate::rules::{BySeat, Game, Seat, Side, Tally, evaluate};

/// What is left of the weight of a world for things that good players hardly ever do.
const TRUMP_LAID: f64 = 0.03;
const ACE_LAID: f64 = 0.25;
const OVERBID: f64 = 0.03;
const DOUBT: f64 = 0.02;

/// Judges worlds.
pub(super) struct Belief<'a> {
    tables: &'a Tables,
    fast: &'a [[Fast; 5]; 3],
}

/// The weights of all trump games for all seats, ready for use.
pub(super) fn all_fast(tables: &Tables) -> [[Fast; 5]; 3] {
    Seat::ALL
        .map(|seat| std::array::from_fn(|at| Fast::new(tables.weights(Game::ALL[at]), Game::ALL[at], seat)))
}

/// The strength of ten cards in their best trump game, with nothing known of the skat.
pub(super) fn best_of_ten(fast: &[Fast; 5], hand: Cards) -> f32 {
    let all = Game::ALL.into_iter().zip(fast).map(|(game, fast)| fast.strength(game, hand, Cards::NONE));
    all.fold(f32::MIN, f32::max)
}

fn sigmoid(x: f32) -> f64 {
    1.0 / (1.0 + f64::from(-x).exp())
}

impl<'a> Belief<'a> {
    pub(super) fn new(tables: &'a Tables, fast: &'a [[Fast; 5]; 3]) -> Belief<'a> {
        Belief { tables, fast }
    }

    /// How likely it is that somebody bids on these ten cards.
    pub(super) fn bids(&self, hand: Cards, seat: Seat) -> f64 {
        let (even, scale) = self.tables.bids;
        sigmoid((best_of_ten(&self.fast[seat.index()], hand) - even) / scale)
    }

    /// The weight of a world.
    pub(super) fn weight(&self, seen: &Seen<'_>, world: &World) -> f64 {
        // Of an endgame nobody knows how it came about, and rests of hands are no hands to bid on.
        if seen.announced.begun.is_some_and(|begun| !begun.gone.is_empty()) {
            return 1.0;
        }
        let dealt = BySeat::from_fn(|seat: Seat| world.hands[seat] | seen.position.played_by(seat));
        let mut weight = 1.0;
        for seat in Seat::ALL.into_iter().filter(|&seat| seat != seen.me) {
            if seat == seen.declarer {
                weight *= self.declared(seen, dealt[seat], world.skat);
            } else if seat.side(seen.declarer) == Side::Defenders && !seen.sight.auction.calls().is_empty() {
                let bids = self.bids(dealt[seat], seat);
                let said = seen.sight.auction.highest_of(seat) > 0;
                weight *= if said { bids } else { 1.0 - bids } + DOUBT;
            }
        }
        weight
    }

    /// How likely a declarer announces this game with these cards.
    fn declared(&self, seen: &Seen<'_>, kept: Cards, skat: Cards) -> f64 {
        let contract = seen.announced.contract;
        let (game, hand) = (contract.game(), contract.is_hand());
        let kind = Kind::of(game, contract.is_ouvert());
        if game == Game::Null {
            let strength = self.tables.strength(game, kept, skat, seen.declarer);
            let win = self.tables.won[kind as usize].probability(strength, None);
            return win * win + DOUBT;
        }
        let at = Game::ALL.into_iter().position(|known| known == game).unwrap_or(0);
        // In a hand game he did not know the skat.
        let laid = if hand { Cards::NONE } else { skat };
        let strength = self.fast[seen.declarer.index()][at].strength(game, kept, laid);
        let odds = &self.tables.won[kind as usize];
        let mut weight = sigmoid((strength - odds.even) / odds.scale.max(1.0) * 1.5) + DOUBT;
        if !hand {
            for card in skat {
                if game.trumps().has(card) {
                    weight *= TRUMP_LAID;
                } else if card.rank() == Rank::Ace {
                    weight *= ACE_LAID;
                }
            }
        }
        let tally = Tally { declarer_points: 70, declarer_tricks: 7, finished_tricks: 10 };
        if seen.announced.bid > 0 && evaluate(contract, kept | skat, seen.announced.bid, tally).overbid {
            weight *= OVERBID;
        }
        weight
    }

    /// Draws `count` worlds by their weight out of `tries` drawn uniformly; equal ones only once, with their
    /// number as weight.
    pub(super) fn draw(
        &self,
        seen: &Seen<'_>,
        reading: &Reading<'_>,
        count: usize,
        tries: usize,
        dice: &mut Dice,
    ) -> Vec<(World, f64)> {
        let mut sampler = seen.knowledge.sampler();
        let drawn: Vec<(World, f64)> = (0..tries)
            .filter_map(|_| {
                let world = sampler.draw(dice)?;
                let weight = self.weight(seen, &world) * reading.weight(seen, &world);
                Some((world, weight))
            })
            .collect();
        let total: f64 = drawn.iter().map(|(_, weight)| weight).sum();
        let mut chosen: Vec<(World, f64)> = Vec::with_capacity(count);
        // Evenly spaced marks on the line of all weights: each world as often as it deserves.
        let step = total / count as f64;
        let mut mark = step * (dice.below(1000) as f64 + 0.5) / 1000.0;
        let mut passed = 0.0;
        for (world, weight) in drawn {
            passed += weight;
            let mut times = 0.0;
            while mark < passed && step > 0.0 {
                times += 1.0;
                mark += step;
            }
            if times > 0.0 {
                chosen.push((world, times));
            }
        }
        chosen
    }
}
