//! The exact value as a search finds it: one question after the other, each recorded.

use super::sample::Sample;
use super::visit::Trace;
use crate::rules::Goal;

/// One question on the way to an exact value.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::rules::Goal;
/// use kiebitz::search::{Limits, open::Solver, trace::{Question, Sample, questions}};
/// let position: Position = "contract=G declarer=F F=CJ.SA.S7 M=SJ.ST.S8 R=HA.HT.SK skat=D7.D8 points=35:35 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 view=open".parse().unwrap();
/// let mut solver = Solver::with_table(1);
/// let asked: Vec<Question> = questions(Goal::Points(61), (10_000, &Sample::default()), |goal, trace| {
///     solver.trace(&position, goal, &Limits::none(), trace)
/// })
/// .unwrap();
/// let reached = asked.iter().filter(|question| question.reaches == Some(true));
/// let value = reached.map(|question| question.goal).max_by_key(|goal| match goal {
///     Goal::Points(points) => *points,
///     _ => 0,
/// });
/// let exact = Solver::with_table(1).value(&position, &Limits::none()).unwrap().exact();
/// assert_eq!(value, exact.map(Goal::Points));
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    /// Whether the declarer reaches this.
    pub goal: Goal,
    /// The answer; `None` if the search was stopped.
    pub reaches: Option<bool>,
    /// What the search did to find out.
    pub trace: Trace,
}

/// Asks for one number of points after the other, beginning with this goal, until the exact value is between two of them; a
/// goal that is no number of points is the only question. `ask` searches and records; what one question has taught its
/// table serves the next. All questions together keep at most so many visits, and leave pictures of themselves in the place.
///
/// # Errors
/// Whatever `ask` refuses.
pub fn questions<E>(
    first: Goal,
    (budget, place): (usize, &Sample),
    mut ask: impl FnMut(Goal, &mut Trace) -> Result<Option<bool>, E>,
) -> Result<Vec<Question>, E> {
    let mut asked: Vec<Question> = Vec::new();
    // What he reaches for certain, and what he may reach at most.
    let (mut low, mut high) = (0_u8, 120_u8);
    let mut goal = first;
    loop {
        let kept: usize = asked.iter().map(|question| question.trace.visits().len()).sum();
        let mut trace = Trace::sampled(budget.saturating_sub(kept), place.clone());
        let reaches = ask(goal, &mut trace)?;
        asked.push(Question { goal, reaches, trace });
        match (goal, reaches) {
            (Goal::Points(points), Some(true)) => low = points,
            (Goal::Points(points), Some(false)) => high = points.saturating_sub(1),
            _ => return Ok(asked),
        }
        if low >= high {
            return Ok(asked);
        }
        goal = Goal::Points((low + high).div_ceil(2));
    }
}
