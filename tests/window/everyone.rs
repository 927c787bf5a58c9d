//! For everyone: contrast, the focus by keyboard, the table in words, comfort.

use crate::bench::{
    Answers, Bench, app, click, folder, names, press, press_ctrl, until, window, window_with,
};
use egui::{Color32, Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kiebitz::app::focus::is_ring;
use kiebitz::app::settings::{Settings, Shown, ThemeChoice};
use kiebitz::app::settings_file;
use kiebitz::app::theme::{LARGE_ROW, Tokens, mix};
use kiebitz::app::widgets::cards::UNCERTAIN;
use kiebitz::cards::Suit;
use kiebitz::deal::Place;
use kiebitz::puzzle::{Language, bundled};
use kiebitz::storage::DataFolder;
use std::collections::HashSet;

/// WCAG 2.1: the relative luminance of a colour.
fn luminance(colour: Color32) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
}

fn contrast(a: Color32, b: Color32) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn contrast_is_measured_as_the_standard_says() {
    assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
    assert!((contrast(Color32::from_rgb(0x77, 0x77, 0x77), Color32::WHITE) - 4.48).abs() < 0.01);
}

/// Text needs 4.5 : 1, what is drawn or set large 3 : 1.
#[test]
fn every_pair_of_colours_that_is_used_together_meets_wcag_aa() {
    const TEXT: f64 = 4.5;
    const DRAWN: f64 = 3.0;
    let mut wrong = Vec::new();
    let mut pairs = 0;
    for (theme, t) in [("light", Tokens::LIGHT), ("dark", Tokens::DARK)] {
        let mut check = |name: String, a: Color32, b: Color32, least: f64| {
            pairs += 1;
            let measured = contrast(a, b);
            if measured < least {
                wrong.push(format!("{theme}: {name}: {measured:.2} < {least}"));
            }
        };
        let grounds = [
            ("panel", t.panel),
            ("edge", t.edge),
            ("field", t.field),
            ("button", t.button.rest),
            ("hovered button", t.button.hover),
            ("wash", t.accent_wash),
        ];
        let inks = [("ink", t.ink), ("faint", t.faint), ("accent", t.accent)];
        for (ground, colour) in grounds {
            for (name, ink) in inks {
                check(format!("{name} on {ground}"), ink, colour, TEXT);
            }
        }
        for (name, ink) in [("good", t.good), ("bad", t.bad), ("warn", t.warn)] {
            for (ground, colour) in &grounds[..4] {
                check(format!("{name} on {ground}"), ink, *colour, TEXT);
            }
        }
        check("text on the accent".into(), t.on_accent, t.accent, TEXT);
        for (ground, colour) in &grounds[..4] {
            check(format!("outline on {ground}"), t.button.outline, *colour, DRAWN);
        }
        for (ground, colour) in [("cloth", t.cloth.ground), ("field of the cloth", t.cloth.field)] {
            check(format!("ink on {ground}"), t.cloth.ink, colour, TEXT);
            check(format!("faint on {ground}"), t.cloth.faint, colour, TEXT);
            check(format!("accent on {ground}"), t.cloth.accent, colour, DRAWN);
        }
        check("points of the declarer".into(), t.cloth.accent, t.cloth.line, DRAWN);
        check("points of the defenders".into(), t.cloth.faint, t.cloth.line, DRAWN);
        check("ring around the best value".into(), t.card.crown, t.card.face, DRAWN);
        // Values on cards have the same colours by day and by night.
        check("good value".into(), Color32::WHITE, Tokens::LIGHT.good, TEXT);
        check("bad value".into(), Tokens::LIGHT.bad, t.card.face, TEXT);
        check("likely".into(), Color32::WHITE, Tokens::LIGHT.holder(Place::Skat), TEXT);
        check("unlikely".into(), Color32::WHITE, t.cloth.line, TEXT);
        for two in [false, true] {
            for suit in Suit::ALL {
                let on_card = Tokens::suit(suit, two);
                check(format!("{suit} on its card"), on_card, t.card.face, 4.45);
                let possible = mix(t.card.face, t.cloth.ground, UNCERTAIN);
                check(format!("{suit} on a possible card"), on_card, possible, DRAWN);
                for place in Place::ALL {
                    let tile = mix(t.card.face, t.holder(place), 0.34);
                    check(format!("{suit} on a tile of {place}"), on_card, tile, DRAWN);
                }
                let in_text = t.suit_in_text(suit, two);
                for (ground, colour) in &grounds[..3] {
                    check(format!("{suit} in text on {ground}"), in_text, *colour, DRAWN);
                }
                check(format!("{suit} in text on panel"), in_text, t.panel, TEXT);
            }
        }
        for place in Place::ALL {
            check(format!("letter of {place}"), t.cloth.on_holder, t.holder(place), TEXT);
            check(format!("mark of {place}"), t.holder(place), t.panel, DRAWN);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(pairs > 200, "{pairs}");
}

/// Whether the ring is drawn around this.
fn has_ring(bench: &Bench, around: egui::Rect) -> bool {
    let tokens = Tokens::of(&bench.ctx);
    let ring = |clipped: &egui::epaint::ClippedShape| match &clipped.shape {
        shape @ egui::Shape::Rect(rect) => {
            is_ring(shape, &tokens) && rect.rect.expand(4.0).intersects(around) && rect.rect.is_positive()
        }
        _ => false,
    };
    bench.output().shapes.iter().any(ring)
}

/// Walks with Tab until it comes round; how many stations there were.
fn walk(bench: &mut Bench, page: &str) -> usize {
    let mut seen: HashSet<egui::Id> = HashSet::new();
    let mut before = None;
    let mut first = None;
    for step in 0..500 {
        bench.key_press(Key::Tab);
        bench.run_steps(2);
        let focused = bench.ctx.memory(egui::Memory::focused);
        let Some(id) = focused else { panic!("{page}: after {step} steps nothing has the focus") };
        assert_ne!(Some(id), before, "{page}: the focus is caught after {step} steps: {:#?}", names(bench));
        before = Some(id);
        let response = bench.ctx.read_response(id);
        // What is scrolled out of sight comes into view a frame later.
        let rect = response.map(|response| response.interact_rect).filter(|rect| rect.is_positive());
        if let Some(rect) = rect.filter(|rect| bench.ctx.content_rect().intersects(*rect)) {
            assert!(has_ring(bench, rect), "{page}: no ring around {rect:?} after {step} steps");
        }
        if first == Some(id) {
            break;
        }
        first.get_or_insert(id);
        seen.insert(id);
    }
    seen.len()
}

#[test]
fn tab_goes_round_in_every_workspace_and_the_ring_is_seen() {
    for theme in [ThemeChoice::Light, ThemeChoice::Dark] {
        let settings =
            Settings { language: Some(Language::German), theme, memory: 32, ..Settings::default() };
        let mut bench = window_with(settings, Answers(None), None);
        assert!(walk(&mut bench, "compose") > 40);
        press_ctrl(&mut bench, Key::Num2);
        assert!(walk(&mut bench, "solve") > 15);
        for page in ["Mitspielen", "Server"] {
            click(&mut bench, &format!("Seite: {page}"));
            assert!(walk(&mut bench, page) > 10);
        }
        press_ctrl(&mut bench, Key::Num3);
        until(&mut bench, "the games", |bench| app(bench).replay().is_settled());
        bench.run_steps(3);
        assert!(walk(&mut bench, "replay") > 15);
        press_ctrl(&mut bench, Key::Comma);
        assert!(walk(&mut bench, "settings") > 8);
        press(&mut bench, Key::Escape);
        press(&mut bench, Key::F1);
        assert!(walk(&mut bench, "manual") > 20);
    }
}

/// Copies the table and returns what a screen reader hears of it.
fn told(bench: &mut Bench) -> Option<String> {
    bench.key_press_modifiers(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::T);
    bench.run_steps(3);
    if !crate::bench::shows(bench, "Der Tisch liegt in Worten in der Zwischenablage") {
        return None;
    }
    bench.get_by_label("Kartentisch").accesskit_node().description()
}

#[test]
fn the_table_tells_itself() {
    let mut bench = window(Language::German);
    crate::compose::compose_by_clicking(&mut bench);
    let text = told(&mut bench).unwrap();
    assert!(text.starts_with("Herz.\nMittelhand ist am Zug.\n"), "{text}");
    assert!(
        text.contains("Herz-Bube; Karo-Bube; Herz: Ass, König, 9, 7; Kreuz: Ass, 8, 7; Pik: Ass."),
        "{text}"
    );
    assert!(text.contains("Vorhand, Gegenspieler: neun Karten verdeckt."), "{text}");
    assert!(text.contains("Im Stich liegen: Vorhand Karo-Ass."), "{text}");
    // Where no table is, that is said.
    press_ctrl(&mut bench, Key::Num3);
    until(&mut bench, "the games", |bench| app(bench).replay().is_settled());
    bench.run_steps(3);
    click(&mut bench, "Schließen");
    assert_eq!(told(&mut bench), None);
    assert!(crate::bench::shows(&bench, "Hier liegt kein Tisch"), "{:#?}", names(&bench));
}

#[test]
fn a_puzzle_is_told_with_its_question_and_without_hidden_cards() {
    let mut bench = window(Language::German);
    let (_, puzzle) = bundled().find(|(name, _)| name.contains("kiebitz-grand-1")).unwrap();
    crate::solve::open(&mut bench, &puzzle.title.de);
    let text = told(&mut bench).unwrap();
    assert!(text.contains(puzzle.question.de.trim()), "{text}");
    assert!(text.contains("Mittelhand, Gegenspieler: drei Karten verdeckt."), "{text}");
}

#[test]
fn less_motion_and_larger_targets_are_set_and_kept() {
    let mut bench = window(Language::German);
    let style = |bench: &Bench| (*bench.ctx.global_style()).clone();
    assert!(style(&bench).animation_time > 0.0 && style(&bench).spacing.interact_size.y < LARGE_ROW);
    press_ctrl(&mut bench, Key::Comma);
    click(&mut bench, "Weniger Bewegung");
    click(&mut bench, "Größere Schaltflächen");
    let comfort = app(&bench).settings().comfort;
    assert!(comfort.less_motion && comfort.large_targets);
    for theme in [egui::Theme::Light, egui::Theme::Dark] {
        let style = bench.ctx.style_of(theme);
        assert_eq!((style.animation_time, style.spacing.interact_size.y), (0.0, LARGE_ROW));
    }
    let button = bench.get_by_label("Schließen").rect();
    assert!(button.height() >= LARGE_ROW, "{button:?}");
    let kept = serde_json::to_value(app(&bench).settings()).unwrap();
    let read: Settings = serde_json::from_value(kept).unwrap();
    assert_eq!(read.comfort, comfort);
}

#[test]
fn the_choice_of_values_is_taken_over_from_older_settings() {
    let data = folder("older");
    std::fs::write(data.join("settings.json"), r#"{"shown": "Open", "cards": {"pause": 1.5}}"#).unwrap();
    let read = settings_file::read(&DataFolder::open(&data)).settings.unwrap();
    assert_eq!((read.cards.shown, read.cards.pause), (Shown::Open, 1.5));
}
