//! What a client says.

use super::Words;
use std::fmt;

/// A line from a client, once it is logged in.
///
/// ```
/// use kiebitz::net::message::{FromClient, Request};
/// let line = FromClient::read("table .3 anna p 18");
/// assert_eq!(line.to_string(), "table .3 anna play 18");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromClient {
    /// Makes a table.
    Create {
        /// A prepared game, `/` for none.
        file: String,
        /// 3 or 4, as it was written.
        seats: String,
        /// Name and password of a private table.
        named: Option<(String, Option<String>)>,
    },
    /// Sits down.
    Join {
        /// Where.
        table: String,
        /// Password or ticket.
        password: Option<String>,
    },
    /// Watches.
    Observe {
        /// Which table.
        table: String,
    },
    /// Something at a table.
    AtTable {
        /// Which.
        table: String,
        /// As whom: the name at this table, or `.`.
        viewer: String,
        /// What.
        what: Request,
    },
    /// Says something to all.
    Yell(String),
    /// Says something to one.
    Tell {
        /// To whom.
        to: String,
        /// What.
        text: String,
    },
    /// Asks about somebody.
    Finger(Option<String>),
    /// Asks for the time.
    Time,
    /// Asks for news in a language.
    News(Option<String>),
    /// Anything else.
    Other(String),
}

/// What a client wants at a table.
///
/// ```
/// use kiebitz::net::message::{FromClient, Request};
/// let line = FromClient::at(".3", "anna", Request::Play("CJ".into()));
/// assert_eq!(line.to_string(), "table .3 anna play CJ");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A move.
    Play(String),
    /// Talk.
    Tell(String),
    /// Ready, or not any more.
    Ready,
    /// Wishes to switch between three and four seats, or not any more.
    Switch,
    /// Agrees to talk in games, or not any more.
    GameTalk,
    /// Obsolete.
    Practice,
    /// Goes.
    Leave,
    /// Asks others to the table.
    Invite(Vec<String>),
    /// Anything else.
    Other(String),
}

impl FromClient {
    /// Reads a line without its end.
    #[must_use]
    pub fn read(line: &str) -> FromClient {
        FromClient::known(line).unwrap_or_else(|| FromClient::Other(line.to_string()))
    }

    fn known(line: &str) -> Option<FromClient> {
        let mut words = Words::of(line);
        let owned = |word: &str| word.to_string();
        Some(match words.next()? {
            "create" => FromClient::Create {
                file: owned(words.next()?),
                seats: owned(words.next()?),
                named: words.next().map(|name| (owned(name), words.next().map(owned))),
            },
            "join" => {
                FromClient::Join { table: owned(words.next()?), password: words.next().map(String::from) }
            }
            "observe" => FromClient::Observe { table: owned(words.next()?) },
            "table" => FromClient::AtTable {
                table: owned(words.next()?),
                viewer: owned(words.next()?),
                what: Request::read(words)?,
            },
            "yell" => FromClient::Yell(owned(words.rest())),
            "tell" => FromClient::Tell { to: owned(words.next()?), text: owned(words.rest()) },
            "finger" => FromClient::Finger(words.next().map(owned)),
            "time" => FromClient::Time,
            "news" => FromClient::News(words.next().map(owned)),
            _ => return None,
        })
    }

    /// A move at a table.
    #[must_use]
    pub fn play(table: &str, viewer: &str, word: impl Into<String>) -> FromClient {
        FromClient::at(table, viewer, Request::Play(word.into()))
    }

    /// Something at a table.
    #[must_use]
    pub fn at(table: &str, viewer: &str, what: Request) -> FromClient {
        FromClient::AtTable { table: table.into(), viewer: viewer.into(), what }
    }
}

impl Request {
    fn read(mut words: Words<'_>) -> Option<Request> {
        let all = words.rest().to_string();
        Some(match words.next()? {
            // A move is one word; a client that sends none is told so.
            "play" | "p" => Request::Play(words.next().unwrap_or_default().to_string()),
            "tell" | "t" => Request::Tell(words.rest().to_string()),
            "ready" | "r" => Request::Ready,
            "34" => Request::Switch,
            "gametalk" | "g" => Request::GameTalk,
            "practice" | "prac" => Request::Practice,
            "leave" | "l" => Request::Leave,
            "invite" | "i" => Request::Invite(words.map(String::from).collect()),
            _ => Request::Other(all),
        })
    }
}

fn maybe(f: &mut fmt::Formatter<'_>, word: Option<&str>) -> fmt::Result {
    word.map_or(Ok(()), |word| write!(f, " {word}"))
}

impl fmt::Display for FromClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromClient::Create { file, seats, named } => {
                write!(f, "create {file} {seats}")?;
                named.as_ref().map_or(Ok(()), |(name, password)| {
                    write!(f, " {name}")?;
                    maybe(f, password.as_deref())
                })
            }
            FromClient::Join { table, password } => {
                write!(f, "join {table}")?;
                maybe(f, password.as_deref())
            }
            FromClient::Observe { table } => write!(f, "observe {table}"),
            FromClient::AtTable { table, viewer, what } => write!(f, "table {table} {viewer} {what}"),
            FromClient::Yell(text) => write!(f, "yell {text}"),
            FromClient::Tell { to, text } => write!(f, "tell {to} {text}"),
            FromClient::Finger(name) => {
                f.write_str("finger")?;
                maybe(f, name.as_deref())
            }
            FromClient::Time => f.write_str("time"),
            FromClient::News(language) => {
                f.write_str("news")?;
                maybe(f, language.as_deref())
            }
            FromClient::Other(line) => f.write_str(line),
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Play(word) => write!(f, "play {word}"),
            Request::Tell(text) => write!(f, "tell {text}"),
            Request::Ready => f.write_str("ready"),
            Request::Switch => f.write_str("34"),
            Request::GameTalk => f.write_str("gametalk"),
            Request::Practice => f.write_str("practice"),
            Request::Leave => f.write_str("leave"),
            Request::Invite(names) => {
                f.write_str("invite")?;
                names.iter().try_for_each(|name| write!(f, " {name}"))
            }
            Request::Other(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back() {
        for line in [
            "create / 3",
            "create / 4 tisch geheim",
            "join .3",
            "join tisch geheim",
            "observe .3",
            "table .3 anna ready",
            "table .3 anna play NO.H7.SA",
            "table .3 anna invite bert carl",
            "table . . 34",
            "table .3 anna tell hello  there",
            "yell good evening",
            "tell bert how are you?",
            "finger",
            "finger bert",
            "time",
            "news de",
            "languages D",
        ] {
            assert_eq!(FromClient::read(line).to_string(), line);
        }
        assert_eq!(FromClient::read("table .3 anna l"), FromClient::at(".3", "anna", Request::Leave));
        assert_eq!(FromClient::read("join"), FromClient::Other("join".into()));
        assert_eq!(FromClient::read("table .3 anna p"), FromClient::play(".3", "anna", ""));
    }
}
