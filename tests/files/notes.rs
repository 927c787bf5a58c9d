//! Notes on games: found in the list, exported with the games, and in the tables.

use crate::index::{Folder, indexed};
use kiebitz::archive::analysis::key;
use kiebitz::archive::index::{Column, FactFilter, Filter, Merge, Tri};
use kiebitz::archive::library::{ExportKind, Library, Opening};
use kiebitz::archive::notes::{CardNote, Mark, Note, NoteBook, beside};
use kiebitz::archive::table::{FIELDS, Format, TableWriter};
use kiebitz::archive::{Record, random_record};
use kiebitz::cards::Dice;
use kiebitz::storage::{Overwrite, RealDisk};
use std::path::Path;
use std::process::Command;

fn records() -> Vec<String> {
    let mut dice = Dice::new(9);
    let records: Vec<Record> = (0..40).map(|id| random_record(&mut dice, id)).collect();
    records.iter().map(|record| format!("{record}\n")).collect()
}

fn note(comment: &str) -> Note {
    Note { changed: 1, comment: comment.into(), ..Note::default() }
}

/// A bookmark on game 3, words on 5 and on a card of 8; of 9 something was said and taken back.
fn book(records: &[String]) -> NoteBook {
    let mut book = NoteBook::default();
    let mut put = |game: usize, note: Note| book.put(key(records[game].as_bytes()), note);
    put(3, Note { bookmark: true, ..note("") });
    put(5, note("A \"fine\" endgame, with\ntwo lines"));
    let mut eight = note("");
    eight.set_card(CardNote { card: 4, mark: Some(Mark::Interesting), comment: "Überraschung".into() });
    eight.keep_line(4, &["CJ".parse().unwrap()]);
    put(8, eight);
    put(9, note(""));
    book
}

fn library(folder: &Path, text: &str) -> Library {
    let path = folder.join("games.sgf");
    std::fs::write(&path, text).unwrap();
    let mut library = Library::default();
    let mut opening = Opening::new(&path, &folder.join("cache")).unwrap();
    let part = library.begin(&opening);
    while let Some(chunk) = opening.step(100) {
        library.extend(part, chunk);
    }
    library
}

#[test]
fn games_with_notes_are_found() {
    let records = records();
    let index = indexed(&records.concat());
    let asked = |noted, bookmarked, text: &str| {
        let facts = FactFilter { noted, bookmarked, ..FactFilter::default() };
        let filter = Filter { facts, text: text.into(), ..Filter::default() };
        filter.apply(&index, &[], Merge::Replace)
    };
    assert!(asked(Tri::Yes, Tri::Any, "").is_empty());
    index.notes.merge(&book(&records));
    assert_eq!(asked(Tri::Yes, Tri::Any, ""), [3, 5, 8]);
    assert_eq!(asked(Tri::Any, Tri::Yes, ""), [3]);
    assert_eq!(asked(Tri::Yes, Tri::No, ""), [5, 8]);
    assert_eq!(asked(Tri::No, Tri::Any, "").len(), 37);
    // Words are found in the game's comment and in those of its cards, in any case of letters.
    assert_eq!(asked(Tri::Any, Tri::Any, "ENDGAME fine"), [5]);
    assert_eq!(asked(Tri::Any, Tri::Any, "überraschung"), [8]);
    // Bookmarks sort before other notes, and these before games without.
    let mut rows = index.all();
    index.sort(&mut rows, Column::Notes, true);
    assert_eq!(rows[..4], [3, 5, 8, 0]);
    let cell = |number: u32| Column::Notes.text(&index.row(number).unwrap(), &index);
    assert_eq!([cell(3), cell(8), cell(9)], ["★", "✏ Überraschung", ""]);
    assert_eq!(cell(5), "✏ A \"fine\" endgame, with");
}

#[test]
fn notes_go_with_the_games_that_are_saved() {
    let folder = Folder::new("notes-saved");
    let records = records();
    let library = library(&folder.0, &records.concat());
    library.index.notes.merge(&book(&records));
    let export = |rows: &[u32], name: &str| {
        let path = folder.0.join(name);
        library
            .export(RealDisk::shared(), rows, ExportKind::Sgf, &path, Overwrite::Allowed, || false)
            .unwrap();
        NoteBook::load(&RealDisk, &beside(&path)).unwrap()
    };
    let saved = export(&[5, 6, 8], "some.sgf");
    let comments: Vec<String> = saved.iter().map(|(_, note)| note.words()).collect();
    assert_eq!(comments.len(), 2);
    assert!(comments.iter().any(|words| words.contains("fine")));
    assert_eq!(
        saved.get(key(records[8].as_bytes())),
        library.index.notes.get(key(records[8].as_bytes())).as_ref()
    );
    // Games without notes have no file beside them; the archive itself is what it was.
    export(&[0, 1], "others.sgf");
    assert!(!beside(&folder.0.join("others.sgf")).exists());
    assert!(!beside(&folder.0.join("games.sgf")).exists());
    assert_eq!(std::fs::read_to_string(folder.0.join("games.sgf")).unwrap(), records.concat());
}

#[test]
fn tables_have_what_was_written() {
    let records = records();
    let index = indexed(&records.concat());
    index.notes.merge(&book(&records));
    let table = |format| {
        let mut table = TableWriter::begin(format, Vec::new()).unwrap();
        [3, 5, 8, 0].into_iter().for_each(|number| table.row(&index, number, None).unwrap());
        table.finish().unwrap()
    };
    let lines = String::from_utf8(table(Format::JsonLines)).unwrap();
    let rows: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((rows[0]["bookmark"].as_bool(), rows[1]["bookmark"].as_bool()), (Some(true), Some(false)));
    assert_eq!(rows[1]["comment"].as_str(), Some("A \"fine\" endgame, with\ntwo lines"));
    let inner = |text: &serde_json::Value| -> serde_json::Value {
        serde_json::from_str(text.as_str().unwrap()).unwrap()
    };
    let card = &inner(&rows[2]["card_notes"])[0];
    assert_eq!((card["card"].as_u64(), card["mark"].as_str()), (Some(4), Some("!?")));
    assert_eq!(inner(&rows[2]["lines"])[0]["cards"][0].as_str(), Some("CJ"));
    assert!(["bookmark", "comment", "card_notes", "lines"].iter().all(|name| rows[3].get(name).is_none()));
    let csv = String::from_utf8(table(Format::Csv)).unwrap();
    // A table of lines has no line breaks within a field.
    assert!(csv.contains("\"A \"\"fine\"\" endgame, with two lines\""), "{csv}");
    let parquet = table(Format::Parquet);
    let there = |text: &str| parquet.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    assert!(there("A \"fine\" endgame, with\ntwo lines") && there("card_notes"));
    assert!(FIELDS.iter().any(|field| field.name == "comment"));
}

/// On the command line the notes beside an archive are read too, whatever else stands in their file.
#[test]
fn the_command_line_reads_what_stands_beside() {
    let folder = Folder::new("notes-cli");
    let records = records();
    let path = folder.0.join("games.sgf");
    std::fs::write(&path, records.concat()).unwrap();
    let mut bytes = book(&records).bytes();
    bytes.extend(b"no note\n");
    std::fs::write(beside(&path), bytes).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_kiebitz"))
        .args(["archive", path.to_str().unwrap(), "--where", "", "--format", "jsonl", "--language", "en"])
        .output()
        .unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    assert_eq!(text.lines().count(), 40);
    assert_eq!(text.lines().filter(|line| line.contains("\"bookmark\"")).count(), 3);
    let errors = String::from_utf8(run.stderr).unwrap();
    assert!(errors.contains("games.sgf.notes") && errors.contains('1'), "{errors}");
}
