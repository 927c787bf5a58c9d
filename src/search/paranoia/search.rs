//! The search itself.
//!
//! Null-window questions: do the units to come reach *t*? The answer is a bound that may say more
//! than asked (fail-soft): at least *t* and then a lower bound of the value, or below *t* and then
//! an upper bound. Positions are kept in the table at the start of each trick.
//!
//! The viewer chooses one card. Each of the others chooses, against the viewer, any card that he
//! may hold and that may be legal; what the card shows (he held it; he cannot follow) becomes
//! knowledge. So the branches are what is publicly seen, and the viewer's choice depends on no more.

use super::either::Known;
use super::hidden::Hidden;
use super::ideas::Ideas;
use super::key::Keys;
use super::table::{KnowledgeTable, NO_CARD, Reading};
use super::task::{NO_BOUND, Task};
use crate::search::layout::{index, lowest};
use crate::search::limits::Watch;
use crate::search::trace::{Ended, Recorder};

/// The search was stopped; nothing follows from that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The trick on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::search) struct Trick {
    pub(in crate::search) count: usize,
    /// The group to follow; every card before the first.
    pub(in crate::search) led: u32,
    /// The card that wins so far; none before the first.
    pub(in crate::search) winner: u32,
    /// Who played it.
    pub(in crate::search) holder: usize,
    pub(in crate::search) cards: u32,
    pub(in crate::search) leader: usize,
}

impl Trick {
    /// Nothing on the table yet.
    pub(in crate::search) fn led_by(leader: usize) -> Trick {
        Trick { count: 0, led: u32::MAX, winner: 0, holder: leader, cards: 0, leader }
    }

    /// Whose turn it is.
    #[inline(always)]
    pub(in crate::search) fn turn(&self) -> usize {
        (self.leader + self.count) % 3
    }

    /// With one more card.
    #[inline(always)]
    pub(in crate::search) fn with(&self, card: u32, task: &Task) -> Trick {
        let mut trick = *self;
        if self.count == 0 {
            trick.led = task.layout.group(card);
            trick.winner = card;
        } else if task.layout.beaters(self.winner) & card != 0 {
            trick.winner = card;
            trick.holder = self.turn();
        }
        trick.count += 1;
        trick.cards |= card;
        trick
    }
}

/// A card to try.
#[derive(Clone, Copy, Default)]
struct Move {
    promise: i32,
    card: u32,
    not_following: bool,
}

/// Scale of the counters of success.
const HISTORY_SCALE: i32 = 4096;
/// What full success is worth in the order of cards.
const HISTORY_WEIGHT: i32 = 100;
/// Most cards one can choose from: the hidden ones.
const MOST_MOVES: usize = 32;

/// One search.
pub(super) struct Search<'a, R> {
    pub(super) task: &'a Task,
    pub(super) ideas: Ideas,
    keys: Keys,
    reading: Reading,
    table: &'a mut KnowledgeTable,
    pub(super) watch: &'a mut Watch,
    recorder: &'a mut R,
    /// How often a card settled the question when this seat played it as this card of the trick.
    history: [[i32; 32]; 9],
}

impl<'a, R: Recorder> Search<'a, R> {
    pub(super) fn new(
        task: &'a Task,
        ideas: Ideas,
        table: &'a mut KnowledgeTable,
        watch: &'a mut Watch,
        recorder: &'a mut R,
    ) -> Self {
        let reading = Reading {
            viewer_wants: task.viewer_wants,
            subset: ideas.has(Ideas::SUBSET),
            // Without closing up, a key holds the ranks themselves.
            quasi: ideas.has(Ideas::QUASI) && ideas.has(Ideas::CLOSE),
            first_block: if task.groups().len() == 5 { 4 } else { 0 },
        };
        let keys = Keys::new(task, ideas);
        Search { task, ideas, keys, reading, table, watch, recorder, history: [[0; 32]; 9] }
    }

    /// The most units that can still come.
    pub(super) fn most(&self, hand: u32, hidden: &Hidden) -> i32 {
        if self.task.tricks {
            return 1;
        }
        let skat = self.task.least(hidden.may[2], u32::from(hidden.room[2]));
        self.task.points(hand | hidden.all()) - skat
    }

    /// A bound on the units to come, those of the trick on the table included.
    pub(super) fn ask(&mut self, hand: u32, hidden: &Hidden, trick: &Trick, t: i32) -> Result<i32, Stopped> {
        if trick.count == 0 {
            return self.lead(hand, hidden, trick.leader, t);
        }
        if t <= 0 {
            self.recorder.because(Ended::OutOfReach);
            return Ok(0);
        }
        let (value, _) = self.choose(hand, hidden, trick, t, 0)?;
        Ok(value)
    }

    /// The value, between two bounds that are narrowed until they meet or the search is stopped.
    pub(super) fn value(
        &mut self,
        hand: u32,
        hidden: &[Hidden],
        trick: &Trick,
        guess: i32,
        total: i32,
    ) -> (i32, i32) {
        let mut low = 0;
        let most = self.most(hand, &self.around(hidden)) + self.task.points(trick.cards);
        let mut high = if self.task.tricks { 1 } else { most };
        let mut known = Known::new();
        let mut t = guess.clamp(low + 1, high.max(1));
        while low < high {
            // The defenders' t-th point is the declarer's missing one.
            self.watch.trying(total - t + 1);
            let Ok(value) = self.ask_any(hand, hidden, trick, t, &mut known) else { break };
            if value >= t {
                low = value.min(high);
            } else {
                high = value.max(low);
            }
            // Questions far from the value are cheap; halving asks fewer of the dear ones than creeping.
            t = (low + high + 1) / 2;
        }
        (low, high)
    }

    /// At the start of a trick.
    fn lead(&mut self, hand: u32, hidden: &Hidden, leader: usize, t: i32) -> Result<i32, Stopped> {
        if t <= 0 || hand == 0 {
            self.recorder.because(if t <= 0 { Ended::OutOfReach } else { Ended::GoalMet });
            return Ok(0);
        }
        let mut high = self.most(hand, hidden);
        if t > high {
            self.recorder.because(Ended::GoalMet);
            return Ok(high);
        }
        self.watch.count(1);
        if self.watch.must_stop() {
            return Err(Stopped);
        }
        let mut low = 0;
        self.sure(hand, hidden, leader, &mut low, &mut high);
        self.recorder.because(Ended::Sure);
        if low >= t {
            return Ok(low);
        }
        if high < t {
            return Ok(high);
        }
        let keyed = self.keys.key(hand, hidden, leader);
        let found = self.table.look(&keyed.key, self.reading);
        low = low.max(found.low);
        high = high.min(found.high);
        self.recorder.because(Ended::Table);
        if low >= t {
            return Ok(low);
        }
        if high < t {
            return Ok(high);
        }
        self.recorder.because(Ended::Searched);
        let present = hand | hidden.all();
        let best = if found.best == NO_CARD { 0 } else { self.keys.card(&keyed, found.best, present) };
        let (value, best) = self.choose(hand, hidden, &Trick::led_by(leader), t, best)?;
        let value = if value >= t { value.max(low) } else { value.min(high) };
        let best = if best == 0 { NO_CARD } else { self.keys.number(&keyed, best, present) };
        self.table.store(&keyed.key, value, value >= t, best);
        Ok(value)
    }

    /// Tries the cards of whoever is on turn; also returns the one that settled the question.
    ///
    /// Long, because it is the paper's loop over the cards in one piece: what may fall, in which order, and what comes of it.
    fn choose(
        &mut self,
        hand: u32,
        hidden: &Hidden,
        trick: &Trick,
        t: i32,
        first: u32,
    ) -> Result<(i32, u32), Stopped> {
        let seat = trick.turn();
        let wants = (seat == 0) == self.task.viewer_wants;
        if seat != 0 && trick.count > 0 {
            let viewer_played = (3 - trick.leader) % 3 < trick.count;
            if let Some(bound) = self.sure_mid_trick(hand, hidden, trick, viewer_played, t) {
                self.recorder.because(Ended::Sure);
                return Ok((bound, 0));
            }
        }
        let mut moves = [Move::default(); MOST_MOVES];
        let mut count = 0;
        let mut add = |mut cards: u32, not_following: bool| {
            while cards != 0 {
                moves[count] = Move { promise: 0, card: lowest(cards), not_following };
                count += 1;
                cards &= cards - 1;
            }
        };
        let mut void = *hidden;
        if seat == 0 {
            let legal = self.task.layout.follow(hand, trick.led);
            add(self.own_choice(legal, hand, hidden, trick, wants), false);
        } else {
            let follows = hidden.may[seat - 1] & trick.led;
            add(self.hidden_choice(follows, hand, hidden, trick, seat, wants), false);
            if trick.count > 0 {
                let without =
                    if follows == 0 { Some(*hidden) } else { hidden.without(seat - 1, trick.led, self.task) };
                if let Some(without) = without {
                    void = without;
                    let legal = void.may[seat - 1];
                    add(self.hidden_choice(legal, hand, &void, trick, seat, wants), true);
                }
            }
        }
        let moves = &mut moves[..count];
        if R::ON {
            let looked_at = moves.iter().fold(0, |cards, one| cards | one.card);
            let legal = self.legal(hand, hidden, trick);
            self.recorder.skip(legal & !looked_at, seat, t, Ended::Equivalent);
        }
        let record = 3 * seat + trick.count;
        if count > 1 {
            for one in moves.iter_mut() {
                one.promise = if one.card == first {
                    i32::MAX
                } else {
                    let Move { card, not_following, .. } = *one;
                    self.promise(card, not_following, hand, hidden, trick)
                        + self.history[record][index(card)] * HISTORY_WEIGHT / HISTORY_SCALE
                };
            }
            moves.sort_unstable_by_key(|one| (std::cmp::Reverse(one.promise), one.card));
            if trick.count == 2 && self.ideas.has(Ideas::GLANCE) {
                for one in moves.iter() {
                    let known = if one.not_following { &void } else { hidden };
                    if let Some(value) = self.glance(hand, known, trick, one.card, t, wants) {
                        self.recorder.because(Ended::TableAhead);
                        return Ok((value, one.card));
                    }
                }
            }
        }
        // With no card at all (bounds on splits that meet no world) nothing is against the viewer.
        let mut best = if wants { 0 } else { NO_BOUND };
        let mut best_card = 0;
        for at in 0..count {
            let Move { card, not_following, .. } = moves[at];
            self.recorder.enter(card, seat, at, t, self.watch.nodes());
            let value = self.play(hand, if not_following { &void } else { hidden }, trick, card, t)?;
            self.recorder.leave(value < t, self.watch.nodes());
            if best_card == 0 || (wants && value > best) || (!wants && value < best) {
                best = value;
                best_card = card;
            }
            if (best >= t) == wants {
                let tried = &moves[..=at];
                self.learn(record, tried, hand.count_ones() as i32);
                if R::ON {
                    let cut = moves[at + 1..].iter().fold(0, |cards, one| cards | one.card);
                    self.recorder.skip(cut, seat, t, Ended::CutBySibling);
                }
                break;
            }
        }
        Ok((best, best_card))
    }

    /// All cards that may fall, for the recorder.
    pub(super) fn legal(&self, hand: u32, hidden: &Hidden, trick: &Trick) -> u32 {
        let seat = trick.turn();
        if seat == 0 {
            return self.task.layout.follow(hand, trick.led);
        }
        let throws = hidden.without(seat - 1, trick.led, self.task).filter(|_| trick.count > 0);
        hidden.may[seat - 1] & trick.led | throws.map_or(0, |void| void.may[seat - 1])
    }

    /// The position after a card.
    #[inline]
    fn after(&self, hand: u32, hidden: &Hidden, seat: usize, card: u32) -> Option<(u32, Hidden)> {
        if seat == 0 {
            Some((hand & !card, *hidden))
        } else {
            Some((hand, hidden.after(seat - 1, card, self.task)?))
        }
    }

    /// Units of a finished trick.
    #[inline]
    pub(super) fn units(&self, trick: &Trick) -> i32 {
        match (self.task.counted[trick.holder], self.task.tricks) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => self.task.points(trick.cards),
        }
    }

    fn play(&mut self, hand: u32, hidden: &Hidden, trick: &Trick, card: u32, t: i32) -> Result<i32, Stopped> {
        let Some((hand, hidden)) = self.after(hand, hidden, trick.turn(), card) else {
            // Outside the bounds on splits: nothing that the viewer has to fear.
            self.recorder.because(Ended::NoSuchDeal);
            return Ok(if self.task.viewer_wants { NO_BOUND } else { 0 });
        };
        let trick = trick.with(card, self.task);
        if trick.count < 3 {
            return self.choose(hand, &hidden, &trick, t, 0).map(|(value, _)| value);
        }
        let units = self.units(&trick);
        if self.task.tricks && units > 0 {
            self.recorder.because(Ended::OutOfReach);
            return Ok(units);
        }
        Ok(units + self.lead(hand, &hidden, trick.holder, t - units)?)
    }

    /// What the table says about the position after the third card, if that settles the question.
    fn glance(
        &self,
        hand: u32,
        hidden: &Hidden,
        trick: &Trick,
        card: u32,
        t: i32,
        wants: bool,
    ) -> Option<i32> {
        let (hand, hidden) = self.after(hand, hidden, trick.turn(), card)?;
        let trick = trick.with(card, self.task);
        let units = self.units(&trick);
        if self.task.tricks && units > 0 {
            return wants.then_some(units);
        }
        let (low, high) = if hand == 0 {
            (0, 0)
        } else {
            let keyed = self.keys.key(hand, &hidden, trick.holder);
            let found = self.table.look(&keyed.key, self.reading);
            (found.low.max(0), found.high.min(self.most(hand, &hidden)))
        };
        let value = units + if wants { low } else { high };
        ((value >= t) == wants).then_some(value)
    }

    /// The last card tried settled the question, those before it did not.
    fn learn(&mut self, record: usize, tried: &[Move], cards: i32) {
        let rate = 4 * cards * cards;
        let Some((last, failed)) = tried.split_last() else { return };
        let counters = &mut self.history[record];
        for one in failed {
            let counter = &mut counters[index(one.card)];
            *counter -= (*counter + HISTORY_SCALE) * rate / HISTORY_SCALE;
        }
        let counter = &mut counters[index(last.card)];
        *counter += (HISTORY_SCALE - *counter) * rate / HISTORY_SCALE;
    }
}
