//! Puzzles for print: sheets as PDF, pictures and text, and pages that play in a browser.
//!
//! A sheet is set like a newspaper column: letters measured by the font, lines justified and words divided, columns
//! that reflow at a fixed type size. Everything becomes marks on a [`Page`]; PDF, SVG and pictures draw the
//! same marks, so all three show the same.

pub mod deck;
mod diagram;
mod face;
pub(crate) mod figure;
mod flow;
mod marks;
mod page;
mod paragraph;
mod pdf;
mod picture;
mod printing;
mod set;
mod suits;
mod svg;
mod text;
mod zip;

pub use diagram::Style;
pub use flow::Page;
pub use marks::MM;
#[cfg(feature = "gui")]
pub(crate) use picture::pixels;
pub use printing::{Format, PrintError, Printing, page_path};
pub use suits::Look;
pub(crate) use svg::inline;

use crate::puzzle::Puzzle;
use crate::words::{Faces, Language, Words};

/// Colour or grey.
///
/// ```
/// use kiebitz::print::{Ink, Sheet};
/// use kiebitz::puzzle::{Language, bundled};
/// let (_, puzzle) = bundled().next().unwrap();
/// let mut sheet = Sheet::new(vec![puzzle], Language::German);
/// assert_eq!(sheet.look.ink, Ink::Grey);
/// let grey = sheet.to_svg();
/// sheet.look.ink = Ink::Colour;
/// assert_ne!(sheet.to_svg(), grey);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// In colour.
    Colour,
    /// Shades of grey, for newsprint.
    #[default]
    Grey,
}

/// What a sheet shows of each puzzle.
///
/// ```
/// use kiebitz::print::{Content, Sheet};
/// use kiebitz::puzzle::{Language, bundled};
/// let (_, puzzle) = bundled().next().unwrap();
/// let mut sheet = Sheet::new(vec![puzzle], Language::German);
/// let question = sheet.to_text();
/// sheet.content = Content::Both;
/// assert!(sheet.to_text().len() > question.len());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// The diagram and the question.
    #[default]
    Question,
    /// The diagram with every card and the solution.
    Solution,
    /// Each question with its solution.
    Both,
    /// Each question, its solution below it upside down.
    UpsideDown,
    /// All questions, then, on a page of their own, all solutions.
    Apart,
}

/// What a sheet is printed on.
///
/// ```
/// use kiebitz::print::{MM, Paper, Sheet};
/// use kiebitz::puzzle::{Language, bundled};
/// let (_, puzzle) = bundled().next().unwrap();
/// let mut sheet = Sheet::new(vec![puzzle], Language::German);
/// sheet.paper = Paper::A4(2);
/// let page = &sheet.pages()[0];
/// assert!((page.width / MM - 210.0).abs() < 0.5 && (page.height / MM - 297.0).abs() < 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paper {
    /// A column of a newspaper, so many millimetres wide, one strip for each puzzle.
    Column(f32),
    /// A5 with so many columns.
    A5(usize),
    /// A4 with so many columns.
    A4(usize),
    /// A booklet in A5: contents, questions, solutions, index.
    Booklet,
}

impl Default for Paper {
    fn default() -> Paper {
        Paper::Column(91.0)
    }
}

/// A date as printed: year, month, day.
///
/// ```
/// use kiebitz::print::{Date, today};
/// let (year, month, day): Date = today().unwrap();
/// assert!(year > 2000 && (1..=12).contains(&month) && (1..=31).contains(&day));
/// ```
pub type Date = (u16, u8, u8);

/// Today: year, month and day in Greenwich, by the calendar's rule of 400 years.
#[must_use]
pub fn today() -> Option<Date> {
    let days = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?.as_secs() / 86_400;
    // Counted from the first of March of the year 0, so that the leap day comes last.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    Some((u16::try_from(year).ok()?, month as u8, of_month as u8))
}

/// A sheet of puzzles.
///
/// ```
/// use kiebitz::print::Sheet;
/// use kiebitz::puzzle::{Language, bundled};
/// let (_, puzzle) = bundled().next().unwrap();
/// let sheet = Sheet::new(vec![puzzle], Language::German);
/// assert!(sheet.to_text().contains("Vorhand"));
/// assert!(sheet.to_pdf().unwrap().starts_with(b"%PDF-1.7"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// Language, deck, colour or grey.
    pub look: Look,
    /// Question or solution.
    pub content: Content,
    /// Whether solutions that are worked out are told in short.
    pub short: bool,
    /// The paper and its columns.
    pub paper: Paper,
    /// How hands are shown.
    pub style: Style,
    /// What stands above it all.
    pub title: String,
    /// Who publishes it.
    pub author: String,
    /// When; nothing is printed without it, and a PDF is of today.
    pub date: Option<Date>,
    /// The number of the first puzzle.
    pub first: usize,
}

impl Sheet {
    /// A question sheet in grey, one newspaper column wide.
    #[must_use]
    pub fn new(puzzles: Vec<Puzzle>, language: Language) -> Sheet {
        let look = Look { words: Words::new(language, Faces::TwoColour), ink: Ink::Grey, deck: None };
        Sheet {
            puzzles,
            look,
            content: Content::Question,
            short: false,
            paper: Paper::default(),
            style: Style::Letters,
            title: String::new(),
            author: String::new(),
            date: None,
            first: 1,
        }
    }

    /// A single puzzle as the window shows it: in colour, as wide as a column.
    #[must_use]
    pub fn preview(puzzle: Puzzle, words: Words, ink: Ink, solution: bool) -> Sheet {
        let mut sheet = Sheet::new(vec![puzzle], words.language);
        sheet.look = Look { words, ink, deck: None };
        sheet.content = if solution { Content::Both } else { Content::Question };
        sheet
    }

    /// Whether several puzzles are counted.
    pub(crate) fn is_numbered(&self) -> bool {
        self.puzzles.len() > 1 || self.first > 1
    }

    /// The pages.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        set::document(self).pages
    }

    /// Each page as SVG. Letters are outlines, so that it looks the same in any program.
    #[must_use]
    pub fn to_svg(&self) -> Vec<String> {
        self.pages().iter().map(svg::page).collect()
    }

    /// All pages as PDF.
    ///
    /// # Errors
    /// If the file would not be what it promises, which is a fault of ours.
    pub fn to_pdf(&self) -> Result<Vec<u8>, PrintError> {
        pdf::file(&set::document(self), self, &Printing::default())
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
