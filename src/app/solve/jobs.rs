//! The one place where Solve asks the searches, in the background.

use super::collections::Collection;
use super::luck;
use crate::app::Cx;
use crate::app::common::{follow, waker};
use crate::cards::Card;
use crate::deal::Position;
use crate::engine::{JobContext, Monitor, Share, Task};
use crate::puzzle::Puzzle;
use crate::puzzle::question::{self, Attempt as Finding, Given};
use crate::search::adversary::{Adversary, Judged, reveal};
use crate::search::chance::Chance;
use crate::search::proof::{Claim, ProofError};
use crate::words::Words;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The adversary with its share of the memory, made when it is first asked. All jobs of a game ask the same one, so
/// that each profits from what the others found out.
pub type Shared = Arc<Mutex<Option<(Adversary, Share)>>>;

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
            folders: Task::new("folders", waker(ctx), read_folders),
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
        playing
    }
}

/// What was found out.
pub enum Thought {
    /// Whether the person's aim is forced after so many cards.
    Verdict {
        /// Cards since the beginning.
        cards: usize,
        /// Whether it is.
        wins: bool,
    },
    /// A card of the others.
    Reply(Card),
    /// Every card of the person's, and whether it is right.
    Cards(Vec<Judged>),
    /// The best of them.
    Best(Card),
    /// The chances of the person's cards after so many cards.
    Chance {
        /// Cards since the beginning.
        cards: usize,
        /// The chances.
        chance: Box<Chance>,
    },
    /// What a card leads to.
    Line(Box<Line>),
    /// What became of an answer.
    Found(Box<Finding>),
    /// It cannot be found out.
    Failed(ProofError),
}

/// A card of which the person asks why not.
#[derive(Clone, Debug)]
pub struct Step {
    /// The position before it.
    pub before: Position,
    /// The card.
    pub card: Card,
    /// The position after it.
    pub after: Position,
    /// What the person is after.
    pub aim: Claim,
}

/// How it goes on after a card, in one concrete deal.
#[derive(Clone, Debug)]
pub struct Line {
    /// The card, then what follows.
    pub cards: Vec<Card>,
    /// Whether the person still gets what he wants.
    pub keeps: bool,
    /// The end of the line, in a deal that fits it: take cards back to see its steps.
    pub end: Position,
    /// What the person is after.
    pub aim: Claim,
}

impl Line {
    /// The position with this many of its cards played.
    #[must_use]
    pub fn at(&self, cards: usize) -> Position {
        let mut position = self.end.clone();
        for _ in cards..self.cards.len() {
            position.undo();
        }
        position
    }
}

fn with<A, T>(adversary: &Shared, job: &JobContext<A>, work: impl FnOnce(&mut Adversary) -> T) -> T {
    // A job that panicked has left nothing half-changed that a table could not bear.
    let mut adversary = adversary.lock().unwrap_or_else(PoisonError::into_inner);
    let (adversary, _) = adversary.get_or_insert_with(|| {
        let share = job.budget().share(|| job.monitor().is_stopped()).memory_only();
        (Adversary::with_resources(share.resources()), share)
    });
    work(adversary)
}

fn read_folders(folders: &Vec<PathBuf>, job: &JobContext<Collection>) {
    for folder in folders {
        if job.monitor().is_stopped() {
            return;
        }
        job.tell(Collection::read(folder));
    }
}

fn tell(job: &JobContext<Thought>, result: Result<Option<()>, ProofError>) {
    if let Err(error) = result {
        job.tell(Thought::Failed(error));
    }
}

/// Judges what was played, answers for the others until the person is on turn, and judges his cards.
fn go_on(adversary: &Shared, missing: &[(usize, Position)], aim: Claim, job: &JobContext<Thought>) {
    let work = |adversary: &mut Adversary| -> Result<Option<()>, ProofError> {
        let limits = job.monitor().limits();
        for (cards, position) in missing {
            let Some(wins) = adversary.decide(position, aim, &limits)? else { return Ok(None) };
            job.tell(Thought::Verdict { cards: *cards, wins });
        }
        let Some((_, position)) = missing.last() else { return Ok(None) };
        let mut position = position.clone();
        while position.turn().is_some() && !aim.is_persons_turn(&position) {
            let Some(reply) = adversary.reply(&position, aim, &limits)? else { return Ok(None) };
            job.tell(Thought::Reply(reply.card));
            position.play(reply.card).map_err(|problem| ProofError::Position(problem.to_string()))?;
        }
        if position.turn().is_none() {
            return Ok(Some(()));
        }
        let Some(cards) = adversary.cards(&position, aim, &limits)? else { return Ok(None) };
        job.tell(Thought::Cards(cards));
        let Some(best) = adversary.best(&position, aim, &limits)? else { return Ok(None) };
        job.tell(Thought::Best(best));
        Ok(Some(()))
    };
    tell(job, with(adversary, job, work));
}

/// The same in a deal that was drawn: a card is right if it keeps the best chance, and the others know the deal.
fn go_on_in(
    adversary: &Shared,
    drawn: &Position,
    missing: &[(usize, Position)],
    aim: Claim,
    job: &JobContext<Thought>,
) {
    let work = |adversary: &mut Adversary| -> Result<Option<()>, ProofError> {
        let limits = job.monitor().limits();
        for (cards, position) in missing {
            // What counts is the person's last card: whether it kept the chance that there was.
            let (mut before, mut fell) = (position.clone(), None);
            let mut at = *cards;
            while at > 0 && fell.is_none() {
                let play = before.history().last().copied();
                before.undo();
                at -= 1;
                fell = play.filter(|play| aim.plays(&before, play.seat)).map(|play| play.card);
            }
            let mut wins = true;
            if let Some(card) = fell {
                let Some((chance, judged)) = luck::weigh(adversary, &before, aim, &limits)? else {
                    return Ok(None);
                };
                wins = judged.iter().any(|judged| judged.card == card && judged.keeps);
                job.tell(Thought::Chance { cards: at, chance: Box::new(chance) });
            }
            job.tell(Thought::Verdict { cards: *cards, wins });
        }
        let Some((cards, position)) = missing.last() else { return Ok(None) };
        let (mut position, mut cards) = (position.clone(), *cards);
        while position.turn().is_some() && !aim.is_persons_turn(&position) {
            let known = luck::known_at(drawn, &position)?;
            let Some(reply) = adversary.reply(&known, aim, &limits)? else { return Ok(None) };
            job.tell(Thought::Reply(reply.card));
            position.play(reply.card).map_err(|problem| ProofError::Position(problem.to_string()))?;
            cards += 1;
        }
        if position.turn().is_none() {
            return Ok(Some(()));
        }
        let Some((chance, judged)) = luck::weigh(adversary, &position, aim, &limits)? else {
            return Ok(None);
        };
        job.tell(Thought::Cards(judged));
        if let Some(best) = luck::best(&chance) {
            job.tell(Thought::Best(best));
        }
        job.tell(Thought::Chance { cards, chance: Box::new(chance) });
        Ok(Some(()))
    };
    tell(job, with(adversary, job, work));
}

/// Shows what a card leads to.
fn explain(adversary: &Shared, step: &Step, job: &JobContext<Thought>) {
    let work = |adversary: &mut Adversary| -> Result<Option<()>, ProofError> {
        let limits = job.monitor().limits();
        let aim = step.aim;
        let Some(keeps) = adversary.decide(&step.after, aim, &limits)? else { return Ok(None) };
        let Some(follows) = adversary.line(&step.after, aim, &limits)? else { return Ok(None) };
        let mut end = step.after.clone();
        let mut cards = vec![step.card];
        for card in follows {
            end.play(card).map_err(|problem| ProofError::Position(problem.to_string()))?;
            cards.push(card);
        }
        let end = reveal(&end, 0)?;
        job.tell(Thought::Line(Box::new(Line { cards, keeps, end, aim })));
        Ok(Some(()))
    };
    tell(job, with(adversary, job, work));
}

/// Judges an answer.
fn answer(adversary: &Shared, puzzle: &Puzzle, given: &Given, job: &JobContext<Thought>) {
    let work = |adversary: &mut Adversary| -> Result<Option<()>, ProofError> {
        let limits = job.monitor().limits();
        let Some(finding) = question::kind(puzzle.asks).judge(puzzle, given, adversary, &limits)? else {
            return Ok(None);
        };
        job.tell(Thought::Found(Box::new(finding)));
        Ok(Some(()))
    };
    tell(job, with(adversary, job, work));
}
