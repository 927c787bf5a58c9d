//! Replay: browse archives of games, and see what was missed.
//!
//! | part | what it holds |
//! | --- | --- |
//! | [`archives`] | the archives that are open, and how they are read |
//! | [`list`] | filters, order, and the games that are listed |
//! | [`game`] | the game on the table, its analysis and its values |
//! | [`explore`] | what was done in the games listed, or in the position on the table |
//! | [`report`] | the worst mistakes of the games listed |
//! | [`jobs`] | the batch, and writing games and reports |
//! | `notepad` | what the person writes about games, on its way to the disk |
//!
//! Each has its own state, hears its own background tasks and draws itself; this file lets them meet.

pub mod archives;
pub mod explore;
pub mod game;
pub mod jobs;
mod kept;
pub mod list;
mod notepad;
pub mod report;

use super::Cx;
use super::advice::Adviser;
use super::commands::Command;
use super::files::Purpose;
use super::theme::GAP;
use super::view::{Request, WorkspaceView};
use super::widgets::beside::Beside;
use super::widgets::landmarks::{self, Landmark};
use crate::archive::analysis::{Control, Summary};
use crate::engine::file_writer::ChosenFile;
use crate::engine::{Budget, Monitor, fresh_number};
use crate::print::Format;
use crate::rules::Seat;
use crate::storage::DataFolder;
use crate::words::Words;
use archives::{Archives, Indexes, OpenArchives, Origin};
use egui::{CentralPanel, Frame, Key, Margin, Modifiers, Ui};
use explore::{ExplorePanel, Request as ExploreRequest, What};
use game::GamePage;
use game::view::{GameTab, GameView};
use jobs::{ExportRequest, Jobs, ReportKind, ReportRequest};
use kept::Kept;
use list::query::SavedFilter;
use list::{GameList, Tab};
use notepad::Notepad;
use report::{ReportPanel, ReportQuestion};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A question that is asked once: no two are the same, whatever they hold.
#[derive(Clone)]
pub struct Once<T>(u64, T);

impl<T> Once<T> {
    fn new(what: T) -> Once<T> {
        Once(fresh_number(), what)
    }
}

impl<T> PartialEq for Once<T> {
    fn eq(&self, other: &Once<T>) -> bool {
        self.0 == other.0
    }
}

/// How fast cards fall by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// Time to think.
    Slow,
    /// One card a second.
    #[default]
    Medium,
    /// For an overview.
    Fast,
}

impl Pace {
    /// Between two cards.
    #[must_use]
    pub fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Pace::Slow => 2400,
            Pace::Medium => 1100,
            Pace::Fast => 350,
        })
    }
}

/// What Replay remembers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Remembered {
    /// Filters kept under a name.
    pub saved: Vec<SavedFilter>,
    /// The archives that were open.
    pub archives: Vec<PathBuf>,
    /// The pace of autoplay.
    pub pace: Pace,
    /// A batch that is not finished.
    pub pending: Option<jobs::Pending>,
    /// The columns of the list, if others than the usual are wanted.
    pub columns: Vec<list::columns::ChosenColumn>,
}

/// Which page is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// The list of games.
    #[default]
    Archive,
    /// One game.
    Game,
}

/// The workspace.
pub struct Replay {
    archives: Archives,
    list: GameList,
    game: GamePage,
    jobs: Jobs,
    explore: ExplorePanel,
    report: ReportPanel,
    notes: Notepad,
    page: Page,
    /// Whether this is the workspace that is shown.
    shown: bool,
    /// Whether a game that is the only one is to be opened.
    open_single: bool,
}

impl Replay {
    /// The workspace in this window; `data` is where indexes and analyses are kept, if anywhere.
    #[must_use]
    pub fn new(ctx: &egui::Context, data: Option<&DataFolder>) -> Replay {
        let kept = Arc::new(Kept::new(data));
        let indexes = match data {
            Some(data) if data.is_owner() => Indexes::Own(data.archives()),
            Some(data) => Indexes::ReadOnly(data.archives()),
            None => Indexes::Own(std::env::temp_dir().join("kiebitz")),
        };
        Replay {
            archives: Archives::new(ctx, indexes, Arc::clone(&kept)),
            list: GameList::new(ctx),
            game: GamePage::new(ctx, Arc::clone(&kept)),
            notes: Notepad::new(ctx, Arc::clone(&kept)),
            jobs: Jobs::new(ctx, kept),
            explore: ExplorePanel::new(ctx),
            report: ReportPanel::new(ctx),
            page: Page::default(),
            shown: false,
            open_single: false,
        }
    }

    /// Opens an archive, beside those that are open.
    pub fn open(&mut self, path: &Path) {
        self.page = Page::Archive;
        self.archives.add(Origin::File(path.to_path_buf()));
    }

    /// Shows games given as text, and nothing else.
    pub fn show(&mut self, records: String) {
        self.page = Page::Archive;
        self.archives.clear();
        self.archives.add(Origin::Text(records.into_bytes().into()));
    }

    /// Opens the game that is being read, if it is the only one.
    pub fn open_single(&mut self) {
        self.open_single = true;
    }

    /// The archives that are open.
    #[must_use]
    pub fn archives(&self) -> &OpenArchives {
        &self.archives.open
    }

    /// The games listed, in order.
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        self.list.rows()
    }

    /// The game on the table.
    #[must_use]
    pub fn game(&self) -> Option<&GameView> {
        self.game.game.as_ref()
    }

    /// The page that is shown.
    #[must_use]
    pub fn page(&self) -> Page {
        self.page
    }

    /// Whether nothing is being read, looked up or fetched.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        !self.archives.is_reading()
            && !self.game.is_fetching()
            && self.list.is_settled(&self.archives.open, self.notes.version())
    }

    /// Whether the game on the table is being analysed, for tests.
    #[must_use]
    pub fn is_analysing(&self) -> bool {
        self.game.is_analysing()
    }

    /// The batch under way, for tests.
    #[must_use]
    pub fn batch(&self) -> Option<&Control> {
        self.jobs.control()
    }

    /// What is known of a game from its analysis.
    #[must_use]
    pub fn summary(&self, row: u32) -> Option<Summary> {
        self.archives.summary(row)
    }

    /// Whether everything that was written about games is on the disk, for tests.
    #[must_use]
    pub fn are_notes_kept(&self) -> bool {
        self.notes.is_settled()
    }

    /// The window is about to close.
    pub fn close(&mut self, budget: &Budget) {
        self.notes.close(budget);
    }

    /// What the player says, for tests.
    #[must_use]
    pub fn adviser(&self) -> &Adviser {
        self.game.adviser()
    }

    /// Who sits at the bottom, for tests.
    #[must_use]
    pub fn bottom(&self) -> Option<Seat> {
        self.game().map(|game| game.bottom)
    }

    /// Fetches the game at a place of the list.
    /// Opens the chosen game, if none is shown.
    pub fn open_chosen(&mut self) {
        if self.page == Page::Archive {
            self.open_at(self.list.chosen());
        }
    }

    fn open_at(&mut self, place: usize) {
        self.list.choose(place);
        if let Some(row) = self.list.chosen_row() {
            // Where a question about cards holds, that is what is to be seen.
            let index = &self.archives.open.library.index;
            let place = self.list.filters.search().and_then(|search| search.place(index, row));
            self.game.open(&self.archives.open, row, place.filter(|&cards| cards > 0));
        }
    }

    fn write_report(&mut self, kind: ReportKind, file: ChosenFile, cx: &Cx<'_>) {
        self.jobs.report(ReportRequest {
            archives: Arc::clone(&self.archives.open),
            rows: Arc::clone(self.list.rows()),
            kind,
            file,
            words: cx.words,
        });
    }

    /// What the explorer is to show now.
    fn to_explore(&self) -> Option<ExploreRequest> {
        if !self.shown {
            return None;
        }
        let what = match self.page {
            Page::Archive if self.list.tab == Tab::Explorer => What::Rows(Arc::clone(self.list.rows())),
            Page::Game => {
                let game = self.game().filter(|game| game.tab == GameTab::Explorer)?;
                What::Position(Box::new(game.walk.position()?.with_view(game.view)), self.explore.alike)
            }
            Page::Archive => return None,
        };
        Some(ExploreRequest { archives: Arc::clone(&self.archives.open), what })
    }

    fn move_choice(&mut self, by: isize) {
        let place = self.list.place(by);
        match self.page {
            Page::Archive => self.list.choose(place),
            Page::Game if place != self.list.chosen() => self.open_at(place),
            Page::Game => {}
        }
    }

    /// A file name beside the archive.
    fn suggestion(&self, purpose: Purpose, cx: &Cx<'_>) -> PathBuf {
        let folder = self.archives.folder();
        match purpose {
            Purpose::Archive => folder.join(""),
            _ => folder.join(cx.words.t("replay.file")).with_extension(purpose.extension()),
        }
    }

    fn archive_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.list_keys(ui);
        let panel = Beside::filters("replay filters", (276.0, 320.0), (244.0, 420.0));
        let words = cx.words;
        let main = panel.show(ui, &words, |ui| {
            Frame::new().inner_margin(Margin::symmetric(4, 8)).show(ui, |ui| self.list.filters_ui(ui, cx));
        });
        if !main {
            return;
        }
        let frame = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 10, bottom: 8 });
        CentralPanel::no_frame().show(ui, |ui| {
            frame.show(ui, |ui| {
                self.archives.ui(ui, cx);
                self.list.tabs_ui(ui, &self.archives.open, cx);
                ui.add_space(GAP / 2.0);
                landmarks::mark(ui.ctx(), Landmark::List, ui.available_rect_before_wrap());
                let listed = self.list.rows().len();
                let opened = match self.list.tab {
                    Tab::List => self.list.ui(ui, &self.archives, cx),
                    Tab::Statistics => {
                        self.list.statistics_ui(ui, &self.archives.open, cx);
                        None
                    }
                    Tab::Explorer => {
                        self.explore.list_ui(ui, cx);
                        None
                    }
                    Tab::Report => {
                        let folder = self.archives.folder();
                        if let Some((row, card)) = self.report.ui(ui, folder, cx) {
                            self.list.choose_row(row);
                            self.game.open(&self.archives.open, row, Some(card + 1));
                        }
                        None
                    }
                    Tab::Batch => {
                        self.jobs.ui(ui, listed, &self.archives, cx);
                        None
                    }
                    Tab::Unreadable => {
                        self.archives.unreadable_ui(ui, cx);
                        None
                    }
                };
                if let Some(place) = opened {
                    self.open_at(place);
                }
            });
        });
    }

    /// Up and down go through the list while nothing is being typed.
    fn list_keys(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        let modal = ctx.memory(|memory| memory.top_modal_layer().is_some());
        if modal || ctx.any_popup_open() || ctx.text_edit_focused() || self.list.tab != Tab::List {
            return;
        }
        let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) as isize;
        let by = pressed(Key::ArrowDown) - pressed(Key::ArrowUp);
        if by != 0 {
            self.move_choice(by);
        }
    }
}

impl WorkspaceView for Replay {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.archives.begin(cx);
        match self.page {
            Page::Archive => self.archive_ui(ui, cx),
            Page::Game => {
                let place = (self.list.chosen(), self.list.rows().len());
                self.game.ui(ui, place, (&mut self.explore, &mut self.notes), cx);
            }
        }
    }

    fn update(&mut self, cx: &mut Cx<'_>) {
        self.shown = cx.settings.workspace == super::Workspace::Replay;
        // A batch goes on by itself after a restart, whatever is shown.
        if cx.settings.replay.pending.as_ref().is_some_and(|pending| !pending.stopped) {
            self.archives.begin(cx);
        }
        self.notes.update(cx);
        self.archives.update(cx);
        let noted = self.notes.version();
        if self.archives.has_begun() && self.list.update(&self.archives.open, noted, cx) {
            let listed = self.list.rows().len();
            if listed > 0 && std::mem::take(&mut self.open_single) && listed == 1 {
                self.open_at(0);
            }
        }
        let (other, done) = self.game.update(self.shown && self.page == Page::Game, &self.notes, cx);
        if other {
            self.page = Page::Game;
        }
        self.archives.fresh.extend(done);
        let wanted = self.to_explore();
        self.explore.follow(wanted, cx);
        let reported = self.shown && self.page == Page::Archive && self.list.tab == Tab::Report;
        let question = reported.then(|| ReportQuestion {
            archives: Arc::clone(&self.archives.open),
            rows: Arc::clone(self.list.rows()),
        });
        self.report.follow(question, cx);
        self.jobs.update(&mut self.archives, cx);
    }

    fn run(&mut self, command: Command, cx: &mut Cx<'_>) {
        let on_list = self.page == Page::Archive;
        let mut ask = |purpose| {
            let suggestion = self.suggestion(purpose, cx);
            cx.requests.push(Request::File(purpose, suggestion));
        };
        match command {
            Command::OpenGames => ask(Purpose::Archive),
            Command::ExportGames => ask(Purpose::Games),
            Command::ExportTable => ask(Purpose::Csv),
            Command::ReadAgain => self.archives.read_again(),
            Command::FindPosition | Command::FindAlike => {
                if let Some(ask) = self.game().and_then(|game| game.question(command == Command::FindAlike)) {
                    self.list.filters.ask(&ask.text(cx.words.language));
                    self.list.tab = Tab::List;
                    self.page = Page::Archive;
                }
            }
            Command::ListOrGame if !on_list => self.page = Page::Archive,
            Command::ListOrGame if self.game().map(|game| game.row) == self.list.chosen_row() => {
                self.page = Page::Game;
            }
            Command::ListOrGame => self.open_at(self.list.chosen()),
            Command::AnalyseGames => {
                self.list.tab = Tab::Batch;
                self.jobs.start(self.list.filters.steps().to_vec(), &self.archives.open, cx);
            }
            Command::NextItem => self.move_choice(1),
            Command::PreviousItem => self.move_choice(-1),
            Command::FirstCard if on_list => self.list.choose(0),
            Command::LastCard if on_list => self.list.choose(usize::MAX),
            Command::TypeCards if on_list => self.open_at(self.list.chosen()),
            own => self.game.run(own, cx),
        }
    }

    fn can_run(&self, command: Command) -> bool {
        let in_game = self.page == Page::Game && self.game().is_some();
        let listed = !self.list.rows().is_empty();
        match command {
            Command::OpenGames => true,
            Command::ReadAgain => !self.archives.is_reading() && !self.archives.open.origins.is_empty(),
            Command::AnalyseGames => listed && self.jobs.control().is_none(),
            Command::FindPosition | Command::FindAlike => {
                in_game && self.game().is_some_and(|game| game.walk.position().is_some())
            }
            Command::ExportGames
            | Command::ExportTable
            | Command::NextItem
            | Command::PreviousItem
            | Command::FirstCard
            | Command::LastCard
            | Command::TypeCards
            | Command::ListOrGame => listed || in_game,
            own => in_game && self.game.can_run(own),
        }
    }

    fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        let first = [
            (words.t("work.reading"), self.archives.work()),
            (words.t("work.writing"), self.jobs.writing()),
            (words.t("work.filtering"), self.list.work()),
            (words.t("work.exploring"), self.explore.work()),
        ];
        let first = first.into_iter().find_map(|(text, monitor)| Some((text.to_string(), monitor?)));
        let batch = || Some((words.t("work.batch").to_string(), self.jobs.analysing()?));
        first.or_else(|| self.game.work(words)).or_else(batch)
    }

    /// What is shown stops first; a batch only when nothing else is left to stop. While another workspace is
    /// shown, its Esc is not meant for what goes on here for hours.
    fn stop(&mut self) {
        self.game.rest();
        if !self.shown {
            return;
        }
        let busy = self.archives.is_reading() || self.list.work().is_some() || self.jobs.writing().is_some();
        if !self.game.stop() && !busy {
            self.jobs.stop();
        }
        self.archives.stop();
        self.list.stop();
        self.explore.stop();
        self.jobs.stop_writing();
    }

    fn name(&self, words: &Words) -> String {
        match self.archives.open.origins.as_slice() {
            [] => words.t("replay.name").into(),
            [one] => one.name(words),
            many => words.fill("replay.several", &[("n", &many.len())]),
        }
    }

    fn help(&self) -> &'static str {
        let tab = self.game.game.as_ref().map(|game| game.tab).filter(|_| self.page == Page::Game);
        match (tab, self.list.tab) {
            (Some(GameTab::Moves), _) => "replay-game",
            (Some(GameTab::Mistakes), _) => "replay-game#mistakes",
            (Some(GameTab::Belief), _) => "replay-game#knowledge",
            (Some(GameTab::Advice), _) => "advice",
            (Some(GameTab::Notes), _) => "replay-game#notes",
            (None, Tab::List) => "replay",
            (None, Tab::Statistics) => "statistics",
            (None, Tab::Explorer) | (Some(GameTab::Explorer), _) => "statistics#explore",
            (None, Tab::Report) => "batch#report",
            (None, Tab::Batch) => "batch",
            (None, Tab::Unreadable) => "batch#unreadable",
        }
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx<'_>) {
        // Records from the clipboard are as good as those of a file.
        if text.contains("(;") {
            self.show(text.to_string());
        }
    }

    fn file_chosen(&mut self, purpose: Purpose, file: ChosenFile, cx: &mut Cx<'_>) {
        match purpose {
            Purpose::Archive => {
                let path = std::path::absolute(&file.path).unwrap_or(file.path);
                cx.settings.remember(&path);
                self.open(&path);
            }
            Purpose::Games | Purpose::Csv => self.jobs.write(ExportRequest {
                archives: Arc::clone(&self.archives.open),
                rows: Arc::clone(self.list.rows()),
                table: purpose == Purpose::Csv,
                search: self.list.filters.search(),
                file,
            }),
            Purpose::Sheet(Format::Html) => self.write_report(ReportKind::Html, file, cx),
            Purpose::Sheet(_) => self.write_report(ReportKind::Pdf, file, cx),
            Purpose::SaveFolder => self.write_report(ReportKind::Puzzles, file, cx),
            _ => {}
        }
    }

    fn awaits_cards(&self, ctx: &egui::Context) -> bool {
        self.page == Page::Game && game::types_a_card(ctx)
    }
}
