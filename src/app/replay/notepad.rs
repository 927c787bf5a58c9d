//! Notes on their way to the disk: written once the hand rests, and in any case before the window closes.

use super::Once;
use super::kept::{Kept, NoteChange, NoteTrouble};
use crate::app::Cx;
use crate::app::common::{follow, waker};
use crate::archive::notes::{Note, Notes};
use crate::engine::{Budget, JobContext, Task};
use crate::problems;
use crate::words::Words;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// So long the hand rests before a note is written.
const REST: Duration = Duration::from_millis(600);
/// So long the window waits for the disk when it is closed.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is to be written.
pub struct Notepad {
    notes: Notes,
    saving: Task<Once<Vec<NoteChange>>, Vec<NoteTrouble>>,
    waiting: HashMap<u64, NoteChange>,
    due: Instant,
    /// Archives of which the person knows that nothing can stand beside them.
    told: HashSet<String>,
}

impl Notepad {
    /// Nothing is written yet.
    #[must_use]
    pub fn new(ctx: &egui::Context, kept: Arc<Kept>) -> Notepad {
        let notes = kept.notes().clone();
        let save = move |changes: &Once<Vec<NoteChange>>, job: &JobContext<Vec<NoteTrouble>>| {
            job.tell(kept.keep_notes(&changes.1));
        };
        Notepad {
            notes,
            saving: Task::new("replay notes", waker(ctx), save),
            waiting: HashMap::new(),
            due: Instant::now(),
            told: HashSet::new(),
        }
    }

    /// Different whenever a note is.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.notes.version()
    }

    /// The note on a game.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Note> {
        self.notes.get(key)
    }

    /// Enters a note that was changed, to be written soon.
    pub fn write(&mut self, key: u64, note: Note, archive: Option<PathBuf>) {
        self.notes.put(key, note.clone());
        self.waiting.insert(key, (key, note, archive));
        self.due = Instant::now() + REST;
    }

    /// Whether everything is written.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.waiting.is_empty() && !self.saving.is_busy()
    }

    /// Writes what has rested, and says what went wrong.
    pub fn update(&mut self, cx: &mut Cx<'_>) {
        follow(&mut self.saving, cx);
        for trouble in self.saving.take().into_iter().flatten() {
            let text = told(&trouble, &cx.words);
            if !matches!(trouble, NoteTrouble::NotBeside(_)) || self.told.insert(text.clone()) {
                cx.toasts.problem(text);
            }
        }
        if self.waiting.is_empty() || self.saving.is_busy() {
            return;
        }
        let now = Instant::now();
        if now < self.due {
            cx.ctx.request_repaint_after(self.due - now);
            return;
        }
        self.begin();
        self.saving.poll(&cx.budget);
    }

    fn begin(&mut self) {
        self.saving.begin(Once::new(self.waiting.drain().map(|(_, change)| change).collect()));
    }

    /// Writes everything now; the window is about to close.
    pub fn close(&mut self, budget: &Budget) {
        self.saving.finish(budget, PATIENCE);
        if !self.waiting.is_empty() {
            self.begin();
            self.saving.finish(budget, PATIENCE);
        }
    }
}

/// What is wrong, in words.
pub fn told(trouble: &NoteTrouble, words: &Words) -> String {
    match trouble {
        NoteTrouble::Unread(path, error) => {
            let why = problems::io_error(words, error);
            words.fill("notes.unread", &[("file", &path.display()), ("why", &why)])
        }
        NoteTrouble::Lines(path, lines) => {
            words.fill("notes.lines", &[("n", &words.number(*lines as u64)), ("file", &path.display())])
        }
        NoteTrouble::NotBeside(error) => {
            words.fill("notes.not_beside", &[("why", &problems::write_error(words, error))])
        }
        NoteTrouble::NotKept(Some(error)) => {
            words.fill("notes.not_kept", &[("why", &problems::write_error(words, error))])
        }
        NoteTrouble::NotKept(None) => words.t("notes.no_place").into(),
    }
}
