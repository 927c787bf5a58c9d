//! Seeing the proof: the tree of a position, unfolded by the engine as far as one wants to look.

mod compare;
mod drawing;
mod film;
mod header;
mod ideas;
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
use crate::app::view::Request;
use crate::app::widgets::tree::find::Query;
use crate::app::widgets::tree::model::{Mover, NodeId};
use crate::app::widgets::tree::{Step, TreeEvent, TreeView, export};
use crate::deal::{Position, View};
use crate::engine::file_writer::ChosenFile;
use crate::engine::{Monitor, Task};
use crate::rules::Goal;
use crate::search::proof::{self, Claim, Detail};
use crate::search::trace::Sample;
use crate::words::Words;
use compare::Compare;
use job::{Case, ProofAnswer, ProofOrder, ProofRequest, Shows};
use keys::tree_command;
use recording::{Films, Options, Recording};
use session::Session;
use std::path::Path;
use std::sync::Arc;

/// Opening everything that is known shows at most so many nodes more.
const MOST_OPENED: usize = 20_000;

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
    /// Two proofs at once.
    Compare,
}

/// What is searched for in the tree.
#[derive(Default)]
struct Find {
    query: String,
    /// Whether the field wants the keyboard.
    focus: bool,
}

/// What is to happen once the engine has answered.
#[derive(Default)]
struct Awaited {
    /// Whether the strategy is shown as soon as it turns out that nothing is forced.
    plan: bool,
    /// Once its cards are here, the chosen node goes on to the first of them.
    step_on: Option<NodeId>,
    /// Whether it is the right one of two trees that the engine is at.
    right: bool,
    /// Where a recording that is being made leaves pictures of itself.
    growing: Option<Sample>,
}

/// The view.
pub struct ProofView {
    session: Option<Session>,
    /// The strategy for the same position.
    plan: Option<Session>,
    films: Films,
    mode: Mode,
    /// How the next search is recorded.
    options: Options,
    task: Task<ProofOrder, ProofAnswer>,
    prover: job::SharedProver,
    /// Memory that the prover was made with.
    memory: u32,
    /// A position that waits to be proved in the next frame.
    next: Option<(Position, Goal)>,
    awaited: Awaited,
    find: Find,
    compare: Option<Compare>,
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
            films: Films::default(),
            mode: Mode::default(),
            options: Options::default(),
            task: Task::new("proof", waker(ctx), job::answer),
            prover: job::SharedProver::default(),
            memory: 0,
            next: None,
            awaited: Awaited::default(),
            find: Find::default(),
            compare: None,
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
        self.awaited.plan = true;
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
        self.films.shown()
    }

    /// The recordings of all questions that were asked, in their order.
    #[must_use]
    pub fn films(&self) -> &[Recording] {
        self.films.list()
    }

    /// The two recordings that are compared, the left one first.
    #[must_use]
    pub fn compared(&self) -> Option<[&Recording; 2]> {
        let right = self.compare.as_ref()?.films.shown()?;
        Some([self.films.shown()?, right])
    }

    fn tree(&self) -> Option<&TreeView> {
        match self.mode {
            Mode::Proof | Mode::Compare => self.session.as_ref().map(|session| &session.view),
            Mode::Recording => self.films.shown().map(|recording| &recording.view),
            Mode::Plan => self.plan.as_ref().map(|session| &session.view),
        }
    }

    fn tree_mut(&mut self) -> Option<&mut TreeView> {
        match self.mode {
            Mode::Proof | Mode::Compare => self.session.as_mut().map(|session| &mut session.view),
            Mode::Recording => self.films.shown_mut().map(|recording| &mut recording.view),
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
        self.find.query.clear();
    }

    fn begin(&mut self, position: Position, goal: Goal, cx: &Cx<'_>) {
        self.task.forget();
        self.find.query.clear();
        self.awaited.step_on = None;
        self.trouble = None;
        self.films = Films::default();
        self.plan = None;
        self.compare = None;
        self.awaited.growing = None;
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
        let right = self.compare.as_mut().map(|compare| &mut compare.right);
        let all = [(self.session.as_mut(), false), (self.plan.as_mut(), false), (right, true)];
        for (session, right) in all {
            let Some(session) = session.filter(|session| !session.asks.is_empty()) else { continue };
            if !self.task.is_busy() {
                let asks = std::mem::take(&mut session.asks);
                self.awaited.right = right;
                self.task.begin((session.case().clone(), asks, Arc::clone(&self.prover)));
            }
        }
        self.look_at_growth(cx);
    }

    fn take(&mut self, answer: ProofAnswer, cx: &mut Cx<'_>) {
        let of_plan = match &answer {
            ProofAnswer::PlanNode(..) | ProofAnswer::Plan(_) => true,
            ProofAnswer::Failed(_, shows, _) => *shows == Shows::Plan,
            _ => false,
        };
        let session = match (of_plan, &mut self.compare) {
            (true, _) => self.plan.as_mut(),
            (false, Some(compare)) if self.awaited.right => Some(&mut compare.right),
            (false, _) => self.session.as_mut(),
        };
        let Some(session) = session else { return };
        match answer {
            ProofAnswer::PlanNode(at, node) => {
                session.take_plan(at, &node);
                if session.view.tree().len() < 60 {
                    session.view.fit();
                }
                if self.awaited.step_on == Some(at) {
                    self.awaited.step_on = None;
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
                if first && std::mem::take(&mut self.awaited.plan) && by_seat && !forced && few {
                    self.show_plan();
                    return;
                }
                if self.awaited.step_on == Some(at) {
                    self.awaited.step_on = None;
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
            ProofAnswer::Recording(films) => self.take_films(films),
            ProofAnswer::Failed(_, Shows::Plan, error) => {
                cx.toasts.problem(words::error(&cx.words, &error));
                if session.view.tree().len() == 1 {
                    self.plan = None;
                    self.mode = Mode::Proof;
                }
            }
            ProofAnswer::Failed(ask, _, error) => {
                if matches!(ask, ProofRequest::Recording(..)) {
                    self.awaited.growing = None;
                }
                let text = words::error(&cx.words, &error);
                let right = self.awaited.right;
                if !right && session.view.tree().len() == 1 && matches!(ask, ProofRequest::Unfold { .. }) {
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
        let right = self.compare.as_mut().map(|compare| &mut compare.right);
        for session in [self.session.as_mut(), self.plan.as_mut(), right].into_iter().flatten() {
            session.forget_asks();
        }
    }

    /// What is being proved, in words.
    #[must_use]
    pub fn name(&self, words: &Words) -> String {
        self.shown().map_or_else(
            || words.t("proof.title").into(),
            |session| format!("{}: {}", words.t("proof.title"), words::verdict_sentence(words, session)),
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
            | Command::TreeOnly
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
                let sample = Sample::default();
                session.asks.push(ProofRequest::Recording(self.options, sample.clone()));
                self.awaited.growing = Some(sample);
                self.films = Films::default();
                self.mode = Mode::Recording;
            }
            Command::TreeFind => self.find.focus = true,
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
                    self.awaited.step_on = Some(at);
                }
                return;
            }
        }
    }

    fn search(&mut self, words: &Words) {
        let query = Query::parse(&self.find.query, words);
        let found = match (self.mode, self.films.shown(), query) {
            (_, _, None) => Vec::new(),
            (Mode::Recording, Some(recording), Some(query)) => {
                let ended = |id| recording.visit(id).map(|visit| visit.ended());
                query.find_with(recording.view.tree(), ended)
            }
            (_, _, Some(query)) => self.tree().map_or(Vec::new(), |view| query.find(view.tree())),
        };
        if let Some(view) = self.tree_mut() {
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
                let mut head = words::verdict_sentence(&words, session) + "\n";
                if at != NodeId::ROOT {
                    let line: Vec<String> =
                        tree.plays(at).iter().map(|play| words.short_card(play.card)).collect();
                    head += &words.fill("proof.from", &[("line", &line.join(" "))]);
                    head += "\n";
                }
                head += "\n";
                let tell = |id| match (self.mode, self.films.shown()) {
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
