//! The checker of chances: does this strategy really win in so many deals?
//!
//! ```text
//! ChanceProof(
//!     version: 1,
//!     position: "contract=G declarer=F … view=F",
//!     goal: "61",
//!     won: 1204,
//!     of: 1260,
//!     strategy: [
//!         "CJ>1",
//!         "SJ.HJ>2 DJ>3",
//!         …
//!     ],
//! )
//! ```
//!
//! Lines are those of a [`Proof`](super::Proof), with every card named as it is. Where the viewer is on turn there is
//! one card; where another is, the cards to which there is an answer: a deal in which another card may fall is not
//! won. Nothing after the cards means that the viewer has no choice any more.
//!
//! The checker lists every deal itself, plays the strategy in all of them at once against every card that may
//! fall, and strikes out each deal in which some line of cards ends badly. What is left is won.

use super::check::{Rejection, Why};
use super::file::{Entry, ProofFileError, Strategy, read_lines};
use super::line::Line;
use super::state::{SKAT, State};
use crate::cards::{Card, Cards};
use crate::rules::{Game, Goal, Seat};
use serde::{Deserialize, Serialize};

/// The version of the format that is written, and the latest that can be read.
pub const CHANCE_VERSION: u32 = 1;
/// Deals that are listed at most.
const MOST_DEALS: usize = 500_000;

/// A claim about a chance as it stands in a file.
///
/// ```
/// use kiebitz::verify::ChanceProof;
/// let proof = ChanceProof {
///     version: 1,
///     position: "contract=G declarer=F view=F".into(),
///     goal: "61".into(),
///     won: 3,
///     of: 4,
///     strategy: vec!["CJ>1".into()],
/// };
/// let text = proof.to_ron().unwrap();
/// assert!(ChanceProof::is_one(&text));
/// assert_eq!(ChanceProof::parse(&text), Ok(proof));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChanceProof {
    /// Version of the format.
    pub version: u32,
    /// The position line.
    pub position: String,
    /// What the declarer must reach; for a defender's view, what he must be kept from.
    pub goal: String,
    /// In how many deals the strategy wins.
    pub won: u64,
    /// Of how many that are possible.
    pub of: u64,
    /// The strategy, line by line.
    pub strategy: Vec<String>,
}

/// Why a claim about a chance is wrong.
///
/// ```
/// use kiebitz::verify::{ChanceProof, WrongChance};
/// // The declarer has enough already, in every deal: one that he is said to lose is not there.
/// let proof = ChanceProof {
///     version: 1,
///     position: "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=61:0 \
///         gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".into(),
///     goal: "61".into(),
///     won: 5,
///     of: 6,
///     strategy: vec![],
/// };
/// assert_eq!(proof.check(|_| true).unwrap(), Err(WrongChance::Won { claimed: 5, found: 6 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongChance {
    /// The strategy breaks the rules.
    #[error("{0}")]
    Strategy(Box<Rejection>),
    /// The number of deals is another.
    #[error("{found} deals are possible, not {claimed}")]
    Deals {
        /// What the file says.
        claimed: u64,
        /// What was counted.
        found: u64,
    },
    /// The number of deals won is another.
    #[error("the strategy wins in {found} deals, not in {claimed}")]
    Won {
        /// What the file says.
        claimed: u64,
        /// What was counted.
        found: u64,
    },
}

impl ChanceProof {
    /// Whether a file looks like one.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.trim_start().starts_with("ChanceProof")
    }

    /// Reads the file.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn parse(text: &str) -> Result<ChanceProof, ProofFileError> {
        let proof: ChanceProof = ron::from_str(text).map_err(|error: ron::error::SpannedError| {
            let place = error.span.start;
            ProofFileError::Form { line: place.line, column: place.col, reason: error.code.to_string() }
        })?;
        if proof.version > CHANCE_VERSION {
            return Err(ProofFileError::Newer(proof.version));
        }
        Ok(proof)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If something cannot be written as RON, which nothing is known to cause.
    pub fn to_ron(&self) -> Result<String, ProofFileError> {
        let pretty = ron::ser::PrettyConfig::new().struct_names(true).new_line("\n").indentor("  ");
        let failed =
            |error: ron::Error| ProofFileError::Form { line: 0, column: 0, reason: error.to_string() };
        ron::ser::to_string_pretty(self, pretty).map(|text| text + "\n").map_err(failed)
    }

    /// Plays the strategy in every deal: how many there are, and in how many it wins. `go_on` is told now and then
    /// how many points of the play are done; if it returns false the answer is `None`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(
        &self,
        go_on: impl FnMut(u64) -> bool,
    ) -> Result<Result<Option<Counted>, Box<Rejection>>, ProofFileError> {
        let mut checker = Checker::new(self, go_on)?;
        let deals = list(&checker.start, &mut vec![])?;
        let first = (!checker.strategy.is_empty()).then_some(0);
        checker.lost = vec![false; deals.len()];
        let of = deals.len() as u64;
        let point = Point::start(&checker.start);
        let walked = checker.walk(first, &point, deals.into_iter().enumerate().collect());
        Ok(match walked {
            Err(Halt::Rejected(rejection)) => Err(rejection),
            Err(Halt::Stopped) => Ok(None),
            Ok(()) => {
                let won = checker.lost.iter().filter(|lost| !**lost).count() as u64;
                Ok(Some(Counted { won, of, points_of_play: checker.points_of_play }))
            }
        })
    }

    /// Checks the claim; `None` if `go_on` ended it.
    ///
    /// # Errors
    /// If the file cannot be read; inside, why the claim is wrong.
    pub fn check(
        &self,
        go_on: impl FnMut(u64) -> bool,
    ) -> Result<Result<Option<Counted>, WrongChance>, ProofFileError> {
        Ok(match self.count(go_on)? {
            Err(rejection) => Err(WrongChance::Strategy(rejection)),
            Ok(None) => Ok(None),
            Ok(Some(counted)) if counted.of != self.of => {
                Err(WrongChance::Deals { claimed: self.of, found: counted.of })
            }
            Ok(Some(counted)) if counted.won != self.won => {
                Err(WrongChance::Won { claimed: self.won, found: counted.won })
            }
            Ok(Some(counted)) => Ok(Some(counted)),
        })
    }
}

/// What the checker counted.
///
/// ```
/// use kiebitz::verify::ChanceProof;
/// let proof = ChanceProof {
///     version: 1,
///     position: "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=61:0 \
///         gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".into(),
///     goal: "61".into(),
///     won: 6,
///     of: 6,
///     strategy: vec![],
/// };
/// // Four unseen cards in two hands: six deals, and all of them are won.
/// let counted = proof.check(|_| true).unwrap().unwrap().unwrap();
/// assert_eq!((counted.won, counted.of), (6, 6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Deals that the strategy wins.
    pub won: u64,
    /// All deals.
    pub of: u64,
    /// Points of the play that were looked at.
    pub points_of_play: u64,
}

/// One deal: three hands and the skat.
type Deal = [Cards; 4];

/// Every way to put each card into a place that it may be in.
fn list(state: &State, deals: &mut Vec<Deal>) -> Result<Vec<Deal>, ProofFileError> {
    let cards: Vec<Card> = state.cards().iter().collect();
    let mut room = state.room;
    fill(state, &cards, &mut room, [Cards::NONE; 4], deals);
    if deals.len() > MOST_DEALS {
        return Err(ProofFileError::Position(format!("more than {MOST_DEALS} deals are possible")));
    }
    Ok(std::mem::take(deals))
}

fn fill(state: &State, cards: &[Card], room: &mut [u8; 4], so_far: Deal, deals: &mut Vec<Deal>) {
    let Some((&card, rest)) = cards.split_first() else {
        if state.keeps(&so_far) {
            deals.push(so_far);
        }
        return;
    };
    for place in 0..4 {
        if state.may[place].has(card) && room[place] > 0 && deals.len() <= MOST_DEALS {
            room[place] -= 1;
            let mut with = so_far;
            with[place].insert(card);
            fill(state, rest, room, with, deals);
            room[place] += 1;
        }
    }
}

/// What everybody sees at some point of the play.
#[derive(Clone, Copy)]
struct Point {
    turn: u8,
    /// The declarer's points in his tricks.
    points: u8,
    /// Whether each side has a trick.
    tricks: [bool; 2],
    /// What has to be followed.
    led: Cards,
    /// The card that wins the trick so far, and whose it is.
    best: Option<(u8, Card)>,
    /// Cards on the table, and what they count.
    on_table: u8,
    worth: u8,
}

impl Point {
    fn start(state: &State) -> Point {
        let table = &state.table;
        Point {
            turn: state.turn,
            points: state.points[0],
            tricks: state.tricks,
            led: table.led,
            best: table.best.map(|card| (table.holder, card)),
            on_table: table.count,
            worth: table.cards.points(),
        }
    }

    fn legal(&self, hand: Cards) -> Cards {
        let follows = hand & self.led;
        if self.on_table == 0 || follows.is_empty() { hand } else { follows }
    }

    fn after(&self, game: Game, declarer: usize, card: Card) -> Point {
        let mut next = *self;
        match self.best {
            None => (next.led, next.best) = (game.group(card), Some((self.turn, card))),
            Some((_, best)) if game.beats(card, best) => next.best = Some((self.turn, card)),
            Some(_) => {}
        }
        next.on_table += 1;
        next.worth += card.points();
        next.turn = (self.turn + 1) % 3;
        if next.on_table == 3 {
            let winner = next.best.map_or(self.turn, |(seat, _)| seat);
            let declarers = usize::from(winner) == declarer;
            next.tricks[usize::from(!declarers)] = true;
            if declarers {
                next.points += next.worth;
            }
            next = Point { turn: winner, led: Cards::NONE, best: None, on_table: 0, worth: 0, ..next };
        }
        next
    }

    /// Whether the declarer reaches the goal in this deal, if counting tells.
    fn settled(&self, goal: Goal, deal: &Deal) -> Option<bool> {
        let rest = deal[0] | deal[1] | deal[2];
        let over = rest.is_empty() && self.on_table == 0;
        match goal {
            Goal::EveryTrick if self.tricks[1] => Some(false),
            Goal::NoTrick if self.tricks[0] => Some(false),
            Goal::EveryTrick | Goal::NoTrick => over.then_some(true),
            Goal::Points(points) => {
                let has = u16::from(self.points) + u16::from(deal[SKAT].points());
                let open = u16::from(rest.points()) + u16::from(self.worth);
                if has >= u16::from(points) {
                    Some(true)
                } else {
                    (has + open < u16::from(points)).then_some(false)
                }
            }
        }
    }
}

struct Checker<F> {
    game: Game,
    declarer: usize,
    viewer: usize,
    goal: Goal,
    start: State,
    strategy: Strategy,
    lost: Vec<bool>,
    path: Vec<Card>,
    points_of_play: u64,
    go_on: F,
}

enum Halt {
    Stopped,
    Rejected(Box<Rejection>),
}

impl<F: FnMut(u64) -> bool> Checker<F> {
    fn new(proof: &ChanceProof, go_on: F) -> Result<Checker<F>, ProofFileError> {
        let Line { game, declarer, viewer, state } =
            Line::read(&proof.position).map_err(|error| ProofFileError::Position(error.to_string()))?;
        let goal: Goal = proof
            .goal
            .parse()
            .map_err(|error: crate::rules::GoalError| ProofFileError::Goal(error.to_string()))?;
        if (goal == Goal::NoTrick) != (game == Game::Null) {
            return Err(ProofFileError::Goal(format!("{goal} makes no sense in this game ({game})")));
        }
        let viewer =
            viewer.ok_or_else(|| ProofFileError::Position("a chance is that of a seat's view".into()))?;
        let strategy = read_lines(&proof.strategy)?;
        let (lost, path) = (Vec::new(), Vec::new());
        Ok(Checker {
            game,
            declarer,
            viewer,
            goal,
            start: state,
            strategy,
            lost,
            path,
            points_of_play: 0,
            go_on,
        })
    }

    fn reject(&self, line: Option<u32>, why: Why) -> Halt {
        let line = line.map(|line| line as usize);
        Halt::Rejected(Box::new(Rejection { path: self.path.clone(), line, why }))
    }

    /// From this point on with this line of the strategy: strikes out the deals that may go wrong.
    fn walk(&mut self, line: Option<u32>, point: &Point, deals: Vec<(usize, Deal)>) -> Result<(), Halt> {
        self.points_of_play += 1;
        if self.points_of_play.is_multiple_of(4096) && !(self.go_on)(self.points_of_play) {
            return Err(Halt::Stopped);
        }
        let wanted = self.viewer == self.declarer;
        let mut open = deals;
        open.retain(|(number, deal)| match point.settled(self.goal, deal) {
            None => !self.lost[*number],
            Some(reaches) => {
                self.lost[*number] |= reaches != wanted;
                false
            }
        });
        if open.is_empty() {
            return Ok(());
        }
        if usize::from(point.turn) == self.viewer {
            self.own(line, point, open)
        } else {
            self.others(line, point, open)
        }
    }

    fn own(&mut self, line: Option<u32>, point: &Point, deals: Vec<(usize, Deal)>) -> Result<(), Halt> {
        let seat = Seat::ALL[self.viewer];
        // His own hand is the same in all deals.
        let legal = deals.first().map_or(Cards::NONE, |(_, deal)| point.legal(deal[self.viewer]));
        let (card, then) = match line {
            None if legal.len() == 1 => (legal, None),
            None => {
                deals.iter().for_each(|(number, _)| self.lost[*number] = true);
                return Ok(());
            }
            Some(number) => {
                let entries = &self.strategy[number as usize];
                let named = entries.iter().fold(Cards::NONE, |all, entry| all | entry.cards);
                if named.len() != 1 {
                    return Err(self.reject(line, Why::NotOneCard { seat, count: named.len() }));
                }
                (named, entries.iter().find_map(|entry| entry.then))
            }
        };
        let Some(card) = card.iter().next() else { return Ok(()) };
        if !legal.has(card) {
            return Err(self.reject(line, Why::IllegalCard { seat, card }));
        }
        self.play(then, point, card, deals)
    }

    fn others(&mut self, line: Option<u32>, point: &Point, deals: Vec<(usize, Deal)>) -> Result<(), Halt> {
        let turn = usize::from(point.turn);
        let may_fall = deals.iter().fold(Cards::NONE, |all, (_, deal)| all | point.legal(deal[turn]));
        let entries: Vec<Entry> = line.map_or_else(Vec::new, |line| self.strategy[line as usize].clone());
        for card in may_fall {
            let here: Vec<(usize, Deal)> =
                deals.iter().filter(|(_, deal)| point.legal(deal[turn]).has(card)).copied().collect();
            let answer = entries.iter().find(|entry| entry.cards.has(card));
            if line.is_some() && answer.is_none() {
                here.iter().for_each(|(number, _)| self.lost[*number] = true);
                continue;
            }
            self.play(answer.and_then(|entry| entry.then), point, card, here)?;
        }
        Ok(())
    }

    fn play(
        &mut self,
        then: Option<u32>,
        point: &Point,
        card: Card,
        mut deals: Vec<(usize, Deal)>,
    ) -> Result<(), Halt> {
        for (_, deal) in &mut deals {
            deal[usize::from(point.turn)].remove(card);
        }
        self.path.push(card);
        self.walk(then, &point.after(self.game, self.declarer, card), deals)?;
        self.path.pop();
        Ok(())
    }
}
