//! What a page asks beside the cards that are played: a number, yes or no, two cards to lay away, a game, the lie of the
//! cards. What is right is worked out beforehand, so that the page can tell.

use crate::cards::Cards;
use crate::deal::Place;
use crate::puzzle::distributions::{Condition, Who};
use crate::puzzle::question::{Engines, Facts, Told, Wanted, kind, room, to_place, twelve};
use crate::puzzle::{Answer, Asks, Puzzle};
use crate::rules::{Contract, Game, Seat};
use crate::search::Limits;
use serde_json::{Map, Value, json};

/// Nodes that a search may take for one question.
const NODES: u64 = 1_000_000;

/// The letter of a game, as the page's script has it.
pub(crate) fn letter(game: Game) -> String {
    match game {
        Game::Suit(suit) => suit.to_string(),
        Game::Grand => "G".into(),
        Game::Null => "N".into(),
    }
}

/// The number of a place: the seats, then the skat.
fn number(place: Place) -> usize {
    match place {
        Place::Hand(seat) => seat.index(),
        Place::Skat => Seat::ALL.len(),
    }
}

/// What is asked and what is right; nothing if the puzzle is solved by playing, or nobody knows the answer. Where cards
/// would be played but the page cannot carry it, the card or the outcome is asked.
pub(crate) fn asked(puzzle: &Puzzle, is_played: bool, limits: &Limits) -> Option<Value> {
    let kind = kind(puzzle.asks);
    let limits = Limits { nodes: Some(NODES), ..limits.clone() };
    let work = || kind.facts(puzzle, &mut Engines::new(), Wanted::Answer, &limits).ok();
    // What the file says has been checked; the rest is worked out, if that is quick.
    let answer = || -> Option<Answer> {
        if kind.is_answered(&puzzle.answer) {
            return Some(puzzle.answer.clone());
        }
        let facts = work().filter(|facts| !facts.cut_short)?;
        Some(kind.answer(puzzle, &facts))
    };
    match puzzle.asks {
        Asks::Play | Asks::Card | Asks::Beat if is_played => None,
        Asks::Play => yes(answer()?.declarer_wins, "ask_reach"),
        Asks::Beat => yes(answer()?.declarer_wins.map(|wins| !wins), "ask_beat"),
        Asks::Card => card(puzzle, answer()?.cards, "ask_which"),
        Asks::Unlosable => yes(answer()?.declarer_wins, "ask_yes"),
        Asks::Points => {
            answer()?.points.map(|right| json!({ "kind": "points", "right": right, "most": 120 }))
        }
        Asks::Bid => answer()?.bid.map(|right| json!({ "kind": "bid", "right": right, "most": 264 })),
        Asks::FirstCards => {
            answer()?.count.map(|right| json!({ "kind": "count", "right": right, "most": 22 }))
        }
        Asks::Discard => discard(puzzle, work()),
        Asks::Chance => card(puzzle, answer()?.cards, "ask_card"),
        Asks::Announce => {
            let mut games: Vec<String> = Vec::new();
            match work().map(|facts| facts.told) {
                Some(Told::Games(safe)) => games.extend(safe.iter().map(|safe| letter(safe.contract.game()))),
                _ => games.extend(puzzle.answer.contract.map(|contract| letter(contract.game()))),
            }
            (!games.is_empty()).then(|| json!({ "kind": "game", "right": games }))
        }
        Asks::Cards => lie(puzzle, &answer()?, work()),
    }
}

/// Yes or no; the label names the question.
fn yes(right: Option<bool>, label: &str) -> Option<Value> {
    right.map(|right| json!({ "kind": "yes", "label": label, "right": right }))
}

/// One of the cards that can be played now.
fn card(puzzle: &Puzzle, right: Cards, label: &str) -> Option<Value> {
    let spelled = |cards: Cards| -> Vec<String> {
        puzzle.position.game().sorted(cards).into_iter().map(|card| card.to_string()).collect()
    };
    let from = spelled(puzzle.position.playable());
    let ask = json!({ "kind": "card", "label": label, "from": from, "right": spelled(right) });
    (!right.is_empty()).then_some(ask)
}

/// Two cards of twelve: every pair that does, with the game where that is asked for too.
fn discard(puzzle: &Puzzle, facts: Option<Facts>) -> Option<Value> {
    let position = &puzzle.position;
    let pair = |cards: Cards| cards.iter().map(|card| card.to_string()).collect::<Vec<_>>();
    let spelled = |contract: Contract, cards: Cards| json!([letter(contract.game()), pair(cards)]);
    let (mut right, mut unknown): (Vec<Value>, Vec<Value>) = Default::default();
    if let Some(Told::Discards(found)) = facts.map(|facts| facts.told) {
        right.extend(found.good().map(|good| spelled(good.contract, good.cards)));
        // Where the search was too short the page says that it does not know.
        let cut = found.pairs.iter().filter(|pair| pair.declarer_wins.is_none());
        unknown.extend(cut.map(|pair| spelled(pair.contract, pair.cards)));
    }
    if right.is_empty() && puzzle.answer.cards.len() == 2 {
        let contract = puzzle.answer.contract.unwrap_or(position.contract());
        right.push(spelled(contract, puzzle.answer.cards));
    }
    let from: Vec<String> =
        position.game().sorted(twelve(position)).into_iter().map(|card| card.to_string()).collect();
    let game = puzzle.terms.free_game;
    let ask = json!({ "kind": "discard", "from": from, "right": right, "unknown": unknown, "game": game });
    (!right.is_empty() && from.len() == 12).then_some(ask)
}

/// Where cards lie: of those that nobody sees, each whose place is certain.
fn lie(puzzle: &Puzzle, answer: &Answer, facts: Option<Facts>) -> Option<Value> {
    let mut right = Map::new();
    let unseen = to_place(puzzle);
    let mut put = |cards: Cards, place: Place| {
        for card in cards & unseen {
            right.insert(card.to_string(), number(place).into());
        }
    };
    match facts.map(|facts| facts.told) {
        Some(Told::Lie(found)) if found.finished && found.solutions == 1 => {
            let deal = found.first?;
            Seat::ALL.into_iter().for_each(|seat| put(deal.hands[seat], Place::Hand(seat)));
            put(deal.skat, Place::Skat);
        }
        _ => {
            for condition in &answer.lie {
                if let Condition::Holds(Who::Place(place), cards) = condition {
                    put(*cards, *place);
                }
            }
        }
    }
    let sorted = puzzle.position.game().sorted(unseen).into_iter().map(|card| card.to_string());
    let cards: Vec<String> = sorted.filter(|card| right.contains_key(card)).collect();
    let mut places: Vec<usize> =
        right.values().filter_map(Value::as_u64).map(|place| place as usize).collect();
    // The places that cards can be in, not only those of the answer.
    places.extend(Place::ALL.into_iter().filter(|&place| room(puzzle, place) > 0).map(number));
    places.sort_unstable();
    places.dedup();
    (!cards.is_empty()).then(|| json!({ "kind": "place", "cards": cards, "places": places, "right": right }))
}
