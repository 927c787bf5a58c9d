//! Seeing the proof: the tree of a position, unfolded by the engine as far as one wants to look.

mod header;
mod job;
mod keys;
mod panel;
mod parts;
mod plot;
pub mod recording;
mod recording_panel;
pub mod session;
mod words;

use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::common::evaluation::CHANCE_DEALS;
use crate::app::common::{follow, waker};
use crate::app::files::Purpose;
use crate::app::theme::{GAP, WIDE};
use crate::app::view::Request;
use crate::app::widgets::beside::Beside;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::landmarks::{self, Landmark};
use crate::app::widgets::tree::find::Query;
use crate::app::widgets::tree::model::{Mover, NodeId};
use crate::app::widgets::tree::{Step, TreeEvent, TreeView, export};
use crate::deal::{Position, View};
use crate::engine::file_writer::ChosenFile;
use crate::engine::{Monitor, Task};
use crate::rules::Goal;
use crate::search::proof::{self, Claim, Detail};
use crate::words::Words;
use egui::{CentralPanel, Frame, Margin, Rect, RichText, Ui, pos2};
use job::{Case, ProofAnswer, ProofOrder, ProofRequest, Shows};
use keys::tree_command;
use recording::Recording;
use session::Session;
use std::path::Path;
use std::sync::Arc;

/// Width of the overview.
const ICICLE: f32 = 118.0;
/// Opening everything that is known shows at most so many nodes more.
const MOST_OPENED: usize = 20_000;

/// Opening what a recording has below a node shows at most so many nodes more.
const MOST_FILMED: usize = 400;

/// Which tree is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The proof.
    #[default]
    Proof,
    /// What a search did.
    Recording,
    /// The strategy that wins in the most deals.
    Plan,
}

/// The view.
pub struct ProofView {
    session: Option<Session>,
    /// The strategy for the same position.
    plan: Option<Session>,
    recording: Option<Box<Recording>>,
    mode: Mode,
    /// Visits that the next recording may keep.
    budget: usize,
    task: Task<ProofOrder, ProofAnswer>,
    prover: job::SharedProver,
    /// Memory that the prover was made with.
    memory: u32,
    /// A position that waits to be proved in the next frame.
    next: Option<(Position, Goal)>,
    /// Whether the strategy is shown as soon as it turns out that nothing is forced.
    plan_next: bool,
    query: String,
    focus_find: bool,
    /// Once its cards are here, the chosen node goes on to the first of them.
    step_on: Option<NodeId>,
    /// Where the proof is written once it is complete.
    target: Option<ChosenFile>,
    /// Why there is no proof.
    trouble: Option<String>,
}

impl ProofView {
    /// Nothing to prove yet.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> ProofView {
        ProofView {
            session: None,
            plan: None,
            recording: None,
            mode: Mode::default(),
            budget: recording::BUDGETS[1],
            task: Task::new("proof", waker(ctx), job::answer),
            prover: job::SharedProver::default(),
            memory: 0,
            next: None,
            plan_next: false,
            query: String::new(),
            focus_find: false,
            step_on: None,
            target: None,
            trouble: None,
        }
    }

    /// Shows the proof of a position, in its own view, for this goal.
    pub fn prove(&mut self, position: Position, goal: Goal) {
        self.next = Some((position, goal));
    }

    /// Shows the proof of a position, or, where nothing is forced, the strategy with the best chance.
    pub fn prove_or_plan(&mut self, position: Position, goal: Goal) {
        self.prove(position, goal);
        self.plan_next = true;
    }

    /// The strategy being looked at.
    #[must_use]
    pub fn plan(&self) -> Option<&Session> {
        self.plan.as_ref().filter(|_| self.mode == Mode::Plan)
    }

    /// What is being looked at.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// The chosen node of the tree on the screen.
    #[must_use]
    pub fn chosen(&self) -> NodeId {
        self.tree().map_or(NodeId::ROOT, TreeView::chosen)
    }

    /// Whether there is anything to see.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.session.is_none() && self.next.is_none() && self.trouble.is_none()
    }

    /// Whether the page shows how a search went, and not the proof.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.mode == Mode::Recording
    }

    /// The recording that was recorded.
    #[must_use]
    pub fn recording(&self) -> Option<&Recording> {
        self.recording.as_deref()
    }

    fn tree(&self) -> Option<&TreeView> {
        match self.mode {
            Mode::Proof => self.session.as_ref().map(|session| &session.view),
            Mode::Recording => self.recording.as_ref().map(|recording| &recording.view),
            Mode::Plan => self.plan.as_ref().map(|session| &session.view),
        }
    }

    fn tree_mut(&mut self) -> Option<&mut TreeView> {
        match self.mode {
            Mode::Proof => self.session.as_mut().map(|session| &mut session.view),
            Mode::Recording => self.recording.as_mut().map(|recording| &mut recording.view),
            Mode::Plan => self.plan.as_mut().map(|session| &mut session.view),
        }
    }

    /// The tree of the mode: the strategy's, or the proof's.
    fn shown(&self) -> Option<&Session> {
        if self.mode == Mode::Plan { self.plan.as_ref() } else { self.session.as_ref() }
    }

    fn shown_mut(&mut self) -> Option<&mut Session> {
        if self.mode == Mode::Plan { self.plan.as_mut() } else { self.session.as_mut() }
    }

    /// Shows the strategy; it is sought when it is first wanted.
    fn show_plan(&mut self) {
        let Some(session) = &self.session else { return };
        if self.plan.is_none() {
            let case = Case { tree: Shows::Plan, ..session.case().clone() };
            self.plan = Session::new(case).ok();
        }
        self.mode = Mode::Plan;
        self.query.clear();
    }

    fn begin(&mut self, position: Position, goal: Goal, cx: &Cx<'_>) {
        self.task.forget();
        self.query.clear();
        self.step_on = None;
        self.trouble = None;
        self.recording = None;
        self.plan = None;
        self.mode = Mode::Proof;
        if self.memory != cx.settings.memory {
            self.memory = cx.settings.memory;
            self.prover = job::SharedProver::default();
        }
        let question = Claim::new(&position, goal);
        match Session::new(Case { root: position, question, tree: Shows::Proof }) {
            Ok(session) => self.session = Some(session),
            Err(error) => {
                self.session = None;
                self.trouble = Some(words::error(&cx.words, &error));
            }
        }
    }

    /// Hears the engine and asks it.
    pub fn update(&mut self, cx: &mut Cx<'_>) {
        if let Some((position, goal)) = self.next.take() {
            self.begin(position, goal, cx);
        }
        follow(&mut self.task, cx);
        for answer in self.task.take() {
            self.take(answer, cx);
        }
        for session in [&mut self.session, &mut self.plan].into_iter().flatten() {
            if !self.task.is_busy() && !session.asks.is_empty() {
                let asks = std::mem::take(&mut session.asks);
                self.task.begin((session.case().clone(), asks, Arc::clone(&self.prover)));
            }
        }
    }

    fn take(&mut self, answer: ProofAnswer, cx: &mut Cx<'_>) {
        let of_plan = match &answer {
            ProofAnswer::PlanNode(..) | ProofAnswer::Plan(_) => true,
            ProofAnswer::Failed(_, shows, _) => *shows == Shows::Plan,
            _ => false,
        };
        let session = if of_plan { &mut self.plan } else { &mut self.session };
        let Some(session) = session else { return };
        match answer {
            ProofAnswer::PlanNode(at, node) => {
                session.take_plan(at, &node);
                if session.view.tree().len() < 60 {
                    session.view.fit();
                }
                if self.step_on == Some(at) {
                    self.step_on = None;
                    if session.view.chosen() == at {
                        session.view.step(Step::Child);
                    }
                }
            }
            ProofAnswer::Plan(proof) => {
                if let Some(file) = self.target.take() {
                    write_proof(file, proof.to_ron(), cx);
                }
            }
            ProofAnswer::Node(at, wish, node) => {
                let first = session.view.tree().len() == 1;
                session.take(at, wish, &node);
                if first || session.view.tree().len() < 60 {
                    session.view.fit();
                }
                let by_seat = matches!(session.case().root.view(), View::Seat(_));
                let forced = node.verdict != proof::Verdict::Refuted;
                let few = node.worlds > 1 && node.worlds <= CHANCE_DEALS;
                if first && std::mem::take(&mut self.plan_next) && by_seat && !forced && few {
                    self.show_plan();
                    return;
                }
                if self.step_on == Some(at) {
                    self.step_on = None;
                    if session.view.chosen() == at {
                        session.view.step(Step::Child);
                    }
                }
            }
            ProofAnswer::Refuted(at, before, refutation) => session.take_refutation(at, &before, &refutation),
            ProofAnswer::Proof(proof) => {
                if let Some(file) = self.target.take() {
                    write_proof(file, proof.to_ron(), cx);
                }
            }
            ProofAnswer::Recording(recording) => {
                self.recording = Some(recording);
                self.query.clear();
            }
            ProofAnswer::Failed(_, Shows::Plan, error) => {
                cx.toasts.problem(words::error(&cx.words, &error));
                if session.view.tree().len() == 1 {
                    self.plan = None;
                    self.mode = Mode::Proof;
                }
            }
            ProofAnswer::Failed(ask, _, error) => {
                let text = words::error(&cx.words, &error);
                if session.view.tree().len() == 1 && matches!(ask, ProofRequest::Unfold { .. }) {
                    self.trouble = Some(text);
                    self.session = None;
                } else {
                    cx.toasts.problem(text);
                }
            }
        }
    }

    /// What the engine is at.
    #[must_use]
    pub fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        self.task.work().map(|monitor| (words.t("proof.working").into(), monitor))
    }

    /// Stops the engine.
    pub fn stop(&mut self) {
        self.task.forget();
        self.target = None;
        for session in [&mut self.session, &mut self.plan].into_iter().flatten() {
            session.forget_asks();
        }
    }

    /// What is being proved, in words.
    #[must_use]
    pub fn name(&self, words: &Words) -> String {
        self.shown().map_or_else(
            || words.t("proof.title").into(),
            |session| format!("{}: {}", words.t("proof.title"), words::question(words, session.case())),
        )
    }

    /// Whether a command has something to do.
    #[must_use]
    pub fn can_run(&self, command: Command) -> bool {
        let Some(session) = self.shown() else { return false };
        if self.mode == Mode::Recording {
            return self.can_run_recording(command);
        }
        let view = &session.view;
        let (tree, at) = (view.tree(), view.chosen());
        let node = tree.node(at);
        let over = node.mover == Mover::Nobody;
        match command {
            Command::NextCard | Command::NextTrick | Command::LastCard | Command::BestCard => {
                tree.count(at) > 0 || !node.known && !over
            }
            Command::PreviousCard | Command::PreviousTrick | Command::FirstCard | Command::TreeRoot => {
                at != NodeId::ROOT
            }
            Command::TreeUnfold | Command::TreeFold | Command::TreeUnfoldTrick => {
                !over && (tree.count(at) > 0 || !node.known)
            }
            Command::TreeOthers => !over && node.known && !session.fact(at).whole,
            Command::TreeValues => !over && self.mode == Mode::Proof,
            Command::TreeRefute => {
                self.mode == Mode::Proof && session.fails(at) && session.refutation(at).is_none()
            }
            Command::TreeTwin => node.twin.is_some(),
            Command::TreeNextBookmark => !view.bookmarks().is_empty(),
            Command::TreeFindNext => !view.found().is_empty(),
            Command::TreeUp
            | Command::TreeDown
            | Command::TreeFoldLost
            | Command::TreeLabels
            | Command::TreeCentre
            | Command::TreeFit
            | Command::TreeBookmark
            | Command::TreeFind
            | Command::TreeSvg
            | Command::TreeText
            | Command::ProofFile
            | Command::RecordSearch
            | Command::CopyLine => true,
            _ => false,
        }
    }

    /// Carries out a command.
    pub fn run(&mut self, command: Command, cx: &mut Cx<'_>) {
        if self.mode == Mode::Recording && command != Command::RecordSearch && self.run_recording(command, cx)
        {
            return;
        }
        // A search is recorded of what is to be proved.
        let recorded = command == Command::RecordSearch;
        let session = if self.mode == Mode::Plan && !recorded { &mut self.plan } else { &mut self.session };
        let Some(session) = session else { return };
        let at = session.view.chosen();
        match command {
            Command::NextCard | Command::BestCard => self.forward(1),
            Command::NextTrick => {
                let tree = session.view.tree();
                let cards = tree.trick_end(tree.depth(at) + 1) - 1 - tree.depth(at);
                self.forward(cards.max(1));
            }
            Command::TreeUnfold => {
                if session.view.tree().node(at).known {
                    session.view.unfold_below(at, MOST_OPENED);
                } else {
                    session.ask(at, Detail::Proof);
                }
            }
            Command::TreeUnfoldTrick => session.ask_trick(at),
            Command::TreeFold => {
                if let Some(TreeEvent::Unfold(id)) = session.view.toggle(at) {
                    session.ask(id, Detail::Proof);
                }
            }
            Command::TreeOthers => session.ask(at, Detail::AllCards),
            Command::TreeValues => session.ask(at, Detail::Values),
            Command::TreeRefute => session.ask_why(at),
            Command::TreeTwin => {
                if let Some(twin) = session.view.tree().node(at).twin {
                    session.view.choose(twin);
                    session.view.centre();
                }
            }
            Command::CopyLine => {
                cx.ctx.copy_text(session.position(at).to_setup().to_string());
                cx.toasts.done(cx.words.t("copy.done"));
            }
            Command::RecordSearch => {
                session.asks.push(ProofRequest::Recording(self.budget));
                self.recording = None;
                self.mode = Mode::Recording;
            }
            Command::TreeFind => self.focus_find = true,
            Command::TreeFindNext => self.find_next(true),
            Command::TreeSvg | Command::TreeText | Command::ProofFile => self.ask_file(command, cx),
            other => tree_command(&mut session.view, other),
        }
    }

    /// Plays cards of the tree; where it is not unfolded yet, the engine is asked.
    fn forward(&mut self, cards: usize) {
        let Some(session) = self.shown_mut() else { return };
        for _ in 0..cards {
            if !session.view.step(Step::Child) {
                let at = session.view.chosen();
                if !session.view.tree().node(at).known {
                    session.ask(at, Detail::Proof);
                    self.step_on = Some(at);
                }
                return;
            }
        }
    }

    fn search(&mut self, words: &Words) {
        let query = Query::parse(&self.query, words);
        if let Some(view) = self.tree_mut() {
            let found = query.map_or(Vec::new(), |query| query.find(view.tree()));
            view.set_found(found);
        }
    }

    fn find_next(&mut self, forward: bool) {
        if let Some(view) = self.tree_mut()
            && let Some(next) = view.after(view.found(), forward)
        {
            view.choose(next);
        }
    }

    fn ask_file(&self, command: Command, cx: &mut Cx<'_>) {
        let (purpose, name) = match command {
            Command::TreeSvg => (Purpose::TreeSvg, "proof.file_tree"),
            Command::TreeText => (Purpose::TreeText, "proof.file_tree"),
            _ => (Purpose::Proof, "proof.file_proof"),
        };
        let recent = cx.settings.recent.first().and_then(|path| path.parent()).map(Path::to_path_buf);
        let name = cx.words.find(name).unwrap_or(name);
        let file = recent.unwrap_or_default().join(name).with_extension(purpose.extension());
        cx.requests.push(Request::File(purpose, file));
    }

    /// A file was chosen: write the tree below the chosen node, or the whole proof.
    pub fn file_chosen(&mut self, purpose: Purpose, file: ChosenFile, cx: &mut Cx<'_>) {
        let words = cx.words;
        let Some(view) = self.tree() else { return };
        let (tree, layout, at) = (view.tree(), view.layout(), view.chosen());
        let Some(session) = self.shown() else { return };
        match purpose {
            Purpose::TreeSvg => cx.requests.push(Request::Write(file, export::svg(tree, layout, at, &words))),
            Purpose::TreeText => {
                let head = format!("{}\n\n", words::question(&words, session.case()));
                let tell = |id| match (self.mode, &self.recording) {
                    (Mode::Recording, Some(recording)) => recording
                        .visit(id)
                        .map_or("", |visit| words::ended(&words, visit.ended()))
                        .to_string(),
                    _ => words::beside(&words, session, id),
                };
                let text = head + &export::text(tree, layout, at, &words, tell);
                cx.requests.push(Request::Write(file, text));
            }
            Purpose::Proof => {
                self.target = Some(file);
                if let Some(session) = self.shown_mut() {
                    session.asks.push(ProofRequest::Proof);
                }
            }
            _ => {}
        }
    }

    /// Draws it.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let margin = Frame::new().inner_margin(Margin::same(12)).fill(cx.tokens.panel);
        if self.session.is_none() {
            CentralPanel::default().frame(Frame::new().inner_margin(Margin::same(28))).show(ui, |ui| {
                ui.heading(cx.words.t("proof.title"));
                let key = cx.settings.keys.text(Command::ShowProof, &cx.words);
                let empty = || cx.words.fill("proof.empty", &[("key", &key)]);
                let text = self.trouble.clone().unwrap_or_else(empty);
                ui.label(RichText::new(text).color(cx.tokens.faint));
            });
            return;
        }
        let wide = ui.available_width();
        let mut events = Vec::new();
        let width = (wide * 0.42).clamp(440.0, 720.0);
        let side = Beside::right("proof side", (width, width), (400.0, (wide - 420.0).max(440.0)));
        let words = cx.words;
        let main = side.named("beside.tree", "beside.table").show(ui, &words, |ui| {
            match (self.mode, self.shown(), &self.recording) {
                (Mode::Recording, _, Some(recording)) => {
                    events.extend(recording_panel::recording_ui(ui, recording, cx))
                }
                (_, Some(session), _) => events.extend(panel::panel_ui(ui, session, cx)),
                _ => {}
            }
        });
        if main {
            CentralPanel::default().frame(margin).show(ui, |ui| self.main_ui(ui, cx, &mut events));
        }
        for event in events {
            self.heed(event);
        }
    }

    fn main_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, events: &mut Vec<TreeEvent>) {
        if let Some(session) = self.shown() {
            match header::question_ui(ui, session, self.mode, cx) {
                Some(header::Chosen::Case(view, goal)) => {
                    self.next = Some((session.case().root.with_view(view), goal));
                }
                Some(header::Chosen::Mode(Mode::Plan)) => self.show_plan(),
                Some(header::Chosen::Mode(mode)) => {
                    self.mode = mode;
                    self.query.clear();
                }
                None => {}
            }
        }
        let Some(view) = self.tree() else {
            ui.add_space(WIDE);
            ui.label(RichText::new(cx.words.t("recording.empty")).color(cx.tokens.faint));
            ui.add_space(GAP);
            recording_panel::record_ui(ui, &mut self.budget, cx);
            return;
        };
        events.extend(header::breadcrumb_ui(ui, view, cx));
        let rest = ui.available_rect_before_wrap();
        let foot = if self.mode == Mode::Recording { 104.0 } else { 38.0 };
        let tree = Rect::from_min_max(rest.min, pos2(rest.right() - ICICLE - GAP, rest.bottom() - foot));
        let strip =
            Rect::from_min_max(pos2(tree.right() + GAP, rest.top()), pos2(rest.right(), tree.bottom()));
        landmarks::mark(ui.ctx(), Landmark::Tree, tree);
        events.extend(self.tree_ui(ui, tree, strip, cx));
        ui.allocate_rect(tree, egui::Sense::hover());
        ui.add_space(WIDE * 0.4);
        if let (Mode::Recording, Some(recording)) = (self.mode, &mut self.recording) {
            recording_panel::controls_ui(ui, recording, cx);
        }
        self.tools_ui(ui, cx);
    }

    /// The tree and its overview.
    fn tree_ui(&mut self, ui: &mut Ui, tree: Rect, strip: Rect, cx: &Cx<'_>) -> Vec<TreeEvent> {
        let texts = cx.words;
        let deck = Deck { texts: &texts, tokens: &cx.tokens };
        let chosen = self.chosen();
        let name = texts.fill("tree.name", &[("node", &self.tell(chosen, &texts))]);
        let trick = |n: usize| texts.fill("tree.trick", &[("n", &n)]);
        let Some(view) = self.tree_mut() else { return Vec::new() };
        let drawn = [
            view.ui(ui, tree, deck, &name, trick),
            view.icicle_ui(ui, strip, deck, texts.t("tree.overview")),
        ];
        let mut events = Vec::new();
        for part in drawn {
            events.extend(part.event);
            if let Some(id) = part.hovered {
                part.response.on_hover_text_at_pointer(self.tell(id, &texts));
            }
        }
        events
    }

    /// A node in words.
    fn tell(&self, id: NodeId, texts: &Words) -> String {
        match (self.mode, self.shown(), &self.recording) {
            (Mode::Recording, _, Some(recording)) => words::visit(texts, recording, id),
            (_, Some(session), _) => words::line(texts, session, id),
            _ => String::new(),
        }
    }

    fn heed(&mut self, event: TreeEvent) {
        match event {
            TreeEvent::Unfold(id) => {
                if self.mode != Mode::Recording
                    && let Some(session) = self.shown_mut()
                {
                    session.ask(id, Detail::Proof);
                }
            }
            // What was clicked in the tree stays under the pointer, for the second click.
            TreeEvent::Chosen(id) => {
                if let Some(view) = self.tree_mut().filter(|view| view.chosen() != id) {
                    view.choose(id);
                }
            }
        }
    }

    /// Whether a command has something to do with the recording.
    fn can_run_recording(&self, command: Command) -> bool {
        let Some(recording) = &self.recording else { return command == Command::RecordSearch };
        let view = &recording.view;
        let at = view.chosen();
        match command {
            Command::NextCard
            | Command::NextTrick
            | Command::LastCard
            | Command::TreeUnfold
            | Command::TreeUnfoldTrick
            | Command::TreeFold => view.tree().count(at) > 0,
            Command::PreviousCard | Command::PreviousTrick | Command::FirstCard | Command::TreeRoot => {
                at != NodeId::ROOT
            }
            Command::TreeNextBookmark => !view.bookmarks().is_empty(),
            Command::TreeFindNext => !view.found().is_empty(),
            Command::RecordingForward => recording.at() < recording.last(),
            Command::RecordingBack => recording.at() > 0,
            Command::RecordingPlay
            | Command::TreeUp
            | Command::TreeDown
            | Command::TreeFoldLost
            | Command::TreeLabels
            | Command::TreeCentre
            | Command::TreeFit
            | Command::TreeBookmark
            | Command::TreeFind
            | Command::TreeSvg
            | Command::TreeText
            | Command::RecordSearch
            | Command::CopyLine => true,
            _ => false,
        }
    }

    /// Carries out what means something else in a recording; false for the rest.
    fn run_recording(&mut self, command: Command, cx: &mut Cx<'_>) -> bool {
        let Some(recording) = &mut self.recording else { return true };
        let at = recording.view.chosen();
        match command {
            Command::RecordingPlay => recording.play(),
            Command::RecordingForward => recording.step(true),
            Command::RecordingBack => recording.step(false),
            Command::TreeUnfold | Command::TreeUnfoldTrick => recording.view.unfold_below(at, MOST_FILMED),
            Command::TreeFold => {
                recording.view.toggle(at);
            }
            Command::CopyLine => {
                cx.ctx.copy_text(recording.position(at).to_setup().to_string());
                cx.toasts.done(cx.words.t("copy.done"));
            }
            Command::TreeFind | Command::TreeFindNext | Command::TreeSvg | Command::TreeText => return false,
            other => tree_command(&mut recording.view, other),
        }
        true
    }
}

/// Has a proof written, unless it cannot be told in words.
fn write_proof(file: ChosenFile, text: Result<String, impl std::fmt::Display>, cx: &mut Cx<'_>) {
    match text {
        Ok(text) => cx.requests.push(Request::Write(file, text)),
        Err(why) => {
            let name = file.path.display();
            cx.toasts.problem(cx.words.fill("save.failed", &[("file", &name), ("why", &why)]));
        }
    }
}
