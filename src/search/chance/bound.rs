//! A bound without fronts: the others keep to one card each.
//!
//! If in every deal the others' card is laid down beforehand, whatever the viewer does, the deals part at each of their
//! cards, and what is lost after one card adds to what is lost after another: a number takes the place of a front. What
//! the viewer loses against others who have bound themselves so, he loses all the more against those who have not.
//!
//! Any such bond gives a bound; a good one leaves the viewer in the dark. So they take turns: the card after which most
//! deals are lost with the viewer's next card, whichever it is, and of those the card that fits the most deals, is laid
//! down in all deals in which it is legal; the next one in those that are left.

use super::aim::{Aim, Hands, Spot};
use super::front;
use super::search::{Search, Stopped};
use super::table::key;
use crate::search::layout::lowest;

/// Tells numbers found here apart from others in the table.
const SALT: u128 = 0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15;

impl Search<'_> {
    /// How many of these deals every strategy loses at least; `allow + 1` stands for anything above. Every deal must be won
    /// by the viewer alone with all cards seen.
    pub(super) fn least(&mut self, spot: &Spot, deals: &[Hands], allow: u32) -> Result<u32, Stopped> {
        if deals.len() <= 1 || spot.over(&self.aim).is_some() {
            return Ok(0);
        }
        if spot.count > 0 {
            return self.least_after(spot, deals, allow);
        }
        if self.out_of_reach(spot, deals) {
            return Ok(0);
        }
        self.watch.count(1);
        if self.watch.must_stop() || self.watch.nodes() > self.fuse {
            return Err(Stopped);
        }
        if let Some(front) = self.ending(spot, deals, &[], allow) {
            return Ok(front.fewest().unwrap_or(allow + 1));
        }
        let exact = key(spot, deals, &self.blocks);
        let known = self.table.least(exact);
        if known > allow {
            return Ok(allow + 1);
        }
        // One more than the number, where it is the whole truth of this search.
        let whole = self.table.least(exact ^ SALT);
        if whole > 0 {
            return Ok(known.max(whole - 1).min(allow + 1));
        }
        let least = self.least_after(spot, deals, allow)?;
        self.table.loses(exact, least);
        if least <= allow {
            self.table.loses(exact ^ SALT, least + 1);
        }
        Ok(least.max(known))
    }

    fn least_after(&mut self, spot: &Spot, deals: &[Hands], allow: u32) -> Result<u32, Stopped> {
        if spot.turn() == 0 {
            self.least_own(spot, deals, allow)
        } else {
            self.least_others(spot, deals, allow)
        }
    }

    fn least_own(&mut self, spot: &Spot, deals: &[Hands], allow: u32) -> Result<u32, Stopped> {
        let cards = self.own_cards(spot, deals);
        let left = spot.hand.count_ones() - 1;
        if cards & (cards - 1) == 0 {
            return if left <= 1 { Ok(0) } else { self.least(&spot.after(cards, &self.aim), deals, allow) };
        }
        let mut tried: Vec<(u32, u32, Vec<u64>)> = Vec::new();
        let mut rest = cards;
        while rest != 0 {
            let card = lowest(rest);
            rest &= rest - 1;
            if let Some((count, lost)) = self.lost(&spot.after(card, &self.aim), deals, allow)? {
                tried.push((count, card, lost));
            }
        }
        tried.sort_by_key(|(count, card, _)| (*count, *card));
        let mut best = allow + 1;
        for (count, card, lost) in tried {
            if count >= best {
                break;
            }
            if left <= 1 {
                best = count;
                break;
            }
            let next = spot.after(card, &self.aim);
            let kept: Vec<Hands> =
                (0..deals.len()).filter(|&at| !front::has(&lost, at)).map(|at| deals[at]).collect();
            best = best.min(count + self.least(&next, &kept, best - 1 - count)?);
            if best == 0 {
                break;
            }
        }
        Ok(best)
    }

    fn least_others(&mut self, spot: &Spot, deals: &[Hands], allow: u32) -> Result<u32, Stopped> {
        let seat = spot.turn();
        let mut open = legal(spot, deals, seat, &self.aim);
        let mut sum = 0;
        while open.len() > 1 {
            let counts = counts(&open);
            let mut chosen: Option<(u32, u32, u32)> = None;
            for at in (0..32).filter(|&at| counts[at] > 1) {
                let card = 1 << at;
                let next = spot.after(card, &self.aim);
                let here: Vec<Hands> = held(&open, seat, card);
                let at_once = self.at_once(&next, &here)?;
                if chosen.is_none_or(|(lost, count, _)| (lost, count) < (at_once, counts[at])) {
                    chosen = Some((at_once, counts[at], card));
                }
            }
            let Some((_, _, card)) = chosen else { break };
            let here = held(&open, seat, card);
            open.retain(|(legal, _)| legal & card == 0);
            sum += self.least(&spot.after(card, &self.aim), &here, allow - sum)?;
            if sum > allow {
                return Ok(allow + 1);
            }
        }
        Ok(sum)
    }

    /// How many deals the viewer loses with his next card in this trick, whichever it is: what makes a card worth binding
    /// oneself to.
    fn at_once(&mut self, spot: &Spot, deals: &[Hands]) -> Result<u32, Stopped> {
        if deals.len() <= 1 || spot.over(&self.aim).is_some() {
            return Ok(0);
        }
        let seat = spot.turn();
        if seat != 0 {
            if spot.count == 0 {
                return Ok(0);
            }
            let mut open = legal(spot, deals, seat, &self.aim);
            let mut sum = 0;
            while let Some((_, card)) = most_common(&open) {
                let here = held(&open, seat, card);
                open.retain(|(legal, _)| legal & card == 0);
                sum += self.at_once(&spot.after(card, &self.aim), &here)?;
            }
            return Ok(sum);
        }
        let mut rest = self.own_cards(spot, deals);
        let mut fewest = deals.len() as u32;
        while rest != 0 && fewest > 0 {
            let card = lowest(rest);
            rest &= rest - 1;
            if let Some((count, _)) = self.lost(&spot.after(card, &self.aim), deals, fewest - 1)? {
                fewest = count;
            }
        }
        Ok(fewest)
    }
}

/// The deals, each with the cards that the seat may play in it.
fn legal(spot: &Spot, deals: &[Hands], seat: usize, aim: &Aim) -> Vec<(u32, Hands)> {
    deals.iter().map(|deal| (spot.legal(deal.of(seat), aim), *deal)).collect()
}

/// In how many of the deals each card may be played.
fn counts(open: &[(u32, Hands)]) -> [u32; 32] {
    let mut counts = [0; 32];
    for (legal, _) in open {
        let mut rest = *legal;
        while rest != 0 {
            counts[rest.trailing_zeros() as usize] += 1;
            rest &= rest - 1;
        }
    }
    counts
}

/// The card that may be played in the most deals, if in more than one.
fn most_common(open: &[(u32, Hands)]) -> Option<(u32, u32)> {
    let counts = counts(open);
    let at = (0..32).max_by_key(|&at| (counts[at], std::cmp::Reverse(at)))?;
    (counts[at] > 1).then_some((counts[at], 1 << at))
}

/// The deals in which the card may be played, without it.
fn held(open: &[(u32, Hands)], seat: usize, card: u32) -> Vec<Hands> {
    let here = open.iter().filter(|(legal, _)| legal & card != 0);
    here.map(|(_, deal)| deal.without(seat, card)).collect()
}
