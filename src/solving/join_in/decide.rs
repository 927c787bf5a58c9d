//! The one place where the others at the table are asked. Runs on an engine thread; what they are given is a
//! [`Sight`], never a deal.

use crate::cards::{Card, Cards};
use crate::engine::JobContext;
use crate::player::course::may_announce;
use crate::player::{Player, Sight, Style, Tables};
use crate::rules::{Call, Contract};

/// What somebody is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
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
pub(crate) enum Action {
    /// Says this in the auction.
    Call(Call),
    /// Takes the skat.
    Take,
    /// Announces a game, and lays two cards away unless it is played by hand.
    Announce(Contract, Option<Cards>),
    /// Plays a card.
    Card(Card),
}

/// Asks a player. He says `None` if he has no answer, which only a sight that fits no moment of a game brings
/// about, and nothing at all if he was interrupted.
pub(crate) fn ask((style, question, sight): &(Style, Decision, Sight), job: &JobContext<Option<Action>>) {
    let mut player = Player::with_resources(Tables::shipped(), style.clone(), job.share().resources());
    player.stop_on(job.monitor().limits().cancel);
    let action = answer(&mut player, *question, sight);
    if !job.monitor().is_stopped() {
        job.tell(action);
    }
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
