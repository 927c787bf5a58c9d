//! Title, question, solution and the rest of the words, in both languages.

use super::Compose;
use crate::app::Cx;
use crate::app::common::document::Document;
use crate::app::common::document::history::Step;
use crate::app::widgets::fields::{caption, choice};
use crate::puzzle::{Asks, Language, Texts, question};
use egui::{ComboBox, ScrollArea, TextEdit, Ui};

/// Lines of a long text that are seen at once.
const LONGEST: f32 = 12.0;

/// The text of one language.
fn of(texts: &mut Texts, language: Language) -> &mut String {
    match language {
        Language::German => &mut texts.de,
        Language::English => &mut texts.en,
    }
}

impl Compose {
    pub(super) fn texts_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let language = self.text_language.unwrap_or(words.language);
        let languages = [(Language::German, "Deutsch"), (Language::English, "English")];
        if let Some(language) = choice(ui, words.t("texts.language"), Some(language), &languages) {
            self.text_language = Some(language);
        }
        ui.add_space(4.0);
        self.text_ui(ui, words.t("field.title"), "step.title", 1, |document| {
            of(&mut document.title, language)
        });
        self.asks_ui(ui, cx);
        self.answer_ui(ui, cx);
        self.question_button(ui, cx);
        self.text_ui(ui, words.t("field.question"), "step.question", 4, |document| {
            of(&mut document.question, language)
        });
        self.writer_ui(ui, cx);
        self.text_ui(ui, words.t("field.solution"), "step.solution", 5, |document| {
            of(&mut document.solution, language)
        });
        self.text_ui(ui, words.t("field.author"), "step.author", 1, |document| &mut document.author);
        self.text_ui(ui, words.t("field.source"), "step.source", 1, |document| &mut document.source);
        self.text_ui(ui, words.t("field.tags"), "step.tags", 1, |document| &mut document.tags);
        self.year_ui(ui, cx);
    }

    /// One field. Letters typed in a row are one step of undo.
    fn text_ui(
        &mut self,
        ui: &mut Ui,
        name: &str,
        step: &'static str,
        rows: usize,
        get: impl Fn(&mut Document) -> &mut String,
    ) {
        let mut document = self.document().clone();
        let label = caption(ui, name);
        let text = get(&mut document);
        let id = egui::Id::unique(("puzzle text", step, name));
        let response = if rows == 1 {
            ui.add(TextEdit::singleline(text).id(id).desired_width(f32::INFINITY))
        } else {
            // A long text scrolls in its field, so that those below stay near.
            let field = TextEdit::multiline(text).id(id).desired_rows(rows).desired_width(f32::INFINITY);
            let most = LONGEST * ui.text_style_height(&egui::TextStyle::Body);
            let area = ScrollArea::vertical().id_salt(step).max_height(most).min_scrolled_height(most);
            area.show(ui, |ui| ui.add(field)).inner
        };
        if response.labelled_by(label.id).changed() {
            self.edit_text(step, |now| *now = document);
        }
    }

    fn asks_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let name = |asks: Asks| match asks {
            Asks::Play => words.t("asks.play"),
            Asks::Card => words.t("asks.card"),
            Asks::Chance => words.t("asks.chance"),
            Asks::Beat => words.t("asks.beat"),
            Asks::Unlosable => words.t("asks.unlosable"),
            Asks::Points => words.t("asks.points"),
            Asks::Discard => words.t("asks.discard"),
            Asks::Cards => words.t("asks.cards"),
            Asks::Bid => words.t("asks.bid"),
            Asks::Announce => words.t("asks.announce"),
            Asks::FirstCards => words.t("asks.first_cards"),
        };
        let now = self.document().asks;
        let mut next = now;
        caption(ui, words.t("field.asks"));
        ComboBox::from_id_salt("asks")
            .selected_text(name(now))
            .width(ui.available_width())
            .show_ui(ui, |ui| {
                for asks in question::ALL {
                    ui.selectable_value(&mut next, asks, name(asks));
                }
            })
            .response
            .accessible_name(words.t("field.asks"));
        if next != now {
            self.edit(Step::named("step.asks"), |document| document.asks = next);
        }
    }
}
