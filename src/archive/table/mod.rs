//! Games as a table for other programs: one stated schema, written as CSV, JSON lines or Parquet.
//!
//! [`FIELDS`] is the schema: name, kind and meaning of every column, in order. Cards are written as everywhere (`CJ.HT`),
//! seats as `F M R`, counts of cards from 1. What is not known, or does not apply, is empty.

mod fields;
mod parquet;
mod thrift;

pub use fields::{FIELDS, Field, Kind, Value, values};
pub use parquet::ParquetWriter;

use super::index::Index;
use crate::plain;
use std::io::{self, Write};

/// Writes a table row by row.
///
/// ```
/// use kiebitz::archive::{Source, index::Indexer, sample, table::{Format, TableWriter}};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let mut text = Vec::new();
/// let mut table = TableWriter::begin(Format::JsonLines, &mut text).unwrap();
/// table.row(&index, 0, None).unwrap();
/// table.finish().unwrap();
/// let line: serde_json::Value = serde_json::from_slice(&text).unwrap();
/// assert_eq!((line["contract"].as_str(), line["points"].as_u64()), (Some("G"), Some(64)));
/// ```
pub struct TableWriter<W: Write> {
    out: Out<W>,
}

enum Out<W: Write> {
    Csv(W),
    Json(W),
    Parquet(ParquetWriter<W>),
}

/// How a table is written.
///
/// ```
/// use kiebitz::archive::table::Format;
/// assert_eq!(Format::of("games.parquet".as_ref()), Some(Format::Parquet));
/// assert_eq!(Format::of("games.sgf".as_ref()), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated with a head line.
    Csv,
    /// One JSON object a line.
    JsonLines,
    /// Apache Parquet.
    Parquet,
}

impl Format {
    /// The format that a file's name tells.
    #[must_use]
    pub fn of(path: &std::path::Path) -> Option<Format> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Format::Csv),
            "jsonl" | "ndjson" => Some(Format::JsonLines),
            "parquet" => Some(Format::Parquet),
            _ => None,
        }
    }
}

impl<W: Write> TableWriter<W> {
    /// Begins a table.
    ///
    /// # Errors
    /// If writing fails.
    pub fn begin(format: Format, mut out: W) -> io::Result<TableWriter<W>> {
        let out = match format {
            Format::Csv => {
                let names: Vec<&str> = FIELDS.iter().map(|field| field.name).collect();
                writeln!(out, "{}", names.join(","))?;
                Out::Csv(out)
            }
            Format::JsonLines => Out::Json(out),
            Format::Parquet => Out::Parquet(ParquetWriter::begin(out, &FIELDS)?),
        };
        Ok(TableWriter { out })
    }

    /// Writes a game; `found_at` is the number of cards after which a question held, if one was asked.
    ///
    /// # Errors
    /// If writing fails.
    pub fn row(&mut self, index: &Index, number: u32, found_at: Option<u8>) -> io::Result<()> {
        let Some(values) = values(index, number, found_at) else { return Ok(()) };
        match &mut self.out {
            Out::Csv(out) => {
                let cells: Vec<String> =
                    values.iter().map(|value| plain::csv(&value.text()).into_owned()).collect();
                writeln!(out, "{}", cells.join(","))
            }
            Out::Json(out) => {
                let pairs = FIELDS.iter().zip(&values).filter(|(_, value)| **value != Value::None);
                let object: serde_json::Map<String, serde_json::Value> =
                    pairs.map(|(field, value)| (field.name.to_string(), value.json())).collect();
                serde_json::to_writer(&mut *out, &object)?;
                writeln!(out)
            }
            Out::Parquet(writer) => writer.row(values),
        }
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(self) -> io::Result<W> {
        match self.out {
            Out::Csv(mut out) | Out::Json(mut out) => {
                out.flush()?;
                Ok(out)
            }
            Out::Parquet(writer) => writer.finish(),
        }
    }
}
