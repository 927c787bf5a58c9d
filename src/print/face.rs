//! The text face: Libertinus Serif in regular, bold and italic, with the suit symbols among its letters. Embedded, so
//! that a sheet looks the same everywhere; licence and origin stand beside the fonts.

use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Face, UnicodeBuffer};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// The cut of the face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Cut {
    /// For running text.
    #[default]
    Regular,
    /// For headings and seats.
    Bold,
    /// For what is said aside.
    Italic,
}

/// The files, in the order of [`Cut`].
pub(crate) const FILES: [&[u8]; 3] = [
    include_bytes!("../../assets/fonts/LibertinusSerif-Regular.otf"),
    include_bytes!("../../assets/fonts/LibertinusSerif-Bold.otf"),
    include_bytes!("../../assets/fonts/LibertinusSerif-Italic.otf"),
];

static FACES: LazyLock<Vec<Face<'static>>> =
    LazyLock::new(|| FILES.iter().filter_map(|file| Face::from_slice(file, 0)).collect());

/// What stands for a letter that the face does not have.
const MISSING: char = '\u{25A1}';

/// A letter in its place. Lengths are in units of the type size.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// How far the next letter is.
    pub advance: f32,
    /// Moved to the right.
    pub dx: f32,
    /// Moved up.
    pub dy: f32,
    /// The bytes of the text that it shows.
    pub range: Range<usize>,
}

/// A piece of text in one cut, its letters placed by the font.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Shaped {
    /// The text.
    pub text: String,
    /// Its letters.
    pub glyphs: Vec<Glyph>,
    /// How wide it is, in units of the type size.
    pub width: f32,
}

fn face(cut: Cut) -> Option<&'static Face<'static>> {
    FACES.get(cut as usize)
}

/// Text as it can be set: no control characters, no marks that turn the direction, and a box for what the face lacks.
#[must_use]
pub(crate) fn settable(text: &str) -> String {
    let known = |c: char| face(Cut::Regular).is_none_or(|face| face.glyph_index(c).is_some());
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => safe.push('\n'),
            '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' => {}
            '\u{FE00}'..='\u{FE0F}' | '\u{AD}' => {}
            c if c.is_control() || c.is_whitespace() && c != '\u{A0}' && c != '\u{202F}' => safe.push(' '),
            c if known(c) => safe.push(c),
            _ => safe.push(MISSING),
        }
    }
    safe
}

/// Words that a thread remembers, and how long they are at most: the same words come again and again.
const REMEMBERED: usize = 20_000;
const LONGEST: usize = 40;

thread_local! {
    static SHAPES: RefCell<[HashMap<String, Shaped>; 3]> = RefCell::default();
}

/// Places the letters of a text: kerned, with ligatures.
#[must_use]
pub(crate) fn shape(text: &str, cut: Cut) -> Shaped {
    if text.len() > LONGEST {
        return shape_anew(text, cut);
    }
    SHAPES.with_borrow_mut(|shapes| {
        let shapes = &mut shapes[cut as usize];
        if let Some(known) = shapes.get(text) {
            return known.clone();
        }
        if shapes.len() >= REMEMBERED {
            shapes.clear();
        }
        let shaped = shape_anew(text, cut);
        shapes.insert(text.to_string(), shaped.clone());
        shaped
    })
}

fn shape_anew(text: &str, cut: Cut) -> Shaped {
    let Some(face) = face(cut) else { return Shaped::default() };
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.set_direction(rustybuzz::Direction::LeftToRight);
    let shaped = rustybuzz::shape(face, &[], buffer);
    let em = face.units_per_em() as f32;
    let starts: Vec<usize> = shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
    let mut glyphs = Vec::with_capacity(starts.len());
    let mut width = 0.0;
    for (at, (info, place)) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()).enumerate() {
        let start = starts[at];
        let end = starts[at..].iter().copied().find(|&next| next > start).unwrap_or(text.len());
        let advance = place.x_advance as f32 / em;
        width += advance;
        glyphs.push(Glyph {
            id: info.glyph_id as u16,
            advance,
            dx: place.x_offset as f32 / em,
            dy: place.y_offset as f32 / em,
            range: start..end,
        });
    }
    Shaped { text: text.to_string(), glyphs, width }
}

/// How wide a blank is, in units of the type size.
#[must_use]
pub(crate) fn blank(cut: Cut) -> f32 {
    shape(" ", cut).width
}

/// A step of an outline, in units of the type size, y downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    /// Begins here.
    Move([f32; 2]),
    /// A straight line.
    Line([f32; 2]),
    /// A curve.
    Curve([f32; 2], [f32; 2], [f32; 2]),
    /// Back to where it began.
    Close,
}

/// The outline of a letter.
#[must_use]
pub(crate) fn outline(cut: Cut, glyph: u16) -> Vec<Step> {
    let Some(face) = face(cut) else { return Vec::new() };
    let mut pen = Pen { steps: Vec::new(), em: face.units_per_em() as f32, last: [0.0; 2] };
    let _ = face.outline_glyph(GlyphId(glyph), &mut pen);
    pen.steps
}

struct Pen {
    steps: Vec<Step>,
    em: f32,
    last: [f32; 2],
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> [f32; 2] {
        [x / self.em, -y / self.em]
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.last = self.at(x, y);
        self.steps.push(Step::Move(self.last));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.last = self.at(x, y);
        self.steps.push(Step::Line(self.last));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (a, c, b) = (self.last, self.at(x1, y1), self.at(x, y));
        let mix =
            |p: [f32; 2], q: [f32; 2]| [p[0] + (q[0] - p[0]) * 2.0 / 3.0, p[1] + (q[1] - p[1]) * 2.0 / 3.0];
        self.steps.push(Step::Curve(mix(a, c), mix(b, c), b));
        self.last = b;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, c) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.steps.push(Step::Curve(a, b, c));
        self.last = c;
    }

    fn close(&mut self) {
        self.steps.push(Step::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cut_has_letters_and_suits() {
        for cut in [Cut::Regular, Cut::Bold, Cut::Italic] {
            for c in "AÄäßẞÖöÜü„“”‚‘’–—−…×½0123456789♣♠♥♦".chars() {
                let shaped = shape(&c.to_string(), cut);
                assert!(shaped.glyphs.iter().all(|glyph| glyph.id != 0), "{c} {cut:?}");
                assert!(shaped.width > 0.0);
            }
            assert!(!outline(cut, shape("♣", cut).glyphs[0].id).is_empty());
        }
    }

    #[test]
    fn what_cannot_be_set_is_replaced() {
        assert_eq!(settable("a\u{202E}b\u{0}c\td漢\u{FEFF}"), "ab c d□");
        let shaped = shape(&settable("漢字 \u{1F600}"), Cut::Bold);
        assert!(shaped.glyphs.iter().all(|glyph| glyph.id != 0));
    }
}
