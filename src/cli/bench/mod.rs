//! `kiebitz bench`: fixed, seeded benchmarks.
//!
//! Times differ from machine to machine; the counts and checksums do not. A change that is not
//! meant to alter the work leaves them as they are.

mod archive;
mod chance;
mod contracts;
mod open;
mod paranoia;

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
    Chance(chance::Args),
    Open(open::Args),
    Paranoia(paranoia::Args),
}

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    match &args.what {
        What::Archive(args) => archive::run(args),
        What::Chance(args) => chance::run(args),
        What::Open(args) => open::run(args),
        What::Paranoia(args) => paranoia::run(args),
    }
}

/// What this thread has had of the processor, where the system tells.
fn cpu_ms() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e6)
}
