//! `kiebitz show`: a position as a readable table.

use super::{Failure, Finding, input};
use crate::cards::{Card, Cards};
use crate::deal::{Play, Position};
use crate::rules::{Game, Seat, Side};
use std::io::{self, Write};

/// Shows a position: hands sorted as players sort them, skat, trick, points, whose turn
#[derive(clap::Args)]
pub(super) struct Args {
    /// A position line (as one argument or as several), a puzzle file, or - for standard input
    #[arg(required = true)]
    position: Vec<String>,
    /// Plain letters instead of suit symbols
    #[arg(long)]
    ascii: bool,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let position = input::position(&args.position)?;
    table(&position, args.ascii, &mut crate::cli::output::stdout())?;
    Ok(Finding::Clean)
}

fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::Forehand => "Forehand",
        Seat::Middlehand => "Middlehand",
        Seat::Rearhand => "Rearhand",
    }
}

fn table(position: &Position, ascii: bool, out: &mut impl Write) -> io::Result<()> {
    let contract = position.contract();
    let mut title = contract.game().name().to_uppercase();
    for (said, word) in [
        (contract.is_hand(), " hand"),
        (contract.announces_schneider(), ", schneider announced"),
        (contract.announces_schwarz(), ", schwarz announced"),
        (contract.is_ouvert(), ", ouvert"),
    ] {
        title += if said { word } else { "" };
    }
    let bid = position.bid().map_or(String::new(), |bid| format!(", bid {bid}"));
    writeln!(out, "{title}{bid}, declarer {}, goal {}", seat_name(position.declarer()), position.goal())?;
    writeln!(out)?;
    for seat in Seat::ALL {
        let mark = if seat == position.declarer() { '*' } else { ' ' };
        let turn = if position.turn() == Some(seat) { '>' } else { ' ' };
        let hidden = position.cards_left(seat) - position.hand(seat).len();
        let cards = hand(position.game(), position.hand(seat), hidden, ascii);
        writeln!(out, "{turn}{mark}{:<11}{cards}", seat_name(seat))?;
    }
    let hidden = if position.has_skat() { 2 - position.skat().len() } else { 0 };
    writeln!(out, "  {:<11}{}", "Skat", hand(position.game(), position.skat(), hidden, ascii))?;
    writeln!(out)?;
    for (i, trick) in position.tricks().enumerate() {
        let cards: Vec<Card> = trick.iter().map(|play| play.card).collect();
        if let &[a, b, c] = cards.as_slice() {
            let winner = trick[position.game().trick_winner([a, b, c])].seat;
            let points: u8 = cards.iter().map(|card| card.points()).sum();
            writeln!(out, "  Trick {:<5}{}  to {winner}, {points}", i + 1, plays(trick, ascii))?;
        }
    }
    if !position.trick().is_empty() {
        writeln!(out, "  On table   {}", plays(position.trick(), ascii))?;
    }
    let (declarer, defenders) = (position.points(Side::Declarer), position.points(Side::Defenders));
    writeln!(out, "  Points     {declarer} declarer : {defenders} defenders (skat not counted)")?;
    match position.turn() {
        Some(seat) => writeln!(out, "  Turn       {}", seat_name(seat))?,
        None => writeln!(out, "  All cards are played")?,
    }
    Ok(())
}

/// Groups parted by two blanks, as a player fans them; a dot for each unknown card.
fn hand(game: Game, cards: Cards, hidden: usize, ascii: bool) -> String {
    let mut text = String::new();
    let mut last = None;
    for card in game.sorted(cards) {
        let group = game.group(card);
        if let Some(last) = last {
            text += if last == group { " " } else { "  " };
        }
        last = Some(group);
        text += &face(card, ascii);
    }
    if hidden > 0 {
        text += if text.is_empty() { "" } else { "  " };
        text += &vec!["··"; hidden].join(" ");
    }
    text
}

fn plays(trick: &[Play], ascii: bool) -> String {
    let each: Vec<String> =
        trick.iter().map(|play| format!("{} {}", play.seat, face(play.card, ascii))).collect();
    each.join("  ")
}

fn face(card: Card, ascii: bool) -> String {
    if ascii { card.to_string() } else { format!("{}{}", card.suit().symbol(), card.rank()) }
}
