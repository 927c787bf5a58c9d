//! The ideas of the search with open cards.

/// Names the search that the ideas belong to.
///
/// ```
/// use kiebitz::search::{ideas::Ideas, open::{OpenSearch, Solver}};
/// // A search takes its own ideas only.
/// let plain: Ideas<OpenSearch> = Ideas::NONE;
/// let solver = Solver::with_table(1).with_ideas(plain);
/// assert_eq!(solver.nodes(), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum OpenSearch {}

/// A set of ideas of this search.
///
/// ```
/// use kiebitz::search::open::Ideas;
/// assert!(Ideas::EACH.iter().all(|(_, idea)| Ideas::ALL.has(*idea)));
/// assert!(!(Ideas::ALL - Ideas::CASH).has(Ideas::CASH));
/// ```
pub type Ideas = crate::search::ideas::Ideas<OpenSearch>;

impl Ideas {
    /// Neighbours that count the same are one card.
    pub const EQUAL: Ideas = Ideas::number(0);
    /// Of neighbours that count differently only one is tried where the trick's winner is certain.
    pub const DOMINANCE: Ideas = Ideas::number(1);
    /// A beaten card on the table no longer separates neighbours.
    pub const BEATEN: Ideas = Ideas::number(2);
    /// A card that failed by more than the difference in points speaks for its neighbours.
    pub const NEIGHBOUR: Ideas = Ideas::number(3);
    /// Stored bounds of quasi-symmetric positions, widened.
    pub const QUASI: Ideas = Ideas::number(4);
    /// Unbeatable trumps are sure points.
    pub const SURE: Ideas = Ideas::number(5);
    /// The leader's winners, cashed one after the other, are sure points.
    pub const CASH: Ideas = Ideas::number(6);
    /// Null: suits in which the declarer can never be caught.
    pub const SAFE: Ideas = Ideas::number(7);
    /// Null: in safe suits only the number of the declarer's cards enters the key.
    pub const SAFE_KEY: Ideas = Ideas::number(8);

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
    pub const ALL: Ideas = Ideas::first(Ideas::EACH.len());
}
