//! A panel beside what is worked on. Where there is no room for both, two names over them choose which is shown.

use super::fields;
use super::landmarks::{self, Landmark};
use crate::words::Words;
use egui::{Frame, Id, Margin, Panel, Ui};

/// From this width of the window on panels are a little wider.
const WIDE_WINDOW: f32 = 1600.0;
/// How much is left at least for what stands beside a panel.
const LEAST_MAIN: f32 = 440.0;

/// How much a panel leaves beside it where it can.
const ENOUGH_MAIN: f32 = 520.0;

/// Such a panel.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    id: &'static str,
    left: bool,
    landmark: Landmark,
    /// Its usual width, and that in a wide window.
    widths: (f32, f32),
    /// Its limits.
    range: (f32, f32),
    /// The names of the main part and of the panel, in the catalogue.
    names: (&'static str, &'static str),
}

impl Beside {
    /// A panel at the right.
    #[must_use]
    pub const fn right(id: &'static str, widths: (f32, f32), range: (f32, f32)) -> Beside {
        let names = ("beside.table", "beside.panel");
        Beside { id, left: false, landmark: Landmark::Panel, widths, range, names }
    }

    /// The filters at the left of a list.
    #[must_use]
    pub const fn filters(id: &'static str, widths: (f32, f32), range: (f32, f32)) -> Beside {
        let names = ("beside.list", "beside.filters");
        Beside { id, left: true, landmark: Landmark::Filters, widths, range, names }
    }

    /// With other names for the two parts.
    #[must_use]
    pub const fn named(self, main: &'static str, panel: &'static str) -> Beside {
        Beside { names: (main, panel), ..self }
    }

    /// Draws the panel, and says whether what is beside it is to be drawn too.
    #[must_use]
    pub fn show(self, ui: &mut Ui, words: &Words, content: impl FnOnce(&mut Ui)) -> bool {
        if ui.available_width() >= self.range.0 + LEAST_MAIN {
            let width = match ui.ctx().content_rect().width() > WIDE_WINDOW {
                true => self.widths.1,
                false => self.widths.0,
            };
            let panel = if self.left { Panel::left(self.id) } else { Panel::right(self.id) };
            // A width from a larger window must not squeeze what stands beside it.
            let most = (ui.available_width() - ENOUGH_MAIN).clamp(self.range.0, self.range.1);
            let panel = panel.default_size(width).size_range(self.range.0..=most);
            let shown = panel.show(ui, content);
            landmarks::mark(ui.ctx(), self.landmark, shown.response.rect);
            fields::name_splitter(ui, self.id, words.t("panel.resize"));
            return true;
        }
        let chosen = Id::unique(("beside", self.id));
        let mut panel = ui.data(|data| data.get_temp::<bool>(chosen)).unwrap_or(false);
        let frame = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 4, bottom: 2 });
        let row = Panel::top(self.id).resizable(false).show_separator_line(false).frame(frame);
        row.show(ui, |ui| {
            let parts = [(false, words.t(self.names.0)), (true, words.t(self.names.1))];
            if let Some(now) = fields::choice(ui, words.t("beside.shown"), Some(panel), &parts) {
                panel = now;
                ui.data_mut(|data| data.insert_temp(chosen, panel));
            }
        });
        if panel {
            landmarks::mark(ui.ctx(), self.landmark, ui.available_rect_before_wrap());
            Frame::new().inner_margin(Margin::symmetric(10, 0)).show(ui, content);
        }
        !panel
    }
}
