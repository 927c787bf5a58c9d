//! The signs in the corners of cards, as strokes: bold and crisp at every size.

use crate::puzzle::pips::{curve, ellipse};

/// Height of a sign whose width is about 1.
pub const HEIGHT: f32 = 1.4;
/// Space between two signs.
const SPACE: f32 = 0.30;

/// A sign: its width, and lines through points.
struct Glyph {
    width: f32,
    strokes: Vec<Vec<[f32; 2]>>,
}

/// A word of signs: all its strokes and its width.
pub fn word(text: &str) -> (Vec<Vec<[f32; 2]>>, f32) {
    let mut strokes = Vec::new();
    let mut x = 0.0;
    for sign in text.chars() {
        let glyph = glyph(sign);
        let moved = |stroke: Vec<[f32; 2]>| stroke.into_iter().map(|[px, py]| [px + x, py]).collect();
        strokes.extend(glyph.strokes.into_iter().map(moved));
        x += glyph.width + SPACE;
    }
    (strokes, x - SPACE)
}

fn joined(parts: impl IntoIterator<Item = Vec<[f32; 2]>>) -> Vec<[f32; 2]> {
    parts.into_iter().flatten().collect()
}

fn ring(centre: [f32; 2], radius: [f32; 2]) -> Vec<[f32; 2]> {
    let mut points = ellipse(centre, radius);
    points.extend(points.first().copied());
    points
}

fn glyph(sign: char) -> Glyph {
    let (width, strokes) = match sign {
        '7' => (0.90, vec![vec![[0.0, 0.0], [0.90, 0.0], [0.34, 1.4]]]),
        '8' => (0.90, vec![ring([0.45, 0.35], [0.37, 0.35]), ring([0.45, 1.03], [0.45, 0.37])]),
        '9' => (
            0.90,
            vec![
                ring([0.45, 0.44], [0.45, 0.44]),
                curve([0.90, 0.44], [0.90, 0.95], [0.74, 1.26], [0.36, 1.4]),
            ],
        ),
        '1' => (0.36, vec![vec![[0.0, 0.26], [0.36, 0.0], [0.36, 1.4]]]),
        '0' => (0.84, vec![ring([0.42, 0.7], [0.42, 0.7])]),
        'A' => (1.06, vec![vec![[0.0, 1.4], [0.53, 0.0], [1.06, 1.4]], vec![[0.19, 0.94], [0.87, 0.94]]]),
        'K' => (
            0.94,
            vec![
                vec![[0.0, 0.0], [0.0, 1.4]],
                vec![[0.88, 0.0], [0.02, 0.84]],
                vec![[0.32, 0.55], [0.94, 1.4]],
            ],
        ),
        'Q' => (1.02, vec![ring([0.50, 0.7], [0.50, 0.7]), vec![[0.60, 1.0], [1.02, 1.46]]]),
        'O' => (1.0, vec![ring([0.50, 0.7], [0.50, 0.7])]),
        'D' => (
            0.92,
            vec![joined([
                vec![[0.30, 1.4], [0.0, 1.4], [0.0, 0.0], [0.30, 0.0]],
                curve([0.30, 0.0], [1.13, 0.0], [1.13, 1.4], [0.30, 1.4]),
            ])],
        ),
        'J' => (
            0.70,
            vec![joined([vec![[0.70, 0.0]], curve([0.70, 0.92], [0.70, 1.56], [0.02, 1.56], [0.0, 1.0])])],
        ),
        'B' => (
            0.86,
            vec![
                joined([
                    vec![[0.0, 1.4], [0.0, 0.0], [0.38, 0.0]],
                    curve([0.38, 0.0], [0.90, 0.0], [0.90, 0.66], [0.38, 0.66]),
                    vec![[0.0, 0.66]],
                ]),
                joined([
                    vec![[0.38, 0.66]],
                    curve([0.42, 0.66], [1.02, 0.66], [1.02, 1.4], [0.42, 1.4]),
                    vec![[0.0, 1.4]],
                ]),
            ],
        ),
        'U' => (
            0.92,
            vec![joined([
                vec![[0.0, 0.0]],
                curve([0.0, 0.86], [0.0, 1.58], [0.92, 1.58], [0.92, 0.86]),
                vec![[0.92, 0.0]],
            ])],
        ),
        _ => (0.6, vec![vec![[0.0, 0.7], [0.6, 0.7]]]),
    };
    Glyph { width, strokes }
}
