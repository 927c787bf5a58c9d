//! Who sees what of a game: each move in the view of each receiver.

use super::course::Course;
use crate::archive::{DealtCards, Move, Record, RecordedResult};
use crate::rules::Seat;

/// Whose eyes look at a game.
///
/// ```
/// use kiebitz::{archive::DealtCards, net::view::Viewer, rules::Seat};
/// let deal: DealtCards = "HA.SK.SJ.SA.CQ.S8.C9.H7.H9.DQ.CJ.S9.DJ.S7.D9.SQ.C8.HQ.DK.CA.D8.D7.DT.CT.ST.C7.HK.DA.HT.HJ.H8.CK".parse().unwrap();
/// assert_eq!(Viewer::Seat(Seat::Forehand).deal(&deal).cards.iter().flatten().count(), 10);
/// assert_eq!(Viewer::Public.deal(&deal).cards.iter().flatten().count(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Anybody who watches.
    Public,
    /// The dealer at a table of four, and the record at the end.
    World,
}

impl Viewer {
    fn sees_cards_of(self, seat: Seat) -> bool {
        self == Viewer::World || self == Viewer::Seat(seat)
    }

    /// The deal in this view: only the own ten cards.
    #[must_use]
    pub fn deal(self, deal: &DealtCards) -> DealtCards {
        if self == Viewer::World {
            return deal.clone();
        }
        let own = |at: usize| Seat::from_index(at / 10).is_some_and(|seat| self == Viewer::Seat(seat));
        let cards = deal.cards.iter().enumerate().map(|(at, card)| card.filter(|_| own(at))).collect();
        DealtCards { cards, parted: true }
    }

    /// A move in this view; `declarer` is who plays alone, once that is known.
    #[must_use]
    pub fn of(self, one: &Move, declarer: Option<Seat>) -> Move {
        match one {
            Move::Skat(_) if declarer.is_some_and(|seat| self.sees_cards_of(seat)) => one.clone(),
            Move::Skat(_) => Move::Skat([None; 2]),
            Move::Declare(seat, contract, cards) => {
                let mut cards = cards.clone();
                let laid = if contract.is_hand() { 0 } else { 2 };
                if !self.sees_cards_of(*seat) {
                    cards.iter_mut().take(laid).for_each(|card| *card = None);
                }
                if !contract.is_ouvert() {
                    cards.truncate(laid);
                }
                Move::Declare(*seat, *contract, cards)
            }
            Move::Discard(seat, _) if !self.sees_cards_of(*seat) => Move::Discard(*seat, [None; 2]),
            Move::Show(seat, _) if self == Viewer::World => Move::Show(*seat, Vec::new()),
            _ => one.clone(),
        }
    }

    /// A game so far as a record in this view. Result and times are not known yet.
    #[must_use]
    pub fn record(self, course: &Course, names: &[String; 3]) -> Record {
        let owner = match self {
            Viewer::Seat(seat) => Some(seat.index().to_string()),
            Viewer::Public => Some("3".to_string()),
            Viewer::World => None,
        };
        let declarer = course.declarer();
        Record {
            place: Some(String::new()),
            comment: Some(String::new()),
            series: None,
            id: None,
            date: Some(String::new()),
            owner,
            players: names.clone().map(Some),
            ratings: [const { Some(String::new()) }; 3],
            others: Vec::new(),
            deal: self.deal(course.deal()),
            moves: course.moves().iter().map(|one| self.of(one, declarer)).collect(),
            result: RecordedResult::Unknown,
        }
    }
}

/// A move without who makes it.
#[must_use]
pub fn word(one: &Move) -> String {
    let text = one.to_string();
    text.split_once(' ').map_or(String::new(), |(_, word)| word.to_string())
}

/// Whether what somebody saw of a move can be this one.
#[must_use]
pub fn could_be(seen: &Move, full: &Move) -> bool {
    let same = |seen: &[Option<crate::cards::Card>], full: &[Option<crate::cards::Card>]| {
        seen.iter().zip(full).all(|(seen, full)| seen.is_none() || seen == full)
    };
    match (seen, full) {
        (Move::Skat(seen), Move::Skat(full)) => same(seen, full),
        (Move::Discard(a, seen), Move::Discard(b, full)) => a == b && same(seen, full),
        (Move::Declare(a, one, seen), Move::Declare(b, other, full)) => {
            let laid = if one.is_hand() { 0 } else { 2 };
            a == b && one == other && same(&seen[..laid.min(seen.len())], &full[..laid.min(full.len())])
        }
        // Records do not list the cards shown.
        (Move::Show(a, _), Move::Show(b, _)) => a == b,
        _ => seen == full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sees_what_he_may() {
        let shown = |viewer: Viewer, text: &str| {
            let deal = "HA.SK.SJ.SA.CQ.S8.C9.H7.H9.DQ.CJ.S9.DJ.S7.D9.SQ.C8.HQ.DK.CA.D8.D7.DT.CT.ST.C7.HK.DA.HT.HJ.H8.CK";
            let record = Record::parse(format!("(;MV[w {deal} {text} ];)").as_bytes()).unwrap();
            word(&viewer.of(&record.moves[0], Some(Seat::Forehand)))
        };
        let (me, other) = (Viewer::Seat(Seat::Forehand), Viewer::Seat(Seat::Rearhand));
        let open = "H7.H9.HA.S8.SA.SJ.SK.C9.CQ.DQ";
        for (text, own, others, world) in [
            ("w H8.CK", "H8.CK", "??.??", "H8.CK"),
            ("0 G.CJ.HK", "G.CJ.HK", "G.??.??", "G.CJ.HK"),
            ("0 GHS", "GHS", "GHS", "GHS"),
            ("0 CJ.HK", "CJ.HK", "??.??", "CJ.HK"),
            ("0 SC.CJ", "SC.CJ", "SC.CJ", "SC"),
            ("0 CJ", "CJ", "CJ", "CJ"),
            // A hand that a client appended to a closed game stays where it is.
            ("0 SHZ.CJ.SJ", "SHZ", "SHZ", "SHZ"),
            ("0 S.CJ.SJ.C7", "S.CJ.SJ", "S.??.??", "S.CJ.SJ"),
        ] {
            assert_eq!(shown(me, text), own);
            assert_eq!(shown(other, text), others);
            assert_eq!(shown(Viewer::Public, text), others);
            assert_eq!(shown(Viewer::World, text), world);
        }
        assert_eq!(shown(other, &format!("0 NO.H7.SA.{open}")), format!("NO.??.??.{open}"));
        assert_eq!(shown(Viewer::Public, &format!("0 GO.{open}")), format!("GO.{open}"));
    }

    #[test]
    fn a_deal_has_one_open_hand() {
        let all = crate::archive::random_record(&mut crate::cards::Dice::new(1), 1).deal;
        let seen = Viewer::Seat(Seat::Middlehand).deal(&all);
        assert_eq!(seen.to_string().len(), all.to_string().len());
        assert_eq!(seen.cards.iter().flatten().count(), 10);
        assert_eq!(seen.cards[10..20], all.cards[10..20]);
        assert_eq!(Viewer::Public.deal(&all).cards.iter().flatten().count(), 0);
    }
}
