//! Logins, lobby and tables, without sockets.

use super::game::{Finished, Sheet};
use super::journal::Entry;
use super::table::{Chair, Table};
use crate::net::message::{ClientInfo, FromClient, FromServer, Request, TableEvent, is_name};
use crate::net::secret::Secret;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// A connection's number.
///
/// ```
/// use kiebitz::net::server::ConnectionId;
/// let known: std::collections::BTreeMap<ConnectionId, &str> = [(1, "Anna"), (2, "Bernd")].into();
/// assert_eq!(known[&2], "Bernd");
/// ```
pub type ConnectionId = u64;

/// How a host plays.
///
/// ```
/// use kiebitz::net::server::Settings;
/// let quick = Settings { series: 3, ..Settings::default() };
/// assert_eq!((quick.clock.as_secs(), quick.seed), (240, None));
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// The server's name in records.
    pub place: String,
    /// Each player's time for a whole game.
    pub clock: Duration,
    /// The same seed gives the same deals and chairs; without one nobody can guess them.
    pub seed: Option<u64>,
    /// Games of a series; 0 for as many as a series has by the rules (36 at three, 48 at four).
    pub series: u32,
    /// How long a chair waits for somebody who lost his connection outside a game.
    pub keep: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            place: "Kiebitz".into(),
            clock: Duration::from_secs(240),
            seed: None,
            series: 0,
            keep: Duration::from_secs(600),
        }
    }
}

/// What the host has to do.
///
/// ```
/// use kiebitz::net::server::{Core, Output, Settings};
/// let mut core = Core::new(Settings::default());
/// core.connected(1, "127.0.0.1");
/// core.line(1, "anna");
/// assert!(matches!(&core.take()[..], [Output::Line(1, line)] if &**line == "password:"));
/// ```
#[derive(Debug)]
pub enum Output {
    /// Send a line.
    Line(ConnectionId, Arc<str>),
    /// Send a line that nobody waits for, such as who has come: it may go a little later, with others, and in order.
    News(ConnectionId, Arc<str>),
    /// Close a connection, after what was sent.
    Close(ConnectionId),
    /// Check a password and answer with [`Core::verified`].
    Verify {
        /// Whose.
        connection: ConnectionId,
        /// The name.
        name: String,
        /// The password.
        password: Secret,
    },
    /// Remember this, so that a kill harms nothing.
    Keep(Entry),
    /// A game has ended.
    Finished(Box<Finished>),
    /// A series has ended.
    Sheet(Box<Sheet>),
}

/// How far a login has come.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    Name,
    Password(String),
    /// The password is being checked; what is said meanwhile waits.
    Checking(String, Vec<String>),
    In(String),
}

#[derive(Clone, Debug)]
struct Connection {
    address: String,
    stage: Stage,
}

/// What is known of somebody who was here.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct User {
    pub games: u64,
    pub points: i64,
    pub disconnects: u64,
    pub timeouts: u64,
    #[serde(skip)]
    pub connection: Option<ConnectionId>,
}

/// The host's state.
///
/// ```
/// use kiebitz::net::server::{Core, Settings};
/// let mut core = Core::new(Settings::default());
/// core.connected(1, "127.0.0.1");
/// core.line(1, "anna");
/// core.line(1, "sesame");
/// core.verified(1, true);
/// core.line(1, "create / 3");
/// assert_eq!((core.user_of(1), core.count()), (Some("anna"), (1, 0)));
/// ```
#[derive(Debug, Default)]
pub struct Core {
    pub(super) settings: Settings,
    /// Milliseconds since the host began, and seconds since 1970.
    pub(super) now: u64,
    pub(super) date: u64,
    connections: BTreeMap<ConnectionId, Connection>,
    pub(super) users: BTreeMap<String, User>,
    pub(super) tables: BTreeMap<String, Table>,
    pub(super) next_game: u64,
    pub(super) next_series: u64,
    pub(super) out: Vec<Output>,
}

/// What is said before the login is through is kept up to so many lines.
const MOST_WAITING: usize = 16;
/// Tables of one user, and of all.
const TABLES_EACH: usize = 5;
const MOST_TABLES: usize = 2000;
/// What somebody says at once.
const LONGEST_TALK: usize = 400;
/// Names that can be invited at once.
const MOST_INVITED: usize = 10;
/// Commands that are known and mean nothing here.
const SWALLOWED: [&str; 11] = [
    "languages",
    "password",
    "email",
    "group",
    "register",
    "userpw",
    "ttcreate",
    "tour",
    "report",
    "assign",
    "help",
];

impl Core {
    /// A host that nobody has come to yet.
    #[must_use]
    pub fn new(settings: Settings) -> Core {
        Core { settings, next_game: 1, next_series: 1, ..Core::default() }
    }

    /// Sets the time: milliseconds since the host began, seconds since 1970.
    pub fn set_time(&mut self, now: u64, date: u64) {
        self.now = self.now.max(now);
        self.date = date;
    }

    /// What has to be done, in order.
    pub fn take(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.out)
    }

    /// The name that a connection has logged in with.
    #[must_use]
    pub fn user_of(&self, connection: ConnectionId) -> Option<&str> {
        match &self.connections.get(&connection)?.stage {
            Stage::In(name) => Some(name),
            _ => None,
        }
    }

    /// Tables that are there, and games that are running.
    #[must_use]
    pub fn count(&self) -> (usize, usize) {
        (self.tables.len(), self.tables.values().filter(|table| table.running.is_some()).count())
    }

    pub(super) fn send(&mut self, to: ConnectionId, line: impl ToString) {
        self.out.push(Output::Line(to, line.to_string().into()));
    }

    pub(super) fn send_all(&mut self, line: impl ToString) {
        let line: Arc<str> = line.to_string().into();
        let everybody = self.users.values().filter_map(|user| user.connection);
        self.out.extend(everybody.map(|connection| Output::News(connection, Arc::clone(&line))));
    }

    pub(super) fn refuse(&mut self, to: ConnectionId, command: &str, why: &str) {
        self.send(to, FromServer::Error(format!("{command} : {why}")));
    }

    /// Somebody has connected.
    pub fn connected(&mut self, connection: ConnectionId, address: &str) {
        let address = address.to_string();
        self.connections.insert(connection, Connection { address, stage: Stage::Name });
    }

    /// A line of somebody.
    pub fn line(&mut self, connection: ConnectionId, line: &str) {
        let Some(known) = self.connections.get_mut(&connection) else { return };
        match &mut known.stage {
            Stage::Name => {
                let name = line.trim();
                if is_name(name) {
                    known.stage = Stage::Password(name.to_string());
                    self.send(connection, FromServer::AskPassword);
                } else {
                    // Somebody who speaks another protocol gets no answer.
                    if !line.contains("HTTP/") {
                        self.send(connection, FromServer::Error("_id_pw_mismatch".into()));
                    }
                    self.out.push(Output::Close(connection));
                }
            }
            Stage::Password(name) => {
                let (name, password) = (name.clone(), Secret::new(line.trim()));
                known.stage = Stage::Checking(name.clone(), Vec::new());
                self.out.push(Output::Verify { connection, name, password });
            }
            Stage::Checking(_, waiting) => {
                if waiting.len() < MOST_WAITING {
                    waiting.push(line.to_string());
                }
            }
            Stage::In(name) => {
                let name = name.clone();
                self.command(connection, &name, FromClient::read(line));
            }
        }
    }

    /// The answer to [`Output::Verify`].
    pub fn verified(&mut self, connection: ConnectionId, right: bool) {
        let Some(known) = self.connections.get_mut(&connection) else { return };
        let Stage::Checking(name, waiting) = &mut known.stage else { return };
        if !right {
            self.send(connection, FromServer::Error("_id_pw_mismatch".into()));
            self.out.push(Output::Close(connection));
            return;
        }
        let (name, waiting) = (name.clone(), std::mem::take(waiting));
        let address = known.address.clone();
        known.stage = Stage::In(name.clone());
        // Whoever comes a second time takes the place of the connection he had: so one can come back at any time.
        if let Some(old) = self.users.get(&name).and_then(|user| user.connection) {
            self.lost(old);
            self.out.push(Output::Close(old));
        }
        self.welcome(connection, &name, &address);
        for line in waiting {
            self.line(connection, &line);
        }
    }

    fn welcome(&mut self, connection: ConnectionId, name: &str, address: &str) {
        let rest = format!("@ {address} to ISS version 14.{}", env!("CARGO_PKG_VERSION_PATCH"));
        self.send(connection, FromServer::Welcome { user: name.into(), rest });
        let own = FromServer::Client(self.client_info(name));
        let others: Vec<(String, ConnectionId)> =
            self.users.iter().filter_map(|(other, user)| Some((other.clone(), user.connection?))).collect();
        self.users.entry(name.to_string()).or_default().connection = Some(connection);
        self.send(connection, &own);
        let line: Arc<str> = own.to_string().into();
        for (other, their) in others {
            let info = FromServer::Client(self.client_info(&other));
            self.send(connection, info);
            self.out.push(Output::News(their, Arc::clone(&line)));
        }
        let tables: Vec<FromServer> =
            self.tables.values().map(|table| FromServer::Table(table.info())).collect();
        for table in tables {
            self.send(connection, table);
        }
        let his: Vec<(String, usize)> = self
            .tables
            .values()
            .filter_map(|table| {
                let chair =
                    table.chairs().iter().position(|chair| chair.is_of(name) && chair.away.is_some())?;
                Some((table.id.clone(), chair))
            })
            .collect();
        for (table, chair) in his {
            self.sit(&table, chair, connection, name);
        }
    }

    fn client_info(&self, name: &str) -> ClientInfo {
        let user = self.users.get(name).cloned().unwrap_or_default();
        let per_series = user.points as f64 * f64::from(crate::rules::GAMES_PER_SERIES);
        ClientInfo {
            name: name.into(),
            permission: 0,
            languages: "-".into(),
            games: user.games,
            rating: if user.games == 0 { 0.0 } else { per_series / user.games as f64 },
            disconnects: user.disconnects,
            timeouts: user.timeouts,
            group: false,
            logins: 1,
        }
    }

    /// A connection has ended, or is about to.
    pub fn lost(&mut self, connection: ConnectionId) {
        let Some(known) = self.connections.remove(&connection) else { return };
        let Stage::In(name) = known.stage else { return };
        let Some(user) = self.users.get_mut(&name).filter(|user| user.connection == Some(connection)) else {
            return;
        };
        user.connection = None;
        // Who never played leaves nothing behind, or names could fill the memory.
        if user.games == 0 {
            self.users.remove(&name);
        }
        let ids: Vec<String> = self.tables.keys().cloned().collect();
        for id in ids {
            let Some(table) = self.tables.get_mut(&id) else { continue };
            table.observers.retain(|&other| other != connection);
            if let Some(chair) = table.chair_of(connection) {
                let chair = &mut table.chairs[chair];
                (chair.connection, chair.away, chair.ready) = (None, Some(self.now), false);
                let in_game = table.plays(&name);
                if let Some(user) = self.users.get_mut(&name).filter(|_| in_game) {
                    user.disconnects += 1;
                }
                self.show_table(&id);
                self.show_state(&id);
            }
        }
        self.send_all(FromServer::ClientGone(name));
    }

    /// The time has gone on: clocks run out, chairs are given up.
    pub fn tick(&mut self) {
        self.check_clocks();
        let keep = self.settings.keep.as_millis() as u64;
        let ids: Vec<String> = self.tables.keys().cloned().collect();
        for id in ids {
            let Some(table) = self.tables.get_mut(&id).filter(|table| table.running.is_none()) else {
                continue;
            };
            for chair in &mut table.chairs {
                if chair.away.is_some_and(|since| self.now > since.saturating_add(keep)) {
                    chair.away = None;
                }
            }
            if table.is_deserted() {
                self.remove_table(&id);
            }
        }
    }

    fn command(&mut self, connection: ConnectionId, name: &str, line: FromClient) {
        match line {
            FromClient::Create { seats, named, .. } => self.create(connection, name, &seats, named),
            FromClient::Join { table, password } => self.join(connection, name, &table, password.as_deref()),
            FromClient::Observe { table } => self.observe(connection, name, &table),
            FromClient::AtTable { table, viewer, what } => {
                self.at_table(connection, name, &table, &viewer, what);
            }
            FromClient::Yell(text) => {
                if self.tables.values().any(|table| table.plays(name)) {
                    self.refuse(connection, "yell", "_Shut_up_playing");
                } else {
                    self.send_all(FromServer::Yell { from: name.into(), text: talk(&text) });
                }
            }
            FromClient::Tell { to, text } => {
                let there = self.users.get(&to).and_then(|user| user.connection);
                match there {
                    _ if self.tables.values().any(|table| table.plays(name)) => {
                        self.refuse(connection, "tell", "_Shut_up_playing");
                    }
                    Some(their) => {
                        self.send(their, FromServer::Tell { from: name.into(), text: talk(&text) });
                    }
                    None => self.refuse(connection, "tell", &format!("_not_connected {}", word(&to))),
                }
            }
            FromClient::Finger(about) => {
                let about = about.unwrap_or_else(|| name.to_string());
                if self.users.contains_key(&about) {
                    let info = self.client_info(&about);
                    let text = format!("{} {:.1}", info.games, info.rating);
                    self.send(connection, FromServer::Finger { name: about, text });
                } else {
                    self.refuse(connection, "finger", &format!("_User_unknown {}", word(&about)));
                }
            }
            FromClient::Time => {
                let date = super::game::date(self.date).replace("/UTC", "").replace('/', " ");
                self.send(connection, FromServer::Time(date));
            }
            FromClient::News(_) => {}
            FromClient::Other(line) => {
                let first = line.split_whitespace().next().unwrap_or_default();
                if !first.is_empty() && !SWALLOWED.contains(&first) {
                    let text = format!("_Command_unknown_colon {}", word(first));
                    self.send(connection, FromServer::Error(text));
                }
            }
        }
    }

    fn create(
        &mut self,
        connection: ConnectionId,
        name: &str,
        seats: &str,
        named: Option<(String, Option<String>)>,
    ) {
        let size = match seats {
            "3" => 3,
            "4" => 4,
            _ => return self.refuse(connection, "create", "_illegal_table_type"),
        };
        if self.tables_of(name) >= TABLES_EACH || self.tables.len() >= MOST_TABLES {
            return self.refuse(connection, "create", "_Already_at_5_tables");
        }
        let (id, password) = match named {
            Some((id, _)) if !is_name(&id) => {
                return self.refuse(connection, "create", "_Table_name_invalid");
            }
            Some((id, _)) if self.tables.contains_key(&id) => {
                return self.refuse(connection, "create", "_already_exists");
            }
            Some((_, None)) => return self.refuse(connection, "create", "_Missing_table_pw"),
            Some((_, Some(password))) if !Secret::new(password.as_str()).is_valid() => {
                return self.refuse(connection, "create", "_Pw_invalid");
            }
            Some((id, password)) => (id, password),
            None => {
                let known: BTreeSet<u64> =
                    self.tables.keys().filter_map(|id| id.strip_prefix('.')?.parse().ok()).collect();
                let free = (0..).find(|number| !known.contains(number)).unwrap_or(0);
                (format!(".{free}"), None)
            }
        };
        self.tables.insert(id.clone(), Table::new(id.clone(), password, size));
        self.show_table(&id);
        self.sit(&id, 0, connection, name);
    }

    fn tables_of(&self, name: &str) -> usize {
        let his = |table: &&Table| table.chairs().iter().any(|chair| chair.is_of(name) && !chair.is_free());
        self.tables.values().filter(his).count()
    }

    fn join(&mut self, connection: ConnectionId, name: &str, id: &str, password: Option<&str>) {
        let Some(table) = self.tables.get(id) else {
            return self.refuse(connection, "join", &format!("_Table_unknown_colon {}", word(id)));
        };
        if table.chair_of(connection).is_some() {
            return self.refuse(connection, "join", "_full_or_already_there");
        }
        if table.password.is_some() && table.password.as_deref() != password {
            return self.refuse(connection, "join", "_Table_pw_false");
        }
        let own = table.chairs().iter().position(|chair| chair.is_of(name));
        if table.running.is_some() && own.is_none() {
            return self.refuse(connection, "join", "_Game_underway");
        }
        if own.is_none() && self.tables_of(name) >= TABLES_EACH {
            return self.refuse(connection, "join", "_Already_at_5_tables");
        }
        // Chairs that never had an owner first, then those whose owner has left.
        let free = |unowned: bool| {
            table.chairs().iter().position(|chair| chair.is_free() && (!unowned || chair.name.is_none()))
        };
        match own.or_else(|| free(true)).or_else(|| free(false)) {
            Some(chair) => self.sit(id, chair, connection, name),
            None => self.refuse(connection, "join", "_full_or_already_there"),
        }
    }

    /// Seats somebody, old or new, and tells everybody.
    fn sit(&mut self, id: &str, chair: usize, connection: ConnectionId, name: &str) {
        let Some(table) = self.tables.get_mut(id) else { return };
        let watched = table.observers.len();
        table.observers.retain(|&other| other != connection);
        let watched = table.observers.len() < watched;
        if !table.chairs[chair].is_of(name) {
            table.chairs[chair] = Chair::of(name);
            table.fresh = true;
        }
        table.chairs[chair].connection = Some(connection);
        table.chairs[chair].away = None;
        self.show_table(id);
        if watched {
            self.send(connection, FromServer::Destroy { table: id.into(), viewer: ".".into() });
        }
        self.open_table(id, connection, name);
        self.show_state(id);
        self.bring_up_to_date(id, connection);
        self.keep_table(id);
    }

    fn open_table(&mut self, id: &str, connection: ConnectionId, viewer: &str) {
        let Some(table) = self.tables.get(id) else { return };
        let line = FromServer::Create {
            table: id.into(),
            viewer: viewer.into(),
            seats: table.size as u8,
            list: Some((-1, table.score_sheet())),
        };
        self.send(connection, line);
    }

    fn observe(&mut self, connection: ConnectionId, name: &str, id: &str) {
        let Some(table) = self.tables.get_mut(id) else {
            return self.refuse(connection, "observe", &format!("_Table_unknown_colon {}", word(id)));
        };
        let sits = |chair: &Chair| chair.is_of(name) && !chair.is_free();
        if table.chairs().iter().any(sits) || table.plays(name) {
            return self.refuse(connection, "observe", "_You_already_playing");
        }
        if table.observers.contains(&connection) {
            return self.refuse(connection, "observe", "_You_already_observing");
        }
        table.observers.push(connection);
        self.open_table(id, connection, ".");
        self.show_state(id);
        self.bring_up_to_date(id, connection);
    }

    fn at_table(&mut self, connection: ConnectionId, name: &str, id: &str, viewer: &str, what: Request) {
        let Some(table) = self.tables.get_mut(id) else {
            return self.refuse(connection, "table", &format!("_Table_unknown_colon {}", word(id)));
        };
        let Some(chair) = table.chair_of(connection) else {
            return if table.observers.contains(&connection) {
                self.observers_request(connection, id, &what);
            } else {
                self.refuse(connection, "table", "_You_not_joined_table");
            };
        };
        if viewer != name {
            let text = format!("_player_not_sender_colon {} {name}", word(viewer));
            return self.send(connection, at(id, &word(viewer), TableEvent::Error(text)));
        }
        let running = table.running.is_some();
        let refused = |core: &mut Core, text: &str| {
            core.send(connection, at(id, name, TableEvent::Error(text.to_string())));
        };
        match what {
            Request::Play(word) => self.play(connection, id, chair, &word),
            Request::Tell(_)
                if running && !table.chairs().iter().all(|chair| chair.talk || chair.is_free()) =>
            {
                refused(self, "tell : _not_allowed_when_playing");
            }
            Request::Tell(text) => {
                let said = TableEvent::Tell { from: name.into(), text: talk(&text) };
                self.tell_table(id, |_| said.clone());
            }
            Request::Ready if running => refused(self, "_game_in_progress"),
            Request::Ready => {
                table.chairs[chair].ready ^= true;
                let size = table.size;
                let all = table.chairs[..size].iter().all(|chair| chair.connection.is_some() && chair.ready);
                if all { self.start_game(id) } else { self.show_state(id) }
            }
            Request::Switch if running => refused(self, "34 : _game_in_progress"),
            Request::Switch => self.switch(connection, id, chair),
            Request::GameTalk => {
                table.chairs[chair].talk ^= true;
                self.show_state(id);
            }
            Request::Practice if running => refused(self, "practice : _game_in_progress"),
            Request::Practice => {
                table.chairs[chair].practice ^= true;
                self.show_state(id);
            }
            Request::Leave if table.plays(name) => refused(self, "leave : _not_allowed_when_playing"),
            Request::Leave => self.leave(connection, id, chair, name),
            Request::Invite(names) => self.invite(connection, id, name, &names),
            Request::Other(_) => {}
        }
    }

    fn observers_request(&mut self, connection: ConnectionId, id: &str, what: &Request) {
        let error = match what {
            // Under whatever name: one client always writes its own.
            Request::Leave => {
                if let Some(table) = self.tables.get_mut(id) {
                    table.observers.retain(|&other| other != connection);
                }
                let line = FromServer::Destroy { table: id.into(), viewer: ".".into() };
                return self.send(connection, line);
            }
            Request::Play(_) => "play : _not_a_player",
            Request::Tell(_) => "tell : _not_joined_so_cannot_talk",
            Request::Invite(_) => "invite : _not_a_player",
            Request::Ready | Request::Switch | Request::GameTalk | Request::Practice => "_not_a_player",
            Request::Other(_) => return,
        };
        self.send(connection, at(id, ".", TableEvent::Error(error.into())));
    }

    fn leave(&mut self, connection: ConnectionId, id: &str, chair: usize, name: &str) {
        let Some(table) = self.tables.get_mut(id) else { return };
        let left = &mut table.chairs[chair];
        (left.connection, left.away, left.ready, left.switch) = (None, None, false, false);
        let deserted = table.is_deserted();
        self.show_table(id);
        self.show_state(id);
        self.send(connection, FromServer::Destroy { table: id.into(), viewer: name.into() });
        if deserted { self.remove_table(id) } else { self.keep_table(id) }
    }

    fn remove_table(&mut self, id: &str) {
        let Some(table) = self.tables.remove(id) else { return };
        for observer in table.observers {
            self.send(observer, FromServer::Destroy { table: id.into(), viewer: ".".into() });
        }
        self.send_all(FromServer::TableGone(id.into()));
        self.out.push(Output::Keep(Entry::TableGone(id.into())));
    }

    fn switch(&mut self, connection: ConnectionId, id: &str, chair: usize) {
        let Some(table) = self.tables.get_mut(id) else { return };
        table.chairs[chair].switch ^= true;
        let there = |chair: &&Chair| chair.connection.is_some();
        let all = table.chairs().iter().filter(there).all(|chair| chair.switch);
        if !all {
            return self.show_state(id);
        }
        if table.size == 4 && table.chairs.iter().all(|chair| !chair.is_free()) {
            table.chairs[chair].switch = false;
            let name = table.chairs[chair].name.clone().unwrap_or_default();
            let error = TableEvent::Error("34 : _34_table_full".into());
            return self.send(connection, at(id, &name, error));
        }
        if table.size == 4 {
            // Whoever is there keeps a chair; one that is free goes.
            let free = table.chairs.iter().rposition(Chair::is_free).unwrap_or(3);
            table.chairs[free..].rotate_left(1);
            table.chairs[3] = Chair::default();
        }
        table.size = 7 - table.size;
        table.fresh = true;
        for chair in &mut table.chairs {
            (chair.switch, chair.ready) = (false, false);
        }
        self.show_state(id);
        self.show_table(id);
        self.keep_table(id);
    }

    fn invite(&mut self, connection: ConnectionId, id: &str, name: &str, names: &[String]) {
        let Some(table) = self.tables.get(id) else { return };
        let refused = |core: &mut Core, text: &str| {
            core.send(connection, at(id, name, TableEvent::Error(format!("invite : {text}"))));
        };
        if !table.chairs().iter().any(Chair::is_free) {
            return refused(self, "_no_vacancy");
        }
        let ticket = table.password.clone().unwrap_or_else(|| format!("pw{}", table.begun));
        for invited in names.iter().take(MOST_INVITED) {
            match self.users.get(invited).and_then(|user| user.connection) {
                Some(their) => {
                    let (from, table, ticket) = (name.to_string(), id.to_string(), ticket.clone());
                    self.send(their, FromServer::Invite { from, table, ticket });
                }
                None => refused(self, &format!("_player_not_connected_colon {}", word(invited))),
            }
        }
    }

    /// Tells everybody at a table, each in his own words.
    pub(super) fn tell_table(&mut self, id: &str, what: impl Fn(&super::table::Receiver) -> TableEvent) {
        let Some(table) = self.tables.get(id) else { return };
        let lines: Vec<(ConnectionId, String)> = table
            .receivers()
            .iter()
            .map(|receiver| (receiver.connection, at(id, &receiver.name, what(receiver)).to_string()))
            .collect();
        for (connection, line) in lines {
            self.send(connection, line);
        }
    }

    pub(super) fn show_state(&mut self, id: &str) {
        let Some(state) = self.tables.get(id).map(|table| Box::new(table.state())) else { return };
        self.tell_table(id, |_| TableEvent::State(state.clone()));
    }

    pub(super) fn show_table(&mut self, id: &str) {
        if let Some(info) = self.tables.get(id).map(Table::info) {
            self.send_all(FromServer::Table(info));
        }
    }

    pub(super) fn keep_table(&mut self, id: &str) {
        if let Some(entry) = self.tables.get(id).map(|table| Entry::Table(Box::new(table.into()))) {
            self.out.push(Output::Keep(entry));
        }
    }
}

/// A line at a table.
pub(super) fn at(table: &str, viewer: &str, what: TableEvent) -> FromServer {
    FromServer::AtTable { table: table.into(), viewer: viewer.into(), what }
}

/// A word from outside that is sent back to whoever said it.
fn word(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(20).collect()
}

/// What somebody says: one line, nothing that steers a terminal, not too long.
fn talk(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST_TALK).collect()
}
