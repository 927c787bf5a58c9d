//! What a position is worth and what each card is: the one place where Compose and Replay ask the searches. Runs on a
//! background thread.

use super::{follow, waker};
use crate::app::Cx;
use crate::app::widgets::cards::{Badge, Mood};
use crate::cards::Card;
use crate::deal::{Position, View};
use crate::engine::{JobContext, Monitor, Task};
use crate::knowledge::Knowledge;
use crate::puzzle::question::share;
use crate::rules::{Game, Goal, Side};
use crate::search::chance::{self, Chance};
use crate::search::open::{self, Bounds};
use crate::search::{Limits, PositionSolver, paranoia};
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
    /// The best chance in the chosen view, as far as it is known.
    Chance(Chance),
}

/// Stages of the work, as the status bar shows them.
pub mod stage {
    /// Counting deals.
    pub const WORLDS: u8 = 1;
    /// All cards seen.
    pub const OPEN: u8 = 2;
    /// Against every deal.
    pub const GUARANTEED: u8 = 3;
    /// Against as many deals as possible.
    pub const CHANCE: u8 = 4;
}

/// How long the hand must rest before the searches start.
const PAUSE: Duration = Duration::from_millis(250);

/// Nodes spent on the best chance: a few seconds.
const CHANCE_NODES: u64 = 10_000_000;
/// The best chance is looked for while the deals are no more than this.
pub const CHANCE_DEALS: u64 = 50_000;

/// What is known about a position, asked for in the background.
pub struct Evaluation(Task<EvaluationRequest, Judgement>);

impl Evaluation {
    /// Nothing is asked yet.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Evaluation {
        Evaluation(Task::new("evaluation", waker(ctx), judge_and_chance).resting(PAUSE))
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

    /// The best chance in the chosen view: exact, or bounds that are still narrowing.
    #[must_use]
    pub fn chance(&self) -> Option<&Chance> {
        self.0.find(|part| if let Judgement::Chance(chance) = part { Some(chance) } else { None })
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
            stage::CHANCE => words.t("status.chance"),
            _ => words.t("status.guaranteed"),
        };
        Some((what.into(), monitor))
    }
}

/// Answers, the quick parts first: how many deals, then whether the goal is reached, then the exact
/// value, then every card, and the best chance last. What was cut short is not told, but for bounds on the chance.
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

/// As [`judge`], and then in how many deals the best strategy wins.
fn judge_and_chance(question: &EvaluationRequest, job: &JobContext<Judgement>) {
    judge(question, job);
    let EvaluationRequest { position, goal } = question;
    let View::Seat(viewer) = position.view() else { return };
    let few = Knowledge::of(position, viewer).is_ok_and(|knowledge| knowledge.count() <= CHANCE_DEALS);
    if !few || job.monitor().is_stopped() {
        return;
    }
    job.monitor().set_stage(stage::CHANCE);
    let mut solver = chance::Solver::with_table(job.share().memory);
    let limits = Limits { nodes: Some(CHANCE_NODES), ..job.monitor().limits() };
    let told = |chance: &Chance| job.tell(Judgement::Chance(chance.clone()));
    if let Ok(chance) = solver.chance_with(position, *goal, &limits, told) {
        job.tell(Judgement::Chance(chance));
    }
}

/// What stands on a card: in what share of the deals the best strategy that begins with it wins.
#[must_use]
pub fn chance_badge(chance: &Chance, card: Card, words: &Words) -> Option<Badge> {
    let own = chance.cards.iter().find(|known| known.card == card)?;
    let text = share(own.won.at_least, chance.worlds, words);
    let text = if own.won.exact().is_some() { text } else { format!("≥ {text}") };
    let most = chance.cards.iter().map(|known| known.won.at_least).max();
    let best = most == Some(own.won.at_least);
    let mood = if best && own.won.at_least > 0 { Mood::Good } else { Mood::Bad };
    Some(Badge { text, mood, best })
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
