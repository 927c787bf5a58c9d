//! `kiebitz prove`: the proof of a position's verdict, as a line, as a tree, as a file.

use super::resources::MemoryArg;
use super::{Failure, Finding, chance, input, speech};
use crate::cards::Card;
use crate::deal::View;
use crate::rules::{Goal, Side};
use crate::search::chance::DEFAULT_TABLE_MB;
use crate::search::proof::{Claim, Detail, ProofLimits, Prover, Verdict};
use crate::search::{Limits, Progress};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

/// Proves whether the declarer reaches the goal: the main line, the tree, or a proof file to verify
#[derive(clap::Args)]
pub(super) struct Args {
    /// A position line (as one argument or as several), a puzzle file, or - for standard input
    #[arg(required = true)]
    position: Vec<String>,
    /// What the declarer needs: points from 1 to 120, schneider or schwarz
    #[arg(long, value_name = "N|schneider|schwarz")]
    goal: Option<Goal>,
    /// Write the whole proof into this file, for `kiebitz verify`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The strategy that wins in the most deals, instead of what is forced
    #[arg(long, conflicts_with = "text")]
    chance: bool,
    /// With --chance: stop looking for a better strategy after so many seconds
    #[arg(long, value_name = "S", requires = "chance", value_parser = super::alarm::seconds)]
    seconds: Option<f64>,
    /// Print the tree so many cards deep
    #[arg(long, value_name = "DEPTH")]
    text: Option<usize>,
    /// Most lines of the proof file
    #[arg(long, value_name = "N", default_value_t = ProofLimits::default().lines)]
    lines: usize,
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
struct ProveJson {
    position: String,
    goal: String,
    declarer_reaches: bool,
    worlds: u64,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<usize>,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let (position, goal) = input::question(&args.position)?;
    let goal = args.goal.unwrap_or(goal);
    if args.chance {
        let mut asking = chance::Asking::new(DEFAULT_TABLE_MB, Vec::new(), args.nodes, args.seconds);
        return chance::prove(&mut asking, (&position, goal), (args.out.as_deref(), args.lines), args.json);
    }
    let progress = Progress::default();
    let limits = Limits { nodes: args.nodes, cancel: None, progress: Some(progress.clone()) };
    let bar = spinner(progress);
    let mut prover = Prover::with_resources(args.memory.resources());
    let failed = |error: crate::search::proof::ProofError| Failure::Input(speech::search_error(&error));
    let mut question = Claim::new(&position, goal);
    let mut node = prover.unfold(&position, question, &[], Detail::Proof, &limits).map_err(failed)?;
    if position.view() == View::Open && node.verdict == Verdict::Refuted {
        // With open cards the side that has its way shows how.
        question = question.for_side(Side::Defenders);
        node = prover.unfold(&position, question, &[], Detail::Proof, &limits).map_err(failed)?;
    }
    let declarer_reaches = match node.verdict {
        Verdict::Open => return Err(Failure::Input(speech::words().t("cli.stopped").into())),
        verdict => (verdict == Verdict::Proved) == (question.side == Side::Declarer),
    };
    let line = prover.main_line(&position, question, &[], &limits).map_err(failed)?;
    let tree = match args.text {
        Some(depth) => Some(prover.text(&position, question, &[], depth, &limits).map_err(failed)?),
        None => None,
    };
    let mut written = None;
    if let Some(path) = &args.out {
        let limits = ProofLimits { search: limits.clone(), lines: args.lines };
        let proof = prover.proof(&position, goal, &limits).map_err(failed)?;
        let text = proof.to_ron().map_err(|error| Failure::Input(error.to_string()))?;
        super::out_file::write(path, text.as_bytes())?;
        written = Some((path, proof.strategy.len(), text.len()));
    }
    bar.finish_and_clear();
    let mut out = crate::cli::output::stdout();
    if args.json {
        let answer = ProveJson {
            position: position.to_string(),
            goal: goal.to_string(),
            declarer_reaches,
            worlds: node.worlds,
            line: line.iter().map(Card::to_string).collect(),
            file: written.map(|(path, ..)| path.display().to_string()),
            lines: written.map(|(_, lines, _)| lines),
            bytes: written.map(|(.., bytes)| bytes),
        };
        writeln!(out, "{}", crate::cli::output::json(&answer)?)?;
        return Ok(Finding::Clean);
    }
    let words = speech::words();
    writeln!(out, "{}", speech::head(&position, &goal, node.worlds, &words))?;
    writeln!(out, "{}", words.t(verdict(question, node.verdict)))?;
    let cards: Vec<String> = line.iter().map(|&card| words.short_card(card)).collect();
    writeln!(out, "{}", words.fill("cli.main_line", &[("cards", &cards.join(" "))]))?;
    if let Some(tree) = tree {
        write!(out, "\n{tree}")?;
    }
    if let Some((path, lines, bytes)) = written {
        let (file, bytes) = (path.display(), words.number(bytes as u64));
        let values: [(&str, &dyn std::fmt::Display); 2] = [("file", &file), ("bytes", &bytes)];
        writeln!(out, "{}", words.count_with("cli.proof_line", "cli.proof_lines", lines as u64, &values))?;
    }
    Ok(Finding::Clean)
}

/// The key of what came out.
fn verdict(question: Claim, verdict: Verdict) -> &'static str {
    match (question.side, verdict) {
        (Side::Declarer, Verdict::Proved) => "cli.proved",
        (Side::Declarer, _) => "cli.not_proved",
        (Side::Defenders, Verdict::Proved) => "cli.prevented",
        (Side::Defenders, _) => "cli.not_prevented",
    }
}

/// How far the search has come, on a terminal.
fn spinner(progress: Progress) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {elapsed}  {nodes}").map(|style| {
        let words = speech::words();
        let nodes = move |_: &indicatif::ProgressState, to: &mut dyn std::fmt::Write| {
            let count = words.number(progress.nodes());
            write!(to, "{}", words.fill("cli.nodes", &[("n", &count)])).ok();
        };
        style.with_key("nodes", nodes)
    });
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
