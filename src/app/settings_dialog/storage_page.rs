//! Settings: what is stored, where, and how much; what can be spared is cleaned up.

use crate::app::theme::{GAP, Tokens};
use crate::app::widgets::fields::caption;
use crate::engine::{Budget, JobContext, Task};
use crate::storage::{CleanedUp, DataFolder, StoredFile, StoredKind};
use crate::words::Words;
use egui::{Button, Grid, Label, RichText, Ui, vec2};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What stored files are, as a person thinks of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Settings,
    Recovery,
    Progress,
    Analyses,
    Notes,
    Indexes,
    Scores,
    Aside,
    Leftover,
    Other,
}

impl Sort {
    const ALL: [Sort; 10] = [
        Sort::Settings,
        Sort::Recovery,
        Sort::Progress,
        Sort::Scores,
        Sort::Notes,
        Sort::Analyses,
        Sort::Indexes,
        Sort::Aside,
        Sort::Leftover,
        Sort::Other,
    ];

    fn of(file: &StoredFile) -> Sort {
        let name = file.path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        match file.kind {
            StoredKind::Cache => Sort::Indexes,
            StoredKind::Aside => Sort::Aside,
            StoredKind::Leftover => Sort::Leftover,
            StoredKind::Kept if name.starts_with("app.") || name.starts_with("settings") => Sort::Settings,
            StoredKind::Kept if name.starts_with("recovery") => Sort::Recovery,
            StoredKind::Kept if name.starts_with("progress") => Sort::Progress,
            StoredKind::Kept if name.starts_with("analysis.") => Sort::Analyses,
            StoredKind::Kept if name.starts_with("score") => Sort::Scores,
            StoredKind::Kept if name == "notes.jsonl" => Sort::Notes,
            StoredKind::Kept => Sort::Other,
        }
    }

    /// Its name and what it is for.
    fn words(self, words: &Words) -> (&'static str, &'static str) {
        match self {
            Sort::Settings => (words.t("store.settings"), words.t("store.settings.why")),
            Sort::Recovery => (words.t("store.recovery"), words.t("store.recovery.why")),
            Sort::Progress => (words.t("store.progress"), words.t("store.progress.why")),
            Sort::Analyses => (words.t("store.analyses"), words.t("store.analyses.why")),
            Sort::Notes => (words.t("store.notes"), words.t("store.notes.why")),
            Sort::Indexes => (words.t("store.indexes"), words.t("store.indexes.why")),
            Sort::Scores => (words.t("store.scores"), words.t("store.scores.why")),
            Sort::Aside => (words.t("store.aside"), words.t("store.aside.why")),
            Sort::Leftover => (words.t("store.leftover"), words.t("store.leftover.why")),
            Sort::Other => (words.t("store.other"), words.t("store.other.why")),
        }
    }

    /// What can be cleaned up of it: never what the person made.
    fn spare(self) -> Option<StoredKind> {
        match self {
            Sort::Indexes => Some(StoredKind::Cache),
            Sort::Aside => Some(StoredKind::Aside),
            Sort::Leftover => Some(StoredKind::Leftover),
            _ => None,
        }
    }
}

/// What is done with the folder off the window's thread. Two are the same if they ask the same.
#[derive(Clone)]
struct FolderRequest {
    folder: Arc<DataFolder>,
    clean: Option<StoredKind>,
}

impl PartialEq for FolderRequest {
    fn eq(&self, other: &FolderRequest) -> bool {
        Arc::ptr_eq(&self.folder, &other.folder) && self.clean == other.clean
    }
}

struct FolderAnswer {
    stored: Vec<StoredFile>,
    cleaned: Option<io::Result<CleanedUp>>,
}

/// The page.
#[derive(Default)]
pub struct StoragePage {
    task: Option<Task<FolderRequest, FolderAnswer>>,
    stored: Option<Vec<StoredFile>>,
    /// What is to be cleaned up if the person says yes.
    asks: Option<StoredKind>,
    /// What the last clean-up did.
    said: Option<String>,
}

impl StoragePage {
    /// Draws the page.
    pub fn ui(&mut self, ui: &mut Ui, words: &Words, folder: Option<&Arc<DataFolder>>) {
        let tokens = Tokens::of(ui.ctx());
        let Some(folder) = folder else {
            ui.label(words.t("store.nowhere"));
            return;
        };
        self.hear(ui, words, folder);
        caption(ui, words.t("store.where"));
        let path = folder.path().display().to_string();
        ui.add(Label::new(RichText::new(path).size(14.0)).wrap().selectable(true));
        if !folder.is_owner() {
            ui.label(RichText::new(words.t("store.second")).color(tokens.warn));
        }
        ui.add_space(GAP);
        let Some(stored) = &self.stored else {
            ui.label(RichText::new(words.t("store.counting")).color(tokens.faint));
            return;
        };
        let mut asks = self.asks;
        Grid::new("stored").num_columns(4).spacing(vec2(18.0, 6.0)).show(ui, |ui| {
            for sort in Sort::ALL {
                let files: Vec<&StoredFile> = stored.iter().filter(|file| Sort::of(file) == sort).collect();
                if files.is_empty() {
                    continue;
                }
                let (name, why) = sort.words(words);
                ui.label(name).on_hover_text(why);
                ui.label(words.count("store.file", "store.files", files.len() as u64));
                ui.label(size(files.iter().map(|file| file.bytes).sum(), words));
                if let Some(kind) = sort.spare() {
                    let button = Button::new(words.t("store.clean"));
                    let response = ui.add_enabled(folder.is_owner(), button);
                    let said = format!("{name}: {}", words.t("store.clean"));
                    if response.accessible_name(said).on_hover_text(why).clicked() {
                        asks = Some(kind);
                    }
                }
                ui.end_row();
            }
        });
        self.asks = asks;
        let all = size(stored.iter().map(|file| file.bytes).sum(), words);
        ui.label(words.fill("store.all", &[("size", &all)]));
        self.question_ui(ui, words, folder);
        if let Some(said) = &self.said {
            ui.label(RichText::new(said).color(tokens.accent));
        }
    }

    /// Asks before anything is removed.
    fn question_ui(&mut self, ui: &mut Ui, words: &Words, folder: &Arc<DataFolder>) {
        let Some(kind) = self.asks else { return };
        let sort = Sort::ALL.into_iter().find(|sort| sort.spare() == Some(kind)).unwrap_or(Sort::Other);
        ui.add_space(GAP);
        ui.add(Label::new(words.fill("store.ask", &[("what", &sort.words(words).0)])).wrap());
        ui.add(Label::new(RichText::new(sort.words(words).1).color(Tokens::of(ui.ctx()).faint)).wrap());
        ui.horizontal(|ui| {
            if ui.button(words.t("store.remove")).clicked() {
                self.asks = None;
                if let Some(task) = &mut self.task {
                    task.begin(FolderRequest { folder: Arc::clone(folder), clean: Some(kind) });
                }
            }
            if ui.button(words.t("button.cancel")).clicked() {
                self.asks = None;
            }
        });
    }

    /// Begins to count when the page is first shown, and hears what was found or removed.
    fn hear(&mut self, ui: &Ui, words: &Words, folder: &Arc<DataFolder>) {
        let task = self.task.get_or_insert_with(|| {
            let ctx = ui.ctx().clone();
            let wake = move |wait: Duration| ctx.request_repaint_after(wait);
            let mut task = Task::new("storage", wake, look);
            task.begin(FolderRequest { folder: Arc::clone(folder), clean: None });
            task
        });
        task.poll(&Budget::default());
        for answer in task.take() {
            self.stored = Some(answer.stored);
            match answer.cleaned {
                Some(Ok(done)) => self.said = Some(removed(&done, words)),
                Some(Err(error)) => self.said = Some(crate::problems::io_error(words, &error)),
                None => {}
            }
        }
    }
}

fn look(request: &FolderRequest, job: &JobContext<FolderAnswer>) {
    let cleaned = request.clean.map(|kind| request.folder.clean_up(kind));
    job.tell(FolderAnswer { stored: request.folder.stored(), cleaned });
}

/// What a clean-up did.
fn removed(done: &CleanedUp, words: &Words) -> String {
    let files = words.count("store.file", "store.files", done.files);
    let mut said = words.fill("store.removed", &[("files", &files), ("size", &size(done.bytes, words))]);
    if let Some((path, error)) = done.failed.first() {
        let name = path.file_name().unwrap_or(Path::new("").as_os_str()).to_string_lossy();
        let why = crate::problems::io_error(words, error);
        said += " ";
        said +=
            &words.fill("store.not_removed", &[("n", &done.failed.len()), ("file", &name), ("why", &why)]);
    }
    said
}

/// A size as a person says it.
fn size(bytes: u64, words: &Words) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} KB", words.number(bytes.div_ceil(1_000))),
        _ => format!("{} MB", words.number(bytes.div_ceil(1_000_000))),
    }
}
