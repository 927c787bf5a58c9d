//! The decks.

use serde::{Deserialize, Serialize};

/// The deck: how the cards look, and what they are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Faces {
    /// The tournament deck: clubs black, spades green, hearts red, diamonds orange.
    #[default]
    FourColour,
    /// The French deck in black and red.
    TwoColour,
    /// Acorns, leaves, hearts, bells.
    German,
}

impl Faces {
    /// All decks.
    pub const ALL: [Faces; 3] = [Faces::FourColour, Faces::TwoColour, Faces::German];
}
