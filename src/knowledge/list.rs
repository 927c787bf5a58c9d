//! Listing worlds in a fixed order, and finding one by its number.
//!
//! The order: the hidden cards from the lowest index up, each in forehand before middlehand before
//! rearhand before the skat.

use super::Knowledge;
use super::count::count;
use crate::cards::{Card, Cards, Dice};
use crate::deal::{Place, Places, Splits};
use crate::rules::{BySeat, Seat};

/// One deal that the viewer cannot rule out: what each hand holds now, and the skat.
///
/// ```
/// use kiebitz::{cards::Dice, deal::Position, knowledge::Knowledge, rules::Seat};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let world = Knowledge::of(&position, Seat::Forehand).unwrap().draw(&mut Dice::new(1)).unwrap();
/// assert_eq!((world.hands[Seat::Middlehand] | world.hands[Seat::Rearhand]).len(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct World {
    /// The hands as they are now.
    pub hands: BySeat<Cards>,
    /// The skat.
    pub skat: Cards,
}

impl World {
    /// The world of places in which every card has its place.
    fn of(places: &Places) -> World {
        World {
            hands: BySeat::from_fn(|seat: Seat| places.may(Place::Hand(seat))),
            skat: places.may(Place::Skat),
        }
    }
}

/// Iterates over worlds.
///
/// ```
/// use kiebitz::{deal::Position, knowledge::Knowledge, rules::Seat};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let known = Knowledge::of(&position, Seat::Forehand).unwrap();
/// assert_eq!(known.worlds().count() as u64, known.count());
/// ```
#[derive(Clone, Debug)]
pub struct Worlds {
    /// Places still to be tried, the next on top; each is possible.
    stack: Vec<Places>,
    splits: Splits,
}

impl Iterator for Worlds {
    type Item = World;

    fn next(&mut self) -> Option<World> {
        while let Some(places) = self.stack.pop() {
            let Some(card) = open_card(&places) else { return Some(World::of(&places)) };
            let all = places.cards();
            for place in Place::ALL.into_iter().rev().filter(|&place| places.may(place).has(card)) {
                let mut with = places;
                with.fix(Cards::one(card), place);
                if self.splits.is_possible(&with, all) {
                    self.stack.push(with);
                }
            }
        }
        None
    }
}

/// The lowest card that may be in several places.
fn open_card(places: &Places) -> Option<Card> {
    let fixed = Place::ALL.iter().fold(Cards::NONE, |fixed, &place| fixed | places.fixed(place));
    (places.cards() - fixed).iter().next()
}

impl Knowledge {
    /// All worlds, in a fixed order.
    #[must_use]
    pub fn worlds(&self) -> Worlds {
        let possible = self.splits.is_possible(&self.places, self.places.cards());
        let stack = if possible { vec![self.places] } else { Vec::new() };
        Worlds { stack, splits: self.splits.clone() }
    }

    /// The world with this number in that order, without listing those before it.
    #[must_use]
    pub fn world(&self, number: u64) -> Option<World> {
        let mut left = number;
        if left >= self.count() {
            return None;
        }
        let mut places = self.places;
        while let Some(card) = open_card(&places) {
            let choices = Place::ALL.into_iter().filter(|&place| places.may(place).has(card));
            let (next, skipped) = choices.into_iter().fold((None, 0), |(found, skipped), place| {
                if found.is_some() {
                    return (found, skipped);
                }
                let mut with = places;
                with.fix(Cards::one(card), place);
                let here = count(&with, &self.splits);
                if left < skipped + here { (Some(with), skipped) } else { (None, skipped + here) }
            });
            places = next?;
            left -= skipped;
        }
        Some(World::of(&places))
    }

    /// A world drawn so that each is equally likely; `None` only if there is none.
    pub fn draw(&self, dice: &mut Dice) -> Option<World> {
        self.world(dice.below(self.count()))
    }
}
