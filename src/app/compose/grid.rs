//! The 4×8 grid: every card, coloured by its holder. Choose a place, then click cards.

use super::Compose;
use crate::app::Cx;
use crate::app::common::document::Target;
use crate::app::theme::{self, GAP, Tokens};
use crate::app::widgets::cards::Deck;
use crate::app::widgets::table::Carried;
use crate::cards::{Card, Rank, Suit};
use crate::deal::Place;
use crate::rules::Game;
use crate::words::Words;
use egui::{
    Align2, Color32, CornerRadius, FontId, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};

/// Ranks in the order of trump games, the jack first.
const TRUMP_ORDER: [Rank; 8] =
    [Rank::Jack, Rank::Ace, Rank::Ten, Rank::King, Rank::Queen, Rank::Nine, Rank::Eight, Rank::Seven];
/// Ranks in the order of Null.
const NULL_ORDER: [Rank; 8] =
    [Rank::Ace, Rank::King, Rank::Queen, Rank::Jack, Rank::Ten, Rank::Nine, Rank::Eight, Rank::Seven];

/// How large the parts are: taller tiles where there is room.
#[derive(Clone, Copy)]
struct Sizes {
    /// Width of the list of places.
    chooser: f32,
    /// Height of a place in it.
    place: f32,
    /// Height of a tile.
    tile: f32,
}

impl Sizes {
    fn of(ui: &Ui) -> Sizes {
        let window = ui.ctx().content_rect().height();
        let (chooser, place) = if window > 640.0 { (196.0, 27.0) } else { (176.0, 22.0) };
        let tile = match window {
            1000.0.. => 48.0,
            740.0.. => 42.0,
            640.0.. => 36.0,
            _ => 27.0,
        };
        Sizes { chooser, place, tile }
    }
}

/// The name of a target.
pub fn target_name(words: &Words, target: Target) -> &'static str {
    match target {
        Target::Place(place) => words.place(place),
        Target::Table => words.t("target.table"),
        Target::Gone => words.t("target.gone"),
        Target::Stock => words.t("target.stock"),
    }
}

/// Where the grid shows a card to be.
#[derive(Clone, Copy, PartialEq)]
enum Whereabouts {
    Stock,
    Held(Place),
    Played(Place),
    Gone,
}

impl Compose {
    pub(super) fn grid_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let sizes = Sizes::of(ui);
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(sizes.chooser);
                ui.spacing_mut().item_spacing.y = 3.0;
                self.chooser_ui(ui, sizes, cx);
            });
            ui.add_space(GAP);
            ui.vertical(|ui| {
                let gap = 4.0;
                let width = ((ui.available_width() - 7.0 * gap) / 8.0).clamp(30.0, 140.0);
                let tile = vec2(width, sizes.tile);
                let (area, response) = ui.allocate_exact_size(
                    vec2(8.0 * tile.x + 7.0 * gap, 4.0 * tile.y + 3.0 * gap),
                    Sense::hover(),
                );
                if let Some(carried) = response.dnd_release_payload::<Carried>() {
                    self.put(carried.0, Target::Stock, cx);
                }
                let null = self.document().setup.contract.is_some_and(|c| c.game() == Game::Null);
                let ranks = if null { NULL_ORDER } else { TRUMP_ORDER };
                for (y, suit) in
                    [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds].into_iter().enumerate()
                {
                    for (x, rank) in ranks.into_iter().enumerate() {
                        let at = area.min + vec2(x as f32 * (tile.x + gap), y as f32 * (tile.y + gap));
                        self.tile_ui(ui, Rect::from_min_size(at, tile), Card::new(suit, rank), cx);
                    }
                }
                ui.add_space(2.0);
                ui.horizontal(|ui| self.typing_ui(ui, cx));
            });
        });
    }

    /// The places with how much they hold.
    fn chooser_ui(&mut self, ui: &mut Ui, sizes: Sizes, cx: &mut Cx<'_>) {
        let words = cx.words;
        for (i, target) in Target::ALL.into_iter().enumerate() {
            let document = self.document();
            let (count, colour) = match target {
                Target::Place(place) => (
                    format!("{}/{}", document.holding(place).cards.len(), document.room(place)),
                    cx.tokens.holder(place),
                ),
                Target::Table => (document.setup.played.len().to_string(), cx.tokens.accent),
                Target::Gone => (document.setup.gone.len().to_string(), cx.tokens.line),
                Target::Stock => (document.stock().len().to_string(), cx.tokens.card.face),
            };
            let name = target_name(&words, target);
            let chosen = self.target == target;
            let (rect, response) = ui.allocate_exact_size(vec2(sizes.chooser, sizes.place), Sense::click());
            let label = words.fill("target.name", &[("place", &name)]);
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, &label));
            let fill = if chosen {
                cx.tokens.accent_wash
            } else if response.hovered() {
                cx.tokens.button.hover
            } else {
                Color32::TRANSPARENT
            };
            let edge = if chosen || response.has_focus() { cx.tokens.accent } else { Color32::TRANSPARENT };
            let painter = ui.painter();
            painter.rect(
                rect,
                CornerRadius::same(theme::ROUND),
                fill,
                Stroke::new(1.5, edge),
                StrokeKind::Inside,
            );
            let small = FontId::proportional(13.0);
            let y = rect.center().y;
            painter.text(pos2(rect.left() + 8.0, y), Align2::LEFT_CENTER, i + 1, small, cx.tokens.faint);
            let swatch = Rect::from_center_size(pos2(rect.left() + 30.0, y), vec2(14.0, 14.0));
            painter.rect(
                swatch,
                CornerRadius::same(3),
                colour,
                Stroke::new(1.0, cx.tokens.card.line),
                StrokeKind::Inside,
            );
            let body = FontId::proportional(16.0);
            painter.text(pos2(rect.left() + 46.0, y), Align2::LEFT_CENTER, name, body.clone(), cx.tokens.ink);
            painter.text(pos2(rect.right() - 8.0, y), Align2::RIGHT_CENTER, count, body, cx.tokens.faint);
            if response.clicked() {
                self.target = target;
            }
            if let Some(carried) = response.dnd_release_payload::<Carried>() {
                self.put(carried.0, target, cx);
            }
        }
    }

    fn whereabouts(&self, card: Card) -> Whereabouts {
        let document = self.document();
        if let Some(play) = document.plays().into_iter().find(|play| play.card == card) {
            Whereabouts::Played(Place::Hand(play.seat))
        } else if let Some(place) = document.place_of(card) {
            Whereabouts::Held(place)
        } else if document.setup.gone.contains(&card) {
            Whereabouts::Gone
        } else {
            Whereabouts::Stock
        }
    }

    fn tile_ui(&mut self, ui: &Ui, rect: Rect, card: Card, cx: &mut Cx<'_>) {
        let words = cx.words;
        let tokens = cx.tokens;
        let response = ui.interact(rect, Id::unique(("tile", card.index())), Sense::click_and_drag());
        let held = self.whereabouts(card);
        let name = words.card(card);
        let chosen = here(self.target) == Some(held);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &name));
        response.dnd_set_drag_payload(Carried(card));
        let (fill, mark) = match held {
            Whereabouts::Stock => (tokens.card.face, None),
            Whereabouts::Held(place) => {
                (theme::mix(tokens.card.face, tokens.holder(place), 0.34), Some(place))
            }
            Whereabouts::Played(place) => {
                (theme::mix(tokens.card.face, tokens.holder(place), 0.12), Some(place))
            }
            Whereabouts::Gone => (theme::mix(tokens.card.face, tokens.line, 0.8), None),
        };
        let edge = if self.verdict.is_wrong(card) {
            Stroke::new(2.5, tokens.bad)
        } else if self.selected == Some(card) || response.hovered() || response.has_focus() {
            Stroke::new(2.0, tokens.accent)
        } else {
            Stroke::new(1.0, tokens.card.line)
        };
        let painter = ui.painter();
        painter.rect(rect, CornerRadius::same(5), fill, edge, StrokeKind::Inside);
        let deck = Deck { texts: &words, tokens: &tokens };
        let mut inside = rect.shrink2(vec2(0.0, 2.0));
        inside.set_bottom(rect.bottom() - 4.0);
        if mark.is_some() {
            // Card and letter stand side by side; in a narrow tile the card gets smaller.
            let narrow = rect.width() < 50.0;
            inside =
                inside.translate(vec2(-rect.width() * if rect.width() < 56.0 { 0.20 } else { 0.13 }, 0.0));
            if narrow {
                inside = inside.shrink2(vec2(0.0, inside.height() * 0.14));
            }
        }
        deck.tile(painter, inside, card);
        if let Some(place) = mark {
            holder_mark(painter, rect, place, matches!(held, Whereabouts::Played(_)), &words, &tokens);
        }
        if held == Whereabouts::Gone {
            let stroke = Stroke::new(1.5, tokens.faint);
            painter.line_segment(
                [rect.left_bottom() + vec2(5.0, -5.0), rect.right_top() + vec2(-5.0, 5.0)],
                stroke,
            );
        }
        if response.clicked() {
            // A second click on a card that is already there takes it back.
            let target = if here(self.target) == Some(held) { Target::Stock } else { self.target };
            self.selected = Some(card);
            self.put(card, target, cx);
        }
        if response.secondary_clicked() {
            let at = response.interact_pointer_pos().unwrap_or(rect.center());
            self.dialogs.menu = Some(super::menu::CardMenu { card, at, fresh: true });
        }
    }
}

/// What a card looks like that has been put there; cards on the table belong to a seat.
fn here(target: Target) -> Option<Whereabouts> {
    match target {
        Target::Place(place) => Some(Whereabouts::Held(place)),
        Target::Gone => Some(Whereabouts::Gone),
        Target::Table | Target::Stock => None,
    }
}

/// Who holds the card, by letter and colour; hollow where it has been played.
fn holder_mark(
    painter: &egui::Painter,
    rect: Rect,
    place: Place,
    played: bool,
    words: &Words,
    tokens: &Tokens,
) {
    let colour = tokens.holder(place);
    let size = (rect.height() * 0.44).min(20.0).min(rect.width() * 0.36);
    let spot = Rect::from_center_size(pos2(rect.right() - size * 0.68, rect.center().y), vec2(size, size));
    let letter = words.place(place).chars().next().unwrap_or(' ');
    let font = FontId::proportional(size * 0.72);
    if played {
        painter.rect(
            spot,
            CornerRadius::same(4),
            tokens.card.face,
            Stroke::new(1.5, colour),
            StrokeKind::Inside,
        );
        painter.text(spot.center(), Align2::CENTER_CENTER, letter, font, Tokens::LIGHT.ink);
    } else {
        painter.rect_filled(spot, CornerRadius::same(4), colour);
        painter.text(spot.center(), Align2::CENTER_CENTER, letter, font, tokens.cloth.on_holder);
    }
}
