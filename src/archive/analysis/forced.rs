//! Forced wins through the game: since when a side had one, whether it was kept, where it was lost.

use super::card::CardAnalysis;
use crate::rules::{Seat, Side};

/// A stretch of the game in which one player had a forced win from his own knowledge.
///
/// ```
/// use kiebitz::archive::analysis::{Forced, Stretch};
/// use kiebitz::rules::Seat;
/// let stretch = Stretch { seat: Seat::Forehand, from: 3, lost: Some(9) };
/// assert_eq!(Forced { stretches: vec![stretch], missed: Some(true) }.first(), Some(stretch));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Whose knowledge.
    pub seat: Seat,
    /// The card before which it was there, from 0; he was on turn. The number of cards played if he
    /// had it only at the end, when the game was given up.
    pub from: usize,
    /// The card of his that threw it away; the number of cards played if his side gave up with it.
    /// `None` if it was kept.
    pub lost: Option<usize>,
}

/// The forced wins of one side.
///
/// ```
/// use kiebitz::archive::analysis::{Forced, Stretch};
/// use kiebitz::rules::Seat;
/// // One defender lost his forced win with card 9, when his partner had one as well.
/// let stretches = vec![
///     Stretch { seat: Seat::Forehand, from: 3, lost: Some(9) },
///     Stretch { seat: Seat::Middlehand, from: 7, lost: None },
/// ];
/// let forced = Forced { stretches, missed: Some(false) };
/// assert_eq!((forced.lost(), forced.kept()), (None, true));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forced {
    /// All stretches, in the order in which they began.
    pub stretches: Vec<Stretch>,
    /// Whether the side had a forced win and did not win the game; `None` without a result.
    pub missed: Option<bool>,
}

impl Forced {
    /// The forced wins of a side. `at_end` tells for each player of the side that gave the game up what
    /// he could force then; `won` who won.
    pub(super) fn of(
        side: Side,
        cards: &[CardAnalysis],
        at_end: &[(Seat, Option<bool>)],
        declarer_won: Option<bool>,
    ) -> Forced {
        let mut stretches = Vec::new();
        for seat in Seat::ALL {
            let mut open: Option<usize> = None;
            for card in cards.iter().filter(|card| card.side == side && card.seat == seat) {
                let [before, after] = card.own.map(|sure| sure.win);
                if before == Some(true) {
                    open.get_or_insert(card.number);
                }
                if after == Some(false)
                    && let Some(from) = open.take()
                {
                    stretches.push(Stretch { seat, from, lost: Some(card.number) });
                }
            }
            let gave_up = at_end.iter().find(|(other, _)| *other == seat).map(|(_, sure)| *sure);
            match (open, gave_up) {
                (Some(from), None) => stretches.push(Stretch { seat, from, lost: None }),
                (Some(from), Some(_)) => stretches.push(Stretch { seat, from, lost: Some(cards.len()) }),
                (None, Some(Some(true))) => {
                    stretches.push(Stretch { seat, from: cards.len(), lost: Some(cards.len()) });
                }
                _ => {}
            }
        }
        stretches.sort_by_key(|stretch| (stretch.from, stretch.seat));
        let had = !stretches.is_empty();
        let missed = declarer_won.map(|won| had && won != (side == Side::Declarer));
        Forced { stretches, missed }
    }

    /// The first moment at which the side had a forced win.
    #[must_use]
    pub fn first(&self) -> Option<Stretch> {
        self.stretches.first().copied()
    }

    /// The card at which the side first had a forced win no more: none of its players had one left.
    #[must_use]
    pub fn lost(&self) -> Option<usize> {
        let covered = |card: usize| {
            self.stretches.iter().any(|other| other.from <= card && other.lost.is_none_or(|lost| lost > card))
        };
        let mut losses: Vec<usize> = self.stretches.iter().filter_map(|stretch| stretch.lost).collect();
        losses.sort_unstable();
        losses.into_iter().find(|&card| !covered(card))
    }

    /// Whether the side had a forced win and never lost it.
    #[must_use]
    pub fn kept(&self) -> bool {
        !self.stretches.is_empty() && self.lost().is_none()
    }
}
