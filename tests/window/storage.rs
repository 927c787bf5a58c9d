//! What is stored: the page of the settings that shows it, and two windows that share it.

use crate::bench::{
    Answers, Bench, app, click, folder, names, open, press, press_ctrl, shows, until, window_with,
};
use egui::Key;
use kiebitz::app::Workspace;
use kiebitz::app::settings::Settings;
use kiebitz::archive::{Record, RecordedGame, random_record};
use kiebitz::cards::Dice;
use kiebitz::puzzle::Language;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

#[test]
fn what_is_stored_is_shown_and_cleaned_up_after_a_question() {
    let data = folder("stored");
    std::fs::create_dir_all(data.join("archives")).unwrap();
    let index = data.join("archives/0123456789abcdef-1f4.index");
    let copy = data.join("archives/0123456789abcdef-1f4.sgf");
    let results = data.join("archives/analysis.results");
    std::fs::write(&index, vec![0; 5_000]).unwrap();
    std::fs::write(&copy, vec![0; 3_000_000]).unwrap();
    std::fs::write(&results, b"").unwrap();
    let settings = Settings { language: Some(Language::German), ..Settings::default() };
    let mut bench = window_with(settings, Answers(None), Some(data.clone()));
    press_ctrl(&mut bench, Key::Comma);
    click(&mut bench, "Bereich: Gespeichertes");
    until(&mut bench, "the files", |bench| shows(bench, "Verzeichnisse von Archiven"));
    assert!(
        shows(&bench, "Ergebnisse von Analysen") && shows(&bench, "Überbleibsel"),
        "{:#?}",
        names(&bench)
    );
    assert!(shows(&bench, &data.display().to_string()));
    // Nothing goes without a question, and no is an answer.
    click(&mut bench, "Überbleibsel: Aufräumen …");
    click(&mut bench, "Abbrechen");
    assert!(copy.exists());
    click(&mut bench, "Überbleibsel: Aufräumen …");
    click(&mut bench, "Löschen");
    until(&mut bench, "the clean-up", |bench| shows(bench, "1 Datei gelöscht, 3 MB frei."));
    assert!(!copy.exists() && index.exists() && results.exists());
    assert!(!shows(&bench, "Überbleibsel"));
    // What the person made has no button at all.
    assert!(!shows(&bench, "Ergebnisse von Analysen: Aufräumen"));
    assert!(app(&bench).settings().keys.is_default());
}

/// Every file of a folder, with its time and content; the lock is nobody's.
fn all_files(folder: &Path) -> Vec<(PathBuf, SystemTime, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let changed = path.metadata().unwrap().modified().unwrap();
                let bytes = std::fs::read(&path).unwrap();
                found.push((path, changed, bytes));
            }
        }
    }
    found.sort();
    found
}

fn settle(bench: &mut Bench) {
    until(bench, "a settled list", |bench| app(bench).replay().is_settled());
    bench.run_steps(2);
}

fn analyse(bench: &mut Bench) {
    until(bench, "the analysis", |bench| {
        let replay = app(bench).replay();
        replay.game().is_some() && replay.is_settled() && !replay.is_analysing()
    });
    bench.run_steps(3);
}

#[test]
fn a_second_window_reads_what_the_first_keeps_and_writes_nothing() {
    let (data, games) = (folder("second-data"), folder("second-games").join("games.sgf"));
    let mut dice = Dice::new(77);
    let played = |record: &Record| {
        RecordedGame::of(record).unwrap().play.is_some_and(|play| (3..12).contains(&play.cards.len()))
    };
    let records = (0..).map(|id| random_record(&mut dice, id)).filter(played).take(3);
    std::fs::write(&games, records.map(|record| format!("{record}\n")).collect::<String>()).unwrap();
    let settings = || Settings {
        language: Some(Language::German),
        workspace: Workspace::Replay,
        memory: 32,
        threads: 1,
        ..Settings::default()
    };
    let mut first = window_with(settings(), Answers(None), Some(data.clone()));
    open(&mut first, &games);
    settle(&mut first);
    press(&mut first, Key::Enter);
    analyse(&mut first);
    assert!(data.join("archives/analysis.details").exists());
    until(&mut first, "the settings", |_| data.join("settings.json").exists());
    let before = all_files(&data);

    let mut second = window_with(settings(), Answers(None), Some(data.clone()));
    let told = |bench: &Bench| {
        names(bench).iter().filter(|name| name.contains("läuft schon in einem anderen Fenster")).count()
    };
    assert!(told(&second) > 0, "{:#?}", names(&second));
    click(&mut second, "Schließen");
    open(&mut second, &games);
    settle(&mut second);
    // What the first has found is in the list, and the whole analysis opens without being made again.
    let replay = app(&second).replay();
    assert!(replay.summary(0).is_some() && replay.summary(1).is_none());
    press(&mut second, Key::Enter);
    analyse(&mut second);
    assert_eq!(app(&second).replay().game().unwrap().marked(), app(&first).replay().game().unwrap().marked());
    // What the second finds is known to it as long as it is open, and nobody is told again.
    press(&mut second, Key::PageDown);
    until(&mut second, "the second game", |bench| shows(bench, "Spiel 2 von 3"));
    analyse(&mut second);
    until(&mut second, "the result", |bench| app(bench).replay().summary(1).is_some());
    press_ctrl(&mut second, Key::Num2);
    press_ctrl(&mut second, Key::Num1);
    click(&mut second, "Kreuz-Bube");
    std::thread::sleep(std::time::Duration::from_millis(1200));
    second.run_steps(3);
    assert_eq!(told(&second), 0);
    drop(second);
    assert!(all_files(&data) == before, "the second window has written");
    for folder in [data.as_path(), games.parent().unwrap()] {
        std::fs::remove_dir_all(folder).ok();
    }
}
