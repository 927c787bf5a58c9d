//! The face of the crate: every public type shows in its documentation how it is used.

use std::path::{Path, PathBuf};

/// The sources of the library, without the window and the command line, which only the program uses.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !["app", "cli"].contains(&name) {
            sources(&path, found);
        } else if name.ends_with(".rs") && name != "main.rs" {
            found.push(path);
        }
    }
}

/// The name of a type that a line declares for everybody.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let name =
        ["struct ", "enum ", "trait ", "type ", "union "].iter().find_map(|kind| rest.strip_prefix(kind))?;
    Some(name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(name))
}

/// The public types of a source without an example: their lines, counted from 1, and their names.
fn without_example(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<&str> = text.lines().collect();
    let has_example = |at: usize| {
        // Up through attributes to the comment: a blank line, or the end of something else, is where it begins.
        let above = lines[..at].iter().rev().map(|line| line.trim());
        let ends = |line: &&str| line.is_empty() || !line.starts_with("//") && line.ends_with(['}', ';']);
        let own = above.take_while(|line| !ends(line));
        own.filter(|line| line.starts_with("/// ```")).count() >= 2
    };
    let types = lines.iter().enumerate().filter_map(|(at, line)| Some((at, public_type(line)?)));
    types.filter(|(at, _)| !has_example(*at)).map(|(at, name)| (at + 1, name)).collect()
}

#[test]
fn every_public_type_has_an_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    assert!(files.len() > 100, "the sources were not found");
    let mut missing = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.strip_prefix(root).unwrap().display().to_string();
        let found = without_example(&text);
        missing.extend(found.iter().map(|(line, kind)| format!("{name}:{line} {kind}")));
    }
    missing.sort();
    assert!(missing.is_empty(), "public types without an example:\n{}", missing.join("\n"));
}

#[test]
fn a_missing_example_is_noticed() {
    let good =
        "/// A card.\n///\n/// ```\n/// assert!(true);\n/// ```\n#[derive(Clone)]\npub struct Card(u8);\n";
    assert_eq!(without_example(good), []);
    // The example of the type above is not that of the next one.
    let next = format!("{good}/// Two of them.\npub struct Pair<T>(T, T);\n");
    assert_eq!(without_example(&next), [(9, "Pair")]);
    assert_eq!(without_example("pub(crate) struct Inner;\nstruct Own;\npub fn free() {}\n"), []);
    assert_eq!(without_example("/// A kind.\n\n    pub enum Kind {\n"), [(3, "Kind")]);
}
