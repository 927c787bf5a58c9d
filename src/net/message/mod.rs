//! The lines of the protocol as types: [`FromServer`] and [`FromClient`].
//!
//! Reading is lenient and never fails: what is not known stays as it came ([`FromServer::Other`]), further words at the
//! end of a known line are dropped. Writing is exact: one blank between words, the server's order and number of words.

mod client;
mod server;
mod sheet;
mod state;
mod words;

pub use client::{FromClient, Request};
pub use server::{ClientInfo, FromServer, Mode, PlayedWord, Started, TableEvent, TableInfo};
pub use sheet::{ScoreSheet, SheetRow};
pub use state::{Chair, TableState};
pub use words::{Clock, is_name};

pub(crate) use words::Words;

/// The longest line that is read; the longest that a server is known to write has two thousand bytes.
pub const LONGEST_LINE: usize = 1 << 16;
