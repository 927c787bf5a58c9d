//! A file that is only ever added to.
//!
//! It begins with a mark, a version and their check sum. Each entry has a marker, its length and a
//! check sum over length and content, so that whatever a crash, a full disk or a bad sector leaves
//! behind, every whole entry before *and* after it is found again. A file that is of a newer version, or
//! no such file at all, is put aside under another name, never wiped.
//!
//! Entries have no number of their own, because neither a doubled nor a moved one can do harm: an entry is a whole statement about
//! one key ("this game was found to be so"), the readers let the deepest or the last one count, and each of them was true when it was
//! written. A disk that brings back old bytes can therefore only bring back an older, complete analysis of the same game.

use super::atomic::{Draft, Overwrite};
use super::checksum;
use super::disk::{Disk, DiskFile, Open};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const HEAD: usize = 16;
const MARKER: [u8; 4] = *b"\xE5kbz";
const ENTRY_HEAD: usize = 12;
/// No entry is longer; a length beyond it is damage.
const LONGEST: usize = 1 << 20;
/// Read at a time.
const CHUNK: usize = 1 << 20;

/// Where an entry stands.
///
/// ```
/// use kiebitz::storage::{Log, RealDisk};
/// let path = std::env::temp_dir().join(format!("kiebitz-place-{}", std::process::id()));
/// let (mut log, _) = Log::open(RealDisk::shared(), &path, *b"EXAMPLE1", 1, |_, _| {})?;
/// let places = [log.append(b"one")?, log.append(b"two")?];
/// assert_eq!(log.read(places[0])?, b"one");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    offset: u64,
    length: u32,
}

/// Why a file was put aside.
///
/// ```
/// use kiebitz::storage::{AsideReason, Log, RealDisk};
/// let path = std::env::temp_dir().join(format!("kiebitz-aside-reason-{}", std::process::id()));
/// drop(Log::open(RealDisk::shared(), &path, *b"EXAMPLE1", 2, |_, _| {})?);
/// // An older program puts the newer file aside and begins anew.
/// let (_, report) = Log::open(RealDisk::shared(), &path, *b"EXAMPLE1", 1, |_, _| {})?;
/// let aside = report.aside.unwrap();
/// assert_eq!(aside.reason, AsideReason::Newer);
/// # std::fs::remove_file(&path)?;
/// # std::fs::remove_file(&aside.path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsideReason {
    /// A newer version of the program wrote it.
    Newer,
    /// It cannot be read.
    Unreadable,
}

/// A file that was put aside.
///
/// ```
/// use kiebitz::storage::{Log, RealDisk};
/// let path = std::env::temp_dir().join(format!("kiebitz-aside-{}", std::process::id()));
/// std::fs::write(&path, b"these are no entries of a log")?;
/// let (_, report) = Log::open(RealDisk::shared(), &path, *b"EXAMPLE1", 1, |_, _| {})?;
/// let aside = report.aside.unwrap();
/// assert_eq!(std::fs::read(&aside.path)?, b"these are no entries of a log");
/// # std::fs::remove_file(&path)?;
/// # std::fs::remove_file(&aside.path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// Where it is now.
    pub path: PathBuf,
    /// Why.
    pub reason: AsideReason,
}

/// What was found when a log was opened.
///
/// ```
/// use kiebitz::storage::{Log, RealDisk};
/// let path = std::env::temp_dir().join(format!("kiebitz-log-report-{}", std::process::id()));
/// let (mut log, _) = Log::open(RealDisk::shared(), &path, *b"EXAMPLE1", 1, |_, _| {})?;
/// log.append(b"one")?;
/// log.append(b"two")?;
/// drop(log);
/// // The end of the last entry is lost, as when the power fails.
/// let bytes = std::fs::read(&path)?;
/// std::fs::write(&path, &bytes[..bytes.len() - 1])?;
/// let (_, report) = Log::open(RealDisk::shared(), &path, *b"EXAMPLE1", 1, |_, _| {})?;
/// assert!(report.entries == 1 && report.cut > 0);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogReport {
    /// Whole entries.
    pub entries: u64,
    /// Stretches in the middle that are no whole entry any more: so many entries are lost at least.
    pub damaged: u64,
    /// Bytes at the end that are no whole entry, as a killed program leaves them.
    pub cut: u64,
    /// The file that stood there was put aside, and a new one begun.
    pub aside: Option<Aside>,
}

impl LogReport {
    /// Whether there is nothing the person need be told. A cut end is what a killed program leaves: that
    /// entry was never said to be written.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.damaged == 0 && self.aside.is_none()
    }
}

/// A log on disk.
///
/// ```
/// use kiebitz::storage::{Log, RealDisk};
/// let path = std::env::temp_dir().join(format!("kiebitz-log-{}", std::process::id()));
/// let (mut log, _) = Log::open(RealDisk::shared(), &path, *b"EXAMPLE1", 1, |_, _| {})?;
/// log.append(b"an entry")?;
/// drop(log);
/// let mut found = Vec::new();
/// Log::open(RealDisk::shared(), &path, *b"EXAMPLE1", 1, |_, entry| found.push(entry.to_vec()))?;
/// assert_eq!(found, [b"an entry"]);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Log {
    file: Box<dyn DiskFile>,
    /// Where the next entry goes.
    end: u64,
    /// Whether bytes may stand behind the end, after a write that failed.
    untidy: bool,
    read_only: bool,
}

impl Log {
    /// Opens a log, or begins it. `hear` is given every whole entry in order. What a killed program left
    /// at the end is cut off.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn open(
        disk: Arc<dyn Disk>,
        path: &Path,
        mark: [u8; 8],
        version: u32,
        hear: impl FnMut(Place, &[u8]),
    ) -> io::Result<(Log, LogReport)> {
        Log::open_or_convert(disk, path, mark, version, |_| None, hear)
    }

    /// The same for a log that had another form once: `convert` is given a whole file that is not of this form
    /// and of no newer version, and returns the entries if it knows the form. The file is then written anew.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn open_or_convert(
        disk: Arc<dyn Disk>,
        path: &Path,
        mark: [u8; 8],
        version: u32,
        convert: impl FnOnce(&[u8]) -> Option<Vec<Vec<u8>>>,
        mut hear: impl FnMut(Place, &[u8]),
    ) -> io::Result<(Log, LogReport)> {
        let head = head(mark, version);
        let mut report = LogReport::default();
        match first_bytes(&*disk, path)? {
            None => {}
            Some(found) if found == head => {}
            // A program that was killed while it wrote the head.
            Some(found) if found.len() < HEAD && head.starts_with(&found) => {}
            Some(found) => {
                let reason = reason(&found, mark, version);
                let known = match reason {
                    AsideReason::Newer => None,
                    AsideReason::Unreadable => convert(&disk.read(path)?),
                };
                match known {
                    Some(entries) => write_whole(Arc::clone(&disk), path, &head, &entries)?,
                    None => report.aside = Some(Aside { path: put_aside(&*disk, path, reason)?, reason }),
                }
            }
        }
        let mut file = disk.open(path, Open::Update)?;
        let end = if file.seek(SeekFrom::End(0))? < HEAD as u64 {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&head)?;
            HEAD as u64
        } else {
            scan(&mut *file, &mut report, &mut hear)?
        };
        let mut log = Log { file, end, untidy: report.cut > 0, read_only: false };
        // If the cut fails now, the next entry tries again.
        log.tidy().ok();
        Ok((log, report))
    }

    /// Opens a log of which somebody else is the owner: it is read as far as it goes, and not changed.
    /// Nothing can be added. `None` if there is none that can be read.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn open_read_only(
        disk: &dyn Disk,
        path: &Path,
        mark: [u8; 8],
        version: u32,
        mut hear: impl FnMut(Place, &[u8]),
    ) -> io::Result<Option<(Log, LogReport)>> {
        if first_bytes(disk, path)?.as_deref() != Some(&head(mark, version)[..]) {
            return Ok(None);
        }
        let mut report = LogReport::default();
        let mut file = disk.open(path, Open::Read)?;
        let end = scan(&mut *file, &mut report, &mut hear)?;
        Ok(Some((Log { file, end, untidy: false, read_only: true }, report)))
    }

    /// Adds an entry. It is handed to the system as one; [`sync`](Log::sync) waits for the disk.
    ///
    /// # Errors
    /// If the disk refuses, if the entry is longer than a megabyte, or if somebody else owns the log.
    /// The entry is then not there, and those before and after it are unharmed.
    pub fn append(&mut self, content: &[u8]) -> io::Result<Place> {
        if self.read_only {
            return Err(io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "another window owns this file"));
        }
        if content.len() > LONGEST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.tidy()?;
        let entry = entry(content);
        self.untidy = true;
        self.file.seek(SeekFrom::Start(self.end))?;
        if let Err(error) = self.file.write_all(&entry) {
            self.tidy().ok();
            return Err(error);
        }
        self.untidy = false;
        let place = Place { offset: self.end + ENTRY_HEAD as u64, length: content.len() as u32 };
        self.end += entry.len() as u64;
        Ok(place)
    }

    /// Waits until every entry is safe on the disk.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn sync(&mut self) -> io::Result<()> {
        self.file.sync()
    }

    /// The content of an entry.
    ///
    /// # Errors
    /// If the disk refuses, or if the entry is damaged.
    pub fn read(&mut self, place: Place) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; ENTRY_HEAD + place.length as usize];
        self.file.seek(SeekFrom::Start(place.offset.saturating_sub(ENTRY_HEAD as u64)))?;
        self.file.read_exact(&mut bytes)?;
        match whole_entry(&bytes) {
            Look::Whole(content) => Ok(content.to_vec()),
            _ => Err(io::Error::new(io::ErrorKind::InvalidData, "the entry is damaged")),
        }
    }

    /// Size of the file.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.end
    }

    /// Cuts off what a failed write left behind the last entry.
    fn tidy(&mut self) -> io::Result<()> {
        if self.untidy && !self.read_only {
            self.file.set_len(self.end)?;
            self.untidy = false;
        }
        Ok(())
    }
}

/// Gives a file another name beside it that is free, and tells which.
///
/// # Errors
/// If the disk refuses.
pub fn put_aside(disk: &dyn Disk, path: &Path, reason: AsideReason) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let word = match reason {
        AsideReason::Newer => "newer",
        AsideReason::Unreadable => "unreadable",
    };
    for number in 1..10_000 {
        let mut aside = name.to_os_string();
        aside.push(format!(".{word}-{number}"));
        let aside = path.with_file_name(aside);
        if std::fs::symlink_metadata(&aside).is_err() {
            disk.rename(path, &aside)?;
            return Ok(aside);
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn head(mark: [u8; 8], version: u32) -> Vec<u8> {
    let mut head = Vec::with_capacity(HEAD);
    head.extend(mark);
    head.extend(version.to_le_bytes());
    head.extend(checksum(&head).to_le_bytes());
    head
}

/// The first bytes of a file, as many as a head has; `None` if there is no file or it is empty.
fn first_bytes(disk: &dyn Disk, path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = match disk.open(path, Open::Read) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    let mut bytes = Vec::new();
    file.take(HEAD as u64).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| !bytes.is_empty()))
}

/// Why a file with this head is not read as it stands.
fn reason(found: &[u8], mark: [u8; 8], version: u32) -> AsideReason {
    let whole = found.len() == HEAD && found[12..] == checksum(&found[..12]).to_le_bytes();
    let theirs = found.get(8..12).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes);
    if whole && found.starts_with(&mark) && theirs > version {
        AsideReason::Newer
    } else {
        AsideReason::Unreadable
    }
}

fn entry(content: &[u8]) -> Vec<u8> {
    let mut entry = Vec::with_capacity(ENTRY_HEAD + content.len());
    entry.extend(MARKER);
    entry.extend((content.len() as u32).to_le_bytes());
    entry.extend(sum(content).to_le_bytes());
    entry.extend(content);
    entry
}

/// Over the length too: a wrong length is as bad as wrong content.
fn sum(content: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(&(content.len() as u32).to_le_bytes());
    sum.update(content);
    sum.sum()
}

fn write_whole(disk: Arc<dyn Disk>, path: &Path, head: &[u8], entries: &[Vec<u8>]) -> io::Result<()> {
    let mut draft = Draft::begin(disk, path, Overwrite::Allowed)?;
    draft.write_all(head)?;
    for content in entries {
        draft.write_all(&entry(content))?;
    }
    Ok(draft.commit()?)
}

/// What stands at the beginning of some bytes.
enum Look<'a> {
    Whole(&'a [u8]),
    /// It may be an entry, if there were more bytes.
    Short,
    Damaged,
}

fn whole_entry(bytes: &[u8]) -> Look<'_> {
    let known = bytes.len().min(MARKER.len());
    if bytes[..known] != MARKER[..known] {
        return Look::Damaged;
    }
    let Some((head, rest)) = bytes.split_at_checked(ENTRY_HEAD) else { return Look::Short };
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let length = word(4) as usize;
    if length > LONGEST {
        return Look::Damaged;
    }
    match rest.get(..length) {
        None => Look::Short,
        Some(content) if sum(content) == word(8) => Look::Whole(content),
        Some(_) => Look::Damaged,
    }
}

/// Reads all entries; returns where the last whole one ends.
fn scan(
    file: &mut dyn DiskFile,
    report: &mut LogReport,
    hear: &mut impl FnMut(Place, &[u8]),
) -> io::Result<u64> {
    file.seek(SeekFrom::Start(HEAD as u64))?;
    let mut buffer: Vec<u8> = Vec::new();
    // Where in the file the buffer begins, how far it is read, and where the last whole entry ended.
    let (mut base, mut at, mut end) = (HEAD as u64, 0, HEAD as u64);
    let mut at_end = false;
    let mut in_damage = false;
    loop {
        let look = whole_entry(&buffer[at..]);
        // An entry that seems to reach beyond the end of the file is damage before the ones behind it.
        if !at_end && (matches!(look, Look::Short) || buffer.len() - at < MARKER.len()) {
            buffer.drain(..at);
            base += at as u64;
            at = 0;
            at_end = file.take(CHUNK as u64).read_to_end(&mut buffer)? == 0;
            continue;
        }
        if at == buffer.len() {
            break;
        }
        if let Look::Whole(content) = look {
            let offset = base + at as u64 + ENTRY_HEAD as u64;
            hear(Place { offset, length: content.len() as u32 }, content);
            at += ENTRY_HEAD + content.len();
            end = base + at as u64;
            report.entries += 1;
            report.damaged += u64::from(std::mem::take(&mut in_damage));
            continue;
        }
        in_damage = true;
        let next = buffer[at + 1..].iter().position(|&byte| byte == MARKER[0]);
        at = next.map_or(buffer.len(), |next| at + 1 + next);
    }
    report.cut = base + buffer.len() as u64 - end;
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::super::testing::Folder;
    use super::super::{Fault, FaultyDisk, RealDisk};
    use super::*;
    use std::fs;

    const MARK: [u8; 8] = *b"TESTTEST";

    fn open(path: &Path) -> (Log, LogReport, Vec<Vec<u8>>) {
        let mut all = Vec::new();
        let (log, report) =
            Log::open(RealDisk::shared(), path, MARK, 2, |_, entry| all.push(entry.to_vec())).unwrap();
        (log, report, all)
    }

    /// Entries of many lengths, some of which look like entries themselves.
    fn samples() -> Vec<Vec<u8>> {
        let mut all: Vec<Vec<u8>> = (0..40u8).map(|n| vec![n; usize::from(n) * 7]).collect();
        all.push(entry(b"an entry in an entry"));
        all.push(MARKER.to_vec());
        all
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = Folder::new();
        let path = folder.0.join("log");
        let (mut log, report, all) = open(&path);
        assert!(all.is_empty() && report.is_clean());
        let places: Vec<Place> = samples().iter().map(|entry| log.append(entry).unwrap()).collect();
        for (place, entry) in places.iter().zip(samples()) {
            assert_eq!(log.read(*place).unwrap(), entry);
        }
        log.append(&vec![7; LONGEST]).unwrap();
        assert!(log.append(&vec![7; LONGEST + 1]).is_err());
        drop(log);
        let (log, report, mut all) = open(&path);
        assert_eq!((report.entries, report.damaged, report.cut), (samples().len() as u64 + 1, 0, 0));
        assert_eq!(log.bytes(), fs::metadata(&path).unwrap().len());
        assert_eq!(all.pop().unwrap().len(), LONGEST);
        assert_eq!(all, samples());
    }

    #[test]
    fn every_cut_leaves_the_entries_before_it() {
        let folder = Folder::new();
        let path = folder.0.join("log");
        let (mut log, ..) = open(&path);
        let some: Vec<Vec<u8>> = samples().into_iter().take(12).collect();
        for entry in &some {
            log.append(entry).unwrap();
        }
        drop(log);
        let whole = fs::read(&path).unwrap();
        for end in 0..whole.len() {
            fs::write(&path, &whole[..end]).unwrap();
            let (mut log, report, all) = open(&path);
            assert!(report.is_clean(), "{end}: {report:?}");
            assert_eq!(all, some[..all.len()]);
            // And it goes on.
            log.append(b"more").unwrap();
            drop(log);
            let (_, report, again) = open(&path);
            assert_eq!((again.len(), report.cut, report.damaged), (all.len() + 1, 0, 0), "{end}");
        }
    }

    #[test]
    fn damage_costs_the_entries_it_hits_and_no_others() {
        let folder = Folder::new();
        let path = folder.0.join("log");
        let (mut log, ..) = open(&path);
        let some: Vec<Vec<u8>> = (0..20u8).map(|n| vec![n; 30]).collect();
        for entry in &some {
            log.append(entry).unwrap();
        }
        drop(log);
        let whole = fs::read(&path).unwrap();
        for at in HEAD..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            fs::write(&path, &bytes).unwrap();
            let (_, report, all) = open(&path);
            assert_eq!(all.len(), some.len() - 1, "byte {at}");
            assert!(all.iter().all(|entry| some.contains(entry)));
            let last = at >= whole.len() - 42;
            assert_eq!((report.damaged, report.cut > 0), if last { (0, true) } else { (1, false) }, "{at}");
        }
    }

    #[test]
    fn a_failed_write_harms_no_other_entry() {
        let run = |disk: FaultyDisk, path: &Path| -> Vec<u8> {
            let Ok((mut log, _)) = Log::open(Arc::new(disk), path, MARK, 2, |_, _| {}) else {
                return Vec::new();
            };
            (0..6u8).filter(|&n| log.append(&[n; 50]).is_ok()).collect()
        };
        let count = {
            let folder = Folder::new();
            let disk = FaultyDisk::sound();
            run(disk.clone(), &folder.0.join("log"));
            disk.calls()
        };
        assert!(count >= 8, "{count}");
        for at in 0..count {
            let full = io::ErrorKind::StorageFull;
            for fault in [Fault::Kill, Fault::Short, Fault::Once(full), Fault::From(full)] {
                let folder = Folder::new();
                let path = folder.0.join("log");
                let told = run(FaultyDisk::new(at, fault), &path);
                let (_, report, all) = open(&path);
                assert!(report.is_clean(), "{fault:?} at {at}: {report:?}");
                let all: Vec<u8> = all.iter().map(|entry| entry[0]).collect();
                assert_eq!(all, told, "{fault:?} at {at}");
            }
        }
    }

    #[test]
    fn newer_and_unreadable_files_are_put_aside() {
        let folder = Folder::new();
        let path = folder.0.join("log");
        let (mut newer, _) = Log::open(RealDisk::shared(), &path, MARK, 3, |_, _| {}).unwrap();
        newer.append(b"from the future").unwrap();
        drop(newer);
        let before = fs::read(&path).unwrap();
        let (_, report, all) = open(&path);
        let aside = report.aside.clone().unwrap();
        assert!(!report.is_clean() && all.is_empty());
        assert_eq!(aside.reason, AsideReason::Newer);
        assert_eq!(fs::read(&aside.path).unwrap(), before);
        for (number, rubbish) in ["rubbish", "a long text that is no log at all"].iter().enumerate() {
            fs::write(&path, rubbish).unwrap();
            let (_, report, _) = open(&path);
            let aside = report.aside.unwrap();
            assert_eq!(aside.reason, AsideReason::Unreadable);
            assert_eq!(aside.path, folder.0.join(format!("log.unreadable-{}", number + 1)));
            assert_eq!(fs::read_to_string(&aside.path).unwrap(), *rubbish);
        }
    }

    #[test]
    fn an_earlier_form_is_converted_and_a_reader_changes_nothing() {
        let folder = Folder::new();
        let path = folder.0.join("log");
        fs::write(&path, "old:one,two").unwrap();
        let convert = |bytes: &[u8]| {
            let text = bytes.strip_prefix(b"old:")?;
            Some(text.split(|&byte| byte == b',').map(<[u8]>::to_vec).collect())
        };
        let mut all = Vec::new();
        let hear = |_, entry: &[u8]| all.push(entry.to_vec());
        let (_, report) = Log::open_or_convert(RealDisk::shared(), &path, MARK, 2, convert, hear).unwrap();
        assert!(report.is_clean());
        assert_eq!(all, [b"one".to_vec(), b"two".to_vec()]);
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend(b"a piece");
        fs::write(&path, &bytes).unwrap();
        let mut count = 0;
        let (mut log, _) =
            Log::open_read_only(&RealDisk, &path, MARK, 2, |_, _| count += 1).unwrap().unwrap();
        assert_eq!(count, 2);
        assert!(log.append(b"x").is_err());
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert!(Log::open_read_only(&RealDisk, &path, MARK, 3, |_, _| {}).unwrap().is_none());
    }
}
