//! The two fields in which cards are typed: for the chosen place, and those already played.

use super::Compose;
use crate::app::Cx;
use crate::app::common::document::Target;
use crate::app::common::document::history::Step;
use crate::app::common::typing::read;
use crate::problems;
use egui::{Id, RichText, Ui};

/// The field under the grid.
const FIELD: &str = "typing cards";
/// Room for what stands beside the field.
const GAP_FOR_MESSAGE: f32 = 330.0;

impl Compose {
    /// Whether the field under the grid has the keyboard and nothing stands in it: then keys that
    /// no card begins with mean what they mean elsewhere.
    #[must_use]
    pub fn field_waits(&self, ctx: &egui::Context) -> bool {
        self.typing.text.is_empty() && ctx.memory(|memory| memory.has_focus(Id::unique(FIELD)))
    }

    /// The field under the grid: cards for the chosen place, one or whole hands.
    pub(super) fn typing_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let id = Id::unique(FIELD);
        let width = (ui.available_width() - GAP_FOR_MESSAGE).max(160.0);
        let text = self.typing.ui(ui, id, words.t("typing.name"), words.t("typing.hint"), width);
        match &self.typing.complaint {
            Some(complaint) => {
                ui.add(egui::Label::new(RichText::new(complaint).size(14.0).color(cx.tokens.bad)).wrap());
            }
            // Where there is no room the grid tells it alone, by the chosen place.
            None if ui.available_width() < 120.0 => {}
            None => {
                let place = super::grid::target_name(&words, self.target);
                let said = words.fill("typing.target", &[("place", &place)]);
                ui.add(egui::Label::new(RichText::new(said).color(cx.tokens.faint)).truncate());
            }
        }
        if let Some(text) = text {
            if text.contains('=') {
                self.paste_line(&text, cx);
                self.typing.text.clear();
            } else {
                self.place_typed(&text, cx);
            }
            self.typing.focus("");
            ui.ctx().request_repaint();
        }
    }

    /// Puts typed cards one after the other; a full hand hands on to the next.
    fn place_typed(&mut self, text: &str, cx: &mut Cx<'_>) {
        let cards = match read(text, cx.words.faces) {
            Ok(cards) => cards,
            Err(error) => {
                self.typing.complaint = Some(problems::spelling(&cx.words, &error));
                return;
            }
        };
        let mut next = self.document().clone();
        let mut target = self.target;
        for &card in &cards {
            if let Target::Place(place) = target
                && next.holding(place).cards.len() >= next.room(place)
                && !next.holding(place).cards.contains(&card)
            {
                let free = Target::ALL.into_iter().find(|t| match t {
                    Target::Place(p) => next.holding(*p).cards.len() < next.room(*p),
                    _ => false,
                });
                target = free.unwrap_or(target);
            }
            if let Err(refusal) = next.put(card, target) {
                self.typing.complaint = Some(super::refusal_text(&cx.words, refusal, card));
                return;
            }
        }
        let step = match cards.as_slice() {
            [card] => Step::with_card("step.place", *card),
            _ => Step::named("step.type"),
        };
        self.typing.text.clear();
        self.typing.complaint = None;
        self.store.history.step(step, next);
        self.target = target;
        self.advance();
    }

    /// The field for the cards already played, which need not be known to be in a hand.
    pub(super) fn played_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let now: Vec<String> =
            self.document().setup.played.iter().map(|&card| words.short_card(card)).collect();
        let now = now.join(" ");
        let id = Id::unique("typing played cards");
        let editing = ui.ctx().memory(|memory| memory.has_focus(id));
        if !editing && self.played.complaint.is_none() {
            self.played.text.clone_from(&now);
        }
        let entered =
            self.played.ui(ui, id, words.t("played.name"), words.t("played.hint"), ui.available_width());
        // Leaving the field counts as Enter: what stands there is what is meant.
        let left = !ui.ctx().memory(|memory| memory.has_focus(id)) && self.played.text != now;
        if (entered.is_some() || left) && self.played.complaint.is_none() {
            match read(&self.played.text, words.faces) {
                Ok(cards) => {
                    self.edit(Step::named("step.played"), |document| {
                        document.setup.played = cards;
                    });
                    self.played.text.clear();
                }
                Err(error) => self.played.complaint = Some(problems::spelling(&words, &error)),
            }
        }
        if let Some(complaint) = &self.played.complaint {
            ui.label(RichText::new(complaint).color(cx.tokens.bad));
        }
    }
}
