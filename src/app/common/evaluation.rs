//! What a position is worth and what each card is: the one place where Compose and Replay ask the searches. Runs on a
//! background thread.

use super::{follow, waker};
use crate::app::Cx;
use crate::app::widgets::cards::{Badge, Mood};
use crate::cards::Card;
use crate::deal::{Position, View};
use crate::engine::{JobContext, Monitor, Task};
use crate::knowledge::Knowledge;
use crate::rules::{Game, Goal, Side};
use crate::search::open::{self, Bounds};
use crate::search::{PositionSolver, paranoia};
use crate::words::Words;
use std::time::Duration;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationRequest {
    /// The position, its view included.
    pub position: Position,
    /// What the declarer needs.
    pub goal: Goal,
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

/// How long the hand must rest before the searches start.
const PAUSE: Duration = Duration::from_millis(250);

/// What is known about a position, asked for in the background.
pub struct Evaluation(Task<EvaluationRequest, Judgement>);

impl Evaluation {
    /// Nothing is asked yet.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Evaluation {
        Evaluation(Task::new("evaluation", waker(ctx), judge).resting(PAUSE))
    }

    /// Asks for a position, and hears what is known.
    pub fn follow(&mut self, wanted: Option<EvaluationRequest>, cx: &mut Cx<'_>) {
        self.0.ask(wanted);
        follow(&mut self.0, cx);
    }

    /// The position it is about.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.0.question().map(|asked| &asked.position)
    }

    /// How many deals are possible in the chosen view.
    #[must_use]
    pub fn worlds(&self) -> Option<u64> {
        self.0.find(|part| if let Judgement::Worlds(worlds, _) = part { Some(*worlds) } else { None })
    }

    /// How likely each unseen card is in each place.
    #[must_use]
    pub fn chances(&self) -> &[(Card, [f64; 4])] {
        self.0
            .find(|part| if let Judgement::Worlds(_, all) = part { Some(&all[..]) } else { None })
            .unwrap_or_default()
    }

    /// With all cards seen.
    #[must_use]
    pub fn open(&self) -> Option<&Values> {
        self.0.find(|part| if let Judgement::Open(values) = part { Some(values) } else { None })
    }

    /// Against every deal possible in the chosen view.
    #[must_use]
    pub fn guaranteed(&self) -> Option<&Values> {
        self.0.find(|part| if let Judgement::Guaranteed(values) = part { Some(values) } else { None })
    }

    /// Whether more will come.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.0.is_busy()
    }

    /// Stops; what is known stays.
    pub fn stop(&mut self) {
        self.0.stop();
    }

    /// What it is at, for the status bar.
    #[must_use]
    pub fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        let monitor = self.0.work()?;
        let what = match monitor.stage() {
            stage::WORLDS => words.t("status.worlds"),
            stage::OPEN => words.t("status.open"),
            _ => words.t("status.guaranteed"),
        };
        Some((what.into(), monitor))
    }
}

/// Answers, the quick parts first: how many deals, then whether the goal is reached, then the exact
/// value, then every card. What was cut short is not told.
pub fn judge(question: &EvaluationRequest, job: &JobContext<Judgement>) {
    let EvaluationRequest { position, .. } = question;
    let share = job.share();
    if position.open_hands().is_some() {
        job.monitor().set_stage(stage::OPEN);
        let mut solver = open::Solver::with_table(share.memory);
        solve(&mut solver, question, job, Judgement::Open);
    }
    if let View::Seat(viewer) = position.view() {
        job.monitor().set_stage(stage::WORLDS);
        let Ok(knowledge) = Knowledge::of(position, viewer) else { return };
        job.tell(Judgement::Worlds(knowledge.count(), knowledge.matrix()));
        job.monitor().set_stage(stage::GUARANTEED);
        let mut solver = paranoia::Solver::with_resources(share.resources());
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
    let EvaluationRequest { position, goal } = question;
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

/// Better for a side: more points for the declarer, fewer for the defenders.
pub fn rank(value: &CardValue, side: Side) -> i16 {
    let points = value.points.map_or(0, i16::from) + 1000 * i16::from(value.declarer_wins);
    if side == Side::Declarer { points } else { -points }
}

impl Values {
    /// What stands on a card that may be played by this side.
    #[must_use]
    pub fn badge(&self, card: Card, side: Side, words: &Words) -> Option<Badge> {
        let value = self.cards.iter().find(|value| value.card == card)?;
        let text = match value.points {
            Some(points) => points.to_string(),
            None if value.declarer_wins => words.t("value.won_short").into(),
            None => words.t("value.lost_short").into(),
        };
        let wanted = value.declarer_wins == (side == Side::Declarer);
        let mood = if wanted { Mood::Good } else { Mood::Bad };
        Some(Badge { text, mood, best: self.best(side).contains(&card) })
    }

    /// The cards that no other is better than for this side.
    #[must_use]
    pub fn best(&self, side: Side) -> Vec<Card> {
        let top = self.cards.iter().map(|value| rank(value, side)).max();
        self.cards.iter().filter(|value| Some(rank(value, side)) == top).map(|value| value.card).collect()
    }
}
