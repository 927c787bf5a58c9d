//! Conditions as a Skat player reads them.

use super::condition::{Condition, Ending, Group, Span, Who};
use crate::deal::Place;
use crate::rules::{Game, Goal};
use crate::words::Words;

impl Condition {
    /// The condition as a sentence without its full stop: "Vorhand hat mindestens 3 Herz".
    #[must_use]
    pub fn words(&self, game: Game, goal: Goal, words: impl Into<Words>) -> String {
        let words = &words.into();
        match self {
            Condition::Holds(who, cards) => has(*who, &words.cards(*cards, game), cards.len() == 1, words),
            Condition::Lacks(who, cards) => {
                let names: Vec<String> =
                    game.sorted(*cards).into_iter().map(|card| words.card_in_text(card)).collect();
                let what = match names.as_slice() {
                    [one] => words.fill("condition.not", &[("card", one)]),
                    _ => words.neither(&names),
                };
                has(*who, &what, names.len() == 1, words)
            }
            Condition::Count(who, group, span) => {
                let one = *span == Span::exactly(1) || *span == Span::at_most(1);
                has(*who, &counted(*group, *span, game, words), one, words)
            }
            Condition::Points(who, group, span) => {
                let points = points(*span, words);
                let what = match group {
                    Group::All => points,
                    _ => {
                        let cards = group.plural(game, words);
                        words.fill("condition.points_in", &[("points", &points), ("cards", &cards)])
                    }
                };
                has(*who, &what, *span == Span::exactly(1), words)
            }
            Condition::Ending(Ending::Won) => words.outcome(goal, true),
            Condition::Ending(Ending::Lost) => words.outcome(goal, false),
            Condition::Ending(Ending::Schwarz) => words.t("condition.schwarz").into(),
            Condition::Ending(Ending::Points(span)) => {
                words.fill("condition.makes", &[("points", &points(*span, words))])
            }
        }
    }
}

/// Who has it: a player, or the skat, where it lies.
fn has(who: Who, what: &str, one: bool, words: &Words) -> String {
    match who {
        Who::Place(Place::Skat) => {
            words.fill(if one { "condition.skat_one" } else { "condition.skat" }, &[("what", &what)])
        }
        Who::Place(place) => {
            words.fill("condition.has", &[("who", &words.place_in_text(place)), ("what", &what)])
        }
        Who::OneDefender => words.fill("condition.one_has", &[("what", &what)]),
    }
}

/// `3`, `mindestens 3`, `2 bis 4`.
fn number(span: Span, words: &Words) -> String {
    match (span.from, span.to) {
        (from, to) if from == to => from.to_string(),
        (from, u8::MAX) => words.fill("span.at_least", &[("n", &from)]),
        (0, to) => words.fill("span.at_most", &[("n", &to)]),
        (from, to) => words.fill("span.from_to", &[("from", &from), ("to", &to)]),
    }
}

/// Whether what follows the number stands in the singular.
fn is_one(span: Span) -> bool {
    span == Span::exactly(1) || span == Span::at_least(1) || span == Span::at_most(1)
}

fn points(span: Span, words: &Words) -> String {
    let key = if is_one(span) { "points.one" } else { "points.many" };
    words.fill(key, &[("n", &number(span, words))])
}

/// `3 Trümpfe`, `kein Herz`, `mindestens 2 Asse`.
fn counted(group: Group, span: Span, game: Game, words: &Words) -> String {
    let cards = group.plural(game, words);
    let none = span == Span::exactly(0);
    match group {
        Group::Trumps if none => words.t("condition.no_trump").into(),
        Group::Suit(suit) if none && game == Game::Suit(suit) => words.t("condition.no_trump").into(),
        Group::Suit(_) if none => words.fill("condition.no_suit", &[("cards", &cards)]),
        Group::These(_) if none => words.fill("condition.none_of", &[("cards", &cards)]),
        _ if none => words.fill("condition.no_cards", &[("cards", &cards)]),
        Group::These(_) => words.fill("condition.some_of", &[("n", &number(span, words)), ("cards", &cards)]),
        _ if is_one(span) => format!("{} {}", number(span, words), singular(group, game, words)),
        _ => format!("{} {cards}", number(span, words)),
    }
}

fn singular(group: Group, game: Game, words: &Words) -> String {
    match group {
        Group::Trumps => words.t("trump.one").into(),
        Group::Suit(suit) if game == Game::Suit(suit) => words.t("trump.one").into(),
        Group::Suit(suit) => words.one_of_suit(suit).into(),
        Group::Rank(rank) => words.one_of_rank(rank).into(),
        Group::All => words.t("condition.card").into(),
        Group::These(cards) => words.cards(cards, game),
    }
}

impl Group {
    /// Its cards in the plural: `Trümpfe`, `Pik`, `Asse`.
    pub(in crate::puzzle) fn plural(self, game: Game, words: &Words) -> String {
        match self {
            Group::Trumps => words.t("trump.many").into(),
            Group::Suit(suit) if game == Game::Suit(suit) => words.t("trump.many").into(),
            Group::Suit(suit) => words.suit(suit).into(),
            Group::Rank(rank) => words.ranks(rank).into(),
            Group::All => words.t("condition.cards").into(),
            Group::These(cards) => words.cards(cards, game),
        }
    }
}
