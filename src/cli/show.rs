//! `kiebitz show`: a position as a readable table.

use super::{Failure, Finding, input, speech};
use crate::cards::{Card, Cards};
use crate::deal::{Play, Position};
use crate::puzzle::wording::trick_number;
use crate::rules::{Game, Seat, Side};
use crate::words::capitalised;
use std::fmt::Display;
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

fn table(position: &Position, ascii: bool, out: &mut impl Write) -> io::Result<()> {
    let words = speech::words();
    let (seat, goal) = (words.seat(position.declarer()), words.goal_in_text(position.goal()));
    let contract = capitalised(&words.contract_in_text(position.contract()));
    let bid = position.bid().map_or(String::new(), |bid| words.fill("cli.bid", &[("bid", &bid)]));
    let title = &[("contract", &contract as &dyn Display), ("bid", &bid), ("seat", &seat), ("goal", &goal)];
    writeln!(out, "{}", words.fill("cli.title", title))?;
    writeln!(out)?;
    for seat in Seat::ALL {
        let mark = if seat == position.declarer() { '*' } else { ' ' };
        let turn = if position.turn() == Some(seat) { '>' } else { ' ' };
        let hidden = position.cards_left(seat) - position.hand(seat).len();
        let cards = hand(position.game(), position.hand(seat), hidden, ascii);
        writeln!(out, "{turn}{mark}{:<11}{cards}", words.seat(seat))?;
    }
    let hidden = if position.has_skat() { 2 - position.skat().len() } else { 0 };
    writeln!(
        out,
        "  {:<11}{}",
        words.t("place.skat"),
        hand(position.game(), position.skat(), hidden, ascii)
    )?;
    writeln!(out)?;
    let first = trick_number(position, 0) - position.tricks().count();
    for (i, trick) in position.tricks().enumerate() {
        let cards: Vec<Card> = trick.iter().map(|play| play.card).collect();
        if let &[a, b, c] = cards.as_slice() {
            let winner = trick[position.game().trick_winner([a, b, c])].seat;
            let points: u8 = cards.iter().map(|card| card.points()).sum();
            let number = first + i;
            let label = words.fill("cli.trick", &[("n", &number)]);
            let to =
                words.fill("cli.trick_to", &[("seat", &words.seat_in_text(winner)), ("points", &points)]);
            writeln!(out, "  {label:<11}{}  {to}", plays(trick, ascii))?;
        }
    }
    if !position.trick().is_empty() {
        writeln!(out, "  {:<11}{}", words.t("cli.table"), plays(position.trick(), ascii))?;
    }
    let (declarer, defenders) = (position.points(Side::Declarer), position.points(Side::Defenders));
    let points = words.fill("facts.score_is", &[("declarer", &declarer), ("defenders", &defenders)]);
    writeln!(out, "  {:<11}{points}", words.t("cli.points"))?;
    match position.turn() {
        Some(seat) => writeln!(out, "  {:<11}{}", words.t("cli.turn"), words.seat(seat))?,
        None => writeln!(out, "  {}", words.t("cli.over"))?,
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
    let letter = |seat: Seat| speech::words().seat_letter(seat);
    let each: Vec<String> =
        trick.iter().map(|play| format!("{} {}", letter(play.seat), face(play.card, ascii))).collect();
    each.join("  ")
}

fn face(card: Card, ascii: bool) -> String {
    if ascii { card.to_string() } else { speech::words().short_card(card) }
}
