//! `kiebitz verify`: is a proof right? The checker shares only cards and rules with the engine.

use super::output::bad;
use super::{Failure, Finding, input, speech};
use crate::cards::Card;
use crate::verify::{ChanceProof, Checker, Proof, WrongChance};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

/// Checks proof files: accepts each, or names the line of cards that fails and why
///
/// A proof is written in normal form, so that positions that differ only in names of cards are one line: between two tricks the
/// cards still in play take the lowest names of their kind (7, 8 and 9 of a suit; the jacks; in Null and for every trick all cards
/// of a suit or of the trumps), their order kept, and suits that are not trumps change places, the fuller ones first.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Proof files, as `kiebitz prove --out` writes them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// JSON, one object for each file
    #[arg(long)]
    json: bool,
}

/// The largest proof that is read.
const MOST_PROOF: u64 = 1 << 30;

#[derive(Serialize)]
struct VerifyJson {
    file: String,
    position: String,
    goal: String,
    /// What a proof claims; none in a chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    declarer_reaches: Option<bool>,
    /// In how many deals a chance claims to win, and of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    won: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<u64>,
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
    let mut out = crate::cli::output::stdout();
    for path in &args.files {
        let answer = match check(path) {
            Ok(answer) => answer,
            Err(failure @ Failure::Output(_)) => return Err(failure),
            Err(failure) => {
                finding = finding.and(bad(path, &failure, args.json, &mut out)?);
                continue;
            }
        };
        if !answer.accepted {
            finding = finding.and(Finding::Negative);
        }
        if args.json {
            writeln!(out, "{}", crate::cli::output::json(&answer)?)?;
            continue;
        }
        let words = speech::words();
        let VerifyJson { file, goal, .. } = &answer;
        let claim = match (answer.declarer_reaches, answer.won.zip(answer.of)) {
            (_, Some((won, of))) => {
                let (won, of) = (words.number(won), words.number(of));
                words.fill("cli.claim_chance", &[("won", &won), ("of", &of), ("goal", goal)])
            }
            (Some(true), None) => words.fill("cli.claim_reaches", &[("goal", goal)]),
            (_, None) => words.fill("cli.claim_misses", &[("goal", goal)]),
        };
        match (&answer.reason, answer.points_of_play) {
            (Some(reason), _) => {
                writeln!(out, "{}", words.fill("cli.rejected", &[("file", file), ("why", reason)]))?;
            }
            (None, looked) => {
                let looked = words.number(looked.unwrap_or_default());
                let said = words.fill("cli.accepted", &[("file", file), ("claim", &claim), ("n", &looked)]);
                writeln!(out, "{said}")?;
            }
        }
    }
    Ok(finding)
}

fn check(path: &Path) -> Result<VerifyJson, Failure> {
    let text = input::text(path, MOST_PROOF)?;
    let bad = |error| Failure::Input(format!("{}: {error}", path.display()));
    if ChanceProof::is_one(&text) {
        return check_chance(path, ChanceProof::parse(&text).map_err(bad)?);
    }
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
        declarer_reaches: Some(proof.declarer_reaches),
        won: None,
        of: None,
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

fn check_chance(path: &Path, proof: ChanceProof) -> Result<VerifyJson, Failure> {
    let bar = spinner();
    let checked = proof.check(|points| {
        bar.set_position(points);
        true
    });
    bar.finish_and_clear();
    let checked = checked.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    let mut answer = VerifyJson {
        file: path.display().to_string(),
        position: proof.position,
        goal: proof.goal,
        declarer_reaches: None,
        won: Some(proof.won),
        of: Some(proof.of),
        accepted: false,
        points_of_play: None,
        ends: None,
        line: None,
        reason: None,
    };
    match checked {
        Ok(counted) => {
            answer.accepted = counted.is_some();
            answer.points_of_play = counted.map(|counted| counted.points_of_play);
        }
        Err(wrong) => {
            answer.reason = Some(wrong.to_string());
            if let WrongChance::Strategy(rejection) = wrong {
                answer.line = Some(rejection.path.iter().map(Card::to_string).collect());
            }
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
