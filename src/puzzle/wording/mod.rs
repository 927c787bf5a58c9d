//! Puzzles in words: what a diagram says beside its cards, the question, and the [`Solution`], made from the proof.

mod facts;
mod question;
mod solution;

pub use facts::{Shown, Skat, facts, known, score, trick_number, turn};
pub use question::{question, subtitle};
pub use solution::{Solution, tricks};
