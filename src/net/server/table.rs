//! A table of the host: chairs, points, switches, the game that is running.

use super::core::ConnectionId;
use crate::net::course::Course;
use crate::net::message::{self, Clock, ScoreSheet, SheetRow, TableInfo, TableState};
use crate::net::view::Viewer;
use crate::rules::{Contract, Seat};

/// One chair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Chair {
    /// Whose it is; it stays when he leaves.
    pub name: Option<String>,
    /// His connection, if he is there.
    pub connection: Option<ConnectionId>,
    /// When he lost his connection: the chair waits for him.
    pub away: Option<u64>,
    pub solos: u32,
    pub won: u32,
    pub last: i64,
    pub total: i64,
    pub switch: bool,
    pub practice: bool,
    pub talk: bool,
    pub ready: bool,
}

impl Chair {
    /// A chair for somebody new.
    pub(super) fn of(name: &str) -> Chair {
        Chair { name: Some(name.into()), talk: true, ..Chair::default() }
    }

    pub(super) fn is_of(&self, name: &str) -> bool {
        self.name.as_deref() == Some(name)
    }

    pub(super) fn is_free(&self) -> bool {
        self.connection.is_none() && self.away.is_none()
    }
}

/// A game that is running.
#[derive(Clone, Debug)]
pub(super) struct Running {
    pub id: u64,
    pub course: Course,
    /// A game announced without its discard: nobody hears of it yet.
    pub half: Option<Contract>,
    /// The chairs of forehand, middlehand, rearhand.
    pub chairs: [usize; 3],
    /// Who is left to each, in milliseconds.
    pub clocks: [i64; 3],
    /// Since when the clock of the seat on turn runs.
    pub since: u64,
}

impl Running {
    pub(super) fn seat_of(&self, chair: usize) -> Option<Seat> {
        self.chairs.iter().position(|&known| known == chair).and_then(Seat::from_index)
    }

    pub(super) fn shown_clocks(&self) -> [Clock; 3] {
        self.clocks.map(Clock::from_millis)
    }
}

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub id: String,
    pub password: Option<String>,
    pub size: usize,
    pub chairs: [Chair; 4],
    pub observers: Vec<ConnectionId>,
    /// Number of the series, and of the running or last game in it.
    pub series: u64,
    pub game: u32,
    /// Games begun at this table in all series.
    pub begun: u64,
    /// Whether the next game begins a new series.
    pub fresh: bool,
    pub sheet: Vec<SheetRow>,
    pub running: Option<Running>,
}

/// Somebody at a table who gets its lines.
pub(super) struct Receiver {
    pub connection: ConnectionId,
    pub name: String,
    pub viewer: Viewer,
}

impl Table {
    pub(super) fn new(id: String, password: Option<String>, size: usize) -> Table {
        Table {
            id,
            password,
            size,
            chairs: Default::default(),
            observers: Vec::new(),
            series: 0,
            game: 0,
            begun: 0,
            fresh: true,
            sheet: Vec::new(),
            running: None,
        }
    }

    /// The chairs that are there.
    pub(super) fn chairs(&self) -> &[Chair] {
        &self.chairs[..self.size]
    }

    pub(super) fn chair_of(&self, connection: ConnectionId) -> Option<usize> {
        self.chairs().iter().position(|chair| chair.connection == Some(connection))
    }

    /// Whether somebody of this name plays in the running game.
    pub(super) fn plays(&self, name: &str) -> bool {
        self.running.as_ref().is_some_and(|running| {
            running.chairs.iter().any(|&chair| self.chairs.get(chair).is_some_and(|chair| chair.is_of(name)))
        })
    }

    /// Whether nobody is here and nobody is waited for.
    pub(super) fn is_deserted(&self) -> bool {
        self.running.is_none() && self.chairs().iter().all(Chair::is_free)
    }

    pub(super) fn viewer_of(&self, chair: usize) -> Viewer {
        match &self.running {
            // Whoever sits here and does not play deals: nobody comes to a table during a game.
            Some(running) => running.seat_of(chair).map_or(Viewer::World, Viewer::Seat),
            None => Viewer::Public,
        }
    }

    /// Everybody who gets the table's lines: players, then observers.
    pub(super) fn receivers(&self) -> Vec<Receiver> {
        let players = self.chairs().iter().enumerate().filter_map(|(at, chair)| {
            let (connection, name) = (chair.connection?, chair.name.clone()?);
            Some(Receiver { connection, name, viewer: self.viewer_of(at) })
        });
        let observers = self.observers.iter().map(|&connection| Receiver {
            connection,
            name: ".".into(),
            viewer: Viewer::Public,
        });
        players.chain(observers).collect()
    }

    /// The table as the lobby shows it.
    pub(super) fn info(&self) -> TableInfo {
        let user = |chair: &Chair| chair.name.clone().filter(|_| chair.connection.is_some());
        TableInfo {
            id: self.id.clone(),
            games: self.game,
            users: self.chairs().iter().map(|chair| user(chair).unwrap_or_else(|| ".".into())).collect(),
            most: -1,
        }
    }

    pub(super) fn state(&self) -> TableState {
        let mut state = TableState {
            seats: self.size as u8,
            running: self.running.is_some(),
            game: Some(self.game),
            ..TableState::default()
        };
        for (at, chair) in self.chairs().iter().enumerate() {
            state.present[at] = chair.name.clone().filter(|_| chair.connection.is_some());
            state.chairs[at] = message::Chair {
                name: chair.name.clone(),
                address: ".".into(),
                solos: chair.solos,
                won: chair.won,
                last: chair.last,
                total: chair.total,
                switch: chair.switch,
                practice: chair.practice,
                talk: chair.talk,
                ready: chair.ready,
            };
        }
        state
    }

    pub(super) fn score_sheet(&self) -> ScoreSheet {
        ScoreSheet { names: vec!["?".into(); self.size], rows: self.sheet.clone() }
    }

    /// The names of forehand, middlehand and rearhand.
    pub(super) fn names(&self, running: &Running) -> [String; 3] {
        running.chairs.map(|chair| {
            self.chairs.get(chair).and_then(|chair| chair.name.clone()).unwrap_or_else(|| ".".into())
        })
    }
}
