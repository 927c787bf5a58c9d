//! A full deal: ten cards for each seat and two in the skat.

use super::{DealSetup, Holding, Place, Problem, Problems};
use crate::cards::{Card, Cards, Dice};
use crate::rules::{BySeat, Seat};

/// All 32 cards dealt out. Only [`Deal::new`] and [`Deal::random`] make one, so it is always right.
///
/// ```
/// use kiebitz::{cards::Dice, deal::Deal, rules::Seat};
/// let deal = Deal::random(&mut Dice::new(1));
/// assert_eq!((deal.hand(Seat::Forehand).len(), deal.skat().len()), (10, 2));
/// assert_eq!(deal, Deal::random(&mut Dice::new(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    hands: BySeat<Cards>,
    skat: Cards,
}

impl Deal {
    /// Cards of a hand.
    pub const HAND: usize = 10;
    /// Cards of the skat.
    pub const SKAT: usize = 2;

    /// Checks that the hands have ten cards each, the skat two, and no card is in two of them.
    ///
    /// # Errors
    /// Every problem, each with its seat or card.
    pub fn new(hands: BySeat<Cards>, skat: Cards) -> Result<Deal, Problems> {
        let mut problems = Vec::new();
        let mut seen = Cards::NONE;
        for place in Place::ALL {
            let (cards, wanted) = match place.seat() {
                Some(seat) => (hands[seat], Deal::HAND),
                None => (skat, Deal::SKAT),
            };
            if cards.len() != wanted {
                problems.push(Problem::Count { place, count: cards.len(), wanted });
            }
            problems.extend((cards & seen).iter().map(Problem::Twice));
            seen |= cards;
        }
        if problems.is_empty() { Ok(Deal { hands, skat }) } else { Err(Problems(problems)) }
    }

    /// The deal of a setup that places all 32 cards, as it was before the first card was played; `None` if
    /// cards are missing or tricks are gone.
    #[must_use]
    pub fn of(setup: &DealSetup) -> Option<Deal> {
        let whole = Seat::ALL.into_iter().all(|seat| !setup.hands[seat].more) && !setup.skat.more;
        let hands = BySeat::from_fn(|seat| setup.hands[seat].set());
        Deal::new(hands, setup.skat.set()).ok().filter(|_| whole && setup.gone.is_empty())
    }

    /// A deal in which every distribution is equally likely.
    #[must_use]
    pub fn random(dice: &mut Dice) -> Deal {
        let mut deck: Vec<Card> = Card::all().collect();
        dice.shuffle(&mut deck);
        let part = |from: usize, to: usize| deck[from..to].iter().copied().collect();
        Deal { hands: BySeat([part(0, 10), part(10, 20), part(20, 30)]), skat: part(30, 32) }
    }

    /// The ten cards of a seat.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat]
    }

    /// The three hands.
    #[must_use]
    pub fn hands(&self) -> BySeat<Cards> {
        self.hands
    }

    /// The two cards of the skat.
    #[must_use]
    pub fn skat(&self) -> Cards {
        self.skat
    }

    /// The deal after `declarer` took the skat and laid away `discard`; `None` if those are not
    /// two of his twelve cards.
    #[must_use]
    pub fn with_discard(&self, declarer: Seat, discard: Cards) -> Option<Deal> {
        let twelve = self.hands[declarer] | self.skat;
        if discard.len() != Deal::SKAT || !twelve.has_all(discard) {
            return None;
        }
        let mut hands = self.hands;
        hands[declarer] = twelve - discard;
        Some(Deal { hands, skat: discard })
    }

    /// The hands as an editor holds them.
    #[must_use]
    pub fn holdings(&self) -> BySeat<Holding> {
        BySeat::from_fn(|seat| Holding::full(self.hands[seat]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_deals_are_deals() {
        let mut dice = Dice::new(11);
        for _ in 0..500 {
            let deal = Deal::random(&mut dice);
            assert_eq!(Deal::new(deal.hands(), deal.skat()), Ok(deal));
            let all = Seat::ALL.iter().fold(deal.skat(), |all, &seat| all | deal.hand(seat));
            assert_eq!(all.points(), 120);
        }
    }

    #[test]
    fn a_setup_with_all_cards_is_a_deal() {
        let deal = Deal::random(&mut Dice::new(5));
        let setup = DealSetup {
            hands: deal.holdings(),
            skat: Holding::full(deal.skat()),
            played: deal.hand(Seat::Forehand).iter().take(1).collect(),
            ..DealSetup::default()
        };
        assert_eq!(Deal::of(&setup), Some(deal));
        assert_eq!(Deal::of(&DealSetup { skat: Holding::unknown(), ..setup.clone() }), None);
        let mut twice = setup;
        twice.skat = Holding::full(deal.hand(Seat::Rearhand).iter().take(2).collect());
        assert_eq!(Deal::of(&twice), None);
    }

    #[test]
    fn every_problem_is_named() {
        let deal = Deal::random(&mut Dice::new(1));
        let mut hands = deal.hands();
        hands[Seat::Forehand] |= deal.skat();
        let problems = Deal::new(hands, deal.skat()).unwrap_err();
        assert_eq!(problems.0.len(), 3, "{problems}");
    }

    #[test]
    fn discarding_keeps_a_deal() {
        let deal = Deal::random(&mut Dice::new(5));
        let twelve = deal.hand(Seat::Middlehand) | deal.skat();
        let two: Cards = twelve.iter().take(2).collect();
        let after = deal.with_discard(Seat::Middlehand, two).unwrap();
        assert_eq!(Deal::new(after.hands(), after.skat()), Ok(after));
        assert_eq!(deal.with_discard(Seat::Forehand, two & deal.hand(Seat::Middlehand)), None);
    }
}
