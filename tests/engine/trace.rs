//! Traces: that recording changes no answer, and that what is recorded is what the search did.

use crate::random::{ALL_WHO, Who};
use kiebitz::cards::{Cards, Dice};
use kiebitz::deal::{Position, View};
use kiebitz::rules::Goal;
use kiebitz::search::proof::unseen;
use kiebitz::search::trace::{Ended, Sample, Trace, Visit};
use kiebitz::search::{Limits, open, paranoia};

/// A question without a known split: with one, both directions are searched one after the other, and a recording shows only the
/// questions that both share.
fn question(dice: &mut Dice, who: Who, cards: usize) -> (Position, Goal) {
    loop {
        let (position, goal) = crate::random::question(dice, who, cards);
        if position.splits().all().is_empty() {
            return (position, goal);
        }
    }
}

/// The answer and the nodes of a search from nothing, without and with a recorder.
fn decide(position: &Position, goal: Goal, limits: &Limits) -> (Option<bool>, u64) {
    match position.view() {
        View::Open => {
            let mut solver = open::Solver::with_table(4);
            (solver.decide(position, goal, limits).unwrap(), solver.nodes())
        }
        View::Seat(_) => {
            let mut solver = paranoia::Solver::with_table(4);
            (solver.decide(position, goal, limits).unwrap(), solver.nodes())
        }
    }
}

fn traced(position: &Position, goal: Goal, limits: &Limits, trace: &mut Trace) -> (Option<bool>, u64) {
    match position.view() {
        View::Open => {
            let mut solver = open::Solver::with_table(4);
            (solver.trace(position, goal, limits, trace).unwrap(), solver.nodes())
        }
        View::Seat(_) => {
            let mut solver = paranoia::Solver::with_table(4);
            (solver.trace(position, goal, limits, trace).unwrap(), solver.nodes())
        }
    }
}

/// What holds of every trace.
fn is_sound(trace: &Trace, position: &Position, nodes: u64) {
    let visits = trace.visits();
    let root = &visits[0];
    assert_eq!((root.effort(), root.end(), root.card()), (nodes, visits.len(), None), "{position}");
    let stats = trace.stats();
    assert_eq!((stats.nodes, stats.made), (nodes, trace.made()));
    assert_eq!(stats.by_reason.iter().map(|(_, count)| count).sum::<u64>(), visits.len() as u64);
    for (number, visit) in visits.iter().enumerate() {
        assert!(visit.end() > number && visit.end() <= visits.len());
        let children: Vec<&Visit> = trace.children(number).map(|child| &visits[child]).collect();
        for child in &children {
            assert_eq!((child.parent(), child.depth()), (number, visit.depth() + 1));
        }
        // What was tried below never costs more than the whole, and all visits below are counted there.
        assert!(children.iter().map(|child| child.effort()).sum::<u64>() <= visit.effort());
        if visit.ended().is_skipped() {
            assert_eq!((visit.effort(), visit.rank(), visit.reaches(), children.len()), (0, None, None, 0));
        }
        // Each card is there once, and the ranks are the order of tries.
        let cards: Cards = children.iter().filter_map(|child| child.card()).collect();
        assert_eq!(cards.len(), children.len(), "{position}");
        let ranks: Vec<usize> = children.iter().filter_map(|child| child.rank()).collect();
        assert!(ranks.windows(2).all(|pair| pair[0] < pair[1]), "{ranks:?}");
    }
}

/// Where the search looked at the cards of a point of play, all that may fall are there, each played or passed
/// over; and a card that settles it for whoever is on turn ends the matter.
fn covers_the_play(trace: &Trace, position: &Position) {
    let blind = unseen(position).unwrap();
    for (number, visit) in trace.visits().iter().enumerate() {
        if visit.ended() != Ended::Searched || visit.reaches().is_none() {
            continue;
        }
        let mut here = blind.clone();
        for card in trace.path(number) {
            here.play(card).unwrap_or_else(|problem| panic!("{blind} {:?}: {problem}", trace.path(number)));
        }
        let children: Vec<&Visit> = trace.children(number).map(|child| &trace.visits()[child]).collect();
        let cards: Cards = children.iter().filter_map(|child| child.card()).collect();
        assert_eq!(cards, here.playable(), "{blind} {:?}", trace.path(number));
        let declarers = match here.view() {
            View::Open => here.turn() == Some(here.declarer()),
            View::Seat(viewer) => (here.turn() == Some(viewer)) == (viewer == here.declarer()),
        };
        let tried = children.iter().filter_map(|child| child.reaches());
        let value =
            if declarers { tried.into_iter().any(|wins| wins) } else { tried.into_iter().all(|wins| wins) };
        assert_eq!(visit.reaches(), Some(value), "{blind} {:?}", trace.path(number));
    }
}

#[test]
fn recording_changes_nothing_and_tells_everything() {
    let mut dice = Dice::new(11);
    let (mut visits, mut reasons) = (0, [0; 11]);
    for round in 0..320 {
        let cards = 3 + dice.below(3) as usize;
        let (position, goal) = question(&mut dice, ALL_WHO[round % 4], cards);
        let limits = Limits::none();
        let mut trace = Trace::new(1_000_000);
        let plain = decide(&position, goal, &limits);
        assert_eq!(traced(&position, goal, &limits, &mut trace), plain, "{position}");
        assert!(trace.is_complete());
        assert_eq!(trace.visits()[0].reaches(), plain.0);
        is_sound(&trace, &position, plain.1);
        covers_the_play(&trace, &position);
        visits += trace.visits().len();
        for visit in trace.visits() {
            reasons[visit.ended() as usize] += 1;
        }
    }
    println!("{visits} visits, by reason {reasons:?}");
    // Every reason comes up, but for those that need bounds on splits or a search that is stopped.
    for (ended, count) in Ended::ALL.into_iter().zip(reasons) {
        let rare = matches!(ended, Ended::NoSuchDeal | Ended::Stopped);
        assert_eq!(count > 0, !rare, "{ended:?}");
    }
}

/// Past the budget, visits become counts: the sums stay, and what is kept is what a larger trace begins
/// with.
#[test]
fn past_the_budget_visits_are_counted() {
    let mut dice = Dice::new(12);
    let mut dropped = 0;
    for round in 0..60 {
        let (position, goal) = question(&mut dice, ALL_WHO[round % 4], 5);
        let limits = Limits::none();
        let mut whole = Trace::new(1_000_000);
        let answer = traced(&position, goal, &limits, &mut whole);
        let budget = 1 + dice.below(whole.visits().len() as u64) as usize;
        let mut part = Trace::new(budget);
        assert_eq!(traced(&position, goal, &limits, &mut part), answer);
        is_sound(&part, &position, answer.1);
        assert!(part.visits().len() <= budget);
        let same = |a: &Visit, b: &Visit| {
            (a.card(), a.seat(), a.asked(), a.effort(), a.reaches())
                == (b.card(), b.seat(), b.asked(), b.effort(), b.reaches())
        };
        assert!(part.visits().iter().zip(whole.visits()).all(|(a, b)| same(a, b)), "{position}");
        assert_eq!(part.made(), whole.made());
        dropped += part.made() - part.visits().len() as u64;
    }
    assert!(dropped > 1000, "{dropped}");
}

#[test]
fn a_stopped_search_says_so() {
    let line = "contract=GH declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 view=F";
    let position: Position = line.parse().unwrap();
    let mut trace = Trace::new(1000);
    let (answer, nodes) = traced(&position, Goal::Points(61), &Limits::nodes(500), &mut trace);
    assert_eq!(answer, None);
    is_sound(&trace, &position, nodes);
    assert_eq!((trace.visits()[0].ended(), trace.visits()[0].reaches()), (Ended::Stopped, None));
    assert!(trace.visits().iter().any(|visit| visit.depth() > 3));
}

/// From a position that was known already one gets to the same position searched earlier, and from an equal card to the one
/// that was tried for it.
#[test]
fn known_positions_and_equal_cards_lead_to_the_others() {
    let mut dice = Dice::new(77);
    let (mut known, mut equal) = (0, 0);
    for who in ALL_WHO {
        for _ in 0..6 {
            let (position, goal) = question(&mut dice, who, 5);
            let mut trace = Trace::new(200_000);
            traced(&position, goal, &Limits::none(), &mut trace);
            let cards = |number: usize| trace.path(number).into_iter().collect::<Cards>();
            for (number, visit) in trace.visits().iter().enumerate().take(4_000) {
                if visit.ended() == Ended::Table
                    && let Some(earlier) = trace.earlier(number)
                {
                    assert!(earlier < number && cards(earlier) == cards(number));
                    assert_eq!(trace.visits()[earlier].ended(), Ended::Searched);
                    known += 1;
                }
                if let Some(other) = trace.equal_to(number) {
                    let (a, b) = (visit.card().unwrap(), trace.visits()[other].card().unwrap());
                    assert_eq!(position.game().group(a), position.game().group(b));
                    assert!(trace.visits()[other].rank().is_some());
                    equal += 1;
                }
            }
        }
    }
    assert!(known > 10 && equal > 50, "{known} {equal}");
}

/// A trace that leaves pictures is the same as one that does not.
#[test]
fn pictures_change_nothing() {
    let mut dice = Dice::new(78);
    for who in ALL_WHO {
        let (position, goal) = question(&mut dice, who, 7);
        let (mut plain, mut sampled) = (Trace::new(500_000), Trace::sampled(500_000, Sample::default()));
        let answers = [&mut plain, &mut sampled].map(|trace| traced(&position, goal, &Limits::none(), trace));
        assert_eq!(answers[0], answers[1]);
        assert_eq!(plain.visits(), sampled.visits());
    }
}

/// What ten million steps take. For people: `cargo test --release --test engine -- --ignored ten_million --nocapture`.
/// Seconds of processor time that this process has used.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.rsplit(')').next().into_iter().flat_map(|rest| rest.split_whitespace().skip(11).take(2));
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// A film of ten million steps stays below 500 MB, and pictures of it while it grows cost next to nothing. The search has
/// no ideas here: with them hardly anything takes so long. Prints times of the processor, in turn, three each.
#[test]
#[ignore = "it measures"]
fn ten_million_steps() {
    let line = "contract=H declarer=M F=? M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA R=? skat=DK.D9 view=M";
    let position: Position = line.parse().unwrap();
    let limits = Limits { nodes: Some(4_000_000), ..Limits::none() };
    for turn in 0..6 {
        let sample = Sample::default();
        let sampled = turn % 2 == 1;
        let mut trace =
            if sampled { Trace::sampled(10_000_000, sample.clone()) } else { Trace::new(10_000_000) };
        let before = cpu_seconds();
        let mut solver = paranoia::Solver::with_table(64).with_ideas(paranoia::Ideas::NONE);
        solver.trace(&position, Goal::Points(34), &limits, &mut trace).unwrap();
        let took = cpu_seconds() - before;
        let bytes = std::mem::size_of_val(trace.visits());
        assert_eq!(trace.visits().len(), 10_000_000, "the question is long enough");
        assert!(bytes < 400 << 20, "{bytes}");
        assert_eq!(sample.take().is_some(), sampled);
        println!("sampled {sampled}: {} MB, {took:.2} s for {} nodes", bytes >> 20, solver.nodes());
    }
}
