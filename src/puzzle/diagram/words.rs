//! The few words of a diagram that are not the composer's.

use super::{Diagram, Suits};
use crate::cards::{Rank, Suit};
use crate::puzzle::Language;
use crate::rules::{Contract, Game, Goal, Seat};

/// The font that is embedded for PNG; an SVG on another machine falls back to what it has.
pub const FONT: &str = "Ubuntu";

impl Diagram {
    /// One of two words.
    pub(super) fn either<'a>(&self, german: &'a str, english: &'a str) -> &'a str {
        if self.language == Language::German { german } else { english }
    }

    pub(super) fn seat(&self, seat: Seat) -> &'static str {
        match seat {
            Seat::Forehand => self.either("Vorhand", "Forehand"),
            Seat::Middlehand => self.either("Mittelhand", "Middlehand"),
            Seat::Rearhand => self.either("Hinterhand", "Rearhand"),
        }
    }

    pub(super) fn rank(&self, rank: Rank) -> &'static str {
        let german_deck = self.suits == Suits::German;
        match rank {
            Rank::Seven => "7",
            Rank::Eight => "8",
            Rank::Nine => "9",
            Rank::Ten => "10",
            Rank::King => "K",
            Rank::Ace => "A",
            Rank::Queen if german_deck => "O",
            Rank::Jack if german_deck => "U",
            Rank::Queen => self.either("D", "Q"),
            Rank::Jack => self.either("B", "J"),
        }
    }

    fn game(&self, game: Game) -> &'static str {
        let german_deck = self.suits == Suits::German;
        match game {
            Game::Grand => "Grand",
            Game::Null => "Null",
            Game::Suit(Suit::Clubs) if german_deck => self.either("Eichel", "Acorns"),
            Game::Suit(Suit::Spades) if german_deck => self.either("Grün", "Leaves"),
            Game::Suit(Suit::Hearts) if german_deck => self.either("Rot", "Hearts"),
            Game::Suit(Suit::Diamonds) if german_deck => self.either("Schellen", "Bells"),
            Game::Suit(Suit::Clubs) => self.either("Kreuz", "Clubs"),
            Game::Suit(Suit::Spades) => self.either("Pik", "Spades"),
            Game::Suit(Suit::Hearts) => self.either("Herz", "Hearts"),
            Game::Suit(Suit::Diamonds) => self.either("Karo", "Diamonds"),
        }
    }

    pub(super) fn contract(&self, contract: Contract) -> String {
        let mut text = self.game(contract.game()).to_string();
        if contract.is_hand() {
            text += " Hand";
        }
        if contract.is_ouvert() {
            text += " ouvert";
        } else if contract.announces_schwarz() {
            text += self.either(", Schwarz angesagt", ", schwarz announced");
        } else if contract.announces_schneider() {
            text += self.either(", Schneider angesagt", ", schneider announced");
        }
        text
    }

    pub(super) fn goal(&self, goal: Goal) -> String {
        match goal {
            Goal::Points(points) => format!("{points} {}", self.either("Augen", "points")),
            Goal::EveryTrick => self.either("alle Stiche", "every trick").into(),
            Goal::NoTrick => self.either("kein Stich", "no trick").into(),
        }
    }
}
