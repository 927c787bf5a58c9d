//! The panel beside the table: the question, the answer, hints, and how it ended.

use super::Solve;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::theme::{GAP, WIDE};
use crate::app::view::Request;
use crate::app::widgets::fields::{self, caption, section};
use crate::deal::View;
use crate::puzzle::Asks;
use crate::puzzle::question::{self, Given};
use crate::rules::{Contract, Game, Side};
use crate::solving::attempt::{Attempt, Stage};
use crate::solving::thinking::Line;
use crate::solving::wording;
use crate::words::Words;
use egui::{Button, Frame, Key, Margin, Panel, RichText, ScrollArea, Stroke, TextEdit, Ui, vec2};

/// What was clicked.
enum Deed {
    Answer(Given),
    Given(Given),
    PlayOn,
    Side(Side),
    Why,
    Back,
    Reveal,
    Prove,
    Compose,
    Step(isize),
    CloseLine,
}

impl Solve {
    pub(super) fn panel_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let mut deeds = Vec::new();
        let frame = Frame::new().inner_margin(Margin { left: 0, right: 0, top: 8, bottom: 0 });
        Panel::bottom("solve buttons")
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| self.buttons_ui(ui, cx, &mut deeds));
        let judging = self.jobs.answer.is_busy();
        let explaining = self.jobs.why.is_busy();
        if let Some(attempt) = &mut self.attempt {
            ScrollArea::vertical().auto_shrink(false).id_salt("solve question").show(ui, |ui| {
                if let Some((line, at)) = &attempt.line {
                    // A line is looked at with its buttons in sight: the question steps back.
                    ui.label(RichText::new(wording::title(&attempt.puzzle, &cx.words)).size(20.0));
                    ui.add_space(GAP);
                    line_ui(ui, line, *at, cx, &mut deeds);
                    return;
                }
                question_ui(ui, attempt, cx);
                match attempt.stage {
                    Stage::Asking => answer_ui(ui, attempt, judging, cx, &mut deeds),
                    Stage::Playing => game_ui(ui, attempt, explaining, cx, &mut deeds),
                }
                solution_ui(ui, attempt, cx);
            });
        }
        for deed in deeds {
            self.carry_out(deed, cx);
        }
    }

    fn carry_out(&mut self, deed: Deed, cx: &mut Cx<'_>) {
        let Some(attempt) = &mut self.attempt else { return };
        match deed {
            Deed::Given(given) => attempt.given = given,
            Deed::Answer(given) => {
                attempt.answer(given);
                self.judge_answer();
            }
            Deed::PlayOn => attempt.play_on(),
            Deed::Side(side) => attempt.choose_side(side),
            Deed::Why => {
                let step = attempt.why_lost();
                self.explain(step);
            }
            Deed::Back => {
                if let Some((at, _)) = attempt.lost_at() {
                    attempt.take_back_to(at);
                }
            }
            Deed::Reveal => attempt.reveal(),
            Deed::Prove => self.prove_table(),
            Deed::Compose => cx.requests.push(Request::Compose(Box::new(attempt.puzzle.clone()))),
            Deed::Step(step) => {
                if let Some((line, at)) = &mut attempt.line {
                    *at = at.saturating_add_signed(step).min(line.cards.len());
                }
            }
            Deed::CloseLine => attempt.line = None,
        }
    }

    fn buttons_ui(&self, ui: &mut Ui, cx: &mut Cx<'_>, deeds: &mut Vec<Deed>) {
        let words = cx.words;
        let commands = [
            [Command::Hint, Command::WhyNot],
            [Command::BestCard, Command::TakeBack],
            [Command::ShowSolution, Command::Restart],
        ];
        let width = (ui.available_width() - GAP) / 2.0;
        ui.spacing_mut().item_spacing = vec2(GAP, 6.0);
        for row in commands {
            ui.horizontal(|ui| {
                for command in row {
                    let name = button_name(command, &words);
                    let on = command == Command::WhyNot
                        && self.attempt.as_ref().is_some_and(|attempt| attempt.help.asks_why);
                    let mut button = Button::new(name).min_size(vec2(width, 30.0));
                    if on {
                        button =
                            button.fill(cx.tokens.accent_wash).stroke(Stroke::new(1.0, cx.tokens.accent));
                    }
                    let enabled = crate::app::view::WorkspaceView::can_run(self, command);
                    if ui.add_enabled(enabled, button).on_hover_text(cx.hint(command)).clicked() {
                        cx.send.push(command);
                    }
                }
            });
        }
        ui.horizontal(|ui| {
            let more = [(Deed::Prove, words.t("play.prove")), (Deed::Compose, words.t("play.compose"))];
            for (deed, name) in more {
                if ui.add(Button::new(name).min_size(vec2(width, 30.0))).clicked() {
                    deeds.push(deed);
                }
            }
        });
        if self.whole_deal().is_some() {
            let command = Command::SitDown;
            let button = Button::new(command.name(&words)).min_size(vec2(2.0 * width + GAP, 30.0));
            ui.horizontal(|ui| {
                if ui.add(button).on_hover_text(cx.hint(command)).clicked() {
                    cx.send.push(command);
                }
            });
        }
    }
}

/// Names that fit on a button; where the menu's are too long, shorter ones.
fn button_name(command: Command, words: &Words) -> &'static str {
    match command {
        Command::TakeBack => words.t("play.take_back"),
        command => command.name(words),
    }
}

fn question_ui(ui: &mut Ui, attempt: &Attempt, cx: &Cx<'_>) {
    let words = cx.words;
    let puzzle = &attempt.puzzle;
    ui.label(RichText::new(wording::title(puzzle, &words)).size(20.0));
    let mut from = vec![puzzle.author.clone(), puzzle.source.clone()];
    from.extend(puzzle.year.map(|year| year.to_string()).filter(|year| !puzzle.source.contains(year)));
    from.retain(|part| !part.is_empty());
    caption(ui, &from.join(", "));
    ui.add_space(GAP);
    let question = puzzle.question.get(words.language);
    if !question.is_empty() {
        ui.label(question);
        ui.add_space(GAP);
    }
}

fn answer_ui(ui: &mut Ui, attempt: &Attempt, judging: bool, cx: &Cx<'_>, deeds: &mut Vec<Deed>) {
    let words = cx.words;
    let puzzle = &attempt.puzzle;
    section(ui, words.t("answer.yours"));
    ui.add_space(GAP / 2.0);
    match &attempt.given {
        Given::YesNo(said) => {
            let (yes, no) = if puzzle.asks == Asks::Beat {
                ("answer.can_be_beaten", "answer.cannot_be_beaten")
            } else {
                ("answer.is_unlosable", "answer.is_losable")
            };
            for (value, key) in [(true, yes), (false, no)] {
                let on = *said == Some(value);
                let name = format!("{}: {}", words.t("answer.yours"), words.t(key));
                if fields::option(ui, on, words.t(key), &name).clicked() {
                    deeds.push(Deed::Answer(Given::YesNo(Some(value))));
                }
                ui.add_space(2.0);
            }
        }
        Given::Points(text) => {
            let names = (words.t("answer.number"), words.t("goal.other"));
            number_ui(ui, attempt, text, names, Given::Points, cx, deeds);
        }
        Given::Bid(text) => {
            let names = (words.t("answer.bid_field"), words.t("answer.bid_value"));
            number_ui(ui, attempt, text, names, Given::Bid, cx, deeds);
        }
        Given::Count(text) => {
            let names = (words.t("answer.count_field"), words.t("answer.cards"));
            number_ui(ui, attempt, text, names, Given::Count, cx, deeds);
        }
        Given::Game(said) => {
            if let Some(game) = games_ui(ui, *said, cx) {
                deeds.push(Deed::Answer(Given::Game(Some(game))));
            }
        }
        Given::Discard(cards, game) => {
            if puzzle.terms.free_game
                && let Some(game) = games_ui(ui, *game, cx)
            {
                deeds.push(Deed::Given(Given::Discard(*cards, Some(game))));
            }
            let list = wording::card_list(*cards, puzzle.position.game(), &words);
            let shown = if cards.is_empty() { words.t("answer.two_cards").to_string() } else { list };
            ui.label(shown);
            ui.add_space(GAP / 2.0);
            let ready = attempt.given.is_complete(puzzle);
            if ui.add_enabled(ready, Button::new(words.t("answer.lay_away"))).clicked() {
                deeds.push(Deed::Answer(attempt.given.clone()));
            }
        }
        Given::Placed(_) => {
            ui.label(words.t("answer.place"));
            ui.add_space(GAP / 2.0);
            let ready = attempt.given.is_complete(puzzle);
            if ui.add_enabled(ready, Button::new(words.t("answer.check"))).clicked() {
                deeds.push(Deed::Answer(attempt.given.clone()));
            }
        }
        Given::Nothing => {}
    }
    // Only until the answer is there: what follows must not jump under the pointer.
    if judging && attempt.finding.is_none() {
        ui.add_space(GAP);
        ui.label(RichText::new(words.t("answer.judging")).color(cx.tokens.faint));
    }
    finding_ui(ui, attempt, cx);
    let placing = matches!(attempt.given, Given::Placed(_));
    let goes_on = question::kind(puzzle.asks).is_played_after();
    if goes_on && attempt.finding.as_ref().is_some_and(|finding| finding.right || !placing) {
        ui.add_space(GAP);
        if ui.button(words.t("play.play_it")).clicked() {
            deeds.push(Deed::PlayOn);
        }
    }
}

/// A number to be typed, with the name of its field and its unit.
fn number_ui(
    ui: &mut Ui,
    attempt: &Attempt,
    text: &str,
    (field_name, unit): (&str, &str),
    as_given: impl Fn(String) -> Given,
    cx: &Cx<'_>,
    deeds: &mut Vec<Deed>,
) {
    let words = cx.words;
    let mut text = text.to_string();
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut text)
            .id(egui::Id::unique("answer in numbers"))
            .desired_width(64.0)
            .char_limit(3);
        let response = ui.add(field).accessible_name(field_name);
        ui.label(unit);
        let given = as_given(text.clone());
        let ready = given.is_complete(&attempt.puzzle);
        let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let button = ui.add_enabled(ready, Button::new(words.t("answer.check")));
        if ready && (button.clicked() || enter) {
            deeds.push(Deed::Answer(given));
        } else if response.changed() {
            deeds.push(Deed::Given(given));
        }
    });
}

/// The six games to choose from; returns the one clicked.
fn games_ui(ui: &mut Ui, said: Option<Contract>, cx: &Cx<'_>) -> Option<Contract> {
    let words = cx.words;
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        for game in Game::ALL {
            let on = said.is_some_and(|said| said.game() == game);
            let name = format!("{}: {}", words.t("answer.yours"), words.game(game));
            if fields::option(ui, on, words.game(game), &name).clicked() {
                clicked = Some(Contract::plain(game));
            }
        }
    });
    clicked
}

/// What became of the answer.
fn finding_ui(ui: &mut Ui, attempt: &Attempt, cx: &Cx<'_>) {
    if let Some(finding) = &attempt.finding {
        ui.add_space(GAP);
        note_ui(ui, &wording::finding(finding, &attempt.puzzle, &cx.words), Some(finding.right), cx);
    }
}

/// What became of the card that was asked for.
fn first_card_ui(ui: &mut Ui, attempt: &Attempt, cx: &Cx<'_>) {
    for (text, whole) in wording::kept(attempt, &cx.words) {
        note_ui(ui, &text, Some(whole), cx);
    }
    if attempt.puzzle.asks == Asks::Card
        && let Some((card, Some(right))) = attempt.first_card()
    {
        let key = if right { "answer.card_right" } else { "answer.card_wrong" };
        let text = cx.words.fill(key, &[("card", &cx.words.card(card))]);
        note_ui(ui, &text, Some(right), cx);
    }
}

/// A message in a box: good news, bad news, or neither.
fn note_ui(ui: &mut Ui, text: &str, good: Option<bool>, cx: &Cx<'_>) {
    let colour = match good {
        Some(true) => cx.tokens.good,
        Some(false) => cx.tokens.bad,
        None => cx.tokens.line,
    };
    let frame = Frame::new()
        .fill(cx.tokens.field)
        .stroke(Stroke::new(1.5, colour))
        .corner_radius(8)
        .inner_margin(Margin::symmetric(12, 9));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(text);
    });
    ui.add_space(GAP / 2.0);
}

fn game_ui(ui: &mut Ui, attempt: &Attempt, explaining: bool, cx: &Cx<'_>, deeds: &mut Vec<Deed>) {
    let words = cx.words;
    section(ui, words.t("play.title"));
    ui.label(wording::seat(attempt, &words));
    ui.label(wording::task(attempt, &words));
    if attempt.played() == 0 && attempt.help.hint == 0 && attempt.line.is_none() {
        caption(ui, wording::defence(attempt, &words));
    }
    if attempt.position().view() == View::Open {
        ui.add_space(GAP / 2.0);
        let sides =
            [(Side::Declarer, words.t("play.declarer")), (Side::Defenders, words.t("play.defenders"))];
        let now = attempt.aim().side;
        if let Some(side) = fields::choice(ui, words.t("play.side"), Some(now), &sides)
            && side != now
        {
            deeds.push(Deed::Side(side));
        }
    }
    ui.add_space(GAP);
    first_card_ui(ui, attempt, cx);
    if explaining {
        ui.label(RichText::new(words.t("why.thinking")).color(cx.tokens.faint));
    }
    if attempt.help.hint > 0 {
        note_ui(ui, &wording::hint(attempt, &words).join("\n"), None, cx);
    }
    let Some(text) = wording::result(attempt, &words) else { return };
    note_ui(ui, &text, attempt.outcome(), cx);
    if attempt.lost_at().is_some() && attempt.outcome() == Some(false) {
        ui.horizontal(|ui| {
            if ui.button(words.t("result.why")).clicked() {
                deeds.push(Deed::Why);
            }
            if ui.button(words.t("result.back")).clicked() {
                deeds.push(Deed::Back);
            }
        });
    }
    if attempt.position().view() != View::Open {
        if attempt.revealed.is_some() {
            caption(ui, words.t("result.revealed"));
        } else if ui.button(words.t("result.reveal")).clicked() {
            deeds.push(Deed::Reveal);
        }
    }
    if attempt.position().turn().is_some() && attempt.revealed.is_none() {
        caption(ui, words.t("result.play_on"));
    }
}

/// The line that is being looked at, card by card.
fn line_ui(ui: &mut Ui, line: &Line, at: usize, cx: &Cx<'_>, deeds: &mut Vec<Deed>) {
    let words = cx.words;
    note_ui(ui, &wording::line(line, &words), Some(line.keeps), cx);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let begun = line.end.history().len() - line.cards.len();
        for (i, &card) in line.cards.iter().enumerate() {
            if i > 0 && (begun + i).is_multiple_of(3) {
                ui.label(RichText::new("·").color(cx.tokens.faint));
            }
            let text = RichText::new(words.short_card(card));
            let text = if i + 1 == at { text.strong().color(cx.tokens.accent) } else { text };
            ui.label(text);
        }
    });
    ui.add_space(GAP / 2.0);
    ui.horizontal(|ui| {
        let back = ui.add_enabled(at > 0, Button::new("⬅")).accessible_name(words.t("command.previous_card"));
        if back.clicked() {
            deeds.push(Deed::Step(-1));
        }
        let more = at < line.cards.len();
        let next = ui.add_enabled(more, Button::new("➡")).accessible_name(words.t("command.next_card"));
        if next.clicked() {
            deeds.push(Deed::Step(1));
        }
        if ui.button(words.t("why.close")).clicked() {
            deeds.push(Deed::CloseLine);
        }
    });
    ui.add_space(GAP / 2.0);
    caption(ui, words.t("why.one_deal"));
}

fn solution_ui(ui: &mut Ui, attempt: &Attempt, cx: &Cx<'_>) {
    if !attempt.help.solution {
        return;
    }
    let words = cx.words;
    ui.add_space(WIDE);
    section(ui, words.t("field.solution"));
    let text = attempt.puzzle.solution.get(words.language);
    if !text.is_empty() {
        ui.label(text);
    }
    let game = attempt.puzzle.position.game();
    let cards = attempt.puzzle.answer.cards;
    if !cards.is_empty() {
        ui.label(words.fill("solution.cards", &[("cards", &wording::card_list(cards, game, &words))]));
    }
    if let Some(best) = attempt.best() {
        ui.label(words.fill("solution.now", &[("card", &words.card(best))]));
    } else if text.is_empty() && cards.is_empty() {
        ui.label(words.t("solution.none"));
    }
}
