//! What a search counts, and for whom.
//!
//! Every question is put as one: does the *counted side* get at least *t* units from here on? In
//! Grand and suit games the units are points and the counted side is always the defenders. That
//! spares the skat: whatever the defenders do not take is the declarer's, be it known or not. Questions
//! about tricks (schwarz, Null) count a single unit, the first trick.

use crate::rules::Game;
use crate::search::layout::{Layout, index, lowest};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// Points in the defenders' tricks.
    Points,
    /// Whether the defenders take a trick.
    DefendersTrick,
    /// Whether the declarer takes a trick.
    DeclarersTrick,
}

/// Units that cannot be reached by any count.
pub(super) const NO_BOUND: i32 = 255;

/// One kind of question in one game, from one seat. Seats are relative: 0 is the viewer, 1 the
/// player to his left, who plays after him, 2 the one to his right.
#[derive(Clone, Debug)]
pub(in crate::search) struct Task {
    pub(super) layout: &'static Layout,
    /// Whose tricks count.
    pub(super) counted: [bool; 3],
    /// Whether the viewer wants many units.
    pub(super) viewer_wants: bool,
    /// The first trick instead of points.
    pub(super) tricks: bool,
    /// Whether a trick of the viewer's is good for him; in Null it is not.
    pub(super) viewer_likes_tricks: bool,
    groups: [u32; 5],
    group_count: usize,
    group_numbers: [u8; 32],
    /// Cards by what they count, the cheapest first.
    classes: [(u32, i32); 6],
    class_count: usize,
    /// Tells the questions apart in the table.
    pub(super) tag: u8,
}

impl Task {
    pub(super) fn new(game: Game, declarer: usize, count: Count) -> Task {
        let layout = Layout::of(game);
        let declarers = count == Count::DeclarersTrick;
        let counted = std::array::from_fn(|seat| (seat == declarer) == declarers);
        // The side that wants the counted units: in Null, the defenders want the declarer's trick.
        let wanted_by_declarer = declarers && game != Game::Null;
        let viewer_wants = (declarer == 0) == wanted_by_declarer;
        let mut groups = [0; 5];
        let mut group_count = 0;
        let mut group_numbers = [0; 32];
        let mut starts = layout.starts();
        while starts != 0 {
            let group = layout.group(lowest(starts));
            for (at, number) in group_numbers.iter_mut().enumerate() {
                if group >> at & 1 == 1 {
                    *number = group_count as u8;
                }
            }
            groups[group_count] = group;
            group_count += 1;
            starts &= starts - 1;
        }
        let tricks = count != Count::Points;
        let mut classes = [(0, 0); 6];
        let mut class_count = 0;
        for worth in [0, 2, 3, 4, 10, 11] {
            let of_worth = |at: &u32| if tricks { worth == 0 } else { layout.worth(1 << at) == worth };
            let cards = (0..32).filter(of_worth).fold(0, |cards, at| cards | 1 << at);
            if cards != 0 {
                classes[class_count] = (cards, worth);
                class_count += 1;
            }
        }
        let game = match game {
            Game::Suit(_) => 0,
            Game::Grand => 1,
            Game::Null => 2,
        };
        let tag = ((game * 3 + declarer) * 3 + count as usize) as u8;
        Task {
            layout,
            counted,
            viewer_wants,
            tricks,
            viewer_likes_tricks: counted[0] == viewer_wants,
            groups,
            group_count,
            group_numbers,
            classes,
            class_count,
            tag,
        }
    }

    /// The groups of the game, trumps first.
    #[inline(always)]
    pub(super) fn groups(&self) -> &[u32] {
        &self.groups[..self.group_count]
    }

    /// The number of the group of a card.
    #[inline(always)]
    pub(super) fn group_number(&self, card: u32) -> usize {
        usize::from(self.group_numbers[index(card)])
    }

    /// The groups that are not trumps.
    #[inline(always)]
    pub(super) fn plain_groups(&self) -> &[u32] {
        &self.groups[usize::from(self.has_trumps())..self.group_count]
    }

    /// Whether the game has trumps.
    #[inline(always)]
    pub(super) fn has_trumps(&self) -> bool {
        self.layout.trumps() != 0
    }

    /// What these cards count.
    #[inline(always)]
    pub(super) fn points(&self, cards: u32) -> i32 {
        if self.tricks { 0 } else { self.layout.points(cards) }
    }

    /// What this card counts.
    #[inline(always)]
    pub(super) fn worth(&self, card: u32) -> i32 {
        if self.tricks { 0 } else { self.layout.worth(card) }
    }

    /// The least that so many of these cards count.
    #[inline]
    pub(super) fn least(&self, cards: u32, mut number: u32) -> i32 {
        let mut points = 0;
        for &(class, worth) in &self.classes[..self.class_count] {
            let taken = (cards & class).count_ones().min(number);
            points += worth * taken as i32;
            number -= taken;
            if number == 0 {
                break;
            }
        }
        points
    }
}
