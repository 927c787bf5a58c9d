//! The `kiebitz` program: the command line, and the window behind it.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    kiebitz::cli::run(window)
}

#[cfg(feature = "gui")]
fn window(file: Option<PathBuf>) -> Result<(), String> {
    kiebitz::app::run(file)
}

#[cfg(not(feature = "gui"))]
fn window(_file: Option<PathBuf>) -> Result<(), String> {
    Err("this kiebitz was built without its window; `kiebitz --help` lists what it can do".into())
}
