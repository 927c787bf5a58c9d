//! Millions of small things in blocks that copies share.
//!
//! The window shows one state of the table while a job makes the next. A copy of ten million rows would take a gigabyte;
//! here a copy is a list of blocks, and only a block that is written to afterwards is copied.

use std::sync::Arc;

/// Items in a block.
pub(in crate::archive) const BLOCK: usize = 1 << 12;

/// A list that grows at its end, and whose copies share what they have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::archive) struct Blocks<T> {
    /// All are full but the last.
    blocks: Vec<Arc<Vec<T>>>,
    len: usize,
}

impl<T> Default for Blocks<T> {
    fn default() -> Blocks<T> {
        Blocks { blocks: Vec::new(), len: 0 }
    }
}

impl<T: Clone> Blocks<T> {
    pub(in crate::archive) fn len(&self) -> usize {
        self.len
    }

    pub(in crate::archive) fn get(&self, at: usize) -> Option<&T> {
        self.blocks.get(at / BLOCK)?.get(at % BLOCK)
    }

    pub(in crate::archive) fn push(&mut self, item: T) {
        if self.len.is_multiple_of(BLOCK) {
            self.blocks.push(Arc::new(Vec::with_capacity(BLOCK)));
        }
        if let Some(last) = self.blocks.last_mut() {
            let last = Arc::make_mut(last);
            last.reserve_exact(BLOCK - last.len());
            last.push(item);
            self.len += 1;
        }
    }

    /// Puts another item where one is.
    pub(in crate::archive) fn set(&mut self, at: usize, item: T) {
        if let Some(slot) =
            self.blocks.get_mut(at / BLOCK).and_then(|block| Arc::make_mut(block).get_mut(at % BLOCK))
        {
            *slot = item;
        }
    }

    /// The blocks, each of a known number of items.
    pub(in crate::archive) fn blocks(&self) -> &[Arc<Vec<T>>] {
        &self.blocks
    }

    pub(in crate::archive) fn iter(&self) -> impl Iterator<Item = &T> {
        self.blocks.iter().flat_map(|block| block.iter())
    }

    /// The items from one place to another; whole blocks are shared, not copied.
    pub(in crate::archive) fn part(&self, from: usize, to: usize) -> Vec<Arc<Vec<T>>> {
        let mut parts = Vec::new();
        let mut at = from.min(self.len);
        let to = to.min(self.len);
        while at < to {
            let end = ((at / BLOCK + 1) * BLOCK).min(to);
            let block = &self.blocks[at / BLOCK];
            let (first, last) = (at % BLOCK, at % BLOCK + (end - at));
            parts.push(if (first, last) == (0, block.len()) {
                Arc::clone(block)
            } else {
                Arc::new(block[first..last].to_vec())
            });
            at = end;
        }
        parts
    }

    /// Adds the items of a block: the block itself if it is full and fits the seam.
    pub(in crate::archive) fn append(&mut self, block: Arc<Vec<T>>) {
        if self.len.is_multiple_of(BLOCK) && block.len() == BLOCK {
            self.len += BLOCK;
            self.blocks.push(block);
        } else {
            block.iter().for_each(|item| self.push(item.clone()));
        }
    }
}

/// For each of many items perhaps something; blocks in which nothing has anything take no room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::archive) struct Sparse<T> {
    blocks: Vec<Option<Arc<Vec<Option<T>>>>>,
}

impl<T> Default for Sparse<T> {
    fn default() -> Sparse<T> {
        Sparse { blocks: Vec::new() }
    }
}

impl<T: Copy> Sparse<T> {
    pub(in crate::archive) fn get(&self, at: usize) -> Option<T> {
        *self.blocks.get(at / BLOCK)?.as_ref()?.get(at % BLOCK)?
    }

    pub(in crate::archive) fn set(&mut self, at: usize, item: T) {
        if self.blocks.len() <= at / BLOCK {
            self.blocks.resize(at / BLOCK + 1, None);
        }
        let block = self.blocks[at / BLOCK].get_or_insert_with(|| Arc::new(vec![None; BLOCK]));
        Arc::make_mut(block)[at % BLOCK] = Some(item);
    }

    pub(in crate::archive) fn clear(&mut self) {
        self.blocks.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_and_stay_apart() {
        let mut list: Blocks<usize> = Blocks::default();
        (0..3 * BLOCK + 7).for_each(|n| list.push(n));
        let copy = list.clone();
        (0..BLOCK).for_each(|n| list.push(n));
        assert_eq!((copy.len(), list.len()), (3 * BLOCK + 7, 4 * BLOCK + 7));
        assert!(copy.iter().copied().eq(0..3 * BLOCK + 7));
        assert!(
            Arc::ptr_eq(&copy.blocks[2], &list.blocks[2]) && !Arc::ptr_eq(&copy.blocks[3], &list.blocks[3])
        );
        // In any pieces, the same list again.
        for step in [1, 30, BLOCK - 1, BLOCK, 2 * BLOCK + 3] {
            let mut again: Blocks<usize> = Blocks::default();
            let mut at = 0;
            while at < list.len() {
                list.part(at, at + step).into_iter().for_each(|block| again.append(block));
                at += step;
            }
            assert_eq!(again, list, "{step}");
            assert_eq!(Arc::ptr_eq(&again.blocks[1], &list.blocks[1]), step == BLOCK || step > 2 * BLOCK);
        }
        assert_eq!(list.get(BLOCK + 1), Some(&(BLOCK + 1)));
        assert_eq!(list.get(list.len()), None);
    }

    #[test]
    fn what_has_nothing_takes_no_room() {
        let mut found: Sparse<u8> = Sparse::default();
        found.set(5 * BLOCK + 3, 9);
        let copy = found.clone();
        found.set(5 * BLOCK + 4, 8);
        assert_eq!(
            (found.get(5 * BLOCK + 3), found.get(5 * BLOCK + 4), found.get(0)),
            (Some(9), Some(8), None)
        );
        assert_eq!((copy.get(5 * BLOCK + 4), copy.get(99 * BLOCK)), (None, None));
        assert!(found.blocks[..5].iter().all(Option::is_none));
    }
}
