//! What makes two nodes the same.

use crate::cards::Cards;
use crate::verify::state::State;

/// Equal for nodes of one tree in which the viewer knows the same, the trick on the table is the same, and
/// both sides have the same points: whatever follows the one follows the other.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, proof::{Claim, Detail, Prover}};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let (claim, mut prover) = (Claim::new(&position, "90".parse().unwrap()), Prover::with_table(1));
/// let node = prover.unfold(&position, claim, &[], Detail::AllCards, &Limits::none()).unwrap();
/// // A branch has the key of the node that it leads to.
/// let branch = node.branches[0];
/// let next = prover.unfold(&position, claim, &[branch.card], Detail::Proof, &Limits::none()).unwrap();
/// assert!(next.key == branch.key && next.key != node.key);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    state: State,
    on_table: u8,
}

impl Key {
    pub(super) fn new(state: &State) -> Key {
        // Of a beaten card on the table only the points matter.
        let mut bare = *state;
        bare.table.cards = Cards::NONE;
        Key { state: bare, on_table: state.table.cards.points() }
    }
}
