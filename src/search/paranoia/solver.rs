//! Questions about positions seen from one seat, and their answers.

use super::either::Known;
use super::ideas::Ideas;
use super::scene::{GoalTest, Scene};
use super::search::Search;
use super::splits;
use super::table::KnowledgeTable;
use super::task::{Count, Task};
use crate::cards::Card;
use crate::deal::{Position, View};
use crate::knowledge::{Assumption, Knowledge, KnowledgeError};
use crate::parallel::{self, Panicked};
use crate::rules::{Game, Goal};
use crate::search::limits::{Limits, Watch};
use crate::search::open::{Bounds, CardValue};
use crate::search::resources::Resources;
use crate::search::trace::{Counted, Ended, Off, Recorder, Trace};

/// Memory of a solver's tables if nothing else is asked for, in megabytes: a limit, they grow by need.
pub const DEFAULT_TABLE_MB: usize = 256;

/// Where the search for a value begins if nothing better is known: at the game's own question.
const FIRST_GUESS: i32 = 61;

/// Why a position cannot be solved from a seat's view.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, paranoia::{ParanoiaError, Solver}};
/// let position: Position = "contract=G declarer=F F=CJ.SA.S7 M=SJ.ST.S8 R=HA.HT.SK skat=D7.D8 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 points=35:35".parse().unwrap();
/// assert_eq!(Solver::new().value(&position, &Limits::none()), Err(ParanoiaError::OpenView));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParanoiaError {
    /// The question is about one seat's view.
    #[error("the view must be that of a seat, not of all open cards")]
    OpenView,
    /// The viewer's own hand is not given.
    #[error(transparent)]
    Knowledge(#[from] KnowledgeError),
    /// Points in Null, or no trick in another game.
    #[error("the goal {goal} makes no sense in this game ({game})")]
    Goal {
        /// What was asked for.
        goal: Goal,
        /// The game.
        game: Game,
    },
    /// A thread failed, so some cards have no value.
    #[error(transparent)]
    Panicked(#[from] Panicked),
}

/// Proves what one seat can force against every deal it cannot rule out.
///
/// All values are the declarer's final points. Seen by the declarer they are what he can guarantee;
/// seen by a defender they are the fewest that he alone can hold him to. It keeps what it has found out,
/// so that the next question about the same deal is answered sooner.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::rules::Goal;
/// use kiebitz::search::{Limits, paranoia::Solver};
/// // The classic forehand Grand: unlosable, whatever the others hold.
/// let line = "contract=GH declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 view=F";
/// let position: Position = line.parse().unwrap();
/// let mut solver = Solver::new();
/// let limits = Limits::none();
/// assert_eq!(solver.decide(&position, Goal::Points(61), &limits), Ok(Some(true)));
/// assert_eq!(solver.value(&position, &limits).unwrap().exact(), Some(62));
/// ```
#[derive(Debug)]
pub struct Solver {
    tables: Vec<KnowledgeTable>,
    ideas: Ideas,
    share: f64,
    /// How many cards of the group of a card either hidden hand holds at most.
    most: Vec<(Card, u8)>,
    assumptions: Vec<Assumption>,
    covered: f64,
    nodes: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver on one thread with tables of up to [`DEFAULT_TABLE_MB`].
    #[must_use]
    pub fn new() -> Solver {
        Solver::with_resources(Resources::default())
    }

    /// A solver on one thread that takes at most so much memory.
    #[must_use]
    pub fn with_table(megabytes: usize) -> Solver {
        Solver::with_resources(Resources::new(megabytes, 1))
    }

    /// A solver that looks at the cards of a position on several threads. They share the memory; the
    /// answers do not depend on their number.
    #[must_use]
    pub fn with_resources(resources: Resources) -> Solver {
        let threads = resources.threads();
        let each = resources.memory_or(DEFAULT_TABLE_MB) / threads;
        let tables = (0..threads).map(|_| KnowledgeTable::new(each)).collect();
        Solver {
            tables,
            ideas: Ideas::ALL,
            share: 1.0,
            most: Vec::new(),
            assumptions: Vec::new(),
            covered: 1.0,
            nodes: 0,
        }
    }

    /// With some ideas switched off, for comparison.
    #[must_use]
    pub fn with_ideas(mut self, ideas: Ideas) -> Solver {
        self.ideas = ideas;
        self.clear();
        self
    }

    /// Asks only about this share of all worlds, the likeliest splits of each suit; 1 asks about
    /// all. [`Solver::covered`] tells how much an answer covered.
    pub fn set_share(&mut self, share: f64) {
        self.share = share.clamp(0.0, 1.0);
    }

    /// Asks only about worlds in which neither hidden hand holds more than so many cards of a group, trumps or a suit, each
    /// named by one of its cards. [`Solver::covered`] tells how much an answer covered: 0 if there is no such world, and then
    /// the answer is about all.
    pub fn set_most(&mut self, most: Vec<(Card, u8)>) {
        self.most = most;
    }

    /// Asks only about worlds in which these assumptions hold, as far as what is certain allows
    /// ([`Knowledge::assuming`] tells which do).
    pub fn assume(&mut self, assumptions: Vec<Assumption>) {
        self.assumptions = assumptions;
    }

    /// The assumptions in force.
    #[must_use]
    pub fn assumptions(&self) -> &[Assumption] {
        &self.assumptions
    }

    /// The exact share of worlds that the last answer holds for.
    #[must_use]
    pub fn covered(&self) -> f64 {
        self.covered
    }

    /// Positions visited for the last answer.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets what it has found out.
    pub fn clear(&mut self) {
        self.tables.iter_mut().for_each(KnowledgeTable::clear);
    }

    fn scene(&mut self, position: &Position) -> Result<Scene, ParanoiaError> {
        let View::Seat(viewer) = position.view() else { return Err(ParanoiaError::OpenView) };
        let knowledge = Knowledge::of(position, viewer)?.assuming(position, &self.assumptions);
        Ok(self.scene_of(position, &knowledge))
    }

    fn scene_of(&mut self, position: &Position, knowledge: &Knowledge) -> Scene {
        let mut scene = Scene::new(position, knowledge);
        self.nodes = 0;
        self.covered = 1.0;
        // Splits that are known are not bounded further: the answer is then about all worlds.
        let [one] = scene.hidden.as_mut_slice() else { return scene };
        if one.exact != 0 {
            return scene;
        }
        if self.share < 1.0 {
            let task = Task::new(scene.game, scene.declarer, Count::DefendersTrick);
            self.covered = splits::bound(one, &task, self.share);
        } else if !self.most.is_empty() {
            let task = Task::new(scene.game, scene.declarer, Count::DefendersTrick);
            let bound = |&(card, most): &(Card, u8)| (task.group_number(scene.layout.bit(card)), most);
            let most: Vec<(usize, u8)> = self.most.iter().map(bound).collect();
            self.covered = splits::at_most(one, &task, &most);
        }
        scene
    }

    /// Whether the declarer reaches the goal: by force against every deal if the view is his; if it is a
    /// defender's, unless that defender can prevent it by force. `None` if the search was
    /// stopped before it knew.
    ///
    /// # Errors
    /// If the viewer's hand is not given, or the goal makes no sense in the game.
    pub fn decide(
        &mut self,
        position: &Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<Option<bool>, ParanoiaError> {
        let scene = self.scene(position)?;
        let question = scene.question(goal).ok_or(ParanoiaError::Goal { goal, game: scene.game })?;
        let mut watch = Watch::new(limits);
        if let Goal::Points(points) = goal {
            watch.trying(points.into());
        }
        let answer = self.ask(&scene, &question, &mut watch);
        self.nodes = watch.nodes();
        Ok(answer)
    }

    /// The same for searches that hold what a seat sees as a [`Scene`]; also `None` for a goal that makes
    /// no sense in the game.
    pub(in crate::search) fn decides(
        &mut self,
        scene: &Scene,
        goal: Goal,
        watch: &mut Watch,
    ) -> Option<bool> {
        self.ask(scene, &scene.question(goal)?, watch)
    }

    fn ask(&mut self, scene: &Scene, question: &GoalTest, watch: &mut Watch) -> Option<bool> {
        ask(scene, question, self.ideas, &mut self.tables[0], watch, &mut Off)
    }

    /// As [`Solver::decide`], and records what the search does. The table is used as it is: to see a
    /// search from nothing, [`clear`](Solver::clear) first.
    ///
    /// # Errors
    /// As [`Solver::decide`].
    pub fn trace(
        &mut self,
        position: &Position,
        goal: Goal,
        limits: &Limits,
        trace: &mut Trace,
    ) -> Result<Option<bool>, ParanoiaError> {
        let View::Seat(viewer) = position.view() else { return Err(ParanoiaError::OpenView) };
        let scene = self.scene(position)?;
        let question = scene.question(goal).ok_or(ParanoiaError::Goal { goal, game: scene.game })?;
        let mut watch = Watch::new(limits);
        let (counted, asked) = match &question {
            GoalTest::AtLeast(task, t) if !task.tricks => (Counted::DefendersPoints, *t),
            _ => (Counted::Tricks, 1),
        };
        trace.begin(position, viewer, counted, asked);
        let answer = ask(&scene, &question, self.ideas, &mut self.tables[0], &mut watch, trace);
        self.nodes = watch.nodes();
        trace.finish(answer, self.nodes);
        Ok(answer)
    }

    /// The declarer's points (in Null 1 for won, 0 for lost) if the viewer does his best against every
    /// deal; bounds that have not met if the search was stopped.
    ///
    /// # Errors
    /// If the viewer's hand is not given.
    pub fn value(&mut self, position: &Position, limits: &Limits) -> Result<Bounds, ParanoiaError> {
        let scene = self.scene(position)?;
        let mut watch = Watch::new(limits);
        let guess = scene.total - FIRST_GUESS + 1;
        let value = value(&scene, guess, self.ideas, &mut self.tables[0], &mut watch);
        self.nodes = watch.nodes();
        Ok(value)
    }

    /// The value of every card that may be played next, by the viewer or by whoever is on turn, and
    /// whether the declarer reaches the goal after it; in the order of [`Position::playable`].
    ///
    /// # Errors
    /// If the viewer's hand is not given, or the goal makes no sense in the game.
    pub fn cards(
        &mut self,
        position: &Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<Vec<CardValue>, ParanoiaError> {
        let scene = self.scene(position)?;
        if scene.question(goal).is_none() {
            return Err(ParanoiaError::Goal { goal, game: scene.game });
        }
        if position.turn().is_none() {
            return Ok(Vec::new());
        }
        let cards = scene.playable();
        let (ideas, threads) = (self.ideas, self.tables.len());
        let share = Limits { nodes: limits.nodes.map(|nodes| nodes / threads as u64), ..limits.clone() };
        let work = |number: usize, table: &mut KnowledgeTable| {
            let mut watch = Watch::new(&share);
            let mut guess = scene.total - FIRST_GUESS + 1;
            let own = cards.iter().enumerate().filter(|(at, _)| at % threads == number);
            let found: Vec<(usize, CardValue)> = own
                .filter_map(|(at, &card)| {
                    let found = card_value(&scene, card, goal, &mut guess, ideas, table, &mut watch)?;
                    Some((at, found))
                })
                .collect();
            (found, watch.nodes())
        };
        let parts = on_each(&mut self.tables, work)?;
        self.nodes = parts.iter().map(|(_, nodes)| nodes).sum();
        let mut found: Vec<(usize, CardValue)> = parts.into_iter().flat_map(|(found, _)| found).collect();
        found.sort_by_key(|(at, _)| *at);
        Ok(found.into_iter().map(|(_, card)| card).collect())
    }

    /// The ladder: out of schneider, won, schneider, every trick; whether the declarer reaches each, as
    /// in [`Solver::decide`]. Empty in Null.
    ///
    /// # Errors
    /// If the viewer's hand is not given.
    pub fn ladder(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Vec<(Goal, Option<bool>)>, ParanoiaError> {
        let scene = self.scene(position)?;
        let mut watch = Watch::new(limits);
        let mut ladder = Vec::new();
        let mut missed = false;
        for goal in [Goal::Points(31), Goal::Points(61), Goal::Points(90), Goal::EveryTrick] {
            let Some(question) = scene.question(goal) else { continue };
            // Who misses a number of points misses every higher one.
            let points = matches!(goal, Goal::Points(_));
            let answer = if missed && points { Some(false) } else { self.ask(&scene, &question, &mut watch) };
            missed |= answer == Some(false);
            ladder.push((goal, answer));
        }
        self.nodes = watch.nodes();
        Ok(ladder)
    }
}

/// Works with each table on a thread of its own. If one panics the answer is not whole: it is the panic, and
/// what the tables hold is forgotten.
fn on_each<T: Send>(
    tables: &mut [KnowledgeTable],
    work: impl Fn(usize, &mut KnowledgeTable) -> T + Sync,
) -> Result<Vec<T>, Panicked> {
    let threads = tables.len();
    let mut parts = Vec::with_capacity(threads);
    let work = |(): &mut (), (number, table): (usize, &mut KnowledgeTable)| work(number, table);
    let take = |part| {
        parts.push(part);
        true
    };
    let ended = parallel::in_order(tables.iter_mut().enumerate(), threads, || false, || (), work, take);
    if let Err(panicked) = ended {
        tables.iter_mut().for_each(KnowledgeTable::clear);
        return Err(panicked);
    }
    Ok(parts)
}

fn ask(
    scene: &Scene,
    question: &GoalTest,
    ideas: Ideas,
    table: &mut KnowledgeTable,
    watch: &mut Watch,
    recorder: &mut impl Recorder,
) -> Option<bool> {
    match question {
        GoalTest::Settled(answer) => {
            recorder.because(Ended::OutOfReach);
            Some(*answer)
        }
        GoalTest::AtLeast(task, t) => {
            let mut search = Search::new(task, ideas, table, watch, recorder);
            let found = search.ask_any(scene.hand, &scene.hidden, &scene.trick, *t, &mut Known::new());
            found.ok().map(|units| units < *t)
        }
    }
}

fn value(scene: &Scene, guess: i32, ideas: Ideas, table: &mut KnowledgeTable, watch: &mut Watch) -> Bounds {
    if scene.game == Game::Null {
        let won = scene
            .question(Goal::NoTrick)
            .and_then(|question| ask(scene, &question, ideas, table, watch, &mut Off));
        return Bounds { low: u8::from(won == Some(true)), high: u8::from(won != Some(false)) };
    }
    let task = Task::new(scene.game, scene.declarer, Count::Points);
    let mut off = Off;
    let mut search = Search::new(&task, ideas, table, watch, &mut off);
    let (low, high) = search.value(scene.hand, &scene.hidden, &scene.trick, guess, scene.total);
    let points = |units: i32| (scene.total - units).clamp(0, 255) as u8;
    Bounds { low: points(high), high: points(low) }
}

fn card_value(
    scene: &Scene,
    card: Card,
    goal: Goal,
    guess: &mut i32,
    ideas: Ideas,
    table: &mut KnowledgeTable,
    watch: &mut Watch,
) -> Option<CardValue> {
    let next = scene.after(card)?;
    let taken = scene.total - next.total;
    let found = value(&next, *guess - taken, ideas, table, watch);
    if let Some(exact) = found.exact() {
        *guess = scene.total - i32::from(exact);
    }
    let declarer_wins = match goal {
        Goal::Points(points) => found.reaches(points),
        Goal::NoTrick => found.reaches(1),
        Goal::EveryTrick => {
            next.question(goal).and_then(|question| ask(&next, &question, ideas, table, watch, &mut Off))
        }
    };
    Some(CardValue { card, value: found, declarer_wins })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thread that fails must not leave its cards out: "the only card that wins" would then be false.
    #[test]
    fn a_failed_thread_is_said() {
        for threads in [1, 2, 4] {
            let mut tables: Vec<_> = (0..threads).map(|_| KnowledgeTable::new(1)).collect();
            assert_eq!(on_each(&mut tables, |number, _| number), Ok((0..threads).collect()));
            let failing = |number: usize, _: &mut KnowledgeTable| assert!(number + 1 < threads, "lost");
            assert_eq!(on_each(&mut tables, failing), Err(Panicked("lost".into())));
        }
    }
}
