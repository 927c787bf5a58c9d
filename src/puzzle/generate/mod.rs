//! New puzzles to wishes.
//!
//! A [`Generator`] takes games with all cards known, from [random deals](random_game) or from an archive, cuts
//! endgames out of them and asks the searches whether one card stands out. If one does, the points taken so
//! far are set so that just this card reaches the goal: the best puzzle has nothing to spare. What the
//! [check](super::soundness) then rejects is never shown. The same seed and wishes give the same puzzles.

mod compose;
mod deals;
mod motif;
mod phrases;
mod taste;

pub use deals::random_game;
pub use motif::{Motif, MotifError};
pub use taste::Merit;

use super::question::Told;
use super::soundness::{Checker, Depth, Report};
use super::wording::Solution;
use super::{Asks, Puzzle};
use crate::cards::Dice;
use crate::deal::{Position, View};
use crate::rules::{Game, Goal, Seat, Side};
use crate::search::{Limits, Resources, open, paranoia};

/// What is wished for. `None` leaves it open.
///
/// ```
/// use kiebitz::puzzle::generate::{Generator, Wishes};
/// use kiebitz::{rules::Game, search::Resources};
/// let wishes = Wishes { game: Some(Game::Null), cards: (3, 4), ..Wishes::default() };
/// let mut generator = Generator::with_resources(wishes, Resources::new(8, 1));
/// let game = std::iter::repeat_with(|| generator.random_game()).take(50).flatten().next().unwrap();
/// assert_eq!(game.game(), Game::Null);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Wishes {
    /// The game.
    pub game: Option<Game>,
    /// 61 points, schneider, schwarz (in Null it is always "no trick").
    pub goal: Option<Goal>,
    /// Who has to find the card.
    pub seat: Option<Seat>,
    /// Declarer or defenders to find it.
    pub side: Option<Side>,
    /// All cards open (true) or seen from the seat (false).
    pub open: Option<bool>,
    /// Cards in the hand of whoever has to find it.
    pub cards: (usize, usize),
    /// 1 to 3.
    pub grade: Option<u8>,
    /// What it must be about.
    pub motif: Option<Motif>,
    /// Everything random follows from it.
    pub seed: u64,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            game: None,
            goal: None,
            seat: None,
            side: None,
            open: None,
            cards: (3, 6),
            grade: None,
            motif: None,
            seed: 1,
        }
    }
}

/// Two wishes that no puzzle meets together.
///
/// ```
/// use kiebitz::puzzle::generate::{Clash, Motif, Wishes};
/// let wishes = Wishes { motif: Some(Motif::Trap), open: Some(true), ..Wishes::default() };
/// assert_eq!(wishes.clash(), Some(Clash::Open(Motif::Trap)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Clash {
    /// The motif lives on what a player cannot see.
    #[error("the motif '{0}' needs hidden cards: with open cards nothing has to be guessed")]
    Open(Motif),
    /// The motif is about a defender's lead.
    #[error("the motif 'lead' is about a defender, so the declarer cannot be the one to find the card")]
    Declarer,
}

impl Wishes {
    /// Why no puzzle can ever meet the wishes; `None` if nothing speaks against it.
    #[must_use]
    pub fn clash(&self) -> Option<Clash> {
        match self.motif {
            Some(motif) if motif.needs_hidden_cards() && self.open == Some(true) => Some(Clash::Open(motif)),
            Some(Motif::Lead) if self.side == Some(Side::Declarer) => Some(Clash::Declarer),
            _ => None,
        }
    }

    /// The wishes with what follows from the motif, so that nothing is tried in vain.
    fn settled(mut self) -> Wishes {
        if self.motif.is_some_and(Motif::needs_hidden_cards) {
            self.open = self.open.or(Some(false));
        }
        if self.motif == Some(Motif::Lead) {
            self.side = self.side.or(Some(Side::Defenders));
        }
        self
    }
}

/// A puzzle found, and what speaks for it.
///
/// ```
/// use kiebitz::puzzle::generate::{Generator, Wishes};
/// use kiebitz::search::{Limits, Resources};
/// let wishes = Wishes { open: Some(true), cards: (2, 3), ..Wishes::default() };
/// let mut generator = Generator::with_resources(wishes, Resources::new(16, 1));
/// let composed = (0..200).find_map(|_| {
///     let game = generator.random_game()?;
///     generator.consider(&game, &Limits::none())
/// });
/// // What is composed has passed the check.
/// assert!(composed.is_none_or(|composed| composed.report.is_sound() && !composed.puzzle.answer.is_empty()));
/// ```
#[derive(Clone, Debug)]
pub struct Composed {
    /// The puzzle, with texts in both languages.
    pub puzzle: Puzzle,
    /// What the check found.
    pub report: Report,
    /// The motifs it shows.
    pub motifs: Vec<Motif>,
    /// What it is ranked by, what counts most first; empty where the chance is asked.
    pub merits: Vec<Merit>,
    /// How good it is: what its merits count together.
    pub beauty: f64,
}

/// Nodes for one question about a candidate: puzzles that take longer are not for people.
const NODES: u64 = 400_000;
/// The same where the best chance is sought.
const CHANCE_NODES: u64 = 3_000_000;
/// By how much the best chance must exceed that of every other card.
const MARGIN: f64 = 0.05;
/// The smallest chance of the best card, and the largest.
const CHANCES: (f64, f64) = (0.4, 0.97);
/// Fewest deals of which one may be asked for the most.
const FEWEST_DEALS: u64 = 20;
/// By how much what is certain may fall short of the goal.
const SHORT: u64 = 14;
/// Cuts tried in one game.
const CUTS: usize = 4;

/// Makes puzzles; keeps its searches from one game to the next.
///
/// ```
/// use kiebitz::puzzle::generate::{Generator, Wishes};
/// use kiebitz::search::{Cancel, Limits, Resources};
/// let mut generator = Generator::with_resources(Wishes::default(), Resources::new(8, 1));
/// let game = std::iter::repeat_with(|| generator.random_game()).flatten().next().unwrap();
/// // Whoever has had enough stops it.
/// let stop = Cancel::default();
/// stop.cancel();
/// assert!(generator.consider(&game, &Limits::until(stop)).is_none());
/// ```
#[derive(Debug)]
pub struct Generator {
    wishes: Wishes,
    dice: Dice,
    checker: Checker,
    open: open::Solver,
    fair: paranoia::Solver,
    made: u64,
}

impl Generator {
    /// A generator for these wishes, with tables of the usual size.
    #[must_use]
    pub fn new(wishes: Wishes) -> Generator {
        Generator::with_resources(wishes, Resources::default())
    }

    /// The same with no more memory than this. One thread does the work, so that the same wishes always find the same.
    #[must_use]
    pub fn with_resources(wishes: Wishes, resources: Resources) -> Generator {
        let resources = resources.at_most_threads(1);
        let quarter = resources.part(4);
        Generator {
            dice: Dice::new(wishes.seed),
            wishes: wishes.settled(),
            checker: Checker::with_resources(resources.part(2)),
            open: open::Solver::with_resources(quarter.memory_up_to(32)),
            fair: paranoia::Solver::with_resources(quarter.memory_up_to(64)),
            made: 0,
        }
    }

    /// The wishes.
    #[must_use]
    pub fn wishes(&self) -> &Wishes {
        &self.wishes
    }

    /// A random game that fits the wishes, for [`Generator::consider`].
    pub fn random_game(&mut self) -> Option<Position> {
        random_game(&mut self.dice, self.wishes.game)
    }

    /// Cuts endgames out of a game that is played to the end or far enough, and makes a puzzle of the first that
    /// the wishes and the check accept. `None` if none does.
    pub fn consider(&mut self, game: &Position, limits: &Limits) -> Option<Composed> {
        if self.wishes.game.is_some_and(|wished| wished != game.game()) {
            return None;
        }
        for _ in 0..CUTS {
            if limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()) {
                return None;
            }
            if let Some(composed) = self.cut(game, limits) {
                return Some(composed);
            }
        }
        None
    }

    /// An endgame in which nothing is forced, and one card that is not the natural one has clearly the best chance.
    fn chance(&mut self, game: &Position, limits: &Limits) -> Option<Composed> {
        let limits = &Limits { nodes: Some(CHANCE_NODES), ..limits.clone() };
        let candidate = compose::cut(game, &self.wishes, false, &mut self.dice)?;
        let goal = self.goal(game.game());
        let short = self.dice.below(SHORT) as u8;
        let position = compose::short_of(&candidate, goal, short, &mut self.fair, limits)?;
        let mut puzzle = compose::puzzle(position, goal);
        puzzle.asks = Asks::Chance;
        let depth = Depth { nodes: CHANCE_NODES, ..Depth::LINE };
        let report = self.checker.check(&puzzle, depth, limits).ok()?;
        let Told::Chance(found) = &report.told else { return None };
        let share = |won: u64| won as f64 / found.worlds.max(1) as f64;
        let best = share(found.won.exact()?);
        let clear = best - share(found.second?.1) >= MARGIN && found.natural.is_some();
        let unique = report.findings.iter().any(|finding| {
            finding.name() == "best-chance" && finding.weight() == super::soundness::Weight::Fact
        });
        let fits = found.worlds >= FEWEST_DEALS && (CHANCES.0..=CHANCES.1).contains(&best);
        if report.cut_short || !report.is_sound() || !clear || !unique || !fits {
            return None;
        }
        let grade = report.difficulty()?.grade();
        if self.wishes.grade.is_some_and(|wished| wished != grade) {
            return None;
        }
        // Where one sentence says when it is lost, the puzzle can be understood.
        let plain = found.pattern.as_ref().map_or(0.0, |pattern| match (pattern.exact, pattern.rest) {
            (true, _) => 4.0,
            (_, 0) => 3.0 - 0.5 * pattern.rules.len() as f64,
            _ => -2.0,
        });
        let margin = best - found.natural.map_or(best, |(_, won)| share(won));
        let cards = puzzle.position.turn().map_or(10, |turn| puzzle.position.cards_left(turn)) as f64;
        let beauty = 10.0 * margin + plain + f64::from(grade) - 0.4 * cards;
        puzzle.answer = report.answer.clone();
        puzzle.difficulty = Some(grade);
        let solution = Solution::of(&puzzle, &mut self.checker, limits).ok()?;
        puzzle.solution = solution.texts();
        self.made += 1;
        let motifs = vec![Motif::Chance];
        phrases::write(&mut puzzle, &motifs, self.wishes.seed.wrapping_add(self.made));
        Some(Composed { puzzle, report, motifs, merits: Vec::new(), beauty })
    }

    fn cut(&mut self, game: &Position, limits: &Limits) -> Option<Composed> {
        if self.wishes.motif == Some(Motif::Chance) {
            return self.chance(game, limits);
        }
        let limits = &Limits { nodes: Some(NODES), ..limits.clone() };
        let open = self.wishes.open.unwrap_or(self.dice.below(3) == 0);
        let candidate = compose::cut(game, &self.wishes, open, &mut self.dice)?;
        let goal = self.goal(game.game());
        let position = match candidate.view() {
            View::Open => compose::settle(&candidate, goal, &mut self.open, limits)?,
            View::Seat(_) => compose::settle(&candidate, goal, &mut self.fair, limits)?,
        };
        let mut puzzle = compose::puzzle(position, goal);
        let report = self.checker.check(&puzzle, Depth { nodes: NODES, ..Depth::ANSWER }, limits).ok()?;
        if !report.is_sound() || report.keys.is_empty() {
            return None;
        }
        puzzle.answer.cards = report.keys;
        puzzle.answer.declarer_wins = report.declarer_wins;
        let report = self.checker.check(&puzzle, Depth { nodes: NODES, ..Depth::LINE }, limits).ok()?;
        let unique = report.findings.iter().any(|finding| finding.name() == "key");
        let difficulty = *report.difficulty()?;
        if !report.is_sound() || !unique {
            return None;
        }
        let grade = difficulty.grade();
        if self.wishes.grade.is_some_and(|wished| wished != grade) {
            return None;
        }
        let motifs = motif::motifs(&puzzle, &report, &difficulty);
        if self.wishes.motif.is_some_and(|wished| !motifs.contains(&wished)) {
            return None;
        }
        puzzle.difficulty = Some(grade);
        puzzle.answer.points = report.points;
        let solution = Solution::of(&puzzle, &mut self.checker, limits).ok()?;
        puzzle.solution = solution.texts();
        self.made += 1;
        phrases::write(&mut puzzle, &motifs, self.wishes.seed.wrapping_add(self.made));
        let merits = taste::merits(&puzzle, &report, &motifs, &solution);
        let beauty = merits.iter().map(|merit| merit.weight()).sum();
        Some(Composed { puzzle, report, motifs, merits, beauty })
    }

    fn goal(&mut self, game: Game) -> Goal {
        if game == Game::Null {
            return Goal::NoTrick;
        }
        self.wishes.goal.unwrap_or_else(|| match self.dice.below(6) {
            0 => Goal::SCHNEIDER,
            _ => Goal::Points(61),
        })
    }
}
