//! The page of the settings that shows what is stored.

use crate::bench::{Answers, app, click, folder, names, press_ctrl, shows, until, window_with};
use egui::Key;
use kiebitz::app::settings::Settings;
use kiebitz::puzzle::Language;

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
