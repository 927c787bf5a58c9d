//! The recording's own panel and its controls: play, step, slider, speed; figures as plots.

use super::ideas;
use super::panel::{alike_ui, bookmarks_ui, subtree_ui};
use super::parts::{card_row, table_part, title_part};
use super::plot::{Bar, bars_ui, columns_ui};
use super::recording::{BUDGETS, Films, Options, Recording, SPEEDS};
use super::words;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::theme::{GAP, Tokens};
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::{caption, section};
use crate::app::widgets::tree::TreeEvent;
use crate::app::widgets::tree::model::NodeId;
use crate::deal::View;
use egui::{
    ComboBox, CornerRadius, Rect, RichText, Role, ScrollArea, Sense, Shape, Slider, Stroke, Ui, WidgetInfo,
    pos2, vec2,
};

/// Beside the tree of a recording: the position, what the search did there, and all of it in figures.
pub fn recording_ui(ui: &mut Ui, recording: &Recording, cx: &mut Cx<'_>) -> Option<TreeEvent> {
    let (texts, tokens) = (cx.words, cx.tokens);
    let deck = Deck { texts: &texts, tokens: &tokens };
    let id = recording.view.chosen();
    table_part(ui, &recording.position(id), None, recording.case().question.goal, cx);
    let mut event = None;
    ScrollArea::vertical().id_salt("recording facts").auto_shrink(false).show(ui, |ui| {
        let mut facts: Vec<(&str, String)> = Vec::new();
        if let Some(visit) = recording.visit(id) {
            facts.push((texts.t("proof.why"), words::ended(&texts, visit.ended()).into()));
            if let Some(rank) = visit.rank().filter(|_| visit.card().is_some()) {
                facts.push((texts.t("recording.order"), texts.fill("recording.rank", &[("n", &(rank + 1))])));
            }
            facts.push((
                texts.t("recording.asked"),
                words::asked(&texts, recording.trace().counted(), visit.asked()),
            ));
            if visit.effort() > 0 {
                facts.push((texts.t("recording.nodes"), texts.number(visit.effort())));
            }
            let dropped = recording.trace().dropped(recording.number(id));
            if dropped > 0 {
                facts.push((texts.t("recording.dropped"), texts.number(dropped)));
            }
        }
        let tree = recording.view.tree();
        if let Some(equal) = recording.trace().equal_to(recording.number(id))
            && let Some(card) = recording.trace().visits()[equal].card()
        {
            facts.push(("", texts.fill("recording.equal_to", &[("card", &texts.card(card))])));
        }
        title_part(ui, tree.node(id).verdict, &words::card(&texts, tree, id), &facts, &deck);
        subtree_ui(ui, tree, id, &texts);
        if recording.visit(id).is_some_and(|visit| visit.is_table_hit()) {
            event = earlier_ui(ui, recording, id, cx);
        }
        if tree.count(id) > 0 {
            section(ui, texts.t("recording.tried"));
            ui.scope(|ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                for child in tree.children(id) {
                    let (Some(play), Some(visit)) = (tree.node(child).play, recording.visit(child)) else {
                        continue;
                    };
                    let effort = (visit.effort() > 0).then(|| texts.number(visit.effort()));
                    let right =
                        [vec![words::ended(&texts, visit.ended()).to_string()], effort.into_iter().collect()];
                    if card_row(ui, play, tree.node(child).verdict, &[], &right.concat(), &deck) {
                        event = Some(TreeEvent::Chosen(child));
                    }
                }
            });
        }
        event = event.take().or_else(|| bookmarks_ui(ui, &recording.view, &deck));
        event = event.take().or_else(|| plots_ui(ui, recording, &deck));
        event = event.take().or_else(|| alike_ui(ui, &recording.view, &deck));
        ui.add_space(GAP);
    });
    event
}

/// From a position that was known already to the earlier one. It is sought when it is asked for.
fn earlier_ui(ui: &mut Ui, recording: &Recording, id: NodeId, cx: &Cx<'_>) -> Option<TreeEvent> {
    let texts = cx.words;
    let memory = ui.scope_id().with(("earlier", id.index()));
    if ui.button(texts.t("recording.earlier")).clicked() {
        match recording.trace().earlier(recording.number(id)) {
            Some(earlier) => return Some(TreeEvent::Marked(vec![recording.node(earlier)])),
            None => {
                ui.data_mut(|data| data.insert_temp(memory, true));
            }
        }
    }
    if ui.data(|data| data.get_temp(memory)) == Some(true) {
        caption(ui, texts.t("recording.no_earlier"));
    }
    None
}

/// The figures of the whole search; a reason that is clicked is looked for in the tree.
fn plots_ui(ui: &mut Ui, recording: &Recording, deck: &Deck<'_>) -> Option<TreeEvent> {
    let (texts, tokens, stats) = (deck.texts, deck.tokens, recording.stats());
    section(ui, texts.t("recording.depths"));
    let tree = recording.view.tree();
    let mark = |depth: usize| {
        let first = depth == 1 || depth > 1 && tree.trick_at(depth) != tree.trick_at(depth - 1);
        first.then(|| format!("{}.", tree.trick_at(depth)))
    };
    columns_ui(ui, tokens, texts, texts.t("recording.depths"), &stats.by_depth, mark);
    section(ui, texts.t("recording.reasons"));
    let mut by_reason = stats.by_reason.clone();
    by_reason.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let reasons: Vec<Bar> = by_reason
        .iter()
        .map(|&(ended, count)| Bar { name: words::ended(texts, ended).into(), count })
        .collect();
    let clicked = bars_ui(ui, tokens, texts, &reasons);
    let event = clicked.and_then(|at| by_reason.get(at)).map(|(ended, _)| TreeEvent::Found(*ended));
    let cards: Vec<Bar> = stats
        .first_cards
        .iter()
        .filter(|first| first.nodes > 0)
        .map(|first| Bar { name: texts.card(first.card), count: first.nodes })
        .collect();
    if !cards.is_empty() {
        section(ui, texts.t("recording.first_cards"));
        bars_ui(ui, tokens, texts, &cards);
    }
    let ranks: Vec<Bar> = stats
        .settled_by_rank
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(rank, &count)| Bar { name: texts.fill("recording.rank", &[("n", &(rank + 1))]), count })
        .collect();
    if !ranks.is_empty() {
        section(ui, texts.t("recording.ranks"));
        bars_ui(ui, tokens, texts, &ranks);
    }
    event
}

/// Before there is a recording: how long it may be, what is recorded, and the button that does it.
pub fn record_ui(ui: &mut Ui, view: View, options: &mut Options, cx: &mut Cx<'_>) {
    let texts = cx.words;
    ui.horizontal_wrapped(|ui| ideas::without_ui(ui, &texts, view, &mut options.without));
    ui.checkbox(&mut options.exact, texts.t("recording.exact")).on_hover_text(texts.t("recording.exact.why"));
    let budget = &mut options.budget;
    ui.horizontal_wrapped(|ui| {
        caption(ui, texts.t("recording.budget"));
        let text = |n: usize| texts.number(n as u64);
        let combo =
            ComboBox::from_id_salt("recording budget").selected_text(text(*budget)).show_ui(ui, |ui| {
                for n in BUDGETS {
                    ui.selectable_value(budget, n, text(n));
                }
            });
        combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, texts.t("recording.budget")));
        if ui
            .button(Command::RecordSearch.name(&texts))
            .on_hover_text(cx.hint(Command::RecordSearch))
            .clicked()
        {
            cx.send.push(Command::RecordSearch);
        }
    });
}

/// Which question of a search is looked at, and the way to another recording.
pub fn questions_ui(ui: &mut Ui, films: &mut Films, cx: &Cx<'_>) {
    let texts = cx.words;
    ui.horizontal(|ui| {
        let told = films.list().iter().enumerate().map(|(at, film)| words::film(&texts, at, film));
        let told: Vec<String> = told.collect();
        let mut at = films.at();
        if told.len() > 1 {
            let shown = told.get(at).map_or("", String::as_str);
            let combo = ComboBox::from_id_salt("question").selected_text(shown).show_ui(ui, |ui| {
                for (number, text) in told.iter().enumerate() {
                    ui.selectable_value(&mut at, number, text);
                }
            });
            let name = texts.t("recording.question");
            combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, name));
            films.show(at);
        } else if let Some(film) = films.shown() {
            let text = ideas::told(&texts, film.case().root.view(), film.options().without);
            ui.label(RichText::new(text).size(14.0).color(cx.tokens.faint));
        }
        ui.add_space(GAP);
        let button = egui::Button::new(RichText::new(texts.t("recording.another")).size(14.5));
        if ui.add(button).on_hover_text(texts.t("recording.another.why")).clicked() {
            *films = Films::default();
        }
    });
}

/// The sign on a button of the recording.
#[derive(Clone, Copy)]
enum Sign {
    First,
    Back,
    Backwards,
    Stop,
    Forwards,
    On,
    Last,
}

/// Play, stop, step, slider and speed.
pub fn controls_ui(ui: &mut Ui, recording: &mut Recording, cx: &Cx<'_>) {
    let texts = cx.words;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let running = recording.run;
        let sign =
            |ui: &mut Ui, sign: Sign, name: &'static str| sign_button(ui, sign, texts.t(name), &cx.tokens);
        if sign(ui, Sign::First, "recording.first") {
            recording.run = None;
            recording.go(0);
        }
        if sign(ui, Sign::Back, "recording.back") {
            recording.step(false);
        }
        if running == Some(false) {
            if sign(ui, Sign::Stop, "recording.stop") {
                recording.run = None;
            }
        } else if sign(ui, Sign::Backwards, "recording.backwards") {
            recording.run = Some(false);
        }
        if running == Some(true) {
            if sign(ui, Sign::Stop, "recording.stop") {
                recording.run = None;
            }
        } else if sign(ui, Sign::Forwards, "recording.forwards") {
            recording.run = None;
            recording.play();
        }
        if sign(ui, Sign::On, "recording.on") {
            recording.step(true);
        }
        if sign(ui, Sign::Last, "recording.last") {
            recording.run = None;
            recording.go(recording.last());
        }
        ui.add_space(4.0);
        let speed = |n: u32| texts.fill("recording.speed", &[("n", &texts.number(n.into()))]);
        let mut new = recording.speed;
        let combo = ComboBox::from_id_salt("recording speed").width(96.0).selected_text(speed(new)).show_ui(
            ui,
            |ui| {
                for n in SPEEDS {
                    ui.selectable_value(&mut new, n, speed(n));
                }
            },
        );
        combo
            .response
            .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, texts.t("recording.speed_name")));
        recording.speed = new;
        let place = texts.fill(
            "recording.place",
            &[
                ("n", &texts.number(recording.at() as u64 + 1)),
                ("all", &texts.number(recording.last() as u64 + 1)),
            ],
        );
        ui.add_space(4.0);
        ui.label(RichText::new(place).size(14.0).color(cx.tokens.faint));
    });
    let mut at = recording.at();
    ui.spacing_mut().slider_width = ui.available_width() - 4.0;
    let slider = Slider::new(&mut at, 0..=recording.last().max(1)).show_value(false);
    if ui.add(slider).accessible_name(texts.t("recording.slider")).changed() {
        recording.run = None;
        recording.go(at);
    }
    if recording.advance(ui.input(|input| input.stable_dt)) {
        // No faster than the recording has something new to show.
        let wait = 1.0 / (recording.speed as f32).min(30.0);
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f32(wait));
    }
}

/// A small button with a drawn sign.
fn sign_button(ui: &mut Ui, sign: Sign, name: &str, tokens: &Tokens) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(30.0, 28.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    let hot = response.hovered() || response.has_focus();
    let fill = if hot { tokens.button.hover } else { tokens.button.rest };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(6), fill, Stroke::new(1.0, tokens.line), egui::StrokeKind::Inside);
    let c = rect.center();
    let triangle = |x: f32, size: f32| {
        let tip = pos2(c.x + x + size, c.y);
        let back = c.x + x - size * 0.7;
        let corners = vec![tip, pos2(back, c.y + size.abs()), pos2(back, c.y - size.abs())];
        painter.add(Shape::convex_polygon(corners, tokens.ink, Stroke::NONE));
    };
    let bar = |x: f32| {
        let rect = Rect::from_center_size(pos2(c.x + x, c.y), vec2(2.5, 12.0));
        painter.rect_filled(rect, 0, tokens.ink);
    };
    match sign {
        Sign::First => {
            bar(-6.0);
            triangle(2.0, -6.0);
        }
        Sign::Back => {
            triangle(-2.0, -5.0);
            bar(5.0);
        }
        Sign::Backwards => triangle(0.0, -7.0),
        Sign::Stop => {
            bar(-3.5);
            bar(3.5);
        }
        Sign::Forwards => triangle(0.0, 7.0),
        Sign::On => {
            bar(-5.0);
            triangle(2.0, 5.0);
        }
        Sign::Last => {
            triangle(-2.0, 6.0);
            bar(6.0);
        }
    }
    response.on_hover_text(name).clicked()
}
