//! Going through all deals, and cutting off early what can no longer meet the conditions.
//!
//! The cards are placed one after the other, the weighty ones first, so that deals that follow one another
//! differ in small cards only and a solver's table serves them all. What is placed already is a [`Start`];
//! a list of starts parts the work among threads, always in the same way.

use super::condition::{Condition, Span};
use super::{DistributionQuery, Sitting};
use crate::cards::{Card, Cards};
use crate::deal::{Divided, Place};
use crate::rules::{Game, Seat};

/// Starts that the work is parted into, at least (if there are as many deals).
const STARTS: usize = 2048;

/// A count of cards or points in a place that must lie within a span.
#[derive(Clone, Debug)]
struct Sum {
    place: usize,
    cards: Cards,
    points: bool,
    span: Span,
    /// For each step, what the cards still to be placed can add at most.
    rest: Vec<u8>,
}

impl Sum {
    fn new(place: Place, cards: Cards, points: bool, span: Span, order: &[(Card, usize)]) -> Sum {
        let at = place.index();
        let mut rest = vec![0u8; order.len() + 1];
        for (step, &(card, may)) in order.iter().enumerate().rev() {
            let here = cards.has(card) && may >> at & 1 == 1;
            let adds = if points { card.points() } else { 1 };
            rest[step] = rest[step + 1] + if here { adds } else { 0 };
        }
        Sum { place: at, cards, points, span, rest }
    }

    fn of(&self, cards: Cards) -> u8 {
        let cards = cards & self.cards;
        if self.points { cards.points() } else { cards.len() as u8 }
    }

    fn is_open(&self, start: &Start) -> bool {
        let now = self.of(start.cards[self.place]);
        now <= self.span.to && now.saturating_add(self.rest[start.step]) >= self.span.from
    }
}

/// The deals of a question.
#[derive(Clone, Debug)]
pub(super) struct Deals {
    /// The cards to be placed, in order, and where each may be (a bit for each place).
    cards: Vec<(Card, usize)>,
    /// For each step and each set of places, how many of the cards left can only be within it.
    bound: Vec<[u8; 16]>,
    /// Each must be met by one of its sums.
    conditions: Vec<Vec<Sum>>,
    /// Of each known split, the ways it may go: a sum for either defender.
    splits: Vec<Vec<[Sum; 2]>>,
    first: Start,
}

/// Some cards are placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    step: usize,
    cards: [Cards; 4],
    room: [u8; 4],
}

impl Start {
    fn sitting(&self) -> Sitting {
        let [forehand, middlehand, rearhand, skat] = self.cards;
        Sitting { hands: crate::rules::BySeat([forehand, middlehand, rearhand]), skat }
    }
}

/// Weighty cards first: trumps from the top, then by points.
fn weight(game: Game, card: Card) -> (bool, u8, u8) {
    (game.trumps().has(card), if game == Game::Null { 0 } else { card.points() }, game.strength(card))
}

impl Deals {
    pub(super) fn of(question: &DistributionQuery) -> Deals {
        Deals::with(question, question.conditions())
    }

    pub(super) fn with(question: &DistributionQuery, conditions: &[Condition]) -> Deals {
        let position = question.position();
        let game = position.game();
        let places = question.knowledge.places();
        let uncertain = question.uncertain();
        let mut order: Vec<Card> = uncertain.iter().collect();
        order.sort_by_key(|&card| std::cmp::Reverse((weight(game, card), card)));
        let may = |card: Card| {
            let bit = |place: &Place| usize::from(places.may(*place).has(card)) << place.index();
            Place::ALL.iter().map(bit).sum::<usize>()
        };
        let cards: Vec<(Card, usize)> = order.into_iter().map(|card| (card, may(card))).collect();
        let mut first = Start { step: 0, cards: [Cards::NONE; 4], room: [0; 4] };
        for place in Place::ALL {
            let played = place.seat().map_or(Cards::NONE, |seat: Seat| position.played_by(seat));
            let fixed = places.fixed(place);
            first.cards[place.index()] = fixed | played;
            first.room[place.index()] = places.room(place).saturating_sub(fixed.len() as u8);
        }
        let bound = (0..=cards.len())
            .map(|step| {
                let mut bound = [0; 16];
                for &(_, may) in &cards[step..] {
                    (1..16).filter(|set| may & !set == 0).for_each(|set| bound[set] += 1);
                }
                bound
            })
            .collect();
        let declarer = position.declarer();
        let conditions =
            conditions.iter().filter_map(|condition| sums(condition, game, declarer, &cards)).collect();
        let splits = position.splits();
        let ways = |divided: &Divided| {
            let sums = |way: [u8; 2]| {
                [0, 1].map(|at| {
                    let place = Place::Hand(divided.hands[at]);
                    Sum::new(place, divided.cards, false, Span::exactly(way[at]), &cards)
                })
            };
            divided.ways.iter().map(|&way| sums(way)).collect()
        };
        let splits = splits.all().iter().map(ways).collect();
        Deals { cards, bound, conditions, splits, first }
    }

    /// Whether the cards left still fit into the rooms (Hall's condition) and every condition may yet be met.
    fn is_open(&self, start: &Start) -> bool {
        let bound = &self.bound[start.step];
        let fits = (1..16).all(|set: usize| {
            let room: u8 = (0..4).map(|place| start.room[place] * (set >> place & 1) as u8).sum();
            bound[set] <= room
        });
        let split = |ways: &Vec<[Sum; 2]>| ways.iter().any(|way| way.iter().all(|sum| sum.is_open(start)));
        fits && self.splits.iter().all(split)
            && self.conditions.iter().all(|sums| sums.iter().any(|sum| sum.is_open(start)))
    }

    /// The starts that follow when one more card is placed.
    fn next(&self, start: &Start) -> impl Iterator<Item = Start> {
        let (card, may) = self.cards[start.step];
        (0..4).filter(move |place| may >> place & 1 == 1).filter_map(move |place| {
            let mut next = *start;
            next.step += 1;
            next.cards[place].insert(card);
            next.room[place] = next.room[place].checked_sub(1)?;
            self.is_open(&next).then_some(next)
        })
    }

    /// The work in parts, in order. Together they hold every deal once.
    pub(super) fn starts(&self) -> Vec<Start> {
        let mut starts = if self.is_open(&self.first) { vec![self.first] } else { Vec::new() };
        for _ in 0..self.cards.len() {
            if starts.len() >= STARTS {
                break;
            }
            starts = starts.iter().flat_map(|start| self.next(start)).collect();
        }
        starts
    }

    /// Tells every deal from here on; `false` from `tell` ends it.
    pub(super) fn each(&self, start: &Start, tell: &mut impl FnMut(Sitting) -> bool) -> bool {
        if start.step == self.cards.len() {
            return tell(start.sitting());
        }
        self.next(start).all(|next| self.each(&next, tell))
    }

    /// The first deal, if there is one.
    pub(super) fn any(&self) -> Option<Sitting> {
        let mut found = None;
        if self.is_open(&self.first) {
            self.each(&self.first, &mut |sitting| {
                found = Some(sitting);
                false
            });
        }
        found
    }
}

/// The sums one of which must lie in its span; `None` for a condition on the ending.
fn sums(condition: &Condition, game: Game, declarer: Seat, order: &[(Card, usize)]) -> Option<Vec<Sum>> {
    let (who, cards, points, span) = match *condition {
        Condition::Holds(who, cards) => (who, cards, false, Span::exactly(cards.len() as u8)),
        Condition::Lacks(who, cards) => (who, cards, false, Span::exactly(0)),
        Condition::Count(who, group, span) => (who, group.cards(game), false, span),
        Condition::Points(who, group, span) => (who, group.cards(game), true, span),
        Condition::Ending(_) => return None,
    };
    Some(who.places(declarer).into_iter().map(|place| Sum::new(place, cards, points, span, order)).collect())
}
