//! Asks the search that fits the view, about a state of the checker.
//!
//! Proofs are told in the checker's terms, so that what is shown, written and checked is the same thing;
//! only the answers come from the searches.

use crate::cards::Cards;
use crate::deal::{Position, View};
use crate::rules::{Game, Goal};
use crate::search::layout::Layout;
use crate::search::limits::Watch;
use crate::search::open::{self, Asked, OpenState};
use crate::search::paranoia::{self, ANY, Division, Hidden, Scene, Trick};
use crate::verify::state::{SKAT, State};

/// The searches with their tables, and whose view it is.
pub(super) struct Oracle<'a> {
    pub open: &'a mut open::Solver,
    pub paranoia: &'a mut paranoia::Solver,
    pub game: Game,
    pub declarer: usize,
    /// `None` with open cards.
    pub viewer: Option<usize>,
}

impl<'a> Oracle<'a> {
    /// For positions of this game in this view.
    pub(super) fn of(
        open: &'a mut open::Solver,
        paranoia: &'a mut paranoia::Solver,
        position: &Position,
    ) -> Oracle<'a> {
        let viewer = match position.view() {
            View::Open => None,
            View::Seat(seat) => Some(seat.index()),
        };
        Oracle { open, paranoia, game: position.game(), declarer: position.declarer().index(), viewer }
    }
}

impl Oracle<'_> {
    /// Whether the declarer reaches the goal; `None` if the watch has stopped.
    pub(super) fn reaches(&mut self, state: &State, goal: Goal, watch: &mut Watch) -> Option<bool> {
        match self.viewer {
            Some(viewer) => {
                let scene = self.scene(state, viewer);
                self.paranoia.decides(&scene, goal, watch)
            }
            None => {
                let asked = self.asked(state);
                self.open.reaches(&asked, &asked.state, goal, watch)
            }
        }
    }

    /// What the viewer sees, in the terms of the paranoia search.
    fn scene(&self, state: &State, viewer: usize) -> Scene {
        let layout = Layout::of(self.game);
        let relative = |seat: usize| (seat + 3 - viewer) % 3;
        let others = [(viewer + 1) % 3, (viewer + 2) % 3, SKAT];
        let table = &state.table;
        let leader = (usize::from(state.turn) + 3 - usize::from(table.count)) % 3;
        let mut trick = Trick::led_by(relative(leader));
        if let Some(best) = table.best {
            trick.count = usize::from(table.count);
            trick.led = layout.bits(table.led);
            trick.winner = layout.bit(best);
            trick.holder = relative(usize::from(table.holder));
            trick.cards = layout.bits(table.cards);
        }
        let hidden = Hidden {
            may: others.map(|place| layout.bits(state.may[place])),
            room: others.map(|place| state.room[place]),
            splits: [[ANY; 5]; 2],
            bounded: false,
            exact: 0,
        };
        let splits = state.splits().map(|divided| Division {
            cards: layout.bits(divided.cards),
            hands: divided.hands.map(|hand| relative(usize::from(hand))),
            ways: divided.ways.into_iter().flatten().collect(),
        });
        let hand = layout.bits(state.may[viewer]);
        Scene {
            game: self.game,
            layout,
            declarer: relative(self.declarer),
            hand,
            hidden: paranoia::divided(self.game, relative(self.declarer), hidden, hand, splits),
            trick,
            total: i32::from(state.points[0]) + open_points(state),
            has_trick: state.tricks,
        }
    }

    /// The same with all cards seen.
    fn asked(&self, state: &State) -> Asked {
        let layout = Layout::of(self.game);
        let hands = [0, 1, 2].map(|turns| layout.bits(state.may[(self.declarer + turns) % 3]));
        let table = &state.table;
        let relative = |seat: usize| (seat + 3 - self.declarer) % 3;
        let leader = (usize::from(state.turn) + 3 - usize::from(table.count)) % 3;
        let mut trick = [0; 2];
        if let Some(best) = table.best {
            let other = layout.bits(table.cards - Cards::one(best));
            let best = layout.bit(best);
            trick = if usize::from(table.holder) == leader { [best, other] } else { [other, best] };
        }
        Asked {
            game: self.game,
            state: OpenState::with_trick(hands, relative(leader), &trick[..usize::from(table.count)]),
            taken: i32::from(state.points[0]),
            declarer_has_trick: state.tricks[0],
            defenders_have_trick: state.tricks[1],
        }
    }
}

/// Points not yet taken.
fn open_points(state: &State) -> i32 {
    i32::from(state.cards().points()) + i32::from(state.table.cards.points())
}
