//! Beside the tree: the table of the chosen node, what is known of it, and the cards that go on.

use super::session::Session;
use super::words;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::texts::Words;
use crate::app::theme::{GAP, Tokens};
use crate::app::widgets::cards::Deck;
use crate::app::widgets::cards::Look;
use crate::app::widgets::fields::{caption, section};
use crate::app::widgets::heat::{HeatModel, heat_ui};
use crate::app::widgets::shown::{Sight, table_of};
use crate::app::widgets::table::{Slot, table_ui};
use crate::app::widgets::tree::TreeEvent;
use crate::app::widgets::tree::model::{Mover, NodeId};
use crate::app::widgets::tree::paint::{card_chip, verdict_sign};
use crate::deal::{Place, Play, View};
use crate::knowledge::Knowledge;
use crate::rules::Game;
use egui::{Align2, CornerRadius, FontId, Id, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

/// Draws it; tells what was chosen.
pub fn panel_ui(ui: &mut Ui, session: &Session, cx: &mut Cx<'_>) -> Option<TreeEvent> {
    let (texts, tokens) = (cx.words, cx.tokens);
    let deck = Deck { texts: &texts, tokens: &tokens };
    let id = session.view.chosen();
    let position = session.position(id);
    let knowledge = match position.view() {
        View::Seat(seat) => Knowledge::of(&position, seat).ok(),
        View::Open => None,
    };
    let deal = session.deal(id);
    let note = match (&deal, position.turn()) {
        (Some(_), _) => cx.words.t("proof.one_deal").to_string(),
        (None, Some(seat)) => cx.words.fill("proof.to_play", &[("seat", &cx.words.seat(seat))]),
        (None, None) => cx.words.t("verdict.finished").to_string(),
    };
    let (sight, bottom) = match (position.view(), &deal) {
        (View::Seat(seat), None) => (Sight::Knowledge(seat), seat),
        (View::Seat(seat), Some(_)) => (Sight::All, seat),
        (View::Open, _) => (Sight::All, position.declarer()),
    };
    let shown = deal.as_ref().unwrap_or(&position);
    let goal = session.case().question.goal;
    let mut model = table_of(shown, goal, sight, bottom, &cx.words, |_| Look::default());
    // Beside the tree there is room for the points and the goal, not for the rest.
    if let [points, _, _, goal] = model.score.as_slice() {
        model.score = vec![points.clone(), goal.clone()];
    }
    model.hint = note;
    // What may lie in the skat is told by the map below; here it would be too small to read.
    if model.skat.slots.len() > 2 {
        model.skat.slots = vec![Slot::default(); 2];
    }
    let width = ui.available_width();
    let height = (width * 0.80).clamp(270.0, (ui.available_height() * 0.54).max(280.0));
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    table_ui(ui, rect, &model, &deck);
    ui.add_space(GAP);
    let mut event = None;
    ScrollArea::vertical().id_salt("proof facts").auto_shrink(false).show(ui, |ui| {
        facts_ui(ui, session, id, &deck);
        buttons_ui(ui, session, id, cx);
        event = children_ui(ui, session, id, &deck);
        if let Some(knowledge) = &knowledge
            && !knowledge.unseen().is_empty()
        {
            section(ui, cx.words.t("proof.knowledge"));
            heat_ui(ui, &heat(knowledge, &texts), &deck);
        }
        event = event.or(bookmarks_ui(ui, session, &deck));
        ui.add_space(GAP);
    });
    event
}

/// The map of what the viewer knows; columns only for places where something unseen may be.
fn heat(knowledge: &Knowledge, texts: &Words) -> HeatModel {
    let matrix = knowledge.matrix();
    let unseen = |place: &Place| matrix.iter().any(|(_, chances)| chances[place.index()] > 0.0);
    let columns = Place::ALL.into_iter().filter(unseen).map(|place| (place, texts.place(place).to_string()));
    let viewer = knowledge.viewer();
    let place = |card| if knowledge.fixed(Place::Skat).has(card) { Place::Skat } else { Place::Hand(viewer) };
    let seen = knowledge.seen().iter().map(|card| (card, place(card)));
    HeatModel::new(&matrix, seen, columns.collect(), texts.t("proof.knowledge").into())
}

fn facts_ui(ui: &mut Ui, session: &Session, id: NodeId, deck: &Deck<'_>) {
    let texts = deck.texts;
    let tree = session.view.tree();
    let node = tree.node(id);
    let fact = session.fact(id);
    let title = words::card(texts, session, id);
    ui.horizontal(|ui| {
        let (at, _) = ui.allocate_exact_size(vec2(22.0, 24.0), Sense::hover());
        verdict_sign(ui.painter(), deck.tokens, at.center(), 9.0, node.verdict);
        ui.label(egui::RichText::new(&title).size(18.0));
        let verdict = words::verdict(texts, node.verdict);
        ui.label(egui::RichText::new(verdict).color(deck.tokens.faint));
    });
    let mut facts: Vec<(&str, String)> = Vec::new();
    facts.extend(words::points(texts, session, id).map(|points| (texts.t("proof.points"), points)));
    if fact.worlds > 0 {
        facts.push((texts.t("verdict.worlds"), texts.number(fact.worlds)));
    }
    if let Some(value) = fact.value {
        let null = session.case().root.game() == Game::Null;
        facts.push((texts.t("proof.value"), words::value(texts, value, null)));
    }
    if let Some(settled) = fact.settled {
        facts.push((texts.t("proof.why"), words::settled(texts, settled).into()));
    } else if fact.chosen {
        facts.push((texts.t("proof.why"), texts.t("proof.chosen").into()));
    }
    let grid = egui::Grid::new("proof facts grid").num_columns(2).min_row_height(20.0);
    grid.spacing(vec2(14.0, 1.0)).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 20.0;
        for (name, value) in facts {
            caption(ui, name);
            ui.label(value);
            ui.end_row();
        }
    });
    if let Some(deal) = session.refutation(id) {
        section(ui, texts.t("proof.beaten"));
        let mut line = Vec::new();
        for &card in &deal.path[deal.from - 1..] {
            line.push(texts.short_card(card));
        }
        ui.label(line.join("  "));
    }
}

/// The actions that make sense here.
fn buttons_ui(ui: &mut Ui, session: &Session, id: NodeId, cx: &mut Cx<'_>) {
    let tree = session.view.tree();
    let node = tree.node(id);
    let mut commands = Vec::new();
    if !node.known && node.mover != Mover::Nobody {
        commands.push(Command::TreeUnfold);
    }
    if node.known && !session.fact(id).whole && node.mover != Mover::Nobody {
        commands.push(Command::TreeOthers);
    }
    if session.fails(id) && session.refutation(id).is_none() {
        commands.push(Command::TreeRefute);
    }
    if node.twin.is_some() {
        commands.push(Command::TreeTwin);
    }
    if node.mover != Mover::Nobody {
        commands.push(Command::TreeValues);
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        for command in commands {
            let hint = crate::app::Kiebitz::hint(command, &cx.words);
            if ui.button(command.name(&cx.words)).on_hover_text(hint).clicked() {
                cx.send.push(command);
            }
        }
    });
}

/// The cards that go on from here, as buttons.
fn children_ui(ui: &mut Ui, session: &Session, id: NodeId, deck: &Deck<'_>) -> Option<TreeEvent> {
    let tree = session.view.tree();
    if tree.count(id) == 0 {
        return None;
    }
    section(ui, deck.texts.t("proof.next"));
    let mut event = None;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for child in tree.children(id) {
            if let Some(play) = tree.node(child).play {
                event = event.or(row_ui(ui, session, child, play, deck));
            }
        }
    });
    event
}

fn bookmarks_ui(ui: &mut Ui, session: &Session, deck: &Deck<'_>) -> Option<TreeEvent> {
    if session.view.bookmarks().is_empty() {
        return None;
    }
    section(ui, deck.texts.t("proof.bookmarks"));
    let mut event = None;
    for &id in session.view.bookmarks() {
        let path = session.path(id);
        let cards: Vec<String> =
            path.iter().rev().take(4).rev().map(|&card| deck.texts.short_card(card)).collect();
        let more = if path.len() > 4 { "… " } else { "" };
        let start = if path.is_empty() { deck.texts.t("tree.start") } else { "" };
        let text = format!("{more}{start}{}", cards.join(" "));
        let name = deck.texts.fill("proof.bookmark_name", &[("line", &text)]);
        let button = egui::Button::new(&text);
        if ui.add(button).accessible_name(name).clicked() {
            event = Some(TreeEvent::Chosen(id));
        }
    }
    event
}

/// One card of the list: verdict, card, deals left, value.
fn row_ui(ui: &mut Ui, session: &Session, id: NodeId, play: Play, deck: &Deck<'_>) -> Option<TreeEvent> {
    let Tokens { button_hover, ink, faint, .. } = *deck.tokens;
    let node = session.view.tree().node(id);
    let fact = session.fact(id);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 27.0));
    let response = ui.interact(rect, Id::unique(("proof card", play.card.index())), Sense::click());
    let verdict = words::verdict(deck.texts, node.verdict);
    let name = format!("{}, {}: {verdict}", deck.texts.card(play.card), deck.texts.seat(play.seat));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, CornerRadius::same(5), button_hover);
    }
    verdict_sign(painter, deck.tokens, pos2(rect.left() + 12.0, rect.center().y), 8.0, node.verdict);
    let chip = Rect::from_min_size(pos2(rect.left() + 28.0, rect.center().y - 10.5), vec2(49.0, 21.0));
    card_chip(painter, deck, chip, play);
    let mut facts = vec![deck.texts.card(play.card)];
    if fact.chosen {
        facts.push(deck.texts.t("proof.chosen_short").into());
    }
    if node.twin.is_some() {
        facts.push(deck.texts.t("tree.twin").into());
    }
    let text = painter.text(
        pos2(chip.right() + 10.0, rect.center().y),
        Align2::LEFT_CENTER,
        facts.join(" · "),
        FontId::proportional(15.0),
        ink,
    );
    let mut right = Vec::new();
    if let Some(value) = fact.value {
        right.push(words::value(deck.texts, value, session.case().root.game() == Game::Null));
    }
    if fact.worlds > 0 {
        right.push(words::worlds(deck.texts, fact.worlds));
    }
    let right = right.join(" · ");
    let galley = painter.layout_no_wrap(right, FontId::proportional(13.5), faint);
    let at = pos2(rect.right() - 8.0 - galley.size().x, rect.center().y - galley.size().y / 2.0);
    if at.x > text.right() + 8.0 {
        painter.galley(at, galley, faint);
    }
    response.clicked().then_some(TreeEvent::Chosen(id))
}
