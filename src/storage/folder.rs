//! Where things live, and who owns them.
//!
//! The first program that opens a data folder owns what is in it until it ends, however it ends: the
//! lock is the system's and goes with the process. A second one may read, and says so.

use super::atomic::is_draft;
use super::disk::{Disk, RealDisk};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

const LOCK: &str = "kiebitz.lock";
/// What belongs to the folder itself and is nothing stored in it.
const OWN: [&str; 2] = [LOCK, super::handover::NOTE];
/// The folder of archives within the data folder.
const ARCHIVES: &str = "archives";
/// The folder of sounds, which are made again when they are wanted.
const SOUNDS: &str = "sounds";

/// The person's own folder.
#[must_use]
pub fn home() -> Option<&'static Path> {
    static HOME: OnceLock<Option<PathBuf>> = OnceLock::new();
    HOME.get_or_init(|| std::env::home_dir().filter(|path| !path.as_os_str().is_empty())).as_deref()
}

/// Where programs of this platform keep their data: the same folder that the window's toolkit uses.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    if cfg!(target_os = "windows") {
        let roaming = std::env::var_os("APPDATA").map(PathBuf::from);
        let roaming = roaming.or_else(|| Some(home()?.join("AppData").join("Roaming")));
        return Some(roaming?.join("kiebitz").join("data"));
    }
    if cfg!(target_os = "macos") {
        return Some(home()?.join("Library").join("Application Support").join("kiebitz"));
    }
    let given = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let base = given.or_else(|| Some(home()?.join(".local").join("share")));
    Some(base?.join("kiebitz"))
}

/// What a stored file is good for.
///
/// ```
/// use kiebitz::storage::{DataFolder, StoredKind};
/// let folder = std::env::temp_dir().join(format!("kiebitz-stored-kind-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("own-games.sgf"), b"text")?;
/// let data = DataFolder::open(&folder);
/// assert_eq!(data.stored()[0].kind, StoredKind::Kept);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StoredKind {
    /// The person's own: settings, solved puzzles, analyses. It is never cleaned up.
    Kept,
    /// Can be made again: indexes of archives.
    Cache,
    /// Was put aside because it could not be read, or comes from a newer version.
    Aside,
    /// Left behind by a program that was killed, or by an earlier version.
    Leftover,
}

/// A file in the data folder.
///
/// ```
/// use kiebitz::storage::DataFolder;
/// let folder = std::env::temp_dir().join(format!("kiebitz-stored-file-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("own-games.sgf"), b"text")?;
/// let stored = DataFolder::open(&folder).stored();
/// assert_eq!((stored.len(), stored[0].bytes), (1, 4));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    /// Where.
    pub path: PathBuf,
    /// How large.
    pub bytes: u64,
    /// When it was changed, or used if it belongs to a cache.
    pub changed: SystemTime,
    /// What it is good for.
    pub kind: StoredKind,
}

/// What a clean-up did.
///
/// ```
/// use kiebitz::storage::{DataFolder, StoredKind};
/// let folder = std::env::temp_dir().join(format!("kiebitz-cleaned-up-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("own-games.sgf"), b"text")?;
/// // What a person made is no cache and stays.
/// let done = DataFolder::open(&folder).clean_up(StoredKind::Cache)?;
/// assert_eq!((done.files, done.failed.len()), (0, 0));
/// assert!(folder.join("own-games.sgf").exists());
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct CleanedUp {
    /// Files removed.
    pub files: u64,
    /// Bytes removed.
    pub bytes: u64,
    /// Files that could not be removed, and why.
    pub failed: Vec<(PathBuf, io::Error)>,
}

/// The folder of everything that is kept.
///
/// ```
/// use kiebitz::storage::DataFolder;
/// let folder = std::env::temp_dir().join(format!("kiebitz-data-folder-{}", std::process::id()));
/// let first = DataFolder::open(&folder);
/// let mut second = DataFolder::open(&folder);
/// assert!(first.is_owner() && !second.is_owner());
/// drop(first);
/// assert!(second.try_own());
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    /// Held as long as this value lives.
    lock: Option<File>,
}

impl DataFolder {
    /// Opens a data folder, makes it if need be, and owns it unless somebody else does.
    #[must_use]
    pub fn open(path: &Path) -> DataFolder {
        let mut folder = DataFolder { path: path.to_path_buf(), lock: None };
        folder.try_own();
        folder
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where indexes and analyses of archives are.
    #[must_use]
    pub fn archives(&self) -> PathBuf {
        self.path.join(ARCHIVES)
    }

    /// Where sounds are.
    #[must_use]
    pub fn sounds(&self) -> PathBuf {
        self.path.join(SOUNDS)
    }

    /// Whether what is in it may be changed. Otherwise another window owns it, or it cannot be written at all.
    #[must_use]
    pub fn is_owner(&self) -> bool {
        self.lock.is_some()
    }

    /// Tries again to own it: the other window may have been closed. Tells whether it is owned now.
    pub fn try_own(&mut self) -> bool {
        if self.lock.is_none() {
            self.lock = self.locked().ok().flatten();
        }
        self.is_owner()
    }

    fn locked(&self) -> io::Result<Option<File>> {
        std::fs::create_dir_all(&self.path)?;
        let path = self.path.join(LOCK);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            // A file system without locks, as on some networks: better to work than to refuse.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(Some(file)),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Everything stored in it, by path.
    #[must_use]
    pub fn stored(&self) -> Vec<StoredFile> {
        let mut found = Vec::new();
        let mut folders = vec![self.path.clone()];
        while let Some(folder) = folders.pop() {
            for file in RealDisk.list(&folder).unwrap_or_default() {
                if file.is_folder {
                    folders.push(file.path);
                } else if !OWN.iter().any(|own| file.path.file_name() == Some(OsStr::new(own))) {
                    let kind = self.kind(&file.path);
                    found.push(StoredFile {
                        path: file.path,
                        bytes: file.bytes,
                        changed: file.changed,
                        kind,
                    });
                }
            }
        }
        found.sort_by(|a, b| a.path.cmp(&b.path));
        found
    }

    /// Removes everything of one kind. What the person made is never removed, and nothing is that
    /// another window owns.
    ///
    /// # Errors
    /// If another window owns the folder, or the kind is [`StoredKind::Kept`].
    pub fn clean_up(&self, kind: StoredKind) -> io::Result<CleanedUp> {
        if kind == StoredKind::Kept || !self.is_owner() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let mut done = CleanedUp::default();
        for file in self.stored().into_iter().filter(|file| file.kind == kind) {
            match RealDisk.remove(&file.path) {
                Ok(()) => {
                    done.files += 1;
                    done.bytes += file.bytes;
                }
                Err(error) => done.failed.push((file.path, error)),
            }
        }
        Ok(done)
    }

    fn kind(&self, path: &Path) -> StoredKind {
        let name = path.file_name().unwrap_or_default();
        let text = name.to_string_lossy();
        if is_draft(name) {
            return StoredKind::Leftover;
        }
        let numbered = |word: &str| {
            text.rsplit_once(word).is_some_and(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        if numbered(".newer-") || numbered(".unreadable-") {
            return StoredKind::Aside;
        }
        if path.parent() == Some(&self.sounds()) {
            return StoredKind::Cache;
        }
        if path.parent() == Some(&self.archives())
            && let Some((stem, end)) = text.split_once('.')
            && is_fingerprint(stem)
        {
            // Unpacked copies of archives were kept once, and drafts of both had names of their own.
            return match end {
                "index" => StoredKind::Cache,
                "sgf" | "sgf-draft" | "draft" => StoredKind::Leftover,
                _ => StoredKind::Kept,
            };
        }
        StoredKind::Kept
    }
}

/// Whether a name is made of an archive's check sum and size.
fn is_fingerprint(name: &str) -> bool {
    let hex = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    name.split_once('-').is_some_and(|(sum, size)| sum.len() == 16 && hex(sum) && hex(size))
}

#[cfg(test)]
mod tests {
    use super::super::testing::Folder;
    use super::*;
    use std::fs;

    #[test]
    fn the_first_owns_the_folder_until_it_goes() {
        let folder = Folder::new();
        let first = DataFolder::open(&folder.0.join("data"));
        assert!(first.is_owner());
        let mut second = DataFolder::open(&folder.0.join("data"));
        assert!(!second.is_owner());
        assert!(second.clean_up(StoredKind::Cache).is_err());
        drop(first);
        assert!(second.try_own());
        // A folder that cannot be made is nobody's.
        fs::write(folder.0.join("file"), "").unwrap();
        assert!(!DataFolder::open(&folder.0.join("file")).is_owner());
    }

    #[test]
    fn cleaning_up_takes_only_what_is_of_no_more_use() {
        let folder = Folder::new();
        let data = DataFolder::open(&folder.0);
        fs::create_dir_all(data.archives()).unwrap();
        let name = "0123456789abcdef-1f4";
        let files = [
            ("app.ron".to_string(), StoredKind::Kept),
            ("games.sgf".to_string(), StoredKind::Kept),
            ("recovery.ron.unreadable-1".to_string(), StoredKind::Aside),
            ("notes.unreadable-old".to_string(), StoredKind::Kept),
            (".kiebitz-17-0.new".to_string(), StoredKind::Leftover),
            ("archives/analysis.results".to_string(), StoredKind::Kept),
            ("archives/analysis.details.newer-12".to_string(), StoredKind::Aside),
            (format!("archives/{name}.index"), StoredKind::Cache),
            (format!("archives/{name}.sgf"), StoredKind::Leftover),
            (format!("archives/{name}.sgf-draft"), StoredKind::Leftover),
            ("archives/mine.sgf".to_string(), StoredKind::Kept),
            ("archives/mine.index".to_string(), StoredKind::Kept),
            ("sounds/turn.wav".to_string(), StoredKind::Cache),
        ];
        fs::create_dir_all(data.sounds()).unwrap();
        for (name, _) in &files {
            fs::write(folder.0.join(name), name).unwrap();
        }
        let stored = data.stored();
        assert_eq!(stored.len(), files.len());
        for (name, kind) in &files {
            let found = stored.iter().find(|file| file.path == folder.0.join(name)).unwrap();
            assert_eq!((found.kind, found.bytes), (*kind, name.len() as u64), "{name}");
        }
        assert!(data.clean_up(StoredKind::Kept).is_err());
        let done = data.clean_up(StoredKind::Leftover).unwrap();
        assert_eq!((done.files, done.failed.len()), (3, 0));
        data.clean_up(StoredKind::Aside).unwrap();
        data.clean_up(StoredKind::Cache).unwrap();
        assert!(data.stored().iter().all(|file| file.kind == StoredKind::Kept));
        assert_eq!(data.stored().len(), 6);
    }
}
