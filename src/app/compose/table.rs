//! The table as Compose fills it in.

use super::Compose;
use crate::app::Cx;
use crate::app::common::document::history::Step;
use crate::app::common::document::{Refusal, Target};
use crate::app::widgets::cards::{Badge, Deck, Look, Mood};
use crate::app::widgets::shown;
use crate::app::widgets::table::{SeatModel, Slot, Spot, TableEvent, TableModel, table_ui};
use crate::cards::{Card, Cards};
use crate::deal::{Place, Play, Position};
use crate::puzzle::Asks;
use crate::rules::{BySeat, Game, Seat};
use egui::{Rect, Ui};

impl Compose {
    pub(super) fn table_ui(&mut self, ui: &mut Ui, rect: Rect, cx: &mut Cx<'_>) {
        let model = self.table_model(cx);
        let deck = Deck { texts: &cx.words, tokens: &cx.tokens };
        let events = table_ui(ui, rect, &model, &deck);
        let onto = events.iter().find_map(|event| match event {
            TableEvent::Onto(card) => Some(*card),
            _ => None,
        });
        for event in events {
            match event {
                TableEvent::Click(card) => self.selected = Some(card),
                TableEvent::Double(card) => self.play_or_take_back(card, cx),
                TableEvent::Menu(card, at) => {
                    self.dialogs.menu = Some(super::menu::CardMenu { card, at, fresh: true })
                }
                TableEvent::Drop(card, spot) => self.drop_card(card, spot_target(spot), onto, cx),
                TableEvent::Onto(_) => {}
                TableEvent::Choose(spot) => self.target = spot_target(spot),
            }
        }
    }

    /// A card was dropped: where there is no room, it changes places with the card it landed on.
    fn drop_card(&mut self, card: Card, target: Target, onto: Option<Card>, cx: &mut Cx<'_>) {
        let mut next = self.document().clone();
        let full = matches!(next.put(card, target), Err(Refusal::Full(_)));
        if let Some(other) = onto.filter(|_| full)
            && next.swap(card, other)
        {
            self.edit(Step::with_card("step.swap", card), |document| *document = next);
            return;
        }
        self.put(card, target, cx);
    }

    /// A double click plays a card from the hand, and takes one from the table back.
    fn play_or_take_back(&mut self, card: Card, cx: &mut Cx<'_>) {
        if self.document().setup.played.contains(&card) {
            self.edit(Step::with_card("step.back", card), |document| {
                let at = document.setup.played.iter().position(|&c| c == card);
                document.setup.played.truncate(at.unwrap_or(usize::MAX));
            });
            return;
        }
        if let Some(position) = self.verdict.position()
            && let Err(problem) = position.clone().play(card)
        {
            cx.toasts.problem(crate::problems::problem(&cx.words, &problem));
            return;
        }
        self.put(card, Target::Table, cx);
    }

    fn table_model(&self, cx: &Cx<'_>) -> TableModel {
        let words = cx.words;
        let document = self.document();
        let position = self.verdict.position();
        let plays = document.plays();
        let finished = plays.len() / 3 * 3;
        let last = finished.checked_sub(3).map(|from| &plays[from..finished]);
        let game = document.setup.contract.map_or(Game::Grand, |contract| contract.game());
        let goal = position.map(|position| (position, document.goal.unwrap_or_else(|| position.goal())));
        let skat = |position: &Position| shown::known_skat(position, shown::Visibility::All);
        TableModel {
            bottom: self.bottom,
            seats: BySeat::from_fn(|seat| self.seat_model(seat, &plays, position, cx)),
            skat: self.skat_model(cx),
            trick: plays[finished..].iter().map(|play| (play.seat, self.slot(play.card, None, cx))).collect(),
            last_trick: last
                .map_or(Vec::new(), |trick| trick.iter().map(|play| (play.seat, play.card)).collect()),
            last_trick_name: shown::last_trick_name(game, last.unwrap_or_default(), &words),
            heading: shown::heading(&words, document.setup.contract, document.setup.bid),
            score: goal
                .map_or(Vec::new(), |(position, goal)| shown::score(&words, position, goal, skat(position))),
            balance: goal.and_then(|(position, goal)| shown::balance(position, goal, skat(position))),
            hint: words.t("table.hint").into(),
            middle_name: words.t("table.middle").into(),
            asked: self.told(cx),
        }
    }

    /// What is asked, and what is wrong, for those who hear the table.
    fn told(&self, cx: &Cx<'_>) -> Vec<String> {
        let words = &cx.words;
        let problems = self.verdict.problems().iter().map(|problem| crate::problems::problem(words, problem));
        let question = words.transposed(self.document().question.get(words.language));
        problems.chain([question]).collect()
    }

    fn seat_model(&self, seat: Seat, plays: &[Play], position: Option<&Position>, cx: &Cx<'_>) -> SeatModel {
        let words = cx.words;
        let document = self.document();
        let played: Cards = plays.iter().filter(|play| play.seat == seat).map(|play| play.card).collect();
        let named = document.setup.hands[seat].set();
        let known = position.map_or(named - played, |position| position.hand(seat));
        let game = document.setup.contract.map_or(Game::Grand, |contract| contract.game());
        let left = position.map_or_else(
            || document.hand_size().saturating_sub(played.len()),
            |position| position.cards_left(seat),
        );
        // A bad paste may name a card twice; both are shown.
        let mut slots: Vec<Slot> = Vec::new();
        for card in game.sorted(known) {
            let times = document.setup.hands[seat].cards.iter().filter(|&&c| c == card).count().max(1);
            slots
                .extend((0..times).map(|_| self.slot(card, position.filter(|p| p.turn() == Some(seat)), cx)));
        }
        slots.resize_with(slots.len().max(left), Slot::default);
        if self.twelve_of() == Some(seat) {
            slots = self.twelve_slots(game, cx);
        }
        if let Some(possible) = self.possible_slots(Place::Hand(seat), game, cx) {
            slots = possible;
        }
        let declarer = document.setup.declarer;
        let role = match declarer {
            Some(declarer) if declarer == seat => words.t("role.declarer"),
            Some(_) => words.t("role.defender"),
            None => "",
        };
        let leads = plays.is_empty() && document.setup.lead == seat;
        let mut notes = vec![role];
        if leads {
            notes.push(words.t("role.leads"));
        }
        notes.retain(|note| !note.is_empty());
        SeatModel {
            name: words.seat(seat).into(),
            note: notes.join(" · "),
            slots,
            on_turn: position.map_or(leads, |position| position.turn() == Some(seat)),
            chosen: self.target == Target::Place(Place::Hand(seat)),
        }
    }

    fn skat_model(&self, cx: &Cx<'_>) -> SeatModel {
        let words = &cx.words;
        let document = self.document();
        let mut slots: Vec<Slot> = document
            .setup
            .skat
            .cards
            .iter()
            .filter(|_| self.twelve_of().is_none())
            .map(|&card| Slot { card: Some(card), look: self.plain_look(card) })
            .collect();
        slots.resize_with(slots.len().max(2), Slot::default);
        let chosen = self.target == Target::Place(Place::Skat);
        SeatModel { name: words.t("place.skat").into(), slots, chosen, ..SeatModel::default() }
    }

    /// Whose twelve cards lie together, because it is asked which two to lay away.
    fn twelve_of(&self) -> Option<Seat> {
        let document = self.document();
        let whole = document.setup.played.is_empty() && document.setup.gone.is_empty();
        document.setup.declarer.filter(|_| document.asks == Asks::Discard && whole)
    }

    /// The declarer's hand and skat as one hand; what he found is marked.
    fn twelve_slots(&self, game: Game, cx: &Cx<'_>) -> Vec<Slot> {
        let document = self.document();
        let Some(declarer) = document.setup.declarer else { return Vec::new() };
        let (hand, skat) = (document.setup.hands[declarer].set(), document.setup.skat.set());
        let slot = |card: Card| {
            let mut look = self.plain_look(card);
            if document.terms.skat_found && skat.has(card) {
                let text = cx.words.t("place.skat").into();
                look.badge = Some(Badge { text, mood: Mood::Plain, best: false });
            }
            Slot { card: Some(card), look }
        };
        let mut slots: Vec<Slot> = game.sorted(hand | skat).into_iter().map(slot).collect();
        slots.resize_with(slots.len().max(12), Slot::default);
        slots
    }

    /// What the viewer knows of a place, if that is to be shown.
    fn possible_slots(&self, place: Place, game: Game, cx: &Cx<'_>) -> Option<Vec<Slot>> {
        let possible = self.verdict.possible(place).filter(|_| cx.settings.possible)?;
        let cards: Cards = possible.iter().map(|(card, _)| *card).collect();
        let slot = |card: Card| {
            let chance = possible.iter().find(|(c, _)| *c == card).map(|(_, chance)| *chance);
            let look = Look { chance: chance.filter(|chance| *chance < 1.0), ..self.plain_look(card) };
            Slot { card: Some(card), look }
        };
        Some(game.sorted(cards).into_iter().map(slot).collect())
    }

    fn plain_look(&self, card: Card) -> Look {
        Look {
            selected: self.selected == Some(card) || self.marked.has(card),
            wrong: self.verdict.is_wrong(card),
            locked: self.document().locked.has(card),
            ..Look::default()
        }
    }

    fn slot(&self, card: Card, on_turn: Option<&Position>, cx: &Cx<'_>) -> Slot {
        let mut look = self.plain_look(card);
        if let Some(position) = on_turn {
            look.illegal = !position.playable().has(card);
            if cx.settings.values {
                look.badge = self.verdict.badge(card, cx.settings.cards.shown, &cx.words);
            }
        }
        Slot { card: Some(card), look }
    }
}

fn spot_target(spot: Spot) -> Target {
    match spot {
        Spot::Place(place) => Target::Place(place),
        Spot::Middle => Target::Table,
    }
}
