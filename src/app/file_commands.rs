//! Opening, saving and exporting: what the window does with files, and what it asks before.
//!
//! Every file that is written because somebody has chosen a name goes through [`Kiebitz::write`], which is the one place that
//! asks before anything is replaced.

use super::common::document::file::{self, OpenError};
use super::common::document::{Document, Saving, file::from_puzzle};
use super::common::waker;
use super::dialogs::Dialog;
use super::files::{self, Chosen, Dialogs, FilePrompt, Purpose};
use super::own_deck::OwnDeck;
use super::settings_file::SettingsFile;
use super::view::WorkspaceView as _;
use super::{Kiebitz, Workspace};
use crate::engine::Task;
use crate::engine::file_writer::{ChosenFile, ContentError, FileWriter};
use crate::print::{Format, PrintError, Printing, page_path};
use crate::problems;
use crate::puzzle::Puzzle;
use crate::storage::{DataFolder, Disk, Overwrite, Reception};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is done once unsaved work has been dealt with.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Next {
    New,
    Open(Option<PathBuf>),
    Puzzle(Box<Puzzle>),
    Quit,
}

/// A file that was chosen to be written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FileToWrite {
    purpose: Purpose,
    file: ChosenFile,
    /// What waits for this file, and for no other.
    then: Option<Next>,
}

impl FileToWrite {
    /// The first file that would be replaced. Sheets may take several files.
    fn replaced(&self) -> Option<PathBuf> {
        let pages = if matches!(self.purpose, Purpose::Sheet(_)) { 100 } else { 1 };
        let mut all = (0..pages).map(|page| page_path(&self.file.path, page));
        all.find(|path| path.symlink_metadata().is_ok_and(|about| !about.is_dir()))
    }
}

/// A file on its way to the disk.
struct Writing {
    path: PathBuf,
    /// What it is told with when it is there.
    done: &'static str,
    /// The document that it is, and what waits for this file and no other.
    document: Option<(Saving, Option<Next>)>,
}

/// A document being read, the version of the one on the table when that began, and what came of it.
type Opening = Task<(PathBuf, u64), Result<Box<Document>, OpenError>>;

/// What the window needs to deal with files.
pub(super) struct FileAccess {
    native: Arc<dyn Dialogs>,
    prompt: Option<(FilePrompt, Option<Next>)>,
    opening: Opening,
    writer: FileWriter<Writing>,
    /// The folder of everything that is kept.
    pub(super) data: Option<Arc<DataFolder>>,
    /// The settings on disk.
    pub(super) settings: SettingsFile,
    /// Card pictures of one's own.
    pub(super) deck: OwnDeck,
    /// Where files of later starts come in.
    reception: Option<Reception>,
}

impl FileAccess {
    /// Whether a file is being asked for.
    pub(super) fn is_asking(&self) -> bool {
        self.prompt.is_some()
    }

    pub(super) fn new(
        ctx: &egui::Context,
        native: Arc<dyn Dialogs>,
        data: Option<Arc<DataFolder>>,
        settings: SettingsFile,
    ) -> FileAccess {
        let read = |(path, _): &(PathBuf, u64), job: &crate::engine::JobContext<_>| {
            job.tell(file::open(path).map(Box::new));
        };
        let opening = Task::new("open file", waker(ctx), read);
        let (writer, deck) = (FileWriter::new(waker(ctx)), OwnDeck::new(ctx));
        FileAccess { native, prompt: None, opening, writer, data, settings, deck, reception: None }
    }

    /// Asks for a file.
    pub(super) fn ask(&mut self, purpose: Purpose, suggestion: &Path, then: Option<Next>) {
        self.prompt = Some((FilePrompt::new(purpose, suggestion), then));
    }
}

impl Kiebitz {
    /// Opens a file, or says why it cannot be read; what is on screen stays until it is.
    pub fn open(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        if files::is_archive(&path) {
            self.replay.open(&path);
            self.settings.remember(&path);
            self.settings.workspace = Workspace::Replay;
            return;
        }
        self.files.opening.begin((path, self.compose.version()));
    }

    /// Whether a file is being read.
    #[must_use]
    pub fn is_opening(&self) -> bool {
        self.files.opening.is_busy()
    }

    /// Whether a file is on its way to the disk.
    #[must_use]
    pub fn is_writing(&self) -> bool {
        self.files.writer.is_busy()
    }

    /// Whether there is news that was not on the screen yet.
    #[must_use]
    pub fn has_unseen_news(&self) -> bool {
        self.toasts.is_one_unseen()
    }

    /// Files are written to this disk from now on, for tests.
    pub fn set_disk(&mut self, disk: Arc<dyn Disk>) {
        self.files.writer.set_disk(disk);
    }

    /// The file that is being written, for the status bar.
    pub(super) fn written_now(&mut self) -> Option<PathBuf> {
        self.files.writer.tags().next().map(|writing| writing.path.clone())
    }

    /// What waits for the document to be saved, if it is on its way.
    pub(super) fn waits_for_saving(&mut self) -> Option<&mut Option<Next>> {
        self.files.writer.tags().find_map(|writing| writing.document.as_mut()).map(|(_, then)| then)
    }

    /// Tells of files that are written, and does what waited for them.
    pub(super) fn follow_writing(&mut self, ctx: &egui::Context) {
        while let Some((Writing { path, done, document }, end)) = self.files.writer.follow(&self.budget) {
            let words = self.words();
            if let Err(error) = end {
                let why = error.why(&words);
                let name = path.display();
                self.toasts.problem(words.fill("save.failed", &[("file", &name), ("why", &why)]));
                continue;
            }
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            self.toasts.done(words.fill(done, &[("file", &name)]));
            if let Some((saving, then)) = document {
                self.settings.remember(&path);
                self.compose.saved(saving, path);
                if let Some(next) = then {
                    // Asks again if somebody has gone on working meanwhile.
                    self.ask_then(next, ctx);
                }
            }
        }
    }

    /// Writes text into a file that was chosen.
    pub(super) fn write_text(&mut self, file: ChosenFile, text: String) {
        let writing = Writing { path: file.path.clone(), done: "export.done", document: None };
        self.files.writer.write(file, Arc::new(move || Ok(text.clone().into_bytes())), writing);
    }

    /// Shows a document that has been read.
    pub(super) fn follow_opening(&mut self) {
        let opening = &mut self.files.opening;
        opening.poll(&self.budget);
        if let Some(why) = opening.take_failure() {
            self.toasts.problem(self.settings.words().fill("engine.failed", &[("why", &why)]));
        }
        for read in self.files.opening.take() {
            let Some((path, version)) = self.files.opening.question().cloned() else { continue };
            match read {
                // Somebody has gone on working meanwhile.
                Ok(_) if version != self.compose.version() && self.compose.is_unsaved() => {
                    self.dialog = Some(Dialog::Unsaved(Next::Open(Some(path))));
                }
                Ok(document) => {
                    self.compose.open(*document, path.clone());
                    self.settings.remember(&path);
                    self.settings.workspace = Workspace::Compose;
                }
                Err(error) => {
                    let words = self.words();
                    let why = problems::open_error(&words, &error);
                    let name = path.display();
                    self.toasts.problem(words.fill("open.failed", &[("file", &name), ("why", &why)]));
                }
            }
        }
    }

    /// Does something that would lose the document, but asks first if it is not saved.
    pub(super) fn ask_then(&mut self, next: Next, ctx: &egui::Context) {
        if let Some(then) = self.waits_for_saving() {
            *then = Some(next);
        } else if self.compose.is_unsaved() {
            self.dialog = Some(Dialog::Unsaved(next));
        } else {
            self.go_on(next, ctx);
        }
    }

    pub(super) fn go_on(&mut self, next: Next, ctx: &egui::Context) {
        match next {
            Next::New => {
                self.compose.show(Document::default());
                self.settings.workspace = Workspace::Compose;
            }
            Next::Open(Some(path)) => self.open(&path),
            Next::Open(None) => {
                let folder = self.folder().join("");
                self.files.ask(Purpose::Open, &folder, None);
            }
            Next::Puzzle(puzzle) => {
                self.compose.show(from_puzzle(&puzzle));
                self.settings.workspace = Workspace::Compose;
            }
            Next::Quit => {
                self.viewport.leaving = true;
                self.compose.close(&self.budget);
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
        }
    }

    /// Saves the document, and then does what waits for it.
    pub(super) fn save(&mut self, then: Option<Next>, ctx: &egui::Context) {
        match self.compose.path().map(Path::to_path_buf) {
            Some(path) => {
                let file = ChosenFile { path, overwrite: Overwrite::Allowed };
                self.write_now(FileToWrite { purpose: Purpose::Save, file, then }, ctx);
            }
            None => self.prompt_for(Purpose::Save, then),
        }
    }

    pub(super) fn prompt_for(&mut self, purpose: Purpose, then: Option<Next>) {
        let suggestion = self.suggestion(purpose);
        self.files.ask(purpose, &suggestion, then);
    }

    /// Writes a file that was chosen, but asks before another one is replaced.
    fn write(&mut self, mut file: FileToWrite, ctx: &egui::Context) {
        let is = |other: &Path| files::is_same(other, &file.file.path);
        let own = file.purpose == Purpose::Save && self.compose.path().is_some_and(is);
        if self.settings.replay.archives.iter().any(|archive| is(archive)) {
            let words = self.words();
            self.toasts.problem(words.fill("file.in_use", &[("file", &file.file.path.display())]));
            self.files.ask(file.purpose, &file.file.path, file.then);
            return;
        }
        if own {
            file.file.overwrite = Overwrite::Allowed;
        }
        match file.replaced().filter(|_| !own) {
            Some(replaced) => self.dialog = Some(Dialog::Overwrite(file, replaced)),
            None => self.write_now(file, ctx),
        }
    }

    /// The person has said whether files of the same name are to be replaced.
    pub(super) fn overwrite(&mut self, mut file: FileToWrite, yes: bool, ctx: &egui::Context) {
        if yes {
            file.file.overwrite = Overwrite::Allowed;
            self.write_now(file, ctx);
        } else {
            self.files.ask(file.purpose, &file.file.path, file.then);
        }
    }

    fn write_now(&mut self, file: FileToWrite, ctx: &egui::Context) {
        let FileToWrite { purpose, file, then } = file;
        match purpose {
            Purpose::Save => {
                let saving = self.compose.store().to_save();
                let text = saving.text.clone();
                let done = if saving.is_puzzle { "save.done" } else { "save.draft" };
                let writing = Writing { path: file.path.clone(), done, document: Some((saving, then)) };
                self.files.writer.write(file, Arc::new(move || Ok(text.clone().into_bytes())), writing);
            }
            Purpose::Svg | Purpose::Png => self.export_to(file, purpose),
            Purpose::SaveKeys => self.save_keys(file),
            purpose => self.with_shown(ctx, |view, cx| view.file_chosen(purpose, file, cx)),
        }
    }

    fn export_to(&mut self, file: ChosenFile, purpose: Purpose) {
        let words = self.words();
        let Some(diagram) = self.compose.diagram(&words) else {
            self.toasts.problem(words.t("diagram.not_yet"));
            return;
        };
        let format = if purpose == Purpose::Svg { Format::Svg } else { Format::Png(400) };
        let writing = Writing { path: file.path.clone(), done: "export.done", document: None };
        let content = move || {
            let failed = |error: PrintError| ContentError(error.to_string());
            let files = diagram.print(format, &Printing::default()).map_err(failed)?;
            files.into_iter().next().ok_or_else(|| ContentError(String::new()))
        };
        self.files.writer.write(file, Arc::new(content), writing);
    }

    /// Where files are likely to be: beside the last one.
    pub(super) fn folder(&self) -> PathBuf {
        let last = self.compose.path().or(self.settings.recent.first().map(PathBuf::as_path));
        let folder = last.and_then(Path::parent).map(Path::to_path_buf);
        folder.filter(|folder| folder.is_dir()).unwrap_or_else(files::home)
    }

    /// A file name made of the title.
    fn suggestion(&self, purpose: Purpose) -> PathBuf {
        if let Some(path) = self.compose.path() {
            return path.with_extension(purpose.extension());
        }
        let name = self.compose.name(&self.words());
        let parts: Vec<&str> =
            name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
        files::with_ending(self.folder().join(parts.join("-")), purpose)
    }

    pub(super) fn prompt_ui(&mut self, ctx: &egui::Context) {
        let words = self.words();
        let Some((mut prompt, then)) = self.files.prompt.take() else { return };
        match prompt.ui(ctx, &words, &self.settings, &self.files.native) {
            Chosen::Waiting => self.files.prompt = Some((prompt, then)),
            Chosen::Cancelled => {}
            Chosen::Path(path) => match prompt.purpose {
                Purpose::Open => self.open(&path),
                Purpose::OpenKeys => self.open_keys(&path),
                Purpose::DeckFolder | Purpose::DeckZip => {
                    self.settings.cards.own_deck = Some(std::path::absolute(&path).unwrap_or(path));
                }
                purpose => {
                    let file = ChosenFile { path, overwrite: Overwrite::Refused };
                    if purpose.is_writing() {
                        self.write(FileToWrite { purpose, file, then }, ctx);
                    } else {
                        self.with_shown(ctx, |view, cx| view.file_chosen(purpose, file, cx));
                    }
                }
            },
        }
    }

    /// Files dropped on the window.
    pub(super) fn follow_drops(&mut self, ctx: &egui::Context) {
        let dropped =
            ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_path_buf()).collect());
        self.open_all(dropped, ctx);
    }

    /// From now on files of later starts come here, if this window owns the data folder.
    pub fn receive_files(&mut self, ctx: &egui::Context) {
        let wake = ctx.clone();
        let data = self.files.data.as_deref().filter(|data| data.is_owner());
        // Without it each start has a window of its own, as before.
        self.files.reception =
            data.and_then(|data| Reception::open(data, move || wake.request_repaint()).ok());
    }

    /// Opens what a later start has handed over, and comes to the front.
    pub(super) fn follow_handed(&mut self, ctx: &egui::Context) {
        let handed = self.files.reception.as_ref().map(Reception::take).unwrap_or_default();
        if !handed.is_empty() {
            ctx.send_viewport_cmd(egui::ViewportCommand::Minimized(false));
            ctx.send_viewport_cmd(egui::ViewportCommand::Focus);
            self.open_all(handed, ctx);
        }
    }

    /// Archives lie side by side, of puzzles there is room for one.
    fn open_all(&mut self, files: Vec<PathBuf>, ctx: &egui::Context) {
        let (archives, others): (Vec<PathBuf>, Vec<PathBuf>) =
            files.into_iter().partition(|path| files::is_archive(path));
        for path in &archives {
            self.open(path);
        }
        if let Some(path) = others.into_iter().next() {
            self.ask_then(Next::Open(Some(path)), ctx);
        }
    }
}
