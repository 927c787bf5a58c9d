//! The loop around the core: one thread, one poll, all connections.
//!
//! A connection that says too much is not read for a while, so that only its own sender waits; one that does not take
//! what it is sent is closed. Nobody can make another wait. News of the lobby goes to everybody, so it goes out in
//! bundles a few times a second: each line on its own, to nine hundred connections, would cost more than all games together.

use super::core::{ConnectionId, Core, Output, Settings};
use super::game::{Finished, Sheet};
use super::journal::{Entry, Journal};
use crate::net::accounts::Accounts;
use crate::net::lines::cut;
use crate::net::message::LONGEST_LINE;
use crate::net::secret::Secret;
use crate::search::Cancel;
use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token, Waker};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What one connection may do.
///
/// ```
/// use kiebitz::net::server::Limits;
/// let few = Limits { connections: 3, ..Limits::default() };
/// assert!(few.connections < Limits::default().connections);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at a time.
    pub connections: usize,
    /// Connections from one address; this machine may have as many as there are.
    pub per_address: usize,
    /// Lines that may come at once, and how many more each second.
    pub burst: f64,
    /// See `burst`.
    pub rate: f64,
    /// Bytes that may wait to be taken.
    pub unsent: usize,
    /// Seconds for name and password.
    pub login: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 1_100,
            per_address: 64,
            burst: 1_000.0,
            rate: 500.0,
            unsent: 1 << 18,
            login: 60,
        }
    }
}

/// How a host is opened.
///
/// ```
/// use kiebitz::net::{accounts::Accounts, server::{Host, Limits, Options, Settings}};
/// let (settings, accounts, limits) = (Settings::default(), Accounts::open(), Limits::default());
/// let address = "127.0.0.1:0".parse().unwrap();
/// let host = Host::open(Options { address, settings, accounts, journal: None, limits })?;
/// assert_ne!(host.address().port(), 0);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Options {
    /// Where it listens.
    pub address: SocketAddr,
    /// How it plays.
    pub settings: Settings,
    /// Whom it lets in.
    pub accounts: Accounts,
    /// What it remembers, and what it remembered.
    pub journal: Option<(Journal, Vec<Entry>)>,
    /// What one connection may do.
    pub limits: Limits,
}

/// What a host tells the one who opened it.
///
/// ```
/// use kiebitz::net::server::Report;
/// let name = |report: Report| if let Report::Arrived(name) = report { Some(name) } else { None };
/// assert_eq!(name(Report::Arrived("anna".into())).as_deref(), Some("anna"));
/// ```
#[derive(Debug)]
pub enum Report {
    /// Somebody has logged in.
    Arrived(String),
    /// A game has ended.
    Finished(Box<Finished>),
    /// A series has ended.
    Sheet(Box<Sheet>),
    /// The journal cannot be written: a kill would now cost something.
    NotKept(io::Error),
}

/// What a password check needs: whose, name, password.
type Question = (ConnectionId, String, Secret);

struct Connection {
    stream: TcpStream,
    address: IpAddr,
    inbox: Vec<u8>,
    outbox: Vec<u8>,
    /// How much of the outbox has gone.
    sent: usize,
    budget: f64,
    filled: Instant,
    since: Instant,
    /// Whether there may be more to read.
    readable: bool,
    closing: bool,
}

const LISTENER: Token = Token(0);
const WAKER: Token = Token(1);
const FIRST: u64 = 2;
const TICK: Duration = Duration::from_millis(100);
/// A connection that has used up its budget is looked at again after so long.
const PAUSE: Duration = Duration::from_millis(10);
/// News of the lobby waits so long for more of it.
const NEWS: Duration = Duration::from_millis(50);
/// How much is read of one connection before the others have their turn.
const TURN: usize = 1 << 14;

/// A host that listens.
///
/// ```
/// use kiebitz::net::{accounts::Accounts, server::{Host, Limits, Options, Settings}};
/// use kiebitz::search::Cancel;
/// let (settings, accounts, limits) = (Settings::default(), Accounts::open(), Limits::default());
/// let address = "127.0.0.1:0".parse().unwrap();
/// let mut host = Host::open(Options { address, settings, accounts, journal: None, limits })?;
/// let stop = Cancel::default();
/// stop.cancel();
/// host.run(&stop, &mut |_| {})?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Host {
    poll: Poll,
    listener: TcpListener,
    address: SocketAddr,
    core: Core,
    journal: Option<Journal>,
    limits: Limits,
    connections: BTreeMap<ConnectionId, Connection>,
    next: ConnectionId,
    /// Those with something to send, and those with something left to read.
    dirty: BTreeSet<ConnectionId>,
    hungry: BTreeSet<ConnectionId>,
    /// Those for whom there is only news.
    patient: BTreeSet<ConnectionId>,
    questions: Sender<Question>,
    answers: Receiver<(ConnectionId, bool)>,
    begun: Instant,
    failed: bool,
}

impl Host {
    /// Begins to listen, and takes up the games that were running.
    ///
    /// # Errors
    /// If the address cannot be used.
    pub fn open(options: Options) -> io::Result<Host> {
        let Options { address, settings, mut accounts, journal, limits } = options;
        let poll = Poll::new()?;
        let mut listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
        let waker = Waker::new(poll.registry(), WAKER)?;
        let (questions, asked) = mpsc::channel::<Question>();
        let (answer, answers) = mpsc::channel();
        // Hashing is meant to take long: it must not hold up those who play.
        std::thread::spawn(move || {
            for (connection, name, password) in asked {
                if answer.send((connection, accounts.verify(&name, &password))).is_err() {
                    return;
                }
                waker.wake().ok();
            }
        });
        let (journal, entries) =
            journal.map_or((None, Vec::new()), |(journal, entries)| (Some(journal), entries));
        let mut host = Host {
            poll,
            listener,
            address,
            core: Core::restore(settings, entries),
            journal,
            limits,
            connections: BTreeMap::new(),
            next: FIRST,
            dirty: BTreeSet::new(),
            hungry: BTreeSet::new(),
            patient: BTreeSet::new(),
            questions,
            answers,
            begun: Instant::now(),
            failed: false,
        };
        let entries = host.core.entries();
        if let Some(journal) = &mut host.journal {
            journal.rewrite(&entries)?;
        }
        host.core.resume();
        Ok(host)
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the flag is raised.
    ///
    /// # Errors
    /// If the system's poll fails.
    pub fn run(&mut self, stop: &Cancel, report: &mut dyn FnMut(Report)) -> io::Result<()> {
        let mut events = Events::with_capacity(1024);
        let (mut ticked, mut told) = (Instant::now(), Instant::now());
        self.carry_out(report);
        while !stop.is_cancelled() {
            let wait = if !self.hungry.is_empty() {
                PAUSE
            } else if !self.patient.is_empty() {
                NEWS.saturating_sub(told.elapsed())
            } else {
                TICK
            };
            match self.poll.poll(&mut events, Some(wait)) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            }
            self.set_time();
            for event in &events {
                match event.token() {
                    LISTENER => self.accept(),
                    WAKER => {}
                    Token(number) => {
                        let id = number as ConnectionId;
                        if event.is_readable() || event.is_read_closed() {
                            self.hungry.insert(id);
                            if let Some(connection) = self.connections.get_mut(&id) {
                                connection.readable = true;
                            }
                        }
                        if event.is_writable() {
                            self.dirty.insert(id);
                        }
                    }
                }
            }
            while let Ok((connection, right)) = self.answers.try_recv() {
                self.core.verified(connection, right);
                if let Some(name) = self.core.user_of(connection) {
                    report(Report::Arrived(name.to_string()));
                }
                self.carry_out(report);
            }
            for id in std::mem::take(&mut self.hungry) {
                self.read(id, report);
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                self.core.tick();
                self.close_silent();
                self.carry_out(report);
            }
            if told.elapsed() >= NEWS {
                told = Instant::now();
                self.dirty.append(&mut self.patient);
            }
            self.flush(report);
        }
        Ok(())
    }

    fn set_time(&mut self) {
        let date = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        self.core.set_time(self.begun.elapsed().as_millis() as u64, date);
    }

    fn accept(&mut self) {
        loop {
            let (mut stream, from) = match self.listener.accept() {
                Ok(accepted) => accepted,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // One connection that broke before it was taken; or no more files can be opened, which passes.
                Err(_) => return,
            };
            let address = from.ip();
            let from_there = || self.connections.values().filter(|known| known.address == address).count();
            let too_many = self.connections.len() >= self.limits.connections
                || !address.is_loopback() && from_there() >= self.limits.per_address;
            let id = self.next;
            let interest = Interest::READABLE | Interest::WRITABLE;
            if too_many || self.poll.registry().register(&mut stream, Token(id as usize), interest).is_err() {
                continue;
            }
            stream.set_nodelay(true).ok();
            self.next += 1;
            let now = Instant::now();
            self.connections.insert(
                id,
                Connection {
                    stream,
                    address,
                    inbox: Vec::new(),
                    outbox: Vec::new(),
                    sent: 0,
                    budget: self.limits.burst,
                    filled: now,
                    since: now,
                    readable: true,
                    closing: false,
                },
            );
            self.core.connected(id, &address.to_string());
            self.hungry.insert(id);
        }
    }

    /// Reads what one connection has sent, as far as its budget goes, and gives the lines to the core.
    fn read(&mut self, id: ConnectionId, report: &mut dyn FnMut(Report)) {
        let Some(connection) = self.connections.get_mut(&id).filter(|connection| !connection.closing) else {
            return;
        };
        let now = Instant::now();
        let earned = now.duration_since(connection.filled).as_secs_f64() * self.limits.rate;
        connection.budget = (connection.budget + earned).min(self.limits.burst);
        connection.filled = now;
        let mut lines = Vec::new();
        let mut broken = false;
        let mut taken = 0;
        loop {
            while connection.budget > 0.0
                && let Some(line) = cut(&mut connection.inbox)
            {
                connection.budget -= cost(&line);
                lines.push(line);
            }
            if connection.inbox.len() > LONGEST_LINE {
                broken |= !connection.inbox.contains(&b'\n');
                break;
            }
            if connection.budget <= 0.0 || !connection.readable || taken >= TURN {
                break;
            }
            let mut buffer = [0; 4096];
            match connection.stream.read(&mut buffer) {
                Ok(0) => broken = true,
                Ok(count) => {
                    connection.inbox.extend_from_slice(&buffer[..count]);
                    taken += count;
                    continue;
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => connection.readable = false,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => broken = true,
            }
            break;
        }
        let more = connection.readable || connection.inbox.contains(&b'\n');
        if more && !broken {
            self.hungry.insert(id);
        }
        for line in lines {
            self.core.line(id, &line);
            self.carry_out(report);
        }
        if broken {
            self.drop(id, report);
        }
    }

    /// Who has not said name and password after a while has something else in mind.
    fn close_silent(&mut self) {
        let login = Duration::from_secs(self.limits.login);
        let silent: Vec<ConnectionId> = self
            .connections
            .iter()
            .filter(|(id, connection)| {
                connection.since.elapsed() > login && self.core.user_of(**id).is_none()
            })
            .map(|(&id, _)| id)
            .collect();
        for id in silent {
            self.core.lost(id);
            self.close(id);
        }
    }

    fn drop(&mut self, id: ConnectionId, report: &mut dyn FnMut(Report)) {
        self.core.lost(id);
        self.close(id);
        self.carry_out(report);
    }

    fn close(&mut self, id: ConnectionId) {
        if let Some(mut connection) = self.connections.remove(&id) {
            self.poll.registry().deregister(&mut connection.stream).ok();
        }
        self.hungry.remove(&id);
        self.dirty.remove(&id);
        self.patient.remove(&id);
    }

    /// Does what the core wants done.
    fn carry_out(&mut self, report: &mut dyn FnMut(Report)) {
        for output in self.core.take() {
            match output {
                Output::Line(to, line) => {
                    if self.enqueue(to, &line) {
                        self.dirty.insert(to);
                    }
                }
                Output::News(to, line) => {
                    if self.enqueue(to, &line) {
                        self.patient.insert(to);
                    }
                }
                Output::Close(id) => {
                    if let Some(connection) = self.connections.get_mut(&id) {
                        connection.closing = true;
                        self.dirty.insert(id);
                    }
                }
                Output::Verify { connection, name, password } => {
                    self.questions.send((connection, name, password)).ok();
                }
                Output::Keep(entry) => self.keep(&entry, report),
                Output::Finished(finished) => report(Report::Finished(finished)),
                Output::Sheet(sheet) => report(Report::Sheet(sheet)),
            }
        }
    }

    /// Puts a line behind what is to be sent to somebody; false if he is gone.
    fn enqueue(&mut self, to: ConnectionId, line: &str) -> bool {
        let Some(connection) = self.connections.get_mut(&to).filter(|one| !one.closing) else { return false };
        connection.outbox.extend_from_slice(line.as_bytes());
        connection.outbox.push(b'\n');
        true
    }

    fn keep(&mut self, entry: &Entry, report: &mut dyn FnMut(Report)) {
        let Some(journal) = &mut self.journal else { return };
        let mut kept = journal.keep(entry);
        if kept.is_ok() && journal.is_long() {
            kept = journal.rewrite(&self.core.entries());
        }
        match kept {
            Ok(()) => self.failed = false,
            // Said once, not for every move.
            Err(error) if !std::mem::replace(&mut self.failed, true) => report(Report::NotKept(error)),
            Err(_) => {}
        }
    }

    /// Sends what can be sent; who does not take it is dropped.
    fn flush(&mut self, report: &mut dyn FnMut(Report)) {
        // Dropping one tells others, who then have something to send.
        while let Some(id) = self.dirty.pop_first() {
            self.patient.remove(&id);
            let Some(connection) = self.connections.get_mut(&id) else { continue };
            let mut broken = false;
            while connection.sent < connection.outbox.len() {
                match connection.stream.write(&connection.outbox[connection.sent..]) {
                    Ok(0) => broken = true,
                    Ok(count) => {
                        connection.sent += count;
                        continue;
                    }
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(_) => broken = true,
                }
                break;
            }
            connection.outbox.drain(..connection.sent);
            connection.sent = 0;
            if connection.outbox.is_empty() && connection.outbox.capacity() > TURN {
                connection.outbox = Vec::new();
            }
            let stuck = connection.outbox.len() > self.limits.unsent;
            let done = connection.closing && connection.outbox.is_empty();
            if broken || stuck || done {
                self.drop(id, report);
            }
        }
    }
}

/// What a line costs of the budget: the more hear of it, the more.
fn cost(line: &str) -> f64 {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("yell" | "create" | "join" | "observe") => 50.0,
        Some("table") => match words.nth(2) {
            Some("leave" | "l" | "34" | "invite" | "i") => 50.0,
            Some("tell" | "t") => 10.0,
            Some("ready" | "r" | "gametalk" | "g" | "practice" | "prac") => 3.0,
            _ => 1.0,
        },
        Some("tell") => 10.0,
        _ => 1.0,
    }
}

/// This machine's address in its network, to tell the others. Nothing is sent: the system is only asked which of its
/// addresses it would use towards an address that belongs to nobody.
#[must_use]
pub fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified() && !address.is_loopback()).then_some(address)
}
