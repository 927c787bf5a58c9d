//! The table in words, for those who hear it: whose turn it is, who holds what, what lies on the table, how it stands.

use super::Words;
use crate::cards::{Card, Rank, Suit};

/// A seat, or the skat, as it is told.
///
/// ```
/// use kiebitz::words::{Language, SeatInWords, Words};
/// let seat = SeatInWords { name: "Vorhand".into(), cards: vec!["CJ".parse().unwrap()], ..SeatInWords::default() };
/// assert_eq!(Words::from(Language::German).told_seat(&seat), "Vorhand: Kreuz-Bube.");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatInWords {
    /// Its name.
    pub name: String,
    /// Its role, or what else stands beside the name.
    pub note: String,
    /// The cards that are seen, as players sort them.
    pub cards: Vec<Card>,
    /// How many are not.
    pub hidden: usize,
}

/// A table as it is told.
///
/// ```
/// use kiebitz::words::{Language, TableInWords, Words};
/// let table = TableInWords { heading: "Grand".into(), turn: "Vorhand".into(), ..TableInWords::default() };
/// let told = Words::from(Language::German).told_table(&table);
/// assert_eq!(told, "Grand.\nVorhand ist am Zug.");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableInWords {
    /// The game, and who plays it.
    pub heading: String,
    /// Who is on turn; empty if nobody is.
    pub turn: String,
    /// The seats and the skat.
    pub seats: Vec<SeatInWords>,
    /// The cards on the table and who played them.
    pub trick: Vec<(String, Card)>,
    /// The trick before.
    pub last_trick: Vec<(String, Card)>,
    /// Who took it, in a sentence.
    pub last_trick_name: String,
    /// Points and goal, line by line.
    pub score: Vec<String>,
    /// What else is known, and what is asked.
    pub more: Vec<String>,
}

impl Words {
    /// Cards as they are said: `Kreuz-Bube; Herz: Ass, 10, König; Pik: 7`. A jack that stands among the trumps is named
    /// whole, one that stands in its suit, as in Null, is not.
    #[must_use]
    pub fn spoken_cards(&self, cards: impl IntoIterator<Item = Card>) -> String {
        let mut said: Vec<String> = Vec::new();
        let mut group: Option<Suit> = None;
        for card in cards {
            match said.last_mut() {
                Some(text) if group == Some(card.suit()) => {
                    text.push_str(", ");
                    text.push_str(self.rank(card.rank()));
                }
                _ if card.rank() == Rank::Jack => {
                    said.push(self.card(card));
                    group = None;
                }
                _ => {
                    said.push(format!("{}: {}", self.suit(card.suit()), self.rank(card.rank())));
                    group = Some(card.suit());
                }
            }
        }
        said.join("; ")
    }

    /// A seat and its cards in a sentence.
    #[must_use]
    pub fn told_seat(&self, seat: &SeatInWords) -> String {
        let name = match seat.note.as_str() {
            "" => seat.name.clone(),
            note => format!("{}, {note}", seat.name),
        };
        let cards = self.spoken_cards(seat.cards.iter().copied());
        let hidden = (seat.hidden > 0).then(|| self.card_count(seat.hidden as u64));
        match (cards.is_empty(), hidden) {
            (true, None) => self.fill("spoken.empty", &[("name", &name)]),
            (true, Some(hidden)) => self.fill("spoken.hidden", &[("name", &name), ("cards", &hidden)]),
            (false, None) => self.fill("spoken.holds", &[("name", &name), ("cards", &cards)]),
            (false, Some(hidden)) => {
                self.fill("spoken.partly", &[("name", &name), ("cards", &cards), ("hidden", &hidden)])
            }
        }
    }

    /// The whole table, a sentence a line.
    #[must_use]
    pub fn told_table(&self, table: &TableInWords) -> String {
        let stop = |text: &str| match text.ends_with(['.', '?', '!']) {
            true => text.to_string(),
            false => format!("{text}."),
        };
        let plays = |trick: &[(String, Card)]| {
            trick
                .iter()
                .map(|(who, card)| format!("{who} {}", self.card(*card)))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let mut lines = Vec::new();
        if !table.heading.is_empty() {
            lines.push(stop(&table.heading));
        }
        if !table.turn.is_empty() {
            lines.push(self.fill("spoken.turn", &[("seat", &table.turn)]));
        }
        lines.extend(table.seats.iter().map(|seat| self.told_seat(seat)));
        if !table.trick.is_empty() {
            lines.push(self.fill("spoken.trick", &[("cards", &plays(&table.trick))]));
        }
        if !table.last_trick.is_empty() {
            let name = &table.last_trick_name;
            lines.push(self.fill("spoken.last", &[("name", name), ("cards", &plays(&table.last_trick))]));
        }
        lines.extend(
            table.score.iter().chain(&table.more).filter(|line| !line.is_empty()).map(|line| stop(line)),
        );
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Cards;
    use crate::rules::Game;
    use crate::words::{Faces, Language};

    #[test]
    fn jacks_are_trumps_or_stand_in_their_suit() {
        let cards: Cards = "CJ.DJ.DA.DT.C7.CA".parse().unwrap();
        let words = Words::from(Language::German);
        let said = |game: Game| words.spoken_cards(game.sorted(cards));
        assert_eq!(said(Game::Suit(Suit::Diamonds)), "Kreuz-Bube; Karo-Bube; Karo: Ass, 10; Kreuz: Ass, 7");
        assert_eq!(said(Game::Null), "Kreuz: Ass, Bube, 7; Karo: Ass, Bube, 10");
        let german = Words::new(Language::English, Faces::German);
        assert_eq!(german.spoken_cards("SJ.SA".parse::<Cards>().unwrap()).matches("leaves").count(), 1);
    }
}
