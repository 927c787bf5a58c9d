//! One player through the games: over time, by seat, game, side and opponent, with ratings and mistakes.

use super::{Flags, Index, Row, calendar};
use crate::rules::{Account, Game, Seat, Side, TableSize};
use std::collections::{BTreeMap, HashMap};

/// A player's name without what servers add to tell several programs of a kind apart: `xskat` for `xskat:2`.
///
/// ```
/// use kiebitz::archive::index::person_of;
/// assert_eq!((person_of("xskat:2"), person_of("a:b"), person_of("zoot")), ("xskat", "a:b", "zoot"));
/// ```
#[must_use]
pub fn person_of(name: &str) -> &str {
    match name.rsplit_once(':') {
        Some((person, number))
            if !person.is_empty()
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            person
        }
        _ => name,
    }
}

/// What an analysis says of a player's cards.
///
/// ```
/// use kiebitz::archive::index::Care;
/// let care = Care { games: 10, cards: 100, mistakes: 3, clean: 8 };
/// assert_eq!((care.share_clean(), care.per_hundred()), (0.8, 3.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Care {
    /// Games analysed.
    pub games: u32,
    /// Cards that the player played in them.
    pub cards: u32,
    /// Mistakes among these.
    pub mistakes: u32,
    /// Games without one.
    pub clean: u32,
}

impl Care {
    pub(in crate::archive) fn add(&mut self, mistakes: u8, cards: u32) {
        self.games += 1;
        self.cards += cards;
        self.mistakes += u32::from(mistakes);
        self.clean += u32::from(mistakes == 0);
    }

    /// The share of games without a mistake.
    #[must_use]
    pub fn share_clean(&self) -> f64 {
        f64::from(self.clean) / f64::from(self.games.max(1))
    }

    /// Mistakes in a hundred cards.
    #[must_use]
    pub fn per_hundred(&self) -> f64 {
        100.0 * f64::from(self.mistakes) / f64::from(self.cards.max(1))
    }
}

/// Games of one kind with what came of them.
///
/// ```
/// use kiebitz::archive::index::PlayerGames;
/// let games = PlayerGames::default();
/// assert_eq!(games.account.games, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerGames {
    /// The score sheet.
    pub account: Account,
    /// What the analysis found.
    pub care: Care,
}

impl PlayerGames {
    fn add(&mut self, row: &Row, seat: Seat) {
        let won = row.flags.has(Flags::WON);
        match row.declarer.filter(|_| row.value != 0) {
            None => self.account.passed(),
            Some(declarer) if declarer == seat => self.account.own_game(won, row.value.into()),
            Some(_) if won => self.account.won_by_another(),
            Some(_) => self.account.lost_by_another(),
        }
        if let Some(found) = row.analysis.filter(|found| found.cards > 0) {
            self.care.add(found.mistakes[seat.index()], u32::from(found.cards) / 3);
        }
    }

    /// The extended Seeger-Fabian score per series of 36 games.
    #[must_use]
    pub fn seeger(&self) -> f64 {
        self.account.seeger_per_series(TableSize::Three)
    }
}

/// A player's page.
///
/// ```
/// use kiebitz::archive::{Source, index::{Indexer, PlayerPage}, sample};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let page = PlayerPage::of(&index, &index.all(), "Kiebitz 1");
/// assert_eq!(page.all.account.games, 200);
/// assert_eq!(page.seats.iter().map(|seat| seat.account.games).sum::<u32>(), 200);
/// assert_eq!(page.opponents.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerPage {
    /// The player, whatever number a server added.
    pub name: String,
    /// All games.
    pub all: PlayerGames,
    /// By seat.
    pub seats: [PlayerGames; 3],
    /// As declarer, by game, most frequent first.
    pub games: Vec<(Game, PlayerGames)>,
    /// As declarer and as defender.
    pub sides: [PlayerGames; 2],
    /// Month by month; games without a date are left out.
    pub months: Vec<((i32, u32), PlayerGames)>,
    /// With whom, most frequent first.
    pub opponents: Vec<(String, PlayerGames)>,
    /// Ratings in the order of the games: when, and how much.
    pub ratings: Vec<(u32, i16)>,
}

impl PlayerPage {
    /// Adds up a player's games among these.
    #[must_use]
    pub fn of(index: &Index, rows: &[u32], name: &str) -> PlayerPage {
        let person = person_of(name);
        let own: Vec<bool> = index.names.all().iter().map(|name| person_of(name) == person).collect();
        let is_own = |player: u32| own.get(player as usize) == Some(&true);
        let mut page = PlayerPage { name: person.to_string(), ..PlayerPage::default() };
        let mut games: HashMap<Game, PlayerGames> = HashMap::new();
        let mut months: BTreeMap<(i32, u32), PlayerGames> = BTreeMap::new();
        let mut opponents: HashMap<&str, PlayerGames> = HashMap::new();
        for &number in rows {
            let Some(row) = index.row(number) else { continue };
            for seat in Seat::ALL.into_iter().filter(|seat| is_own(row.players[seat.index()])) {
                page.all.add(&row, seat);
                page.seats[seat.index()].add(&row, seat);
                if let Some(declarer) = row.declarer.filter(|_| row.contract.is_some()) {
                    let side = seat.side(declarer);
                    page.sides[usize::from(side == Side::Defenders)].add(&row, seat);
                    if let (Side::Declarer, Some(game)) = (side, row.game()) {
                        games.entry(game).or_default().add(&row, seat);
                    }
                }
                if let Some((year, month, _)) = calendar(row.date) {
                    months.entry((year, month)).or_default().add(&row, seat);
                }
                for other in Seat::ALL.into_iter().filter(|&other| other != seat) {
                    let name = person_of(index.names.name(row.players[other.index()]));
                    opponents.entry(name).or_default().add(&row, seat);
                }
                page.ratings.extend(row.session.ratings[seat.index()].map(|rating| (row.date, rating)));
            }
        }
        let most = |games: &PlayerGames| std::cmp::Reverse(games.account.games);
        page.games = games.into_iter().collect();
        page.games.sort_by_key(|(game, games)| (most(games), game.letter()));
        page.months = months.into_iter().collect();
        page.opponents = opponents.into_iter().map(|(name, games)| (name.to_string(), games)).collect();
        page.opponents.sort_by(|a, b| most(&a.1).cmp(&most(&b.1)).then(a.0.cmp(&b.0)));
        page.ratings.sort_by_key(|&(date, _)| date);
        page
    }
}
