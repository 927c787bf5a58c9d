//! Parquet, as little of it as a table of games needs: flat columns, each value there or not, in plain encoding and
//! unpacked. Some hundred lines here weigh less than the whole of the format's own crate; DuckDB and pyarrow read them back in
//! the project's checks.
//!
//! The file: `PAR1`, then groups of rows, each column's values in one piece; at the end the schema and where each
//! piece stands, how long that is, and `PAR1` again.

use super::fields::{Field, Kind, Value};
use super::thrift::{Struct, run};
use std::io::{self, Write};

/// Rows of a group: what is held in memory.
const GROUP: usize = 1 << 16;
const MARK: &[u8; 4] = b"PAR1";
/// Numbers of the format.
const DATA_PAGE: i32 = 0;
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const UNCOMPRESSED: i32 = 0;
const OPTIONAL: i32 = 1;
const UTF8: i32 = 0;

fn physical(kind: Kind) -> i32 {
    match kind {
        Kind::Boolean => 0,
        Kind::Integer => 2,
        Kind::Text => 6,
    }
}

/// A column of the group being filled.
#[derive(Default)]
struct Column {
    /// Lengths of runs of rows that have a value, or have none, by turns; the first has none.
    runs: Vec<u64>,
    bytes: Vec<u8>,
    /// Values so far, for the bits of yes and no.
    count: usize,
}

impl Column {
    fn push(&mut self, value: &Value) {
        let there = *value != Value::None;
        if self.runs.is_empty() {
            self.runs.push(0);
        }
        if self.runs.len().is_multiple_of(2) != there {
            self.runs.push(0);
        }
        if let Some(run) = self.runs.last_mut() {
            *run += 1;
        }
        match value {
            Value::None => return,
            Value::Text(text) => {
                self.bytes.extend((text.len() as u32).to_le_bytes());
                self.bytes.extend(text.as_bytes());
            }
            Value::Integer(number) => self.bytes.extend(number.to_le_bytes()),
            Value::Boolean(fact) => {
                if self.count.is_multiple_of(8) {
                    self.bytes.push(0);
                }
                if let Some(last) = self.bytes.last_mut() {
                    *last |= u8::from(*fact) << (self.count % 8);
                }
            }
        }
        self.count += 1;
    }

    /// Which rows have a value, then the values.
    fn page(&self) -> Vec<u8> {
        let mut levels = Vec::new();
        for (at, &length) in self.runs.iter().enumerate().filter(|(_, length)| **length > 0) {
            run(&mut levels, length, (at % 2) as u8);
        }
        let mut page = (levels.len() as u32).to_le_bytes().to_vec();
        page.extend(levels);
        page.extend(&self.bytes);
        page
    }
}

/// Where a column of a group stands.
struct Piece {
    offset: u64,
    bytes: u64,
}

struct Group {
    rows: u64,
    pieces: Vec<Piece>,
}

/// Writes a Parquet file.
///
/// ```
/// use kiebitz::archive::table::{Field, Kind, ParquetWriter, Value};
/// let fields = [Field { name: "points", kind: Kind::Integer, about: "the declarer's points" }];
/// let mut file = ParquetWriter::begin(Vec::new(), &fields).unwrap();
/// file.row(vec![Value::Integer(61)]).unwrap();
/// file.row(vec![Value::None]).unwrap();
/// let bytes = file.finish().unwrap();
/// assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
/// ```
pub struct ParquetWriter<W> {
    out: W,
    fields: Vec<Field>,
    at: u64,
    columns: Vec<Column>,
    rows: usize,
    groups: Vec<Group>,
}

impl<W: Write> ParquetWriter<W> {
    /// Begins a file with these columns.
    ///
    /// # Errors
    /// If writing fails.
    pub fn begin(mut out: W, fields: &[Field]) -> io::Result<ParquetWriter<W>> {
        out.write_all(MARK)?;
        let columns = fields.iter().map(|_| Column::default()).collect();
        Ok(ParquetWriter { out, fields: fields.to_vec(), at: 4, columns, rows: 0, groups: Vec::new() })
    }

    /// Adds a row: a value for each column, of its kind or none.
    ///
    /// # Errors
    /// If writing fails.
    pub fn row(&mut self, values: Vec<Value>) -> io::Result<()> {
        for (at, (column, field)) in self.columns.iter_mut().zip(&self.fields).enumerate() {
            let value = values.get(at).unwrap_or(&Value::None);
            let fits = matches!(
                (field.kind, value),
                (_, Value::None)
                    | (Kind::Text, Value::Text(_))
                    | (Kind::Integer, Value::Integer(_))
                    | (Kind::Boolean, Value::Boolean(_))
            );
            column.push(if fits { value } else { &Value::None });
        }
        self.rows += 1;
        if self.rows == GROUP { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.rows);
        let mut pieces = Vec::with_capacity(self.columns.len());
        for column in &mut self.columns {
            let page = std::mem::take(column).page();
            let about = Struct::default().int(1, rows as i32).int(2, PLAIN).int(3, RLE).int(4, RLE);
            let length = page.len() as i32;
            let head =
                Struct::default().int(1, DATA_PAGE).int(2, length).int(3, length).part(5, about).bytes();
            self.out.write_all(&head)?;
            self.out.write_all(&page)?;
            let bytes = (head.len() + page.len()) as u64;
            pieces.push(Piece { offset: self.at, bytes });
            self.at += bytes;
        }
        self.groups.push(Group { rows: rows as u64, pieces });
        Ok(())
    }

    /// Writes what is left, and what the file knows of itself.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        let root = Struct::default().text(4, "games").int(5, self.fields.len() as i32);
        let columns = self.fields.iter().map(|field| {
            let column = Struct::default().int(1, physical(field.kind)).int(3, OPTIONAL).text(4, field.name);
            if field.kind == Kind::Text { column.int(6, UTF8) } else { column }
        });
        let schema: Vec<Struct> = std::iter::once(root).chain(columns).collect();
        let rows: u64 = self.groups.iter().map(|group| group.rows).sum();
        let groups: Vec<Struct> = self.groups.iter().map(|group| self.group(group)).collect();
        let about = Struct::default()
            .int(1, 1)
            .parts(2, schema.into_iter())
            .long(3, rows as i64)
            .parts(4, groups.into_iter())
            .text(6, concat!("kiebitz ", env!("CARGO_PKG_VERSION")))
            .bytes();
        self.out.write_all(&about)?;
        self.out.write_all(&(about.len() as u32).to_le_bytes())?;
        self.out.write_all(MARK)?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn group(&self, group: &Group) -> Struct {
        let columns: Vec<Struct> = self
            .fields
            .iter()
            .zip(&group.pieces)
            .map(|(field, piece)| {
                let column = Struct::default()
                    .int(1, physical(field.kind))
                    .ints(2, &[PLAIN, RLE])
                    .texts(3, &[field.name])
                    .int(4, UNCOMPRESSED)
                    .long(5, group.rows as i64)
                    .long(6, piece.bytes as i64)
                    .long(7, piece.bytes as i64)
                    .long(9, piece.offset as i64);
                Struct::default().long(2, piece.offset as i64).part(3, column)
            })
            .collect();
        let bytes: u64 = group.pieces.iter().map(|piece| piece.bytes).sum();
        Struct::default().parts(1, columns.into_iter()).long(2, bytes as i64).long(3, group.rows as i64)
    }
}
