//! Sheets without pictures: plain text and Markdown.

use super::diagram::Diagram;
use super::{Content, Sheet};
use crate::plain;
use crate::puzzle::Puzzle;
use crate::puzzle::wording::subtitle;
use std::fmt::Write as _;

/// The lines of the table.
fn table(puzzle: &Puzzle, sheet: &Sheet) -> Vec<(String, String)> {
    let open = sheet.content == Content::Solution;
    Diagram { puzzle, look: &sheet.look, style: sheet.style, size: 10.0, open }.rows()
}

fn from(puzzle: &Puzzle) -> String {
    let mut parts = vec![puzzle.author.clone(), puzzle.source.clone()];
    parts.extend(puzzle.year.map(|year| year.to_string()));
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// The number of a puzzle before its title, if there are several.
fn numbered(sheet: &Sheet, at: usize, title: &str) -> String {
    match sheet.is_numbered() {
        true => format!("{}. {title}", sheet.first + at),
        false => title.to_string(),
    }
}

pub(super) fn plain(sheet: &Sheet) -> String {
    let language = sheet.look.words.language;
    let mut text = String::new();
    for (number, puzzle) in sheet.puzzles.iter().enumerate() {
        if number > 0 {
            text += "\n\n";
        }
        let title = numbered(sheet, number, &plain::line(puzzle.title.get(language)));
        let _ = writeln!(text, "{title}\n{}", "=".repeat(title.chars().count()));
        let _ = writeln!(text, "{}\n", subtitle(puzzle, &sheet.look.words));
        let rows = table(puzzle, sheet);
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, held) in rows {
            let _ = writeln!(text, "{name:<width$}  {held}");
        }
        if sheet.content != Content::Solution && !puzzle.question.is_empty() {
            let _ =
                writeln!(text, "\n{}", wrapped(&sheet.look.words.transposed(puzzle.question.get(language))));
        }
        if sheet.content != Content::Question && !puzzle.solution.is_empty() {
            let head = sheet.look.words.t("sheet.solution");
            let _ = writeln!(
                text,
                "\n{head}\n{}\n{}",
                "-".repeat(head.chars().count()),
                wrapped(&sheet.look.words.transposed(puzzle.solution.get(language)))
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
    let language = sheet.look.words.language;
    let mut text = String::new();
    for (number, puzzle) in sheet.puzzles.iter().enumerate() {
        let _ = writeln!(
            text,
            "## {}\n\n*{}*\n",
            plain::markdown(&numbered(sheet, number, &plain::line(puzzle.title.get(language)))),
            subtitle(puzzle, &sheet.look.words)
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
                plain::markdown(&sheet.look.words.transposed(puzzle.question.get(language)))
            );
        }
        if sheet.content != Content::Question && !puzzle.solution.is_empty() {
            let head = sheet.look.words.t("sheet.solution");
            // Each trick on a line of its own.
            let lines: Vec<String> = sheet
                .look
                .words
                .transposed(puzzle.solution.get(language))
                .lines()
                .map(plain::markdown)
                .collect();
            let _ = writeln!(text, "**{head}.** {}\n", lines.join("  \n"));
        }
        let from = from(puzzle);
        if !from.is_empty() {
            let _ = writeln!(text, "— {}\n", plain::markdown(&from));
        }
    }
    text
}

/// Lines of at most 76 letters.
fn wrapped(text: &str) -> String {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in plain::line(paragraph).split_whitespace() {
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
