//! The manual as HTML, read by a program that nobody here wrote.

use crate::tools::Folder;
use kiebitz::manual::{Speech, book};
use kiebitz::words::Language;
use std::process::Command;

#[test]
fn tidy_finds_nothing_to_tidy() {
    let folder = Folder::new("manual");
    for (at, language) in Language::ALL.into_iter().enumerate() {
        for (name, text) in book(&Speech { words: language.into(), key: &|_| Some("F1".into()) }) {
            if !name.ends_with(".html") {
                continue;
            }
            let path = folder.0.join(format!("{at}-{name}"));
            std::fs::write(&path, text).unwrap();
            // Errors and warnings are both told by the exit code.
            let Ok(output) = Command::new("tidy").args(["-q", "-e", "-utf8"]).arg(&path).output() else {
                eprintln!("tidy is not installed: its check is left out");
                return;
            };
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{name}: {said}");
        }
    }
}
