//! `kiebitz export`: question sheets and solution sheets for print.

use super::{Failure, Finding, input, progress, resources};
use crate::puzzle::Puzzle;
use crate::puzzle::diagram::Ink;
use crate::puzzle::export::{COLUMN, Content, Format, PrintError, Printing, Sheet, page_path};
use crate::words::{Faces, Language};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
    #[arg(long, value_name = "MM", default_value_t = COLUMN, value_parser = resources::length)]
    width: f32,
    /// In colour instead of grey
    #[arg(long)]
    colour: bool,
    /// German suits
    #[arg(long)]
    german_suits: bool,
    /// Dots to the inch of a PNG
    #[arg(long, value_name = "N", default_value_t = 300.0, value_parser = resources::length)]
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
    let puzzles: Vec<Puzzle> = files.iter().map(|file| input::puzzle(file)).collect::<Result<_, _>>()?;
    let mut sheet = Sheet::new(puzzles, args.language);
    sheet.columns = usize::from(args.columns);
    sheet.width = args.width;
    sheet.content = match (args.solution, args.both) {
        (true, _) => Content::Solution,
        (_, true) => Content::Both,
        _ => Content::Question,
    };
    if args.colour {
        (sheet.ink, sheet.words.faces) = (Ink::Colour, Faces::FourColour);
    }
    if args.german_suits {
        sheet.words.faces = Faces::German;
    }
    let format = match kind.as_str() {
        "txt" => Format::Text,
        "md" => Format::Markdown,
        "pdf" => Format::Pdf,
        "svg" => Format::Svg,
        _ => Format::Png(args.dpi.clamp(20.0, 1200.0) as u16),
    };
    let made = watched(|printing| {
        if args.words {
            sheet.work_out(true, printing)?;
        }
        sheet.print(format, printing)
    });
    let made = made.map_err(|error| match error {
        PrintError::Solution(at, _) if at < files.len() => {
            Failure::Input(format!("{}: {error}", files[at].display()))
        }
        error => Failure::Input(error.to_string()),
    })?;
    for (page, bytes) in made.iter().enumerate() {
        write(&page_path(out, page), bytes)?;
    }
    Ok(Finding::Clean)
}

/// Does the work and shows how far it is.
fn watched<T: Send>(work: impl FnOnce(&Printing) -> T + Send) -> T {
    let printing = Printing::default();
    let bar = progress::bar(0);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let (steps, all) = printing.steps();
                bar.set_length(all as u64);
                bar.set_position(steps as u64);
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        let made = work(&printing);
        done.store(true, Ordering::Relaxed);
        bar.finish_and_clear();
        made
    })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    super::out_file::write(path, bytes)
}
