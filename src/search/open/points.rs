//! The search of Grand and suit games.
//!
//! It answers "does the declarer get at least `need` of the points still to come?" by alpha-beta
//! with a null window, and returns more than yes or no: a result of at least `need` is a lower
//! bound of the true value, a smaller one an upper bound. Both are kept in the table at the start
//! of each trick, so that each further question of the same deal finds more and more answered. The
//! exact value is closed in by such questions, from a first guess outwards.
//!
//! Seats count from the declarer, who is 0.

use super::bounds;
use super::ideas::Ideas;
use super::key::{Key, Keys, Known};
use super::moves::{Candidates, Fate, MOST};
use super::order::{self, Reply};
use super::state::OpenState;
use super::table::{Entry, OpenTable};
use crate::search::layout::{Layout, lowest};
use crate::search::limits::Watch;
use crate::search::trace::{Ended, Recorder};

/// The next seat.
#[inline(always)]
pub(super) fn next(seat: usize) -> usize {
    if seat == 2 { 0 } else { seat + 1 }
}

/// The first question lies at the guess; each further one that fails the same way is so many
/// points further out, until halving what is left asks closer.
const STRIDE: i32 = 5;

/// One search of one game.
pub(super) struct PointSearch<'a, R> {
    pub layout: &'static Layout,
    pub keys: &'a Keys,
    pub table: &'a mut OpenTable,
    pub watch: &'a mut Watch,
    pub recorder: &'a mut R,
    pub ideas: Ideas,
    /// Marks this game's entries in the table.
    pub tag: u8,
}

/// A trick in the making: what all three players need to know of it.
#[derive(Clone, Copy)]
struct TrickContext {
    leader: usize,
    need: i32,
    /// Points in play, those on the table included.
    points: i32,
    /// Tricks still to come, the one on the table included.
    tricks: u32,
}

/// A position after the third card.
#[derive(Clone, Copy, Default)]
struct Child {
    key: Key,
    card: u32,
    winner: u8,
    worth: u8,
    low: u8,
    high: u8,
    best: u8,
}

impl<R: Recorder> PointSearch<'_, R> {
    /// Does the declarer get `need` of the points still to come? The result is a lower bound if it
    /// is at least `need`, else an upper bound; if the watch has stopped, it means nothing.
    pub(super) fn decide(&mut self, state: &OpenState, need: i32) -> i32 {
        let points = state.points(self.layout);
        if need <= 0 {
            self.recorder.because(Ended::GoalMet);
            return 0;
        }
        if need > points {
            self.recorder.because(Ended::OutOfReach);
            return points;
        }
        if self.watch.must_stop() {
            return 0;
        }
        let OpenState { hands, leader, .. } = *state;
        let key = self.keys.of(&hands);
        // Whoever is on turn has not played to the trick on the table.
        let tricks = hands[state.turn()].count_ones();
        let question = TrickContext { leader, need, points, tricks };
        match *state.trick() {
            [] => self.start(hands, question, key),
            [lead] => self.second(hands, question, lead, key),
            [lead, reply, ..] => self.third(hands, question, lead, reply, key),
        }
    }

    /// Bounds of the points that the declarer gets of those still to come; equal unless stopped.
    /// `taken` is what he has already, to report what is being tried.
    pub(super) fn value(&mut self, state: &OpenState, guess: i32, taken: i32) -> (i32, i32) {
        let (mut low, mut high) = (0, state.points(self.layout));
        let mut need = guess.clamp(1, high.max(1));
        let mut stride = STRIDE;
        while low < high {
            self.watch.trying(taken + need);
            let result = self.decide(state, need);
            if self.watch.is_stopped() {
                break;
            }
            if result >= need {
                low = low.max(result);
                need = (low + stride).min((low + high + 1) / 2);
            } else {
                high = high.min(result);
                need = (high + 1 - stride).max((low + high + 1) / 2);
            }
            stride += STRIDE;
            need = need.clamp(low + 1, high.max(low + 1));
        }
        (low, high)
    }

    /// At the start of a trick, from outside.
    fn start(&mut self, hands: [u32; 3], question: TrickContext, key: Key) -> i32 {
        self.watch.count(1);
        let TrickContext { leader, need, points, tricks } = question;
        self.recorder.because(Ended::PlayedOut);
        match tricks {
            0 => return 0,
            1 => return self.last(&hands, leader),
            2 => return self.last_two(&hands, leader),
            _ => {}
        }
        let quasi = self.ideas.has(Ideas::QUASI);
        let known = self.keys.look_up(self.table, key, self.tag + leader as u8, points, quasi);
        self.recorder.because(Ended::Table);
        if known.low >= need {
            return known.low;
        }
        if known.high < need {
            return known.high;
        }
        self.recorder.because(Ended::Searched);
        self.lead(hands, question, key, known)
    }

    /// The leader chooses; the table and the sure points did not settle it.
    fn lead(&mut self, hands: [u32; 3], question: TrickContext, key: Key, known: Known) -> i32 {
        if self.watch.must_stop() {
            return 0;
        }
        let TrickContext { leader, need, .. } = question;
        let all = hands[0] | hands[1] | hands[2];
        let mut candidates = self.leads(&hands, leader);
        candidates.prefer(self.keys.card_at(all, known.best));
        self.passed_over(hands[leader], &candidates, leader, need);
        let maximise = leader == 0;
        let mut soft = if maximise { i32::MIN } else { i32::MAX };
        let mut best = 0;
        let mut i = 0;
        while i < candidates.len() {
            let candidate = candidates.pick(i);
            i += 1;
            let mut left = hands;
            left[leader] &= !candidate.card;
            let after = self.keys.without(key, all, candidate.card);
            self.recorder.enter(candidate.card, leader, i - 1, need, self.watch.nodes());
            let result = self.second(left, question, candidate.card, after);
            if self.watch.is_stopped() {
                return 0;
            }
            self.recorder.leave(result >= need, self.watch.nodes());
            if if maximise { result > soft } else { result < soft } {
                soft = result;
                best = candidate.card;
            }
            if maximise == (result >= need) {
                self.cut(&candidates, i, leader, need);
                break;
            }
            if self.ideas.has(Ideas::NEIGHBOUR) {
                let next = candidates.skip_neighbours(self.layout, i, result, need, maximise, &mut soft);
                self.spoken_for(&candidates, i..next, leader, need);
                i = next;
            }
        }
        let result = soft.clamp(known.low, known.high);
        let (low, high) = if result >= need { (result, known.high) } else { (known.low, result) };
        let best = if best == 0 { Entry::NO_CARD } else { self.keys.place(all, best) };
        self.table.store(Entry {
            key: key.holders,
            worth: key.worth,
            low: low as u8,
            high: high as u8,
            best,
            tag: self.tag + leader as u8,
        });
        result
    }

    #[inline(always)]
    fn leads(&self, hands: &[u32; 3], leader: usize) -> Candidates {
        let layout = self.layout;
        let second = next(leader);
        let third = next(second);
        let own = hands[leader];
        let wall = hands[second] | hands[third];
        let mut candidates = Candidates::default();
        let mut left = own;
        while left != 0 {
            let low = lowest(left);
            let chain = layout.neighbours(own, low, wall);
            left &= !chain;
            let group = layout.group(low);
            let beaters = layout.beaters(low);
            let replies = [layout.follow(hands[second], group), layout.follow(hands[third], group)];
            let fate = if leader == 0 {
                if (replies[0] | replies[1]) & beaters == 0 {
                    Fate::Won
                } else if replies.iter().any(|reply| reply & !beaters == 0) {
                    Fate::Lost
                } else {
                    Fate::Open
                }
            } else {
                let (declarer, mate) =
                    if second == 0 { (replies[0], replies[1]) } else { (replies[1], replies[0]) };
                if declarer & beaters == 0 {
                    Fate::Won
                } else if declarer & !beaters == 0 && mate & beaters == 0 {
                    Fate::Lost
                } else {
                    Fate::Open
                }
            };
            let (base, per_point) = order::lead(layout, hands, leader, chain, replies, fate);
            candidates.add(layout, self.ideas, chain, fate, base, per_point);
        }
        candidates
    }

    /// The second player chooses.
    fn second(&mut self, hands: [u32; 3], question: TrickContext, lead: u32, key: Key) -> i32 {
        self.watch.count(1);
        let TrickContext { leader, need, .. } = question;
        let layout = self.layout;
        let seat = next(leader);
        let third = next(seat);
        let group = layout.group(lead);
        let own = layout.follow(hands[seat], group);
        let replies = layout.follow(hands[third], group);
        let wall = hands[leader] | hands[third] | lead;
        let mut candidates = Candidates::default();
        let mut left = own;
        while left != 0 {
            let low = lowest(left);
            let chain = layout.neighbours(own, low, wall);
            left &= !chain;
            let over = layout.beaters(lead) & low != 0;
            let (holder, card) = if over { (seat, low) } else { (leader, lead) };
            let beaters = layout.beaters(card);
            let declarer_wins = if replies & beaters == 0 || (holder == 0) == (third == 0) {
                Some(holder == 0)
            } else if replies & !beaters == 0 {
                Some(third == 0)
            } else {
                None
            };
            let fate = match declarer_wins {
                None => Fate::Open,
                Some(wins) if wins == (seat == 0) => Fate::Won,
                Some(_) => Fate::Lost,
            };
            let reply = Reply {
                seat,
                hand: hands[seat],
                own,
                group,
                chain,
                over,
                with_holder: seat != 0 && leader != 0,
                on_table: layout.worth(lead),
                fate,
            };
            let (base, per_point) = reply.second(layout);
            candidates.add(layout, self.ideas, chain, fate, base, per_point);
        }
        self.passed_over(own, &candidates, seat, need);
        let all = hands[0] | hands[1] | hands[2];
        let maximise = seat == 0;
        let mut soft = if maximise { i32::MIN } else { i32::MAX };
        let mut i = 0;
        while i < candidates.len() {
            let candidate = candidates.pick(i);
            i += 1;
            let mut left = hands;
            left[seat] &= !candidate.card;
            let after = self.keys.without(key, all, candidate.card);
            self.recorder.enter(candidate.card, seat, i - 1, need, self.watch.nodes());
            let result = self.third(left, question, lead, candidate.card, after);
            if self.watch.is_stopped() {
                return 0;
            }
            self.recorder.leave(result >= need, self.watch.nodes());
            soft = if maximise { soft.max(result) } else { soft.min(result) };
            if maximise == (result >= need) {
                self.cut(&candidates, i, seat, need);
                break;
            }
            if self.ideas.has(Ideas::NEIGHBOUR) {
                let next = candidates.skip_neighbours(layout, i, result, need, maximise, &mut soft);
                self.spoken_for(&candidates, i..next, seat, need);
                i = next;
            }
        }
        soft
    }

    /// The third player chooses; each of his cards ends the trick. What table and sure points say
    /// about every one is looked at before any is searched.
    ///
    /// Long, because the two passes over the cards share nearly every value here, and this is where the solver spends its time.
    fn third(&mut self, hands: [u32; 3], question: TrickContext, lead: u32, reply: u32, key: Key) -> i32 {
        self.watch.count(1);
        let TrickContext { leader, need, points, tricks } = question;
        let layout = self.layout;
        let second = next(leader);
        let seat = next(second);
        let group = layout.group(lead);
        let own = layout.follow(hands[seat], group);
        let (holder, best) = if layout.beaters(lead) & reply != 0 { (second, reply) } else { (leader, lead) };
        let beaters = layout.beaters(best);
        let standing = if self.ideas.has(Ideas::BEATEN) { best } else { lead | reply };
        let wall = hands[leader] | hands[second] | standing;
        let on_table = layout.worth(lead) + layout.worth(reply);
        let with_holder = (holder == 0) == (seat == 0);
        let mut candidates = Candidates::default();
        let mut left = own;
        while left != 0 {
            let low = lowest(left);
            let chain = layout.neighbours(own, low, wall);
            left &= !chain;
            let over = beaters & low != 0;
            let fate = if over || with_holder { Fate::Won } else { Fate::Lost };
            let hand = hands[seat];
            let reply = Reply { seat, hand, own, group, chain, over, with_holder, on_table, fate };
            let (base, per_point) = reply.third(layout);
            candidates.add(layout, self.ideas, chain, fate, base, per_point);
        }
        let maximise = seat == 0;
        let mut soft = if maximise { i32::MIN } else { i32::MAX };
        self.passed_over(own, &candidates, seat, need);
        if tricks <= 3 {
            self.recorder.because(Ended::PlayedOut);
            self.watch.count(candidates.len() as u64);
            return self.finish(hands, question, &candidates, (seat, holder, beaters, on_table));
        }
        let all = hands[0] | hands[1] | hands[2];
        let mut children = [Child::default(); MOST];
        let mut open = 0;
        for i in 0..candidates.len() {
            let candidate = candidates.pick(i);
            self.watch.count(1);
            let winner = if beaters & candidate.card != 0 { seat } else { holder };
            let worth = on_table + layout.worth(candidate.card);
            let gain = if winner == 0 { worth } else { 0 };
            let (rest, need) = (points - worth, need - gain);
            let mut left = hands;
            left[seat] &= !candidate.card;
            let (mut low, mut high) = (0, rest);
            let mut ended = if need <= 0 { Ended::GoalMet } else { Ended::OutOfReach };
            let settled = |low: i32, high: i32| low >= need || high < need;
            let mut child = Child { card: candidate.card, ..Child::default() };
            (child.winner, child.worth) = (winner as u8, worth as u8);
            if !settled(low, high) && self.ideas.has(Ideas::SURE) {
                ended = Ended::Sure;
                let (declarer, defenders) = bounds::sure(layout, &left);
                (low, high) = (declarer, rest - defenders);
            }
            if !settled(low, high) {
                ended = Ended::Table;
                child.key = self.keys.without(key, all, candidate.card);
                let quasi = self.ideas.has(Ideas::QUASI);
                let known = self.keys.look_up(self.table, child.key, self.tag + winner as u8, rest, quasi);
                low = low.max(known.low);
                high = high.min(known.high);
                child.best = known.best;
            }
            if !settled(low, high) && self.ideas.has(Ideas::CASH) {
                ended = Ended::Sure;
                let cash = bounds::cash(layout, &left, winner, rest);
                if winner == 0 {
                    low = low.max(cash);
                } else {
                    high = high.min(rest - cash);
                }
            }
            if settled(low, high) {
                let result = gain + if low >= need { low } else { high };
                soft = if maximise { soft.max(result) } else { soft.min(result) };
                if R::ON {
                    let nodes = self.watch.nodes();
                    self.recorder.enter(candidate.card, seat, i - open, question.need, nodes - 1);
                    self.recorder.because(ended);
                    self.recorder.leave(low >= need, nodes);
                }
                if maximise == (low >= need) {
                    if R::ON {
                        let open = children[..open].iter().fold(0, |cards, child| cards | child.card);
                        self.recorder.skip(open, seat, question.need, Ended::CutBySibling);
                        self.cut(&candidates, i + 1, seat, question.need);
                    }
                    return soft;
                }
            } else {
                (child.low, child.high) = (low as u8, high as u8);
                children[open] = child;
                open += 1;
            }
        }
        for (at, &Child { key, card, winner, worth, low, high, best }) in children[..open].iter().enumerate()
        {
            let worth = i32::from(worth);
            let gain = if winner == 0 { worth } else { 0 };
            let mut left = hands;
            left[seat] &= !card;
            let question = TrickContext {
                leader: usize::from(winner),
                need: need - gain,
                points: points - worth,
                tricks: tricks - 1,
            };
            let known = Known { low: i32::from(low), high: i32::from(high), best };
            self.recorder.enter(card, seat, candidates.len() - open + at, need, self.watch.nodes());
            let result = gain + self.lead(left, question, key, known);
            if self.watch.is_stopped() {
                return 0;
            }
            self.recorder.leave(result >= need, self.watch.nodes());
            soft = if maximise { soft.max(result) } else { soft.min(result) };
            if maximise == (result >= need) {
                if R::ON {
                    let cut = children[at + 1..open].iter().fold(0, |cards, child| cards | child.card);
                    self.recorder.skip(cut, seat, need, Ended::CutBySibling);
                }
                break;
            }
        }
        soft
    }

    /// For the recorder: cards that are no candidates.
    #[inline(always)]
    fn passed_over(&mut self, own: u32, candidates: &Candidates, seat: usize, need: i32) {
        if R::ON {
            let kept = candidates.all().iter().fold(0, |cards, candidate| cards | candidate.card);
            self.recorder.skip(own & !kept, seat, need, Ended::Equivalent);
        }
    }

    /// For the recorder: candidates for which a neighbour speaks that failed.
    #[inline(always)]
    fn spoken_for(&mut self, candidates: &Candidates, which: std::ops::Range<usize>, seat: usize, need: i32) {
        if R::ON {
            let cards = candidates.all()[which].iter().fold(0, |cards, candidate| cards | candidate.card);
            self.recorder.skip(cards, seat, need, Ended::Equivalent);
        }
    }

    /// For the recorder: the candidates from here on are not needed.
    #[inline(always)]
    fn cut(&mut self, candidates: &Candidates, from: usize, seat: usize, need: i32) {
        if R::ON {
            let left = candidates.all().get(from..).unwrap_or_default();
            let cards = left.iter().fold(0, |cards, candidate| cards | candidate.card);
            self.recorder.skip(cards, seat, need, Ended::CutBySibling);
        }
    }

    /// The third card when at most two tricks remain, which are played out on the spot.
    fn finish(
        &self,
        hands: [u32; 3],
        question: TrickContext,
        candidates: &Candidates,
        (seat, holder, beaters, on_table): (usize, usize, u32, i32),
    ) -> i32 {
        let maximise = seat == 0;
        let mut soft = if maximise { i32::MIN } else { i32::MAX };
        for candidate in candidates.all() {
            let winner = if beaters & candidate.card != 0 { seat } else { holder };
            let gain = if winner == 0 { on_table + self.layout.worth(candidate.card) } else { 0 };
            let mut left = hands;
            left[seat] &= !candidate.card;
            let result = gain
                + match question.tricks {
                    1 => 0,
                    2 => self.last(&left, winner),
                    _ => self.last_two(&left, winner),
                };
            soft = if maximise { soft.max(result) } else { soft.min(result) };
            if maximise == (result >= question.need) {
                break;
            }
        }
        soft
    }

    /// The declarer's points of the last two tricks: every line, without any art.
    fn last_two(&self, hands: &[u32; 3], leader: usize) -> i32 {
        let layout = self.layout;
        let second = next(leader);
        let third = next(second);
        let pick = |seat: usize, a: i32, b: i32| if seat == 0 { a.max(b) } else { a.min(b) };
        let worst = |seat: usize| if seat == 0 { i32::MIN } else { i32::MAX };
        let mut value = worst(leader);
        for lead in [lowest(hands[leader]), hands[leader] & !lowest(hands[leader])] {
            let group = layout.group(lead);
            let mut replies = layout.follow(hands[second], group);
            let mut after_lead = worst(second);
            while replies != 0 {
                let reply = lowest(replies);
                replies &= !reply;
                let mut answers = layout.follow(hands[third], group);
                let mut after_reply = worst(third);
                while answers != 0 {
                    let answer = lowest(answers);
                    answers &= !answer;
                    let winner = match layout.winner([lead, reply, answer]) {
                        0 => leader,
                        1 => second,
                        _ => third,
                    };
                    let worth = layout.worth(lead) + layout.worth(reply) + layout.worth(answer);
                    let mut left = [0; 3];
                    left[leader] = hands[leader] & !lead;
                    left[second] = hands[second] & !reply;
                    left[third] = hands[third] & !answer;
                    let result = self.last(&left, winner) + if winner == 0 { worth } else { 0 };
                    after_reply = pick(third, after_reply, result);
                }
                after_lead = pick(second, after_lead, after_reply);
            }
            value = pick(leader, value, after_lead);
        }
        value
    }

    /// The declarer's points of the last trick.
    #[inline(always)]
    fn last(&self, hands: &[u32; 3], leader: usize) -> i32 {
        let second = next(leader);
        let trick = [hands[leader], hands[second], hands[next(second)]];
        // The declarer's place in the order of play.
        let declarer = if leader == 0 { 0 } else { 3 - leader };
        if self.layout.winner(trick) == declarer {
            trick.iter().map(|&card| self.layout.worth(card)).sum()
        } else {
            0
        }
    }
}
