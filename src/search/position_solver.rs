//! What every search can be asked, so that those who ask need not care which one answers.

use super::limits::Limits;
use super::open::{Bounds, CardValue};
use super::{open, paranoia};
use crate::deal::Position;
use crate::rules::Goal;

/// The questions of [`open::Solver`] and [`paranoia::Solver`].
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, PositionSolver, open, paranoia};
/// fn points(solver: &mut impl PositionSolver, line: &str) -> Option<u8> {
///     let position: Position = line.parse().unwrap();
///     solver.value(&position, &Limits::none()).unwrap().exact()
/// }
/// let rest = "skat=D7.D8 gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9";
/// let open = format!("contract=G declarer=F F=CJ.SA M=SJ.SK R=ST.HT view=open {rest}");
/// let unseen = format!("contract=G declarer=F F=CJ.SA view=F {rest}");
/// assert_eq!(points(&mut open::Solver::with_table(1), &open), Some(39));
/// assert!(points(&mut paranoia::Solver::with_table(1), &unseen) <= Some(39));
/// ```
pub trait PositionSolver {
    /// Why a question cannot be asked.
    type Error: std::error::Error + 'static;

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
