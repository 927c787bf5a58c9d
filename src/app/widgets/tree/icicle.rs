//! The overview: the whole tree in one strip, every position as high as its share of the effort.
//!
//! A column for each card, as in the tree beside it. What would be lower than a point is left to its
//! parent, so a strip of 600 points paints at most some hundred cells in each column.

use super::model::{NodeId, Tree};
use super::paint::{Work, colour};
use crate::app::theme::{Tokens, mix};
use egui::{Painter, Pos2, Rect, Stroke, StrokeKind, pos2};

/// Cells lower than this are not painted.
const LOWEST: f32 = 1.5;

/// The strip in a rectangle.
pub struct Icicle<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// Where it is painted.
    pub rect: Rect,
    /// The chosen node and its ancestors.
    pub path: &'a [NodeId],
    /// Nodes that a search has found.
    pub found: &'a [NodeId],
    /// In a recording: the node it has come to.
    pub now: Option<NodeId>,
}

impl Icicle<'_> {
    fn column(&self) -> f32 {
        self.rect.width() / (self.tree.deepest() + 1) as f32
    }

    /// The children of a cell with what each gets of its height. A parent's own effort leaves a
    /// rest, so that a cell is never smaller than what hangs on it.
    fn parts(&self, id: NodeId, top: f32, height: f32) -> impl Iterator<Item = (NodeId, f32, f32)> + '_ {
        let sum: u64 = self.tree.children(id).map(|child| self.tree.weight(child)).sum();
        let whole = self.tree.weight(id).max(sum).max(1) as f32;
        let mut at = top;
        self.tree.children(id).map(move |child| {
            let part = self.tree.weight(child) as f32 / whole * height;
            let from = at;
            at += part;
            (child, from, part)
        })
    }

    /// Paints it.
    pub fn paint(&self, painter: &Painter, tokens: &Tokens) -> Work {
        let mut work = Work::default();
        let column = self.column();
        let mut chosen = None;
        let mut stack = vec![(NodeId::ROOT, self.rect.top(), self.rect.height())];
        while let Some((id, top, height)) = stack.pop() {
            work.visited += 1;
            let depth = self.tree.depth(id) as f32;
            let left = self.rect.left() + depth * column;
            let cell = Rect::from_min_max(pos2(left, top), pos2(left + column, top + height));
            let on_path = self.path.contains(&id);
            let seen = self.now.is_none_or(|now| id <= now);
            let strong = if seen { 0.62 } else { 0.15 };
            let mut fill = mix(tokens.field, colour(tokens, self.tree.node(id).verdict), strong);
            if on_path {
                fill = mix(tokens.field, tokens.accent, 0.55);
            } else if self.found.binary_search(&id).is_ok() {
                fill = tokens.card.crown;
            }
            let gap = if height > 4.0 { 0.5 } else { 0.0 };
            painter.rect_filled(cell.shrink2(egui::vec2(0.5, gap)), 0, fill);
            work.painted += 1;
            if self.path.last() == Some(&id) {
                chosen = Some(cell);
            }
            stack.extend(
                self.parts(id, top, height)
                    .filter(|&(child, _, part)| part >= LOWEST || self.path.contains(&child) && part > 0.0),
            );
        }
        if let Some(cell) = chosen {
            painter.rect_stroke(cell.expand(1.5), 0, Stroke::new(2.0, tokens.ink), StrokeKind::Outside);
        }
        work
    }

    /// The node at a point of the strip: the smallest cell there.
    #[must_use]
    pub fn hit(&self, at: Pos2) -> Option<NodeId> {
        if !self.rect.contains(at) {
            return None;
        }
        let depth = ((at.x - self.rect.left()) / self.column()) as usize;
        let (mut id, mut top, mut height) = (NodeId::ROOT, self.rect.top(), self.rect.height());
        while self.tree.depth(id) < depth {
            let inside = |&(_, from, part): &(NodeId, f32, f32)| at.y >= from && at.y < from + part;
            let Some(child) = self.parts(id, top, height).find(inside) else { break };
            (id, top, height) = child;
        }
        Some(id)
    }
}
