//! `kiebitz verify`: is a proof right? The checker shares only cards and rules with the engine.

use super::{Failure, Finding};
use crate::cards::Card;
use crate::verify::{Checker, Proof};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

/// Checks proof files: accepts each, or names the line of cards that fails and why
#[derive(clap::Args)]
pub(super) struct Args {
    /// Proof files, as `kiebitz prove --out` writes them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// JSON, one object for each file
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct VerifyJson {
    file: String,
    position: String,
    goal: String,
    declarer_reaches: bool,
    accepted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_of_play: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<u64>,
    /// The line of cards that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let mut finding = Finding::Clean;
    let mut out = io::stdout().lock();
    for path in &args.files {
        let answer = check(path)?;
        if !answer.accepted {
            finding = Finding::Negative;
        }
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&answer).map_err(io::Error::other)?)?;
            continue;
        }
        let claim = if answer.declarer_reaches { "reaches" } else { "does not reach" };
        let VerifyJson { file, goal, .. } = &answer;
        match (&answer.reason, answer.points_of_play) {
            (Some(reason), _) => writeln!(out, "{file}: rejected, {reason}")?,
            (None, looked) => writeln!(
                out,
                "{file}: accepted, the declarer {claim} {goal} ({} points of play)",
                looked.unwrap_or_default()
            )?,
        }
    }
    Ok(finding)
}

fn check(path: &Path) -> Result<VerifyJson, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|error| Failure::File { path: path.to_path_buf(), error })?;
    let bad = |error| Failure::Input(format!("{}: {error}", path.display()));
    let proof = Proof::parse(&text).map_err(bad)?;
    let checker = Checker::new(&proof).map_err(bad)?;
    let bar = spinner();
    let checked = checker.check(|points| {
        bar.set_position(points);
        true
    });
    bar.finish_and_clear();
    let mut answer = VerifyJson {
        file: path.display().to_string(),
        position: proof.position,
        goal: proof.goal,
        declarer_reaches: proof.declarer_reaches,
        accepted: false,
        points_of_play: None,
        ends: None,
        line: None,
        reason: None,
    };
    match checked {
        Ok(accepted) => {
            answer.accepted = accepted.is_some();
            answer.points_of_play = accepted.map(|accepted| accepted.points_of_play);
            answer.ends = accepted.map(|accepted| accepted.ends);
        }
        Err(rejection) => {
            answer.line = Some(rejection.path.iter().map(Card::to_string).collect());
            answer.reason = Some(rejection.to_string());
        }
    }
    Ok(answer)
}

fn spinner() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {elapsed}  {pos} points of play");
    ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}
