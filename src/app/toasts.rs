//! Short messages in the corner. Good news goes away by itself, bad news waits to be read.

use crate::app::theme::{GAP, Tokens};
use egui::{Align2, Area, Frame, Id, Margin, Order, RichText, Stroke, vec2};

/// How long good news stays, in seconds.
const SHORT: f64 = 4.0;
/// How long a problem stays if nobody closes it.
const LONG: f64 = 20.0;
/// How many are shown at once.
const MOST: usize = 4;

/// Good or bad news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something was done.
    Done,
    /// Something did not work.
    Problem,
}

struct Toast {
    kind: Kind,
    text: String,
    /// Whether it was drawn once: the first time only its size is found out, and nobody sees it.
    measured: bool,
    /// The window's time when it was first seen: what nobody could see yet does not grow old.
    since: Option<f64>,
}

/// The messages on screen.
#[derive(Default)]
pub struct Toasts(Vec<Toast>);

impl Toasts {
    /// Says that something was done.
    pub fn done(&mut self, text: impl Into<String>) {
        self.push(Kind::Done, text.into());
    }

    /// Says that something did not work, and why.
    pub fn problem(&mut self, text: impl Into<String>) {
        self.push(Kind::Problem, text.into());
    }

    fn push(&mut self, kind: Kind, text: String) {
        self.0.retain(|toast| toast.text != text);
        self.0.push(Toast { kind, text, measured: false, since: None });
        let surplus = self.0.len().saturating_sub(MOST);
        self.0.drain(..surplus);
    }

    /// Takes all messages away.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether there is one that nobody has seen yet.
    pub fn is_one_unseen(&self) -> bool {
        self.0.iter().any(|toast| toast.since.is_none())
    }

    /// Draws them, newest at the bottom.
    pub fn ui(&mut self, ctx: &egui::Context, close: &str) {
        let now = ctx.input(|input| input.time);
        let left = |toast: &Toast| life(toast.kind) - toast.since.map_or(0.0, |since| now - since);
        self.0.retain(|toast| left(toast) > 0.0);
        if self.0.is_empty() {
            return;
        }
        let tokens = Tokens::of(ctx);
        let mut closed = None;
        Area::new(Id::unique("toasts"))
            .order(Order::Foreground)
            .anchor(Align2::RIGHT_BOTTOM, vec2(-GAP * 2.0, -52.0))
            .show(ctx, |ui| {
                ui.set_max_width(460.0);
                for (i, toast) in self.0.iter_mut().enumerate() {
                    if toast.measured {
                        toast.since.get_or_insert(now);
                    }
                    toast.measured = true;
                    let colour = if toast.kind == Kind::Done { tokens.good } else { tokens.bad };
                    let frame = Frame::new()
                        .fill(tokens.field)
                        .stroke(Stroke::new(1.5, colour))
                        .corner_radius(8)
                        .inner_margin(Margin::symmetric(12, 8));
                    frame.show(ui, |ui| {
                        ui.horizontal_top(|ui| {
                            let mark = if toast.kind == Kind::Done { "✔" } else { "⚠" };
                            ui.label(RichText::new(mark).color(colour));
                            ui.vertical(|ui| {
                                ui.set_max_width(370.0);
                                ui.label(&toast.text);
                            });
                            if ui.small_button("×").accessible_name(close).clicked() {
                                closed = Some(i);
                            }
                        });
                    });
                }
            });
        if let Some(i) = closed {
            self.0.remove(i);
        }
        // Wake up once, when the first one has to go.
        if let Some(next) = self.0.iter().map(left).reduce(f64::min) {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(next));
        }
    }
}

fn life(kind: Kind) -> f64 {
    if kind == Kind::Done { SHORT } else { LONG }
}
