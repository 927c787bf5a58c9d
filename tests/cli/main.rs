//! The command line as a user meets it.

#![allow(clippy::unwrap_used)] // in helpers too: a panic is how a test fails

mod archive;
mod bad_input;
mod basics;
mod duel;
mod german;
mod player;
mod proof;
mod solve;
