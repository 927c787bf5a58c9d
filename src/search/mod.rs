//! Searches for the result of best play.
//!
//! [`open`] sees all cards; [`paranoia`] sees what one player sees and proves what he can force. Every search here works on the [`layout`] of its game, 32 bits in
//! which following suit is a mask and "beats" a comparison, and stops when its [`limits`] say so.

pub mod layout;
pub mod limits;
pub mod open;
pub mod paranoia;

pub use layout::Layout;
pub use limits::{Cancel, Limits};
