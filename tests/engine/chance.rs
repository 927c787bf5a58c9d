//! The best chance beside its definition, written out plainly: every world listed, a world won only if it is won after
//! every card that is legal in it, strategies compared by the sets of worlds they win, nothing cut.

use crate::random::{Who, question};
use kiebitz::cards::{Card, Cards, Dice};
use kiebitz::deal::{Position, View};
use kiebitz::knowledge::{Knowledge, World};
use kiebitz::puzzle::{Asks, bundled};
use kiebitz::rules::{BySeat, Game, Goal, Seat, Side};
use kiebitz::search::chance::{ChanceError, Count, Plan, Solver};
use kiebitz::search::proof::ProofLimits;
use kiebitz::search::{Limits, open, paranoia};
use kiebitz::verify::ChanceProof;
use kiebitz::words::{Language, Words};

/// Words of a set of worlds.
const WORDS: usize = 16;
type Set = [u64; WORDS];

fn size(set: &Set) -> u64 {
    set.iter().map(|word| u64::from(word.count_ones())).sum()
}

fn within(a: &Set, b: &Set) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// The sets that lie within no other.
fn maximal(sets: Vec<Set>) -> Vec<Set> {
    let mut kept: Vec<Set> = Vec::new();
    for set in sets {
        if !kept.iter().any(|other| within(&set, other)) {
            kept.retain(|other| !within(other, &set));
            kept.push(set);
        }
    }
    kept
}

/// A point of the play, in each of the worlds that fit what was seen.
#[derive(Clone)]
struct Point {
    worlds: Vec<(usize, BySeat<Cards>)>,
    trick: Vec<(Seat, Card)>,
    turn: Seat,
    points: u32,
    tricks: [bool; 2],
}

struct Definition {
    position: Position,
    viewer: Seat,
    goal: Goal,
    worlds: Vec<World>,
}

impl Definition {
    fn new(position: &Position, goal: Goal) -> Option<Definition> {
        let View::Seat(viewer) = position.view() else { return None };
        let knowledge = Knowledge::of(position, viewer).unwrap();
        (knowledge.count() <= 64 * WORDS as u64).then(|| Definition {
            position: position.clone(),
            viewer,
            goal,
            worlds: knowledge.worlds().collect(),
        })
    }

    fn start(&self) -> Point {
        let position = &self.position;
        Point {
            worlds: self.worlds.iter().enumerate().map(|(at, world)| (at, world.hands)).collect(),
            trick: position.trick().iter().map(|play| (play.seat, play.card)).collect(),
            turn: position.turn().unwrap(),
            points: position.points(Side::Declarer).into(),
            tricks: [Side::Declarer, Side::Defenders].map(|side| position.has_trick(side)),
        }
    }

    /// After a card that was seen: only the worlds remain in which it may be played.
    fn after(&self, point: &Point, card: Card) -> Point {
        let game = self.position.game();
        let mut next = point.clone();
        let led = point.trick.first().map(|(_, card)| *card);
        next.worlds.retain(|(_, hands)| game.playable(hands[point.turn], led).has(card));
        for (_, hands) in &mut next.worlds {
            hands[point.turn].remove(card);
        }
        next.trick.push((point.turn, card));
        next.turn = point.turn.next();
        if let &[a, b, c] = &next.trick[..] {
            let winner = [a, b, c][game.trick_winner([a.1, b.1, c.1])].0;
            let declarer = winner == self.position.declarer();
            next.tricks[usize::from(!declarer)] = true;
            if declarer {
                next.points += [a, b, c].iter().map(|(_, card)| u32::from(card.points())).sum::<u32>();
            }
            next.trick.clear();
            next.turn = winner;
        }
        next
    }

    fn won(&self, point: &Point, world: usize) -> bool {
        let met = match self.goal {
            Goal::Points(points) => {
                point.points + u32::from(self.worlds[world].skat.points()) >= u32::from(points)
            }
            Goal::EveryTrick => !point.tricks[1],
            Goal::NoTrick => !point.tricks[0],
        };
        met == (self.viewer == self.position.declarer())
    }

    /// The largest sets of worlds that one strategy wins from here.
    fn front(&self, point: &Point) -> Vec<Set> {
        let game = self.position.game();
        let mut all: Set = [0; WORDS];
        if point.worlds.iter().all(|(_, hands)| hands[point.turn].is_empty()) {
            for &(world, _) in point.worlds.iter().filter(|(world, _)| self.won(point, *world)) {
                all[world / 64] |= 1 << (world % 64);
            }
            return vec![all];
        }
        let led = point.trick.first().map(|(_, card)| *card);
        let legal = |hands: &BySeat<Cards>| game.playable(hands[point.turn], led);
        let cards = point.worlds.iter().fold(Cards::NONE, |cards, (_, hands)| cards | legal(hands));
        if point.turn == self.viewer {
            let fronts = cards.iter().flat_map(|card| self.front(&self.after(point, card)));
            return maximal(fronts.collect());
        }
        for &(world, _) in &point.worlds {
            all[world / 64] |= 1 << (world % 64);
        }
        let mut sets = vec![all];
        for card in cards {
            let next = self.after(point, card);
            let mut concerned: Set = [0; WORDS];
            for &(world, _) in &next.worlds {
                concerned[world / 64] |= 1 << (world % 64);
            }
            let won = self.front(&next);
            let pairs = sets.iter().flat_map(|set| {
                won.iter().map(|won| std::array::from_fn(|at| set[at] & (won[at] | !concerned[at])))
            });
            sets = maximal(pairs.collect());
        }
        sets
    }

    fn chance(&self, point: &Point) -> u64 {
        self.front(point).iter().map(size).max().unwrap()
    }
}

/// Positions of every kind, small enough for the definition.
fn compare(seed: u64, count: usize, cards: usize, most: usize, who: &[Who]) {
    let mut dice = Dice::new(seed);
    let mut solver = Solver::with_table(16);
    let (mut asked, mut between) = (0, 0);
    while asked < count {
        let (position, goal) = question(&mut dice, who[asked % who.len()], cards);
        let goal = match goal {
            // Also far from what can be forced.
            Goal::Points(points) if dice.below(2) == 0 => {
                Goal::Points((u64::from(points) + dice.below(25)).clamp(1, 120) as u8)
            }
            goal => goal,
        };
        let Some(definition) = Definition::new(&position, goal) else { continue };
        if position.turn().is_none() || definition.worlds.len() > most {
            continue;
        }
        asked += 1;
        let start = definition.start();
        let chance = solver.chance(&position, goal, &Limits::none()).unwrap();
        let name = format!("{position} goal {goal}");
        assert_eq!(chance.worlds, definition.worlds.len() as u64, "{name}");
        let won = definition.chance(&start);
        assert_eq!(chance.won.exact(), Some(won), "{name}");
        between += usize::from(won > 0 && won < chance.worlds);
        if position.turn() == Some(definition.viewer) {
            assert_eq!(chance.cards.len(), position.playable().len(), "{name}");
            for card in &chance.cards {
                let won = definition.chance(&definition.after(&start, card.card));
                assert_eq!(card.won.exact(), Some(won), "{name} after {}", card.card);
            }
        } else {
            assert!(chance.cards.is_empty());
        }
        laws(&position, goal, &chance);
    }
    assert!(between > count / 20, "only {between} of {count} are neither certain nor hopeless");
}

/// All deals exactly where the goal is forced; never more than with open cards.
fn laws(position: &Position, goal: Goal, chance: &kiebitz::search::chance::Chance) {
    let View::Seat(viewer) = position.view() else { return };
    let declarers = viewer == position.declarer();
    let forced = paranoia::Solver::with_table(1).decide(position, goal, &Limits::none()).unwrap().unwrap();
    let all = chance.won.exact() == Some(chance.worlds);
    assert_eq!(all, forced == declarers, "{position} goal {goal}");
    let mut solver = open::Solver::with_table(1);
    let knowledge = Knowledge::of(position, viewer).unwrap();
    let mut open = 0;
    for world in knowledge.worlds() {
        let mut setup = position.to_setup();
        for seat in Seat::ALL {
            let held = world.hands[seat] | position.played_by(seat);
            setup.hands[seat] = kiebitz::deal::Holding::full(held);
        }
        setup.skat = kiebitz::deal::Holding::full(world.skat);
        setup.view = Some(View::Open);
        let deal = setup.validate().unwrap();
        let wins = solver.decide(&deal, goal, &Limits::none()).unwrap().unwrap();
        open += u64::from(wins == declarers);
    }
    assert!(chance.won.at_most <= open, "{position} goal {goal}: {} of {open}", chance.won.at_most);
}

const SEATS: [Who; 3] = [Who::Declarer, Who::HandGame, Who::Defender];

#[test]
fn two_cards_by_definition() {
    compare(21, 1500, 2, 1000, &SEATS);
}

#[test]
fn three_cards_by_definition() {
    compare(31, 600, 3, 100, &[Who::Declarer]);
    compare(32, 300, 3, 100, &[Who::HandGame, Who::Defender]);
    compare(33, 6, 3, 1000, &[Who::HandGame, Who::Defender]);
}

#[test]
fn four_cards_by_definition() {
    compare(41, 100, 4, 100, &[Who::Declarer]);
    compare(42, 12, 4, 100, &[Who::HandGame, Who::Defender]);
}

/// The strategy behind an answer, as a file, checked by the checker; and files that were tampered with are rejected.
#[test]
fn strategies_are_checked_and_wrong_ones_rejected() {
    let mut dice = Dice::new(51);
    let mut solver = Solver::with_table(16);
    let (mut written, mut tampered) = (0, 0);
    while written < 150 {
        let cards = 2 + written % 3;
        let (position, goal) = question(&mut dice, SEATS[written % 3], cards);
        let Some(definition) = Definition::new(&position, goal) else { continue };
        if definition.worlds.len() > 300 || position.turn().is_none() {
            continue;
        }
        let chance = solver.chance(&position, goal, &Limits::none()).unwrap();
        let Some(plan) = solver.plan().cloned() else {
            assert_eq!(chance.won.exact(), Some(0));
            continue;
        };
        written += 1;
        assert_eq!((plan.won(), plan.worlds()), (chance.won.at_least, chance.worlds));
        assert_eq!(plan.lost().count() as u64, plan.worlds() - plan.won());
        let proof = solver.proof(&position, goal, &plan, &ProofLimits::default()).unwrap();
        assert_eq!((proof.won, proof.of), (chance.won.at_least, chance.worlds), "{position} goal {goal}");
        let text = proof.to_ron().unwrap();
        assert!(ChanceProof::is_one(&text));
        let read = ChanceProof::parse(&text).unwrap();
        assert_eq!(read, proof);
        let checked = read.check(|_| true).unwrap().unwrap().unwrap();
        assert_eq!((checked.won, checked.of), (proof.won, proof.of));
        tampered += tamper(&proof, &mut dice);
        walk(&mut solver, &plan, &mut dice);
    }
    assert!(tampered > 100, "only {tampered} changes mattered");
}

/// Changes the claim and the strategy: a changed claim is always rejected, a changed strategy wins no more.
fn tamper(proof: &ChanceProof, dice: &mut Dice) -> usize {
    for (won, of) in [(proof.won + 1, proof.of), (proof.won - 1, proof.of), (proof.won, proof.of + 1)] {
        let wrong = ChanceProof { won, of, ..proof.clone() };
        assert!(wrong.check(|_| true).unwrap().is_err(), "{wrong:?}");
    }
    let mut mattered = 0;
    for _ in 0..4.min(proof.strategy.len()) {
        let mut wrong = proof.clone();
        let line = dice.below(proof.strategy.len() as u64) as usize;
        match dice.below(3) {
            0 => wrong.strategy[line] = String::new(),
            1 => {
                wrong.strategy[line] = wrong.strategy[line].split('>').next().unwrap_or_default().to_string()
            }
            _ => {
                let other = dice.below(proof.strategy.len() as u64) as usize;
                wrong.strategy.swap(line, other);
            }
        }
        // Unreadable, against the rules, or fewer deals; never more than the best strategy wins.
        match wrong.count(|_| true) {
            Ok(Ok(Some(counted))) => {
                assert!(counted.won <= proof.won, "{wrong:?}");
                mattered += usize::from(counted.won < proof.won);
                assert_eq!(wrong.check(|_| true).unwrap().is_ok(), counted.won == proof.won);
            }
            _ => mattered += 1,
        }
    }
    mattered
}

/// Along the plan the shares add up: his own card keeps every deal, another's card those in which it is legal.
fn walk(solver: &mut Solver, plan: &Plan, dice: &mut Dice) {
    let mut path = Vec::new();
    let mut node = solver.node(plan, &path, &Limits::none()).unwrap();
    assert_eq!((node.won, node.worlds), (plan.won(), plan.worlds()));
    while node.won > 0 && !node.cards.is_empty() {
        let open: Vec<_> = node.cards.iter().filter(|(_, _, won)| *won > 0).collect();
        let &&(card, worlds, won) = &open[dice.below(open.len() as u64) as usize];
        path.push(card);
        node = solver.node(plan, &path, &Limits::none()).unwrap();
        assert_eq!((node.worlds, node.won), (worlds, won));
    }
}

/// A search that is stopped says what it knows: the bounds hold the answer between them.
#[test]
fn bounds_hold_the_answer_between_them() {
    let mut dice = Dice::new(61);
    let (mut open, mut solved) = (0, 0);
    for number in 0..60 {
        let (position, goal) = question(&mut dice, Who::Declarer, 4 + number % 2);
        let exact = Solver::with_table(16).chance(&position, goal, &Limits::nodes(1_000_000)).unwrap();
        // The few hard ones would take the time of all others together.
        let all_exact = exact.cards.iter().all(|card| card.won.exact().is_some());
        let Some(won) = exact.won.exact().filter(|_| all_exact) else { continue };
        solved += 1;
        for nodes in [1, 300, 3000, 10_000] {
            let mut solver = Solver::with_table(16);
            let mut last = None;
            let chance = solver
                .chance_with(&position, goal, &Limits::nodes(nodes), |seen| {
                    let Count { at_least, at_most } = seen.won;
                    let (low, high) = last.unwrap_or((0, seen.worlds));
                    assert!(low <= at_least && at_most <= high, "bounds only narrow");
                    last = Some((at_least, at_most));
                })
                .unwrap();
            assert!(chance.won.at_least <= won && won <= chance.won.at_most, "{position} goal {goal}");
            for (card, exact) in chance.cards.iter().zip(&exact.cards) {
                let won = exact.won.exact().unwrap();
                assert!(card.won.at_least <= won && won <= card.won.at_most, "{position} goal {goal}");
            }
            open += usize::from(chance.won.exact().is_none());
        }
    }
    assert!(open > 20 && solved > 40, "only {open} were stopped early, and {solved} solved");
}

/// The same at any number of nodes, from every seat, in all games, with any goal: the bounds of a search that was stopped
/// never exclude the answer, and what the plan in hand wins is never more than they say.
#[test]
fn bounds_hold_wherever_the_search_is_stopped() {
    let mut dice = Dice::new(62);
    let (mut asked, mut open) = (0, 0);
    while asked < 200 {
        let (position, goal) = question(&mut dice, SEATS[asked % 3], 3 + asked % 2);
        let View::Seat(viewer) = position.view() else { continue };
        if position.turn().is_none() || Knowledge::of(&position, viewer).unwrap().count() > 200 {
            continue;
        }
        let mut solver = Solver::with_table(16);
        let exact = solver.chance(&position, goal, &Limits::nodes(200_000)).unwrap();
        if exact.cards.iter().any(|card| card.won.exact().is_none()) || exact.won.exact().is_none() {
            continue;
        }
        asked += 1;
        let whole = solver.nodes();
        for _ in 0..3 {
            let nodes = 1 + dice.below(whole.max(1));
            solver.clear();
            let chance = solver.chance(&position, goal, &Limits::nodes(nodes)).unwrap();
            let name = format!("{position} goal {goal} after {nodes} nodes");
            let inside = |bounds: Count, won: Count| {
                let won = won.exact().unwrap();
                assert!(bounds.at_least <= won && won <= bounds.at_most, "{name}: {bounds:?} {won}");
            };
            inside(chance.won, exact.won);
            for (card, exact) in chance.cards.iter().zip(&exact.cards) {
                assert_eq!(card.card, exact.card);
                inside(card.won, exact.won);
            }
            open += usize::from(chance.won.exact().is_none());
            if let Some(plan) = solver.plan() {
                assert_eq!((plan.won(), plan.worlds()), (chance.won.at_least, chance.worlds), "{name}");
                assert_eq!(plan.is_best(), chance.won.exact().is_some(), "{name}");
            }
        }
    }
    assert!(open > 50, "only {open} were stopped early");
}

/// A plan that is perhaps not the best says so at every node, and the words with it.
#[test]
fn a_plan_that_was_cut_short_says_at_least() {
    let lines = [
        "contract=C declarer=F F=D7.CQ.CK.CT.CA M=DK.HK.SQ.SK.ST R=D9.HQ.S9.C7.C8 skat=DT.HT \
            gone=SJ.C9.CJ.SA.S8.S7.H7.HA.H8.DJ.H9.HJ.D8.DA.DQ points=19:25 view=F",
        "contract=G declarer=R F=D9.HQ.HT.C9.CQ M=H8.H9.HK.CK.CA R=D8.DQ.HA.S9.CT skat=DT.ST lead=R \
            gone=SA.SQ.S8.S7.C7.SK.SJ.CJ.HJ.D7.DK.DA.DJ.H7.C8 points=41:0 view=R",
        "contract=G declarer=R F=D9.DQ.DK.DT.SQ M=D8.S9.ST.C9.CT R=DA.H7.SK.C7.CK skat=HK.HT lead=R \
            gone=S7.S8.SA.CJ.SJ.DJ.HJ.H8.D7.CA.CQ.C8.HA.H9.HQ points=28:19 view=R",
    ];
    let (mut cut, mut whole) = (0, 0);
    for (line, nodes) in lines.into_iter().flat_map(|line| (0..40).map(move |step| (line, 2000 * step))) {
        let position: Position = line.parse().unwrap();
        let mut solver = Solver::with_table(16);
        let chance = solver.chance(&position, position.goal(), &Limits::nodes(nodes)).unwrap();
        let Some(plan) = solver.plan().cloned() else { continue };
        let node = solver.node(&plan, &[], &Limits::none()).unwrap();
        assert_eq!(node.exact, chance.won.exact().is_some(), "{position}");
        let words = [Language::German, Language::English]
            .map(|language| Words::from(language).deals_won(node.won, node.worlds, node.exact));
        if node.exact {
            whole += 1;
            assert_eq!(words[0], format!("{} von {} Verteilungen", node.won, node.worlds));
            assert_eq!(words[1], format!("{} of {} deals", node.won, node.worlds));
        } else {
            cut += 1;
            assert_eq!(words[0], format!("mindestens {} von {} Verteilungen", node.won, node.worlds));
            assert_eq!(words[1], format!("at least {} of {} deals", node.won, node.worlds));
        }
    }
    assert!(cut > 0 && whole > 0, "{cut} cut short, {whole} whole");
}

#[test]
fn an_open_view_and_a_wrong_goal_are_refused() {
    let mut dice = Dice::new(71);
    let (position, goal) = question(&mut dice, Who::Open, 3);
    let mut solver = Solver::with_table(1);
    assert!(matches!(solver.chance(&position, goal, &Limits::none()), Err(ChanceError::OpenView)));
    let (position, _) = question(&mut dice, Who::Declarer, 3);
    let wrong = if position.game() == Game::Null { Goal::Points(61) } else { Goal::NoTrick };
    assert!(matches!(solver.chance(&position, wrong, &Limits::none()), Err(ChanceError::Goal { .. })));
}

/// Every bundled puzzle of this kind: the strategy is written out, the checker that knows nothing of the search counts the
/// deals it wins, and they are as many as the file says, with the file's card first.
#[test]
fn strategies_of_bundled_puzzles_are_checked() {
    let mut checked = 0;
    for (name, puzzle) in bundled().filter(|(_, puzzle)| puzzle.asks == Asks::Chance) {
        let (position, goal) = (&puzzle.position, puzzle.goal());
        let mut solver = Solver::with_table(64);
        let chance = solver.chance(position, goal, &Limits::none()).unwrap();
        assert_eq!(chance.won.exact(), puzzle.answer.won, "{name}");
        let plan = solver.plan().cloned().unwrap();
        assert!(plan.card().is_some_and(|card| puzzle.answer.cards.has(card)), "{name}");
        let proof = solver.proof(position, goal, &plan, &ProofLimits::default()).unwrap();
        assert_eq!((Some(proof.won), proof.of), (puzzle.answer.won, chance.worlds), "{name}");
        let read = ChanceProof::parse(&proof.to_ron().unwrap()).unwrap();
        let counted = read.check(|_| true).unwrap().unwrap().unwrap();
        assert_eq!(Some(counted.won), puzzle.answer.won, "{name}");
        // Nothing is forced, and no other card does as well.
        assert!(chance.won.at_most < chance.worlds, "{name}");
        for card in chance.cards.iter().filter(|card| !puzzle.answer.cards.has(card.card)) {
            assert!(card.won.at_most < chance.won.at_least, "{name}: {}", card.card);
        }
        checked += 1;
    }
    assert!(checked >= 10, "{checked}");
}
