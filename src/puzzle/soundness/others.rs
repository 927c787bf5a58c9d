//! What else could be: other discards, other deals, open cards, cards in other places.

use super::finding::Finding;
use super::{Checker, Depth, Report, changes};
use crate::cards::Cards;
use crate::deal::{Position, View};
use crate::knowledge::Knowledge;
use crate::puzzle::distributions::{self, Condition, Ending, Sweep, sweep};
use crate::puzzle::{Asks, Puzzle};
use crate::rules::Game;
use crate::search::proof::{Claim, Detail, Verdict};
use crate::search::{Limits, Resources};

/// Hidden deals that are swept at most to see whether they end alike.
const SWEPT: u64 = 3_000;

impl Checker {
    /// Whether other deals have the same answer, and whether open cards would have another.
    pub(super) fn deals(
        &mut self,
        puzzle: &Puzzle,
        position: &Position,
        wins: bool,
        report: &mut Report,
        depth: Depth,
        limits: &Limits,
    ) {
        if let View::Seat(seat) = position.view() {
            if let Ok(knowledge) = Knowledge::of(position, seat) {
                report.findings.push(Finding::AllDeals(knowledge.count()));
            }
            if position.open_hands().is_some() {
                self.trap(puzzle, position, wins, report, limits);
            }
        } else if !puzzle.hidden.is_empty() && depth.changes {
            let ending = Condition::Ending(if wins { Ending::Won } else { Ending::Lost });
            let Ok(question) = distributions::DistributionQuery::of_puzzle(puzzle, vec![ending]) else {
                return;
            };
            if (2..=SWEPT).contains(&question.deals()) {
                let swept = sweep(&question, Resources::default(), &Sweep::default(), |_| true);
                report.findings.push(Finding::OtherDeals { same: swept.solutions, of: swept.deals });
            }
        }
    }

    fn trap(
        &mut self,
        puzzle: &Puzzle,
        position: &Position,
        wins: bool,
        report: &mut Report,
        limits: &Limits,
    ) {
        let open = position.with_view(View::Open);
        let goal = puzzle.goal();
        let Ok(Some(open_wins)) = self.engines.open.decide(&open, goal, limits) else { return };
        if open_wins != wins {
            report.findings.push(Finding::OpenDiffers { declarer_wins: open_wins });
        }
        if report.keys.is_empty() {
            return;
        }
        let declarers = position.turn() == Some(position.declarer());
        let Ok(cards) = self.engines.open.cards(&open, goal, limits) else { return };
        let winners: Cards =
            cards.iter().filter(|card| card.declarer_wins == Some(declarers)).map(|card| card.card).collect();
        // What is certain wins with open cards too; what only wins with open cards is the trap.
        if !(winners - report.keys).is_empty() && open_wins == wins {
            report.findings.push(Finding::Trap { open: winners - report.keys, fair: report.keys });
        }
    }

    pub(super) fn swaps(
        &mut self,
        puzzle: &Puzzle,
        position: &Position,
        question: Claim,
        report: &mut Report,
        limits: &Limits,
    ) {
        let asks_points = puzzle.asks == Asks::Points && position.game() != Game::Null;
        let asks_card = puzzle.asks == Asks::Card || !report.keys.is_empty();
        let keep = report.keys | puzzle.answer.cards;
        let goal = puzzle.goal();
        let found = changes::changes(position, keep, |changed| {
            let wins = self.engines.decide(changed, goal, limits).ok()??;
            let mut text = wins.to_string();
            if asks_points {
                text += &self.engines.value(changed, limits).ok()?.exact()?.to_string();
            }
            if asks_card {
                let node =
                    self.engines.prover.unfold(changed, question, &[], Detail::AllCards, limits).ok()?;
                let proved = node.branches.iter().filter(|branch| branch.verdict == Verdict::Proved);
                text += &proved.map(|branch| branch.card).collect::<Cards>().to_string();
            }
            Some(text)
        });
        report.findings.extend(found);
    }
}
