//! Where cards may be: the one representation of uncertainty.
//!
//! A card that is not seen may be in several *places*: hands and perhaps the skat. For each place
//! there is the set of cards that may be there and the room it has. That is all.
//!
//! A way to put every card somewhere exists exactly if Hall's condition holds: for each set S of
//! places, the cards that can only be within S are no more than S has room for, and all cards fill
//! all room. Where S is exactly full, no other card can be there; once that is carried through, a
//! card may be in a place *if and only if* some deal has it there, so equal knowledge has one form.

use crate::cards::{Card, Cards};
use crate::rules::Seat;
use std::fmt;

/// Where a card can be: in a hand or in the skat.
///
/// ```
/// use kiebitz::{deal::Place, rules::Seat};
/// assert_eq!(Place::Hand(Seat::Middlehand).seat(), Some(Seat::Middlehand));
/// assert_eq!((Place::Skat.seat(), Place::Skat.index()), (None, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// In a player's hand.
    Hand(Seat),
    /// In the skat.
    Skat,
}

impl Place {
    /// The hands in playing order, then the skat.
    pub const ALL: [Place; 4] = [
        Place::Hand(Seat::Forehand),
        Place::Hand(Seat::Middlehand),
        Place::Hand(Seat::Rearhand),
        Place::Skat,
    ];

    /// 0 to 2 for the hands, 3 for the skat.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Place::Hand(seat) => seat.index(),
            Place::Skat => 3,
        }
    }

    /// The seat, if it is a hand.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Place::Hand(seat) => Some(seat),
            Place::Skat => None,
        }
    }
}

/// `F`, `M`, `R` or `skat`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(seat) => write!(f, "{seat}"),
            Place::Skat => f.write_str("skat"),
        }
    }
}

/// Which cards may be where, and how many each place holds.
///
/// ```
/// use kiebitz::{cards::Cards, deal::{Place, Places}, rules::Seat};
/// let cards: Cards = "CJ.SJ.HJ".parse().unwrap();
/// let mut places = Places::anywhere(cards, [1, 1, 1, 0]);
/// places.fix("CJ".parse().unwrap(), Place::Hand(Seat::Forehand));
/// places.exclude("SJ".parse().unwrap(), Place::Hand(Seat::Middlehand));
/// places.settle();
/// // Forehand is full, middlehand may not hold the spade jack: everything is known.
/// assert_eq!(places.place_of("HJ".parse().unwrap()), Some(Place::Hand(Seat::Middlehand)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Places {
    may: [Cards; 4],
    room: [u8; 4],
}

impl Places {
    /// All of `cards` may be anywhere.
    #[must_use]
    pub fn anywhere(cards: Cards, room: [u8; 4]) -> Places {
        Places { may: room.map(|room| if room == 0 { Cards::NONE } else { cards }), room }
    }

    /// The cards that may be in the place.
    #[must_use]
    pub fn may(&self, place: Place) -> Cards {
        self.may[place.index()]
    }

    /// How many cards the place holds.
    #[must_use]
    pub fn room(&self, place: Place) -> u8 {
        self.room[place.index()]
    }

    /// All cards that have to be placed.
    #[must_use]
    pub fn cards(&self) -> Cards {
        self.may.iter().fold(Cards::NONE, |all, &cards| all | cards)
    }

    /// The cards that can be in no other place than this one.
    #[must_use]
    pub fn fixed(&self, place: Place) -> Cards {
        self.within(1 << place.index())
    }

    /// The only place a card can be in, if there is only one.
    #[must_use]
    pub fn place_of(&self, card: Card) -> Option<Place> {
        Place::ALL.into_iter().find(|&place| self.fixed(place).has(card))
    }

    /// The cards are in this place and in no other.
    pub fn fix(&mut self, cards: Cards, place: Place) {
        for other in Place::ALL {
            if other != place {
                self.may[other.index()] -= cards;
            }
        }
    }

    /// None of the cards is in this place.
    pub fn exclude(&mut self, cards: Cards, place: Place) {
        self.may[place.index()] -= cards;
    }

    /// These cards, which are in this place, leave it for good: they have been played.
    pub fn take(&mut self, cards: Cards, place: Place) {
        for may in &mut self.may {
            *may -= cards;
        }
        let room = &mut self.room[place.index()];
        *room = room.saturating_sub(cards.len() as u8);
    }

    /// The cards that can only be in places of the set `places` (a bit for each place).
    fn within(&self, places: usize) -> Cards {
        let mut inside = Cards::NONE;
        let mut outside = Cards::NONE;
        for (i, &may) in self.may.iter().enumerate() {
            if places >> i & 1 == 1 {
                inside |= may;
            } else {
                outside |= may;
            }
        }
        inside - outside
    }

    fn room_of(&self, places: usize) -> usize {
        let room = |i: usize| usize::from(self.room[i]) * (places >> i & 1);
        (0..4).map(room).sum()
    }

    /// Whether some deal puts every card of `cards` in its place. The argument says which cards
    /// there are: one that may be nowhere would otherwise go unnoticed.
    #[must_use]
    pub fn is_possible(&self, cards: Cards) -> bool {
        self.cards() == cards && self.overfull().is_none() && cards.len() == self.room_of(15)
    }

    /// A set of places for which more cards are bound than it has room for, with those cards.
    #[must_use]
    pub fn overfull(&self) -> Option<(Vec<Place>, Cards)> {
        (1..16).find_map(|places| {
            let bound = self.within(places);
            (bound.len() > self.room_of(places)).then(|| {
                let names = Place::ALL.into_iter().filter(|p| places >> p.index() & 1 == 1);
                (names.collect(), bound)
            })
        })
    }

    /// Carries every consequence through: where a set of places is exactly full with the cards
    /// bound to it, other cards cannot be there. Call it on possible places.
    pub fn settle(&mut self) {
        loop {
            let before = *self;
            for places in 1..16 {
                let bound = self.within(places);
                if bound.len() == self.room_of(places) {
                    for i in (0..4).filter(|i| places >> i & 1 == 1) {
                        self.may[i] &= bound;
                    }
                }
            }
            if *self == before {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Dice;

    /// Every way to place the cards, one after the other: the slow and obvious method.
    fn worlds(
        places: &Places,
        cards: &[Card],
        room: [u8; 4],
        world: &mut Vec<usize>,
        all: &mut Vec<Vec<usize>>,
    ) {
        let Some((&card, rest)) = cards.split_first() else {
            if room == [0; 4] {
                all.push(world.clone());
            }
            return;
        };
        for place in Place::ALL {
            let i = place.index();
            if places.may(place).has(card) && room[i] > 0 {
                let mut left = room;
                left[i] -= 1;
                world.push(i);
                worlds(places, rest, left, world, all);
                world.pop();
            }
        }
    }

    #[test]
    fn settled_places_are_exact() {
        let mut dice = Dice::new(42);
        let mut possible = 0;
        for _ in 0..20_000 {
            let room = [0; 4].map(|_: u8| dice.below(4) as u8);
            let count = room.iter().sum::<u8>() as usize;
            let cards: Vec<Card> = Card::all().take(count).collect();
            let set: Cards = cards.iter().copied().collect();
            let mut places = Places::anywhere(set, room);
            for place in Place::ALL {
                places.exclude(Cards::from_bits(dice.next_u64() as u32 & dice.next_u64() as u32), place);
            }
            let mut all = Vec::new();
            worlds(&places, &cards, room, &mut Vec::new(), &mut all);
            assert_eq!(places.is_possible(set), !all.is_empty(), "{places:?}");
            if all.is_empty() {
                continue;
            }
            possible += 1;
            places.settle();
            for (n, &card) in cards.iter().enumerate() {
                for place in Place::ALL {
                    let some = all.iter().any(|world| world[n] == place.index());
                    assert_eq!(places.may(place).has(card), some, "{card} {place} {places:?}");
                }
            }
        }
        assert!(possible > 2000, "{possible}");
    }
}
