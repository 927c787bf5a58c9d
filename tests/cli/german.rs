//! What a person reads on the command line stands in both languages: bad input and results, each asked for in German and in
//! English.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const LINE: &str = "contract=G declarer=F F=CJ.SA.S7 M=SJ.ST.S8 R=HA.HT.SK skat=D7.D8 \
    gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 points=35:35";

const HAND: &str = "CJ.SJ.HA.HT.H9.H8.CA.C7.S9.D7";

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
        (&["bid", "CJ.SJ"], "2 Karten statt zehn", "2 cards instead of ten"),
        (&["bid", "CJ.XX"], "das Blatt:", "the hand:"),
        (&["bid", HAND, "--bid", "19"], "kein Reizwert", "no number of the auction"),
        (&["bid", HAND, "--position", "X"], "kein Platz", "no seat"),
        (&["archive", "/nowhere/at/all.sgf"], "gibt", "no"),
        (&["export", newer, "sheet.doc"], "muss mit .pdf", "must end with .pdf"),
        (&["prove", &blind], "angegeben", "must be given in full"),
        (&["prove", "--nodes", "1", &format!("{LINE} view=F")], "Abgebrochen", "stopped before"),
        (&["analyse", newer, "--out", newer], "andere Datei", "another file"),
    ];
    for (args, german, english) in cases {
        for (language, wanted) in [("de", german), ("en", english)] {
            let output = kiebitz(language, args);
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            let raw = String::from_utf8_lossy(&output.stderr).contains("os error");
            assert!(!raw, "the system's own number is shown: {args:?}");
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
    let sample = String::from_utf8(kiebitz::archive::sample().to_vec()).unwrap();
    let archive = file("three.sgf", &sample.lines().take(3).collect::<Vec<_>>().join("\n"));
    let archive = archive.to_str().unwrap();
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
            &["bid", HAND],
            &["Vorhand: reizt bis", "Für 18, mit Skat", "gewählt", "Herz", " %", "bringt mehr"],
            &["Forehand: bids up to", "for 18, after taking the skat", "chosen", "Hearts", "is worth more"],
        ),
        (
            &["solve", "--chance", &seat],
            &["gesehen von Vorhand", "beste Aussicht", "Verteilungen", "Knoten"],
            &["seen by Forehand", "best chance", "deals", "nodes"],
        ),
        (
            &["prove", &seat],
            &["gesehen von Vorhand", "Alleinspieler", "Hauptvariante"],
            &["seen by Forehand", "the declarer", "main line"],
        ),
        (
            &["prove", "--chance", &seat],
            &["gewinnt in", "Verteilungen", "erste Karte"],
            &["wins in", "deals", "first card"],
        ),
        (&["archive", archive], &["3 Aufzeichnungen, 3 gelesen", "gewonnen"], &["3 records, 3 read", "won"]),
        (
            &["analyse", archive],
            &["Spiel ", "gespielt von", "Ziel", "mit offenen Karten"],
            &["game ", " by ", "goal", "with open cards"],
        ),
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

/// Four jacks: nobody would say 192 to get the game, so the table does not tell what that would cost.
#[test]
fn a_strong_hand_is_judged_at_the_number_one_would_say() {
    let output = kiebitz("en", &["bid", "CJ.SJ.HJ.DJ.CA.CT.SA.ST.HA.HT"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let grand = said.lines().find(|line| line.trim_start().starts_with("Grand")).unwrap();
    assert!(grand.contains('+') && !said.contains("434"), "{said}");
    let asked = kiebitz("en", &["bid", "CJ.SJ.HJ.DJ.CA.CT.SA.ST.HA.HT", "--bid", "192"]);
    assert!(String::from_utf8_lossy(&asked.stdout).contains("434"), "who asks is told");
}

/// Menu entry, file types, man pages and completions are written, found in their places, and taken away again.
#[test]
fn install_writes_and_removes() {
    let root = std::env::temp_dir().join(format!("kiebitz-install-{}", std::process::id()));
    let at = root.to_str().unwrap();
    for (language, word) in [("de", "geschrieben"), ("en", "written")] {
        let output = kiebitz(language, &["install", "--prefix", "/usr", "--system-root", at]);
        assert!(String::from_utf8_lossy(&output.stdout).contains(word));
    }
    for file in [
        "applications/kiebitz.desktop",
        "mime/packages/kiebitz.xml",
        "metainfo/org.kiebitz.Kiebitz.metainfo.xml",
        "icons/hicolor/scalable/apps/kiebitz.svg",
        "man/man1/kiebitz.1",
        "man/man1/kiebitz-solve.1",
        "bash-completion/completions/kiebitz",
    ] {
        assert!(root.join("usr/share").join(file).is_file(), "{file}");
    }
    let output = kiebitz("de", &["install", "--prefix", "/usr", "--system-root", at, "--remove"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("entfernt"));
    assert!(!root.join("usr/share/man/man1/kiebitz.1").exists());
    std::fs::remove_dir_all(root).ok();
}
