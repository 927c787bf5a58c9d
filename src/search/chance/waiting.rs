//! Fronts that are still to be joined, and what they lose at least together.
//!
//! Which set is taken from one front does not say which from another, so their joins grow like a product. But every one of
//! them has to lose something: a deal that several may lose is charged to each of them in equal parts, and the least that
//! each must be charged adds up. Sets that cannot be completed within what is allowed never enter a join.

use super::front::{self, Front};

/// What a whole deal is charged; divisible by most numbers of fronts that may share one.
const WHOLE: u32 = 840;

/// Fronts over the same deals.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    fronts: Vec<Front>,
    /// In how many of the fronts a deal may be lost: the deals of each number, and their part of a charge.
    shared: Vec<(u32, Vec<u64>)>,
}

impl Waiting {
    pub(super) fn is_empty(&self) -> bool {
        self.fronts.is_empty()
    }

    pub(super) fn fronts(&self) -> &[Front] {
        &self.fronts
    }

    /// How many sets they have in all.
    pub(super) fn sets(&self) -> usize {
        self.fronts.iter().map(Front::len).sum()
    }

    pub(super) fn push(&mut self, front: Front) {
        self.fronts.push(front);
        self.fronts.sort_by_key(|front| std::cmp::Reverse(front.len()));
        self.share();
    }

    /// The front of the fewest sets.
    pub(super) fn pop(&mut self) -> Option<Front> {
        let front = self.fronts.pop();
        self.share();
        front
    }

    /// Deals that a front may lose, some of them several times.
    pub(super) fn touched(&self) -> impl Iterator<Item = &[u64]> {
        self.shared.iter().map(|(_, deals)| &deals[..])
    }

    fn share(&mut self) {
        self.shared.clear();
        for front in &self.fronts {
            let mut met = front.sets().fold(vec![0; front.words()], |mut all, set| {
                all.iter_mut().zip(set).for_each(|(a, b)| *a |= b);
                all
            });
            self.shared.push((WHOLE / (self.shared.len() as u32 + 1), vec![0; met.len()]));
            // Who was met so often is met once more; who was never met is met once.
            for number in (0..self.shared.len() - 1).rev() {
                let (fewer, more) = self.shared.split_at_mut(number + 1);
                let (fewer, more) = (&mut fewer[number].1, &mut more[0].1);
                for ((fewer, more), met) in fewer.iter_mut().zip(more).zip(&mut met) {
                    let again = *fewer & *met;
                    *fewer &= !again;
                    *more |= again;
                    *met &= !again;
                }
            }
            self.shared[0].1.iter_mut().zip(&met).for_each(|(once, met)| *once |= met);
        }
        self.shared.retain(|(_, deals)| front::size(deals) > 0);
    }

    /// What the fronts lose at least beside these deals.
    pub(super) fn least(&self, lost: &[u64]) -> u32 {
        let charge = |set: &[u64]| {
            let mut charge = 0;
            for (part, deals) in &self.shared {
                let beside = set.iter().zip(lost).zip(deals).map(|((a, b), c)| (a & !b & c).count_ones());
                charge += part * beside.sum::<u32>();
            }
            charge
        };
        let sum: u32 = self.fronts.iter().map(|front| front.sets().map(charge).min().unwrap_or(0)).sum();
        sum.div_ceil(WHOLE)
    }
}
