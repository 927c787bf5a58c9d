//! One game as a row of the table.

use crate::archive::analysis::{Summary, key};
use crate::archive::reader::RawRecord;
use crate::archive::record::Record;
use crate::archive::recount::{End, Recount};
use crate::archive::result::RecordedResult;
use crate::rules::{Contract, Game, Seat};
use std::collections::HashMap;

/// Yes-or-no facts of a game.
///
/// ```
/// use kiebitz::archive::index::Flags;
/// let flags = Flags(Flags::WON.0 | Flags::SCHNEIDER.0);
/// assert!(flags.has(Flags::WON) && !flags.has(Flags::OVERBID));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub u16);

impl Flags {
    /// The declarer won.
    pub const WON: Flags = Flags(1);
    /// The game's value stayed below the bid.
    pub const OVERBID: Flags = Flags(1 << 1);
    /// A side was schneider.
    pub const SCHNEIDER: Flags = Flags(1 << 2);
    /// A side was schwarz.
    pub const SCHWARZ: Flags = Flags(1 << 3);
    /// Somebody gave up.
    pub const RESIGNED: Flags = Flags(1 << 4);
    /// Somebody ran out of time or left.
    pub const LEFT: Flags = Flags(1 << 5);
    /// The recorded result differs from the recomputed one.
    pub const DIFFERS: Flags = Flags(1 << 6);
    /// Everybody passed.
    pub const PASSED: Flags = Flags(1 << 7);

    /// Whether all of these are set.
    #[must_use]
    pub const fn has(self, flags: Flags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Without those that other columns show.
    fn shown(self) -> u16 {
        self.0 & !(Flags::WON.0 | Flags::PASSED.0)
    }

    fn set(&mut self, flag: Flags, on: bool) {
        if on {
            self.0 |= flag.0;
        }
    }
}

/// The names of all players, each kept once.
///
/// ```
/// use kiebitz::archive::index::Names;
/// let mut names = Names::default();
/// let (anna, bernd) = (names.number("Anna"), names.number("Bernd"));
/// assert_eq!((names.number("Anna"), names.name(bernd)), (anna, "Bernd"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    list: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Names {
    /// The number of a name, new if it was not there.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(name.to_string());
        self.numbers.insert(name.to_string(), number);
        number
    }

    /// The name with this number.
    #[must_use]
    pub fn name(&self, number: u32) -> &str {
        self.list.get(number as usize).map_or("", String::as_str)
    }

    /// The place of each name in the order of the alphabet, capitals or not.
    #[must_use]
    pub fn ranks(&self) -> Vec<u32> {
        let mut order: Vec<(String, u32)> =
            self.list.iter().zip(0..).map(|(name, number)| (name.to_lowercase(), number)).collect();
        order.sort_unstable();
        let mut ranks = vec![0; order.len()];
        for (rank, (_, number)) in order.into_iter().enumerate() {
            ranks[number as usize] = rank as u32;
        }
        ranks
    }

    /// All names, in the order of their numbers.
    #[must_use]
    pub fn all(&self) -> &[String] {
        &self.list
    }
}

/// What was counted in a game.
///
/// ```
/// use kiebitz::archive::{Source, index::Indexer, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let index = Indexer::new(source).finish().unwrap();
/// let count = index.rows[0].count;
/// assert_eq!((count.points, count.tricks, count.cards), (64, 7, 30));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The declarer's points.
    pub points: u8,
    /// The declarer's tricks.
    pub tricks: u8,
    /// Cards played.
    pub cards: u8,
}

/// One game.
///
/// ```
/// use kiebitz::archive::{Source, index::{Flags, Indexer}, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let index = Indexer::new(source).finish().unwrap();
/// let row = &index.rows[0];
/// assert_eq!((row.bid, row.value, row.flags.has(Flags::WON)), (20, 48, true));
/// assert_eq!(index.names.name(row.declarer_name().unwrap()), "Kiebitz 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Where the record begins in the unpacked text.
    pub offset: u64,
    /// How long it is.
    pub length: u32,
    /// What tells the game from others: see [`key`].
    pub key: u64,
    /// The game's number, 0 if it has none or it is no number.
    pub id: u32,
    /// Seconds since 1970, 0 if unknown.
    pub date: u32,
    /// Numbers of the three names.
    pub players: [u32; 3],
    /// The declarer's seat.
    pub declarer: Option<Seat>,
    /// What was played.
    pub contract: Option<Contract>,
    /// The bid.
    pub bid: u16,
    /// Signed value, by the rules.
    pub value: i16,
    /// What was counted.
    pub count: Count,
    /// Facts.
    pub flags: Flags,
    /// Which of several archives it is from; see [`crate::archive::library`].
    pub part: u16,
    /// What its analysis found; `None` if it was not analysed. See [`super::Index::join`].
    pub analysis: Option<Summary>,
}

impl Row {
    /// The row of a record that was read and counted.
    pub(super) fn new(raw: &RawRecord, record: &Record, count: &Recount, names: &mut Names) -> Row {
        let mut flags = Flags::default();
        flags.set(Flags::PASSED, count.end == End::Passed);
        let recorded = match &record.result {
            RecordedResult::Game(game) => Some(game),
            _ => None,
        };
        if let Some(outcome) = count.outcome {
            flags.set(Flags::WON, outcome.won);
            flags.set(Flags::OVERBID, outcome.overbid);
            flags.set(Flags::SCHNEIDER, outcome.schneider);
            flags.set(Flags::SCHWARZ, outcome.schwarz);
            flags.set(Flags::DIFFERS, recorded.is_some_and(|game| game.value != outcome.value));
        }
        let resigned = record.moves.iter().any(|one| matches!(one, crate::archive::Move::Resign(_)));
        let left = recorded.is_some_and(|game| game.left >= 0 || game.timed_out >= 0);
        flags.set(Flags::RESIGNED, resigned);
        flags.set(Flags::LEFT, left);
        Row {
            offset: raw.offset,
            length: raw.bytes.len() as u32,
            key: key(&raw.bytes),
            id: record.id.as_deref().and_then(|id| id.trim().parse().ok()).unwrap_or(0),
            date: record.date.as_deref().and_then(seconds).unwrap_or(0),
            players: [0, 1, 2].map(|i| names.number(record.players[i].as_deref().unwrap_or(""))),
            declarer: count.declarer,
            contract: count.contract,
            bid: count.bid,
            // A row has 16 bits for it; what an absurd bid makes of a value stays absurd within them.
            value: count
                .outcome
                .map_or(0, |outcome| outcome.value.clamp(i16::MIN.into(), i16::MAX.into()) as i16),
            count: Count {
                points: count.tally.declarer_points,
                tricks: count.tally.declarer_tricks,
                cards: count.cards as u8,
            },
            flags,
            part: 0,
            analysis: None,
        }
    }

    /// The kind of game.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        self.contract.map(Contract::game)
    }

    /// The declarer's number in the names.
    #[must_use]
    pub fn declarer_name(&self) -> Option<u32> {
        self.declarer.map(|seat| self.players[seat.index()])
    }
}

/// A column of the table.
///
/// ```
/// use kiebitz::archive::{Source, index::{Column, Indexer}, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let index = Indexer::new(source).finish().unwrap();
/// let cell = |column: Column| column.text(&index.rows[0], &index.names);
/// assert_eq!((cell(Column::Contract), cell(Column::Result)), ("G".into(), "won".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Date and time.
    Date,
    /// Forehand's name.
    Forehand,
    /// Middlehand's name.
    Middlehand,
    /// Rearhand's name.
    Rearhand,
    /// The declarer's name.
    Declarer,
    /// The contract.
    Contract,
    /// The bid.
    Bid,
    /// Won or lost.
    Result,
    /// The value.
    Value,
    /// The declarer's points.
    Points,
    /// The declarer's tricks.
    Tricks,
    /// Marks.
    Flags,
    /// Who wins with all cards seen.
    Glassbox,
    /// What the analysis found.
    Analysis,
}

impl Column {
    /// All columns, from left to right.
    pub const ALL: [Column; 14] = [
        Column::Date,
        Column::Forehand,
        Column::Middlehand,
        Column::Rearhand,
        Column::Declarer,
        Column::Contract,
        Column::Bid,
        Column::Result,
        Column::Value,
        Column::Points,
        Column::Tricks,
        Column::Flags,
        Column::Glassbox,
        Column::Analysis,
    ];

    /// The head of the column in exported tables.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Column::Date => "date",
            Column::Forehand => "forehand",
            Column::Middlehand => "middlehand",
            Column::Rearhand => "rearhand",
            Column::Declarer => "declarer",
            Column::Contract => "contract",
            Column::Bid => "bid",
            Column::Result => "result",
            Column::Value => "value",
            Column::Points => "points",
            Column::Tricks => "tricks",
            Column::Flags => "flags",
            Column::Glassbox => "glassbox",
            Column::Analysis => "analysis",
        }
    }

    /// What the cell says, in the words of records and exports.
    #[must_use]
    pub fn text(self, row: &Row, names: &Names) -> String {
        let played = row.contract.is_some();
        match self {
            Column::Date => date_text(row.date),
            Column::Forehand => names.name(row.players[0]).to_string(),
            Column::Middlehand => names.name(row.players[1]).to_string(),
            Column::Rearhand => names.name(row.players[2]).to_string(),
            Column::Declarer => row.declarer_name().map_or("", |number| names.name(number)).to_string(),
            Column::Contract => row.contract.map_or(String::new(), |contract| contract.to_string()),
            Column::Bid if row.bid > 0 => row.bid.to_string(),
            Column::Result if row.flags.has(Flags::PASSED) => "passed".into(),
            Column::Result if row.value != 0 => if row.flags.has(Flags::WON) { "won" } else { "lost" }.into(),
            Column::Value if played => row.value.to_string(),
            Column::Points if played => row.count.points.to_string(),
            Column::Tricks if played => row.count.tricks.to_string(),
            Column::Flags => {
                let words = [
                    (Flags::SCHNEIDER, "schneider"),
                    (Flags::SCHWARZ, "schwarz"),
                    (Flags::OVERBID, "overbid"),
                    (Flags::RESIGNED, "resigned"),
                    (Flags::LEFT, "left"),
                    (Flags::DIFFERS, "differs"),
                ];
                let words = words.iter().filter(|(flag, _)| row.flags.has(*flag)).map(|(_, word)| *word);
                words.collect::<Vec<_>>().join(" ")
            }
            Column::Glassbox => match row.analysis.and_then(|found| found.glassbox) {
                Some(true) => "won".into(),
                Some(false) => "lost".into(),
                None => String::new(),
            },
            Column::Analysis => row.analysis.map_or(String::new(), |found| found.to_string()),
            _ => String::new(),
        }
    }

    /// A number that sorts rows as this column does; `ranks` gives the place of each name in the order of
    /// the alphabet.
    pub(super) fn order(self, row: &Row, ranks: &[u32]) -> u64 {
        // What is missing comes before all that is there.
        let name = |number: u32| ranks.get(number as usize).map_or(0, |&rank| u64::from(rank) + 1);
        match self {
            Column::Date => row.date.into(),
            Column::Forehand => name(row.players[0]),
            Column::Middlehand => name(row.players[1]),
            Column::Rearhand => name(row.players[2]),
            Column::Declarer => row.declarer_name().map_or(0, name),
            Column::Contract => row.contract.map_or(0, |contract| 1 + contract_order(contract)),
            Column::Bid => row.bid.into(),
            // Games without a result, then lost ones, then won ones.
            Column::Result if row.value == 0 => 0,
            Column::Result => 1 + u64::from(row.flags.has(Flags::WON)),
            Column::Value => (i64::from(row.value) - i64::from(i16::MIN)) as u64,
            Column::Points => row.count.points.into(),
            Column::Tricks => row.count.tricks.into(),
            Column::Flags => row.flags.shown().into(),
            Column::Glassbox => {
                row.analysis.and_then(|found| found.glassbox).map_or(0, |won| 1 + u64::from(won))
            }
            Column::Analysis => row.analysis.map_or(0, |found| 1 + found.order()),
        }
    }

    /// Whether it shows names.
    pub(super) fn is_name(self) -> bool {
        matches!(self, Column::Forehand | Column::Middlehand | Column::Rearhand | Column::Declarer)
    }
}

/// The order of contracts: by game, then by what was announced.
fn contract_order(contract: Contract) -> u64 {
    let game = Game::ALL.iter().position(|&game| game == contract.game()).unwrap_or(0) as u64;
    let (schneider, schwarz) = (contract.announces_schneider(), contract.announces_schwarz());
    let said = [contract.is_ouvert(), schwarz, schneider, contract.is_hand()];
    said.iter().fold(game, |order, &said| order << 1 | u64::from(said))
}

/// Days from 1970-01-01 to a date of the Gregorian calendar, counting years from March so that the
/// leap day is the last of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let before = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    before + (153 * month + 2) / 5 + day - 719_469
}

/// Seconds since 1970 of `2010-12-06/18:59:24/UTC` (the time may be missing).
pub(super) fn seconds(text: &str) -> Option<u32> {
    let mut parts = text.split('/');
    let mut date = parts.next()?.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    if !(1970..2106).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let mut time = parts.next().unwrap_or("0:0:0").split(':').map(|part| part.parse::<i64>().unwrap_or(0));
    let mut next = || time.next().unwrap_or(0).clamp(0, 59);
    let (hour, minute, second) = (next().min(23), next(), next());
    u32::try_from(days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second).ok()
}

/// `2010-12-06 18:59`, or nothing for an unknown date.
#[must_use]
pub fn date_text(seconds: u32) -> String {
    if seconds == 0 {
        return String::new();
    }
    let (day, time) = (i64::from(seconds) / 86_400, seconds % 86_400);
    // The year is found by counting; the first guess is never more than one too late.
    let mut year = 1970 + day / 365;
    while days(year, 1, 1) > day {
        year -= 1;
    }
    let month = (1..=12).rev().find(|&month| days(year, month, 1) <= day).unwrap_or(1);
    let day = day - days(year, month, 1) + 1;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", time / 3600, time / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_read_back() {
        assert_eq!(seconds("1970-01-01/00:00:00/UTC"), Some(0));
        assert_eq!(seconds("2010-12-06/18:59:24/UTC"), Some(1_291_661_964));
        for text in ["2007-10-29 04:44", "2012-02-29 23:59", "2000-03-01 00:00", "2099-12-31 12:00"] {
            let seconds = seconds(&text.replace(' ', "/")).unwrap();
            assert_eq!(date_text(seconds), text);
        }
        assert_eq!(seconds("yesterday"), None);
        assert_eq!(seconds("2010-13-01"), None);
        assert_eq!(date_text(0), "");
    }
}
