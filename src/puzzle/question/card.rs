//! Which card must be played now? The cards after which the side on turn still has its aim by force.

use super::{Engines, Facts, Kind, Lack, Wanted, side, task};
use crate::cards::Cards;
use crate::deal::View;
use crate::puzzle::file::{Answer, Puzzle};
use crate::puzzle::soundness::Finding;
use crate::search::Limits;
use crate::search::proof::ProofError;

pub(super) struct RightCard;

impl Kind for RightCard {
    fn is_task(&self) -> bool {
        true
    }

    fn lacks(&self, puzzle: &Puzzle) -> Option<Lack> {
        let position = &puzzle.position;
        match (position.turn(), position.view()) {
            (None, _) => Some(Lack::NobodyOnTurn),
            (Some(turn), View::Seat(viewer)) if turn != viewer => Some(Lack::NotHisTurn),
            _ => None,
        }
    }

    fn is_answered(&self, answer: &Answer) -> bool {
        !answer.cards.is_empty()
    }

    fn facts(
        &self,
        puzzle: &Puzzle,
        engines: &mut Engines,
        wanted: Wanted,
        limits: &Limits,
    ) -> Result<Facts, ProofError> {
        task::facts(puzzle, engines, wanted, limits)
    }

    fn answer(&self, _: &Puzzle, facts: &Facts) -> Answer {
        Answer {
            declarer_wins: facts.declarer_wins,
            points: facts.points,
            cards: facts.keys,
            ..Answer::default()
        }
    }

    fn findings(&self, puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
        let mut findings = task::compared(puzzle, facts);
        let (said, keys) = (puzzle.answer.cards, facts.keys);
        if let Some(fault) = task::unsolvable(puzzle, facts) {
            findings.push(fault);
            return findings;
        }
        findings.extend(task::against_goal(puzzle, facts));
        if facts.cut_short || facts.choices == 0 {
            return findings;
        }
        // Equal neighbours need not all be named; different cards must.
        let wrong = !said.is_empty() && (said - keys != Cards::NONE || facts.kinds > 1 && said != keys);
        if wrong {
            findings.push(Finding::WrongCards { said, are: keys });
        }
        findings.push(match facts.kinds {
            0 => Finding::NoCard,
            _ if keys.len() == facts.choices && facts.choices > 1 => {
                Finding::EveryCard { side: side(puzzle), count: facts.choices, asked: true }
            }
            1 => Finding::Key(keys),
            _ => Finding::Keys(keys),
        });
        findings
    }

    fn is_played_for(&self) -> bool {
        true
    }
}
