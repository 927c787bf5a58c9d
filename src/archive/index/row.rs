//! One game as a row of the table.

use super::date::seconds;
use crate::archive::analysis::{Summary, key};
use crate::archive::difference::differences;
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
    /// The recorded result differs from the recomputed one, in any field, or cannot be read.
    pub const DIFFERS: Flags = Flags(1 << 6);
    /// Everybody passed.
    pub const PASSED: Flags = Flags(1 << 7);

    /// A game with the same place and number stands before; see [`super::Index::mark_repeated`].
    pub const REPEATED: Flags = Flags(1 << 8);

    /// Whether all of these are set.
    #[must_use]
    pub const fn has(self, flags: Flags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Without those that other columns show.
    pub(super) fn shown(self) -> u16 {
        self.0 & !(Flags::WON.0 | Flags::PASSED.0 | Flags::REPEATED.0)
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
/// let count = index.row(0).unwrap().count;
/// assert_eq!((count.points, count.tricks, count.cards, count.matadors), (64, 7, 30, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The declarer's points.
    pub points: u8,
    /// The declarer's tricks.
    pub tricks: u8,
    /// Cards played.
    pub cards: u8,
    /// Matadors, negative for "without"; 0 in Null.
    pub matadors: i8,
}

/// At which table a game was played.
///
/// ```
/// use kiebitz::archive::{Source, index::Indexer, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let index = Indexer::new(source).finish().unwrap();
/// let session = index.row(40).unwrap().session;
/// assert_eq!((index.places.name(session.place.into()), session.series), ("Kiebitz", 1));
/// assert_eq!(session.ratings, [None; 3]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Session {
    /// Number of the place among the index's places.
    pub place: u16,
    /// The series, 0 if it has none or it is no number.
    pub series: u32,
    /// The players' ratings, rounded, where they had one.
    pub ratings: [Option<i16>; 3],
}

impl Session {
    fn of(record: &Record, places: &mut Names) -> Session {
        let number = |text: &Option<String>| text.as_deref().and_then(|text| text.trim().parse().ok());
        Session {
            place: places.number(record.place.as_deref().unwrap_or("")) as u16,
            series: number(&record.series).unwrap_or(0),
            ratings: [0, 1, 2].map(|seat| rating(record.ratings[seat].as_deref()?)),
        }
    }
}

/// Servers write nothing, `0.0`, `null` or `?` for a player without a rating.
fn rating(text: &str) -> Option<i16> {
    let rating: f64 = text.trim().parse().ok()?;
    let rounded = rating.round();
    (rounded != 0.0 && rounded.abs() < 32_000.0).then_some(rounded as i16)
}

/// One game.
///
/// ```
/// use kiebitz::archive::{Source, index::{Flags, Indexer}, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let index = Indexer::new(source).finish().unwrap();
/// let row = index.row(0).unwrap();
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
    /// At which table.
    pub session: Session,
    /// What its analysis found; `None` if it was not analysed. See [`super::Index::join`].
    pub analysis: Option<Summary>,
}

impl Row {
    /// The row of a record that was read and counted.
    pub(super) fn new(
        raw: &RawRecord,
        record: &Record,
        count: &Recount,
        names: &mut Names,
        places: &mut Names,
    ) -> Row {
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
        }
        flags.set(Flags::DIFFERS, !differences(&record.result, count).is_empty());
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
                matadors: count.outcome.map_or(0, |outcome| outcome.matadors),
            },
            flags,
            part: 0,
            session: Session::of(record, places),
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
