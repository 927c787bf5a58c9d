//! The check of a puzzle and its solution in words, in Compose.

use crate::bench::{Bench, app, click, fill, names, press, press_ctrl, shows, until, window};
use egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kiebitz::app::compose::check::{Stage, bare};
use kiebitz::puzzle::Language;
use kiebitz::puzzle::soundness::{Checker, Depth, Finding};
use kiebitz::puzzle::wording::Solution;
use kiebitz::search::Limits;

/// Middlehand, who plays alone, wins with one card only.
const ENDGAME: &str = "contract=H declarer=M F=DK.SQ.C9.CQ.CK M=HK.HT.HA.C7.CA R=D9.H9.HJ.C8.CT skat=D8.SK lead=M gone=SA.S7.ST.S8.S9.H8.DA.DQ.H7.DJ.CJ.HQ.D7.DT.SJ points=24:30 view=M";

fn paste(bench: &mut Bench, text: &str, middle: &str) {
    bench.get_by_label(middle).click();
    bench.event(egui::Event::Paste(text.into()));
    bench.run_steps(4);
}

fn checked(bench: &Bench) -> bool {
    let check = app(bench).compose().check();
    !check.is_thinking() && check.report().is_some_and(|(stage, _)| stage == Stage::Changes)
}

#[test]
fn findings_stand_in_words_and_point_at_cards() {
    let mut bench = window(Language::German);
    press_ctrl(&mut bench, Key::J);
    assert!(shows(&bench, "Legen Sie eine Aufgabe aus"), "{:#?}", names(&bench));
    paste(&mut bench, ENDGAME, "Tischmitte");
    until(&mut bench, "the check", checked);
    bench.run_steps(2);
    // Stage by stage it has found what the library finds at once.
    let puzzle = bare(app(&bench).compose().document()).unwrap();
    let report = Checker::new().check(&puzzle, Depth::FULL, &Limits::none()).unwrap();
    assert_eq!(app(&bench).compose().check().report().unwrap().1, &report);
    let (game, goal) = (puzzle.position.game(), puzzle.goal());
    for finding in &report.findings {
        let said = match finding {
            Finding::Difficulty(difficulty) => difficulty.reasons(&Language::German.into()).pop().unwrap(),
            other => other.words(game, goal, Language::German),
        };
        assert!(shows(&bench, &said), "{said}\n{:#?}", names(&bench));
    }
    let key = report.findings.iter().find(|finding| matches!(finding, Finding::Key(_))).unwrap();
    click_finding(&mut bench, &key.words(game, goal, Language::German));
    assert_eq!(app(&bench).compose().marked(), key.cards());
    // No answer is given yet: the one that was found is entered, and taken back with one undo.
    assert!(report.findings.contains(&Finding::NoAnswer));
    click(&mut bench, "Gefundene Antwort eintragen");
    assert_eq!(app(&bench).compose().document().answer.declarer_wins, Some(true));
    until(&mut bench, "the check of the answer", checked);
    assert!(!app(&bench).compose().check().report().unwrap().1.findings.contains(&Finding::NoAnswer));
    press_ctrl(&mut bench, Key::Z);
    assert_eq!(app(&bench).compose().document().answer, Default::default());
}

fn click_finding(bench: &mut Bench, text: &str) {
    let is_button = |role| role == egui::accesskit::Role::Button;
    bench.get_all_by_label(text).find(|node| is_button(node.accesskit_node().role())).unwrap().click();
    bench.run_steps(3);
}

#[test]
fn a_changed_deal_is_checked_anew_and_esc_stops() {
    let mut bench = window(Language::English);
    click(&mut bench, "Section: Check");
    paste(&mut bench, ENDGAME, "Middle of the table");
    until(&mut bench, "the check", checked);
    // Two clubs change hands in the line: nothing of the old report may stay.
    paste(&mut bench, &ENDGAME.replace("points=24:30", "points=20:30"), "Middle of the table");
    assert!(app(&bench).compose().check().report().is_none());
    until(&mut bench, "the new check", checked);
    let (_, report) = app(&bench).compose().check().report().unwrap();
    assert_eq!(report.declarer_wins, Some(false));
    // A whole deal takes its time; Esc ends it, and a button goes on.
    let deal = "contract=GH declarer=M F=CT.SK.SQ.S8.S7.HK.HQ.H9.H8.DT M=SJ.DJ.CA.SA.S9.HA.DA.D9.D8.D7 R=CJ.HJ.CK.CQ.C9.C8.ST.HT.DK.DQ skat=C7.H7 view=F";
    paste(&mut bench, deal, "Middle of the table");
    until(&mut bench, "its beginning", |bench| app(bench).compose().check().work().is_some());
    press(&mut bench, Key::Escape);
    assert!(shows(&bench, "Check on"), "{:#?}", names(&bench));
    assert!(!app(&bench).compose().check().is_thinking());
    // A wrong position says what comes first.
    paste(&mut bench, "contract=H declarer=M M=HJ.HJ.HA.HK.H9.H7.CA.C8.C7.SA", "Middle of the table");
    until(&mut bench, "the problem", |bench| shows(bench, "The position must be right first"));
}

#[test]
fn the_solution_is_written_in_both_languages() {
    let mut bench = window(Language::German);
    paste(&mut bench, ENDGAME, "Tischmitte");
    click(&mut bench, "Bereich: Texte");
    bench.run_steps(2);
    crate::bench::fill(&mut bench, "Lösung", "Eigene Worte.");
    click(&mut bench, "Lösung in Worten schreiben");
    until(&mut bench, "the solution", |bench| {
        app(bench).compose().document().solution.de.contains("Herz-König")
    });
    bench.run_steps(2);
    let document = app(&bench).compose().document();
    let puzzle = bare(document).unwrap();
    let solution = Solution::of(&puzzle, &mut Checker::new(), &Limits::none()).unwrap();
    assert_eq!(document.solution, solution.texts());
    assert!(shows(&bench, "Der alte Text kommt mit Rückgängig"), "{:#?}", names(&bench));
    // One undo brings the own words back; the text that was written can be edited.
    bench.get_by_label("Tischmitte").click();
    press_ctrl(&mut bench, Key::Z);
    assert_eq!(app(&bench).compose().document().solution.de, "Eigene Worte.");
    press_ctrl(&mut bench, Key::Y);
    crate::bench::fill(&mut bench, "Lösung", "Herz-König, sonst nichts.");
    assert_eq!(app(&bench).compose().document().solution.de, "Herz-König, sonst nichts.");
}

#[test]
fn another_file_leaves_nothing_of_the_old_report() {
    let folder = crate::bench::folder("reports");
    let paths = ["a.ron", "b.ron"].map(|name| folder.join(name));
    for (path, points) in paths.iter().zip(["24:30", "20:30"]) {
        crate::bench::write_puzzle(path, &ENDGAME.replace("24:30", points));
    }
    let mut bench = window(Language::English);
    for (path, wins) in paths.iter().zip([true, false]) {
        crate::bench::open(&mut bench, path);
        click(&mut bench, "Section: Check");
        assert!(app(&bench).compose().check().report().is_none(), "a report of another deal");
        until(&mut bench, "the check", checked);
        assert_eq!(app(&bench).compose().check().report().unwrap().1.declarer_wins, Some(wins));
    }
    // What is entered belongs to what is open.
    click(&mut bench, "Enter the answer found");
    assert_eq!(app(&bench).compose().document().answer.declarer_wins, Some(false));
    std::fs::remove_dir_all(folder).ok();
}

/// Before the discard the cards as they lie are not what will be played: the verdict leaves the answer to the check.
#[test]
fn the_verdict_says_nothing_against_the_check_of_a_discard() {
    let mut bench = window(Language::German);
    press_ctrl(&mut bench, Key::Num2);
    fill(&mut bench, "Suchen", "Das große Blatt und der kleine Skat");
    bench.get_by_label_contains("Das große Blatt und der kleine Skat: ").click();
    bench.run_steps(3);
    click(&mut bench, "Im Entwurf öffnen");
    bench.run_steps(4);
    assert!(shows(&bench, "Was gefragt ist, beantwortet die Prüfung."), "{:#?}", names(&bench));
    assert!(!shows(&bench, "Sicher für Vorhand"), "{:#?}", names(&bench));
}
