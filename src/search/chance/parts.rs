//! A point of the play outside of which nothing is lost, taken apart: the fewest deals that are lost in all.
//!
//! There only the number of lost deals counts. The points at which the viewer is on turn next, after each of the others'
//! cards, each have a front; of each one set is chosen ([`super::choice`]). Joining fronts card by card would keep every set
//! that may be of use for cards to come, which are more than can be told apart.

use super::aim::{Hands, Spot};
use super::choice::Choice;
use super::front::{self, Front};
use super::search::{Beyond, Search, Stopped};
use super::waiting::Waiting;
use crate::search::layout::lowest;

/// What may be known before the search is done.
#[derive(Clone, Debug, Default)]
pub(super) struct SoFar {
    /// The deals that a strategy loses.
    pub(super) lost: Option<Vec<u64>>,
    /// Every strategy loses so many.
    pub(super) least: u32,
}

/// A point at which the viewer is on turn, and the deals concerned.
struct Part {
    spot: Spot,
    concerned: Vec<usize>,
    deals: Vec<Hands>,
}

impl Part {
    /// Without deals that are lost anyway.
    fn beside(self, lost: &[u64]) -> Part {
        let kept = |at: &usize| !front::has(lost, self.concerned[*at]);
        let kept: Vec<usize> = (0..self.deals.len()).filter(kept).collect();
        Part {
            concerned: kept.iter().map(|&at| self.concerned[at]).collect(),
            deals: kept.iter().map(|&at| self.deals[at]).collect(),
            ..self
        }
    }
}

/// Nodes for a part that is looked at for the first time; those that need more wait until others are known.
const FIRST_FUSE: u64 = 1 << 14;
/// By what they grow.
const MORE_FUSE: u64 = 8;
/// Nodes for what is lost elsewhere.
const CHOICE_NODES: u64 = 1 << 14;

impl Search<'_> {
    /// A front of one set, the smallest, or of none if all lose more than `allow`; another is on turn.
    pub(super) fn smallest(&mut self, spot: &Spot, deals: &[Hands], allow: u32) -> Result<Front, Stopped> {
        let mut parts = Vec::new();
        self.take_apart(spot, (0..deals.len()).collect(), deals.to_vec(), &mut parts);
        parts.sort_by_key(|part| std::cmp::Reverse(part.concerned.len()));
        let mut times = vec![0u32; deals.len()];
        parts.iter().flat_map(|part| &part.concerned).for_each(|&at| times[at] += 1);
        let mut single = vec![0; front::words(deals.len())];
        (0..deals.len()).filter(|&at| times[at] == 1).for_each(|at| front::insert(&mut single, at));
        let mut common = vec![0; front::words(deals.len())];
        let mut waiting = Waiting::default();
        let (whole, mut fuse) = (self.fuse, FIRST_FUSE);
        while !parts.is_empty() {
            let mut hard = Vec::new();
            for part in parts {
                let part = part.beside(&common);
                if part.concerned.len() <= 1 {
                    continue;
                }
                let mut here = common.clone();
                part.concerned.iter().for_each(|&at| front::insert(&mut here, at));
                let elsewhere = self.elsewhere(&waiting, &here, allow, fuse > FIRST_FUSE);
                let elsewhere = elsewhere + front::size(&here) - part.concerned.len() as u32;
                let Some(most) = allow.checked_sub(elsewhere) else { return Ok(Front::none(deals.len())) };
                let private = front::among(&single, &part.concerned);
                self.fuse = whole.min(self.watch.nodes().saturating_add(fuse));
                let below = self.front(&part.spot, &part.deals, &private, most);
                self.fuse = whole;
                let below = match below {
                    Ok(below) => below,
                    Err(Stopped) if self.watch.is_stopped() || self.watch.nodes() > whole => {
                        return Err(Stopped);
                    }
                    Err(Stopped) => {
                        hard.push(part);
                        continue;
                    }
                };
                if below.loses_nothing() {
                    continue;
                }
                if below.is_none() {
                    return Ok(Front::none(deals.len()));
                }
                let below = below.spread(&part.concerned, deals.len());
                below.common().iter().zip(&mut common).for_each(|(lost, common)| *common |= lost);
                waiting.push(below);
            }
            parts = hard;
            fuse = fuse.saturating_mul(MORE_FUSE);
        }
        self.chosen(waiting.fronts(), deals.len(), allow)
    }

    /// What the fronts known lose at least beside these deals.
    fn elsewhere(&mut self, waiting: &Waiting, beside: &[u64], allow: u32, thorough: bool) -> u32 {
        let least = waiting.least(beside);
        let lost = front::size(beside);
        if !thorough || waiting.is_empty() {
            return least;
        }
        let mut choice = Choice::beside(beside.to_vec(), allow + lost);
        let fuse = self.watch.nodes() + CHOICE_NODES;
        let watch = &mut *self.watch;
        // If it is not finished, what it knows is still true.
        let _ = choice.look(waiting.fronts(), &mut |words| {
            watch.count(words as u64 / 64);
            watch.must_stop() || watch.nodes() > fuse
        });
        least.max(choice.least.saturating_sub(lost))
    }

    /// Chooses one set of each front.
    fn chosen(&mut self, fronts: &[Front], deals: usize, allow: u32) -> Result<Front, Stopped> {
        let mut choice = Choice::new(front::words(deals), allow);
        let (watch, fuse) = (&mut *self.watch, self.fuse);
        let done = choice.look(fronts, &mut |words| {
            watch.count(words as u64 / 64);
            watch.must_stop() || watch.nodes() > fuse
        });
        self.so_far.least = choice.least;
        if self.narrowed == 0 || self.effort.beyond == Beyond::Drop {
            self.so_far.lost.clone_from(&choice.best);
        }
        if done.is_err() {
            return Err(Stopped);
        }
        let mut front = Front::none(deals);
        if let Some(best) = choice.best {
            front.add(&best);
        }
        Ok(front)
    }

    /// The points after the others' cards at which the viewer is on turn, or a trick begins.
    fn take_apart(&self, spot: &Spot, concerned: Vec<usize>, deals: Vec<Hands>, parts: &mut Vec<Part>) {
        let seat = spot.turn();
        let legal: Vec<u32> = deals.iter().map(|deal| spot.legal(deal.of(seat), &self.aim)).collect();
        let mut rest = legal.iter().fold(0, |cards, legal| cards | legal);
        while rest != 0 {
            let card = lowest(rest);
            rest &= rest - 1;
            let here: Vec<usize> = (0..deals.len()).filter(|&at| legal[at] & card != 0).collect();
            let next = spot.after(card, &self.aim);
            if here.len() <= 1 || next.over(&self.aim).is_some() {
                continue;
            }
            let concerned = here.iter().map(|&at| concerned[at]).collect();
            let open = here.iter().map(|&at| deals[at].without(seat, card)).collect();
            if next.count > 0 && next.turn() != 0 {
                self.take_apart(&next, concerned, open, parts);
            } else {
                parts.push(Part { spot: next, concerned, deals: open });
            }
        }
    }
}
