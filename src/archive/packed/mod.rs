//! Packed archives read in place: no unpacked copy, neither on disk nor in memory.
//!
//! While an archive is read for the first time, a [`SeekTable`] notes where unpacking can be taken up again: at every
//! block of bzip2, and every two megabytes of gzip. A game is then read by unpacking the piece it stands in; a few
//! pieces stay in memory, since neighbours are often read together. Unpacking runs on threads of its own, in pieces
//! of bounded size, so that a packed file that unpacks to gigabytes of nothing fills neither disk nor memory.

mod bzip2;
mod inflate;

use self::bzip2::{Block, Cutter, Item};
use self::inflate::{Inflater, SPACING};
use super::source::Packing;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, Read, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Pieces of unpacked text that are kept, and how much they may take together.
const KEPT_PIECES: usize = 8;
const KEPT_BYTES: usize = 96 << 20;
/// Most threads that unpack: more than four wait for the one who reads.
const MOST_THREADS: usize = 4;
/// A piece longer than this is damage.
const LONGEST_PIECE: u64 = 64 << 20;

/// A place where unpacking can be taken up again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// Where in the unpacked text it is.
    pub(super) text: u64,
    /// bzip2: first bit of the block. gzip: first bit of the head of the block.
    pub(super) begin: u64,
    /// bzip2: first bit behind the block. gzip: the bit where decoding goes on.
    pub(super) at: u64,
    /// gzip: the text before it that may be copied from, packed.
    pub(super) window: Arc<[u8]>,
}

/// Where unpacking can be taken up again, in the order of the text.
///
/// ```
/// use kiebitz::archive::SeekTable;
/// let mut bytes = Vec::new();
/// SeekTable::default().write(&mut bytes).unwrap();
/// assert_eq!(SeekTable::read(&mut &bytes[..]), Some(SeekTable::default()));
/// assert_eq!(SeekTable::read(&mut &bytes[1..]), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeekTable {
    points: Vec<Point>,
}

impl SeekTable {
    /// Whether it holds nothing, as for a plain archive.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// How many places there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Writes the table.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&(self.points.len() as u64).to_le_bytes())?;
        for point in &self.points {
            for number in [point.text, point.begin, point.at, point.window.len() as u64] {
                out.write_all(&number.to_le_bytes())?;
            }
            out.write_all(&point.window)?;
        }
        Ok(())
    }

    /// Reads a table back; `None` if it is none.
    #[must_use]
    pub fn read(input: &mut dyn Read) -> Option<SeekTable> {
        let mut number = [0; 8];
        let mut next = |input: &mut dyn Read| -> Option<u64> {
            input.read_exact(&mut number).ok()?;
            Some(u64::from_le_bytes(number))
        };
        let count = next(input)?;
        let mut points = Vec::new();
        for _ in 0..count {
            let (text, begin, at) = (next(input)?, next(input)?, next(input)?);
            let length = next(input).filter(|&length| length <= 1 << 16)?;
            let mut window = vec![0; length as usize];
            input.read_exact(&mut window).ok()?;
            points.push(Point { text, begin, at, window: Arc::from(window) });
        }
        Some(SeekTable { points })
    }
}

/// The text of a packed file, read in place. Clones share table and memory.
///
/// ```
/// use kiebitz::archive::library::{Opening, Text};
/// use std::io::Write;
/// let folder = std::env::temp_dir().join(format!("kiebitz-packed-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// let path = folder.join("games.sgf.gz");
/// let mut packed = flate2::write::GzEncoder::new(std::fs::File::create(&path)?, Default::default());
/// packed.write_all(&kiebitz::archive::sample())?;
/// packed.finish()?;
/// let mut opening = Opening::new(&path, &folder)?;
/// while opening.step(1_000).is_some() {}
/// let Text::Packed(text) = opening.text() else { panic!("a packed file") };
/// assert_eq!(text.read(0, 12)?, b"(;GM[Skat]PC");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PackedText(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    packing: Packing,
    table: SharedTable,
    /// Pieces unpacked before, the last one used at the end: which, and its text.
    kept: Mutex<VecDeque<(u64, Arc<Vec<u8>>)>>,
}

/// A table that is still being filled.
pub(super) type SharedTable = Arc<Mutex<SeekTable>>;

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PackedText {
    /// A packed file and its table, complete or still being filled.
    pub(super) fn new(path: &Path, packing: Packing, table: SharedTable) -> PackedText {
        let kept = Mutex::default();
        PackedText(Arc::new(Inner { path: path.to_path_buf(), packing, table, kept }))
    }

    /// The table as far as it goes.
    #[must_use]
    pub fn table(&self) -> SeekTable {
        lock(&self.0.table).clone()
    }

    /// Some bytes of the unpacked text.
    ///
    /// # Errors
    /// If the file cannot be read or unpacked there, or if the text ends before.
    pub fn read(&self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(length);
        while bytes.len() < length {
            let at = offset + bytes.len() as u64;
            let wanted = length - bytes.len();
            let (start, piece) = self.piece(at, at + wanted as u64)?;
            let from = usize::try_from(at - start).unwrap_or(usize::MAX);
            let found = piece.get(from..).filter(|found| !found.is_empty());
            let found = found.ok_or(io::ErrorKind::UnexpectedEof)?;
            bytes.extend_from_slice(&found[..found.len().min(wanted)]);
        }
        Ok(bytes)
    }

    /// The piece with the text at `offset`, and where it begins; it goes up to `end` at least if the text does.
    fn piece(&self, offset: u64, end: u64) -> io::Result<(u64, Arc<Vec<u8>>)> {
        let (point, next) = {
            let table = lock(&self.0.table);
            let at = table.points.partition_point(|point| point.text <= offset);
            let point = at.checked_sub(1).and_then(|at| table.points.get(at)).cloned();
            let next = table.points.get(at).map(|point| point.text);
            (point.ok_or(io::ErrorKind::UnexpectedEof)?, next)
        };
        let mut kept = lock(&self.0.kept);
        if let Some(at) = kept.iter().position(|(text, _)| *text == point.text)
            && let Some(found) = kept.remove(at)
        {
            let reaches = found.0 + found.1.len() as u64 >= next.unwrap_or(end).min(end);
            if reaches {
                kept.push_back(found.clone());
                return Ok(found);
            }
        }
        drop(kept);
        let text = match self.0.packing {
            Packing::Bzip2 => self.block(&point)?,
            _ => self.inflated(&point, next.unwrap_or(u64::MAX))?,
        };
        let found = (point.text, Arc::new(text));
        let mut kept = lock(&self.0.kept);
        kept.push_back(found.clone());
        while kept.len() > KEPT_PIECES
            || kept.len() > 1 && kept.iter().map(|(_, text)| text.len()).sum::<usize>() > KEPT_BYTES
        {
            kept.pop_front();
        }
        Ok(found)
    }

    fn block(&self, point: &Point) -> io::Result<Vec<u8>> {
        let first = point.begin / 8;
        let length = point.at.div_ceil(8).saturating_sub(first).min(LONGEST_PIECE);
        let mut bytes = vec![0; length as usize];
        let mut file = File::open(&self.0.path)?;
        file.seek(SeekFrom::Start(first))?;
        file.read_exact(&mut bytes)?;
        Block::cut(&bytes, first * 8, point.begin, point.at).unpack()
    }

    fn inflated(&self, point: &Point, end: u64) -> io::Result<Vec<u8>> {
        let open = |at: u64| -> io::Result<File> {
            let mut file = File::open(&self.0.path)?;
            file.seek(SeekFrom::Start(at))?;
            Ok(file)
        };
        let mut inflater = Inflater::taken_up(point, open)?;
        // The last piece, and one whose end is not known yet, are at most a little longer than others.
        let wanted = end.saturating_sub(point.text).min(2 * SPACING);
        let mut text = Vec::new();
        while (text.len() as u64) < wanted {
            match inflater.piece(&mut |_| {}) {
                Ok(more) if more.is_empty() => break,
                Ok(more) => text.extend(more),
                // What stands before the damage can be read.
                Err(error) if text.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(text)
    }
}

/// The unpacked text of a packed stream, unpacked on threads of its own. Where it can be taken up again is noted in
/// the table.
pub(super) fn unpacked(
    packing: Packing,
    input: impl Read + Send + 'static,
    table: SharedTable,
) -> Box<dyn BufRead + Send> {
    match packing {
        Packing::Bzip2 => {
            let (send, pieces) = sync_channel(2 * threads());
            std::thread::spawn(move || cut(input, &send));
            Box::new(Pieces::new(Blocks { pieces, table, text: 0, held: None, failed: false }))
        }
        _ => {
            let (send, pieces) = sync_channel(8);
            std::thread::spawn(move || inflate(input, &table, &send));
            Box::new(Pieces::new(pieces.into_iter()))
        }
    }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(MOST_THREADS)
}

type Piece = io::Result<Vec<u8>>;

fn inflate(input: impl Read, table: &SharedTable, send: &SyncSender<Piece>) {
    let mut inflater = Inflater::new(input);
    loop {
        let piece = inflater.piece(&mut |point| lock(table).points.push(point));
        let over = piece.as_ref().map_or(true, Vec::is_empty);
        // Nobody listens any more: the archive was closed.
        if send.send(piece).is_err() || over {
            break;
        }
    }
}

/// A block and its text, which some thread is unpacking.
type Unpacking = (Block, Receiver<Piece>);

/// Cuts a stream into blocks and has them unpacked, as many at a time as there are threads.
fn cut(input: impl Read, send: &SyncSender<io::Result<Unpacking>>) {
    let (give, jobs) = sync_channel::<(Block, SyncSender<Piece>)>(1);
    let jobs = Mutex::new(jobs);
    std::thread::scope(|scope| {
        for _ in 0..threads() {
            scope.spawn(|| {
                loop {
                    let job = lock(&jobs).recv();
                    let Ok((block, answer)) = job else { break };
                    answer.send(block.unpack()).ok();
                }
            });
        }
        for item in Cutter::new(input) {
            let told = match item {
                Item::Broken(error) => send.send(Err(error)),
                Item::Block(block) => {
                    let (answer, text) = sync_channel(1);
                    let sent = send.send(Ok((block.clone(), text)));
                    give.send((block, answer)).ok();
                    sent
                }
            };
            if told.is_err() {
                break;
            }
        }
        drop(give);
    });
}

/// The texts of the blocks, in order.
struct Blocks {
    pieces: Receiver<io::Result<Unpacking>>,
    table: SharedTable,
    /// How much text there was.
    text: u64,
    /// A block that could not be unpacked: perhaps the mark behind it was none.
    held: Option<(Block, io::Error)>,
    failed: bool,
}

impl Iterator for Blocks {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        while !self.failed {
            let next = match self.pieces.recv().ok() {
                Some(Ok(next)) => next,
                other => {
                    self.failed = true;
                    let broken = other.and_then(Result::err);
                    return self.held.take().map(|(_, error)| error).or(broken).map(Err);
                }
            };
            let (block, text) = next;
            let text = text.recv().unwrap_or_else(|_| Err(io::ErrorKind::BrokenPipe.into()));
            let (block, text) = match self.held.take() {
                None => (block, text),
                Some((before, error)) => {
                    let joined = before.joined(&block);
                    match joined.unpack() {
                        Ok(text) => (joined, Ok(text)),
                        Err(_) => {
                            self.failed = true;
                            return Some(Err(error));
                        }
                    }
                }
            };
            match text {
                Err(error) => self.held = Some((block, error)),
                Ok(text) => {
                    let point =
                        Point { text: self.text, begin: block.begin, at: block.end, window: Arc::from([]) };
                    self.text += text.len() as u64;
                    lock(&self.table).points.push(point);
                    return Some(Ok(text));
                }
            }
        }
        None
    }
}

/// Pieces of text read as one.
struct Pieces<I> {
    pieces: I,
    piece: Vec<u8>,
    at: usize,
}

impl<I: Iterator<Item = Piece>> Pieces<I> {
    fn new(pieces: I) -> Pieces<I> {
        Pieces { pieces, piece: Vec::new(), at: 0 }
    }
}

impl<I: Iterator<Item = Piece>> Read for Pieces<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<I: Iterator<Item = Piece>> BufRead for Pieces<I> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.piece.len() {
            self.at = 0;
            self.piece = self.pieces.next().transpose()?.unwrap_or_default();
        }
        Ok(&self.piece[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at = (self.at + count).min(self.piece.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Dice;
    use std::io::Cursor;

    /// Text with repetitions near and far, and stretches of noise.
    fn text(dice: &mut Dice, length: usize) -> Vec<u8> {
        let mut text: Vec<u8> = Vec::with_capacity(length);
        while text.len() < length {
            let run = 1 + dice.below(300) as usize;
            match dice.below(4) {
                0 => text.extend((0..run).map(|_| dice.below(256) as u8)),
                1 => text.extend(std::iter::repeat_n(dice.below(256) as u8, run)),
                2 => text.extend((0..run).map(|_| b'a' + dice.below(6) as u8)),
                _ if text.is_empty() => {}
                _ => {
                    let from = dice.below(text.len() as u64) as usize;
                    let some = run.min(text.len() - from);
                    text.extend_from_within(from..from + some);
                }
            }
        }
        text.truncate(length);
        text
    }

    fn gzip(text: &[u8], level: u32) -> Vec<u8> {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
        out.write_all(text).unwrap();
        out.finish().unwrap()
    }

    fn bz2(text: &[u8], level: u32) -> Vec<u8> {
        let mut out = ::bzip2::write::BzEncoder::new(Vec::new(), ::bzip2::Compression::new(level));
        out.write_all(text).unwrap();
        out.finish().unwrap()
    }

    fn read(packing: Packing, bytes: Vec<u8>) -> (Vec<u8>, Option<io::Error>, SeekTable) {
        let table = SharedTable::default();
        let mut text = Vec::new();
        let mut reader = unpacked(packing, Cursor::new(bytes), Arc::clone(&table));
        let error = reader.read_to_end(&mut text).err();
        let table = lock(&table).clone();
        (text, error, table)
    }

    #[test]
    fn every_text_comes_back() {
        let mut dice = Dice::new(11);
        for round in 0..200u32 {
            let length = if round % 25 == 0 { 900_000 } else { dice.below(3000) as usize };
            let (one, two) = (text(&mut dice, length), text(&mut dice, 700));
            let whole = [&one[..], &two].concat();
            let packed = [gzip(&one, round % 10), gzip(&two, 6)].concat();
            let (found, error, _) = read(Packing::Gzip, packed);
            assert!(error.is_none() && found == whole, "gzip {round}: {error:?}");
            let packed = [bz2(&one, 1 + round % 9), bz2(&two, 9)].concat();
            let (found, error, _) = read(Packing::Bzip2, packed);
            assert!(error.is_none() && found == whole, "bzip2 {round}: {error:?}");
        }
    }

    #[test]
    fn any_place_can_be_read_alone() {
        let mut dice = Dice::new(12);
        let whole = text(&mut dice, 7_000_000);
        let path = std::env::temp_dir().join(format!("kiebitz-packed-{}", std::process::id()));
        let (half, rest) = whole.split_at(3_300_001);
        for (packing, packed) in [
            (Packing::Gzip, [gzip(half, 6), gzip(rest, 1)].concat()),
            (Packing::Gzip, gzip(&whole, 0)),
            (Packing::Bzip2, [bz2(half, 2), bz2(rest, 9)].concat()),
        ] {
            std::fs::write(&path, &packed).unwrap();
            let (found, error, table) = read(packing, packed);
            assert!(error.is_none() && found == whole);
            assert!(table.len() >= 3, "{packing:?}: {}", table.len());
            let mut stored = Vec::new();
            table.write(&mut stored).unwrap();
            assert_eq!(SeekTable::read(&mut &stored[..]), Some(table.clone()));
            assert_eq!(SeekTable::read(&mut &stored[..stored.len() - 1]), None);
            let packed = PackedText::new(&path, packing, Arc::new(Mutex::new(table)));
            for _ in 0..60 {
                let at = dice.below(whole.len() as u64) as usize;
                let length = (1 + dice.below(100_000) as usize).min(whole.len() - at);
                let found = packed.read(at as u64, length).unwrap();
                assert!(found == whole[at..at + length], "{packing:?} {at} {length}");
            }
            assert!(packed.read(whole.len() as u64 - 5, 6).is_err());
            assert!(lock(&packed.0.kept).len() <= KEPT_PIECES);
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn damage_is_an_error_and_what_stands_before_it_is_read() {
        let mut dice = Dice::new(13);
        let whole = text(&mut dice, 300_000);
        for (packing, packed) in [(Packing::Gzip, gzip(&whole, 6)), (Packing::Bzip2, bz2(&whole, 1))] {
            for round in 0..80 {
                let mut bytes = packed.clone();
                let at = dice.below(bytes.len() as u64) as usize;
                if round % 2 == 0 {
                    bytes.truncate(at);
                } else {
                    bytes[at] ^= 1 << dice.below(8);
                }
                let (found, error, _) = read(packing, bytes);
                // In the head of gzip stand a time and a system that nobody checks, in that of bzip2
                // a size, and at its end a sum that follows from those of the blocks.
                let unchecked = round % 2 == 1 && (at < 10 || at + 12 > packed.len()) || at == 0;
                assert!(error.is_some() || unchecked, "{packing:?} round {round} at {at}");
                let same = found.iter().zip(&whole).take_while(|(a, b)| a == b).count();
                let sure = match packing {
                    // A wrong bit is noticed at the end only, but nothing before it is touched.
                    Packing::Gzip if round % 2 == 1 => 0,
                    _ => found.len(),
                };
                assert!(same >= sure, "{packing:?} round {round} at {at}: {same} of {}", found.len());
            }
            let (found, _, _) = read(packing, packed[..packed.len() / 2].to_vec());
            assert!(found.len() > whole.len() / 4, "{packing:?}: {}", found.len());
        }
    }

    #[test]
    fn what_unpacks_to_very_much_is_read_in_small_pieces() {
        // 32 MB of nothing from a few bytes; the pieces are what a bomb would fill memory with.
        for (packing, packed) in
            [(Packing::Gzip, gzip(&vec![b'x'; 32 << 20], 9)), (Packing::Bzip2, bz2(&vec![b'x'; 32 << 20], 9))]
        {
            assert!(packed.len() < 40_000);
            let mut reader = unpacked(packing, Cursor::new(packed), SharedTable::default());
            let mut total = 0;
            loop {
                let count = reader.fill_buf().unwrap().len();
                assert!(count < 48 << 20);
                if count == 0 {
                    break;
                }
                total += count;
                reader.consume(count);
            }
            assert_eq!(total, 32 << 20);
        }
    }
}
