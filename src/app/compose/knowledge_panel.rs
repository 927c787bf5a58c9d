//! What is known of cards that nobody has seen: which of them a hand or the skat does not hold.

use super::Compose;
use crate::app::Cx;
use crate::app::common::document::history::Step;
use crate::app::widgets::fields::caption;
use crate::cards::Cards;
use crate::deal::Place;
use egui::{CollapsingHeader, Ui};

impl Compose {
    /// A part that is folded until there is something in it.
    pub(super) fn knowledge_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let setup = &self.document().setup;
        let not = setup.not;
        // Only places with cards that are not named have anything to be ruled out.
        let unsure = Place::ALL.map(|place| self.document().holding(place).more);
        let told = |place: Place| !not[place.index()].is_empty();
        if !Place::ALL.into_iter().any(|place| unsure[place.index()] || told(place)) {
            return;
        }
        let known = Place::ALL.into_iter().any(told);
        CollapsingHeader::new(words.t("field.known")).id_salt("known").default_open(known).show(ui, |ui| {
            for place in Place::ALL.into_iter().filter(|place| unsure[place.index()] || told(*place)) {
                let name = words.fill("field.not", &[("place", &words.place(place))]);
                caption(ui, &name).on_hover_text(words.t("field.not.why"));
                let now: Cards = not[place.index()];
                if let Some(cards) = self.pages.not[place.index()].ui(ui, &name, now, cx) {
                    self.edit(Step::named("step.not"), |document| document.setup.not[place.index()] = cards);
                }
            }
        });
    }
}
