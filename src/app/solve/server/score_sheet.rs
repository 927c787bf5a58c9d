//! The sheet of the series at the table: each game with who played it and what it counted.

use super::Server;
use crate::app::Cx;
use crate::app::widgets::fields::section;
use crate::archive::{Record, RecordedResult, recount};
use crate::rules::Contract;
use crate::solving::join_in::wording::signed;
use egui::{Grid, RichText, Ui, vec2};

/// A game of the series.
pub(super) struct SheetLine {
    /// Its number in the series.
    number: u32,
    /// Who played alone, what, and what it counted.
    game: Option<(String, Contract, i64)>,
}

impl Server {
    /// Writes a game down. The first of a series begins a new sheet.
    pub(super) fn enter(&mut self, number: u32, record: &Record) {
        if number <= 1 {
            self.sheet.clear();
        }
        let count = recount(record).ok();
        let game = count.as_ref().and_then(|count| {
            let (declarer, contract) = (count.declarer?, count.contract?);
            let value = match &record.result {
                RecordedResult::Game(game) => i64::from(game.value),
                _ => i64::from(count.outcome?.value),
            };
            Some((record.players[declarer.index()].clone().unwrap_or_default(), contract, value))
        });
        self.sheet.push(SheetLine { number, game });
    }

    /// The last game stands first: it is the one that is looked for.
    pub(super) fn sheet_ui(&self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        if self.sheet.is_empty() {
            return;
        }
        section(ui, words.t("join.list"));
        Grid::new("server sheet").num_columns(4).spacing(vec2(12.0, 3.0)).show(ui, |ui| {
            for line in self.sheet.iter().rev() {
                ui.label(RichText::new(line.number.to_string()).color(cx.tokens.faint));
                match &line.game {
                    Some((name, contract, value)) => {
                        let colour = if *value > 0 { cx.tokens.ink } else { cx.tokens.bad };
                        ui.label(name.as_str());
                        ui.label(words.contract(*contract));
                        ui.label(RichText::new(signed(*value)).color(colour));
                    }
                    None => drop(ui.label(RichText::new(words.t("result.passed")).color(cx.tokens.faint))),
                }
                ui.end_row();
            }
        });
    }
}
