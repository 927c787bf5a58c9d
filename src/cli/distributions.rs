//! `kiebitz distributions`: how the other cards may lie, if …

use super::resources::ResourceArgs;
use super::{Failure, Finding, input, progress, speech};
use crate::deal::Place;
use crate::puzzle::distributions::{
    About, Condition, DistributionQuery, Found, Pattern, Sitting, Sweep, Swept, is_condition, sweep,
};
use crate::rules::{Goal, Seat};
use crate::words::Words;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// Lists the deals that meet conditions on the cards and on what open cards lead to
#[derive(clap::Args)]
#[command(after_help = CONDITIONS)]
pub(super) struct Args {
    /// A position line or a puzzle file, and conditions, in any order (- reads the position from standard input)
    #[arg(required = true, value_name = "POSITION|CONDITION")]
    words: Vec<String>,
    /// What the declarer needs: points from 1 to 120, schneider or schwarz
    #[arg(long, value_name = "N|schneider|schwarz")]
    goal: Option<Goal>,
    /// How many solutions are listed [default: 10, with --json all]
    #[arg(long, value_name = "N")]
    show: Option<u64>,
    /// Stop at the first solutions instead of counting all
    #[arg(long, requires = "show")]
    first: bool,
    #[command(flatten)]
    resources: ResourceArgs,
    /// JSON: a line for each solution, then one with the counts
    #[arg(long)]
    json: bool,
}

const CONDITIONS: &str = "\
CONDITIONS
  F:HA.HT              forehand holds the ace and the ten of hearts (V, M, H or F, M, R; skat)
  M:-CJ.SJ             middlehand holds neither black jack
  R:hearts=3           rearhand has exactly three hearts; also trumps, jacks, aces, tens …, cards
  R:trumps=2..4        from two to four trumps; 2.. at least two; ..4 at most four
  skat:points=10..     the skat counts ten points or more
  F:hearts.points=21   the hearts of forehand count 21 points
  one:hearts=4         one of the two defenders has four hearts
  result=lost          with open cards the declarer loses; also won, schneider, schwarz, 59, 61..75

Hands are meant as they were at the start of the position. German words do as well (herz, trumpf, augen,
verloren). From a seat's view the deals are those the seat cannot rule out; with view=open those that agree
with everything given. The course of the first tricks is the position's own played=…

EXAMPLE
  kiebitz distributions contract=GH declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 skat=C7.S7 view=open result=..65";

#[derive(Serialize)]
struct Deal {
    #[serde(rename = "F")]
    forehand: String,
    #[serde(rename = "M")]
    middlehand: String,
    #[serde(rename = "R")]
    rearhand: String,
    skat: String,
}

#[derive(Serialize)]
struct Summary {
    position: String,
    conditions: Vec<String>,
    deals: u64,
    fitting: u64,
    solutions: u64,
    share: f64,
    finished: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<Common>,
    #[serde(skip_serializing_if = "Option::is_none")]
    impossible: Option<String>,
}

#[derive(Serialize)]
struct Common {
    about: &'static str,
    deals: u64,
    exact: bool,
    always: Vec<String>,
    rules: Vec<(Vec<String>, u64)>,
    rest: u64,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let question = question(args)?;
    let mut out = crate::cli::output::stdout();
    let show = args.show.unwrap_or(if args.json { u64::MAX } else { 10 });
    let watch = Sweep::default();
    let bar = progress::bar(progress::PARTS);
    let mut failed = None;
    let swept = sweep(&question, args.resources.or_threads(2), &watch, |found: Found| {
        bar.set_position((watch.share_done() * progress::PARTS as f64) as u64);
        bar.set_message(format!("{} of {}", found.number + 1, watch.fitting()));
        if found.number < show {
            let told = bar.suspend(|| tell(&question, &found.sitting, args.json, &mut out));
            if let Err(error) = told {
                failed = Some(error);
                return false;
            }
        }
        !(args.first && found.number + 1 >= show)
    });
    bar.finish_and_clear();
    if let Some(error) = failed {
        return Err(error.into());
    }
    let pattern = Pattern::find(&question, &swept);
    let why = question.why_none(&swept).map(|why| why.words(&question, speech::words_for(args.json)));
    if args.json {
        let summary = summary(&question, &swept, pattern.as_ref(), why);
        writeln!(out, "{}", crate::cli::output::json(&summary)?)?;
    } else {
        report(&question, &swept, pattern.as_ref(), why, show, &speech::words(), &mut out)?;
    }
    Ok(Finding::Clean)
}

fn question(args: &Args) -> Result<DistributionQuery, Failure> {
    let bad = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
    let words: Vec<&str> = args.words.iter().flat_map(|word| word.split_whitespace()).collect();
    let (conditions, position): (Vec<&str>, Vec<&str>) =
        words.into_iter().partition(|word| is_condition(word));
    let conditions: Vec<Condition> =
        conditions.iter().map(|word| word.parse()).collect::<Result<_, _>>().map_err(|error| bad(&error))?;
    let position: Vec<String> = position.into_iter().map(str::to_string).collect();
    if position.is_empty() {
        return Err(Failure::Input("the position is missing".into()));
    }
    let question = match position.as_slice() {
        [file] if input::is_puzzle_file(file) => {
            let mut puzzle = input::puzzle(Path::new(file))?;
            puzzle.goal = args.goal.or(puzzle.goal);
            DistributionQuery::of_puzzle(&puzzle, conditions)
        }
        words => {
            let (position, goal) = input::question(words)?;
            DistributionQuery::new(position, args.goal.unwrap_or(goal), conditions)
        }
    };
    question.map_err(|error| bad(&error))
}

fn tell(question: &DistributionQuery, sitting: &Sitting, json: bool, out: &mut impl Write) -> io::Result<()> {
    if json {
        let hand = |seat: Seat| sitting.hands[seat].to_string();
        let deal = Deal {
            forehand: hand(Seat::Forehand),
            middlehand: hand(Seat::Middlehand),
            rearhand: hand(Seat::Rearhand),
            skat: sitting.skat.to_string(),
        };
        writeln!(out, "{}", crate::cli::output::json(&deal)?)?;
    } else {
        // Only what is asked about: hands that are given in full need not be repeated.
        let game = question.position().game();
        let uncertain = question.uncertain();
        let parts = Place::ALL.into_iter().filter(|&place| !(sitting.cards(place) & uncertain).is_empty());
        let parts: Vec<String> = parts
            .map(|place| {
                let cards = game.sorted(sitting.cards(place));
                let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
                format!("{place} {}", cards.join("."))
            })
            .collect();
        writeln!(out, "  {}", parts.join("  "))?;
    }
    // Whoever reads along sees each as it is found.
    out.flush()
}

fn common(pattern: &Pattern) -> Common {
    let spell = |conditions: &[Condition]| conditions.iter().map(Condition::to_string).collect();
    Common {
        about: if pattern.about == About::Solutions { "solutions" } else { "others" },
        deals: pattern.deals,
        exact: pattern.exact,
        always: spell(&pattern.always),
        rules: pattern.rules.iter().map(|rule| (spell(&rule.conditions), rule.deals)).collect(),
        rest: pattern.rest,
    }
}

fn summary(
    question: &DistributionQuery,
    swept: &Swept,
    pattern: Option<&Pattern>,
    why: Option<String>,
) -> Summary {
    Summary {
        position: question.position().to_string(),
        conditions: question.conditions().iter().map(Condition::to_string).collect(),
        deals: swept.deals,
        fitting: swept.fitting,
        solutions: swept.solutions,
        share: swept.share(),
        finished: swept.finished,
        pattern: pattern.map(common),
        impossible: why,
    }
}

fn report(
    question: &DistributionQuery,
    swept: &Swept,
    pattern: Option<&Pattern>,
    why: Option<String>,
    show: u64,
    words: &Words,
    out: &mut impl Write,
) -> io::Result<()> {
    if let Some(why) = why {
        return writeln!(out, "{}. {why}", words.t("dist.none"));
    }
    if swept.solutions > show {
        writeln!(out, "  …")?;
    }
    let Swept { deals, fitting, solutions, .. } = swept;
    let number = |n: &u64| words.number(*n);
    let counts = match swept.finished {
        true => {
            let share = words.decimal(100.0 * swept.share(), 4);
            words.fill("dist.found", &[("n", &number(solutions)), ("of", &number(deals)), ("share", &share)])
        }
        false => words.fill("dist.stopped", &[("n", &number(solutions)), ("of", &number(fitting))]),
    };
    writeln!(out, "{counts}")?;
    if fitting != deals && swept.finished && fitting != solutions {
        let share = words.decimal(100.0 * *solutions as f64 / (*fitting).max(1) as f64, 4);
        writeln!(out, "{}", words.fill("dist.fitting", &[("of", &number(fitting)), ("share", &share)]))?;
    }
    if let Some(pattern) = pattern {
        writeln!(out)?;
        for line in pattern.words(question, words) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
