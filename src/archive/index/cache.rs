//! The index on disk, so that a known archive opens at once.
//!
//! The file begins with a mark, the version, and the archive's fingerprint (size, time of the last
//! change, and a sum over its first and last bytes). Anything unexpected makes the cache worthless,
//! never wrong: the archive is then read anew.

use super::{Flags, Index, Names, Row};
use crate::archive::Unreadable;
use crate::rules::{Contract, Game, Seat};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek as _, SeekFrom, Write};
use std::path::Path;
use std::time::UNIX_EPOCH;

const MARK: &[u8; 8] = b"KIEBITZI";
const VERSION: u32 = 2;
/// Bytes at each end of an archive that the fingerprint covers.
const ENDS: u64 = 1 << 16;
/// Longest name or message that a sound cache holds.
const LONGEST_TEXT: u32 = 1 << 16;

/// What tells one state of an archive from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    size: u64,
    changed: u64,
    sum: u64,
}

impl Fingerprint {
    /// Takes the fingerprint of a file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn of(path: &Path) -> io::Result<Fingerprint> {
        let mut file = File::open(path)?;
        let meta = file.metadata()?;
        let changed = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let mut ends = Vec::new();
        (&mut file).take(ENDS).read_to_end(&mut ends)?;
        file.seek(SeekFrom::Start(meta.len().saturating_sub(ENDS)))?;
        file.take(ENDS).read_to_end(&mut ends)?;
        // FNV-1a: enough to notice a changed file, with no claim beyond that.
        let sum = ends.iter().fold(0xCBF2_9CE4_8422_2325, |sum: u64, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        Ok(Fingerprint { size: meta.len(), changed: changed.map_or(0, |time| time.as_nanos() as u64), sum })
    }

    /// A name for cache files of archives with this fingerprint.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{:016x}-{:x}", self.sum, self.size)
    }
}

/// Writes the index beside its final name and moves it there, so that no half file is ever found.
///
/// # Errors
/// If the disk refuses.
pub fn store(index: &Index, of: Fingerprint, path: &Path) -> io::Result<()> {
    let draft = path.with_extension("draft");
    let mut out = BufWriter::new(File::create(&draft)?);
    out.write_all(MARK)?;
    out.write_all(&VERSION.to_le_bytes())?;
    for number in [of.size, of.changed, of.sum, index.unreadable_count, index.rows.len() as u64] {
        out.write_all(&number.to_le_bytes())?;
    }
    out.write_all(&(index.names.all().len() as u64).to_le_bytes())?;
    for name in index.names.all() {
        write_text(&mut out, name)?;
    }
    out.write_all(&(index.unreadable.len() as u64).to_le_bytes())?;
    for bad in &index.unreadable {
        out.write_all(&bad.line.to_le_bytes())?;
        write_text(&mut out, &bad.reason)?;
    }
    for row in &index.rows {
        out.write_all(&packed(row))?;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    fs::rename(&draft, path)
}

/// Reads the index back; `None` if there is none or it is not that of this archive.
#[must_use]
pub fn load(of: Fingerprint, path: &Path) -> Option<Index> {
    let mut input = BufReader::with_capacity(1 << 18, File::open(path).ok()?);
    let mut mark = [0; 8];
    input.read_exact(&mut mark).ok()?;
    if &mark != MARK || number32(&mut input)? != VERSION {
        return None;
    }
    let found =
        Fingerprint { size: number(&mut input)?, changed: number(&mut input)?, sum: number(&mut input)? };
    if found != of {
        return None;
    }
    let unreadable_count = number(&mut input)?;
    let count = number(&mut input)?;
    // No archive has more records than bytes; this bounds what is reserved for a damaged cache.
    if count > of.size {
        return None;
    }
    let mut names = Names::default();
    for _ in 0..number(&mut input)? {
        names.number(&read_text(&mut input)?);
    }
    let mut unreadable = Vec::new();
    for _ in 0..number(&mut input)? {
        unreadable.push(Unreadable { line: number(&mut input)?, reason: read_text(&mut input)? });
    }
    let mut rows = Vec::with_capacity(count as usize);
    let mut bytes = [0; ROW];
    for _ in 0..count {
        input.read_exact(&mut bytes).ok()?;
        rows.push(unpacked(&bytes)?);
    }
    Some(Index { rows, names, unreadable, unreadable_count })
}

fn write_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(&(text.len() as u32).to_le_bytes())?;
    out.write_all(text.as_bytes())
}

fn read_text(input: &mut impl Read) -> Option<String> {
    let length = number32(input).filter(|&length| length <= LONGEST_TEXT)?;
    let mut bytes = vec![0; length as usize];
    input.read_exact(&mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

fn number(input: &mut impl Read) -> Option<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes).ok()?;
    Some(u64::from_le_bytes(bytes))
}

fn number32(input: &mut impl Read) -> Option<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes).ok()?;
    Some(u32::from_le_bytes(bytes))
}

/// Bytes of a row on disk.
const ROW: usize = 52;
/// Stands for "no declarer" and "no contract".
const NONE: u8 = 0xFF;

fn packed(row: &Row) -> [u8; ROW] {
    let mut bytes = [0; ROW];
    let mut at = 0;
    let mut put = |part: &[u8]| {
        bytes[at..at + part.len()].copy_from_slice(part);
        at += part.len();
    };
    put(&row.offset.to_le_bytes());
    put(&row.key.to_le_bytes());
    put(&row.id.to_le_bytes());
    put(&row.length.to_le_bytes());
    put(&row.date.to_le_bytes());
    for player in row.players {
        put(&player.to_le_bytes());
    }
    put(&row.bid.to_le_bytes());
    put(&row.value.to_le_bytes());
    put(&row.flags.0.to_le_bytes());
    let declarer = row.declarer.map_or(NONE, |seat| seat.index() as u8);
    put(&[declarer, row.contract.map_or(NONE, contract_code), row.points, row.tricks, row.cards]);
    bytes
}

fn unpacked(bytes: &[u8; ROW]) -> Option<Row> {
    let mut rest = bytes.as_slice();
    let (offset, key) = (number(&mut rest)?, number(&mut rest)?);
    let id = number32(&mut rest)?;
    let mut word = || number32(&mut rest);
    let (length, date) = (word()?, word()?);
    let players = [word()?, word()?, word()?];
    let &[b0, b1, v0, v1, f0, f1, declarer, contract, points, tricks, cards, ..] = rest else { return None };
    Some(Row {
        offset,
        length,
        key,
        id,
        date,
        players,
        declarer: if declarer == NONE { None } else { Some(Seat::from_index(declarer.into())?) },
        contract: if contract == NONE { None } else { Some(contract_of(contract)?) },
        bid: u16::from_le_bytes([b0, b1]),
        value: i16::from_le_bytes([v0, v1]),
        points,
        tricks,
        cards,
        flags: Flags(u16::from_le_bytes([f0, f1])),
        part: 0,
        analysis: None,
    })
}

/// A contract in one byte: the game's place in [`Game::ALL`], then a bit for each announcement.
fn contract_code(contract: Contract) -> u8 {
    let game = Game::ALL.iter().position(|&game| game == contract.game()).unwrap_or(0) as u8;
    let said = [
        contract.is_hand(),
        contract.announces_schneider(),
        contract.announces_schwarz(),
        contract.is_ouvert(),
    ];
    said.iter().enumerate().fold(game, |code, (i, &said)| code | u8::from(said) << (3 + i))
}

fn contract_of(code: u8) -> Option<Contract> {
    let game = *Game::ALL.get(usize::from(code & 7))?;
    let said = |i: u8| code >> (3 + i) & 1 == 1;
    Contract::new(game, said(0), said(1), said(2), said(3))
}
