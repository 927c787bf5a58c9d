//! "The rest is mine": whether it is, whatever the others hold. The others take nobody's word for it.

use crate::deal::{DealSetup, Holding, Place, Position, View};
use crate::engine::JobContext;
use crate::knowledge::Knowledge;
use crate::rules::{Contract, Game, Goal, Seat, Side};
use crate::search::Limits;
use crate::search::adversary::Adversary;
use crate::search::proof::{Claim, ProofError, Prover, Refutation};

/// Nodes that a claim may take: what takes longer is not obvious to anybody.
const NODES: u64 = 4_000_000;
/// Memory for it, in megabytes.
const MEMORY: usize = 48;
/// All points of a game.
const ALL: u8 = 120;

/// What becomes of a claim.
#[derive(Clone, Debug)]
pub(crate) enum Claimed {
    /// It holds against every deal and every play.
    Granted,
    /// It does not: one deal in which it fails, if one was worked out.
    Refused(Option<Box<Refutation>>),
    /// It took too long.
    Unclear,
}

/// What the person would have to reach alone, as a game of its own, and the goal; `None` where nothing can be claimed now: it
/// takes his turn, and for a defender his lead.
#[must_use]
pub(crate) fn rest(seen: &Position, me: Seat) -> Option<(Position, Goal)> {
    if seen.turn() != Some(me) {
        return None;
    }
    let seen = seen.with_view(View::Seat(me));
    let lost = seen.points(Side::Defenders);
    if me == seen.declarer() {
        let goal = match seen.game() {
            Game::Null => Goal::NoTrick,
            _ if !seen.has_trick(Side::Defenders) => Goal::EveryTrick,
            // All that has not been lost yet.
            _ => Goal::Points(ALL - lost),
        };
        return Some((seen, goal));
    }
    if seen.game() == Game::Null || !seen.trick().is_empty() {
        return None;
    }
    // A defender's rest is a game that he plays alone, with the trumps as they are.
    let knowledge = Knowledge::of(&seen, me).ok()?;
    let mut setup = DealSetup {
        contract: Some(Contract::hand_game(seen.game())),
        declarer: Some(me),
        lead: me,
        gone: seen.gone().iter().chain(seen.history().iter().map(|play| play.card)).collect(),
        view: Some(View::Seat(me)),
        ..DealSetup::default()
    };
    setup.hands[me] = Holding::full(seen.hand(me));
    for place in Place::ALL.into_iter().filter(|&place| place != Place::Hand(me)) {
        setup.not[place.index()] = knowledge.unseen() - knowledge.places().may(place);
    }
    Some((setup.validate().ok()?, Goal::EveryTrick))
}

/// Looks into it.
///
/// # Errors
/// If the position is not for the search.
pub(crate) fn check(rest: &Position, goal: Goal, limits: &Limits) -> Result<Claimed, ProofError> {
    let limits = &Limits { nodes: Some(NODES), ..limits.clone() };
    let claim = Claim::new(rest, goal);
    let mut adversary = Adversary::with_table(MEMORY);
    Ok(match adversary.decide(rest, claim, limits)? {
        Some(true) => Claimed::Granted,
        None => Claimed::Unclear,
        Some(false) => {
            let best = adversary.best(rest, claim, limits)?;
            let refuted = best
                .and_then(|card| Prover::with_table(MEMORY).refutation(rest, claim, &[], card, limits).ok());
            Claimed::Refused(refuted.map(Box::new))
        }
    })
}

/// The same on a background thread.
pub(crate) fn ask((rest, goal): &(Position, Goal), job: &JobContext<Claimed>) {
    let claimed = check(rest, *goal, &job.monitor().limits()).unwrap_or(Claimed::Unclear);
    if !job.monitor().is_stopped() {
        job.tell(claimed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_hold_or_fall_by_what_the_others_may_hold() {
        // The jack of spades is out: with both jacks the rest is his, with one it is not.
        let gone = "gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9";
        let seen: Position =
            format!("contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 {gone}").parse().unwrap();
        let (position, goal) = rest(&seen, Seat::Forehand).unwrap();
        assert_eq!(goal, Goal::EveryTrick);
        assert!(matches!(check(&position, goal, &Limits::none()), Ok(Claimed::Granted)), "jack, then ace");
        let seen: Position = format!(
            "contract=G declarer=F F=CJ.SK skat=D7.D8 view=F points=60:0 {}",
            gone.replace("SQ", "SA")
        )
        .parse()
        .unwrap();
        let (position, goal) = rest(&seen, Seat::Forehand).unwrap();
        let Ok(Claimed::Refused(Some(deal))) = check(&position, goal, &Limits::none()) else {
            panic!("the ten takes the king")
        };
        assert!(deal.position.open_hands().is_some());
        assert!(rest(&seen, Seat::Middlehand).is_none(), "it is not his turn");
    }

    #[test]
    fn a_defender_claims_alone() {
        let line = "contract=G declarer=F M=CJ.SJ view=M lead=M points=20:40 \
            gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9";
        let seen: Position = line.parse().unwrap();
        let (position, goal) = rest(&seen, Seat::Middlehand).unwrap();
        assert_eq!((position.declarer(), goal), (Seat::Middlehand, Goal::EveryTrick));
        assert!(matches!(check(&position, goal, &Limits::none()), Ok(Claimed::Granted)));
    }
}
