//! A trace in figures.

use super::visit::{Ended, Trace};
use crate::cards::Card;

/// Figures of a trace; visits that were not kept are in the efforts, not in the counts.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, open::Solver, trace::Trace};
/// let position: Position = "contract=G declarer=F F=CJ.SA M=SJ.SK R=ST.HT skat=D7.D8 points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9 view=open".parse().unwrap();
/// let mut trace = Trace::new(1_000);
/// Solver::with_table(1).trace(&position, "90".parse().unwrap(), &Limits::none(), &mut trace).unwrap();
/// let stats = trace.stats();
/// assert_eq!((stats.made, stats.by_depth[0]), (trace.visits().len() as u64, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Nodes the search counted.
    pub nodes: u64,
    /// Visits made, also those not kept.
    pub made: u64,
    /// Cards looked at by the number of cards from the root.
    pub by_depth: Vec<u64>,
    /// Visits by the reason why they ended, only those that came up.
    pub by_reason: Vec<(Ended, u64)>,
    /// How often the first card tried settled the question and spared others, the second, …
    pub settled_by_rank: Vec<u64>,
    /// What each first card cost, in the order of tries.
    pub first_cards: Vec<Effort>,
}

/// What a card at the root cost.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, open::Solver, trace::Trace};
/// let position: Position = "contract=G declarer=F F=CJ.SA.S7 M=SJ.ST.S8 R=HA.HT.SK skat=D7.D8 points=35:35 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 view=open".parse().unwrap();
/// let mut trace = Trace::new(1_000);
/// Solver::with_table(1).trace(&position, "61".parse().unwrap(), &Limits::none(), &mut trace).unwrap();
/// let stats = trace.stats();
/// assert_eq!(stats.first_cards.len(), 3);
/// assert!(stats.first_cards.iter().all(|effort| effort.nodes <= stats.nodes));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The card.
    pub card: Card,
    /// Why its visit ended.
    pub ended: Ended,
    /// Whether the declarer reaches the goal after it.
    pub reaches: Option<bool>,
    /// Nodes from it on.
    pub nodes: u64,
}

impl Trace {
    /// The trace in figures.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let visits = self.visits();
        let mut by_depth = Vec::new();
        let mut settled_by_rank = Vec::new();
        let mut reasons = Ended::ALL.map(|ended| (ended, 0));
        for visit in visits {
            reasons[visit.ended() as usize].1 += 1;
            if visit.ended().is_skipped() {
                continue;
            }
            count(&mut by_depth, visit.depth());
        }
        for number in (0..visits.len()).filter(|&number| visits[number].ended() == Ended::Searched) {
            let below = || self.children(number).map(|child| &visits[child]);
            let tried = below().filter(|child| child.rank().is_some()).count();
            // Cards that were cut off show that the last one tried settled it.
            if tried > 0 && below().any(|child| child.ended() == Ended::CutBySibling) {
                count(&mut settled_by_rank, tried - 1);
            }
        }
        let first = self.children(0).filter_map(|number| {
            let visit = &visits[number];
            let (ended, reaches, nodes) = (visit.ended(), visit.reaches(), visit.effort());
            Some(Effort { card: visit.card()?, ended, reaches, nodes })
        });
        Stats {
            nodes: visits.first().map_or(0, |root| root.effort()),
            made: self.made(),
            by_depth,
            by_reason: reasons.into_iter().filter(|(_, number)| *number > 0).collect(),
            settled_by_rank,
            first_cards: first.collect(),
        }
    }
}

fn count(numbers: &mut Vec<u64>, at: usize) {
    if numbers.len() <= at {
        numbers.resize(at + 1, 0);
    }
    numbers[at] += 1;
}
