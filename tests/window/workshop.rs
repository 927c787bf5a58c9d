//! The composer's workshop: distributions, generated puzzles, sheets for print.

use crate::bench::{
    Answers, Bench, app, click, fill, line, press, press_ctrl, shows, until, window, window_with,
};
use crate::language::only;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kiebitz::app::Workspace;
use kiebitz::app::settings::{CardSettings, Settings};
use kiebitz::app::solve::Page;
use kiebitz::puzzle::{Language, Puzzle};

/// Four cards each; forehand, who leads, knows only his own: 70 deals.
const FOUR_CARDS: &str = "contract=G declarer=F F=CJ.SA.S7.H7 skat=D7.D8 view=F points=40:30 \
    gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.DA.DT.DK.DQ";

fn paste(bench: &mut Bench, text: &str) {
    bench.get_by_label_contains("Tischmitte").click();
    bench.event(egui::Event::Paste(text.into()));
    bench.run_steps(4);
}

fn pick(bench: &mut Bench, list: &str, option: &str) {
    let is_list = |node: &egui_kittest::Node<'_>| node.accesskit_node().role() == Role::ComboBox;
    bench.get_all_by_label(list).find(is_list).unwrap().click();
    bench.run_steps(3);
    // The options of an open list are buttons that may be on; what else has the name is not.
    let is_option = |node: &egui_kittest::Node<'_>| node.accesskit_node().toggled().is_some();
    bench.get_all_by_label(option).find(is_option).unwrap().click();
    bench.run_steps(4);
}

fn press_ctrl_shift(bench: &mut Bench, key: Key) {
    bench.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, key);
    bench.run_steps(3);
}

fn wait_for_search(bench: &mut Bench) {
    until(bench, "the end of the search", |bench| {
        let panel = match app(bench).settings().workspace {
            Workspace::Compose => app(bench).compose().distributions(),
            _ => app(bench).solve().distributions(),
        };
        panel.hunt().is_some_and(|hunt| hunt.swept.is_some()) && panel.work(&app(bench).words()).is_none()
    });
    bench.run_steps(2);
}

#[test]
fn a_deal_found_goes_onto_the_table_and_back() {
    let mut bench = window(Language::German);
    paste(&mut bench, FOUR_CARDS);
    let question = line(&bench);
    press_ctrl_shift(&mut bench, Key::D);
    assert!(shows(&bench, "Möglich sind 70 Verteilungen."));
    click(&mut bench, "Suchen");
    wait_for_search(&mut bench);
    let hunt = app(&bench).compose().distributions().hunt().unwrap();
    let swept = hunt.swept.clone().unwrap();
    assert!(swept.finished && swept.deals == 70 && (1..70).contains(&swept.solutions), "{swept:?}");
    assert_eq!(hunt.found.len() as u64, swept.solutions);
    let first = hunt.found[0];
    assert!(shows(&bench, &format!("{} von 70 möglichen Verteilungen", swept.solutions)));
    // One click, one step of undo.
    bench.get_by_label_contains("Verteilung 1: ").click();
    bench.run_steps(3);
    let deal = app(&bench).compose().document().setup.clone();
    assert!(kiebitz::rules::Seat::ALL.iter().all(|&seat| deal.hands[seat].set() == first.hands[seat]));
    assert!(deal.clone().validate().is_ok());
    press_ctrl(&mut bench, Key::Z);
    assert_eq!(line(&bench), question);
    press_ctrl(&mut bench, Key::Y);
    assert_ne!(line(&bench), question);
    bench.get_by_label_contains("Verteilung 1: ").click();
    bench.run_steps(3);
    click(&mut bench, "Zurück zur Frage");
    assert_eq!(line(&bench), question);
    only(&bench, Language::German);
}

#[test]
fn conditions_are_built_in_words_and_the_impossible_is_explained() {
    let mut bench = window(Language::German);
    paste(&mut bench, FOUR_CARDS);
    press_ctrl_shift(&mut bench, Key::D);
    click(&mut bench, "Bedingung 1 streichen");
    assert!(shows(&bench, "Ohne Bedingung werden alle möglichen Verteilungen aufgezählt."));
    click(&mut bench, "Bedingung hinzufügen");
    // The new row waits for cards.
    assert!(shows(&bench, "Hier fehlen noch Karten."));
    fill(&mut bench, "Bedingung 1: Karten", "pb p10 xx");
    assert!(shows(&bench, "Stelle"), "{:#?}", crate::bench::names(&bench));
    fill(&mut bench, "Bedingung 1: Karten", "pb p10");
    press(&mut bench, Key::Enter);
    wait_for_search(&mut bench);
    // Both in one of two hands of four: twice six choices of the other two.
    assert!(shows(&bench, "30 von 70 möglichen Verteilungen"), "{:#?}", crate::bench::names(&bench));
    click(&mut bench, "Bedingung hinzufügen");
    pick(&mut bench, "Bedingung 2: wer", "Mittelhand");
    pick(&mut bench, "Bedingung 2: was", "Anzahl");
    pick(&mut bench, "Bedingung 2: welche Karten", "Karo");
    pick(&mut bench, "Bedingung 2: Grenze", "genau");
    click(&mut bench, "Suchen");
    wait_for_search(&mut bench);
    assert!(shows(&bench, "Keine solche Verteilung"));
    let why = "In keiner möglichen Verteilung gilt: Mittelhand hat 3 Karo. Möglich sind 0 bis 1.";
    assert!(shows(&bench, why), "{:#?}", crate::bench::names(&bench));
    only(&bench, Language::German);
    press(&mut bench, Key::F7);
    assert!(shows(&bench, "No such deal"));
    only(&bench, Language::English);
}

#[test]
fn with_open_cards_the_person_says_what_is_unknown() {
    let mut bench = window(Language::German);
    let open = format!("{FOUR_CARDS} M=SJ.ST.S8.D9 R=SK.HA.HT.H8").replace("view=F", "view=open");
    paste(&mut bench, &open);
    press_ctrl_shift(&mut bench, Key::D);
    assert!(shows(&bench, "Alle Karten liegen fest."));
    click(&mut bench, "Unbekannt: Mittelhand");
    assert!(shows(&bench, "Alle Karten liegen fest."));
    click(&mut bench, "Unbekannt: Hinterhand");
    assert!(shows(&bench, "Möglich sind 70 Verteilungen."));
    // The course of the play rules deals out: middlehand, out of hearts, throws the nine of diamonds.
    click(&mut bench, "Bedingung hinzufügen");
    pick(&mut bench, "Bedingung 2: wer", "gespielt wurde");
    fill(&mut bench, "Bedingung 2: Karten", "h7 ka9 h8");
    assert!(shows(&bench, "Möglich sind 4 Verteilungen."), "{:#?}", crate::bench::names(&bench));
    // Nobody plays a card of another hand.
    fill(&mut bench, "Bedingung 2: Karten", "pa p7");
    assert!(!shows(&bench, "Möglich sind") && shows(&bench, "Pik-7"), "{:#?}", crate::bench::names(&bench));
    only(&bench, Language::German);
}

#[test]
fn all_deals_before_the_first_card_stream_in_and_esc_stops() {
    let mut bench = window(Language::German);
    paste(&mut bench, "contract=GH declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 skat=C7.S7 view=open");
    press_ctrl_shift(&mut bench, Key::D);
    assert!(shows(&bench, "Möglich sind 184.756 Verteilungen."));
    pick(&mut bench, "Bedingung 1: was", "gewonnen");
    click(&mut bench, "Suchen");
    until(&mut bench, "first deals", |bench| shows(bench, "Verteilung 1: "));
    press(&mut bench, Key::Escape);
    wait_for_search(&mut bench);
    assert!(shows(&bench, "Angehalten: "));
    // Without a solver all of them are listed in a moment, and only what is seen is drawn.
    click(&mut bench, "Bedingung 1 streichen");
    click(&mut bench, "Suchen");
    wait_for_search(&mut bench);
    assert_eq!(app(&bench).compose().distributions().hunt().unwrap().found.len(), 184_756);
    assert!(crate::bench::names(&bench).iter().filter(|name| name.starts_with("Verteilung ")).count() < 40);
}

#[test]
fn a_puzzle_in_solve_is_asked_how_its_cards_lie() {
    let settings = Settings {
        language: Some(Language::English),
        workspace: Workspace::Compose,
        memory: 32,
        cards: CardSettings { pause: 0.0, ..CardSettings::default() },
        ..Settings::default()
    };
    let mut bench = window_with(settings, Answers(None), None);
    press_ctrl(&mut bench, Key::Num2);
    fill(&mut bench, "Search", "Thirty are too many");
    bench.get_by_label_contains("Thirty are too many: ").click();
    bench.run_steps(3);
    press_ctrl_shift(&mut bench, Key::D);
    assert_eq!(app(&bench).solve().page(), Page::Distributions);
    // One card makes ninety however the cards lie, so with open cards too.
    click(&mut bench, "Search");
    wait_for_search(&mut bench);
    assert!(shows(&bench, "No such deal"));
    assert!(shows(&bench, "but in none of them the declarer does not make 90 points"));
    pick(&mut bench, "Condition 1: what", "won");
    click(&mut bench, "Search");
    wait_for_search(&mut bench);
    let panel = app(&bench).solve().distributions();
    let swept = panel.hunt().unwrap().swept.clone().unwrap();
    assert!(swept.solutions == swept.deals && swept.deals > 1, "{swept:?}");
    assert!(!shows(&bench, "ten of diamonds, Forehand"), "{:#?}", crate::bench::names(&bench));
    bench.get_by_label_contains("Deal 1: ").click();
    bench.run_steps(3);
    assert!(shows(&bench, "ten of diamonds, "), "{:#?}", crate::bench::names(&bench));
    only(&bench, Language::English);
    click(&mut bench, "Back to the question");
    assert!(app(&bench).solve().distributions().shown().is_none());
    press(&mut bench, Key::F7);
    only(&bench, Language::German);
}

/// Answers the open file prompt with a path.
fn answer_prompt(bench: &mut Bench, path: &std::path::Path, button: &str) {
    fill(bench, "Datei", &path.display().to_string());
    click(bench, button);
}

#[test]
fn puzzles_are_invented_looked_at_saved_and_solved() {
    let mut bench = window(Language::German);
    press_ctrl(&mut bench, Key::G);
    only(&bench, Language::German);
    // What contradicts itself is said at once.
    pick(&mut bench, "Motiv", "Falle");
    pick(&mut bench, "Karten", "offene Karten");
    assert!(shows(&bench, "Dieses Motiv lebt von verdeckten Karten."));
    pick(&mut bench, "Karten", "beliebig");
    click(&mut bench, "Erfinden");
    until(&mut bench, "puzzles", |bench| app(bench).compose().invent().found().len() >= 3);
    press(&mut bench, Key::Escape);
    assert!(app(&bench).compose().invent().work(&app(&bench).words()).is_none());
    let found = app(&bench).compose().invent().found().to_vec();
    assert!(found.windows(2).all(|pair| pair[0].beauty >= pair[1].beauty));
    assert!(found.iter().all(|composed| composed.motifs.contains(&kiebitz::puzzle::generate::Motif::Trap)));
    let first = found[0].puzzle.clone();
    bench.get_all_by_label_contains(&format!("{}: ", first.title.de)).next().unwrap().click();
    bench.run_steps(3);
    // The key card is told only when asked for.
    assert!(shows(&bench, "Was dafür spricht") && !shows(&bench, "Eindeutig: Nur "));
    click(&mut bench, "Lösung zeigen");
    assert!(shows(&bench, "Eindeutig: Nur "));
    only(&bench, Language::German);
    let folder = crate::bench::folder("invented");
    click(&mut bench, "Alle speichern …");
    answer_prompt(&mut bench, &folder, "Speichern");
    until(&mut bench, "the files", |bench| shows(bench, "Aufgaben gespeichert in "));
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), found.len());
    for file in files {
        let puzzle = Puzzle::parse(&std::fs::read_to_string(file).unwrap()).unwrap();
        assert!(found.iter().any(|composed| composed.puzzle == puzzle));
    }
    click(&mut bench, "Am Tisch lösen");
    assert_eq!(app(&bench).settings().workspace, Workspace::Solve);
    assert_eq!(app(&bench).solve().attempt().unwrap().puzzle, first);
}

#[test]
fn sheets_are_printed_from_the_list_and_from_the_table() {
    let mut bench = window(Language::German);
    let folder = crate::bench::folder("sheets");
    press_ctrl(&mut bench, Key::Num2);
    fill(&mut bench, "Suchen", "Dreißig sind zu viel");
    bench.key_press(Key::Escape);
    press_ctrl_shift(&mut bench, Key::P);
    assert!(shows(&bench, "Eine Aufgabe aus der Liste"));
    until(&mut bench, "the first page", |bench| shows(bench, "Eine Seite"));
    only(&bench, Language::German);
    click(&mut bench, "Format: Text");
    until(&mut bench, "the text", |bench| shows(bench, "Mittelhand spielt Pik"));
    pick(&mut bench, "Inhalt", "Beides");
    click(&mut bench, "Exportieren …");
    let text = folder.join("blatt.txt");
    answer_prompt(&mut bench, &text, "Speichern");
    until(&mut bench, "the text file", |_| text.exists());
    until(&mut bench, "the message", |bench| shows(bench, "blatt.txt"));
    let written = std::fs::read_to_string(&text).unwrap();
    assert!(written.contains("Dreißig sind zu viel") && written.contains("Lösung"), "{written}");
    // A deal of one's own has no solution yet: it is worked out.
    press_ctrl(&mut bench, Key::Num1);
    paste(&mut bench, &format!("{FOUR_CARDS} M=SJ.ST.S8.D9 R=SK.HA.HT.H8").replace("view=F", "view=open"));
    press_ctrl_shift(&mut bench, Key::P);
    pick(&mut bench, "Inhalt", "Lösungsblatt");
    click(&mut bench, "Exportieren …");
    let pdf = folder.join("loesung.pdf");
    answer_prompt(&mut bench, &pdf, "Speichern");
    until(&mut bench, "the PDF", |_| pdf.exists());
    assert!(std::fs::read(&pdf).unwrap().starts_with(b"%PDF-1.7"));
    only(&bench, Language::German);
}
