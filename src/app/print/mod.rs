//! Sheets for print: what goes on them, a look at every page, and the file.

mod form;

pub use form::{Choice, Paper};

use super::Cx;
use super::common::{follow, waker};
use super::files::{self, Purpose};
use super::own_deck;
use super::theme::{GAP, WIDE};
use super::view::Request;
use super::widgets::fields::{self, caption};
use crate::engine::file_writer::ChosenFile;
use crate::engine::{JobContext, Monitor, Task};
use crate::print::{self, Format, Page, PrintError, Printing, Sheet, page_path, pixels};
use crate::problems;
use crate::puzzle::Puzzle;
use crate::storage::{RealDisk, WriteError, write_on};
use crate::words::{Faces, Words};
use egui::{Button, ColorImage, ProgressBar, RichText, ScrollArea, TextureHandle, TextureOptions, Ui, vec2};
use std::path::PathBuf;

/// Puzzles that can be printed together, and how they are called.
#[derive(Clone, Debug)]
pub struct Scope {
    /// What the dialog calls them.
    pub name: String,
    /// A file name without ending.
    pub file: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A sheet to be made into files.
#[derive(Clone)]
struct PrintOrder {
    sheet: Sheet,
    file: ChosenFile,
    format: Format,
    /// Whether solutions that are missing are worked out.
    works_out: bool,
    printing: Printing,
}

/// What the background work reports.
enum News {
    /// A page as dots, and how many pages there are.
    Picture(Wanted, usize, ColorImage),
    /// The beginning of a text.
    Text(Wanted, String),
    /// A page with dots enough to be printed, for the clipboard.
    Copied(ColorImage),
    /// The files are written.
    Written(PathBuf, usize),
    /// Why not.
    Failed(PrintError),
    /// The system does not let us write.
    Unwritten(PathBuf, WriteError),
}

/// What is to be looked at.
#[derive(Clone, Debug, Default, PartialEq)]
struct Wanted {
    choice: Choice,
    title: String,
    /// Counted from 0.
    page: usize,
}

/// A page, or the beginning of a text.
enum Look {
    Picture(usize, TextureHandle),
    Text(String),
}

/// The dialog.
pub struct Print {
    scopes: Vec<Scope>,
    choice: Choice,
    /// What stands above the puzzles.
    title: String,
    /// The page that is shown, counted from 0.
    page: usize,
    /// For what the preview was asked.
    asked: Option<Wanted>,
    look: Option<(Wanted, Look)>,
    trouble: Option<String>,
    printing: Printing,
    preview: Task<(Wanted, Sheet), News>,
    files: Task<PrintOrder, News>,
    /// A page, counted from 0, on its way to the clipboard.
    copying: Task<(Sheet, usize), News>,
}

/// Dots that the preview is wide.
const DOTS: f32 = 760.0;
/// Dots to the point of a page that is copied: 300 to the inch.
const COPIED: f32 = 300.0 / 72.0;
/// Letters of a text that are shown.
const LETTERS: usize = 6000;

impl Print {
    /// The dialog of this window, closed.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Print {
        Print {
            scopes: Vec::new(),
            choice: Choice::default(),
            title: String::new(),
            page: 0,
            asked: None,
            look: None,
            trouble: None,
            printing: Printing::default(),
            preview: Task::new("print preview", waker(ctx), |(wanted, sheet), job| {
                preview(wanted, sheet, job)
            }),
            files: Task::new("print files", waker(ctx), |order: &PrintOrder, job| {
                job.tell(order.carry_out(job))
            }),
            copying: Task::new("copy page", waker(ctx), |(sheet, page), job| {
                if let Some(drawn) = drawn(sheet, *page, |_| COPIED) {
                    job.tell(drawn.map_or_else(News::Failed, |(_, image)| News::Copied(image)));
                }
            }),
        }
    }

    /// Opens it about these puzzles, the first scope chosen.
    pub fn open(&mut self, scopes: Vec<Scope>, words: &Words) {
        self.choice.scope = 0;
        self.choice.language = words.language;
        self.choice.german_suits = words.faces == Faces::German;
        if scopes.first().is_some_and(|scope| scope.puzzles.len() > 1) && !self.choice.paper.is_page() {
            self.choice.paper = Paper::TwoColumns;
        }
        self.scopes = scopes;
        self.page = 0;
        self.asked = None;
        self.look = None;
        self.trouble = None;
    }

    /// Whether it is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.scopes.is_empty()
    }

    /// What it is at.
    #[must_use]
    pub fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        let monitor = self.files.work()?;
        Some((words.t("status.print").into(), monitor))
    }

    /// Stops the printing.
    pub fn stop(&mut self) {
        self.printing.cancel.cancel();
    }

    fn sheet(&self, words: &Words, ctx: &egui::Context) -> Option<Sheet> {
        let scope = self.scopes.get(self.choice.scope)?;
        let french = match words.faces {
            Faces::TwoColour => Faces::TwoColour,
            _ => Faces::FourColour,
        };
        let mut sheet = self.choice.sheet(scope.puzzles.clone(), french);
        sheet.title.clone_from(&self.title);
        sheet.date = print::today();
        if self.choice.own_deck {
            sheet.look.deck = own_deck::textures(ctx).map(|own| own.deck.clone());
        }
        Some(sheet)
    }

    fn wanted(&self) -> Wanted {
        Wanted { choice: self.choice, title: self.title.clone(), page: self.page }
    }

    /// Hears the engine, and asks for a new preview when something has changed.
    pub fn update(&mut self, cx: &mut Cx<'_>) {
        let words = cx.words;
        follow(&mut self.preview, cx);
        follow(&mut self.files, cx);
        follow(&mut self.copying, cx);
        let news = self.preview.take().into_iter().chain(self.files.take()).chain(self.copying.take());
        for news in news {
            match news {
                News::Picture(wanted, pages, image) => {
                    let texture = cx.ctx.load_texture("printed page", image, TextureOptions::LINEAR);
                    self.page = self.page.min(pages.saturating_sub(1));
                    self.look = Some((wanted, Look::Picture(pages, texture)));
                }
                News::Copied(image) => {
                    cx.ctx.copy_image(image);
                    cx.toasts.done(words.t("print.copied"));
                }
                News::Text(wanted, text) => self.look = Some((wanted, Look::Text(text))),
                News::Written(path, count) => {
                    let file = path.display();
                    cx.toasts.done(match count {
                        1 => words.fill("print.done", &[("file", &file)]),
                        n => words.fill("print.done_pages", &[("file", &file), ("n", &n)]),
                    });
                    self.scopes.clear();
                }
                News::Failed(PrintError::Stopped) => self.trouble = Some(words.t("print.stopped").into()),
                News::Failed(error) => self.trouble = Some(error.to_string()),
                News::Unwritten(path, error) => {
                    let (file, why) = (path.display(), problems::write_error(&words, &error));
                    self.trouble = Some(words.fill("save.failed", &[("file", &file), ("why", &why)]));
                }
            }
        }
        let wanted = self.wanted();
        if self.asked.as_ref() != Some(&wanted)
            && let Some(sheet) = self.sheet(&words, &cx.ctx)
        {
            self.asked = Some(wanted.clone());
            self.preview.begin((wanted, sheet));
        }
    }

    /// A file was chosen: makes it.
    pub fn export(&mut self, file: ChosenFile, words: &Words, ctx: &egui::Context) {
        let Some(sheet) = self.sheet(words, ctx) else { return };
        self.printing = Printing::default();
        self.trouble = None;
        self.files.begin(PrintOrder {
            sheet,
            file,
            format: self.choice.format,
            works_out: self.choice.works_out(),
            printing: self.printing.clone(),
        });
    }

    /// Draws the dialog, if it is open.
    pub fn ui(&mut self, ctx: &egui::Context, cx: &mut Cx<'_>) {
        if self.scopes.is_empty() {
            return;
        }
        let words = cx.words;
        let busy = self.files.is_busy();
        // The first Esc stops, the next one closes.
        let escape =
            |input: &mut egui::InputState| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape);
        if busy && ctx.input_mut(escape) {
            self.stop();
        }
        let screen = ctx.content_rect();
        let size = vec2((screen.width() - 160.0).min(1060.0), (screen.height() - 150.0).min(820.0));
        let mut close = false;
        let modal = fields::modal(ctx, "print").show(ctx, |ui| {
            ui.set_width(size.x);
            ui.set_height(size.y);
            ui.heading(words.t("print.title"));
            ui.add_space(GAP);
            let height = size.y - 100.0;
            ui.horizontal_top(|ui| {
                ui.allocate_ui(vec2(390.0, height), |ui| {
                    ui.vertical(|ui| {
                        ui.set_width(390.0);
                        ui.add_enabled_ui(!busy, |ui| {
                            form::form_ui(ui, &mut self.choice, &self.scopes, &words);
                            if self.choice.paper.is_page() {
                                caption(ui, words.t("print.heading"));
                                ui.add(egui::TextEdit::singleline(&mut self.title).desired_width(330.0));
                            }
                        });
                        ui.add_space(GAP);
                        if let Some(trouble) = &self.trouble {
                            ui.add(egui::Label::new(RichText::new(trouble).color(cx.tokens.bad)).wrap());
                        }
                        if busy {
                            let (done, all) = self.printing.steps();
                            ui.label(words.fill("print.progress", &[("n", &done), ("of", &all)]));
                            let share = done as f32 / all.max(1) as f32;
                            ui.add(ProgressBar::new(share).desired_height(8.0).fill(cx.tokens.accent));
                        }
                    });
                });
                ui.add_space(WIDE);
                let rest = ui.available_size();
                ui.allocate_ui(vec2(rest.x, height), |ui| ui.vertical(|ui| self.look_ui(ui, cx, height)));
            });
            ui.add_space(GAP);
            close = self.buttons_ui(ui, cx, busy);
        });
        if close || modal.should_close() {
            self.stop();
            self.scopes.clear();
        }
    }

    /// A page, and the buttons that turn to the next.
    fn look_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, height: f32) {
        let words = cx.words;
        let wanted = self.wanted();
        let current = self.look.as_ref().filter(|(shown, _)| *shown == wanted);
        match &self.look {
            _ if current.is_none() && self.preview.is_busy() => {
                caption(ui, words.t("print.drawing"));
            }
            Some((_, Look::Picture(1, _))) => {
                caption(ui, words.t("print.page"));
            }
            &Some((_, Look::Picture(pages, _))) => {
                ui.horizontal(|ui| {
                    let back = ui.add_enabled(self.page > 0, Button::new("◀"));
                    if back.on_hover_text(words.t("print.page_back")).clicked() {
                        self.page -= 1;
                    }
                    let now = (self.page + 1).min(pages);
                    caption(ui, &words.fill("print.page_of", &[("n", &now), ("of", &pages)]));
                    let next = ui.add_enabled(self.page + 1 < pages, Button::new("▶"));
                    if next.on_hover_text(words.t("print.page_next")).clicked() {
                        self.page += 1;
                    }
                });
            }
            Some((_, Look::Text(_))) => {
                caption(ui, words.t("print.text"));
            }
            None => {}
        }
        ScrollArea::both().id_salt("printed").auto_shrink(false).max_height(height - 30.0).show(ui, |ui| {
            match &self.look {
                Some((_, Look::Picture(_, texture))) => {
                    // As wide as there is room, so that it can be read.
                    let size = texture.size_vec2();
                    let scale = ((ui.available_width() - GAP) / size.x).min(1.0);
                    let image = egui::Image::new(texture).fit_to_exact_size(size * scale);
                    ui.add(image.alt_text(words.t("print.page_name")));
                }
                Some((_, Look::Text(text))) => {
                    ui.add(egui::Label::new(RichText::new(text).monospace().size(12.5)).extend());
                }
                None => {}
            }
        });
    }

    /// The buttons below; whether the dialog is to close.
    fn buttons_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, busy: bool) -> bool {
        let words = cx.words;
        let (mut close, mut copies) = (false, false);
        let can_copy = self.choice.format.is_drawn() && !self.copying.is_busy();
        egui::Sides::new().show(
            ui,
            |ui| {
                let copy = ui.add_enabled(can_copy, Button::new(words.t("print.copy")));
                copies = copy.on_hover_text(words.t("print.copy_why")).clicked();
            },
            |ui| {
                if busy {
                    if ui.button(words.t("dist.stop")).clicked() {
                        self.stop();
                    }
                    return;
                }
                if fields::highlighted(ui, true, words.t("print.export"), egui::Vec2::ZERO)
                    && let Some(scope) = self.scopes.get(self.choice.scope)
                {
                    let format = self.choice.format;
                    let purpose = Purpose::Sheet(format);
                    let name = files::with_ending(files::home().join(&scope.file), purpose);
                    cx.requests.push(Request::File(purpose, name));
                }
                close = ui.button(words.t("button.cancel")).clicked();
            },
        );
        if copies && let Some(sheet) = self.sheet(&words, &cx.ctx) {
            self.copying.begin((sheet, self.page));
        }
        close
    }
}

impl PrintOrder {
    /// Makes the files.
    fn carry_out(&self, job: &JobContext<News>) -> News {
        let mut sheet = self.sheet.clone();
        let mut printing = self.printing.clone();
        printing.resources = job.share().resources();
        let worked_out = if self.works_out { sheet.work_out(false, &printing) } else { Ok(()) };
        let files = match worked_out.and_then(|()| sheet.print(self.format, &printing)) {
            Ok(files) => files,
            Err(error) => return News::Failed(error),
        };
        let ChosenFile { path: first, overwrite } = &self.file;
        for (page, bytes) in files.iter().enumerate() {
            let path = page_path(first, page);
            if let Err(error) = write_on(RealDisk::shared(), &path, bytes, *overwrite) {
                return News::Unwritten(path, error);
            }
        }
        News::Written(first.clone(), files.len())
    }
}

/// How many pages there are, and one of them, or the last, with so many dots to the point.
fn drawn(
    sheet: &Sheet,
    page: usize,
    dots: impl Fn(&Page) -> f32,
) -> Option<Result<(usize, ColorImage), PrintError>> {
    let pages = sheet.pages();
    let page = pages.get(page).or(pages.last())?;
    Some(pixels(page, dots(page)).map(|picture| {
        let size = [picture.width as usize, picture.height as usize];
        (pages.len(), ColorImage::from_rgba_unmultiplied(size, &picture.rgba))
    }))
}

/// Draws a page.
fn preview(wanted: &Wanted, sheet: &Sheet, job: &JobContext<News>) {
    let text = match wanted.choice.format {
        Format::Text => sheet.to_text(),
        Format::Markdown => sheet.to_markdown(),
        _ => {
            match drawn(sheet, wanted.page, |page| DOTS / page.width) {
                Some(Ok((pages, image))) => job.tell(News::Picture(wanted.clone(), pages, image)),
                Some(Err(error)) => job.tell(News::Failed(error)),
                None => {}
            }
            return;
        }
    };
    job.tell(News::Text(wanted.clone(), text.chars().take(LETTERS).collect()));
}
