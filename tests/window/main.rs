//! The window without a display: whole tasks, done through accessible names.

#![cfg(feature = "gui")]
#![allow(clippy::unwrap_used)]

mod advice;
mod bench;
mod check;
mod compose;
mod every_card;
mod everyone;
mod files;
mod frames;
mod help;
mod join_in;
mod keys;
mod language;
mod own_deck;
mod proof;
mod question;
mod replay;
mod replay_ask;
mod replay_notes;
mod rooms;
mod server;
mod sizes;
mod solve;
mod start;
mod storage;
mod storm;
mod tree;
mod workshop;
