//! The proof as a file.
//!
//! ```text
//! Proof(
//!     version: 1,
//!     position: "contract=G declarer=F … view=F",
//!     goal: "61",
//!     declarer_reaches: true,
//!     strategy: [
//!         "CJ>1",
//!         "SJ.HJ>2 DJ>3 C7.C8.C9",
//!         …
//!     ],
//! )
//! ```
//!
//! Each line of the strategy is a point of the play, the first one the position itself: which cards fall,
//! and with which line it goes on after them. Nothing after the cards means that the claim can then be
//! counted. Where the side for which the proof speaks is on turn there is one card, else all that may
//! fall. From a seat's view that side is the viewer alone, or all the others together; with open cards it
//! is the declarer or the defenders. Cards are named as `names` says: they close up between
//! tricks, so that one line can serve many points of the play.

use super::line::{LineError, cards};
use crate::cards::{Card, Cards};
use crate::plain::{quote, reason};
use crate::rules::{Goal, GoalError};
use serde::{Deserialize, Serialize};

/// The version of the format that is written, and the latest that can be read.
pub const VERSION: u32 = 1;

/// A proof as it stands in a file.
///
/// ```
/// use kiebitz::verify::Proof;
/// let proof = Proof {
///     version: 1,
///     position: "contract=G declarer=F view=F".into(),
///     goal: "61".into(),
///     declarer_reaches: true,
///     strategy: vec!["CJ>1".into()],
/// };
/// assert_eq!(Proof::parse(&proof.to_ron().unwrap()), Ok(proof));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Version of the format.
    pub version: u32,
    /// The position line.
    pub position: String,
    /// What the declarer must reach.
    pub goal: String,
    /// What is claimed: that he reaches it by force, or that he can be kept from it.
    pub declarer_reaches: bool,
    /// The strategy, line by line.
    pub strategy: Vec<String>,
}

/// Why a file is no proof, before it is even looked at whether it is right.
///
/// ```
/// use kiebitz::verify::{Proof, ProofFileError};
/// let error = Proof::parse("Proof(version: 99)").unwrap_err();
/// assert_eq!(error, ProofFileError::Newer(99));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFileError {
    /// Not the form of a proof file.
    #[error("line {line}, column {column}: {reason}")]
    Form {
        /// Line of the file.
        line: usize,
        /// Column of the line.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// Made by a later Kiebitz.
    #[error("this proof was made by a newer Kiebitz (format {0}, this one reads up to {VERSION})")]
    Newer(u32),
    /// The position cannot be read.
    #[error("the position: {0}")]
    Position(String),
    /// The goal cannot be read, or makes no sense in the game.
    #[error("the goal: {0}")]
    Goal(String),
    /// A line of the strategy cannot be read.
    #[error("strategy line {line}: {reason}")]
    Strategy {
        /// Which line, counted from 0 as the lines themselves do.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// What every version of the format has, so that a newer file is recognised as such.
#[derive(Deserialize)]
#[serde(rename = "Proof")]
struct AnyVersion {
    version: u32,
}

/// What stands at the head of a file, for whoever reads it: RON passes over it.
const HEAD: &str = "\
// A proof for `kiebitz verify`. The strategy is written in normal form, line by line: between two tricks the cards that are
// still in play take the lowest names of their kind (7, 8 and 9 of a suit; the jacks; in Null and for every trick all cards of a
// suit or of the trumps), their order kept, and suits that are not trumps change places, the fuller ones first. Positions that
// differ only in such names are one line.
";

impl Proof {
    /// Reads a proof file.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn parse(text: &str) -> Result<Proof, ProofFileError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        match ron::from_str::<AnyVersion>(text) {
            Ok(AnyVersion { version }) if version > VERSION => return Err(ProofFileError::Newer(version)),
            _ => {}
        }
        ron::from_str(text).map_err(|error: ron::error::SpannedError| {
            let place = error.span.start;
            ProofFileError::Form {
                line: place.line,
                column: place.col,
                reason: reason(&error.code.to_string()),
            }
        })
    }

    /// Writes the proof file.
    ///
    /// # Errors
    /// If something cannot be written as RON, which nothing is known to cause.
    pub fn to_ron(&self) -> Result<String, ProofFileError> {
        let pretty = ron::ser::PrettyConfig::new().struct_names(true).new_line("\n").indentor("  ");
        let text = ron::ser::to_string_pretty(self, pretty);
        let failed =
            |error: ron::Error| ProofFileError::Form { line: 0, column: 0, reason: error.to_string() };
        text.map(|text| format!("{HEAD}{text}\n")).map_err(failed)
    }

    /// The goal.
    ///
    /// # Errors
    /// If it is none.
    pub fn goal(&self) -> Result<Goal, ProofFileError> {
        self.goal.parse().map_err(|error: GoalError| ProofFileError::Goal(error.to_string()))
    }

    pub(crate) fn read_strategy(&self) -> Result<Strategy, ProofFileError> {
        read_lines(&self.strategy)
    }
}

/// Cards that may fall, and the line of the strategy with which it goes on after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Entry {
    /// One card or several with the same consequence.
    pub cards: Cards,
    /// The line; `None` where the claim can be counted.
    pub then: Option<u32>,
}

/// The lines of a strategy.
pub(crate) type Strategy = Vec<Vec<Entry>>;

/// Reads the lines of a strategy.
pub(super) fn read_lines(lines: &[String]) -> Result<Strategy, ProofFileError> {
    let read = |(line, text): (usize, &String)| {
        read_line(text, lines.len())
            .map_err(|error| ProofFileError::Strategy { line, reason: error.to_string() })
    };
    lines.iter().enumerate().map(read).collect()
}

/// Why a line of a strategy cannot be read.
#[derive(Debug, thiserror::Error)]
enum StrategyError {
    #[error("there is no line '{0}'")]
    NoLine(String),
    #[error(transparent)]
    Cards(#[from] LineError),
    #[error("{0} is there twice")]
    Twice(Card),
}

fn read_line(text: &str, count: usize) -> Result<Vec<Entry>, StrategyError> {
    let mut seen = Cards::NONE;
    let mut entries = Vec::new();
    for word in text.split_whitespace() {
        let (list, then) = match word.split_once('>') {
            None => (word, None),
            Some((list, line)) => {
                let number: Option<u32> = line.parse().ok().filter(|&line| (line as usize) < count);
                (list, Some(number.ok_or_else(|| StrategyError::NoLine(quote(line)))?))
            }
        };
        let list: Vec<Card> = cards(list)?;
        for &card in &list {
            if !seen.insert(card) {
                return Err(StrategyError::Twice(card));
            }
        }
        entries.push(Entry { cards: list.into_iter().collect(), then });
    }
    Ok(entries)
}

/// The text of one line of a strategy.
pub(crate) fn line_text(entries: &[Entry]) -> String {
    let words = entries.iter().map(|entry| match entry.then {
        None => entry.cards.to_string(),
        Some(line) => format!("{}>{line}", entry.cards),
    });
    words.collect::<Vec<_>>().join(" ")
}
