//! The card table that every workspace shows: three seats, the skat, the trick in the middle.
//!
//! A workspace fills in a [`TableModel`]; the table draws it and says what the hand did. It knows
//! nothing of editing, solving or replaying.

use super::cards::{self, Deck, Look};
use super::landmarks::{self, Landmark};
use crate::app::theme::{self, GAP, WIDE};
use crate::cards::Card;
use crate::deal::Place;
use crate::rules::{BySeat, Seat};
use crate::words::{SeatInWords, TableInWords, Words};
use egui::{
    Align2, CornerRadius, FontId, Id, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

/// One card on the table, or a back.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    /// The card; `None` shows a back.
    pub card: Option<Card>,
    /// How it looks.
    pub look: Look,
}

/// One seat.
#[derive(Clone, Debug, Default)]
pub struct SeatModel {
    /// Its name.
    pub name: String,
    /// Role and number of cards.
    pub note: String,
    /// Its cards, sorted.
    pub slots: Vec<Slot>,
    /// Whose turn it is.
    pub on_turn: bool,
    /// Cards clicked elsewhere go here.
    pub chosen: bool,
}

/// Everything the table shows.
#[derive(Clone, Debug)]
pub struct TableModel {
    /// Who sits at the bottom.
    pub bottom: Seat,
    /// The seats.
    pub seats: BySeat<SeatModel>,
    /// The skat.
    pub skat: SeatModel,
    /// The unfinished trick.
    pub trick: Vec<(Seat, Slot)>,
    /// The trick before, with its winner.
    pub last_trick: Vec<(Seat, Card)>,
    /// Label over the last trick.
    pub last_trick_name: String,
    /// Contract and bid.
    pub heading: String,
    /// Points, tricks and goal, line by line.
    pub score: Vec<String>,
    /// Points of declarer and defenders, and how many the declarer needs, out of 120.
    pub balance: Option<Balance>,
    /// Shown in the middle while no card lies there.
    pub hint: String,
    /// Accessible name of the middle.
    pub middle_name: String,
    /// What is asked and known beside the cards, for those who hear the table.
    pub asked: Vec<String>,
}

impl TableModel {
    /// What lies on the table, in words: what is seen and nothing else.
    #[must_use]
    pub fn in_words(&self, words: &Words) -> String {
        let told = |seat: &SeatModel| {
            let (possible, sure): (Vec<&Slot>, Vec<&Slot>) =
                seat.slots.iter().partition(|slot| slot.look.chance.is_some());
            let cards: Vec<Card> = sure.iter().filter_map(|slot| slot.card).collect();
            let mut note = seat.note.replace(" · ", ", ");
            if !possible.is_empty() {
                let cards = words.spoken_cards(possible.iter().filter_map(|slot| slot.card));
                note = [note, words.fill("spoken.possible", &[("cards", &cards)])].join(" ").trim().into();
            }
            SeatInWords { name: seat.name.clone(), note, hidden: sure.len() - cards.len(), cards }
        };
        let name = |seat: Seat| self.seats[seat].name.clone();
        let on_turn = Seat::ALL.into_iter().find(|&seat| self.seats[seat].on_turn);
        let trick = self.trick.iter().filter_map(|(seat, slot)| Some((name(*seat), slot.card?)));
        // Around the table, as play goes.
        let seats = [self.bottom, self.bottom.next(), self.bottom.next().next()];
        words.told_table(&TableInWords {
            heading: self.heading.clone(),
            turn: on_turn.map(name).unwrap_or_default(),
            seats: seats.iter().map(|&seat| told(&self.seats[seat])).chain([told(&self.skat)]).collect(),
            trick: trick.collect(),
            last_trick: self.last_trick.iter().map(|(seat, card)| (name(*seat), *card)).collect(),
            last_trick_name: self.last_trick_name.clone(),
            score: self.score.clone(),
            more: self.asked.clone(),
        })
    }
}

/// Where the table leaves itself in words.
fn told_id() -> Id {
    Id::unique("the table in words")
}

/// The table that was drawn last, in words, if it is on screen.
#[must_use]
pub fn table_in_words(ctx: &egui::Context) -> Option<String> {
    let told: Option<(u64, String)> = ctx.data(|data| data.get_temp(told_id()));
    told.filter(|(pass, _)| ctx.cumulative_pass_nr() <= pass + 1).map(|(_, text)| text)
}

/// Tells those who hear the window what lies on the table.
fn tell(ui: &Ui, rect: Rect, model: &TableModel, words: &Words) {
    let text = model.in_words(words);
    let table = ui.interact(rect, Id::unique("card table"), Sense::hover());
    table.widget_info(|| WidgetInfo::labeled(Role::Group, true, words.t("table.name")));
    ui.ctx().accesskit_node_builder(table.id, |node| node.set_description(text.as_str()));
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(told_id(), (pass, text)));
}

/// Points of both sides against the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The declarer's, the skat not counted.
    pub declarer: u8,
    /// The defenders'.
    pub defenders: u8,
    /// What the declarer needs, if points are what he needs.
    pub goal: Option<u8>,
}

/// A part of the table that takes cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A hand or the skat.
    Place(Place),
    /// The middle: the trick.
    Middle,
}

/// What was done at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableEvent {
    /// A card was clicked.
    Click(Card),
    /// A card was clicked twice.
    Double(Card),
    /// A card was clicked with the other button.
    Menu(Card, Pos2),
    /// A card was dropped.
    Drop(Card, Spot),
    /// The card dropped just before landed on this one.
    Onto(Card),
    /// A seat, the skat or the middle was clicked beside its cards.
    Choose(Spot),
}

/// What is carried while dragging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried(pub Card);

struct Layout {
    seats: BySeat<Rect>,
    skat: Rect,
    middle: Rect,
    score: Rect,
    bottom_card: f32,
    side_card: f32,
}

const LABEL: f32 = 26.0;

impl Layout {
    /// Whether there is no room for a heading over the skat.
    fn is_low(&self) -> bool {
        self.skat.height() < 118.0
    }
}

fn layout(rect: Rect, bottom: Seat) -> Layout {
    let inner = rect.shrink(WIDE * 0.75);
    let half = (inner.width() - WIDE) / 2.0;
    let side_card = (half / 5.6).min(inner.height() * 0.205 / theme::CARD_RATIO).max(22.0);
    let bottom_card = (inner.width() / 7.2).min(inner.height() * 0.25 / theme::CARD_RATIO).max(26.0);
    let side_height = LABEL + side_card * theme::CARD_RATIO + GAP * 1.5;
    let bottom_height = LABEL + bottom_card * theme::CARD_RATIO + GAP * 1.5;
    // Play goes clockwise: the next seat sits to the left.
    let left = Rect::from_min_size(inner.min, vec2(half, side_height));
    let right = Rect::from_min_size(pos2(inner.right() - half, inner.top()), vec2(half, side_height));
    let low = Rect::from_min_max(pos2(inner.left(), inner.bottom() - bottom_height), inner.max);
    let mut seats = BySeat([Rect::NOTHING; 3]);
    seats[bottom] = low;
    seats[bottom.next()] = left;
    seats[bottom.next().next()] = right;
    let row =
        Rect::from_min_max(pos2(inner.left(), left.bottom() + GAP), pos2(inner.right(), low.top() - GAP));
    // A narrow table gives its middle a third at least.
    let flank = (row.width() * 0.29).clamp(196.0_f32.min(row.width() * 0.33), 560.0);
    let skat = Rect::from_min_max(row.min, pos2(row.left() + flank, row.bottom()));
    let score = Rect::from_min_max(pos2(row.right() - flank, row.top()), row.max);
    let middle =
        Rect::from_min_max(pos2(skat.right() + GAP, row.top()), pos2(score.left() - GAP, row.bottom()));
    Layout { seats, skat, middle, score, bottom_card, side_card }
}

/// Draws the table into `rect`.
pub fn table_ui(ui: &mut Ui, rect: Rect, model: &TableModel, deck: &Deck<'_>) -> Vec<TableEvent> {
    landmarks::mark(ui.ctx(), Landmark::Table, rect);
    let mut events = Vec::new();
    tell(ui, rect, model, deck.texts);
    let tokens = deck.tokens;
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(12), tokens.cloth.ground);
    painter.rect_stroke(
        rect.shrink(1.5),
        CornerRadius::same(11),
        Stroke::new(3.0, tokens.cloth.line),
        StrokeKind::Inside,
    );
    let l = layout(rect, model.bottom);
    for seat in Seat::ALL {
        let width = if seat == model.bottom { l.bottom_card } else { l.side_card };
        let spot = Spot::Place(Place::Hand(seat));
        seat_ui(ui, l.seats[seat], width, &model.seats[seat], spot, deck, &mut events);
    }
    skat_ui(ui, &l, model, deck, &mut events);
    middle_ui(ui, &l, model, deck, &mut events);
    score_ui(ui, &l, model, deck);
    carried_ui(ui, l.bottom_card, deck);
    events
}

/// The field of a seat: tells clicks beside cards and drops.
fn field_ui(
    ui: &Ui,
    rect: Rect,
    spot: Spot,
    name: &str,
    chosen: bool,
    deck: &Deck<'_>,
    events: &mut Vec<TableEvent>,
) {
    let tokens = deck.tokens;
    let response = ui.interact(rect, Id::unique(("table field", format!("{spot:?}"))), Sense::click());
    let label = name.to_string();
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &label));
    let hovering = response.dnd_hover_payload::<Carried>().is_some();
    let line = if hovering || chosen { tokens.cloth.accent } else { tokens.cloth.line };
    let width = if hovering {
        3.0
    } else if chosen {
        2.0
    } else {
        1.0
    };
    let line =
        if chosen && !hovering { theme::mix(tokens.cloth.ink, tokens.cloth.ground, 0.25) } else { line };
    ui.painter().rect(
        rect,
        CornerRadius::same(8),
        tokens.cloth.field,
        Stroke::new(width, line),
        StrokeKind::Inside,
    );
    if let Some(carried) = response.dnd_release_payload::<Carried>() {
        events.push(TableEvent::Drop(carried.0, spot));
    } else if response.clicked() {
        events.push(TableEvent::Choose(spot));
    }
}

fn label_ui(ui: &Ui, at: Pos2, width: f32, seat: &SeatModel, deck: &Deck<'_>) {
    let tokens = deck.tokens;
    let painter = ui.painter();
    let mut x = at.x;
    if seat.on_turn {
        let c = pos2(x + 6.0, at.y);
        let triangle = vec![c + vec2(-5.0, -6.5), c + vec2(6.5, 0.0), c + vec2(-5.0, 6.5)];
        painter.add(egui::Shape::convex_polygon(triangle, tokens.cloth.accent, Stroke::NONE));
        x += 18.0;
    }
    let name = painter.text(
        pos2(x, at.y),
        Align2::LEFT_CENTER,
        &seat.name,
        FontId::proportional(16.0),
        tokens.cloth.ink,
    );
    let note = painter.layout_no_wrap(seat.note.clone(), FontId::proportional(14.0), tokens.cloth.faint);
    let left = name.right() + 10.0;
    // On a small table the name must do: better no note than half of one.
    if left + note.size().x <= at.x + width {
        painter.galley(pos2(left, at.y + 0.5 - note.size().y / 2.0), note, tokens.cloth.faint);
    }
}

fn seat_ui(
    ui: &mut Ui,
    rect: Rect,
    width: f32,
    seat: &SeatModel,
    spot: Spot,
    deck: &Deck<'_>,
    events: &mut Vec<TableEvent>,
) {
    field_ui(ui, rect, spot, &seat.name, seat.chosen, deck, events);
    label_ui(ui, rect.min + vec2(10.0, LABEL / 2.0 + 1.0), rect.width() - 16.0, seat, deck);
    let row = Rect::from_min_max(rect.min + vec2(10.0, LABEL), rect.max - vec2(10.0, GAP));
    fan_ui(ui, row, width, &seat.slots, &seat.name, deck, events);
}

/// More cards than this are shown in two rows of smaller ones.
const ONE_ROW: usize = 12;

/// Cards side by side, overlapping as far as they must.
fn fan_ui(
    ui: &mut Ui,
    row: Rect,
    width: f32,
    slots: &[Slot],
    owner: &str,
    deck: &Deck<'_>,
    events: &mut Vec<TableEvent>,
) {
    let n = slots.len();
    if n == 0 {
        return;
    }
    if n > ONE_ROW {
        let half = row.height() / 2.0;
        let columns = n.div_ceil(2);
        let pitch = row.width() / columns as f32;
        let size = vec2((pitch - 3.0).min(half), half - 3.0);
        let start = row.center().x - (pitch.min(size.x + 3.0) * columns as f32) / 2.0;
        for (i, slot) in slots.iter().enumerate() {
            let (x, y) = ((i % columns) as f32, (i / columns) as f32);
            let at = pos2(start + x * pitch.min(size.x + 3.0), row.top() + y * half);
            let rect = Rect::from_min_size(at, size);
            slot_ui(ui, rect, rect, slot, owner, deck, events);
        }
        return;
    }
    let size = cards::size(width);
    let widest = if n > 3 { size.x * 0.86 } else { size.x + 6.0 };
    let step = if n > 1 { ((row.width() - size.x) / (n - 1) as f32).min(widest) } else { 0.0 };
    let start = row.center().x - (size.x + step * (n - 1) as f32) / 2.0;
    for (i, slot) in slots.iter().enumerate() {
        let rect = Rect::from_min_size(pos2(start + step * i as f32, row.bottom() - size.y), size);
        // What the next card leaves visible is what can be hit.
        let hit =
            if i + 1 < n { Rect::from_min_size(rect.min, vec2(step.min(size.x), size.y)) } else { rect };
        slot_ui(ui, rect, hit, slot, owner, deck, events);
    }
}

fn slot_ui(
    ui: &mut Ui,
    rect: Rect,
    hit: Rect,
    slot: &Slot,
    owner: &str,
    deck: &Deck<'_>,
    events: &mut Vec<TableEvent>,
) {
    let Some(card) = slot.card else {
        deck.back(ui.painter(), rect, &slot.look);
        return;
    };
    let id = Id::unique(("table card", owner, card.index()));
    let response = ui.interact(hit, id, Sense::click_and_drag());
    let mut name = format!("{}, {owner}", deck.texts.card(card));
    if let Some(badge) = &slot.look.badge {
        name = format!("{name}, {}", badge.text);
    }
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, slot.look.selected, &name));
    response.dnd_set_drag_payload(Carried(card));
    let dragged = response.dragged();
    let mut look = slot.look.clone();
    look.hovered |= response.hovered() || response.has_focus();
    let lift = if look.hovered && !dragged { vec2(0.0, -rect.height() * 0.05) } else { vec2(0.0, 0.0) };
    let mut painter = ui.painter().clone();
    if dragged {
        look.ghost = true;
        painter.set_opacity(0.35);
    }
    deck.face(&painter, rect.translate(lift), card, &look);
    // The field behind the cards hears of the drop first.
    let landed = ui.input(|input| input.pointer.latest_pos()).is_some_and(|at| hit.contains(at));
    if let Some(&TableEvent::Drop(carried, _)) = events.last()
        && carried != card
        && landed
    {
        events.push(TableEvent::Onto(card));
    }
    if response.double_clicked() {
        events.push(TableEvent::Double(card));
    } else if response.clicked() {
        events.push(TableEvent::Click(card));
    } else if response.secondary_clicked() {
        let at = response.interact_pointer_pos().unwrap_or(rect.center());
        events.push(TableEvent::Menu(card, at));
    }
}

fn skat_ui(ui: &mut Ui, l: &Layout, model: &TableModel, deck: &Deck<'_>, events: &mut Vec<TableEvent>) {
    // On a low table the heading stands with the points.
    let top = if l.is_low() {
        l.skat.top()
    } else {
        // A long heading goes on in a second line: nothing of it is cut off.
        let painter = ui.painter_at(l.skat);
        let (at, ink) = (l.skat.min + vec2(4.0, 2.0), deck.tokens.cloth.ink);
        let text =
            painter.layout(model.heading.clone(), FontId::proportional(18.0), ink, l.skat.width() - 8.0);
        let bottom = at.y + text.size().y + GAP;
        painter.galley(at, text, ink);
        bottom
    };
    let width = l.side_card.min((l.skat.bottom() - top - LABEL - GAP * 1.5) / theme::CARD_RATIO).max(22.0);
    let height = LABEL + width * theme::CARD_RATIO + GAP * 1.5;
    let field_width = (width * 2.0 + 20.0 + GAP).max(150.0).min(l.skat.width());
    let rect = Rect::from_min_size(
        pos2(l.skat.left(), (l.skat.bottom() - height).max(top)),
        vec2(field_width, height),
    );
    seat_ui(ui, rect, width, &model.skat, Spot::Place(Place::Skat), deck, events);
}

fn middle_ui(ui: &mut Ui, l: &Layout, model: &TableModel, deck: &Deck<'_>, events: &mut Vec<TableEvent>) {
    let rect = l.middle;
    let tokens = deck.tokens;
    let response = ui.interact(rect, Id::unique("table middle"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &model.middle_name));
    if !model.hint.is_empty() && ui.ctx().has_accesskit_node(response.id) {
        // Painted text is silent: whose turn it is must be heard too.
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(model.hint.as_str()));
    }
    if response.dnd_hover_payload::<Carried>().is_some() {
        ui.painter().rect_stroke(
            rect,
            CornerRadius::same(12),
            Stroke::new(3.0, tokens.cloth.accent),
            StrokeKind::Inside,
        );
    }
    if let Some(carried) = response.dnd_release_payload::<Carried>() {
        events.push(TableEvent::Drop(carried.0, Spot::Middle));
    } else if response.clicked() {
        events.push(TableEvent::Choose(Spot::Middle));
    }
    if model.trick.is_empty() {
        let mut job = egui::text::LayoutJob::simple(
            model.hint.clone(),
            FontId::proportional(14.5),
            tokens.cloth.faint,
            (rect.width() - 24.0).max(40.0),
        );
        job.halign = egui::Align::Center;
        let galley = ui.painter().layout_job(job);
        let at = rect.center() - vec2(0.0, galley.size().y / 2.0);
        ui.painter().galley(at, galley, tokens.cloth.faint);
    }
    let width = (rect.height() / 2.05).min(l.side_card * 1.05).min(rect.width() / 3.4);
    let size = cards::size(width);
    for (seat, slot) in &model.trick {
        let centre = rect.center() + trick_offset(*seat, model.bottom) * vec2(width * 1.02, size.y * 0.27);
        let card = Rect::from_center_size(centre, size);
        slot_ui(ui, card, card, slot, &model.middle_name, deck, events);
    }
}

fn trick_offset(seat: Seat, bottom: Seat) -> egui::Vec2 {
    if seat == bottom {
        vec2(0.0, 1.0)
    } else if seat == bottom.next() {
        vec2(-1.0, -1.0)
    } else {
        vec2(1.0, -1.0)
    }
}

fn score_ui(ui: &Ui, l: &Layout, model: &TableModel, deck: &Deck<'_>) {
    let painter = ui.painter_at(l.score);
    let tokens = deck.tokens;
    let right = l.score.right() - 4.0;
    let mut y = l.score.top() + 2.0;
    let heading = l.is_low().then_some(&model.heading);
    for (i, line) in heading.into_iter().chain(&model.score).enumerate() {
        if i > 0 && y + 16.0 > l.score.bottom() {
            return; // what fits, the most important first
        }
        let (size, colour) = if i == 0 { (18.0, tokens.cloth.ink) } else { (14.5, tokens.cloth.faint) };
        let laid = |size| painter.layout_no_wrap(line.clone(), FontId::proportional(size), colour);
        let mut text = laid(size);
        // On a small table a long line is set smaller, not cut.
        let room = l.score.width() - 4.0;
        if text.size().x > room {
            text = laid(size * room / text.size().x);
        }
        let height = text.size().y;
        painter.galley(pos2(right - text.size().x, y), text, colour);
        y += height + 4.0;
    }
    if let Some(balance) = model.balance {
        y = balance_ui(&painter, pos2(right, y + 4.0), l.score.width().min(220.0), balance, deck);
    }
    if model.last_trick.is_empty() {
        return;
    }
    let width = ((l.score.bottom() - y - 24.0) / theme::CARD_RATIO).clamp(18.0, l.side_card * 0.72);
    let size = cards::size(width);
    let n = model.last_trick.len() as f32;
    let start = right - n * size.x - (n - 1.0) * 4.0;
    let top = l.score.bottom() - size.y;
    if top < y {
        return; // a small table has no room for it
    }
    let font = FontId::proportional(13.5);
    let name = painter.layout_no_wrap(model.last_trick_name.clone(), font, tokens.cloth.faint);
    let at = pos2(right - name.size().x, top - 4.0 - name.size().y);
    if at.y >= y && at.x >= l.score.left() {
        painter.galley(at, name, tokens.cloth.faint);
    }
    for (i, (_, card)) in model.last_trick.iter().enumerate() {
        let at = pos2(start + i as f32 * (size.x + 4.0), top);
        deck.face(&painter, Rect::from_min_size(at, size), *card, &Look::default());
    }
}

/// A bar of 120 points: the declarer's from the left, the defenders' from the right, a mark at the
/// goal. Returns where it ends.
fn balance_ui(
    painter: &egui::Painter,
    right_top: Pos2,
    width: f32,
    balance: Balance,
    deck: &Deck<'_>,
) -> f32 {
    let tokens = deck.tokens;
    let bar = Rect::from_min_max(right_top - vec2(width, 0.0), right_top + vec2(0.0, 8.0));
    let share = |points: u8| f32::from(points.min(120)) / 120.0 * width;
    let round = CornerRadius::same(4);
    painter.rect_filled(bar, round, tokens.cloth.line);
    let own = Rect::from_min_size(bar.min, vec2(share(balance.declarer), 8.0));
    painter.rect_filled(own, round, tokens.cloth.accent);
    let other = share(balance.defenders);
    let other = Rect::from_min_size(pos2(bar.right() - other, bar.top()), vec2(other, 8.0));
    painter.rect_filled(other, round, tokens.cloth.faint);
    if let Some(goal) = balance.goal {
        let x = bar.left() + share(goal);
        let line = Stroke::new(2.0, tokens.cloth.ink);
        painter.line_segment([pos2(x, bar.top() - 3.0), pos2(x, bar.bottom() + 3.0)], line);
    }
    bar.bottom() + 6.0
}

/// The card under the pointer while dragging, above everything.
pub fn carried_ui(ui: &Ui, width: f32, deck: &Deck<'_>) {
    let Some(carried) = egui::DragAndDrop::payload::<Carried>(ui.ctx()) else { return };
    if let Some(at) = ui.ctx().pointer_interact_pos() {
        let painter =
            ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Tooltip, Id::unique("carried card")));
        let rect = Rect::from_center_size(at, cards::size(width.max(48.0)));
        let look = Look { hovered: true, ..Look::default() };
        deck.face(&painter, rect, carried.0, &look);
    }
}
