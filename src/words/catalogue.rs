//! The two catalogues.

use super::Language;
use std::collections::HashMap;
use std::sync::LazyLock;

pub(super) type Catalogue = HashMap<&'static str, &'static str>;

static GERMAN: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("../../assets/texts/de.txt")));
static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("../../assets/texts/en.txt")));

fn read(file: &'static str) -> Catalogue {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = ")).map(|(key, text)| (key.trim(), text.trim())).collect()
}

/// The texts of a language by their keys.
pub(super) fn of(language: Language) -> &'static Catalogue {
    match language {
        Language::German => &GERMAN,
        Language::English => &ENGLISH,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn both_catalogues_have_the_same_keys() {
        let keys = |catalogue: &Catalogue| {
            let mut keys: Vec<&str> = catalogue.keys().copied().collect();
            keys.sort_unstable();
            keys
        };
        assert_eq!(keys(&GERMAN), keys(&ENGLISH));
        for (key, text) in GERMAN.iter() {
            let names = |text: &str| {
                let mut names: Vec<String> =
                    text.split('{').skip(1).filter_map(|p| p.split_once('}')).map(|p| p.0.into()).collect();
                names.sort();
                names.dedup();
                names
            };
            assert_eq!(names(text), names(ENGLISH[key]), "{key}");
        }
    }

    #[test]
    fn no_key_stands_there_twice() {
        for file in [include_str!("../../assets/texts/de.txt"), include_str!("../../assets/texts/en.txt")] {
            let mut keys: Vec<&str> = file
                .lines()
                .filter(|line| !line.starts_with('#'))
                .filter_map(|line| line.split_once(" = "))
                .map(|(key, _)| key.trim())
                .collect();
            keys.sort_unstable();
            let twice: Vec<&[&str]> = keys.windows(2).filter(|pair| pair[0] == pair[1]).collect();
            assert!(twice.is_empty(), "{twice:?}");
        }
    }

    fn sources(folder: &Path, found: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else {
                found.push_str(without_tests(&fs::read_to_string(&path).unwrap()));
            }
        }
    }

    fn without_tests(source: &str) -> &str {
        source.split("#[cfg(test)]\nmod tests {").next().unwrap_or("")
    }

    #[test]
    fn no_key_is_missing_and_none_is_idle() {
        let mut code = String::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
        let looks_like_key = |text: &str| {
            text.contains('.')
                && text
                    .split('.')
                    .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
        };
        let mut used = Vec::new();
        for line in code.lines() {
            used.extend(line.split('"').skip(1).step_by(2).filter(|text| looks_like_key(text)));
        }
        // What looks like a key and is the name of a file, or of a service of the system.
        let is_file = |text: &str| {
            let ending = text.rsplit('.').next().unwrap_or("");
            [
                "txt", "ron", "sgf", "json", "jsonl", "svg", "png", "pdf", "md", "bz", "gz", "index", "html",
                "log", "lock", "results", "details", "zip", "css", "parquet", "window", "wav", "exe",
            ]
            .contains(&ending)
                || text.starts_with("org.")
        };
        for key in &used {
            assert!(GERMAN.contains_key(key) || is_file(key), "{key}");
        }
        for key in GERMAN.keys() {
            // The form for one of a thing is found by the key for several.
            let many = key.strip_suffix("_one").unwrap_or(key);
            assert!(
                used.contains(key) || used.contains(&many),
                "{key} is in the catalogues and nowhere else"
            );
        }
    }

    /// String literals of a source file, without its tests, comments and attributes (in which `thiserror` and `clap` keep
    /// what they say).
    fn literals(source: &str) -> Vec<String> {
        let code = without_tests(source);
        let mut kept = String::new();
        let mut in_attribute = false;
        for line in code.lines().map(str::trim) {
            if in_attribute || line.starts_with("#[") || line.starts_with("#![") {
                in_attribute = !line.ends_with(']');
            } else if !line.starts_with("//") {
                kept.push_str(line);
                kept.push('\n');
            }
        }
        let mut found = Vec::new();
        let (mut literal, mut escaped): (Option<String>, bool) = (None, false);
        let kept = kept.replace("'\"'", "' '");
        for c in kept.chars() {
            match &mut literal {
                Some(text) if escaped => {
                    text.push(c);
                    escaped = false;
                }
                Some(_) if c == '\\' => escaped = true,
                Some(_) if c == '"' => found.extend(literal.take()),
                Some(text) => text.push(c),
                None if c == '"' => literal = Some(String::new()),
                None => {}
            }
        }
        found
    }

    /// German that a user could read stands in the catalogue and nowhere else: no literal of three or more words has one of
    /// the small words that every German sentence has. (English cannot be told from keys, formats and messages for
    /// programmers in this way; what German has, English has beside it in the catalogue.)
    #[test]
    fn no_german_sentence_stands_in_the_code() {
        let small = [
            "der", "die", "das", "den", "dem", "ein", "eine", "einen", "kein", "keine", "und", "oder",
            "nicht", "ist", "sind", "hat", "haben", "wird", "werden", "mit", "von", "auf", "für", "zum",
            "im",
        ];
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                for text in literals(&fs::read_to_string(&path).unwrap()) {
                    let words: Vec<&str> =
                        text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1).collect();
                    let german = words.iter().any(|word| small.contains(word));
                    // "die" and "hat" are English as well; a sentence with "the" or "a" is no German one.
                    let english =
                        words.iter().any(|word| ["the", "is", "of", "to", "no", "cannot"].contains(word));
                    assert!(words.len() < 3 || !german || english, "{}: {text}", path.display());
                }
            }
        }
    }
}
