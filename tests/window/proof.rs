//! Seeing proofs: unfolding by mouse and by key, the table beside the tree, searching, exporting.

use crate::bench::{Bench, app, click, fill, folder, names, press, press_ctrl, shows, until, window};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use kiebitz::app::solve::proof::session::Session;
use kiebitz::app::widgets::tree::model::{Mover, NodeId, Verdict};
use kiebitz::puzzle::{Language, Puzzle, bundled};
use kiebitz::rules::Goal;
use kiebitz::search::proof::Claim;
use kiebitz::verify::{ChanceProof, Checker, Proof};

fn session(bench: &Bench) -> &Session {
    app(bench).solve().proof().session().unwrap()
}

/// How many positions the tree has so far.
fn size(bench: &Bench) -> usize {
    app(bench).solve().proof().session().map_or(0, |session| session.view.tree().len())
}

fn chosen(bench: &Bench) -> NodeId {
    session(bench).view.chosen()
}

/// Waits until the engine has nothing more to say.
fn rest(bench: &mut Bench) {
    until(bench, "rest", |bench| size(bench) > 1 && !shows(bench, "Beweist"));
    bench.run_steps(3);
}

fn puzzle(name: &str) -> Puzzle {
    bundled().find(|(file, _)| file.contains(name)).unwrap().1
}

/// A window on the proof of a bundled puzzle: its line pasted, then Ctrl+P.
fn proof_of(name: &str) -> Bench {
    let mut bench = window(Language::German);
    bench.event(egui::Event::Paste(puzzle(name).position.to_setup().to_string()));
    bench.run_steps(4);
    press_ctrl(&mut bench, Key::P);
    until(&mut bench, "the first cards", |bench| size(bench) > 1);
    rest(&mut bench);
    bench
}

/// Declarer in middlehand, one card played, and not to be won against every deal.
const PAPER: &str = "paper-example";
/// The last three tricks of a Grand.
const THREE_TRICKS: &str = "contract=G declarer=F F=CJ.SJ.CA M=HJ.C7.S7 R=DJ.C8.S8 skat=D7.D8 \
    gone=CT.CK.CQ.C9.SA.ST.SK.SQ.S9.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 points=50:30 view=F";
/// Forehand plays Grand, knows only his own hand, and cannot lose.
const GRAND: &str = "unlosable-grand-hand";

#[test]
fn a_puzzle_opens_with_its_verdict_and_unfolds_by_mouse_and_key() {
    let mut bench = proof_of(GRAND);
    let root = *session(&bench).view.tree().node(NodeId::ROOT);
    assert_eq!((root.verdict, root.mover), (Verdict::Proved, Mover::Viewer));
    assert!(
        shows(&bench, "Vorhand erzwingt das Ziel (61 Augen), wie die Karten auch liegen."),
        "{:#?}",
        names(&bench)
    );
    assert!(shows(&bench, "eine Karte genügt") && shows(&bench, "jede Karte muss beantwortet werden"));
    assert!(shows(&bench, "42.678.636"), "deals at the root: {:#?}", names(&bench));
    // At an adversary's node every card that may fall stands in the tree.
    press(&mut bench, Key::ArrowRight);
    let first = chosen(&bench);
    assert_eq!(session(&bench).view.tree().node(first).mover, Mover::Adversary);
    let replies = session(&bench).view.tree().count(first);
    assert_eq!(replies, session(&bench).fact(first).cards);
    // Down to a node that is not unfolded yet, by key; then U unfolds it.
    press(&mut bench, Key::End);
    let leaf = chosen(&bench);
    assert!(!session(&bench).view.tree().node(leaf).known);
    press(&mut bench, Key::U);
    until(&mut bench, "its cards", |bench| session(bench).view.tree().node(leaf).known);
    rest(&mut bench);
    // A click on a triangle does the same.
    let (id, place) = {
        let view = &session(&bench).view;
        let shut = |id: &NodeId| !view.tree().node(*id).known && view.tree().node(*id).mover != Mover::Nobody;
        let id = view.tree().ids().filter(shut).find(|id| view.place(*id).is_some()).unwrap();
        (id, view.place(id).unwrap())
    };
    let at = place.right_center() - egui::vec2(6.0, 0.0);
    bench.hover_at(at);
    bench.run_steps(2);
    bench.drag_at(at);
    bench.run_steps(1);
    bench.drop_at(at);
    bench.run_steps(3);
    until(&mut bench, "the node clicked", |bench| session(bench).view.tree().node(id).known);
}

#[test]
fn choosing_a_node_changes_the_table_and_what_is_known() {
    let mut bench = proof_of(GRAND);
    assert!(shows(&bench, "Kreuz-Bube, Vorhand") && shows(&bench, "Herz-Bube, Hinterhand"));
    let worlds = session(&bench).fact(NodeId::ROOT).worlds;
    press(&mut bench, Key::ArrowRight);
    let card = session(&bench).path(chosen(&bench))[0];
    let name = app(&bench).words().card(card);
    assert!(shows(&bench, &format!("{name}, Tischmitte")), "the card lies on the table");
    // One of the replies, from the list beside the tree.
    let reply = session(&bench).view.tree().children(chosen(&bench)).next().unwrap();
    let reply_card = session(&bench).path(reply)[1];
    let reply_name = app(&bench).words().card(reply_card);
    click(&mut bench, &format!("{reply_name}, Mittelhand: bewiesen"));
    assert_eq!(chosen(&bench), reply);
    assert!(session(&bench).fact(reply).worlds < worlds);
    assert!(shows(&bench, &format!("Mittelhand spielt {reply_name}")));
    // A card that has fallen is nowhere any more; another may still be in several places.
    assert!(shows(&bench, &format!("{reply_name}: gespielt")));
    assert!(names(&bench).iter().any(|line| line.contains("Mittelhand ") && line.contains(" %")));
    // Back by the path over the tree, and by key.
    click(&mut bench, &format!("1. Karte: Vorhand spielt {name}"));
    assert_eq!(session(&bench).view.tree().depth(chosen(&bench)), 1);
    press(&mut bench, Key::R);
    assert_eq!(chosen(&bench), NodeId::ROOT);
}

#[test]
fn a_failed_card_is_refuted_down_to_one_deal() {
    let mut bench = proof_of(PAPER);
    press(&mut bench, Key::O);
    until(&mut bench, "all cards", |bench| session(bench).fact(NodeId::ROOT).whole);
    rest(&mut bench);
    let failing = {
        let tree = session(&bench).view.tree();
        assert_eq!(tree.count(NodeId::ROOT), 10, "every card of the hand");
        let failing = tree.children(NodeId::ROOT).find(|&id| tree.node(id).verdict == Verdict::Refuted);
        failing.expect("a puzzle has wrong cards")
    };
    let card = session(&bench).path(failing)[0];
    let name = app(&bench).words().card(card);
    click(&mut bench, &format!("{name}, Mittelhand: widerlegt"));
    press(&mut bench, Key::X);
    until(&mut bench, "the refutation", |bench| session(bench).refutation(failing).is_some());
    bench.run_steps(3);
    assert!(shows(&bench, "So verliert die Karte"));
    let deal = session(&bench).deal(failing).unwrap();
    assert!(deal.open_hands().is_some(), "one deal, every card placed");
    // The line can be walked to its end, where the win is out of reach.
    press(&mut bench, Key::End);
    let end = chosen(&bench);
    assert!(session(&bench).view.tree().depth(end) > 1);
    assert!(session(&bench).deal(end).is_some());
    assert_eq!(session(&bench).view.tree().node(end).verdict, Verdict::Refuted);
    // F folds what is refuted, and the choice moves to what is still in sight.
    press(&mut bench, Key::F);
    assert!(session(&bench).view.layout().levels(failing) == 0);
    assert!(session(&bench).view.tree().depth(chosen(&bench)) <= 1);
}

#[test]
fn searching_and_bookmarks() {
    let mut bench = proof_of(GRAND);
    press(&mut bench, Key::ArrowRight);
    until(&mut bench, "the replies", |bench| {
        session(bench).view.tree().children(chosen(bench)).last().is_some()
    });
    let reply = session(&bench).view.tree().children(chosen(&bench)).last().unwrap();
    let card = session(&bench).path(reply)[1];
    press_ctrl(&mut bench, Key::F);
    fill(&mut bench, "Im Baum suchen", &card.to_string());
    assert!(session(&bench).view.found().contains(&reply), "{card}");
    press(&mut bench, Key::Enter);
    assert!(session(&bench).view.found().contains(&chosen(&bench)));
    fill(&mut bench, "Im Baum suchen", "bewiesen");
    assert!(session(&bench).view.found().len() > 3);
    fill(&mut bench, "Im Baum suchen", "Quatsch");
    assert!(shows(&bench, "keine Karte, kein Urteil"));
    // Out of the field, so that letters are keys again.
    bench.get_by_label("Anfang").click();
    bench.run_steps(3);
    assert_eq!(chosen(&bench), NodeId::ROOT);
    press(&mut bench, Key::ArrowRight);
    let marked = chosen(&bench);
    bench.key_press_modifiers(Modifiers::SHIFT, Key::B);
    bench.run_steps(3);
    assert_eq!(session(&bench).view.bookmarks(), [marked]);
    press(&mut bench, Key::Home);
    press(&mut bench, Key::M);
    assert_eq!(chosen(&bench), marked);
}

#[test]
fn tree_and_proof_are_written_and_the_proof_is_sound() {
    let mut bench = proof_of(PAPER);
    let folder = folder("proof");
    for (command, file) in
        [("Baum als Zeichnung", "tree.svg"), ("Baum als Text", "tree.txt"), ("Beweis speichern", "proof.ron")]
    {
        let path = folder.join(file);
        press_ctrl(&mut bench, Key::K);
        fill(&mut bench, "Befehl suchen", command);
        press(&mut bench, Key::Enter);
        fill(&mut bench, "Datei", &path.display().to_string());
        press(&mut bench, Key::Enter);
        until(&mut bench, file, |_| path.exists());
    }
    let svg = std::fs::read_to_string(folder.join("tree.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("<use href=\"#C\""));
    let text = std::fs::read_to_string(folder.join("tree.txt")).unwrap();
    assert!(text.contains('♥') && text.lines().count() > 3, "{text}");
    let proof = Proof::parse(&std::fs::read_to_string(folder.join("proof.ron")).unwrap()).unwrap();
    assert!(!proof.declarer_reaches);
    let accepted = Checker::new(&proof).unwrap().check(|_| true);
    assert!(accepted.is_ok_and(|accepted| accepted.is_some()), "the proof holds");
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn from_compose_in_another_view_and_back() {
    let mut bench = window(Language::German);
    bench.event(egui::Event::Paste(THREE_TRICKS.into()));
    bench.run_steps(4);
    press_ctrl(&mut bench, Key::P);
    until(&mut bench, "the proof", |bench| size(bench) > 1);
    rest(&mut bench);
    let case = session(&bench).case().clone();
    assert_eq!(case.question, Claim::new(&case.root, case.root.goal()));
    press(&mut bench, Key::V);
    until(&mut bench, "values", |bench| {
        session(bench).view.tree().children(NodeId::ROOT).all(|id| session(bench).fact(id).value.is_some())
    });
    // Unfold everything there is: three tricks.
    for _ in 0..3 {
        bench.key_press_modifiers(Modifiers::SHIFT, Key::U);
        bench.run_steps(2);
        rest(&mut bench);
        press(&mut bench, Key::End);
    }
    let tree = session(&bench).view.tree();
    for id in tree.ids() {
        let node = tree.node(id);
        // An AND/OR tree adds up: one proved card is enough for the viewer, adversaries need none refuted.
        let below: Vec<Verdict> = tree.children(id).map(|child| tree.node(child).verdict).collect();
        if node.known && !below.is_empty() && session(&bench).fact(id).whole {
            let proved = match node.mover {
                Mover::Viewer => below.contains(&Verdict::Proved),
                _ => below.iter().all(|verdict| *verdict == Verdict::Proved),
            };
            assert_eq!(proved, node.verdict == Verdict::Proved);
        }
        let twin = node.twin.map(|twin| tree.node(twin));
        assert!(twin.is_none_or(|twin| twin.verdict == node.verdict), "twins have one verdict");
    }
}

#[test]
fn a_search_is_recorded_and_played_like_a_film() {
    let mut bench = proof_of(PAPER);
    click(&mut bench, "Ansicht des Baums: Suchlauf");
    click(&mut bench, "Suche aufzeichnen");
    let recording = |bench: &Bench| {
        app(bench).solve().proof().recording().map(|recording| (recording.at(), recording.last()))
    };
    until(&mut bench, "the recording", |bench| recording(bench).is_some());
    bench.run_steps(3);
    let (at, last) = recording(&bench).unwrap();
    assert!(at == last && last > 10, "at first all of it is seen");
    {
        let recording = app(&bench).solve().proof().recording().unwrap();
        let (tree, trace) = (recording.view.tree(), recording.trace());
        assert_eq!(tree.len(), trace.visits().len());
        for id in tree.ids() {
            let visit = recording.visit(id).unwrap();
            assert_eq!(tree.size(id), visit.end() - id.index(), "a subtree is a row of visits");
            assert_eq!(tree.depth(id), visit.depth());
            assert_eq!(tree.node(id).effort, visit.effort());
        }
        // The paper's position is lost, and the search says so at its root.
        assert_eq!(tree.node(NodeId::ROOT).verdict, Verdict::Refuted);
        let first: u64 = recording.stats().first_cards.iter().map(|first| first.nodes).sum();
        assert!(first > 0 && first <= recording.stats().nodes);
    }
    assert!(shows(&bench, "Warum es nicht weiterging") && shows(&bench, "Aufwand je erster Karte"));
    // Step by step from the beginning.
    click(&mut bench, "An den Anfang");
    assert_eq!(recording(&bench).unwrap().0, 0);
    press(&mut bench, Key::Period);
    press(&mut bench, Key::Period);
    click(&mut bench, "Einen Schritt weiter");
    let third = recording(&bench).unwrap().0;
    assert!(third >= 3);
    {
        let film = app(&bench).solve().proof().recording().unwrap();
        assert_eq!(film.view.chosen(), NodeId::at(third));
        // Equal cards and those that were not needed any more are no steps of their own.
        assert!(!film.trace().visits()[third].ended().is_skipped());
        let between = &film.trace().visits()[1..third];
        assert_eq!(between.iter().filter(|visit| !visit.ended().is_skipped()).count(), 2);
    }
    press(&mut bench, Key::Comma);
    assert!(recording(&bench).unwrap().0 < third);
    // It plays by itself, and stops.
    press(&mut bench, Key::P);
    until(&mut bench, "some steps", |bench| recording(bench).unwrap().0 > 8);
    press(&mut bench, Key::P);
    let stopped = recording(&bench).unwrap().0;
    bench.run_steps(10);
    assert_eq!(recording(&bench).unwrap().0, stopped);
    click(&mut bench, "Rückwärts abspielen");
    until(&mut bench, "the beginning", |bench| recording(bench).unwrap().0 == 0);
    // The reason of a card stands beside the tree.
    press(&mut bench, Key::ArrowRight);
    assert!(shows(&bench, "als 1. Karte"));
}

/// The exact value is narrowed down by questions, each of them a film; together they say what the solver says.
#[test]
fn an_exact_value_records_all_its_questions() {
    let mut bench = proof_of(PAPER);
    click(&mut bench, "Ansicht des Baums: Suchlauf");
    click(&mut bench, "Genauen Wert suchen und jede Frage aufzeichnen");
    click(&mut bench, "Suche aufzeichnen");
    until(&mut bench, "the questions", |bench| app(bench).solve().proof().films().len() > 3);
    bench.run_steps(3);
    let films = app(&bench).solve().proof().films();
    let mut reached = (0, 120);
    for film in films {
        let Goal::Points(points) = film.case().question.goal else { panic!("a number of points") };
        match film.trace().visits()[0].reaches() {
            Some(true) => reached.0 = reached.0.max(points),
            Some(false) => reached.1 = reached.1.min(points - 1),
            None => panic!("answered"),
        }
    }
    assert_eq!(reached, (27, 27), "what is known of the paper's example");
    assert!(shows(&bench, &format!("{}. Frage: ", films.len())), "{:#?}", names(&bench));
    let last = films.len();
    // Another question is one click away.
    bench.get_by_label("Frage des Suchlaufs").click();
    bench.run_steps(3);
    let first = names(&bench).into_iter().find(|name| name.starts_with("1. Frage: ")).unwrap();
    assert!(first.contains("61 Augen"), "{first}");
    bench.get_by_label(&first).click();
    bench.run_steps(3);
    let proof = app(&bench).solve().proof();
    assert_eq!(proof.recording().unwrap().case().question.goal, Goal::Points(61));
    assert_eq!(proof.films().len(), last);
}

/// A search with all ideas beside one that does without one of them: the same answer, more work, and where it lies.
#[test]
fn two_searches_stand_side_by_side_and_merged() {
    let mut bench = proof_of(PAPER);
    click(&mut bench, "Ansicht des Baums: Vergleich");
    rest(&mut bench);
    click(&mut bench, "Vergleichen: Suchläufe");
    bench.get_by_label("Ideen").click();
    bench.run_steps(3);
    bench.get_by_label("ohne: Gleiche unbekannte Karten sind eine").click();
    bench.run_steps(3);
    click(&mut bench, "Beide aufzeichnen");
    until(&mut bench, "both", |bench| {
        shows(bench, "alle Ideen: ") && shows(bench, "ohne: Gleiche unbekannte Karten sind eine: ")
    });
    let [left, right] = app(&bench).solve().proof().compared().unwrap();
    // Both ask of their own goal; the right one is the next.
    assert_eq!(left.case().question.goal, Goal::Points(61));
    assert_eq!(right.case().question.goal, Goal::Points(62));
    assert_eq!(left.trace().visits()[0].reaches(), right.trace().visits()[0].reaches());
    assert!(left.options().without.is_none() && right.options().without.is_some());
    let sizes = [left, right].map(|film| film.view.tree().len());
    click(&mut bench, "Darstellung: Übereinander");
    let counts = names(&bench).into_iter().find(|name| name.contains("anders beendet: ")).unwrap();
    let numbers: Vec<usize> = counts
        .split(" · ")
        .map(|part| part.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap())
        .collect();
    // Whatever is in both is counted once; of large trees the first levels are merged.
    assert!(2 * (numbers[0] + numbers[1]) + numbers[2] + numbers[3] <= sizes[0] + sizes[1], "{counts}");
    assert!(numbers[3] > 0, "{counts}");
}

/// Where nothing is forced Ctrl+P shows the strategy with the best chance: the viewer's card with the share still won, the
/// others' cards with the deals they belong to. It is unfolded on demand, and written as a file that the checker accepts.
#[test]
fn where_nothing_is_forced_the_best_chance_is_shown() {
    let puzzle = puzzle("chance-diamonds-1");
    let won = puzzle.answer.won.unwrap();
    let mut bench = window(Language::German);
    bench.event(egui::Event::Paste(puzzle.position.to_setup().to_string()));
    bench.run_steps(4);
    press_ctrl(&mut bench, Key::P);
    let size = |bench: &Bench| app(bench).solve().proof().plan().map_or(0, |plan| plan.view.tree().len());
    until(&mut bench, "the strategy", |bench| size(bench) > 4 && !shows(bench, "Beweist"));
    bench.run_steps(3);
    assert!(shows(&bench, "gewinnt in den meisten Verteilungen"), "{:#?}", names(&bench));
    {
        let plan = app(&bench).solve().proof().plan().unwrap();
        let tree = plan.view.tree();
        let root = plan.fact(NodeId::ROOT);
        assert_eq!((root.won, root.worlds), (Some(won), 70));
        let cards: Vec<NodeId> = tree.children(NodeId::ROOT).collect();
        assert_eq!(cards.len(), 1, "one card of the viewer's");
        assert!(puzzle.answer.cards.has(plan.path(cards[0])[0]));
        // Each card of the next player belongs to some of the deals, and to each deal some card.
        let replies: Vec<_> = tree.children(cards[0]).map(|id| plan.fact(id)).collect();
        assert!(
            replies.len() > 2 && replies.iter().all(|fact| fact.worlds < 70 && fact.won <= Some(fact.worlds))
        );
        assert!(replies.iter().map(|fact| fact.worlds).sum::<u64>() >= 70);
    }
    assert!(shows(&bench, "60 von 70 Verteilungen"));
    // Further down by key, where the engine is asked as one goes.
    for _ in 0..5 {
        press(&mut bench, Key::ArrowRight);
        until(&mut bench, "the next card", |bench| !shows(bench, "Beweist"));
        bench.run_steps(2);
    }
    let plan = app(&bench).solve().proof().plan().unwrap();
    assert!(plan.view.tree().depth(plan.view.chosen()) >= 4);
    let folder = folder("plan");
    for (command, file) in [("Baum als Text", "tree.txt"), ("Beweis speichern", "plan.ron")] {
        let path = folder.join(file);
        press_ctrl(&mut bench, Key::K);
        fill(&mut bench, "Befehl suchen", command);
        press(&mut bench, Key::Enter);
        fill(&mut bench, "Datei", &path.display().to_string());
        press(&mut bench, Key::Enter);
        until(&mut bench, file, |_| path.exists());
    }
    let proof = ChanceProof::parse(&std::fs::read_to_string(folder.join("plan.ron")).unwrap()).unwrap();
    let checked = proof.check(|_| true).unwrap().unwrap().unwrap();
    assert_eq!((checked.won, checked.of), (won, 70));
    std::fs::remove_dir_all(folder).ok();
    // The proof that nothing is forced is one click away, and so is the way back.
    click(&mut bench, "Ansicht des Baums: Beweis");
    assert!(shows(&bench, " nicht erzwingen"), "{:#?}", names(&bench));
    click(&mut bench, "Ansicht des Baums: Beste Chance");
    assert!(shows(&bench, "gewinnt in den meisten Verteilungen"));
}

/// The example of the paper: 27 points are certain, 28 are not; both are seen at once, and where they part.
#[test]
fn two_goals_stand_side_by_side() {
    let mut bench = window(Language::German);
    let line = puzzle(PAPER).position.to_setup().to_string();
    bench.event(egui::Event::Paste(line));
    bench.run_steps(4);
    press_ctrl(&mut bench, Key::P);
    until(&mut bench, "the first cards", |bench| size(bench) > 1);
    rest(&mut bench);
    assert!(shows(&bench, "Mittelhand kann das Ziel (61 Augen) nicht erzwingen"), "{:#?}", names(&bench));
    // Any number can be typed as the goal.
    bench.get_by_label("Jedes Ziel von 1 bis 120 Augen").click();
    bench.run_steps(2);
    bench.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    bench.run_steps(1);
    bench.event(egui::Event::Text("27".into()));
    bench.run_steps(2);
    press(&mut bench, Key::Enter);
    until(&mut bench, "the proof", |bench| shows(bench, "Mittelhand erzwingt das Ziel (27 Augen)"));
    rest(&mut bench);
    click(&mut bench, "Ansicht des Baums: Vergleich");
    until(&mut bench, "the other goal", |bench| {
        shows(bench, "Mittelhand erzwingt das Ziel (27 Augen)")
            && shows(bench, "Mittelhand kann das Ziel (28 Augen) nicht erzwingen")
    });
    rest(&mut bench);
    click(&mut bench, "Darstellung: Übereinander");
    assert!(shows(&bench, "anderes Urteil: "), "{:#?}", names(&bench));
}
