//! The tree as data: an arena of positions, grown at its leaves.

use crate::deal::Play;

/// A position in the tree. Numbers grow downwards: a child's is always larger than its parent's.
///
/// ```
/// use kiebitz::solving::tree::model::{Node, NodeId, Tree};
/// let mut tree = Tree::new(Node::default(), 1, 0);
/// let child = tree.add(NodeId::ROOT, Node::default());
/// assert_eq!((child, tree.parent(child)), (NodeId::at(1), Some(NodeId::ROOT)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root.
    pub const ROOT: NodeId = NodeId(0);

    /// Its place in the arena.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The node at this place of the arena.
    #[must_use]
    pub const fn at(index: usize) -> NodeId {
        NodeId(index as u32)
    }
}

/// Who plays next.
///
/// ```
/// use kiebitz::solving::tree::model::{Mover, Node};
/// // As long as nothing else is known, every card counts.
/// assert_eq!(Node::default().mover, Mover::Adversary);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mover {
    /// The one for whom something is proved: one card that works is enough.
    Viewer,
    /// Somebody else: every card that may fall counts.
    #[default]
    Adversary,
    /// Nobody: it is over, or nothing more matters.
    Nobody,
}

/// What is known of a position.
///
/// ```
/// use kiebitz::solving::tree::{find::Query, model::{Node, NodeId, Tree, Verdict}};
/// let mut tree = Tree::new(Node::default(), 1, 0);
/// let proved = tree.add(NodeId::ROOT, Node { verdict: Verdict::Proved, ..Node::default() });
/// assert_eq!(Query::Verdict(Verdict::Proved).find(&tree), [proved]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The viewer gets what he wants.
    Proved,
    /// He cannot be sure of it.
    Refuted,
    /// Not known.
    #[default]
    Open,
}

/// One position.
///
/// ```
/// use kiebitz::{deal::Play, rules::Seat, solving::tree::model::{Node, NodeId, Tree}};
/// let play = Play { seat: Seat::Forehand, card: "CJ".parse().unwrap() };
/// let mut tree = Tree::new(Node::default(), 1, 0);
/// let child = tree.add(NodeId::ROOT, Node { play: Some(play), ..Node::default() });
/// assert_eq!(tree.child_by(NodeId::ROOT, play), Some(child));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    /// The card that led here; the root has none.
    pub play: Option<Play>,
    /// Who plays next.
    pub mover: Mover,
    /// What is known of it.
    pub verdict: Verdict,
    /// What it stands for: positions searched, or lines; sizes its triangle and its share of the
    /// overview.
    pub effort: u64,
    /// An equal position elsewhere in the tree.
    pub twin: Option<NodeId>,
    /// Whether its children were asked for; those of the rest are not yet known.
    pub known: bool,
}

/// How the arena links nodes; `NONE` where there is none.
#[derive(Clone, Copy, Debug)]
struct Links {
    parent: u32,
    first: u32,
    last: u32,
    next: u32,
    /// Nodes of the subtree, this one included.
    size: u32,
    depth: u16,
    /// Children.
    count: u16,
}

const NONE: u32 = u32::MAX;

/// The tree.
///
/// ```
/// use kiebitz::solving::tree::model::{Node, NodeId, Tree};
/// let mut tree = Tree::new(Node::default(), 1, 0);
/// let first = tree.add(NodeId::ROOT, Node::default());
/// let below = tree.add(first, Node::default());
/// assert_eq!((tree.len(), tree.depth(below), tree.size(first)), (3, 2, 2));
/// assert_eq!(tree.path(below), [NodeId::ROOT, first, below]);
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    links: Vec<Links>,
    /// Cards that lay on the table already at the root, 0 to 2.
    lying: u8,
    /// The number of the trick that is being played at the root, from 1.
    trick: u8,
    deepest: u16,
}

impl Tree {
    /// A tree of one position, in the `trick`-th trick with `lying` cards on the table.
    #[must_use]
    pub fn new(root: Node, trick: u8, lying: u8) -> Tree {
        let links = Links { parent: NONE, first: NONE, last: NONE, next: NONE, size: 1, depth: 0, count: 0 };
        Tree { nodes: vec![root], links: vec![links], lying, trick, deepest: 0 }
    }

    /// Adds a position as the last child of another.
    pub fn add(&mut self, parent: NodeId, node: Node) -> NodeId {
        let id = self.nodes.len() as u32;
        let depth = self.links[parent.index()].depth + 1;
        self.nodes.push(node);
        self.links.push(Links {
            parent: parent.0,
            first: NONE,
            last: NONE,
            next: NONE,
            size: 1,
            depth,
            count: 0,
        });
        let above = &mut self.links[parent.index()];
        let before = std::mem::replace(&mut above.last, id);
        above.count += 1;
        if before == NONE {
            above.first = id;
        } else {
            self.links[before as usize].next = id;
        }
        let mut up = parent.0;
        while up != NONE {
            self.links[up as usize].size += 1;
            up = self.links[up as usize].parent;
        }
        self.deepest = self.deepest.max(depth);
        NodeId(id)
    }

    /// The number of the trick that is being played at the root, from 1, and the cards that lie on the table there.
    #[must_use]
    pub fn begun(&self) -> (u8, u8) {
        (self.trick, self.lying)
    }

    /// How many positions it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there is always a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every position, parents before children.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// A position.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A position, to change what is known of it.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The position before.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        some(self.links[id.index()].parent)
    }

    /// The positions after, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = some(self.links[id.index()].first);
        std::iter::successors(first, |&id| some(self.links[id.index()].next))
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self, id: NodeId) -> usize {
        usize::from(self.links[id.index()].count)
    }

    /// The first and the last of them.
    #[must_use]
    pub fn ends(&self, id: NodeId) -> Option<(NodeId, NodeId)> {
        let links = &self.links[id.index()];
        some(links.first).zip(some(links.last))
    }

    /// The next child of the same parent.
    #[must_use]
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        some(self.links[id.index()].next)
    }

    /// The child of the same parent before it.
    #[must_use]
    pub fn previous(&self, id: NodeId) -> Option<NodeId> {
        self.children(self.parent(id)?).take_while(|&other| other != id).last()
    }

    /// Cards played since the root.
    #[must_use]
    pub fn depth(&self, id: NodeId) -> usize {
        usize::from(self.links[id.index()].depth)
    }

    /// The depth of the deepest position.
    #[must_use]
    pub fn deepest(&self) -> usize {
        usize::from(self.deepest)
    }

    /// Positions in the subtree, this one included.
    #[must_use]
    pub fn size(&self, id: NodeId) -> usize {
        self.links[id.index()].size as usize
    }

    /// Its weight in pictures: what it stands for, or what is known below it, whichever is more.
    #[must_use]
    pub fn weight(&self, id: NodeId) -> u64 {
        self.nodes[id.index()].effort.max(u64::from(self.links[id.index()].size))
    }

    /// From the root to the position, both included.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.reverse();
        path
    }

    /// The cards from the root to the position.
    #[must_use]
    pub fn plays(&self, id: NodeId) -> Vec<Play> {
        self.path(id).into_iter().filter_map(|id| self.node(id).play).collect()
    }

    /// The child that this card leads to.
    #[must_use]
    pub fn child_by(&self, id: NodeId, play: Play) -> Option<NodeId> {
        self.children(id).find(|&child| self.node(child).play == Some(play))
    }

    /// The number of the trick to which the card before this depth belongs; at the root, of the
    /// trick that is being played.
    #[must_use]
    pub fn trick_at(&self, depth: usize) -> usize {
        usize::from(self.trick) + (usize::from(self.lying) + depth.saturating_sub(1)) / 3
    }

    /// The first depth whose card belongs to a later trick than the one before this depth.
    #[must_use]
    pub fn trick_end(&self, depth: usize) -> usize {
        let played = usize::from(self.lying) + depth.max(1);
        depth.max(1) + (3 - (played - 1) % 3)
    }
}

const fn some(id: u32) -> Option<NodeId> {
    if id == NONE { None } else { Some(NodeId(id)) }
}
