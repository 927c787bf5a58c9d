//! How fast the best chance is found, and how near the bounds come where it is not.

use super::contracts::Kind;
use super::paranoia::{Viewer, played};
use super::{Failure, Finding, cpu_ms};
use crate::cards::Dice;
use crate::cli::alarm::Alarm;
use crate::deal::{Position, View};
use crate::knowledge::Knowledge;
use crate::rules::Seat;
use crate::search::chance::{DEFAULT_TABLE_MB, Solver};
use crate::search::{Cancel, Limits, paranoia};
use std::io::Write as _;
use std::time::Instant;

/// Finds the best chance on seeded positions in which nothing is forced and not all is lost, on one core
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    /// Positions of each kind; a tenth of them where one question takes seconds
    #[arg(long, default_value_t = 100)]
    positions: usize,
    /// Cards in hand
    #[arg(long, value_delimiter = ',', default_value = "3,4,5,6,7,8,10")]
    cards: Vec<usize>,
    /// Stop each search after so many nodes; then there are bounds, and a gap between them
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    nodes: u64,
    /// Stop each search after so many seconds; then the checksum depends on the machine
    #[arg(long, value_name = "S", value_parser = crate::cli::alarm::seconds)]
    seconds: Option<f64>,
    /// Only questions whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Memory of the table, at most
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_TABLE_MB)]
    table: usize,
}

const SEED: u64 = 956;
/// Positions with more deals than this are not asked about.
const MOST_DEALS: u64 = 200_000;
/// Up to how many cards in hand most questions are answered within a second.
const QUICK_CARDS: usize = 5;
/// Nodes for finding out that a position is a question at all.
const QUESTION_NODES: u64 = 2_000_000;

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let mut out = crate::cli::output::stdout();
    let (mut nodes_in_all, mut answers) = (0, 0u64);
    writeln!(
        out,
        "{:34}{:>8}{:>36}{:>40}{:>8}{:>10}{:>22}",
        "",
        "deals",
        "CPU ms median / mean / 99 % / max",
        "nodes median / mean / 99 % / max",
        "exact",
        "chance",
        "gap % median / max"
    )?;
    for &cards in &args.cards {
        for viewer in [Viewer::Declarer, Viewer::Defender] {
            for kind in Kind::ALL {
                let who = if viewer == Viewer::Declarer { "declarer" } else { "defender" };
                let name = format!("{cards} cards, {kind:?}, {who}");
                if args.only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
                    continue;
                }
                let quick = cards <= QUICK_CARDS && viewer == Viewer::Declarer;
                let count = if quick { args.positions } else { args.positions.div_ceil(10) };
                let positions = positions(count, cards, viewer, kind);
                let measured =
                    measure(&positions, args).map_err(|error| Failure::Input(error.to_string()))?;
                nodes_in_all += measured.nodes.iter().sum::<f64>() as u64;
                answers = answers.wrapping_mul(31).wrapping_add(measured.answers);
                let Measured { deals, times, nodes, exact, chance, gaps, .. } = measured;
                let count = positions.len().max(1) as f64;
                write!(
                    out,
                    "{name:34}{:>8.0}{:>36}{:>40}",
                    deals / count,
                    spread(times, 1),
                    spread(nodes, 0)
                )?;
                let mut gaps = gaps;
                gaps.sort_by(f64::total_cmp);
                let median = gaps.get(gaps.len() / 2).copied().unwrap_or_default();
                let most = gaps.last().copied().unwrap_or_default();
                let share = 100.0 * chance / count;
                writeln!(out, "{exact:>8}{share:>9.1}%{median:>14.2} / {most:>5.2}")?;
                out.flush()?;
            }
        }
    }
    writeln!(out, "checksum  {nodes_in_all} nodes, answers {answers:016x}")?;
    Ok(Finding::Clean)
}

/// Positions in which the viewer can force nothing, and yet not every deal is lost.
fn positions(count: usize, cards: usize, viewer: Viewer, kind: Kind) -> Vec<Position> {
    let mut dice = Dice::new(SEED + kind as u64);
    let mut forced = paranoia::Solver::with_table(16);
    let mut positions = Vec::new();
    while positions.len() < count {
        let position = played(&mut dice, kind, viewer, 10 - cards);
        let View::Seat(seat) = position.view() else { continue };
        if deals(&position, seat).is_none_or(|deals| deals > MOST_DEALS) {
            continue;
        }
        let limits = Limits::nodes(QUESTION_NODES);
        let Ok(Some(wins)) = forced.decide(&position, position.goal(), &limits) else { continue };
        if wins == (viewer == Viewer::Declarer) {
            continue;
        }
        // With all cards seen the deal that was drawn can be won: so the question is open.
        let mut open = crate::search::open::Solver::with_table(16);
        let Ok(Some(wins)) = open.decide(&position.with_view(View::Open), position.goal(), &limits) else {
            continue;
        };
        if wins == (viewer == Viewer::Declarer) {
            positions.push(position);
        }
    }
    positions
}

fn deals(position: &Position, seat: Seat) -> Option<u64> {
    Knowledge::of(position, seat).ok().map(|knowledge| knowledge.count())
}

struct Measured {
    deals: f64,
    times: Vec<f64>,
    nodes: Vec<f64>,
    exact: usize,
    /// The sum of all shares that are surely won.
    chance: f64,
    gaps: Vec<f64>,
    /// A sum over all bounds, of the position and of every card.
    answers: u64,
}

fn measure(positions: &[Position], args: &Args) -> Result<Measured, crate::search::chance::ChanceError> {
    let mut solver = Solver::with_table(args.table);
    let mut measured = Measured {
        deals: 0.0,
        times: Vec::new(),
        nodes: Vec::new(),
        exact: 0,
        chance: 0.0,
        gaps: Vec::new(),
        answers: 0,
    };
    for position in positions {
        solver.clear();
        let cancel = Cancel::default();
        let limits = Limits { nodes: Some(args.nodes), cancel: Some(cancel.clone()), progress: None };
        let alarm = args.seconds.map(|seconds| Alarm::after(seconds, cancel));
        // Time of the processor, where the system tells it: others on the same machine cannot spoil that.
        let (start, before) = (Instant::now(), cpu_ms());
        let chance = solver.chance(position, position.goal(), &limits)?;
        let used = before.zip(cpu_ms()).map(|(before, after)| after - before);
        measured.times.push(used.unwrap_or_else(|| start.elapsed().as_secs_f64() * 1000.0));
        drop(alarm);
        measured.nodes.push(solver.nodes() as f64);
        for won in chance.cards.iter().map(|card| card.won).chain([chance.won]) {
            measured.answers = measured.answers.wrapping_mul(1_000_003) ^ won.at_least ^ won.at_most << 32;
        }
        let worlds = chance.worlds.max(1) as f64;
        measured.deals += worlds;
        measured.exact += usize::from(chance.won.exact().is_some());
        measured.chance += chance.won.at_least as f64 / worlds;
        measured.gaps.push(100.0 * (chance.won.at_most - chance.won.at_least) as f64 / worlds);
    }
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
