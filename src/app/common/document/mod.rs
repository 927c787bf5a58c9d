//! The document that Compose edits, with its steps, its file and its copy.

pub mod history;
mod store;

pub use crate::puzzle::document::{Document, Refusal, Target, file};
pub use store::{DocumentStore, Saving};
