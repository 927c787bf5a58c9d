//! A connection to a server, on a thread of its own: lines go in and out through channels, a lost connection is
//! taken up again. The server seats a player who comes back by itself.

use super::lines::LineReader;
use super::message::{FromClient, FromServer};
use super::secret::Secret;
use std::io::{self, Write as _};
use std::net::{Shutdown, TcpStream, ToSocketAddrs as _};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Where to connect, and as whom.
///
/// ```
/// use kiebitz::net::{Secret, client::Login};
/// use std::time::Duration;
/// let password = Secret::new("sesame");
/// let login = Login { server: "localhost:7000".into(), name: "anna".into(), password, retry: Duration::ZERO };
/// assert!(!format!("{login:?}").contains("sesame"), "it is never shown");
/// ```
#[derive(Clone, Debug)]
pub struct Login {
    /// Host and port, as in `localhost:7000`.
    pub server: String,
    /// The account's name.
    pub name: String,
    /// Its password.
    pub password: Secret,
    /// How long a lost connection is tried again; zero for not at all.
    pub retry: Duration,
}

/// What a connection tells.
///
/// ```
/// use kiebitz::net::{Secret, client::{Client, Event, Login}, hosting::Hosting};
/// use std::time::Duration;
/// let hosting = Hosting::start(0, &[], None, None)?;
/// let (server, name, password) = (hosting.local_address(), "anna".to_string(), Secret::new("sesame"));
/// let client = Client::connect(Login { server, name, password, retry: Duration::ZERO }, || {});
/// assert_eq!(client.events().recv(), Ok(Event::Online { user: "anna".into() }));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Logged in, for the first time or again.
    Online {
        /// The name the server knows the client by.
        user: String,
    },
    /// A line.
    Line(FromServer),
    /// The connection is lost; it is tried again.
    Offline {
        /// Why.
        why: String,
    },
    /// The server does not let the client in. It is not tried again.
    Refused {
        /// What the server said.
        why: String,
    },
    /// It is over: closed, or given up.
    Closed {
        /// Why; `None` if it was closed from here.
        why: Option<String>,
    },
}

/// A connection. Dropping it closes it.
///
/// ```
/// use kiebitz::net::{Secret, client::{Client, Event, Login}, hosting::Hosting, message::{FromClient, FromServer}};
/// use std::time::Duration;
/// let hosting = Hosting::start(0, &[], None, None)?;
/// let (server, name, password) = (hosting.local_address(), "anna".to_string(), Secret::new("sesame"));
/// let client = Client::connect(Login { server, name, password, retry: Duration::ZERO }, || {});
/// assert!(matches!(client.events().recv(), Ok(Event::Online { .. })));
/// client.send(FromClient::Time);
/// assert!(client.events().iter().any(|event| matches!(event, Event::Line(FromServer::Time(_)))));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Client {
    orders: Sender<Inner>,
    events: Receiver<Event>,
}

/// What the thread waits for.
enum Inner {
    Send(FromClient),
    Close,
    Line(u64, String),
    Gone(u64, String),
}

/// Without a word for so long, a client says something harmless, as the server's own players do.
const QUIET: Duration = Duration::from_secs(20);
const CONNECT: Duration = Duration::from_secs(10);
const STUCK: Duration = Duration::from_secs(30);
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(5);

impl Client {
    /// Connects in the background; how it went comes as an event. `wake` is called after each event, for those who do
    /// not wait on the channel.
    #[must_use]
    pub fn connect(login: Login, wake: impl Fn() + Send + 'static) -> Client {
        let (orders, inbox) = mpsc::channel();
        let (told, events) = mpsc::channel();
        let again = orders.clone();
        thread::spawn(move || {
            let tell = |event| {
                let heard = told.send(event).is_ok();
                wake();
                heard
            };
            Connection { login, inbox, again, number: 0, tell: &tell }.run();
        });
        Client { orders, events }
    }

    /// Sends a line. While the connection is lost it goes nowhere: what it was about may have changed.
    pub fn send(&self, line: FromClient) {
        self.orders.send(Inner::Send(line)).ok();
    }

    /// What happened, in order.
    #[must_use]
    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.orders.send(Inner::Close).ok();
    }
}

/// Why a connection is lost, in a few plain words that are the same on every system, and without its numbers.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        kind @ (io::ErrorKind::ConnectionRefused
        | io::ErrorKind::ConnectionReset
        | io::ErrorKind::ConnectionAborted
        | io::ErrorKind::BrokenPipe
        | io::ErrorKind::HostUnreachable
        | io::ErrorKind::NetworkUnreachable
        | io::ErrorKind::TimedOut) => kind.to_string(),
        _ => error.to_string().split(" (os error").next().unwrap_or_default().to_string(),
    }
}

struct Connection<'a> {
    login: Login,
    inbox: Receiver<Inner>,
    again: Sender<Inner>,
    /// Which connection it is, so that a line of an earlier one is not taken for one of this.
    number: u64,
    tell: &'a dyn Fn(Event) -> bool,
}

/// How a connection ended.
enum End {
    Closed,
    Refused(String),
    Lost(String),
}

impl Connection<'_> {
    fn run(mut self) {
        let mut wait = FIRST_WAIT;
        let mut since: Option<Instant> = None;
        loop {
            self.number += 1;
            let mut was_online = false;
            let end = match self.open() {
                Ok(stream) => {
                    let end = self.serve(&stream, &mut was_online);
                    stream.shutdown(Shutdown::Both).ok();
                    end
                }
                Err(error) => End::Lost(reason(&error)),
            };
            let why = match end {
                End::Closed => {
                    (self.tell)(Event::Closed { why: None });
                    return;
                }
                End::Refused(why) => {
                    (self.tell)(Event::Refused { why });
                    return;
                }
                End::Lost(why) => why,
            };
            if was_online {
                (wait, since) = (FIRST_WAIT, None);
            }
            let started = *since.get_or_insert_with(Instant::now);
            let over = started.elapsed() + wait > self.login.retry;
            let event = if over { Event::Closed { why: Some(why) } } else { Event::Offline { why } };
            if !(self.tell)(event) || over || !self.pause(wait) {
                return;
            }
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    /// Waits before the next try; false if it was closed meanwhile.
    fn pause(&self, wait: Duration) -> bool {
        let until = Instant::now() + wait;
        loop {
            match self.inbox.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Err(RecvTimeoutError::Timeout) => return true,
                Ok(Inner::Close) | Err(RecvTimeoutError::Disconnected) => {
                    (self.tell)(Event::Closed { why: None });
                    return false;
                }
                Ok(_) => {}
            }
        }
    }

    fn open(&self) -> io::Result<TcpStream> {
        let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
        for address in self.login.server.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, CONNECT) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    stream.set_write_timeout(Some(STUCK))?;
                    return Ok(stream);
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    fn serve(&self, stream: &TcpStream, was_online: &mut bool) -> End {
        let reading = match stream.try_clone() {
            Ok(reading) => reading,
            Err(error) => return End::Lost(reason(&error)),
        };
        let (number, lines) = (self.number, self.again.clone());
        thread::spawn(move || {
            let mut reader = LineReader::new(reading);
            let why = loop {
                match reader.next_line() {
                    Ok(Some(line)) => {
                        if lines.send(Inner::Line(number, line)).is_err() {
                            return;
                        }
                    }
                    Ok(None) => break reason(&io::ErrorKind::ConnectionReset.into()),
                    Err(error) => break reason(&error),
                }
            };
            lines.send(Inner::Gone(number, why)).ok();
        });
        match self.talk(stream, was_online) {
            Ok(end) => end,
            Err(error) => End::Lost(reason(&error)),
        }
    }

    /// Logs in, then hands lines through.
    fn talk(&self, mut stream: &TcpStream, was_online: &mut bool) -> io::Result<End> {
        let send = |mut stream: &TcpStream, line: &str| stream.write_all(format!("{line}\n").as_bytes());
        send(stream, &self.login.name)?;
        loop {
            match self.inbox.recv_timeout(QUIET) {
                Err(RecvTimeoutError::Disconnected) | Ok(Inner::Close) => return Ok(End::Closed),
                Err(RecvTimeoutError::Timeout) if *was_online => send(stream, "time")?,
                Err(RecvTimeoutError::Timeout) => return Err(io::ErrorKind::TimedOut.into()),
                Ok(Inner::Send(line)) if *was_online => send(stream, &line.to_string())?,
                Ok(Inner::Send(_)) => {}
                Ok(Inner::Gone(number, why)) if number == self.number => return Ok(End::Lost(why)),
                Ok(Inner::Line(number, line)) if number == self.number => {
                    let line = FromServer::read(&line);
                    match line {
                        FromServer::AskPassword if !*was_online => {
                            send(stream, self.login.password.expose())?;
                        }
                        FromServer::Welcome { user, .. } if !*was_online => {
                            *was_online = true;
                            (self.tell)(Event::Online { user });
                        }
                        FromServer::Error(why) if !*was_online => return Ok(End::Refused(why)),
                        _ if !*was_online => {}
                        line => {
                            let heard = (self.tell)(Event::Line(line));
                            if !heard {
                                return Ok(End::Closed);
                            }
                        }
                    }
                }
                Ok(_) => {}
            }
            stream.flush()?;
        }
    }
}
