//! The diagram as it will be printed, and what goes into it.

use super::Compose;
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::common::document::file;
use crate::app::theme::GAP;
use crate::puzzle::diagram::{Diagram, Ink, Side};
use egui::{ColorImage, RichText, TextureHandle, TextureOptions, Ui};

/// The preview and the choices.
#[derive(Default)]
pub struct DiagramPanel {
    grey: bool,
    solution: bool,
    texture: Option<(String, TextureHandle)>,
    trouble: Option<String>,
}

impl DiagramPanel {
    /// Another document: the old picture is of no use.
    pub fn forget(&mut self) {
        self.texture = None;
        self.trouble = None;
    }
}

impl Compose {
    /// The diagram of the document, if its deal is sound.
    #[must_use]
    pub fn diagram(&self, words: &crate::words::Words) -> Option<Diagram> {
        let puzzle = file::to_puzzle(self.document())?;
        Some(Diagram {
            puzzle,
            words: *words,
            ink: if self.diagram.grey { Ink::Grey } else { Ink::Colour },
            side: if self.diagram.solution { Side::Both } else { Side::Question },
        })
    }

    pub(super) fn diagram_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        ui.horizontal_wrapped(|ui| {
            ui.checkbox(&mut self.diagram.grey, words.t("diagram.grey"));
            ui.checkbox(&mut self.diagram.solution, words.t("diagram.solution"));
        });
        let Some(diagram) = self.diagram(&words) else {
            ui.label(RichText::new(words.t("diagram.not_yet")).color(cx.tokens.faint));
            return;
        };
        ui.horizontal(|ui| {
            for command in [Command::ExportSvg, Command::ExportPng] {
                if ui.button(command.name(&words)).on_hover_text(command.why(&words)).clicked() {
                    cx.send.push(command);
                }
            }
        });
        ui.add_space(GAP / 2.0);
        // Drawn for the very dots it will cover, so that thin letters stay sharp.
        let width = ui.available_width();
        let scale = (width * ui.ctx().pixels_per_point()).round() / Diagram::WIDTH;
        let svg = format!("{}{scale}", diagram.to_svg());
        if self.diagram.texture.as_ref().is_none_or(|(drawn, _)| *drawn != svg) {
            match diagram.rasterize(scale) {
                Ok((width, height, rgba)) => {
                    let image = ColorImage::from_rgba_unmultiplied([width, height], &rgba);
                    let texture = ui.ctx().load_texture("diagram", image, TextureOptions::LINEAR);
                    self.diagram.texture = Some((svg, texture));
                    self.diagram.trouble = None;
                }
                Err(error) => self.diagram.trouble = Some(error.to_string()),
            }
        }
        if let Some(trouble) = &self.diagram.trouble {
            ui.label(RichText::new(trouble).color(cx.tokens.bad));
        } else if let Some((_, texture)) = &self.diagram.texture {
            let image = egui::Image::new(texture)
                .fit_to_exact_size(texture.size_vec2() * (width / texture.size_vec2().x))
                .alt_text(words.t("diagram.name"));
            ui.add(image);
        }
    }
}
