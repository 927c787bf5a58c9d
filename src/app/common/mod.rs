//! What the workspaces share: they import from here, and never from each other.

pub mod document;
pub mod evaluation;
pub mod file_writer;
pub mod picture;
mod task;
pub mod typing;
pub mod wording;

pub use task::{follow, waker};
