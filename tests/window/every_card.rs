//! Every bundled puzzle with every first card, through the window: what becomes of the card is what the searches say, its
//! refutation is a legal line of a deal that fits, each sentence about it is true, and nobody who has lost loses sooner than he
//! must.

use crate::bench::{Bench, app, click, names, press, shows, until};
use crate::solve::{answer, click_card, is_played, open, open_window, round, wait_for_turn};
use egui::Key;
use kiebitz::cards::{Card, Cards};
use kiebitz::deal::{Place, Position, View};
use kiebitz::knowledge::Knowledge;
use kiebitz::puzzle::{Asks, Puzzle, bundled};
use kiebitz::rules::{Seat, Side};
use kiebitz::search::proof::Claim;
use kiebitz::search::{Limits, open as seen, paranoia};
use kiebitz::solving::thinking::Line;

/// Cards in hand up to which the whole line is looked at; a larger game is judged by its first card and its end.
const LINES: usize = 7;
/// Cards in hand up to which it is recounted how long somebody can hold out.
const RECOUNTED: usize = 3;

/// Searches that know nothing of the window.
#[derive(Default)]
struct Judge {
    open: seen::Solver,
    fair: paranoia::Solver,
}

impl Judge {
    /// Whether the person has what he wants by force.
    fn wins(&mut self, position: &Position, aim: Claim) -> bool {
        if let Some(won) = aim.outcome(position) {
            return won;
        }
        let reached = match position.view() {
            View::Open => self.open.decide(position, aim.goal, &Limits::none()).unwrap(),
            View::Seat(_) => self.fair.decide(position, aim.goal, &Limits::none()).unwrap(),
        };
        aim.won_if(reached.unwrap())
    }

    /// After how many tricks it is settled if the winner hurries and the loser holds out.
    fn tricks_left(&mut self, position: &Position, aim: Claim) -> usize {
        if aim.outcome(position).is_some() {
            return 0;
        }
        let wins = self.wins(position, aim);
        let ends_trick = usize::from(position.trick().len() == 2);
        let winner = aim.is_persons_turn(position) == wins;
        let mut best: Option<usize> = None;
        for card in position.playable() {
            let next = after(position, card);
            if winner && self.wins(&next, aim) != wins {
                continue;
            }
            let end = ends_trick + self.tricks_left(&next, aim);
            best = Some(best.map_or(end, |best| if winner { best.min(end) } else { best.max(end) }));
        }
        best.unwrap()
    }
}

fn after(position: &Position, card: Card) -> Position {
    let mut next = position.clone();
    next.play(card).unwrap();
    next
}

/// Whether the declarer, on turn in an open deal, takes the trick whatever he plays if the others wish it.
fn has_to_take(deal: &Position) -> bool {
    fn left_to_him(deal: &Position, before: u8) -> bool {
        if deal.trick().is_empty() {
            return deal.tricks_of(Side::Declarer) > before;
        }
        deal.playable().iter().any(|card| left_to_him(&after(deal, card), before))
    }
    let before = deal.tricks_of(Side::Declarer);
    deal.playable().iter().all(|card| left_to_him(&after(deal, card), before))
}

/// The line is legal in a deal that fits what the person saw, and ends as it is said to.
fn check_line(judge: &mut Judge, name: &str, from: &Position, line: &Line) {
    let deal: Position = line.end.to_string().parse().unwrap();
    assert!(deal.open_hands().is_some(), "{name}: {deal}");
    let fell: Vec<Card> = deal.history()[from.history().len()..].iter().map(|play| play.card).collect();
    assert_eq!(fell, line.cards, "{name}");
    if let View::Seat(viewer) = from.view() {
        let known = Knowledge::of(from, viewer).unwrap();
        for seat in Seat::ALL.into_iter().filter(|&seat| seat != viewer) {
            let held: Cards = deal.start_hand(seat) - from.played_by(seat);
            assert!(known.places().may(Place::Hand(seat)).has_all(held), "{name}: {seat} {held} in {deal}");
        }
        assert!(known.places().may(Place::Skat).has_all(deal.skat()), "{name}: {deal}");
    }
    let mut now = from.clone();
    for &card in &line.cards {
        let wins = judge.wins(&now, line.aim);
        let lost = line.aim.is_persons_turn(&now) != wins;
        let left = now.turn().map_or(0, |turn| now.cards_left(turn));
        if lost && left <= RECOUNTED && line.aim.outcome(&now).is_none() && now != *from {
            let ends: Vec<(Card, usize)> = now
                .playable()
                .iter()
                .map(|card| (card, judge.tricks_left(&after(&now, card), line.aim)))
                .collect();
            let latest = ends.iter().map(|(_, end)| *end).max();
            let chosen = ends.iter().find(|(other, _)| *other == card).map(|(_, end)| *end);
            assert_eq!(chosen, latest, "{name}: {card} gives up in {now}");
        }
        now.play(card).unwrap();
    }
    assert_eq!(line.aim.outcome(&now), Some(line.keeps), "{name}: {now}");
}

/// What is said about the line, read from the screen.
fn check_words(bench: &Bench, name: &str, line: &Line) {
    let words = app(bench).words();
    let card = words.card(line.cards[0]);
    if line.keeps {
        assert!(shows(bench, &format!("{card} ist richtig.")), "{name}: {:#?}", names(bench));
        return;
    }
    let said = |start: String| names(bench).into_iter().find(|name| name.contains(&start));
    let begun = line.end.history().len() - line.cards.len();
    let text = match line.end.history().get(begun + 1) {
        Some(reply) => {
            said(format!("Auf {card} kommt {} mit {}.", words.seat(reply.seat), words.card(reply.card)))
        }
        None => said(format!("{card} entscheidet sofort.")),
    };
    let text = text.unwrap_or_else(|| panic!("{name}: {:#?}", names(bench)));
    let number = |after: &str| -> Option<u8> {
        let (_, rest) = text.split_once(after)?;
        rest.split(|c: char| !c.is_ascii_digit()).find_map(|number| number.parse().ok())
    };
    let end = &line.end;
    if let Some(n) = number("Gegenspieler kommen auf ") {
        assert_eq!(n, end.points(Side::Defenders), "{name}: {text}");
    }
    if let Some(n) = number("Der Alleinspieler kommt auf ") {
        assert_eq!(n, end.points(Side::Declarer) + end.skat().points(), "{name}: {text}");
    }
    if text.contains("muss einen Stich nehmen") {
        let mut deal = end.clone();
        loop {
            let last = *deal.history().last().unwrap();
            deal.undo();
            if last.seat == deal.declarer() {
                break;
            }
        }
        assert!(has_to_take(&deal), "{name}: {text} {deal}");
    }
}

/// Plays each first card of a puzzle.
fn try_every_card(bench: &mut Bench, judge: &mut Judge, puzzle: &Puzzle) -> (usize, usize) {
    let name = &puzzle.title.de;
    open(bench, name);
    answer(bench, puzzle);
    wait_for_turn(bench);
    let (mut tried, mut refuted) = (0, 0);
    let count = round(bench).position().playable().len();
    for at in 0..count {
        let from = round(bench).position().clone();
        let aim = round(bench).aim();
        let Some(card) = from.game().sorted(from.playable()).into_iter().nth(at) else { break };
        let cards = from.turn().map_or(0, |turn| from.cards_left(turn));
        let keeps = judge.wins(&after(&from, card), aim);
        let told = round(bench).judged().unwrap().iter().find(|judged| judged.card == card).unwrap().keeps;
        assert_eq!(told, keeps, "{name}: {card}");
        if cards <= LINES {
            click(bench, "Warum nicht …?");
            click_card(bench, card);
            until(bench, "the line", |bench| round(bench).line.is_some());
            bench.run_steps(2);
            let line = round(bench).line.as_ref().unwrap().0.clone();
            assert_eq!(line.keeps, keeps, "{name}: {card}");
            check_line(judge, name, &from, &line);
            check_words(bench, name, &line);
            click(bench, "Zurück zum Spiel");
            refuted += usize::from(!keeps);
        }
        click_card(bench, card);
        wait_for_turn(bench);
        while cards <= LINES && round(bench).outcome().is_none() {
            until(bench, "the best card", |bench| round(bench).best().is_some());
            press(bench, Key::Space);
            wait_for_turn(bench);
        }
        if cards <= LINES {
            assert_eq!(round(bench).outcome(), Some(keeps), "{name}: {card}");
        }
        tried += 1;
        press(bench, Key::Home);
        wait_for_turn(bench);
        assert_eq!(*round(bench).position(), from, "{name}: back at the beginning");
    }
    (tried, refuted)
}

#[test]
fn every_first_card_is_judged_right_and_refuted_truly() {
    let mut bench = open_window(None);
    let mut judge = Judge::default();
    let (mut tried, mut refuted) = (0, 0);
    for (_, puzzle) in bundled().filter(|(_, puzzle)| is_played(puzzle) && puzzle.asks != Asks::Chance) {
        let start = std::time::Instant::now();
        let (cards, wrong) = try_every_card(&mut bench, &mut judge, &puzzle);
        println!("{}: {cards} {:?}", puzzle.title.de, start.elapsed());
        tried += cards;
        refuted += wrong;
    }
    assert!(tried > 200 && refuted > 100, "{tried} {refuted}");
}
