//! How cards do in deals that the player could not tell from the real one.
//!
//! Where a card lost the game with open cards and no card was sure to win, the player had to go by
//! what is likely. So deals are drawn that fit all he knew, and for each the cards are compared with
//! all cards seen. It tells a card that was wrong in this deal from one that was wrong in most.

use super::analyst::{News, Work};
use super::card::{CardAnalysis, Chance};
use crate::cards::{Card, Dice};
use crate::deal::{Holding, Position, View};
use crate::knowledge::{Knowledge, World};
use crate::rules::{BySeat, Side};

/// Deals drawn for a chance.
const DEALS: u16 = 40;
/// The dice fall the same way for the same card of the same game.
const SEED: u64 = 1886;

impl<T: FnMut(News)> Work<'_, T> {
    /// Asks for every card that lost the game unforced.
    pub(super) fn chances(&mut self) -> Option<()> {
        for number in 0..self.found.cards.len() {
            let card = &self.found.cards[number];
            if card.loss.outcome && card.own[0].win != Some(true) && card.choices > 1 {
                let chance = self.chance(&card.clone())?;
                self.report_card(number, |card| card.chance = chance);
            }
        }
        Some(())
    }

    /// The outer `None` means stop; the inner that no deal could be drawn, which cannot happen.
    fn chance(&mut self, card: &CardAnalysis) -> Option<Option<Chance>> {
        let position = self.positions[card.number].clone();
        let Ok(knowledge) = Knowledge::of(&position, card.seat) else { return Some(None) };
        let cards: Vec<Card> = position.playable().iter().collect();
        let mut dice = Dice::new(SEED + card.number as u64);
        let mut wins = vec![0; cards.len()];
        let mut counters: Vec<Option<World>> = vec![None; cards.len()];
        let mut deals = 0;
        for _ in 0..DEALS {
            let Some(world) = knowledge.draw(&mut dice) else { return Some(None) };
            let Some(position) = as_if(&position, &world) else { return Some(None) };
            let mut won = Vec::with_capacity(cards.len());
            for &card in &cards {
                let mut after = position.clone();
                if after.play(card).is_err() {
                    return Some(None);
                }
                won.push(self.wins(&after)?);
            }
            let ours = |won: bool| won == (card.side == Side::Declarer);
            deals += 1;
            let played = cards.iter().position(|&other| other == card.card).is_some_and(|at| ours(won[at]));
            for (at, &won) in won.iter().enumerate() {
                wins[at] += u16::from(ours(won));
                if played && !ours(won) {
                    counters[at].get_or_insert(world);
                }
            }
        }
        let count = |wanted: Card| cards.iter().position(|&card| card == wanted).map_or(0, |at| wins[at]);
        let played = count(card.card);
        // Of cards that do equally well the one played, or else the first.
        let best = cards.iter().copied().fold(
            card.card,
            |best, card| {
                if count(card) > count(best) { card } else { best }
            },
        );
        // The strongest candidate of those that win here, and a deal that speaks against it.
        let candidates = cards.iter().zip(&counters).filter(|(other, _)| card.better.has(**other));
        let counter = candidates
            .max_by_key(|(other, _)| count(**other))
            .and_then(|(other, counter)| Some((*other, (*counter)?)));
        Some(Some(Chance { deals, played, best: count(best), card: best, counter }))
    }
}

/// The same play so far in another deal.
fn as_if(position: &Position, world: &World) -> Option<Position> {
    let mut setup = position.to_setup();
    setup.hands = BySeat::from_fn(|seat| Holding::full(world.hands[seat] | position.played_by(seat)));
    setup.skat = Holding::full(world.skat);
    setup.view = Some(View::Open);
    setup.validate().ok()
}
