//! Odd numbers, endless lines, bytes that are no text, hostile names: one message, no panic, nothing lost.

use serde_json::Value;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const LINE: &str = "contract=G declarer=F F=CJ.SA.S7 M=SJ.ST.S8 R=HA.HT.SK skat=D7.D8 \
    gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 points=35:35";

fn kiebitz(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kiebitz")).args(args).stdin(Stdio::null()).output().unwrap()
}

fn reading(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kiebitz"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn file(name: &str, content: &[u8]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kiebitz-bad-input-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn odd_numbers_are_refused() {
    for args in [
        &["analyse", "-", "--threads", "4294967296"][..],
        &["selfplay", "--games", "1", "--threads", "18446744073709551615"],
        &["selfplay", "--games", "1", "--effort", "NaN"],
        &["selfplay", "--games", "1", "--effort", "inf"],
        &["selfplay", "--games", "1", "--nerve=-inf"],
        &["distributions", LINE, "--threads", "4294967296"],
        &["solve", LINE, "--memory", "18446744073709551615"],
        &["solve", LINE, "--table", "18446744073709551615"],
        &["solve", LINE, "--confidence", "NaN"],
        &["export", "a.ron", "b.svg", "--width", "NaN"],
        &["export", "a.ron", "b.svg", "--dpi", "inf"],
    ] {
        let output = kiebitz(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
        assert!(err(&output).contains("invalid value"), "{args:?}: {}", err(&output));
    }
    // Many threads are no fault, and none means as many as there are cores.
    for threads in ["0", "1", "256"] {
        let output = kiebitz(&["distributions", LINE, "--threads", threads]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    }
}

#[test]
fn a_bad_line_has_its_number_and_the_batch_goes_on() {
    let mut batch = b"\xEF\xBB\xBF".to_vec();
    batch.extend(LINE.as_bytes());
    batch.extend(b"\n\ncontract=\xFFG\n");
    batch.extend(vec![b'z'; 3 << 20]);
    batch.extend(b"\n");
    batch.extend(LINE.as_bytes());
    let output = reading(&["solve", "--value", "--json", "--batch", "-"], &batch);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let answers: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 4);
    assert_eq!((&answers[0]["value"], &answers[3]["value"]), (&64.into(), &64.into()));
    assert_eq!(answers[1]["error"], "line 3, byte 10: this is no UTF-8 text");
    assert_eq!(answers[2]["error"], "line 4 is longer than 1 MiB");
    assert!(out(&output).len() < 4000);
    let output = reading(&["solve", "--value", "--batch", "-"], &batch);
    assert_eq!(out(&output).lines().nth(1), Some("error: line 3, byte 10: this is no UTF-8 text"));
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_not_waited_for() {
    let start = Instant::now();
    let folder = file("empty", b"").parent().unwrap().to_path_buf();
    let pipe = folder.join("pipe.ron");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success() || pipe.exists());
    let pipe = pipe.to_str().unwrap();
    for args in [
        &["solve", "--batch", "/dev/zero"][..],
        &["verify", "/dev/zero"],
        &["check", pipe],
        &["solve", pipe],
        &["export", pipe, "x.svg"],
        &["check", folder.to_str().unwrap()],
    ] {
        let output = kiebitz(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            err(&output).contains("no regular file") || err(&output).contains("no file"),
            "{}",
            err(&output)
        );
        assert!(err(&output).len() < 400);
    }
    std::fs::remove_file(pipe).unwrap();
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_message_never_holds_the_whole_input() {
    let long = "x".repeat(4 << 20);
    for (args, input) in [
        (&["solve", "-"][..], long.clone()),
        (&["solve", "-"], format!("contract={long}")),
        (&["solve", "-"], format!("contract=G declarer=F F={long}")),
        (&["show", "-"], format!("{long}=1 not={long}")),
        (&["check", "-"], long.clone()),
        (
            &["verify", "-"],
            format!(
                "Proof(version: 1, position: \"{long}\", goal: \"61\", declarer_reaches: true, strategy: [])"
            ),
        ),
        (
            &["verify", "-"],
            format!(
                "Proof(version: 1, position: \"\", goal: \"{long}\", declarer_reaches: true, strategy: [])"
            ),
        ),
    ] {
        let output = reading(args, input.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
        assert!(
            err(&output).len() < 1000 && out(&output).len() < 1000,
            "{args:?}: {} bytes",
            err(&output).len()
        );
    }
}

#[test]
fn check_and_verify_go_on_after_a_bad_file() {
    let good = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/paper-example.ron");
    let broken = file("broken.ron", b"Puzzle(");
    let missing = broken.with_file_name("missing.ron");
    let [broken, missing] = [&broken, &missing].map(|path| path.to_str().unwrap());
    let output = kiebitz(&["check", "--quick", "--json", broken, missing, good]);
    assert_eq!(output.status.code(), Some(2));
    let answers: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 3);
    assert!(answers[0]["error"].is_string() && answers[1]["error"].is_string());
    assert_eq!(answers[2]["sound"], true);
    let proof = broken.replace("broken.ron", "good.proof");
    assert_eq!(kiebitz(&["prove", LINE, "--out", &proof]).status.code(), Some(0));
    let output = kiebitz(&["verify", broken, missing, &proof]);
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).contains("accepted"), "{}", out(&output));
    assert_eq!(err(&output).lines().count(), 2, "{}", err(&output));
    assert_eq!(kiebitz(&["verify", &proof]).status.code(), Some(0));
}

#[test]
fn a_byte_order_mark_is_no_fault() {
    let good = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/paper-example.ron")).unwrap();
    let marked = file("marked.ron", &[b"\xEF\xBB\xBF", good.as_slice()].concat());
    let output = kiebitz(&["show", marked.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let output = reading(&["solve", "--value", "-"], format!("\u{FEFF}{LINE}").as_bytes());
    assert!(out(&output).contains("64 won"), "{}", err(&output));
}

/// Whatever a file is called or calls itself, the terminal is not steered by it.
#[test]
fn hostile_titles_and_names_reach_no_terminal() {
    let good =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/paper-example.ron")).unwrap();
    let hostile = "\\u{1b}]0;owned\\u{7}\\u{1b}[2J\\u{202e}\\u{9b}31m=1+1 ![x](http://x) <script>";
    let (before, rest) = good.split_once("title: (").unwrap();
    let (_, after) = rest.split_once(')').unwrap();
    let titled = format!("{before}title: (de: \"{hostile}\", en: \"{hostile}\"){after}");
    let path = file("hostile.ron", titled.as_bytes());
    let path = path.to_str().unwrap();
    let archive = file(
        "hostile.sgf",
        b"(;GM[Skat]ID[\x1B[2J\x07=1+1]P0[\xE2\x80\xAEkermit\x1B]0;x]MV[w broken\x1B[31m ]R[d:0 win\x1B[1m] ;)\n",
    );
    let archive = archive.to_str().unwrap();
    for args in [
        &["check", "--quick", path][..],
        &["check", "--quick", "--json", path],
        &["archive", archive],
        &["archive", "--json", archive],
        &["analyse", archive],
        &["analyse", "--json", archive],
        &["solve", "\x1B[2Jcontract=\u{202E}G"],
        &["generate", "--game", "\x1B[2J"],
        &["check", "\x1B[2Jmissing.ron"],
    ] {
        let output = kiebitz(args);
        // What clap says of a wrong argument quotes what the person typed himself.
        let said = out(&output) + &if args[0] == "generate" { String::new() } else { err(&output) };
        let steers = |c: char| c != '\n' && (c.is_control() || ('\u{202A}'..='\u{202E}').contains(&c));
        assert!(!said.chars().any(steers), "{args:?}: {said:?}");
    }
    for form in ["txt", "md", "svg"] {
        let sheet = file(&format!("hostile.{form}"), b"");
        let output = kiebitz(&["export", path, sheet.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let text = std::fs::read_to_string(&sheet).unwrap();
        assert!(text.contains("owned"), "{text}");
        let steers = |c: char| c != '\n' && (c.is_control() || ('\u{202A}'..='\u{202E}').contains(&c));
        assert!(!text.chars().any(steers), "{form}");
        if form == "md" {
            assert!(
                !text.contains("![x]") && !text.contains("<script>") && text.contains("http\\://x"),
                "{text}"
            );
        }
        if form == "svg" {
            assert!(!text.contains("<script>"), "{text}");
        }
    }
}
