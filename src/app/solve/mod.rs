//! Solve: for now the collection of puzzles that comes with Kiebitz.

use super::Cx;
use super::commands::Command;
use super::room::{Room, Wish};
use super::texts::Words;
use super::theme::{GAP, Tokens, WIDE};
use crate::deal::Position;
use crate::engine::Monitor;
use crate::puzzle::{Puzzle, bundled};
use egui::{CentralPanel, Frame, Margin, RichText, ScrollArea, Ui};
use std::path::Path;

/// The workspace.
pub struct Solve {
    puzzles: Vec<(&'static str, Puzzle)>,
}

impl Solve {
    /// The workspace in this window; `data` is where progress is kept, if anywhere.
    #[must_use]
    pub fn new(_ctx: &egui::Context, _data: Option<&Path>) -> Solve {
        Solve { puzzles: bundled().collect() }
    }

    /// Shows the proof of a position.
    pub fn prove(&mut self, _position: Position) {}

    /// Plays a puzzle.
    pub fn play(&mut self, _puzzle: Puzzle) {}
}

impl Room for Solve {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = &cx.words;
        let tokens = Tokens::of(ui.ctx());
        let mut chosen = None;
        CentralPanel::default().frame(Frame::new().inner_margin(Margin::same(28))).show(ui, |ui| {
            ui.heading(words.t("solve.title"));
            ui.label(RichText::new(words.t("solve.text")).color(tokens.faint));
            ui.add_space(WIDE);
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.set_max_width(820.0);
                for (i, (_, puzzle)) in self.puzzles.iter().enumerate() {
                    if entry_ui(ui, puzzle, words) {
                        chosen = Some(self.puzzles[i].1.clone());
                    }
                    ui.add_space(GAP);
                }
            });
        });
        cx.wishes.extend(chosen.map(|puzzle| Wish::Compose(Box::new(puzzle))));
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
        words.t("solve.title").into()
    }

    fn paste(&mut self, _text: &str, _cx: &mut Cx<'_>) {}
}

fn entry_ui(ui: &mut Ui, puzzle: &Puzzle, words: &Words) -> bool {
    let tokens = Tokens::of(ui.ctx());
    let mut open = false;
    let frame = Frame::new()
        .fill(tokens.field)
        .stroke(egui::Stroke::new(1.0, tokens.line))
        .corner_radius(10)
        .inner_margin(Margin::same(16));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let title = puzzle.title.get(words.language);
        ui.label(RichText::new(title).size(19.0));
        let position = &puzzle.position;
        let mut facts = vec![
            words.contract(position.contract()),
            words.fill("solve.declarer", &[("seat", &words.seat(position.declarer()))]),
        ];
        if let Some(difficulty) = puzzle.difficulty {
            facts.push(match difficulty {
                1 => words.t("difficulty.easy").into(),
                2 => words.t("difficulty.medium").into(),
                _ => words.t("difficulty.hard").into(),
            });
        }
        ui.label(RichText::new(facts.join("  ·  ")).color(tokens.accent));
        ui.add_space(4.0);
        ui.label(puzzle.question.get(words.language));
        ui.add_space(4.0);
        let mut from = vec![puzzle.author.clone(), puzzle.source.clone()];
        from.extend(puzzle.year.map(|year| year.to_string()));
        from.retain(|part| !part.is_empty());
        ui.label(RichText::new(from.join(", ")).size(14.0).color(tokens.faint));
        ui.add_space(GAP);
        let label = words.fill("solve.open_name", &[("title", &title)]);
        let button = egui::Button::new(words.t("solve.open"));
        open = ui.add(button).accessible_name(label).clicked();
    });
    open
}
