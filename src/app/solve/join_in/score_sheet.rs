//! The result of a game at one look, and the score list.

use super::JoinIn;
use super::panel::{Act, main_button};
use crate::app::Cx;
use crate::app::theme::GAP;
use crate::app::widgets::fields::{caption, section};
use crate::archive::score_list::{Line, OTHERS, book, line};
use crate::player::PlayedGame;
use crate::player::course::Game;
use crate::rules::{Account, Game as Kind, TableSize};
use crate::solving::join_in::wording;
use egui::{Align, Button, Frame, Grid, Layout, Margin, RichText, ScrollArea, Stroke, Ui, vec2};

/// Width of a column of numbers.
const COLUMN: f32 = 62.0;
/// Width of what stands before them.
const NAME: f32 = 128.0;
/// Height of a line.
const LINE: f32 = 20.0;
/// Between columns and lines.
const SPACING: egui::Vec2 = vec2(6.0, 3.0);

/// How the game ended, and what can be done next.
pub(super) fn result_ui(ui: &mut Ui, game: &Game, cx: &Cx<'_>, acts: &mut Vec<Act>) {
    let words = cx.words;
    let Some(played) = game.played() else { return };
    ui.add_space(GAP / 2.0);
    let (title, colour) = match &played.game {
        None => (words.t("join.all_passed").to_string(), cx.tokens.line),
        Some(result) => {
            let good = wording::is_good(result, game.me());
            let colour = if good { cx.tokens.good } else { cx.tokens.bad };
            (wording::winner(result, game.me(), &words), colour)
        }
    };
    let frame = Frame::new()
        .fill(cx.tokens.field)
        .stroke(Stroke::new(1.5, colour))
        .corner_radius(8)
        .inner_margin(Margin::symmetric(12, 9));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().interact_size.y = LINE;
        ui.label(RichText::new(title).size(18.0));
        if let Some(result) = &played.game {
            facts_ui(ui, result, cx);
        }
        let mut accounts = [Account::default(); 3];
        book(&mut accounts, &line(played, game.me()));
        ui.add_space(GAP / 2.0);
        scores_ui(ui, "join in result", &accounts, cx);
    });
    ui.add_space(GAP);
    ui.with_layout(Layout::top_down_justified(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        if ui.add(main_button(words.t("join.again"), &cx.tokens).min_size(vec2(0.0, 36.0))).clicked() {
            acts.push(Act::Again);
        }
        for (act, name) in [(Act::Replay, words.t("join.replay")), (Act::Same, words.t("join.same"))] {
            if ui.button(name).clicked() {
                acts.push(act);
            }
        }
    });
}

/// Game, points, value and bid, one below the other.
fn facts_ui(ui: &mut Ui, result: &PlayedGame, cx: &Cx<'_>) {
    let words = cx.words;
    let own = result.tally.declarer_points;
    let tricks = (result.tally.declarer_tricks, result.tally.finished_tricks - result.tally.declarer_tricks);
    let mut facts = vec![(words.t("field.game"), words.contract(result.contract))];
    if result.contract.game() == Kind::Null {
        let taken = words.fill("join.ratio", &[("own", &tricks.0), ("other", &tricks.1)]);
        facts.push((words.t("join.tricks"), taken));
    } else {
        // Where it ended early, nobody has counted the cards that were left.
        let other = if tricks.0 + tricks.1 == 10 { 120 - own } else { defenders(result) };
        let points = words.fill("join.ratio", &[("own", &own), ("other", &other)]);
        facts.push((words.t("goal.other"), points));
    }
    facts.push((words.t("join.counts"), wording::value(result, &words)));
    facts.push((words.t("field.bid"), result.bid.to_string()));
    ui.add_space(GAP / 2.0);
    Grid::new("join in facts").num_columns(2).spacing(vec2(12.0, 4.0)).show(ui, |ui| {
        for (name, value) in facts {
            caption(ui, name);
            ui.add(egui::Label::new(value).wrap());
            ui.end_row();
        }
    });
}

/// What the defenders took in the tricks that were finished.
fn defenders(result: &PlayedGame) -> u8 {
    let mut turn = crate::rules::Seat::Forehand;
    let mut points = 0;
    for trick in result.cards.chunks_exact(3) {
        if let &[a, b, c] = trick {
            turn = turn.after(result.contract.game().trick_winner([a, b, c]));
            if turn != result.declarer {
                points += a.points() + b.points() + c.points();
            }
        }
    }
    points
}

/// What each chair gets, by both ways of counting.
fn scores_ui(ui: &mut Ui, id: &str, accounts: &[Account; 3], cx: &Cx<'_>) {
    let words = cx.words;
    Grid::new(id).num_columns(4).min_col_width(0.0).spacing(SPACING).show(ui, |ui| {
        left(ui, RichText::new(""));
        for name in [words.t("join.you"), OTHERS[0], OTHERS[1]] {
            right(ui, RichText::new(name).color(cx.tokens.faint));
        }
        ui.end_row();
        left(ui, RichText::new(words.t("join.list_points")).color(cx.tokens.faint));
        for account in accounts {
            right(ui, RichText::new(wording::signed(account.game_list())));
        }
        ui.end_row();
        let seeger = RichText::new(words.t("join.seeger")).color(cx.tokens.faint);
        left(ui, seeger).on_hover_text(words.t("join.seeger.why"));
        for account in accounts {
            right(ui, RichText::new(wording::signed(account.seeger(TableSize::Three))));
        }
        ui.end_row();
    });
}

/// The beginning of a line.
fn left(ui: &mut Ui, text: RichText) -> egui::Response {
    let cell = ui.allocate_ui(vec2(NAME, LINE), |ui| {
        ui.set_width(NAME);
        ui.add(egui::Label::new(text).truncate())
    });
    cell.inner
}

/// A cell of a column of numbers.
fn right(ui: &mut Ui, text: RichText) {
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(vec2(COLUMN, LINE), layout, |ui| {
        ui.set_width(COLUMN);
        ui.label(text);
    });
}

impl JoinIn {
    /// The list as it is written at the table: the running sum stands with whoever played.
    pub(super) fn list_ui(&self, ui: &mut Ui, cx: &Cx<'_>, acts: &mut Vec<Act>) {
        let words = cx.words;
        let lines = self.list().lines();
        ui.horizontal(|ui| {
            section(ui, words.t("join.list"));
            if lines.is_empty() {
                return;
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let small = |text: &str| Button::new(RichText::new(text).size(14.0));
                let button = small(words.t("join.new_list"));
                if ui.add(button).on_hover_text(words.t("join.new_list.why")).clicked() {
                    acts.push(Act::NewList);
                }
                if ui.add(small(words.t("join.replay_list"))).clicked() {
                    acts.push(Act::ReplayList);
                }
            });
        });
        ui.spacing_mut().interact_size.y = LINE;
        if !lines.is_empty() {
            scores_ui(ui, "join in sums", &self.list().accounts(), cx);
            ui.separator();
        }
        let scroll = ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true);
        scroll.id_salt("join in list").show(ui, |ui| match lines {
            [] => drop(caption(ui, words.t("join.no_games"))),
            lines => lines_ui(ui, lines, cx),
        });
    }
}

fn lines_ui(ui: &mut Ui, lines: &[Line], cx: &Cx<'_>) {
    let words = cx.words;
    let mut sums = [0_i64; 3];
    Grid::new("join in lines").num_columns(4).min_col_width(0.0).spacing(SPACING).show(ui, |ui| {
        for (n, line) in lines.iter().enumerate() {
            let (text, colour) = match line.game {
                None => (words.t("result.passed").to_string(), cx.tokens.faint),
                Some((_, contract, true, _)) => (words.contract(contract), cx.tokens.ink),
                Some((_, contract, false, _)) => (words.contract(contract), cx.tokens.bad),
            };
            left(ui, RichText::new(format!("{}  {text}", n + 1)).color(colour));
            for (chair, sum) in sums.iter_mut().enumerate() {
                let own = line.game.filter(|&(declarer, ..)| declarer == chair);
                let shown = own.map_or_else(String::new, |(_, _, _, value)| {
                    *sum += i64::from(value);
                    wording::signed(*sum)
                });
                right(ui, RichText::new(shown).color(colour));
            }
            ui.end_row();
        }
    });
}
