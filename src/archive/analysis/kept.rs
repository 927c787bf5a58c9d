//! The files of analyses in a folder, and what the person should know of them.

use super::details::Details;
use super::results::Results;
use crate::storage::{Aside, LogReport};
use std::io;
use std::path::{Path, PathBuf};

/// Something about a file of analyses that the person should know.
///
/// ```
/// use kiebitz::archive::analysis::{KeptAnalyses, Notice};
/// let folder = std::env::temp_dir().join(format!("kiebitz-notice-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("analysis.results"), b"something else entirely")?;
/// let kept = KeptAnalyses::open(&folder, true);
/// assert!(matches!(kept.notices[..], [Notice::PutAside { .. }]));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub enum Notice {
    /// It cannot be opened: what is found is forgotten at the end.
    NotOpened {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It could not be read, and was put aside; a new one is begun.
    PutAside {
        /// Which file.
        path: PathBuf,
        /// Where it is now, and why.
        aside: Aside,
    },
    /// Some entries are damaged and left out; the others are there.
    Damaged {
        /// Which file.
        path: PathBuf,
        /// How many at least.
        entries: u64,
    },
}

/// The analyses kept in a folder.
///
/// ```
/// use kiebitz::archive::analysis::{Depth, KeptAnalyses, Summary};
/// let folder = std::env::temp_dir().join(format!("kiebitz-kept-{}", std::process::id()));
/// let mut kept = KeptAnalyses::open(&folder, true);
/// kept.results.add(7, Summary::unplayed(Depth::Full))?;
/// drop(kept);
/// assert_eq!(KeptAnalyses::open(&folder, false).results.len(), 1);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct KeptAnalyses {
    /// Every analysed game in brief.
    pub results: Results,
    /// Whole analyses, if there is a place for them.
    pub details: Option<Details>,
    /// What the person should know.
    pub notices: Vec<Notice>,
}

impl KeptAnalyses {
    /// Opens the analyses in a folder, or begins them. A window that does not own the folder (see
    /// [`DataFolder`](crate::storage::DataFolder)) reads what is there and changes nothing.
    #[must_use]
    pub fn open(folder: &Path, owner: bool) -> KeptAnalyses {
        let mut kept = KeptAnalyses::default();
        let file = |end: &str| folder.join("analysis").with_extension(end);
        if owner && let Err(error) = std::fs::create_dir_all(folder) {
            kept.notices.push(Notice::NotOpened { path: folder.to_path_buf(), error });
            return kept;
        }
        let path = file("results");
        match if owner { Results::open(&path) } else { Results::read_only(&path) } {
            Ok(results) => {
                kept.report(&path, results.report());
                kept.results = results;
            }
            Err(error) => kept.notices.push(Notice::NotOpened { path, error }),
        }
        let path = file("details");
        match if owner { Details::open(&path) } else { Details::read_only(&path) } {
            Ok(details) => {
                kept.report(&path, details.report());
                kept.details = Some(details);
            }
            Err(error) => kept.notices.push(Notice::NotOpened { path, error }),
        }
        kept
    }

    fn report(&mut self, path: &Path, report: &LogReport) {
        let path = path.to_path_buf();
        if let Some(aside) = report.aside.clone() {
            self.notices.push(Notice::PutAside { path: path.clone(), aside });
        }
        if report.damaged > 0 {
            self.notices.push(Notice::Damaged { path, entries: report.damaged });
        }
    }
}
