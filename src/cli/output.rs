//! The way of every answer to standard output: nothing in it steers the terminal.

use super::{Failure, Finding, say};
use crate::plain::{self, PlainWriter};
use serde::Serialize;
use std::io::{self, StdoutLock, Write};
use std::path::Path;

/// Standard output, for text in which names and titles from files may stand.
pub(super) fn stdout() -> PlainWriter<StdoutLock<'static>> {
    PlainWriter::new(io::stdout().lock())
}

/// An answer as one line of JSON.
pub(super) fn json(answer: &impl Serialize) -> io::Result<String> {
    let text = serde_json::to_string(answer).map_err(io::Error::other)?;
    Ok(plain::json(&text).into_owned())
}

#[derive(Serialize)]
struct BadFile {
    file: String,
    error: String,
}

/// Says that one of several files is bad, so that the others can be gone on with.
pub(super) fn bad(
    path: &Path,
    failure: &Failure,
    as_json: bool,
    out: &mut impl Write,
) -> io::Result<Finding> {
    if as_json {
        let bad = BadFile { file: path.display().to_string(), error: failure.to_string() };
        writeln!(out, "{}", json(&bad)?)?;
    }
    say(failure);
    Ok(Finding::BadInput)
}
