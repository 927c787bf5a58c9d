//! Replay asked by cards: questions typed and clicked, the place that is shown, the explorer, columns, repeated games,
//! players and reports.

use crate::bench::{Answers, Bench, app, click, fill, folder, press, shows, until, window_with};
use crate::replay::{on_replay, on_replay_with, open, open_first, records, settle, text, the_replay};
use crate::sizes::painted;
use egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kiebitz::app::Workspace;
use kiebitz::app::replay::Page;
use kiebitz::archive::ask::{Ask, Search};
use kiebitz::archive::{End, Record, RecordedGame};
use kiebitz::puzzle::{Language, Puzzle};
use kiebitz::rules::Game;
use std::path::Path;

fn on_games(name: &str, seed: u64, count: u64) -> (Bench, std::path::PathBuf) {
    let data = folder(name);
    let path = data.join("games.sgf");
    std::fs::write(&path, text(&records(seed, count))).unwrap();
    let mut bench = on_replay(Language::English, &data);
    open(&mut bench, &path);
    (bench, data)
}

/// What a question finds in the open archives, without the window.
fn expected(bench: &Bench, question: &str) -> Vec<u32> {
    let index = &the_replay(bench).archives().library.index;
    let ask: Ask = question.parse().unwrap();
    let search = Search::new(&ask);
    index.all().into_iter().filter(|&number| search.place(index, number).is_some()).collect()
}

#[test]
fn a_question_is_typed_and_the_place_is_shown() {
    let (mut bench, _) = on_games("ask-typed", 31, 400);
    let question = "game=G trick(points>=25 won(defender))";
    let wanted = expected(&bench, question);
    assert!(!wanted.is_empty());
    fill(&mut bench, "Cards and positions", question);
    settle(&mut bench);
    assert_eq!(the_replay(&bench).rows(), wanted);
    // The game opens where the question holds.
    press(&mut bench, Key::Escape);
    open_first(&mut bench);
    let search = Search::new(&question.parse().unwrap());
    let place = search.place(&the_replay(&bench).archives().library.index, wanted[0]).unwrap();
    assert_eq!(the_replay(&bench).game().unwrap().walk.cards(), Some(place.into()));
    // From there to all games with this position, and with one like it.
    click(&mut bench, "Find position");
    settle(&mut bench);
    assert_eq!(the_replay(&bench).page(), Page::Archive);
    assert_eq!(the_replay(&bench).rows(), [wanted[0]]);
    // A question that cannot be read is said to be so, and filters nothing.
    fill(&mut bench, "Cards and positions", "leed(T)");
    settle(&mut bench);
    assert!(bench.query_by_label_contains("“leed” is not known here").is_some());
    assert_eq!(the_replay(&bench).rows().len(), 400);
}

#[test]
fn cards_are_picked_by_clicks() {
    let (mut bench, _) = on_games("ask-picked", 32, 400);
    // All of the picker in sight.
    bench.set_size(egui::vec2(1280.0, 1500.0));
    click(&mut bench, "Pick cards");
    click(&mut bench, "jack of clubs: any");
    click(&mut bench, "jack of spades: any");
    click(&mut bench, "jack of spades: yes");
    click(&mut bench, "Trumps");
    click(&mut bench, "Trumps ≥ 1");
    click(&mut bench, "Add");
    settle(&mut bench);
    let wanted = expected(&bench, "declarer(CJ -SJ trumps>=2)");
    assert!(!wanted.is_empty() && wanted.len() < 400);
    assert_eq!(the_replay(&bench).rows(), wanted);
}

#[test]
fn the_explorer_counts_the_list_and_the_position() {
    let (mut bench, _) = on_games("ask-explore", 33, 300);
    click(&mut bench, "Section: Explore");
    until(&mut bench, "the openings", |bench| bench.query_by_label("Openings").is_some());
    assert!(bench.query_by_label("Laid away").is_some() && bench.query_by_label("Bid up to").is_some());
    click(&mut bench, "Section: List");
    open_first(&mut bench);
    click(&mut bench, "Section: Explore");
    until(&mut bench, "the next card", |bench| bench.query_by_label("Played here").is_some());
    // In its own game the position came up, and its card followed.
    let next = the_replay(&bench).game().unwrap().walk.next_played().unwrap().1;
    let line =
        bench.get_all_by_role(egui::accesskit::Role::Button).filter_map(|node| node.accesskit_node().label());
    let short = app(&bench).words().short_card(next);
    let found = line.into_iter().any(|label| label.starts_with(&format!("{short}, 1, ")));
    assert!(found, "{short}");
    press(&mut bench, Key::ArrowRight);
    assert_eq!(the_replay(&bench).game().unwrap().walk.cards(), Some(1));
}

#[test]
fn columns_are_chosen_and_games_are_shown_once() {
    let data = folder("ask-columns");
    let (one, two) = (data.join("one.sgf"), data.join("two.sgf"));
    let all = records(34, 60);
    std::fs::write(&one, text(&all[..40])).unwrap();
    std::fs::write(&two, text(&all[20..])).unwrap();
    let mut bench = on_replay(Language::English, &data);
    bench.set_size(egui::vec2(1920.0, 1080.0));
    open(&mut bench, &one);
    assert_eq!(the_replay(&bench).rows().len(), 40);
    open(&mut bench, &two);
    assert_eq!((the_replay(&bench).archives().repeated, the_replay(&bench).rows().len()), (20, 60));
    click(&mut bench, "repeated: any");
    settle(&mut bench);
    assert_eq!(the_replay(&bench).rows().len(), 20);
    click(&mut bench, "repeated: yes");
    click(&mut bench, "repeated: no");
    settle(&mut bench);
    assert!(bench.query_by_label("Sort by Series").is_none());
    click(&mut bench, "Columns");
    click(&mut bench, "Series");
    click(&mut bench, "Tricks");
    press(&mut bench, Key::Escape);
    bench.run_steps(2);
    assert!(
        bench.query_by_label("Sort by Series").is_some() && bench.query_by_label("Sort by Tricks").is_none()
    );
    // What was chosen is remembered.
    let settings = app(&bench).settings().clone();
    drop(bench);
    let mut again = on_replay_with(settings, &data);
    again.set_size(egui::vec2(1920.0, 1080.0));
    settle(&mut again);
    assert!(again.query_by_label("Sort by Series").is_some());
}

#[test]
fn a_player_has_a_page() {
    let (mut bench, _) = on_games("ask-player", 35, 200);
    click(&mut bench, "Section: Figures");
    let name = |bench: &Bench| {
        let index = &the_replay(bench).archives().library.index;
        index.names.name(index.row(0).unwrap().players[0]).to_string()
    };
    let name = name(&bench);
    fill(&mut bench, "Player", &format!("\"{name}\""));
    settle(&mut bench);
    let games = the_replay(&bench).rows().len();
    until(&mut bench, "the figures", |bench| bench.query_by_label(&format!("Page of {name}")).is_some());
    click(&mut bench, &format!("Page of {name}"));
    until(&mut bench, "the page", |bench| bench.query_by_label("With whom").is_some());
    assert!(bench.query_by_label("By seat").is_some() && bench.query_by_label("Over time").is_some());
    click(&mut bench, "List the games");
    settle(&mut bench);
    assert_eq!(the_replay(&bench).rows().len(), games);
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let (path, there) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_folder(&path, &there);
        } else {
            std::fs::copy(&path, &there).unwrap();
        }
    }
}

/// The program ends in the middle of a batch. After the next start it goes on by itself, whatever is shown, and says so; and
/// it says when it has come to its end.
#[test]
#[ignore = "fails in two runs of ten: the batch taken up again ends too early; the reason is not found yet"]
fn a_batch_goes_on_by_itself_after_a_restart() {
    let (mut bench, data) = on_games("ask-restart", 37, 60);
    click(&mut bench, "Section: Batch");
    click(&mut bench, "Depth: quick");
    click(&mut bench, "Analyse 60 games");
    until(&mut bench, "the first result", |bench| {
        the_replay(bench).batch().is_some_and(|control| control.done() >= 2)
    });
    let settings = app(&bench).settings().clone();
    assert!(settings.replay.pending.as_ref().is_some_and(|pending| !pending.stopped));
    // What a killed program leaves is a copy of its folder in the middle of its work: the threads of this window go on for a while.
    let left = folder("ask-restart-left");
    copy_folder(&data, &left);
    drop(bench);
    let data = left;
    let settings = kiebitz::app::settings::Settings { workspace: Workspace::Compose, ..settings };
    let mut again = window_with(settings, Answers(None), Some(data.clone()));
    until(&mut again, "the message", |bench| shows(bench, "The batch of the last time goes on"));
    until(&mut again, "the end", |bench| shows(bench, "games analysed"));
    assert!(app(&again).settings().replay.pending.is_none());
    let rows = the_replay(&again).archives().library.index.len() as u32;
    let analysed = (0..rows).filter(|&row| the_replay(&again).summary(row).is_some()).count();
    assert!(rows == 60 && analysed > 50, "{analysed} of {rows}");
    assert_eq!(app(&again).settings().workspace, Workspace::Compose);
}

/// At the end of a game the table counts as the result does: with the skat.
#[test]
fn the_score_at_the_end_holds_the_skat() {
    let data = folder("ask-score");
    let path = data.join("games.sgf");
    let ends = |record: &Record| {
        let game = RecordedGame::of(record).unwrap();
        let points = game.count.contract.is_some_and(|contract| contract.game() != Game::Null);
        points && game.count.end == End::Played && game.count.cards == 30
    };
    let all: Vec<Record> = records(38, 300).into_iter().filter(|record| ends(record)).take(4).collect();
    assert_eq!(all.len(), 4);
    std::fs::write(&path, text(&all)).unwrap();
    let mut bench = on_replay(Language::English, &data);
    open(&mut bench, &path);
    open_first(&mut bench);
    for (number, record) in all.iter().enumerate() {
        until(&mut bench, "the game", |bench| {
            the_replay(bench).game().is_some_and(|game| game.row == number as u32)
        });
        press(&mut bench, Key::End);
        let own = RecordedGame::of(record).unwrap().count.tally.declarer_points;
        bench.run_steps(2);
        assert!(painted(&bench, &format!("{own} : {} points with the skat", 120 - own)), "{own}");
        press(&mut bench, Key::PageDown);
    }
}

/// After a batch: the report on its page, in a file, and as puzzles in Solve.
#[test]
fn a_batch_ends_with_a_report() {
    let (mut bench, data) = on_games("ask-report", 36, 30);
    click(&mut bench, "Section: Report");
    until(&mut bench, "the page", |bench| bench.query_by_label_contains("0 of the 30 games").is_some());
    click(&mut bench, "Section: Batch");
    click(&mut bench, "Depth: quick");
    click(&mut bench, "Analyse 30 games");
    until(&mut bench, "the beginning", |bench| the_replay(bench).batch().is_some());
    until(&mut bench, "the end", |bench| the_replay(bench).batch().is_none());
    click(&mut bench, "Section: Report");
    settle(&mut bench);
    until(&mut bench, "the report", |bench| bench.query_by_label("Worst mistakes").is_some());
    click(&mut bench, "As HTML …");
    let out = data.join("report.html");
    fill(&mut bench, "File", &out.display().to_string());
    press(&mut bench, Key::Enter);
    until(&mut bench, "the file", |_| out.is_file());
    let page = std::fs::read_to_string(&out).unwrap();
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("</html>") && page.contains("<h2>"),
        "{page}"
    );
    click(&mut bench, "Practise mistakes …");
    let puzzles = data.join("mistakes");
    std::fs::create_dir_all(&puzzles).unwrap();
    fill(&mut bench, "File", &puzzles.display().to_string());
    press(&mut bench, Key::Enter);
    until(&mut bench, "Solve", |bench| app(bench).settings().workspace == Workspace::Solve);
    let written: Vec<_> = std::fs::read_dir(&puzzles).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(!written.is_empty());
    for file in written {
        let puzzle = Puzzle::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
        assert!(!puzzle.answer.cards.is_empty(), "{}", file.display());
    }
}
