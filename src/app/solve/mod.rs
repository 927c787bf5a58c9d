//! Solve: for now the collection of puzzles that comes with Kiebitz, and their proofs.

pub mod proof;

use super::Cx;
use super::commands::Command;
use super::files::Purpose;
use super::room::{Room, Wish};
use super::texts::Words;
use super::theme::{GAP, Tokens, WIDE};
use crate::deal::Position;
use crate::engine::Monitor;
use crate::puzzle::{Puzzle, bundled};
use egui::{CentralPanel, Frame, Margin, RichText, ScrollArea, Ui};
use proof::ProofView;
use std::path::Path;

/// The workspace.
pub struct Solve {
    puzzles: Vec<(&'static str, Puzzle)>,
    proof: ProofView,
    proving: bool,
}

impl Solve {
    /// The workspace in this window; `data` is where progress is kept, if anywhere.
    #[must_use]
    pub fn new(ctx: &egui::Context, _data: Option<&Path>) -> Solve {
        Solve { puzzles: bundled().collect(), proof: ProofView::new(ctx), proving: false }
    }

    /// The view of proofs.
    #[must_use]
    pub fn proof(&self) -> &ProofView {
        &self.proof
    }

    /// Shows the proof of a position.
    pub fn prove(&mut self, position: Position) {
        let goal = position.goal();
        self.proof.prove(position, goal);
        self.proving = true;
    }

    /// Plays a puzzle.
    pub fn play(&mut self, _puzzle: Puzzle) {}
}

impl Room for Solve {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        if self.proving {
            self.proof.ui(ui, cx);
            return;
        }
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
                    match entry_ui(ui, puzzle, words) {
                        Some(true) => chosen = Some(self.puzzles[i].1.clone()),
                        Some(false) => {
                            self.proof.prove(puzzle.position.clone(), puzzle.goal());
                            self.proving = true;
                        }
                        None => {}
                    }
                    ui.add_space(GAP);
                }
            });
        });
        cx.wishes.extend(chosen.map(|puzzle| Wish::Compose(Box::new(puzzle))));
    }

    fn think(&mut self, cx: &mut Cx<'_>) {
        self.proof.think(cx);
    }

    fn run(&mut self, command: Command, cx: &mut Cx<'_>) {
        self.proof.run(command, cx);
    }

    fn can_run(&self, command: Command) -> bool {
        self.proving && self.proof.can_run(command)
    }

    fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        self.proof.work(words)
    }

    fn stop(&mut self) {
        self.proof.stop();
    }

    fn chosen(&mut self, purpose: Purpose, path: &Path, cx: &mut Cx<'_>) {
        self.proof.chosen(purpose, path, cx);
    }

    fn name(&self, words: &Words) -> String {
        words.t("solve.title").into()
    }

    fn paste(&mut self, _text: &str, _cx: &mut Cx<'_>) {}
}

fn entry_ui(ui: &mut Ui, puzzle: &Puzzle, words: &Words) -> Option<bool> {
    let tokens = Tokens::of(ui.ctx());
    let mut open = None;
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
        ui.horizontal(|ui| {
            if ui.add(button).accessible_name(label).clicked() {
                open = Some(true);
            }
            let label = words.fill("solve.prove_name", &[("title", &title)]);
            if ui.button(words.t("proof.title")).accessible_name(label).clicked() {
                open = Some(false);
            }
        });
    });
    open
}
