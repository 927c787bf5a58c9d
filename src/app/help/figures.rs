//! The pictures of the page that is shown, drawn in the background.

use crate::app::common::waker;
use crate::engine::{Budget, Task};
use crate::manual::{self, Block};
use crate::print::pixels;
use crate::words::Words;
use egui::{ColorImage, TextureHandle, TextureOptions, Ui, Vec2, vec2};

/// Points of the screen to a point of the drawing.
const SCALE: f32 = 1.25;

/// The pictures of a page in a language and a deck, with so many dots to the point.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Wanted {
    page: &'static str,
    words: Words,
    dots: f32,
}

/// A picture, its place among those of the page, and what it shows in words. To know that, a tree must be proved: it is
/// work for the background.
type Drawn = (usize, ColorImage, String);

/// The pictures.
pub struct Figures {
    task: Task<Wanted, Drawn>,
    wanted: Option<Wanted>,
    textures: Vec<Option<(TextureHandle, String)>>,
}

impl Figures {
    /// Nothing is drawn yet.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Figures {
        let task = Task::new("manual", waker(ctx), |wanted: &Wanted, job| {
            let Some(page) = manual::page(wanted.page, wanted.words.language) else { return };
            let figures = page.document.blocks.iter().filter_map(|block| match block {
                Block::Figure(figure, _) => Some(figure),
                _ => None,
            });
            for (at, figure) in figures.enumerate() {
                if let Ok(picture) = pixels(&figure.draw(wanted.words), wanted.dots) {
                    let size = [picture.width as usize, picture.height as usize];
                    let image = ColorImage::from_rgba_unmultiplied(size, &picture.rgba);
                    job.tell((at, image, figure.in_words(&wanted.words)));
                }
            }
        });
        Figures { task, wanted: None, textures: Vec::new() }
    }

    /// The page on which they are shown.
    pub fn ask(&mut self, page: &'static str, words: Words, ui: &Ui, budget: &Budget) {
        let wanted = Wanted { page, words, dots: SCALE * ui.ctx().pixels_per_point() };
        if self.wanted != Some(wanted) {
            self.wanted = Some(wanted);
            self.textures.clear();
        }
        self.task.ask(Some(wanted));
        self.task.poll(budget);
        for (at, image, says) in self.task.take() {
            if self.textures.len() <= at {
                self.textures.resize(at + 1, None);
            }
            let texture = ui.ctx().load_texture("manual", image, TextureOptions::LINEAR);
            self.textures[at] = Some((texture, says));
        }
    }

    /// The manual is closed: nothing more is to be drawn.
    pub fn rest(&mut self) {
        if self.wanted.take().is_some() {
            self.task.forget();
            self.textures.clear();
        }
    }

    /// Shows a picture, with what it shows in words for those who hear it.
    pub fn figure_ui(&self, ui: &mut Ui, at: usize, words: &Words) {
        let Some(Some((texture, says))) = self.textures.get(at) else {
            ui.label(words.t("print.drawing"));
            return;
        };
        let natural: Vec2 = texture.size_vec2() / ui.ctx().pixels_per_point();
        let width = natural.x.min(ui.available_width() - 4.0);
        let size = vec2(width, natural.y * width / natural.x);
        let image = egui::Image::new(texture).fit_to_exact_size(size).corner_radius(6);
        ui.add(image.alt_text(says));
    }
}
