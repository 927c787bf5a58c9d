//! Solve: the list of puzzles, the table at which they are played against the best defence, and the proof.

mod distributions_page;
mod jobs;
pub mod join_in;
mod list;
mod panel;
mod play;
pub mod proof;
pub mod server;

use super::Cx;
use super::commands::Command;
use super::common::follow;
use super::common::typing::Typing;
use super::common::waker;
use super::distributions::Distributions;
use super::files::Purpose;
use super::print::{Print, Scope};
use super::theme::GAP;
use super::view::{Request, WorkspaceView};
use super::widgets::fields;
use crate::deal::{Deal, Place, Position, View};
use crate::engine::Monitor;
use crate::engine::file_writer::ChosenFile;
use crate::puzzle::Puzzle;
use crate::rules::{Goal, Seat};
use crate::search::proof::ProofError;
pub use crate::solving::attempt::{Attempt, Stage};
use crate::solving::collections::{At, Collections, Entry};
use crate::solving::practice::End;
use crate::solving::progress::{Progress, Trouble};
use crate::solving::thinking::{Step, Thought};
use crate::solving::today::Day;
use crate::solving::wording;
use crate::storage::DataFolder;
use crate::words::Words;
use egui::{Align, Frame, Layout, Margin, Panel, Ui};
use jobs::Jobs;
use join_in::JoinIn;
use proof::ProofView;
use server::Server;

/// Three buttons beside the pages need so much.
const ROOM_FOR_THREE: f32 = 450.0;

/// The pages of the workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// The list of puzzles.
    #[default]
    List,
    /// The table.
    Play,
    /// The proof of a position.
    Proof,
    /// How the cards of the puzzle may lie.
    Distributions,
    /// Joining in.
    JoinIn,
    /// Playing with people.
    Server,
}

/// The workspace.
pub struct Solve {
    page: Page,
    collections: Collections,
    progress: Progress,
    attempt: Option<Attempt>,
    proof: ProofView,
    distributions: Distributions,
    print: Print,
    join_in: JoinIn,
    server: Server,
    typing: Typing,
    /// Where placed cards go.
    target: Place,
    bottom: Option<Seat>,
    jobs: Jobs,
    /// Whether the folders have been asked for.
    folders_read: bool,
    /// Why the last puzzle cannot be played.
    refused: Option<ProofError>,
}

impl Solve {
    /// The workspace in this window; `data` is where progress is kept, if anywhere.
    #[must_use]
    pub fn new(ctx: &egui::Context, data: Option<&DataFolder>) -> Solve {
        Solve {
            page: Page::default(),
            collections: Collections::new(),
            progress: Progress::open(waker(ctx), data),
            attempt: None,
            proof: ProofView::new(ctx),
            distributions: Distributions::new(ctx),
            print: Print::new(ctx),
            join_in: JoinIn::new(ctx, data),
            server: Server::new(ctx, data),
            typing: Typing::default(),
            target: Place::ALL[0],
            bottom: None,
            jobs: Jobs::new(ctx),
            folders_read: false,
            refused: None,
        }
    }

    /// The attempt on the table.
    #[must_use]
    pub fn attempt(&self) -> Option<&Attempt> {
        self.attempt.as_ref()
    }

    /// The page that is shown.
    #[must_use]
    pub fn page(&self) -> Page {
        self.page
    }

    /// The view of proofs.
    #[must_use]
    pub fn proof(&self) -> &ProofView {
        &self.proof
    }

    /// What can be printed: the puzzle on the table, and all that the list shows.
    fn print_scopes(&self, words: &Words) -> Vec<Scope> {
        let shown = self.collections.shown(&self.progress, words);
        let entries = shown.puzzles.iter().filter_map(|at| self.collections.entry(*at));
        let listed: Vec<Puzzle> = entries.map(|entry| entry.puzzle.clone()).collect();
        let mut scopes = Vec::new();
        if let Some(attempt) = &self.attempt {
            let title = wording::title(&attempt.puzzle, words);
            let file = title.replace(|c: char| !c.is_alphanumeric(), "-");
            let name = words.fill("print.one", &[("title", &title)]);
            scopes.push(Scope { name, file, puzzles: vec![attempt.puzzle.clone()] });
        }
        if !listed.is_empty() {
            let name = words.count("print.listed_one", "print.listed", listed.len() as u64);
            scopes.push(Scope { name, file: words.t("print.file").into(), puzzles: listed });
        }
        if self.page == Page::List {
            scopes.reverse();
        }
        scopes
    }

    /// The panel that asks how the cards may lie.
    #[must_use]
    pub fn distributions(&self) -> &Distributions {
        &self.distributions
    }

    /// The page on which one plays with people.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// The same, to give it a place for passwords.
    pub fn server_mut(&mut self) -> &mut Server {
        &mut self.server
    }

    /// The table at which one joins in.
    #[must_use]
    pub fn join_in(&self) -> &JoinIn {
        &self.join_in
    }

    /// Joins in: goes on with the game that is under way, or with the next one.
    pub fn show_join_in(&mut self) {
        self.join_in.arrive();
        self.page = Page::JoinIn;
    }

    /// Joins in with these cards.
    pub fn sit(&mut self, deal: Deal, seat: Option<Seat>) {
        self.join_in.arrive_with(deal, seat);
        self.page = Page::JoinIn;
    }

    /// All cards of the puzzle on the table, if they are known.
    fn whole_deal(&self) -> Option<Deal> {
        Deal::of(self.attempt.as_ref()?.puzzle.position.start())
    }

    /// Shows the proof of a position, or, where nothing is forced, the strategy with the best chance.
    pub fn prove_or_plan(&mut self, position: Position) {
        let goal = position.goal();
        self.proof.prove_or_plan(position, goal);
        self.page = Page::Proof;
    }

    fn prove_goal(&mut self, position: Position, goal: Goal) {
        self.proof.prove(position, goal);
        self.page = Page::Proof;
    }

    /// Shows the proof of what lies on the table.
    fn prove_table(&mut self) {
        let Some(attempt) = &self.attempt else { return };
        let (position, goal) = attempt.to_prove();
        if attempt.luck.is_some() {
            self.proof.prove_or_plan(position, goal);
            self.page = Page::Proof;
            return;
        }
        self.prove_goal(position, goal);
    }

    /// Shows the list of puzzles.
    pub fn show_list(&mut self) {
        self.page = Page::List;
    }

    /// Draws the table alone, for the first page.
    pub fn table_ui(&mut self, ui: &mut Ui, rect: egui::Rect, cx: &mut Cx<'_>) {
        self.typing.listen(ui);
        self.cloth_ui(ui, rect, cx);
    }

    /// Plays a puzzle.
    pub fn play(&mut self, puzzle: Puzzle) {
        self.sit_down(Entry::new(puzzle));
    }

    fn sit_down(&mut self, entry: Entry) {
        self.jobs.forget();
        self.typing = Typing::default();
        self.bottom = None;
        self.distributions.forget();
        match Attempt::new(entry.puzzle, entry.key) {
            Ok(attempt) => {
                self.attempt = Some(attempt);
                self.page = Page::Play;
            }
            Err(error) => self.refused = Some(error),
        }
    }

    fn open(&mut self, at: At) {
        if let Some(entry) = self.collections.entry(at).cloned() {
            self.sit_down(entry);
        }
    }

    /// The next or the previous puzzle of the list.
    fn step(&mut self, step: isize, cx: &mut Cx<'_>) {
        let key = self.attempt.as_ref().map(|attempt| attempt.key.as_str());
        match self.collections.neighbour(key, step, &self.progress, &cx.words) {
            Some(at) => self.open(at),
            None => cx.toasts.done(cx.words.t("list.no_more")),
        }
    }

    fn next_unsolved(&mut self, cx: &mut Cx<'_>) {
        let key = self.attempt.as_ref().map(|attempt| attempt.key.as_str());
        match self.collections.next_unsolved(key, &self.progress, &cx.words) {
            Some(at) => self.open(at),
            None => cx.toasts.done(cx.words.t("list.all_solved")),
        }
    }

    fn read_folders(&mut self) {
        let folders = self.progress.folders().to_vec();
        if folders.is_empty() {
            return;
        }
        self.jobs.folders.begin(folders);
    }

    fn ask_engine(&mut self) {
        let Some(attempt) = &mut self.attempt else { return };
        if let Some((missing, aim)) = attempt.wonders() {
            let drawn = attempt.luck.as_ref().map(|luck| luck.known.clone());
            self.jobs.go_on(missing, aim, drawn);
        }
    }

    fn explain(&mut self, step: Option<Step>) {
        if let Some(step) = step {
            self.jobs.explain(step);
        }
    }

    fn judge_answer(&mut self) {
        if let Some(attempt) = &self.attempt {
            self.jobs.judge(attempt.puzzle.clone(), attempt.given.clone());
        }
    }

    /// Writes down what has come to an end.
    fn note(&mut self) {
        let Some(attempt) = &mut self.attempt else { return };
        if !attempt.noted
            && let Some(right) = attempt.attempt()
        {
            attempt.noted = true;
            let (helped, seconds) = (attempt.help.helped, attempt.seconds());
            self.progress.note(&attempt.key, &End { right, helped, seconds, day: Day::today() });
        }
    }

    fn tell_trouble(&mut self, cx: &mut Cx<'_>) {
        if let Some(error) = self.refused.take() {
            cx.toasts.problem(cx.words.fill("list.refused", &[("why", &error)]));
        }
        match self.progress.follow(&cx.budget) {
            Some(Trouble::Broken(aside)) => {
                let file = aside.display();
                cx.toasts.problem(cx.words.fill("progress.broken", &[("file", &file)]));
            }
            Some(Trouble::Unwritten(error)) => {
                let why = error.why(&cx.words);
                cx.toasts.problem(cx.words.fill("progress.unwritten", &[("why", &why)]));
            }
            None => {}
        }
    }

    fn tabs_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let pages = [
            (Page::List, words.t("solve.list"), true),
            (Page::Play, words.t("solve.table"), self.attempt.is_some()),
            (Page::Proof, words.t("proof.title"), !self.proof.is_empty()),
            (Page::Distributions, words.t("tab.distributions"), self.attempt.is_some()),
            (Page::JoinIn, words.t("join.title"), true),
            (Page::Server, words.t("server.title"), true),
        ];
        let shown: Vec<(Page, &str)> =
            pages.into_iter().filter(|page| page.2).map(|(page, name, _)| (page, name)).collect();
        ui.horizontal(|ui| {
            if let Some(page) = fields::choice(ui, words.t("solve.pages"), Some(self.page), &shown) {
                self.page = page;
            }
            // In a narrow window the menus have them.
            if ui.available_width() < 420.0 {
                return;
            }
            if self.page == Page::List {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let command = Command::DealHand;
                    if ui.button(command.name(&words)).on_hover_text(cx.hint(command)).clicked() {
                        cx.send.push(command);
                    }
                });
            }
            if self.page == Page::Play {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    // Where the pages leave no room for it, the menu and the keys have it.
                    let unsolved = (ui.available_width() > ROOM_FOR_THREE)
                        .then_some((Command::NextUnsolved, "command.next_unsolved"));
                    let beside = [(Command::NextItem, "play.next"), (Command::PreviousItem, "play.previous")];
                    for (command, key) in unsolved.into_iter().chain(beside) {
                        if ui.button(words.t(key)).on_hover_text(cx.hint(command)).clicked() {
                            cx.send.push(command);
                        }
                    }
                });
            }
        });
    }
}

impl WorkspaceView for Solve {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let frame = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 8, bottom: 2 });
        Panel::top("solve pages").resizable(false).show_separator_line(false).frame(frame).show(ui, |ui| {
            self.tabs_ui(ui, cx);
            ui.add_space(GAP / 2.0);
        });
        match self.page {
            Page::List => self.list_ui(ui, cx),
            Page::Play => self.play_ui(ui, cx),
            Page::Proof => self.proof.ui(ui, cx),
            Page::Distributions => self.distributions_ui(ui, cx),
            Page::JoinIn => self.join_in.ui(ui, cx),
            Page::Server => self.server.ui(ui, cx),
        }
        self.print.ui(ui.ctx(), cx);
    }

    fn update(&mut self, cx: &mut Cx<'_>) {
        if !std::mem::replace(&mut self.folders_read, true) {
            self.read_folders();
        }
        // What was asked about an older position must not be heard any more.
        self.ask_engine();
        for thought in self.jobs.follow(cx) {
            match (thought, &mut self.attempt) {
                (Thought::Failed(error), _) => {
                    cx.toasts.problem(cx.words.fill("engine.failed", &[("why", &error)]));
                }
                (thought, Some(attempt)) => attempt.apply(thought),
                _ => {}
            }
        }
        follow(&mut self.jobs.folders, cx);
        for collection in self.jobs.folders.take() {
            self.collections.put(collection);
        }
        if let Some(puzzle) = self.jobs.new_puzzle(cx) {
            self.play(puzzle);
        }
        if let Some(attempt) = &mut self.attempt {
            let pause = std::time::Duration::from_secs_f32(cx.settings.cards.pause.clamp(0.0, 5.0));
            if let Some(wait) = attempt.flow(pause) {
                cx.ctx.request_repaint_after(wait);
            }
        }
        self.proof.update(cx);
        self.distributions.update(cx);
        self.print.update(cx);
        let shown = self.page == Page::JoinIn && cx.settings.workspace == super::Workspace::Solve;
        self.join_in.update(shown, cx);
        self.server.update(cx);
        self.note();
        self.tell_trouble(cx);
        self.ask_engine();
    }

    fn run(&mut self, command: Command, cx: &mut Cx<'_>) {
        match command {
            Command::Distributions => self.page = Page::Distributions,
            Command::Print => self.print.open(self.print_scopes(&cx.words), &cx.words),
            command if self.page == Page::Proof => self.proof.run(command, cx),
            command if self.page == Page::JoinIn => self.join_in.run(command, cx),
            command if self.page == Page::Server => self.server.run(command),
            Command::SitDown => {
                let seat = match self.attempt.as_ref().map(|attempt| attempt.position().view()) {
                    Some(View::Seat(seat)) => Some(seat),
                    _ => None,
                };
                cx.requests.extend(self.whole_deal().map(|deal| Request::Sit(Box::new(deal), seat)));
            }
            Command::ShowProof => self.prove_table(),
            Command::NextItem => self.step(1, cx),
            Command::PreviousItem => self.step(-1, cx),
            Command::NextUnsolved => self.next_unsolved(cx),
            Command::CopyLine => {
                if let Some(attempt) = &self.attempt {
                    cx.ctx.copy_text(attempt.position().to_string());
                    cx.toasts.done(cx.words.t("copy.done"));
                }
            }
            command => self.run_at_table(command),
        }
    }

    fn can_run(&self, command: Command) -> bool {
        match command {
            Command::Distributions => self.attempt.is_some(),
            Command::Print => true,
            command if self.page == Page::Proof => self.proof.can_run(command),
            command if self.page == Page::JoinIn => self.join_in.can_run(command),
            command if self.page == Page::Server => self.server.can_run(command),
            Command::SitDown => self.page == Page::Play && self.whole_deal().is_some(),
            Command::ShowProof => self.attempt.is_some() && self.page == Page::Play,
            Command::NextItem | Command::PreviousItem | Command::NextUnsolved => true,
            Command::CopyLine => self.attempt.is_some() && self.page == Page::Play,
            command => self.can_run_at_table(command),
        }
    }

    fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        let own = self.jobs.work(words);
        if let Some(work) = self.distributions.work(words).or(self.print.work(words)) {
            return Some(work);
        }
        match self.page {
            Page::Proof => self.proof.work(words).or(own),
            Page::JoinIn => self.join_in.work(words).or(own),
            _ => own.or(self.proof.work(words)),
        }
    }

    fn stop(&mut self) {
        self.proof.stop();
        self.distributions.stop();
        self.print.stop();
        self.join_in.stop();
        let playing = self.jobs.stop();
        if let Some(attempt) = &mut self.attempt {
            attempt.help.asks_why = false;
            if playing {
                attempt.halt();
            }
        }
    }

    fn name(&self, words: &Words) -> String {
        match self.page {
            Page::Proof => return self.proof.name(words),
            Page::JoinIn => return self.join_in.name(words),
            Page::Server => return self.server.name(words),
            _ => {}
        }
        let title = self.attempt.as_ref().map(|attempt| attempt.puzzle.title.get(words.language).to_string());
        match title {
            Some(title) if self.page != Page::List && !title.is_empty() => title,
            Some(_) if self.page != Page::List => words.t("document.untitled").into(),
            _ => words.t("solve.title").into(),
        }
    }

    fn help(&self) -> &'static str {
        if self.print.is_open() {
            return "print";
        }
        match self.page {
            Page::List => "solve",
            Page::Play => "solve-table",
            Page::Proof if self.proof.is_recording() => "recording",
            Page::Proof => "proof",
            Page::Distributions => "distributions",
            Page::JoinIn => "join-in",
            Page::Server => "server",
        }
    }

    fn paste(&mut self, _text: &str, _cx: &mut Cx<'_>) {}

    fn file_chosen(&mut self, purpose: Purpose, file: ChosenFile, cx: &mut Cx<'_>) {
        if let Purpose::Sheet(_) = purpose {
            self.print.export(file, &cx.words, &cx.ctx);
            return;
        }
        if purpose != Purpose::Folder {
            self.proof.file_chosen(purpose, file, cx);
            return;
        }
        let path = file.path;
        if !path.is_dir() {
            let file = path.display();
            cx.toasts.problem(cx.words.fill("list.no_folder", &[("file", &file)]));
        } else if self.progress.add_folder(path) {
            self.read_folders();
        }
    }
}
