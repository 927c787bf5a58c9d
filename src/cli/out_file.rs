//! Writing files for a command: whole or not at all, and never over what it reads.

use super::{Failure, speech};
use crate::storage::{WriteError, write_atomic};
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Writes a file as a whole. Devices and pipes have no whole and are simply written to.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error| Failure::File { path: path.to_path_buf(), error };
    match write_atomic(path, bytes) {
        Err(WriteError::NotAFile(_)) if !path.is_dir() => {
            let mut file = OpenOptions::new().write(true).open(path).map_err(failed)?;
            file.write_all(bytes).map_err(failed)
        }
        Err(WriteError::Io { error, .. }) => Err(failed(error)),
        Err(error) => {
            let why = crate::problems::write_error(&speech::words(), &error);
            Err(Failure::Input(format!("{}: {why}", path.display())))
        }
        Ok(()) => Ok(()),
    }
}

/// Refuses to write to a file that is also read.
pub(super) fn not_an_input(out: &Path, inputs: &[PathBuf]) -> Result<(), Failure> {
    let Ok(whole) = out.canonicalize() else { return Ok(()) };
    if inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == whole)) {
        let why = speech::words().t("cli.is_read");
        return Err(Failure::Input(format!("{}: {why}", out.display())));
    }
    Ok(())
}
