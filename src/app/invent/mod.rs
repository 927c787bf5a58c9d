//! Inventing puzzles: wishes on the left, what has been found in the middle, a look at one on the right.

mod form;
mod preview;

pub use form::{Form, Games};

use super::Cx;
use super::common::{follow, waker};
use super::files::{self, Purpose};
use super::theme::{GAP, WIDE};
use super::view::Request;
use super::widgets::fields::{self, caption};
use crate::archive::FinishedGames;
use crate::deal::Position;
use crate::engine::{JobContext, Monitor, Task};
use crate::problems;
use crate::puzzle::Puzzle;
use crate::puzzle::generate::{Clash, Composed, Generator};
use crate::storage::{WriteError, write_new};
use crate::words::Words;
use egui::{Button, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use preview::Preview;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the search reports.
enum News {
    Found(Box<Composed>),
    /// The archive cannot be opened.
    NoArchive(std::io::Error),
    /// The archive cannot be read on.
    Broken(std::io::Error),
    /// The archive has no more games.
    NoMoreGames,
}

/// The dialog.
pub struct Invent {
    is_open: bool,
    form: Form,
    /// Looks for puzzles to these wishes, counting the games it has looked at.
    search: Task<(Form, Arc<AtomicU64>), News>,
    /// Writes all of them into a folder.
    saving: Task<SaveAll, Result<usize, (PathBuf, WriteError)>>,
    /// Games looked at.
    tried: Arc<AtomicU64>,
    /// The most beautiful first.
    found: Vec<Composed>,
    chosen: Option<usize>,
    preview: Preview,
    /// How the last search ended.
    note: Option<String>,
}

impl Invent {
    /// The dialog of this window, closed.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Invent {
        Invent {
            is_open: false,
            form: Form::default(),
            search: Task::new("invent", waker(ctx), |(form, tried): &(Form, Arc<AtomicU64>), job| {
                invent(form, tried, job);
            }),
            saving: Task::new("save puzzles", waker(ctx), |all: &SaveAll, job| job.tell(all.write())),
            tried: Arc::default(),
            found: Vec::new(),
            chosen: None,
            preview: Preview::new(ctx),
            note: None,
        }
    }

    /// Whether it is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Opens it, with whatever it has found before.
    pub fn open(&mut self) {
        self.is_open = true;
    }

    /// What has been found, the most beautiful first.
    #[must_use]
    pub fn found(&self) -> &[Composed] {
        &self.found
    }

    /// What it is at.
    #[must_use]
    pub fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        let monitor = self.search.work()?;
        Some((words.t("status.invent").into(), monitor))
    }

    /// Stops the search; what has been found stays.
    pub fn stop(&mut self) {
        self.search.stop();
    }

    /// Hears the engine.
    pub fn update(&mut self, cx: &mut Cx<'_>) {
        let words = cx.words;
        follow(&mut self.search, cx);
        for news in self.search.take() {
            match news {
                News::Found(composed) => self.put(*composed),
                News::NoArchive(error) => self.note = Some(problems::io_error(&words, &error)),
                News::Broken(error) => {
                    let n = words.number(self.tried.load(Ordering::Relaxed));
                    let why = problems::io_error(&words, &error);
                    self.note = Some(words.fill("invent.broken", &[("n", &n), ("why", &why)]));
                }
                News::NoMoreGames => {
                    let n = words.number(self.tried.load(Ordering::Relaxed));
                    self.note = Some(words.fill("invent.no_more", &[("n", &n)]));
                }
            }
        }
        follow(&mut self.saving, cx);
        for saved in self.saving.take() {
            self.note = Some(match saved {
                Ok(n) => {
                    let folder = self.saving.question().map_or(Path::new(""), |all| &all.folder);
                    words.fill("invent.saved", &[("n", &n), ("file", &folder.display())])
                }
                Err((path, error)) => {
                    let (file, why) = (path.display(), problems::write_error(&words, &error));
                    words.fill("save.failed", &[("file", &file), ("why", &why)])
                }
            });
        }
    }

    /// Puts a puzzle into its place by beauty; the chosen one stays chosen.
    fn put(&mut self, composed: Composed) {
        let at = self.found.partition_point(|other| other.beauty >= composed.beauty);
        self.found.insert(at, composed);
        match &mut self.chosen {
            Some(chosen) if *chosen >= at => *chosen += 1,
            Some(_) => {}
            none => *none = Some(at),
        }
    }

    fn start(&mut self) {
        self.found.clear();
        self.chosen = None;
        self.note = None;
        self.preview.forget();
        self.tried = Arc::default();
        self.search.begin((self.form.clone(), Arc::clone(&self.tried)));
    }

    /// An archive was chosen to take games from.
    pub fn archive(&mut self, path: &Path) {
        self.form.games = Games::Archive(path.to_path_buf());
    }

    /// Writes every puzzle found into a folder.
    pub fn save_all(&mut self, folder: &Path) {
        let puzzles = self.found.iter().map(|composed| composed.puzzle.clone()).collect();
        self.saving.begin(SaveAll { folder: folder.to_path_buf(), seed: self.form.wishes.seed, puzzles });
    }

    /// Draws the dialog, if it is open.
    pub fn ui(&mut self, ctx: &egui::Context, cx: &mut Cx<'_>) {
        if !self.is_open {
            return;
        }
        let words = cx.words;
        let busy = self.search.is_busy();
        // The first Esc stops the search, the next one closes.
        let escape =
            |input: &mut egui::InputState| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape);
        if busy && ctx.memory(|memory| memory.top_modal_layer()).is_some() && ctx.input_mut(escape) {
            self.stop();
        }
        let screen = ctx.content_rect();
        let size = vec2((screen.width() - 130.0).min(1320.0), (screen.height() - 150.0).min(800.0));
        let mut close = false;
        let modal = fields::modal(ctx, "invent").show(ctx, |ui| {
            ui.set_width(size.x);
            ui.set_height(size.y);
            ui.heading(words.t("invent.title"));
            caption(ui, words.t("invent.why"));
            ui.add_space(GAP);
            let height = size.y - 116.0;
            ui.horizontal_top(|ui| {
                ui.allocate_ui(vec2(308.0, height), |ui| ui.vertical(|ui| self.wishes_ui(ui, cx, busy)));
                ui.add_space(WIDE);
                let width = ((size.x - 308.0) * 0.42).max(250.0);
                ui.allocate_ui(vec2(width, height), |ui| ui.vertical(|ui| self.found_ui(ui, cx, busy)));
                ui.add_space(WIDE);
                let rest = ui.available_size();
                ui.allocate_ui(rest.min(vec2(rest.x, height)), |ui| {
                    ui.vertical(|ui| {
                        let chosen = self.chosen.and_then(|at| self.found.get(at));
                        self.preview.ui(ui, cx, chosen);
                    });
                });
            });
            ui.add_space(GAP);
            close = self.buttons_ui(ui, cx);
        });
        if close || modal.should_close() {
            self.stop();
            self.is_open = false;
        }
    }

    fn wishes_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, busy: bool) {
        let words = cx.words;
        ui.set_width(308.0);
        ScrollArea::vertical().id_salt("wishes").auto_shrink(false).show(ui, |ui| {
            if ui.add_enabled_ui(!busy, |ui| form::form_ui(ui, &mut self.form, &words)).inner {
                cx.requests.push(Request::File(Purpose::Archive, files::home().join("")));
            }
            ui.add_space(GAP);
            if busy {
                if ui.add(Button::new(words.t("dist.stop")).min_size(vec2(160.0, 34.0))).clicked() {
                    self.stop();
                }
            } else {
                let clash = self.form.wishes.clash();
                let least = vec2(160.0, 34.0);
                if fields::highlighted(ui, clash.is_none(), words.t("invent.start"), least) {
                    self.start();
                }
                if let Some(clash) = clash {
                    let key = match clash {
                        Clash::Open(_) => "invent.clash_open",
                        Clash::Declarer => "invent.clash_declarer",
                    };
                    ui.add(egui::Label::new(RichText::new(words.t(key)).color(cx.tokens.bad)).wrap());
                }
            }
        });
    }

    fn found_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, busy: bool) {
        let words = cx.words;
        let tried = self.tried.load(Ordering::Relaxed);
        if busy || tried > 0 {
            let (n, of) = (words.number(self.found.len() as u64), words.number(tried));
            ui.label(words.fill("invent.so_far", &[("n", &n), ("of", &of)]));
        } else {
            caption(ui, words.t("invent.empty"));
        }
        if let Some(note) = &self.note {
            ui.add(egui::Label::new(RichText::new(note).color(cx.tokens.faint)).wrap());
        }
        let mut chosen = None;
        ScrollArea::vertical().id_salt("found").auto_shrink(false).show_rows(
            ui,
            preview::ROW,
            self.found.len(),
            |ui, range| {
                for at in range {
                    let (rect, response) = ui
                        .allocate_exact_size(vec2(ui.available_width() - GAP, preview::ROW), Sense::click());
                    let on = self.chosen == Some(at);
                    let name = preview::row_ui(ui, rect, &self.found[at], (on, &response), cx);
                    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &name));
                    if response.clicked() {
                        chosen = Some(at);
                    }
                }
            },
        );
        if chosen.is_some() {
            self.chosen = chosen;
            self.preview.forget();
        }
    }

    /// The buttons below; whether the dialog is to close.
    fn buttons_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) -> bool {
        let words = cx.words;
        let mut close = false;
        let chosen = self.chosen.and_then(|at| self.found.get(at)).map(|composed| composed.puzzle.clone());
        let mut save = false;
        let mut wish = None;
        egui::Sides::new().show(
            ui,
            |ui| {
                let button = Button::new(words.t("invent.save_all"));
                save = ui.add_enabled(!self.found.is_empty(), button).clicked();
            },
            |ui| {
                close = ui.button(words.t("button.close")).clicked();
                let play = ui.add_enabled(chosen.is_some(), Button::new(words.t("invent.solve")));
                let compose = ui.add_enabled(chosen.is_some(), Button::new(words.t("play.compose")));
                let Some(puzzle) = chosen.map(Box::new) else { return };
                if play.clicked() {
                    wish = Some(Request::Play(puzzle));
                } else if compose.clicked() {
                    wish = Some(Request::Compose(puzzle));
                }
            },
        );
        if save {
            let folder = files::home().join(words.t("invent.folder"));
            cx.requests.push(Request::File(Purpose::SaveFolder, folder));
        }
        close |= wish.is_some();
        cx.requests.extend(wish);
        close
    }
}

/// Puzzles to be written into a folder.
#[derive(Clone)]
struct SaveAll {
    folder: PathBuf,
    seed: u64,
    puzzles: Vec<Puzzle>,
}

impl SaveAll {
    /// Writes them, each under a name that no file has yet.
    fn write(&self) -> Result<usize, (PathBuf, WriteError)> {
        let io =
            |path: &Path, error| (path.to_path_buf(), WriteError::Io { path: path.to_path_buf(), error });
        std::fs::create_dir_all(&self.folder).map_err(|error| io(&self.folder, error))?;
        for (number, puzzle) in self.puzzles.iter().enumerate() {
            let name = format!("{}-{}-{}", puzzle.position.game().name(), self.seed, number + 1);
            let text = puzzle.to_ron().map_err(|error| io(&self.folder, std::io::Error::other(error)))?;
            for again in 1_u32.. {
                let path = self.folder.join(if again == 1 {
                    format!("{name}.ron")
                } else {
                    format!("{name}-{again}.ron")
                });
                match write_new(&path, text.as_bytes()) {
                    Ok(()) => break,
                    Err(WriteError::Exists(_)) => {}
                    Err(error) => return Err((path, error)),
                }
            }
        }
        Ok(self.puzzles.len())
    }
}

/// Looks at games until enough puzzles are found, or the games are used up, or it is stopped.
fn invent(form: &Form, tried: &AtomicU64, job: &JobContext<News>) {
    let mut generator = Generator::with_resources(form.wishes.clone(), job.share().resources());
    let archive = match &form.games {
        Games::Random => None,
        Games::Sample => Some(FinishedGames::sample()),
        Games::Archive(path) => Some(FinishedGames::open(path)),
    };
    let mut archive = match archive.transpose() {
        Ok(archive) => archive,
        Err(error) => return job.tell(News::NoArchive(error)),
    };
    let limits = job.monitor().limits();
    let mut found = 0;
    while found < form.count && !job.monitor().is_stopped() {
        let game: Option<Position> = match &mut archive {
            Some(games) => games.next(),
            None => generator.random_game(),
        };
        let Some(game) = game else {
            let broken = archive.and_then(FinishedGames::into_error);
            return job.tell(broken.map_or(News::NoMoreGames, News::Broken));
        };
        if let Some(composed) = generator.consider(&game, &limits) {
            found += 1;
            job.tell(News::Found(Box::new(composed)));
        }
        tried.fetch_add(1, Ordering::Relaxed);
    }
}
