//! Replay: whole tasks over archives, from opening to a saved puzzle.

use crate::bench::{
    Answers, Bench, app, click, fill, folder, names, press, press_ctrl, shows, type_text, until, window,
    window_with,
};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kiebitz::app::replay::Page;
use kiebitz::app::settings::Settings;
use kiebitz::app::{Workspace, replay};
use kiebitz::archive::walk::Stage;
use kiebitz::archive::{End, Record, RecordedGame, random_record};
use kiebitz::cards::Dice;
use kiebitz::deal::View;
use kiebitz::puzzle::{Language, Puzzle};
use kiebitz::rules::{Game, Side};
use std::io::Write as _;
use std::path::{Path, PathBuf};

pub fn records(seed: u64, count: u64) -> Vec<Record> {
    let mut dice = Dice::new(seed);
    (0..count).map(|id| random_record(&mut dice, id)).collect()
}

pub fn text(records: &[Record]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}

/// A window on Replay that keeps its things in `data`.
pub fn on_replay(language: Language, data: &Path) -> Bench {
    on_replay_with(Settings { language: Some(language), ..Settings::default() }, data)
}

pub fn on_replay_with(settings: Settings, data: &Path) -> Bench {
    let settings = Settings { workspace: Workspace::Replay, memory: 32, threads: 2, ..settings };
    window_with(settings, Answers(None), Some(data.to_path_buf()))
}

pub fn the_replay(bench: &Bench) -> &replay::Replay {
    app(bench).replay()
}

pub fn settle(bench: &mut Bench) {
    until(bench, "a settled list", |bench| the_replay(bench).is_settled());
    bench.run_steps(2);
}

/// Opens a file through the prompt.
pub fn open(bench: &mut Bench, path: &Path) {
    bench.key_press_modifiers(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::O);
    bench.run_steps(3);
    fill(bench, if german(bench) { "Datei" } else { "File" }, &path.display().to_string());
    press(bench, Key::Enter);
    settle(bench);
}

fn german(bench: &Bench) -> bool {
    app(bench).words().language == Language::German
}

pub fn open_first(bench: &mut Bench) {
    press(bench, Key::Enter);
    until(bench, "the game", |bench| the_replay(bench).page() == Page::Game);
    bench.run_steps(2);
}

/// The row of a game in the list, told by its date, names and so on.
fn position_line(bench: &Bench) -> String {
    the_replay(bench).game().unwrap().walk.position().unwrap().to_string()
}

#[test]
fn the_first_start_shows_games() {
    let data = folder("first-start");
    let mut bench = on_replay(Language::German, &data);
    settle(&mut bench);
    assert!(shows(&bench, "Mitgelieferte Spiele"), "{:#?}", names(&bench));
    assert!(the_replay(&bench).rows().len() > 20);
    open_first(&mut bench);
    assert!(shows(&bench, "Spiel 1 von"));
    press(&mut bench, Key::PageDown);
    until(&mut bench, "the second game", |bench| shows(bench, "Spiel 2 von"));
}

#[test]
fn from_an_archive_to_a_saved_puzzle() {
    let data = folder("whole-task");
    let path = data.join("games.sgf");
    // Lost Grands that were played out, among others.
    let wanted = |record: &Record| {
        let game = RecordedGame::of(record).unwrap();
        let lost = game.count.outcome.is_some_and(|outcome| !outcome.won);
        lost && game.count.end == End::Played && game.count.contract.is_some_and(|c| c.game() == Game::Grand)
    };
    let all = records(3, 400);
    let lost = all.iter().filter(|record| {
        let game = RecordedGame::of(record).unwrap();
        game.count.contract.is_some_and(|c| c.game() == Game::Grand)
            && game.count.outcome.is_some_and(|outcome| !outcome.won)
    });
    let lost = lost.count();
    std::fs::write(&path, text(&all)).unwrap();
    assert!(all.iter().any(wanted));
    let mut bench = on_replay(Language::German, &data);
    open(&mut bench, &path);
    assert_eq!(the_replay(&bench).rows().len(), 400);
    click(&mut bench, "Spiel: Grand");
    click(&mut bench, "Ausgang: verloren");
    settle(&mut bench);
    assert_eq!(the_replay(&bench).rows().len(), lost);
    assert!(shows(&bench, &format!("{lost} von 400 Spielen")));
    // A game with a marked card; with random players there is soon one.
    open_first(&mut bench);
    let mut tries = 0;
    loop {
        until(&mut bench, "the analysis", |bench| {
            the_replay(bench).game().is_some() && !the_replay(bench).is_analysing()
        });
        if !the_replay(&bench).game().unwrap().marked().is_empty() {
            break;
        }
        tries += 1;
        assert!(tries < lost, "no game with a marked card");
        let row = the_replay(&bench).game().unwrap().row;
        press(&mut bench, Key::PageDown);
        until(&mut bench, "the next game", |bench| {
            the_replay(bench).game().is_some_and(|game| game.row != row)
        });
    }
    type_key(&mut bench, Key::N, false);
    let game = the_replay(&bench).game().unwrap();
    let found = game.finding().unwrap().clone();
    assert!(found.judgement.is_marked());
    let said = match found.side {
        Side::Declarer => "Alleinspieler",
        Side::Defenders => "Gegenspieler",
    };
    assert!(shows(&bench, "Bei offenen Karten") || shows(&bench, "hatte den Gewinn sicher"), "{said}");
    // One card back stands the question which card was right.
    press(&mut bench, Key::ArrowLeft);
    let before = the_replay(&bench).game().unwrap().walk.position().unwrap().clone();
    press(&mut bench, Key::M);
    bench.run_steps(3);
    let document = app(&bench).compose().document();
    let position = document.setup.clone().validate().unwrap();
    assert_eq!(position.turn(), Some(found.seat));
    assert_eq!(position.view(), View::Seat(found.seat));
    assert_eq!(position.history(), before.history());
    assert_eq!(position.open_hands(), before.open_hands());
    assert!(!document.question.de.is_empty() && !document.question.en.is_empty());
    let puzzle = data.join("puzzle.ron");
    press_ctrl(&mut bench, Key::S);
    fill(&mut bench, "Datei", &puzzle.display().to_string());
    press(&mut bench, Key::Enter);
    let saved = Puzzle::parse(&std::fs::read_to_string(&puzzle).unwrap()).unwrap();
    assert_eq!(saved.position, position);
}

fn type_key(bench: &mut Bench, key: Key, shift: bool) {
    let modifiers = if shift { Modifiers::SHIFT } else { Modifiers::NONE };
    bench.key_press_modifiers(modifiers, key);
    bench.run_steps(3);
}

/// Steps through every game of an archive and compares with what the record says.
fn step_through(path: &Path) -> usize {
    let data = folder("step-through");
    let mut bench = on_replay(Language::English, &data);
    open(&mut bench, path);
    let rows = the_replay(&bench).rows().to_vec();
    open_first(&mut bench);
    for (place, row) in rows.iter().enumerate() {
        until(&mut bench, "the game", |bench| {
            the_replay(bench).game().is_some_and(|game| game.row == *row) && the_replay(bench).is_settled()
        });
        press(&mut bench, Key::Home);
        let stages = the_replay(&bench).game().unwrap().walk.stages().len();
        for _ in 1..stages {
            bench.key_press(Key::ArrowRight);
            bench.run_steps(1);
        }
        bench.run_steps(2);
        let game = the_replay(&bench).game().unwrap();
        assert_eq!(game.walk.stage(), *game.walk.stages().last().unwrap(), "game {place}");
        let count = game.walk.game.count.clone();
        if let (Some(position), End::Played) = (game.walk.position(), count.end) {
            let points = position.points(Side::Declarer) + position.skat().points();
            assert_eq!(points, count.tally.declarer_points, "game {place}");
            assert_eq!(position.tricks_of(Side::Declarer), count.tally.declarer_tricks);
        }
        if let Some(outcome) = count.outcome {
            let what = if outcome.won { "won" } else { "lost" };
            assert!(shows(&bench, what), "game {place}");
            assert!(shows(&bench, &outcome.value.unsigned_abs().to_string()), "game {place}");
        }
        press(&mut bench, Key::PageDown);
    }
    rows.len()
}

#[test]
fn every_kind_of_ending_steps_through_to_its_result() {
    let data = folder("endings");
    let path = data.join("games.sgf");
    std::fs::write(&path, text(&records(8, 40))).unwrap();
    assert_eq!(step_through(&path), 40);
}

#[test]
fn real_records_step_through_to_their_result() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let files = std::fs::read_dir(&shared).into_iter().flatten().flatten().map(|entry| entry.path());
    let archives: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "sgf")).collect();
    if archives.is_empty() {
        eprintln!("skipped: no archive in ../shared/data");
    }
    for path in archives {
        assert!(step_through(&path) > 0, "{}", path.display());
    }
}

#[test]
fn broken_cut_and_growing_files_stay_usable() {
    let data = folder("broken");
    let games = records(5, 60);
    // Rubbish between records, and the last one cut.
    let path = data.join("broken.sgf");
    let whole = text(&games);
    let bad = format!("rubbish\n{}\n(;GM[Skat]ID[1];)\n{}", whole, &whole[..300]);
    std::fs::write(&path, bad).unwrap();
    let mut bench = on_replay(Language::German, &data);
    open(&mut bench, &path);
    assert_eq!(the_replay(&bench).rows().len(), 60);
    click(&mut bench, "Bereich: Unlesbar (3)");
    assert!(shows(&bench, "broken.sgf, Zeile 1:"), "{:#?}", names(&bench));
    // A packed file that was cut in the middle shows what could be read.
    let mut gzip = flate2_of(&whole);
    gzip.truncate(gzip.len() * 2 / 3);
    let cut = data.join("cut.sgf.gz");
    std::fs::write(&cut, gzip).unwrap();
    click(&mut bench, "Bereich: Liste");
    open(&mut bench, &cut);
    let both = the_replay(&bench).rows().len();
    assert!((61..120).contains(&both), "{both}");
    open_first(&mut bench);
    // A file that goes on growing is read again on request.
    let growing = data.join("growing.sgf");
    let mut dice = Dice::new(6);
    let games: Vec<Record> = (1000..1025).map(|id| random_record(&mut dice, id)).collect();
    std::fs::write(&growing, text(&games[..10])).unwrap();
    open(&mut bench, &growing);
    assert_eq!(the_replay(&bench).rows().len(), both + 10);
    let mut file = std::fs::OpenOptions::new().append(true).open(&growing).unwrap();
    file.write_all(text(&games[10..25]).as_bytes()).unwrap();
    drop(file);
    press(&mut bench, Key::F5);
    settle(&mut bench);
    assert_eq!(the_replay(&bench).rows().len(), both + 25);
    // One that is gone gets a message, and the rest stays.
    open(&mut bench, &data.join("nowhere.sgf"));
    assert!(shows(&bench, "Die Datei gibt es nicht"), "{:#?}", names(&bench));
    assert_eq!(the_replay(&bench).rows().len(), both + 25);
}

/// Packs as the public archive is packed.
fn flate2_of(text: &str) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    gzip.finish().unwrap()
}

#[test]
fn filters_narrow_widen_replace_and_are_kept() {
    let data = folder("filters");
    let path = data.join("games.sgf");
    let all = records(9, 500);
    std::fs::write(&path, text(&all)).unwrap();
    let game = |record: &Record| RecordedGame::of(record).unwrap().count;
    let kind = |record: &Record| game(record).contract.map(|contract| contract.game());
    let won = |record: &Record| game(record).outcome.is_some_and(|outcome| outcome.won);
    let count = |test: &dyn Fn(&Record) -> bool| all.iter().filter(|record| test(record)).count();
    let mut bench = on_replay(Language::English, &data);
    open(&mut bench, &path);
    click(&mut bench, "Game: Null");
    settle(&mut bench);
    assert_eq!(the_replay(&bench).rows().len(), count(&|r| kind(r) == Some(Game::Null)));
    click(&mut bench, "Narrow");
    click(&mut bench, "Outcome: won");
    settle(&mut bench);
    let won_null = count(&|r| kind(r) == Some(Game::Null) && won(r));
    assert_eq!(the_replay(&bench).rows().len(), won_null);
    click(&mut bench, "Widen");
    settle(&mut bench);
    // Nothing is added before something is asked for.
    assert_eq!(the_replay(&bench).rows().len(), won_null);
    click(&mut bench, "Game: Grand");
    settle(&mut bench);
    let grands = count(&|r| kind(r) == Some(Game::Grand));
    assert_eq!(the_replay(&bench).rows().len(), won_null + grands);
    fill(&mut bench, "Name of the filter", "mine");
    click(&mut bench, "Keep");
    click(&mut bench, "All games");
    settle(&mut bench);
    assert_eq!(the_replay(&bench).rows().len(), 500);
    click(&mut bench, "mine");
    settle(&mut bench);
    assert_eq!(the_replay(&bench).rows().len(), won_null + grands);
    // Kept with the settings, as eframe stores them.
    let stored = ron::to_string(app(&bench).settings()).unwrap();
    let settings: Settings = ron::from_str(&stored).unwrap();
    assert_eq!(&settings, app(&bench).settings());
    let mut again = on_replay_with(settings, &data);
    settle(&mut again);
    assert_eq!(the_replay(&again).rows().len(), 500, "the archive is open again");
    click(&mut again, "mine");
    settle(&mut again);
    assert_eq!(the_replay(&again).rows().len(), won_null + grands);
}

#[test]
fn the_list_is_sorted_by_each_column_and_walked_by_keys() {
    let data = folder("sorting");
    let path = data.join("games.sgf");
    std::fs::write(&path, text(&records(10, 300))).unwrap();
    let mut bench = on_replay(Language::English, &data);
    // Narrow lists leave columns out.
    bench.set_size(egui::vec2(1920.0, 1080.0));
    open(&mut bench, &path);
    let first = the_replay(&bench).rows().to_vec();
    for column in [
        "Date", "Players", "Declarer", "Game", "Bid", "Result", "Value", "Points", "Tricks", "Features",
        "Finding",
    ] {
        click(&mut bench, &format!("Sort by {column}"));
        settle(&mut bench);
        let up = the_replay(&bench).rows().to_vec();
        click(&mut bench, &format!("Sort by {column}"));
        settle(&mut bench);
        let down = the_replay(&bench).rows().to_vec();
        let mut sorted = up.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, first, "{column}");
        assert!(down != up || column == "Finding", "{column}");
        click(&mut bench, &format!("Sort by {column}"));
        settle(&mut bench);
        assert_eq!(the_replay(&bench).rows(), first, "{column}");
    }
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::PageDown);
    press(&mut bench, Key::ArrowUp);
    open_first(&mut bench);
    assert_eq!(the_replay(&bench).game().unwrap().row, first[2]);
    press(&mut bench, Key::T);
    assert_eq!(the_replay(&bench).page(), Page::Archive);
    press(&mut bench, Key::End);
    open_first(&mut bench);
    until(&mut bench, "the last game", |bench| shows(bench, "Game 300 of 300"));
}

#[test]
fn games_and_table_are_written() {
    let data = folder("writing");
    let path = data.join("games.sgf");
    let all = records(12, 80);
    std::fs::write(&path, text(&all)).unwrap();
    let mut bench = on_replay(Language::English, &data);
    open(&mut bench, &path);
    click(&mut bench, "Game: Grand");
    settle(&mut bench);
    let listed = the_replay(&bench).rows().len();
    click(&mut bench, "Save games …");
    let out = data.join("grands.sgf");
    fill(&mut bench, "File", &out.display().to_string());
    press(&mut bench, Key::Enter);
    until(&mut bench, "the games", |_| out.is_file());
    let written = std::fs::read_to_string(&out).unwrap();
    let grands: Vec<String> = all
        .iter()
        .filter(|r| RecordedGame::of(r).unwrap().count.contract.is_some_and(|c| c.game() == Game::Grand))
        .map(|record| record.to_string())
        .collect();
    assert_eq!(written.lines().collect::<Vec<_>>(), grands);
    click(&mut bench, "Save table …");
    let out = data.join("grands.csv");
    fill(&mut bench, "File", &out.display().to_string());
    press(&mut bench, Key::Enter);
    until(&mut bench, "the table", |_| out.is_file());
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), listed + 1);
}

#[test]
fn a_game_is_walked_tried_and_looked_at_from_every_seat() {
    let data = folder("walking");
    let path = data.join("game.sgf");
    let played_out = |record: &&Record| {
        let game = RecordedGame::of(record).unwrap();
        game.count.end == End::Played && game.play.is_some_and(|play| play.discard.is_some())
    };
    let record = records(13, 60).iter().find(played_out).unwrap().clone();
    std::fs::write(&path, text(std::slice::from_ref(&record))).unwrap();
    let mut bench = on_replay(Language::English, &data);
    open(&mut bench, &path);
    open_first(&mut bench);
    let stage = |bench: &Bench| the_replay(bench).game().unwrap().walk.stage();
    assert_eq!(stage(&bench), Stage::Cards(0));
    press(&mut bench, Key::ArrowLeft);
    assert_eq!(stage(&bench), Stage::Skat);
    assert!(shows(&bench, "Skat taken"));
    press(&mut bench, Key::Home);
    assert_eq!(stage(&bench), Stage::Dealt);
    type_key(&mut bench, Key::ArrowRight, true);
    type_key(&mut bench, Key::ArrowRight, true);
    assert_eq!(stage(&bench), Stage::Cards(3));
    // Another card than the one played begins a variation, typed or clicked; b goes back.
    let position = the_replay(&bench).game().unwrap().walk.position().unwrap().clone();
    let next = the_replay(&bench).game().unwrap().walk.next_played().unwrap().1;
    let other = position.playable().without(next).iter().next().unwrap();
    type_text(&mut bench, &other.to_string().to_lowercase());
    press(&mut bench, Key::Enter);
    press(&mut bench, Key::Escape);
    let variation = the_replay(&bench).game().unwrap().walk.variation().cloned();
    assert_eq!(variation.unwrap().cards, [other]);
    assert!(shows(&bench, "Variation from card 4"));
    press(&mut bench, Key::B);
    assert_eq!(position_line(&bench), position.to_string());
    let name = format!(
        "{}, {}",
        app(&bench).words().card(other),
        app(&bench).words().seat(position.turn().unwrap())
    );
    let found = names(&bench).into_iter().find(|label| label.starts_with(&name)).unwrap();
    click(&mut bench, &found);
    assert!(the_replay(&bench).game().unwrap().walk.variation().is_some());
    press(&mut bench, Key::B);
    // The position as a line for the clipboard, and its proof in Solve.
    bench.event(egui::Event::Copy);
    bench.run_steps(3);
    assert!(shows(&bench, "The position is on the clipboard"), "{:#?}", names(&bench));
    press_ctrl(&mut bench, Key::P);
    assert_eq!(app(&bench).settings().workspace, Workspace::Solve);
    press_ctrl(&mut bench, Key::Num3);
    // Through one player's eyes the others show backs; what he knows shows chances.
    let hidden = |bench: &Bench| {
        let own = format!(", {}", app(bench).words().seat(position.turn().unwrap().next()));
        names(bench).iter().filter(|label| label.ends_with(&own)).count()
    };
    assert!(hidden(&bench) > 5);
    let seat = position.turn().unwrap();
    let name = format!("View: {}", app(&bench).words().seat(seat));
    click(&mut bench, &name);
    assert_eq!(the_replay(&bench).bottom(), Some(seat));
    assert_eq!(hidden(&bench), 0);
    press(&mut bench, Key::W);
    assert!(hidden(&bench) > 8);
    // The belief map says the same in figures.
    click(&mut bench, "Section: Knowledge");
    assert!(shows(&bench, "deals possible") && shows(&bench, "%"));
    // Autoplay lets cards fall until it is stopped.
    press(&mut bench, Key::A);
    let before = the_replay(&bench).game().unwrap().walk.cards();
    until(&mut bench, "a card", |bench| the_replay(bench).game().unwrap().walk.cards() != before);
    press(&mut bench, Key::A);
    assert!(the_replay(&bench).game().unwrap().playing.is_none());
}

#[test]
fn a_batch_is_stopped_resumed_after_a_restart_and_fills_the_columns() {
    let data = folder("batch");
    let path = data.join("games.sgf");
    // Games that were given up soon, or passed, are analysed quickly.
    let short = |record: &Record| RecordedGame::of(record).unwrap().count.end == End::Played;
    let all: Vec<Record> = records(14, 400).into_iter().filter(|record| short(record)).take(12).collect();
    std::fs::write(&path, text(&all)).unwrap();
    let mut bench = on_replay(Language::English, &data);
    open(&mut bench, &path);
    click(&mut bench, "Section: Batch");
    click(&mut bench, "Depth: quick");
    click(&mut bench, "Analyse 12 games");
    let analysed = |bench: &Bench| {
        let replay = the_replay(bench);
        replay.rows().iter().filter(|&&row| replay.summary(row).is_some()).count()
    };
    until(&mut bench, "the first result", |bench| analysed(bench) >= 2);
    click(&mut bench, "Stop the batch");
    until(&mut bench, "the stop", |bench| the_replay(bench).batch().is_none());
    let done = analysed(&bench);
    let settings = app(&bench).settings().clone();
    assert!(settings.replay.pending.is_some());
    drop(bench);
    let mut again = on_replay_with(settings, &data);
    settle(&mut again);
    assert!(analysed(&again) >= done, "results are kept");
    click(&mut again, "Section: Batch");
    click(&mut again, "Resume");
    until(&mut again, "the rest", |bench| analysed(bench) == 12 && the_replay(bench).batch().is_none());
    assert!(app(&again).settings().replay.pending.is_none());
    settle(&mut again);
    // The results are filters at once.
    click(&mut again, "Section: List");
    click(&mut again, "Certain win missed: either side");
    settle(&mut again);
    let missed: Vec<u32> = the_replay(&again).rows().to_vec();
    assert!(missed.iter().all(|&row| the_replay(&again).summary(row).unwrap().missed()));
}

#[test]
fn both_languages_on_every_page() {
    let data = folder("languages");
    let path = data.join("games.sgf");
    std::fs::write(&path, format!("rubbish\n{}", text(&records(15, 20)))).unwrap();
    let mut bench = on_replay(Language::German, &data);
    open(&mut bench, &path);
    for (language, tabs) in [
        (Language::German, ["Liste", "Zahlen", "Stapel", "Unlesbar (1)"]),
        (Language::English, ["List", "Figures", "Batch", "Unreadable (1)"]),
    ] {
        let section = if language == Language::German { "Bereich" } else { "Section" };
        for tab in tabs {
            click(&mut bench, &format!("{section}: {tab}"));
            crate::language::only(&bench, language);
        }
        click(&mut bench, &format!("{section}: {}", tabs[0]));
        open_first(&mut bench);
        let tabs = if language == Language::German { ["Verlauf", "Wissen"] } else { ["Course", "Knowledge"] };
        for tab in tabs {
            click(&mut bench, &format!("{section}: {tab}"));
            crate::language::only(&bench, language);
        }
        for key in [Key::Home, Key::ArrowRight, Key::End] {
            press(&mut bench, key);
            crate::language::only(&bench, language);
        }
        press(&mut bench, Key::T);
        press(&mut bench, Key::F7);
    }
}

#[test]
fn pasted_records_are_shown() {
    let mut bench = window(Language::English);
    press_ctrl(&mut bench, Key::Num3);
    settle(&mut bench);
    bench.event(egui::Event::Paste(text(&records(16, 7))));
    bench.run_steps(4);
    settle(&mut bench);
    assert_eq!(the_replay(&bench).rows().len(), 7);
    assert!(shows(&bench, "Pasted games"));
}

/// Many games: with `KIEBITZ_GAMES=1000000` in the environment, a million of them (best with
/// `cargo test --release`; twenty thousand different records are repeated, 450 MB on disk).
#[test]
fn only_rows_in_sight_are_built_however_long_the_list() {
    let count: usize = std::env::var("KIEBITZ_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let data = folder("many");
    let path = data.join("many.sgf");
    let different = records(17, count.min(20_000) as u64);
    let text = text(&different);
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    for _ in 0..count / different.len() {
        file.write_all(text.as_bytes()).unwrap();
    }
    file.flush().unwrap();
    let mut bench = on_replay(Language::English, &data);
    open(&mut bench, &path);
    assert_eq!(the_replay(&bench).rows().len(), count);
    let built = |bench: &Bench| {
        let mut nodes = vec![bench.root().accesskit_node()];
        let mut rows = 0;
        while let Some(node) = nodes.pop() {
            rows += usize::from(node.role() == egui::Role::Row);
            nodes.extend(node.children());
        }
        rows
    };
    assert!((10..60).contains(&built(&bench)), "{}", built(&bench));
    press(&mut bench, Key::End);
    assert!((10..60).contains(&built(&bench)));
    click(&mut bench, "Sort by Declarer");
    settle(&mut bench);
    click(&mut bench, "Outcome: won");
    settle(&mut bench);
    let won = the_replay(&bench).rows().len();
    let expected = different
        .iter()
        .filter(|record| RecordedGame::of(record).unwrap().count.outcome.is_some_and(|outcome| outcome.won));
    assert_eq!(won, expected.count() * (count / different.len()));
    std::fs::remove_dir_all(&data).ok();
}

/// A real key press sends the key and its text.
fn strike(bench: &mut Bench, letters: &str) {
    for letter in letters.chars() {
        let key = Key::from_name(&letter.to_uppercase().to_string()).unwrap();
        let event = |pressed| egui::Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        bench.event(event(true));
        bench.event(egui::Event::Text(letter.to_string()));
        bench.run_steps(2);
        bench.event(event(false));
        bench.run_steps(2);
    }
}

fn field_text(bench: &Bench, name: &str) -> String {
    let node = bench
        .get_all_by_label(name)
        .find(|node| node.accesskit_node().role() == egui::accesskit::Role::TextInput)
        .unwrap();
    node.accesskit_node().value().unwrap_or_default()
}

#[test]
fn a_name_typed_letter_by_letter_stays_in_its_field() {
    for field in ["Spieler", "Freie Suche", "Datum von", "Augen von"] {
        let data = folder("typing");
        let mut bench = on_replay(Language::German, &data);
        settle(&mut bench);
        let is_field = |role| role == egui::accesskit::Role::TextInput;
        bench.get_all_by_label(field).find(|node| is_field(node.accesskit_node().role())).unwrap().focus();
        bench.run_steps(3);
        // In a field for numbers the letters are dropped, but the focus must not be.
        let (typed, kept) = if field == "Augen von" { ("kermit", "") } else { ("kermit", "kermit") };
        strike(&mut bench, typed);
        assert_eq!(field_text(&bench, field), kept, "{field}");
        if field == "Augen von" {
            for digit in ["6", "1"] {
                bench.event(egui::Event::Text(digit.into()));
                bench.run_steps(3);
            }
            assert_eq!(field_text(&bench, field), "61");
        }
        // No letter was taken for a shortcut: T opens a game, M makes a puzzle, I asks for advice.
        assert_eq!(the_replay(&bench).page(), Page::Archive, "{field}");
        assert_eq!(app(&bench).settings().workspace, Workspace::Replay);
        assert!(the_replay(&bench).game().is_none());
    }
}
