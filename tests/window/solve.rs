//! Solving puzzles: every bundled one to its published end, and what happens on the way.

use crate::bench::{
    Answers, Bench, app, click, fill, folder, names, press, press_ctrl, shows, type_text, until, window_with,
};
use crate::language::only;
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use kiebitz::app::Workspace;
use kiebitz::app::settings::{CardSettings, Settings};
use kiebitz::app::solve::Attempt;
use kiebitz::cards::{Card, Cards};
use kiebitz::deal::View;
use kiebitz::puzzle::distributions::{Condition, Who};
use kiebitz::puzzle::{Asks, Language, Puzzle, bundled};
use std::path::{Path, PathBuf};

/// Draw the jack first, or it ruffs the ace.
const ENDGAME: &str = "contract=G declarer=F F=CJ.SA M=SJ.HT R=ST.SK skat=D7.D8 view=F points=60:0 \
    gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9";

pub fn open_window(data: Option<PathBuf>) -> Bench {
    let settings = Settings {
        language: Some(Language::German),
        workspace: Workspace::Solve,
        memory: 32,
        cards: CardSettings { pause: 0.0, ..CardSettings::default() },
        ..Settings::default()
    };
    window_with(settings, Answers(None), data)
}

/// Opens a puzzle of the list.
pub fn open(bench: &mut Bench, title: &str) {
    press_ctrl(bench, Key::Num2);
    if app(bench).solve().attempt().is_some() {
        click(bench, "Seite: Aufgaben");
    }
    fill(bench, "Suchen", title);
    bench.get_by_label_contains(&format!("{title}: ")).click();
    bench.run_steps(3);
    let opened = app(bench).solve().attempt().map(|attempt| attempt.puzzle.title.de.clone());
    assert_eq!(opened.as_deref(), Some(title), "{:#?}", names(bench));
}

pub fn round(bench: &Bench) -> &Attempt {
    app(bench).solve().attempt().unwrap()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Clicks a card in the hand of whoever is on turn.
pub fn click_card(bench: &mut Bench, card: Card) {
    let words = app(bench).words();
    let seat = round(bench).position().turn().unwrap();
    click(bench, &format!("{}, {}", words.card(card), words.seat(seat)));
}

pub fn wait_for_turn(bench: &mut Bench) {
    until(bench, "the person's turn or the end", |bench| {
        let round = round(bench);
        round.outcome().is_some() || round.is_persons_turn() && round.judged().is_some()
    });
}

/// Plays right cards to the end.
fn play_out(bench: &mut Bench) {
    loop {
        wait_for_turn(bench);
        if round(bench).outcome().is_some() {
            return;
        }
        let judged = round(bench).judged().unwrap();
        let right = judged.iter().find(|judged| judged.keeps).or(judged.first()).unwrap().card;
        let before = round(bench).played();
        click_card(bench, right);
        assert!(round(bench).played() > before, "{right} was not played: {:#?}", names(bench));
    }
}

/// Gives the published answer with the mouse.
pub fn answer(bench: &mut Bench, puzzle: &Puzzle) {
    let words = app(bench).words();
    let wins = puzzle.answer.declarer_wins == Some(true);
    match puzzle.asks {
        Asks::Play | Asks::Card | Asks::Chance => return,
        Asks::Beat if wins => click(bench, "Ihre Antwort: Nein, es ist nicht zu schlagen"),
        Asks::Beat => click(bench, "Ihre Antwort: Ja, es ist zu schlagen"),
        Asks::Unlosable if wins => click(bench, "Ihre Antwort: Ja, unverlierbar"),
        Asks::Unlosable => click(bench, "Ihre Antwort: Nein, verlierbar"),
        Asks::Points => {
            fill(bench, "Augen des Alleinspielers", &puzzle.answer.points.unwrap().to_string());
            click(bench, "Prüfen");
        }
        Asks::Discard => {
            let seat = words.seat(puzzle.position.declarer());
            for card in puzzle.answer.cards {
                click(bench, &format!("{}, {seat}", words.card(card)));
            }
            // „Drücken" is also a tag; the button is the one that can be clicked.
            click(bench, "Drücken");
        }
        Asks::Bid => {
            fill(bench, words.t("answer.bid_field"), &puzzle.answer.bid.unwrap().to_string());
            click(bench, "Prüfen");
        }
        Asks::FirstCards => {
            fill(bench, words.t("answer.count_field"), &puzzle.answer.count.unwrap().to_string());
            click(bench, "Prüfen");
        }
        Asks::Announce => {
            let game = puzzle.answer.contract.unwrap().game();
            click(bench, &format!("Ihre Antwort: {}", words.game(game)));
        }
        Asks::Cards => {
            for claim in &puzzle.answer.lie {
                let Condition::Holds(Who::Place(place), cards) = claim else { panic!("{claim}") };
                click(bench, words.place(*place));
                for card in *cards {
                    click(bench, &words.card(card));
                }
            }
            click(bench, "Prüfen");
        }
    }
    until(bench, "the verdict on the answer", |bench| round(bench).finding.is_some());
    let finding = round(bench).finding.as_ref().unwrap();
    assert!(finding.right && finding.file_agrees, "{finding:?}");
    assert!(shows(bench, "Richtig."));
    if is_played(puzzle) {
        click(bench, "Ausspielen");
    } else if puzzle.asks != Asks::Cards {
        assert!(!shows(bench, "Ausspielen"), "the skat is not known, so nothing can be played");
    }
}

/// Whether the puzzle is played to its end once it is answered.
pub fn is_played(puzzle: &Puzzle) -> bool {
    !matches!(puzzle.asks, Asks::Bid | Asks::FirstCards | Asks::Cards)
}

/// Solves a bundled puzzle from the list to the end.
fn solve(bench: &mut Bench, puzzle: &Puzzle) {
    let title = &puzzle.title.de;
    open(bench, title);
    answer(bench, puzzle);
    if !is_played(puzzle) {
        click(bench, "Seite: Aufgaben");
        assert!(shows(bench, "gelöst"), "{title}");
        return;
    }
    play_out(bench);
    if puzzle.asks == Asks::Chance {
        // Whether it is won depends on the deal that was drawn; what counts is that no card gave a chance away.
        let round = round(bench);
        assert!(
            round.lost_at().is_none() && round.kept().iter().all(|kept| kept.won == kept.best),
            "{title}"
        );
        let first = round.kept()[0];
        assert_eq!(
            (Some(first.won), puzzle.answer.cards.has(first.card)),
            (puzzle.answer.won, true),
            "{title}"
        );
        until(bench, "the end in words", |bench| shows(bench, "Der beste Plan mit "));
        assert!(shows(bench, "behält die ganze Chance"), "{title}");
        click(bench, "Seite: Aufgaben");
        assert!(shows(bench, "gelöst"), "{title}");
        return;
    }
    let round = round(bench);
    let lost = puzzle.asks == Asks::Unlosable && puzzle.answer.declarer_wins == Some(false);
    assert_eq!((round.outcome(), round.was_winnable()), (Some(!lost), Some(!lost)), "{title}");
    assert!(round.lost_at().is_none());
    if puzzle.asks == Asks::Card {
        assert!(puzzle.answer.cards.has(round.first_card().unwrap().0));
        assert!(shows(bench, "Richtig: "), "{title}");
    }
    let end = if lost { "Das Ziel war nicht zu erzwingen" } else { "Gewonnen!" };
    until(bench, "the end in words", |bench| shows(bench, end));
    click(bench, "Seite: Aufgaben");
    assert!(shows(bench, "gelöst"), "{title}");
}

fn solve_all(open: bool) {
    let mut bench = open_window(None);
    let mut solved = 0;
    for (_, puzzle) in bundled().filter(|(_, puzzle)| (puzzle.position.view() == View::Open) == open) {
        solve(&mut bench, &puzzle);
        solved += 1;
    }
    fill(&mut bench, "Suchen", "");
    let all = bundled().count();
    assert!(shows(&bench, &format!("{solved} von {all} gelöst")), "{:#?}", names(&bench));
}

#[test]
fn every_bundled_puzzle_with_open_cards_is_solved() {
    solve_all(true);
}

#[test]
fn every_bundled_puzzle_seen_from_one_seat_is_solved() {
    solve_all(false);
}

/// A folder with the endgame in it.
fn endgame_folder(name: &str, asks: Asks) -> PathBuf {
    let folder = folder(name);
    let mut puzzle = Puzzle::new(ENDGAME.parse().unwrap());
    puzzle.title.de = "Zwickmühle".into();
    puzzle.title.en = "Two cards".into();
    puzzle.goal = Some("90".parse().unwrap());
    puzzle.asks = asks;
    std::fs::write(folder.join("zwei.ron"), puzzle.to_ron().unwrap()).unwrap();
    folder
}

/// Adds a folder of one's own and opens its only puzzle.
fn add_folder(bench: &mut Bench, folder: &Path) {
    click(bench, "Ordner hinzufügen …");
    fill(bench, "Datei", &folder.display().to_string());
    press(bench, Key::Enter);
    fill(bench, "Suchen", "zwickmühle");
    until(bench, "the folder", |bench| shows(bench, "Zwickmühle: "));
    open(bench, "Zwickmühle");
    wait_for_turn(bench);
}

#[test]
fn a_lost_win_is_named_and_taken_back() {
    let folder = endgame_folder("lost", Asks::Play);
    let mut bench = open_window(None);
    add_folder(&mut bench, &folder);
    click_card(&mut bench, card("SA"));
    wait_for_turn(&mut bench);
    // The jack ruffs, whoever has it.
    assert_eq!(round(&bench).outcome(), Some(false));
    assert!(shows(&bench, "Der Gewinn ging im 9. Stich mit Pik-Ass verloren"), "{:#?}", names(&bench));
    click(&mut bench, "Warum?");
    until(&mut bench, "the refutation", |bench| round(bench).line.is_some());
    assert!(shows(&bench, "Auf Pik-Ass kommt "));
    press(&mut bench, Key::ArrowRight);
    assert_eq!(round(&bench).line.as_ref().unwrap().1, 2);
    press(&mut bench, Key::ArrowLeft);
    press(&mut bench, Key::ArrowLeft);
    assert_eq!(round(&bench).line.as_ref().unwrap().1, 0);
    click(&mut bench, "Zurück zum Spiel");
    click(&mut bench, "Karten aufdecken");
    assert!(round(&bench).revealed.as_ref().unwrap().open_hands().is_some());
    click(&mut bench, "Dorthin zurück");
    assert_eq!(round(&bench).played(), 0);
    wait_for_turn(&mut bench);
    click_card(&mut bench, card("CJ"));
    play_out(&mut bench);
    assert!(shows(&bench, "Gewonnen! ") && shows(&bench, "Im 2. Anlauf."), "{:#?}", names(&bench));
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn hints_come_in_three_steps_and_cards_are_typed_taken_back_and_explained() {
    let folder = endgame_folder("hints", Asks::Play);
    let mut bench = open_window(None);
    add_folder(&mut bench, &folder);
    press(&mut bench, Key::F2);
    assert!(shows(&bench, "Von 2 Karten ist nur eine richtig."), "{:#?}", names(&bench));
    assert!(shows(&bench, "Ein Trumpf ist noch draußen."));
    assert!(!shows(&bench, "Die richtige Karte ist ein Trumpf."));
    press(&mut bench, Key::F2);
    assert!(shows(&bench, "Die richtige Karte ist ein Trumpf.") && !shows(&bench, "Spielen Sie Kreuz-Bube."));
    press(&mut bench, Key::F2);
    assert!(shows(&bench, "Spielen Sie Kreuz-Bube."));
    click(&mut bench, "Warum nicht …?");
    click_card(&mut bench, card("SA"));
    until(&mut bench, "the refutation", |bench| round(bench).line.is_some());
    assert_eq!(round(&bench).played(), 0, "a card that is asked about is not played");
    press(&mut bench, Key::Backspace);
    assert!(round(&bench).line.is_none());
    type_text(&mut bench, "krb");
    assert_eq!(round(&bench).position().history()[0].card, card("CJ"), "{:#?}", names(&bench));
    wait_for_turn(&mut bench);
    press(&mut bench, Key::Backspace);
    assert_eq!(round(&bench).played(), 0);
    // The other language, with everything there is on the page.
    wait_for_turn(&mut bench);
    press(&mut bench, Key::F2);
    press(&mut bench, Key::F6);
    only(&bench, Language::German);
    press(&mut bench, Key::F7);
    only(&bench, Language::English);
    assert!(shows(&bench, "Of 2 cards only one is right.") && shows(&bench, "Two cards"));
    press(&mut bench, Key::F7);
    until(&mut bench, "the best card", |bench| round(bench).best().is_some());
    press(&mut bench, Key::Space);
    assert_eq!(round(&bench).position().history()[0].card, card("CJ"));
    play_out(&mut bench);
    assert_eq!(round(&bench).outcome(), Some(true));
    until(&mut bench, "the result", |bench| shows(bench, "Gewonnen! ") && shows(bench, "Mit Hilfe."));
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn progress_and_folders_survive_a_restart() {
    let (data, folder) = (folder("data"), endgame_folder("kept", Asks::Play));
    let mut bench = open_window(Some(data.clone()));
    add_folder(&mut bench, &folder);
    play_out(&mut bench);
    bench.run_steps(2);
    drop(bench);
    let mut bench = open_window(Some(data.clone()));
    fill(&mut bench, "Suchen", "zwickm");
    until(&mut bench, "the folder again", |bench| shows(bench, "1 von 1 gelöst"));
    click(&mut bench, "Stand: gelöst");
    assert!(shows(&bench, "Zwickmühle: "));
    click(&mut bench, "Stand: offen");
    assert!(!shows(&bench, "Zwickmühle: "));
    click(&mut bench, "Stand: Alle");
    click(&mut bench, "Spiel: Null");
    assert!(!shows(&bench, "Zwickmühle: "));
    click(&mut bench, "Ordner entfernen");
    drop(bench);
    let bench = open_window(Some(data.clone()));
    assert!(!shows(&bench, "von 1 gelöst"));
    for folder in [data, folder] {
        std::fs::remove_dir_all(folder).ok();
    }
}

#[test]
fn broken_files_are_named_and_nothing_else_is_disturbed() {
    let (data, folder) = (folder("broken progress"), endgame_folder("broken folder", Asks::Play));
    std::fs::write(data.join("solved.ron"), "Kept(version: 1, puzzles: {{{").unwrap();
    std::fs::write(folder.join("kaputt.ron"), "Puzzle(version: 1, title: 7)").unwrap();
    let mut bench = open_window(Some(data.clone()));
    assert!(shows(&bench, "war nicht lesbar und beginnt neu"), "{:#?}", names(&bench));
    assert!(data.join("solved.ron.unreadable-1").exists());
    add_folder(&mut bench, &folder);
    click(&mut bench, "Seite: Aufgaben");
    assert!(shows(&bench, "kaputt.ron ist nicht lesbar"), "{:#?}", names(&bench));
    for folder in [data, folder] {
        std::fs::remove_dir_all(folder).ok();
    }
}

#[test]
fn how_the_cards_lie_is_answered_by_placing_them() {
    let folder = endgame_folder("placing", Asks::Cards);
    let mut bench = open_window(None);
    click(&mut bench, "Ordner hinzufügen …");
    fill(&mut bench, "Datei", &folder.display().to_string());
    press(&mut bench, Key::Enter);
    fill(&mut bench, "Suchen", "zwickmühle");
    until(&mut bench, "the folder", |bench| shows(bench, "Zwickmühle: "));
    open(&mut bench, "Zwickmühle");
    click(&mut bench, "Mittelhand");
    for name in ["Pik-Bube", "Pik-10", "Pik-König", "Herz-10"] {
        click(&mut bench, name);
    }
    click(&mut bench, "Prüfen");
    until(&mut bench, "the verdict", |bench| round(bench).finding.is_some());
    assert!(shows(&bench, "Nein. 2 Karten sitzen woanders."), "{:#?}", names(&bench));
    click(&mut bench, "Pik-10, Mittelhand");
    click(&mut bench, "Herz-10, Hinterhand");
    click(&mut bench, "Mittelhand");
    click(&mut bench, "Herz-10");
    click(&mut bench, "Pik-10");
    click(&mut bench, "Prüfen");
    until(&mut bench, "the verdict", |bench| round(bench).finding.as_ref().is_some_and(|f| f.right));
    assert!(shows(&bench, "Richtig. Genau so sitzen die Karten."));
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn wrong_answers_are_judged_and_page_keys_walk_through_the_list() {
    let mut bench = open_window(None);
    let titles: Vec<String> = bundled().map(|(_, puzzle)| puzzle.title.de).collect();
    press(&mut bench, Key::PageDown);
    assert_eq!(round(&bench).puzzle.title.de, titles[0]);
    press(&mut bench, Key::PageDown);
    press(&mut bench, Key::PageDown);
    assert_eq!(round(&bench).puzzle.title.de, titles[2]);
    press(&mut bench, Key::PageUp);
    press(&mut bench, Key::PageUp);
    assert_eq!(round(&bench).puzzle.title.de, titles[0]);
    fill(&mut bench, "Augen des Alleinspielers", "99");
    press(&mut bench, Key::Enter);
    until(&mut bench, "the verdict", |bench| round(bench).finding.is_some());
    assert!(shows(&bench, "Nein. So viele sind nicht zu erzwingen."), "{:#?}", names(&bench));
    fill(&mut bench, "Augen des Alleinspielers", "61");
    press(&mut bench, Key::Enter);
    until(&mut bench, "the verdict", |bench| shows(bench, "Nein. Es sind mehr."));
    // The other side of an open puzzle: hold the declarer to what he can get.
    click(&mut bench, "Ausspielen");
    click(&mut bench, "Sie spielen: Gegenspieler");
    assert!(shows(&bench, "höchstens 62 Augen"));
    click(&mut bench, "Im Entwurf öffnen");
    bench.run_steps(3);
    assert_eq!(app(&bench).compose().document().title.de, titles[0]);
    press_ctrl(&mut bench, Key::Num2);
    press(&mut bench, Key::PageUp);
    assert_eq!(round(&bench).puzzle.title.de, titles[0], "there is none before the first");
    assert!(shows(&bench, "Keine weitere Aufgabe"));
}

/// A wrong discard is played and proved as it was made, and one comes back to it.
#[test]
fn a_wrong_discard_is_refuted_and_not_exchanged() {
    let (_, puzzle) = bundled().find(|(name, _)| *name == "skatde-clubs-discard.ron").unwrap();
    let mut bench = open_window(None);
    open(&mut bench, &puzzle.title.de);
    let words = app(&bench).words();
    let twelve = kiebitz::puzzle::question::twelve(&puzzle.position);
    let own: Cards =
        twelve.iter().filter(|card| !puzzle.answer.cards.has(*card) && card.points() >= 10).take(2).collect();
    let seat = words.seat(puzzle.position.declarer());
    for card in own {
        click(&mut bench, &format!("{}, {seat}", words.card(card)));
    }
    click(&mut bench, "Drücken");
    until(&mut bench, "the verdict on the discard", |bench| round(bench).finding.is_some());
    assert!(!round(&bench).finding.as_ref().unwrap().right);
    let (proved, _) = round(&bench).to_prove();
    assert_eq!(proved.skat(), own, "the proof is about what was laid away");
    click(&mut bench, "Ausspielen");
    assert_eq!(round(&bench).position().skat(), own);
    assert_eq!(round(&bench).stage, kiebitz::app::solve::Stage::Playing);
    click(&mut bench, "Von vorn");
    assert_eq!(round(&bench).stage, kiebitz::app::solve::Stage::Asking);
    assert_eq!(round(&bench).given, kiebitz::puzzle::question::Given::Discard(own, None));
    click(&mut bench, "Ausspielen");
    click(&mut bench, "Zurücknehmen");
    assert_eq!(round(&bench).stage, kiebitz::app::solve::Stage::Asking);
}

/// Filters of the list, its order, the puzzle of the day and the next one that is unsolved.
#[test]
fn the_list_invites() {
    let mut bench = open_window(None);
    assert!(shows(&bench, "Aufgabe des Tages: "), "{:#?}", names(&bench));
    let count = |bench: &Bench| names(bench).iter().filter(|name| name.ends_with(", offen")).count();
    let all = count(&bench);
    click(&mut bench, "Frage");
    let discard = app(&bench).words().t("asks.discard");
    click(&mut bench, discard);
    assert!(count(&bench) > 0 && count(&bench) < all, "{:#?}", names(&bench));
    click(&mut bench, "Filter zurücksetzen");
    assert_eq!(count(&bench), all);
    press_ctrl(&mut bench, Key::PageDown);
    let first = round(&bench).key.clone();
    press_ctrl(&mut bench, Key::PageDown);
    assert_ne!(round(&bench).key, first);
    click(&mut bench, "Seite: Aufgaben");
    bench.get_by_label_contains("Aufgabe des Tages: ").click();
    bench.run_steps(3);
    let today = kiebitz::solving::today::from_collection(kiebitz::solving::today::Day::today()).unwrap();
    assert_eq!(round(&bench).puzzle, today);
}

/// Whoever was helped has no clean tick, whatever he does afterwards; and a win let go counts at once.
#[test]
fn help_is_counted_honestly() {
    let folder = endgame_folder("honest", Asks::Play);
    let mut bench = open_window(None);
    add_folder(&mut bench, &folder);
    press(&mut bench, Key::F2);
    click_card(&mut bench, card("CJ"));
    wait_for_turn(&mut bench);
    click(&mut bench, "Von vorn");
    wait_for_turn(&mut bench);
    play_out(&mut bench);
    until(&mut bench, "the result", |bench| shows(bench, "Mit Hilfe."));
    click(&mut bench, "Seite: Aufgaben");
    assert!(shows(&bench, "mit Hilfe") || shows(&bench, "Mit Hilfe"), "{:#?}", names(&bench));
    std::fs::remove_dir_all(folder).ok();
}
