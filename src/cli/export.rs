//! `kiebitz export`: question sheets and solution sheets for print.

use super::{Failure, Finding, input};
use crate::puzzle::diagram::{Ink, Suits};
use crate::puzzle::export::{COLUMN, Content, Sheet};
use crate::puzzle::soundness::Checker;
use crate::puzzle::words::Solution;
use crate::puzzle::{Language, Puzzle};
use crate::search::Limits;
use std::path::{Path, PathBuf};

/// Writes puzzles as SVG, PNG, PDF, plain text or Markdown
#[derive(clap::Args)]
pub(super) struct Args {
    /// Puzzle files, and last the file to write: OUT.svg, .png, .pdf, .txt or .md
    #[arg(required = true, num_args = 2.., value_name = "PUZZLE… OUT")]
    files: Vec<PathBuf>,
    /// The solution sheet: every card, and the solution instead of the question
    #[arg(long)]
    solution: bool,
    /// Question and solution together
    #[arg(long, conflicts_with = "solution")]
    both: bool,
    /// Work the solution out anew, in words, instead of taking the file's
    #[arg(long)]
    words: bool,
    /// Columns on an A4 page; one puzzle in one column makes a picture of its own size
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=6))]
    columns: u8,
    /// Width of a column in millimetres
    #[arg(long, value_name = "MM", default_value_t = COLUMN)]
    width: f32,
    /// In colour instead of grey
    #[arg(long)]
    colour: bool,
    /// German suits
    #[arg(long)]
    german_suits: bool,
    /// Dots to the inch of a PNG
    #[arg(long, value_name = "N", default_value_t = 300.0)]
    dpi: f32,
    /// The language of all words: de or en
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = input::language)]
    language: Language,
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let Some((out, files)) = args.files.split_last() else {
        return Err(Failure::Input("the file to write is missing".into()));
    };
    let kind = out.extension().and_then(|end| end.to_str()).unwrap_or("").to_lowercase();
    if !["svg", "png", "pdf", "txt", "md"].contains(&kind.as_str()) {
        let name = out.display();
        return Err(Failure::Input(format!("{name}: the name must end with .svg, .png, .pdf, .txt or .md")));
    }
    let mut puzzles: Vec<Puzzle> = files.iter().map(|file| input::puzzle(file)).collect::<Result<_, _>>()?;
    if args.words {
        let mut checker = Checker::new();
        for (puzzle, file) in puzzles.iter_mut().zip(files) {
            let solution = Solution::of(puzzle, &mut checker, &Limits::none())
                .map_err(|error| Failure::Input(format!("{}: {error}", file.display())))?;
            puzzle.solution = solution.texts();
        }
    }
    let mut sheet = Sheet::new(puzzles, args.language);
    sheet.columns = usize::from(args.columns);
    sheet.width = args.width;
    sheet.content = match (args.solution, args.both) {
        (true, _) => Content::Solution,
        (_, true) => Content::Both,
        _ => Content::Question,
    };
    if args.colour {
        (sheet.ink, sheet.suits) = (Ink::Colour, Suits::FourColour);
    }
    if args.german_suits {
        sheet.suits = Suits::German;
    }
    let drawn = |error: crate::puzzle::diagram::DiagramError| Failure::Input(error.to_string());
    match kind.as_str() {
        "txt" => write(out, sheet.to_text().as_bytes())?,
        "md" => write(out, sheet.to_markdown().as_bytes())?,
        "pdf" => write(out, &sheet.to_pdf().map_err(drawn)?)?,
        "svg" => pages(out, sheet.to_svg().into_iter().map(String::into_bytes).collect())?,
        _ => pages(out, sheet.to_png(args.dpi.clamp(20.0, 1200.0)).map_err(drawn)?)?,
    }
    Ok(Finding::Clean)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::File { path: path.to_path_buf(), error })
}

/// One file for each page: `name.svg`, then `name-2.svg` and so on.
fn pages(path: &Path, pages: Vec<Vec<u8>>) -> Result<(), Failure> {
    for (number, bytes) in pages.iter().enumerate() {
        if number == 0 {
            write(path, bytes)?;
        } else {
            let stem = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
            let end = path.extension().map_or(String::new(), |end| end.to_string_lossy().into_owned());
            write(&path.with_file_name(format!("{stem}-{}.{end}", number + 1)), bytes)?;
        }
    }
    Ok(())
}
