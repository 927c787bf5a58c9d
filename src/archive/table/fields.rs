//! The schema: what stands in each column.

use crate::archive::analysis::{Depth, ForcedWin};
use crate::archive::index::{Course, Flags, Index, Row, calendar};
use crate::archive::notes::Note;
use crate::cards::Cards;
use crate::rules::Seat;

/// What kind of value a column holds.
///
/// ```
/// use kiebitz::archive::table::{FIELDS, Kind};
/// assert!(FIELDS.iter().any(|field| field.name == "points" && field.kind == Kind::Integer));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Integer,
    /// Yes or no.
    Boolean,
}

impl Kind {
    /// Its name in schemas.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Integer => "integer",
            Kind::Boolean => "boolean",
        }
    }
}

/// A column of the table.
///
/// ```
/// use kiebitz::archive::table::FIELDS;
/// assert_eq!(FIELDS[0].name, "key");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// What that means.
    pub about: &'static str,
}

/// A cell.
///
/// ```
/// use kiebitz::archive::table::Value;
/// assert_eq!((Value::Integer(-48).text(), Value::None.text()), ("-48".to_string(), String::new()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Unknown, or does not apply.
    None,
    /// Text.
    Text(String),
    /// A number.
    Integer(i64),
    /// Yes or no.
    Boolean(bool),
}

impl Value {
    /// As text, nothing for none.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Value::None => String::new(),
            Value::Text(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Boolean(fact) => fact.to_string(),
        }
    }

    pub(super) fn json(&self) -> serde_json::Value {
        match self {
            Value::None => serde_json::Value::Null,
            Value::Text(text) => text.clone().into(),
            Value::Integer(number) => (*number).into(),
            Value::Boolean(fact) => (*fact).into(),
        }
    }
}

const fn text(name: &'static str, about: &'static str) -> Field {
    Field { name, kind: Kind::Text, about }
}

const fn integer(name: &'static str, about: &'static str) -> Field {
    Field { name, kind: Kind::Integer, about }
}

const fn boolean(name: &'static str, about: &'static str) -> Field {
    Field { name, kind: Kind::Boolean, about }
}

/// The columns, in order.
pub const FIELDS: [Field; 71] = [
    text("key", "what tells the record from all others, 16 hexadecimal digits"),
    text("place", "PC: the server; a game is known by place and id"),
    integer("id", "ID: the game's number"),
    integer("series", "SE: the series' number"),
    text("date", "DT in UTC, as 2010-12-06T18:59:24"),
    text("forehand", "P0: the player in forehand"),
    text("middlehand", "P1"),
    text("rearhand", "P2"),
    integer("forehand_rating", "R0, rounded"),
    integer("middlehand_rating", "R1, rounded"),
    integer("rearhand_rating", "R2, rounded"),
    text("declarer", "who played alone: F, M or R"),
    text("contract", "what was announced, as in records: G, CHZ, NO"),
    text("game", "clubs, spades, hearts, diamonds, grand, null"),
    boolean("hand", "without the skat"),
    boolean("ouvert", "with open cards"),
    integer("bid", "the number at which the bidding ended; 0 if nobody bid"),
    integer("forehand_bid", "the highest number that forehand said or held; 0 if none"),
    integer("middlehand_bid", "middlehand likewise"),
    integer("rearhand_bid", "rearhand likewise"),
    text("result", "won, lost or passed; empty where the rules cannot tell"),
    integer("value", "signed value by the rules, a loss doubled"),
    integer("points", "the declarer's points, the skat included"),
    integer("tricks", "the declarer's tricks"),
    integer("matadors", "negative for without; 0 in Null"),
    integer("cards", "cards played"),
    boolean("schneider", "a side was schneider"),
    boolean("schwarz", "a side was schwarz"),
    boolean("overbid", "bid too high"),
    boolean("resigned", "somebody gave up"),
    boolean("left", "somebody ran out of time or left"),
    boolean("differs", "the recorded result differs from the recomputed one"),
    text("forehand_dealt", "ten cards"),
    text("middlehand_dealt", "ten cards"),
    text("rearhand_dealt", "ten cards"),
    text("skat", "two cards as dealt"),
    text("discard", "two cards laid away; empty in hand games"),
    text("played", "the cards in the order they fell"),
    integer("found_at", "cards fallen when the question held; empty without a question"),
    text("analysis", "how deep the game was analysed: quick or full; empty if it was not"),
    boolean("open_won", "the declarer wins with all cards seen"),
    integer("open_points", "his points then, from a full analysis"),
    integer("declarer_forced_from", "the card, from 1, before which the declarer first had a forced win"),
    integer("declarer_forced_lost", "the card with which it was thrown away"),
    boolean("declarer_missed", "he had a forced win and did not win"),
    integer("defenders_forced_from", "the same for the defenders"),
    integer("defenders_forced_lost", "the same for the defenders"),
    boolean("defenders_missed", "the same for the defenders"),
    integer("forehand_mistakes", "cards with which forehand gave up what it could have known to keep"),
    integer("middlehand_mistakes", "middlehand likewise"),
    integer("rearhand_mistakes", "rearhand likewise"),
    integer("forehand_unseen", "cards that lost the game with open cards without being known as mistakes"),
    integer("middlehand_unseen", "middlehand likewise"),
    integer("rearhand_unseen", "rearhand likewise"),
    integer("forehand_given", "points given away against open cards, up to 255, from a full analysis"),
    integer("middlehand_given", "middlehand likewise"),
    integer("rearhand_given", "rearhand likewise"),
    integer("worst_card", "the worst card's number, from 1"),
    text("worst_played", "that card"),
    text("worst_judgement", "blunder, risk, doubtful, unclear, unseen"),
    integer("worst_points", "points that it gave away against open cards"),
    boolean("cut", "a budget cut questions of the analysis short"),
    integer("hour", "hour of the day in UTC"),
    integer("year", "year"),
    integer("trumps", "the declarer's trumps as he plays"),
    text("declarer_cards", "the declarer's ten cards as he plays"),
    text("first_lead", "the first card"),
    boolean("bookmark", "somebody wants to find the game again; empty without a note"),
    text("comment", "what somebody wrote about the game"),
    text("card_notes", "marks and comments on cards as JSON: card (from 1), mark, comment"),
    text("lines", "what else might have been played as JSON: after (cards fallen), cards, comment"),
];

/// The cells of a game, as many as there are [`FIELDS`]; `None` if there is no such game.
#[must_use]
pub fn values(index: &Index, number: u32, found_at: Option<u8>) -> Option<Vec<Value>> {
    let row = index.row(number)?;
    let course = index.course(number)?;
    let mut cells = Cells(Vec::with_capacity(FIELDS.len()));
    cells.record(index, &row);
    cells.game(&row, course);
    cells.cards(course);
    cells.number(found_at);
    cells.analysis(&row, course);
    cells.more(&row, course);
    cells.notes(index, &row);
    Some(cells.0)
}

struct Cells(Vec<Value>);

impl Cells {
    fn text(&mut self, text: &str) {
        self.0.push(if text.is_empty() { Value::None } else { Value::Text(text.to_string()) });
    }

    fn number<T: Into<i64>>(&mut self, number: Option<T>) {
        self.0.push(number.map_or(Value::None, |number| Value::Integer(number.into())));
    }

    fn fact(&mut self, fact: Option<bool>) {
        self.0.push(fact.map_or(Value::None, Value::Boolean));
    }

    fn set(&mut self, cards: Cards) {
        self.text(&if cards.is_empty() { String::new() } else { cards.to_string() });
    }

    fn record(&mut self, index: &Index, row: &Row) {
        self.text(&format!("{:016x}", row.key));
        self.text(index.places.name(row.session.place.into()));
        self.number((row.id > 0).then_some(row.id));
        self.number((row.session.series > 0).then_some(row.session.series));
        let (time, day) = (row.date % 86_400, calendar(row.date));
        let date = day.map(|(year, month, day)| {
            format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}", time / 3600, time / 60 % 60, time % 60)
        });
        self.text(&date.unwrap_or_default());
        row.players.into_iter().for_each(|player| self.text(index.names.name(player)));
        row.session.ratings.into_iter().for_each(|rating| self.number(rating));
    }

    fn game(&mut self, row: &Row, course: &Course) {
        let contract = row.contract;
        let played = contract.is_some();
        self.text(&row.declarer.map_or(String::new(), |seat| seat.letter().to_string()));
        self.text(&contract.map_or(String::new(), |contract| contract.record_spelling()));
        self.text(row.game().map_or("", |game| game.name()));
        self.fact(contract.map(|contract| contract.is_hand()));
        self.fact(contract.map(|contract| contract.is_ouvert()));
        self.number(Some(row.bid));
        let bids = course.bids();
        Seat::ALL.into_iter().for_each(|seat| self.number(Some(bids[seat])));
        self.text(match (row.flags.has(Flags::PASSED), row.value != 0, row.flags.has(Flags::WON)) {
            (true, ..) => "passed",
            (_, true, true) => "won",
            (_, true, false) => "lost",
            _ => "",
        });
        self.number(Some(row.value).filter(|_| played));
        self.number(Some(row.count.points).filter(|_| played));
        self.number(Some(row.count.tricks).filter(|_| played));
        self.number(Some(row.count.matadors).filter(|_| played));
        self.number(Some(row.count.cards));
        let flags =
            [Flags::SCHNEIDER, Flags::SCHWARZ, Flags::OVERBID, Flags::RESIGNED, Flags::LEFT, Flags::DIFFERS];
        flags.into_iter().for_each(|flag| self.fact(Some(row.flags.has(flag))));
    }

    fn cards(&mut self, course: &Course) {
        let known = |cards: Cards| if course.is_known() { cards } else { Cards::NONE };
        Seat::ALL.into_iter().for_each(|seat| self.set(known(course.dealt(seat))));
        self.set(known(course.skat()));
        self.set(course.laid());
        let played: Vec<String> = course.cards().map(|card| card.to_string()).collect();
        self.text(&played.join("."));
    }

    fn analysis(&mut self, row: &Row, course: &Course) {
        let found = row.analysis;
        self.text(found.map_or("", |found| if found.depth == Depth::Quick { "quick" } else { "full" }));
        self.fact(found.and_then(|found| found.glassbox));
        self.number(found.and_then(|found| found.points));
        for side in [found.map(|found| found.declarer), found.map(|found| found.defenders)] {
            let card =
                |card: fn(ForcedWin) -> Option<u8>| side.and_then(card).map(|card| i64::from(card) + 1);
            self.number(card(|side| side.first));
            self.number(card(|side| side.lost));
            self.fact(side.map(|side| side.missed));
        }
        let full = found.is_some_and(|found| found.depth == Depth::Full);
        for seat in 0..3 {
            self.number(found.map(|found| found.mistakes[seat]));
        }
        for seat in 0..3 {
            self.number(found.map(|found| found.unseen[seat]));
        }
        for seat in 0..3 {
            self.number(found.map(|found| found.given[seat]).filter(|_| full));
        }
        let worst = found.and_then(|found| found.worst);
        self.number(worst.map(|worst| i64::from(worst.card) + 1));
        let card = worst.and_then(|worst| course.card(worst.card.into()));
        self.text(&card.map_or(String::new(), |card| card.to_string()));
        self.text(worst.map_or("", |worst| worst.judgement.key()));
        self.number(worst.map(|worst| worst.points));
        self.fact(found.map(|found| found.cut));
    }

    fn notes(&mut self, index: &Index, row: &Row) {
        let note = index.notes.get(row.key);
        self.fact(note.as_ref().map(|note| note.bookmark));
        let Note { comment, cards, lines, .. } = note.unwrap_or_default();
        self.text(&comment);
        self.json(&cards);
        self.json(&lines);
    }

    fn json<T: serde::Serialize>(&mut self, list: &[T]) {
        let text = serde_json::to_string(list).ok().filter(|_| !list.is_empty());
        self.text(&text.unwrap_or_default());
    }

    fn more(&mut self, row: &Row, course: &Course) {
        self.number((row.date > 0).then_some(row.date % 86_400 / 3600));
        self.number(calendar(row.date).map(|(year, ..)| year));
        let own = row.declarer.filter(|_| course.is_known()).map(|seat| course.hand(seat, Some(seat)));
        let own = own.filter(|_| row.contract.is_some());
        let trumps = own.zip(row.game()).map(|(own, game)| (own & game.trumps()).len() as u32);
        self.number(trumps);
        self.set(own.unwrap_or(Cards::NONE));
        self.text(&course.card(0).map_or(String::new(), |card| card.to_string()));
    }
}
