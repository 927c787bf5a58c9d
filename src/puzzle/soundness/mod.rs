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
mod sentences;

pub use difficulty::Difficulty;
pub use finding::{Finding, Weight};
pub use natural::{Look, SAMPLES, Vote};

use super::question::{self, Engines, Facts, Told, Wanted};
use super::{Answer, Puzzle};
use crate::cards::Cards;
use crate::deal::Position;
use crate::search::proof::{Chooser, Claim, Detail, ProofError, Prover, Verdict};
use crate::search::{Limits, Resources};

/// How much is looked at.
///
/// ```
/// use kiebitz::puzzle::soundness::Depth;
/// assert!(Depth::FULL.changes && !Depth::LINE.changes && !Depth::ANSWER.line);
/// ```
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
///
/// ```
/// use kiebitz::puzzle::soundness::{Finding, Report};
/// let mut report = Report::default();
/// assert!(report.is_sound());
/// report.findings.push(Finding::WrongPoints { said: 61, is: 60 });
/// assert!(!report.is_sound());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Everything, the gravest first within each topic.
    pub findings: Vec<Finding>,
    /// Whether the declarer reaches the goal, if that was decided.
    pub declarer_wins: Option<bool>,
    /// The declarer's points, if they were worked out.
    pub points: Option<u8>,
    /// The cards that solve it.
    pub keys: Cards,
    /// What is particular to the kind of question.
    pub told: Told,
    /// The answer as it was found, to be entered where the puzzle has none.
    pub answer: Answer,
    /// Whether the search was cut short before the question was answered.
    pub cut_short: bool,
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
///
/// ```
/// use kiebitz::puzzle::{bundled, soundness::{Checker, Depth}};
/// use kiebitz::search::{Limits, Resources};
/// let (_, puzzle) = bundled().next().unwrap();
/// let mut checker = Checker::with_resources(Resources::new(64, 1));
/// assert!(checker.check(&puzzle, Depth::ANSWER, &Limits::none()).unwrap().is_sound());
/// ```
#[derive(Debug, Default)]
pub struct Checker {
    engines: Engines,
}

impl Checker {
    /// A checker with tables of the usual size.
    #[must_use]
    pub fn new() -> Checker {
        Checker::default()
    }

    /// A checker that takes no more than this.
    #[must_use]
    pub fn with_resources(resources: Resources) -> Checker {
        Checker { engines: Engines::with_resources(resources) }
    }

    /// Checks a puzzle: its question asked, its answer compared with what is so, and what a composer wants to know.
    ///
    /// # Errors
    /// If the position does not allow the question at all, as when the viewer's hand is missing.
    pub fn check(&mut self, puzzle: &Puzzle, depth: Depth, limits: &Limits) -> Result<Report, ProofError> {
        let limits = Limits { nodes: Some(depth.nodes), ..limits.clone() };
        let limits = &limits;
        let kind = question::kind(puzzle.asks);
        let mut report = Report::default();
        if let Some(lack) = kind.lacks(puzzle) {
            report.findings.push(Finding::Lack(lack));
            report.findings.extend(question::position_findings(&puzzle.position));
            return Ok(report);
        }
        let wanted = if depth.line { Wanted::Values } else { Wanted::Answer };
        let facts = kind.facts(puzzle, &mut self.engines, wanted, limits)?;
        if facts.cut_short {
            report.findings.push(Finding::Undecided);
        } else if !kind.is_answered(&puzzle.answer) {
            report.findings.push(Finding::NoAnswer);
        }
        report.findings.extend(kind.findings(puzzle, &facts));
        report.findings.extend(question::position_findings(&puzzle.position));
        report.answer = kind.answer(puzzle, &facts);
        let Facts { declarer_wins, points, keys, told, cut_short, .. } = facts;
        report = Report { declarer_wins, points, keys, told, cut_short, ..report };
        if let Some(wins) = declarer_wins.filter(|_| !cut_short) {
            self.more(puzzle, wins, &mut report, depth, limits);
        }
        if let (Some(said), Some(estimate)) = (puzzle.difficulty, report.difficulty().map(Difficulty::grade))
            && said != estimate
        {
            report.findings.push(Finding::OtherGrade { said, estimate });
        }
        Ok(report)
    }

    /// What a composer wants to know beyond the answer.
    fn more(&mut self, puzzle: &Puzzle, wins: bool, report: &mut Report, depth: Depth, limits: &Limits) {
        let position = question::kind(puzzle.asks).played(puzzle);
        let claim = question::claim(puzzle, Some(wins), report.points);
        if let Told::Chance(_) = report.told {
            self.look(puzzle, &position, report, depth, limits);
            return;
        }
        let is_play = report.told == Told::Nothing;
        // What cannot be solved has no later choices, and is neither easy nor hard.
        if depth.line
            && is_play
            && !report.findings.iter().any(|finding| matches!(finding, Finding::Unsolvable { .. }))
        {
            self.line(puzzle, &position, claim, report, limits);
        }
        self.deals(puzzle, &position, wins, report, depth, limits);
        if depth.changes && report.is_sound() && is_play {
            self.swaps(puzzle, &position, claim, report, limits);
        }
    }

    /// How hard it is to find the card with the best chance: whether it is the one that comes to mind.
    fn look(
        &mut self,
        puzzle: &Puzzle,
        position: &Position,
        report: &mut Report,
        depth: Depth,
        limits: &Limits,
    ) {
        let Some(look) = Look::at(position, puzzle.goal(), &mut self.engines.open, 1, limits) else { return };
        if depth.line && !report.keys.is_empty() {
            let wrong: Vec<_> = (position.playable() - report.keys)
                .iter()
                .map(|card| (card, position.hand_size() * 3))
                .collect();
            let estimate = difficulty::estimate(&look, report.keys, &wrong, 1);
            report.findings.push(Finding::Difficulty(estimate));
        }
    }

    pub(super) fn prover(&mut self) -> &mut Prover {
        &mut self.engines.prover
    }

    /// The searches, for other questions about the same puzzle.
    pub fn engines(&mut self) -> &mut Engines {
        &mut self.engines
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
        let Ok(line) = self.engines.prover.main_line(position, question, &[], limits) else { return };
        let mut decisions = 0;
        let mut choices = Vec::new();
        let mut wrong = Vec::new();
        for after in 0..line.len() {
            let Ok(node) =
                self.engines.prover.unfold(position, question, &line[..after], Detail::AllCards, limits)
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
            let trick = position.trick_number(after);
            if after == 0 {
                for branch in of(Verdict::Refuted).filter(|branch| branch.twin_of.is_none()) {
                    let Ok(refuted) =
                        self.engines.prover.refutation(position, question, &[], branch.card, limits)
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
        if let Some(look) = Look::at(position, puzzle.goal(), &mut self.engines.open, seed, limits)
            && !line.is_empty()
            && !report.keys.is_empty()
        {
            let estimate = difficulty::estimate(&look, report.keys, &wrong, decisions);
            report.findings.push(Finding::Difficulty(estimate));
        }
    }
}
