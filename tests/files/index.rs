//! The index of an archive: built, cached, filtered, sorted, counted, exported.

use kiebitz::archive::analysis::{Depth, ForcedWin, Results, Summary};
use kiebitz::archive::index::cache::{Fingerprint, IndexCache};
use kiebitz::archive::index::{
    Column, FactFilter, Filter, Flags, Index, Indexer, Merge, Missed, Role, Span, Stats, Tri,
};
use kiebitz::archive::library::{ExportError, ExportKind, Library, Opening, Text};
use kiebitz::archive::table::{FIELDS, Format, TableWriter};
use kiebitz::archive::{Record, SeekTable, Source, check, random_record, sample};
use kiebitz::cards::Dice;
use kiebitz::storage::{Overwrite, RealDisk, WriteError};
use std::fs::File;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

const GAMES: u64 = 2000;

/// A folder of its own for each test, removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
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

pub(crate) fn indexed(text: &str) -> Index {
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
        assert!(indexer.index().len() <= steps * 64);
    }
    assert_eq!(indexer.index(), &whole);
    assert_eq!(whole.unreadable_count, 2);
}

/// An archive packed in both ways.
fn packed(text: &str) -> [(&'static str, Vec<u8>); 2] {
    let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz.write_all(text.as_bytes()).unwrap();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(text.as_bytes()).unwrap();
    [("games.sgf.bz2", bz.finish().unwrap()), ("games.sgf.gz", gz.finish().unwrap())]
}

fn stored(folder: &Path) -> u64 {
    std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum()
}

#[test]
fn a_packed_archive_is_read_in_place() {
    let folder = Folder::new("packed");
    let (records, text) = archive();
    // Long enough for several blocks and points.
    let text = text.repeat(5);
    for (name, bytes) in packed(&text) {
        let path = folder.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        let cache = folder.0.join(format!("cache-{name}"));
        std::fs::create_dir_all(&cache).unwrap();
        // What earlier versions left there goes, what others keep there stays.
        let earlier = "0123456789abcdef-1f4";
        for name in [&format!("{earlier}.sgf"), &format!("{earlier}.sgf-draft"), &format!("{earlier}.index")]
        {
            std::fs::write(cache.join(name), vec![0; 100_000]).unwrap();
        }
        std::fs::write(cache.join("mine.sgf"), "mine").unwrap();
        for round in 0..2 {
            let mut library = Library::default();
            opened(&mut library, Opening::new(&path, &cache).unwrap());
            assert_eq!(library.index.len() as u64, 5 * GAMES);
            let Text::Packed(packed) = &library.parts()[0].text else { panic!("an unpacked copy") };
            assert!(packed.table().len() >= 2, "{name}: {}", packed.table().len());
            let mut dice = Dice::new(round);
            for _ in 0..200 {
                let number = dice.below(5 * GAMES);
                assert_eq!(library.record(number as u32).unwrap(), records[(number % GAMES) as usize]);
            }
            assert!(cache.join("mine.sgf").exists() && !cache.join(format!("{earlier}.sgf")).exists());
            // The index alone is stored: ninety-one bytes a game, and the table.
            let bytes = stored(&cache);
            assert!(bytes < 92 * 5 * GAMES + 200_000 && bytes < text.len() as u64 / 4, "{bytes}");
        }
    }
}

#[test]
fn what_unpacks_to_nothing_fills_neither_disk_nor_memory() {
    let folder = Folder::new("bomb");
    for (name, bytes) in packed(&"\0".repeat(100 << 20)) {
        assert!(bytes.len() < 200_000);
        let path = folder.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        let cache = folder.0.join("cache");
        let mut library = Library::default();
        opened(&mut library, Opening::new(&path, &cache).unwrap());
        assert!(library.index.is_empty());
        assert!(stored(&cache) < 200_000, "{}", stored(&cache));
    }
}

#[test]
fn games_of_an_archive_that_changed_are_not_taken_for_others() {
    let folder = Folder::new("changed");
    let (records, text) = archive();
    let swapped: String = records.iter().rev().map(|record| format!("{record}\n")).collect();
    let out = folder.0.join("saved.sgf");
    let save = |library: &Library, rows: &[u32], path: &Path, overwrite| {
        library.export(RealDisk::shared(), rows, ExportKind::Sgf, path, overwrite, || false)
    };
    let mut files = vec![("games.sgf", text.clone().into_bytes(), swapped.clone().into_bytes())];
    for ((name, before), (_, after)) in packed(&text).into_iter().zip(packed(&swapped)) {
        files.push((name, before, after));
    }
    for (name, before, after) in files {
        let path = folder.0.join(name);
        std::fs::write(&path, &before).unwrap();
        std::fs::remove_file(&out).ok();
        let mut library = Library::default();
        opened(&mut library, Opening::new(&path, &folder.0.join("cache")).unwrap());
        let all = library.index.all();
        assert!(matches!(save(&library, &all, &out, Overwrite::Refused), Ok(true)));
        assert_eq!(std::fs::read_to_string(&out).unwrap(), text, "{name}");
        // Not over a file that is there, not over an archive that is open, not even by a link.
        let refused = save(&library, &[1], &out, Overwrite::Refused);
        assert!(matches!(refused, Err(ExportError::Write(WriteError::Exists(_)))));
        assert!(matches!(save(&library, &[1], &path, Overwrite::Allowed), Err(ExportError::Open(_))));
        #[cfg(unix)]
        {
            let link = folder.0.join("link.sgf");
            std::fs::remove_file(&link).ok();
            std::os::unix::fs::symlink(&path, &link).unwrap();
            assert!(matches!(save(&library, &[1], &link, Overwrite::Allowed), Err(ExportError::Open(_))));
        }
        assert_eq!(std::fs::read(&path).unwrap(), before);
        // Another archive of the same name: nothing is written, and what was saved before stays.
        let mut library = Library::default();
        opened(&mut library, Opening::new(&path, &folder.0.join("cache")).unwrap());
        std::fs::write(&path, &after).unwrap();
        assert!(save(&library, &all, &out, Overwrite::Allowed).is_err(), "{name}");
        assert_eq!(std::fs::read_to_string(&out).unwrap(), text, "{name}");
        assert!(library.game(0).is_err(), "{name}");
    }
    let left = std::fs::read_dir(&folder.0)
        .unwrap()
        .filter(|file| file.as_ref().unwrap().file_name().to_string_lossy().starts_with(".kiebitz-"));
    assert_eq!(left.count(), 0);
}

#[test]
fn the_cache_gives_back_the_index_or_nothing() {
    let folder = Folder::new("cache");
    let (_, text) = archive();
    let games = folder.0.join("games.sgf");
    std::fs::write(&games, format!("{}(;GM[Skat];)\n", &text[..40_000])).unwrap();
    let index = Indexer::new(Source::open(&games).unwrap()).finish().unwrap();
    assert!(!index.unreadable.is_empty());
    let print = Fingerprint::of(&games).unwrap();
    let cache = IndexCache::new(&folder.0);
    let path = cache.cache().path(&IndexCache::name(&games));
    let load = || cache.load(&games, print);
    assert_eq!(load(), None);
    cache.store(&games, print, &index, &SeekTable::default()).unwrap();
    assert_eq!(load(), Some((index, SeekTable::default())));
    // Damage of any kind, anywhere: nothing, never something wrong.
    let bytes = std::fs::read(&path).unwrap();
    for end in [0, 7, 12, 40, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..end]).unwrap();
        assert_eq!(load(), None);
    }
    let mut dice = Dice::new(5);
    for _ in 0..3000 {
        let mut bad = bytes.clone();
        let at = dice.below(bad.len() as u64) as usize;
        bad[at] ^= 1 << dice.below(8);
        std::fs::write(&path, &bad).unwrap();
        assert_eq!(load(), None, "byte {at}");
    }
    std::fs::write(&path, &bytes).unwrap();
    assert!(load().is_some());
    // Another state of the archive has another index, in the same place.
    std::fs::write(&games, &text).unwrap();
    let print = Fingerprint::of(&games).unwrap();
    assert_eq!(cache.load(&games, print), None);
    cache.store(&games, print, &indexed(&text), &SeekTable::default()).unwrap();
    assert_eq!(cache.cache().list().len(), 1);
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
    let passed = index.rows().filter(|row| row.flags.has(Flags::PASSED)).count();
    assert_eq!(low + high + passed, all);
    // Dates: every stretch of the year and what is outside it.
    let january = Filter { from_date: "2020-01".into(), to_date: "2020-01".into(), ..Filter::default() };
    let later = Filter { from_date: "2020-02".into(), ..Filter::default() };
    assert_eq!(by(january) + by(later), all);
    assert_eq!(by(Filter { to_date: "2019".into(), ..Filter::default() }), 0);
    // In the German way the same, and what is no date filters nothing.
    let german = Filter { from_date: "1.1.2020".into(), to_date: "31.01.2020".into(), ..Filter::default() };
    let month = Filter { from_date: "1.2020".into(), to_date: "01.2020".into(), ..Filter::default() };
    assert_eq!(by(german), by(month.clone()));
    assert_eq!(by(month) + by(Filter { from_date: "2.2020".into(), ..Filter::default() }), all);
    assert_eq!(by(Filter { from_date: "30.2.2020".into(), ..Filter::default() }), all);
    // A player as declarer and as defender.
    let name = index.names.name(index.row(0).unwrap().players[0]).to_string();
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
        // What is equal stays in the order of the file, upwards and downwards, wherever the selection came from.
        let mut down: Vec<u32> = index.all().into_iter().rev().collect();
        index.sort(&mut down, column, true);
        let text = |number: u32| column.text(&index.row(number).unwrap(), &index);
        for pair in up.windows(2).chain(down.windows(2)) {
            assert!(
                text(pair[0]) != text(pair[1]) || pair[0] < pair[1] || column == Column::Analysis,
                "{column:?}"
            );
        }
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
    let mut table = TableWriter::begin(Format::Csv, Vec::new()).unwrap();
    for number in [4, 2] {
        table.row(&index, number, Some(7)).unwrap();
    }
    let csv = String::from_utf8(table.finish().unwrap()).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("key,place,id,"), "{csv}");
    assert!(lines.iter().all(|line| line.split(',').count() == FIELDS.len()), "{csv}");
}

#[test]
fn free_text_finds_what_stands_in_the_row() {
    let (_, text) = archive();
    let index = indexed(&text);
    let by =
        |text: &str| Filter { text: text.into(), ..Filter::default() }.apply(&index, &[], Merge::Replace);
    let slow =
        |wanted: &dyn Fn(u32) -> bool| index.all().into_iter().filter(|&n| wanted(n)).collect::<Vec<_>>();
    let row = |n: u32| index.row(n).unwrap();
    let name = |n: u32| row(n).players.map(|player| index.names.name(player).to_string());
    let named = |n: u32, text: &str| name(n).iter().any(|name| name.contains(text));
    assert_eq!(by("player17"), slow(&|n| named(n, "player17")));
    let grand = |n: u32| row(n).game().is_some_and(|game| game.name() == "grand");
    assert_eq!(by("GRAND player17"), slow(&|n| grand(n) && named(n, "player17")));
    assert_eq!(by("overbid"), slow(&|n| row(n).flags.has(Flags::OVERBID)));
    assert_eq!(by("2020-03"), slow(&|n| Column::Date.text(&row(n), &index).contains("2020-03")));
    // The game's number, which names and dates may contain too.
    assert!(by("1234").contains(&1234) && row(1234).id == 1234);
    assert_eq!(by("  ").len(), index.len());
    assert!(by("nobody-at-all").is_empty());
}

#[test]
fn what_the_analysis_found_is_joined_and_filtered() {
    let (_, text) = archive();
    let mut index = indexed(&text);
    let mut results = Results::in_memory();
    let none = Summary::unplayed(Depth::Quick);
    let missed = ForcedWin { first: Some(3), lost: Some(11), missed: true };
    let found = [
        none,
        Summary {
            declarer: missed,
            cards: 30,
            won: Some(false),
            glassbox: Some(true),
            mistakes: [1, 0, 0],
            ..none
        },
        Summary {
            defenders: missed,
            cards: 30,
            won: Some(true),
            glassbox: Some(true),
            mistakes: [0, 1, 0],
            ..none
        },
    ];
    for (row, summary) in index.rows().take(300).zip(found.iter().cycle()) {
        results.add(row.key, *summary).unwrap();
    }
    let by = |index: &Index, filter: Filter| count(index, &filter);
    let facts = |facts| Filter { facts, ..Filter::default() };
    assert_eq!(by(&index, facts(FactFilter { analysed: Tri::Yes, ..FactFilter::default() })), 0);
    index.join(&results);
    let missed = |missed| by(&index, Filter { missed, ..Filter::default() });
    assert_eq!((missed(Missed::Declarer), missed(Missed::Defenders)), (100, 100));
    assert_eq!((missed(Missed::Either), missed(Missed::Nobody)), (200, 100));
    assert_eq!(missed(Missed::Any) as u64, GAMES);
    assert_eq!(
        by(&index, facts(FactFilter { analysed: Tri::No, ..FactFilter::default() })) as u64,
        GAMES - 300
    );
    assert_eq!(by(&index, facts(FactFilter { glassbox_differs: Tri::Yes, ..FactFilter::default() })), 100);
    assert_eq!(by(&index, facts(FactFilter { glassbox_differs: Tri::No, ..FactFilter::default() })), 200);
    assert_eq!(by(&index, facts(FactFilter { mistakes: Tri::Yes, ..FactFilter::default() })), 200);
    let text = Column::Analysis.text(&index.row(1).unwrap(), &index);
    assert_eq!(text, "declarer missed a forced win at card 12; 1 mistake");
    assert_eq!(Column::Glassbox.text(&index.row(1).unwrap(), &index), "won");
    let mut worst = index.all();
    index.sort(&mut worst, Column::Analysis, true);
    assert!(worst[..200].iter().all(|&n| index.row(n).unwrap().analysis.unwrap().missed()));
    // The cache keeps the index, not the analysis, which has its own file.
    index.join(&Results::in_memory());
    assert_eq!(index, indexed(&archive().1));
}

#[test]
fn filters_can_be_saved() {
    let filter = Filter {
        player: "zoot".into(),
        role: Role::Defender,
        games: "GN".into(),
        points: Span { from: Some(61), to: None },
        missed: Missed::Declarer,
        text: "2010".into(),
        ..Filter::default()
    };
    let text = ron::to_string(&filter).unwrap();
    assert_eq!(ron::from_str::<Filter>(&text).unwrap(), filter);
    let text = serde_json::to_string(&filter).unwrap();
    assert_eq!(serde_json::from_str::<Filter>(&text).unwrap(), filter);
    // One saved before a field was there still reads, and so do facts that stand beside the rest, as in the settings.
    let older: Filter = serde_json::from_str(r#"{"games":"G","hand":"Yes"}"#).unwrap();
    assert_eq!((older.games.as_str(), older.facts.hand), ("G", Tri::Yes));
}

/// Reads an archive to its end, some records at a time.
fn opened(library: &mut Library, mut opening: Opening) -> u16 {
    let part = library.begin(&opening);
    while let Some(chunk) = opening.step(300) {
        library.extend(part, chunk);
    }
    assert_eq!(opening.progress(), Some(1.0));
    part
}

#[test]
fn several_archives_are_one_table() {
    let folder = Folder::new("library");
    let (records, text) = archive();
    let (plain, packed) = (folder.0.join("plain.sgf"), folder.0.join("packed.sgf.gz"));
    let half: usize = records[..700].iter().map(|record| record.to_string().len() + 1).sum();
    std::fs::write(&plain, &text[..half]).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(format!("rubbish\n{}", &text[half..]).as_bytes()).unwrap();
    std::fs::write(&packed, gzip.finish().unwrap()).unwrap();
    let cache = folder.0.join("cache");
    // The second time from the cache.
    for _ in 0..2 {
        let mut library = Library::default();
        opened(&mut library, Opening::new(&plain, &cache).unwrap());
        opened(&mut library, Opening::new(&packed, &cache).unwrap());
        opened(&mut library, Opening::in_memory(sample()).unwrap());
        assert_eq!(library.parts().iter().map(|part| part.games).collect::<Vec<_>>(), [700, 1300, 200]);
        assert_eq!(library.parts()[1].unreadable_count, 1);
        assert_eq!(library.parts()[1].unreadable[0].line, 1);
        for number in (0..GAMES as u32).step_by(37) {
            assert_eq!(library.record(number).unwrap(), records[number as usize]);
        }
        // One player is one player in all of them.
        let whole = indexed(&text);
        let filter = Filter { player: "player7".into(), ..Filter::default() };
        let found = filter.apply(&library.index, &[], Merge::Replace);
        assert_eq!(found, filter.apply(&whole, &[], Merge::Replace));
        let (record, game) = library.game(GAMES as u32 + 5).unwrap();
        assert!(record.place.as_deref() == Some("Kiebitz") && !game.bidding.is_empty());
        let mut out = Vec::new();
        library.export_sgf(&[1999, 3], &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), format!("{}\n{}\n", records[1999], records[3]));
        assert!(library.holds(&plain) && !library.holds(Path::new("other")));
        assert!(library.record(GAMES as u32 + 200).is_err());
    }
}

#[test]
fn games_can_be_browsed_while_the_archive_is_read() {
    let folder = Folder::new("browse");
    let (records, text) = archive();
    let packed = folder.0.join("games.bz2");
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bzip2.write_all(text.as_bytes()).unwrap();
    std::fs::write(&packed, bzip2.finish().unwrap()).unwrap();
    let mut opening = Opening::new(&packed, &folder.0).unwrap();
    let mut library = Library::default();
    let part = library.begin(&opening);
    library.extend(part, opening.step(50).unwrap());
    assert_eq!(library.index.len(), 50);
    assert_eq!(library.record(49).unwrap(), records[49]);
    while let Some(chunk) = opening.step(500) {
        library.extend(part, chunk);
    }
    assert_eq!(library.record(1999).unwrap(), records[1999]);
}

#[test]
fn growing_and_truncated_archives() {
    let folder = Folder::new("growing");
    let (records, text) = archive();
    let path = folder.0.join("games.sgf");
    let cut: usize = records[..100].iter().map(|record| record.to_string().len() + 1).sum();
    // Cut in the middle of a record, as a file that is still being written.
    std::fs::write(&path, &text[..cut + 200]).unwrap();
    let mut library = Library::default();
    opened(&mut library, Opening::new(&path, &folder.0).unwrap());
    assert_eq!(library.index.len(), 100);
    assert_eq!(library.parts()[0].unreadable[0].line, 101);
    assert!(library.parts()[0].unreadable[0].reason.contains("not closed"));
    assert!(!library.parts()[0].has_changed());
    std::fs::write(&path, &text).unwrap();
    assert!(library.parts()[0].has_changed());
    assert_eq!(library.record(99).unwrap(), records[99]);
    library.clear();
    opened(&mut library, Opening::new(&path, &folder.0).unwrap());
    assert_eq!((library.index.len() as u64, library.parts()[0].unreadable_count), (GAMES, 0));
    // A packed archive that was cut off ends with the reason.
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let mut bytes = gzip.finish().unwrap();
    bytes.truncate(bytes.len() / 2);
    let packed = folder.0.join("cut.gz");
    std::fs::write(&packed, bytes).unwrap();
    // Twice: what was not whole is not kept as if it were.
    for _ in 0..2 {
        library.clear();
        opened(&mut library, Opening::new(&packed, &folder.0).unwrap());
        let part = &library.parts()[0];
        assert!((500..1500).contains(&part.games), "{}", part.games);
        assert!(part.unreadable.last().unwrap().reason.contains("cannot be read on"));
        assert_eq!(library.record(part.games - 1).unwrap(), records[part.games as usize - 1]);
    }
    assert!(Opening::new(&folder.0.join("missing.sgf"), &folder.0).is_err());
}

/// What this process has had of the processor, where the system tells: a busy machine makes it wait.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.rsplit(')').next().into_iter().flat_map(|rest| rest.split_whitespace().skip(11).take(2));
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// A million games: twenty thousand different ones of seeded legal play, fifty times over. Indexed at
/// 100,000 a second, below 500 MB, reopened from the cache within a second; see what it prints with
/// `cargo test --release --test files a_million -- --ignored --nocapture`.
#[test]
#[ignore = "takes half a minute and half a gigabyte of disk"]
fn a_million_games() {
    let folder = Folder::new("million");
    let path = folder.0.join("million.sgf");
    let mut dice = Dice::new(1);
    let text: String = (0..20_000).map(|id| format!("{}\n", random_record(&mut dice, id))).collect();
    let mut file = File::create(&path).unwrap();
    for _ in 0..50 {
        file.write_all(text.as_bytes()).unwrap();
    }
    drop((file, text));
    let say = |what: &str, (start, before): (Instant, f64)| {
        let (wall, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds() - before);
        println!("{what:<40}{wall:>8.2} s, of the processor {cpu:>6.2} s");
    };
    let now = || (Instant::now(), cpu_seconds());
    for name in ["indexed, a chunk at a time", "reopened from the cache"] {
        let start = now();
        let mut opening = Opening::new(&path, &folder.0).unwrap();
        let mut library = Library::default();
        let part = library.begin(&opening);
        while let Some(chunk) = opening.step(20_000) {
            library.extend(part, chunk);
        }
        say(name, start);
        assert_eq!(library.index.len(), 1_000_000);
        let index = &library.index;
        let start = now();
        let filter =
            Filter { games: "G".into(), won: Tri::No, player: "player1".into(), ..Filter::default() };
        assert!(!filter.apply(index, &[], Merge::Replace).is_empty());
        say("filtered", start);
        let start = now();
        let filter = Filter { text: "grand 2020-05".into(), ..Filter::default() };
        assert!(!filter.apply(index, &[], Merge::Replace).is_empty());
        say("filtered by free text", start);
        for column in [Column::Date, Column::Declarer, Column::Contract, Column::Analysis] {
            let start = now();
            index.sort(&mut index.all(), column, true);
            say(&format!("sorted by {}", column.key()), start);
        }
        let start = now();
        assert_eq!(Stats::of(index, &index.all()).games, 1_000_000);
        say("statistics", start);
    }
    let results = folder.0.join("results");
    let mut writing = Results::open(&results).unwrap();
    for key in 0..1_000_000 {
        writing.add(key, Summary::unplayed(Depth::Quick)).unwrap();
    }
    drop(writing);
    let start = now();
    assert_eq!(Results::open(&results).unwrap().len(), 1_000_000);
    say("a million results read", start);
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or(""));
    }
}
