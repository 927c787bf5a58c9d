//! What is on a page: letters, areas, lines and pictures, each in its place. Units are points (72 to the inch), y
//! downwards.

use super::face::{Cut, Glyph, Step};
use std::sync::Arc;

/// Points of a millimetre.
pub const MM: f32 = 72.0 / 25.4;

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Printer's black.
    pub const BLACK: Rgb = Rgb(0, 0, 0);
    /// For what is said aside.
    pub const GREY: Rgb = Rgb(90, 90, 90);
    /// The paper.
    pub const PAPER: Rgb = Rgb(255, 255, 255);
    /// Rules between things.
    pub const RULE: Rgb = Rgb(150, 150, 150);
}

/// Moves, turns and scales: x' = a·x + c·y + e, y' = b·x + d·y + f.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place(pub [f32; 6]);

impl Place {
    /// Moved by so much.
    #[must_use]
    pub const fn at(x: f32, y: f32) -> Place {
        Place([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// Turned by this angle (in radians, clockwise) about a point.
    #[must_use]
    pub fn turned(angle: f32, [x, y]: [f32; 2]) -> Place {
        let (s, c) = angle.sin_cos();
        Place([c, s, -s, c, x - c * x + s * y, y - s * x - c * y])
    }

    /// First `self`, then `next`.
    #[must_use]
    pub fn then(self, next: Place) -> Place {
        let ([a, b, c, d, e, f], [p, q, r, s, t, u]) = (self.0, next.0);
        Place([
            p * a + r * b,
            q * a + s * b,
            p * c + r * d,
            q * c + s * d,
            p * e + r * f + t,
            q * e + s * f + u,
        ])
    }

    /// Where a point comes to lie.
    #[must_use]
    pub fn of(self, [x, y]: [f32; 2]) -> [f32; 2] {
        let [a, b, c, d, e, f] = self.0;
        [a * x + c * y + e, b * x + d * y + f]
    }
}

/// Letters of one cut, size and colour on one line, from the origin to the right.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    /// The cut.
    pub cut: Cut,
    /// Type size in points.
    pub size: f32,
    /// The colour.
    pub colour: Rgb,
    /// The letters; blanks are among them, widened to justify the line.
    pub glyphs: Vec<Glyph>,
    /// What they spell.
    pub text: String,
}

impl Run {
    /// How wide it is, in points.
    #[must_use]
    pub fn width(&self) -> f32 {
        self.glyphs.iter().map(|glyph| glyph.advance).sum::<f32>() * self.size
    }
}

/// A picture of dots.
#[derive(Debug, PartialEq)]
pub(crate) struct Dots {
    /// Width in dots.
    pub width: u32,
    /// Height in dots.
    pub height: u32,
    /// Red, green, blue, opacity.
    pub rgba: Vec<u8>,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// Letters.
    Letters(Run),
    /// Filled outlines, one over the other.
    Areas(Vec<(Vec<Step>, Rgb)>),
    /// An outline, so thick.
    Outline(Vec<Step>, f32, Rgb),
    /// A picture, so wide and high.
    Picture(Arc<Dots>, [f32; 2]),
}

/// A thing on the page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mark {
    /// What it is.
    pub shape: Shape,
    /// Where.
    pub place: Place,
    /// What it says where it has no letters of its own: the name of a German suit, say.
    pub says: Option<String>,
}

impl Mark {
    /// Letters with their baseline beginning there.
    #[must_use]
    pub fn letters(run: Run, x: f32, y: f32) -> Mark {
        Mark { shape: Shape::Letters(run), place: Place::at(x, y), says: None }
    }

    /// A level rule.
    #[must_use]
    pub fn rule(x: f32, y: f32, width: f32, thick: f32, colour: Rgb) -> Mark {
        let shape = Shape::Areas(vec![(rectangle(0.0, 0.0, width, thick), colour)]);
        Mark { shape, place: Place::at(x, y), says: None }
    }

    /// The same somewhere else.
    #[must_use]
    pub fn moved(mut self, place: Place) -> Mark {
        self.place = self.place.then(place);
        self
    }

    /// The box that it covers: left, top, right, bottom.
    #[must_use]
    pub fn bounds(&self) -> [f32; 4] {
        let mut bounds = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
        let mut add = |point: [f32; 2]| {
            let [x, y] = self.place.of(point);
            bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(x), bounds[3].max(y)];
        };
        match &self.shape {
            Shape::Letters(run) => {
                // A blank at the end leaves no ink.
                let ink = run
                    .glyphs
                    .iter()
                    .rev()
                    .skip_while(|glyph| run.text[glyph.range.clone()].trim().is_empty());
                let width = ink.map(|glyph| glyph.advance).sum::<f32>() * run.size;
                for y in [-0.72 * run.size, 0.22 * run.size] {
                    add([0.0, y]);
                    add([width, y]);
                }
            }
            Shape::Areas(areas) => areas.iter().for_each(|(steps, _)| points(steps).for_each(&mut add)),
            Shape::Outline(steps, ..) => points(steps).for_each(&mut add),
            Shape::Picture(_, [width, height]) => {
                for point in [[0.0, 0.0], [*width, 0.0], [0.0, *height], [*width, *height]] {
                    add(point);
                }
            }
        }
        bounds
    }
}

/// The points that hold an outline.
fn points(steps: &[Step]) -> impl Iterator<Item = [f32; 2]> {
    steps.iter().flat_map(|step| {
        let (all, count) = match *step {
            Step::Move(p) | Step::Line(p) => ([p; 3], 1),
            Step::Curve(a, b, c) => ([a, b, c], 3),
            Step::Close => ([[0.0; 2]; 3], 0),
        };
        all.into_iter().take(count)
    })
}

/// A rectangle as an outline.
#[must_use]
pub(crate) fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Vec<Step> {
    vec![
        Step::Move([x, y]),
        Step::Line([x + width, y]),
        Step::Line([x + width, y + height]),
        Step::Line([x, y + height]),
        Step::Close,
    ]
}

/// A rectangle with round corners.
#[must_use]
pub(crate) fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Vec<Step> {
    let (r, k) = (radius, radius * 0.448);
    let (right, bottom) = (x + width, y + height);
    vec![
        Step::Move([x + r, y]),
        Step::Line([right - r, y]),
        Step::Curve([right - k, y], [right, y + k], [right, y + r]),
        Step::Line([right, bottom - r]),
        Step::Curve([right, bottom - k], [right - k, bottom], [right - r, bottom]),
        Step::Line([x + r, bottom]),
        Step::Curve([x + k, bottom], [x, bottom - k], [x, bottom - r]),
        Step::Line([x, y + r]),
        Step::Curve([x, y + k], [x + k, y], [x + r, y]),
        Step::Close,
    ]
}
