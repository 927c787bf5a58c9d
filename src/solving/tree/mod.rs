//! A tree of positions: [`model`] is the tree as data, [`layout`] says where each position is drawn, [`find`] searches.

pub mod find;
pub mod layout;
pub mod model;
