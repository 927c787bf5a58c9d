//! Puzzles in words: what a diagram says beside its cards, the question, and the [`Solution`], made from the proof.

mod answers;
mod facts;
mod question;
mod reason;
mod solution;
mod spoken;
mod tricks;

pub use facts::{Shown, Skat, facts, known, score, total, trick_number, turn};
pub use question::{question, subtitle};
pub use solution::Solution;
pub use spoken::{spoken, spoken_position};
pub use tricks::{had_to_take, must_take, tricks};
