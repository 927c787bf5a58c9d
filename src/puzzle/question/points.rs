//! How many points does best play on all sides give? From a seat's view: how many are certain.

use super::attempt::{self, Attempt, Fact, Given};
use super::{Engines, Facts, Kind, Lack, Wanted, task};
use crate::puzzle::file::{Answer, Puzzle};
use crate::puzzle::soundness::Finding;
use crate::rules::{Game, Goal};
use crate::search::Limits;
use crate::search::adversary::Adversary;
use crate::search::proof::ProofError;

pub(super) struct Points;

impl Kind for Points {
    fn lacks(&self, puzzle: &Puzzle) -> Option<Lack> {
        (puzzle.position.game() == Game::Null).then_some(Lack::PointsInNull)
    }

    fn is_answered(&self, answer: &Answer) -> bool {
        answer.points.is_some()
    }

    fn facts(
        &self,
        puzzle: &Puzzle,
        engines: &mut Engines,
        _: Wanted,
        limits: &Limits,
    ) -> Result<Facts, ProofError> {
        // The points are the answer, so they are always worked out.
        let mut facts = task::facts(puzzle, engines, Wanted::Values, limits)?;
        if facts.points.is_none() {
            facts.points = engines.value(&puzzle.position, limits)?.exact();
        }
        facts.cut_short |= facts.points.is_none();
        Ok(facts)
    }

    fn answer(&self, _: &Puzzle, facts: &Facts) -> Answer {
        Answer { declarer_wins: facts.declarer_wins, points: facts.points, ..Answer::default() }
    }

    fn findings(&self, puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
        let mut findings = task::compared(puzzle, facts);
        findings.extend(task::against_goal(puzzle, facts));
        if facts.kinds > 0 || facts.choices == 0 {
            findings.extend(task::first_cards(puzzle, facts));
        }
        findings
    }

    fn begin(&self, _: &Puzzle) -> Given {
        Given::Points(String::new())
    }

    fn judge(
        &self,
        puzzle: &Puzzle,
        given: &Given,
        adversary: &mut Adversary,
        limits: &Limits,
    ) -> Result<Option<Attempt>, ProofError> {
        let Given::Points(text) = given else { return Ok(None) };
        let Some(points) = value(adversary, puzzle, limits)? else { return Ok(None) };
        let agrees = puzzle.answer.points.is_none_or(|told| told == points);
        let right = text.trim().parse() == Ok(points);
        Ok(Some(Attempt { given: given.clone(), right, fact: Fact::Points(points), file_agrees: agrees }))
    }
}

/// The value of the position. Where the file tells it, it takes only two questions to be sure.
fn value(adversary: &mut Adversary, puzzle: &Puzzle, limits: &Limits) -> Result<Option<u8>, ProofError> {
    let position = &puzzle.position;
    if let Some(told) = puzzle.answer.points {
        let reached = attempt::reaches(adversary, position, Goal::Points(told), limits)?;
        let more = attempt::reaches(adversary, position, Goal::Points(told.saturating_add(1)), limits)?;
        match (reached, more) {
            (Some(true), Some(false)) => return Ok(Some(told)),
            (None, _) | (_, None) => return Ok(None),
            _ => {}
        }
    }
    Ok(adversary.value(position, limits)?.exact())
}
