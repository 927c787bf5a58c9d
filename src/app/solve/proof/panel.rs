//! Beside the tree: the table of the chosen node, what is known of it, and the cards that go on.

use super::job::Shows;
use super::parts::{card_row, knowledge_part, table_part, title_part};
use super::session::Session;
use super::words;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::theme::GAP;
use crate::app::widgets::cards::Deck;
use crate::app::widgets::fields::{caption, section};
use crate::app::widgets::tree::model::{Mover, NodeId, Tree};
use crate::app::widgets::tree::{TreeEvent, TreeView};
use crate::rules::Game;
use crate::solving::tree::shape::{Extent, Group, groups};
use crate::words::Words;
use egui::{ScrollArea, Ui};

/// Positions that are counted line by line.
const MOST_COUNTED: usize = 100_000;
/// Groups of equal parts that are told, at most.
const MOST_ALIKE: usize = 12;

/// Draws it; tells what was chosen.
pub fn panel_ui(ui: &mut Ui, session: &Session, cx: &mut Cx<'_>) -> Option<TreeEvent> {
    let (texts, tokens) = (cx.words, cx.tokens);
    let deck = Deck { texts: &texts, tokens: &tokens };
    let id = session.view.chosen();
    let position = session.position(id);
    table_part(ui, &position, session.deal(id).as_ref(), session.case().question.goal, cx);
    let mut event = None;
    ScrollArea::vertical().id_salt("proof facts").auto_shrink(false).show(ui, |ui| {
        facts_ui(ui, session, id, &deck);
        buttons_ui(ui, session, id, cx);
        event = children_ui(ui, session, id, &deck);
        knowledge_part(ui, &position, &deck);
        event = event.take().or_else(|| bookmarks_ui(ui, &session.view, &deck));
        event = event.take().or_else(|| alike_ui(ui, &session.view, &deck));
        ui.add_space(GAP);
    });
    event
}

/// The figures of the subtree of a node, in as many lines as they need.
pub fn subtree_ui(ui: &mut Ui, tree: &Tree, id: NodeId, words: &Words) {
    if let Some(text) = subtree(ui, words, tree, id) {
        caption(ui, &words.fill("proof.subtree", &[("what", &text)]));
    }
}

/// The subtree of a node in figures. They are counted once for a node; of a very large part only its size is told, so that no
/// frame waits for it.
fn subtree(ui: &Ui, words: &Words, tree: &Tree, id: NodeId) -> Option<String> {
    let number = |n: usize| words.number(n as u64);
    let nodes = tree.size(id);
    if tree.count(id) == 0 {
        return None;
    }
    if nodes > MOST_COUNTED {
        let share = format!("{:.0}", nodes as f64 * 100.0 / tree.len().max(1) as f64);
        return Some(words.fill("proof.subtree_size", &[("nodes", &number(nodes)), ("share", &share)]));
    }
    let key = (tree.len(), id.index());
    let memory = ui.scope_id().with("subtree");
    let known: Option<((usize, usize), Extent)> = ui.data(|data| data.get_temp(memory));
    let extent =
        known.filter(|(known, _)| *known == key).map_or_else(|| Extent::of(tree, id), |(_, extent)| extent);
    ui.data_mut(|data| data.insert_temp(memory, (key, extent)));
    let Extent { nodes, depth, lines, share } = extent;
    let values: [(&str, &dyn std::fmt::Display); 4] = [
        ("nodes", &number(nodes)),
        ("lines", &number(lines)),
        ("depth", &depth),
        ("share", &format!("{:.0}", share * 100.0)),
    ];
    Some(words.fill("proof.subtree_is", &values))
}

/// Parts that occur several times, once they were asked for; each steps through its places.
pub fn alike_ui(ui: &mut Ui, view: &TreeView, deck: &Deck<'_>) -> Option<TreeEvent> {
    let texts = deck.texts;
    let tree = view.tree();
    let id = ui.scope_id().with("alike");
    type Known = (usize, std::sync::Arc<Vec<Group>>);
    let known: Option<Known> = ui.data(|data| data.get_temp(id));
    ui.add_space(GAP);
    if ui.button(texts.t("proof.alike")).on_hover_text(texts.t("proof.alike.why")).clicked() {
        let found: Known = (tree.len(), std::sync::Arc::new(groups(tree, MOST_ALIKE)));
        ui.data_mut(|data| data.insert_temp(id, found));
    }
    let (_, found) = known.filter(|(size, _)| *size == tree.len())?;
    if found.is_empty() {
        caption(ui, texts.t("proof.alike_none"));
    }
    let mut event = None;
    for group in found.iter() {
        let first = *group.nodes.first()?;
        let values: [(&str, &dyn std::fmt::Display); 3] = [
            ("card", &words::card(texts, tree, first)),
            ("n", &texts.number(group.nodes.len() as u64)),
            ("size", &texts.number(group.size as u64)),
        ];
        if ui.button(texts.fill("proof.alike_is", &values)).clicked() {
            event = Some(TreeEvent::Marked(group.nodes.clone()));
        }
    }
    event
}

fn facts_ui(ui: &mut Ui, session: &Session, id: NodeId, deck: &Deck<'_>) {
    let texts = deck.texts;
    let fact = session.fact(id);
    let mut facts: Vec<(&str, String)> = Vec::new();
    facts.extend(words::points(texts, &session.position(id)).map(|points| (texts.t("proof.points"), points)));
    if let Some(chance) = words::chance(texts, &fact) {
        facts.push((texts.t("verdict.chance"), chance));
    } else if fact.worlds > 0 {
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
    let tree = session.view.tree();
    title_part(ui, tree.node(id).verdict, &words::card(texts, tree, id), &facts, deck);
    subtree_ui(ui, tree, id, texts);
    if let Some(deal) = session.refutation(id) {
        section(ui, texts.t("proof.beaten"));
        let line: Vec<String> =
            deal.path[deal.from - 1..].iter().map(|&card| texts.short_card(card)).collect();
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
    if node.mover != Mover::Nobody && session.case().tree == Shows::Proof {
        commands.push(Command::TreeValues);
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        for command in commands {
            let hint = cx.hint(command);
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
    let null = session.case().root.game() == Game::Null;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for child in tree.children(id) {
            let (node, fact) = (tree.node(child), session.fact(child));
            let Some(play) = node.play else { continue };
            let mut facts = Vec::new();
            if fact.chosen {
                facts.push(deck.texts.t("proof.chosen_short").to_string());
            }
            if node.twin.is_some() {
                facts.push(deck.texts.t("tree.twin").to_string());
            }
            let mut right: Vec<String> =
                fact.value.map(|value| words::value(deck.texts, value, null)).into_iter().collect();
            if let Some(chance) = words::chance(deck.texts, &fact) {
                right.push(chance);
            } else if fact.worlds > 0 {
                right.push(words::worlds(deck.texts, fact.worlds));
            }
            if card_row(ui, play, node.verdict, &facts, &right, deck) {
                event = Some(TreeEvent::Chosen(child));
            }
        }
    });
    event
}

/// The bookmarks as buttons.
pub fn bookmarks_ui(ui: &mut Ui, view: &TreeView, deck: &Deck<'_>) -> Option<TreeEvent> {
    if view.bookmarks().is_empty() {
        return None;
    }
    section(ui, deck.texts.t("proof.bookmarks"));
    let mut event = None;
    for &id in view.bookmarks() {
        let plays = view.tree().plays(id);
        let last = plays.iter().rev().take(4).rev();
        let cards: Vec<String> = last.map(|play| deck.texts.short_card(play.card)).collect();
        let more = if plays.len() > 4 { "… " } else { "" };
        let start = if plays.is_empty() { deck.texts.t("tree.start") } else { "" };
        let text = format!("{more}{start}{}", cards.join(" "));
        let name = deck.texts.fill("proof.bookmark_name", &[("line", &text)]);
        if ui.add(egui::Button::new(&text)).accessible_name(name).clicked() {
            event = Some(TreeEvent::Chosen(id));
        }
    }
    event
}
