//! What goes on a sheet, and how.

use super::Scope;
use crate::app::theme::GAP;
use crate::app::widgets::fields::{caption, choice, list};
use crate::puzzle::diagram::Ink;
use crate::puzzle::export::{Content, Format, Sheet};
use crate::puzzle::{Language, Puzzle};
use crate::words::{Faces, Words};
use egui::Ui;

/// How wide the columns are, and on what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// A narrow newspaper column.
    Narrow,
    /// A usual newspaper column.
    #[default]
    Column,
    /// Two newspaper columns wide.
    Wide,
    /// A4 with two columns.
    TwoColumns,
    /// A4 with three columns.
    ThreeColumns,
}

impl Paper {
    const ALL: [Paper; 5] =
        [Paper::Narrow, Paper::Column, Paper::Wide, Paper::TwoColumns, Paper::ThreeColumns];

    /// Columns, and the width of one in millimetres.
    const fn measure(self) -> (usize, f32) {
        match self {
            Paper::Narrow => (1, 45.0),
            Paper::Column => (1, 91.0),
            Paper::Wide => (1, 140.0),
            Paper::TwoColumns => (2, 88.0),
            Paper::ThreeColumns => (3, 56.0),
        }
    }

    /// Whether it is a page to be printed as it is.
    #[must_use]
    pub const fn is_page(self) -> bool {
        matches!(self, Paper::TwoColumns | Paper::ThreeColumns)
    }

    const fn key(self) -> &'static str {
        match self {
            Paper::Narrow => "print.narrow",
            Paper::Column => "print.column",
            Paper::Wide => "print.wide",
            Paper::TwoColumns => "print.two_columns",
            Paper::ThreeColumns => "print.three_columns",
        }
    }
}

/// Everything that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Which puzzles: the number of the scope.
    pub scope: usize,
    /// Question, solution or both.
    pub content: Content,
    /// The columns.
    pub paper: Paper,
    /// The format.
    pub format: Format,
    /// In colour.
    pub colour: bool,
    /// With German suits.
    pub german_suits: bool,
    /// The language of the words.
    pub language: Language,
    /// Solutions that no file has are worked out.
    pub work_out: bool,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice {
            scope: 0,
            content: Content::default(),
            paper: Paper::default(),
            format: Format::default(),
            colour: false,
            german_suits: false,
            language: Language::German,
            work_out: true,
        }
    }
}

impl Choice {
    /// The sheet of these puzzles.
    #[must_use]
    pub fn sheet(&self, puzzles: Vec<Puzzle>, french: Faces) -> Sheet {
        let mut sheet = Sheet::new(puzzles, self.language);
        (sheet.columns, sheet.width) = self.paper.measure();
        sheet.content = self.content;
        if self.colour {
            (sheet.ink, sheet.words.faces) = (Ink::Colour, french);
        }
        if self.german_suits {
            sheet.words.faces = Faces::German;
        }
        sheet
    }

    /// Whether missing solutions are wanted.
    #[must_use]
    pub fn works_out(&self) -> bool {
        self.work_out && self.content != Content::Question
    }
}

const PNG: Format = Format::Png(300);

/// Draws the choices.
pub fn form_ui(ui: &mut Ui, now: &mut Choice, scopes: &[Scope], words: &Words) {
    if scopes.len() > 1 {
        caption(ui, words.t("print.which"));
        let options: Vec<(usize, &str)> =
            scopes.iter().enumerate().map(|(at, scope)| (at, scope.name.as_str())).collect();
        list(ui, "print which", words.t("print.which"), &mut now.scope, &options, 330.0);
        ui.add_space(GAP / 2.0);
    } else if let Some(scope) = scopes.first() {
        ui.label(&scope.name);
        ui.add_space(GAP / 2.0);
    }
    let row = |ui: &mut Ui, key: &'static str, add: &mut dyn FnMut(&mut Ui, &'static str)| {
        caption(ui, words.t(key));
        add(ui, words.t(key));
        ui.add_space(GAP / 2.0);
    };
    row(ui, "print.content", &mut |ui, name| {
        let options = [
            (Content::Question, words.t("print.question")),
            (Content::Solution, words.t("print.solution")),
            (Content::Both, words.t("print.both")),
        ];
        now.content = choice(ui, name, Some(now.content), &options).unwrap_or(now.content);
    });
    if now.content != Content::Question {
        ui.checkbox(&mut now.work_out, words.t("print.work_out"));
        ui.add_space(GAP / 2.0);
    }
    row(ui, "print.format", &mut |ui, name| {
        let options = [
            (Format::Pdf, "PDF"),
            (Format::Svg, "SVG"),
            (PNG, "PNG"),
            (Format::Text, words.t("print.plain")),
            (Format::Markdown, "Markdown"),
        ];
        now.format = choice(ui, name, Some(now.format), &options).unwrap_or(now.format);
    });
    if !matches!(now.format, Format::Text | Format::Markdown) {
        row(ui, "print.width", &mut |ui, name| {
            let options = Paper::ALL.map(|paper| (paper, words.t(paper.key())));
            list(ui, "print width", name, &mut now.paper, &options, 330.0);
        });
        ui.horizontal(|ui| {
            ui.checkbox(&mut now.colour, words.t("print.colour"));
            ui.checkbox(&mut now.german_suits, words.t("print.german_suits"));
        });
        ui.add_space(GAP / 2.0);
    }
    row(ui, "texts.language", &mut |ui, name| {
        let options = [(Language::German, "Deutsch"), (Language::English, "English")];
        now.language = choice(ui, name, Some(now.language), &options).unwrap_or(now.language);
    });
}
