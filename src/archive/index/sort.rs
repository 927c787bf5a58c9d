//! Sorting millions of rows: parts on all cores, then the parts together.

use super::{Column, Index};
use crate::archive::notes::Note;
use crate::parallel;
use std::collections::HashMap;

/// More parts take longer to bring together than they save.
const MOST_PARTS: usize = 4;

impl Index {
    /// Sorts a selection of rows by a column; rows that are equal there stay in the file's order.
    pub fn sort(&self, selection: &mut [u32], column: Column, descending: bool) {
        let ranks = column.ranks(self);
        let noted = if column == Column::Notes { self.notes.all(Note::order) } else { HashMap::new() };
        let flip = if descending { u32::MAX } else { 0 };
        // The key above and the number below: what is equal in the one is in the order of the other.
        let pair = |&number: &u32| {
            let key = self.row(number).map_or(0, |row| match column {
                Column::Notes => noted.get(&row.key).copied().unwrap_or(0),
                _ => column.order(&row, &ranks),
            }) ^ flip;
            u64::from(key) << 32 | u64::from(number)
        };
        let parts = parallel::cores().clamp(1, MOST_PARTS);
        let length = selection.len().div_ceil(parts).max(1);
        let mut sorted: Vec<Vec<u64>> = Vec::with_capacity(parts);
        let work = |_: &mut (), some: &[u32]| {
            let mut pairs: Vec<u64> = some.iter().map(pair).collect();
            pairs.sort_unstable();
            pairs
        };
        let end = parallel::in_order(
            selection.chunks(length),
            parts,
            || false,
            || (),
            work,
            |some| {
                sorted.push(some);
                true
            },
        );
        if let Err(panicked) = end {
            panicked.raise();
        }
        // Straight into the selection, which nobody reads any more.
        let mut heads: Vec<std::slice::Iter<'_, u64>> = sorted.iter().map(|part| part.iter()).collect();
        for slot in selection {
            let head = |part: &std::slice::Iter<'_, u64>| part.as_slice().first().copied();
            let next = heads.iter_mut().filter(|part| head(part).is_some()).min_by_key(|part| head(part));
            if let Some(&pair) = next.and_then(Iterator::next) {
                *slot = pair as u32;
            }
        }
    }
}
