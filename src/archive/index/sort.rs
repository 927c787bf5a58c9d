//! Sorting millions of rows: by digits, not by comparing.

use super::{Column, Index};

/// Bits of a digit.
const DIGIT: u32 = 11;

impl Index {
    /// Sorts a selection of rows by a column; rows that are equal there stay in the file's order.
    pub fn sort(&self, selection: &mut [u32], column: Column, descending: bool) {
        let ranks = column.ranks(self);
        let flip = if descending { u32::MAX } else { 0 };
        // The key above, the number below: one word to move about.
        let mut from: Vec<u64> = Vec::with_capacity(selection.len());
        let mut common = (u32::MAX, 0);
        for &number in selection.iter() {
            let key = self.row(number).map_or(0, |row| column.order(&row, &ranks)) ^ flip;
            common = (common.0 & key, common.1 | key);
            from.push(u64::from(key) << 32 | u64::from(number));
        }
        // The file's order first: a list that is narrowed may come in any.
        if !selection.is_sorted() {
            from.sort_unstable_by_key(|&pair| pair as u32);
        }
        let differing = common.0 ^ common.1;
        let mut to = vec![0; from.len()];
        for shift in (0..32).step_by(DIGIT as usize) {
            // Digits in which all agree need no turn.
            if differing >> shift & ((1 << DIGIT) - 1) != 0 {
                by_digit(&from, &mut to, 32 + shift);
                std::mem::swap(&mut from, &mut to);
            }
        }
        for (slot, pair) in selection.iter_mut().zip(from) {
            *slot = pair as u32;
        }
    }
}

/// One turn: stable by the digit at this bit.
fn by_digit(from: &[u64], to: &mut [u64], shift: u32) {
    let digit = |pair: u64| (pair >> shift) as usize & ((1 << DIGIT) - 1);
    let mut places = [0usize; 1 << DIGIT];
    for &pair in from {
        places[digit(pair)] += 1;
    }
    let mut next = 0;
    for place in &mut places {
        next += std::mem::replace(place, next);
    }
    for &pair in from {
        let place = &mut places[digit(pair)];
        to[*place] = pair;
        *place += 1;
    }
}
