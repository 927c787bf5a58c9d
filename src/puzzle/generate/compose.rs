//! Cutting an endgame out of a game, and setting the points so that just one card reaches the goal.

use super::Wishes;
use crate::cards::{Card, Cards, Dice};
use crate::deal::{DealSetup, Holding, Place, Position, View};
use crate::puzzle::{Asks, PlaceName, Puzzle};
use crate::rules::{Game, Goal, Seat, Side};
use crate::search::{Limits, PositionSolver};

/// An endgame of the game, somewhere within the wishes: everything before its trick is gone, and only the
/// points count.
pub(super) fn cut(game: &Position, wishes: &Wishes, open: bool, dice: &mut Dice) -> Option<Position> {
    let history = game.history();
    let (least, most) = (wishes.cards.0.clamp(2, 10), wishes.cards.1.clamp(2, 10));
    let fits = |&after: &usize| {
        let left = 10 - after / 3;
        let seat = history[after].seat;
        let side = seat.side(game.declarer());
        (least..=most.max(least)).contains(&left)
            && wishes.seat.is_none_or(|wished| wished == seat)
            && wishes.side.is_none_or(|wished| wished == side)
    };
    let places: Vec<usize> = (0..history.len()).filter(fits).collect();
    let after = *places.get(dice.below(places.len() as u64) as usize)?;
    let start = after / 3 * 3;
    let before = &history[..start];
    let of =
        |seat: Seat| before.iter().filter(|play| play.seat == seat).map(|play| play.card).collect::<Cards>();
    let gone: Vec<Card> = before.iter().map(|play| play.card).collect();
    let mut points = [0u8; 2];
    for trick in before.chunks_exact(3) {
        let cards = [trick[0].card, trick[1].card, trick[2].card];
        let winner = trick[game.game().trick_winner(cards)].seat;
        points[usize::from(winner != game.declarer())] += cards.iter().map(|card| card.points()).sum::<u8>();
    }
    // Null is over with the declarer's first trick.
    let lost = |trick: &[crate::deal::Play]| {
        trick[game.game().trick_winner([trick[0].card, trick[1].card, trick[2].card])].seat == game.declarer()
    };
    if game.game() == Game::Null && before.chunks_exact(3).any(lost) {
        return None;
    }
    let mut setup = DealSetup {
        contract: Some(game.contract()),
        declarer: Some(game.declarer()),
        skat: Holding::full(game.skat()),
        lead: history[start].seat,
        played: history[start..after].iter().map(|play| play.card).collect(),
        gone,
        points: if game.game() == Game::Null { (0, 0) } else { (points[0], points[1]) },
        view: Some(if open { View::Open } else { View::Seat(history[after].seat) }),
        ..DealSetup::default()
    };
    for seat in Seat::ALL {
        setup.hands[seat] = Holding::full(game.start_hand(seat) - of(seat));
    }
    setup.validate().ok()
}

/// The position with the points set so that the best card just reaches the goal and no other does; `None` if no
/// card stands out, or if the points of the gone cards do not allow it.
pub(super) fn settle(
    position: &Position,
    goal: Goal,
    solver: &mut impl PositionSolver,
    limits: &Limits,
) -> Option<Position> {
    let turn = position.turn()?;
    let declarers = turn == position.declarer();
    if position.playable().len() < 2 {
        return None;
    }
    let mut setup = position.to_setup();
    if goal == Goal::EveryTrick {
        // Every trick so far was the declarer's.
        setup.points = (position.gone().points(), 0);
    }
    let position = &setup.validate().ok()?;
    let cards = solver.cards(position, goal, limits).ok()?;
    let Goal::Points(needed) = goal else {
        let solve = cards.iter().filter(|card| card.declarer_wins == Some(declarers)).count();
        return (solve > 0 && solve < cards.len()).then(|| position.clone());
    };
    let values: Vec<u8> = cards.iter().map(|card| card.value.exact()).collect::<Option<_>>()?;
    let best = if declarers { values.iter().max() } else { values.iter().min() };
    let best = i16::from(*best?);
    if values.iter().all(|&value| i16::from(value) == best) {
        return None;
    }
    // The declarer just reaches it, or is just held below it.
    let aim = i16::from(needed) - i16::from(!declarers);
    let gone = i16::from(position.gone().points());
    let own = i16::from(position.points(Side::Declarer)) + aim - best;
    if !(0..=gone).contains(&own) {
        return None;
    }
    let mut setup = position.to_setup();
    setup.points = (own as u8, (gone - own) as u8);
    setup.validate().ok()
}

/// The position with the points set so that what is certain falls short of the goal by so many; where no points are
/// counted, as it is. `None` if the points of the gone cards do not allow it.
pub(super) fn short_of(
    position: &Position,
    goal: Goal,
    short: u8,
    solver: &mut impl PositionSolver,
    limits: &Limits,
) -> Option<Position> {
    let Goal::Points(needed) = goal else { return Some(position.clone()) };
    let declarers = position.turn()? == position.declarer();
    let values = solver.cards(position, goal, limits).ok()?;
    let values: Vec<u8> = values.iter().map(|card| card.value.exact()).collect::<Option<_>>()?;
    let best = i16::from(*if declarers { values.iter().max() } else { values.iter().min() }?);
    let wanted = match declarers {
        true => i16::from(needed) - 1 - i16::from(short),
        false => i16::from(needed) + i16::from(short),
    };
    let gone = i16::from(position.gone().points());
    let own = i16::from(position.points(Side::Declarer)) + wanted - best;
    let mut setup = position.to_setup();
    setup.points = (u8::try_from(own).ok()?, u8::try_from(gone - own).ok()?);
    setup.validate().ok()
}

/// A puzzle that asks for the card, its answer still open.
pub(super) fn puzzle(position: Position, goal: Goal) -> Puzzle {
    let mut puzzle = Puzzle::new(position);
    puzzle.asks = Asks::Card;
    puzzle.goal = Some(goal).filter(|goal| *goal != puzzle.position.goal());
    if let View::Seat(viewer) = puzzle.position.view() {
        let others = Seat::ALL.into_iter().filter(|&seat| seat != viewer).map(Place::Hand);
        puzzle.hidden = others.map(PlaceName).collect();
        if viewer != puzzle.position.declarer() || puzzle.position.contract().is_hand() {
            puzzle.hidden.insert(PlaceName(Place::Skat));
        }
    }
    puzzle
}
