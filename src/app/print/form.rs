//! What goes on a sheet, and how.

use super::Scope;
use crate::app::own_deck;
use crate::app::theme::GAP;
use crate::app::widgets::fields::{caption, choice, list};
use crate::print::{self, Content, Format, Ink, Sheet, Style};
use crate::puzzle::{Language, Puzzle};
use crate::words::{Faces, Words};
use egui::Ui;

/// How wide the columns are, and on what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// A narrow newspaper column.
    Narrow,
    /// A newspaper column.
    Middle,
    /// Two newspaper columns wide.
    #[default]
    Column,
    /// A5.
    A5,
    /// A4 with one column.
    OneColumn,
    /// A4 with two columns.
    TwoColumns,
    /// A4 with three columns.
    ThreeColumns,
    /// A booklet with contents and index.
    Booklet,
}

impl Paper {
    const ALL: [Paper; 8] = [
        Paper::Narrow,
        Paper::Middle,
        Paper::Column,
        Paper::A5,
        Paper::OneColumn,
        Paper::TwoColumns,
        Paper::ThreeColumns,
        Paper::Booklet,
    ];

    const fn paper(self) -> print::Paper {
        match self {
            Paper::Narrow => print::Paper::Column(45.0),
            Paper::Middle => print::Paper::Column(61.0),
            Paper::Column => print::Paper::Column(91.0),
            Paper::A5 => print::Paper::A5(1),
            Paper::OneColumn => print::Paper::A4(1),
            Paper::TwoColumns => print::Paper::A4(2),
            Paper::ThreeColumns => print::Paper::A4(3),
            Paper::Booklet => print::Paper::Booklet,
        }
    }

    /// Whether it is a page to be printed as it is.
    #[must_use]
    pub const fn is_page(self) -> bool {
        !matches!(self, Paper::Narrow | Paper::Middle | Paper::Column)
    }

    const fn key(self) -> &'static str {
        match self {
            Paper::Narrow => "print.narrow",
            Paper::Middle => "print.middle",
            Paper::Column => "print.column",
            Paper::A5 => "print.small",
            Paper::OneColumn => "print.one_column",
            Paper::TwoColumns => "print.two_columns",
            Paper::ThreeColumns => "print.three_columns",
            Paper::Booklet => "print.booklet",
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
    /// How hands are shown.
    pub style: Style,
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
    /// With card pictures of one's own, where there are any.
    pub own_deck: bool,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice {
            scope: 0,
            content: Content::default(),
            paper: Paper::default(),
            style: Style::default(),
            format: Format::default(),
            colour: false,
            german_suits: false,
            language: Language::German,
            work_out: true,
            own_deck: true,
        }
    }
}

impl Choice {
    /// The sheet of these puzzles.
    #[must_use]
    pub fn sheet(&self, puzzles: Vec<Puzzle>, french: Faces) -> Sheet {
        let mut sheet = Sheet::new(puzzles, self.language);
        (sheet.paper, sheet.content, sheet.style) = (self.paper.paper(), self.content, self.style);
        if self.colour {
            (sheet.look.ink, sheet.look.words.faces) = (Ink::Colour, french);
        }
        if self.german_suits {
            sheet.look.words.faces = Faces::German;
        }
        sheet
    }

    /// Whether missing solutions are wanted.
    #[must_use]
    pub fn works_out(&self) -> bool {
        self.work_out && self.content != Content::Question
    }
}

/// Dots to the inch of pictures.
const DOTS: u16 = 300;

/// Draws the choices.
pub fn form_ui(ui: &mut Ui, now: &mut Choice, scopes: &[Scope], words: &Words) {
    let has_deck = own_deck::textures(ui.ctx()).is_some();
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
            (Content::UpsideDown, words.t("print.upside_down")),
            (Content::Apart, words.t("print.apart")),
        ];
        list(ui, "print content", name, &mut now.content, &options, 330.0);
    });
    if now.content != Content::Question {
        ui.checkbox(&mut now.work_out, words.t("print.work_out"));
        ui.add_space(GAP / 2.0);
    }
    row(ui, "print.format", &mut |ui, name| {
        let options = [
            (Format::Pdf, "PDF"),
            (Format::Svg, "SVG"),
            (Format::Png(DOTS), "PNG"),
            (Format::Jpeg(DOTS), "JPEG"),
            (Format::Tiff(DOTS), "TIFF"),
            (Format::Text, words.t("print.plain")),
            (Format::Markdown, "Markdown"),
            (Format::Html, "HTML"),
        ];
        now.format = choice(ui, name, Some(now.format), &options).unwrap_or(now.format);
    });
    if now.format.is_drawn() {
        row(ui, "print.width", &mut |ui, name| {
            let options = Paper::ALL.map(|paper| (paper, words.t(paper.key())));
            list(ui, "print width", name, &mut now.paper, &options, 330.0);
        });
        row(ui, "print.style", &mut |ui, name| {
            let options = [
                (Style::Letters, words.t("print.letters")),
                (Style::Cards, words.t("print.cards")),
                (Style::Fans, words.t("print.fans")),
            ];
            now.style = choice(ui, name, Some(now.style), &options).unwrap_or(now.style);
        });
        if has_deck && now.style != Style::Letters {
            ui.checkbox(&mut now.own_deck, words.t("deck.on_sheet"));
        }
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
