//! What earlier analyses found, kept over a restart and shared between jobs.

use crate::archive::RecordedGame;
use crate::archive::analysis::{Details, GameAnalysis, KeptAnalyses, Notice, Results, Summary};
use crate::storage::DataFolder;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Results in brief and whole analyses. Nothing is opened before the first job asks, so that the window's thread never
/// reads a file of results.
pub struct Kept {
    folder: Option<PathBuf>,
    /// Whether what is found may be written there. Otherwise another window owns the folder: what it has found is
    /// read, and what is found here lasts as long as this window.
    is_owner: bool,
    files: OnceLock<Files>,
}

struct Files {
    results: Mutex<Results>,
    details: Mutex<Option<Details>>,
    /// What the person should know of those files, until somebody has told.
    notices: Mutex<Vec<Notice>>,
}

impl Kept {
    /// What is kept in the data folder; without one nothing outlives the program.
    #[must_use]
    pub fn new(data: Option<&DataFolder>) -> Kept {
        Kept {
            folder: data.map(DataFolder::archives),
            is_owner: data.is_some_and(DataFolder::is_owner),
            files: OnceLock::new(),
        }
    }

    fn files(&self) -> &Files {
        self.files.get_or_init(|| match &self.folder {
            Some(folder) => {
                let KeptAnalyses { results, details, notices } = KeptAnalyses::open(folder, self.is_owner);
                Files {
                    results: Mutex::new(results),
                    details: Mutex::new(details),
                    notices: Mutex::new(notices),
                }
            }
            None => Files {
                results: Mutex::new(Results::in_memory()),
                details: Mutex::new(None),
                notices: Mutex::default(),
            },
        })
    }

    /// Every analysed game in brief.
    pub fn results(&self) -> MutexGuard<'_, Results> {
        lock(&self.files().results)
    }

    /// The same, to be locked game by game.
    pub fn shared_results(&self) -> &Mutex<Results> {
        &self.files().results
    }

    /// What could not be read of earlier analyses; told once.
    pub fn notices(&self) -> Vec<Notice> {
        std::mem::take(&mut *lock(&self.files().notices))
    }

    /// The whole analysis of a game, if it was looked at before.
    pub fn find(&self, key: u64, game: &RecordedGame) -> Option<GameAnalysis> {
        lock(&self.files().details).as_mut()?.get(key, game)
    }

    /// Keeps a finished analysis.
    ///
    /// # Errors
    /// If it stays in memory only, although the files are ours.
    pub fn keep(&self, key: u64, found: &GameAnalysis, summary: Summary) -> io::Result<()> {
        let written = self.results().add(key, summary);
        match lock(&self.files().details).as_mut() {
            Some(details) if self.is_owner => written.and(details.put(key, found)),
            _ => written,
        }
    }
}

/// Locks what is shared; a job that failed while it held it left it whole.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
