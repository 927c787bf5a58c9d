//! `kiebitz solve --chance` and `kiebitz prove --chance`: the strategy that wins in the most deals.

use super::alarm::Alarm;
use super::{Failure, Finding, speech};
use crate::deal::{Position, View};
use crate::knowledge::Assumption;
use crate::rules::Goal;
use crate::search::chance::{Chance, Count, Solver};
use crate::search::proof::ProofLimits;
use crate::search::{Cancel, Limits};
use crate::words::Words;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// The search, kept from one line of a batch to the next.
pub(super) struct Asking {
    solver: Solver,
    nodes: Option<u64>,
    seconds: Option<f64>,
}

/// One answer, as `--json` prints it.
#[derive(Serialize)]
pub(super) struct ChanceJson {
    pub(super) position: String,
    view: String,
    turn: Option<String>,
    goal: serde_json::Value,
    worlds: u64,
    won: Option<u64>,
    at_least: u64,
    at_most: u64,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<Vec<CardJson>>,
    nodes: u64,
    ms: f64,
}

#[derive(Serialize)]
struct CardJson {
    card: String,
    won: Option<u64>,
    at_least: u64,
    at_most: u64,
}

impl Asking {
    pub(super) fn new(
        megabytes: usize,
        assumptions: Vec<Assumption>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> Asking {
        let mut solver = Solver::with_table(megabytes);
        solver.assume(assumptions);
        Asking { solver, nodes, seconds }
    }

    fn chance(&mut self, position: &Position, goal: Goal) -> Result<Chance, String> {
        let cancel = Cancel::default();
        let _alarm = self.seconds.map(|seconds| Alarm::after(seconds, cancel.clone()));
        let limits = Limits { nodes: self.nodes, cancel: Some(cancel), progress: None };
        self.solver.chance(position, goal, &limits).map_err(|error| speech::search_error(&error))
    }

    /// The chance of a position and of each card.
    pub(super) fn answer(&mut self, position: &Position, goal: Goal) -> Result<ChanceJson, String> {
        let start = Instant::now();
        let chance = self.chance(position, goal)?;
        let ms = start.elapsed().as_secs_f64() * 1000.0;
        let Count { at_least, at_most } = chance.won;
        let own = position.turn().is_some_and(|seat| position.view() == View::Seat(seat));
        let card = |card: &crate::search::chance::CardChance| CardJson {
            card: card.card.to_string(),
            won: card.won.exact(),
            at_least: card.won.at_least,
            at_most: card.won.at_most,
        };
        Ok(ChanceJson {
            position: position.to_string(),
            view: position.view().to_string(),
            turn: position.turn().map(|seat| seat.to_string()),
            goal: match goal {
                Goal::Points(points) => points.into(),
                other => other.to_string().into(),
            },
            worlds: chance.worlds,
            won: chance.won.exact(),
            at_least,
            at_most,
            exact: chance.won.exact().is_some() && chance.cards.iter().all(|card| card.won.exact().is_some()),
            cards: own.then(|| chance.cards.iter().map(card).collect()),
            nodes: self.solver.nodes(),
            ms,
        })
    }
}

/// `197 of 252 deals, 78.2%`, or both bounds.
fn share(at_least: u64, at_most: u64, worlds: u64, words: &Words) -> String {
    let percent = |deals: u64| words.percent(deals as f64 / worlds.max(1) as f64, 1);
    let [low, high, of] = [at_least, at_most, worlds].map(|number| words.number(number));
    let (low_share, high_share) = (percent(at_least), percent(at_most));
    let values: [(&str, &dyn std::fmt::Display); 5] =
        [("low", &low), ("high", &high), ("of", &of), ("share", &low_share), ("most", &high_share)];
    words.fill(if at_least == at_most { "cli.chance_share" } else { "cli.chance_bounds" }, &values)
}

impl ChanceJson {
    /// One line for a person.
    pub(super) fn verdict(&self, words: &Words) -> String {
        share(self.at_least, self.at_most, self.worlds, words)
    }

    pub(super) fn print(&self, position: &Position, out: &mut impl Write) -> io::Result<()> {
        let words = &speech::words();
        let goal = self.goal.as_str().map_or_else(|| self.goal.to_string(), str::to_string);
        writeln!(out, "{}", speech::head(position, &goal, self.worlds, words))?;
        writeln!(out, "{}", words.fill("cli.best_chance", &[("share", &self.verdict(words))]))?;
        for card in self.cards.iter().flatten() {
            writeln!(out, "  {}  {}", card.card, share(card.at_least, card.at_most, self.worlds, words))?;
        }
        let (nodes, ms) = (words.number(self.nodes), words.decimal(self.ms, 1));
        writeln!(out, "{}", words.fill("cli.effort", &[("n", &nodes), ("ms", &ms)]))
    }
}

#[derive(Serialize)]
struct ProveJson {
    position: String,
    goal: String,
    won: u64,
    of: u64,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    lines: usize,
}

/// Finds the strategy, writes it into a file if one is named, and says what it claims.
pub(super) fn prove(
    asking: &mut Asking,
    (position, goal): (&Position, Goal),
    (file, lines): (Option<&Path>, usize),
    json: bool,
) -> Result<Finding, Failure> {
    let words = &speech::words();
    let chance = asking.chance(position, goal).map_err(Failure::Input)?;
    let Some(plan) = asking.solver.plan().cloned() else {
        return Err(Failure::Input(words.t("cli.no_plan").into()));
    };
    let limits = ProofLimits { lines, ..ProofLimits::default() };
    let proof = asking.solver.proof(position, goal, &plan, &limits);
    let proof = proof.map_err(|error| Failure::Input(speech::search_error(&error)))?;
    if let Some(path) = file {
        let text = proof.to_ron().map_err(|error| Failure::Input(error.to_string()))?;
        super::out_file::write(path, text.as_bytes())?;
    }
    let answer = ProveJson {
        position: proof.position,
        goal: proof.goal,
        won: proof.won,
        of: proof.of,
        exact: chance.won.exact() == Some(proof.won),
        card: plan.card().map(|card| card.to_string()),
        file: file.map(|path| path.display().to_string()),
        lines: proof.strategy.len(),
    };
    let mut out = crate::cli::output::stdout();
    if json {
        writeln!(out, "{}", crate::cli::output::json(&answer)?)?;
        return Ok(Finding::Clean);
    }
    let won = share(answer.won, answer.won, answer.of, words);
    writeln!(out, "{}", words.fill("cli.plan_wins", &[("share", &won)]))?;
    if !answer.exact {
        let most = words.number(chance.won.at_most);
        writeln!(out, "{}", words.fill("cli.no_plan_above", &[("n", &most)]))?;
    }
    if let Some(card) = plan.card() {
        writeln!(out, "{}", words.fill("cli.first_card", &[("card", &words.short_card(card))]))?;
    }
    if let Some(file) = &answer.file {
        writeln!(
            out,
            "{}",
            words.count_with("cli.file_line", "cli.file_lines", answer.lines as u64, &[("file", file)])
        )?;
    }
    Ok(Finding::Clean)
}
