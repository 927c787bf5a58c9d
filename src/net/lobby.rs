//! A person on a server: who is there, which tables there are, the one at which he sits or watches, what is said, who asks him
//! to play. It is told by the events of a [`Client`](super::client::Client) and sends nothing itself.

use super::client::Event;
use super::follow::{Ended, Happened, TableView};
use super::message::{ClientInfo, FromServer, TableInfo};
use crate::archive::Move;
use std::collections::{BTreeMap, VecDeque};

/// So many lines of talk are kept.
const KEPT: usize = 300;

/// How it stands with the connection.
///
/// ```
/// use kiebitz::net::{client::Event, lobby::{Link, Lobby}};
/// let mut lobby = Lobby::default();
/// assert_eq!(lobby.link, Link::Connecting);
/// lobby.hear(Event::Offline { why: "gone".into() });
/// assert_eq!(lobby.link, Link::Offline("gone".into()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Link {
    /// It is being made.
    #[default]
    Connecting,
    /// It is there.
    Online,
    /// It is lost, and is tried again.
    Offline(String),
    /// The server does not let the person in.
    Refused(String),
    /// It is over; why, if the person did not end it.
    Closed(Option<String>),
}

/// Something that somebody said.
///
/// ```
/// use kiebitz::net::lobby::{Heard, Lobby, Talk};
/// let mut lobby = Lobby::default();
/// lobby.said("anna".into(), "good evening".into(), Heard::Everybody);
/// let talk = Talk { from: "anna".into(), text: "good evening".into(), heard: Heard::Everybody };
/// assert_eq!(lobby.talk, [talk]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Talk {
    /// Who.
    pub from: String,
    /// What.
    pub text: String,
    /// To whom.
    pub heard: Heard,
}

/// Who hears what is said.
///
/// ```
/// use kiebitz::net::{client::Event, lobby::{Heard, Lobby}, message::FromServer};
/// let mut lobby = Lobby::default();
/// lobby.hear(Event::Line(FromServer::read("tell bert hello")));
/// assert_eq!(lobby.talk[0].heard, Heard::Me);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Everybody on the server.
    Everybody,
    /// The person alone.
    Me,
    /// The table.
    Table,
}

/// Somebody asks the person to a table.
///
/// ```
/// use kiebitz::net::{client::Event, lobby::Lobby, message::FromServer};
/// let mut lobby = Lobby::default();
/// lobby.hear(Event::Line(FromServer::read("invite bert .3 pw236")));
/// assert_eq!(lobby.invitations[0].table, ".3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Who.
    pub from: String,
    /// Where.
    pub table: String,
    /// What has to be shown there.
    pub ticket: String,
}

/// Something that the person should hear of at once.
///
/// ```
/// use kiebitz::net::{client::Event, lobby::{Lobby, News}, message::FromServer};
/// let news = Lobby::default().hear(Event::Line(FromServer::read("error _no_vacancy")));
/// assert_eq!(news, Some(News::Refused("_no_vacancy".into())));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// A game has ended.
    Ended(Box<Ended>),
    /// The server refused something.
    Refused(String),
    /// The game cannot be followed any more: a line made no sense.
    Odd(String),
    /// It is the person's turn.
    YourTurn,
    /// A card has fallen, and it is somebody else's turn.
    CardFell,
}

/// See the [module](self).
///
/// ```
/// use kiebitz::net::{client::Event, lobby::{Link, Lobby}, message::FromServer};
/// let mut lobby = Lobby::default();
/// lobby.hear(Event::Online { user: "anna".into() });
/// lobby.hear(Event::Line(FromServer::read("tables + .3 3 12 bert . . -1")));
/// assert_eq!((lobby.link, lobby.tables[".3"].games), (Link::Online, 12));
/// ```
#[derive(Debug, Default)]
pub struct Lobby {
    /// The connection.
    pub link: Link,
    /// The name by which the server knows the person.
    pub me: String,
    /// Who is there.
    pub clients: BTreeMap<String, ClientInfo>,
    /// The tables.
    pub tables: BTreeMap<String, TableInfo>,
    /// The table at which the person sits or watches.
    pub table: Option<TableView>,
    /// What was said, the last at the end.
    pub talk: VecDeque<Talk>,
    /// Who asks the person to play, the last at the end.
    pub invitations: Vec<Invitation>,
}

impl Lobby {
    /// Takes what the connection tells.
    pub fn hear(&mut self, event: Event) -> Option<News> {
        match event {
            Event::Online { user } => {
                // After a login the server tells everything anew, the table included.
                let talk = std::mem::take(&mut self.talk);
                *self = Lobby { link: Link::Online, me: user, talk, ..Lobby::default() };
            }
            Event::Offline { why } => self.link = Link::Offline(why),
            Event::Refused { why } => self.link = Link::Refused(why),
            Event::Closed { why } => self.link = Link::Closed(why),
            Event::Line(line) => return self.line(line),
        }
        None
    }

    fn line(&mut self, line: FromServer) -> Option<News> {
        match line {
            FromServer::Client(info) => {
                self.clients.insert(info.name.clone(), info);
            }
            FromServer::ClientGone(name) => {
                self.clients.remove(&name);
                self.invitations.retain(|invitation| invitation.from != name);
            }
            FromServer::Table(info) => {
                self.tables.insert(info.id.clone(), info);
            }
            FromServer::TableGone(id) => {
                self.tables.remove(&id);
                self.invitations.retain(|invitation| invitation.table != id);
            }
            FromServer::Create { table, viewer, .. } => {
                self.invitations.retain(|invitation| invitation.table != table);
                self.table = Some(TableView::new(&table, &viewer));
            }
            FromServer::Destroy { table, .. } => {
                self.table = self.table.take().filter(|view| view.id != table);
            }
            FromServer::Invite { from, table, ticket } => {
                self.invitations.retain(|known| known.table != table);
                self.invitations.push(Invitation { from, table, ticket });
            }
            FromServer::Yell { from, text } => self.said(from, text, Heard::Everybody),
            FromServer::Tell { from, text } => self.said(from, text, Heard::Me),
            FromServer::Error(why) => return Some(News::Refused(why)),
            FromServer::AtTable { table, what, .. } => {
                let view = self.table.as_mut().filter(|view| view.id == table)?;
                let happened = view.hear(&what);
                return self.happened(happened);
            }
            _ => {}
        }
        None
    }

    fn happened(&mut self, happened: Happened) -> Option<News> {
        match happened {
            Happened::Said { from, text } => self.said(from, text, Heard::Table),
            Happened::Ended(ended) => return Some(News::Ended(ended)),
            Happened::Refused(why) => return Some(News::Refused(why)),
            Happened::Odd(word) => return Some(News::Odd(word)),
            Happened::Started | Happened::Dealt | Happened::Moved(_) => {
                let game = self.table.as_ref().and_then(|view| view.game.as_ref());
                if game.is_some_and(|game| game.is_my_turn()) {
                    return Some(News::YourTurn);
                }
                return matches!(happened, Happened::Moved(Move::Play(..))).then_some(News::CardFell);
            }
            Happened::Nothing | Happened::State => {}
        }
        None
    }

    /// Keeps what was said; the person's own words, which no server sends back, are handed in as well.
    pub fn said(&mut self, from: String, text: String, heard: Heard) {
        self.talk.push_back(Talk { from, text, heard });
        if self.talk.len() > KEPT {
            self.talk.pop_front();
        }
    }

    /// Whether a game is running in which the person plays.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.table.as_ref().and_then(|view| view.game.as_ref()).is_some_and(|game| game.seat().is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hears(lobby: &mut Lobby, line: &str) -> Option<News> {
        lobby.hear(Event::Line(FromServer::read(line)))
    }

    #[test]
    fn the_lobby_is_told_anew_after_each_login() {
        let mut lobby = Lobby::default();
        lobby.hear(Event::Online { user: "anna".into() });
        hears(&mut lobby, "clients + bert 0 D 21 -504.0 0 16 0 1");
        hears(&mut lobby, "tables + .2 3 0 bert . . -1");
        hears(&mut lobby, "yell bert guten Abend");
        assert_eq!(lobby.clients["bert"].games, 21);
        hears(&mut lobby, "invite bert .2 pw236");
        assert_eq!(lobby.invitations[0].ticket, "pw236");
        lobby.hear(Event::Offline { why: "weg".into() });
        assert_eq!(lobby.link, Link::Offline("weg".into()));
        lobby.hear(Event::Online { user: "anna".into() });
        assert!(lobby.clients.is_empty() && lobby.tables.is_empty() && lobby.invitations.is_empty());
        assert_eq!(lobby.talk.len(), 1);
    }

    #[test]
    fn who_goes_takes_his_invitations_along() {
        let mut lobby = Lobby::default();
        for line in ["invite bert .2 a", "invite carl .3 b", "clients - bert", "tables - .3"] {
            hears(&mut lobby, line);
        }
        assert!(lobby.invitations.is_empty());
    }

    #[test]
    fn a_table_comes_and_goes_and_what_is_said_there_is_kept() {
        let mut lobby = Lobby::default();
        hears(&mut lobby, "create .3 anna 3 -1 3 ? ? ? 0");
        assert!(lobby.table.is_some() && !lobby.is_playing());
        hears(&mut lobby, "table .3 anna start 1 anna 240.0 bert 240.0 carl 240.0");
        assert!(lobby.is_playing());
        hears(&mut lobby, "table .3 anna tell bert viel Glück");
        assert_eq!(lobby.talk[0].heard, Heard::Table);
        let refused = hears(&mut lobby, "table .3 anna error play : _not_your_turn");
        assert_eq!(refused, Some(News::Refused("play : _not_your_turn".into())));
        hears(&mut lobby, "destroy .3 anna");
        assert!(lobby.table.is_none());
    }
}
