//! `kiebitz check`: is a puzzle sound?

use super::output::{bad, json};
use super::progress::watched;
use super::resources::MemoryArg;
use super::{Failure, Finding, input, speech};
use crate::puzzle::Puzzle;
use crate::puzzle::soundness::{Checker, Depth, Report, Weight};
use crate::search::Limits;
use crate::words::Words;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// Checks puzzles: the answer, one key card, later choices, the goal, ballast, traps, difficulty
#[derive(clap::Args)]
pub(super) struct Args {
    /// Puzzle files (.ron)
    #[arg(required = true)]
    puzzles: Vec<PathBuf>,
    /// Only whether the answer is right
    #[arg(long)]
    quick: bool,
    /// Nodes that each single question may take
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// JSON, one object for each puzzle
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    memory: MemoryArg,
}

#[derive(Serialize)]
struct CheckJson {
    file: String,
    title: String,
    sound: bool,
    declarer_wins: Option<bool>,
    points: Option<u8>,
    keys: Vec<String>,
    grade: Option<u8>,
    findings: Vec<Said>,
}

#[derive(Serialize)]
struct Said {
    name: &'static str,
    weight: &'static str,
    words: String,
}

fn weight(weight: Weight) -> &'static str {
    match weight {
        Weight::Fact => "fact",
        Weight::Remark => "remark",
        Weight::Fault => "fault",
    }
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let mut out = crate::cli::output::stdout();
    let mut finding = Finding::Clean;
    // All files are read before the first is checked, so that a wrong name does not come after minutes.
    let mut puzzles: Vec<(&PathBuf, Puzzle)> = Vec::new();
    for path in &args.puzzles {
        match input::puzzle(path) {
            Ok(puzzle) => puzzles.push((path, puzzle)),
            Err(failure) => finding = finding.and(bad(path, &failure, args.json, &mut out)?),
        }
    }
    let mut depth = if args.quick { Depth::ANSWER } else { Depth::FULL };
    depth.nodes = args.nodes.unwrap_or(depth.nodes);
    let words = speech::words_for(args.json);
    let mut checker = Checker::with_resources(args.memory.resources());
    for (path, puzzle) in puzzles {
        let checked = watched(&path.display().to_string(), |progress| {
            let limits = Limits { progress: Some(progress.clone()), ..Limits::none() };
            checker.check(&puzzle, depth, &limits)
        });
        let report = match checked {
            Ok(report) => report,
            Err(error) => {
                let failure = Failure::Input(format!("{}: {}", path.display(), speech::search_error(&error)));
                finding = finding.and(bad(path, &failure, args.json, &mut out)?);
                continue;
            }
        };
        if !report.is_sound() {
            finding = finding.and(Finding::Negative);
        }
        let said = answer(path.display().to_string(), &puzzle, &report, &words);
        if args.json {
            writeln!(out, "{}", json(&said)?)?;
        } else {
            print(&said, &words, &mut out)?;
        }
    }
    Ok(finding)
}

fn answer(file: String, puzzle: &Puzzle, report: &Report, words: &Words) -> CheckJson {
    let game = puzzle.position.game();
    let said = report.findings.iter().map(|finding| Said {
        name: finding.name(),
        weight: weight(finding.weight()),
        words: finding.words(game, puzzle.goal(), words),
    });
    CheckJson {
        file,
        title: puzzle.title.get(words.language).to_string(),
        sound: report.is_sound(),
        declarer_wins: report.declarer_wins,
        points: report.points,
        keys: game.sorted(report.keys).iter().map(ToString::to_string).collect(),
        grade: report.difficulty().map(|difficulty| difficulty.grade()),
        findings: said.collect(),
    }
}

fn print(answer: &CheckJson, words: &Words, out: &mut impl Write) -> io::Result<()> {
    let verdict = words.t(if answer.sound { "cli.sound" } else { "cli.not_sound" });
    writeln!(out, "{}: {} ({verdict})", answer.file, answer.title)?;
    for said in &answer.findings {
        let mark = match said.weight {
            "fault" => "!",
            "remark" => "?",
            _ => "·",
        };
        writeln!(out, "  {mark} {}", said.words)?;
    }
    Ok(())
}
