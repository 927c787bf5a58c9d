//! Zip files, as far as a deck of card pictures needs them: entries stored or deflated, each read whole and no larger
//! than allowed. Names only tell what an entry is; nothing is ever written under them.

use flate2::Crc;
use flate2::read::DeflateDecoder;
use std::io::Read;

/// Most entries that are looked at.
const ENTRIES: usize = 4_000;
/// A comment may stand behind the end record.
const LONGEST_COMMENT: usize = 0xFFFF;
const END: usize = 22;
const ENTRY: usize = 46;
const LOCAL: usize = 30;

/// Why an archive or an entry cannot be read.
///
/// ```
/// use kiebitz::print::deck::{Deck, DeckError, ZipError};
/// let Err(DeckError::Zip { error, .. }) = Deck::unzip(b"no zip file", "cards.zip") else { panic!() };
/// assert!(matches!(error, ZipError::NoZip));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ZipError {
    /// No zip file at all.
    #[error("this is no zip file")]
    NoZip,
    /// It ends too early, or its parts do not fit together.
    #[error("the zip file is damaged")]
    Damaged,
    /// Locked by a password.
    #[error("the zip file is locked by a password")]
    Locked,
    /// Packed in a way that is not read here.
    #[error("the zip file is packed in an unusual way")]
    Unusual,
    /// Larger than allowed when unpacked.
    #[error("unpacked it is too large")]
    TooLarge,
}

/// Something in the archive.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Its name, with its folders, as the archive has it.
    pub name: String,
    flags: u16,
    method: u16,
    crc: u32,
    packed: u32,
    unpacked: u32,
    offset: u32,
}

/// A zip file in memory.
pub(crate) struct Zip<'a> {
    bytes: &'a [u8],
    /// What is in it.
    pub entries: Vec<Entry>,
}

fn part(bytes: &[u8], at: usize, length: usize) -> Result<&[u8], ZipError> {
    let end = at.checked_add(length).ok_or(ZipError::Damaged)?;
    bytes.get(at..end).ok_or(ZipError::Damaged)
}

fn short(bytes: &[u8], at: usize) -> Result<u16, ZipError> {
    let part = part(bytes, at, 2)?;
    Ok(u16::from_le_bytes([part[0], part[1]]))
}

fn long(bytes: &[u8], at: usize) -> Result<u32, ZipError> {
    let part = part(bytes, at, 4)?;
    Ok(u32::from_le_bytes([part[0], part[1], part[2], part[3]]))
}

impl<'a> Zip<'a> {
    /// Reads the list of what is in the archive.
    ///
    /// # Errors
    /// If it is no zip file, or a damaged one.
    pub fn open(bytes: &'a [u8]) -> Result<Zip<'a>, ZipError> {
        let last = bytes.len().checked_sub(END).ok_or(ZipError::NoZip)?;
        let first = last.saturating_sub(LONGEST_COMMENT);
        let end =
            (first..=last).rev().find(|&at| bytes[at..].starts_with(b"PK\x05\x06")).ok_or(ZipError::NoZip)?;
        let count = usize::from(short(bytes, end + 10)?);
        let mut at = long(bytes, end + 16)? as usize;
        if count == 0xFFFF || count > ENTRIES || at == 0xFFFF_FFFF {
            return Err(ZipError::Unusual);
        }
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            let head = part(bytes, at, ENTRY)?;
            if !head.starts_with(b"PK\x01\x02") {
                return Err(ZipError::Damaged);
            }
            let [name, extra, comment] = [28, 30, 32].map(|at| short(head, at).map(usize::from));
            let (name, extra, comment) = (name?, extra?, comment?);
            entries.push(Entry {
                name: String::from_utf8_lossy(part(bytes, at + ENTRY, name)?).into_owned(),
                flags: short(head, 8)?,
                method: short(head, 10)?,
                crc: long(head, 16)?,
                packed: long(head, 20)?,
                unpacked: long(head, 24)?,
                offset: long(head, 42)?,
            });
            at += ENTRY + name + extra + comment;
        }
        Ok(Zip { bytes, entries })
    }

    /// The bytes of an entry, if they are no more than `most`.
    ///
    /// # Errors
    /// If it is damaged, locked, too large, or packed in another way.
    pub fn read(&self, entry: &Entry, most: usize) -> Result<Vec<u8>, ZipError> {
        if entry.flags & 1 != 0 {
            return Err(ZipError::Locked);
        }
        let unpacked = entry.unpacked as usize;
        if unpacked > most {
            return Err(ZipError::TooLarge);
        }
        let at = entry.offset as usize;
        let head = part(self.bytes, at, LOCAL)?;
        if !head.starts_with(b"PK\x03\x04") {
            return Err(ZipError::Damaged);
        }
        let before = LOCAL + usize::from(short(head, 26)?) + usize::from(short(head, 28)?);
        let packed = part(self.bytes, at + before, entry.packed as usize)?;
        let mut made = Vec::new();
        match entry.method {
            0 => made.extend_from_slice(packed),
            // What an entry says of its size is checked, not believed: one byte more ends it.
            8 => {
                let mut unpacker = DeflateDecoder::new(packed).take(unpacked as u64 + 1);
                unpacker.read_to_end(&mut made).map_err(|_| ZipError::Damaged)?;
            }
            _ => return Err(ZipError::Unusual),
        }
        let mut crc = Crc::new();
        crc.update(&made);
        if made.len() != unpacked || crc.sum() != entry.crc {
            return Err(ZipError::Damaged);
        }
        Ok(made)
    }
}

#[cfg(test)]
pub(super) mod testing {
    use flate2::Compression;
    use flate2::write::DeflateEncoder;
    use std::io::Write as _;

    /// A zip file with these entries, every second one stored as it is.
    pub fn zipped(files: &[(String, Vec<u8>)]) -> Vec<u8> {
        let (mut made, mut list) = (Vec::new(), Vec::new());
        for (at, (name, bytes)) in files.iter().enumerate() {
            let deflated = at % 2 == 0;
            let packed = if deflated {
                let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
                packer.write_all(bytes).unwrap();
                packer.finish().unwrap()
            } else {
                bytes.clone()
            };
            let mut crc = flate2::Crc::new();
            crc.update(bytes);
            let offset = made.len() as u32;
            let mut about = Vec::new();
            about.extend([20, 0, 0, 8]); // version, names in UTF-8
            about.extend([if deflated { 8 } else { 0 }, 0, 0, 0, 0, 0]); // method, time, date
            for number in [crc.sum(), packed.len() as u32, bytes.len() as u32] {
                about.extend(number.to_le_bytes());
            }
            about.extend((name.len() as u16).to_le_bytes());
            about.extend([0, 0]);
            made.extend(b"PK\x03\x04");
            made.extend(&about);
            made.extend(name.as_bytes());
            made.extend(&packed);
            list.extend(b"PK\x01\x02\x14\x00");
            list.extend(&about);
            list.extend([0; 10]); // comment, disk, attributes
            list.extend(offset.to_le_bytes());
            list.extend(name.as_bytes());
        }
        let offset = made.len() as u32;
        made.extend(&list);
        made.extend(b"PK\x05\x06\0\0\0\0");
        for _ in 0..2 {
            made.extend((files.len() as u16).to_le_bytes());
        }
        made.extend((list.len() as u32).to_le_bytes());
        made.extend(offset.to_le_bytes());
        made.extend([0, 0]);
        made
    }
}

#[cfg(test)]
mod tests {
    use super::testing::zipped;
    use super::*;
    use proptest::prelude::*;

    const MOST: usize = 1 << 20;

    fn sample() -> Vec<u8> {
        zipped(&[("a/CJ.png".into(), b"one".repeat(500)), ("../../etc/passwd".into(), b"two".to_vec())])
    }

    #[test]
    fn what_was_packed_comes_back() {
        let bytes = sample();
        let zip = Zip::open(&bytes).unwrap();
        let names: Vec<&str> = zip.entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["a/CJ.png", "../../etc/passwd"]);
        assert_eq!(zip.read(&zip.entries[0], MOST).unwrap(), b"one".repeat(500));
        assert_eq!(zip.read(&zip.entries[1], MOST).unwrap(), b"two");
        assert_eq!(zip.read(&zip.entries[0], 1_499).unwrap_err(), ZipError::TooLarge);
        // A comment behind the end is allowed.
        let mut longer = bytes.clone();
        let at = longer.len() - 2;
        longer[at] = 5;
        longer.extend(b"hello");
        assert_eq!(Zip::open(&longer).unwrap().entries.len(), 2);
    }

    #[test]
    fn bombs_and_lies_are_refused() {
        // A hundred megabytes of nothing that pretend to be a hundred bytes.
        let mut bomb = zipped(&[("CJ.png".into(), vec![0; 100 << 20])]);
        assert!(bomb.len() < 200_000);
        let zip = Zip::open(&bomb).unwrap();
        assert_eq!(zip.read(&zip.entries[0], MOST).unwrap_err(), ZipError::TooLarge);
        let list = bomb.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
        bomb[list + 24..list + 28].copy_from_slice(&100_u32.to_le_bytes());
        let zip = Zip::open(&bomb).unwrap();
        assert_eq!(zip.read(&zip.entries[0], MOST).unwrap_err(), ZipError::Damaged);
        // Offsets and lengths that lead out of the file.
        let bytes = sample();
        let list = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
        for (at, size) in [(42, 4), (20, 4), (28, 2), (30, 2)] {
            let mut wrong = bytes.clone();
            wrong[list + at..list + at + size].fill(0xEE);
            let read = Zip::open(&wrong).and_then(|zip| zip.read(&zip.entries[0], MOST));
            assert!(read.is_err(), "{at}");
        }
        let mut locked = bytes.clone();
        locked[list + 8] |= 1;
        let zip = Zip::open(&locked).unwrap();
        assert_eq!(zip.read(&zip.entries[0], MOST).unwrap_err(), ZipError::Locked);
        for nothing in [&b""[..], b"PK", &[0; 70_000]] {
            assert_eq!(Zip::open(nothing).err(), Some(ZipError::NoZip));
        }
    }

    proptest! {
        #[test]
        fn whatever_is_changed_nothing_panics(
            changes in proptest::collection::vec((0_usize..400, any::<u8>()), 1..8),
            cut in 0_usize..400,
        ) {
            let mut bytes = sample();
            for (at, byte) in changes {
                let at = at % bytes.len();
                bytes[at] = byte;
            }
            bytes.truncate(bytes.len() - cut % bytes.len() / 8);
            if let Ok(zip) = Zip::open(&bytes) {
                for entry in &zip.entries {
                    prop_assert!(zip.read(entry, MOST).is_err() || entry.unpacked as usize <= MOST);
                }
            }
        }
    }
}
