//! From sets of deals to a strategy that needs no search any more.
//!
//! Once it is known which deals are won together, every further choice is a plain question: after which card are they
//! still? So the strategy is never stored by the search; it is asked for, node by node, and written out when
//! a file is wanted.

use super::aim::{Aim, Hands, Spot};
use super::search::{Search, Stopped};
use crate::cards::{Card, Cards};
use crate::search::layout::lowest;
use crate::verify::{Entry, Strategy};
use std::collections::HashMap;

/// A strategy in hand: the deals it wins, and where it begins.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, chance::Solver};
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let mut solver = Solver::with_table(1);
/// solver.chance(&position, "61".parse().unwrap(), &Limits::none()).unwrap();
/// let plan = solver.plan().unwrap();
/// assert_eq!((plan.card(), plan.won(), plan.lost().count()), ("SA".parse().ok(), 4, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) aim: Aim,
    pub(super) spot: Spot,
    pub(super) won: Vec<Hands>,
    /// All deals, won or not.
    pub(super) deals: Vec<Hands>,
    /// No strategy wins in more deals.
    pub(super) at_most: u64,
    /// The card it begins with, if the viewer is on turn.
    pub(super) first: u32,
}

impl Plan {
    /// In how many deals it wins.
    #[must_use]
    pub fn won(&self) -> u64 {
        self.won.len() as u64
    }

    /// Whether no strategy wins in more; if not, the search was stopped before it knew.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.won() == self.at_most
    }

    /// Of how many.
    #[must_use]
    pub fn worlds(&self) -> u64 {
        self.deals.len() as u64
    }

    /// The card it begins with, if the viewer is on turn.
    #[must_use]
    pub fn card(&self) -> Option<Card> {
        (self.first != 0).then(|| self.aim.layout.card(self.first))
    }

    /// The deals that it loses: the hands to the viewer's left and right.
    pub fn lost(&self) -> impl Iterator<Item = [Cards; 2]> {
        let lost = self.deals.iter().filter(|deal| self.won.binary_search(deal).is_err());
        lost.map(|deal| [self.aim.layout.cards(deal.left), self.aim.layout.cards(deal.right)])
    }
}

/// One node of the strategy: a point of the play that it may lead to.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, chance::Solver};
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let mut solver = Solver::with_table(1);
/// solver.chance(&position, "61".parse().unwrap(), &Limits::none()).unwrap();
/// let plan = solver.plan().unwrap().clone();
/// let node = solver.node(&plan, &[], &Limits::none()).unwrap();
/// assert_eq!((node.own, node.worlds, node.won), (true, 6, 4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanNode {
    /// Whether the viewer is on turn.
    pub own: bool,
    /// Deals that fit what was seen so far.
    pub worlds: u64,
    /// Those of them that are won.
    pub won: u64,
    /// Whether the plan is proved to be the best; if not, the deals won here are so many at least.
    pub exact: bool,
    /// The viewer's card, or every card that may fall from the others' hands in a deal that is won: with how many
    /// deals it belongs to and how many of them are won.
    pub cards: Vec<(Card, u64, u64)>,
}

/// Why a strategy could not be written out.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, chance::{PlanError, Solver}};
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let mut solver = Solver::with_table(1);
/// solver.chance(&position, "61".parse().unwrap(), &Limits::none()).unwrap();
/// let plan = solver.plan().unwrap().clone();
/// // The jack is gone and cannot fall.
/// let path = ["CJ".parse().unwrap()];
/// assert_eq!(solver.node(&plan, &path, &Limits::none()), Err(PlanError::Contradiction));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The limits ended the search.
    #[error("stopped before the strategy was complete")]
    Stopped,
    /// Larger than allowed.
    #[error("the strategy has more than {lines} lines")]
    TooLarge {
        /// The most lines allowed.
        lines: usize,
    },
    /// The searches contradict themselves, or a card of the path cannot fall.
    #[error("no such line of cards in this strategy")]
    Contradiction,
}

impl From<Stopped> for PlanError {
    fn from(_: Stopped) -> PlanError {
        PlanError::Stopped
    }
}

impl Search<'_> {
    /// The viewer's card after which these deals are still won together.
    fn keeps(&mut self, spot: &Spot, deals: &[Hands]) -> Result<u32, PlanError> {
        let legal = spot.legal(spot.hand, &self.aim);
        if legal & (legal - 1) == 0 {
            return Ok(legal);
        }
        let mut rest = self.own_cards(spot, deals);
        while rest != 0 {
            let card = lowest(rest);
            rest &= rest - 1;
            let next = spot.after(card, &self.aim);
            if self.lost(&next, deals, 0)?.is_some() && !self.front(&next, deals, &[], 0)?.is_none() {
                return Ok(card);
            }
        }
        Err(PlanError::Contradiction)
    }

    /// The node of the plan after these cards.
    pub(super) fn node(&mut self, plan: &Plan, path: &[Card]) -> Result<PlanNode, PlanError> {
        let (mut spot, mut won, mut all) = (plan.spot, plan.won.clone(), plan.deals.clone());
        for &card in path {
            let card = self.aim.layout.bit(card);
            let seat = spot.turn();
            if seat == 0 {
                if spot.hand & card == 0 {
                    return Err(PlanError::Contradiction);
                }
            } else {
                fall(&mut won, &spot, seat, card, &self.aim);
                fall(&mut all, &spot, seat, card, &self.aim);
            }
            spot = spot.after(card, &self.aim);
            if all.is_empty() {
                return Err(PlanError::Contradiction);
            }
        }
        let own = spot.turn() == 0;
        let mut node = PlanNode {
            own,
            worlds: all.len() as u64,
            won: won.len() as u64,
            exact: plan.is_best(),
            cards: Vec::new(),
        };
        if spot.over(&self.aim).is_some() {
            return Ok(node);
        }
        let card_of = |bit: u32| self.aim.layout.card(bit);
        if own {
            let card = if path.is_empty() && plan.first != 0 { plan.first } else { self.keeps(&spot, &won)? };
            node.cards.push((card_of(card), node.worlds, node.won));
            return Ok(node);
        }
        let seat = spot.turn();
        let mut rest = all.iter().fold(0, |cards, deal| cards | spot.legal(deal.of(seat), &self.aim));
        while rest != 0 {
            let card = lowest(rest);
            rest &= rest - 1;
            let legal = |deal: &&Hands| spot.legal(deal.of(seat), &self.aim) & card != 0;
            let (here, kept) = (all.iter().filter(legal).count(), won.iter().filter(legal).count());
            node.cards.push((card_of(card), here as u64, kept as u64));
        }
        Ok(node)
    }
}

/// Leaves the deals in which the card may fall, without it.
fn fall(deals: &mut Vec<Hands>, spot: &Spot, seat: usize, card: u32, aim: &Aim) {
    deals.retain(|deal| spot.legal(deal.of(seat), aim) & card != 0);
    for deal in deals {
        *deal = deal.without(seat, card);
    }
}

/// Writes a plan out.
pub(super) struct Writing<'a, 'b> {
    pub(super) search: &'a mut Search<'b>,
    pub(super) most: usize,
    lines: Strategy,
    numbers: HashMap<Vec<Entry>, u32>,
    known: HashMap<(Spot, Vec<Hands>), Option<u32>>,
}

impl<'a, 'b> Writing<'a, 'b> {
    pub(super) fn new(search: &'a mut Search<'b>, most: usize) -> Self {
        Writing { search, most, lines: Vec::new(), numbers: HashMap::new(), known: HashMap::new() }
    }

    /// The lines of the strategy, its first line first.
    pub(super) fn lines(mut self, plan: &Plan) -> Result<Strategy, PlanError> {
        let first = if plan.first != 0 && plan.spot.hand.count_ones() > 1 {
            let next = plan.spot.after(plan.first, &self.search.aim);
            let then = self.walk(&next, &plan.won)?;
            Some(self.number(vec![self.entry(plan.first, then)])?)
        } else {
            self.walk(&plan.spot, &plan.won)?
        };
        let Some(first) = first else { return Ok(Vec::new()) };
        // Lines were made from the end of the play to its start; the one that was made last need not be the first,
        // since equal lines are one.
        let order: Vec<u32> = std::iter::once(first)
            .chain((0..self.lines.len() as u32).rev().filter(|&line| line != first))
            .collect();
        let mut place = vec![0; order.len()];
        for (at, &line) in order.iter().enumerate() {
            place[line as usize] = at as u32;
        }
        let mut lines: Strategy = order.iter().map(|&line| self.lines[line as usize].clone()).collect();
        for entry in lines.iter_mut().flatten() {
            entry.then = entry.then.map(|line| place[line as usize]);
        }
        Ok(lines)
    }

    fn entry(&self, card: u32, then: Option<u32>) -> Entry {
        Entry { cards: Cards::one(self.search.aim.layout.card(card)), then }
    }

    /// The line for this point, `None` where the viewer has no choice any more.
    fn walk(&mut self, spot: &Spot, deals: &[Hands]) -> Result<Option<u32>, PlanError> {
        if deals.is_empty() || spot.over(&self.search.aim).is_some() || spot.hand.count_ones() <= 1 {
            return Ok(None);
        }
        let key = (*spot, deals.to_vec());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let line = if spot.turn() == 0 { self.own(spot, deals)? } else { self.others(spot, deals)? };
        if spot.count == 0 {
            self.known.insert(key, line);
        }
        Ok(line)
    }

    fn own(&mut self, spot: &Spot, deals: &[Hands]) -> Result<Option<u32>, PlanError> {
        let card = self.search.keeps(spot, deals)?;
        let then = self.walk(&spot.after(card, &self.search.aim), deals)?;
        let forced = spot.legal(spot.hand, &self.search.aim) == card;
        if forced && then.is_none() {
            return Ok(None);
        }
        Ok(Some(self.number(vec![self.entry(card, then)])?))
    }

    fn others(&mut self, spot: &Spot, deals: &[Hands]) -> Result<Option<u32>, PlanError> {
        let (seat, aim) = (spot.turn(), self.search.aim);
        let mut entries: Vec<Entry> = Vec::new();
        let mut rest = deals.iter().fold(0, |cards, deal| cards | spot.legal(deal.of(seat), &aim));
        while rest != 0 {
            let card = lowest(rest);
            rest &= rest - 1;
            let mut left = deals.to_vec();
            fall(&mut left, spot, seat, card, &aim);
            let then = self.walk(&spot.after(card, &aim), &left)?;
            match entries.iter_mut().find(|entry| entry.then == then) {
                Some(entry) => {
                    entry.cards.insert(aim.layout.card(card));
                }
                None => entries.push(self.entry(card, then)),
            }
        }
        if entries.iter().all(|entry| entry.then.is_none()) {
            return Ok(None);
        }
        Ok(Some(self.number(entries)?))
    }

    fn number(&mut self, entries: Vec<Entry>) -> Result<u32, PlanError> {
        if let Some(&number) = self.numbers.get(&entries) {
            return Ok(number);
        }
        if self.lines.len() >= self.most {
            return Err(PlanError::TooLarge { lines: self.most });
        }
        let number = self.lines.len() as u32;
        self.lines.push(entries.clone());
        self.numbers.insert(entries, number);
        Ok(number)
    }
}
