//! What the viewer cannot be denied, whatever the others hold and play.
//!
//! - A trump of his is beaten only by a higher trump in the same trick. So he takes at least as many
//!   tricks with trumps as remain when each hidden trump is paired with a lower one of his
//!   (*matching*); those above all hidden trumps always win.
//! - On lead, if his top trumps are no fewer than the hidden trumps, he draws them all: each lead
//!   of a top brings down at least one. Then all his trumps win, and in each plain suit the cards above
//!   all hidden ones; and the whole suit, if the tops are no fewer than the hidden cards of it.
//! - If nobody else has a trump and he has one, the same holds without the lead (*entry*). He gives the
//!   others' leads his losers; once he has none left, whatever they lead he wins: with a trump
//!   where he is void, else with a top, or a card of a suit he runs.
//! - With *k* tricks he gets his own cards in them, and 2*k* cards of the others, at least the
//!   cheapest.
//!
//! Null: a suit is *safe* if the *k*-th lowest card the declarer has in it lies under the *k*-th lowest
//! hidden one, for each *k*. If he always plays the highest card that stays under, a safe suit stays safe:
//! let the *j*-th lowest hidden card be led and his *m*-th lowest be the highest under it, so *m* ≥ *j*; up to
//! *j* nothing changes, from *j* to *m* the hidden cards move up, from *m* on both do. Throwing off his
//! highest never hurts either. So with all suits safe and another on lead he takes no trick.

use super::hidden::Hidden;
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
    /// Tricks the viewer surely takes, and the points in them.
    fn sure_tricks(&self, hand: u32, hidden: u32, on_lead: bool) -> (u32, i32) {
        let trumps = self.task.layout.trumps();
        let (own_trumps, other_trumps) = (hand & trumps, hidden & trumps);
        let mut winners = above(own_trumps, other_trumps);
        let mut further = 0;
        let draws = on_lead && winners.count_ones() >= other_trumps.count_ones();
        let enters = self.ideas.has(Ideas::ENTRY) && other_trumps == 0 && own_trumps != 0;
        if draws || enters {
            winners |= own_trumps;
            for &suit in self.task.plain_groups() {
                let (own, others) = (hand & suit, hidden & suit);
                if own != 0 {
                    let tops = above(own, others);
                    let runs = tops.count_ones() >= others.count_ones();
                    winners |= if runs { own } else { tops };
                }
            }
        } else if self.ideas.has(Ideas::MATCHING) {
            let rest = own_trumps & !winners;
            further = rest.count_ones() - beatable(rest, other_trumps);
        }
        let tricks = winners.count_ones() + further;
        if tricks == 0 || self.task.tricks {
            return (tricks, 0);
        }
        let own = self.task.points(winners) + self.task.least(own_trumps & !winners, further);
        (tricks, own + self.task.least(hidden, 2 * tricks))
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
        let (tricks, points) = self.sure_tricks(hand, others, leader == 0);
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
        let (_, points) = self.sure_tricks(hand, against, false);
        if self.task.counted[0] {
            return (points >= t).then_some(points);
        }
        let most = self.task.points(hand | others | trick.cards) - points;
        (most < t).then_some(most)
    }
}
