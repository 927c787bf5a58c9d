//! Where the keyboard is: a ring around whatever has the focus, the same for everything, seen on any ground.

use super::theme::{GAP, Tokens};
use egui::{Id, LayerId, Rect, Stroke, StrokeKind};

/// How thick the ring is.
const RING: f32 = 2.5;

/// Draws the ring around what has the focus, if it is on screen.
pub fn ring_ui(ctx: &egui::Context) {
    let Some(focused) = ctx.memory(egui::Memory::focused).and_then(|id| ctx.read_response(id)) else {
        return;
    };
    // Above whatever is drawn in the same order, so that no neighbour covers it, but below menus that open over it.
    let layer = LayerId::new(focused.layer_id.order, Id::unique("focus ring"));
    let tokens = Tokens::of(ctx);
    let seen = focused.interact_rect;
    if !seen.is_positive() {
        return;
    }
    let rect = ring(seen, ctx.content_rect());
    let painter = ctx.layer_painter(layer);
    // Two lines, one dark and one bright: one of them stands out from whatever is below.
    painter.rect_stroke(rect, 5.0, Stroke::new(RING + 2.0, tokens.on_accent), StrokeKind::Middle);
    painter.rect_stroke(rect, 5.0, Stroke::new(RING, tokens.accent), StrokeKind::Middle);
}

/// Just outside of what it goes around, and within the window.
fn ring(rect: Rect, window: Rect) -> Rect {
    rect.expand(GAP / 4.0).intersect(window.shrink(RING))
}

/// Whether a shape is the ring, for tests.
#[must_use]
pub fn is_ring(shape: &egui::Shape, tokens: &Tokens) -> bool {
    matches!(shape, egui::Shape::Rect(rect)
        if rect.stroke.width == RING && rect.stroke.color == tokens.accent && rect.fill.a() == 0)
}
