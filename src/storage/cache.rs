//! Files that can be made again: kept as long as there is room, and believed only if they are whole.

use super::atomic::{Draft, Overwrite};
use super::disk::{Disk, Open};
use flate2::{Crc, CrcReader, CrcWriter};
use std::io::{self, BufReader, Read, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// Mark and version.
const HEAD: u64 = 12;
/// Check sum over everything before it.
const TAIL: u64 = 4;

/// A file of a cache.
///
/// ```
/// use kiebitz::storage::{Cache, RealDisk};
/// let folder = std::env::temp_dir().join(format!("kiebitz-cache-entry-{}", std::process::id()));
/// let cache = Cache::new(RealDisk::shared(), &folder, *b"EXAMPLE1", 1, "index", 1 << 20);
/// cache.put("one", b"content")?;
/// let entries = cache.list();
/// assert_eq!((entries.len(), entries[0].name.as_str()), (1, "one"));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheEntry {
    /// By which it was put.
    pub name: String,
    /// Its size on disk.
    pub bytes: u64,
    /// When it was last put or got.
    pub used: SystemTime,
}

/// A folder of files that can be made again, or some of the files in a folder: those with one extension.
///
/// ```
/// use kiebitz::storage::{Cache, RealDisk};
/// let folder = std::env::temp_dir().join(format!("kiebitz-cache-{}", std::process::id()));
/// let cache = |version| Cache::new(RealDisk::shared(), &folder, *b"EXAMPLE1", version, "index", 1 << 20);
/// cache(1).put("one", b"content")?;
/// assert_eq!(cache(1).get("one").as_deref(), Some(&b"content"[..]));
/// // What an earlier version of the program wrote is made again.
/// assert_eq!(cache(2).get("one"), None);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cache {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    mark: [u8; 8],
    version: u32,
    extension: &'static str,
    limit: u64,
    read_only: bool,
}

impl Cache {
    /// A cache in a folder, which is made when it is needed. Together its files take at most `limit` bytes.
    #[must_use]
    pub fn new(
        disk: Arc<dyn Disk>,
        folder: &Path,
        mark: [u8; 8],
        version: u32,
        extension: &'static str,
        limit: u64,
    ) -> Cache {
        Cache { disk, folder: folder.to_path_buf(), mark, version, extension, limit, read_only: false }
    }

    /// The same cache where another program owns the folder: what is there is read, and nothing is changed.
    #[must_use]
    pub fn read_only(self) -> Cache {
        Cache { read_only: true, ..self }
    }

    /// Where a file of this name stands.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{}", self.extension))
    }

    /// Puts a file, then makes room: what was not used for the longest time goes first, the new one last.
    ///
    /// # Errors
    /// If the disk refuses, if the file alone is beyond the limit, or if the cache is only read.
    pub fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.put_with(name, |out| out.write_all(bytes))
    }

    /// The same for a file that is written piece by piece.
    ///
    /// # Errors
    /// As [`put`](Cache::put), or what `write` returns.
    pub fn put_with(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.read_only {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        self.disk.create_folder(&self.folder)?;
        let path = self.path(name);
        let draft = Draft::begin(Arc::clone(&self.disk), &path, Overwrite::Allowed)?;
        let mut out = Limited { out: CrcWriter::new(draft), left: self.limit.saturating_sub(TAIL) };
        out.write_all(&self.mark)?;
        out.write_all(&self.version.to_le_bytes())?;
        write(&mut out)?;
        let sum = out.out.crc().sum();
        let mut draft = out.out.into_inner();
        draft.write_all(&sum.to_le_bytes())?;
        draft.commit()?;
        self.make_room(Some(name));
        Ok(())
    }

    /// A file's content; `None` if there is none, or if it is damaged or of another version.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.get_with(name, |input, length| {
            let mut bytes = Vec::with_capacity(length.min(1 << 24) as usize);
            input.read_to_end(&mut bytes).ok()?;
            Some(bytes)
        })
    }

    /// The same for a file that is read piece by piece. `read` is given the content and its length, before it
    /// is known whether the content is sound: what it returns counts only if the check sum is right.
    #[must_use]
    pub fn get_with<T>(&self, name: &str, read: impl FnOnce(&mut dyn Read, u64) -> Option<T>) -> Option<T> {
        let path = self.path(name);
        let mut file = self.disk.open(&path, Open::Read).ok()?;
        let size = file.seek(SeekFrom::End(0)).ok()?;
        let length = size.checked_sub(HEAD + TAIL)?;
        file.seek(SeekFrom::Start(0)).ok()?;
        let mut input = CrcReader::new(BufReader::with_capacity(1 << 18, file));
        let mut head = [0; HEAD as usize];
        input.read_exact(&mut head).ok()?;
        if head[..8] != self.mark || head[8..] != self.version.to_le_bytes() {
            return None;
        }
        let mut content = input.take(length);
        let found = read(&mut content, length)?;
        io::copy(&mut content, &mut io::sink()).ok()?;
        let input = content.into_inner();
        let sum = Crc::sum(input.crc());
        let mut tail = [0; TAIL as usize];
        input.into_inner().read_exact(&mut tail).ok()?;
        if tail != sum.to_le_bytes() {
            return None;
        }
        // Its age decides what goes; if that cannot be written it goes a little early.
        if !self.read_only {
            self.disk.touch(&path).ok();
        }
        Some(found)
    }

    /// What is there, least recently used first.
    #[must_use]
    pub fn list(&self) -> Vec<CacheEntry> {
        let files = self.disk.list(&self.folder).unwrap_or_default();
        let mut entries: Vec<CacheEntry> = files
            .into_iter()
            .filter(|file| !file.is_folder && file.path.extension().is_some_and(|end| end == self.extension))
            .filter_map(|file| {
                let name = file.path.file_stem()?.to_str()?.to_string();
                Some(CacheEntry { name, bytes: file.bytes, used: file.changed })
            })
            .collect();
        entries.sort_by(|a, b| (a.used, &a.name).cmp(&(b.used, &b.name)));
        entries
    }

    /// Bytes of all files.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.list().iter().map(|entry| entry.bytes).sum()
    }

    /// Removes a file.
    ///
    /// # Errors
    /// If the disk refuses, or if the cache is only read.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        if self.read_only {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        self.disk.remove(&self.path(name))
    }

    /// Removes files, least recently used first, until the others fit the limit. Tells how many bytes went.
    pub fn clean_up(&self) -> u64 {
        self.make_room(None)
    }

    fn make_room(&self, keep: Option<&str>) -> u64 {
        let mut entries = self.list();
        // Whatever the clock says, the new one stays.
        entries.sort_by_key(|entry| keep == Some(&entry.name));
        let before: u64 = entries.iter().map(|entry| entry.bytes).sum();
        let mut total = before;
        for entry in entries {
            if total <= self.limit {
                break;
            }
            if self.remove(&entry.name).is_ok() {
                total -= entry.bytes;
            }
        }
        before - total
    }
}

/// A file that must not grow beyond a limit.
struct Limited<W> {
    out: W,
    left: u64,
}

impl<W: Write> Write for Limited<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        let count = self.out.write(bytes)?;
        self.left -= count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Folder;
    use super::super::{Fault, FaultyDisk, RealDisk};
    use super::*;
    use std::fs::{self, File};
    use std::time::Duration;

    fn cache(folder: &Path, limit: u64) -> Cache {
        Cache::new(RealDisk::shared(), folder, *b"TESTTEST", 3, "idx", limit)
    }

    #[test]
    fn only_whole_files_of_this_version_are_believed() {
        let folder = Folder::new();
        let kept = cache(&folder.0.join("deep"), 1 << 20);
        assert_eq!(kept.get("a"), None);
        let content: Vec<u8> = (0..500u32).map(|n| n as u8).collect();
        kept.put("a", &content).unwrap();
        assert_eq!(kept.get("a").as_ref(), Some(&content));
        let path = kept.path("a");
        let whole = fs::read(&path).unwrap();
        assert_eq!(whole.len() as u64, content.len() as u64 + HEAD + TAIL);
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(&path, &bytes).unwrap();
            assert_eq!(kept.get("a"), None, "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert_eq!(kept.get("a"), None, "cut at {at}");
        }
        fs::write(&path, &whole).unwrap();
        assert_eq!(Cache { version: 4, ..kept.clone() }.get("a"), None);
        kept.put("empty", b"").unwrap();
        assert_eq!(kept.get("empty"), Some(Vec::new()));
        // Who only reads changes nothing, not even the time of the last use.
        let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        File::options().write(true).open(&path).unwrap().set_modified(then).unwrap();
        let reader = kept.read_only();
        assert_eq!(reader.get("a").as_ref(), Some(&content));
        assert!(reader.put("b", b"x").is_err() && reader.remove("a").is_err());
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), then);
        assert_eq!(reader.list().len(), 2);
    }

    #[test]
    fn the_oldest_use_goes_first() {
        let folder = Folder::new();
        let kept = cache(&folder.0, 1000);
        let age = |name: &str, seconds: u64| {
            let then = SystemTime::now() - Duration::from_secs(seconds);
            File::options().write(true).open(kept.path(name)).unwrap().set_modified(then).unwrap();
        };
        for (name, seconds) in [("a", 300), ("b", 200), ("c", 100)] {
            kept.put(name, &[0; 250]).unwrap();
            age(name, seconds);
        }
        fs::write(folder.0.join("results"), [0; 5000]).unwrap();
        assert!(kept.get("a").is_some());
        kept.put("d", &[0; 250]).unwrap();
        let names: Vec<String> = kept.list().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["c", "a", "d"]);
        assert!(kept.bytes() <= 1000);
        // One that is too large is not kept, and drives nobody out.
        assert!(kept.put("huge", &[0; 990]).is_err());
        assert_eq!(kept.list().len(), 3);
        kept.put("large", &[0; 900]).unwrap();
        assert_eq!(kept.list().len(), 1);
        assert_eq!(Cache { limit: 0, ..kept.clone() }.clean_up(), 916);
        assert!(kept.list().is_empty() && folder.0.join("results").exists());
    }

    #[test]
    fn a_failing_disk_leaves_the_old_file_or_the_new_one() {
        let count = {
            let folder = Folder::new();
            let disk = FaultyDisk::sound();
            let faulty = Cache { disk: Arc::new(disk.clone()), ..cache(&folder.0, 10_000) };
            faulty.put("a", b"new content").unwrap();
            disk.calls()
        };
        for at in 0..count + 1 {
            let full = io::ErrorKind::StorageFull;
            for fault in [Fault::Kill, Fault::Short, Fault::Once(full), Fault::From(full)] {
                let folder = Folder::new();
                let sound = cache(&folder.0, 10_000);
                sound.put("a", b"old content").unwrap();
                let faulty = Cache { disk: Arc::new(FaultyDisk::new(at, fault)), ..sound.clone() };
                let told = faulty.put("a", b"new content").is_ok();
                let found = sound.get("a").unwrap();
                assert!(found == b"new content" || !told && found == b"old content", "{fault:?} at {at}");
            }
        }
    }
}
