//! A person's answer, and what becomes of it.

use super::{announce, discard, kind, lie};
use crate::cards::{Card, Cards};
use crate::deal::{Place, Position};
use crate::puzzle::file::Puzzle;
use crate::rules::{Contract, Goal, Side, ladder};
use crate::search::Limits;
use crate::search::adversary::Adversary;
use crate::search::proof::{Claim, ProofError};

/// An answer, also while it is being put together.
///
/// ```
/// use kiebitz::puzzle::{Asks, Puzzle, question::Given};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let puzzle = Puzzle { asks: Asks::Points, ..Puzzle::new(position) };
/// assert!(!Given::begin(&puzzle).is_complete(&puzzle));
/// assert!(Given::Points("61".into()).is_complete(&puzzle));
/// assert!(!Given::Points("121".into()).is_complete(&puzzle));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// Nothing but cards to play.
    Nothing,
    /// Yes or no.
    YesNo(Option<bool>),
    /// A number of points, as it is typed.
    Points(String),
    /// Cards to be laid away, and the game where it is asked for.
    Discard(Cards, Option<Contract>),
    /// A game.
    Game(Option<Contract>),
    /// A bid, as it is typed.
    Bid(String),
    /// A number of cards, as it is typed.
    Count(String),
    /// Cards in the hands and in the skat.
    Placed([Cards; 4]),
}

impl Given {
    /// The empty answer to the question.
    #[must_use]
    pub fn begin(puzzle: &Puzzle) -> Given {
        kind(puzzle.asks).begin(puzzle)
    }

    /// Whether it can be judged.
    #[must_use]
    pub fn is_complete(&self, puzzle: &Puzzle) -> bool {
        match self {
            Given::Nothing => false,
            Given::YesNo(said) => said.is_some(),
            Given::Points(text) => text.trim().parse::<u8>().is_ok_and(|points| points <= 120),
            Given::Discard(cards, game) => cards.len() == 2 && (game.is_some() || !puzzle.terms.free_game),
            Given::Game(game) => game.is_some(),
            Given::Bid(text) => {
                text.trim().parse::<u16>().is_ok_and(|bid| bid == 0 || ladder().contains(&bid))
            }
            Given::Count(text) => text.trim().parse::<u8>().is_ok_and(|count| count <= 22),
            Given::Placed(placed) => {
                placed.iter().fold(Cards::NONE, |all, &cards| all | cards) == lie::to_place(puzzle)
            }
        }
    }
}

/// What is the case.
///
/// ```
/// use kiebitz::puzzle::question::Fact;
/// assert_eq!((Fact::Points(61).points(), Fact::Points(61).wins()), (Some(61), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Whether the declarer reaches the goal.
    Wins(bool),
    /// The declarer's points.
    Points(u8),
    /// Whether the goal is reached in this game after laying away these cards.
    Discard(Contract, Cards, bool),
    /// Whether this game cannot be lost, and what is laid away for it: what makes it safe, else what most people would;
    /// nothing in a hand game.
    Game(Contract, bool, Cards),
    /// The number up to which can be bid; 0 if none.
    Bid(u16),
    /// The number of cards.
    Count(u8),
    /// What is the matter with the cards as they were placed.
    Placed(Placement),
}

/// What is the matter with cards as they were placed.
///
/// ```
/// use kiebitz::{deal::Place, puzzle::question::{Fact, Placement}};
/// let fact = Fact::Placed(Placement::Impossible("CJ".parse().unwrap(), Place::Skat));
/// // It says nothing of who wins.
/// assert_eq!(fact.wins(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// This card cannot be there, by what was played and told.
    Impossible(Card, Place),
    /// With the cards like this the declarer wins, or loses.
    Wins(bool),
    /// So many cards lie elsewhere.
    Elsewhere(usize),
    /// Every condition is met, or one is not.
    Conditions(bool),
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

    /// Where it goes on, if the answer has changed the cards: with the person's own discard or game, right or wrong.
    #[must_use]
    pub fn position(&self, puzzle: &Puzzle) -> Option<Position> {
        match self {
            Fact::Discard(contract, cards, _) => discard::with_game(&puzzle.position, *contract, *cards),
            Fact::Game(contract, _, Cards::NONE) => announce::untouched(&puzzle.position, *contract),
            Fact::Game(contract, _, cards) => discard::with_game(&puzzle.position, *contract, *cards),
            _ => None,
        }
    }
}

/// What became of an answer.
///
/// ```
/// use kiebitz::puzzle::{Asks, Puzzle, question::{self, Given}};
/// use kiebitz::search::{Limits, adversary::Adversary};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let puzzle = Puzzle { asks: Asks::Unlosable, ..Puzzle::new(position) };
/// let (given, mut adversary) = (Given::YesNo(Some(true)), Adversary::with_table(3));
/// let judged = question::kind(puzzle.asks).judge(&puzzle, &given, &mut adversary, &Limits::none());
/// // With both spades in one hand it is lost.
/// assert!(!judged.unwrap().unwrap().right);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
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
pub(super) fn reaches(
    adversary: &mut Adversary,
    position: &Position,
    goal: Goal,
    limits: &Limits,
) -> Result<Option<bool>, ProofError> {
    let aim = Claim::new(position, goal);
    let won = adversary.decide(position, aim, limits)?;
    Ok(won.map(|won| won == (aim.side == Side::Declarer)))
}

/// Judges yes or no, where `yes` means that the declarer wins, or that he does not.
pub(super) fn yes_no(
    puzzle: &Puzzle,
    given: &Given,
    yes_is_won: bool,
    adversary: &mut Adversary,
    limits: &Limits,
) -> Result<Option<Attempt>, ProofError> {
    let Given::YesNo(said) = given else { return Ok(None) };
    let Some(wins) = reaches(adversary, &puzzle.position, puzzle.goal(), limits)? else { return Ok(None) };
    let right = *said == Some(wins == yes_is_won);
    let file_agrees = puzzle.answer.declarer_wins.is_none_or(|told| told == wins);
    Ok(Some(Attempt { given: given.clone(), right, fact: Fact::Wins(wins), file_agrees }))
}
