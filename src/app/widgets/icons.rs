//! The signs of the rail, drawn as lines.

use crate::puzzle::pips::curve;
use egui::{Color32, Painter, Pos2, Shape, Stroke, StrokeKind, vec2};

/// Which sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// A house: the first page.
    House,
    /// A table with three chairs: joining in.
    Table,
    /// Three cards in a fan: compose.
    Fan,
    /// A branching tree: solve.
    Tree,
    /// A sheet of results with an arrow: replay.
    Replay,
}

/// Draws a sign `size` wide around `centre`.
pub fn icon(painter: &Painter, centre: Pos2, size: f32, which: Icon, colour: Color32) {
    let stroke = Stroke::new(size * 0.06, colour);
    let at = |x: f32, y: f32| centre + vec2(x, y) * size;
    match which {
        Icon::House => {
            let walls = vec![at(-0.30, -0.02), at(-0.30, 0.38), at(0.30, 0.38), at(0.30, -0.02)];
            painter.add(Shape::line(walls, stroke));
            painter.add(Shape::line(vec![at(-0.42, 0.06), at(0.0, -0.36), at(0.42, 0.06)], stroke));
            let door = vec![at(-0.09, 0.38), at(-0.09, 0.12), at(0.09, 0.12), at(0.09, 0.38)];
            painter.add(Shape::line(door, stroke));
        }
        Icon::Table => {
            painter.circle_stroke(centre, size * 0.24, stroke);
            for angle in [0.5_f32, 2.6, 4.71] {
                let seat = at(angle.cos() * 0.40, angle.sin() * 0.40);
                painter.circle_filled(seat, size * 0.09, colour);
            }
        }
        Icon::Fan => {
            for angle in [-0.42_f32, 0.0, 0.42] {
                let turned = |x: f32, y: f32| {
                    // Around a point below the cards.
                    let (px, py) = (x, y - 0.42);
                    at(px * angle.cos() - py * angle.sin(), px * angle.sin() + py * angle.cos() + 0.42)
                };
                let corners =
                    vec![turned(-0.17, -0.42), turned(0.17, -0.42), turned(0.17, 0.10), turned(-0.17, 0.10)];
                painter.add(Shape::closed_line(corners, stroke));
            }
        }
        Icon::Tree => {
            for (from, to) in [
                ((0.0, -0.32), (-0.30, 0.05)),
                ((0.0, -0.32), (0.30, 0.05)),
                ((-0.30, 0.05), (-0.42, 0.38)),
                ((-0.30, 0.05), (-0.14, 0.38)),
            ] {
                painter.line_segment([at(from.0, from.1), at(to.0, to.1)], stroke);
            }
            let square = egui::Rect::from_center_size(at(0.0, -0.34), vec2(0.20, 0.20) * size);
            painter.rect_filled(square, 1.0, colour);
            for (x, y) in [(-0.30, 0.05), (0.30, 0.05), (-0.42, 0.38), (-0.14, 0.38)] {
                painter.circle_filled(at(x, y), size * 0.10, colour);
            }
        }
        Icon::Replay => {
            let sheet = egui::Rect::from_min_max(at(-0.40, -0.40), at(0.22, 0.40));
            painter.rect_stroke(sheet, size * 0.05, stroke, StrokeKind::Middle);
            for y in [-0.20, 0.0, 0.20] {
                painter.line_segment([at(-0.28, y), at(0.08, y)], stroke);
            }
            let arc: Vec<Pos2> = curve([0.02, 0.44], [0.36, 0.52], [0.54, 0.20], [0.40, -0.10])
                .iter()
                .map(|&[x, y]| at(x, y))
                .collect();
            painter.add(Shape::line(arc, stroke));
            painter.add(Shape::convex_polygon(
                vec![at(0.28, -0.06), at(0.54, -0.08), at(0.38, -0.30)],
                colour,
                Stroke::NONE,
            ));
        }
    }
}
