//! The best chance: which strategy of one player wins in the most deals that he cannot rule out.

mod aim;
mod alone;
mod front;
mod search;
mod solver;
mod table;

pub use solver::{CardChance, Chance, ChanceError, Count, DEFAULT_TABLE_MB, MOST_DEALS, Solver};
