//! The searches that answer questions, kept from one to the next.

use super::Facts;
use crate::cards::Cards;
use crate::deal::{Position, View};
use crate::rules::Goal;
use crate::search::chance;
use crate::search::open::{self, Bounds};
use crate::search::paranoia;
use crate::search::proof::{Chooser, Claim, Detail, ProofError, Prover, Verdict, unseen};
use crate::search::{Limits, Resources};

/// Questions that are asked at most to find out whether a side can fail at all, and nodes for each.
const QUESTIONS: u32 = 2000;
const QUESTION_NODES: u64 = 500_000;

/// The searches: all cards seen, one seat's view, and the prover that tells why.
///
/// ```
/// use kiebitz::{deal::Position, puzzle::question::Engines, search::{Limits, Resources}};
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let mut engines = Engines::with_resources(Resources::new(16, 1));
/// let mut wins = |goal: &str| engines.decide(&position, goal.parse().unwrap(), &Limits::none()).unwrap();
/// assert_eq!((wins("59"), wins("61")), (Some(true), Some(false)));
/// ```
#[derive(Debug, Default)]
pub struct Engines {
    /// Proofs and refutations.
    pub prover: Prover,
    /// All cards seen.
    pub open: open::Solver,
    /// From a seat's view.
    pub forced: paranoia::Solver,
    /// The strategy that wins in the most deals.
    pub chance: chance::Solver,
}

impl Engines {
    /// With tables of the usual size.
    #[must_use]
    pub fn new() -> Engines {
        Engines::default()
    }

    /// Searches that take no more than this: half for the prover, a quarter for what is forced, an eighth for each of
    /// the other two, on one thread.
    #[must_use]
    pub fn with_resources(resources: Resources) -> Engines {
        let one = resources.at_most_threads(1);
        Engines {
            prover: Prover::with_resources(one.part(2)),
            open: open::Solver::with_resources(one.part(8)),
            forced: paranoia::Solver::with_resources(one.part(4)),
            chance: chance::Solver::with_resources(one.part(8)),
        }
    }

    /// Whether the declarer reaches the goal, in the position's own view; `None` if the limits ended the search.
    ///
    /// # Errors
    /// If the position or the goal is not for the search.
    pub fn decide(
        &mut self,
        position: &Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<Option<bool>, ProofError> {
        Ok(match position.view() {
            View::Open => self.open.decide(position, goal, limits)?,
            View::Seat(_) => self.forced.decide(position, goal, limits)?,
        })
    }

    /// The declarer's points in the position's own view.
    ///
    /// # Errors
    /// If the position is not for the search.
    pub fn value(&mut self, position: &Position, limits: &Limits) -> Result<Bounds, ProofError> {
        Ok(match position.view() {
            View::Open => self.open.value(position, limits)?,
            View::Seat(_) => self.forced.value(position, limits)?,
        })
    }

    /// Whether the side of the claim, which holds, keeps it whatever cards it plays and whatever the others do. Each line of
    /// play is followed until the claim is counted or a card is found that gives it away; where that takes too long it is
    /// taken for possible to fail.
    ///
    /// # Errors
    /// If the position is not for the search.
    pub fn cannot_fail(
        &mut self,
        position: &Position,
        claim: Claim,
        limits: &Limits,
    ) -> Result<bool, ProofError> {
        let limits = Limits { nodes: Some(QUESTION_NODES), ..limits.clone() };
        let mut left = QUESTIONS;
        self.never_fails(&unseen(position)?, claim, &mut left, &limits)
    }

    fn never_fails(
        &mut self,
        position: &Position,
        claim: Claim,
        left: &mut u32,
        limits: &Limits,
    ) -> Result<bool, ProofError> {
        let Some(turn) = position.turn().filter(|_| claim.outcome(position).is_none()) else {
            return Ok(true);
        };
        let mut next = Vec::new();
        for card in position.playable() {
            let mut after = position.clone();
            if after.play(card).is_err() {
                return Ok(false);
            }
            if claim.plays(position, turn) {
                *left = left.saturating_sub(1);
                let reaches = if *left == 0 { None } else { self.decide(&after, claim.goal, limits)? };
                if reaches.is_none_or(|reaches| !claim.won_if(reaches)) {
                    return Ok(false);
                }
            }
            next.push(after);
        }
        for after in next {
            if !self.never_fails(&after, claim, left, limits)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Finds the first cards after which the claim still holds, if its side is on turn.
    ///
    /// # Errors
    /// If the position is not for the search.
    pub fn keys(
        &mut self,
        position: &Position,
        claim: Claim,
        facts: &mut Facts,
        limits: &Limits,
    ) -> Result<(), ProofError> {
        let node = self.prover.unfold(position, claim, &[], Detail::AllCards, limits)?;
        if node.chooser != Chooser::Viewer {
            return Ok(());
        }
        if node.branches.iter().any(|branch| branch.verdict == Verdict::Open) {
            facts.cut_short = true;
            return Ok(());
        }
        let proved = || node.branches.iter().filter(|branch| branch.verdict == Verdict::Proved);
        let keys: Cards = proved().map(|branch| branch.card).collect();
        facts.keys = keys;
        facts.kinds = proved().filter(|branch| branch.twin_of.is_none_or(|twin| !keys.has(twin))).count();
        facts.choices = node.branches.len();
        Ok(())
    }
}
