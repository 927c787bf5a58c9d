//! `prove`, `verify` and `trace` as a user meets them.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const ENDGAME: &str = "contract=G declarer=F F=CJ.SA.S7 M=SJ.ST.S8 R=HA.HT.SK skat=D7.D8 \
    gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 points=35:35 view=F";

fn kiebitz(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kiebitz"))
        .env("LC_ALL", "C")
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A file of this test alone.
fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_proof");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

#[test]
fn a_proof_is_written_and_verified() {
    let path = file("endgame.ron");
    let name = path.to_str().unwrap();
    let output = kiebitz(&["prove", ENDGAME, "--goal", "61", "--out", name, "--text", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    assert!(text.starts_with("GRAND, declarer Forehand, seen by Forehand, "), "{text}");
    assert!(text.contains("\nthe declarer reaches the goal by force\nmain line  ♣J "), "{text}");
    assert!(text.contains("\nF ♣J ✓\n  M "), "{text}");
    let output = kiebitz(&["verify", name]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("accepted, the declarer reaches 61"), "{}", out(&output));

    // One point more cannot be forced: the file that claims it is rejected, with the line that fails.
    let right = std::fs::read_to_string(&path).unwrap();
    let wrong = file("wrong.ron");
    std::fs::write(&wrong, right.replace("goal: \"61\"", "goal: \"90\"")).unwrap();
    let output = kiebitz(&["verify", "--json", name, wrong.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let answers: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&answers[0]["accepted"], &answers[1]["accepted"]), (&true.into(), &false.into()));
    assert!(answers[1]["line"].as_array().is_some() && answers[1]["reason"].is_string());

    let broken = file("broken.ron");
    std::fs::write(&broken, right.replace("strategy: [", "strategy: [[")).unwrap();
    let output = kiebitz(&["verify", broken.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("broken.ron: line 10, column"), "{}", err(&output));
    assert_eq!(kiebitz(&["verify", file("none.ron").to_str().unwrap()]).status.code(), Some(2));
}

#[test]
fn what_cannot_be_proved_is_said() {
    let output = kiebitz(&["prove", ENDGAME, "--goal", "90", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let answer: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(answer["declarer_reaches"], false);
    let puzzle = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/paper-example.ron");
    let path = file("large.ron");
    let output = kiebitz(&["prove", puzzle, "--out", path.to_str().unwrap(), "--lines", "100"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("more than 100 lines"), "{}", err(&output));
    assert!(!path.exists());
    let output = kiebitz(&["prove", "contract=N declarer=F view=F"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("must be given in full"), "{}", err(&output));
}

#[test]
fn a_search_is_traced() {
    let puzzle = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/paper-example.ron");
    let answer = |budget: &str| -> Value {
        let output = kiebitz(&["trace", puzzle, "--budget", budget, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        serde_json::from_str(&out(&output)).unwrap()
    };
    let (whole, part) = (answer("1000000"), answer("50"));
    let solved = kiebitz(&["solve", puzzle, "--decide", "--json"]);
    let solved: Value = serde_json::from_str(&out(&solved)).unwrap();
    for field in ["nodes", "declarer_wins"] {
        assert_eq!(whole[field], solved[field]);
        assert_eq!(part[field], solved[field]);
    }
    assert_eq!((&whole["visits"], &part["kept"]), (&whole["kept"], &50.into()));
    assert_eq!(part["visits"], whole["visits"]);
    let text = out(&kiebitz(&["trace", puzzle]));
    assert!(text.starts_with("goal 61: lost\n") && text.contains("why visits ended"), "{text}");
}

/// Two aces and a king against ten cards that nobody has seen: nothing is forced, yet some plan is best.
const CHANCE: &str = "contract=G declarer=F F=CJ.SA.SK M=? R=? skat=D7.D8 view=F points=35:34 \
    gone=SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9.S9";

#[test]
fn a_chance_is_found_written_and_verified() {
    let output = kiebitz(&["solve", "--chance", "--json", "--goal", "75", CHANCE]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let answer: Value = serde_json::from_str(&out(&output)).unwrap();
    let number = |value: &Value| value.as_u64().unwrap();
    assert_eq!(
        (&answer["exact"], number(&answer["worlds"]), &answer["goal"]),
        (&true.into(), 20, &75.into())
    );
    assert_eq!(answer["won"], answer["at_least"]);
    let cards = answer["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 3);
    assert_eq!(cards.iter().map(|card| number(&card["won"])).max(), Some(number(&answer["won"])));

    let path = file("chance.ron");
    let name = path.to_str().unwrap();
    let output = kiebitz(&["prove", "--chance", "--goal", "61", "--out", name, CHANCE]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let output = kiebitz(&["verify", "--json", name]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let checked: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((&checked["accepted"], number(&checked["of"])), (&true.into(), 20));
    // A claim of one deal more is rejected.
    let won = number(&checked["won"]);
    let right = std::fs::read_to_string(&path).unwrap();
    let wrong = file("chance-wrong.ron");
    std::fs::write(&wrong, right.replace(&format!("won: {won},"), &format!("won: {},", won + 1))).unwrap();
    let output = kiebitz(&["verify", wrong.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    assert!(out(&output).contains(&format!("wins in {won} deals, not in {}", won + 1)), "{}", out(&output));

    let open = kiebitz(&["solve", "--chance", &CHANCE.replace("view=F", "view=open")]);
    assert_eq!(open.status.code(), Some(2));
}
