//! Reading what a command is given: a position line, a puzzle file, or standard input.

use super::Failure;
use crate::deal::Position;
use crate::knowledge::Assumption;
use crate::puzzle::{Language, Puzzle};
use crate::rules::Goal;
use std::io::{self, Read as _};
use std::path::Path;

/// The position that the words of a command name: a line (as one argument or as several), a puzzle
/// file (`*.ron`), or `-` for a line on standard input.
pub(super) fn position(words: &[String]) -> Result<Position, Failure> {
    Ok(question(words)?.0)
}

/// The same with what the declarer must reach: a puzzle may ask for more than its contract does.
pub(super) fn question(words: &[String]) -> Result<(Position, Goal), Failure> {
    let position = match words {
        [file] if is_puzzle_file(file) => {
            let puzzle = puzzle(Path::new(file))?;
            let goal = puzzle.goal();
            return Ok((puzzle.position, goal));
        }
        [dash] if dash == "-" => {
            let mut line = String::new();
            io::stdin().lock().read_to_string(&mut line)?;
            parse(&line)?
        }
        words => parse(&words.join(" "))?,
    };
    let goal = position.goal();
    Ok((position, goal))
}

/// Whether a word names a puzzle file.
pub(super) fn is_puzzle_file(word: &str) -> bool {
    !word.contains('=') && Path::new(word).extension().is_some_and(|end| end.eq_ignore_ascii_case("ron"))
}

fn parse(line: &str) -> Result<Position, Failure> {
    line.parse().map_err(|problems: crate::deal::Problems| Failure::Input(problems.to_string()))
}

/// Reads a puzzle file.
pub(super) fn puzzle(path: &Path) -> Result<Puzzle, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|error| Failure::File { path: path.to_path_buf(), error })?;
    Puzzle::parse(&text).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

/// Assumptions named on the command line.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumptions(pub(super) Vec<Assumption>);

/// Reads `all`, or names joined by commas.
pub(super) fn assumptions(text: &str) -> Result<Assumptions, String> {
    if text == "all" {
        return Ok(Assumptions(Assumption::ALL.to_vec()));
    }
    let names = || Assumption::ALL.map(|known| known.to_string()).join(", ");
    let one = |name: &str| {
        let found = Assumption::ALL.into_iter().find(|known| known.to_string() == name.trim());
        found.ok_or_else(|| format!("no assumption '{name}'; there are {}, or all", names()))
    };
    text.split(',').map(one).collect::<Result<_, _>>().map(Assumptions)
}

/// Reads `de` or `en`.
pub(super) fn language(text: &str) -> Result<Language, String> {
    match text.to_lowercase().as_str() {
        "de" | "deutsch" | "german" => Ok(Language::German),
        "en" | "english" | "englisch" => Ok(Language::English),
        _ => Err(format!("'{text}' is no language: de or en")),
    }
}
