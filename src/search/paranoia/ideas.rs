//! The ideas that spare the search work. Each can be switched off, so that tests can compare the
//! search with itself: an unsound one may pass thousands of small endgames and still be wrong.

use std::ops::{BitOr, Sub};

/// A set of ideas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ideas(u32);

impl Ideas {
    /// Neighbours in the viewer's hand that count the same are one card.
    pub const OWN: Ideas = Ideas(1);
    /// Hidden neighbours that may be in the same places are one card, where that is sound.
    pub const HIDDEN: Ideas = Ideas(1 << 1);
    /// Of three hidden neighbours led, the middle one offers everything.
    pub const MIDDLE: Ideas = Ideas(1 << 2);
    /// Neighbours that count differently, where the trick's winner is certain.
    pub const CERTAIN: Ideas = Ideas(1 << 3);
    /// Stored bounds of larger and smaller sets of worlds.
    pub const SUBSET: Ideas = Ideas(1 << 4);
    /// Stored bounds of positions alike in ranks, widened by the points.
    pub const QUASI: Ideas = Ideas(1 << 5);
    /// Gone cards close up in the key.
    pub const CLOSE: Ideas = Ideas(1 << 6);
    /// Suits that are alike are sorted in the key.
    pub const SORT: Ideas = Ideas(1 << 7);
    /// Tricks the viewer cannot be denied.
    pub const SURE: Ideas = Ideas(1 << 8);
    /// … in the middle of a trick, too.
    pub const SURE_MID_TRICK: Ideas = Ideas(1 << 9);
    /// … and the tops of his suits, once nobody else has a trump.
    pub const ENTRY: Ideas = Ideas(1 << 10);
    /// … and trumps that cannot all be beaten.
    pub const MATCHING: Ideas = Ideas(1 << 11);
    /// Null: suits in which the declarer can never be caught.
    pub const SAFE: Ideas = Ideas(1 << 12);
    /// Null: the declarer plays the highest card that stays under.
    pub const UNDER: Ideas = Ideas(1 << 13);
    /// The table is asked about all third cards before the first is searched.
    pub const GLANCE: Ideas = Ideas(1 << 14);

    /// Each idea with its name.
    pub const EACH: [(&'static str, Ideas); 15] = [
        ("own", Ideas::OWN),
        ("hidden", Ideas::HIDDEN),
        ("middle", Ideas::MIDDLE),
        ("certain", Ideas::CERTAIN),
        ("subset", Ideas::SUBSET),
        ("quasi", Ideas::QUASI),
        ("close", Ideas::CLOSE),
        ("sort", Ideas::SORT),
        ("sure", Ideas::SURE),
        ("sure mid-trick", Ideas::SURE_MID_TRICK),
        ("entry", Ideas::ENTRY),
        ("matching", Ideas::MATCHING),
        ("safe", Ideas::SAFE),
        ("under", Ideas::UNDER),
        ("glance", Ideas::GLANCE),
    ];

    /// All of them.
    pub const ALL: Ideas = Ideas((1 << 15) - 1);
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
