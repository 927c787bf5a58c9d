//! A disk that fails when it is told to, for tests: every failure can be tried at every call.

use super::disk::{Disk, DiskFile, FileInfo, Open, RealDisk};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What happens at the chosen call.
///
/// ```
/// use kiebitz::storage::{Fault, FaultyDisk, Overwrite, write_on};
/// use std::{io::ErrorKind, sync::Arc};
/// let path = std::env::temp_dir().join(format!("kiebitz-fault-{}", std::process::id()));
/// std::fs::write(&path, b"old")?;
/// // The disk is full from the second call on: the old file is still there.
/// let full = FaultyDisk::new(2, Fault::From(ErrorKind::StorageFull));
/// assert!(write_on(Arc::new(full), &path, b"new", Overwrite::Allowed).is_err());
/// assert_eq!(std::fs::read(&path)?, b"old");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// This call fails, later ones do not.
    Once(io::ErrorKind),
    /// This call and every one that changes anything fails from then on, as on a full disk; of what
    /// is to be written, half arrives.
    From(io::ErrorKind),
    /// A write takes only a part of what it is given, without an error; other calls fail once.
    Short,
    /// The program dies in this call: half of a write arrives, and nothing works afterwards.
    Kill,
}

#[derive(Debug)]
struct Plan {
    /// Calls so far that change something.
    calls: AtomicU64,
    at: u64,
    fault: Fault,
    dead: AtomicBool,
}

/// The real disk, but the n-th call that changes anything goes wrong.
///
/// ```
/// use kiebitz::storage::{Disk, Fault, FaultyDisk};
/// let path = std::env::temp_dir().join(format!("kiebitz-faulty-{}", std::process::id()));
/// let disk = FaultyDisk::new(0, Fault::Kill);
/// assert!(disk.create_folder(&path).is_err() && !path.exists());
/// assert_eq!(disk.calls(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct FaultyDisk(Arc<Plan>);

impl FaultyDisk {
    /// A disk that fails at call `at`, counted from 0.
    #[must_use]
    pub fn new(at: u64, fault: Fault) -> FaultyDisk {
        FaultyDisk(Arc::new(Plan { calls: AtomicU64::new(0), at, fault, dead: AtomicBool::new(false) }))
    }

    /// A disk that only counts.
    #[must_use]
    pub fn sound() -> FaultyDisk {
        FaultyDisk::new(u64::MAX, Fault::Kill)
    }

    /// How many calls wanted to change something so far.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.0.calls.load(Ordering::Relaxed)
    }
}

impl Plan {
    /// What a call that only reads meets.
    fn look(&self) -> io::Result<()> {
        if self.dead.load(Ordering::Relaxed) { Err(dead()) } else { Ok(()) }
    }

    /// What a call that changes something meets: `Some` is the fault.
    fn change(&self) -> Option<Fault> {
        if self.dead.load(Ordering::Relaxed) {
            return Some(Fault::Kill);
        }
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        let hit = call == self.at || call > self.at && matches!(self.fault, Fault::From(_));
        if hit && self.fault == Fault::Kill {
            self.dead.store(true, Ordering::Relaxed);
        }
        hit.then_some(self.fault)
    }

    fn change_or_fail(&self) -> io::Result<()> {
        match self.change() {
            None => Ok(()),
            Some(Fault::Once(kind) | Fault::From(kind)) => Err(kind.into()),
            Some(Fault::Short) => Err(io::Error::other("the disk fails, by order of the test")),
            Some(Fault::Kill) => Err(dead()),
        }
    }
}

fn dead() -> io::Error {
    io::Error::other("the program is dead, by order of the test")
}

#[derive(Debug)]
struct FaultyFile {
    file: Box<dyn DiskFile>,
    plan: Arc<Plan>,
}

impl Read for FaultyFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.plan.look()?;
        self.file.read(buffer)
    }
}

impl Seek for FaultyFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.plan.look()?;
        self.file.seek(to)
    }
}

impl Write for FaultyFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let was_dead = self.plan.look().is_err();
        let half = bytes.len() / 2;
        match self.plan.change() {
            None => self.file.write(bytes),
            Some(Fault::Once(kind)) => Err(kind.into()),
            Some(Fault::From(kind)) => {
                self.file.write_all(&bytes[..half])?;
                Err(kind.into())
            }
            Some(Fault::Short) if half > 0 => self.file.write(&bytes[..half]),
            Some(Fault::Short) => self.file.write(bytes),
            Some(Fault::Kill) => {
                if !was_dead {
                    self.file.write_all(&bytes[..half])?;
                }
                Err(dead())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.plan.look()?;
        self.file.flush()
    }
}

impl DiskFile for FaultyFile {
    fn sync(&mut self) -> io::Result<()> {
        self.plan.change_or_fail()?;
        self.file.sync()
    }

    fn set_len(&mut self, bytes: u64) -> io::Result<()> {
        self.plan.change_or_fail()?;
        self.file.set_len(bytes)
    }
}

impl Disk for FaultyDisk {
    fn open(&self, path: &Path, how: Open) -> io::Result<Box<dyn DiskFile>> {
        if how == Open::Read { self.0.look() } else { self.0.change_or_fail() }?;
        Ok(Box::new(FaultyFile { file: RealDisk.open(path, how)?, plan: Arc::clone(&self.0) }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.0.change_or_fail()?;
        RealDisk.rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.0.change_or_fail()?;
        RealDisk.link(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.0.change_or_fail()?;
        RealDisk.remove(path)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.0.change_or_fail()?;
        RealDisk.create_folder(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.0.change_or_fail()?;
        RealDisk.sync_folder(path)
    }

    fn set_permissions(&self, path: &Path, like: &FileInfo) -> io::Result<()> {
        self.0.change_or_fail()?;
        RealDisk.set_permissions(path, like)
    }

    fn touch(&self, path: &Path) -> io::Result<()> {
        self.0.change_or_fail()?;
        RealDisk.touch(path)
    }

    fn info(&self, path: &Path) -> io::Result<FileInfo> {
        self.0.look()?;
        RealDisk.info(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<FileInfo>> {
        self.0.look()?;
        RealDisk.list(folder)
    }
}
