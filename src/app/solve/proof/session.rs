//! One proof being looked at: its tree as far as it is unfolded, and what is known of each node.

use super::job::{Case, ProofRequest};
use crate::app::widgets::tree::TreeView;
use crate::app::widgets::tree::model::{Mover, Node, NodeId, Tree, Verdict};
use crate::cards::Card;
use crate::deal::{Play, Position, View};
use crate::search::chance::PlanNode;
use crate::search::open::Bounds;
use crate::search::proof::{self, Chooser, Detail, Key, ProofError, Refutation, Settled, unseen};
use std::collections::{HashMap, HashSet};

/// At the beginning the tree is unfolded until it has so many nodes, or so many cards.
const FIRST_NODES: usize = 24;
const FIRST_CARDS: usize = 3;
/// Unfolding a whole trick stops at so many nodes.
const MOST_NODES: usize = 3_000;

/// What is known of a node beyond its place in the tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fact {
    /// Deals left.
    pub worlds: u64,
    /// How many of them the strategy wins, if one is shown.
    pub won: Option<u64>,
    /// Whether there may be a better strategy, so that what is won is so much at least.
    pub at_least: bool,
    /// If counting alone decides it.
    pub settled: Option<Settled>,
    /// The declarer's final points, if they were asked for.
    pub value: Option<Bounds>,
    /// Whether its card is the one that the proof (or the refutation) chooses.
    pub chosen: bool,
    /// Cards that may fall here, also those that are not shown.
    pub cards: usize,
    /// Whether all of them are shown.
    pub whole: bool,
}

/// One deal that beats a card.
#[derive(Clone, Debug)]
pub struct Deal {
    /// From the root to the point where it is lost.
    pub path: Vec<Card>,
    /// How many cards of it lead to the card that fails, that one included.
    pub from: usize,
    /// All hands, before the card that fails.
    pub position: Position,
}

/// A proof being looked at.
pub struct Session {
    case: Case,
    /// The root as the viewer knows it.
    root: Position,
    /// The tree on the screen.
    pub view: TreeView,
    facts: Vec<Fact>,
    keys: HashMap<Key, NodeId>,
    deals: Vec<Deal>,
    asked: HashSet<(NodeId, Detail)>,
    /// What the engine is to be asked next.
    pub asks: Vec<ProofRequest>,
    /// Whatever arrives is unfolded further down to this depth.
    spread: usize,
    most: usize,
}

impl Session {
    /// Begins with the root and asks for its first cards.
    ///
    /// # Errors
    /// If the position is incomplete for its view.
    pub fn new(case: Case) -> Result<Session, ProofError> {
        let root = unseen(&case.root)?;
        let mover = mover_of(&root, &case);
        let node = Node { mover, ..Node::default() };
        let trick = (root.history().len() / 3 + 1 + root.gone().len() / 3) as u8;
        let tree = Tree::new(node, trick, root.trick().len() as u8);
        let mut session = Session {
            case,
            root,
            view: TreeView::new(tree, |_| true),
            facts: vec![Fact::default()],
            keys: HashMap::new(),
            deals: Vec::new(),
            asked: HashSet::new(),
            asks: Vec::new(),
            spread: FIRST_CARDS,
            most: FIRST_NODES,
        };
        session.ask(NodeId::ROOT, Detail::Proof);
        Ok(session)
    }

    /// What is being proved.
    #[must_use]
    pub fn case(&self) -> &Case {
        &self.case
    }

    /// What is known of a node.
    #[must_use]
    pub fn fact(&self, id: NodeId) -> Fact {
        self.facts.get(id.index()).copied().unwrap_or_default()
    }

    /// The position of a node, as the viewer knows it.
    #[must_use]
    pub fn position(&self, id: NodeId) -> Position {
        let mut position = self.root.clone();
        for play in self.view.tree().plays(id) {
            // Every card of the tree was legal when it was added.
            position.play(play.card).ok();
        }
        position
    }

    /// One deal that beats the viewer on the way through this node, as it lies there.
    #[must_use]
    pub fn deal(&self, id: NodeId) -> Option<Position> {
        let path = self.path(id);
        let deal =
            self.deals.iter().rev().find(|deal| path.len() >= deal.from && deal.path.starts_with(&path))?;
        let mut position = deal.position.clone();
        for &card in &path[deal.from - 1..] {
            position.play(card).ok()?;
        }
        Some(position)
    }

    /// The cards from the root to a node.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<Card> {
        self.view.tree().plays(id).iter().map(|play| play.card).collect()
    }

    /// Asks for the cards at a node, once.
    pub fn ask(&mut self, at: NodeId, wish: Detail) {
        if self.view.tree().node(at).mover != Mover::Nobody && self.asked.insert((at, wish)) {
            let path = self.path(at);
            self.asks.push(ProofRequest::Unfold { at, path, wish });
        }
    }

    /// Asks for everything to the end of the trick that is played at a node.
    pub fn ask_trick(&mut self, at: NodeId) {
        let tree = self.view.tree();
        self.spread = tree.trick_end(tree.depth(at) + 1) - 1;
        self.most = tree.len() + MOST_NODES;
        let mut stack = vec![at];
        while let Some(id) = stack.pop() {
            let tree = self.view.tree();
            if tree.depth(id) >= self.spread {
                continue;
            }
            if tree.node(id).known {
                stack.extend(tree.children(id));
                self.view.set_open(id, true);
            } else if tree.node(id).twin.is_none() {
                self.ask(id, Detail::Proof);
            }
        }
    }

    /// Asks why the card before a node fails.
    pub fn ask_why(&mut self, at: NodeId) {
        let path = self.path(at);
        self.asks.push(ProofRequest::Refute { at, path });
    }

    /// Whether the card before a node is one of the viewer's that fails.
    #[must_use]
    pub fn fails(&self, id: NodeId) -> bool {
        let tree = self.view.tree();
        let viewers = tree.parent(id).is_some_and(|parent| tree.node(parent).mover == Mover::Viewer);
        viewers && tree.node(id).verdict == Verdict::Refuted
    }

    /// What was stopped may be asked again.
    pub fn forget_asks(&mut self) {
        self.asks.clear();
        let tree = self.view.tree();
        self.asked.retain(|(id, wish)| *wish == Detail::Proof && tree.node(*id).known);
        self.spread = 0;
    }

    /// Takes a node that the engine has unfolded.
    pub fn take(&mut self, at: NodeId, wish: Detail, found: &proof::Node) {
        let all = wish != Detail::Proof || found.branches.len() == found.cards;
        let fact = &mut self.facts[at.index()];
        fact.worlds = found.worlds;
        fact.settled = found.settled;
        fact.cards = found.cards;
        fact.whole |= all;
        self.keys.entry(found.key).or_insert(at);
        let mover = if found.settled.is_some() { Mover::Nobody } else { chooser(found.chooser) };
        let node = self.view.tree_mut().node_mut(at);
        node.mover = mover;
        node.verdict = verdict(found.verdict);
        node.effort = found.worlds;
        let Session { view, facts, keys, case, .. } = self;
        view.grow(at, |tree| {
            for branch in &found.branches {
                let play = Play { seat: branch.seat, card: branch.card };
                let fact = Fact {
                    worlds: branch.worlds,
                    settled: branch.settled,
                    value: branch.value,
                    chosen: branch.chosen,
                    ..Fact::default()
                };
                if let Some(child) = tree.child_by(at, play) {
                    let old = facts[child.index()];
                    facts[child.index()] = Fact { cards: old.cards, whole: old.whole, ..fact };
                    tree.node_mut(child).verdict = verdict(branch.verdict);
                    tree.node_mut(child).effort = branch.worlds;
                    continue;
                }
                let mut next = found.position.clone();
                let over = branch.settled.is_some() || next.play(branch.card).is_err();
                let sibling = branch.twin_of.and_then(|card| tree.child_by(at, Play { card, ..play }));
                let twin = sibling.or_else(|| keys.get(&branch.key).copied());
                let child = tree.add(
                    at,
                    Node {
                        play: Some(play),
                        mover: if over { Mover::Nobody } else { mover_of(&next, case) },
                        verdict: verdict(branch.verdict),
                        effort: branch.worlds,
                        twin,
                        known: over,
                    },
                );
                facts.push(fact);
                keys.entry(branch.key).or_insert(child);
            }
        });
        if wish == Detail::Proof {
            self.go_on(at);
        }
    }

    /// Takes a node of the strategy: the card that it plays, or every card of the others with the deals it belongs to.
    pub fn take_plan(&mut self, at: NodeId, found: &PlanNode) {
        let position = self.position(at);
        let Some(seat) = position.turn() else { return };
        let node = self.view.tree_mut().node_mut(at);
        node.verdict = share_verdict(found.won, found.worlds);
        node.effort = found.worlds;
        if found.cards.is_empty() {
            node.mover = Mover::Nobody;
        }
        let fact = &mut self.facts[at.index()];
        let at_least = !found.exact;
        (fact.worlds, fact.won, fact.at_least) = (found.worlds, Some(found.won), at_least);
        (fact.cards, fact.whole) = (found.cards.len(), true);
        let Session { view, facts, case, .. } = self;
        view.grow(at, |tree| {
            for &(card, worlds, won) in &found.cards {
                let play = Play { seat, card };
                if tree.child_by(at, play).is_some() {
                    continue;
                }
                let mut next = position.clone();
                let over = next.play(card).is_err() || next.turn().is_none();
                let child = Node {
                    play: Some(play),
                    mover: if over { Mover::Nobody } else { mover_of(&next, case) },
                    verdict: share_verdict(won, worlds),
                    effort: worlds,
                    twin: None,
                    known: over,
                };
                tree.add(at, child);
                facts.push(Fact { worlds, won: Some(won), at_least, chosen: found.own, ..Fact::default() });
            }
        });
        self.go_on(at);
    }

    /// Unfolds what has just arrived further, as far as that was wished for.
    fn go_on(&mut self, at: NodeId) {
        let tree = self.view.tree();
        if tree.depth(at) + 1 >= self.spread || tree.len() >= self.most {
            return;
        }
        let next: Vec<NodeId> =
            tree.children(at).filter(|&id| !tree.node(id).known && tree.node(id).twin.is_none()).collect();
        for id in next {
            self.ask(id, Detail::Proof);
        }
    }

    /// Takes a refutation: its line becomes part of the tree, its deal can be seen.
    pub fn take_refutation(&mut self, at: NodeId, before: &[Card], refutation: &Refutation) {
        let mut path = before.to_vec();
        path.extend(&refutation.line);
        let mut position = self.position(at);
        let mut id = at;
        for &card in refutation.line.iter().skip(1) {
            let Some(seat) = position.turn() else { break };
            let play = Play { seat, card };
            if position.play(card).is_err() {
                break;
            }
            let existing = self.view.tree().child_by(id, play);
            let Session { view, facts, case, .. } = self;
            let child = existing.unwrap_or_else(|| {
                let child = Node {
                    play: Some(play),
                    mover: mover_of(&position, case),
                    verdict: Verdict::Refuted,
                    ..Node::default()
                };
                facts.push(Fact { worlds: worlds(&position), ..Fact::default() });
                view.add_line(id, child)
            });
            id = child;
        }
        let tree = self.view.tree_mut();
        tree.node_mut(id).known = true;
        tree.node_mut(id).mover = Mover::Nobody;
        self.deals.push(Deal { path, from: before.len() + 1, position: refutation.position.clone() });
    }

    /// The line that beats the card before this node, if it was asked for.
    #[must_use]
    pub fn refutation(&self, id: NodeId) -> Option<&Deal> {
        let path = self.path(id);
        self.deals.iter().rev().find(|deal| path.len() >= deal.from && deal.path.starts_with(&path))
    }
}

/// Deals that the viewer cannot rule out.
fn worlds(position: &Position) -> u64 {
    match position.view() {
        View::Open => 1,
        View::Seat(seat) => {
            crate::knowledge::Knowledge::of(position, seat).map_or(0, |knowledge| knowledge.count())
        }
    }
}

/// Whose turn it is, as the tree draws it.
fn mover_of(position: &Position, case: &Case) -> Mover {
    let Some(turn) = position.turn() else { return Mover::Nobody };
    let viewers = match position.view() {
        View::Seat(viewer) => turn == viewer,
        View::Open => turn.side(position.declarer()) == case.question.side,
    };
    if viewers { Mover::Viewer } else { Mover::Adversary }
}

fn chooser(chooser: Chooser) -> Mover {
    match chooser {
        Chooser::Viewer => Mover::Viewer,
        Chooser::Adversary => Mover::Adversary,
        Chooser::Nobody => Mover::Nobody,
    }
}

/// All deals won, none, or some.
fn share_verdict(won: u64, worlds: u64) -> Verdict {
    match won {
        won if won == worlds => Verdict::Proved,
        0 => Verdict::Refuted,
        _ => Verdict::Open,
    }
}

fn verdict(verdict: proof::Verdict) -> Verdict {
    match verdict {
        proof::Verdict::Proved => Verdict::Proved,
        proof::Verdict::Refuted => Verdict::Refuted,
        proof::Verdict::Open => Verdict::Open,
    }
}
