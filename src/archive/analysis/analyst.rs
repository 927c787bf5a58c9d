//! Analysing a game.
//!
//! From the last card back to the first, since that saves most of the questions. Whoever plays a card
//! could have had at least what he has after it, so if the declarer wins after his own card he won
//! before it, and nobody need search; only a card after which the other side wins is asked whether
//! another would have done. The same holds for values: one question, "one point more?", mostly settles
//! that the value did not change. And whoever loses with open cards can force nothing, so of the two
//! sides only one is ever asked what it can force.

use super::card::{CardAnalysis, Known, Sure};
use super::game::{Ending, GameAnalysis};
use super::judgement::Judgement;
use super::refute::Refuters;
use super::summary::Summary;
use crate::archive::game::RecordedGame;
use crate::archive::recount::End;
use crate::cards::{Card, Cards};
use crate::deal::{Position, View};
use crate::rules::{BySeat, Game, Goal, Seat, Side};
use crate::search::open::Bounds;
use crate::search::{Limits, Resources, chance, open, paranoia};

/// How much is asked.
///
/// ```
/// use kiebitz::archive::analysis::Depth;
/// // What was analysed in full needs no quick look any more.
/// assert!(Depth::Full > Depth::Quick);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// Who wins: with open cards before and after each card, and by force.
    Quick,
    /// Also the exact points of both, and the chances in other deals where the game changed hands.
    #[default]
    Full,
}

/// Nodes for one question whether a win is forced.
const DECISION_NODES: [u64; 2] = [2_000_000, 20_000_000];
/// Memory of each of the three searches, in megabytes.
const TABLE_MB: usize = 128;

/// Something found out by an analysis under way.
///
/// ```
/// use kiebitz::archive::{Reader, Record, RecordedGame, analysis::{GameAnalysis, News}, sample};
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let game = RecordedGame::of(&Record::parse(&raw.bytes).unwrap()).unwrap();
/// let mut analysis = GameAnalysis::begin(&game).unwrap();
/// analysis.enter(News::Done { cut: 2 });
/// assert_eq!((analysis.done, analysis.cut), (true, 2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// What is known of a card now; more may follow.
    Card(Box<CardAnalysis>),
    /// What is known of the ending.
    Ending(Box<Ending>),
    /// That was all.
    Done {
        /// Questions that were cut short.
        cut: u32,
    },
}

/// Analyses games, one after the other. For several threads make several.
///
/// ```
/// use kiebitz::archive::{End, Move, Reader, Record, RecordedGame, sample};
/// use kiebitz::archive::analysis::{Analyst, Depth};
/// use kiebitz::search::Limits;
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let game = RecordedGame::of(&Record::parse(&raw.bytes).unwrap()).unwrap();
/// let analysis = Analyst::new(Depth::Quick).analyse(&game, &Limits::none(), |_| {}).unwrap();
/// assert_eq!((analysis.cards.len(), analysis.ending.end), (30, End::Played));
/// // The game was won, and so it was at the end with all cards seen.
/// assert_eq!(analysis.open(30).wins, Some(true));
/// ```
#[derive(Debug)]
pub struct Analyst {
    pub(super) open: open::Solver,
    pub(super) paranoia: paranoia::Solver,
    pub(super) chance: chance::Solver,
    pub(super) depth: Depth,
}

impl Analyst {
    /// An analyst for this depth.
    #[must_use]
    pub fn new(depth: Depth) -> Analyst {
        Analyst::with_resources(depth, Resources::default())
    }

    /// An analyst that takes no more memory than this: a third for each of its searches, and never more than
    /// [`Analyst::new`] takes. With less, more questions may be cut short.
    #[must_use]
    pub fn with_resources(depth: Depth, resources: Resources) -> Analyst {
        let third = resources.at_most_threads(1).part(3).memory_up_to(TABLE_MB);
        Analyst {
            open: open::Solver::with_resources(third),
            paranoia: paranoia::Solver::with_resources(third),
            chance: chance::Solver::with_resources(third),
            depth,
        }
    }

    /// Analyses a game, telling what is found as it is found. `None` for a game without card play, or
    /// if the limits' flag ended it; their number of nodes is not looked at.
    pub fn analyse(
        &mut self,
        game: &RecordedGame,
        limits: &Limits,
        tell: impl FnMut(News),
    ) -> Option<GameAnalysis> {
        let found = GameAnalysis::begin(game)?;
        let play = game.play.as_ref()?;
        // What other games have left in the tables would change what a budget reaches.
        self.open.clear();
        self.paranoia.clear();
        self.chance.clear();
        let positions = (0..=found.cards.len()).map(|cards| play.position(cards)).collect();
        let mut work = Work { analyst: self, limits, positions, found, refuters: Refuters::default(), tell };
        // The quickest answers first: who waits for a graph sees it at once.
        let points = work.analyst.depth == Depth::Full && work.found.counts_points();
        work.outcomes()?;
        if points {
            work.open_values()?;
        }
        work.forced()?;
        work.better()?;
        if work.analyst.depth == Depth::Full {
            work.chances()?;
        }
        if points {
            work.own_values()?;
        }
        let cut = work.found.cut;
        work.report(News::Done { cut });
        Some(work.found)
    }
}

impl Analyst {
    /// The summary of a game; `None` only if the limits' flag ended it.
    pub fn summary(&mut self, game: &RecordedGame, limits: &Limits) -> Option<Summary> {
        if game.play.is_none() {
            return Some(Summary::unplayed(self.depth));
        }
        Some(Summary::of(&self.analyse(game, limits, |_| {})?, self.depth))
    }
}

/// An analysis under way. Each step answers `None` when it is to stop.
pub(super) struct Work<'a, T> {
    pub(super) analyst: &'a mut Analyst,
    pub(super) limits: &'a Limits,
    /// The positions before each card, and the last.
    pub(super) positions: Vec<Position>,
    pub(super) found: GameAnalysis,
    /// Deals that showed that a win was not forced.
    pub(super) refuters: Refuters,
    tell: T,
}

impl<T: FnMut(News)> Work<'_, T> {
    fn report(&mut self, news: News) {
        self.found.enter(news.clone());
        (self.tell)(news);
    }

    /// Judges a card by what is known of it now, and tells.
    pub(super) fn report_card(&mut self, number: usize, change: impl FnOnce(&mut CardAnalysis)) {
        let Some(card) = self.found.cards.get(number) else { return };
        let mut card = card.clone();
        change(&mut card);
        card.judge(self.found.game, self.found.aim.goal);
        self.report(News::Card(Box::new(card)));
    }

    pub(super) fn cancelled(&self) -> bool {
        self.limits.cancel.as_ref().is_some_and(crate::search::Cancel::is_cancelled)
    }

    /// Limits with a budget of nodes for one question.
    pub(super) fn budget(&self, nodes: Option<u64>) -> Limits {
        Limits { nodes, ..self.limits.clone() }
    }

    /// Whether the declarer reaches the goal with all cards seen.
    pub(super) fn wins(&mut self, position: &Position) -> Option<bool> {
        if self.found.aim.hopeless {
            return Some(false);
        }
        let limits = self.budget(None);
        self.analyst.open.decide(position, self.found.aim.goal, &limits).ok().flatten()
    }

    /// The bounds that an outcome gives, with what is taken already.
    pub(super) fn bounds(&self, position: &Position, wins: Option<bool>) -> Bounds {
        if self.found.game == Game::Null {
            return Bounds { low: u8::from(wins == Some(true)), high: u8::from(wins != Some(false)) };
        }
        let low = position.points(Side::Declarer) + position.skat().points();
        let high = 120 - position.points(Side::Defenders);
        match self.found.aim.goal {
            Goal::Points(goal) if !self.found.aim.hopeless => match wins {
                Some(true) => Bounds { low: low.max(goal), high },
                Some(false) => Bounds { low, high: high.min(goal - 1) },
                None => Bounds { low, high },
            },
            _ => Bounds { low, high },
        }
    }

    /// Who wins before and after each card, all cards seen.
    fn outcomes(&mut self) -> Option<()> {
        let last = self.positions.len() - 1;
        let position = self.positions[last].clone();
        let wins = self.wins(&position)?;
        let mut after = Known { points: self.bounds(&position, Some(wins)), wins: Some(wins) };
        let ending = Ending { open: after, ..self.found.ending.clone() };
        self.report(News::Ending(Box::new(ending)));
        for number in (0..last).rev() {
            let card = &self.found.cards[number];
            let position = self.positions[number].clone();
            // Whose side wins after his own card won before it.
            let wins = if card.choices == 1 || after.won_by(card.side) == Some(true) {
                after.wins?
            } else {
                self.wins(&position)?
            };
            let before = Known { points: self.bounds(&position, Some(wins)), wins: Some(wins) };
            self.report_card(number, |card| card.open = [before, after]);
            after = before;
        }
        Some(())
    }

    /// Whether the seat can force its side's win. The outer `None` means stop, the inner that the
    /// budget did not suffice.
    fn can_force(&mut self, number: usize, seat: Seat) -> Option<Option<bool>> {
        let side = seat.side(self.found.declarer);
        let open = self.found.open(number);
        if open.won_by(side) == Some(false) {
            return Some(Some(false));
        }
        if self.found.aim.hopeless {
            return Some(Some(side == Side::Defenders));
        }
        let (position, goal) = (self.positions[number].clone(), self.found.aim.goal);
        if self.is_refuted(&position, seat)? {
            return Some(Some(false));
        }
        let position = position.with_view(View::Seat(seat));
        let limits = self.budget(Some(DECISION_NODES[self.analyst.depth as usize]));
        let wins = self.analyst.paranoia.decide(&position, goal, &limits).ok().flatten();
        if self.cancelled() {
            return None;
        }
        self.found.cut += u32::from(wins.is_none());
        Some(wins.map(|wins| wins == (side == Side::Declarer)))
    }

    /// Who can force what before and after each card.
    fn forced(&mut self) -> Option<()> {
        let last = self.found.cards.len();
        // What each player can force at his next turn: it bounds what he has before that.
        let mut next: BySeat<Option<bool>> = BySeat([None; 3]);
        let over = self.positions[last].turn().is_none();
        for seat in Seat::ALL {
            let won = self.found.ending.open.won_by(seat.side(self.found.declarer));
            if over || won == Some(false) {
                next[seat] = won;
            }
        }
        self.ending()?;
        for number in (0..last).rev() {
            let CardAnalysis { seat, choices, .. } = self.found.cards[number];
            let after = match next[seat] {
                Some(false) => Some(false),
                _ => self.can_force(number + 1, seat)?,
            };
            let before =
                if choices == 1 || after == Some(true) { after } else { self.can_force(number, seat)? };
            next[seat] = before;
            let own = [(number, before), (number + 1, after)]
                .map(|(number, win)| Sure { win, points: self.guarantee(number, seat, win) });
            self.report_card(number, |card| card.own = own);
        }
        Some(())
    }

    /// Whether somebody gave up what he had.
    fn ending(&mut self) -> Option<()> {
        let mut ending = self.found.ending.clone();
        let side = match ending.end {
            End::DeclarerGaveUp => Some(Side::Declarer),
            End::DefendersGaveUp => Some(Side::Defenders),
            _ => None,
        };
        let lost = |side: Side| ending.won == Some(side == Side::Defenders);
        ending.judgement = Judgement::Fine;
        if let Some(side) = side.filter(|&side| lost(side))
            && ending.open.won_by(side) == Some(true)
        {
            let last = self.found.cards.len();
            let declarer = self.found.declarer;
            for seat in Seat::ALL.into_iter().filter(|seat| seat.side(declarer) == side) {
                ending.sure.push((seat, self.can_force(last, seat)?));
            }
            let sure = |wanted| ending.sure.iter().any(|&(_, sure)| sure == wanted);
            ending.judgement = if sure(Some(true)) {
                Judgement::Blunder
            } else if sure(None) {
                Judgement::Unclear
            } else {
                Judgement::Unseen
            };
        }
        self.report(News::Ending(Box::new(ending)));
        Some(())
    }

    /// The exact values, all cards seen.
    fn open_values(&mut self) -> Option<()> {
        let limits = self.budget(None);
        let last = self.found.cards.len();
        let position = self.positions[last].clone();
        let points = self.analyst.open.value(&position, &limits).ok()?;
        let mut after = Known { points, ..self.found.ending.open };
        let ending = Ending { open: after, ..self.found.ending.clone() };
        self.report(News::Ending(Box::new(ending)));
        for number in (0..last).rev() {
            let CardAnalysis { side, choices, open: [before, _], .. } = self.found.cards[number];
            let value = after.points.exact()?;
            let position = self.positions[number].clone();
            let same = choices == 1
                || match (side, value) {
                    (Side::Declarer, 120) | (Side::Defenders, 0) => true,
                    (Side::Declarer, _) => {
                        !self.analyst.open.decide(&position, Goal::Points(value + 1), &limits).ok()??
                    }
                    (Side::Defenders, _) => {
                        self.analyst.open.decide(&position, Goal::Points(value), &limits).ok()??
                    }
                };
            let points =
                if same { after.points } else { self.analyst.open.value(&position, &limits).ok()? };
            points.exact()?;
            let before = Known { points, ..before };
            self.report_card(number, |card| card.open = [before, after]);
            after = before;
        }
        Some(())
    }

    /// The cards that would have kept what was given away.
    fn better(&mut self) -> Option<()> {
        for number in 0..self.found.cards.len() {
            let card = self.found.cards[number].clone();
            if card.judgement <= Judgement::Fine {
                continue;
            }
            let mut better = Cards::NONE;
            for other in (self.positions[number].playable() - Cards::one(card.card)).iter() {
                if self.keeps(&card, other)? {
                    better.insert(other);
                }
            }
            self.report_card(number, |card| card.better = better);
        }
        Some(())
    }

    /// Whether another card would have kept what this one gave away.
    fn keeps(&mut self, card: &CardAnalysis, other: Card) -> Option<bool> {
        let mut position = self.positions[card.number].clone();
        if position.play(other).is_err() {
            return Some(false);
        }
        let wins = self.wins(&position)?;
        if card.loss.outcome || matches!(card.judgement, Judgement::Risk | Judgement::Blunder) {
            if wins != (card.side == Side::Declarer) {
                return Some(false);
            }
            if !matches!(card.judgement, Judgement::Risk | Judgement::Blunder) {
                return Some(true);
            }
            if self.is_refuted(&position, card.seat)? {
                return Some(false);
            }
            let position = position.with_view(View::Seat(card.seat));
            let limits = self.budget(Some(DECISION_NODES[self.analyst.depth as usize]));
            let forced = self.analyst.paranoia.decide(&position, self.found.aim.goal, &limits).ok()?;
            if self.cancelled() {
                return None;
            }
            self.found.cut += u32::from(forced.is_none());
            return Some(forced == Some(card.side == Side::Declarer));
        }
        let Some(value) = card.open[0].points.exact() else { return Some(false) };
        let goal = if card.side == Side::Declarer { value } else { value + 1 };
        let reached = self.analyst.open.decide(&position, Goal::Points(goal), &self.budget(None)).ok()??;
        Some(reached == (card.side == Side::Declarer))
    }
}
