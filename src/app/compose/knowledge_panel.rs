//! What is known of cards that nobody has seen: which of them a hand or the skat does not hold, and how suits are split between
//! the defenders.

use super::Compose;
use crate::app::Cx;
use crate::app::common::document::history::Step;
use crate::app::widgets::fields::{self, caption};
use crate::deal::{Place, Split, SplitGroup};
use egui::{CollapsingHeader, Grid, Ui, vec2};

/// Width of the choice of a split.
const SPLIT: f32 = 120.0;

impl Compose {
    /// A part that is folded until there is something in it.
    pub(super) fn knowledge_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let document = self.document();
        let not = document.setup.not;
        // Only places with cards that are not named have anything to be ruled out.
        let told = |place: Place| !not[place.index()].is_empty();
        let places: Vec<Place> =
            Place::ALL.into_iter().filter(|&place| document.holding(place).more || told(place)).collect();
        let splits = self.splits();
        if places.is_empty() && splits.is_empty() {
            return;
        }
        let known = places.iter().any(|&place| told(place)) || !document.setup.splits.is_empty();
        let header = CollapsingHeader::new(cx.words.t("field.known")).id_salt("known").default_open(known);
        header.show(ui, |ui| {
            self.splits_ui(ui, splits, cx);
            for place in places {
                let name = cx.words.fill("field.not", &[("place", &cx.words.place(place))]);
                caption(ui, &name).on_hover_text(cx.words.t("field.not.why"));
                if let Some(cards) = self.pages.not[place.index()].ui(ui, &name, not[place.index()], cx) {
                    self.edit(Step::named("step.not"), |document| document.setup.not[place.index()] = cards);
                }
            }
        });
    }

    /// Every suit of which a split can be said, with what can be said.
    fn splits(&self) -> Vec<(SplitGroup, Vec<Split>)> {
        let document = self.document();
        let Some(contract) = document.setup.contract else { return Vec::new() };
        let groups = SplitGroup::of(contract.game()).into_iter();
        let offered = groups.map(|group| (group, document.possible_splits(group)));
        offered
            .filter(|(group, offered)| {
                document.split(*group).is_some() || document.has_open_defenders() && !offered.is_empty()
            })
            .collect()
    }

    fn splits_ui(&mut self, ui: &mut Ui, splits: Vec<(SplitGroup, Vec<Split>)>, cx: &Cx<'_>) {
        if splits.is_empty() {
            return;
        }
        let words = cx.words;
        caption(ui, words.t("field.split")).on_hover_text(words.t("field.split.why"));
        Grid::new("splits").num_columns(2).spacing(vec2(12.0, 6.0)).show(ui, |ui| {
            for (group, offered) in splits {
                let name = words.split_group(group);
                ui.label(name);
                let now = self.document().split(group);
                let said = now.into_iter().chain(offered.into_iter().filter(|split| Some(*split) != now));
                let said: Vec<(Option<Split>, String)> = said
                    .map(|split| (Some(split), format!("{}–{}", split.counts()[0], split.counts()[1])))
                    .collect();
                let none = (None, words.t("split.unknown"));
                let options: Vec<(Option<Split>, &str)> = [none]
                    .into_iter()
                    .chain(said.iter().map(|(split, text)| (*split, text.as_str())))
                    .collect();
                let mut next = now;
                let accessible = words.fill("field.split.name", &[("group", &name)]);
                fields::list(ui, ("split", group), &accessible, &mut next, &options, SPLIT);
                if next != now {
                    self.edit(Step::named("step.split"), |document| document.set_split(group, next));
                }
                ui.end_row();
            }
        });
    }
}
