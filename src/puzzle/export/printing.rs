//! Making the files of a sheet: pages drawn side by side on several threads, with progress and a stop.

use super::Sheet;
#[cfg(feature = "print")]
use super::{Page, pdf};
use crate::parallel::Panicked;
#[cfg(feature = "print")]
use crate::parallel::{self, End};
#[cfg(feature = "print")]
use crate::puzzle::diagram;
use crate::puzzle::diagram::DiagramError;
use crate::puzzle::soundness::Checker;
use crate::puzzle::wording::Solution;
use crate::search::proof::ProofError;
use crate::search::{Cancel, Limits};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a sheet is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// All pages in one file.
    #[default]
    Pdf,
    /// A drawing for each page.
    Svg,
    /// A picture for each page, with so many dots to the inch.
    Png(u16),
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
}

impl Format {
    /// The usual ending of its files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Pdf => "pdf",
            Format::Svg => "svg",
            Format::Png(_) => "png",
            Format::Text => "txt",
            Format::Markdown => "md",
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
#[derive(Clone, Debug, Default)]
pub struct Printing {
    done: Arc<AtomicUsize>,
    all: Arc<AtomicUsize>,
    /// Raise it to stop.
    pub cancel: Cancel,
}

impl Printing {
    /// Steps done and steps in all: pages drawn, solutions worked out.
    #[must_use]
    pub fn steps(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }

    fn expect(&self, steps: usize) {
        self.all.fetch_add(steps, Ordering::Relaxed);
    }

    fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

/// Why a sheet was not made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PrintError {
    /// Somebody stopped it.
    #[error("stopped")]
    Stopped,
    /// A page cannot be drawn.
    #[error(transparent)]
    Drawing(#[from] DiagramError),
    /// The solution of this puzzle, counted from 0, cannot be worked out.
    #[error("{1}")]
    Solution(usize, ProofError),
    /// Built without pictures.
    #[error("this kiebitz was built without PNG and PDF (the feature `print`)")]
    NoPictures,
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
            Format::Svg => Ok(self.to_svg().into_iter().map(String::into_bytes).collect()),
            #[cfg(feature = "print")]
            Format::Png(dots) => each_page(&self.pages(), printing, |page| {
                diagram::png(&page.to_svg(), f32::from(dots) / 96.0)
            }),
            #[cfg(feature = "print")]
            Format::Pdf => {
                let pages = self.pages();
                let drawings = each_page(&pages, printing, pdf::drawing)?;
                Ok(vec![pdf::file(&pages, &drawings)?])
            }
            #[cfg(not(feature = "print"))]
            Format::Png(_) | Format::Pdf => Err(PrintError::NoPictures),
        }
    }

    /// Works solutions out in words: those that are missing, or all anew.
    ///
    /// # Errors
    /// If it is stopped, or the searches have no answer.
    pub fn work_out(&mut self, anew: bool, printing: &Printing) -> Result<(), PrintError> {
        let missing: Vec<usize> = (0..self.puzzles.len())
            .filter(|&at| anew || self.puzzles[at].solution.get(self.words.language).is_empty())
            .collect();
        printing.expect(missing.len());
        let mut checker = Checker::new();
        let limits = Limits::until(printing.cancel.clone());
        for at in missing {
            let puzzle = &mut self.puzzles[at];
            match Solution::of(puzzle, &mut checker, &limits) {
                Ok(solution) => puzzle.solution = solution.texts(),
                Err(_) if printing.cancel.is_cancelled() => return Err(PrintError::Stopped),
                Err(error) => return Err(PrintError::Solution(at, error)),
            }
            printing.step();
        }
        Ok(())
    }
}

#[cfg(feature = "print")]
/// Does the same with every page, on as many threads as there are processors, and keeps the order.
fn each_page<T: Send>(
    pages: &[Page],
    printing: &Printing,
    work: impl Fn(&Page) -> Result<T, DiagramError> + Sync,
) -> Result<Vec<T>, PrintError> {
    printing.expect(pages.len());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
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
    match parallel::in_order(pages, threads, stop, || (), draw, take)? {
        End::All => made.into_iter().map(|page| page.map_err(PrintError::from)).collect(),
        End::Stopped => Err(PrintError::Stopped),
    }
}
