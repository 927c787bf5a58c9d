//! The tab that asks how the cards may lie; a deal found goes onto the table as one step.

use super::Compose;
use crate::app::Cx;
use crate::app::common::document::file;
use crate::app::common::document::history::Step;
use crate::app::distributions::Deed;
use crate::deal::{DealSetup, Holding};
use crate::puzzle::Puzzle;
use crate::puzzle::distributions::Sitting;
use crate::rules::Seat;
use egui::Ui;

/// A deal found that was put on the table, and the deal it answers.
pub struct OnTable {
    sitting: Sitting,
    question: DealSetup,
    answer: DealSetup,
}

impl Compose {
    pub(super) fn distributions_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        // Undo and redo take it away and bring it back.
        let sitting = self.on_table().map(|on| on.sitting);
        self.pages.distributions.set_shown(sitting);
        let puzzle = self.asked();
        match self.pages.distributions.ui(ui, cx, puzzle.as_ref()) {
            Some(Deed::Show(sitting)) => self.put_on_table(&sitting),
            Some(Deed::Back) => {
                if let Some(question) = self.on_table().map(|on| on.question.clone()) {
                    self.edit(Step::named("step.question_back"), |document| document.setup = question);
                }
            }
            None => {}
        }
    }

    /// The deal found, if it lies on the table just now.
    fn on_table(&self) -> Option<&OnTable> {
        self.pages.on_table.as_ref().filter(|on| on.answer == self.document().setup)
    }

    /// The puzzle that is asked about: while a deal found lies there, still the one before it.
    fn asked(&self) -> Option<Puzzle> {
        let Some(on) = self.on_table() else { return file::to_puzzle(self.document()) };
        let mut document = self.document().clone();
        document.setup = on.question.clone();
        file::to_puzzle(&document)
    }

    fn put_on_table(&mut self, sitting: &Sitting) {
        let question =
            self.on_table().map_or_else(|| self.document().setup.clone(), |on| on.question.clone());
        let start = question.clone();
        self.edit(Step::named("step.distribution"), |document| {
            document.setup = start;
            for seat in Seat::ALL {
                document.setup.hands[seat] = Holding::full(sitting.hands[seat]);
            }
            document.setup.skat = Holding::full(sitting.skat);
            document.sort_hands();
        });
        self.pages.on_table =
            Some(OnTable { sitting: *sitting, question, answer: self.document().setup.clone() });
    }
}
