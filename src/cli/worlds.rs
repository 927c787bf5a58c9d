//! `kiebitz worlds`: how many deals are possible, and where each unseen card may be.

use super::input::Assumptions;
use super::{Failure, Finding, input, speech};
use crate::cards::Card;
use crate::deal::{Place, View};
use crate::knowledge::{Assumption, Knowledge};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// Counts the deals consistent with what a seat knows, and tells where each unseen card may be
#[derive(clap::Args)]
pub(super) struct Args {
    /// A position line (as one argument or as several), a puzzle file, or - for standard input
    #[arg(required = true)]
    position: Vec<String>,
    /// JSON
    #[arg(long)]
    json: bool,
    /// Lean on what is plausible, not certain; `all`, or names joined by commas
    #[arg(long, value_name = "NAMES", value_parser = input::assumptions)]
    assume: Option<Assumptions>,
}

#[derive(Serialize)]
struct WorldsJson {
    position: String,
    worlds: u64,
    matrix: BTreeMap<String, Row>,
    /// What it rests on beyond the rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    #[serde(rename = "F")]
    forehand: f64,
    #[serde(rename = "M")]
    middlehand: f64,
    #[serde(rename = "R")]
    rearhand: f64,
    skat: f64,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let position = input::position(&args.position)?;
    let (worlds, matrix, assumptions) = match position.view() {
        View::Open => (1, Vec::new(), Vec::new()),
        View::Seat(seat) => {
            let knowledge = Knowledge::of(&position, seat)
                .map_err(|error| Failure::Input(speech::search_error(&error)))?;
            let wanted = args.assume.as_ref().map_or(&[][..], |names| &names.0);
            let knowledge = knowledge.assuming(&position, wanted);
            let assumptions: Vec<String> =
                knowledge.assumptions().iter().map(Assumption::to_string).collect();
            (knowledge.count(), knowledge.matrix(), assumptions)
        }
    };
    let mut out = crate::cli::output::stdout();
    if args.json {
        let row = |&(card, [forehand, middlehand, rearhand, skat]): &(Card, [f64; 4])| {
            (card.to_string(), Row { forehand, middlehand, rearhand, skat })
        };
        let matrix = matrix.iter().map(row).collect();
        let answer = WorldsJson { position: position.to_string(), worlds, matrix, assumptions };
        write!(out, "{}", crate::cli::output::json(&answer)?)?;
        writeln!(out)?;
        return Ok(Finding::Clean);
    }
    let words = speech::words();
    let view = [("view", &position.view() as &dyn std::fmt::Display)];
    writeln!(out, "{}", words.count_with("cli.world", "cli.worlds", worlds, &view))?;
    if !assumptions.is_empty() {
        writeln!(out, "{}", words.fill("cli.assuming", &[("list", &assumptions.join(", "))]))?;
    }
    if matrix.is_empty() {
        return Ok(Finding::Clean);
    }
    writeln!(out)?;
    writeln!(out, "      {}", Place::ALL.map(|place| format!("{:>7}", place.to_string())).concat())?;
    for card in position.game().sorted(matrix.iter().map(|(card, _)| *card).collect()) {
        if let Some((_, row)) = matrix.iter().find(|(other, _)| *other == card) {
            let share = |share: f64| match share {
                0.0 => format!("{:>7}", "-"),
                _ => format!("{:>6.1}%", 100.0 * share),
            };
            writeln!(out, "  {card}  {}", row.map(share).concat())?;
        }
    }
    Ok(Finding::Clean)
}
