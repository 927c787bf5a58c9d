//! The list of games. Only the rows in sight are built, and the place in the list is counted in
//! rows, not in pixels, so a million games scroll like ten.

use super::columns::{ChosenColumn, usual};
use super::query::Order;
use crate::app::Cx;
use crate::app::theme::mix;
use crate::app::widgets::cards::Deck;
use crate::archive::index::{Column, Flags, Index, Row, calendar};
use crate::rules::Game;
use crate::words::Words;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align2, Color32, CornerRadius, FontId, Id, Painter, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};

const LINE: f32 = 28.0;
const HEAD: f32 = 30.0;
const BAR: f32 = 14.0;
const FONT: f32 = 14.5;

/// What the list has to show.
pub struct ListModel<'a> {
    /// The index.
    pub index: &'a Index,
    /// The games, in order.
    pub rows: &'a [u32],
    /// The order.
    pub order: Order,
    /// What the analysis says of a game, if it has been analysed.
    pub marks: &'a dyn Fn(u32) -> Option<String>,
    /// The columns.
    pub columns: Vec<ChosenColumn>,
}

impl ListModel<'_> {
    /// The columns, those with a width of their own as wide as that.
    fn shapes(&self) -> Vec<Shape> {
        let drawn = |chosen: &ChosenColumn| {
            let Shape(column, least, share, numbers) = shape(chosen.column);
            match chosen.width {
                Some(width) => Shape(column, width, 0.0, numbers),
                None => Shape(column, least, share, numbers),
            }
        };
        self.columns.iter().map(drawn).collect()
    }
}

/// What was done in the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ListEvent {
    /// A game was chosen, by its place in the list.
    Choose(usize),
    /// A game was opened.
    Open(usize),
    /// The head of a column was clicked.
    Sort(Column),
    /// The edge of a column was drawn.
    Resize(Column, f32),
}

/// Where the list is scrolled to.
#[derive(Debug, Default)]
pub struct List {
    /// The first row in sight, counted in rows.
    top: f64,
    /// How many fit.
    page: usize,
}

impl List {
    /// Brings a row into sight.
    pub fn reveal(&mut self, row: usize) {
        let (row, page) = (row as f64, self.page.max(1) as f64);
        if row < self.top {
            self.top = row;
        } else if row + 1.0 > self.top + page {
            self.top = row + 1.0 - page;
        }
    }
}

/// A column: what it shows, the least room it needs, its share of what is left, and whether it holds
/// numbers.
struct Shape(Column, f32, f32, bool);

/// How a column is drawn.
fn shape(column: Column) -> Shape {
    let (least, share, numbers) = match column {
        Column::Date => (92.0, 0.2, false),
        Column::Time => (60.0, 0.1, false),
        Column::Place => (90.0, 1.0, false),
        Column::Id | Column::Series => (72.0, 0.1, true),
        Column::Forehand => (124.0, 3.0, false),
        Column::Declarer => (74.0, 1.0, false),
        Column::Contract => (100.0, 1.2, false),
        Column::Bid => (46.0, 0.1, true),
        Column::Result => (88.0, 0.3, false),
        Column::Value => (54.0, 0.1, true),
        Column::Flags => (76.0, 1.6, false),
        Column::Analysis => (78.0, 3.0, false),
        Column::Glassbox => (70.0, 0.2, false),
        Column::Worst => (90.0, 0.6, false),
        Column::Notes => (50.0, 1.2, false),
        Column::Middlehand | Column::Rearhand => (90.0, 1.0, false),
        Column::ForehandRating | Column::MiddlehandRating | Column::RearhandRating => (70.0, 0.1, true),
        Column::Points | Column::Tricks | Column::Matadors | Column::Cards | Column::Mistakes => {
            (58.0, 0.1, true)
        }
    };
    Shape(column, least, share, numbers)
}

/// What a narrow list leaves out, the first first; the tooltip of a row has it all.
const SPARED: [Column; 4] = [Column::Tricks, Column::Flags, Column::Date, Column::Bid];

/// What stands over a column.
pub(super) fn head(words: &Words, column: Column) -> &'static str {
    match column {
        Column::Date => words.t("list.date"),
        Column::Forehand | Column::Middlehand | Column::Rearhand => words.t("list.players"),
        Column::Declarer => words.t("list.declarer"),
        Column::Contract => words.t("list.contract"),
        Column::Bid => words.t("list.bid"),
        Column::Result => words.t("list.result"),
        Column::Value => words.t("list.value"),
        Column::Points => words.t("list.points"),
        Column::Tricks => words.t("list.tricks"),
        Column::Flags => words.t("list.flags"),
        Column::Glassbox => words.t("list.glassbox"),
        Column::Analysis => words.t("list.marks"),
        Column::Id => words.t("list.id"),
        Column::Place => words.t("list.place"),
        Column::Series => words.t("list.series"),
        Column::Time => words.t("list.clock"),
        Column::ForehandRating => words.t("list.rating_f"),
        Column::MiddlehandRating => words.t("list.rating_m"),
        Column::RearhandRating => words.t("list.rating_r"),
        Column::Matadors => words.t("list.matadors"),
        Column::Cards => words.t("list.cards"),
        Column::Mistakes => words.t("game.mistakes"),
        Column::Worst => words.t("list.worst"),
        Column::Notes => words.t("list.notes"),
    }
}

/// What a cell says.
pub fn cell(words: &Words, column: Column, row: &Row, index: &Index) -> String {
    match column {
        Column::Value => column.text(row, index).replace('-', "−"),
        Column::Date => {
            calendar(row.date).map_or(String::new(), |(year, month, day)| words.date(year, month, day))
        }
        Column::Forehand => {
            let names = row.players.map(|name| index.names.name(name));
            names.join(" · ")
        }
        Column::Contract => row.contract.map_or(String::new(), |contract| words.contract(contract)),
        Column::Result => result(words, row).into(),
        Column::Points if row.game() == Some(Game::Null) => String::new(),
        Column::Flags => flags(words, row),
        Column::Glassbox => match row.analysis.and_then(|found| found.glassbox) {
            Some(true) => words.t("list.won").into(),
            Some(false) => words.t("list.lost").into(),
            None => String::new(),
        },
        Column::Matadors => match row.count.matadors {
            0 => String::new(),
            n if n < 0 => words.fill("list.without", &[("n", &-n)]),
            n => words.fill("list.with", &[("n", &n)]),
        },
        _ => column.text(row, index),
    }
}

/// The worst card, and what it cost.
fn worst(words: &Words, row: &Row, number: u32, index: &Index) -> String {
    let Some(worst) = row.analysis.and_then(|found| found.worst) else { return String::new() };
    let card = index.course(number).and_then(|course| course.card(worst.card.into()));
    let card = card.map_or(String::new(), |card| words.short_card(card));
    let cost = if worst.points > 0 { format!(" (−{})", worst.points) } else { String::new() };
    format!("{}. {card}{cost}", worst.card + 1)
}

/// Won, lost, passed.
pub fn result(words: &Words, row: &Row) -> &'static str {
    if row.flags.has(Flags::PASSED) {
        words.t("list.passed")
    } else if row.value == 0 {
        words.t("list.no_result")
    } else if row.flags.has(Flags::WON) {
        words.t("list.won")
    } else {
        words.t("list.lost")
    }
}

fn flags(words: &Words, row: &Row) -> String {
    let all = [
        // Schwarz includes schneider.
        (Flags::SCHWARZ, words.t("list.schwarz")),
        (Flags::SCHNEIDER, words.t("list.schneider")),
        (Flags::OVERBID, words.t("list.overbid")),
        (Flags::RESIGNED, words.t("list.resigned")),
        (Flags::LEFT, words.t("list.left")),
        (Flags::DIFFERS, words.t("list.differs")),
    ];
    let schwarz = row.flags.has(Flags::SCHWARZ);
    let said = all.into_iter().filter(|(flag, _)| row.flags.has(*flag));
    let said = said.filter(|(flag, _)| !(schwarz && *flag == Flags::SCHNEIDER));
    said.map(|(_, word)| word).collect::<Vec<_>>().join(", ")
}

/// Draws the list into the room that is left.
pub fn list_ui(
    ui: &mut Ui,
    list: &mut List,
    model: &ListModel<'_>,
    chosen: Option<usize>,
    cx: &Cx<'_>,
) -> Option<ListEvent> {
    let mut event = None;
    let (_, rect) = ui.allocate_space(ui.available_size());
    let body = Rect::from_min_max(pos2(rect.left(), rect.top() + HEAD), rect.max);
    let bar = Rect::from_min_max(pos2(rect.right() - BAR, body.top()), rect.max);
    let shapes = model.shapes();
    let columns = layout(rect.width() - BAR, &shapes);
    head_ui(ui, rect, (&columns, &shapes), model, cx, &mut event);
    ui.painter().rect_filled(body, CornerRadius::same(4), cx.tokens.field);
    list.page = (body.height() / LINE).floor().max(1.0) as usize;
    let last = (model.rows.len() as f64 - f64::from(body.height() / LINE)).max(0.0);
    scroll(ui, list, [rect, bar], last, model.rows.len(), cx);
    let painter = ui.painter_at(body);
    let first = list.top.floor() as usize;
    let shift = (list.top - list.top.floor()) as f32 * LINE;
    for place in first..(first + list.page + 2).min(model.rows.len()) {
        let Some(row) = model.rows.get(place).and_then(|&number| model.index.row(number)) else { continue };
        let y = body.top() + (place - first) as f32 * LINE - shift;
        let line = Rect::from_min_size(pos2(rect.left(), y), vec2(rect.width() - BAR, LINE));
        let seen = line.intersect(body);
        if seen.height() < 2.0 {
            continue;
        }
        let response = ui.interact(seen, Id::unique(("game row", place)), Sense::click());
        let name = spoken(&cx.words, &row, model.index, (model.marks)(model.rows[place]));
        let on = chosen == Some(place);
        response.widget_info(|| WidgetInfo::selected(Role::Row, true, on, &name));
        if on || response.hovered() {
            let fill =
                if on { cx.tokens.accent_wash } else { mix(cx.tokens.field, cx.tokens.button.hover, 0.6) };
            painter.rect_filled(line.shrink2(vec2(0.0, 1.0)), CornerRadius::same(3), fill);
        }
        let response = if row_ui(&painter, line, (&columns, &shapes), (&row, model.rows[place]), model, cx) {
            response
        } else {
            response.on_hover_text(&name)
        };
        if response.double_clicked() {
            event = Some(ListEvent::Open(place));
        } else if response.clicked() {
            event = Some(ListEvent::Choose(place));
        }
    }
    event
}

/// The left edge of every column, and the right end. A column without room is left out.
fn layout(width: f32, columns: &[Shape]) -> Vec<f32> {
    let mut shown: Vec<&Shape> = columns.iter().collect();
    let least = |shown: &[&Shape]| shown.iter().map(|Shape(_, least, ..)| least).sum::<f32>();
    for spared in SPARED {
        if least(&shown) > width + 2.0 {
            shown.retain(|Shape(column, ..)| *column != spared);
        }
    }
    let least = least(&shown);
    let shares: f32 = shown.iter().map(|Shape(_, _, share, _)| share).sum();
    // A window too narrow for the others squeezes them alike.
    let squeeze = (width / least).min(1.0);
    let more = if shares > 0.0 { (width - least).max(0.0) / shares } else { 0.0 };
    let mut x = 0.0;
    let mut edges = vec![0.0];
    for Shape(column, least, share, _) in columns {
        if shown.iter().any(|Shape(other, ..)| other == column) {
            x += least * squeeze + share * more;
        }
        edges.push(x);
    }
    edges
}

fn head_ui(
    ui: &Ui,
    rect: Rect,
    (columns, shapes): (&[f32], &[Shape]),
    model: &ListModel<'_>,
    cx: &Cx<'_>,
    event: &mut Option<ListEvent>,
) {
    let painter = ui.painter_at(rect);
    for (i, &Shape(column, _, _, numbers)) in shapes.iter().enumerate() {
        let cell = Rect::from_min_max(
            pos2(rect.left() + columns[i], rect.top()),
            pos2(rect.left() + columns[i + 1], rect.top() + HEAD - 2.0),
        );
        if cell.width() < 1.0 {
            continue;
        }
        let response = ui.interact(cell, Id::unique(("game column", i)), Sense::click());
        let title = head(&cx.words, column);
        let sorted = model.order.filter(|(by, _)| *by == column).map(|(_, descending)| descending);
        let name = cx.words.fill("list.sort", &[("column", &title)]);
        response.widget_info(|| WidgetInfo::selected(Role::ColumnHeader, true, sorted.is_some(), &name));
        if response.hovered() || response.has_focus() {
            painter.rect_filled(cell, CornerRadius::same(4), cx.tokens.button.hover);
        }
        let ink = if sorted.is_some() { cx.tokens.accent } else { cx.tokens.faint };
        let arrow = match sorted {
            Some(true) => " ⏷",
            Some(false) => " ⏶",
            None => "",
        };
        let inside = cell.shrink2(vec2(6.0, 0.0));
        text(&painter, inside, &format!("{title}{arrow}"), ink, numbers, false);
        if response.clicked() {
            *event = Some(ListEvent::Sort(column));
        }
        let edge = Rect::from_center_size(cell.right_center(), vec2(8.0, cell.height()));
        let handle = ui.interact(edge, Id::unique(("game column edge", i)), Sense::drag());
        let name = cx.words.fill("list.resize", &[("column", &title)]);
        handle.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, &name));
        if handle.hovered() || handle.dragged() {
            ui.set_cursor_icon(egui::CursorIcon::ResizeHorizontal);
            painter
                .line_segment([edge.center_top(), edge.center_bottom()], Stroke::new(2.0, cx.tokens.accent));
        }
        if handle.dragged() && handle.drag_delta().x != 0.0 {
            *event = Some(ListEvent::Resize(column, cell.width() + handle.drag_delta().x));
        }
    }
}

/// Draws a row; whether everything had room.
fn row_ui(
    painter: &Painter,
    line: Rect,
    (columns, shapes): (&[f32], &[Shape]),
    (row, number): (&Row, u32),
    model: &ListModel<'_>,
    cx: &Cx<'_>,
) -> bool {
    let words = &cx.words;
    let tokens = &cx.tokens;
    let room = |i: usize| {
        Rect::from_min_max(
            pos2(line.left() + columns[i] + 6.0, line.top()),
            pos2(line.left() + columns[i + 1] - 6.0, line.bottom()),
        )
    };
    let mut whole = true;
    for (i, &Shape(column, _, _, numbers)) in shapes.iter().enumerate() {
        let said = match column {
            Column::Analysis => (model.marks)(number).unwrap_or_default(),
            Column::Worst => worst(words, row, number, model.index),
            _ => cell(words, column, row, model.index),
        };
        let mut room = room(i);
        let ink = match column {
            Column::Result | Column::Value if row.value > 0 => tokens.good,
            Column::Result | Column::Value if row.value < 0 => tokens.bad,
            Column::Date | Column::Forehand | Column::Flags => tokens.faint,
            Column::Analysis if row.analysis.is_some_and(|found| found.missed()) => tokens.bad,
            Column::Analysis => tokens.faint,
            _ => tokens.ink,
        };
        if let (Column::Contract, Some(Game::Suit(suit))) = (column, row.game()) {
            let deck = Deck { texts: words, tokens };
            deck.text_pip(painter, pos2(room.left() + 6.0, line.center().y), 13.0, suit);
            room.set_left(room.left() + 18.0);
        }
        whole &= text(painter, room, &said, ink, numbers, column == Column::Declarer);
    }
    let y = line.bottom() - 0.5;
    let hair = Stroke::new(1.0, mix(tokens.field, tokens.line, 0.45));
    painter.line_segment([pos2(line.left(), y), pos2(line.right(), y)], hair);
    whole
}

/// Text in a cell, cut with dots where it does not fit; whether it did.
pub fn text(painter: &Painter, room: Rect, said: &str, ink: Color32, numbers: bool, strong: bool) -> bool {
    if said.is_empty() || room.width() < 4.0 {
        return said.is_empty();
    }
    let mut job = LayoutJob::default();
    let font = FontId::proportional(if strong { FONT + 0.5 } else { FONT });
    job.append(said, 0.0, TextFormat::simple(font, ink));
    job.wrap = TextWrapping::truncate_at_width(room.width());
    let galley = painter.layout_job(job);
    let at = if numbers {
        Align2::RIGHT_CENTER.anchor_size(room.right_center(), galley.size()).min
    } else {
        Align2::LEFT_CENTER.anchor_size(room.left_center(), galley.size()).min
    };
    let whole = !galley.elided;
    painter.galley(at, galley, ink);
    whole
}

/// A row as a screen reader says it.
fn spoken(words: &Words, row: &Row, index: &Index, marks: Option<String>) -> String {
    let mut parts: Vec<String> = usual()
        .iter()
        .map(|chosen| chosen.column)
        .filter(|column| !matches!(column, Column::Tricks | Column::Analysis))
        .map(|column| cell(words, column, row, index))
        .collect();
    parts.extend(marks);
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// Wheel and bar.
fn scroll(ui: &Ui, list: &mut List, [rect, bar]: [Rect; 2], last: f64, rows: usize, cx: &Cx<'_>) {
    let (tokens, name) = (&cx.tokens, cx.words.t("list.scroll"));
    if ui.rect_contains_pointer(rect) {
        let wheel = ui.input(|input| input.smooth_scroll_delta().y);
        list.top -= f64::from(wheel / LINE);
    }
    let response = ui.interact(bar, Id::unique("game scroll bar"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::ScrollBar, true, name));
    if last <= 0.0 {
        list.top = 0.0;
        return;
    }
    let share = list.page as f32 / rows.max(1) as f32;
    let height = (bar.height() * share).clamp(28.0, bar.height());
    let way = bar.height() - height;
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on()) {
        let to = ((at.y - bar.top() - height / 2.0) / way.max(1.0)).clamp(0.0, 1.0);
        list.top = f64::from(to) * last;
    }
    list.top = list.top.clamp(0.0, last);
    let y = bar.top() + (list.top / last) as f32 * way;
    let handle = Rect::from_min_size(pos2(bar.left() + 4.0, y), vec2(BAR - 6.0, height));
    let active = response.hovered() || response.is_pointer_button_down_on();
    let fill = if active { tokens.faint } else { mix(tokens.line, tokens.faint, 0.35) };
    ui.painter().rect_filled(handle, CornerRadius::same(4), fill);
}
