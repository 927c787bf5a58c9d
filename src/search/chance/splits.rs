//! A first strategy where deals are very many: one that holds against every deal but those with unlikely splits of the
//! suits. The paranoia search finds it without listing deals, and counts exactly how many it covers.

use super::aim::Aim;
use super::solver::Line;
use crate::deal::{Position, View};
use crate::knowledge::{Assumption, Knowledge};
use crate::rules::Goal;
use crate::search::limits::Limits;
use crate::search::paranoia;

/// From how many deals on it is worth looking.
pub(super) const MANY_DEALS: usize = 2000;

/// Shares that are tried, from the largest down.
const SHARES: [f64; 14] = [0.99, 0.97, 0.95, 0.92, 0.88, 0.84, 0.8, 0.74, 0.68, 0.6, 0.5, 0.4, 0.3, 0.2];
/// Nodes for one share.
const NODES: u64 = 400_000;
/// Memory for these searches, in megabytes.
const TABLE_MB: usize = 32;

/// Asks about shares of the deals.
pub(super) struct Splits<'a> {
    solver: paranoia::Solver,
    position: &'a Position,
    goal: Goal,
    limits: Limits,
    worlds: u64,
}

impl<'a> Splits<'a> {
    pub(super) fn new(
        position: &'a Position,
        goal: Goal,
        assumptions: Vec<Assumption>,
        limits: &Limits,
    ) -> Splits<'a> {
        let worlds = match position.view() {
            View::Seat(viewer) => Knowledge::of(position, viewer)
                .map_or(0, |knowledge| knowledge.assuming(position, &assumptions).count()),
            View::Open => 0,
        };
        let mut solver = paranoia::Solver::with_table(TABLE_MB);
        solver.assume(assumptions);
        let limits = Limits { nodes: Some(NODES), ..limits.clone() };
        Splits { solver, position, goal, limits, worlds }
    }

    /// Raises what is surely won after each card.
    pub(super) fn look(
        &mut self,
        lines: &mut [Line],
        own: bool,
        aim: &Aim,
        mut must_stop: impl FnMut() -> bool,
    ) {
        if !own {
            for line in lines {
                line.won.at_least = line.won.at_least.max(self.covered(self.position, 0, &mut must_stop).1);
            }
            return;
        }
        // No card covers more than the best one does.
        let (from, _) = self.covered(self.position, 0, &mut must_stop);
        for line in lines {
            let mut next = self.position.clone();
            // The deal stays hidden: what the viewer plays tells nobody where the other cards are.
            if next.play(aim.layout.card(line.card)).is_ok() {
                let (_, won) = self.covered(&next, from, &mut must_stop);
                line.won.at_least = line.won.at_least.max(won).min(line.won.at_most);
            }
        }
    }

    /// The first share from `from` on that is forced, and how many deals it covers.
    fn covered(
        &mut self,
        position: &Position,
        from: usize,
        must_stop: &mut impl FnMut() -> bool,
    ) -> (usize, u64) {
        let declarers = position.view() == View::Seat(position.declarer());
        for (at, &share) in SHARES.iter().enumerate().skip(from) {
            if must_stop() {
                break;
            }
            self.solver.set_share(share);
            if self.solver.decide(position, self.goal, &self.limits) == Ok(Some(declarers)) {
                return (at, (self.solver.covered() * self.worlds as f64).round() as u64);
            }
        }
        (SHARES.len(), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::chance::Solver;

    const LINES: [&str; 8] = [
        "contract=C declarer=F F=D7.CQ.CK.CT.CA M=DK.HK.SQ.SK.ST R=D9.HQ.S9.C7.C8 skat=DT.HT \
            gone=SJ.C9.CJ.SA.S8.S7.H7.HA.H8.DJ.H9.HJ.D8.DA.DQ points=19:25 view=F",
        "contract=C declarer=M F=D8.D9.HT.SK.ST M=S7.S9.SA.C7.C9 R=DQ.DK.S8.SQ.CK skat=DT.HQ lead=R \
            gone=DA.HJ.D7.DJ.SJ.CJ.HA.H9.HK.H8.CA.H7.CQ.CT.C8 points=24:34 played=S8.SK view=M",
        "contract=C declarer=M F=DT.HQ.HT.ST M=DJ.C9.CK.CT R=H8.HK.HJ.CQ skat=DQ.SQ lead=M \
            gone=DA.D8.DK.S7.S9.SA.H7.H9.HA.CJ.C8.CA.D9.SJ.D7.S8.SK.C7 points=3:53 played=DJ view=R",
        "contract=G declarer=R F=D8.D9.HQ.CQ M=DT.DA.HK.CK R=DQ.HJ.SK.C7 skat=DK.HT lead=R \
            gone=SA.S7.S8.HA.H7.DJ.CA.CT.C9.CJ.ST.H8.SJ.D7.S9.SQ.C8.H9 points=25:37 view=R",
        "contract=G declarer=M F=D9.ST.C9.CK M=DJ.H8.S9.SQ R=HK.HT.S8.C8 skat=DK.CT lead=M \
            gone=C7.CQ.CA.S7.SK.SA.HJ.SJ.CJ.DA.DQ.D8.D7.HQ.DT.H7.H9.HA points=72:1 view=M",
        "contract=G declarer=R F=D9.HQ.HT.C9.CQ M=H8.H9.HK.CK.CA R=D8.DQ.HA.S9.CT skat=DT.ST lead=R \
            gone=SA.SQ.S8.S7.C7.SK.SJ.CJ.HJ.D7.DK.DA.DJ.H7.C8 points=41:0 view=R",
        "contract=G declarer=R F=D9.DQ.DK.DT.SQ M=D8.S9.ST.C9.CT R=DA.H7.SK.C7.CK skat=HK.HT lead=R \
            gone=S7.S8.SA.CJ.SJ.DJ.HJ.H8.D7.CA.CQ.C8.HA.H9.HQ points=28:19 view=R",
        "contract=G declarer=F F=DA.H8.S8.SK M=D7.HQ.S9.SA R=DQ.DK.SQ.CK skat=HT.ST lead=R \
            gone=CJ.S7.HJ.DJ.H9.SJ.CA.C9.CT.C7.CQ.C8.HA.H7.HK.D8.D9.DT points=29:28 played=SQ view=F",
    ];

    /// What holds against all but unlikely splits is a strategy: no position and no card wins in fewer deals than it covers.
    #[test]
    fn what_is_covered_is_won() {
        let mut found = 0;
        for line in LINES {
            let position: Position = line.parse().unwrap();
            for goal in [position.goal(), Goal::Points(75), Goal::Points(31)] {
                let exact = Solver::with_table(16).chance(&position, goal, &Limits::none()).unwrap();
                let mut splits = Splits::new(&position, goal, Vec::new(), &Limits::none());
                assert_eq!(splits.worlds, exact.worlds);
                let (from, covered) = splits.covered(&position, 0, &mut || false);
                assert!(covered <= exact.won.at_least, "{line} goal {goal}: {covered} of {:?}", exact.won);
                found += u64::from(covered > 0);
                for card in &exact.cards {
                    let mut next = position.clone();
                    next.play(card.card).unwrap();
                    let (at, won) = splits.covered(&next, 0, &mut || false);
                    assert!(won <= card.won.at_least, "{line} goal {goal} {}: {won}", card.card);
                    assert!(at >= from, "no card covers more than the best one");
                }
            }
        }
        assert!(found > 5, "{found}");
    }
}
