//! Sheets without pictures: plain text and Markdown.

use super::{Content, Sheet};
use crate::cards::{Card, Cards, Rank};
use crate::deal::Place;
use crate::puzzle::words::first_up;
use crate::puzzle::{Language, PlaceName, Puzzle, words};
use crate::rules::{Game, Goal, Seat};
use std::fmt::Write as _;

/// `♥ A 10 K` for each suit, jacks of a trump game first.
fn hand(cards: Cards, game: Game, language: Language) -> String {
    let rank = |card: &Card| words::rank(card.rank(), language);
    let mut groups: Vec<String> = Vec::new();
    let mut last = None;
    for card in game.sorted(cards) {
        let jack = card.rank() == Rank::Jack && game != Game::Null;
        let face = if jack { format!("{}{}", card.suit().symbol(), rank(&card)) } else { rank(&card) };
        let key = (jack, if jack { None } else { Some(card.suit()) });
        if last == Some(key) {
            if let Some(group) = groups.last_mut() {
                let _ = write!(group, " {face}");
            }
        } else {
            groups.push(if jack { face } else { format!("{} {face}", card.suit().symbol()) });
        }
        last = Some(key);
    }
    groups.join("  ")
}

/// The lines of the table: each seat and the skat, then what has been played.
fn table(puzzle: &Puzzle, sheet: &Sheet) -> Vec<(String, String)> {
    let language = sheet.language;
    let german = language == Language::German;
    let position = &puzzle.position;
    let open = sheet.content == Content::Solution;
    let shown = |place: Place| open || !puzzle.hidden.contains(&PlaceName(place));
    let unknown = if german { "verdeckt" } else { "hidden" };
    let mut rows = Vec::new();
    for seat in Seat::ALL {
        let mut name = first_up(&words::seat(seat, language));
        if seat == position.declarer() {
            name += if german { " (Alleinspieler)" } else { " (declarer)" };
        }
        let cards = position.hand(seat);
        let held = if cards.is_empty() || !shown(Place::Hand(seat)) {
            unknown.to_string()
        } else {
            hand(cards, position.game(), language)
        };
        rows.push((name, held));
    }
    let skat = position.skat();
    let held = if skat.is_empty() || !shown(Place::Skat) {
        unknown.to_string()
    } else {
        hand(skat, position.game(), language)
    };
    rows.push(("Skat".into(), held));
    let fallen: Vec<String> =
        position.history().iter().map(|play| words::card(play.card, language)).collect();
    if !fallen.is_empty() {
        rows.push((if german { "Gespielt" } else { "Played" }.into(), fallen.join(", ")));
    }
    if position.trick().is_empty()
        && let Some(turn) = position.turn()
    {
        rows.push((
            if german { "Ausspiel" } else { "On lead" }.into(),
            first_up(&words::seat(turn, language)),
        ));
    }
    rows
}

fn subtitle(puzzle: &Puzzle, language: Language) -> String {
    let german = language == Language::German;
    let position = &puzzle.position;
    let who = first_up(&words::seat(position.declarer(), language));
    let contract = words::contract(position.contract(), language);
    let mut text = format!("{who} {} {contract}", if german { "spielt" } else { "plays" });
    if puzzle.goal() != Goal::of(position.contract()) {
        let _ = write!(
            text,
            ", {} {}",
            if german { "Ziel" } else { "goal" },
            words::goal(puzzle.goal(), language)
        );
    }
    text
}

fn from(puzzle: &Puzzle) -> String {
    let mut parts = vec![puzzle.author.clone(), puzzle.source.clone()];
    parts.extend(puzzle.year.map(|year| year.to_string()));
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

pub(super) fn plain(sheet: &Sheet) -> String {
    let language = sheet.language;
    let mut text = String::new();
    for (number, puzzle) in sheet.puzzles.iter().enumerate() {
        if number > 0 {
            text += "\n\n";
        }
        let title = puzzle.title.get(language);
        let _ = writeln!(text, "{title}\n{}", "=".repeat(title.chars().count()));
        let _ = writeln!(text, "{}\n", subtitle(puzzle, language));
        let rows = table(puzzle, sheet);
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, held) in rows {
            let _ = writeln!(text, "{name:<width$}  {held}");
        }
        if sheet.content != Content::Solution && !puzzle.question.is_empty() {
            let _ = writeln!(text, "\n{}", wrapped(puzzle.question.get(language)));
        }
        if sheet.content != Content::Question && !puzzle.solution.is_empty() {
            let head = if language == Language::German { "Lösung" } else { "Solution" };
            let _ = writeln!(
                text,
                "\n{head}\n{}\n{}",
                "-".repeat(head.chars().count()),
                wrapped(puzzle.solution.get(language))
            );
        }
        let from = from(puzzle);
        if !from.is_empty() {
            let _ = writeln!(text, "\n({from})");
        }
    }
    text
}

pub(super) fn markdown(sheet: &Sheet) -> String {
    let language = sheet.language;
    let mut text = String::new();
    for puzzle in &sheet.puzzles {
        let _ = writeln!(
            text,
            "## {}\n\n*{}*\n",
            escaped(puzzle.title.get(language)),
            subtitle(puzzle, language)
        );
        let _ = writeln!(text, "| | |\n| --- | --- |");
        for (name, held) in table(puzzle, sheet) {
            let _ = writeln!(text, "| {name} | {held} |");
        }
        text.push('\n');
        if sheet.content != Content::Solution && !puzzle.question.is_empty() {
            let _ = writeln!(text, "{}\n", escaped(puzzle.question.get(language)));
        }
        if sheet.content != Content::Question && !puzzle.solution.is_empty() {
            let head = if language == Language::German { "Lösung" } else { "Solution" };
            // Each trick on a line of its own.
            let lines: Vec<String> = puzzle.solution.get(language).lines().map(escaped).collect();
            let _ = writeln!(text, "**{head}.** {}\n", lines.join("  \n"));
        }
        let from = from(puzzle);
        if !from.is_empty() {
            let _ = writeln!(text, "— {}\n", escaped(&from));
        }
    }
    text
}

/// Signs that Markdown would take for its own.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '_' | '`' | '|' | '<' | '>' | '\\' | '#') {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

/// Lines of at most 76 letters.
fn wrapped(text: &str) -> String {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > 76 {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines.join("\n")
}
