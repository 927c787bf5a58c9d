//! The position as the viewer knows it.

use super::node::{Chooser, Claim};
use super::prover::ProofError;
use crate::deal::{DealSetup, Holding, Position, View};
use crate::rules::Seat;
use crate::search::open::OpenError;

/// The position without what the viewer cannot know: other hands and a skat that the line states as the
/// true deal. What it states as knowledge (`not`, hands with a `?`), an open hand and the viewer's own
/// skat stay. With open cards nothing changes.
///
/// # Errors
/// If the viewer's own hand is not given in full.
pub fn unseen(position: &Position) -> Result<Position, ProofError> {
    let View::Seat(viewer) = position.view() else { return Ok(position.clone()) };
    if !position.is_known(viewer) {
        return Err(crate::knowledge::KnowledgeError::OwnHand(viewer).into());
    }
    let declarer = position.declarer();
    let setup = position.to_setup();
    let mut hands = setup.hands.clone();
    for seat in Seat::ALL {
        let shown = seat == declarer && position.contract().is_ouvert() && position.is_known(declarer);
        if seat == viewer || shown {
            hands[seat] = Holding::full(position.start_hand(seat));
        } else if !hands[seat].more {
            hands[seat] = Holding::unknown();
        }
    }
    let knows_skat = viewer == declarer && !position.contract().is_hand() && position.skat().len() == 2;
    let skat = if knows_skat || !setup.has_skat() {
        Holding::full(position.skat())
    } else if setup.skat.more {
        setup.skat.clone()
    } else {
        Holding::unknown()
    };
    let blind = DealSetup { hands, skat, ..setup };
    blind.validate().map_err(|problems| ProofError::Position(problems.to_string()))
}

/// Whose node a position is.
pub(super) fn chooser(position: &Position, question: Claim) -> Chooser {
    let Some(turn) = position.turn() else { return Chooser::Nobody };
    let viewers = match position.view() {
        View::Seat(viewer) => turn == viewer,
        View::Open => turn.side(position.declarer()) == question.side,
    };
    if viewers { Chooser::Viewer } else { Chooser::Adversary }
}

/// The line of the position with every hand written out that the viewer knows, as the checker wants it.
pub(super) fn stated(position: &Position) -> Result<String, ProofError> {
    let mut setup = position.to_setup();
    if position.view() == View::Open {
        if position.open_hands().is_none() {
            return Err(OpenError::Unplaced.into());
        }
        for seat in Seat::ALL {
            setup.hands[seat] = Holding::full(position.start_hand(seat));
        }
        setup.skat = Holding::full(position.skat());
    }
    Ok(setup.to_string())
}
