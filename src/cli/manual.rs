//! `kiebitz manual`: the manual of the window as HTML.

use super::{Failure, Finding, out_file, output, speech};
use crate::manual::{Speech, book};
use crate::words::Words;
use std::io::Write as _;
use std::path::PathBuf;

/// Writes the manual as a folder of HTML pages that need no network
#[derive(clap::Args)]
pub(super) struct Args {
    /// The folder; it is made if it is not there, and other files in it are left alone
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub(super) fn run(args: &Args, key: fn(&str, &Words) -> Option<String>) -> Result<Finding, Failure> {
    let words = speech::words();
    let key = |id: &str| key(id, &words);
    let failed = |error| Failure::File { path: args.out.clone(), error };
    std::fs::create_dir_all(&args.out).map_err(failed)?;
    let files = book(&Speech { words, key: &key });
    for (name, text) in &files {
        out_file::write(&args.out.join(name), text.as_bytes())?;
    }
    let index = args.out.join("index.html");
    let said = words.fill("cli.manual_written", &[("n", &files.len()), ("file", &index.display())]);
    writeln!(output::stdout(), "{said}")?;
    Ok(Finding::Clean)
}
