//! In which order cards are tried.
//!
//! A search that tries the right card first proves its point with one; a wrong one first costs a
//! subtree. Each candidate gets a score from what a player sees at a glance. The leading thought:
//! lead where the others have few replies, because such a tree stays narrow; then cards whose trick
//! is certain before those where it is open. The weights were found by trying small changes of one
//! at a time on seeded deals and keeping those that saved nodes. They change the work, never the
//! result.

use super::moves::Fate;
use crate::search::layout::{Layout, lowest};

/// Scores of a lead.
struct Lead {
    /// For each pair of replies the two others may give.
    replies: i32,
    /// The trick is lost, open or won.
    fate: [i32; 3],
    /// It is a trump.
    trump: i32,
    /// For each card the leader has of the group.
    length: i32,
    /// For each defender, from the declarer's lead, or for the declarer, if void of it.
    foe_void: i32,
    /// If both defenders are void, or the partner is.
    other_void: i32,
    /// It is the leader's only card of the group.
    single: i32,
    /// Nothing of his lies above it.
    highest: i32,
    /// Nothing of his lies below it.
    lowest: i32,
    /// A defender leads, and the declarer, who is next, is void.
    next_void: i32,
    /// For each point of the card, if lost, open or won.
    point: [i32; 3],
}

/// Scores of a second card.
struct Second {
    /// The trick is lost, open or won.
    fate: [i32; 3],
    /// For each point of the lead, if lost, open or won.
    lead_point: [i32; 3],
    /// For each point of the card, if lost, open or won.
    point: [i32; 3],
    /// It beats the lead.
    over: i32,
    /// Not following: for each card of the group it is thrown from.
    throw_length: i32,
    /// Not following, with a trump.
    ruff: i32,
    /// It beats the partner's lead.
    over_mate: i32,
    /// Nothing playable lies below it.
    lowest: i32,
    /// Nothing playable lies above it.
    highest: i32,
}

/// Scores of a third card, which settles the trick: lost or won.
struct Third {
    /// The trick is lost or won.
    fate: [i32; 2],
    /// For each point on the table, if lost or won.
    table_point: [i32; 2],
    /// For each point of the card, if lost or won.
    point: [i32; 2],
    /// It takes the trick from the other side.
    over: i32,
    /// It takes the trick from the partner.
    over_mate: i32,
    /// Not following: for each card of the group it is thrown from.
    throw_length: i32,
    /// Not following, with a trump.
    ruff: i32,
    /// Nothing playable lies below it.
    lowest: i32,
    /// Nothing playable lies above it.
    highest: i32,
}

/// For the declarer, then for a defender.
const LEAD: [Lead; 2] = [
    Lead {
        replies: -80,
        fate: [-232, -58, 79],
        trump: 113,
        length: 0,
        foe_void: -33,
        other_void: -502,
        single: 31,
        highest: 50,
        lowest: -14,
        next_void: 0,
        point: [-33, -32, 55],
    },
    Lead {
        replies: -160,
        fate: [-26, -48, 80],
        trump: -48,
        length: -100,
        foe_void: -87,
        other_void: 97,
        single: 7,
        highest: -15,
        lowest: 80,
        next_void: -143,
        point: [1, -35, 103],
    },
];
/// For the declarer, then for a defender.
const SECOND: [Second; 2] = [
    Second {
        fate: [-1000, 0, 1000],
        lead_point: [-10, 0, 10],
        point: [-22, -75, 22],
        over: 0,
        throw_length: -25,
        ruff: 0,
        over_mate: 0,
        lowest: 1,
        highest: -6,
    },
    Second {
        fate: [-1000, 0, 1000],
        lead_point: [-10, 0, 10],
        point: [-50, 11, 10],
        over: 12,
        throw_length: 0,
        ruff: -66,
        over_mate: 26,
        lowest: 1,
        highest: 0,
    },
];
/// For the declarer, then for a defender.
const THIRD: [Third; 2] = [
    Third {
        fate: [-1000, 1000],
        table_point: [-10, 10],
        point: [-100, 29],
        over: 0,
        over_mate: 0,
        throw_length: -80,
        ruff: -561,
        lowest: 165,
        highest: -97,
    },
    Third {
        fate: [-1000, 1000],
        table_point: [-10, 10],
        point: [-3, 13],
        over: 0,
        over_mate: 9,
        throw_length: 0,
        ruff: -93,
        lowest: 22,
        highest: -6,
    },
];

/// `yes` if it holds, else nothing.
#[inline(always)]
fn when(holds: bool, yes: i32) -> i32 {
    if holds { yes } else { 0 }
}

#[inline(always)]
fn count(cards: u32) -> i32 {
    cards.count_ones() as i32
}

/// Whether `chain` holds the lowest card of `own` in its group, and whether the highest.
#[inline(always)]
fn ends(own: u32, chain: u32) -> (bool, bool) {
    let below = lowest(chain) - 1;
    (own & below == 0, own & !(chain | below) == 0)
}

/// The score of leading a chain, and what each point of the card adds.
#[inline(always)]
pub(super) fn lead(
    layout: &Layout,
    hands: &[u32; 3],
    leader: usize,
    chain: u32,
    replies: [u32; 2],
    fate: Fate,
) -> (i32, i32) {
    let weights = &LEAD[usize::from(leader != 0)];
    let group = layout.group(chain);
    let own = hands[leader] & group;
    let (lowest, highest) = ends(own, chain);
    let void = |seat: usize| hands[seat] & group == 0;
    let voids = if leader == 0 {
        weights.foe_void * (i32::from(void(1)) + i32::from(void(2)))
            + when(void(1) && void(2), weights.other_void)
    } else {
        when(void(0), weights.foe_void)
            + when(void(3 - leader), weights.other_void)
            + when(leader == 2 && void(0), weights.next_void)
    };
    let score = weights.replies * count(replies[0]) * count(replies[1])
        + weights.fate[fate as usize]
        + when(group == layout.trumps(), weights.trump)
        + weights.length * count(own)
        + when(own & (own - 1) == 0, weights.single)
        + when(highest, weights.highest)
        + when(lowest, weights.lowest)
        + voids;
    (score, weights.point[fate as usize])
}

/// A card played to a lead, before the third or as the third.
pub(super) struct Reply {
    /// Who plays it.
    pub seat: usize,
    /// His hand.
    pub hand: u32,
    /// What he may play.
    pub own: u32,
    /// What was led.
    pub group: u32,
    /// The card and its neighbours.
    pub chain: u32,
    /// Whether it takes the trick so far.
    pub over: bool,
    /// Whether the trick was his side's so far.
    pub with_holder: bool,
    /// What lies on the table.
    pub on_table: i32,
    /// What is certain.
    pub fate: Fate,
}

impl Reply {
    /// Not following: a score for the length of the group thrown from, and for ruffing.
    #[inline(always)]
    fn throw(&self, layout: &Layout, length: i32, ruff: i32) -> i32 {
        let thrown = layout.group(self.chain);
        if thrown == self.group {
            return 0;
        }
        length * count(self.hand & thrown) + when(thrown == layout.trumps(), ruff)
    }

    /// The score as second card, and what each point of the card adds.
    #[inline(always)]
    pub(super) fn second(&self, layout: &Layout) -> (i32, i32) {
        let weights = &SECOND[usize::from(self.seat != 0)];
        let (lowest, highest) = ends(self.own, self.chain);
        let fate = self.fate as usize;
        let score = weights.fate[fate]
            + weights.lead_point[fate] * self.on_table
            + when(self.over, weights.over)
            + when(self.over && self.with_holder, weights.over_mate)
            + self.throw(layout, weights.throw_length, weights.ruff)
            + when(lowest, weights.lowest)
            + when(highest, weights.highest);
        (score, weights.point[fate])
    }

    /// The score as third card, and what each point of the card adds.
    #[inline(always)]
    pub(super) fn third(&self, layout: &Layout) -> (i32, i32) {
        let weights = &THIRD[usize::from(self.seat != 0)];
        let (lowest, highest) = ends(self.own, self.chain);
        let won = usize::from(self.fate == Fate::Won);
        let score = weights.fate[won]
            + weights.table_point[won] * self.on_table
            + when(self.over, if self.with_holder { weights.over_mate } else { weights.over })
            + self.throw(layout, weights.throw_length, weights.ruff)
            + when(lowest, weights.lowest)
            + when(highest, weights.highest);
        (score, weights.point[won])
    }
}
