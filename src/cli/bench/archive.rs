//! How fast archives are read and checked.

use super::{Failure, Finding};
use crate::archive::index::cache::{Fingerprint, IndexCache};
use crate::archive::index::{Index, Indexer};
use crate::archive::{SeekTable, Source, check, random_record};
use crate::cards::Dice;
use std::fmt::Write as _;
use std::io::{self, BufReader, Read, Write as _};
use std::time::Instant;

/// Reads and checks an archive made of seeded legal play, on one core
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    /// Records to read
    #[arg(long, default_value_t = 1_000_000)]
    records: u64,
}

const SEED: u64 = 1810;
/// Different records made; longer archives repeat them, so that making them takes no time.
const DIFFERENT: u64 = 20_000;

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let mut dice = Dice::new(SEED);
    let mut text = String::new();
    let different = DIFFERENT.min(args.records.max(1));
    for id in 0..different {
        writeln!(text, "{}", random_record(&mut dice, id)).map_err(io::Error::other)?;
    }
    let rounds = args.records.div_ceil(different);
    let archive = || Rounds { text: text.clone().into_bytes(), at: 0, left: rounds };
    let start = Instant::now();
    let check = check(BufReader::with_capacity(1 << 18, archive()), |_, _| true)?;
    let seconds = start.elapsed().as_secs_f64();
    let won: u64 = check.by_contract.values().map(|count| count.won).sum();
    let start = Instant::now();
    let index = Indexer::new(Source::from_stream(archive())?).finish()?;
    let index_seconds = start.elapsed().as_secs_f64();
    let (reload_seconds, same) = reload(&index)?;
    let mut out = crate::cli::output::stdout();
    writeln!(out, "archive   {} records, {} MB", check.games, text.len() as u64 * rounds / 1_000_000)?;
    writeln!(out, "check     {seconds:.2} s, {:.0} records a second", check.games as f64 / seconds)?;
    let rate = index.len() as f64 / index_seconds;
    writeln!(out, "index     {index_seconds:.2} s, {rate:.0} records a second")?;
    writeln!(
        out,
        "reload    {reload_seconds:.2} s from the cache{}",
        if same { "" } else { ", but differently" }
    )?;
    if let Some(peak) = peak_memory_mb() {
        writeln!(out, "memory    {peak} MB at most")?;
    }
    writeln!(
        out,
        "checksum  read {} unreadable {} differ {} won {won}",
        check.read, check.unreadable_count, check.differs_count
    )?;
    Ok(Finding::Clean)
}

/// Stores the index and loads it again: how long the loading takes, and whether it is the same.
fn reload(index: &Index) -> io::Result<(f64, bool)> {
    let folder = std::env::temp_dir().join(format!("kiebitz-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let archive = folder.join("archive");
    std::fs::write(&archive, b"")?;
    let fingerprint = Fingerprint::of(&archive)?;
    let cache = IndexCache::new(&folder);
    cache.store(&archive, fingerprint, index, &SeekTable::default())?;
    let start = Instant::now();
    let again = cache.load(&archive, fingerprint);
    let seconds = start.elapsed().as_secs_f64();
    std::fs::remove_dir_all(&folder)?;
    Ok((seconds, again.is_some_and(|(again, _)| &again == index)))
}

/// The same text again and again.
struct Rounds {
    text: Vec<u8>,
    at: usize,
    left: u64,
}

impl Read for Rounds {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.text.len() {
            self.at = 0;
            self.left = self.left.saturating_sub(1);
        }
        if self.left == 0 {
            return Ok(0);
        }
        let rest = &self.text[self.at..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        Ok(count)
    }
}

/// The most memory this process has had, where the system tells.
fn peak_memory_mb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes / 1000)
}
