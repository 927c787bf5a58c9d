//! What is said on the page of a server.

use crate::archive::{Record, RecordedResult, recount};
use crate::net::course::{Course, Phase};
use crate::net::follow::SeatGame;
use crate::solving::join_in::wording::signed;
use crate::words::Words;

/// Minutes and seconds that are left.
pub(super) fn clock(seconds: f64) -> String {
    let left = seconds.max(0.0) as u64;
    format!("{}:{:02}", left / 60, left % 60)
}

/// What is played, or how far the bidding is.
pub(super) fn heading(game: &SeatGame, course: &Course, words: &Words) -> String {
    let name = |seat: crate::rules::Seat| game.names[seat.index()].clone();
    let bid = course.auction().bid();
    match (course.declarer(), course.contract()) {
        (Some(declarer), Some(contract)) => {
            let contract = words.contract(contract);
            words.fill("join.plays", &[("name", &name(declarer)), ("game", &contract), ("bid", &bid)])
        }
        (Some(declarer), None) => words.fill("join.has_it", &[("name", &name(declarer)), ("n", &bid)]),
        (None, _) if bid == 0 => words.t("join.bidding").into(),
        (None, _) => words.fill("join.bid_so_far", &[("n", &bid)]),
    }
}

/// What is going on, for the middle of the table.
pub(super) fn hint(game: &SeatGame, course: &Course, words: &Words) -> String {
    let Some(turn) = game.turn() else { return String::new() };
    if game.seat() != Some(turn) {
        return words.fill("join.thinks", &[("name", &game.names[turn.index()])]);
    }
    match course.phase() {
        Phase::Bidding => words.t("server.your_bid").into(),
        Phase::SkatOrHand => words.t("join.choose_here").into(),
        Phase::Announce | Phase::Discard => words.t("play.discard_here").into(),
        Phase::Playing => words.t("play.your_turn").into(),
        Phase::Skat | Phase::Over => String::new(),
    }
}

/// Who has won a game, and what it counts.
pub(super) fn result(record: &Record, words: &Words) -> String {
    let Ok(count) = recount(record) else { return words.t("server.game_over").into() };
    let (Some(declarer), Some(contract)) = (count.declarer, count.contract) else {
        return words.t("join.all_passed").into();
    };
    let name = record.players[declarer.index()].clone().unwrap_or_default();
    let value = match &record.result {
        RecordedResult::Game(game) => i64::from(game.value),
        _ => count.outcome.map_or(0, |outcome| i64::from(outcome.value)),
    };
    let key = if value > 0 { "server.won" } else { "server.lost" };
    let (game, value) = (words.contract(contract), signed(value));
    words.fill(key, &[("name", &name), ("game", &game), ("value", &value)])
}
