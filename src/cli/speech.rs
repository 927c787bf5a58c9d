//! The words of the command line: the language that `--language` names, else the system's.

use crate::deal::{Position, Problems, View};
use crate::knowledge::KnowledgeError;
use crate::puzzle::PuzzleError;
use crate::search::open::OpenError;
use crate::search::paranoia::ParanoiaError;
use crate::words::{Language, Words, system_language};
use std::sync::OnceLock;

static NAMED: OnceLock<Option<Language>> = OnceLock::new();

/// Settles the language, once, before a subcommand runs.
pub(super) fn choose(language: Option<Language>) {
    let _ = NAMED.set(language);
}

fn named() -> Option<Language> {
    NAMED.get().copied().flatten()
}

/// The words for a person.
pub(super) fn words() -> Words {
    Words::from(named().unwrap_or_else(system_language))
}

/// The words for a person, or within JSON: there English unless a language is named, so that a script finds the same
/// everywhere.
pub(super) fn words_for(json: bool) -> Words {
    if json { Words::from(named().unwrap_or(Language::English)) } else { words() }
}

/// The first line of an answer: game, declarer, who looks, and what is asked.
pub(super) fn head(position: &Position, goal: &dyn std::fmt::Display, worlds: u64, words: &Words) -> String {
    let name = words.game(position.game()).to_uppercase();
    let declarer = words.seat(position.declarer());
    let mut values: Vec<(&str, &dyn std::fmt::Display)> =
        vec![("game", &name), ("declarer", &declarer), ("goal", goal)];
    match position.view() {
        View::Open => words.fill("cli.solve_open", &values),
        View::Seat(seat) => {
            let (seat, deals) = (words.seat(seat), words.number(worlds));
            values.extend([("seat", &seat as &dyn std::fmt::Display), ("n", &deals)]);
            words.fill("cli.solve_seat", &values)
        }
    }
}

/// Problems of a position line. Their English wording is that of the values themselves, which scripts know.
pub(super) fn problems(problems: &Problems, words: &Words) -> String {
    if !words.is_german() {
        return problems.to_string();
    }
    let each: Vec<String> =
        problems.0.iter().map(|problem| crate::problems::problem(words, problem)).collect();
    each.join("; ")
}

/// Why a puzzle file cannot be read.
pub(super) fn puzzle_error(error: &PuzzleError) -> String {
    let words = words();
    match error {
        _ if !words.is_german() => error.to_string(),
        PuzzleError::Newer { version, lost } => {
            let key = if lost.is_empty() { "file.newer" } else { "file.newer_lost" };
            words.fill(key, &[("version", version), ("lost", &lost.join(", "))])
        }
        PuzzleError::Form { line, column, reason } => {
            words.fill("file.form", &[("line", line), ("column", column), ("why", reason)])
        }
        PuzzleError::Sense(reason) => words.fill("file.sense", &[("why", reason)]),
    }
}

/// Why a position cannot be solved: what a person can mend in the user's language, the rest as the searches say it.
pub(super) fn search_error(error: &(dyn std::error::Error + 'static)) -> String {
    let words = words();
    let mut cause = Some(error);
    while let Some(one) = cause {
        let own = one.downcast_ref::<KnowledgeError>().or(match one.downcast_ref::<ParanoiaError>() {
            Some(ParanoiaError::Knowledge(own)) => Some(own),
            _ => None,
        });
        if let Some(KnowledgeError::OwnHand(seat)) = own {
            return words.fill("cli.own_hand", &[("seat", &seat)]);
        }
        if let Some(ParanoiaError::Goal { goal, game }) = one.downcast_ref::<ParanoiaError>() {
            return words.fill("cli.goal_makes_no_sense", &[("goal", goal), ("game", game)]);
        }
        if let Some(OpenError::Unplaced) = one.downcast_ref::<OpenError>() {
            return words.t("cli.unplaced").into();
        }
        cause = one.source();
    }
    error.to_string()
}
