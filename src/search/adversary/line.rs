//! How it goes on if everybody does his best: what a wrong card leads to, and what a right one.

use super::Adversary;
use crate::cards::Card;
use crate::deal::Position;
use crate::search::limits::Limits;
use crate::search::proof::{Claim, ProofError};

impl Adversary {
    /// The cards that follow if the person and the others choose as [`Adversary::best`] and
    /// [`Adversary::reply`] do, until the outcome is certain. After a wrong card this is its refutation.
    ///
    /// # Errors
    /// If the position or the goal is not for the search.
    pub fn line(
        &mut self,
        position: &Position,
        question: Claim,
        limits: &Limits,
    ) -> Result<Option<Vec<Card>>, ProofError> {
        let mut position = position.clone();
        let mut line = Vec::new();
        // A trick that has begun is played to its end.
        let open = |position: &Position| question.outcome(position).is_none() || !position.trick().is_empty();
        while position.turn().is_some() && open(&position) {
            let card = if question.is_persons_turn(&position) {
                self.best(&position, question, limits)?
            } else {
                self.reply(&position, question, limits)?.map(|reply| reply.card)
            };
            let Some(card) = card else { return Ok(None) };
            position = super::after(&position, card)?;
            line.push(card);
        }
        Ok(Some(line))
    }
}
