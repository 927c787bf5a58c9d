//! What to think of a card, in words and in colour.

pub use crate::archive::explain::{card, ending, figures, forced, mark, title};

use crate::app::theme::Tokens;
use crate::archive::analysis::Judgement;
use egui::Color32;

/// The colour of the mark.
#[must_use]
pub fn colour(judgement: Judgement, tokens: &Tokens) -> Color32 {
    match judgement {
        Judgement::Blunder => tokens.bad,
        Judgement::Risk | Judgement::Doubtful | Judgement::Unclear => tokens.warn,
        _ => tokens.faint,
    }
}
