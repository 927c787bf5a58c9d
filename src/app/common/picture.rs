//! The diagram of a puzzle on the screen, drawn in the background.

use super::waker;
use crate::app::Cx;
use crate::engine::Task;
use crate::print::{Sheet, pixels};
use egui::{ColorImage, RichText, TextureHandle, TextureOptions, Ui};

/// A sheet with one puzzle and how many dots it is wide.
#[derive(Clone, PartialEq)]
struct Drawing {
    sheet: Sheet,
    dots: f32,
}

/// The picture; the one before is shown until the new one is drawn.
pub struct DiagramPicture {
    task: Task<Drawing, Result<ColorImage, String>>,
    texture: Option<TextureHandle>,
    trouble: Option<String>,
}

impl DiagramPicture {
    /// Nothing is drawn yet.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> DiagramPicture {
        let task = Task::new("diagram", waker(ctx), |drawing: &Drawing, job| {
            let pages = drawing.sheet.pages();
            let Some(page) = pages.first() else { return };
            let image = pixels(page, drawing.dots / page.width).map(|picture| {
                let size = [picture.width as usize, picture.height as usize];
                ColorImage::from_rgba_unmultiplied(size, &picture.rgba)
            });
            job.tell(image.map_err(|error| error.to_string()));
        });
        DiagramPicture { task, texture: None, trouble: None }
    }

    /// Another puzzle: the old picture is of no use.
    pub fn forget(&mut self) {
        self.task.forget();
        (self.texture, self.trouble) = (None, None);
    }

    /// Shows the diagram as wide as this.
    pub fn ui(&mut self, ui: &mut Ui, sheet: Sheet, width: f32, cx: &Cx<'_>) {
        // Drawn for the very dots it will cover, so that thin letters stay sharp.
        let dots = (width * ui.ctx().pixels_per_point()).round().max(1.0);
        self.task.ask(Some(Drawing { sheet, dots }));
        self.task.poll(&cx.budget);
        self.trouble = self.task.take_failure().or(self.trouble.take());
        for drawn in self.task.take() {
            match drawn {
                Ok(image) => {
                    self.texture = Some(ui.ctx().load_texture("diagram", image, TextureOptions::LINEAR));
                    self.trouble = None;
                }
                Err(why) => self.trouble = Some(why),
            }
        }
        if let Some(trouble) = &self.trouble {
            ui.label(RichText::new(trouble).color(cx.tokens.bad));
        } else if let Some(texture) = &self.texture {
            let size = texture.size_vec2();
            let image = egui::Image::new(texture).fit_to_exact_size(size * (width / size.x));
            ui.add(image.alt_text(cx.words.t("diagram.name")));
        }
    }
}
