//! What makes two nodes the same.

use crate::cards::Cards;
use crate::verify::state::State;

/// Equal for nodes of one tree in which the viewer knows the same, the trick on the table is the same, and
/// both sides have the same points: whatever follows the one follows the other.
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
