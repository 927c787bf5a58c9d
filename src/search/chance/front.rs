//! Fronts: the smallest sets of deals that a strategy loses.
//!
//! A set is a run of words, a bit for each deal of the point of the play it belongs to. A front keeps only
//! sets that contain no other, and only those no larger than was asked for.

/// Sets of lost deals, none within another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Front {
    /// Words of a set.
    words: usize,
    sets: Vec<u64>,
    /// How large each set is: a set lies only within one that is no smaller.
    sizes: Vec<u32>,
    /// Deals that nothing outside of this point of the play can lose; empty if there are none.
    private: Vec<u64>,
}

/// How many words hold so many deals.
#[inline(always)]
pub(super) fn words(deals: usize) -> usize {
    deals.div_ceil(64)
}

/// Whether `a` lies within `b`.
#[inline(always)]
pub(super) fn within(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// Deals in a set.
#[inline(always)]
pub(super) fn size(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// Whether a deal is in the set.
#[inline(always)]
pub(super) fn has(set: &[u64], deal: usize) -> bool {
    set[deal / 64] >> (deal % 64) & 1 == 1
}

/// Puts a deal into the set.
#[inline(always)]
pub(super) fn insert(set: &mut [u64], deal: usize) {
    set[deal / 64] |= 1 << (deal % 64);
}

/// Takes a deal out of the set.
#[inline(always)]
pub(super) fn remove(set: &mut [u64], deal: usize) {
    set[deal / 64] &= !(1 << (deal % 64));
}

/// The set among fewer deals, those kept; an empty slice stays one.
pub(super) fn among(set: &[u64], kept: &[usize]) -> Vec<u64> {
    if set.is_empty() {
        return Vec::new();
    }
    let mut few = vec![0; words(kept.len())];
    for (at, _) in kept.iter().enumerate().filter(|(_, deal)| has(set, **deal)) {
        insert(&mut few, at);
    }
    few
}

/// All of so many deals.
pub(super) fn every(deals: usize) -> Vec<u64> {
    let mut set = vec![0; words(deals)];
    (0..deals).for_each(|deal| insert(&mut set, deal));
    set
}

/// The deals of a set.
pub(super) fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(at, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                64 * at + bit
            })
        })
    })
}

impl Front {
    /// No strategy loses as few as was asked for.
    pub(super) fn none(deals: usize) -> Front {
        Front { words: words(deals), sets: Vec::new(), sizes: Vec::new(), private: Vec::new() }
    }

    /// One strategy loses nothing.
    pub(super) fn all(deals: usize) -> Front {
        Front { words: words(deals), sets: vec![0; words(deals)], sizes: vec![0], private: Vec::new() }
    }

    /// A front without sets in which these deals cannot be lost anywhere else: of them only the number counts.
    pub(super) fn counting(deals: usize, private: &[u64]) -> Front {
        Front::counting_words(words(deals), private)
    }

    /// As [`Front::counting`], by the words of a set.
    pub(super) fn counting_words(words: usize, private: &[u64]) -> Front {
        let private = if size(private) == 0 { Vec::new() } else { private.to_vec() };
        Front { words, sets: Vec::new(), sizes: Vec::new(), private }
    }

    /// Whether `a` is never worse than `b`, whatever is lost elsewhere: it loses no more beyond what both lose than `b`
    /// loses of the deals that only count here.
    #[inline(always)]
    fn serves(&self, a: &[u64], b: &[u64]) -> bool {
        if self.private.is_empty() {
            return within(a, b);
        }
        let mut spare = 0;
        for ((a, b), private) in a.iter().zip(b).zip(&self.private) {
            spare += (b & !a & private).count_ones() as i32 - (a & !b).count_ones() as i32;
        }
        spare >= 0
    }

    /// The same sets among more deals, of which these are the ones concerned.
    pub(super) fn spread(&self, concerned: &[usize], deals: usize) -> Front {
        let words = words(deals);
        let mut sets = vec![0; words * self.sizes.len()];
        for (set, wide) in self.sets().zip(sets.chunks_exact_mut(words)) {
            members(set).for_each(|at| insert(wide, concerned[at]));
        }
        Front { words, sets, sizes: self.sizes.clone(), private: Vec::new() }
    }

    /// Words of a set.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn is_none(&self) -> bool {
        self.sets.is_empty()
    }

    /// Whether some strategy loses nothing.
    pub(super) fn loses_nothing(&self) -> bool {
        self.sizes == [0]
    }

    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    pub(super) fn sets(&self) -> impl Iterator<Item = &[u64]> {
        self.sets.chunks_exact(self.words)
    }

    /// The fewest deals that are lost.
    pub(super) fn fewest(&self) -> Option<u32> {
        self.sizes.iter().copied().min()
    }

    /// Whether some set lies within this one.
    pub(super) fn covers(&self, set: &[u64]) -> bool {
        self.covers_sized(set, size(set))
    }

    fn covers_sized(&self, set: &[u64], size: u32) -> bool {
        self.sets().zip(&self.sizes).any(|(known, &lost)| lost <= size && self.serves(known, set))
    }

    /// Adds a set, unless it contains another; those that contain it go.
    pub(super) fn add(&mut self, set: &[u64]) {
        self.add_sized(set, size(set));
    }

    /// As [`Front::add`], for a set of this size.
    pub(super) fn add_sized(&mut self, set: &[u64], size: u32) {
        if self.covers_sized(set, size) {
            return;
        }
        let words = self.words;
        let mut kept = 0;
        for at in 0..self.sizes.len() {
            let run = at * words..(at + 1) * words;
            if self.sizes[at] >= size && self.serves(set, &self.sets[run.clone()]) {
                continue;
            }
            if kept != at {
                self.sets.copy_within(run, kept * words);
                self.sizes[kept] = self.sizes[at];
            }
            kept += 1;
        }
        self.sets.truncate(kept * words);
        self.sizes.truncate(kept);
        self.sets.extend_from_slice(set);
        self.sizes.push(size);
    }

    /// The sets from the smallest up.
    fn sorted(&self) -> Vec<usize> {
        let mut order: Vec<(u32, usize)> = self.sizes.iter().copied().zip(0..).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, at)| at * self.words).collect()
    }

    /// Keeps the smallest sets only, at most so many; whether any had to go.
    pub(super) fn drop_beyond(&mut self, most: usize) -> bool {
        if self.len() <= most {
            return false;
        }
        let order = self.sorted();
        let kept = order[..most].iter().flat_map(|&at| self.sets[at..at + self.words].iter().copied());
        self.sets = kept.collect();
        self.sizes = order[..most].iter().map(|&at| self.sizes[at / self.words]).collect();
        true
    }

    /// Keeps at most so many sets, by putting what two have in common in the place of both: less than any strategy
    /// loses. Whether any had to be joined.
    pub(super) fn join_beyond(&mut self, most: usize) -> bool {
        if self.len() <= most {
            return false;
        }
        let order = self.sorted();
        let mut kept: Vec<Vec<u64>> =
            order[..most].iter().map(|&at| self.sets[at..at + self.words].to_vec()).collect();
        for &at in &order[most..] {
            let set = &self.sets[at..at + self.words];
            let apart =
                |other: &Vec<u64>| other.iter().zip(set).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
            if let Some(nearest) = kept.iter_mut().min_by_key(|other| apart(other)) {
                nearest.iter_mut().zip(set).for_each(|(a, b)| *a &= b);
            }
        }
        self.sets.clear();
        self.sizes.clear();
        kept.iter().for_each(|set| self.add(set));
        true
    }

    /// What the sets have in common.
    pub(super) fn common(&self) -> Vec<u64> {
        let mut sets = self.sets();
        let mut common = sets.next().map_or_else(|| vec![u64::MAX; self.words], <[u64]>::to_vec);
        for set in sets {
            common.iter_mut().zip(set).for_each(|(a, b)| *a &= b);
        }
        common
    }

    /// Memory it takes.
    pub(super) fn bytes(&self) -> usize {
        8 * self.sets.len() + 4 * self.sizes.len()
    }
}
