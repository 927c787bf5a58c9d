//! Drawing many worlds quickly, each equally likely.
//!
//! Cards that may be in the same places form a class. How many of each class go where is drawn from
//! the list of all such splits, each as likely as it has worlds; which cards they are is a shuffle.

use super::{Knowledge, World};
use crate::cards::{Card, Cards, Dice};
use crate::deal::Place;
use crate::rules::BySeat;
use std::ops::BitOrAssign as _;

/// How many cards of each class go to each place.
type Split = Vec<[u8; 4]>;

/// Draws worlds of one [`Knowledge`].
///
/// ```
/// use kiebitz::{cards::Dice, deal::Position, knowledge::Knowledge, rules::Seat};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let mut sampler = Knowledge::of(&position, Seat::Forehand).unwrap().sampler();
/// assert_eq!(sampler.count(), 6);
/// assert_eq!(sampler.draw(&mut Dice::new(1)).unwrap().skat.to_string(), "D8.D7");
/// ```
#[derive(Clone, Debug)]
pub struct Sampler {
    fixed: [Cards; 4],
    classes: Vec<(usize, Vec<Card>)>,
    splits: Vec<(Split, u64)>,
    total: u64,
}

/// What cards have in common that are alike: where they may be, as bits, and the split that speaks of them.
type Class = (usize, Option<usize>);

impl Knowledge {
    /// A sampler of the worlds, for those who need many.
    #[must_use]
    pub fn sampler(&self) -> Sampler {
        let mut fixed = [Cards::NONE; 4];
        let mut classes: Vec<(Class, Vec<Card>)> = Vec::new();
        for card in self.places.cards() {
            let mask = Place::ALL.iter().fold(0, |mask, &place| {
                mask | usize::from(self.places.may(place).has(card)) << place.index()
            });
            // Cards of different splits are not alike.
            let class = (mask, self.splits.all().iter().position(|divided| divided.cards.has(card)));
            if mask.is_power_of_two() {
                fixed[mask.trailing_zeros() as usize].insert(card);
            } else if let Some((_, cards)) = classes.iter_mut().find(|(known, _)| *known == class) {
                cards.push(card);
            } else {
                classes.push((class, vec![card]));
            }
        }
        let room =
            std::array::from_fn(|at| self.places.room(Place::ALL[at]).saturating_sub(fixed[at].len() as u8));
        let keeps = |shares: &Split| {
            self.splits.all().iter().enumerate().all(|(at, divided)| {
                let held = divided.hands.map(|seat| {
                    let own = (fixed[seat.index()] & divided.cards).len() as u8;
                    let drawn = classes.iter().zip(shares).filter(|(((_, split), _), _)| *split == Some(at));
                    own + drawn.map(|(_, share)| share[seat.index()]).sum::<u8>()
                });
                divided.ways.contains(&held)
            })
        };
        let masks: Vec<(usize, u8)> =
            classes.iter().map(|((mask, _), cards)| (*mask, cards.len() as u8)).collect();
        let mut splits = Vec::new();
        split(&masks, room, &mut Vec::new(), 1, &mut splits);
        splits.retain(|(shares, _)| keeps(shares));
        let classes = classes.into_iter().map(|((mask, _), cards)| (mask, cards)).collect();
        let total = splits.iter().map(|(_, ways)| ways).sum();
        Sampler { fixed, classes, splits, total }
    }
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, at| ways * (n - at) / (at + 1))
}

/// All ways to split the classes that are left, with the number of worlds of each.
fn split(classes: &[(usize, u8)], room: [u8; 4], so_far: &mut Split, ways: u64, out: &mut Vec<(Split, u64)>) {
    let Some((&(mask, count), rest)) = classes.split_first() else {
        if room == [0; 4] {
            out.push((so_far.clone(), ways));
        }
        return;
    };
    let most = |place: usize| if mask >> place & 1 == 1 { room[place].min(count) } else { 0 };
    for a in 0..=most(0) {
        for b in 0..=most(1).min(count - a) {
            for c in 0..=most(2).min(count - a - b) {
                let d = count - a - b - c;
                if d > most(3) {
                    continue;
                }
                let here = choose(count.into(), a.into())
                    * choose((count - a).into(), b.into())
                    * choose((count - a - b).into(), c.into());
                let left = [room[0] - a, room[1] - b, room[2] - c, room[3] - d];
                so_far.push([a, b, c, d]);
                split(rest, left, so_far, ways * here, out);
                so_far.pop();
            }
        }
    }
}

impl Sampler {
    /// How many worlds there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.total
    }

    /// A world, each equally likely; `None` only if there is none.
    pub fn draw(&mut self, dice: &mut Dice) -> Option<World> {
        let mut number = dice.below(self.total);
        let (split, _) = self.splits.iter().find(|(_, ways)| {
            let here = number < *ways;
            number = number.wrapping_sub(if here { 0 } else { *ways });
            here
        })?;
        let mut places = self.fixed;
        for ((_, cards), counts) in self.classes.iter_mut().zip(split) {
            dice.shuffle(cards);
            let mut left = cards.iter();
            for (place, &count) in places.iter_mut().zip(counts) {
                place.bitor_assign(left.by_ref().take(count.into()).copied().collect());
            }
        }
        Some(World { hands: BySeat([places[0], places[1], places[2]]), skat: places[3] })
    }
}
