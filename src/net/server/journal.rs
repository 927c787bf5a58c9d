//! What a host remembers, so that a kill costs nothing: tables as they stand, every move, users.
//!
//! Each entry is one JSON text in a checksummed log. A table's entry replaces everything said of it before; moves follow
//! it. When a host begins, the log is read, and written anew with what still counts.

use super::core::{Core, Settings, User};
use super::table::{Chair, Running, Table};
use crate::archive::{Move, Who};
use crate::net::accounts::only_for_the_owner;
use crate::net::course::Course;
use crate::net::message::SheetRow;
use crate::rules::Seat;
use crate::storage::{Disk, Log, LogReport};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MARK: [u8; 8] = *b"KBZHOST\0";
const VERSION: u32 = 1;
/// Beyond this it is written anew.
const MOST_BYTES: u64 = 64 << 20;

/// Something to remember.
///
/// ```
/// use kiebitz::net::server::{Core, Settings, journal::Entry};
/// let entries = Core::new(Settings::default()).entries();
/// assert!(matches!(entries[..], [Entry::Numbers { game: 1, series: 1 }]));
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Entry {
    /// A table as it stands.
    Table(Box<KeptTable>),
    /// A table is no more.
    TableGone(String),
    /// A move of the running game.
    Move {
        /// Where.
        table: String,
        /// Who and what, as in records.
        one: String,
        /// What is left to each, in milliseconds.
        clocks: [i64; 3],
    },
    /// Somebody's figures.
    #[allow(private_interfaces)] // written and read here only
    User {
        /// His name.
        name: String,
        /// The figures.
        user: User,
    },
    /// The numbers of the next game and the next series.
    Numbers {
        /// Of the game.
        game: u64,
        /// Of the series.
        series: u64,
    },
}

/// A table as it is remembered.
///
/// ```
/// use kiebitz::net::server::{Core, Settings, journal::Entry};
/// let mut core = Core::new(Settings::default());
/// core.connected(1, "127.0.0.1");
/// ["anna", "sesame"].map(|line| core.line(1, line));
/// core.verified(1, true);
/// core.line(1, "create / 3");
/// let entries = core.entries();
/// assert!(entries.iter().any(|entry| matches!(entry, Entry::Table(_))));
/// assert_eq!(Core::restore(Settings::default(), entries).count(), (1, 0), "it comes back");
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptTable {
    id: String,
    password: Option<String>,
    size: usize,
    chairs: Vec<KeptChair>,
    series: u64,
    game: u32,
    begun: u64,
    fresh: bool,
    sheet: Vec<SheetRow>,
    running: Option<KeptGame>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptChair {
    name: Option<String>,
    /// Whether he was there, or was waited for.
    here: bool,
    solos: u32,
    won: u32,
    last: i64,
    total: i64,
    talk: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptGame {
    id: u64,
    deal: String,
    moves: Vec<String>,
    chairs: [usize; 3],
    clocks: [i64; 3],
}

impl From<&Table> for KeptTable {
    fn from(table: &Table) -> KeptTable {
        let chair = |chair: &Chair| KeptChair {
            name: chair.name.clone(),
            here: !chair.is_free(),
            solos: chair.solos,
            won: chair.won,
            last: chair.last,
            total: chair.total,
            talk: chair.talk,
        };
        KeptTable {
            id: table.id.clone(),
            password: table.password.clone(),
            size: table.size,
            chairs: table.chairs.iter().map(chair).collect(),
            series: table.series,
            game: table.game,
            begun: table.begun,
            fresh: table.fresh,
            sheet: table.sheet.clone(),
            running: table.running.as_ref().map(|running| KeptGame {
                id: running.id,
                deal: running.course.deal().to_string(),
                moves: running.course.moves().iter().map(Move::to_string).collect(),
                chairs: running.chairs,
                clocks: running.clocks,
            }),
        }
    }
}

impl KeptTable {
    /// The table again; whoever sat there is waited for.
    fn table(self) -> Option<Table> {
        if !(3..=4).contains(&self.size) || self.chairs.len() != 4 {
            return None;
        }
        let mut table = Table::new(self.id, self.password, self.size);
        for (chair, kept) in table.chairs.iter_mut().zip(self.chairs) {
            *chair = Chair {
                name: kept.name,
                away: kept.here.then_some(0),
                solos: kept.solos,
                won: kept.won,
                last: kept.last,
                total: kept.total,
                talk: kept.talk,
                ..Chair::default()
            };
        }
        (table.series, table.game, table.begun) = (self.series, self.game, self.begun);
        (table.fresh, table.sheet) = (self.fresh, self.sheet);
        table.running = self.running.and_then(|kept| kept.running(self.size));
        Some(table)
    }
}

impl KeptGame {
    fn running(self, size: usize) -> Option<Running> {
        if self.chairs.iter().any(|&chair| chair >= size) {
            return None;
        }
        let course = Course::new(self.deal.parse().ok()?);
        let mut running =
            Running { id: self.id, course, half: None, chairs: self.chairs, clocks: self.clocks, since: 0 };
        for one in &self.moves {
            running.course.apply(read(one)?).ok()?;
        }
        Some(running)
    }
}

/// A move with who makes it, as records have it.
fn read(one: &str) -> Option<Move> {
    let (who, action) = one.split_once(' ')?;
    let who = match who {
        "w" => Who::World,
        seat => Who::Player(Seat::from_index(seat.parse().ok()?)?),
    };
    Move::read(who, action)
}

impl Core {
    /// The host as its entries left it.
    #[must_use]
    pub fn restore(settings: Settings, entries: impl IntoIterator<Item = Entry>) -> Core {
        let mut core = Core::new(settings);
        for entry in entries {
            core.recall(entry);
        }
        core
    }

    fn recall(&mut self, entry: Entry) {
        match entry {
            Entry::Table(kept) => {
                if let Some(table) = kept.table() {
                    self.tables.insert(table.id.clone(), table);
                }
            }
            Entry::TableGone(id) => {
                self.tables.remove(&id);
            }
            Entry::Move { table, one, clocks } => {
                let running = self.tables.get_mut(&table).and_then(|table| table.running.as_mut());
                if let (Some(running), Some(one)) = (running, read(&one))
                    && running.course.apply(one).is_ok()
                {
                    running.clocks = clocks;
                }
            }
            Entry::User { name, user } => {
                self.users.insert(name, user);
            }
            Entry::Numbers { game, series } => (self.next_game, self.next_series) = (game, series),
        }
    }

    /// Everything that has to be remembered, anew.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        let numbers = Entry::Numbers { game: self.next_game, series: self.next_series };
        let users =
            self.users.iter().map(|(name, user)| Entry::User { name: name.clone(), user: user.clone() });
        let tables = self.tables.values().map(|table| Entry::Table(Box::new(table.into())));
        users.chain(tables).chain([numbers]).collect()
    }

    /// A game that was over when the host was killed, but had not been told, or waits for the host itself, goes on.
    pub fn resume(&mut self) {
        let ids: Vec<String> = self.tables.keys().cloned().collect();
        for id in ids {
            self.go_on(&id);
        }
    }
}

/// The log of a host.
///
/// ```
/// use kiebitz::net::server::journal::{Entry, Journal};
/// use kiebitz::storage::RealDisk;
/// let path = std::env::temp_dir().join(format!("kiebitz-journal-{}", std::process::id()));
/// let (mut journal, known, _) = Journal::open(RealDisk::shared(), &path)?;
/// assert!(known.is_empty());
/// journal.keep(&Entry::TableGone(".0".into()))?;
/// drop(journal);
/// let (_, known, _) = Journal::open(RealDisk::shared(), &path)?;
/// assert_eq!(known.len(), 1);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Journal {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    log: Log,
}

impl Journal {
    /// Opens a journal, or begins it; returns what it remembers.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn open(disk: Arc<dyn Disk>, path: &Path) -> io::Result<(Journal, Vec<Entry>, LogReport)> {
        let mut entries = Vec::new();
        let (log, report) = Log::open(Arc::clone(&disk), path, MARK, VERSION, |_, bytes| {
            entries.extend(serde_json::from_slice::<Entry>(bytes).ok());
        })?;
        // It holds everybody's cards.
        only_for_the_owner(path);
        Ok((Journal { disk, path: path.to_path_buf(), log }, entries, report))
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn keep(&mut self, entry: &Entry) -> io::Result<()> {
        let bytes = serde_json::to_vec(entry).map_err(io::Error::other)?;
        self.log.append(&bytes).map(|_| ())
    }

    /// Whether it has grown so much that it should be written anew.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.log.bytes() > MOST_BYTES
    }

    /// Writes it anew with these entries and nothing else. The old one stays until the new one is whole.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn rewrite(&mut self, entries: &[Entry]) -> io::Result<()> {
        let mut name = self.path.as_os_str().to_os_string();
        name.push(".new");
        let fresh = PathBuf::from(name);
        match self.disk.remove(&fresh) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let (mut log, _) = Log::open(Arc::clone(&self.disk), &fresh, MARK, VERSION, |_, _| {})?;
        only_for_the_owner(&fresh);
        for entry in entries {
            log.append(&serde_json::to_vec(entry).map_err(io::Error::other)?)?;
        }
        log.sync()?;
        self.disk.rename(&fresh, &self.path)?;
        self.log = log;
        Ok(())
    }
}
