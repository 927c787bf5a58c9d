//! Duels: two players on the same deals, so that luck with the cards falls out.
//!
//! A whole duel plays each deal with every mixture of the two around the table. Where only one side of the game is to be
//! measured, the second player bids, announces and discards, and the two take turns in one role of the same game. What counts is
//! the difference on each deal: its spread, not that of the cards, says how sure the mean is, and when enough was played
//! ([`Test`]).

use super::decides::Decides;
use super::table::{PlayedGame, Settled, bid, play, settle};
use crate::deal::Deal;
use crate::rules::{Account, Auction, BySeat, GAMES_PER_SERIES, Seat, TableSize};
use std::cell::RefCell;

/// What is measured.
///
/// ```
/// use kiebitz::player::Duel;
/// assert_eq!("defend".parse(), Ok(Duel::Defend));
/// assert!("sleep".parse::<Duel>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duel {
    /// Whole games, in all mixed seatings.
    Games,
    /// The second player declares against two of the first, and against two of its own kind.
    Defend,
    /// The first player declares the second one's games, and the second does.
    Declare,
}

impl std::str::FromStr for Duel {
    type Err = ();

    fn from_str(text: &str) -> Result<Duel, ()> {
        match text {
            "games" => Ok(Duel::Games),
            "defend" => Ok(Duel::Defend),
            "declare" => Ok(Duel::Declare),
            _ => Err(()),
        }
    }
}

/// One game of a duel.
///
/// ```
/// use kiebitz::player::Bout;
/// let bout: Bout = "ABB F G won 96 72".parse().unwrap();
/// // Forehand is the first player, and won a Grand.
/// assert_eq!((bout.first, bout.game.as_ref().unwrap().won), ([true, false, false], true));
/// assert_eq!(bout.to_string(), "ABB F G won 96 72");
/// assert_eq!("BBA passed".parse::<Bout>().unwrap().to_string(), "BBA passed");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bout {
    /// In which seats the first player sat.
    pub first: [bool; 3],
    /// The game; `None` if everybody passed.
    pub game: Option<BoutGame>,
}

/// How a game of a duel ended.
///
/// ```
/// use kiebitz::player::Bout;
/// let game = "ABB F G won 96 72".parse::<Bout>().unwrap().game.unwrap();
/// assert_eq!((game.value, game.points), (96, 72));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoutGame {
    /// Who played alone.
    pub declarer: Seat,
    /// What, as in a position line.
    pub contract: String,
    /// Whether he won.
    pub won: bool,
    /// What was booked for him.
    pub value: i32,
    /// His points, the skat included.
    pub points: u8,
}

impl Bout {
    fn new(first: [bool; 3], game: Option<&PlayedGame>) -> Bout {
        let game = game.map(|game| BoutGame {
            declarer: game.declarer,
            contract: game.contract.to_string(),
            won: game.outcome.won,
            value: game.outcome.value,
            points: game.tally.declarer_points,
        });
        Bout { first, game }
    }

    /// The extended score of each seat.
    #[must_use]
    pub fn scores(&self) -> [i64; 3] {
        let mut accounts = BySeat::<Account>::default();
        let game = self.game.as_ref();
        let (won, value) = game.map_or((false, 0), |game| (game.won, game.value));
        Account::book(&mut accounts, game.map(|game| game.declarer), won, value);
        accounts.0.map(|account| account.seeger(TableSize::Three))
    }

    /// By how much the mean score of the first player's seats lies above that of the others, in a series.
    #[must_use]
    pub fn lead(&self) -> f64 {
        let mut sums = [(0.0, 0.0); 2];
        for (first, score) in self.first.iter().zip(self.scores()) {
            let sum = &mut sums[usize::from(!first)];
            *sum = (sum.0 + score as f64, sum.1 + 1.0);
        }
        let [mine, theirs] = sums.map(|(sum, seats): (f64, f64)| sum / seats.max(1.0));
        f64::from(GAMES_PER_SERIES) * (mine - theirs)
    }
}

impl std::fmt::Display for Bout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seats: String = self.first.iter().map(|&first| if first { 'A' } else { 'B' }).collect();
        match &self.game {
            None => write!(f, "{seats} passed"),
            Some(game) => {
                let BoutGame { declarer, contract, won, value, points } = game;
                let won = if *won { "won" } else { "lost" };
                write!(f, "{seats} {} {contract} {won} {value} {points}", declarer.letter())
            }
        }
    }
}

impl std::str::FromStr for Bout {
    type Err = ();

    fn from_str(text: &str) -> Result<Bout, ()> {
        let mut words = text.split_whitespace();
        let mut next = || words.next().ok_or(());
        let seats = next()?.as_bytes();
        let &[a, b, c] = seats else { return Err(()) };
        let first = [a, b, c].map(|seat| seat == b'A');
        if seats.iter().any(|seat| !b"AB".contains(seat)) {
            return Err(());
        }
        let declarer = match next()? {
            "passed" => return Ok(Bout { first, game: None }),
            seat => Seat::from_letter(seat).ok_or(())?,
        };
        let contract = next()?.to_string();
        let won = match next()? {
            "won" => true,
            "lost" => false,
            _ => return Err(()),
        };
        let value = next()?.parse().map_err(|_| ())?;
        let points = next()?.parse().map_err(|_| ())?;
        Ok(Bout { first, game: Some(BoutGame { declarer, contract, won, value, points }) })
    }
}

/// The seatings in which both sit, one first player first.
const MIXED: [[bool; 3]; 6] = [
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [true, true, false],
    [true, false, true],
    [false, true, true],
];

/// Plays one deal of a duel.
pub fn duel<'a>(
    duel: Duel,
    deal: &Deal,
    first: &'a RefCell<dyn Decides + 'a>,
    second: &'a RefCell<dyn Decides + 'a>,
) -> Vec<Bout> {
    let seated = |of: [bool; 3]| BySeat::from_fn(|seat| if of[seat.index()] { first } else { second });
    if duel == Duel::Games {
        let whole = |of| {
            let mut players = seated(of);
            let auction = bid(deal, &mut players);
            let settled = settle(deal, &auction, &mut players);
            let game = settled.map(|settled| play(deal, &auction, settled, &mut players));
            Bout::new(of, game.as_ref())
        };
        return MIXED.into_iter().map(whole).collect();
    }
    let mut seconds = seated([false; 3]);
    let auction = bid(deal, &mut seconds);
    let Some(settled) = settle(deal, &auction, &mut seconds) else { return Vec::new() };
    let changed = |declarer: bool, defenders: bool| {
        let of = Seat::ALL.map(|seat| if seat == settled.declarer { declarer } else { defenders });
        Bout::new(of, Some(&play_with(deal, &auction, settled, &mut seated(of))))
    };
    let first = if duel == Duel::Defend { changed(false, true) } else { changed(true, false) };
    vec![first, changed(false, false)]
}

fn play_with(
    deal: &Deal,
    auction: &Auction,
    settled: Settled,
    players: &mut BySeat<&RefCell<dyn Decides + '_>>,
) -> PlayedGame {
    play(deal, auction, settled, players)
}

/// By how much the first player did better on a deal: points of a series in whole games, else points of percentage of
/// games won in the role that is measured. `None` where there was nothing to compare.
#[must_use]
pub fn gain(duel: Duel, bouts: &[Bout]) -> Option<f64> {
    let won = |bout: &Bout| f64::from(u8::from(bout.game.as_ref().is_some_and(|game| game.won)));
    match (duel, bouts) {
        (_, []) => None,
        (Duel::Games, bouts) => Some(bouts.iter().map(Bout::lead).sum::<f64>() / bouts.len() as f64),
        (Duel::Defend, [first, second, ..]) => Some(100.0 * (won(second) - won(first))),
        (Duel::Declare, [first, second, ..]) => Some(100.0 * (won(first) - won(second))),
        _ => None,
    }
}

/// A sequential test: enough was played when one of two claims about the mean gain is so much likelier than the other that it
/// is wrong no more often than agreed. The ratio of likelihoods is that of normal means with the spread seen so far, as tests of
/// chess engines have it.
///
/// ```
/// use kiebitz::player::{Settlement, Test};
/// let mut test = Test::new(0.0, 10.0, 0.05);
/// // Gains around twenty speak for the higher claim, as soon as there are enough of them.
/// let gains = (0..100).map(|at| if at % 2 == 0 { 60.0 } else { -20.0 });
/// let found: Vec<_> = gains.map(|gain| test.enter(gain)).collect();
/// assert_eq!((found[3], found[99]), (None, Some(Settlement::Higher)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Test {
    low: f64,
    high: f64,
    bound: f64,
    count: f64,
    sum: f64,
    squares: f64,
    settled: Option<Settlement>,
}

/// What a test came to.
///
/// ```
/// use kiebitz::player::{Settlement, Test};
/// let mut test = Test::new(0.0, 10.0, 0.05);
/// let last = (0..200).filter_map(|at| test.enter(if at % 2 == 0 { -30.0 } else { 10.0 })).last();
/// assert_eq!(last, Some(Settlement::Lower));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// The mean is no higher than the lower claim.
    Lower,
    /// It is at least the higher claim.
    Higher,
}

/// Deals before the spread is believed.
const LEAST_DEALS: f64 = 30.0;

impl Test {
    /// A test between two claims, wrong about either no more often than this.
    #[must_use]
    pub fn new(low: f64, high: f64, errors: f64) -> Test {
        let bound = ((1.0 - errors) / errors).ln();
        Test { low, high, bound, count: 0.0, sum: 0.0, squares: 0.0, settled: None }
    }

    /// The logarithm of how many times likelier the higher claim is.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        let mean = self.sum / self.count.max(1.0);
        let spread = self.squares / self.count.max(1.0) - mean * mean;
        if self.count < LEAST_DEALS || spread <= 0.0 {
            return 0.0;
        }
        (self.high - self.low) * (mean - (self.high + self.low) / 2.0) * self.count / spread
    }

    /// Enters the gain of a deal; tells what is settled. Once it is settled it stays so.
    pub fn enter(&mut self, gain: f64) -> Option<Settlement> {
        self.count += 1.0;
        self.sum += gain;
        self.squares += gain * gain;
        if self.settled.is_none() {
            let ratio = self.ratio();
            if ratio >= self.bound {
                self.settled = Some(Settlement::Higher);
            } else if ratio <= -self.bound {
                self.settled = Some(Settlement::Lower);
            }
        }
        self.settled
    }
}
