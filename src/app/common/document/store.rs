//! The document with all that keeps it from being lost: its steps, its file, what stands on disk, and a copy for the case that
//! the program ends before it is saved.
//!
//! What came from elsewhere (a game, the generator, a copy found again) is nowhere on disk and counts as unsaved until it is
//! written. A copy that an earlier run left behind stays where it is until the person has said what becomes of it.

use super::history::{History, Step};
use super::{Document, file};
use crate::app::Cx;
use crate::app::common::{follow, waker};
use crate::engine::{Budget, JobContext, Task, fresh_number};
use crate::storage::{AsideReason, DataFolder, RealDisk, put_aside, write_atomic};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long the hand rests before a copy is written.
const PAUSE: Duration = Duration::from_secs(2);
/// How long leaving waits for the copy to be removed.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// What is done with the copy.
#[derive(Clone, PartialEq)]
enum Copy {
    Keep(Box<Document>),
    Remove,
}

/// A document on its way to a file.
#[derive(Debug)]
pub struct Saving {
    number: u64,
    document: Box<Document>,
    /// What the file will hold.
    pub text: String,
    /// Whether that is a puzzle, else a draft.
    pub is_puzzle: bool,
}

/// See the [module](self).
pub struct DocumentStore {
    /// The document and its steps.
    pub history: History,
    path: Option<PathBuf>,
    /// A number of its own for every document that was opened or put here: what was written may belong to an earlier one.
    number: u64,
    /// The document as its file has it; `None` if it is in no file.
    on_disk: Option<Document>,
    /// Writes the copy in the background.
    copy: Task<Copy, ()>,
    /// The version that the copy was last seen to, and whether it was unsaved.
    seen: (u64, bool),
    /// What an earlier run left behind and the person has not decided about.
    found: Option<Document>,
    /// A copy that could not be read and has got another name.
    aside: Option<PathBuf>,
}

impl DocumentStore {
    /// An empty document. Copies are kept in the data folder, if this window owns one.
    #[must_use]
    pub fn new(ctx: &egui::Context, data: Option<&DataFolder>) -> DocumentStore {
        let path = data.filter(|data| data.is_owner()).map(|data| data.path().join("recovery.ron"));
        let (found, aside) = path.as_deref().map_or((None, None), look_for);
        let history = History::new(Document::default());
        let work = move |what: &Copy, _: &JobContext<()>| {
            if let Some(path) = &path {
                keep(path, what);
            }
        };
        DocumentStore {
            seen: (history.version(), false),
            history,
            path: None,
            number: fresh_number(),
            on_disk: None,
            copy: Task::new("recovery", waker(ctx), work).resting(PAUSE),
            found,
            aside,
        }
    }

    /// The document as it is.
    #[must_use]
    pub fn now(&self) -> &Document {
        self.history.now()
    }

    /// The file it belongs to.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether closing now would lose something.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        match &self.on_disk {
            Some(on_disk) => self.now() != on_disk,
            None => !self.now().is_empty(),
        }
    }

    /// Another document, read from this file. The old one is gone, with its steps.
    pub fn open(&mut self, document: Document, path: PathBuf) {
        self.put(document.clone());
        (self.on_disk, self.path) = (Some(document), Some(path));
    }

    /// Another document, which is in no file.
    pub fn put(&mut self, document: Document) {
        self.history = History::new(document);
        self.number = fresh_number();
        (self.on_disk, self.path) = (None, None);
    }

    /// The document as it is now, to be written.
    #[must_use]
    pub fn to_save(&self) -> Saving {
        let (text, is_puzzle) = file::to_text(self.now());
        Saving { number: self.number, document: Box::new(self.now().clone()), text, is_puzzle }
    }

    /// It has been written to this file. What was changed meanwhile is unsaved, and another document has nothing to do
    /// with it.
    pub fn saved(&mut self, saving: Saving, path: PathBuf) {
        if saving.number == self.number {
            (self.on_disk, self.path) = (Some(*saving.document), Some(path));
        }
    }

    /// What an earlier run left behind and nobody has decided about.
    #[must_use]
    pub fn found(&self) -> Option<&Document> {
        self.found.as_ref()
    }

    /// The person wants it back: it is shown, and is nowhere on disk.
    pub fn take_found(&mut self) {
        if let Some(document) = self.found.take() {
            self.put(Document::default());
            self.history.step(Step::named("step.recover"), document);
        }
    }

    /// The person does not want it.
    pub fn discard_found(&mut self) {
        self.found = None;
        self.copy.begin(Copy::Remove);
    }

    /// A copy that could not be read and where it is now, to be told once.
    pub fn take_aside(&mut self) -> Option<PathBuf> {
        self.aside.take()
    }

    /// Keeps the copy up to date while the hand rests; removes it when there is nothing to lose.
    pub fn follow(&mut self, cx: &mut Cx<'_>) {
        let state = (self.history.version(), self.is_unsaved());
        if self.found.is_none() && state != self.seen {
            match (self.seen.1, state.1) {
                (_, true) => self.copy.ask(Some(Copy::Keep(Box::new(self.now().clone())))),
                (true, false) => self.copy.begin(Copy::Remove),
                (false, false) => {}
            }
            self.seen = state;
        }
        follow(&mut self.copy, cx);
    }

    /// The window closes and nothing is to be kept: waits until the copy is gone.
    pub fn close(&mut self, budget: &Budget) {
        if self.found.is_none() {
            self.copy.begin(Copy::Remove);
        }
        self.copy.finish(budget, LAST_WAIT);
    }
}

/// What an earlier run left behind; what cannot be read gets another name.
fn look_for(path: &Path) -> (Option<Document>, Option<PathBuf>) {
    if !path.exists() {
        return (None, None);
    }
    match file::open(path) {
        Ok(document) => (Some(document).filter(|document| !document.is_empty()), None),
        Err(_) => (None, put_aside(&RealDisk, path, AsideReason::Unreadable).ok()),
    }
}

/// Failing to keep a copy is no reason to disturb anybody.
fn keep(path: &Path, what: &Copy) {
    match what {
        Copy::Keep(document) => {
            write_atomic(path, file::draft_text(document).as_bytes()).ok();
        }
        Copy::Remove => {
            fs::remove_file(path).ok();
        }
    }
}
