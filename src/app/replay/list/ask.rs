//! Questions about cards in the filter panel: a line of text, what is wrong with it, the words that can be used, and a
//! picker that writes the line by clicks on cards.

use crate::app::Cx;
use crate::app::theme::{GAP, mix};
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::{caption, choice, toggle};
use crate::archive::ask::{Ask, AskError, CardItem, Count, HandItem, Holder, Range, Who};
use crate::cards::{Card, Cards, Rank, Suit};
use crate::rules::Seat;
use crate::words::Words;
use egui::{
    Button, CornerRadius, Id, Rect, RichText, Role, Sense, Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, vec2,
};

/// Kinds of cards that the picker counts.
const COUNTS: [Count; 5] =
    [Count::Trumps, Count::Rank(Rank::Jack), Count::Rank(Rank::Ace), Count::Rank(Rank::Ten), Count::Voids];

/// What the picker asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Cards(Holder),
    /// The first card of the game.
    Lead,
}

/// The picker.
#[derive(Clone, Debug)]
pub struct AskPanel {
    picking: bool,
    helping: bool,
    subject: Subject,
    has: Cards,
    lacks: Cards,
    /// At least so many of each of [`COUNTS`].
    least: [u8; COUNTS.len()],
}

impl Default for AskPanel {
    fn default() -> AskPanel {
        AskPanel {
            picking: false,
            helping: false,
            subject: Subject::Cards(Holder::Declarer),
            has: Cards::NONE,
            lacks: Cards::NONE,
            least: [0; COUNTS.len()],
        }
    }
}

/// Why a question cannot be read.
#[must_use]
pub fn explain(words: &Words, error: &AskError) -> String {
    let n = error.at() + 1;
    match error {
        AskError::Unknown { word, .. } => words.fill("ask.unknown", &[("word", word), ("n", &n)]),
        AskError::Missing { what, .. } => {
            let what = match *what {
                "number" => words.t("ask.number"),
                "word" => words.t("ask.word"),
                sign => sign,
            };
            words.fill("ask.missing", &[("what", &what), ("n", &n)])
        }
        AskError::Position { why, .. } => words.fill("ask.position", &[("why", why)]),
        AskError::TooDeep => words.t("ask.deep").into(),
    }
}

impl AskPanel {
    /// The question as the picker has it; nothing while nothing is picked.
    fn picked(&self) -> Option<Ask> {
        match self.subject {
            Subject::Lead => (!self.has.is_empty())
                .then(|| Ask::Lead(vec![CardItem::By(Who::Defender), CardItem::One(self.has)])),
            Subject::Cards(holder) => {
                let mut items = Vec::new();
                items.extend((!self.has.is_empty()).then_some(HandItem::Has(self.has)));
                items.extend((!self.lacks.is_empty()).then_some(HandItem::Lacks(self.lacks)));
                for (count, &least) in COUNTS.into_iter().zip(&self.least).filter(|(_, least)| **least > 0) {
                    items.push(HandItem::Count(count, Range { from: Some(least.into()), to: None }));
                }
                (!items.is_empty()).then_some(Ask::Cards(holder, items))
            }
        }
    }

    fn clear(&mut self) {
        *self = AskPanel {
            picking: self.picking,
            helping: self.helping,
            subject: self.subject,
            ..AskPanel::default()
        };
    }

    /// Draws field, picker and help; the text may change.
    pub fn ui(&mut self, ui: &mut Ui, text: &mut String, cx: &Cx<'_>) {
        let words = cx.words;
        let label = caption(ui, words.t("ask.title"));
        let field = TextEdit::multiline(text).desired_rows(2).desired_width(f32::INFINITY);
        let field = field.hint_text(words.t("ask.example"));
        ui.add(field).labelled_by(label.id).on_hover_text(words.t("ask.why"));
        // One line, however it was pasted.
        if text.contains(['\n', '\r']) {
            *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        if let Err(error) = text.parse::<Ask>() {
            let said = RichText::new(explain(&words, &error)).size(14.0).color(cx.tokens.bad);
            ui.add(egui::Label::new(said).wrap());
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if toggle(ui, self.picking, words.t("ask.pick"), words.t("ask.pick")).clicked() {
                self.picking = !self.picking;
            }
            if toggle(ui, self.helping, words.t("ask.words"), words.t("ask.words")).clicked() {
                self.helping = !self.helping;
            }
        });
        if self.helping {
            for (key, example) in Ask::HELP {
                caption(ui, words.find(key).unwrap_or(key));
                ui.add(
                    egui::Label::new(RichText::new(example).monospace().size(12.5)).wrap().selectable(true),
                );
            }
        }
        if self.picking {
            self.picker_ui(ui, text, cx);
        }
    }

    fn picker_ui(&mut self, ui: &mut Ui, text: &mut String, cx: &Cx<'_>) {
        let words = cx.words;
        ui.add_space(GAP / 2.0);
        let subjects = [
            (Subject::Cards(Holder::Declarer), words.t("role.declarer")),
            (Subject::Cards(Holder::Seat(Seat::Forehand)), words.seat(Seat::Forehand)),
            (Subject::Cards(Holder::Seat(Seat::Middlehand)), words.seat(Seat::Middlehand)),
            (Subject::Cards(Holder::Seat(Seat::Rearhand)), words.seat(Seat::Rearhand)),
            (Subject::Cards(Holder::Skat), words.t("place.skat")),
            (Subject::Cards(Holder::Discard), words.t("ask.discard")),
            (Subject::Lead, words.t("ask.lead")),
        ];
        if let Some(subject) = choice(ui, words.t("ask.whose"), Some(self.subject), &subjects) {
            self.subject = subject;
            self.lacks = if subject == Subject::Lead { Cards::NONE } else { self.lacks };
        }
        self.cards_ui(ui, cx);
        if self.subject != Subject::Lead {
            self.counts_ui(ui, cx);
        }
        let picked = self.picked();
        let said = picked.as_ref().map_or(words.t("ask.nothing").to_string(), |ask| ask.text(words.language));
        caption(ui, &said);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let ready = picked.is_some() && text.parse::<Ask>().is_ok();
            if ui.add_enabled(ready, Button::new(words.t("ask.add"))).clicked()
                && let (Some(picked), Ok(before)) = (picked, text.parse::<Ask>())
            {
                *text = if before.is_empty() { picked } else { before.and(picked) }.text(words.language);
                self.clear();
            }
            if ui.add_enabled(self.picked().is_some(), Button::new(words.t("ask.clear"))).clicked() {
                self.clear();
            }
        });
    }

    /// The 32 cards; a click asks for one, a second click rules it out, a third forgets it.
    fn cards_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let deck = Deck { texts: &words, tokens: &cx.tokens };
        let width = ((ui.available_width() - 16.0) / 8.0).clamp(24.0, 36.0);
        let ranks =
            [Rank::Jack, Rank::Ace, Rank::Ten, Rank::King, Rank::Queen, Rank::Nine, Rank::Eight, Rank::Seven];
        for suit in [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds] {
            let (row, _) = ui.allocate_exact_size(vec2(8.0 * width, 26.0), Sense::hover());
            for (at, rank) in ranks.into_iter().enumerate() {
                let card = Card::new(suit, rank);
                let room =
                    Rect::from_min_size(row.min + vec2(at as f32 * width, 0.0), vec2(width - 2.0, 24.0));
                let response = ui.interact(room, Id::unique(("pick", card.index())), Sense::click());
                let state = if self.has.has(card) {
                    words.t("filter.yes")
                } else if self.lacks.has(card) {
                    words.t("filter.no")
                } else {
                    words.t("filter.any")
                };
                let name = format!("{}: {state}", words.card(card));
                response.widget_info(|| WidgetInfo::selected(Role::Button, true, self.has.has(card), &name));
                let (fill, edge) = if self.has.has(card) {
                    (cx.tokens.card.face, Stroke::new(2.5, cx.tokens.accent))
                } else if self.lacks.has(card) {
                    (mix(cx.tokens.card.face, cx.tokens.bad, 0.35), Stroke::new(2.5, cx.tokens.bad))
                } else {
                    (cx.tokens.card.face, Stroke::new(1.0, cx.tokens.line))
                };
                ui.painter().rect(room, CornerRadius::same(4), fill, edge, StrokeKind::Inside);
                deck.tile(ui.painter(), room, card);
                if self.lacks.has(card) {
                    let cross = Stroke::new(2.0, cx.tokens.bad);
                    ui.painter().line_segment([room.left_bottom(), room.right_top()], cross);
                }
                if response.on_hover_text(name).clicked() {
                    self.click(card);
                }
            }
        }
    }

    fn click(&mut self, card: Card) {
        if self.has.remove(card) {
            if self.subject != Subject::Lead {
                self.lacks.insert(card);
            }
        } else if !self.lacks.remove(card) {
            self.has.insert(card);
        }
    }

    fn counts_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let names = [
            words.t("ask.trumps"),
            words.t("ask.jacks"),
            words.t("ask.aces"),
            words.t("ask.tens"),
            words.t("ask.voids"),
        ];
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for (name, least) in names.into_iter().zip(&mut self.least) {
                let label = match *least {
                    0 => name.to_string(),
                    n => format!("{name} ≥ {n}"),
                };
                let on = *least > 0;
                let response = toggle(ui, on, &label, &label).on_hover_text(words.t("ask.counts.why"));
                if response.clicked() {
                    *least = if *least >= 11 { 0 } else { *least + 1 };
                }
                if response.secondary_clicked() {
                    *least = least.saturating_sub(1);
                }
            }
        });
    }
}
