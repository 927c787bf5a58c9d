//! The command line as a user meets it: output, exit codes, messages.

use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

const PAPER: &str =
    "contract=H declarer=M F=? M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA R=? skat=DK.D9 view=M played=DA";

fn kiebitz(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kiebitz"))
        .env("LC_ALL", "C")
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn kiebitz_reading(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kiebitz"))
        .env("LC_ALL", "C")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn show_prints_a_table() {
    let words: Vec<&str> = PAPER.split(' ').collect();
    let mut args = vec!["show", "--ascii"];
    args.extend(words);
    let output = kiebitz(&args);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let expected = "\
Hearts, declarer Middlehand, goal: 61 points

  Forehand   ·· ·· ·· ·· ·· ·· ·· ·· ··
>*Middlehand HJ DJ HA HK H9 H7  CA C8 C7  SA
  Rearhand   ·· ·· ·· ·· ·· ·· ·· ·· ·· ··
  Skat       DK D9

  On table   F DA
  Points     0:0 (declarer : defenders, without the skat)
  Turn       Middlehand
";
    assert_eq!(out(&output), expected);
    let german = out(&kiebitz(&["show", "--language", "de", PAPER]));
    assert!(german.starts_with("Herz, Alleinspieler Mittelhand, Ziel: 61 Augen\n"), "{german}");
    assert!(german.contains("Am Zug     Mittelhand") && german.contains("V ♦A"), "{german}");
    // Before the command it means the same; a file and a command exclude each other.
    assert_eq!(out(&kiebitz(&["--language", "de", "show", PAPER])), german);
    assert_eq!(kiebitz(&["some.ron", "show", PAPER]).status.code(), Some(2));
    let nowhere = err(&kiebitz(&["show", "--language", "de", "nowhere.ron"]));
    assert_eq!(nowhere, "kiebitz: nowhere.ron: Die Datei gibt es nicht\n");
    // The same from standard input, and a puzzle file by name.
    assert_eq!(out(&kiebitz_reading(&["show", "--ascii", "-"], PAPER)), expected);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/paper-example.ron");
    assert!(out(&kiebitz(&["show", file])).contains("♥A"), "{file}");
}

#[test]
fn bad_input_is_exit_2_with_the_reason() {
    let output = kiebitz(&["show", "contract=Q F=CJ.CJ"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).is_empty());
    let message = err(&output);
    assert!(message.starts_with("kiebitz: ") && message.contains("'Q' is no game"), "{message}");
    assert_eq!(kiebitz(&["show", "no-such-file.ron"]).status.code(), Some(2));
    assert_eq!(kiebitz(&["archive", "no-such-file.sgf"]).status.code(), Some(2));
    assert_eq!(kiebitz(&["fly"]).status.code(), Some(2));
}

#[test]
fn archive_answers_in_json() {
    let good = "(;GM[Skat]PC[x]ID[1]MV[w HJ.HA.DJ.HQ.SA.H7.CA.CJ.HT.H8.H9.D7.DT.C7.ST.CK.C9.SK.S9.CT.C8.SQ.HK.S8.D9.DK.SJ.D8.CQ.DA.DQ.S7 1 p 2 p 0 18 0 GO 0 CJ 1 RE 2 RE ]R[d:0 win v:96 m:1 bidok p:120 t:10 s:1 z:1 p0:0 p1:0 p2:0 l:-1 to:-1] ;)\n";
    let output = kiebitz_reading(&["archive", "--json", "-"], good);
    assert_eq!(output.status.code(), Some(0));
    let answer: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((&answer["games"], &answer["read"]), (&1.into(), &1.into()));
    assert_eq!(answer["differs"][0]["field"], "value");
    assert_eq!(answer["differs"][0]["recorded"], "96");
    assert_eq!(answer["differs"][0]["computed"], "192");
    assert_eq!(answer["by_contract"]["grand"]["won"], 1);
    // An unreadable record does not stop the others, and makes the exit code 1.
    let output = kiebitz_reading(&["archive", "--json", "-"], &format!("(;GM[Skat];)\n{good}"));
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((&answer["games"], &answer["read"]), (&2.into(), &1.into()));
    assert_eq!(answer["unreadable"][0]["line"], 1);
    assert_eq!(answer["unreadable"][0]["reason"], "the moves (MV) are missing");
}

#[test]
fn worlds_are_counted() {
    let output = kiebitz(&["worlds", "--json", PAPER]);
    let answer: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(answer["worlds"], 92_378);
    let matrix = answer["matrix"].as_object().unwrap();
    assert_eq!(matrix.len(), 19);
    for row in matrix.values() {
        let sum: f64 = row.as_object().unwrap().values().map(|share| share.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9 && row["M"] == 0.0 && row["skat"] == 0.0, "{row}");
    }
    let output = kiebitz(&["worlds", "contract=G declarer=F view=F"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("must be given in full"));
}

#[test]
fn assumptions_are_named_in_the_answer() {
    let line = "contract=G declarer=M F=CA.C7.SA.S7.H7.H8.H9.D7.D8.D9 view=F played=CA.C8.CK";
    let sure: Value = serde_json::from_str(&out(&kiebitz(&["worlds", "--json", line]))).unwrap();
    let output = kiebitz(&["worlds", "--json", "--assume", "most-to-partner,no-ace-discarded", line]);
    let assumed: Value = serde_json::from_str(&out(&output)).unwrap();
    assert!(sure.get("assumptions").is_none());
    assert_eq!(assumed["assumptions"], serde_json::json!(["most-to-partner", "no-ace-discarded"]));
    assert!(assumed["worlds"].as_u64() < sure["worlds"].as_u64());
    let output = kiebitz(&["solve", "--decide", "--json", "--assume", "all", line]);
    let answer: Value = serde_json::from_str(&out(&output)).unwrap();
    assert!(answer["assumptions"].as_array().is_some_and(|names| names.len() >= 2), "{answer}");
    assert_eq!(kiebitz(&["worlds", "--assume", "luck", line]).status.code(), Some(2));
}

#[test]
fn the_ladder_goes_from_out_of_schneider_to_schwarz() {
    let line = "contract=GH declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 view=F";
    let output = kiebitz(&["solve", "--decide", "--ladder", "--json", line]);
    let answer: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(
        answer["ladder"],
        serde_json::json!([["31", true], ["61", true], ["90", false], ["schwarz", false]])
    );
}

#[test]
fn bench_archive_has_a_fixed_checksum() {
    let output = kiebitz(&["bench", "archive", "--records", "2000"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains("checksum  read 2000 unreadable 0 differ 0 won 475"), "{}", out(&output));
}
