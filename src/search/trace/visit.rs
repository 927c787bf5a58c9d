//! The list of visits.

use super::Recorder;
use super::sample::{self, Sampler};
use crate::cards::Card;
use crate::deal::Position;
use crate::rules::Seat;
use crate::search::layout::{Layout, index, lowest};
use std::collections::BTreeMap;

/// Why a visit ended.
///
/// ```
/// use kiebitz::search::trace::Ended;
/// assert!(Ended::Equivalent.is_skipped() && !Ended::Table.is_skipped());
/// assert_eq!(Ended::ALL.map(Ended::name)[3], "table");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ended {
    /// Its cards were looked at, as far as needed.
    Searched,
    /// The declarer has reached the goal, whatever still falls.
    GoalMet,
    /// The goal is out of his reach.
    OutOfReach,
    /// The table knew the answer.
    Table,
    /// The table knew the answer after one of the cards that could end the trick.
    TableAhead,
    /// Tricks that one side cannot be denied decided it.
    Sure,
    /// The last tricks were played out on the spot.
    PlayedOut,
    /// The card is equal to one that is looked at, or no better than it.
    Equivalent,
    /// No deal that is left allows the card.
    NoSuchDeal,
    /// Another card had already settled the question.
    CutBySibling,
    /// The search was stopped meanwhile.
    Stopped,
}

impl Ended {
    /// Every reason.
    pub const ALL: [Ended; 11] = [
        Ended::Searched,
        Ended::GoalMet,
        Ended::OutOfReach,
        Ended::Table,
        Ended::TableAhead,
        Ended::Sure,
        Ended::PlayedOut,
        Ended::Equivalent,
        Ended::NoSuchDeal,
        Ended::CutBySibling,
        Ended::Stopped,
    ];

    /// Whether the card was never looked at.
    #[must_use]
    pub fn is_skipped(self) -> bool {
        matches!(self, Ended::Equivalent | Ended::CutBySibling)
    }

    /// A name for texts that programs read.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Ended::Searched => "searched",
            Ended::GoalMet => "goal-met",
            Ended::OutOfReach => "out-of-reach",
            Ended::Table => "table",
            Ended::TableAhead => "table-ahead",
            Ended::Sure => "sure",
            Ended::PlayedOut => "played-out",
            Ended::Equivalent => "equivalent",
            Ended::NoSuchDeal => "no-such-deal",
            Ended::CutBySibling => "cut-by-sibling",
            Ended::Stopped => "stopped",
        }
    }
}

/// What the number [`Visit::asked`] counts.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, open::Solver, trace::{Counted, Trace}};
/// let position: Position = "contract=G declarer=F F=CJ.SA M=SJ.SK R=ST.HT skat=D7.D8 points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9 view=open".parse().unwrap();
/// let mut trace = Trace::new(1_000);
/// Solver::with_table(1).trace(&position, "90".parse().unwrap(), &Limits::none(), &mut trace).unwrap();
/// assert_eq!(trace.counted(), Counted::DeclarersPoints);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// The points the declarer still needs, those on the table included (open cards).
    DeclarersPoints,
    /// The points that the defenders still need to beat him (from a seat's view).
    DefendersPoints,
    /// Nothing: one trick decides (Null, schwarz).
    Tricks,
}

/// No card, or no rank.
pub(super) const NONE: u8 = 255;
/// Visits for which room is made at a time.
const STEP: usize = 1 << 20;
/// A number of nodes, as far as a visit can tell it.
fn small(nodes: u64) -> u32 {
    u32::try_from(nodes).unwrap_or(u32::MAX)
}

/// One visit of a search: a card tried, or passed over.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, open::Solver, trace::Trace};
/// let position: Position = "contract=G declarer=F F=CJ.SA M=SJ.SK R=ST.HT skat=D7.D8 points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9 view=open".parse().unwrap();
/// let mut trace = Trace::new(1_000);
/// Solver::with_table(1).trace(&position, "90".parse().unwrap(), &Limits::none(), &mut trace).unwrap();
/// let root = trace.visits()[0];
/// assert_eq!((root.card(), root.depth(), root.reaches()), (None, 0, Some(true)));
/// assert_eq!(root.end(), trace.visits().len());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    effort: u32,
    pub(super) parent: u32,
    pub(super) end: u32,
    asked: i16,
    pub(super) card: u8,
    seat: u8,
    pub(super) depth: u8,
    trick: u8,
    pub(super) rank: u8,
    pub(super) ended: Ended,
    reaches: Option<bool>,
}

// Ten million of them are a quarter of a gigabyte.
const _: () = assert!(std::mem::size_of::<Visit>() <= 24);

impl Visit {
    /// The visit above it; the number of the visit itself at the root.
    #[must_use]
    pub fn parent(&self) -> usize {
        self.parent as usize
    }

    /// The number after the last visit below it: those below have the numbers up to here.
    #[must_use]
    pub fn end(&self) -> usize {
        self.end as usize
    }

    /// The card tried; `None` at the root.
    #[must_use]
    pub fn card(&self) -> Option<Card> {
        Card::from_index(self.card.into())
    }

    /// Who plays it; at the root, who is on turn.
    #[must_use]
    pub fn seat(&self) -> Seat {
        Seat::ALL[usize::from(self.seat) % 3]
    }

    /// Cards from the root to here.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth.into()
    }

    /// The trick the card belongs to, counted from 0 for the one under way at the root.
    #[must_use]
    pub fn trick(&self) -> usize {
        self.trick.into()
    }

    /// As which card of its point of play it was tried, from 0; `None` if it was passed over.
    #[must_use]
    pub fn rank(&self) -> Option<usize> {
        (self.rank != NONE).then_some(self.rank.into())
    }

    /// What was asked when the card was tried; see [`Trace::counted`].
    #[must_use]
    pub fn asked(&self) -> i32 {
        self.asked.into()
    }

    /// Why it ended.
    #[must_use]
    pub fn ended(&self) -> Ended {
        self.ended
    }

    /// Whether the declarer reaches the goal after the card; `None` if it was passed over or stopped.
    #[must_use]
    pub fn reaches(&self) -> Option<bool> {
        self.reaches
    }

    /// Nodes the search counted from here on.
    #[must_use]
    pub fn effort(&self) -> u64 {
        self.effort.into()
    }

    /// Whether the table answered.
    #[must_use]
    pub fn is_table_hit(&self) -> bool {
        matches!(self.ended, Ended::Table | Ended::TableAhead)
    }
}

/// The visits of one search, in the order they were made.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, open::Solver, trace::Trace};
/// let position: Position = "contract=G declarer=F F=CJ.SA M=SJ.SK R=ST.HT skat=D7.D8 points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9 view=open".parse().unwrap();
/// let mut trace = Trace::new(1_000);
/// let wins = Solver::with_table(1).trace(&position, "90".parse().unwrap(), &Limits::none(), &mut trace);
/// assert_eq!(wins, Ok(Some(true)));
/// assert!(trace.is_complete() && trace.visits()[0].reaches() == Some(true));
/// ```
#[derive(Clone, Debug)]
pub struct Trace {
    pub(super) visits: Vec<Visit>,
    pub(super) budget: usize,
    pub(super) counted: Counted,
    /// The way down to the visit under way; past the budget only its depth counts.
    pub(super) open: Vec<u32>,
    pub(super) beyond: usize,
    /// Nodes at the moment a visit under way began, each.
    pub(super) began: Vec<u64>,
    pub(super) layout: &'static Layout,
    pub(super) first_seat: usize,
    pub(super) on_table: usize,
    /// By the number of a visit: visits below it that were made but not kept, for want of room.
    pub(super) dropped: BTreeMap<u32, u64>,
    pub(super) sampler: Option<Sampler>,
}

impl Trace {
    /// An empty trace that keeps at most so many visits.
    #[must_use]
    pub fn new(budget: usize) -> Trace {
        Trace {
            visits: Vec::new(),
            budget: budget.clamp(1, u32::MAX as usize - 1),
            counted: Counted::Tricks,
            open: Vec::new(),
            beyond: 0,
            began: Vec::new(),
            layout: Layout::of(crate::rules::Game::Null),
            first_seat: 0,
            on_table: 0,
            dropped: BTreeMap::new(),
            sampler: None,
        }
    }

    /// A search of this position begins, that counts its seats from this one.
    pub(in crate::search) fn begin(
        &mut self,
        position: &Position,
        first: Seat,
        counted: Counted,
        asked: i32,
    ) {
        let budget = self.budget;
        let sampler = self.sampler.take();
        *self = Trace {
            sampler,
            counted,
            layout: Layout::of(position.game()),
            first_seat: first.index(),
            on_table: position.trick().len(),
            ..Trace::new(budget)
        };
        let seat = position.turn().unwrap_or(first);
        self.push(NONE, seat.index() as u8, 0, asked, Ended::Searched);
        self.open.push(0);
        self.began.push(0);
    }

    /// The search is over: whether the declarer reaches the goal, if it found out, after so many nodes.
    pub(in crate::search) fn finish(&mut self, reaches: Option<bool>, nodes: u64) {
        self.beyond = 0;
        let end = self.visits.len() as u32;
        while let (Some(at), Some(began)) = (self.open.pop(), self.began.pop()) {
            let visit = &mut self.visits[at as usize];
            (visit.effort, visit.end) = (small(nodes - began), end);
            visit.reaches = if at == 0 { reaches } else { None };
            if visit.reaches.is_none() {
                visit.ended = Ended::Stopped;
            }
        }
    }

    fn push(&mut self, card: u8, seat: u8, rank: u8, asked: i32, ended: Ended) {
        let depth = self.open.len();
        let number = self.visits.len() as u32;
        if self.visits.len() == self.visits.capacity() {
            // Doubling would take twice what is needed.
            let more = STEP.min(self.budget.saturating_sub(self.visits.len()).max(1));
            self.visits.reserve_exact(more);
        }
        if number.is_multiple_of(sample::BETWEEN) && number > 0 {
            self.sample();
        }
        self.visits.push(Visit {
            effort: 0,
            parent: self.open.last().copied().unwrap_or(number),
            end: number + 1,
            asked: asked.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            card,
            seat,
            depth: depth as u8,
            trick: ((self.on_table + depth.saturating_sub(1)) / 3) as u8,
            rank,
            ended,
            reaches: None,
        });
    }

    fn has_room(&self) -> bool {
        self.beyond == 0 && self.visits.len() < self.budget
    }

    fn drop_one(&mut self) {
        if let Some(&at) = self.open.last() {
            *self.dropped.entry(at).or_default() += 1;
        }
    }

    fn names(&self, card: u32, seat: usize) -> (u8, u8) {
        (self.layout.card(card).index() as u8, ((self.first_seat + seat) % 3) as u8)
    }

    /// All visits in the order they were made: the root first, each before those below it.
    #[must_use]
    pub fn visits(&self) -> &[Visit] {
        &self.visits
    }

    /// The numbers of the visits one card below this one, in the order they were made.
    pub fn children(&self, number: usize) -> impl Iterator<Item = usize> {
        let end = self.visits.get(number).map_or(0, Visit::end);
        let mut next = number + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child < end).then(|| {
                next = self.visits[child].end();
                child
            })
        })
    }

    /// The cards from the root to this visit.
    #[must_use]
    pub fn path(&self, number: usize) -> Vec<Card> {
        let mut path = Vec::new();
        let mut at = number;
        while let Some(visit) = self.visits.get(at).filter(|visit| visit.depth > 0) {
            path.extend(visit.card());
            at = visit.parent();
        }
        path.reverse();
        path
    }

    /// What [`Visit::asked`] counts.
    #[must_use]
    pub fn counted(&self) -> Counted {
        self.counted
    }

    /// Visits below this one that were made but not kept, for want of room.
    #[must_use]
    pub fn dropped(&self, number: usize) -> u64 {
        u32::try_from(number).ok().and_then(|number| self.dropped.get(&number)).copied().unwrap_or(0)
    }

    /// Visits made in all, also those not kept.
    #[must_use]
    pub fn made(&self) -> u64 {
        self.visits.len() as u64 + self.dropped.values().sum::<u64>()
    }

    /// Whether every visit was kept.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.dropped.is_empty()
    }
}

impl Recorder for Trace {
    const ON: bool = true;

    fn enter(&mut self, card: u32, seat: usize, rank: usize, asked: i32, nodes: u64) {
        if !self.has_room() {
            self.drop_one();
            self.beyond += 1;
            return;
        }
        let (card, seat) = self.names(card, seat);
        let number = self.visits.len() as u32;
        self.push(card, seat, rank.min(254) as u8, asked, Ended::Searched);
        self.open.push(number);
        self.began.push(nodes);
    }

    fn because(&mut self, ended: Ended) {
        if self.beyond == 0
            && let Some(&at) = self.open.last()
        {
            self.visits[at as usize].ended = ended;
        }
    }

    fn leave(&mut self, reaches: bool, nodes: u64) {
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        let end = self.visits.len() as u32;
        if let (Some(at), Some(began)) = (self.open.pop(), self.began.pop()) {
            let visit = &mut self.visits[at as usize];
            (visit.effort, visit.end, visit.reaches) = (small(nodes - began), end, Some(reaches));
        }
    }

    fn skip(&mut self, cards: u32, seat: usize, asked: i32, ended: Ended) {
        let mut left = cards;
        while left != 0 {
            let card = lowest(left);
            left &= left - 1;
            debug_assert!(index(card) < 32);
            if !self.has_room() {
                self.drop_one();
                continue;
            }
            let (card, seat) = self.names(card, seat);
            self.push(card, seat, NONE, asked, ended);
        }
    }
}
