//! Files that survive: nothing saved is lost, whatever fails and whenever.
//!
//! | part | what it is for |
//! | --- | --- |
//! | [`write_atomic`], [`write_new`], [`Draft`] | a file is the old one or the whole new one |
//! | [`Log`] | a file that is only added to, with length and check sum for each entry |
//! | [`Cache`] | what can be made again: version, check sum, size limit, oldest use goes first |
//! | [`DataFolder`] | where things live, who owns them, what is stored and how much, cleaning up |
//! | [`Reception`], [`hand_over`] | a second start hands its file to the owner's window |
//! | [`Disk`] | the file layer beneath, so that tests can let the n-th call fail ([`FaultyDisk`]) |
//!
//! ```
//! use kiebitz::storage::{self, Cache, DataFolder, Log, RealDisk, WriteError};
//! let folder = std::env::temp_dir().join(format!("kiebitz-storage-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//!
//! // A whole file: replaced as one, or refused if it is there already.
//! let path = folder.join("puzzle.ron");
//! storage::write_atomic(&path, b"first")?;
//! assert!(matches!(storage::write_new(&path, b"second"), Err(WriteError::Exists(_))));
//! assert_eq!(std::fs::read(&path)?, b"first");
//!
//! // A log: opened with what it holds, then added to.
//! let notes = folder.join("notes.log");
//! let (mut log, report) = Log::open(RealDisk::shared(), &notes, *b"EXAMPLE1", 1, |_, _| {})?;
//! assert!(report.is_clean());
//! let place = log.append(b"an entry")?;
//! assert_eq!(log.read(place)?, b"an entry");
//!
//! // A cache: what does not fit or is damaged is made again.
//! let cache = Cache::new(RealDisk::shared(), &folder.join("cache"), *b"EXAMPLE2", 1, "index", 1 << 20);
//! cache.put("one", b"content")?;
//! assert_eq!(cache.get("one").as_deref(), Some(&b"content"[..]));
//!
//! // The folder of all data: the first who opens it owns it.
//! let data = DataFolder::open(&folder);
//! assert!(data.is_owner());
//! let second = DataFolder::open(&folder);
//! assert!(!second.is_owner());
//! println!("{} bytes stored", data.stored().iter().map(|file| file.bytes).sum::<u64>());
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod atomic;
mod cache;
mod disk;
mod faulty;
mod folder;
mod handover;
mod log;

pub use atomic::{Draft, Overwrite, WriteError, write_atomic, write_new, write_on};
pub use cache::{Cache, CacheEntry};
pub use disk::{Disk, DiskFile, FileInfo, Open, RealDisk};
pub use faulty::{Fault, FaultyDisk};
pub use folder::{CleanedUp, DataFolder, StoredFile, StoredKind, data_folder, home};
pub use handover::{Reception, hand_over};
pub use log::{Aside, AsideReason, Log, LogReport, Place, put_aside};

/// The check sum of all files: CRC-32, which notices every short run of wrong bits.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    sum.sum()
}

/// A folder of its own for a test, removed at its end.
#[cfg(test)]
pub(crate) mod testing {
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicU32, Ordering};

    pub(crate) struct Folder(pub(crate) PathBuf);

    impl Folder {
        pub(crate) fn new() -> Folder {
            static NEXT: AtomicU32 = AtomicU32::new(0);
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path =
                std::env::temp_dir().join(format!("kiebitz-storage-test-{}-{number}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            std::fs::remove_dir_all(&self.0).ok();
        }
    }
}
