//! Solving, without a window: what happens while somebody works on a puzzle, sits at the table or looks at a proof.
//!
//! [`attempt`] is one attempt at a puzzle and is told what was clicked and found out; [`thinking`] is what the searches are asked
//! meanwhile, [`luck`] the drawn deal where the best chance is asked for; `collections` and `progress` are the list of puzzles
//! and what has been solved of it, `practice` what comes again and when. `join_in` is the table with the others, [`hunt`] a
//! search for deals, [`tree`] a tree as data, with the places of its nodes; [`today`] chooses the puzzle of the day, [`sound`] is
//! what is heard at a table. `wording` and [`reasons`] say what comes of it.

pub mod attempt;
pub(crate) mod collections;
pub mod hunt;
pub(crate) mod join_in;
pub mod luck;
pub(crate) mod practice;
pub(crate) mod progress;
pub mod reasons;
pub mod sound;
pub mod thinking;
pub mod today;
pub mod tree;
pub(crate) mod wording;
