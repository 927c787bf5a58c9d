//! Two proofs of the same position: side by side, or one over the other with what differs first.

use super::job::Case;
use super::session::Session;
use super::{header, words};
use crate::app::Cx;
use crate::app::theme::GAP;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::{caption, choice};
use crate::app::widgets::tree::{TreeEvent, TreeView};
use crate::rules::Goal;
use crate::search::proof::Claim;
use crate::solving::tree::compare::Overlay;
use egui::{Rect, RichText, Sense, Ui, pos2};

/// Positions of a merged tree, at most.
const MOST: usize = 20_000;

/// What was done.
pub(super) enum Compared {
    /// In the left tree.
    Left(TreeEvent),
    /// In the right tree.
    Right(TreeEvent),
    /// Another question for the right tree.
    Case(Box<Case>),
}

/// The comparison.
pub(super) struct Compare {
    /// The right tree; the left one is the proof being looked at.
    pub right: Session,
    merged: bool,
    /// The merged tree, and how large both were when it was made.
    overlay: Option<((usize, usize), Overlay, TreeView)>,
}

impl Compare {
    /// With the next goal, where there is one, so that one sees where it tips over.
    pub(super) fn with(left: &Session) -> Option<Compare> {
        let case = left.case();
        let goal = match case.question.goal {
            Goal::Points(points) => Goal::Points(if points < 120 { points + 1 } else { points - 1 }),
            other => other,
        };
        Compare::to(Case { question: Claim { goal, ..case.question }, ..case.clone() })
    }

    /// With this case.
    pub(super) fn to(case: Case) -> Option<Compare> {
        Some(Compare { right: Session::new(case).ok()?, merged: false, overlay: None })
    }

    /// Draws it below the left tree's own head.
    pub(super) fn ui(&mut self, ui: &mut Ui, left: &mut Session, cx: &Cx<'_>) -> Vec<Compared> {
        let texts = cx.words;
        let mut done = Vec::new();
        ui.horizontal_wrapped(|ui| {
            caption(ui, texts.t("compare.right"));
            if let Some((view, goal)) = header::choices_ui(ui, self.right.case(), cx) {
                let case = self.right.case();
                let root = case.root.with_view(view);
                let question = Claim::new(&root, goal);
                done.push(Compared::Case(Box::new(Case { root, question, tree: case.tree })));
            }
            ui.add_space(GAP);
            let ways = [(false, texts.t("compare.beside")), (true, texts.t("compare.merged"))];
            if let Some(merged) = choice(ui, texts.t("compare.how"), Some(self.merged), &ways) {
                self.merged = merged;
            }
        });
        let rest = ui.available_rect_before_wrap();
        let area = Rect::from_min_max(rest.min, pos2(rest.right(), rest.bottom() - 30.0));
        if self.merged {
            self.merged_ui(ui, area, left, cx);
        } else {
            self.beside_ui(ui, area, left, cx, &mut done);
        }
        ui.allocate_rect(area, Sense::hover());
        done
    }

    fn beside_ui(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        left: &mut Session,
        cx: &Cx<'_>,
        done: &mut Vec<Compared>,
    ) {
        let middle = area.center().x;
        let halves = [
            Rect::from_min_max(area.min, pos2(middle - GAP / 2.0, area.bottom())),
            Rect::from_min_max(pos2(middle + GAP / 2.0, area.top()), area.max),
        ];
        for (half, session, name) in
            [(halves[0], left, "compare.left"), (halves[1], &mut self.right, "compare.right")]
        {
            let head = Rect::from_min_max(half.min, pos2(half.right(), half.top() + 46.0));
            let sentence = words::verdict_sentence(&cx.words, session);
            ui.put(head, egui::Label::new(RichText::new(sentence).size(15.0)).wrap());
            let tree = Rect::from_min_max(pos2(half.left(), head.bottom() + 4.0), half.max);
            let name = cx.words.find(name).unwrap_or(name);
            if let Some(event) = tree_ui(ui, tree, &mut session.view, name, cx) {
                done.push(if name == cx.words.t("compare.left") {
                    Compared::Left(event)
                } else {
                    Compared::Right(event)
                });
            }
        }
    }

    fn merged_ui(&mut self, ui: &mut Ui, area: Rect, left: &Session, cx: &Cx<'_>) {
        let texts = cx.words;
        let (a, b) = (left.view.tree(), self.right.view.tree());
        let sizes = (a.len(), b.len());
        if self.overlay.as_ref().is_none_or(|(known, ..)| *known != sizes) {
            let overlay = Overlay::of(a, b, MOST);
            let mut view = TreeView::new(overlay.tree.clone(), |_| true);
            view.set_found(overlay.differing());
            self.overlay = Some((sizes, overlay, view));
        }
        let Some((_, overlay, view)) = &mut self.overlay else { return };
        let head = Rect::from_min_max(area.min, pos2(area.right(), area.top() + 24.0));
        let [same, verdict, only_left, only_right] = overlay.counts();
        let values: [(&str, &dyn std::fmt::Display); 4] =
            [("same", &same), ("verdict", &verdict), ("left", &only_left), ("right", &only_right)];
        let mut counts = texts.fill("compare.counts", &values);
        if overlay.cut {
            counts = format!("{counts}  {}", texts.t("compare.cut"));
        }
        ui.put(head, egui::Label::new(RichText::new(counts).size(14.0).color(cx.tokens.faint)).truncate());
        let tree = Rect::from_min_max(pos2(area.left(), head.bottom() + 4.0), area.max);
        if let Some(TreeEvent::Chosen(id)) = tree_ui(ui, tree, view, texts.t("compare.merged"), cx) {
            view.choose(id);
        }
    }
}

/// A tree with its map.
fn tree_ui(ui: &mut Ui, rect: Rect, view: &mut TreeView, name: &str, cx: &Cx<'_>) -> Option<TreeEvent> {
    let deck = Deck { texts: &cx.words, tokens: &cx.tokens };
    let trick = |n: usize| cx.words.fill("tree.trick", &[("n", &n)]);
    let drawn = view.ui(ui, rect, deck, name, trick);
    view.map_ui(ui, deck, name);
    drawn.event
}
