//! What is read and written: records, archives, puzzles, sheets.

#![allow(clippy::unwrap_used)] // in helpers too: a panic is how a test fails

mod analysis;
mod archive;
mod ask;
mod broken;
mod bundled;
mod distributions;
mod icon;
mod index;
mod judged;
mod laws;
mod library;
#[cfg(feature = "print")]
mod manual;
mod notes;
mod question;
mod round_trip;
mod soundness;
mod spoken;
mod survive;
mod truth;
mod wording;
mod workshop;
