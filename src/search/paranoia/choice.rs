//! Which of the cards that may be played need to be looked at.
//!
//! Two cards of a group are *neighbours* if no card still in play stands between them; the card that
//! wins the trick on the table is in play, beaten ones are not. After the trick neighbours differ
//! only in name and in what they count. So if one hand holds both, it is the same which of them
//! falls if they count the same; and if they count differently but it is certain which side gets
//! the trick, that side gives the dearer one and the other side the cheaper one: the difference in
//! points is certain now and uncertain later.
//!
//! For hidden cards the same exchange holds between two cards *a* and *b* if playing *a* leaves the
//! adversaries at least the worlds that playing *b* leaves them, that is if *a* may be in no place
//! in which *b* may not be. (A card known to be in a hand goes before one that may be.)
//!
//! **The trap.** While the other adversary has still to play to the trick he may hold the second of
//! the two, and if they may win the trick, it matters which is the higher. Then *a* stands for *b*
//! only if *a* cannot be with that other adversary. But of three neighbours alike the middle one offers
//! him both: one above it and one below.

use super::hidden::Hidden;
use super::ideas::Ideas;
use super::search::{Search, Trick};
use crate::search::layout::{highest, index, lowest};
use crate::search::trace::Recorder;

/// All bits below a card and the card itself.
#[inline(always)]
fn up_to(card: u32) -> u32 {
    card | (card - 1)
}

impl<R: Recorder> Search<'_, R> {
    /// Which side's trick it is for certain once this seat plays the card: whether it counts.
    pub(super) fn certain(
        &self,
        card: u32,
        hand: u32,
        hidden: &Hidden,
        trick: &Trick,
        seat: usize,
    ) -> Option<bool> {
        let layout = self.task.layout;
        let (winner, holder, led) = if trick.count == 0 {
            (card, seat, layout.group(card))
        } else if layout.beaters(trick.winner) & card != 0 {
            (card, seat, trick.led)
        } else {
            (trick.winner, trick.holder, trick.led)
        };
        let counts = self.task.counted[holder];
        let beaters = layout.beaters(winner);
        let mut later = seat;
        for _ in trick.count + 1..3 {
            later = (later + 1) % 3;
            if self.task.counted[later] == counts {
                continue;
            }
            let could = if later == 0 { layout.follow(hand, led) } else { hidden.may[later - 1] & !card };
            if could & beaters != 0 {
                return None;
            }
        }
        Some(counts)
    }

    /// The neighbour above a card among the cards of `in_play`, if there is one.
    #[inline(always)]
    fn next_up(&self, card: u32, in_play: u32) -> u32 {
        lowest(in_play & self.task.layout.group(card) & !up_to(card))
    }

    /// The cards of the viewer that need to be looked at.
    pub(super) fn own_choice(
        &self,
        legal: u32,
        hand: u32,
        hidden: &Hidden,
        trick: &Trick,
        wants: bool,
    ) -> u32 {
        if legal & (legal - 1) == 0 {
            return legal;
        }
        let choice =
            if self.is_null_declarer() && trick.count > 0 { self.under(legal, trick) } else { legal };
        if !self.ideas.has(Ideas::OWN) {
            return choice;
        }
        let in_play = hand | hidden.all() | trick.winner;
        let mut dropped = 0;
        let mut left = choice;
        while left != 0 {
            let low = lowest(left);
            left &= left - 1;
            let high = self.next_up(low, in_play);
            if high & choice == 0 {
                continue;
            }
            let (cheap, dear) = (self.task.worth(low), self.task.worth(high));
            if cheap == dear {
                dropped |= low;
            } else if self.ideas.has(Ideas::CERTAIN)
                && let Some(counts) = self.certain(low, hand, hidden, trick, 0)
            {
                dropped |= if (counts == wants) == (dear > cheap) { low } else { high };
            }
        }
        choice & !dropped
    }

    /// The cards of a hidden hand that need to be looked at.
    pub(super) fn hidden_choice(
        &self,
        legal: u32,
        hand: u32,
        hidden: &Hidden,
        trick: &Trick,
        seat: usize,
        wants: bool,
    ) -> u32 {
        if !self.ideas.has(Ideas::HIDDEN) || legal == 0 || legal & (legal - 1) == 0 {
            return legal;
        }
        let other = 3 - seat;
        let other_place = 1 << (other - 1);
        // In the order of play the right hand comes after the left one, and before it across the viewer.
        let other_is_later = trick.count + 1 < 3 && ((seat == 1) || trick.count == 0);
        let in_play = hand | hidden.all() | trick.winner;
        let mut dropped = 0;
        let mut linked = 0;
        let mut left = legal;
        while left != 0 {
            let low = lowest(left);
            left &= left - 1;
            let high = self.next_up(low, in_play);
            if high & legal == 0 {
                continue;
            }
            let (low_places, high_places) = (hidden.places(low), hidden.places(high));
            let may_win = trick.count == 0 || self.task.layout.beaters(trick.winner) & low != 0;
            let trap = other_is_later && may_win;
            let trapped = |places: u32| trap && places & other_place != 0;
            let mut low_stands = low_places & !high_places == 0 && !trapped(low_places);
            let mut high_stands = high_places & !low_places == 0 && !trapped(high_places);
            let (cheap, dear) = (self.task.worth(low), self.task.worth(high));
            if cheap == dear && low_places == high_places && trapped(low_places) {
                linked |= low;
            }
            if !low_stands && !high_stands {
                continue;
            }
            if cheap != dear {
                if !self.ideas.has(Ideas::CERTAIN) {
                    continue;
                }
                let Some(counts) = self.certain(low, hand, hidden, trick, seat) else { continue };
                if (counts == wants) == (dear > cheap) {
                    low_stands = false;
                } else {
                    high_stands = false;
                }
            }
            if high_stands {
                dropped |= low;
            } else if low_stands {
                dropped |= high;
            }
        }
        if self.ideas.has(Ideas::MIDDLE) {
            dropped |= self.outer(linked, in_play, dropped);
        }
        legal & !dropped
    }

    /// Of runs of three or more neighbours alike, each linked to the one above it, all but the second.
    fn outer(&self, linked: u32, in_play: u32, dropped: u32) -> u32 {
        let mut outer = 0;
        let mut left = linked;
        while left != 0 {
            let first = lowest(left);
            let (mut run, mut last, mut length) = (first, first, 1);
            while last & linked != 0 {
                left &= !last;
                last = self.next_up(last, in_play);
                run |= last;
                length += 1;
            }
            if length >= 3 && run & dropped == 0 {
                outer |= run & !self.next_up(first, in_play);
            }
        }
        outer
    }

    /// Whether the viewer is the declarer of a Null game.
    #[inline(always)]
    pub(super) fn is_null_declarer(&self) -> bool {
        !self.task.has_trumps() && self.task.counted[0] && !self.task.viewer_wants
    }

    /// Null declarer: a lower card of a suit stays under whatever a higher one stays under. So of
    /// the cards that lie under the trick, and of a suit thrown off, the highest goes.
    fn under(&self, legal: u32, trick: &Trick) -> u32 {
        if !self.ideas.has(Ideas::UNDER) {
            return legal;
        }
        if legal & trick.led != 0 {
            let below = legal & (trick.winner - 1);
            return if below == 0 { legal } else { (legal & !below) | highest(below) };
        }
        let suits = self.task.groups().iter().map(|&suit| legal & suit);
        suits.filter(|&cards| cards != 0).fold(0, |choice, cards| choice | highest(cards))
    }

    /// What is gained by playing the card now, roughly: the order in which cards are tried.
    pub(super) fn promise(
        &self,
        card: u32,
        not_following: bool,
        hand: u32,
        hidden: &Hidden,
        trick: &Trick,
    ) -> i32 {
        let seat = trick.turn();
        let wants = (seat == 0) == self.task.viewer_wants;
        let certain = self.certain(card, hand, hidden, trick, seat).map(|counts| counts == wants);
        let group = self.task.layout.group(card);
        let unseen = (hidden.all() & group).count_ones() as i32;
        if !self.task.has_trumps() {
            let rank = index(card) as i32 % 8;
            let own = hand & group;
            if seat != 0 && trick.count == 0 {
                // Attack where the declarer has cards, and get under them.
                let below = (own & (card - 1)).count_ones() as i32;
                return if own == 0 { -50 } else { 20 - 10 * below - rank + own.count_ones() as i32 };
            }
            let sure = certain.map_or(0, |good| if good { 100 } else { -100 });
            let place = match (seat, trick.count) {
                (0, 0) => 2 * unseen - rank,
                (0, _) => 3 * rank - unseen,
                _ if not_following => 10 - 3 * own.count_ones() as i32 + rank,
                _ => rank,
            };
            return sure + place;
        }
        let worth = self.task.worth(card);
        // Lead the suit with the fewest replies; a card that shows a void promises more.
        let replies = if trick.count == 0 { unseen } else { 0 };
        let gain = 4 * (worth + self.task.points(trick.cards));
        match certain {
            Some(true) => 200 + gain - replies + if not_following { 20 } else { 0 },
            Some(false) => -gain - replies + if not_following { 20 } else { 0 },
            None => 100 - 2 * worth - replies + if not_following { 10 } else { 0 },
        }
    }
}
