//! One deal with all cards seen, the viewer alone against both others.
//!
//! For a declarer that is the open-card search; for a defender it is not, since his partner plays against him. A
//! deal that is lost so is lost for every strategy, and once the viewer has no choice left it is won exactly if
//! it is won so.

use super::aim::{Aim, Hands, Spot};
use crate::search::layout::lowest;
use crate::search::limits::Watch;
use crate::search::open::{self, OpenState};

/// Entries of the table; a power of two.
const ENTRIES: usize = 1 << 16;
/// From how many of the viewer's cards on the open-card search is quicker.
const FOR_OPEN_SEARCH: u32 = 3;
/// Answers that are remembered whole, also in the middle of a trick; a power of two.
const ANSWERS: usize = 1 << 17;

/// What is known of the units still to come.
#[derive(Clone, Copy, Default)]
struct Entry {
    hands: [u32; 3],
    /// Leader and declarer; 0 marks an empty entry.
    tag: u32,
    /// The counted side gets at least so many.
    low: i16,
    /// And at most so many.
    high: i16,
}

/// What is known of one deal at one point of the play. A search asks again about the same deal at the same point with
/// other deals beside it, so that remembering pays even where the answer is quickly found.
#[derive(Clone, Copy, Default)]
struct Answer {
    key: u64,
    low: i16,
    high: i16,
}

/// Solves single deals.
pub(super) struct Alone {
    open: open::Solver,
    table: Vec<Entry>,
    answers: Vec<Answer>,
    /// Tells what was remembered before it was cleared apart.
    age: u64,
}

impl std::fmt::Debug for Alone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Alone").finish_non_exhaustive()
    }
}

impl Alone {
    pub(super) fn new(megabytes: usize) -> Alone {
        Alone {
            open: open::Solver::with_table(megabytes),
            table: vec![Entry::default(); ENTRIES],
            answers: vec![Answer::default(); ANSWERS],
            age: 1,
        }
    }

    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.table.fill(Entry::default());
        self.age += 1;
    }

    /// What all deals of a point of the play have in common, for [`Alone::wins_at`].
    pub(super) fn at(&self, aim: &Aim, spot: &Spot) -> u64 {
        let kind = layout_tag(aim) << 8 | u32::from(aim.tricks) << 7 | (aim.declarer as u32) << 5;
        let kind = kind | (spot.leader as u32) << 2 | spot.count as u32;
        let a = mix(u64::from(spot.hand) << 32 | u64::from(kind));
        let b = mix(u64::from(spot.table[0]) << 32 | u64::from(spot.table[1]));
        mix(a ^ b.rotate_left(21) ^ self.age.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Whether the viewer has his way in this deal. Means nothing once the watch has stopped.
    #[inline]
    pub(super) fn wins_at(
        &mut self,
        at: u64,
        (aim, spot): (&Aim, &Spot),
        hands: &Hands,
        watch: &mut Watch,
    ) -> bool {
        if let Some(won) = spot.over(aim) {
            return won;
        }
        let key = mix(at ^ mix(u64::from(hands.left) << 32 | u64::from(hands.right)));
        let place = key as usize & (ANSWERS - 1);
        let Answer { key: known, mut low, mut high } = self.answers[place];
        if known != key {
            (low, high) = (0, i16::MAX);
        } else if i32::from(low) >= spot.units {
            return aim.viewer_wants;
        } else if i32::from(high) < spot.units {
            return !aim.viewer_wants;
        }
        let won = self.wins(aim, spot, hands, watch);
        if watch.is_stopped() {
            return won;
        }
        if won == aim.viewer_wants {
            low = spot.units as i16;
        } else {
            high = spot.units as i16 - 1;
        }
        self.answers[place] = Answer { key, low, high };
        won
    }

    /// Whether the viewer has his way in this deal. Means nothing once the watch has stopped.
    pub(super) fn wins(&mut self, aim: &Aim, spot: &Spot, hands: &Hands, watch: &mut Watch) -> bool {
        if let Some(won) = spot.over(aim) {
            return won;
        }
        if aim.declarer == 0 && (!aim.tricks || aim.counted[0]) && spot.hand.count_ones() >= FOR_OPEN_SEARCH {
            let all = [spot.hand, hands.left, hands.right];
            let state = OpenState::with_trick(all, spot.leader, &spot.table[..spot.count]);
            // What the defenders may not reach, the declarer must not leave.
            let need = state.points(aim.layout) - spot.units + 1;
            return self.open.holds(aim.game, &state, need, watch) == Some(true);
        }
        self.reaches(aim, spot, hands, watch) == aim.viewer_wants
    }

    /// Whether the counted side gets the units it still needs.
    fn reaches(&mut self, aim: &Aim, spot: &Spot, hands: &Hands, watch: &mut Watch) -> bool {
        if spot.units <= 0 {
            return true;
        }
        if spot.count > 0 {
            return self.choose(aim, spot, hands, watch);
        }
        let all = spot.hand | hands.left | hands.right;
        if all == 0 || !aim.tricks && aim.layout.points(all) < spot.units {
            return false;
        }
        watch.count(1);
        if watch.must_stop() {
            return false;
        }
        if spot.hand.count_ones() == 1 {
            return self.choose(aim, spot, hands, watch);
        }
        let tag = 1
            + spot.leader as u32
            + 3 * aim.declarer as u32
            + 9 * u32::from(aim.tricks)
            + 32 * layout_tag(aim);
        let key = [spot.hand, hands.left, hands.right];
        let at = place(key, tag);
        let entry = self.table[at];
        let (mut low, mut high) = (0, i16::MAX);
        if entry.hands == key && entry.tag == tag {
            (low, high) = (entry.low, entry.high);
            if i32::from(low) >= spot.units {
                return true;
            }
            if i32::from(high) < spot.units {
                return false;
            }
        }
        let found = self.choose(aim, spot, hands, watch);
        if watch.is_stopped() {
            return false;
        }
        if found {
            low = spot.units as i16;
        } else {
            high = spot.units as i16 - 1;
        }
        self.table[at] = Entry { hands: key, tag, low, high };
        found
    }

    fn choose(&mut self, aim: &Aim, spot: &Spot, hands: &Hands, watch: &mut Watch) -> bool {
        let seat = spot.turn();
        let hand = if seat == 0 { spot.hand } else { hands.of(seat) };
        let others = (spot.hand | hands.left | hands.right) & !hand | spot.winning(aim);
        let wants = (seat == 0) == aim.viewer_wants;
        let mut left = aim.distinct(spot.legal(hand, aim), others);
        while left != 0 {
            let card = if wants == aim.counted[seat] && !aim.tricks {
                crate::search::layout::highest(left)
            } else {
                lowest(left)
            };
            left &= !card;
            let next = spot.after(card, aim);
            let hands = if seat == 0 { *hands } else { hands.without(seat, card) };
            if self.reaches(aim, &next, &hands, watch) == wants {
                return wants;
            }
        }
        !wants
    }
}

fn layout_tag(aim: &Aim) -> u32 {
    match aim.game {
        crate::rules::Game::Suit(_) => 0,
        crate::rules::Game::Grand => 1,
        crate::rules::Game::Null => 2,
    }
}

#[inline(always)]
fn mix(value: u64) -> u64 {
    let a = (value ^ value >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    a ^ a >> 32
}

fn place(key: [u32; 3], tag: u32) -> usize {
    let a = u64::from(key[0]) << 32 | u64::from(key[1]);
    let b = u64::from(key[2]) << 32 | u64::from(tag);
    let mixed =
        (a ^ b.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b.wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed >> 40) as usize & (ENTRIES - 1)
}
