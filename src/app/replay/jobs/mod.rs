//! Long work on many games: the batch, which analyses all listed games one after the other with pause, stop,
//! and going on after a restart; and writing games to a file.

mod batch;
mod export;
mod report;

use super::Once;
use super::archives::{Archives, OpenArchives};
use super::kept::Kept;
use super::list::filters::describe;
use super::list::query::Step;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::common::{follow, waker};
use crate::app::theme::GAP;
use crate::app::view::Request;
use crate::app::widgets::fields::{caption, choice, section};
use crate::archive::analysis::Control;
use crate::archive::reasons::reason;
use crate::engine::{JobContext, Monitor, Task};
use crate::words::Words;
use batch::{BatchEvent, BatchRequest};
use egui::{Button, ProgressBar, RichText, Ui};
use export::ExportEvent;
pub use export::ExportRequest;
use report::ReportEvent;
pub use report::{ReportKind, ReportRequest};
use serde::{Deserialize, Serialize};
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
    /// Whether the person has stopped it: then it does not go on by itself.
    pub stopped: bool,
}

/// The work.
pub struct Jobs {
    batch: Task<Once<BatchRequest>, BatchEvent>,
    /// Pause, stop and progress of the batch under way.
    control: Option<Control>,
    quick: bool,
    /// Whether the batch of the last session has been taken up, or there was none.
    resumed: bool,
    export: Task<Once<ExportRequest>, ExportEvent>,
    report: Task<Once<ReportRequest>, ReportEvent>,
}

impl Jobs {
    /// Nothing to do yet.
    #[must_use]
    pub fn new(ctx: &egui::Context, kept: Arc<Kept>) -> Jobs {
        let own = Arc::clone(&kept);
        let tell = move |request: &Once<ReportRequest>, job: &JobContext<ReportEvent>| {
            report::run(&request.1, &own, job);
        };
        let work = move |request: &Once<BatchRequest>, job: &JobContext<BatchEvent>| {
            batch::run(&request.1, &kept, job);
        };
        let write =
            |request: &Once<ExportRequest>, job: &JobContext<ExportEvent>| export::run(&request.1, job);
        Jobs {
            batch: Task::new("replay batch", waker(ctx), work),
            control: None,
            quick: false,
            resumed: false,
            export: Task::new("replay export", waker(ctx), write),
            report: Task::new("replay report file", waker(ctx), tell),
        }
    }

    /// The batch under way.
    #[must_use]
    pub fn control(&self) -> Option<&Control> {
        self.control.as_ref()
    }

    /// The progress of writing.
    #[must_use]
    pub fn writing(&self) -> Option<&Monitor> {
        self.export.work().or_else(|| self.report.work())
    }

    /// The progress of the batch.
    #[must_use]
    pub fn analysing(&self) -> Option<&Monitor> {
        self.batch.work()
    }

    /// Stops the batch; what is done is kept.
    pub fn stop(&mut self) {
        if let Some(control) = &self.control {
            control.stop();
        }
    }

    /// Stops to write.
    pub fn stop_writing(&mut self) {
        self.export.stop();
        self.report.stop();
    }

    /// Writes games.
    pub fn write(&mut self, request: ExportRequest) {
        self.export.begin(Once::new(request));
    }

    /// Writes a report.
    pub fn report(&mut self, request: ReportRequest) {
        self.report.begin(Once::new(request));
    }

    /// Hears what became of a report.
    fn follow_report(&mut self, cx: &mut Cx<'_>) {
        follow(&mut self.report, cx);
        for event in self.report.take() {
            match event {
                ReportEvent::Written(path, folder) => {
                    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                    cx.toasts.done(cx.words.fill("report.written", &[("file", &name)]));
                    cx.requests.extend(folder.map(Request::Collection));
                }
                ReportEvent::Failed(path, why) => {
                    let (file, why) = (path.display(), reason(&cx.words, &why));
                    cx.toasts.problem(cx.words.fill("save.failed", &[("file", &file), ("why", &why)]));
                }
            }
        }
        if !self.report.is_busy() {
            self.report.forget();
        }
    }

    /// Begins to analyse the games that filters find.
    pub fn start(&mut self, steps: Vec<Step>, open: &Arc<OpenArchives>, cx: &mut Cx<'_>) {
        self.begin(Pending { steps, quick: self.quick, stopped: false }, open, cx);
    }

    fn begin(&mut self, pending: Pending, open: &Arc<OpenArchives>, cx: &mut Cx<'_>) {
        self.stop();
        self.quick = pending.quick;
        self.resumed = true;
        let pending = Pending { stopped: false, ..pending };
        cx.settings.replay.pending = Some(pending.clone());
        let threads = cx.settings.threads as usize;
        self.batch.begin(Once::new(BatchRequest { archives: Arc::clone(open), pending, threads }));
    }

    /// Hears the work.
    pub fn update(&mut self, archives: &mut Archives, cx: &mut Cx<'_>) {
        follow(&mut self.batch, cx);
        for event in self.batch.take() {
            match event {
                BatchEvent::Begun(control) => self.control = Some(control),
                BatchEvent::Analysed(key, summary) => {
                    archives.fresh.insert(key, summary);
                }
                BatchEvent::Joined(joined) => archives.join(joined),
                BatchEvent::NotKept(why) => {
                    cx.toasts.problem(cx.words.fill("queue.not_kept", &[("why", &why)]));
                }
            }
        }
        if !self.batch.is_busy() {
            self.batch.forget();
            self.end(cx);
        }
        self.take_up(archives, cx);
        self.follow_report(cx);
        follow(&mut self.export, cx);
        for event in self.export.take() {
            event.tell(cx);
        }
        if !self.export.is_busy() {
            self.export.forget();
        }
    }

    /// Goes on with what was under way when the program ended, once the games are there.
    fn take_up(&mut self, archives: &Archives, cx: &mut Cx<'_>) {
        if self.resumed || !archives.has_begun() || archives.is_reading() {
            return;
        }
        self.resumed = true;
        if let Some(pending) = cx.settings.replay.pending.clone().filter(|pending| !pending.stopped) {
            cx.toasts.done(cx.words.t("queue.resumed"));
            self.begin(pending, &archives.open, cx);
        }
    }

    /// The batch has come to its end, or was stopped.
    fn end(&mut self, cx: &mut Cx<'_>) {
        let Some(control) = self.control.take() else { return };
        if control.is_stopped() {
            if let Some(pending) = &mut cx.settings.replay.pending {
                pending.stopped = true;
            }
        } else {
            cx.settings.replay.pending = None;
            let n = cx.words.number(control.done());
            cx.toasts.done(cx.words.fill("queue.done", &[("n", &n)]));
        }
    }

    /// The page of the batch; `listed` games would be analysed.
    pub fn ui(&mut self, ui: &mut Ui, listed: usize, archives: &Archives, cx: &mut Cx<'_>) {
        let words = cx.words;
        ui.set_max_width(720.0);
        section(ui, words.t("queue.title"));
        ui.add(egui::Label::new(RichText::new(words.t("queue.why")).color(cx.tokens.faint)).wrap());
        ui.add_space(GAP);
        if let Some(control) = self.control.clone() {
            self.running_ui(ui, &control, cx);
            return;
        }
        let depths = [(false, words.t("queue.full")), (true, words.t("queue.quick"))];
        if let Some(quick) = choice(ui, words.t("queue.depth"), Some(self.quick), &depths) {
            self.quick = quick;
        }
        let why = if self.quick { words.t("queue.quick.why") } else { words.t("queue.full.why") };
        caption(ui, why);
        ui.add_space(GAP);
        let start = Button::new(words.fill("queue.start", &[("n", &words.number(listed as u64))]));
        if ui.add_enabled(listed > 0, start).clicked() {
            cx.send.push(Command::AnalyseGames);
        }
        let Some(pending) = cx.settings.replay.pending.clone() else { return };
        ui.add_space(GAP * 2.0);
        section(ui, words.t("queue.pending"));
        let said: Vec<String> = pending.steps.iter().map(|step| describe(&words, &step.filter)).collect();
        ui.label(said.join(" · "));
        ui.horizontal(|ui| {
            if ui.add_enabled(!archives.is_reading(), Button::new(words.t("queue.resume"))).clicked() {
                self.begin(pending, &archives.open, cx);
            }
            if ui.button(words.t("queue.forget")).clicked() {
                cx.settings.replay.pending = None;
            }
        });
    }

    fn running_ui(&mut self, ui: &mut Ui, control: &Control, cx: &Cx<'_>) {
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
                control.stop();
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
