//! A puzzle's table in words: what a reader of its diagram sees, what he is told, and what he is asked.

use super::{Shown, Skat, known, question, score, subtitle, turn};
use crate::cards::Cards;
use crate::deal::{Position, View};
use crate::puzzle::Puzzle;
use crate::puzzle::question::kind;
use crate::rules::{BySeat, Seat};
use crate::words::{SeatInWords, TableInWords, Words};

/// The table of a puzzle as its question shows it, and the question itself.
#[must_use]
pub fn spoken(puzzle: &Puzzle, words: &Words) -> String {
    let mut table = table(puzzle, &Shown::question(puzzle), words);
    let asked = puzzle.question.get(words.language);
    table.more.push(match asked.is_empty() {
        true => question(puzzle, words),
        false => words.transposed(asked),
    });
    words.told_table(&table)
}

/// A position in words, for whoever looks on: the hands that the view lets be seen.
#[must_use]
pub fn spoken_position(position: &Position, words: &Words) -> String {
    let puzzle = Puzzle::new(position.clone());
    words.told_table(&table(&puzzle, &seen(position), words))
}

/// The cards that the position's view lets be seen.
fn seen(position: &Position) -> Shown {
    let (view, declarer) = (position.view(), position.declarer());
    let sees = |seat: Seat| view == View::Open || view == View::Seat(seat);
    let hands = BySeat::from_fn(|seat| sees(seat).then(|| position.hand(seat)));
    let knows_skat = view == View::Open || view == View::Seat(declarer) && !position.contract().is_hand();
    let skat = match position.skat() {
        _ if !position.has_skat() => Skat::Absent,
        skat if knows_skat && !skat.is_empty() => Skat::Cards(skat),
        _ => Skat::Hidden,
    };
    Shown { hands, skat }
}

fn table(puzzle: &Puzzle, shown: &Shown, words: &Words) -> TableInWords {
    let position = &puzzle.position;
    let game = position.game();
    let sorted = |cards: Cards| game.sorted(cards);
    let mut seats: Vec<SeatInWords> = Seat::ALL
        .into_iter()
        .map(|seat| {
            let cards = shown.hands[seat].unwrap_or_default();
            SeatInWords {
                name: words.seat(seat).into(),
                note: if seat == position.declarer() {
                    words.t("role.declarer").into()
                } else {
                    String::new()
                },
                hidden: position.cards_left(seat).saturating_sub(cards.len()),
                cards: sorted(cards),
            }
        })
        .collect();
    let skat = |cards: Cards, hidden: usize| SeatInWords {
        name: words.t("place.skat").into(),
        note: String::new(),
        cards: sorted(cards),
        hidden,
    };
    match shown.skat {
        Skat::Cards(cards) | Skat::Found(cards) => {
            seats.push(skat(cards, 2_usize.saturating_sub(cards.len())))
        }
        Skat::Hidden => seats.push(skat(Cards::NONE, 2)),
        Skat::Asked | Skat::Absent => {}
    }
    let told = |plays: &[crate::deal::Play]| {
        plays.iter().map(|play| (words.seat(play.seat).to_string(), play.card)).collect::<Vec<_>>()
    };
    let last = position.tricks().last().unwrap_or(&[]);
    let label = words.t("facts.score");
    let mut score_lines: Vec<String> =
        score(position, words).into_iter().map(|score| format!("{label}: {score}")).collect();
    if kind(puzzle.asks).table(puzzle).contract {
        score_lines.push(words.fill("table.goal", &[("goal", &words.goal(puzzle.goal()))]));
    }
    let known = known(puzzle, words);
    let mut more = Vec::new();
    if !known.is_empty() {
        more.push(words.fill("question.known", &[("what", &words.and(&known))]));
    }
    TableInWords {
        heading: subtitle(puzzle, words),
        turn: String::new(),
        seats,
        trick: told(position.trick()),
        last_trick: told(last),
        last_trick_name: last_trick_name(position, words),
        score: turn(position, words).into_iter().chain(score_lines).collect(),
        more,
    }
}

fn last_trick_name(position: &Position, words: &Words) -> String {
    let Some(trick) = position.tricks().last() else { return String::new() };
    let [a, b, c] = trick else { return String::new() };
    let winner = trick[position.game().trick_winner([a.card, b.card, c.card])].seat;
    words.fill("table.last_trick", &[("seat", &words.seat(winner))])
}
