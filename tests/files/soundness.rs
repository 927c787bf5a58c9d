//! The check of puzzles: key cards against trying each card, wrong answers, and what it says.

use kiebitz::cards::{Card, Cards, Dice};
use kiebitz::deal::{Deal, DealSetup, Holding, Position, View};
use kiebitz::puzzle::soundness::{Checker, Depth, Finding, Weight};
use kiebitz::puzzle::{Asks, Language, Puzzle, bundled};
use kiebitz::rules::{BySeat, Contract, Game, Goal, Seat, Side};
use kiebitz::search::paranoia;
use kiebitz::search::{Limits, open};

/// An endgame with all cards placed, the declarer or a defender on lead.
fn endgame(dice: &mut Dice, tricks: usize, view: Option<Seat>) -> Position {
    let deal = Deal::random(dice);
    let game = Game::ALL[dice.below(6) as usize];
    let hands = BySeat::from_fn(|seat| {
        let mut cards: Vec<Card> = deal.hand(seat).iter().collect();
        dice.shuffle(&mut cards);
        cards.into_iter().take(tricks).collect::<Cards>()
    });
    let mut setup = DealSetup {
        contract: Some(Contract::plain(game)),
        declarer: Some(Seat::ALL[dice.below(3) as usize]),
        skat: Holding::full(deal.skat()),
        lead: view.unwrap_or(Seat::ALL[dice.below(3) as usize]),
        view: Some(view.map_or(View::Open, View::Seat)),
        ..DealSetup::default()
    };
    for seat in Seat::ALL {
        setup.hands[seat] = Holding::full(hands[seat]);
    }
    let kept = Seat::ALL.iter().fold(deal.skat(), |all, &seat| all | hands[seat]);
    setup.gone = Card::all().filter(|&card| !kept.has(card)).collect();
    let gone = (Cards::ALL - kept).points();
    let own = (u64::from(gone) * (40 + dice.below(40)) / 100) as u8;
    setup.points = if game == Game::Null { (0, 0) } else { (own, gone - own) };
    setup.validate().unwrap_or_else(|problems| panic!("{problems}"))
}

/// The same with the points shared so that the best card just has its aim, where that is possible.
fn critical(position: Position) -> Position {
    let limits = Limits::none();
    let value = match position.view() {
        View::Open => open::Solver::with_table(1).value(&position, &limits).unwrap(),
        View::Seat(_) => paranoia::Solver::with_table(1).value(&position, &limits).unwrap(),
    };
    let declarers = position.turn() == Some(position.declarer());
    let mut setup = position.to_setup();
    let all = setup.points.0 + setup.points.1;
    let own = i16::from(setup.points.0) + if declarers { 61 } else { 60 } - i16::from(value.low);
    if position.game() == Game::Null || !(0..=i16::from(all)).contains(&own) {
        return position;
    }
    setup.points = (own as u8, all - own as u8);
    setup.validate().unwrap()
}

/// The cards after which the side on turn has its aim, one after the other.
fn by_hand(position: &Position, goal: Goal) -> Cards {
    let limits = Limits::none();
    let declarers = position.turn() == Some(position.declarer());
    let wins = |card: &Card| {
        let mut after = position.clone();
        after.play(*card).unwrap();
        let declarer = match position.view() {
            View::Open => open::Solver::with_table(1).decide(&after, goal, &limits).unwrap(),
            View::Seat(_) => paranoia::Solver::with_table(1).decide(&after, goal, &limits).unwrap(),
        };
        declarer == Some(declarers)
    };
    position.playable().iter().filter(wins).collect()
}

#[test]
fn key_cards_are_those_that_solve_it() {
    let mut dice = Dice::new(5);
    let mut checker = Checker::new();
    let (mut unique, mut several) = (0, 0);
    for round in 0..120 {
        let view = (round % 2 == 1).then_some(Seat::ALL[round / 2 % 3]);
        let position = critical(endgame(&mut dice, 4, view));
        let goal = position.goal();
        let expected = by_hand(&position, goal);
        if expected.is_empty() {
            continue;
        }
        let mut puzzle = Puzzle::new(position);
        puzzle.asks = Asks::Card;
        puzzle.answer.cards = expected;
        let report = checker.check(&puzzle, Depth::LINE, &Limits::none()).unwrap();
        assert_eq!(report.keys, expected, "{}", puzzle.position);
        let all = expected == puzzle.position.playable() && expected.len() > 1;
        let any = report.findings.iter().any(|one| matches!(one, Finding::EveryCard { .. }));
        assert!(!any || all);
        assert_eq!(report.is_sound(), !any, "{:?}", report.findings);
        unique += usize::from(report.findings.contains(&Finding::Key(expected)));
        several += usize::from(report.findings.contains(&Finding::Keys(expected)));
        // A wrong card is a fault.
        if let Some(wrong) = (puzzle.position.playable() - expected).iter().next() {
            puzzle.answer.cards = Cards::one(wrong);
            let report = checker.check(&puzzle, Depth::ANSWER, &Limits::none()).unwrap();
            assert!(!report.is_sound());
            assert!(report.findings.iter().any(|finding| matches!(finding, Finding::WrongCards { .. })));
        }
    }
    assert!(unique >= 10 && several >= 10, "{unique} {several}");
}

fn example(name: &str) -> Puzzle {
    bundled().find(|(file, _)| *file == name).unwrap().1
}

#[test]
fn wrong_answers_are_faults() {
    let mut checker = Checker::new();
    let mut check = |puzzle: &Puzzle| checker.check(puzzle, Depth::ANSWER, &Limits::none()).unwrap();
    let mut puzzle = example("gartenlaube-1887-08.ron");
    let report = check(&puzzle);
    assert!(report.is_sound(), "{:?}", report.findings);
    assert_eq!((report.points, report.declarer_wins), (Some(94), Some(true)));
    assert!(report.findings.contains(&Finding::Exceeded(33)));
    puzzle.answer.points = Some(95);
    assert!(check(&puzzle).findings.contains(&Finding::WrongPoints { said: 95, is: 94 }));
    puzzle.answer.points = None;
    puzzle.answer.declarer_wins = Some(false);
    assert!(check(&puzzle).findings.contains(&Finding::WrongResult { declarer_wins: true }));
    puzzle.answer.declarer_wins = None;
    let report = check(&puzzle);
    assert!(report.is_sound() && report.findings.contains(&Finding::NoAnswer));
    let mut hearts = example("gartenlaube-1898-10-hearts.ron");
    assert!(check(&hearts).is_sound());
    hearts.answer.cards = "SK".parse().unwrap();
    assert!(!check(&hearts).is_sound());
}

/// Two cards each, no trump left, all seen. Forehand, the declarer, has 40 points and needs 61. He holds the ace of
/// hearts and the seven of clubs; middlehand the ten of hearts and the ten of clubs, rearhand the nine of hearts and
/// the ace of clubs. The ace of hearts catches the ten: 61. If he leads clubs, rearhand takes with the ace and
/// returns the nine, on which the ace still catches the ten: 61 as well. Both cards solve it.
#[test]
fn a_case_by_hand() {
    let line = "contract=G declarer=F F=HA.C7 M=HT.CT R=H9.CA skat=D7.D8 points=40:38 view=open \
        gone=CJ.SJ.HJ.DJ.CK.CQ.C9.C8.SA.ST.SK.SQ.S9.S8.S7.HK.HQ.H8.H7.DA.DT.DK.DQ.D9";
    let mut puzzle = Puzzle::new(line.parse().unwrap());
    puzzle.asks = Asks::Card;
    let report = Checker::new().check(&puzzle, Depth::FULL, &Limits::none()).unwrap();
    assert_eq!((report.points, report.keys), (Some(61), "HA.C7".parse().unwrap()));
    assert!(
        report.findings.contains(&Finding::Exact(61))
            && report
                .findings
                .iter()
                .any(|one| matches!(one, Finding::EveryCard { side: Side::Declarer, count: 2, asked: true }))
    );
    puzzle.answer.cards = "HA".parse().unwrap();
    let report = Checker::new().check(&puzzle, Depth::ANSWER, &Limits::none()).unwrap();
    assert!(!report.is_sound(), "the seven of clubs solves it too");
    for finding in &report.findings {
        for language in [Language::German, Language::English] {
            let said = finding.words(Game::Grand, Goal::Points(61), language);
            assert!(said.ends_with('.') && said.len() > 10, "{said}");
        }
    }
}

#[test]
fn every_weight_occurs_in_order() {
    assert!(Weight::Fact < Weight::Remark && Weight::Remark < Weight::Fault);
    let puzzle = example("paper-example.ron");
    let depth = Depth { line: false, changes: false, nodes: 500_000_000 };
    let report = Checker::new().check(&puzzle, depth, &Limits::none()).unwrap();
    assert!(report.findings.contains(&Finding::AllDeals(92_378)));
    // 27 are certain of 61, and with open cards the declarer wins.
    assert!(report.findings.contains(&Finding::Missed(34)));
    assert!(report.findings.contains(&Finding::OpenDiffers { declarer_wins: true }));
}

#[test]
fn a_check_that_is_cut_short_says_so() {
    let puzzle = example("unlosable-grand-hand.ron");
    let depth = Depth { nodes: 10, ..Depth::FULL };
    let report = Checker::new().check(&puzzle, depth, &Limits::none()).unwrap();
    assert_eq!(report.findings, [Finding::Undecided]);
    assert!(report.is_sound() && report.declarer_wins.is_none());
}
