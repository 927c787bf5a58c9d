//! Keys of positions at the start of a trick, and quasi-symmetry.
//!
//! Only relative ranks matter for who wins which trick: when a card has gone, those above it close
//! up. The key therefore lists, for each plain suit and for the jacks, the holders of the cards
//! still in play from the lowest up. Two bit planes say who holds a card: only the first is set
//! for the declarer, only the second for the defender after him, both for the other defender.
//!
//! Beside the key stands the *worth*: which ranks those cards really have, as far as it matters for
//! points (7, 8 and 9 count alike, and so do the jacks). Positions with equal keys but different
//! worth are **quasi-symmetric**: the same lines of play with the same winners exist in both, and a
//! line's result differs by what its cards count more or less. So if no card counts more than in a
//! known position except for a total of *r*, the declarer gets at most *r* more than there, and a
//! stored bound, widened by the difference, still cuts (Kupferschmid and Helmert, 2006). On
//! plausible contracts this alone saves two nodes of three.

use super::table::{Entry, OpenTable};
use crate::cards::Rank;
use crate::search::layout::{Layout, PLAIN_RANKS, index, lowest};
use std::sync::LazyLock;

/// What the ranks of a plain suit count.
const PLAIN_POINTS: [u8; PLAIN_RANKS as usize] = [0, 0, 0, 3, 4, 10, 11];
/// A mask of a plain suit.
const PLAIN_MASK: u32 = (1 << PLAIN_RANKS) - 1;
/// Puts a mask on both planes.
const BOTH_PLANES: u64 = 0x1_0000_0001;

/// `RISE[from << 7 | to]`: by how much the cards of one plain suit count more if their ranks are
/// `to` instead of `from`, summed over those that do count more.
static RISE: LazyLock<Box<[u8; 1 << 14]>> = LazyLock::new(|| {
    let points = |ranks: usize| (0..PLAIN_POINTS.len()).filter(move |i| ranks >> i & 1 == 1);
    let mut rise = Box::new([0; 1 << 14]);
    for from in 0..1usize << PLAIN_RANKS {
        for to in (0..1usize << PLAIN_RANKS).filter(|to| to.count_ones() == from.count_ones()) {
            let pairs = points(from).zip(points(to));
            rise[from << PLAIN_RANKS | to] =
                pairs.map(|(a, b)| PLAIN_POINTS[b].saturating_sub(PLAIN_POINTS[a])).sum();
        }
    }
    rise
});

const COUNTS: [u8; 128] = {
    let mut counts = [0; 128];
    let mut i = 0;
    while i < 128 {
        counts[i] = (i as u32).count_ones() as u8;
        i += 1;
    }
    counts
};

/// Who holds what, and what it counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Key {
    /// Holders by relative rank, two planes of 32 bits.
    pub holders: u64,
    /// Ranks as far as they matter for points.
    pub worth: u32,
}

/// What the table says of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub low: i32,
    pub high: i32,
    pub best: u8,
}

/// Makes keys for one game.
#[derive(Debug)]
pub(super) struct Keys {
    /// The plain suit or the jacks that a bit belongs to.
    suit: [u32; 32],
    /// Bits of both planes that receive a neighbour when a card below goes.
    slide: [u64; 32],
    /// First bit of each plain suit.
    starts: [u32; 4],
    /// 7, 8, 9 and jacks: cards that count what their neighbours count.
    alike: u32,
    rise: &'static [u8; 1 << 14],
}

impl Keys {
    pub(super) fn new(layout: &Layout) -> Keys {
        let jacks = layout.rank(Rank::Jack);
        let mut suit = [0; 32];
        let mut slide = [0; 32];
        for at in 0..32 {
            let bit = 1u32 << at;
            suit[at] = if bit & jacks != 0 { jacks } else { layout.group(bit) & !jacks };
            let top = 1 << (31 - suit[at].leading_zeros());
            slide[at] = u64::from(suit[at] & !top) * BOTH_PLANES;
        }
        let mut starts = [0; 4];
        let mut sevens = layout.rank(Rank::Seven);
        for start in &mut starts {
            *start = sevens.trailing_zeros();
            sevens &= sevens - 1;
        }
        let low = [Rank::Seven, Rank::Eight, Rank::Nine].map(|rank| layout.rank(rank));
        Keys { suit, slide, starts, alike: jacks | low[0] | low[1] | low[2], rise: &RISE }
    }

    /// The key of these hands, declarer first.
    pub(super) fn of(&self, hands: &[u32; 3]) -> Key {
        let mut key = Key::default();
        let mut left = hands[0] | hands[1] | hands[2];
        // The place of the next card of each plain suit and of the jacks, and of those that count
        // alike among them.
        let (mut next, mut next_alike) = ([0u32; 32], [0u32; 32]);
        while left != 0 {
            let bit = lowest(left);
            left &= !bit;
            let suit = self.suit[index(bit)];
            let at = index(suit);
            let place = at as u32 + next[at];
            next[at] += 1;
            let planes = u64::from((hands[0] | hands[2]) & bit != 0)
                | u64::from((hands[1] | hands[2]) & bit != 0) << 32;
            key.holders |= planes << place;
            if bit & self.alike != 0 {
                key.worth |= 1 << (at as u32 + next_alike[at]);
                next_alike[at] += 1;
            } else {
                key.worth |= bit;
            }
        }
        key
    }

    /// The key after the card `bit` has left play; `all` are the cards in play with it.
    #[inline(always)]
    pub(super) fn without(&self, key: Key, all: u32, bit: u32) -> Key {
        let suit = self.suit[index(bit)];
        let start = suit.trailing_zeros();
        let place = start + u32::from(COUNTS[((all & suit & (bit - 1)) >> start) as usize & 127]);
        let below = ((1u64 << place) - 1) * BOTH_PLANES;
        let gone_or_moved = (u64::from(suit) * BOTH_PLANES) & !below;
        let holders = (key.holders & !gone_or_moved) | (key.holders >> 1 & self.slide[index(bit)] & !below);
        let alike = suit & self.alike;
        let worth = if bit & alike != 0 {
            (key.worth & !alike) | ((key.worth & alike) >> 1 & alike)
        } else {
            key.worth & !bit
        };
        Key { holders, worth }
    }

    /// The place of a card in the key.
    pub(super) fn place(&self, all: u32, bit: u32) -> u8 {
        let suit = self.suit[index(bit)];
        (suit.trailing_zeros() + (all & suit & (bit - 1)).count_ones()) as u8
    }

    /// The card at a place of the key, as a bit; nothing for [`Entry::NO_CARD`].
    pub(super) fn card_at(&self, all: u32, place: u8) -> u32 {
        if place == Entry::NO_CARD {
            return 0;
        }
        let suit = self.suit[usize::from(place) & 31];
        let mut cards = all & suit;
        for _ in suit.trailing_zeros()..u32::from(place) {
            cards &= cards.wrapping_sub(1);
        }
        lowest(cards)
    }

    /// What the table knows of a position with `points` in play.
    #[inline(always)]
    pub(super) fn look_up(&self, table: &OpenTable, key: Key, tag: u8, points: i32, quasi: bool) -> Known {
        let mut known = Known { low: 0, high: points, best: Entry::NO_CARD };
        for entry in table.find(key.holders, tag) {
            let (low, high) = (i32::from(entry.low), i32::from(entry.high));
            if entry.worth == key.worth {
                known.low = known.low.max(low);
                known.high = known.high.min(high);
                known.best = entry.best;
            } else if quasi {
                let (mut more, mut less) = (0, 0);
                for start in self.starts {
                    let there = (entry.worth >> start & PLAIN_MASK) as usize;
                    let here = (key.worth >> start & PLAIN_MASK) as usize;
                    more += i32::from(self.rise[there << PLAIN_RANKS | here]);
                    less += i32::from(self.rise[here << PLAIN_RANKS | there]);
                }
                known.low = known.low.max(low - less);
                known.high = known.high.min(high + more);
                if known.best == Entry::NO_CARD {
                    known.best = entry.best;
                }
            }
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Dice;
    use crate::deal::Deal;
    use crate::rules::{Game, Seat};

    #[test]
    fn playing_on_gives_the_same_key_as_starting_anew() {
        let mut dice = Dice::new(3);
        for game in Game::ALL.into_iter().filter(|&game| game != Game::Null) {
            let layout = Layout::of(game);
            let keys = Keys::new(layout);
            for _ in 0..50 {
                let deal = Deal::random(&mut dice);
                let mut hands = Seat::ALL.map(|seat| layout.bits(deal.hand(seat)));
                let mut key = keys.of(&hands);
                for turn in 0..30 {
                    let hand = hands[turn % 3];
                    let cards: Vec<u32> = (0..32).map(|i| 1 << i).filter(|bit| hand & bit != 0).collect();
                    let bit = cards[dice.below(cards.len() as u64) as usize];
                    let all = hands[0] | hands[1] | hands[2];
                    assert_eq!(keys.card_at(all, keys.place(all, bit)), bit);
                    key = keys.without(key, all, bit);
                    hands[turn % 3] &= !bit;
                    assert_eq!(key, keys.of(&hands), "{game} {turn}");
                }
            }
        }
    }
}
