//! The table of a game that the person plays in: what he sees of it, and what he does there.

use super::JoinIn;
use crate::app::Cx;
use crate::app::solve::play::keep_trick;
use crate::app::widgets::beside::Beside;
use crate::app::widgets::cards::{Deck, Look};
use crate::app::widgets::shown::{Visibility, table_of};
use crate::app::widgets::table::{SeatModel, Slot, Spot, TableEvent, TableModel, table_ui};
use crate::cards::{Card, Cards};
use crate::deal::{Deal, Place, Position};
use crate::player::course::{Game, Stage};
use crate::rules::{BySeat, Game as Kind, Seat, Side};
use crate::solving::join_in::wording;
use crate::words::Words;
use egui::{CentralPanel, Frame, Id, Margin, Panel, Rect, Ui};

/// The field for typed cards.
const FIELD: &str = "joining in by typing";

impl JoinIn {
    /// The page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.typing.listen(ui);
        let panel = Beside::right("join in panel", (390.0, 460.0), (340.0, 600.0));
        let words = cx.words;
        let main = panel.show(ui, &words, |ui| {
            Frame::new().inner_margin(Margin::symmetric(6, 8)).show(ui, |ui| self.panel_ui(ui, cx));
        });
        if !main {
            return;
        }
        let strip = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 4, bottom: 10 });
        Panel::bottom("join in strip")
            .resizable(false)
            .show_separator_line(false)
            .frame(strip)
            .show(ui, |ui| self.typing_ui(ui, cx));
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
                TableEvent::Choose(Spot::Middle) if self.can_go_on() => self.go_on(),
                _ => {}
            }
        }
    }

    fn model(&self, words: &Words) -> TableModel {
        let Some(game) = self.game() else {
            let seat = self.arrival.and_then(|arrival| arrival.seat).unwrap_or(Seat::Forehand);
            return blank(seat, words);
        };
        let shown = game.laid_open().or(game.seen());
        let mut model = match shown {
            Some(position) => self.play_model(game, position, words),
            None => self.bidding_model(game, words),
        };
        for seat in Seat::ALL {
            model.seats[seat].name = wording::name(seat, game.me(), words).into();
            model.seats[seat].note = note(game, seat, words);
            model.seats[seat].on_turn = game.turn() == Some(seat);
        }
        model.hint = if self.halted {
            words.t("play.halted").into()
        } else if self.draft.away.len() == Deal::SKAT {
            words.t("join.announce_here").into()
        } else {
            wording::hint(game, words)
        };
        model
    }

    /// Cards fall: the position holds no card that the person may not see, until it is over.
    fn play_model(&self, game: &Game, position: &Position, words: &Words) -> TableModel {
        let over = game.stage() == Stage::Over;
        let sight = if over { Visibility::All } else { Visibility::Player(game.me()) };
        let goal = position.goal();
        let mut model = table_of(position, goal, sight, game.me(), words, |_| Look::default());
        if !over {
            hide(&mut model, position, game.me());
        }
        let tricks = position.tricks().filter(|trick| trick.len() == 3);
        if let Some(&[a, b, c]) = tricks.last().and_then(|trick| trick.first_chunk::<3>()) {
            let winner = [a, b, c][position.game().trick_winner([a.card, b.card, c.card])].seat;
            let name = wording::name(winner, game.me(), words);
            model.last_trick_name = words.fill("table.last_trick", &[("seat", &name)]);
            if self.rests {
                // It stands under the points while it lies in the middle.
                model.score.push(model.last_trick_name.clone());
            }
        }
        if let Some(result) = game.played().and_then(|played| played.game.as_ref()) {
            // In the end the skat counts too.
            let (own, other) = (result.tally.declarer_points, position.points(Side::Defenders));
            if let (Some(balance), Some(score)) = (&mut model.balance, model.score.first_mut()) {
                balance.declarer = own;
                *score = words.fill("table.points", &[("own", &own), ("other", &other)]);
            }
        }
        if over && !self.rests {
            // Once the last trick is gone, everybody shows what he had.
            for seat in Seat::ALL {
                let cards = position.game().sorted(position.start_hand(seat));
                model.seats[seat].slots = cards.into_iter().map(face).collect();
            }
        }
        keep_trick(&mut model, self.rests);
        model
    }

    fn bidding_model(&self, game: &Game, words: &Words) -> TableModel {
        let me = game.me();
        let mut model = blank(me, words);
        let kind = self.sorting();
        let faces = |cards: Cards| -> Vec<Slot> { kind.sorted(cards).into_iter().map(face).collect() };
        model.seats[me].slots = faces(game.hand() - self.draft.away);
        // What came from the skat is marked.
        let taken = game.sight(me).and_then(|sight| sight.skat).unwrap_or_default();
        for slot in &mut model.seats[me].slots {
            slot.look.selected = slot.card.is_some_and(|card| taken.has(card));
        }
        if game.stage() == (Stage::Announcing { hand: false }) {
            // Whoever took the skat has twelve cards.
            match game.turn() {
                Some(seat) if seat != me => {
                    model.seats[seat].slots.resize_with(Deal::HAND + Deal::SKAT, Slot::default);
                    model.skat.slots.clear();
                }
                _ => model.skat.slots = faces(self.draft.away),
            }
        }
        if let Some(deal) = game.deal() {
            // Everybody passed: the cards are laid open.
            for seat in Seat::ALL {
                model.seats[seat].slots = faces(deal.hand(seat));
            }
            model.skat.slots = faces(deal.skat());
        }
        let bid = game.auction().bid();
        model.heading = match (game.auction().winner(), bid) {
            (Some(winner), _) => {
                words.fill("join.has_it", &[("name", &wording::name(winner, me, words)), ("n", &bid)])
            }
            (None, 0) => words.t("join.bidding").into(),
            (None, bid) => words.fill("join.bid_so_far", &[("n", &bid)]),
        };
        model
    }

    /// The field under the table: a card is played as soon as it is named.
    fn typing_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let playable = self.game().filter(|game| game.is_my_turn()).map(Game::playable).unwrap_or_default();
        if let Some(card) = self.typing.card_ui(ui, Id::unique(FIELD), playable, cx) {
            self.touch(card, cx);
        }
    }
}

fn face(card: Card) -> Slot {
    Slot { card: Some(card), look: Look::default() }
}

/// Seat, role, and what was said last.
fn note(game: &Game, seat: Seat, words: &Words) -> String {
    let mut parts = vec![words.seat(seat).to_string()];
    match game.announced() {
        Some((declarer, _)) if declarer == seat => parts.push(words.t("role.declarer").into()),
        Some(_) => parts.push(words.t("role.defender").into()),
        None => {
            let said = game.auction().calls().iter().rev().find(|(who, _)| *who == seat);
            parts.extend(said.map(|&(_, call)| wording::call(call, words)));
        }
    }
    parts.join(" · ")
}

/// Turns attempt what the person could only work out: the table shows what he sees, not what he might know.
fn hide(model: &mut TableModel, position: &Position, me: Seat) {
    let (declarer, contract) = (position.declarer(), position.contract());
    let turn = |place: &mut SeatModel| place.slots.iter_mut().for_each(|slot| *slot = Slot::default());
    for seat in Seat::ALL {
        if seat != me && !(seat == declarer && contract.is_ouvert()) {
            turn(&mut model.seats[seat]);
        }
    }
    if me != declarer || contract.is_hand() {
        turn(&mut model.skat);
    }
}

/// Ten backs for everybody.
fn blank(bottom: Seat, words: &Words) -> TableModel {
    let backs = |n: usize| vec![Slot::default(); n];
    TableModel {
        bottom,
        seats: BySeat::from_fn(|seat| SeatModel {
            name: wording::name(seat, bottom, words).into(),
            note: words.seat(seat).into(),
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
        hint: words.t("join.arrive_here").into(),
        middle_name: words.t("table.middle").into(),
        asked: Vec::new(),
    }
}

impl JoinIn {
    /// For the panel: which kind of game sorts a list of cards.
    pub(super) fn short_cards(&self, cards: Cards, words: &Words) -> String {
        let kind: Kind = self.sorting();
        let names: Vec<String> = kind.sorted(cards).into_iter().map(|card| words.short_card(card)).collect();
        names.join("  ")
    }
}
