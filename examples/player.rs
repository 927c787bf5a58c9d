//! Asks the Skat AI: what it would bid with a hand, and a whole game of three.

use kiebitz::cards::Dice;
use kiebitz::deal::Deal;
use kiebitz::player::{Player, Sight, Style, Tables, play_deal, three};
use kiebitz::rules::{Auction, Seat};
use kiebitz::search::Resources;

fn main() {
    let deal = Deal::random(&mut Dice::new(7));
    let style = Style { effort: 0.3, ..Style::default() };
    let mut player = Player::new(Tables::shipped(), style.clone());
    for seat in Seat::ALL {
        let says = player.call(&Sight::bidding(&deal, seat, &Auction::default()));
        println!("{seat} holds {} and would begin with {says:?}", deal.hand(seat));
    }
    let mut players = three(Tables::shipped(), &style, Resources::new(96, 1));
    let played = play_deal(&deal, &mut players);
    match played.game {
        Some(game) => println!("{} plays {}: {}", game.declarer, game.contract, game.outcome.value),
        None => println!("everybody passes"),
    }
}
