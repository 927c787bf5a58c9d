//! Over and under the tree: what is to be proved, the way to the chosen node, search and tools.

use super::ProofView;
use super::session::Session;
use super::words;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::theme::GAP;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::tree::TreeEvent;
use crate::app::widgets::tree::find::Query;
use crate::app::widgets::tree::model::NodeId;
use crate::app::widgets::tree::paint::{card_chip, verdict_sign};
use crate::deal::View;
use crate::rules::{Game, Goal, Seat};
use crate::search::proof::Question;
use egui::{Button, ComboBox, Id, Key, RichText, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, vec2};

/// What is to be proved, and its verdict; view and goal can be changed.
pub fn question_ui(ui: &mut Ui, session: &Session, cx: &Cx<'_>) -> Option<(View, Goal)> {
    let texts = &cx.words;
    let case = session.case();
    let root = session.view.tree().node(NodeId::ROOT);
    let mut wish = None;
    ui.horizontal(|ui| {
        let (at, _) = ui.allocate_exact_size(vec2(24.0, 26.0), Sense::hover());
        verdict_sign(ui.painter(), &cx.tokens, at.center(), 10.0, root.verdict);
        ui.label(RichText::new(words::question(texts, session)).size(18.0));
    });
    ui.horizontal(|ui| {
        wish = choices_ui(ui, case.root.view(), case.question, session, cx);
        let fact = session.fact(NodeId::ROOT);
        let mut verdict = words::verdict(texts, root.verdict).to_string();
        if fact.worlds > 1 {
            verdict = format!("{verdict} · {}", words::worlds(texts, fact.worlds));
        }
        ui.label(RichText::new(verdict).color(cx.tokens.faint));
    });
    wish
}

fn choices_ui(
    ui: &mut Ui,
    view: View,
    question: Question,
    session: &Session,
    cx: &Cx<'_>,
) -> Option<(View, Goal)> {
    let texts = &cx.words;
    let root = &session.case().root;
    let mut views: Vec<View> =
        Seat::ALL.into_iter().filter(|&seat| root.is_known(seat)).map(View::Seat).collect();
    if root.open_hands().is_some() {
        views.insert(0, View::Open);
    }
    let mut goals = match root.game() {
        Game::Null => vec![Goal::NoTrick],
        _ => vec![Goal::Points(61), Goal::SCHNEIDER, Goal::EveryTrick],
    };
    if !goals.contains(&question.goal) {
        goals.insert(0, question.goal);
    }
    let (mut new_view, mut new_goal) = (view, question.goal);
    let combo = ComboBox::from_id_salt("proof view").selected_text(texts.view(view)).show_ui(ui, |ui| {
        for other in views {
            ui.selectable_value(&mut new_view, other, texts.view(other));
        }
    });
    let name = texts.t("proof.view");
    combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, name));
    combo.response.on_hover_text(name);
    let combo =
        ComboBox::from_id_salt("proof goal").selected_text(texts.goal(question.goal)).show_ui(ui, |ui| {
            for other in goals {
                ui.selectable_value(&mut new_goal, other, texts.goal(other));
            }
        });
    let name = texts.t("proof.goal");
    combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, name));
    combo.response.on_hover_text(name);
    (new_view != view || new_goal != question.goal).then_some((new_view, new_goal))
}

/// The way from the root to the chosen node, every step a button.
pub fn breadcrumb_ui(ui: &mut Ui, session: &Session, cx: &Cx<'_>) -> Option<TreeEvent> {
    let deck = Deck { texts: &cx.words, tokens: &cx.tokens };
    let tree = session.view.tree();
    let mut event = None;
    ScrollArea::horizontal().id_salt("proof path").stick_to_right(true).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            let at_root = session.view.chosen() == NodeId::ROOT;
            let text = RichText::new(cx.words.t("tree.start")).size(14.5);
            if ui.add(Button::new(text).selected(at_root)).clicked() {
                event = Some(TreeEvent::Chosen(NodeId::ROOT));
            }
            for &id in &session.view.path()[1..] {
                let Some(play) = tree.node(id).play else { continue };
                let depth = tree.depth(id);
                let apart = depth > 1 && tree.trick_at(depth) != tree.trick_at(depth - 1);
                ui.add_space(if apart { 9.0 } else { 0.0 });
                let (rect, _) = ui.allocate_exact_size(vec2(49.0, 24.0), Sense::hover());
                let response = ui.interact(rect, Id::unique(("proof step", depth)), Sense::click());
                let name = words::card(&cx.words, session, id);
                let step = cx.words.fill("proof.step", &[("n", &depth), ("card", &name)]);
                response.widget_info(|| WidgetInfo::labeled(Role::Link, true, &step));
                card_chip(ui.painter(), &deck, rect.shrink2(vec2(0.0, 1.0)), play);
                if response.clicked() {
                    event = Some(TreeEvent::Chosen(id));
                }
            }
        });
    });
    event
}

impl ProofView {
    /// Search, and the tools that are used most.
    pub(super) fn tools_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.horizontal(|ui| {
            self.find_ui(ui, cx);
            ui.add_space(GAP);
            for command in [Command::TreeFit, Command::TreeCentre, Command::TreeUnfoldTrick] {
                let text = RichText::new(command.name(&cx.words)).size(14.5);
                let enabled = self.can_run(command);
                let hint = crate::app::Kiebitz::hint(command, &cx.words);
                if ui.add_enabled(enabled, Button::new(text)).on_hover_text(hint).clicked() {
                    cx.send.push(command);
                }
            }
        });
    }

    fn find_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let texts = cx.words;
        let field =
            TextEdit::singleline(&mut self.query).hint_text(texts.t("tree.find_hint")).desired_width(150.0);
        let response = ui.add(field);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, texts.t("tree.find")));
        if std::mem::take(&mut self.focus_find) {
            response.request_focus();
        }
        if response.changed() {
            self.search(&texts);
        }
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            self.find_next(true);
            response.request_focus();
        }
        let Some(view) = self.tree() else { return };
        let found = view.found().len();
        let text = if self.query.trim().is_empty() {
            String::new()
        } else if Query::parse(&self.query, &texts).is_none() {
            texts.t("tree.find_no").into()
        } else {
            texts.count("tree.find_one", "tree.find_many", found as u64)
        };
        if found > 0 {
            for (sign, name, forward) in [("‹", "tree.find_back", false), ("›", "tree.find_on", true)] {
                let name = texts.find(name).unwrap_or(name);
                if ui.add(Button::new(sign)).accessible_name(name).on_hover_text(name).clicked() {
                    self.find_next(forward);
                }
            }
        }
        ui.label(RichText::new(text).size(14.0).color(cx.tokens.faint));
    }
}
