//! Names.

use crate::cards::{Card, Cards, Rank, Suit};
use crate::deal::Place;
use crate::puzzle::Language;
use crate::rules::{Contract, Game, Goal, Seat};

/// One of two words.
fn either(language: Language, german: &'static str, english: &'static str) -> &'static str {
    if language == Language::German { german } else { english }
}

/// `Vorhand`, `forehand`.
#[must_use]
pub fn seat(seat: Seat, language: Language) -> &'static str {
    match seat {
        Seat::Forehand => either(language, "Vorhand", "forehand"),
        Seat::Middlehand => either(language, "Mittelhand", "middlehand"),
        Seat::Rearhand => either(language, "Hinterhand", "rearhand"),
    }
}

/// A seat, or the skat.
#[must_use]
pub fn place(place: Place, language: Language) -> &'static str {
    match place {
        Place::Hand(hand) => seat(hand, language),
        Place::Skat => either(language, "Skat", "skat"),
    }
}

/// `Kreuz`, `clubs`.
#[must_use]
pub fn suit(suit: Suit, language: Language) -> &'static str {
    match suit {
        Suit::Clubs => either(language, "Kreuz", "clubs"),
        Suit::Spades => either(language, "Pik", "spades"),
        Suit::Hearts => either(language, "Herz", "hearts"),
        Suit::Diamonds => either(language, "Karo", "diamonds"),
    }
}

/// `Kreuz-Bube`, `jack of clubs`.
#[must_use]
pub fn card(card: Card, language: Language) -> String {
    let suit = suit(card.suit(), language);
    let (german, english) = match card.rank() {
        Rank::Seven => ("7", "seven"),
        Rank::Eight => ("8", "eight"),
        Rank::Nine => ("9", "nine"),
        Rank::Ten => ("10", "ten"),
        Rank::Queen => ("Dame", "queen"),
        Rank::King => ("König", "king"),
        Rank::Ace => ("Ass", "ace"),
        Rank::Jack => ("Bube", "jack"),
    };
    match language {
        Language::German => format!("{suit}-{german}"),
        Language::English => format!("{english} of {suit}"),
    }
}

/// `♥10`, `♣B`: for whole hands in running text.
#[must_use]
pub fn short(of: Card, language: Language) -> String {
    format!("{}{}", of.suit().symbol(), rank(of.rank(), language))
}

/// `A`, `10`, `K`, `D` or `Q`, `B` or `J`.
#[must_use]
pub fn rank(of: Rank, language: Language) -> String {
    match (of, language) {
        (Rank::Ten, _) => "10".to_string(),
        (Rank::Queen, Language::German) => "D".to_string(),
        (Rank::Jack, Language::German) => "B".to_string(),
        (other, _) => other.to_string(),
    }
}

/// The text with a capital letter in front.
#[must_use]
pub fn first_up(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
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
    match language {
        Language::German => card(which, language),
        Language::English => format!("the {}", card(which, language)),
    }
}

/// Several cards in a sentence, sorted as players of the game hold them.
#[must_use]
pub fn cards(set: Cards, of: Game, language: Language) -> String {
    let names: Vec<String> = of.sorted(set).into_iter().map(|each| the_card(each, language)).collect();
    join(&names, either(language, "und", "and"))
}

/// `Grand`, `Herz`, `Null`.
#[must_use]
pub fn game(of: Game, language: Language) -> &'static str {
    match of {
        Game::Grand => "Grand",
        Game::Null => "Null",
        Game::Suit(trump) => suit(trump, language),
    }
}

/// `Herz Hand, Schneider angesagt`.
#[must_use]
pub fn contract(contract: Contract, language: Language) -> String {
    let mut text = game(contract.game(), language).to_string();
    if contract.is_hand() && !(contract.is_ouvert() && contract.game() != Game::Null) {
        text += either(language, " Hand", " hand");
    }
    if contract.is_ouvert() {
        text += " ouvert";
    } else if contract.announces_schwarz() {
        text += either(language, ", Schwarz angesagt", ", schwarz announced");
    } else if contract.announces_schneider() {
        text += either(language, ", Schneider angesagt", ", schneider announced");
    }
    text
}

/// `61 Augen`, `1 point`.
#[must_use]
pub fn points(count: u8, language: Language) -> String {
    match (language, count) {
        (Language::German, 1) => "1 Auge".into(),
        (Language::German, _) => format!("{count} Augen"),
        (Language::English, 1) => "1 point".into(),
        (Language::English, _) => format!("{count} points"),
    }
}

/// `61 Augen`, `jeden Stich`, `no trick`.
#[must_use]
pub fn goal(wanted: Goal, language: Language) -> String {
    match wanted {
        Goal::Points(count) => points(count, language),
        Goal::EveryTrick => either(language, "jeden Stich", "every trick").into(),
        Goal::NoTrick => either(language, "keinen Stich", "no trick").into(),
    }
}
