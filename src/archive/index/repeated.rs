//! Games that stand in the archives more than once: the same place and number.

use super::{Flags, Index, PackedRow};
use std::collections::HashSet;

/// Numbers of games up to which a bit each is kept; larger ones are remembered one by one.
const MOST_BITS: u32 = 1 << 28;

/// The numbers that were seen at one place.
#[derive(Default)]
struct Seen {
    bits: Vec<u64>,
    others: HashSet<u32>,
}

impl Seen {
    /// Whether it is new.
    fn insert(&mut self, id: u32) -> bool {
        if id >= MOST_BITS {
            return self.others.insert(id);
        }
        let (word, bit) = ((id / 64) as usize, 1 << (id % 64));
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        let new = self.bits[word] & bit == 0;
        self.bits[word] |= bit;
        new
    }
}

impl Index {
    /// Marks every game that stands before with the same place and number as [repeated](Flags::REPEATED); tells how many
    /// there are. Games without a number are all different.
    ///
    /// ```
    /// use kiebitz::archive::{Source, index::Indexer, sample};
    /// let twice = [&sample()[..], &sample()[..]].concat();
    /// let mut index = Indexer::new(Source::from_stream(std::io::Cursor::new(twice)).unwrap()).finish().unwrap();
    /// // The sample counts its games from 0, which is no number.
    /// assert_eq!(index.mark_repeated(), 199);
    /// ```
    pub fn mark_repeated(&mut self) -> u32 {
        let mut seen: Vec<Seen> = Vec::new();
        let mut repeated = Vec::new();
        for (number, packed) in self.rows.iter().enumerate() {
            let row = packed.row();
            let place = usize::from(row.session.place);
            if row.id == 0 || self.places.name(row.session.place.into()).is_empty() {
                continue;
            }
            if seen.len() <= place {
                seen.resize_with(place + 1, Seen::default);
            }
            if !seen[place].insert(row.id) && !row.flags.has(Flags::REPEATED) {
                repeated.push(number);
            } else if row.flags.has(Flags::REPEATED) {
                repeated.push(usize::MAX);
            }
        }
        for &number in repeated.iter().filter(|number| **number != usize::MAX) {
            let Some(packed) = self.rows.get(number) else { continue };
            let mut row = packed.row();
            row.flags.0 |= Flags::REPEATED.0;
            self.rows.set(number, PackedRow::of(&row));
        }
        repeated.len() as u32
    }
}
