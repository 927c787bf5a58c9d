//! Three players on a host, all of them processes: games to the end, the same for the same seeds, and whatever is killed
//! is taken up again.

use crate::process::{Folder, HostProcess, NAMES, answer, records, start_player, undated};
use kiebitz::archive::{Record, check, recount};

/// Every record counts by the rules and says so itself.
fn all_count(games: &[Record], count: usize) {
    let ids: Vec<String> = games.iter().filter_map(|game| game.id.clone()).collect();
    let expected: Vec<String> = (1..=count).map(|id| id.to_string()).collect();
    assert_eq!(ids, expected);
    let text: String = games.iter().map(|game| format!("{game}\n")).collect();
    let found = check(text.as_bytes(), |_, _| true).unwrap();
    assert_eq!((found.games, found.unreadable_count), (count as u64, 0));
    assert!(found.differs.is_empty(), "{:?}", found.differs);
    for game in games {
        recount(game).unwrap();
    }
}

/// Plays so many games with three players.
fn play(name: &str, deals: usize, seed: &str) -> Vec<Record> {
    let folder = Folder::new(name);
    let host = HostProcess::start(&folder, 0, &["--seed", seed, "--series", "1000000"]);
    let players = NAMES.map(|name| start_player(&folder, &host.address, name, &deals.to_string()));
    for player in players {
        let answer = answer(player);
        assert_eq!(answer["games"].as_u64(), Some(deals as u64), "{answer}");
    }
    let games = records(&folder.path("host.sgf"));
    all_count(&games, deals);
    for name in NAMES {
        // What a player was told at the end is what the host wrote down, and it said why it played each card.
        assert_eq!(records(&folder.path(&format!("{name}.sgf"))), games);
        let reasons = std::fs::read_to_string(folder.path(&format!("{name}.jsonl"))).unwrap();
        let cards = reasons.lines().filter(|line| line.contains("confidence")).count();
        let own = |game: &&Record| game.players.iter().any(|known| known.as_deref() == Some(name));
        assert_eq!(games.iter().filter(own).count(), deals);
        assert!(cards > deals, "{name} gave {cards} reasons");
        assert!(!reasons.contains("sesame") && !reasons.contains("\"simple\""), "{reasons}");
    }
    games
}

#[test]
fn twenty_games_and_the_same_again_for_the_same_seed() {
    let first = play("twenty", 20, "5");
    let again = play("twenty-again", 6, "5");
    let texts = |games: &[Record]| games.iter().take(6).map(undated).collect::<Vec<_>>();
    assert_eq!(texts(&first), texts(&again));
}

#[test]
#[ignore = "a thousand games"]
fn a_thousand_games() {
    let start = std::time::Instant::now();
    let games = play("thousand", 1000, "6");
    let played = games.iter().filter(|game| recount(game).unwrap().outcome.is_some()).count();
    eprintln!("1000 games, {played} played, in {:.0} s", start.elapsed().as_secs_f64());
}

/// One client and the host are killed in the middle, again and again; the games come out as if nothing had happened.
fn killed(name: &str, deals: usize, kills: &[(u64, &str)]) {
    let folder = Folder::new(name);
    let more = ["--seed", "5", "--series", "1000000"];
    let mut host = HostProcess::start(&folder, 0, &more);
    let port = host.port();
    let deals_text = deals.to_string();
    let mut players: Vec<_> =
        NAMES.iter().map(|name| Some(start_player(&folder, &host.address, name, &deals_text))).collect();
    for &(game, who) in kills {
        host.wait_for_game(game);
        if who == "host" {
            host.process.kill();
            host = HostProcess::start(&folder, port, &more);
        } else {
            let at = NAMES.iter().position(|known| *known == who).unwrap();
            // First gone, then back: the name is the same, and so is the seat.
            players[at].take();
            players[at] = Some(start_player(&folder, &host.address, who, &deals_text));
        }
    }
    for player in players.into_iter().flatten() {
        answer(player);
    }
    let games = records(&folder.path("host.sgf"));
    all_count(&games, deals);
    let calm = play(&format!("{name}-calm"), 8.min(deals), "5");
    let texts = |games: &[Record]| games.iter().take(calm.len()).map(undated).collect::<Vec<_>>();
    assert_eq!(texts(&games), texts(&calm));
}

#[test]
fn a_killed_client_and_a_killed_host_are_taken_up_again() {
    killed("killed", 24, &[(2, "botb"), (4, "host"), (6, "bota"), (8, "host")]);
}

#[test]
#[ignore = "minutes"]
fn many_kills() {
    let deals = 300;
    let who = ["bota", "botb", "botc"];
    let mut kills: Vec<(u64, &str)> = (1..29).map(|at| (10 * at, who[at as usize % 3])).collect();
    for at in [75, 155, 235] {
        kills.push((at, "host"));
    }
    kills.sort();
    killed("many-kills", deals, &kills);
}

#[test]
fn the_hosts_own_players_fill_a_table() {
    let folder = Folder::new("own");
    let host =
        HostProcess::start(&folder, 0, &["--ai", "3", "--effort", "0.05", "--seed", "3", "--series", "3"]);
    // Two series of three games, each with its sheet.
    let mut sheets = 0;
    while sheets < 2 {
        let told = host.next();
        if let Some(sheet) = told["sheet"].as_array() {
            assert_eq!((sheet.len(), told["games"].as_u64()), (3, Some(3)));
            sheets += 1;
        }
    }
    drop(host);
    let games = records(&folder.path("host.sgf"));
    assert!(games.len() >= 6);
    assert_eq!((games[0].series.as_deref(), games[3].series.as_deref()), (Some("1"), Some("2")));
}
