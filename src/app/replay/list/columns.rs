//! Which columns the list has, and how wide they are.

use super::rows::head;
use crate::app::Cx;
use crate::archive::index::Column;
use egui::{Button, RichText, Ui};
use serde::{Deserialize, Serialize};

/// A column of the list.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChosenColumn {
    /// Which.
    pub column: Column,
    /// Its width, if somebody has drawn it.
    pub width: Option<f32>,
}

/// Narrower than this nothing can be read.
const LEAST: f32 = 36.0;

/// All columns that can be chosen, in the order in which they stand.
pub const ALL: [Column; 23] = [
    Column::Date,
    Column::Time,
    Column::Place,
    Column::Id,
    Column::Series,
    Column::Forehand,
    Column::ForehandRating,
    Column::MiddlehandRating,
    Column::RearhandRating,
    Column::Declarer,
    Column::Contract,
    Column::Matadors,
    Column::Bid,
    Column::Result,
    Column::Value,
    Column::Points,
    Column::Tricks,
    Column::Flags,
    Column::Glassbox,
    Column::Mistakes,
    Column::Worst,
    Column::Analysis,
    Column::Notes,
];

/// What the list has as long as nobody wants it otherwise.
const USUAL: [Column; 11] = [
    Column::Date,
    Column::Forehand,
    Column::Declarer,
    Column::Contract,
    Column::Bid,
    Column::Result,
    Column::Value,
    Column::Points,
    Column::Tricks,
    Column::Flags,
    Column::Analysis,
];

/// The usual columns.
#[must_use]
pub fn usual() -> Vec<ChosenColumn> {
    USUAL.map(|column| ChosenColumn { column, width: None }).to_vec()
}

/// The usual columns, with one more once somebody has written something.
#[must_use]
pub fn usual_with(notes: bool) -> Vec<ChosenColumn> {
    let mut columns = usual();
    columns.extend(notes.then_some(ChosenColumn { column: Column::Notes, width: None }));
    columns
}

/// Gives a column another width.
pub fn resize(chosen: &mut Vec<ChosenColumn>, column: Column, width: f32) {
    if chosen.is_empty() {
        *chosen = usual();
    }
    if let Some(found) = chosen.iter_mut().find(|found| found.column == column) {
        found.width = Some(width.max(LEAST));
    }
}

fn toggle(chosen: &mut Vec<ChosenColumn>, column: Column) {
    if chosen.is_empty() {
        *chosen = usual();
    }
    match chosen.iter().position(|found| found.column == column) {
        // A list without a column would be none.
        Some(at) if chosen.len() > 1 => {
            chosen.remove(at);
        }
        Some(_) => {}
        None => {
            chosen.push(ChosenColumn { column, width: None });
            chosen.sort_by_key(|found| ALL.iter().position(|&column| column == found.column));
        }
    }
}

/// The button that opens the choice.
pub fn menu_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = cx.words;
    let button = Button::new(RichText::new(words.t("columns.title")).size(14.0));
    let response = ui.add(button).on_hover_text(words.t("columns.why"));
    egui::Popup::menu(&response).close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        let chosen = &mut cx.settings.replay.columns;
        for column in ALL {
            let shown = if chosen.is_empty() {
                USUAL.contains(&column)
            } else {
                chosen.iter().any(|found| found.column == column)
            };
            let mut on = shown;
            if ui.checkbox(&mut on, head(&words, column)).changed() {
                toggle(chosen, column);
            }
        }
        ui.separator();
        if ui.add_enabled(!chosen.is_empty(), Button::new(words.t("columns.usual"))).clicked() {
            chosen.clear();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_and_go_in_their_order() {
        let mut chosen = Vec::new();
        toggle(&mut chosen, Column::Id);
        let names: Vec<Column> = chosen.iter().map(|found| found.column).collect();
        assert_eq!((chosen.len(), names[1]), (USUAL.len() + 1, Column::Id));
        toggle(&mut chosen, Column::Id);
        assert_eq!(chosen, usual());
        resize(&mut chosen, Column::Bid, 3.0);
        assert_eq!(chosen[4].width, Some(LEAST));
        for column in USUAL {
            toggle(&mut chosen, column);
        }
        assert_eq!(chosen.len(), 1);
    }
}
