//! A player's page: results over time, by seat, game, side and opponent, the rating curve, and how careful he was.

use crate::app::Cx;
use crate::app::theme::{GAP, WIDE, mix};
use crate::app::widgets::fields::{caption, section};
use crate::archive::index::{PlayerGames, PlayerPage};
use crate::rules::Seat;
use crate::words::Words;
use egui::{
    Align2, Color32, CornerRadius, FontId, Pos2, Rect, Role, ScrollArea, Sense, Shape, Stroke, Ui,
    WidgetInfo, pos2, vec2,
};

/// Opponents that are listed.
const OPPONENTS: usize = 100;

/// What was clicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonEvent {
    /// Back to all players.
    Back,
    /// The page of another player.
    Other(String),
    /// Only this player's games in the list.
    List,
}

/// Draws the page.
pub fn person_ui(ui: &mut Ui, page: &PlayerPage, cx: &Cx<'_>) -> Option<PersonEvent> {
    let words = cx.words;
    let mut event = None;
    ui.horizontal(|ui| {
        if ui.button(words.t("person.back")).clicked() {
            event = Some(PersonEvent::Back);
        }
        section(ui, &crate::plain::line(&page.name));
        if ui.button(words.t("person.list")).clicked() {
            event = Some(PersonEvent::List);
        }
    });
    let half = (ui.available_width() - WIDE) / 2.0;
    let height = ui.available_height();
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(half);
            ui.set_height(height);
            ScrollArea::both().auto_shrink(false).id_salt("person left").show(ui, |ui| {
                tables_ui(ui, page, &words);
            });
        });
        ui.add_space(WIDE - GAP);
        ui.vertical(|ui| {
            ui.set_width(ui.available_width());
            ui.set_height(height);
            ScrollArea::both().auto_shrink(false).id_salt("person right").show(ui, |ui| {
                section(ui, words.t("person.time"));
                caption(ui, words.t("person.time.why"));
                months_ui(ui, page, cx);
                if page.ratings.len() > 1 {
                    section(ui, words.t("person.ratings"));
                    ratings_ui(ui, page, cx);
                }
                section(ui, words.t("person.opponents"));
                if let Some(other) = opponents_ui(ui, page, &words) {
                    event = Some(PersonEvent::Other(other));
                }
            });
        });
    });
    event
}

fn tables_ui(ui: &mut Ui, page: &PlayerPage, words: &Words) {
    section(ui, words.t("person.all"));
    grid(ui, "person all", words, &[(words.t("list.all").to_string(), page.all)]);
    section(ui, words.t("person.sides"));
    let sides = [words.t("role.declarer"), words.t("role.defender")];
    let lines: Vec<(String, PlayerGames)> = sides.iter().map(ToString::to_string).zip(page.sides).collect();
    grid(ui, "person sides", words, &lines);
    section(ui, words.t("person.seats"));
    let lines: Vec<(String, PlayerGames)> =
        Seat::ALL.into_iter().map(|seat| words.seat(seat).to_string()).zip(page.seats).collect();
    grid(ui, "person seats", words, &lines);
    section(ui, words.t("person.games"));
    let lines: Vec<(String, PlayerGames)> =
        page.games.iter().map(|(game, games)| (words.game(*game).to_string(), *games)).collect();
    grid(ui, "person games", words, &lines);
}

/// Games, own games, those won, score, mistakes in a hundred cards.
fn grid(ui: &mut Ui, name: &'static str, words: &Words, lines: &[(String, PlayerGames)]) {
    egui::Grid::new(name).striped(true).num_columns(6).spacing([14.0, 4.0]).show(ui, |ui| {
        caption(ui, "");
        for key in ["stats.count", "stats.alone", "stats.won", "stats.seeger", "person.mistakes"] {
            caption(ui, words.find(key).unwrap_or(key));
        }
        ui.end_row();
        for (label, games) in lines {
            ui.horizontal(|ui| {
                // The tables stand under each other: their columns should too.
                ui.set_min_width(104.0);
                ui.label(crate::plain::line(label).as_ref());
            });
            figures(ui, words, games);
            ui.end_row();
        }
    });
}

fn figures(ui: &mut Ui, words: &Words, games: &PlayerGames) {
    let account = games.account;
    let own = account.wins + account.losses;
    ui.label(words.number(account.games.into()));
    ui.label(words.number(own.into()));
    ui.label(if own > 0 { words.percent(f64::from(account.wins) / f64::from(own), 0) } else { "–".into() });
    ui.label(words.decimal(games.seeger(), 0));
    ui.label(if games.care.games > 0 { words.decimal(games.care.per_hundred(), 1) } else { "–".into() });
}

/// The score per series, month by month.
fn months_ui(ui: &mut Ui, page: &PlayerPage, cx: &Cx<'_>) {
    let words = cx.words;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width() - 12.0, 130.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, words.t("person.time.why")));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(4), cx.tokens.field);
    let Some(most) = page.months.iter().map(|(_, games)| games.seeger().abs()).reduce(f64::max) else {
        return;
    };
    let plot = rect.shrink2(vec2(6.0, 16.0));
    let step = plot.width() / page.months.len().max(1) as f32;
    let middle = plot.center().y;
    for (at, (_, games)) in page.months.iter().enumerate() {
        let reach = (games.seeger() / most.max(1.0)) as f32 * plot.height() / 2.0;
        let x = plot.left() + step * at as f32;
        let bar = Rect::from_x_y_ranges(
            x..=x + (step - 1.0).max(1.0),
            (middle - reach).min(middle)..=(middle - reach).max(middle),
        );
        let colour = if reach < 0.0 { cx.tokens.bad } else { cx.tokens.good };
        painter.rect_filled(bar, CornerRadius::ZERO, mix(colour, cx.tokens.field, 0.2));
    }
    painter.hline(plot.x_range(), middle, Stroke::new(1.0, cx.tokens.line));
    let month = |&((year, month), _): &((i32, u32), PlayerGames)| format!("{month}/{year}");
    let font = FontId::proportional(13.0);
    for (line, at, align) in [
        (page.months.first(), rect.left_bottom() + vec2(6.0, -1.0), Align2::LEFT_BOTTOM),
        (page.months.last(), rect.right_bottom() + vec2(-6.0, -1.0), Align2::RIGHT_BOTTOM),
    ] {
        painter.text(at, align, line.map_or(String::new(), month), font.clone(), cx.tokens.faint);
    }
    if let Some(at) = response.hover_pos() {
        let place = ((at.x - plot.left()) / step).floor().max(0.0) as usize;
        if let Some(line @ (_, games)) = page.months.get(place) {
            let (n, score) = (words.number(games.account.games.into()), words.decimal(games.seeger(), 0));
            let said = words.fill("person.month", &[("month", &month(line)), ("n", &n), ("score", &score)]);
            response.on_hover_text(said);
        }
    }
}

/// The rating from the first game to the last.
fn ratings_ui(ui: &mut Ui, page: &PlayerPage, cx: &Cx<'_>) {
    let words = cx.words;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width() - 12.0, 110.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, words.t("person.ratings.why")));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(4), cx.tokens.field);
    let values = || page.ratings.iter().map(|&(_, rating)| f32::from(rating));
    let (low, high) = (values().fold(f32::MAX, f32::min), values().fold(f32::MIN, f32::max));
    let plot = rect.shrink2(vec2(44.0, 10.0));
    let count = page.ratings.len();
    // As many points as there are pixels, however many games.
    let stride = (count / plot.width().max(1.0) as usize).max(1);
    let point = |(at, rating): (usize, f32)| -> Pos2 {
        let x = plot.left() + plot.width() * at as f32 / (count - 1).max(1) as f32;
        pos2(x, plot.bottom() - plot.height() * (rating - low) / (high - low).max(1.0))
    };
    let points: Vec<Pos2> = values().enumerate().step_by(stride).map(point).collect();
    painter.add(Shape::line(points, Stroke::new(1.5, cx.tokens.accent)));
    let font = FontId::proportional(13.0);
    let ink: Color32 = cx.tokens.faint;
    painter.text(pos2(rect.left() + 4.0, plot.top()), Align2::LEFT_CENTER, high, font.clone(), ink);
    painter.text(pos2(rect.left() + 4.0, plot.bottom()), Align2::LEFT_CENTER, low, font, ink);
}

fn opponents_ui(ui: &mut Ui, page: &PlayerPage, words: &Words) -> Option<String> {
    let mut chosen = None;
    egui::Grid::new("person opponents").striped(true).num_columns(6).spacing([14.0, 4.0]).show(ui, |ui| {
        for (name, games) in page.opponents.iter().take(OPPONENTS) {
            if ui.link(crate::plain::line(name).as_ref()).clicked() {
                chosen = Some(name.clone());
            }
            figures(ui, words, games);
            ui.end_row();
        }
    });
    chosen
}
