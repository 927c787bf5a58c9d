//! What the workspaces share: they import from here, and never from each other.

mod task;

pub use task::{follow, waker};
