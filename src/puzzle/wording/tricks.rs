//! A line of play, trick by trick.

use crate::cards::Card;
use crate::deal::Position;
use crate::rules::{Game, Side};
use crate::words::Words;

/// The position after these cards.
pub(super) fn played(from: &Position, line: &[Card]) -> Option<Position> {
    let mut position = from.clone();
    for &card in line {
        position.play(card).ok()?;
    }
    Some(position)
}

/// Whether the declarer, who is on turn in a deal in which every card is known, has to take the trick on the table: whatever he
/// plays to it, the others can leave it to him.
#[must_use]
pub fn must_take(deal: &Position) -> bool {
    let taken = deal.tricks_of(Side::Declarer);
    deal.turn() == Some(deal.declarer())
        && deal.playable().iter().all(|card| {
            let mut next = deal.clone();
            next.play(card).is_ok() && can_leave(&next, taken)
        })
}

/// Whether the cards still to fall to the trick can leave it to the declarer, who had so many tricks before.
fn can_leave(deal: &Position, taken: u8) -> bool {
    if deal.trick().is_empty() {
        return deal.tricks_of(Side::Declarer) > taken;
    }
    deal.playable().iter().any(|card| {
        let mut next = deal.clone();
        next.play(card).is_ok() && can_leave(&next, taken)
    })
}

/// Whether the declarer had to take the last trick of a line that has been played in this deal.
#[must_use]
pub fn had_to_take(end: &Position) -> bool {
    let mut deal = end.clone();
    while let Some(last) = deal.history().last().copied() {
        deal.undo();
        if last.seat == deal.declarer() {
            return must_take(&deal);
        }
    }
    false
}

/// Each trick of a line: `3. V Karo-Ass, M Karo-7, H Karo-10 (+21, zusammen 53)`.
#[must_use]
pub fn tricks(from: &Position, line: &[Card], with_skat: bool, words: impl Into<Words>) -> Vec<String> {
    let words = &words.into();
    let Some(end) = played(from, line) else { return Vec::new() };
    let game = from.game();
    let first = from.history().len() / 3;
    let gone = 10 - from.hand_size();
    let skat = if with_skat && game != Game::Null { from.skat().points() } else { 0 };
    let mut totals = [from.start().points.0 + skat, from.start().points.1];
    let mut lines = Vec::new();
    for (number, trick) in end.history().chunks(3).enumerate() {
        let names: Vec<String> = trick
            .iter()
            .map(|play| format!("{} {}", words.seat_letter(play.seat), words.card(play.card)))
            .collect();
        let mut text = format!("{}. {}", gone + number + 1, names.join(", "));
        if let [a, b, c] = trick {
            let won = [a.card, b.card, c.card];
            let winner = trick[game.trick_winner(won)].seat;
            let worth = won.iter().map(|card| card.points()).sum::<u8>();
            let side = usize::from(winner != from.declarer());
            totals[side] += worth;
            let sign = if worth == 0 { "" } else { ["+", "−"][side] };
            let key = match (game, side) {
                (Game::Null, _) => "solution.trick_to",
                (_, 0) => "solution.trick_won",
                _ => "solution.trick_lost",
            };
            let worth = format!("{sign}{worth}");
            let seat = words.seat_in_text(winner);
            let told = words.fill(key, &[("seat", &seat), ("worth", &worth), ("all", &totals[side])]);
            text = format!("{text} ({told})");
        }
        if number >= first {
            lines.push(text);
        }
    }
    lines
}
