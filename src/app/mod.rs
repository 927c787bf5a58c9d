//! The window: a rail with three workspaces, and everything they share.
//!
//! Nothing here computes: questions go to the [engine](crate::engine), files to the document, and
//! every action is a [`Command`].

pub mod advice;
pub mod commands;
pub mod common;
pub mod compose;
mod debounce;
mod dialogs;
pub mod distributions;
pub mod files;
pub mod invent;
mod keys;
mod palette;
pub mod print;
pub mod problems;
mod recovery;
pub mod replay;
pub mod settings;
mod shell;
pub mod solve;
mod status;
pub mod theme;
mod toasts;
pub mod view;
pub mod widgets;

use crate::engine::Budget;
use crate::words::Words;
use commands::Command;
use compose::Compose;
use dialogs::Dialog;
use files::{Chosen, Dialogs, FilePrompt, NativeDialogs, Purpose};
use recovery::Recovery;
use replay::Replay;
use serde::{Deserialize, Serialize};
use settings::Settings;
use solve::Solve;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use theme::Tokens;
use toasts::Toasts;
use view::{Request, WorkspaceView};

/// The three workspaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Workspace {
    /// Lay out a deal.
    #[default]
    Compose,
    /// Solve it.
    Solve,
    /// Look at games.
    Replay,
}

/// What a workspace gets to work with in one frame.
pub struct Cx<'a> {
    /// The words in use.
    pub words: Words,
    /// The colours in use.
    pub tokens: Tokens,
    /// What is remembered.
    pub settings: &'a mut Settings,
    /// Messages.
    pub toasts: &'a mut Toasts,
    /// What the window is asked for after this frame.
    pub requests: &'a mut Vec<Request>,
    /// Commands to be carried out after this frame.
    pub send: &'a mut Vec<Command>,
    /// Memory and threads of all background work.
    pub budget: Budget,
    /// egui.
    pub ctx: egui::Context,
}

/// What is done once unsaved work has been dealt with.
#[derive(Clone, Debug, PartialEq)]
enum Next {
    New,
    Open(Option<PathBuf>),
    Puzzle(Box<crate::puzzle::Puzzle>),
    Quit,
}

/// The window.
pub struct Kiebitz {
    settings: Settings,
    compose: Compose,
    solve: Solve,
    replay: Replay,
    toasts: Toasts,
    commands: Vec<Command>,
    requests: Vec<Request>,
    palette: palette::Palette,
    dialog: Option<Dialog>,
    prompt: Option<FilePrompt>,
    /// What waits for a file to be saved.
    after_save: Option<Next>,
    native: Arc<dyn Dialogs>,
    recovery: Recovery,
    budget: Budget,
    /// The user has agreed to leave.
    leaving: bool,
    title: String,
}

/// Where eframe keeps the settings.
const SETTINGS: &str = "kiebitz settings";

impl Kiebitz {
    /// A window with these settings; `data` is where work is rescued to, if anywhere.
    #[must_use]
    pub fn new(
        ctx: &egui::Context,
        settings: Settings,
        native: Arc<dyn Dialogs>,
        data: Option<PathBuf>,
    ) -> Kiebitz {
        theme::install(ctx);
        // Our own commands do the zooming, so that the size is remembered and limited.
        ctx.options_mut(|options| {
            options.zoom_with_keyboard = false;
            // Daylight where the system has no opinion.
            options.fallback_theme = egui::Theme::Light;
        });
        let mut kiebitz = Kiebitz {
            settings,
            compose: Compose::new(ctx),
            solve: Solve::new(ctx, data.as_deref()),
            replay: Replay::new(ctx, data.as_deref()),
            toasts: Toasts::default(),
            commands: Vec::new(),
            requests: Vec::new(),
            palette: palette::Palette::default(),
            dialog: None,
            prompt: None,
            after_save: None,
            native,
            recovery: Recovery::new(data),
            budget: Budget::default(),
            leaving: false,
            title: String::new(),
        };
        kiebitz.settings.apply(ctx);
        if kiebitz.recovery.find().is_some() {
            kiebitz.dialog = Some(Dialog::Recover);
        }
        kiebitz
    }

    /// The workspace Compose, for tests.
    #[must_use]
    pub fn compose(&self) -> &Compose {
        &self.compose
    }

    /// What is remembered, for tests.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The words in use.
    #[must_use]
    pub fn words(&self) -> Words {
        self.settings.words()
    }

    /// The workspace Solve, for tests.
    #[must_use]
    pub fn solve(&self) -> &Solve {
        &self.solve
    }

    /// The workspace Replay, for tests.
    #[must_use]
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The workspace that is shown.
    fn view(&self) -> &dyn WorkspaceView {
        match self.settings.workspace {
            Workspace::Compose => &self.compose,
            Workspace::Solve => &self.solve,
            Workspace::Replay => &self.replay,
        }
    }

    /// Calls a workspace with everything it may touch.
    fn with_view<R>(
        &mut self,
        workspace: Workspace,
        ctx: &egui::Context,
        f: impl FnOnce(&mut dyn WorkspaceView, &mut Cx<'_>) -> R,
    ) -> R {
        let mut cx = Cx {
            words: self.settings.words(),
            tokens: Tokens::of(ctx),
            settings: &mut self.settings,
            toasts: &mut self.toasts,
            requests: &mut self.requests,
            send: &mut self.commands,
            budget: self.budget.clone(),
            ctx: ctx.clone(),
        };
        match workspace {
            Workspace::Compose => f(&mut self.compose, &mut cx),
            Workspace::Solve => f(&mut self.solve, &mut cx),
            Workspace::Replay => f(&mut self.replay, &mut cx),
        }
    }

    /// Calls the workspace that is shown.
    fn with_shown<R>(
        &mut self,
        ctx: &egui::Context,
        f: impl FnOnce(&mut dyn WorkspaceView, &mut Cx<'_>) -> R,
    ) -> R {
        self.with_view(self.settings.workspace, ctx, f)
    }

    /// Whether a command has something to do now.
    fn can_run(&self, command: Command) -> bool {
        command.is_everywhere() || self.view().can_run(command)
    }

    /// Opens a file, or says why it cannot be read; what is on screen stays until it is.
    pub fn open(&mut self, path: &Path) {
        let words = self.words();
        let path = &std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        if files::is_archive(path) {
            self.replay.open(path);
            self.settings.remember(path);
            self.settings.workspace = Workspace::Replay;
            return;
        }
        match common::document::file::open(path) {
            Ok(document) => {
                self.compose.load(document, Some(path.to_path_buf()));
                self.settings.remember(path);
                self.settings.workspace = Workspace::Compose;
                self.recovery.forget();
            }
            Err(error) => {
                let why = problems::open_error(&words, &error);
                let name = path.display();
                self.toasts.problem(words.fill("open.failed", &[("file", &name), ("why", &why)]));
            }
        }
    }

    fn save_to(&mut self, path: &Path) -> bool {
        let words = self.words();
        let (text, is_puzzle) = common::document::file::to_text(self.compose.document());
        match common::document::file::write_atomically(path, text.as_bytes()) {
            Ok(()) => {
                self.compose.mark_saved(path.to_path_buf());
                self.settings.remember(path);
                self.recovery.forget();
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let key = if is_puzzle { "save.done" } else { "save.draft" };
                let text = words.find(key).unwrap_or(key).replace("{file}", &name);
                self.toasts.done(text);
                true
            }
            Err(error) => {
                let why = problems::io_error(&words, &error);
                let name = path.display();
                let message = words.fill("save.failed", &[("file", &name), ("why", &why)]);
                self.toasts.problem(message);
                false
            }
        }
    }

    fn export_to(&mut self, path: &Path, purpose: Purpose) {
        let words = self.words();
        let Some(diagram) = self.compose.diagram(&words) else {
            self.toasts.problem(words.t("diagram.not_yet"));
            return;
        };
        let bytes = match purpose {
            Purpose::Svg => Ok(diagram.to_svg().into_bytes()),
            _ => diagram.to_png(4.0).map_err(|error| error.to_string()),
        };
        let written = bytes.and_then(|bytes| {
            common::document::file::write_atomically(path, &bytes)
                .map_err(|error| problems::io_error(&words, &error))
        });
        let name = path.display();
        match written {
            Ok(()) => self.toasts.done(words.fill("export.done", &[("file", &name)])),
            Err(why) => self.toasts.problem(words.fill("save.failed", &[("file", &name), ("why", &why)])),
        }
    }

    /// Does something that would lose the document, but asks first if it is not saved.
    fn ask_then(&mut self, next: Next, ctx: &egui::Context) {
        if self.compose.is_unsaved() {
            self.dialog = Some(Dialog::Unsaved(next));
        } else {
            self.go_on(next, ctx);
        }
    }

    fn go_on(&mut self, next: Next, ctx: &egui::Context) {
        match next {
            Next::New => {
                self.compose.load(Default::default(), None);
                self.recovery.forget();
                self.settings.workspace = Workspace::Compose;
            }
            Next::Open(Some(path)) => self.open(&path),
            Next::Open(None) => {
                let folder = self.folder().join("");
                self.prompt = Some(FilePrompt::new(Purpose::Open, &folder));
            }
            Next::Puzzle(puzzle) => {
                self.compose.load(common::document::file::from_puzzle(&puzzle), None);
                self.settings.workspace = Workspace::Compose;
            }
            Next::Quit => {
                self.leaving = true;
                self.recovery.forget();
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
        }
    }

    /// Where files are likely to be: beside the last one.
    fn folder(&self) -> PathBuf {
        let last = self.compose.path().or(self.settings.recent.first().map(PathBuf::as_path));
        let folder = last.and_then(Path::parent).map(Path::to_path_buf);
        let home = || std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE")).map(PathBuf::from);
        folder.filter(|folder| folder.is_dir()).or_else(home).unwrap_or_default()
    }

    /// A file name made of the title.
    fn suggestion(&self, purpose: Purpose) -> PathBuf {
        if let Some(path) = self.compose.path() {
            return path.with_extension(purpose.extension());
        }
        let words = self.words();
        let name: String = self
            .compose
            .name(&words)
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '-' })
            .collect::<String>()
            .split('-')
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("-");
        self.folder().join(name).with_extension(purpose.extension())
    }

    fn prompt_for(&mut self, purpose: Purpose) {
        self.prompt = Some(FilePrompt::new(purpose, &self.suggestion(purpose)));
    }

    fn save(&mut self, ctx: &egui::Context) {
        match self.compose.path().map(Path::to_path_buf) {
            Some(path) => {
                if self.save_to(&path)
                    && let Some(next) = self.after_save.take()
                {
                    self.go_on(next, ctx);
                }
            }
            None => self.prompt_for(Purpose::Save),
        }
    }

    /// Carries out a command.
    fn run(&mut self, command: Command, ctx: &egui::Context) {
        match command {
            Command::New => self.ask_then(Next::New, ctx),
            Command::Open => self.ask_then(Next::Open(None), ctx),
            Command::Save => self.save(ctx),
            Command::SaveAs => self.prompt_for(Purpose::Save),
            Command::ExportSvg => self.prompt_for(Purpose::Svg),
            Command::ExportPng => self.prompt_for(Purpose::Png),
            Command::Quit => self.ask_then(Next::Quit, ctx),
            Command::PasteLine => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Command::Compose => self.settings.workspace = Workspace::Compose,
            Command::Solve => self.settings.workspace = Workspace::Solve,
            Command::Replay => self.settings.workspace = Workspace::Replay,
            Command::DealHand => {
                self.settings.workspace = Workspace::Solve;
                self.solve.show_join_in();
            }
            Command::ShowValues => self.settings.values = !self.settings.values,
            Command::ShowPossible => self.settings.possible = !self.settings.possible,
            Command::ZoomIn => self.settings.zoom = (self.settings.zoom * 10.0).round() / 10.0 + 0.1,
            Command::ZoomOut => self.settings.zoom = (self.settings.zoom * 10.0).round() / 10.0 - 0.1,
            Command::ZoomReset => self.settings.zoom = 1.0,
            Command::ToggleTheme => {
                self.settings.theme = match ctx.theme() {
                    egui::Theme::Dark => settings::ThemeChoice::Light,
                    egui::Theme::Light => settings::ThemeChoice::Dark,
                };
            }
            Command::SwitchLanguage => {
                use crate::puzzle::Language;
                self.settings.language = Some(match self.settings.language() {
                    Language::German => Language::English,
                    Language::English => Language::German,
                });
                self.toasts.clear();
            }
            Command::Settings => self.dialog = Some(Dialog::Settings),
            Command::Keys => self.dialog = Some(Dialog::Keys),
            Command::About => self.dialog = Some(Dialog::About),
            Command::Palette => self.palette.open(),
            Command::Stop => {
                self.compose.stop();
                self.solve.stop();
                self.replay.stop();
            }
            own => self.with_shown(ctx, |view, cx| {
                if view.can_run(own) {
                    view.run(own, cx);
                }
            }),
        }
    }

    /// Does what a workspace asked for.
    fn handle_request(&mut self, request: Request, ctx: &egui::Context) {
        match request {
            Request::Compose(puzzle) => self.ask_then(Next::Puzzle(puzzle), ctx),
            Request::Prove(position) => {
                self.settings.workspace = Workspace::Solve;
                self.solve.prove(*position);
            }
            Request::Play(puzzle) => {
                self.settings.workspace = Workspace::Solve;
                self.solve.play(*puzzle);
            }
            Request::Sit(deal, seat) => {
                self.settings.workspace = Workspace::Solve;
                self.solve.sit(*deal, seat);
            }
            Request::Replay(records) => {
                self.settings.workspace = Workspace::Replay;
                self.replay.show(records);
                self.replay.open_single();
            }
            Request::File(purpose, suggestion) => self.prompt = Some(FilePrompt::new(purpose, &suggestion)),
        }
    }

    fn prompt_ui(&mut self, ctx: &egui::Context) {
        let words = self.words();
        let Some(mut prompt) = self.prompt.take() else { return };
        match prompt.ui(ctx, &words, &self.settings, &self.native) {
            Chosen::Waiting => self.prompt = Some(prompt),
            Chosen::Cancelled => self.after_save = None,
            Chosen::Path(path) => match prompt.purpose {
                Purpose::Open => self.open(&path),
                Purpose::Save => {
                    if self.save_to(&path)
                        && let Some(next) = self.after_save.take()
                    {
                        self.go_on(next, ctx);
                    }
                }
                Purpose::Svg | Purpose::Png => self.export_to(&path, prompt.purpose),
                purpose => self.with_shown(ctx, |view, cx| view.file_chosen(purpose, &path, cx)),
            },
        }
    }

    /// Hears the engine, keeps the verdict and the rescue copy up to date.
    pub fn logic(&mut self, ctx: &egui::Context) {
        self.budget.set(self.settings.memory as usize, self.settings.threads as usize);
        for workspace in [Workspace::Compose, Workspace::Solve, Workspace::Replay] {
            self.with_view(workspace, ctx, |view, cx| view.update(cx));
        }
        self.recovery.follow(&self.compose, ctx);
        if self.view().work(&self.words()).is_some() {
            // Progress is worth looking at a few times a second.
            ctx.request_repaint_after(std::time::Duration::from_millis(120));
        }
        if ctx.input(|input| input.viewport().close_requested()) && !self.leaving {
            if self.compose.is_unsaved() {
                ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
                self.dialog = Some(Dialog::Unsaved(Next::Quit));
            } else {
                self.recovery.forget();
            }
        }
        let dropped: Vec<PathBuf> =
            ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_path_buf()).collect());
        // Archives lie side by side; of puzzles there is room for one.
        let (archives, others): (Vec<PathBuf>, Vec<PathBuf>) =
            dropped.into_iter().partition(|path| files::is_archive(path));
        for path in &archives {
            self.open(path);
        }
        if let Some(path) = others.into_iter().next() {
            self.ask_then(Next::Open(Some(path)), ctx);
        }
    }

    /// Draws the window.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.settings.apply(&ctx);
        keys::listen(self, &ctx);
        self.shell_ui(ui);
        let words = self.words();
        let mut palette = std::mem::take(&mut self.palette);
        if let Some(command) = palette.ui(&ctx, &words, |command| self.can_run(command)) {
            self.commands.push(command);
        }
        self.palette = palette;
        self.dialog_ui(&ctx);
        self.prompt_ui(&ctx);
        self.toasts.ui(&ctx, words.t("button.close"));
        for command in std::mem::take(&mut self.commands) {
            self.run(command, &ctx);
            ctx.request_repaint();
        }
        for request in std::mem::take(&mut self.requests) {
            self.handle_request(request, &ctx);
            ctx.request_repaint();
        }
        self.title_bar(&ctx);
    }

    fn title_bar(&mut self, ctx: &egui::Context) {
        let words = self.words();
        let unsaved = self.settings.workspace == Workspace::Compose && self.compose.is_unsaved();
        let mark = if unsaved { "• " } else { "" };
        let title = format!("{mark}{} – Kiebitz", self.view().name(&words));
        if title != self.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

impl eframe::App for Kiebitz {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        Kiebitz::logic(self, ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, SETTINGS, &self.settings);
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// If there is no display, or no graphics.
pub fn run(file: Option<PathBuf>) -> Result<(), String> {
    let icon = eframe::icon_data::from_png_bytes(include_bytes!("../../icons/kiebitz-256.png"));
    let mut viewport = egui::ViewportBuilder::default()
        .with_app_id("kiebitz")
        .with_title("Kiebitz")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([900.0, 620.0]);
    if let Ok(icon) = icon {
        viewport = viewport.with_icon(icon);
    }
    let options = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        ..eframe::NativeOptions::default()
    };
    let start = move |cc: &eframe::CreationContext<'_>| {
        let settings =
            cc.storage.and_then(|storage| eframe::get_value(storage, SETTINGS)).unwrap_or_default();
        let data = eframe::storage_dir("kiebitz");
        let mut kiebitz = Kiebitz::new(&cc.egui_ctx, settings, Arc::new(NativeDialogs), data);
        if let Some(file) = &file {
            kiebitz.open(file);
        }
        Ok(Box::new(kiebitz) as Box<dyn eframe::App>)
    };
    eframe::run_native("kiebitz", options, Box::new(start)).map_err(|error| error.to_string())
}
