//! The transposition table.
//!
//! An entry holds the whole position at the start of a trick, so a false hit is impossible: the
//! key says which hand holds each remaining card by its relative rank, the points mask says what
//! those cards count, the tag says which search it belongs to and who leads (see [`super::key`]).
//! Nothing in it depends on the skat or on points already taken, so entries stay true for every
//! later question to the same solver, whatever deal or game it is about, and the table is never
//! emptied between questions unless it runs full.
//!
//! It starts small, which costs no time and stays in the cache, and grows as it fills.

/// Entries in one bucket: four times 16 bytes are one cache line.
const BUCKET: usize = 4;
/// Bytes of a bucket.
const BUCKET_BYTES: usize = 64;
/// Buckets of a new table: 256 KB.
const FIRST_BUCKETS: usize = 1 << 12;
/// A full table becomes so many times larger.
const GROWTH: usize = 8;
/// No table is smaller than this, whatever is asked for.
const LEAST_BUCKETS: usize = 1 << 6;

/// What is known of one position at the start of a trick.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    /// Who holds which relative rank.
    pub key: u64,
    /// What the cards count.
    pub worth: u32,
    /// The declarer gets at least this of what is still to come.
    pub low: u8,
    /// … and at most this.
    pub high: u8,
    /// The best lead, as a place in the key, or [`Entry::NO_CARD`].
    pub best: u8,
    /// Search and leader; 0 for an empty entry.
    pub tag: u8,
}

impl Entry {
    /// No best lead is known.
    pub(super) const NO_CARD: u8 = u8::MAX;
}

#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

/// The table of one solver.
#[derive(Debug)]
pub(super) struct OpenTable {
    buckets: Vec<Bucket>,
    used: usize,
    most: usize,
}

/// Spreads keys over the table.
#[inline(always)]
fn hash(key: u64, tag: u8) -> u64 {
    let mixed =
        (key ^ u64::from(tag).wrapping_mul(0xD6E8_FEB8_6659_FD93)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20
}

impl OpenTable {
    /// A table that never takes more than `megabytes`, not even while it grows.
    pub(super) fn new(megabytes: usize) -> OpenTable {
        // While it grows, the old table is still there.
        let bytes = (megabytes << 20) / (GROWTH + 1) * GROWTH;
        let buckets = (bytes / BUCKET_BYTES).max(LEAST_BUCKETS);
        let most = 1 << buckets.ilog2();
        let mut table = OpenTable { buckets: Vec::new(), used: 0, most };
        table.clear();
        table
    }

    /// Forgets everything and gives the memory back.
    pub(super) fn clear(&mut self) {
        self.buckets = vec![Bucket::default(); FIRST_BUCKETS.min(self.most)];
        self.used = 0;
    }

    /// To be called before each question: a table that can grow no more and is nearly full of
    /// older questions starts anew, or the new one would find no room.
    pub(super) fn make_room(&mut self) {
        let places = self.buckets.len() * BUCKET;
        if self.buckets.len() == self.most && self.used * 4 > places * 3 {
            self.clear();
        }
    }

    #[inline(always)]
    fn slot(&self, key: u64, tag: u8) -> usize {
        hash(key, tag) as usize & (self.buckets.len() - 1)
    }

    /// The entries with this key and tag; their cards may count differently.
    #[inline(always)]
    pub(super) fn find(&self, key: u64, tag: u8) -> impl Iterator<Item = &Entry> {
        let bucket = &self.buckets[self.slot(key, tag)].0;
        bucket.iter().filter(move |entry| entry.key == key && entry.tag == tag)
    }

    /// Keeps an entry: with what is known of the same position, else in an empty place, else in
    /// place of the entry with the fewest cards, which is the cheapest to find out again, and of
    /// several such the oldest. The newest stands first.
    pub(super) fn store(&mut self, entry: Entry) {
        let slot = self.slot(entry.key, entry.tag);
        let bucket = &mut self.buckets[slot].0;
        let mut victim = 0;
        let mut fewest = u32::MAX;
        for (i, old) in bucket.iter_mut().enumerate() {
            if old.tag == 0 {
                *old = entry;
                self.used += 1;
                if self.used * 2 > self.buckets.len() * BUCKET && self.buckets.len() < self.most {
                    self.grow();
                }
                return;
            }
            if old.key == entry.key && old.tag == entry.tag && old.worth == entry.worth {
                old.low = old.low.max(entry.low);
                old.high = old.high.min(entry.high);
                if entry.best != Entry::NO_CARD {
                    old.best = entry.best;
                }
                return;
            }
            let cards = old.worth.count_ones();
            if cards <= fewest {
                (victim, fewest) = (i, cards);
            }
        }
        bucket.copy_within(..victim, 1);
        bucket[0] = entry;
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.buckets.len() * GROWTH).min(self.most);
        let old = std::mem::replace(&mut self.buckets, vec![Bucket::default(); size]);
        self.used = 0;
        for entry in old.iter().flat_map(|bucket| bucket.0).filter(|entry| entry.tag != 0) {
            let slot = self.slot(entry.key, entry.tag);
            if let Some(free) = self.buckets[slot].0.iter_mut().find(|free| free.tag == 0) {
                *free = entry;
                self.used += 1;
            }
        }
    }

    /// What the table takes now.
    pub(super) fn bytes(&self) -> usize {
        self.buckets.len() * BUCKET_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, low: u8, high: u8) -> Entry {
        Entry { key, worth: 7, low, high, best: Entry::NO_CARD, tag: 1 }
    }

    #[test]
    fn sizes() {
        assert_eq!(size_of::<Bucket>(), BUCKET_BYTES);
        for megabytes in [0, 1, 3, 16, 256] {
            let table = OpenTable::new(megabytes);
            let peak = table.most * BUCKET_BYTES * (GROWTH + 1) / GROWTH;
            assert!(peak <= (megabytes << 20).max(LEAST_BUCKETS * BUCKET_BYTES * 2), "{megabytes}");
        }
    }

    #[test]
    fn bounds_of_one_position_are_joined() {
        let mut table = OpenTable::new(1);
        table.store(entry(5, 10, 90));
        table.store(entry(5, 20, 95));
        let found: Vec<_> = table.find(5, 1).map(|entry| (entry.low, entry.high)).collect();
        assert_eq!(found, [(20, 90)]);
        assert_eq!(table.find(5, 2).count(), 0);
    }

    #[test]
    fn growing_keeps_what_is_known() {
        let mut table = OpenTable::new(64);
        for key in 0..40_000 {
            table.store(entry(key, (key % 100) as u8, 120));
        }
        assert!(table.bytes() > FIRST_BUCKETS * BUCKET_BYTES);
        let kept = (0..40_000).filter(|&key| table.find(key, 1).any(|e| e.low == (key % 100) as u8)).count();
        assert!(kept > 38_000, "{kept}");
    }
}
