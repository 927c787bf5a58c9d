//! Solutions in words, sheets for print, and generated puzzles.

use kiebitz::archive::FinishedGames;
use kiebitz::cards::{Dice, parse_list};
use kiebitz::deal::{Position, View};
use kiebitz::print::{Content, Format, Paper, PrintError, Printing, Sheet, page_path};
use kiebitz::puzzle::generate::{Clash, Generator, Motif, Wishes, random_game};
use kiebitz::puzzle::soundness::{Checker, Depth, Finding, Look};
use kiebitz::puzzle::wording::{Solution, tricks};
use kiebitz::puzzle::{Asks, Language, Puzzle, bundled};
use kiebitz::rules::{Game, Goal, Side};
use kiebitz::search::Limits;
use kiebitz::search::open;

/// Three cards each. The declarer draws the last jack and cashes the ace of spades.
const ENDING: &str = "contract=G declarer=F F=CJ.SA.S7 M=SJ.ST.S8 R=HA.HT.SK skat=D7.D8 points=38:32 view=open \
    gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9";

fn ending() -> Puzzle {
    let mut puzzle = Puzzle::new(ENDING.parse().unwrap());
    puzzle.asks = Asks::Card;
    puzzle
}

#[test]
fn tricks_are_told_with_points_and_totals() {
    let position: Position = ENDING.parse().unwrap();
    let line = parse_list("CJ SJ HT SA ST SK S7 S8 HA", Default::default()).unwrap();
    let german = tricks(&position, &line, true, Language::German);
    assert_eq!(
        german,
        [
            "8. V Kreuz-Bube, M Pik-Bube, H Herz-10 (+14, zusammen 52)",
            "9. V Pik-Ass, M Pik-10, H Pik-König (+25, zusammen 77)",
            "10. V Pik-7, M Pik-8, H Herz-Ass (−11, Gegner 43)",
        ]
    );
    let english = tricks(&position, &line[..6], true, Language::English);
    assert_eq!(english[1], "9. F ace of spades, M ten of spades, R king of spades (+25, together 77)");
    assert!(tricks(&position, &[line[1]], true, Language::German).is_empty());
}

/// What the words say is what the searches say: the line is legal, ends with the goal settled, and the tries fail.
#[test]
fn solutions_are_true() {
    let mut checker = Checker::new();
    let mut told = 0;
    let mut generator = Generator::new(Wishes { seed: 3, cards: (3, 4), ..Wishes::default() });
    let mut puzzles = vec![ending()];
    for _ in 0..60 {
        let game = generator.random_game().unwrap();
        puzzles.extend(generator.consider(&game, &Limits::none()).map(|composed| composed.puzzle));
    }
    for puzzle in puzzles {
        let solution = Solution::of(&puzzle, &mut checker, &Limits::none()).unwrap();
        let mut position = puzzle.position.clone();
        if position.view() != View::Open {
            continue;
        }
        for &card in solution.line() {
            position.play(card).unwrap();
        }
        let Goal::Points(needed) = puzzle.goal() else { continue };
        let own = position.points(Side::Declarer) + position.skat().points();
        let others = position.points(Side::Defenders);
        assert!(own >= needed || others > 120 - needed || position.turn().is_none(), "{puzzle:?}");
        for language in [Language::German, Language::English] {
            let words = solution.words(language);
            assert!(words.lines().count() >= 3, "{words}");
            assert!(!words.contains("  ") && !words.contains(".."), "{words}");
        }
        told += 1;
    }
    assert!(told >= 3, "{told}");
}

#[test]
fn sheets_come_in_every_form() {
    let puzzles: Vec<Puzzle> = bundled().map(|(_, puzzle)| puzzle).take(5).collect();
    for content in [Content::Question, Content::Solution, Content::Both] {
        let mut sheet = Sheet::new(puzzles.clone(), Language::German);
        (sheet.content, sheet.paper) = (content, Paper::A4(2));
        let svgs = sheet.to_svg();
        assert!(!svgs.is_empty() && svgs.iter().all(|svg| svg.contains("width=\"210.00mm\"")));
        for puzzle in &puzzles {
            let title = puzzle.title.de.replace('\'', "&#39;");
            assert!(svgs.iter().any(|svg| svg.contains(&title)), "{title}");
        }
        let pdf = sheet.to_pdf().unwrap();
        assert!(pdf.starts_with(b"%PDF-1.7"));
        let text = sheet.to_text();
        let markdown = sheet.to_markdown();
        let question = puzzles[0].question.de.split(' ').next().unwrap();
        assert_eq!(text.contains("Lösung"), content != Content::Question);
        assert_eq!(markdown.contains("**Lösung.**"), content != Content::Question);
        assert!(content == Content::Solution || text.contains(question));
        assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
    }
    // One puzzle alone is as wide as its column.
    let sheet = Sheet::new(vec![puzzles[0].clone()], Language::English);
    assert!(sheet.to_svg()[0].contains("width=\"91.00mm\""));
    let png = &sheet.print(Format::Png(100), &Printing::default()).unwrap()[0];
    let width = u32::from_be_bytes([png[16], png[17], png[18], png[19]]);
    assert!((357..=360).contains(&width), "{width}");
    // A hundred dots to the inch are 3937 to the metre, and the file says so.
    assert_eq!(&png[37..41], b"pHYs");
    assert_eq!(u32::from_be_bytes([png[41], png[42], png[43], png[44]]), 3937);
}

#[test]
fn what_is_hidden_stays_hidden_in_text() {
    let (_, puzzle) = bundled().find(|(name, _)| *name == "paper-example.ron").unwrap();
    let sheet = Sheet::new(vec![puzzle], Language::German);
    let text = sheet.to_text();
    assert!(text.contains("verdeckt") && !text.contains("♣ 9"), "{text}");
    let solution = Sheet { content: Content::Solution, ..sheet };
    assert!(!solution.to_text().contains("verdeckt"));
}

#[test]
fn random_games_are_played_to_the_end() {
    let mut dice = Dice::new(2);
    for game in Game::ALL {
        let position = random_game(&mut dice, Some(game)).unwrap();
        assert_eq!((position.game(), position.turn()), (game, None));
        assert_eq!(position.history().len(), 30);
    }
}

/// Whatever is generated passes its own check, is unique, and fits the wishes; the same seed gives the same.
#[test]
fn generated_puzzles_are_sound_and_repeatable() {
    let run = |seed: u64| {
        let mut generator = Generator::new(Wishes { seed, cards: (3, 4), ..Wishes::default() });
        let mut found = Vec::new();
        for _ in 0..80 {
            let game = generator.random_game().unwrap();
            found.extend(generator.consider(&game, &Limits::none()));
        }
        found
    };
    let found = run(11);
    assert!(found.len() >= 5, "{}", found.len());
    let again = run(11);
    let texts = |found: &[kiebitz::puzzle::generate::Composed]| {
        found.iter().map(|composed| composed.puzzle.to_ron().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&found), texts(&again));
    let mut checker = Checker::new();
    let mut solver = open::Solver::with_table(1);
    for composed in &found {
        let puzzle = &composed.puzzle;
        let read = Puzzle::parse(&puzzle.to_ron().unwrap()).unwrap();
        assert_eq!(&read, puzzle);
        let report = checker.check(puzzle, Depth::ANSWER, &Limits::none()).unwrap();
        assert!(report.is_sound(), "{:?} {}", report.findings, puzzle.position);
        assert!(report.findings.iter().any(|finding| matches!(finding, Finding::Key(_))));
        assert!(
            !puzzle.title.de.is_empty() && !puzzle.question.en.is_empty() && !puzzle.solution.de.is_empty()
        );
        // With open cards the key can be tried without any of the workshop's means.
        if puzzle.position.view() == View::Open {
            let declarers = puzzle.position.turn() == Some(puzzle.position.declarer());
            for card in puzzle.position.playable() {
                let mut after = puzzle.position.clone();
                after.play(card).unwrap();
                let wins = solver.decide(&after, puzzle.goal(), &Limits::none()).unwrap().unwrap();
                assert_eq!(puzzle.answer.cards.has(card), wins == declarers, "{card} {}", puzzle.position);
            }
        }
    }
}

#[test]
fn wishes_are_kept() {
    let wishes = Wishes {
        game: Some(Game::Grand),
        side: Some(Side::Defenders),
        open: Some(true),
        motif: Some(Motif::Lead),
        cards: (3, 5),
        goal: Some(Goal::Points(61)),
        seed: 4,
        ..Wishes::default()
    };
    let mut generator = Generator::new(wishes);
    let mut found = 0;
    for _ in 0..150 {
        let game = generator.random_game().unwrap();
        let Some(composed) = generator.consider(&game, &Limits::none()) else { continue };
        let position = &composed.puzzle.position;
        assert_eq!((position.game(), position.view()), (Game::Grand, View::Open));
        assert!(position.turn() != Some(position.declarer()) && position.trick().is_empty());
        assert!((3..=5).contains(&position.cards_left(position.turn().unwrap())));
        assert_eq!(composed.report.declarer_wins, Some(false));
        assert_eq!(composed.puzzle.goal(), Goal::Points(61));
        found += 1;
    }
    assert!(found > 0);
    assert_eq!("trap".parse::<Motif>(), Ok(Motif::Trap));
    assert!("sheep".parse::<Motif>().is_err());
}

/// The command line as a user meets it.
mod commands {
    use serde_json::Value;
    use std::process::{Command, Output};

    fn kiebitz(args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_kiebitz")).env("LC_ALL", "C").args(args).output().unwrap()
    }

    fn out(output: &Output) -> String {
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    const HEARTS: &str = "contract=G declarer=F F=HA.HK.HQ view=F skat=S7.S8 points=60:0 \
        gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.SA.ST.SK.SQ.S9.DA.DT.DK.DQ.D9.D8";

    fn puzzle(name: &str) -> String {
        format!("{}/puzzles/{name}", env!("CARGO_MANIFEST_DIR"))
    }

    #[test]
    fn distributions_are_listed_and_counted() {
        let output = kiebitz(&["distributions", HEARTS, "result=schwarz", "--json"]);
        assert_eq!(output.status.code(), Some(0));
        let lines: Vec<Value> =
            out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0]["F"], "HA.HK.HQ");
        assert_eq!((&lines[2]["deals"], &lines[2]["solutions"]), (&20.into(), &2.into()));
        assert_eq!(lines[2]["pattern"]["always"], serde_json::json!(["one:H9.H8.H7"]));
        let output = kiebitz(&["distributions", HEARTS, "M:hearts=5", "--language", "de"]);
        assert!(out(&output).starts_with("Keine solche Verteilung."), "{}", out(&output));
        assert!(out(&output).contains("Möglich sind 1 bis 3."), "{}", out(&output));
        let output = kiebitz(&["distributions", HEARTS, "M:moons=5"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("'moons'"));
        assert_eq!(kiebitz(&["distributions", "result=won"]).status.code(), Some(2));
    }

    #[test]
    fn a_wrong_puzzle_is_exit_1() {
        let good = puzzle("gartenlaube-1898-10-hearts.ron");
        let output = kiebitz(&["check", "--quick", "--json", &good]);
        assert_eq!(output.status.code(), Some(0), "{}", out(&output));
        let answer: Value = serde_json::from_str(&out(&output)).unwrap();
        assert_eq!((&answer["sound"], &answer["points"]), (&true.into(), &66.into()));
        let folder = std::env::temp_dir().join(format!("kiebitz-check-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let bad = folder.join("bad.ron");
        let text = std::fs::read_to_string(&good).unwrap().replace("points: Some(66)", "points: Some(67)");
        std::fs::write(&bad, text).unwrap();
        let output = kiebitz(&["check", "--quick", "--language", "de", bad.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1));
        assert!(out(&output).contains("Falsche Antwort: nicht 67, sondern 66 Augen."), "{}", out(&output));
        assert_eq!(kiebitz(&["check", "no-such.ron"]).status.code(), Some(2));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn sheets_are_written() {
        let folder = std::env::temp_dir().join(format!("kiebitz-export-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = puzzle("paper-example.ron");
        for (end, start) in [("svg", "<svg"), ("pdf", "%PDF"), ("txt", "Karo"), ("md", "## Karo")] {
            let path = folder.join(format!("sheet.{end}"));
            let output = kiebitz(&["export", &file, path.to_str().unwrap(), "--language", "de"]);
            assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
            let bytes = std::fs::read(&path).unwrap();
            assert!(bytes.starts_with(start.as_bytes()), "{end}");
        }
        let path = folder.join("sheet.doc");
        assert_eq!(kiebitz(&["export", &file, path.to_str().unwrap()]).status.code(), Some(2));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn an_archive_gives_its_games() {
        let archive = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/sample.sgf.bz2");
        let few = ["--count", "2", "--choice", "1", "--cards", "3..4", "--json"];
        let output = kiebitz(&[&["generate", "--archive", archive], &few[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(out(&output).lines().count(), 2);
        // A puzzle file is no archive.
        let puzzle = puzzle("paper-example.ron");
        let output = kiebitz(&["generate", "--archive", &puzzle]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("no game with a contract"));
        // Wishes that exclude each other are refused at once.
        let output = kiebitz(&["generate", "--motif", "odds", "--open"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("needs hidden cards"));
    }

    #[test]
    fn generating_can_fail_politely() {
        // Two cards are too few for a hard puzzle, and two games too few to be lucky.
        let args = ["generate", "--motif", "throw", "--grade", "3", "--cards", "2", "--tries", "2"];
        let output = kiebitz(&args);
        assert_eq!(output.status.code(), Some(1));
        assert!(out(&output).starts_with("No puzzle to these wishes"));
        // No defender leads to a puzzle of the declarer's.
        let output = kiebitz(&["generate", "--side", "declarer", "--motif", "lead"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("about a defender"));
        assert_eq!(kiebitz(&["generate", "--motif", "sheep"]).status.code(), Some(2));
        assert_eq!(kiebitz(&["generate", "--cards", "9..3"]).status.code(), Some(2));
    }
}

/// The odds speak against the key: every drawn deal is won by a wrong card too, and that one makes more points.
#[test]
fn against_the_odds_is_found_and_needs_hidden_cards() {
    let wishes = Wishes { motif: Some(Motif::Odds), cards: (3, 4), seed: 3, ..Wishes::default() };
    assert_eq!(Wishes { open: Some(true), ..wishes.clone() }.clash(), Some(Clash::Open(Motif::Odds)));
    let lead = Wishes { motif: Some(Motif::Lead), side: Some(Side::Declarer), ..Wishes::default() };
    assert_eq!(lead.clash(), Some(Clash::Declarer));
    assert_eq!(wishes.clash(), None);
    let mut generator = Generator::new(wishes);
    let found = (0..400).find_map(|_| {
        let game = generator.random_game()?;
        generator.consider(&game, &Limits::none())
    });
    let composed = found.unwrap();
    let puzzle = &composed.puzzle;
    assert!(composed.motifs.contains(&Motif::Odds) && puzzle.position.view() != View::Open);
    // Said once more by the parts it rests on: the favourite of drawn deals fails against some deal.
    let look = Look::at(&puzzle.position, puzzle.goal(), &mut open::Solver::new(), 1, &Limits::none());
    let favourite = look.unwrap().favourite().unwrap();
    assert!(!puzzle.answer.cards.has(favourite));
    let mut fair = kiebitz::search::paranoia::Solver::new();
    let cards = fair.cards(&puzzle.position, puzzle.goal(), &Limits::none()).unwrap();
    let declarers = puzzle.position.turn() == Some(puzzle.position.declarer());
    for card in cards {
        let keeps = card.declarer_wins == Some(declarers);
        assert_eq!(keeps, puzzle.answer.cards.has(card.card), "{}", card.card);
    }
}

/// Puzzles from an archive's games: the bundled one, and whatever a file holds.
#[test]
fn games_of_an_archive_become_puzzles() {
    let games: Vec<Position> = FinishedGames::sample().unwrap().take(60).collect();
    assert_eq!(games.len(), 60);
    let mut generator = Generator::new(Wishes { cards: (3, 4), ..Wishes::default() });
    let mut checker = Checker::new();
    let mut made = 0;
    for game in &games {
        let Some(composed) = generator.consider(game, &Limits::none()) else { continue };
        made += 1;
        let report = checker.check(&composed.puzzle, Depth::ANSWER, &Limits::none()).unwrap();
        assert!(report.is_sound(), "{}", composed.puzzle.position);
        // What is on the table was in that game: the same cards in the same hands.
        let position = &composed.puzzle.position;
        for seat in kiebitz::rules::Seat::ALL {
            assert!(game.start_hand(seat).has_all(position.start_hand(seat)));
        }
    }
    assert!(made >= 5, "{made}");
    let missing = FinishedGames::open(std::path::Path::new("no/such/archive.sgf"));
    assert!(missing.is_err());
}

/// Pages drawn on threads are the pages drawn one by one; progress comes to its end, and a stop stops.
#[test]
fn printing_is_the_same_on_threads_and_can_be_stopped() {
    let puzzles: Vec<Puzzle> = bundled().map(|(_, puzzle)| puzzle).take(6).collect();
    let mut sheet = Sheet::new(puzzles, Language::German);
    (sheet.content, sheet.paper) = (Content::Both, Paper::A4(2));
    let printing = Printing::default();
    let pdf = sheet.print(Format::Pdf, &printing).unwrap();
    assert_eq!(pdf, [sheet.to_pdf().unwrap()]);
    let pages = sheet.pages().len();
    assert!(pages > 1);
    assert_eq!(printing.steps(), (pages, pages));
    let pictures = sheet.print(Format::Png(30), &Printing::default()).unwrap();
    assert_eq!(pictures.len(), pages);
    let stopped = Printing::default();
    stopped.cancel.cancel();
    assert!(matches!(sheet.print(Format::Pdf, &stopped), Err(PrintError::Stopped)));
    assert_eq!(page_path("a/b.svg".as_ref(), 0), std::path::Path::new("a/b.svg"));
    assert_eq!(page_path("a/b.svg".as_ref(), 2), std::path::Path::new("a/b-3.svg"));
}

/// Only solutions that no file has are worked out, unless all are wanted anew.
#[test]
fn missing_solutions_are_worked_out() {
    let mut bare = ending();
    let mut told = ending();
    told.solution.de = "Steht schon da.".into();
    bare.title.de = "Ohne Lösung".into();
    let mut sheet = Sheet::new(vec![bare, told], Language::German);
    let printing = Printing::default();
    sheet.work_out(false, &printing).unwrap();
    assert_eq!(printing.steps(), (1, 1));
    assert!(sheet.puzzles[0].solution.de.contains("Kreuz-Bube"), "{}", sheet.puzzles[0].solution.de);
    assert_eq!(sheet.puzzles[1].solution.de, "Steht schon da.");
    sheet.work_out(true, &printing).unwrap();
    assert_eq!(sheet.puzzles[0].solution, sheet.puzzles[1].solution);
}
