//! The archive that comes with Kiebitz, so that there is something to see at the first start.
//!
//! Its games are made, not played: the deals are drawn with a fixed seed, whoever has the best hand
//! plays alone, and everybody plays one of the best cards with all cards seen four times in five and any
//! card else. So the games are close, as games are, and full of mistakes of every size.
//! [`made_record`] makes them; a test tells how the file is made anew.

use super::moves::{DealtCards, Move};
use super::random::computed_result;
use super::record::Record;
use super::result::RecordedResult;
use super::source::Source;
use crate::cards::{Card, Cards, Dice, Rank, Suit};
use crate::deal::{Deal, DealSetup, Holding, Position, View};
use crate::rules::{Contract, Game, Seat, Side, ladder, matadors};
use crate::search::Limits;
use crate::search::open::Solver;
use std::io::{Cursor, Read as _};
use std::sync::{Arc, OnceLock};

/// The text of the sample archive.
#[must_use]
pub fn sample() -> Arc<[u8]> {
    const PACKED: &[u8] = include_bytes!("../../assets/sample.sgf.bz2");
    static TEXT: OnceLock<Arc<[u8]>> = OnceLock::new();
    let unpack = || {
        let mut text = Vec::new();
        // The file is part of the program and a test reads it; what cannot be is left out.
        if let Ok(mut source) = Source::from_stream(Cursor::new(PACKED)) {
            source.text.read_to_end(&mut text).ok();
        }
        Arc::from(text)
    };
    Arc::clone(TEXT.get_or_init(unpack))
}

const NAMES: [&str; 12] = [
    "Anton", "Berta", "Cäsar", "Dora", "Emil", "Frieda", "Gustav", "Herta", "Ida", "Jupp", "Käthe", "Ludwig",
];
/// Cards of a hundred that are played with all cards seen.
const SEEING: u64 = 80;

/// A made game: seeded, legal, and close enough to be worth looking at.
#[must_use]
pub fn made_record(dice: &mut Dice, solver: &mut Solver, id: u64) -> Record {
    let (deal, moves) = loop {
        let deal = Deal::random(dice);
        if let Some(moves) = moves(dice, solver, &deal) {
            break (deal, moves);
        }
    };
    let hands = Seat::ALL.into_iter().map(|seat| deal.hand(seat)).chain([deal.skat()]);
    let mut names = NAMES;
    dice.shuffle(&mut names);
    let mut record = Record {
        place: Some("Kiebitz".into()),
        comment: Some(String::new()),
        series: Some((1 + id / 36).to_string()),
        id: Some((1 + id).to_string()),
        date: Some(format!("2024-{:02}-{:02}/19:{:02}:00/UTC", 1 + id / 28 % 12, 1 + id % 28, id * 7 % 60)),
        owner: None,
        players: [0, 1, 2].map(|i| Some(names[i].to_string())),
        ratings: [const { Some(String::new()) }; 3],
        others: Vec::new(),
        deal: DealtCards { cards: hands.flat_map(Cards::iter).map(Some).collect(), parted: false },
        moves,
        result: RecordedResult::Unknown,
    };
    record.result = computed_result(&record);
    record
}

/// The game that ten cards are best for, and how good they are for it.
fn choose(hand: Cards) -> (i32, Game) {
    let jacks = (hand & Cards::JACKS).len() as i32;
    let aces = (hand & Cards::rank(Rank::Ace)).len() as i32;
    let plain = |suit: Suit| (hand & (Cards::suit(suit) - Cards::JACKS)).len() as i32;
    let suits = Suit::ALL.into_iter().map(|suit| {
        let own_ace = i32::from(hand.has(Card::new(suit, Rank::Ace)));
        (2 * jacks + 2 * plain(suit) + 2 * (aces - own_ace), Game::Suit(suit))
    });
    let high = hand.iter().filter(|&card| Game::Null.strength(card) > 2).count() as i32;
    let others = [(3 * jacks + 3 * aces, Game::Grand), (22 - 3 * high, Game::Null)];
    suits.chain(others).max_by_key(|(strength, _)| *strength).unwrap_or((0, Game::Grand))
}

/// Bidding, announcement and play; `None` if the game would be decided before it begins.
fn moves(dice: &mut Dice, solver: &mut Solver, deal: &Deal) -> Option<Vec<Move>> {
    use Seat::{Forehand, Middlehand, Rearhand};
    let best = Seat::ALL.into_iter().map(|seat| (choose(deal.hand(seat)), seat));
    let ((strength, game), declarer) = best.max_by_key(|((strength, _), _)| *strength)?;
    if strength < 12 {
        return Some([Middlehand, Rearhand, Forehand].map(Move::Pass).to_vec());
    }
    solver.clear();
    let limits = Limits::none();
    let hand = dice.below(6) == 0;
    let found = solver.discards(deal, game, declarer, &limits);
    let value = |cards: Cards| found.iter().find(|one| one.cards == cards)?.value.exact();
    let discard = if hand { deal.skat() } else { found.first()?.cards };
    let close = if game == Game::Null { 1..=1 } else { 52..=85 };
    if !close.contains(&value(discard)?) {
        return None;
    }
    let contract = if hand { Contract::hand_game(game) } else { Contract::plain(game) };
    let steps = i16::from(matadors(game, deal.hand(declarer) | deal.skat()).abs()) + 1 + i16::from(hand);
    let worth = match game.base_value() {
        Some(base) => base * steps as u16,
        None if hand => 35,
        None => 23,
    };
    let bids: Vec<u16> = ladder().into_iter().filter(|&bid| bid <= worth).collect();
    let bids = &bids[..=dice.below(bids.len().min(8) as u64) as usize];
    let mut moves = bidding(declarer, bids);
    if hand {
        moves.push(Move::Declare(declarer, contract, Vec::new()));
    } else {
        let skat: Vec<Option<Card>> = deal.skat().iter().map(Some).collect();
        moves.push(Move::TakeSkat(declarer));
        moves.push(Move::Skat([*skat.first()?, *skat.get(1)?]));
        moves.push(Move::Declare(declarer, contract, discard.iter().map(Some).collect()));
    }
    let laid = if hand { *deal } else { deal.with_discard(declarer, discard)? };
    let setup = DealSetup {
        contract: Some(contract),
        declarer: Some(declarer),
        hands: laid.holdings(),
        skat: Holding::full(laid.skat()),
        view: Some(View::Open),
        ..DealSetup::default()
    };
    play(dice, solver, setup.validate().ok()?, &mut moves)?;
    Some(moves)
}

/// The declarer outbids forehand, or as forehand holds against middlehand.
fn bidding(declarer: Seat, bids: &[u16]) -> Vec<Move> {
    use Seat::{Forehand, Middlehand, Rearhand};
    let mut moves = Vec::new();
    let caller = if declarer == Forehand { Middlehand } else { declarer };
    if caller == Rearhand {
        moves.push(Move::Pass(Middlehand));
    }
    for (i, &bid) in bids.iter().enumerate() {
        let last = i + 1 == bids.len();
        moves.push(Move::Bid(caller, bid));
        moves.push(if last && declarer != Forehand { Move::Pass(Forehand) } else { Move::Hold(Forehand) });
    }
    if declarer == Forehand {
        moves.push(Move::Pass(Middlehand));
    }
    if declarer != Rearhand {
        moves.push(Move::Pass(Rearhand));
    }
    moves
}

fn play(dice: &mut Dice, solver: &mut Solver, mut position: Position, moves: &mut Vec<Move>) -> Option<()> {
    let limits = Limits::none();
    let declarer = position.declarer();
    let null = position.game() == Game::Null;
    while let Some(seat) = position.turn() {
        let trick_begins = position.trick().is_empty();
        if trick_begins && null && position.has_trick(Side::Declarer) {
            break; // the server stops there
        }
        let taken = position.points(Side::Declarer) + position.skat().points();
        if trick_begins && !null && taken > 60 && position.history().len() < 27 && dice.below(3) == 0 {
            moves.push(Move::Show(declarer, Vec::new()));
            moves.extend([1, 2].map(|turns| Move::Resign(declarer.after(turns))));
            break;
        }
        let mut cards = position.playable();
        if dice.below(100) < SEEING {
            cards = solver.best_cards(&position, &limits).ok()?;
        }
        let card = cards.iter().nth(dice.below(cards.len() as u64) as usize)?;
        moves.push(Move::Play(seat, Some(card)));
        position.play(card).ok()?;
    }
    Some(())
}
