//! What is wished for.

use crate::app::widgets::fields::{self, caption};
use crate::puzzle::generate::{Motif, Wishes};
use crate::rules::{Game, Goal, Seat, Side};
use crate::words::Words;
use egui::{DragValue, Grid, Ui, vec2};
use std::path::PathBuf;

/// Where the games come from that puzzles are cut out of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Games {
    /// Dealt and played at random.
    #[default]
    Random,
    /// The archive that comes with Kiebitz.
    Sample,
    /// A file.
    Archive(PathBuf),
}

/// The form.
#[derive(Clone, Debug)]
pub struct Form {
    /// The wishes.
    pub wishes: Wishes,
    /// How many puzzles.
    pub count: usize,
    /// Where the games come from.
    pub games: Games,
}

impl Default for Form {
    fn default() -> Form {
        Form { wishes: Wishes::default(), count: 12, games: Games::default() }
    }
}

/// Width of a list.
const LIST: f32 = 176.0;

/// Draws the form; `true` if a file is asked for.
pub fn form_ui(ui: &mut Ui, form: &mut Form, words: &Words) -> bool {
    let mut asks_file = false;
    Grid::new("wishes").num_columns(2).spacing(vec2(12.0, 9.0)).show(ui, |ui| {
        let row = |ui: &mut Ui, key: &'static str, add: &mut dyn FnMut(&mut Ui, &str)| {
            caption(ui, words.t(key));
            add(ui, words.t(key));
            ui.end_row();
        };
        wishes_ui(ui, &mut form.wishes, words, &row);
        row(ui, "invent.games", &mut |ui, name| {
            asks_file = games_ui(ui, &mut form.games, name, words);
        });
        row(ui, "invent.count", &mut |ui, name| {
            ui.add(DragValue::new(&mut form.count).range(1..=200)).accessible_name(name);
        });
        row(ui, "invent.seed", &mut |ui, name| {
            ui.horizontal(|ui| {
                ui.add(DragValue::new(&mut form.wishes.seed).range(0..=999_999))
                    .accessible_name(name)
                    .on_hover_text(words.t("invent.seed.why"));
                if ui.button(words.t("invent.other_seed")).clicked() {
                    form.wishes.seed = (form.wishes.seed + 1) % 1_000_000;
                }
            });
        });
    });
    if let Games::Archive(path) = &form.games {
        ui.add(egui::Label::new(path.display().to_string()).truncate());
        asks_file |= ui.button(words.t("invent.other_file")).clicked();
    }
    asks_file
}

/// A line of the form: the key of its name, and what stands behind the name.
type Row<'a> = &'a dyn Fn(&mut Ui, &'static str, &mut dyn FnMut(&mut Ui, &str));

/// What the puzzles are to be like.
fn wishes_ui(ui: &mut Ui, wishes: &mut Wishes, words: &Words, row: Row<'_>) {
    let any = words.t("invent.any");
    row(ui, "field.game", &mut |ui, name| {
        let games = Game::ALL.into_iter().rev().map(|game| (Some(game), words.game(game)));
        let options: Vec<_> = std::iter::once((None, any)).chain(games).collect();
        fields::list(ui, "wish game", name, &mut wishes.game, &options, LIST);
    });
    if wishes.game != Some(Game::Null) {
        row(ui, "invent.goal", &mut |ui, name| {
            let (points, schneider) = (words.goal(Goal::Points(61)), words.goal(Goal::SCHNEIDER));
            let options = [
                (None, any),
                (Some(Goal::Points(61)), points.as_str()),
                (Some(Goal::SCHNEIDER), schneider.as_str()),
                (Some(Goal::EveryTrick), words.t("goal.every")),
            ];
            fields::list(ui, "wish goal", name, &mut wishes.goal, &options, LIST);
        });
    }
    row(ui, "invent.side", &mut |ui, name| {
        let options = [
            (None, any),
            (Some(Side::Declarer), words.t("role.declarer")),
            (Some(Side::Defenders), words.t("role.defender")),
        ];
        fields::list(ui, "wish side", name, &mut wishes.side, &options, LIST);
    });
    row(ui, "invent.seat", &mut |ui, name| {
        let seats = Seat::ALL.into_iter().map(|seat| (Some(seat), words.seat(seat)));
        let options: Vec<_> = std::iter::once((None, any)).chain(seats).collect();
        fields::list(ui, "wish seat", name, &mut wishes.seat, &options, LIST);
    });
    row(ui, "invent.open", &mut |ui, name| {
        let options = [(None, any), (Some(true), words.t("tag.open")), (Some(false), words.t("tag.fair"))];
        fields::list(ui, "wish open", name, &mut wishes.open, &options, LIST);
    });
    row(ui, "invent.cards", &mut |ui, name| {
        ui.horizontal(|ui| {
            let (from, to) = &mut wishes.cards;
            ui.add(DragValue::new(from).range(2..=10)).accessible_name(name);
            ui.label(words.t("dist.to"));
            *to = (*to).max(*from);
            ui.add(DragValue::new(to).range(*from..=10)).accessible_name(words.t("invent.cards_to"));
        });
    });
    row(ui, "list.grade", &mut |ui, name| {
        let options = [
            (None, any),
            (Some(1), words.t("difficulty.easy")),
            (Some(2), words.t("difficulty.medium")),
            (Some(3), words.t("difficulty.hard")),
        ];
        fields::list(ui, "wish grade", name, &mut wishes.grade, &options, LIST);
    });
    row(ui, "invent.motif", &mut |ui, name| {
        let motifs = Motif::ALL.into_iter().map(|motif| (Some(motif), words.t(motif_key(motif))));
        let options: Vec<_> = std::iter::once((None, any)).chain(motifs).collect();
        fields::list(ui, "wish motif", name, &mut wishes.motif, &options, LIST);
    });
}

fn games_ui(ui: &mut Ui, games: &mut Games, name: &str, words: &Words) -> bool {
    let mut kind = match games {
        Games::Random => 0,
        Games::Sample => 1,
        Games::Archive(_) => 2,
    };
    let before = kind;
    let options =
        [(0, words.t("invent.random")), (1, words.t("invent.sample")), (2, words.t("invent.archive"))];
    fields::list(ui, "wish games", name, &mut kind, &options, LIST);
    if kind != before {
        match kind {
            0 => *games = Games::Random,
            1 => *games = Games::Sample,
            // The file says it when it is chosen.
            _ => return true,
        }
    }
    false
}

/// The text of a motif.
#[must_use]
pub const fn motif_key(motif: Motif) -> &'static str {
    match motif {
        Motif::Odds => "tag.odds",
        Motif::Trap => "tag.trap",
        Motif::Throw => "tag.throw",
        Motif::Lead => "invent.lead",
        Motif::Chance => "tag.chance",
    }
}
