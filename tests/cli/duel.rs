//! Duels and the player as a program: `kiebitz duel`, `kiebitz player`.

use serde_json::Value;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const KIEBITZ: &str = env!("CARGO_BIN_EXE_kiebitz");

fn kiebitz(args: &[&str]) -> Output {
    Command::new(KIEBITZ).env("LC_ALL", "C").args(args).stdin(Stdio::null()).output().unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = kiebitz(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn why(args: &[&str]) -> String {
    let output = kiebitz(args);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stderr).trim().to_string()
}

fn file(name: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("kiebitz-duel-{}-{name}", std::process::id()));
    std::fs::remove_file(&file).ok();
    file
}

/// What the player answers to these lines.
fn asked(lines: &str) -> Vec<String> {
    let mut child = Command::new(KIEBITZ)
        .args(["player", "--style", "baseline,effort=0.1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8_lossy(&output.stdout).lines().map(String::from).collect()
}

#[test]
fn questions_are_answered_a_line_each() {
    let hand = "F=HJ.DJ.SA.ST.SK.S9.CK.DA.D8.D7";
    let answers = asked(&format!(
        "hello
bid seat=M hand=CJ.SJ.HA.HT.H9.H7.CA.C8.S7.D9

bid seat=F hand=D9.DQ.SQ.ST.H7.H8.H9.CK.D8.D7 auction=M18
hand seat=F hand=HJ.DJ.SA.ST.SK.CK.CQ.DA.D8.D7 auction=M18.Fy.Mp.Rp
announce seat=F hand=HJ.DJ.SA.ST.SK.CK.CQ.DA.D8.D7 skat=S9.C7 auction=M18.Fy.Mp.Rp
card contract=S declarer=F bid=18 {hand} skat=CQ.C7 view=F played=DA.D9.DT.CK.CA.CT view=F
card contract=S declarer=F bid=18 {hand} skat=CQ.C7 view=F auction=M18.Fy.Mp.Rp
quit
hello
"
    ));
    assert!(answers[0].starts_with("kiebitz ") && answers[0].contains("effort=0.1"), "{answers:?}");
    assert_eq!(answers[1..4], ["18", "pass", "skat"]);
    let (game, laid) = answers[4].split_once(' ').unwrap();
    assert!("CSHDGN".contains(game) && laid.len() == 5, "{answers:?}");
    assert!(answers[5].starts_with("error "), "{answers:?}");
    assert!(hand.contains(&answers[6]), "{answers:?}");
    // Nothing after the end.
    assert_eq!(answers.len(), 7);
}

#[test]
fn what_makes_no_sense_is_said() {
    let answers = asked(
        "juggle
bid seat=M hand=CJ.SJ
bid seat=X hand=CJ.SJ.HA.HT.H9.H7.CA.C8.S7.D9
bid seat=M hand=CJ.SJ.HA.HT.H9.H7.CA.C8.S7.D9 auction=F18
bid seat=R hand=CJ.SJ.HA.HT.H9.H7.CA.C8.S7.D9 auction=M18
announce seat=M hand=CJ.SJ.HA.HT.H9.H7.CA.C8.S7.D9 skat=CJ.SJ
card contract=S declarer=F view=F
",
    );
    let wanted = [
        "error 'juggle' is no question",
        "error hand= holds 2 different cards, not 10",
        "error seat= is F, M or R",
        "error 'F18' does not fit into the auction 'F18'",
        "error it is not R's turn to speak",
        "error a card is in the hand and in the skat",
        "error the hand of the seat that is asked is missing",
    ];
    assert_eq!(answers, wanted);
}

#[test]
fn a_player_as_a_program_is_the_same_player() {
    let program = format!("cmd:{KIEBITZ} player --style baseline,effort=0.05");
    for what in ["games", "defend", "declare"] {
        let answer = json(&[
            "duel",
            "--first",
            "baseline,effort=0.05",
            "--second",
            &program,
            "--deals",
            "3",
            "--seed",
            "4",
            "--what",
            what,
            "--json",
        ]);
        assert_eq!((&answer["deals"], answer["gain"].as_f64()), (&3.into(), Some(0.0)), "{answer}");
    }
    assert!(why(&["duel", "--second", "cmd:cat", "--deals", "1"]).contains("is no answer to bid"));
    assert!(why(&["duel", "--second", "cmd:/nowhere/at/all"]).contains("/nowhere/at/all"));
    assert!(why(&["duel", "--first", "genius"]).contains("'genius' is none of"));
    assert!(why(&["duel", "--first", "best,luck=7"]).contains("'luck=7' is no setting"));
}

#[test]
fn duels_are_gone_on_with_and_put_together() {
    let players = ["--first", "baseline,effort=0.05", "--second", "baseline,effort=0.05,nerve=40"];
    let duel = |more: &[&str]| {
        let mut args = vec!["duel"];
        args.extend(players);
        args.extend(["--seed", "9", "--json"]);
        args.extend(more);
        json(&args)
    };
    let whole = duel(&["--deals", "8"]);
    assert_ne!(whole["gain"].as_f64(), Some(0.0), "{whole}");
    // Begun, cut in the middle of a line, and gone on with.
    let path = file("resumed.jsonl");
    let name = path.to_str().unwrap();
    duel(&["--deals", "5", "--out", name]);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 20]).unwrap();
    assert_eq!(duel(&["--deals", "8", "--out", name]), whole);
    assert_eq!(json(&["duel", "--sum", name, "--json"]), whole);
    // Another duel does not go into the same file.
    assert!(why(&["duel", "--out", name, "--seed", "10"]).contains("holds another duel"));
    // In parts.
    let parts: Vec<PathBuf> = (1..=3).map(|part| file(&format!("part{part}.jsonl"))).collect();
    for (at, part) in parts.iter().enumerate() {
        duel(&["--deals", "8", "--shard", &format!("{}/3", at + 1), "--out", part.to_str().unwrap()]);
    }
    let [a, b, c] = [0, 1, 2].map(|at| parts[at].to_str().unwrap());
    assert_eq!(json(&["duel", "--sum", a, b, c, "--json"]), whole);
    let missing = kiebitz(&["duel", "--sum", a, c, "--json"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("deals before the last one are missing"));
    assert!(why(&["duel", "--sum", a, a]).contains("stands in an earlier file too"));
    for path in parts.iter().chain([&path]) {
        std::fs::remove_file(path).unwrap();
    }
}
