//! `kiebitz solve` as a user meets it.

use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// A full deal with known results: 47 points in Grand, 82 in spades, Null lost.
const CARDS: &str = "declarer=M F=H8.CQ.CK.SA.HT.CA.DT.C8.SJ.HQ M=DA.DK.D7.SQ.DJ.S9.S8.SK.HJ.HA \
                     R=CJ.DQ.HK.ST.D8.C9.S7.CT.H9.H7 skat=D9.C7 view=open";

fn kiebitz(args: &[&str], input: &str) -> Output {
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

fn answers(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn solve(contract: &str, options: &[&str]) -> Value {
    let line = format!("contract={contract} {CARDS}");
    let args: Vec<&str> = ["solve", "--json"].iter().chain(options).copied().chain([line.as_str()]).collect();
    let output = kiebitz(&args, "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    answers(&output).remove(0)
}

#[test]
fn every_card_is_answered() {
    let answer = solve("G", &[]);
    assert_eq!((&answer["value"], &answer["declarer_wins"]), (&47.into(), &false.into()));
    assert_eq!(
        (&answer["turn"], &answer["goal"], &answer["view"]),
        (&"F".into(), &61.into(), &"open".into())
    );
    assert_eq!((&answer["worlds"], &answer["exact"]), (&1.into(), &true.into()));
    let cards = answer["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 10);
    // A defender leads: the least is best.
    assert_eq!(cards.iter().map(|card| card["value"].as_u64().unwrap()).min(), Some(47));
    assert!(answer["nodes"].as_u64().unwrap() > 0 && answer["ms"].is_number());
    let same = answer["position"].as_str().unwrap().parse::<kiebitz::deal::Position>();
    assert_eq!(same, format!("contract=G {CARDS}").parse());
}

#[test]
fn less_can_be_asked() {
    let value = solve("S", &["--value"]);
    assert_eq!((&value["value"], &value["declarer_wins"]), (&82.into(), &true.into()));
    assert!(value.get("cards").is_none());
    let decision = solve("S", &["--decide", "--goal", "schneider"]);
    assert_eq!((&decision["value"], &decision["declarer_wins"]), (&Value::Null, &false.into()));
    assert_eq!(decision["goal"], 90);
    assert!(decision.get("cards").is_none());
    let schwarz = solve("S", &["--goal", "schwarz"]);
    assert_eq!((&schwarz["goal"], &schwarz["declarer_wins"]), (&"schwarz".into(), &false.into()));
    assert_eq!(solve("S", &["--decide", "--goal", "82"])["declarer_wins"], true);
    assert_eq!(solve("S", &["--decide", "--goal", "83"])["declarer_wins"], false);
    let null = solve("N", &[]);
    assert_eq!((&null["value"], &null["declarer_wins"]), (&Value::Null, &false.into()));
    assert!(null["cards"].as_array().unwrap().iter().all(|card| card["value"].is_null()));
}

#[test]
fn an_interrupted_answer_says_so() {
    let answer = solve("G", &["--value", "--nodes", "50"]);
    assert_eq!((&answer["exact"], &answer["value"]), (&false.into(), &Value::Null));
    let bounds = answer["bounds"].as_array().unwrap();
    assert!(bounds[0].as_u64() <= Some(47) && bounds[1].as_u64() >= Some(47));
    assert!(answer["covered"].is_number());
}

#[test]
fn a_batch_answers_in_order_and_goes_on() {
    let input = format!("contract=G {CARDS}\ncontract=G declarer=M F=CJ.CJ\n\ncontract=S {CARDS}\n");
    let output = kiebitz(&["solve", "--json", "--value", "--batch", "-"], &input);
    assert_eq!(output.status.code(), Some(1));
    let answers = answers(&output);
    assert_eq!(answers.len(), 3);
    assert_eq!((&answers[0]["value"], &answers[2]["value"]), (&47.into(), &82.into()));
    assert_eq!(answers[1]["position"], "contract=G declarer=M F=CJ.CJ");
    assert!(answers[1]["error"].as_str().unwrap().contains("CJ"));
    let plain = kiebitz(&["solve", "--value", "--batch", "-"], &format!("contract=S {CARDS}"));
    assert_eq!(String::from_utf8_lossy(&plain.stdout), "82 won\n");
}

#[test]
fn bad_input_is_refused() {
    for args in [
        &["solve"][..],
        &["solve", "contract=G"],
        &["solve", "--goal", "0", "contract=G"],
        &["solve", "--batch", "no-such-file"],
    ] {
        let output = kiebitz(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty());
    }
    let null = format!("contract=N {CARDS}");
    assert_eq!(kiebitz(&["solve", "--goal", "90", &null], "").status.code(), Some(2));
}

const UNLOSABLE: &str = "contract=CH declarer=F F=CJ.SJ.HJ.DJ.CQ.C9.C7.SA.H7.DK";

fn solve_line(line: &str, options: &[&str]) -> Value {
    let args: Vec<&str> = ["solve", "--json"].iter().chain(options).copied().chain([line]).collect();
    let output = kiebitz(&args, "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    answers(&output).remove(0)
}

#[test]
fn a_seat_is_told_what_it_can_force() {
    let answer = solve_line(UNLOSABLE, &[]);
    assert_eq!((&answer["value"], &answer["declarer_wins"]), (&74.into(), &true.into()));
    assert_eq!(
        (&answer["view"], &answer["turn"], &answer["exact"]),
        (&"F".into(), &"F".into(), &true.into())
    );
    // 22 unseen cards: ten, ten and the skat.
    assert_eq!(answer["worlds"], 42_678_636);
    let cards = answer["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 10);
    assert_eq!(cards.iter().map(|card| card["value"].as_u64().unwrap()).max(), Some(74));
    let value = solve_line(UNLOSABLE, &["--value", "--goal", "75"]);
    assert_eq!((&value["value"], &value["declarer_wins"]), (&74.into(), &false.into()));
    assert!(value.get("cards").is_none());
    let decided = solve_line(UNLOSABLE, &["--decide", "--goal", "schwarz"]);
    assert_eq!((&decided["value"], &decided["declarer_wins"]), (&Value::Null, &false.into()));
}

#[test]
fn a_share_of_the_deals_is_said_to_be_one() {
    let answer = solve_line(UNLOSABLE, &["--value", "--confidence", "90"]);
    assert_eq!(answer["exact"], false);
    let covered = answer["covered"].as_f64().unwrap();
    assert!((0.9..1.0).contains(&covered));
    assert!(answer["value"].as_u64().unwrap() >= 74);
    let whole = solve_line(UNLOSABLE, &["--value", "--confidence", "100%"]);
    assert_eq!((&whole["exact"], &whole["value"]), (&true.into(), &74.into()));
    assert!(whole.get("covered").is_none());
}

#[test]
fn a_batch_mixes_views() {
    let lines = format!("{UNLOSABLE}\ncontract=G {CARDS}\ncontract=G declarer=M view=M F=?\n");
    let output = kiebitz(&["solve", "--json", "--value", "--batch", "-"], &lines);
    let answers = answers(&output);
    assert_eq!(answers[0]["value"], 74);
    assert_eq!(answers[1]["value"], 47);
    assert!(answers[2]["error"].as_str().unwrap().contains("must be given"));
}
