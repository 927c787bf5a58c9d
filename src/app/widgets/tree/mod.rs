//! One tree for both: the proof and the recording of a search.
//!
//! Viewer's positions are squares, adversaries' are circles, ends are diamonds; a tick on green is
//! proved, a cross on red is refuted, hollow is open. A folded subtree is a triangle, the longer the
//! more effort it stands for. Bands mark the tricks. The tree grows to the right, so that → plays a
//! card and ← takes it back here as everywhere.
//!
//! [`model`] is the tree as data, [`layout`] says where each position is drawn, [`camera`] which part
//! is seen, [`paint`] paints it and nothing else, [`icicle`] is the overview beside it, [`find`]
//! searches, [`export`] writes trees as drawings and as text.

pub mod camera;
pub mod export;
pub mod icicle;
pub mod paint;

use super::cards::Deck;
use crate::search::trace::Ended;
pub use crate::solving::tree::{find, layout, model};
use camera::Camera;
use egui::{CornerRadius, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo};
use icicle::Icicle;
use layout::Layout;
use model::{Mover, NodeId, Tree};
use paint::{Marks, Painting, Work};

/// How much a turn of the wheel magnifies.
const WHEEL: f32 = 0.0022;

/// What was done in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeEvent {
    /// Another node was chosen.
    Chosen(NodeId),
    /// The children of a node are wanted that nobody has asked for yet.
    Unfold(NodeId),
    /// The nodes that ended for this reason are wanted, one after the other.
    Found(Ended),
    /// These nodes are wanted, one after the other; their numbers grow.
    Marked(Vec<NodeId>),
}

/// What came of drawing a tree or its overview.
pub struct Drawn {
    /// What was done in it.
    pub event: Option<TreeEvent>,
    /// The node under the pointer.
    pub hovered: Option<NodeId>,
    /// To hang a hint on.
    pub response: egui::Response,
}

/// Where the arrow keys go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// One card on.
    Child,
    /// One card back.
    Parent,
    /// The node below in the same column.
    Down,
    /// The node above in the same column.
    Up,
}

/// A tree on the screen: what is folded, what is chosen, what is seen.
pub struct TreeView {
    tree: Tree,
    layout: Layout,
    camera: Camera,
    /// From the root to the chosen node.
    path: Vec<NodeId>,
    /// The longest path walked lately, so that → goes back to where ← came from.
    trail: Vec<NodeId>,
    bookmarks: Vec<NodeId>,
    found: Vec<NodeId>,
    /// In a recording: the node it has come to.
    pub now: Option<NodeId>,
    /// Whether cards stand on all edges, or only on those of the path.
    pub names: bool,
    /// If only a part is shown: its first node.
    only: Option<NodeId>,
    places: Vec<(NodeId, Rect)>,
    work: Work,
    overview_work: Work,
    fresh: bool,
}

impl TreeView {
    /// Shows a tree in which the nodes are open that `open` chooses.
    #[must_use]
    pub fn new(tree: Tree, open: impl Fn(NodeId) -> bool) -> TreeView {
        let layout = Layout::new(&tree, open);
        TreeView {
            tree,
            layout,
            camera: Camera::default(),
            path: vec![NodeId::ROOT],
            trail: Vec::new(),
            bookmarks: Vec::new(),
            found: Vec::new(),
            now: None,
            names: true,
            only: None,
            places: Vec::new(),
            work: Work::default(),
            overview_work: Work::default(),
            fresh: true,
        }
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The tree, to change what is known of its nodes. Children are added with [`TreeView::grow`].
    pub fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// Where its nodes are.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The chosen node.
    #[must_use]
    pub fn chosen(&self) -> NodeId {
        self.path.last().copied().unwrap_or(NodeId::ROOT)
    }

    /// From the root to the chosen node.
    #[must_use]
    pub fn path(&self) -> &[NodeId] {
        &self.path
    }

    /// What the last painting cost.
    #[must_use]
    pub fn work(&self) -> Work {
        self.work
    }

    /// What the last painting of the overview cost.
    #[must_use]
    pub fn overview_work(&self) -> Work {
        self.overview_work
    }

    /// Where a node was painted, if it is on the screen.
    #[must_use]
    pub fn place(&self, id: NodeId) -> Option<Rect> {
        self.places.iter().find(|(node, _)| *node == id).map(|(_, rect)| *rect)
    }

    /// Chooses a node and brings it into sight.
    pub fn choose(&mut self, id: NodeId) {
        self.set_path(id);
        self.keep_still(NodeId::ROOT, |view| view.layout.reveal(&view.tree, id));
        self.camera.show(self.tree.depth(id), self.layout.row(&self.tree, id));
    }

    /// Shows only what lies below the chosen node, or everything again.
    pub fn show_only(&mut self) {
        let chosen = self.chosen();
        self.only = if self.only.is_some() || chosen == NodeId::ROOT { None } else { Some(chosen) };
        self.fit();
    }

    /// The node from which the tree is drawn.
    #[must_use]
    pub fn top(&self) -> NodeId {
        self.only.unwrap_or(NodeId::ROOT)
    }

    fn set_path(&mut self, id: NodeId) {
        self.path = self.tree.path(id);
        // Whoever goes elsewhere wants to see it.
        self.only = self.only.filter(|only| self.path.contains(only));
        if !self.trail.starts_with(&self.path) {
            self.trail.clone_from(&self.path);
        }
    }

    /// Adds children to a node and opens it. `make` adds them; those that are there stay.
    pub fn grow(&mut self, id: NodeId, make: impl FnOnce(&mut Tree)) {
        self.keep_still(id, |view| {
            make(&mut view.tree);
            view.tree.node_mut(id).known = true;
            view.layout.set_open(&view.tree, id, true);
        });
        self.camera.show(self.tree.depth(id) + 1, self.layout.row(&self.tree, id));
    }

    /// Adds one child, of which it is not known whether it is the only one, and opens the node.
    pub fn add_line(&mut self, id: NodeId, child: model::Node) -> NodeId {
        let mut added = id;
        self.keep_still(id, |view| {
            added = view.tree.add(id, child);
            view.layout.set_open(&view.tree, id, true);
        });
        added
    }

    /// Opens or folds a node; whether its children are yet unknown is told by an event.
    pub fn toggle(&mut self, id: NodeId) -> Option<TreeEvent> {
        let node = self.tree.node(id);
        if self.tree.count(id) == 0 {
            return (!node.known && node.mover != Mover::Nobody).then_some(TreeEvent::Unfold(id));
        }
        let open = self.layout.is_open(id);
        self.keep_still(id, |view| view.layout.set_open(&view.tree, id, !open));
        if open && self.path.contains(&id) {
            self.set_path(id);
        }
        None
    }

    /// Folds every node that `fold` chooses; the chosen node moves up to one that stays in sight.
    pub fn fold(&mut self, fold: impl Fn(&Tree, NodeId) -> bool) {
        let chosen = self.chosen();
        self.keep_still(chosen, |view| {
            let open: Vec<bool> =
                view.tree.ids().map(|id| view.layout.is_open(id) && !fold(&view.tree, id)).collect();
            view.layout.open_all(&view.tree, |id| open[id.index()]);
        });
        let hidden = self.path.iter().position(|&id| !self.layout.is_open(id));
        if let Some(at) = hidden {
            self.set_path(self.path[at]);
        }
    }

    /// Opens known nodes below this one until `most` more are shown, those with most effort first.
    pub fn unfold_below(&mut self, id: NodeId, most: usize) {
        let mut queue = std::collections::BinaryHeap::from([(u64::MAX, std::cmp::Reverse(id))]);
        let mut open = std::collections::HashSet::new();
        let mut shown = 0;
        while let Some((_, std::cmp::Reverse(id))) = queue.pop() {
            if shown >= most {
                break;
            }
            if self.tree.count(id) > 0 {
                open.insert(id);
                shown += self.tree.count(id);
                queue.extend(
                    self.tree.children(id).map(|child| (self.tree.weight(child), std::cmp::Reverse(child))),
                );
            }
        }
        self.keep_still(id, |view| {
            let open: Vec<bool> =
                view.tree.ids().map(|id| view.layout.is_open(id) || open.contains(&id)).collect();
            view.layout.open_all(&view.tree, |id| open[id.index()]);
        });
    }

    /// Opens exactly the nodes that `open` chooses.
    pub fn open_only(&mut self, open: impl Fn(NodeId) -> bool) {
        let chosen = self.chosen();
        self.keep_still(chosen, |view| view.layout.open_all(&view.tree, open));
    }

    /// Opens or folds one node without moving the camera.
    pub fn set_open(&mut self, id: NodeId, open: bool) {
        self.layout.set_open(&self.tree, id, open);
    }

    /// Changes the drawing while one node stays where it is on the screen.
    fn keep_still(&mut self, id: NodeId, change: impl FnOnce(&mut TreeView)) {
        self.layout.grow(&self.tree);
        let before = self.layout.row(&self.tree, id);
        change(self);
        self.camera.hold(self.layout.row(&self.tree, id) - before);
    }

    /// Goes one step; true if there was somewhere to go.
    pub fn step(&mut self, step: Step) -> bool {
        let at = self.chosen();
        let next = match step {
            Step::Parent => self.tree.parent(at),
            Step::Child => {
                let depth = self.path.len();
                let before = self.trail.get(depth).copied().filter(|&id| self.tree.parent(id) == Some(at));
                before.or_else(|| self.tree.children(at).next())
            }
            Step::Down => self.beside(at, true),
            Step::Up => self.beside(at, false),
        };
        if let Some(next) = next {
            self.choose(next);
        }
        next.is_some()
    }

    /// The node drawn next to this one in its column.
    fn beside(&self, id: NodeId, down: bool) -> Option<NodeId> {
        let next = |id| if down { self.tree.next(id) } else { self.tree.previous(id) };
        let depth = self.tree.depth(id);
        let mut from = id;
        loop {
            // Up until there is a neighbour, then down again on its near side.
            while let Some(beside) = next(from) {
                if let Some(found) = self.near_end(beside, depth, down) {
                    return Some(found);
                }
                from = beside;
            }
            from = self.tree.parent(from)?;
        }
    }

    /// The first (or last) drawn node at this depth in a subtree.
    fn near_end(&self, id: NodeId, depth: usize, first: bool) -> Option<NodeId> {
        if self.tree.depth(id) == depth {
            return Some(id);
        }
        if !self.layout.is_open(id) {
            return None;
        }
        let mut children: Vec<NodeId> = self.tree.children(id).collect();
        if !first {
            children.reverse();
        }
        children.into_iter().find_map(|child| self.near_end(child, depth, first))
    }

    /// Puts the chosen node into the middle.
    pub fn centre(&mut self) {
        let id = self.chosen();
        self.camera.centre(self.tree.depth(id), self.layout.row(&self.tree, id));
    }

    /// Shows the whole tree.
    pub fn fit(&mut self) {
        let top = self.top();
        let row = self.layout.row(&self.tree, top);
        let rows = self.layout.extent(top).map(|edge| edge + row);
        self.camera.fit(self.layout.levels(top), rows);
        self.camera.shift(self.tree.depth(top) as f64);
    }

    /// How large the drawing is just now, 1 being natural.
    #[must_use]
    pub fn zoom_now(&self) -> f32 {
        self.camera.zoom()
    }

    /// What is seen of it.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Larger or smaller.
    pub fn zoom(&mut self, factor: f32) {
        self.camera.zoom_by(factor);
    }

    /// Sets a bookmark on the chosen node, or takes it away.
    pub fn bookmark(&mut self) {
        let id = self.chosen();
        match self.bookmarks.binary_search(&id) {
            Ok(at) => {
                self.bookmarks.remove(at);
            }
            Err(at) => self.bookmarks.insert(at, id),
        }
    }

    /// The bookmarks, in order.
    #[must_use]
    pub fn bookmarks(&self) -> &[NodeId] {
        &self.bookmarks
    }

    /// Marks what a search has found; numbers must grow.
    pub fn set_found(&mut self, found: Vec<NodeId>) {
        self.found = found;
    }

    /// What the search has found.
    #[must_use]
    pub fn found(&self) -> &[NodeId] {
        &self.found
    }

    /// The next of these nodes after the chosen one (or before it), beginning again at the end.
    #[must_use]
    pub fn after(&self, nodes: &[NodeId], forward: bool) -> Option<NodeId> {
        let at = self.chosen();
        if forward {
            nodes.iter().find(|&&id| id > at).or(nodes.first()).copied()
        } else {
            nodes.iter().rev().find(|&&id| id < at).or(nodes.last()).copied()
        }
    }

    /// Draws the tree; `name` is its accessible name, `trick` names a band.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        deck: Deck<'_>,
        name: &str,
        trick: impl Fn(usize) -> String,
    ) -> Drawn {
        let tokens = deck.tokens;
        let response = ui.interact(rect, Id::unique(("tree", name)), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Tree, true, name));
        self.camera.set_rect(rect);
        if std::mem::take(&mut self.fresh) {
            self.fit();
            self.camera.jump();
        }
        let mut event = None;
        self.move_camera(ui, &response);
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, CornerRadius::same(8), tokens.field);
        let marks = Marks {
            path: &self.path,
            found: &self.found,
            bookmarks: &self.bookmarks,
            now: self.now,
            names: self.names,
        };
        let root = self.top();
        let painting =
            Painting { tree: &self.tree, layout: &self.layout, camera: &self.camera, deck, marks, root };
        painting.bands(&painter, trick);
        (self.places, self.work) = painting.paint(&painter);
        let line = if response.has_focus() { tokens.accent } else { tokens.line };
        painter.rect_stroke(rect, CornerRadius::same(8), Stroke::new(1.0, line), StrokeKind::Inside);
        let under = |at: egui::Pos2| {
            let hits = self.places.iter().filter(|(_, place)| place.contains(at));
            let distance = |place: &Rect| place.center().distance_sq(at);
            hits.min_by(|a, b| distance(&a.1).total_cmp(&distance(&b.1))).map(|(id, _)| *id)
        };
        let hovered = response.hover_pos().and_then(under);
        if hovered.is_some() {
            ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
        }
        if let Some((at, id)) = response.interact_pointer_pos().and_then(|at| Some((at, under(at)?))) {
            // On its triangle, or twice on the node itself: what is folded behind it.
            let behind = at.x > self.camera.x(self.tree.depth(id) as f64) + painting.radius();
            if response.double_clicked() && !behind {
                event = self.toggle(id);
            } else if response.clicked() {
                self.set_path(id);
                event = if behind { self.toggle(id) } else { None }.or(Some(TreeEvent::Chosen(id)));
            }
        }
        if ui.style().animation_time == 0.0 {
            self.camera.arrive(); // less motion was asked for
        }
        if self.camera.advance(ui.input(|input| input.stable_dt)) {
            ui.ctx().request_repaint();
        }
        Drawn { event, hovered, response }
    }

    /// A small map in the corner of the drawing: the outline of the tree and the part that is seen. A click goes there. It is only
    /// there where something lies outside.
    pub fn map_ui(&mut self, ui: &Ui, deck: Deck<'_>, name: &str) {
        let tokens = deck.tokens;
        let top = self.top();
        let (levels, from) = (self.layout.levels(top), self.tree.depth(top) as f64);
        let row = self.layout.row(&self.tree, top);
        let [low, high] = self.layout.extent(top).map(|edge| edge + row);
        let [(left, above), (right, below)] = self.camera.seen();
        let hidden =
            above > low + 0.5 || below < high - 0.5 || left > from + 0.5 || right < from + levels as f64;
        let frame = self.camera.rect();
        if !hidden || levels == 0 || frame.width() < 320.0 || frame.height() < 220.0 {
            return;
        }
        let size = egui::vec2(132.0, 84.0);
        let map = Rect::from_min_size(frame.left_bottom() + egui::vec2(8.0, -8.0 - size.y), size);
        let response = ui.interact(map, Id::unique(("tree map", name)), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
        let painter = ui.painter_at(map);
        painter.rect_filled(map, CornerRadius::same(5), tokens.panel);
        let inner = map.shrink(5.0);
        let pitch = inner.width() / (levels as f32 + 1.0);
        let tall = (high - low).max(1.0);
        let x = |column: f64| inner.left() + ((column - from) as f32 + 0.5) * pitch;
        let y = |row: f64| inner.top() + ((row - low) / tall) as f32 * inner.height();
        let own: [f64; 2] = [-0.5, 0.5];
        let outline = std::iter::once(&own).chain(self.layout.outline_below(top));
        for (level, span) in outline.enumerate() {
            let at = x(from + level as f64);
            let bar = Rect::from_min_max(
                egui::pos2(at - pitch * 0.4, y(row + span[0])),
                egui::pos2(at + pitch * 0.4, y(row + span[1]).max(y(row + span[0]) + 1.5)),
            );
            painter.rect_filled(bar, CornerRadius::same(1), tokens.faint.gamma_multiply(0.5));
        }
        let seen = Rect::from_min_max(egui::pos2(x(left), y(above)), egui::pos2(x(right), y(below)));
        let seen = seen.intersect(inner.expand(3.0));
        painter.rect_stroke(seen, CornerRadius::same(2), Stroke::new(1.6, tokens.accent), StrokeKind::Inside);
        painter.rect_stroke(map, CornerRadius::same(5), Stroke::new(1.0, tokens.line), StrokeKind::Inside);
        if let Some(at) = response.interact_pointer_pos() {
            let column = from + f64::from((at.x - inner.left()) / pitch - 0.5);
            let row = low + f64::from((at.y - inner.top()) / inner.height()) * tall;
            self.camera.centre(column.max(0.0).round() as usize, row);
            ui.ctx().request_repaint();
        }
    }

    fn move_camera(&mut self, ui: &Ui, response: &egui::Response) {
        if response.dragged() {
            self.camera.drag(response.drag_delta());
            ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
        }
        let Some(at) = response.hover_pos() else { return };
        let (scroll, pinch, sideways) =
            ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta(), input.modifiers.shift));
        if sideways && scroll != egui::Vec2::ZERO {
            self.camera.glide(-scroll);
        } else if scroll.y != 0.0 || pinch != 1.0 {
            self.camera.zoom_at(at, (scroll.y * WHEEL).exp() * pinch);
        }
    }

    /// Draws the overview.
    pub fn icicle_ui(&mut self, ui: &mut Ui, rect: Rect, deck: Deck<'_>, name: &str) -> Drawn {
        let tokens = deck.tokens;
        let response = ui.interact(rect, Id::unique(("icicle", name)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, CornerRadius::same(8), tokens.field);
        let inner = rect.shrink(5.0);
        let icicle =
            Icicle { tree: &self.tree, rect: inner, path: &self.path, found: &self.found, now: self.now };
        self.overview_work = icicle.paint(&painter, tokens);
        painter.rect_stroke(rect, CornerRadius::same(8), Stroke::new(1.0, tokens.line), StrokeKind::Inside);
        let hovered = response.hover_pos().and_then(|at| icicle.hit(at));
        let clicked = response.interact_pointer_pos().filter(|_| response.clicked());
        let clicked = clicked.and_then(|at| icicle.hit(at));
        if let Some(id) = clicked {
            self.choose(id);
            self.centre();
        }
        Drawn { event: clicked.map(TreeEvent::Chosen), hovered, response }
    }
}
