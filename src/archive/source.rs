//! Opening an archive: plain text, or packed with gzip or bzip2, as the public archive is
//! distributed. The first bytes decide, not the name. Both kinds of packed files are often made by joining
//! some, so every part is read.

use super::packed::{self, SharedTable};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const BUFFER: usize = 1 << 18;

/// How an archive is stored.
///
/// ```
/// use kiebitz::archive::Packing;
/// assert_eq!(Packing::of(b"BZh9"), Packing::Bzip2);
/// assert_eq!(Packing::of(b"(;GM[Skat]"), Packing::Plain);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Plain text.
    Plain,
    /// gzip (`.gz`).
    Gzip,
    /// bzip2 (`.bz2`).
    Bzip2,
}

impl Packing {
    /// What the first bytes of a file say.
    #[must_use]
    pub fn of(start: &[u8]) -> Packing {
        if start.starts_with(b"\x1F\x8B") {
            Packing::Gzip
        } else if start.starts_with(b"BZh") {
            Packing::Bzip2
        } else {
            Packing::Plain
        }
    }

    /// The same for a file.
    ///
    /// # Errors
    /// If the system cannot open it.
    pub fn of_file(path: &Path) -> io::Result<Packing> {
        let mut start = Vec::new();
        File::open(path)?.take(3).read_to_end(&mut start)?;
        Ok(Packing::of(&start))
    }
}

/// An archive that is being read.
///
/// ```
/// use kiebitz::archive::{Packing, Reader, Source};
/// let source = Source::from_stream(&b"(;GM[Skat];)"[..]).unwrap();
/// assert_eq!(source.packing, Packing::Plain);
/// assert_eq!(Reader::new(source.text).count(), 1);
/// ```
pub struct Source {
    /// The unpacked text.
    pub text: Box<dyn BufRead + Send>,
    /// How it is stored.
    pub packing: Packing,
    /// Size of the file on disk, where it has one.
    pub size: Option<u64>,
    /// Bytes taken from the file so far: against `size`, how far the reading has come.
    pub taken: Arc<AtomicU64>,
    /// Where unpacking can be taken up again, filled as the text is read.
    pub(super) table: SharedTable,
}

impl Source {
    /// Opens a file.
    ///
    /// # Errors
    /// If the system cannot open it.
    pub fn open(path: &Path) -> io::Result<Source> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        Ok(Source { size: Some(size), ..Source::from_stream(file)? })
    }

    /// Reads from any stream, such as standard input.
    ///
    /// # Errors
    /// If its first bytes cannot be read.
    pub fn from_stream(mut stream: impl Read + Send + 'static) -> io::Result<Source> {
        let mut start = Vec::new();
        stream.by_ref().take(3).read_to_end(&mut start)?;
        let packing = Packing::of(&start);
        let taken = Arc::new(AtomicU64::new(0));
        let counted = Counted { stream: Cursor::new(start).chain(stream), taken: Arc::clone(&taken) };
        let table = SharedTable::default();
        let text: Box<dyn BufRead + Send> = match packing {
            Packing::Plain => Box::new(BufReader::with_capacity(BUFFER, counted)),
            packed => packed::unpacked(packed, counted, Arc::clone(&table)),
        };
        Ok(Source { text, packing, size: None, taken, table })
    }
}

struct Counted<R> {
    stream: R,
    taken: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.taken.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    const TEXT: &str = "(;GM[Skat];)\n";

    fn read(bytes: Vec<u8>) -> (Packing, String) {
        let mut source = Source::from_stream(Cursor::new(bytes)).unwrap();
        let mut text = String::new();
        source.text.read_to_string(&mut text).unwrap();
        (source.packing, text)
    }

    #[test]
    fn plain_and_packed_text_read_alike() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(TEXT.as_bytes()).unwrap();
        let gzip = gzip.finish().unwrap();
        let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        bzip2.write_all(TEXT.as_bytes()).unwrap();
        let bzip2 = bzip2.finish().unwrap();
        assert_eq!(read(TEXT.into()), (Packing::Plain, TEXT.into()));
        assert_eq!(read([gzip.clone(), gzip].concat()), (Packing::Gzip, TEXT.repeat(2)));
        assert_eq!(read([bzip2.clone(), bzip2].concat()), (Packing::Bzip2, TEXT.repeat(2)));
        assert_eq!(read(Vec::new()), (Packing::Plain, String::new()));
    }

    #[test]
    fn a_cut_file_is_an_error_not_a_panic() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(TEXT.repeat(100).as_bytes()).unwrap();
        let mut bytes = gzip.finish().unwrap();
        bytes.truncate(bytes.len() / 2);
        let mut source = Source::from_stream(Cursor::new(bytes)).unwrap();
        assert!(source.text.read_to_string(&mut String::new()).is_err());
    }
}
