//! Games of the program's own players as records.

use super::game::RecordedGame;
use super::moves::{DealtCards, Move};
use super::random::computed_result;
use super::record::Record;
use super::recount::End;
use super::result::RecordedResult;
use crate::cards::{Card, Cards};
use crate::player::{Lesson, Played};
use crate::rules::{Call, Game, Seat};

/// The record of a game of three players.
#[must_use]
pub fn record_of(played: &Played, number: u64) -> Record {
    let deal = &played.deal;
    let mut moves: Vec<Move> = Vec::with_capacity(48);
    moves.extend(played.auction.calls().iter().map(|&(seat, call)| match call {
        Call::Bid(number) => Move::Bid(seat, number),
        Call::Hold => Move::Hold(seat),
        Call::Pass => Move::Pass(seat),
    }));
    if let Some(game) = &played.game {
        let mut laid = Vec::new();
        if let Some(discard) = game.discard {
            let skat: Vec<Option<Card>> = deal.skat().iter().map(Some).collect();
            moves.push(Move::TakeSkat(game.declarer));
            if let &[a, b] = skat.as_slice() {
                moves.push(Move::Skat([a, b]));
            }
            laid = discard.iter().map(Some).collect();
        }
        moves.push(Move::Declare(game.declarer, game.contract, laid));
        let mut turn = Seat::Forehand;
        for trick in game.cards.chunks(3) {
            moves.extend(trick.iter().enumerate().map(|(at, &card)| Move::Play(turn.after(at), Some(card))));
            if let &[a, b, c] = trick {
                turn = turn.after(game.contract.game().trick_winner([a, b, c]));
            }
        }
        let gives_up = |seat: &Seat| game.gave_up == Some(seat.side(game.declarer));
        moves.extend(Seat::ALL.into_iter().filter(gives_up).map(Move::Resign));
    }
    let hands = Seat::ALL.into_iter().map(|seat| deal.hand(seat)).chain([deal.skat()]);
    let mut record = Record {
        place: Some("Kiebitz".into()),
        comment: Some(String::new()),
        series: Some((number / 36).to_string()),
        id: Some(number.to_string()),
        date: None,
        owner: None,
        players: ["Kiebitz 1", "Kiebitz 2", "Kiebitz 3"].map(|name| Some(name.to_string())),
        ratings: [const { Some(String::new()) }; 3],
        others: Vec::new(),
        deal: DealtCards { cards: hands.flat_map(Cards::iter).map(Some).collect(), parted: false },
        moves,
        result: RecordedResult::Unknown,
    };
    record.result = computed_result(&record);
    record
}

/// What a recorded game teaches; `None` where there was no game, or nobody knows how it would have ended.
#[must_use]
pub fn lesson_of(game: &RecordedGame) -> Option<Lesson> {
    let play = game.play.as_ref()?;
    let laid = match play.discard {
        Some(discard) => game.deal.with_discard(play.declarer, discard)?,
        None => game.deal,
    };
    let outcome = game.count.outcome?;
    let points = match (play.contract.game(), game.count.end) {
        (_, End::DeclarerGaveUp) => 30.min(game.count.tally.declarer_points),
        (Game::Null, _) => 120 * u8::from(outcome.won),
        // Once the defenders have thirty-one and schneider was announced, play stops: nothing is known beyond.
        (_, End::Decided) => return None,
        (_, End::Played | End::DefendersGaveUp) => game.count.tally.declarer_points,
        _ => return None,
    };
    Some(Lesson {
        game: play.contract.game(),
        ouvert: play.contract.is_ouvert(),
        seat: play.declarer,
        kept: laid.hand(play.declarer),
        laid: laid.skat(),
        bid: game.count.bid,
        points,
    })
}
