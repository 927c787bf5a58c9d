//! A position on the table, as much of it as somebody may see.

use super::cards::Look;
use super::table::{Balance, SeatModel, Slot, TableModel};
use crate::cards::{Card, Cards};
use crate::deal::{Deal, Place, Play, Position};
use crate::knowledge::Knowledge;
use crate::rules::{BySeat, Contract, Game, Goal, Seat, Side};
use crate::words::Words;

/// Whose eyes look at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// All cards that the position tells.
    All,
    /// What a player sees: his own cards, and backs.
    Player(Seat),
    /// What a player knows: for every hidden place the cards that may lie there, with their chances.
    Knowledge(Seat),
}

/// The table of a position. `look` marks single cards; cards that may not be played are marked here.
pub fn table_of(
    position: &Position,
    goal: Goal,
    sight: Visibility,
    bottom: Seat,
    words: &Words,
    look: impl Fn(Card) -> Look,
) -> TableModel {
    let hidden = Hidden::of(position, sight);
    let last = position.tricks().filter(|trick| trick.len() == 3).last().unwrap_or_default();
    let seat_model = |seat: Seat| {
        let on_turn = position.turn() == Some(seat);
        let mut slots = hidden.slots(position, Place::Hand(seat), &look);
        if on_turn {
            let playable = position.playable();
            for slot in &mut slots {
                slot.look.illegal = slot.card.is_some_and(|card| !playable.has(card));
            }
        }
        let role = if seat == position.declarer() { "role.declarer" } else { "role.defender" };
        SeatModel { name: words.seat(seat).into(), note: words.t(role).into(), slots, on_turn, chosen: false }
    };
    TableModel {
        bottom,
        seats: BySeat::from_fn(seat_model),
        skat: SeatModel {
            name: words.t("place.skat").into(),
            slots: hidden.slots(position, Place::Skat, &look),
            ..SeatModel::default()
        },
        trick: position
            .trick()
            .iter()
            .map(|play| (play.seat, Slot { card: Some(play.card), look: look(play.card) }))
            .collect(),
        last_trick: last.iter().map(|play| (play.seat, play.card)).collect(),
        last_trick_name: last_trick_name(position.game(), last, words),
        heading: heading(words, Some(position.contract()), position.bid()),
        score: score(words, position, goal, known_skat(position, sight)),
        balance: balance(position, goal, known_skat(position, sight)),
        hint: String::new(),
        middle_name: words.t("table.middle").into(),
        asked: Vec::new(),
    }
}

/// What of a position is hidden from whom.
enum Hidden {
    Nothing,
    Backs(Seat),
    Chances(Seat, Vec<(Card, [f64; 4])>),
}

impl Hidden {
    fn of(position: &Position, sight: Visibility) -> Hidden {
        match sight {
            Visibility::All => Hidden::Nothing,
            Visibility::Player(seat) => Hidden::Backs(seat),
            // Whoever does not know his own hand knows nothing that could be shown.
            Visibility::Knowledge(seat) => match Knowledge::of(position, seat) {
                Ok(knowledge) => Hidden::Chances(seat, knowledge.matrix()),
                Err(_) => Hidden::Backs(seat),
            },
        }
    }

    fn slots(&self, position: &Position, place: Place, look: &impl Fn(Card) -> Look) -> Vec<Slot> {
        let face = |card: Card| Slot { card: Some(card), look: look(card) };
        let here = match place {
            Place::Hand(seat) => position.hand(seat),
            Place::Skat => position.skat(),
        };
        let room = match place {
            Place::Hand(seat) => position.cards_left(seat),
            Place::Skat => 2,
        };
        let sorted = |cards: Cards| position.game().sorted(cards).into_iter();
        let visible = match self {
            Hidden::Nothing => true,
            Hidden::Backs(viewer) => is_seen(position, place, *viewer) || is_told(position, place),
            Hidden::Chances(viewer, _) => is_seen(position, place, *viewer),
        };
        let mut slots: Vec<Slot> = if visible { sorted(here).map(face).collect() } else { Vec::new() };
        if let (false, Hidden::Chances(_, chances)) = (visible, self) {
            let chance_of = |card: Card| {
                let row = chances.iter().find(|(other, _)| *other == card);
                row.map_or(0.0, |(_, row)| row[place.index()] as f32)
            };
            let possible: Cards =
                chances.iter().map(|(card, _)| *card).filter(|&card| chance_of(card) > 0.0).collect();
            return sorted(possible)
                .map(|card| {
                    let chance = Some(chance_of(card)).filter(|chance| *chance < 1.0);
                    Slot { card: Some(card), look: Look { chance, ..look(card) } }
                })
                .collect();
        }
        slots.resize_with(slots.len().max(room), Slot::default);
        slots
    }
}

/// Whether a player rightfully sees a place.
fn is_seen(position: &Position, place: Place, viewer: Seat) -> bool {
    let declarer = position.declarer();
    match place {
        Place::Hand(seat) => seat == viewer || seat == declarer && position.contract().is_ouvert(),
        Place::Skat => viewer == declarer && !position.contract().is_hand(),
    }
}

/// Whether the position tells everybody some cards of a place.
fn is_told(position: &Position, place: Place) -> bool {
    match place {
        Place::Hand(seat) => position.start().hands[seat].more,
        Place::Skat => position.start().skat.more,
    }
}

/// Who took the last trick.
pub fn last_trick_name(game: Game, trick: &[Play], words: &Words) -> String {
    let [a, b, c] = trick else { return String::new() };
    let winner = trick[game.trick_winner([a.card, b.card, c.card])].seat;
    words.fill("table.last_trick", &[("seat", &words.seat(winner))])
}

/// Contract and bid.
pub fn heading(words: &Words, contract: Option<Contract>, bid: Option<u16>) -> String {
    let Some(contract) = contract else { return words.t("table.no_game").into() };
    let name = words.contract(contract);
    match bid {
        Some(bid) => words.fill("table.bid", &[("game", &name), ("bid", &bid)]),
        None => name,
    }
}

/// The skat as far as somebody knows it: it is the declarer's from the start. Nothing unless he knows all of it.
pub fn known_skat(position: &Position, sight: Visibility) -> Cards {
    let seen = match sight {
        Visibility::All => true,
        Visibility::Player(seat) | Visibility::Knowledge(seat) => is_seen(position, Place::Skat, seat),
    };
    let skat = position.skat();
    if seen && skat.len() == Deal::SKAT { skat } else { Cards::NONE }
}

/// Points of both sides against the goal, line by line; the declarer's with what is known of the skat. Null has no points.
pub fn score(words: &Words, position: &Position, goal: Goal, skat: Cards) -> Vec<String> {
    let (own, other) = (position.points(Side::Declarer) + skat.points(), position.points(Side::Defenders));
    let (won, lost) = (position.tricks_of(Side::Declarer), position.tricks_of(Side::Defenders));
    let points = if skat.is_empty() { "table.points" } else { "table.points_with_skat" };
    let mut lines = vec![
        words.fill(points, &[("own", &own), ("other", &other)]),
        words.t("table.sides").into(),
        words.fill("table.tricks", &[("own", &won), ("other", &lost)]),
        words.fill("table.goal", &[("goal", &words.goal(goal))]),
    ];
    if position.game() == Game::Null {
        lines.remove(0);
    }
    lines
}

/// The same as a bar, where points count.
pub fn balance(position: &Position, goal: Goal, skat: Cards) -> Option<Balance> {
    (position.game() != Game::Null).then(|| Balance {
        declarer: position.points(Side::Declarer) + skat.points(),
        defenders: position.points(Side::Defenders),
        goal: match goal {
            Goal::Points(points) => Some(points),
            _ => None,
        },
    })
}
