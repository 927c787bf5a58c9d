//! `kiebitz trace`: what a search does to answer, in figures.

use super::resources::MemoryArg;
use super::{Failure, Finding, input};
use crate::deal::View;
use crate::rules::Goal;
use crate::search::trace::{Stats, Trace};
use crate::search::{Limits, open, paranoia};
use serde::Serialize;
use std::io::{self, Write};

/// Records the search that decides a position and prints its figures
#[derive(clap::Args)]
pub(super) struct Args {
    /// A position line (as one argument or as several), a puzzle file, or - for standard input
    #[arg(required = true)]
    position: Vec<String>,
    /// What the declarer needs: points from 1 to 120, schneider or schwarz
    #[arg(long, value_name = "N|schneider|schwarz")]
    goal: Option<Goal>,
    /// Most visits to keep; what comes after is only counted
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    budget: usize,
    /// Stop after so many nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    memory: MemoryArg,
}

#[derive(Serialize)]
struct TraceJson {
    position: String,
    goal: String,
    declarer_wins: Option<bool>,
    nodes: u64,
    visits: u64,
    kept: usize,
    by_depth: Vec<u64>,
    by_reason: Vec<(&'static str, u64)>,
    settled_by_rank: Vec<u64>,
    first_cards: Vec<FirstCard>,
}

#[derive(Serialize)]
struct FirstCard {
    card: String,
    ended: &'static str,
    declarer_wins: Option<bool>,
    nodes: u64,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let (position, goal) = input::question(&args.position)?;
    let goal = args.goal.unwrap_or(goal);
    let limits = Limits { nodes: args.nodes, ..Limits::none() };
    let mut trace = Trace::new(args.budget);
    let declarer_wins = match position.view() {
        View::Open => {
            let traced = open::Solver::with_resources(args.memory.resources())
                .trace(&position, goal, &limits, &mut trace);
            traced.map_err(|error| Failure::Input(error.to_string()))?
        }
        View::Seat(_) => {
            let traced = paranoia::Solver::with_resources(args.memory.resources())
                .trace(&position, goal, &limits, &mut trace);
            traced.map_err(|error| Failure::Input(error.to_string()))?
        }
    };
    let Stats { nodes, made, by_depth, by_reason, settled_by_rank, first_cards } = trace.stats();
    let answer = TraceJson {
        position: position.to_string(),
        goal: goal.to_string(),
        declarer_wins,
        nodes,
        visits: made,
        kept: trace.visits().len(),
        by_depth,
        by_reason: by_reason.iter().map(|&(ended, count)| (ended.name(), count)).collect(),
        settled_by_rank,
        first_cards: first_cards
            .iter()
            .map(|first| FirstCard {
                card: first.card.to_string(),
                ended: first.ended.name(),
                declarer_wins: first.reaches,
                nodes: first.nodes,
            })
            .collect(),
    };
    let mut out = crate::cli::output::stdout();
    if args.json {
        writeln!(out, "{}", crate::cli::output::json(&answer)?)?;
    } else {
        answer.print(&mut out)?;
    }
    Ok(Finding::Clean)
}

fn won(declarer_wins: Option<bool>) -> &'static str {
    match declarer_wins {
        Some(true) => "won",
        Some(false) => "lost",
        None => "",
    }
}

impl TraceJson {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let verdict = if self.declarer_wins.is_none() { "stopped" } else { won(self.declarer_wins) };
        writeln!(out, "goal {}: {verdict}", self.goal)?;
        writeln!(out, "{} nodes, {} visits, {} kept", self.nodes, self.visits, self.kept)?;
        writeln!(out, "\nwhy visits ended")?;
        for (reason, count) in &self.by_reason {
            writeln!(out, "  {reason:<16}{count:>12}")?;
        }
        writeln!(out, "\nvisits by depth")?;
        for (depth, count) in self.by_depth.iter().enumerate() {
            writeln!(out, "  {depth:<16}{count:>12}")?;
        }
        writeln!(out, "\nsettled by the card tried as")?;
        for (rank, count) in self.settled_by_rank.iter().enumerate() {
            writeln!(out, "  {:<16}{count:>12}", rank + 1)?;
        }
        writeln!(out, "\nfirst cards")?;
        for first in &self.first_cards {
            let (card, nodes, ended) = (&first.card, first.nodes, first.ended);
            writeln!(out, "  {card:<16}{nodes:>12}  {ended} {}", won(first.declarer_wins))?;
        }
        Ok(())
    }
}
