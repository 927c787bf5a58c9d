//! The puzzle file: RON, one puzzle a file, versioned.
//!
//! The cards stand in the file as a position line, so that a file can be read by eye, pasted into
//! the command line, and is checked by the same rules as every other position.

use super::distributions::Condition;
use super::{Texts, question};
use crate::cards::Cards;
use crate::deal::{Place, Position};
use crate::rules::{Contract, Goal};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeSet;
use std::fmt;

/// The newest version of the format that this Kiebitz knows. It reads this one and every older one, and writes the
/// oldest that holds all of a puzzle, so that an older Kiebitz reads what it can understand.
pub const VERSION: u32 = 3;

/// What the solver is asked.
///
/// ```
/// use kiebitz::puzzle::{Asks, Puzzle, question};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let puzzle = Puzzle { asks: Asks::Card, ..Puzzle::new(position) };
/// // Every kind of question says itself whether it can be asked.
/// assert_eq!(question::kind(puzzle.asks).lacks(&puzzle), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Asks {
    /// Play it and reach the goal, whatever the others do.
    #[default]
    Play,
    /// Which card must be played now?
    Card,
    /// Can the declarer be beaten, and how?
    Beat,
    /// Is the game unlosable?
    Unlosable,
    /// How many points does best play on all sides give?
    Points,
    /// Which two cards must be discarded? Hand and skat of the position are the twelve cards.
    Discard,
    /// How are the cards lying?
    Cards,
    /// Up to which number can be bid with a game that cannot be lost? Before the skat is seen.
    Bid,
    /// Which game cannot be lost? After taking the skat, if the position tells it, else without looking.
    Announce,
    /// How many of the 22 cards, found first in the skat, make some game unlosable whatever the second is?
    FirstCards,
    /// Nothing is forced: which card wins in the most of the possible deals?
    Chance,
}

/// The answer, as far as it is a fact that the engine can check.
///
/// ```
/// use kiebitz::puzzle::Answer;
/// assert!(Answer::default().is_empty());
/// let answer = Answer { cards: "SA".parse().unwrap(), ..Answer::default() };
/// assert!(!answer.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Whether the declarer reaches the goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declarer_wins: Option<bool>,
    /// The declarer's points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// The cards that solve it: to be played now, or to be discarded.
    #[serde(default, skip_serializing_if = "no_cards", with = "as_text")]
    pub cards: Cards,
    /// The number up to which can be bid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bid: Option<u16>,
    /// The game to be announced.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "as_optional_text")]
    pub contract: Option<Contract>,
    /// How many cards there are, where a number of cards is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// Where cards lie, as far as it is certain: conditions of the form `M:HA.HT`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "as_texts")]
    pub lie: Vec<Condition>,
    /// In how many of the possible deals the best plan wins, where the best chance is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won: Option<u64>,
}

impl Answer {
    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Answer::default()
    }
}

/// What belongs to a question beyond the position and the goal.
///
/// ```
/// use kiebitz::puzzle::{Asks, Puzzle, Terms};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let conditions = vec!["result=lost".parse().unwrap()];
/// let terms = Terms { conditions, ..Terms::default() };
/// let puzzle = Puzzle { asks: Asks::Cards, terms, ..Puzzle::new(position) };
/// assert_eq!(Puzzle::parse(&puzzle.to_ron().unwrap()).unwrap().terms, puzzle.terms);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Whether the skat of a discard puzzle is what was found, and not just two of the twelve cards.
    #[serde(default, skip_serializing_if = "is_false")]
    pub skat_found: bool,
    /// Whether the game of a discard puzzle is asked for too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub free_game: bool,
    /// What is told of the lie of the cards, where that is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "as_texts")]
    pub conditions: Vec<Condition>,
}

impl Terms {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Terms::default()
    }
}

/// A puzzle.
///
/// ```
/// use kiebitz::puzzle::{Puzzle, bundled};
/// let (_, puzzle) = bundled().next().unwrap();
/// assert_eq!(Puzzle::parse(&puzzle.to_ron().unwrap()).unwrap(), puzzle);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Version of the format.
    pub version: u32,
    /// The title.
    pub title: Texts,
    /// Who composed it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// Where it was published.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<u16>,
    /// The question in words.
    #[serde(default)]
    pub question: Texts,
    /// The cards, the contract, whose view, and the cards already played.
    #[serde(with = "as_text")]
    pub position: Position,
    /// Places that the diagram does not show, though the file may tell them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub hidden: BTreeSet<PlaceName>,
    /// What is asked.
    #[serde(default)]
    pub asks: Asks,
    /// What else belongs to the question.
    #[serde(default, skip_serializing_if = "Terms::is_empty")]
    pub terms: Terms,
    /// What the declarer must reach, if it is not what contract and bid demand.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "as_optional_text")]
    pub goal: Option<Goal>,
    /// The answer as facts.
    #[serde(default)]
    pub answer: Answer,
    /// The solution in words.
    #[serde(default)]
    pub solution: Texts,
    /// Motifs and other marks to search by.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub tags: BTreeSet<String>,
    /// 1 easy, 2 medium, 3 hard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<u8>,
}

/// A hand or the skat in a file: `F`, `M`, `R` or `skat`.
///
/// ```
/// use kiebitz::{deal::Place, puzzle::PlaceName};
/// assert_eq!(PlaceName::try_from("skat".to_string()), Ok(PlaceName(Place::Skat)));
/// assert!(PlaceName::try_from("table".to_string()).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PlaceName(pub Place);

impl From<PlaceName> for String {
    fn from(name: PlaceName) -> String {
        name.0.to_string()
    }
}

/// A text that is no place; it holds a short piece of it.
///
/// ```
/// use kiebitz::puzzle::PlaceName;
/// let error = PlaceName::try_from("table".to_string()).unwrap_err();
/// assert_eq!(error.to_string(), "'table' is not F, M, R or skat");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not F, M, R or skat")]
pub struct PlaceNameError(pub String);

impl TryFrom<String> for PlaceName {
    type Error = PlaceNameError;

    fn try_from(text: String) -> Result<PlaceName, PlaceNameError> {
        let place = Place::ALL.into_iter().find(|place| place.to_string() == text);
        place.map(PlaceName).ok_or_else(|| PlaceNameError(crate::plain::quote(&text)))
    }
}

/// Why a puzzle file cannot be read. Lines and columns count from 1.
///
/// ```
/// use kiebitz::puzzle::Puzzle;
/// let error = Puzzle::parse("Puzzle(version: 1, titel: \"x\")").unwrap_err();
/// assert!(!error.to_string().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// Not the form of a puzzle file, or a value in it is wrong.
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
    #[error("this puzzle was made by a newer Kiebitz (format {version}, this one reads up to {VERSION}){}", would_lose(.lost))]
    Newer {
        /// The version of its format.
        version: u32,
        /// What is in it that this Kiebitz does not know and would lose.
        lost: Vec<String>,
    },
    /// Everything can be read but does not fit together.
    #[error("{0}")]
    Sense(String),
}

fn would_lose(lost: &[String]) -> String {
    if lost.is_empty() { String::new() } else { format!("; it would lose {}", lost.join(", ")) }
}

impl From<ron::error::SpannedError> for PuzzleError {
    fn from(error: ron::error::SpannedError) -> PuzzleError {
        let place = error.span.start;
        let reason = crate::plain::reason(&error.code.to_string());
        PuzzleError::Form { line: place.line, column: place.col, reason }
    }
}

/// What every version of the format has, so that a newer file is recognised as such.
#[derive(Deserialize)]
#[serde(rename = "Puzzle")]
struct AnyVersion {
    version: u32,
}

/// The fields of a puzzle.
const FIELDS: [&str; 15] = [
    "version",
    "title",
    "author",
    "source",
    "year",
    "question",
    "position",
    "hidden",
    "asks",
    "terms",
    "goal",
    "answer",
    "solution",
    "tags",
    "difficulty",
];

/// The names of the outermost fields of a RON file.
fn fields(text: &str) -> Vec<String> {
    let (mut fields, mut depth, mut name) = (Vec::new(), 0, String::new());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                while let Some(within) = letters.next().filter(|&within| within != '"') {
                    if within == '\\' {
                        letters.next();
                    }
                }
            }
            '/' if letters.peek() == Some(&'/') => {
                while letters.next().is_some_and(|within| within != '\n') {}
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ':' if depth == 1 && !name.is_empty() => fields.push(std::mem::take(&mut name)),
            letter if letter.is_alphanumeric() || letter == '_' => name.push(letter),
            letter if letter.is_whitespace() => {}
            _ => name.clear(),
        }
        if depth != 1 || matches!(letter, '(' | ',' | '"') {
            name.clear();
        }
    }
    fields
}

impl Puzzle {
    /// A puzzle of this position, everything else still empty.
    #[must_use]
    pub fn new(position: Position) -> Puzzle {
        Puzzle {
            version: VERSION,
            title: Texts::default(),
            author: String::new(),
            source: String::new(),
            year: None,
            question: Texts::default(),
            position,
            hidden: BTreeSet::new(),
            asks: Asks::default(),
            terms: Terms::default(),
            goal: None,
            answer: Answer::default(),
            solution: Texts::default(),
            tags: BTreeSet::new(),
            difficulty: None,
        }
    }

    /// What the declarer must reach.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal.unwrap_or_else(|| self.position.goal())
    }

    /// Reads a puzzle file.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line, or what does not fit together.
    pub fn parse(text: &str) -> Result<Puzzle, PuzzleError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        match ron::from_str::<AnyVersion>(text) {
            Ok(AnyVersion { version }) if version > VERSION => {
                let lost = fields(text).into_iter().filter(|name| !FIELDS.contains(&name.as_str())).collect();
                return Err(PuzzleError::Newer { version, lost });
            }
            _ => {}
        }
        let puzzle: Puzzle = ron::from_str(text)?;
        puzzle.make_sense()?;
        Ok(Puzzle { version: VERSION, ..puzzle })
    }

    /// The oldest version of the format that holds all of it.
    fn oldest_version(&self) -> u32 {
        let Answer { bid, contract, count, lie, won, .. } = &self.answer;
        if self.asks == Asks::Chance || won.is_some() {
            return 3;
        }
        let newer_answer = bid.is_some() || contract.is_some() || count.is_some() || !lie.is_empty();
        let newer_kind = matches!(self.asks, Asks::Bid | Asks::Announce | Asks::FirstCards);
        let newer_line = !self.position.has_skat();
        if newer_answer || newer_kind || !self.terms.is_empty() || newer_line { 2 } else { 1 }
    }

    /// Writes the puzzle file.
    ///
    /// # Errors
    /// If a text cannot be written as RON, which no text is known to cause.
    pub fn to_ron(&self) -> Result<String, PuzzleError> {
        let pretty = ron::ser::PrettyConfig::new().struct_names(true).escape_strings(false).new_line("\n");
        let text =
            ron::ser::to_string_pretty(&Puzzle { version: self.oldest_version(), ..self.clone() }, pretty);
        text.map(|text| text + "\n").map_err(|error| PuzzleError::Sense(error.to_string()))
    }

    fn make_sense(&self) -> Result<(), PuzzleError> {
        if let Some(difficulty) = self.difficulty
            && !(1..=3).contains(&difficulty)
        {
            return Err(PuzzleError::Sense(format!("difficulty {difficulty} is not 1, 2 or 3")));
        }
        if let Some(wrong) = question::impossible_answer(self) {
            return Err(PuzzleError::Sense(wrong));
        }
        Ok(())
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde hands out references
fn is_false(value: &bool) -> bool {
    !value
}

fn no_cards(cards: &Cards) -> bool {
    cards.is_empty()
}

/// Values that a file holds in their own text form.
pub(crate) mod as_text {
    use super::{Deserialize, Deserializer, Serializer, fmt};
    use serde::de::Error as _;
    use std::str::FromStr;

    pub(crate) fn serialize<T: fmt::Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr,
        T::Err: fmt::Display,
        D: Deserializer<'de>,
    {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// The same where the value may be missing.
pub(crate) mod as_optional_text {
    use super::{Deserialize, Deserializer, Serialize, Serializer, fmt};
    use serde::de::Error as _;
    use std::str::FromStr;

    pub(crate) fn serialize<T: fmt::Display, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(T::to_string).serialize(to)
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr,
        T::Err: fmt::Display,
        D: Deserializer<'de>,
    {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse()).transpose().map_err(D::Error::custom)
    }
}

/// The same where there are several.
mod as_texts {
    use super::{Deserialize, Deserializer, Serialize, Serializer, fmt};
    use serde::de::Error as _;
    use std::str::FromStr;

    pub(super) fn serialize<T: fmt::Display, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
        values.iter().map(T::to_string).collect::<Vec<_>>().serialize(to)
    }

    pub(super) fn deserialize<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
    where
        T: FromStr,
        T::Err: fmt::Display,
        D: Deserializer<'de>,
    {
        let texts = Vec::<String>::deserialize(from)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9 played=DA";

    fn puzzle() -> Puzzle {
        let mut puzzle = Puzzle::new(LINE.parse().unwrap());
        puzzle.title.de = "Ein \"Titel\"\nüber zwei Zeilen".into();
        puzzle.year = Some(2021);
        puzzle.goal = Some(Goal::SCHNEIDER);
        puzzle.asks = Asks::Card;
        puzzle.answer.cards = "HA".parse().unwrap();
        puzzle.hidden = Place::ALL.into_iter().map(PlaceName).collect();
        puzzle.tags.insert("unlosable".into());
        puzzle.difficulty = Some(2);
        puzzle
    }

    #[test]
    fn puzzles_read_back() {
        let text = puzzle().to_ron().unwrap();
        assert_eq!(Puzzle::parse(&text), Ok(puzzle()), "{text}");
        assert_eq!(Puzzle::parse(&text.replace('\n', "\r\n")).map(|p| p.year), Ok(Some(2021)));
    }

    #[test]
    fn files_are_written_in_the_oldest_version_that_holds_them() {
        let old = puzzle().to_ron().unwrap();
        assert!(old.contains("version: 1,"), "{old}");
        let mut newer = puzzle();
        newer.asks = Asks::Cards;
        newer.answer = Answer { lie: vec!["F:CJ.CT".parse().unwrap()], ..Answer::default() };
        newer.terms.conditions = vec!["R:hearts=2..".parse().unwrap(), "result=lost".parse().unwrap()];
        let text = newer.to_ron().unwrap();
        assert!(text.contains("version: 2,") && text.contains("\"R:hearts=2..\""), "{text}");
        assert_eq!(Puzzle::parse(&text), Ok(newer));
    }

    #[test]
    fn a_newer_file_tells_what_would_be_lost() {
        let text =
            puzzle().to_ron().unwrap().replace("version: 1,", "version: 4,\n    clock: (30, \"a: b\"),");
        let text = text.replace("asks: Card", "// why: not\n    mood: Some(Happy),\n    asks: Card");
        let lost = vec!["clock".to_string(), "mood".to_string()];
        assert_eq!(Puzzle::parse(&text), Err(PuzzleError::Newer { version: 4, lost }));
    }

    #[test]
    fn errors_name_the_line() {
        let why = |text: &str| Puzzle::parse(text).unwrap_err().to_string();
        let good = puzzle().to_ron().unwrap();
        let message = why(&good.replace("DJ.HA", "HJ.HA"));
        let line = 1 + good.lines().position(|line| line.contains("position")).unwrap();
        assert!(message.starts_with(&format!("line {line}, ")), "{message}");
        assert!(message.contains("HJ is there twice"), "{message}");
        let message = why(&good.replace("asks: Card", "asks: Dance"));
        assert!(message.contains("Dance"), "{message}");
        assert!(why("Puzzle(version: 1,").starts_with("line 1, column "));
        assert_eq!(
            why("Puzzle(version: 9, new_thing: [1, 2])"),
            "this puzzle was made by a newer Kiebitz (format 9, this one reads up to 3); it would lose new_thing"
        );
    }

    #[test]
    fn answers_must_fit_the_position() {
        let text = puzzle().to_ron().unwrap();
        let why = Puzzle::parse(&text.replace("cards: \"HA\"", "cards: \"CJ\"")).unwrap_err();
        assert_eq!(why, PuzzleError::Sense("the answer CJ cannot be played now".into()));
        let why = Puzzle::parse(&text.replace("difficulty: Some(2)", "difficulty: Some(7)")).unwrap_err();
        assert_eq!(why, PuzzleError::Sense("difficulty 7 is not 1, 2 or 3".into()));
    }
}
