//! The command palette: type a few letters, press Enter. It finds commands and pages of the manual.

use crate::app::commands::Command;
use crate::app::keys::Keys;
use crate::app::theme::{GAP, Tokens};
use crate::app::widgets::fields;
use crate::manual;
use crate::words::Words;
use egui::{Align, Key, Layout, RichText, ScrollArea, TextEdit, Ui, vec2};

/// What can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A command.
    Command(Command),
    /// A page of the manual.
    Page(&'static str),
}

impl Entry {
    fn name(self, words: &Words) -> String {
        match self {
            Entry::Command(command) => command.name(words).into(),
            Entry::Page(id) => {
                let title = manual::page(id, words.language).map_or(id, |page| page.document.title.as_str());
                words.fill("manual.entry", &[("title", &title)])
            }
        }
    }

    fn why(self, words: &Words) -> &'static str {
        match self {
            Entry::Command(command) => command.why(words),
            Entry::Page(_) => "",
        }
    }
}

/// The palette.
#[derive(Default)]
pub struct Palette {
    open: bool,
    fresh: bool,
    text: String,
    chosen: usize,
}

impl Palette {
    /// Opens it, empty.
    pub fn open(&mut self) {
        *self = Palette { open: true, fresh: true, ..Palette::default() };
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Draws it and returns what was chosen.
    pub fn ui(
        &mut self,
        ctx: &egui::Context,
        words: &Words,
        keys: &Keys,
        can_run: impl Fn(Command) -> bool,
    ) -> Option<Entry> {
        if !self.open {
            return None;
        }
        let can_run = |entry: Entry| match entry {
            Entry::Command(command) => can_run(command),
            Entry::Page(_) => true,
        };
        let found = matches(&self.text, words);
        self.chosen = self.chosen.min(found.len().saturating_sub(1));
        let (down, up, enter) = ctx.input_mut(|input| {
            let none = egui::Modifiers::NONE;
            (
                input.consume_key(none, Key::ArrowDown),
                input.consume_key(none, Key::ArrowUp),
                input.consume_key(none, Key::Enter),
            )
        });
        if down && self.chosen + 1 < found.len() {
            self.chosen += 1;
        }
        if up {
            self.chosen = self.chosen.saturating_sub(1);
        }
        let mut run = enter.then(|| found.get(self.chosen).copied()).flatten();
        let tokens = Tokens::of(ctx);
        let modal = fields::modal(ctx, "palette").show(ctx, |ui| {
            ui.set_width(560.0);
            let field = TextEdit::singleline(&mut self.text)
                .hint_text(words.t("palette.hint"))
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(10, 8));
            let response = ui.add(field).accessible_name(words.t("palette.hint"));
            if std::mem::take(&mut self.fresh) {
                response.request_focus();
            }
            if response.changed() {
                self.chosen = 0;
            }
            ui.add_space(GAP / 2.0);
            ScrollArea::vertical().max_height(380.0).auto_shrink([false, true]).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                for (i, &entry) in found.iter().enumerate() {
                    let on = i == self.chosen;
                    let mut row = row_ui(ui, entry, (on, can_run(entry)), words, keys);
                    if on && (down || up) {
                        row.scroll_to_me(None);
                    }
                    if !entry.why(words).is_empty() {
                        row = row.on_hover_text(entry.why(words));
                    }
                    if row.clicked() {
                        run = Some(entry);
                    }
                }
                if found.is_empty() {
                    ui.label(RichText::new(words.t("palette.nothing")).color(tokens.faint));
                }
            });
        });
        if modal.should_close() || run.is_some() {
            self.open = false;
        }
        run.filter(|&entry| can_run(entry))
    }
}

/// One entry: chosen or not, with something to do or not.
fn row_ui(
    ui: &mut Ui,
    entry: Entry,
    (on, enabled): (bool, bool),
    words: &Words,
    keys: &Keys,
) -> egui::Response {
    let tokens = Tokens::of(ui.ctx());
    let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
    let (rect, row) = ui.allocate_exact_size(size, egui::Sense::click());
    let name = entry.name(words);
    row.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, enabled, on, &name));
    if on {
        ui.painter().rect_filled(rect, 6.0, tokens.accent_wash);
    } else if row.hovered() {
        ui.painter().rect_filled(rect, 6.0, tokens.button.rest);
    }
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink2(vec2(10.0, 0.0))));
    inside.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.label(RichText::new(name).color(if enabled { tokens.ink } else { tokens.faint }));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Entry::Command(command) = entry {
                ui.label(RichText::new(keys.text(command, words)).color(tokens.faint));
            }
        });
    });
    row
}

/// Commands and pages in whose name or explanation all typed words occur; names that begin with them first, and commands
/// before pages.
fn matches(text: &str, words: &Words) -> Vec<Entry> {
    let wanted: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let commands = Command::all().filter(|&command| command != Command::Palette).map(Entry::Command);
    let pages = manual::pages(words.language).iter().map(|page| Entry::Page(page.id));
    let mut found: Vec<(u8, Entry)> = commands
        .chain(pages)
        .filter_map(|entry| {
            let name = entry.name(words).to_lowercase();
            let all = format!("{name} {}", entry.why(words).to_lowercase());
            let rank = match wanted.first() {
                None => 0,
                Some(first) if name.starts_with(first) => 0,
                Some(first) if name.contains(first) => 1,
                Some(_) => 2,
            };
            wanted.iter().all(|word| all.contains(word)).then_some((rank, entry))
        })
        .collect();
    found.sort_by_key(|(rank, entry)| (*rank, matches!(entry, Entry::Page(_))));
    found.into_iter().map(|(_, entry)| entry).collect()
}
