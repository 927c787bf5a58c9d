//! Plays the strategy of a proof against everything that may happen.

use super::file::{Entry, Proof, ProofFileError, Strategy};
use super::line::Line;
use super::names::{Names, Naming, own_names};
use super::state::{Divided, State, settled};
use crate::cards::{Card, Cards};
use crate::rules::{Game, Goal, Seat, Side};
use std::collections::HashMap;
use std::fmt;

/// What is known of a proof that holds.
///
/// ```
/// use kiebitz::verify::{Checker, Proof};
/// let proof = Proof {
///     version: 1,
///     position: "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=61:0 \
///         gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".into(),
///     goal: "61".into(),
///     declarer_reaches: true,
///     strategy: vec![],
/// };
/// // He has his points already: there is one end, and nothing to play.
/// let accepted = Checker::new(&proof).unwrap().check(|_| true).unwrap().unwrap();
/// assert_eq!((accepted.ends, accepted.points_of_play), (1, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Points of the play that were looked at, each once.
    pub points_of_play: u64,
    /// Lines that ended where the claim can be counted.
    pub ends: u64,
}

/// The line of cards that a proof has no good answer to.
///
/// ```
/// use kiebitz::verify::{Checker, Proof};
/// let proof = Proof {
///     version: 1,
///     position: "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///         gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".into(),
///     goal: "90".into(),
///     declarer_reaches: true,
///     strategy: vec!["HA.HK".into()],
/// };
/// // The declarer plays one card, and the first line names two.
/// let rejection = Checker::new(&proof).unwrap().check(|_| true).unwrap_err();
/// assert_eq!((rejection.path.len(), rejection.line), (0, Some(0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The cards that fell since the position, in order.
    pub path: Vec<Card>,
    /// The line of the strategy in force at its end, if there is one.
    pub line: Option<usize>,
    /// What is wrong there.
    pub why: Why,
}

/// What is wrong with a proof.
///
/// ```
/// use kiebitz::verify::{Checker, Proof, Why};
/// let proof = Proof {
///     version: 1,
///     position: "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///         gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".into(),
///     goal: "90".into(),
///     declarer_reaches: true,
///     strategy: vec!["HA".into()],
/// };
/// let rejection = Checker::new(&proof).unwrap().check(|_| true).unwrap_err();
/// assert!(matches!(rejection.why, Why::IllegalCard { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// The strategy plays a card that cannot be played.
    #[error("{seat} cannot play {card} in any deal that is left")]
    IllegalCard {
        /// Who should play it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The strategy must choose one card.
    #[error("{seat} must choose one card here, and the strategy names {count}")]
    NotOneCard {
        /// Who is on turn.
        seat: Seat,
        /// How many cards are named.
        count: usize,
    },
    /// The strategy has no answer to a card.
    #[error("{seat} may play {card}, and the strategy has no answer")]
    CardMissing {
        /// Who may play it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The strategy answers a card that cannot fall.
    #[error("{seat} cannot play {card} in any deal that is left, and yet the strategy answers it")]
    CannotFall {
        /// Who should play it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The strategy ends before the claim can be counted.
    #[error("the strategy ends, and it is not decided: the declarer has {declarer} points, {open} are open")]
    NotDecided {
        /// The declarer's points, the skat as far as it is known.
        declarer: u8,
        /// Points not yet taken.
        open: u8,
    },
    /// The line ends against the claim.
    #[error("the declarer {} the goal, against the claim", if *.reaches { "reaches" } else { "misses" })]
    AgainstClaim {
        /// Whether the declarer reaches the goal.
        reaches: bool,
    },
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str("at the start: ")?;
        } else {
            let cards: Vec<String> = self.path.iter().map(Card::to_string).collect();
            write!(f, "after {}: ", cards.join("."))?;
        }
        write!(f, "{}", self.why)?;
        match self.line {
            Some(line) => write!(f, " (strategy line {line})"),
            None => Ok(()),
        }
    }
}

/// A point of the play: cards played, where the others may be, points, and what is known of splits.
type Point = (u32, [Cards; 4], [u8; 2], [Option<Divided>; 5]);

/// A proof that has been read and can be checked.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::proof::{ProofLimits, Prover};
/// use kiebitz::verify::Checker;
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let mut proof = Prover::new().proof(&position, "90".parse().unwrap(), &ProofLimits::default()).unwrap();
/// assert!(Checker::new(&proof).unwrap().check(|_| true).unwrap().is_some());
/// proof.goal = "120".into();
/// assert!(Checker::new(&proof).unwrap().check(|_| true).is_err());
/// ```
#[derive(Debug)]
pub struct Checker {
    game: Game,
    declarer: usize,
    goal: Goal,
    reaches: bool,
    /// The seats for which the strategy chooses.
    chooses: [bool; 3],
    start: State,
    strategy: Strategy,
    naming: Naming,
    /// Points of the play that are done: for which number of the declarer's points.
    done: HashMap<Point, u8>,
    path: Vec<Card>,
    ends: u64,
}

/// Which seats the strategy chooses for: from a seat's view the viewer, if the claim is his, else the
/// others; with open cards the side of the claim.
pub(crate) fn chooses(viewer: Option<usize>, declarer: usize, reaches: bool) -> [bool; 3] {
    let claims = |seat: usize| (seat == declarer) == reaches;
    std::array::from_fn(|seat| match viewer {
        None => claims(seat),
        Some(viewer) => (seat == viewer) == claims(viewer),
    })
}

impl Checker {
    /// Reads position, goal and strategy.
    ///
    /// # Errors
    /// If one of them cannot be read.
    pub fn new(proof: &Proof) -> Result<Checker, ProofFileError> {
        let Line { game, declarer, viewer, state } =
            Line::read(&proof.position).map_err(|error| ProofFileError::Position(error.to_string()))?;
        let goal = proof.goal()?;
        if (goal == Goal::NoTrick) != (game == Game::Null) {
            return Err(ProofFileError::Goal(format!("{goal} makes no sense in this game ({game})")));
        }
        Ok(Checker {
            game,
            declarer,
            goal,
            reaches: proof.declarer_reaches,
            chooses: chooses(viewer, declarer, proof.declarer_reaches),
            start: state,
            strategy: proof.read_strategy()?,
            naming: Naming::new(game, goal),
            done: HashMap::new(),
            path: Vec::new(),
            ends: 0,
        })
    }

    /// Checks the proof. `go_on` is told now and then how many points of the play are done; if it returns
    /// false, checking stops, and the answer is `None`.
    ///
    /// # Errors
    /// The first line of cards that fails.
    pub fn check(mut self, mut go_on: impl FnMut(u64) -> bool) -> Result<Option<Accepted>, Box<Rejection>> {
        let start = self.start;
        let first = (!self.strategy.is_empty()).then_some(0);
        match self.walk(first, &start, &own_names(), &mut go_on) {
            Ok(()) => Ok(Some(Accepted { points_of_play: self.done.len() as u64, ends: self.ends })),
            Err(Halt::Stopped) => Ok(None),
            Err(Halt::Rejected(rejection)) => Err(rejection),
        }
    }

    fn reject(&self, line: Option<u32>, why: Why) -> Halt {
        let line = line.map(|line| line as usize);
        Halt::Rejected(Box::new(Rejection { path: self.path.clone(), line, why }))
    }

    /// From this point of the play on, with this line of the strategy, the claim holds.
    fn walk(
        &mut self,
        line: Option<u32>,
        state: &State,
        names: &Names,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), Halt> {
        if let Some(reaches) = settled(state, self.goal) {
            self.ends += 1;
            let right = reaches == self.reaches;
            return if right { Ok(()) } else { Err(self.reject(line, Why::AgainstClaim { reaches })) };
        }
        let Some(number) = line else {
            let open = state.cards().points() + state.table.cards.points();
            return Err(self.reject(None, Why::NotDecided { declarer: state.points[0], open }));
        };
        if state.table.count > 0 {
            return self.fall(number, state, names, go_on);
        }
        let (state, names) = self.naming.close_up(state, names);
        let key = (number, state.may, [state.turn, state.room[3]], state.divided);
        let has = state.points[0];
        // What is enough with few points is enough with more; for the defenders the other way round.
        let enough = |done: u8| match self.goal {
            Goal::Points(_) if self.reaches => has >= done,
            Goal::Points(_) => has <= done,
            _ => true,
        };
        if self.done.get(&key).copied().is_some_and(enough) {
            return Ok(());
        }
        self.fall(number, &state, &names, go_on)?;
        self.done.insert(key, has);
        if self.done.len().is_multiple_of(1024) && !go_on(self.done.len() as u64) {
            return Err(Halt::Stopped);
        }
        Ok(())
    }

    /// Every card that the line allows.
    fn fall(
        &mut self,
        number: u32,
        state: &State,
        names: &Names,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), Halt> {
        let entries = self.strategy[number as usize].clone();
        let named = entries.iter().fold(Cards::NONE, |all, entry| all | entry.cards);
        let falls = state.falls();
        let may_fall = falls.cards();
        let seat = state.seat();
        let real = |cards: Cards| cards.iter().next().map(|card| names[card.index()]);
        if self.chooses[seat.index()] {
            if named.len() != 1 {
                return Err(self.reject(Some(number), Why::NotOneCard { seat, count: named.len() }));
            }
            if let Some(card) = real(named - may_fall) {
                return Err(self.reject(Some(number), Why::IllegalCard { seat, card }));
            }
        } else if let Some(card) = real(may_fall - named) {
            return Err(self.reject(Some(number), Why::CardMissing { seat, card }));
        } else if let Some(card) = real(named - may_fall) {
            return Err(self.reject(Some(number), Why::CannotFall { seat, card }));
        }
        for &Entry { cards, then } in &entries {
            for card in cards {
                let name = names[card.index()];
                let Some(next) = falls.after(self.game, self.declarer, card) else {
                    return Err(self.reject(Some(number), Why::CannotFall { seat, card: name }));
                };
                self.path.push(name);
                self.walk(then, &next, names, go_on)?;
                self.path.pop();
            }
        }
        Ok(())
    }

    /// The side for which the proof speaks.
    #[must_use]
    pub fn side(&self) -> Side {
        if self.reaches { Side::Declarer } else { Side::Defenders }
    }
}

/// Why the walk ended early.
enum Halt {
    Stopped,
    Rejected(Box<Rejection>),
}
