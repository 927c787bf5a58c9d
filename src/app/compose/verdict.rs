//! The live verdict: problems at once, values as soon as the engine has them.

use super::Compose;
use crate::app::Cx;
use crate::app::common::document::Target;
use crate::app::common::document::history::History;
use crate::app::common::evaluation::{
    CHANCE_DEALS, CardValue, Evaluation, EvaluationRequest, Values, chance_badge, rank,
};
use crate::app::settings::Shown;
use crate::app::theme::GAP;
use crate::app::widgets::cards::{Badge, Deck};
use crate::app::widgets::fields::{caption, choice, section};
use crate::cards::{Card, Cards};
use crate::deal::{Place, Position, Problem, View};
use crate::problems;
use crate::puzzle::question::{self, Choice, Choices};
use crate::rules::{Seat, Side};
use crate::words::Words;
use egui::{Align, Layout, RichText, ScrollArea, Ui, vec2};

/// Room for the captions beside the values.
const CAPTIONS: f32 = 154.0;

/// What is known about the document as it stands.
pub struct Verdict {
    /// The version of the document this is about.
    about: Option<u64>,
    position: Option<Box<Position>>,
    problems: Vec<Problem>,
    values: Evaluation,
}

impl Verdict {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Verdict {
        Verdict { about: None, position: None, problems: Vec::new(), values: Evaluation::new(ctx) }
    }

    /// What the searches say.
    #[must_use]
    pub fn values(&self) -> &Evaluation {
        &self.values
    }

    /// Stops the searches; what is known stays.
    pub fn stop(&mut self) {
        self.values.stop();
    }

    /// The position, if nothing is wrong with it.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.position.as_deref()
    }

    /// Everything that is wrong.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Whether a problem points at this card.
    #[must_use]
    pub fn is_wrong(&self, card: Card) -> bool {
        self.problems.iter().any(|problem| match problem {
            Problem::NoDeal { cards, .. } => cards.has(card),
            problem => problems::card_of(problem) == Some(card),
        })
    }

    /// Checks a changed document at once and asks the searches when the hand rests.
    pub fn follow(&mut self, history: &History, cx: &mut Cx<'_>) {
        if self.about != Some(history.version()) {
            self.about = Some(history.version());
            (self.position, self.problems) = (None, Vec::new());
            if history.now().setup != Default::default() {
                match history.now().setup.clone().validate() {
                    Ok(position) => self.position = Some(Box::new(position)),
                    Err(all) => self.problems = all.0,
                }
            }
        }
        let as_it_lies = !question::kind(history.now().asks).is_before_play();
        let wanted = self.position.as_ref().filter(|_| as_it_lies).map(|position| EvaluationRequest {
            goal: history.now().goal.unwrap_or_else(|| position.goal()),
            position: position.as_ref().clone(),
        });
        self.values.follow(wanted, cx);
    }

    /// The cards that the viewer thinks possible in a place, with their probability. `None` where
    /// he sees the cards, or where nothing is known yet.
    #[must_use]
    pub fn possible(&self, place: Place) -> Option<Vec<(Card, f32)>> {
        let position = self.position()?;
        let View::Seat(viewer) = position.view() else { return None };
        if self.values.chances().is_empty() || place == Place::Hand(viewer) {
            return None;
        }
        let played = place.seat().map_or_else(Default::default, |seat| position.played_by(seat));
        let here = self.values.chances().iter().map(|(card, chances)| (*card, chances[place.index()] as f32));
        let here: Vec<(Card, f32)> =
            here.filter(|(card, chance)| *chance > 0.0 && !played.has(*card)).collect();
        (!here.is_empty()).then_some(here)
    }

    /// The values that stand on the cards.
    fn shown(&self, shown: Shown) -> Option<&Values> {
        let position = self.position()?;
        let by_seat = matches!(position.view(), View::Seat(_));
        // The other kind stands in only where the chosen one makes no sense, never while it is
        // being computed: the two must not be mixed up.
        let guaranteed = by_seat && (shown != Shown::Open || position.open_hands().is_none());
        let values = if guaranteed { self.values.guaranteed() } else { self.values.open() };
        values.filter(|values| !values.cards.is_empty())
    }

    /// What stands on a card that may be played.
    #[must_use]
    pub fn badge(&self, card: Card, shown: Shown, words: &Words) -> Option<Badge> {
        if shown == Shown::Chance
            && let Some(chance) = self.values.chance().filter(|chance| !chance.cards.is_empty())
        {
            return chance_badge(chance, card, words);
        }
        self.shown(shown)?.badge(card, self.side_on_turn()?, words)
    }

    /// The values in which the question is asked: by force from a seat's view, else with open cards.
    fn asked(&self) -> Option<&Values> {
        match self.position()?.view() {
            View::Seat(_) => self.values.guaranteed(),
            View::Open => self.values.open(),
        }
    }

    fn side_on_turn(&self) -> Option<Side> {
        let position = self.position()?;
        Some(position.turn()?.side(position.declarer()))
    }
}

impl Compose {
    pub(super) fn verdict_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        ui.horizontal(|ui| {
            section(ui, words.t("verdict.title"));
            if self.verdict.values.is_thinking() {
                ui.label(RichText::new(words.t("verdict.thinking")).color(cx.tokens.faint));
            }
        });
        ScrollArea::vertical().auto_shrink(false).id_salt("verdict").show(ui, |ui| {
            if self.document().setup == Default::default() {
                ui.label(RichText::new(words.t("verdict.empty")).color(cx.tokens.faint));
            } else if self.verdict.position.is_none() {
                self.problems_ui(ui, cx);
            } else {
                self.answers_ui(ui, cx);
            }
        });
    }

    fn problems_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let all = self.verdict.problems.clone();
        let count = words.count("verdict.problem", "verdict.problems", all.len() as u64);
        ui.label(RichText::new(count).color(cx.tokens.bad));
        for problem in &all {
            let text = format!("⚠ {}", problems::problem(&words, problem));
            let button = egui::Button::new(RichText::new(text)).wrap().frame_when_inactive(false);
            if ui.with_layout(Layout::top_down_justified(Align::Min), |ui| ui.add(button)).inner.clicked() {
                if let Some(card) = problems::card_of(problem) {
                    self.selected = Some(card);
                }
                if let Some(place) = problems::place_of(problem) {
                    self.target = Target::Place(place);
                }
            }
        }
    }

    fn answers_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let Some(position) = self.verdict.position() else { return };
        if question::kind(self.document().asks).is_before_play() {
            ui.label(words.t("unique.not_asked"));
            return;
        }
        let viewer = match position.view() {
            View::Seat(seat) => Some(seat),
            View::Open => None,
        };
        let all_seen = position.open_hands().is_some();
        let finished = position.turn().is_none();
        let width = (ui.available_width() - CAPTIONS).max(120.0);
        let pending = if self.verdict.values.is_thinking() { "…" } else { "–" };
        egui::Grid::new("answers").num_columns(2).spacing(vec2(14.0, 5.0)).show(ui, |ui| {
            if let Some(seat) = viewer {
                caption(ui, words.t("verdict.worlds")).on_hover_text(words.t("verdict.worlds.why"));
                let worlds = self.verdict.values.worlds().map_or(pending.into(), |n| words.number(n));
                ui.label(worlds);
                ui.end_row();
                caption(ui, &words.fill("verdict.guaranteed", &[("seat", &words.seat(seat))]))
                    .on_hover_text(words.t("verdict.guaranteed.why"));
                if position.is_known(seat) {
                    self.value_ui(ui, self.verdict.values.guaranteed(), pending, Some(seat), width, cx);
                } else {
                    ui.label(RichText::new(words.t("verdict.incomplete")).color(cx.tokens.faint));
                }
                ui.end_row();
                caption(ui, words.t("verdict.chance")).on_hover_text(words.t("verdict.chance.why"));
                self.chance_ui(ui, pending, width, cx);
                ui.end_row();
            }
            caption(ui, words.t("verdict.open")).on_hover_text(words.t("verdict.open.why"));
            if all_seen {
                self.value_ui(ui, self.verdict.values.open(), pending, None, width, cx);
            } else {
                ui.label(RichText::new(words.t("verdict.open.unknown")).color(cx.tokens.faint));
            }
            ui.end_row();
        });
        if finished {
            ui.label(words.t("verdict.finished"));
            return;
        }
        ui.add_space(GAP / 2.0);
        self.uniqueness_ui(ui, cx);
        // Where the values stand on the cards of a hand they need not stand here too.
        let on_cards = position.turn().is_some_and(|seat| position.is_known(seat)) && cx.settings.values;
        if !on_cards {
            self.cards_ui(ui, cx);
        }
        ui.add_space(GAP / 2.0);
        self.shown_ui(ui, cx);
    }

    /// A value in words, with a mark that reads without colour.
    fn value_ui(
        &self,
        ui: &mut Ui,
        values: Option<&Values>,
        pending: &str,
        viewer: Option<Seat>,
        width: f32,
        cx: &Cx<'_>,
    ) {
        let Some(values) = values else {
            ui.label(pending);
            return;
        };
        let words = cx.words;
        let declarer = self.verdict.position().map(Position::declarer);
        let defends = viewer.is_some() && viewer != declarer;
        let verdict = match (values.declarer_wins, viewer.is_some(), defends) {
            (true, true, false) => words.t("value.unlosable"),
            (false, true, false) if values.points.is_some() => words.t("value.not_enough"),
            (false, true, false) => words.t("value.not_forced"),
            (true, true, true) => words.t("value.cannot_beat"),
            (false, true, true) => words.t("value.beats"),
            (true, false, _) => words.t("value.won"),
            (false, false, _) => words.t("value.lost"),
        };
        let good = values.declarer_wins != defends;
        let colour = if good { cx.tokens.good } else { cx.tokens.bad };
        let mark = if good { "✔" } else { "✖" };
        let text = match values.points {
            Some(points) => {
                format!("{mark} {} – {verdict}", words.count("value.point", "value.points", points.into()))
            }
            None => format!("{mark} {verdict}"),
        };
        ui.vertical(|ui| {
            ui.set_width(width);
            ui.add(egui::Label::new(RichText::new(text).color(colour)).wrap());
        });
    }

    /// In how many deals the best strategy wins: exactly, or between which bounds.
    fn chance_ui(&self, ui: &mut Ui, pending: &str, width: f32, cx: &Cx<'_>) {
        let words = cx.words;
        let values = &self.verdict.values;
        let Some(chance) = values.chance() else {
            let many = values.worlds().is_some_and(|worlds| worlds > CHANCE_DEALS);
            let text = if many { words.t("verdict.chance.many") } else { pending };
            ui.label(RichText::new(text).color(cx.tokens.faint));
            return;
        };
        let share = |won: u64| question::share(won, chance.worlds, &words);
        let (low, high) = (chance.won.at_least, chance.won.at_most);
        let of = words.number(chance.worlds);
        let text = match chance.won.exact() {
            Some(won) => {
                let won_text = words.number(won);
                words.fill("verdict.chance.exact", &[("share", &share(won)), ("n", &won_text), ("of", &of)])
            }
            None => words.fill("verdict.chance.bounds", &[("low", &share(low)), ("high", &share(high))]),
        };
        ui.vertical(|ui| {
            ui.set_width(width);
            ui.add(egui::Label::new(text).wrap());
        });
    }

    /// What the cards that may be played mean for the question asked, in the question's own measure.
    fn uniqueness_ui(&self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let (Some(puzzle), Some(values)) = (super::check::bare(self.document()), self.verdict.asked()) else {
            return;
        };
        if values.cards.is_empty() {
            return;
        }
        let cards: Vec<Choice> = values
            .cards
            .iter()
            .map(|&CardValue { card, points, declarer_wins }| Choice { card, points, declarer_wins })
            .collect();
        let named = |cards: &[Card]| {
            let cards = cards.iter().copied().collect::<Cards>();
            words.any_card(cards, puzzle.position.game())
        };
        let text = match Choices::of(&puzzle, values.declarer_wins, values.points, &cards) {
            Choices::NotAsked => words.t("unique.not_asked").into(),
            Choices::OthersFirst => words.t("unique.others_first").into(),
            Choices::OnlyOne => words.t("unique.forced").into(),
            Choices::Nobody(best) => match best.as_slice() {
                [card] => words.fill("unique.none_best", &[("card", &words.card(*card))]),
                _ => words.t("unique.none").into(),
            },
            Choices::These(keys) => match keys.as_slice() {
                [card] => words.fill("unique.one", &[("card", &words.card(*card))]),
                many => words.count("unique.many", "unique.many", many.len() as u64),
            },
            Choices::Every(Side::Declarer) => words.t("unique.all_declarer").into(),
            Choices::Every(Side::Defenders) => words.t("unique.all_defenders").into(),
            Choices::Best(best) => words.fill("unique.best", &[("cards", &named(&best))]),
        };
        ui.add(egui::Label::new(text).wrap());
    }

    /// Every card that may be played, the best first, with both values.
    fn cards_ui(&self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let (Some(values), Some(side)) =
            (self.verdict.shown(cx.settings.cards.shown), self.verdict.side_on_turn())
        else {
            return;
        };
        let mut sorted = values.cards.clone();
        sorted.sort_by_key(|value| std::cmp::Reverse(rank(value, side)));
        let deck = Deck { texts: &words, tokens: &cx.tokens };
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            for value in sorted {
                let text = match value.points {
                    Some(points) => points.to_string(),
                    None if value.declarer_wins => words.t("value.won_short").into(),
                    None => words.t("value.lost_short").into(),
                };
                let (rect, response) = ui.allocate_exact_size(vec2(74.0, 28.0), egui::Sense::hover());
                let name = format!("{}: {text}", words.card(value.card));
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
                let wanted = value.declarer_wins == (side == Side::Declarer);
                let colour = if wanted { cx.tokens.good } else { cx.tokens.bad };
                let painter = ui.painter();
                painter.rect(
                    rect,
                    5.0,
                    cx.tokens.field,
                    egui::Stroke::new(1.0, colour),
                    egui::StrokeKind::Inside,
                );
                let plate = egui::Rect::from_min_size(rect.min + vec2(2.0, 2.0), vec2(40.0, 24.0));
                painter.rect_filled(plate, 4.0, cx.tokens.card.face);
                deck.tile(painter, plate, value.card);
                painter.text(
                    rect.right_center() - vec2(7.0, 0.0),
                    egui::Align2::RIGHT_CENTER,
                    text,
                    egui::FontId::proportional(15.5),
                    colour,
                );
            }
        });
    }

    /// Which values stand on the cards.
    fn shown_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let values = &self.verdict.values;
        let chance = values.chance().is_some_and(|chance| !chance.cards.is_empty());
        if values.guaranteed().is_none() || values.open().is_none() && !chance {
            return;
        }
        let open = values.open().is_some();
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            caption(ui, words.t("shown.name"));
            let current = cx.settings.values.then_some(cx.settings.cards.shown);
            let mut options = vec![(Shown::Guaranteed, words.t("shown.guaranteed"))];
            if chance {
                options.push((Shown::Chance, words.t("shown.chance")));
            }
            if open {
                options.push((Shown::Open, words.t("shown.open")));
            }
            if let Some(shown) = choice(ui, words.t("shown.name"), current, &options) {
                cx.settings.values = cx.settings.cards.shown != shown || !cx.settings.values;
                cx.settings.cards.shown = shown;
            }
        });
    }
}
