//! The panel: the card with every reason, the choice of game and discard, the bidding.

use super::beliefs::beliefs_ui;
use super::list::{advice_list, small_card};
use super::{AdviceRequest, Adviser, Forecast};
use crate::app::Cx;
use crate::app::theme::GAP;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::{caption, section};
use crate::cards::Card;
use crate::player::{Offer, Sight};
use crate::rules::{Call, Game, Seat};
use crate::solving::reasons as wording;
use crate::words::Words;
use egui::{Grid, RichText, Ui, vec2};

/// Offers that are listed at most.
const OFFERS: usize = 8;
/// Hand games that are listed at most.
const BY_HAND: usize = 3;

/// Why nothing can be advised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAdvice {
    /// Nothing lies on the table.
    Empty,
    /// The position is wrong; what comes first.
    Wrong(String),
    /// All cards are played.
    Finished,
    /// The hand of whoever is on turn is not given.
    HandUnknown(Seat),
    /// It is somebody's turn whose cards are not shown.
    Hidden(Seat),
    /// Everybody has passed.
    Passed,
    /// Cards fall by themselves, which leaves no time to think.
    Falling,
    /// The person plays with others over the net.
    WithPeople,
}

impl NoAdvice {
    fn text(&self, words: &Words) -> String {
        match self {
            NoAdvice::Empty => words.t("advice.empty").into(),
            NoAdvice::Wrong(why) => words.fill("advice.wrong", &[("why", why)]),
            NoAdvice::Finished => words.t("verdict.finished").into(),
            NoAdvice::HandUnknown(seat) => words.fill("advice.hand", &[("seat", &words.seat(*seat))]),
            NoAdvice::Hidden(seat) => words.fill("advice.hidden", &[("seat", &words.seat(*seat))]),
            NoAdvice::Passed => words.t("advice.passed").into(),
            NoAdvice::Falling => words.t("advice.falling").into(),
            NoAdvice::WithPeople => words.t("advice.with_people").into(),
        }
    }
}

/// Draws what the player says; returns the card that was clicked. `hint` says what a click on a card does.
pub fn panel_ui(ui: &mut Ui, adviser: &mut Adviser, hint: &str, cx: &Cx<'_>) -> Option<Card> {
    let words = cx.words;
    if let Some(why) = &adviser.refused {
        ui.add(egui::Label::new(RichText::new(why.text(&words)).color(cx.tokens.faint)).wrap());
        return None;
    }
    let mut clicked = None;
    for ask in adviser.asked().to_vec() {
        match ask {
            AdviceRequest::Card(sight) => clicked = card_ui(ui, adviser, &sight, hint, cx).or(clicked),
            AdviceRequest::Game(sight) => {
                heading(ui, &words.fill("advice.game", &[("seat", &words.seat(sight.seat))]));
                match adviser.game() {
                    Some(offers) => offers_ui(ui, offers, cx),
                    None => pending(ui, adviser, cx),
                }
            }
            AdviceRequest::Bid(sight) => {
                heading(ui, &words.fill("advice.bid", &[("seat", &words.seat(sight.seat))]));
                match adviser.forecast() {
                    Some(forecast) => forecast_ui(ui, forecast, sight.seat, cx),
                    None => pending(ui, adviser, cx),
                }
            }
        }
        ui.add_space(GAP);
    }
    if adviser.task.is_stopped() {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(words.t("advice.halted")).color(cx.tokens.faint));
            if ui.button(words.t("advice.again")).clicked() {
                adviser.ask_again();
            }
        });
    }
    clicked
}

fn heading(ui: &mut Ui, text: &str) {
    section(ui, text);
    ui.add_space(2.0);
}

fn pending(ui: &mut Ui, adviser: &Adviser, cx: &Cx<'_>) {
    if adviser.is_thinking() {
        ui.label(RichText::new(cx.words.t("advice.thinking")).color(cx.tokens.faint));
    }
}

fn card_ui(ui: &mut Ui, adviser: &Adviser, sight: &Sight, hint: &str, cx: &Cx<'_>) -> Option<Card> {
    let words = cx.words;
    let announced = sight.announced.as_ref()?;
    let side = sight.seat.side(announced.declarer);
    let role =
        if sight.seat == announced.declarer { words.t("role.declarer") } else { words.t("role.defender") };
    heading(ui, &words.fill("advice.card", &[("seat", &words.seat(sight.seat)), ("role", &role)]));
    caption(ui, words.t("advice.sees")).on_hover_text(words.t("advice.sees.why"));
    ui.add_space(4.0);
    let Some(advice) = adviser.card() else {
        if adviser.is_silent() {
            ui.label(RichText::new(words.t("advice.silent")).color(cx.tokens.faint));
        }
        pending(ui, adviser, cx);
        return None;
    };
    let deck = Deck { texts: &words, tokens: &cx.tokens };
    let clicked = ui
        .vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 5.0;
            advice_list(ui, advice, side, hint, &deck)
        })
        .inner;
    let playable = sight.position().map_or(0, |position| position.playable().len());
    let mut listed: Vec<Card> = advice.all.iter().map(|one| one.card).collect();
    listed.sort_unstable();
    listed.dedup();
    if listed.len() < playable {
        caption(ui, words.t("advice.equals"));
    }
    if let Some(beliefs) = adviser.beliefs() {
        ui.add_space(GAP);
        beliefs_ui(ui, beliefs, cx);
    }
    clicked
}

/// One line of a table: the name, what stands in the middle, the chance to win and the score.
fn line(
    ui: &mut Ui,
    first: bool,
    name: &str,
    middle: impl FnOnce(&mut Ui),
    win: f64,
    score: f64,
    cx: &Cx<'_>,
) {
    let ink = if first { cx.tokens.accent } else { cx.tokens.ink };
    let text = |text: String| RichText::new(text).color(ink);
    let name = if first { format!("➡ {name}") } else { name.to_string() };
    ui.label(text(name));
    middle(ui);
    ui.label(text(format!("{} %", wording::percent(win))));
    ui.label(text(wording::score(score)));
    ui.end_row();
}

fn head(ui: &mut Ui, keys: [&'static str; 4], cx: &Cx<'_>) {
    for key in keys {
        let label = caption(ui, cx.words.t(key));
        if key == "advice.score" {
            label.on_hover_text(cx.words.t("advice.score.why"));
        }
    }
    ui.end_row();
}

fn table(ui: &mut Ui, name: &str, rows: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = 22.0;
        Grid::new(("advice", name)).num_columns(4).spacing(vec2(14.0, 5.0)).show(ui, rows);
    });
}

/// The chosen game with all its discards, and the best discard of each other game.
fn worth_naming(offers: &[Offer]) -> Vec<&Offer> {
    let best_of_its_kind =
        |at: usize| offers[..at].iter().all(|earlier| earlier.contract != offers[at].contract);
    (0..offers.len())
        .filter(|&at| offers[at].contract == offers[0].contract || best_of_its_kind(at))
        .map(|at| &offers[at])
        .collect()
}

fn offers_ui(ui: &mut Ui, offers: &[Offer], cx: &Cx<'_>) {
    let words = cx.words;
    let deck = Deck { texts: &words, tokens: &cx.tokens };
    table(ui, "offers", |ui| {
        head(ui, ["advice.contract", "advice.discard", "advice.win", "advice.score"], cx);
        for (place, offer) in worth_naming(offers).into_iter().take(OFFERS).enumerate() {
            let laid = offer.discard.unwrap_or_default();
            let cards = |ui: &mut Ui| {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 3.0;
                    for card in Game::Grand.sorted(laid) {
                        small_card(ui, card, &deck);
                    }
                });
            };
            line(ui, place == 0, &words.contract(offer.contract), cards, offer.win, offer.score, cx);
        }
    });
}

fn forecast_ui(ui: &mut Ui, forecast: &Forecast, seat: Seat, cx: &Cx<'_>) {
    let words = cx.words;
    let call = forecast.call.map(|call| match call {
        Call::Bid(number) => number.to_string(),
        Call::Hold => words.t("advice.yes").into(),
        Call::Pass => words.t("advice.pass").into(),
    });
    if let Some(call) = call {
        let text = words.fill("advice.says", &[("call", &call)]);
        ui.label(RichText::new(format!("➡ {text}")).strong().color(cx.tokens.accent));
    }
    let limit = match forecast.limit {
        Some(limit) => words.fill("advice.limit", &[("n", &limit)]),
        None => words.t("advice.no_bid").into(),
    };
    ui.label(limit);
    let bids = forecast.limit.is_some();
    let best = forecast.by_hand.first();
    let hand = best.is_some_and(|offer| offer.score > forecast.with_skat);
    let (skat, own) = (wording::score(forecast.with_skat), best.map_or(0.0, |offer| offer.score));
    let values: [(&str, &dyn std::fmt::Display); 3] =
        [("n", &forecast.bid), ("skat", &skat), ("hand", &wording::score(own))];
    let key = if hand { "advice.rather_hand" } else { "advice.rather_skat" };
    ui.add(egui::Label::new(words.fill(key, &values)).wrap());
    ui.add_space(GAP / 2.0);
    let name = words.seat(seat);
    table(ui, name, |ui| {
        head(ui, ["advice.with_skat", "advice.chosen_share", "advice.win", "advice.score"], cx);
        for (place, game) in forecast.games.iter().enumerate() {
            let share = |ui: &mut Ui| {
                ui.label(format!("{} %", wording::percent(game.chosen)));
            };
            let name = words.contract(crate::rules::Contract::plain(game.game));
            line(ui, place == 0 && !hand && bids, &name, share, game.win, game.score, cx);
        }
        head(ui, ["advice.by_hand", "advice.nothing", "advice.win", "advice.score"], cx);
        for (place, offer) in forecast.by_hand.iter().take(BY_HAND).enumerate() {
            let nothing = |ui: &mut Ui| {
                ui.label("");
            };
            let first = place == 0 && hand && bids;
            line(ui, first, &words.contract(offer.contract), nothing, offer.win, offer.score, cx);
        }
    });
}
