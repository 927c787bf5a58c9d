//! Sums over games: wins, extended Seeger scores, and how sure they are.

use crate::player::{Played, PlayedGame};
use crate::rules::{Account, BySeat, Contract, GAMES_PER_SERIES, Outcome, Seat, TableSize};
use std::collections::BTreeMap;

/// The scores of all three seats together for one game.
pub(super) fn together(game: &PlayedGame) -> f64 {
    scores(game.declarer, game.outcome)
}

fn scores(declarer: Seat, outcome: Outcome) -> f64 {
    let mut accounts = BySeat::<Account>::default();
    Account::book(&mut accounts, Some(declarer), outcome.won, outcome.value);
    accounts.0.iter().map(|account| account.seeger(TableSize::Three)).sum::<i64>() as f64
}

/// A number measured, and half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Measured {
    pub(super) mean: f64,
    pub(super) half: f64,
}

/// The mean of many numbers, of which `games` count (further ones are zero), times a factor.
pub(super) fn mean(numbers: &[f64], games: u64, factor: f64) -> Measured {
    if games < 2 {
        return Measured::default();
    }
    let n = games as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let squares = numbers.iter().map(|number| number * number).sum::<f64>() / n;
    let spread = ((squares - mean * mean).max(0.0) / n).sqrt();
    Measured { mean: mean * factor, half: 1.96 * spread * factor }
}

/// From the score of three seats in a game to that of a player in a series.
pub(super) const PER_SERIES: f64 = GAMES_PER_SERIES as f64 / 3.0;

/// Sums over games.
#[derive(Default)]
pub(super) struct Sums {
    pub(super) games: u64,
    pub(super) passed: u64,
    pub(super) wins: u64,
    scores: Vec<f64>,
    /// Games and wins by contract.
    pub(super) kinds: BTreeMap<String, (u64, u64)>,
}

impl Sums {
    pub(super) fn book(&mut self, played: &Played) {
        self.book_game(played.game.as_ref());
    }

    pub(super) fn book_game(&mut self, game: Option<&PlayedGame>) {
        self.book_result(game.map(|game| (game.declarer, game.contract, game.outcome)));
    }

    /// Books who played what, and how it ended; `None` if everybody passed.
    pub(super) fn book_result(&mut self, game: Option<(Seat, Contract, Outcome)>) {
        self.games += 1;
        match game {
            None => self.passed += 1,
            Some((declarer, contract, outcome)) => {
                self.wins += u64::from(outcome.won);
                let kind = self.kinds.entry(contract.to_string()).or_default();
                kind.0 += 1;
                kind.1 += u64::from(outcome.won);
                self.scores.push(scores(declarer, outcome));
            }
        }
    }

    /// Games that were not passed.
    pub(super) fn played(&self) -> u64 {
        self.games - self.passed
    }

    /// Extended Seeger score per player and series: over all games, or over those that were played.
    pub(super) fn seeger(&self, with_passed: bool) -> Measured {
        mean(&self.scores, if with_passed { self.games } else { self.played() }, PER_SERIES)
    }
}
