//! Where the unseen cards may be, as a map that glows: one block a suit, one row a card, one column
//! a place. Every card keeps its row, so the map can be watched while it changes.

use super::cards::Deck;
use crate::app::theme::{GAP, Tokens, mix};
use crate::cards::{Card, Rank, Suit};
use crate::deal::Place;
use egui::{
    Align2, Color32, CornerRadius, FontId, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};

/// What the map says of one card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Heat {
    /// It may be in these places (forehand, middlehand, rearhand, skat), with these shares of all deals.
    Unseen([f64; 4]),
    /// The viewer sees it there.
    Seen(Place),
    /// It has been played.
    Played,
}

/// The whole map.
#[derive(Clone, Debug)]
pub struct HeatModel {
    /// For each card, by [`Card::index`].
    pub cards: [Heat; 32],
    /// The columns: places that the viewer does not see, with what stands over them.
    pub columns: Vec<(Place, String)>,
    /// The card that changed last, or that is chosen elsewhere.
    pub marked: Option<Card>,
    /// Name of the whole, for screen readers.
    pub name: String,
}

impl HeatModel {
    /// The map of a player's knowledge: `matrix` as
    /// [`Knowledge::matrix`](crate::knowledge::Knowledge::matrix) gives it, `seen` the cards he sees and where.
    #[must_use]
    pub fn new(
        matrix: &[(Card, [f64; 4])],
        seen: impl IntoIterator<Item = (Card, Place)>,
        columns: Vec<(Place, String)>,
        name: String,
    ) -> HeatModel {
        let mut cards = [Heat::Played; 32];
        for (card, place) in seen {
            cards[card.index()] = Heat::Seen(place);
        }
        for &(card, chances) in matrix {
            cards[card.index()] = Heat::Unseen(chances);
        }
        HeatModel { cards, columns, marked: None, name }
    }
}

const ROW: f32 = 21.0;
const HEAD: f32 = 20.0;
const LABEL: f32 = 46.0;
/// A block is never narrower than this.
const BLOCK: f32 = 158.0;

const RANKS: [Rank; 8] =
    [Rank::Jack, Rank::Ace, Rank::Ten, Rank::King, Rank::Queen, Rank::Nine, Rank::Eight, Rank::Seven];

/// Draws the map as wide as there is room; returns the card that was clicked.
pub fn heat_ui(ui: &mut Ui, model: &HeatModel, deck: &Deck<'_>) -> Option<Card> {
    let mut clicked = None;
    let width = ui.available_width();
    let across = match (width / (BLOCK + GAP)) as usize {
        0 | 1 => 1,
        2 | 3 => 2,
        _ => 4,
    };
    let block = vec2((width - GAP * (across - 1) as f32) / across as f32, HEAD + 8.0 * ROW);
    let down = 4 / across;
    let (area, response) =
        ui.allocate_exact_size(vec2(width, block.y * down as f32 + GAP * (down - 1) as f32), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Group, true, &model.name));
    for (i, suit) in [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds].into_iter().enumerate() {
        let (x, y) = ((i % across) as f32, (i / across) as f32);
        let at = area.min + vec2(x * (block.x + GAP), y * (block.y + GAP));
        let rect = Rect::from_min_size(at, block);
        clicked = block_ui(ui, rect, suit, model, deck).or(clicked);
    }
    clicked
}

fn block_ui(ui: &Ui, rect: Rect, suit: Suit, model: &HeatModel, deck: &Deck<'_>) -> Option<Card> {
    let tokens = deck.tokens;
    let painter = ui.painter_at(rect.expand(1.0));
    let mut clicked = None;
    deck.text_pip(&painter, pos2(rect.left() + 12.0, rect.top() + HEAD / 2.0), 13.0, suit);
    let column = (rect.width() - LABEL) / model.columns.len().max(1) as f32;
    for (i, (place, name)) in model.columns.iter().enumerate() {
        let x = rect.left() + LABEL + column * (i as f32 + 0.5);
        let colour = readable(tokens, tokens.holder(*place));
        // A name that does not fit is one letter rather than a stump.
        let fits = name.chars().count() as f32 * 7.5 < column;
        let short: String = name.chars().take(if fits { usize::MAX } else { 1 }).collect();
        let at = pos2(x, rect.top() + HEAD / 2.0);
        painter.text(at, Align2::CENTER_CENTER, short, FontId::proportional(12.5), colour);
    }
    for (row, rank) in RANKS.into_iter().enumerate() {
        let card = Card::new(suit, rank);
        let line = Rect::from_min_size(
            pos2(rect.left(), rect.top() + HEAD + ROW * row as f32),
            vec2(rect.width(), ROW - 2.0),
        );
        let response = ui.interact(line, Id::unique((&model.name, "heat", card.index())), Sense::click());
        let spoken = spoken(model, card, deck);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
        if response.clicked() {
            clicked = Some(card);
        }
        row_ui(&painter, line, card, column, model, deck);
        if model.marked == Some(card) || response.hovered() || response.has_focus() {
            let edge = Stroke::new(1.5, tokens.accent);
            painter.rect_stroke(line, CornerRadius::same(3), edge, StrokeKind::Inside);
        }
    }
    clicked
}

fn row_ui(painter: &egui::Painter, line: Rect, card: Card, column: f32, model: &HeatModel, deck: &Deck<'_>) {
    let tokens = deck.tokens;
    let heat = model.cards[card.index()];
    let ink =
        if matches!(heat, Heat::Unseen(_)) { tokens.ink } else { mix(tokens.faint, tokens.panel, 0.35) };
    let at = pos2(line.left() + 12.0, line.center().y);
    let font = FontId::proportional(14.0);
    painter.text(at, Align2::CENTER_CENTER, deck.texts.corner(card.rank()), font, ink);
    let cell = |i: usize| {
        let left = line.left() + LABEL + column * i as f32;
        Rect::from_min_size(pos2(left + 1.0, line.top()), vec2(column - 2.0, line.height()))
    };
    match heat {
        Heat::Unseen(chances) => {
            for (i, (place, _)) in model.columns.iter().enumerate() {
                let chance = chances[place.index()];
                let fill = mix(tokens.field, tokens.holder(*place), (chance as f32).sqrt() * 0.92);
                painter.rect_filled(cell(i), CornerRadius::same(3), fill);
                let ink = on(fill);
                painter.text(
                    cell(i).center(),
                    Align2::CENTER_CENTER,
                    percent(chance),
                    FontId::proportional(12.5),
                    ink,
                );
            }
        }
        Heat::Seen(place) => {
            // What he sees needs no map; a dot tells where.
            let x = line.left() + 32.0;
            painter.circle_filled(pos2(x, line.center().y), 3.5, tokens.holder(place));
        }
        Heat::Played => {
            let y = line.center().y;
            let stroke = Stroke::new(1.0, mix(tokens.line, tokens.panel, 0.2));
            painter.line_segment([pos2(line.left() + 26.0, y), pos2(line.right() - 4.0, y)], stroke);
        }
    }
}

/// A share as a player reads it: certain cards have no number behind the comma.
fn percent(chance: f64) -> String {
    match chance {
        c if c <= 0.0 => "–".into(),
        c if c >= 1.0 => "100".into(),
        c if c < 0.01 => "<1".into(),
        c if c > 0.99 => ">99".into(),
        c => format!("{:.0}", c * 100.0),
    }
}

/// What a screen reader says of a row.
fn spoken(model: &HeatModel, card: Card, deck: &Deck<'_>) -> String {
    let name = deck.texts.card(card);
    match model.cards[card.index()] {
        Heat::Unseen(chances) => {
            let parts = model
                .columns
                .iter()
                .map(|(place, column)| format!("{column} {} %", percent(chances[place.index()])));
            format!("{name}: {}", parts.collect::<Vec<_>>().join(", "))
        }
        Heat::Seen(place) => format!("{name}: {}", deck.texts.place(place)),
        Heat::Played => format!("{name}: {}", deck.texts.t("heat.played")),
    }
}

/// Text that can be read on a fill.
fn on(fill: Color32) -> Color32 {
    let bright = 0.3 * f32::from(fill.r()) + 0.6 * f32::from(fill.g()) + 0.1 * f32::from(fill.b());
    if bright > 140.0 { Tokens::LIGHT.ink } else { Tokens::DARK.ink }
}

/// A holder's colour as text on a panel.
fn readable(tokens: &Tokens, colour: Color32) -> Color32 {
    mix(colour, tokens.ink, 0.35)
}
