//! The proof tree as indented text, in signs that need no language.

use super::node::{Branch, Node, Question, Verdict, Wish};
use super::prover::{ProofError, Prover};
use crate::cards::Card;
use crate::deal::Position;
use crate::search::limits::Limits;

/// A card with its suit's symbol: `♣J`.
#[must_use]
pub fn symbol(card: Card) -> String {
    format!("{}{}", card.suit().symbol(), card.rank().letter())
}

/// The sign of a verdict.
#[must_use]
pub fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "✓",
        Verdict::Refuted => "✗",
        Verdict::Open => "…",
    }
}

impl Prover {
    /// The tree below a path, so many cards deep: one line for a card, or for several that differ only
    /// in name, with the seat that plays it, the sign of the verdict, and the points of both sides.
    ///
    /// # Errors
    /// As [`Prover::unfold`].
    pub fn text(
        &mut self,
        root: &Position,
        question: Question,
        path: &[Card],
        depth: usize,
        limits: &Limits,
    ) -> Result<String, ProofError> {
        let mut text = String::new();
        let mut path = path.to_vec();
        let node = self.unfold(root, question, &path, Wish::Proof, limits)?;
        self.write(&mut text, root, question, &mut path, &node, depth, 0, limits)?;
        Ok(text)
    }

    #[allow(clippy::too_many_arguments)]
    fn write(
        &mut self,
        text: &mut String,
        root: &Position,
        question: Question,
        path: &mut Vec<Card>,
        node: &Node,
        depth: usize,
        indent: usize,
        limits: &Limits,
    ) -> Result<(), ProofError> {
        if depth == 0 {
            return Ok(());
        }
        for branch in node.branches.iter().filter(|branch| branch.twin_of.is_none()) {
            path.push(branch.card);
            let next = self.unfold(root, question, path, Wish::Proof, limits)?;
            let twin = |other: &&Branch| other.card == branch.card || other.twin_of == Some(branch.card);
            let cards: Vec<String> =
                node.branches.iter().filter(twin).map(|branch| symbol(branch.card)).collect();
            let [declarer, defenders] = next.points;
            let (seat, cards, sign) = (branch.seat, cards.join(" "), sign(branch.verdict));
            let tricks = if next.position.trick().is_empty() {
                format!("  {declarer}:{defenders}")
            } else {
                String::new()
            };
            let end = if next.settled.is_some() { "." } else { "" };
            text.push_str(&format!("{:indent$}{seat} {cards} {sign}{end}{tricks}\n", ""));
            self.write(text, root, question, path, &next, depth - 1, indent + 2, limits)?;
            path.pop();
        }
        Ok(())
    }
}
