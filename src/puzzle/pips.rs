//! The shapes of the suits, drawn once for the window's cards and for printed diagrams.
//!
//! Every shape is a stack of *convex* pieces, because that is what a painter of triangles fills
//! cleanly; pieces of one colour overlap so that no seam shows. Coordinates run from −1 to 1,
//! y downwards.

use crate::cards::Suit;

/// How a piece is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// The colour of the suit.
    Suit,
    /// The colour of the paper.
    Paper,
    /// A darker shade of the suit's colour.
    Shade,
}

/// One convex piece of a shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    /// How it is coloured.
    pub tone: Tone,
    /// Its corners, in order.
    pub points: Vec<[f32; 2]>,
}

/// The French suit: club, spade, heart or diamond.
#[must_use]
pub(crate) fn french(suit: Suit) -> Vec<Piece> {
    match suit {
        Suit::Diamonds => vec![filled(vec![[0.0, -1.0], [0.76, 0.0], [0.0, 1.0], [-0.76, 0.0]])],
        Suit::Hearts => heart(|[x, y]| [x, y]),
        Suit::Spades => {
            let mut pieces = heart(|[x, y]| [x * 0.96, -y * 0.80 - 0.20]);
            pieces.extend(stem());
            pieces
        }
        Suit::Clubs => {
            let mut pieces = vec![
                filled(ellipse([0.0, -0.52], [0.43, 0.43])),
                filled(ellipse([-0.51, 0.16], [0.43, 0.43])),
                filled(ellipse([0.51, 0.16], [0.43, 0.43])),
                filled(vec![[-0.24, -0.26], [0.24, -0.26], [0.40, 0.20], [-0.40, 0.20]]),
            ];
            pieces.extend(stem());
            pieces
        }
    }
}

/// The German suit: acorn, leaf, heart or bell.
#[must_use]
pub(crate) fn german(suit: Suit) -> Vec<Piece> {
    match suit {
        Suit::Hearts => heart(|[x, y]| [x, y]),
        Suit::Clubs => {
            let mut nut = curve([-0.50, 0.0], [-0.50, 0.45], [-0.28, 0.78], [0.0, 1.0]);
            nut.extend(mirrored(&nut));
            let mut cap = curve([-0.62, 0.02], [-0.62, -0.40], [-0.34, -0.62], [0.0, -0.62]);
            cap.extend(mirrored(&cap));
            vec![
                shaded(vec![[-0.08, -0.55], [-0.02, -1.0], [0.16, -1.0], [0.10, -0.55]]),
                filled(nut),
                piece(Tone::Paper, vec![[-0.60, 0.0], [0.60, 0.0], [0.60, 0.09], [-0.60, 0.09]]),
                shaded(cap),
            ]
        }
        Suit::Spades => {
            let mut leaf = curve([0.0, 0.56], [-0.42, 0.56], [-0.80, 0.40], [-0.80, 0.06]);
            leaf.extend(curve([-0.80, 0.06], [-0.80, -0.20], [-0.50, -0.56], [0.0, -1.0]));
            leaf.extend(mirrored(&leaf));
            vec![
                shaded(vec![[-0.06, 0.50], [0.06, 0.50], [0.22, 0.98], [0.04, 0.98]]),
                filled(leaf),
                piece(Tone::Paper, vec![[-0.035, 0.56], [0.0, -0.62], [0.035, 0.56]]),
                piece(Tone::Paper, vec![[0.0, 0.30], [0.50, -0.06], [0.53, 0.0], [0.0, 0.38]]),
                piece(Tone::Paper, vec![[0.0, 0.30], [-0.50, -0.06], [-0.53, 0.0], [0.0, 0.38]]),
            ]
        }
        Suit::Diamonds => vec![
            shaded(ellipse([0.0, -0.80], [0.17, 0.17])),
            filled(ellipse([0.0, 0.10], [0.80, 0.80])),
            piece(Tone::Paper, vec![[-0.78, -0.06], [0.78, -0.06], [0.79, 0.04], [-0.79, 0.04]]),
            piece(Tone::Paper, vec![[-0.79, 0.14], [0.79, 0.14], [0.77, 0.24], [-0.77, 0.24]]),
            shaded(ellipse([0.0, 0.48], [0.11, 0.11])),
            shaded(vec![[-0.045, 0.48], [0.045, 0.48], [0.045, 0.88], [-0.045, 0.88]]),
        ],
    }
}

/// Two halves, and a kite over their seam.
fn heart(place: impl Fn([f32; 2]) -> [f32; 2]) -> Vec<Piece> {
    let mut half = curve([0.0, -0.48], [0.14, -0.78], [0.36, -0.90], [0.52, -0.90]);
    half.extend(curve([0.52, -0.90], [0.80, -0.90], [0.96, -0.66], [0.96, -0.40]));
    half.extend(curve([0.96, -0.40], [0.96, -0.05], [0.66, 0.30], [0.0, 0.95]));
    let other = half.iter().map(|&[x, y]| [-x, y]).collect();
    let seam = vec![[0.0, -0.48], [0.12, -0.30], [0.0, 0.95], [-0.12, -0.30]];
    let placed = |points: Vec<[f32; 2]>| filled(points.into_iter().map(&place).collect());
    vec![placed(half), placed(other), placed(seam)]
}

/// The foot of spade and club.
fn stem() -> [Piece; 2] {
    [
        filled(vec![[-0.07, 0.05], [0.07, 0.05], [0.13, 0.66], [-0.13, 0.66]]),
        filled(vec![[-0.12, 0.62], [0.12, 0.62], [0.36, 0.96], [-0.36, 0.96]]),
    ]
}

fn piece(tone: Tone, points: Vec<[f32; 2]>) -> Piece {
    Piece { tone, points }
}

fn filled(points: Vec<[f32; 2]>) -> Piece {
    piece(Tone::Suit, points)
}

fn shaded(points: Vec<[f32; 2]>) -> Piece {
    piece(Tone::Shade, points)
}

/// Points of an ellipse.
#[must_use]
pub(crate) fn ellipse(centre: [f32; 2], radius: [f32; 2]) -> Vec<[f32; 2]> {
    const STEPS: usize = 40;
    let at = |i: usize| {
        let angle = i as f32 / STEPS as f32 * std::f32::consts::TAU;
        [centre[0] + radius[0] * angle.cos(), centre[1] + radius[1] * angle.sin()]
    };
    (0..STEPS).map(at).collect()
}

/// Points of a cubic curve, both ends included.
#[must_use]
pub(crate) fn curve(a: [f32; 2], b: [f32; 2], c: [f32; 2], d: [f32; 2]) -> Vec<[f32; 2]> {
    const STEPS: usize = 14;
    let at = |i: usize| {
        let t = i as f32 / STEPS as f32;
        let s = 1.0 - t;
        let mix =
            |k: usize| s * s * s * a[k] + 3.0 * s * s * t * b[k] + 3.0 * s * t * t * c[k] + t * t * t * d[k];
        [mix(0), mix(1)]
    };
    (0..=STEPS).map(at).collect()
}

/// The same points on the other side of the upright axis, in reverse, to close an outline.
fn mirrored(points: &[[f32; 2]]) -> Vec<[f32; 2]> {
    points.iter().rev().map(|&[x, y]| [-x, y]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_convex() {
        for suit in Suit::ALL {
            for piece in french(suit).into_iter().chain(german(suit)) {
                let p = &piece.points;
                let turn = |i: usize| {
                    let [a, b, c] = [0, 1, 2].map(|k| p[(i + k) % p.len()]);
                    (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
                };
                let turns: Vec<f32> = (0..p.len()).map(turn).collect();
                let (left, right) = (turns.iter().any(|&t| t < -1e-5), turns.iter().any(|&t| t > 1e-5));
                assert!(left != right, "{suit} {:?} {turns:?}", piece.points);
            }
        }
    }

    #[test]
    fn shapes_stay_in_their_box() {
        for suit in Suit::ALL {
            for piece in french(suit).into_iter().chain(german(suit)) {
                assert!(piece.points.iter().flatten().all(|x| x.abs() <= 1.0), "{suit}");
            }
        }
    }
}
