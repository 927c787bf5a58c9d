//! Questions and sheets over the window: unsaved work, recovery, settings, keys, about.

use super::file_commands::{FileToWrite, Next};
use super::settings::Settings;
use super::theme::{GAP, Tokens, WIDE};
use super::view::WorkspaceView;
use super::widgets::fields;
use super::{Kiebitz, key_sheet};
use crate::words::Words;
use egui::{RichText, Ui};
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
            Dialog::Settings => self.settings_ui(ctx),
            Dialog::Keys => {
                self.sheet_ui(ctx, 960.0, |ui, words, settings| key_sheet::ui(ui, words, &settings.keys))
            }
            Dialog::About => self.sheet_ui(ctx, 480.0, |ui, words, _| about_ui(ui, words)),
        }
    }

    /// A sheet that closes with Esc, a click beside it, or its button.
    pub(super) fn sheet_ui(
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
                    // The first answer is the one that loses nothing.
                    let said = match i {
                        0 => fields::highlighted(ui, true, label, egui::Vec2::ZERO),
                        _ => ui.button(*label).clicked(),
                    };
                    if said {
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

fn about_ui(ui: &mut Ui, words: &Words) {
    ui.heading("Kiebitz");
    ui.label(words.fill("about.version", &[("version", &env!("CARGO_PKG_VERSION"))]));
    ui.add_space(GAP / 2.0);
    ui.label(words.t("about.text"));
    ui.add_space(GAP / 2.0);
    ui.label(RichText::new(words.t("about.licence")).color(Tokens::of(ui.ctx()).faint));
}
