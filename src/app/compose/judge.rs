//! The one place where Compose asks the searches. Runs on an engine thread.

use crate::cards::Card;
use crate::deal::{Position, View};
use crate::engine::JobContext;
use crate::knowledge::Knowledge;
use crate::rules::{Game, Goal};
use crate::search::open::{self, Bounds};
use crate::search::{PositionSolver, paranoia};

/// What is asked.
#[derive(Clone, Debug)]
pub struct EvaluationRequest {
    /// The position, its view included.
    pub position: Position,
    /// What the declarer needs.
    pub goal: Goal,
    /// Threads the search may use.
    pub threads: usize,
    /// Memory for its table, in MB.
    pub memory: usize,
}

/// The value of one card that may be played now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardValue {
    /// The card.
    pub card: Card,
    /// The declarer's points after it; `None` in Null.
    pub points: Option<u8>,
    /// Whether the declarer reaches the goal.
    pub declarer_wins: bool,
}

/// The value of a position and of each card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// The declarer's points; `None` in Null.
    pub points: Option<u8>,
    /// Whether the declarer reaches the goal.
    pub declarer_wins: bool,
    /// Every card that may be played now.
    pub cards: Vec<CardValue>,
}

/// A part of the answer, as soon as it is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// How many deals are possible in the chosen view, and how likely each unseen card is in each
    /// place (the hands, then the skat).
    Worlds(u64, Vec<(Card, [f64; 4])>),
    /// With all cards seen.
    Open(Values),
    /// Against every deal possible in the chosen view.
    Guaranteed(Values),
}

/// Stages of the work, as the status bar shows them.
pub mod stage {
    /// Counting deals.
    pub const WORLDS: u8 = 1;
    /// All cards seen.
    pub const OPEN: u8 = 2;
    /// Against every deal.
    pub const GUARANTEED: u8 = 3;
}

/// Answers, the quick parts first: how many deals, then whether the goal is reached, then the exact
/// value, then every card. What was cut short is not told.
pub fn judge(question: &EvaluationRequest, job: &JobContext<Judgement>) {
    let EvaluationRequest { position, memory, threads, .. } = question;
    if position.open_hands().is_some() {
        job.monitor().set_stage(stage::OPEN);
        let mut solver = open::Solver::with_table(*memory);
        solve(&mut solver, question, job, Judgement::Open);
    }
    if let View::Seat(viewer) = position.view() {
        job.monitor().set_stage(stage::WORLDS);
        let Ok(knowledge) = Knowledge::of(position, viewer) else { return };
        job.tell(Judgement::Worlds(knowledge.count(), knowledge.matrix()));
        job.monitor().set_stage(stage::GUARANTEED);
        let mut solver = paranoia::Solver::with_threads(*memory, *threads);
        solve(&mut solver, question, job, Judgement::Guaranteed);
    }
}

/// Asks one solver everything. `None` where the question makes no sense for it or it was stopped.
fn solve(
    solver: &mut impl PositionSolver,
    question: &EvaluationRequest,
    job: &JobContext<Judgement>,
    tell: impl Fn(Values) -> Judgement,
) -> Option<()> {
    let EvaluationRequest { position, goal, .. } = question;
    let limits = job.monitor().limits();
    let null = position.game() == Game::Null;
    let points = |bounds: Bounds| if null { Some(None) } else { bounds.exact().map(Some) };
    let declarer_wins = solver.decide(position, *goal, &limits).ok()??;
    let mut values = Values { points: None, declarer_wins, cards: Vec::new() };
    job.tell(tell(values.clone()));
    if !null {
        values.points = points(solver.value(position, &limits).ok()?)?;
        job.tell(tell(values.clone()));
    }
    let cards = solver.cards(position, *goal, &limits).ok()?;
    let each = cards.into_iter().map(|found| {
        let (card, declarer_wins) = (found.card, found.declarer_wins?);
        Some(CardValue { card, points: points(found.value)?, declarer_wins })
    });
    values.cards = each.collect::<Option<_>>()?;
    job.tell(tell(values));
    Some(())
}
