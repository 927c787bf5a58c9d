//! `kiebitz archive --where`: the games of archives that answer a question, listed or as a table.

use super::{Failure, Finding, out_file};
use crate::archive::analysis::Results;
use crate::archive::ask::{Ask, Search};
use crate::archive::index::{Column, Index, Indexer};
use crate::archive::notes::{NoteBook, beside};
use crate::archive::table::{FIELDS, Format, TableWriter};
use crate::archive::{ReadProblem, Source};
use crate::storage::{Draft, Overwrite, RealDisk};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

/// What the games must be like, and how they are told
#[derive(clap::Args)]
pub(super) struct QueryArgs {
    /// Only games that answer this question, such as `game=G lead(defender T blank)`; empty for all
    #[arg(long = "where", value_name = "QUESTION")]
    pub(super) ask: Option<String>,
    /// How many, and how they ended, and nothing else
    #[arg(long, requires = "ask")]
    count: bool,
    /// A table, as csv or jsonl
    #[arg(long, value_enum, requires = "ask")]
    format: Option<TextFormat>,
    /// Write the table to this file: .csv, .jsonl or .parquet
    #[arg(long, value_name = "FILE", requires = "ask")]
    out: Option<PathBuf>,
    /// With what `kiebitz analyse --json` found
    #[arg(long, value_name = "FILE", requires = "ask")]
    results: Vec<PathBuf>,
    /// The columns of the tables and what they mean
    #[arg(long)]
    pub(super) schema: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum TextFormat {
    Csv,
    Jsonl,
}

/// Lists the columns.
pub(super) fn schema() -> Result<Finding, Failure> {
    let mut out = crate::cli::output::stdout();
    for field in FIELDS {
        writeln!(out, "{:<24}{:<9}{}", field.name, field.kind.name(), field.about)?;
    }
    Ok(Finding::Clean)
}

/// Answers a question.
pub(super) fn run(args: &QueryArgs, text: &str, files: &[PathBuf]) -> Result<Finding, Failure> {
    let ask: Ask = text.parse().map_err(|error| Failure::Input(format!("--where: {error}")))?;
    let search = Search::new(&ask);
    let format = match (&args.out, args.format) {
        (Some(path), _) => {
            out_file::not_an_input(path, files)?;
            let unknown = || Failure::Input(format!("{}: not .csv, .jsonl or .parquet", path.display()));
            Some(Format::of(path).ok_or_else(unknown)?)
        }
        (None, Some(TextFormat::Csv)) => Some(Format::Csv),
        (None, Some(TextFormat::Jsonl)) => Some(Format::JsonLines),
        (None, None) => None,
    };
    let results = read_results(&args.results)?;
    let mut told = Told::begin(args, format)?;
    for path in files {
        let mut index = read(path)?;
        index.join(&results);
        read_notes(&index, path)?;
        for number in index.all() {
            if let Some(place) = search.place(&index, number) {
                told.game(&index, number, place)?;
            }
        }
        told.unreadable += index.unreadable_count;
    }
    told.end()
}

fn read_results(files: &[PathBuf]) -> Result<Results, Failure> {
    let mut results = Results::in_memory();
    for path in files {
        let failed = |error| Failure::File { path: path.clone(), error };
        results.import(BufReader::new(File::open(path).map_err(failed)?)).map_err(failed)?;
    }
    Ok(results)
}

/// What stands beside the archive.
fn read_notes(index: &Index, path: &Path) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(());
    }
    let path = beside(path);
    let book = NoteBook::load(&RealDisk, &path);
    let book = book.map_err(|error| Failure::File { path: path.clone(), error })?;
    if book.unread() > 0 {
        eprintln!("{}: {} lines are no notes", path.display(), book.unread());
    }
    index.notes.merge(&book);
    Ok(())
}

fn read(path: &Path) -> Result<Index, Failure> {
    let failed = |error| Failure::File { path: path.to_path_buf(), error };
    let stdin = path == Path::new("-");
    let source = if stdin { Source::from_stream(io::stdin()) } else { Source::open(path) };
    let mut indexer = Indexer::new(source.map_err(failed)?);
    loop {
        match indexer.step(1 << 16) {
            Ok(true) => {}
            Ok(false) => return Ok(indexer.into_index()),
            // What was read before the damage counts, as in a check.
            Err(error) => {
                let problem = ReadProblem::Io { line: indexer.line(), error };
                eprintln!("{}: line {}: {problem}", path.display(), problem.line());
                return Ok(indexer.into_index());
            }
        }
    }
}

/// Where the games go.
enum Told {
    Lines,
    Count,
    Table(TableWriter<Box<dyn Write>>),
    File(TableWriter<Draft>),
}

struct Teller {
    told: Told,
    games: u64,
    won: u64,
    lost: u64,
    unreadable: u64,
}

impl Told {
    fn begin(args: &QueryArgs, format: Option<Format>) -> Result<Teller, Failure> {
        let told = match (format, &args.out) {
            _ if args.count => Told::Count,
            (None, _) => Told::Lines,
            (Some(format), Some(path)) => {
                let draft = Draft::begin(RealDisk::shared(), path, Overwrite::Allowed);
                let draft = draft.map_err(|error| Failure::Input(error.to_string()))?;
                Told::File(TableWriter::begin(format, draft)?)
            }
            (Some(format), None) => {
                let out: Box<dyn Write> = Box::new(io::BufWriter::new(crate::cli::output::stdout()));
                Told::Table(TableWriter::begin(format, out)?)
            }
        };
        Ok(Teller { told, games: 0, won: 0, lost: 0, unreadable: 0 })
    }
}

impl Teller {
    fn game(&mut self, index: &Index, number: u32, place: u8) -> Result<(), Failure> {
        let Some(row) = index.row(number) else { return Ok(()) };
        self.games += 1;
        self.won += u64::from(row.value > 0);
        self.lost += u64::from(row.value < 0);
        match &mut self.told {
            Told::Count => {}
            Told::Table(table) => table.row(index, number, Some(place))?,
            Told::File(table) => table.row(index, number, Some(place))?,
            Told::Lines => {
                let cell = |column: Column| column.text(&row, index);
                let columns = [
                    Column::Id,
                    Column::Date,
                    Column::Contract,
                    Column::Declarer,
                    Column::Result,
                    Column::Value,
                    Column::Points,
                ];
                let cells: Vec<String> =
                    columns.into_iter().map(cell).filter(|text| !text.is_empty()).collect();
                let at = if place > 0 { format!("  after {place} cards") } else { String::new() };
                let mut out = crate::cli::output::stdout();
                writeln!(out, "{}{at}", crate::plain::line(&cells.join("  ")))?;
            }
        }
        Ok(())
    }

    fn end(self) -> Result<Finding, Failure> {
        let Teller { told, games, won, lost, unreadable } = self;
        match told {
            Told::Table(table) => drop(table.finish()?),
            Told::File(table) => {
                let draft = table.finish()?;
                draft.commit().map_err(|error| Failure::Input(error.to_string()))?;
            }
            Told::Lines | Told::Count => {
                let mut out = crate::cli::output::stdout();
                writeln!(out, "{games} games: {won} won, {lost} lost")?;
            }
        }
        Ok(if unreadable > 0 { Finding::Negative } else { Finding::Clean })
    }
}
