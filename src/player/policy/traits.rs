//! What a card is to the hand it comes from, at some moment: the traits by which a policy judges it.
//!
//! Each trait is a cell of a table that several properties address together, so that a sum of weights can know that a bare ten
//! is led differently from a guarded one. A card has one cell in each table of its kind: led, or played to a trick.

use super::moment::Moment;
use crate::search::Layout;

/// Tables for cards that are led, then for cards that follow.
const LEADS: usize = 8;
const FOLLOWS: usize = 8;
/// The most traits of a card.
pub const MOST: usize = 8;

const SEATS: usize = 3;
const RANKS: usize = 11;
const WORTHS: usize = 6;
const ORDERS: usize = 4;

/// How many cells each table has.
const SIZES: [usize; LEADS + FOLLOWS] = [
    // Led.
    SEATS * 2 * RANKS * 6,
    SEATS * 2 * 8 * 4 * 5,
    SEATS * 2 * RANKS * 5,
    SEATS * 2 * 4 * RANKS * 2,
    SEATS * 3 * 4 * RANKS,
    SEATS * 2 * ORDERS * RANKS,
    SEATS * 8 * 4 * 8 * 2,
    SEATS * 8 * 10 * 2,
    // Played to a trick.
    SEATS * 2 * 2 * 3 * 2 * RANKS,
    SEATS * 2 * 2 * 2 * 2 * 5 * WORTHS,
    SEATS * 2 * 2 * 3 * ORDERS * WORTHS,
    SEATS * 3 * 2 * RANKS * 5 * 4,
    SEATS * 3 * 2 * 5 * RANKS,
    SEATS * 2 * 3 * 3 * 3 * 2 * WORTHS,
    SEATS * 2 * 2 * 3 * ORDERS * 2 * 5,
    SEATS * 2 * 3 * 2 * 2 * 5 * WORTHS,
];

/// Where each table begins.
const PLACES: [usize; LEADS + FOLLOWS] = {
    let mut places = [0; LEADS + FOLLOWS];
    let mut at = 1;
    while at < places.len() {
        places[at] = places[at - 1] + SIZES[at - 1];
        at += 1;
    }
    places
};

/// How many cells there are in all.
pub const CELLS: usize = PLACES[LEADS + FOLLOWS - 1] + SIZES[LEADS + FOLLOWS - 1];

/// The cells of one card.
pub(in crate::player) type Traits = [u16; MOST];

/// The number of a cell in its table: properties with the number of values of each, the first the coarsest.
fn cell(table: usize, properties: &[(usize, usize)]) -> u16 {
    let inner = properties.iter().fold(0, |sum, &(value, values)| {
        debug_assert!(value < values, "table {table}: {properties:?}");
        sum * values + value
    });
    debug_assert!(inner < SIZES[table], "table {table}");
    (PLACES[table] + inner) as u16
}

fn count(bits: u32) -> usize {
    bits.count_ones() as usize
}

/// The place of a card in its group, the lowest 0; the jacks of Grand come where those of suit games do.
fn rank(layout: &Layout, card: u32) -> usize {
    let group = layout.group(card);
    let place = (card.trailing_zeros() - group.trailing_zeros()) as usize;
    if count(group) == 4 { place + 7 } else { place }
}

fn worth(layout: &Layout, card: u32) -> usize {
    match layout.worth(card) {
        0 => 0,
        points @ 2..=4 => points as usize - 1,
        10 => 4,
        _ => 5,
    }
}

/// Alone in its group, the lowest, the highest, or between others.
fn order(own: u32, card: u32) -> usize {
    let (below, above) = (own & (card - 1), own & !(card | (card - 1)));
    match (below != 0, above != 0) {
        (false, false) => 0,
        (false, true) => 1,
        (true, false) => 2,
        (true, true) => 3,
    }
}

/// The early, the middle and the late tricks.
fn phase(tricks: usize) -> usize {
    [0, 1, 1, 2, 2, 2, 3, 3, 4, 4][tricks.min(9)]
}

/// Ace, ten and king of a group: the three highest but for jacks.
fn honours(layout: &Layout, cards: u32, group: u32) -> usize {
    let plain = group & !layout.trumps();
    if plain == 0 || count(group) > 7 {
        return 0;
    }
    let start = plain.trailing_zeros();
    (cards >> (start + 4) & 7) as usize
}

/// What the traits of all cards of a hand have in common.
pub(in crate::player) struct View<'a> {
    moment: &'a Moment,
    hand: u32,
    unseen: u32,
    me: usize,
    trumps: usize,
    trumps_out: usize,
}

impl<'a> View<'a> {
    /// How things look to whoever is on turn with this hand.
    pub fn new(moment: &'a Moment, hand: u32) -> View<'a> {
        let unseen = !moment.gone & !hand;
        let all = moment.layout.trumps();
        View {
            moment,
            hand,
            unseen,
            me: moment.turn(),
            trumps: count(hand & all),
            trumps_out: count(unseen & all),
        }
    }

    /// The traits of a card.
    pub fn traits(&self, card: u32) -> Traits {
        match self.moment.best() {
            None => self.led(card),
            Some(best) => self.followed(card, best),
        }
    }

    fn led(&self, card: u32) -> Traits {
        let (moment, layout, me) = (self.moment, self.moment.layout, self.me);
        let group = layout.group(card);
        let (own, out) = (self.hand & group, self.unseen & group);
        let trump = usize::from(layout.trumps() & card != 0);
        let rank = rank(layout, card);
        let length = count(own).min(6) - 1;
        let higher = count(out & !(card | (card - 1)));
        let others = [(me + 1) % 3, (me + 2) % 3];
        let void = |seat: usize| usize::from(moment.void[seat] & group != 0);
        let voids = 2 * void(others[0]) + void(others[1]);
        let trumps_out = usize::from(self.trumps_out > 0);
        let opener = (0..3).find(|&seat| moment.opened[seat] & group != 0);
        let opened = opener.map_or(0, |seat| 1 + (seat + 3 - me) % 3);
        let times = opener.map_or(0, |_| 1 + usize::from(moment.again & group != 0));
        let honour = match rank {
            _ if trump == 1 => 3,
            6 => 0,
            5 => 1,
            4 => 2,
            _ => 3,
        };
        let (mine, theirs) = (honours(layout, own, group), honours(layout, out, group));
        let phase = phase(moment.tricks);
        [
            cell(0, &[(me, SEATS), (trump, 2), (rank, RANKS), (length, 6)]),
            cell(
                1,
                &[(me, SEATS), (trump, 2), (count(out).min(7), 8), (higher.min(3), 4), (length.min(4), 5)],
            ),
            cell(2, &[(me, SEATS), (trump, 2), (rank, RANKS), (phase, 5)]),
            cell(3, &[(me, SEATS), (trump, 2), (voids, 4), (rank, RANKS), (trumps_out, 2)]),
            cell(4, &[(me, SEATS), (times, 3), (opened, 4), (rank, RANKS)]),
            cell(5, &[(me, SEATS), (trump, 2), (order(own, card), ORDERS), (rank, RANKS)]),
            cell(6, &[(me, SEATS), (mine, 8), (honour, 4), (theirs, 8), (trumps_out, 2)]),
            cell(7, &[(me, SEATS), (self.trumps.min(7), 8), (self.trumps_out.min(9), 10), (trump, 2)]),
        ]
    }

    fn followed(&self, card: u32, best: u32) -> Traits {
        let (moment, layout, me) = (self.moment, self.moment.layout, self.me);
        let led = moment.led().map_or(0, |led| layout.group(led));
        let group = layout.group(card);
        let own = self.hand & group;
        let place = moment.trick().len() - 1;
        let is_friend = |seat: usize| (seat == 0) == (me == 0);
        let friend = usize::from(is_friend(moment.holder));
        let trump = layout.trumps() & card != 0;
        let kind = if group == led { 0 } else { 1 + usize::from(!trump) };
        let beaters = layout.beaters(best);
        let wins = usize::from(beaters & card != 0);
        let stands = if wins == 1 { layout.beaters(card) } else { beaters };
        let sure = usize::from(place == 1 || stands & self.unseen == 0);
        let table = match moment.worth() {
            0 => 0,
            1..=4 => 1,
            5..=9 => 2,
            10..=13 => 3,
            _ => 4,
        };
        let (rank, worth, place_in_group) = (rank(layout, card), worth(layout, card), order(own, card));
        let winners = moment.playable(self.hand) & beaters;
        let can_win = usize::from(winners != 0);
        let among = if wins == 1 { order(winners, card) } else { 0 };
        let leader = (me + 3 - moment.trick().len()) % 3;
        let length = count(own).min(4) - 1;
        let guarded = honours(layout, own, group);
        let guard = match (guarded & 4 != 0, guarded & 2 != 0) {
            (false, false) => 0,
            (true, false) => 1,
            (false, true) => 2,
            (true, true) => 3,
        };
        let phase = phase(moment.tricks);
        [
            cell(8, &[(me, SEATS), (place, 2), (friend, 2), (kind, 3), (wins, 2), (rank, RANKS)]),
            cell(
                9,
                &[(me, SEATS), (place, 2), (friend, 2), (wins, 2), (sure, 2), (table, 5), (worth, WORTHS)],
            ),
            cell(
                10,
                &[(me, SEATS), (place, 2), (friend, 2), (kind, 3), (place_in_group, ORDERS), (worth, WORTHS)],
            ),
            cell(11, &[(me, SEATS), (kind, 3), (friend, 2), (rank, RANKS), (length, 5), (guard, 4)]),
            cell(12, &[(me, SEATS), (kind, 3), (place, 2), (phase, 5), (rank, RANKS)]),
            cell(
                13,
                &[
                    (me, SEATS),
                    (place, 2),
                    (moment.holder, 3),
                    (leader, 3),
                    (kind, 3),
                    (wins, 2),
                    (worth, WORTHS),
                ],
            ),
            cell(
                14,
                &[(me, SEATS), (place, 2), (friend, 2), (kind, 3), (among, ORDERS), (sure, 2), (table, 5)],
            ),
            cell(
                15,
                &[(me, SEATS), (place, 2), (kind, 3), (wins, 2), (can_win, 2), (table, 5), (worth, WORTHS)],
            ),
        ]
    }
}

/// The cards that may be played, one for each run of cards that are worth the same with none between them that somebody else
/// may hold or has on the table.
pub fn distinct(moment: &Moment, hand: u32) -> ([u32; 10], usize) {
    let (mut cards, mut len) = ([0; 10], 0);
    let mut left = moment.playable(hand);
    let mut last = 0;
    while left != 0 {
        let card = left & left.wrapping_neg();
        left &= left - 1;
        if last == 0 || !alike(moment, hand, last, card) {
            cards[len] = card;
            len += 1;
        }
        last = card;
    }
    (cards, len)
}

/// The lowest card that may be played and is the same as this one.
pub fn lowest_alike(moment: &Moment, hand: u32, card: u32) -> u32 {
    let (cards, len) = distinct(moment, hand);
    cards[..len].iter().copied().filter(|&lowest| lowest <= card).max().unwrap_or(card)
}

/// Whether a card is the same as the next lower one of the hand.
fn alike(moment: &Moment, hand: u32, low: u32, card: u32) -> bool {
    let layout = moment.layout;
    let table: u32 = moment.trick().iter().sum();
    let wall = !hand & (!moment.gone | table);
    let between = (card - 1) & !(low | (low - 1));
    layout.group(low) & card != 0 && layout.worth(low) == layout.worth(card) && between & wall == 0
}
