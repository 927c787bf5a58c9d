//! Knowledge that is one of several: a split whose direction is not known.
//!
//! "The spades are 3–1" leaves two sets of worlds, and the viewer does not know which of them he is in. Each set for itself is
//! a [`Hidden`] with exact numbers; together they are no such thing, since no bound on numbers says "three or one". So the
//! viewer carries the list. A card of his goes on in each of them, a card of the others only in those that allow it, and as
//! soon as one is left the search goes on as ever. Before that two questions settle most positions: what fails in one of
//! the sets fails, and what holds in the least set with bounds that contains them all holds.

use super::hidden::{Hidden, SKAT};
use super::search::{Search, Stopped, Trick};
use crate::search::layout::lowest;
use crate::search::trace::Recorder;
use std::collections::HashMap;

/// A point of the play with everything that decides it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Point {
    hand: u32,
    hidden: Vec<Hidden>,
    trick: Trick,
    t: i32,
}

/// Whether the viewer gets his way, where that has been found out.
pub(super) type Known = HashMap<Point, bool>;

impl<R: Recorder> Search<'_, R> {
    /// A value as [`Search::ask`] gives it, good enough to be compared with `t`.
    pub(super) fn ask_any(
        &mut self,
        hand: u32,
        hidden: &[Hidden],
        trick: &Trick,
        t: i32,
        known: &mut Known,
    ) -> Result<i32, Stopped> {
        if let [one] = hidden {
            return self.ask(hand, one, trick, t);
        }
        let holds = self.holds(hand, hidden, trick, t, known)?;
        Ok(if holds == self.task.viewer_wants { t.max(0) } else { t - 1 })
    }

    /// Whether the viewer gets his way whichever of these it is.
    fn holds(
        &mut self,
        hand: u32,
        hidden: &[Hidden],
        trick: &Trick,
        t: i32,
        known: &mut Known,
    ) -> Result<bool, Stopped> {
        let wants = self.task.viewer_wants;
        if t <= 0 {
            return Ok(wants);
        }
        for one in hidden {
            let mut one = *one;
            one.clear_skat();
            if (self.ask(hand, &one, trick, t)? >= t) != wants {
                return Ok(false);
            }
        }
        if hidden.len() <= 1 {
            return Ok(true);
        }
        let mut all = self.around(hidden);
        if all.settle(self.task) {
            all.clear_skat();
            let held = (self.ask(hand, &all, trick, t)? >= t) == wants;
            if held || self.is_interval(hidden) {
                return Ok(held);
            }
        }
        let point = Point { hand, hidden: hidden.to_vec(), trick: *trick, t };
        if let Some(&holds) = known.get(&point) {
            return Ok(holds);
        }
        self.watch.count(1);
        if self.watch.must_stop() {
            return Err(Stopped);
        }
        let holds = self.each(hand, hidden, trick, t, known)?;
        known.insert(point, holds);
        Ok(holds)
    }

    /// The cards that may fall now: one of the viewer's must do, all of the others'.
    fn each(
        &mut self,
        hand: u32,
        hidden: &[Hidden],
        trick: &Trick,
        t: i32,
        known: &mut Known,
    ) -> Result<bool, Stopped> {
        let seat = trick.turn();
        let legal = hidden.iter().fold(0, |legal, one| legal | self.legal(hand, one, trick));
        let mut left = legal;
        while left != 0 {
            let card = lowest(left);
            left &= left - 1;
            let after: Vec<Hidden> = match seat {
                0 => hidden.to_vec(),
                _ => hidden.iter().filter_map(|one| one.shown(seat - 1, card, trick, self.task)).collect(),
            };
            if after.is_empty() {
                continue;
            }
            let own = if seat == 0 { hand & !card } else { hand };
            let mut next = trick.with(card, self.task);
            let mut rest = t;
            if next.count == 3 {
                rest -= self.units(&next);
                next = Trick::led_by(next.holder);
            }
            let over = next.count == 0 && own == 0;
            let holds = if over {
                (0 >= rest) == self.task.viewer_wants
            } else {
                self.holds(own, &after, &next, rest, known)?
            };
            if holds == (seat == 0) {
                return Ok(holds);
            }
        }
        Ok(seat != 0)
    }

    /// The least knowledge with bounds on splits that contains all of these.
    pub(super) fn around(&self, hidden: &[Hidden]) -> Hidden {
        let mut around = hidden[0];
        for one in &hidden[1..] {
            for place in 0..3 {
                around.may[place] |= one.may[place];
            }
            for hand in 0..2 {
                for group in 0..5 {
                    around.splits[hand][group] = around.splits[hand][group].max(one.splits[hand][group]);
                }
            }
        }
        around.exact = 0;
        around
    }

    /// Whether bounds say the same as the list: with no card in the skat, one split, and every number from the fewest to
    /// the most.
    fn is_interval(&self, hidden: &[Hidden]) -> bool {
        let first = &hidden[0];
        if first.room[SKAT] > 0 || first.exact.count_ones() != 1 {
            return false;
        }
        let group = first.exact.trailing_zeros() as usize;
        let counts = || hidden.iter().map(|one| usize::from(one.splits[0][group]));
        let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
        most - least + 1 == hidden.len()
    }
}
