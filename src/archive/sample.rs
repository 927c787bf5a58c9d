//! The archive that comes with Kiebitz, so that there is something to see at the first start.
//!
//! Its games are those of three of the program's own players on seeded deals, made by
//!
//! ```text
//! kiebitz selfplay --style baseline --games 200 --seed 1 --out sample.sgf
//! bzip2 -9 sample.sgf
//! ```
//!
//! by the player as it was before it read cards; a test compares the first of them.

use super::source::Source;
use std::io::{Cursor, Read as _};
use std::sync::{Arc, OnceLock};

/// The text of the sample archive.
#[must_use]
pub fn sample() -> Arc<[u8]> {
    const PACKED: &[u8] = include_bytes!("../../assets/sample.sgf.bz2");
    static TEXT: OnceLock<Arc<[u8]>> = OnceLock::new();
    let unpack = || {
        let mut text = Vec::new();
        // The file is part of the program and a test reads it; what cannot be is left out.
        if let Ok(mut source) = Source::from_stream(Cursor::new(PACKED)) {
            source.text.read_to_end(&mut text).ok();
        }
        Arc::from(text)
    };
    Arc::clone(TEXT.get_or_init(unpack))
}
