//! A page as SVG. Letters are outlines, each drawn once and used wherever it stands: the drawing looks the same in
//! any program, whatever fonts it has. What they spell stands in the description, for those who search or listen.

use super::face::{self, Cut, Step};
use super::flow::Page;
use super::marks::{MM, Mark, Rgb, Shape};
use crate::plain;
use std::collections::HashMap;
use std::fmt::Write as _;

/// The page as SVG.
pub(crate) fn page(page: &Page) -> String {
    drawing(page, "l", None)
}

/// The page as a part of another document, which has its own names for the outlines of letters and says in words what
/// is shown.
pub(crate) fn inline(page: &Page, letters: &str, says: &str) -> String {
    drawing(page, letters, Some(says))
}

fn drawing(page: &Page, prefix: &str, says: Option<&str>) -> String {
    let (width, height) = (page.width, page.height);
    let mut drawing = Drawing { prefix: prefix.into(), ..Drawing::default() };
    let mut words = String::new();
    for placed in &page.placed {
        for mark in &placed.marks {
            drawing.mark(mark);
            match &mark.shape {
                Shape::Letters(run) => words.push_str(&run.text),
                _ => words.push_str(mark.says.as_deref().unwrap_or("")),
            }
        }
        words.push(' ');
    }
    let words = words.replace("\u{AD} ", "");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = says.map_or(words, str::to_string);
    // Paper is measured in millimetres; a browser wants its own dots, 96 to the inch.
    let [wide, high] = [width, height].map(|points| match says {
        Some(_) => format!("{:.0}", points * 96.0 / 72.0),
        None => format!("{:.2}mm", points / MM),
    });
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {width:.2} \
         {height:.2}\" role=\"img\">\n<desc>{}</desc>\n<defs>\n{}</defs>\n<rect width=\"{width:.2}\" \
         height=\"{height:.2}\" fill=\"#ffffff\"/>\n{}</svg>\n",
        plain::xml(&words),
        drawing.letters,
        drawing.body
    )
}

#[derive(Default)]
struct Drawing {
    /// What the names of outlines begin with.
    prefix: String,
    letters: String,
    known: HashMap<(Cut, u16), usize>,
    body: String,
}

impl Drawing {
    fn mark(&mut self, mark: &Mark) {
        let [a, b, c, d, e, f] = mark.place.0;
        let plain = [a, b, c, d] == [1.0, 0.0, 0.0, 1.0];
        let place = match plain {
            true => format!("translate({e:.2} {f:.2})"),
            false => format!("matrix({a:.4} {b:.4} {c:.4} {d:.4} {e:.2} {f:.2})"),
        };
        match &mark.shape {
            Shape::Letters(run) => {
                let _ = write!(
                    self.body,
                    "<g transform=\"{place} scale({:.3})\" fill=\"{}\">",
                    run.size,
                    hex(run.colour)
                );
                let mut x = 0.0;
                for glyph in &run.glyphs {
                    let at = self.letter(run.cut, glyph.id);
                    if let Some(at) = at {
                        let _ = write!(
                            self.body,
                            "<use href=\"#{}{at}\" x=\"{:.3}\" y=\"{:.3}\"/>",
                            self.prefix,
                            x + glyph.dx,
                            -glyph.dy
                        );
                    }
                    x += glyph.advance;
                }
                self.body.push_str("</g>\n");
            }
            Shape::Areas(areas) => {
                let _ = write!(self.body, "<g transform=\"{place}\">");
                for (steps, colour) in areas {
                    let _ = write!(self.body, "<path fill=\"{}\" d=\"{}\"/>", hex(*colour), data(steps, 2));
                }
                self.body.push_str("</g>\n");
            }
            Shape::Outline(steps, width, colour) => {
                let _ = writeln!(
                    self.body,
                    "<path transform=\"{place}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width:.2}\" d=\"{}\"/>",
                    hex(*colour),
                    data(steps, 2)
                );
            }
            Shape::Picture(dots, [width, height]) => {
                let png = super::picture::png(dots.width, dots.height, &dots.rgba, None).unwrap_or_default();
                let _ = writeln!(
                    self.body,
                    "<image transform=\"{place}\" width=\"{width:.2}\" height=\"{height:.2}\" \
                     preserveAspectRatio=\"none\" href=\"data:image/png;base64,{}\"/>",
                    base64(&png)
                );
            }
        }
    }

    /// The number of a letter's outline; blanks have none.
    fn letter(&mut self, cut: Cut, glyph: u16) -> Option<usize> {
        if let Some(&known) = self.known.get(&(cut, glyph)) {
            return (known > 0).then_some(known);
        }
        let steps = face::outline(cut, glyph);
        let number = if steps.is_empty() { 0 } else { self.known.len() + 1 };
        self.known.insert((cut, glyph), number);
        if number > 0 {
            let _ =
                writeln!(self.letters, "<path id=\"{}{number}\" d=\"{}\"/>", self.prefix, data(&steps, 3));
        }
        (number > 0).then_some(number)
    }
}

fn hex(Rgb(r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn data(steps: &[Step], digits: usize) -> String {
    let mut data = String::new();
    for step in steps {
        let _ = match *step {
            Step::Move([x, y]) => write!(data, "M{x:.digits$} {y:.digits$}"),
            Step::Line([x, y]) => write!(data, "L{x:.digits$} {y:.digits$}"),
            Step::Curve([a, b], [c, d], [x, y]) => {
                write!(data, "C{a:.digits$} {b:.digits$} {c:.digits$} {d:.digits$} {x:.digits$} {y:.digits$}")
            }
            Step::Close => write!(data, "Z"),
        };
    }
    data
}

/// Bytes as letters.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let part = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = part(0) << 16 | part(1) << 8 | part(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize] as char;
            text.push(if at <= chunk.len() { letter } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_letters() {
        assert_eq!(base64(b""), "");
        assert_eq!(base64(b"a"), "YQ==");
        assert_eq!(base64(b"ab"), "YWI=");
        assert_eq!(base64(b"abc"), "YWJj");
    }
}
