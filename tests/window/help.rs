//! The manual beside the work: F1 on everything, links, search, the palette.

use crate::bench::{Bench, app, click, fill, names, press, press_ctrl, shows, until, window};
use crate::sizes::faults;
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use kiebitz::app::Workspace;
use kiebitz::app::commands::Command;
use kiebitz::app::keys::Keys;
use kiebitz::manual::{self, Block, Span, Target};
use kiebitz::puzzle::{Language, bundled};

/// F1 opens this page, and F1 closes it again.
fn expects(bench: &mut Bench, wanted: &str) {
    press(bench, Key::F1);
    let shown = app(bench).help().shown().cloned();
    assert_eq!(shown, Some(Target::from(wanted)), "{:#?}", names(bench));
    let target = shown.unwrap();
    let page = manual::page(&target.page, Language::German).unwrap();
    assert!(shows(bench, &page.document.title), "{wanted}");
    let is = |block: &Block| matches!(block, Block::Heading { anchor, .. } if *anchor == target.anchor);
    assert!(target.anchor.is_empty() || page.document.blocks.iter().any(is), "{wanted}");
    press(bench, Key::F1);
    assert_eq!(app(bench).help().shown(), None, "{wanted} stays open");
}

#[test]
fn f1_opens_the_page_of_every_section_of_compose() {
    let mut bench = window(Language::German);
    crate::compose::compose_by_clicking(&mut bench);
    for (tab, page) in [
        ("Spiel", "compose"),
        ("Texte", "texts"),
        ("Diagramm", "texts#diagram"),
        ("Prüfung", "check"),
        ("KI-Rat", "advice"),
        ("Verteilungen", "distributions"),
    ] {
        click(&mut bench, &format!("Bereich: {tab}"));
        expects(&mut bench, page);
    }
    for (key, page) in [(Key::G, "invent"), (Key::T, "compose#swap"), (Key::K, "keys#palette")] {
        press_ctrl(&mut bench, key);
        expects(&mut bench, page);
        press(&mut bench, Key::Escape);
    }
    bench.key_press_modifiers(egui::Modifiers::COMMAND.plus(egui::Modifiers::SHIFT), Key::P);
    bench.run_steps(3);
    expects(&mut bench, "print");
    press(&mut bench, Key::Escape);
    bench.key_press_modifiers(egui::Modifiers::COMMAND.plus(egui::Modifiers::SHIFT), Key::S);
    bench.run_steps(3);
    expects(&mut bench, "files");
    press(&mut bench, Key::Escape);
    bench.event(egui::Event::Text("?".into()));
    bench.run_steps(3);
    expects(&mut bench, "keys");
    press(&mut bench, Key::Escape);
    press_ctrl(&mut bench, Key::Comma);
    for (tab, page) in
        [("Allgemein", "settings"), ("Tasten", "keys#change"), ("Gespeichertes", "files#storage")]
    {
        click(&mut bench, &format!("Bereich: {tab}"));
        expects(&mut bench, page);
    }
    // Esc over a sheet closes the manual first and leaves the sheet.
    press(&mut bench, Key::F1);
    press(&mut bench, Key::Escape);
    assert_eq!(app(&bench).help().shown(), None);
    assert!(shows(&bench, "Bereich: Gespeichertes"), "the settings are still there");
}

#[test]
fn f1_opens_the_page_of_every_page_of_solve_and_replay() {
    let mut bench = window(Language::German);
    press_ctrl(&mut bench, Key::Num2);
    expects(&mut bench, "solve");
    let (_, puzzle) = bundled().find(|(name, _)| name.contains("kiebitz-grand-1")).unwrap();
    crate::solve::open(&mut bench, &puzzle.title.de);
    bench.run_steps(4);
    expects(&mut bench, "solve-table");
    press_ctrl(&mut bench, Key::P);
    expects(&mut bench, "proof");
    for (page, wanted) in [
        ("Verteilungen", "distributions"),
        ("Mitspielen", "join-in"),
        ("Server", "server"),
        ("Aufgaben", "solve"),
    ] {
        click(&mut bench, &format!("Seite: {page}"));
        expects(&mut bench, wanted);
    }
    press_ctrl(&mut bench, Key::Num3);
    until(&mut bench, "the games", |bench| app(bench).replay().is_settled());
    for (tab, page) in [
        ("Zahlen", "statistics"),
        ("Erkunden", "statistics#explore"),
        ("Bericht", "batch#report"),
        ("Stapel", "batch"),
        ("Liste", "replay"),
    ] {
        click(&mut bench, &format!("Bereich: {tab}"));
        expects(&mut bench, page);
    }
    press(&mut bench, Key::T);
    until(&mut bench, "the game", |bench| app(bench).replay().game().is_some());
    bench.run_steps(3);
    expects(&mut bench, "replay-game");
    press(&mut bench, Key::I);
    expects(&mut bench, "advice");
}

#[test]
fn the_first_page_opens_the_first_steps() {
    let mut bench = window(Language::German);
    let start = Command::Start.name(&app(&bench).words());
    click(&mut bench, start);
    assert_eq!(app(&bench).settings().workspace, Workspace::Start);
    expects(&mut bench, "first-steps");
}

#[test]
fn links_search_back_and_forward() {
    let mut bench = window(Language::German);
    press(&mut bench, Key::F1);
    let shown = |bench: &Bench| app(bench).help().shown().map(ToString::to_string);
    // The panel has a label of that name too; the manual comes last.
    bench.get_all_by_label("Urteil").last().unwrap().click();
    bench.run_steps(4);
    assert_eq!(shown(&bench).as_deref(), Some("compose#verdict"));
    click(&mut bench, "Zurück");
    assert_eq!(shown(&bench).as_deref(), Some("compose"));
    click(&mut bench, "Vor");
    assert_eq!(shown(&bench).as_deref(), Some("compose#verdict"));
    fill(&mut bench, "Im Handbuch suchen", "Strategieverschmelzung");
    bench.get_all_by_label_contains("Wörterverzeichnis – Strategieverschmelzung").next().unwrap().click();
    bench.run_steps(4);
    assert_eq!(shown(&bench).as_deref(), Some("glossary#fusion"));
    click(&mut bench, "Inhalt");
    click(&mut bench, "Aufgaben erfinden");
    assert_eq!(shown(&bench).as_deref(), Some("invent"));
    fill(&mut bench, "Im Handbuch suchen", "xyzzy");
    assert!(shows(&bench, "Dazu steht nichts im Handbuch."));
    // Work goes on beside it.
    bench.get_by_label("Schließen").click();
    bench.run_steps(3);
    assert_eq!(shown(&bench), None);
}

#[test]
fn the_work_goes_on_beside_the_open_manual() {
    let mut bench = window(Language::German);
    press(&mut bench, Key::F1);
    click(&mut bench, "Karten zu: Vorhand");
    click(&mut bench, "Kreuz-Bube");
    assert!(crate::bench::line(&bench).contains("F=CJ"), "{}", crate::bench::line(&bench));
    assert!(app(&bench).help().shown().is_some());
}

#[test]
fn the_palette_finds_pages() {
    let mut bench = window(Language::German);
    press_ctrl(&mut bench, Key::K);
    bench.event(egui::Event::Text("handbuch beweisbaum".into()));
    bench.run_steps(2);
    assert!(shows(&bench, "Handbuch: Der Beweisbaum"), "{:#?}", names(&bench));
    press(&mut bench, Key::Enter);
    assert_eq!(app(&bench).help().shown(), Some(&Target::from("proof")));
}

#[test]
fn every_key_of_the_manual_is_one() {
    let keys = Keys::default();
    for language in Language::ALL {
        let words = language.into();
        for page in manual::pages(language) {
            for span in page.document.texts().flatten() {
                if let Span::Key(id) | Span::Command(id) = span {
                    let command = Command::from_id(id).unwrap_or_else(|| panic!("{}: {id}", page.id));
                    let has_key = !keys.text(command, &words).is_empty();
                    assert!(has_key || matches!(span, Span::Command(_)), "{}: {id} has no key", page.id);
                }
            }
        }
    }
}

#[test]
fn a_changed_key_stands_in_the_manual() {
    use kiebitz::app::settings::Settings;
    let keys = Keys::from_file("check = F12").unwrap();
    let settings = Settings { language: Some(Language::German), memory: 32, keys, ..Settings::default() };
    let mut bench = crate::bench::window_with(settings, crate::bench::Answers(None), None);
    click(&mut bench, "Bereich: Prüfung");
    press(&mut bench, Key::F1);
    assert!(names(&bench).iter().any(|name| name.trim() == "F12"), "{:#?}", names(&bench));
}

#[test]
fn every_page_fits_in_a_small_window() {
    for language in Language::ALL {
        for size in [[1024.0, 700.0], [640.0, 360.0]] {
            let mut bench = window(language);
            bench.set_size(size.into());
            bench.run_steps(3);
            for page in manual::pages(language) {
                let words = app(&bench).words();
                press_ctrl(&mut bench, Key::K);
                let entry = words.fill("manual.entry", &[("title", &page.document.title)]);
                bench.event(egui::Event::Text(entry.clone()));
                bench.run_steps(2);
                bench.key_press(Key::Enter);
                bench.run_steps(3);
                let shown = app(&bench).help().shown().map(|target| target.page.clone());
                assert_eq!(shown.as_deref(), Some(page.id));
                let cut = faults(&bench.output().shapes, true);
                assert!(cut.is_empty(), "{language:?} {} at {size:?}: {cut:#?}", page.id);
                // Closed by its button, so that the next page begins anew.
                bench.get_all_by_label(words.t("button.close")).last().unwrap().click();
                bench.run_steps(3);
            }
        }
    }
}
