//! Every sentence that a puzzle makes Kiebitz say, in both languages and all decks: nothing unfilled, no wrong plural, no
//! name of the other deck, and nothing that the searches deny.

use kiebitz::cards::{Card, Cards};
use kiebitz::deal::{Place, Position, View};
use kiebitz::print::{Content, Sheet};
use kiebitz::puzzle::distributions::{About, Condition, Pattern, Rule, Who};
use kiebitz::puzzle::question::{Exception, Heap, Lack, SafeGame};
use kiebitz::puzzle::soundness::{Checker, Difficulty, Finding};
use kiebitz::puzzle::wording::{self, Solution};
use kiebitz::puzzle::{Asks, Puzzle, bundled, question};
use kiebitz::rules::{Contract, Game, Goal, Seat, Side};
use kiebitz::search::chance::Count;
use kiebitz::search::{Limits, open, paranoia};
use kiebitz::words::{Faces, Language, Words};

/// A sheet of one puzzle in these words.
fn sheet(puzzle: Puzzle, words: Words) -> Sheet {
    let mut sheet = Sheet::new(vec![puzzle], words.language);
    sheet.look.words = words;
    sheet
}

fn all_words() -> impl Iterator<Item = Words> {
    let of = |language| Faces::ALL.map(|faces| Words::new(language, faces));
    Language::ALL.into_iter().flat_map(of)
}

/// Names that only the one deck or the other has.
fn foreign(words: &Words) -> &'static [&'static str] {
    match (words.language, words.faces) {
        (Language::German, Faces::German) => &[
            "Kreuz", "Pik", "Herz", "Karo", "Bube", "Buben", "Dame", "Damen", "Ass", "Asse", "♣", "♠", "♥",
            "♦",
        ],
        (Language::German, _) => &["Eichel", "Grün", "Schellen", "Ober", "Unter", "Daus", "Däuser"],
        (Language::English, Faces::German) => &[
            "clubs", "spades", "diamonds", "club", "spade", "diamond", "jack", "jacks", "queen", "queens",
            "ace", "aces", "Clubs", "Spades", "Diamonds", "♣", "♠", "♥", "♦",
        ],
        (Language::English, _) => {
            &["acorns", "leaves", "bells", "unter", "ober", "deuce", "Acorns", "Leaves", "Bells"]
        }
    }
}

/// One of a thing, and several.
const PLURALS: [(&str, &str); 12] = [
    ("Auge", "Augen"),
    ("Karte", "Karten"),
    ("Stich", "Stiche"),
    ("Verteilung", "Verteilungen"),
    ("Aufgabe", "Aufgaben"),
    ("Paar", "Paare"),
    ("Entscheidung", "Entscheidungen"),
    ("point", "points"),
    ("card", "cards"),
    ("deal", "deals"),
    ("decision", "decisions"),
    ("pair", "pairs"),
];

/// Reads a text as a careful editor does.
fn read(text: &str, words: &Words, about: &str) {
    let fail = |why: &str| panic!("{about}, {words:?}: {why}\n{text}");
    if text.contains(['{', '}']) {
        fail("something was not filled in");
    }
    let trim = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_string();
    let tokens: Vec<String> = text.split_whitespace().map(trim).collect();
    for token in &tokens {
        let parts: Vec<&str> = token.split('.').collect();
        let is_key = |part: &&str| part.len() > 1 && part.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        if parts.len() > 1 && parts.iter().all(is_key) {
            fail(&format!("a key instead of its text: {token}"));
        }
    }
    for (number, noun) in tokens.iter().zip(tokens.iter().skip(1)) {
        let Ok(number) = number.replace(['.', ','], "").parse::<u64>() else { continue };
        for (one, many) in PLURALS {
            // "in 1. Stich" is an ordinal; those stand before singular nouns only.
            if number == 1 && noun == many || number != 1 && noun == one && one != "Stich" && one != "deal" {
                fail(&format!("{number} {noun}"));
            }
        }
    }
    for verb in ["fehlen 1 ", "sind 1 ", "bleiben 1 ", "are 1 "] {
        if text.contains(verb) {
            fail(verb);
        }
    }
    for part in
        text.split(|c: char| !c.is_alphabetic() && !"♣♠♥♦".contains(c)).filter(|part| !part.is_empty())
    {
        for name in foreign(words) {
            let found =
                if name.chars().all(char::is_alphabetic) { part == *name } else { part.contains(name) };
            if found {
                fail(&format!("{name} is not of this deck"));
            }
        }
    }
}

/// The views that a position has cards for.
fn views(position: &Position) -> Vec<View> {
    let open = position.open_hands().is_some() && position.skat().len() == 2;
    let seats = Seat::ALL.into_iter().filter(|&seat| position.is_known(seat)).map(View::Seat);
    open.then_some(View::Open).into_iter().chain(seats).collect()
}

fn untitled(mut puzzle: Puzzle) -> Puzzle {
    puzzle.title.de = "Titel".into();
    puzzle.title.en = "Title".into();
    (puzzle.author, puzzle.source) = (String::new(), String::new());
    puzzle
}

#[test]
fn every_question_and_every_sheet_reads_well() {
    let mut read_texts = 0;
    for (name, puzzle) in bundled() {
        let puzzle = untitled(puzzle);
        for view in views(&puzzle.position) {
            for asks in question::ALL {
                let mut puzzle = puzzle.clone();
                puzzle.position = puzzle.position.with_view(view);
                puzzle.asks = asks;
                let about = format!("{name} {view:?} {asks:?}");
                for words in all_words() {
                    let asked = wording::question(&puzzle, words);
                    read(&asked, &words, &about);
                    assert!(asked.ends_with('?') && !asked.contains("  "), "{about}: {asked}");
                    assert!(asked.chars().next().is_some_and(char::is_uppercase), "{about}: {asked}");
                    read(&wording::subtitle(&puzzle, &words), &words, &about);
                    for (label, fact) in wording::facts(&puzzle, &words) {
                        read(&format!("{label}: {fact}"), &words, &about);
                    }
                    read_texts += 1;
                }
            }
        }
        for content in [Content::Question, Content::Solution, Content::Both] {
            for words in all_words() {
                let mut sheet = sheet(puzzle.clone(), words);
                sheet.content = content;
                read(&sheet.to_text(), &words, name);
                read(&sheet.to_markdown(), &words, name);
            }
        }
    }
    assert!(read_texts > 3000, "{read_texts}");
}

/// Every finding with numbers where plurals go wrong.
#[test]
fn every_finding_reads_well() {
    let one: Cards = "DT".parse().unwrap();
    let two: Cards = "CJ.SA".parse().unwrap();
    let (a, b): (Card, Card) = ("H7".parse().unwrap(), "S8".parse().unwrap());
    let contract = "C".parse().unwrap();
    let mut findings = vec![
        Finding::WrongGame(contract),
        Finding::WrongDiscard { said: two, good: vec![two] },
        Finding::Undecided,
        Finding::NoAnswer,
        Finding::ToldLieFails,
        Finding::OtherLead(Seat::Middlehand),
        Finding::NoCard,
        Finding::OthersFirst,
        Finding::NoChoice,
        Finding::Trap { open: two, fair: one },
        Finding::OtherDeals { same: 1, of: 184_756 },
        Finding::OtherGrade { said: 1, estimate: 3 },
    ];
    for lack in [
        Lack::PointsInNull,
        Lack::Twelve,
        Lack::Ten,
        Lack::BeforePlay,
        Lack::HandGame,
        Lack::NobodyOnTurn,
        Lack::NotHisTurn,
        Lack::NothingHidden,
        Lack::DeclarersView,
    ] {
        findings.push(Finding::Lack(lack));
    }
    for won in [1, 2, 1204] {
        let won_of = Count { at_least: won, at_most: won };
        let at_least = Count { at_least: won, at_most: won + 1 };
        for (cards, kinds, won) in [(one, 1, won_of), (two, 1, at_least), (two, 2, won_of)] {
            findings.push(Finding::BestChance { cards, kinds, won, of: 1260, second: Some((a, 1)) });
            findings.push(Finding::BestChance { cards, kinds, won, of: 1260, second: None });
            findings.push(Finding::ForcedAnyway { cards, of: 2 });
        }
        findings.push(Finding::EveryChance { won, of: 1260 });
        findings.push(Finding::NaturalChance { card: b, won, of: 1260 });
        findings.push(Finding::WrongShare { said: won, is: won + 1, of: 1260 });
        findings.push(Finding::NoChance { of: won });
        for about in [About::Solutions, About::Others] {
            let holds = Condition::Holds(Who::OneDefender, two);
            let rule = Rule { conditions: vec![holds, Condition::Holds(Who::OneDefender, one)], deals: won };
            for (exact, rules, rest) in
                [(true, 0, 0), (false, 1, 0), (false, 3, 1), (false, 6, 2), (false, 0, won)]
            {
                let rules = vec![rule.clone(); rules];
                let (always, tendencies) = (vec![holds], Vec::new());
                let pattern = Pattern { about, deals: won, always, exact, rules, rest, tendencies };
                findings.push(Finding::LostDeals(Box::new(pattern)));
            }
        }
    }
    for wins in [true, false] {
        findings.push(Finding::WrongResult { declarer_wins: wins });
        findings.push(Finding::OpenDiffers { declarer_wins: wins });
    }
    for cards in [one, two] {
        findings.push(Finding::WrongCards { said: cards, are: Cards::NONE });
        findings.push(Finding::WrongCards { said: cards, are: one });
        findings.push(Finding::FirstCards(cards));
        findings.extend([Finding::Key(cards), Finding::Keys(cards), Finding::Ballast(cards)]);
        findings.push(Finding::Choice { after: 3, trick: 7, cards });
    }
    for n in [0, 1, 2, 61] {
        findings.push(Finding::WrongPoints { said: 59, is: n });
        findings.extend([Finding::Exact(n), Finding::Exceeded(n), Finding::Missed(n)]);
        let count = usize::from(n);
        let good: Vec<_> = vec![(contract, two); count.min(3)];
        findings.push(Finding::Discards { good, of: 66, free_game: false });
        findings.push(Finding::NoSwap(count));
        for side in [Side::Declarer, Side::Defenders] {
            for asked in [true, false] {
                findings.push(Finding::EveryCard { side, count: count.max(2), asked });
            }
            findings.push(Finding::CannotFail { side });
            findings.push(Finding::Unsolvable { side, made: Some(n) });
        }
        findings.push(Finding::GonePoints { gone: n, told: (n, 0) });
        findings.extend([
            Finding::NoDiscard { made: Some(n) },
            Finding::NaturalDiscard { cards: two, made: Some(n) },
        ]);
        findings.extend([
            Finding::WrongBid { said: 18, is: u16::from(n) },
            Finding::WrongCount { said: 2, is: n },
        ]);
        let games =
            Game::ALL.map(|game| SafeGame { contract: Contract::plain(game), discard: two, value: 24 });
        findings.push(Finding::SafeGames(games.into_iter().take(count.min(6)).collect()));
        for hand in [None, Some(contract)] {
            let bid = if n == 61 { 24 } else { 18 * u16::from(n.min(1)) };
            findings.push(Finding::HighestBid { bid, hand, next: Some(27), fails_with: two });
        }
        let heaps = |number: usize| vec![Heap { cards: "S9.S8.S7".parse().unwrap(), from: 3 }; number];
        findings.push(Finding::Unless(Exception { heaps: heaps(1 + count.min(1)), covered: 0.78 }));
        let certain = vec![Condition::Holds(Who::Place(Place::Skat), one)];
        findings.push(Finding::CertainCards { deals: u64::from(n.max(2)), certain });
        findings.push(Finding::WrongLie(Condition::Holds(Who::Place(Place::Hand(Seat::Rearhand)), two)));
        findings.push(Finding::IdleCondition(Condition::Holds(Who::OneDefender, one)));
        findings.push(Finding::NothingCertain { deals: u64::from(n.max(2)), at_least: true });
        findings.push(Finding::OneLie { of: u64::from(n.max(1)) });
        findings.push(Finding::NothingCertain { deals: u64::from(n.max(2)), at_least: false });
        findings.push(Finding::AllDeals(u64::from(n)));
        let at = [Place::Hand(Seat::Forehand), Place::Skat];
        findings.push(Finding::Swap { one: (a, at[0]), other: (b, at[1]), all: (count, 19) });
        for against in [None, Some(true)] {
            findings.push(Finding::Difficulty(Difficulty {
                decisions: count,
                plausible: count,
                refuted_after: count,
                against_thumb: true,
                against_sampling: against,
            }));
        }
    }
    for goal in [Goal::Points(61), Goal::SCHNEIDER, Goal::EveryTrick, Goal::NoTrick] {
        for finding in &findings {
            for words in all_words() {
                let text = finding.words(Game::Grand, goal, words);
                read(&text, &words, finding.name());
                assert!(text.ends_with('.') && !text.contains("  "), "{text}");
                assert!(text.chars().next().is_some_and(|c| c.is_uppercase() || c.is_numeric()), "{text}");
            }
        }
    }
    let german = Words::from(Language::German);
    let say = |finding: Finding| finding.words(Game::Grand, Goal::Points(61), german);
    assert_eq!(say(Finding::Missed(1)), "Zum Ziel fehlt 1 Auge.");
    assert_eq!(say(Finding::AllDeals(184_756)), "Die Antwort gilt für alle 184.756 möglichen Verteilungen.");
    assert!(say(Finding::Choice { after: 3, trick: 7, cards: one }).starts_with("Im 7. Stich "));
    let at = (a, Place::Skat);
    let swaps = say(Finding::Swap { one: at, other: (b, Place::Hand(Seat::Forehand)), all: (7, 19) });
    assert!(!swaps.contains("Tauschen"), "{swaps}");
}

/// Numbers as the language writes them, everywhere: separators, decimals, one and many.
#[test]
fn numbers_are_written_as_the_language_does() {
    let (german, english) = (Words::from(Language::German), Words::from(Language::English));
    assert_eq!((german.number(184_756), english.number(184_756)), ("184.756".into(), "184,756".into()));
    let time = std::time::Duration::from_millis(700);
    assert!(german.seconds(time).starts_with("0,7"), "{}", german.seconds(time));
    assert!(english.seconds(time).starts_with("0.7"), "{}", english.seconds(time));
    assert_eq!((german.points(1_u8), german.points(2_u8)), ("1 Auge".into(), "2 Augen".into()));
    assert_eq!((english.points(1_u8), english.points(2_u8)), ("1 point".into(), "2 points".into()));
    assert_eq!((german.card_count(1), english.card_count(1)), ("eine Karte".into(), "one card".into()));
}

/// A split known without its direction is told in the question, in the names of the deck, and saved with the puzzle.
#[test]
fn a_known_split_is_told_and_saved() {
    let line = "contract=G declarer=F F=CJ.SJ.CA.CT.SA.ST.SK.SQ.H8.D7 skat=C7.C8 view=F split=S:2-1,T:1-1";
    let mut puzzle = untitled(Puzzle::new(line.parse().unwrap()));
    puzzle.asks = Asks::Unlosable;
    for words in all_words() {
        for asks in question::ALL {
            let asked = wording::question(&Puzzle { asks, ..puzzle.clone() }, words);
            read(&asked, &words, "split");
        }
        let asked = wording::question(&puzzle, words);
        assert!(asked.contains("2–1") && asked.contains("1–1"), "{asked}");
        let facts = wording::facts(&puzzle, &words);
        assert!(facts.iter().any(|(_, fact)| fact.contains("2–1")), "{facts:?}");
    }
    let german = wording::question(&puzzle, Language::German);
    assert!(german.contains("die Pik stehen 2–1") && german.contains("die Trümpfe stehen 1–1"), "{german}");
    let english = wording::question(&puzzle, Language::English);
    assert!(english.contains("the spades are 2–1"), "{english}");
    let again = Puzzle::parse(&puzzle.to_ron().unwrap()).unwrap();
    assert_eq!(again.position.start().splits, puzzle.position.start().splits);
    let document = kiebitz::puzzle::document::file::from_puzzle(&again);
    assert_eq!(document.setup.splits, puzzle.position.start().splits);
}

/// Nodes for one question: what takes longer is left to the long tests.
const NODES: u64 = 3_000_000;

/// The declarer's fate after a card, asked of a search that knows nothing of proofs.
fn wins_after(position: &Position, card: Card, goal: Goal) -> Option<bool> {
    let mut next = position.clone();
    next.play(card).unwrap();
    let limits = Limits { nodes: Some(10 * NODES), ..Limits::none() };
    match position.view() {
        View::Open => open::Solver::with_table(16).decide(&next, goal, &limits).unwrap(),
        View::Seat(_) => paranoia::Solver::with_table(32).decide(&next, goal, &limits).unwrap(),
    }
}

/// What the searches say is what the words say: the keys solve it, the cards said to fail do fail, the totals are those of
/// the line, and nothing reads badly.
#[test]
fn every_solution_is_true_and_reads_well() {
    let mut checker = Checker::new();
    let limits = Limits { nodes: Some(NODES), ..Limits::none() };
    let (mut told, mut refuted) = (0, 0);
    for (name, puzzle) in bundled() {
        let Ok(solution) = Solution::of(&puzzle, &mut checker, &limits) else { continue };
        told += 1;
        let position = &puzzle.position;
        if puzzle.asks == Asks::Card && position.turn().is_some() {
            let declarers = position.turn() == Some(position.declarer());
            for (card, line) in solution.refuted() {
                assert_eq!(line[0], card, "{name}");
                let wins = wins_after(position, card, puzzle.goal());
                assert_ne!(wins, Some(declarers), "{name}: {card} does not fail");
                refuted += 1;
            }
            // Where the aim is out of reach, the best card is asked for, and it solves nothing.
            let reached = puzzle.answer.declarer_wins != Some(!declarers);
            if let Some(&key) = solution.line().first().filter(|_| reached) {
                let wins = wins_after(position, key, puzzle.goal());
                assert_ne!(wins, Some(!declarers), "{name}: {key} does not solve it");
            }
        }
        for words in all_words() {
            let (whole, short) = (solution.words(words), solution.short(words));
            read(&whole, &words, name);
            read(&short, &words, name);
            assert!(
                !whole.contains("  ") && !short.contains("  ") && !short.contains(".."),
                "{name}: {short}"
            );
            assert!(short.lines().count() == 1 && short.len() <= whole.len(), "{name}: {short}");
        }
        let german = solution.words(Language::German);
        let total = i32::from((Cards::ALL - position.gone()).points())
            + i32::from(position.start().points.0)
            + i32::from(position.start().points.1);
        for sentence in german.lines().filter(|line| line.starts_with("Damit haben die Gegenspieler ")) {
            let numbers: Vec<i32> = sentence
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|number| number.parse().ok())
                .take(2)
                .collect();
            let [others, most] = numbers[..] else { continue };
            assert_eq!(others + most, total, "{name}: {sentence}");
            // What he can at most reach is less than what he needed, unless all that was asked was to hold him low.
            let Goal::Points(needed) = puzzle.goal() else { continue };
            let missed = puzzle.answer.declarer_wins == Some(true);
            assert!(most < i32::from(needed) || puzzle.asks != Asks::Card || missed, "{name}: {sentence}");
        }
    }
    assert!(told >= 30 && refuted >= 30, "{told} solutions, {refuted} refutations");
}

/// The question of a discard shows twelve cards, so that no file can give its answer away.
#[test]
fn the_question_never_shows_the_discard() {
    let line = "contract=C declarer=F F=CJ.CA.CT.CK.C9.C8.C7.DT.DK.CQ skat=D9.D7 view=F";
    let mut puzzle = Puzzle::new(line.parse().unwrap());
    puzzle.asks = Asks::Discard;
    puzzle.answer.cards = "D9.D7".parse().unwrap();
    for words in all_words() {
        let mut sheet = sheet(puzzle.clone(), words);
        let text = sheet.to_text();
        let skat = text.lines().find(|line| line.starts_with("Skat ")).unwrap();
        assert!(!skat.contains(['7', '9']), "{skat}");
        let name = words.fill("sheet.declarer", &[("seat", &words.seat(Seat::Forehand))]);
        let hand = text.lines().find(|line| line.starts_with(&name)).unwrap();
        assert!(hand.ends_with("10 K 9 7"), "{hand}");
        assert!(!sheet.to_markdown().contains("| Skat | ♦"));
        sheet.content = Content::Solution;
        let text = sheet.to_text();
        let skat = text.lines().find(|line| line.starts_with("Skat ")).unwrap();
        assert!(skat.ends_with("9 7"), "{skat}");
    }
}

/// Points so far, whose turn it is and what is known stand on every sheet, in the numbers of the game's own tricks.
#[test]
fn sheets_tell_points_turn_and_knowledge() {
    let line = "contract=G declarer=F F=HA.C7 M=HT.CT R=H9.CA skat=D7.D8 points=51:21 view=open not=M:H9,R:HT \
        gone=CJ.SJ.HJ.DJ.CK.CQ.C9.C8.SA.ST.SK.SQ.S9.S8.S7.HK.HQ.H8.H7.DA.DT.DK.DQ.D9";
    let mut puzzle = Puzzle::new(line.parse().unwrap());
    puzzle.asks = Asks::Card;
    assert_eq!(wording::trick_number(&puzzle.position, 0), 9);
    assert_eq!(puzzle.position.points(Side::Declarer), 51);
    for words in all_words() {
        let sheet = sheet(puzzle.clone(), words);
        for text in [sheet.to_text(), sheet.to_markdown()] {
            assert!(text.contains("51:21"), "{text}");
            let leads = wording::turn(&puzzle.position, &words).unwrap();
            assert!(text.contains(&leads) && leads.contains('9'), "{text}");
            assert!(text.contains(words.t("facts.known")), "{text}");
        }
    }
    let question = wording::question(&puzzle, Language::German);
    assert_eq!(
        question,
        "Alle Karten liegen offen. Vorhand spielt Grand. Jeder hat noch zwei Karten. Der Alleinspieler hat mit dem Skat \
         51 Augen, die Gegenspieler haben 21 Augen. Bekannt ist: Mittelhand hat nicht Herz-9 und Hinterhand hat nicht \
         Herz-10. Mit welcher Karte muss Vorhand herauskommen, um auf 61 Augen zu kommen?"
    );
}
