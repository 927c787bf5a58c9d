//! The question of a proof as a game: whose cards the person plays, and when it is over.

use crate::cards::Cards;
use crate::deal::{Holding, Place, Position, View};
use crate::knowledge::Knowledge;
use crate::rules::{Goal, Seat, Side};
use crate::search::proof::{Claim, ProofError};

impl Claim {
    /// Whether the person plays this seat's cards.
    #[must_use]
    pub fn plays(self, position: &Position, seat: Seat) -> bool {
        match position.view() {
            View::Open => seat.side(position.declarer()) == self.side,
            View::Seat(viewer) => seat == viewer,
        }
    }

    /// Whether the person is on turn.
    #[must_use]
    pub fn is_persons_turn(self, position: &Position) -> bool {
        position.turn().is_some_and(|seat| self.plays(position, seat))
    }

    /// Whether the person has what he wants if the declarer reaches the goal, or not.
    #[must_use]
    pub fn won_if(self, declarer_reaches: bool) -> bool {
        declarer_reaches == (self.side == Side::Declarer)
    }

    /// Whether the person has won, as far as plain counting tells; `None` while it is open.
    #[must_use]
    pub fn outcome(self, position: &Position) -> Option<bool> {
        let over = position.turn().is_none();
        let unless = |missed: bool| if missed { Some(false) } else { over.then_some(true) };
        let reached = match self.goal {
            Goal::EveryTrick => unless(position.has_trick(Side::Defenders)),
            Goal::NoTrick => unless(position.has_trick(Side::Declarer)),
            Goal::Points(goal) => {
                // What must lie in the skat is the declarer's; all else is still to be won.
                let finished: Cards = position.tricks().flatten().map(|play| play.card).collect();
                let skat = known_skat(position);
                let rest = Cards::ALL - position.gone() - finished - skat;
                let has = u16::from(position.points(Side::Declarer)) + u16::from(skat.points());
                if has >= u16::from(goal) {
                    Some(true)
                } else {
                    (over || has + u16::from(rest.points()) < u16::from(goal)).then_some(false)
                }
            }
        };
        reached.map(|reached| self.won_if(reached))
    }
}

fn known_skat(position: &Position) -> Cards {
    match position.view() {
        View::Open => position.skat(),
        View::Seat(viewer) => {
            Knowledge::of(position, viewer).map_or(Cards::NONE, |knowledge| knowledge.fixed(Place::Skat))
        }
    }
}

/// One deal that fits everything that was seen: the position with every card in its place. `number`
/// chooses among the deals; with open cards there is only one.
///
/// # Errors
/// If the viewer's own hand is not given in full.
pub fn reveal(position: &Position, number: u64) -> Result<Position, ProofError> {
    let View::Seat(viewer) = position.view() else { return Ok(position.clone()) };
    let knowledge = Knowledge::of(position, viewer)?;
    let mut setup = position.to_setup();
    if let Some(world) = knowledge.world(number % knowledge.count().max(1)) {
        for seat in Seat::ALL {
            setup.hands[seat] = Holding::full(position.played_by(seat) | world.hands[seat]);
        }
        setup.skat = Holding::full(world.skat);
    }
    setup.validate().map_err(|problems| ProofError::Position(problems.to_string()))
}
