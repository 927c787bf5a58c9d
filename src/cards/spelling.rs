//! Reading cards the way people type them.
//!
//! Kiebitz always *writes* suit letter and rank letter (`CJ.HT.S7`). It *reads* more: lower case,
//! `10`, suit symbols, German rank letters (`B` Bube, `D` Dame, `U` Unter, `O` Ober), the names of
//! suits and ranks in German and English, any usual separator or none. The letters of German suits
//! (`E G R S`) collide with the French ones, so they count only where the German deck is chosen.

use super::{Card, Cards, Rank, Suit};

/// Which deck's suit letters a text uses.
///
/// ```
/// use kiebitz::cards::{Deck, parse_card};
/// assert_eq!(parse_card("s7", Deck::French).unwrap().to_string(), "S7"); // spades
/// assert_eq!(parse_card("s7", Deck::German).unwrap().to_string(), "D7"); // Schellen
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deck {
    /// `C S H D`: clubs, spades, hearts, diamonds (and `P` for Pik).
    #[default]
    French,
    /// `E G R S`: Eichel, Grün, Rot, Schellen (and `L` for Laub).
    German,
}

/// Why a text is no card or no list of cards. Columns count characters from 1.
///
/// ```
/// use kiebitz::cards::Cards;
/// let error = "CJ.CX".parse::<Cards>().unwrap_err();
/// assert!(error.to_string().starts_with("column 5:"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpellingError {
    /// No suit where one has to stand.
    #[error("column {column}: '{found}' is no suit (C S H D)")]
    NoSuit {
        /// Where.
        column: usize,
        /// What stands there.
        found: String,
    },
    /// No rank after the suit.
    #[error("column {column}: '{found}' is no rank (7 8 9 Q K T A J)")]
    NoRank {
        /// Where.
        column: usize,
        /// What stands there.
        found: String,
    },
    /// A suit at the very end.
    #[error("column {column}: the rank is missing")]
    Unfinished {
        /// Where the rank should stand.
        column: usize,
    },
    /// A card named twice.
    #[error("column {column}: {card} stands here a second time")]
    Twice {
        /// Where the second one begins.
        column: usize,
        /// The card.
        card: Card,
    },
    /// One card was asked for.
    #[error("one card is wanted, but there are {count}")]
    NotOne {
        /// How many there are.
        count: usize,
    },
}

/// Reads exactly one card.
///
/// # Errors
/// If the text is anything but one card.
pub fn parse_card(text: &str, deck: Deck) -> Result<Card, SpellingError> {
    match parse_list(text, deck)?.as_slice() {
        [card] => Ok(*card),
        other => Err(SpellingError::NotOne { count: other.len() }),
    }
}

/// Reads a list of cards in which none may stand twice. `-` and the empty text are the empty set.
///
/// # Errors
/// At the first thing that is no card, or a card that was already there.
pub fn parse_cards(text: &str, deck: Deck) -> Result<Cards, SpellingError> {
    let mut scanner = Scanner::new(text, deck);
    let mut cards = Cards::NONE;
    while let Some((column, card)) = scanner.next_card()? {
        if !cards.insert(card) {
            return Err(SpellingError::Twice { column, card });
        }
    }
    Ok(cards)
}

/// Reads a list of cards in order; a card may stand twice (validation is somebody else's task).
///
/// ```
/// use kiebitz::cards::{Deck, parse_list};
/// let cards = parse_list("cj h10, ♠A Herz-Dame KaroSieben", Deck::French);
/// assert!(cards.is_err()); // "Sieben" is not a rank word
/// let cards = parse_list("cj h10, ♠A Herz-Dame Karo 7", Deck::French).unwrap();
/// assert_eq!(format!("{cards:?}"), "[CJ, HT, SA, HQ, D7]");
/// ```
///
/// # Errors
/// At the first thing that is no card.
pub fn parse_list(text: &str, deck: Deck) -> Result<Vec<Card>, SpellingError> {
    let mut scanner = Scanner::new(text, deck);
    let mut cards = Vec::new();
    while let Some((_, card)) = scanner.next_card()? {
        cards.push(card);
    }
    Ok(cards)
}

const SUIT_WORDS: [(&str, Suit); 17] = [
    ("diamonds", Suit::Diamonds),
    ("diamond", Suit::Diamonds),
    ("schellen", Suit::Diamonds),
    ("schell", Suit::Diamonds),
    ("karo", Suit::Diamonds),
    ("hearts", Suit::Hearts),
    ("heart", Suit::Hearts),
    ("herz", Suit::Hearts),
    ("rot", Suit::Hearts),
    ("spades", Suit::Spades),
    ("spade", Suit::Spades),
    ("pik", Suit::Spades),
    ("grün", Suit::Spades),
    ("laub", Suit::Spades),
    ("clubs", Suit::Clubs),
    ("kreuz", Suit::Clubs),
    ("eichel", Suit::Clubs),
];

const RANK_WORDS: [(&str, Rank); 14] = [
    ("dame", Rank::Queen),
    ("ober", Rank::Queen),
    ("queen", Rank::Queen),
    ("könig", Rank::King),
    ("koenig", Rank::King),
    ("king", Rank::King),
    ("zehn", Rank::Ten),
    ("daus", Rank::Ace),
    ("ass", Rank::Ace),
    ("as", Rank::Ace),
    ("ace", Rank::Ace),
    ("bube", Rank::Jack),
    ("unter", Rank::Jack),
    ("jack", Rank::Jack),
];

/// Longest text quoted in a message; pasted novels are cut.
const QUOTE: usize = 12;

struct Scanner {
    chars: Vec<char>,
    at: usize,
    deck: Deck,
}

impl Scanner {
    fn new(text: &str, deck: Deck) -> Scanner {
        let chars = text.chars().flat_map(char::to_lowercase).collect();
        Scanner { chars, at: 0, deck }
    }

    fn next_card(&mut self) -> Result<Option<(usize, Card)>, SpellingError> {
        while self.peek().is_some_and(is_separator) {
            self.at += 1;
        }
        if self.peek().is_none() {
            return Ok(None);
        }
        let column = self.at + 1;
        let suit = self.suit()?;
        let rank = self.rank()?;
        Ok(Some((column, Card::new(suit, rank))))
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn suit(&mut self) -> Result<Suit, SpellingError> {
        if let Some(&(word, suit)) = SUIT_WORDS.iter().find(|(word, _)| self.starts_with(word)) {
            self.at += word.chars().count();
            // "Herz Dame", "Karo-7": a blank or hyphen may stand between words, not between letters.
            while self.peek().is_some_and(|c| c == ' ' || c == '-') {
                self.at += 1;
            }
            return Ok(suit);
        }
        let letter = self.peek().unwrap_or(' ');
        let suit = match (letter, self.deck) {
            ('♣' | '♧' | 'c', _) => Suit::Clubs,
            ('♠' | '♤', _) => Suit::Spades,
            ('♥' | '♡' | '❤' | 'h', _) => Suit::Hearts,
            ('♦' | '♢' | 'd', _) => Suit::Diamonds,
            ('s' | 'p', Deck::French) => Suit::Spades,
            ('e', Deck::German) => Suit::Clubs,
            ('g' | 'l', Deck::German) => Suit::Spades,
            ('r', Deck::German) => Suit::Hearts,
            ('s', Deck::German) => Suit::Diamonds,
            _ => {
                return Err(SpellingError::NoSuit { column: self.at + 1, found: self.quote() });
            }
        };
        self.at += 1;
        if self.peek() == Some('\u{FE0F}') {
            self.at += 1; // the mark that asks for the coloured form of a symbol
        }
        Ok(suit)
    }

    fn rank(&mut self) -> Result<Rank, SpellingError> {
        let column = self.at + 1;
        let Some(letter) = self.peek() else {
            return Err(SpellingError::Unfinished { column });
        };
        if let Some(&(word, rank)) = RANK_WORDS.iter().find(|(word, _)| self.is_word(word)) {
            self.at += word.chars().count();
            return Ok(rank);
        }
        let rank = match letter {
            '7' => Rank::Seven,
            '8' => Rank::Eight,
            '9' => Rank::Nine,
            'q' | 'd' | 'o' => Rank::Queen,
            'k' => Rank::King,
            't' => Rank::Ten,
            '1' if self.chars.get(self.at + 1) == Some(&'0') => {
                self.at += 1;
                Rank::Ten
            }
            'a' => Rank::Ace,
            'j' | 'b' | 'u' => Rank::Jack,
            _ => {
                return Err(SpellingError::NoRank { column, found: self.quote() });
            }
        };
        self.at += 1;
        Ok(rank)
    }

    fn starts_with(&self, word: &str) -> bool {
        let rest = self.chars.get(self.at..).unwrap_or_default();
        let mut rest = rest.iter();
        word.chars().all(|c| rest.next() == Some(&c))
    }

    /// Like `starts_with`, but the word has to end there: `casa` is CA and SA, not "C As a".
    fn is_word(&self, word: &str) -> bool {
        let end = self.at + word.chars().count();
        self.starts_with(word) && !self.chars.get(end).is_some_and(|c| c.is_alphanumeric())
    }

    fn quote(&self) -> String {
        let rest = self.chars.get(self.at..).unwrap_or_default();
        let word = rest.iter().take_while(|&&c| !is_separator(c));
        word.take(QUOTE).collect()
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '.' | ',' | ';' | '-' | '–' | '/' | '|' | '+')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> String {
        let cards = parse_list(text, Deck::French).unwrap();
        let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
        cards.join(".")
    }

    #[test]
    fn every_card_reads_back() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
        }
    }

    #[test]
    fn people_type_as_they_like() {
        assert_eq!(list("cj h10 sa"), "CJ.HT.SA");
        assert_eq!(list("casaha"), "CA.SA.HA");
        assert_eq!(list("♣B,♦D;♥️10"), "CJ.DQ.HT");
        assert_eq!(list("Kreuz Bube, Herz-Ass / Pik 10"), "CJ.HA.ST");
        assert_eq!(list("PA hu do"), "SA.HJ.DQ");
        assert_eq!(list(""), "");
        assert_eq!(list("-"), "");
    }

    #[test]
    fn german_letters_need_the_german_deck() {
        let german = parse_list("eu gd r10 s7 la", Deck::German).unwrap();
        assert_eq!(format!("{german:?}"), "[CJ, SQ, HT, D7, SA]");
        assert!(parse_list("eu", Deck::French).is_err());
    }

    #[test]
    fn messages_name_the_place() {
        let say = |text: &str| parse_cards(text, Deck::French).unwrap_err().to_string();
        assert_eq!(say("CJ.X7"), "column 4: 'x7' is no suit (C S H D)");
        assert_eq!(say("CJ.H1"), "column 5: '1' is no rank (7 8 9 Q K T A J)");
        assert_eq!(say("CJ.H"), "column 5: the rank is missing");
        assert_eq!(say("CJ.HA.cj"), "column 7: CJ stands here a second time");
        let two = parse_card("CJ.SJ", Deck::French).unwrap_err();
        assert_eq!(two.to_string(), "one card is wanted, but there are 2");
    }
}
