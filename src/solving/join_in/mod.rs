//! A whole game with others: what they are asked, and what is said at the table.

pub(crate) mod claim;
pub(crate) mod decide;
pub(crate) mod review;
pub(crate) mod wording;
