//! Joining in: whole games with two others, from the bidding to the score list and to Replay.

use crate::bench::{
    Answers, Bench, app, click, fill, folder, names, press, press_ctrl, shows, until, window_with,
};
use crate::language::only;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use kiebitz::app::Workspace;
use kiebitz::app::settings::{CardSettings, Settings};
use kiebitz::app::solve::Page;
use kiebitz::app::solve::join_in::{JoinIn, Remembered, Strength};
use kiebitz::cards::{Card, Cards};
use kiebitz::deal::Deal;
use kiebitz::player::course::{Game, Stage};
use kiebitz::puzzle::{Language, Puzzle, bundled};
use kiebitz::rules::{Game as Kind, Seat};
use std::path::PathBuf;

/// Forehand has what he needs, the others have nothing to bid on.
const STRONG: &str = "contract=G declarer=F F=CJ.SJ.HJ.DJ.CA.CT.C7.SA.S7.HA M=CK.CQ.ST.SK.SQ.HT.H9.DA.D9.D7 \
    R=C9.C8.S9.S8.HK.HQ.H8.DT.DK.D8 skat=H7.DQ view=F";

fn open_window(wait: bool, data: Option<PathBuf>) -> Bench {
    let settings = Settings {
        language: Some(Language::German),
        workspace: Workspace::Compose,
        memory: 32,
        cards: CardSettings { pause: 0.0, ..CardSettings::default() },
        values: false,
        join_in: Remembered { strength: Strength::Beginner, wait, ..Remembered::default() },
        ..Settings::default()
    };
    window_with(settings, Answers(None), data)
}

fn join_in(bench: &Bench) -> &JoinIn {
    app(bench).solve().join_in()
}

fn game(bench: &Bench) -> &Game {
    join_in(bench).game().unwrap()
}

/// Lays a deal out in Compose and sits down to it.
fn sit(bench: &mut Bench, line: &str, seat: &str) {
    bench.event(egui::Event::Paste(line.into()));
    bench.run_steps(3);
    bench.key_press_modifiers(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::M);
    bench.run_steps(3);
    assert_eq!(app(bench).solve().page(), Page::JoinIn, "{:#?}", names(bench));
    click(bench, &format!("Ihr Platz: {seat}"));
    click(bench, "Karten geben");
    assert_eq!(app(bench).words().seat(game(bench).me()), seat);
}

/// Waits until the person has to do something, or it is over. Tricks that rest are taken away.
fn wait(bench: &mut Bench) {
    loop {
        until(bench, "the person's turn", |bench| {
            join_in(bench).trick_rests() || game(bench).is_my_turn() || game(bench).stage() == Stage::Over
        });
        if !join_in(bench).trick_rests() {
            return;
        }
        press(bench, Key::Space);
        assert!(!join_in(bench).trick_rests());
    }
}

/// Clicks one of the person's own cards.
fn click_card(bench: &mut Bench, card: Card) {
    let name = app(bench).words().card(card);
    click(bench, &format!("{name}, Sie"));
}

/// No hidden card has a name on screen: only one's own hand, the trick, and what was laid open may.
fn nothing_hidden_shows(bench: &Bench) {
    let words = app(bench).words();
    let game = game(bench);
    let fallen =
        game.seen().map_or(Cards::NONE, |seen| seen.history().iter().map(|play| play.card).collect());
    let mut known = game.hand() | fallen;
    if let Some(seen) = game.seen() {
        let (declarer, contract) = game.announced().unwrap();
        if declarer == game.me() && !contract.is_hand() {
            known |= seen.skat();
        }
        if contract.is_ouvert() {
            known |= seen.hand(declarer);
        }
    }
    for name in names(bench) {
        let card = Card::all().find(|&card| name.starts_with(&format!("{}, ", words.card(card))));
        assert!(card.is_none_or(|card| known.has(card)), "{name} is hidden");
    }
}

/// Plays legal cards to the end, after trying an illegal one; returns whether there was one to try.
fn play_out(bench: &mut Bench) -> bool {
    let mut refused = false;
    loop {
        wait(bench);
        if game(bench).stage() == Stage::Over {
            return refused;
        }
        nothing_hidden_shows(bench);
        let (playable, hand) = (game(bench).playable(), game(bench).hand());
        let before = game(bench).seen().unwrap().history().len();
        if let Some(card) = (hand - playable).iter().next().filter(|_| !refused) {
            click_card(bench, card);
            assert_eq!(game(bench).seen().unwrap().history().len(), before);
            assert!(shows(bench, "Sie müssen bedienen: "), "{:#?}", names(bench));
            refused = true;
        }
        // The strongest card, trumps first: four jacks and the aces win whatever the others do.
        let kind = game(bench).announced().unwrap().1.game();
        let card =
            playable.iter().max_by_key(|&card| (kind.trumps().has(card), kind.strength(card))).unwrap();
        click_card(bench, card);
        assert!(game(bench).seen().unwrap().history().len() > before, "{card}: {:#?}", names(bench));
    }
}

#[test]
fn alone_from_the_bidding_to_replay() {
    let mut bench = open_window(false, None);
    sit(&mut bench, STRONG, "Vorhand");
    wait(&mut bench);
    nothing_hidden_shows(&bench);
    // Help is there for whoever wants it, and only then.
    assert!(!shows(&bench, "Die KI sagt jetzt"));
    press(&mut bench, Key::I);
    until(&mut bench, "the advice", |bench| shows(bench, "Die KI sagt jetzt: "));
    press(&mut bench, Key::I);
    assert!(!shows(&bench, "Die KI sagt jetzt"));
    while game(&bench).stage() == Stage::Bidding {
        press(&mut bench, Key::Plus);
        wait(&mut bench);
    }
    assert_eq!((game(&bench).stage(), game(&bench).auction().bid()), (Stage::Choosing, 18));
    click(&mut bench, "Hand spielen");
    assert_eq!(game(&bench).hand().len(), 10);
    click(&mut bench, "Spiel: Kreuz");
    assert!(shows(&bench, "Kreuz Hand, mit 6: zählt 96"), "{:#?}", names(&bench));
    click(&mut bench, "Doch aufnehmen");
    assert_eq!(game(&bench).hand().len(), 12);
    // Nothing is announced before two cards lie there and a game is chosen.
    click(&mut bench, "Ansagen");
    assert_eq!(game(&bench).stage(), Stage::Announcing { hand: false });
    for card in ["S7", "H7", "S7", "DQ"] {
        let card: Card = card.parse().unwrap();
        let name = app(&bench).words().card(card);
        let skat = names(&bench).contains(&format!("{name}, Skat"));
        click(&mut bench, &format!("{name}, {}", if skat { "Skat" } else { "Sie" }));
    }
    // The third click took the first card back.
    click(&mut bench, "Spiel: Grand");
    assert!(shows(&bench, "Grand, mit 4: zählt 120"), "{:#?}", names(&bench));
    only(&bench, Language::German);
    click(&mut bench, "Ansagen");
    assert_eq!(game(&bench).announced().unwrap().0, Seat::Forehand);
    assert_eq!(game(&bench).seen().unwrap().skat(), "H7.DQ".parse().unwrap());
    play_out(&mut bench);
    only(&bench, Language::German);
    assert!(shows(&bench, "Sie haben gewonnen"), "{:#?}", names(&bench));
    let result = game(&bench).played().unwrap().game.clone().unwrap();
    assert!(result.outcome.won && result.outcome.value >= 120);
    let points = format!("{} : {}", result.tally.declarer_points, 120 - result.tally.declarer_points);
    assert!(shows(&bench, &points) && shows(&bench, &format!("+{}", result.outcome.value + 50)));
    assert!(join_in(&bench).list().lines().is_empty(), "known cards do not count");
    press(&mut bench, Key::F7);
    only(&bench, Language::English);
    press(&mut bench, Key::F7);
    // The record opens as a game, and counting it again gives the same.
    click(&mut bench, "Im Nachspielen ansehen");
    until(&mut bench, "the game in Replay", |bench| app(bench).replay().game().is_some());
    let count = app(&bench).replay().game().unwrap().walk.game.count.clone();
    assert_eq!((count.tally, count.outcome), (result.tally, Some(result.outcome)));
    // From there the same cards are played again.
    bench.key_press_modifiers(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::M);
    bench.run_steps(3);
    click(&mut bench, "Karten geben");
    assert_eq!(game(&bench).me(), Seat::Forehand);
    let hand = "CJ.SJ.HJ.DJ.CA.CT.C7.SA.S7.HA".parse().unwrap();
    assert_eq!((game(&bench).hand(), game(&bench).counts()), (hand, false));
}

#[test]
fn the_cards_of_a_puzzle_are_played_as_a_game() {
    let whole = |puzzle: &Puzzle| Deal::of(puzzle.position.start());
    let (_, puzzle) = bundled().find(|(_, puzzle)| whole(puzzle).is_some()).unwrap();
    let mut bench = open_window(false, None);
    press_ctrl(&mut bench, Key::Num2);
    fill(&mut bench, "Suchen", &puzzle.title.de);
    bench.get_all_by_label_contains(&format!("{}: ", puzzle.title.de)).next().unwrap().click();
    bench.run_steps(3);
    click(&mut bench, "Diese Verteilung mitspielen");
    click(&mut bench, "Ihr Platz: Mittelhand");
    click(&mut bench, "Karten geben");
    assert_eq!(game(&bench).hand(), whole(&puzzle).unwrap().hand(Seat::Middlehand));
    assert!(game(&bench).stage() == Stage::Bidding && !game(&bench).counts());
    // A game that is under way is not lost by looking at another deal.
    click(&mut bench, "Seite: Spieltisch");
    click(&mut bench, "Diese Verteilung mitspielen");
    assert!(join_in(&bench).game().is_none());
    click(&mut bench, "Zurück zum angefangenen Spiel");
    assert_eq!(game(&bench).me(), Seat::Middlehand);
}

#[test]
fn a_defender_follows_suit_and_tricks_wait_for_him() {
    let mut bench = open_window(true, None);
    sit(&mut bench, STRONG, "Hinterhand");
    wait(&mut bench);
    while game(&bench).stage() == Stage::Bidding {
        click(&mut bench, "Passe");
        wait(&mut bench);
    }
    let (declarer, contract) = game(&bench).announced().unwrap();
    assert_eq!(declarer, Seat::Forehand);
    assert_ne!(contract.game(), Kind::Null);
    assert!(play_out(&mut bench), "no illegal card was tried");
    let result = game(&bench).played().unwrap().game.clone().unwrap();
    let end = if result.outcome.won { "Anna hat gewonnen" } else { "Anna hat verloren" };
    assert!(shows(&bench, end), "{:#?}", names(&bench));
    // The same cards, hidden again.
    click(&mut bench, "Dieselben Karten noch einmal");
    assert_eq!((game(&bench).stage(), game(&bench).me()), (Stage::Bidding, Seat::Rearhand));
    nothing_hidden_shows(&bench);
}

#[test]
fn everybody_passes_and_the_next_deal_moves_on() {
    let mut bench = open_window(false, None);
    sit(&mut bench, STRONG, "Vorhand");
    wait(&mut bench);
    press(&mut bench, Key::Minus);
    wait(&mut bench);
    assert_eq!(game(&bench).stage(), Stage::Over);
    assert!(shows(&bench, "Alle haben gepasst"));
    // The next deal: forehand becomes rearhand, and the game counts.
    click(&mut bench, "Noch ein Spiel");
    assert_eq!((game(&bench).me(), game(&bench).counts()), (Seat::Rearhand, true));
    wait(&mut bench);
    // Going elsewhere and coming back changes nothing.
    let (hand, said) = (game(&bench).hand(), game(&bench).auction().clone());
    press_ctrl(&mut bench, Key::Num1);
    press_ctrl(&mut bench, Key::M);
    assert_eq!((game(&bench).hand(), game(&bench).auction()), (hand, &said));
    assert_eq!(app(&bench).solve().page(), Page::JoinIn);
}

#[test]
fn the_score_list_is_kept() {
    let data = folder("join in");
    let mut bench = open_window(false, Some(data.clone()));
    press_ctrl(&mut bench, Key::M);
    click(&mut bench, "Karten geben");
    wait(&mut bench);
    // Whoever always passes defends, or sees everybody pass.
    while game(&bench).stage() == Stage::Bidding {
        click(&mut bench, "Passe");
        wait(&mut bench);
    }
    play_out(&mut bench);
    bench.run_steps(2);
    let lines = join_in(&bench).list().lines().to_vec();
    let value = game(&bench).played().unwrap().game.as_ref().map_or(0, |game| game.outcome.value);
    let sum: i64 = join_in(&bench).list().accounts().iter().map(|account| account.game_list()).sum();
    assert_eq!((lines.len(), sum), (1, i64::from(value)));
    drop(bench);
    let mut bench = open_window(false, Some(data.clone()));
    press_ctrl(&mut bench, Key::M);
    assert_eq!(join_in(&bench).list().lines(), lines, "the list goes on where it was left");
    assert!(join_in(&bench).game().is_none());
    assert!(bench.query_by_label("Neue Liste").is_some());
    std::fs::remove_dir_all(data).ok();
}
