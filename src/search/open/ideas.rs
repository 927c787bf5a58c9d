//! The ideas that spare the search work. Each can be switched off, so that tests can compare the
//! search with itself: an unsound one may pass thousands of small endgames and still be wrong.

use std::ops::{BitOr, Sub};

/// A set of ideas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ideas(u32);

impl Ideas {
    /// Neighbours that count the same are one card.
    pub const EQUAL: Ideas = Ideas(1);
    /// Of neighbours that count differently only one is tried where the trick's winner is certain.
    pub const DOMINANCE: Ideas = Ideas(1 << 1);
    /// A beaten card on the table no longer separates neighbours.
    pub const BEATEN: Ideas = Ideas(1 << 2);
    /// A card that failed by more than the difference in points speaks for its neighbours.
    pub const NEIGHBOUR: Ideas = Ideas(1 << 3);
    /// Stored bounds of quasi-symmetric positions, widened.
    pub const QUASI: Ideas = Ideas(1 << 4);
    /// Unbeatable trumps are sure points.
    pub const SURE: Ideas = Ideas(1 << 5);
    /// The leader's winners, cashed one after the other, are sure points.
    pub const CASH: Ideas = Ideas(1 << 6);
    /// Null: suits in which the declarer can never be caught.
    pub const SAFE: Ideas = Ideas(1 << 7);
    /// Null: in safe suits only the number of the declarer's cards enters the key.
    pub const SAFE_KEY: Ideas = Ideas(1 << 8);

    /// Each idea with its name.
    pub const EACH: [(&'static str, Ideas); 9] = [
        ("equal", Ideas::EQUAL),
        ("dominance", Ideas::DOMINANCE),
        ("beaten", Ideas::BEATEN),
        ("neighbour", Ideas::NEIGHBOUR),
        ("quasi", Ideas::QUASI),
        ("sure", Ideas::SURE),
        ("cash", Ideas::CASH),
        ("safe", Ideas::SAFE),
        ("safe key", Ideas::SAFE_KEY),
    ];

    /// All of them.
    pub const ALL: Ideas = Ideas((1 << 9) - 1);
    /// Plain search with a table.
    pub const NONE: Ideas = Ideas(0);

    /// Whether all these are among them.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, other: Ideas) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Ideas {
    type Output = Ideas;
    fn bitor(self, other: Ideas) -> Ideas {
        Ideas(self.0 | other.0)
    }
}

impl Sub for Ideas {
    type Output = Ideas;
    fn sub(self, other: Ideas) -> Ideas {
        Ideas(self.0 & !other.0)
    }
}
