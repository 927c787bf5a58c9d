//! What a frame costs: a scripted use of the window with an archive open and searches running. By default the work of the
//! window's thread is counted, not timed: the memory it asks for in its heaviest frame must not grow with the archive.
//! The long form prints times:
//!
//! `cargo test --test window frames -- --ignored --nocapture` (`KIEBITZ_FRAMES_GAMES` and
//! `KIEBITZ_FRAMES_ROUNDS` change its size)

use crate::bench::{Answers, Bench, app, folder, press, press_ctrl, window_with};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kiebitz::app::Workspace;
use kiebitz::app::replay::Page;
use kiebitz::app::settings::Settings;
use kiebitz::archive::random_record;
use kiebitz::cards::Dice;
use kiebitz::puzzle::Language;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// An archive of so many games; after the first ten thousand they come again.
fn archive(games: usize, data: &Path) -> PathBuf {
    let mut dice = Dice::new(61);
    let some: Vec<String> =
        (0..games.min(10_000)).map(|id| format!("{}\n", random_record(&mut dice, id as u64))).collect();
    let path = data.join("games.sgf");
    let mut out = BufWriter::new(std::fs::File::create(&path).unwrap());
    for i in 0..games {
        // Each has its own number, or it would be shown once.
        let text = &some[i % some.len()];
        let own = text.replacen(&format!("ID[{}]", i % some.len()), &format!("ID[{i}]"), 1);
        out.write_all(own.as_bytes()).unwrap();
    }
    out.flush().unwrap();
    path
}

fn on_archive(games: usize, name: &str) -> Bench {
    let data = folder(name);
    let path = archive(games, &data);
    let mut settings = Settings {
        language: Some(Language::English),
        workspace: Workspace::Replay,
        memory: 64,
        threads: 2,
        ..Settings::default()
    };
    settings.replay.archives.push(path);
    let mut bench = window_with(settings, Answers(None), Some(data));
    while !app(&bench).replay().is_settled() || app(&bench).replay().archives().library.index.len() < games {
        std::thread::sleep(std::time::Duration::from_millis(5));
        bench.step();
    }
    bench
}

fn click(bench: &mut Bench, name: &str) {
    let all: Vec<_> = bench.get_all_by_label(name).collect();
    all.last().unwrap().click();
    drop(all);
    bench.run_steps(2);
}

/// Waits without a limit: the long form runs for an hour on a machine that has other things to do.
fn settled(bench: &mut Bench) {
    while !app(bench).replay().is_settled() {
        std::thread::sleep(std::time::Duration::from_millis(5));
        bench.step();
    }
    bench.run_steps(1);
}

/// Filters, sorts, scrolls, opens games, steps through them, and looks into the other workspaces.
fn use_it(bench: &mut Bench) {
    for name in ["Grand", "Null"] {
        click(bench, &format!("Game: {name}"));
        settled(bench);
    }
    let is_field = |role| role == egui::accesskit::Role::TextInput;
    let field = bench.get_all_by_label("Free search").find(|node| is_field(node.accesskit_node().role()));
    field.unwrap().focus();
    bench.run_steps(2);
    for letter in "won".chars() {
        bench.event(egui::Event::Text(letter.to_string()));
        bench.run_steps(2);
    }
    settled(bench);
    click(bench, "All games");
    settled(bench);
    for column in ["Players", "Points", "Date"] {
        click(bench, &format!("Sort by {column}"));
        settled(bench);
    }
    bench.get_by_label("Section: Figures").click();
    bench.run_steps(3);
    bench.get_by_label("Section: List").click();
    bench.run_steps(2);
    for key in [Key::End, Key::ArrowUp, Key::Home, Key::ArrowDown, Key::PageDown, Key::Enter] {
        press(bench, key);
    }
    while app(bench).replay().page() != Page::Game {
        std::thread::sleep(std::time::Duration::from_millis(5));
        bench.step();
    }
    for _ in 0..4 {
        for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowLeft, Key::End, Key::Home] {
            press(bench, key);
        }
        bench.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
        bench.run_steps(2);
        press(bench, Key::PageDown);
        settled(bench);
    }
    for number in [Key::Num1, Key::Num2, Key::Num3] {
        press_ctrl(bench, number);
        bench.run_steps(4);
    }
    press(bench, Key::T);
}

#[test]
fn no_frame_grows_with_the_archive() {
    let heaviest = |games: usize, name: &str| {
        let mut bench = on_archive(games, name);
        use_it(&mut bench); // fonts and pictures are made once
        bench.state_mut().heaviest = 0;
        use_it(&mut bench);
        bench.state().heaviest
    };
    let small = heaviest(300, "frames-small");
    let large = heaviest(6_000, "frames-large");
    // The index of the larger one has more than half a megabyte; it must not be copied in a frame, nor half of it.
    assert!(
        large < small + 250_000,
        "{small} bytes in the heaviest frame with 300 games, {large} with 6,000"
    );
}

#[test]
#[ignore = "two million games and minutes of use; prints times"]
fn two_million_games() {
    let number = |name: &str, usual: usize| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let games = number("KIEBITZ_FRAMES_GAMES", 2_000_000);
    let mut bench = on_archive(games, "frames-long");
    println!("opening {games} games: {}", app(&bench).frames());
    for round in 0..number("KIEBITZ_FRAMES_ROUNDS", 20) {
        if round == 1 {
            // From now on both cores are busy with a batch.
            bench.get_by_label("Section: Batch").click();
            bench.run_steps(3);
            // The heading of the page begins with the same word; the button stands below it.
            let all: Vec<_> = bench.get_all_by_label_contains("Analyse ").collect();
            all.last().unwrap().click();
            drop(all);
            bench.run_steps(3);
            bench.get_by_label("Section: List").click();
            bench.run_steps(3);
        }
        use_it(&mut bench);
        println!("round {round}: {}; heaviest frame {} bytes", app(&bench).frames(), bench.state().heaviest);
    }
}
