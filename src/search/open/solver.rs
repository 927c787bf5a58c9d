//! Questions about positions with all cards seen, and their answers.

use super::ideas::Ideas;
use super::key::Keys;
use super::null::NullSearch;
use super::points::PointSearch;
use super::schwarz::SchwarzSearch;
use super::state::OpenState;
use super::table::OpenTable;
use crate::cards::{Card, Cards, Suit};
use crate::deal::Position;
use crate::rules::{Game, Goal, Side};
use crate::search::layout::{Layout, lowest};
use crate::search::limits::{Limits, Watch};
use crate::search::resources::Resources;
use crate::search::trace::{Counted, Ended, Off, Recorder, Trace};

/// Memory of a solver's table if nothing else is asked for, in megabytes. It is a limit: the table
/// starts at a quarter of a megabyte and grows by need.
pub const DEFAULT_TABLE_MB: usize = 256;

/// Where the search for a value begins if nothing better is known: at the game's own question.
pub(super) const FIRST_GUESS: i32 = 61;

/// Why a position cannot be solved with open cards.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, open::{OpenError, Solver}};
/// let position: Position = "contract=G declarer=F".parse().unwrap();
/// assert_eq!(Solver::new().value(&position, &Limits::none()), Err(OpenError::Unplaced));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// Some hand is not known.
    #[error("with open cards every card must be placed, and some hand is not known")]
    Unplaced,
    /// The skat counts for the declarer and is not known.
    #[error("with open cards the skat must be known, since it counts for the declarer")]
    SkatUnknown,
    /// Points in Null, or no trick in another game.
    #[error("the goal {goal} makes no sense in this game ({game})")]
    Goal {
        /// What was asked for.
        goal: Goal,
        /// The game.
        game: Game,
    },
}

/// What is proved of a value: it lies between these two, and is exact if they are equal. In Grand
/// and suit games they are the declarer's final points, in Null 1 for won and 0 for lost.
///
/// ```
/// use kiebitz::search::open::Bounds;
/// let bounds = Bounds { low: 58, high: 70 };
/// assert_eq!((bounds.exact(), bounds.reaches(58), bounds.reaches(61), bounds.reaches(71)), (None, Some(true), None, Some(false)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// At least this.
    pub low: u8,
    /// At most this.
    pub high: u8,
}

impl Bounds {
    /// The value, if it is known exactly.
    #[must_use]
    pub fn exact(self) -> Option<u8> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether the value is at least this; `None` if that is not known.
    #[must_use]
    pub fn reaches(self, value: u8) -> Option<bool> {
        if self.low >= value {
            Some(true)
        } else if self.high < value {
            Some(false)
        } else {
            None
        }
    }
}

/// What playing a card leads to.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, open::Solver};
/// let position: Position = "contract=G declarer=F F=CJ.SA.S7 M=SJ.ST.S8 R=HA.HT.SK skat=D7.D8 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 points=35:35".parse().unwrap();
/// let cards = Solver::new().cards(&position, position.goal(), &Limits::none()).unwrap();
/// // The jack first or the ace first: both win, the seven does not gain more.
/// assert_eq!(cards.iter().map(|card| card.value.low).max(), Some(64));
/// assert!(cards.iter().any(|card| card.card.to_string() == "CJ" && card.declarer_wins == Some(true)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardValue {
    /// The card.
    pub card: Card,
    /// The value of the position after it.
    pub value: Bounds,
    /// Whether the declarer then reaches the goal; `None` if the search was stopped before.
    pub declarer_wins: Option<bool>,
}

/// Solves positions with all cards seen. It keeps what it has found out, so that the next question
/// about the same deal, or a similar one, is answered sooner. For several threads make several.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, open::Solver};
/// let line = "contract=G declarer=F F=CJ.SA.S7 M=SJ.ST.S8 R=HA.HT.SK skat=D7.D8 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9 points=35:35";
/// let position: Position = line.parse().unwrap();
/// let mut solver = Solver::new();
/// let value = solver.value(&position, &Limits::none()).unwrap();
/// // He draws the jack and cashes the ace for 29 points; the seven is lost.
/// assert_eq!(value.exact(), Some(64));
/// ```
#[derive(Debug)]
pub struct Solver {
    table: OpenTable,
    suit_keys: Keys,
    grand_keys: Keys,
    ideas: Ideas,
    nodes: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

/// The searches that share the table. Each has three marks in it, one for each leader.
#[derive(Clone, Copy)]
enum Kind {
    Suit,
    Grand,
    Null,
    SuitSchwarz,
    GrandSchwarz,
}

impl Kind {
    /// The mark for leader 0; 0 itself marks empty entries.
    fn tag(self) -> u8 {
        1 + 3 * self as u8
    }
}

impl Solver {
    /// A solver with a table of up to [`DEFAULT_TABLE_MB`].
    #[must_use]
    pub fn new() -> Solver {
        Solver::with_resources(Resources::default())
    }

    /// A solver that takes no more than this; one thread is all it needs.
    #[must_use]
    pub fn with_resources(resources: Resources) -> Solver {
        Solver::with_table(resources.memory_or(DEFAULT_TABLE_MB))
    }

    /// A solver that takes at most so much memory. It works with any, only slower with little.
    #[must_use]
    pub fn with_table(megabytes: usize) -> Solver {
        Solver {
            table: OpenTable::new(megabytes),
            // All suit games have the same layout.
            suit_keys: Keys::new(Layout::of(Game::Suit(Suit::Clubs))),
            grand_keys: Keys::new(Layout::of(Game::Grand)),
            ideas: Ideas::ALL,
            nodes: 0,
        }
    }

    /// The same solver using only some of its ideas; the answers are the same.
    #[must_use]
    pub fn with_ideas(self, ideas: Ideas) -> Solver {
        Solver { ideas, ..self }
    }

    /// Forgets everything found out so far.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Nodes visited for the last question.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What the table takes now, in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The value of a position: exact, unless the limits end the search before.
    ///
    /// # Errors
    /// If not every card is placed.
    pub fn value(&mut self, position: &Position, limits: &Limits) -> Result<Bounds, OpenError> {
        let asked = Asked::about(position)?;
        Ok(self.question(limits, |solver, watch| solver.value_of(&asked, &asked.state, FIRST_GUESS, watch)))
    }

    /// Whether the declarer reaches the goal; `None` if the limits end the search before.
    ///
    /// # Errors
    /// If not every card is placed, or the goal does not belong to the game.
    pub fn decide(
        &mut self,
        position: &Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<Option<bool>, OpenError> {
        let asked = Asked::about(position)?;
        asked.check_goal(goal)?;
        Ok(self.question(limits, |solver, watch| solver.reaches(&asked, &asked.state, goal, watch)))
    }

    /// The value of every card that may be played, as players sort them, and whether the declarer
    /// reaches the goal after it.
    ///
    /// # Errors
    /// If not every card is placed, or the goal does not belong to the game.
    pub fn cards(
        &mut self,
        position: &Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<Vec<CardValue>, OpenError> {
        let asked = Asked::about(position)?;
        asked.check_goal(goal)?;
        Ok(self.question(limits, |solver, watch| solver.cards_of(&asked, goal, watch)))
    }

    /// All cards that keep the value of the position, for whoever is on turn. Empty if nobody is,
    /// or if the limits end the search before that is certain.
    ///
    /// # Errors
    /// If not every card is placed.
    pub fn best_cards(&mut self, position: &Position, limits: &Limits) -> Result<Cards, OpenError> {
        let goal = Goal::of(position.contract());
        let cards = self.cards(position, goal, limits)?;
        let exact: Option<Vec<(Card, u8)>> =
            cards.iter().map(|card| Some((card.card, card.value.exact()?))).collect();
        let values = exact.unwrap_or_default();
        let declarer = position.turn() == Some(position.declarer());
        let all = values.iter().map(|&(_, value)| value);
        let best = if declarer { all.max() } else { all.min() };
        Ok(values.iter().filter(|&&(_, value)| Some(value) == best).map(|&(card, _)| card).collect())
    }

    /// A line of best play for both sides to the end, in Null to the declarer's first trick. Shorter
    /// if the limits end the search before.
    ///
    /// # Errors
    /// If not every card is placed.
    pub fn line(&mut self, position: &Position, limits: &Limits) -> Result<Vec<Card>, OpenError> {
        let asked = Asked::about(position)?;
        Ok(self.question(limits, |solver, watch| solver.line_of(&asked, watch)))
    }

    /// Asks one question: makes room in the table and counts nodes.
    pub(super) fn question<T>(
        &mut self,
        limits: &Limits,
        ask: impl FnOnce(&mut Solver, &mut Watch) -> T,
    ) -> T {
        self.table.make_room();
        let mut watch = Watch::new(limits);
        let answer = ask(self, &mut watch);
        self.nodes = watch.nodes();
        answer
    }

    fn points<'a, R: Recorder>(
        &'a mut self,
        game: Game,
        watch: &'a mut Watch,
        recorder: &'a mut R,
    ) -> PointSearch<'a, R> {
        let (keys, kind) = match game {
            Game::Grand => (&self.grand_keys, Kind::Grand),
            _ => (&self.suit_keys, Kind::Suit),
        };
        let layout = Layout::of(game);
        let (table, ideas, tag) = (&mut self.table, self.ideas, kind.tag());
        PointSearch { layout, keys, table, watch, recorder, ideas, tag }
    }

    fn null(&mut self, state: &OpenState, watch: &mut Watch, recorder: &mut impl Recorder) -> Option<bool> {
        let layout = Layout::of(Game::Null);
        let tag = Kind::Null.tag();
        let mut search = NullSearch::new(layout, &mut self.table, watch, recorder, self.ideas, tag);
        let won = search.decide(state);
        (!watch.is_stopped()).then_some(won)
    }

    fn schwarz(
        &mut self,
        game: Game,
        state: &OpenState,
        watch: &mut Watch,
        recorder: &mut impl Recorder,
    ) -> Option<bool> {
        let (keys, kind) = match game {
            Game::Grand => (&self.grand_keys, Kind::GrandSchwarz),
            _ => (&self.suit_keys, Kind::SuitSchwarz),
        };
        let layout = Layout::of(game);
        let (table, ideas, tag) = (&mut self.table, self.ideas, kind.tag());
        let won = SchwarzSearch { layout, keys, table, watch, recorder, ideas, tag }.decide(state);
        (!watch.is_stopped()).then_some(won)
    }

    /// Whether the declarer gets at least `need` of the points still to come (in Null: takes no
    /// further trick). The quickest way to ask, for searches that hold their positions as
    /// [`OpenState`]s. `None` if the watch has stopped.
    pub(crate) fn holds(
        &mut self,
        game: Game,
        state: &OpenState,
        need: i32,
        watch: &mut Watch,
    ) -> Option<bool> {
        self.recorded(game, state, need, watch, &mut Off)
    }

    fn recorded(
        &mut self,
        game: Game,
        state: &OpenState,
        need: i32,
        watch: &mut Watch,
        recorder: &mut impl Recorder,
    ) -> Option<bool> {
        if game == Game::Null {
            return self.null(state, watch, recorder);
        }
        let result = self.points(game, watch, recorder).decide(state, need);
        (!watch.is_stopped()).then_some(result >= need)
    }

    /// `state` is the position asked about or follows from it, `asked.taken` what the declarer has.
    pub(super) fn value_of(
        &mut self,
        asked: &Asked,
        state: &OpenState,
        guess: i32,
        watch: &mut Watch,
    ) -> Bounds {
        if asked.game == Game::Null {
            let won = if asked.declarer_has_trick { Some(false) } else { self.null(state, watch, &mut Off) };
            return Bounds { low: u8::from(won == Some(true)), high: u8::from(won != Some(false)) };
        }
        let (low, high) =
            self.points(asked.game, watch, &mut Off).value(state, guess - asked.taken, asked.taken);
        Bounds { low: (asked.taken + low) as u8, high: (asked.taken + high) as u8 }
    }

    pub(in crate::search) fn reaches(
        &mut self,
        asked: &Asked,
        state: &OpenState,
        goal: Goal,
        watch: &mut Watch,
    ) -> Option<bool> {
        self.reaches_recorded(asked, state, goal, watch, &mut Off)
    }

    fn reaches_recorded(
        &mut self,
        asked: &Asked,
        state: &OpenState,
        goal: Goal,
        watch: &mut Watch,
        recorder: &mut impl Recorder,
    ) -> Option<bool> {
        let settled = match goal {
            Goal::NoTrick => asked.declarer_has_trick,
            Goal::EveryTrick => asked.defenders_have_trick,
            Goal::Points(_) => false,
        };
        if settled {
            recorder.because(Ended::OutOfReach);
            return Some(false);
        }
        match goal {
            Goal::NoTrick => self.null(state, watch, recorder),
            Goal::EveryTrick => self.schwarz(asked.game, state, watch, recorder),
            Goal::Points(points) => {
                watch.trying(points.into());
                self.recorded(asked.game, state, i32::from(points) - asked.taken, watch, recorder)
            }
        }
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
    ) -> Result<Option<bool>, OpenError> {
        let asked = Asked::about(position)?;
        asked.check_goal(goal)?;
        let (counted, need) = match goal {
            Goal::Points(points) => (Counted::DeclarersPoints, i32::from(points) - asked.taken),
            _ => (Counted::Tricks, 1),
        };
        trace.begin(position, position.declarer(), counted, need);
        let answer = self.question(limits, |solver, watch| {
            solver.reaches_recorded(&asked, &asked.state, goal, watch, trace)
        });
        trace.finish(answer, self.nodes);
        Ok(answer)
    }

    fn cards_of(&mut self, asked: &Asked, goal: Goal, watch: &mut Watch) -> Vec<CardValue> {
        let layout = Layout::of(asked.game);
        if asked.state.is_over() {
            return Vec::new();
        }
        // The value of the position is a good first guess for each card.
        let value = self.value_of(asked, &asked.state, FIRST_GUESS, watch);
        let playable = layout.cards(asked.state.playable(layout));
        let mut cards = Vec::with_capacity(playable.len());
        for card in asked.game.sorted(playable) {
            let after = asked.after(layout.bit(card));
            let value = self.value_of(&after, &after.state, i32::from(value.high), watch);
            let declarer_wins = match goal {
                Goal::Points(points) => value.reaches(points),
                Goal::NoTrick => value.reaches(1),
                Goal::EveryTrick => self.reaches(&after, &after.state, goal, watch),
            };
            cards.push(CardValue { card, value, declarer_wins });
        }
        cards
    }

    fn line_of(&mut self, asked: &Asked, watch: &mut Watch) -> Vec<Card> {
        let layout = Layout::of(asked.game);
        let mut line = Vec::new();
        let mut asked = asked.clone();
        let Some(value) = self.value_of(&asked, &asked.state, FIRST_GUESS, watch).exact() else {
            return line;
        };
        let null = asked.game == Game::Null;
        let ended = |asked: &Asked| asked.state.is_over() || null && asked.declarer_has_trick;
        while !ended(&asked) {
            let declarer = asked.state.turn() == 0;
            let mut left = asked.state.playable(layout);
            let mut chosen = None;
            while left != 0 && chosen.is_none() {
                let card = lowest(left);
                left &= !card;
                let after = asked.after(card);
                // The best card keeps the value: for the declarer it still reaches it, for a
                // defender it still does not exceed it.
                let goal = if null { 1 } else { i32::from(value) + i32::from(!declarer) };
                let reaches = if null && after.declarer_has_trick {
                    Some(false)
                } else {
                    self.holds(after.game, &after.state, goal - after.taken, watch)
                };
                let Some(reaches) = reaches else { return line };
                let keeps = if null { reaches == (value == 1) } else { reaches == declarer };
                if keeps {
                    chosen = Some((card, after));
                }
            }
            // Some card always keeps the value.
            let Some((card, after)) = chosen else { return line };
            line.push(layout.card(card));
            asked = after;
        }
        line
    }
}

/// A position, and what the sides have already.
#[derive(Clone, Debug)]
pub(in crate::search) struct Asked {
    pub game: Game,
    pub state: OpenState,
    /// The declarer's points so far, skat included.
    pub taken: i32,
    pub declarer_has_trick: bool,
    pub defenders_have_trick: bool,
}

impl Asked {
    fn about(position: &Position) -> Result<Asked, OpenError> {
        let game = position.game();
        let state = OpenState::of(position)?;
        if game != Game::Null && !position.knows_skat() {
            return Err(OpenError::SkatUnknown);
        }
        Ok(Asked {
            game,
            state,
            taken: i32::from(position.skat().points()) + i32::from(position.points(Side::Declarer)),
            declarer_has_trick: position.has_trick(Side::Declarer),
            defenders_have_trick: position.has_trick(Side::Defenders),
        })
    }

    fn check_goal(&self, goal: Goal) -> Result<(), OpenError> {
        let fits = (goal == Goal::NoTrick) == (self.game == Game::Null);
        if fits { Ok(()) } else { Err(OpenError::Goal { goal, game: self.game }) }
    }

    /// After a card is played.
    fn after(&self, card: u32) -> Asked {
        let mut after = self.clone();
        if let Some((winner, points)) = after.state.play(Layout::of(self.game), card) {
            if winner == 0 {
                after.taken += points;
                after.declarer_has_trick = true;
            } else {
                after.defenders_have_trick = true;
            }
        }
        after
    }
}
