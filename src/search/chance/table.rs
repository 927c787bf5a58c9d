//! What has been found out about points of the play at the start of a trick.
//!
//! The key is what the viewer sees and the deals still in question, in one form: gone cards close up where
//! cards count the same, so that points of the play that differ only in names are one.

use super::aim::{Aim, Hands, Spot};
use super::front::Front;
use crate::rules::Game;
use crate::search::layout::lowest;
use std::collections::HashMap;

/// Runs of neighbours that count the same: where one is gone the others close up.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    runs: Vec<u32>,
    /// Tells the kinds of questions apart.
    tag: u64,
}

impl Blocks {
    pub(super) fn of(aim: &Aim) -> Blocks {
        let mut blocks: Vec<u32> = Vec::new();
        let mut last = 0;
        for at in 0..32 {
            let card = 1u32 << at;
            let joins = last != 0
                && aim.layout.group(last) == aim.layout.group(card)
                && aim.worth(last) == aim.worth(card);
            match blocks.last_mut() {
                Some(block) if joins => *block |= card,
                _ => blocks.push(card),
            }
            last = card;
        }
        blocks.retain(|block| block.count_ones() > 1);
        let game = match aim.game {
            Game::Suit(_) => 0,
            Game::Grand => 1,
            Game::Null => 2,
        };
        Blocks { runs: blocks, tag: (game * 2 + u64::from(aim.tricks)) * 3 + aim.declarer as u64 }
    }

    /// Tells points of the play apart by leader and kind of question.
    pub(super) fn tag(&self, leader: usize) -> u32 {
        (self.tag as u32) << 2 | leader as u32
    }

    /// A hand and hidden cards with the gaps closed.
    pub(super) fn closed(&self, hand: u32, hidden: u32) -> (u32, u32) {
        let gaps: Vec<(u32, u32)> = self.gaps(hand | hidden).collect();
        (close(hand, &gaps), close(hidden, &gaps))
    }

    /// The blocks with gaps between the cards in play.
    fn gaps(&self, present: u32) -> impl Iterator<Item = (u32, u32)> {
        let gaps = self.runs.iter().map(move |&block| (block, block & present));
        gaps.filter(|&(block, here)| here != 0 && here != block && !is_closed(block, here))
    }
}

/// Whether the cards lie at the bottom of the block without gaps.
fn is_closed(block: u32, here: u32) -> bool {
    here | (here - 1) == here | (block & block.wrapping_neg()).wrapping_sub(1)
}

fn close(cards: u32, gaps: &[(u32, u32)]) -> u32 {
    let mut closed = cards;
    for &(block, here) in gaps {
        let mut moved = 0;
        let mut place = lowest(block);
        let mut left = here;
        while left != 0 {
            if cards & lowest(left) != 0 {
                moved |= place;
            }
            place <<= 1;
            left &= left - 1;
        }
        closed = closed & !block | moved;
    }
    closed
}

fn mix(value: u64) -> u64 {
    let a = (value ^ value >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let b = (a ^ a >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    b ^ b >> 32
}

/// A point of the play in its one form: two independent sums over the deals.
pub(super) type Key = u128;

pub(super) fn key(spot: &Spot, deals: &[Hands], blocks: &Blocks) -> Key {
    let present = deals.iter().fold(spot.hand, |present, deal| present | deal.left | deal.right);
    let gaps: Vec<(u32, u32)> = blocks.gaps(present).collect();
    let hand = close(spot.hand, &gaps);
    let seen = u64::from(hand) << 32 | blocks.tag << 24 | (spot.leader as u64) << 16 | spot.units as u64;
    let (mut a, mut b) = (mix(seen), mix(seen.rotate_left(17) ^ 0x5851_f42d_4c95_7f2d));
    for deal in deals {
        let both = u64::from(close(deal.left, &gaps)) << 32 | u64::from(close(deal.right, &gaps));
        let mixed = mix(both);
        a = a.wrapping_add(mixed);
        b = b.wrapping_add(mix(mixed ^ both.rotate_left(23)));
    }
    u128::from(mix(a ^ seen)) << 64 | u128::from(b ^ mix(seen))
}

/// A front, and up to how many lost deals it is complete.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) allow: u32,
    pub(super) front: Front,
}

/// Fronts by key, within a limit of memory.
#[derive(Debug)]
pub(super) struct FrontTable {
    known: HashMap<Key, Known, std::hash::BuildHasherDefault<KeyHasher>>,
    /// How many deals every strategy loses at least.
    least: HashMap<Key, u32, std::hash::BuildHasherDefault<KeyHasher>>,
    bytes: usize,
    most: usize,
}

/// Keys are mixed already.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KeyHasher(u64);

impl std::hash::Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            self.0 = chunk.iter().fold(self.0, |hash, &byte| hash.rotate_left(8) ^ u64::from(byte));
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

/// What an entry takes beside its front.
const ENTRY_BYTES: usize = 96;

/// What a number of deals takes.
const LEAST_BYTES: usize = 40;

impl FrontTable {
    pub(super) fn new(megabytes: usize) -> FrontTable {
        FrontTable { known: HashMap::default(), least: HashMap::default(), bytes: 0, most: megabytes << 20 }
    }

    pub(super) fn clear(&mut self) {
        self.known = HashMap::default();
        self.least = HashMap::default();
        self.bytes = 0;
    }

    pub(super) fn look(&self, key: Key) -> Option<&Known> {
        self.known.get(&key)
    }

    /// How many deals every strategy loses at least, as far as is known.
    pub(super) fn least(&self, key: Key) -> u32 {
        self.least.get(&key).copied().unwrap_or(0)
    }

    /// Remembers that every strategy loses so many deals.
    pub(super) fn loses(&mut self, key: Key, least: u32) {
        if least == 0 {
            return;
        }
        let known = self.least.entry(key).or_insert_with(|| {
            self.bytes += LEAST_BYTES;
            0
        });
        *known = least.max(*known);
    }

    pub(super) fn store(&mut self, key: Key, allow: u32, front: &Front) {
        let bytes = ENTRY_BYTES + front.bytes();
        if self.bytes + bytes > self.most {
            // Beginning anew costs less than choosing what to forget.
            self.clear();
        }
        self.bytes += bytes;
        if let Some(old) = self.known.insert(key, Known { allow, front: front.clone() }) {
            self.bytes -= ENTRY_BYTES + old.front.bytes();
        }
    }
}
