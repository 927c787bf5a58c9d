//! The one place where the others at the table are asked. Runs on an engine thread; what they are given is a
//! [`Sight`], never a deal.

use super::game::may_announce;
use crate::cards::{Card, Cards};
use crate::player::{Player, Sight, Style, Tables};
use crate::rules::{Call, Contract};
use std::sync::{Arc, Mutex, PoisonError};

/// Somebody at the table, made when he is first asked: he keeps what he has worked out about his own cards.
pub type Chair = Arc<Mutex<Option<Player<'static>>>>;

/// What somebody is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// What to say in the auction.
    Call,
    /// Whether to take the skat.
    Skat,
    /// What to play with it, and what to lay away.
    Announce,
    /// Which card to play.
    Card,
}

/// What he does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Says this in the auction.
    Call(Call),
    /// Takes the skat.
    Take,
    /// Announces a game, and lays two cards away unless it is played by hand.
    Announce(Contract, Option<Cards>),
    /// Plays a card.
    Card(Card),
}

/// Asks a player. `None` if he has no answer, which only a sight that fits no moment of a game brings about.
pub fn ask(chair: &Chair, style: &Style, question: Decision, sight: &Sight) -> Option<Action> {
    let mut guard = chair.lock().unwrap_or_else(PoisonError::into_inner);
    // Whoever was interrupted by a fault, or plays otherwise now, is replaced.
    let mut player = guard
        .take()
        .filter(|player| player.style() == style)
        .unwrap_or_else(|| Player::new(Tables::shipped(), style.clone()));
    let deed = answer(&mut player, question, sight);
    *guard = Some(player);
    deed
}

fn answer(player: &mut Player<'_>, question: Decision, sight: &Sight) -> Option<Action> {
    let bid = sight.auction.bid();
    match question {
        Decision::Call => Some(Action::Call(player.call(sight))),
        Decision::Skat => {
            let hand = player.hand_game(sight).filter(|&contract| may_announce(contract, bid));
            Some(hand.map_or(Action::Take, |contract| Action::Announce(contract, None)))
        }
        Decision::Announce => {
            let mut offers = player.offers(sight).into_iter();
            let offer = offers.find(|offer| may_announce(offer.contract, bid))?;
            Some(Action::Announce(offer.contract, offer.discard))
        }
        Decision::Card => player.card(sight).map(Action::Card),
    }
}
