//! Paranoia search: what one player can force against every deal he cannot rule out.
//!
//! The *viewer* (declarer or defender) chooses cards by what he has seen. Everyone else, his partner
//! included, plays against him and may hold and play whatever some deal still possible allows, as if
//! the cards were dealt while they are played. What is proved so holds for every deal and every defence.
//!
//! One search serves all views and games ([`search`](self)); it counts what the defenders take (`task`),
//! carries the hidden cards as sets of places (`hidden`), and asks null-window questions with one
//! table of bounds (`table`, `key`).
//!
//! Each idea that leaves something out can be switched off ([`Ideas`]) and is tested against itself.

mod choice;
mod hidden;
mod ideas;
mod key;
mod scene;
mod search;
mod solver;
mod splits;
mod sure;
mod table;
mod task;

pub use ideas::Ideas;
pub use solver::{DEFAULT_TABLE_MB, ParanoiaError, Solver};
