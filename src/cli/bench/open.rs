//! How fast positions are solved with all cards seen.

use super::contracts::{self, Kind};
use super::{Failure, Finding, cpu_ms};
use crate::cards::Dice;
use crate::deal::Position;
use crate::rules::Goal;
use crate::search::Limits;
use crate::search::open::{DEFAULT_TABLE_MB, OpenError, Solver};
use std::io::Write as _;
use std::time::Instant;

/// Solves seeded deals with open cards from the first card, on one core
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    /// Deals of each kind
    #[arg(long, default_value_t = 200)]
    deals: usize,
    /// Memory of the table, at most
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_TABLE_MB, value_parser = crate::cli::resources::memory)]
    table: usize,
}

const SEED: u64 = 61;

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let mut out = crate::cli::output::stdout();
    let (mut checksum, mut answers) = (0, 0u64);
    writeln!(
        out,
        "{:28}{:>10}{:>42}{:>42}",
        "each deal with an empty table",
        "CPU ms",
        "ms mean / median / 95 % / max",
        "nodes mean / median / 95 % / max"
    )?;
    for plausible in [true, false] {
        for kind in Kind::ALL {
            let mut dice = Dice::new(SEED + kind as u64);
            let made = (0..args.deals).map(|number| match plausible {
                true => contracts::plausible(&mut dice, kind),
                false => contracts::random(&mut dice, kind, number),
            });
            let positions: Vec<Position> = made.flatten().collect();
            let name = format!("{} {kind:?}", if plausible { "plausible" } else { "random" });
            let questions: &[(&str, Timed)] = match kind {
                Kind::Null => &[("won or lost", decide)],
                _ => &[("decision", decide), ("exact", value)],
            };
            for (what, question) in questions {
                let measured = measure(&positions, *question, args.table);
                let Measured { times, nodes, cpu, answers: found } =
                    measured.map_err(|error| Failure::Input(error.to_string()))?;
                let cpu = cpu.map_or("-".to_string(), |mean| format!("{mean:.3}"));
                answers = answers.wrapping_mul(31).wrapping_add(found);
                checksum += nodes.iter().sum::<f64>() as u64;
                let name = format!("{name}, {what}");
                writeln!(out, "{name:28}{cpu:>10}{:>42}{:>42}", spread(times, 3), spread(nodes, 0))?;
            }
        }
    }
    writeln!(out, "checksum  {checksum} nodes, answers {answers:016x}")?;
    Ok(Finding::Clean)
}

/// A question, and its answer as a number.
type Timed = fn(&mut Solver, &Position) -> Result<u64, OpenError>;

fn decide(solver: &mut Solver, position: &Position) -> Result<u64, OpenError> {
    let wins = solver.decide(position, Goal::of(position.contract()), &Limits::none())?;
    Ok(wins.map_or(2, u64::from))
}

fn value(solver: &mut Solver, position: &Position) -> Result<u64, OpenError> {
    let value = solver.value(position, &Limits::none())?;
    Ok(u64::from(value.low) << 32 | u64::from(value.high))
}

struct Measured {
    /// Milliseconds on the clock, for each position.
    times: Vec<f64>,
    nodes: Vec<f64>,
    /// Mean milliseconds of the processor, which others on the same machine cannot spoil.
    cpu: Option<f64>,
    /// A sum over all answers: work on the speed may change the nodes, and never this.
    answers: u64,
}

/// Asks about each position, each with an empty table.
fn measure(positions: &[Position], question: Timed, table: usize) -> Result<Measured, OpenError> {
    let mut solver = Solver::with_table(table);
    // Tables that are made once in the life of a program are not part of any question.
    if let Some(first) = positions.first() {
        question(&mut solver, first)?;
    }
    let (mut times, mut nodes, mut answers) = (Vec::new(), Vec::new(), 0u64);
    let before = cpu_ms();
    for position in positions {
        solver.clear();
        let start = Instant::now();
        answers = answers.wrapping_mul(1_000_003) ^ question(&mut solver, position)?;
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        nodes.push(solver.nodes() as f64);
    }
    let cpu = before.zip(cpu_ms()).map(|(before, after)| (after - before) / positions.len().max(1) as f64);
    Ok(Measured { times, nodes, cpu, answers })
}

/// Mean, median, 95 % and maximum.
fn spread(mut values: Vec<f64>, digits: usize) -> String {
    values.sort_by(f64::total_cmp);
    let at = |share: usize| values.get(values.len() * share / 100).copied().unwrap_or_default();
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    let most = values.last().copied().unwrap_or_default();
    format!("{mean:.digits$} / {:.digits$} / {:.digits$} / {most:.digits$}", at(50), at(95))
}
