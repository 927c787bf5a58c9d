//! What the person does at a table of a server, and the panel in which he does it.

use super::{Draft, Server};
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::theme::GAP;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::contract::{GAMES, announcement_choice, game_choice};
use crate::app::widgets::fields::{self, section};
use crate::cards::Card;
use crate::deal::Deal;
use crate::net::course::{Course, Phase};
use crate::net::follow::SeatGame;
use crate::net::message::Request;
use crate::rules::{Asked, Call, Contract, Game, ladder, next_bid};
use crate::solving::join_in::wording::{outlook, signed, worth};
use egui::{Button, ComboBox, Grid, RichText, ScrollArea, Ui, vec2};

/// How many numbers can be jumped over in the auction.
const JUMPS: usize = 14;

impl Server {
    /// The game in which the person is to do something now, and its course.
    fn mine(&self) -> Option<(&SeatGame, &Course)> {
        let game = self.game().filter(|game| game.is_my_turn())?;
        Some((game, game.course.as_ref()?))
    }

    /// What he would say in the auction if he does not pass.
    pub(super) fn yes(&self) -> Option<Call> {
        let (_, course) = self.mine().filter(|(_, course)| course.phase() == Phase::Bidding)?;
        match course.auction().asked() {
            Asked::Hold(_) => Some(Call::Hold),
            Asked::Number => {
                let next = next_bid(course.auction().bid())?;
                Some(Call::Bid(self.draft.jump.filter(|&jump| jump > next).unwrap_or(next)))
            }
        }
    }

    fn play(&mut self, word: String) {
        self.send_at_table(Request::Play(word));
    }

    pub(super) fn say(&mut self, call: Call) {
        if self.mine().is_none_or(|(_, course)| course.phase() != Phase::Bidding) {
            return;
        }
        self.draft.jump = None;
        self.play(match call {
            Call::Bid(number) => number.to_string(),
            Call::Hold => "y".into(),
            Call::Pass => "p".into(),
        });
    }

    /// A card was clicked or typed.
    pub(super) fn touch(&mut self, card: Card, cx: &mut Cx<'_>) {
        let words = cx.words;
        let Some((game, course)) = self.mine() else {
            if self.game().is_some() {
                cx.toasts.done(words.t("join.not_yet"));
            }
            return;
        };
        let own = game.seat().and_then(|seat| course.hand(seat)).unwrap_or_default();
        match course.phase() {
            Phase::Announce | Phase::Discard => {
                let away = &mut self.draft.away;
                if away.remove(card) || !own.has(card) {
                    return;
                }
                if away.len() < Deal::SKAT {
                    away.insert(card);
                } else {
                    cx.toasts.done(words.t("join.two_away"));
                }
            }
            Phase::Playing if own.has(card) => {
                if course.playable().is_some_and(|cards| cards.has(card)) {
                    self.play(card.to_string());
                } else {
                    cx.toasts.problem(words.t("server.follow_suit"));
                }
            }
            Phase::Bidding | Phase::SkatOrHand if own.has(card) => {
                cx.toasts.done(words.t("join.not_announced"))
            }
            _ => {}
        }
    }

    fn announce(&mut self) {
        let Draft { away, contract: Some(contract), hand, .. } = self.draft else { return };
        let mut word = contract.record_spelling();
        if !hand {
            for card in away.iter() {
                word = format!("{word}.{card}");
            }
        }
        self.play(word);
    }

    pub(super) fn panel_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        self.link_ui(ui, cx);
        self.invitations_ui(ui, cx);
        ScrollArea::vertical().auto_shrink(false).id_salt("server panel").show(ui, |ui| {
            ui.set_width(ui.available_width() - GAP);
            self.chairs_ui(ui, cx);
            let phase = self.mine().map(|(_, course)| course.phase());
            match phase {
                Some(Phase::Bidding) => self.bidding_ui(ui, cx),
                Some(Phase::SkatOrHand) if !self.draft.hand => self.choosing_ui(ui, cx),
                Some(Phase::SkatOrHand | Phase::Announce | Phase::Discard) => self.announcing_ui(ui, cx),
                Some(Phase::Playing) => {
                    ui.label(RichText::new(words.t("play.your_turn")).size(17.0));
                }
                _ => {}
            }
            ui.add_space(GAP);
            self.between_games_ui(ui, cx);
            self.sheet_ui(ui, cx);
        });
    }

    /// Who sits at the table, with the points of the series.
    fn chairs_ui(&self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let Some(state) = self.table().and_then(|view| view.state.as_ref()) else { return };
        section(ui, words.t("server.series"));
        Grid::new("chairs").num_columns(4).spacing(vec2(14.0, 4.0)).show(ui, |ui| {
            for (chair, present) in state.chairs.iter().zip(&state.present).take(state.seats.into()) {
                let name = chair.name.clone().or(present.clone()).unwrap_or_else(|| "–".into());
                ui.label(RichText::new(name).strong());
                ui.label(signed(chair.total));
                ui.label(words.fill("server.solos", &[("won", &chair.won), ("of", &chair.solos)]));
                ui.label(if chair.ready && !state.running { words.t("server.is_ready") } else { "" });
                ui.end_row();
            }
        });
        ui.add_space(GAP / 2.0);
    }

    fn bidding_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let Some(yes) = self.yes() else { return };
        let Some((_, course)) = self.mine() else { return };
        let bid = course.auction().bid();
        let mut said = None;
        let mut jump = None;
        section(ui, words.t("join.bidding_title"));
        ui.horizontal(|ui| {
            let text = match yes {
                Call::Hold => words.fill("server.hold", &[("n", &bid)]),
                call => crate::solving::join_in::wording::call(call, &words),
            };
            if fields::highlighted(ui, true, &text, vec2(110.0, 34.0)) {
                said = Some(yes);
            }
            let pass = Button::new(words.t("join.say_pass")).min_size(vec2(110.0, 34.0));
            if ui.add(pass).on_hover_text(cx.hint(Command::PassBid)).clicked() {
                said = Some(Call::Pass);
            }
            if let Call::Bid(number) = yes {
                let mut next = number;
                ComboBox::from_id_salt("server jump")
                    .selected_text(words.t("join.jump"))
                    .width(90.0)
                    .show_ui(ui, |ui| {
                        for step in ladder().into_iter().filter(|&step| step > bid).take(JUMPS) {
                            ui.selectable_value(&mut next, step, step.to_string());
                        }
                    })
                    .response
                    .accessible_name(words.t("join.jump.why"));
                jump = Some(next).filter(|next| *next != number);
            }
        });
        self.draft.jump = jump.or(self.draft.jump);
        if let Some(call) = said {
            self.say(call);
        }
    }

    fn choosing_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let Some((_, course)) = self.mine() else { return };
        let bid = course.auction().bid();
        ui.label(RichText::new(words.fill("join.yours", &[("n", &bid)])).size(17.0));
        let mut take = false;
        ui.horizontal(|ui| {
            take = fields::highlighted(ui, true, words.t("join.take_skat"), vec2(150.0, 34.0));
            let hand = Button::new(words.t("join.play_hand")).min_size(vec2(130.0, 34.0));
            self.draft.hand = ui.add(hand).clicked();
        });
        if take {
            self.play("s".into());
        }
    }

    fn announcing_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let Some((game, course)) = self.mine() else { return };
        let hand = self.draft.hand;
        let bid = course.auction().bid();
        let cards = game.seat().and_then(|seat| course.hand(seat)).unwrap_or_default();
        if !hand {
            section(ui, words.t("join.discard"));
            let kind = self.draft.contract.map_or(Game::Grand, Contract::game);
            let away: Vec<String> =
                kind.sorted(self.draft.away).into_iter().map(|card| words.short_card(card)).collect();
            ui.label(if away.is_empty() { words.t("join.discard_two").into() } else { away.join("  ") });
        }
        section(ui, words.t("join.announce_what"));
        let deck = Deck { texts: &words, tokens: &cx.tokens };
        let now = self.draft.contract.map(Contract::game);
        if let Some(kind) = game_choice(ui, words.t("field.game"), now, &GAMES, &deck) {
            self.draft.contract = Some(if hand { Contract::hand_game(kind) } else { Contract::plain(kind) });
        }
        if let Some(contract) = self.draft.contract {
            let offered: &[usize] = match (contract.game(), hand) {
                (Game::Null, _) => &[3],
                (_, true) => &[1, 2, 3],
                (_, false) => &[],
            };
            if !offered.is_empty()
                && let Some(next) = announcement_choice(ui, contract, offered, &words)
            {
                self.draft.contract = Some(next);
            }
            let (counts, problem) = outlook(contract, cards, bid, &words);
            ui.label(counts);
            if let Some(problem) = problem {
                ui.label(RichText::new(problem).color(cx.tokens.warn));
            }
        }
        ui.add_space(GAP);
        let contract = self.draft.contract;
        let null_below = contract
            .is_some_and(|contract| contract.game() == Game::Null && worth(contract, cards) < i32::from(bid));
        let ready = contract.is_some() && !null_below && (hand || self.draft.away.len() == Deal::SKAT);
        let mut announces = false;
        ui.horizontal(|ui| {
            announces = fields::highlighted(ui, ready, words.t("join.announce"), vec2(130.0, 34.0));
            if hand && ui.add(Button::new(words.t("join.take_after_all")).min_size(vec2(0.0, 34.0))).clicked()
            {
                self.draft = Draft::default();
            }
        });
        if announces {
            self.announce();
        }
    }

    /// Ready for the next game, asking others, giving up, going.
    fn between_games_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let Some(view) = self.table() else { return };
        let watches = view.viewer == ".";
        let playing = self.game().is_some_and(|game| game.seat().is_some());
        let state = view.state.as_ref();
        let full = state.is_some_and(|state| state.is_full());
        let ready = state
            .and_then(|state| state.chair_of(&view.viewer).map(|chair| state.chairs[chair].ready))
            .unwrap_or(false);
        let course = self.game().and_then(|game| game.course.as_ref());
        let can_resign = playing && course.is_some_and(|course| course.phase() == Phase::Playing);
        let own = self.game().and_then(SeatGame::seat);
        let can_show = can_resign
            && course.is_some_and(|course| course.declarer() == own && course.open_hand().is_none());
        let mut asks = Vec::new();
        if !watches && !playing && full && !ready {
            if fields::highlighted(ui, true, words.t("server.ready"), vec2(160.0, 34.0)) {
                asks.push(Request::Ready);
            }
        } else if !watches && !playing && ready {
            ui.label(RichText::new(words.t("server.waiting")).color(cx.tokens.faint));
        }
        if !watches && !playing && !full {
            self.invite_ui(ui, cx);
        }
        ui.add_space(GAP / 2.0);
        ui.horizontal_wrapped(|ui| {
            if can_resign
                && ui.button(words.t("server.resign")).on_hover_text(words.t("server.resign.why")).clicked()
            {
                asks.push(Request::Play("RE".into()));
            }
            if can_show
                && ui.button(words.t("server.show")).on_hover_text(words.t("server.show.why")).clicked()
            {
                asks.push(Request::Play("SC".into()));
            }
            if (watches || !playing) && ui.button(words.t("server.leave")).clicked() {
                asks.push(Request::Leave);
            }
            if !playing && !self.records.is_empty() && ui.button(words.t("join.replay")).clicked() {
                self.to_replay(cx);
            }
        });
        asks.into_iter().for_each(|ask| self.send_at_table(ask));
    }
}
