//! The player's recommendations as a list: each card once, with every reason for it, the player's choice first.

use crate::app::widgets::cards::Deck;
use crate::cards::Card;
use crate::player::{Advice, Recommendation};
use crate::rules::Side;
use crate::solving::reasons as wording;
use egui::{
    Align, Frame, Label, Layout, Margin, Rect, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};

/// A small card in a list.
const PLATE: egui::Vec2 = vec2(46.0, 30.0);
/// WorkspaceView for a share and its bar.
const SHARE: f32 = 50.0;

/// Draws the recommendations for somebody on `side`; returns the card that was clicked. `hint` says what a click does.
pub fn advice_list(ui: &mut Ui, advice: &Advice, side: Side, hint: &str, deck: &Deck<'_>) -> Option<Card> {
    let mut cards: Vec<Card> = Vec::new();
    for recommendation in &advice.all {
        if !cards.contains(&recommendation.card) {
            cards.push(recommendation.card);
        }
    }
    let mut clicked = None;
    for (place, &card) in cards.iter().enumerate() {
        let reasons: Vec<&Recommendation> = advice.all.iter().filter(|one| one.card == card).collect();
        if row(ui, card, &reasons, place == 0, side, hint, deck) {
            clicked = Some(card);
        }
    }
    clicked
}

/// One card with its reasons; whether it was clicked.
fn row(
    ui: &mut Ui,
    card: Card,
    reasons: &[&Recommendation],
    chosen: bool,
    side: Side,
    hint: &str,
    deck: &Deck<'_>,
) -> bool {
    let (words, tokens) = (deck.texts, deck.tokens);
    let sure = reasons.first().map_or(0.0, |first| first.confidence);
    let lines: Vec<(&str, String)> = reasons
        .iter()
        .map(|one| (wording::source(words, one.source), wording::reason(words, one.reason, side)))
        .collect();
    let edge = if chosen { Stroke::new(1.5, tokens.accent) } else { Stroke::new(1.0, tokens.line) };
    let frame = Frame::new()
        .fill(if chosen { tokens.accent_wash } else { tokens.field })
        .stroke(edge)
        .corner_radius(6)
        .inner_margin(Margin::symmetric(8, 6));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            small_card(ui, card, deck);
            ui.add_space(2.0);
            let width = (ui.available_width() - SHARE - 6.0).max(80.0);
            ui.vertical(|ui| {
                ui.set_width(width);
                ui.spacing_mut().item_spacing.y = 2.0;
                if chosen {
                    let text = words.fill("advice.chosen", &[("card", &words.card(card))]);
                    ui.label(RichText::new(text).strong().color(tokens.accent));
                }
                for (source, reason) in &lines {
                    let mut text = egui::text::LayoutJob::default();
                    let font = egui::FontId::proportional(14.5);
                    let format = |colour| egui::TextFormat::simple(font.clone(), colour);
                    text.append(source, 0.0, format(tokens.faint));
                    text.append(&format!("  {reason}"), 0.0, format(tokens.ink));
                    ui.add(Label::new(text).wrap());
                }
            });
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| share_bar(ui, sure, chosen, deck));
        });
    });
    let id = ui.scope_id().with(("advice", card.index()));
    let response = ui.interact(shown.response.rect, id, Sense::click());
    let said: Vec<String> = lines.iter().map(|(source, reason)| format!("{source}: {reason}")).collect();
    let choice = if chosen { words.t("advice.chosen_short") } else { "" };
    let name = format!("{}, {choice} {} %. {}", words.card(card), wording::percent(sure), said.join(". "));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if response.hovered() || response.has_focus() {
        let rect = shown.response.rect;
        let stroke = Stroke::new(1.5, tokens.accent);
        ui.painter().rect_stroke(rect, 6.0, stroke, egui::StrokeKind::Inside);
    }
    response.on_hover_text(hint).clicked()
}

/// A small card on its plate.
pub fn small_card(ui: &mut Ui, card: Card, deck: &Deck<'_>) {
    let (rect, response) = ui.allocate_exact_size(PLATE, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, deck.texts.card(card)));
    let painter = ui.painter();
    painter.rect(
        rect,
        4.0,
        deck.tokens.card.face,
        Stroke::new(1.0, deck.tokens.card.line),
        egui::StrokeKind::Inside,
    );
    deck.tile(painter, rect, card);
}

/// A share as a number over a bar.
fn share_bar(ui: &mut Ui, share: f64, strong: bool, deck: &Deck<'_>) {
    let tokens = deck.tokens;
    let (rect, response) = ui.allocate_exact_size(vec2(SHARE, 30.0), Sense::hover());
    let text = format!("{} %", wording::percent(share));
    let name = format!("{}: {text}", deck.texts.t("advice.confidence"));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    let painter = ui.painter();
    let colour = if strong { tokens.accent } else { tokens.ink };
    let at = pos2(rect.right(), rect.top());
    painter.text(at, egui::Align2::RIGHT_TOP, text, egui::FontId::proportional(15.5), colour);
    let bar = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 7.0), rect.max - vec2(0.0, 2.0));
    painter.rect_filled(bar, 2.5, tokens.line);
    let full = bar.with_max_x(bar.left() + bar.width() * share.clamp(0.0, 1.0) as f32);
    painter.rect_filled(full, 2.5, if strong { tokens.accent } else { tokens.faint });
}
