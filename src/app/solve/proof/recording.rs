//! The recording of a search: what it visited, in order, to be played forwards and backwards.

use super::job::Case;
use crate::app::widgets::tree::TreeView;
use crate::app::widgets::tree::model::{Mover, Node, NodeId, Tree, Verdict};
use crate::deal::{Play, Position, View};
use crate::rules::{Seat, Side};
use crate::search::proof::{ProofError, unseen};
use crate::search::trace::{Stats, Trace, Visit};
use crate::search::{Limits, open, paranoia};

/// At the beginning the tree is open until it shows so many nodes.
const FIRST: usize = 240;
/// The speeds at which it plays, in steps a second.
pub const SPEEDS: [u32; 5] = [2, 10, 100, 1_000, 10_000];
/// How many visits may be kept.
pub const BUDGETS: [usize; 3] = [10_000, 100_000, 1_000_000];

/// A recording of a search.
pub struct Recording {
    case: Case,
    root: Position,
    trace: Trace,
    stats: Stats,
    /// The tree on the screen; its nodes have the numbers of the visits.
    pub view: TreeView,
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
    /// Records the search that decides the case, from nothing, and keeps at most `budget` visits.
    ///
    /// # Errors
    /// If the position is incomplete for its view, or the goal does not belong to the game.
    pub fn record(
        case: &Case,
        budget: usize,
        memory: usize,
        limits: &Limits,
    ) -> Result<Recording, ProofError> {
        let root = unseen(&case.root)?;
        let mut trace = Trace::new(budget);
        let goal = case.question.goal;
        match root.view() {
            View::Open => {
                open::Solver::with_table(memory).trace(&root, goal, limits, &mut trace)?;
            }
            View::Seat(_) => {
                paranoia::Solver::with_table(memory).trace(&root, goal, limits, &mut trace)?;
            }
        }
        let stats = trace.stats();
        let tree = tree_of(&trace, &root, case);
        let mut view = TreeView::new(tree, |_| false);
        view.unfold_below(NodeId::ROOT, FIRST);
        let at = trace.visits().len().saturating_sub(1);
        let case = case.clone();
        Ok(Recording {
            case,
            root,
            trace,
            stats,
            view,
            at,
            run: None,
            speed: 10,
            due: 0.0,
            opened: Vec::new(),
        })
    }

    /// What the search was asked.
    #[must_use]
    pub fn case(&self) -> &Case {
        &self.case
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
        self.trace.visits().get(id.index())
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
        let id = NodeId::at(self.at);
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
        self.go(if forward { self.at + 1 } else { self.at.saturating_sub(1) });
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
            self.go(if forward { self.at + steps } else { self.at.saturating_sub(steps) });
        }
        if self.at == if forward { self.last() } else { 0 } {
            self.run = None;
        }
        self.run.is_some()
    }
}

/// The visits as a tree with the same numbers.
fn tree_of(trace: &Trace, root: &Position, case: &Case) -> Tree {
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
    for (number, visit) in visits.iter().enumerate().skip(1) {
        tree.add(NodeId::at(visit.parent()), node(number));
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
