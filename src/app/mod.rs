//! The window: a rail with three workspaces, and everything they share.
//!
//! Nothing here computes: questions go to the [engine](crate::engine), files to the document, and
//! every action is a [`Command`].

pub mod advice;
pub mod commands;
pub mod common;
pub mod compose;
mod dialogs;
pub mod distributions;
mod file_commands;
pub mod files;
pub mod focus;
pub mod frames;
pub mod help;
pub mod invent;
mod key_sheet;
pub mod keys;
pub mod own_deck;
mod palette;
pub mod print;
pub mod replay;
pub mod settings;
mod settings_dialog;
pub mod settings_file;
mod shell;
mod shortcuts;
pub mod solve;
mod start;
mod status;
pub mod theme;
mod toasts;
pub mod tour;
pub mod view;
pub mod widgets;

use crate::engine::Budget;
use crate::net::lobby::Lobby;
use crate::net::passwords::{PasswordStore, SystemKeyring};
use crate::storage::{DataFolder, hand_over};
use crate::words::{Language, Words, system_language};
use commands::Command;
use compose::Compose;
use dialogs::Dialog;
use file_commands::{FileAccess, Next};
use files::{Dialogs, NativeDialogs, Purpose};
use replay::Replay;
use serde::{Deserialize, Serialize};
use settings::Settings;
use settings_file::{SettingsFile, SettingsTrouble};
use solve::Solve;
use std::path::PathBuf;
use std::sync::Arc;
use theme::Tokens;
use toasts::Toasts;
use tour::Tour;
use view::{Request, WorkspaceView};

/// The first page and the three workspaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Workspace {
    /// The first page; its table is that of Solve.
    Start,
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
    /// Whether the person plays a game with others over the net.
    pub with_people: bool,
    /// egui.
    pub ctx: egui::Context,
}

impl Cx<'_> {
    /// The tooltip of a command: what it does, and its key.
    #[must_use]
    pub fn hint(&self, command: Command) -> String {
        self.settings.keys.hint(command, &self.words)
    }
}

/// What lies over the window beside its questions.
struct Overlays {
    settings: settings_dialog::SettingsDialog,
    help: help::Help,
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
    over: Overlays,
    dialog: Option<Dialog>,
    files: FileAccess,
    budget: Budget,
    start: start::StartPage,
    viewport: Viewport,
}

/// What is known of the window itself.
#[derive(Default)]
struct Viewport {
    /// The user has agreed to leave.
    leaving: bool,
    title: String,
    frames: frames::Frames,
}

/// Where eframe kept the settings; it still keeps window size and panel widths.
const SETTINGS: &str = "kiebitz settings";

impl Kiebitz {
    /// A window with these settings; `data` is where work is kept, if anywhere.
    #[must_use]
    pub fn new(
        ctx: &egui::Context,
        settings: Settings,
        native: Arc<dyn Dialogs>,
        data: Option<DataFolder>,
    ) -> Kiebitz {
        theme::install(ctx);
        // Our own commands do the zooming, so that the size is remembered and limited.
        ctx.options_mut(|options| {
            options.zoom_with_keyboard = false;
            // Daylight where the system has no opinion.
            options.fallback_theme = egui::Theme::Light;
        });
        let data = data.map(Arc::new);
        // What the first window owns another one must not write.
        let own = data.as_deref().filter(|data| data.is_owner()).map(DataFolder::path);
        let file = SettingsFile::new(ctx, own, settings.clone());
        let mut kiebitz = Kiebitz {
            compose: Compose::new(ctx, data.as_deref()),
            solve: Solve::new(ctx, data.as_deref()),
            replay: Replay::new(ctx, data.as_deref()),
            settings,
            toasts: Toasts::default(),
            commands: Vec::new(),
            requests: Vec::new(),
            palette: palette::Palette::default(),
            over: Overlays {
                settings: settings_dialog::SettingsDialog::default(),
                help: help::Help::new(ctx),
            },
            dialog: None,
            files: FileAccess::new(ctx, native, data, file),
            budget: Budget::default(),
            start: start::StartPage::default(),
            viewport: Viewport::default(),
        };
        kiebitz.settings.apply(ctx);
        if kiebitz.files.data.as_ref().is_some_and(|data| !data.is_owner()) {
            let second = kiebitz.words().t("window.second");
            kiebitz.toasts.problem(second);
        }
        kiebitz
    }

    /// Says what could not be read of the settings.
    pub fn tell_of(&mut self, trouble: &SettingsTrouble) {
        let words = self.words();
        self.toasts.problem(match trouble {
            SettingsTrouble::Unreadable(aside) => {
                words.fill("settings.unreadable", &[("file", &aside.display())])
            }
            SettingsTrouble::Reset(names) => words.fill("settings.reset", &[("names", &names.join(", "))]),
        });
    }

    /// Carries out a command in the next frame, for tests.
    pub fn send(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// The workspace Compose, for tests.
    #[must_use]
    pub fn compose(&self) -> &Compose {
        &self.compose
    }

    /// How long frames took.
    #[must_use]
    pub fn frames(&self) -> &frames::Frames {
        &self.viewport.frames
    }

    /// What is remembered, for tests.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The manual, for tests.
    #[must_use]
    pub fn help(&self) -> &help::Help {
        &self.over.help
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

    /// Passwords that the person wants kept go here; before that, nowhere.
    pub fn set_password_store(&mut self, store: Arc<dyn PasswordStore>) {
        self.solve.server_mut().set_password_store(store);
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
            Workspace::Start | Workspace::Solve => &self.solve,
            Workspace::Replay => &self.replay,
        }
    }

    /// The workspaces, and everything they may touch.
    fn parts(&mut self, ctx: &egui::Context) -> (&mut Compose, &mut Solve, &mut Replay, Cx<'_>) {
        let cx = Cx {
            words: self.settings.words(),
            tokens: Tokens::of(ctx),
            settings: &mut self.settings,
            toasts: &mut self.toasts,
            requests: &mut self.requests,
            send: &mut self.commands,
            budget: self.budget.clone(),
            with_people: self.solve.server().lobby().is_some_and(Lobby::is_playing),
            ctx: ctx.clone(),
        };
        (&mut self.compose, &mut self.solve, &mut self.replay, cx)
    }

    /// Calls a workspace with everything it may touch.
    fn with_view<R>(
        &mut self,
        workspace: Workspace,
        ctx: &egui::Context,
        f: impl FnOnce(&mut dyn WorkspaceView, &mut Cx<'_>) -> R,
    ) -> R {
        let (compose, solve, replay, mut cx) = self.parts(ctx);
        match workspace {
            Workspace::Compose => f(compose, &mut cx),
            Workspace::Start | Workspace::Solve => f(solve, &mut cx),
            Workspace::Replay => f(replay, &mut cx),
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

    /// Carries out a command.
    fn run(&mut self, command: Command, ctx: &egui::Context) {
        match command {
            Command::New => self.ask_then(Next::New, ctx),
            Command::Open => self.ask_then(Next::Open(None), ctx),
            Command::Save => self.save(None, ctx),
            Command::SaveAs => self.prompt_for(Purpose::Save, None),
            Command::ExportSvg => self.prompt_for(Purpose::Svg, None),
            Command::ExportPng => self.prompt_for(Purpose::Png, None),
            Command::Quit => self.ask_then(Next::Quit, ctx),
            Command::PasteLine => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Command::Start => {
                self.settings.workspace = Workspace::Start;
                self.start.tour = None;
            }
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
            Command::SpeakTable => match widgets::table::table_in_words(ctx) {
                Some(text) => {
                    ctx.copy_text(text);
                    self.toasts.done(self.settings.words().t("spoken.copied"));
                }
                None => self.toasts.problem(self.settings.words().t("spoken.no_table")),
            },
            Command::Help => self.over.help.toggle(self.help_page().into(), ctx),
            Command::Settings => self.dialog = Some(Dialog::Settings),
            Command::Keys => self.dialog = Some(Dialog::Keys),
            Command::TourCompose => self.begin_tour(Tour::Compose, ctx),
            Command::TourSolve => self.begin_tour(Tour::Solve, ctx),
            Command::TourReplay => self.begin_tour(Tour::Replay, ctx),
            Command::TourIdea => self.begin_tour(Tour::Idea, ctx),
            Command::About => self.dialog = Some(Dialog::About),
            Command::Palette => self.palette.open(),
            // Esc leaves a tour before it stops anything.
            Command::Stop if self.start.tour.is_some() => self.start.tour = None,
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

    /// The page of the manual about what is on screen.
    fn help_page(&self) -> &'static str {
        match &self.dialog {
            _ if self.palette.is_open() => "keys#palette",
            Some(Dialog::Settings) => self.over.settings.help(),
            Some(Dialog::Keys) => "keys",
            Some(Dialog::About) => "first-steps",
            Some(Dialog::Unsaved(_) | Dialog::Recover | Dialog::Overwrite(..)) => "files",
            None if self.files.is_asking() => "files",
            None if self.settings.workspace == Workspace::Start => "first-steps",
            None => self.view().help(),
        }
    }

    /// Does what a workspace asked for.
    fn handle_request(&mut self, request: Request, ctx: &egui::Context) {
        match request {
            Request::Compose(puzzle) => self.ask_then(Next::Puzzle(puzzle), ctx),
            Request::Prove(position) => {
                self.settings.workspace = Workspace::Solve;
                self.solve.prove_or_plan(*position);
            }
            Request::Play(puzzle) => {
                self.settings.workspace = Workspace::Solve;
                self.solve.play(*puzzle);
            }
            Request::Sit(deal, seat) => {
                self.settings.workspace = Workspace::Solve;
                self.solve.sit(*deal, seat);
            }
            Request::Collection(path) => {
                self.settings.workspace = Workspace::Solve;
                let file = crate::engine::file_writer::ChosenFile {
                    path,
                    overwrite: crate::storage::Overwrite::Refused,
                };
                self.with_shown(ctx, |view, cx| view.file_chosen(Purpose::Folder, file, cx));
            }
            Request::Replay(records) => {
                self.settings.workspace = Workspace::Replay;
                self.replay.show(records);
                self.replay.open_single();
            }
            Request::Write(file, text) => self.write_text(file, text),
            Request::File(purpose, suggestion) => self.files.ask(purpose, &suggestion, None),
        }
    }

    /// Hears the engine, keeps the verdict and the rescue copy up to date.
    pub fn logic(&mut self, ctx: &egui::Context) {
        self.viewport.frames.begin();
        self.budget.set(self.settings.memory as usize, self.settings.threads as usize);
        for workspace in [Workspace::Compose, Workspace::Solve, Workspace::Replay] {
            self.with_view(workspace, ctx, |view, cx| view.update(cx));
        }
        self.follow_opening();
        self.follow_writing(ctx);
        self.follow_settings();
        self.follow_deck(ctx);
        if self.view().work(&self.words()).is_some() {
            // Progress is worth looking at a few times a second.
            ctx.request_repaint_after(std::time::Duration::from_millis(120));
        }
        if ctx.input(|input| input.viewport().close_requested()) && !self.viewport.leaving {
            if self.compose.is_unsaved() {
                ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
                self.ask_then(Next::Quit, ctx);
            } else {
                self.compose.close(&self.budget);
            }
        }
        self.follow_drops(ctx);
        self.follow_handed(ctx);
    }

    fn follow_settings(&mut self) {
        if let Some(error) = self.files.settings.follow(&self.settings, &self.budget) {
            let words = self.words();
            let why = crate::problems::write_error(&words, &error);
            self.toasts.problem(words.fill("settings.unwritten", &[("why", &why)]));
        }
    }

    /// Reads card pictures of one's own when they are chosen.
    fn follow_deck(&mut self, ctx: &egui::Context) {
        let words = self.words();
        let wanted = self.settings.cards.own_deck.as_deref();
        let told = |error: &crate::print::deck::DeckError| error.told(&words);
        if let Some(why) = self.files.deck.follow(wanted, ctx, &self.budget, told) {
            self.toasts.problem(words.fill("deck.failed", &[("why", &why)]));
        }
    }

    /// Draws the window.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.settings.apply(&ctx);
        self.over.help.hear(&ctx);
        shortcuts::listen(self, &ctx);
        self.shell_ui(ui);
        self.tour_ui(&ctx);
        let words = self.words();
        let mut palette = std::mem::take(&mut self.palette);
        match palette.ui(&ctx, &words, &self.settings.keys, |command| self.can_run(command)) {
            Some(palette::Entry::Command(command)) => self.commands.push(command),
            Some(palette::Entry::Page(page)) => self.over.help.open(page.into(), &ctx),
            None => {}
        }
        self.palette = palette;
        self.dialog_ui(&ctx);
        self.prompt_ui(&ctx);
        self.over.help.ui(&ctx, &self.settings, &self.budget);
        focus::ring_ui(&ctx);
        self.toasts.ui(&ctx, words.t("button.close"));
        let commands = std::mem::take(&mut self.commands);
        let about = commands.first().copied();
        for command in commands {
            self.run(command, &ctx);
            ctx.request_repaint();
        }
        for request in std::mem::take(&mut self.requests) {
            self.handle_request(request, &ctx);
            ctx.request_repaint();
        }
        self.title_bar(&ctx);
        let (workspace, work) = (self.settings.workspace, self.view().work(&words).map(|(what, _)| what));
        self.viewport.frames.end(|| format!("{workspace:?} {about:?} {}", work.unwrap_or_default()));
    }

    fn title_bar(&mut self, ctx: &egui::Context) {
        let words = self.words();
        let unsaved = self.settings.workspace == Workspace::Compose && self.compose.is_unsaved();
        let mark = if unsaved { "• " } else { "" };
        let title = format!("{mark}{} – Kiebitz", self.view().name(&words));
        if title != self.viewport.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.viewport.title = title;
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

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.files.settings.close(&self.settings, &self.budget);
        self.replay.close(&self.budget);
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// If there is no display, or no graphics.
pub fn run(file: Option<PathBuf>, language: Option<Language>) -> Result<(), String> {
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
    let data = crate::storage::data_folder().map(|folder| DataFolder::open(&folder));
    // A window that is open already takes the file; this start has nothing more to do.
    if let (Some(file), Some(data)) = (&file, &data)
        && !data.is_owner()
        && hand_over(data.path(), file)
    {
        return Ok(());
    }
    let lost = data.as_ref().and_then(settings_file::keep_old_file);
    let start = move |cc: &eframe::CreationContext<'_>| {
        let read = data.as_ref().map(settings_file::read).unwrap_or_default();
        let before = || cc.storage.and_then(|storage| eframe::get_value(storage, SETTINGS));
        // Whoever is here for the first time begins at the first page.
        let first = || Settings { workspace: Workspace::Start, ..Settings::default() };
        let mut settings = read.settings.or_else(before).unwrap_or_else(first);
        settings.language = language.or(settings.language);
        let mut kiebitz = Kiebitz::new(&cc.egui_ctx, settings, Arc::new(NativeDialogs), data);
        for trouble in read.trouble.iter().chain(&lost) {
            kiebitz.tell_of(trouble);
        }
        kiebitz.set_password_store(Arc::new(SystemKeyring));
        kiebitz.receive_files(&cc.egui_ctx);
        if let Some(file) = &file {
            kiebitz.open(file);
        }
        Ok(Box::new(kiebitz) as Box<dyn eframe::App>)
    };
    let words = Words::from(language.unwrap_or_else(system_language));
    #[cfg(all(unix, not(target_os = "macos")))]
    if ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].iter().all(|name| std::env::var_os(name).is_none()) {
        return Err(words.t("cli.no_display").into());
    }
    eframe::run_native("kiebitz", options, Box::new(start)).map_err(|error| {
        // Before the last colon it names its own source files.
        let text = error.to_string();
        let why = text.rsplit(": ").next().unwrap_or_default().trim();
        words.fill("cli.no_window", &[("why", &why)])
    })
}
