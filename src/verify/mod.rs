//! The checker: is a proof right?
//!
//! A proof says that the declarer reaches a goal by force, or that he does not, and gives the strategy of
//! the side for which it speaks ([`Proof`]). The checker plays this strategy against everything that may
//! happen: whatever card may fall from the other side, in whatever deal is still possible, the strategy must
//! have an answer, and every line must end where plain counting shows the claim. It knows no search and
//! none of its ideas, and shares nothing with the engine but cards and rules: it reads the position
//! itself (`line`), keeps its own account of who may hold what (`state`), and names the line of
//! cards that fails.
//!
//! A [`ChanceProof`] claims less: that a strategy wins in so many of the deals. There every deal is listed and the
//! strategy played in each.
//!
//! What makes it bearable: positions that come up again are looked at once, and those that differ only in
//! the names of cards are the same (`names`).

mod chance;
mod check;
mod file;
pub(crate) mod line;
pub(crate) mod names;
pub(crate) mod state;

pub use chance::{CHANCE_VERSION, ChanceProof, Counted, WrongChance};
pub(crate) use check::chooses;
pub use check::{Accepted, Checker, Rejection, Why};
pub(crate) use file::{Entry, Strategy, line_text};
pub use file::{Proof, ProofFileError, VERSION};
