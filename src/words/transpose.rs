//! Texts that a person wrote, told in the names of the German deck.
//!
//! The rule: in a question or a solution every card with a suit's sign (`♣B`), every name of a card (`Kreuz-Bube`,
//! `Herzkönig`, `jack of clubs`) and every name of a suit or of a jack, queen or ace that stands as a word of its own is
//! exchanged. Everything else stays as it was written, articles too. Titles, authors and sources are never touched:
//! there such a word may be anything.

use super::{Faces, Words, capitalised};
use crate::cards::{Card, Rank, Suit};

impl Words {
    /// The text in the names of this deck. Only the German deck has other names than people write.
    #[must_use]
    pub fn transposed(&self, text: &str) -> String {
        if self.faces != Faces::German {
            return text.to_string();
        }
        let pairs = self.pairs();
        let mut made = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let word = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
            if word > 0 {
                made.push_str(&self.word(&rest[..word], &pairs));
                rest = &rest[word..];
            } else if let Some(suit) = Suit::ALL.into_iter().find(|suit| suit.symbol() == first) {
                rest = &rest[first.len_utf8()..];
                let Some((rank, length)) = rank_at(rest) else {
                    made.push_str(&self.suit_sign(suit));
                    continue;
                };
                made.push_str(&self.card(Card::new(suit, rank)));
                rest = &rest[length..];
                // Signs part cards that only a blank stands between; names need a comma.
                if let Some(next) = rest.strip_prefix(' ')
                    && Suit::ALL.into_iter().any(|suit| next.starts_with(suit.symbol()))
                {
                    made.push(',');
                }
            } else {
                made.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
        made
    }

    /// What is called one thing in the French deck and another in the German.
    fn pairs(&self) -> Vec<(&'static str, &'static str)> {
        let french = Words { faces: Faces::FourColour, ..*self };
        let suits = Suit::ALL.map(|suit| (french.suit(suit), self.suit(suit)));
        let singles = Suit::ALL.map(|suit| (french.one_of_suit(suit), self.one_of_suit(suit)));
        let ranks = [Rank::Jack, Rank::Queen, Rank::Ace];
        let one = ranks.map(|rank| (french.rank(rank), self.rank(rank)));
        let many = ranks.map(|rank| (french.ranks(rank), self.ranks(rank)));
        let all = suits.into_iter().chain(singles).chain(one).chain(many);
        all.filter(|(french, german)| french != german).collect()
    }

    fn word(&self, word: &str, pairs: &[(&'static str, &'static str)]) -> String {
        let is_capital = word.chars().next().is_some_and(char::is_uppercase);
        // German nouns have a capital letter: "herz" or "ass" in small letters is another word.
        let same = |name: &str| match self.is_german() {
            true => name == word,
            false => name == word || capitalised(name) == word,
        };
        if let Some((_, german)) = pairs.iter().find(|(french, _)| same(french)) {
            return if is_capital { capitalised(german) } else { (*german).to_string() };
        }
        if self.is_german() {
            // Kreuzbube, Herzkönig.
            let french = Words { faces: Faces::FourColour, ..*self };
            for suit in Suit::ALL {
                let Some(rest) = word.strip_prefix(french.suit(suit)) else { continue };
                let rank =
                    Rank::ALL.into_iter().find(|&rank| french.one_of_rank(rank).to_lowercase() == rest);
                if let Some(rank) = rank {
                    return format!("{}-{}", self.suit(suit), self.rank(rank));
                }
            }
        }
        word.to_string()
    }
}

/// The rank that stands here, if no letter or digit follows it, and how long it is.
fn rank_at(text: &str) -> Option<(Rank, usize)> {
    let names = [
        ("10", Rank::Ten),
        ("T", Rank::Ten),
        ("7", Rank::Seven),
        ("8", Rank::Eight),
        ("9", Rank::Nine),
        ("D", Rank::Queen),
        ("Q", Rank::Queen),
        ("K", Rank::King),
        ("A", Rank::Ace),
        ("B", Rank::Jack),
        ("J", Rank::Jack),
    ];
    names.into_iter().find_map(|(name, rank)| {
        let after = text.strip_prefix(name)?;
        (!after.starts_with(char::is_alphanumeric)).then_some((rank, name.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn names_of_cards_change_and_nothing_else() {
        let de = |text: &str| Words::new(Language::German, Faces::German).transposed(text);
        let text = "Nur Kreuz-Bube! Auf ♥10 und Pikdame folgt Karo; das Ass (kein Herz) ist im Kreuzgang ein Ärgernis.";
        let told = "Nur Eichel-Unter! Auf Rot-10 und Grün-Ober folgt Schellen; das Daus (kein Rot) ist im Kreuzgang ein Ärgernis.";
        assert_eq!(de(text), told);
        assert_eq!(de("♥ A 10 K, ♣B ♠B"), "Rot A 10 K, Eichel-Unter, Grün-Unter");
        let en = |text: &str| Words::new(Language::English, Faces::German).transposed(text);
        assert_eq!(
            en("Play the jack of clubs, a diamond, or two Aces."),
            "Play the unter of acorns, a bell, or two Deuces."
        );
        assert_eq!(en("They hold ♥10 ♥Q, ♦A."), "They hold ten of hearts, ober of hearts, deuce of bells.");
        let french = Words::new(Language::German, Faces::TwoColour);
        assert_eq!(french.transposed(text), text);
        // Told once, nothing is left to tell.
        assert_eq!(de(&de(text)), de(text));
    }
}
