//! Saving games of the open archives in a file of their own.

use super::Library;
use crate::archive::ask::Search;
use crate::archive::index::GameError;
use crate::archive::notes::{Note, NoteBook, beside};
use crate::archive::table::{Format, TableWriter};
use crate::storage::{Disk, Draft, Overwrite, WriteError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Games written between two looks whether it is to stop.
const STEP: usize = 4096;

/// What is written.
///
/// ```
/// use kiebitz::archive::{library::{ExportKind, Library, Opening}, sample, table::Format};
/// use kiebitz::storage::{Overwrite, RealDisk};
/// let mut library = Library::default();
/// let mut opening = Opening::in_memory(sample())?;
/// let part = library.begin(&opening);
/// while let Some(chunk) = opening.step(1_000) {
///     library.extend(part, chunk);
/// }
/// let path = std::env::temp_dir().join(format!("kiebitz-export-kind-{}.csv", std::process::id()));
/// library.export(RealDisk::shared(), &[0, 1], ExportKind::Table(Format::Csv), &path, Overwrite::Allowed, || false)?;
/// // A head, and a line for each of the two games.
/// assert_eq!(std::fs::read_to_string(&path)?.lines().count(), 3);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
    /// The games as an archive.
    Sgf,
    /// The games as a table.
    Table(Format),
}

/// Why games were not saved. The file that was there is as it was.
///
/// ```
/// use kiebitz::archive::library::{ExportError, ExportKind, Library};
/// use kiebitz::storage::{Overwrite, RealDisk};
/// // There is no game 7 in an empty library, and so no file.
/// let path = std::env::temp_dir().join(format!("kiebitz-export-error-{}.sgf", std::process::id()));
/// let library = Library::default();
/// let error = library
///     .export(RealDisk::shared(), &[7], ExportKind::Sgf, &path, Overwrite::Refused, || false)
///     .unwrap_err();
/// assert!(matches!(error, ExportError::Game(_)) && !path.exists());
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// An archive that is open has this name: its other games would be lost.
    #[error("{} is open; save the games under another name", .0.display())]
    Open(PathBuf),
    /// A game cannot be read, or its archive has changed.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> ExportError {
        ExportError::Game(GameError::Io(error))
    }
}

impl Library {
    /// Saves the selected games: all of them as they were read, or nothing. `false` if it was stopped.
    ///
    /// # Errors
    /// If the file is an open archive, exists and is not to be replaced, or cannot be written, or if an
    /// archive has changed since it was read.
    pub fn export(
        &self,
        disk: Arc<dyn Disk>,
        selection: &[u32],
        what: ExportKind,
        path: &Path,
        overwrite: Overwrite,
        stopped: impl Fn() -> bool,
    ) -> Result<bool, ExportError> {
        self.export_found(disk, selection, what, (path, overwrite), None, stopped)
    }

    /// The same; a table also tells where in each game a question holds.
    ///
    /// # Errors
    /// As [`export`](Library::export).
    pub fn export_found(
        &self,
        disk: Arc<dyn Disk>,
        selection: &[u32],
        what: ExportKind,
        (path, overwrite): (&Path, Overwrite),
        search: Option<&Search>,
        stopped: impl Fn() -> bool,
    ) -> Result<bool, ExportError> {
        if self.holds(path) {
            return Err(ExportError::Open(path.to_path_buf()));
        }
        let mut draft = Draft::begin(Arc::clone(&disk), path, overwrite)?;
        if self.holds(draft.target()) {
            return Err(ExportError::Open(path.to_path_buf()));
        }
        match what {
            ExportKind::Sgf => {
                for some in selection.chunks(STEP) {
                    if stopped() {
                        return Ok(false);
                    }
                    self.export_sgf(some, &mut draft)?;
                }
                self.export_notes(&disk, selection, path)?;
            }
            ExportKind::Table(format) => {
                let mut table = TableWriter::begin(format, draft)?;
                for some in selection.chunks(STEP) {
                    if stopped() {
                        return Ok(false);
                    }
                    for &number in some {
                        table.row(
                            &self.index,
                            number,
                            search.and_then(|search| search.place(&self.index, number)),
                        )?;
                    }
                }
                draft = table.finish()?;
            }
        }
        draft.commit()?;
        Ok(true)
    }

    /// What people wrote about the games goes with them, into a file beside theirs.
    fn export_notes(&self, disk: &Arc<dyn Disk>, selection: &[u32], games: &Path) -> Result<(), WriteError> {
        let notes = self.index.notes.all(Note::clone);
        if notes.is_empty() {
            return Ok(());
        }
        let keys = selection.iter().filter_map(|&number| Some(self.index.row(number)?.key));
        let own: Vec<(u64, &Note)> = keys.filter_map(|key| Some((key, notes.get(&key)?))).collect();
        if own.is_empty() {
            return Ok(());
        }
        NoteBook::add_to(Arc::clone(disk), &beside(games), own)
    }
}
