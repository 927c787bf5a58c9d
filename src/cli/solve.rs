//! `kiebitz solve`: what best play leads to.
//!
//! With open cards this is the answer of [`crate::search::open`], from a seat's view that of
//! [`crate::search::paranoia`]. Which search answers is decided in one place, [`Solvers::answer`].

use super::chance::ChanceJson;
use super::input::Assumptions;
use super::output::json;
use super::resources::ResourceArgs;
use super::{Failure, Finding, chance, input, speech};
use crate::cards::Card;
use crate::deal::{Position, View};
use crate::knowledge::{Assumption, Knowledge};
use crate::rules::{Game, Goal, Seat};
use crate::search::open::{Bounds, CardValue, Solver};
use crate::search::paranoia;
use crate::search::{Limits, PositionSolver, Resources};
use crate::words::{Language, Words};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

/// Solves a position: its value, whether the declarer wins, and what each card leads to
#[derive(clap::Args)]
pub(super) struct Args {
    /// A position line (as one argument or as several), a puzzle file, or - for standard input
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    position: Vec<String>,
    /// Only whether the declarer reaches the goal
    #[arg(long, conflicts_with = "value")]
    decide: bool,
    /// The position's value without that of each card
    #[arg(long)]
    value: bool,
    /// What the declarer needs: points from 1 to 120, schneider or schwarz
    #[arg(long, value_name = "N|schneider|schwarz")]
    goal: Option<Goal>,
    /// One position a line from this file (- for standard input), one answer a line
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// Stop after so many nodes and say what is known
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// From a seat's view: in how many deals the best strategy wins, for the position and for each card
    #[arg(long, conflicts_with_all = ["decide", "value", "confidence", "ladder"])]
    chance: bool,
    /// With --chance: stop after so many seconds and say what is known
    #[arg(long, value_name = "S", requires = "chance", value_parser = super::alarm::seconds)]
    seconds: Option<f64>,
    /// From a seat's view: only hold against this share of all deals (0.95, or 95 %), the likeliest splits
    #[arg(long, value_name = "P", value_parser = share)]
    confidence: Option<f64>,
    /// From a seat's view: also which steps are reached: out of schneider, won, schneider, schwarz
    #[arg(long)]
    ladder: bool,
    /// From a seat's view: lean on what is plausible, not certain; `all`, or names joined by commas
    #[arg(long, value_name = "NAMES", value_parser = input::assumptions)]
    assume: Option<Assumptions>,
    /// All 66 ways to lay away two of the declarer's twelve cards: what each makes certain, and with open cards
    #[arg(long, conflicts_with_all = ["batch", "decide", "value", "confidence", "ladder", "assume"])]
    discards: bool,
    #[command(flatten)]
    resources: ResourceArgs,
}

/// A share as a number up to 1, or as a percentage.
fn share(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim_end();
    let value: f64 = number
        .parse()
        .map_err(|_| format!("{} is not a share such as 0.95 or 95", crate::plain::quote(text)))?;
    let value = if value > 1.0 || text.contains('%') { value / 100.0 } else { value };
    if value > 0.0 && value <= 1.0 { Ok(value) } else { Err("a share lies above 0 and up to 100 %".into()) }
}

/// Threads that look at the cards of a position, if no number is given.
const MOST_THREADS: usize = 2;

/// How much is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Decision,
    Value,
    Cards,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    if args.discards {
        let (position, goal) = input::question(&args.position)?;
        return super::discards::run(&position, args.goal.unwrap_or(goal), args.nodes, args.json);
    }
    let mut solvers = Solvers::new(args);
    let mut out = crate::cli::output::stdout();
    let Some(batch) = &args.batch else {
        let (position, goal) = input::question(&args.position)?;
        solvers.goal.get_or_insert(goal);
        let answer = solvers.answer(&position).map_err(Failure::Input)?;
        if args.json {
            writeln!(out, "{}", answer.json()?)?;
        } else {
            answer.print(&position, &mut out)?;
        }
        return Ok(Finding::Clean);
    };
    let failed = |error| Failure::File { path: batch.clone(), error };
    let mut lines = input::batch(batch)?;
    let mut finding = Finding::Clean;
    while let Some(line) = lines.next().map_err(failed)? {
        let parsed = line.and_then(|line| match line.parse::<Position>() {
            Ok(position) => Ok((line, position)),
            Err(problems) => {
                let reason = speech::problems(&problems, &speech::words_for(args.json));
                Err(input::BadLine { piece: line, reason })
            }
        });
        let answer = parsed.and_then(|(line, position)| match solvers.answer(&position) {
            Ok(answer) => Ok(answer.asked_as(&line)),
            Err(reason) => Err(input::BadLine { piece: line, reason }),
        });
        match (answer, args.json) {
            (Ok(answer), true) => writeln!(out, "{}", answer.json()?)?,
            (Ok(answer), false) => writeln!(out, "{}", answer.verdict())?,
            (Err(bad), as_json) => {
                finding = Finding::Negative;
                if as_json {
                    writeln!(out, "{}", json(&BadLine { position: &bad.piece, error: &bad.reason })?)?;
                } else {
                    writeln!(out, "error: {}", bad.reason.replace('\n', "; "))?;
                }
            }
        }
        // Whoever feeds us line by line waits for each answer.
        out.flush()?;
    }
    Ok(finding)
}

/// What was asked: the value, or the chance.
enum Answer {
    Value(Box<SolveJson>),
    Chance(Box<ChanceJson>),
}

impl Answer {
    /// With the position spelled as it was asked.
    fn asked_as(mut self, line: &str) -> Answer {
        match &mut self {
            Answer::Value(answer) => answer.position = line.to_string(),
            Answer::Chance(answer) => answer.position = line.to_string(),
        }
        self
    }

    fn json(&self) -> io::Result<String> {
        match self {
            Answer::Value(answer) => json(answer),
            Answer::Chance(answer) => json(answer),
        }
    }

    fn verdict(&self) -> String {
        match self {
            // A line of a batch is for machines, and the same everywhere.
            Answer::Value(answer) => answer.verdict(&Words::from(Language::English)),
            Answer::Chance(answer) => answer.verdict(&speech::words()),
        }
    }

    fn print(&self, position: &Position, out: &mut impl Write) -> io::Result<()> {
        match self {
            Answer::Value(answer) => answer.print(position, out),
            Answer::Chance(answer) => answer.print(position, out),
        }
    }
}

/// The searches, kept from one line of a batch to the next.
struct Solvers {
    open: Solver,
    paranoia: paranoia::Solver,
    depth: Depth,
    goal: Option<Goal>,
    ladder: bool,
    limits: Limits,
    /// Only if the chance is asked for.
    chance: Option<chance::Asking>,
}

impl Solvers {
    fn new(args: &Args) -> Solvers {
        let depth = match (args.decide, args.value) {
            (true, _) => Depth::Decision,
            (_, true) => Depth::Value,
            _ => Depth::Cards,
        };
        let limits = Limits { nodes: args.nodes, ..Limits::default() };
        // A batch may ask both searches, so each has half.
        let usual = Resources::all_cores().at_most_threads(MOST_THREADS).threads();
        let half = args.resources.or_threads(usual).part(2);
        let mut paranoia = paranoia::Solver::with_resources(half);
        paranoia.set_share(args.confidence.unwrap_or(1.0));
        paranoia.assume(args.assume.iter().flat_map(|names| &names.0).copied().collect());
        let open = Solver::with_resources(half);
        let assumptions = paranoia.assumptions().to_vec();
        let chance = args.chance.then(|| {
            chance::Asking::new(
                half.memory().unwrap_or(crate::search::chance::DEFAULT_TABLE_MB),
                assumptions,
                args.nodes,
                args.seconds,
            )
        });
        Solvers { open, paranoia, depth, goal: args.goal, ladder: args.ladder, limits, chance }
    }

    /// Asks the search that the position's view calls for.
    fn answer(&mut self, position: &Position) -> Result<Answer, String> {
        if let Some(chance) = &mut self.chance {
            let goal = self.goal.unwrap_or(position.goal());
            return Ok(Answer::Chance(Box::new(chance.answer(position, goal)?)));
        }
        let answer = match position.view() {
            View::Open => self.open_answer(position),
            View::Seat(seat) => self.paranoia_answer(position, seat),
        };
        answer.map(|answer| Answer::Value(Box::new(answer)))
    }

    fn paranoia_answer(&mut self, position: &Position, seat: Seat) -> Result<SolveJson, String> {
        let goal = self.goal.unwrap_or(position.goal());
        let knowledge = Knowledge::of(position, seat).map_err(|error| speech::search_error(&error))?;
        let knowledge = knowledge.assuming(position, self.paranoia.assumptions());
        let worlds = knowledge.count();
        let start = Instant::now();
        // The viewer takes what is best for him, everyone else what is worst.
        let declarers = (position.turn() == Some(seat)) == (seat == position.declarer());
        let known = known(&mut self.paranoia, position, goal, self.depth, declarers, &self.limits)?;
        let mut ladder = Vec::new();
        if self.ladder {
            let steps =
                self.paranoia.ladder(position, &self.limits).map_err(|error| speech::search_error(&error))?;
            ladder = steps.into_iter().map(|(goal, wins)| (goal.to_string(), wins)).collect();
        }
        let ms = start.elapsed().as_secs_f64() * 1000.0;
        let answer = known.into_answer(position, goal, worlds, self.paranoia.covered(), ms);
        let assumptions = knowledge.assumptions().iter().map(Assumption::to_string).collect();
        Ok(SolveJson { assumptions, ladder, ..answer })
    }

    fn open_answer(&mut self, position: &Position) -> Result<SolveJson, String> {
        let goal = self.goal.unwrap_or(position.goal());
        let start = Instant::now();
        let declarers = position.turn() == Some(position.declarer());
        let known = known(&mut self.open, position, goal, self.depth, declarers, &self.limits)?;
        let ms = start.elapsed().as_secs_f64() * 1000.0;
        Ok(known.into_answer(position, goal, 1, 1.0, ms))
    }
}

/// Asks a search as much as is wanted. `declarers` tells whether the next card is chosen for the most
/// points of the declarer or for the fewest.
fn known(
    solver: &mut impl PositionSolver,
    position: &Position,
    goal: Goal,
    depth: Depth,
    declarers: bool,
    limits: &Limits,
) -> Result<Known, String> {
    let mut nodes = 0;
    let (mut value, mut cards) = (None, None);
    if depth == Depth::Cards && position.turn().is_some() {
        let found = solver.cards(position, goal, limits).map_err(|error| speech::search_error(&error))?;
        nodes += solver.nodes();
        value = best(&found, declarers);
        cards = Some(found);
    } else if depth != Depth::Decision {
        value = Some(solver.value(position, limits).map_err(|error| speech::search_error(&error))?);
        nodes += solver.nodes();
        cards = (depth == Depth::Cards).then(Vec::new);
    }
    let null = position.game() == Game::Null;
    let declarer_wins = match (value, goal) {
        (Some(value), Goal::Points(points)) if !null => value.reaches(points),
        (Some(value), Goal::NoTrick) if null => value.reaches(1),
        _ => {
            let decided =
                solver.decide(position, goal, limits).map_err(|error| speech::search_error(&error))?;
            nodes += solver.nodes();
            decided
        }
    };
    Ok(Known { value, declarer_wins, cards, nodes })
}

/// What a search found out, before it is put into words.
struct Known {
    value: Option<Bounds>,
    declarer_wins: Option<bool>,
    cards: Option<Vec<CardValue>>,
    nodes: u64,
}

impl Known {
    /// The answer, for so many worlds of which the search covered a share.
    fn into_answer(self, position: &Position, goal: Goal, worlds: u64, covered: f64, ms: f64) -> SolveJson {
        let Known { value, declarer_wins, cards, nodes } = self;
        let points = position.game() != Game::Null;
        let unknown = value.is_some_and(|value| value.exact().is_none()) || declarer_wins.is_none();
        let answered = !unknown && cards.iter().flatten().all(|card| card.value.exact().is_some());
        let exact = answered && covered == 1.0;
        SolveJson {
            position: position.to_string(),
            view: position.view().to_string(),
            turn: position.turn().map(|seat| seat.to_string()),
            goal: match goal {
                Goal::Points(points) => points.into(),
                other => other.to_string().into(),
            },
            value: value.filter(|_| points).and_then(Bounds::exact),
            bounds: value.filter(|value| points && value.exact().is_none()).map(|b| [b.low, b.high]),
            declarer_wins,
            worlds,
            cards: cards.map(|cards| cards.iter().map(|card| CardAnswer::of(card, points)).collect()),
            exact,
            covered: (!exact).then_some(if declarer_wins.is_some() { covered } else { 0.0 }),
            assumptions: Vec::new(),
            ladder: Vec::new(),
            nodes,
            ms,
        }
    }
}

/// The value of a position by those of its cards.
fn best(cards: &[CardValue], declarer: bool) -> Option<Bounds> {
    cards.iter().map(|card| card.value).reduce(|a, b| {
        if declarer {
            Bounds { low: a.low.max(b.low), high: a.high.max(b.high) }
        } else {
            Bounds { low: a.low.min(b.low), high: a.high.min(b.high) }
        }
    })
}

/// One answer, as `--json` prints it.
#[derive(Serialize)]
struct SolveJson {
    position: String,
    view: String,
    turn: Option<String>,
    goal: serde_json::Value,
    value: Option<u8>,
    /// Where the value lies, if the search was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[u8; 2]>,
    declarer_wins: Option<bool>,
    worlds: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<Vec<CardAnswer>>,
    exact: bool,
    /// The share of worlds the answer holds for, if it is not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    covered: Option<f64>,
    /// What the answer rests on beyond the rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<String>,
    /// Goals from the lowest up, and whether the declarer reaches each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ladder: Vec<(String, Option<bool>)>,
    nodes: u64,
    ms: f64,
}

#[derive(Serialize)]
struct CardAnswer {
    #[serde(serialize_with = "as_text")]
    card: Card,
    value: Option<u8>,
    declarer_wins: Option<bool>,
}

#[derive(Serialize)]
struct BadLine<'a> {
    position: &'a str,
    error: &'a str,
}

fn as_text<S: serde::Serializer>(card: &Card, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(card)
}

impl CardAnswer {
    fn of(found: &CardValue, points: bool) -> CardAnswer {
        let value = found.value.exact().filter(|_| points);
        CardAnswer { card: found.card, value, declarer_wins: found.declarer_wins }
    }
}

fn won(declarer_wins: Option<bool>, words: &Words) -> &'static str {
    words.t(match declarer_wins {
        Some(true) => "cli.won",
        Some(false) => "cli.lost",
        None => "cli.open",
    })
}

impl SolveJson {
    /// `74 won`, `lost`, or what is known.
    fn verdict(&self, words: &Words) -> String {
        let won = won(self.declarer_wins, words);
        match (self.value, self.bounds) {
            (Some(value), _) => format!("{value} {won}"),
            (None, Some([low, high])) => format!("{low}–{high} {won}"),
            (None, None) => won.to_string(),
        }
    }

    fn print(&self, position: &Position, out: &mut impl Write) -> io::Result<()> {
        let words = &speech::words();
        let goal = self.goal.as_str().map_or_else(|| self.goal.to_string(), str::to_string);
        writeln!(out, "{}", speech::head(position, &goal, self.worlds, words))?;
        writeln!(out, "{}", self.verdict(words))?;
        if let Some(covered) = self.covered.filter(|_| self.declarer_wins.is_some() && self.worlds > 1) {
            writeln!(out, "{}", words.fill("cli.covered", &[("share", &words.percent(covered, 2))]))?;
        }
        if !self.assumptions.is_empty() {
            writeln!(out, "{}", words.fill("cli.assuming", &[("list", &self.assumptions.join(", "))]))?;
        }
        for (goal, wins) in &self.ladder {
            writeln!(out, "{goal:>8}  {}", won(*wins, words))?;
        }
        for card in self.cards.iter().flatten() {
            let value = card.value.map_or(String::new(), |value| value.to_string());
            writeln!(out, "  {}  {value:>3}  {}", card.card, won(card.declarer_wins, words))?;
        }
        let (nodes, ms) = (words.number(self.nodes), words.decimal(self.ms, 1));
        writeln!(out, "{}", words.fill("cli.effort", &[("n", &nodes), ("ms", &ms)]))
    }
}
