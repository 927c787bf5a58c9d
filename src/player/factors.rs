//! Suit factors: one suit by itself.
//!
//! Each card of a suit is held (0), with the others (1) or gone (2). For every such state in which the leader holds
//! a card, the table names the card to lead and the tricks that are lost if the suit is led again and again, the
//! others following with one or two cards as suits them best. For the trumps of a suit game there are
//! C(11, k) · 2^(11 − k) states with k own cards, for a side suit 3^7 − 2^7 = 2,059. The program works
//! them out itself when they are first needed.

use std::sync::LazyLock;

/// What to lead, and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Factor {
    /// The card to lead: its place in the suit, 0 the lowest.
    pub lead: u8,
    /// Tricks lost in the end.
    pub lost: u8,
}

/// The table of one suit length.
#[derive(Debug)]
pub(super) struct Factors {
    cards: u32,
    /// By own cards and others' cards; `None` without an own card.
    states: Vec<Option<Factor>>,
}

static TRUMPS: LazyLock<Factors> = LazyLock::new(|| Factors::new(11));
static SIDE: LazyLock<Factors> = LazyLock::new(|| Factors::new(7));

/// The eleven trumps of a suit game, the seven lowest.
#[must_use]
pub(super) fn trumps() -> &'static Factors {
    &TRUMPS
}

/// The seven cards of a side suit.
#[must_use]
pub(super) fn side() -> &'static Factors {
    &SIDE
}

impl Factors {
    fn new(cards: u32) -> Factors {
        let mut factors = Factors { cards, states: vec![None; 3usize.pow(cards)] };
        // States with fewer cards first: those after a trick are known when they are needed.
        let mut order: Vec<(u32, u32)> = (0..1u32 << cards)
            .flat_map(|own| {
                let rest = !own & ((1 << cards) - 1);
                subsets(rest).map(move |others| (own, others))
            })
            .filter(|(own, _)| *own != 0)
            .collect();
        order.sort_by_key(|(own, others)| (own.count_ones(), others.count_ones()));
        for (own, others) in order {
            let factor = factors.work_out(own, others);
            let at = factors.index(own, others);
            factors.states[at] = Some(factor);
        }
        factors
    }

    fn index(&self, own: u32, others: u32) -> usize {
        (0..self.cards).rev().fold(0, |index, at| {
            let state = if own >> at & 1 == 1 {
                0
            } else if others >> at & 1 == 1 {
                1
            } else {
                2
            };
            index * 3 + state
        })
    }

    /// What to lead when these cards are held and those are with the others; `None` if nothing is held.
    #[must_use]
    pub fn get(&self, own: u32, others: u32) -> Option<Factor> {
        let mask = (1 << self.cards) - 1;
        self.states[self.index(own & mask, others & !own & mask)]
    }

    /// How many states there are with so many own cards.
    #[cfg(test)]
    fn states_with(&self, own: u32) -> usize {
        let held = |index: usize| {
            let mut rest = index;
            (0..self.cards).filter(|_| (rest.is_multiple_of(3), rest /= 3).0).count() as u32
        };
        (0..self.states.len()).filter(|&at| self.states[at].is_some() && held(at) == own).count()
    }

    fn lost(&self, own: u32, others: u32) -> u8 {
        if own == 0 || others == 0 {
            return 0;
        }
        self.states[self.index(own, others)].map_or(0, |factor| factor.lost)
    }

    fn work_out(&self, own: u32, others: u32) -> Factor {
        let mut best = Factor { lead: own.trailing_zeros() as u8, lost: u8::MAX };
        // From the top: of equally good leads the highest, which leaves least to chance.
        for lead in (0..self.cards).rev().filter(|at| own >> at & 1 == 1) {
            let rest = own & !(1 << lead);
            let mut worst = if others == 0 { self.lost(rest, 0) } else { 0 };
            for high in (0..self.cards).filter(|at| others >> at & 1 == 1) {
                let taken = u8::from(high > lead);
                worst = worst.max(taken + self.lost(rest, others & !(1 << high)));
                // The partner adds his lowest: what is higher is worth more later.
                let low = others & ((1 << high) - 1);
                if low != 0 {
                    let low = low & low.wrapping_neg();
                    worst = worst.max(taken + self.lost(rest, others & !(1 << high) & !low));
                }
            }
            if worst < best.lost {
                best = Factor { lead: lead as u8, lost: worst };
            }
        }
        best
    }
}

fn subsets(set: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let here = next?;
        next = (here != 0).then(|| (here - 1) & set);
        Some(here)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_of_the_paper() {
        let sizes: Vec<usize> = (1..=10).map(|own| trumps().states_with(own)).collect();
        assert_eq!(sizes, [11_264, 28_160, 42_240, 42_240, 29_568, 14_784, 5_280, 1_320, 220, 22]);
        let side: usize = (1..=7).map(|own| side().states_with(own)).sum();
        assert_eq!(side, 2_059);
    }

    #[test]
    fn plain_cases() {
        // Ace and ten against the rest: nothing is lost.
        assert_eq!(side().get(0b1100000, 0b0011111), Some(Factor { lead: 6, lost: 0 }));
        // The bare ten below the ace is lost.
        assert_eq!(side().get(0b0100000, 0b1000000), Some(Factor { lead: 5, lost: 1 }));
        assert_eq!(side().get(0, 1), None);
    }
}
