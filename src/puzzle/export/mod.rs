//! Puzzles for print: question sheets and solution sheets as SVG, PNG, PDF, plain text and Markdown.
//!
//! One puzzle is its diagram at the width of a newspaper column; several are set in columns on A4 pages. Letters
//! and suit symbols go into PNG and PDF as outlines, so that they print anywhere.

mod page;
#[cfg(feature = "print")]
mod pdf;
mod printing;
mod text;

pub use page::Page;
pub use printing::{Format, PrintError, Printing, page_path};

use super::Puzzle;
pub use super::diagram::Side as Content;
#[cfg(feature = "print")]
use super::diagram::{self, DiagramError};
use super::diagram::{Diagram, Ink};
use crate::words::Words;

/// A column of a newspaper, in millimetres, if nothing else is asked for.
pub const COLUMN: f32 = 91.0;

/// A sheet of puzzles.
///
/// ```
/// use kiebitz::puzzle::{bundled, export::Sheet};
/// use kiebitz::words::Language;
/// let (_, puzzle) = bundled().next().unwrap();
/// let sheet = Sheet::new(vec![puzzle], Language::German);
/// assert!(sheet.to_text().contains("Vorhand"));
/// # #[cfg(feature = "print")]
/// assert!(sheet.to_pdf().unwrap().starts_with(b"%PDF-1.4"));
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// Language and deck.
    pub words: Words,
    /// Colour or grey.
    pub ink: Ink,
    /// Question or solution.
    pub content: Content,
    /// Columns of a page; with one puzzle and one column the sheet is just as large as its diagram.
    pub columns: usize,
    /// Width of a column in millimetres, 30 to 180.
    pub width: f32,
}

impl Sheet {
    /// A question sheet in grey, one column wide.
    #[must_use]
    pub fn new(puzzles: Vec<Puzzle>, words: impl Into<Words>) -> Sheet {
        Sheet {
            puzzles,
            words: words.into(),
            ink: Ink::Grey,
            content: Content::Question,
            columns: 1,
            width: COLUMN,
        }
    }

    /// The diagram of one puzzle.
    fn diagram(&self, puzzle: &Puzzle) -> Diagram {
        Diagram { puzzle: puzzle.clone(), words: self.words, ink: self.ink, side: self.content }
    }

    /// The pages.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        let diagrams = self.puzzles.iter().map(|puzzle| self.diagram(puzzle).to_svg());
        page::pages(&diagrams.collect::<Vec<_>>(), self.columns, self.width)
    }

    /// Each page as SVG.
    #[must_use]
    pub fn to_svg(&self) -> Vec<String> {
        self.pages().iter().map(Page::to_svg).collect()
    }

    /// Each page as PNG with so many dots to the inch.
    ///
    /// # Errors
    /// If a page is too large for the machine.
    #[cfg(feature = "print")]
    pub fn to_png(&self, dots: f32) -> Result<Vec<Vec<u8>>, DiagramError> {
        self.pages().iter().map(|page| diagram::png(&page.to_svg(), dots / 96.0)).collect()
    }

    /// All pages as PDF.
    ///
    /// # Errors
    /// If a page cannot be drawn, which is a fault of ours.
    #[cfg(feature = "print")]
    pub fn to_pdf(&self) -> Result<Vec<u8>, DiagramError> {
        let pages = self.pages();
        let drawings = pages.iter().map(pdf::drawing).collect::<Result<Vec<_>, _>>()?;
        pdf::file(&pages, &drawings)
    }

    /// Plain text.
    #[must_use]
    pub fn to_text(&self) -> String {
        text::plain(self)
    }

    /// Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        text::markdown(self)
    }
}
