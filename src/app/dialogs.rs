//! Questions and sheets over the window: unsaved work, recovery, settings, keys, about.

use super::Kiebitz;
use super::commands::{Command, MENUS};
use super::file_commands::{FileToWrite, Next};
use super::settings::{Settings, ThemeChoice};
use super::theme::{GAP, Tokens, WIDE};
use super::view::WorkspaceView;
use super::widgets::cards::{Deck, Look, size};
use super::widgets::fields::{self, caption, choice};
use crate::puzzle::Language;
use crate::words::{Faces, Words};
use egui::{Button, Rect, RichText, ScrollArea, Slider, Ui, vec2};
use std::path::PathBuf;

/// What is open.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Dialog {
    /// Save before this?
    Unsaved(Next),
    /// Take up what a crash left behind?
    Recover,
    /// Replace a file that is there already?
    Overwrite(FileToWrite, PathBuf),
    /// Settings.
    Settings,
    /// The key sheet.
    Keys,
    /// About.
    About,
}

/// What was answered to a question.
enum DialogChoice {
    Yes,
    No,
    Cancel,
}

impl Kiebitz {
    pub(super) fn dialog_ui(&mut self, ctx: &egui::Context) {
        // What was left behind is asked about whenever nothing else is.
        let recover = || self.compose.store().found().map(|_| Dialog::Recover);
        let Some(dialog) = self.dialog.clone().or_else(recover) else { return };
        let words = self.words();
        match dialog {
            Dialog::Unsaved(next) => {
                let name = self.compose.name(&words);
                let text = words.fill("unsaved.text", &[("file", &name)]);
                let buttons = [words.t("unsaved.save"), words.t("unsaved.discard"), words.t("button.cancel")];
                match question_ui(ctx, words.t("unsaved.title"), &text, &buttons) {
                    Some(DialogChoice::Yes) => {
                        self.dialog = None;
                        self.save(Some(next), ctx);
                    }
                    Some(DialogChoice::No) => {
                        self.dialog = None;
                        self.go_on(next, ctx);
                    }
                    Some(DialogChoice::Cancel) => self.dialog = None,
                    None => {}
                }
            }
            Dialog::Recover => {
                let buttons = [words.t("recover.yes"), words.t("recover.no")];
                match question_ui(ctx, words.t("recover.title"), words.t("recover.text"), &buttons) {
                    Some(DialogChoice::Yes) => self.compose.recover(),
                    Some(DialogChoice::No) => self.compose.discard_found(),
                    Some(DialogChoice::Cancel) | None => {}
                }
            }
            Dialog::Overwrite(file, replaced) => {
                let text = words.fill("overwrite.text", &[("file", &replaced.display())]);
                let buttons = [words.t("overwrite.no"), words.t("overwrite.yes")];
                if let Some(choice) = question_ui(ctx, words.t("overwrite.title"), &text, &buttons) {
                    self.dialog = None;
                    self.overwrite(file, matches!(choice, DialogChoice::No), ctx);
                }
            }
            Dialog::Settings => self.sheet_ui(ctx, 560.0, settings_ui),
            Dialog::Keys => self.sheet_ui(ctx, 900.0, |ui, words, _| keys_ui(ui, words)),
            Dialog::About => self.sheet_ui(ctx, 480.0, |ui, words, _| about_ui(ui, words)),
        }
    }

    /// A sheet that closes with Esc, a click beside it, or its button.
    fn sheet_ui(
        &mut self,
        ctx: &egui::Context,
        width: f32,
        content: impl FnOnce(&mut Ui, &Words, &mut Settings),
    ) {
        let words = self.words();
        let settings = &mut self.settings;
        let mut close = false;
        let modal = fields::modal(ctx, "sheet").show(ctx, |ui| {
            ui.set_width(width.min(ctx.content_rect().width() - 60.0));
            content(ui, &words, settings);
            ui.add_space(GAP);
            egui::Sides::new().show(ui, |_| {}, |ui| close = ui.button(words.t("button.close")).clicked());
        });
        if close || modal.should_close() {
            self.dialog = None;
        }
    }
}

/// A question with two or three answers: the first is yes, the second no, the third cancel.
fn question_ui(ctx: &egui::Context, title: &str, text: &str, buttons: &[&str]) -> Option<DialogChoice> {
    let mut answer = None;
    let tokens = Tokens::of(ctx);
    let modal = fields::modal(ctx, "question").show(ctx, |ui| {
        ui.set_width(460.0);
        ui.heading(title);
        ui.add_space(GAP / 2.0);
        ui.label(text);
        ui.add_space(WIDE);
        egui::Sides::new().show(
            ui,
            |_| {},
            |ui| {
                for (i, label) in buttons.iter().enumerate() {
                    let mut button = Button::new(*label);
                    if i == 0 {
                        button =
                            Button::new(RichText::new(*label).color(tokens.on_accent)).fill(tokens.accent);
                    }
                    if ui.add(button).clicked() {
                        answer = Some(
                            [DialogChoice::Yes, DialogChoice::No, DialogChoice::Cancel].into_iter().nth(i),
                        );
                    }
                }
            },
        );
    });
    if modal.should_close() && answer.is_none() {
        return Some(DialogChoice::Cancel);
    }
    answer.flatten()
}

fn settings_ui(ui: &mut Ui, words: &Words, settings: &mut Settings) {
    ui.heading(words.t("command.settings"));
    ui.add_space(GAP);
    caption(ui, words.t("settings.language"));
    let languages = [
        (None, words.t("settings.system")),
        (Some(Language::German), "Deutsch"),
        (Some(Language::English), "English"),
    ];
    if let Some(language) = choice(ui, words.t("settings.language"), Some(settings.language), &languages) {
        settings.language = language;
    }
    caption(ui, words.t("settings.theme"));
    let themes = [
        (ThemeChoice::System, words.t("settings.system")),
        (ThemeChoice::Light, words.t("settings.light")),
        (ThemeChoice::Dark, words.t("settings.dark")),
    ];
    if let Some(theme) = choice(ui, words.t("settings.theme"), Some(settings.theme), &themes) {
        settings.theme = theme;
    }
    caption(ui, words.t("settings.deck"));
    let decks = [
        (Faces::FourColour, words.t("settings.four")),
        (Faces::TwoColour, words.t("settings.two")),
        (Faces::German, words.t("settings.german")),
    ];
    if let Some(faces) = choice(ui, words.t("settings.deck"), Some(settings.faces), &decks) {
        settings.faces = faces;
    }
    deck_sample(ui, settings);
    ui.add_space(GAP / 2.0);
    egui::Grid::new("settings").num_columns(2).spacing(vec2(16.0, 8.0)).show(ui, |ui| {
        let percent = |n: f64, _| format!("{:.0} %", n * 100.0);
        let label = caption(ui, words.t("settings.size"));
        let mut zoom = settings.zoom;
        // Only when released: a slider must not grow under the pointer.
        let id = ui.scope_id().with("zoom being dragged");
        zoom = ui.data(|data| data.get_temp(id)).unwrap_or(zoom);
        let slider = ui
            .add(Slider::new(&mut zoom, 0.5..=3.0).step_by(0.1).custom_formatter(percent))
            .labelled_by(label.id);
        if slider.dragged() {
            ui.data_mut(|data| data.insert_temp(id, zoom));
        } else {
            ui.data_mut(|data| data.remove_temp::<f32>(id));
            settings.zoom = zoom;
        }
        ui.end_row();
        let label = caption(ui, words.t("settings.memory"));
        ui.add(Slider::new(&mut settings.memory, 16..=8192).logarithmic(true).suffix(" MB"))
            .labelled_by(label.id);
        ui.end_row();
        let label = caption(ui, words.t("settings.threads"));
        ui.add(Slider::new(&mut settings.threads, 1..=16)).labelled_by(label.id);
        ui.end_row();
        let label = caption(ui, words.t("settings.pause"));
        let seconds = |n: f64, _| words.decimal(n, 1);
        let pause = Slider::new(&mut settings.card_pause, 0.0..=3.0).step_by(0.1).suffix(" s");
        ui.add(pause.custom_formatter(seconds)).labelled_by(label.id);
        ui.end_row();
    });
}

/// Four cards of the chosen deck.
fn deck_sample(ui: &mut Ui, settings: &Settings) {
    let words = settings.words();
    let tokens = Tokens::of(ui.ctx());
    let deck = Deck { texts: &words, tokens: &tokens };
    let card = size(58.0);
    let (rect, _) = ui.allocate_exact_size(vec2(5.0 * (card.x + GAP), card.y + 6.0), egui::Sense::hover());
    let at = |i: usize| Rect::from_min_size(rect.min + vec2(i as f32 * (card.x + GAP), 3.0), card);
    for (i, name) in ["CJ", "SA", "HK", "DT"].into_iter().enumerate() {
        if let Ok(card) = name.parse() {
            deck.face(ui.painter(), at(i), card, &Look::default());
        }
    }
    deck.back(ui.painter(), at(4), &Look::default());
}

/// In which column each menu's keys stand.
const KEY_COLUMNS: [usize; 7] = [0, 0, 1, 1, 2, 0, 0];

fn keys_ui(ui: &mut Ui, words: &Words) {
    let tokens = Tokens::of(ui.ctx());
    ui.heading(words.t("command.keys"));
    ui.add_space(GAP / 2.0);
    ui.spacing_mut().interact_size.y = 20.0;
    let height = ui.ctx().content_rect().height() - 190.0;
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        ui.columns(3, |columns| {
            for (i, (menu, items)) in MENUS.iter().enumerate() {
                let ui = &mut columns[KEY_COLUMNS[i]];
                ui.label(RichText::new(words.t(menu)).color(tokens.accent));
                egui::Grid::new(("keys", i))
                    .num_columns(2)
                    .spacing(vec2(12.0, 3.0))
                    .min_col_width(60.0)
                    .show(ui, |ui| {
                        for command in items.iter().flatten() {
                            ui.label(
                                RichText::new(command.shortcut_text(words)).size(14.0).color(tokens.faint),
                            );
                            ui.label(command.name(words));
                            ui.end_row();
                        }
                    });
                ui.add_space(GAP);
            }
            columns[1].vertical(|ui| {
                ui.label(RichText::new(words.t("keys.typing")).color(tokens.accent));
                for key in ["keys.typing.text", "keys.places", "keys.mouse"] {
                    ui.label(words.t(key));
                    ui.add_space(2.0);
                }
            });
        });
    });
}

fn about_ui(ui: &mut Ui, words: &Words) {
    ui.heading("Kiebitz");
    ui.label(words.fill("about.version", &[("version", &env!("CARGO_PKG_VERSION"))]));
    ui.add_space(GAP / 2.0);
    ui.label(words.t("about.text"));
    ui.add_space(GAP / 2.0);
    ui.label(RichText::new(words.t("about.licence")).color(Tokens::of(ui.ctx()).faint));
}

impl Kiebitz {
    /// The tooltip of a command: what it does and its key.
    pub(crate) fn hint(command: Command, words: &Words) -> String {
        let key = command.shortcut_text(words);
        if key.is_empty() { command.why(words).into() } else { format!("{}  ({key})", command.why(words)) }
    }
}
