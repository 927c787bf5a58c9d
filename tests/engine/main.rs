//! Cards to searches to the player, each beside a slow and obvious definition.

#![allow(clippy::unwrap_used)] // in helpers too: a panic is how a test fails

mod adversary;
mod chance;
mod knowledge;
mod lessons;
mod library;
mod open;
mod paranoia;
mod player;
mod proof;
mod random;
mod reading;
mod trace;
mod verify;
