//! Sheets without pictures: plain text and Markdown.

use super::{Content, Sheet};
use crate::cards::Cards;
use crate::plain;
use crate::puzzle::Puzzle;
use crate::puzzle::wording::{self, Shown, Skat};
use crate::rules::Seat;
use std::fmt::Write as _;

/// The lines of the table: each seat and the skat, then what has been played, and what else a solver must know.
fn table(puzzle: &Puzzle, sheet: &Sheet) -> Vec<(String, String)> {
    let words = &sheet.words;
    let position = &puzzle.position;
    let shown = match sheet.content {
        Content::Solution => Shown::solution(puzzle),
        Content::Question | Content::Both => Shown::question(puzzle),
    };
    let hidden = words.t("sheet.hidden");
    let hand = |cards: Cards| words.hand(cards, position.game());
    let mut rows = Vec::new();
    for seat in Seat::ALL {
        let mut name = words.seat(seat).to_string();
        if seat == position.declarer() {
            name = words.fill("sheet.declarer", &[("seat", &name)]);
        }
        rows.push((name, shown.hands[seat].map_or_else(|| hidden.to_string(), hand)));
    }
    let skat = match shown.skat {
        Skat::Cards(cards) => Some(hand(cards)),
        Skat::Hidden => Some(hidden.to_string()),
        Skat::Asked => Some(words.t("sheet.asked").to_string()),
        Skat::Found(cards) => Some(format!("{} {}", words.t("sheet.found"), hand(cards))),
        Skat::Absent => None,
    };
    rows.extend(skat.map(|skat| (words.t("place.skat").into(), skat)));
    let fallen: Vec<String> = position.history().iter().map(|play| words.card(play.card)).collect();
    if !fallen.is_empty() {
        rows.push((words.t("sheet.played").into(), fallen.join(", ")));
    }
    rows.extend(wording::facts(puzzle, words));
    rows
}

fn from(puzzle: &Puzzle) -> String {
    let mut parts = vec![puzzle.author.clone(), puzzle.source.clone()];
    parts.extend(puzzle.year.map(|year| year.to_string()));
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

pub(super) fn plain(sheet: &Sheet) -> String {
    let words = &sheet.words;
    let mut text = String::new();
    for (number, puzzle) in sheet.puzzles.iter().enumerate() {
        if number > 0 {
            text += "\n\n";
        }
        let title = plain::line(puzzle.title.get(words.language));
        let _ = writeln!(text, "{title}\n{}", "=".repeat(title.chars().count()));
        let _ = writeln!(text, "{}\n", wording::subtitle(puzzle, words));
        let rows = table(puzzle, sheet);
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, held) in rows {
            let _ = writeln!(text, "{name:<width$}  {held}");
        }
        if sheet.content != Content::Solution && !puzzle.question.is_empty() {
            let _ = writeln!(
                text,
                "\n{}",
                wrapped(&plain::lines(&words.transposed(puzzle.question.get(words.language))))
            );
        }
        if sheet.content != Content::Question && !puzzle.solution.is_empty() {
            let head = words.t("sheet.solution");
            let _ = writeln!(
                text,
                "\n{head}\n{}\n{}",
                "-".repeat(head.chars().count()),
                wrapped(&plain::lines(&words.transposed(puzzle.solution.get(words.language))))
            );
        }
        let from = from(puzzle);
        if !from.is_empty() {
            let _ = writeln!(text, "\n({})", plain::line(&from));
        }
    }
    text
}

pub(super) fn markdown(sheet: &Sheet) -> String {
    let words = &sheet.words;
    let mut text = String::new();
    for puzzle in &sheet.puzzles {
        let _ = writeln!(
            text,
            "## {}\n\n*{}*\n",
            plain::markdown(&plain::line(puzzle.title.get(words.language))),
            wording::subtitle(puzzle, words)
        );
        let _ = writeln!(text, "| | |\n| --- | --- |");
        for (name, held) in table(puzzle, sheet) {
            let _ = writeln!(text, "| {name} | {held} |");
        }
        text.push('\n');
        if sheet.content != Content::Solution && !puzzle.question.is_empty() {
            let _ = writeln!(
                text,
                "{}\n",
                plain::markdown(&words.transposed(puzzle.question.get(words.language)))
            );
        }
        if sheet.content != Content::Question && !puzzle.solution.is_empty() {
            let head = words.t("sheet.solution");
            // Each trick on a line of its own.
            let solution = words.transposed(puzzle.solution.get(words.language));
            let lines: Vec<String> = solution.lines().map(plain::markdown).collect();
            let _ = writeln!(text, "**{head}.** {}\n", lines.join("  \n"));
        }
        let from = from(puzzle);
        if !from.is_empty() {
            let _ = writeln!(text, "— {}\n", plain::markdown(&plain::line(&from)));
        }
    }
    text
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
