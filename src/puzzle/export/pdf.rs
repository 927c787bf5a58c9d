//! A small PDF writer: each page's drawing as filled and stroked outlines, letters included.
//!
//! The drawing is the SVG itself, resolved to outlines by the same library that makes the PNG, so all three show
//! the same. No font is needed on the reader's side.

use super::Page;
use crate::puzzle::diagram::{DiagramError, tree};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{FillRule, Group, Node, Paint, Path};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;

/// Points of a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// The operators of a page, and the letters that they draw by name: `/L3 Do` is the fourth. Every letter is an
/// outline, and a page has thousands of letters but few different ones.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    text: String,
    letters: Vec<String>,
    known: HashMap<String, usize>,
}

impl Drawing {
    /// Draws a letter with its origin there.
    fn letter(&mut self, origin: Point, outline: String) {
        let next = self.letters.len();
        let number = *self.known.entry(outline).or_insert_with_key(|outline| {
            self.letters.push(outline.clone());
            next
        });
        self.text.push_str("q 1 0 0 1 ");
        point(origin, &mut self.text);
        let _ = writeln!(self.text, "cm /L{number} Do Q");
    }
}

/// The pages and their drawings as one PDF file.
///
/// # Errors
/// If a drawing cannot be packed, which is a fault of ours.
pub(super) fn file(pages: &[Page], drawings: &[Drawing]) -> Result<Vec<u8>, DiagramError> {
    let mut file = File { bytes: b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n".to_vec(), places: Vec::new() };
    // 1 is the catalogue, 2 the list of pages; each page takes two more, itself and its drawing; then come the
    // letters, each once for all pages.
    let first = 3 + 2 * pages.len();
    let mut letters: Vec<&str> = Vec::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for letter in drawings.iter().flat_map(|drawing| &drawing.letters) {
        numbers.entry(letter).or_insert_with(|| {
            letters.push(letter);
            first + letters.len() - 1
        });
    }
    let kids: Vec<String> = (0..pages.len()).map(|at| format!("{} 0 R", 3 + 2 * at)).collect();
    file.object("<< /Type /Catalog /Pages 2 0 R >>".as_bytes());
    file.object(format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()).as_bytes());
    for (at, (page, drawing)) in pages.iter().zip(drawings).enumerate() {
        let (width, height) = (page.width * POINTS, page.height * POINTS);
        let mut named = String::new();
        for (letter, outline) in drawing.letters.iter().enumerate() {
            let _ = write!(named, "/L{letter} {} 0 R ", numbers[outline.as_str()]);
        }
        file.object(
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2} {height:.2}] \
                 /Resources << /XObject << {named}>> >> /Contents {} 0 R >>",
                4 + 2 * at
            )
            .as_bytes(),
        );
        file.object(&stream("", &drawing.text)?);
    }
    for letter in letters {
        // No letter reaches beyond this box from its origin, and nothing is cut off within it.
        file.object(&stream("/Type /XObject /Subtype /Form /BBox [-999 -999 999 999] ", letter)?);
    }
    Ok(file.finish())
}

fn stream(what: &str, text: &str) -> Result<Vec<u8>, DiagramError> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    let packed = packed
        .write_all(text.as_bytes())
        .and_then(|()| packed.finish())
        .map_err(|error| DiagramError::Png(error.to_string()))?;
    let mut object =
        format!("<< {what}/Length {} /Filter /FlateDecode >>\nstream\n", packed.len()).into_bytes();
    object.extend(packed);
    object.extend(b"\nendstream");
    Ok(object)
}

/// The file as it grows, and where each object begins.
struct File {
    bytes: Vec<u8>,
    places: Vec<usize>,
}

impl File {
    fn object(&mut self, content: &[u8]) {
        self.places.push(self.bytes.len());
        self.bytes.extend(format!("{} 0 obj\n", self.places.len()).into_bytes());
        self.bytes.extend(content);
        self.bytes.extend(b"\nendobj\n");
    }

    fn finish(mut self) -> Vec<u8> {
        let start = self.bytes.len();
        let mut end = format!("xref\n0 {}\n0000000000 65535 f \n", self.places.len() + 1);
        for place in &self.places {
            let _ = writeln!(end, "{place:010} 00000 n ");
        }
        let _ = write!(
            end,
            "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n",
            self.places.len() + 1
        );
        self.bytes.extend(end.into_bytes());
        self.bytes
    }
}

/// The operators that draw a page, y upwards as PDF has it.
///
/// # Errors
/// If the page cannot be drawn, which is a fault of ours.
pub(super) fn drawing(page: &Page) -> Result<Drawing, DiagramError> {
    let tree = tree(&page.to_svg())?;
    let size = tree.size();
    let scale = page.width * POINTS / size.width();
    let base = Transform::from_row(scale, 0.0, 0.0, -scale, 0.0, page.height * POINTS);
    let mut out = Drawing::default();
    group(tree.root(), base, &mut out);
    Ok(out)
}

/// Transforms are carried down from group to group, as the painter of pictures does it: the outlines of letters
/// know nothing of the groups that their text stands in.
fn group(of: &Group, to_page: Transform, out: &mut Drawing) {
    let inside = |inner: &Group| to_page.pre_concat(inner.transform());
    for node in of.children() {
        match node {
            Node::Group(inner) => group(inner, inside(inner), out),
            Node::Text(text) => group(text.flattened(), inside(text.flattened()), out),
            Node::Path(shape) => path(shape, to_page, out),
            Node::Image(_) => {}
        }
    }
}

fn path(shape: &Path, to_page: Transform, drawing: &mut Drawing) {
    let out = &mut drawing.text;
    let colour = |paint: &Paint| match paint {
        Paint::Color(colour) => {
            let part = |value: u8| f32::from(value) / 255.0;
            Some([part(colour.red), part(colour.green), part(colour.blue)])
        }
        // Diagrams have plain colours only.
        _ => None,
    };
    let fill = shape.fill().and_then(|fill| Some((colour(fill.paint())?, fill.rule())));
    let stroke = shape.stroke().and_then(|stroke| Some((colour(stroke.paint())?, stroke.width().get())));
    if fill.is_none() && stroke.is_none() {
        return;
    }
    if let Some(([r, g, b], _)) = fill {
        let _ = write!(out, "{r:.3} {g:.3} {b:.3} rg ");
    }
    if let Some(([r, g, b], width)) = stroke {
        let scale = to_page.get_scale().0.abs();
        let _ = write!(out, "{r:.3} {g:.3} {b:.3} RG {:.3} w ", width * scale);
    }
    let contours = contours(shape, to_page);
    let even = matches!(fill, Some((_, FillRule::EvenOdd)));
    let paint = match (fill.is_some(), stroke.is_some(), even) {
        (true, true, false) => "B",
        (true, true, true) => "B*",
        (true, false, false) => "f",
        (true, false, true) => "f*",
        _ => "S",
    };
    if stroke.is_some() {
        contours.iter().for_each(|contour| contour.write(Point::zero(), out));
        out.push_str(paint);
        out.push('\n');
        return;
    }
    for letter in letters(contours) {
        let origin = letter.first().map_or(Point::zero(), Contour::origin);
        let mut outline = String::new();
        letter.iter().for_each(|contour| contour.write(origin, &mut outline));
        outline.push_str(paint);
        drawing.letter(origin, outline);
    }
}

/// Contours that belong together. Each letter is drawn from an origin of its own: the same letter is then the
/// same text, and stands only once in the file. What may be a hole lies within its outline, and so stays together with it.
fn letters(contours: Vec<Contour>) -> Vec<Vec<Contour>> {
    let mut letters: Vec<(Point, Point, Vec<Contour>)> = Vec::new();
    for contour in contours {
        match letters.last_mut() {
            Some((least, most, letter)) if contour.meets(*least, *most) => {
                *least = lower(*least, contour.least);
                *most = upper(*most, contour.most);
                letter.push(contour);
            }
            _ => letters.push((contour.least, contour.most, vec![contour])),
        }
    }
    letters.into_iter().map(|(_, _, letter)| letter).collect()
}

fn lower(a: Point, b: Point) -> Point {
    Point::from_xy(a.x.min(b.x), a.y.min(b.y))
}

fn upper(a: Point, b: Point) -> Point {
    Point::from_xy(a.x.max(b.x), a.y.max(b.y))
}

/// A line that comes back to its beginning, in points of the page; quadratic curves are cubic ones here.
struct Contour {
    steps: Vec<PathSegment>,
    /// What it lies in, at most.
    least: Point,
    most: Point,
}

impl Contour {
    /// Its first point.
    fn origin(&self) -> Point {
        match self.steps.first() {
            Some(PathSegment::MoveTo(p)) => *p,
            _ => Point::zero(),
        }
    }

    fn meets(&self, least: Point, most: Point) -> bool {
        self.least.x <= most.x && least.x <= self.most.x && self.least.y <= most.y && least.y <= self.most.y
    }

    fn write(&self, origin: Point, out: &mut String) {
        for step in &self.steps {
            let (points, sign) = match *step {
                PathSegment::MoveTo(p) => (vec![p], "m "),
                PathSegment::LineTo(p) => (vec![p], "l "),
                PathSegment::QuadTo(a, p) => (vec![a, a, p], "c "),
                PathSegment::CubicTo(a, b, p) => (vec![a, b, p], "c "),
                PathSegment::Close => (Vec::new(), "h "),
            };
            points.into_iter().for_each(|p| point(p - origin, out));
            out.push_str(sign);
        }
    }
}

fn contours(shape: &Path, to_page: Transform) -> Vec<Contour> {
    let at = |mut point: Point| {
        to_page.map_point(&mut point);
        point
    };
    let mut contours: Vec<Contour> = Vec::new();
    let mut last = Point::zero();
    for segment in shape.data().segments() {
        let step = match segment {
            PathSegment::MoveTo(p) => {
                last = p;
                let start = at(p);
                contours.push(Contour { steps: Vec::new(), least: start, most: start });
                PathSegment::MoveTo(start)
            }
            PathSegment::LineTo(p) => {
                last = p;
                PathSegment::LineTo(at(p))
            }
            PathSegment::QuadTo(control, p) => {
                // The same curve with two control points.
                let third = |a: f32, b: f32| a + (b - a) * 2.0 / 3.0;
                let a = at(Point::from_xy(third(last.x, control.x), third(last.y, control.y)));
                let b = at(Point::from_xy(third(p.x, control.x), third(p.y, control.y)));
                last = p;
                PathSegment::CubicTo(a, b, at(p))
            }
            PathSegment::CubicTo(a, b, p) => {
                last = p;
                PathSegment::CubicTo(at(a), at(b), at(p))
            }
            PathSegment::Close => PathSegment::Close,
        };
        let Some(contour) = contours.last_mut() else { continue };
        contour.steps.push(step);
        let points = match step {
            PathSegment::MoveTo(p) | PathSegment::LineTo(p) => [p; 3],
            PathSegment::QuadTo(a, p) => [a, p, p],
            PathSegment::CubicTo(a, b, p) => [a, b, p],
            PathSegment::Close => continue,
        };
        for p in points {
            contour.least = lower(contour.least, p);
            contour.most = upper(contour.most, p);
        }
    }
    contours
}

/// Two numbers in hundredths, as short as can be.
fn point(point: Point, out: &mut String) {
    for value in [point.x, point.y] {
        let hundredths = (f64::from(value) * 100.0).round() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
        let _ = match (part, part % 10) {
            (0, _) => write!(out, "{sign}{whole} "),
            (_, 0) => write!(out, "{sign}{whole}.{} ", part / 10),
            _ => write!(out, "{sign}{whole}.{part:02} "),
        };
    }
}
