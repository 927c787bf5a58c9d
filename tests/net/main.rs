//! Playing over the network, on loopback only.

#![allow(clippy::unwrap_used)] // in helpers too: a panic is how a test fails

mod core;
mod games;
mod hostile;
#[cfg(feature = "gui")]
mod keyring;
mod load;
mod process;
mod script;
mod transcripts;
