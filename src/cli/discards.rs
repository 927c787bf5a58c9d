//! `kiebitz solve --discards`: what each of the 66 ways to lay away two cards leads to.

use super::{Failure, Finding, progress, speech};
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

fn lack(key: &'static str) -> Failure {
    Failure::Input(speech::words().t(key).into())
}

/// What is asked: the twelve cards and the goal.
fn question_of(position: &Position) -> Result<Position, Failure> {
    if position.contract().is_hand() {
        return Err(lack("lack.hand_game"));
    }
    if !position.history().is_empty() || position.hand_size() != Deal::HAND {
        return Err(lack("lack.before_play"));
    }
    if twelve(position).len() != Deal::HAND + Deal::SKAT {
        return Err(lack("lack.twelve"));
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
    let words = speech::words();
    let name = words.game(position.game()).to_uppercase();
    let declarer = words.seat(position.declarer());
    writeln!(
        out,
        "{}",
        words.fill("cli.discards", &[("game", &name), ("declarer", &declarer), ("goal", &goal)])
    )?;
    let mut sorted: Vec<&PairValue> = found.iter().collect();
    sorted.sort_by_key(|pair| std::cmp::Reverse((pair.declarer_wins, pair.value, pair.open)));
    for pair in sorted {
        let number = |value: Option<u8>| value.map_or(String::new(), |value| value.to_string());
        let won = match pair.declarer_wins {
            Some(true) => words.t("cli.safe"),
            Some(false) => words.t("cli.can_be_lost"),
            None => words.t("cli.open"),
        };
        let told = |open: u8| format!("  {}", words.fill("cli.open_value", &[("n", &open)]));
        let open = pair.open.map_or(String::new(), told);
        writeln!(
            out,
            "  {:<6} {:>3}  {won}{open}",
            spelled(position.game(), pair.cards),
            number(pair.value)
        )?;
    }
    let natural = question::natural_discard(position.game(), twelve(position));
    writeln!(out, "{}", words.fill("cli.natural", &[("cards", &spelled(position.game(), natural))]))?;
    writeln!(out, "{} ms", words.decimal(ms, 1))
}
