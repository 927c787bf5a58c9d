//! Where the player thinks that the hidden cards lie: those of which it knows more than counting says.

use super::list::small_card;
use crate::app::Cx;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::caption;
use crate::player::CardBelief;
use crate::solving::reasons::belief;
use egui::{Label, RichText, Ui};

/// Cards that are listed at most.
const MOST: usize = 8;
/// What moves a card by less is not worth a line.
const MOVED: f64 = 0.08;

/// By how much the likeliest place is likelier than by counting.
fn moved(belief: &CardBelief) -> f64 {
    let place = belief.place().index();
    belief.likely[place] - belief.counted[place]
}

/// Draws them, those about which most is known first.
pub(super) fn beliefs_ui(ui: &mut Ui, beliefs: &[CardBelief], cx: &Cx<'_>) {
    let mut telling: Vec<&CardBelief> = beliefs.iter().filter(|belief| moved(belief) >= MOVED).collect();
    if telling.is_empty() {
        return;
    }
    telling.sort_by(|a, b| moved(b).total_cmp(&moved(a)));
    caption(ui, cx.words.t("advice.beliefs")).on_hover_text(cx.words.t("advice.beliefs.why"));
    let deck = Deck { texts: &cx.words, tokens: &cx.tokens };
    for believed in telling.into_iter().take(MOST) {
        ui.horizontal_top(|ui| {
            small_card(ui, believed.card, &deck);
            let text = RichText::new(belief(&cx.words, believed)).color(cx.tokens.ink);
            ui.add(Label::new(text).wrap());
        });
    }
}
