//! Why a wrong card fails: the trick that it costs.

use super::facts::trick_number;
use super::tricks::{had_to_take, played};
use crate::cards::{Card, Cards};
use crate::deal::{Play, Position};
use crate::rules::{Goal, Side};
use crate::search::proof::{Claim, Refutation};
use crate::words::Words;

/// A wrong first card and how it fails.
#[derive(Clone, Debug)]
pub(super) struct Try {
    /// The card.
    pub card: Card,
    /// The line that beats it.
    pub refutation: Refutation,
    /// With open cards, the declarer's points after it.
    pub value: Option<u8>,
}

/// Cards that a player counts by name when they are lost.
const FULL: u8 = 10;

/// The trick that decides it, as a clause: in a game for points the dearest one that the other side takes, in Null and for
/// every trick the one that ends it. Nothing where no single trick does.
pub(super) fn reason(position: &Position, question: Claim, wrong: &Try, words: &Words) -> Option<String> {
    let end = played(position, &wrong.refutation.line)?;
    let game = position.game();
    let first = position.history().len() / 3;
    let whole = end.history().chunks_exact(3).enumerate().skip(first);
    let tricks: Vec<(usize, &[Play], usize)> = whole
        .map(|(at, trick)| (at, trick, game.trick_winner([trick[0].card, trick[1].card, trick[2].card])))
        .collect();
    let side = |(_, trick, winner): &(usize, &[Play], usize)| trick[*winner].seat.side(position.declarer());
    let worth = |trick: &[Play]| trick.iter().map(|play| play.card.points()).sum::<u8>();
    let (decisive, key) = match (question.goal, question.side) {
        (Goal::Points(_), asked) => {
            let lost = tricks.iter().filter(|trick| side(trick) != asked);
            (lost.max_by_key(|(_, trick, _)| worth(trick)), "reason.takes")
        }
        (Goal::NoTrick, Side::Declarer) => {
            // "Has to" only where it is so in the deal that is told.
            let forced = played(&wrong.refutation.position, &wrong.refutation.line)
                .is_some_and(|end| had_to_take(&end));
            (tricks.last(), if forced { "reason.must_take" } else { "reason.takes_one" })
        }
        (Goal::EveryTrick, Side::Declarer) => (tricks.last(), "reason.takes_one"),
        // The declarer has what he wants in every trick, not in one.
        (_, Side::Defenders) => (None, "reason.takes_one"),
    };
    let (at, trick, winner) = decisive?;
    let points = worth(trick);
    if matches!(question.goal, Goal::Points(_)) && points == 0 {
        return None;
    }
    let best = trick[*winner];
    // Tens and aces that the asked side loses in it.
    let fallen: Cards = trick
        .iter()
        .filter(|play| play.seat.side(position.declarer()) == question.side)
        .map(|play| play.card)
        .filter(|card| card.points() >= FULL && matches!(question.goal, Goal::Points(_)))
        .collect();
    let number = trick_number(position, 0) - first + at;
    let with = match fallen.is_empty() {
        true => String::new(),
        false => words.fill("reason.with", &[("cards", &words.cards(fallen, game))]),
    };
    Some(words.fill(
        key,
        &[
            ("trick", &words.ordinal(number as u64)),
            ("seat", &words.seat_in_text(best.seat)),
            ("card", &words.card_in_text(best.card)),
            ("points", &words.points(points)),
            ("with", &with),
        ],
    ))
}
