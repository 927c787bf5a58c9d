//! Nothing saved is lost: full disks, write errors, short writes, programs killed at every write, damaged files.
//!
//! `cargo test --test faults` takes seconds; `cargo test --test faults -- --include-ignored` kills real programs
//! many more times and damages many more copies.

#![allow(clippy::unwrap_used)] // in helpers too: a panic is how a test fails

mod commands;
mod damage;
mod disk;
mod kills;

use kiebitz::archive::{Record, random_record};
use kiebitz::cards::Dice;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("kiebitz-faults-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn records(count: u64, seed: u64) -> Vec<Record> {
    let mut dice = Dice::new(seed);
    (0..count).map(|id| random_record(&mut dice, id)).collect()
}

fn archive(count: u64, seed: u64) -> String {
    records(count, seed).iter().map(|record| format!("{record}\n")).collect()
}

/// A command of the real program.
fn kiebitz(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kiebitz"));
    command.args(arguments);
    command
}

/// Runs it: exit code, standard output, standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = kiebitz(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}
