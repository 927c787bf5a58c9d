//! Sure points: what a side gets whatever the other does.
//!
//! Most nodes of a search lie three to five tricks before the end, where often one look at the
//! cards settles the question. Two looks are taken:
//!
//! - **Sure**: trumps above every trump of the other side win their tricks at any time. Their
//!   points are safe, and each of them takes a card from every opponent, so at least his cheapest.
//! - **Cash**: whoever leads may lead his winners one after the other: trumps first, then in every
//!   suit the cards above all others, as long as opponents who still have trumps must follow. If
//!   the winners of a suit outlast every other hand, its low cards win too. Opponents give at least
//!   their cheapest cards of the suit; a partner gives his dearest.

use super::moves::{cheapest, dearest};
use crate::cards::Rank;
use crate::search::layout::{Layout, above};

/// What the `count` cheapest of these cards count together.
#[inline(always)]
fn cheap_points(layout: &Layout, cards: u32, count: u32) -> i32 {
    cheap_for_each(layout, cards, (1 << count) - 1)
}

/// What the cheapest of these cards count together, one for each of `takers`.
#[inline(always)]
fn cheap_for_each(layout: &Layout, cards: u32, takers: u32) -> i32 {
    let low = layout.rank(Rank::Seven) | layout.rank(Rank::Eight) | layout.rank(Rank::Nine);
    // The takers are few, and mostly there are enough cards that count nothing.
    let (mut free, mut left, mut takers, mut points) = (cards & low, cards & !low, takers, 0);
    while takers != 0 {
        takers &= takers - 1;
        if free != 0 {
            free &= free - 1;
        } else if left != 0 {
            let card = cheapest(layout, left);
            left &= !card;
            points += layout.worth(card);
        } else {
            break;
        }
    }
    points
}

/// What the `count` dearest of these cards count together.
#[inline(always)]
fn dear_points(layout: &Layout, cards: u32, count: u32) -> i32 {
    if count >= cards.count_ones() {
        return layout.points(cards);
    }
    let (mut left, mut points) = (cards, 0);
    for _ in 0..count {
        let card = dearest(layout, left);
        left &= !card;
        points += layout.worth(card);
    }
    points
}

/// Points sure for the declarer and for the defenders, whoever leads.
#[inline(always)]
pub(super) fn sure(layout: &Layout, hands: &[u32; 3]) -> (i32, i32) {
    let trumps = layout.trumps();
    let (own, theirs) = (hands[0] & trumps, (hands[1] | hands[2]) & trumps);
    if own > theirs {
        let run = above(own, theirs);
        let given = cheap_for_each(layout, hands[1], run) + cheap_for_each(layout, hands[2], run);
        (layout.points(run) + given, 0)
    } else if theirs > own {
        let run = above(theirs, own);
        // Two of them may fall into one trick, but not two from the same hand.
        let tricks = (run & hands[1]).count_ones().max((run & hands[2]).count_ones());
        (0, layout.points(run) + cheap_points(layout, hands[0], tricks))
    } else {
        (0, 0)
    }
}

/// Points sure for the leader's side, of `points` in play.
pub(super) fn cash(layout: &Layout, hands: &[u32; 3], leader: usize, points: i32) -> i32 {
    let (tricks, sure) = winners(layout, hands, leader);
    if tricks == hands[leader].count_ones() { points } else { sure }
}

/// Whether the leader takes every trick by leading winners.
pub(super) fn cashes_all(layout: &Layout, hands: &[u32; 3], leader: usize) -> bool {
    winners(layout, hands, leader).0 == hands[leader].count_ones()
}

/// Tricks and points that the leader's side takes by leading winners one after the other.
#[inline(always)]
fn winners(layout: &Layout, hands: &[u32; 3], leader: usize) -> (u32, i32) {
    let trumps = layout.trumps();
    let own = hands[leader];
    let (foe, other, mate) = match leader {
        0 => (hands[1], hands[2], 0),
        _ => (hands[0], 0, hands[3 - leader]),
    };
    let run = above(own & trumps, (foe | other | mate) & trumps);
    let drawn = run.count_ones();
    let mut total = 0;
    if drawn > 0 {
        total = layout.points(run)
            + cheap_points(layout, foe & trumps, drawn)
            + cheap_points(layout, other & trumps, drawn)
            + dear_points(layout, mate & trumps, drawn);
    }
    let foe_ruffs = (foe & trumps).count_ones() > drawn;
    let other_ruffs = (other & trumps).count_ones() > drawn;
    let (mut plain, mut plain_points) = (0, 0);
    let mut left = own & !trumps;
    while left != 0 {
        let suit = layout.group(left);
        left &= !suit;
        let mut run = above(own & suit, (foe | other | mate) & suit);
        if run == 0 {
            continue;
        }
        let length = |hand: u32| (hand & suit).count_ones();
        let mut tricks = run.count_ones();
        if tricks >= length(foe).max(length(other)).max(length(mate)) {
            run = own & suit;
            tricks = run.count_ones();
        }
        if foe_ruffs {
            tricks = tricks.min(length(foe));
        }
        if other_ruffs {
            tricks = tricks.min(length(other));
        }
        plain += tricks;
        plain_points += dear_points(layout, run, tricks)
            + cheap_points(layout, foe & suit, tricks)
            + cheap_points(layout, other & suit, tricks)
            + dear_points(layout, mate & suit, tricks);
    }
    // A partner who has nothing but trumps left would have to ruff and be on lead himself.
    if (mate & trumps).count_ones() > drawn && (mate & !trumps).count_ones() < plain {
        (plain, plain_points) = (0, 0);
    }
    (drawn + plain, total + plain_points)
}
