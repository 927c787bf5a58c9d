//! How are the other cards lying, if …? The classic question of the newspapers.
//!
//! A [`DistributionQuery`] is a position with cards that are not given, and [`Condition`]s on the hands, on the
//! skat and on what open cards lead to. [`sweep`] goes through every deal that the position allows and
//! tells each that meets them, in a fixed order, whatever the number of threads. [`Pattern::find`] says
//! what the solutions have in common, and [`DistributionQuery::why_impossible`] which conditions no deal meets.
//!
//! The course of the first tricks needs no condition: it is the position's `played`.

mod condition;
mod deals;
mod impossible;
mod pattern;
mod spelling;
mod sweep;
mod told;

pub use condition::{Condition, Ending, Group, Span, Who};
pub use impossible::Impossible;
pub use pattern::{About, Pattern, Rule};
pub use spelling::{ConditionError, is_condition};
pub use sweep::{Found, KEPT, Sweep, Swept, sweep};

use super::Puzzle;
use crate::cards::Cards;
use crate::deal::{Holding, Place, Position, Problems, View};
use crate::knowledge::{Knowledge, KnowledgeError};
use crate::rules::{BySeat, Goal, Seat};

/// One way the cards may lie: the hands as they were at the position's start, and the skat.
///
/// ```
/// use kiebitz::puzzle::distributions::{DistributionQuery, Sweep, sweep};
/// use kiebitz::{deal::{Place, Position}, rules::Seat, search::Resources};
/// // The ten, the queen of spades and two diamonds are out: lost if one hand has both spades.
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let query = DistributionQuery::new(position, "61".parse().unwrap(), vec!["result=lost".parse().unwrap()]).unwrap();
/// let mut spades = Vec::new();
/// sweep(&query, Resources::new(8, 1), &Sweep::default(), |found| {
///     spades.push(found.sitting.cards(Place::Hand(Seat::Middlehand)).to_string());
///     true
/// });
/// assert!(spades.contains(&"ST.SQ".to_string()) && spades.len() == 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sitting {
    /// The hands.
    pub hands: BySeat<Cards>,
    /// The skat.
    pub skat: Cards,
}

impl Sitting {
    /// The cards of a place.
    #[must_use]
    pub fn cards(&self, place: Place) -> Cards {
        match place {
            Place::Hand(seat) => self.hands[seat],
            Place::Skat => self.skat,
        }
    }

    /// The position with the cards lying so, all of them seen.
    ///
    /// # Errors
    /// If the sitting does not belong to the position.
    pub fn on(&self, position: &Position) -> Result<Position, Problems> {
        let mut setup = position.to_setup();
        for seat in Seat::ALL {
            setup.hands[seat] = Holding::full(self.hands[seat]);
        }
        setup.skat = Holding::full(self.skat);
        setup.view = Some(View::Open);
        setup.validate()
    }
}

/// A position, and conditions on what is not given.
///
/// ```
/// use kiebitz::puzzle::distributions::{DistributionQuery, Sweep, sweep};
/// use kiebitz::{deal::Position, search::Resources};
/// // The ten, the queen of spades and two diamonds are out: lost if one hand has both spades.
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let query = DistributionQuery::new(position, "61".parse().unwrap(), vec!["result=lost".parse().unwrap()]).unwrap();
/// let swept = sweep(&query, Resources::new(8, 1), &Sweep::default(), |_| true);
/// assert_eq!((query.deals(), swept.solutions), (6, 2));
/// ```
#[derive(Clone, Debug)]
pub struct DistributionQuery {
    position: Position,
    knowledge: Knowledge,
    goal: Goal,
    conditions: Vec<Condition>,
}

/// Why a question cannot be asked.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::puzzle::distributions::{DistributionQuery, QueryError};
/// let position: Position = "contract=N declarer=F F=C7.C8.C9.S7.S8.S9.H7.H8.H9.D7 skat=D8.D9".parse().unwrap();
/// let goal = position.goal();
/// let query = DistributionQuery::new(position, goal, vec!["result=61".parse().unwrap()]);
/// assert!(matches!(query, Err(QueryError::Null(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The viewer's own hand is not given.
    #[error(transparent)]
    Knowledge(#[from] KnowledgeError),
    /// Points in Null, or every trick.
    #[error("{0} makes no sense in Null, which is only won or lost")]
    Null(Condition),
}

impl DistributionQuery {
    /// From a seat's view the deals are those the seat cannot rule out; with open cards those that agree
    /// with everything the position gives.
    ///
    /// # Errors
    /// If the viewer's hand is missing, or a condition is not for this game.
    pub fn new(
        position: Position,
        goal: Goal,
        conditions: Vec<Condition>,
    ) -> Result<DistributionQuery, QueryError> {
        let knowledge = match position.view() {
            View::Seat(seat) => Knowledge::of(&position, seat)?,
            View::Open => Knowledge::given(&position),
        };
        let null = goal == Goal::NoTrick;
        let wrong = |condition: &&Condition| {
            null && matches!(condition, Condition::Ending(Ending::Points(_) | Ending::Schwarz))
        };
        if let Some(wrong) = conditions.iter().find(wrong) {
            return Err(QueryError::Null(*wrong));
        }
        Ok(DistributionQuery { position, knowledge, goal, conditions })
    }

    /// The question of a puzzle: what its diagram hides counts as not given.
    ///
    /// # Errors
    /// As in [`DistributionQuery::new`].
    pub fn of_puzzle(puzzle: &Puzzle, conditions: Vec<Condition>) -> Result<DistributionQuery, QueryError> {
        let mut setup = puzzle.position.to_setup();
        if puzzle.position.view() == View::Open {
            for hidden in &puzzle.hidden {
                match hidden.0 {
                    Place::Hand(seat) => setup.hands[seat] = Holding::unknown(),
                    Place::Skat => setup.skat = Holding::unknown(),
                }
            }
        }
        // Fewer cards given can contradict nothing.
        let position = setup.validate().unwrap_or_else(|_| puzzle.position.clone());
        DistributionQuery::new(position, puzzle.goal(), conditions)
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What the declarer must reach.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The conditions.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// How many deals the position allows, whatever the conditions.
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.knowledge.count()
    }

    /// The cards whose place is not certain.
    #[must_use]
    pub fn uncertain(&self) -> Cards {
        let places = self.knowledge.places();
        Place::ALL.iter().fold(places.cards(), |rest, &place| rest - places.fixed(place))
    }

    /// The same question with other conditions.
    #[must_use]
    pub fn with(&self, conditions: Vec<Condition>) -> DistributionQuery {
        DistributionQuery { conditions, ..self.clone() }
    }
}
