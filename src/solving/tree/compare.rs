//! Two trees of the same position laid over each other: what differs first.

use super::model::{NodeId, Tree, Verdict};

/// How a position stands in two trees.
///
/// ```
/// use kiebitz::solving::tree::{compare::{Difference, Overlay}, model::{Node, NodeId, Tree}};
/// let tree = Tree::new(Node::default(), 1, 0);
/// let overlay = Overlay::of(&tree, &tree, 100, |_, _| true);
/// assert_eq!(overlay.differences[NodeId::ROOT.index()], Difference::None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Difference {
    /// In both, and alike.
    None,
    /// In both, with another verdict or for another reason.
    Verdict,
    /// Only in the left one.
    Left,
    /// Only in the right one.
    Right,
}

/// Both trees in one.
///
/// ```
/// use kiebitz::{deal::Play, rules::Seat};
/// use kiebitz::solving::tree::{compare::{Difference, Overlay}, model::{Node, NodeId, Tree}};
/// let node = |card: &str| {
///     let play = Play { seat: Seat::Forehand, card: card.parse().unwrap() };
///     Node { play: Some(play), ..Node::default() }
/// };
/// let mut left = Tree::new(Node::default(), 1, 0);
/// left.add(NodeId::ROOT, node("CJ"));
/// let mut right = left.clone();
/// right.add(NodeId::ROOT, node("SJ"));
/// let overlay = Overlay::of(&left, &right, 100, |_, _| true);
/// // What differs comes first.
/// assert_eq!(overlay.tree.len(), 3);
/// assert_eq!(overlay.differences[1], Difference::Right);
/// assert_eq!(overlay.nodes[2], (Some(NodeId::at(1)), Some(NodeId::at(1))));
/// ```
#[derive(Clone, Debug)]
pub struct Overlay {
    /// The merged tree: a position that is in both once. Among the cards of a position those with a difference stand first.
    pub tree: Tree,
    /// Of each node, the nodes of the left and of the right tree.
    pub nodes: Vec<(Option<NodeId>, Option<NodeId>)>,
    /// How each differs.
    pub differences: Vec<Difference>,
    /// Whether there was more than could be shown.
    pub cut: bool,
}

/// A pair that is not yet placed.
struct Pair {
    left: Option<NodeId>,
    right: Option<NodeId>,
    children: Vec<usize>,
    difference: Difference,
    /// Differences in the subtree, its own included.
    below: usize,
}

impl Overlay {
    /// Lays two trees over each other, at most so many positions of them; `alike` tells whether a position that is in both
    /// is the same in both.
    #[must_use]
    pub fn of(left: &Tree, right: &Tree, most: usize, alike: impl Fn(NodeId, NodeId) -> bool) -> Overlay {
        let difference = |pair: (Option<NodeId>, Option<NodeId>)| match pair {
            (Some(a), Some(b)) if alike(a, b) => Difference::None,
            (Some(_), Some(_)) => Difference::Verdict,
            (Some(_), None) => Difference::Left,
            (None, _) => Difference::Right,
        };
        let pair = |a, b| {
            let difference = difference((a, b));
            Pair { left: a, right: b, children: Vec::new(), difference, below: 0 }
        };
        let mut pairs = vec![pair(Some(NodeId::ROOT), Some(NodeId::ROOT))];
        let mut cut = false;
        let mut at = 0;
        // Level by level, so that what is cut off is deep.
        while at < pairs.len() {
            let (a, b) = (pairs[at].left, pairs[at].right);
            let mut next: Vec<(Option<NodeId>, Option<NodeId>)> = Vec::new();
            for child in a.into_iter().flat_map(|a| left.children(a)) {
                let twin = b.zip(left.node(child).play).and_then(|(b, play)| right.child_by(b, play));
                next.push((Some(child), twin));
            }
            for child in b.into_iter().flat_map(|b| right.children(b)) {
                let twin = a.zip(right.node(child).play).and_then(|(a, play)| left.child_by(a, play));
                if twin.is_none() {
                    next.push((None, Some(child)));
                }
            }
            if pairs.len() + next.len() > most {
                cut |= !next.is_empty();
            } else {
                for (a, b) in next {
                    let number = pairs.len();
                    pairs.push(pair(a, b));
                    pairs[at].children.push(number);
                }
            }
            at += 1;
        }
        for at in (0..pairs.len()).rev() {
            let below: usize = pairs[at].children.iter().map(|&child| pairs[child].below).sum();
            pairs[at].below = below + usize::from(pairs[at].difference != Difference::None);
        }
        Overlay::placed(left, right, &pairs, cut)
    }

    fn placed(left: &Tree, right: &Tree, pairs: &[Pair], cut: bool) -> Overlay {
        let node = |pair: &Pair| match (pair.left, pair.right) {
            (Some(a), _) => *left.node(a),
            (None, Some(b)) => *right.node(b),
            (None, None) => *left.node(NodeId::ROOT),
        };
        let plain = |pair: &Pair| {
            let mut node = node(pair);
            node.twin = None;
            node.known = true;
            if pair.difference == Difference::Verdict {
                node.verdict = Verdict::Open;
            }
            node
        };
        let (trick, lying) = left.begun();
        let mut overlay = Overlay {
            tree: Tree::new(plain(&pairs[0]), trick, lying),
            nodes: vec![(pairs[0].left, pairs[0].right)],
            differences: vec![pairs[0].difference],
            cut,
        };
        let mut stack = vec![(0_usize, NodeId::ROOT)];
        while let Some((number, id)) = stack.pop() {
            let mut children = pairs[number].children.clone();
            children.sort_by_key(|&child| std::cmp::Reverse(pairs[child].below > 0));
            for child in children {
                let pair = &pairs[child];
                let new = overlay.tree.add(id, plain(pair));
                overlay.nodes.push((pair.left, pair.right));
                overlay.differences.push(pair.difference);
                stack.push((child, new));
            }
        }
        overlay
    }

    /// The nodes that differ, by number.
    #[must_use]
    pub fn differing(&self) -> Vec<NodeId> {
        self.tree.ids().filter(|id| self.differences[id.index()] != Difference::None).collect()
    }

    /// How many positions are of each kind: in both alike, with another verdict, only left, only right.
    #[must_use]
    pub fn counts(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        for difference in &self.differences {
            counts[*difference as usize] += 1;
        }
        counts
    }
}
