//! All cards seen: the result of perfect play.
//!
//! Three searches share one table. [`points`](self) is for Grand and suit games: null-window
//! questions "at least *n* of the points still to come?", whose answers are kept as bounds at the
//! start of each trick, so that every further question of the deal profits, whether it is about
//! another *n*, another card, a later position or another discard. Null and "every trick" are won or
//! lost and have their own, much smaller searches.
//!
//! What keeps the tree small, in the order of what it saves (nodes, plausible contracts):
//!
//! | idea | where | factor Grand / suit |
//! | --- | --- | --- |
//! | quasi-symmetry: bounds of positions alike in ranks, widened by the points | `key` | 3.2 / 3.4 |
//! | neighbours: equals are one card, and often unequals too | `moves` | 1.7 / 1.8 |
//! | order: first where the others have few replies | `order` | about 1.5 / 1.7 |
//! | sure points and winners that can be cashed | `bounds` | 1.3 / 1.25 |
//! | table and bounds of all third cards before the first is searched | `points` | 1.2 / 1.2 |
//!
//! In Null the suits in which the declarer can never be caught save nine tenths of the nodes.
//! Measured without gain: killer tables, sorting alike suits in the key, a first guess fitted to the
//! hands, eight entries a bucket.
//!
//! Each idea that leaves something out can be switched off ([`Ideas`]) and is tested against itself.

mod bounds;
mod discards;
mod ideas;
mod key;
mod moves;
mod null;
mod order;
mod points;
mod schwarz;
mod solver;
mod state;
mod table;

pub use discards::Discard;
pub use ideas::{Ideas, OpenSearch};
pub(in crate::search) use solver::Asked;
pub use solver::{Bounds, CardValue, DEFAULT_TABLE_MB, OpenError, Solver};
pub(crate) use state::OpenState;
