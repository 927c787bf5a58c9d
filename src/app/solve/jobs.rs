//! The one place where Solve asks the searches, in the background.

use crate::app::Cx;
use crate::app::common::{follow, waker};
use crate::deal::Position;
use crate::engine::{Monitor, Task};
use crate::puzzle::Puzzle;
use crate::puzzle::question::Given;
use crate::search::proof::Claim;
use crate::solving::collections::{Collection, read_folders};
use crate::solving::thinking::{Shared, Step, Thought, answer, explain, go_on, go_on_in};
use crate::solving::today::{Day, made_for};
use crate::words::Words;
use std::path::PathBuf;
use std::sync::Arc;

/// Positions without a verdict with the number of cards played, the last of them the one to go on from, what the
/// person is after, and the deal as the others know it if one was drawn.
type GameOrder = (Shared, Vec<(usize, Position)>, Claim, Option<Position>);

/// What Solve asks in the background.
pub struct Jobs {
    adversary: Shared,
    /// The game: verdicts, replies.
    pub game: Task<GameOrder, Thought>,
    /// What a card leads to.
    pub why: Task<(Shared, Step), Thought>,
    /// Whether an answer is right.
    pub answer: Task<(Shared, Puzzle, Given), Thought>,
    /// Reading folders.
    pub folders: Task<Vec<PathBuf>, Collection>,
    /// Making the puzzle of a day.
    daily: Task<Day, (Day, Puzzle)>,
    /// The last one made.
    made: Option<(Day, Puzzle)>,
}

impl Jobs {
    /// Nothing is asked yet.
    pub fn new(ctx: &egui::Context) -> Jobs {
        Jobs {
            adversary: Shared::default(),
            game: Task::new(
                "game",
                waker(ctx),
                |(shared, missing, aim, drawn): &GameOrder, job| match drawn {
                    None => go_on(shared, missing, *aim, job),
                    Some(drawn) => go_on_in(shared, drawn, missing, *aim, job),
                },
            ),
            why: Task::new("why", waker(ctx), |(shared, step): &(Shared, Step), job| {
                explain(shared, step, job)
            }),
            answer: Task::new(
                "answer",
                waker(ctx),
                |(shared, puzzle, given): &(Shared, Puzzle, Given), job| {
                    answer(shared, puzzle, given, job);
                },
            ),
            folders: Task::new("folders", waker(ctx), |folders: &Vec<PathBuf>, job| {
                read_folders(folders, job);
            }),
            daily: Task::new("daily", waker(ctx), |day: &Day, job| {
                if let Some(puzzle) = made_for(*day, job.share().resources(), &job.monitor().limits()) {
                    job.tell((*day, puzzle));
                }
            }),
            made: None,
        }
    }

    /// Another puzzle: what was asked about the old one is of no use, and neither is what was found out.
    pub fn forget(&mut self) {
        self.game.forget();
        self.why.forget();
        self.answer.forget();
        self.adversary = Shared::default();
    }

    /// Goes on with the game.
    pub fn go_on(&mut self, missing: Vec<(usize, Position)>, aim: Claim, drawn: Option<Position>) {
        self.why.forget();
        self.game.begin((Arc::clone(&self.adversary), missing, aim, drawn));
    }

    /// Asks what a card leads to.
    pub fn explain(&mut self, step: Step) {
        self.why.begin((Arc::clone(&self.adversary), step));
    }

    /// Asks whether an answer is right.
    pub fn judge(&mut self, puzzle: Puzzle, given: Given) {
        self.answer.begin((Arc::clone(&self.adversary), puzzle, given));
    }

    /// The puzzle made for a day; if there is none yet, it is begun, and comes with [`Jobs::new_puzzle`].
    pub fn make_for(&mut self, day: Day) -> Option<Puzzle> {
        match &self.made {
            Some((made, puzzle)) if *made == day => Some(puzzle.clone()),
            _ => {
                self.daily.begin(day);
                None
            }
        }
    }

    /// A puzzle of the day that has just been made.
    pub fn new_puzzle(&mut self, cx: &mut Cx<'_>) -> Option<Puzzle> {
        follow(&mut self.daily, cx);
        self.made = Some(self.daily.take().pop()?);
        self.made.as_ref().map(|(_, puzzle)| puzzle.clone())
    }

    /// What has been found out since.
    pub fn follow(&mut self, cx: &mut Cx<'_>) -> Vec<Thought> {
        let mut thoughts = Vec::new();
        follow(&mut self.game, cx);
        thoughts.extend(self.game.take());
        follow(&mut self.why, cx);
        thoughts.extend(self.why.take());
        follow(&mut self.answer, cx);
        thoughts.extend(self.answer.take());
        thoughts
    }

    /// What is being done, for the status bar.
    pub fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        let all = [
            (self.answer.work(), "status.answer"),
            (self.why.work(), "status.why"),
            (self.game.work(), "status.game"),
            (self.folders.work(), "status.folders"),
            (self.daily.work(), "status.daily"),
        ];
        all.into_iter().find_map(|(work, key)| Some((words.t(key).into(), work?)))
    }

    /// Stops. Whether the game was being thought about.
    pub fn stop(&mut self) -> bool {
        let playing = self.game.is_busy();
        self.game.stop();
        self.why.stop();
        self.answer.stop();
        self.folders.stop();
        self.daily.stop();
        playing
    }
}
