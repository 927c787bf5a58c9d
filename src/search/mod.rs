//! Searches for the result of best play.
//!
//! [`open`] sees all cards; [`paranoia`] sees what one player sees and proves what he can force. Both
//! are [asked](PositionSolver) the same questions, work on the [`layout`] of the game, 32 bits in which following
//! suit is a mask and "beats" a comparison, and stop when their [`limits`] say so. [`adversary`] plays
//! against a person with them.

pub mod adversary;
pub mod chance;
pub mod ideas;
pub mod layout;
pub mod limits;
pub mod open;
pub mod paranoia;
mod position_solver;
pub mod proof;
pub mod resources;
pub mod trace;

pub use layout::Layout;
pub use limits::{Cancel, Limits, Progress};
pub use position_solver::PositionSolver;
pub use resources::Resources;
