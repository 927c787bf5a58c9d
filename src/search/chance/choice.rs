//! One set out of each front, so that as few deals as possible are lost in all.
//!
//! Where nothing is lost outside of a point of the play only the smallest of its sets counts, and the fronts after the
//! others' cards need not be joined: joins keep every set that could be of use, here one is sought. A set is chosen from one
//! front after the other; what the fronts that are left must lose beside it is charged to them one by one, a deal to one
//! front at most, and where that is too much there is no need to go on.

use super::front::{self, Front};

/// The search for the sets, and the best so far.
pub(super) struct Choice {
    words: usize,
    /// Deals that are lost anyway.
    anyway: Vec<u64>,
    /// A choice that loses more is of no interest.
    allow: i32,
    /// What the best choice loses.
    pub(super) best: Option<Vec<u64>>,
    /// Every choice loses so many.
    pub(super) least: u32,
}

/// The sets of a front one after the other.
type Sets = Vec<u64>;

/// The choice was not finished.
pub(super) struct Unfinished;

impl Choice {
    pub(super) fn new(words: usize, allow: u32) -> Choice {
        Choice::beside(vec![0; words], allow)
    }

    /// Counting these deals as lost.
    pub(super) fn beside(anyway: Vec<u64>, allow: u32) -> Choice {
        Choice { words: anyway.len(), anyway, allow: allow as i32, best: None, least: 0 }
    }

    /// Looks for the best choice that loses no more than is allowed; `work` is told how many words were compared, and
    /// says whether to stop.
    pub(super) fn look(
        &mut self,
        fronts: &[Front],
        work: &mut impl FnMut(usize) -> bool,
    ) -> Result<(), Unfinished> {
        let fronts: Vec<Sets> =
            fronts.iter().map(|front| front.sets().flatten().copied().collect()).collect();
        let lost = self.anyway.clone();
        let Some((lost, fronts)) = self.reduced(lost, &fronts) else {
            self.least = (self.allow + 1) as u32;
            return Ok(());
        };
        if let Some(charged) = self.charged(&lost, &fronts) {
            self.least = charged;
        } else {
            self.least = (self.allow + 1) as u32;
            return Ok(());
        }
        self.settle(&lost, &fronts);
        let fronts = self.merged(&lost, fronts, work)?;
        self.go_on(lost, &fronts, work)?;
        self.least = (self.allow + 1) as u32;
        Ok(())
    }

    /// A good choice, by changing one set at a time.
    fn settle(&mut self, lost: &[u64], fronts: &[Sets]) {
        let words = self.words;
        let mut chosen: Vec<usize> = vec![0; fronts.len()];
        let mut times = vec![0u32; 64 * words];
        let mut all = lost.to_vec();
        let beside = |set: &[u64], all: &[u64]| -> u32 {
            set.iter().zip(all).map(|(a, b)| (a & !b).count_ones()).sum()
        };
        let first = |sets: &Sets, all: &[u64]| {
            (0..sets.len() / words)
                .min_by_key(|&at| beside(&sets[at * words..(at + 1) * words], all))
                .unwrap_or(0)
        };
        for (front, sets) in fronts.iter().enumerate() {
            chosen[front] = first(sets, &all);
            let set = &sets[chosen[front] * words..(chosen[front] + 1) * words];
            front::members(set).for_each(|deal| times[deal] += 1);
            all.iter_mut().zip(set).for_each(|(a, b)| *a |= b);
        }
        for _ in 0..ROUNDS {
            let before = chosen.clone();
            for (front, sets) in fronts.iter().enumerate() {
                let set = |at: usize| &sets[at * words..(at + 1) * words];
                front::members(set(chosen[front])).for_each(|deal| times[deal] -= 1);
                front::members(set(chosen[front])).for_each(|deal| {
                    if times[deal] == 0 && !front::has(lost, deal) {
                        front::remove(&mut all, deal);
                    }
                });
                let new = first(sets, &all);
                if beside(set(new), &all) < beside(set(chosen[front]), &all) {
                    chosen[front] = new;
                }
                front::members(set(chosen[front])).for_each(|deal| times[deal] += 1);
                all.iter_mut().zip(set(chosen[front])).for_each(|(a, b)| *a |= b);
            }
            if chosen == before {
                break;
            }
        }
        self.keep(all);
    }

    fn keep(&mut self, lost: Vec<u64>) {
        let size = front::size(&lost) as i32;
        if size <= self.allow {
            self.allow = size - 1;
            self.best = Some(lost);
        }
    }

    /// Leaves out what is lost already, fronts that lose nothing more, sets that contain another or lose too much; chooses
    /// where there is no choice. `None` if a front is left without sets.
    fn reduced(&self, mut lost: Vec<u64>, fronts: &[Sets]) -> Option<(Vec<u64>, Vec<Sets>)> {
        let words = self.words;
        let mut fronts: Vec<Sets> = fronts.to_vec();
        loop {
            let mut changed = false;
            let spare = self.allow - front::size(&lost) as i32;
            if spare < 0 {
                return None;
            }
            let mut left = Vec::with_capacity(fronts.len());
            for sets in fronts {
                let mut sized: Vec<(u32, Vec<u64>)> = Vec::with_capacity(sets.len() / words);
                for set in sets.chunks_exact(words) {
                    let beside: Vec<u64> = set.iter().zip(&lost).map(|(a, b)| a & !b).collect();
                    let size = front::size(&beside);
                    if size as i32 <= spare {
                        sized.push((size, beside));
                    }
                }
                sized.sort();
                let &(fewest, _) = sized.first()?;
                if fewest == 0 {
                    continue;
                }
                let mut kept: Vec<(u32, Vec<u64>)> = Vec::with_capacity(sized.len());
                for (size, set) in sized {
                    if !kept.iter().any(|(_, other)| front::within(other, &set)) {
                        kept.push((size, set));
                    }
                }
                let mut common = kept[0].1.clone();
                for (_, set) in &kept {
                    common.iter_mut().zip(set).for_each(|(a, b)| *a &= b);
                }
                if common.iter().any(|&word| word != 0) {
                    lost.iter_mut().zip(&common).for_each(|(a, b)| *a |= b);
                    changed = true;
                }
                if kept.len() > 1 {
                    left.push(kept.into_iter().flat_map(|(_, set)| set).collect());
                }
            }
            fronts = left;
            if !changed {
                return Some((lost, fronts));
            }
        }
    }

    /// What is lost at least, with these deals lost already; `None` if it is more than allowed.
    fn charged(&self, lost: &[u64], fronts: &[Sets]) -> Option<u32> {
        let words = self.words;
        let mut free: Vec<u64> = lost.iter().map(|word| !word).collect();
        let mut sum = front::size(lost);
        let mut order: Vec<usize> = (0..fronts.len()).collect();
        order.sort_by_key(|&at| fronts[at].len());
        for at in order {
            let sets = &fronts[at];
            let mut charges: Vec<u32> = sets
                .chunks_exact(words)
                .map(|set| set.iter().zip(&free).map(|(a, b)| (a & b).count_ones()).sum())
                .collect();
            let least = charges.iter().copied().min().unwrap_or(0);
            if least == 0 {
                continue;
            }
            sum += least;
            if sum as i32 > self.allow {
                return None;
            }
            // Deals that no set needs to be charged for stay free for other fronts.
            let mut all = vec![0u64; words];
            for set in sets.chunks_exact(words) {
                all.iter_mut().zip(set).for_each(|(a, b)| *a |= b);
            }
            all.iter_mut().zip(&free).for_each(|(a, b)| *a &= b);
            for deal in front::members(&all) {
                let mut with =
                    charges.iter_mut().zip(sets.chunks_exact(words)).filter(|(_, set)| front::has(set, deal));
                if with.all(|(charge, _)| *charge > least) {
                    charges
                        .iter_mut()
                        .zip(sets.chunks_exact(words))
                        .filter(|(_, set)| front::has(set, deal))
                        .for_each(|(charge, _)| *charge -= 1);
                } else {
                    front::remove(&mut free, deal);
                }
            }
        }
        Some(sum)
    }

    /// Joins fronts as long as that makes no large ones: of deals that no other front may lose only the number counts.
    fn merged(
        &self,
        lost: &[u64],
        mut fronts: Vec<Sets>,
        work: &mut impl FnMut(usize) -> bool,
    ) -> Result<Vec<Sets>, Unfinished> {
        let words = self.words;
        let spare = (self.allow - front::size(lost) as i32).max(0) as u32;
        let touched = |sets: &Sets| {
            let mut all = vec![0u64; words];
            for set in sets.chunks_exact(words) {
                all.iter_mut().zip(set).for_each(|(a, b)| *a |= b);
            }
            all
        };
        let mut all: Vec<Vec<u64>> = fronts.iter().map(touched).collect();
        let mut most = FIRST_JOIN;
        while fronts.len() > 1 && most <= LARGEST_JOIN {
            // The pair that has the most in common for its size.
            let mut best: Option<(u64, usize, usize)> = None;
            for a in 0..fronts.len() {
                for b in 0..a {
                    let product = (fronts[a].len() / words * (fronts[b].len() / words)) as u64;
                    if product > most {
                        continue;
                    }
                    let shared: u32 = all[a].iter().zip(&all[b]).map(|(a, b)| (a & b).count_ones()).sum();
                    let rank = 1000 * product / u64::from(shared + 1);
                    if best.is_none_or(|(known, ..)| rank < known) {
                        best = Some((rank, a, b));
                    }
                }
            }
            let Some((_, a, b)) = best else {
                most *= 4;
                continue;
            };
            let mut private: Vec<u64> = vec![u64::MAX; words];
            for (_, other) in all.iter().enumerate().filter(|(at, _)| *at != a && *at != b) {
                private.iter_mut().zip(other).for_each(|(a, b)| *a &= !b);
            }
            let mut joined = Front::counting_words(words, &private);
            let mut both = vec![0; words];
            for one in fronts[a].chunks_exact(words) {
                for other in fronts[b].chunks_exact(words) {
                    both.iter_mut().zip(one.iter().zip(other)).for_each(|(both, (a, b))| *both = a | b);
                    let size = front::size(&both);
                    if size <= spare {
                        joined.add_sized(&both, size);
                    }
                }
                if work((fronts[b].len() / words) * (words + joined.len())) {
                    return Err(Unfinished);
                }
            }
            let joined: Sets = joined.sets().flatten().copied().collect();
            all[b] = touched(&joined);
            fronts[b] = joined;
            fronts.swap_remove(a);
            all.swap_remove(a);
        }
        Ok(fronts)
    }

    fn go_on(
        &mut self,
        lost: Vec<u64>,
        fronts: &[Sets],
        work: &mut impl FnMut(usize) -> bool,
    ) -> Result<(), Unfinished> {
        let Some((lost, fronts)) = self.reduced(lost, fronts) else { return Ok(()) };
        if work(fronts.iter().map(Vec::len).sum::<usize>() * 2) {
            return Err(Unfinished);
        }
        if fronts.is_empty() {
            self.keep(lost);
            return Ok(());
        }
        if self.charged(&lost, &fronts).is_none() {
            return Ok(());
        }
        // The front of the fewest sets for what its smallest loses.
        let Some(chosen) = (0..fronts.len()).min_by_key(|&at| {
            let least = front::size(&fronts[at][..self.words]) as usize;
            (1000 * (fronts[at].len() / self.words) / least, at)
        }) else {
            return Ok(());
        };
        let rest: Vec<Sets> =
            fronts.iter().enumerate().filter(|(at, _)| *at != chosen).map(|(_, sets)| sets.clone()).collect();
        for set in fronts[chosen].chunks_exact(self.words) {
            let lost: Vec<u64> = lost.iter().zip(set).map(|(a, b)| a | b).collect();
            if front::size(&lost) as i32 <= self.allow {
                self.go_on(lost, &rest, work)?;
            }
        }
        Ok(())
    }
}

/// How often all sets are looked at again for a good choice.
const ROUNDS: usize = 8;
/// Sets of a join at most, to begin with, and in the end.
const FIRST_JOIN: u64 = 64;
const LARGEST_JOIN: u64 = 64 * 256;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Dice;

    /// The fewest deals lost by any choice, every one of them tried.
    fn by_trying(fronts: &[Front], lost: u64) -> u32 {
        let Some((first, rest)) = fronts.split_first() else { return lost.count_ones() };
        first.sets().map(|set| by_trying(rest, lost | set[0])).min().unwrap_or(u32::MAX)
    }

    fn front(dice: &mut Dice) -> Front {
        let deals = 1 + dice.below(20);
        let mut front = Front::none(24);
        for _ in 0..1 + dice.below(6) {
            let set = (0..1 + dice.below(6)).fold(0, |set, _| set | 1u64 << dice.below(deals));
            front.add(&[set]);
        }
        front
    }

    /// The best choice, or none exactly where every choice loses more than is allowed.
    #[test]
    fn no_choice_loses_less() {
        let mut dice = Dice::new(5);
        let (mut found, mut refused) = (0, 0);
        for _ in 0..2000 {
            let fronts: Vec<Front> = (0..1 + dice.below(5)).map(|_| front(&mut dice)).collect();
            let anyway = if dice.below(2) == 0 { 0 } else { 1 << dice.below(24) };
            let fewest = by_trying(&fronts, anyway);
            let allow = (fewest + dice.below(6) as u32).saturating_sub(2);
            let mut choice = Choice::beside(vec![anyway], allow);
            assert!(choice.look(&fronts, &mut |_| false).is_ok());
            if fewest > allow {
                refused += 1;
                assert_eq!((choice.best, choice.least), (None, allow + 1));
                continue;
            }
            found += 1;
            let best = choice.best.unwrap();
            assert_eq!((front::size(&best), choice.least), (fewest, fewest));
            assert_eq!(best[0] & anyway, anyway);
            assert!(fronts.iter().all(|front| front.sets().any(|set| front::within(set, &best))));
        }
        assert!(found > 500 && refused > 200, "{found} found, {refused} refused");
    }

    /// One that was stopped knows a choice and a bound, and the truth lies between them.
    #[test]
    fn what_is_known_before_the_end_is_true() {
        let mut dice = Dice::new(6);
        let mut stopped = 0;
        for _ in 0..2000 {
            let fronts: Vec<Front> = (0..2 + dice.below(4)).map(|_| front(&mut dice)).collect();
            let fewest = by_trying(&fronts, 0);
            let mut choice = Choice::new(1, 24);
            let mut looks = dice.below(4);
            let done = choice.look(&fronts, &mut |_| {
                looks = looks.saturating_sub(1);
                looks == 0
            });
            stopped += usize::from(done.is_err());
            let best = choice.best.unwrap();
            assert!(choice.least <= fewest && fewest <= front::size(&best));
            assert!(fronts.iter().all(|front| front.sets().any(|set| front::within(set, &best))));
        }
        assert!(stopped > 200, "{stopped}");
    }
}
