//! What has been found out: bounds on the units to come, by position.
//!
//! Entries hold the whole position, so a hit is never a mistake. Positions alike in ranks and
//! places share a bucket whatever their cards count; a bound of one is widened for the other. And
//! less uncertainty never hurts the viewer: what he has against a set of worlds he has against each
//! part of it, and what the adversaries have in a part they have in the whole.
//!
//! The table starts small and doubles by need, so that small questions stay in the cache.

use super::key::{Key, difference};
use super::task::NO_BOUND;

/// Entries in a bucket of two cache lines.
const WAYS: usize = 4;
/// Buckets at the start: a quarter of a megabyte.
const FIRST_BUCKETS: usize = 1 << 11;
/// The table doubles when so many entries a bucket have been stored.
const FILL: usize = 2;
/// No card.
pub(super) const NO_CARD: u8 = 255;

#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct Entry {
    key: Key,
    low: u8,
    high: u8,
    best: u8,
    /// In the first entry of a bucket: which one is to be replaced next.
    next: u8,
}

const _: () = assert!(std::mem::size_of::<Entry>() == 32);

#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(128))]
struct Bucket([Entry; WAYS]);

/// The table.
#[derive(Debug)]
pub(super) struct KnowledgeTable {
    buckets: Vec<Bucket>,
    most: usize,
    stored: usize,
}

/// What the table knows of a position.
pub(super) struct Found {
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) best: u8,
}

/// How the questions of one search read the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// Whether the viewer wants many units.
    pub(super) viewer_wants: bool,
    pub(super) subset: bool,
    pub(super) quasi: bool,
    /// Where the first block of cards that count starts.
    pub(super) first_block: u32,
}

impl KnowledgeTable {
    /// A table that takes at most so much memory, while it grows too.
    pub(super) fn new(megabytes: usize) -> KnowledgeTable {
        let bytes = std::mem::size_of::<Bucket>();
        // While it doubles, the old half stands beside the new whole.
        let fits = ((megabytes << 20) / 3 * 2 / bytes).max(1);
        let most = 1 << fits.ilog2();
        KnowledgeTable { buckets: vec![Bucket::default(); FIRST_BUCKETS.min(most)], most, stored: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.truncate(FIRST_BUCKETS);
        self.buckets.fill(Bucket::default());
        self.stored = 0;
    }

    #[inline]
    fn bucket(&self, key: &Key) -> usize {
        const ODD: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0xd6e8_feb8_6659_fd93];
        let a = (u64::from(key.hand) << 32 | u64::from(key.may[0]))
            ^ (u64::from(key.extra[1]) << 13 ^ u64::from(key.extra[0]).rotate_left(40));
        let b = u64::from(key.may[1]) << 32 | u64::from(key.may[2]);
        let mut hash = a.wrapping_mul(ODD[0]) ^ b.wrapping_mul(ODD[1]);
        hash = (hash ^ hash >> 32).wrapping_mul(ODD[2]);
        (hash ^ hash >> 29) as usize & (self.buckets.len() - 1)
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn look(&self, key: &Key, reading: Reading) -> Found {
        let mut found = Found { low: 0, high: NO_BOUND, best: NO_CARD };
        let [left, right, skat] = key.may;
        let all = left | right | skat;
        for entry in &self.buckets[self.bucket(key)].0 {
            let theirs = &entry.key;
            let [a, b, c] = theirs.may;
            if theirs.hand != key.hand || theirs.extra != key.extra || a | b | c != all {
                continue;
            }
            let (mut low, mut high) = (i32::from(entry.low), i32::from(entry.high));
            if theirs.present != key.present {
                if !reading.quasi {
                    continue;
                }
                let (up, down) = difference(theirs.present, key.present, reading.first_block);
                low -= down;
                high += up;
            }
            let ours_within = (left & !a) | (right & !b) | (skat & !c) == 0;
            let theirs_within = (a & !left) | (b & !right) | (c & !skat) == 0;
            match (ours_within, theirs_within) {
                (true, true) => {
                    found.low = found.low.max(low);
                    found.high = found.high.min(high);
                }
                _ if !reading.subset => continue,
                (false, false) => continue,
                // Fewer worlds for the viewer: his bound holds. More: that of the adversaries.
                (within, _) if within == reading.viewer_wants => found.low = found.low.max(low),
                _ => found.high = found.high.min(high),
            }
            if found.best == NO_CARD || theirs.present == key.present {
                found.best = entry.best;
            }
        }
        found
    }

    /// Stores that the value is at least (or, if not `at_least`, at most) this.
    pub(super) fn store(&mut self, key: &Key, value: i32, at_least: bool, best: u8) {
        if self.stored >= FILL * self.buckets.len() && self.buckets.len() < self.most {
            self.grow();
        }
        let at = self.bucket(key);
        let bucket = &mut self.buckets[at].0;
        let slot = match bucket.iter().position(|entry| entry.key == *key) {
            Some(slot) => slot,
            None => {
                let next = bucket[0].next;
                bucket[0].next = (next + 1) % WAYS as u8;
                let slot = usize::from(next);
                let kept = bucket[slot].next;
                bucket[slot] = Entry { key: *key, low: 0, high: NO_BOUND as u8, best: NO_CARD, next: kept };
                self.stored += 1;
                slot
            }
        };
        let entry = &mut bucket[slot];
        let value = value.clamp(0, NO_BOUND) as u8;
        if at_least {
            entry.low = entry.low.max(value);
        } else {
            entry.high = entry.high.min(value);
        }
        if best != NO_CARD {
            entry.best = best;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let doubled = vec![Bucket::default(); 2 * self.buckets.len()];
        let old = std::mem::replace(&mut self.buckets, doubled);
        self.stored = 0;
        for entry in old.iter().flat_map(|bucket| &bucket.0).filter(|entry| entry.key.extra[1] != 0) {
            let at = self.bucket(&entry.key);
            let bucket = &mut self.buckets[at].0;
            let slot = usize::from(bucket[0].next);
            bucket[0].next = (bucket[0].next + 1) % WAYS as u8;
            let kept = bucket[slot].next;
            bucket[slot] = Entry { next: kept, ..*entry };
            self.stored += 1;
        }
    }
}
