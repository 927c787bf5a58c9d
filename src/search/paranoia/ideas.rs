//! The ideas of the search with what one seat knows.

/// Names the search that the ideas belong to.
///
/// ```
/// use kiebitz::search::{ideas::Ideas, paranoia::{ParanoiaSearch, Solver}};
/// // A search takes its own ideas only.
/// let plain: Ideas<ParanoiaSearch> = Ideas::NONE;
/// let solver = Solver::with_table(1).with_ideas(plain);
/// assert_eq!(solver.nodes(), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum ParanoiaSearch {}

/// A set of ideas of this search.
///
/// ```
/// use kiebitz::search::paranoia::Ideas;
/// assert!(Ideas::EACH.iter().all(|(_, idea)| Ideas::ALL.has(*idea)));
/// assert!(!(Ideas::ALL - Ideas::SUBSET).has(Ideas::SUBSET));
/// ```
pub type Ideas = crate::search::ideas::Ideas<ParanoiaSearch>;

impl Ideas {
    /// Neighbours in the viewer's hand that count the same are one card.
    pub const OWN: Ideas = Ideas::number(0);
    /// Hidden neighbours that may be in the same places are one card, where that is sound.
    pub const HIDDEN: Ideas = Ideas::number(1);
    /// Of three hidden neighbours led, the middle one offers everything.
    pub const MIDDLE: Ideas = Ideas::number(2);
    /// Neighbours that count differently, where the trick's winner is certain.
    pub const CERTAIN: Ideas = Ideas::number(3);
    /// Stored bounds of larger and smaller sets of worlds.
    pub const SUBSET: Ideas = Ideas::number(4);
    /// Stored bounds of positions alike in ranks, widened by the points.
    pub const QUASI: Ideas = Ideas::number(5);
    /// Gone cards close up in the key.
    pub const CLOSE: Ideas = Ideas::number(6);
    /// Suits that are alike are sorted in the key.
    pub const SORT: Ideas = Ideas::number(7);
    /// Tricks the viewer cannot be denied.
    pub const SURE: Ideas = Ideas::number(8);
    /// … in the middle of a trick, too.
    pub const SURE_MID_TRICK: Ideas = Ideas::number(9);
    /// … and the tops of his suits, once nobody else has a trump.
    pub const ENTRY: Ideas = Ideas::number(10);
    /// … and trumps that cannot all be beaten.
    pub const MATCHING: Ideas = Ideas::number(11);
    /// Null: suits in which the declarer can never be caught.
    pub const SAFE: Ideas = Ideas::number(12);
    /// Null: the declarer plays the highest card that stays under.
    pub const UNDER: Ideas = Ideas::number(13);
    /// The table is asked about all third cards before the first is searched.
    pub const GLANCE: Ideas = Ideas::number(14);
    /// … and all of them but one for each trump that may ruff, where his own trumps command theirs.
    pub const RUFFED: Ideas = Ideas::number(15);
    /// … and the tops of his suits without any trump, where whatever is led he wins or throws off losers.
    pub const STOPS: Ideas = Ideas::number(16);
    /// … and what must fall while he draws trumps and runs his suits.
    pub const FALLS: Ideas = Ideas::number(17);

    /// Each idea with its name.
    pub const EACH: [(&'static str, Ideas); 18] = [
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
        ("ruffed", Ideas::RUFFED),
        ("stops", Ideas::STOPS),
        ("falls", Ideas::FALLS),
    ];

    /// All of them.
    pub const ALL: Ideas = Ideas::first(Ideas::EACH.len());
}
