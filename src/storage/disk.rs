//! The file layer: what the rest of this storey asks of a disk, and no more.

use std::fmt;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// How a file is opened.
///
/// ```
/// use kiebitz::storage::{Disk, Open, RealDisk};
/// let path = std::env::temp_dir().join(format!("kiebitz-open-{}", std::process::id()));
/// RealDisk.open(&path, Open::New)?.write_all(b"text")?;
/// // Whoever wants a new file never gets one that is there.
/// assert!(RealDisk.open(&path, Open::New).is_err());
/// assert_eq!(RealDisk.read(&path)?, b"text");
/// # RealDisk.remove(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// To read; it must be there.
    Read,
    /// To read and write; it is made if it is not there, and what it holds stays.
    Update,
    /// To write; it must not be there.
    New,
}

/// What is known of a file without opening it.
///
/// ```
/// use kiebitz::storage::{Disk, RealDisk};
/// let info = RealDisk.info(&std::env::temp_dir())?;
/// assert!(info.is_folder);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FileInfo {
    /// Its path.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// When it was last changed, or used if it belongs to a cache.
    pub changed: SystemTime,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// Its permissions.
    pub permissions: Permissions,
    /// User and group it belongs to, where there are any.
    pub owner: Option<(u32, u32)>,
}

/// An open file.
///
/// ```
/// use kiebitz::storage::{Disk, DiskFile, Open, RealDisk};
/// let path = std::env::temp_dir().join(format!("kiebitz-disk-file-{}", std::process::id()));
/// let mut file: Box<dyn DiskFile> = RealDisk.open(&path, Open::New)?;
/// file.write_all(b"a line that is cut")?;
/// file.set_len(6)?;
/// file.sync()?;
/// assert_eq!(RealDisk.read(&path)?, b"a line");
/// # RealDisk.remove(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait DiskFile: Read + Write + Seek + Send + Sync + fmt::Debug {
    /// Waits until everything written is safe on the disk.
    ///
    /// # Errors
    /// If the disk refuses.
    fn sync(&mut self) -> io::Result<()>;

    /// Cuts the file off, or lengthens it with zeros.
    ///
    /// # Errors
    /// If the disk refuses.
    fn set_len(&mut self, bytes: u64) -> io::Result<()>;
}

/// A disk. Paths may be symbolic links; [`Disk::info`] follows them.
///
/// ```
/// use kiebitz::storage::{Disk, Overwrite, RealDisk, write_on};
/// use std::sync::Arc;
/// let disk: Arc<dyn Disk> = RealDisk::shared();
/// let path = std::env::temp_dir().join(format!("kiebitz-disk-{}", std::process::id()));
/// write_on(Arc::clone(&disk), &path, b"text", Overwrite::Allowed)?;
/// assert_eq!(disk.info(&path)?.bytes, 4);
/// # disk.remove(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(clippy::missing_errors_doc)] // every call fails for the same reason: the disk refuses
pub trait Disk: Send + Sync + fmt::Debug {
    /// Opens a file.
    fn open(&self, path: &Path, how: Open) -> io::Result<Box<dyn DiskFile>>;
    /// Gives a file another name, in place of whatever had that name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Gives a file a second name; refused if that name is taken.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Makes a folder with all folders above it.
    fn create_folder(&self, path: &Path) -> io::Result<()>;
    /// Waits until the names in a folder are safe on the disk.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
    /// Sets the permissions of a file, and its owner if the system allows it.
    fn set_permissions(&self, path: &Path, like: &FileInfo) -> io::Result<()>;
    /// Notes that a file was used now.
    fn touch(&self, path: &Path) -> io::Result<()>;
    /// What is known of a file.
    fn info(&self, path: &Path) -> io::Result<FileInfo>;
    /// The files and folders in a folder.
    fn list(&self, folder: &Path) -> io::Result<Vec<FileInfo>>;

    /// Everything in a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open(path, Open::Read)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// The system's own files.
///
/// ```
/// use kiebitz::storage::{Disk, RealDisk};
/// let missing = std::env::temp_dir().join("kiebitz-no-such-file");
/// assert_eq!(RealDisk.read(&missing).unwrap_err().kind(), std::io::ErrorKind::NotFound);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl RealDisk {
    /// The real disk, to be handed to those who hold one.
    #[must_use]
    pub fn shared() -> Arc<dyn Disk> {
        Arc::new(RealDisk)
    }
}

impl DiskFile for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }

    fn set_len(&mut self, bytes: u64) -> io::Result<()> {
        File::set_len(self, bytes)
    }
}

impl Disk for RealDisk {
    fn open(&self, path: &Path, how: Open) -> io::Result<Box<dyn DiskFile>> {
        let mut options = OpenOptions::new();
        match how {
            Open::Read => options.read(true),
            Open::Update => options.read(true).write(true).create(true).truncate(false),
            Open::New => options.read(true).write(true).create_new(true),
        };
        Ok(Box::new(options.open(path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        // Only Unix lets a folder be opened; elsewhere the system sees to it.
        if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
    }

    fn set_permissions(&self, path: &Path, like: &FileInfo) -> io::Result<()> {
        fs::set_permissions(path, like.permissions.clone())?;
        #[cfg(unix)]
        if let Some((user, group)) = like.owner
            && self.info(path)?.owner != like.owner
        {
            // Only an administrator may give files away; for others the file becomes their own.
            std::os::unix::fs::chown(path, Some(user), Some(group)).ok();
        }
        Ok(())
    }

    fn touch(&self, path: &Path) -> io::Result<()> {
        OpenOptions::new().write(true).open(path)?.set_modified(SystemTime::now())
    }

    fn info(&self, path: &Path) -> io::Result<FileInfo> {
        info(path, &fs::metadata(path)?)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<FileInfo>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // Links are listed as what they are, so that nobody walks in circles; a file that has
            // gone meanwhile is left out.
            if let Ok(meta) = entry.metadata() {
                found.push(info(&entry.path(), &meta)?);
            }
        }
        found.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }
}

fn info(path: &Path, meta: &fs::Metadata) -> io::Result<FileInfo> {
    #[cfg(unix)]
    let owner = {
        use std::os::unix::fs::MetadataExt as _;
        Some((meta.uid(), meta.gid()))
    };
    #[cfg(not(unix))]
    let owner = None;
    Ok(FileInfo {
        path: path.to_path_buf(),
        bytes: meta.len(),
        changed: meta.modified().unwrap_or(SystemTime::UNIX_EPOCH),
        is_folder: meta.is_dir(),
        permissions: meta.permissions(),
        owner,
    })
}
