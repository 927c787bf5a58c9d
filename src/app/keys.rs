//! Which key stands for which command: the table's own, and what the person has changed.

use crate::app::commands::{Command, TABLE};
use crate::words::Words;
use egui::{Key, KeyboardShortcut, Modifiers};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The keys in use. Only what differs from the table is kept, so that a later default reaches everybody
/// who never touched that key.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, String>", into = "BTreeMap<String, String>")]
pub struct Keys {
    changed: BTreeMap<Command, Option<KeyboardShortcut>>,
}

/// Why a file of keys is not taken; `line` counts from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyFileError {
    /// Where.
    pub line: usize,
    /// What.
    pub problem: KeyFileProblem,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyFileProblem {
    /// No equals sign.
    NoEquals,
    /// No command has this name.
    Command(String),
    /// No key has this name, or it cannot be given to a command.
    Key(String),
    /// The command's key cannot be changed.
    Fixed(Command),
    /// The key already belongs to another command.
    Taken(Command),
}

impl Keys {
    /// The key of a command.
    #[must_use]
    pub fn get(&self, command: Command) -> Option<KeyboardShortcut> {
        self.changed.get(&command).copied().unwrap_or(command.row().key)
    }

    /// Whether the person has changed it.
    #[must_use]
    pub fn is_changed(&self, command: Command) -> bool {
        self.changed.contains_key(&command)
    }

    /// Whether anything has been changed.
    #[must_use]
    pub fn is_default(&self) -> bool {
        self.changed.is_empty()
    }

    /// Gives a command a key, or none.
    pub fn set(&mut self, command: Command, key: Option<KeyboardShortcut>) {
        if key == command.row().key {
            self.changed.remove(&command);
        } else if !is_fixed(command) {
            self.changed.insert(command, key);
        }
    }

    /// Whose key this is, where both would count.
    #[must_use]
    pub fn taken_by(&self, command: Command, key: KeyboardShortcut) -> Option<Command> {
        let scope = command.row().scope;
        let others = TABLE.iter().filter(|row| row.command != command && row.scope.overlaps(scope));
        others.map(|row| row.command).find(|&other| self.get(other) == Some(key))
    }

    /// The key of a command as a player reads it on his keyboard.
    #[must_use]
    pub fn text(&self, command: Command, words: &Words) -> String {
        self.get(command).map_or_else(String::new, |key| spoken(key, words))
    }

    /// The tooltip of a command: what it does, and its key.
    #[must_use]
    pub fn hint(&self, command: Command, words: &Words) -> String {
        self.with_key(command.why(words), command, words)
    }

    /// Some words and the key of a command.
    #[must_use]
    pub fn with_key(&self, said: &str, command: Command, words: &Words) -> String {
        match self.text(command, words) {
            key if key.is_empty() => said.into(),
            key => format!("{said} ({key})"),
        }
    }

    /// What differs, one line a command.
    #[must_use]
    pub fn to_file(&self) -> String {
        let lines = BTreeMap::from(self.clone());
        lines.iter().map(|(command, key)| format!("{command} = {key}\n")).collect()
    }

    /// Reads what [`to_file`](Keys::to_file) wrote; empty lines and lines with `#` are skipped.
    ///
    /// # Errors
    /// The first line that cannot be taken, and why.
    pub fn from_file(text: &str) -> Result<Keys, KeyFileError> {
        let mut keys = Keys::default();
        let mut lines = Vec::new();
        for (i, line) in text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fail = |problem| KeyFileError { line: i + 1, problem };
            let (id, key) = line.split_once('=').ok_or_else(|| fail(KeyFileProblem::NoEquals))?;
            let (id, key) = (id.trim(), key.trim());
            let command = Command::from_id(id).ok_or_else(|| fail(KeyFileProblem::Command(id.into())))?;
            if is_fixed(command) {
                return Err(fail(KeyFileProblem::Fixed(command)));
            }
            let key = parse(key).ok_or_else(|| fail(KeyFileProblem::Key(key.into())))?;
            keys.set(command, key);
            lines.push((i + 1, command));
        }
        // Two commands may change their keys between them, so this is looked at when all are read.
        for (line, command) in lines {
            if let Some(other) = keys.get(command).and_then(|key| keys.taken_by(command, key)) {
                return Err(KeyFileError { line, problem: KeyFileProblem::Taken(other) });
            }
        }
        Ok(keys)
    }
}

impl From<BTreeMap<String, String>> for Keys {
    /// What a newer version may have written and this one does not know is passed over.
    fn from(lines: BTreeMap<String, String>) -> Keys {
        let mut keys = Keys::default();
        for (id, key) in lines {
            if let (Some(command), Some(key)) = (Command::from_id(&id), parse(&key)) {
                keys.set(command, key);
            }
        }
        keys
    }
}

impl From<Keys> for BTreeMap<String, String> {
    fn from(keys: Keys) -> BTreeMap<String, String> {
        keys.changed.into_iter().map(|(command, key)| (command.id().into(), name(key))).collect()
    }
}

/// Whether a command's key cannot be changed: the system itself sends copy and paste, and Esc always stops.
#[must_use]
pub fn is_fixed(command: Command) -> bool {
    matches!(command, Command::CopyLine | Command::PasteLine | Command::Stop)
}

/// The key that was pressed, if it can be given to a command. Tab moves the focus, Esc gives up, and a sign
/// such as `?` is what it is, whichever keys make it.
#[must_use]
pub fn pressed(key: Key, modifiers: Modifiers) -> Option<KeyboardShortcut> {
    let clipboard = modifiers.command && matches!(key, Key::C | Key::V | Key::X);
    let alone = matches!(
        key,
        Key::ShiftLeft
            | Key::ShiftRight
            | Key::ControlLeft
            | Key::ControlRight
            | Key::AltLeft
            | Key::AltRight
            | Key::SuperLeft
            | Key::SuperRight
    );
    if matches!(key, Key::Escape | Key::Tab | Key::Copy | Key::Cut | Key::Paste) || clipboard || alone {
        return None;
    }
    let sign = key.symbol_or_name();
    let is_sign = sign.chars().count() == 1 && !sign.chars().any(char::is_alphanumeric);
    let arrow = matches!(key, Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp);
    let command = modifiers.command || modifiers.ctrl;
    let shift = modifiers.shift && (arrow || !is_sign);
    Some(KeyboardShortcut::new(Modifiers { alt: modifiers.alt, shift, command, ..Modifiers::NONE }, key))
}

/// Whether a key works while a text is being typed: only those that no text field needs for itself.
#[must_use]
pub fn works_while_typing(key: KeyboardShortcut) -> bool {
    let edits = matches!(
        key.logical_key,
        Key::A
            | Key::C
            | Key::V
            | Key::X
            | Key::Y
            | Key::Z
            | Key::ArrowDown
            | Key::ArrowLeft
            | Key::ArrowRight
            | Key::ArrowUp
            | Key::Backspace
            | Key::Delete
            | Key::End
            | Key::Home
    );
    // AltGr, which writes signs, counts as Ctrl and Alt together.
    let combined = key.modifiers.command && !key.modifiers.alt;
    combined && !edits || (Key::F1..=Key::F35).contains(&key.logical_key)
}

/// A key as it stands in files.
fn name(key: Option<KeyboardShortcut>) -> String {
    let Some(key) = key else { return "-".into() };
    let mut parts = Vec::new();
    parts.extend(key.modifiers.command.then_some("Ctrl"));
    parts.extend(key.modifiers.alt.then_some("Alt"));
    parts.extend(key.modifiers.shift.then_some("Shift"));
    parts.push(key.logical_key.name());
    parts.join("+")
}

/// Reads a key as it stands in files; `-` is none.
fn parse(text: &str) -> Option<Option<KeyboardShortcut>> {
    if text == "-" {
        return Some(None);
    }
    let mut modifiers = Modifiers::NONE;
    let mut rest = text;
    while let Some((modifier, after)) = rest.split_once('+').filter(|(_, after)| !after.is_empty()) {
        match modifier.trim().to_ascii_lowercase().as_str() {
            "ctrl" => modifiers.command = true,
            "alt" => modifiers.alt = true,
            "shift" => modifiers.shift = true,
            _ => return None,
        }
        rest = after;
    }
    pressed(Key::from_name(rest.trim())?, modifiers).map(Some)
}

/// A key as a player reads it on his keyboard.
#[must_use]
pub fn spoken(key: KeyboardShortcut, words: &Words) -> String {
    let mut parts = Vec::new();
    parts.extend(key.modifiers.command.then(|| words.t("key.ctrl")));
    parts.extend(key.modifiers.alt.then_some("Alt"));
    parts.extend(key.modifiers.shift.then(|| words.t("key.shift")));
    parts.push(match key.logical_key {
        Key::Enter => words.t("key.enter"),
        Key::Backspace => words.t("key.backspace"),
        Key::Delete => words.t("key.delete"),
        Key::Escape => "Esc",
        Key::ArrowLeft => "⬅",
        Key::ArrowRight => "➡",
        Key::ArrowUp => "⬆",
        Key::ArrowDown => "⬇",
        Key::Home => words.t("key.home"),
        Key::End => words.t("key.end"),
        Key::PageUp => words.t("key.page_up"),
        Key::PageDown => words.t("key.page_down"),
        Key::Space => words.t("key.space"),
        Key::Questionmark => "?",
        Key::Plus => "+",
        Key::Minus => "−",
        Key::Comma => ",",
        Key::Period => ".",
        key => key.symbol_or_name(),
    });
    parts.join("+")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> KeyboardShortcut {
        parse(text).flatten().unwrap()
    }

    #[test]
    fn keys_are_written_and_read() {
        for base in Key::ALL {
            for modifiers in [Modifiers::NONE, Modifiers::COMMAND, Modifiers::SHIFT | Modifiers::ALT] {
                if let Some(key) = pressed(*base, modifiers) {
                    assert_eq!(parse(&name(Some(key))), Some(Some(key)), "{key:?}");
                }
            }
        }
        assert_eq!(parse("-"), Some(None));
        for wrong in ["", "Ctrl+", "Hyper+A", "Ctrl+C", "Escape"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn only_what_differs_is_kept() {
        let mut keys = Keys::default();
        keys.set(Command::Save, Command::Save.row().key);
        assert!(keys.is_default());
        keys.set(Command::Save, Some(key("Ctrl+Alt+S")));
        keys.set(Command::Hint, None);
        assert_eq!(keys.to_file(), "hint = -\nsave = Ctrl+Alt+S\n");
        assert_eq!(Keys::from_file(&keys.to_file()), Ok(keys.clone()));
        let stored = ron::to_string(&keys).unwrap();
        assert_eq!(ron::from_str::<Keys>(&stored).unwrap(), keys);
        // A command or key of another version costs only itself.
        let newer = r#"{"save": "Ctrl+Alt+S", "hint": "-", "teleport": "Ctrl+B", "undo": "Hyper+Z"}"#;
        assert_eq!(ron::from_str::<Keys>(newer).unwrap(), keys);
    }

    #[test]
    fn a_key_is_taken_only_where_both_count() {
        let keys = Keys::default();
        // F is for turning the table, and while a tree is shown for folding in it.
        assert_eq!(keys.taken_by(Command::TreeFit, key("F")), Some(Command::TreeFoldLost));
        assert_eq!(keys.taken_by(Command::Hint, key("F")), Some(Command::TurnTable));
        assert_eq!(keys.taken_by(Command::Hint, key("F5")), None, "that is Replay's");
        assert_eq!(keys.taken_by(Command::TreeFit, key("Q")), Some(Command::ShowValues));
    }

    #[test]
    fn a_file_of_keys_names_the_line_that_is_wrong() {
        let fails = |text: &str| Keys::from_file(text).unwrap_err();
        assert_eq!(fails("\nsave Ctrl+S").line, 2);
        assert_eq!(fails("safe = Ctrl+S").problem, KeyFileProblem::Command("safe".into()));
        assert_eq!(fails("save = Strg+S").problem, KeyFileProblem::Key("Strg+S".into()));
        assert_eq!(fails("stop = Ctrl+B").problem, KeyFileProblem::Fixed(Command::Stop));
        let taken = fails("# mine\nsave = Ctrl+O");
        assert_eq!((taken.line, taken.problem), (2, KeyFileProblem::Taken(Command::Open)));
        // Two that change places are fine.
        assert!(Keys::from_file("save = Ctrl+O\nopen = Ctrl+S").is_ok());
    }
}
