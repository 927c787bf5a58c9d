//! Which cards are worth trying.
//!
//! Cards of one hand with no card of another hand between them are *neighbours*: they win and lose
//! the same tricks for ever. If they count the same, one stands for all. If they count differently
//! but the trick's winner is certain whichever of them is played, the side that gets the trick
//! plays the dearest and the other the cheapest: what the trick gains now, the card kept can lose
//! later at most. A card already beaten on the table will never matter again and separates nobody.
//!
//! Where the winner is open, all are candidates, but their results cannot differ by more than
//! their points do: the lines of play are the same except for two cards that change places. So a
//! card that failed by more than that speaks for its neighbours too.

use super::ideas::Ideas;
use crate::cards::Rank;
use crate::search::layout::{Layout, lowest};

/// A hand has at most ten cards.
pub(super) const MOST: usize = 10;

/// A candidate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate {
    /// The card.
    pub card: u32,
    /// It and its neighbours in the hand.
    pub chain: u32,
    /// Higher is tried sooner.
    pub score: i32,
}

/// What is certain about the trick, seen from the side that plays the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// The other side gets it.
    Lost,
    /// It is open.
    Open,
    /// The own side gets it.
    Won,
}

/// The most valuable of these cards, one bit.
#[inline(always)]
pub(super) fn dearest(layout: &Layout, cards: u32) -> u32 {
    for rank in [Rank::Ace, Rank::Ten, Rank::King, Rank::Queen, Rank::Jack] {
        if cards & layout.rank(rank) != 0 {
            return lowest(cards & layout.rank(rank));
        }
    }
    lowest(cards)
}

/// The least valuable of these cards, one bit.
#[inline(always)]
pub(super) fn cheapest(layout: &Layout, cards: u32) -> u32 {
    let low = cards & (layout.rank(Rank::Seven) | layout.rank(Rank::Eight) | layout.rank(Rank::Nine));
    if low != 0 {
        return lowest(low);
    }
    for rank in [Rank::Jack, Rank::Queen, Rank::King, Rank::Ten] {
        if cards & layout.rank(rank) != 0 {
            return lowest(cards & layout.rank(rank));
        }
    }
    lowest(cards)
}

/// The candidates of one hand.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    list: [Candidate; MOST],
    len: usize,
}

impl Candidates {
    /// All of them, in no order.
    #[inline(always)]
    pub(super) fn all(&self) -> &[Candidate] {
        &self.list[..self.len.min(MOST)]
    }

    /// How many.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Brings the best of the candidates from `from` on to that place and returns it.
    #[inline(always)]
    pub(super) fn pick(&mut self, from: usize) -> Candidate {
        let mut best = from;
        for i in from + 1..self.len {
            if self.list[i].score > self.list[best].score {
                best = i;
            }
        }
        self.list.swap(from, best);
        self.list[from]
    }

    /// Adds what is worth trying of a chain. The score is `base` and `per_point` for each point.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        layout: &Layout,
        ideas: Ideas,
        chain: u32,
        fate: Fate,
        base: i32,
        per_point: i32,
    ) {
        let mut left = if chain & (chain - 1) == 0 || fate == Fate::Open || !ideas.has(Ideas::DOMINANCE) {
            chain
        } else if fate == Fate::Won {
            dearest(layout, chain)
        } else {
            cheapest(layout, chain)
        };
        let low = layout.rank(Rank::Seven) | layout.rank(Rank::Eight) | layout.rank(Rank::Nine);
        let jacks = layout.rank(Rank::Jack);
        while left != 0 && self.len < MOST {
            let card = lowest(left);
            left &= !card;
            if ideas.has(Ideas::EQUAL) {
                if card & low != 0 {
                    left &= !low;
                } else if card & jacks != 0 {
                    left &= !jacks;
                }
            }
            self.list[self.len] = Candidate { card, chain, score: base + per_point * layout.worth(card) };
            self.len += 1;
        }
    }

    /// Tries the best lead of an earlier search first.
    #[inline(always)]
    pub(super) fn prefer(&mut self, card: u32) {
        const FIRST: i32 = 1 << 20;
        for candidate in &mut self.list[..self.len.min(MOST)] {
            if candidate.chain & card != 0 {
                candidate.score += FIRST + if candidate.card == card { FIRST } else { 0 };
            }
        }
    }

    /// After the candidate at `next − 1` failed with `result`, puts neighbours that must fail too
    /// behind it and returns where to go on. `soft` learns how far they may come.
    #[inline(always)]
    pub(super) fn skip_neighbours(
        &mut self,
        layout: &Layout,
        next: usize,
        result: i32,
        need: i32,
        maximise: bool,
        soft: &mut i32,
    ) -> usize {
        let failed = self.list[next - 1];
        let first = next;
        let mut next = next;
        for i in first..self.len {
            let other = self.list[i];
            if other.chain != failed.chain {
                continue;
            }
            let apart = (layout.worth(other.card) - layout.worth(failed.card)).abs();
            if maximise && result + apart < need {
                *soft = (*soft).max(result + apart);
            } else if !maximise && result - apart >= need {
                *soft = (*soft).min(result - apart);
            } else {
                continue;
            }
            self.list.swap(next, i);
            next += 1;
        }
        next
    }
}
