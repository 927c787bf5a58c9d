//! How fast forced results are proved from one seat's view.

use super::contracts::{self, Kind};
use super::{Failure, Finding, cpu_ms};
use crate::cards::{Card, Dice};
use crate::deal::{Position, View};
use crate::rules::{Game, Seat, Side};
use crate::search::Limits;
use crate::search::paranoia::{DEFAULT_TABLE_MB, Ideas, ParanoiaError, Solver};
use std::io::Write as _;
use std::time::Instant;

/// Proves what one seat can force on seeded, plausible contracts, on one core
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    /// Positions of each kind
    #[arg(long, default_value_t = 200)]
    positions: usize,
    /// Finished tricks before the question
    #[arg(long, value_delimiter = ',', default_value = "0,1,2,3,5")]
    tricks: Vec<usize>,
    /// Stop each search after so many nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Only questions whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Switch an idea off, to see what it is worth
    #[arg(long, value_name = "IDEA", value_parser = idea)]
    without: Option<Ideas>,
    /// Memory of the table, at most
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_TABLE_MB, value_parser = crate::cli::resources::memory)]
    table: usize,
}

/// An idea by its name.
fn idea(name: &str) -> Result<Ideas, String> {
    let found = Ideas::EACH.into_iter().find(|(known, _)| *known == name);
    let names = || Ideas::EACH.map(|(known, _)| known).join(", ");
    found.map(|(_, idea)| idea).ok_or_else(|| format!("no idea of that name; there are {}", names()))
}

const SEED: u64 = 120;

/// Whose view a benchmark takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Viewer {
    Declarer,
    Defender,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let mut out = crate::cli::output::stdout();
    let (mut checksum, mut answers) = (0, 0u64);
    writeln!(
        out,
        "{:40}{:>46}{:>44}  CPU ms mean  proved",
        "", "ms median / mean / 99 % / max", "nodes median / mean / 99 % / max"
    )?;
    for &tricks in &args.tricks {
        for viewer in [Viewer::Declarer, Viewer::Defender] {
            for kind in Kind::ALL {
                let mut dice = Dice::new(SEED + kind as u64);
                let made = (0..args.positions).map(|_| played(&mut dice, kind, viewer, tricks));
                let positions: Vec<Position> = made.collect();
                for exact in [false, true] {
                    if exact && kind == Kind::Null {
                        continue;
                    }
                    let who = if viewer == Viewer::Declarer { "declarer" } else { "defender" };
                    let what = if exact { "exact" } else { "decision" };
                    let name = format!("{kind:?}, {who}, {tricks} tricks, {what}");
                    if args.only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
                        continue;
                    }
                    let measured = measure(&positions, exact, args);
                    let Measured { times, nodes, cpu, proved, stopped, answers: found } =
                        measured.map_err(|error| Failure::Input(error.to_string()))?;
                    answers = answers.wrapping_mul(31).wrapping_add(found);
                    checksum += nodes.iter().sum::<f64>() as u64;
                    let cpu = cpu.map_or_else(|| "–".to_string(), |cpu| format!("{cpu:.3}"));
                    write!(out, "{name:40}{:>46}{:>44}", spread(times, 3), spread(nodes, 0))?;
                    write!(out, "  {cpu:>11}  {proved}")?;
                    if stopped > 0 {
                        write!(out, ", {stopped} stopped")?;
                    }
                    writeln!(out)?;
                }
            }
        }
    }
    writeln!(out, "checksum  {checksum} nodes, answers {answers:016x}")?;
    Ok(Finding::Clean)
}

/// A plausible contract after some tricks, seen by one seat. Cards fall at random, only the declarer of a
/// Null game stays under if he can, and a Null that is lost is no question any more.
pub(super) fn played(dice: &mut Dice, kind: Kind, viewer: Viewer, tricks: usize) -> Position {
    loop {
        let Some(mut position) = contracts::plausible(dice, kind) else { continue };
        let declarer = position.declarer();
        let seat = match viewer {
            Viewer::Declarer => declarer,
            Viewer::Defender => declarer.after(1 + dice.below(2) as usize),
        };
        for _ in 0..3 * tricks {
            let card = fall(dice, &position, declarer);
            if position.play(card).is_err() {
                break;
            }
        }
        let lost = position.game() == Game::Null && position.has_trick(Side::Declarer);
        if !lost && position.history().len() == 3 * tricks {
            return position.with_view(View::Seat(seat));
        }
    }
}

fn fall(dice: &mut Dice, position: &Position, declarer: Seat) -> Card {
    let game = position.game();
    let playable = game.sorted(position.playable());
    if game == Game::Null && position.turn() == Some(declarer) {
        let best = position.trick().iter().map(|play| play.card);
        let best = best.reduce(|best, card| if game.beats(card, best) { card } else { best });
        let under = |card: &&Card| best.is_none_or(|best| !game.beats(**card, best));
        if let Some(&card) = playable.iter().find(under) {
            return card;
        }
    }
    playable[dice.below(playable.len() as u64) as usize]
}

struct Measured {
    /// Milliseconds on the clock, for each position.
    times: Vec<f64>,
    nodes: Vec<f64>,
    /// Mean milliseconds of the processor, which others on the same machine cannot spoil.
    cpu: Option<f64>,
    /// How often the viewer can force his goal.
    proved: usize,
    stopped: usize,
    /// A sum over all answers: work on the speed may change the nodes, and never this.
    answers: u64,
}

impl Measured {
    fn answer(&mut self, answer: u64) {
        self.answers = self.answers.wrapping_mul(1_000_003) ^ answer;
    }
}

/// Asks about each position, each with an empty table.
fn measure(positions: &[Position], exact: bool, args: &Args) -> Result<Measured, ParanoiaError> {
    let ideas = Ideas::ALL - args.without.unwrap_or(Ideas::NONE);
    let mut solver = Solver::with_table(args.table).with_ideas(ideas);
    let limits = Limits { nodes: args.nodes, ..Limits::default() };
    let mut measured =
        Measured { times: Vec::new(), nodes: Vec::new(), cpu: None, proved: 0, stopped: 0, answers: 0 };
    let before = cpu_ms();
    for position in positions {
        solver.clear();
        let start = Instant::now();
        let wins = if exact {
            let value = solver.value(position, &limits)?;
            measured.answer(u64::from(value.low) << 32 | u64::from(value.high));
            value.exact().map(|value| value >= 61)
        } else {
            let wins = solver.decide(position, position.goal(), &limits)?;
            measured.answer(wins.map_or(2, u64::from));
            wins
        };
        measured.times.push(start.elapsed().as_secs_f64() * 1000.0);
        measured.nodes.push(solver.nodes() as f64);
        let declarers = position.view() == View::Seat(position.declarer());
        measured.proved += usize::from(wins == Some(declarers));
        measured.stopped += usize::from(wins.is_none());
    }
    let count = positions.len().max(1) as f64;
    measured.cpu = before.zip(cpu_ms()).map(|(before, after)| (after - before) / count);
    Ok(measured)
}

/// Median, mean, 99 % and maximum.
fn spread(mut values: Vec<f64>, digits: usize) -> String {
    values.sort_by(f64::total_cmp);
    let at = |share: usize| values.get(values.len() * share / 100).copied().unwrap_or_default();
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    let most = values.last().copied().unwrap_or_default();
    format!("{:.digits$} / {mean:.digits$} / {:.digits$} / {most:.digits$}", at(50), at(99))
}
