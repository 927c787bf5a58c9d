//! Statistics of a selection: by contract, by player, and how the points are spread.

use super::{Flags, Index, person_of};
use crate::rules::{Account, TableSize};
use std::collections::HashMap;

/// Games of one kind.
///
/// ```
/// use kiebitz::archive::{Source, index::{Indexer, Stats}, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let index = Indexer::new(source).finish().unwrap();
/// let stats = Stats::of(&index, &index.all());
/// assert!(stats.contracts.iter().any(|line| line.name == "grand" && line.won <= line.games));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContractLine {
    /// The game's name.
    pub name: &'static str,
    /// How many.
    pub games: u32,
    /// How many the declarer won.
    pub won: u32,
    /// The declarer's points, added up.
    pub points: u64,
}

/// One player over the selection.
///
/// ```
/// use kiebitz::archive::{Source, index::{Indexer, Stats}, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let index = Indexer::new(source).finish().unwrap();
/// let stats = Stats::of(&index, &index.all());
/// // Three players sit at one table.
/// assert_eq!(stats.players.iter().map(|line| line.account.games).collect::<Vec<_>>(), [200; 3]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerLine {
    /// Number of the name; of several programs of a kind, that of the first. See [`person_of`].
    pub name: u32,
    /// Wins, losses, and the losses of others.
    pub account: Account,
    /// The extended Seeger-Fabian score per series of 36 games.
    pub seeger: f64,
}

/// What a selection adds up to.
///
/// ```
/// use kiebitz::archive::{Source, index::{Indexer, Stats}, sample};
/// let source = Source::from_stream(std::io::Cursor::new(sample())).unwrap();
/// let index = Indexer::new(source).finish().unwrap();
/// let stats = Stats::of(&index, &index.all());
/// assert_eq!((stats.games, stats.players.len()), (200, 3));
/// assert!(stats.contracts.iter().map(|line| line.games).sum::<u32>() + stats.passed <= stats.games);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Games selected.
    pub games: u32,
    /// Games that everybody passed.
    pub passed: u32,
    /// By kind of game, most frequent first.
    pub contracts: Vec<ContractLine>,
    /// By player, most games first.
    pub players: Vec<PlayerLine>,
    /// How many trump games ended with 0, 1, … 120 points for the declarer.
    pub points: Vec<u32>,
}

impl Stats {
    /// Adds up a selection.
    #[must_use]
    pub fn of(index: &Index, selection: &[u32]) -> Stats {
        let mut stats = Stats { points: vec![0; 121], ..Stats::default() };
        let mut contracts: HashMap<&'static str, ContractLine> = HashMap::new();
        let mut accounts: HashMap<u32, Account> = HashMap::new();
        // Several programs of a kind are one player.
        let mut first: HashMap<&str, u32> = HashMap::new();
        let persons: Vec<u32> = (0..)
            .zip(index.names.all())
            .map(|(number, name)| *first.entry(person_of(name)).or_insert(number))
            .collect();
        for row in selection.iter().filter_map(|&number| index.row(number)) {
            stats.games += 1;
            stats.passed += u32::from(row.flags.has(Flags::PASSED));
            let won = row.flags.has(Flags::WON);
            let counts = row.value != 0;
            for (seat, &name) in row.players.iter().enumerate() {
                let person = persons.get(name as usize).copied().unwrap_or(name);
                let account = accounts.entry(person).or_default();
                match row.declarer.filter(|_| counts) {
                    None => account.passed(),
                    Some(declarer) if declarer.index() == seat => account.own_game(won, row.value.into()),
                    Some(_) if won => account.won_by_another(),
                    Some(_) => account.lost_by_another(),
                }
            }
            let Some(game) = row.game().filter(|_| counts) else { continue };
            let line = contracts.entry(game.name()).or_default();
            line.name = game.name();
            line.games += 1;
            line.won += u32::from(won);
            line.points += u64::from(row.count.points);
            if game.base_value().is_some()
                && let Some(bin) = stats.points.get_mut(usize::from(row.count.points))
            {
                *bin += 1;
            }
        }
        stats.contracts = contracts.into_values().collect();
        stats.contracts.sort_by_key(|line| (std::cmp::Reverse(line.games), line.name));
        stats.players = accounts
            .into_iter()
            .map(|(name, account)| PlayerLine {
                name,
                account,
                seeger: account.seeger_per_series(TableSize::Three),
            })
            .collect();
        stats.players.sort_by_key(|line| (std::cmp::Reverse(line.account.games), line.name));
        stats
    }
}
