//! One form for positions that are alike.
//!
//! - Gone cards close up: a group keeps only the order of the cards still in play.
//! - Plain suits are sorted.
//! - What the cards count is kept apart ([`Key::present`]): positions alike in ranks share a key, and
//!   their values differ by no more than the difference in points. Let two positions differ only
//!   in what their cards count. A line of play of one is a line of the other, and the counted side takes
//!   the same cards; so its value in the second is at most that in the first plus the sum of all
//!   *increases*, and at least that minus the sum of all *decreases* (*quasi-symmetry*).
//!
//! Jacks are a block of their own within the trumps: they all count two.

use super::hidden::{ANY, Hidden, LEFT, RIGHT, SKAT};
use super::ideas::Ideas;
use super::task::Task;
use crate::search::layout::{index, lowest};
use std::sync::LazyLock;

/// Bits of a plain suit of Grand and suit games.
const PLAIN: u32 = 0x7f;
/// What they count.
const PLAIN_WORTH: [u8; 7] = [0, 0, 0, 3, 4, 10, 11];

/// Tables that answer what would take a loop.
struct Lookup {
    /// `close[present][cards]`: the cards after those not present have closed up.
    close: Box<[[u8; 256]; 256]>,
    /// `dearer[a][b]`: by how much the cards of a plain suit b count more than those of a, rank by
    /// rank, increases only.
    dearer: Box<[[u8; 128]; 128]>,
}

fn ones(bits: usize) -> impl Iterator<Item = usize> {
    (0..8).filter(move |at| bits >> at & 1 == 1)
}

static LOOKUP: LazyLock<Lookup> = LazyLock::new(|| {
    let mut close = Box::new([[0; 256]; 256]);
    for (present, row) in close.iter_mut().enumerate() {
        for (cards, closed) in row.iter_mut().enumerate() {
            let kept = ones(present).enumerate().filter(|(_, at)| cards >> at & 1 == 1);
            *closed = kept.map(|(place, _)| 1 << place).sum();
        }
    }
    let mut dearer = Box::new([[0; 128]; 128]);
    for (a, row) in dearer.iter_mut().enumerate() {
        for (b, more) in row.iter_mut().enumerate() {
            let pairs = ones(a).zip(ones(b));
            *more = pairs.map(|(a, b)| PLAIN_WORTH[b].saturating_sub(PLAIN_WORTH[a])).sum();
        }
    }
    Lookup { close, dearer }
});

/// A position at the start of a trick, in its one form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) hand: u32,
    pub(super) may: [u32; 3],
    /// Which cards are in play, by what they count; suits in the order of the key.
    pub(super) present: u32,
    /// Bounds on splits in the low 40 bits, then the tag of the question, the leader, and which splits are exact.
    pub(super) extra: [u32; 2],
}

/// The key, and which suit of the position went where.
pub(super) struct Keyed {
    pub(super) key: Key,
    order: [u8; 4],
}

/// Makes keys for one kind of question.
pub(super) struct Keys {
    lookup: &'static Lookup,
    /// Start and mask (from bit 0) of each group.
    groups: [(u32, u32); 5],
    group_count: usize,
    /// Number of groups before the plain suits.
    first: usize,
    /// Whether cards count anything.
    points: bool,
    close: bool,
    sort: bool,
    tag: u64,
}

const TAG_AT: u32 = 40;
const LEADER_AT: u32 = 48;
/// Which groups are split exactly.
const EXACT_AT: u32 = 50;

impl Keys {
    pub(super) fn new(task: &Task, ideas: Ideas) -> Keys {
        let mut groups = [(0, 0); 5];
        for (at, &group) in task.groups().iter().enumerate() {
            let start = group.trailing_zeros();
            groups[at] = (start, group >> start);
        }
        Keys {
            lookup: &LOOKUP,
            groups,
            group_count: task.groups().len(),
            first: usize::from(task.has_trumps()),
            points: !task.tricks,
            close: ideas.has(Ideas::CLOSE),
            sort: ideas.has(Ideas::SORT),
            tag: u64::from(task.tag),
        }
    }

    /// The cards of a group, closed up.
    #[inline(always)]
    fn closed(&self, cards: u32, present: u32, group: (u32, u32)) -> u32 {
        let (start, mask) = group;
        let (cards, present) = (cards >> start & mask, present >> start & mask);
        let close = |cards: u32, present: u32| {
            u32::from(self.lookup.close[present as usize & 255][cards as usize & 255])
        };
        if !self.close {
            cards
        } else if mask <= 255 {
            close(cards, present)
        } else if self.points {
            close(cards & PLAIN, present & PLAIN) | close(cards >> 7, present >> 7) << 7
        } else {
            let low = (present & 255).count_ones();
            close(cards, present) | close(cards >> 8, present >> 8) << low
        }
    }

    /// The key of a position.
    pub(super) fn key(&self, hand: u32, hidden: &Hidden, leader: usize) -> Keyed {
        let present = hand | hidden.all();
        let skat = hidden.room[SKAT] > 0;
        let [left, right, in_skat] = hidden.may;
        let mut key = Key::default();
        let mut extra = self.tag << TAG_AT | (leader as u64 + 1) << LEADER_AT;
        let bounds = |group: usize, cards: [u32; 2]| -> u64 {
            let exact = hidden.exact >> group & 1 == 1;
            let bound = |hand: usize| {
                let bound = hidden.splits[hand][group];
                if exact {
                    return bound;
                }
                if u32::from(bound) >= cards[hand].count_ones() { ANY } else { bound }
            };
            u64::from(bound(LEFT) | bound(RIGHT) << 4)
        };
        if self.first == 1 {
            let group = self.groups[0];
            key.hand = self.closed(hand, present, group);
            key.may = [self.closed(left, present, group), self.closed(right, present, group), 0];
            if skat {
                key.may[SKAT] = self.closed(in_skat, present, group);
            }
            if self.points && group.1 > PLAIN {
                key.present = present & PLAIN;
            }
            if hidden.bounded {
                extra |= bounds(0, [key.may[LEFT], key.may[RIGHT]]);
                extra |= u64::from(hidden.exact & 1) << EXACT_AT;
            }
        }
        let plain = &self.groups[self.first..self.group_count];
        let mut suits = [0u64; 4];
        for (at, (suit, &group)) in suits.iter_mut().zip(plain).enumerate() {
            let own = u64::from(self.closed(hand, present, group));
            let left = u64::from(self.closed(left, present, group));
            let right = u64::from(self.closed(right, present, group));
            let in_skat = if skat { u64::from(self.closed(in_skat, present, group)) } else { 0 };
            *suit = own << 48
                | (left | right | in_skat) << 40
                | left << 32
                | right << 24
                | in_skat << 16
                | at as u64;
            if hidden.bounded {
                *suit |= bounds(self.first + at, [left as u32, right as u32]) << 8;
                *suit |= u64::from(hidden.exact >> (self.first + at) & 1) << 3;
            }
        }
        let suits = &mut suits[..plain.len()];
        if self.sort {
            suits.sort_unstable_by(|a, b| b.cmp(a));
        }
        let mut order = [0; 4];
        for (place, &suit) in suits.iter().enumerate() {
            let (start, _) = plain[place];
            let (from, mask) = plain[suit as usize & 7];
            order[place] = suit as u8 & 7;
            key.hand |= ((suit >> 48) as u32) << start;
            key.may[LEFT] |= ((suit >> 32 & 255) as u32) << start;
            key.may[RIGHT] |= ((suit >> 24 & 255) as u32) << start;
            key.may[SKAT] |= ((suit >> 16 & 255) as u32) << start;
            if self.points && mask == PLAIN {
                key.present |= (present >> from & mask) << start;
            }
            if hidden.bounded {
                extra |= (suit >> 8 & 255) << (8 * (self.first + place));
                extra |= (suit >> 3 & 1) << (EXACT_AT + (self.first + place) as u32);
            }
        }
        key.extra = [extra as u32, (extra >> 32) as u32];
        Keyed { key, order }
    }

    /// The number of a card of the position in the key.
    pub(super) fn number(&self, keyed: &Keyed, card: u32, present: u32) -> u8 {
        let at = (0..self.group_count).find(|&at| {
            let (start, mask) = self.groups[at];
            card >> start & mask != 0
        });
        let at = at.unwrap_or(0);
        let place = match at.checked_sub(self.first) {
            None => 0,
            Some(suit) => {
                let place = keyed.order.iter().position(|&from| usize::from(from) == suit);
                self.first + place.unwrap_or(suit)
            }
        };
        self.groups[place].0 as u8 + index(self.closed(card, present, self.groups[at])) as u8
    }

    /// The card of the position with this number in the key, if there is one.
    pub(super) fn card(&self, keyed: &Keyed, number: u8, present: u32) -> u32 {
        let mask = |at: usize| self.groups[at].1;
        let inside = |at: &usize| {
            let start = self.groups[*at].0;
            (start..start + mask(*at).count_ones()).contains(&u32::from(number))
        };
        let Some(place) = (0..self.group_count).find(inside) else { return 0 };
        let at = match place.checked_sub(self.first) {
            None => 0,
            Some(place) => self.first + usize::from(keyed.order[place]),
        };
        let wanted = 1u32 << (u32::from(number) - self.groups[place].0);
        let mut cards = present & mask(at) << self.groups[at].0;
        while cards != 0 {
            let card = lowest(cards);
            if self.closed(card, present, self.groups[at]) == wanted {
                return card;
            }
            cards &= cards - 1;
        }
        0
    }
}

/// By how much the cards of `b` count more than those of `a`, increases only; and decreases. The
/// first block of cards that count starts at `first`: the trumps of a suit game at 0, the first suit
/// of Grand at 4.
#[inline]
pub(super) fn difference(a: u32, b: u32, first: u32) -> (i32, i32) {
    let dearer = &LOOKUP.dearer;
    let (mut up, mut down) = (0, 0);
    for start in [first, 11, 18, 25] {
        let (a, b) = ((a >> start & PLAIN) as usize, (b >> start & PLAIN) as usize);
        up += i32::from(dearer[a][b]);
        down += i32::from(dearer[b][a]);
    }
    (up, down)
}
