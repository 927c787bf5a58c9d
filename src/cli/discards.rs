//! `kiebitz solve --discards`: what each of the 66 ways to lay away two cards leads to.

use super::{Failure, Finding, progress};
use crate::cards::Cards;
use crate::deal::{Deal, Position, View};
use crate::puzzle::question::{self, Engines, PairValue, discarded, pair_value, pairs, twelve};
use crate::rules::{Game, Goal};
use crate::search::Limits;
use serde::Serialize;
use std::io::{self, Write};
use std::time::Instant;

#[derive(Serialize)]
struct DiscardsJson {
    position: String,
    view: String,
    goal: serde_json::Value,
    pairs: Vec<PairJson>,
    /// The pairs that reach the goal.
    good: usize,
    exact: bool,
    ms: f64,
}

#[derive(Serialize)]
struct PairJson {
    cards: String,
    value: Option<u8>,
    declarer_wins: Option<bool>,
    open: Option<u8>,
}

/// What is asked: the twelve cards and the goal.
fn question_of(position: &Position) -> Result<Position, Failure> {
    if position.contract().is_hand() {
        return Err(Failure::Input("nothing is laid away in a hand game (contract without H)".into()));
    }
    if !position.history().is_empty() || position.hand_size() != Deal::HAND {
        return Err(Failure::Input("cards are laid away before the first trick".into()));
    }
    if twelve(position).len() != Deal::HAND + Deal::SKAT {
        return Err(Failure::Input(
            "the declarer's hand and the skat must be given, twelve cards in all".into(),
        ));
    }
    // What is certain is what the declarer can force, whoever else's cards the line tells.
    Ok(position.with_view(View::Seat(position.declarer())))
}

pub(super) fn run(
    position: &Position,
    goal: Goal,
    nodes: Option<u64>,
    json: bool,
) -> Result<Finding, Failure> {
    let position = question_of(position)?;
    let limits = Limits { nodes, ..Limits::default() };
    let mut engines = Engines::new();
    let start = Instant::now();
    let all = pairs(position.game(), twelve(&position));
    let bar = progress::bar(all.len() as u64);
    let mut found: Vec<PairValue> = Vec::with_capacity(all.len());
    for cards in all {
        let after = discarded(&position, cards);
        let after = after.ok_or_else(|| Failure::Input(format!("{cards} cannot be laid away")))?;
        let pair = pair_value(&mut engines, &after, goal, cards, true, &limits);
        found.push(pair.map_err(|error| Failure::Input(error.to_string()))?);
        bar.set_position(found.len() as u64);
    }
    bar.finish_and_clear();
    let ms = start.elapsed().as_secs_f64() * 1000.0;
    let mut out = crate::cli::output::stdout();
    if json {
        let answer = answer(&position, goal, &found, ms);
        writeln!(out, "{}", serde_json::to_string(&answer).map_err(io::Error::from)?)?;
    } else {
        print(&position, goal, &found, ms, &mut out)?;
    }
    Ok(Finding::Clean)
}

/// A pair as players sort the cards: `D9.D7`.
fn spelled(game: Game, cards: Cards) -> String {
    game.sorted(cards).iter().map(ToString::to_string).collect::<Vec<_>>().join(".")
}

fn answer(position: &Position, goal: Goal, found: &[PairValue], ms: f64) -> DiscardsJson {
    let null = position.game() == Game::Null;
    DiscardsJson {
        position: position.to_string(),
        view: position.view().to_string(),
        goal: match goal {
            Goal::Points(points) => points.into(),
            other => other.to_string().into(),
        },
        pairs: found
            .iter()
            .map(|pair| PairJson {
                cards: spelled(position.game(), pair.cards),
                value: pair.value,
                declarer_wins: pair.declarer_wins,
                open: pair.open,
            })
            .collect(),
        good: found.iter().filter(|pair| pair.declarer_wins == Some(true)).count(),
        exact: found.iter().all(|pair| pair.declarer_wins.is_some() && (null || pair.value.is_some())),
        ms,
    }
}

fn print(
    position: &Position,
    goal: Goal,
    found: &[PairValue],
    ms: f64,
    out: &mut impl Write,
) -> io::Result<()> {
    let name = position.game().name().to_uppercase();
    writeln!(out, "{name}, declarer {:?}, twelve cards, goal {goal}", position.declarer())?;
    let mut sorted: Vec<&PairValue> = found.iter().collect();
    sorted.sort_by_key(|pair| std::cmp::Reverse((pair.declarer_wins, pair.value, pair.open)));
    for pair in sorted {
        let number = |value: Option<u8>| value.map_or(String::new(), |value| value.to_string());
        let won = match pair.declarer_wins {
            Some(true) => "safe",
            Some(false) => "can be lost",
            None => "open",
        };
        let open = pair.open.map_or(String::new(), |open| format!("  ({open} with open cards)"));
        writeln!(
            out,
            "  {:<6} {:>3}  {won}{open}",
            spelled(position.game(), pair.cards),
            number(pair.value)
        )?;
    }
    let natural = question::natural_discard(position.game(), twelve(position));
    writeln!(out, "natural: {}", spelled(position.game(), natural))?;
    writeln!(out, "{ms:.1} ms")
}
