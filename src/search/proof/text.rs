//! The proof tree as indented text, in signs that need no language.

use super::node::{Branch, Claim, Detail, Node, Verdict};
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
        question: Claim,
        path: &[Card],
        depth: usize,
        limits: &Limits,
    ) -> Result<String, ProofError> {
        let node = self.unfold(root, question, path, Detail::Proof, limits)?;
        let path = path.to_vec();
        let mut writer = Writer { prover: self, root, question, limits, path, text: String::new() };
        writer.write(&node, depth, 0)?;
        Ok(writer.text)
    }
}

/// Writes one tree.
struct Writer<'a> {
    prover: &'a mut Prover,
    root: &'a Position,
    question: Claim,
    limits: &'a Limits,
    path: Vec<Card>,
    text: String,
}

impl Writer<'_> {
    fn write(&mut self, node: &Node, depth: usize, indent: usize) -> Result<(), ProofError> {
        if depth == 0 {
            return Ok(());
        }
        for branch in node.branches.iter().filter(|branch| branch.twin_of.is_none()) {
            self.path.push(branch.card);
            let next =
                self.prover.unfold(self.root, self.question, &self.path, Detail::Proof, self.limits)?;
            let twin = |other: &&Branch| other.card == branch.card || other.twin_of == Some(branch.card);
            let cards: Vec<String> =
                node.branches.iter().filter(twin).map(|branch| symbol(branch.card)).collect();
            let [declarer, defenders] = next.points;
            let (seat, cards, sign) = (branch.seat, cards.join(" "), sign(branch.verdict));
            let trick_ends = next.position.trick().is_empty();
            let points = if trick_ends { format!("  {declarer}:{defenders}") } else { String::new() };
            let end = if next.settled.is_some() { "." } else { "" };
            self.text.push_str(&format!("{:indent$}{seat} {cards} {sign}{end}{points}\n", ""));
            self.write(&next, depth - 1, indent + 2)?;
            self.path.pop();
        }
        Ok(())
    }
}
