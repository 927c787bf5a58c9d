//! A tree of positions: [`model`] is the tree as data, [`layout`] says where each position is drawn, [`find`] searches, [`shape`]
//! tells parts in figures and parts that are alike, [`compare`] lays two trees over each other.

pub mod compare;
pub mod find;
pub mod layout;
pub mod model;
pub mod shape;
