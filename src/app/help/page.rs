//! A page of the manual, drawn part by part.

use super::figures::Figures;
use crate::app::theme::{GAP, Tokens};
use crate::engine::Budget;
use crate::manual::{self, Block, Page, Span, Speech, Target};
use egui::{Align, Label, Response, RichText, Ui, vec2};

/// Draws a page, scrolled to a heading if one is wanted; returns where a link that was clicked leads.
pub fn page_ui(
    ui: &mut Ui,
    page: &'static Page,
    wanted: Option<&str>,
    speech: &Speech<'_>,
    figures: &mut Figures,
    budget: &Budget,
) -> Option<Target> {
    let mut reader = Reader { page, speech, chosen: None };
    figures.ask(page.id, speech.words, ui, budget);
    ui.heading(page.document.title.as_str());
    ui.add_space(GAP / 2.0);
    let mut figure = 0;
    for block in &page.document.blocks {
        match block {
            Block::Heading { level, text, anchor } => {
                ui.add_space(if *level == 2 { GAP } else { GAP / 2.0 });
                let size = if *level == 2 { 19.0 } else { 17.0 };
                let text = speech.words.transposed(text);
                let heading = RichText::new(text).size(size).color(Tokens::of(ui.ctx()).accent);
                let shown = ui.add(Label::new(heading).wrap());
                if wanted == Some(anchor.as_str()) {
                    shown.scroll_to_me(Some(Align::TOP));
                }
            }
            Block::Paragraph(spans) => reader.line_ui(ui, spans),
            Block::List { numbered, items } => {
                for (i, item) in items.iter().enumerate() {
                    let sign = if *numbered { format!("{}.", i + 1) } else { "•".into() };
                    reader.item_ui(ui, &sign, item);
                }
            }
            Block::Table(rows) => reader.table_ui(ui, rows),
            Block::Figure(_, caption) => {
                figures.figure_ui(ui, figure, &speech.words);
                figure += 1;
                if !caption.is_empty() {
                    ui.scope(|ui| {
                        ui.visuals_mut().override_text_color = Some(Tokens::of(ui.ctx()).faint);
                        reader.line_ui(ui, caption);
                    });
                }
            }
        }
        ui.add_space(GAP / 2.0);
    }
    reader.chosen
}

struct Reader<'a> {
    page: &'a Page,
    speech: &'a Speech<'a>,
    chosen: Option<Target>,
}

impl Reader<'_> {
    /// Running text with links in it.
    fn line_ui(&mut self, ui: &mut Ui, spans: &[Span]) {
        ui.scope(|ui| {
            // Lines of text, not rows of buttons.
            ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
            ui.spacing_mut().interact_size.y = 0.0;
            ui.horizontal_wrapped(|ui| {
                for span in spans {
                    self.span_ui(ui, span);
                }
            });
        });
    }

    fn span_ui(&mut self, ui: &mut Ui, span: &Span) {
        let text = self.speech.text(span);
        let tokens = Tokens::of(ui.ctx());
        match span {
            Span::Text(_) => ui.label(text),
            Span::Bold(_) => ui.label(RichText::new(text).strong().underline()),
            Span::Italic(_) => ui.label(RichText::new(text).italics()),
            Span::Code(_) => ui.label(RichText::new(text).monospace().background_color(tokens.edge)),
            Span::Command(_) => ui.label(RichText::new(text).strong().background_color(tokens.edge)),
            Span::Key(_) => {
                let key = RichText::new(format!(" {text} ")).strong().background_color(tokens.button.rest);
                ui.label(key)
            }
            Span::Link(_, target) => self.link_ui(ui, &text, target),
        };
    }

    /// A link; one to the glossary says what stands there.
    fn link_ui(&mut self, ui: &mut Ui, text: &str, target: &Target) -> Response {
        let target = self.page.target(target);
        let mut link = ui.link(text);
        if target.page == "glossary"
            && !target.anchor.is_empty()
            && let Some(glossary) = manual::page("glossary", self.speech.words.language)
            && let Some(Block::Paragraph(spans)) = glossary.section(&target.anchor).first()
        {
            link = link.on_hover_text(self.speech.line(spans));
        }
        if link.clicked() {
            self.chosen = Some(target);
        }
        link
    }

    fn item_ui(&mut self, ui: &mut Ui, sign: &str, item: &[Span]) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().interact_size.y = 0.0;
            let width = 24.0;
            ui.allocate_ui(vec2(width, 0.0), |ui| {
                ui.set_width(width);
                ui.label(RichText::new(sign).color(Tokens::of(ui.ctx()).accent));
            });
            ui.vertical(|ui| self.line_ui(ui, item));
        });
    }

    fn table_ui(&mut self, ui: &mut Ui, rows: &[Vec<Vec<Span>>]) {
        let columns = rows.first().map_or(1, Vec::len).max(1);
        let room = ui.available_width() - GAP * (columns - 1) as f32;
        // The first column names things, the last explains them.
        let first = if columns == 2 { room * 0.36 } else { room / columns as f32 };
        let rest = if columns > 1 { (room - first) / (columns - 1) as f32 } else { room };
        for (at, row) in rows.iter().enumerate() {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                for (i, cell) in row.iter().enumerate() {
                    let width = if i == 0 { first } else { rest };
                    ui.allocate_ui(vec2(width, 0.0), |ui| {
                        ui.set_width(width);
                        ui.vertical(|ui| {
                            if at == 0 {
                                ui.visuals_mut().override_text_color = Some(Tokens::of(ui.ctx()).faint);
                            }
                            self.line_ui(ui, cell);
                        });
                    });
                }
            });
            ui.separator();
        }
    }
}
