//! Documents and files. A sound deal is saved as a puzzle; one that is not finished as a draft, so
//! that nothing is ever lost because it is not right yet.

use super::Document;
use crate::cards::Cards;
use crate::deal::{DealSetup, Place, Position, Problems};
use crate::puzzle::{PlaceName, Puzzle, PuzzleError, VERSION, question};
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::str::FromStr;

/// Why a file cannot be opened.
///
/// ```
/// use kiebitz::puzzle::document::file::{OpenError, from_text};
/// assert!(matches!(from_text("no puzzle"), Err(OpenError::Puzzle(_))));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The system says why.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no puzzle; line and reason.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// Its position is wrong; the line of the file, and everything that is wrong.
    #[error("line {0}: {1}")]
    Position(usize, Problems),
}

/// The document as the text of a file, and whether it is a puzzle (else a draft).
#[must_use]
pub fn to_text(document: &Document) -> (String, bool) {
    if let Some(puzzle) = to_puzzle(document)
        && let Ok(text) = puzzle.to_ron()
        // What would not read back must not be written as a puzzle.
        && Puzzle::parse(&text).is_ok()
    {
        return (text, true);
    }
    (draft_text(document), false)
}

/// The document with all that only a draft keeps, such as locked cards.
#[must_use]
pub fn draft_text(document: &Document) -> String {
    let pretty = ron::ser::PrettyConfig::new().struct_names(true).escape_strings(false);
    ron::ser::to_string_pretty(document, pretty).unwrap_or_default() + "\n"
}

/// The puzzle, if the deal is sound. Both sides are written out in full, so that a field that is added to one of them cannot be
/// forgotten here. They are two types because they may hold different things: a deal that is wrong, words that are being typed.
#[must_use]
pub fn to_puzzle(document: &Document) -> Option<Puzzle> {
    let position = document.setup.clone().validate().ok()?;
    let Document { setup: _, locked: _, goal, hidden, asks, terms, answer, title, question, .. } = document;
    let Document { solution, author, source, year, tags, difficulty, .. } = document;
    let hidden = Place::ALL.into_iter().filter(|place| hidden[place.index()]);
    let tags = tags.split(',').map(str::trim).filter(|tag| !tag.is_empty());
    let mut puzzle = Puzzle {
        version: VERSION,
        title: title.clone(),
        author: author.clone(),
        source: source.clone(),
        year: *year,
        question: question.clone(),
        position,
        hidden: hidden.map(PlaceName).collect(),
        asks: *asks,
        terms: terms.clone(),
        goal: *goal,
        answer: answer.clone(),
        solution: solution.clone(),
        tags: tags.map(String::from).collect(),
        difficulty: *difficulty,
    };
    // An edited deal may leave an old answer behind that no longer fits.
    puzzle.answer.cards &= question::kind(puzzle.asks).answer_cards(&puzzle);
    Some(puzzle)
}

/// The document of a puzzle.
#[must_use]
pub fn from_puzzle(puzzle: &Puzzle) -> Document {
    let tags: Vec<&str> = puzzle.tags.iter().map(String::as_str).collect();
    let mut document = Document {
        setup: puzzle.position.to_setup(),
        goal: puzzle.goal,
        locked: Cards::NONE,
        hidden: Place::ALL.map(|place| puzzle.hidden.contains(&PlaceName(place))),
        asks: puzzle.asks,
        terms: puzzle.terms.clone(),
        answer: puzzle.answer.clone(),
        title: puzzle.title.clone(),
        question: puzzle.question.clone(),
        solution: puzzle.solution.clone(),
        author: puzzle.author.clone(),
        source: puzzle.source.clone(),
        year: puzzle.year,
        tags: tags.join(", "),
        difficulty: puzzle.difficulty,
    };
    document.sort_hands();
    document
}

/// If it is the deal that is wrong, its problems say more than the file's reader can.
fn explain<T>(text: &str, key: &str, error: PuzzleError) -> OpenError
where
    T: FromStr<Err = Problems>,
{
    let deal = text.find(key).map(|at| text.split_at(at));
    if let (PuzzleError::Form { .. }, Some((before, rest))) = (&error, deal)
        && let Some(line) = rest.split('"').nth(1)
        && let Err(problems) = line.parse::<T>()
    {
        return OpenError::Position(before.lines().count(), problems);
    }
    OpenError::Puzzle(error)
}

/// Reads a puzzle or a draft.
///
/// # Errors
/// With line and reason.
pub fn from_text(text: &str) -> Result<Document, OpenError> {
    let text = text.trim_start_matches('\u{feff}');
    if !text.trim_start().starts_with("Draft") {
        let puzzle = Puzzle::parse(text).map_err(|error| explain::<Position>(text, "position:", error))?;
        return Ok(from_puzzle(&puzzle));
    }
    let draft = ron::from_str::<Document>(text).map_err(PuzzleError::from);
    let mut document = draft.map_err(|error| explain::<DealSetup>(text, "line:", error))?;
    document.sort_hands();
    Ok(document)
}

/// Largest file that is read at all: no puzzle comes near it.
const LARGEST: u64 = 4 << 20;

/// Opens a file. Only plain files: something else of that name might never end, or never begin.
///
/// # Errors
/// If it cannot be read or is no puzzle.
pub fn open(path: &Path) -> Result<Document, OpenError> {
    from_text(&read_text(path).map_err(OpenError::Io)?)
}

/// Reads the text of a plain file that is no larger than a puzzle can be.
///
/// # Errors
/// If it cannot be read.
pub fn read_text(path: &Path) -> io::Result<String> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !about.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut text = String::new();
    fs::File::open(path)?.take(LARGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::Target;
    use super::*;

    #[test]
    fn an_unfinished_deal_is_kept_as_a_draft() {
        let mut document = Document::default();
        document.put("CJ".parse().unwrap(), Target::Place(Place::Skat)).unwrap();
        document.locked = "CJ".parse().unwrap();
        document.title.de = "Halb \"fertig\"".into();
        let (text, is_puzzle) = to_text(&document);
        assert!(!is_puzzle);
        assert_eq!(from_text(&text).unwrap(), document);
    }

    #[test]
    fn a_sound_deal_is_a_puzzle() {
        let line = "contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9 played=DA view=M";
        let mut document = Document { setup: line.parse().unwrap(), ..Document::default() };
        document.tags = "a, b".into();
        document.sort_hands();
        let (text, is_puzzle) = to_text(&document);
        assert!(is_puzzle);
        assert_eq!(from_text(&text).unwrap(), document);
    }
}
