//! Every trick: does the declarer make the defenders schwarz?
//!
//! One lost trick ends it, so the declarer leads nothing that can be beaten, and the defenders have
//! only the choice of what to keep. Points do not matter: neighbours are equal, all ranks close up.

use super::bounds;
use super::ideas::Ideas;
use super::key::Keys;
use super::state::OpenState;
use super::table::{Entry, OpenTable};
use crate::search::layout::{Layout, highest};
use crate::search::limits::Watch;
use crate::search::trace::{Ended, Recorder};

/// One search for every trick.
pub(super) struct SchwarzSearch<'a, R> {
    pub layout: &'static Layout,
    pub keys: &'a Keys,
    pub table: &'a mut OpenTable,
    pub watch: &'a mut Watch,
    pub recorder: &'a mut R,
    pub ideas: Ideas,
    pub tag: u8,
}

impl<R: Recorder> SchwarzSearch<'_, R> {
    /// Whether the declarer takes all tricks from here; means nothing if the watch has stopped.
    pub(super) fn decide(&mut self, state: &OpenState) -> bool {
        self.watch.count(1);
        if self.watch.must_stop() {
            return false;
        }
        if state.is_over() {
            self.recorder.because(Ended::GoalMet);
            return true;
        }
        if !state.trick().is_empty() || state.leader != 0 {
            return self.play(state);
        }
        if self.ideas.has(Ideas::CASH) && bounds::cashes_all(self.layout, &state.hands, 0) {
            self.recorder.because(Ended::Sure);
            return true;
        }
        let key = self.keys.of(&state.hands).holders;
        if let Some(entry) = self.table.find(key, self.tag).next() {
            self.recorder.because(Ended::Table);
            return entry.low == 1;
        }
        let won = self.play(state);
        if !self.watch.is_stopped() {
            // The number of cards stands in the worth, by which the table chooses what to forget.
            let worth = (1 << state.hands[0].count_ones()) - 1;
            let low = u8::from(won);
            let best = Entry::NO_CARD;
            self.table.store(Entry { key, worth, low, high: low, best, tag: self.tag });
        }
        won
    }

    fn play(&mut self, state: &OpenState) -> bool {
        let layout = self.layout;
        let turn = state.turn();
        let [_, after, before] = [0, 1, 2].map(|turns| state.hands[(turn + turns) % 3]);
        let own = state.playable(layout);
        let wall = after | before | state.trick().iter().sum::<u32>();
        let mut left = own;
        let mut rank = 0;
        while left != 0 {
            // From the top: what wins the trick comes first, for either side.
            let card = highest(left);
            left &= !card;
            let chain_goes_on = left != 0 && layout.neighbours(own, highest(left), wall) & card != 0;
            if chain_goes_on && self.ideas.has(Ideas::EQUAL) {
                self.recorder.skip(card, turn, 1, Ended::Equivalent);
                continue;
            }
            let mut next = *state;
            self.recorder.enter(card, turn, rank, 1, self.watch.nodes());
            rank += 1;
            let won = match next.play(layout, card) {
                Some((winner, _)) if winner != 0 => {
                    self.recorder.because(Ended::OutOfReach);
                    false
                }
                _ => self.decide(&next),
            };
            if self.watch.is_stopped() {
                return false;
            }
            self.recorder.leave(won, self.watch.nodes());
            if won == (turn == 0) {
                self.recorder.skip(left, turn, 1, Ended::CutBySibling);
                return won;
            }
        }
        turn != 0
    }
}
