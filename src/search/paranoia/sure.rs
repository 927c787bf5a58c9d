//! What the viewer cannot be denied, whatever the others hold and play.
//!
//! - A trump of his is beaten only by a higher trump in the same trick. So he takes at least as many
//!   tricks with trumps as remain when each hidden trump is paired with a lower one of his
//!   (*matching*); those above all hidden trumps always win.
//! - His trumps *command* the others' if his tops are no fewer than the hidden trumps. On lead he then draws them all: each
//!   lead of a top brings down at least one. Then all his trumps win, and in each plain suit the cards above all hidden
//!   ones; and the whole suit, if the tops are no fewer than the hidden cards of it. What he draws and runs *falls* to him.
//! - Without the lead, and with a trump more than the hidden ones, he has the same but for one trick for each hidden trump
//!   (*entry* where there is none, else *ruffed*). He gives the others' leads his losers; once he has none left, he wins
//!   whatever they lead: with a trump where he is void, a low one first, else with a top or a card of a suit he runs. A
//!   winner is lost only to a hidden trump, which is spent by it; so he still commands, and still has one trump more. If a
//!   trump is led he takes it with a top: one of each less. As soon as he wins he is on lead, and draws.
//! - With no trump on either side and another on lead: whatever suit he has a top of he wins, and is on lead. Each lead of
//!   another suit costs the others a card of it and him a loser. If he has as many losers as they such cards, he keeps all
//!   his winners (*stops*).
//! - With *k* tricks he gets his own cards in them, and 2*k* cards of the others, at least the
//!   cheapest.
//!
//! Null: a suit is *safe* if the *k*-th lowest card the declarer has in it lies under the *k*-th lowest
//! hidden one, for each *k*. If he always plays the highest card that stays under, a safe suit stays safe:
//! let the *j*-th lowest hidden card be led and his *m*-th lowest be the highest under it, so *m* ≥ *j*; up to
//! *j* nothing changes, from *j* to *m* the hidden cards move up, from *m* on both do. Throwing off his
//! highest never hurts either. So with all suits safe and another on lead he takes no trick.

use super::hidden::{Hidden, SKAT};
use super::ideas::Ideas;
use super::search::{Search, Trick};
use crate::search::layout::{above, highest, lowest};
use crate::search::trace::Recorder;

/// How many of `own` can be beaten by as many distinct cards of `others`.
fn beatable(mut own: u32, mut others: u32) -> u32 {
    let mut pairs = 0;
    while own != 0 && others != 0 {
        let (mine, theirs) = (highest(own), highest(others));
        own &= !mine;
        if theirs > mine {
            others &= !theirs;
            pairs += 1;
        }
    }
    pairs
}

/// Whether the declarer of a Null game can never be caught in this suit.
fn is_safe(mut own: u32, mut hidden: u32) -> bool {
    while own != 0 && hidden != 0 {
        if lowest(own) > lowest(hidden) {
            return false;
        }
        own &= own - 1;
        hidden &= hidden - 1;
    }
    true
}

impl<R: Recorder> Search<'_, R> {
    /// Tricks the viewer surely takes, and the points in them. `lies_open`: what the others do not hold is not lost to him.
    fn sure_tricks(&self, hand: u32, hidden: u32, on_lead: bool, lies_open: bool) -> (u32, i32) {
        let trumps = self.task.layout.trumps();
        let (own_trumps, other_trumps) = (hand & trumps, hidden & trumps);
        let top_trumps = above(own_trumps, other_trumps);
        let threats = other_trumps.count_ones();
        let commands = top_trumps.count_ones() >= threats;
        let draws = on_lead && commands;
        let holds = commands
            && own_trumps.count_ones() > threats
            && self.ideas.has(if threats == 0 { Ideas::ENTRY } else { Ideas::RUFFED });
        let stops = threats == 0 && own_trumps == 0 && self.ideas.has(Ideas::STOPS);
        let (mut tricks, mut points) = (0, 0);
        if draws || holds || stops {
            let mut winners = own_trumps;
            let mut falls = other_trumps;
            let mut unstopped = 0;
            for &suit in self.task.plain_groups() {
                let (own, others) = (hand & suit, hidden & suit);
                let tops = above(own, others);
                let runs = tops.count_ones() >= others.count_ones();
                winners |= if runs { own } else { tops };
                falls |= if runs { others } else { 0 };
                unstopped += if tops == 0 { others.count_ones() } else { 0 };
            }
            let losers = hand.count_ones() - winners.count_ones();
            if draws || holds || unstopped <= losers {
                let ruffed = if draws { 0 } else { threats };
                tricks = winners.count_ones() - ruffed;
                if !self.task.tricks {
                    let falls = if draws && lies_open && self.ideas.has(Ideas::FALLS) { falls } else { 0 };
                    let further = (2 * tricks).saturating_sub(falls.count_ones());
                    points = self.task.least(winners, tricks)
                        + self.task.points(falls)
                        + self.task.least(hidden & !falls, further);
                }
            }
        }
        if !draws && threats > 0 {
            let rest = own_trumps & !top_trumps;
            let matching = self.ideas.has(Ideas::MATCHING);
            let further = if matching { rest.count_ones() - beatable(rest, other_trumps) } else { 0 };
            let with_trumps = top_trumps.count_ones() + further;
            tricks = tricks.max(with_trumps);
            if !self.task.tricks {
                let own = self.task.points(top_trumps) + self.task.least(rest, further);
                points = points.max(own + self.task.least(hidden, 2 * with_trumps));
            }
        }
        (tricks, points)
    }

    /// Narrows the bounds on the units to come at the start of a trick.
    pub(super) fn sure(&self, hand: u32, hidden: &Hidden, leader: usize, low: &mut i32, high: &mut i32) {
        if !self.task.has_trumps() {
            if self.ideas.has(Ideas::SAFE) && leader != 0 && self.is_null_declarer() {
                let others = hidden.in_hands();
                if self.task.groups().iter().all(|&suit| is_safe(hand & suit, others & suit)) {
                    *high = 0;
                }
            }
            return;
        }
        if !self.ideas.has(Ideas::SURE) || !self.task.viewer_likes_tricks {
            return;
        }
        let others = hidden.in_hands();
        let lies_open = !self.task.counted[0] || hidden.room[SKAT] == 0;
        let (tricks, points) = self.sure_tricks(hand, others, leader == 0, lies_open);
        let all = tricks == hand.count_ones();
        match (self.task.counted[0], self.task.tricks) {
            (true, true) => *low = (*low).max(i32::from(tricks > 0)),
            (true, false) => *low = (*low).max(points),
            (false, _) if all => *high = 0,
            (false, true) => {}
            (false, false) => *high = (*high).min(self.task.points(hand | others) - points),
        }
    }

    /// The same in the middle of a trick, before an adversary plays: a bound that decides the question
    /// whatever falls, if there is one.
    pub(super) fn sure_mid_trick(
        &self,
        hand: u32,
        hidden: &Hidden,
        trick: &Trick,
        viewer_played: bool,
        t: i32,
    ) -> Option<i32> {
        let both = Ideas::SURE | Ideas::SURE_MID_TRICK;
        if !self.ideas.has(both)
            || !self.task.viewer_likes_tricks
            || !self.task.has_trumps()
            || self.task.tricks
        {
            return None;
        }
        let others = hidden.in_hands();
        // Cards on the table can still beat the one he has to add.
        let against = if viewer_played { others } else { others | trick.cards };
        let (_, points) = self.sure_tricks(hand, against, false, false);
        if self.task.counted[0] {
            return (points >= t).then_some(points);
        }
        let most = self.task.points(hand | others | trick.cards) - points;
        (most < t).then_some(most)
    }
}
