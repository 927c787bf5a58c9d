//! Whole files: the old one or the whole new one, never something between.

use super::disk::{Disk, DiskFile, FileInfo, Open, RealDisk};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Longest chain of symbolic links that is followed.
const LONGEST_CHAIN: usize = 40;

/// What becomes of a file that has the name already.
///
/// ```
/// use kiebitz::storage::{Overwrite, RealDisk, write_on};
/// let path = std::env::temp_dir().join(format!("kiebitz-overwrite-{}", std::process::id()));
/// write_on(RealDisk::shared(), &path, b"first", Overwrite::Refused)?;
/// assert!(write_on(RealDisk::shared(), &path, b"second", Overwrite::Refused).is_err());
/// write_on(RealDisk::shared(), &path, b"third", Overwrite::Allowed)?;
/// assert_eq!(std::fs::read(&path)?, b"third");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// It is replaced.
    Allowed,
    /// It stays, and nothing is written: [`WriteError::Exists`].
    Refused,
}

/// Why a file was not written. The one that was there is as it was.
///
/// ```
/// use kiebitz::storage::{WriteError, write_atomic};
/// // A folder is never replaced by a file.
/// let error = write_atomic(&std::env::temp_dir(), b"text").unwrap_err();
/// assert!(matches!(error, WriteError::NotAFile(_)));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// There is a file of this name, and it was not to be replaced.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// The file may not be changed.
    #[error("{} is read-only", .0.display())]
    ReadOnly(PathBuf),
    /// Something other than a file has this name.
    #[error("{} is no plain file", .0.display())]
    NotAFile(PathBuf),
    /// The disk refuses.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
}

impl From<WriteError> for io::Error {
    fn from(error: WriteError) -> io::Error {
        match error {
            WriteError::Io { error, .. } => error,
            WriteError::Exists(_) => io::Error::new(io::ErrorKind::AlreadyExists, error),
            WriteError::ReadOnly(_) => io::Error::new(io::ErrorKind::PermissionDenied, error),
            WriteError::NotAFile(_) => io::Error::new(io::ErrorKind::InvalidInput, error),
        }
    }
}

/// Writes a file as a whole: beside it first, made safe, then moved into its place. A symbolic link
/// stays one, permissions stay, and a read-only file is refused.
///
/// # Errors
/// If the file may not be written or the disk refuses; what was there before is untouched.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    write_on(RealDisk::shared(), path, bytes, Overwrite::Allowed)
}

/// The same, but a file that has the name already stays and [`WriteError::Exists`] is told.
///
/// # Errors
/// As [`write_atomic`], and if there is a file of that name.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    write_on(RealDisk::shared(), path, bytes, Overwrite::Refused)
}

/// Both, on any disk.
///
/// # Errors
/// As [`write_atomic`] and [`write_new`].
pub fn write_on(
    disk: Arc<dyn Disk>,
    path: &Path,
    bytes: &[u8],
    overwrite: Overwrite,
) -> Result<(), WriteError> {
    let mut draft = Draft::begin(disk, path, overwrite)?;
    draft.write_all(bytes).map_err(|error| WriteError::Io { path: path.to_path_buf(), error })?;
    draft.commit()
}

/// A new file that is being written beside its final name. It takes its place with
/// [`commit`](Draft::commit); dropped before, nothing has happened.
///
/// ```
/// use kiebitz::storage::{Draft, Overwrite, RealDisk};
/// use std::io::Write as _;
/// let path = std::env::temp_dir().join(format!("kiebitz-draft-{}", std::process::id()));
/// let mut draft = Draft::begin(RealDisk::shared(), &path, Overwrite::Refused)?;
/// writeln!(draft, "a line")?;
/// assert!(!path.exists());
/// draft.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"a line\n");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Draft {
    disk: Arc<dyn Disk>,
    /// Where the file will stand, links followed.
    target: PathBuf,
    beside: PathBuf,
    out: Option<BufWriter<Box<dyn DiskFile>>>,
    overwrite: Overwrite,
}

impl Draft {
    /// Begins a file.
    ///
    /// # Errors
    /// If it may not be written, or the disk refuses.
    pub fn begin(disk: Arc<dyn Disk>, path: &Path, overwrite: Overwrite) -> Result<Draft, WriteError> {
        let failed = |error| WriteError::Io { path: path.to_path_buf(), error };
        let target = followed(path).map_err(failed)?;
        let before = match disk.info(&target) {
            Ok(info) => Some(info),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failed(error)),
        };
        if let Some(info) = &before {
            may_be_replaced(path, &target, info, overwrite)?;
        }
        let beside = beside(&target).map_err(failed)?;
        let file = disk.open(&beside, Open::New).map_err(failed)?;
        let draft =
            Draft { disk, target, beside, out: Some(BufWriter::with_capacity(1 << 18, file)), overwrite };
        if let Some(info) = &before {
            // Before anything is written: what only its owner may read is at no time open to others.
            draft.disk.set_permissions(&draft.beside, info).map_err(failed)?;
        }
        Ok(draft)
    }

    /// Where the file will stand: the end of the links.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Makes the file safe and gives it its name.
    ///
    /// # Errors
    /// If the disk refuses, or if somebody else has written a file there meanwhile that is not to be
    /// replaced.
    pub fn commit(mut self) -> Result<(), WriteError> {
        let target = self.target.clone();
        let failed = |error| WriteError::Io { path: target.clone(), error };
        let Some(out) = self.out.take() else { return Ok(()) };
        let result = out
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|mut file| file.sync())
            .and_then(|()| self.place());
        match result {
            Ok(()) => {}
            Err(error)
                if error.kind() == io::ErrorKind::AlreadyExists && self.overwrite == Overwrite::Refused =>
            {
                self.disk.remove(&self.beside).ok();
                return Err(WriteError::Exists(target));
            }
            Err(error) => {
                self.disk.remove(&self.beside).ok();
                return Err(failed(error));
            }
        }
        // The file stands; only a power cut in this moment could still bring the old one back.
        // A name alone lies in the current folder.
        let folder =
            target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        self.disk.sync_folder(folder).map_err(failed)
    }

    fn place(&self) -> io::Result<()> {
        if self.overwrite == Overwrite::Allowed {
            return self.disk.rename(&self.beside, &self.target);
        }
        // A second name is refused where one is; a move is not, and somebody may have come between.
        match self.disk.link(&self.beside, &self.target) {
            Ok(()) => {
                self.disk.remove(&self.beside).ok();
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // Some file systems know no second names.
            Err(_) if self.disk.info(&self.target).is_err() => self.disk.rename(&self.beside, &self.target),
            Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.as_mut().map_or(Err(io::ErrorKind::NotConnected.into()), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(out) = self.out.take() {
            // What is left in the buffer need not be written to a file that goes.
            drop(out.into_parts());
            self.disk.remove(&self.beside).ok();
        }
    }
}

fn may_be_replaced(
    path: &Path,
    target: &Path,
    info: &FileInfo,
    overwrite: Overwrite,
) -> Result<(), WriteError> {
    let plain = fs::metadata(target).is_ok_and(|meta| meta.is_file());
    if info.is_folder || !plain {
        return Err(WriteError::NotAFile(path.to_path_buf()));
    }
    if overwrite == Overwrite::Refused {
        return Err(WriteError::Exists(path.to_path_buf()));
    }
    if info.permissions.readonly() {
        return Err(WriteError::ReadOnly(path.to_path_buf()));
    }
    Ok(())
}

/// Where a path leads in the end, also if there is no file yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..LONGEST_CHAIN {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// How drafts are called: short, so that the longest file names work too, and hidden.
pub(super) const DRAFT_PREFIX: &str = ".kiebitz-";
pub(super) const DRAFT_SUFFIX: &str = ".new";

fn beside(target: &Path) -> io::Result<PathBuf> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    Ok(target.with_file_name(format!("{DRAFT_PREFIX}{}-{number}{DRAFT_SUFFIX}", std::process::id())))
}

/// Whether a file name is that of a draft.
pub(super) fn is_draft(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(DRAFT_PREFIX) && name.ends_with(DRAFT_SUFFIX))
}

#[cfg(test)]
mod tests {
    use super::super::testing::Folder;
    use super::super::{Fault, FaultyDisk};
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let list = RealDisk.list(folder).unwrap();
        list.iter().map(|file| file.path.file_name().unwrap().to_str().unwrap().to_string()).collect()
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not_at_all() {
        let content = "new ".repeat(1000);
        let count = |overwrite, before: Option<&str>| {
            let folder = Folder::new();
            let path = folder.0.join("file");
            if let Some(before) = before {
                fs::write(&path, before).unwrap();
            }
            let disk = FaultyDisk::sound();
            write_on(Arc::new(disk.clone()), &path, content.as_bytes(), overwrite).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
            assert_eq!(names(&folder.0), ["file"]);
            disk.calls()
        };
        for (overwrite, before) in [(Overwrite::Allowed, Some("old")), (Overwrite::Refused, None)] {
            for at in 0..count(overwrite, before) {
                for fault in [
                    Fault::Kill,
                    Fault::Short,
                    Fault::Once(io::ErrorKind::StorageFull),
                    Fault::From(io::ErrorKind::StorageFull),
                ] {
                    let folder = Folder::new();
                    let path = folder.0.join("file");
                    if let Some(before) = before {
                        fs::write(&path, before).unwrap();
                    }
                    let disk = Arc::new(FaultyDisk::new(at, fault));
                    let result = write_on(disk, &path, content.as_bytes(), overwrite);
                    let now = fs::read_to_string(&path).ok();
                    let new = now.as_deref() == Some(content.as_str());
                    assert!(new || now.as_deref() == before, "{fault:?} at {at}: {now:?}");
                    assert!(new || result.is_err(), "{fault:?} at {at} claims success");
                    // A draft may stay only if removing it is what failed.
                    if result.is_err() && !matches!(fault, Fault::Kill | Fault::From(_)) {
                        assert!(names(&folder.0).iter().all(|name| name == "file"), "{fault:?} at {at}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_existing_file_stays_unless_told_otherwise() {
        let folder = Folder::new();
        let path = folder.0.join("file");
        write_new(&path, b"first").unwrap();
        assert!(matches!(write_new(&path, b"second"), Err(WriteError::Exists(_))));
        // Somebody comes between.
        let other = folder.0.join("other");
        let mut draft = Draft::begin(RealDisk::shared(), &other, Overwrite::Refused).unwrap();
        draft.write_all(b"mine").unwrap();
        fs::write(&other, "theirs").unwrap();
        assert!(matches!(draft.commit(), Err(WriteError::Exists(_))));
        assert_eq!(fs::read(&other).unwrap(), b"theirs");
        assert_eq!(fs::read(&path).unwrap(), b"first");
        write_atomic(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(names(&folder.0), ["file", "other"]);
        assert!(matches!(write_atomic(&folder.0, b""), Err(WriteError::NotAFile(_))));
        assert!(write_atomic(&folder.0.join("none").join("file"), b"").is_err());
    }

    #[test]
    fn a_draft_that_is_dropped_leaves_nothing() {
        let folder = Folder::new();
        let mut draft = Draft::begin(RealDisk::shared(), &folder.0.join("a"), Overwrite::Allowed).unwrap();
        draft.write_all(b"content").unwrap();
        assert_eq!(names(&folder.0).len(), 1);
        assert!(is_draft(OsStr::new(&names(&folder.0)[0])));
        drop(draft);
        assert!(names(&folder.0).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_modes_and_read_only_files_are_respected() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = Folder::new();
        let at = |name: &str| folder.0.join(name);
        fs::create_dir(at("deep")).unwrap();
        fs::write(at("deep/real"), "old").unwrap();
        fs::set_permissions(at("deep/real"), fs::Permissions::from_mode(0o600)).unwrap();
        symlink("real", at("deep/link")).unwrap();
        symlink("deep/link", at("link")).unwrap();
        write_atomic(&at("link"), b"new").unwrap();
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
        assert!(fs::symlink_metadata(at("deep/link")).unwrap().is_symlink());
        assert_eq!(fs::read(at("deep/real")).unwrap(), b"new");
        assert_eq!(fs::metadata(at("deep/real")).unwrap().permissions().mode() & 0o777, 0o600);
        // A link to nothing makes the file it points to.
        symlink("later", at("to-later")).unwrap();
        write_new(&at("to-later"), b"there").unwrap();
        assert_eq!(fs::read(at("later")).unwrap(), b"there");
        assert!(fs::symlink_metadata(at("to-later")).unwrap().is_symlink());
        // Read-only means read-only.
        fs::set_permissions(at("later"), fs::Permissions::from_mode(0o444)).unwrap();
        assert!(matches!(write_atomic(&at("later"), b"x"), Err(WriteError::ReadOnly(_))));
        assert_eq!(fs::read(at("later")).unwrap(), b"there");
        // Links in a circle are an error.
        symlink("b", at("a")).unwrap();
        symlink("a", at("b")).unwrap();
        assert!(write_atomic(&at("a"), b"x").is_err());
        // Things that are no files are not replaced by one.
        assert!(matches!(write_atomic(Path::new("/dev/null"), b"x"), Err(WriteError::NotAFile(_))));
    }
}
