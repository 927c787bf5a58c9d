//! The manual in the window: beside the work, not in front of it. F1 opens the page of what is shown.

mod figures;
mod page;

use super::settings::Settings;
use super::theme::{GAP, Tokens};
use super::widgets::fields;
use crate::app::commands::Command;
use crate::engine::Budget;
use crate::manual::{self, Hit, Speech, Target};
use crate::words::Words;
use egui::{
    Align, Button, Id, Key, LayerId, Layout, Modifiers, Order, RichText, ScrollArea, TextEdit, Ui, vec2,
};
use figures::Figures;

/// How wide the window is at first.
const WIDTH: f32 = 500.0;
/// Steps back that are kept.
const MOST: usize = 100;

/// The window.
pub struct Help {
    is_open: bool,
    /// The pages that were read, and which of them is shown.
    trail: Vec<Target>,
    at: usize,
    /// Whether the contents are shown instead of the page.
    contents: bool,
    search: String,
    /// What was found for a text.
    found: Option<(String, Vec<Hit>)>,
    /// A heading to scroll to.
    wanted: Option<String>,
    /// Whether it has just been opened and wants the keyboard.
    fresh: bool,
    figures: Figures,
}

fn layer() -> LayerId {
    LayerId::new(Order::Foreground, Id::unique("manual"))
}

impl Help {
    /// Closed.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Help {
        Help {
            is_open: false,
            trail: Vec::new(),
            at: 0,
            contents: false,
            search: String::new(),
            found: None,
            wanted: None,
            fresh: false,
            figures: Figures::new(ctx),
        }
    }

    /// Opens a page, before everything else on screen; where it is shown already, closes it again.
    pub fn toggle(&mut self, target: Target, ctx: &egui::Context) {
        if self.is_open && self.shown() == Some(&target) && !self.contents && self.search.is_empty() {
            self.is_open = false;
            return;
        }
        self.open(target, ctx);
    }

    /// Opens a page.
    pub fn open(&mut self, target: Target, ctx: &egui::Context) {
        self.is_open = true;
        self.fresh = true;
        self.go(target);
        ctx.move_to_top(layer());
    }

    /// The page that is shown, if it is open.
    #[must_use]
    pub fn shown(&self) -> Option<&Target> {
        self.trail.get(self.at).filter(|_| self.is_open)
    }

    fn go(&mut self, target: Target) {
        (self.contents, self.search) = (false, String::new());
        self.wanted = Some(target.anchor.clone());
        if self.trail.get(self.at) == Some(&target) {
            return;
        }
        self.trail.truncate(self.at + 1);
        self.trail.push(target);
        let surplus = self.trail.len().saturating_sub(MOST);
        self.trail.drain(..surplus);
        self.at = self.trail.len() - 1;
    }

    fn step(&mut self, to: usize) {
        self.at = to;
        (self.contents, self.search) = (false, String::new());
        self.wanted = self.trail.get(to).map(|target| target.anchor.clone());
    }

    /// Closes it with Esc if it is what the hand is at: before a sheet below it hears of that.
    pub fn hear(&mut self, ctx: &egui::Context) {
        if !self.is_open {
            return;
        }
        let here = ctx.pointer_latest_pos().and_then(|at| ctx.layer_id_at(at)) == Some(layer());
        let focused = ctx.memory(egui::Memory::focused).and_then(|id| ctx.read_response(id));
        let focused = focused.is_some_and(|response| response.layer_id == layer());
        let covers = ctx.memory(|memory| memory.top_modal_layer().is_some());
        if (here || focused || covers)
            && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
        {
            self.is_open = false;
        }
    }

    /// Draws it, if it is open.
    pub fn ui(&mut self, ctx: &egui::Context, settings: &Settings, budget: &Budget) {
        if !self.is_open {
            self.figures.rest();
            return;
        }
        let screen = ctx.content_rect().shrink(6.0);
        let size = vec2(WIDTH.min(screen.width()), (screen.height() - 90.0).clamp(240.0, 720.0));
        let place = egui::pos2(screen.right() - size.x - 24.0, screen.top() + 40.0);
        egui::Window::new(settings.words().t("manual.name"))
            .id(layer().id)
            .order(Order::Foreground)
            .title_bar(false)
            .resizable(true)
            .default_pos(place)
            .default_size(size)
            .min_size(vec2(330.0, 220.0))
            .max_size(screen.size())
            .constrain_to(screen)
            .show(ctx, |ui| self.content_ui(ui, settings, budget));
    }

    fn content_ui(&mut self, ui: &mut Ui, settings: &Settings, budget: &Budget) {
        let words = settings.words();
        self.head_ui(ui, &words);
        ui.separator();
        let key = |id: &str| {
            let key = Command::from_id(id).map(|command| settings.keys.text(command, &words));
            key.filter(|key| !key.is_empty())
        };
        let speech = Speech { words, key: &key };
        let mut chosen = None;
        let searching = !self.search.trim().is_empty();
        // A heading can only be scrolled to within the page that has it.
        let wanted = self.wanted.take().filter(|_| !searching && !self.contents);
        let salt = (searching, self.contents, self.at, self.shown().cloned());
        let mut area = ScrollArea::vertical().auto_shrink(false).id_salt(egui::Id::unique(("manual", salt)));
        if wanted.as_deref() == Some("") {
            area = area.vertical_scroll_offset(0.0);
        }
        area.show(ui, |ui| {
            if searching {
                chosen = self.hits_ui(ui, &speech);
            } else if self.contents {
                chosen = contents_ui(ui, &speech);
            } else if let Some(page) = self.page(&speech) {
                let anchor = wanted.as_deref().filter(|anchor| !anchor.is_empty());
                chosen = page::page_ui(ui, page, anchor, &speech, &mut self.figures, budget);
            }
        });
        if let Some(target) = chosen {
            self.go(target);
            ui.ctx().request_repaint();
        }
    }

    fn page(&self, speech: &Speech<'_>) -> Option<&'static manual::Page> {
        let language = speech.words.language;
        let id = self.shown().map_or("first-steps", |target| target.page.as_str());
        manual::page(id, language).or_else(|| manual::pages(language).first())
    }

    /// Back and forward, the contents, the search, the way out.
    fn head_ui(&mut self, ui: &mut Ui, words: &Words) {
        ui.horizontal(|ui| {
            let (back, forward) = (self.at > 0, self.at + 1 < self.trail.len());
            for (sign, name, enabled, to) in [
                ("◀", "manual.back", back, self.at.wrapping_sub(1)),
                ("▶", "manual.forward", forward, self.at + 1),
            ] {
                let button = ui.add_enabled(enabled, Button::new(sign)).on_hover_text(words.t(name));
                button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, words.t(name)));
                if button.clicked() {
                    self.step(to);
                }
            }
            let contents =
                fields::toggle(ui, self.contents, words.t("manual.contents"), words.t("manual.contents"));
            if contents.clicked() {
                self.contents = !self.contents;
                self.search.clear();
            }
            if std::mem::take(&mut self.fresh) {
                contents.request_focus();
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button(words.t("button.close")).clicked() {
                    self.is_open = false;
                }
                let hint = words.t("manual.search");
                let field = TextEdit::singleline(&mut self.search).hint_text(hint);
                ui.add(field.desired_width(ui.available_width()).id(Id::unique("search the manual")))
                    .accessible_name(hint);
            });
        });
    }

    fn hits_ui(&mut self, ui: &mut Ui, speech: &Speech<'_>) -> Option<Target> {
        if self.found.as_ref().is_none_or(|(text, _)| *text != self.search) {
            self.found = Some((self.search.clone(), manual::search(&self.search, speech)));
        }
        let (_, hits) = self.found.as_ref()?;
        let tokens = Tokens::of(ui.ctx());
        if hits.is_empty() {
            ui.label(RichText::new(speech.words.t("manual.nothing")).color(tokens.faint));
        }
        let mut chosen = None;
        for hit in hits {
            let name = match hit.heading.as_str() {
                "" => hit.title.clone(),
                heading => format!("{} – {heading}", hit.title),
            };
            if ui.link(name).clicked() {
                chosen = Some(hit.target.clone());
            }
            ui.add(egui::Label::new(RichText::new(&hit.text).size(14.0).color(tokens.faint)).wrap());
            ui.add_space(GAP / 2.0);
        }
        chosen
    }
}

/// All pages, chapter by chapter.
fn contents_ui(ui: &mut Ui, speech: &Speech<'_>) -> Option<Target> {
    let mut chosen = None;
    let mut chapter = "";
    for page in manual::pages(speech.words.language) {
        if page.chapter != chapter {
            chapter = page.chapter;
            fields::section(ui, speech.words.find(chapter).unwrap_or(chapter));
        }
        if ui.link(page.document.title.as_str()).clicked() {
            chosen = Some(Target::from(page.id));
        }
    }
    chosen
}
