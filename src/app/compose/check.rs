//! Asks whether the puzzle is sound: the quick findings first, and again whenever the deal or the answer changes.

use super::document::Document;
use super::file;
use super::history::History;
use crate::app::Cx;
use crate::app::debounce::is_due;
use crate::engine::{Engine, Event, JobContext, Monitor};
use crate::puzzle::Puzzle;
use crate::puzzle::soundness::{Checker, Depth, Report};
use crate::search::proof::ProofError;
use std::time::{Duration, Instant};

/// The engine's topic.
const TOPIC: &str = "check";
/// How long the document must rest before it is checked.
const PAUSE: Duration = Duration::from_millis(600);

/// How far a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Whether the answer is right, and which cards solve it.
    Answer = 1,
    /// The main line and how hard it is.
    Line = 2,
    /// What could be changed.
    Changes = 3,
}

impl Stage {
    const ALL: [Stage; 3] = [Stage::Answer, Stage::Line, Stage::Changes];

    fn depth(self) -> Depth {
        Depth { line: self >= Stage::Line, changes: self == Stage::Changes, ..Depth::FULL }
    }
}

/// The puzzle without its words, which nothing here depends on.
#[must_use]
pub fn bare(document: &Document) -> Option<Puzzle> {
    let Document { setup, goal, hidden, asks, answer, difficulty, .. } = document.clone();
    file::to_puzzle(&Document { setup, goal, hidden, asks, answer, difficulty, ..Document::default() })
}

type News = Result<(Stage, Box<Report>), ProofError>;

/// What is known about the soundness of the document.
pub struct Check {
    engine: Engine<News>,
    /// The version of the document that was looked at, and the puzzle it gave.
    seen: Option<u64>,
    about: Option<Puzzle>,
    due: Option<Instant>,
    thinking: bool,
    halted: bool,
    report: Option<(Stage, Box<Report>)>,
    failed: Option<ProofError>,
}

impl Check {
    /// Nothing is checked yet.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Check {
        let waker = ctx.clone();
        Check {
            engine: Engine::new(move || waker.request_repaint()),
            seen: None,
            about: None,
            due: None,
            thinking: false,
            halted: false,
            report: None,
            failed: None,
        }
    }

    /// Hears the engine, and asks it once a changed document rests. While the page is not `shown` nothing runs.
    pub fn follow(&mut self, shown: bool, history: &History, cx: &mut Cx<'_>) {
        for (_, event) in self.engine.poll() {
            match event {
                Event::Answer(Ok(report)) => self.report = Some(report),
                Event::Answer(Err(why)) => self.failed = Some(why),
                Event::Finished => self.thinking = false,
                Event::Panicked(text) => {
                    self.thinking = false;
                    cx.toasts.problem(cx.words.fill("engine.failed", &[("why", &text)]));
                }
            }
        }
        if !shown {
            if self.is_thinking() {
                // Begun anew when somebody looks again.
                self.engine.cancel(TOPIC);
                (self.seen, self.about, self.due, self.thinking) = (None, None, None, false);
            }
            return;
        }
        if self.seen != Some(history.version()) {
            self.seen = Some(history.version());
            let puzzle = bare(history.now());
            if puzzle != self.about {
                self.engine.cancel(TOPIC);
                self.due = puzzle.is_some().then(|| Instant::now() + PAUSE);
                self.about = puzzle;
                (self.thinking, self.halted) = (false, false);
                (self.report, self.failed) = (None, None);
            }
        }
        if !is_due(&mut self.due, &cx.ctx) {
            return;
        }
        if let Some(puzzle) = self.about.clone() {
            self.thinking = true;
            self.engine.submit(TOPIC, move |job| run(&puzzle, job));
        }
    }

    /// Stops; what is known stays.
    pub fn stop(&mut self) {
        self.halted |= self.is_thinking();
        self.engine.cancel_all();
        (self.thinking, self.due) = (false, None);
    }

    /// Goes on after it was stopped.
    pub fn ask_again(&mut self) {
        self.halted = false;
        self.due = self.about.is_some().then(Instant::now);
    }

    /// What it is at, for the status bar.
    #[must_use]
    pub fn work(&self) -> Option<&Monitor> {
        self.engine.watch(TOPIC)
    }

    /// Whether more will come.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.thinking || self.due.is_some()
    }

    /// Whether it was stopped before the end.
    #[must_use]
    pub fn is_halted(&self) -> bool {
        self.halted
    }

    /// What was found, and how far the check has come.
    #[must_use]
    pub fn report(&self) -> Option<(Stage, &Report)> {
        self.report.as_ref().map(|(stage, report)| (*stage, report.as_ref()))
    }

    /// Why the puzzle cannot be checked.
    #[must_use]
    pub fn failed(&self) -> Option<&ProofError> {
        self.failed.as_ref()
    }

    /// What is being checked.
    #[must_use]
    pub fn about(&self) -> Option<&Puzzle> {
        self.about.as_ref()
    }
}

/// Each stage tells all that is known by then; the searches remember what the stage before has found.
fn run(puzzle: &Puzzle, job: &JobContext<News>) {
    let mut checker = Checker::new();
    for stage in Stage::ALL {
        job.monitor().set_stage(stage as u8);
        match checker.check(puzzle, stage.depth(), &job.monitor().limits()) {
            Ok(report) => {
                let decided = report.declarer_wins.is_some();
                job.tell(Ok((stage, Box::new(report))));
                if !decided {
                    return;
                }
            }
            Err(why) => {
                job.tell(Err(why));
                return;
            }
        }
        if job.monitor().is_stopped() {
            return;
        }
    }
}
