//! Paranoia search: what one player can force against every deal he cannot rule out.
//!
//! The *viewer* (declarer or defender) chooses cards by what he has seen. Everyone else, his partner
//! included, plays against him and may hold and play whatever some deal still possible allows, as if
//! the cards were dealt while they are played. What is proved so holds for every deal and every defence.
//!
//! One search serves all views and games ([`search`](self)); it counts what the defenders take (`task`),
//! carries the hidden cards as sets of places (`hidden`), and asks null-window questions with one
//! table of bounds (`table`, `key`).
//!
//! What keeps the tree small: the factor by which nodes grow without it, exact values of plausible
//! contracts after three tricks (`kiebitz bench paranoia --tricks 3 --without IDEA`).
//!
//! | idea | where | Grand / suit |
//! | --- | --- | --- |
//! | quasi-symmetry: bounds of positions alike in ranks, widened by the points | `key` | 5.7 / 5.0 |
//! | tricks the viewer cannot be denied | `sure` | 2.7 / 1.8 |
//! | … tops of his suits, once nobody else has a trump | `sure` | 2.0 / 1.2 |
//! | hidden neighbours are one card, where that is sound | `choice` | 1.8 / 1.9 |
//! | … and unequal ones, where the trick's winner is certain | `choice` | 1.5 / 1.6 |
//! | table asked about all third cards first | `search` | 1.3 / 1.2 |
//! | sure tricks in mid-trick; trumps paired with higher ones | `sure` | 1.1 / 1.1 |
//! | sorted suits; the middle of three; own equals | `key`, `choice` | 1.1 / 1.0 |
//! | counters of success in the order of cards | `search` | 1.3 / 1.5 |
//!
//! And exact values before the first card (`--tricks 0`, 20 Grands and 12 suit games; a tenth either way is chance, since the
//! order of cards and the table change with everything):
//!
//! | idea | where | Grand / suit |
//! | --- | --- | --- |
//! | winners but for one a hidden trump, not on lead | `sure` | 1.05 / 1.22 |
//! | winners without any trump, not on lead | `sure` | 1.12 / 1.07 |
//! | what falls while he draws and runs | `sure` | 1.08 / 0.98 |
//!
//! Tried and dropped: single nasty worlds before the full search, effort in rounds at the root, what the
//! adversary on lead can cash, neighbours that failed by a margin: none saved a tenth of the nodes.
//! Bounds of larger and smaller sets of worlds are kept but hardly ever met. Eight entries a bucket save an eighth of
//! Grand's nodes and no time. Splitting the interval of values at a fifth, a third or seven tenths instead of a half, or by what
//! the last questions cost, changes the nodes by a tenth either way: what costs is the question just above the value, which has
//! to be asked anyway. Asking third cards for what is sure, before they are sorted, does the
//! same. Counting bits by an instruction of newer processors brings nothing: the time goes into memory.
//!
//! Each idea that leaves something out can be switched off ([`Ideas`]) and is tested against itself.

mod choice;
mod either;
mod hidden;
mod ideas;
mod key;
mod scene;
mod search;
mod solver;
mod splits;
mod sure;
mod table;
mod task;

pub(in crate::search) use hidden::{ANY, Hidden};
pub use ideas::{Ideas, ParanoiaSearch};
pub(in crate::search) use scene::{Division, Scene, divided};
pub(in crate::search) use search::Trick;
pub use solver::{DEFAULT_TABLE_MB, ParanoiaError, Solver};
