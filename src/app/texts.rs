//! What the window says, in German and English.
//!
//! One catalogue per language (`assets/texts/*.txt`, lines `key = text`), embedded. Code names
//! keys only; `{name}` in a text is filled in. A test keeps both catalogues and the code in step.

use crate::app::widgets::cards::Faces;
use crate::cards::{Card, Rank, Suit};
use crate::deal::{Place, View};
use crate::puzzle::Language;
use crate::rules::{Contract, Game, Goal, Seat};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The system's language if we speak it, else English.
#[must_use]
pub fn system_language() -> Language {
    match sys_locale::get_locale() {
        Some(locale) if locale.to_lowercase().starts_with("de") => Language::German,
        _ => Language::English,
    }
}

type Catalogue = HashMap<&'static str, &'static str>;

static GERMAN: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("../../assets/texts/de.txt")));
static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("../../assets/texts/en.txt")));

fn read(file: &'static str) -> Catalogue {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = ")).map(|(key, text)| (key.trim(), text.trim())).collect()
}

/// The words of the window: a language and the names of the cards in the chosen deck.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The language.
    pub language: Language,
    /// The deck, which decides between Bube and Unter.
    pub faces: Faces,
}

impl Words {
    /// The text of a key. A missing one shows its key, which a test forbids.
    #[must_use]
    pub fn t(&self, key: &'static str) -> &'static str {
        self.find(key).unwrap_or(key)
    }

    /// The text of a key made at run time, if there is one.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<&'static str> {
        let catalogue = match self.language {
            Language::German => &GERMAN,
            Language::English => &ENGLISH,
        };
        catalogue.get(key).copied()
    }

    /// Every text of a language, so that tests can tell what belongs to which.
    #[must_use]
    pub fn all(language: Language) -> Vec<&'static str> {
        match language {
            Language::German => GERMAN.values().copied().collect(),
            Language::English => ENGLISH.values().copied().collect(),
        }
    }

    /// The text of a key with its `{names}` filled in. `\n` in a catalogue begins a new line.
    #[must_use]
    pub fn fill(&self, key: &'static str, values: &[(&str, &dyn std::fmt::Display)]) -> String {
        let mut text = self.t(key).replace("\\n", "\n");
        for (name, value) in values {
            text = text.replace(&format!("{{{name}}}"), &value.to_string());
        }
        text
    }

    /// A key with `.one` or `.many` by the number, which fills `{n}`.
    #[must_use]
    pub fn count(&self, one: &'static str, many: &'static str, n: u64) -> String {
        self.fill(if n == 1 { one } else { many }, &[("n", &self.number(n))])
    }

    /// A number with the language's thousands marks.
    #[must_use]
    pub fn number(&self, n: u64) -> String {
        let mark = if self.language == Language::German { '.' } else { ',' };
        let digits = n.to_string();
        let mut text = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text.push(mark);
            }
            text.push(digit);
        }
        text
    }

    /// Vorhand, Mittelhand, Hinterhand.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> &'static str {
        match seat {
            Seat::Forehand => self.t("seat.forehand"),
            Seat::Middlehand => self.t("seat.middlehand"),
            Seat::Rearhand => self.t("seat.rearhand"),
        }
    }

    /// A seat or the skat.
    #[must_use]
    pub fn place(&self, place: Place) -> &'static str {
        place.seat().map_or_else(|| self.t("place.skat"), |seat| self.seat(seat))
    }

    /// All cards seen, or a seat.
    #[must_use]
    pub fn view(&self, view: View) -> &'static str {
        match view {
            View::Open => self.t("view.open"),
            View::Seat(seat) => self.seat(seat),
        }
    }

    /// Kreuz, or Eichel.
    #[must_use]
    pub fn suit(&self, suit: Suit) -> &'static str {
        match (suit, self.faces == Faces::German) {
            (Suit::Clubs, false) => self.t("suit.clubs"),
            (Suit::Spades, false) => self.t("suit.spades"),
            (Suit::Hearts, false) => self.t("suit.hearts"),
            (Suit::Diamonds, false) => self.t("suit.diamonds"),
            (Suit::Clubs, true) => self.t("suit.acorns"),
            (Suit::Spades, true) => self.t("suit.leaves"),
            (Suit::Hearts, true) => self.t("suit.reds"),
            (Suit::Diamonds, true) => self.t("suit.bells"),
        }
    }

    /// Bube, or Unter.
    #[must_use]
    pub fn rank(&self, rank: Rank) -> &'static str {
        match (rank, self.faces == Faces::German) {
            (Rank::Seven, _) => "7",
            (Rank::Eight, _) => "8",
            (Rank::Nine, _) => "9",
            (Rank::Ten, _) => "10",
            (Rank::King, _) => self.t("rank.king"),
            (Rank::Ace, false) => self.t("rank.ace"),
            (Rank::Ace, true) => self.t("rank.deuce"),
            (Rank::Queen, false) => self.t("rank.queen"),
            (Rank::Queen, true) => self.t("rank.ober"),
            (Rank::Jack, false) => self.t("rank.jack"),
            (Rank::Jack, true) => self.t("rank.unter"),
        }
    }

    /// The sign in a card's corner: B in German, J in English, U in the German deck.
    #[must_use]
    pub fn corner(&self, rank: Rank) -> &'static str {
        let german = self.language == Language::German;
        match (rank, self.faces == Faces::German) {
            (Rank::Seven, _) => "7",
            (Rank::Eight, _) => "8",
            (Rank::Nine, _) => "9",
            (Rank::Ten, _) => "10",
            (Rank::King, _) => "K",
            (Rank::Ace, _) => "A",
            (Rank::Queen, true) => "O",
            (Rank::Jack, true) => "U",
            (Rank::Queen, false) if german => "D",
            (Rank::Jack, false) if german => "B",
            (Rank::Queen, false) => "Q",
            (Rank::Jack, false) => "J",
        }
    }

    /// Kreuz-Bube, jack of clubs.
    #[must_use]
    pub fn card(&self, card: Card) -> String {
        let (suit, rank) = (self.suit(card.suit()), self.rank(card.rank()));
        self.fill("card.name", &[("suit", &suit), ("rank", &rank)])
    }

    /// The card as short text with its symbol: ♣B. German suits have no symbols, only letters.
    #[must_use]
    pub fn short_card(&self, card: Card) -> String {
        if self.faces == Faces::German {
            return self.card(card);
        }
        format!("{}{}", card.suit().symbol(), self.corner(card.rank()))
    }

    /// Kreuz, Grand, Null.
    #[must_use]
    pub fn game(&self, game: Game) -> &'static str {
        match game {
            Game::Suit(suit) => self.suit(suit),
            Game::Grand => self.t("game.grand"),
            Game::Null => self.t("game.null"),
        }
    }

    /// The game with what was announced.
    #[must_use]
    pub fn contract(&self, contract: Contract) -> String {
        let mut words = vec![self.game(contract.game())];
        if contract.is_hand() {
            words.push(self.t("contract.hand"));
        }
        if contract.is_ouvert() {
            words.push(self.t("contract.ouvert"));
        } else if contract.announces_schwarz() {
            words.push(self.t("contract.schwarz"));
        } else if contract.announces_schneider() {
            words.push(self.t("contract.schneider"));
        }
        capitalised(&words.join(" "))
    }

    /// What the declarer needs.
    #[must_use]
    pub fn goal(&self, goal: Goal) -> String {
        match goal {
            Goal::Points(n) if goal == Goal::SCHNEIDER => self.fill("goal.schneider", &[("n", &n)]),
            Goal::Points(n) => self.fill("goal.points", &[("n", &n)]),
            Goal::EveryTrick => self.t("goal.every").to_string(),
            Goal::NoTrick => self.t("goal.none").to_string(),
        }
    }
}

/// With a capital letter, as a heading begins.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn both_catalogues_have_the_same_keys() {
        let keys = |catalogue: &Catalogue| {
            let mut keys: Vec<&str> = catalogue.keys().copied().collect();
            keys.sort_unstable();
            keys
        };
        assert_eq!(keys(&GERMAN), keys(&ENGLISH));
        for (key, text) in GERMAN.iter() {
            let names = |text: &str| {
                let mut names: Vec<String> =
                    text.split('{').skip(1).filter_map(|p| p.split_once('}')).map(|p| p.0.into()).collect();
                names.sort();
                names
            };
            assert_eq!(names(text), names(ENGLISH[key]), "{key}");
        }
    }

    fn sources(folder: &Path, found: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else {
                found.push_str(&fs::read_to_string(&path).unwrap());
            }
        }
    }

    #[test]
    fn no_key_is_missing_and_none_is_idle() {
        let mut code = String::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app"), &mut code);
        let looks_like_key = |text: &str| {
            text.contains('.')
                && text
                    .split('.')
                    .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
        };
        let mut used = Vec::new();
        for line in code.lines() {
            used.extend(line.split('"').skip(1).step_by(2).filter(|text| looks_like_key(text)));
        }
        let no_texts = ["de.txt", "en.txt", "app.ron", "recovery.ron"];
        for key in &used {
            assert!(GERMAN.contains_key(key) || no_texts.contains(key), "{key}");
        }
        for key in GERMAN.keys() {
            assert!(used.contains(key), "{key} is in the catalogues and nowhere else");
        }
    }

    #[test]
    fn cards_have_names_players_use() {
        let texts = |language, faces| Words { language, faces };
        let jack: Card = "CJ".parse().unwrap();
        assert_eq!(texts(Language::German, Faces::FourColour).card(jack), "Kreuz-Bube");
        assert_eq!(texts(Language::German, Faces::German).card(jack), "Eichel-Unter");
        assert_eq!(texts(Language::English, Faces::FourColour).card(jack), "jack of clubs");
    }
}
