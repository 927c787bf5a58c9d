//! A copy of unsaved work, kept while the window runs, found again after a crash.

use crate::app::common::document::{Document, file};
use crate::app::compose::Compose;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long the hand rests before a copy is written.
const PAUSE: Duration = Duration::from_secs(2);

/// The copy.
pub struct Recovery {
    path: Option<PathBuf>,
    seen: u64,
    due: Option<Instant>,
    kept: bool,
}

impl Recovery {
    /// Keeps copies in this folder, or nowhere.
    pub fn new(folder: Option<PathBuf>) -> Recovery {
        let path = folder.map(|folder| folder.join("recovery.ron"));
        Recovery { path, seen: 0, due: None, kept: false }
    }

    /// What an earlier run left behind.
    pub fn find(&self) -> Option<Document> {
        let text = fs::read_to_string(self.path.as_ref()?).ok()?;
        file::from_text(&text).ok().filter(|document| !document.is_empty())
    }

    /// Nothing needs to be rescued any more.
    pub fn forget(&mut self) {
        self.due = None;
        self.kept = false;
        if let Some(path) = &self.path {
            fs::remove_file(path).ok();
        }
    }

    /// Writes a copy when the document has changed and the hand rests.
    pub fn follow(&mut self, compose: &Compose, ctx: &egui::Context) {
        if compose.version() != self.seen {
            self.seen = compose.version();
            self.due = Some(Instant::now() + PAUSE);
        }
        let Some(due) = self.due else { return };
        let wait = due.saturating_duration_since(Instant::now());
        if !wait.is_zero() {
            ctx.request_repaint_after(wait);
            return;
        }
        self.due = None;
        if !compose.is_unsaved() {
            if self.kept {
                self.forget();
            }
        } else if let Some(path) = &self.path {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).ok();
            }
            // Failing to keep a copy is no reason to disturb anybody.
            self.kept = file::write_atomically(path, file::draft_text(compose.document()).as_bytes()).is_ok();
        }
    }
}
