//! Whoever sits at a table: our own player, or any other program that answers the same four questions.

use super::decide::Player;
use super::sight::Sight;
use crate::cards::{Card, Cards};
use crate::rules::{Call, Contract};
use std::cell::RefCell;

/// The decisions of a game, each from what one seat may see. What is not allowed counts as a pass, or as the first card
/// that may be played.
///
/// ```
/// use kiebitz::cards::{Card, Cards};
/// use kiebitz::player::{Decides, Sight, play_deal};
/// use kiebitz::rules::{BySeat, Call, Contract};
/// use kiebitz::{cards::Dice, deal::Deal};
/// /// Somebody who never bids.
/// struct Cautious;
/// impl Decides for Cautious {
///     fn call(&mut self, _: &Sight) -> Call {
///         Call::Pass
///     }
///     fn hand_game(&mut self, _: &Sight) -> Option<Contract> {
///         None
///     }
///     fn announce(&mut self, _: &Sight) -> Option<(Contract, Cards)> {
///         None
///     }
///     fn card(&mut self, _: &Sight) -> Option<Card> {
///         None
///     }
/// }
/// let three = &mut BySeat([Cautious, Cautious, Cautious]);
/// assert!(play_deal(&Deal::random(&mut Dice::new(1)), three).game.is_none());
/// ```
pub trait Decides {
    /// What the seat says when it is asked in the auction.
    fn call(&mut self, sight: &Sight) -> Call;
    /// The hand game that the winner of the auction plays; `None` if he takes the skat.
    fn hand_game(&mut self, sight: &Sight) -> Option<Contract>;
    /// The game, and what is laid away, of a declarer who has taken the skat.
    fn announce(&mut self, sight: &Sight) -> Option<(Contract, Cards)>;
    /// The card to play.
    fn card(&mut self, sight: &Sight) -> Option<Card>;
}

impl Decides for Player<'_> {
    fn call(&mut self, sight: &Sight) -> Call {
        Player::call(self, sight)
    }

    fn hand_game(&mut self, sight: &Sight) -> Option<Contract> {
        Player::hand_game(self, sight)
    }

    fn announce(&mut self, sight: &Sight) -> Option<(Contract, Cards)> {
        let offer = self.offers(sight).into_iter().next()?;
        Some((offer.contract, offer.discard?))
    }

    fn card(&mut self, sight: &Sight) -> Option<Card> {
        Player::card(self, sight)
    }
}

/// One player may sit in several seats of a table: it keeps nothing between questions that could matter.
impl<D: Decides + ?Sized> Decides for &RefCell<D> {
    fn call(&mut self, sight: &Sight) -> Call {
        self.borrow_mut().call(sight)
    }

    fn hand_game(&mut self, sight: &Sight) -> Option<Contract> {
        self.borrow_mut().hand_game(sight)
    }

    fn announce(&mut self, sight: &Sight) -> Option<(Contract, Cards)> {
        self.borrow_mut().announce(sight)
    }

    fn card(&mut self, sight: &Sight) -> Option<Card> {
        self.borrow_mut().card(sight)
    }
}
