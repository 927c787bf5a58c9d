//! Why a card fails: the line that beats it, and one deal in which it does.

use super::node::{Claim, Verdict};
use super::prover::{ProofError, Prover, Step};
use crate::cards::{Card, Cards};
use crate::deal::{Holding, Place, Position, View};
use crate::knowledge::{Knowledge, World};
use crate::rules::{BySeat, Seat};
use crate::search::limits::{Limits, Watch};

/// A card of the viewer refuted.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, proof::{Claim, Prover}};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let (claim, ace) = (Claim::new(&position, "90".parse().unwrap()), "SA".parse().unwrap());
/// let found = Prover::with_table(1).refutation(&position, claim, &[], ace, &Limits::none()).unwrap();
/// // Somebody without a spade takes the ace with the jack of spades.
/// assert_eq!(found.line[0], ace);
/// assert!(found.line.contains(&"SJ".parse().unwrap()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The cards that fall, the refuted one first: best play of the adversaries, and the viewer's best
    /// tries. After the last one the viewer's aim is lost by counting.
    pub line: Vec<Card>,
    /// One deal that goes with this line and with everything known: the hands at the point where the
    /// refuted card is played, and the skat.
    pub hands: BySeat<Cards>,
    /// The skat of that deal.
    pub skat: Cards,
    /// The whole position in that deal, before the refuted card falls, in the same view.
    pub position: Position,
}

impl Prover {
    /// For a card of the viewer that fails at the end of the path: the line that beats it and one deal.
    ///
    /// # Errors
    /// As [`Prover::unfold`]; if the card does not fail, or the limits end the search.
    pub fn refutation(
        &mut self,
        root: &Position,
        question: Claim,
        path: &[Card],
        card: Card,
        limits: &Limits,
    ) -> Result<Refutation, ProofError> {
        let before = Prover::step(root, question.goal, path)?;
        let number = path.len() + 1;
        let mut step = before.after(card).ok_or(ProofError::Path { number, card })?;
        let mut watch = Watch::new(limits);
        match self.verdict(&step, question, &mut watch) {
            Verdict::Refuted => {}
            Verdict::Proved => return Err(ProofError::NotRefuted(card)),
            Verdict::Open => return Err(ProofError::Stopped),
        }
        let mut line = vec![card];
        while step.settled(question.goal).is_none() {
            let card = self.critical(&step, question, limits, &mut watch).ok_or(ProofError::Stopped)?;
            step = step.after(card).ok_or(ProofError::Contradiction)?;
            line.push(card);
        }
        deal(&before, &step, line)
    }
}

/// A deal of those left at the end of the line, as it was before the line.
fn deal(before: &Step, end: &Step, line: Vec<Card>) -> Result<Refutation, ProofError> {
    let position = &end.position;
    let World { hands, skat } = match position.view() {
        View::Seat(viewer) => {
            Knowledge::of(position, viewer)?.worlds().next().ok_or(ProofError::Contradiction)?
        }
        View::Open => {
            let hands = position.open_hands().ok_or(ProofError::Contradiction)?;
            World { hands, skat: position.skat() }
        }
    };
    let played = |seat: Seat| position.played_by(seat) - before.position.played_by(seat);
    let mut setup = before.position.to_setup();
    // A hand named in full informs nobody. What was known of it stays known: those cards are not elsewhere.
    let holdings = setup.hands.0.iter().chain(std::iter::once(&setup.skat));
    let known: Vec<Cards> =
        holdings.map(|holding| if holding.more { holding.set() } else { Cards::NONE }).collect();
    for place in Place::ALL {
        let elsewhere = Place::ALL.into_iter().zip(&known).filter(|(other, _)| *other != place);
        setup.not[place.index()] |= elsewhere.fold(Cards::NONE, |cards, (_, &known)| cards | known);
    }
    for seat in Seat::ALL {
        setup.hands[seat] = Holding::full(hands[seat] | position.played_by(seat));
    }
    setup.skat = Holding::full(skat);
    let whole = setup.validate().map_err(|problems| ProofError::Position(problems.to_string()))?;
    let hands = BySeat::from_fn(|seat| hands[seat] | played(seat));
    Ok(Refutation { line, hands, skat, position: whole })
}
