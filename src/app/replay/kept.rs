//! What earlier analyses found and what the person wrote, kept over a restart and shared between jobs.

use crate::archive::RecordedGame;
use crate::archive::analysis::{Details, GameAnalysis, KeptAnalyses, Notice, Results, Summary};
use crate::archive::notes::{Note, NoteBook, Notes, beside};
use crate::storage::{DataFolder, RealDisk, WriteError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The person's own notes in the folder of archives.
const NOTES: &str = "notes.jsonl";

/// Results in brief and whole analyses, and notes. Nothing is opened before the first job asks, so that the window's thread never
/// reads a file of results.
pub struct Kept {
    folder: Option<PathBuf>,
    /// Whether what is found may be written there. Otherwise another window owns the folder: what it has found is
    /// read, and what is found here lasts as long as this window.
    is_owner: bool,
    files: OnceLock<Files>,
    /// All notes that are known: the person's own, and those beside the archives that are open.
    notes: Notes,
}

/// A note that is to be kept, and the archive that the game is from, if that is a file.
pub type NoteChange = (u64, Note, Option<PathBuf>);

/// Something wrong with a file of notes.
pub enum NoteTrouble {
    /// It cannot be read, and is left as it is.
    Unread(PathBuf, io::Error),
    /// So many of its lines cannot be read, and are left as they are.
    Lines(PathBuf, usize),
    /// Nothing can be written beside an archive; the notes are kept in the person's own folder.
    NotBeside(WriteError),
    /// They last as long as this window.
    NotKept(Option<WriteError>),
}

struct Files {
    results: Mutex<Results>,
    details: Mutex<Option<Details>>,
    /// What the person should know of those files, until somebody has told.
    notices: Mutex<Vec<Notice>>,
    /// The person's own notes; `None` if there is no place for them, or if their file could not be read and is
    /// not to be replaced.
    notes: Mutex<Option<NoteBook>>,
    note_troubles: Mutex<Vec<NoteTrouble>>,
}

impl Kept {
    /// What is kept in the data folder; without one nothing outlives the program.
    #[must_use]
    pub fn new(data: Option<&DataFolder>) -> Kept {
        Kept {
            folder: data.map(DataFolder::archives),
            is_owner: data.is_some_and(DataFolder::is_owner),
            files: OnceLock::new(),
            notes: Notes::default(),
        }
    }

    fn files(&self) -> &Files {
        self.files.get_or_init(|| match &self.folder {
            Some(folder) => {
                let KeptAnalyses { results, details, notices } = KeptAnalyses::open(folder, self.is_owner);
                let mut troubles = Vec::new();
                let own = self.read_notes(&folder.join(NOTES), &mut troubles);
                Files {
                    notes: Mutex::new(own.filter(|_| self.is_owner)),
                    note_troubles: Mutex::new(troubles),
                    results: Mutex::new(results),
                    details: Mutex::new(details),
                    notices: Mutex::new(notices),
                }
            }
            None => Files {
                results: Mutex::new(Results::in_memory()),
                details: Mutex::new(None),
                notices: Mutex::default(),
                notes: Mutex::default(),
                note_troubles: Mutex::default(),
            },
        })
    }

    fn read_notes(&self, path: &Path, troubles: &mut Vec<NoteTrouble>) -> Option<NoteBook> {
        match NoteBook::load(&RealDisk, path) {
            Ok(book) => {
                self.notes.merge(&book);
                if book.unread() > 0 {
                    troubles.push(NoteTrouble::Lines(path.to_path_buf(), book.unread()));
                }
                Some(book)
            }
            Err(error) => {
                troubles.push(NoteTrouble::Unread(path.to_path_buf(), error));
                None
            }
        }
    }

    /// The notes. Those of the person's own folder are there once a job has asked for anything, those of an
    /// archive once it is read.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Takes in the notes that stand beside an archive; what is wrong with any file of notes is told once.
    pub fn take_in_notes(&self, archive: Option<&Path>) -> Vec<NoteTrouble> {
        let mut troubles = std::mem::take(&mut *lock(&self.files().note_troubles));
        if let Some(archive) = archive {
            self.read_notes(&beside(archive), &mut troubles);
        }
        troubles
    }

    /// Keeps notes: in the person's own folder, and beside the archive.
    pub fn keep_notes(&self, changes: &[NoteChange]) -> Vec<NoteTrouble> {
        let mut own = lock(&self.files().notes);
        let mut troubles = Vec::new();
        let kept = match (own.as_mut(), &self.folder) {
            (Some(book), Some(folder)) => {
                changes.iter().for_each(|(key, note, _)| book.put(*key, note.clone()));
                book.save(RealDisk::shared(), &folder.join(NOTES)).map_err(Some)
            }
            _ => Err(None),
        };
        let mut archives: Vec<&PathBuf> =
            changes.iter().filter_map(|(.., archive)| archive.as_ref()).collect();
        archives.sort();
        archives.dedup();
        for archive in &archives {
            let of_it = changes.iter().filter(|(.., from)| from.as_ref() == Some(*archive));
            let notes = of_it.map(|(key, note, _)| (*key, note));
            match NoteBook::add_to(RealDisk::shared(), &beside(archive), notes) {
                Ok(()) => {}
                Err(error) if kept.is_ok() => troubles.push(NoteTrouble::NotBeside(error)),
                Err(error) => troubles.push(NoteTrouble::NotKept(Some(error))),
            }
        }
        if let Err(error) = kept
            && changes.iter().any(|(.., archive)| archive.is_none())
        {
            troubles.push(NoteTrouble::NotKept(error));
        }
        troubles
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
