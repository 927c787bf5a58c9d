//! Writes the solution in words: from the proof, in the background, into both languages' fields.

use super::Compose;
use super::check::bare;
use super::check_panel::why_not;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::common::document::history::Step;
use crate::app::common::{follow, waker};
use crate::engine::{Monitor, Task};
use crate::puzzle::soundness::Checker;
use crate::puzzle::wording::Solution;
use crate::puzzle::{Puzzle, Texts};
use crate::search::proof::ProofError;
use egui::{RichText, Ui};

/// Writes one solution at a time.
pub struct Writer {
    /// Finds the solution in full and in short.
    task: Task<Puzzle, Result<[Texts; 2], ProofError>>,
    /// Which of the two was asked for.
    short: bool,
}

impl Writer {
    /// An idle writer.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Writer {
        let task = Task::new("solution", waker(ctx), |puzzle, job| {
            let solution = Solution::of(
                puzzle,
                &mut Checker::with_resources(job.share().resources()),
                &job.monitor().limits(),
            );
            job.tell(solution.map(|solution| [solution.texts(), solution.short_texts()]));
        });
        Writer { task, short: false }
    }

    /// Stops; nothing is written.
    pub fn stop(&mut self) {
        self.task.forget();
    }

    /// What it is at, for the status bar.
    #[must_use]
    pub fn work(&self) -> Option<&Monitor> {
        self.task.work()
    }
}

impl Compose {
    /// Takes a finished text; one about a deal that has changed meanwhile is of no use.
    pub(super) fn follow_writer(&mut self, cx: &mut Cx<'_>) {
        if self.pages.writer.task.is_busy()
            && self.pages.writer.task.question() != bare(self.document()).as_ref()
        {
            self.pages.writer.stop();
            cx.toasts.done(cx.words.t("solution.changed"));
        }
        follow(&mut self.pages.writer.task, cx);
        for text in self.pages.writer.task.take() {
            match text {
                Ok([whole, short]) => {
                    self.put_solution(if self.pages.writer.short { short } else { whole }, cx);
                }
                Err(why) => {
                    let why = why_not(&cx.words, &why);
                    cx.toasts.problem(cx.words.fill("solution.failed", &[("why", &why)]));
                }
            }
        }
    }

    fn put_solution(&mut self, texts: Texts, cx: &mut Cx<'_>) {
        let words = cx.words;
        let before = &self.document().solution;
        let other = *before != texts && !(before.de.is_empty() && before.en.is_empty());
        self.edit(Step::named("step.solution_words"), |document| document.solution = texts);
        let keys = cx.settings.keys.text(Command::Undo, &words);
        cx.toasts.done(if other {
            words.fill("solution.replaced", &[("keys", &keys)])
        } else {
            words.t("solution.written").into()
        });
    }

    /// The button over the solution.
    pub(super) fn writer_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        ui.horizontal_wrapped(|ui| {
            if let Some(monitor) = self.pages.writer.work() {
                let seconds = format!("{:.0}", monitor.elapsed().as_secs_f64());
                let text = words.fill("solution.writing", &[("n", &seconds)]);
                ui.label(RichText::new(text).color(cx.tokens.faint));
                if ui.button(words.t("solution.stop")).clicked() {
                    self.pages.writer.stop();
                }
                return;
            }
            let ready = self.verdict.position().is_some_and(|position| position.turn().is_some());
            let choices = [
                ("solution.write", "solution.write.why", false),
                ("solution.brief", "solution.brief.why", true),
            ];
            for (name, why, short) in choices {
                let response =
                    ui.add_enabled(ready, egui::Button::new(words.t(name))).on_hover_text(words.t(why));
                if response.on_disabled_hover_text(words.t("diagram.not_yet")).clicked()
                    && let Some(puzzle) = bare(self.document())
                {
                    self.pages.writer.short = short;
                    self.pages.writer.task.begin(puzzle);
                }
            }
        });
    }
}
