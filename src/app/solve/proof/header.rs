//! Over and under the tree: what is to be proved, the way to the chosen node, search and tools.

use super::job::Case;
use super::session::Session;
use super::words;
use super::{Mode, ProofView};
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::theme::GAP;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::choice;
use crate::app::widgets::tree::find::Query;
use crate::app::widgets::tree::model::{Mover, NodeId};
use crate::app::widgets::tree::paint::{card_chip, legend_sign, verdict_sign};
use crate::app::widgets::tree::{TreeEvent, TreeView};
use crate::deal::View;
use crate::rules::{Game, Goal, Seat};
use egui::{Button, ComboBox, Id, Key, RichText, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, vec2};

/// What was chosen over the tree.
pub enum Chosen {
    /// Another view or another goal.
    Case(View, Goal),
    /// The proof, or the recording of a search.
    Mode(Mode),
}

/// What is to be proved, its verdict, and the choice between proof and recording; view and goal can be
/// changed.
pub fn question_ui(ui: &mut Ui, session: &Session, mode: Mode, cx: &Cx<'_>) -> Option<Chosen> {
    let texts = &cx.words;
    let case = session.case();
    let root = session.view.tree().node(NodeId::ROOT);
    let mut chosen = None;
    ui.horizontal(|ui| {
        let (at, _) = ui.allocate_exact_size(vec2(24.0, 26.0), Sense::hover());
        verdict_sign(ui.painter(), &cx.tokens, at.center(), 10.0, root.verdict);
        let sentence = words::verdict_sentence(texts, session);
        ui.add(egui::Label::new(RichText::new(sentence).size(17.5)).wrap());
    });
    ui.horizontal_wrapped(|ui| {
        chosen = choices_ui(ui, "asked", case, cx).map(|(view, goal)| Chosen::Case(view, goal));
        let fact = session.fact(NodeId::ROOT);
        let mut verdict = words::verdict(texts, root.verdict).to_string();
        if let Some(chance) = words::chance(texts, &fact) {
            verdict = chance;
        } else if fact.worlds > 1 {
            verdict = format!("{verdict} · {}", words::worlds(texts, fact.worlds));
        }
        ui.label(RichText::new(verdict).color(cx.tokens.faint));
    });
    // In a row of its own: beside view, goal and verdict there is no room for three.
    ui.horizontal_wrapped(|ui| {
        let mut modes = vec![(Mode::Proof, texts.t("proof.title"))];
        if matches!(case.root.view(), View::Seat(_)) {
            modes.push((Mode::Plan, texts.t("verdict.chance")));
        }
        modes.push((Mode::Recording, texts.t("recording.title")));
        modes.push((Mode::Compare, texts.t("compare.title")));
        let mode = choice(ui, texts.t("proof.mode"), Some(mode), &modes);
        chosen = mode.map(Chosen::Mode).or(chosen.take());
    });
    chosen
}

/// View and goal to choose from. `which` tells these lists from those of another question on the same page.
pub fn choices_ui(ui: &mut Ui, which: &str, case: &Case, cx: &Cx<'_>) -> Option<(View, Goal)> {
    let texts = &cx.words;
    let Case { root, question, .. } = case;
    let view = root.view();
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
    let points = matches!(root.game(), Game::Suit(_) | Game::Grand);
    let views: Vec<_> = views.into_iter().map(|view| (view, texts.view(view).to_string())).collect();
    let goals: Vec<_> = goals.into_iter().map(|goal| (goal, texts.goal(goal))).collect();
    let new_view = combo_ui(ui, (which, texts.t("proof.view")), view, &views);
    let mut new_goal = combo_ui(ui, (which, texts.t("proof.goal")), question.goal, &goals);
    if points && let Some(goal) = any_goal_ui(ui, which, question.goal, cx) {
        new_goal = goal;
    }
    (new_view != view || new_goal != question.goal).then_some((new_view, new_goal))
}

/// Any number of points, typed or drawn with the mouse; told once it stands.
fn any_goal_ui(ui: &mut Ui, which: &str, goal: Goal, cx: &Cx<'_>) -> Option<Goal> {
    let now = match goal {
        Goal::Points(points) => points,
        _ => 61,
    };
    let id = ui.scope_id().with(("any goal", which));
    let mut points: u8 = ui.data(|data| data.get_temp(id)).unwrap_or(now);
    let field = egui::DragValue::new(&mut points).range(1..=120).speed(0.2).update_while_editing(false);
    let response = ui.add(field).on_hover_text(cx.words.t("proof.any_goal"));
    response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, cx.words.t("proof.any_goal")));
    let busy = response.dragged() || response.has_focus();
    if busy {
        ui.data_mut(|data| data.insert_temp(id, points));
        return None;
    }
    ui.data_mut(|data| data.remove_temp::<u8>(id));
    (points != now).then_some(Goal::Points(points))
}

/// A list to choose from; returns what is chosen.
fn combo_ui<T: Copy + PartialEq>(
    ui: &mut Ui,
    (which, name): (&str, &str),
    current: T,
    options: &[(T, String)],
) -> T {
    let mut new = current;
    let shown = options.iter().find(|(value, _)| *value == current).map_or("", |(_, text)| text.as_str());
    let combo = ComboBox::from_id_salt((which, name)).selected_text(shown).show_ui(ui, |ui| {
        for (value, text) in options {
            ui.selectable_value(&mut new, *value, text);
        }
    });
    combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, name));
    combo.response.on_hover_text(name);
    new
}

/// The way from the root to the chosen node, every step a button.
pub fn breadcrumb_ui(ui: &mut Ui, view: &TreeView, cx: &Cx<'_>) -> Option<TreeEvent> {
    let deck = Deck { texts: &cx.words, tokens: &cx.tokens };
    let tree = view.tree();
    let mut event = None;
    ScrollArea::horizontal().id_salt("proof path").stick_to_right(true).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            let at_root = view.chosen() == NodeId::ROOT;
            let text = RichText::new(cx.words.t("tree.start")).size(14.5);
            if ui.add(Button::new(text).selected(at_root)).clicked() {
                event = Some(TreeEvent::Chosen(NodeId::ROOT));
            }
            for &id in &view.path()[1..] {
                let Some(play) = tree.node(id).play else { continue };
                let depth = tree.depth(id);
                let apart = depth > 1 && tree.trick_at(depth) != tree.trick_at(depth - 1);
                ui.add_space(if apart { 9.0 } else { 0.0 });
                let (rect, _) = ui.allocate_exact_size(vec2(49.0, 24.0), Sense::hover());
                let response = ui.interact(rect, Id::unique(("proof step", depth)), Sense::click());
                let name = words::card(&cx.words, tree, id);
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

/// What the shapes mean.
pub fn legend_ui(ui: &mut Ui, cx: &Cx<'_>) {
    let (texts, tokens) = (&cx.words, &cx.tokens);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for (mover, key) in [
            (Some(Mover::Viewer), "tree.legend_one"),
            (Some(Mover::Adversary), "tree.legend_every"),
            (Some(Mover::Nobody), "tree.legend_end"),
            (None, "tree.legend_folded"),
        ] {
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
            legend_sign(ui.painter(), tokens, rect.center(), mover);
            ui.label(RichText::new(texts.find(key).unwrap_or(key)).size(13.0).color(tokens.faint));
            ui.add_space(8.0);
        }
    });
}

impl ProofView {
    /// Search, and the tools that are used most.
    pub(super) fn tools_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.horizontal_wrapped(|ui| {
            self.find_ui(ui, cx);
            ui.add_space(GAP);
            for command in
                [Command::TreeFit, Command::TreeCentre, Command::TreeUnfoldTrick, Command::TreeOnly]
            {
                let text = RichText::new(command.name(&cx.words)).size(14.5);
                let enabled = self.can_run(command);
                let hint = cx.hint(command);
                if ui.add_enabled(enabled, Button::new(text)).on_hover_text(hint).clicked() {
                    cx.send.push(command);
                }
            }
        });
    }

    fn find_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let texts = cx.words;
        let field = TextEdit::singleline(&mut self.find.query).id(Id::unique("find in the tree"));
        let field = field.hint_text(texts.t("tree.find_hint")).desired_width(150.0);
        let response = ui.add(field);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, texts.t("tree.find")));
        if std::mem::take(&mut self.find.focus) {
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
        let text = if self.find.query.trim().is_empty() {
            String::new()
        } else if Query::parse(&self.find.query, &texts).is_none() {
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
        // An empty label would begin a new line where there is no room for it, and what follows would lie on the field.
        if !text.is_empty() {
            ui.label(RichText::new(text).size(14.0).color(cx.tokens.faint));
        }
    }
}
