//! A puzzle that was found: its line in the list, its diagram, and what speaks for it.

use super::form::motif_key;
use crate::app::Cx;
use crate::app::common::picture::DiagramPicture;
use crate::app::theme::GAP;
use crate::app::widgets::fields::{caption, section};
use crate::print::{Ink, Sheet};
use crate::puzzle::generate::Composed;
use crate::puzzle::soundness::Finding;
use crate::solving::wording;
use crate::words::Words;
use egui::text::{LayoutJob, TextWrapping};
use egui::{CornerRadius, FontId, Label, Rect, Response, RichText, ScrollArea, Stroke, StrokeKind, Ui, pos2};

/// Height of a line of the list.
pub const ROW: f32 = 54.0;

/// A line of the list: title, and what it is about. Returns what a screen reader says.
pub fn row_ui(ui: &Ui, rect: Rect, composed: &Composed, (on, at): (bool, &Response), cx: &Cx<'_>) -> String {
    let (words, tokens) = (&cx.words, &cx.tokens);
    let title = wording::title(&composed.puzzle, words);
    let facts = facts(composed, words);
    let (fill, line) = match (on, at.hovered() || at.has_focus()) {
        (true, _) => (tokens.accent_wash, tokens.accent),
        (false, true) => (tokens.button.hover, tokens.line),
        (false, false) => (tokens.field, tokens.line),
    };
    let painter = ui.painter_at(rect);
    painter.rect(rect, CornerRadius::same(6), fill, Stroke::new(1.0, line), StrokeKind::Inside);
    let left = rect.left() + GAP;
    for (text, y, size, colour) in [(&title, 17.0, 16.0, tokens.ink), (&facts, 38.0, 13.5, tokens.accent)] {
        let mut job = LayoutJob::simple_singleline(text.clone(), FontId::proportional(size), colour);
        job.wrap = TextWrapping::truncate_at_width(rect.width() - 2.0 * GAP);
        let galley = painter.layout_job(job);
        painter.galley(pos2(left, rect.top() + y - galley.size().y / 2.0), galley, colour);
    }
    format!("{title}: {facts}")
}

/// Cards in hand, difficulty, motifs, beauty.
fn facts(composed: &Composed, words: &Words) -> String {
    let puzzle = &composed.puzzle;
    let position = &puzzle.position;
    let cards = position.turn().map_or(0, |turn| position.cards_left(turn)) as u64;
    let mut facts = vec![words.count("invent.card", "invent.cards_in_hand", cards)];
    facts.extend(puzzle.difficulty.map(|grade| words.t(wording::difficulty(grade)).into()));
    facts.push(words.fill("invent.beauty", &[("n", &words.decimal(composed.beauty, 1))]));
    facts.extend(composed.motifs.iter().map(|motif| words.t(motif_key(*motif)).into()));
    facts.join(" · ")
}

/// A look at one puzzle.
pub struct Preview {
    /// Whether the solution is shown.
    solution: bool,
    picture: DiagramPicture,
}

impl Preview {
    /// Nothing is shown yet.
    pub fn new(ctx: &egui::Context) -> Preview {
        Preview { solution: false, picture: DiagramPicture::new(ctx) }
    }

    /// Another puzzle: its solution is hidden until asked for.
    pub fn forget(&mut self) {
        self.solution = false;
        self.picture.forget();
    }

    /// Draws the puzzle.
    pub fn ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, composed: Option<&Composed>) {
        let words = cx.words;
        let Some(composed) = composed else { return };
        ui.checkbox(&mut self.solution, words.t("invent.show_solution"));
        let diagram = Sheet::preview(composed.puzzle.clone(), words, Ink::Colour, self.solution);
        ScrollArea::vertical().id_salt("preview").auto_shrink(false).show(ui, |ui| {
            let width = (ui.available_width() - GAP).min(460.0);
            self.picture.ui(ui, diagram, width, cx);
            ui.add_space(GAP);
            section(ui, words.t("invent.speaks_for"));
            for merit in &composed.merits {
                let weight = merit.weight();
                let sign = if weight < 0.0 { "−" } else { "+" };
                let text = format!("{sign}{}  {}", words.decimal(weight.abs(), 1), merit.words(words));
                ui.add(Label::new(RichText::new(text).size(14.5)).wrap());
            }
            ui.add_space(GAP / 2.0);
            let (game, goal) = (composed.puzzle.position.game(), composed.puzzle.goal());
            for finding in &composed.report.findings {
                // The key card and later choices would give it away.
                let tells = matches!(
                    finding,
                    Finding::Key(_) | Finding::Keys(_) | Finding::Choice { .. } | Finding::Trap { .. }
                );
                if self.solution || !tells {
                    let text = format!("· {}", finding.words(game, goal, words));
                    ui.add(Label::new(RichText::new(text).size(14.5)).wrap());
                }
            }
            if !self.solution {
                caption(ui, words.t("invent.more_with_solution"));
            }
        });
    }
}
