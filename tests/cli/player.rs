//! The commands of the AI as a user meets them: `bid`, `selfplay`, `learn`, `replay`.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn kiebitz(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kiebitz"))
        .env("LC_ALL", "C")
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&out(&kiebitz(args))).unwrap()
}

fn why(args: &[&str]) -> String {
    let output = kiebitz(args);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).trim().to_string()
}

/// A folder of this test alone, emptied.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kiebitz-player-{name}-{}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn bid_explains_itself() {
    let hand = "CJ.SJ.HJ.CA.CT.CK.C9.SA.HA.HT";
    let table = out(&kiebitz(&["bid", hand, "--position", "M"]));
    assert!(table.contains(" at Middlehand: bids up to "), "{table}");
    assert!(table.contains("over all 231 skats") && table.contains("Grand"), "{table}");
    let answer = json(&["bid", hand, "--position", "M", "--json"]);
    let chosen: f64 =
        answer["games"].as_array().unwrap().iter().map(|game| game["chosen"].as_f64().unwrap()).sum();
    assert!((chosen - 1.0).abs() < 1e-9, "{chosen}");
    assert!(answer["highest"].as_u64().unwrap() >= 36);
    assert_eq!(json(&["bid", "C9.C8.SK.SQ.S7.HQ.H8.DK.D9.D8", "--json"])["highest"], Value::Null);
    assert_eq!(why(&["bid", "CJ.SJ"]), "kiebitz: the hand has 2 cards instead of ten");
    assert_eq!(why(&["bid", hand, "--position", "X"]), "kiebitz: 'X' is no seat (F, M, R)");
}

#[test]
fn games_are_played_learned_from_and_replayed() {
    let folder = folder("games");
    let [games, tables, resume] = ["games.sgf", "tables.txt", "resume.txt"].map(|name| folder.join(name));
    let answer = json(&[
        "selfplay",
        "--games",
        "14",
        "--seed",
        "3",
        "--effort",
        "0.2",
        "--out",
        text(&games),
        "--json",
    ]);
    assert_eq!(answer["games"], 14);
    let check = json(&["archive", text(&games), "--json"]);
    assert_eq!((&check["read"], &check["differs_count"]), (&Value::from(14), &Value::from(0)));

    let learned = out(&kiebitz(&["learn", text(&games), "--open", "12", "--out", text(&tables)]));
    assert!(learned.contains("14 games"), "{learned}");
    json(&["bid", "CJ.SJ.HJ.CA.CT.CK.C9.SA.HA.HT", "--tables", text(&tables), "--json"]);

    // The AI replays its own games: with the same settings it wins and loses the same ones.
    let replay = ["replay", text(&games), "--effort", "0.2", "--resume", text(&resume), "--json"];
    let whole = json(&replay);
    let played = 14 - answer["passed"].as_u64().unwrap();
    assert_eq!(whole["games"], played);
    assert_eq!(whole["declarer_wins"], answer["declarer_wins"]);
    let rows = whole["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    for row in rows.iter().filter(|row| row["games"] != 0) {
        assert_eq!(row["human"], row["ai"], "{row}");
    }
    // A replay that was cut off in the middle of a line goes on and ends with the same.
    let done = std::fs::read_to_string(&resume).unwrap();
    let head = done.find('\n').unwrap();
    std::fs::write(&resume, &done[..(head + done.len()) / 2]).unwrap();
    let again = json(&replay);
    assert_eq!((&again["rows"], &again["seeger"]), (&whole["rows"], &whole["seeger"]));
    let other = ["replay", text(&games), "--effort", "0.3", "--resume", text(&resume)];
    assert!(why(&other).ends_with("is of another replay; remove it to begin anew"));
    assert!(why(&["replay", text(&games), "--bidding", "ai"]).contains("goes only with --discard ai"));
    assert!(why(&["bid", "CJ", "--tables", text(&games)]).contains("cards instead of ten"));
    assert!(why(&["selfplay", "--tables", text(&games)]).contains("line 1: a file of tables begins with"));
    std::fs::remove_dir_all(&folder).ok();
}
