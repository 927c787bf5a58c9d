//! The cards the viewer does not see, in the form the search carries from card to card.
//!
//! For each of three places (the hand to the viewer's left, the hand to his right, the skat) a set
//! of cards that may be there and the number of cards that are. Kept in the exact form: a card may
//! be in a place exactly if some world has it there. What surely lies in the skat has left play.
//!
//! An approximate search also bounds how many cards of a group either hand may hold ([`Splits`]).
//! A split that is known by its numbers is kept exactly: then the cards of the group and the others have their own room in
//! each place, and each part is filled for itself. Bounds and exact numbers of different groups do not meet.
//!
//! With two places the form stays exact under such bounds, since the number of cards a hand takes
//! from each group is an interval; with the skat unknown it is a superset, which is the safe side.

use super::search::Trick;
use super::task::Task;

/// The hand to the viewer's left, who plays after him.
pub(in crate::search) const LEFT: usize = 0;
/// The hand to his right.
pub(in crate::search) const RIGHT: usize = 1;
/// The skat.
pub(in crate::search) const SKAT: usize = 2;

/// No bound on a split; also the most that four bits of a key hold.
pub(in crate::search) const ANY: u8 = 15;

/// How many cards of each group the left and the right hand may hold at most.
pub(in crate::search) type Splits = [[u8; 5]; 2];

/// Where each hidden card may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::search) struct Hidden {
    pub(in crate::search) may: [u32; 3],
    pub(in crate::search) room: [u8; 3],
    pub(in crate::search) splits: Splits,
    /// Whether any split is bounded.
    pub(in crate::search) bounded: bool,
    /// The groups, a bit each, of which the hands hold exactly as many cards as `splits` says, and the skat the rest.
    pub(in crate::search) exact: u8,
}

impl Hidden {
    /// All cards that may be somewhere.
    #[inline(always)]
    pub(in crate::search) fn all(&self) -> u32 {
        self.may[LEFT] | self.may[RIGHT] | self.may[SKAT]
    }

    /// The cards that may be in a hand.
    #[inline(always)]
    pub(in crate::search) fn in_hands(&self) -> u32 {
        self.may[LEFT] | self.may[RIGHT]
    }

    /// The places of a card, a bit each.
    #[inline(always)]
    pub(in crate::search) fn places(&self, card: u32) -> u32 {
        let at = |place: usize| u32::from(self.may[place] & card != 0) << place;
        at(LEFT) | at(RIGHT) | at(SKAT)
    }

    /// Brings it to its exact form; false if there is no world.
    #[inline]
    pub(in crate::search) fn settle(&mut self, task: &Task) -> bool {
        if !self.bounded {
            return self.fill();
        }
        if self.exact != 0 {
            return self.fill_exactly(task);
        }
        loop {
            let before = self.may;
            if !self.fill() || !self.hold_splits(task) {
                return false;
            }
            if self.may == before {
                return true;
            }
        }
    }

    /// Groups split exactly, and all other cards, each in its own room.
    fn fill_exactly(&mut self, task: &Task) -> bool {
        let all = self.all();
        let mut rest = Hidden { exact: 0, bounded: false, ..*self };
        let mut may = [0; 3];
        for (at, &group) in task.groups().iter().enumerate().filter(|(at, _)| self.exact >> at & 1 == 1) {
            let [left, right] = [self.splits[LEFT][at], self.splits[RIGHT][at]];
            let Some(skat) = ((all & group).count_ones() as u8).checked_sub(left + right) else {
                return false;
            };
            let mut part =
                Hidden { may: self.may.map(|cards| cards & group), room: [left, right, skat], ..rest };
            if part.room.iter().zip(rest.room).any(|(room, left)| *room > left) || !part.fill() {
                return false;
            }
            for (place, may) in may.iter_mut().enumerate() {
                rest.room[place] -= part.room[place];
                rest.may[place] &= !group;
                *may |= part.may[place];
            }
        }
        if !rest.fill() {
            return false;
        }
        self.may = std::array::from_fn(|place| may[place] | rest.may[place]);
        true
    }

    /// Hall's condition for every set of places; where a set is exactly full, no other card may be
    /// in it.
    #[inline]
    fn fill(&mut self) -> bool {
        if self.room[SKAT] > 0 {
            return self.fill_three();
        }
        let [left, right, _] = self.may;
        self.may[SKAT] = 0;
        let (only_left, only_right, both) = (left & !right, right & !left, left & right);
        let (a, b, free) = (only_left.count_ones(), only_right.count_ones(), both.count_ones());
        let (room_left, room_right) = (u32::from(self.room[LEFT]), u32::from(self.room[RIGHT]));
        if a > room_left || b > room_right || a + b + free != room_left + room_right {
            return false;
        }
        if a == room_left {
            self.may = [only_left, only_right | both, 0];
        } else if b == room_right {
            self.may = [only_left | both, only_right, 0];
        }
        true
    }

    fn fill_three(&mut self) -> bool {
        let all = self.all();
        if all.count_ones() != self.room.iter().map(|&room| u32::from(room)).sum::<u32>() {
            return false;
        }
        loop {
            let mut changed = false;
            for set in [0b001, 0b010, 0b100, 0b011, 0b101, 0b110] {
                let (mut inside, mut outside, mut room) = (0, 0, 0);
                for place in 0..3 {
                    if set >> place & 1 == 1 {
                        inside |= self.may[place];
                        room += u32::from(self.room[place]);
                    } else {
                        outside |= self.may[place];
                    }
                }
                let only = all & !outside;
                let count = only.count_ones();
                if count > room {
                    return false;
                }
                if count == room && inside & !only != 0 {
                    for place in 0..3 {
                        if set >> place & 1 == 1 {
                            self.may[place] &= only;
                        }
                    }
                    if self.all() != all {
                        return false;
                    }
                    changed = true;
                }
            }
            if !changed {
                return true;
            }
        }
    }

    /// The bounds on splits: a hand that has all it may hold of a group takes no more of it, and a
    /// hand that needs all it may get takes what no bound forbids.
    fn hold_splits(&mut self, task: &Task) -> bool {
        for hand in [LEFT, RIGHT] {
            let others = self.may[1 - hand] | self.may[SKAT];
            let mut most = 0;
            for (at, &group) in task.groups().iter().enumerate() {
                let bound = u32::from(self.splits[hand][at]);
                let only = self.may[hand] & group & !others;
                if only.count_ones() > bound {
                    return false;
                }
                if only.count_ones() == bound {
                    self.may[hand] &= only | !group;
                }
                most += bound.min((self.may[hand] & group).count_ones());
            }
            let room = u32::from(self.room[hand]);
            if most < room {
                return false;
            }
            if most == room {
                for (at, &group) in task.groups().iter().enumerate() {
                    let here = self.may[hand] & group;
                    if here.count_ones() <= u32::from(self.splits[hand][at]) {
                        self.may[1 - hand] &= !here;
                        self.may[SKAT] &= !here;
                    }
                }
            }
        }
        true
    }

    /// What is known if this hand holds nothing of the group: `None` if no world allows it.
    #[inline]
    pub(in crate::search) fn without(&self, hand: usize, group: u32, task: &Task) -> Option<Hidden> {
        let mut without = *self;
        without.may[hand] &= !group;
        without.settle(task).then_some(without)
    }

    /// What is known after this hand has played a card that it may hold; `None` only where bounds on
    /// splits with an unknown skat were not exact enough to see that it cannot.
    #[inline]
    pub(in crate::search) fn after(&self, hand: usize, card: u32, task: &Task) -> Option<Hidden> {
        let mut after = self.played(hand, card, task)?;
        after.clear_skat();
        Some(after)
    }

    /// The same, where it is not certain that the hand may hold the card and play it to the trick. What surely lies in the
    /// skat stays there.
    pub(in crate::search) fn shown(
        &self,
        hand: usize,
        card: u32,
        trick: &Trick,
        task: &Task,
    ) -> Option<Hidden> {
        let throws = trick.count > 0 && card & trick.led == 0;
        let known = if throws { self.without(hand, trick.led, task)? } else { *self };
        if known.may[hand] & card == 0 {
            return None;
        }
        known.played(hand, card, task)
    }

    #[inline]
    fn played(&self, hand: usize, card: u32, task: &Task) -> Option<Hidden> {
        let mut after = *self;
        for may in &mut after.may {
            *may &= !card;
        }
        after.room[hand] = after.room[hand].checked_sub(1)?;
        if after.bounded {
            let bound = &mut after.splits[hand][task.group_number(card)];
            *bound = if *bound == ANY { ANY } else { bound.saturating_sub(1) };
        }
        if !after.settle(task) {
            debug_assert!(after.bounded, "the exact form allows every card it names");
            return None;
        }
        Some(after)
    }

    /// Takes out of play what surely lies in the skat.
    #[inline]
    pub(in crate::search) fn clear_skat(&mut self) {
        if self.room[SKAT] > 0 {
            let skat = self.may[SKAT] & !self.in_hands();
            self.may[SKAT] &= !skat;
            self.room[SKAT] -= skat.count_ones() as u8;
        }
    }
}
