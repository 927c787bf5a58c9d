//! The game page: the table, the graph under it, and beside it the moves, the mistakes or what a
//! player can know.

use super::result::{details, differences_of, result_line};
use super::view::{GameTab, GameView};
use super::{GamePage, explain};
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::common::evaluation::{Evaluation, Values};
use crate::app::common::typing;
use crate::app::replay::Pace;
use crate::app::replay::explore::ExplorePanel;
use crate::app::replay::notepad::Notepad;
use crate::app::settings::Shown;
use crate::app::theme::GAP;
use crate::app::widgets::beside::Beside;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::{self, caption, choice, section};
use crate::app::widgets::heat::{HeatModel, heat_ui};
use crate::app::widgets::landmarks::{self, Landmark};
use crate::app::widgets::table::{Spot, TableEvent, table_ui};
use crate::cards::Card;
use crate::deal::{Place, View};
use crate::problems;
use crate::rules::Seat;
use egui::{Button, CentralPanel, Frame, Id, Margin, Panel, RichText, ScrollArea, Ui, vec2};

/// The field for cards.
const FIELD: &str = "replay typing cards";

/// Below this height table and graph have no room together.
const LOW: f32 = 520.0;
/// Height of the table there.
const LOW_TABLE: f32 = 340.0;

/// Whether the field for cards has the keyboard.
pub fn types_a_card(ctx: &egui::Context) -> bool {
    ctx.memory(|memory| memory.has_focus(Id::unique(FIELD)))
}

impl GamePage {
    /// Draws the page; `place` is the game's place in the list, and how many there are.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        place: (usize, usize),
        (explore, notes): (&mut ExplorePanel, &mut Notepad),
        cx: &mut Cx<'_>,
    ) {
        self.game_keys(ui);
        let panel = Beside::right("replay game", (380.0, 460.0), (340.0, 620.0));
        let words = cx.words;
        let main = panel.show(ui, &words, |ui| {
            let height = (ui.available_height() * 0.35).clamp(170.0, 420.0);
            Panel::bottom("replay finding")
                .resizable(true)
                .default_size(height)
                .min_size(120.0)
                .frame(Frame::new().inner_margin(Margin::symmetric(4, 8)))
                .show(ui, |ui| self.finding_ui(ui, cx));
            fields::name_splitter(ui, "replay finding", cx.words.t("panel.resize"));
            Frame::new()
                .inner_margin(Margin::symmetric(4, 8))
                .show(ui, |ui| self.side_ui(ui, place, (explore, notes), cx));
        });
        if !main {
            return;
        }
        if ui.available_height() < LOW {
            ScrollArea::vertical().id_salt("replay low").auto_shrink(false).show(ui, |ui| {
                Frame::new().inner_margin(Margin::symmetric(14, 10)).show(ui, |ui| self.low_ui(ui, cx));
            });
            return;
        }
        let height = if ui.available_height() > 800.0 { 170.0 } else { 112.0 };
        let graph = Panel::bottom("replay graph")
            .resizable(false)
            .show_separator_line(false)
            .frame(Frame::new().inner_margin(Margin { left: 14, right: 14, top: 4, bottom: 10 }))
            .show(ui, |ui| {
                self.transport_ui(ui, cx);
                if let Some(game) = &mut self.game {
                    game.graph_ui(ui, height, cx);
                }
            });
        landmarks::mark(ui.ctx(), Landmark::Graph, graph.response.rect);
        let frame = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 10, bottom: 2 });
        CentralPanel::no_frame().show(ui, |ui| {
            frame.show(ui, |ui| {
                self.views_ui(ui, cx);
                let (_, rect) = ui.allocate_space(ui.available_size());
                self.table_ui(ui, rect, cx);
            });
        });
    }

    /// The same where it is too low for all of it at once: the table keeps its height, and the rest is scrolled to.
    fn low_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.views_ui(ui, cx);
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), LOW_TABLE));
        self.table_ui(ui, rect, cx);
        self.transport_ui(ui, cx);
        if let Some(game) = &mut self.game {
            game.graph_ui(ui, 112.0, cx);
        }
    }

    /// Digits choose whose cards are seen; a letter of a suit begins to type a card.
    fn game_keys(&mut self, ui: &Ui) {
        let typed = self.typing.listen(ui);
        let Some(game) = &mut self.game else { return };
        for text in typed {
            match text.as_str() {
                "0" => game.view = View::Open,
                "1" | "2" | "3" => {
                    let seat = text.parse::<usize>().ok().and_then(|n| Seat::from_index(n - 1));
                    game.look(seat.map_or(View::Open, View::Seat));
                }
                _ => {}
            }
        }
    }

    /// Whose cards are seen.
    fn views_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let Some(game) = &mut self.game else { return };
        ui.horizontal_wrapped(|ui| {
            caption(ui, words.t("game.view"));
            let views = [
                (View::Open, words.t("game.all")),
                (View::Seat(Seat::Forehand), words.seat(Seat::Forehand)),
                (View::Seat(Seat::Middlehand), words.seat(Seat::Middlehand)),
                (View::Seat(Seat::Rearhand), words.seat(Seat::Rearhand)),
            ];
            if let Some(view) = choice(ui, words.t("game.view"), Some(game.view), &views) {
                game.look(view);
            }
            if let View::Seat(_) = game.view {
                ui.checkbox(&mut cx.settings.possible, words.t("game.knows"))
                    .on_hover_text(words.t("game.knows.why"));
            }
            ui.add_space(GAP);
            // Which values stand on the cards, if any.
            let current = cx.settings.values.then_some(cx.settings.cards.shown);
            let options =
                [(Shown::Guaranteed, words.t("shown.guaranteed")), (Shown::Open, words.t("shown.open"))];
            if let Some(shown) = choice(ui, words.t("shown.name"), current, &options) {
                cx.settings.values = cx.settings.cards.shown != shown || !cx.settings.values;
                cx.settings.cards.shown = shown;
            }
        });
        if let Some(variation) = game.walk.variation() {
            ui.horizontal(|ui| {
                let text = words.fill("game.variation", &[("n", &(variation.from + 1))]);
                ui.label(RichText::new(text).color(cx.tokens.warn));
                if ui.button(Command::BackToGame.name(&words)).clicked() {
                    cx.send.push(Command::BackToGame);
                }
            });
        }
    }

    fn table_ui(&mut self, ui: &mut Ui, rect: egui::Rect, cx: &mut Cx<'_>) {
        let Some(game) = &mut self.game else { return };
        let model = game.table_model(shown(&self.evaluation, cx), cx);
        let deck = Deck { texts: &cx.words, tokens: &cx.tokens };
        let mut play = None;
        for event in table_ui(ui, rect, &model, &deck) {
            match event {
                TableEvent::Click(card) | TableEvent::Drop(card, Spot::Middle) => play = Some(card),
                TableEvent::Choose(Spot::Middle) => cx.send.push(Command::NextCard),
                _ => {}
            }
        }
        if let Some(card) = play {
            self.play(card, cx);
        }
    }

    /// Plays a card: the game's own, or one to be tried.
    pub(super) fn play(&mut self, card: Card, cx: &mut Cx<'_>) {
        let Some(game) = &mut self.game else { return };
        game.playing = None;
        // A card of the trick that still lies there is no wish to play it.
        if game
            .walk
            .position()
            .is_some_and(|position| position.history().iter().any(|play| play.card == card))
        {
            return;
        }
        match game.walk.play(card) {
            Ok(()) => {}
            Err(Some(problem)) => cx.toasts.problem(problems::problem(&cx.words, &problem)),
            Err(None) => cx.toasts.done(cx.words.t("game.not_yet")),
        }
    }

    /// Steps, pace, and a field for cards.
    fn transport_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (command, sign) in [
                (Command::FirstCard, "⏮"),
                (Command::PreviousTrick, "⏪"),
                (Command::PreviousCard, "◀"),
                (Command::NextCard, "▶"),
                (Command::NextTrick, "⏩"),
                (Command::LastCard, "⏭"),
            ] {
                let button = Button::new(RichText::new(sign).size(17.0)).min_size(vec2(38.0, 30.0));
                let response = ui.add(button).accessible_name(command.name(&words));
                let hint = cx.settings.keys.with_key(command.name(&words), command, &words);
                if response.on_hover_text(hint).clicked() {
                    cx.send.push(command);
                }
            }
            ui.add_space(GAP);
            let playing = self.game.as_ref().is_some_and(|game| game.playing.is_some());
            let label = if playing { words.t("game.pause") } else { Command::Autoplay.name(&words) };
            if ui.button(label).on_hover_text(cx.hint(Command::Autoplay)).clicked() {
                cx.send.push(Command::Autoplay);
            }
            let paces = [
                (Pace::Slow, words.t("pace.slow")),
                (Pace::Medium, words.t("pace.medium")),
                (Pace::Fast, words.t("pace.fast")),
            ];
            if let Some(pace) = choice(ui, words.t("pace.name"), Some(cx.settings.replay.pace), &paces) {
                cx.settings.replay.pace = pace;
            }
            ui.add_space(GAP);
            self.typing_ui(ui, cx);
        });
    }

    /// The field for a card to be played or tried.
    fn typing_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let width = ui.available_width().clamp(60.0, 180.0);
        let id = Id::unique(FIELD);
        let typed = self.typing.ui(ui, id, words.t("game.type"), words.t("game.type"), width);
        let Some(text) = typed else { return };
        match typing::read(&text, words.faces) {
            Ok(cards) => {
                for card in cards {
                    self.play(card, cx);
                }
                self.typing.clear();
            }
            Err(error) => cx.toasts.problem(problems::spelling(&words, &error)),
        }
    }

    /// Where one is in the list, the tabs, and what the chosen tab shows.
    fn side_ui(
        &mut self,
        ui: &mut Ui,
        place: (usize, usize),
        (explore, notes): (&mut ExplorePanel, &mut Notepad),
        cx: &mut Cx<'_>,
    ) {
        let words = cx.words;
        ui.horizontal(|ui| {
            if ui.button(words.t("game.to_list")).on_hover_text(cx.hint(Command::ListOrGame)).clicked() {
                cx.send.push(Command::ListOrGame);
            }
            for (command, sign) in [(Command::PreviousItem, "⏶"), (Command::NextItem, "⏷")] {
                let response = ui.add(Button::new(sign)).accessible_name(command.name(&words));
                let hint = cx.settings.keys.with_key(command.name(&words), command, &words);
                if response.on_hover_text(hint).clicked() {
                    cx.send.push(command);
                }
            }
            let (n, all) = (place.0 as u64 + 1, place.1 as u64);
            let text = words.fill("game.place", &[("n", &words.number(n)), ("all", &words.number(all))]);
            ui.label(RichText::new(text).color(cx.tokens.faint));
        });
        let Some(game) = &mut self.game else { return };
        ui.label(RichText::new(result_line(&words, game)).size(17.0));
        let details = details(&words, game);
        if !details.is_empty() {
            caption(ui, &details);
        }
        for line in differences_of(&words, game) {
            ui.add(egui::Label::new(RichText::new(line).color(cx.tokens.warn).size(14.0)).wrap());
        }
        let mistakes = match game.mistake_count() {
            0 => words.t("game.mistakes").to_string(),
            n => format!("{} ({n})", words.t("game.mistakes")),
        };
        let noted = match game.note.is_empty() {
            true => words.t("notes.title").to_string(),
            false => format!("{} ✏", words.t("notes.title")),
        };
        let tabs = [
            (GameTab::Moves, words.t("game.moves")),
            (GameTab::Mistakes, mistakes.as_str()),
            (GameTab::Belief, words.t("game.belief")),
            (GameTab::Advice, words.t("tab.advice")),
            (GameTab::Explorer, words.t("explore.title")),
            (GameTab::Notes, noted.as_str()),
        ];
        ui.horizontal_wrapped(|ui| {
            if let Some(tab) = choice(ui, words.t("tab.name"), Some(game.tab), &tabs) {
                game.tab = tab;
            }
            if self.analysis.is_busy() {
                ui.label(RichText::new(words.t("verdict.thinking")).color(cx.tokens.faint));
            }
        });
        ui.add_space(GAP / 2.0);
        match game.tab {
            GameTab::Moves => game.moves_ui(ui, cx),
            GameTab::Mistakes => game.mistakes_ui(ui, cx),
            GameTab::Belief => game.belief_ui(ui, cx),
            GameTab::Advice => self.advice_ui(ui, cx),
            GameTab::Explorer => self.explorer_ui(ui, explore, cx),
            GameTab::Notes => game.notes_ui(ui, notes, cx),
        }
    }

    /// What others did in this position; a click plays the card.
    fn explorer_ui(&mut self, ui: &mut Ui, explore: &mut ExplorePanel, cx: &mut Cx<'_>) {
        let Some(position) = self.game.as_ref().and_then(|game| game.walk.position()) else {
            ui.label(cx.words.t("belief.not_yet"));
            return;
        };
        let side = position.turn().map(|turn| turn.side(position.declarer()));
        let values = [self.evaluation.open(), self.evaluation.guaranteed()];
        if let Some(card) = explore.position_ui(ui, side, values, cx) {
            self.play(card, cx);
        }
    }

    /// What to think of the last card, or of the variation, and what can be done with the position.
    fn finding_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let Some(game) = &self.game else { return };
        let playable = game.walk.position().is_some_and(|position| position.turn().is_some());
        Panel::bottom("replay actions")
            .resizable(false)
            .show_separator_line(false)
            .frame(Frame::new().inner_margin(Margin { top: 4, ..Margin::ZERO }))
            .show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    for command in [
                        Command::MakePuzzle,
                        Command::ShowProof,
                        Command::FindPosition,
                        Command::FindAlike,
                        Command::CopyLine,
                        Command::SitDown,
                    ] {
                        let shown = [Command::CopyLine, Command::FindPosition, Command::FindAlike];
                        let ready = playable
                            || shown.contains(&command) && game.walk.position().is_some()
                            || command == Command::SitDown;
                        let button = Button::new(RichText::new(command.name(&words)).size(14.0));
                        if ui.add_enabled(ready, button).on_hover_text(cx.hint(command)).clicked() {
                            cx.send.push(command);
                        }
                    }
                });
            });
        ScrollArea::vertical().auto_shrink(false).id_salt("finding").show(ui, |ui| match game.finding() {
            Some(found) => {
                game.said_ui(ui, found.number + 1, cx);
                let title = explain::title(found.judgement, &words);
                let sign = explain::mark(found);
                let ink = explain::colour(found.judgement, &cx.tokens);
                let head = words.fill(
                    "moves.card",
                    &[
                        ("n", &(found.number + 1)),
                        ("seat", &words.seat(found.seat)),
                        ("card", &words.card(found.card)),
                    ],
                );
                section(ui, &head);
                if !sign.is_empty() {
                    ui.label(RichText::new(format!("{sign}  {title}")).color(ink));
                }
                let said = explain::card(&words, found).join(" ");
                ui.add(egui::Label::new(said).wrap());
                if let Some(analysis) = &game.analysis {
                    for (name, value) in explain::figures(&words, analysis, found) {
                        caption(ui, &format!("{name}: {value}"));
                    }
                }
            }
            None => values_ui(ui, game, &self.evaluation, cx),
        });
    }
}

/// The values that stand on the cards.
pub fn shown<'a>(known: &'a Evaluation, cx: &Cx<'_>) -> Option<&'a Values> {
    let values = match cx.settings.cards.shown {
        Shown::Guaranteed | Shown::Chance => known.guaranteed(),
        Shown::Open => known.open(),
    };
    values.filter(|values| !values.cards.is_empty())
}

/// The values of a position without a finding: a variation, or the first.
fn values_ui(ui: &mut Ui, game: &GameView, known: &Evaluation, cx: &Cx<'_>) {
    let words = cx.words;
    let title = if game.walk.variation().is_some() { words.t("game.tried") } else { words.t("game.before") };
    section(ui, title);
    let Some(position) = game.walk.position() else {
        let key = |command| cx.settings.keys.text(command, &words);
        let (card, trick) = (key(Command::NextCard), key(Command::NextTrick));
        ui.label(words.fill("game.before.why", &[("card", &card), ("trick", &trick)]));
        return;
    };
    let Some(turn) = position.turn() else {
        ui.label(words.t("verdict.finished"));
        return;
    };
    if !cx.settings.values {
        caption(ui, words.t("game.no_values"));
        return;
    }
    let pending = if known.is_thinking() { "…" } else { "–" };
    let line = |values: Option<&Values>| match values {
        None => pending.to_string(),
        Some(values) => {
            let who = if values.declarer_wins {
                words.t("game.declarer_wins")
            } else {
                words.t("game.defenders_win")
            };
            match values.points {
                Some(points) => {
                    format!("{} – {who}", words.count("value.point", "value.points", points.into()))
                }
                None => who.to_string(),
            }
        }
    };
    let open = words.t("verdict.open");
    ui.label(format!("{open}: {}", line(known.open())));
    let sure = words.fill("verdict.guaranteed", &[("seat", &words.seat(turn))]);
    let guaranteed = match (known.guaranteed(), turn == position.declarer()) {
        (Some(values), declarer) => {
            let points =
                values.points.map(|points| words.count("value.point", "value.points", points.into()));
            let verdict = match (values.declarer_wins, declarer) {
                (true, true) => words.t("value.unlosable"),
                (false, true) => words.t("value.not_forced"),
                (true, false) => words.t("value.cannot_beat"),
                (false, false) => words.t("value.beats"),
            };
            points.map_or(verdict.to_string(), |points| format!("{points} – {verdict}"))
        }
        (None, _) => pending.into(),
    };
    ui.label(format!("{sure}: {guaranteed}"));
}

impl GameView {
    /// Looks through other eyes; whoever looks sits at the bottom.
    pub fn look(&mut self, view: View) {
        self.view = view;
        if let View::Seat(seat) = view {
            self.bottom = seat;
        }
    }

    /// Where the cards may be that a player does not see.
    fn belief_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let Some(viewer) = self.believer() else {
            ui.label(words.t("belief.not_yet"));
            return;
        };
        let marked =
            self.walk.position().and_then(|position| position.history().last()).map(|play| play.card);
        let Some(belief) = self.belief(viewer) else {
            ui.label(words.t("belief.not_yet"));
            return;
        };
        let n = words.number(belief.worlds);
        let seat = words.seat(viewer);
        ui.label(words.fill("belief.worlds", &[("seat", &seat), ("n", &n)]));
        let others = Place::ALL.into_iter().filter(|&place| place != Place::Hand(viewer));
        // A column that nothing can be in needs no room.
        let used = others.filter(|place| belief.matrix.iter().any(|(_, row)| row[place.index()] > 0.0));
        let columns = used.map(|place| (place, words.place(place).to_string())).collect();
        let name = words.fill("belief.name", &[("seat", &seat)]);
        let mut model = HeatModel::new(&belief.matrix, belief.seen.iter().copied(), columns, name);
        model.marked = marked;
        let deck = Deck { texts: &words, tokens: &cx.tokens };
        ScrollArea::vertical().auto_shrink(false).id_salt("belief").show(ui, |ui| {
            ui.set_width(ui.available_width() - 8.0);
            heat_ui(ui, &model, &deck);
        });
    }
}
