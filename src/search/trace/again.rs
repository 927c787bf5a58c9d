//! Where a visit stands a second time: the earlier one that the table knew, the equal card that was tried instead.

use super::visit::{Ended, NONE, Trace, Visit};
use crate::cards::Card;

/// The cards that have fallen since the root: those of finished tricks as a set, those on the table in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Fallen {
    finished: u32,
    table: [u8; 2],
    count: u8,
}

impl Fallen {
    /// One more card, after which so many have fallen, those on the table at the root included.
    fn add(&mut self, visit: &Visit, fallen: usize) {
        if fallen.is_multiple_of(3) {
            for &card in &self.table[..usize::from(self.count)] {
                self.finished |= 1 << card;
            }
            self.finished |= 1_u32.checked_shl(visit.card.into()).unwrap_or(0);
            *self = Fallen { finished: self.finished, ..Fallen::default() };
        } else if let Some(place) = self.table.get_mut(usize::from(self.count)) {
            *place = visit.card;
            self.count += 1;
        }
    }
}

impl Trace {
    /// An earlier visit of the same position as this one, which the table knew: the same cards have fallen, the same lie on the
    /// table. Positions that differ only in the names of equal cards are not found so.
    #[must_use]
    pub fn earlier(&self, number: usize) -> Option<usize> {
        let wanted = self.fallen(number);
        // One walk in the order of visits, with the cards on the way.
        let mut fallen: Vec<Fallen> = Vec::new();
        let lying = self.on_table;
        for (at, visit) in self.visits.iter().enumerate().take(number) {
            let depth = usize::from(visit.depth);
            fallen.truncate(depth);
            let mut here = fallen.last().copied().unwrap_or_default();
            if visit.depth > 0 {
                here.add(visit, lying + depth);
            }
            fallen.push(here);
            if here == wanted && visit.ended == Ended::Searched {
                return Some(at);
            }
        }
        None
    }

    /// The cards that have fallen at a visit.
    fn fallen(&self, number: usize) -> Fallen {
        let mut path = Vec::new();
        let mut at = number;
        while let Some(visit) = self.visits.get(at).filter(|visit| visit.depth > 0) {
            path.push(*visit);
            at = visit.parent();
        }
        let mut fallen = Fallen::default();
        for visit in path.iter().rev() {
            fallen.add(visit, self.on_table + usize::from(visit.depth));
        }
        fallen
    }

    /// For a card that was passed over because another is as good: that other one, tried at the same point of play.
    #[must_use]
    pub fn equal_to(&self, number: usize) -> Option<usize> {
        let visit = self.visits.get(number).filter(|visit| visit.ended == Ended::Equivalent)?;
        let game = self.layout.game();
        let card = visit.card()?;
        let rank = |other: Card| game.strength(other).abs_diff(game.strength(card));
        let tried = |&child: &usize| {
            let other = &self.visits[child];
            other.rank != NONE && other.card().is_some_and(|other| game.group(other) == game.group(card))
        };
        let near = |&child: &usize| self.visits[child].card().map_or(u8::MAX, rank);
        self.children(visit.parent()).filter(tried).min_by_key(near)
    }
}
