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
