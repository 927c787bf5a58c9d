//! The fields of a question beyond its words: what belongs to it, the answer as facts, year and difficulty.

use super::Compose;
use crate::app::Cx;
use crate::app::common::document::history::Step;
use crate::app::common::typing::CardsField;
use crate::app::widgets::fields::caption;
use crate::puzzle::distributions::Condition;
use crate::puzzle::{Answer, Asks, Language, wording};
use crate::rules::{Contract, Game};
use crate::words::Words;
use egui::{Button, Checkbox, DragValue, RichText, TextEdit, Ui};

/// What is typed into the fields of the answer, until it can be read.
#[derive(Clone, Debug, Default)]
pub(super) struct AnswerTexts {
    /// The version of the document that the texts were made from.
    about: Option<u64>,
    cards: CardsField,
    conditions: String,
    lie: String,
    wrong: Option<String>,
}

impl AnswerTexts {
    fn follow(&mut self, version: u64, answer: &Answer, conditions: &[Condition]) {
        if self.about == Some(version) {
            return;
        }
        let list = |all: &[Condition]| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        // What cannot be read yet stays until it can.
        if self.wrong.is_none() {
            (self.conditions, self.lie) = (list(conditions), list(&answer.lie));
        }
        self.about = Some(version);
    }
}

/// Conditions parted by commas or semicolons.
fn conditions(text: &str) -> Result<Vec<Condition>, String> {
    let parts = text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().map_err(|error| format!("{error}"))).collect()
}

impl Compose {
    /// Below the kind of question: what belongs to it, and its answer.
    pub(super) fn answer_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let version = self.version();
        let document = self.document();
        let (asks, answer, terms) = (document.asks, document.answer.clone(), document.terms.clone());
        self.pages.answer.follow(version, &answer, &terms.conditions);
        let mut next = answer.clone();
        let mut next_terms = terms.clone();
        match asks {
            Asks::Discard => {
                let found = Checkbox::new(&mut next_terms.skat_found, words.t("terms.skat_found"));
                ui.add(found).on_hover_text(words.t("terms.skat_found.why"));
                ui.add(Checkbox::new(&mut next_terms.free_game, words.t("terms.free_game")));
                self.cards_field(ui, words.t("answer.pair"), &mut next, cx);
            }
            Asks::Card => self.cards_field(ui, words.t("answer.right_card"), &mut next, cx),
            Asks::Chance => {
                self.cards_field(ui, words.t("answer.right_card"), &mut next, cx);
                number_field(ui, words.t("answer.won_field"), &mut next.won, u16::MAX);
            }
            Asks::Cards => {
                self.conditions_field(ui, &mut next_terms.conditions, cx);
                self.lie_field(ui, &mut next.lie, cx);
            }
            Asks::Points => number_field(ui, words.t("answer.points_field"), &mut next.points, 120),
            Asks::Bid => number_field(ui, words.t("answer.bid_field"), &mut next.bid, 264),
            Asks::FirstCards => number_field(ui, words.t("answer.count_field"), &mut next.count, 22),
            Asks::Announce => game_field(ui, &mut next.contract, &words),
            Asks::Play | Asks::Beat | Asks::Unlosable => {}
        }
        if asks == Asks::Discard && next_terms.free_game {
            game_field(ui, &mut next.contract, &words);
        }
        if let Some(wrong) = &self.pages.answer.wrong {
            ui.label(RichText::new(wrong).color(cx.tokens.bad));
        }
        if next != answer {
            self.edit_text("step.answer", |document| document.answer = next);
        }
        if next_terms != terms {
            self.edit(Step::named("step.terms"), |document| document.terms = next_terms);
        }
    }

    /// Writes the question in words, in both languages.
    pub(super) fn question_button(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let puzzle = crate::app::common::document::file::to_puzzle(self.document());
        let button = ui.add_enabled(puzzle.is_some(), Button::new(words.t("question.write")));
        if let Some(puzzle) = puzzle
            && button.on_hover_text(words.t("question.write.why")).clicked()
        {
            let said = |language: Language| wording::question(&puzzle, Words::new(language, words.faces));
            let (de, en) = (said(Language::German), said(Language::English));
            self.edit(Step::named("step.question"), |document| {
                document.question.de = de;
                document.question.en = en;
            });
        }
    }

    fn cards_field(&mut self, ui: &mut Ui, name: &str, answer: &mut Answer, cx: &Cx<'_>) {
        caption(ui, name);
        if let Some(cards) = self.pages.answer.cards.ui(ui, name, answer.cards, cx) {
            answer.cards = cards;
        }
    }

    fn conditions_field(&mut self, ui: &mut Ui, told: &mut Vec<Condition>, cx: &Cx<'_>) {
        let label = caption(ui, cx.words.t("terms.conditions"));
        let hint = cx.words.t("terms.conditions.hint");
        let field = TextEdit::multiline(&mut self.pages.answer.conditions)
            .desired_rows(2)
            .desired_width(f32::INFINITY)
            .hint_text(hint);
        if ui.add(field).labelled_by(label.id).changed() {
            match conditions(&self.pages.answer.conditions) {
                Ok(read) => (*told, self.pages.answer.wrong) = (read, None),
                Err(error) => self.pages.answer.wrong = Some(error),
            }
        }
    }

    fn lie_field(&mut self, ui: &mut Ui, lie: &mut Vec<Condition>, cx: &Cx<'_>) {
        let label = caption(ui, cx.words.t("answer.lie_field"));
        let field = TextEdit::singleline(&mut self.pages.answer.lie).desired_width(f32::INFINITY);
        if ui.add(field).labelled_by(label.id).changed() {
            match conditions(&self.pages.answer.lie) {
                Ok(read) => (*lie, self.pages.answer.wrong) = (read, None),
                Err(error) => self.pages.answer.wrong = Some(error),
            }
        }
    }

    /// Year and difficulty.
    pub(super) fn year_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let (mut year, mut grade) = (self.document().year, self.document().difficulty);
        number_field(ui, words.t("field.year"), &mut year, 2999);
        number_field(ui, words.t("field.difficulty"), &mut grade, 3);
        let grade = grade.filter(|grade| *grade > 0);
        if year != self.document().year {
            self.edit_text("step.year", |document| document.year = year);
        }
        if grade != self.document().difficulty {
            self.edit_text("step.grade", |document| document.difficulty = grade);
        }
    }
}

/// A number that may be missing: 0 stands for none.
fn number_field<N: egui::emath::Numeric>(ui: &mut Ui, name: &str, value: &mut Option<N>, most: u16) {
    let mut number = value.map_or(0.0, |value| value.to_f64());
    ui.horizontal(|ui| {
        let label = ui.label(name);
        let field = DragValue::new(&mut number).range(0.0..=f64::from(most)).max_decimals(0);
        if ui.add(field).labelled_by(label.id).changed() {
            *value = (number > 0.0).then(|| N::from_f64(number));
        }
    });
}

fn game_field(ui: &mut Ui, contract: &mut Option<Contract>, words: &Words) {
    ui.horizontal_wrapped(|ui| {
        ui.label(words.t("answer.game_field"));
        for game in Game::ALL {
            let on = contract.is_some_and(|contract| contract.game() == game);
            if ui.selectable_label(on, words.game(game)).clicked() {
                *contract = (!on).then(|| Contract::plain(game));
            }
        }
    });
}
