//! Seeded deals with a contract, for benchmarks of searches.
//!
//! Uniform random deals say little about real games: most are lost by far, and a lost cause is
//! quickly proved. *Plausible* contracts are what a player would declare: a simple count of
//! strength chooses the game from ten cards, then the declarer takes the skat and discards
//! sensibly.

use crate::cards::{Card, Cards, Dice, Rank, Suit};
use crate::deal::{Deal, DealSetup, Holding, Position, View};
use crate::rules::{Contract, Game, Seat};

/// The kinds of games that search differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any of the four suit games.
    Suit,
    /// Grand.
    Grand,
    /// Null.
    Null,
}

impl Kind {
    pub(super) const ALL: [Kind; 3] = [Kind::Grand, Kind::Suit, Kind::Null];
}

/// A uniform random deal; suit games take the suits in turn.
pub(super) fn random(dice: &mut Dice, kind: Kind, number: usize) -> Option<Position> {
    let game = match kind {
        Kind::Suit => Game::Suit(Suit::ALL[number % 4]),
        Kind::Grand => Game::Grand,
        Kind::Null => Game::Null,
    };
    let declarer = Seat::from_index(dice.below(3) as usize)?;
    position(&Deal::random(dice), game, declarer)
}

/// A contract somebody might declare.
pub(super) fn plausible(dice: &mut Dice, kind: Kind) -> Option<Position> {
    loop {
        let deal = Deal::random(dice);
        let declarer = Seat::from_index(dice.below(3) as usize)?;
        let Some(game) = choose(kind, deal.hand(declarer), declarer == Seat::Forehand) else { continue };
        let twelve: Vec<Card> = (deal.hand(declarer) | deal.skat()).iter().collect();
        let pairs =
            twelve.iter().enumerate().flat_map(|(i, &a)| twelve[i + 1..].iter().map(move |&b| [a, b]));
        let discard = pairs
            .map(|pair| pair.into_iter().collect::<Cards>())
            .max_by_key(|&pair| appeal(game, twelve.iter().copied().collect::<Cards>() - pair, pair))?;
        return position(&deal.with_discard(declarer, discard)?, game, declarer);
    }
}

fn position(deal: &Deal, game: Game, declarer: Seat) -> Option<Position> {
    let setup = DealSetup {
        contract: Some(Contract::plain(game)),
        declarer: Some(declarer),
        hands: deal.holdings(),
        skat: Holding::full(deal.skat()),
        view: Some(View::Open),
        ..DealSetup::default()
    };
    setup.validate().ok()
}

/// The game of this kind that ten cards are good for, if they are.
fn choose(kind: Kind, hand: Cards, leads: bool) -> Option<Game> {
    let jacks = (hand & Cards::JACKS).len();
    let aces = (hand & Cards::rank(Rank::Ace)).len();
    match kind {
        Kind::Suit => {
            let length = |suit: &Suit| (hand & (Cards::suit(*suit) - Cards::JACKS)).len();
            let trump = Suit::ALL.into_iter().max_by_key(length)?;
            let trumps = jacks + length(&trump);
            let side_aces = aces - usize::from(hand.has(Card::new(trump, Rank::Ace)));
            (trumps >= 5 && trumps + side_aces >= 7).then_some(Game::Suit(trump))
        }
        Kind::Grand => {
            let strength = 2 * jacks + 2 * aces + usize::from(leads);
            (strength >= 8 && jacks >= 1 && aces >= 1).then_some(Game::Grand)
        }
        Kind::Null => (null_risk(hand) <= 3).then_some(Game::Null),
    }
}

/// How far the cards of a Null hand lie above what two defenders can get under.
fn null_risk(hand: Cards) -> i32 {
    let mut risk = 0;
    for suit in Suit::ALL {
        let cards = Game::Null.sorted(hand & Cards::suit(suit));
        for (number, &card) in cards.iter().rev().enumerate() {
            risk += (i32::from(Game::Null.strength(card)) - 2 * number as i32).max(0);
        }
    }
    risk
}

/// How good it is to keep these ten cards and lay away those two.
fn appeal(game: Game, kept: Cards, discard: Cards) -> i32 {
    if game == Game::Null {
        return -null_risk(kept);
    }
    let mut appeal = i32::from(discard.points());
    if !(discard & game.trumps()).is_empty() {
        appeal -= 500;
    }
    for suit in Suit::ALL.into_iter().filter(|&suit| Game::Suit(suit) != game) {
        let cards = kept & (Cards::suit(suit) - Cards::JACKS);
        let has = |rank: Rank| cards.has(Card::new(suit, rank));
        if discard.has(Card::new(suit, Rank::Ace)) {
            appeal -= 60;
        }
        if cards.is_empty() {
            appeal += 14;
        } else if !has(Rank::Ace) {
            appeal -= 3 * cards.len() as i32;
            // A bare ten is a gift.
            if has(Rank::Ten) && cards.len() == 1 {
                appeal -= 18;
            }
        } else if has(Rank::Ten) {
            appeal += 8;
        }
        if game == Game::Grand {
            appeal += (cards.len() * cards.len()) as i32;
        }
    }
    appeal
}
