//! The archive page: what is open, the filters, and the games as a list, as figures, or as what could
//! not be read.

use super::Replay;
use super::list::{List, ListEvent, ListModel, list_ui};
use super::queue::marks;
use super::reasons::reason;
use super::statistics::Statistics;
use super::work::Origin;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::theme::{GAP, WIDE};
use crate::app::widgets::fields::{self, caption};
use egui::{
    Button, CentralPanel, Frame, Key, Margin, Modifiers, Panel, ProgressBar, RichText, ScrollArea, Ui,
};

/// Room for the hint under the list.
const HINT: f32 = 24.0;

/// What the page shows beside the filters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    List,
    Statistics,
    Queue,
    Unreadable,
}

/// The page.
#[derive(Default)]
pub struct ArchivePage {
    /// The list.
    pub list: List,
    tab: Tab,
    statistics: Statistics,
}

impl ArchivePage {
    /// Shows the batch.
    pub fn show_queue(&mut self) {
        self.tab = Tab::Queue;
    }
}

impl Replay {
    pub(super) fn archive_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.list_keys(ui);
        let width = if ui.ctx().content_rect().width() > 1600.0 { 320.0 } else { 276.0 };
        Panel::left("replay filters").default_size(width).min_size(244.0).max_size(420.0).show(ui, |ui| {
            Frame::new().inner_margin(Margin::symmetric(4, 8)).show(ui, |ui| {
                self.filters.ui(ui, &self.found.counts, cx);
            });
        });
        fields::name_splitter(ui, "replay filters", cx.words.t("panel.resize"));
        let frame = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 10, bottom: 8 });
        CentralPanel::no_frame().show(ui, |ui| {
            frame.show(ui, |ui| {
                self.sources_ui(ui, cx);
                self.tabs_ui(ui, cx);
                ui.add_space(GAP / 2.0);
                match self.archive.tab {
                    Tab::List => self.list_ui(ui, cx),
                    Tab::Statistics => self.statistics_ui(ui, cx),
                    Tab::Queue => self.queue_ui(ui, cx),
                    Tab::Unreadable => self.unreadable_ui(ui, cx),
                }
            });
        });
    }

    /// Up and down go through the list while nothing is being typed.
    fn list_keys(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        let modal = ctx.memory(|memory| memory.top_modal_layer().is_some());
        if modal || ctx.any_popup_open() || ctx.text_edit_focused() || self.archive.tab != Tab::List {
            return;
        }
        let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) as isize;
        let by = pressed(Key::ArrowDown) - pressed(Key::ArrowUp);
        if by != 0 {
            self.move_choice(by);
        }
    }

    /// The archives that are open, and how far the reading has come.
    fn sources_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let mut close = None;
        ui.horizontal_wrapped(|ui| {
            let open = Button::new(Command::OpenGames.name(&words));
            if ui.add(open).on_hover_text(Command::OpenGames.why(&words)).clicked() {
                cx.send.push(Command::OpenGames);
            }
            for (origin, part) in self.archives.origins.iter().zip(self.archives.library.parts()) {
                let name = self.archive_name(origin, &words);
                let count = words.number(part.games.into());
                let chip = Frame::new()
                    .fill(cx.tokens.field)
                    .stroke(egui::Stroke::new(1.0, cx.tokens.line))
                    .corner_radius(6)
                    .inner_margin(Margin::symmetric(8, 3));
                chip.show(ui, |ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    let label = ui.label(words.fill("archive.chip", &[("name", &name), ("n", &count)]));
                    if let Origin::File(path) = origin {
                        label.on_hover_text(path.display().to_string());
                    }
                    let name = words.fill("archive.close", &[("name", &name)]);
                    if ui.add(Button::new("×").small().frame(false)).accessible_name(name).clicked() {
                        close = Some(origin.clone());
                    }
                });
            }
            if let Some(reading) = &self.reading {
                let name = self.archive_name(&reading.origin, &words);
                let n = words.number(reading.records as u64);
                let text = words.fill("archive.reading", &[("name", &name), ("n", &n)]);
                match reading.share {
                    Some(share) => {
                        let bar = ProgressBar::new(share).desired_width(240.0).text(text.clone());
                        ui.add(bar).accessible_name(text);
                    }
                    None => {
                        ui.label(RichText::new(text).color(cx.tokens.faint));
                    }
                }
            }
        });
        if self.changed_on_disk() {
            ui.horizontal(|ui| {
                ui.label(RichText::new(words.t("archive.changed")).color(cx.tokens.warn));
                if ui.button(Command::ReadAgain.name(&words)).clicked() {
                    cx.send.push(Command::ReadAgain);
                }
            });
        }
        if let Some(origin) = close {
            self.close(&origin, cx);
        }
    }

    fn tabs_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let unreadable = self.archives.library.index.unreadable_count;
        let bad = words.fill("archive.unreadable", &[("n", &words.number(unreadable))]);
        let mut tabs = vec![
            (Tab::List, words.t("archive.list")),
            (Tab::Statistics, words.t("archive.stats")),
            (Tab::Queue, words.t("archive.queue")),
        ];
        if unreadable > 0 {
            tabs.push((Tab::Unreadable, &bad));
        } else if self.archive.tab == Tab::Unreadable {
            self.archive.tab = Tab::List;
        }
        ui.horizontal(|ui| {
            if let Some(tab) = fields::choice(ui, words.t("tab.name"), Some(self.archive.tab), &tabs) {
                self.archive.tab = tab;
            }
            ui.add_space(WIDE);
            let (n, all) = (self.found.rows.len() as u64, self.archives.library.index.rows.len() as u64);
            let count = words.fill("archive.count", &[("n", &words.number(n)), ("all", &words.number(all))]);
            ui.label(RichText::new(count).color(cx.tokens.accent));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                for command in [Command::ExportTable, Command::ExportGames] {
                    let button = Button::new(RichText::new(command.name(&words)).size(14.0));
                    let ready = !self.found.rows.is_empty();
                    if ui.add_enabled(ready, button).on_hover_text(command.why(&words)).clicked() {
                        cx.send.push(command);
                    }
                }
            });
        });
    }

    fn list_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        if self.found.rows.is_empty() {
            let text = match (self.reading.is_some(), self.archives.library.index.rows.is_empty()) {
                (true, _) => cx.words.t("archive.wait"),
                (false, true) => cx.words.t("archive.empty"),
                (false, false) => cx.words.t("archive.nothing"),
            };
            ui.add_space(WIDE);
            ui.label(RichText::new(text).color(cx.tokens.faint));
            return;
        }
        let archives = std::sync::Arc::clone(&self.archives);
        let rows = std::sync::Arc::clone(&self.found.rows);
        let mut list = std::mem::take(&mut self.archive.list);
        let words = cx.words;
        let model = ListModel {
            index: &archives.library.index,
            rows: &rows,
            order: self.order,
            marks: &|row| self.summary(row).map(|found| marks(&words, &found)),
        };
        let room = egui::vec2(ui.available_width(), ui.available_height() - HINT);
        let drawn = ui.allocate_ui(room, |ui| list_ui(ui, &mut list, &model, Some(self.chosen), cx));
        let event = drawn.inner;
        caption(ui, words.t("archive.hint"));
        self.archive.list = list;
        match event {
            Some(ListEvent::Choose(place)) => self.chosen = place,
            Some(ListEvent::Open(place)) => self.open_at(place),
            Some(ListEvent::Sort(column)) => {
                // A third click gives the order of the file back.
                self.order = match self.order {
                    Some((by, false)) if by == column => Some((column, true)),
                    Some((by, true)) if by == column => None,
                    _ => Some((column, false)),
                };
            }
            None => {}
        }
    }

    fn statistics_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        match &self.stats {
            Some(stats) => self.archive.statistics.ui(ui, stats, &self.archives.library.index.names, cx),
            None => {
                ui.label(RichText::new(cx.words.t("archive.wait")).color(cx.tokens.faint));
            }
        }
    }

    /// Every record that could not be read, with its line and why.
    fn unreadable_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        caption(ui, words.t("archive.unreadable.why"));
        let lines: Vec<(String, &crate::archive::Unreadable)> = self
            .archives
            .origins
            .iter()
            .zip(self.archives.library.parts())
            .flat_map(|(origin, part)| {
                let name = self.archive_name(origin, &words);
                part.unreadable.iter().map(move |bad| (name.clone(), bad))
            })
            .collect();
        let height = ui.text_style_height(&egui::TextStyle::Body);
        ScrollArea::vertical().auto_shrink(false).id_salt("unreadable").show_rows(
            ui,
            height,
            lines.len(),
            |ui, range| {
                for (name, bad) in lines.get(range).unwrap_or_default() {
                    let line = words.number(bad.line);
                    let why = reason(&words, &bad.reason);
                    let text = words.fill("archive.bad", &[("name", name), ("line", &line), ("why", &why)]);
                    ui.add(egui::Label::new(text).truncate());
                }
            },
        );
    }
}
