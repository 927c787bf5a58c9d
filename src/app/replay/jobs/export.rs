//! Writing games and tables, off the window's thread.

use crate::app::Cx;
use crate::app::replay::archives::OpenArchives;
use crate::archive::ask::Search;
use crate::archive::library::ExportKind;
use crate::archive::reasons::reason;
use crate::archive::table::Format;
use crate::engine::JobContext;
use crate::engine::file_writer::ChosenFile;
use crate::storage::RealDisk;
use std::path::PathBuf;
use std::sync::Arc;

/// What is to be written.
#[derive(Clone)]
pub struct ExportRequest {
    /// Where the games are.
    pub archives: Arc<OpenArchives>,
    /// Which.
    pub rows: Arc<Vec<u32>>,
    /// Whether a table for other programs is wanted, and not the games themselves; the file's name tells which.
    pub table: bool,
    /// The question that the games answer, for the place in each.
    pub search: Option<Search>,
    /// The file.
    pub file: ChosenFile,
}

/// What became of it.
pub enum ExportEvent {
    /// So many games or rows were written there.
    Written(usize, PathBuf),
    /// Nothing was written, and why.
    Failed(PathBuf, String),
}

impl ExportEvent {
    /// Says so.
    pub fn tell(self, cx: &mut Cx<'_>) {
        let words = cx.words;
        match self {
            ExportEvent::Written(count, path) => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let n = words.number(count as u64);
                cx.toasts.done(words.fill("replay.written", &[("n", &n), ("file", &name)]));
            }
            ExportEvent::Failed(path, why) => {
                let (name, why) = (path.display(), reason(&words, &why));
                cx.toasts.problem(words.fill("save.failed", &[("file", &name), ("why", &why)]));
            }
        }
    }
}

/// Saves the games: all of them, or nothing.
pub fn run(request: &ExportRequest, job: &JobContext<ExportEvent>) {
    let ExportRequest { archives, rows, table, search, file: ChosenFile { path, overwrite } } = request;
    let format = Format::of(path).unwrap_or(Format::Csv);
    let what = if *table { ExportKind::Table(format) } else { ExportKind::Sgf };
    let stopped = || job.monitor().is_stopped();
    let library = &archives.library;
    match library.export_found(RealDisk::shared(), rows, what, (path, *overwrite), search.as_ref(), stopped) {
        Ok(true) => job.tell(ExportEvent::Written(rows.len(), path.clone())),
        Ok(false) => {}
        Err(why) => job.tell(ExportEvent::Failed(path.clone(), why.to_string())),
    }
}
