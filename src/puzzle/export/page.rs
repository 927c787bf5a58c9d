//! Diagrams set in columns on pages. Units are millimetres.

use crate::puzzle::diagram::Diagram;
#[cfg(feature = "print")]
use crate::puzzle::diagram::{self, DiagramError};
use std::fmt::Write as _;

/// A4.
const PAPER: (f32, f32) = (210.0, 297.0);
const MARGIN: f32 = 14.0;
const GAP: f32 = 6.0;

/// A page with its diagrams.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Width in millimetres.
    pub width: f32,
    /// Height in millimetres.
    pub height: f32,
    /// Where each drawing goes, at which scale, and its SVG without the outer tag.
    drawings: Vec<(f32, f32, f32, String)>,
}

/// The height of a drawing and what is inside its outermost tag.
fn opened(svg: &str) -> Option<(f32, &str)> {
    let height = svg.split_once("height=\"")?.1.split_once('"')?.0.parse().ok()?;
    let inside = svg.split_once('>')?.1.rsplit_once("</svg>")?.0;
    Some((height, inside))
}

/// Sets the drawings one below the other, column by column, page by page. One drawing in one column is a page of its
/// own size.
pub(super) fn pages(svgs: &[String], columns: usize, width: f32) -> Vec<Page> {
    let width = width.clamp(30.0, PAPER.0 - 2.0 * MARGIN);
    let columns = columns.max(1);
    let drawings: Vec<(f32, &str)> = svgs.iter().filter_map(|svg| opened(svg)).collect();
    if let ([(height, inside)], 1) = (drawings.as_slice(), columns) {
        let scale = width / Diagram::WIDTH;
        let drawings = vec![(0.0, 0.0, scale, (*inside).to_string())];
        return vec![Page { width, height: height * scale, drawings }];
    }
    // As many columns as fit side by side, and no wider than asked for.
    let room = PAPER.0 - 2.0 * MARGIN;
    let widest = (room - GAP * (columns - 1) as f32) / columns as f32;
    let width = width.min(widest).max(10.0);
    let (tallest, scale) = (PAPER.1 - 2.0 * MARGIN, width / Diagram::WIDTH);
    let mut pages = Vec::new();
    let mut page = Page { width: PAPER.0, height: PAPER.1, drawings: Vec::new() };
    let (mut column, mut y) = (0, 0.0);
    for (height, inside) in drawings {
        // Taller than a page: smaller, rather than cut.
        let scale = scale.min(tallest / height);
        let tall = height * scale;
        if y > 0.0 && y + tall > tallest {
            (column, y) = (column + 1, 0.0);
        }
        if column == columns {
            pages.push(std::mem::replace(
                &mut page,
                Page { width: PAPER.0, height: PAPER.1, drawings: Vec::new() },
            ));
            column = 0;
        }
        let x = MARGIN + column as f32 * (width + GAP);
        page.drawings.push((x, MARGIN + y, scale, inside.to_string()));
        y += tall + GAP;
    }
    if !page.drawings.is_empty() {
        pages.push(page);
    }
    pages
}

impl Page {
    /// Width, height and dots (red, green, blue, opaque) of the page, drawn so many dots wide.
    ///
    /// # Errors
    /// If the picture is too large for the machine.
    #[cfg(feature = "print")]
    pub fn rasterize(&self, dots: f32) -> Result<(usize, usize, Vec<u8>), DiagramError> {
        // Its size is resolved at 96 units to the inch.
        let units = self.width / 25.4 * 96.0;
        diagram::rasterize(&self.to_svg(), dots / units)
    }

    /// The page as SVG.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let Page { width, height, drawings } = self;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.2}mm\" height=\"{height:.2}mm\" \
             viewBox=\"0 0 {width:.2} {height:.2}\" font-family=\"Ubuntu, Helvetica, Arial, sans-serif\">\n\
             <rect width=\"{width:.2}\" height=\"{height:.2}\" fill=\"#ffffff\"/>\n"
        );
        for (x, y, scale, inside) in drawings {
            let _ = writeln!(svg, "<g transform=\"translate({x:.2} {y:.2}) scale({scale:.5})\">{inside}</g>");
        }
        svg + "</svg>\n"
    }
}
