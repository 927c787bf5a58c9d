//! The page with the list of puzzles.

use super::Solve;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::files::{self, Purpose};
use crate::app::theme::{GAP, Tokens, WIDE};
use crate::app::view::Request;
use crate::app::widgets::fields;
use crate::app::widgets::landmarks::{self, Landmark};
use crate::problems;
use crate::solving::collections::{At, Collection, Entry, Kind};
use crate::solving::progress::Mark;
use crate::solving::wording;
use crate::words::Words;
use egui::{
    Align2, CentralPanel, CornerRadius, FontId, Frame, Margin, Rect, RichText, Role, ScrollArea, Sense,
    Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, pos2, vec2,
};
use std::path::PathBuf;

/// Height of one line of the list.
const ROW: f32 = 62.0;
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
            self.filter_ui(ui, cx);
            ui.add_space(GAP);
            landmarks::mark(ui.ctx(), Landmark::List, ui.available_rect_before_wrap());
            self.rows_ui(ui, cx);
        });
    }

    fn filter_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.y = GAP;
            let filter = &mut self.collections.filter;
            let field = TextEdit::singleline(&mut filter.text).id(egui::Id::unique("search puzzles"));
            let field = field.hint_text(words.t("list.search")).desired_width(230.0);
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
                (Some(false), words.t("list.unsolved")),
                (Some(true), words.t("list.solved")),
            ];
            if let Some(solved) = fields::choice(ui, words.t("list.state"), Some(filter.solved), &states) {
                filter.solved = solved;
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

/// One puzzle; whether it was clicked.
fn entry_ui(ui: &mut Ui, rect: Rect, entry: &Entry, mark: Mark, on: bool, words: &Words) -> bool {
    let tokens = Tokens::of(ui.ctx());
    let puzzle = &entry.puzzle;
    let title = wording::title(puzzle, words);
    let facts = wording::facts(puzzle, words);
    let state = wording::state(mark, words);
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
    let text = painter.with_clip_rect(Rect::from_min_max(rect.min, rect.max - vec2(WIDE, 0.0)));
    let source = [puzzle.source.as_str(), puzzle.author.as_str()].into_iter().find(|text| !text.is_empty());
    let source = source.unwrap_or_default();
    let right = painter.layout_no_wrap(source.into(), FontId::proportional(14.0), tokens.faint);
    let shown = rect.width() > 760.0;
    let end = if shown { rect.right() - WIDE - right.size().x } else { rect.right() - GAP };
    let clip = text.with_clip_rect(Rect::from_min_max(rect.min, pos2(end - GAP, rect.max.y)));
    let at = pos2(left, rect.top() + 20.0);
    clip.text(at, Align2::LEFT_CENTER, &title, FontId::proportional(17.5), tokens.ink);
    let at = pos2(left, rect.bottom() - 18.0);
    text.text(at, Align2::LEFT_CENTER, &facts, FontId::proportional(14.5), tokens.accent);
    if shown {
        painter.galley(pos2(end, rect.top() + 20.0 - right.size().y / 2.0), right, tokens.faint);
    }
    response.clicked()
}

/// A tick for solved, a hollow ring for not.
fn mark_ui(painter: &egui::Painter, centre: egui::Pos2, mark: Mark, tokens: &Tokens) {
    if !mark.solved {
        painter.circle_stroke(centre, 9.0, Stroke::new(1.5, tokens.faint));
        return;
    }
    let colour = if mark.helped { tokens.warn } else { tokens.good };
    painter.circle_filled(centre, 10.5, colour);
    let at = |x: f32, y: f32| centre + vec2(x, y);
    let tick = vec![at(-4.5, 0.5), at(-1.2, 4.0), at(5.0, -3.8)];
    painter.add(egui::Shape::line(tick, Stroke::new(2.2, tokens.field)));
}
