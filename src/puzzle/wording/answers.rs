//! What stands behind an answer in which nothing is played: the game for each skat, the card that spoils it, what tells
//! the one deal from the others.

use crate::cards::{Card, Cards};
use crate::puzzle::distributions::DistributionQuery;
use crate::puzzle::question::{BidFacts, FirstCardFacts, SafeGame, Told};
use crate::rules::{Contract, Game};
use crate::words::Words;

/// Skats that are named one by one, at most.
const NAMED: usize = 3;

/// The reasons as sentences; `query` is the question about the lie of the cards, where that was asked.
pub(super) fn reasons(
    told: &Told,
    game: Game,
    query: Option<&DistributionQuery>,
    words: &Words,
) -> Vec<String> {
    match told {
        Told::Games(games) => discard(games, words),
        Told::Bid(found) => bid(found, words),
        Told::FirstCards(found) => spoiled(found, game, words),
        Told::Lie(found) => match (&found.pattern, query) {
            (Some(pattern), Some(query)) if found.solutions == 1 => pattern.opening(query, words),
            _ => Vec::new(),
        },
        Told::Nothing | Told::Discards(_) | Told::Chance(_) => Vec::new(),
    }
}

/// What is laid away in the one game that cannot be lost.
fn discard(games: &[SafeGame], words: &Words) -> Vec<String> {
    match games {
        [SafeGame { contract, discard, .. }] if !discard.is_empty() => {
            let cards = words.cards(*discard, contract.game());
            vec![words.fill("solution.discard_for_instance", &[("cards", &cards)])]
        }
        _ => Vec::new(),
    }
}

/// Which games are played, with how many skats each; the rare ones with their skats.
fn bid(found: &BidFacts, words: &Words) -> Vec<String> {
    if found.hand.is_some() || found.highest == 0 {
        return Vec::new();
    }
    let mut games: Vec<(Contract, Vec<Cards>)> = Vec::new();
    for one in &found.skats {
        match games.iter_mut().find(|(contract, _)| *contract == one.game.contract) {
            Some((_, skats)) => skats.push(one.skat),
            None => games.push((one.game.contract, vec![one.skat])),
        }
    }
    games.sort_by_key(|(_, skats)| std::cmp::Reverse(skats.len()));
    let part = |(contract, skats): &(Contract, Vec<Cards>)| {
        let name = words.contract_in_text(*contract);
        if skats.len() <= NAMED {
            let named: Vec<String> = skats.iter().map(|skat| words.cards(*skat, contract.game())).collect();
            return words.fill("solution.with_these", &[("contract", &name), ("skats", &words.or(&named))]);
        }
        let count = words.number(skats.len() as u64);
        words.fill("solution.with_skats", &[("contract", &name), ("n", &count)])
    };
    let mut sentences = Vec::new();
    if !games.is_empty() {
        let parts: Vec<String> = games.iter().map(part).collect();
        sentences.push(words.fill("solution.by_skat", &[("games", &words.and(&parts))]));
    }
    let hardest = found.fails_with.and_then(|skat| found.skats.iter().find(|one| one.skat == skat));
    if let Some(one) = hardest {
        let (contract, game) = (one.game.contract, one.game.contract.game());
        let values: [(&str, &dyn std::fmt::Display); 4] = [
            ("skat", &words.cards(one.skat, game)),
            ("contract", &words.contract_in_text(contract)),
            ("value", &one.game.value),
            ("discard", &words.cards(one.game.discard, game)),
        ];
        sentences.push(words.sentence("solution.hardest_skat", &values));
    }
    sentences
}

/// With which second card the other cards are not enough.
fn spoiled(found: &FirstCardFacts, game: Game, words: &Words) -> Vec<String> {
    let mut by_second: Vec<(Card, Cards)> = Vec::new();
    for &(first, second) in &found.spoiled {
        match by_second.iter_mut().find(|(card, _)| *card == second) {
            Some((_, firsts)) => {
                firsts.insert(first);
            }
            None => by_second.push((second, Cards::one(first))),
        }
    }
    let Some((second, firsts)) = by_second.iter().max_by_key(|(_, firsts)| firsts.len()) else {
        return Vec::new();
    };
    let (second, cards) = (words.card_in_text(*second), words.any_card(*firsts, game));
    vec![words.sentence("solution.spoiled", &[("second", &second), ("cards", &cards)])]
}
