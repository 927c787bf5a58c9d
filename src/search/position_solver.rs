//! What every search can be asked, so that those who ask need not care which one answers.

use super::limits::Limits;
use super::open::{Bounds, CardValue};
use super::{open, paranoia};
use crate::deal::Position;
use crate::rules::Goal;

/// The questions of [`open::Solver`] and [`paranoia::Solver`].
pub trait PositionSolver {
    /// Why a question cannot be asked.
    type Error: std::error::Error;

    /// Whether the declarer reaches the goal; `None` if the limits end the search before.
    ///
    /// # Errors
    /// If the position or the goal is not for this search.
    fn decide(
        &mut self,
        position: &Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<Option<bool>, Self::Error>;

    /// The value of the position: exact, unless the limits end the search before.
    ///
    /// # Errors
    /// If the position is not for this search.
    fn value(&mut self, position: &Position, limits: &Limits) -> Result<Bounds, Self::Error>;

    /// The value of every card that may be played next.
    ///
    /// # Errors
    /// If the position or the goal is not for this search.
    fn cards(
        &mut self,
        position: &Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<Vec<CardValue>, Self::Error>;

    /// Nodes visited for the last question.
    fn nodes(&self) -> u64;
}

macro_rules! can_be_asked {
    ($solver:ty, $error:ty) => {
        impl PositionSolver for $solver {
            type Error = $error;

            fn decide(
                &mut self,
                position: &Position,
                goal: Goal,
                limits: &Limits,
            ) -> Result<Option<bool>, $error> {
                <$solver>::decide(self, position, goal, limits)
            }

            fn value(&mut self, position: &Position, limits: &Limits) -> Result<Bounds, $error> {
                <$solver>::value(self, position, limits)
            }

            fn cards(
                &mut self,
                position: &Position,
                goal: Goal,
                limits: &Limits,
            ) -> Result<Vec<CardValue>, $error> {
                <$solver>::cards(self, position, goal, limits)
            }

            fn nodes(&self) -> u64 {
                <$solver>::nodes(self)
            }
        }
    };
}

can_be_asked!(open::Solver, open::OpenError);
can_be_asked!(paranoia::Solver, paranoia::ParanoiaError);
