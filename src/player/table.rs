//! A whole game at the table: three players, each seeing only its own sight.

use super::decides::Decides;
use super::sight::{Announced, Sight};
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::rules::{Auction, BySeat, Call, Contract, Game, Outcome, Seat, Side, Tally, evaluate};

/// A game that was played, from the deal to the result.
///
/// ```
/// use kiebitz::{cards::Dice, deal::Deal, search::Resources};
/// use kiebitz::player::{Style, Tables, play_deal, three};
/// let style = Style { effort: 0.1, ..Style::default() };
/// let played = play_deal(&Deal::random(&mut Dice::new(3)), &mut three(Tables::shipped(), &style, Resources::default()));
/// assert!(played.game.is_none_or(|game| game.outcome.value != 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The cards as they were dealt.
    pub deal: Deal,
    /// What was said.
    pub auction: Auction,
    /// The game; `None` if everybody passed.
    pub game: Option<PlayedGame>,
}

/// The part of it after the auction.
///
/// ```
/// use kiebitz::player::{Player, Settled, Style, Tables, play};
/// use kiebitz::rules::{Auction, BySeat, Seat};
/// use kiebitz::{cards::Dice, deal::Deal, search::Resources};
/// let deal = Deal::random(&mut Dice::new(1));
/// let style = Style { effort: 0.01, ..Style::default() };
/// let player = |_| Player::with_resources(Tables::shipped(), style.clone(), Resources::new(8, 1));
/// let contract = "NHO".parse().unwrap();
/// let settled = Settled { declarer: Seat::Forehand, contract, discard: None, bid: 59 };
/// let game = play(&deal, &Auction::default(), settled, &mut BySeat::from_fn(player));
/// // A Null that is lost ends with the trick.
/// assert_eq!(game.outcome.won, game.tally.declarer_tricks == 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Who played alone.
    pub declarer: Seat,
    /// What he announced.
    pub contract: Contract,
    /// What he laid away; `None` in a hand game.
    pub discard: Option<Cards>,
    /// The number it was bid to.
    pub bid: u16,
    /// The cards in the order they fell.
    pub cards: Vec<Card>,
    /// What was counted.
    pub tally: Tally,
    /// Who won, and what it is worth.
    pub outcome: Outcome,
    /// The side that gave up, if one did.
    pub gave_up: Option<Side>,
}

/// What is settled before the cards fall.
///
/// ```
/// use kiebitz::player::{Player, Style, Tables, settle};
/// use kiebitz::rules::{Auction, BySeat, Call, Seat};
/// use kiebitz::{cards::Dice, deal::Deal, search::Resources};
/// let deal = Deal::random(&mut Dice::new(1));
/// let mut auction = Auction::default();
/// [Call::Pass, Call::Pass, Call::Bid(18)].map(|call| assert!(auction.call(call)));
/// let style = Style { effort: 0.01, ..Style::default() };
/// let player = |_| Player::with_resources(Tables::shipped(), style.clone(), Resources::new(8, 1));
/// let settled = settle(&deal, &auction, &mut BySeat::from_fn(player)).unwrap();
/// assert_eq!((settled.declarer, settled.bid), (Seat::Forehand, 18));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Who plays alone.
    pub declarer: Seat,
    /// What he plays.
    pub contract: Contract,
    /// What he lays away; `None` in a hand game.
    pub discard: Option<Cards>,
    /// The number it was bid to.
    pub bid: u16,
}

/// The auction of three players.
pub fn bid(deal: &Deal, players: &mut BySeat<impl Decides>) -> Auction {
    let mut auction = Auction::default();
    while let Some(seat) = auction.turn() {
        let call = players[seat].call(&Sight::bidding(deal, seat, &auction));
        if !auction.call(call) {
            auction.call(Call::Pass);
        }
    }
    auction
}

/// Game and discard of the auction's winner; `None` if there is none.
pub fn settle(deal: &Deal, auction: &Auction, players: &mut BySeat<impl Decides>) -> Option<Settled> {
    let declarer = auction.winner()?;
    let bid = auction.bid();
    let player = &mut players[declarer];
    if let Some(contract) = player.hand_game(&Sight::bidding(deal, declarer, auction)) {
        return Some(Settled { declarer, contract, discard: None, bid });
    }
    let (contract, discard) = player.announce(&Sight::with_skat(deal, declarer, auction))?;
    Some(Settled { declarer, contract, discard: Some(discard), bid })
}

/// The card play of a settled game.
pub fn play(
    deal: &Deal,
    auction: &Auction,
    settled: Settled,
    players: &mut BySeat<impl Decides>,
) -> PlayedGame {
    let Settled { declarer, contract, discard, bid } = settled;
    let laid = discard.and_then(|discard| deal.with_discard(declarer, discard)).unwrap_or(*deal);
    let game = contract.game();
    let mut left = laid.hands();
    let mut turn = Seat::Forehand;
    let mut cards: Vec<Card> = Vec::with_capacity(30);
    let (mut points, mut tricks) = ([0u8; 2], [0u8; 2]);
    while cards.len() < 30 {
        let sight = Sight {
            seat: turn,
            hand: laid.hand(turn),
            auction: auction.clone(),
            skat: discard.filter(|_| turn == declarer),
            announced: Some(Announced {
                declarer,
                contract,
                bid,
                open_hand: (contract.is_ouvert() && turn != declarer).then(|| laid.hand(declarer)),
                played: cards.clone(),
                begun: None,
            }),
        };
        let started = cards.len() / 3 * 3;
        let legal = game.playable(left[turn], cards[started..].first().copied());
        let advised = players[turn].card(&sight).filter(|&card| legal.has(card));
        let Some(card) = advised.or_else(|| legal.iter().next()) else { break };
        left[turn].remove(card);
        cards.push(card);
        turn = turn.next();
        if let &[a, b, c] = &cards[started..] {
            turn = turn.after(game.trick_winner([a, b, c]));
            let side = usize::from(turn != declarer);
            points[side] += a.points() + b.points() + c.points();
            tricks[side] += 1;
            let decided = game == Game::Null && tricks[0] > 0
                || contract.announces_schwarz() && tricks[1] > 0
                || contract.announces_schneider() && points[1] > 30;
            if decided {
                break;
            }
        }
    }
    let tally = Tally {
        declarer_points: points[0] + laid.skat().points(),
        declarer_tricks: tricks[0],
        finished_tricks: tricks[0] + tricks[1],
    };
    let outcome = evaluate(contract, deal.hand(declarer) | deal.skat(), bid, tally);
    PlayedGame { declarer, contract, discard, bid, cards, tally, outcome, gave_up: None }
}

/// A whole game.
pub fn play_deal(deal: &Deal, players: &mut BySeat<impl Decides>) -> Played {
    let auction = bid(deal, players);
    let settled = settle(deal, &auction, players);
    let game = settled.map(|settled| play(deal, &auction, settled, players));
    Played { deal: *deal, auction, game }
}
