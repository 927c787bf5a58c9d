//! Settings: the keys. A command is given another key by pressing it; what it would take away is said first.

use crate::app::commands::{Command, Menu};
use crate::app::keys::{Keys, is_fixed, pressed, spoken};
use crate::app::theme::{GAP, Tokens};
use crate::words::Words;
use egui::{
    Align, Button, Event, Key, KeyboardShortcut, Label, Layout, RichText, ScrollArea, TextEdit, Ui, vec2,
};

/// Room for a key.
const KEY: f32 = 150.0;

/// What the page asks of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeysEvent {
    /// Write the keys to a file.
    Save,
    /// Read keys from a file.
    Open,
}

/// The command whose key is being changed.
#[derive(Clone, Copy, Debug)]
struct Change {
    command: Command,
    /// The key that was pressed and the command that has it.
    taken: Option<(KeyboardShortcut, Command)>,
}

/// The page.
#[derive(Default)]
pub struct KeysPage {
    search: String,
    change: Option<Change>,
    /// A key was pressed that no command can have.
    refused: bool,
}

impl KeysPage {
    /// Draws the page.
    pub fn ui(&mut self, ui: &mut Ui, words: &Words, keys: &mut Keys) -> Option<KeysEvent> {
        self.hear(ui, keys);
        let mut event = None;
        ui.horizontal(|ui| {
            let hint = words.t("keys.search");
            let field = TextEdit::singleline(&mut self.search).desired_width(190.0).hint_text(hint);
            ui.add(field.id(egui::Id::unique("search commands"))).accessible_name(hint);
            if ui.button(words.t("keys.save")).on_hover_text(words.t("keys.save.why")).clicked() {
                event = Some(KeysEvent::Save);
            }
            if ui.button(words.t("keys.open")).on_hover_text(words.t("keys.open.why")).clicked() {
                event = Some(KeysEvent::Open);
            }
            let all = Button::new(words.t("keys.reset_all"));
            if ui.add_enabled(!keys.is_default(), all).clicked() {
                *keys = Keys::default();
                self.change = None;
            }
        });
        let height = (ui.ctx().content_rect().height() - 330.0).max(120.0);
        let wanted = self.search.trim().to_lowercase();
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false).show(
            ui,
            |ui| {
                ui.spacing_mut().item_spacing.y = 3.0;
                for menu in Menu::ALL {
                    let rows = menu.rows().map(|row| row.command);
                    let found: Vec<Command> =
                        rows.filter(|command| command.name(words).to_lowercase().contains(&wanted)).collect();
                    if !found.is_empty() {
                        ui.label(RichText::new(menu.name(words)).color(Tokens::of(ui.ctx()).accent));
                    }
                    for command in found {
                        ui.push_id(command.id(), |ui| self.row_ui(ui, command, words, keys));
                    }
                }
            },
        );
        event
    }

    /// Takes the key that is pressed for the command that waits for one.
    fn hear(&mut self, ui: &Ui, keys: &mut Keys) {
        let Some(change) = &mut self.change else { return };
        let events = ui.input_mut(|input| {
            let ours = |event: &Event| {
                matches!(
                    event,
                    Event::Key { .. } | Event::Text(_) | Event::Copy | Event::Cut | Event::Paste(_)
                )
            };
            let (mine, rest) = std::mem::take(&mut input.events).into_iter().partition::<Vec<_>, _>(ours);
            input.events = rest;
            mine
        });
        for event in events {
            match event {
                Event::Key { key: Key::Escape, pressed: true, .. } => {
                    self.change = None;
                    return;
                }
                Event::Key { key, pressed: true, repeat: false, modifiers, .. } => {
                    let Some(key) = pressed(key, modifiers) else {
                        self.refused |= key == Key::Tab;
                        continue;
                    };
                    self.refused = false;
                    change.taken = keys.taken_by(change.command, key).map(|other| (key, other));
                    if change.taken.is_none() {
                        keys.set(change.command, Some(key));
                        self.change = None;
                    }
                    return;
                }
                Event::Copy | Event::Cut | Event::Paste(_) => self.refused = true,
                _ => {}
            }
        }
    }

    fn row_ui(&mut self, ui: &mut Ui, command: Command, words: &Words, keys: &mut Keys) {
        let tokens = Tokens::of(ui.ctx());
        let change = self.change.filter(|change| change.command == command);
        let name = command.name(words);
        ui.horizontal(|ui| {
            let room = (ui.available_width() - 380.0).max(160.0);
            cell_ui(ui, room, |ui| ui.add(Label::new(name).wrap()).on_hover_text(command.why(words)));
            let changed = keys.is_changed(command);
            let (key, ink) = match change {
                Some(_) => (words.t("keys.press").to_string(), tokens.accent),
                None => (keys.text(command, words), if changed { tokens.accent } else { tokens.ink }),
            };
            cell_ui(ui, KEY, |ui| ui.add(Label::new(RichText::new(key).color(ink)).wrap()));
            if is_fixed(command) {
                ui.label(RichText::new(words.t("keys.fixed")).size(14.0).color(tokens.faint));
                return;
            }
            let said = |what: &str| format!("{name}: {what}");
            if change.is_some() {
                if ui.button(words.t("keys.none")).accessible_name(said(words.t("keys.none"))).clicked() {
                    keys.set(command, None);
                    self.change = None;
                }
                if ui.button(words.t("button.cancel")).clicked() {
                    self.change = None;
                }
                return;
            }
            if ui.button(words.t("keys.change")).accessible_name(said(words.t("keys.change"))).clicked() {
                self.change = Some(Change { command, taken: None });
                self.refused = false;
                // The next Space or Enter is meant as the key, not for the button.
                ui.memory_mut(|memory| memory.stop_text_input());
            }
            if keys.is_changed(command)
                && ui.button(words.t("keys.reset")).accessible_name(said(words.t("keys.reset"))).clicked()
            {
                self.reset(command, keys);
            }
        });
        let Some(change) = change else { return };
        if let Some((key, other)) = change.taken {
            ui.horizontal_wrapped(|ui| {
                let said =
                    [("key", &spoken(key, words) as &dyn std::fmt::Display), ("command", &other.name(words))];
                ui.label(RichText::new(words.fill("keys.taken", &said)).color(tokens.warn));
                if !is_fixed(other) && ui.button(words.t("keys.take")).clicked() {
                    keys.set(other, None);
                    keys.set(command, Some(key));
                    self.change = None;
                }
            });
        } else if self.refused {
            ui.label(RichText::new(words.t("keys.refused")).color(tokens.warn));
        }
        ui.add_space(GAP / 2.0);
    }

    /// The table's own key again, unless another command has it by now.
    fn reset(&mut self, command: Command, keys: &mut Keys) {
        let own = command.row().key;
        match own.and_then(|key| Some((key, keys.taken_by(command, key)?))) {
            Some(taken) => self.change = Some(Change { command, taken: Some(taken) }),
            None => keys.set(command, own),
        }
    }
}

/// A cell of this width, as high as the buttons beside it.
fn cell_ui(ui: &mut Ui, width: f32, content: impl FnOnce(&mut Ui) -> egui::Response) {
    let size = vec2(width, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_width(width);
        content(ui);
    });
}
