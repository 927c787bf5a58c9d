//! The archives that are open: reading them in the background, noticing when one changes, and the row that
//! shows them.

use super::Once;
use super::kept::{Kept, NoteTrouble};
use super::notepad;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::common::{follow, waker};
use crate::app::widgets::fields::caption;
use crate::archive::Unreadable;
use crate::archive::analysis::{Notice, Summary};
use crate::archive::index::cache::IndexCache;
use crate::archive::library::{Library, Opening};
use crate::archive::reasons::reason;
use crate::engine::{JobContext, Monitor, Task, fresh_number};
use crate::problems;
use crate::storage::AsideReason;
use crate::words::Words;
use egui::{Button, Frame, Margin, ProgressBar, RichText, ScrollArea, Ui};
use std::collections::{HashMap, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Between two looks whether a file has grown.
const LOOK: Duration = Duration::from_secs(3);
/// Records read between two reports.
const STEP: usize = 4096;
/// The first games are shown after so many records, then whenever there are so many times more.
const FIRST: usize = STEP;
const TIMES: usize = 4;

/// Where games come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A file, packed or not.
    File(PathBuf),
    /// The games that come with Kiebitz.
    Sample,
    /// Records that were pasted, or sent from another workspace.
    Text(Arc<[u8]>),
}

impl Origin {
    /// Its file's name, or what stands for games without a file.
    #[must_use]
    pub fn name(&self, words: &Words) -> String {
        match self {
            Origin::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Origin::Sample => words.t("replay.sample").into(),
            Origin::Text(_) => words.t("replay.pasted").into(),
        }
    }
}

/// The archives that are open, and where each came from.
#[derive(Clone, Debug, Default)]
pub struct OpenArchives {
    /// The archives under one index.
    pub library: Library,
    /// Where they came from, in the same order.
    pub origins: Vec<Origin>,
    /// Games that stand there more than once, the first left out.
    pub repeated: u32,
    /// Different whenever rows are.
    pub version: u64,
}

impl OpenArchives {
    /// Shared, with a version of its own.
    #[must_use]
    pub fn stamped(mut self) -> Arc<OpenArchives> {
        self.version = fresh_number();
        Arc::new(self)
    }
}

/// Where the indexes of archives are kept.
pub enum Indexes {
    /// In a folder that is ours.
    Own(PathBuf),
    /// In a folder that another window owns.
    ReadOnly(PathBuf),
}

impl Indexes {
    fn open(&self, path: &Path) -> io::Result<Opening> {
        match self {
            Indexes::Own(folder) => Opening::new(path, folder),
            Indexes::ReadOnly(folder) => Opening::with(path, IndexCache::read_only(folder)),
        }
    }
}

/// What is to be read, and onto which others.
#[derive(Clone)]
struct ReadRequest {
    onto: Arc<OpenArchives>,
    origin: Origin,
}

enum ReadEvent {
    /// Records so far, and the share of the file.
    Progress(usize, Option<f32>),
    /// The archives as far as they are read.
    Archives(Arc<OpenArchives>),
    /// It could not be opened.
    Failed(io::Error),
    /// What could not be read of earlier analyses.
    Notice(Notice),
    /// What could not be read of notes.
    Notes(NoteTrouble),
}

/// The archives.
pub struct Archives {
    /// Those that are open.
    pub open: Arc<OpenArchives>,
    /// Results that are not in the index yet, by the game's key: rows move when another archive is opened.
    pub fresh: HashMap<u64, Summary>,
    waiting: VecDeque<Origin>,
    reading: Task<Once<ReadRequest>, ReadEvent>,
    progress: (usize, Option<f32>),
    /// Whether something has been opened, if only what was open the last time.
    begun: bool,
    /// Looks whether a file is no longer what was read.
    watch: Task<Once<Arc<OpenArchives>>, bool>,
    looked: Option<Instant>,
    changed: bool,
}

impl Archives {
    /// None yet; `indexes` says where indexes are kept, and whether they may be written.
    #[must_use]
    pub fn new(ctx: &egui::Context, indexes: Indexes, kept: Arc<Kept>) -> Archives {
        let read = move |request: &Once<ReadRequest>, job: &JobContext<ReadEvent>| {
            read(&request.1, &indexes, &kept, job);
        };
        let look = |open: &Once<Arc<OpenArchives>>, job: &JobContext<bool>| {
            job.tell(open.1.library.parts().iter().any(|part| part.has_changed()));
        };
        Archives {
            open: Arc::default(),
            fresh: HashMap::new(),
            waiting: VecDeque::new(),
            reading: Task::new("replay read", waker(ctx), read),
            progress: (0, None),
            begun: false,
            watch: Task::new("replay watch", waker(ctx), look),
            looked: None,
            changed: false,
        }
    }

    /// Opens an archive, beside those that are open.
    pub fn add(&mut self, origin: Origin) {
        self.begun = true;
        self.waiting.retain(|other| *other != origin);
        self.waiting.push_back(origin);
    }

    /// The first start, or a later one: what was open, else the games that come with Kiebitz.
    pub fn begin(&mut self, cx: &Cx<'_>) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let there = cx.settings.replay.archives.iter().filter(|path| path.is_file());
        self.waiting.extend(there.map(|path| Origin::File(path.clone())));
        self.not_empty();
    }

    /// Whether anything has been opened.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.begun
    }

    /// Whether something is being read or waits for it.
    #[must_use]
    pub fn is_reading(&self) -> bool {
        self.reading.is_busy() || !self.waiting.is_empty()
    }

    /// The progress of the reading.
    #[must_use]
    pub fn work(&self) -> Option<&Monitor> {
        self.reading.work()
    }

    /// Stops to read; what was read stays.
    pub fn stop(&mut self) {
        self.reading.stop();
        self.waiting.clear();
    }

    /// What is known of a game from its analysis.
    #[must_use]
    pub fn summary(&self, row: u32) -> Option<Summary> {
        let row = self.open.library.index.row(row)?;
        self.fresh.get(&row.key).copied().or(row.analysis)
    }

    /// Takes an archive away. The others are read again, which their cached indexes make quick.
    fn close(&mut self, origin: &Origin, cx: &mut Cx<'_>) {
        let others = self.open.origins.iter().filter(|other| *other != origin).cloned();
        self.waiting.extend(others.collect::<Vec<_>>());
        self.clear();
        if let Origin::File(path) = origin {
            cx.settings.replay.archives.retain(|other| other != path);
        }
        self.not_empty();
    }

    /// Reads all of them again.
    pub fn read_again(&mut self) {
        self.waiting.extend(self.open.origins.iter().cloned());
        self.clear();
    }

    /// No archive is open.
    pub fn clear(&mut self) {
        self.open = OpenArchives::default().stamped();
        self.changed = false;
    }

    /// Where nothing is open and nothing comes, the sample is.
    fn not_empty(&mut self) {
        if self.open.origins.is_empty() && !self.is_reading() {
            self.waiting.push_back(Origin::Sample);
        }
    }

    /// Shows other rows; they have the results by now, so nothing else need remember them.
    fn show(&mut self, open: Arc<OpenArchives>) {
        self.open = open;
        self.fresh.clear();
    }

    /// Takes the rows with the results of a batch, if they are still the same games: another archive may have
    /// come meanwhile.
    pub fn join(&mut self, joined: Arc<OpenArchives>) {
        let rows = |open: &OpenArchives| open.library.index.len();
        if joined.origins == self.open.origins && rows(&joined) == rows(&self.open) && !self.reading.is_busy()
        {
            self.show(joined);
        }
    }

    /// Hears the jobs and starts to read what waits.
    pub fn update(&mut self, cx: &mut Cx<'_>) {
        follow(&mut self.reading, cx);
        for event in self.reading.take() {
            match event {
                ReadEvent::Progress(records, share) => self.progress = (records, share),
                ReadEvent::Archives(open) => self.show(open),
                ReadEvent::Failed(error) => self.not_read(&error, cx),
                ReadEvent::Notice(notice) => cx.toasts.problem(explain(notice, &cx.words)),
                ReadEvent::Notes(trouble) => cx.toasts.problem(notepad::told(&trouble, &cx.words)),
            }
        }
        if !self.reading.is_busy() {
            self.reading.forget();
            self.read_next(cx);
        }
        follow(&mut self.watch, cx);
        if let Some(changed) = self.watch.take().pop() {
            self.changed = changed;
            self.watch.forget();
        }
    }

    fn not_read(&mut self, error: &io::Error, cx: &mut Cx<'_>) {
        let Some(origin) = self.reading.question().map(|request| request.1.origin.clone()) else { return };
        if let Origin::File(path) = &origin {
            cx.settings.replay.archives.retain(|other| other != path);
        }
        let (name, why) = (origin.name(&cx.words), problems::io_error(&cx.words, error));
        cx.toasts.problem(cx.words.fill("open.failed", &[("file", &name), ("why", &why)]));
        if self.open.origins.is_empty() && self.waiting.is_empty() {
            self.waiting.push_back(Origin::Sample);
        }
    }

    fn read_next(&mut self, cx: &mut Cx<'_>) {
        let Some(origin) = self.waiting.pop_front() else { return };
        let mut onto = Arc::clone(&self.open);
        // The sample makes room for real games, and a file read again replaces what it was.
        if onto.origins.contains(&origin) || onto.origins.contains(&Origin::Sample) {
            let others = onto.origins.iter().filter(|other| **other != origin && **other != Origin::Sample);
            for other in others.rev() {
                self.waiting.push_front(other.clone());
            }
            onto = Arc::default();
        }
        if let Origin::File(path) = &origin {
            cx.settings.replay.archives.retain(|other| other != path);
            cx.settings.replay.archives.push(path.clone());
        }
        self.looked = None;
        self.changed = false;
        self.progress = (0, None);
        self.reading.begin(Once::new(ReadRequest { onto, origin }));
        self.reading.poll(&cx.budget);
    }

    /// Lets somebody look now and then whether a file is no longer what was read.
    fn look(&mut self, cx: &Cx<'_>) {
        if self.reading.is_busy() || self.looked.is_some_and(|when| when.elapsed() < LOOK) {
            return;
        }
        self.looked = Some(Instant::now());
        self.watch.begin(Once::new(Arc::clone(&self.open)));
        cx.ctx.request_repaint_after(LOOK);
    }

    /// The archives that are open, and how far the reading has come.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.look(cx);
        let words = cx.words;
        let mut close = None;
        ui.horizontal_wrapped(|ui| {
            let open = Button::new(Command::OpenGames.name(&words));
            if ui.add(open).on_hover_text(cx.hint(Command::OpenGames)).clicked() {
                cx.send.push(Command::OpenGames);
            }
            for (origin, part) in self.open.origins.iter().zip(self.open.library.parts()) {
                let name = origin.name(&words);
                let count = words.number(part.games.into());
                let chip = Frame::new()
                    .fill(cx.tokens.field)
                    .stroke(egui::Stroke::new(1.0, cx.tokens.line))
                    .corner_radius(6)
                    .inner_margin(Margin::symmetric(8, 3));
                chip.show(ui, |ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    let label = ui.label(words.fill("archive.chip", &[("name", &name), ("n", &count)]));
                    if let Origin::File(path) = origin {
                        label.on_hover_text(path.display().to_string());
                    }
                    let name = words.fill("archive.close", &[("name", &name)]);
                    if ui.add(Button::new("×").small().frame(false)).accessible_name(name).clicked() {
                        close = Some(origin.clone());
                    }
                });
            }
            self.progress_ui(ui, cx);
        });
        if self.changed {
            ui.horizontal(|ui| {
                ui.label(RichText::new(words.t("archive.changed")).color(cx.tokens.warn));
                if ui.button(Command::ReadAgain.name(&words)).clicked() {
                    cx.send.push(Command::ReadAgain);
                }
            });
        }
        if let Some(origin) = close {
            self.close(&origin, cx);
        }
    }

    fn progress_ui(&self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let request = self.reading.question().filter(|_| self.reading.is_busy());
        let Some(request) = request else { return };
        let (records, share) = self.progress;
        let (name, n) = (request.1.origin.name(&words), words.number(records as u64));
        let text = words.fill("archive.reading", &[("name", &name), ("n", &n)]);
        match share {
            Some(share) => {
                let bar = ProgressBar::new(share).desired_width(340.0).text(text.clone());
                ui.add(bar).accessible_name(text);
            }
            None => {
                ui.label(RichText::new(text).color(cx.tokens.faint));
            }
        }
    }

    /// Every record that could not be read, with its line and why.
    pub fn unreadable_ui(&self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        caption(ui, words.t("archive.unreadable.why"));
        let parts = self.open.origins.iter().zip(self.open.library.parts());
        let lines: Vec<(&Origin, &Unreadable)> =
            parts.flat_map(|(origin, part)| part.unreadable.iter().map(move |bad| (origin, bad))).collect();
        let height = ui.text_style_height(&egui::TextStyle::Body);
        let area = ScrollArea::vertical().auto_shrink(false).id_salt("unreadable");
        area.show_rows(ui, height, lines.len(), |ui, range| {
            for (origin, bad) in lines.get(range).unwrap_or_default() {
                let (name, line) = (origin.name(&words), words.number(bad.line));
                let why = reason(&words, &bad.reason);
                let text = words.fill("archive.bad", &[("name", &name), ("line", &line), ("why", &why)]);
                ui.add(egui::Label::new(text).truncate());
            }
        });
    }

    /// The folder of the first archive that is a file.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        let folders = self.open.origins.iter().find_map(|origin| match origin {
            Origin::File(path) => path.parent(),
            _ => None,
        });
        folders.map_or_else(PathBuf::new, Path::to_path_buf)
    }
}

/// What could not be read of earlier analyses.
fn explain(notice: Notice, words: &Words) -> String {
    match notice {
        Notice::NotOpened { path, error } => {
            let why = problems::io_error(words, &error);
            words.fill("kept.not_opened", &[("file", &path.display()), ("why", &why)])
        }
        Notice::PutAside { aside, .. } => {
            let key = match aside.reason {
                AsideReason::Newer => "kept.newer",
                AsideReason::Unreadable => "kept.unreadable",
            };
            words.fill(key, &[("file", &aside.path.display())])
        }
        Notice::Damaged { path, entries } => {
            let n = words.number(entries);
            words.fill("kept.damaged", &[("n", &n), ("file", &path.display())])
        }
    }
}

/// Reads an archive onto the others.
fn read(request: &ReadRequest, indexes: &Indexes, kept: &Kept, job: &JobContext<ReadEvent>) {
    let opened = match &request.origin {
        Origin::File(path) => indexes.open(path),
        Origin::Sample => Opening::in_memory(crate::archive::sample()),
        Origin::Text(text) => Opening::in_memory(Arc::clone(text)),
    };
    let mut opening = match opened {
        Ok(opening) => opening,
        Err(error) => return job.tell(ReadEvent::Failed(error)),
    };
    let mut archives = request.onto.as_ref().clone();
    let part = archives.library.begin(&opening);
    archives.origins.push(request.origin.clone());
    let file = match &request.origin {
        Origin::File(path) => Some(path.as_path()),
        Origin::Sample | Origin::Text(_) => None,
    };
    kept.take_in_notes(file).into_iter().for_each(|trouble| job.tell(ReadEvent::Notes(trouble)));
    archives.library.index.notes = kept.notes().clone();
    let mut next = FIRST;
    let mut records = 0;
    while let Some(chunk) = opening.step(STEP) {
        records += chunk.len();
        archives.library.extend(part, chunk);
        if job.monitor().is_stopped() {
            return;
        }
        job.tell(ReadEvent::Progress(records, opening.progress()));
        if records >= next {
            next = records * TIMES;
            archives.library.index.join(&kept.results());
            job.tell(ReadEvent::Archives(archives.clone().stamped()));
        }
    }
    archives.repeated = archives.library.index.mark_repeated();
    archives.library.index.join(&kept.results());
    job.tell(ReadEvent::Archives(archives.stamped()));
    kept.notices().into_iter().for_each(|notice| job.tell(ReadEvent::Notice(notice)));
}
