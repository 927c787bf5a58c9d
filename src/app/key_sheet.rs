//! The key sheet: every command with its key, menu by menu.

use super::commands::Menu;
use super::keys::Keys;
use super::theme::{GAP, Tokens};
use crate::words::Words;
use egui::{Label, RichText, ScrollArea, Ui, vec2};

/// Room for a key; a longer one takes a second line.
const KEY: f32 = 122.0;
/// A column is at least so wide, or there are fewer.
const COLUMN: f32 = 290.0;

/// Draws the sheet.
pub fn ui(ui: &mut Ui, words: &Words, keys: &Keys) {
    let tokens = Tokens::of(ui.ctx());
    ui.heading(words.t("command.keys"));
    ui.add_space(GAP / 2.0);
    ui.spacing_mut().interact_size.y = 20.0;
    let height = ui.ctx().content_rect().height() - 190.0;
    let count = ((ui.available_width() / COLUMN) as usize).clamp(1, 3);
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
        ui.columns(count, |columns| {
            // Each menu goes where there is most room.
            let mut lines = vec![0; count];
            let mut emptiest = |more: usize| {
                let column = (0..count).min_by_key(|&column| lines[column]).unwrap_or(0);
                lines[column] += more;
                column
            };
            for menu in Menu::ALL {
                let ui = &mut columns[emptiest(menu.rows().count() + 2)];
                ui.label(RichText::new(menu.name(words)).color(tokens.accent));
                for row in menu.rows() {
                    line_ui(ui, &keys.text(row.command, words), row.command.name(words), &tokens);
                }
                ui.add_space(GAP);
            }
            let ui = &mut columns[emptiest(0)];
            ui.label(RichText::new(words.t("keys.typing")).color(tokens.accent));
            for key in ["keys.typing.text", "keys.places", "keys.mouse"] {
                ui.label(words.t(key));
                ui.add_space(2.0);
            }
        });
    });
}

/// A key and what it does, both within the column.
fn line_ui(ui: &mut Ui, key: &str, name: &str, tokens: &Tokens) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.allocate_ui(vec2(KEY, 0.0), |ui| {
            ui.set_width(KEY);
            ui.add(Label::new(RichText::new(key).size(14.0).color(tokens.faint)).wrap());
        });
        ui.add(Label::new(name).wrap());
    });
}
