//! What the analysis found, in a few words.

use super::Summary;
use crate::words::Words;

/// What the analysis found, short enough for a column.
#[must_use]
pub fn marks(words: &Words, found: &Summary) -> String {
    let mut parts = Vec::new();
    for (forced, missed, risked) in [
        (found.declarer, "marks.declarer_missed", "marks.declarer_risked"),
        (found.defenders, "marks.defenders_missed", "marks.defenders_risked"),
    ] {
        let key = match (forced.missed, forced.lost) {
            (true, _) => missed,
            (false, Some(_)) => risked,
            _ => continue,
        };
        let text = words.find(key).unwrap_or(key);
        let at = match forced.lost.or(forced.first) {
            Some(card) if card < found.cards => words.fill("marks.at", &[("n", &(card + 1))]),
            _ => words.t("marks.at_end").to_string(),
        };
        parts.push(format!("{text} {at}"));
    }
    let mistakes = found.mistake_count();
    if mistakes > 0 && parts.is_empty() {
        parts.push(words.count("marks.mistake", "marks.mistakes", mistakes.into()));
    }
    // A quick analysis has not asked everything, and does not say so.
    if found.open_count() > 0 {
        parts.push(words.count("marks.open_one", "marks.open", found.open_count().into()));
    }
    if parts.is_empty() {
        parts.push(if found.cards == 0 { "–".into() } else { words.t("marks.clean").into() });
    }
    parts.join(", ")
}
