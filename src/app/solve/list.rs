//! The page with the list of puzzles.

use super::Solve;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::files::{self, Purpose};
use crate::app::theme::{GAP, Tokens, WIDE};
use crate::app::view::Request;
use crate::app::widgets::cards::{self, Deck, Look};
use crate::app::widgets::fields;
use crate::app::widgets::landmarks::{self, Landmark};
use crate::cards::Card;
use crate::problems;
use crate::puzzle::question;
use crate::rules::Side;
use crate::solving::collections::{At, Collection, Entry, Filter, Kind, Length, Order, Standing};
use crate::solving::practice::Mark;
use crate::solving::today::Day;
use crate::solving::wording;
use crate::words::Words;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Button, CentralPanel, Color32, CornerRadius, FontId, Frame, Galley, Margin, Pos2, Rect, RichText, Role,
    ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, pos2, vec2,
};
use std::path::PathBuf;
use std::sync::Arc;

/// Height of one line of the list.
const ROW: f32 = 62.0;
/// Width of a card of the preview, and how far the next one stands from it.
const STRIP: f32 = 30.0;
const STEP: f32 = 26.0;
/// What the words of a line need at least before there is a preview.
const LEAST_TEXT: f32 = 380.0;
/// What a source needs at least.
const LEAST_SOURCE: f32 = 120.0;
/// Widest that a line of the list is drawn.
const WIDEST: f32 = 1180.0;

/// One line of the list.
enum Row {
    Head(usize),
    Puzzle(At),
    Broken(usize, usize),
    LeftOut(usize),
    Nothing,
}

impl Solve {
    pub(super) fn list_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let frame = Frame::new().inner_margin(Margin { left: 22, right: 22, top: 8, bottom: 12 });
        CentralPanel::default().frame(frame).show(ui, |ui| {
            self.today_ui(ui, cx);
            ui.add_space(GAP);
            self.filter_ui(ui, cx);
            ui.add_space(GAP / 2.0);
            landmarks::mark(ui.ctx(), Landmark::List, ui.available_rect_before_wrap());
            self.rows_ui(ui, cx);
        });
    }

    /// What invites: the puzzle of the day, a new one, what comes again, and how it goes.
    fn today_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let day = Day::today();
        let todays = self.collections.todays(day);
        let due = self.collections.shown(&self.progress, &words).due.clone();
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.y = GAP / 2.0;
            if let Some(entry) = todays.and_then(|at| self.collections.entry(at)) {
                let title = wording::title(&entry.puzzle, &words);
                let text = words.fill("list.today", &[("title", &title)]);
                if tempting(ui, &text, cx).on_hover_text(words.t("list.today.why")).clicked() {
                    chosen = todays;
                }
            }
            if ui.button(words.t("list.made")).on_hover_text(words.t("list.made.why")).clicked()
                && let Some(puzzle) = self.jobs.make_for(day)
            {
                self.play(puzzle);
            }
            if let Some(&first) = due.first() {
                let text = words.count("list.repeat_one", "list.repeat", due.len() as u64);
                if tempting(ui, &text, cx).on_hover_text(words.t("list.repeat.why")).clicked() {
                    chosen = Some(first);
                }
            }
            let command = Command::NextUnsolved;
            if ui.button(command.name(&words)).on_hover_text(cx.hint(command)).clicked() {
                cx.send.push(command);
            }
            let stats = wording::stats(&self.progress.stats(day), &words);
            if !stats.is_empty() {
                ui.label(RichText::new(stats).color(cx.tokens.faint));
            }
        });
        if let Some(at) = chosen {
            self.open(at);
        }
    }

    fn filter_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.y = GAP / 2.0;
            let filter = &mut self.collections.filter;
            let field = TextEdit::singleline(&mut filter.text).id(egui::Id::unique("search puzzles"));
            let field = field.hint_text(words.t("list.search")).desired_width(200.0);
            ui.add(field).accessible_name(words.t("list.search"));
            ui.add_space(GAP);
            let kinds = [
                (None, words.t("list.all")),
                (Some(Kind::Suit), words.t("list.suit")),
                (Some(Kind::Grand), words.t("game.grand")),
                (Some(Kind::Null), words.t("game.null")),
            ];
            if let Some(kind) = fields::choice(ui, words.t("field.game"), Some(filter.kind), &kinds) {
                filter.kind = kind;
            }
            ui.add_space(GAP);
            let grades = [
                (None, words.t("list.all")),
                (Some(1), words.t("difficulty.easy")),
                (Some(2), words.t("difficulty.medium")),
                (Some(3), words.t("difficulty.hard")),
            ];
            if let Some(grade) = fields::choice(ui, words.t("list.grade"), Some(filter.grade), &grades) {
                filter.grade = grade;
            }
            ui.add_space(GAP);
            let states = [
                (None, words.t("list.all")),
                (Some(Standing::Unsolved), words.t("list.unsolved")),
                (Some(Standing::Solved), words.t("list.solved")),
                (Some(Standing::Due), words.t("list.due")),
            ];
            if let Some(standing) = fields::choice(ui, words.t("list.state"), Some(filter.standing), &states)
            {
                filter.standing = standing;
            }
            ui.add_space(GAP);
            lists_ui(ui, filter, &words);
            let plain = Filter::default();
            if *filter != plain && ui.button(words.t("list.reset")).clicked() {
                *filter = plain;
            }
        });
    }

    /// What the list shows, line by line.
    fn rows(&self, words: &Words) -> Vec<Row> {
        let shown = self.collections.shown(&self.progress, words);
        let mut rows = Vec::with_capacity(shown.puzzles.len() + 8);
        for (c, collection) in self.collections.collections.iter().enumerate() {
            rows.push(Row::Head(c));
            let before = rows.len();
            rows.extend(shown.puzzles.iter().filter(|at| at.0 == c).map(|at| Row::Puzzle(*at)));
            if rows.len() == before {
                rows.push(Row::Nothing);
            }
            rows.extend((collection.left_out > 0).then_some(Row::LeftOut(collection.left_out)));
            rows.extend((0..collection.broken.len()).map(|n| Row::Broken(c, n)));
        }
        rows
    }

    fn rows_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let rows = self.rows(&words);
        let shown = self.collections.shown(&self.progress, &words);
        let mut chosen = None;
        let mut removed = None;
        let current = self.attempt.as_ref().map(|attempt| attempt.key.clone());
        ui.spacing_mut().item_spacing.y = 6.0;
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, rows.len(), |ui, range| {
            for row in &rows[range] {
                // WorkspaceView for the bar at the right.
                let width = (ui.available_width() - WIDE).min(WIDEST);
                let (rect, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
                match row {
                    Row::Head(c) => {
                        let collection = &self.collections.collections[*c];
                        if let Some(folder) = head_ui(ui, rect, collection, shown.solved[*c], cx) {
                            removed = Some(folder);
                        }
                    }
                    Row::Puzzle(at) => {
                        if let Some(entry) = self.collections.entry(*at) {
                            let mark = self.progress.mark(&entry.key);
                            let on = current.as_deref() == Some(&entry.key);
                            if entry_ui(ui, rect, entry, mark, on, &words) {
                                chosen = Some(*at);
                            }
                        }
                    }
                    Row::Broken(c, n) => {
                        let (name, error) = &self.collections.collections[*c].broken[*n];
                        let why = problems::open_error(&words, error).replace('\n', " ");
                        let text = words.fill("list.broken", &[("file", name), ("why", &why)]);
                        ui.put(rect, egui::Label::new(RichText::new(text).color(cx.tokens.bad)).truncate());
                    }
                    Row::LeftOut(files) => {
                        let text = words.fill("list.left_out", &[("n", &words.number(*files as u64))]);
                        ui.put(rect, egui::Label::new(RichText::new(text).color(cx.tokens.bad)).truncate());
                    }
                    Row::Nothing => {
                        let text = RichText::new(words.t("list.nothing")).color(cx.tokens.faint);
                        ui.put(rect, egui::Label::new(text));
                    }
                }
            }
        });
        if let Some(at) = chosen {
            self.open(at);
        }
        if let Some(folder) = removed {
            self.collections.remove(&folder);
            self.progress.remove_folder(&folder);
        }
    }
}

/// The heading of a collection. Returns the folder if it is to go.
fn head_ui(
    ui: &mut Ui,
    rect: Rect,
    collection: &Collection,
    solved: usize,
    cx: &mut Cx<'_>,
) -> Option<PathBuf> {
    let words = cx.words;
    let mut removed = None;
    let name = match &collection.folder {
        None => words.t("solve.title").to_string(),
        Some(folder) => folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned(),
    };
    let inner = Rect::from_min_max(pos2(rect.left(), rect.top() + GAP), rect.max);
    ui.scope_builder(egui::UiBuilder::new().max_rect(inner), |ui| {
        ui.horizontal_centered(|ui| {
            let title = ui.label(RichText::new(name).size(20.0));
            if let Some(folder) = &collection.folder {
                title.on_hover_text(folder.display().to_string());
            }
            let count = words.fill("list.count", &[("solved", &solved), ("n", &collection.entries.len())]);
            ui.label(RichText::new(count).color(cx.tokens.faint));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| match &collection.folder {
                None => {
                    let print = ui.button(words.t("list.print")).on_hover_text(cx.hint(Command::Print));
                    if print.clicked() {
                        cx.send.push(Command::Print);
                    }
                    if ui.button(words.t("list.add_folder")).clicked() {
                        cx.requests.push(Request::File(Purpose::Folder, files::home()));
                    }
                }
                Some(folder) => {
                    if ui.button(words.t("list.remove_folder")).clicked() {
                        removed = Some(folder.clone());
                    }
                }
            });
        });
    });
    removed
}

/// Filters that are lists to pick from, and the order.
fn lists_ui(ui: &mut Ui, filter: &mut Filter, words: &Words) {
    let sides = [
        (None, words.t("list.any_side")),
        (Some(Side::Declarer), words.t("play.declarer")),
        (Some(Side::Defenders), words.t("play.defenders")),
    ];
    fields::list(ui, "list side", words.t("list.side"), &mut filter.side, &sides, 132.0);
    let mut asks = vec![(None, words.t("list.any_question"))];
    asks.extend(question::ALL.map(|asks| (Some(asks), words.t(wording::asks(asks)))));
    fields::list(ui, "list asks", words.t("list.asks"), &mut filter.asks, &asks, 150.0);
    let lengths = [
        (None, words.t("list.any_length")),
        (Some(Length::Few), words.t("list.length_few")),
        (Some(Length::Some), words.t("list.length_some")),
        (Some(Length::Whole), words.t("list.length_whole")),
    ];
    fields::list(ui, "list length", words.t("list.length"), &mut filter.length, &lengths, 140.0);
    let sights = [
        (None, words.t("list.any_sight")),
        (Some(true), words.t("list.sight_open")),
        (Some(false), words.t("list.sight_hidden")),
    ];
    fields::list(ui, "list sight", words.t("list.sight"), &mut filter.open, &sights, 150.0);
    let orders = [
        (Order::Listed, words.t("list.order_listed")),
        (Order::Easiest, words.t("list.order_easiest")),
        (Order::Hardest, words.t("list.order_hardest")),
        (Order::Shortest, words.t("list.order_shortest")),
        (Order::Title, words.t("list.order_title")),
    ];
    fields::list(ui, "list order", words.t("list.order"), &mut filter.order, &orders, 140.0);
}

/// A button that stands out.
fn tempting(ui: &mut Ui, text: &str, cx: &Cx<'_>) -> egui::Response {
    ui.add(Button::new(text).fill(cx.tokens.accent_wash).stroke(Stroke::new(1.0, cx.tokens.accent)))
}

/// One puzzle; whether it was clicked.
fn entry_ui(ui: &mut Ui, rect: Rect, entry: &Entry, mark: Mark, on: bool, words: &Words) -> bool {
    let tokens = Tokens::of(ui.ctx());
    let puzzle = &entry.puzzle;
    let title = wording::title(puzzle, words);
    let facts = wording::facts(puzzle, words);
    let state = wording::state(mark, Day::today(), words);
    let id = ui.scope_id().with(("puzzle", &entry.key, rect.top() as i32));
    let response = ui.interact(rect, id, Sense::click());
    let name = format!("{title}: {facts}, {state}");
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &name));
    let busy = response.hovered() || response.has_focus();
    let (fill, line) = match (on, busy) {
        (true, _) => (tokens.accent_wash, tokens.accent),
        (false, true) => (tokens.button.hover, tokens.line),
        (false, false) => (tokens.field, tokens.line),
    };
    let painter = ui.painter_at(rect);
    painter.rect(rect, CornerRadius::same(8), fill, Stroke::new(1.0, line), StrokeKind::Inside);
    mark_ui(&painter, pos2(rect.left() + 26.0, rect.center().y), mark, &tokens);
    let left = rect.left() + 52.0;
    let end = strip_ui(&painter, rect, &entry.preview, words, &tokens);
    let right = end - GAP;
    let write = |at: Pos2, text: &str, size: f32, colour: Color32| -> f32 {
        let galley = elided(&painter, text, size, colour, right - at.x);
        let end = at.x + galley.size().x;
        painter.galley(pos2(at.x, at.y - galley.size().y / 2.0), galley, colour);
        end
    };
    let shown = write(pos2(left, rect.top() + 20.0), &title, 17.5, tokens.ink);
    let source = [puzzle.source.as_str(), puzzle.author.as_str()].into_iter().find(|text| !text.is_empty());
    if let Some(source) = source.filter(|_| right - shown > LEAST_SOURCE) {
        write(pos2(shown + WIDE, rect.top() + 20.0), source, 14.0, tokens.faint);
    }
    write(pos2(left, rect.bottom() - 18.0), &facts, 14.5, tokens.accent);
    response.on_hover_text(state).clicked()
}

/// One line of text that ends in dots where there is no room for the rest.
fn elided(painter: &egui::Painter, text: &str, size: f32, colour: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.into(), FontId::proportional(size), colour);
    job.wrap = TextWrapping::truncate_at_width(width.max(1.0));
    painter.layout_job(job)
}

/// The cards at the right end of a line, where there is room for them; returns where the text must end.
fn strip_ui(painter: &egui::Painter, rect: Rect, cards: &[Card], words: &Words, tokens: &Tokens) -> f32 {
    let right = rect.right() - GAP;
    let card = cards::size(STRIP);
    let width = card.x + STEP * cards.len().saturating_sub(1) as f32;
    if cards.is_empty() || rect.width() < LEAST_TEXT + width {
        return right;
    }
    let deck = Deck { texts: words, tokens };
    let left = right - width;
    let top = rect.center().y - card.y / 2.0;
    for (n, &one) in cards.iter().enumerate() {
        let at = pos2(left + STEP * n as f32, top);
        deck.face(painter, Rect::from_min_size(at, card), one, &Look::default());
    }
    left
}

/// A tick for solved, a hollow ring for not, a strong one for what comes again.
fn mark_ui(painter: &egui::Painter, centre: egui::Pos2, mark: Mark, tokens: &Tokens) {
    let due = mark.is_due(Day::today());
    if due || !mark.solved {
        let colour = if due { tokens.warn } else { tokens.faint };
        painter.circle_stroke(centre, 9.0, Stroke::new(if due { 2.5 } else { 1.5 }, colour));
        return;
    }
    let colour = if mark.helped { tokens.warn } else { tokens.good };
    painter.circle_filled(centre, 10.5, colour);
    let at = |x: f32, y: f32| centre + vec2(x, y);
    let tick = vec![at(-4.5, 0.5), at(-1.2, 4.0), at(5.0, -3.8)];
    painter.add(egui::Shape::line(tick, Stroke::new(2.2, tokens.field)));
}
