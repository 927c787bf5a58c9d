//! The search of Null: the declarer must not take a trick.
//!
//! A declarer who takes a trick has lost, so after the first trick only defenders lead, and the
//! suits hardly touch each other. That makes a suit judgeable on its own: the declarer can **never be
//! caught** in it if his lowest card lies below the defenders' lowest, his second lowest below
//! their second lowest, and so on. Whatever they lead or throw away, he plays his highest card
//! below theirs, and the suit stays that way. When all suits are safe he has won; in a safe suit he
//! has one card worth playing, and the ranks of his cards there need not enter the key.
//!
//! There are no points, so all ranks close up when cards go, and neighbours are always equal.

use super::ideas::Ideas;
use super::points::next;
use super::state::OpenState;
use super::table::{Entry, OpenTable};
use crate::search::layout::{Layout, highest, lowest};
use crate::search::limits::Watch;
use crate::search::trace::{Ended, Recorder};
use std::sync::LazyLock;

/// Ranks of a suit.
const RANKS: u32 = 8;
const SUIT_MASK: u32 = 0xFF;
const STARTS: [u32; 4] = [0, 8, 16, 24];
const MOST: usize = 10;

// Scores of a defender's lead, first the most telling.
/// The declarer can be caught in the suit.
const UNSAFE: i32 = 1000;
/// The declarer is void.
const DECLARER_VOID: i32 = -300;
/// For each step of rank.
const RANK: i32 = -20;
/// For each pair of replies.
const REPLIES: i32 = -10;
/// For each card of the suit in the leader's hand.
const LENGTH: i32 = -5;
// Scores of the declarer's cards when he does not follow.
/// For each step of rank.
const THROW_RANK: i32 = 10;
/// From a safe suit.
const THROW_SAFE: i32 = -200;

/// `[present << 8 | cards]`: the cards of one suit closed up over those not present.
static CLOSED_UP: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| {
    let mut table = Box::new([0; 1 << 16]);
    for present in 0..1usize << RANKS {
        for cards in 0..1usize << RANKS {
            let ranks = (0..RANKS).filter(|rank| present >> rank & 1 == 1);
            let closed = ranks.enumerate().map(|(place, rank)| (cards >> rank & 1) << place);
            table[present << RANKS | cards] = closed.sum::<usize>() as u8;
        }
    }
    table
});

/// `[declarer << 8 | defenders]`: whether the declarer can never be caught in the suit.
static SAFE: LazyLock<Box<[bool; 1 << 16]>> = LazyLock::new(|| {
    let mut table = Box::new([false; 1 << 16]);
    for declarer in 0..1u32 << RANKS {
        for defenders in 0..1u32 << RANKS {
            let below = |cards: u32, rank: u32| (cards & ((1 << rank) - 1)).count_ones();
            let mut held = (0..RANKS).filter(|rank| declarer >> rank & 1 == 1);
            table[(declarer << RANKS | defenders) as usize] =
                held.all(|rank| below(defenders, rank) <= below(declarer, rank));
        }
    }
    table
});

/// One search of a Null game.
pub(super) struct NullSearch<'a, R> {
    layout: &'static Layout,
    closed_up: &'static [u8; 1 << 16],
    safe: &'static [bool; 1 << 16],
    table: &'a mut OpenTable,
    watch: &'a mut Watch,
    recorder: &'a mut R,
    ideas: Ideas,
    tag: u8,
}

#[derive(Clone, Copy, Default)]
struct Candidate {
    card: u32,
    score: i32,
}

#[derive(Default)]
struct Candidates {
    list: [Candidate; MOST],
    len: usize,
}

impl Candidates {
    #[inline(always)]
    fn add(&mut self, card: u32, score: i32) {
        if self.len < MOST {
            self.list[self.len] = Candidate { card, score };
            self.len += 1;
        }
    }

    #[inline(always)]
    fn pick(&mut self, from: usize) -> u32 {
        let mut best = from;
        for i in from + 1..self.len {
            if self.list[i].score > self.list[best].score {
                best = i;
            }
        }
        self.list.swap(from, best);
        self.list[from].card
    }
}

/// The rank of a card within its suit, 0 to 7.
#[inline(always)]
fn rank(card: u32) -> i32 {
    (card.trailing_zeros() % RANKS) as i32
}

impl<'a, R: Recorder> NullSearch<'a, R> {
    pub(super) fn new(
        layout: &'static Layout,
        table: &'a mut OpenTable,
        watch: &'a mut Watch,
        recorder: &'a mut R,
        ideas: Ideas,
        tag: u8,
    ) -> Self {
        NullSearch { layout, closed_up: &CLOSED_UP, safe: &SAFE, table, watch, recorder, ideas, tag }
    }

    /// Whether the declarer gets through without a trick; means nothing if the watch has stopped.
    pub(super) fn decide(&mut self, state: &OpenState) -> bool {
        if self.watch.must_stop() {
            return false;
        }
        let OpenState { hands, leader, .. } = *state;
        // What is safe is judged with the cards of the trick still in hand.
        let mut before = hands;
        for (turns, &card) in state.trick().iter().enumerate() {
            before[(leader + turns) % 3] |= card;
        }
        let safe = self.safe_suits(&before);
        match *state.trick() {
            [] => self.lead(hands, leader),
            [lead] => self.second(hands, leader, lead, safe),
            [lead, reply, ..] => self.third(hands, leader, lead, reply, safe),
        }
    }

    /// All cards of the suits in which the declarer can never be caught.
    #[inline(always)]
    fn safe_suits(&self, hands: &[u32; 3]) -> u32 {
        if !self.ideas.has(Ideas::SAFE) {
            return 0;
        }
        let defenders = hands[1] | hands[2];
        let mut safe = 0;
        for start in STARTS {
            let suit = (hands[0] >> start & SUIT_MASK) << RANKS | (defenders >> start & SUIT_MASK);
            if self.safe[suit as usize] {
                safe |= SUIT_MASK << start;
            }
        }
        safe
    }

    /// Who holds what by relative rank: 16 bits for each suit, in two planes as in [`super::key`].
    #[inline(always)]
    fn key(&self, hands: &[u32; 3], safe: u32) -> u64 {
        let closed =
            |present: u32, cards: u32| u64::from(self.closed_up[(present << RANKS | cards) as usize]);
        let mut suits = [0u64; 4];
        for (suit, start) in suits.iter_mut().zip(STARTS) {
            let [own, left, right] = hands.map(|hand| hand >> start & SUIT_MASK);
            let (first, second) = if safe >> start & 1 == 1 && self.ideas.has(Ideas::SAFE_KEY) {
                // Safe cards only count: they stand below all others.
                let number = own.count_ones();
                let present = left | right;
                (((1 << number) - 1) | closed(present, right) << number, closed(present, present) << number)
            } else {
                let present = own | left | right;
                (closed(present, own | right), closed(present, left | right))
            };
            *suit = first | second << RANKS;
        }
        suits[0] | suits[1] << 16 | suits[2] << 32 | suits[3] << 48
    }

    #[inline(always)]
    fn known(&self, key: u64, leader: usize) -> Option<bool> {
        self.table.find(key, self.tag + leader as u8).next().map(|entry| entry.low == 1)
    }

    fn keep(&mut self, key: u64, leader: usize, cards: u32, won: bool) {
        let won = u8::from(won);
        // The number of cards stands in the worth, by which the table chooses what to forget.
        let (worth, tag) = ((1 << cards) - 1, self.tag + leader as u8);
        self.table.store(Entry { key, worth, low: won, high: won, best: Entry::NO_CARD, tag });
    }

    #[inline(always)]
    fn chain(&self, own: u32, low: u32, wall: u32) -> u32 {
        if self.ideas.has(Ideas::EQUAL) { self.layout.neighbours(own, low, wall) } else { low }
    }

    fn lead(&mut self, hands: [u32; 3], leader: usize) -> bool {
        self.watch.count(1);
        let own = hands[leader];
        if own == 0 {
            self.recorder.because(Ended::GoalMet);
            return true;
        }
        if self.watch.must_stop() {
            return false;
        }
        if leader == 0 {
            return self.declarer_leads(hands);
        }
        let safe = self.safe_suits(&hands);
        if safe == u32::MAX {
            self.recorder.because(Ended::Sure);
            return true;
        }
        let key = self.key(&hands, safe);
        if let Some(won) = self.known(key, leader) {
            self.recorder.because(Ended::Table);
            return won;
        }
        let mate = hands[3 - leader];
        let wall = hands[0] | mate;
        let mut candidates = Candidates::default();
        let mut left = own;
        while left != 0 {
            let card = lowest(left);
            left &= !self.chain(own, card, wall);
            let suit = self.layout.group(card);
            let above = self.layout.beaters(card);
            let (his, mates) = (hands[0] & suit, mate & suit);
            // Caught at once: all his cards lie above, and the partner can stay below them.
            if his != 0 && his & !above == 0 && (mates == 0 || lowest(mates) < lowest(his)) {
                self.recorder.because(Ended::OutOfReach);
                self.keep(key, leader, own.count_ones(), false);
                return false;
            }
            let replies = his.count_ones().max(1) * mates.count_ones().max(1);
            let score = if safe & card == 0 { UNSAFE } else { 0 }
                + if his == 0 { DECLARER_VOID } else { 0 }
                + RANK * rank(card)
                + REPLIES * replies as i32
                + LENGTH * (own & suit).count_ones() as i32;
            candidates.add(card, score);
        }
        self.passed_over(own, &candidates, leader);
        let mut won = true;
        for i in 0..candidates.len {
            let card = candidates.pick(i);
            let mut rest = hands;
            rest[leader] &= !card;
            self.recorder.enter(card, leader, i, 1, self.watch.nodes());
            won = self.second(rest, leader, card, safe);
            if self.watch.is_stopped() {
                return false;
            }
            self.recorder.leave(won, self.watch.nodes());
            if !won {
                self.cut(&candidates, i + 1, leader);
                break;
            }
        }
        self.keep(key, leader, own.count_ones(), won);
        won
    }

    /// For the recorder: cards that are no candidates.
    #[inline(always)]
    fn passed_over(&mut self, own: u32, candidates: &Candidates, seat: usize) {
        if R::ON {
            let kept = candidates.list[..candidates.len].iter().fold(0, |cards, one| cards | one.card);
            self.recorder.skip(own & !kept, seat, 1, Ended::Equivalent);
        }
    }

    /// For the recorder: the candidates from here on are not needed.
    #[inline(always)]
    fn cut(&mut self, candidates: &Candidates, from: usize, seat: usize) {
        if R::ON {
            let left = candidates.list[from..candidates.len].iter().fold(0, |cards, one| cards | one.card);
            self.recorder.skip(left, seat, 1, Ended::CutBySibling);
        }
    }

    /// Only before the first trick: he leads what somebody is forced to beat.
    fn declarer_leads(&mut self, hands: [u32; 3]) -> bool {
        let own = hands[0];
        let mut left = own;
        let mut rank = 0;
        while left != 0 {
            let card = lowest(left);
            let chain = self.chain(own, card, hands[1] | hands[2]);
            left &= !chain;
            self.recorder.skip(chain & !card, 0, 1, Ended::Equivalent);
            let suit = self.layout.group(card);
            let above = self.layout.beaters(card);
            let must_beat = |hand: u32| hand & suit != 0 && hand & suit & !above == 0;
            if !must_beat(hands[1]) && !must_beat(hands[2]) {
                self.recorder.skip(card, 0, 1, Ended::OutOfReach);
                continue;
            }
            let rest = [own & !card, hands[1], hands[2]];
            self.recorder.enter(card, 0, rank, 1, self.watch.nodes());
            rank += 1;
            let won = self.second(rest, 0, card, 0);
            if self.watch.is_stopped() {
                return false;
            }
            self.recorder.leave(won, self.watch.nodes());
            if won {
                self.recorder.skip(left, 0, 1, Ended::CutBySibling);
                return true;
            }
        }
        false
    }

    fn second(&mut self, hands: [u32; 3], leader: usize, lead: u32, safe: u32) -> bool {
        self.watch.count(1);
        let seat = next(leader);
        let third = next(seat);
        let suit = self.layout.group(lead);
        let follows = hands[seat] & suit != 0;
        let own = self.layout.follow(hands[seat], suit);
        let above = self.layout.beaters(lead);
        let wall = hands[leader] | hands[third] | lead;
        let mut candidates = Candidates::default();
        let mut left = own;
        if seat == 0 && follows && safe & lead != 0 {
            // The highest card below the lead keeps a safe suit safe.
            candidates.add(highest(own & (lead - 1)), 0);
            left = 0;
        }
        while left != 0 {
            let low = lowest(left);
            let chain = self.chain(own, low, wall);
            left &= !chain;
            if seat == 0 {
                let mates = hands[third] & suit;
                let rescued = mates != 0 && mates & !self.layout.beaters(low) == 0;
                if follows && low & above != 0 && !rescued {
                    continue; // the third hand stays below, and he is caught
                }
                let thrown = if !follows && safe & low != 0 { THROW_SAFE } else { 0 };
                candidates.add(highest(chain), THROW_RANK * rank(low) + thrown);
            } else {
                // Below a declarer's lead, if it can be done.
                candidates.add(low, if leader == 0 { -rank(low) } else { 0 });
            }
        }
        self.passed_over(own, &candidates, seat);
        for i in 0..candidates.len {
            let card = candidates.pick(i);
            let mut rest = hands;
            rest[seat] &= !card;
            self.recorder.enter(card, seat, i, 1, self.watch.nodes());
            let won = self.third(rest, leader, lead, card, safe);
            if self.watch.is_stopped() {
                return false;
            }
            self.recorder.leave(won, self.watch.nodes());
            if won == (seat == 0) {
                self.cut(&candidates, i + 1, seat);
                return won;
            }
        }
        seat != 0
    }

    fn third(&mut self, hands: [u32; 3], leader: usize, lead: u32, reply: u32, safe: u32) -> bool {
        self.watch.count(1);
        let second = next(leader);
        let seat = next(second);
        let suit = self.layout.group(lead);
        let follows = hands[seat] & suit != 0;
        let own = self.layout.follow(hands[seat], suit);
        let beaten = self.layout.beaters(lead) & reply != 0;
        let (holder, best) = if beaten { (second, reply) } else { (leader, lead) };
        let above = self.layout.beaters(best);
        let standing = if self.ideas.has(Ideas::BEATEN) { best } else { lead | reply };
        let wall = hands[leader] | hands[second] | standing;
        let legal = own;
        let mut own = own;
        if seat == 0 && follows {
            own &= !above;
            if own == 0 {
                self.recorder.because(Ended::OutOfReach);
                return false;
            }
            if safe & lead != 0 {
                own = highest(own);
            }
        }
        if seat != 0 && holder == 0 && own & !above != 0 {
            self.recorder.because(Ended::OutOfReach);
            return false; // the declarer's card stands
        }
        let mut candidates = Candidates::default();
        let mut left = own;
        while left != 0 {
            let low = lowest(left);
            let chain = self.chain(own, low, wall);
            left &= !chain;
            if seat == 0 {
                let thrown = if !follows && safe & low != 0 { THROW_SAFE } else { 0 };
                candidates.add(highest(chain), THROW_RANK * rank(low) + thrown);
            } else {
                candidates.add(low, 0);
            }
        }
        let winner_of = |card: u32| if above & card != 0 { seat } else { holder };
        // What is known of each card's outcome, before any is searched.
        if candidates.len > 1 {
            for i in 0..candidates.len {
                let card = candidates.list[i].card;
                let mut rest = hands;
                rest[seat] &= !card;
                let safe = self.safe_suits(&rest);
                let known = if safe == u32::MAX {
                    Some(true)
                } else {
                    self.known(self.key(&rest, safe), winner_of(card))
                };
                if known == Some(seat == 0) {
                    self.recorder.because(Ended::TableAhead);
                    return seat == 0;
                }
            }
        }
        self.passed_over(legal, &candidates, seat);
        for i in 0..candidates.len {
            let card = candidates.pick(i);
            let mut rest = hands;
            rest[seat] &= !card;
            self.recorder.enter(card, seat, i, 1, self.watch.nodes());
            let won = self.lead(rest, winner_of(card));
            if self.watch.is_stopped() {
                return false;
            }
            self.recorder.leave(won, self.watch.nodes());
            if won == (seat == 0) {
                self.cut(&candidates, i + 1, seat);
                return won;
            }
        }
        seat != 0
    }
}
