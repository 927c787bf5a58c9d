//! The batch: all listed games analysed one after the other, with pause, stop, and going on after a
//! restart. Results are kept game by game, so nothing is done twice.

use super::Replay;
use super::filters::describe;
use super::query::{Query, Step};
use super::work::{self, topic};
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::theme::GAP;
use crate::app::widgets::fields::{caption, choice, section};
use crate::archive::analysis::{Batch, Control, Depth, Summary, Task};
use crate::words::Words;
use egui::{Button, ProgressBar, RichText, Ui};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// A batch that is not finished, as it is remembered over a restart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pending {
    /// Which games.
    pub steps: Vec<Step>,
    /// Whether only winners and losers are asked for, not points.
    pub quick: bool,
}

/// The batch that is under way.
#[derive(Default)]
pub struct Queue {
    control: Option<Control>,
    /// Results that are not in the index yet, by the game's key: rows move when another archive is opened.
    pub fresh: HashMap<u64, Summary>,
    quick: bool,
}

impl Queue {
    /// The batch under way.
    #[must_use]
    pub fn control(&self) -> Option<&Control> {
        self.control.as_ref()
    }

    /// The batch has begun.
    pub fn begun(&mut self, control: Control) {
        self.control = Some(control);
    }

    /// Stops the batch; what is done is kept.
    pub fn stop(&mut self) {
        if let Some(control) = self.control.take() {
            control.stop();
        }
    }
}

impl Replay {
    /// The batch under way, for tests.
    #[must_use]
    pub fn batch(&self) -> Option<&Control> {
        self.queue.control()
    }

    /// What is known of a game from its analysis.
    #[must_use]
    pub fn summary(&self, row: u32) -> Option<Summary> {
        let row = self.archives.library.index.row(row)?;
        self.queue.fresh.get(&row.key).copied().or(row.analysis)
    }

    /// Begins to analyse the listed games.
    pub(super) fn start_batch(&mut self, cx: &mut Cx<'_>) {
        let pending = Pending { steps: self.filters.steps().to_vec(), quick: self.queue.quick };
        self.begin_batch(pending, cx);
    }

    fn begin_batch(&mut self, pending: Pending, cx: &mut Cx<'_>) {
        self.archive.show_queue();
        self.queue.stop();
        let archives = Arc::clone(&self.archives);
        let kept = Arc::clone(&self.kept);
        let threads = cx.settings.threads as usize;
        let depth = if pending.quick { Depth::Quick } else { Depth::Full };
        let query = Query { archives: Arc::clone(&archives), steps: pending.steps.clone(), order: None };
        cx.settings.replay.pending = Some(pending);
        self.engine.submit(topic::BATCH, move |job| {
            let Some(found) = query.run(&|| job.monitor().is_stopped()) else { return };
            let index = &archives.library.index;
            let task = |&row: &u32| index.row(row).map(|found| Task { number: row, key: found.key });
            let batch = Batch::new(found.rows.iter().filter_map(task), depth, &work::lock(&kept.results));
            job.tell(work::ReplayEvent::Batch(batch.control()));
            work::work_through(&archives, &batch, threads, &kept.results, job);
        });
    }

    /// The batch has come to its end, or was stopped.
    pub(super) fn batch_ends(&mut self, cx: &mut Cx<'_>) {
        let Some(control) = self.queue.control.take() else { return };
        if !control.is_stopped() {
            cx.settings.replay.pending = None;
            let n = cx.words.number(control.done());
            cx.toasts.done(cx.words.fill("queue.done", &[("n", &n)]));
        }
    }

    pub(super) fn queue_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        ui.set_max_width(720.0);
        section(ui, words.t("queue.title"));
        ui.add(egui::Label::new(RichText::new(words.t("queue.why")).color(cx.tokens.faint)).wrap());
        ui.add_space(GAP);
        if let Some(control) = self.queue.control.clone() {
            self.running_ui(ui, &control, cx);
            return;
        }
        let depths = [(false, words.t("queue.full")), (true, words.t("queue.quick"))];
        if let Some(quick) = choice(ui, words.t("queue.depth"), Some(self.queue.quick), &depths) {
            self.queue.quick = quick;
        }
        let why = if self.queue.quick { words.t("queue.quick.why") } else { words.t("queue.full.why") };
        caption(ui, why);
        ui.add_space(GAP);
        let n = words.number(self.found.rows.len() as u64);
        let start = Button::new(words.fill("queue.start", &[("n", &n)]));
        if ui.add_enabled(!self.found.rows.is_empty(), start).clicked() {
            cx.send.push(Command::AnalyseGames);
        }
        let Some(pending) = cx.settings.replay.pending.clone() else { return };
        ui.add_space(GAP * 2.0);
        section(ui, words.t("queue.pending"));
        let said: Vec<String> = pending.steps.iter().map(|step| describe(&words, &step.filter)).collect();
        ui.label(said.join(" · "));
        ui.horizontal(|ui| {
            let ready = self.reading.is_none() && self.waiting.is_empty();
            if ui.add_enabled(ready, Button::new(words.t("queue.resume"))).clicked() {
                self.queue.quick = pending.quick;
                self.begin_batch(pending, cx);
            }
            if ui.button(words.t("queue.forget")).clicked() {
                cx.settings.replay.pending = None;
            }
        });
    }

    fn running_ui(&mut self, ui: &mut Ui, control: &Control, cx: &mut Cx<'_>) {
        let words = cx.words;
        let (done, total) = (control.done(), control.total());
        let share = if total == 0 { 1.0 } else { done as f32 / total as f32 };
        let text = words.fill("queue.progress", &[("n", &words.number(done)), ("all", &words.number(total))]);
        ui.add(ProgressBar::new(share).text(text.clone())).accessible_name(text);
        let left = match control.remaining() {
            _ if control.is_paused() => words.t("queue.paused").to_string(),
            Some(left) => words.fill("queue.left", &[("time", &span(&words, left))]),
            None => words.t("queue.begins").to_string(),
        };
        ui.label(left);
        if control.failed() > 0 {
            let text = words.count("queue.failed_one", "queue.failed", control.failed());
            ui.label(RichText::new(text).color(cx.tokens.warn));
        }
        ui.horizontal(|ui| {
            if control.is_paused() {
                if ui.button(words.t("queue.go_on")).clicked() {
                    control.resume();
                }
            } else if ui.button(words.t("queue.pause")).clicked() {
                control.pause();
            }
            if ui.button(words.t("queue.stop")).clicked() {
                self.queue.stop();
            }
        });
        ui.ctx().request_repaint_after(Duration::from_millis(300));
    }
}

/// A stretch of time as a person says it.
fn span(words: &Words, time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..=90 => words.fill("span.seconds", &[("n", &seconds.max(1))]),
        91..=5400 => words.fill("span.minutes", &[("n", &((seconds + 30) / 60))]),
        _ => words.fill("span.hours", &[("n", &words.decimal(seconds as f64 / 3600.0, 1))]),
    }
}

/// What the analysis found, short enough for a column.
#[must_use]
pub fn marks(words: &Words, found: &Summary) -> String {
    let mut parts = Vec::new();
    for (forced, missed, risked) in [
        (found.declarer, "marks.declarer_missed", "marks.declarer_risked"),
        (found.defenders, "marks.defenders_missed", "marks.defenders_risked"),
    ] {
        let key = match (forced.missed, forced.lost) {
            (true, _) => missed,
            (false, Some(_)) => risked,
            _ => continue,
        };
        let text = words.find(key).unwrap_or(key);
        let at = match forced.lost.or(forced.first) {
            Some(card) if card < found.cards => words.fill("marks.at", &[("n", &(card + 1))]),
            _ => words.t("marks.at_end").to_string(),
        };
        parts.push(format!("{text} {at}"));
    }
    let mistakes: u8 = found.mistakes.iter().sum();
    if mistakes > 0 && parts.is_empty() {
        parts.push(words.count("marks.mistake", "marks.mistakes", mistakes.into()));
    }
    if parts.is_empty() {
        parts.push(if found.cards == 0 { "–".into() } else { words.t("marks.clean").into() });
    }
    parts.join(", ")
}
