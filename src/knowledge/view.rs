//! From a position and a seat to what that seat knows.

use super::Assumption;
use crate::cards::Cards;
use crate::deal::{Place, Places, Position, Splits};
use crate::rules::Seat;

/// What one seat knows at this point of the game.
///
/// ```
/// use kiebitz::{deal::Position, knowledge::Knowledge, rules::Seat};
/// let line = "contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9 played=DA";
/// let position: Position = line.parse().unwrap();
/// let knowledge = Knowledge::of(&position, Seat::Middlehand).unwrap();
/// // Nineteen cards are left for nine in forehand and ten in rearhand.
/// assert_eq!(knowledge.count(), 92_378);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge {
    viewer: Seat,
    declarer: Seat,
    /// Where every card is or may be that has not been played, the viewer's own included.
    pub(super) places: Places,
    /// How suits are known to be split between the defenders.
    pub(super) splits: Splits,
    seen: Cards,
    pub(super) assumptions: Vec<Assumption>,
}

/// Why a seat's knowledge cannot be worked out.
///
/// ```
/// use kiebitz::{deal::Position, knowledge::{Knowledge, KnowledgeError}, rules::Seat};
/// let position: Position = "contract=G declarer=F".parse().unwrap();
/// let error = Knowledge::of(&position, Seat::Forehand).unwrap_err();
/// assert_eq!(error, KnowledgeError::OwnHand(Seat::Forehand));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KnowledgeError {
    /// The viewer's own cards are not given.
    #[error("the hand of {0} must be given in full: it is his view")]
    OwnHand(Seat),
}

impl Knowledge {
    /// What the seat can know: its hand, its rightful knowledge of the skat, an open hand, what
    /// play has shown, and what the position states as known. Other hands inform nobody.
    ///
    /// # Errors
    /// If the seat's own hand is not known in full.
    pub fn of(position: &Position, viewer: Seat) -> Result<Knowledge, KnowledgeError> {
        let declarer = position.declarer();
        if !position.is_known(viewer) {
            return Err(KnowledgeError::OwnHand(viewer));
        }
        let mut places = position.public_places();
        places.fix(position.start_hand(viewer), Place::Hand(viewer));
        let mut seen = position.start_hand(viewer);
        if position.contract().is_ouvert() && position.is_known(declarer) {
            places.fix(position.start_hand(declarer), Place::Hand(declarer));
            seen |= position.start_hand(declarer);
        }
        // A declarer who took the skat knows it, if the position tells it; else nobody does.
        if viewer == declarer && !position.contract().is_hand() && position.skat().len() == 2 {
            places.fix(position.skat(), Place::Skat);
            seen |= position.skat();
        }
        let start = position.start();
        for (place, holding) in
            Place::ALL.into_iter().zip(start.hands.0.iter().chain(std::iter::once(&start.skat)))
        {
            if holding.more {
                places.fix(holding.set(), place);
            }
        }
        let splits = settle(position, &mut places);
        seen &= places.cards();
        Ok(Knowledge { viewer, declarer, places, splits, seen, assumptions: Vec::new() })
    }

    /// What everything given tells, hands and skat as far as they are named: nobody's view, but the
    /// question "how may the other cards lie?". The declarer stands for the viewer.
    #[must_use]
    pub fn given(position: &Position) -> Knowledge {
        let declarer = position.declarer();
        let mut places = position.public_places();
        let mut seen = Cards::NONE;
        let start = position.start();
        for (place, holding) in
            Place::ALL.into_iter().zip(start.hands.0.iter().chain(std::iter::once(&start.skat)))
        {
            places.fix(holding.set(), place);
            seen |= holding.set();
        }
        let splits = settle(position, &mut places);
        seen &= places.cards();
        Knowledge { viewer: declarer, declarer, places, splits, seen, assumptions: Vec::new() }
    }

    /// Whose knowledge it is.
    #[must_use]
    pub fn viewer(&self) -> Seat {
        self.viewer
    }

    /// The declarer.
    #[must_use]
    pub fn declarer(&self) -> Seat {
        self.declarer
    }

    /// Where each card may be.
    #[must_use]
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// How suits are known to be split between the defenders: what the places alone do not tell.
    #[must_use]
    pub fn splits(&self) -> &Splits {
        &self.splits
    }

    /// The cards the viewer has before his eyes and that are still in play or in the skat.
    #[must_use]
    pub fn seen(&self) -> Cards {
        self.seen
    }

    /// The cards he does not see, whether or not he can tell where they are.
    #[must_use]
    pub fn unseen(&self) -> Cards {
        self.places.cards() - self.seen
    }

    /// The assumptions it rests on beyond the rules.
    #[must_use]
    pub fn assumptions(&self) -> &[Assumption] {
        &self.assumptions
    }

    /// The cards that must be in this place.
    #[must_use]
    pub fn fixed(&self, place: Place) -> Cards {
        self.places.fixed(place)
    }

    fn others(&self) -> [Place; 2] {
        [self.viewer.next(), self.viewer.after(2)].map(Place::Hand)
    }

    /// The cards that may be in either of the other two hands.
    #[must_use]
    pub fn pool(&self) -> Cards {
        let [a, b] = self.others();
        self.places.may(a) & self.places.may(b)
    }

    /// The cards that another seat or the skat holds, but not the third hand.
    #[must_use]
    pub fn hand_or_skat(&self, seat: Seat) -> Cards {
        let third = self.others().into_iter().filter(|&place| place != Place::Hand(seat));
        let third = third.fold(Cards::NONE, |cards, place| cards | self.places.may(place));
        (self.places.may(Place::Hand(seat)) & self.places.may(Place::Skat)) - third
    }

    /// For a defender: the cards that the declarer or the skat holds.
    #[must_use]
    pub fn declarer_or_skat(&self) -> Cards {
        if self.viewer == self.declarer { Cards::NONE } else { self.hand_or_skat(self.declarer) }
    }

    /// For a defender: the cards that his partner or the skat holds.
    #[must_use]
    pub fn partner_or_skat(&self) -> Cards {
        match self.partner() {
            Some(partner) => self.hand_or_skat(partner),
            None => Cards::NONE,
        }
    }

    /// A defender's partner.
    #[must_use]
    pub fn partner(&self) -> Option<Seat> {
        let third = Seat::ALL.into_iter().find(|&seat| seat != self.viewer && seat != self.declarer);
        third.filter(|_| self.viewer != self.declarer)
    }

    /// The cards still in play that cannot be in the skat.
    #[must_use]
    pub fn no_skat(&self) -> Cards {
        self.places.cards() - self.places.may(Place::Skat)
    }
}

/// Carries every consequence through and takes the cards that were played; what is left of the splits.
fn settle(position: &Position, places: &mut Places) -> Splits {
    let mut splits = position.splits();
    splits.settle(places);
    for seat in Seat::ALL {
        places.take(position.played_by(seat), Place::Hand(seat));
        splits.take(position.played_by(seat), seat);
    }
    splits
}
