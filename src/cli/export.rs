//! `kiebitz export`: question sheets and solution sheets for print.

use super::{Failure, Finding, input, progress, resources, speech};
use crate::print::deck::Deck;
use crate::print::{self, Content, Format, Ink, Paper, PrintError, Printing, Sheet, Style, page_path};
use crate::puzzle::Puzzle;
use crate::words::Faces;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Writes puzzles as PDF, SVG, PNG, JPEG, TIFF, plain text, Markdown, or a page that plays in a browser
#[derive(clap::Args)]
pub(super) struct Args {
    /// Puzzle files or folders of them, and last the file to write: OUT.pdf, .svg, .png, .jpg, .tif, .txt, .md or .html
    #[arg(required = true, num_args = 1.., value_name = "PUZZLE… OUT")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    parts: Parts,
    /// Work the solution out anew, in words, instead of taking the file's
    #[arg(long)]
    words: bool,
    #[command(flatten)]
    look: Look,
    /// What stands above the puzzles
    #[arg(long, value_name = "TEXT", default_value = "")]
    title: String,
    /// Who publishes them
    #[arg(long, value_name = "TEXT", default_value = "")]
    author: String,
    /// The number of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 1)]
    first: u16,
    /// Solutions that are worked out are short: the key card, and why the tempting card fails
    #[arg(long)]
    short: bool,
}

/// What is written of each puzzle.
#[derive(clap::Args)]
struct Parts {
    /// The solution sheet: every card, and the solution instead of the question
    #[arg(long)]
    solution: bool,
    /// Question and solution together
    #[arg(long, conflicts_with = "solution")]
    both: bool,
    /// The solution below its question, upside down
    #[arg(long, conflicts_with_all = ["solution", "both"])]
    upside_down: bool,
    /// All questions in front, all solutions behind, as on a club's sheet
    #[arg(long, conflicts_with_all = ["solution", "both", "upside_down"])]
    apart: bool,
}

/// What it looks like.
#[derive(clap::Args)]
struct Look {
    /// A newspaper column for each puzzle, A4, A5, or a booklet with contents and index
    #[arg(long, value_enum)]
    paper: Option<PaperName>,
    /// Columns on a page; more than one means A4
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    columns: u8,
    /// Width of a newspaper column in millimetres
    #[arg(long, value_name = "MM", default_value_t = 91.0, value_parser = resources::length)]
    width: f32,
    /// Hands in letters, as small pictures of cards, or as fans
    #[arg(long, value_enum, default_value_t = StyleName::Letters)]
    style: StyleName,
    /// A folder or zip file with a picture of each card (PNG, JPEG, WebP or SVG) for --style cards and fans
    #[arg(long, value_name = "FOLDER")]
    deck: Option<PathBuf>,
    /// In colour instead of grey
    #[arg(long)]
    colour: bool,
    /// German suits
    #[arg(long)]
    german_suits: bool,
    /// Dots to the inch of a picture
    #[arg(long, value_name = "N", default_value_t = 300.0, value_parser = resources::length)]
    dpi: f32,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PaperName {
    Column,
    A4,
    A5,
    Booklet,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum StyleName {
    Letters,
    Cards,
    Fans,
}

/// The format that a file's ending names.
fn format(out: &Path, dpi: f32) -> Option<Format> {
    let dots = dpi.clamp(20.0, 2400.0) as u16;
    let ending = out.extension().and_then(|end| end.to_str()).unwrap_or("").to_lowercase();
    Some(match ending.as_str() {
        "pdf" => Format::Pdf,
        "svg" => Format::Svg,
        "png" => Format::Png(dots),
        "jpg" | "jpeg" => Format::Jpeg(dots),
        "tif" | "tiff" => Format::Tiff(dots),
        "txt" => Format::Text,
        "md" => Format::Markdown,
        "html" | "htm" => Format::Html,
        _ => return None,
    })
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let Some((out, files)) = args.files.split_last() else {
        return Err(Failure::Input(speech::words().t("cli.no_out").into()));
    };
    let Some(format) = format(out, args.look.dpi) else {
        let why = speech::words().t("cli.no_format");
        return Err(Failure::Input(format!("{}: {why}", out.display())));
    };
    let files = puzzle_files(files)?;
    let puzzles: Vec<Puzzle> = files.iter().map(|file| input::puzzle(file)).collect::<Result<_, _>>()?;
    let mut sheet = sheet(args, puzzles);
    if let Some(folder) = &args.look.deck {
        sheet.look.deck =
            Some(Deck::read(folder).map_err(|error| Failure::Input(error.told(&speech::words())))?);
    }
    let made = watched(|printing| {
        if args.words || args.short {
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

/// The files themselves, and the puzzles in folders by name.
fn puzzle_files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failure = |error| Failure::File { path: path.clone(), error };
        let mut inside: Vec<PathBuf> = std::fs::read_dir(path)
            .map_err(failure)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()
            .map_err(failure)?;
        inside.retain(|file| file.extension().is_some_and(|end| end.eq_ignore_ascii_case("ron")));
        inside.sort();
        if inside.is_empty() {
            let why = speech::words().t("cli.no_puzzles_here");
            return Err(Failure::Input(format!("{}: {why}", path.display())));
        }
        files.extend(inside);
    }
    Ok(files)
}

fn sheet(args: &Args, puzzles: Vec<Puzzle>) -> Sheet {
    let columns = usize::from(args.look.columns);
    let mut sheet = Sheet::new(puzzles, speech::words().language);
    sheet.short = args.short;
    sheet.paper = match args.look.paper {
        Some(PaperName::Column) => Paper::Column(args.look.width),
        Some(PaperName::A4) => Paper::A4(columns),
        Some(PaperName::A5) => Paper::A5(columns),
        Some(PaperName::Booklet) => Paper::Booklet,
        None if columns > 1 => Paper::A4(columns),
        None => Paper::Column(args.look.width),
    };
    sheet.content = match (args.parts.solution, args.parts.both, args.parts.upside_down, args.parts.apart) {
        (true, ..) => Content::Solution,
        (_, true, ..) => Content::Both,
        (_, _, true, _) => Content::UpsideDown,
        (_, _, _, true) => Content::Apart,
        _ => Content::Question,
    };
    sheet.style = match args.look.style {
        StyleName::Letters => Style::Letters,
        StyleName::Cards => Style::Cards,
        StyleName::Fans => Style::Fans,
    };
    if args.look.colour {
        (sheet.look.ink, sheet.look.words.faces) = (Ink::Colour, Faces::FourColour);
    }
    if args.look.german_suits {
        sheet.look.words.faces = Faces::German;
    }
    sheet.title.clone_from(&args.title);
    sheet.author.clone_from(&args.author);
    sheet.first = usize::from(args.first);
    sheet.date = print::today();
    sheet
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
