//! `kiebitz bench`: fixed, seeded benchmarks.
//!
//! Times differ from machine to machine; the counts and checksums do not. A change that is not
//! meant to alter the work leaves them as they are.

mod archive;
mod contracts;
mod open;

use super::{Failure, Finding};
use clap::Subcommand;

/// Measures Kiebitz on fixed, seeded work: time, counts, and a checksum
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Archive(archive::Args),
    Open(open::Args),
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    match &args.what {
        What::Archive(args) => archive::run(args),
        What::Open(args) => open::run(args),
    }
}
