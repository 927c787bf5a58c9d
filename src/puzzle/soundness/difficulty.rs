//! How hard a puzzle is, from things a person can follow.

use super::natural::Look;
use crate::cards::{Card, Cards};
use crate::words::Words;

/// An estimate and what it rests on.
///
/// ```
/// use kiebitz::puzzle::soundness::Difficulty;
/// let easy = Difficulty {
///     decisions: 1,
///     plausible: 0,
///     refuted_after: 0,
///     against_thumb: false,
///     against_sampling: None,
/// };
/// let hard = Difficulty { decisions: 5, plausible: 3, against_thumb: true, ..easy };
/// assert!(easy.grade() == 1 && hard.weight() > easy.weight());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// Cards of the solver on the main line where he could also have gone wrong.
    pub decisions: usize,
    /// Wrong first cards that look plausible.
    pub plausible: usize,
    /// Tricks until the last of them is refuted.
    pub refuted_after: usize,
    /// Whether rules of thumb play another card than the key.
    pub against_thumb: bool,
    /// Whether a player who imagines deals prefers another card; `None` with open cards.
    pub against_sampling: Option<bool>,
}

impl Difficulty {
    /// 1 easy, 2 medium, 3 hard.
    #[must_use]
    pub fn grade(&self) -> u8 {
        let weight = self.weight();
        if weight < 4.0 {
            1
        } else if weight < 7.0 {
            2
        } else {
            3
        }
    }

    /// The number behind the grade: each decision, each plausible wrong card and each trick until it is refuted
    /// adds to it, an unnatural key card most.
    #[must_use]
    pub fn weight(&self) -> f64 {
        let unnatural = 1.5 * f64::from(u8::from(self.against_thumb))
            + 2.0 * f64::from(u8::from(self.against_sampling == Some(true)));
        0.6 * self.decisions.min(6) as f64
            + 0.5 * self.plausible.min(5) as f64
            + 0.4 * self.refuted_after.min(6) as f64
            + unnatural
    }

    /// Easy, medium or hard.
    #[must_use]
    pub fn grade_name(&self, words: &Words) -> &'static str {
        match self.grade() {
            1 => words.t("difficulty.easy"),
            2 => words.t("difficulty.medium"),
            _ => words.t("difficulty.hard"),
        }
    }

    /// What the estimate rests on, one thing at a time.
    #[must_use]
    pub fn reasons(&self, words: &Words) -> Vec<String> {
        let count = |one, many, n: usize| words.count(one, many, n as u64);
        let mut parts = vec![count("difficulty.decision", "difficulty.decisions", self.decisions)];
        let tricks = count("difficulty.trick", "difficulty.tricks", self.refuted_after);
        if self.plausible > 0 {
            let (one, many) = ("difficulty.tempting_one", "difficulty.tempting");
            parts.push(words.count_with(one, many, self.plausible as u64, &[("tricks", &tricks)]));
        }
        if self.against_thumb {
            parts.push(words.t("difficulty.thumb").into());
        }
        if self.against_sampling == Some(true) {
            parts.push(words.t("difficulty.odds").into());
        }
        parts
    }

    /// The estimate as a sentence.
    #[must_use]
    pub fn words(&self, words: &Words) -> String {
        let (grade, name) = (self.grade(), self.grade_name(words));
        let reasons = self.reasons(words).join("; ");
        words.fill("difficulty.estimate", &[("n", &grade), ("name", &name), ("reasons", &reasons)])
    }
}

/// Which wrong cards look plausible: those that win in at least this share of imagined deals, or, with open
/// cards, those that are refuted only tricks later.
const PLAUSIBLE_SHARE: f64 = 0.6;
/// With open cards: a wrong card is plausible if its refutation takes at least so many tricks.
const PLAUSIBLE_TRICKS: usize = 2;

/// The estimate. `wrong` are the first cards that fail, with the number of cards until that is plain.
pub(super) fn estimate(look: &Look, keys: Cards, wrong: &[(Card, usize)], decisions: usize) -> Difficulty {
    let tricks = |cards: usize| cards.div_ceil(3);
    let plausible: Vec<usize> = wrong
        .iter()
        .filter(|(card, length)| match look.share(*card) {
            Some(share) => share >= PLAUSIBLE_SHARE,
            None => tricks(*length) >= PLAUSIBLE_TRICKS,
        })
        .map(|(_, length)| tricks(*length))
        .collect();
    Difficulty {
        decisions,
        plausible: plausible.len(),
        refuted_after: plausible.iter().copied().max().unwrap_or(0),
        against_thumb: look.thumb.is_some_and(|card| !keys.has(card)),
        against_sampling: look.favourite().map(|card| !keys.has(card)),
    }
}
