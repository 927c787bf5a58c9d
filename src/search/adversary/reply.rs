//! Choosing a card: for the others the one that hurts most, for the person the one that serves him best.

use super::{Adversary, after};
use crate::cards::Card;
use crate::deal::{Position, View};
use crate::knowledge::Knowledge;
use crate::rules::{Goal, Side};
use crate::search::limits::Limits;
use crate::search::open::Bounds;
use crate::search::proof::{Claim, ProofError, Resistance, STYLE};

/// The most points there are.
const ALL_POINTS: u8 = 120;

/// A card chosen for the others.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, adversary::Adversary, proof::Claim};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let claim = Claim::new(&position, "90".parse().unwrap());
/// let mut position = position;
/// position.play("SA".parse().unwrap()).unwrap();
/// // The ace was wrong: there is a card that takes the win.
/// let reply = Adversary::with_table(3).reply(&position, claim, &Limits::none()).unwrap().unwrap();
/// assert!(position.playable().has(reply.card) && !reply.person_wins);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The card.
    pub card: Card,
    /// Whether the person still has what he wants by force after it: exactly if he had it before.
    pub person_wins: bool,
    /// Deals that he cannot rule out after it.
    pub worlds: u64,
}

/// A card that is weighed.
struct Choice {
    card: Card,
    after: Position,
    /// What the person is sure of after it, and what he may hope for at most: more is better for him.
    sure: (u8, u8),
}

impl Adversary {
    /// The card that hurts the person most, played by whoever of the others is on turn: one that takes his
    /// win if any does, and leaves him the least. If none does, they are lost and resist: the card that puts the end off longest;
    /// then the one after which the fewest of his cards are right, and the one that comes to mind is not; then the one that leaves
    /// him the least; then the one that tells him least.
    ///
    /// # Errors
    /// If the position or the goal is not for the search.
    pub fn reply(
        &mut self,
        position: &Position,
        question: Claim,
        limits: &Limits,
    ) -> Result<Option<Reply>, ProofError> {
        let asked = (position.to_string(), question);
        if let Some(&reply) = self.replies.get(&asked) {
            return Ok(Some(reply));
        }
        let Some((person_wins, mut choices)) = self.weigh(position, question, false, limits)? else {
            return Ok(None);
        };
        let least = choices.iter().map(|choice| (choice.sure.1, choice.sure.0)).min();
        choices.retain(|choice| Some((choice.sure.1, choice.sure.0)) == least);
        let mut best: Option<Reply> = None;
        for choice in &choices {
            let reply = Reply { card: choice.card, person_wins, worlds: worlds(&choice.after)? };
            if best.is_none_or(|best| reply.worlds > best.worlds) {
                best = Some(reply);
            }
        }
        if let Some(reply) = best.filter(|_| !is_cancelled(limits)) {
            self.replies.insert(asked, reply);
        }
        Ok(best)
    }

    /// The card that serves the person best: one that keeps what he wants, if any does; of those the one
    /// that brings him the most. If he has lost, the one with which he holds out longest, and then the one that is hardest to meet.
    ///
    /// # Errors
    /// If the position or the goal is not for the search.
    pub fn best(
        &mut self,
        position: &Position,
        question: Claim,
        limits: &Limits,
    ) -> Result<Option<Card>, ProofError> {
        let Some((_, choices)) = self.weigh(position, question, true, limits)? else { return Ok(None) };
        let most = choices.iter().map(|choice| choice.sure).max();
        Ok(choices.iter().find(|choice| Some(choice.sure) == most).map(|choice| choice.card))
    }

    /// Whether the person has what he wants after the cards that whoever chooses prefers, and what each of these leaves him.
    fn weigh(
        &mut self,
        position: &Position,
        question: Claim,
        for_person: bool,
        limits: &Limits,
    ) -> Result<Option<(bool, Vec<Choice>)>, ProofError> {
        let Some(judged) = self.cards(position, question, limits)? else { return Ok(None) };
        let wished = judged.iter().any(|card| card.keeps == for_person);
        let keeps = if wished { for_person } else { !for_person };
        let cards: Vec<Card> =
            judged.iter().filter(|card| card.keeps == keeps).map(|card| card.card).collect();
        let cards = self.in_style(position, question, (keeps, wished), cards, limits)?;
        let mut choices = Vec::new();
        for card in cards {
            choices.push(Choice { card, after: after(position, card)?, sure: (0, 0) });
        }
        if choices.len() > 1 {
            let limits = share(limits, choices.len());
            for choice in &mut choices {
                choice.sure = sure(self.value(&choice.after, &limits)?, question.side);
            }
        }
        Ok((!is_cancelled(limits)).then_some((keeps, choices)))
    }

    /// Of cards that are alike in the verdict: if they lose, those that resist; where tricks count and not points, else those
    /// that bring the end soonest.
    fn in_style(
        &mut self,
        position: &Position,
        question: Claim,
        (keeps, wins): (bool, bool),
        cards: Vec<Card>,
        limits: &Limits,
    ) -> Result<Vec<Card>, ProofError> {
        let counts = matches!(question.goal, Goal::Points(_));
        if cards.len() < 2 || wins && counts || question.outcome(position).is_some() {
            return Ok(cards);
        }
        let reaches = keeps == (question.side == Side::Declarer);
        let solvers = (&mut self.open, &mut self.paranoia);
        let (mut resistance, state) = Resistance::of(solvers, position, question.goal, reaches, limits)?;
        if wins {
            return Ok(resistance.soonest(&state, &cards));
        }
        let longest = resistance.longest(&state, &cards);
        Ok(resistance.hardest(&state, longest))
    }
}

fn is_cancelled(limits: &Limits) -> bool {
    limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled())
}

/// The limits for one of so many questions of style. The verdict itself is always searched to the end.
fn share(limits: &Limits, questions: usize) -> Limits {
    let share = STYLE / questions.max(1) as u64;
    Limits { nodes: Some(share.min(limits.nodes.unwrap_or(share))), ..limits.clone() }
}

/// The value as the person sees it: more is better.
fn sure(value: Bounds, side: Side) -> (u8, u8) {
    match side {
        Side::Declarer => (value.low, value.high),
        Side::Defenders => (ALL_POINTS - value.high.min(ALL_POINTS), ALL_POINTS - value.low.min(ALL_POINTS)),
    }
}

fn worlds(position: &Position) -> Result<u64, ProofError> {
    Ok(match position.view() {
        View::Open => 1,
        View::Seat(viewer) => Knowledge::of(position, viewer)?.count(),
    })
}
