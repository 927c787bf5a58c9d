//! The questions of a puzzle other than to play it, and how an answer is judged.

use crate::cards::{Card, Cards};
use crate::deal::{DealSetup, Holding, Place, Position, View};
use crate::knowledge::Knowledge;
use crate::puzzle::{Asks, Puzzle};
use crate::rules::{Goal, Seat, Side};
use crate::search::adversary::Adversary;
use crate::search::limits::Limits;
use crate::search::proof::{Claim, ProofError};

/// An answer, also while it is being put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// Nothing but cards to play.
    Nothing,
    /// Yes or no.
    YesNo(Option<bool>),
    /// A number, as it is typed.
    Points(String),
    /// Cards to be laid away.
    Discard(Cards),
    /// Cards in the hands and in the skat.
    Placed([Cards; 4]),
}

impl Given {
    /// The empty answer to the question.
    #[must_use]
    pub fn begin(puzzle: &Puzzle) -> Given {
        match puzzle.asks {
            Asks::Play | Asks::Card => Given::Nothing,
            Asks::Beat | Asks::Unlosable => Given::YesNo(None),
            Asks::Points => Given::Points(String::new()),
            Asks::Discard => Given::Discard(Cards::NONE),
            Asks::Cards => Given::Placed([Cards::NONE; 4]),
        }
    }

    /// Whether it can be judged.
    #[must_use]
    pub fn is_complete(&self, puzzle: &Puzzle) -> bool {
        match self {
            Given::Nothing => false,
            Given::YesNo(said) => said.is_some(),
            Given::Points(text) => text.trim().parse::<u8>().is_ok_and(|points| points <= 120),
            Given::Discard(cards) => cards.len() == 2,
            Given::Placed(placed) => {
                placed.iter().fold(Cards::NONE, |all, &cards| all | cards) == to_place(puzzle)
            }
        }
    }
}

/// What is the case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Whether the declarer reaches the goal.
    Wins(bool),
    /// The declarer's points.
    Points(u8),
    /// Whether the goal is reached after laying away these cards.
    Discard(Cards, bool),
    /// What is the matter with the cards as they were placed.
    Placed(Placement),
}

/// What is the matter with cards as they were placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// This card cannot be there, by what was played and told.
    Impossible(Card, Place),
    /// With the cards like this the declarer wins, or loses.
    Wins(bool),
    /// So many cards lie elsewhere.
    Elsewhere(usize),
}

impl Fact {
    /// Whether the declarer reaches the puzzle's goal, if that is what it says.
    #[must_use]
    pub fn wins(&self) -> Option<bool> {
        match self {
            Fact::Wins(wins) => Some(*wins),
            _ => None,
        }
    }

    /// The declarer's points, if that is what it says.
    #[must_use]
    pub fn points(&self) -> Option<u8> {
        match self {
            Fact::Points(points) => Some(*points),
            _ => None,
        }
    }

    /// Where it goes on, if the answer has changed the cards.
    #[must_use]
    pub fn position(&self, puzzle: &Puzzle) -> Option<Position> {
        match self {
            Fact::Discard(cards, true) => discarded(&puzzle.position, *cards),
            Fact::Discard(_, false) => {
                let right = Some(puzzle.answer.cards).filter(|cards| cards.len() == 2)?;
                discarded(&puzzle.position, right)
            }
            _ => None,
        }
    }
}

/// What became of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The answer.
    pub given: Given,
    /// Whether it is right.
    pub right: bool,
    /// What is the case.
    pub fact: Fact,
    /// Whether the puzzle's file says the same.
    pub file_agrees: bool,
}

/// Whether the declarer reaches a goal: as the person's view has it.
fn reaches(
    adversary: &mut Adversary,
    position: &Position,
    goal: Goal,
    limits: &Limits,
) -> Result<Option<bool>, ProofError> {
    let aim = Claim::new(position, goal);
    let won = adversary.decide(position, aim, limits)?;
    Ok(won.map(|won| won == (aim.side == Side::Declarer)))
}

/// Judges an answer by the searches, and compares what they say with the file.
///
/// # Errors
/// If the position is not for the searches.
pub fn judge(
    adversary: &mut Adversary,
    puzzle: &Puzzle,
    given: &Given,
    limits: &Limits,
) -> Result<Option<Finding>, ProofError> {
    let position = &puzzle.position;
    let finding =
        |right, fact, file_agrees| Ok(Some(Finding { given: given.clone(), right, fact, file_agrees }));
    match given {
        Given::Nothing => Ok(None),
        Given::YesNo(said) => {
            let Some(wins) = reaches(adversary, position, puzzle.goal(), limits)? else { return Ok(None) };
            let yes = wins == (puzzle.asks == Asks::Unlosable);
            let agrees = puzzle.answer.declarer_wins.is_none_or(|told| told == wins);
            finding(*said == Some(yes), Fact::Wins(wins), agrees)
        }
        Given::Points(text) => {
            let Some(points) = points(adversary, puzzle, limits)? else { return Ok(None) };
            let agrees = puzzle.answer.points.is_none_or(|told| told == points);
            finding(text.trim().parse() == Ok(points), Fact::Points(points), agrees)
        }
        Given::Discard(cards) => {
            let after = discarded(position, *cards);
            let after = after.ok_or_else(|| ProofError::Position(cards.to_string()))?;
            let Some(wins) = reaches(adversary, &after, puzzle.goal(), limits)? else { return Ok(None) };
            let agrees = puzzle.answer.cards != *cards || wins;
            finding(wins, Fact::Discard(*cards, wins), agrees)
        }
        Given::Placed(placed) => {
            let Some((right, fact)) = placement(adversary, puzzle, placed, limits)? else { return Ok(None) };
            finding(right, Fact::Placed(fact), true)
        }
    }
}

/// The value of the position. Where the file tells it, it takes only two questions to be sure.
fn points(adversary: &mut Adversary, puzzle: &Puzzle, limits: &Limits) -> Result<Option<u8>, ProofError> {
    let position = &puzzle.position;
    if let Some(told) = puzzle.answer.points {
        let Some(reached) = reaches(adversary, position, Goal::Points(told), limits)? else {
            return Ok(None);
        };
        let Some(more) = reaches(adversary, position, Goal::Points(told.saturating_add(1)), limits)? else {
            return Ok(None);
        };
        if reached && !more {
            return Ok(Some(told));
        }
    }
    Ok(adversary.value(position, limits)?.exact())
}

/// The position after the declarer has laid away two of his twelve cards.
fn discarded(position: &Position, cards: Cards) -> Option<Position> {
    let declarer = position.declarer();
    let twelve = position.hand(declarer) | position.skat();
    let mut setup = position.to_setup();
    setup.hands[declarer] = Holding::full(twelve - cards);
    setup.skat = Holding::full(cards);
    setup.validate().ok().filter(|_| cards.len() == 2 && twelve.has_all(cards))
}

/// Cards whose place the person has to find: those he does not see and nobody told him.
#[must_use]
pub fn to_place(puzzle: &Puzzle) -> Cards {
    let position = &puzzle.position;
    let View::Seat(viewer) = position.view() else { return Cards::NONE };
    let Ok(knowledge) = Knowledge::of(position, viewer) else { return Cards::NONE };
    let start = position.start();
    let told = Seat::ALL.iter().map(|&seat| &start.hands[seat]).chain([&start.skat]);
    let told = told.filter(|holding| holding.more).fold(Cards::NONE, |all, holding| all | holding.set());
    knowledge.unseen() - told
}

/// How many cards of those have to go to a place.
#[must_use]
pub fn room(puzzle: &Puzzle, place: Place) -> usize {
    let position = &puzzle.position;
    let View::Seat(viewer) = position.view() else { return 0 };
    let Ok(knowledge) = Knowledge::of(position, viewer) else { return 0 };
    let known = knowledge.fixed(place) - to_place(puzzle);
    usize::from(knowledge.places().room(place)).saturating_sub(known.len())
}

/// Judges placed cards: they must fit what was played and told; then what counts is how the game ends with
/// them, if the file says how it ends, and else where the file has the cards.
fn placement(
    adversary: &mut Adversary,
    puzzle: &Puzzle,
    placed: &[Cards; 4],
    limits: &Limits,
) -> Result<Option<(bool, Placement)>, ProofError> {
    let position = &puzzle.position;
    let View::Seat(viewer) = position.view() else { return Ok(None) };
    let knowledge = Knowledge::of(position, viewer)?;
    for place in Place::ALL {
        let wrong = placed[place.index()] - knowledge.places().may(place);
        if let Some(card) = wrong.iter().next() {
            return Ok(Some((false, Placement::Impossible(card, place))));
        }
    }
    let elsewhere = Place::ALL.iter().map(|&place| match place {
        Place::Hand(seat) => (placed[place.index()] - position.hand(seat)).len(),
        Place::Skat => (placed[place.index()] - position.skat()).len(),
    });
    let told = position.open_hands().is_some();
    let elsewhere: usize = if told { elsewhere.sum() } else { 0 };
    let Some(wanted) = puzzle.answer.declarer_wins else {
        return Ok(Some((elsewhere == 0, Placement::Elsewhere(elsewhere))));
    };
    let setup = position.to_setup();
    let open = DealSetup { view: Some(View::Open), ..setup };
    let mut open = open;
    for place in Place::ALL {
        let cards = placed[place.index()] | (knowledge.fixed(place) - to_place(puzzle));
        match place {
            Place::Hand(seat) => open.hands[seat] = Holding::full(cards | position.played_by(seat)),
            Place::Skat => open.skat = Holding::full(cards),
        }
    }
    let open = open.validate().map_err(|problems| ProofError::Position(problems.to_string()))?;
    let wins = reaches(adversary, &open, puzzle.goal(), limits)?;
    Ok(wins.map(|wins| (wins == wanted, Placement::Wins(wins))))
}
