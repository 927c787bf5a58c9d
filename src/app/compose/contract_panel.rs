//! Contract, declarer, goal, lead, view: everything about a deal that is not a card.

use super::Compose;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::common::document::history::Step;
use crate::app::theme::GAP;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::contract::{GAMES, announcement_choice, announcements, game_choice};
use crate::app::widgets::fields::{caption, choice};
use crate::deal::{Deal, Place, View};
use crate::rules::{Contract, Game, Goal, Seat, ladder};
use egui::{ComboBox, DragValue, Ui, vec2};

/// Width of the fields beside their captions.
const COMBO: f32 = 222.0;

impl Compose {
    pub(super) fn contract_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        caption(ui, words.t("field.game"));
        self.game_ui(ui, cx);
        self.announcements_ui(ui, cx);
        let setup = self.document().setup.clone();
        let seats = Seat::ALL.map(|seat| (seat, words.seat(seat)));
        ui.add_space(GAP / 2.0);
        caption(ui, words.t("field.declarer"));
        if let Some(seat) = choice(ui, words.t("field.declarer"), setup.declarer, &seats) {
            self.edit(Step::named("step.declarer"), |document| document.setup.declarer = Some(seat));
        }
        ui.add_space(GAP / 2.0);
        self.numbers_ui(ui, cx);
        ui.add_space(GAP / 2.0);
        caption(ui, words.t("field.played")).on_hover_text(words.t("field.played.why"));
        self.played_ui(ui, cx);
        ui.add_space(GAP / 2.0);
        self.hidden_ui(ui, cx);
        self.knowledge_ui(ui, cx);
        if Deal::of(&setup).is_some() {
            ui.add_space(GAP);
            let command = Command::SitDown;
            if ui.button(command.name(&words)).on_hover_text(cx.hint(command)).clicked() {
                cx.send.push(command);
            }
        }
    }

    fn game_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let current = self.document().setup.contract;
        let deck = Deck { texts: &words, tokens: &cx.tokens };
        let now = current.map(Contract::game);
        if let Some(game) = game_choice(ui, words.t("field.game"), now, &GAMES, &deck) {
            // Announcements are kept as far as the new game knows them.
            let [hand, schneider, schwarz, ouvert] = current.map_or([false; 4], announcements);
            let contract = if game == Game::Null {
                Contract::new(game, hand, false, false, ouvert)
            } else {
                let ouvert = ouvert && current.is_some_and(|contract| contract.game() != Game::Null);
                Contract::new(game, hand, schneider, schwarz, ouvert)
            };
            self.edit(Step::named("step.game"), |document| {
                document.setup.contract = contract;
                document.sort_hands();
            });
        }
    }

    fn announcements_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let Some(contract) = self.document().setup.contract else { return };
        let offered: &[usize] = if contract.game() == Game::Null { &[0, 3] } else { &[0, 1, 2, 3] };
        if let Some(next) = announcement_choice(ui, contract, offered, &words) {
            self.edit(Step::named("step.announce"), |document| document.setup.contract = Some(next));
        }
    }

    /// Bid, goal, and points taken before the position begins.
    fn numbers_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let document = self.document().clone();
        egui::Grid::new("numbers").num_columns(2).spacing(vec2(12.0, 6.0)).show(ui, |ui| {
            self.lead_ui(ui, cx);
            ui.end_row();
            self.view_ui(ui, cx);
            ui.end_row();
            caption(ui, words.t("field.bid")).on_hover_text(words.t("field.bid.why"));
            let none = words.t("field.bid.none").to_string();
            let mut bid = document.setup.bid;
            let shown = bid.map_or(none.clone(), |bid| bid.to_string());
            ComboBox::from_id_salt("bid")
                .selected_text(shown)
                .width(COMBO)
                .truncate()
                .show_ui(ui, |ui| {
                    ui.selectable_value(&mut bid, None, none.as_str());
                    for step in ladder() {
                        ui.selectable_value(&mut bid, Some(step), step.to_string());
                    }
                })
                .response
                .accessible_name(words.t("field.bid"));
            if bid != document.setup.bid {
                self.edit(Step::named("step.bid"), |document| document.setup.bid = bid);
            }
            ui.end_row();
            caption(ui, words.t("field.goal")).on_hover_text(words.t("field.goal.why"));
            self.goal_ui(ui, cx);
            ui.end_row();
            let mut rest = document.clone();
            if rest.rest_is_gone() && rest.setup != document.setup {
                caption(ui, words.t("field.rest"));
                if ui.button(words.t("rest.gone")).on_hover_text(words.t("rest.gone.why")).clicked() {
                    self.edit(Step::named("step.rest"), |document| *document = rest);
                }
                ui.end_row();
            }
            if !document.setup.gone.is_empty() {
                caption(ui, words.t("field.taken")).on_hover_text(words.t("field.taken.why"));
                let mut points = document.setup.points;
                ui.horizontal(|ui| {
                    ui.add(DragValue::new(&mut points.0).range(0..=120))
                        .accessible_name(words.t("field.taken.own"));
                    ui.label(":");
                    ui.add(DragValue::new(&mut points.1).range(0..=120))
                        .accessible_name(words.t("field.taken.other"));
                });
                if points != document.setup.points {
                    self.edit_text("step.points", |document| document.setup.points = points);
                }
                ui.end_row();
            }
        });
    }

    fn lead_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        caption(ui, words.t("field.lead"));
        let now = self.document().setup.lead;
        let mut next = now;
        ComboBox::from_id_salt("lead")
            .selected_text(words.seat(now))
            .width(COMBO)
            .truncate()
            .show_ui(ui, |ui| {
                for seat in Seat::ALL {
                    ui.selectable_value(&mut next, seat, words.seat(seat));
                }
            })
            .response
            .accessible_name(words.t("field.lead"));
        if next != now {
            self.edit(Step::named("step.lead"), |document| document.setup.lead = next);
        }
    }

    fn view_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        caption(ui, words.t("field.view")).on_hover_text(words.t("field.view.why"));
        let setup = &self.document().setup;
        let now = setup.view.or_else(|| self.verdict.position().map(|position| position.view()));
        let mut next = now;
        ComboBox::from_id_salt("view")
            .selected_text(now.map_or(words.t("view.auto"), |view| words.view(view)))
            .width(COMBO)
            .truncate()
            .show_ui(ui, |ui| {
                for view in [View::Open].into_iter().chain(Seat::ALL.map(View::Seat)) {
                    ui.selectable_value(&mut next, Some(view), words.view(view));
                }
            })
            .response
            .accessible_name(words.t("field.view"));
        if let Some(view) = next.filter(|_| next != now) {
            self.edit(Step::named("step.view"), |document| document.set_view(view));
        }
    }

    fn goal_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let goal = self.document().goal;
        let by_contract = self.verdict.position().map(|position| position.goal());
        let own = match by_contract {
            Some(goal) => words.fill("goal.contract_is", &[("goal", &words.goal(goal))]),
            None => words.t("goal.contract").into(),
        };
        let shown = goal.map_or_else(|| own.clone(), |goal| words.goal(goal));
        let mut next = goal;
        ComboBox::from_id_salt("goal")
            .selected_text(shown)
            .width(COMBO)
            .truncate()
            .show_ui(ui, |ui| {
                ui.selectable_value(&mut next, None, own.as_str());
                for goal in [Goal::Points(31), Goal::Points(61), Goal::SCHNEIDER, Goal::EveryTrick] {
                    ui.selectable_value(&mut next, Some(goal), words.goal(goal));
                }
                let mut points = match next {
                    Some(Goal::Points(points)) => points,
                    _ => 61,
                };
                ui.horizontal(|ui| {
                    ui.label(words.t("goal.other"));
                    let field = ui
                        .add(DragValue::new(&mut points).range(1..=120))
                        .accessible_name(words.t("goal.other"));
                    if field.changed() {
                        next = Some(Goal::Points(points));
                    }
                });
            })
            .response
            .accessible_name(words.t("field.goal"));
        if next != goal {
            self.edit(Step::named("step.goal"), |document| document.goal = next);
        }
    }

    fn hidden_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        caption(ui, words.t("field.hidden")).on_hover_text(words.t("field.hidden.why"));
        let now = self.document().hidden;
        let mut next = now;
        ui.horizontal_wrapped(|ui| {
            for place in Place::ALL {
                let name = words.place(place);
                let label = words.fill("field.hidden.name", &[("place", &name)]);
                ui.checkbox(&mut next[place.index()], name).accessible_name(label);
            }
        });
        if next != now {
            self.edit(Step::named("step.hidden"), |document| document.hidden = next);
        }
    }
}
