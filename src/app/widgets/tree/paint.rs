//! Painting the tree: only what is on the screen, and no finer than the screen can show.
//!
//! The walk starts at the root and leaves every subtree that lies outside. Where a subtree is
//! thinner than a few points it becomes one line, and of lines that would fall on each other only
//! the first is painted. So the work depends on the screen, not on the tree; [`Work`] counts it.

use super::camera::Camera;
use super::layout::Layout;
use super::model::{Mover, Node, NodeId, Tree, Verdict};
use crate::app::theme::{Tokens, mix};
use crate::app::widgets::cards::Deck;
use crate::deal::{Place, Play};
use egui::epaint::CubicBezierShape;
use egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2,
};

/// Rows at least this high have room for the names of cards.
const NAMED: f32 = 16.0;
/// Rows at least this high have room for signs in their nodes.
const SIGNED: f32 = 9.0;
/// Subtrees thinner than this are one line.
const THIN: f32 = 3.0;
/// Lines nearer than this to each other are one.
const SAME: f32 = 0.8;
/// Half the size of a node at natural size.
const RADIUS: f32 = 8.0;

/// What one painting cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes looked at.
    pub visited: usize,
    /// Nodes, edges and lines painted.
    pub painted: usize,
}

/// What is marked in the tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// The chosen node, and its ancestors from the root.
    pub path: &'a [NodeId],
    /// Nodes that a search has found, in order of their numbers.
    pub found: &'a [NodeId],
    /// Nodes with a bookmark.
    pub bookmarks: &'a [NodeId],
    /// In a recording: the node it has come to. Later ones are only hinted at.
    pub now: Option<NodeId>,
    /// Whether cards are written on the edges, or only along the path.
    pub names: bool,
}

/// A painting of the tree.
pub struct Painting<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// Where its nodes are.
    pub layout: &'a Layout,
    /// What is seen.
    pub camera: &'a Camera,
    /// Cards and colours.
    pub deck: Deck<'a>,
    /// What is marked.
    pub marks: Marks<'a>,
    /// From where it is painted.
    pub root: NodeId,
}

/// A number in few letters: `812`, `12k`, `3.4M`.
fn short_number(n: u64) -> String {
    match n {
        0..=9_999 => n.to_string(),
        10_000..=999_999 => format!("{}k", n / 1000),
        _ => format!("{:.1}M", n as f64 / 1e6),
    }
}

/// A sign of the legend: a shape of the tree, or a folded triangle.
pub fn legend_sign(painter: &Painter, tokens: &Tokens, at: Pos2, mover: Option<Mover>) {
    let (r, colour) = (6.0, tokens.faint);
    let stroke = Stroke::new(1.5, colour);
    match mover {
        Some(Mover::Viewer) => {
            let square = Rect::from_center_size(at, vec2(r, r) * 1.86);
            painter.rect_stroke(square, CornerRadius::same(2), stroke, StrokeKind::Inside);
        }
        Some(Mover::Adversary) => {
            painter.circle_stroke(at, r, stroke);
        }
        Some(Mover::Nobody) => {
            let corners = [vec2(0.0, -r), vec2(r, 0.0), vec2(0.0, r), vec2(-r, 0.0)].map(|v| at + v);
            painter.add(Shape::convex_polygon(corners.to_vec(), Color32::TRANSPARENT, stroke));
        }
        None => {
            let corners = vec![at - vec2(r, 0.0), at + vec2(r, -r * 0.8), at + vec2(r, r * 0.8)];
            painter.add(Shape::convex_polygon(corners, mix(tokens.field, colour, 0.5), stroke));
        }
    }
}

/// The verdict's colour.
#[must_use]
pub fn colour(tokens: &Tokens, verdict: Verdict) -> Color32 {
    match verdict {
        Verdict::Proved => tokens.good,
        Verdict::Refuted => tokens.bad,
        Verdict::Open => tokens.faint,
    }
}

/// A card that somebody played, as a small card with the first letter of his seat.
pub fn card_chip(painter: &Painter, deck: &Deck<'_>, rect: Rect, play: Play) {
    let tokens = deck.tokens;
    let round = CornerRadius::same((rect.height() * 0.22) as u8);
    let (left, right) = rect.split_left_right_at_fraction(0.30);
    painter.rect_filled(rect, round, tokens.card.face);
    painter.rect_filled(left, CornerRadius { ne: 0, se: 0, ..round }, tokens.holder(Place::Hand(play.seat)));
    let letter = deck.texts.seat(play.seat).chars().next().unwrap_or(' ');
    let font = FontId::proportional(rect.height() * 0.62);
    painter.text(left.center(), Align2::CENTER_CENTER, letter, font, tokens.cloth.on_holder);
    deck.tile(painter, right.translate(vec2(0.0, rect.height() * 0.04)), play.card);
    painter.rect_stroke(rect, round, Stroke::new(1.0, tokens.card.line), StrokeKind::Inside);
}

/// The sign of a verdict: a tick on green, a cross on red, a hollow ring.
pub fn verdict_sign(painter: &Painter, tokens: &Tokens, at: Pos2, r: f32, verdict: Verdict) {
    let colour = colour(tokens, verdict);
    if verdict == Verdict::Open {
        painter.circle_stroke(at, r * 0.85, Stroke::new(r * 0.25, colour));
        return;
    }
    painter.circle_filled(at, r, colour);
    sign(painter, at, r, verdict, Stroke::new((r * 0.25).max(1.0), tokens.field));
}

fn sign(painter: &Painter, at: Pos2, r: f32, verdict: Verdict, ink: Stroke) {
    let p = |x: f32, y: f32| at + vec2(x, y) * r;
    match verdict {
        Verdict::Proved => {
            painter.add(Shape::line(vec![p(-0.45, 0.05), p(-0.12, 0.40), p(0.48, -0.38)], ink));
        }
        Verdict::Refuted => {
            painter.line_segment([p(-0.38, -0.38), p(0.38, 0.38)], ink);
            painter.line_segment([p(-0.38, 0.38), p(0.38, -0.38)], ink);
        }
        Verdict::Open => {}
    }
}

impl Painting<'_> {
    /// Paints the tree, and tells which nodes stand where.
    pub fn paint(&self, painter: &Painter) -> (Vec<(NodeId, Rect)>, Work) {
        let mut work = Work::default();
        let clip = painter.clip_rect();
        let mut shown: Vec<(NodeId, Pos2)> = Vec::new();
        // The last line painted in each column.
        let mut lines: Vec<f32> = Vec::new();
        let mut stack = vec![(self.root, self.layout.row(self.tree, self.root))];
        while let Some((id, row)) = stack.pop() {
            work.visited += 1;
            let at = self.camera.at(self.tree.depth(id), row);
            let [low, high] = self.layout.extent(id);
            let outside = self.camera.y(row + high) < clip.top() || self.camera.y(row + low) > clip.bottom();
            if outside || at.x - self.camera.column_width() > clip.right() {
                continue;
            }
            let thin = self.layout.widest(id) as f32 * self.camera.row_height() < THIN;
            let depth = self.tree.depth(id);
            if lines.len() <= depth {
                lines.resize(depth + 1, f32::NEG_INFINITY);
            }
            let again = (at.y - lines[depth]).abs() < SAME;
            if thin {
                if !again {
                    lines[depth] = at.y;
                    self.line(painter, id, at);
                    work.painted += 1;
                }
                continue;
            }
            if !again && clip.expand(60.0).contains(at) {
                lines[depth] = at.y;
                shown.push((id, at));
            }
            if self.layout.levels(id) == 0 {
                continue;
            }
            let from = stack.len();
            let mut last_edge = f32::NEG_INFINITY;
            for child in self.tree.children(id) {
                let row = row + self.layout.offset(child);
                let to = self.camera.at(depth + 1, row);
                if (to.y - last_edge).abs() >= SAME && self.edge(painter, child, at, to) {
                    last_edge = to.y;
                    work.painted += 1;
                }
                stack.push((child, row));
            }
            // From the first to the last, so that lines that fall together are met in order.
            stack[from..].reverse();
        }
        // The chosen node is seen even where all around it is only lines.
        if let Some((&id, above)) = self.marks.path.split_last()
            && above.iter().all(|&id| self.layout.is_open(id))
            && self.marks.path.contains(&self.root)
            && !shown.iter().any(|(other, _)| *other == id)
        {
            let at = self.camera.at(self.tree.depth(id), self.layout.row(self.tree, id));
            if clip.contains(at) {
                shown.push((id, at));
            }
        }
        work.painted += shown.len();
        let mut places = Vec::with_capacity(shown.len());
        for (id, at) in shown {
            places.push((id, self.node(painter, id, at)));
        }
        (places, work)
    }

    /// Bands behind the tree, one for each trick, with their names at the top.
    pub fn bands(&self, painter: &Painter, name: impl Fn(usize) -> String) {
        let tokens = self.deck.tokens;
        let rect = self.camera.rect();
        let deepest = self.tree.deepest();
        let mut depth = 1;
        while depth <= deepest {
            let end = self.tree.trick_end(depth);
            let (left, right) = (self.camera.x(depth as f64 - 0.64), self.camera.x(end as f64 - 0.64));
            let number = self.tree.trick_at(depth);
            if right > rect.left() && left < rect.right() {
                let band = Rect::from_min_max(
                    pos2(left.max(rect.left()), rect.top()),
                    pos2(right.min(rect.right()), rect.bottom()),
                );
                if number.is_multiple_of(2) {
                    painter.rect_filled(band, 0, mix(tokens.field, tokens.line, 0.22));
                }
                let text = name(number);
                let galley = painter.layout_no_wrap(text, FontId::proportional(13.5), tokens.faint);
                if galley.size().x + 10.0 < right - left {
                    let x = (left + 8.0).max(rect.left() + 8.0).min(right - galley.size().x - 4.0);
                    painter.galley(pos2(x, rect.top() + 6.0), galley, tokens.faint);
                }
            }
            depth = end;
        }
    }

    /// How visible a node is: what a recording has not reached yet is only hinted at.
    fn faded(&self, id: NodeId, colour: Color32) -> Color32 {
        match self.marks.now {
            Some(now) if id > now => colour.gamma_multiply(0.22),
            _ => colour,
        }
    }

    /// What is known of a node at the time of the recording.
    fn verdict(&self, id: NodeId) -> Verdict {
        match self.marks.now {
            // A recording numbers nodes as they were visited: the subtree is a row of numbers.
            Some(now) if id.index() + self.tree.size(id) > now.index() + 1 => Verdict::Open,
            _ => self.tree.node(id).verdict,
        }
    }

    fn colour(&self, id: NodeId) -> Color32 {
        self.faded(id, colour(self.deck.tokens, self.verdict(id)))
    }

    /// Half the size of a node on the screen.
    pub fn radius(&self) -> f32 {
        (RADIUS * self.camera.zoom()).min(self.camera.row_height() * 0.36).max(1.2)
    }

    /// A subtree as one line.
    fn line(&self, painter: &Painter, id: NodeId, at: Pos2) {
        let reach = self.layout.levels(id) as f32 * self.camera.column_width();
        let stroke = Stroke::new(1.0, self.colour(id));
        painter.line_segment([at, at + vec2(reach.max(3.0), 0.0)], stroke);
    }

    /// The edge to a child; false if nothing of it is on the screen.
    fn edge(&self, painter: &Painter, child: NodeId, from: Pos2, to: Pos2) -> bool {
        let clip = painter.clip_rect();
        if from.y.max(to.y) < clip.top() || from.y.min(to.y) > clip.bottom() || from.x > clip.right() {
            return false;
        }
        if to.x < clip.left() {
            return false;
        }
        let on_path = self.marks.path.contains(&child);
        let tokens = self.deck.tokens;
        let ground = tokens.field;
        let stroke = if on_path {
            Stroke::new(2.4, tokens.accent)
        } else {
            let strong = if self.camera.row_height() < SIGNED { 0.75 } else { 0.5 };
            Stroke::new(1.2, self.faded(child, mix(ground, colour(tokens, self.verdict(child)), strong)))
        };
        let from = from + vec2(self.radius(), 0.0);
        let end = to
            - vec2(if self.has_name(child) { self.name_width() + self.radius() } else { self.radius() }, 0.0);
        let bend = (end.x - from.x) * 0.55;
        if (end.y - from.y).abs() < 1.0 || self.camera.row_height() < SIGNED {
            // Far away, a bracket is as good as a curve and keeps columns apart.
            let middle = from.x + bend;
            painter.add(Shape::line(vec![from, pos2(middle, end.y), end], stroke));
        } else {
            let points = [from, from + vec2(bend, 0.0), end - vec2(bend, 0.0), end];
            let fill = Color32::TRANSPARENT;
            painter.add(CubicBezierShape { points, closed: false, fill, stroke: stroke.into() });
        }
        if self.has_name(child) {
            painter.line_segment([end, to], stroke);
        }
        true
    }

    fn has_name(&self, id: NodeId) -> bool {
        let wanted = self.marks.names || self.marks.path.contains(&id);
        wanted && self.camera.row_height() >= NAMED && self.tree.node(id).play.is_some()
    }

    fn name_width(&self) -> f32 {
        54.0 * self.camera.zoom()
    }

    /// Paints a node with everything that belongs to it; returns where it can be hit.
    fn node(&self, painter: &Painter, id: NodeId, at: Pos2) -> Rect {
        let r = self.radius();
        let node = self.tree.node(id);
        let mut hit = Rect::from_center_size(at, vec2(r * 2.0, r * 2.0));
        let right = self.rest(painter, id, node, at, r);
        hit.max.x = hit.max.x.max(right);
        self.shape(painter, id, at, r);
        if let Some(play) = node.play.filter(|_| self.has_name(id)) {
            let zoom = self.camera.zoom();
            let size = vec2(self.name_width() - 5.0 * zoom, 21.0 * zoom);
            let rect = Rect::from_min_size(at - vec2(r + 4.0 * zoom + size.x, size.y / 2.0), size);
            self.name(painter, id, rect, play);
            hit = hit.union(rect);
        }
        if self.marks.path.last() == Some(&id) {
            let ring = Rect::from_center_size(at, vec2(r, r) * 2.0 + vec2(7.0, 7.0));
            let stroke = Stroke::new(2.4, self.deck.tokens.accent);
            let round = if node.mover == Mover::Adversary { ring.width() / 2.0 } else { 5.0 };
            painter.rect_stroke(ring, CornerRadius::same(round as u8), stroke, StrokeKind::Middle);
        }
        if self.marks.bookmarks.contains(&id) {
            self.flag(painter, at + vec2(-r * 0.2, -r - 1.0));
        }
        hit.expand(2.0)
    }

    /// The node itself: a square for the viewer, a circle for an adversary, a diamond at the end;
    /// with a tick, a cross or nothing.
    fn shape(&self, painter: &Painter, id: NodeId, at: Pos2, r: f32) {
        let tokens = self.deck.tokens;
        let verdict = self.verdict(id);
        let colour = self.colour(id);
        let (fill, stroke) = match verdict {
            Verdict::Open => (tokens.field, Stroke::new(1.6_f32.min(r), colour)),
            _ => (colour, Stroke::NONE),
        };
        match self.tree.node(id).mover {
            Mover::Viewer => {
                let square = Rect::from_center_size(at, vec2(r, r) * 1.86);
                let round = CornerRadius::same((r * 0.3) as u8);
                painter.rect(square, round, fill, stroke, StrokeKind::Inside);
            }
            Mover::Adversary => {
                painter.circle(at, r, fill, stroke);
            }
            Mover::Nobody => {
                let d = r * 1.12;
                let corners = [vec2(0.0, -d), vec2(d, 0.0), vec2(0.0, d), vec2(-d, 0.0)].map(|v| at + v);
                painter.add(Shape::convex_polygon(corners.to_vec(), fill, stroke));
            }
        }
        if self.camera.row_height() < SIGNED {
            return;
        }
        let ink = Stroke::new((r * 0.25).max(1.0), self.faded(id, tokens.field));
        sign(painter, at, r, verdict, ink);
    }

    /// What is folded behind a node: a triangle sized by effort, filled where it is known, outlined
    /// where it has yet to be asked for. Two strokes mark a twin. Returns where it ends.
    fn rest(&self, painter: &Painter, id: NodeId, node: &Node, at: Pos2, r: f32) -> f32 {
        let tokens = self.deck.tokens;
        let mut x = at.x + r;
        let folded = self.layout.levels(id) == 0 && (self.tree.count(id) > 0 || !node.known);
        if folded && node.mover != Mover::Nobody && self.camera.row_height() >= SIGNED * 0.6 {
            let share = ((self.tree.weight(id).max(1) as f32).log10() / 7.0).clamp(0.0, 1.0);
            let zoom = self.camera.zoom();
            let length = (7.0 + 19.0 * share) * zoom;
            let half = (4.0 + 8.0 * share) * zoom.min(self.camera.row_height() / super::camera::ROW);
            let tip = pos2(x + 1.5 * zoom, at.y);
            let corners = vec![tip, tip + vec2(length, -half), tip + vec2(length, half)];
            let colour = self.colour(id);
            let known = self.tree.count(id) > 0;
            let fill = if known { mix(tokens.field, colour, 0.55) } else { tokens.field };
            let line = Stroke::new(1.2, if known { colour } else { mix(tokens.field, colour, 0.7) });
            painter.add(Shape::convex_polygon(corners, self.faded(id, fill), line));
            x = tip.x + length;
            if known && self.camera.row_height() >= NAMED {
                let font = FontId::proportional(11.0 * zoom.clamp(0.7, 1.4));
                let number = short_number(self.tree.size(id) as u64 - 1);
                let at = pos2(x + 3.0 * zoom, at.y);
                let text = painter.text(at, Align2::LEFT_CENTER, number, font, self.faded(id, tokens.faint));
                x = text.right();
            }
        }
        if node.twin.is_some() && self.camera.row_height() >= NAMED {
            let s = self.camera.zoom();
            let stroke = Stroke::new(1.6 * s, tokens.accent);
            for y in [-2.2, 2.2] {
                painter.line_segment(
                    [pos2(x + 4.0 * s, at.y + y * s), pos2(x + 12.0 * s, at.y + y * s)],
                    stroke,
                );
            }
            x += 13.0 * s;
        }
        x
    }

    /// The card on an edge.
    fn name(&self, painter: &Painter, id: NodeId, rect: Rect, play: Play) {
        let tokens = self.deck.tokens;
        let mut painter = painter.clone();
        if self.marks.now.is_some_and(|now| id > now) {
            painter.set_opacity(0.3);
        }
        card_chip(&painter, &self.deck, rect, play);
        let round = CornerRadius::same((rect.height() * 0.22) as u8);
        if self.marks.path.last() == Some(&id) {
            painter.rect_stroke(rect, round, Stroke::new(2.0, tokens.accent), StrokeKind::Inside);
        }
        if self.marks.found.binary_search(&id).is_ok() {
            painter.rect_stroke(rect, round, Stroke::new(2.4, tokens.card.crown), StrokeKind::Outside);
        }
    }

    fn flag(&self, painter: &Painter, foot: Pos2) {
        let colour = self.deck.tokens.accent;
        painter.line_segment([foot, foot - vec2(0.0, 11.0)], Stroke::new(1.6, colour));
        let cloth = vec![foot - vec2(0.0, 11.0), foot + vec2(8.0, -8.0), foot - vec2(0.0, 5.0)];
        painter.add(Shape::convex_polygon(cloth, colour, Stroke::NONE));
    }
}
