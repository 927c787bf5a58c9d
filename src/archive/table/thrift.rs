//! The compact form of Thrift in which Parquet writes what it knows of itself: only what is needed here, only writing.

/// Kinds of fields.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A structure being written, field after field in rising order.
#[derive(Default)]
pub(super) struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

fn varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Signed numbers turn to and fro around 0.
fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

impl Struct {
    fn field(&mut self, id: u8, kind: u8) {
        // Fields here never lie more than fifteen apart.
        self.bytes.push((id - self.last) << 4 | kind);
        self.last = id;
    }

    pub(super) fn int(mut self, id: u8, number: i32) -> Struct {
        self.field(id, I32);
        varint(&mut self.bytes, zigzag(number.into()));
        self
    }

    pub(super) fn long(mut self, id: u8, number: i64) -> Struct {
        self.field(id, I64);
        varint(&mut self.bytes, zigzag(number));
        self
    }

    pub(super) fn text(mut self, id: u8, text: &str) -> Struct {
        self.field(id, BINARY);
        varint(&mut self.bytes, text.len() as u64);
        self.bytes.extend(text.as_bytes());
        self
    }

    pub(super) fn part(mut self, id: u8, part: Struct) -> Struct {
        self.field(id, STRUCT);
        self.bytes.extend(part.bytes());
        self
    }

    fn list(&mut self, id: u8, count: usize, kind: u8) {
        self.field(id, LIST);
        if count < 15 {
            self.bytes.push((count as u8) << 4 | kind);
        } else {
            self.bytes.push(0xF0 | kind);
            varint(&mut self.bytes, count as u64);
        }
    }

    pub(super) fn parts(mut self, id: u8, parts: impl ExactSizeIterator<Item = Struct>) -> Struct {
        self.list(id, parts.len(), STRUCT);
        parts.for_each(|part| self.bytes.extend(part.bytes()));
        self
    }

    pub(super) fn ints(mut self, id: u8, numbers: &[i32]) -> Struct {
        self.list(id, numbers.len(), I32);
        numbers.iter().for_each(|&number| varint(&mut self.bytes, zigzag(number.into())));
        self
    }

    pub(super) fn texts(mut self, id: u8, texts: &[&str]) -> Struct {
        self.list(id, texts.len(), BINARY);
        for text in texts {
            varint(&mut self.bytes, text.len() as u64);
            self.bytes.extend(text.as_bytes());
        }
        self
    }

    /// All of it, with its end.
    pub(super) fn bytes(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// A number of the length of a run.
pub(super) fn run(out: &mut Vec<u8>, count: u64, value: u8) {
    varint(out, count << 1);
    out.push(value);
}
