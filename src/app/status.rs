//! The status bar: what the engine is doing, and a button to stop it.

use super::commands::Command;
use super::theme::Tokens;
use super::{Kiebitz, Workspace};
use crate::engine::Monitor;
use egui::{RichText, Ui};

/// Below this width there is room for one thing: what is done, or while nothing is done the name of what is open.
const NARROW: f32 = 700.0;

impl Kiebitz {
    pub(super) fn status_ui(&mut self, ui: &mut Ui) {
        let words = self.words();
        let tokens = Tokens::of(ui.ctx());
        let name = self.view().name(&words);
        let written = self.written_now();
        let written = written.as_deref().and_then(std::path::Path::file_name);
        let state = if let Some(file) = written {
            words.fill("status.saving", &[("file", &file.to_string_lossy())])
        } else if self.settings.workspace == Workspace::Compose && self.compose.is_unsaved() {
            words.fill("status.unsaved", &[("file", &name)])
        } else {
            name
        };
        let work = self.view().work(&words).map(|(what, monitor)| progress(&what, monitor, &words));
        let hint = self.settings.keys.hint(Command::Stop, &words);
        // In a narrow window the figures are cut, never the button.
        let mut stopped = false;
        let (narrow, busy) = (ui.available_width() < NARROW, work.is_some());
        egui::Sides::new().height(26.0).shrink_left().truncate().show(
            ui,
            |ui| match work {
                Some(work) => {
                    let (dot, _) = ui.allocate_exact_size(egui::vec2(12.0, 12.0), egui::Sense::hover());
                    ui.painter().circle_filled(dot.center(), 5.0, tokens.accent);
                    stopped = ui.small_button(Command::Stop.name(&words)).on_hover_text(hint).clicked();
                    ui.label(work);
                }
                None if narrow => {}
                None => {
                    ui.label(RichText::new(words.t("status.idle")).color(tokens.faint));
                }
            },
            |ui| {
                if !(narrow && busy) {
                    ui.label(RichText::new(state).color(tokens.faint));
                }
            },
        );
        if stopped {
            self.commands.push(Command::Stop);
        }
    }
}

/// What, how many positions, how fast, how long, which bound.
fn progress(what: &str, monitor: &Monitor, words: &crate::words::Words) -> String {
    let seconds = monitor.elapsed().as_secs_f64();
    let mut text =
        format!("{what}  ·  {}", words.fill("status.seconds", &[("n", &words.decimal(seconds, 1))]));
    let nodes = monitor.progress().nodes();
    if nodes > 0 && seconds > 0.0 {
        let rate = words.number((nodes as f64 / seconds / 1000.0) as u64);
        text += "  ·  ";
        text += &words.fill("status.nodes", &[("n", &words.number(nodes)), ("rate", &rate)]);
    }
    if let Some((done, of)) = monitor.progress().part() {
        text += "  ·  ";
        text += &words.fill("status.part", &[("n", &words.number(done)), ("of", &words.number(of))]);
    }
    if let Some(bound) = monitor.progress().bound() {
        text += "  ·  ";
        text += &words.fill("status.bound", &[("n", &bound)]);
    }
    text
}
