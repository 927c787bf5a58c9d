//! Where each position is drawn: a tidy tree, mended along one path when something is folded.
//!
//! The tree grows to the right: a column for each card, a row for each line. Of every open node
//! the outline of its subtree is kept, level by level and relative to the node itself, and of every
//! node its distance from its parent. Folding or unfolding a node changes the outlines of its
//! ancestors only, so it costs a few dozen short merges however large the tree is, and nothing that
//! is folded away is laid out at all.
//!
//! Siblings are packed twice, once towards the first and once towards the last, and stand in the
//! middle of both. Each packing keeps every pair far enough apart, and so does any mean of the two,
//! because "far enough" is a linear bound. That makes the drawing of a mirrored tree the mirrored
//! drawing.

use super::model::{NodeId, Tree};

/// Room for one node, across the tree.
const SLOT: f64 = 1.0;
/// Extra room between neighbours that have different parents.
const COUSINS: f64 = 0.35;

/// Outline of a subtree at one level: its least and its greatest row, relative to its root.
type Span = [f64; 2];

/// The place of one node.
#[derive(Clone, Debug)]
struct Slot {
    /// Its row, relative to its parent's.
    offset: f64,
    /// Outlines below it, from its children downwards; empty if it is folded or has none.
    below: Box<[Span]>,
    /// The hull of that and of the node itself, and the width of its widest level: painting asks for both at every node in
    /// sight, and must not walk the outline each time.
    hull: Span,
    widest: f64,
    open: bool,
}

/// The outline of a node alone.
const ALONE: Span = [-SLOT / 2.0, SLOT / 2.0];

impl Default for Slot {
    fn default() -> Slot {
        Slot { offset: 0.0, below: Box::default(), hull: ALONE, widest: SLOT, open: false }
    }
}

/// The drawing of a tree.
///
/// ```
/// use kiebitz::solving::tree::{layout::Layout, model::{Node, NodeId, Tree}};
/// let mut tree = Tree::new(Node::default(), 1, 0);
/// let children = [0, 1].map(|_| tree.add(NodeId::ROOT, Node::default()));
/// let mut layout = Layout::new(&tree, |_| true);
/// // Two children stand apart; folded they are not drawn.
/// assert!(layout.row(&tree, children[0]) < layout.row(&tree, children[1]));
/// layout.set_open(&tree, NodeId::ROOT, false);
/// assert_eq!(layout.levels(NodeId::ROOT), 0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Layout {
    slots: Vec<Slot>,
    /// How many nodes were placed since it was made: the work of folding, for tests.
    placed: u64,
}

impl Layout {
    /// A drawing in which the nodes are open that `open` chooses.
    #[must_use]
    pub fn new(tree: &Tree, open: impl Fn(NodeId) -> bool) -> Layout {
        let mut layout = Layout::default();
        layout.open_all(tree, open);
        layout
    }

    /// Opens exactly the nodes that `open` chooses.
    pub fn open_all(&mut self, tree: &Tree, open: impl Fn(NodeId) -> bool) {
        self.grow(tree);
        for id in tree.ids() {
            self.slots[id.index()].open = open(id);
        }
        // Children come after their parents, so backwards they are done first.
        for id in tree.ids().rev() {
            self.place(tree, id);
        }
    }

    /// Makes room for nodes that the tree has gained.
    pub fn grow(&mut self, tree: &Tree) {
        self.slots.resize_with(tree.len(), Slot::default);
    }

    /// Whether the children of a node are drawn, if it has any.
    #[must_use]
    pub fn is_open(&self, id: NodeId) -> bool {
        self.slots.get(id.index()).is_some_and(|slot| slot.open)
    }

    /// Opens or folds a node and mends the drawing above it.
    pub fn set_open(&mut self, tree: &Tree, id: NodeId, open: bool) {
        self.grow(tree);
        self.slots[id.index()].open = open;
        self.mend(tree, id);
    }

    /// Mends the drawing after a node has gained children.
    pub fn mend(&mut self, tree: &Tree, id: NodeId) {
        self.grow(tree);
        let mut at = Some(id);
        while let Some(id) = at {
            self.place(tree, id);
            at = tree.parent(id);
        }
    }

    /// Opens every node above this one, so that it is drawn.
    pub fn reveal(&mut self, tree: &Tree, id: NodeId) {
        self.grow(tree);
        let mut at = tree.parent(id);
        while let Some(id) = at {
            self.slots[id.index()].open = true;
            self.place(tree, id);
            at = tree.parent(id);
        }
    }

    /// The row of a node, the root's being 0. Folded ancestors are taken as they would open.
    #[must_use]
    pub fn row(&self, tree: &Tree, id: NodeId) -> f64 {
        std::iter::successors(Some(id), |&id| tree.parent(id)).map(|id| self.offset(id)).sum()
    }

    /// The row of a node, relative to its parent's.
    #[must_use]
    pub fn offset(&self, id: NodeId) -> f64 {
        self.slots[id.index()].offset
    }

    /// How many levels are drawn below a node.
    #[must_use]
    pub fn levels(&self, id: NodeId) -> usize {
        self.slots[id.index()].below.len()
    }

    /// The least and the greatest row of what is drawn at and below a node, relative to it.
    #[must_use]
    pub fn extent(&self, id: NodeId) -> Span {
        self.slots[id.index()].hull
    }

    /// What is drawn below a node, level by level: the least and the greatest row, relative to it.
    #[must_use]
    pub fn outline_below(&self, id: NodeId) -> &[[f64; 2]] {
        &self.slots[id.index()].below
    }

    /// The width of its widest level.
    #[must_use]
    pub fn widest(&self, id: NodeId) -> f64 {
        self.slots[id.index()].widest
    }

    /// Nodes placed so far.
    #[must_use]
    pub fn placed(&self) -> u64 {
        self.placed
    }

    /// Places the children of a node and draws the outline around them.
    fn place(&mut self, tree: &Tree, id: NodeId) {
        let slot = &mut self.slots[id.index()];
        (slot.below, slot.hull, slot.widest) = (Box::default(), ALONE, SLOT);
        if !slot.open || tree.count(id) == 0 {
            return;
        }
        let children: Vec<NodeId> = tree.children(id).collect();
        self.placed += children.len() as u64;
        let forth = self.pack(children.iter().copied(), 1.0);
        let mut back = self.pack(children.iter().rev().copied(), -1.0);
        back.reverse();
        let mut below: Vec<Span> = Vec::new();
        for ((&child, a), b) in children.iter().zip(&forth).zip(&back) {
            // One packing runs from 0 to the whole width, the other from minus the width to 0: their
            // mean has the parent in its middle.
            let offset = (a + b) / 2.0;
            self.slots[child.index()].offset = offset;
            for (level, [low, high]) in self.outline(child).enumerate() {
                match below.get_mut(level) {
                    Some(span) => *span = [span[0].min(offset + low), span[1].max(offset + high)],
                    None => below.push([offset + low, offset + high]),
                }
            }
        }
        let slot = &mut self.slots[id.index()];
        slot.hull = below.iter().fold(ALONE, |[a, b], span| [a.min(span[0]), b.max(span[1])]);
        slot.widest = below.iter().fold(SLOT, |widest, span| widest.max(span[1] - span[0]));
        slot.below = below.into();
    }

    /// Packs siblings one after the other in the direction of `sign`; rows from the first one's.
    fn pack(&self, siblings: impl Iterator<Item = NodeId>, sign: f64) -> Vec<f64> {
        let mut rows = Vec::new();
        // The far edge of what is packed, level by level.
        let mut edge: Vec<f64> = Vec::new();
        for sibling in siblings {
            let near = |[low, high]: Span| if sign > 0.0 { low } else { -high };
            let far = |[low, high]: Span| if sign > 0.0 { high } else { -low };
            let gaps = self.outline(sibling).zip(&edge).enumerate();
            let row = gaps
                .map(|(level, (span, edge))| edge - near(span) + if level > 0 { COUSINS } else { 0.0 })
                .fold(None, |most: Option<f64>, gap| Some(most.map_or(gap, |most| most.max(gap))))
                .unwrap_or(0.0);
            for (level, span) in self.outline(sibling).enumerate() {
                match edge.get_mut(level) {
                    Some(edge) => *edge = edge.max(row + far(span)),
                    None => edge.push(row + far(span)),
                }
            }
            rows.push(row * sign);
        }
        rows
    }

    fn outline(&self, id: NodeId) -> impl Iterator<Item = Span> + '_ {
        std::iter::once(ALONE).chain(self.slots[id.index()].below.iter().copied())
    }
}
