//! Making the files of a sheet: pages drawn side by side on several threads, with progress and a stop.

use super::{Page, Sheet, pdf, picture, set, svg};
use crate::parallel::{self, End, Panicked};
use crate::puzzle::soundness::Checker;
use crate::puzzle::wording::Solution;
use crate::search::proof::ProofError;
use crate::search::{Cancel, Limits, Resources};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a sheet is written as.
///
/// ```
/// use kiebitz::print::Format;
/// assert_eq!(Format::Png(300).extension(), "png");
/// assert!(Format::Pdf.is_drawn() && !Format::Markdown.is_drawn());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// All pages in one file.
    #[default]
    Pdf,
    /// A drawing for each page.
    Svg,
    /// A picture for each page, with so many dots to the inch.
    Png(u16),
    /// The same as JPEG, for layout programs.
    Jpeg(u16),
    /// The same as TIFF, for layout programs.
    Tiff(u16),
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
    /// A page that plays in a browser.
    Html,
}

impl Format {
    /// Whether pages are drawn, and not only told.
    #[must_use]
    pub const fn is_drawn(self) -> bool {
        !matches!(self, Format::Text | Format::Markdown | Format::Html)
    }

    /// The usual ending of its files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Pdf => "pdf",
            Format::Svg => "svg",
            Format::Png(_) => "png",
            Format::Jpeg(_) => "jpg",
            Format::Tiff(_) => "tif",
            Format::Text => "txt",
            Format::Markdown => "md",
            Format::Html => "html",
        }
    }
}

/// The file of a page, counted from 0: `name.svg`, then `name-2.svg` and so on.
#[must_use]
pub fn page_path(path: &Path, page: usize) -> PathBuf {
    if page == 0 {
        return path.to_path_buf();
    }
    let part =
        |part: Option<&OsStr>| part.map_or_else(String::new, |part| part.to_string_lossy().into_owned());
    path.with_file_name(format!("{}-{}.{}", part(path.file_stem()), page + 1, part(path.extension())))
}

/// How far the work has come, and how it is stopped.
///
/// ```
/// use kiebitz::print::{Format, Printing, Sheet};
/// use kiebitz::puzzle::{Language, bundled};
/// let sheet = Sheet::new(bundled().take(2).map(|(_, puzzle)| puzzle).collect(), Language::German);
/// let printing = Printing::default();
/// sheet.print(Format::Svg, &printing).unwrap();
/// let (done, all) = printing.steps();
/// assert_eq!(done, all);
/// ```
#[derive(Clone, Debug)]
pub struct Printing {
    done: Arc<AtomicUsize>,
    all: Arc<AtomicUsize>,
    /// Raise it to stop.
    pub cancel: Cancel,
    /// Memory for searches, and threads for these and for drawing.
    pub resources: Resources,
}

/// On all cores, with as much memory as searches usually take.
impl Default for Printing {
    fn default() -> Printing {
        Printing {
            done: Arc::default(),
            all: Arc::default(),
            cancel: Cancel::default(),
            resources: Resources::all_cores(),
        }
    }
}

impl Printing {
    /// Steps done and steps in all: pages drawn, solutions worked out.
    #[must_use]
    pub fn steps(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }

    pub(super) fn expect(&self, steps: usize) {
        self.all.fetch_add(steps, Ordering::Relaxed);
    }

    pub(super) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

/// Why a sheet was not made.
///
/// ```
/// use kiebitz::print::{Format, PrintError, Printing, Sheet};
/// use kiebitz::puzzle::{Language, bundled};
/// let (_, puzzle) = bundled().next().unwrap();
/// let printing = Printing::default();
/// printing.cancel.cancel();
/// let printed = Sheet::new(vec![puzzle], Language::German).print(Format::Png(72), &printing);
/// assert!(matches!(printed, Err(PrintError::Stopped)));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum PrintError {
    /// Somebody stopped it.
    #[error("stopped")]
    Stopped,
    /// No memory for so large a picture.
    #[error("a picture of {0} × {1} dots is too large")]
    Size(u32, u32),
    /// A picture cannot be written.
    #[error("the picture cannot be written: {0}")]
    Picture(String),
    /// The PDF would not keep its promises, which is a fault of ours.
    #[error("the PDF cannot be written: {0}")]
    Pdf(String),
    /// The solution of this puzzle, counted from 0, cannot be worked out.
    #[error("{1}")]
    Solution(usize, ProofError),
    /// Drawing failed by a fault in the program.
    #[error(transparent)]
    Panicked(#[from] Panicked),
}

impl Sheet {
    /// The files: one, or with SVG and PNG one for each page.
    ///
    /// # Errors
    /// If it is stopped, or a page is too large for the machine.
    pub fn print(&self, format: Format, printing: &Printing) -> Result<Vec<Vec<u8>>, PrintError> {
        match format {
            Format::Text => Ok(vec![self.to_text().into_bytes()]),
            Format::Markdown => Ok(vec![self.to_markdown().into_bytes()]),
            Format::Html => Ok(vec![super::page::page(self, printing)?.into_bytes()]),
            Format::Svg => self.each(printing, |page| Ok(svg::page(page).into_bytes())),
            Format::Png(dots) => self.each(printing, |page| {
                let pixels = picture::pixels(page, f32::from(dots) / 72.0)?;
                picture::png(pixels.width, pixels.height, &pixels.rgba, Some(dots))
            }),
            Format::Jpeg(dots) => self
                .each(printing, |page| picture::jpeg(&picture::pixels(page, f32::from(dots) / 72.0)?, dots)),
            Format::Tiff(dots) => self
                .each(printing, |page| picture::tiff(&picture::pixels(page, f32::from(dots) / 72.0)?, dots)),
            Format::Pdf => {
                let document = set::document(self);
                printing.expect(document.pages.len());
                Ok(vec![pdf::file(&document, self, printing)?])
            }
        }
    }

    fn each(
        &self,
        printing: &Printing,
        work: impl Fn(&Page) -> Result<Vec<u8>, PrintError> + Sync,
    ) -> Result<Vec<Vec<u8>>, PrintError> {
        each_page(&self.pages(), printing, work)
    }

    /// Works solutions out in words: those that are missing, or all anew.
    ///
    /// # Errors
    /// If it is stopped, or the searches have no answer.
    pub fn work_out(&mut self, anew: bool, printing: &Printing) -> Result<(), PrintError> {
        let missing: Vec<usize> = (0..self.puzzles.len())
            .filter(|&at| anew || self.puzzles[at].solution.get(self.look.words.language).is_empty())
            .collect();
        printing.expect(missing.len());
        let mut checker = Checker::with_resources(printing.resources);
        let limits = Limits::until(printing.cancel.clone());
        for at in missing {
            let puzzle = &mut self.puzzles[at];
            match Solution::of(puzzle, &mut checker, &limits) {
                Ok(solution) if self.short => puzzle.solution = solution.short_texts(),
                Ok(solution) => puzzle.solution = solution.texts(),
                Err(_) if printing.cancel.is_cancelled() => return Err(PrintError::Stopped),
                Err(error) => return Err(PrintError::Solution(at, error)),
            }
            printing.step();
        }
        Ok(())
    }
}

/// Does the same with every page, on as many threads as there may be, and keeps the order.
fn each_page<T: Send>(
    pages: &[Page],
    printing: &Printing,
    work: impl Fn(&Page) -> Result<T, PrintError> + Sync,
) -> Result<Vec<T>, PrintError> {
    printing.expect(pages.len());
    let stop = || printing.cancel.is_cancelled();
    let mut made = Vec::with_capacity(pages.len());
    let draw = |(): &mut (), page: &Page| {
        let drawn = work(page);
        printing.step();
        drawn
    };
    let take = |page| {
        made.push(page);
        true
    };
    match parallel::in_order(pages, printing.resources.threads(), stop, || (), draw, take)? {
        End::All => made.into_iter().collect(),
        End::Stopped => Err(PrintError::Stopped),
    }
}
