//! The `kiebitz` program: the command line, and the window behind it.

use std::process::ExitCode;

fn main() -> ExitCode {
    kiebitz::cli::run()
}
