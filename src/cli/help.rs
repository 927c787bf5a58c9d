//! What the command line says of itself, and of a call that it does not understand, in German.
//!
//! In English that is what stands above the fields of each subcommand, and clap's own words. In German the texts of
//! commands and arguments are exchanged before clap reads a call ([`in_german`]), and what clap adds is exchanged in what it
//! has written ([`frame`]). Texts go by the names that a person types, so that the file reads like the help.

use crate::plain;
use crate::words::Language;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::LazyLock;

static GERMAN: LazyLock<HashMap<&'static str, String>> = LazyLock::new(|| {
    let lines = include_str!("../../assets/texts/help-de.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, text)| (key, text.replace("\\n", "\n")))
        .collect()
});

fn text(key: &str) -> Option<&'static str> {
    GERMAN.get(key).map(String::as_str)
}

/// A sentence about what is wrong with a call.
fn wrong(key: &str) -> &'static str {
    text(&format!("error.{key}")).unwrap_or_default()
}

/// The language that the arguments name. It is needed before they are read, since what is wrong with them is said in it.
pub(super) fn named_language(args: impl Iterator<Item = OsString>) -> Option<Language> {
    let mut args = args.map(|arg| arg.to_string_lossy().into_owned()).take_while(|arg| arg != "--");
    while let Some(arg) = args.next() {
        let name = match arg.strip_prefix("--language") {
            Some("") => args.next()?,
            Some(rest) => rest.strip_prefix('=').unwrap_or_default().to_string(),
            None => continue,
        };
        return super::input::language(&name).ok();
    }
    None
}

/// The command and everything below it with German texts.
pub(super) fn in_german(command: Command) -> Command {
    let name = command.get_name().to_string();
    below(command, &name, "")
}

/// `key` is the command's own, `path` stands before the keys of the commands below it.
fn below(mut command: Command, key: &str, path: &str) -> Command {
    if let Some(about) = text(key) {
        command = command.about(about);
    }
    if let Some(long) = text(&format!("{key}.long")) {
        command = command.long_about(long);
    }
    if let Some(after) = text(&format!("{key}.after")) {
        command = command.after_help(after);
    }
    command = command.mut_args(|arg| {
        let name = arg.get_value_names().and_then(|names| text(&format!("value.{}", names.first()?)));
        let arg = match of_argument(key, &arg) {
            Some(help) => arg.help(help),
            None => arg,
        };
        match name {
            Some(name) => arg.value_name(name),
            None => arg,
        }
    });
    command.mut_subcommands(|own| {
        let key = format!("{path}{}", own.get_name());
        let path = format!("{key}.");
        below(own, &key, &path)
    })
}

/// By its flag, or its name where it has none; a command's own text, or the one for all.
fn of_argument(command: &str, arg: &Arg) -> Option<&'static str> {
    let name = arg.get_long().unwrap_or_else(|| arg.get_id().as_str());
    text(&format!("{command}.{name}")).or_else(|| text(&format!("any.{name}")))
}

/// What clap has written, with its own words exchanged.
pub(super) fn frame(written: &str) -> String {
    let mut frame: Vec<(&str, &String)> =
        GERMAN.iter().filter_map(|(key, text)| Some((key.strip_prefix("frame.")?, text))).collect();
    // The longer ones first: some are the beginning of others.
    frame.sort_by_key(|(english, _)| std::cmp::Reverse(english.len()));
    frame.iter().fold(written.to_string(), |written, (english, text)| written.replace(english, text))
}

/// What is wrong with a call of this command, which has German texts.
fn complaint(error: &Error, command: &Command) -> String {
    let named = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let fill = |key: &str, values: &[(&str, String)]| {
        let text = wrong(key).to_string();
        values
            .iter()
            .fold(text, |text, (name, value)| text.replace(&format!("{{{name}}}"), &plain::line(value)))
    };
    let what = named(ContextKind::InvalidArg);
    let value = named(ContextKind::InvalidValue);
    let instead = |kind| named(kind).split(", ").next().unwrap_or_default().to_string();
    match error.kind() {
        ErrorKind::UnknownArgument => match instead(ContextKind::SuggestedArg) {
            none if none.is_empty() => fill("unknown", &[("what", what)]),
            instead => fill("instead", &[("what", what), ("instead", instead)]),
        },
        ErrorKind::InvalidSubcommand => {
            let what = named(ContextKind::InvalidSubcommand);
            match instead(ContextKind::SuggestedSubcommand) {
                none if none.is_empty() => fill("command", &[("what", what)]),
                instead => fill("command_instead", &[("what", what), ("instead", instead)]),
            }
        }
        ErrorKind::InvalidValue if value.is_empty() => fill("no_value", &[("what", what)]),
        ErrorKind::InvalidValue => {
            let why = named(ContextKind::ValidValue);
            fill("one_of", &[("what", what), ("value", value), ("why", why)])
        }
        // The text of an argument says what is wanted there.
        ErrorKind::ValueValidation => {
            let why = wanted(command, &what);
            fill("value", &[("what", what), ("value", value), ("why", why)])
        }
        ErrorKind::MissingRequiredArgument => fill("missing", &[("what", what)]),
        ErrorKind::ArgumentConflict => match named(ContextKind::PriorArg) {
            same if same == what || same.is_empty() => fill("twice", &[("what", what)]),
            other => fill("conflict", &[("what", what), ("other", other)]),
        },
        ErrorKind::TooManyValues if error.get(ContextKind::ActualNumValues).is_none() => {
            fill("unwanted", &[("what", what), ("value", value)])
        }
        ErrorKind::MissingSubcommand => fill("no_command", &[]),
        ErrorKind::InvalidUtf8 => fill("no_text", &[]),
        _ => fill("number", &[("what", what)]),
    }
}

/// The text of an argument that clap has named as in a usage, `--goal <N>`.
fn wanted(command: &Command, named: &str) -> String {
    let found = command.get_arguments().find(|arg| arg.to_string() == named);
    found.and_then(|arg| arg.get_help()).map(ToString::to_string).unwrap_or_default()
}

/// The command that these arguments call.
fn called<'a>(command: &'a Command, args: &[OsString]) -> &'a Command {
    args.iter().fold(command, |command, arg| command.find_subcommand(arg).unwrap_or(command))
}

/// What is said when a call is not understood, with where to find more.
pub(super) fn said(error: &Error, command: &Command, args: &[OsString]) -> String {
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => format!("\n\n{}", frame(&usage.to_string())),
        _ => String::new(),
    };
    let why = complaint(error, called(command, args));
    format!("kiebitz: {why}{usage}\n\n{}", wrong("more"))
}

/// A file to open, beside a command.
pub(super) fn file_and_command(file: &str) -> String {
    wrong("file").replace("{what}", file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Kiebitz;
    use clap::CommandFactory as _;
    use std::collections::HashSet;

    /// Everything with a text: its keys, the command's own before the one for all, and the text in English.
    fn wanted_texts(command: &Command, key: &str, path: &str, found: &mut Vec<(Vec<String>, String)>) {
        let mut push = |end: &str, english: Option<String>| {
            let english = english.filter(|text| !text.is_empty());
            found.extend(english.map(|english| (vec![format!("{key}{end}")], english)));
        };
        push("", command.get_about().map(ToString::to_string));
        push(".long", command.get_long_about().map(ToString::to_string));
        push(".after", command.get_after_help().map(ToString::to_string));
        for arg in command.get_arguments() {
            let name = arg.get_long().unwrap_or_else(|| arg.get_id().as_str());
            let english = arg.get_help().unwrap_or_else(|| panic!("{key} {name} says nothing")).to_string();
            found.push((vec![format!("{key}.{name}"), format!("any.{name}")], english));
        }
        for own in command.get_subcommands() {
            let key = format!("{path}{}", own.get_name());
            let path = format!("{key}.");
            wanted_texts(own, &key, &path, found);
        }
    }

    #[test]
    fn every_command_and_argument_has_a_german_text_and_none_is_idle() {
        let mut wanted = Vec::new();
        wanted_texts(&Kiebitz::command(), "kiebitz", "", &mut wanted);
        assert!(wanted.len() > 150, "{}", wanted.len());
        let mut used = HashSet::new();
        for (keys, english) in &wanted {
            let key = keys.iter().find(|key| text(key).is_some());
            let key = key.unwrap_or_else(|| panic!("no German for {}: {english}", keys[0]));
            assert!(english == "JSON" || text(key) != Some(english), "{key} is English");
            used.insert(key.as_str());
        }
        for key in
            GERMAN.keys().filter(|key| !["value.", "frame.", "error."].iter().any(|own| key.starts_with(own)))
        {
            // What only other features have is not asked for here.
            assert!(used.contains(key) || cfg!(not(feature = "print")), "{key} is idle");
        }
    }

    /// Every help in German, as clap would print it.
    fn helps(command: &mut Command, found: &mut Vec<(String, String)>) {
        for long in [false, true] {
            let help = if long { command.render_long_help() } else { command.render_help() };
            found.push((command.get_name().to_string(), frame(&help.to_string())));
        }
        for own in command.get_subcommands_mut() {
            helps(own, found);
        }
    }

    #[test]
    fn nothing_of_a_german_help_is_english() {
        let mut command = in_german(Kiebitz::command());
        command.build();
        let mut found = Vec::new();
        helps(&mut command, &mut found);
        assert!(found.len() > 40, "{}", found.len());
        let english = [
            "the", "of", "with", "Usage", "Options", "Commands", "default", "possible", "Print", "FILE",
            "FOLDER",
        ];
        for (name, help) in found {
            let words: Vec<&str> = help.split(|c: char| !c.is_alphabetic()).collect();
            let foreign: Vec<&&str> = english.iter().filter(|word| words.contains(word)).collect();
            assert!(foreign.is_empty(), "{name}: {foreign:?} in {help}");
            assert!(help.contains("Aufruf:"), "{help}");
        }
    }

    #[test]
    fn the_language_is_known_before_the_arguments_are_read() {
        let named = |args: &[&str]| named_language(args.iter().map(OsString::from));
        assert_eq!(named(&["kiebitz", "solve", "--language", "de", "--nope"]), Some(Language::German));
        assert_eq!(named(&["kiebitz", "--language=en"]), Some(Language::English));
        assert_eq!(named(&["kiebitz", "--language"]), None);
        assert_eq!(named(&["kiebitz", "--language", "xx"]), None);
        assert_eq!(named(&["kiebitz", "--", "--language", "de"]), None);
    }

    #[test]
    fn what_is_wrong_with_a_call_is_said_in_german() {
        let cases: &[(&[&str], &str)] = &[
            (
                &["solve", "--nods", "5"],
                "das Argument „--nods“ gibt es hier nicht; gemeint ist vielleicht „--nodes“",
            ),
            (&["show", "--xyzzy", "x"], "das Argument „--xyzzy“ gibt es hier nicht"),
            (&["bench", "cards"], "den Befehl „cards“ gibt es nicht"),
            (
                &["solve", "--goal", "500", "x"],
                "„500“ passt nicht zu „--goal <N|schneider|schwarz>“: Was der Alleinspieler braucht",
            ),
            (&["export", "--paper", "a9", "x", "y"], "möglich sind column, a4, a5, booklet"),
            (&["solve", "x", "--goal"], "nach „--goal <N|schneider|schwarz>“ fehlt der Wert"),
            (&["show"], "es fehlt: <STELLUNG>..."),
            (&["generate", "--open", "--fair"], "„--open“ und „--fair“ gehen nicht zusammen"),
            (&["fewest", "--json", "--json"], "„--json“ steht zweimal da"),
            (&["fewest", "--json=5"], "„--json“ hat keinen Wert: „5“ ist zu viel"),
            (&["prove", "--seconds", "5", "x"], "es fehlt: --chance"),
        ];
        for (args, wanted) in cases {
            let args: Vec<OsString> = ["kiebitz"].iter().chain(args.iter()).map(OsString::from).collect();
            let mut command = in_german(Kiebitz::command());
            let error = command.try_get_matches_from_mut(&args).expect_err("a bad call");
            let said = said(&error, &command, &args);
            assert!(said.contains(wanted), "{args:?}: {said}");
            assert!(!said.contains("Usage") && !said.contains("OPTIONS"), "{said}");
        }
    }
}
