//! The panel beside the table: whatever the person is asked, and the score list beneath it.

use super::{JoinIn, Strength};
use crate::app::Cx;
use crate::app::advice;
use crate::app::commands::Command;
use crate::app::theme::{GAP, Tokens, WIDE};
use crate::app::widgets::cards::Deck;
use crate::app::widgets::contract::{GAMES, announcement_choice, game_choice};
use crate::app::widgets::fields::{self, caption, section};
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::player::course::{Game, Stage};
use crate::rules::{Call, Contract, Game as Kind, Seat, ladder};
use crate::solving::join_in::wording;
use egui::{Align, Button, ComboBox, Frame, Layout, Margin, Panel, RichText, ScrollArea, Ui, vec2};

/// How many numbers can be jumped over in the auction.
const JUMPS: usize = 14;

/// What was clicked.
pub(super) enum Act {
    SitDown,
    BackToGame,
    Say(Call),
    Jump(u16),
    Choose(bool),
    Contract(Contract),
    Announce,
    Card(Card),
    Again,
    Same,
    Replay,
    Claim,
    Concede,
    Abandon,
    ReplayList,
    NewList,
}

/// The button that is pressed most.
pub(super) fn main_button<'a>(text: &str, tokens: &Tokens) -> Button<'a> {
    Button::new(RichText::new(text).color(tokens.on_accent)).fill(tokens.accent)
}

impl JoinIn {
    pub(super) fn panel_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let mut acts = Vec::new();
        let frame = Frame::new().inner_margin(Margin { left: 0, right: 0, top: 8, bottom: 4 });
        let height = (ui.available_height() * 0.36).clamp(150.0, 420.0);
        // Advice needs the room; the list is there again as soon as nobody asks for it.
        if !(self.advised && self.game().is_some() && self.is_under_way()) {
            Panel::bottom("join in list")
                .resizable(true)
                .default_size(height)
                .min_size(110.0)
                .frame(frame)
                .show(ui, |ui| self.list_ui(ui, cx, &mut acts));
            fields::name_splitter(ui, "join in list", cx.words.t("panel.resize"));
        }
        if self.game().is_some() && self.is_under_way() {
            Panel::bottom("join in pace")
                .resizable(false)
                .show_separator_line(false)
                .frame(frame.inner_margin(Margin { left: 0, right: 0, top: 4, bottom: 8 }))
                .show(ui, |ui| self.pace_ui(ui, cx));
        }
        ScrollArea::vertical().auto_shrink(false).id_salt("join in").show(ui, |ui| {
            // WorkspaceView for the bar at the right.
            ui.set_width(ui.available_width() - GAP);
            if self.arrival.is_some() {
                self.arrival_ui(ui, cx, &mut acts);
                return;
            }
            let Some(game) = self.game() else { return };
            heading_ui(ui, game, cx, &mut acts);
            match game.stage() {
                Stage::Bidding => self.bidding_ui(ui, game, cx, &mut acts),
                Stage::Choosing if game.is_my_turn() => choosing_ui(ui, game, cx, &mut acts),
                Stage::Announcing { hand } if game.is_my_turn() => {
                    self.announcing_ui(ui, game, hand, cx, &mut acts);
                }
                Stage::Choosing | Stage::Announcing { .. } => {
                    said_ui(ui, game, cx);
                    ui.add_space(GAP);
                    ui.label(wording::hint(game, &cx.words));
                }
                Stage::Playing => {
                    self.playing_ui(ui, game, cx);
                    self.judge.claim_ui(ui, game, cx, &mut acts);
                }
                Stage::Over => {
                    super::score_sheet::result_ui(ui, game, cx, &mut acts);
                    self.judge.review_ui(ui, game, cx);
                }
            }
            if self.advised && self.game().is_some_and(Game::is_my_turn) {
                ui.add_space(GAP);
                let hint = cx.words.t("advice.try");
                acts.extend(advice::panel_ui(ui, &mut self.adviser, hint, cx).map(Act::Card));
            }
        });
        for act in acts {
            self.act(act, cx);
        }
    }

    fn act(&mut self, act: Act, cx: &mut Cx<'_>) {
        match act {
            Act::SitDown => self.sit_down(),
            Act::BackToGame => self.arrival = None,
            Act::Say(call) => self.say(call),
            Act::Jump(number) => self.draft.jump = Some(number),
            Act::Choose(hand) => self.choose(hand),
            Act::Contract(contract) => self.draft.contract = Some(contract),
            Act::Announce => self.announce(cx),
            Act::Card(card) => self.touch(card, cx),
            Act::Again => self.deal_again(),
            Act::Same => self.same_again(),
            Act::Replay => self.to_replay(cx),
            Act::Claim => {
                if let Some(game) = &self.game {
                    self.judge.claim(game);
                }
            }
            Act::Concede => {
                if let Some(game) = &mut self.game {
                    let declarer = game.announced().map_or(game.me(), |(declarer, _)| declarer);
                    self.others.forget();
                    self.coming = None;
                    game.give_up(game.me().side(declarer));
                    self.happened();
                }
            }
            Act::Abandon => {
                let seat = self.game.as_ref().map(Game::me);
                self.arrival = Some(super::Arrival { deal: None, seat });
            }
            Act::ReplayList => {
                cx.requests.push(crate::app::view::Request::Replay(self.list.records().to_string()))
            }
            Act::NewList => self.list.begin_anew(),
        }
    }

    /// Before the cards are dealt: where to sit.
    fn arrival_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, acts: &mut Vec<Act>) {
        let words = cx.words;
        let under_way = self.is_under_way();
        let Some(arrival) = &mut self.arrival else { return };
        ui.label(RichText::new(words.t("join.title")).size(20.0));
        ui.add_space(GAP / 2.0);
        ui.label(words.t("join.about"));
        if arrival.deal.is_some() {
            ui.add_space(GAP / 2.0);
            caption(ui, words.t("join.known_cards"));
        }
        if under_way {
            ui.add_space(GAP);
            ui.label(RichText::new(words.t("join.under_way")).color(cx.tokens.warn));
            if ui.button(words.t("join.go_back")).clicked() {
                acts.push(Act::BackToGame);
            }
        }
        section(ui, words.t("join.seat"));
        let seats = [
            (None, words.t("join.any_seat")),
            (Some(Seat::Forehand), words.seat(Seat::Forehand)),
            (Some(Seat::Middlehand), words.seat(Seat::Middlehand)),
            (Some(Seat::Rearhand), words.seat(Seat::Rearhand)),
        ];
        if let Some(seat) = fields::choice(ui, words.t("join.seat"), Some(arrival.seat), &seats) {
            arrival.seat = seat;
        }
        section(ui, words.t("join.strength"));
        let strengths = [
            (Strength::Beginner, words.t("join.beginner")),
            (Strength::Club, words.t("join.club")),
            (Strength::Best, words.t("join.best")),
        ];
        let now = Some(cx.settings.join_in.strength);
        if let Some(strength) = fields::choice(ui, words.t("join.strength"), now, &strengths) {
            cx.settings.join_in.strength = strength;
        }
        caption(ui, words.t("join.strength.why"));
        ui.add_space(WIDE);
        ui.horizontal(|ui| {
            let button = main_button(words.t("join.deal"), &cx.tokens).min_size(vec2(160.0, 34.0));
            if ui.add(button).clicked() {
                acts.push(Act::SitDown);
            }
        });
    }

    fn bidding_ui(&self, ui: &mut Ui, game: &Game, cx: &Cx<'_>, acts: &mut Vec<Act>) {
        let words = cx.words;
        said_ui(ui, game, cx);
        ui.add_space(GAP);
        let Some(yes) = self.yes() else {
            ui.label(RichText::new(wording::hint(game, &words)).color(cx.tokens.faint));
            return;
        };
        ui.label(RichText::new(wording::asked(game, &words)).size(17.0));
        ui.add_space(GAP / 2.0);
        ui.horizontal(|ui| {
            let text = match yes {
                Call::Hold => words.t("join.say_yes").to_string(),
                call => wording::call(call, &words),
            };
            let button = main_button(&text, &cx.tokens).min_size(vec2(110.0, 34.0));
            if ui.add(button).on_hover_text(cx.hint(Command::SayBid)).clicked() {
                acts.push(Act::Say(yes));
            }
            let button = Button::new(words.t("join.say_pass")).min_size(vec2(110.0, 34.0));
            if ui.add(button).on_hover_text(cx.hint(Command::PassBid)).clicked() {
                acts.push(Act::Say(Call::Pass));
            }
            if let Call::Bid(number) = yes {
                let above = ladder().into_iter().filter(|&step| step > game.auction().bid()).take(JUMPS);
                let mut next = number;
                ComboBox::from_id_salt("jump")
                    .selected_text(words.t("join.jump"))
                    .width(90.0)
                    .show_ui(ui, |ui| {
                        for step in above {
                            ui.selectable_value(&mut next, step, step.to_string());
                        }
                    })
                    .response
                    .on_hover_text(words.t("join.jump.why"))
                    .accessible_name(words.t("join.jump.why"));
                if next != number {
                    acts.push(Act::Jump(next));
                }
            }
        });
    }

    fn announcing_ui(&self, ui: &mut Ui, game: &Game, hand: bool, cx: &Cx<'_>, acts: &mut Vec<Act>) {
        let words = cx.words;
        let away = self.draft.away;
        if !hand {
            section(ui, words.t("join.discard"));
            let text = match away.len() {
                0 => words.t("join.discard_two").to_string(),
                _ => self.short_cards(away, &words),
            };
            ui.label(text);
        }
        section(ui, words.t("join.announce_what"));
        ui.add_space(GAP / 2.0);
        let deck = Deck { texts: &words, tokens: &cx.tokens };
        let now = self.draft.contract.map(Contract::game);
        if let Some(kind) = game_choice(ui, words.t("field.game"), now, &GAMES, &deck) {
            let contract = if hand { Contract::hand_game(kind) } else { Contract::plain(kind) };
            acts.push(Act::Contract(contract));
        }
        if let Some(contract) = self.draft.contract {
            let offered: &[usize] = match (contract.game(), hand) {
                (Kind::Null, _) => &[3],
                (_, true) => &[1, 2, 3],
                (_, false) => &[],
            };
            if !offered.is_empty()
                && let Some(next) = announcement_choice(ui, contract, offered, &words)
            {
                acts.push(Act::Contract(next));
            }
            ui.add_space(GAP / 2.0);
            let (counts, problem) = wording::outlook(contract, game.hand(), game.auction().bid(), &words);
            ui.label(counts);
            if hand {
                caption(ui, words.t("join.without_skat"));
            }
            if let Some(problem) = problem {
                ui.label(RichText::new(problem).color(cx.tokens.warn));
            }
        }
        ui.add_space(GAP);
        ui.horizontal(|ui| {
            let ready = self.draft.contract.is_some() && (hand || away.len() == Deal::SKAT);
            let button = main_button(words.t("join.announce"), &cx.tokens).min_size(vec2(130.0, 34.0));
            if ui.add_enabled(ready, button).clicked() {
                acts.push(Act::Announce);
            }
            if hand && ui.add(Button::new(words.t("join.take_after_all")).min_size(vec2(0.0, 34.0))).clicked()
            {
                acts.push(Act::Choose(false));
            }
        });
    }

    fn playing_ui(&self, ui: &mut Ui, game: &Game, cx: &mut Cx<'_>) {
        let words = cx.words;
        said_ui(ui, game, cx);
        let Some((declarer, contract)) = game.announced() else { return };
        ui.add_space(GAP);
        let bid = game.auction().bid();
        ui.label(RichText::new(wording::plays(declarer, contract, bid, game.me(), &words)).size(17.0));
        if let Some(seen) = game.seen().filter(|_| declarer == game.me() && !contract.is_hand()) {
            let cards: Cards = seen.skat();
            caption(ui, &words.fill("moves.discard", &[("cards", &self.short_cards(cards, &words))]));
        }
        ui.add_space(GAP);
        let prompt = if self.halted {
            words.t("play.halted").into()
        } else if self.rests {
            words.t("join.go_on_hint").into()
        } else {
            wording::hint(game, &words)
        };
        ui.label(RichText::new(prompt).color(cx.tokens.faint));
        if self.can_go_on()
            && ui.button(Command::GoOn.name(&words)).on_hover_text(cx.hint(Command::GoOn)).clicked()
        {
            cx.send.push(Command::GoOn);
        }
    }

    /// What can be set while a game is under way.
    fn pace_ui(&self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        ui.horizontal_wrapped(|ui| {
            ui.checkbox(&mut cx.settings.join_in.wait, words.t("join.wait"))
                .on_hover_text(words.t("join.wait.why"));
            let mut advised = self.advised;
            let name = Command::Advice.name(&words);
            if ui.checkbox(&mut advised, name).on_hover_text(cx.hint(Command::Advice)).clicked() {
                cx.send.push(Command::Advice);
            }
        });
    }
}

fn heading_ui(ui: &mut Ui, game: &Game, cx: &Cx<'_>, acts: &mut Vec<Act>) {
    let words = cx.words;
    ui.horizontal(|ui| {
        let text = words.fill("join.you_sit", &[("seat", &words.seat(game.me()))]);
        ui.label(RichText::new(text).size(20.0));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let button = Button::new(RichText::new(words.t("join.abandon")).size(14.0));
            if ui.add(button).on_hover_text(words.t("join.abandon.why")).clicked() {
                acts.push(Act::Abandon);
            }
        });
    });
    if !game.counts() {
        caption(ui, words.t("join.does_not_count"));
    }
}

/// The auction so far, as it was spoken.
fn said_ui(ui: &mut Ui, game: &Game, cx: &Cx<'_>) {
    let words = cx.words;
    section(ui, words.t("join.bidding_title"));
    let calls = game.auction().calls();
    if calls.is_empty() {
        ui.label(RichText::new(words.t("bidding.begins")).color(cx.tokens.faint));
        return;
    }
    let usual = ui.spacing().interact_size.y;
    ui.spacing_mut().interact_size.y = 20.0;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
        for (i, &(seat, call)) in calls.iter().enumerate() {
            if i > 0 {
                ui.label(RichText::new("·").color(cx.tokens.faint));
            }
            let name = wording::name(seat, game.me(), &words);
            let text = format!("{name}: {}", wording::call(call, &words));
            ui.add(egui::Label::new(text).wrap_mode(egui::TextWrapMode::Extend));
        }
    });
    ui.spacing_mut().interact_size.y = usual;
}

fn choosing_ui(ui: &mut Ui, game: &Game, cx: &Cx<'_>, acts: &mut Vec<Act>) {
    let words = cx.words;
    said_ui(ui, game, cx);
    ui.add_space(GAP);
    let bid = game.auction().bid();
    ui.label(RichText::new(words.fill("join.yours", &[("n", &bid)])).size(17.0));
    ui.add_space(GAP / 2.0);
    ui.horizontal(|ui| {
        let button = main_button(words.t("join.take_skat"), &cx.tokens).min_size(vec2(150.0, 34.0));
        if ui.add(button).clicked() {
            acts.push(Act::Choose(false));
        }
        if ui.add(Button::new(words.t("join.play_hand")).min_size(vec2(130.0, 34.0))).clicked() {
            acts.push(Act::Choose(true));
        }
    });
}
