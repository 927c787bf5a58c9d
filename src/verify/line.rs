//! The position line, as far as the checker needs it.
//!
//! It is read here once more, and not by the engine, so that a mistake in the one does not hide in the
//! other. Lines that contradict themselves are refused. It takes less than the engine does: the viewer's hand must be named in full, with open cards every
//! hand, and cards are spelled as Kiebitz writes them.

use super::state::{Divided, OpenTrick, SKAT, State};
use crate::cards::{Card, Cards, Rank};
use crate::plain::quote;
use crate::rules::{Contract, Game, Seat};
use std::collections::BTreeMap;

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
    pub fn read(text: &str) -> Result<Line, String> {
        let mut words: BTreeMap<&str, &str> = BTreeMap::new();
        for word in text.split_whitespace() {
            let (key, value) =
                word.split_once('=').ok_or_else(|| format!("'{}' is no key=value", quote(word)))?;
            if !KEYS.contains(&key) {
                return Err(format!("the word '{}' is not known", quote(key)));
            }
            if words.insert(key, value).is_some() {
                return Err(format!("'{key}' is there twice"));
            }
        }
        let word = |key: &str| words.get(key).copied();
        let contract: Contract =
            word("contract").ok_or("the contract is missing")?.parse().map_err(|error| format!("{error}"))?;
        let declarer = seat(word("declarer").ok_or("the declarer is missing")?)?;
        let viewer = match word("view").ok_or("the view is missing")? {
            "open" => None,
            letter => Some(seat(letter)?),
        };
        let gone: Cards = distinct(&cards(word("gone").unwrap_or("-"))?)?;
        // Without a skat its two cards are among those gone.
        let skat = if word("skat") == Some("-") { 0 } else { 2 };
        let away = gone.len() + skat;
        if !(2..=32).contains(&away) || !(32 - away).is_multiple_of(3) {
            return Err(format!("{} cards gone are no whole tricks", gone.len()));
        }
        let start = Start { contract, declarer, viewer, gone, size: (32 - away) / 3, skat };
        let (mut state, mut stated) = start.states(&word)?;
        if let Some((own, theirs)) =
            word("points").map(|text| text.split_once(':').ok_or_else(|| quote(text))).transpose()?
        {
            let number = |text: &str| {
                text.parse::<u8>().map_err(|_| format!("'{}' is no number of points", quote(text)))
            };
            state.points = [number(own)?, number(theirs)?];
            let most = u16::from(gone.points());
            if u16::from(state.points[0]) + u16::from(state.points[1]) > most {
                return Err(format!("more points are taken than the {most} that are gone"));
            }
            // Who has points has a trick. In Null nobody counts.
            if contract.game() != Game::Null {
                state.tricks = state.points.map(|points| points > 0);
            }
        }
        if word("bid").is_some_and(|bid| bid.parse::<u16>().is_err()) {
            return Err("the bid is no number".into());
        }
        if !state.settle() || !stated.settle() {
            return Err("no deal allows this".into());
        }
        for card in cards(word("played").unwrap_or("-"))? {
            let seat = state.seat();
            let after = |state: &State| state.after(contract.game(), declarer, card);
            let next = after(&state).zip(after(&stated));
            (state, stated) = next.ok_or_else(|| format!("{seat} cannot have played {card}"))?;
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
    fn states<'a>(&self, word: &impl Fn(&str) -> Option<&'a str>) -> Result<(State, State), String> {
        let all = Cards::ALL - self.gone;
        let room = [self.size as u8, self.size as u8, self.size as u8, self.skat as u8];
        let mut may = room.map(|room| if room == 0 { Cards::NONE } else { all });
        let mut stated = may;
        let mut named = self.gone;
        for (place, key) in ["F", "M", "R", "skat"].into_iter().enumerate() {
            let text = word(key).unwrap_or("?");
            if text.is_empty() {
                return Err(format!("{key} says nothing"));
            }
            let (list, more) = match text.strip_suffix('?') {
                Some(list) => (list.strip_suffix('.').unwrap_or(list), true),
                None => (text, false),
            };
            let here = distinct(&cards(list)?)?;
            let wanted = usize::from(room[place]);
            if here.len() > wanted || (here.len() < wanted && !more) {
                return Err(format!("{key} has {} cards instead of {wanted}", here.len()));
            }
            if let Some(card) = (here & named).iter().next() {
                return Err(format!("{card} is there twice"));
            }
            named |= here;
            let full = here.len() == wanted;
            if !full && self.must_be_full(place) {
                return Err(format!("{key} must be named in full"));
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
            let (place, list) =
                part.split_once(':').ok_or_else(|| format!("'{}' is no place:cards", quote(part)))?;
            let place = if place == "skat" { SKAT } else { seat(place)? };
            let denied = distinct(&cards(list)?)?;
            may[place] -= denied;
            stated[place] -= denied;
        }
        if stated.iter().fold(Cards::NONE, |sum, &may| sum | may) != all {
            return Err("some card can be nowhere".into());
        }
        let turn = seat(word("lead").unwrap_or("F"))? as u8;
        let divided = self.divided(word("split").unwrap_or(""))?;
        let table = OpenTrick::default();
        let state = |may| State { may, room, turn, table, points: [0; 2], tricks: [false; 2], divided };
        Ok((state(may), state(stated)))
    }

    /// The splits: `S:2-1,T:3-2`.
    fn divided(&self, text: &str) -> Result<[Option<Divided>; 5], String> {
        let game = self.contract.game();
        let mut all: Vec<Divided> = Vec::new();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let wrong = || format!("'{}' is no suit:number-number", quote(part));
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
                return Err(format!("the split of {suit} is there twice"));
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

fn seat(text: &str) -> Result<usize, String> {
    Seat::ALL
        .iter()
        .position(|seat| seat.to_string() == text)
        .ok_or_else(|| format!("'{}' is no seat", quote(text)))
}

/// Cards joined with dots; `-` or nothing for none.
pub(super) fn cards(text: &str) -> Result<Vec<Card>, String> {
    if text.is_empty() || text == "-" {
        return Ok(Vec::new());
    }
    text.split('.').map(card).collect()
}

fn card(text: &str) -> Result<Card, String> {
    Card::all().find(|card| card.to_string() == text).ok_or_else(|| format!("'{}' is no card", quote(text)))
}

fn distinct(cards: &[Card]) -> Result<Cards, String> {
    let set: Cards = cards.iter().copied().collect();
    if set.len() == cards.len() { Ok(set) } else { Err("a card is there twice".into()) }
}
