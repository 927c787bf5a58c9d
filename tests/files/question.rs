//! Every kind of question: what is asked, what the engine answers, what the check says, what a sheet shows.

use kiebitz::cards::{Card, Cards};
use kiebitz::deal::{Place, Position};
use kiebitz::print::{Content, Sheet};
use kiebitz::puzzle::question::{self, Engines, Given, Told, Wanted};
use kiebitz::puzzle::soundness::{Checker, Depth, Finding, Report, Weight};
use kiebitz::puzzle::{Answer, Asks, Language, PlaceName, Puzzle, bundled};
use kiebitz::rules::{Contract, Goal, Seat, Side};
use kiebitz::search::Limits;
use kiebitz::search::adversary::Adversary;

fn puzzle(line: &str, asks: Asks) -> Puzzle {
    let mut puzzle = Puzzle::new(line.parse().unwrap_or_else(|problems| panic!("{line}: {problems}")));
    puzzle.asks = asks;
    puzzle
}

fn check(puzzle: &Puzzle) -> Report {
    Checker::new().check(puzzle, Depth::ANSWER, &Limits::none()).unwrap()
}

fn example(name: &str) -> Puzzle {
    bundled().find(|(file, _)| *file == name).unwrap().1
}

fn cards(text: &str) -> Cards {
    text.parse().unwrap()
}

/// Every finding can be said in both languages.
fn said(report: &Report, puzzle: &Puzzle) {
    for finding in &report.findings {
        for language in [Language::German, Language::English] {
            let text = finding.words(puzzle.position.game(), puzzle.goal(), language);
            assert!(text.ends_with('.') && !text.contains('{') && !text.contains("finding."), "{text}");
        }
    }
}

const SKATDE: &str = "contract=C declarer=F F=CA.CT.CK.C9.C8.C7.DT.DK.D9.D7 skat=CJ.CQ view=F";

#[test]
fn the_low_diamonds_make_clubs_unlosable_and_nothing_else_does() {
    let puzzle = puzzle(SKATDE, Asks::Discard);
    let report = Checker::new().check(&puzzle, Depth::LINE, &Limits::none()).unwrap();
    let Told::Discards(found) = &report.told else { panic!("{:?}", report.told) };
    assert_eq!(found.pairs.len(), 66);
    let good: Vec<(Cards, Option<u8>)> = found.good().map(|pair| (pair.cards, pair.value)).collect();
    assert_eq!(good, [(cards("D9.D7"), Some(63))]);
    let natural = found.natural.as_ref().unwrap();
    assert_eq!((natural.cards, natural.value), (cards("DT.DK"), Some(60)));
    // The natural pair is refuted by a line that a deal allows.
    let (before, refutation) = natural.refuted.as_ref().unwrap();
    let mut position = question::discarded(&puzzle.position, natural.cards).unwrap();
    for &card in before.iter().chain(&refutation.line) {
        position.play(card).unwrap();
    }
    assert!(position.points(Side::Defenders) >= 60);
    let answer =
        Answer { declarer_wins: Some(true), cards: cards("D9.D7"), points: Some(63), ..Answer::default() };
    assert_eq!(report.answer, answer);
    assert!(report.findings.contains(&Finding::NoAnswer) && report.is_sound(), "{:?}", report.findings);
    said(&report, &puzzle);
}

#[test]
fn a_wrong_discard_is_a_fault_whichever_cards_the_file_calls_the_skat() {
    let mut asked = puzzle(SKATDE, Asks::Discard);
    asked.answer.cards = cards("DT.DK");
    let report = check(&asked);
    assert!(!report.is_sound());
    assert!(report.findings.iter().any(|one| matches!(one, Finding::WrongDiscard { said, good }
        if *said == cards("DT.DK") && *good == [cards("D9.D7")])));
    said(&report, &asked);
    // The right pair already in the skat changes nothing: neither the answer nor what is printed.
    let line = "contract=C declarer=F F=CJ.CA.CT.CK.CQ.C9.C8.C7.DT.DK skat=D9.D7 view=F";
    let mut laid = puzzle(line, Asks::Discard);
    laid.answer = Answer { declarer_wins: Some(true), cards: cards("D9.D7"), ..Answer::default() };
    assert!(check(&laid).is_sound());
    laid.answer.declarer_wins = Some(false);
    assert!(!check(&laid).is_sound());
}

#[test]
fn the_question_sheet_of_a_discard_shows_twelve_cards_and_no_skat() {
    for line in [SKATDE, "contract=C declarer=F F=CJ.CA.CT.CK.CQ.C9.C8.C7.DT.DK skat=D9.D7 view=F"] {
        let mut puzzle = puzzle(line, Asks::Discard);
        puzzle.title.de = "Titel".into();
        puzzle.hidden =
            [PlaceName(Place::Hand(Seat::Middlehand)), PlaceName(Place::Hand(Seat::Rearhand))].into();
        puzzle.answer.cards = cards("D9.D7");
        let table = question::kind(Asks::Discard).table(&puzzle);
        assert_eq!(table.of(Place::Hand(Seat::Forehand)), Some(question::twelve(&puzzle.position)));
        assert!(!table.skat && table.of(Place::Skat).is_none() && table.found.is_empty());
        let mut sheet = Sheet::new(vec![puzzle.clone()], Language::German);
        let text = sheet.to_text();
        assert!(text.contains("♦ 10 K 9 7") && text.contains("wird gesucht"), "{text}");
        sheet.content = Content::Solution;
        assert!(sheet.to_text().contains("Skat") && sheet.to_text().contains("♦ 9 7"), "{}", sheet.to_text());
    }
    // Where the source tells what was found, it is marked.
    let table = question::kind(Asks::Discard).table(&example("skatde-clubs-discard.ron"));
    assert_eq!(table.found, cards("CJ.CQ"));
}

#[test]
fn the_game_may_be_asked_with_the_discard() {
    let mut puzzle = puzzle(SKATDE, Asks::Discard);
    puzzle.terms.free_game = true;
    let table = question::kind(Asks::Discard).table(&puzzle);
    assert!(!table.contract);
    let report = check(&puzzle);
    let Told::Discards(found) = &report.told else { panic!() };
    assert_eq!(found.pairs.len(), 6 * 66);
    let games: Vec<String> = found.good().map(|pair| format!("{} {}", pair.contract, pair.cards)).collect();
    assert_eq!(games, ["C D9.D7"]);
    assert_eq!(report.answer.contract.map(|game| game.to_string()), Some("C".into()));
    said(&report, &puzzle);
}

#[test]
fn tasks_that_cannot_be_done_are_faults_with_the_side_named() {
    // The published Grand: 56 with best play on all sides.
    let lost = example("gartenlaube-1898-10-grand.ron");
    let mut win = lost.clone();
    (win.asks, win.answer) = (Asks::Play, Answer::default());
    let report = check(&win);
    assert!(report.findings.contains(&Finding::Unsolvable { side: Side::Declarer, made: Some(56) }));
    assert!(!report.is_sound());
    said(&report, &win);
    // And 94 points cannot be beaten.
    let mut beat = example("gartenlaube-1887-08.ron");
    (beat.asks, beat.answer) = (Asks::Beat, Answer::default());
    let report = check(&beat);
    assert!(report.findings.contains(&Finding::Unsolvable { side: Side::Defenders, made: Some(94) }));
    said(&report, &beat);
    let mut card = lost.clone();
    (card.asks, card.answer) = (Asks::Card, Answer::default());
    // Ten leads beat the game: no puzzle.
    let report = check(&card);
    assert!(report.findings.contains(&Finding::EveryCard { side: Side::Defenders, count: 10, asked: true }));
    assert!(!report.is_sound());
    said(&report, &card);
}

#[test]
fn the_points_told_are_compared_with_the_cards_gone() {
    let good = example("kiebitz-clubs-1.ron");
    assert!(!check(&good).findings.iter().any(|one| matches!(one, Finding::GonePoints { .. })));
    let mut setup = good.position.to_setup();
    setup.points = (0, 0);
    let mut bad = good.clone();
    bad.position = setup.validate().unwrap();
    let report = check(&bad);
    assert!(
        report.findings.contains(&Finding::GonePoints { gone: 73, told: (0, 0) }),
        "{:?}",
        report.findings
    );
    said(&report, &bad);
}

#[test]
fn another_leader_of_the_first_trick_is_told() {
    let good = example("gartenlaube-1887-08.ron");
    let mut setup = good.position.to_setup();
    setup.lead = Seat::Middlehand;
    let mut bad = good.clone();
    bad.position = setup.validate().unwrap();
    assert!(check(&bad).findings.contains(&Finding::OtherLead(Seat::Middlehand)));
    assert!(!check(&good).findings.iter().any(|one| matches!(one, Finding::OtherLead(_))));
}

/// The answer found is entered for every kind; then the puzzle is sound and nothing is missing.
#[test]
fn empty_answers_are_found_for_every_kind() {
    let mut checker = Checker::new();
    for (name, puzzle) in bundled() {
        let empty = Puzzle { answer: Answer::default(), ..puzzle.clone() };
        let report = checker.check(&empty, Depth::ANSWER, &Limits::none()).unwrap();
        assert!(report.findings.contains(&Finding::NoAnswer), "{name}");
        let filled = Puzzle { answer: report.answer.clone(), ..puzzle.clone() };
        let report = checker.check(&filled, Depth::ANSWER, &Limits::none()).unwrap();
        assert!(report.is_sound() && !report.findings.contains(&Finding::NoAnswer), "{name}");
        if puzzle.asks == Asks::Card {
            assert_eq!(filled.answer.cards, puzzle.answer.cards, "{name}");
        }
    }
}

#[test]
fn tricks_are_numbered_as_in_the_whole_game() {
    let puzzle = example("kiebitz-clubs-1.ron");
    assert_eq!(puzzle.position.trick_number(0), 7);
    assert_eq!(puzzle.position.trick_number(5), 8);
    let report = Checker::new().check(&puzzle, Depth::FULL, &Limits::none()).unwrap();
    for finding in &report.findings {
        if let Finding::Choice { trick, .. } = finding {
            assert!(*trick >= 7, "{finding:?}");
        }
    }
}

#[test]
fn an_endgame_needs_no_skat() {
    let with = "contract=C declarer=F F=C9.HQ.H7.DK M=CJ.DJ.DT.D7 R=HJ.HA.D9.D8 skat=DA.DQ points=44:28 \
        gone=CA.CT.CK.CQ.C8.C7.SJ.SA.ST.SK.SQ.S9.S8.S7.HK.HT.H9.H8";
    let without = "contract=C declarer=F F=C9.HQ.H7.DK M=CJ.DJ.DT.D7 R=HJ.HA.D9.D8 skat=- points=58:28";
    let limits = Limits::none();
    let value = |line: &str| {
        let position: Position = line.parse().unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(position.to_string().parse::<Position>().as_ref(), Ok(&position));
        Engines::new().value(&position, &limits).unwrap().exact()
    };
    assert_eq!(value(with), Some(58));
    assert_eq!(value(without), Some(58));
    // From a seat's view too, if the cards gone are told, and the proof is checked by the other reader.
    let seen = "contract=C declarer=F F=C9.HQ.H7.DK skat=- points=58:28 view=F \
        gone=CA.CT.CK.CQ.C8.C7.SJ.SA.ST.SK.SQ.S9.S8.S7.HK.HT.H9.H8.DA.DQ";
    assert_eq!(value(seen), Some(58));
    let position: Position = seen.parse().unwrap();
    let limits = kiebitz::search::proof::ProofLimits::default();
    let proof = Engines::new().prover.proof(&position, Goal::Points(61), &limits).unwrap();
    assert!(!proof.declarer_reaches);
    let why = |line: &str| line.parse::<Position>().unwrap_err().to_string();
    let full = "contract=G declarer=F F=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8 M=SA.ST.SK.SQ.S9.S8.S7.HA.HT.HK \
        R=C7.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 skat=-";
    assert!(why(full).contains("only in an endgame"), "{}", why(full));
    assert!(why(&seen.replace(".DA.DQ", ".DA")).contains("5, 8, 11"));
}

#[test]
fn answers_of_a_person_are_judged_by_the_kind() {
    let puzzle = example("skatde-clubs-discard.ron");
    let kind = question::kind(puzzle.asks);
    let mut adversary = Adversary::new();
    let mut judge = |pair: &str| {
        let given = Given::Discard(cards(pair), None);
        assert!(given.is_complete(&puzzle));
        kind.judge(&puzzle, &given, &mut adversary, &Limits::none()).unwrap().unwrap()
    };
    assert!(judge("D9.D7").right);
    let wrong = judge("DT.DK");
    assert!(!wrong.right && wrong.file_agrees);
    // Played on with one's own discard, right or wrong.
    assert_eq!(wrong.fact.position(&puzzle).unwrap().skat(), cards("DT.DK"));
}

#[test]
fn what_must_be_given_is_asked_for() {
    let lack = |puzzle: &Puzzle| {
        let report = check(puzzle);
        said(&report, puzzle);
        assert_eq!(report.findings[0].weight(), Weight::Fault);
        matches!(report.findings[0], Finding::Lack(_))
    };
    assert!(lack(&puzzle(
        "contract=CH declarer=F F=CA.CT.CK.C9.C8.C7.DT.DK.D9.D7 skat=CJ.CQ",
        Asks::Discard
    )));
    assert!(lack(&puzzle("contract=C declarer=F F=CA.CT.CK.C9.C8.C7.DT.DK.D9.D7 view=F", Asks::Discard)));
    assert!(lack(&puzzle("contract=N declarer=F F=CA.CT.CK.C9.C8.C7.DT.DK.D9.D7 view=F", Asks::Points)));
    assert!(lack(&puzzle("contract=C declarer=M M=CA.CT.CK.C9.C8.C7.DT.DK.D9.D7 view=M", Asks::Card)));
    let mut open = example("gartenlaube-1887-08.ron");
    open.asks = Asks::Cards;
    assert!(lack(&open));
}

/// Facts are worked out without looking at the answer.
#[test]
fn the_facts_do_not_depend_on_the_answer() {
    let limits = Limits::nodes(Depth::ANSWER.nodes);
    for (name, puzzle) in bundled().step_by(7) {
        let kind = question::kind(puzzle.asks);
        let empty = Puzzle { answer: Answer::default(), ..puzzle.clone() };
        let facts =
            |puzzle: &Puzzle| kind.facts(puzzle, &mut Engines::new(), Wanted::Answer, &limits).unwrap();
        let (one, other) = (facts(&puzzle), facts(&empty));
        assert_eq!((one.declarer_wins, one.keys), (other.declarer_wins, other.keys), "{name}");
    }
}

#[test]
fn the_rest_is_gone_at_a_click() {
    use kiebitz::puzzle::document::Document;
    let mut document = Document {
        setup: "contract=C declarer=F F=C9.HQ.H7.DK M=CJ.DJ.DT.D7 R=HJ.HA.D9.D8 points=58:0".parse().unwrap(),
        ..Document::default()
    };
    assert!(document.rest_is_gone());
    assert_eq!((document.setup.gone.len(), document.setup.points), (20, (58, 28)));
    assert_eq!(document.hand_size(), 4);
    let position = document.setup.clone().validate().unwrap();
    assert_eq!(Engines::new().value(&position, &Limits::none()).unwrap().exact(), Some(58));
    assert!(!Document::default().rest_is_gone());
}

/// The hand that a column asks about: with every one of the 231 skats a game worth 24 is won by force, and with one of them
/// nothing worth more. Each game that was found is asked again by a search that knows nothing of the others.
#[test]
fn up_to_24_is_safe_with_every_skat() {
    let asked = puzzle("contract=C declarer=F F=CA.CT.CK.C9.C8.C7.DT.DK.D9.D7 view=F", Asks::Bid);
    let progress = kiebitz::search::Progress::default();
    let limits = Limits { progress: Some(progress.clone()), ..Limits::none() };
    let found = question::highest_bid(&mut Engines::new(), &asked.position, &limits).unwrap().unwrap();
    assert_eq!((found.highest, found.next, found.fails_with), (24, Some(27), Some(cards("CJ.CQ"))));
    assert_eq!((found.skats.len(), found.hand.clone()), (231, None));
    assert!(progress.part().is_some_and(|(_, of)| of == 231));
    let mut solver = kiebitz::search::paranoia::Solver::new();
    for one in found.skats.iter().step_by(5).chain(found.skats.iter().filter(|one| one.game.value < 46)) {
        assert!(one.game.value >= 24, "{}", one.skat);
        let mut setup = asked.position.to_setup();
        let twelve = asked.position.hand(Seat::Forehand) | one.skat;
        setup.contract = Some(one.game.contract);
        setup.hands[Seat::Forehand] = kiebitz::deal::Holding::full(twelve - one.game.discard);
        setup.skat = kiebitz::deal::Holding::full(one.game.discard);
        let played = setup.validate().unwrap();
        assert_eq!(solver.decide(&played, played.goal(), &Limits::none()), Ok(Some(true)), "{}", one.skat);
    }
}

/// A question over all skats can be stopped at any time, and then says nothing.
#[test]
fn questions_over_all_skats_can_be_stopped() {
    for asks in [Asks::Bid, Asks::FirstCards, Asks::Announce] {
        let asked = puzzle("contract=C declarer=F F=CA.CT.CK.C9.C8.C7.DT.DK.D9.D7 view=F", asks);
        let cancel = kiebitz::search::Cancel::default();
        cancel.cancel();
        let report = Checker::new().check(&asked, Depth::ANSWER, &Limits::until(cancel)).unwrap();
        assert!(report.cut_short && report.findings.contains(&Finding::Undecided), "{asks:?}");
        assert_eq!(report.answer, Answer::default(), "{asks:?}");
    }
}

#[test]
fn answers_without_play_are_judged_and_told() {
    let mut adversary = Adversary::new();
    let mut judge = |puzzle: &Puzzle, given: Given| {
        assert!(given.is_complete(puzzle), "{given:?}");
        question::kind(puzzle.asks).judge(puzzle, &given, &mut adversary, &Limits::none()).unwrap().unwrap()
    };
    let game = |text: &str| Some(text.parse().unwrap());
    let which = example("which-game.ron");
    let right = judge(&which, Given::Game(game("H")));
    assert!(right.right && right.file_agrees);
    // It goes on in that game, with a discard that keeps it safe.
    let played = right.fact.position(&which).unwrap();
    assert_eq!(played.contract().to_string(), "H");
    assert_eq!(Engines::new().decide(&played, Goal::Points(61), &Limits::none()), Ok(Some(true)));
    let wrong = judge(&which, Given::Game(game("G")));
    assert!(!wrong.right && wrong.fact.position(&which).unwrap().contract().to_string() == "G");
    let first = example("first-card-of-the-skat.ron");
    assert!(judge(&first, Given::Count("6".into())).right);
    assert!(!judge(&first, Given::Count("7".into())).right);
    let lie = example("exactly-sixty-one.ron");
    let placed = |forehand: &str, middlehand: &str| {
        Given::Placed([cards(forehand), cards(middlehand), Cards::NONE, Cards::NONE])
    };
    assert!(judge(&lie, placed("HJ.CT.ST.SK", "CA.HK.HQ.H8")).right);
    assert!(!judge(&lie, placed("HJ.CA.ST.SK", "CT.HK.HQ.H8")).right);
}

/// The solution of a question in which nothing is played gives its reasons.
#[test]
fn solutions_without_play_give_reasons() {
    use kiebitz::puzzle::wording::Solution;
    let mut checker = Checker::new();
    let mut solution = |name: &str| {
        let solution = Solution::of(&example(name), &mut checker, &Limits::none()).unwrap();
        (solution.words(Language::German), solution.words(Language::English))
    };
    let (de, en) = solution("which-game.ron");
    assert!(de.contains("Nur Herz (20)") && de.contains("Gedrückt werden"), "{de}");
    assert!(en.contains("only hearts (20)") && en.contains("Lay away"), "{en}");
    let (de, _) = solution("first-card-of-the-skat.ron");
    assert!(de.contains("6 Karten genügen") && de.contains("kann Karo-8 folgen"), "{de}");
    let (de, en) = solution("exactly-sixty-one.ron");
    assert!(de.contains("Von 70 Verteilungen erfüllt genau eine") && de.contains("Herz"), "{de}");
    assert!(en.contains("ace of clubs"), "{en}");
    let (de, en) = solution("skatde-clubs-bid.ron");
    assert!(
        de.contains("Bis 24") && de.contains("Null ouvert bei") && de.contains("gedrückt werden Karo-9"),
        "{de}"
    );
    assert!(en.contains("Up to 24"), "{en}");
}

/// The verdict on the first cards speaks of the side that is asked, in the measure of the question, as the check does.
#[test]
fn the_verdict_on_the_cards_is_that_of_the_check() {
    use kiebitz::puzzle::question::{Choice, Choices};
    let mut checker = Checker::new();
    let (mut ones, mut waits) = (0, 0);
    for (name, puzzle) in bundled().filter(|(_, puzzle)| puzzle.position.hand_size() <= 6) {
        for view in [
            puzzle.position.view(),
            kiebitz::deal::View::Open,
            kiebitz::deal::View::Seat(puzzle.position.declarer()),
        ] {
            let mut puzzle = puzzle.clone();
            puzzle.position = puzzle.position.with_view(view);
            if puzzle.asks != Asks::Card || question::kind(Asks::Card).lacks(&puzzle).is_some() {
                (puzzle.asks, puzzle.answer) = (Asks::Unlosable, Answer::default());
            }
            let report = checker.check(&puzzle, Depth::ANSWER, &Limits::none()).unwrap();
            let (position, goal) = (&puzzle.position, puzzle.goal());
            let value =
                |position: &Position| Engines::new().value(position, &Limits::none()).unwrap().exact();
            let null = position.game() == kiebitz::rules::Game::Null;
            let choice = |card| {
                let mut after = position.clone();
                after.play(card).unwrap();
                let points = if null { None } else { value(&after) };
                let declarer_wins = Engines::new().decide(&after, goal, &Limits::none()).unwrap().unwrap();
                Choice { card, points, declarer_wins }
            };
            let choices: Vec<Choice> = position.playable().iter().map(choice).collect();
            let points = if null { None } else { value(position) };
            match Choices::of(&puzzle, report.declarer_wins.unwrap(), points, &choices) {
                Choices::These(keys) => {
                    assert_eq!(keys.into_iter().collect::<Cards>(), report.keys, "{name} {view:?}");
                    ones += 1;
                }
                Choices::Every(side) => {
                    let every = |one: &Finding| matches!(one, Finding::EveryCard { side: other, .. } | Finding::CannotFail { side: other } if *other == side);
                    assert!(report.findings.iter().any(every), "{name} {view:?}: {:?}", report.findings);
                }
                Choices::OthersFirst => {
                    assert!(report.keys.is_empty(), "{name} {view:?}");
                    waits += 1;
                }
                Choices::Nobody(_) => {
                    let cannot = |one: &Finding| matches!(one, Finding::Unsolvable { .. });
                    assert!(report.findings.iter().any(cannot), "{name} {view:?}: {:?}", report.findings);
                }
                Choices::Best(_) | Choices::OnlyOne => {}
                Choices::NotAsked => panic!("{name}"),
            }
        }
    }
    assert!(ones > 20 && waits > 5, "{ones} {waits}");
}

/// A game that can be lost tells which lie of the cards loses it: against every other deal the goal is reached by force, so no
/// deal outside the exception is lost with open cards; and without the exception something is lost.
#[test]
fn unlosable_unless_the_cards_lie_so() {
    let mut engines = Engines::new();
    let mut found = 0;
    for (name, puzzle) in bundled().filter(|(_, puzzle)| puzzle.position.hand_size() <= 6) {
        let declarer = puzzle.position.declarer();
        let position = puzzle.position.with_view(kiebitz::deal::View::Seat(declarer));
        let goal = puzzle.goal();
        if engines.decide(&position, goal, &Limits::none()).unwrap() == Some(true) {
            continue;
        }
        let Some(unless) = question::exception(&mut engines, &position, goal, &Limits::none()).unwrap()
        else {
            continue;
        };
        found += 1;
        let knowledge = kiebitz::knowledge::Knowledge::of(&position, declarer).unwrap();
        let (mut inside, mut outside) = (0, 0);
        for world in knowledge.worlds() {
            let heaped = |heap: &question::Heap| {
                Seat::ALL.into_iter().any(|seat| {
                    seat != declarer && (world.hands[seat] & heap.cards).len() >= usize::from(heap.from)
                })
            };
            if unless.heaps.iter().any(heaped) {
                inside += 1;
                continue;
            }
            outside += 1;
            let mut setup = position.to_setup();
            for seat in Seat::ALL {
                let all = world.hands[seat] | position.played_by(seat);
                setup.hands[seat] = kiebitz::deal::Holding::full(all);
            }
            setup.view = Some(kiebitz::deal::View::Open);
            let open = setup.validate().unwrap();
            assert_eq!(engines.decide(&open, goal, &Limits::none()), Ok(Some(true)), "{name}: {open}");
        }
        assert!(inside > 0, "{name}");
        let share = f64::from(outside) / f64::from(inside + outside);
        assert!((share - unless.covered).abs() < 1e-12, "{name}: {share} {}", unless.covered);
        for language in [Language::German, Language::English] {
            let text = Finding::Unless(unless.clone()).words(position.game(), goal, language);
            assert!(text.ends_with('.') && !text.contains('{'), "{text}");
        }
    }
    assert!(found >= 3, "{found}");
}

#[test]
fn two_cards_change_places() {
    use kiebitz::puzzle::document::Document;
    let line = "contract=C declarer=F F=C9.HQ.H7.DK M=CJ.DJ.DT.D7 R=HJ.HA.D9.D8 skat=- points=58:28";
    let mut document = Document { setup: line.parse().unwrap(), ..Document::default() };
    let card = |text: &str| text.parse::<kiebitz::cards::Card>().unwrap();
    assert!(document.swap(card("C9"), card("HA")));
    assert!(document.setup.hands[Seat::Forehand].cards.contains(&card("HA")));
    assert!(document.setup.hands[Seat::Rearhand].cards.contains(&card("C9")));
    assert!(!document.swap(card("HA"), card("HA")));
    // A card that is nowhere yet takes the place, and the other is nowhere.
    assert!(document.swap(card("SA"), card("HQ")) && document.stock().has(card("HQ")));
}

/// The hand with the fewest points, against every hand of the space tried one by one.
#[test]
fn the_fewest_points_agree_with_trying_every_hand() {
    use kiebitz::puzzle::fewest::FewestQuery;
    let mut solver = kiebitz::search::paranoia::Solver::new();
    let spaces = [
        ("GH", "CJ.SJ.HJ.DJ.CA.CT.SA", "C8.C7.SQ.S9.S8.S7.HQ.H9.H8.H7.DT.DQ.D9.D8.D7"),
        ("SH", "CJ.SJ.HJ.SA.ST.S9.S8", "C9.C8.C7.HK.HQ.H9.H8.H7.DT.DK.DQ.D9.D8.D7.S7"),
        ("NH", "C7.C8.S7.S8.H7.H9.D7", "CJ.CQ.CA.SJ.SQ.SA.HJ.HQ.HK.DJ.DQ.DK.DA.ST.CT"),
    ];
    for (contract, has, without) in spaces {
        let contract: Contract = contract.parse().unwrap();
        let (has, without) = (cards(has), cards(without));
        let free: Vec<Card> = (Cards::ALL - has - without).iter().collect();
        let query = FewestQuery { has, without, ..FewestQuery::new(contract, Seat::Forehand) };
        let found = query.search(&mut Engines::new(), &Limits::none(), |_, _| true).unwrap();
        let mut safe: Vec<Cards> = Vec::new();
        for (at, &first) in free.iter().enumerate() {
            for (next, &second) in free.iter().enumerate().skip(at + 1) {
                for &third in &free[next + 1..] {
                    let hand = has.with(first).with(second).with(third);
                    let line = format!("contract={contract} declarer=F F={hand} view=F");
                    let position: Position = line.parse().unwrap();
                    if solver.decide(&position, position.goal(), &Limits::none()) == Ok(Some(true)) {
                        safe.push(hand);
                    }
                }
            }
        }
        let least = safe.iter().map(|hand| hand.points()).min();
        assert_eq!(found.as_ref().map(|found| found.points), least, "{contract}");
        if let Some(found) = found {
            let mut expected: Vec<Cards> =
                safe.into_iter().filter(|hand| Some(hand.points()) == least).collect();
            let mut hands = found.hands.clone();
            expected.sort();
            hands.sort();
            assert_eq!(hands, expected, "{contract}");
        }
        // It can be stopped at any hand, and then says nothing.
        let stopped = query.search(&mut Engines::new(), &Limits::none(), |_, _| false);
        assert_eq!(stopped, Ok(None), "{contract}");
    }
}

/// Win and beat are tasks: whoever cannot go wrong has none. Whether a game is unlosable may be asked all the same.
#[test]
fn a_task_that_every_card_solves_is_none() {
    let line = "contract=G declarer=F F=HA.C7 M=HT.CT R=H9.CA skat=D7.D8 points=70:8 view=open \
        gone=CJ.SJ.HJ.DJ.CK.CQ.C9.C8.SA.ST.SK.SQ.S9.S8.S7.HK.HQ.H8.H7.DA.DT.DK.DQ.D9";
    for (asks, fault) in
        [(Asks::Play, true), (Asks::Card, true), (Asks::Unlosable, false), (Asks::Points, false)]
    {
        let report = check(&puzzle(line, asks));
        assert_eq!(report.is_sound(), !fault, "{asks:?}: {:?}", report.findings);
        if asks == Asks::Play {
            assert!(report.findings.contains(&Finding::CannotFail { side: Side::Declarer }));
        }
        said(&report, &puzzle(line, asks));
    }
}
