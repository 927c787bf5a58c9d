//! The search for fronts.
//!
//! A set of deals is *won together* at a point of the play if one strategy wins in all of them: where the viewer
//! is on turn, if they are won together after one of his cards; where another is, if after every card those
//! in which it is legal are. The front of a point is the list of the largest sets won together, kept as what
//! they leave out.
//!
//! At each point only deals are left in question that the viewer wins alone against both others with all cards
//! seen; so they are looked at again after each of his own cards, and nowhere else.

use super::aim::{Aim, Hands, Spot};
use super::alone::Alone;
use super::ending::{self, Endings};
use super::front::{self, Front};
use super::parts::SoFar;
use super::table::{Blocks, FrontTable, key};
use super::waiting::Waiting;
use crate::search::layout::lowest;
use crate::search::limits::Watch;

/// The search was stopped; nothing follows from that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// What becomes of fronts that grow too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// The largest sets go: what is found is a strategy, perhaps not the best.
    Drop,
    /// Sets are joined: what is found is a bound that no strategy exceeds.
    Join,
}

/// How thorough a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    /// Most sets of a front.
    pub(super) width: usize,
    pub(super) beyond: Beyond,
    /// With how many cards in the viewer's hand it becomes shallow: a search for strategies then looks at his most
    /// promising card only, a search for bounds lets him see all cards.
    pub(super) shallow: u32,
}

/// Which card of the viewer's was good for all deals when what he sees was last seen, with whatever deals.
pub(super) struct Habits(Vec<u32>);

impl Habits {
    /// Places; a power of two.
    const PLACES: usize = 1 << 12;

    pub(super) fn new() -> Habits {
        Habits(vec![0; Habits::PLACES])
    }

    fn at(&self, spot: &Spot) -> usize {
        let table = spot.table[0] ^ spot.table[1].rotate_left(13);
        let seen = u64::from(spot.hand) << 32 | u64::from(table ^ spot.leader as u32);
        (seen.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize & (Habits::PLACES - 1)
    }

    fn card(&self, at: usize) -> u32 {
        self.0[at]
    }

    fn keep(&mut self, at: usize, card: u32) {
        self.0[at] = card;
    }
}

/// One search.
pub(super) struct Search<'a> {
    pub(super) aim: Aim,
    pub(super) blocks: Blocks,
    pub(super) effort: Effort,
    /// At how many nodes this part of the search ends.
    pub(super) fuse: u64,
    /// How often a front had to be made narrower: fronts found while it stands still are exact.
    pub(super) narrowed: u64,
    pub(super) habits: Habits,
    /// How many deals are asked about in all: with so many nothing is lost outside of the point of the play.
    pub(super) whole: usize,
    pub(super) so_far: SoFar,
    pub(super) alone: &'a mut Alone,
    pub(super) endings: &'a mut Endings,
    pub(super) table: &'a mut FrontTable,
    pub(super) watch: &'a mut Watch,
}

impl Search<'_> {
    /// The front of a point, complete for sets that leave out at most `allow` deals, if it never had to be made
    /// narrower. Every deal must be won by the viewer alone with all cards seen.
    ///
    /// Of deals that nothing outside of this point can lose, `private`, only the number counts: of two sets the one goes
    /// that is never better ([`Front::counting`]). None of them are private where `private` is empty.
    pub(super) fn front(
        &mut self,
        spot: &Spot,
        deals: &[Hands],
        private: &[u64],
        allow: u32,
    ) -> Result<Front, Stopped> {
        let count = deals.len();
        if count <= 1 || spot.over(&self.aim).is_some() {
            return Ok(Front::all(count));
        }
        if spot.count > 0 {
            return self.choose(spot, deals, private, allow);
        }
        if self.out_of_reach(spot, deals) {
            return Ok(Front::all(count));
        }
        self.watch.count(1);
        if self.watch.must_stop() || self.watch.nodes() > self.fuse {
            return Err(Stopped);
        }
        let shallow = spot.hand.count_ones() <= self.effort.shallow;
        if shallow && self.effort.beyond == Beyond::Join {
            self.narrowed += 1;
            return Ok(Front::all(count));
        }
        if let Some(front) = self.ending(spot, deals, private, allow) {
            return Ok(front);
        }
        let exact = key(spot, deals, &self.blocks);
        if self.table.least(exact) > allow {
            return Ok(Front::none(count));
        }
        let counted = exact ^ self.counted(spot, deals, private);
        let narrow = counted ^ self.salt();
        for (key, exact) in [(exact, true), (counted, true), (narrow, false)] {
            if let Some(known) = self.table.look(key)
                && known.allow >= allow
            {
                self.narrowed += u64::from(!exact);
                return Ok(known.front.clone());
            }
        }
        let before = self.narrowed;
        let front = self.choose(spot, deals, private, allow)?;
        let is_exact = self.narrowed == before;
        if is_exact || self.effort.beyond == Beyond::Join {
            self.table.loses(exact, front.fewest().unwrap_or(allow + 1));
        }
        self.table.store(if is_exact { counted } else { narrow }, allow, &front);
        Ok(front)
    }

    /// Tells points of the play apart in which only the number of other deals counts.
    fn counted(&self, spot: &Spot, deals: &[Hands], private: &[u64]) -> u128 {
        let counted: Vec<Hands> = front::members(private).map(|at| deals[at]).collect();
        if counted.is_empty() { 0 } else { key(spot, &counted, &self.blocks).rotate_left(31) }
    }

    /// The front of the last tricks, if these are.
    pub(super) fn ending(
        &mut self,
        spot: &Spot,
        deals: &[Hands],
        private: &[u64],
        allow: u32,
    ) -> Option<Front> {
        let cards = spot.hand.count_ones();
        if cards as usize > ending::CARDS {
            return None;
        }
        let hidden = deals.iter().fold(0, |hidden, deal| hidden | deal.left | deal.right);
        if hidden.count_ones() != 2 * cards {
            return None;
        }
        let lefts = deals.iter().map(|deal| deal.left);
        let front = self.endings.front((&self.aim, &self.blocks), spot, (hidden, private), lefts, allow);
        self.watch.count(std::mem::take(&mut self.endings.work));
        Some(front)
    }

    /// Whether what is left in all hands cannot suffice against the viewer.
    pub(super) fn out_of_reach(&self, spot: &Spot, deals: &[Hands]) -> bool {
        if self.aim.tricks || self.aim.viewer_wants {
            return false;
        }
        let all = deals.iter().fold(spot.hand, |all, deal| all | deal.left | deal.right);
        self.aim.layout.points(all) < spot.units
    }

    /// Tells the kinds of effort apart in the table.
    fn salt(&self) -> u128 {
        let number = 2 * self.effort.width as u128 + u128::from(self.effort.beyond == Beyond::Join);
        (32 * number + u128::from(self.effort.shallow) + 1)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    /// Makes a front as narrow as the effort wants it.
    fn narrow(&mut self, front: &mut Front) {
        let narrowed = match self.effort.beyond {
            Beyond::Drop => front.drop_beyond(self.effort.width),
            Beyond::Join => front.join_beyond(self.effort.width),
        };
        self.narrowed += u64::from(narrowed);
    }

    fn choose(
        &mut self,
        spot: &Spot,
        deals: &[Hands],
        private: &[u64],
        allow: u32,
    ) -> Result<Front, Stopped> {
        if spot.turn() == 0 {
            self.own(spot, deals, private, allow)
        } else {
            self.others(spot, deals, private, allow)
        }
    }

    /// The viewer's cards that need to be looked at.
    pub(super) fn own_cards(&self, spot: &Spot, deals: &[Hands]) -> u32 {
        let hidden = deals.iter().fold(0, |hidden, deal| hidden | deal.left | deal.right);
        self.aim.distinct(spot.legal(spot.hand, &self.aim), hidden | spot.winning(&self.aim))
    }

    /// The deals lost after a card of the viewer's even with all cards seen; `None` if they are more than `allow`.
    pub(super) fn lost(
        &mut self,
        next: &Spot,
        deals: &[Hands],
        allow: u32,
    ) -> Result<Option<(u32, Vec<u64>)>, Stopped> {
        let mut lost = vec![0; front::words(deals.len())];
        let mut count = 0;
        let point = self.alone.at(&self.aim, next);
        for (at, deal) in deals.iter().enumerate() {
            if !self.alone.wins_at(point, (&self.aim, next), deal, self.watch) {
                front::insert(&mut lost, at);
                count += 1;
                if count > allow {
                    break;
                }
            }
        }
        if self.watch.is_stopped() {
            return Err(Stopped);
        }
        Ok((count <= allow).then_some((count, lost)))
    }

    /// The viewer chooses one card for all deals.
    fn own(&mut self, spot: &Spot, deals: &[Hands], private: &[u64], allow: u32) -> Result<Front, Stopped> {
        let cards = self.own_cards(spot, deals);
        let left = spot.hand.count_ones() - 1;
        if cards & (cards - 1) == 0 {
            // What is forced loses nothing that was not lost before.
            if left <= 1 {
                return Ok(Front::all(deals.len()));
            }
            return self.front(&spot.after(cards, &self.aim), deals, private, allow);
        }
        let mut tried: Vec<(u32, u32, Vec<u64>)> = Vec::new();
        let mut rest = cards;
        // The card that was best when this was last seen is often good for all deals; then the others need no look.
        let habit = self.habits.at(spot);
        let usual = self.habits.card(habit) & cards;
        if usual != 0 {
            rest &= !usual;
            let next = spot.after(usual, &self.aim);
            if let Some((count, lost)) = self.lost(&next, deals, allow)? {
                if count == 0 && (left <= 1 || self.front(&next, deals, private, allow)?.loses_nothing()) {
                    return Ok(Front::all(deals.len()));
                }
                tried.push((count, usual, lost));
            }
        }
        while rest != 0 {
            let card = lowest(rest);
            rest &= rest - 1;
            if let Some((count, lost)) = self.lost(&spot.after(card, &self.aim), deals, allow)? {
                tried.push((count, card, lost));
            }
        }
        tried.sort_by_key(|(count, card, _)| (*count, *card));
        if self.effort.beyond == Beyond::Drop
            && spot.hand.count_ones() <= self.effort.shallow
            && tried.len() > 1
        {
            tried.truncate(1);
            self.narrowed += 1;
        }
        let mut found = Front::counting(deals.len(), private);
        let mut allow = allow;
        for (count, card, lost) in tried {
            if count > allow || found.covers(&lost) {
                continue;
            }
            // Who has one card left after this one has no choice any more.
            if left <= 1 {
                found.add(&lost);
            } else {
                let next = spot.after(card, &self.aim);
                self.after_own(&next, (deals, private), lost, allow - count, &mut found)?;
            }
            if found.loses_nothing() {
                self.habits.keep(habit, card);
                break;
            }
            if self.effort.width == 1
                && self.effort.beyond == Beyond::Drop
                && let Some(fewest) = found.fewest()
            {
                // Only a better card is of interest.
                self.narrowed += 1;
                allow = fewest.saturating_sub(1);
            }
        }
        self.narrow(&mut found);
        Ok(found)
    }

    /// After a card of the viewer's that loses these deals at once.
    fn after_own(
        &mut self,
        next: &Spot,
        (deals, private): (&[Hands], &[u64]),
        lost: Vec<u64>,
        allow: u32,
        found: &mut Front,
    ) -> Result<(), Stopped> {
        if lost.iter().all(|&word| word == 0) {
            let front = self.front(next, deals, private, allow)?;
            for set in front.sets() {
                found.add(set);
            }
            return Ok(());
        }
        let kept: Vec<usize> = (0..deals.len()).filter(|&at| !front::has(&lost, at)).collect();
        let open: Vec<Hands> = kept.iter().map(|&at| deals[at]).collect();
        let front = self.front(next, &open, &front::among(private, &kept), allow)?;
        let mut whole = lost.clone();
        for set in front.sets() {
            whole.copy_from_slice(&lost);
            front::members(set).for_each(|at| front::insert(&mut whole, kept[at]));
            found.add(&whole);
        }
        Ok(())
    }

    /// Another plays: every card must be met, each in the deals in which it is legal.
    fn others(
        &mut self,
        spot: &Spot,
        deals: &[Hands],
        private: &[u64],
        allow: u32,
    ) -> Result<Front, Stopped> {
        if deals.len() == self.whole && front::size(private) as usize == self.whole {
            return self.smallest(spot, deals, allow);
        }
        let seat = spot.turn();
        let legal: Vec<u32> = deals.iter().map(|deal| spot.legal(deal.of(seat), &self.aim)).collect();
        let mut cards: Vec<(usize, u32)> = Vec::new();
        let mut rest = legal.iter().fold(0, |cards, legal| cards | legal);
        while rest != 0 {
            let card = lowest(rest);
            rest &= rest - 1;
            cards.push((legal.iter().filter(|&&legal| legal & card != 0).count(), card));
        }
        cards.sort_by_key(|&(count, card)| (std::cmp::Reverse(count), card));
        let mut found = Front::all(deals.len());
        let mut common = vec![0; front::words(deals.len())];
        let mut waiting = Waiting::default();
        // A deal with one card to play is lost after that card or not at all.
        let mut forced = private.to_vec();
        (0..private.len().min(1) * deals.len())
            .filter(|&at| legal[at] & (legal[at] - 1) != 0)
            .for_each(|at| front::remove(&mut forced, at));
        let mut later = cards.iter().fold(0, |later, (_, card)| later | card);
        let mut counted = forced.clone();
        for (_, card) in cards {
            later &= !card;
            // A deal counts for itself once all of its cards have been looked at.
            (0..private.len().min(1) * deals.len())
                .filter(|&at| legal[at] & later == 0 && front::has(private, at))
                .for_each(|at| front::insert(&mut counted, at));
            let concerned: Vec<usize> =
                (0..deals.len()).filter(|&at| legal[at] & card != 0 && !front::has(&common, at)).collect();
            let next = spot.after(card, &self.aim);
            if let Some(won) = next.over(&self.aim) {
                debug_assert!(won, "a deal in question is not lost");
                continue;
            }
            if concerned.len() <= 1 {
                continue;
            }
            let open: Vec<Hands> = concerned.iter().map(|&at| deals[at].without(seat, card)).collect();
            // A set may leave out here what it leaves out anyway.
            let spare = |set: &[u64]| {
                let known = concerned.iter().filter(|&&at| front::has(set, at)).count() as u32;
                allow - front::size(set) + known
            };
            let most = found.sets().map(spare).max().unwrap_or(0);
            let most = if waiting.is_empty() {
                most
            } else {
                let mut here = common.clone();
                concerned.iter().for_each(|&at| front::insert(&mut here, at));
                let elsewhere = waiting.least(&here) + front::size(&here) - concerned.len() as u32;
                match allow.checked_sub(elsewhere) {
                    Some(left) => most.min(left),
                    None => return Ok(Front::none(deals.len())),
                }
            };
            let below = self.front(&next, &open, &front::among(&forced, &concerned), most)?;
            if below.loses_nothing() {
                continue;
            }
            if below.is_none() {
                return Ok(Front::none(deals.len()));
            }
            let below = below.spread(&concerned, deals.len());
            // A small front helps with the cards to come; a large one waits until all are known.
            if below.len() > 1 && found.len() * below.len() > JOINED_AT_ONCE {
                below.common().iter().zip(&mut common).for_each(|(lost, common)| *common |= lost);
                waiting.push(below);
                continue;
            }
            let mut joined = self.joined(&found, &below, (&waiting, &counted), allow)?;
            if joined.is_none() {
                return Ok(joined);
            }
            self.narrow(&mut joined);
            joined.common().iter().zip(&mut common).for_each(|(lost, common)| *common |= lost);
            found = joined;
        }
        while let Some(below) = waiting.pop() {
            found = self.joined(&found, &below, (&waiting, private), allow)?;
            if found.is_none() {
                break;
            }
            self.narrow(&mut found);
        }
        Ok(found)
    }

    /// What may be lost before and after a card: every set of the one with every set of the other, if something is left
    /// for each of those that wait.
    fn joined(
        &mut self,
        found: &Front,
        below: &Front,
        (waiting, private): (&Waiting, &[u64]),
        allow: u32,
    ) -> Result<Front, Stopped> {
        // What a front that waits may lose as well does not count for itself yet.
        let mut private = private.to_vec();
        waiting.touched().for_each(|set| private.iter_mut().zip(set).for_each(|(a, b)| *a &= !b));
        let mut joined = Front::counting_words(found.words(), &private);
        let mut both = vec![0; joined.words()];
        for lost in below.sets() {
            for set in found.sets() {
                let mut size = 0;
                for (both, (a, b)) in both.iter_mut().zip(lost.iter().zip(set)) {
                    *both = a | b;
                    size += both.count_ones();
                }
                if size + waiting.least(&both) <= allow {
                    joined.add_sized(&both, size);
                }
            }
            // Comparing sets is work too.
            let compared = joined.words() * (1 + waiting.sets()) + joined.len();
            self.watch.count((found.len() * compared) as u64 / 64);
            if self.watch.must_stop() || self.watch.nodes() > self.fuse {
                return Err(Stopped);
            }
        }
        Ok(joined)
    }
}

/// Fronts whose joins have so many sets at most are joined as soon as they are known.
const JOINED_AT_ONCE: usize = 32;
