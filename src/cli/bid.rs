//! `kiebitz bid`: what the AI would bid and play.

use super::{Failure, Finding, learn};
use crate::cards::Cards;
use crate::player::{Player, Style, Tables};
use crate::rules::{Seat, ladder};
use serde_json::json;
use std::io::Write as _;
use std::path::PathBuf;

/// Tells what the AI would bid on ten cards, and why
#[derive(clap::Args)]
pub(super) struct Args {
    /// The ten cards, as in CJ.SJ.CA.CT.C9.C8.HA.HK.D9.D7
    hand: String,
    /// The seat: F, M or R
    #[arg(long, default_value = "F")]
    position: String,
    /// Tables to use instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let hand: Cards = args.hand.parse().map_err(|error| Failure::Input(format!("the hand: {error}")))?;
    if hand.len() != 10 {
        return Err(Failure::Input(format!("the hand has {} cards instead of ten", hand.len())));
    }
    let seat = Seat::from_letter(&args.position)
        .ok_or_else(|| Failure::Input(format!("'{}' is no seat (F, M, R)", args.position)))?;
    let own;
    let tables = match &args.tables {
        Some(path) => {
            own = learn::tables(path)?;
            &own
        }
        None => Tables::shipped(),
    };
    let mut player = Player::new(tables, Style::default());
    let highest = ladder().into_iter().take_while(|&bid| player.would_bid(hand, seat, bid, false)).last();
    let bid = highest.unwrap_or(18);
    let worth = player.worth(hand, seat, bid);
    let with_skat = player.outlook(hand, seat).score(bid);
    let prospects = player.outlook(hand, seat).prospects(bid);
    let hand_games = tables.hand_games(hand, seat, bid);
    let mut out = crate::cli::output::stdout();
    if args.json {
        let games: Vec<_> = prospects
            .iter()
            .map(|game| {
                json!({"game": game.game.letter().to_string(), "chosen": game.chosen, "win": game.win, "score": game.score})
            })
            .collect();
        let by_hand: Vec<_> = hand_games
            .iter()
            .map(|offer| json!({"contract": offer.contract.to_string(), "win": offer.win, "score": offer.score}))
            .collect();
        let answer = json!({
            "hand": hand.to_string(), "position": seat.letter().to_string(), "highest": highest, "bid": bid,
            "score": worth, "score_with_skat": with_skat, "games": games, "hand_games": by_hand,
        });
        writeln!(out, "{answer}")?;
        return Ok(Finding::Clean);
    }
    match highest {
        Some(highest) => writeln!(out, "{hand} at {seat}: bids up to {highest}")?,
        None => writeln!(out, "{hand} at {seat}: passes")?,
    }
    writeln!(out, "\nafter taking the skat, over all 231 skats, bid {bid}: score {with_skat:+.1}")?;
    writeln!(out, "  {:10}{:>9}{:>9}{:>9}", "game", "chosen", "wins", "score")?;
    for game in &prospects {
        let name = game.game.name();
        writeln!(
            out,
            "  {name:10}{:>8.1}%{:>8.1}%{:>+9.1}",
            game.chosen * 100.0,
            game.win * 100.0,
            game.score
        )?;
    }
    writeln!(out, "\nwithout looking at it")?;
    writeln!(out, "  {:10}{:>9}{:>9}{:>9}", "contract", "schneider", "wins", "score")?;
    for offer in hand_games.iter().take(6) {
        writeln!(
            out,
            "  {:10}{:>8.1}%{:>8.1}%{:>+9.1}",
            offer.contract.to_string(),
            offer.schneider * 100.0,
            offer.win * 100.0,
            offer.score
        )?;
    }
    let plays = if hand_games.first().is_some_and(|offer| offer.score > with_skat) {
        "the hand game is worth more than the skat"
    } else {
        "the skat is worth more than a hand game"
    };
    writeln!(out, "\nscore to expect {worth:+.1}: {plays}")?;
    Ok(Finding::Clean)
}
