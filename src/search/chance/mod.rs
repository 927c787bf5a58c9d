//! The best chance: which strategy of one player wins in the most deals that he cannot rule out.
//!
//! A *strategy* names a card for everything the viewer may have seen. A deal is *won* by it if the goal is met in that
//! deal whatever the others play, who know all cards and the strategy. Votes over open-card solutions do not answer
//! this: in each deal they let the viewer know the cards.
//!
//! Deals are *won together* if one strategy wins in all of them. Where the viewer is on turn they are if they are
//! after one of his cards; where another is, if after every card those are in which it is legal. So each point of
//! the play has a *front*: the largest sets won together ([`search`](self)). What keeps it small:
//!
//! - Deals that are lost even with all cards seen leave at once (`alone`), and again after each card of the viewer's.
//! - Sets that lose more than the best strategy so far are of no interest, and what one card may lose its
//!   siblings need not be asked about.
//! - One card left is no choice; one deal left is an open one; equal cards are one card.
//! - A table of fronts, in which gone cards close up (`table`).
//!
//! A search of narrow fronts that drops what is too much finds a strategy; one that joins sets, as if what two have
//! in common were all they lose, finds a bound. Both are widened in turn until they meet or the limits end
//! it ([`Solver::chance`]).
//!
//! With very many deals a strategy is first sought that holds against all but unlikely splits of the suits (`splits`).
//!
//! The strategy is asked for node by node ([`Solver::node`]) or written as a file that [`crate::verify`]
//! checks ([`Solver::proof`]).

mod aim;
mod alone;
mod front;
mod search;
mod solver;
mod splits;
mod strategy;
mod table;

pub use solver::{CardChance, Chance, ChanceError, Count, DEFAULT_TABLE_MB, MOST_DEALS, Solver};
pub use strategy::{Plan, PlanError, PlanNode};
