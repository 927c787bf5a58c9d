//! The names of the ideas that spare a search work, for choosing one that it does without.

use crate::deal::View;
use crate::search::{open, paranoia};
use crate::words::Words;
use egui::{ComboBox, Role, Ui, WidgetInfo};

/// In the order of the search's own list.
const OPEN: [&str; open::Ideas::EACH.len()] = [
    "idea.equal",
    "idea.dominance",
    "idea.beaten",
    "idea.neighbour",
    "idea.quasi",
    "idea.sure",
    "idea.cash",
    "idea.safe",
    "idea.safe_key",
];

/// In the order of the search's own list.
const KNOWLEDGE: [&str; paranoia::Ideas::EACH.len()] = [
    "idea.equal",
    "idea.hidden",
    "idea.middle",
    "idea.dominance",
    "idea.subset",
    "idea.quasi",
    "idea.close",
    "idea.sort",
    "idea.sure",
    "idea.sure_mid_trick",
    "idea.entry",
    "idea.matching",
    "idea.safe",
    "idea.under",
    "idea.glance",
    "idea.ruffed",
    "idea.stops",
    "idea.falls",
];

/// What the idea with this number is called in the search for this view.
fn name(texts: &Words, view: View, number: usize) -> &'static str {
    let names: &[&str] = if view == View::Open { &OPEN } else { &KNOWLEDGE };
    names.get(number).and_then(|key| texts.find(key)).unwrap_or_default()
}

/// With which ideas a search was made, in words.
pub fn told(texts: &Words, view: View, without: Option<usize>) -> String {
    match without {
        Some(number) => texts.fill("idea.without", &[("idea", &name(texts, view, number))]),
        None => texts.t("idea.all").into(),
    }
}

/// The choice of an idea to do without.
pub fn without_ui(ui: &mut Ui, texts: &Words, view: View, without: &mut Option<usize>) {
    let count = if view == View::Open { OPEN.len() } else { KNOWLEDGE.len() };
    let id = ui.scope_id().with("idea");
    let combo = ComboBox::from_id_salt(id).selected_text(told(texts, view, *without)).show_ui(ui, |ui| {
        for choice in std::iter::once(None).chain((0..count).map(Some)) {
            ui.selectable_value(without, choice, told(texts, view, choice));
        }
    });
    combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, texts.t("idea.title")));
}
