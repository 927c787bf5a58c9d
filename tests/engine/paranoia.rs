//! The paranoia search against its definition written out world by world, against itself with each
//! idea switched off, against published unlosable hands, and against opponents who try everything.
//!
//! The long versions run with `cargo test --test engine paranoia -- --ignored`.

use crate::random::true_split;
use kiebitz::cards::{Card, Cards, Dice, Suit};
use kiebitz::deal::{Deal, DealSetup, Holding, Position, Split, View};
use kiebitz::knowledge::{Knowledge, World};
use kiebitz::rules::{BySeat, Contract, Game, Goal, Seat, Side};
use kiebitz::search::paranoia::{Ideas, Solver};
use kiebitz::search::{Cancel, Limits, Resources};

// ---------------------------------------------------------------------------------------------
// The definition: every world is written out. An adversary may play whatever is legal in some world
// that is left; then only the worlds in which it was legal are left. The viewer's choice depends on
// nothing but the cards that fell.

#[derive(Clone)]
struct Literal {
    game: Game,
    declarer: usize,
    viewer: usize,
    worlds: Vec<World>,
    leader: usize,
    trick: Vec<Card>,
    /// What the declarer has in tricks; whether each side has a trick: declarer, defenders.
    points: i32,
    has_trick: [bool; 2],
}

/// What a finished game is worth in the question asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    /// The declarer's points, or 1 for a Null without a trick.
    Value,
    /// 1 if the declarer has every trick.
    EveryTrick,
}

impl Literal {
    fn of(position: &Position) -> Literal {
        let View::Seat(viewer) = position.view() else { panic!("a seat's view") };
        let knowledge = Knowledge::of(position, viewer).unwrap();
        let trick: Vec<Card> = position.trick().iter().map(|play| play.card).collect();
        let turn = position.turn().unwrap().index();
        Literal {
            game: position.game(),
            declarer: position.declarer().index(),
            viewer: viewer.index(),
            worlds: knowledge.worlds().collect(),
            leader: (turn + 3 - trick.len()) % 3,
            trick,
            points: i32::from(position.points(Side::Declarer)),
            has_trick: [Side::Declarer, Side::Defenders].map(|side| position.has_trick(side)),
        }
    }

    fn turn(&self) -> Seat {
        Seat::ALL[(self.leader + self.trick.len()) % 3]
    }

    fn legal(&self, world: &World) -> Cards {
        self.game.playable(world.hands[self.turn()], self.trick.first().copied())
    }

    fn playable(&self) -> Cards {
        self.worlds.iter().fold(Cards::NONE, |cards, world| cards | self.legal(world))
    }

    fn after(&self, card: Card) -> Literal {
        let seat = self.turn();
        let mut next = self.clone();
        next.worlds.retain(|world| self.legal(world).has(card));
        for world in &mut next.worlds {
            world.hands[seat].remove(card);
        }
        next.trick.push(card);
        if let &[a, b, c] = &next.trick[..] {
            next.leader = (self.leader + self.game.trick_winner([a, b, c])) % 3;
            next.trick.clear();
            let declarers = next.leader == self.declarer;
            if declarers {
                next.points += i32::from(a.points() + b.points() + c.points());
            }
            next.has_trick[usize::from(!declarers)] = true;
        }
        next
    }

    fn value(&self, measure: Measure) -> i32 {
        // Every path plays all cards, so at its end one deal is left, and with it the skat.
        if self.worlds[0].hands[self.turn()].is_empty() {
            let ends = self.worlds.iter().map(|world| match (measure, self.game) {
                (Measure::EveryTrick, _) => i32::from(!self.has_trick[1]),
                (Measure::Value, Game::Null) => i32::from(!self.has_trick[0]),
                (Measure::Value, _) => self.points + i32::from(world.skat.points()),
            });
            return if self.viewer == self.declarer { ends.min().unwrap() } else { ends.max().unwrap() };
        }
        let values = self.playable().into_iter().map(|card| self.after(card).value(measure));
        if self.turn_wants() { values.max().unwrap() } else { values.min().unwrap() }
    }

    /// Whether whoever is on turn wants many points for the declarer: the declarer as viewer, and the
    /// adversaries of a defender.
    fn turn_wants(&self) -> bool {
        (self.turn().index() == self.viewer) == (self.viewer == self.declarer)
    }
}

// ---------------------------------------------------------------------------------------------
// Seeded positions.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Declarer,
    HandGame,
    Defender,
}

const ALL_WHO: [Who; 3] = [Who::Declarer, Who::HandGame, Who::Defender];
const KINDS: [&str; 3] = ["suit", "grand", "null"];

fn game(kind: &str, dice: &mut Dice) -> Game {
    match kind {
        "suit" => Game::Suit(Suit::ALL[dice.below(4) as usize]),
        "grand" => Game::Grand,
        _ => Game::Null,
    }
}

/// A position with `cards` left in the hand of whoever leads, seen by a seat: either played down from
/// more cards, so that much is known, or dealt with the others gone, so that little is.
fn position(dice: &mut Dice, kind: &str, who: Who, cards: usize) -> Position {
    loop {
        let game = game(kind, dice);
        let deal = Deal::random(dice);
        let declarer = Seat::ALL[dice.below(3) as usize];
        let contract = if who == Who::HandGame { Contract::hand_game(game) } else { Contract::plain(game) };
        let viewer = if who == Who::Defender { declarer.after(1 + dice.below(2) as usize) } else { declarer };
        let extra = (dice.below(4) as usize).min(10 - cards);
        let size = cards + extra;
        let dealt = |seat: Seat| {
            let mut held: Vec<Card> = deal.hand(seat).iter().collect();
            Dice::new(deal.hand(seat).bits().into()).shuffle(&mut held);
            held.into_iter().take(size).collect::<Cards>()
        };
        let hands = BySeat::from_fn(dealt);
        let kept = hands.iter().fold(deal.skat(), |kept, (_, &hand)| kept | hand);
        let setup = DealSetup {
            contract: Some(contract),
            declarer: Some(declarer),
            hands: BySeat::from_fn(|seat| Holding::full(hands[seat])),
            skat: Holding::full(deal.skat()),
            lead: Seat::ALL[dice.below(3) as usize],
            gone: (Cards::ALL - kept).iter().collect(),
            view: Some(View::Seat(viewer)),
            ..DealSetup::default()
        };
        let mut position = setup.validate().unwrap();
        for _ in 0..3 * extra + dice.below(3) as usize {
            let playable: Vec<Card> = position.playable().iter().collect();
            position.play(playable[dice.below(playable.len() as u64) as usize]).unwrap();
        }
        if position.game() != Game::Null || !position.has_trick(Side::Declarer) || dice.below(10) == 0 {
            return position;
        }
    }
}

fn goal(position: &Position) -> Goal {
    if position.game() == Game::Null { Goal::NoTrick } else { Goal::Points(61) }
}

// ---------------------------------------------------------------------------------------------

/// Every card's value, the position's value, and every trick, as the definition has them.
fn agrees_with_definition(count: usize, seed: u64, patience: usize) {
    let mut dice = Dice::new(seed);
    let mut compared = 0;
    for round in 0..count {
        for kind in KINDS {
            for who in ALL_WHO {
                let most = if who == Who::Declarer { 5 } else { 4 };
                // Mostly small ones: the definition takes long.
                let cards = if round % 12 == 0 { most } else { 1 + dice.below(most as u64 - 1) as usize };
                let position = position(&mut dice, kind, who, cards);
                let literal = Literal::of(&position);
                // Writing out every world takes long: the more cards, the fewer worlds.
                let bearable = match cards {
                    1 | 2 => 2000,
                    3 => 60,
                    4 => 12,
                    _ => 4,
                };
                if literal.worlds.len() > bearable * patience {
                    continue;
                }
                let mut solver = Solver::with_table(1);
                let limits = Limits::none();
                let every = kind != "null" && round % 3 == 0;
                let goal = if every { Goal::EveryTrick } else { goal(&position) };
                let found = solver.cards(&position, goal, &limits).unwrap();
                assert_eq!(found.iter().map(|card| card.card).collect::<Cards>(), literal.playable());
                let mut values = Vec::new();
                for card in &found {
                    let after = literal.after(card.card);
                    let value = after.value(Measure::Value);
                    let exact = card.value.exact().map(i32::from);
                    assert_eq!(exact, Some(value), "{position} {}", card.card);
                    if every {
                        let all = after.value(Measure::EveryTrick) == 1;
                        assert_eq!(card.declarer_wins, Some(all), "{position} {} every trick", card.card);
                    }
                    values.push(value);
                    compared += 1;
                }
                let wants = literal.turn_wants();
                let value = if wants { values.iter().max() } else { values.iter().min() };
                let value = *value.unwrap();
                let whole = Solver::with_table(1).value(&position, &limits).unwrap();
                assert_eq!(whole.exact().map(i32::from), Some(value), "{position}");
                if kind != "null" {
                    for points in [value - 1, value, value + 1].map(|points| points.clamp(1, 120)) {
                        let decided = solver.decide(&position, Goal::Points(points as u8), &limits);
                        assert_eq!(decided, Ok(Some(value >= points)), "{position} {points}");
                    }
                }
            }
        }
    }
    println!("{compared} cards compared");
}

#[test]
fn it_is_its_definition() {
    agrees_with_definition(400, 1, 3);
}

#[test]
#[ignore = "takes minutes"]
fn it_is_its_definition_thousands_of_times() {
    agrees_with_definition(1500, 2, 30);
}

/// Six to eight cards a hand: every idea against the search without it.
fn ideas_change_nothing(count: usize, seed: u64, budget: u64) {
    let mut dice = Dice::new(seed);
    let (mut compared, mut cut) = (0, 0);
    let limits = Limits::nodes(budget);
    for round in 0..count {
        for kind in KINDS {
            for who in ALL_WHO {
                let position = position(&mut dice, kind, who, 6 + round % 3);
                let every = kind != "null" && round % 4 == 3;
                let ask = |ideas: Ideas| {
                    let mut solver = Solver::with_table(16).with_ideas(ideas);
                    if every {
                        let won = solver.decide(&position, Goal::EveryTrick, &limits).unwrap();
                        return won.map(u8::from);
                    }
                    solver.value(&position, &limits).unwrap().exact()
                };
                let Some(all) = ask(Ideas::ALL) else {
                    cut += 1;
                    continue;
                };
                let heart =
                    Ideas::OWN | Ideas::HIDDEN | Ideas::SUBSET | Ideas::QUASI | Ideas::SURE | Ideas::SAFE;
                for (name, idea) in Ideas::EACH.into_iter().chain([("most", heart)]) {
                    match ask(Ideas::ALL - idea) {
                        Some(without) => {
                            assert_eq!(all, without, "{name}: {position}");
                            compared += 1;
                        }
                        None => cut += 1,
                    }
                }
            }
        }
    }
    println!("{compared} compared, {cut} cut short");
    assert!(compared > 4 * cut);
}

#[test]
fn no_idea_changes_an_answer() {
    ideas_change_nothing(12, 3, 20_000);
}

#[test]
#[ignore = "takes minutes"]
fn no_idea_changes_any_answer() {
    ideas_change_nothing(300, 4, 1_000_000);
}

// ---------------------------------------------------------------------------------------------
// Published unlosable hands.

fn value(line: &str) -> Option<u8> {
    let position: Position = line.parse().unwrap();
    Solver::new().value(&position, &Limits::none()).unwrap().exact()
}

fn every_trick(line: &str) -> Option<bool> {
    let position: Position = line.parse().unwrap();
    Solver::new().decide(&position, Goal::EveryTrick, &Limits::none()).unwrap()
}

/// Gartenlaube 1887, Nr. 11: diamonds with all four jacks. In middlehand and rearhand the game is
/// unlosable, but not if the two queens are laid away.
#[test]
fn which_two_cards_to_discard() {
    let line = |seat: char, hand: &str, skat: &str| {
        format!("contract=D declarer={seat} {seat}=CJ.SJ.HJ.DJ.DQ.D9.D8.D7.{hand} skat={skat} view={seat}")
    };
    for seat in ['M', 'R'] {
        assert!(value(&line(seat, "SA.SQ", "HA.CQ")) >= Some(70), "{seat}");
        assert!(value(&line(seat, "CQ.SQ", "SA.HA")) >= Some(65), "{seat}");
        // The published sitting loses by 57.
        assert_eq!(value(&line(seat, "SA.HA", "CQ.SQ")), Some(57), "{seat}");
    }
    for (hand, skat) in [("SA.SQ", "HA.CQ"), ("CQ.SQ", "SA.HA"), ("SA.HA", "CQ.SQ")] {
        assert!(value(&line('F', hand, skat)) >= Some(61));
    }
    assert_eq!(every_trick(&line('F', "SA.HA", "CQ.SQ")), Some(true));
}

/// skat.de, riddle 27: a Grand ouvert with three jacks and seven cards of a suit.
#[test]
fn which_seat_for_a_grand_ouvert() {
    let line = |seat: char, jacks: &str| {
        format!("contract=GHSZO declarer={seat} {seat}={jacks}.SA.ST.SK.SQ.S9.S8.S7 view={seat}")
    };
    for (seat, safe) in [('F', true), ('M', false), ('R', true)] {
        assert_eq!(every_trick(&line(seat, "CJ.HJ.DJ")), Some(safe), "{seat}");
        assert_eq!(every_trick(&line(seat, "CJ.SJ.DJ")), Some(true), "{seat}");
    }
}

/// skatblog: clubs hand in forehand, the opponents get 46 at most; elsewhere it can be lost.
#[test]
fn the_unlosable_game() {
    let line =
        |seat: char| format!("contract=CH declarer={seat} {seat}=CJ.SJ.HJ.DJ.CQ.C9.C7.SA.H7.DK view={seat}");
    assert_eq!(value(&line('F')), Some(74));
    assert!(value(&line('M')) < Some(61));
    assert!(value(&line('R')) < Some(61));
}

/// skatblog, skatwelt: the classic Grand hand in forehand, 62 at least.
#[test]
fn the_classic_grand() {
    assert_eq!(value("contract=GH declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 view=F"), Some(62));
}

// ---------------------------------------------------------------------------------------------
// The promise: what is proved happens.

/// From a proved value the viewer follows the best cards; the others hold any deal he could not rule
/// out and play at random, or, where `nasty`, what is worst for him in some deal. The guaranteed value
/// never falls for the viewer, and is kept at the end.
fn keeps_its_promise(count: usize, seed: u64) {
    let mut dice = Dice::new(seed);
    for round in 0..count {
        for kind in KINDS {
            for who in ALL_WHO {
                let cards = if who == Who::Declarer { 5 } else { 4 } + round % 3;
                let start = position(&mut dice, kind, who, cards);
                let View::Seat(viewer) = start.view() else { panic!("a seat's view") };
                let knowledge = Knowledge::of(&start, viewer).unwrap();
                let world = knowledge.draw(&mut dice).unwrap();
                let mut position = start.clone();
                let mut hands = world.hands;
                let mut solver = Solver::with_table(16);
                let limits = Limits::none();
                let mut promised = solver.value(&position, &limits).unwrap().exact().unwrap();
                let first = promised;
                let declarers = viewer == start.declarer();
                let nasty = round % 2 == 0;
                while let Some(seat) = position.turn() {
                    let found = solver.cards(&position, goal(&position), &limits).unwrap();
                    let led = position.trick().first().map(|play| play.card);
                    let legal = position.game().playable(hands[seat], led);
                    let mine = found.iter().filter(|card| legal.has(card.card));
                    let worth = |card: &&kiebitz::search::open::CardValue| card.value.exact().unwrap();
                    let choice = if seat == viewer {
                        if declarers { mine.max_by_key(worth) } else { mine.min_by_key(worth) }.unwrap()
                    } else if nasty {
                        if declarers { mine.min_by_key(worth) } else { mine.max_by_key(worth) }.unwrap()
                    } else {
                        let mine: Vec<_> = mine.collect();
                        mine[dice.below(mine.len() as u64) as usize]
                    };
                    let value = choice.value.exact().unwrap();
                    assert!(if declarers { value >= promised } else { value <= promised }, "{position}");
                    promised = value;
                    hands[seat].remove(choice.card);
                    // The other hands of the position are another deal; the viewer's knowledge is not.
                    position = reseat(&start, &world, &position, choice.card);
                }
                let value = if start.game() == Game::Null {
                    u8::from(!position.has_trick(Side::Declarer))
                } else {
                    position.points(Side::Declarer) + world.skat.points()
                };
                assert_eq!(value, promised, "{start}");
                assert!(if declarers { value >= first } else { value <= first }, "{start}");
            }
        }
    }
}

/// The position with one more card, the deal being that world.
fn reseat(start: &Position, world: &World, position: &Position, card: Card) -> Position {
    let mut setup = position.to_setup();
    for seat in Seat::ALL {
        setup.hands[seat] = Holding::full(world.hands[seat] | start.played_by(seat));
    }
    setup.skat = Holding::full(world.skat);
    setup.played.push(card);
    setup.validate().unwrap()
}

#[test]
fn what_is_promised_is_kept() {
    keeps_its_promise(60, 5);
}

#[test]
#[ignore = "takes minutes"]
fn what_is_promised_is_always_kept() {
    keeps_its_promise(2000, 6);
}

// ---------------------------------------------------------------------------------------------
// Shares, threads, limits.

#[test]
fn a_share_covers_what_it_says() {
    let mut dice = Dice::new(7);
    for round in 0..40 {
        for kind in KINDS {
            for who in ALL_WHO {
                let position = position(&mut dice, kind, who, 5 + round % 2);
                let limits = Limits::none();
                let mut solver = Solver::with_table(16);
                let exact = solver.value(&position, &limits).unwrap().exact().unwrap();
                solver.set_share(1.0);
                assert_eq!(solver.value(&position, &limits).unwrap().exact(), Some(exact));
                assert_eq!(solver.covered(), 1.0);
                let declarers = position.view() == View::Seat(position.declarer());
                for share in [0.95, 0.7] {
                    solver.set_share(share);
                    let value = solver.value(&position, &limits).unwrap().exact().unwrap();
                    assert!(solver.covered() >= share && solver.covered() <= 1.0);
                    // Fewer worlds never hurt the viewer.
                    assert!(if declarers { value >= exact } else { value <= exact }, "{position} {share}");
                }
            }
        }
    }
}

/// The worlds an approximate answer covers are those within bounds on splits: against each of them
/// alone the value holds with open cards, too.
#[test]
fn a_share_is_worth_no_more_than_its_worlds() {
    let line = "contract=G declarer=F F=CJ.CA.CT.C9.SA skat=H7.D7 view=F \
        gone=SJ.DJ.HA.HT.HK.DA.DT.DK.D9.D8.ST.SK.C7.C8.CQ";
    let position: Position = line.parse().unwrap();
    let mut solver = Solver::new();
    let exact = solver.value(&position, &Limits::none()).unwrap().exact().unwrap();
    solver.set_share(0.5);
    let value = solver.value(&position, &Limits::none()).unwrap().exact().unwrap();
    assert!(solver.covered() >= 0.5 && solver.covered() < 1.0);
    assert!(value >= exact);
}

/// Asked only about deals in which neither hand holds more than so many cards of a group: the definition, with the other
/// deals struck out.
#[test]
fn left_out_splits_are_left_out() {
    let mut dice = Dice::new(11);
    let (mut compared, mut changed) = (0, 0);
    for _ in 0..3000 {
        for kind in KINDS {
            let cards = 2 + dice.below(3) as usize;
            let position = position(&mut dice, kind, Who::Declarer, cards);
            let mut literal = Literal::of(&position);
            let viewer = position.declarer();
            if !(2..=if cards == 2 { 100 } else { 20 }).contains(&literal.worlds.len()) {
                continue;
            }
            let unseen = Knowledge::of(&position, viewer).unwrap().unseen();
            let Some(card) = unseen.iter().nth(dice.below(unseen.len() as u64) as usize) else { continue };
            let group = position.game().group(card);
            let most = dice.below((unseen & group).len() as u64) as u8;
            let before = (literal.worlds.len(), literal.value(Measure::Value));
            let held = |world: &World, seat: Seat| (world.hands[seat] & group).len();
            literal.worlds.retain(|world| {
                Seat::ALL.into_iter().all(|seat| seat == viewer || held(world, seat) <= usize::from(most))
            });
            let mut solver = Solver::with_table(1);
            solver.set_most(vec![(card, most)]);
            let value = solver.value(&position, &Limits::none()).unwrap().exact().map(i32::from);
            let share = literal.worlds.len() as f64 / before.0 as f64;
            assert!((solver.covered() - share).abs() < 1e-12, "{position} {card} {most}");
            if !literal.worlds.is_empty() {
                assert_eq!(value, Some(literal.value(Measure::Value)), "{position} {card} {most}");
                compared += 1;
                changed += usize::from(value != Some(before.1));
            }
        }
    }
    assert!(compared > 500 && changed > 20, "{compared} compared, {changed} changed");
}

/// A split that is known without its direction: the definition, with the deals struck out that split otherwise. For every
/// split, also where the numbers lie apart, and for several at once.
#[test]
fn known_splits_agree_with_the_definition() {
    let mut dice = Dice::new(12);
    let (mut compared, mut changed, mut apart, mut unknown) = (0, 0, 0, 0);
    for _ in 0..4000 {
        for kind in KINDS {
            let who = ALL_WHO[dice.below(3) as usize];
            let cards = 2 + dice.below(3) as usize;
            let position = position(&mut dice, kind, who, cards);
            let mut literal = Literal::of(&position);
            let plain = literal.worlds.len();
            if plain < 2 || plain > if cards == 2 { 300 } else { 60 } {
                continue;
            }
            let (game, declarer) = (position.game(), position.declarer());
            let start = |seat: Seat| position.start_hand(seat);
            let mut setup = position.to_setup();
            for _ in 0..1 + dice.below(2) {
                let split = true_split(&mut dice, game, declarer, start);
                if setup.splits.iter().all(|other| other.group != split.group) {
                    setup.splits.push(split);
                }
            }
            literal.worlds.retain(|world| {
                setup.splits.iter().all(|split| {
                    let held = |seat: Seat| {
                        let all = world.hands[seat] | position.played_by(seat);
                        (all & split.group.cards(game)).len() as u8
                    };
                    Split::new(split.group, held(declarer.next()), held(declarer.after(2))) == *split
                })
            });
            if literal.worlds.len() == plain || literal.worlds.len() > if cards < 4 { 40 } else { 16 } {
                continue;
            }
            let before = Solver::with_table(1).value(&position, &Limits::none()).unwrap().exact();
            let stated = setup.validate().unwrap();
            let mut solver = Solver::with_table(1);
            let found = solver.cards(&stated, goal(&stated), &Limits::none()).unwrap();
            assert_eq!(found.iter().map(|card| card.card).collect::<Cards>(), literal.playable(), "{stated}");
            for card in &found {
                let value = literal.after(card.card).value(Measure::Value);
                assert_eq!(card.value.exact().map(i32::from), Some(value), "{stated} {}", card.card);
            }
            let value = solver.value(&stated, &Limits::none()).unwrap().exact();
            assert_eq!(value.map(i32::from), Some(literal.value(Measure::Value)), "{stated}");
            compared += 1;
            changed += usize::from(value != before);
            apart += usize::from(
                stated.start().splits.iter().any(|split| split.counts()[0] > split.counts()[1] + 1),
            );
            unknown += usize::from(who != Who::Declarer);
        }
    }
    println!("{compared} compared, {changed} changed, {apart} lie apart, {unknown} with unknown skat");
    assert!(compared > 1300 && changed > 60 && apart > 200 && unknown > 300);
}

#[test]
fn threads_do_not_matter() {
    let mut dice = Dice::new(8);
    for _ in 0..6 {
        for kind in KINDS {
            for who in ALL_WHO {
                let position = position(&mut dice, kind, who, 6);
                let cards = |threads: usize| {
                    let mut solver = Solver::with_resources(Resources::new(32, threads));
                    solver.cards(&position, goal(&position), &Limits::none()).unwrap()
                };
                assert_eq!(cards(1), cards(2), "{position}");
                assert_eq!(cards(1), cards(3), "{position}");
            }
        }
    }
}

#[test]
fn a_stopped_search_is_no_answer() {
    let line = "contract=G declarer=M M=CJ.HJ.CA.CT.SA.SK.HA.H8.DT.D7 skat=C7.S7 view=M";
    let position: Position = line.parse().unwrap();
    let mut solver = Solver::new();
    let few = Limits::nodes(50);
    let bounds = solver.value(&position, &few).unwrap();
    assert!(bounds.exact().is_none() && bounds.low < bounds.high);
    assert!(solver.nodes() <= 50);
    let cancel = Cancel::default();
    cancel.cancel();
    let cancelled = Limits::until(cancel);
    assert_eq!(solver.decide(&position, Goal::Points(100), &cancelled), Ok(None));
    let cards = solver.cards(&position, Goal::Points(61), &cancelled).unwrap();
    assert!(cards.iter().all(|card| card.value.exact().is_none() && card.declarer_wins != Some(true)));
    // What was found out on the way does no harm afterwards.
    let value = solver.value(&position, &Limits::none()).unwrap();
    assert_eq!(value, Solver::new().value(&position, &Limits::none()).unwrap());
    assert!(bounds.low <= value.low && value.high <= bounds.high);
}

#[test]
fn the_ladder() {
    let line = "contract=D declarer=F F=CJ.SJ.HJ.DJ.DQ.D9.D8.D7.SA.HA skat=CQ.SQ view=F";
    let ladder = Solver::new().ladder(&line.parse().unwrap(), &Limits::none()).unwrap();
    assert!(ladder.iter().all(|(_, reached)| *reached == Some(true)) && ladder.len() == 4);
    let line = "contract=CH declarer=F F=CJ.SJ.HJ.DJ.CQ.C9.C7.SA.H7.DK view=F";
    let ladder = Solver::new().ladder(&line.parse().unwrap(), &Limits::none()).unwrap();
    let reached: Vec<_> = ladder.iter().map(|(_, reached)| *reached).collect();
    assert_eq!(reached, [Some(true), Some(true), Some(false), Some(false)]);
}
