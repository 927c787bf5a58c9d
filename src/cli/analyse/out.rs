//! Where the lines go, and which games are there already.
//!
//! Every line is written in one piece. A program that is killed can leave at most a piece of a line at
//! the end of its file; the next one cuts it off and goes on. Nothing else is ever cut off: a file that holds
//! anything but such lines is left alone.

use super::super::{Failure, out_file, speech};
use super::line::Line;
use crate::archive::analysis::Depth;
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The keys of known games. A game may stand in an archive several times, so they are counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys(HashMap<u64, u32>);

impl Keys {
    fn add(&mut self, key: u64) {
        *self.0.entry(key).or_default() += 1;
    }

    /// Whether the key is there; then it is there once less.
    pub(super) fn take(&mut self, key: u64) -> bool {
        match self.0.get_mut(&key) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

/// Standard output, or a file that is added to.
pub(super) enum Output {
    Standard,
    File { path: PathBuf, file: File, known: Keys },
}

/// How lines begin: the names of their parts are in order.
const BEGINNINGS: [&[u8]; 3] = [b"{\"cards\":[{", b"{\"contract\":", b"{\"error\":\""];

/// Whether some bytes without a line feed may be a piece of a line.
fn is_piece(bytes: &[u8]) -> bool {
    // A whole object without a key is somebody else's.
    if serde_json::from_slice::<serde_json::Value>(bytes).is_ok() {
        return serde_json::from_slice::<Written>(bytes).is_ok();
    }
    BEGINNINGS.iter().any(|begin| bytes.starts_with(begin) || begin.starts_with(bytes))
}

/// What is read of a line that was written before.
#[derive(Deserialize)]
struct Written {
    key: String,
    /// Missing where the record could not be read, which no depth changes.
    depth: Option<String>,
}

impl Output {
    /// Games count as known if they were analysed as deep as is wanted now.
    pub(super) fn open(path: Option<&Path>, inputs: &[PathBuf], depth: Depth) -> Result<Output, Failure> {
        let Some(path) = path else { return Ok(Output::Standard) };
        out_file::not_an_input(path, inputs)?;
        let failed = |error| Failure::File { path: path.to_path_buf(), error };
        let bad = |key, line: Option<u64>| {
            let why = speech::words().fill(key, &[("line", &line.unwrap_or_default())]);
            Failure::Input(format!("{}: {why}", path.display()))
        };
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Ok(Output::File { path: path.to_path_buf(), file, known: Keys::default() });
        }
        let mut known = Keys::default();
        let mut whole = 0;
        let mut reader = BufReader::with_capacity(1 << 18, &file);
        let mut line = Vec::new();
        let mut number = 0_u64;
        loop {
            line.clear();
            let count = reader.read_until(b'\n', &mut line).map_err(failed)?;
            if !line.ends_with(b"\n") {
                break; // the end, or a piece of a line
            }
            number += 1;
            whole += count as u64;
            let written: Option<Written> = serde_json::from_slice(&line).ok();
            let shallow = depth == Depth::Full
                && written.as_ref().is_some_and(|written| written.depth.as_deref() == Some("quick"));
            let key = written.and_then(|written| u64::from_str_radix(&written.key, 16).ok());
            let Some(key) = key else {
                return Err(bad("cli.no_result_line", Some(number)));
            };
            if !shallow {
                known.add(key);
            }
        }
        if !is_piece(&line) {
            return Err(bad("cli.no_result_end", None));
        }
        let mut file = file;
        if file.try_lock().is_err() {
            return Err(bad("cli.written_by_other", None));
        }
        file.set_len(whole).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Output::File { path: path.to_path_buf(), file, known })
    }

    /// The games that are there already.
    pub(super) fn known(&self) -> Keys {
        match self {
            Output::Standard => Keys::default(),
            Output::File { known, .. } => known.clone(),
        }
    }

    pub(super) fn write(&mut self, line: &Line, json: bool, cards: bool) -> Result<(), Failure> {
        let text = if json { line.json(cards)? } else { line.text() };
        match self {
            Output::Standard => {
                let mut out = crate::cli::output::stdout();
                out.write_all(text.as_bytes())?;
                out.flush()?;
                Ok(())
            }
            Output::File { path, file, .. } => {
                file.write_all(text.as_bytes()).map_err(|error| Failure::File { path: path.clone(), error })
            }
        }
    }
}
