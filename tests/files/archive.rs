//! Game records: what real archives contain, and what the rules make of it.

use kiebitz::archive::{Check, End, Reader, Record, RecordedGame, check, random_record, recount};
use kiebitz::cards::Dice;
use kiebitz::rules::Side;
use std::path::{Path, PathBuf};

const DEAL: &str =
    "HJ.HA.DJ.HQ.SA.H7.CA.CJ.HT.H8.H9.D7.DT.C7.ST.CK.C9.SK.S9.CT.C8.SQ.HK.S8.D9.DK.SJ.D8.CQ.DA.DQ.S7";

fn checked(text: &[u8]) -> Check {
    check(text, |_, _| true).unwrap()
}

fn record(moves: &str, result: &str) -> String {
    format!("(;GM[Skat]PC[Internet Skat Server]SE[1]ID[7]P0[a]P1[b]P2[c]MV[w {DEAL} {moves}]R[{result}] ;)\n")
}

/// The check finds no fault with the record.
fn agrees(moves: &str, result: &str) {
    let found = checked(record(moves, result).as_bytes());
    assert_eq!((found.read, found.compared), (1, 1), "{moves}: {found:?}");
    assert!(found.differs.is_empty() && found.unreadable.is_empty(), "{moves}: {found:?}");
}

fn end(moves: &str) -> End {
    let text = record(moves, "unknown");
    recount(&Record::parse(text.trim().as_bytes()).unwrap()).unwrap().end
}

/// The folder of real records beside a developer's checkout; tests skip where it is missing.
fn real_records() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: no real records beside this checkout");
        return Vec::new();
    };
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    files.filter(|path| path.extension().is_some_and(|end| end == "sgf")).collect()
}

#[test]
fn real_records_agree_but_for_one_known_oddity() {
    for path in real_records() {
        let text = std::fs::read(&path).unwrap();
        let found = checked(&text);
        assert!(found.unreadable.is_empty(), "{:?}", found.unreadable);
        // The one time-out between announcement and discard: the server counts without cards.
        let unexplained: Vec<_> = found.differs.iter().filter(|differs| differs.note.is_none()).collect();
        assert!(unexplained.is_empty(), "{unexplained:?}");
    }
}

#[test]
fn real_records_are_written_as_they_were_read() {
    for path in real_records() {
        let text = std::fs::read(&path).unwrap();
        for raw in Reader::new(text.as_slice()) {
            let raw = raw.unwrap();
            let record = Record::parse(&raw.bytes).unwrap();
            assert_eq!(record.to_string(), String::from_utf8_lossy(&raw.bytes));
        }
    }
}

#[test]
fn games_that_end_early() {
    let bid = "1 p 2 p 0 18";
    // Both defenders give up, with cards falling in between: everything is the declarer's.
    agrees(
        &format!("{bid} 0 GO 0 CJ 0 SC 1 RE 1 D7 2 RE"),
        "d:0 win v:192 m:1 bidok p:120 t:10 s:1 z:1 p0:0 p1:0 p2:0 l:-1 to:-1",
    );
    // The server took one defender's word after the declarer showed his cards.
    agrees(
        &format!("{bid} 0 GO 0 CJ 0 SC 1 RE"),
        "d:0 win v:192 m:1 bidok p:120 t:10 s:1 z:1 p0:0 p1:0 p2:0 l:-1 to:-1",
    );
    // The declarer gives up before the first trick: he has the skat, and nobody is schneider.
    agrees(
        &format!("{bid} 0 HH 0 RE"),
        "d:0 loss v:-60 m:1 bidok p:3 t:0 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:1",
    );
    // After one trick he keeps it; 17 points and the skat's 3 are schneider, but not schwarz.
    agrees(
        &format!("{bid} 0 HH 0 CJ 1 H9 2 HK 0 RE"),
        "d:0 loss v:-80 m:1 bidok p:9 t:1 s:1 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:1",
    );
    // A defender runs out of time; a hidden card before that does no harm.
    agrees(
        &format!("{bid} 0 HH 0 CJ 1 H9 2 HK 0 ?? w TI.2"),
        "d:0 win v:60 m:1 bidok p:120 t:10 s:1 z:1 p0:0 p1:0 p2:0 l:-1 to:2 r:0"
            .replace("v:60", "v:50")
            .as_str(),
    );
}

#[test]
fn null_ends_at_the_first_trick_or_by_giving_up() {
    let bid = "1 p 2 18 0 p";
    agrees(
        &format!("{bid} 2 NH 0 H7 1 H9 2 HK"),
        "d:2 loss v:-70 m:0 bidok p:7 t:1 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0",
    );
    agrees(
        &format!("{bid} 2 NH 0 H7 w LE.2"),
        "d:2 loss v:-70 m:0 bidok p:3 t:0 s:0 z:0 p0:0 p1:0 p2:0 l:2 to:-1 r:0",
    );
    agrees(
        &format!("{bid} 2 NOH 0 RE 1 RE"),
        "d:2 win v:59 m:0 bidok p:3 t:0 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:1",
    );
}

#[test]
fn games_that_never_began() {
    agrees("1 p 2 p 0 p", "passed");
    agrees("1 18 w LE.2", "d:-1 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:0 p1:0 p2:1 l:2 to:-1");
    assert_eq!(end("1 18 0 y"), End::Unfinished);
    assert_eq!(end("1 p 2 p 0 18 0 GH 0 CJ"), End::Unfinished);
}

#[test]
fn both_forms_of_the_discard() {
    let one = "1 p 2 p 0 18 0 s w DQ.S7 0 G.DQ.S7 0 CJ 1 RE 2 RE";
    let two = "1 p 2 p 0 18 0 s w DQ.S7 0 G 0 DQ.S7 0 CJ 1 RE 2 RE";
    let result = "d:0 win v:96 m:1 bidok p:120 t:10 s:1 z:1 p0:0 p1:0 p2:0 l:-1 to:-1 r:1";
    agrees(one, result);
    agrees(two, result);
}

#[test]
fn a_wrong_result_is_a_difference_not_a_refusal() {
    let found = checked(
        record(
            "1 p 2 p 0 18 0 GO 0 CJ 1 RE 2 RE",
            "d:0 win v:96 m:2 bidok p:120 t:10 s:1 z:0 p0:0 p1:0 p2:0 l:-1 to:-1",
        )
        .as_bytes(),
    );
    let fields: Vec<_> =
        found.differs.iter().map(|d| (d.field, d.recorded.as_str(), d.computed.as_str())).collect();
    assert_eq!(fields, [("value", "96", "192"), ("matadors", "2", "1"), ("schwarz", "false", "true")]);
}

#[test]
fn a_result_that_is_none_refuses_no_record() {
    let moves = "1 p 2 p 0 18 0 GO 0 CJ 1 RE 2 RE";
    for result in ["", " ", "nonsense", "d:0 win v:x", "d:0 win", "d:9999 win v:1", "d:0 draw [x"] {
        let text = record(moves, result);
        let found = checked(text.as_bytes());
        assert_eq!((found.read, found.unreadable_count, found.compared), (1, 0, 1), "{result}");
        assert_eq!(
            (found.differs[0].field, found.differs[0].computed.as_str()),
            ("result", "192"),
            "{result}"
        );
        assert!(found.differs[0].note.is_some());
        let parsed = Record::parse(text.trim().as_bytes()).unwrap();
        assert_eq!(Record::parse(parsed.to_string().as_bytes()), Ok(parsed), "{result}");
    }
    // Without a result there is nothing to compare.
    let found = checked(record(moves, "").replace("R[]", "").as_bytes());
    assert_eq!((found.read, found.compared, found.differs_count), (1, 0, 0));
}

#[test]
fn a_stopped_game_is_counted_both_ways() {
    // An open game lost in the first trick: the server stops there, with schneider and schwarz uncounted.
    let moves = "1 18 0 p 2 p 1 CO 0 CA 1 C7 2 CQ";
    let stopped = "d:1 loss v:-160 m:-2 bidok p:4 t:0 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0";
    let parsed = Record::parse(record(moves, stopped).trim().as_bytes()).unwrap();
    let count = recount(&parsed).unwrap();
    assert_eq!(count.end, End::Decided);
    let (whole, as_stopped) = (count.outcome.unwrap(), count.as_stopped.unwrap());
    assert!(whole.schneider && whole.schwarz && !as_stopped.schneider && !as_stopped.schwarz);
    assert_eq!((whole.value, whole.won), (as_stopped.value, as_stopped.won));
    let result = stopped.replace("v:-160", &format!("v:{}", whole.value));
    let result = result.replace("m:-2", &format!("m:{}", whole.matadors));
    let result = result.replace("p:4", &format!("p:{}", count.tally.declarer_points));
    let found = checked(record(moves, &result).as_bytes());
    let fields: Vec<_> = found.differs.iter().map(|one| (one.field, one.note.is_some())).collect();
    assert_eq!(fields, [("schneider", true), ("schwarz", true)], "{found:?}");
    // A server that counts both is as good, and one that counts neither explains no other difference.
    let both = result.replace("s:0 z:0", "s:1 z:1");
    assert!(checked(record(moves, &both).as_bytes()).differs.is_empty());
    let value = result.replace(&format!("v:{}", whole.value), "v:-10");
    let found = checked(record(moves, &value).as_bytes());
    assert_eq!((found.differs[0].field, found.differs[0].note), ("value", None));
}

#[test]
fn a_packed_archive_that_was_cut_counts_what_it_holds() {
    let mut dice = Dice::new(19);
    let text: String = (0..4000).map(|id| format!("{}\n", random_record(&mut dice, id))).collect();
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::new(1));
    std::io::Write::write_all(&mut packer, text.as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    let cut = packed[..packed.len() * 2 / 3].to_vec();
    let source = kiebitz::archive::Source::from_stream(std::io::Cursor::new(cut)).unwrap();
    let found = check(source.text, |_, _| true).unwrap();
    assert!(found.read > 2000 && found.read < 3000, "{}", found.read);
    assert_eq!(found.unreadable_count, 1);
    assert!(found.unreadable[0].reason.contains("cannot be read on"), "{:?}", found.unreadable);
}

#[test]
fn broken_rules_are_unreadable_with_line_and_reason() {
    let text = [
        record("1 p 2 p 0 18 0 GH 1 H9", "unknown"),
        record("1 p 2 p 0 18 0 GH 0 CK", "unknown"),
        record("1 p 2 p 0 18 0 GH 0 HA 1 D7", "unknown"),
        record("1 p 2 p 0 18 0 s w HJ.HA 0 G.DQ.S7", "unknown"),
        record("1 p 2 p 0 18 0 s w DQ.S7 0 GH", "unknown"),
        record("1 p 2 p 0 18 0 s w DQ.S7 0 G.CK.S7", "unknown"),
        "(;GM[Skat]ID[9]MV[w C7".to_string(),
    ];
    let found = checked(text.concat().as_bytes());
    let reasons: Vec<_> =
        found.unreadable.iter().map(|bad| format!("{}: {}", bad.line, bad.reason)).collect();
    assert_eq!(
        reasons,
        [
            "1: trick 1: M plays H9 but is not on turn",
            "2: trick 1: F plays CK and does not hold it",
            "3: trick 1: M plays D7 and does not follow",
            "4: the skat shown is not the skat dealt",
            "5: GH is announced although the skat was taken",
            "6: the discard is not two of the declarer's cards",
            "7: the record is not closed with ';)'",
        ]
    );
    assert_eq!((found.games, found.read), (7, 0));
}

#[test]
fn windows_line_ends_comments_several_lines_and_old_names() {
    let pretty = record("1 p 2 p 0 p", "passed").replace("SE[", "\r\nSE[").replace("MV[w ", "MV[w\r\n ");
    let mut text = format!("# archive\r\n\r\n{pretty}\r\n").into_bytes();
    text.extend(
        record("1 p 2 p 0 p", "passed")
            .replace("P0[a]", "P0[J#rg]")
            .bytes()
            .map(|b| if b == b'#' { 0xF6 } else { b }),
    );
    let found = checked(&text);
    assert_eq!((found.games, found.read, found.differs_count), (2, 2, 0), "{found:?}");
}

#[test]
fn thousands_of_random_games_agree_with_themselves() {
    let mut dice = Dice::new(61);
    let text: String = (0..3000).map(|id| random_record(&mut dice, id).to_string() + "\n").collect();
    let found = checked(text.as_bytes());
    assert_eq!((found.games, found.read, found.unreadable_count), (3000, 3000, 0));
    assert_eq!(found.differs_count, 0, "{:?}", found.differs.first());
    assert!(found.compared > 2500);
}

/// Steps through a game to its end and finds what the recount found.
fn steps_through(record: &Record) {
    let game = RecordedGame::of(record).unwrap();
    let Some(play) = &game.play else { return };
    let end = play.position(usize::MAX);
    assert_eq!(end.history().len(), play.cards.len());
    assert_eq!(play.cards.len(), game.count.cards);
    let tricks = end.tricks_of(Side::Declarer) + end.tricks_of(Side::Defenders);
    assert_eq!(tricks, game.count.tally.finished_tricks);
    if game.count.end == End::Played {
        let points = end.points(Side::Declarer) + end.skat().points();
        assert_eq!(points, game.count.tally.declarer_points);
    }
    for cards in 0..=play.cards.len() {
        assert_eq!(play.position(cards).history().len(), cards);
    }
}

#[test]
fn games_are_stepped_through_to_their_result() {
    let mut dice = Dice::new(5);
    for id in 0..300 {
        steps_through(&random_record(&mut dice, id));
    }
    for path in real_records() {
        let text = std::fs::read(&path).unwrap();
        for raw in Reader::new(text.as_slice()) {
            steps_through(&Record::parse(&raw.unwrap().bytes).unwrap());
        }
    }
}

#[test]
fn a_check_can_be_stopped() {
    let text = record("1 p 2 p 0 p", "passed").repeat(50);
    let found = check(text.as_bytes(), |check, _| check.games < 10).unwrap();
    assert_eq!(found.games, 10);
}
