//! The first page and the tours.

use crate::bench::{Answers, Bench, app, click, press, press_ctrl, until, window_with};
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use kiebitz::app::Workspace;
use kiebitz::app::commands::Command;
use kiebitz::app::replay::Page as ReplayPage;
use kiebitz::app::settings::Settings;
use kiebitz::app::solve::Page;
use kiebitz::app::tour::Tour;
use kiebitz::puzzle::Language;

fn first_page() -> Bench {
    let settings = Settings {
        language: Some(Language::English),
        workspace: Workspace::Start,
        memory: 32,
        threads: 1,
        ..Settings::default()
    };
    window_with(settings, Answers(None), None)
}

#[test]
fn the_puzzle_of_the_day_is_played_where_it_lies() {
    let mut bench = first_page();
    let attempt = app(&bench).solve().attempt().unwrap();
    assert!(attempt.is_persons_turn());
    let card = attempt.position().playable().iter().next().unwrap();
    let name = app(&bench).words().card(card);
    let owner = app(&bench).words().seat(app(&bench).solve().attempt().unwrap().position().turn().unwrap());
    click(&mut bench, &format!("{name}, {owner}"));
    until(&mut bench, "the card on the table", |bench| app(bench).solve().attempt().unwrap().played() > 0);
    assert_eq!(app(&bench).settings().workspace, Workspace::Start);
    // Whoever goes to Solve finds the same table there.
    press_ctrl(&mut bench, Key::Num2);
    assert_eq!(app(&bench).solve().page(), Page::Play);
    press_ctrl(&mut bench, Key::Home);
    assert_eq!(app(&bench).settings().workspace, Workspace::Start);
}

#[test]
fn every_way_leads_somewhere() {
    for (way, workspace) in [
        ("Solve puzzles", Workspace::Solve),
        ("Build a puzzle", Workspace::Compose),
        ("Replay games", Workspace::Replay),
        ("Join in", Workspace::Solve),
    ] {
        let mut bench = first_page();
        click(&mut bench, way);
        assert_eq!(app(&bench).settings().workspace, workspace, "{way}");
        let page = app(&bench).solve().page();
        match way {
            "Solve puzzles" => assert_eq!(page, Page::List),
            "Join in" => assert_eq!(page, Page::JoinIn),
            _ => {}
        }
    }
}

/// Goes through a whole tour by its own buttons, and says how many steps pointed at something.
fn walk(tour: Tour) -> (Bench, usize, usize) {
    let mut bench = first_page();
    let name = tour.command().name(&app(&bench).words());
    click(&mut bench, name);
    let (mut steps, mut pointed) = (0, 0);
    while app(&bench).tour().is_some() {
        if tour == Tour::Replay {
            until(&mut bench, "the games", |bench| app(bench).replay().is_settled());
        }
        if app(&bench).tour().unwrap().tour == Tour::Replay && app(&bench).tour().unwrap().step == 3 {
            until(&mut bench, "the game", |bench| app(bench).replay().page() == ReplayPage::Game);
        }
        bench.run_steps(3);
        steps += 1;
        pointed += usize::from(app(&bench).tour_points_at(&bench.ctx).is_some());
        let last = bench.query_by_label("Next").is_none();
        click(&mut bench, if last { "Done" } else { "Next" });
    }
    (bench, steps, pointed)
}

#[test]
fn every_step_of_every_tour_points_at_something() {
    for tour in Tour::ALL {
        let (_, steps, pointed) = walk(tour);
        assert_eq!((steps, pointed), (6, 6), "{tour:?}");
    }
}

#[test]
fn a_tour_sees_what_is_done_and_esc_leaves_it() {
    let mut bench = first_page();
    let name = Tour::Compose.command().name(&app(&bench).words());
    click(&mut bench, name);
    click(&mut bench, "Next");
    assert!(bench.query_by_label_contains("Just so").is_none());
    let nine = app(&bench).words().card("C9".parse().unwrap());
    click(&mut bench, &nine);
    assert!(bench.query_by_label_contains("Just so").is_some());
    press(&mut bench, Key::Escape);
    assert!(app(&bench).tour().is_none());
    assert!(Command::all().any(|command| command == Tour::Idea.command()));
}
