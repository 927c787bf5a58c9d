//! How may the cards of a puzzle lie? The table shows the question, or a deal that was found.

use super::Solve;
use crate::app::Cx;
use crate::app::theme::GAP;
use crate::app::widgets::beside::Beside;
use crate::app::widgets::cards::{Deck, Look};
use crate::app::widgets::shown::{Visibility, table_of};
use crate::app::widgets::table::table_ui;
use crate::deal::View;
use egui::{CentralPanel, Frame, Margin, Panel, RichText, Ui};

impl Solve {
    pub(super) fn distributions_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some(attempt) = &self.attempt else { return };
        let words = cx.words;
        let puzzle = &attempt.puzzle;
        let panel = Beside::right("distributions panel", (400.0, 480.0), (360.0, 640.0));
        let main = panel.show(ui, &words, |ui| {
            Frame::new().inner_margin(Margin::symmetric(6, 8)).show(ui, |ui| {
                // The panel keeps what lies on the table, so both of its deeds are done already.
                self.distributions.ui(ui, cx, Some(puzzle));
            });
        });
        if !main {
            return;
        }
        let strip = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 4, bottom: 10 });
        Panel::bottom("distributions question")
            .resizable(false)
            .show_separator_line(false)
            .frame(strip)
            .show(ui, |ui| {
                let question = puzzle.question.get(words.language);
                ui.add(egui::Label::new(RichText::new(question).color(cx.tokens.faint)).wrap());
                ui.add_space(GAP / 2.0);
            });
        let frame = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 4, bottom: 4 });
        CentralPanel::no_frame().show(ui, |ui| {
            frame.show(ui, |ui| {
                let (_, rect) = ui.allocate_space(ui.available_size());
                let bottom = self.bottom.unwrap_or_else(|| attempt.bottom());
                let found = self.distributions.shown().zip(self.distributions.hunt());
                let deal = found.and_then(|(sitting, hunt)| sitting.on(hunt.question.position()).ok());
                let sight = match puzzle.position.view() {
                    View::Seat(viewer) if deal.is_none() => Visibility::Player(viewer),
                    _ => Visibility::All,
                };
                let asked = self.distributions.asked().unwrap_or(&puzzle.position);
                let shown = deal.as_ref().unwrap_or(asked);
                let mut model = table_of(shown, puzzle.goal(), sight, bottom, &words, |_| Look::default());
                model.hint = words.t(if deal.is_some() { "dist.hint_deal" } else { "dist.hint" }).into();
                table_ui(ui, rect, &model, &Deck { texts: &words, tokens: &cx.tokens });
            });
        });
    }
}
