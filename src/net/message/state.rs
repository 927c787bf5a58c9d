//! What a table looks like from above: who sits where, points, switches.

use super::Words;
use std::fmt;

/// The `state` of a table.
///
/// ```
/// use kiebitz::net::message::{FromServer, TableEvent};
/// let line = "table .0 carl state 3 bert carl anna . bert # 0 0 0 0 0 0 1 0 carl # 1 1 96 96 0 0 1 0 anna # 0 0 0 0 0 0 1 0 . . 0 0 0 0 0 0 0 0 false 1";
/// let FromServer::AtTable { what: TableEvent::State(state), .. } = FromServer::read(line) else { unreachable!() };
/// assert!(state.is_full() && !state.running);
/// assert_eq!(state.chair_of("carl"), Some(1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableState {
    /// Seats: 3 or 4.
    pub seats: u8,
    /// Who is there now, chair by chair.
    pub present: [Option<String>; 4],
    /// The chairs.
    pub chairs: [Chair; 4],
    /// Whether a game is running.
    pub running: bool,
    /// The number of the running or last game of the series; very old servers do not say.
    pub game: Option<u32>,
}

/// One chair. It keeps its name and points when its owner has left.
///
/// ```
/// use kiebitz::net::message::{FromServer, TableEvent};
/// let line = "table .0 carl state 3 bert carl anna . bert # 0 0 0 0 0 0 1 0 carl # 1 1 96 96 0 0 1 0 anna # 0 0 0 0 0 0 1 0 . . 0 0 0 0 0 0 0 0 false 1";
/// let FromServer::AtTable { what: TableEvent::State(state), .. } = FromServer::read(line) else { unreachable!() };
/// let carl = &state.chairs[1];
/// assert_eq!((carl.solos, carl.won, carl.total), (1, 1, 96));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chair {
    /// Whose it is in the score list.
    pub name: Option<String>,
    /// A mark shared by places with the same address, or `.`.
    pub address: String,
    /// Games as declarer in this series.
    pub solos: u32,
    /// How many of them were won.
    pub won: u32,
    /// Points in the last game.
    pub last: i64,
    /// Points in the series.
    pub total: i64,
    /// Wishes to switch between three and four seats.
    pub switch: bool,
    /// Obsolete: no clocks.
    pub practice: bool,
    /// Agrees to talk during games.
    pub talk: bool,
    /// Ready for the next game.
    pub ready: bool,
}

/// `.` stands for nobody.
fn somebody(word: &str) -> Option<String> {
    (word != ".").then(|| word.to_string())
}

impl TableState {
    pub(super) fn read(words: &mut Words<'_>) -> Option<TableState> {
        let mut state = TableState { seats: words.read()?, ..TableState::default() };
        for place in &mut state.present {
            *place = somebody(words.next()?);
        }
        for chair in &mut state.chairs {
            *chair = Chair {
                name: somebody(words.next()?),
                address: words.next()?.to_string(),
                solos: words.read()?,
                won: words.read()?,
                last: words.read()?,
                total: words.read()?,
                switch: words.flag()?,
                practice: words.flag()?,
                talk: words.flag()?,
                ready: words.flag()?,
            };
        }
        state.running = words.next()? == "true";
        state.game = words.read();
        (3..=4).contains(&state.seats).then_some(state)
    }

    /// The chair of somebody who is there now.
    #[must_use]
    pub fn chair_of(&self, name: &str) -> Option<usize> {
        self.present.iter().position(|present| present.as_deref() == Some(name))
    }

    /// Whether every seat is taken by somebody who is there.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.present.iter().take(self.seats.into()).all(Option::is_some)
    }
}

impl fmt::Display for TableState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.seats)?;
        self.present.iter().try_for_each(|name| write!(f, " {}", name.as_deref().unwrap_or(".")))?;
        self.chairs.iter().try_for_each(|chair| write!(f, " {chair}"))?;
        write!(f, " {}", self.running)?;
        self.game.map_or(Ok(()), |game| write!(f, " {game}"))
    }
}

impl fmt::Display for Chair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let address = if self.address.is_empty() { "." } else { &self.address };
        write!(f, "{} {address}", self.name.as_deref().unwrap_or("."))?;
        write!(f, " {} {} {} {}", self.solos, self.won, self.last, self.total)?;
        let flags = [self.switch, self.practice, self.talk, self.ready];
        flags.iter().try_for_each(|&flag| write!(f, " {}", u8::from(flag)))
    }
}
