//! The command palette: type a few letters, press Enter.

use crate::app::commands::Command;
use crate::app::keys::Keys;
use crate::app::theme::{GAP, Tokens};
use crate::app::widgets::fields;
use crate::words::Words;
use egui::{Align, Key, Layout, RichText, ScrollArea, TextEdit, Ui, vec2};

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

    /// Draws it and returns the command chosen.
    pub fn ui(
        &mut self,
        ctx: &egui::Context,
        words: &Words,
        keys: &Keys,
        can_run: impl Fn(Command) -> bool,
    ) -> Option<Command> {
        if !self.open {
            return None;
        }
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
                for (i, &command) in found.iter().enumerate() {
                    let on = i == self.chosen;
                    let row = row_ui(ui, command, (on, can_run(command)), words, keys);
                    if on && (down || up) {
                        row.scroll_to_me(None);
                    }
                    if row.on_hover_text(command.why(words)).clicked() {
                        run = Some(command);
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
        run.filter(|&command| can_run(command))
    }
}

/// One command: chosen or not, with something to do or not.
fn row_ui(
    ui: &mut Ui,
    command: Command,
    (on, enabled): (bool, bool),
    words: &Words,
    keys: &Keys,
) -> egui::Response {
    let tokens = Tokens::of(ui.ctx());
    let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), egui::Sense::click());
    let name = command.name(words);
    row.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, enabled, on, name));
    if on {
        ui.painter().rect_filled(rect, 6.0, tokens.accent_wash);
    } else if row.hovered() {
        ui.painter().rect_filled(rect, 6.0, tokens.button.rest);
    }
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink2(vec2(10.0, 0.0))));
    inside.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.label(RichText::new(name).color(if enabled { tokens.ink } else { tokens.faint }));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(keys.text(command, words)).color(tokens.faint));
        });
    });
    row
}

/// Commands in whose name or explanation all typed words occur; names that begin with them first.
fn matches(text: &str, words: &Words) -> Vec<Command> {
    let wanted: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let mut found: Vec<(u8, Command)> = Command::all()
        .filter(|&command| command != Command::Palette)
        .filter_map(|command| {
            let name = command.name(words).to_lowercase();
            let all = format!("{name} {}", command.why(words).to_lowercase());
            let rank = match wanted.first() {
                None => 0,
                Some(first) if name.starts_with(first) => 0,
                Some(first) if name.contains(first) => 1,
                Some(_) => 2,
            };
            wanted.iter().all(|word| all.contains(word)).then_some((rank, command))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, command)| command).collect()
}
