//! What a puzzle is about.

use crate::deal::View;
use crate::puzzle::Puzzle;
use crate::puzzle::soundness::{Difficulty, Finding, Report};
use std::fmt;
use std::str::FromStr;

/// A motif.
///
/// ```
/// use kiebitz::puzzle::generate::Motif;
/// assert_eq!("trap".parse(), Ok(Motif::Trap));
/// assert!(Motif::Trap.needs_hidden_cards() && !Motif::Lead.needs_hidden_cards());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Motif {
    /// A player who imagines deals and counts wins and points prefers a wrong card, though a forced win exists.
    Odds,
    /// A card that wins with open cards is wrong for the player at the table.
    Trap,
    /// The key card does not follow suit, and rules of thumb would play another.
    Throw,
    /// Only one lead of a defender beats the game.
    Lead,
    /// Nothing is forced: one card wins in clearly the most deals, and it is not the natural one.
    Chance,
}

impl Motif {
    /// All of them.
    pub const ALL: [Motif; 5] = [Motif::Odds, Motif::Trap, Motif::Throw, Motif::Lead, Motif::Chance];

    /// Whether it lives on what the player does not see, so that no puzzle with open cards has it.
    #[must_use]
    pub const fn needs_hidden_cards(self) -> bool {
        matches!(self, Motif::Odds | Motif::Trap | Motif::Chance)
    }
}

/// `odds`, `trap`, `throw`, `lead`, `chance`.
impl fmt::Display for Motif {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Motif::Odds => "odds",
            Motif::Trap => "trap",
            Motif::Throw => "throw",
            Motif::Lead => "lead",
            Motif::Chance => "chance",
        })
    }
}

/// A text that is no motif; it holds a short piece of it.
///
/// ```
/// use kiebitz::puzzle::generate::Motif;
/// let error = "sheep".parse::<Motif>().unwrap_err();
/// assert_eq!(error.to_string(), "'sheep' is no motif: odds, trap, throw, lead or chance");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no motif: odds, trap, throw, lead or chance")]
pub struct MotifError(pub String);

impl FromStr for Motif {
    type Err = MotifError;

    fn from_str(text: &str) -> Result<Motif, MotifError> {
        let found = Motif::ALL.into_iter().find(|motif| motif.to_string() == text.to_lowercase());
        found.ok_or_else(|| MotifError(crate::plain::quote(text)))
    }
}

/// The motifs that a checked puzzle shows.
pub(super) fn motifs(puzzle: &Puzzle, report: &Report, difficulty: &Difficulty) -> Vec<Motif> {
    let position = &puzzle.position;
    let mut motifs = Vec::new();
    if difficulty.against_sampling == Some(true) {
        motifs.push(Motif::Odds);
    }
    let trap = report.findings.iter().any(|finding| matches!(finding, Finding::Trap { .. }));
    if trap && position.view() != View::Open {
        motifs.push(Motif::Trap);
    }
    let thrown = position.trick().first().is_some_and(|lead| {
        let group = position.game().group(lead.card);
        report.keys.iter().all(|card| !group.has(card))
    });
    if thrown && difficulty.against_thumb {
        motifs.push(Motif::Throw);
    }
    let defender = position.turn() != Some(position.declarer());
    if defender && position.trick().is_empty() && report.declarer_wins == Some(false) {
        motifs.push(Motif::Lead);
    }
    motifs
}
