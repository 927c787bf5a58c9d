//! A moment of card play, worked out from a [`Sight`]: what may be played and what is known.

use super::policy::Moment;
use super::sight::{Announced, Sight};
use crate::cards::{Card, Cards};
use crate::deal::{Position, View};
use crate::knowledge::{Knowledge, World};
use crate::rules::{Game, Goal, Seat, Side};
use crate::search::Layout;
use crate::search::open::OpenState;

/// Everything the choice of a card starts from.
pub(super) struct Seen<'a> {
    pub sight: &'a Sight,
    pub announced: &'a Announced,
    pub position: Position,
    pub knowledge: Knowledge,
    pub game: Game,
    pub layout: &'static Layout,
    pub me: Seat,
    pub declarer: Seat,
    /// What the declarer needs, as far as this seat can tell.
    pub goal: Goal,
    /// The cards that may be played, one of each run of cards that are worth the same.
    pub cards: Vec<Card>,
}

impl<'a> Seen<'a> {
    /// `None` if it is not this seat's turn in a game that is being played.
    pub(super) fn of(sight: &'a Sight) -> Option<Seen<'a>> {
        let announced = sight.announced.as_ref()?;
        let position = sight.position()?.with_view(View::Seat(sight.seat));
        if position.turn() != Some(sight.seat) {
            return None;
        }
        let knowledge = Knowledge::of(&position, sight.seat).ok()?;
        let game = position.game();
        let layout = Layout::of(game);
        let goal = position.goal();
        let mut seen = Seen {
            sight,
            announced,
            me: sight.seat,
            declarer: announced.declarer,
            cards: Vec::new(),
            position,
            knowledge,
            game,
            layout,
            goal,
        };
        seen.cards = seen.distinct(seen.position.playable());
        Some(seen)
    }

    /// Whether this seat plays alone.
    pub(super) fn alone(&self) -> bool {
        self.me == self.declarer
    }

    /// Cards that fell before this one.
    pub(super) fn fallen(&self) -> usize {
        self.announced.fallen()
    }

    /// The lowest of each run of cards that count the same, with no card between them that somebody else may
    /// still play or has on the table: to the others they are one card.
    fn distinct(&self, cards: Cards) -> Vec<Card> {
        let own = self.layout.bits(cards);
        let table: Cards = self.position.trick().iter().map(|play| play.card).collect();
        let wall = self.layout.bits(self.knowledge.unseen() | table);
        let mut left = own;
        let mut distinct = Vec::new();
        while left != 0 {
            let low = left & left.wrapping_neg();
            let run = self.layout.neighbours(own, low, wall);
            let worth = self.layout.worth(low);
            let mut same = 0;
            let mut bits = run;
            while bits != 0 {
                let bit = bits & bits.wrapping_neg();
                bits &= bits - 1;
                if self.layout.worth(bit) == worth {
                    same |= bit;
                }
            }
            left &= !(same | low);
            distinct.push(self.layout.card(low));
        }
        distinct
    }

    /// The seat counted from the declarer, as the searches count.
    pub(super) fn relative(&self, seat: Seat) -> usize {
        (seat.index() + 3 - self.declarer.index()) % 3
    }

    /// How it looked to everybody before the first card of what is known of the play.
    pub(super) fn moment_at_start(&self) -> Moment {
        let begun = self.announced.begun;
        let lead = begun.map_or(Seat::Forehand, |begun| begun.lead);
        let gone = begun.map_or(Cards::NONE, |begun| begun.gone);
        Moment::new(self.layout, self.relative(lead), self.layout.bits(gone))
    }

    /// How it looks to everybody now.
    pub(super) fn moment(&self) -> Moment {
        let mut moment = self.moment_at_start();
        for play in self.position.history() {
            moment.play(self.layout.bit(play.card));
        }
        moment
    }

    /// How things stand in a world, and what the declarer has in it, skat included.
    pub(super) fn state(&self, world: &World) -> (OpenState, i32) {
        let mut hands = [0, 1, 2].map(|turns| self.layout.bits(world.hands[self.declarer.after(turns)]));
        let trick = self.position.trick();
        for play in trick {
            hands[self.relative(play.seat)] |= self.layout.bit(play.card);
        }
        let leader = trick.first().map_or(self.me, |play| play.seat);
        let mut state = OpenState::new(hands, self.relative(leader));
        for play in trick {
            state.play(self.layout, self.layout.bit(play.card));
        }
        let taken = i32::from(world.skat.points()) + i32::from(self.position.points(Side::Declarer));
        (state, taken)
    }
}
