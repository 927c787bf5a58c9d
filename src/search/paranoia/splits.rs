//! Approximate search: unlikely splits are left out.
//!
//! For each group a bound is put on how many cards of it either hidden hand may hold. Bounds are drawn
//! tighter one by one, each time where the fewest worlds are lost, as long as the demanded share of all
//! worlds stays covered. The share is counted exactly: the ways to split one group are products of
//! binomials over its classes of cards, and groups are put together by the number of cards each hand gets.

use super::hidden::{ANY, Hidden, LEFT, RIGHT, SKAT, Splits};
use super::task::Task;

/// Most cards of a hand, and one.
const SIZES: usize = 11;
/// Ways to give the left hand so many cards and the right hand so many.
type Ways = [[u64; SIZES]; SIZES];

fn choose(n: u32, k: u32) -> u64 {
    (0..u64::from(k)).fold(1, |ways, at| ways * (u64::from(n) - at) / (at + 1))
}

/// The ways to split the cards of one group, by what each hand gets.
fn split(hidden: &Hidden, group: u32) -> Ways {
    let may = hidden.may.map(|cards| cards & group);
    let mut ways: Ways = [[0; SIZES]; SIZES];
    ways[0][0] = 1;
    for class in 1..8u32 {
        let inside = (0..3).fold(u32::MAX, |cards, place| {
            if class >> place & 1 == 1 { cards & may[place] } else { cards & !may[place] }
        });
        let count = (inside & group).count_ones();
        if count == 0 {
            continue;
        }
        let most = |place: usize| if class >> place & 1 == 1 { count } else { 0 };
        let mut next: Ways = [[0; SIZES]; SIZES];
        for left in 0..=most(LEFT) {
            for right in 0..=most(RIGHT).min(count - left) {
                if count - left - right > most(SKAT) {
                    continue;
                }
                let here = choose(count, left) * choose(count - left, right);
                add(&mut next, &ways, left as usize, right as usize, here);
            }
        }
        ways = next;
    }
    ways
}

fn add(sum: &mut Ways, ways: &Ways, left: usize, right: usize, factor: u64) {
    for a in 0..SIZES - left.min(SIZES) {
        for b in 0..SIZES - right.min(SIZES) {
            sum[a + left][b + right] += ways[a][b] * factor;
        }
    }
}

/// How many worlds keep within the bounds.
fn covered(hidden: &Hidden, groups: &[Ways], splits: &Splits) -> u64 {
    let mut sum: Ways = [[0; SIZES]; SIZES];
    sum[0][0] = 1;
    for (at, ways) in groups.iter().enumerate() {
        let bound = |hand: usize| usize::from(splits[hand][at]).min(SIZES - 1);
        let mut next: Ways = [[0; SIZES]; SIZES];
        for (left, row) in ways.iter().enumerate().take(bound(LEFT) + 1) {
            for (right, &here) in row.iter().enumerate().take(bound(RIGHT) + 1).filter(|(_, ways)| **ways > 0)
            {
                add(&mut next, &sum, left, right, here);
            }
        }
        sum = next;
    }
    sum[usize::from(hidden.room[LEFT])][usize::from(hidden.room[RIGHT])]
}

/// Puts bounds on the splits as tight as the share allows; returns the share that is covered.
pub(super) fn bound(hidden: &mut Hidden, task: &Task, share: f64) -> f64 {
    let groups: Vec<Ways> = task.groups().iter().map(|&group| split(hidden, group)).collect();
    let mut splits = hidden.splits;
    let all = covered(hidden, &groups, &splits);
    if all == 0 || share >= 1.0 {
        return 1.0;
    }
    // A bound that excludes nothing is where the tightening begins.
    for hand in [LEFT, RIGHT] {
        for (at, &group) in task.groups().iter().enumerate() {
            splits[hand][at] =
                (hidden.may[hand] & group).count_ones().min(u32::from(hidden.room[hand])) as u8;
        }
    }
    let mut kept = all;
    loop {
        let tighter = (0..groups.len()).filter_map(|at| {
            let most = splits[LEFT][at].max(splits[RIGHT][at]).checked_sub(1)?;
            let mut tight = splits;
            for hand in [LEFT, RIGHT] {
                tight[hand][at] = tight[hand][at].min(most);
            }
            Some((covered(hidden, &groups, &tight), tight))
        });
        // The first of several equally good ones, so that the choice is always the same.
        let best = tighter.reduce(|best, next| if next.0 > best.0 { next } else { best });
        match best {
            Some((left, tight)) if left as f64 >= share * all as f64 && left > 0 => {
                (kept, splits) = (left, tight);
            }
            _ => break,
        }
    }
    if kept == all {
        return 1.0;
    }
    keep_within(hidden, task, splits);
    kept as f64 / all as f64
}

/// Puts a bound on the cards of some groups that either hand may hold; returns the share that is covered. Where no world
/// keeps within the bounds, they are not put, and the share is 0.
pub(super) fn at_most(hidden: &mut Hidden, task: &Task, most: &[(usize, u8)]) -> f64 {
    let groups: Vec<Ways> = task.groups().iter().map(|&group| split(hidden, group)).collect();
    let all = covered(hidden, &groups, &hidden.splits);
    let mut splits = hidden.splits;
    for &(at, most) in most {
        for hand in [LEFT, RIGHT] {
            splits[hand][at] = splits[hand][at].min(most);
        }
    }
    let kept = covered(hidden, &groups, &splits);
    if kept == all || kept == 0 {
        return if kept == all { 1.0 } else { 0.0 };
    }
    keep_within(hidden, task, splits);
    kept as f64 / all as f64
}

/// Bounds that exclude something; the others are dropped.
fn keep_within(hidden: &mut Hidden, task: &Task, splits: Splits) {
    hidden.splits = splits;
    for hand in [LEFT, RIGHT] {
        for (at, &group) in task.groups().iter().enumerate() {
            if u32::from(splits[hand][at]) >= (hidden.may[hand] & group).count_ones() {
                hidden.splits[hand][at] = ANY;
            }
        }
    }
    hidden.bounded = true;
    hidden.settle(task);
    hidden.clear_skat();
}
