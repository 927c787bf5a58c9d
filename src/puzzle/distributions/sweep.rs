//! The sweep: every deal on several threads, the answers in a fixed order.

use super::condition::{Condition, Ending};
use super::deals::{Deals, Start};
use super::{DistributionQuery, Sitting};
use crate::parallel;
use crate::rules::Goal;
use crate::search::open::Solver;
use crate::search::{Cancel, Limits, Resources};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Memory of all solvers together, in megabytes, if no less is given.
const MEMORY: usize = 256;

/// Most deals that are kept to find out what the solutions have in common.
pub const KEPT: usize = 400_000;

/// A deal that meets every condition.
///
/// ```
/// use kiebitz::puzzle::distributions::{DistributionQuery, Sweep, sweep};
/// use kiebitz::{deal::Position, search::Resources};
/// // The ten, the queen of spades and two diamonds are out: lost if one hand has both spades.
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let query = DistributionQuery::new(position, "61".parse().unwrap(), vec!["result=lost".parse().unwrap()]).unwrap();
/// let mut numbers = Vec::new();
/// sweep(&query, Resources::new(8, 1), &Sweep::default(), |found| {
///     numbers.push(found.number);
///     true
/// });
/// assert_eq!(numbers, [0, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many were found before it.
    pub number: u64,
    /// How the cards lie.
    pub sitting: Sitting,
}

/// How far a sweep has come, for show; and how it is stopped.
///
/// ```
/// use kiebitz::puzzle::distributions::{DistributionQuery, Sweep, sweep};
/// use kiebitz::{deal::Position, search::Resources};
/// // The ten, the queen of spades and two diamonds are out: lost if one hand has both spades.
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let query = DistributionQuery::new(position, "61".parse().unwrap(), vec!["result=lost".parse().unwrap()]).unwrap();
/// let watched = Sweep::default();
/// sweep(&query, Resources::new(8, 1), &watched, |_| true);
/// assert_eq!((watched.share_done(), watched.fitting(), watched.solutions()), (1.0, 6, 2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    counters: Arc<Counters>,
    /// Raise it to stop. The sweep raises it itself when it is told enough.
    pub cancel: Cancel,
    /// Stops it as well, and belongs to somebody else.
    pub stop: Option<Cancel>,
    /// Stops it after so many deals that meet the conditions on the cards.
    pub most: Option<u64>,
}

#[derive(Debug, Default)]
struct Counters {
    parts: AtomicU64,
    parts_done: AtomicU64,
    fitting: AtomicU64,
    solutions: AtomicU64,
}

impl Sweep {
    /// A sweep that ends with somebody else's wish, or after so many deals that meet the conditions on the cards.
    #[must_use]
    pub fn within(stop: Option<Cancel>, most: Option<u64>) -> Sweep {
        Sweep { stop, most, ..Sweep::default() }
    }

    fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
            || self.stop.as_ref().is_some_and(Cancel::is_cancelled)
            || self.most.is_some_and(|most| self.fitting() >= most)
    }

    /// From 0 to 1.
    #[must_use]
    pub fn share_done(&self) -> f64 {
        let parts = self.counters.parts.load(Ordering::Relaxed);
        if parts == 0 { 0.0 } else { self.counters.parts_done.load(Ordering::Relaxed) as f64 / parts as f64 }
    }

    /// Deals so far that meet the conditions on the cards.
    #[must_use]
    pub fn fitting(&self) -> u64 {
        self.counters.fitting.load(Ordering::Relaxed)
    }

    /// Deals so far that meet all conditions.
    #[must_use]
    pub fn solutions(&self) -> u64 {
        self.counters.solutions.load(Ordering::Relaxed)
    }
}

/// What a sweep found.
///
/// ```
/// use kiebitz::puzzle::distributions::{DistributionQuery, Sweep, sweep};
/// use kiebitz::{deal::Position, search::Resources};
/// // The ten, the queen of spades and two diamonds are out: lost if one hand has both spades.
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let query = DistributionQuery::new(position, "61".parse().unwrap(), vec!["result=lost".parse().unwrap()]).unwrap();
/// let swept = sweep(&query, Resources::new(8, 1), &Sweep::default(), |_| true);
/// assert!(swept.finished && swept.kept.len() == 6);
/// assert!((swept.share() - 1.0 / 3.0).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swept {
    /// Deals that the position allows.
    pub deals: u64,
    /// Deals among them that meet the conditions on the cards.
    pub fitting: u64,
    /// Deals among those that meet the conditions on the ending too.
    pub solutions: u64,
    /// Whether every deal was looked at.
    pub finished: bool,
    /// The deals that meet the conditions on the cards and whether they are solutions, in order. Empty if
    /// there are too many to keep.
    pub kept: Vec<(Sitting, bool)>,
}

impl Swept {
    /// Which share of the deals that the position allows are solutions.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.solutions as f64 / self.deals.max(1) as f64
    }
}

/// One part of the work, done.
struct Part {
    /// False if it was stopped in the middle.
    whole: bool,
    deals: Vec<(Sitting, bool)>,
    fitting: u64,
}

/// Looks at every deal, on several threads that share the memory. `tell` gets each solution as soon as it and all before it are found; `false`
/// from it ends the sweep.
pub fn sweep(
    question: &DistributionQuery,
    resources: Resources,
    sweep: &Sweep,
    mut tell: impl FnMut(Found) -> bool,
) -> Swept {
    let deals = Deals::of(question);
    let starts = deals.starts();
    let counters = &sweep.counters;
    counters.parts.store(starts.len() as u64, Ordering::Relaxed);
    let mut swept =
        Swept { deals: question.deals(), fitting: 0, solutions: 0, finished: true, kept: Vec::new() };
    let keep = swept.deals <= KEPT as u64;
    let resources = resources.at_most_threads(starts.len());
    let each = resources.each_thread().memory_up_to(MEMORY / resources.threads());
    let worker = Worker { deals: &deals, sweep, keep };
    let judge = || Judge::new(question, each, &sweep.cancel);
    let take = |part: Part| {
        swept.fitting += part.fitting;
        swept.finished &= part.whole;
        for (sitting, solution) in part.deals {
            if solution {
                let found = Found { number: swept.solutions, sitting };
                swept.solutions += 1;
                if !tell(found) {
                    sweep.cancel.cancel();
                }
            }
            if keep {
                swept.kept.push((sitting, solution));
            }
        }
        counters.parts_done.fetch_add(1, Ordering::Relaxed);
        true
    };
    // Parts are begun even after a cancel, and end at once: every solution already found is told.
    let work = |judge: &mut Judge<'_>, start: &Start| worker.part(judge, start);
    if let Err(panicked) = parallel::in_order(&starts, resources.threads(), || false, judge, work, take) {
        panicked.raise();
    }
    swept
}

struct Worker<'a> {
    deals: &'a Deals,
    sweep: &'a Sweep,
    keep: bool,
}

impl Worker<'_> {
    fn part(&self, judge: &mut Judge<'_>, start: &Start) -> Part {
        let mut part = Part { whole: true, deals: Vec::new(), fitting: 0 };
        part.whole = self.deals.each(start, &mut |sitting| {
            if self.sweep.is_stopped() {
                return false;
            }
            let Some(solution) = judge.meets(&sitting) else { return false };
            part.fitting += 1;
            self.sweep.counters.fitting.fetch_add(1, Ordering::Relaxed);
            if solution {
                self.sweep.counters.solutions.fetch_add(1, Ordering::Relaxed);
            }
            if solution || self.keep {
                part.deals.push((sitting, solution));
            }
            true
        });
        part
    }
}

/// Asks the open-card solver about one deal after the other.
struct Judge<'a> {
    question: &'a DistributionQuery,
    reached: Vec<Goal>,
    missed: Vec<Goal>,
    solver: Solver,
    limits: Limits,
}

impl<'a> Judge<'a> {
    fn new(question: &'a DistributionQuery, resources: Resources, cancel: &Cancel) -> Judge<'a> {
        let endings = question.conditions().iter().filter_map(|condition| match condition {
            Condition::Ending(ending) => Some(*ending),
            _ => None,
        });
        let goals = endings.map(|ending: Ending| ending.goals(question.goal()));
        let (reached, missed): (Vec<_>, Vec<_>) = goals.unzip();
        Judge {
            question,
            reached: reached.into_iter().flatten().collect(),
            missed: missed.into_iter().flatten().collect(),
            solver: Solver::with_resources(resources),
            limits: Limits::until(cancel.clone()),
        }
    }

    /// Whether the deal has every ending asked for; `None` if stopped.
    fn meets(&mut self, sitting: &Sitting) -> Option<bool> {
        if self.reached.is_empty() && self.missed.is_empty() {
            return Some(true);
        }
        // Every sitting of the question makes a position.
        let position = sitting.on(self.question.position()).ok()?;
        for (goals, wanted) in [(&self.reached, true), (&self.missed, false)] {
            for &goal in goals {
                if self.solver.decide(&position, goal, &self.limits).ok()?? != wanted {
                    return Some(false);
                }
            }
        }
        Some(true)
    }
}
