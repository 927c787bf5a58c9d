//! Is a puzzle sound? Its answer right, its key card the only one, its goal met without surplus, and is it hard?
//!
//! [`Checker::check`] asks the searches about everything a composer wants to know and reports typed
//! [`Finding`]s, each with its words in German and English. A puzzle fails if one of them is a
//! [fault](Weight::Fault).

mod changes;
mod difficulty;
mod finding;
mod natural;
mod others;

pub(super) use changes::with_discard;
pub use difficulty::Difficulty;
pub use finding::{Finding, Weight};
pub use natural::{Look, SAMPLES, Vote};

use super::wording::trick_number;
use super::{Asks, Puzzle};
use crate::cards::Cards;
use crate::deal::{Position, View};
use crate::rules::{Goal, Side};
use crate::search::open::{self, Bounds};
use crate::search::paranoia;
use crate::search::proof::{Chooser, Claim, Detail, ProofError, Prover, Verdict};
use crate::search::{Limits, Resources};

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Later choices on the main line, and the estimate of difficulty.
    pub line: bool,
    /// Swaps of cards.
    pub changes: bool,
    /// Nodes that each single question may take.
    pub nodes: u64,
}

impl Depth {
    /// Everything.
    pub const FULL: Depth = Depth { line: true, changes: true, nodes: 200_000_000 };
    /// Only whether the answer is right.
    pub const ANSWER: Depth = Depth { line: false, changes: false, nodes: 2_000_000_000 };
    /// The answer and the difficulty, without trying swaps: for many puzzles in a row.
    pub const LINE: Depth = Depth { line: true, changes: false, nodes: 20_000_000 };
}

/// What a check found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Everything, the gravest first within each topic.
    pub findings: Vec<Finding>,
    /// Whether the declarer reaches the goal, if that was decided.
    pub declarer_wins: Option<bool>,
    /// The declarer's points, if they were worked out.
    pub points: Option<u8>,
    /// The cards that solve it.
    pub keys: Cards,
}

impl Report {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.findings.iter().all(|finding| finding.weight() != Weight::Fault)
    }

    /// The estimate of difficulty, if there is one.
    #[must_use]
    pub fn difficulty(&self) -> Option<&Difficulty> {
        self.findings.iter().find_map(|finding| match finding {
            Finding::Difficulty(difficulty) => Some(difficulty),
            _ => None,
        })
    }
}

/// Checks puzzles; keeps its searches from one to the next.
#[derive(Debug, Default)]
pub struct Checker {
    prover: Prover,
    open: open::Solver,
    fair: paranoia::Solver,
}

impl Checker {
    /// A checker with tables of the usual size.
    #[must_use]
    pub fn new() -> Checker {
        Checker::default()
    }

    /// A checker that takes no more than this: half for the prover, a quarter for each of the other two
    /// searches, on one thread.
    #[must_use]
    pub fn with_resources(resources: Resources) -> Checker {
        let one = resources.at_most_threads(1);
        Checker {
            prover: Prover::with_resources(one.part(2)),
            open: open::Solver::with_resources(one.part(4)),
            fair: paranoia::Solver::with_resources(one.part(4)),
        }
    }

    /// Checks a puzzle.
    ///
    /// # Errors
    /// If the position does not allow the question at all, as when the viewer's hand is missing.
    pub fn check(&mut self, puzzle: &Puzzle, depth: Depth, limits: &Limits) -> Result<Report, ProofError> {
        let limits = Limits { nodes: Some(depth.nodes), ..limits.clone() };
        let limits = &limits;
        let goal = puzzle.goal();
        let mut position = puzzle.position.clone();
        if puzzle.asks == Asks::Discard
            && let Some(after) = with_discard(&position, puzzle.answer.cards)
        {
            position = after;
        }
        let mut report =
            Report { findings: Vec::new(), declarer_wins: None, points: None, keys: Cards::NONE };
        let wins = self.decide(&position, goal, limits)?;
        report.declarer_wins = wins;
        let Some(wins) = wins else {
            report.findings.push(Finding::Undecided);
            return Ok(report);
        };
        self.answer(puzzle, &position, wins, &mut report, depth, limits)?;
        if puzzle.asks == Asks::Discard {
            self.discards(puzzle, goal, &mut report, depth, limits)?;
        } else {
            let question = self.question(puzzle, &position, &report);
            self.keys(puzzle, &position, question, &mut report, limits)?;
            if depth.line {
                self.line(puzzle, &position, question, &mut report, limits);
            }
        }
        self.deals(puzzle, &position, wins, &mut report, depth, limits);
        if depth.changes && report.is_sound() && puzzle.asks != Asks::Discard {
            self.swaps(puzzle, &position, &mut report, limits);
        }
        if let (Some(said), Some(estimate)) = (puzzle.difficulty, report.difficulty().map(Difficulty::grade))
            && said != estimate
        {
            report.findings.push(Finding::OtherGrade { said, estimate });
        }
        Ok(report)
    }

    pub(super) fn prover(&mut self) -> &mut Prover {
        &mut self.prover
    }

    /// Whose puzzle it is: from a seat's view the seat's; with open cards of whoever is asked for a card, and
    /// else of the side that has its way. Who is asked for a card but cannot have his aim is asked for the best:
    /// then the goal is what that card makes.
    pub(super) fn question(&self, puzzle: &Puzzle, position: &Position, report: &Report) -> Claim {
        let wins = report.declarer_wins == Some(true);
        let mut question = Claim::new(position, puzzle.goal());
        match (position.view(), puzzle.asks, position.turn()) {
            (View::Open, Asks::Card, Some(turn)) => question.side = turn.side(position.declarer()),
            (View::Open, ..) if !wins => question.side = Side::Defenders,
            _ => {}
        }
        let declarers = question.side == Side::Declarer;
        if let (Asks::Card, Some(made)) = (puzzle.asks, report.points)
            && wins != declarers
        {
            question.goal = Goal::Points(if declarers { made.max(1) } else { made + 1 });
        }
        question
    }

    fn decide(
        &mut self,
        position: &Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<Option<bool>, ProofError> {
        Ok(match position.view() {
            View::Open => self.open.decide(position, goal, limits)?,
            View::Seat(_) => self.fair.decide(position, goal, limits)?,
        })
    }

    fn value(&mut self, position: &Position, limits: &Limits) -> Result<Bounds, ProofError> {
        Ok(match position.view() {
            View::Open => self.open.value(position, limits)?,
            View::Seat(_) => self.fair.value(position, limits)?,
        })
    }

    /// Compares the answer with what is so, and the points with the goal.
    fn answer(
        &mut self,
        puzzle: &Puzzle,
        position: &Position,
        wins: bool,
        report: &mut Report,
        depth: Depth,
        limits: &Limits,
    ) -> Result<(), ProofError> {
        let answer = &puzzle.answer;
        let findings = &mut report.findings;
        if answer.declarer_wins.is_none() && answer.points.is_none() && answer.cards.is_empty() {
            findings.push(Finding::NoAnswer);
        }
        if answer.declarer_wins.is_some_and(|said| said != wins) {
            findings.push(Finding::WrongResult { declarer_wins: wins });
        }
        let Goal::Points(needed) = puzzle.goal() else { return Ok(()) };
        // The exact value can take long: nobody waits for it who only wants to know whether the answer is right.
        let declarers = position.turn() == Some(position.declarer());
        let best = puzzle.asks == Asks::Card && wins != declarers;
        if !depth.line && answer.points.is_none() && !best {
            return Ok(());
        }
        let Some(is) = self.value(position, limits)?.exact() else { return Ok(()) };
        report.points = Some(is);
        if let Some(said) = answer.points.filter(|said| *said != is) {
            report.findings.push(Finding::WrongPoints { said, is });
        }
        report.findings.push(match is.cmp(&needed) {
            std::cmp::Ordering::Equal => Finding::Exact(is),
            std::cmp::Ordering::Greater => Finding::Exceeded(is - needed),
            std::cmp::Ordering::Less => Finding::Missed(needed - is),
        });
        Ok(())
    }

    /// Which cards solve it.
    fn keys(
        &mut self,
        puzzle: &Puzzle,
        position: &Position,
        question: Claim,
        report: &mut Report,
        limits: &Limits,
    ) -> Result<(), ProofError> {
        let node = self.prover.unfold(position, question, &[], Detail::AllCards, limits)?;
        if node.chooser != Chooser::Viewer {
            if node.chooser == Chooser::Adversary {
                report.findings.push(Finding::OthersFirst);
            }
            return Ok(());
        }
        if node.branches.iter().any(|branch| branch.verdict == Verdict::Open) {
            report.findings.push(Finding::Undecided);
            return Ok(());
        }
        let solves = |verdict: Verdict| verdict == Verdict::Proved;
        let keys: Cards =
            node.branches.iter().filter(|branch| solves(branch.verdict)).map(|branch| branch.card).collect();
        let kinds = keys.iter().filter(|card| {
            let twin =
                node.branches.iter().find(|branch| branch.card == *card).and_then(|branch| branch.twin_of);
            twin.is_none_or(|twin| !keys.has(twin))
        });
        let kinds = kinds.count();
        report.keys = keys;
        let said = puzzle.answer.cards;
        let asked = puzzle.asks == Asks::Card;
        let wrong = asked && !said.is_empty() && (said - keys != Cards::NONE || kinds > 1 && said != keys);
        if wrong {
            report.findings.push(Finding::WrongCards { said, are: keys });
        }
        report.findings.push(match kinds {
            0 if asked => Finding::NoCard,
            // A lost position has no key: the stated result says so.
            0 => return Ok(()),
            1 => Finding::Key(keys),
            _ if keys.len() == node.branches.len() && asked && node.branches.len() > 1 => Finding::AnyCard,
            _ => Finding::Keys(keys),
        });
        Ok(())
    }

    /// Later choices, and how hard it is. Where the limits end a search, less is said.
    fn line(
        &mut self,
        puzzle: &Puzzle,
        position: &Position,
        question: Claim,
        report: &mut Report,
        limits: &Limits,
    ) {
        let Ok(line) = self.prover.main_line(position, question, &[], limits) else { return };
        let mut decisions = 0;
        let mut choices = Vec::new();
        let mut wrong = Vec::new();
        for after in 0..line.len() {
            let Ok(node) = self.prover.unfold(position, question, &line[..after], Detail::AllCards, limits)
            else {
                return;
            };
            if node.chooser != Chooser::Viewer || node.verdict != Verdict::Proved {
                continue;
            }
            let of = |verdict: Verdict| node.branches.iter().filter(move |branch| branch.verdict == verdict);
            decisions += usize::from(of(Verdict::Refuted).count() > 0);
            let kinds: Cards = of(Verdict::Proved)
                .filter(|branch| branch.twin_of.is_none())
                .map(|branch| branch.card)
                .collect();
            let trick = trick_number(position, after);
            if after == 0 {
                for branch in of(Verdict::Refuted).filter(|branch| branch.twin_of.is_none()) {
                    let Ok(refuted) = self.prover.refutation(position, question, &[], branch.card, limits)
                    else {
                        return;
                    };
                    wrong.push((branch.card, refuted.line.len()));
                }
            } else if kinds.len() > 1 {
                choices.push(Finding::Choice { after, trick, cards: kinds });
            }
        }
        if choices.is_empty() && report.keys.len() == 1 {
            report.findings.push(Finding::NoChoice);
        }
        report.findings.extend(choices);
        let seed = 1;
        if let Some(look) = Look::at(position, puzzle.goal(), &mut self.open, seed, limits)
            && !line.is_empty()
        {
            let estimate = difficulty::estimate(&look, report.keys, &wrong, decisions);
            report.findings.push(Finding::Difficulty(estimate));
        }
    }
}
