//! How fast archives are read, opened again and asked, and how much memory that takes.

use super::{Failure, Finding};
use crate::archive::explore::Explored;
use crate::archive::index::cache::{Fingerprint, IndexCache};
use crate::archive::index::{Column, Filter, Index, Indexer, Merge, Tri};
use crate::archive::{SeekTable, Source, check, random_record};
use crate::cards::Dice;
use std::fmt::Write as _;
use std::io::{self, BufReader, Read, Write as _};
use std::time::Instant;

/// Reads an archive made of seeded legal play, keeps its index, opens it again, and asks it questions
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    /// Games to read
    #[arg(long, alias = "records", default_value_t = 1_000_000)]
    games: u64,
    /// Packed with bzip2, as archives are distributed
    #[arg(long)]
    packed: bool,
    /// Without checking every result first
    #[arg(long)]
    no_check: bool,
}

const SEED: u64 = 1810;
/// Different records made; longer archives repeat them, so that making them takes no time.
const DIFFERENT: u64 = 20_000;

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let mut dice = Dice::new(SEED);
    let mut text = String::new();
    let different = DIFFERENT.min(args.games.max(1));
    for id in 0..different {
        writeln!(text, "{}", random_record(&mut dice, id)).map_err(io::Error::other)?;
    }
    let rounds = args.games.div_ceil(different);
    let mut out = crate::cli::output::stdout();
    let bytes = if args.packed { packed(text.as_bytes())? } else { text.clone().into_bytes() };
    let archive = || Rounds { text: bytes.clone(), at: 0, left: rounds };
    writeln!(out, "archive   {} records, {} MB", rounds * different, text.len() as u64 * rounds / 1_000_000)?;
    if !args.no_check {
        let start = Instant::now();
        let check =
            check(BufReader::with_capacity(1 << 18, Source::from_stream(archive())?.text), |_, _| true)?;
        let seconds = start.elapsed().as_secs_f64();
        writeln!(out, "check     {seconds:.2} s, {:.0} records a second", check.games as f64 / seconds)?;
        let won: u64 = check.by_contract.values().map(|count| count.won).sum();
        writeln!(
            out,
            "checksum  read {} unreadable {} differ {} won {won}",
            check.read, check.unreadable_count, check.differs_count
        )?;
    }
    let start = Instant::now();
    let index = Indexer::new(Source::from_stream(archive())?).finish()?;
    let seconds = start.elapsed().as_secs_f64();
    let packing = if args.packed { " from .bz2" } else { "" };
    writeln!(out, "index     {seconds:.2} s{packing}, {:.0} records a second", index.len() as f64 / seconds)?;
    let index = reload(index, &mut out)?;
    questions(&index, &mut out)?;
    if let Some(peak) = peak_memory_mb() {
        writeln!(out, "memory    {peak} MB at most")?;
    }
    Ok(Finding::Clean)
}

fn packed(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    packer.write_all(text)?;
    packer.finish()
}

/// What stands for an index: its rows and cards, in brief.
fn sum(index: &Index) -> u64 {
    index.all().into_iter().fold(0, |sum: u64, number| {
        let cards = index.course(number).map_or(0, |course| u64::from(course.fallen(30).bits()));
        let key = index.row(number).map_or(0, |row| row.key);
        sum.rotate_left(5) ^ key ^ cards
    })
}

/// Stores the index, lets it go, and loads it again.
fn reload(index: Index, out: &mut impl io::Write) -> io::Result<Index> {
    let folder = std::env::temp_dir().join(format!("kiebitz-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let archive = folder.join("archive");
    std::fs::write(&archive, b"")?;
    let fingerprint = Fingerprint::of(&archive)?;
    let cache = IndexCache::new(&folder);
    let start = Instant::now();
    cache.store(&archive, fingerprint, &index, &SeekTable::default())?;
    writeln!(
        out,
        "store     {:.2} s, {} MB",
        start.elapsed().as_secs_f64(),
        cache.cache().bytes() / 1_000_000
    )?;
    let before = sum(&index);
    drop(index);
    let start = Instant::now();
    let again = cache.load(&archive, fingerprint);
    let seconds = start.elapsed().as_secs_f64();
    std::fs::remove_dir_all(&folder)?;
    let (again, _) = again.ok_or_else(|| io::Error::other("the index was not found again"))?;
    let same = if sum(&again) == before { "" } else { ", but differently" };
    writeln!(out, "reopen    {seconds:.2} s from the cache{same}")?;
    Ok(again)
}

/// Filters, sorts and searches, each timed.
fn questions(index: &Index, out: &mut impl io::Write) -> Result<(), Failure> {
    let mut time = |what: &str, work: &mut dyn FnMut() -> usize| -> io::Result<()> {
        let start = Instant::now();
        let found = work();
        writeln!(out, "{what:<9} {:.3} s, {found} games", start.elapsed().as_secs_f64())
    };
    let by = |filter: &Filter| filter.apply(index, &[], Merge::Replace);
    let lost = Filter { games: "G".into(), won: Tri::No, ..Filter::default() };
    time("filter", &mut || by(&lost).len())?;
    time("name", &mut || by(&Filter { player: "player17".into(), ..Filter::default() }).len())?;
    for (what, column) in
        [("by date", Column::Date), ("by name", Column::Declarer), ("by value", Column::Value)]
    {
        time(what, &mut || {
            let mut all = index.all();
            index.sort(&mut all, column, true);
            all.len()
        })?;
    }
    let played = (0..).find(|&number| index.row(number).is_none_or(|row| row.count.cards > 20));
    let position = played.and_then(|number| index.position(number, 6));
    let mut asks = vec![
        ("hand", "declarer(CJ SJ trumps>=5 side(A T))".to_string()),
        ("lead", "game=G lead(defender T blank)".to_string()),
        ("trick", "trick(points>=28 won(defender))".to_string()),
    ];
    asks.extend(position.as_ref().map(|position| ("position", format!("position \"{position}\""))));
    asks.extend(position.as_ref().map(|position| ("alike", format!("alike \"{position}\""))));
    for (what, cards) in asks {
        time(what, &mut || by(&Filter { cards: cards.clone(), ..Filter::default() }).len())?;
    }
    time("explore", &mut || {
        Explored::of(index, &index.all(), &|| false).map_or(0, |found| found.all.games as usize)
    })?;
    Ok(())
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
