//! Keys: the sheet that lists them, and the page on which they are changed.

use crate::bench::{Bench, app, click, fill, folder, names, press, press_ctrl, shows, window};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kiebitz::app::Workspace;
use kiebitz::app::commands::{Command, TABLE};
use kiebitz::app::settings::Settings;
use kiebitz::puzzle::Language;

/// The page of keys, German.
fn on_page() -> Bench {
    let mut bench = window(Language::German);
    press_ctrl(&mut bench, Key::Comma);
    click(&mut bench, "Bereich: Tasten");
    bench
}

/// Waits for another key of a command.
fn change(bench: &mut Bench, command: Command) {
    let name = command.name(&app(bench).words());
    fill(bench, "Befehl suchen", name);
    click(bench, &format!("{name}: Ändern"));
}

#[test]
fn a_changed_key_acts_and_is_shown_everywhere() {
    let mut bench = on_page();
    change(&mut bench, Command::Replay);
    bench.key_press_modifiers(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::F11);
    bench.run_steps(3);
    assert!(shows(&bench, "Strg+Umschalt+F11"), "{:#?}", names(&bench));
    press(&mut bench, Key::Escape);
    press_ctrl(&mut bench, Key::Num3);
    assert_eq!(app(&bench).settings().workspace, Workspace::Compose, "the old key is gone");
    bench.key_press_modifiers(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::F11);
    bench.run_steps(3);
    assert_eq!(app(&bench).settings().workspace, Workspace::Replay);
    bench.event(egui::Event::Text("?".into()));
    bench.run_steps(3);
    assert!(shows(&bench, "Strg+Umschalt+F11"), "the key sheet shows it");
}

#[test]
fn a_key_that_is_taken_names_its_command() {
    let mut bench = on_page();
    let hint = Command::Hint.name(&app(&bench).words());
    change(&mut bench, Command::Hint);
    press_ctrl(&mut bench, Key::O);
    assert!(shows(&bench, "Strg+O gehört schon zu „Öffnen"), "{:#?}", names(&bench));
    assert!(app(&bench).settings().keys.is_default());
    // Esc gives up the change and leaves the dialog open.
    press(&mut bench, Key::Escape);
    assert!(shows(&bench, "Befehl suchen"));
    // A key of another workspace is free.
    click(&mut bench, &format!("{hint}: Ändern"));
    press(&mut bench, Key::F5);
    assert!(!shows(&bench, "gehört schon"));
    assert!(app(&bench).settings().keys.is_changed(Command::Hint));
    // Taken anyway: the other goes without.
    click(&mut bench, &format!("{hint}: Ändern"));
    press_ctrl(&mut bench, Key::O);
    click(&mut bench, "Trotzdem nehmen");
    assert_eq!(app(&bench).settings().keys.get(Command::Open), None);
    // Its own key again.
    click(&mut bench, &format!("{hint}: Wie üblich"));
    assert!(!app(&bench).settings().keys.is_changed(Command::Hint));
    click(&mut bench, "Alle wie üblich");
    assert!(app(&bench).settings().keys.is_default());
}

#[test]
fn keys_travel_in_a_file() {
    let file = folder("keys").join("tasten.txt");
    let mut bench = on_page();
    change(&mut bench, Command::Hint);
    press(&mut bench, Key::F11);
    click(&mut bench, "In Datei sichern …");
    fill(&mut bench, "Datei", &file.display().to_string());
    press(&mut bench, Key::Enter);
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.contains("hint = F11"), "{written}");
    let open = |bench: &mut Bench| {
        click(bench, "Aus Datei …");
        fill(bench, "Datei", &file.display().to_string());
        press(bench, Key::Enter);
    };
    let mut other = on_page();
    open(&mut other);
    assert_eq!(app(&other).settings().keys, app(&bench).settings().keys);
    std::fs::write(&file, "hint = F11\nsave = Ctrl+O\n").unwrap();
    open(&mut other);
    assert!(shows(&other, "Zeile 2: die Taste gehört schon zu „Öffnen"), "{:#?}", names(&other));
    assert_eq!(app(&other).settings().keys, app(&bench).settings().keys, "all or nothing");
}

#[test]
fn settings_without_keys_are_read() {
    let old = "(language: None, zoom: 1.5)";
    let settings: Settings = ron::from_str(old).unwrap();
    assert!(settings.keys.is_default());
}

#[test]
fn the_key_sheet_keeps_its_columns_apart() {
    for (language, width) in
        [(Language::German, 1280.0), (Language::German, 1024.0), (Language::English, 900.0)]
    {
        let mut bench = window(language);
        bench.set_size(egui::vec2(width, 700.0));
        bench.run_steps(3);
        bench.event(egui::Event::Text("?".into()));
        bench.run_steps(4);
        let words = app(&bench).words();
        let mut rects: Vec<(egui::Rect, &str)> = Vec::new();
        for row in TABLE {
            let name = row.command.name(&words);
            for node in bench.get_all_by_label(name) {
                if node.accesskit_node().role() == egui::accesskit::Role::Label {
                    rects.push((node.rect(), name));
                }
            }
        }
        assert!(rects.len() >= TABLE.len(), "{} of {}", rects.len(), TABLE.len());
        for (i, (a, name)) in rects.iter().enumerate() {
            assert!(a.right() < width, "{name} ends at {}", a.right());
            for (b, other) in &rects[..i] {
                assert!(!a.shrink(1.0).intersects(b.shrink(1.0)), "{name} lies on {other}");
            }
        }
    }
}
