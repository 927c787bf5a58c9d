//! The table at which a puzzle is played, and its commands.

use super::Solve;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::widgets::beside::Beside;
use crate::app::widgets::cards::{Deck, Look, size};
use crate::app::widgets::shown::{Visibility, balance, score, table_of};
use crate::app::widgets::table::{Slot, Spot, TableEvent, TableModel, table_ui};
use crate::cards::{Card, Cards};
use crate::deal::{Place, View};
use crate::problems;
use crate::puzzle::question::{self, Given};
use crate::rules::Seat;
use crate::solving::attempt::{Attempt, HINTS, Stage};
use crate::words::Words;
use egui::{CentralPanel, Frame, Id, Margin, Panel, Rect, Role, Sense, Ui, WidgetInfo, vec2};
use std::time::Duration;

/// The field for typed cards.
const FIELD: &str = "playing by typing";

impl Solve {
    pub(super) fn play_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.typing.listen(ui);
        let panel = Beside::right("solve panel", (380.0, 460.0), (340.0, 600.0));
        let words = cx.words;
        let main = panel.show(ui, &words, |ui| {
            Frame::new().inner_margin(Margin::symmetric(6, 8)).show(ui, |ui| self.panel_ui(ui, cx));
        });
        if !main {
            return;
        }
        let strip = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 4, bottom: 10 });
        Panel::bottom("solve strip").resizable(false).show_separator_line(false).frame(strip).show(
            ui,
            |ui| {
                if self.is_placing() {
                    self.tray_ui(ui, cx);
                } else {
                    self.typing_ui(ui, cx);
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

    fn is_placing(&self) -> bool {
        self.attempt.as_ref().is_some_and(|attempt| {
            attempt.stage == Stage::Asking && matches!(attempt.given, Given::Placed(_))
        })
    }

    pub(super) fn cloth_ui(&mut self, ui: &mut Ui, rect: Rect, cx: &mut Cx<'_>) {
        let Some(attempt) = &self.attempt else { return };
        let model = self.model(attempt, cx);
        let deck = Deck { texts: &cx.words, tokens: &cx.tokens };
        for event in table_ui(ui, rect, &model, &deck) {
            match event {
                TableEvent::Click(card) | TableEvent::Double(card) => self.touch(card, cx),
                TableEvent::Onto(_) => {}
                TableEvent::Drop(card, Spot::Middle) => self.touch(card, cx),
                TableEvent::Drop(card, Spot::Place(place)) => self.place(card, Some(place)),
                TableEvent::Menu(card, _) => {
                    let step = self.attempt.as_ref().and_then(|attempt| attempt.why_not(card));
                    self.explain(step);
                }
                TableEvent::Choose(Spot::Place(place)) => self.target = place,
                TableEvent::Choose(Spot::Middle) => {
                    if let Some(attempt) = &mut self.attempt {
                        attempt.resume();
                    }
                }
            }
        }
    }

    fn model(&self, attempt: &Attempt, cx: &Cx<'_>) -> TableModel {
        let words = cx.words;
        let goal = attempt.goal();
        let bottom = self.bottom.unwrap_or_else(|| attempt.bottom());
        if let Some((line, at)) = &attempt.line {
            let last = line.cards.get(at.wrapping_sub(1)).copied();
            let look = |card| Look { selected: Some(card) == last, ..Look::default() };
            let mut model = table_of(&line.at(*at), goal, Visibility::All, bottom, &words, look);
            keep_trick(&mut model, true);
            return model;
        }
        if let Some(revealed) = &attempt.revealed {
            let mut model = table_of(revealed, goal, Visibility::All, bottom, &words, |_| Look::default());
            model.hint = words.t("play.revealed").into();
            return model;
        }
        let sight = match attempt.position().view() {
            View::Open => Visibility::All,
            View::Seat(viewer) if cx.settings.possible => Visibility::Knowledge(viewer),
            View::Seat(viewer) => Visibility::Player(viewer),
        };
        let hinted = attempt.best().filter(|_| attempt.help.hint >= HINTS);
        let look = |card| Look { selected: hinted == Some(card), ..Look::default() };
        let mut model = table_of(attempt.position(), goal, sight, bottom, &words, look);
        model.hint = self.middle_hint(attempt, cx);
        model.asked = vec![words.transposed(attempt.puzzle.question.get(words.language))];
        let pause = Duration::from_secs_f32(cx.settings.cards.pause.clamp(0.0, 5.0));
        keep_trick(&mut model, attempt.trick_rests(pause));
        if attempt.stage == Stage::Asking {
            for seat in Seat::ALL {
                // Nothing is to be played yet.
                model.seats[seat].slots.iter_mut().for_each(|slot| slot.look.illegal = false);
            }
            match &attempt.given {
                Given::Discard(away, _) => twelve(&mut model, attempt, *away, &words),
                Given::Placed(placed) => self.show_placed(&mut model, attempt, placed),
                _ => {}
            }
            if !question::kind(attempt.puzzle.asks).table(&attempt.puzzle).contract {
                // The game is asked for: the table tells neither it nor what it needs.
                model.heading = words.seat(attempt.puzzle.position.declarer()).into();
                model.score.clear();
                model.balance = None;
            }
        }
        model
    }

    fn middle_hint(&self, attempt: &Attempt, cx: &Cx<'_>) -> String {
        let words = cx.words;
        let key = match (attempt.stage, &attempt.given) {
            (Stage::Asking, Given::Discard(..)) => "play.discard_here",
            (Stage::Asking, Given::Placed(_)) => "play.place_here",
            (Stage::Asking, _) if attempt.finding.is_some() && may_play(attempt) => "play.may_play",
            (Stage::Asking, _) => "play.answer_first",
            (Stage::Playing, _) if attempt.is_halted() => "play.halted",
            (Stage::Playing, _) if attempt.help.asks_why => "play.which_card",
            (Stage::Playing, _) if attempt.is_persons_turn() => "play.your_turn",
            (Stage::Playing, _) if attempt.position().turn().is_none() => "play.over",
            (Stage::Playing, _) => "play.their_turn",
        };
        words.t(key).into()
    }

    /// The hidden hands with what the person has put there.
    fn show_placed(&self, model: &mut TableModel, attempt: &Attempt, placed: &[Cards; 4]) {
        let open = question::to_place(&attempt.puzzle);
        let game = attempt.position().game();
        for place in Place::ALL {
            let here = match place {
                Place::Hand(seat) => &mut model.seats[seat],
                Place::Skat => &mut model.skat,
            };
            let room = question::room(&attempt.puzzle, place);
            if room == 0 {
                continue;
            }
            here.chosen = self.target == place;
            let told: Vec<Slot> =
                here.slots.drain(..).filter(|slot| slot.card.is_some_and(|card| !open.has(card))).collect();
            here.slots = told;
            let cards = game.sorted(placed[place.index()]);
            let count = here.slots.len() + room;
            here.slots.extend(cards.into_iter().map(|card| Slot { card: Some(card), look: Look::default() }));
            here.slots.resize_with(count, Slot::default);
        }
    }

    /// A card was clicked or typed.
    pub(super) fn touch(&mut self, card: Card, cx: &mut Cx<'_>) {
        let Some(attempt) = &mut self.attempt else { return };
        if attempt.stage == Stage::Asking {
            match &mut attempt.given {
                Given::Discard(cards, _) => {
                    let twelve = question::twelve(&attempt.puzzle.position);
                    if cards.has(card) {
                        cards.remove(card);
                    } else if twelve.has(card) && cards.len() < 2 {
                        cards.insert(card);
                    }
                }
                Given::Placed(_) => self.place(card, None),
                _ if attempt.finding.is_some() => attempt.play_on(),
                _ => cx.toasts.done(cx.words.t("play.answer_first")),
            }
            return;
        }
        if attempt.help.asks_why {
            let step = attempt.why_not(card);
            self.explain(step);
            return;
        }
        if let Err(problem) = attempt.play(card) {
            cx.toasts.problem(problems::problem(&cx.words, &problem));
        }
    }

    /// Puts a card into a place, or back where it came from if it lies there already.
    fn place(&mut self, card: Card, place: Option<Place>) {
        let Some(attempt) = &mut self.attempt else { return };
        let Given::Placed(placed) = &mut attempt.given else { return };
        if attempt.stage != Stage::Asking || !question::to_place(&attempt.puzzle).has(card) {
            return;
        }
        let lay = placed.iter().any(|cards| cards.has(card));
        placed.iter_mut().for_each(|cards| {
            cards.remove(card);
        });
        if lay && place.is_none() {
            return;
        }
        let free = |place: Place| placed[place.index()].len() < question::room(&attempt.puzzle, place);
        let wished = place.unwrap_or(self.target);
        let Some(to) = [wished].into_iter().chain(Place::ALL).find(|&place| free(place)) else { return };
        placed[to.index()].insert(card);
        self.target = to;
    }

    /// The cards that have not been placed yet.
    fn tray_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some(attempt) = &self.attempt else { return };
        let Given::Placed(placed) = &attempt.given else { return };
        let lying = placed.iter().fold(Cards::NONE, |all, &cards| all | cards);
        let left = attempt.position().game().sorted(question::to_place(&attempt.puzzle) - lying);
        let deck = Deck { texts: &cx.words, tokens: &cx.tokens };
        let card_size = size(50.0);
        let mut clicked = None;
        ui.horizontal_wrapped(|ui| {
            ui.set_min_height(card_size.y);
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for card in left {
                let (rect, response) = ui.allocate_exact_size(card_size, Sense::click());
                let name = cx.words.card(card);
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                let hovered = response.hovered() || response.has_focus();
                deck.face(ui.painter(), rect, card, &Look { hovered, ..Look::default() });
                if response.clicked() {
                    clicked = Some(card);
                }
            }
        });
        if let Some(card) = clicked {
            self.place(card, None);
        }
    }

    /// The field under the table: a card is played as soon as it is named.
    fn typing_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let playable = self.attempt.as_ref().map(|attempt| attempt.position().playable()).unwrap_or_default();
        if let Some(card) = self.typing.card_ui(ui, Id::unique(FIELD), playable, cx) {
            self.touch(card, cx);
        }
    }

    /// Commands that need the table.
    pub(super) fn run_at_table(&mut self, command: Command) {
        let Some(attempt) = &mut self.attempt else { return };
        match command {
            Command::BestCard => attempt.play_best(),
            Command::TakeBack => match &mut attempt.line {
                Some(_) => attempt.line = None,
                None => attempt.take_back(),
            },
            Command::PreviousCard => match &mut attempt.line {
                Some((_, at)) => *at = at.saturating_sub(1),
                None => attempt.take_back(),
            },
            Command::NextCard => {
                if let Some((line, at)) = &mut attempt.line {
                    *at = (*at + 1).min(line.cards.len());
                }
            }
            Command::FirstCard => match &mut attempt.line {
                Some((_, at)) => *at = 0,
                None => attempt.take_back_to(0),
            },
            Command::LastCard => {
                if let Some((line, at)) = &mut attempt.line {
                    *at = line.cards.len();
                }
            }
            Command::PreviousMistake => {
                if let Some((at, _)) = attempt.lost_at() {
                    attempt.take_back_to(at);
                }
            }
            Command::BackToGame => {
                attempt.line = None;
                attempt.help.asks_why = false;
            }
            Command::Hint => attempt.ask_hint(),
            Command::WhyNot => {
                attempt.help.asks_why = !attempt.help.asks_why;
                attempt.line = None;
            }
            Command::ShowSolution => {
                attempt.help.solution = !attempt.help.solution;
                attempt.was_helped();
            }
            Command::Restart => attempt.restart(),
            Command::TypeCards => self.typing.focus(""),
            Command::TurnTable => {
                let bottom = self.bottom.unwrap_or_else(|| attempt.bottom());
                self.bottom = Some(bottom.next());
            }
            _ => {}
        }
    }

    pub(super) fn can_run_at_table(&self, command: Command) -> bool {
        let Some(attempt) = self.attempt.as_ref().filter(|_| self.page == super::Page::Play) else {
            return false;
        };
        let playing = attempt.stage == Stage::Playing;
        match command {
            Command::BestCard | Command::Hint => attempt.is_persons_turn(),
            Command::WhyNot => attempt.help.asks_why || attempt.is_persons_turn() || attempt.line.is_some(),
            Command::TakeBack | Command::PreviousCard | Command::FirstCard => {
                playing && (attempt.played() > 0 || attempt.line.is_some() || attempt.follows_an_answer())
            }
            Command::NextCard | Command::LastCard => attempt.line.is_some(),
            Command::PreviousMistake => attempt.lost_at().is_some(),
            Command::BackToGame => attempt.line.is_some() || attempt.help.asks_why,
            Command::ShowSolution => true,
            Command::Restart => playing && (attempt.played() > 0 || attempt.follows_an_answer()),
            Command::TypeCards => !self.is_placing(),
            Command::TurnTable => true,
            _ => false,
        }
    }
}

/// Whether the answered puzzle can be played.
fn may_play(attempt: &Attempt) -> bool {
    question::kind(attempt.puzzle.asks).is_played_after()
}

/// A trick that has just ended is shown where it was played.
pub(super) fn keep_trick(model: &mut TableModel, keep: bool) {
    if keep && model.trick.is_empty() {
        let last = std::mem::take(&mut model.last_trick);
        model.trick = last
            .into_iter()
            .map(|(seat, card)| (seat, Slot { card: Some(card), look: Look::default() }))
            .collect();
        model.last_trick_name.clear();
    }
}

/// The declarer's hand with the skat he picked up; what he lays away goes there.
fn twelve(model: &mut TableModel, attempt: &Attempt, away: Cards, words: &Words) {
    let position = &attempt.puzzle.position;
    let declarer = position.declarer();
    let twelve = position.hand(declarer) | position.skat();
    let slot = |card| Slot { card: Some(card), look: Look::default() };
    let slots = |cards: Cards| position.game().sorted(cards).into_iter().map(slot).collect();
    model.seats[declarer].slots = slots(twelve - away);
    model.skat.slots = slots(away);
    // What the file calls the skat would tell the answer.
    let goal = attempt.goal();
    model.score = score(words, attempt.position(), goal, away);
    model.balance = balance(attempt.position(), goal, away);
}
