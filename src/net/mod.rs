//! Playing with people: the text protocol of the Internet Skat Server (version 14).
//!
//! | part | what it is |
//! | --- | --- |
//! | [`message`] | the lines as types: lenient reading, exact writing |
//! | [`course`] | a game move by move, with hidden cards or without; refusals in the protocol's words |
//! | [`view`] | each move as each receiver may see it |
//! | [`follow`] | a table and its games, from the lines that one client receives |
//! | [`client`] | a connection on a thread of its own, taken up again when it is lost |
//! | [`passwords`] | passwords that the person wants kept, in the system's keyring |
//! | [`lobby`] | what a person on a server sees: who is there, tables, talk, invitations |
//! | [`robot`] | the Skat AI as a client like any other |
//! | [`accounts`] | who may play on a host: hashed passwords in a file, or anybody |
//! | [`server`] | the host: lobby, tables, games; what must outlive a kill; the loop around it |
//! | [`wording`] | what servers and connections say, in the user's words |
//! | [`hosting`] | a host beside the window, with AIs at its table |
//!
//! Nothing here contacts a machine unless it is told which.

pub mod accounts;
pub mod client;
pub mod course;
pub mod follow;
pub mod hosting;
mod lines;
pub mod lobby;
pub mod message;
pub mod passwords;
pub mod robot;
mod secret;
pub mod server;
pub mod view;
pub mod wording;

pub use lines::LineReader;
pub use secret::Secret;
