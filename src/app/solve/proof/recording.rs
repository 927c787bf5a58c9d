//! The recording of a search: what it visited, in order, to be played forwards and backwards.

use super::job::Case;
use crate::app::widgets::tree::TreeView;
use crate::app::widgets::tree::model::{Mover, Node, NodeId, Tree, Verdict};
use crate::deal::{Play, Position, View};
use crate::rules::{Goal, Seat, Side};
use crate::search::proof::{Claim, ProofError, unseen};
use crate::search::trace::{Question, Sample, Stats, Trace, Visit, questions};
use crate::search::{Limits, open, paranoia};

/// At the beginning the tree is open until it shows so many nodes.
const FIRST: usize = 240;
/// The speeds at which it plays, in steps a second.
pub const SPEEDS: [u32; 5] = [2, 10, 100, 1_000, 10_000];
/// How many visits may be kept.
pub const BUDGETS: [usize; 4] = [10_000, 100_000, 1_000_000, 10_000_000];
/// Of a longer film the tree shows the parts that cost most, about so many visits; the film itself has all of them.
const MOST_DRAWN: usize = 1_000_000;

/// How a search is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Visits that are kept, at most.
    pub budget: usize,
    /// The idea that the search does without, by its number.
    pub without: Option<usize>,
    /// Whether it seeks the exact value, question after question.
    pub exact: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { budget: BUDGETS[1], without: None, exact: false }
    }
}

/// A recording of a search.
pub struct Recording {
    case: Case,
    options: Options,
    root: Position,
    trace: Trace,
    stats: Stats,
    /// The tree on the screen; its nodes have the numbers of the visits, unless there are too many.
    pub view: TreeView,
    /// Then the number of the visit of each node; they grow.
    drawn: Option<Vec<u32>>,
    at: usize,
    /// Plays forwards or backwards, or stands still.
    pub run: Option<bool>,
    /// Steps a second.
    pub speed: u32,
    /// Part of a step that is due already.
    due: f32,
    /// Nodes that the recording has opened and folds again when it leaves them.
    opened: Vec<NodeId>,
}

impl std::fmt::Debug for Recording {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recording").field("visits", &self.trace.visits().len()).finish_non_exhaustive()
    }
}

impl Recording {
    /// Records the search that decides the case, from nothing; of one for the exact value every question by itself.
    ///
    /// # Errors
    /// If the position is incomplete for its view, or the goal does not belong to the game.
    pub fn record(
        case: &Case,
        (options, sample): (Options, &Sample),
        memory: usize,
        limits: &Limits,
    ) -> Result<Vec<Recording>, ProofError> {
        let root = unseen(&case.root)?;
        let place = (options.budget, sample);
        let asked = match root.view() {
            View::Open => {
                let mut solver = open::Solver::with_table(memory);
                if let Some((_, idea)) = options.without.and_then(|idea| open::Ideas::EACH.get(idea)) {
                    solver = solver.with_ideas(open::Ideas::ALL - *idea);
                }
                ask(case, options, place, |goal, trace| Ok(solver.trace(&root, goal, limits, trace)?))?
            }
            View::Seat(_) => {
                let mut solver = paranoia::Solver::with_table(memory);
                if let Some((_, idea)) = options.without.and_then(|idea| paranoia::Ideas::EACH.get(idea)) {
                    solver = solver.with_ideas(paranoia::Ideas::ALL - *idea);
                }
                ask(case, options, place, |goal, trace| Ok(solver.trace(&root, goal, limits, trace)?))?
            }
        };
        if limits.is_cancelled() {
            // Nobody hears a job that was stopped; what it has recorded last is kept all the same.
            if let Some(last) = asked.into_iter().next_back() {
                sample.put(last.trace);
            }
            return Err(ProofError::Stopped);
        }
        let recording = |Question { goal, trace, .. }| {
            let case = Case { question: Claim { goal, ..case.question }, ..case.clone() };
            Recording::of(trace, root.clone(), &case, options)
        };
        Ok(asked.into_iter().map(recording).collect())
    }

    /// A picture of a recording that is being made.
    ///
    /// # Errors
    /// If the position is incomplete for its view.
    pub fn growing(case: &Case, options: Options, trace: Trace) -> Result<Recording, ProofError> {
        Ok(Recording::of(trace, unseen(&case.root)?, case, options))
    }

    fn of(trace: Trace, root: Position, case: &Case, options: Options) -> Recording {
        let stats = trace.stats();
        let drawn = (trace.visits().len() > MOST_DRAWN).then(|| dearest(&trace, MOST_DRAWN));
        let tree = tree_of(&trace, drawn.as_deref(), &root, case);
        let mut view = TreeView::new(tree, |_| false);
        view.unfold_below(NodeId::ROOT, FIRST);
        let at = trace.visits().len().saturating_sub(1);
        let case = case.clone();
        Recording {
            case,
            options,
            root,
            trace,
            stats,
            view,
            drawn,
            at,
            run: None,
            speed: 10,
            due: 0.0,
            opened: Vec::new(),
        }
    }

    /// The number of the visit that a node shows.
    #[must_use]
    pub fn number(&self, id: NodeId) -> usize {
        match &self.drawn {
            Some(drawn) => drawn.get(id.index()).map_or(0, |&number| number as usize),
            None => id.index(),
        }
    }

    /// The node that shows a visit, or the nearest one above it.
    #[must_use]
    pub fn node(&self, number: usize) -> NodeId {
        let Some(drawn) = &self.drawn else { return NodeId::at(number.min(self.last())) };
        let mut at = number;
        loop {
            if let Ok(node) = drawn.binary_search(&(at as u32)) {
                return NodeId::at(node);
            }
            match self.trace.visits().get(at) {
                Some(visit) if visit.depth() > 0 => at = visit.parent(),
                _ => return NodeId::ROOT,
            }
        }
    }

    /// What the search was asked.
    #[must_use]
    pub fn case(&self) -> &Case {
        &self.case
    }

    /// How it was recorded.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// What was recorded.
    #[must_use]
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The same in figures.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// A visit.
    #[must_use]
    pub fn visit(&self, id: NodeId) -> Option<&Visit> {
        self.trace.visits().get(self.number(id))
    }

    /// The step it has come to, from 0.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Its last step.
    #[must_use]
    pub fn last(&self) -> usize {
        self.trace.visits().len().saturating_sub(1)
    }

    /// The position of a node, as the search's viewer knows it.
    #[must_use]
    pub fn position(&self, id: NodeId) -> Position {
        let mut position = self.root.clone();
        for play in self.view.tree().plays(id) {
            // A card that no deal allows is passed over by the search; it changes nothing here either.
            position.play(play.card).ok();
        }
        position
    }

    /// Goes to a step, shows its way from the root, and folds what it had opened elsewhere.
    pub fn go(&mut self, to: usize) {
        self.at = to.min(self.last());
        let id = self.node(self.at);
        let path = self.view.tree().path(id);
        let mut opened = std::mem::take(&mut self.opened);
        opened.retain(|old| {
            let stays = path.contains(old);
            if !stays {
                self.view.set_open(*old, false);
            }
            stays
        });
        let above = &path[..path.len() - 1];
        opened.extend(above.iter().filter(|&&above| !self.view.layout().is_open(above)));
        self.opened = opened;
        self.view.choose(id);
        self.view.now = (self.at < self.last()).then_some(id);
    }

    /// One step on or back.
    pub fn step(&mut self, forward: bool) {
        self.run = None;
        self.go(self.on_from(if forward { self.at + 1 } else { self.at.saturating_sub(1) }, forward));
    }

    /// From this step on the next one at which a card was looked at: equal cards and those that were not needed any more are no
    /// steps of their own.
    fn on_from(&self, from: usize, forward: bool) -> usize {
        let visits = self.trace.visits();
        let skipped = |at: usize| visits.get(at).is_some_and(|visit| visit.ended().is_skipped());
        let mut at = from.min(self.last());
        while skipped(at) && at > 0 && at < self.last() {
            at = if forward { at + 1 } else { at - 1 };
        }
        at
    }

    /// Plays, or stops; at the end it begins again.
    pub fn play(&mut self) {
        self.due = 0.0;
        self.run = if self.run.is_some() { None } else { Some(true) };
        if self.run.is_some() && self.at >= self.last() {
            self.go(0);
        }
    }

    /// Time passes; true while it plays.
    pub fn advance(&mut self, seconds: f32) -> bool {
        let Some(forward) = self.run else { return false };
        self.due += seconds.clamp(0.0, 0.25) * self.speed as f32;
        let steps = self.due as usize;
        self.due -= steps as f32;
        if steps > 0 {
            let to = if forward { self.at + steps } else { self.at.saturating_sub(steps) };
            self.go(self.on_from(to, forward));
        }
        if self.at == if forward { self.last() } else { 0 } {
            self.run = None;
        }
        self.run.is_some()
    }
}

/// The recordings of one search: of each of its questions one, of which one is looked at.
#[derive(Debug, Default)]
pub struct Films {
    list: Vec<Recording>,
    at: usize,
}

impl Films {
    /// Of these questions; the last is looked at.
    #[must_use]
    pub fn new(list: Vec<Recording>) -> Films {
        Films { at: list.len().saturating_sub(1), list }
    }

    /// All, in the order in which they were asked.
    #[must_use]
    pub fn list(&self) -> &[Recording] {
        &self.list
    }

    /// Which one is looked at.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Looks at another.
    pub fn show(&mut self, at: usize) {
        self.at = at;
    }

    /// The one that is looked at.
    #[must_use]
    pub fn shown(&self) -> Option<&Recording> {
        self.list.get(self.at)
    }

    /// The same, to play it.
    pub fn shown_mut(&mut self) -> Option<&mut Recording> {
        self.list.get_mut(self.at)
    }
}

/// The one question of the case, or all on the way to its exact value.
fn ask(
    case: &Case,
    options: Options,
    (budget, sample): (usize, &Sample),
    mut search: impl FnMut(Goal, &mut Trace) -> Result<Option<bool>, ProofError>,
) -> Result<Vec<Question>, ProofError> {
    let goal = case.question.goal;
    if options.exact {
        return questions(goal, (budget, sample), search);
    }
    let mut trace = Trace::sampled(budget, sample.clone());
    let reaches = search(goal, &mut trace)?;
    Ok(vec![Question { goal, reaches, trace }])
}

/// The visits that belong to the dearest parts of a long film, at most about so many: below a visit all or none of its cards.
fn dearest(trace: &Trace, most: usize) -> Vec<u32> {
    let visits = trace.visits();
    let size = |number: usize| visits[number].end() - number;
    let mut least = 2;
    loop {
        let shown = |number: &usize| *number == 0 || size(visits[*number].parent()) >= least;
        // What is not shown hides all below it: sizes only shrink on the way down.
        let drawn: Vec<u32> =
            (0..visits.len()).filter(shown).map(|number| number as u32).take(most + 1).collect();
        if drawn.len() <= most {
            return drawn;
        }
        least *= 2;
    }
}

/// The visits as a tree with the same numbers, or of those that are to be drawn.
fn tree_of(trace: &Trace, drawn: Option<&[u32]>, root: &Position, case: &Case) -> Tree {
    let visits = trace.visits();
    let trick = (root.history().len() / 3 + 1 + root.gone().len() / 3) as u8;
    let node = |number: usize| {
        let visit = &visits[number];
        // Who plays next is known by the first card tried.
        let next = trace.children(number).next().map(|child| visits[child].seat());
        Node {
            play: visit.card().map(|card| Play { seat: visit.seat(), card }),
            mover: next.map_or(Mover::Nobody, |seat| mover(seat, root, case)),
            verdict: match visit.reaches() {
                None => Verdict::Open,
                Some(reaches) if reaches == (case.question.side == Side::Declarer) => Verdict::Proved,
                Some(_) => Verdict::Refuted,
            },
            effort: visit.effort(),
            twin: None,
            known: true,
        }
    };
    let mut tree = Tree::new(node(0), trick, root.trick().len() as u8);
    match drawn {
        None => {
            for (number, visit) in visits.iter().enumerate().skip(1) {
                tree.add(NodeId::at(visit.parent()), node(number));
            }
        }
        Some(drawn) => {
            for &number in drawn.iter().skip(1) {
                let parent = visits[number as usize].parent() as u32;
                let above = drawn.binary_search(&parent).unwrap_or(0);
                tree.add(NodeId::at(above), node(number as usize));
            }
        }
    }
    tree
}

fn mover(seat: Seat, root: &Position, case: &Case) -> Mover {
    let viewers = match root.view() {
        View::Seat(viewer) => seat == viewer,
        View::Open => seat.side(root.declarer()) == case.question.side,
    };
    if viewers { Mover::Viewer } else { Mover::Adversary }
}
