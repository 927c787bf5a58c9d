//! The values over the thirty cards: what open cards give, and what each player could guarantee.

use super::explain;
use super::view::GameView;
use crate::app::Cx;
use crate::app::theme::mix;
use crate::archive::analysis::{CardAnalysis, GameAnalysis, Judgement};
use crate::deal::Place;
use crate::rules::{Game, Goal, Side};
use egui::{
    Align2, CornerRadius, FontId, Id, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};

/// WorkspaceView for the numbers at the left.
const LEFT: f32 = 34.0;
const FOOT: f32 = 17.0;
/// Cards in a game.
const CARDS: f32 = 30.0;

impl GameView {
    /// Draws the graph; a click goes to that card.
    pub fn graph_ui(&mut self, ui: &mut Ui, height: f32, cx: &Cx<'_>) {
        let words = cx.words;
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        let response = ui.interact(rect, Id::unique("value graph"), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, words.t("graph.name")));
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, CornerRadius::same(8), cx.tokens.field);
        let plot = Rect::from_min_max(
            pos2(rect.left() + LEFT, rect.top() + 10.0),
            pos2(rect.right() - 10.0, rect.bottom() - FOOT),
        );
        let x = |cards: f32| plot.left() + plot.width() * cards / CARDS;
        let Some(analysis) = &self.analysis else {
            let at = rect.center();
            let font = FontId::proportional(14.0);
            painter.text(at, Align2::CENTER_CENTER, words.t("mistakes.no_play"), font, cx.tokens.faint);
            return;
        };
        let null = analysis.game == Game::Null;
        let y = |points: f32| {
            let share = if null { points } else { points / 120.0 };
            plot.bottom() - plot.height() * (0.04 + 0.92 * share)
        };
        frame_ui(&painter, plot, analysis, &x, &y, cx);
        lines_ui(&painter, analysis, &x, &y, cx);
        for card in analysis.cards.iter().filter(|card| card.judgement.is_marked()) {
            let at = pos2(x(card.number as f32 + 1.0), y(middle(card, null)));
            let ink = explain::colour(card.judgement, &cx.tokens);
            painter.circle_filled(at, 5.5, ink);
            if card.judgement == Judgement::Unseen {
                painter.circle_filled(at, 3.5, cx.tokens.field);
            }
        }
        if let Some(cards) = self.walk.cards() {
            let line = Stroke::new(1.5, cx.tokens.accent);
            let x = x(cards as f32);
            painter.line_segment([pos2(x, plot.top() - 6.0), pos2(x, plot.bottom() + 4.0)], line);
        }
        let last = analysis.cards.len();
        if let Some(at) = response.hover_pos().or(response.interact_pointer_pos()) {
            let cards =
                ((at.x - plot.left()) / plot.width() * CARDS).round().clamp(0.0, last as f32) as usize;
            let hover = hover_text(analysis, cards, cx);
            if response.is_pointer_button_down_on() || response.clicked() {
                self.walk.go_to_card(cards);
                self.playing = None;
            }
            response.on_hover_text_at_pointer(hover);
        }
    }
}

/// The value after a card, for its mark.
fn middle(card: &CardAnalysis, null: bool) -> f32 {
    let known = card.open[1];
    if null {
        return if known.wins == Some(true) { 1.0 } else { 0.0 };
    }
    (f32::from(known.points.low) + f32::from(known.points.high)) / 2.0
}

/// What a card did, under the pointer.
fn hover_text(analysis: &GameAnalysis, cards: usize, cx: &Cx<'_>) -> String {
    let words = cx.words;
    let Some(card) = cards.checked_sub(1).and_then(|number| analysis.cards.get(number)) else {
        return words.t("graph.start").into();
    };
    let mut text = words.fill(
        "moves.card",
        &[("n", &cards), ("seat", &words.seat(card.seat)), ("card", &words.card(card.card))],
    );
    for (name, value) in explain::figures(&words, analysis, card) {
        text += &format!("\n{name}: {value}");
    }
    text
}

/// Ground, goal and numbers.
fn frame_ui(
    painter: &egui::Painter,
    plot: Rect,
    analysis: &GameAnalysis,
    x: &dyn Fn(f32) -> f32,
    y: &dyn Fn(f32) -> f32,
    cx: &Cx<'_>,
) {
    let tokens = &cx.tokens;
    let small = FontId::proportional(12.5);
    let null = analysis.game == Game::Null;
    let goal = match analysis.aim.goal {
        Goal::Points(points) => f32::from(points) - 0.5,
        Goal::EveryTrick => 119.5,
        Goal::NoTrick => 0.5,
    };
    let above = Rect::from_min_max(plot.min, pos2(plot.right(), y(goal)));
    painter.rect_filled(above, CornerRadius::ZERO, mix(tokens.field, tokens.good, 0.07));
    let below = Rect::from_min_max(pos2(plot.left(), y(goal)), plot.max);
    painter.rect_filled(below, CornerRadius::ZERO, mix(tokens.field, tokens.bad, 0.07));
    painter.line_segment(
        [pos2(plot.left(), y(goal)), pos2(plot.right(), y(goal))],
        Stroke::new(1.0, mix(tokens.ink, tokens.field, 0.35)),
    );
    let labels: Vec<(f32, String)> = if null {
        vec![(1.0, cx.words.t("value.won_short").into()), (0.0, cx.words.t("value.lost_short").into())]
    } else {
        let goal = goal.ceil();
        [0.0, 30.0, 61.0, 90.0, 120.0]
            .map(|n| if n == 61.0 { goal } else { n })
            .map(|n| (n, n.to_string()))
            .to_vec()
    };
    for (value, label) in labels {
        let at = pos2(plot.left() - 5.0, y(value));
        painter.text(at, Align2::RIGHT_CENTER, label, small.clone(), tokens.faint);
    }
    for trick in 0..=10 {
        let at = x(trick as f32 * 3.0);
        let hair = Stroke::new(1.0, mix(tokens.field, tokens.line, 0.6));
        painter.line_segment([pos2(at, plot.top()), pos2(at, plot.bottom())], hair);
        if trick < 10 {
            let at = pos2(x(trick as f32 * 3.0 + 1.5), plot.bottom() + 2.0);
            painter.text(at, Align2::CENTER_TOP, trick + 1, small.clone(), tokens.faint);
        }
    }
}

/// The open value as a line; guarantees as bars from what is sure to what open cards give.
fn lines_ui(
    painter: &egui::Painter,
    analysis: &GameAnalysis,
    x: &dyn Fn(f32) -> f32,
    y: &dyn Fn(f32) -> f32,
    cx: &Cx<'_>,
) {
    let tokens = &cx.tokens;
    let null = analysis.game == Game::Null;
    // What each player on turn could guarantee before his card.
    for card in &analysis.cards {
        let sure = card.own[0];
        let value = match (null, card.side) {
            (true, _) => match sure.win {
                Some(true) => Some(if card.side == Side::Declarer { 1.0 } else { 0.0 }),
                Some(false) => Some(if card.side == Side::Declarer { 0.0 } else { 1.0 }),
                None => None,
            },
            (false, Side::Declarer) => Some(f32::from(sure.points.low)),
            (false, Side::Defenders) => Some(f32::from(sure.points.high)),
        };
        let (Some(value), false) = (value, card.judgement == Judgement::Unknown) else { continue };
        let ink = tokens.holder(Place::Hand(card.seat));
        let at = pos2(x(card.number as f32), y(value));
        // A tick that points the way the guarantee goes: up for at least, down for at most.
        let up = if card.side == Side::Declarer { -1.0 } else { 1.0 };
        let exact = null || sure.points.exact().is_some();
        let tick = vec![at + vec2(-4.0, 0.0), at + vec2(4.0, 0.0), at + vec2(0.0, 6.0 * up)];
        if exact {
            painter.add(Shape::convex_polygon(tick, ink, Stroke::NONE));
        } else {
            painter.add(Shape::closed_line(tick, Stroke::new(1.0, ink)));
        }
    }
    let mut line: Vec<Pos2> = Vec::new();
    for number in 0..=analysis.cards.len() {
        let known = analysis.open(number);
        let value = if null {
            known.wins.map(|wins| if wins { 1.0 } else { 0.0 })
        } else {
            known.wins.map(|_| (f32::from(known.points.low) + f32::from(known.points.high)) / 2.0)
        };
        match value {
            Some(value) => {
                let at = pos2(x(number as f32), y(value));
                if let Some(last) = line.last().copied() {
                    line.push(pos2(at.x, last.y));
                }
                line.push(at);
            }
            None => {
                painter.add(Shape::line(std::mem::take(&mut line), Stroke::new(2.0, tokens.ink)));
            }
        }
    }
    painter.add(Shape::line(line, Stroke::new(2.0, tokens.ink)));
}
