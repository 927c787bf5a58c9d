//! The document that Compose edits, with its steps, its file and its copy.

mod store;

pub use crate::puzzle::document::{Document, Refusal, Target, file, history};
pub use store::{DocumentStore, Saving};
