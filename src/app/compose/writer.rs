//! Writes the solution in words: from the proof, in the background, into both languages' fields.

use super::Compose;
use super::check::bare;
use super::check_panel::why_not;
use super::history::Step;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::engine::{Engine, Event, Monitor};
use crate::puzzle::soundness::Checker;
use crate::puzzle::words::Solution;
use crate::puzzle::{Puzzle, Texts};
use crate::search::proof::ProofError;
use egui::{RichText, Ui};

/// The engine's topic.
const TOPIC: &str = "solution";

/// Writes one solution at a time.
pub struct Writer {
    engine: Engine<Result<Texts, ProofError>>,
    /// What is being solved.
    about: Option<Puzzle>,
}

impl Writer {
    /// An idle writer.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Writer {
        let waker = ctx.clone();
        Writer { engine: Engine::new(move || waker.request_repaint()), about: None }
    }

    fn begin(&mut self, puzzle: Puzzle) {
        self.about = Some(puzzle.clone());
        self.engine.submit(TOPIC, move |job| {
            let limits = job.monitor().limits();
            let solution = Solution::of(&puzzle, &mut Checker::new(), &limits);
            job.tell(solution.map(|solution| solution.texts()));
        });
    }

    /// Stops; nothing is written.
    pub fn stop(&mut self) {
        self.engine.cancel_all();
        self.about = None;
    }

    /// What it is at, for the status bar.
    #[must_use]
    pub fn work(&self) -> Option<&Monitor> {
        self.engine.watch(TOPIC)
    }
}

impl Compose {
    /// Takes a finished text; one about a deal that has changed meanwhile is of no use.
    pub(super) fn follow_writer(&mut self, cx: &mut Cx<'_>) {
        if self.writer.about.is_some() && self.writer.about != bare(self.document()) {
            self.writer.stop();
            cx.toasts.done(cx.words.t("solution.changed"));
        }
        for (_, event) in self.writer.engine.poll() {
            match event {
                Event::Answer(Ok(texts)) => self.put_solution(texts, cx),
                Event::Answer(Err(why)) => {
                    let why = why_not(&cx.words, &why);
                    cx.toasts.problem(cx.words.fill("solution.failed", &[("why", &why)]));
                }
                Event::Finished => self.writer.about = None,
                Event::Panicked(text) => {
                    self.writer.about = None;
                    cx.toasts.problem(cx.words.fill("engine.failed", &[("why", &text)]));
                }
            }
        }
    }

    fn put_solution(&mut self, texts: Texts, cx: &mut Cx<'_>) {
        let words = cx.words;
        let before = &self.document().solution;
        let other = *before != texts && !(before.de.is_empty() && before.en.is_empty());
        self.edit(Step::named("step.solution_words"), |document| document.solution = texts);
        let keys = Command::Undo.shortcut_text(&words);
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
            if let Some(monitor) = self.writer.work() {
                let seconds = format!("{:.0}", monitor.elapsed().as_secs_f64());
                let text = words.fill("solution.writing", &[("n", &seconds)]);
                ui.label(RichText::new(text).color(cx.tokens.faint));
                if ui.button(words.t("solution.stop")).clicked() {
                    self.writer.stop();
                }
                return;
            }
            let ready = self.verdict.position().is_some_and(|position| position.turn().is_some());
            let button = egui::Button::new(words.t("solution.write"));
            let response = ui.add_enabled(ready, button).on_hover_text(words.t("solution.write.why"));
            if response.on_disabled_hover_text(words.t("diagram.not_yet")).clicked()
                && let Some(puzzle) = bare(self.document())
            {
                self.writer.begin(puzzle);
            }
        });
    }
}
