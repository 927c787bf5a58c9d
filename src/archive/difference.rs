//! Where the recorded result and the rules do not agree, and why, where that is known.

use super::recount::{End, Recount};
use super::result::{GameResult, RecordedResult};
use crate::rules::{Outcome, Seat};

/// Why a server may have counted otherwise.
///
/// ```
/// use kiebitz::archive::DifferenceReason;
/// assert!(DifferenceReason::Stopped.note().contains("stopped"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceReason {
    /// The declarer took the skat and never laid two cards away.
    NoDiscard,
    /// The game was decided and stopped; neither schneider nor schwarz was counted.
    Stopped,
    /// The result cannot be read.
    Malformed,
}

impl DifferenceReason {
    /// The reason in English, for machines and logs.
    #[must_use]
    pub const fn note(self) -> &'static str {
        match self {
            DifferenceReason::NoDiscard => {
                "the declarer never discarded: the server counted without his cards"
            }
            DifferenceReason::Stopped => {
                "the server stopped the decided game and counted neither schneider nor schwarz"
            }
            DifferenceReason::Malformed => "the recorded result cannot be read; the moves tell it",
        }
    }
}

/// One field of the result, as recorded and as the rules have it.
///
/// ```
/// use kiebitz::archive::{RecordedResult, Reader, Record, differences, recount, sample};
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let record = Record::parse(&raw.bytes).unwrap();
/// let count = recount(&record).unwrap();
/// assert!(differences(&record.result, &count).is_empty());
/// let found = differences(&RecordedResult::read("nonsense"), &count);
/// assert_eq!((found[0].field, found[0].recorded.as_str()), ("result", "nonsense"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDifference {
    /// Which field: `declarer`, `won`, `value`, `matadors`, `overbid`, `points`, `tricks`, `schneider`, `schwarz`,
    /// or `result` for one that cannot be read.
    pub field: &'static str,
    /// What the record says.
    pub recorded: String,
    /// What the rules say.
    pub computed: String,
    /// Why, where it is known.
    pub why: Option<DifferenceReason>,
}

/// Fields that are told as true or false.
const YES_OR_NO: [&str; 4] = ["won", "overbid", "schneider", "schwarz"];

/// Every field in which a recorded result differs from the recomputed one. Nothing where there is nothing to compare.
#[must_use]
pub fn differences(result: &RecordedResult, count: &Recount) -> Vec<FieldDifference> {
    if matches!(count.end, End::Hidden | End::Unfinished) {
        return Vec::new();
    }
    let pairs = match result {
        RecordedResult::Unknown => return Vec::new(),
        RecordedResult::Malformed(text) => {
            let computed = if count.end == End::Passed {
                "passed".into()
            } else {
                count.outcome.map_or("none".into(), |outcome| outcome.value.to_string())
            };
            let why = Some(DifferenceReason::Malformed);
            return vec![FieldDifference { field: "result", recorded: text.clone(), computed, why }];
        }
        RecordedResult::Passed => vec![("declarer", -1, number(count.declarer))],
        RecordedResult::Game(game) => pairs(game, count),
    };
    // The second way to count a game that was stopped.
    let stopped = match (result, count.as_stopped) {
        (RecordedResult::Game(game), Some(outcome)) => pairs_of(game, count, outcome),
        _ => Vec::new(),
    };
    let agrees_as_stopped =
        |field: &str| stopped.iter().any(|&(name, recorded, computed)| name == field && recorded == computed);
    let different = pairs.into_iter().filter(|(_, recorded, computed)| recorded != computed);
    different
        .map(|(field, recorded, computed)| {
            let say = |value: i32| match YES_OR_NO.contains(&field) {
                true => (value != 0).to_string(),
                false => value.to_string(),
            };
            let why = if count.no_discard {
                Some(DifferenceReason::NoDiscard)
            } else {
                agrees_as_stopped(field).then_some(DifferenceReason::Stopped)
            };
            FieldDifference { field, recorded: say(recorded), computed: say(computed), why }
        })
        .collect()
}

type Pair = (&'static str, i32, i32);

/// Each field of the result as recorded and as computed. Without a game there is only the
/// question whether anybody declared.
fn pairs(game: &GameResult, count: &Recount) -> Vec<Pair> {
    match count.outcome {
        Some(outcome) => pairs_of(game, count, outcome),
        None => vec![("declarer", game.declarer.into(), -1)],
    }
}

fn pairs_of(game: &GameResult, count: &Recount, outcome: Outcome) -> Vec<Pair> {
    let tally = count.tally;
    vec![
        ("declarer", game.declarer.into(), number(count.declarer)),
        ("won", i32::from(game.kind == "win"), outcome.won.into()),
        ("value", game.value, outcome.value),
        ("matadors", game.matadors, outcome.matadors.into()),
        ("overbid", game.overbid.into(), outcome.overbid.into()),
        ("points", game.points, tally.declarer_points.into()),
        ("tricks", game.tricks, tally.declarer_tricks.into()),
        ("schneider", game.schneider.into(), outcome.schneider.into()),
        ("schwarz", game.schwarz.into(), outcome.schwarz.into()),
    ]
}

fn number(seat: Option<Seat>) -> i32 {
    seat.map_or(-1, |seat| seat.index() as i32)
}
