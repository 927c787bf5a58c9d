//! Replay: for now an honest page about what it will read.

use super::Cx;
use super::commands::Command;
use super::room::Room;
use super::texts::Words;
use super::theme::{GAP, Tokens, WIDE};
use crate::engine::Monitor;
use egui::{CentralPanel, Frame, Margin, RichText, Ui};
use std::path::Path;

/// The workspace.
pub struct Replay {}

impl Replay {
    /// The workspace in this window; `data` is where indexes are kept, if anywhere.
    #[must_use]
    pub fn new(_ctx: &egui::Context, _data: Option<&Path>) -> Replay {
        Replay {}
    }

    /// Opens an archive.
    pub fn open(&mut self, _path: &Path) {}

    /// Shows games given as text.
    pub fn show(&mut self, _records: String) {}
}

impl Room for Replay {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = &cx.words;
        let tokens = Tokens::of(ui.ctx());
        CentralPanel::default().frame(Frame::new().inner_margin(Margin::same(28))).show(ui, |ui| {
            ui.set_max_width(760.0);
            ui.heading(words.t("replay.title"));
            ui.label(RichText::new(words.t("replay.text")).color(tokens.faint));
            ui.add_space(WIDE);
            ui.label(words.t("replay.today"));
            ui.add_space(GAP / 2.0);
            let frame =
                Frame::new().fill(tokens.field).corner_radius(6).inner_margin(Margin::symmetric(12, 8));
            frame.show(ui, |ui| ui.label(RichText::new("kiebitz archive games.sgf").monospace()));
        });
    }

    fn think(&mut self, _cx: &mut Cx<'_>) {}

    fn run(&mut self, _command: Command, _cx: &mut Cx<'_>) {}

    fn can_run(&self, _command: Command) -> bool {
        false
    }

    fn work(&self, _words: &Words) -> Option<(String, &Monitor)> {
        None
    }

    fn stop(&mut self) {}

    fn name(&self, words: &Words) -> String {
        words.t("replay.name").into()
    }

    fn paste(&mut self, _text: &str, _cx: &mut Cx<'_>) {}
}
