//! Composing the paper's example, by clicking and by typing.

use crate::bench::{Bench, app, click, fill, line, press, press_ctrl, shows, type_text, until, window};
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use kiebitz::puzzle::Language;

const EMPTY: &str = "F=? M=? R=? skat=?";
const EXAMPLE: &str = "contract=H declarer=M F=? M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA R=? skat=DK.D9 played=DA";

/// Places the example's cards and chooses its game, all with the mouse.
pub fn compose_by_clicking(bench: &mut Bench) {
    click(bench, "Karten zu: Mittelhand");
    for card in [
        "Herz-Bube",
        "Karo-Bube",
        "Herz-Ass",
        "Herz-König",
        "Herz-9",
        "Herz-7",
        "Kreuz-Ass",
        "Kreuz-8",
        "Kreuz-7",
        "Pik-Ass",
    ] {
        click(bench, card);
    }
    click(bench, "Karten zu: Skat");
    click(bench, "Karo-König");
    click(bench, "Karo-9");
    click(bench, "Karten zu: Ausgespielt");
    click(bench, "Karo-Ass");
    click(bench, "Spiel: Herz");
    click(bench, "Alleinspieler: Mittelhand");
}

#[test]
fn by_clicking_with_undo_and_redo() {
    let mut bench = window(Language::German);
    assert_eq!(line(&bench), EMPTY);
    compose_by_clicking(&mut bench);
    assert_eq!(line(&bench), EXAMPLE);
    until(&mut bench, "the number of deals", |bench| shows(bench, "92.378"));
    until(&mut bench, "the guaranteed value", |bench| shows(bench, "Augen – "));
    for _ in 0..15 {
        press_ctrl(&mut bench, Key::Z);
    }
    assert_eq!(line(&bench), EMPTY);
    assert!(!app(&bench).compose().is_unsaved());
    for _ in 0..15 {
        press_ctrl(&mut bench, Key::Y);
    }
    assert_eq!(line(&bench), EXAMPLE);
}

#[test]
fn by_typing_anywhere() {
    let mut bench = window(Language::German);
    press(&mut bench, Key::Num2);
    type_text(&mut bench, "2");
    type_text(&mut bench, "hb kab ha hk h9 h7 kra kr8 cj7");
    press(&mut bench, Key::Enter);
    // „cj7" is no card: the message says where, and nothing is placed.
    assert!(shows(&bench, "Stelle 30"), "{:#?}", crate::bench::names(&bench));
    assert_eq!(line(&bench), EMPTY);
    fill(&mut bench, "Karten eintippen", "hb kab ha hk h9 h7 kra kr8 kr7 pa");
    press(&mut bench, Key::Enter);
    click(&mut bench, "Karten zu: Skat");
    fill(&mut bench, "Karten eintippen", "Karo-König, D9");
    press(&mut bench, Key::Enter);
    fill(&mut bench, "Schon ausgespielte Karten", "ka a");
    press(&mut bench, Key::Enter);
    assert!(shows(&bench, "Stelle"), "a blank after the suit is no card");
    fill(&mut bench, "Schon ausgespielte Karten", "kaa");
    press(&mut bench, Key::Enter);
    click(&mut bench, "Spiel: Herz");
    click(&mut bench, "Alleinspieler: Mittelhand");
    assert_eq!(line(&bench), EXAMPLE);
}

#[test]
fn the_last_hand_fills_itself_and_values_stand_on_the_cards() {
    let mut bench = window(Language::English);
    let hands = "CT SK SQ S8 S7 HK HQ H9 H8 DT  SJ DJ CA SA S9 HA DA D9 D8 D7";
    fill(&mut bench, "Type cards", hands);
    press(&mut bench, Key::Enter);
    click(&mut bench, "Cards to: Skat");
    click(&mut bench, "seven of clubs");
    assert!(line(&bench).contains("R=?"));
    click(&mut bench, "seven of hearts");
    assert!(line(&bench).contains("R=CJ.HJ.CK.CQ.C9.C8.ST.HT.DK.DQ"), "{}", line(&bench));
    click(&mut bench, "Game: Grand");
    assert!(shows(&bench, "The declarer is missing"));
    click(&mut bench, "Declarer: Middlehand");
    until(&mut bench, "the open-card value", |bench| shows(bench, "points – "));
    // Every card of forehand, who leads, says its value.
    until(&mut bench, "values on the cards", |bench| shows(bench, "ten of clubs, Forehand, "));
}

#[test]
fn a_bad_line_is_explained_and_the_deal_stays() {
    let mut bench = window(Language::German);
    compose_by_clicking(&mut bench);
    let paste = |bench: &mut Bench, text: &str| {
        bench.get_by_label("Tischmitte").click();
        bench.event(egui::Event::Paste(text.into()));
        bench.run_steps(4);
    };
    paste(&mut bench, "contract=Q declarer=M farbe=rot");
    assert!(shows(&bench, "die Karten bleiben liegen"));
    assert!(shows(&bench, "„Q“ ist kein Spiel") && shows(&bench, "„farbe“ gibt es nicht"));
    assert_eq!(line(&bench), EXAMPLE);
    let other = "contract=G declarer=F F=CJ.SJ.? M=? R=? skat=?";
    paste(&mut bench, other);
    assert_eq!(line(&bench), other);
    press_ctrl(&mut bench, Key::Z);
    assert_eq!(line(&bench), EXAMPLE);
}

#[test]
fn problems_lead_to_their_card() {
    let mut bench = window(Language::German);
    bench.event(egui::Event::Paste("contract=H declarer=M F=HT.? M=HT.? played=HT".into()));
    bench.run_steps(4);
    click(&mut bench, "⚠ Herz-10 ist doppelt");
    press(&mut bench, Key::F8);
    assert!(shows(&bench, "Problem"));
}

#[test]
fn cards_are_dragged_from_grid_to_seat_and_back() {
    let mut bench = window(Language::German);
    let drag = |bench: &mut Bench, from: &str, to: &str| {
        let (from, to) = (bench.get_by_label(from).rect().center(), bench.get_by_label(to).rect().center());
        bench.drag_at(from);
        bench.run_steps(2);
        bench.hover_at(from.lerp(to, 0.5));
        bench.run_steps(2);
        bench.hover_at(to);
        bench.run_steps(2);
        bench.drop_at(to);
        bench.run_steps(3);
    };
    drag(&mut bench, "Kreuz-Bube", "Hinterhand");
    assert_eq!(line(&bench), "F=? M=? R=CJ.? skat=?");
    drag(&mut bench, "Kreuz-Bube, Hinterhand", "Skat");
    assert_eq!(line(&bench), "F=? M=? R=? skat=CJ.?");
    drag(&mut bench, "Kreuz-Bube, Skat", "Pik-Bube");
    assert_eq!(line(&bench), EMPTY);
}

#[test]
fn dealing_locking_turning_and_swapping() {
    let mut bench = window(Language::English);
    fill(&mut bench, "Type cards", "cj sj");
    press(&mut bench, Key::Enter);
    press(&mut bench, Key::Escape);
    press_ctrl(&mut bench, Key::L);
    press_ctrl(&mut bench, Key::D);
    let dealt = line(&bench);
    assert!(!dealt.contains('?') && dealt.contains("F=CJ.SJ."), "{dealt}");
    press_ctrl(&mut bench, Key::D);
    assert!(line(&bench).contains("F=CJ.SJ.") && line(&bench) != dealt);
    press_ctrl(&mut bench, Key::R);
    assert!(line(&bench).contains("M=CJ.SJ."), "{}", line(&bench));
    press_ctrl(&mut bench, Key::T);
    click(&mut bench, "This suit: clubs");
    click(&mut bench, "Swap");
    assert!(line(&bench).contains("M=CJ.SJ."), "jacks stay: {}", line(&bench));
    press_ctrl(&mut bench, Key::Delete);
    assert_eq!(line(&bench), "F=? M=CJ.SJ.? R=? skat=?");
}

#[test]
fn the_empty_typing_field_leaves_digits_and_undo_alone() {
    let mut bench = window(Language::German);
    type_text(&mut bench, "cj");
    press(&mut bench, Key::Enter);
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=?");
    // The field still has the keyboard.
    type_text(&mut bench, "4");
    type_text(&mut bench, "sj");
    press(&mut bench, Key::Enter);
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=SJ.?");
    press_ctrl(&mut bench, Key::Z);
    press_ctrl(&mut bench, Key::Z);
    assert_eq!(line(&bench), EMPTY);
    bench.event(egui::Event::Paste("hj dj".into()));
    bench.run_steps(4);
    press(&mut bench, Key::Enter);
    assert_eq!(line(&bench), "F=? M=? R=? skat=HJ.DJ");
}

#[test]
fn unseen_hands_show_what_may_be_there() {
    let mut bench = window(Language::German);
    compose_by_clicking(&mut bench);
    until(&mut bench, "the number of deals", |bench| shows(bench, "92.378"));
    assert!(!shows(&bench, "Kreuz-Bube, Vorhand"));
    press(&mut bench, Key::W);
    assert!(shows(&bench, "Kreuz-Bube, Vorhand") && shows(&bench, "Kreuz-Bube, Hinterhand"));
}

#[test]
fn a_slow_frame_loses_no_letter() {
    let mut bench = window(Language::German);
    let key = |key| egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    // Everything that a quick hand types while one frame is drawn: two places with their cards, each with Enter.
    for part in ["2h7", "kab ha", "4dk", "d9"] {
        for letter in part.chars() {
            bench.event(egui::Event::Text(letter.to_string()));
        }
        bench.event(key(Key::Enter));
    }
    bench.run_steps(14);
    let typed = line(&bench);
    assert!(typed.contains("M=DJ.HA.H7.") && typed.contains("skat=DK.D9"), "{typed}");
    // The same into the field that has the keyboard already.
    for part in ["1ca", "c10", "3sa"] {
        for letter in part.chars() {
            bench.event(egui::Event::Text(letter.to_string()));
        }
        bench.event(key(Key::Enter));
    }
    bench.run_steps(14);
    let typed = line(&bench);
    assert!(typed.contains("F=CA.CT.") && typed.contains("R=SA."), "{typed}");
}

#[test]
fn cards_that_are_not_there_have_a_field() {
    let mut bench = window(Language::German);
    click(&mut bench, "Kreuz-Bube");
    bench.get_by_label("Was man noch weiß").focus();
    bench.run_steps(2);
    press(&mut bench, Key::Enter);
    bench.run_steps(20); // it unfolds
    fill(&mut bench, "Nicht dabei: Mittelhand", "pb ha");
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=? not=M:SJ.HA");
    // What cannot be read is said and changes nothing; then it is mended.
    fill(&mut bench, "Nicht dabei: Mittelhand", "pb h");
    assert!(shows(&bench, "Stelle"), "{:#?}", crate::bench::names(&bench));
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=? not=M:SJ.HA");
    fill(&mut bench, "Nicht dabei: Mittelhand", "pb");
    assert_eq!(line(&bench), "F=CJ.? M=? R=? skat=? not=M:SJ");
    assert!(!shows(&bench, "Stelle"));
}

#[test]
fn a_split_is_chosen_from_a_list() {
    let mut bench = window(Language::German);
    compose_by_clicking(&mut bench);
    bench.get_by_label("Was man noch weiß").focus();
    bench.run_steps(2);
    press(&mut bench, Key::Enter);
    bench.run_steps(20); // it unfolds
    bench.get_by_label("Verteilung: Pik").focus();
    bench.run_steps(2);
    press(&mut bench, Key::Enter);
    bench.run_steps(4);
    click(&mut bench, "4–2");
    assert!(line(&bench).contains("split=S:4-2"), "{}", line(&bench));
    until(&mut bench, "fewer deals", |bench| !shows(bench, "92.378"));
    press_ctrl(&mut bench, Key::Z);
    assert_eq!(line(&bench), EXAMPLE);
}
