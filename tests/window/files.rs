//! Saving, opening, recovering.

use crate::bench::{
    Answers, app, click, fill, folder, line, names, press, press_ctrl, shows, until, window, window_with,
};
use crate::compose::compose_by_clicking;
use egui::Key;
use kiebitz::app::settings::Settings;
use kiebitz::puzzle::Language;

#[test]
fn saved_and_opened_again_it_is_the_same() {
    let folder = folder("same");
    let path = folder.join("beispiel.ron");
    let mut bench = window(Language::German);
    compose_by_clicking(&mut bench);
    click(&mut bench, "Bereich: Texte");
    fill(&mut bench, "Titel", "Karo-Ass zum Auftakt");
    fill(&mut bench, "Frage", "Wie spielt Mittelhand? ♦A lag vor.");
    assert!(app(&bench).compose().is_unsaved());
    let document = app(&bench).compose().document().clone();
    press_ctrl(&mut bench, Key::S);
    fill(&mut bench, "Datei", &path.display().to_string());
    press(&mut bench, Key::Enter);
    assert!(shows(&bench, "beispiel.ron gespeichert"), "{:#?}", names(&bench));
    assert!(!app(&bench).compose().is_unsaved());
    press_ctrl(&mut bench, Key::N);
    assert!(app(&bench).compose().document().is_empty());
    press_ctrl(&mut bench, Key::O);
    fill(&mut bench, "Datei", &path.display().to_string());
    press(&mut bench, Key::Enter);
    let opened = app(&bench).compose().document();
    // The file says whose view counts, which the empty form left open.
    let expected = {
        let mut expected = document;
        expected.setup.view = opened.setup.view;
        expected
    };
    assert_eq!(opened, &expected);
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn leaving_unsaved_work_asks_first() {
    let mut bench = window(Language::German);
    click(&mut bench, "Kreuz-Bube");
    press_ctrl(&mut bench, Key::N);
    assert!(shows(&bench, "Änderungen speichern?"));
    click(&mut bench, "Abbrechen");
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=?");
    press_ctrl(&mut bench, Key::N);
    click(&mut bench, "Verwerfen");
    assert_eq!(line(&bench), "F=? M=? R=? skat=?");
}

#[test]
fn a_broken_file_is_explained_and_nothing_is_lost() {
    let folder = folder("broken");
    let path = folder.join("kaputt.ron");
    std::fs::write(&path, "Puzzle(\n    version: 1,\n    title: 7,\n)").unwrap();
    let mut bench = window(Language::German);
    click(&mut bench, "Kreuz-Bube");
    press_ctrl(&mut bench, Key::O);
    click(&mut bench, "Verwerfen");
    fill(&mut bench, "Datei", &path.display().to_string());
    press(&mut bench, Key::Enter);
    assert!(
        shows(&bench, "kaputt.ron lässt sich nicht öffnen") && shows(&bench, "Zeile 3"),
        "{:#?}",
        names(&bench)
    );
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=?");
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn the_systems_dialog_may_answer() {
    let folder = folder("dialog");
    let path = folder.join("gewählt.ron");
    let settings = Settings { language: Some(Language::German), ..Settings::default() };
    let mut bench = window_with(settings, Answers(Some(path.clone())), None);
    click(&mut bench, "Kreuz-Bube");
    press_ctrl(&mut bench, Key::S);
    click(&mut bench, "Durchsuchen …");
    until(&mut bench, "the file", |_| path.exists());
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("Draft("));
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn work_is_found_again_after_a_crash() {
    let folder = folder("crash");
    let settings = Settings { language: Some(Language::German), ..Settings::default() };
    let copy = folder.join("recovery.ron");
    {
        let mut bench = window_with(settings.clone(), Answers(None), Some(folder.clone()));
        click(&mut bench, "Kreuz-Bube");
        until(&mut bench, "the copy", |_| copy.exists());
        // Dropped without closing: a crash.
    }
    let mut bench = window_with(settings, Answers(None), Some(folder.clone()));
    click(&mut bench, "Wiederherstellen");
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=?");
    assert!(app(&bench).compose().is_unsaved());
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn the_diagram_is_written() {
    let folder = folder("diagram");
    let mut bench = window(Language::German);
    compose_by_clicking(&mut bench);
    click(&mut bench, "Bereich: Diagramm");
    assert!(shows(&bench, "Diagramm der Aufgabe"));
    let svg = folder.join("bild.svg");
    press_ctrl(&mut bench, Key::E);
    fill(&mut bench, "Datei", &svg.display().to_string());
    press(&mut bench, Key::Enter);
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    let png = folder.join("bild");
    click(&mut bench, "Diagramm als PNG …");
    fill(&mut bench, "Datei", &png.display().to_string());
    press(&mut bench, Key::Enter);
    // The ending that was not typed is added.
    assert!(std::fs::read(png.with_extension("png")).unwrap().starts_with(b"\x89PNG"));
    std::fs::remove_dir_all(folder).ok();
}
