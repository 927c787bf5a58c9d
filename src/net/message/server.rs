//! What a server says.

use super::{Clock, ScoreSheet, TableState, Words};
use crate::archive::Who;
use crate::rules::Seat;
use std::fmt;

/// A line from a server.
///
/// ```
/// use kiebitz::net::message::{Clock, FromServer, TableEvent};
/// let line = "table .3 goskat play 1 H.CT.C9 240.0 235.8 240.0";
/// let read = FromServer::read(line);
/// let FromServer::AtTable { what: TableEvent::Play(played), .. } = &read else { panic!() };
/// assert_eq!((played.word.as_str(), played.clocks[1]), ("H.CT.C9", Clock(2358)));
/// assert_eq!(read.to_string(), line);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum FromServer {
    /// It wants the password.
    AskPassword,
    /// The login went well.
    Welcome {
        /// The client's own name.
        user: String,
        /// What follows, up to the version.
        rest: String,
    },
    /// Somebody is there, or has changed.
    Client(ClientInfo),
    /// Somebody has gone.
    ClientGone(String),
    /// A table is there, or has changed.
    Table(TableInfo),
    /// A table is no more.
    TableGone(String),
    /// The client sits or watches at a table from now on.
    Create {
        /// The table.
        table: String,
        /// The client's name at this table; `.` if it watches.
        viewer: String,
        /// Seats, 3 or 4.
        seats: u8,
        /// Rounds of a tournament (else −1) and the games so far; old servers do not say.
        list: Option<(i32, ScoreSheet)>,
    },
    /// It does not any more.
    Destroy {
        /// The table.
        table: String,
        /// The client's name there.
        viewer: String,
    },
    /// Somebody asks it to a table.
    Invite {
        /// Who.
        from: String,
        /// Where to.
        table: String,
        /// To be sent back when joining.
        ticket: String,
    },
    /// Somebody speaks to all.
    Yell {
        /// Who.
        from: String,
        /// What.
        text: String,
    },
    /// Somebody speaks to the client.
    Tell {
        /// Who.
        from: String,
        /// What.
        text: String,
    },
    /// A longer text.
    Text {
        /// Which.
        id: String,
        /// The text, line breaks coded.
        text: String,
    },
    /// About somebody.
    Finger {
        /// Who.
        name: String,
        /// The text, line breaks coded.
        text: String,
    },
    /// The time.
    Time(String),
    /// Something was refused.
    Error(String),
    /// Something at a table.
    AtTable {
        /// Which.
        table: String,
        /// As whom the client is there.
        viewer: String,
        /// What.
        what: TableEvent,
    },
    /// Anything else.
    Other(String),
}

/// Somebody who is connected.
///
/// ```
/// use kiebitz::net::message::FromServer;
/// let line = FromServer::read("clients + bert 0 D 21 -504.0 0 16 0 1");
/// let FromServer::Client(info) = line else { unreachable!() };
/// assert_eq!((info.name.as_str(), info.games, info.timeouts), ("bert", 21, 16));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClientInfo {
    /// The account's name.
    pub name: String,
    /// User 0, super user 1, root 2.
    pub permission: u8,
    /// Letters of the languages, or `-`.
    pub languages: String,
    /// Games played.
    pub games: u64,
    /// Average score.
    pub rating: f64,
    /// Connections lost.
    pub disconnects: u64,
    /// Games lost by time.
    pub timeouts: u64,
    /// Whether the account may log in several times.
    pub group: bool,
    /// How many are connected.
    pub logins: u32,
}

/// A table as the lobby shows it.
///
/// ```
/// use kiebitz::net::message::FromServer;
/// let FromServer::Table(info) = FromServer::read("tables + .3 3 12 bert . . -1") else { unreachable!() };
/// assert_eq!((info.games, info.users[0].as_str()), (12, "bert"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableInfo {
    /// Its name.
    pub id: String,
    /// Games in the series.
    pub games: u32,
    /// Who sits there, chair by chair: `.` nobody, `[name]` reserved.
    pub users: Vec<String>,
    /// Games of a tournament table, else −1.
    pub most: i32,
}

/// What happens at a table.
///
/// ```
/// use kiebitz::net::message::{FromServer, TableEvent};
/// let FromServer::AtTable { what, .. } = FromServer::read("table .3 anna go") else { unreachable!() };
/// assert_eq!(what, TableEvent::Go);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableEvent {
    /// Who sits there, points, switches.
    State(Box<TableState>),
    /// A game begins, or is taken up again.
    Start(Started),
    /// Now.
    Go,
    /// A move.
    Play(PlayedWord),
    /// The record of the game that ended.
    End(String),
    /// Somebody speaks.
    Tell {
        /// Who.
        from: String,
        /// What.
        text: String,
    },
    /// Something was refused.
    Error(String),
    /// Anything else.
    Other(String),
}

/// A game that begins.
///
/// ```
/// use kiebitz::net::message::{FromServer, TableEvent};
/// let line = "table .3 anna start 1 anna 240.0 bert 240.0 carl 240.0";
/// let FromServer::AtTable { what: TableEvent::Start(started), .. } = FromServer::read(line) else { unreachable!() };
/// assert_eq!((started.game, started.players[1].0.as_str()), (1, "bert"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Started {
    /// Its number in the series.
    pub game: u32,
    /// Forehand, middlehand and rearhand, each with his time.
    pub players: [(String, Clock); 3],
    /// The record so far, for those who come late or may see more.
    pub record: Option<(Mode, String)>,
}

/// What a record at the start is for.
///
/// ```
/// use kiebitz::net::message::{FromServer, Mode, TableEvent};
/// let line = "table .3 . start 1 anna 240.0 bert 240.0 carl 240.0 p (;GM[Skat];)";
/// let FromServer::AtTable { what: TableEvent::Start(started), .. } = FromServer::read(line) else { unreachable!() };
/// assert_eq!(started.record.map(|(mode, _)| mode), Some(Mode::Public));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `!`: a player who comes back.
    Back,
    /// `p`: an observer.
    Public,
    /// `w`: the dealer at a table of four, who sees all cards.
    World,
}

/// A move as it stands in a line.
///
/// ```
/// use kiebitz::net::message::{FromServer, TableEvent};
/// let line = "table .3 anna play 1 CJ 240.0 239.6 240.0";
/// let FromServer::AtTable { what: TableEvent::Play(played), .. } = FromServer::read(line) else { unreachable!() };
/// assert_eq!((played.word.as_str(), played.clocks[1].seconds()), ("CJ", 239.6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedWord {
    /// Who.
    pub who: Who,
    /// The move, in the receiver's view.
    pub word: String,
    /// The three clocks after it.
    pub clocks: [Clock; 3],
}

impl FromServer {
    /// Reads a line without its end.
    #[must_use]
    pub fn read(line: &str) -> FromServer {
        FromServer::known(line).unwrap_or_else(|| FromServer::Other(line.to_string()))
    }

    fn known(line: &str) -> Option<FromServer> {
        let mut words = Words::of(line);
        let owned = |word: &str| word.to_string();
        Some(match words.next()? {
            "password:" => FromServer::AskPassword,
            "Welcome" => FromServer::Welcome { user: owned(words.next()?), rest: owned(words.rest()) },
            "clients" => match words.next()? {
                "+" => FromServer::Client(ClientInfo::read(words)?),
                "-" => FromServer::ClientGone(owned(words.next()?)),
                _ => return None,
            },
            "tables" => match words.next()? {
                "+" => FromServer::Table(TableInfo::read(words)?),
                "-" => FromServer::TableGone(owned(words.next()?)),
                _ => return None,
            },
            "create" => FromServer::Create {
                table: owned(words.next()?),
                viewer: owned(words.next()?),
                seats: words.read().filter(|seats| (3..=4).contains(seats))?,
                list: match words.read() {
                    Some(rounds) => Some((rounds, ScoreSheet::read(&mut words)?)),
                    None => None,
                },
            },
            "destroy" => FromServer::Destroy { table: owned(words.next()?), viewer: owned(words.next()?) },
            "invite" => FromServer::Invite {
                from: owned(words.next()?),
                table: owned(words.next()?),
                ticket: owned(words.next()?),
            },
            "yell" => FromServer::Yell { from: owned(words.next()?), text: owned(words.rest()) },
            "tell" => FromServer::Tell { from: owned(words.next()?), text: owned(words.rest()) },
            "text" => FromServer::Text { id: owned(words.next()?), text: owned(words.rest()) },
            "finger" => FromServer::Finger { name: owned(words.next()?), text: owned(words.rest()) },
            "time" => FromServer::Time(owned(words.rest())),
            "error" => FromServer::Error(owned(words.rest())),
            "table" => FromServer::AtTable {
                table: owned(words.next()?),
                viewer: owned(words.next()?),
                what: TableEvent::read(words)?,
            },
            _ => return None,
        })
    }
}

impl ClientInfo {
    fn read(mut words: Words<'_>) -> Option<ClientInfo> {
        Some(ClientInfo {
            name: words.next()?.into(),
            permission: words.read()?,
            languages: words.next()?.into(),
            games: words.read()?,
            rating: words.read().filter(|rating: &f64| rating.is_finite())?,
            disconnects: words.read()?,
            timeouts: words.read()?,
            group: words.flag()?,
            logins: words.read()?,
        })
    }
}

impl TableInfo {
    fn read(mut words: Words<'_>) -> Option<TableInfo> {
        let id = words.next()?.to_string();
        let seats = words.read().filter(|seats: &usize| (3..=4).contains(seats))?;
        let games = words.read()?;
        let users = (0..seats).map(|_| words.next().map(String::from)).collect::<Option<_>>()?;
        Some(TableInfo { id, games, users, most: words.read()? })
    }
}

impl TableEvent {
    fn read(mut words: Words<'_>) -> Option<TableEvent> {
        let all = words.rest().to_string();
        let known = match words.next()? {
            "state" => TableState::read(&mut words).map(|state| TableEvent::State(Box::new(state))),
            "start" => Started::read(words).map(TableEvent::Start),
            "go" => Some(TableEvent::Go),
            "play" => PlayedWord::read(words).map(TableEvent::Play),
            "end" => Some(TableEvent::End(words.rest().to_string())),
            "tell" => words
                .next()
                .map(|from| from.to_string())
                .map(|from| TableEvent::Tell { from, text: words.rest().to_string() }),
            "error" => Some(TableEvent::Error(words.rest().to_string())),
            _ => None,
        };
        Some(known.unwrap_or(TableEvent::Other(all)))
    }
}

impl Started {
    fn read(mut words: Words<'_>) -> Option<Started> {
        let game = words.read()?;
        let mut player = || Some((words.next()?.to_string(), words.read()?));
        let players = [player()?, player()?, player()?];
        let mode = match words.next() {
            Some("!") => Some(Mode::Back),
            Some("p") => Some(Mode::Public),
            Some("w") => Some(Mode::World),
            _ => None,
        };
        Some(Started { game, players, record: mode.map(|mode| (mode, words.rest().to_string())) })
    }
}

impl PlayedWord {
    fn read(mut words: Words<'_>) -> Option<PlayedWord> {
        let who = match words.next()? {
            "w" => Who::World,
            seat => Who::Player(Seat::from_index(seat.parse().ok()?)?),
        };
        let word = words.next()?.to_string();
        Some(PlayedWord { who, word, clocks: [words.read()?, words.read()?, words.read()?] })
    }
}

impl Mode {
    const fn letter(self) -> char {
        match self {
            Mode::Back => '!',
            Mode::Public => 'p',
            Mode::World => 'w',
        }
    }
}

impl fmt::Display for FromServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromServer::AskPassword => f.write_str("password:"),
            FromServer::Welcome { user, rest } => write!(f, "Welcome {user} {rest}"),
            FromServer::Client(info) => write!(f, "clients + {info}"),
            FromServer::ClientGone(name) => write!(f, "clients - {name}"),
            FromServer::Table(info) => write!(f, "tables + {info}"),
            FromServer::TableGone(id) => write!(f, "tables - {id}"),
            FromServer::Create { table, viewer, seats, list } => {
                write!(f, "create {table} {viewer} {seats}")?;
                list.as_ref().map_or(Ok(()), |(rounds, sheet)| write!(f, " {rounds} {sheet}"))
            }
            FromServer::Destroy { table, viewer } => write!(f, "destroy {table} {viewer}"),
            FromServer::Invite { from, table, ticket } => write!(f, "invite {from} {table} {ticket}"),
            FromServer::Yell { from, text } => write!(f, "yell {from} {text}"),
            FromServer::Tell { from, text } => write!(f, "tell {from} {text}"),
            FromServer::Text { id, text } => write!(f, "text {id} {text}"),
            FromServer::Finger { name, text } => write!(f, "finger {name} {text}"),
            FromServer::Time(text) => write!(f, "time {text}"),
            FromServer::Error(text) => write!(f, "error {text}"),
            FromServer::AtTable { table, viewer, what } => write!(f, "table {table} {viewer} {what}"),
            FromServer::Other(line) => f.write_str(line),
        }
    }
}

impl fmt::Display for ClientInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ClientInfo { name, permission, languages, games, rating, .. } = self;
        write!(f, "{name} {permission} {languages} {games} {rating:.1}")?;
        write!(f, " {} {} {} {}", self.disconnects, self.timeouts, u8::from(self.group), self.logins)
    }
}

impl fmt::Display for TableInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.id, self.users.len(), self.games)?;
        self.users.iter().try_for_each(|user| write!(f, " {user}"))?;
        write!(f, " {}", self.most)
    }
}

impl fmt::Display for TableEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableEvent::State(state) => write!(f, "state {state}"),
            TableEvent::Start(Started { game, players, record }) => {
                write!(f, "start {game}")?;
                players.iter().try_for_each(|(name, clock)| write!(f, " {name} {clock}"))?;
                record.as_ref().map_or(Ok(()), |(mode, record)| write!(f, " {} {record}", mode.letter()))
            }
            TableEvent::Go => f.write_str("go"),
            TableEvent::Play(PlayedWord { who, word, clocks: [a, b, c] }) => match who {
                Who::World => write!(f, "play w {word} {a} {b} {c}"),
                Who::Player(seat) => write!(f, "play {} {word} {a} {b} {c}", seat.index()),
            },
            TableEvent::End(record) => write!(f, "end {record}"),
            TableEvent::Tell { from, text } => write!(f, "tell {from} {text}"),
            TableEvent::Error(text) => write!(f, "error {text}"),
            TableEvent::Other(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [&str; 22] = [
        "password:",
        "Welcome vera @ 127.0.0.1 to ISS version 14.1",
        "clients + vera 0 DE 17 -12.5 0 2 0 1",
        "clients - vera",
        "tables + .4 3 12 vera . udo -1",
        "tables + runde 4 0 vera . udo [max] 48",
        "tables - .4",
        "create .4 vera 3 -1 3 ? ? ? 0",
        "create .4 . 3 -1 3 ? ? ? 2 R: 1 10 -1 0100000 0 0 0 30 R: -1 0 0 0000000 0 1 0 0",
        "create .4 vera 3",
        "destroy .4 vera",
        "invite udo .4 pw17",
        "yell udo good evening, all",
        "tell udo are you  there?",
        "time 2026-01-31 18:05:00",
        "error join : _Table_unknown_colon .9",
        "table .4 vera state 3 vera . . . vera . 0 0 0 0 0 0 1 0 . . 0 0 0 0 0 0 0 0 . . 0 0 0 0 0 0 0 0 . . 0 0 0 0 0 0 0 0 false 0",
        "table .4 vera start 1 vera 240.0 udo 239.9 ida -0.4",
        "table .4 . start 3 vera 240.0 udo 239.9 ida 1.4 p (;GM[Skat]MV[]R[unknown] ;)",
        "table .4 vera go",
        "table .4 vera error play : _not_your_turn",
        "something else",
    ];

    #[test]
    fn lines_read_back() {
        for line in LINES {
            let read = FromServer::read(line);
            assert_eq!(read.to_string(), line);
            assert_eq!(matches!(read, FromServer::Other(_)), line == "something else", "{line}");
        }
    }

    #[test]
    fn what_comes_too_much_is_dropped_and_what_is_missing_makes_no_line() {
        let more = FromServer::read("clients + vera 0 D 1 0.0 0 0 0 1 and more");
        assert_eq!(more.to_string(), "clients + vera 0 D 1 0.0 0 0 0 1");
        for line in ["clients + vera 0 D 1", "tables + .4 7 0 a b c -1", "create .4", "invite udo .4", ""] {
            assert_eq!(FromServer::read(line), FromServer::Other(line.into()));
        }
        let odd = FromServer::read("table .4 vera play 7 CJ 0 0 0");
        assert!(matches!(odd, FromServer::AtTable { what: TableEvent::Other(_), .. }));
    }
}
