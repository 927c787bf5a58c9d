//! What a person reads on the command line stands in both languages: bad input and results, each asked for in German and in
//! English.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const LINE: &str = "contract=G declarer=F F=CJ.SA.S7 M=SJ.ST.S8 R=HA.HT.SK skat=D7.D8 \
    gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 points=35:35";

fn kiebitz(language: &str, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kiebitz"));
    command.args(args).args(["--language", language]).stdin(Stdio::null()).output().unwrap()
}

fn file(name: &str, content: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kiebitz-german-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn bad_input_is_named_in_both_languages() {
    let newer = file("newer.ron", "Puzzle(version: 99)");
    let newer = newer.to_str().unwrap();
    let open = LINE.replace("R=HA.HT.SK", "R=?").replace("M=SJ.ST.S8", "M=?") + " view=open";
    let blind = LINE.replace("F=CJ.SA.S7", "F=?").replace("M=SJ.ST.S8", "M=?") + " view=F";
    let hand = "contract=CH declarer=F F=CA.CT.CK.C9.C8.C7.DT.DK.D9.D7 skat=CJ.CQ";
    let cases: &[(&[&str], &str, &str)] = &[
        (&["solve", "contract=G declarer=F F=CJ.CJ.?"], "doppelt", "twice"),
        (&["solve", "declarer=F"], "Spiel", "the game is missing"),
        (&["solve", "contract=N declarer=F split=T:2-1"], "Nullspiel", "Null has no trumps"),
        (&["solve", "contract=G declarer=F F=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8 split=S:9-1"], "Pik", "S:9-1"),
        (&["solve", &open], "offenen Karten", "open cards"),
        (&["solve", &blind], "angegeben", "must be given in full"),
        (&["solve", "--discards", hand], "Handspiel", "hand game"),
        (&["solve", "/nowhere/at/all.ron"], "gibt", "no"),
        (&["worlds", &blind], "angegeben", "must be given in full"),
        (&["check", newer], "Format 99", "format 99"),
        (&["fewest", "--has", "CJ", "--without", "CJ"], "zehn Karten", "ten cards"),
    ];
    for (args, german, english) in cases {
        for (language, wanted) in [("de", german), ("en", english)] {
            let output = kiebitz(language, args);
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            let said = String::from_utf8_lossy(&output.stderr).to_lowercase()
                + &String::from_utf8_lossy(&output.stdout).to_lowercase();
            assert!(said.contains(&wanted.to_lowercase()), "{language} {args:?}: {said}");
            assert!(!said.contains('{') && !said.contains("panicked"), "{said}");
        }
    }
}

#[test]
fn results_are_told_in_both_languages() {
    let seat = format!("{LINE} view=F");
    let cases: &[(&[&str], &[&str], &[&str])] = &[
        (
            &["solve", LINE],
            &["Alleinspieler Vorhand", "offene Karten", "gewonnen", "Knoten"],
            &["declarer Forehand, open cards", "won", "nodes"],
        ),
        (
            &["solve", &seat],
            &["gesehen von Vorhand", "mögliche Verteilungen"],
            &["seen by Forehand", "deals possible"],
        ),
        (&["worlds", &seat], &["mögliche Verteilungen"], &["possible deals"]),
        (
            &["fewest", "--game", "G", "--has", "CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9"],
            &["unverlierbar", "Augen", "Blätter geprüft"],
            &["unlosable", "points", "hands looked at"],
        ),
    ];
    for (args, german, english) in cases {
        for (language, wanted) in [("de", german), ("en", english)] {
            let output = kiebitz(language, args);
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
            for part in *wanted {
                assert!(said.contains(part), "{language} {args:?} lacks {part}: {said}");
            }
        }
    }
}
