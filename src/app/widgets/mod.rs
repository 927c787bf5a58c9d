//! Things drawn and pressed in more than one workspace.

pub mod beside;
pub mod cards;
pub mod contract;
pub mod fields;
mod glyphs;
pub mod heat;
pub mod icons;
pub mod landmarks;
pub mod shown;
pub mod table;
pub mod tree;
