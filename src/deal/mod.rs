//! Deals and positions.
//!
//! A [`DealSetup`] is what an editor holds or a line says: anything, possibly wrong. It becomes a
//! [`Position`] only if no problem is found, and otherwise *all* problems are reported at once,
//! each pointing at its card or seat. The [position line](mod@line) is the text form.

mod full;
pub mod line;
mod places;
mod position;
mod problem;
mod setup;
mod split;
mod validate;

pub use full::Deal;
pub use places::{Place, Places};
pub use position::{Play, Position, View};
pub use problem::{Holder, Problem, Problems};
pub use setup::{DealSetup, Holding};
pub use split::{Divided, Split, SplitGroup, Splits};
