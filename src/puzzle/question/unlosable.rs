//! Is the game unlosable? Yes and no are both answers.

use super::attempt::{self, Attempt, Given};
use super::{Engines, Facts, Kind, Lack, Wanted, task, unless};
use crate::puzzle::file::{Answer, Puzzle};
use crate::puzzle::soundness::Finding;
use crate::search::Limits;
use crate::search::adversary::Adversary;
use crate::search::proof::ProofError;

pub(super) struct Unlosable;

impl Kind for Unlosable {
    fn lacks(&self, _: &Puzzle) -> Option<Lack> {
        None
    }

    fn is_answered(&self, answer: &Answer) -> bool {
        answer.declarer_wins.is_some()
    }

    fn facts(
        &self,
        puzzle: &Puzzle,
        engines: &mut Engines,
        wanted: Wanted,
        limits: &Limits,
    ) -> Result<Facts, ProofError> {
        let mut facts = task::facts(puzzle, engines, wanted, limits)?;
        if wanted == Wanted::Values && facts.declarer_wins == Some(false) {
            facts.unless = unless::exception(engines, &puzzle.position, puzzle.goal(), limits)?;
        }
        Ok(facts)
    }

    fn answer(&self, _: &Puzzle, facts: &Facts) -> Answer {
        Answer { declarer_wins: facts.declarer_wins, points: facts.points, ..Answer::default() }
    }

    fn findings(&self, puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
        let mut findings = task::compared(puzzle, facts);
        findings.extend(task::against_goal(puzzle, facts));
        findings.extend(facts.unless.clone().map(Finding::Unless));
        if facts.kinds > 0 || facts.choices == 0 {
            findings.extend(task::first_cards(puzzle, facts));
        }
        findings
    }

    fn begin(&self, _: &Puzzle) -> Given {
        Given::YesNo(None)
    }

    fn judge(
        &self,
        puzzle: &Puzzle,
        given: &Given,
        adversary: &mut Adversary,
        limits: &Limits,
    ) -> Result<Option<Attempt>, ProofError> {
        attempt::yes_no(puzzle, given, true, adversary, limits)
    }
}
