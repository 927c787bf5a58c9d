//! What one seat may see.
//!
//! A player is given a [`Sight`] and nothing else, so that it cannot know what its seat does not
//! see: its own cards, what was said, the contract, its rightful knowledge of the skat, an open hand,
//! and the cards that fell.

use crate::cards::{Card, Cards, Dice};
use crate::deal::{Deal, DealSetup, Holding, Position, View};
use crate::rules::{Auction, Call, Contract, Game, Seat};

/// What one seat sees at some moment of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    /// Whose eyes.
    pub seat: Seat,
    /// The ten cards he was dealt; once he has discarded, the ten he kept.
    pub hand: Cards,
    /// What was said.
    pub auction: Auction,
    /// The skat, for a declarer who took it: as it lay there, later what he laid away.
    pub skat: Option<Cards>,
    /// The game, once it is announced.
    pub announced: Option<Announced>,
}

/// A game that is being played, as everybody at the table sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Announced {
    /// Who plays alone.
    pub declarer: Seat,
    /// What he plays.
    pub contract: Contract,
    /// The number it was bid to; 0 if nothing is known of the bidding.
    pub bid: u16,
    /// The declarer's ten cards, if they lie open.
    pub open_hand: Option<Cards>,
    /// The cards in the order they fell, forehand leading the first.
    pub played: Vec<Card>,
}

impl Sight {
    /// What the seat sees while there is bidding.
    #[must_use]
    pub fn bidding(deal: &Deal, seat: Seat, auction: &Auction) -> Sight {
        Sight { seat, hand: deal.hand(seat), auction: auction.clone(), skat: None, announced: None }
    }

    /// What the winner of the auction sees when he has taken the skat.
    #[must_use]
    pub fn with_skat(deal: &Deal, seat: Seat, auction: &Auction) -> Sight {
        Sight { skat: Some(deal.skat()), ..Sight::bidding(deal, seat, auction) }
    }

    /// What the seat sees of a game that is being played: `None` if the position does not begin with the
    /// first card, or the seat's own hand is not given. Whatever else the position holds stays hidden.
    #[must_use]
    pub fn playing(position: &Position, seat: Seat, auction: &Auction) -> Option<Sight> {
        if position.hand_size() != Deal::HAND
            || !position.is_known(seat)
            || position.start().lead != Seat::Forehand
        {
            return None;
        }
        let (declarer, contract) = (position.declarer(), position.contract());
        let knows_skat = seat == declarer && !contract.is_hand() && position.skat().len() == Deal::SKAT;
        let open = contract.is_ouvert() && position.is_known(declarer) && seat != declarer;
        let announced = Announced {
            declarer,
            contract,
            bid: position.bid().unwrap_or(0),
            open_hand: open.then(|| position.start_hand(declarer)),
            played: position.history().iter().map(|play| play.card).collect(),
        };
        Some(Sight {
            seat,
            hand: position.start_hand(seat),
            auction: auction.clone(),
            skat: knows_skat.then(|| position.skat()),
            announced: Some(announced),
        })
    }

    /// The position as this seat sees it; `None` before a game is announced, or if what is seen does not fit
    /// together.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        let announced = self.announced.as_ref()?;
        let mut setup = DealSetup {
            contract: Some(announced.contract),
            declarer: Some(announced.declarer),
            bid: (announced.bid > 0).then_some(announced.bid),
            played: announced.played.clone(),
            view: Some(View::Seat(self.seat)),
            ..DealSetup::default()
        };
        setup.hands[self.seat] = Holding::full(self.hand);
        if let Some(open) = announced.open_hand {
            setup.hands[announced.declarer] = Holding::full(open);
        }
        if let Some(skat) = self.skat {
            setup.skat = Holding::full(skat);
        }
        setup.validate().ok()
    }

    /// The kind of game, once it is announced.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        self.announced.as_ref().map(|announced| announced.contract.game())
    }

    /// Dice that depend on nothing but what is seen and the seed, so that the same sight always leads to
    /// the same choice.
    #[must_use]
    pub fn dice(&self, seed: u64) -> Dice {
        let mut sum = Dice::new(seed).next_u64();
        let mut stir = |number: u64| sum = Dice::new(sum ^ number).next_u64();
        stir(self.seat.index() as u64);
        stir(self.hand.bits().into());
        for &(_, call) in self.auction.calls() {
            stir(match call {
                Call::Bid(number) => number.into(),
                Call::Hold => 1,
                Call::Pass => 2,
            });
        }
        stir(self.skat.map_or(0, |skat| skat.bits().into()));
        if let Some(announced) = &self.announced {
            stir(announced.declarer.index() as u64);
            announced.contract.to_string().bytes().for_each(|letter| stir(letter.into()));
            announced.played.iter().for_each(|card| stir(card.index() as u64));
        }
        Dice::new(sum)
    }
}
