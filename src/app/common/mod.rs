//! What the workspaces share: they import from here, and never from each other.

pub mod document;
pub mod evaluation;
mod task;
pub mod typing;

pub use task::{follow, waker};
