//! Proofs: that they verify, that spoiled ones do not, and that the proof tree says what the searches say.
//!
//! The long versions run with `cargo test --test proof -- --ignored`.

#![allow(clippy::unwrap_used)] // in helpers too: a panic is how a test fails

use kiebitz::cards::{Card, Cards, Dice, Suit};
use kiebitz::deal::{Deal, DealSetup, Holding, Position, View};
use kiebitz::knowledge::Knowledge;
use kiebitz::puzzle::{Asks, bundled};
use kiebitz::rules::{BySeat, Contract, Game, Goal, Seat, Side};
use kiebitz::search::proof::{Chooser, ProofError, ProofLimits, Prover, Question, Verdict, Wish, unseen};
use kiebitz::search::{Limits, open, paranoia};
use kiebitz::verify::{Checker, Proof, Rejection};
use std::time::Instant;

/// Views of a random position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Declarer,
    HandGame,
    Defender,
    Open,
}

const ALL_WHO: [Who; 4] = [Who::Declarer, Who::HandGame, Who::Defender, Who::Open];

/// A position with `cards` left in each hand, some of them played down from more cards, often in the
/// middle of a trick, and a goal that is neither always nor never reached.
fn question(dice: &mut Dice, who: Who, cards: usize) -> (Position, Goal) {
    loop {
        let game = match dice.below(4) {
            0 => Game::Grand,
            1 => Game::Null,
            _ => Game::Suit(Suit::ALL[dice.below(4) as usize]),
        };
        let deal = Deal::random(dice);
        let declarer = Seat::ALL[dice.below(3) as usize];
        let hand = who == Who::HandGame || dice.below(4) == 0;
        let ouvert = game == Game::Null && dice.below(4) == 0;
        let contract = Contract::new(game, hand, false, false, ouvert).unwrap();
        let view = match who {
            Who::Open => View::Open,
            Who::Defender => View::Seat(declarer.after(1 + dice.below(2) as usize)),
            _ => View::Seat(declarer),
        };
        let extra = (dice.below(3) as usize).min(10 - cards);
        let size = cards + extra;
        let dealt = |seat: Seat| {
            let mut held: Vec<Card> = deal.hand(seat).iter().collect();
            Dice::new(deal.hand(seat).bits().into()).shuffle(&mut held);
            held.into_iter().take(size).collect::<Cards>()
        };
        let hands = BySeat::from_fn(dealt);
        let kept = hands.iter().fold(deal.skat(), |kept, (_, &hand)| kept | hand);
        let gone = Cards::ALL - kept;
        let points = dice.below(u64::from(gone.points()) + 1) as u8;
        let setup = DealSetup {
            contract: Some(contract),
            declarer: Some(declarer),
            hands: BySeat::from_fn(|seat| Holding::full(hands[seat])),
            skat: Holding::full(deal.skat()),
            lead: Seat::ALL[dice.below(3) as usize],
            gone: gone.iter().collect(),
            points: if game == Game::Null { (0, 0) } else { (points, gone.points() - points) },
            view: Some(view),
            ..DealSetup::default()
        };
        let mut position = setup.validate().unwrap();
        for _ in 0..3 * extra + dice.below(3) as usize {
            let playable: Vec<Card> = position.playable().iter().collect();
            position.play(playable[dice.below(playable.len() as u64) as usize]).unwrap();
        }
        if game == Game::Null && position.has_trick(Side::Declarer) {
            continue;
        }
        let worlds = match view {
            View::Open => 1,
            View::Seat(seat) => Knowledge::of(&position, seat).unwrap().count(),
        };
        if worlds > 200_000 {
            continue;
        }
        let goal = match (game, dice.below(8)) {
            (Game::Null, _) => Goal::NoTrick,
            (_, 0) if !position.has_trick(Side::Defenders) => Goal::EveryTrick,
            (_, 1) => Goal::SCHNEIDER,
            (_, 2) => Goal::Points(31),
            (_, 3) => Goal::Points(61),
            _ => {
                // Near what can be forced, where proofs are longest.
                let value = match view {
                    View::Open => open::Solver::with_table(1).value(&position, &Limits::none()).unwrap(),
                    View::Seat(_) => {
                        paranoia::Solver::with_table(1).value(&position, &Limits::none()).unwrap()
                    }
                };
                Goal::Points((value.exact().unwrap() + dice.below(2) as u8).clamp(1, 120))
            }
        };
        return (position, goal);
    }
}

fn check(proof: &Proof) -> Result<u64, Rejection> {
    let checked = Checker::new(proof).unwrap().check(|_| true);
    checked.map(|accepted| accepted.unwrap().points_of_play).map_err(|rejection| *rejection)
}

/// Proofs of random positions verify, in their file form too.
fn proofs_verify(count: usize, seed: u64, least: usize, most: usize) {
    let mut dice = Dice::new(seed);
    let mut prover = Prover::with_table(16);
    let mut seen = [[0; 2]; 4];
    let (mut longest, mut points) = (0, 0);
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
        longest = longest.max(proof.strategy.len());
        seen[round % 4][usize::from(proof.declarer_reaches)] += 1;
    }
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
