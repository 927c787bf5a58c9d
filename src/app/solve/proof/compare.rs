//! Two proofs of the same position, or two recordings of searches: side by side, or one over the other with what differs first.

use super::job::Case;
use super::recording::{Films, Options, Recording};
use super::session::Session;
use super::{header, ideas, words};
use crate::app::Cx;
use crate::app::theme::GAP;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::{caption, choice};
use crate::app::widgets::tree::model::{Node, NodeId};
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
    /// The searches are to be recorded.
    Record,
}

/// What is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum What {
    /// The proofs.
    #[default]
    Proofs,
    /// What the searches did.
    Searches,
}

/// The comparison.
pub(super) struct Compare {
    /// The right tree; the left one is the proof being looked at.
    pub right: Session,
    /// The right recording.
    pub films: Films,
    /// How it is made.
    pub options: Options,
    pub what: What,
    merged: bool,
    /// The merged tree, and of which two it was made.
    overlay: Option<(Made, Overlay, TreeView)>,
}

/// What a merged tree was made of: proofs or searches, and their sizes.
type Made = (What, usize, usize);

impl Compare {
    /// With the next goal, where there is one, so that one sees where it tips over.
    pub(super) fn with(left: &Session) -> Option<Compare> {
        let case = left.case();
        let goal = match case.question.goal {
            Goal::Points(points) => Goal::Points(if points < 120 { points + 1 } else { points - 1 }),
            other => other,
        };
        let case = Case { question: Claim { goal, ..case.question }, ..case.clone() };
        Some(Compare {
            right: Session::new(case).ok()?,
            films: Films::default(),
            options: Options::default(),
            what: What::default(),
            merged: false,
            overlay: None,
        })
    }

    /// Asks another question on the right.
    pub(super) fn ask(&mut self, case: Case) {
        if let Ok(right) = Session::new(case) {
            self.right = right;
            self.films = Films::default();
            self.overlay = None;
        }
    }

    /// Draws it below the left tree's own head.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        (left, film): (&mut Session, Option<&mut Recording>),
        cx: &Cx<'_>,
    ) -> Vec<Compared> {
        let texts = cx.words;
        let mut done = Vec::new();
        ui.horizontal_wrapped(|ui| {
            let kinds =
                [(What::Proofs, texts.t("compare.proofs")), (What::Searches, texts.t("compare.searches"))];
            if let Some(what) = choice(ui, texts.t("compare.what"), Some(self.what), &kinds) {
                self.what = what;
            }
            ui.add_space(GAP);
            let ways = [(false, texts.t("compare.beside")), (true, texts.t("compare.merged"))];
            if let Some(merged) = choice(ui, texts.t("compare.how"), Some(self.merged), &ways) {
                self.merged = merged;
            }
        });
        ui.horizontal_wrapped(|ui| {
            caption(ui, texts.t("compare.right"));
            if let Some((view, goal)) = header::choices_ui(ui, "other", self.right.case(), cx) {
                let case = self.right.case();
                let root = case.root.with_view(view);
                let question = Claim::new(&root, goal);
                done.push(Compared::Case(Box::new(Case { root, question, tree: case.tree })));
            }
            if self.what == What::Searches {
                ideas::without_ui(ui, &texts, self.right.case().root.view(), &mut self.options.without);
                let record = ui.button(texts.t("compare.record"));
                if record.on_hover_text(texts.t("compare.record.why")).clicked() {
                    done.push(Compared::Record);
                }
            }
        });
        let rest = ui.available_rect_before_wrap();
        let area = Rect::from_min_max(rest.min, pos2(rest.right(), rest.bottom() - 30.0));
        match (self.what, film, self.films.shown_mut()) {
            (What::Proofs, ..) => {
                let heads = [&*left, &self.right].map(|session| words::verdict_sentence(&texts, session));
                let right = &mut self.right.view;
                if self.merged {
                    let made = (What::Proofs, left.view.tree().len(), right.tree().len());
                    let alike = |a: &Node, b: &Node, _, _| a.verdict == b.verdict;
                    let overlay = merged(&mut self.overlay, made, (&left.view, right), alike);
                    merged_ui(ui, area, overlay, "compare.counts", cx);
                } else {
                    beside_ui(ui, area, heads, (&mut left.view, right), cx, &mut done);
                }
            }
            (What::Searches, Some(left), Some(right)) => {
                let heads = [&*left, &*right].map(|film| words::searched(&texts, film));
                if self.merged {
                    let made = (What::Searches, left.view.tree().len(), right.view.tree().len());
                    let ended = |film: &Recording, id| film.visit(id).map(|visit| visit.ended());
                    let alike = |a: &Node, b: &Node, left_id, right_id| {
                        a.verdict == b.verdict && ended(left, left_id) == ended(right, right_id)
                    };
                    let overlay = merged(&mut self.overlay, made, (&left.view, &right.view), alike);
                    merged_ui(ui, area, overlay, "compare.counts_searches", cx);
                } else {
                    beside_ui(ui, area, heads, (&mut left.view, &mut right.view), cx, &mut done);
                }
            }
            (What::Searches, ..) => {
                let text = RichText::new(texts.t("compare.searches_empty")).color(cx.tokens.faint);
                ui.put(area, egui::Label::new(text).wrap());
            }
        }
        ui.allocate_rect(area, Sense::hover());
        done
    }
}

/// The two trees beside each other, each under its sentence.
fn beside_ui(
    ui: &mut Ui,
    area: Rect,
    heads: [String; 2],
    (left, right): (&mut TreeView, &mut TreeView),
    cx: &Cx<'_>,
    done: &mut Vec<Compared>,
) {
    let middle = area.center().x;
    let halves = [
        Rect::from_min_max(area.min, pos2(middle - GAP / 2.0, area.bottom())),
        Rect::from_min_max(pos2(middle + GAP / 2.0, area.top()), area.max),
    ];
    type Side<'a> = (&'a mut TreeView, &'a str, fn(TreeEvent) -> Compared);
    let sides: [Side<'_>; 2] = [
        (left, cx.words.t("compare.left"), Compared::Left),
        (right, cx.words.t("compare.right"), Compared::Right),
    ];
    for ((half, sentence), (view, name, compared)) in halves.into_iter().zip(heads).zip(sides) {
        let head = Rect::from_min_max(half.min, pos2(half.right(), half.top() + 46.0));
        ui.put(head, egui::Label::new(RichText::new(sentence).size(15.0)).wrap());
        let tree = Rect::from_min_max(pos2(half.left(), head.bottom() + 4.0), half.max);
        done.extend(tree_ui(ui, tree, view, name, cx).map(compared));
    }
}

/// The merged tree, made when one of the two has changed.
fn merged<'a>(
    known: &'a mut Option<(Made, Overlay, TreeView)>,
    made: Made,
    (left, right): (&TreeView, &TreeView),
    alike: impl Fn(&Node, &Node, NodeId, NodeId) -> bool,
) -> &'a mut (Made, Overlay, TreeView) {
    let fresh = known.take().filter(|(of, ..)| *of == made);
    known.insert(fresh.unwrap_or_else(|| {
        let (a, b) = (left.tree(), right.tree());
        let overlay = Overlay::of(a, b, MOST, |x, y| alike(a.node(x), b.node(y), x, y));
        let mut view = TreeView::new(overlay.tree.clone(), |_| true);
        view.set_found(overlay.differing());
        (made, overlay, view)
    }))
}

fn merged_ui(
    ui: &mut Ui,
    area: Rect,
    (_, overlay, view): &mut (Made, Overlay, TreeView),
    counts: &'static str,
    cx: &Cx<'_>,
) {
    let texts = cx.words;
    let head = Rect::from_min_max(area.min, pos2(area.right(), area.top() + 24.0));
    let [same, other, only_left, only_right] = overlay.counts().map(|n| texts.number(n as u64));
    let values: [(&str, &dyn std::fmt::Display); 4] =
        [("same", &same), ("verdict", &other), ("left", &only_left), ("right", &only_right)];
    let mut counts = texts.fill(counts, &values);
    if overlay.cut {
        counts = format!("{counts}  {}", texts.t("compare.cut"));
    }
    ui.put(head, egui::Label::new(RichText::new(counts).size(14.0).color(cx.tokens.faint)).truncate());
    let tree = Rect::from_min_max(pos2(area.left(), head.bottom() + 4.0), area.max);
    if let Some(TreeEvent::Chosen(id)) = tree_ui(ui, tree, view, texts.t("compare.merged"), cx) {
        view.choose(id);
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
