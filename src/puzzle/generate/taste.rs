//! What solvers value in a puzzle, and what they do not: a key that is quiet or surprising, a natural card that fails for a
//! reason, few cards, one theme, nothing to spare. A key that only takes a fat trick is no puzzle.

use super::Motif;
use crate::cards::Card;
use crate::puzzle::Puzzle;
use crate::puzzle::soundness::{Finding, Report};
use crate::puzzle::wording::Solution;
use crate::words::Words;
use std::fmt;

/// Points of a trick that anybody would take.
const FAT: u8 = 10;
/// Later choices that still count.
const CHOICES: usize = 4;
/// Hands of so many cards are neither short nor long.
const USUAL: usize = 6;

/// Something that speaks for a puzzle, or against it.
///
/// ```
/// use kiebitz::puzzle::generate::Merit;
/// // A small card as the key speaks for a puzzle, a fat trick against it.
/// assert!(Merit::QuietKey.weight() > 0.0 && Merit::FatTrick.weight() < 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merit {
    /// The key is a small card that takes nothing.
    QuietKey,
    /// Rules of thumb play another card.
    AgainstThumb,
    /// Whoever imagines deals and counts prefers another card.
    AgainstOdds,
    /// It can be said which trick the tempting card loses.
    FailsForAReason,
    /// So few cards, or so many.
    Cards(usize),
    /// It is about one thing.
    OneTheme,
    /// About several.
    Themes(usize),
    /// The goal is reached exactly.
    NothingToSpare,
    /// The whole way is forced.
    OnlyWay,
    /// So often another card does as well later.
    LaterChoices(usize),
    /// The key takes a fat trick as the last to play.
    FatTrick,
}

impl Merit {
    /// How much it counts.
    #[must_use]
    pub fn weight(self) -> f64 {
        match self {
            Merit::QuietKey | Merit::AgainstThumb => 3.0,
            Merit::AgainstOdds => 4.0,
            Merit::FailsForAReason | Merit::NothingToSpare => 2.0,
            Merit::Cards(cards) => 0.6 * (USUAL as f64 - cards as f64),
            Merit::OneTheme => 1.5,
            Merit::Themes(_) | Merit::OnlyWay => 1.0,
            Merit::LaterChoices(choices) => -0.5 * choices.min(CHOICES) as f64,
            Merit::FatTrick => -5.0,
        }
    }

    /// The merit in words.
    #[must_use]
    pub fn words(self, words: impl Into<Words>) -> String {
        let words = &words.into();
        let key = match self {
            Merit::QuietKey => "taste.quiet",
            Merit::AgainstThumb => "taste.thumb",
            Merit::AgainstOdds => "taste.odds",
            Merit::FailsForAReason => "taste.reason",
            Merit::Cards(cards) => return words.count("taste.card", "taste.cards", cards as u64),
            Merit::OneTheme => "taste.one_theme",
            Merit::Themes(_) => "taste.themes",
            Merit::NothingToSpare => "taste.exact",
            Merit::OnlyWay => "taste.only_way",
            Merit::LaterChoices(choices) => {
                return words.count("taste.choice", "taste.choices", choices as u64);
            }
            Merit::FatTrick => "taste.fat_trick",
        };
        words.t(key).into()
    }
}

/// For machines: `quiet-key`, `cards`, …
impl fmt::Display for Merit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Merit::QuietKey => "quiet-key",
            Merit::AgainstThumb => "against-thumb",
            Merit::AgainstOdds => "against-odds",
            Merit::FailsForAReason => "fails-for-a-reason",
            Merit::Cards(_) => "cards",
            Merit::OneTheme => "one-theme",
            Merit::Themes(_) => "themes",
            Merit::NothingToSpare => "nothing-to-spare",
            Merit::OnlyWay => "only-way",
            Merit::LaterChoices(_) => "later-choices",
            Merit::FatTrick => "fat-trick",
        })
    }
}

/// Everything that speaks for a checked puzzle with one key card, or against it, what counts most first.
pub(super) fn merits(puzzle: &Puzzle, report: &Report, motifs: &[Motif], solution: &Solution) -> Vec<Merit> {
    let position = &puzzle.position;
    let mut merits = Vec::new();
    if let Some(key) = report.keys.iter().next() {
        merits.extend(of_key(puzzle, key));
    }
    if let Some(difficulty) = report.difficulty() {
        merits.extend(difficulty.against_thumb.then_some(Merit::AgainstThumb));
        merits.extend((difficulty.against_sampling == Some(true)).then_some(Merit::AgainstOdds));
    }
    merits.extend(solution.fails_for_a_reason().then_some(Merit::FailsForAReason));
    merits.extend(position.turn().map(|turn| Merit::Cards(position.cards_left(turn))));
    merits.extend(match motifs.len() {
        0 => None,
        1 => Some(Merit::OneTheme),
        several => Some(Merit::Themes(several)),
    });
    let count = |test: fn(&Finding) -> bool| report.findings.iter().filter(|&finding| test(finding)).count();
    merits.extend((count(|one| matches!(one, Finding::Exact(_))) > 0).then_some(Merit::NothingToSpare));
    merits.extend((count(|one| matches!(one, Finding::NoChoice)) > 0).then_some(Merit::OnlyWay));
    let later = count(|one| matches!(one, Finding::Choice { .. }));
    merits.extend((later > 0).then_some(Merit::LaterChoices(later)));
    merits.sort_by(|a, b| b.weight().abs().total_cmp(&a.weight().abs()));
    merits
}

/// Whether the key is quiet, or only takes a fat trick.
fn of_key(puzzle: &Puzzle, key: Card) -> Option<Merit> {
    let position = &puzzle.position;
    let (game, trick) = (position.game(), position.trick());
    let takes = trick.iter().all(|play| game.beats(key, play.card)) && !trick.is_empty();
    let points = trick.iter().map(|play| play.card.points()).sum::<u8>() + key.points();
    if takes && trick.len() == 2 && points >= FAT {
        return Some(Merit::FatTrick);
    }
    let small = key.points() < FAT && !game.trumps().has(key);
    (small && !takes).then_some(Merit::QuietKey)
}
