//! The proof tree: why a goal is reached by force, or why it is not.
//!
//! The tree has two kinds of nodes. Where the *viewer* is on turn one card that works is enough; where
//! an *adversary* is, every card that may fall must be met. It is never stored: [`Prover::unfold`] makes
//! one node from the path that leads to it, by asking the searches again. Their tables make that instant,
//! and so the tree may be of any size, and a background job can unfold it without any state of its own.
//!
//! From a seat's view the cards that may fall from a hidden hand are those legal in some deal that the
//! seat cannot rule out, even where the position tells the true deal ([`unseen`]). With open cards there
//! is one deal, and the viewer is a side: see [`Claim`].
//!
//! [`Prover::refutation`] shows a card that fails beaten, down to one deal; [`Prover::proof`] writes the
//! whole tree as a file that [`crate::verify`] checks without any search.

mod extract;
mod key;
mod node;
mod oracle;
mod prover;
mod refute;
mod resist;
mod sight;
mod text;

pub use extract::ProofLimits;
pub use key::Key;
pub use node::{Branch, Chooser, Claim, Detail, Node, Settled, Verdict};
pub use prover::{ProofError, Prover};
pub use refute::Refutation;
pub(in crate::search) use resist::{Resistance, STYLE};
pub use sight::unseen;
pub use text::{sign, symbol};
