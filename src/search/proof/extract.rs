//! From the searches' answers to a strategy that needs no search any more.

use super::oracle::Oracle;
use super::prover::ProofError;
use crate::cards::{Card, Cards};
use crate::rules::Goal;
use crate::search::limits::{Limits, Watch};
use crate::verify::names::{Naming, own_names};
use crate::verify::state::{Divided, Falls, State, settled};
use crate::verify::{Entry, Strategy, chooses};
use std::collections::HashMap;

/// How large a proof may become, and how long its making may take.
///
/// ```
/// use kiebitz::search::{Limits, proof::ProofLimits};
/// let limits = ProofLimits { search: Limits::nodes(1_000_000), lines: 10_000 };
/// assert!(limits.lines < ProofLimits::default().lines);
/// ```
#[derive(Clone, Debug)]
pub struct ProofLimits {
    /// Limits of the searches, all of them together.
    pub search: Limits,
    /// Most lines of the strategy.
    pub lines: usize,
}

impl Default for ProofLimits {
    fn default() -> ProofLimits {
        ProofLimits { search: Limits::none(), lines: 2_000_000 }
    }
}

/// A point of the play between two tricks, but for the points taken.
type Point = ([Cards; 4], [u8; 2], [Option<Divided>; 5]);

fn point(state: &State) -> Point {
    (state.may, [state.turn, state.room[3]], state.divided)
}

/// A line of the strategy, and how many points the declarer must have for it (may have at most).
#[derive(Clone, Copy)]
struct Known {
    bound: i32,
    line: Option<u32>,
}

/// What no count can spend.
const ENDLESS: i32 = 1000;

/// Makes a strategy.
pub(super) struct Extraction<'a, 'b> {
    oracle: Oracle<'a>,
    goal: Goal,
    reaches: bool,
    chooses: [bool; 3],
    naming: Naming,
    most: usize,
    watch: &'b mut Watch,
    lines: Strategy,
    numbers: HashMap<Vec<Entry>, u32>,
    points: HashMap<Point, Vec<Known>>,
}

impl<'a, 'b> Extraction<'a, 'b> {
    pub(super) fn new(
        oracle: Oracle<'a>,
        goal: Goal,
        reaches: bool,
        most: usize,
        watch: &'b mut Watch,
    ) -> Self {
        Extraction {
            goal,
            reaches,
            chooses: chooses(oracle.viewer, oracle.declarer, reaches),
            naming: Naming::new(oracle.game, goal),
            oracle,
            most,
            watch,
            lines: Vec::new(),
            numbers: HashMap::new(),
            points: HashMap::new(),
        }
    }

    /// The strategy from this state on, its first line first.
    pub(super) fn strategy(mut self, start: &State) -> Result<Strategy, ProofError> {
        let (first, _) = self.walk(start)?;
        // Lines were made from the end of the play to its start.
        let last = self.lines.len() as u32;
        debug_assert!(first.is_none() || first == last.checked_sub(1));
        self.lines.reverse();
        for entry in self.lines.iter_mut().flatten() {
            entry.then = entry.then.map(|line| last - 1 - line);
        }
        Ok(self.lines)
    }

    /// The line for this state, and by how many points the claim is overfulfilled.
    fn walk(&mut self, state: &State) -> Result<(Option<u32>, i32), ProofError> {
        if let Some(reaches) = settled(state, self.goal) {
            return if reaches == self.reaches {
                Ok((None, self.spare(state)))
            } else {
                Err(ProofError::Contradiction)
            };
        }
        if state.table.count > 0 {
            return self.fall(state);
        }
        let (state, _) = self.naming.close_up(state, &own_names());
        if let Some(known) = self.known(&state) {
            return Ok(known);
        }
        let (line, spare) = self.fall(&state)?;
        let has = i32::from(state.points[0]);
        let bound = if self.reaches { has - spare } else { has + spare };
        self.points.entry(point(&state)).or_default().push(Known { bound, line });
        Ok((line, spare))
    }

    /// A line that serves this state, with its names closed up, and by how many points more than enough.
    fn known(&self, state: &State) -> Option<(Option<u32>, i32)> {
        let has = i32::from(state.points[0]);
        let margin = |bound: i32| if self.reaches { has - bound } else { bound - has };
        let lines = self.points.get(&point(state))?;
        lines.iter().map(|known| (known.line, margin(known.bound))).find(|&(_, margin)| margin >= 0)
    }

    /// At an end: the points beyond what the claim needs.
    fn spare(&self, state: &State) -> i32 {
        let Goal::Points(points) = self.goal else { return ENDLESS };
        let has = i32::from(state.points[0]);
        if self.reaches {
            return has - i32::from(points);
        }
        let open = i32::from(state.cards().points()) + i32::from(state.table.cards.points());
        i32::from(points) - 1 - has - open
    }

    fn fall(&mut self, state: &State) -> Result<(Option<u32>, i32), ProofError> {
        self.watch.count(1);
        if self.watch.must_stop() {
            return Err(ProofError::Stopped);
        }
        let falls = state.falls();
        let mut entries: Vec<Entry> = Vec::new();
        let mut spare = ENDLESS;
        if self.chooses[usize::from(state.turn)] {
            let (card, next) = self.choice(&falls)?;
            let (then, left) = self.walk(&next)?;
            spare = left;
            entries.push(Entry { cards: Cards::one(card), then });
        } else {
            for card in falls.cards() {
                let (then, left) = self.walk(&self.after(&falls, card)?)?;
                spare = spare.min(left);
                match entries.iter_mut().find(|entry| entry.then == then) {
                    Some(entry) => entry.cards.insert(card),
                    None => {
                        entries.push(Entry { cards: Cards::one(card), then });
                        true
                    }
                };
            }
        }
        Ok((Some(self.number(entries)?), spare))
    }

    fn after(&self, falls: &Falls, card: Card) -> Result<State, ProofError> {
        falls.after(self.oracle.game, self.oracle.declarer, card).ok_or(ProofError::Contradiction)
    }

    /// The card that the strategy plays: the first that works, as players sort them.
    fn choice(&mut self, falls: &Falls) -> Result<(Card, State), ProofError> {
        for card in self.oracle.game.sorted(falls.cards()) {
            let next = self.after(falls, card)?;
            let reaches = match settled(&next, self.goal) {
                Some(reaches) => reaches,
                None => self.oracle.reaches(&next, self.goal, self.watch).ok_or(ProofError::Stopped)?,
            };
            if reaches == self.reaches {
                return Ok((card, next));
            }
        }
        Err(ProofError::Contradiction)
    }

    fn number(&mut self, entries: Vec<Entry>) -> Result<u32, ProofError> {
        if let Some(&number) = self.numbers.get(&entries) {
            return Ok(number);
        }
        if self.lines.len() >= self.most {
            return Err(ProofError::TooLarge { lines: self.most });
        }
        let number = self.lines.len() as u32;
        self.lines.push(entries.clone());
        self.numbers.insert(entries, number);
        Ok(number)
    }
}
