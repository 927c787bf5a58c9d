//! A whole game with others: what they are asked, and what is said at the table.

pub(crate) mod decide;
pub(crate) mod wording;
