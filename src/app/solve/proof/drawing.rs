//! How the page is drawn, and what clicks in it do.

use super::compare::{Compare, Compared, What};
use super::job::ProofRequest;
use super::recording::Films;
use super::{Cx, Mode, ProofView, header, panel, recording_panel, words};
use crate::app::commands::Command;
use crate::app::theme::{GAP, WIDE};
use crate::app::widgets::beside::Beside;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::landmarks::{self, Landmark};
use crate::app::widgets::tree::TreeEvent;
use crate::app::widgets::tree::find::{Query, reason_key};
use crate::app::widgets::tree::model::NodeId;
use crate::deal::View;
use crate::search::proof::Detail;
use crate::search::trace::Sample;
use crate::words::Words;
use egui::{CentralPanel, Frame, Margin, Panel, Rect, RichText, Ui, pos2};

/// Width of the overview.
const ICICLE: f32 = 118.0;

impl ProofView {
    /// Draws it.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let margin = Frame::new().inner_margin(Margin::same(12)).fill(cx.tokens.panel);
        if self.session.is_none() {
            CentralPanel::default().frame(Frame::new().inner_margin(Margin::same(28))).show(ui, |ui| {
                ui.heading(cx.words.t("proof.title"));
                let key = cx.settings.keys.text(Command::ShowProof, &cx.words);
                let empty = || cx.words.fill("proof.empty", &[("key", &key)]);
                let text = self.trouble.clone().unwrap_or_else(empty);
                ui.label(RichText::new(text).color(cx.tokens.faint));
            });
            return;
        }
        let wide = ui.available_width();
        let mut events = Vec::new();
        let width = (wide * 0.42).clamp(440.0, 720.0);
        let side = Beside::right("proof side", (width, width), (400.0, (wide - 420.0).max(440.0)));
        let words = cx.words;
        let main = side.named("beside.tree", "beside.table").show(ui, &words, |ui| {
            match (self.mode, self.shown(), self.films.shown()) {
                (Mode::Recording, _, Some(recording)) => {
                    events.extend(recording_panel::recording_ui(ui, recording, cx))
                }
                (_, Some(session), _) => events.extend(panel::panel_ui(ui, session, cx)),
                _ => {}
            }
        });
        if main {
            CentralPanel::default().frame(margin).show(ui, |ui| self.main_ui(ui, cx, &mut events));
        }
        for event in events {
            self.heed(event, cx);
        }
    }

    pub(super) fn main_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, events: &mut Vec<TreeEvent>) {
        if let Some(session) = self.shown() {
            match header::question_ui(ui, session, self.mode, cx) {
                Some(header::Chosen::Case(view, goal)) => {
                    self.next = Some((session.case().root.with_view(view), goal));
                }
                Some(header::Chosen::Mode(Mode::Plan)) => self.show_plan(),
                Some(header::Chosen::Mode(Mode::Compare)) => {
                    if self.compare.is_none() {
                        self.compare = self.session.as_ref().and_then(Compare::with);
                    }
                    self.mode = Mode::Compare;
                    self.find.query.clear();
                }
                Some(header::Chosen::Mode(mode)) => {
                    self.mode = mode;
                    self.find.query.clear();
                }
                None => {}
            }
        }
        if self.mode == Mode::Compare {
            self.compare_ui(ui, cx);
            return;
        }
        let Some(view) = self.tree() else {
            ui.add_space(WIDE);
            ui.label(RichText::new(cx.words.t("recording.empty")).color(cx.tokens.faint));
            ui.add_space(GAP);
            let view = self.session.as_ref().map_or(View::Open, |session| session.case().root.view());
            recording_panel::record_ui(ui, view, &mut self.options, cx);
            return;
        };
        events.extend(header::breadcrumb_ui(ui, view, cx));
        // Legend and tools are broken into as many lines as they need; the tree has the rest.
        Panel::bottom("proof foot").resizable(false).show_separator_line(false).frame(Frame::new()).show(
            ui,
            |ui| {
                ui.add_space(4.0);
                header::legend_ui(ui, cx);
                if self.mode == Mode::Recording {
                    recording_panel::questions_ui(ui, &mut self.films, cx);
                    if let Some(recording) = self.films.shown_mut() {
                        recording_panel::controls_ui(ui, recording, cx);
                    }
                }
                self.tools_ui(ui, cx);
            },
        );
        let rest = ui.available_rect_before_wrap();
        let tree = Rect::from_min_max(rest.min, pos2(rest.right() - ICICLE - GAP, rest.bottom()));
        let strip =
            Rect::from_min_max(pos2(tree.right() + GAP, rest.top()), pos2(rest.right(), tree.bottom()));
        landmarks::mark(ui.ctx(), Landmark::Tree, tree);
        events.extend(self.tree_ui(ui, tree, strip, cx));
        ui.allocate_rect(tree, egui::Sense::hover());
    }

    /// Two trees at once.
    pub(super) fn compare_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let (Some(compare), Some(left)) = (&mut self.compare, &mut self.session) else { return };
        for done in compare.ui(ui, (left, self.films.shown_mut()), cx) {
            let (session, film, event) = match done {
                Compared::Case(case) => {
                    self.task.forget();
                    left.forget_asks();
                    compare.ask(*case);
                    return;
                }
                Compared::Record => {
                    // The left one is recorded once; the right one anew, as it is wanted now.
                    let sample = Sample::default();
                    if self.films.shown().is_none() {
                        left.asks.push(ProofRequest::Recording(self.options, sample.clone()));
                    }
                    compare.options.budget = self.options.budget;
                    compare.films = Films::default();
                    compare.right.asks.push(ProofRequest::Recording(compare.options, sample.clone()));
                    self.awaited.growing = Some(sample);
                    return;
                }
                Compared::Left(event) => (&mut *left, self.films.shown_mut(), event),
                Compared::Right(event) => (&mut compare.right, compare.films.shown_mut(), event),
            };
            match (compare.what, film, event) {
                (What::Searches, Some(film), TreeEvent::Chosen(id)) if film.view.chosen() != id => {
                    film.view.choose(id);
                }
                (What::Proofs, _, TreeEvent::Unfold(id)) => session.ask(id, Detail::Proof),
                (What::Proofs, _, TreeEvent::Chosen(id)) if session.view.chosen() != id => {
                    session.view.choose(id);
                }
                _ => {}
            }
        }
        header::legend_ui(ui, cx);
    }

    /// The tree and its overview.
    pub(super) fn tree_ui(&mut self, ui: &mut Ui, tree: Rect, strip: Rect, cx: &Cx<'_>) -> Vec<TreeEvent> {
        let texts = cx.words;
        let deck = Deck { texts: &texts, tokens: &cx.tokens };
        let chosen = self.chosen();
        let name = texts.fill("tree.name", &[("node", &self.tell(chosen, &texts))]);
        let trick = |n: usize| texts.fill("tree.trick", &[("n", &n)]);
        let Some(view) = self.tree_mut() else { return Vec::new() };
        let drawn = [
            view.ui(ui, tree, deck, &name, trick),
            view.icicle_ui(ui, strip, deck, texts.t("tree.overview")),
        ];
        view.map_ui(ui, deck, texts.t("tree.map"));
        let mut events = Vec::new();
        for part in drawn {
            events.extend(part.event);
            if let Some(id) = part.hovered {
                part.response.on_hover_text_at_pointer(self.tell(id, &texts));
            }
        }
        events
    }

    /// A node in words.
    pub(super) fn tell(&self, id: NodeId, texts: &Words) -> String {
        match (self.mode, self.shown(), self.films.shown()) {
            (Mode::Recording, _, Some(recording)) => words::visit(texts, recording, id),
            (_, Some(session), _) => words::line(texts, session, id),
            _ => String::new(),
        }
    }

    pub(super) fn heed(&mut self, event: TreeEvent, cx: &Cx<'_>) {
        match event {
            TreeEvent::Unfold(id) => {
                if self.mode != Mode::Recording
                    && let Some(session) = self.shown_mut()
                {
                    session.ask(id, Detail::Proof);
                }
            }
            TreeEvent::Found(ended) => {
                let found = match self.films.shown() {
                    Some(recording) => {
                        let of = |id| recording.visit(id).map(|visit| visit.ended());
                        Query::Reason(ended).find_with(recording.view.tree(), of)
                    }
                    None => Vec::new(),
                };
                if let Some(view) = self.tree_mut() {
                    view.set_found(found);
                }
                self.find.query = cx.words.find(reason_key(ended)).unwrap_or_default().into();
                self.find_next(true);
            }
            TreeEvent::Marked(nodes) => {
                if let Some(view) = self.tree_mut() {
                    view.set_found(nodes);
                }
                self.find_next(true);
            }
            // What was clicked in the tree stays under the pointer, for the second click.
            TreeEvent::Chosen(id) => {
                if let Some(view) = self.tree_mut().filter(|view| view.chosen() != id) {
                    view.choose(id);
                }
            }
        }
    }
}
