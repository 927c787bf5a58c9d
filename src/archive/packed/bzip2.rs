//! Unpacking bzip2 block by block.
//!
//! Each block begins with the same 48 bits, at any bit of the stream, and can be unpacked alone: as the only block
//! of a stream made around it. So blocks can be unpacked on several threads, and again later, by their place.

use std::io::{self, Read};

const BLOCK: u64 = 0x3141_5926_5359;
const END: u64 = 0x1772_4538_5090;
const MARK_BITS: u64 = 48;
/// A block holds 900,000 bytes before its last step; packed, none comes near this.
const LONGEST: usize = 4 << 20;
/// The most that a block unpacks to: its first step makes at most 259 bytes of 5.
const LARGEST: u64 = 900_000 / 5 * 259 + 259;

/// A packed block cut out of its stream, beginning with its mark at the first bit.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) bytes: Vec<u8>,
    /// Its first bit in the stream, and the first behind it.
    pub(super) begin: u64,
    pub(super) end: u64,
}

impl Block {
    /// Cuts bits out of bytes that begin at bit `base` of the stream.
    pub(super) fn cut(bytes: &[u8], base: u64, begin: u64, end: u64) -> Block {
        let shift = ((begin - base) % 8) as u32;
        let first = ((begin - base) / 8) as usize;
        let length = (end - begin).div_ceil(8) as usize;
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
        let mut cut: Vec<u8> = if shift == 0 {
            (0..length).map(|at| byte(first + at)).collect()
        } else {
            let both = |at: usize| byte(first + at) << shift | byte(first + at + 1) >> (8 - shift);
            (0..length).map(both).collect()
        };
        let surplus = (length as u64 * 8 - (end - begin)) as u32;
        if let Some(last) = cut.last_mut() {
            *last = *last >> surplus << surplus;
        }
        Block { bytes: cut, begin, end }
    }

    /// This block with the next one behind it: what looked like the beginning of a block was none.
    pub(super) fn joined(&self, next: &Block) -> Block {
        let used = (self.end - self.begin) % 8;
        let mut bytes = self.bytes.clone();
        if used == 0 {
            bytes.extend(&next.bytes);
        } else {
            for &byte in &next.bytes {
                if let Some(last) = bytes.last_mut() {
                    *last |= byte >> used;
                }
                bytes.push(byte << (8 - used));
            }
        }
        bytes.truncate((next.end - self.begin).div_ceil(8) as usize);
        Block { bytes, begin: self.begin, end: next.end }
    }

    /// The text of the block.
    ///
    /// # Errors
    /// If it is damaged.
    pub(super) fn unpack(&self) -> io::Result<Vec<u8>> {
        let bits = self.end - self.begin;
        let sum = self.bytes.get(6..10).ok_or(io::ErrorKind::UnexpectedEof)?;
        let tail =
            Block { bytes: [&END.to_be_bytes()[2..], sum].concat(), begin: bits, end: bits + MARK_BITS + 32 };
        let alone = Block { begin: 0, end: bits, bytes: self.bytes.clone() }.joined(&tail);
        let stream = io::Read::chain(&b"BZh9"[..], &alone.bytes[..]);
        let mut text = Vec::with_capacity(1 << 20);
        bzip2::read::BzDecoder::new(stream).take(LARGEST).read_to_end(&mut text)?;
        Ok(text)
    }
}

/// What stands in a stream.
#[derive(Debug)]
pub(super) enum Item {
    Block(Block),
    /// The stream ends within a block, or something else stands there.
    Broken(io::Error),
}

/// Cuts a stream into blocks.
pub(super) struct Cutter<R> {
    input: R,
    /// Bytes of the stream from `base` on, and how far they are looked through.
    bytes: Vec<u8>,
    base: u64,
    at: usize,
    word: u64,
    /// First bit of the block that is open.
    open: Option<u64>,
    /// Where the next stream must begin, if anything follows.
    header: Option<u64>,
    done: bool,
    /// Which alignments a byte allows in the middle of a mark.
    hints: [u8; 256],
}

impl<R: Read> Cutter<R> {
    pub(super) fn new(input: R) -> Cutter<R> {
        let mut hints = [0; 256];
        for mark in [BLOCK, END] {
            for shift in 0..8 {
                hints[usize::from((mark << shift >> 16) as u8)] |= 1 << shift;
            }
        }
        Cutter {
            input,
            bytes: Vec::new(),
            base: 0,
            at: 0,
            word: 0,
            open: None,
            header: Some(0),
            done: false,
            hints,
        }
    }

    /// The next mark: its first bit, and whether it begins a block.
    fn mark(&mut self) -> io::Result<Option<(u64, bool)>> {
        loop {
            while let Some(&byte) = self.bytes.get(self.at) {
                self.at += 1;
                self.word = self.word << 8 | u64::from(byte);
                let hint = self.hints[usize::from((self.word >> 16) as u8)];
                if hint == 0 {
                    continue;
                }
                for shift in (0..8).filter(|shift| hint >> shift & 1 == 1) {
                    let found = self.word >> shift & ((1 << MARK_BITS) - 1);
                    if found == BLOCK || found == END {
                        let end = self.base + self.at as u64 * 8 - shift;
                        return Ok(Some((end - MARK_BITS, found == BLOCK)));
                    }
                }
            }
            if self.open.is_some() && self.bytes.len() > LONGEST {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the packed file is damaged"));
            }
            self.forget();
            if (&mut self.input).take(1 << 18).read_to_end(&mut self.bytes)? == 0 {
                return Ok(None);
            }
        }
    }

    /// Drops the bytes before the open block, or before the header that is expected.
    fn forget(&mut self) {
        let now = self.base + self.at as u64 * 8;
        let needed = self.open.or(self.header).unwrap_or(now).min(now);
        let surplus = ((needed - self.base) / 8) as usize;
        self.bytes.drain(..surplus);
        self.at -= surplus;
        self.base += surplus as u64 * 8;
    }

    /// Whether `BZh` and a digit stand at a bit, as they do before every stream.
    fn is_header(&self, bit: u64) -> bool {
        let from = ((bit - self.base) / 8) as usize;
        matches!(self.bytes.get(from..from + 4), Some([b'B', b'Z', b'h', b'1'..=b'9']))
    }
}

impl<R: Read> Iterator for Cutter<R> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        while !self.done {
            let mark = match self.mark() {
                Ok(mark) => mark,
                Err(error) => {
                    self.done = true;
                    return Some(Item::Broken(error));
                }
            };
            let Some((bit, is_block)) = mark else {
                self.done = true;
                let end = self.base + self.bytes.len() as u64 * 8;
                let cut = self.open.is_some() || self.header.is_some_and(|header| header != end);
                return cut.then(|| Item::Broken(io::ErrorKind::UnexpectedEof.into()));
            };
            if let Some(header) = self.header {
                if header + 32 != bit || !self.is_header(header) {
                    self.done = true;
                    let what = "what follows is not bzip2";
                    return Some(Item::Broken(io::Error::new(io::ErrorKind::InvalidData, what)));
                }
                self.header = None;
            }
            let before = self.open.take();
            if is_block {
                self.open = Some(bit);
            } else {
                // The sum of the stream, which those of its blocks make up, then the next byte.
                self.header = Some((bit + MARK_BITS + 32).div_ceil(8) * 8);
            }
            if let Some(begin) = before {
                let from = ((begin - self.base) / 8) as usize;
                let base = self.base + from as u64 * 8;
                let block = Block::cut(&self.bytes[from..], base, begin, bit);
                return Some(Item::Block(block));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Dice;
    use std::io::Write as _;

    fn packed(text: &[u8], level: u32) -> Vec<u8> {
        let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::new(level));
        out.write_all(text).unwrap();
        out.finish().unwrap()
    }

    fn noise(length: usize, seed: u64) -> Vec<u8> {
        let mut dice = Dice::new(seed);
        (0..length).map(|_| dice.below(200) as u8).collect()
    }

    #[test]
    fn blocks_are_found_and_unpacked_alone() {
        let text = noise(350_000, 1);
        let stream = [packed(&text, 1), packed(b"", 9), packed(b"short", 5)].concat();
        let blocks: Vec<Block> = Cutter::new(&stream[..])
            .map(|item| match item {
                Item::Block(block) => block,
                Item::Broken(error) => panic!("{error}"),
            })
            .collect();
        assert_eq!(blocks.len(), 5);
        let all: Vec<u8> = blocks.iter().flat_map(|block| block.unpack().unwrap()).collect();
        assert_eq!(all, [&text[..], b"short"].concat());
        for block in &blocks {
            // The same from the bytes of the file.
            let from = (block.begin / 8) as usize;
            let again = Block::cut(&stream[from..], from as u64 * 8, block.begin, block.end);
            assert_eq!(again.bytes, block.bytes);
        }
    }

    #[test]
    fn a_false_mark_within_a_block_is_mended() {
        let stream = packed(&noise(5000, 2), 9);
        let Some(Item::Block(whole)) = Cutter::new(&stream[..]).next() else { panic!("no block") };
        for cut in [81, 96, 1003, 9998] {
            let cut = whole.begin + cut;
            let first = Block::cut(&stream, 0, whole.begin, cut);
            let second = Block::cut(&stream, 0, cut, whole.end);
            assert!(first.unpack().is_err());
            let joined = first.joined(&second);
            assert_eq!((joined.begin, joined.end), (whole.begin, whole.end));
            assert_eq!(joined.unpack().unwrap(), noise(5000, 2));
        }
    }

    #[test]
    fn cut_and_foreign_streams_are_errors() {
        let stream = packed(&noise(250_000, 3), 1);
        for end in [3, 10, 1000, stream.len() - 11, stream.len() - 1] {
            let last = Cutter::new(&stream[..end]).last();
            assert!(matches!(last, Some(Item::Broken(_))), "{end}: {last:?}");
        }
        let foreign = [stream.clone(), b"and something else".to_vec()].concat();
        let items: Vec<Item> = Cutter::new(&foreign[..]).collect();
        assert!(matches!(items.last(), Some(Item::Broken(_))));
        assert_eq!(items.len(), 4);
        let end = [&b"BZh9"[..], &[0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0, 0, 0, 0]].concat();
        assert!(Cutter::new(&end[..]).next().is_none());
    }
}
