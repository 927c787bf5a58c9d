//! What a search really did: each visit in the order it was made, and why it ended.
//!
//! A search takes its recorder as a type parameter. With `Off` every call is an empty function of a
//! constant condition, and the compiler leaves nothing of it; with a [`Trace`] each card tried becomes a
//! visit. Visits lie in one list in the order they were made, parents before their children, so that the
//! visits below one are those that follow it up to its [`end`](Visit::end). The list is bounded: past the
//! budget visits are no longer kept, only counted with the last one kept above them.

mod again;
mod questions;
mod sample;
mod stats;
mod visit;

pub use questions::{Question, questions};
pub use sample::Sample;
pub use stats::{Effort, Stats};
pub use visit::{Counted, Ended, Trace, Visit};

/// What a search tells about itself.
pub(in crate::search) trait Recorder {
    /// Whether anything is kept. What is only computed for the recorder stands behind this.
    const ON: bool;

    /// A card (one bit of the layout) is tried by a seat, counted from the search's own first one, as the
    /// `rank`-th of the point of play, and so much is asked after it; the search has visited so many nodes.
    fn enter(&mut self, card: u32, seat: usize, rank: usize, asked: i32, nodes: u64);

    /// Why the visit that is under way ends without a look at all its cards.
    fn because(&mut self, ended: Ended);

    /// The visit under way has ended: whether the declarer then reaches his goal.
    fn leave(&mut self, reaches: bool, nodes: u64);

    /// Cards that are not looked at.
    fn skip(&mut self, cards: u32, seat: usize, asked: i32, ended: Ended);
}

/// Records nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::search) struct Off;

impl Recorder for Off {
    const ON: bool = false;

    #[inline(always)]
    fn enter(&mut self, _: u32, _: usize, _: usize, _: i32, _: u64) {}

    #[inline(always)]
    fn because(&mut self, _: Ended) {}

    #[inline(always)]
    fn leave(&mut self, _: bool, _: u64) {}

    #[inline(always)]
    fn skip(&mut self, _: u32, _: usize, _: i32, _: Ended) {}
}
