//! `kiebitz fewest`: which hand with the fewest points is still unlosable.

use super::{Failure, Finding, input, progress, speech};
use crate::cards::Cards;
use crate::puzzle::fewest::{Fewest, FewestQuery};
use crate::puzzle::question::Engines;
use crate::rules::{Contract, Goal, Seat};
use crate::search::Limits;
use serde::Serialize;
use std::io::Write as _;
use std::time::{Duration, Instant};

/// Searches for the ten cards with the fewest points with which a game is unlosable without looking into the skat
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game: C S H D G N, with announcements if there are any (GHS, NHO)
    #[arg(long, default_value = "G")]
    game: Contract,
    /// The declarer's seat: F, M or R
    #[arg(long, default_value = "F", value_parser = input::seat)]
    seat: Seat,
    /// Another goal than the contract's: points, schneider or schwarz
    #[arg(long)]
    goal: Option<Goal>,
    /// Cards that the hand holds in any case
    #[arg(long, value_name = "CARDS", default_value = "-")]
    has: Cards,
    /// Cards that it does not hold
    #[arg(long, value_name = "CARDS", default_value = "-")]
    without: Cards,
    /// Points from which the search starts
    #[arg(long, value_name = "POINTS", default_value_t = 0)]
    from: u8,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct FewestJson {
    contract: String,
    declarer: String,
    goal: String,
    /// The points; null if the search was stopped, and then no hand has fewer than `reached`.
    points: Option<u8>,
    reached: u8,
    hands: Vec<String>,
    tried: u64,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let words = speech::words_for(args.json);
    let game = args.game.game();
    let named = args.game;
    let contract =
        Contract::new(game, true, named.announces_schneider(), named.announces_schwarz(), named.is_ouvert())
            .unwrap_or(Contract::hand_game(game));
    if args.has.len() > 10 || !(args.has & args.without).is_empty() {
        return Err(Failure::Input(words.t("cli.fewest_cards").into()));
    }
    let mut query = FewestQuery::new(contract, args.seat);
    query.goal = args.goal.unwrap_or(query.goal);
    (query.has, query.without, query.from) = (args.has, args.without, args.from);
    let end = args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let bar = progress::bar(120);
    let (mut reached, mut looked) = (args.from, 0);
    let found = query
        .search(&mut Engines::new(), &Limits::none(), |points, tried| {
            (reached, looked) = (points, tried);
            bar.set_position(points.into());
            if tried % 64 == 0 {
                bar.set_message(words.fill(
                    "cli.fewest_at",
                    &[("points", &words.points(points)), ("n", &words.number(tried))],
                ));
            }
            end.is_none_or(|end| Instant::now() < end)
        })
        .map_err(|error| Failure::Input(speech::search_error(&error)))?;
    bar.finish_and_clear();
    let mut out = crate::cli::output::stdout();
    if args.json {
        let spelled = |found: &Fewest| found.hands.iter().map(ToString::to_string).collect();
        let answer = FewestJson {
            contract: contract.to_string(),
            declarer: args.seat.to_string(),
            goal: query.goal.to_string(),
            points: found.as_ref().map(|found| found.points),
            reached,
            hands: found.as_ref().map_or_else(Vec::new, spelled),
            tried: looked,
        };
        writeln!(out, "{}", crate::cli::output::json(&answer)?)?;
        return Ok(Finding::Clean);
    }
    let seat = words.seat(args.seat);
    match &found {
        Some(found) => {
            let points = words.points(found.points);
            let contract = words.contract(contract);
            writeln!(
                out,
                "{}",
                words.fill("cli.fewest", &[("contract", &contract), ("seat", &seat), ("points", &points)])
            )?;
            for &hand in &found.hands {
                writeln!(out, "  {}", words.hand(hand, game))?;
            }
        }
        None => writeln!(out, "{}", words.fill("cli.fewest_none", &[("points", &words.points(reached))]))?,
    }
    let tried = words.count("cli.fewest_tried_one", "cli.fewest_tried", looked);
    writeln!(out, "{tried}")?;
    Ok(Finding::Clean)
}
