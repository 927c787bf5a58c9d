//! `kiebitz bid`: what the AI would bid and play.

use super::{Failure, Finding, learn, speech};
use crate::cards::Cards;
use crate::player::{Offer, Player, Prospect, Style, Tables};
use crate::rules::{Game, Seat, ladder};
use crate::words::Words;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;

/// Tells what the AI would bid on ten cards, and why
#[derive(clap::Args)]
pub(super) struct Args {
    /// The ten cards, as in CJ.SJ.CA.CT.C9.C8.HA.HK.D9.D7
    hand: String,
    /// The seat: F, M or R
    #[arg(long, default_value = "F")]
    position: String,
    /// The number for which the game is played; the first one can say if none is named
    #[arg(long, value_name = "N", default_value_t = FIRST)]
    bid: u16,
    /// Tables to use instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// JSON
    #[arg(long)]
    json: bool,
}

/// Whoever wants to play says this first, and mostly gets the game for it or a little more.
const FIRST: u16 = 18;

/// What is told of a hand.
struct Told<'a> {
    hand: Cards,
    seat: Seat,
    highest: Option<u16>,
    bid: u16,
    worth: f64,
    with_skat: f64,
    prospects: &'a [Prospect],
    hand_games: &'a [Offer],
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let words = speech::words();
    let bad = |key, values: &[(&str, &dyn std::fmt::Display)]| Failure::Input(words.fill(key, values));
    let hand: Cards = args
        .hand
        .parse()
        .map_err(|error| bad("cli.bad_hand", &[("why", &crate::problems::spelling(&words, &error))]))?;
    if hand.len() != 10 {
        return Err(bad("cli.hand_size", &[("n", &hand.len())]));
    }
    let seat =
        Seat::from_letter(&args.position).ok_or_else(|| bad("cli.no_seat", &[("text", &args.position)]))?;
    if !ladder().contains(&args.bid) {
        return Err(bad("cli.no_bid", &[("n", &args.bid)]));
    }
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
    let bid = args.bid;
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
    let told =
        Told { hand, seat, highest, bid, worth, with_skat, prospects: &prospects, hand_games: &hand_games };
    told.print(&words, &mut out)?;
    Ok(Finding::Clean)
}

impl Told<'_> {
    fn print(&self, words: &Words, out: &mut impl Write) -> io::Result<()> {
        let score = |value: f64| signed(value, words);
        let percent = |share: f64| words.percent(share, 1);
        let (hand, seat, bid) = (words.hand(self.hand, Game::Grand), words.seat(self.seat), self.bid);
        match self.highest {
            Some(highest) => {
                let values: &[(&str, &dyn std::fmt::Display)] =
                    &[("hand", &hand), ("seat", &seat), ("n", &highest)];
                writeln!(out, "{}", words.fill("cli.bids_up_to", values))?;
            }
            None => writeln!(out, "{}", words.fill("cli.passes", &[("hand", &hand), ("seat", &seat)]))?,
        }
        let head = words.fill("cli.bid_with_skat", &[("n", &bid), ("score", &score(self.with_skat))]);
        writeln!(out, "\n{head}")?;
        let columns = [words.t("cli.bid_chosen"), words.t("cli.bid_wins"), words.t("cli.bid_score")];
        let row = |out: &mut dyn Write, name: &str, cells: [&str; 3]| {
            writeln!(out, "  {name:22}{:>10}{:>10}{:>10}", cells[0], cells[1], cells[2])
        };
        row(out, words.t("cli.bid_game"), columns)?;
        for game in self.prospects {
            let cells = [percent(game.chosen), percent(game.win), score(game.score)];
            row(out, words.game(game.game), [&cells[0], &cells[1], &cells[2]])?;
        }
        writeln!(out, "\n{}", words.fill("cli.bid_hand", &[("n", &bid)]))?;
        row(out, words.t("cli.bid_game"), [words.t("contract.schneider"), columns[1], columns[2]])?;
        for offer in self.hand_games.iter().take(6) {
            let cells = [percent(offer.schneider), percent(offer.win), score(offer.score)];
            row(out, &words.contract(offer.contract), [&cells[0], &cells[1], &cells[2]])?;
        }
        let by_hand = self.hand_games.first().is_some_and(|offer| offer.score > self.with_skat);
        let key = if by_hand { "cli.bid_hand_better" } else { "cli.bid_skat_better" };
        writeln!(out, "\n{}", words.fill(key, &[("score", &score(self.worth))]))
    }
}

/// A score with its sign, as the language writes it.
fn signed(value: f64, words: &Words) -> String {
    let text = words.decimal(value, 1);
    if value >= 0.0 { format!("+{text}") } else { text }
}
