//! What the searches are asked while somebody solves a puzzle. Runs on a background thread.

use super::luck;
use crate::cards::Card;
use crate::deal::Position;
use crate::engine::{JobContext, Share};
use crate::puzzle::Puzzle;
use crate::puzzle::question::{self, Attempt as Finding, Given};
use crate::search::adversary::{Adversary, Judged, reveal};
use crate::search::chance::Chance;
use crate::search::proof::{Claim, ProofError};
use std::sync::{Arc, Mutex, PoisonError};

/// The adversary with its share of the memory, made when it is first asked. All jobs of a game ask the same one, so
/// that each profits from what the others found out.
///
/// ```
/// use kiebitz::engine::{Budget, Task};
/// use kiebitz::{deal::Position, search::proof::Claim, solving::thinking::{Shared, Thought, go_on}};
/// use std::time::Duration;
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let aim = Claim::new(&position, "90".parse().unwrap());
/// let adversary = Shared::default();
/// let mut task = Task::new("solve", |_| {}, move |at: &Position, job| {
///     go_on(&adversary, &[(0, at.clone())], aim, job);
/// });
/// task.begin(position);
/// task.finish(&Budget::new(64, 1), Duration::from_secs(60));
/// assert!(matches!(task.last(), Some(Thought::Best(card)) if card.to_string() == "CJ"));
/// ```
pub type Shared = Arc<Mutex<Option<(Adversary, Share)>>>;

/// What was found out.
///
/// ```
/// use kiebitz::{puzzle::bundled, solving::{attempt::Attempt, thinking::Thought}};
/// let (name, puzzle) = bundled().next().unwrap();
/// let mut attempt = Attempt::new(puzzle, name.into()).unwrap();
/// assert_eq!(attempt.was_winnable(), None);
/// attempt.apply(Thought::Verdict { cards: 0, wins: true });
/// assert_eq!(attempt.was_winnable(), Some(true));
/// ```
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
///
/// ```
/// use kiebitz::{deal::Position, search::proof::Claim, solving::thinking::Step};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let card = "SA".parse().unwrap();
/// let mut after = position.clone();
/// after.play(card).unwrap();
/// let aim = Claim::new(&position, "90".parse().unwrap());
/// let step = Step { before: position, card, after, aim };
/// assert_eq!(step.after.history().len(), step.before.history().len() + 1);
/// ```
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
///
/// ```
/// use kiebitz::{deal::Position, search::proof::Claim, solving::thinking::Line};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let aim = Claim::new(&position, "90".parse().unwrap());
/// let cards = vec!["CJ".parse().unwrap(), "SJ".parse().unwrap()];
/// let mut end = position.clone();
/// cards.iter().for_each(|card| end.play(*card).unwrap());
/// let line = Line { cards, keeps: true, end, aim };
/// // Its steps are found by taking cards back.
/// assert_eq!(line.at(0), position);
/// ```
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

fn tell(job: &JobContext<Thought>, result: Result<Option<()>, ProofError>) {
    if let Err(error) = result {
        job.tell(Thought::Failed(error));
    }
}

/// Judges what was played, answers for the others until the person is on turn, and judges his cards.
pub fn go_on(adversary: &Shared, missing: &[(usize, Position)], aim: Claim, job: &JobContext<Thought>) {
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
pub fn go_on_in(
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
pub fn explain(adversary: &Shared, step: &Step, job: &JobContext<Thought>) {
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
pub fn answer(adversary: &Shared, puzzle: &Puzzle, given: &Given, job: &JobContext<Thought>) {
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
