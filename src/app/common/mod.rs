//! What the workspaces share: they import from here, and never from each other.

pub mod document;
pub mod evaluation;
pub mod picture;
mod task;
pub mod typing;

pub use task::{follow, waker};
