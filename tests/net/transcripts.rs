//! The transcripts of real servers, which are not part of this repository: every line reads and writes back unchanged,
//! every game replays from every viewer's lines to the same record.

use kiebitz::archive::{Record, RecordedResult, computed_result, recount};
use kiebitz::net::follow::{Happened, TableView};
use kiebitz::net::message::{FromClient, FromServer, TableEvent};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Name and text of each transcript; none where they are missing.
fn transcripts() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/iss-protocol");
    let folder = std::env::var_os("KIEBITZ_TRANSCRIPTS").map_or(folder, PathBuf::from);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: no transcripts in {}", folder.display());
        return Vec::new();
    };
    let mut found: Vec<(String, String)> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    found.sort();
    assert!(found.len() >= 7, "{}", folder.display());
    found
}

enum Line<'a> {
    Server(&'a str, &'a str),
    Client(&'a str),
}

/// Lines with the client that received or sent them; transcripts of one client name nobody.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with("gone ")).map(|line| {
        if let Some((name, line)) = line.strip_prefix("S>").and_then(|rest| rest.split_once(": ")) {
            Line::Server(name, line)
        } else if let Some((_, line)) = line.strip_prefix("C<").and_then(|rest| rest.split_once(": ")) {
            Line::Client(line)
        } else {
            Line::Server("goskat", line)
        }
    })
}

#[test]
fn every_line_reads_and_writes_back_unchanged() {
    let (mut server, mut client) = (0, 0);
    for (file, text) in transcripts() {
        for line in lines(&text) {
            match line {
                Line::Server(_, line) => {
                    let read = FromServer::read(line);
                    assert_eq!(read.to_string(), line, "{file}");
                    assert!(!matches!(read, FromServer::Other(_)), "{file}: {line}");
                    let odd = matches!(read, FromServer::AtTable { what: TableEvent::Other(_), .. });
                    assert!(!odd, "{file}: {line}");
                    server += 1;
                }
                Line::Client(line) => {
                    let read = FromClient::read(line);
                    assert_eq!(read.to_string(), line, "{file}");
                    assert!(!matches!(read, FromClient::Other(_)), "{file}: {line}");
                    client += 1;
                }
            }
        }
    }
    eprintln!("{server} lines of servers, {client} of clients");
}

#[test]
fn every_game_replays_from_every_viewers_lines_to_the_same_record() {
    let (mut views, mut counted, mut games) = (0, 0, BTreeSet::new());
    for (file, text) in transcripts() {
        let mut tables: BTreeMap<(String, String), TableView> = BTreeMap::new();
        let mut records: BTreeMap<(Option<String>, Option<String>), String> = BTreeMap::new();
        for line in lines(&text) {
            let Line::Server(client, line) = line else { continue };
            match FromServer::read(line) {
                FromServer::Create { table, viewer, .. } => {
                    tables.insert((client.into(), table.clone()), TableView::new(&table, &viewer));
                }
                FromServer::AtTable { table, what, .. } => {
                    let view = tables.get_mut(&(client.to_string(), table)).unwrap();
                    let happened = view.hear(&what);
                    assert!(!matches!(happened, Happened::Odd(_)), "{file}: {line}");
                    let Happened::Ended(ended) = happened else { continue };
                    assert!(ended.agrees, "{file}: {line}");
                    let record = ended.record.unwrap();
                    let key = (record.series.clone(), record.id.clone());
                    let first = records.entry(key.clone()).or_insert_with(|| ended.text.clone());
                    assert_eq!(*first, ended.text, "{file}");
                    counted += usize::from(counts(&record, &file));
                    views += 1;
                    games.insert((file.clone(), key));
                }
                _ => {}
            }
        }
    }
    eprintln!("{} games in {views} views, {counted} counted as the server did", games.len());
    assert!(games.is_empty() || counted > 20 && games.len() > 10);
}

/// The result that the rules give is the server's own. This version of the server counts lost games with announcements
/// lower than the rules do; those differ.
fn counts(record: &Record, file: &str) -> bool {
    let count = recount(record).unwrap();
    let lost = count.outcome.is_some_and(|outcome| !outcome.won);
    let odd = lost && count.contract.is_some_and(|contract| contract.announces_schneider());
    match &record.result {
        RecordedResult::Game(game) if odd || game.kind == "penalty" => false,
        result => {
            assert_eq!(computed_result(record).to_string(), result.to_string(), "{file}: {record}");
            true
        }
    }
}
