//! The auction: who bids to whom, and who becomes the declarer.
//!
//! Middlehand bids to forehand, who holds or passes; then rearhand bids to whoever is left. If both
//! others passed without a number, forehand may still say one or throw the cards in.

use super::Seat;

/// One word of the bidding.
///
/// ```
/// use kiebitz::rules::{Auction, Call, Seat};
/// let mut auction = Auction::default();
/// assert_eq!(auction.turn(), Some(Seat::Middlehand));
/// assert!(auction.call(Call::Bid(18)) && auction.call(Call::Hold));
/// assert_eq!((auction.bid(), auction.turn()), (18, Some(Seat::Middlehand)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// A number.
    Bid(u16),
    /// "Yes."
    Hold,
    /// "Pass."
    Pass,
}

/// What is asked of the seat on turn.
///
/// ```
/// use kiebitz::rules::{Asked, Auction, Call};
/// let mut auction = Auction::default();
/// assert_eq!(auction.asked(), Asked::Number);
/// auction.call(Call::Bid(18));
/// assert_eq!(auction.asked(), Asked::Hold(18));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To say a number above the last one, or pass.
    Number,
    /// To hold this number, or pass.
    Hold(u16),
}

/// An auction as far as it has come.
///
/// ```
/// use kiebitz::rules::{Auction, Call, Seat};
/// let mut auction = Auction::default();
/// for call in [Call::Bid(18), Call::Hold, Call::Pass, Call::Pass] {
///     assert!(auction.call(call));
/// }
/// // Middlehand gave up at 18, rearhand said nothing: forehand plays for 18.
/// assert_eq!((auction.turn(), auction.winner(), auction.bid()), (None, Some(Seat::Forehand), 18));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Auction {
    calls: Vec<(Seat, Call)>,
    bid: u16,
    passed: [bool; 3],
    /// Whether the last number waits for an answer.
    open: bool,
}

impl Auction {
    /// What was said, in order.
    #[must_use]
    pub fn calls(&self) -> &[(Seat, Call)] {
        &self.calls
    }

    /// The last number said; 0 before the first.
    #[must_use]
    pub fn bid(&self) -> u16 {
        self.bid
    }

    /// Whether the seat has passed.
    #[must_use]
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.passed[seat.index()]
    }

    /// The highest number the seat has said or held; 0 if none.
    #[must_use]
    pub fn highest_of(&self, seat: Seat) -> u16 {
        let mut bid = 0;
        let mut highest = 0;
        for &(caller, call) in &self.calls {
            if let Call::Bid(number) = call {
                bid = number;
            }
            if caller == seat && call != Call::Pass {
                highest = bid;
            }
        }
        highest
    }

    /// Who bids and who answers now.
    fn pair(&self) -> Option<(Seat, Seat)> {
        use Seat::{Forehand, Middlehand, Rearhand};
        match self.passed {
            [false, false, _] => Some((Middlehand, Forehand)),
            [false, true, false] => Some((Rearhand, Forehand)),
            [true, false, false] => Some((Rearhand, Middlehand)),
            _ => None,
        }
    }

    /// Who speaks next; `None` when the auction is over.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        match self.pair() {
            Some((_, hearer)) if self.open => Some(hearer),
            Some((speaker, _)) => Some(speaker),
            // Forehand is left and nobody has said a number.
            None if self.passed == [false, true, true] && self.bid == 0 => Some(Seat::Forehand),
            None => None,
        }
    }

    /// What the seat on turn is asked.
    #[must_use]
    pub fn asked(&self) -> Asked {
        if self.open { Asked::Hold(self.bid) } else { Asked::Number }
    }

    /// Books a word of the seat on turn; false, and nothing changes, if it is not allowed now.
    pub fn call(&mut self, call: Call) -> bool {
        let Some(seat) = self.turn() else { return false };
        match (call, self.asked()) {
            (Call::Bid(number), Asked::Number) if number > self.bid && number >= 18 => {
                self.bid = number;
                self.open = self.pair().is_some();
            }
            (Call::Hold, Asked::Hold(_)) => self.open = false,
            (Call::Pass, _) => {
                self.passed[seat.index()] = true;
                self.open = false;
            }
            _ => return false,
        }
        self.calls.push((seat, call));
        true
    }

    /// Who plays alone, once the auction is over and not everybody passed.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        if self.turn().is_some() || self.bid == 0 {
            return None;
        }
        Seat::ALL.into_iter().find(|&seat| !self.has_passed(seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auction(calls: &[Call]) -> Auction {
        let mut auction = Auction::default();
        for &call in calls {
            assert!(auction.call(call), "{call:?} after {auction:?}");
        }
        auction
    }

    #[test]
    fn the_order_of_speaking() {
        use Call::{Bid, Hold, Pass};
        use Seat::{Forehand, Middlehand, Rearhand};
        let said = auction(&[Bid(18), Hold, Bid(20), Pass, Bid(22), Hold, Pass]);
        let seats: Vec<Seat> = said.calls().iter().map(|&(seat, _)| seat).collect();
        let order = [Middlehand, Forehand, Middlehand, Forehand, Rearhand, Middlehand, Rearhand];
        assert_eq!(seats, order);
        assert_eq!((said.winner(), said.bid()), (Some(Middlehand), 22));
        assert_eq!(Seat::ALL.map(|seat| said.highest_of(seat)), [18, 22, 22]);
        assert_eq!(auction(&[Pass, Pass, Pass]).winner(), None);
        assert_eq!(auction(&[Pass, Pass, Pass]).turn(), None);
        let late = auction(&[Pass, Pass, Bid(18)]);
        assert_eq!((late.winner(), late.turn()), (Some(Forehand), None));
        assert_eq!(auction(&[Pass, Bid(18), Pass]).winner(), Some(Rearhand));
    }

    #[test]
    fn what_is_not_allowed_changes_nothing() {
        let mut said = auction(&[Call::Bid(20)]);
        let before = said.clone();
        assert!(!said.call(Call::Bid(22)));
        assert_eq!(said, before);
        assert!(said.call(Call::Hold));
        assert!(!said.call(Call::Hold) && !said.call(Call::Bid(20)));
    }
}
