//! Questions to archives on the command line: lists, tables in three forms, and analyses joined from shards.

use kiebitz::archive::table::FIELDS;
use kiebitz::archive::{Record, RecordedGame, random_record};
use kiebitz::cards::Dice;
use kiebitz::rules::Game;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kiebitz-cli-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn kiebitz(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kiebitz"));
    command.env("LC_ALL", "C").args(args).stdin(Stdio::null()).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn games(seed: u64, count: u64) -> Vec<Record> {
    let mut dice = Dice::new(seed);
    (0..count).map(|id| random_record(&mut dice, id)).collect()
}

fn write(path: &str, records: &[Record]) {
    let text: String = records.iter().map(|record| format!("{record}\n")).collect();
    std::fs::write(path, text).unwrap();
}

#[test]
fn a_question_is_answered_as_list_count_and_table() {
    let folder = Folder::new("where");
    let (path, records) = (folder.file("games.sgf"), games(3, 500));
    write(&path, &records);
    let lost = |record: &&Record| {
        let game = RecordedGame::of(record).unwrap();
        let grand = game.play.as_ref().is_some_and(|play| play.contract.game() == Game::Grand);
        grand && game.count.outcome.is_some_and(|outcome| !outcome.won)
    };
    let wanted: Vec<&Record> = records.iter().filter(lost).collect();
    let ask = ["archive", path.as_str(), "--where", "game=G lost"];
    let count = kiebitz(&[&ask[..], &["--count"]].concat());
    assert_eq!(out(&count).trim(), format!("{0} games: 0 won, {0} lost", wanted.len()));
    assert_eq!(out(&kiebitz(&ask)).lines().count(), wanted.len() + 1);
    let lines = out(&kiebitz(&[&ask[..], &["--format", "jsonl"]].concat()));
    let ids: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone()).collect();
    // The first game has the number 0, which is none.
    let expected: Vec<Value> = wanted
        .iter()
        .map(|record| record.id.as_ref().unwrap().parse::<u64>().unwrap())
        .map(|id| if id == 0 { Value::Null } else { id.into() })
        .collect();
    assert_eq!(ids, expected);
    let table = folder.file("games.csv");
    assert!(kiebitz(&[&ask[..], &["--out", &table]].concat()).status.success());
    let csv = std::fs::read_to_string(&table).unwrap();
    assert_eq!(csv.lines().count(), wanted.len() + 1);
    let names: Vec<&str> = FIELDS.iter().map(|field| field.name).collect();
    assert_eq!(csv.lines().next(), Some(names.join(",").as_str()));
    let schema = out(&kiebitz(&["archive", "--schema"]));
    assert_eq!(schema.lines().count(), FIELDS.len());
    let bad = kiebitz(&["archive", &path, "--where", "gaem=G"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&bad.stderr).contains("'gaem' is not known here"));
}

/// A reader of Parquet that is not ours, where one is installed; `.ci/parquet` installs it.
#[test]
fn parquet_is_read_by_others() {
    let folder = Folder::new("parquet");
    let (path, table) = (folder.file("games.sgf"), folder.file("games.parquet"));
    write(&path, &games(4, 300));
    let done = kiebitz(&["archive", &path, "--where", "", "--out", &table]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let bytes = std::fs::read(&table).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let python = std::env::var("KIEBITZ_PYTHON").unwrap_or("python3".into());
    let script = "import sys, pyarrow.parquet as p; t = p.read_table(sys.argv[1]); \
                  print(t.num_rows, t.num_columns, sum(v.as_py() or 0 for v in t['points']))";
    let read = Command::new(python).args(["-c", script, &table]).output();
    let Some(read) = read.ok().filter(|read| read.status.success()) else {
        eprintln!("skipped: no pyarrow here");
        return;
    };
    let lines = out(&kiebitz(&["archive", &path, "--where", "", "--format", "jsonl"]));
    let points: u64 = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["points"].as_u64().unwrap_or(0))
        .sum();
    assert_eq!(out(&read).trim(), format!("300 {} {points}", FIELDS.len()));
}

/// The script for clusters, run as Slurm runs it, and the parts joined.
#[test]
fn shards_are_joined_and_nothing_may_be_missing() {
    let folder = Folder::new("shards");
    let (path, parts, whole) = (folder.file("games.sgf"), folder.file("parts"), folder.file("whole.jsonl"));
    write(&path, &games(5, 24));
    std::fs::write(&path, format!("{}rubbish\n", std::fs::read_to_string(&path).unwrap())).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/analyse.sbatch");
    let task = |number: u32| {
        let done = Command::new("bash")
            .arg(&script)
            .args([&path, &parts, "quick"])
            .env("KIEBITZ", env!("CARGO_BIN_EXE_kiebitz"))
            .env("SLURM_ARRAY_TASK_ID", (7 + number).to_string())
            .env("SLURM_ARRAY_TASK_MIN", "7")
            .env("SLURM_ARRAY_TASK_COUNT", "3")
            .output()
            .unwrap();
        assert!(matches!(done.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&done.stderr));
    };
    let join = || {
        let mut files: Vec<String> = std::fs::read_dir(&parts)
            .unwrap()
            .map(|file| file.unwrap().path().display().to_string())
            .collect();
        files.sort();
        let mut args = vec!["join".to_string()];
        args.extend(files);
        args.extend(["--archive".into(), path.clone(), "--out".into(), whole.clone()]);
        kiebitz(&args.iter().map(String::as_str).collect::<Vec<_>>())
    };
    task(0);
    task(2);
    let missing = join();
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        out(&missing).contains("8 games are missing") && !Path::new(&whole).exists(),
        "{}",
        out(&missing)
    );
    task(1);
    let done = join();
    assert!(done.status.success(), "{}", out(&done));
    // The same lines in the same order as in one go.
    let one = kiebitz(&["analyse", &path, "--json"]);
    assert_eq!(std::fs::read_to_string(&whole).unwrap(), out(&one));
    // A full analysis of the same file redoes what was done quickly, and then nothing.
    let (few, deep) = (folder.file("few.sgf"), folder.file("deep.jsonl"));
    let passed = |record: &&Record| RecordedGame::of(record).unwrap().count.cards < 16;
    let short: Vec<Record> = games(5, 60).into_iter().filter(|record| passed(&record)).take(5).collect();
    write(&few, &short);
    for (depth, lines) in [("quick", 5), ("full", 10), ("full", 10), ("quick", 10)] {
        let done = kiebitz(&["analyse", &few, "--json", "--depth", depth, "--out", &deep]);
        assert!(done.status.success());
        let text = std::fs::read_to_string(&deep).unwrap();
        assert_eq!(text.lines().count(), lines, "{depth}");
        let full = text.lines().filter(|line| line.contains("\"depth\":\"full\"")).count();
        assert_eq!(full, lines - 5);
    }
}
