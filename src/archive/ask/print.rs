//! Writing a question, so that it reads back as the same.

use super::pattern::{CardItem, HandItem, SideItem, TrickItem};
use super::vocabulary as words;
use super::{Ask, Range};
use crate::cards::{Cards, Rank, Suit};
use crate::puzzle::Language;
use std::fmt;

impl Ask {
    /// The question in the words of a language.
    ///
    /// ```
    /// use kiebitz::archive::ask::Ask;
    /// use kiebitz::puzzle::Language;
    /// let ask: Ask = "declarer(CJ trumps>=5) lost".parse().unwrap();
    /// assert_eq!(ask.text(Language::German), "alleinspieler(CJ trümpfe>=5) verloren");
    /// assert_eq!(ask.text(Language::German).parse(), Ok(ask));
    /// ```
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        Printer { german: language == Language::German }.ask(self, false)
    }
}

/// The question in English words.
impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

struct Printer {
    german: bool,
}

fn range(range: Range) -> String {
    match (range.from, range.to) {
        (Some(from), Some(to)) if from == to => format!("={from}"),
        (Some(from), Some(to)) => format!("={from}..{to}"),
        (Some(from), None) => format!(">={from}"),
        (None, Some(to)) => format!("<={to}"),
        // Every number of a game lies below.
        (None, None) => format!("<={}", i32::MAX),
    }
}

fn ranks(bits: u8, sign: &str) -> String {
    let named = Rank::ALL.into_iter().rev().filter(|rank| bits >> rank.index() & 1 == 1);
    named.map(|rank| format!("{sign}{}", rank.letter())).collect::<Vec<_>>().join(" ")
}

impl Printer {
    fn word(&self, word: words::Word) -> &'static str {
        if self.german { word.1 } else { word.0 }
    }

    /// `inside`: whether it stands beside others, where parts with "or" need brackets.
    fn ask(&self, ask: &Ask, inside: bool) -> String {
        match ask {
            Ask::All(parts) => {
                let all: Vec<String> = parts.iter().map(|part| self.part(part)).collect();
                let text = all.join(" ");
                if inside { format!("({text})") } else { text }
            }
            Ask::Any(parts) => {
                let each = |part: &Ask| match part {
                    Ask::Any(_) => format!("({})", self.ask(part, false)),
                    _ => self.ask(part, false),
                };
                let all: Vec<String> = parts.iter().map(each).collect();
                let text = all.join(&format!(" {} ", self.word(words::OR)));
                if inside { format!("({text})") } else { text }
            }
            Ask::Not(part) => format!("{} {}", self.word(words::NOT), self.part(part)),
            Ask::Game(games) => {
                let letters: Vec<String> = games.iter().map(|game| game.letter().to_string()).collect();
                format!("{}={}", self.word(words::GAME), letters.join(","))
            }
            Ask::Declarer(seat) => {
                let who = words::who(super::Who::Declarer);
                format!("{}={}", self.word(who), self.word(words::seat(*seat)))
            }
            Ask::Fact(fact) => self.word(words::fact(*fact)).into(),
            Ask::Number(number, wanted) => format!("{}{}", self.word(words::number(*number)), range(*wanted)),
            Ask::Cards(holder, items) => {
                let items: Vec<String> = items.iter().map(|item| self.hand(item)).collect();
                format!("{}({})", self.word(words::holder(*holder)), items.join(" "))
            }
            Ask::Lead(items) => format!("{}({})", self.word(words::LEAD), self.cards(items)),
            Ask::Play(items) => format!("{}({})", self.word(words::PLAY), self.cards(items)),
            Ask::Trick(number, items) => {
                let items: Vec<String> = items.iter().map(|item| self.trick(item)).collect();
                let number = number.map_or(String::new(), |number| format!(" {number}"));
                format!("{}{number}({})", self.word(words::TRICK), items.join(" "))
            }
            Ask::Position(asked) => {
                let word = if asked.alike { words::ALIKE } else { words::POSITION };
                format!("{} \"{}\"", self.word(word), asked.position)
            }
        }
    }

    /// A part of several.
    fn part(&self, ask: &Ask) -> String {
        self.ask(ask, true)
    }

    fn hand(&self, item: &HandItem) -> String {
        match item {
            HandItem::Has(cards) => cards.to_string(),
            HandItem::Lacks(cards) => {
                cards.iter().map(|card| format!("-{card}")).collect::<Vec<_>>().join(" ")
            }
            HandItem::Count(count, wanted) => {
                format!("{}{}", self.word(words::count(*count)), range(*wanted))
            }
            HandItem::Side(items) => {
                let items: Vec<String> = items.iter().map(|item| self.side(*item)).collect();
                format!("{}({})", self.word(words::SIDE), items.join(" "))
            }
        }
    }

    fn side(&self, item: SideItem) -> String {
        match item {
            SideItem::Has(bits) => ranks(bits, ""),
            SideItem::Lacks(bits) => ranks(bits, "-"),
            SideItem::Only(bits) => format!("{} {}", self.word(words::ONLY), ranks(bits, "")),
            SideItem::Length(wanted) => format!("{}{}", self.word(words::LENGTH), range(wanted)),
        }
    }

    fn cards(&self, items: &[CardItem]) -> String {
        items.iter().map(|item| self.card(*item)).collect::<Vec<_>>().join(" ")
    }

    fn card(&self, item: CardItem) -> String {
        match item {
            CardItem::By(who) => self.word(words::who(who)).into(),
            CardItem::One(cards) => self.one(cards),
            CardItem::Trump => self.word(words::TRUMP).into(),
            CardItem::Side => self.word(words::SIDE).into(),
            CardItem::Blank => self.word(words::BLANK).into(),
            CardItem::Length(wanted) => format!("{}{}", self.word(words::LENGTH), range(wanted)),
            CardItem::Follows => self.word(words::FOLLOWS).into(),
            CardItem::Ruffs => self.word(words::RUFFS).into(),
            CardItem::Discards => self.word(words::DISCARDS).into(),
            CardItem::Wins => self.word(words::WINS).into(),
        }
    }

    /// Ranks and suits where that says it, else card by card.
    fn one(&self, cards: Cards) -> String {
        let all_ranks: Vec<Rank> =
            Rank::ALL.into_iter().rev().filter(|&rank| !(cards & Cards::rank(rank)).is_empty()).collect();
        let all_suits: Vec<Suit> =
            Suit::ALL.into_iter().rev().filter(|&suit| !(cards & Cards::suit(suit)).is_empty()).collect();
        if cards.len() <= 1 || cards.len() != all_ranks.len() * all_suits.len() {
            return cards.to_string();
        }
        let mut parts: Vec<String> = Vec::new();
        // All ranks of some suits need no ranks; all 32 cards are all ranks.
        if all_ranks.len() < 8 || all_suits.len() == 4 {
            parts.extend(all_ranks.iter().map(|rank| rank.letter().to_string()));
        }
        if all_suits.len() < 4 {
            parts.extend(all_suits.iter().map(|&suit| self.word(words::suit(suit)).to_string()));
        }
        parts.join(" ")
    }

    fn trick(&self, item: &TrickItem) -> String {
        match item {
            TrickItem::Card(place, items) => {
                let word = match place {
                    0 => words::LEAD,
                    1 => words::SECOND,
                    _ => words::THIRD,
                };
                format!("{}({})", self.word(word), self.cards(items))
            }
            TrickItem::Some(items) => format!("{}({})", self.word(words::SOME), self.cards(items)),
            TrickItem::Won(who) => format!("{}({})", self.word(words::TAKEN), self.word(words::who(*who))),
            TrickItem::Points(wanted) => format!("{}{}", self.word(words::POINTS), range(*wanted)),
        }
    }
}
