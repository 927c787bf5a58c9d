//! Names with the French suits, for callers that know only the language.

use crate::cards::{Card, Cards, Rank, Suit};
use crate::deal::Place;
use crate::puzzle::Language;
use crate::rules::{Contract, Game, Goal, Seat};
use crate::words::Words;

pub use crate::words::capitalised as first_up;

/// `Vorhand`, `forehand`.
#[must_use]
pub fn seat(seat: Seat, language: Language) -> String {
    Words::from(language).seat_in_text(seat)
}

/// A seat, or the skat.
#[must_use]
pub fn place(place: Place, language: Language) -> String {
    Words::from(language).place_in_text(place)
}

/// `Kreuz`, `clubs`.
#[must_use]
pub fn suit(suit: Suit, language: Language) -> &'static str {
    Words::from(language).suit(suit)
}

/// `Kreuz-Bube`, `jack of clubs`.
#[must_use]
pub fn card(card: Card, language: Language) -> String {
    Words::from(language).card(card)
}

/// `♥10`, `♣B`: for whole hands in running text.
#[must_use]
pub fn short(of: Card, language: Language) -> String {
    Words::from(language).short_card(of)
}

/// `A`, `10`, `K`, `D` or `Q`, `B` or `J`.
#[must_use]
pub fn rank(of: Rank, language: Language) -> String {
    Words::from(language).corner(of).to_string()
}

/// `a, b und c`; `word` stands before the last (`und`, `or`).
#[must_use]
pub fn join(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// `Kreuz-Bube`, `the jack of clubs`: as it stands in a sentence.
#[must_use]
pub fn the_card(which: Card, language: Language) -> String {
    Words::from(language).card_in_text(which)
}

/// Several cards in a sentence, sorted as players of the game hold them.
#[must_use]
pub fn cards(set: Cards, of: Game, language: Language) -> String {
    Words::from(language).cards(set, of)
}

/// `Grand`, `Herz`, `Null`.
#[must_use]
pub fn game(of: Game, language: Language) -> &'static str {
    Words::from(language).game(of)
}

/// `Herz Hand, Schneider angesagt`.
#[must_use]
pub fn contract(contract: Contract, language: Language) -> String {
    Words::from(language).contract_in_text(contract)
}

/// `61 Augen`, `1 point`.
#[must_use]
pub fn points(count: u8, language: Language) -> String {
    Words::from(language).points(count)
}

/// `61 Augen`, `jeden Stich`, `no trick`.
#[must_use]
pub fn goal(wanted: Goal, language: Language) -> String {
    Words::from(language).goal_in_text(wanted)
}
