//! The index of an archive: built, cached, filtered, sorted, counted, exported.

#![allow(clippy::unwrap_used)] // in helpers too: a panic is how a test fails

use kiebitz::archive::index::cache::{Fingerprint, load, store};
use kiebitz::archive::index::{Column, Filter, Flags, Index, Indexer, Merge, Role, Span, Stats, Tri};
use kiebitz::archive::{Packing, Record, Source, check, random_record};
use kiebitz::cards::Dice;
use std::fs::File;
use std::io::{Cursor, Write as _};
use std::path::PathBuf;

const GAMES: u64 = 2000;

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kiebitz-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn archive() -> (Vec<Record>, String) {
    let mut dice = Dice::new(7);
    let records: Vec<Record> = (0..GAMES).map(|id| random_record(&mut dice, id)).collect();
    let text = records.iter().map(|record| format!("{record}\n")).collect();
    (records, text)
}

fn indexed(text: &str) -> Index {
    let source = Source::from_stream(Cursor::new(text.as_bytes().to_vec())).unwrap();
    Indexer::new(source).finish().unwrap()
}

fn count(index: &Index, filter: &Filter) -> usize {
    filter.apply(index, &[], Merge::Replace).len()
}

#[test]
fn every_record_is_found_again() {
    let folder = Folder::new("again");
    let (records, text) = archive();
    let path = folder.0.join("games.sgf");
    std::fs::write(&path, &text).unwrap();
    let index = Indexer::new(Source::open(&path).unwrap()).finish().unwrap();
    let mut file = File::open(&path).unwrap();
    for (number, record) in records.iter().enumerate() {
        assert_eq!(&index.record(number as u32, &mut file).unwrap(), record);
    }
    assert!(index.record(GAMES as u32, &mut file).is_err());
    // An archive that shrank since then is an error, not a panic.
    std::fs::write(&path, "(;GM[Skat];)").unwrap();
    assert!(index.record(3, &mut File::open(&path).unwrap()).is_err());
}

#[test]
fn steps_and_one_go_build_the_same() {
    let (_, text) = archive();
    let text = format!("{text}rubbish\n{}", &text[..900]);
    let whole = indexed(&text);
    let source = Source::from_stream(Cursor::new(text.into_bytes())).unwrap();
    let mut indexer = Indexer::new(source);
    let mut steps = 0;
    while indexer.step(64).unwrap() {
        steps += 1;
        assert!(indexer.index().rows.len() <= steps * 64);
    }
    assert_eq!(indexer.index(), &whole);
    assert_eq!(whole.unreadable_count, 2);
}

#[test]
fn a_packed_archive_leaves_an_unpacked_copy() {
    let folder = Folder::new("packed");
    let (records, text) = archive();
    let mut packed = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    let source = Source::from_stream(Cursor::new(packed.finish().unwrap())).unwrap();
    assert_eq!(source.packing, Packing::Bzip2);
    let copy = folder.0.join("copy.sgf");
    let index = Indexer::with_copy(source, File::create(&copy).unwrap()).finish().unwrap();
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), text);
    assert_eq!(index.record(9, &mut File::open(&copy).unwrap()).unwrap(), records[9]);
}

#[test]
fn the_cache_gives_back_the_index_or_nothing() {
    let folder = Folder::new("cache");
    let (_, text) = archive();
    let games = folder.0.join("games.sgf");
    std::fs::write(&games, format!("{text}(;GM[Skat];)\n")).unwrap();
    let index = Indexer::new(Source::open(&games).unwrap()).finish().unwrap();
    assert_eq!(index.unreadable.len(), 1);
    let print = Fingerprint::of(&games).unwrap();
    let path = folder.0.join("games.index");
    assert_eq!(load(print, &path), None);
    store(&index, print, &path).unwrap();
    assert_eq!(load(print, &path), Some(index));
    // Another archive, or a damaged cache: nothing.
    std::fs::write(&games, &text).unwrap();
    assert_eq!(load(Fingerprint::of(&games).unwrap(), &path), None);
    let bytes = std::fs::read(&path).unwrap();
    for end in [0, 7, 12, 40, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..end]).unwrap();
        assert_eq!(load(print, &path), None);
    }
}

#[test]
fn filters_choose_what_they_say() {
    let (_, text) = archive();
    let index = indexed(&text);
    let all = count(&index, &Filter::default());
    assert_eq!(all as u64, GAMES);
    let by = |filter: Filter| count(&index, &filter);
    let grands = by(Filter { games: "G".into(), ..Filter::default() });
    let checked = check(text.as_bytes(), |_, _| true).unwrap();
    assert_eq!(grands as u64, checked.by_contract["grand"].games);
    let won = by(Filter { games: "G".into(), won: Tri::Yes, ..Filter::default() });
    assert_eq!(won as u64, checked.by_contract["grand"].won);
    let lost = by(Filter { games: "G".into(), won: Tri::No, ..Filter::default() });
    assert_eq!(won + lost, grands);
    let low = by(Filter { points: Span { from: None, to: Some(60) }, ..Filter::default() });
    let high = by(Filter { points: Span { from: Some(61), to: None }, ..Filter::default() });
    let passed = index.rows.iter().filter(|row| row.flags.has(Flags::PASSED)).count();
    assert_eq!(low + high + passed, all);
    // Dates: every stretch of the year and what is outside it.
    let january = Filter { from_date: "2020-01".into(), to_date: "2020-01".into(), ..Filter::default() };
    let later = Filter { from_date: "2020-02".into(), ..Filter::default() };
    assert_eq!(by(january) + by(later), all);
    assert_eq!(by(Filter { to_date: "2019".into(), ..Filter::default() }), 0);
    // A player as declarer and as defender.
    let name = index.names.name(index.rows[0].players[0]).to_string();
    let role = |role| by(Filter { player: name.to_uppercase(), role, ..Filter::default() });
    let passed = Filter { player: name.clone(), games: String::new(), ..Filter::default() };
    let passed = passed.apply(&index, &[], Merge::Replace);
    let passed = passed.iter().filter(|&&n| index.row(n).unwrap().declarer.is_none()).count();
    assert!(role(Role::Any) <= role(Role::Declarer) + role(Role::Defender) + passed);
    assert!(role(Role::Declarer) > 0 && role(Role::Defender) > 0);
}

#[test]
fn filters_narrow_widen_and_replace() {
    let (_, text) = archive();
    let index = indexed(&text);
    let grand = Filter { games: "G".into(), ..Filter::default() };
    let null = Filter { games: "n".into(), ..Filter::default() };
    let won = Filter { won: Tri::Yes, ..Filter::default() };
    let grands = grand.apply(&index, &[], Merge::Replace);
    let nulls = null.apply(&index, &grands, Merge::Replace);
    let both = null.apply(&index, &grands, Merge::Widen);
    assert_eq!(both.len(), grands.len() + nulls.len());
    assert!(both.is_sorted());
    let won_both = won.apply(&index, &both, Merge::Narrow);
    assert!(!won_both.is_empty() && won_both.iter().all(|n| both.contains(n)));
    assert!(null.apply(&index, &grands, Merge::Narrow).is_empty());
}

#[test]
fn sorting_keeps_every_game() {
    let (_, text) = archive();
    let index = indexed(&text);
    for column in Column::ALL {
        let mut up = index.all();
        index.sort(&mut up, column, false);
        let mut again = up.clone();
        again.sort_unstable();
        assert_eq!(again, index.all());
    }
    let mut by_value = index.all();
    index.sort(&mut by_value, Column::Value, true);
    let values: Vec<i16> = by_value.iter().map(|&n| index.row(n).unwrap().value).collect();
    assert!(values.is_sorted_by(|a, b| a >= b));
}

#[test]
fn statistics_add_up() {
    let (_, text) = archive();
    let index = indexed(&text);
    let stats = Stats::of(&index, &index.all());
    assert_eq!(u64::from(stats.games), GAMES);
    let played: u32 = stats.contracts.iter().map(|line| line.games).sum();
    let trump: u32 = stats.points.iter().sum();
    let null = stats.contracts.iter().find(|line| line.name == "null").unwrap().games;
    assert_eq!(played, trump + null);
    let seats: u32 = stats.players.iter().map(|line| line.account.games).sum();
    assert_eq!(seats, 3 * stats.games);
    let wins: u32 = stats.players.iter().map(|line| line.account.wins).sum();
    assert_eq!(wins, stats.contracts.iter().map(|line| line.won).sum::<u32>());
    assert_eq!(Stats::of(&index, &[]).games, 0);
}

#[test]
fn exports_can_be_read() {
    let folder = Folder::new("export");
    let (records, text) = archive();
    let path = folder.0.join("games.sgf");
    std::fs::write(&path, &text).unwrap();
    let index = indexed(&text);
    let mut out = Vec::new();
    index.export_sgf(&[4, 2], &mut File::open(&path).unwrap(), &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), format!("{}\n{}\n", records[4], records[2]));
    let mut csv = Vec::new();
    index.export_csv(&[4, 2], &mut csv).unwrap();
    let csv = String::from_utf8(csv).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("date,forehand,"), "{csv}");
    assert!(lines.iter().all(|line| line.split(',').count() == Column::ALL.len()), "{csv}");
}
