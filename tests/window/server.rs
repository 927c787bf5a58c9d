//! Playing with people, in the window: logging in, a table, a whole game, its record; a lost connection taken up again.

use crate::bench::{Answers, Bench, app, click, fill, folder, names, press, shows, until, window_with};
use egui::Key;
use kiebitz::app::Workspace;
use kiebitz::app::commands::Command;
use kiebitz::app::settings::Settings;
use kiebitz::app::solve::server::Server;
use kiebitz::archive::{Record, recount};
use kiebitz::net::course::{Course, Phase};
use kiebitz::net::follow::SeatGame;
use kiebitz::net::hosting::Hosting;
use kiebitz::puzzle::Language;
use std::path::Path;

fn open(data: &Path) -> Bench {
    let settings = Settings {
        language: Some(Language::German),
        workspace: Workspace::Solve,
        memory: 32,
        ..Settings::default()
    };
    let mut bench = window_with(settings, Answers(None), Some(data.to_path_buf()));
    click(&mut bench, "Seite: Server");
    bench
}

fn server(bench: &Bench) -> &Server {
    app(bench).solve().server()
}

fn log_in(bench: &mut Bench, hosting: &Hosting, name: &str) {
    fill(bench, "Server", &hosting.local_address());
    fill(bench, "Ihr Name", name);
    fill(bench, "Passwort", "offen");
    click(bench, "Anmelden");
    until(bench, "the lobby", |bench| shows(bench, &format!("Angemeldet als {name}")));
}

fn game(bench: &Bench) -> Option<&SeatGame> {
    server(bench).lobby()?.table.as_ref()?.game.as_ref()
}

fn course(bench: &Bench) -> Option<&Course> {
    game(bench)?.course.as_ref()
}

/// Plays one game to its end: passes, and lets the first card fall that may be played.
fn play(bench: &mut Bench) {
    until(bench, "a game", |bench| course(bench).is_some());
    loop {
        until(bench, "the person's turn or the end", |bench| {
            game(bench).is_none_or(|game| game.is_my_turn())
        });
        let Some(now) = game(bench) else { return };
        // There is no advice at a table with people.
        assert!(!app(bench).solve().server().can_run(Command::Advice));
        let moves = course(bench).unwrap().moves().len();
        match course(bench).unwrap().phase() {
            Phase::Bidding => click(bench, "Passe"),
            Phase::Playing => {
                let card = now.course.as_ref().unwrap().playable().unwrap().iter().next().unwrap();
                let name = app(bench).words().card(card);
                click(bench, &format!("{name}, anna"));
            }
            phase => panic!("{phase:?}"),
        }
        until(bench, "the move", |bench| course(bench).is_none_or(|course| course.moves().len() > moves));
    }
}

#[test]
fn a_game_with_two_others_from_the_login_to_its_record() {
    let data = folder("server");
    let hosting = Hosting::start(0, &["Kiebitz1", "Kiebitz2"], Some("anna"), None).unwrap();
    let mut bench = open(&data);
    assert!(server(&bench).lobby().is_none(), "nothing is contacted before the person says so");
    log_in(&mut bench, &hosting, "anna");
    until(&mut bench, "the invitation", |bench| shows(bench, "lädt Sie an Tisch"));
    click(&mut bench, "Hingehen");
    until(&mut bench, "the table", |bench| shows(bench, "Ich bin bereit"));
    fill(&mut bench, "Etwas sagen", "Gut Blatt!");
    press(&mut bench, Key::Enter);
    click(&mut bench, "Ich bin bereit");
    play(&mut bench);
    // The record is kept in a file of its own, and it is a game by the rules.
    let games = data.join("games");
    let kept = |_: &Bench| std::fs::read_dir(&games).is_ok_and(|mut files| files.next().is_some());
    until(&mut bench, "the record", kept);
    let file = std::fs::read_dir(&games).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(file).unwrap();
    let record = Record::parse(text.trim().as_bytes()).unwrap();
    assert!(record.players.iter().flatten().any(|name| name == "anna"), "{text}");
    recount(&record).unwrap();
    until(&mut bench, "the way to Replay", |bench| shows(bench, "Im Nachspielen ansehen"));
    click(&mut bench, "Im Nachspielen ansehen");
    until(&mut bench, "Replay", |bench| app(bench).settings().workspace == Workspace::Replay);
    std::fs::remove_dir_all(data).ok();
}

#[test]
fn a_table_comes_and_goes_and_a_lost_host_is_told() {
    let data = folder("server alone");
    let mut bench = open(&data);
    let hosting = Hosting::start(0, &[], None, None).unwrap();
    log_in(&mut bench, &hosting, "bert");
    click(&mut bench, "Neuer Tisch");
    until(&mut bench, "the table", |bench| shows(bench, "Tisch verlassen"));
    click(&mut bench, "Tisch verlassen");
    until(&mut bench, "the lobby", |bench| shows(bench, "Neuer Tisch"));
    // The host goes: that is said, and the person can leave.
    drop(hosting);
    until(&mut bench, "the loss", |bench| shows(bench, "Die Verbindung ist abgebrochen"));
    click(&mut bench, "Abmelden");
    assert!(server(&bench).lobby().is_none(), "{:#?}", names(&bench));
    std::fs::remove_dir_all(data).ok();
}
