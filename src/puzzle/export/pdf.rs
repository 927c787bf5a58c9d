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
use std::fmt::Write as _;
use std::io::Write as _;

/// Points of a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// The pages and their drawings, each packed by [`packed_drawing`], as one PDF file.
pub(super) fn file(pages: &[Page], drawings: Vec<Vec<u8>>) -> Vec<u8> {
    let mut file = File { bytes: b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n".to_vec(), places: Vec::new() };
    // 1 is the catalogue, 2 the list of pages; each page takes two more: itself and its drawing.
    let kids: Vec<String> = (0..pages.len()).map(|at| format!("{} 0 R", 3 + 2 * at)).collect();
    file.object("<< /Type /Catalog /Pages 2 0 R >>".as_bytes());
    file.object(format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()).as_bytes());
    for (at, (page, packed)) in pages.iter().zip(drawings).enumerate() {
        let (width, height) = (page.width * POINTS, page.height * POINTS);
        file.object(
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2} {height:.2}] /Resources << >> /Contents {} 0 R >>",
                4 + 2 * at
            )
            .as_bytes(),
        );
        let mut object =
            format!("<< /Length {} /Filter /FlateDecode >>\nstream\n", packed.len()).into_bytes();
        object.extend(packed);
        object.extend(b"\nendstream");
        file.object(&object);
    }
    file.finish()
}

/// The drawing of a page, packed. Every letter is an outline, so there is much to pack: thorough packing took
/// nearly three quarters of all the time, and made files little smaller.
///
/// # Errors
/// If the page cannot be drawn, which is a fault of ours.
pub(super) fn packed_drawing(page: &Page) -> Result<Vec<u8>, DiagramError> {
    let drawing = drawing(page)?;
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    packed
        .write_all(drawing.as_bytes())
        .and_then(|()| packed.finish())
        .map_err(|error| DiagramError::Png(error.to_string()))
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
fn drawing(page: &Page) -> Result<String, DiagramError> {
    let tree = tree(&page.to_svg())?;
    let size = tree.size();
    let scale = page.width * POINTS / size.width();
    let base = Transform::from_row(scale, 0.0, 0.0, -scale, 0.0, page.height * POINTS);
    let mut out = String::new();
    group(tree.root(), base, &mut out);
    Ok(out)
}

fn group(of: &Group, base: Transform, out: &mut String) {
    for node in of.children() {
        match node {
            Node::Group(inner) => group(inner, base, out),
            Node::Text(text) => group(text.flattened(), base, out),
            Node::Path(shape) => path(shape, base, out),
            Node::Image(_) => {}
        }
    }
}

fn path(shape: &Path, base: Transform, out: &mut String) {
    let to_page = base.pre_concat(shape.abs_transform());
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
    let at = |mut point: Point| {
        to_page.map_point(&mut point);
        point
    };
    let mut last = Point::zero();
    for segment in shape.data().segments() {
        let _ = match segment {
            PathSegment::MoveTo(p) => {
                last = p;
                let p = at(p);
                write!(out, "{:.2} {:.2} m ", p.x, p.y)
            }
            PathSegment::LineTo(p) => {
                last = p;
                let p = at(p);
                write!(out, "{:.2} {:.2} l ", p.x, p.y)
            }
            PathSegment::QuadTo(control, p) => {
                // The same curve with two control points.
                let third = |a: f32, b: f32| a + (b - a) * 2.0 / 3.0;
                let a = at(Point::from_xy(third(last.x, control.x), third(last.y, control.y)));
                let b = at(Point::from_xy(third(p.x, control.x), third(p.y, control.y)));
                last = p;
                let p = at(p);
                write!(out, "{:.2} {:.2} {:.2} {:.2} {:.2} {:.2} c ", a.x, a.y, b.x, b.y, p.x, p.y)
            }
            PathSegment::CubicTo(a, b, p) => {
                last = p;
                let (a, b, p) = (at(a), at(b), at(p));
                write!(out, "{:.2} {:.2} {:.2} {:.2} {:.2} {:.2} c ", a.x, a.y, b.x, b.y, p.x, p.y)
            }
            PathSegment::Close => write!(out, "h "),
        };
    }
    let even = matches!(fill, Some((_, FillRule::EvenOdd)));
    out.push_str(match (fill.is_some(), stroke.is_some(), even) {
        (true, true, false) => "B\n",
        (true, true, true) => "B*\n",
        (true, false, false) => "f\n",
        (true, false, true) => "f*\n",
        _ => "S\n",
    });
}
