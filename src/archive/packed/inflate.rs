//! Unpacking gzip so that it can be taken up again in the middle.
//!
//! A decoder of DEFLATE needs three things to go on at any symbol: where that symbol is, where the head of its
//! block is (for the codes), and the last 32 KB of text. The usual decoders tell none of them, hence this one.
//! It is compared with the usual one on many texts.

use super::Point;
use flate2::Crc;
use std::io::{self, Read};
use std::sync::Arc;

/// How far back a copy may reach.
const WINDOW: usize = 1 << 15;
/// Text between two places where the decoder can be taken up again.
pub(super) const SPACING: u64 = 2 << 20;
/// Text unpacked at a time.
const PIECE: usize = 1 << 17;

/// The bits of a stream, the lowest of each byte first.
struct Bits<R> {
    input: R,
    buffer: Vec<u8>,
    at: usize,
    word: u64,
    count: u32,
    /// Bytes of the stream that went into the word.
    taken: u64,
}

impl<R: Read> Bits<R> {
    fn new(input: R, taken: u64) -> Bits<R> {
        Bits { input, buffer: Vec::new(), at: 0, word: 0, count: 0, taken }
    }

    /// Which bit of the stream comes next.
    fn position(&self) -> u64 {
        self.taken * 8 - u64::from(self.count)
    }

    /// Fills the word as far as the stream goes.
    fn refill(&mut self) -> io::Result<()> {
        while self.count <= 56 {
            if self.at == self.buffer.len() {
                self.buffer.clear();
                self.at = 0;
                (&mut self.input).take(1 << 16).read_to_end(&mut self.buffer)?;
                if self.buffer.is_empty() {
                    break;
                }
            }
            self.word |= u64::from(self.buffer[self.at]) << self.count;
            self.at += 1;
            self.taken += 1;
            self.count += 8;
        }
        Ok(())
    }

    fn is_at_end(&mut self) -> io::Result<bool> {
        self.refill()?;
        Ok(self.count == 0)
    }

    fn take(&mut self, count: u32) -> io::Result<u32> {
        if self.count < count {
            self.refill()?;
            if self.count < count {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let bits = self.word & ((1 << count) - 1);
        self.skip(count);
        Ok(bits as u32)
    }

    fn skip(&mut self, count: u32) {
        self.word >>= count;
        self.count -= count;
    }

    fn byte(&mut self) -> io::Result<u8> {
        self.take(8).map(|bits| bits as u8)
    }
}

/// Bits that the table of a code looks up at once.
const FAST: u32 = 10;

/// A Huffman code.
struct Code {
    /// Symbol and length of every short code, by the next bits; 0 where the code is longer.
    fast: Vec<u16>,
    /// Codes of each length, and their symbols in order.
    counts: [u16; 16],
    symbols: Vec<u16>,
}

impl Code {
    fn new(lengths: &[u8]) -> io::Result<Code> {
        let mut counts = [0u16; 16];
        for &length in lengths {
            counts[usize::from(length)] += 1;
        }
        counts[0] = 0;
        let (mut code, mut first, mut next, mut room) = (0u32, [0u32; 16], [0usize; 16], 1i32);
        for length in 1..16 {
            room = (room << 1) - i32::from(counts[length]);
            if room < 0 {
                return Err(damaged("a code with too many symbols"));
            }
            code = (code + u32::from(counts[length - 1])) << 1;
            first[length] = code;
            next[length] = next[length - 1] + usize::from(counts[length - 1]);
        }
        let mut symbols = vec![0; lengths.len()];
        let mut fast = vec![0; 1 << FAST];
        for (symbol, &length) in lengths.iter().enumerate().filter(|(_, length)| **length > 0) {
            symbols[next[usize::from(length)]] = symbol as u16;
            next[usize::from(length)] += 1;
            let code = first[usize::from(length)];
            first[usize::from(length)] += 1;
            let length = u32::from(length);
            if length <= FAST {
                let start = (code.reverse_bits() >> (32 - length)) as usize;
                for place in fast[start..].iter_mut().step_by(1 << length) {
                    *place = (symbol as u16) << 4 | length as u16;
                }
            }
        }
        Ok(Code { fast, counts, symbols })
    }

    fn next<R: Read>(&self, bits: &mut Bits<R>) -> io::Result<u16> {
        if bits.count < 15 {
            bits.refill()?;
        }
        let found = self.fast[(bits.word & ((1 << FAST) - 1)) as usize];
        let length = u32::from(found & 15);
        if length > 0 {
            if length > bits.count {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            bits.skip(length);
            return Ok(found >> 4);
        }
        self.long(bits)
    }

    fn long<R: Read>(&self, bits: &mut Bits<R>) -> io::Result<u16> {
        let (mut code, mut first, mut index) = (0, 0, 0);
        for length in 1..16u32 {
            code |= (bits.word >> (length - 1) & 1) as i32;
            let count = i32::from(self.counts[length as usize]);
            if code - count < first {
                if length > bits.count {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                bits.skip(length);
                return Ok(self.symbols[(index + code - first) as usize]);
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        if bits.count < 15 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Err(damaged("no such code")) }
    }
}

struct Codes {
    literals: Code,
    distances: Code,
    /// Where the head of the block is.
    head: u64,
}

enum State {
    /// Before the head of a member, or at the end.
    Member,
    /// Before the head of a block.
    Block,
    Stored(usize),
    Coded(Box<Codes>),
    Done,
}

/// A gzip stream being unpacked.
pub(super) struct Inflater<R> {
    bits: Bits<R>,
    /// The last text: what copies may reach, then what is new.
    text: Vec<u8>,
    new: usize,
    /// Where in the whole text the new part begins.
    total: u64,
    state: State,
    last_block: bool,
    /// Over the member's text, unless it was taken up in the middle.
    sum: Option<Crc>,
    /// Text of the member that is summed up, and where in `text` that ends.
    member: u64,
    summed: usize,
    next_point: u64,
    failed: Option<io::Error>,
}

impl<R: Read> Inflater<R> {
    /// From the beginning.
    pub(super) fn new(input: R) -> Inflater<R> {
        Inflater::of(Bits::new(input, 0))
    }

    fn of(bits: Bits<R>) -> Inflater<R> {
        Inflater {
            bits,
            text: Vec::with_capacity(WINDOW + 2 * PIECE),
            new: 0,
            total: 0,
            state: State::Member,
            last_block: false,
            sum: None,
            member: 0,
            summed: 0,
            next_point: 0,
            failed: None,
        }
    }

    /// From a point; `input` must give the bytes of the stream from any place on.
    pub(super) fn taken_up(
        point: &Point,
        mut input: impl FnMut(u64) -> io::Result<R>,
    ) -> io::Result<Inflater<R>> {
        let at = |input: R, bit: u64| -> io::Result<Bits<R>> {
            let mut bits = Bits::new(input, bit / 8);
            bits.take((bit % 8) as u32)?;
            Ok(bits)
        };
        let mut inflater = Inflater::of(at(input(point.begin / 8)?, point.begin)?);
        let mut window = Vec::with_capacity(WINDOW + 2 * PIECE);
        flate2::read::DeflateDecoder::new(&point.window[..]).take(WINDOW as u64).read_to_end(&mut window)?;
        inflater.member = window.len() as u64;
        inflater.new = window.len();
        inflater.summed = window.len();
        inflater.text = window;
        inflater.total = point.text;
        inflater.next_point = u64::MAX;
        inflater.state = State::Block;
        if point.at != point.begin {
            inflater.block()?;
            inflater.bits = at(input(point.at / 8)?, point.at)?;
        }
        Ok(inflater)
    }

    /// Unpacks some text; empty at the end. Notes a point now and then. What was unpacked before an error is
    /// given first, the error next time.
    pub(super) fn piece(&mut self, note: &mut dyn FnMut(Point)) -> io::Result<Vec<u8>> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let wanted = self.text.len() + PIECE;
        if matches!(self.state, State::Member) {
            self.failed = self.step(wanted).err();
        }
        if self.failed.is_none() && self.total >= self.next_point {
            self.note(note);
        }
        while self.failed.is_none() && self.text.len() < wanted && !matches!(self.state, State::Done) {
            self.failed = self.step(wanted).err();
        }
        let new = self.text[self.new..].to_vec();
        self.sum_up();
        self.total += new.len() as u64;
        let surplus = self.text.len().saturating_sub(WINDOW);
        self.text.drain(..surplus);
        self.new = self.text.len();
        self.summed = self.new;
        match self.failed.take() {
            Some(error) if new.is_empty() => Err(error),
            failed => {
                self.failed = failed;
                Ok(new)
            }
        }
    }

    /// Adds the text up to here to the member's check sum and length.
    fn sum_up(&mut self) {
        let more = &self.text[self.summed..];
        if let Some(sum) = &mut self.sum {
            sum.update(more);
        }
        self.member += more.len() as u64;
        self.summed = self.text.len();
    }

    fn note(&mut self, note: &mut dyn FnMut(Point)) {
        let at = self.bits.position();
        let begin = match &self.state {
            State::Block => at,
            State::Coded(codes) => codes.head,
            State::Member | State::Stored(_) | State::Done => return,
        };
        let own = self.member.min(WINDOW as u64) as usize;
        let mut packed = flate2::read::DeflateEncoder::new(
            &self.text[self.text.len() - own..],
            flate2::Compression::fast(),
        );
        let mut window = Vec::new();
        // Reading from memory does not fail; if it did, there were one point less.
        if packed.read_to_end(&mut window).is_ok() {
            note(Point { text: self.total, begin, at, window: Arc::from(window) });
            self.next_point = self.total + SPACING;
        }
    }

    fn step(&mut self, wanted: usize) -> io::Result<()> {
        match std::mem::replace(&mut self.state, State::Done) {
            State::Done => Ok(()),
            State::Member => self.member_head(),
            State::Block if self.last_block => self.member_end(),
            State::Block => self.block(),
            State::Stored(length) => {
                // As a whole, so that it can be taken up behind it; it is short.
                for _ in 0..length {
                    let byte = self.bits.byte()?;
                    self.text.push(byte);
                }
                self.state = State::Block;
                Ok(())
            }
            State::Coded(codes) => {
                let ended = self.symbols(&codes, wanted)?;
                self.state = if ended { State::Block } else { State::Coded(codes) };
                Ok(())
            }
        }
    }

    fn member_head(&mut self) -> io::Result<()> {
        // The members before are one text with it, but no copy reaches into them.
        self.sum_up();
        if self.bits.is_at_end()? {
            self.state = State::Done;
            return Ok(());
        }
        let mut head = [0; 10];
        for byte in &mut head {
            *byte = self.bits.byte()?;
        }
        if head[..3] != [0x1F, 0x8B, 8] {
            return Err(damaged("what follows is not gzip"));
        }
        let flags = head[3];
        if flags & 4 != 0 {
            let length = self.bits.take(16)?;
            for _ in 0..length {
                self.bits.byte()?;
            }
        }
        for flag in [8, 16] {
            while flags & flag != 0 && self.bits.byte()? != 0 {}
        }
        if flags & 2 != 0 {
            self.bits.take(16)?;
        }
        self.sum = Some(Crc::new());
        self.member = 0;
        self.last_block = false;
        self.state = State::Block;
        Ok(())
    }

    fn member_end(&mut self) -> io::Result<()> {
        self.sum_up();
        self.bits.skip(self.bits.count % 8);
        let sum = self.bits.take(32)?;
        let length = self.bits.take(32)?;
        if let Some(known) = self.sum.take()
            && (known.sum() != sum || self.member as u32 != length)
        {
            return Err(damaged("the check sum is wrong"));
        }
        self.state = State::Member;
        Ok(())
    }

    fn block(&mut self) -> io::Result<()> {
        let head = self.bits.position();
        self.last_block = self.bits.take(1)? == 1;
        let (literals, distances) = match self.bits.take(2)? {
            0 => {
                self.bits.skip(self.bits.count % 8);
                let length = self.bits.take(16)?;
                if self.bits.take(16)? != length ^ 0xFFFF {
                    return Err(damaged("a stored block of no certain length"));
                }
                self.state = State::Stored(length as usize);
                return Ok(());
            }
            1 => {
                let mut lengths = [8; 288];
                lengths[144..256].fill(9);
                lengths[256..280].fill(7);
                (Code::new(&lengths)?, Code::new(&[5; 30])?)
            }
            2 => self.codes()?,
            _ => return Err(damaged("no such kind of block")),
        };
        self.state = State::Coded(Box::new(Codes { literals, distances, head }));
        Ok(())
    }

    /// The codes that a block brings with it.
    fn codes(&mut self) -> io::Result<(Code, Code)> {
        const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
        let literals = self.bits.take(5)? as usize + 257;
        let distances = self.bits.take(5)? as usize + 1;
        let count = self.bits.take(4)? as usize + 4;
        if literals > 286 || distances > 30 {
            return Err(damaged("too many codes"));
        }
        let mut lengths = [0; 19];
        for &place in &ORDER[..count] {
            lengths[place] = self.bits.take(3)? as u8;
        }
        let code = Code::new(&lengths)?;
        let mut lengths = Vec::with_capacity(literals + distances);
        while lengths.len() < literals + distances {
            let (length, times) = match code.next(&mut self.bits)? {
                16 => {
                    let &last = lengths.last().ok_or_else(|| damaged("nothing to repeat"))?;
                    (last, 3 + self.bits.take(2)?)
                }
                17 => (0, 3 + self.bits.take(3)?),
                18 => (0, 11 + self.bits.take(7)?),
                length => (length as u8, 1),
            };
            lengths.extend(std::iter::repeat_n(length, times as usize));
        }
        if lengths.len() > literals + distances || lengths[256] == 0 {
            return Err(damaged("codes that do not fit"));
        }
        let (literals, distances) = lengths.split_at(literals);
        Ok((Code::new(literals)?, Code::new(distances)?))
    }

    /// Decodes symbols until there is enough text, or the block ends: `true`.
    fn symbols(&mut self, codes: &Codes, wanted: usize) -> io::Result<bool> {
        const LENGTHS: [u16; 29] = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
            163, 195, 227, 258,
        ];
        const DISTANCES: [u16; 30] = [
            1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
            3073, 4097, 6145, 8193, 12289, 16385, 24577,
        ];
        while self.text.len() < wanted {
            let symbol = usize::from(codes.literals.next(&mut self.bits)?);
            match symbol {
                0..256 => self.text.push(symbol as u8),
                256 => return Ok(true),
                _ => {
                    let at = symbol - 257;
                    let base = *LENGTHS.get(at).ok_or_else(|| damaged("no such length"))?;
                    let more = if (8..28).contains(&at) { (at as u32 - 4) / 4 } else { 0 };
                    let length = usize::from(base) + self.bits.take(more)? as usize;
                    let at = usize::from(codes.distances.next(&mut self.bits)?);
                    let base = *DISTANCES.get(at).ok_or_else(|| damaged("no such distance"))?;
                    let more = if at < 4 { 0 } else { (at as u32 - 2) / 2 };
                    let distance = usize::from(base) + self.bits.take(more)? as usize;
                    self.copy(distance, length)?;
                }
            }
        }
        Ok(false)
    }

    fn copy(&mut self, distance: usize, length: usize) -> io::Result<()> {
        let reach = self.member + (self.text.len() - self.summed) as u64;
        let Some(from) = self.text.len().checked_sub(distance).filter(|_| distance as u64 <= reach) else {
            return Err(damaged("a copy from before the beginning"));
        };
        if distance >= length {
            self.text.extend_from_within(from..from + length);
        } else {
            for at in from..from + length {
                let byte = self.text[at];
                self.text.push(byte);
            }
        }
        Ok(())
    }
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the packed file is damaged: {what}"))
}
