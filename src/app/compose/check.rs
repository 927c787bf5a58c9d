//! Asks whether the puzzle is sound: the quick findings first, and again whenever the deal or the answer changes.

use crate::app::Cx;
use crate::app::common::document::Document;
use crate::app::common::document::file;
use crate::app::common::document::history::History;
use crate::app::common::{follow, waker};
use crate::engine::{JobContext, Monitor, Task};
use crate::puzzle::soundness::{Checker, Depth, Report};
use crate::puzzle::{Puzzle, question};
use crate::search::proof::ProofError;
use std::time::Duration;

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
    let Document { setup, goal, hidden, asks, terms, answer, difficulty, .. } = document.clone();
    file::to_puzzle(&Document { setup, goal, hidden, asks, terms, answer, difficulty, ..Document::default() })
}

type CheckAnswer = Result<(Stage, Box<Report>), ProofError>;

/// What is known about the soundness of the document.
pub struct Check(Task<Puzzle, CheckAnswer>);

impl Check {
    /// Nothing is checked yet.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Check {
        Check(Task::new("check", waker(ctx), run).resting(PAUSE))
    }

    /// Asks whenever the document has changed. While the page is not `shown` nothing runs.
    pub fn follow(&mut self, shown: bool, history: &History, cx: &mut Cx<'_>) {
        if shown {
            self.0.ask_version(history.version(), || bare(history.now()));
        } else {
            self.0.pause();
        }
        follow(&mut self.0, cx);
    }

    /// Stops; what is known stays.
    pub fn stop(&mut self) {
        self.0.stop();
    }

    /// Goes on after it was stopped.
    pub fn ask_again(&mut self) {
        self.0.ask_again();
    }

    /// What it is at, for the status bar.
    #[must_use]
    pub fn work(&self) -> Option<&Monitor> {
        self.0.work()
    }

    /// Whether more will come.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.0.is_busy()
    }

    /// Whether it was stopped before the end.
    #[must_use]
    pub fn is_halted(&self) -> bool {
        self.0.is_stopped()
    }

    /// What was found, and how far the check has come.
    #[must_use]
    pub fn report(&self) -> Option<(Stage, &Report)> {
        self.0.find(|answer| answer.as_ref().ok()).map(|(stage, report)| (*stage, report.as_ref()))
    }

    /// Why the puzzle cannot be checked.
    #[must_use]
    pub fn failed(&self) -> Option<&ProofError> {
        self.0.find(|answer| answer.as_ref().err())
    }

    /// What is being checked.
    #[must_use]
    pub fn about(&self) -> Option<&Puzzle> {
        self.0.question()
    }
}

/// Each stage tells all that is known by then; the searches remember what the stage before has found.
fn run(puzzle: &Puzzle, job: &JobContext<CheckAnswer>) {
    let mut checker = Checker::with_resources(job.share().resources());
    for stage in Stage::ALL {
        job.monitor().set_stage(stage as u8);
        match checker.check(puzzle, stage.depth(), &job.monitor().limits()) {
            Ok(report) => {
                let more = !report.cut_short && question::kind(puzzle.asks).has_values();
                job.tell(Ok((stage, Box::new(report))));
                if !more {
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
