//! No input makes a reader panic or hang, and every refusal gives a reason.

use super::laws;
use kiebitz::archive::analysis::{Depth, Results, Summary};
use kiebitz::archive::{Reader, Record, check, random_record};
use kiebitz::cards::{Cards, Deck, Dice, parse_list};
use kiebitz::deal::Position;
use kiebitz::parallel::in_order;
use kiebitz::player::Tables;
use kiebitz::puzzle::{BUNDLED, Puzzle};
use kiebitz::rules::{Contract, Goal};
use proptest::prelude::*;
use std::sync::LazyLock;

/// A few bytes of a good text changed, removed, doubled or swapped.
fn mutated(text: &[u8], seed: u64) -> Vec<u8> {
    let mut bytes = text.to_vec();
    let mut dice = Dice::new(seed);
    for _ in 0..=dice.below(6) {
        if bytes.is_empty() {
            break;
        }
        let at = dice.below(bytes.len() as u64) as usize;
        let other = dice.below(bytes.len() as u64) as usize;
        match dice.below(6) {
            0 => bytes[at] = dice.next_u64() as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, bytes[other]),
            3 => bytes.swap(at, other),
            4 => bytes.truncate(at),
            _ => {
                let piece = bytes[at..(at + 30).min(bytes.len())].to_vec();
                bytes.splice(other..other, piece);
            }
        }
    }
    bytes
}

const LINES: [&str; 4] = [
    "contract=CHSZ declarer=M bid=18 F=CJ.SJ.? M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA R=? skat=DK.? \
     lead=R points=0:0 not=F:S7,skat:HT played=ST.S8 view=M",
    "contract=H declarer=M F=? M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA R=? skat=DK.D9 view=M played=DA",
    "contract=G declarer=F F=CJ.SA.S7 M=SJ.ST.S8 R=HA.HT.SK skat=D7.D8 \
     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 points=35:35 view=open",
    "contract=N declarer=R F=CJ.SJ.HJ.DJ.CA.SA.HA.DA.CK.SK M=? R=C7.S7.H7.D7.C8.S8.H8.D8.C9.S9 skat=? view=F \
     played=CJ.C7.? not=M:HK",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1500, ..Default::default() })]

    #[test]
    fn arbitrary_text(text: String) {
        if let Err(error) = text.parse::<Cards>() { prop_assert!(!error.to_string().is_empty()); }
        if let Err(error) = parse_list(&text, Deck::German) { prop_assert!(!error.to_string().is_empty()); }
        if let Err(error) = text.parse::<Contract>() { prop_assert!(!error.to_string().is_empty()); }
        if let Err(error) = text.parse::<Goal>() { prop_assert!(!error.to_string().is_empty()); }
        if let Err(problems) = text.parse::<Position>() {
            prop_assert!(!problems.0.is_empty() && !problems.to_string().is_empty());
        }
        if let Err(error) = Puzzle::parse(&text) { prop_assert!(!error.to_string().is_empty()); }
    }

    #[test]
    fn arbitrary_bytes(bytes: Vec<u8>) {
        let found = check(bytes.as_slice(), |_, _| true).unwrap();
        prop_assert_eq!(found.games, found.read + found.unreadable_count);
        if let Err(error) = Record::parse(&bytes) { prop_assert!(!error.to_string().is_empty()); }
    }

    #[test]
    fn mutated_lines(seed: u64) {
        let line = LINES[seed as usize % LINES.len()];
        laws::position(&mutated(line.as_bytes(), seed));
    }

    #[test]
    fn mutated_records(seed: u64) {
        let good = random_record(&mut Dice::new(seed), 1).to_string();
        let next = random_record(&mut Dice::new(!seed), 2).to_string();
        let mut bytes = mutated(good.as_bytes(), seed);
        laws::records(&bytes);
        // A broken record never swallows the next one.
        bytes.extend_from_slice(b"\n");
        bytes.extend_from_slice(next.as_bytes());
        let last = Reader::new(bytes.as_slice()).filter_map(Result::ok).last();
        let last = last.map(|raw| Record::parse(&raw.bytes));
        prop_assert_eq!(last, Some(Record::parse(next.as_bytes())));
    }

    #[test]
    fn mutated_puzzles(seed: u64) {
        let (_, text) = BUNDLED[seed as usize % BUNDLED.len()];
        laws::puzzle(&mutated(text.as_bytes(), seed));
    }

    #[test]
    fn mutated_proofs(seed: u64) {
        laws::proof(&mutated(PROOF.as_bytes(), seed));
    }
}

proptest! {
    // Each goes through files, so fewer.
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 150, ..Default::default() })]

    #[test]
    fn mutated_results_cache_and_settings(seed: u64) {
        static RESULTS: LazyLock<Vec<u8>> = LazyLock::new(a_results_file);
        static CACHE: LazyLock<Vec<u8>> = LazyLock::new(a_cache_file);
        laws::results(&mutated(&RESULTS, seed));
        laws::cache(&mutated(&CACHE, seed));
        laws::settings(&mutated(SETTINGS, seed));
    }
}

const SETTINGS: &[u8] = br#"{"language":"German","theme":"Dark","memory":256,"threads":2,"recent":["a.ron","b.sgf"],"scale":1.25}"#;

/// A results file with three games.
fn a_results_file() -> Vec<u8> {
    let path = std::env::temp_dir().join(format!("kiebitz-survive-results-{}", std::process::id()));
    std::fs::remove_file(&path).ok();
    let mut results = Results::open(&path).unwrap();
    for key in 7..10 {
        results.add(key, Summary::unplayed(Depth::Full)).unwrap();
    }
    drop(results);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    bytes
}

/// A file of the cache.
fn a_cache_file() -> Vec<u8> {
    let folder = std::env::temp_dir().join(format!("kiebitz-survive-cache-{}", std::process::id()));
    let cache = laws::a_cache(&folder);
    cache.put("good", b"an index, say").unwrap();
    let bytes = std::fs::read(cache.path("good")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    bytes
}

/// A game that cannot be lost, with its proof.
const PROOF: &str = "Proof(version: 1, position: \"contract=G declarer=F F=CJ.SA M=? R=? skat=D7.D8 \
    gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9 points=60:0 view=F\", goal: \"61\", \
    declarer_reaches: true, strategy: [\"CJ>1\", \"SJ>2 ST>2 SK>2 HT>2\", \"SJ.ST.SK.HT\"])";

type Law = fn(&[u8]);

/// Ten million inputs, each a good text with a few bytes changed: `cargo test --test files ten_million -- --ignored
/// --nocapture`. It stops at the first that breaks a law and prints it.
#[test]
#[ignore = "takes minutes"]
fn ten_million_mutated_inputs() {
    let lines: Vec<Vec<u8>> = LINES.iter().map(|line| line.as_bytes().to_vec()).collect();
    let records = (0..200).map(|n| random_record(&mut Dice::new(n), n).to_string().into_bytes()).collect();
    let puzzles = BUNDLED.iter().map(|(_, text)| text.as_bytes().to_vec()).collect();
    let tables = Tables::shipped().to_string().into_bytes();
    let tables = vec![tables[..tables.len().min(4000)].to_vec()];
    let kinds: Vec<(&str, Law, u64, Vec<Vec<u8>>)> = vec![
        ("position", laws::position, 4_700_000, lines),
        ("records", laws::records, 3_000_000, records),
        ("puzzle", laws::puzzle, 600_000, puzzles),
        ("proof", laws::proof, 1_200_000, vec![PROOF.as_bytes().to_vec()]),
        ("tables", laws::tables, 200_000, tables),
        ("results", laws::results, 100_000, vec![a_results_file()]),
        ("cache", laws::cache, 100_000, vec![a_cache_file()]),
        ("settings", laws::settings, 100_000, vec![SETTINGS.to_vec()]),
    ];
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = 0;
    for (name, law, count, seeds) in kinds {
        let start = std::time::Instant::now();
        let work = |(): &mut (), part: u64| {
            for seed in part * 1000..(part + 1) * 1000 {
                let good = &seeds[seed as usize % seeds.len()];
                let bytes = mutated(good, seed ^ 0x9E37_79B9_7F4A_7C15);
                if std::panic::catch_unwind(|| law(&bytes)).is_err() {
                    panic!("{name}, seed {seed}: {}", String::from_utf8_lossy(&bytes));
                }
            }
            1000
        };
        let mut done = 0;
        let take = |part: u64| {
            done += part;
            true
        };
        in_order(0..count / 1000, threads, || false, || (), work, take).unwrap();
        println!("{name}: {done} inputs in {:.0} s", start.elapsed().as_secs_f64());
        all += done;
    }
    println!("{all} inputs, no law broken");
    assert_eq!(all, 10_000_000);
}
