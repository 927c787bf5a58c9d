//! Reading what a command is given: a position line, a puzzle file, or standard input.

use super::Failure;
use crate::deal::Position;
use crate::puzzle::Puzzle;
use std::io::{self, Read as _};
use std::path::Path;

/// The position that the words of a command name: a line (as one argument or as several), a puzzle
/// file (`*.ron`), or `-` for a line on standard input.
pub(super) fn position(words: &[String]) -> Result<Position, Failure> {
    match words {
        [file] if is_puzzle_file(file) => Ok(puzzle(Path::new(file))?.position),
        [dash] if dash == "-" => {
            let mut line = String::new();
            io::stdin().lock().read_to_string(&mut line)?;
            parse(&line)
        }
        words => parse(&words.join(" ")),
    }
}

fn is_puzzle_file(word: &str) -> bool {
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
