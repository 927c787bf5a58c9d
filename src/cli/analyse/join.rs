//! `kiebitz join`: the parts of an analysis that ran in shards, as one file in the order of the archives.

use super::super::{Failure, Finding, out_file};
use super::problem_key;
use crate::archive::analysis::key;
use crate::archive::{ReadProblem, Reader, Source};
use crate::storage::{Draft, Overwrite, RealDisk};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// Joins the outputs of `analyse --shard` and checks that no game is missing
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    /// What the shards wrote with `analyse --json`
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The archives that were analysed, named as they were then
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    archive: Vec<PathBuf>,
    /// The whole, in the order of the archives
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write what is there although games are missing
    #[arg(long)]
    partial: bool,
}

/// What is read of a line.
#[derive(Deserialize)]
struct Head {
    key: String,
    depth: Option<String>,
}

/// Where a line stands, and whether it is of a full analysis.
#[derive(Clone, Copy)]
struct Place {
    part: u32,
    offset: u64,
    length: u32,
    full: bool,
}

/// Missing games that are named.
const NAMED: usize = 5;

pub(in crate::cli) fn run(args: &Args) -> Result<Finding, Failure> {
    let inputs: Vec<PathBuf> = args.parts.iter().chain(&args.archive).cloned().collect();
    out_file::not_an_input(&args.out, &inputs)?;
    let lines = lines(&args.parts)?;
    let refused = |error: crate::storage::WriteError| Failure::Input(error.to_string());
    let mut draft = Draft::begin(RealDisk::shared(), &args.out, Overwrite::Allowed).map_err(refused)?;
    let mut files = Vec::new();
    for path in &args.parts {
        files.push(File::open(path).map_err(|error| Failure::File { path: path.clone(), error })?);
    }
    let (mut joined, mut missing, mut named) = (0_u64, 0_u64, Vec::new());
    for path in &args.archive {
        each_key(path, |line, key| {
            let Some(place) = lines.get(&key) else {
                missing += 1;
                if named.len() < NAMED {
                    named.push(format!("{}:{line}", path.display()));
                }
                return Ok(());
            };
            let file = &mut files[place.part as usize];
            let mut bytes = vec![0; place.length as usize];
            file.seek(SeekFrom::Start(place.offset))?;
            file.read_exact(&mut bytes)?;
            draft.write_all(&bytes)?;
            joined += 1;
            Ok(())
        })?;
    }
    let mut out = crate::cli::output::stdout();
    if missing > 0 {
        writeln!(out, "{missing} games are missing, the first at {}", named.join(", "))?;
        if !args.partial {
            writeln!(out, "nothing is written; run the shards that are missing again, or give --partial")?;
            return Ok(Finding::Negative);
        }
    }
    draft.commit().map_err(refused)?;
    writeln!(out, "{joined} games in {}", args.out.display())?;
    Ok(if missing > 0 { Finding::Negative } else { Finding::Clean })
}

/// The best line of each game: a full analysis before a quick one, a later before an earlier.
fn lines(parts: &[PathBuf]) -> Result<HashMap<u64, Place>, Failure> {
    let mut found: HashMap<u64, Place> = HashMap::new();
    for (part, path) in parts.iter().enumerate() {
        let failed = |error| Failure::File { path: path.clone(), error };
        let mut reader = BufReader::with_capacity(1 << 18, File::open(path).map_err(failed)?);
        let (mut offset, mut number, mut line) = (0, 0_u64, Vec::new());
        loop {
            line.clear();
            let count = reader.read_until(b'\n', &mut line).map_err(failed)?;
            number += 1;
            // The end, or a piece of a line that a killed shard left.
            if !line.ends_with(b"\n") {
                break;
            }
            let head: Option<Head> = serde_json::from_slice(&line).ok();
            let key = head.as_ref().and_then(|head| u64::from_str_radix(&head.key, 16).ok());
            let (Some(head), Some(key)) = (head, key) else {
                let what = "is no result of an analysis";
                return Err(Failure::Input(format!("{}: line {number} {what}", path.display())));
            };
            let full = head.depth.as_deref() == Some("full");
            let place = Place { part: part as u32, offset, length: count as u32, full };
            let known = found.entry(key).or_insert(place);
            if place.full || !known.full {
                *known = place;
            }
            offset += count as u64;
        }
    }
    Ok(found)
}

/// Tells the key of every record and of every stretch that is none, as an analysis knows them.
fn each_key(path: &Path, mut tell: impl FnMut(u64, u64) -> std::io::Result<()>) -> Result<(), Failure> {
    let failed = |error| Failure::File { path: path.to_path_buf(), error };
    let file = path.display().to_string();
    let source = Source::open(path).map_err(failed)?;
    for item in Reader::new(source.text) {
        let (line, key) = match item {
            Ok(raw) => (raw.line, key(&raw.bytes)),
            Err(ReadProblem::Io { error, .. }) => return Err(failed(error)),
            Err(problem) => (problem.line(), problem_key(&file, problem.line())),
        };
        tell(line, key).map_err(failed)?;
    }
    Ok(())
}
