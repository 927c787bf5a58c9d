//! The Skat AI as a client like any other: it sits down, bids, discards and plays within its clock.
//!
//! It sees nothing but its own lines. What it does depends on what its seat sees and on its seed alone, as long as there
//! is time enough: then the same deals give the same games. When time gets short it thinks less, and at last plays by
//! rules of thumb. It gives up when the game is lost whatever falls, and shows its cards when the rest is proved.

mod thinking;

use super::client::{Client, Event};
use super::follow::{Ended, Happened, SeatGame, TableView};
use super::message::{FromClient, FromServer, Request};
use crate::archive::Move;
use crate::player::{Player, Style, Tables};
use crate::search::{Cancel, Resources};
use std::collections::BTreeSet;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};
use thinking::Effort;

/// What a robot is to do.
///
/// ```
/// use kiebitz::net::robot::{Plan, Sitting};
/// use kiebitz::{player::Style, search::Resources};
/// let (style, resources) = (Style::default(), Resources::new(64, 1));
/// let plan = Plan { seat: Sitting::Invited, invite: vec![], games: Some(36), patience: None, style, resources };
/// assert_eq!(plan.games, Some(36));
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    /// How it comes to a table.
    pub seat: Sitting,
    /// Whom it asks to its table.
    pub invite: Vec<String>,
    /// After so many games it goes.
    pub games: Option<u64>,
    /// Without a game for so long it goes.
    pub patience: Option<Duration>,
    /// How it plays.
    pub style: Style,
    /// What it may take of the machine.
    pub resources: Resources,
}

/// How a robot comes to a table.
///
/// ```
/// use kiebitz::net::robot::Sitting;
/// assert_ne!(Sitting::Create(None), Sitting::Join(".3".into(), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitting {
    /// It waits until somebody asks it.
    Invited,
    /// It makes a table, with name and password if it shall be private.
    Create(Option<(String, String)>),
    /// It joins this table as soon as it is there.
    Join(String, Option<String>),
}

/// What a robot tells.
///
/// ```
/// use kiebitz::net::robot::Report;
/// let told = |report: Report<'_>| matches!(report, Report::Seated(".3"));
/// assert!(told(Report::Seated(".3")) && !told(Report::Online("anna")));
/// ```
#[derive(Debug)]
pub enum Report<'a> {
    /// Logged in.
    Online(&'a str),
    /// The connection is lost; it is tried again.
    Offline(&'a str),
    /// It sits at a table.
    Seated(&'a str),
    /// It has decided something.
    Decided(&'a Decision),
    /// A game has ended.
    Ended(&'a Ended),
    /// The server refused something.
    Refused(&'a str),
}

/// A decision, and why.
///
/// ```
/// use kiebitz::net::robot::Decision;
/// let (said, why) = ("CJ".to_string(), "forced".to_string());
/// let decision =
///     Decision { table: ".3".into(), game: 1, said, source: "killer", why, confidence: Some(1.0), left: 200.0 };
/// assert_eq!((decision.said.as_str(), decision.source), ("CJ", "killer"));
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Decision {
    /// The table.
    pub table: String,
    /// The game's number in the series.
    pub game: u32,
    /// What it says or plays, as it is sent.
    pub said: String,
    /// Where it comes from.
    pub source: &'static str,
    /// Why.
    pub why: String,
    /// How sure, from 0 to 1, where that can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Seconds that were left.
    pub left: f64,
}

/// Why a robot stopped.
///
/// ```
/// use kiebitz::net::robot::Stopped;
/// assert_ne!(Stopped::Done, Stopped::Lost("connection reset".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It has played its games.
    Done,
    /// Nobody played with it for too long.
    Alone,
    /// It was told to.
    Cancelled,
    /// The server did not let it in.
    Refused(String),
    /// The connection was lost for good.
    Lost(String),
}

/// How often it looks whether it was told to stop.
const GLANCE: Duration = Duration::from_millis(200);

/// A robot at work.
///
/// ```
/// use kiebitz::net::{Secret, client::{Client, Login}, hosting::Hosting};
/// use kiebitz::net::robot::{Plan, Robot, Sitting, Stopped};
/// use kiebitz::{player::{Style, Tables}, search::{Cancel, Resources}};
/// use std::time::Duration;
/// let hosting = Hosting::start(0, &[], None, None)?;
/// let (server, name, password) = (hosting.local_address(), "bota".to_string(), Secret::new("sesame"));
/// let client = Client::connect(Login { server, name, password, retry: Duration::ZERO }, || {});
/// let (style, resources) = (Style::default(), Resources::new(64, 1));
/// // It has no game to play, so it goes as soon as it has come.
/// let plan = Plan { seat: Sitting::Invited, invite: vec![], games: Some(0), patience: None, style, resources };
/// let stopped = Robot::new(&client, Tables::shipped(), plan, 0).run(&Cancel::default(), &mut |_| {});
/// assert_eq!(stopped, Stopped::Done);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Robot<'a> {
    client: &'a Client,
    plan: Plan,
    tables: &'a Tables,
    player: Option<(Effort, Player<'a>)>,
    name: String,
    table: Option<TableView>,
    /// Whether the server has said everything there is to say after a login.
    settled: bool,
    /// Who is connected.
    others: BTreeSet<String>,
    /// Whether it has said that it is ready for the next game.
    ready: bool,
    invited: BTreeSet<String>,
    /// When the clock of its own turn began to run.
    turn_since: Instant,
    played: u64,
    busy: Instant,
    leaving: bool,
}

impl<'a> Robot<'a> {
    /// A robot that plays over this connection; `played` games are behind it.
    #[must_use]
    pub fn new(client: &'a Client, tables: &'a Tables, plan: Plan, played: u64) -> Robot<'a> {
        Robot {
            client,
            plan,
            tables,
            player: None,
            name: String::new(),
            table: None,
            settled: false,
            others: BTreeSet::new(),
            ready: false,
            invited: BTreeSet::new(),
            turn_since: Instant::now(),
            played,
            busy: Instant::now(),
            leaving: false,
        }
    }

    /// Plays until it is done.
    pub fn run(&mut self, stop: &Cancel, report: &mut dyn FnMut(Report<'_>)) -> Stopped {
        loop {
            if stop.is_cancelled() {
                return Stopped::Cancelled;
            }
            match self.client.events().recv_timeout(GLANCE) {
                Ok(event) => {
                    if let Some(stopped) = self.hear(event, report) {
                        return stopped;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Stopped::Lost(String::new()),
                Err(RecvTimeoutError::Timeout) => {
                    let alone = self.plan.patience.is_some_and(|patience| self.busy.elapsed() > patience);
                    if alone {
                        self.leave();
                        return Stopped::Alone;
                    }
                }
            }
        }
    }

    fn hear(&mut self, event: Event, report: &mut dyn FnMut(Report<'_>)) -> Option<Stopped> {
        match event {
            Event::Online { user } => {
                report(Report::Online(&user));
                self.name = user;
                (self.table, self.settled) = (None, false);
                (self.ready, self.leaving) = (false, false);
                self.others.clear();
                self.invited.clear();
                self.busy = Instant::now();
                // The answer comes after everything that the server says of its own accord.
                self.client.send(FromClient::Time);
            }
            Event::Offline { why } => report(Report::Offline(&why)),
            Event::Refused { why } => return Some(Stopped::Refused(why)),
            Event::Closed { why } => return Some(why.map_or(Stopped::Cancelled, Stopped::Lost)),
            Event::Line(line) => return self.line(line, report),
        }
        None
    }

    fn line(&mut self, line: FromServer, report: &mut dyn FnMut(Report<'_>)) -> Option<Stopped> {
        match line {
            FromServer::Client(info) => {
                self.others.insert(info.name);
                self.invite();
            }
            FromServer::ClientGone(name) => {
                self.others.remove(&name);
                self.invited.remove(&name);
            }
            FromServer::Time(_) => return self.settle(),
            FromServer::Table(info) => {
                if let Sitting::Join(table, password) = self.plan.seat.clone()
                    && table == info.id
                    && self.settled
                    && self.table.is_none()
                    && info.users.iter().any(|user| user == ".")
                {
                    self.client.send(FromClient::Join { table, password });
                }
            }
            FromServer::Invite { table, ticket, .. } if self.table.is_none() => {
                self.client.send(FromClient::Join { table, password: Some(ticket) });
            }
            FromServer::Create { table, viewer, .. } if viewer != "." => {
                report(Report::Seated(&table));
                self.table = Some(TableView::new(&table, &viewer));
                self.ready = false;
                self.busy = Instant::now();
            }
            FromServer::Destroy { table, .. } => {
                let own = self.table.take_if(|view| view.id == table);
                return own.filter(|_| self.leaving).map(|_| Stopped::Done);
            }
            FromServer::Error(why) => report(Report::Refused(&why)),
            FromServer::AtTable { table, what, .. } => {
                let view = self.table.as_mut().filter(|view| view.id == table)?;
                let happened = view.hear(&what);
                return self.happened(happened, report);
            }
            _ => {}
        }
        None
    }

    /// After a login the server has said everything: whoever has no table yet sees to one.
    fn settle(&mut self) -> Option<Stopped> {
        if std::mem::replace(&mut self.settled, true) || self.table.is_some() {
            return None;
        }
        if self.plan.games.is_some_and(|games| self.played >= games) {
            return Some(Stopped::Done);
        }
        match self.plan.seat.clone() {
            Sitting::Invited => {}
            Sitting::Create(named) => {
                let named = named.map(|(name, password)| (name, Some(password)));
                self.client.send(FromClient::Create { file: "/".into(), seats: "3".into(), named });
            }
            Sitting::Join(table, password) => self.client.send(FromClient::Join { table, password }),
        }
        None
    }

    fn happened(&mut self, happened: Happened, report: &mut dyn FnMut(Report<'_>)) -> Option<Stopped> {
        match happened {
            Happened::State => return self.state(),
            Happened::Started => {
                self.busy = Instant::now();
                self.ready = false;
                self.move_if_asked(report);
            }
            // Cards shown and games given up change nobody's turn: who is on it has been asked before.
            Happened::Moved(Move::Show(..) | Move::Resign(_)) => self.busy = Instant::now(),
            Happened::Dealt | Happened::Moved(_) => {
                self.busy = Instant::now();
                self.move_if_asked(report);
            }
            Happened::Ended(ended) => {
                self.played += 1;
                self.ready = false;
                report(Report::Ended(&ended));
            }
            // It is still our turn: something simple instead of something clever that the server does not like.
            Happened::Refused(why) => {
                report(Report::Refused(&why));
                // The number of a game is told just before it begins: who takes it for one that is over asks too early.
                self.leaving &= !why.starts_with("leave : ");
                if why.starts_with("play : ") && !why.contains("_not_your_turn") {
                    self.make_move(true, report);
                }
            }
            Happened::Said { .. } | Happened::Odd(_) | Happened::Nothing => {}
        }
        None
    }

    /// Ready for the next game, or off, or another invitation.
    fn state(&mut self) -> Option<Stopped> {
        let view = self.table.as_ref()?;
        let state = view.state.as_ref()?;
        if state.running {
            return None;
        }
        // Games that ended while it was away count as well.
        let behind = self.played.max(state.game.unwrap_or(0).into());
        if self.plan.games.is_some_and(|games| behind >= games) {
            self.leave();
            return None;
        }
        let said = state.chair_of(&view.viewer).is_some_and(|chair| state.chairs[chair].ready);
        if state.is_full() && !said && !self.ready {
            self.ready = true;
            self.client.send(FromClient::at(&view.id, &view.viewer, Request::Ready));
        }
        self.invite();
        None
    }

    fn leave(&mut self) {
        if let Some(view) = &self.table
            && !std::mem::replace(&mut self.leaving, true)
        {
            self.client.send(FromClient::at(&view.id, &view.viewer, Request::Leave));
        }
    }

    /// Asks those who are wanted, are there, and do not sit at the table yet.
    fn invite(&mut self) {
        let Some(view) = &self.table else { return };
        let Some(state) = view.state.as_ref().filter(|state| !state.running && !state.is_full()) else {
            return;
        };
        let wanted: Vec<String> = self
            .plan
            .invite
            .iter()
            .filter(|name| self.others.contains(*name) && !self.invited.contains(*name))
            .filter(|name| state.chair_of(name).is_none())
            .cloned()
            .collect();
        if !wanted.is_empty() {
            self.invited.extend(wanted.iter().cloned());
            self.client.send(FromClient::at(&view.id, &view.viewer, Request::Invite(wanted)));
        }
    }

    fn game(&self) -> Option<(&TableView, &SeatGame)> {
        let view = self.table.as_ref()?;
        Some((view, view.game.as_ref()?))
    }
}
