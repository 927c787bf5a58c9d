//! What the viewer is after, and a point of the play as he sees it.
//!
//! As in the paranoia search one side's units are counted: the defenders' points, or a first trick. The viewer
//! wants the counted side to reach a number of units, or to stay below it. Seats are relative: 0 is the viewer,
//! 1 the player to his left, 2 the one to his right.

use crate::rules::{Game, Goal};
use crate::search::layout::Layout;
use crate::search::paranoia::Scene;

/// One kind of question in one game, from one seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) layout: &'static Layout,
    pub(super) game: Game,
    /// The declarer's seat.
    pub(super) declarer: usize,
    /// Whose tricks count.
    pub(super) counted: [bool; 3],
    /// A first trick instead of points.
    pub(super) tricks: bool,
    /// Whether the viewer wants the units to be reached.
    pub(super) viewer_wants: bool,
}

/// What a hidden deal adds to what the viewer sees: the other two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Hands {
    pub(super) left: u32,
    pub(super) right: u32,
}

impl Hands {
    /// The hand of seat 1 or 2.
    #[inline(always)]
    pub(super) fn of(&self, seat: usize) -> u32 {
        if seat == 1 { self.left } else { self.right }
    }

    /// After seat 1 or 2 has played a card.
    #[inline(always)]
    pub(super) fn without(&self, seat: usize, card: u32) -> Hands {
        if seat == 1 {
            Hands { left: self.left & !card, ..*self }
        } else {
            Hands { right: self.right & !card, ..*self }
        }
    }
}

/// What everybody sees: the viewer's hand, the trick on the table, the units still missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    pub(super) hand: u32,
    pub(super) leader: usize,
    /// The cards on the table in the order they fell.
    pub(super) table: [u32; 2],
    pub(super) count: usize,
    /// How many units the counted side still needs.
    pub(super) units: i32,
}

impl Spot {
    /// Whose turn it is.
    #[inline(always)]
    pub(super) fn turn(&self) -> usize {
        (self.leader + self.count) % 3
    }

    /// The cards of a hand that may be played.
    #[inline(always)]
    pub(super) fn legal(&self, hand: u32, aim: &Aim) -> u32 {
        if self.count == 0 { hand } else { aim.layout.follow(hand, aim.layout.group(self.table[0])) }
    }

    /// The card on the table that wins so far; none before the first.
    #[inline(always)]
    pub(super) fn winning(&self, aim: &Aim) -> u32 {
        match self.count {
            0 => 0,
            1 => self.table[0],
            _ if aim.layout.beaters(self.table[0]) & self.table[1] != 0 => self.table[1],
            _ => self.table[0],
        }
    }

    /// After the card of whoever is on turn.
    #[inline(always)]
    pub(super) fn after(&self, card: u32, aim: &Aim) -> Spot {
        let mut next = *self;
        if self.turn() == 0 {
            next.hand &= !card;
        }
        if self.count < 2 {
            next.table[self.count] = card;
            next.count += 1;
            return next;
        }
        let trick = [self.table[0], self.table[1], card];
        let winner = (self.leader + aim.layout.winner(trick)) % 3;
        if aim.counted[winner] {
            next.units -= if aim.tricks { 1 } else { aim.layout.points(trick[0] | trick[1] | trick[2]) };
        }
        Spot { leader: winner, table: [0; 2], count: 0, ..next }
    }

    /// If it is over: whether the viewer has what he wants.
    #[inline(always)]
    pub(super) fn over(&self, aim: &Aim) -> Option<bool> {
        if self.units <= 0 {
            Some(aim.viewer_wants)
        } else if self.hand == 0 && self.count == 0 {
            Some(!aim.viewer_wants)
        } else {
            None
        }
    }
}

impl Aim {
    /// The question and where it is asked; `None` for a goal that makes no sense in the game.
    pub(super) fn new(scene: &Scene, goal: Goal, table: &[u32]) -> Option<(Aim, Spot)> {
        let null = scene.game == Game::Null;
        let (tricks, declarers, mut units) = match goal {
            // What the defenders do not take is the declarer's, be the skat known or not.
            Goal::Points(points) if !null => (false, false, scene.total - i32::from(points) + 1),
            Goal::EveryTrick if !null => (true, false, 1 - i32::from(scene.has_trick[1])),
            Goal::NoTrick if null => (true, true, 1 - i32::from(scene.has_trick[0])),
            _ => return None,
        };
        units = units.max(0);
        // Whatever is counted is against the declarer.
        let aim = Aim {
            layout: scene.layout,
            game: scene.game,
            declarer: scene.declarer,
            counted: std::array::from_fn(|seat| (seat == scene.declarer) == declarers),
            tricks,
            viewer_wants: scene.declarer != 0,
        };
        let mut spot =
            Spot { hand: scene.hand, leader: scene.trick.leader, table: [0; 2], count: table.len(), units };
        for (place, &card) in spot.table.iter_mut().zip(table) {
            *place = card;
        }
        Some((aim, spot))
    }

    /// What these cards count; nothing where tricks are.
    #[inline(always)]
    pub(super) fn worth(&self, card: u32) -> i32 {
        if self.tricks { 0 } else { self.layout.worth(card) }
    }

    /// Of cards of one hand those that need to be looked at: of neighbours that count the same, with none of the
    /// `others` between them, the highest.
    #[inline(always)]
    pub(super) fn distinct(&self, cards: u32, others: u32) -> u32 {
        if cards & (cards - 1) == 0 {
            return cards;
        }
        let in_play = cards | others;
        let mut dropped = 0;
        let mut left = cards;
        while left != 0 {
            let low = crate::search::layout::lowest(left);
            left &= left - 1;
            let above = in_play & self.layout.group(low) & !(low | (low - 1));
            let next = above & above.wrapping_neg();
            if next & cards != 0 && self.worth(next) == self.worth(low) {
                dropped |= low;
            }
        }
        cards & !dropped
    }
}
