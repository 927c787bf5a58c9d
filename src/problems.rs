//! Problems in words. The library names them as values; here they get a language.

use crate::cards::{Card, Cards, SpellingError};
use crate::deal::{Holder, Place, Problem, Problems};
use crate::puzzle::PuzzleError;
use crate::puzzle::document::file::OpenError;
use crate::rules::ContractError;
use crate::storage::WriteError;
use crate::words::Words;

/// A problem as a sentence.
#[must_use]
pub fn problem(words: &Words, problem: &Problem) -> String {
    match problem {
        Problem::NoKey { word, text } => words.fill("problem.no_key", &[("word", word), ("text", text)]),
        Problem::UnknownKey { word, key } => {
            words.fill("problem.unknown_key", &[("word", word), ("key", key)])
        }
        Problem::KeyTwice { key } => words.fill("problem.key_twice", &[("key", key)]),
        Problem::Cards { key, error } => {
            words.fill("problem.cards", &[("key", key), ("why", &spelling(words, error))])
        }
        Problem::Contract(error) => contract(words, error),
        Problem::Value { key, text, .. } => words.fill("problem.value", &[("key", key), ("text", text)]),
        Problem::NoContract => words.t("problem.no_contract").into(),
        Problem::NoDeclarer => words.t("problem.no_declarer").into(),
        Problem::Twice(card) => words.fill("problem.twice", &[("card", &words.card(*card))]),
        Problem::Count { place: Place::Skat, count, wanted } => {
            words.fill("problem.count_skat", &[("n", count), ("wanted", wanted)])
        }
        Problem::Count { place, count, wanted } => {
            words.fill("problem.count", &[("seat", &words.place(*place)), ("n", count), ("wanted", wanted)])
        }
        Problem::Gone { count } => words.fill("problem.gone", &[("n", count)]),
        Problem::GoneNoSkat { count } => words.fill("problem.gone_no_skat", &[("n", count)]),
        Problem::SkatNeeded => words.t("problem.skat_needed").into(),
        Problem::Points { taken, gone } => words.fill("problem.points", &[("n", taken), ("most", gone)]),
        Problem::NotHeld { trick, seat, card, holder } => words.fill(
            "problem.not_held",
            &[
                ("trick", trick),
                ("seat", &words.seat(*seat)),
                ("card", &words.card(*card)),
                ("where", &whereabouts(words, *holder)),
            ],
        ),
        Problem::Revoke { trick, seat, card, had } => words.fill(
            "problem.revoke",
            &[
                ("trick", trick),
                ("seat", &words.seat(*seat)),
                ("card", &words.card(*card)),
                ("had", &words.card(*had)),
            ],
        ),
        Problem::TooManyPlayed { count, most } => {
            words.fill("problem.too_many", &[("n", count), ("most", most)])
        }
        Problem::Denied { card, place } => {
            words.fill("problem.denied", &[("card", &words.card(*card)), ("place", &words.place(*place))])
        }
        Problem::NoDeal { cards, places } => {
            let places: Vec<&str> = places.iter().map(|&place| words.place(place)).collect();
            let places = places.join(" / ");
            words.fill("problem.no_deal", &[("cards", &list(words, *cards)), ("places", &places)])
        }
        Problem::SplitNoTrumps => words.t("problem.split_no_trumps").into(),
        Problem::SplitTwice { group } => {
            words.fill("problem.split_twice", &[("group", &words.split_group(*group))])
        }
        Problem::SplitTooMany { split, left } => {
            words.fill("problem.split_too_many", &[("split", &words.split(*split)), ("n", left)])
        }
        Problem::NoSplit { splits } => {
            let splits: Vec<String> = splits.iter().map(|&split| words.split(split)).collect();
            words.fill("problem.no_split", &[("splits", &words.and(&splits))])
        }
        Problem::Nowhere { card } => words.fill("problem.nowhere", &[("card", &words.card(*card))]),
    }
}

/// All problems, a line each.
#[must_use]
pub fn problems(words: &Words, problems: &Problems) -> String {
    let lines: Vec<String> = problems.0.iter().map(|p| problem(words, p)).collect();
    lines.join("\n")
}

/// The card a problem points at.
#[must_use]
pub fn card_of(problem: &Problem) -> Option<Card> {
    match problem {
        Problem::Twice(card)
        | Problem::NotHeld { card, .. }
        | Problem::Revoke { card, .. }
        | Problem::Denied { card, .. }
        | Problem::Nowhere { card } => Some(*card),
        Problem::NoDeal { cards, .. } => cards.iter().next(),
        _ => None,
    }
}

/// The place a problem points at.
#[must_use]
pub fn place_of(problem: &Problem) -> Option<Place> {
    match problem {
        Problem::Count { place, .. } | Problem::Denied { place, .. } => Some(*place),
        Problem::NotHeld { seat, .. } | Problem::Revoke { seat, .. } => Some(Place::Hand(*seat)),
        _ => None,
    }
}

fn list(words: &Words, cards: Cards) -> String {
    let cards: Vec<String> = cards.iter().map(|card| words.short_card(card)).collect();
    cards.join(" ")
}

fn whereabouts(words: &Words, holder: Option<Holder>) -> String {
    match holder {
        None => words.t("where.not_there").into(),
        Some(Holder::Place(Place::Skat)) => words.t("where.skat").into(),
        Some(Holder::Place(place)) => words.fill("where.hand", &[("seat", &words.place(place))]),
        Some(Holder::Gone) => words.t("where.gone").into(),
        Some(Holder::Played) => words.t("where.played").into(),
    }
}

/// Why typed cards cannot be read.
#[must_use]
pub fn spelling(words: &Words, error: &SpellingError) -> String {
    match error {
        SpellingError::NoSuit { column, found } => {
            words.fill("spelling.no_suit", &[("column", column), ("text", found)])
        }
        SpellingError::NoRank { column, found } => {
            words.fill("spelling.no_rank", &[("column", column), ("text", found)])
        }
        SpellingError::Unfinished { column } => words.fill("spelling.unfinished", &[("column", column)]),
        SpellingError::Twice { column, card } => {
            words.fill("spelling.twice", &[("column", column), ("card", &words.card(*card))])
        }
        SpellingError::NotOne { count } => words.fill("spelling.not_one", &[("n", count)]),
    }
}

fn contract(words: &Words, error: &ContractError) -> String {
    match error {
        ContractError::Empty => words.t("problem.no_contract").into(),
        ContractError::NoGame(letter) => words.fill("contract.no_game", &[("letter", letter)]),
        ContractError::NoAnnouncement(letter) => {
            words.fill("contract.no_announcement", &[("letter", letter)])
        }
        ContractError::Twice(letter) => words.fill("contract.twice", &[("letter", letter)]),
        ContractError::LevelInNull => words.t("contract.level_in_null").into(),
    }
}

/// Why a file cannot be opened.
#[must_use]
pub fn open_error(words: &Words, error: &OpenError) -> String {
    match error {
        OpenError::Io(error) => io_error(words, error),
        OpenError::Position(line, all) => {
            words.fill("file.position", &[("line", line), ("why", &problems(words, all))])
        }
        OpenError::Puzzle(PuzzleError::Newer { version, lost }) => {
            let key = if lost.is_empty() { "file.newer" } else { "file.newer_lost" };
            words.fill(key, &[("version", version), ("lost", &lost.join(", "))])
        }
        OpenError::Puzzle(PuzzleError::Form { line, column, reason }) => {
            words.fill("file.form", &[("line", line), ("column", column), ("why", reason)])
        }
        OpenError::Puzzle(PuzzleError::Sense(reason)) => words.fill("file.sense", &[("why", reason)]),
    }
}

/// What the system says about a file, in our words where we have them.
#[must_use]
pub fn io_error(words: &Words, error: &std::io::Error) -> String {
    words.io_error(error)
}

/// Why a file was not written.
#[must_use]
pub fn write_error(words: &Words, error: &WriteError) -> String {
    match error {
        WriteError::Io { path, error } => words.file_error(path, error),
        WriteError::Exists(_) => words.t("file.exists").into(),
        WriteError::ReadOnly(_) => words.t("file.denied").into(),
        WriteError::NotAFile(_) => words.t("file.no_plain_file").into(),
    }
}
