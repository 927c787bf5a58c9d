//! The check in words: every finding with a calm mark and its cards, and how hard the puzzle is.

use super::check::Stage;
use super::{Compose, Tab};
use crate::app::advice::small_card;
use crate::app::common::document::history::Step;
use crate::app::theme::GAP;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::section;
use crate::app::{Cx, Workspace};
use crate::cards::Cards;
use crate::knowledge::KnowledgeError;
use crate::problems;
use crate::puzzle::Asks;
use crate::puzzle::question::{DiscardFacts, PairValue, Told};
use crate::puzzle::soundness::{Difficulty, Finding, Report, Weight};
use crate::rules::Game;
use crate::search::proof::ProofError;
use crate::words::Words;
use egui::{Color32, Frame, Label, Margin, RichText, Role, Sense, Stroke, Ui, WidgetInfo};

/// Why a puzzle cannot be checked or solved, in words.
#[must_use]
pub fn why_not(words: &Words, why: &ProofError) -> String {
    match why {
        ProofError::Open(_) => words.t("check.open").into(),
        ProofError::Knowledge(KnowledgeError::OwnHand(seat)) => {
            words.fill("check.hand", &[("seat", &words.seat(*seat))])
        }
        ProofError::Goal { goal, .. } => words.fill("check.goal", &[("goal", &words.goal(*goal))]),
        ProofError::Stopped => words.t("check.stopped").into(),
        other => words.fill("check.cannot", &[("why", other)]),
    }
}

impl Compose {
    pub(super) fn follow_check(&mut self, cx: &mut Cx<'_>) {
        let shown = self.tab == Tab::Check && cx.settings.workspace == Workspace::Compose;
        self.pages.check.follow(shown, &self.store.history, cx);
        if !shown {
            self.marked = Cards::NONE;
        }
    }

    pub(super) fn check_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        // WorkspaceView for the bar that scrolls.
        ui.set_width(ui.available_width() - 10.0);
        if self.verdict.position().is_none() {
            let text = match self.verdict.problems().first() {
                Some(problem) => words.fill("advice.wrong", &[("why", &problems::problem(&words, problem))]),
                None => words.t("check.empty").into(),
            };
            ui.add(Label::new(RichText::new(text).color(cx.tokens.faint)).wrap());
            return;
        }
        self.state_ui(ui, cx);
        let (Some(puzzle), Some((_, report))) =
            (self.pages.check.about().cloned(), self.pages.check.report())
        else {
            return;
        };
        let report = report.clone();
        let (game, goal) = (puzzle.position.game(), puzzle.goal());
        self.accept_ui(ui, &report, cx);
        if let Told::Discards(found) = &report.told {
            discards_ui(ui, found, cx);
        }
        if let Some(difficulty) = report.difficulty() {
            self.difficulty_ui(ui, difficulty, cx);
        }
        ui.add_space(GAP / 2.0);
        for (place, finding) in report.findings.iter().enumerate() {
            if matches!(finding, Finding::Difficulty(_)) {
                continue;
            }
            let text = finding.words(game, goal, words);
            let cards = finding.cards();
            let on = !cards.is_empty() && cards == self.marked;
            if finding_row(ui, place, finding, &text, game, on, cx) {
                self.marked = if on { Cards::NONE } else { cards };
            }
        }
    }

    /// Whether all is well, and what is still being looked at.
    fn state_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        if let Some(why) = self.pages.check.failed() {
            let text = format!("⚠ {}", why_not(&words, why));
            ui.add(Label::new(RichText::new(text).color(cx.tokens.warn)).wrap());
            return;
        }
        let reported = self.pages.check.report();
        if let Some((_, report)) = reported {
            let worst = report.findings.iter().map(Finding::weight).max().unwrap_or(Weight::Fact);
            let key = match worst {
                Weight::Fact => "check.sound",
                Weight::Remark => "check.remarks",
                Weight::Fault => "check.fault",
            };
            let (sign, ink) = mark(worst, cx);
            ui.label(RichText::new(format!("{sign} {}", words.t(key))).size(17.0).color(ink));
        }
        if self.pages.check.is_thinking() {
            let next = match reported.map(|(stage, _)| stage) {
                None => "check.stage_answer",
                Some(Stage::Answer) => "check.stage_line",
                Some(_) => "check.stage_changes",
            };
            ui.label(RichText::new(words.t(next)).color(cx.tokens.faint));
        } else if self.pages.check.is_halted() {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(words.t("check.halted")).color(cx.tokens.faint));
                if ui.button(words.t("check.again")).clicked() {
                    self.pages.check.ask_again();
                }
            });
        }
    }

    /// The answer as it is, to be entered where the puzzle says none or a wrong one.
    fn accept_ui(&mut self, ui: &mut Ui, report: &Report, cx: &mut Cx<'_>) {
        let words = cx.words;
        let now = self.document();
        let missing = report.findings.contains(&Finding::NoAnswer);
        if report.cut_short || report.answer.is_empty() || report.is_sound() && !missing {
            return;
        }
        let mut answer = report.answer.clone();
        if now.answer.points.is_none() && !matches!(now.asks, Asks::Points | Asks::Discard) {
            // Nobody asked for the points.
            answer.points = None;
        }
        if answer == now.answer {
            return;
        }
        ui.add_space(GAP / 2.0);
        if ui.button(words.t("check.accept")).on_hover_text(words.t("check.accept.why")).clicked() {
            self.edit(Step::named("step.answer"), |document| document.answer = answer);
            cx.toasts.done(words.t("check.accepted"));
        }
    }

    fn difficulty_ui(&mut self, ui: &mut Ui, difficulty: &Difficulty, cx: &mut Cx<'_>) {
        let words = cx.words;
        let grade = difficulty.grade();
        let name = difficulty.grade_name(&words);
        section(ui, &words.fill("check.difficulty", &[("n", &grade), ("name", &name)]));
        for reason in difficulty.reasons(&words) {
            ui.add(Label::new(format!("•  {reason}")).wrap());
        }
        if self.document().difficulty != Some(grade) {
            ui.add_space(GAP / 2.0);
            if ui.button(words.t("check.take_grade")).clicked() {
                self.edit(Step::named("step.grade"), |document| document.difficulty = Some(grade));
            }
        }
    }
}

/// The pairs that can be laid away, the best first: what each makes certain, and with open cards.
fn discards_ui(ui: &mut Ui, found: &DiscardFacts, cx: &Cx<'_>) {
    let words = cx.words;
    let mut pairs: Vec<&PairValue> = found.pairs.iter().collect();
    pairs.sort_by_key(|pair| std::cmp::Reverse((pair.declarer_wins, pair.value, pair.open)));
    egui::CollapsingHeader::new(words.t("discards.title")).id_salt("discards").show(ui, |ui| {
        egui::Grid::new("discards").striped(true).num_columns(4).show(ui, |ui| {
            for title in ["discards.pair", "discards.result", "discards.certain", "discards.open"] {
                ui.label(RichText::new(words.t(title)).color(cx.tokens.faint));
            }
            ui.end_row();
            for pair in pairs {
                ui.label(words.hand(pair.cards, pair.contract.game()));
                let (sign, ink) = match pair.declarer_wins {
                    Some(true) => mark(Weight::Fact, cx),
                    Some(false) => mark(Weight::Fault, cx),
                    None => ("?", cx.tokens.faint),
                };
                ui.label(RichText::new(sign).color(ink));
                let number = |value: Option<u8>| value.map_or("–".to_string(), |value| value.to_string());
                ui.label(number(pair.value));
                ui.label(number(pair.open));
                ui.end_row();
            }
        });
    });
}

/// A sign that reads without colour, and its colour.
fn mark(weight: Weight, cx: &Cx<'_>) -> (&'static str, Color32) {
    match weight {
        Weight::Fact => ("✔", cx.tokens.good),
        Weight::Remark => ("ℹ", cx.tokens.warn),
        Weight::Fault => ("✖", cx.tokens.bad),
    }
}

/// One finding with its cards; whether it was clicked. Only one that names cards can be.
fn finding_row(
    ui: &mut Ui,
    place: usize,
    finding: &Finding,
    text: &str,
    game: Game,
    on: bool,
    cx: &Cx<'_>,
) -> bool {
    let words = cx.words;
    let deck = Deck { texts: &words, tokens: &cx.tokens };
    let cards = finding.cards();
    let (sign, ink) = mark(finding.weight(), cx);
    let fill = if on { cx.tokens.accent_wash } else { cx.tokens.field };
    let edge = if on { Stroke::new(1.5, cx.tokens.accent) } else { Stroke::new(1.0, cx.tokens.line) };
    let frame = Frame::new().fill(fill).stroke(edge).corner_radius(6).inner_margin(Margin::symmetric(8, 6));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            ui.label(RichText::new(sign).color(ink));
            ui.vertical(|ui| {
                ui.set_width(ui.available_width());
                ui.add(Label::new(text).wrap());
                if !cards.is_empty() {
                    ui.horizontal_wrapped(|ui| {
                        ui.spacing_mut().item_spacing = egui::vec2(3.0, 3.0);
                        for card in game.sorted(cards) {
                            small_card(ui, card, &deck);
                        }
                    });
                }
            });
        });
    });
    ui.add_space(1.0);
    if cards.is_empty() {
        return false;
    }
    let response = ui.interact(shown.response.rect, ui.scope_id().with(("finding", place)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, text));
    if response.hovered() || response.has_focus() {
        let stroke = Stroke::new(1.5, cx.tokens.accent);
        ui.painter().rect_stroke(shown.response.rect, 6.0, stroke, egui::StrokeKind::Inside);
    }
    response.on_hover_text(words.t("check.show_cards")).clicked()
}
