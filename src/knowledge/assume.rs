//! What is plausible but not certain.
//!
//! Good players do not lay away jacks or aces, and in the third place of a trick they give a
//! partner's trick the most and an opponent's the least. A search may lean on that if it says so:
//! each assumption has a name, is switched on by itself, and stays with the knowledge it shaped.
//! An assumption that contradicts what is certain is left out.

use super::Knowledge;
use crate::cards::{Cards, Rank};
use crate::deal::{Place, Play, Position};
use crate::rules::Seat;
use std::fmt;

/// A named assumption.
///
/// ```
/// use kiebitz::{deal::Position, knowledge::{Assumption, Knowledge}, rules::Seat};
/// let line = "contract=G declarer=F M=C7.C8.C9.S7.S8.S9.H7.H8.H9.D7 view=M";
/// let position: Position = line.parse().unwrap();
/// let known = Knowledge::of(&position, Seat::Middlehand).unwrap();
/// let fewer = known.clone().assuming(&position, &[Assumption::NoAceDiscarded]);
/// assert!(fewer.count() < known.count());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Assumption {
    /// The declarer laid away no trump.
    NoTrumpDiscarded,
    /// The declarer laid away no ace.
    NoAceDiscarded,
    /// A defender who followed last to his partner's trick gave the most he could.
    MostToPartner,
    /// A player who followed last to the other side's trick gave the least he could.
    LeastToOpponent,
}

impl Assumption {
    /// All of them.
    pub const ALL: [Assumption; 4] = [
        Assumption::NoTrumpDiscarded,
        Assumption::NoAceDiscarded,
        Assumption::MostToPartner,
        Assumption::LeastToOpponent,
    ];
}

/// The name used in answers: `no-trump-discarded`, …
impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Assumption::NoTrumpDiscarded => "no-trump-discarded",
            Assumption::NoAceDiscarded => "no-ace-discarded",
            Assumption::MostToPartner => "most-to-partner",
            Assumption::LeastToOpponent => "least-to-opponent",
        })
    }
}

impl Knowledge {
    /// The knowledge under further assumptions. Those that contradict what is certain, or one
    /// another, are left out; [`Knowledge::assumptions`] tells which were taken.
    #[must_use]
    pub fn assuming(mut self, position: &Position, assumptions: &[Assumption]) -> Knowledge {
        for &assumption in assumptions {
            let mut places = self.places;
            for (cards, place) in excluded(position, &self, assumption) {
                places.exclude(cards, place);
            }
            if places != self.places && self.splits.is_possible(&places, self.places.cards()) {
                self.splits.settle(&mut places);
                self.places = places;
                self.assumptions.push(assumption);
            }
        }
        self
    }
}

/// The cards that the assumption takes away, and from where.
fn excluded(position: &Position, knowledge: &Knowledge, assumption: Assumption) -> Vec<(Cards, Place)> {
    // In a hand game nobody discarded anything.
    let discarded = !position.contract().is_hand() && knowledge.viewer() != position.declarer();
    match assumption {
        Assumption::NoTrumpDiscarded if discarded => vec![(position.game().trumps(), Place::Skat)],
        Assumption::NoAceDiscarded if discarded => vec![(Cards::rank(Rank::Ace), Place::Skat)],
        Assumption::MostToPartner => thirds(position, knowledge, |last, winner| {
            let declarer = position.declarer();
            winner != declarer && winner != last.seat && last.seat != declarer
        })
        .map(|(play, group)| (worth(group, |points| points > play.card.points()), Place::Hand(play.seat)))
        .collect(),
        Assumption::LeastToOpponent => thirds(position, knowledge, |last, winner| {
            winner.side(position.declarer()) != last.seat.side(position.declarer())
        })
        .map(|(play, group)| (worth(group, |points| points < play.card.points()), Place::Hand(play.seat)))
        .collect(),
        _ => Vec::new(),
    }
}

fn worth(cards: Cards, wanted: impl Fn(u8) -> bool) -> Cards {
    cards.iter().filter(|card| wanted(card.points())).collect()
}

/// The last cards of finished tricks that followed what was led, played by somebody else than the
/// viewer, where `counts` holds of the card and the trick's winner. With each the group led.
fn thirds(
    position: &Position,
    knowledge: &Knowledge,
    counts: impl Fn(Play, Seat) -> bool,
) -> impl Iterator<Item = (Play, Cards)> {
    let game = position.game();
    let viewer = knowledge.viewer();
    position.tricks().filter_map(move |trick| {
        let &[lead, middle, last] = trick else { return None };
        let winner = trick[game.trick_winner([lead.card, middle.card, last.card])].seat;
        let group = game.group(lead.card);
        let follows = group.has(last.card) && last.seat != viewer;
        (follows && counts(last, winner)).then_some((last, group))
    })
}
