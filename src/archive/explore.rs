//! What was done: bid, announced, laid away, led and played, how often, and how it ended.
//!
//! [`Explored::of`] counts for a selection of games; [`Explorer`] finds the games in which a position came up and counts
//! the cards that were played there, in games alike under the names that they have in this position.

use super::ask::{PositionAsk, Search};
use super::index::{Course, Flags, Index, Row};
use crate::cards::{Card, Rank};
use crate::deal::Position;
use crate::parallel;
use crate::rules::{Contract, Game, Seat, Side};
use std::collections::HashMap;
use std::hash::Hash;

/// Games and how they ended.
///
/// ```
/// use kiebitz::archive::explore::Ended;
/// let ended = Ended { games: 4, won: 3, trump_games: 2, points: 130 };
/// assert_eq!((ended.share_won(), ended.average()), (0.75, Some(65.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// How many.
    pub games: u32,
    /// How many the declarer won.
    pub won: u32,
    /// How many of them count points.
    pub trump_games: u32,
    /// The declarer's points in those, added up.
    pub points: u64,
}

impl Ended {
    fn add(&mut self, row: &Row) {
        self.games += 1;
        self.won += u32::from(row.flags.has(Flags::WON));
        if row.value != 0 && row.game().is_some_and(|game| game != Game::Null) {
            self.trump_games += 1;
            self.points += u64::from(row.count.points);
        }
    }

    fn join(&mut self, other: Ended) {
        self.games += other.games;
        self.won += other.won;
        self.trump_games += other.trump_games;
        self.points += other.points;
    }

    /// The share that the declarer won.
    #[must_use]
    pub fn share_won(&self) -> f64 {
        f64::from(self.won) / f64::from(self.games.max(1))
    }

    /// The declarer's points on average, where points count.
    #[must_use]
    pub fn average(&self) -> Option<f64> {
        (self.trump_games > 0).then(|| self.points as f64 / f64::from(self.trump_games))
    }
}

/// What was laid away: the ranks, the higher first, and whether both are of one suit.
///
/// ```
/// use kiebitz::{archive::explore::Laid, cards::Rank};
/// let laid = Laid::of("HT.HA".parse().unwrap()).unwrap();
/// assert_eq!(laid, Laid { ranks: [Rank::Ace, Rank::Ten], one_suit: true });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Laid {
    /// The ranks.
    pub ranks: [Rank; 2],
    /// Whether both are of one suit.
    pub one_suit: bool,
}

impl Laid {
    /// Two cards without the names of their suits; `None` for any other number.
    #[must_use]
    pub fn of(cards: crate::cards::Cards) -> Option<Laid> {
        let both: Vec<Card> = cards.iter().collect();
        let &[a, b] = both.as_slice() else { return None };
        let ranks = if a.rank() >= b.rank() { [a.rank(), b.rank()] } else { [b.rank(), a.rank()] };
        Some(Laid { ranks, one_suit: a.suit() == b.suit() })
    }
}

/// How a game was opened: who led what, from how many.
///
/// ```
/// use kiebitz::archive::{Source, explore::Explored, index::Indexer, sample};
/// use kiebitz::rules::{Game, Side};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let explored = Explored::of(&index, &index.all(), &|| false).unwrap();
/// let (most, ended) = explored.openings[0];
/// assert!(most.length >= 1 && ended.games >= explored.openings[1].1.games);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    /// Against which game.
    pub game: Game,
    /// Whether the declarer or a defender led.
    pub by: Side,
    /// Whether a trump was led.
    pub trump: bool,
    /// The rank.
    pub rank: Rank,
    /// From so many cards of the suit, or trumps; four stands for more.
    pub length: u8,
}

impl Opening {
    fn of(row: &Row, course: &Course) -> Option<Opening> {
        let (game, declarer) = (row.game()?, row.declarer?);
        let card = course.card(0)?;
        let length = (course.hand(Seat::Forehand, Some(declarer)) & game.group(card)).len();
        Some(Opening {
            // Which suit is trump makes no opening another one.
            game,
            by: Seat::Forehand.side(declarer),
            trump: game.trumps().has(card),
            rank: card.rank(),
            length: length.min(4) as u8,
        })
    }
}

/// What was done in many games, the most frequent first.
///
/// ```
/// use kiebitz::archive::{Source, explore::Explored, index::Indexer, sample};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let explored = Explored::of(&index, &index.all(), &|| false).unwrap();
/// assert_eq!(explored.all.games, 200);
/// assert_eq!(explored.bids.iter().map(|(_, ended)| ended.games).sum::<u32>(), 200);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explored {
    /// All games.
    pub all: Ended,
    /// The number at which the bidding ended; 0 where nobody bid.
    pub bids: Vec<(u16, Ended)>,
    /// What was announced.
    pub contracts: Vec<(Contract, Ended)>,
    /// What was laid away.
    pub laid: Vec<(Laid, Ended)>,
    /// What was led first.
    pub openings: Vec<(Opening, Ended)>,
    /// Which card came next, where a position was asked for.
    pub next: Vec<(Card, Ended)>,
}

#[derive(Default)]
struct Counts {
    all: Ended,
    bids: HashMap<u16, Ended>,
    contracts: HashMap<Contract, Ended>,
    laid: HashMap<Laid, Ended>,
    openings: HashMap<Opening, Ended>,
    next: HashMap<Card, Ended>,
}

impl Counts {
    fn add(&mut self, row: &Row, course: &Course, next: Option<Card>) {
        self.all.add(row);
        self.bids.entry(row.bid).or_default().add(row);
        if let Some(contract) = row.contract {
            self.contracts.entry(contract).or_default().add(row);
        }
        if let Some(laid) = Laid::of(course.laid()) {
            self.laid.entry(laid).or_default().add(row);
        }
        if let Some(opening) = Opening::of(row, course) {
            self.openings.entry(opening).or_default().add(row);
        }
        if let Some(card) = next {
            self.next.entry(card).or_default().add(row);
        }
    }

    fn join(&mut self, other: Counts) {
        self.all.join(other.all);
        fn merge<K: Eq + Hash>(into: &mut HashMap<K, Ended>, from: HashMap<K, Ended>) {
            for (key, ended) in from {
                into.entry(key).or_default().join(ended);
            }
        }
        merge(&mut self.bids, other.bids);
        merge(&mut self.contracts, other.contracts);
        merge(&mut self.laid, other.laid);
        merge(&mut self.openings, other.openings);
        merge(&mut self.next, other.next);
    }

    fn sorted(self) -> Explored {
        Explored {
            all: self.all,
            bids: sorted(self.bids, |bid| u64::from(*bid)),
            contracts: sorted(self.contracts, |contract| text_order(&contract.to_string())),
            laid: sorted(self.laid, |laid| {
                let [a, b] = laid.ranks.map(|rank| rank.index() as u64);
                a << 8 | b << 4 | u64::from(laid.one_suit)
            }),
            openings: sorted(self.openings, |opening| {
                let Opening { game, by, trump, rank, length } = *opening;
                let game = u64::from(game.letter() as u32) << 24;
                game | u64::from(by == Side::Declarer) << 16
                    | u64::from(trump) << 12
                    | (rank.index() as u64) << 4
                    | u64::from(length)
            }),
            next: sorted(self.next, |card| card.index() as u64),
        }
    }
}

/// Short texts in the order of their letters.
fn text_order(text: &str) -> u64 {
    text.bytes().take(8).fold(0, |order, byte| order << 8 | u64::from(byte))
}

fn sorted<K>(counts: HashMap<K, Ended>, order: impl Fn(&K) -> u64) -> Vec<(K, Ended)> {
    let mut lines: Vec<(K, Ended)> = counts.into_iter().collect();
    lines.sort_by_key(|(key, ended)| (std::cmp::Reverse(ended.games), order(key)));
    lines
}

/// Games between two looks whether it is to stop.
const STEP: usize = 1 << 14;

/// Counts on all cores; `None` if it was stopped. `next` tells whether a game counts, and which card came next in it.
fn count(
    index: &Index,
    rows: &[u32],
    stop: &(dyn Fn() -> bool + Sync),
    next: &(dyn Fn(&Row, &Course) -> Option<Option<Card>> + Sync),
) -> Option<Explored> {
    let mut counts = Counts::default();
    let work = |_: &mut (), some: &[u32]| {
        let mut counts = Counts::default();
        for &number in some {
            let (Some(row), Some(course)) = (index.row(number), index.course(number)) else { continue };
            if let Some(card) = next(&row, course) {
                counts.add(&row, course, card);
            }
        }
        counts
    };
    let end = parallel::in_order(
        rows.chunks(STEP),
        parallel::cores(),
        stop,
        || (),
        work,
        |some| {
            counts.join(some);
            true
        },
    );
    match end {
        Ok(parallel::End::All) => Some(counts.sorted()),
        Ok(parallel::End::Stopped) => None,
        Err(panicked) => panicked.raise(),
    }
}

impl Explored {
    /// What was done in some games; `None` if it was stopped.
    #[must_use]
    pub fn of(index: &Index, rows: &[u32], stop: &(dyn Fn() -> bool + Sync)) -> Option<Explored> {
        count(index, rows, stop, &|_, _| Some(None))
    }
}

/// A position that is looked for in many games.
///
/// ```
/// use kiebitz::archive::{Source, explore::Explorer, index::Indexer, library::{Library, Opening}, sample};
/// let mut library = Library::default();
/// let mut opening = Opening::in_memory(sample()).unwrap();
/// let part = library.begin(&opening);
/// while let Some(chunk) = opening.step(1_000) {
///     library.extend(part, chunk);
/// }
/// let (_, game) = library.game(0).unwrap();
/// let play = game.play.unwrap();
/// let explorer = Explorer::new(&play.position(6), true).unwrap();
/// let explored = explorer.run(&library.index, &library.index.all(), &|| false).unwrap();
/// // The position came up in its own game, and there the seventh card followed.
/// assert!(explored.next.iter().any(|(card, _)| *card == play.cards[6]));
/// ```
#[derive(Clone, Debug)]
pub struct Explorer {
    search: Search,
}

impl Explorer {
    /// `alike`: suits may change places, and ranks that mean the same. `None` if too little of the position is known.
    #[must_use]
    pub fn new(position: &Position, alike: bool) -> Option<Explorer> {
        let asked = PositionAsk { position: position.clone(), alike };
        Search::for_position(&asked).map(|search| Explorer { search })
    }

    /// Finds the games and counts; `None` if it was stopped.
    #[must_use]
    pub fn run(&self, index: &Index, rows: &[u32], stop: &(dyn Fn() -> bool + Sync)) -> Option<Explored> {
        count(index, rows, stop, &|row, course| {
            let place = self.search.place_in(row, course)?;
            let card = course.card(place.into());
            Some(card.and_then(|card| self.search.as_here(row, course, card)))
        })
    }
}
