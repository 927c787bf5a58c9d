//! The diagram as it will be printed, and what goes into it.

use super::Compose;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::common::document::file;
use crate::app::common::picture::DiagramPicture;
use crate::app::theme::GAP;
use crate::print::{Ink, Sheet, pixels};
use egui::{RichText, Ui};

/// Dots to the point of a picture that is copied: 300 to the inch.
const COPIED: f32 = 300.0 / 72.0;

/// The preview and the choices.
pub struct DiagramPanel {
    grey: bool,
    solution: bool,
    picture: DiagramPicture,
}

impl DiagramPanel {
    /// Nothing is shown yet.
    pub fn new(ctx: &egui::Context) -> DiagramPanel {
        DiagramPanel { grey: false, solution: false, picture: DiagramPicture::new(ctx) }
    }

    /// Another document: the old picture is of no use.
    pub fn forget(&mut self) {
        self.picture.forget();
    }
}

impl Compose {
    /// The diagram of the document, if its deal is sound.
    #[must_use]
    pub fn diagram(&self, words: &crate::words::Words) -> Option<Sheet> {
        let puzzle = file::to_puzzle(self.document())?;
        let ink = if self.pages.diagram.grey { Ink::Grey } else { Ink::Colour };
        Some(Sheet::preview(puzzle, *words, ink, self.pages.diagram.solution))
    }

    pub(super) fn diagram_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        ui.horizontal_wrapped(|ui| {
            ui.checkbox(&mut self.pages.diagram.grey, words.t("diagram.grey"));
            ui.checkbox(&mut self.pages.diagram.solution, words.t("diagram.solution"));
        });
        let Some(diagram) = self.diagram(&words) else {
            ui.label(RichText::new(words.t("diagram.not_yet")).color(cx.tokens.faint));
            return;
        };
        ui.horizontal_wrapped(|ui| {
            for command in [Command::ExportSvg, Command::ExportPng] {
                if ui.button(command.name(&words)).on_hover_text(cx.hint(command)).clicked() {
                    cx.send.push(command);
                }
            }
            // For letters and layout programs, with dots enough to be printed.
            if ui.button(words.t("diagram.copy")).clicked()
                && let Some(Ok(picture)) = diagram.pages().first().map(|page| pixels(page, COPIED))
            {
                let size = [picture.width as usize, picture.height as usize];
                ui.ctx().copy_image(egui::ColorImage::from_rgba_unmultiplied(size, &picture.rgba));
                cx.toasts.done(words.t("diagram.copied"));
            }
        });
        ui.add_space(GAP / 2.0);
        let width = ui.available_width();
        self.pages.diagram.picture.ui(ui, diagram, width, cx);
    }
}
