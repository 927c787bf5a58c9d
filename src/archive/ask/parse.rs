//! Reading a question.

use super::pattern::{CardItem, Count, HandItem, Holder, SideItem, TrickItem, Who};
use super::position::Wanted;
use super::tokens::{Token, tokens};
use super::vocabulary as words;
use super::{Ask, Fact, Number, PositionAsk, Range};
use crate::cards::{Card, Cards, Rank, Suit};
use crate::deal::line::parse_setup;
use crate::rules::{Game, Seat};
use std::str::FromStr;

/// Why a text is no question. Places are counted in letters, from 0.
///
/// ```
/// use kiebitz::archive::ask::{Ask, AskError};
/// let error = "game=G leed(T)".parse::<Ask>().unwrap_err();
/// assert_eq!(error, AskError::Unknown { word: "leed".into(), at: 7 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// A word that is not known here.
    #[error("'{word}' is not known here")]
    Unknown {
        /// The word.
        word: String,
        /// Where it stands.
        at: usize,
    },
    /// A bracket, a number or a quotation is missing.
    #[error("{what} is missing")]
    Missing {
        /// What: `(`, `)`, `"`, a sign such as `=`, a number, a word.
        what: &'static str,
        /// Where.
        at: usize,
    },
    /// The position in quotation marks is none.
    #[error("the position: {why}")]
    Position {
        /// Why not.
        why: String,
        /// Where it stands.
        at: usize,
    },
    /// More brackets in brackets than anybody needs.
    #[error("too many brackets in each other")]
    TooDeep,
}

impl AskError {
    /// Where in the text, in letters.
    #[must_use]
    pub fn at(&self) -> usize {
        match self {
            AskError::Unknown { at, .. } | AskError::Missing { at, .. } | AskError::Position { at, .. } => {
                *at
            }
            AskError::TooDeep => 0,
        }
    }
}

/// Brackets in brackets.
const DEEPEST: usize = 40;

struct Parser {
    tokens: Vec<(Token, usize)>,
    next: usize,
    depth: usize,
}

impl FromStr for Ask {
    type Err = AskError;

    fn from_str(text: &str) -> Result<Ask, AskError> {
        let mut parser = Parser { tokens: tokens(text)?, next: 0, depth: 0 };
        let ask = parser.either()?;
        match parser.peek() {
            Token::Sign("") => Ok(ask),
            _ => Err(parser.unknown()),
        }
    }
}

fn rank_of(word: &str) -> Option<Rank> {
    match word {
        "10" => Some(Rank::Ten),
        _ => {
            let mut letters = word.chars();
            let letter = letters.next().filter(|_| letters.next().is_none())?.to_ascii_uppercase();
            Rank::ALL.into_iter().find(|rank| rank.letter() == letter)
        }
    }
}

fn card_of(word: &str) -> Option<Card> {
    let first = word.chars().next()?;
    let suit = match first {
        '♣' => Suit::Clubs,
        '♠' => Suit::Spades,
        '♥' => Suit::Hearts,
        '♦' => Suit::Diamonds,
        _ => Suit::ALL.into_iter().find(|suit| suit.letter() == first.to_ascii_uppercase())?,
    };
    Some(Card::new(suit, rank_of(&word[first.len_utf8()..])?))
}

fn suit_of(word: &str) -> Option<Suit> {
    Suit::ALL.into_iter().find(|&suit| words::is(word, words::suit(suit)))
}

fn who_of(word: &str) -> Option<Who> {
    Who::ALL.into_iter().find(|&who| words::is(word, words::who(who)))
}

impl Parser {
    fn peek(&self) -> &Token {
        self.tokens.get(self.next).map_or(&Token::Sign(""), |(token, _)| token)
    }

    fn at(&self) -> usize {
        self.tokens.get(self.next).or(self.tokens.last()).map_or(0, |(_, at)| *at)
    }

    fn word(&self) -> Option<String> {
        if let Token::Word(word) = self.peek() { Some(word.clone()) } else { None }
    }

    fn is_word(&self, word: words::Word) -> bool {
        matches!(self.peek(), Token::Word(typed) if words::is(typed, word))
    }

    /// Takes the sign if it is next.
    fn take(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Token::Sign(next) if *next == sign);
        self.next += usize::from(found);
        found
    }

    fn demand(&mut self, sign: &'static str) -> Result<(), AskError> {
        if self.take(sign) { Ok(()) } else { Err(AskError::Missing { what: sign, at: self.at() }) }
    }

    fn unknown(&self) -> AskError {
        let at = self.at();
        match self.peek() {
            Token::Word(word) => AskError::Unknown { word: word.clone(), at },
            Token::Quoted(text) => AskError::Unknown { word: text.chars().take(20).collect(), at },
            Token::Sign("") => AskError::Missing { what: "word", at },
            Token::Sign(sign) => AskError::Unknown { word: (*sign).to_string(), at },
        }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Parser) -> Result<T, AskError>) -> Result<T, AskError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(AskError::TooDeep);
        }
        let found = read(self);
        self.depth -= 1;
        found
    }

    /// Parts joined by "or".
    fn either(&mut self) -> Result<Ask, AskError> {
        let mut parts = vec![self.all()?];
        while self.is_word(words::OR) {
            self.next += 1;
            parts.push(self.all()?);
        }
        // An "or" beside nothing asks for every game, which nobody means.
        if parts.len() > 1 && parts.iter().any(Ask::is_empty) {
            return Err(self.unknown());
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Ask::Any(parts) })
    }

    /// Parts side by side.
    fn all(&mut self) -> Result<Ask, AskError> {
        let mut parts = Vec::new();
        loop {
            let joined = self.take(",")
                || self.is_word(words::AND) && {
                    self.next += 1;
                    true
                };
            let over = matches!(self.peek(), Token::Sign("" | ")")) || self.is_word(words::OR);
            if over && !(joined && matches!(self.peek(), Token::Sign("")) && parts.is_empty()) {
                break;
            }
            parts.push(self.one()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Ask::All(parts) })
    }

    fn one(&mut self) -> Result<Ask, AskError> {
        if self.take("(") {
            let ask = self.deeper(Parser::either)?;
            self.demand(")")?;
            return Ok(ask);
        }
        let Some(word) = self.word() else { return Err(self.unknown()) };
        self.next += 1;
        if words::is(&word, words::NOT) {
            return Ok(Ask::Not(Box::new(self.deeper(Parser::one)?)));
        }
        let bracket = matches!(self.peek(), Token::Sign("("));
        if words::is(&word, words::GAME) {
            return self.games();
        }
        if let Some(ask) = self.cards_asked(&word, bracket)? {
            return Ok(ask);
        }
        if let Some(number) = Number::ALL.into_iter().find(|&number| words::is(&word, words::number(number)))
            && !bracket
        {
            return Ok(Ask::Number(number, self.range()?));
        }
        if let Some(fact) = Fact::ALL.into_iter().find(|&fact| words::is(&word, words::fact(fact))) {
            return Ok(Ask::Fact(fact));
        }
        self.next -= 1;
        Err(self.unknown())
    }

    /// Questions with brackets or quotation marks.
    fn cards_asked(&mut self, word: &str, bracket: bool) -> Result<Option<Ask>, AskError> {
        let holder = Holder::ALL.into_iter().find(|&holder| words::is(word, words::holder(holder)));
        if let Some(holder) = holder {
            if holder == Holder::Declarer && !bracket {
                self.demand("=")?;
                return self.seat().map(|seat| Some(Ask::Declarer(seat)));
            }
            return self.bracketed(|parser| parser.hand()).map(|items| Some(Ask::Cards(holder, items)));
        }
        if words::is(word, words::LEAD) {
            return self.bracketed(Parser::card).map(|items| Some(Ask::Lead(items)));
        }
        if words::is(word, words::PLAY) {
            return self.bracketed(Parser::card).map(|items| Some(Ask::Play(items)));
        }
        if words::is(word, words::TRICK) {
            let number = self.word().and_then(|word| word.parse::<u8>().ok());
            if let Some(number) = number {
                if !(1..=10).contains(&number) {
                    return Err(self.unknown());
                }
                self.next += 1;
            }
            return self.bracketed(Parser::trick).map(|items| Some(Ask::Trick(number, items)));
        }
        let alike = words::is(word, words::ALIKE);
        if alike || words::is(word, words::POSITION) {
            let at = self.at();
            let Token::Quoted(line) = self.peek().clone() else {
                return Err(AskError::Missing { what: "\"", at });
            };
            self.next += 1;
            let bad = |why: String| AskError::Position { why, at };
            let position = parse_setup(&line).and_then(|setup| setup.validate());
            let position = position.map_err(|problems| bad(problems.to_string()))?;
            let asked = PositionAsk { position, alike };
            if Wanted::of(&asked).is_none() {
                return Err(bad("whoever looks must know his hand and what has fallen".into()));
            }
            return Ok(Some(Ask::Position(Box::new(asked))));
        }
        Ok(None)
    }

    fn bracketed<T>(
        &mut self,
        read: impl FnOnce(&mut Parser) -> Result<Vec<T>, AskError>,
    ) -> Result<Vec<T>, AskError> {
        self.demand("(")?;
        let items = read(self)?;
        self.demand(")")?;
        Ok(items)
    }

    fn ends(&mut self) -> bool {
        while self.take(",") {}
        matches!(self.peek(), Token::Sign("" | ")"))
    }

    fn games(&mut self) -> Result<Ask, AskError> {
        self.demand("=")?;
        let mut games: Vec<Game> = Vec::new();
        loop {
            let word = self.word().ok_or_else(|| self.unknown())?;
            for letter in word.chars() {
                let game = Game::from_letter(letter).ok_or_else(|| self.unknown())?;
                if !games.contains(&game) {
                    games.push(game);
                }
            }
            self.next += 1;
            if !self.take(",") {
                return Ok(Ask::Game(games));
            }
        }
    }

    fn seat(&mut self) -> Result<Seat, AskError> {
        let word = self.word().ok_or_else(|| self.unknown())?;
        let named = Seat::ALL.into_iter().find(|&seat| words::is(&word, words::seat(seat)));
        let german = match word.to_ascii_uppercase().as_str() {
            "V" => Some(Seat::Forehand),
            "H" => Some(Seat::Rearhand),
            letter => Seat::from_letter(letter),
        };
        let seat = named.or(german).ok_or_else(|| self.unknown())?;
        self.next += 1;
        Ok(seat)
    }

    /// `=3`, `=3..5`, `>=3`, `>3`, `<=3`, `<3`.
    fn range(&mut self) -> Result<Range, AskError> {
        for sign in [">=", "<=", ">", "<", "="] {
            if self.take(sign) {
                let number = self.number()?;
                return Ok(match sign {
                    ">=" => Range { from: Some(number), to: None },
                    "<=" => Range { from: None, to: Some(number) },
                    ">" => Range { from: Some(number.saturating_add(1)), to: None },
                    "<" => Range { from: None, to: Some(number.saturating_sub(1)) },
                    _ if self.take("..") => Range { from: Some(number), to: Some(self.number()?) },
                    _ => Range::exactly(number),
                });
            }
        }
        Err(AskError::Missing { what: "=", at: self.at() })
    }

    fn number(&mut self) -> Result<i32, AskError> {
        let minus = self.take("-");
        let at = self.at();
        let number = self.word().and_then(|word| word.parse::<i32>().ok());
        let number = number.ok_or(AskError::Missing { what: "number", at })?;
        self.next += 1;
        Ok(if minus { -number } else { number })
    }

    fn hand(&mut self) -> Result<Vec<HandItem>, AskError> {
        let mut items: Vec<HandItem> = Vec::new();
        while !self.ends() {
            let without = self.take("-");
            let Some(word) = self.word() else { return Err(self.unknown()) };
            if let Some(card) = card_of(&word) {
                self.next += 1;
                add_card(&mut items, card, without);
                continue;
            }
            if without {
                return Err(self.unknown());
            }
            if words::is(&word, words::SIDE) {
                self.next += 1;
                let side = self.bracketed(Parser::side)?;
                items.push(HandItem::Side(side));
                continue;
            }
            let count = Count::ALL.into_iter().find(|&count| words::is(&word, words::count(count)));
            let count = count.ok_or_else(|| self.unknown())?;
            self.next += 1;
            items.push(HandItem::Count(count, self.range()?));
        }
        Ok(items)
    }

    fn side(&mut self) -> Result<Vec<SideItem>, AskError> {
        let mut items: Vec<SideItem> = Vec::new();
        let mut only = false;
        while !self.ends() {
            if self.is_word(words::ONLY) {
                self.next += 1;
                only = true;
                items.push(SideItem::Only(0));
                continue;
            }
            if self.is_word(words::LENGTH) {
                self.next += 1;
                items.push(SideItem::Length(self.range()?));
                continue;
            }
            let without = self.take("-");
            let rank = self.word().and_then(|word| rank_of(&word)).ok_or_else(|| self.unknown())?;
            self.next += 1;
            add_rank(&mut items, rank, without, only);
        }
        Ok(items)
    }

    fn card(&mut self) -> Result<Vec<CardItem>, AskError> {
        let mut items: Vec<CardItem> = Vec::new();
        let (mut single, mut ranks, mut suits) = (Cards::NONE, Cards::NONE, Cards::NONE);
        let mut named = None;
        while !self.ends() {
            let Some(word) = self.word() else { return Err(self.unknown()) };
            self.next += 1;
            let plain = [
                (words::TRUMP, CardItem::Trump),
                (words::SIDE, CardItem::Side),
                (words::BLANK, CardItem::Blank),
                (words::FOLLOWS, CardItem::Follows),
                (words::RUFFS, CardItem::Ruffs),
                (words::DISCARDS, CardItem::Discards),
                (words::WINS, CardItem::Wins),
            ];
            if let Some(who) = who_of(&word) {
                items.push(CardItem::By(who));
            } else if let Some((_, item)) = plain.into_iter().find(|(known, _)| words::is(&word, *known)) {
                items.push(item);
            } else if words::is(&word, words::LENGTH) {
                items.push(CardItem::Length(self.range()?));
            } else {
                match (suit_of(&word), rank_of(&word), card_of(&word)) {
                    (Some(suit), ..) => suits |= Cards::suit(suit),
                    (_, Some(rank), _) => ranks |= Cards::rank(rank),
                    (.., Some(card)) => single = single.with(card),
                    _ => {
                        self.next -= 1;
                        return Err(self.unknown());
                    }
                }
                named.get_or_insert(items.len());
            }
        }
        if let Some(at) = named {
            let all = |cards: Cards| if cards.is_empty() { Cards::ALL } else { cards };
            let general = !ranks.is_empty() || !suits.is_empty();
            let classes = if general { all(ranks) & all(suits) } else { Cards::NONE };
            items.insert(at, CardItem::One(classes | single));
        }
        Ok(items)
    }

    fn trick(&mut self) -> Result<Vec<TrickItem>, AskError> {
        let mut items = Vec::new();
        while !self.ends() {
            let places = [words::LEAD, words::SECOND, words::THIRD];
            if let Some(place) = places.into_iter().position(|word| self.is_word(word)) {
                self.next += 1;
                items.push(TrickItem::Card(place as u8, self.bracketed(Parser::card)?));
            } else if self.is_word(words::SOME) {
                self.next += 1;
                items.push(TrickItem::Some(self.bracketed(Parser::card)?));
            } else if self.is_word(words::TAKEN) {
                self.next += 1;
                self.demand("(")?;
                let who = self.word().and_then(|word| who_of(&word)).ok_or_else(|| self.unknown())?;
                self.next += 1;
                self.demand(")")?;
                items.push(TrickItem::Won(who));
            } else if self.is_word(words::POINTS) {
                self.next += 1;
                items.push(TrickItem::Points(self.range()?));
            } else {
                return Err(self.unknown());
            }
        }
        Ok(items)
    }
}

/// Cards that must be there stand together, and so do those that must not.
fn add_card(items: &mut Vec<HandItem>, card: Card, without: bool) {
    let same = items.iter_mut().find_map(|item| match item {
        HandItem::Has(cards) if !without => Some(cards),
        HandItem::Lacks(cards) if without => Some(cards),
        _ => None,
    });
    match same {
        Some(cards) => *cards = cards.with(card),
        None if without => items.push(HandItem::Lacks(Cards::one(card))),
        None => items.push(HandItem::Has(Cards::one(card))),
    }
}

fn add_rank(items: &mut Vec<SideItem>, rank: Rank, without: bool, only: bool) {
    let bit = 1 << rank.index();
    let same = items.iter_mut().find_map(|item| match item {
        SideItem::Only(ranks) if only && !without => Some(ranks),
        SideItem::Has(ranks) if !only && !without => Some(ranks),
        SideItem::Lacks(ranks) if without => Some(ranks),
        _ => None,
    });
    match same {
        Some(ranks) => *ranks |= bit,
        None if without => items.push(SideItem::Lacks(bit)),
        None => items.push(SideItem::Has(bit)),
    }
}
