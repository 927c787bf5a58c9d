//! A child at the keyboard: whatever is pressed in whatever order, nothing breaks.

use crate::bench::{Bench, app, line, window};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use kiebitz::cards::{Card, Dice};
use kiebitz::deal::DealSetup;
use kiebitz::puzzle::Language;

const PLACES: [&str; 7] =
    ["Forehand", "Middlehand", "Rearhand", "Skat", "Played", "Gone before", "Not placed"];
const LINES: [&str; 5] = [
    "contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9 played=DA",
    "contract=G declarer=F F=CJ.CJ.? M=CJ played=CJ.CJ.CJ.H7 gone=D7.D8 points=90:90 view=open",
    "contract=NO declarer=R R=C7.C8 gone=C7 lead=R",
    "contract=GHSZO declarer=F F=- M=- R=- skat=- view=R not=F:CJ,M:CJ,R:CJ,skat:CJ",
    "=== F=1 \u{0} ♣",
];

fn one_thing(bench: &mut Bench, dice: &mut Dice) {
    let pick = |dice: &mut Dice, n: usize| dice.below(n as u64) as usize;
    match pick(dice, 12) {
        0..=3 => {
            let card = Card::all().nth(pick(dice, 32)).unwrap();
            let name = app(bench).words().card(card);
            bench.get_by_label(&name).click();
        }
        4 => bench.get_by_label(&format!("Cards to: {}", PLACES[pick(dice, 7)])).click(),
        5 => bench.event(egui::Event::Paste(LINES[pick(dice, 5)].into())),
        6 => {
            let games = ["clubs", "spades", "hearts", "diamonds", "Grand", "Null"];
            bench.get_by_label(&format!("Game: {}", games[pick(dice, 6)])).click();
        }
        7 => bench.get_by_label(&format!("Declarer: {}", PLACES[pick(dice, 3)])).click(),
        8 => {
            let keys = [Key::D, Key::R, Key::L, Key::Delete, Key::Z, Key::Y];
            bench.key_press_modifiers(Modifiers::COMMAND, keys[pick(dice, 6)]);
        }
        9 => {
            let keys = [Key::F, Key::Q, Key::W, Key::Backspace, Key::F8, Key::F9, Key::Escape, Key::Tab];
            bench.key_press(keys[pick(dice, 8)]);
        }
        10 => {
            let tabs = ["Game", "Texts", "Diagram"];
            bench.get_by_label(&format!("Section: {}", tabs[pick(dice, 3)])).click();
            bench.run_steps(2);
            bench.get_by_label("Section: Game").click();
        }
        _ => bench.key_press_modifiers(Modifiers::COMMAND, Key::Z),
    }
    bench.run_steps(2);
}

#[test]
fn nothing_breaks_whatever_is_pressed() {
    let mut bench = window(Language::English);
    let mut dice = Dice::new(2026);
    for _ in 0..400 {
        one_thing(&mut bench, &mut dice);
        // What lies on the table can always be written down and read again.
        let text = line(&bench);
        assert_eq!(text.parse::<DealSetup>().unwrap().to_string(), text);
    }
    for _ in 0..400 {
        bench.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        bench.run_steps(1);
    }
    assert_eq!(line(&bench), "F=? M=? R=? skat=?");
}
