//! The index on disk, so that a known archive opens at once.
//!
//! Each archive has one cache file, named by the archive's path, so that a changed archive replaces its own index.
//! Its content begins with the archive's fingerprint (size, time of the last change, and a sum over its first and
//! last bytes); mark, version, check sum, size limit and removal of the least recently used are the
//! [`Cache`]'s. Anything unexpected makes a cache file worthless, never wrong: the archive is then read anew.

use super::course::{COURSE, Course};
use super::pack::{PackedRow, ROW};
use super::{Blocks, Index, Names};
use crate::archive::analysis::key;
use crate::archive::{SeekTable, Unreadable};
use crate::storage::{Cache, Disk, RealDisk};
use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

const MARK: [u8; 8] = *b"KIEBITZI";
const VERSION: u32 = 4;
/// What all indexes together may take: some twenty million games.
const LIMIT: u64 = 2 << 30;
/// Bytes at each end of an archive that the fingerprint covers.
const ENDS: u64 = 1 << 16;
/// Rows read in one go.
const AT_ONCE: usize = 1 << 14;
/// Longest name or message that a sound cache holds.
const LONGEST_TEXT: u32 = 1 << 16;

/// What tells one state of an archive from another.
///
/// ```
/// use kiebitz::archive::index::cache::Fingerprint;
/// let path = std::env::temp_dir().join(format!("kiebitz-fingerprint-{}.sgf", std::process::id()));
/// std::fs::write(&path, b"(;GM[Skat];)\n")?;
/// let before = Fingerprint::of(&path)?;
/// assert_eq!(Fingerprint::of(&path)?, before);
/// std::fs::write(&path, b"(;GM[Skat];)\n(;GM[Skat];)\n")?;
/// assert_ne!(Fingerprint::of(&path)?, before);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
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
}

/// The indexes kept in a folder.
///
/// ```
/// use kiebitz::archive::{SeekTable, Source, index::{Indexer, cache::{Fingerprint, IndexCache}}, sample};
/// let folder = std::env::temp_dir().join(format!("kiebitz-index-cache-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// let archive = folder.join("games.sgf");
/// std::fs::write(&archive, sample())?;
/// let index = Indexer::new(Source::open(&archive)?).finish()?;
/// let (cache, state) = (IndexCache::new(&folder.join("cache")), Fingerprint::of(&archive)?);
/// cache.store(&archive, state, &index, &SeekTable::default())?;
/// assert_eq!(cache.load(&archive, state).unwrap().0, index);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct IndexCache(Cache);

impl IndexCache {
    /// The indexes in this folder, which is made when it is needed.
    #[must_use]
    pub fn new(folder: &Path) -> IndexCache {
        IndexCache::with(RealDisk::shared(), folder, LIMIT)
    }

    /// The indexes in a folder that another window owns: they are read, and nothing is changed.
    #[must_use]
    pub fn read_only(folder: &Path) -> IndexCache {
        IndexCache(IndexCache::new(folder).0.read_only())
    }

    /// The same on any disk, with another limit for all indexes together.
    #[must_use]
    pub fn with(disk: Arc<dyn Disk>, folder: &Path, limit: u64) -> IndexCache {
        IndexCache(Cache::new(disk, folder, MARK, VERSION, "index", limit))
    }

    /// The cache beneath: what is there, and how much.
    #[must_use]
    pub fn cache(&self) -> &Cache {
        &self.0
    }

    /// Removes what earlier versions left in the folder: unpacked copies of archives, and indexes named by their
    /// content. Tells how many bytes went.
    pub fn remove_earlier(&self, folder: &Path) -> u64 {
        let hex = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let earlier = |path: &Path| {
            let (stem, end) = path.file_name()?.to_str()?.split_once('.')?;
            let (sum, size) = stem.split_once('-')?;
            let named = sum.len() == 16 && hex(sum) && hex(size);
            let index = matches!(end, "index" | "draft") && size != "0";
            Some(named && (index || matches!(end, "sgf" | "sgf-draft")))
        };
        let mut bytes = 0;
        for file in RealDisk.list(folder).unwrap_or_default() {
            if !file.is_folder && earlier(&file.path) == Some(true) && RealDisk.remove(&file.path).is_ok() {
                bytes += file.bytes;
            }
        }
        bytes
    }

    /// The name of an archive's index: the same however the archive is reached.
    #[must_use]
    pub fn name(archive: &Path) -> String {
        let whole = archive.canonicalize().unwrap_or_else(|_| archive.to_path_buf());
        format!("{:016x}-0", key(whole.as_os_str().as_encoded_bytes()))
    }

    /// Keeps the index of an archive in this state, in place of an earlier one.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn store(&self, archive: &Path, of: Fingerprint, index: &Index, table: &SeekTable) -> io::Result<()> {
        self.0.put_with(&IndexCache::name(archive), |out| {
            for number in [of.size, of.changed, of.sum, index.unreadable_count, index.len() as u64] {
                out.write_all(&number.to_le_bytes())?;
            }
            for names in [&index.names, &index.places] {
                out.write_all(&(names.all().len() as u64).to_le_bytes())?;
                for name in names.all() {
                    write_text(out, name)?;
                }
            }
            out.write_all(&(index.unreadable.len() as u64).to_le_bytes())?;
            for bad in &index.unreadable {
                out.write_all(&bad.line.to_le_bytes())?;
                write_text(out, &bad.reason)?;
            }
            table.write(out)?;
            for block in index.rows.blocks() {
                let bytes: Vec<u8> = block.iter().flat_map(|row| row.0).collect();
                out.write_all(&bytes)?;
            }
            for block in index.courses.blocks() {
                let bytes: Vec<u8> = block.iter().flat_map(|course| course.to_bytes()).collect();
                out.write_all(&bytes)?;
            }
            Ok(())
        })
    }

    /// Reads the index back; `None` if there is none, or it is not that of the archive in this state.
    #[must_use]
    pub fn load(&self, archive: &Path, of: Fingerprint) -> Option<(Index, SeekTable)> {
        self.0.get_with(&IndexCache::name(archive), |input, length| {
            let found = Fingerprint { size: number(input)?, changed: number(input)?, sum: number(input)? };
            if found != of {
                return None;
            }
            let unreadable_count = number(input)?;
            // This bounds what is reserved for a damaged cache.
            let count = number(input).filter(|&count| count <= length / (ROW + COURSE) as u64)?;
            let (names, places) = (read_names(input)?, read_names(input)?);
            let mut unreadable = Vec::new();
            for _ in 0..number(input)? {
                unreadable.push(Unreadable { line: number(input)?, reason: read_text(input)? });
            }
            let table = SeekTable::read(input)?;
            let mut index = Index { names, places, unreadable, unreadable_count, ..Index::default() };
            read_items(input, count, &mut index.rows, |bytes: &[u8; ROW]| PackedRow(*bytes))?;
            read_items(input, count, &mut index.courses, Course::from_bytes)?;
            Some((index, table))
        })
    }
}

/// Reads so many items of the same length, many at a time.
fn read_items<const N: usize, T: Clone>(
    input: &mut dyn Read,
    count: u64,
    list: &mut Blocks<T>,
    item: impl Fn(&[u8; N]) -> T,
) -> Option<()> {
    let mut buffer = vec![0; N * AT_ONCE];
    let mut left = count as usize;
    while left > 0 {
        let some = left.min(AT_ONCE);
        let bytes = &mut buffer[..N * some];
        input.read_exact(bytes).ok()?;
        bytes.as_chunks::<N>().0.iter().for_each(|bytes| list.push(item(bytes)));
        left -= some;
    }
    Some(())
}

fn read_names(input: &mut dyn Read) -> Option<Names> {
    let mut names = Names::default();
    for _ in 0..number(input)? {
        names.number(&read_text(input)?);
    }
    Some(names)
}

fn write_text(out: &mut dyn Write, text: &str) -> io::Result<()> {
    out.write_all(&(text.len() as u32).to_le_bytes())?;
    out.write_all(text.as_bytes())
}

fn read_text(input: &mut dyn Read) -> Option<String> {
    let length = number32(input).filter(|&length| length <= LONGEST_TEXT)?;
    let mut bytes = vec![0; length as usize];
    input.read_exact(&mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

fn number(input: &mut dyn Read) -> Option<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes).ok()?;
    Some(u64::from_le_bytes(bytes))
}

fn number32(input: &mut dyn Read) -> Option<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes).ok()?;
    Some(u32::from_le_bytes(bytes))
}
