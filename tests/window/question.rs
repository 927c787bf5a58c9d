//! Every kind of question in Compose: one verdict, the cards as they are asked about, the answer found and entered.

use crate::bench::{Bench, app, click, folder, names, open, press_ctrl, shows, until, window};
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use kiebitz::puzzle::{Answer, Asks, BUNDLED, Language, Puzzle};

fn paste(bench: &mut Bench, text: &str) {
    bench.get_by_label("Tischmitte").click();
    bench.event(egui::Event::Paste(text.into()));
    bench.run_steps(4);
}

/// The bundled puzzle in a file of its own, changed.
fn open_changed(bench: &mut Bench, name: &str, change: impl Fn(&mut Puzzle)) -> Puzzle {
    let text = BUNDLED.iter().find(|(file, _)| *file == name).unwrap().1;
    let mut puzzle = Puzzle::parse(text).unwrap();
    let published = puzzle.clone();
    change(&mut puzzle);
    let folder = folder(&format!("asked {name}"));
    let path = folder.join(name);
    std::fs::write(&path, puzzle.to_ron().unwrap()).unwrap();
    open(bench, &path);
    std::fs::remove_dir_all(folder).ok();
    published
}

#[test]
fn a_sure_win_with_others_on_turn_is_not_called_unsolvable() {
    let mut bench = window(Language::German);
    paste(
        &mut bench,
        "contract=G declarer=F F=CJ.SA M=SJ.HT R=ST.SK skat=D7.D8 view=F lead=M points=60:0 \
        gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9",
    );
    until(&mut bench, "the verdict", |bench| shows(bench, "unverlierbar"));
    assert!(shows(&bench, "Die anderen sind am Zug"), "{:#?}", names(&bench));
    assert!(!shows(&bench, "Keine Karte löst"), "{:#?}", names(&bench));
}

#[test]
fn twelve_cards_lie_together_where_the_discard_is_asked() {
    let mut bench = window(Language::German);
    open_changed(&mut bench, "skatde-clubs-discard.ron", |_| {});
    // What was found in the skat is marked, and lies there no more.
    assert!(shows(&bench, "Kreuz-Bube, Vorhand, Skat"), "{:#?}", names(&bench));
    assert!(shows(&bench, "Kreuz-Dame, Vorhand, Skat") && shows(&bench, "Karo-9, Vorhand"));
    assert!(!shows(&bench, "Kreuz-Bube, Skat"));
    assert_eq!(names(&bench).iter().filter(|name| name.contains(", Vorhand")).count(), 12);
    assert!(shows(&bench, "Was gefragt ist, beantwortet die Prüfung"), "{:#?}", names(&bench));
    press_ctrl(&mut bench, Key::J);
    until(&mut bench, "the check", |bench| app(bench).compose().check().report().is_some());
}

#[test]
fn the_answer_found_is_entered_for_every_kind() {
    let mut bench = window(Language::German);
    for name in
        ["exactly-sixty-one.ron", "which-game.ron", "first-card-of-the-skat.ron", "skatde-clubs-bid.ron"]
    {
        let published = open_changed(&mut bench, name, |puzzle| puzzle.answer = Answer::default());
        click(&mut bench, "Bereich: Prüfung");
        until(&mut bench, "the answer", |bench| {
            let check = app(bench).compose().check();
            !check.is_thinking() && check.report().is_some()
        });
        bench.run_steps(2);
        click(&mut bench, "Gefundene Antwort eintragen");
        assert_eq!(app(&bench).compose().document().answer, published.answer, "{name}");
        click(&mut bench, "Bereich: Texte");
        click(&mut bench, "Frage in Worten");
        let asked = &app(&bench).compose().document().question;
        assert!(asked.de.ends_with('?') && asked.en.ends_with('?'), "{name}");
        assert_ne!(published.asks, Asks::Play);
    }
}
