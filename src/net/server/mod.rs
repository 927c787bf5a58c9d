//! A host: logins, lobby, tables and games, as the protocol has them.
//!
//! [`Core`] is the whole of it without sockets: lines in, lines out, time as a number. [`Host`] is the loop around it:
//! one thread, one poll, a thousand connections, each bounded in length and rate; passwords are checked on a thread of
//! their own. What must outlive a kill goes to the [`journal`].

mod core;
mod game;
mod host;
pub mod journal;
mod table;

pub use self::core::{ConnectionId, Core, Output, Settings};
pub use game::{Finished, Sheet};
pub use host::{Host, Limits, Options, Report, own_address};
