//! Names of cards, seats, games, contracts and goals.
//!
//! A *label* stands alone, in a table or on a button ("Forehand", "Kein Stich"); what ends in `in_text` stands within a
//! sentence ("forehand", "keinen Stich").

use super::{Faces, Words, capitalised, uncapitalised};
use crate::cards::{Card, Cards, Rank, Suit};
use crate::deal::{Place, Split, SplitGroup, View};
use crate::rules::{Contract, Game, Goal, Seat, Side};

impl Words {
    /// Vorhand, Mittelhand, Hinterhand.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> &'static str {
        match seat {
            Seat::Forehand => self.t("seat.forehand"),
            Seat::Middlehand => self.t("seat.middlehand"),
            Seat::Rearhand => self.t("seat.rearhand"),
        }
    }

    /// The seat within a sentence: `Vorhand`, `forehand`.
    #[must_use]
    pub fn seat_in_text(&self, seat: Seat) -> String {
        self.in_text(self.seat(seat))
    }

    /// A seat's letter: V M H, F M R.
    #[must_use]
    pub fn seat_letter(&self, seat: Seat) -> char {
        self.seat(seat).chars().next().unwrap_or_else(|| seat.letter())
    }

    /// A seat or the skat.
    #[must_use]
    pub fn place(&self, place: Place) -> &'static str {
        place.seat().map_or_else(|| self.t("place.skat"), |seat| self.seat(seat))
    }

    /// A seat or the skat within a sentence.
    #[must_use]
    pub fn place_in_text(&self, place: Place) -> String {
        self.in_text(self.place(place))
    }

    /// Nouns are written small within an English sentence.
    fn in_text(&self, label: &str) -> String {
        if self.is_german() { label.to_string() } else { uncapitalised(label) }
    }

    /// `Alleinspieler`, `defenders`.
    #[must_use]
    pub fn side(&self, side: Side) -> &'static str {
        match side {
            Side::Declarer => self.t("side.declarer"),
            Side::Defenders => self.t("side.defenders"),
        }
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

    /// The cards that are split: `Pik`, `Trümpfe`.
    #[must_use]
    pub fn split_group(&self, group: SplitGroup) -> &'static str {
        match group {
            SplitGroup::Trumps => self.t("trump.many"),
            SplitGroup::Suit(suit) => self.suit(suit),
        }
    }

    /// A split without its direction: `die Pik stehen 2–1`.
    #[must_use]
    pub fn split(&self, split: Split) -> String {
        let [a, b] = split.counts();
        self.fill("split.is", &[("group", &self.split_group(split.group)), ("a", &a), ("b", &b)])
    }

    /// One card of a suit, without saying which: `ein Herz`, `a heart`.
    #[must_use]
    pub fn one_of_suit(&self, suit: Suit) -> &'static str {
        match (suit, self.faces == Faces::German) {
            (Suit::Clubs, false) => self.t("one.clubs"),
            (Suit::Spades, false) => self.t("one.spades"),
            (Suit::Hearts, false) => self.t("one.hearts"),
            (Suit::Diamonds, false) => self.t("one.diamonds"),
            (Suit::Clubs, true) => self.t("one.acorns"),
            (Suit::Spades, true) => self.t("one.leaves"),
            (Suit::Hearts, true) => self.t("one.reds"),
            (Suit::Diamonds, true) => self.t("one.bells"),
        }
    }

    /// One card of a rank, without saying which: `eine Zehn`, `a ten`.
    #[must_use]
    pub fn one_of_rank(&self, rank: Rank) -> &'static str {
        match rank {
            Rank::Seven => self.t("one.seven"),
            Rank::Eight => self.t("one.eight"),
            Rank::Nine => self.t("one.nine"),
            Rank::Ten => self.t("one.ten"),
            other => self.rank(other),
        }
    }

    /// The suit in front of a list of ranks: `♣`, or in the German deck its name, which has no sign.
    #[must_use]
    pub fn suit_sign(&self, suit: Suit) -> String {
        match self.faces {
            Faces::German => capitalised(self.suit(suit)),
            _ => suit.symbol().to_string(),
        }
    }

    /// Bube, or Unter.
    #[must_use]
    pub fn rank(&self, rank: Rank) -> &'static str {
        match (rank, self.faces == Faces::German) {
            (Rank::Seven, _) => self.t("rank.seven"),
            (Rank::Eight, _) => self.t("rank.eight"),
            (Rank::Nine, _) => self.t("rank.nine"),
            (Rank::Ten, _) => self.t("rank.ten"),
            (Rank::King, _) => self.t("rank.king"),
            (Rank::Ace, false) => self.t("rank.ace"),
            (Rank::Ace, true) => self.t("rank.deuce"),
            (Rank::Queen, false) => self.t("rank.queen"),
            (Rank::Queen, true) => self.t("rank.ober"),
            (Rank::Jack, false) => self.t("rank.jack"),
            (Rank::Jack, true) => self.t("rank.unter"),
        }
    }

    /// Buben, or Unter: several of a rank.
    #[must_use]
    pub fn ranks(&self, rank: Rank) -> &'static str {
        match (rank, self.faces == Faces::German) {
            (Rank::Seven, _) => self.t("ranks.seven"),
            (Rank::Eight, _) => self.t("ranks.eight"),
            (Rank::Nine, _) => self.t("ranks.nine"),
            (Rank::Ten, _) => self.t("ranks.ten"),
            (Rank::King, _) => self.t("ranks.king"),
            (Rank::Ace, false) => self.t("ranks.ace"),
            (Rank::Ace, true) => self.t("ranks.deuce"),
            (Rank::Queen, false) => self.t("ranks.queen"),
            (Rank::Queen, true) => self.t("ranks.ober"),
            (Rank::Jack, false) => self.t("ranks.jack"),
            (Rank::Jack, true) => self.t("ranks.unter"),
        }
    }

    /// The sign in a card's corner: B in German, J in English, U in the German deck.
    #[must_use]
    pub fn corner(&self, rank: Rank) -> &'static str {
        match (rank, self.faces == Faces::German) {
            (Rank::Seven, _) => "7",
            (Rank::Eight, _) => "8",
            (Rank::Nine, _) => "9",
            (Rank::Ten, _) => "10",
            (Rank::King, _) => "K",
            (Rank::Ace, _) => "A",
            (Rank::Queen, true) => "O",
            (Rank::Jack, true) => "U",
            (Rank::Queen, false) if self.is_german() => "D",
            (Rank::Jack, false) if self.is_german() => "B",
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

    /// `Kreuz-Bube`, `the jack of clubs`.
    #[must_use]
    pub fn card_in_text(&self, card: Card) -> String {
        let (suit, rank) = (self.suit(card.suit()), self.rank(card.rank()));
        self.fill("card.in_text", &[("suit", &suit), ("rank", &rank)])
    }

    /// The card as short text with its symbol: ♣B. German suits have no symbols, only names.
    #[must_use]
    pub fn short_card(&self, card: Card) -> String {
        if self.faces == Faces::German {
            return self.card(card);
        }
        format!("{}{}", card.suit().symbol(), self.corner(card.rank()))
    }

    /// Cards in short, one after the other: `♣B ♠B`, `Eichel-Unter, Grün-Unter`.
    #[must_use]
    pub fn short_cards(&self, cards: impl IntoIterator<Item = Card>) -> String {
        let cards: Vec<String> = cards.into_iter().map(|card| self.short_card(card)).collect();
        cards.join(if self.faces == Faces::German { ", " } else { " " })
    }

    /// `Kreuz-7 und Kreuz-8`: cards in a sentence, sorted as players of the game hold them.
    #[must_use]
    pub fn cards(&self, cards: Cards, game: Game) -> String {
        self.and(&self.each_in_text(cards, game))
    }

    /// `Kreuz-7 oder Kreuz-8`.
    #[must_use]
    pub fn any_card(&self, cards: Cards, game: Game) -> String {
        self.or(&self.each_in_text(cards, game))
    }

    fn each_in_text(&self, cards: Cards, game: Game) -> Vec<String> {
        game.sorted(cards).into_iter().map(|card| self.card_in_text(card)).collect()
    }

    /// `♣B ♠B  ♥ A 10 K  ♦ 9`: a hand with each suit's sign once, the jacks of a trump game in front.
    #[must_use]
    pub fn hand(&self, cards: Cards, game: Game) -> String {
        self.suits_of(cards, game).join("  ")
    }

    /// `♣B ♠B, ♥ A 10 K und ♦ 9`: the same within a sentence.
    #[must_use]
    pub fn hand_in_text(&self, cards: Cards, game: Game) -> String {
        self.and(&self.suits_of(cards, game))
    }

    fn suits_of(&self, cards: Cards, game: Game) -> Vec<String> {
        let mut suits: Vec<String> = Vec::new();
        let mut last = None;
        for card in game.sorted(cards) {
            let jack = card.rank() == Rank::Jack && game != Game::Null;
            let face = match jack {
                true => self.jack(card.suit()),
                false => self.corner(card.rank()).to_string(),
            };
            let group = if jack { None } else { Some(card.suit()) };
            match suits.last_mut() {
                Some(text) if last == Some(group) => *text = format!("{text} {face}"),
                _ if jack => suits.push(face),
                _ => suits.push(format!("{} {face}", self.suit_sign(card.suit()))),
            }
            last = Some(group);
        }
        suits
    }

    /// `♣B`, `Eichel-U`.
    fn jack(&self, suit: Suit) -> String {
        let dash = if self.faces == Faces::German { "-" } else { "" };
        format!("{}{dash}{}", self.suit_sign(suit), self.corner(Rank::Jack))
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

    /// The game with what was announced, short: `Herz Hand Schneider`.
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

    /// `Herz Hand, Schneider angesagt`. Open play implies Hand, except in Null.
    #[must_use]
    pub fn contract_in_text(&self, contract: Contract) -> String {
        let game = self.game(contract.game());
        let fill = |key: &'static str| self.fill(key, &[("game", &game)]);
        match contract {
            _ if contract.is_ouvert() && contract.is_hand() && contract.game() == Game::Null => {
                fill("contract.text_hand_ouvert")
            }
            _ if contract.is_ouvert() => fill("contract.text_ouvert"),
            _ if contract.announces_schwarz() => fill("contract.text_schwarz"),
            _ if contract.announces_schneider() => fill("contract.text_schneider"),
            _ if contract.is_hand() => fill("contract.text_hand"),
            _ => game.to_string(),
        }
    }

    /// What the declarer needs, as a label.
    #[must_use]
    pub fn goal(&self, goal: Goal) -> String {
        match goal {
            Goal::Points(n) if goal == Goal::SCHNEIDER => self.fill("goal.schneider", &[("n", &n)]),
            Goal::Points(n) => self.points(n),
            Goal::EveryTrick => self.t("goal.every").to_string(),
            Goal::NoTrick => self.t("goal.none").to_string(),
        }
    }

    /// What he makes, as the object of a sentence: `61 Augen`, `jeden Stich`, `no trick`.
    #[must_use]
    pub fn goal_in_text(&self, goal: Goal) -> String {
        match goal {
            Goal::Points(n) => self.points(n),
            Goal::EveryTrick => self.t("goal.every_in_text").to_string(),
            Goal::NoTrick => self.t("goal.none_in_text").to_string(),
        }
    }

    /// Whether the declarer has what he needs, as a clause: `der Alleinspieler kommt auf 61 Augen`.
    #[must_use]
    pub fn outcome(&self, goal: Goal, reached: bool) -> String {
        let key = match (goal, reached) {
            (Goal::Points(_), true) => "outcome.points",
            (Goal::Points(_), false) => "outcome.not_points",
            (Goal::EveryTrick, true) => "outcome.every",
            (Goal::EveryTrick, false) => "outcome.not_every",
            (Goal::NoTrick, true) => "outcome.none",
            (Goal::NoTrick, false) => "outcome.not_none",
        };
        self.fill(key, &[("goal", &self.goal_in_text(goal))])
    }

    /// What he is after, as an infinitive: `auf 61 Augen zu kommen`, `to make 61 points`.
    #[must_use]
    pub fn to_reach(&self, goal: Goal) -> String {
        let key = match goal {
            Goal::Points(_) => "reach.points",
            Goal::EveryTrick => "reach.every",
            Goal::NoTrick => "reach.none",
        };
        self.fill(key, &[("goal", &self.goal_in_text(goal))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn cards_have_names_players_use() {
        let jack: Card = "CJ".parse().unwrap();
        assert_eq!(Words::new(Language::German, Faces::FourColour).card(jack), "Kreuz-Bube");
        assert_eq!(Words::new(Language::German, Faces::German).card(jack), "Eichel-Unter");
        assert_eq!(Words::new(Language::English, Faces::FourColour).card(jack), "jack of clubs");
        let cards: Cards = "CJ.HJ.HA.HT.S9".parse().unwrap();
        let hand = |language, faces, game| Words::new(language, faces).hand(cards, game);
        let hearts = Game::Suit(Suit::Hearts);
        assert_eq!(hand(Language::German, Faces::TwoColour, hearts), "♣B ♥B  ♥ A 10  ♠ 9");
        assert_eq!(hand(Language::German, Faces::German, hearts), "Eichel-U Rot-U  Rot A 10  Grün 9");
        assert_eq!(hand(Language::English, Faces::FourColour, Game::Null), "♣ J  ♠ 9  ♥ A J 10");
        let words = Words::from(Language::English);
        assert_eq!(
            words.cards("S8.C7.H9".parse().unwrap(), Game::Grand),
            "the seven of clubs, the eight of spades and the nine of hearts"
        );
    }

    #[test]
    fn contracts_are_told_as_announced() {
        let text =
            |contract: &str, language| Words::from(language).contract_in_text(contract.parse().unwrap());
        assert_eq!(text("HHS", Language::German), "Herz Hand, Schneider angesagt");
        assert_eq!(text("NHO", Language::English), "null hand ouvert".replace("null", "Null"));
        assert_eq!(text("G", Language::German), "Grand");
    }
}
