//! Parts of a tree in figures, and parts that are alike.

use super::model::{NodeId, Tree, Verdict};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A subtree in figures.
///
/// ```
/// use kiebitz::solving::tree::{model::{Node, NodeId, Tree}, shape::Extent};
/// let mut tree = Tree::new(Node::default(), 1, 0);
/// let first = tree.add(NodeId::ROOT, Node::default());
/// tree.add(first, Node::default());
/// tree.add(NodeId::ROOT, Node::default());
/// let extent = Extent::of(&tree, first);
/// assert_eq!((extent.nodes, extent.depth, extent.lines), (2, 1, 1));
/// assert_eq!(Extent::of(&tree, NodeId::ROOT).lines, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Positions, that of the node itself included.
    pub nodes: usize,
    /// Cards from the node to the deepest of them.
    pub depth: usize,
    /// Lines: positions after which nothing is shown.
    pub lines: usize,
    /// Which part of the whole tree it is, 0 to 1.
    pub share: f64,
}

impl Extent {
    /// Of the subtree of a node.
    #[must_use]
    pub fn of(tree: &Tree, id: NodeId) -> Extent {
        let from = tree.depth(id);
        let (mut depth, mut lines) = (0, 0);
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            depth = depth.max(tree.depth(id) - from);
            lines += usize::from(tree.count(id) == 0);
            stack.extend(tree.children(id));
        }
        let nodes = tree.size(id);
        Extent { nodes, depth, lines, share: nodes as f64 / tree.len().max(1) as f64 }
    }
}

/// Subtrees that are alike: the same cards in the same order with the same verdicts.
///
/// ```
/// use kiebitz::{deal::Play, rules::Seat};
/// use kiebitz::solving::tree::{model::{Node, NodeId, Tree}, shape::{Group, groups}};
/// let node = |card: &str| {
///     let play = Play { seat: Seat::Forehand, card: card.parse().unwrap() };
///     Node { play: Some(play), ..Node::default() }
/// };
/// let mut tree = Tree::new(Node::default(), 1, 0);
/// for first in ["CJ", "SJ"] {
///     let first = tree.add(NodeId::ROOT, node(first));
///     let second = tree.add(first, node("SA"));
///     let third = tree.add(second, node("ST"));
///     tree.add(third, node("SK"));
/// }
/// let found: Vec<Group> = groups(&tree, 10);
/// assert_eq!((found.len(), found[0].size, found[0].nodes.len()), (1, 3, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Positions of one of them.
    pub size: usize,
    /// What is known of them.
    pub verdict: Verdict,
    /// Their first nodes, by number.
    pub nodes: Vec<NodeId>,
}

/// The fewest positions of a subtree that is worth telling.
const LEAST: usize = 3;

/// Groups of subtrees that are alike, the ones that explain most first, at most so many. Of a group whose members all lie within
/// those of a larger one, only the larger is told.
#[must_use]
pub fn groups(tree: &Tree, most: usize) -> Vec<Group> {
    let mut shapes = vec![0_u64; tree.len()];
    let mut by_shape: HashMap<u64, Vec<NodeId>> = HashMap::new();
    // Children have larger numbers than their parents.
    for id in tree.ids().rev() {
        let node = tree.node(id);
        let mut hasher = DefaultHasher::new();
        (node.play.map(|play| (play.seat, play.card)), node.verdict, node.mover).hash(&mut hasher);
        for child in tree.children(id) {
            shapes[child.index()].hash(&mut hasher);
        }
        shapes[id.index()] = hasher.finish();
        if tree.size(id) >= LEAST && id != NodeId::ROOT {
            by_shape.entry(shapes[id.index()]).or_default().push(id);
        }
    }
    let count = |id: NodeId| by_shape.get(&shapes[id.index()]).map_or(0, Vec::len);
    let within = |nodes: &[NodeId]| {
        nodes.iter().all(|&id| tree.parent(id).is_some_and(|parent| count(parent) >= nodes.len()))
    };
    let alike = by_shape.values().filter(|nodes| nodes.len() > 1 && !within(nodes));
    let mut groups: Vec<Group> = alike
        .map(|nodes| {
            let mut nodes = nodes.clone();
            nodes.reverse();
            Group { size: tree.size(nodes[0]), verdict: tree.node(nodes[0]).verdict, nodes }
        })
        .collect();
    groups.sort_by_key(|group| (std::cmp::Reverse(group.size * group.nodes.len()), group.nodes[0]));
    groups.truncate(most);
    groups
}
