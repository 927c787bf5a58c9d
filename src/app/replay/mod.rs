//! Replay: for now an honest page about what it will read.

use super::texts::Words;
use super::theme::{GAP, Tokens, WIDE};
use egui::{CentralPanel, Frame, Margin, RichText, Ui};

/// Draws the page.
pub fn ui(ui: &mut Ui, words: &Words) {
    let tokens = Tokens::of(ui.ctx());
    CentralPanel::default().frame(Frame::new().inner_margin(Margin::same(28))).show(ui, |ui| {
        ui.set_max_width(760.0);
        ui.heading(words.t("replay.title"));
        ui.label(RichText::new(words.t("replay.text")).color(tokens.faint));
        ui.add_space(WIDE);
        ui.label(words.t("replay.today"));
        ui.add_space(GAP / 2.0);
        let frame = Frame::new().fill(tokens.field).corner_radius(6).inner_margin(Margin::symmetric(12, 8));
        frame.show(ui, |ui| ui.label(RichText::new("kiebitz archive games.sgf").monospace()));
    });
}
