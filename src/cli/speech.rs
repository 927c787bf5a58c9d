//! The words of the command line: the language that `--language` names, else the system's.

use crate::deal::{Position, Problems, View};
use crate::knowledge::KnowledgeError;
use crate::puzzle::PuzzleError;
use crate::rules::{Game, Goal, Seat};
use crate::search::chance::ChanceError;
use crate::search::open::OpenError;
use crate::search::paranoia::ParanoiaError;
use crate::search::proof::ProofError;
use crate::words::{Language, Words, system_language};
use std::sync::OnceLock;

static NAMED: OnceLock<Option<Language>> = OnceLock::new();

/// Settles the language, once, before a subcommand runs.
pub(super) fn choose(language: Option<Language>) {
    let _ = NAMED.set(language);
}

/// The language that was asked for.
pub(super) fn named() -> Option<Language> {
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
        match known(one) {
            Some(Known::OwnHand(seat)) => return words.fill("cli.own_hand", &[("seat", &words.seat(seat))]),
            Some(Known::Goal(goal, game)) => {
                let game = words.game(game);
                return words.fill("cli.goal_makes_no_sense", &[("goal", &goal), ("game", &game)]);
            }
            Some(Known::Unplaced) => return words.t("cli.unplaced").into(),
            Some(Known::Stopped) => return words.t("cli.stopped").into(),
            None => cause = one.source(),
        }
    }
    error.to_string()
}

/// What we have words of our own for.
enum Known {
    OwnHand(Seat),
    Goal(Goal, Game),
    Unplaced,
    Stopped,
}

/// Errors that are told as another's (`transparent`) are not found by going from cause to cause: so each is looked into.
fn known(error: &(dyn std::error::Error + 'static)) -> Option<Known> {
    let knowledge = |KnowledgeError::OwnHand(seat): &KnowledgeError| Some(Known::OwnHand(*seat));
    let open = |error: &OpenError| matches!(error, OpenError::Unplaced).then_some(Known::Unplaced);
    if let Some(error) = error.downcast_ref::<KnowledgeError>() {
        return knowledge(error);
    }
    if let Some(error) = error.downcast_ref::<OpenError>() {
        return open(error);
    }
    match (error.downcast_ref::<ParanoiaError>(), error.downcast_ref::<ProofError>()) {
        (Some(ParanoiaError::Knowledge(error)), _) | (_, Some(ProofError::Knowledge(error))) => {
            knowledge(error)
        }
        (Some(ParanoiaError::Goal { goal, game }), _) | (_, Some(ProofError::Goal { goal, game })) => {
            Some(Known::Goal(*goal, *game))
        }
        (_, Some(ProofError::Open(error))) => open(error),
        (_, Some(ProofError::Stopped)) => Some(Known::Stopped),
        _ => match error.downcast_ref::<ChanceError>()? {
            ChanceError::Knowledge(error) => knowledge(error),
            ChanceError::Goal { goal, game } => Some(Known::Goal(*goal, *game)),
            _ => None,
        },
    }
}
