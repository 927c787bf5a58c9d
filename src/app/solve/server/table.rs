//! The table at which the person sits or watches: what the server has let him see.

use super::Server;
use super::wording;
use crate::app::Cx;
use crate::app::theme::GAP;
use crate::app::widgets::beside::Beside;
use crate::app::widgets::cards::{Deck, Look};
use crate::app::widgets::table::{Balance, SeatModel, Slot, Spot, TableEvent, TableModel, table_ui};
use crate::cards::{Card, Cards};
use crate::deal::{Deal, Place};
use crate::net::course::{Course, Phase};
use crate::net::follow::SeatGame;
use crate::rules::{BySeat, Game, Goal, Seat};
use crate::words::Words;
use egui::{CentralPanel, Frame, Id, Margin, Panel, Rect, Ui};

/// The field for typed cards.
const FIELD: &str = "playing on a server by typing";

impl Server {
    pub(super) fn table_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.typing.listen(ui);
        let panel = Beside::right("server panel", (372.0, 460.0), (320.0, 600.0));
        let words = cx.words;
        let main = panel.show(ui, &words, |ui| {
            Frame::new().inner_margin(Margin::symmetric(6, 8)).show(ui, |ui| {
                let talk = (ui.available_height() * 0.36).clamp(130.0, 360.0);
                Panel::bottom("server table talk").resizable(true).default_size(talk).min_size(110.0).show(
                    ui,
                    |ui| {
                        ui.add_space(GAP / 2.0);
                        self.talk_ui(ui, cx);
                    },
                );
                self.panel_ui(ui, cx);
            });
        });
        if !main {
            return;
        }
        let strip = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 4, bottom: 10 });
        Panel::bottom("server strip").resizable(false).show_separator_line(false).frame(strip).show(
            ui,
            |ui| {
                let course =
                    self.game().filter(|game| game.is_my_turn()).and_then(|game| game.course.as_ref());
                let playable = course.and_then(Course::playable).unwrap_or_default();
                if let Some(card) = self.typing.card_ui(ui, Id::unique(FIELD), playable, cx) {
                    self.touch(card, cx);
                }
            },
        );
        let frame = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 4, bottom: 4 });
        CentralPanel::no_frame().show(ui, |ui| {
            frame.show(ui, |ui| {
                let (_, rect) = ui.allocate_space(ui.available_size());
                self.cloth_ui(ui, rect, cx);
            });
        });
    }

    fn cloth_ui(&mut self, ui: &mut Ui, rect: Rect, cx: &mut Cx<'_>) {
        let model = self.model(&cx.words);
        let deck = Deck { texts: &cx.words, tokens: &cx.tokens };
        for event in table_ui(ui, rect, &model, &deck) {
            match event {
                TableEvent::Click(card) | TableEvent::Double(card) => self.touch(card, cx),
                TableEvent::Drop(card, Spot::Middle | Spot::Place(Place::Skat)) => self.touch(card, cx),
                _ => {}
            }
        }
    }

    fn model(&self, words: &Words) -> TableModel {
        let bottom = self.game().and_then(SeatGame::seat).unwrap_or(Seat::Forehand);
        let mut model = TableModel {
            bottom,
            seats: BySeat::from_fn(|seat| SeatModel {
                name: words.seat(seat).into(),
                slots: backs(Deal::HAND),
                ..SeatModel::default()
            }),
            skat: SeatModel {
                name: words.t("place.skat").into(),
                slots: backs(Deal::SKAT),
                ..SeatModel::default()
            },
            trick: Vec::new(),
            last_trick: Vec::new(),
            last_trick_name: String::new(),
            heading: String::new(),
            score: Vec::new(),
            balance: None,
            hint: String::new(),
            middle_name: words.t("table.middle").into(),
            asked: Vec::new(),
        };
        let Some(game) = self.game() else {
            model.hint = words.t("server.wait_ready").into();
            return model;
        };
        for seat in Seat::ALL {
            model.seats[seat].name = game.names[seat.index()].clone();
            model.seats[seat].on_turn = game.turn() == Some(seat);
            model.seats[seat].note = self.note(game, seat, words);
        }
        if let Some(course) = &game.course {
            self.cards(&mut model, game, course, words);
        }
        model
    }

    /// Seat, role or last word, and the time that is left.
    fn note(&self, game: &SeatGame, seat: Seat, words: &Words) -> String {
        let mut parts = vec![words.seat(seat).to_string()];
        if let Some(course) = &game.course {
            match course.declarer().filter(|_| course.contract().is_some()) {
                Some(declarer) if declarer == seat => parts.push(words.t("role.declarer").into()),
                Some(_) => parts.push(words.t("role.defender").into()),
                None => {
                    let said = course.auction().calls().iter().rev().find(|(who, _)| *who == seat);
                    parts.extend(said.map(|&(_, call)| crate::solving::join_in::wording::call(call, words)));
                }
            }
        }
        let gone = self.session.as_ref().map_or(0.0, |session| session.clocks_since.elapsed().as_secs_f64());
        let left = game.clocks[seat.index()].seconds() - if game.turn() == Some(seat) { gone } else { 0.0 };
        parts.push(wording::clock(left));
        parts.join(" · ")
    }

    fn cards(&self, model: &mut TableModel, game: &SeatGame, course: &Course, words: &Words) {
        let kind = course.contract().or(self.draft.contract).map_or(Game::Grand, |contract| contract.game());
        let faces = |cards: Cards| -> Vec<Slot> { kind.sorted(cards).into_iter().map(face).collect() };
        let me = game.seat();
        for seat in Seat::ALL {
            model.seats[seat].slots = if me == Some(seat) {
                let mut slots = faces(course.hand(seat).unwrap_or_default() - self.draft.away);
                // What came from the skat is marked until two cards are laid away.
                let taken = course.skat().filter(|_| course.phase() == Phase::Announce).unwrap_or_default();
                for slot in &mut slots {
                    slot.look.selected = slot.card.is_some_and(|card| taken.has(card));
                }
                slots
            } else if let Some(open) = course.open_hand().filter(|_| course.declarer() == Some(seat)) {
                faces(open - course.played_by(seat))
            } else {
                let more = course.declarer() == Some(seat) && course.phase() == Phase::Announce;
                let held = Deal::HAND + if more { Deal::SKAT } else { 0 };
                backs(held.saturating_sub(course.played_by(seat).len()))
            };
        }
        let mine = me.is_some() && course.declarer() == me;
        model.skat.slots = match course.phase() {
            Phase::Announce | Phase::Discard if mine => faces(self.draft.away),
            Phase::Announce | Phase::Discard => Vec::new(),
            _ => course.skat().filter(|_| mine).map_or_else(|| backs(Deal::SKAT), faces),
        };
        model.heading = wording::heading(game, course, words);
        model.hint = wording::hint(game, course, words);
        let tricks = tricks(course);
        let (last, now) = match tricks.split_last() {
            Some((now, before)) if now.len() < 3 => (before.last(), Some(now)),
            // The finished trick lies until the next card falls.
            Some((now, _)) => (Some(now), Some(now)),
            None => (None, None),
        };
        model.trick = now.into_iter().flatten().map(|&(seat, card)| (seat, face(card))).collect();
        if let Some(last) = last.filter(|trick| trick.len() == 3) {
            model.last_trick.clone_from(last);
            model.last_trick_name = words.t("server.last_trick").into();
        }
        if let Some(contract) = course.contract()
            && let Goal::Points(goal) = Goal::of(contract)
        {
            let [own, other] = course.points();
            model.score = vec![
                words.fill("table.points", &[("own", &own), ("other", &other)]),
                words.t("table.sides").into(),
            ];
            model.balance = Some(Balance { declarer: own, defenders: other, goal: Some(goal) });
        }
    }
}

fn backs(n: usize) -> Vec<Slot> {
    vec![Slot::default(); n]
}

fn face(card: Card) -> Slot {
    Slot { card: Some(card), look: Look::default() }
}

/// The cards that fell, trick by trick, with who played them.
fn tricks(course: &Course) -> Vec<Vec<(Seat, Card)>> {
    let Some(contract) = course.contract() else { return Vec::new() };
    let mut leader = Seat::Forehand;
    let mut tricks = Vec::new();
    for trick in course.played().chunks(3) {
        tricks.push(trick.iter().enumerate().map(|(i, &card)| (leader.after(i), card)).collect());
        if let &[a, b, c] = trick {
            leader = leader.after(contract.game().trick_winner([a, b, c]));
        }
    }
    tricks
}
