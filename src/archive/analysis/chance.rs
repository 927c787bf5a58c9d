//! How cards do in deals that the player could not tell from the real one.
//!
//! Where a card lost the game with open cards and no card was sure to win, the player had to go by
//! what is likely. So deals are drawn that fit all he knew, and for each the cards are compared with
//! all cards seen. It tells a card that was wrong in this deal from one that was wrong in most.
//!
//! Where few deals are left the exact chance takes the place of the deals drawn: in how many of all deals the best plan
//! with each card wins. Near the end of the game it is asked for every card, so that a card that gave a chance away is told
//! from a good one even if luck made up for it.

use super::analyst::{News, Work};
use super::card::{CardAnalysis, Chance};
use crate::cards::{Card, Dice};
use crate::deal::{Holding, Position, View};
use crate::knowledge::{Knowledge, World};
use crate::rules::{BySeat, Side};
use crate::search::chance::CardChance;

/// Nodes for the exact chance of a card that lost the game, and of one that did not.
const NODES: [u64; 2] = [200_000, 40_000];
/// Most deals of which the exact chance is asked.
const MOST_DEALS: u64 = 1_500;
/// Cards in hand from which on every card is asked about.
const FEW_CARDS: usize = 5;
/// Deals drawn for a chance, and at most, as long as they do not tell whether another card was better.
const DEALS: u16 = 40;
const MORE_DEALS: u16 = 160;
/// The dice fall the same way for the same card of the same game.
const SEED: u64 = 1886;

impl<T: FnMut(News)> Work<'_, T> {
    /// Asks for every card that lost the game unforced, and near the end for those that did not.
    pub(super) fn chances(&mut self) -> Option<()> {
        for number in 0..self.found.cards.len() {
            let card = self.found.cards[number].clone();
            if card.own[0].win == Some(true) || card.choices < 2 {
                continue;
            }
            let left = self.positions[number].cards_left(card.seat);
            let chance = if card.loss.outcome {
                let drawn = self.chance(&card)?;
                let counter = drawn.as_ref().and_then(|drawn| drawn.counter);
                let exact = self.exact(&card, NODES[0])?.map(|exact| Chance { counter, ..exact });
                exact.or(drawn)
            } else if left <= FEW_CARDS && card.open[1].won_by(card.side) == Some(true) {
                self.exact(&card, NODES[1])?
            } else {
                continue;
            };
            self.report_card(number, |card| card.chance = chance);
        }
        Some(())
    }

    /// The exact chance of the card and of the best one. The outer `None` means stop; the inner that there are too many
    /// deals, or that the budget did not suffice.
    fn exact(&mut self, card: &CardAnalysis, nodes: u64) -> Option<Option<Chance>> {
        let position = self.positions[card.number].with_view(View::Seat(card.seat));
        let few = Knowledge::of(&position, card.seat).is_ok_and(|knowledge| knowledge.count() <= MOST_DEALS);
        if !few || self.found.aim.hopeless {
            return Some(None);
        }
        let limits = self.budget(Some(nodes));
        let found = self.analyst.chance.chance(&position, self.found.aim.goal, &limits);
        if self.cancelled() {
            return None;
        }
        let Ok(found) = found else { return Some(None) };
        let won = |known: &CardChance| known.won.exact().map(|won| (known.card, won as u16));
        let Some(cards) = found.cards.iter().map(won).collect::<Option<Vec<_>>>() else { return Some(None) };
        let Some(&(_, played)) = cards.iter().find(|(known, _)| *known == card.card) else {
            return Some(None);
        };
        let start = (card.card, played);
        let (best_card, best) =
            cards.into_iter().fold(start, |best, known| if known.1 > best.1 { known } else { best });
        let deals = found.worlds as u16;
        Some(Some(Chance { deals, played, best, card: best_card, counter: None, exact: true }))
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
        while deals < DEALS || deals < MORE_DEALS && is_open(card.card, &cards, &wins, deals) {
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
        Some(Some(Chance { deals, played, best: count(best), card: best, counter, exact: false }))
    }
}

/// Whether so many deals do not tell yet if another card was better.
fn is_open(played: Card, cards: &[Card], wins: &[u16], deals: u16) -> bool {
    let own = cards.iter().position(|&card| card == played).map_or(0, |at| wins[at]);
    let best = wins.iter().copied().max().unwrap_or(0);
    Chance { deals, played: own, best, card: played, counter: None, exact: false }.is_open()
}

/// The same play so far in another deal.
fn as_if(position: &Position, world: &World) -> Option<Position> {
    let mut setup = position.to_setup();
    setup.hands = BySeat::from_fn(|seat| Holding::full(world.hands[seat] | position.played_by(seat)));
    setup.skat = Holding::full(world.skat);
    setup.view = Some(View::Open);
    setup.validate().ok()
}
