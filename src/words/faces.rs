//! The decks.

use serde::{Deserialize, Serialize};

/// The deck: how the cards look, and what they are called.
///
/// ```
/// use kiebitz::words::{Faces, Language, Words};
/// let card = "CJ".parse().unwrap();
/// let name = |faces| Words::new(Language::German, faces).card(card);
/// assert_eq!(name(Faces::TwoColour), "Kreuz-Bube");
/// assert_eq!(name(Faces::German), "Eichel-Unter");
/// ```
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
