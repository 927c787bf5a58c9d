//! Proofs: that they verify, and that the proof tree says what the searches say.
//!
//! The long versions run with `cargo test --test engine proof -- --ignored`.

use crate::random::{ALL_WHO, Who, question};
use kiebitz::cards::{Card, Cards, Dice};
use kiebitz::deal::{Holding, Position, View};
use kiebitz::knowledge::Knowledge;
use kiebitz::puzzle::{Asks, bundled};
use kiebitz::rules::{Game, Goal, Seat, Side};
use kiebitz::search::proof::{
    Chooser, Claim, Detail, Key, ProofError, ProofLimits, Prover, Refutation, Settled, Verdict, unseen,
};
use kiebitz::search::{Cancel, Limits, PositionSolver, open, paranoia};
use kiebitz::verify::{Checker, Proof, Rejection};
use std::collections::HashMap;
use std::time::Instant;

fn check(proof: &Proof) -> Result<u64, Rejection> {
    let checked = Checker::new(proof).unwrap().check(|_| true);
    checked.map(|accepted| accepted.unwrap().points_of_play).map_err(|rejection| *rejection)
}

/// Proofs of random positions verify, in their file form too.
fn proofs_verify(count: usize, seed: u64, least: usize, most: usize) {
    let mut dice = Dice::new(seed);
    let mut prover = Prover::with_table(16);
    let mut seen = [[0; 2]; 4];
    let (mut longest, mut points, mut trivial) = (0, 0, 0);
    for round in 0..count {
        let who = ALL_WHO[round % 4];
        let cards = least + dice.below((most - least + 1) as u64) as usize;
        let (position, goal) = question(&mut dice, who, cards);
        let proof = prover.proof(&position, goal, &ProofLimits::default()).unwrap();
        let text = proof.to_ron().unwrap();
        assert_eq!(Proof::parse(&text).as_ref(), Ok(&proof));
        match check(&proof) {
            Ok(looked) => points += looked,
            Err(rejection) => panic!("{position} goal {goal}: {rejection}\n{text}"),
        }
        trivial += usize::from(proof.strategy.is_empty());
        longest = longest.max(proof.strategy.len());
        seen[round % 4][usize::from(proof.declarer_reaches)] += 1;
    }
    println!("{trivial} settled at once");
    assert!(2 * trivial < count, "{trivial}");
    println!(
        "{count} proofs, longest {longest} lines, {points} points of play; missed/reached by view {seen:?}"
    );
    assert!(seen.iter().flatten().all(|&seen| seen * 20 > count / 4), "{seen:?}");
}

#[test]
fn proofs_of_random_positions_verify() {
    proofs_verify(400, 1, 2, 5);
}

#[test]
#[ignore = "takes minutes"]
fn proofs_of_many_random_positions_verify() {
    proofs_verify(4000, 2, 3, 6);
}

/// The positions of bundled puzzles that carry a claim: with the answer's discard laid away.
fn puzzles() -> Vec<(String, Position, Goal, bool)> {
    let mut all = Vec::new();
    for (name, puzzle) in bundled() {
        let (position, goal) = (puzzle.position.clone(), puzzle.goal());
        let Some(wins) = puzzle.answer.declarer_wins else { continue };
        if puzzle.asks == Asks::Discard {
            let declarer = position.declarer();
            let twelve = position.hand(declarer) | position.skat();
            let mut setup = position.to_setup();
            setup.hands[declarer] = Holding::full(twelve - puzzle.answer.cards);
            setup.skat = Holding::full(puzzle.answer.cards);
            all.push((format!("{name} discarded"), setup.validate().unwrap(), goal, wins));
            all.push((format!("{name} as picked up"), position, goal, !wins));
        } else {
            all.push((name.to_string(), position, goal, wins));
        }
    }
    all
}

#[test]
#[ignore = "measures: sizes of the proofs of all bundled puzzles"]
fn sizes_of_bundled_proofs() {
    let most = std::env::var("LINES").ok().and_then(|text| text.parse().ok()).unwrap_or(3_000_000);
    let only = std::env::var("ONLY").unwrap_or_default();
    for (name, position, goal, wins) in puzzles() {
        if !name.contains(&only) {
            continue;
        }
        let start = Instant::now();
        let limits = ProofLimits { lines: most, ..ProofLimits::default() };
        match Prover::new().proof(&position, goal, &limits) {
            Err(error) => println!("{name}: {error} after {:?}", start.elapsed()),
            Ok(proof) => {
                let made = start.elapsed();
                assert_eq!(proof.declarer_reaches, wins, "{name}");
                let bytes = proof.to_ron().unwrap().len();
                let start = Instant::now();
                let looked = check(&proof).unwrap();
                println!(
                    "{name}: {} lines, {bytes} bytes, {looked} points of play, made in {made:?}, checked in {:?}",
                    proof.strategy.len(),
                    start.elapsed()
                );
            }
        }
    }
}

/// Those whose proofs are too long for a run of all tests: 140,000 lines to two million.
const LONG: [&str; 5] = [
    "unlosable-grand-hand.ron",
    "unlosable-clubs-hand.ron",
    "gartenlaube-1887-11.ron discarded",
    "skatde-clubs-discard.ron discarded",
    "skatde-clubs-play.ron",
];

fn proves(name: &str, position: &Position, goal: Goal, wins: bool) {
    let limits = ProofLimits { lines: 20_000_000, ..ProofLimits::default() };
    let proof = Prover::new().proof(position, goal, &limits).unwrap();
    assert_eq!(proof.declarer_reaches, wins, "{name}");
    if let Err(rejection) = check(&proof) {
        panic!("{name}: {rejection}");
    }
}

#[test]
fn proofs_of_bundled_puzzles_verify() {
    let mut checked = 0;
    for (name, position, goal, wins) in puzzles() {
        if !LONG.contains(&name.as_str()) {
            proves(&name, &position, goal, wins);
            checked += 1;
        }
    }
    // The discard is asked about twice: as laid away, and as picked up.
    let discards = bundled().filter(|(_, puzzle)| puzzle.asks == Asks::Discard).count();
    let answered = bundled().filter(|(_, puzzle)| puzzle.answer.declarer_wins.is_some()).count();
    assert_eq!(checked, answered + discards - LONG.len());
}

/// Of the long ones here what is left after two tricks of the main line.
#[test]
fn long_proofs_verify_after_two_tricks() {
    for (name, position, goal, wins) in
        puzzles().into_iter().filter(|(name, ..)| LONG.contains(&name.as_str()))
    {
        let asked = Claim::new(&position, goal);
        let line = Prover::new().main_line(&position, asked, &[], &Limits::none()).unwrap();
        let mut later = position.clone();
        for &card in &line[..6] {
            later.play(card).unwrap();
        }
        proves(&name, &later, goal, wins);
    }
}

#[test]
#[ignore = "takes minutes and a gigabyte"]
fn long_proofs_verify() {
    for (name, position, goal, wins) in
        puzzles().into_iter().filter(|(name, ..)| LONG.contains(&name.as_str()))
    {
        proves(&name, &position, goal, wins);
    }
}

fn decide(position: &Position, goal: Goal) -> bool {
    let limits = Limits::none();
    let wins = match position.view() {
        View::Open => open::Solver::with_table(1).decide(position, goal, &limits).unwrap(),
        View::Seat(_) => paranoia::Solver::with_table(1).decide(position, goal, &limits).unwrap(),
    };
    wins.unwrap()
}

fn values(position: &Position, goal: Goal) -> Vec<open::CardValue> {
    let limits = Limits::none();
    match position.view() {
        View::Open => {
            PositionSolver::cards(&mut open::Solver::with_table(1), position, goal, &limits).unwrap()
        }
        View::Seat(_) => {
            PositionSolver::cards(&mut paranoia::Solver::with_table(1), position, goal, &limits).unwrap()
        }
    }
}

/// Nodes along random paths: every figure is what the searches and the knowledge say of that position,
/// solved afresh.
#[test]
fn nodes_say_what_the_searches_say() {
    let mut dice = Dice::new(5);
    let mut prover = Prover::with_table(16);
    let limits = Limits::none();
    let (mut nodes, mut twins, mut cards) = (0, 0, 0);
    for round in 0..160 {
        let who = ALL_WHO[round % 4];
        let size = 2 + dice.below(3) as usize;
        let (root, goal) = question(&mut dice, who, size);
        let mut asked = Claim::new(&root, goal);
        if who == Who::Open && round % 8 == 3 {
            asked = asked.for_side(Side::Defenders);
        }
        let mut path: Vec<Card> = Vec::new();
        let mut position = unseen(&root).unwrap();
        let mut keys: HashMap<Key, (Verdict, u64)> = HashMap::new();
        loop {
            let node = prover.unfold(&root, asked, &path, Detail::Values, &limits).unwrap();
            assert_eq!(node.position, position, "{root} {path:?}");
            let aim = |wins: bool| wins == (asked.side == Side::Declarer);
            let verdict = |wins: bool| if aim(wins) { Verdict::Proved } else { Verdict::Refuted };
            assert_eq!(node.verdict, verdict(decide(&position, goal)), "{root} {path:?}");
            assert_eq!(node.turn, position.turn());
            assert_eq!(node.points, [Side::Declarer, Side::Defenders].map(|side| position.points(side)));
            if let View::Seat(seat) = root.view() {
                assert_eq!(node.worlds, Knowledge::of(&position, seat).unwrap().count());
            }
            let known = keys.entry(node.key).or_insert((node.verdict, node.worlds));
            assert_eq!(*known, (node.verdict, node.worlds));
            nodes += 1;
            let Some(turn) = node.turn else {
                assert_eq!((node.chooser, node.branches.len()), (Chooser::Nobody, 0));
                assert!(node.settled.is_some());
                break;
            };
            let mine = match root.view() {
                View::Seat(seat) => seat == turn,
                View::Open => turn.side(root.declarer()) == asked.side,
            };
            assert_eq!(node.chooser, if mine { Chooser::Viewer } else { Chooser::Adversary });
            // Every card that may fall, each as the search values it.
            let found = values(&position, goal);
            let fall: Cards = node.branches.iter().map(|branch| branch.card).collect();
            assert_eq!(fall, position.playable(), "{root} {path:?}");
            assert_eq!((node.cards, node.branches.len()), (fall.len(), fall.len()));
            for branch in &node.branches {
                let value = found.iter().find(|value| value.card == branch.card).unwrap();
                assert_eq!(branch.verdict, verdict(value.declarer_wins.unwrap()), "{root} {path:?}");
                assert_eq!(branch.value, Some(value.value), "{root} {path:?} {}", branch.card);
                if let Some(settled) = branch.settled {
                    assert_eq!(value.declarer_wins, Some(settled == Settled::GoalMet));
                }
                if let Some(twin) = branch.twin_of {
                    let twin = node.branches.iter().find(|other| other.card == twin).unwrap();
                    assert_eq!(
                        (twin.value, twin.verdict, twin.worlds),
                        (branch.value, branch.verdict, branch.worlds)
                    );
                    assert_eq!(twin.twin_of, None);
                    twins += 1;
                }
                cards += 1;
            }
            // One card is chosen where one side has its way and the choice, and it stands first.
            let chooses = (node.verdict == Verdict::Proved) == mine && node.settled.is_none();
            let chosen: Vec<usize> = (0..fall.len()).filter(|&at| node.branches[at].chosen).collect();
            assert_eq!(chosen, if chooses { vec![0] } else { vec![] });
            let proof = prover.unfold(&root, asked, &path, Detail::Proof, &limits).unwrap();
            if node.settled.is_some() {
                assert!(proof.branches.is_empty());
            } else if chooses {
                assert_eq!(proof.branches.len(), 1);
                assert_eq!(proof.branches[0].verdict, node.verdict);
            } else {
                assert_eq!(proof.branches.len(), fall.len());
                assert!(proof.branches.iter().all(|branch| branch.verdict == node.verdict));
            }
            let card = node.branches[dice.below(fall.len() as u64) as usize].card;
            path.push(card);
            position.play(card).unwrap();
        }
    }
    println!("{nodes} nodes, {cards} cards, {twins} twins");
    assert!(twins > 100);
}

/// Whether the declarer has the goal at the end of a deal played out.
fn reached(position: &Position, goal: Goal) -> bool {
    match goal {
        Goal::Points(points) => position.points(Side::Declarer) + position.skat().points() >= points,
        Goal::EveryTrick => !position.has_trick(Side::Defenders),
        Goal::NoTrick => !position.has_trick(Side::Declarer),
    }
}

/// The line of a refutation can be played in its deal, the deal fits what the viewer knows, and however
/// the rest is played, the viewer's aim is lost.
#[test]
fn refutations_name_a_deal_that_beats_the_card() {
    let mut dice = Dice::new(6);
    let mut prover = Prover::with_table(16);
    let limits = Limits::none();
    let mut refuted = 0;
    for round in 0..240 {
        let who = ALL_WHO[round % 4];
        let cards = 2 + dice.below(3) as usize;
        let (root, goal) = question(&mut dice, who, cards);
        let asked = Claim::new(&root, goal);
        let node = prover.unfold(&root, asked, &[], Detail::AllCards, &limits).unwrap();
        if node.chooser != Chooser::Viewer {
            continue;
        }
        for branch in &node.branches {
            let answer = prover.refutation(&root, asked, &[], branch.card, &limits);
            if branch.verdict == Verdict::Proved {
                assert_eq!(answer, Err(ProofError::NotRefuted(branch.card)));
                continue;
            }
            let Refutation { line, hands, skat, position } = answer.unwrap();
            assert_eq!(line[0], branch.card);
            assert_eq!(position.open_hands().unwrap(), hands);
            assert_eq!(position.skat(), skat);
            match root.view() {
                View::Open => assert_eq!(Some(hands), root.open_hands()),
                View::Seat(viewer) => {
                    let knowledge = Knowledge::of(&root, viewer).unwrap();
                    assert_eq!(Knowledge::of(&position, viewer).unwrap(), knowledge, "{root}");
                }
            }
            let mut played = position.clone();
            for &card in &line {
                played.play(card).unwrap_or_else(|problem| panic!("{position} {line:?}: {problem}"));
            }
            // Any way to the end.
            while played.turn().is_some() {
                let playable: Vec<Card> = played.playable().iter().collect();
                played.play(playable[dice.below(playable.len() as u64) as usize]).unwrap();
            }
            let aim = reached(&played, goal) == (asked.side == Side::Declarer);
            assert!(!aim, "{position} {line:?}");
            refuted += 1;
        }
    }
    println!("{refuted} refutations");
    assert!(refuted > 100);
}

#[test]
fn the_main_line_ends_where_the_verdict_is_counted() {
    let mut dice = Dice::new(7);
    let mut prover = Prover::with_table(16);
    let limits = Limits::none();
    for round in 0..120 {
        let (root, goal) = question(&mut dice, ALL_WHO[round % 4], 4);
        let asked = Claim::new(&root, goal);
        let line = prover.main_line(&root, asked, &[], &limits).unwrap();
        for length in 0..=line.len() {
            let node = prover.unfold(&root, asked, &line[..length], Detail::Proof, &limits).unwrap();
            let first = prover.unfold(&root, asked, &[], Detail::Proof, &limits).unwrap();
            assert_eq!(node.verdict, first.verdict, "{root} {line:?} {length}");
            assert_eq!(node.settled.is_some(), length == line.len(), "{root} {line:?} {length}");
        }
    }
}

#[test]
fn questions_that_make_no_sense_are_answered_so() {
    let position: Position = "contract=G declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 view=F".parse().unwrap();
    let limits = Limits::none();
    let mut prover = Prover::with_table(1);
    let mut unfold = |position: &Position, goal: Goal, path: &[&str]| {
        let path: Vec<Card> = path.iter().map(|card| card.parse().unwrap()).collect();
        prover.unfold(position, Claim::new(position, goal), &path, Detail::Proof, &limits).unwrap_err()
    };
    let null = Goal::NoTrick;
    assert_eq!(unfold(&position, null, &[]), ProofError::Goal { goal: null, game: Game::Grand });
    let points = Goal::Points(61);
    let card: Card = "SJ".parse().unwrap();
    assert_eq!(unfold(&position, points, &["CJ", "SJ"]), ProofError::Path { number: 2, card });
    let others = position.with_view(View::Seat(Seat::Rearhand));
    assert!(matches!(unfold(&others, points, &[]), ProofError::Knowledge(_)));
    assert!(matches!(unfold(&position.with_view(View::Open), points, &[]), ProofError::Open(_)));
}

#[test]
fn limits_end_proofs() {
    let position: Position = "contract=GH declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 view=F".parse().unwrap();
    let goal = Goal::Points(61);
    let mut prover = Prover::with_table(1);
    let limits = ProofLimits { search: Limits::nodes(100), ..ProofLimits::default() };
    assert_eq!(prover.proof(&position, goal, &limits), Err(ProofError::Stopped));
    let cancel = Cancel::default();
    cancel.cancel();
    let limits = Limits::until(cancel);
    let asked = Claim::new(&position, goal);
    let node = prover.unfold(&position, asked, &[], Detail::AllCards, &limits).unwrap();
    assert_eq!(node.verdict, Verdict::Open);
    assert_eq!(node.branches.len(), 10);
    let (_, puzzle) = bundled().find(|(name, _)| name.starts_with("paper")).unwrap();
    let limits = ProofLimits { lines: 1000, ..ProofLimits::default() };
    let proof = prover.proof(&puzzle.position, puzzle.goal(), &limits);
    assert_eq!(proof, Err(ProofError::TooLarge { lines: 1000 }));
}
