//! Parts that the panels of proof and recording share: the table, the map of cards, rows of cards.

use crate::app::Cx;
use crate::app::theme::{GAP, Tokens};
use crate::app::widgets::cards::{Deck, Look};
use crate::app::widgets::fields::{caption, section};
use crate::app::widgets::heat::{HeatModel, heat_ui};
use crate::app::widgets::shown::{Visibility, table_of};
use crate::app::widgets::table::{Slot, table_ui};
use crate::app::widgets::tree::model::Verdict;
use crate::app::widgets::tree::paint::{card_chip, verdict_sign};
use crate::deal::{Place, Play, Position, View};
use crate::knowledge::Knowledge;
use crate::rules::Goal;
use crate::words::Words;
use egui::{Align2, CornerRadius, FontId, Id, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// The table of a position as its viewer knows it, or of one deal in which it is lost.
pub fn table_part(ui: &mut Ui, position: &Position, deal: Option<&Position>, goal: Goal, cx: &Cx<'_>) {
    let deck = Deck { texts: &cx.words, tokens: &cx.tokens };
    let (sight, bottom) = match position.view() {
        View::Seat(seat) if deal.is_none() => (Visibility::Knowledge(seat), seat),
        View::Seat(seat) => (Visibility::All, seat),
        View::Open => (Visibility::All, position.declarer()),
    };
    let mut model = table_of(deal.unwrap_or(position), goal, sight, bottom, &cx.words, |_| Look::default());
    // Beside the tree there is room for the points and the goal, not for the rest.
    if let [points, _, _, goal] = model.score.as_slice() {
        model.score = vec![points.clone(), goal.clone()];
    }
    model.hint = match (deal, position.turn()) {
        (Some(_), _) => cx.words.t("proof.one_deal").into(),
        (None, Some(seat)) => cx.words.fill("proof.to_play", &[("seat", &cx.words.seat(seat))]),
        (None, None) => cx.words.t("verdict.finished").into(),
    };
    // What may lie in the skat is told by the map below; here it would be too small to read.
    if model.skat.slots.len() > 2 {
        model.skat.slots = vec![Slot::default(); 2];
    }
    let width = ui.available_width();
    let height = (width * 0.80).clamp(270.0, (ui.available_height() * 0.54).max(280.0));
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    table_ui(ui, rect, &model, &deck);
    ui.add_space(GAP);
}

/// The map of what the viewer knows; columns only for places where something unseen may be.
pub fn knowledge_part(ui: &mut Ui, position: &Position, deck: &Deck<'_>) {
    let View::Seat(viewer) = position.view() else { return };
    let Ok(knowledge) = Knowledge::of(position, viewer) else { return };
    if knowledge.unseen().is_empty() {
        return;
    }
    let matrix = knowledge.matrix();
    let unseen = |place: &Place| matrix.iter().any(|(_, chances)| chances[place.index()] > 0.0);
    let name = |place: Place| (place, deck.texts.place(place).to_string());
    let columns = Place::ALL.into_iter().filter(unseen).map(name).collect();
    let place = |card| if knowledge.fixed(Place::Skat).has(card) { Place::Skat } else { Place::Hand(viewer) };
    let seen = knowledge.seen().iter().map(|card| (card, place(card)));
    let title = deck.texts.t("proof.knowledge");
    section(ui, title);
    heat_ui(ui, &HeatModel::new(&matrix, seen, columns, title.into()), deck);
}

/// The chosen node: verdict, card, and what is known of it line by line.
pub fn title_part(ui: &mut Ui, verdict: Verdict, title: &str, facts: &[(&str, String)], deck: &Deck<'_>) {
    ui.horizontal(|ui| {
        let (at, _) = ui.allocate_exact_size(vec2(22.0, 24.0), Sense::hover());
        verdict_sign(ui.painter(), deck.tokens, at.center(), 9.0, verdict);
        ui.label(egui::RichText::new(title).size(18.0));
        let name = super::words::verdict(deck.texts, verdict);
        ui.label(egui::RichText::new(name).color(deck.tokens.faint));
    });
    let grid = egui::Grid::new("proof facts grid").num_columns(2).min_row_height(20.0);
    grid.spacing(vec2(14.0, 1.0)).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 20.0;
        for (name, value) in facts {
            caption(ui, name);
            ui.label(value);
            ui.end_row();
        }
    });
}

/// One card of a list: verdict, card, what is said of it, and figures at the right.
pub fn card_row(
    ui: &mut Ui,
    play: Play,
    verdict: Verdict,
    facts: &[String],
    right: &[String],
    deck: &Deck<'_>,
) -> bool {
    let Tokens { button, ink, faint, .. } = *deck.tokens;
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 27.0));
    let response = ui.interact(rect, Id::unique(("proof card", play.card.index())), Sense::click());
    let name = row_name(deck.texts, play, verdict);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, CornerRadius::same(5), button.hover);
    }
    verdict_sign(painter, deck.tokens, pos2(rect.left() + 12.0, rect.center().y), 8.0, verdict);
    let chip = Rect::from_min_size(pos2(rect.left() + 28.0, rect.center().y - 10.5), vec2(49.0, 21.0));
    card_chip(painter, deck, chip, play);
    let mut text = vec![deck.texts.card(play.card)];
    text.extend_from_slice(facts);
    let at = pos2(chip.right() + 10.0, rect.center().y);
    let text = painter.text(at, Align2::LEFT_CENTER, text.join(" · "), FontId::proportional(15.0), ink);
    let galley = painter.layout_no_wrap(right.join(" · "), FontId::proportional(13.5), faint);
    let at = pos2(rect.right() - 8.0 - galley.size().x, rect.center().y - galley.size().y / 2.0);
    if at.x > text.right() + 8.0 {
        painter.galley(at, galley, faint);
    }
    response.clicked()
}

/// What a screen reader says of a row.
fn row_name(texts: &Words, play: Play, verdict: Verdict) -> String {
    let verdict = super::words::verdict(texts, verdict);
    format!("{}, {}: {verdict}", texts.card(play.card), texts.seat(play.seat))
}
