//! The position line, as far as the checker needs it.
//!
//! It is read here once more, and not by the engine, so that a mistake in the one does not hide in the
//! other. Lines that contradict themselves are refused. It takes less than the engine does: the viewer's hand must be named in full, with open cards every
//! hand, and cards are spelled as Kiebitz writes them.

use super::state::{Divided, OpenTrick, SKAT, State};
use crate::cards::{Card, Cards, Rank};
use crate::plain::quote;
use crate::rules::{Contract, ContractError, Game, Seat};
use std::collections::BTreeMap;

/// Why a line cannot be read. What is quoted is fit to be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LineError {
    #[error("'{0}' is no key=value")]
    NoWord(String),
    #[error("the word '{0}' is not known")]
    Unknown(String),
    #[error("'{0}' is there twice")]
    WordTwice(String),
    #[error("the {0} is missing")]
    Missing(&'static str),
    #[error(transparent)]
    Contract(#[from] ContractError),
    #[error("'{0}' is no seat")]
    NoSeat(String),
    #[error("'{0}' is no card")]
    NoCard(String),
    #[error("a card is there twice")]
    Twice,
    #[error("{0} is there twice")]
    CardTwice(Card),
    #[error("{0} cards gone are no whole tricks")]
    NoTricks(usize),
    #[error("'{0}' is no points:points")]
    NoPair(String),
    #[error("'{0}' is no number of points")]
    NoPoints(String),
    #[error("more points are taken than the {0} that are gone")]
    TooManyPoints(u16),
    #[error("the bid is no number")]
    NoBid,
    #[error("{0} says nothing")]
    Empty(&'static str),
    #[error("{place} has {found} cards instead of {wanted}")]
    Count { place: &'static str, found: usize, wanted: usize },
    #[error("{0} must be named in full")]
    NotInFull(&'static str),
    #[error("'{0}' is no place:cards")]
    NoPlace(String),
    #[error("'{0}' is no suit:number-number")]
    NoSplit(String),
    #[error("the split of {0} is there twice")]
    SplitTwice(String),
    #[error("some card can be nowhere")]
    Nowhere,
    #[error("no deal allows this")]
    NoDeal,
    #[error("{seat} cannot have played {card}")]
    CannotPlay { seat: Seat, card: Card },
}

/// What the line tells.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub game: Game,
    pub declarer: usize,
    /// Whose view it is; `None` with open cards.
    pub viewer: Option<usize>,
    /// How things stand after the cards played.
    pub state: State,
}

const KEYS: [&str; 14] = [
    "contract", "declarer", "bid", "F", "M", "R", "skat", "lead", "gone", "points", "not", "split", "played",
    "view",
];

impl Line {
    /// Reads a line.
    pub fn read(text: &str) -> Result<Line, LineError> {
        let mut words: BTreeMap<&str, &str> = BTreeMap::new();
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').ok_or_else(|| LineError::NoWord(quote(word)))?;
            if !KEYS.contains(&key) {
                return Err(LineError::Unknown(quote(key)));
            }
            if words.insert(key, value).is_some() {
                return Err(LineError::WordTwice(key.to_string()));
            }
        }
        let word = |key: &str| words.get(key).copied();
        let must = |key: &'static str| word(key).ok_or(LineError::Missing(key));
        let contract: Contract = must("contract")?.parse()?;
        let declarer = seat(must("declarer")?)?;
        let viewer = match must("view")? {
            "open" => None,
            letter => Some(seat(letter)?),
        };
        let gone: Cards = distinct(&cards(word("gone").unwrap_or("-"))?)?;
        // Without a skat its two cards are among those gone.
        let skat = if word("skat") == Some("-") { 0 } else { 2 };
        let away = gone.len() + skat;
        if !(2..=32).contains(&away) || !(32 - away).is_multiple_of(3) {
            return Err(LineError::NoTricks(gone.len()));
        }
        let start = Start { contract, declarer, viewer, gone, size: (32 - away) / 3, skat };
        let (mut state, mut stated) = start.states(&word)?;
        if let Some((own, theirs)) = word("points")
            .map(|text| text.split_once(':').ok_or_else(|| LineError::NoPair(quote(text))))
            .transpose()?
        {
            let number = |text: &str| text.parse::<u8>().map_err(|_| LineError::NoPoints(quote(text)));
            state.points = [number(own)?, number(theirs)?];
            let most = u16::from(gone.points());
            if u16::from(state.points[0]) + u16::from(state.points[1]) > most {
                return Err(LineError::TooManyPoints(most));
            }
            // Who has points has a trick. In Null nobody counts.
            if contract.game() != Game::Null {
                state.tricks = state.points.map(|points| points > 0);
            }
        }
        if word("bid").is_some_and(|bid| bid.parse::<u16>().is_err()) {
            return Err(LineError::NoBid);
        }
        if !state.settle() || !stated.settle() {
            return Err(LineError::NoDeal);
        }
        for card in cards(word("played").unwrap_or("-"))? {
            let seat = state.seat();
            let after = |state: &State| state.after(contract.game(), declarer, card);
            let next = after(&state).zip(after(&stated));
            (state, stated) = next.ok_or(LineError::CannotPlay { seat, card })?;
        }
        Ok(Line { game: contract.game(), declarer, viewer, state })
    }
}

/// What is said before any card is placed.
struct Start {
    contract: Contract,
    declarer: usize,
    viewer: Option<usize>,
    gone: Cards,
    size: usize,
    /// Cards of the skat: two, or none to speak of.
    skat: usize,
}

impl Start {
    /// What the viewer knows, and what everything that the line states allows: hands that inform nobody
    /// are still part of the deal, and a line that contradicts them speaks of no game at all.
    fn states<'a>(&self, word: &impl Fn(&str) -> Option<&'a str>) -> Result<(State, State), LineError> {
        let all = Cards::ALL - self.gone;
        let room = [self.size as u8, self.size as u8, self.size as u8, self.skat as u8];
        let mut may = room.map(|room| if room == 0 { Cards::NONE } else { all });
        let mut stated = may;
        let mut named = self.gone;
        for (place, key) in ["F", "M", "R", "skat"].into_iter().enumerate() {
            let text = word(key).unwrap_or("?");
            if text.is_empty() {
                return Err(LineError::Empty(key));
            }
            let (list, more) = match text.strip_suffix('?') {
                Some(list) => (list.strip_suffix('.').unwrap_or(list), true),
                None => (text, false),
            };
            let here = distinct(&cards(list)?)?;
            let wanted = usize::from(room[place]);
            if here.len() > wanted || (here.len() < wanted && !more) {
                return Err(LineError::Count { place: key, found: here.len(), wanted });
            }
            if let Some(card) = (here & named).iter().next() {
                return Err(LineError::CardTwice(card));
            }
            named |= here;
            let full = here.len() == wanted;
            if !full && self.must_be_full(place) {
                return Err(LineError::NotInFull(key));
            }
            let seen = more || (full && self.is_seen(place));
            for other in (0..4).filter(|&other| other != place) {
                stated[other] -= here;
                if seen {
                    may[other] -= here;
                }
            }
        }
        for part in word("not").unwrap_or("").split(',').filter(|part| !part.is_empty()) {
            let (place, list) = part.split_once(':').ok_or_else(|| LineError::NoPlace(quote(part)))?;
            let place = if place == "skat" { SKAT } else { seat(place)? };
            let denied = distinct(&cards(list)?)?;
            may[place] -= denied;
            stated[place] -= denied;
        }
        if stated.iter().fold(Cards::NONE, |sum, &may| sum | may) != all {
            return Err(LineError::Nowhere);
        }
        let turn = seat(word("lead").unwrap_or("F"))? as u8;
        let divided = self.divided(word("split").unwrap_or(""))?;
        let table = OpenTrick::default();
        let state = |may| State { may, room, turn, table, points: [0; 2], tricks: [false; 2], divided };
        Ok((state(may), state(stated)))
    }

    /// The splits: `S:2-1,T:3-2`.
    fn divided(&self, text: &str) -> Result<[Option<Divided>; 5], LineError> {
        let game = self.contract.game();
        let mut all: Vec<Divided> = Vec::new();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let wrong = || LineError::NoSplit(quote(part));
            let (suit, numbers) = part.split_once(':').ok_or_else(wrong)?;
            let (a, b) = numbers.split_once('-').ok_or_else(wrong)?;
            let number = |text: &str| text.parse::<u8>().ok().filter(|&n| n <= 10).ok_or_else(wrong);
            let (a, b) = (number(a)?, number(b)?);
            let named = |card: &Card| match suit {
                "T" => game.trumps().has(*card),
                _ => card.to_string().starts_with(suit) && card.rank() != Rank::Jack,
            };
            let card = Card::all().find(named).filter(|_| suit.len() == 1).ok_or_else(wrong)?;
            let cards = game.group(card);
            if all.iter().any(|one| one.cards == cards) {
                return Err(LineError::SplitTwice(suit.to_string()));
            }
            let hands = [1, 2].map(|turns| ((self.declarer + turns) % 3) as u8);
            let ways = [Some([a.min(b), a.max(b)]), (a != b).then_some([a.max(b), a.min(b)])];
            all.push(Divided { cards, hands, ways });
        }
        all.sort();
        Ok(std::array::from_fn(|at| all.get(at).copied()))
    }

    fn must_be_full(&self, place: usize) -> bool {
        match self.viewer {
            None => place != SKAT,
            Some(viewer) => place == viewer,
        }
    }

    /// Whether the viewer sees the cards of this place. Other hands inform nobody.
    fn is_seen(&self, place: usize) -> bool {
        let Some(viewer) = self.viewer else { return true };
        place == viewer
            || place == self.declarer && self.contract.is_ouvert()
            || place == SKAT && viewer == self.declarer && !self.contract.is_hand()
    }
}

fn seat(text: &str) -> Result<usize, LineError> {
    Seat::ALL.iter().position(|seat| seat.to_string() == text).ok_or_else(|| LineError::NoSeat(quote(text)))
}

/// Cards joined with dots; `-` or nothing for none.
pub(super) fn cards(text: &str) -> Result<Vec<Card>, LineError> {
    if text.is_empty() || text == "-" {
        return Ok(Vec::new());
    }
    text.split('.').map(card).collect()
}

fn card(text: &str) -> Result<Card, LineError> {
    Card::all().find(|card| card.to_string() == text).ok_or_else(|| LineError::NoCard(quote(text)))
}

fn distinct(cards: &[Card]) -> Result<Cards, LineError> {
    let set: Cards = cards.iter().copied().collect();
    if set.len() == cards.len() { Ok(set) } else { Err(LineError::Twice) }
}
