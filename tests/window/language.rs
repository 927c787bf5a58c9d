//! Both languages everywhere, switched live.

use crate::bench::{Bench, click, names, press, press_ctrl, window};
use crate::compose::compose_by_clicking;
use egui::Key;
use kiebitz::puzzle::Language;
use kiebitz::words::Words;
use std::collections::HashSet;

/// No name on screen may be a text of the other language that is not also one of this language.
pub fn only(bench: &Bench, language: Language) {
    let other = if language == Language::German { Language::English } else { Language::German };
    let own: HashSet<&str> = Words::all(language).into_iter().collect();
    let foreign: HashSet<&str> = Words::all(other).into_iter().filter(|text| !own.contains(text)).collect();
    for name in names(bench) {
        assert_ne!(name, "Resize panel", "egui's own name");
        // „Alleinspieler: Vorhand" and "Type cards" alike: whole names and their parts.
        for part in name.split([':', '·', ',', '\n']).map(str::trim).chain([name.as_str()]) {
            // The names of the languages, and pieces of numbers such as 9,391.
            let switch = ["English", "Deutsch"].contains(&part) || part.bytes().all(|b| b.is_ascii_digit());
            assert!(switch || !foreign.contains(part), "{language:?}: {name}");
        }
    }
}

/// Looks at every page and sheet.
fn everywhere(bench: &mut Bench, language: Language) {
    let german = language == Language::German;
    let tabs = if german {
        ["Texte", "Diagramm", "Prüfung", "KI-Rat", "Verteilungen", "Spiel"]
    } else {
        ["Texts", "Diagram", "Check", "AI advice", "Distributions", "Game"]
    };
    let section = if german { "Bereich" } else { "Section" };
    only(bench, language);
    for tab in tabs {
        click(bench, &format!("{section}: {tab}"));
        only(bench, language);
    }
    for page in [Key::Num2, Key::Num3, Key::Num1] {
        press_ctrl(bench, page);
        only(bench, language);
    }
    for sheet in [Key::Comma, Key::K] {
        press_ctrl(bench, sheet);
        only(bench, language);
        press(bench, Key::Escape);
    }
    bench.event(egui::Event::Text("?".into()));
    bench.run_steps(3);
    only(bench, language);
    press(bench, Key::Escape);
    let menus = if german {
        ["Datei", "Bearbeiten", "Karten", "Spielgang", "Ansicht", "Hilfe"]
    } else {
        ["File", "Edit", "Cards", "Play", "View", "Help"]
    };
    for menu in menus {
        click(bench, menu);
        only(bench, language);
        press(bench, Key::Escape);
        assert!(!egui::Popup::is_any_open(&bench.ctx), "{menu} stays open");
    }
}

#[test]
fn switched_live_no_word_of_the_other_language_is_left() {
    let mut bench = window(Language::German);
    compose_by_clicking(&mut bench);
    everywhere(&mut bench, Language::German);
    press(&mut bench, Key::F7);
    everywhere(&mut bench, Language::English);
    press(&mut bench, Key::F7);
    everywhere(&mut bench, Language::German);
}

#[test]
fn an_empty_table_speaks_one_language_too() {
    for language in [Language::German, Language::English] {
        only(&window(language), language);
    }
}
