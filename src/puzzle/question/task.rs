//! Win the game, or beat it: a task that one side must be able to do by force.

use super::attempt::{self, Attempt, Given};
use super::{Engines, Facts, Kind, Lack, Wanted, asks_for_best, claim, kind, side};
use crate::puzzle::file::{Answer, Asks, Puzzle};
use crate::puzzle::soundness::Finding;
use crate::rules::{Goal, Side};
use crate::search::Limits;
use crate::search::adversary::Adversary;
use crate::search::proof::ProofError;

/// Play it and reach the goal, whatever the others do.
pub(super) struct Win;
/// Beat the declarer: the defenders have to do it.
pub(super) struct Beat;

/// Decides the goal, finds the first cards, and where it is wanted the points.
pub(super) fn facts(
    puzzle: &Puzzle,
    engines: &mut Engines,
    wanted: Wanted,
    limits: &Limits,
) -> Result<Facts, ProofError> {
    let position = &puzzle.position;
    let mut facts =
        Facts { declarer_wins: engines.decide(position, puzzle.goal(), limits)?, ..Facts::default() };
    if facts.declarer_wins.is_none() {
        facts.cut_short = true;
        return Ok(facts);
    }
    let misses = kind(puzzle.asks).is_task() && facts.declarer_wins != Some(side(puzzle) == Side::Declarer);
    // The exact value can take long: nobody waits for it who only wants to know whether the answer is right.
    let points = matches!(puzzle.goal(), Goal::Points(_));
    if points && (wanted == Wanted::Values || puzzle.answer.points.is_some() || misses) {
        facts.points = engines.value(position, limits)?.exact();
    }
    if position.turn().is_some() {
        let claim = claim(puzzle, facts.declarer_wins, facts.points);
        engines.keys(position, claim, &mut facts, limits)?;
        // Of the first cards none is wrong: then perhaps no card ever is. Where the card itself is asked for, that is enough.
        let plays = kind(puzzle.asks).is_task() && puzzle.asks != Asks::Card && !misses && !facts.cut_short;
        if plays && facts.keys.len() == facts.choices {
            facts.cannot_fail = engines.cannot_fail(position, claim, limits)?;
        }
    }
    Ok(facts)
}

/// What the facts say against a stated result and stated points.
pub(super) fn compared(puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
    let answer = &puzzle.answer;
    let mut findings = Vec::new();
    if let Some(wins) = facts.declarer_wins
        && answer.declarer_wins.is_some_and(|said| said != wins)
    {
        findings.push(Finding::WrongResult { declarer_wins: wins });
    }
    if let (Some(said), Some(is)) = (answer.points, facts.points)
        && said != is
    {
        findings.push(Finding::WrongPoints { said, is });
    }
    findings
}

/// How the points stand to the goal.
pub(super) fn against_goal(puzzle: &Puzzle, facts: &Facts) -> Option<Finding> {
    let (Goal::Points(needed), Some(is)) = (puzzle.goal(), facts.points) else { return None };
    Some(match is.cmp(&needed) {
        std::cmp::Ordering::Equal => Finding::Exact(is),
        std::cmp::Ordering::Greater => Finding::Exceeded(is - needed),
        std::cmp::Ordering::Less => Finding::Missed(needed - is),
    })
}

/// Whether the side asked can do it; if not, how far it gets.
pub(super) fn unsolvable(puzzle: &Puzzle, facts: &Facts) -> Option<Finding> {
    let side = side(puzzle);
    let wins = facts.declarer_wins?;
    let misses = wins != (side == Side::Declarer) && !asks_for_best(puzzle, wins);
    misses.then_some(Finding::Unsolvable { side, made: facts.points })
}

/// The first cards that do it. Where no card is asked for, having a choice is no fault: the puzzle may lie later. It is one
/// if it lies nowhere.
pub(super) fn first_cards(puzzle: &Puzzle, facts: &Facts) -> Option<Finding> {
    if facts.cannot_fail {
        let side = claim(puzzle, facts.declarer_wins, facts.points).side;
        return Some(Finding::CannotFail { side });
    }
    if facts.choices == 0 {
        let on_turn = puzzle.position.turn().is_some() && !facts.cut_short;
        return on_turn.then_some(Finding::OthersFirst);
    }
    Some(match facts.kinds {
        0 => return None,
        1 if facts.choices > 1 && facts.keys.len() < facts.choices => Finding::Key(facts.keys),
        _ if facts.keys.len() == facts.choices && facts.choices > 1 => {
            // The side that has its way, where the question names none.
            let side = claim(puzzle, facts.declarer_wins, facts.points).side;
            Finding::EveryCard { side, count: facts.choices, asked: false }
        }
        1 => return None,
        _ => Finding::Keys(facts.keys),
    })
}

fn findings(puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
    let mut findings = compared(puzzle, facts);
    match unsolvable(puzzle, facts) {
        Some(fault) => findings.push(fault),
        None => {
            findings.extend(against_goal(puzzle, facts));
            findings.extend(first_cards(puzzle, facts));
        }
    }
    findings
}

fn result(facts: &Facts) -> Answer {
    Answer { declarer_wins: facts.declarer_wins, points: facts.points, ..Answer::default() }
}

impl Kind for Win {
    fn is_task(&self) -> bool {
        true
    }

    fn lacks(&self, puzzle: &Puzzle) -> Option<Lack> {
        puzzle.position.turn().is_none().then_some(Lack::NobodyOnTurn)
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
        facts(puzzle, engines, wanted, limits)
    }

    fn answer(&self, _: &Puzzle, facts: &Facts) -> Answer {
        result(facts)
    }

    fn findings(&self, puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
        findings(puzzle, facts)
    }

    fn is_played_for(&self) -> bool {
        true
    }
}

impl Kind for Beat {
    fn is_task(&self) -> bool {
        true
    }

    fn lacks(&self, puzzle: &Puzzle) -> Option<Lack> {
        Win.lacks(puzzle)
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
        facts(puzzle, engines, wanted, limits)
    }

    fn answer(&self, _: &Puzzle, facts: &Facts) -> Answer {
        result(facts)
    }

    fn findings(&self, puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
        debug_assert_eq!(puzzle.asks, Asks::Beat);
        // From the declarer's own view the game can be beaten if he cannot force it.
        let mut findings = compared(puzzle, facts);
        if facts.declarer_wins == Some(true) {
            findings.push(Finding::Unsolvable { side: Side::Defenders, made: facts.points });
        } else {
            findings.extend(against_goal(puzzle, facts));
            findings.extend(first_cards(puzzle, facts));
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
        attempt::yes_no(puzzle, given, false, adversary, limits)
    }
}
