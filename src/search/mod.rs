//! Searches for the result of best play.
//!
//! [`open`] sees all cards. Every search here works on the [`layout`] of its game, 32 bits in
//! which following suit is a mask and "beats" a comparison, and stops when its [`limits`] say so.

pub mod layout;
pub mod limits;
pub mod open;

pub use layout::Layout;
pub use limits::{Cancel, Limits};
