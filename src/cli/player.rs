//! `kiebitz player`: decisions on standard input and output, a line each; what an engine protocol is to chess.

use super::resources::MemoryArg;
use super::{Failure, Finding};
use crate::player::{Decides as _, Player, Question, Style, Tables, bid_word};
use std::io::{self, BufRead as _, Write as _};

/// Answers decisions on standard input and output, a line each, so that other programs can play with it
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(super) struct Args {
    /// How it plays: beginner, club, best or baseline, then changes such as effort=0.5,seed=2
    #[arg(long, default_value = "best")]
    style: Style,
    #[command(flatten)]
    memory: MemoryArg,
}

const HELP: &str = "\
Every question holds all that the seat may see:

  hello                                                  kiebitz VERSION SETTINGS
  bid seat=M hand=CARDS                                  18, 20, ... or pass
  bid seat=F hand=CARDS auction=M18                      yes or pass
  hand seat=F hand=CARDS auction=M18.Fy.Mp.Rp            skat, or a hand game: SH
  announce seat=F hand=CARDS skat=CARDS auction=...      S C7.CQ
  card contract=S declarer=F bid=18 F=CARDS skat=CARDS played=CARDS view=F auction=...
                                                         HJ
  quit

auction= lists what was said: the seat's letter and a number, y for yes, p for pass.
card takes the words of a position line, seen from the seat on turn.
A question that cannot be answered brings 'error' and the reason.";

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let mut player = Player::with_resources(Tables::shipped(), args.style.clone(), args.memory.resources());
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = match line.parse() {
            Ok(Question::Quit) => break,
            Ok(question) => answer(&mut player, &question),
            Err(error) => Err(error.to_string()),
        };
        let mut out = super::output::stdout();
        match answer {
            Ok(answer) => writeln!(out, "{answer}")?,
            Err(reason) => writeln!(out, "error {reason}")?,
        }
        out.flush()?;
    }
    Ok(Finding::Clean)
}

fn answer(player: &mut Player<'_>, question: &Question) -> Result<String, String> {
    Ok(match question {
        Question::Hello => format!("kiebitz {} {}", env!("CARGO_PKG_VERSION"), player.style()),
        Question::Quit => String::new(),
        Question::Bid(sight) => {
            if sight.auction.turn() != Some(sight.seat) {
                return Err(format!("it is not {}'s turn to speak", sight.seat.letter()));
            }
            bid_word(player.call(sight))
        }
        Question::Hand(sight) => player.hand_game(sight).map_or("skat".into(), |game| game.to_string()),
        Question::Announce(sight) => {
            let (game, laid) = player.announce(sight).ok_or("there is nothing to announce")?;
            format!("{game} {laid}")
        }
        Question::Card(sight) => player.card(sight).ok_or("there is no card to play")?.to_string(),
    })
}
