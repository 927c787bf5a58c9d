//! The `kiebitz` program: the command line, and the window behind it.

use kiebitz::words::Language;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    kiebitz::cli::run(window, key)
}

/// The key that a command of the window comes with, by its name in files.
#[cfg(feature = "gui")]
fn key(id: &str, words: &kiebitz::words::Words) -> Option<String> {
    let command = kiebitz::app::commands::Command::from_id(id)?;
    Some(kiebitz::app::keys::Keys::default().text(command, words)).filter(|key| !key.is_empty())
}

#[cfg(not(feature = "gui"))]
fn key(_id: &str, _words: &kiebitz::words::Words) -> Option<String> {
    None
}

#[cfg(feature = "gui")]
fn window(file: Option<PathBuf>, language: Option<Language>) -> Result<(), String> {
    kiebitz::app::run(file, language)
}

#[cfg(not(feature = "gui"))]
fn window(_file: Option<PathBuf>, _language: Option<Language>) -> Result<(), String> {
    Err("this kiebitz was built without its window; `kiebitz --help` lists what it can do".into())
}
