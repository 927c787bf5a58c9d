//! What one player knows: where each hidden card may be.
//!
//! A player sees his own cards, perhaps the skat, perhaps an open hand, and every card that falls.
//! What he concludes is one rule: a player held the card he played, and if he did not follow, he
//! holds none of what was led. That is kept as [`Places`](crate::deal::Places) in their exact form,
//! so a card may be in a place exactly if some world has it there, and equal knowledge has one form.
//!
//! Worlds are [counted](Knowledge::count) by a short sum over classes of cards, never by listing;
//! they can be [listed](Knowledge::worlds) in a fixed order, [looked up](Knowledge::world) by number,
//! and so be drawn uniformly. What is plausible but not certain is a separate layer of named
//! [`Assumption`]s, which every result that rests on them can report.

mod assume;
mod count;
mod list;
mod sample;
mod view;

pub use assume::Assumption;
pub use list::{World, Worlds};
pub use sample::Sampler;
pub use view::{Knowledge, KnowledgeError};
