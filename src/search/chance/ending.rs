//! The last tricks, whole: what every strategy loses, whatever deals are still in question.
//!
//! With three cards each and the skat known there are only twenty deals, whatever was played before. So a point of the
//! play has one front over all of them, worked out once; what a strategy for some of the deals may lose is what a
//! strategy for all of them loses among those. That answers every question about the point, and all its ends come from
//! few: of a hundred thousand sets of deals that a search meets there, nearly all belong to points it has met before.
//!
//! A front stays the same as long as the units still missing lie between two numbers; they are kept with it.

use super::aim::{Aim, Spot};
use super::front::Front;
use super::table::{Blocks, KeyHasher};
use crate::search::layout::lowest;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::LazyLock;

/// So many cards in hand are the last tricks.
pub(super) const CARDS: usize = 3;
/// Hidden cards then.
const HIDDEN: usize = 2 * CARDS;

/// A set of deals, each by its number at the point of the play.
type Set = u32;

/// The deals of so many cards each: which of the hidden cards, in ascending order, lie to the left.
struct Deals {
    /// The cards to the left, by number of the deal.
    left: Vec<u8>,
    /// The number of the deal, by the cards to the left.
    number: [u8; 1 << HIDDEN],
    /// In which deals the card lies to the left.
    holds: [Set; HIDDEN],
}

/// By cards in hand.
static DEALS: LazyLock<[Deals; CARDS + 1]> = LazyLock::new(|| std::array::from_fn(Deals::new));

impl Deals {
    fn new(cards: usize) -> Deals {
        let all = 0..1u32 << (2 * cards);
        let left: Vec<u8> =
            all.filter(|left| left.count_ones() == cards as u32).map(|left| left as u8).collect();
        let mut number = [0; 1 << HIDDEN];
        let mut holds = [0; HIDDEN];
        for (at, &left) in left.iter().enumerate() {
            number[usize::from(left)] = at as u8;
            (0..HIDDEN).filter(|card| left >> card & 1 == 1).for_each(|card| holds[card] |= 1 << at);
        }
        Deals { left, number, holds }
    }

    fn all(&self) -> Set {
        (1 << self.left.len()) - 1
    }
}

/// The smallest sets of lost deals, and between which units missing they are these.
#[derive(Clone, Debug)]
struct Found {
    low: i32,
    high: i32,
    sets: Box<[Set]>,
}

/// A point of the play at the start of a trick.
#[derive(Clone, Copy)]
struct Point {
    hand: u32,
    hidden: u32,
    leader: usize,
}

/// A trick of a point that is being played.
#[derive(Clone, Copy)]
struct Trick {
    spot: Spot,
    /// The cards that left and right have played, as numbers among the hidden ones.
    played: [usize; 2],
}

/// Fronts of the last tricks, within a limit of memory.
#[derive(Debug)]
pub(super) struct Endings {
    known: HashMap<u128, Vec<Found>, BuildHasherDefault<KeyHasher>>,
    bytes: usize,
    most: usize,
    /// Work that was done, in nodes.
    pub(super) work: u64,
}

/// What an entry takes beside its sets.
const ENTRY_BYTES: usize = 88;

/// Everything a front is found with.
struct Within<'a> {
    aim: &'a Aim,
    blocks: &'a Blocks,
    deals: &'static Deals,
    /// The hidden cards in ascending order.
    cards: [u32; HIDDEN],
    hidden: u32,
}

impl Endings {
    pub(super) fn new(megabytes: usize) -> Endings {
        Endings { known: HashMap::default(), bytes: 0, most: megabytes << 20, work: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.known = HashMap::default();
        self.bytes = 0;
    }

    /// The front over the deals given by their left hands; sets larger than `allow` are left out. The point must be at
    /// the start of a trick, of at most [`CARDS`] cards, with all hidden cards in the other two hands.
    pub(super) fn front(
        &mut self,
        (aim, blocks): (&Aim, &Blocks),
        spot: &Spot,
        (hidden, private): (u32, &[u64]),
        lefts: impl ExactSizeIterator<Item = u32>,
        allow: u32,
    ) -> Front {
        let deals = &DEALS[spot.hand.count_ones() as usize];
        let count = lefts.len();
        let mut place = [0u8; 1 << (HIDDEN - 1)];
        let mut asked: Set = 0;
        for (at, left) in lefts.enumerate() {
            let number = deals.number[among(left, hidden)];
            place[usize::from(number)] = at as u8;
            asked |= 1 << number;
        }
        let mut front = Front::counting(count, private);
        let point = Point { hand: spot.hand, hidden, leader: spot.leader };
        let found = self.sets(aim, blocks, point, spot.units);
        for &set in &found.sets {
            let mut rest = set & asked;
            if rest.count_ones() > allow {
                continue;
            }
            let mut lost = 0u64;
            while rest != 0 {
                lost |= 1 << place[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
            front.add(&[lost]);
            if lost == 0 {
                break;
            }
        }
        front
    }

    /// The front of a point over all its deals.
    fn sets(&mut self, aim: &Aim, blocks: &Blocks, point: Point, units: i32) -> Found {
        let cards = point.hand.count_ones() as usize;
        let (hand, hidden) = blocks.closed(point.hand, point.hidden);
        let point = Point { hand, hidden, ..point };
        let all = hand | hidden;
        if !aim.tricks && aim.layout.points(all) < units {
            let sets = if aim.viewer_wants { DEALS[cards].all() } else { 0 };
            let low = aim.layout.points(all) + 1;
            return Found { low, high: i32::MAX, sets: Box::new([sets]) };
        }
        if cards == 1 {
            return self.last(aim, point, units);
        }
        let key = key(hand, hidden, blocks.tag(point.leader));
        if let Some(known) = self.known.get(&key)
            && let Some(found) = known.iter().find(|found| found.low <= units && units <= found.high)
        {
            return found.clone();
        }
        self.work += 1;
        let mut within =
            Within { aim, blocks, deals: &DEALS[cards], cards: [0; HIDDEN], hidden: point.hidden };
        let mut rest = point.hidden;
        for card in &mut within.cards {
            *card = lowest(rest);
            rest &= !*card;
        }
        let spot = Spot { hand: point.hand, leader: point.leader, table: [0; 2], count: 0, units };
        let trick = Trick { spot, played: [HIDDEN; 2] };
        let (sets, low, high) = self.play(&within, &trick, within.deals.all());
        let found = Found { low, high, sets: sets.into_boxed_slice() };
        let bytes = ENTRY_BYTES + 4 * found.sets.len();
        if self.bytes + bytes > self.most {
            self.clear();
        }
        self.bytes += bytes;
        self.known.entry(key).or_default().push(found.clone());
        found
    }

    /// The last trick: nobody has a choice.
    fn last(&self, aim: &Aim, point: Point, units: i32) -> Found {
        let cards = [lowest(point.hidden), point.hidden & (point.hidden - 1)];
        let (mut low, mut high) = (i32::MIN, i32::MAX);
        let mut lost = 0;
        for deal in 0..2 {
            let hands = [point.hand, cards[deal], cards[1 - deal]];
            let trick: [u32; 3] = std::array::from_fn(|at| hands[(point.leader + at) % 3]);
            let winner = (point.leader + aim.layout.winner(trick)) % 3;
            let worth = match () {
                () if !aim.counted[winner] => 0,
                () if aim.tricks => 1,
                () => aim.layout.points(trick[0] | trick[1] | trick[2]),
            };
            if worth >= units {
                high = high.min(worth);
            } else {
                low = low.max(worth + 1);
            }
            lost |= Set::from((worth >= units) != aim.viewer_wants) << deal;
        }
        Found { low, high, sets: Box::new([lost]) }
    }

    /// What may be lost of these deals in the midst of a trick, and for which units missing at its start.
    fn play(&mut self, within: &Within<'_>, trick: &Trick, deals: Set) -> (Vec<Set>, i32, i32) {
        if trick.spot.turn() == 0 {
            self.own(within, trick, deals)
        } else {
            self.others(within, trick, deals)
        }
    }

    /// After a card, which may end the trick.
    fn after(&mut self, within: &Within<'_>, trick: &Trick, card: u32, deals: Set) -> (Vec<Set>, i32, i32) {
        let Within { aim, .. } = within;
        let spot = trick.spot.after(card, aim);
        if spot.count > 0 {
            return self.play(within, &Trick { spot, ..*trick }, deals);
        }
        let taken = trick.spot.units - spot.units;
        let all_or_none = |won: bool| vec![if won { 0 } else { deals }];
        if spot.units <= 0 {
            return (all_or_none(aim.viewer_wants), i32::MIN, taken);
        }
        if spot.hand == 0 {
            return (all_or_none(!aim.viewer_wants), taken + 1, i32::MAX);
        }
        let [left, right] = trick.played;
        let hidden = within.hidden & !(within.cards[left] | within.cards[right]);
        let point = Point { hand: spot.hand, hidden, leader: spot.leader };
        let found = self.sets(aim, within.blocks, point, spot.units);
        let later = &DEALS[spot.hand.count_ones() as usize];
        let mut sets = Vec::with_capacity(found.sets.len());
        for &set in &found.sets {
            let mut lost = 0;
            let mut rest = set;
            while rest != 0 {
                let left_hand = usize::from(later.left[rest.trailing_zeros() as usize]);
                rest &= rest - 1;
                let left_hand = apart(left_hand, left, right) | 1 << left;
                lost |= 1 << within.deals.number[left_hand];
            }
            add(&mut sets, lost & deals);
        }
        let shift = |bound: i32| match bound {
            i32::MIN | i32::MAX => bound,
            bound => bound + taken,
        };
        // Fewer units than were taken would have ended it.
        (sets, shift(found.low).max(taken + 1), shift(found.high))
    }

    fn own(&mut self, within: &Within<'_>, trick: &Trick, deals: Set) -> (Vec<Set>, i32, i32) {
        let Within { aim, .. } = within;
        let spot = &trick.spot;
        let mut rest = aim.distinct(spot.legal(spot.hand, aim), within.hidden | spot.winning(aim));
        let mut sets: Vec<Set> = Vec::new();
        let (mut low, mut high) = (i32::MIN, i32::MAX);
        while rest != 0 {
            let card = lowest(rest);
            rest &= rest - 1;
            let (found, from, to) = self.after(within, trick, card, deals);
            if found == [0] {
                return (found, from, to);
            }
            (low, high) = (low.max(from), high.min(to));
            found.into_iter().for_each(|set| add(&mut sets, set));
        }
        (sets, low, high)
    }

    fn others(&mut self, within: &Within<'_>, trick: &Trick, deals: Set) -> (Vec<Set>, i32, i32) {
        let Within { aim, cards, deals: all, .. } = within;
        let seat = trick.spot.turn();
        let side = seat - 1;
        let holds = |card: usize| if seat == 1 { all.holds[card] } else { !all.holds[card] };
        let led = if trick.spot.count > 0 { aim.layout.group(trick.spot.table[0]) } else { 0 };
        let count = 2 * trick_cards(within);
        let void =
            (0..count).filter(|&card| cards[card] & led != 0).fold(!0, |void, card| void & !holds(card));
        let (mut low, mut high) = (i32::MIN, i32::MAX);
        let mut sets: Vec<Set> = vec![0];
        for card in (0..count).filter(|&card| card != trick.played[1 - side]) {
            let mut here = deals & holds(card);
            if led != 0 && cards[card] & led == 0 {
                here &= void;
            }
            // What is lost anyway needs no look.
            let anyway = sets.iter().fold(!0, |common, set| common & set);
            here &= !anyway;
            if here == 0 {
                continue;
            }
            let mut next = *trick;
            next.played[side] = card;
            let (found, from, to) = self.after(within, &next, cards[card], here);
            (low, high) = (low.max(from), high.min(to));
            if found == [0] {
                continue;
            }
            let mut joined = Vec::new();
            for &below in &found {
                sets.iter().for_each(|set| add(&mut joined, set | below));
            }
            sets = joined;
        }
        (sets, low, high)
    }
}

/// The point without its units; the lower half is what the table spreads by.
fn key(hand: u32, hidden: u32, tag: u32) -> u128 {
    let (cards, tag) = (u64::from(hand) << 32 | u64::from(hidden), u64::from(tag));
    let mixed = (cards ^ tag << 13 ^ cards >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
    u128::from(cards) << 64 | u128::from((mixed ^ mixed >> 32) & !0x3f | tag)
}

/// How many cards each has.
fn trick_cards(within: &Within<'_>) -> usize {
    within.hidden.count_ones() as usize / 2
}

/// Adds a set, unless it contains another; those that contain it go.
fn add(sets: &mut Vec<Set>, set: Set) {
    if sets.iter().any(|known| known & !set == 0) {
        return;
    }
    sets.retain(|known| set & !known != 0);
    sets.push(set);
}

/// The numbers of these cards among the hidden ones, as a set.
#[inline(always)]
fn among(cards: u32, hidden: u32) -> usize {
    let mut numbers = 0;
    let mut rest = cards;
    while rest != 0 {
        numbers |= 1 << (hidden & (lowest(rest) - 1)).count_ones();
        rest &= rest - 1;
    }
    numbers
}

/// Makes room for two cards: numbers among what is left become numbers among what was there before they went.
#[inline(always)]
fn apart(cards: usize, one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    let spread = |cards: usize, at: usize| cards & ((1 << at) - 1) | (cards >> at) << (at + 1);
    spread(spread(cards, low), high)
}
