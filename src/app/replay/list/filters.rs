//! The filter panel: what the games must be like, and how the filters build on each other.

use super::ask::AskPanel;
use super::query::{SavedFilter, Step};
use crate::app::Cx;
use crate::app::theme::{GAP, Tokens};
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::{anchored, caption, choice, option, section};
use crate::archive::ask::{Ask, Search};
use crate::archive::index::{FactFilter, Filter, Merge, Missed, Role, Span, Tri, period};
use crate::rules::Game;
use crate::words::{Faces, Words};
use egui::{Button, RichText, ScrollArea, TextEdit, Ui, vec2};

/// What is being asked for.
#[derive(Debug)]
pub struct FilterPanel {
    /// The filters; the last is the one being edited.
    steps: Vec<Step>,
    /// What stands in the fields for numbers, which may be half a number.
    numbers: [String; 4],
    /// What stands in the field for a name.
    name: String,
    /// The picker of cards.
    picker: AskPanel,
    /// Counts the changes.
    version: u64,
}

impl Default for FilterPanel {
    fn default() -> FilterPanel {
        FilterPanel {
            steps: vec![Step::default()],
            numbers: Default::default(),
            name: String::new(),
            picker: AskPanel::default(),
            version: 0,
        }
    }
}

impl FilterPanel {
    /// The filters, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Asks for games that answer a question about cards, and for nothing else.
    pub fn ask(&mut self, question: &str) {
        let filter = Filter { cards: question.into(), ..Filter::default() };
        self.set(vec![Step { filter, ..Step::default() }]);
    }

    /// Asks for the games of one player, and for nothing else.
    pub fn player(&mut self, name: &str) {
        let filter = Filter { player: format!("\"{name}\""), ..Filter::default() };
        self.set(vec![Step { filter, ..Step::default() }]);
    }

    /// The question about cards that the last filter asks.
    #[must_use]
    pub fn search(&self) -> Option<Search> {
        self.steps.iter().rev().find_map(|step| step.filter.search())
    }

    /// Changes whenever a filter does.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    fn now(&mut self) -> &mut Filter {
        if self.steps.is_empty() {
            self.steps.push(Step::default());
        }
        let last = self.steps.len() - 1;
        &mut self.steps[last].filter
    }

    fn set(&mut self, steps: Vec<Step>) {
        self.steps = if steps.is_empty() { vec![Step::default()] } else { steps };
        let filter = self.now().clone();
        let number = |n: Option<u16>| n.map_or(String::new(), |n| n.to_string());
        self.numbers = [
            number(filter.points.from.map(u16::from)),
            number(filter.points.to.map(u16::from)),
            number(filter.bid.from),
            number(filter.bid.to),
        ];
        self.version += 1;
    }

    /// Draws it; `counts` are the games left after each filter.
    pub fn ui(&mut self, ui: &mut Ui, counts: &[usize], cx: &mut Cx<'_>) {
        let before = self.steps.clone();
        ScrollArea::vertical().auto_shrink(false).id_salt("filters").show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 5.0;
            anchored(ui, "filter chain", |ui| self.chain_ui(ui, counts, cx));
            anchored(ui, "filter saved", |ui| self.saved_ui(ui, cx));
            anchored(ui, "filter people", |ui| self.people_ui(ui, cx));
            anchored(ui, "filter games", |ui| self.games_ui(ui, cx));
            anchored(ui, "filter cards", |ui| {
                let mut text = std::mem::take(&mut self.now().cards);
                self.picker.ui(ui, &mut text, cx);
                self.now().cards = text;
            });
            anchored(ui, "filter facts", |ui| self.facts_ui(ui, cx));
            anchored(ui, "filter numbers", |ui| self.numbers_ui(ui, cx));
        });
        if self.steps != before {
            self.version += 1;
        }
    }

    /// The filters so far, and how the next one meets them.
    fn chain_ui(&mut self, ui: &mut Ui, counts: &[usize], cx: &Cx<'_>) {
        let words = cx.words;
        ui.horizontal(|ui| {
            section(ui, words.t("filter.title"));
            let idle = self.steps.len() == 1 && self.steps[0].is_idle();
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let all = ui.add_enabled(!idle, Button::new(words.t("filter.reset")).small());
                if all.on_hover_text(words.t("filter.reset.why")).clicked() {
                    self.set(Vec::new());
                }
            });
        });
        let mut undo = None;
        let last = self.steps.len() - 1;
        for (i, step) in self.steps.iter().enumerate() {
            if last == 0 {
                break;
            }
            let said = if step.is_idle() && i == last {
                words.t("filter.choose").to_string()
            } else {
                describe(&words, &step.filter)
            };
            let sign = match step.merge {
                Merge::Replace => "",
                Merge::Narrow => words.t("filter.of_these"),
                Merge::Widen => words.t("filter.added"),
            };
            let count = counts.get(i).map_or(String::new(), |&n| format!(" ({})", words.number(n as u64)));
            ui.horizontal_top(|ui| {
                if i == last
                    && ui.add(Button::new("×").small()).accessible_name(words.t("filter.undo")).clicked()
                {
                    undo = Some(());
                }
                let text = format!("{sign} {said}{count}");
                let ink = if i == last { cx.tokens.accent } else { cx.tokens.ink };
                ui.add(egui::Label::new(RichText::new(text.trim()).size(14.0).color(ink)).wrap());
            });
        }
        if undo.is_some() {
            let mut steps = self.steps.clone();
            steps.pop();
            self.set(steps);
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let ready = !self.steps[self.steps.len() - 1].is_idle();
            for (merge, label, why) in [
                (Merge::Narrow, words.t("filter.narrow"), words.t("filter.narrow.why")),
                (Merge::Widen, words.t("filter.widen"), words.t("filter.widen.why")),
                (Merge::Replace, words.t("filter.replace"), words.t("filter.replace.why")),
            ] {
                let button = Button::new(RichText::new(label).size(14.0));
                if ui.add_enabled(ready, button).on_hover_text(why).clicked() {
                    let mut steps = self.steps.clone();
                    steps.push(Step { merge, filter: Filter::default() });
                    self.set(steps);
                }
            }
        });
        ui.add_space(GAP / 2.0);
    }

    fn people_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let filter = self.now();
        let label = caption(ui, words.t("filter.player"));
        let field = TextEdit::singleline(&mut filter.player).desired_width(f32::INFINITY);
        ui.add(field).labelled_by(label.id).on_hover_text(words.t("filter.player.why"));
        let roles = [
            (Role::Any, words.t("filter.any")),
            (Role::Declarer, words.t("filter.alone")),
            (Role::Defender, words.t("filter.against")),
        ];
        if let Some(role) = choice(ui, words.t("filter.role"), Some(filter.role), &roles) {
            filter.role = role;
        }
    }

    fn games_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let filter = self.now();
        caption(ui, words.t("filter.game"));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            // The clubs first, as everywhere.
            for letter in ['C', 'S', 'H', 'D', 'G', 'N'] {
                let Some(game) = Game::from_letter(letter) else { continue };
                let on = filter.games.contains(letter);
                let name = words.game(game);
                let accessible = format!("{}: {name}", words.t("filter.game"));
                let response = match game {
                    Game::Suit(suit) => {
                        let response = option(ui, on, "   ", &accessible).on_hover_text(name);
                        let deck = Deck { texts: &words, tokens: &cx.tokens };
                        let centre = response.rect.center();
                        if on {
                            let plate = egui::Rect::from_center_size(centre, vec2(22.0, 22.0));
                            ui.painter().rect_filled(plate, 4.0, cx.tokens.card.face);
                            let colour = Tokens::suit(suit, words.faces == Faces::TwoColour);
                            deck.pip(ui.painter(), centre, 16.0, suit, colour, cx.tokens.card.face);
                        } else {
                            deck.text_pip(ui.painter(), centre, 17.0, suit);
                        }
                        response
                    }
                    _ => option(ui, on, name, &accessible),
                };
                if response.clicked() {
                    if on {
                        filter.games.retain(|other| other != letter);
                    } else {
                        filter.games.push(letter);
                    }
                }
            }
        });
        caption(ui, words.t("filter.result"));
        let results = [
            (Tri::Any, words.t("filter.any")),
            (Tri::Yes, words.t("list.won")),
            (Tri::No, words.t("list.lost")),
        ];
        if let Some(won) = choice(ui, words.t("filter.result"), Some(filter.won), &results) {
            filter.won = won;
        }
    }

    fn facts_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let filter = self.now();
        caption(ui, words.t("filter.facts")).on_hover_text(words.t("filter.facts.why"));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for (tri, name) in facts(&mut filter.facts, &words) {
                tri_ui(ui, tri, name, cx);
            }
        });
        let label = caption(ui, words.t("filter.missed"));
        label.on_hover_text(words.t("filter.missed.why"));
        if let Some(missed) = choice(ui, words.t("filter.missed"), Some(filter.missed), &misses(&words)) {
            filter.missed = missed;
        }
    }

    fn numbers_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        for (i, name) in [words.t("list.points"), words.t("list.bid")].into_iter().enumerate() {
            ui.horizontal(|ui| {
                ui.allocate_ui_with_layout(
                    vec2(56.0, ui.spacing().interact_size.y),
                    egui::Layout::left_to_right(egui::Align::Center),
                    |ui| {
                        ui.set_min_width(56.0);
                        caption(ui, name);
                    },
                );
                for (j, end) in [words.t("filter.from"), words.t("filter.to")].into_iter().enumerate() {
                    let text = &mut self.numbers[2 * i + j];
                    let field = TextEdit::singleline(text).desired_width(58.0).hint_text(end);
                    ui.add(field).accessible_name(format!("{name} {end}"));
                    text.retain(|c| c.is_ascii_digit());
                    text.truncate(3);
                }
            });
        }
        let number = |i: usize| self.numbers[i].parse::<u16>().ok();
        let small = |i: usize| number(i).map(|n| n.min(255) as u8);
        let (points, bid) = (Span { from: small(0), to: small(1) }, Span { from: number(2), to: number(3) });
        let filter = self.now();
        (filter.points, filter.bid) = (points, bid);
        ui.horizontal(|ui| {
            ui.allocate_ui_with_layout(
                vec2(56.0, ui.spacing().interact_size.y),
                egui::Layout::left_to_right(egui::Align::Center),
                |ui| {
                    ui.set_min_width(56.0);
                    caption(ui, words.t("list.date"));
                },
            );
            for (text, end) in
                [(&mut filter.from_date, words.t("filter.from")), (&mut filter.to_date, words.t("filter.to"))]
            {
                let wrong = !text.trim().is_empty() && period(text).is_none();
                let mut field = TextEdit::singleline(text).desired_width(84.0).hint_text(end);
                if wrong {
                    field = field.text_color(cx.tokens.bad);
                }
                let response = ui.add(field).accessible_name(format!("{} {end}", words.t("list.date")));
                let why = if wrong { words.t("filter.date.wrong") } else { words.t("filter.date.why") };
                response.on_hover_text(why);
            }
        });
        let label = caption(ui, words.t("filter.text"));
        let field = TextEdit::singleline(&mut filter.text).desired_width(f32::INFINITY);
        ui.add(field).labelled_by(label.id).on_hover_text(words.t("filter.text.why"));
    }

    /// Filters kept under a name, and a field to keep this one.
    fn saved_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let (mut load, mut forget) = (None, None);
        let row = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing = vec2(2.0, 4.0);
            for (i, saved) in cx.settings.replay.saved.iter().enumerate() {
                let said: Vec<String> =
                    saved.steps.iter().map(|step| describe(&words, &step.filter)).collect();
                let button = Button::new(RichText::new(&saved.name).size(14.0));
                if ui.add(button).on_hover_text(said.join("\n")).clicked() {
                    load = Some(saved.steps.clone());
                }
                let name = words.fill("filter.forget", &[("name", &saved.name)]);
                if ui.add(Button::new("×").small().frame(false)).accessible_name(name).clicked() {
                    forget = Some(i);
                }
                ui.add_space(GAP / 2.0);
            }
        };
        if !cx.settings.replay.saved.is_empty() {
            ui.horizontal_wrapped(row);
        }
        if let Some(steps) = load {
            self.set(steps);
        }
        if let Some(i) = forget {
            cx.settings.replay.saved.remove(i);
        }
        // There is nothing to keep before something is asked for.
        if self.steps.len() == 1 && self.steps[0].is_idle() {
            return;
        }
        let mut save = false;
        ui.horizontal(|ui| {
            let width = (ui.available_width() - 96.0).max(80.0);
            let field = TextEdit::singleline(&mut self.name).id(egui::Id::unique("filter name"));
            let field = field.desired_width(width).hint_text(words.t("filter.name"));
            let response = ui.add(field).accessible_name(words.t("filter.name"));
            save = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let button = Button::new(RichText::new(words.t("filter.save")).size(14.0));
            save |= ui.add(button).on_hover_text(words.t("filter.save.why")).clicked();
        });
        if save {
            let name = match self.name.trim() {
                "" => describe(&words, &self.steps[self.steps.len() - 1].filter),
                name => name.to_string(),
            };
            let saved = &mut cx.settings.replay.saved;
            saved.retain(|old| old.name != name);
            saved.push(SavedFilter { name, steps: self.steps.clone() });
            self.name.clear();
        }
    }
}

/// The yes-or-no facts with their names.
fn facts<'a>(filter: &'a mut FactFilter, words: &Words) -> Vec<(&'a mut Tri, &'static str)> {
    let FactFilter { hand, ouvert, announced, schneider, schwarz, overbid, resigned, differs, .. } = filter;
    let FactFilter { left, passed, repeated, analysed, mistakes, glassbox_differs, .. } = filter;
    let FactFilter { noted, bookmarked, .. } = filter;
    vec![
        (hand, words.t("filter.hand")),
        (ouvert, words.t("filter.ouvert")),
        (announced, words.t("filter.announced")),
        (schneider, words.t("list.schneider")),
        (schwarz, words.t("list.schwarz")),
        (overbid, words.t("list.overbid")),
        (resigned, words.t("list.resigned")),
        (left, words.t("list.left")),
        (passed, words.t("list.passed")),
        (differs, words.t("list.differs")),
        (repeated, words.t("filter.repeated")),
        (analysed, words.t("filter.analysed")),
        (mistakes, words.t("filter.mistakes")),
        (glassbox_differs, words.t("filter.glassbox")),
        (noted, words.t("filter.noted")),
        (bookmarked, words.t("filter.bookmarked")),
    ]
}

/// Who missed a forced win, with the words for it.
fn misses(words: &Words) -> [(Missed, &'static str); 4] {
    [
        (Missed::Any, words.t("filter.any")),
        (Missed::Either, words.t("filter.missed_either")),
        (Missed::Declarer, words.t("filter.missed_declarer")),
        (Missed::Defenders, words.t("filter.missed_defenders")),
    ]
}

/// A fact that is asked for, excluded, or all the same; a click goes on to the next.
fn tri_ui(ui: &mut Ui, tri: &mut Tri, name: &str, cx: &Cx<'_>) {
    let words = cx.words;
    let tokens = cx.tokens;
    let (mark, state, fill, ink) = match tri {
        Tri::Any => ("", words.t("filter.any"), tokens.button.rest, tokens.ink),
        Tri::Yes => ("✔ ", words.t("filter.yes"), tokens.accent, tokens.on_accent),
        Tri::No => ("✖ ", words.t("filter.no"), tokens.field, tokens.bad),
    };
    let button = Button::new(RichText::new(format!("{mark}{name}")).size(14.0).color(ink)).fill(fill);
    if ui.add(button).accessible_name(format!("{name}: {state}")).clicked() {
        *tri = match tri {
            Tri::Any => Tri::Yes,
            Tri::Yes => Tri::No,
            Tri::No => Tri::Any,
        };
    }
}

/// A filter in words.
#[must_use]
pub fn describe(words: &Words, filter: &Filter) -> String {
    let mut parts: Vec<String> = Vec::new();
    for letter in filter.games.chars() {
        parts.extend(Game::from_letter(letter).map(|game| words.game(game).to_string()));
    }
    if !parts.is_empty() {
        parts = vec![parts.join("/")];
    }
    match filter.won {
        Tri::Any => {}
        Tri::Yes => parts.push(words.t("list.won").into()),
        Tri::No => parts.push(words.t("list.lost").into()),
    }
    for (tri, name) in facts(&mut filter.facts.clone(), words) {
        match tri {
            Tri::Any => {}
            Tri::Yes => parts.push(name.into()),
            Tri::No => parts.push(words.fill("filter.not", &[("fact", &name)])),
        }
    }
    for (missed, name) in misses(words) {
        if filter.missed == missed && missed != Missed::Any {
            parts.push(format!("{}: {name}", words.t("filter.missed")));
        }
    }
    if !filter.player.trim().is_empty() {
        let role = match filter.role {
            Role::Any => String::new(),
            Role::Declarer => format!(" ({})", words.t("filter.alone")),
            Role::Defender => format!(" ({})", words.t("filter.against")),
        };
        parts.push(format!("{}{role}", filter.player.trim()));
    }
    let span = |from: String, to: String| match (from.as_str(), to.as_str()) {
        ("", "") => None,
        _ => Some(format!("{from}–{to}")),
    };
    let number = |n: Option<u16>| n.map_or(String::new(), |n| n.to_string());
    let points = (filter.points.from.map(u16::from), filter.points.to.map(u16::from));
    for (name, from, to) in [
        (words.t("list.points"), number(points.0), number(points.1)),
        (words.t("list.bid"), number(filter.bid.from), number(filter.bid.to)),
        (words.t("list.date"), filter.from_date.clone(), filter.to_date.clone()),
    ] {
        parts.extend(span(from, to).map(|span| format!("{name} {span}")));
    }
    if !filter.cards.trim().is_empty() {
        let ask = filter.cards.parse::<Ask>();
        parts.push(ask.map_or(filter.cards.clone(), |ask| ask.text(words.language)));
    }
    if !filter.text.trim().is_empty() {
        parts.push(format!("„{}“", filter.text.trim()));
    }
    if parts.is_empty() { words.t("filter.all").into() } else { parts.join(", ") }
}
