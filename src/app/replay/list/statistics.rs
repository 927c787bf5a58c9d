//! What the listed games add up to: by game, by player, and how the points are spread.

use super::rows::text;
use crate::app::Cx;
use crate::app::theme::{GAP, WIDE, mix};
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::{caption, section};
use crate::archive::index::{Names, PlayerLine, Stats, person_of};
use crate::rules::Game;
use egui::{Align2, CornerRadius, FontId, Rect, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

const LINE: f32 = 26.0;
/// Players that the table shows at most.
const PLAYERS: usize = 500;

/// How the players are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayerOrder {
    /// Most games first.
    #[default]
    Games,
    /// The best score first.
    Seeger,
    /// The best share of own games won first.
    Rate,
}

/// The page.
#[derive(Debug, Default)]
pub struct Statistics {
    order: PlayerOrder,
    /// The players in this order, until there are other figures.
    lines: Option<(PlayerOrder, u32, Vec<usize>)>,
    /// Players with fewer games are left out.
    least: u32,
}

impl Statistics {
    /// There are other figures.
    pub fn forget(&mut self) {
        self.lines = None;
    }

    /// Draws it; returns the player whose page is to be seen.
    pub fn ui(&mut self, ui: &mut Ui, stats: &Stats, names: &Names, cx: &Cx<'_>) -> Option<String> {
        let mut chosen = None;
        let words = cx.words;
        let half = (ui.available_width() - WIDE) / 2.0;
        let height = ui.available_height();
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(half);
                ui.set_height(height);
                ScrollArea::vertical().auto_shrink(false).id_salt("stats games").show(ui, |ui| {
                    section(ui, words.t("stats.games"));
                    contracts_ui(ui, stats, cx);
                    ui.add_space(WIDE);
                    section(ui, words.t("stats.points"));
                    caption(ui, words.t("stats.points.why"));
                    histogram_ui(ui, &stats.points, cx);
                });
            });
            ui.add_space(WIDE - GAP);
            ui.vertical(|ui| {
                ui.set_width(ui.available_width());
                ui.set_height(height);
                section(ui, words.t("stats.players"));
                chosen = self.players_ui(ui, stats, names, cx);
            });
        });
        chosen
    }

    fn players_ui(&mut self, ui: &mut Ui, stats: &Stats, names: &Names, cx: &Cx<'_>) -> Option<String> {
        let words = cx.words;
        let orders = [
            (PlayerOrder::Games, words.t("stats.by_games")),
            (PlayerOrder::Seeger, words.t("stats.by_seeger")),
            (PlayerOrder::Rate, words.t("stats.by_rate")),
        ];
        ui.horizontal(|ui| {
            caption(ui, words.t("stats.order"));
            let chosen =
                crate::app::widgets::fields::choice(ui, words.t("stats.order"), Some(self.order), &orders);
            self.order = chosen.unwrap_or(self.order);
        });
        ui.horizontal(|ui| {
            let label = caption(ui, words.t("stats.least"));
            let field = egui::DragValue::new(&mut self.least).range(0..=1_000_000);
            ui.add(field).labelled_by(label.id).on_hover_text(words.t("stats.least.why"));
        });
        let known =
            |(order, least, _): &(PlayerOrder, u32, Vec<usize>)| (*order, *least) == (self.order, self.least);
        if !self.lines.as_ref().is_some_and(known) {
            self.lines = Some((self.order, self.least, sorted(stats, self.order, self.least)));
        }
        let lines = self.lines.as_ref().map_or(&[][..], |(.., lines)| lines);
        let mut chosen = None;
        let most = stats.players.iter().map(|line| line.seeger.abs()).fold(1.0, f64::max);
        let width = ui.available_width() - 12.0;
        let columns = [0.0, 0.28, 0.42, 0.55, 0.74, 1.0].map(|share| share * width);
        let head = [
            words.t("stats.player"),
            words.t("stats.count"),
            words.t("stats.alone"),
            words.t("stats.won"),
            words.t("stats.seeger"),
        ];
        line_ui(ui, width, &columns, &head.map(String::from), cx.tokens.faint, cx);
        ScrollArea::vertical().auto_shrink(false).id_salt("stats players").show_rows(
            ui,
            LINE,
            lines.len(),
            |ui, range| {
                for &i in lines.get(range).unwrap_or_default() {
                    let line = &stats.players[i];
                    let own = line.account.wins + line.account.losses;
                    let cells = [
                        person_of(names.name(line.name)).to_string(),
                        words.number(line.account.games.into()),
                        words.number(own.into()),
                        if own > 0 { share(rate(line)) } else { String::new() },
                        format!("{:.0}", line.seeger),
                    ];
                    let rect = line_ui(ui, width, &columns, &cells, cx.tokens.ink, cx);
                    let response =
                        ui.interact(rect, egui::Id::unique(("player line", line.name)), Sense::click());
                    let name = words.fill("stats.open", &[("player", &cells[0])]);
                    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                    if response.hovered() {
                        ui.painter().rect_stroke(
                            rect,
                            CornerRadius::same(3),
                            Stroke::new(1.0, cx.tokens.accent),
                            egui::StrokeKind::Inside,
                        );
                    }
                    if response.on_hover_text(name).clicked() {
                        chosen = Some(cells[0].clone());
                    }
                    // The score as a bar from the middle of its column.
                    let column = Rect::from_min_max(
                        pos2(rect.left() + columns[4] + 6.0, rect.top() + 5.0),
                        pos2(rect.left() + columns[5] - 56.0, rect.bottom() - 5.0),
                    );
                    let middle = column.center().x;
                    let reach = (line.seeger / most) as f32 * column.width() / 2.0;
                    let bar = Rect::from_x_y_ranges(
                        middle.min(middle + reach)..=middle.max(middle + reach),
                        column.y_range(),
                    );
                    let colour = if line.seeger < 0.0 { cx.tokens.bad } else { cx.tokens.good };
                    ui.painter().rect_filled(bar, CornerRadius::same(2), mix(colour, cx.tokens.panel, 0.3));
                }
            },
        );
        chosen
    }
}

/// A share in percent.
fn share(part: f64) -> String {
    format!("{:.0} %", part * 100.0)
}

/// A line of a table: the first cell from the left, the others to the right of their columns.
fn line_ui<const N: usize>(
    ui: &mut Ui,
    width: f32,
    columns: &[f32],
    cells: &[String; N],
    ink: egui::Color32,
    cx: &Cx<'_>,
) -> Rect {
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, LINE - ui.spacing().item_spacing.y), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, cells.join(", ")));
    for (i, said) in cells.iter().enumerate() {
        let room = Rect::from_min_max(
            pos2(rect.left() + columns[i], rect.top()),
            pos2(rect.left() + columns[i + 1] - 6.0, rect.bottom()),
        );
        text(&ui.painter_at(rect), room, said, ink, i > 0, false);
    }
    let y = rect.bottom() + 2.0;
    let hair = Stroke::new(1.0, mix(cx.tokens.panel, cx.tokens.line, 0.5));
    ui.painter().line_segment([pos2(rect.left(), y), pos2(rect.right(), y)], hair);
    rect
}

/// The share of own games won.
fn rate(line: &PlayerLine) -> f64 {
    f64::from(line.account.wins) / f64::from((line.account.wins + line.account.losses).max(1))
}

/// The players to be shown, in order.
fn sorted(stats: &Stats, order: PlayerOrder, least: u32) -> Vec<usize> {
    let enough = |&at: &usize| stats.players[at].account.games >= least;
    let mut lines: Vec<usize> = (0..stats.players.len()).filter(enough).collect();
    let rate = |i: usize| rate(&stats.players[i]);
    match order {
        PlayerOrder::Games => {}
        PlayerOrder::Seeger => {
            lines.sort_by(|&a, &b| stats.players[b].seeger.total_cmp(&stats.players[a].seeger));
        }
        PlayerOrder::Rate => lines.sort_by(|&a, &b| rate(b).total_cmp(&rate(a))),
    }
    lines.truncate(PLAYERS);
    lines
}

/// Games of each kind: how many, how many won, with bars.
fn contracts_ui(ui: &mut Ui, stats: &Stats, cx: &Cx<'_>) {
    let words = cx.words;
    let width = ui.available_width() - 12.0;
    let columns = [0.0, 0.24, 0.58, 0.80, 1.0].map(|share| share * width);
    let head =
        [words.t("list.contract"), words.t("stats.count"), words.t("stats.won"), words.t("stats.average")];
    line_ui(ui, width, &columns, &head.map(String::from), cx.tokens.faint, cx);
    let most = stats.contracts.iter().map(|line| line.games).max().unwrap_or(1).max(1);
    for line in &stats.contracts {
        let game = Game::ALL.into_iter().find(|game| game.name() == line.name);
        let average = line.points as f64 / f64::from(line.games.max(1));
        let name = game.map_or(line.name, |game| words.game(game));
        let indent = if matches!(game, Some(Game::Suit(_))) { "      " } else { "" };
        let cells = [
            format!("{indent}{name}"),
            words.number(line.games.into()),
            share(f64::from(line.won) / f64::from(line.games.max(1))),
            if game == Some(Game::Null) { String::new() } else { words.decimal(average, 1) },
        ];
        let rect = line_ui(ui, width, &columns, &cells, cx.tokens.ink, cx);
        if let Some(Game::Suit(suit)) = game {
            let deck = Deck { texts: &words, tokens: &cx.tokens };
            deck.text_pip(ui.painter(), pos2(rect.left() + 8.0, rect.center().y), 14.0, suit);
        }
        // All games, and inside them those won.
        let room = Rect::from_min_max(
            pos2(rect.left() + columns[1] + 4.0, rect.top() + 4.0),
            pos2(rect.left() + columns[2] - 62.0, rect.bottom() - 4.0),
        );
        let long = room.width() * line.games as f32 / most as f32;
        let bar = Rect::from_min_size(room.min, vec2(long, room.height()));
        ui.painter().rect_filled(bar, CornerRadius::same(2), mix(cx.tokens.bad, cx.tokens.panel, 0.45));
        let won = vec2(long * line.won as f32 / line.games.max(1) as f32, room.height());
        let won = Rect::from_min_size(room.min, won);
        ui.painter().rect_filled(won, CornerRadius::same(2), mix(cx.tokens.good, cx.tokens.panel, 0.25));
    }
    let passed = words.count("stats.passed_one", "stats.passed", stats.passed.into());
    caption(ui, &passed);
}

/// Games by the declarer's points, with the lines at 31, 61 and 90.
fn histogram_ui(ui: &mut Ui, points: &[u32], cx: &Cx<'_>) {
    let words = cx.words;
    let width = ui.available_width() - 12.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, 190.0), Sense::hover());
    let games: u32 = points.iter().sum();
    let name = words.fill("stats.histogram", &[("n", &words.number(games.into()))]);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let painter = ui.painter_at(rect);
    let plot = Rect::from_min_max(rect.min + vec2(2.0, 8.0), rect.max - vec2(2.0, 22.0));
    painter.rect_filled(plot, CornerRadius::same(4), cx.tokens.field);
    let most = points.iter().copied().max().unwrap_or(1).max(1) as f32;
    let step = plot.width() / 121.0;
    for (value, &count) in points.iter().enumerate() {
        let height = (plot.height() - 6.0) * count as f32 / most;
        let x = plot.left() + step * value as f32;
        let bar =
            Rect::from_min_max(pos2(x, plot.bottom() - height), pos2(x + step.max(1.5) - 0.5, plot.bottom()));
        let colour = if value >= 61 { cx.tokens.good } else { cx.tokens.bad };
        painter.rect_filled(bar, CornerRadius::ZERO, mix(colour, cx.tokens.field, 0.25));
    }
    for value in [31, 61, 90, 120, 0] {
        let x = plot.left() + step * value as f32;
        if value % 120 != 0 {
            let line = Stroke::new(1.0, mix(cx.tokens.ink, cx.tokens.field, 0.45));
            painter.line_segment([pos2(x, plot.top()), pos2(x, plot.bottom())], line);
        }
        let align = match value {
            0 => Align2::LEFT_TOP,
            120 => Align2::RIGHT_TOP,
            _ => Align2::CENTER_TOP,
        };
        let at = pos2(if value == 120 { plot.right() } else { x }, plot.bottom() + 3.0);
        painter.text(at, align, value, FontId::proportional(13.0), cx.tokens.faint);
    }
    if let Some(at) = response.hover_pos() {
        let value = ((at.x - plot.left()) / step).floor().clamp(0.0, 120.0) as usize;
        let count = points.get(value).copied().unwrap_or(0);
        let said = words.fill("stats.bin", &[("points", &value), ("n", &words.number(count.into()))]);
        response.on_hover_text(said);
    }
}
