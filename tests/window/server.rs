//! Playing with people, in the window: logging in, a table, a whole game, its record; a lost connection taken up again.

use crate::bench::{
    Answers, Bench, app, click, fill, folder, names, press, press_ctrl, shows, until, window_with,
};
use egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kiebitz::app::Workspace;
use kiebitz::app::commands::Command;
use kiebitz::app::settings::Settings;
use kiebitz::app::solve::server::Server;
use kiebitz::archive::{Record, recount};
use kiebitz::net::course::{Course, Phase};
use kiebitz::net::follow::SeatGame;
use kiebitz::net::hosting::Hosting;
use kiebitz::net::lobby::Link;
use kiebitz::net::passwords::{LoginName, MemoryStore, PasswordStore as _};
use kiebitz::puzzle::Language;
use std::path::Path;
use std::sync::Arc;

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
    play_until(bench, |_| false);
}

/// The same, but no further than this; then the person is on turn, so that nobody else can end the game.
fn play_until(bench: &mut Bench, is_enough: impl Fn(&Course) -> bool) {
    until(bench, "a game", |bench| course(bench).is_some());
    while course(bench).is_some() {
        until(bench, "the person's turn or the end", |bench| {
            game(bench).is_none_or(|game| game.is_my_turn())
        });
        let Some(now) = game(bench).filter(|_| !course(bench).is_some_and(&is_enough)) else { return };
        // There is no advice at a table with people.
        assert!(!app(bench).solve().server().can_run(Command::Advice));
        let moves = course(bench).unwrap().moves().len();
        let number = now.number;
        match course(bench).unwrap().phase() {
            Phase::Bidding => click(bench, "Passe"),
            Phase::Playing => {
                let card = now.course.as_ref().unwrap().playable().unwrap().iter().next().unwrap();
                let name = app(bench).words().card(card);
                click(bench, &format!("{name}, anna"));
            }
            phase => panic!("{phase:?}"),
        }
        // After the last card of a game the next one may have begun.
        until(bench, "the move", |bench| {
            game(bench).is_none_or(|game| game.number != number)
                || course(bench).is_none_or(|course| course.moves().len() > moves)
        });
    }
}

/// Goes to the table to which the host's players ask, and says that the next game may begin.
fn sit_down(bench: &mut Bench) {
    until(bench, "the invitation", |bench| shows(bench, "lädt Sie an Tisch"));
    click(bench, "Hingehen");
    until(bench, "the table", |bench| shows(bench, "Ich bin bereit"));
    click(bench, "Ich bin bereit");
}

#[test]
fn a_game_with_two_others_from_the_login_to_its_record() {
    let data = folder("server");
    let hosting = Hosting::start(0, &["Kiebitz1", "Kiebitz2"], Some("anna"), None).unwrap();
    let mut bench = open(&data);
    assert!(server(&bench).lobby().is_none(), "nothing is contacted before the person says so");
    log_in(&mut bench, &hosting, "anna");
    until(&mut bench, "the invitation", |bench| shows(bench, "lädt Sie an Tisch"));
    fill(&mut bench, "Etwas sagen", "Gut Blatt!");
    press(&mut bench, Key::Enter);
    until(&mut bench, "what was said", |bench| shows(bench, "Gut Blatt!"));
    sit_down(&mut bench);
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

#[test]
fn a_game_goes_on_after_the_connection_was_lost() {
    let data = folder("server again");
    let journal = data.join("other host.log");
    let ais = ["Kiebitz1", "Kiebitz2"];
    let hosting = Hosting::start(0, &ais, Some("anna"), Some(&journal)).unwrap();
    let port = hosting.local_address().rsplit_once(':').unwrap().1.parse().unwrap();
    let mut bench = open(&data);
    log_in(&mut bench, &hosting, "anna");
    sit_down(&mut bench);
    play_until(&mut bench, |course| course.moves().len() > 2);
    // The cards are the host's: if everybody passes, the next ones are dealt.
    while course(&bench).is_none() {
        until(&mut bench, "the question", |bench| shows(bench, "Ich bin bereit"));
        click(&mut bench, "Ich bin bereit");
        play_until(&mut bench, |course| course.moves().len() > 2);
    }
    let (before, moves) = {
        let course = course(&bench).expect("a game that is not over after three words");
        (course.deal().clone(), course.moves().len())
    };
    drop(hosting);
    until(&mut bench, "the loss", |bench| matches!(server(bench).lobby().unwrap().link, Link::Offline(_)));
    assert!(shows(&bench, "Die Verbindung ist abgebrochen"), "{:#?}", names(&bench));
    // The old host lets go of its port as soon as its thread has seen that it is over.
    let again = std::iter::from_fn(|| Some(Hosting::start(port, &ais, Some("anna"), Some(&journal))));
    let _hosting = again.flatten().next().unwrap();
    until(&mut bench, "the same game", |bench| {
        server(bench).lobby().unwrap().link == Link::Online && course(bench).is_some()
    });
    let now = course(&bench).unwrap();
    assert_eq!(now.deal(), &before, "the cards are the same");
    assert!(now.moves().len() >= moves);
    play(&mut bench);
    until(&mut bench, "the score sheet", |bench| shows(bench, "Spielliste"));
    std::fs::remove_dir_all(data).ok();
}

#[test]
fn nobody_is_advised_while_he_plays_with_people() {
    let data = folder("server advice");
    let hosting = Hosting::start(0, &["Kiebitz1", "Kiebitz2"], Some("anna"), None).unwrap();
    let mut bench = open(&data);
    log_in(&mut bench, &hosting, "anna");
    sit_down(&mut bench);
    until(&mut bench, "a game", |bench| course(bench).is_some());
    // Neither at the table nor in another workspace, where somebody might lay out his cards.
    press(&mut bench, Key::I);
    assert!(!app(&bench).solve().server().can_run(Command::Advice));
    press_ctrl(&mut bench, Key::Num1);
    assert_eq!(app(&bench).settings().workspace, Workspace::Compose);
    press(&mut bench, Key::I);
    until(&mut bench, "the refusal", |bench| shows(bench, "gibt Kiebitz keinen Rat"));
    std::fs::remove_dir_all(data).ok();
}

#[test]
fn a_password_is_kept_only_if_asked_and_only_in_the_keyring() {
    let data = folder("server password");
    let hosting = Hosting::start(0, &[], None, None).unwrap();
    let store = Arc::new(MemoryStore::default());
    let login = LoginName::new(hosting.local_address(), "anna");
    let mut bench = open(&data);
    // Without a keyring the box is there, grey, with the reason.
    until(&mut bench, "the reason", |bench| shows(bench, "antwortet kein Schlüsselbund"));
    bench.state_mut().app.as_mut().unwrap().set_password_store(store.clone());
    until(&mut bench, "the keyring", |bench| shows(bench, "Nur im Schlüsselbund des Systems"));
    log_in(&mut bench, &hosting, "anna");
    assert_eq!(store.find(&login), Ok(None), "nobody asked for it");
    click(&mut bench, "Abmelden");
    click(&mut bench, "Passwort merken");
    log_in(&mut bench, &hosting, "anna");
    until(&mut bench, "the password in the keyring", |_| store.find(&login).unwrap().is_some());
    assert_eq!(store.find(&login).unwrap().unwrap().expose(), "offen");
    click(&mut bench, "Abmelden");
    drop(bench);
    // The next start finds it there: nothing has to be typed.
    let settings = std::fs::read_to_string(data.join("settings.json")).unwrap_or_default();
    assert!(!settings.contains("offen"), "{settings}");
    let mut bench = open(&data);
    bench.state_mut().app.as_mut().unwrap().set_password_store(store.clone());
    fill(&mut bench, "Server", &hosting.local_address());
    fill(&mut bench, "Ihr Name", "anna");
    if !app(&bench).settings().join_in.server.keep_password {
        until(&mut bench, "the keyring", |bench| shows(bench, "Nur im Schlüsselbund des Systems"));
        click(&mut bench, "Passwort merken");
    }
    until(&mut bench, "the password", |bench| {
        let button = bench.query_by_label("Anmelden");
        button.is_some_and(|button| !button.accesskit_node().is_disabled())
    });
    // Without the tick it is taken out again.
    click(&mut bench, "Passwort merken");
    click(&mut bench, "Anmelden");
    until(&mut bench, "the keyring without it", |_| store.find(&login).unwrap().is_none());
    std::fs::remove_dir_all(data).ok();
}
