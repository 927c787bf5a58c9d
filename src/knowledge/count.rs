//! Counting worlds without listing them.
//!
//! Cards that may be in the same places form a class; within it only numbers matter. The count is
//! a sum over all ways to split each class among its places, of products of binomials.

use super::Knowledge;
use crate::cards::{Card, Cards};
use crate::deal::{Place, Places, Splits};

/// `CHOOSE[n][k]`: ways to choose k of n cards.
const CHOOSE: [[u64; 33]; 33] = {
    let mut table = [[0; 33]; 33];
    let mut n = 0;
    while n <= 32 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many cards may be in exactly this set of places (a bit for each place).
type Classes = [u8; 16];

fn classes(places: &Places) -> Classes {
    let mut classes = [0; 16];
    for card in places.cards() {
        let mask = Place::ALL
            .iter()
            .fold(0, |mask, &place| mask | usize::from(places.may(place).has(card)) << place.index());
        classes[mask] += 1;
    }
    classes
}

fn rooms(places: &Places) -> [u8; 4] {
    Place::ALL.map(|place| places.room(place))
}

/// Ways to fill the rooms with the classes from `mask` on.
fn ways(classes: &Classes, mask: usize, room: [u8; 4]) -> u64 {
    match (mask..16).find(|&mask| classes[mask] > 0) {
        None => u64::from(room == [0; 4]),
        Some(mask) => split(classes, mask, 0, classes[mask], room),
    }
}

/// Ways to put the `left` cards of a class into its places from `place` on, and then the rest.
fn split(classes: &Classes, mask: usize, place: usize, left: u8, room: [u8; 4]) -> u64 {
    if left == 0 {
        return ways(classes, mask + 1, room);
    }
    // All that is left goes into the last place of the class.
    let last = mask >> (place + 1) == 0;
    if mask >> place & 1 == 0 {
        return if last { 0 } else { split(classes, mask, place + 1, left, room) };
    }
    let least = if last { left } else { 0 };
    (least..=left.min(room[place]))
        .map(|count| {
            let mut room = room;
            room[place] -= count;
            let rest = split(classes, mask, place + 1, left - count, room);
            CHOOSE[usize::from(left)][usize::from(count)] * rest
        })
        .sum()
}

/// How many worlds there are.
pub(super) fn count(places: &Places, splits: &Splits) -> u64 {
    if splits.is_empty() { ways(&classes(places), 1, rooms(places)) } else { splits.count(places) }
}

/// How many worlds have the card in the place.
fn count_with(places: &Places, splits: &Splits, card: Card, place: Place) -> u64 {
    if !places.may(place).has(card) {
        return 0;
    }
    let mut without = *places;
    without.fix(Cards::one(card), place);
    if splits.is_empty() {
        without.take(Cards::one(card), place);
    }
    count(&without, splits)
}

/// What cards have in common that are alike: the split that speaks of them, and where they may be.
type Class = (Option<usize>, [bool; 4]);

impl Knowledge {
    /// How many worlds (deals) are consistent with what the viewer knows.
    #[must_use]
    pub fn count(&self) -> u64 {
        count(&self.places, &self.splits)
    }

    /// In what share of all worlds each unseen card is in each place: F, M, R, skat.
    #[must_use]
    pub fn matrix(&self) -> Vec<(Card, [f64; 4])> {
        let all = self.count().max(1) as f64;
        // Cards of a class share a row, so each is worked out once.
        let mut rows: Vec<(Class, [f64; 4])> = Vec::new();
        let mut matrix = Vec::new();
        for card in self.unseen() {
            let split = self.splits.all().iter().position(|divided| divided.cards.has(card));
            let class = (split, Place::ALL.map(|place| self.places.may(place).has(card)));
            let known = rows.iter().find(|(known, _)| *known == class).map(|(_, row)| *row);
            let row = known.unwrap_or_else(|| {
                let row =
                    Place::ALL.map(|place| count_with(&self.places, &self.splits, card, place) as f64 / all);
                rows.push((class, row));
                row
            });
            matrix.push((card, row));
        }
        matrix
    }
}
