//! Random games: a plausible declarer, a plausible discard, and play by rules of thumb with some whims.

use crate::cards::{Card, Cards, Dice, Rank};
use crate::deal::{Deal, DealSetup, Holding, Position, View};
use crate::puzzle::question::natural_discard;
use crate::puzzle::soundness::Look;
use crate::rules::{Contract, Game, Seat};

/// One card in so many is played by whim.
const WHIM: u64 = 5;
/// Deals until a plausible one is found.
const DEALS: usize = 400;

/// A game played to its end, all cards known, in this game or any. `None` only if no plausible deal turns up.
#[must_use]
pub fn random_game(dice: &mut Dice, wished: Option<Game>) -> Option<Position> {
    for _ in 0..DEALS {
        let game = wished.unwrap_or(Game::ALL[dice.below(6) as usize]);
        let deal = Deal::random(dice);
        let declarer = Seat::ALL[dice.below(3) as usize];
        let twelve = deal.hand(declarer) | deal.skat();
        if !plausible(game, twelve) {
            continue;
        }
        let Some(deal) = deal.with_discard(declarer, natural_discard(game, twelve)) else { continue };
        let setup = DealSetup {
            contract: Some(Contract::plain(game)),
            declarer: Some(declarer),
            hands: deal.holdings(),
            skat: Holding::full(deal.skat()),
            view: Some(View::Open),
            ..DealSetup::default()
        };
        let mut position = setup.validate().ok()?;
        while position.turn().is_some() {
            let card = card(&position, dice)?;
            position.play(card).ok()?;
        }
        return Some(position);
    }
    None
}

/// Whether somebody might play this game with these twelve cards.
fn plausible(game: Game, twelve: Cards) -> bool {
    let count = |cards: Cards| (twelve & cards).len();
    match game {
        Game::Suit(_) => {
            count(game.trumps()) >= 6 && count(Cards::JACKS) + count(Cards::rank(Rank::Ace)) >= 3
        }
        Game::Grand => 2 * count(Cards::JACKS) + count(Cards::rank(Rank::Ace)) >= 6,
        Game::Null => {
            count(Cards::rank(Rank::Seven)) >= 3
                && count(Cards::rank(Rank::Ace)) + count(Cards::rank(Rank::King)) <= 3
                && count(Cards::rank(Rank::Eight)) + count(Cards::rank(Rank::Nine)) >= 3
        }
    }
}

fn card(position: &Position, dice: &mut Dice) -> Option<Card> {
    let cards = position.game().sorted(position.playable());
    let whim = cards.get(dice.below(cards.len() as u64) as usize).copied();
    if dice.below(WHIM) == 0 { whim } else { Look::thumb(position).or(whim) }
}
