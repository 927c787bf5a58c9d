//! Tours: a few steps through the real window with a real puzzle, each pointing at one part of it.
//!
//! A tour only points and waits. Everything it speaks of can be used while it does, and whoever does something else
//! is not stopped.

mod steps;

use super::commands::Command;
use super::file_commands::Next;
use super::theme::{GAP, Tokens};
use super::widgets::fields;
use super::widgets::landmarks::{self, Landmark};
use super::{Kiebitz, Workspace};
use crate::deal::View;
use crate::knowledge::Knowledge;
use crate::puzzle::{Puzzle, bundled};
use egui::{
    Align2, Area, Context, Frame, Id, LayerId, Order, Pos2, Rect, RichText, Stroke, StrokeKind, Ui, pos2,
    vec2,
};
use steps::{Act, Deed, Step};

/// How wide the note is.
const WIDTH: f32 = 318.0;
/// How high it may become; only used to find a place for it.
const HEIGHT: f32 = 250.0;

/// One of the tours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tour {
    /// Building a puzzle.
    Compose,
    /// Solving one.
    Solve,
    /// Looking at games.
    Replay,
    /// What is behind it.
    Idea,
}

impl Tour {
    /// All of them.
    pub const ALL: [Tour; 4] = [Tour::Compose, Tour::Solve, Tour::Replay, Tour::Idea];

    /// The command that begins it.
    #[must_use]
    pub fn command(self) -> Command {
        match self {
            Tour::Compose => Command::TourCompose,
            Tour::Solve => Command::TourSolve,
            Tour::Replay => Command::TourReplay,
            Tour::Idea => Command::TourIdea,
        }
    }

    fn steps(self) -> &'static [Step] {
        match self {
            Tour::Compose => steps::COMPOSE,
            Tour::Solve => steps::SOLVE,
            Tour::Replay => steps::REPLAY,
            Tour::Idea => steps::IDEA,
        }
    }
}

/// A tour that somebody is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TourState {
    /// Which.
    pub tour: Tour,
    /// The step, from 0.
    pub step: usize,
    /// What the number of the invited deed was when the step began.
    before: u64,
}

/// What was pressed.
enum Pressed {
    Back,
    On,
    End,
}

impl Kiebitz {
    /// Begins a tour.
    pub(super) fn begin_tour(&mut self, tour: Tour, ctx: &Context) {
        self.start.tour = Some(TourState { tour, step: 0, before: 0 });
        self.enter_step(ctx);
    }

    /// The tour that somebody is on.
    #[must_use]
    pub fn tour(&self) -> Option<TourState> {
        self.start.tour
    }

    /// What the tour points at, if it is on the screen.
    #[must_use]
    pub fn tour_points_at(&self, ctx: &Context) -> Option<Rect> {
        let state = self.start.tour?;
        landmarks::find(ctx, state.tour.steps()[state.step].at)
    }

    /// Does what the step begins with.
    fn enter_step(&mut self, ctx: &Context) {
        let Some(state) = self.start.tour else { return };
        for act in state.tour.steps()[state.step].acts {
            self.act(*act, ctx);
        }
        if let Some(deed) = state.tour.steps()[state.step].deed {
            let before = self.deed_number(deed);
            self.start.tour = Some(TourState { before, ..state });
        }
    }

    fn act(&mut self, act: Act, ctx: &Context) {
        match act {
            Act::Go(workspace) => self.settings.workspace = workspace,
            Act::Compose(name) => {
                if let Some(puzzle) = named(name) {
                    self.ask_then(Next::Puzzle(Box::new(puzzle)), ctx);
                }
            }
            Act::Play(name) => {
                self.settings.workspace = Workspace::Solve;
                if let Some(puzzle) = named(name) {
                    self.solve.play(puzzle);
                }
            }
            Act::List => self.solve.show_list(),
            Act::Prove(name) => {
                self.settings.workspace = Workspace::Solve;
                if let Some(puzzle) = named(name) {
                    self.solve.prove_or_plan(puzzle.position);
                }
            }
            Act::Run(command) => self.commands.push(command),
            Act::OpenGame => self.replay.open_chosen(),
            Act::Possible(shown) => self.settings.possible = shown,
        }
    }

    /// A number that changes when the deed is done.
    fn deed_number(&self, deed: Deed) -> u64 {
        let attempt = self.solve.attempt();
        match deed {
            Deed::Edit => self.compose.version(),
            Deed::Play => attempt.map_or(0, |attempt| attempt.played() as u64),
            Deed::Hint => attempt.map_or(0, |attempt| u64::from(attempt.help.hint)),
            Deed::Node => self.solve.proof().chosen().index() as u64,
            Deed::OpenGame => u64::from(self.replay.page() == super::replay::Page::Game),
            Deed::Step => self.replay.game().map_or(0, |game| game.walk.cards().unwrap_or(0) as u64),
        }
    }

    /// Draws the note of the step, and a ring around what it speaks of.
    pub(super) fn tour_ui(&mut self, ctx: &Context) {
        let Some(state) = self.start.tour else { return };
        if ctx.memory(|memory| memory.top_modal_layer().is_some()) {
            return; // a question comes first
        }
        let step = state.tour.steps()[state.step];
        let at = self.tour_points_at(ctx);
        if let Some(rect) = at {
            let painter = ctx.layer_painter(LayerId::new(Order::Foreground, Id::unique("tour ring")));
            let ring = Stroke::new(3.0, Tokens::of(ctx).accent);
            painter.rect_stroke(rect.shrink(1.5), 8.0, ring, StrokeKind::Inside);
        }
        let done = step.deed.is_some_and(|deed| self.deed_number(deed) != state.before);
        let place = place(ctx.content_rect(), at, step.at);
        let mut pressed = None;
        Area::new(Id::unique("tour")).order(Order::Tooltip).fixed_pos(place).constrain(true).show(
            ctx,
            |ui| {
                let tokens = Tokens::of(ctx);
                let frame = Frame::popup(&ctx.global_style())
                    .stroke(Stroke::new(1.5, tokens.accent))
                    .corner_radius(10)
                    .inner_margin(egui::Margin::same(16));
                frame.show(ui, |ui| pressed = self.note_ui(ui, state, done));
            },
        );
        match pressed {
            Some(Pressed::Back) => self.go_to_step(state.step.saturating_sub(1), ctx),
            Some(Pressed::On) if state.step + 1 < state.tour.steps().len() => {
                self.go_to_step(state.step + 1, ctx);
            }
            Some(_) => self.start.tour = None,
            None => {}
        }
    }

    fn go_to_step(&mut self, step: usize, ctx: &Context) {
        if let Some(state) = &mut self.start.tour {
            state.step = step;
        }
        self.enter_step(ctx);
        ctx.request_repaint();
    }

    fn note_ui(&self, ui: &mut Ui, state: TourState, done: bool) -> Option<Pressed> {
        let words = self.words();
        let tokens = Tokens::of(ui.ctx());
        let steps = state.tour.steps();
        let step = steps[state.step];
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 60.0));
        let place = words.fill("tour.step", &[("n", &(state.step + 1)), ("of", &steps.len())]);
        ui.label(RichText::new(state.tour.command().name(&words)).size(17.0).color(tokens.accent));
        fields::caption(ui, &place);
        ui.add_space(GAP / 2.0);
        ui.label(words.fill(step.text, &[("deals", &self.deals())]));
        if done {
            ui.label(RichText::new(words.t("tour.done")).color(tokens.good));
        }
        ui.add_space(GAP);
        let mut pressed = None;
        ui.horizontal(|ui| {
            let last = state.step + 1 == steps.len();
            let name = words.t(if last { "tour.end" } else { "tour.on" });
            if fields::highlighted(ui, true, name, vec2(110.0, 30.0)) {
                pressed = Some(Pressed::On);
            }
            if ui.add_enabled(state.step > 0, egui::Button::new(words.t("tour.back"))).clicked() {
                pressed = Some(Pressed::Back);
            }
            if !last && ui.button(words.t("tour.leave")).clicked() {
                pressed = Some(Pressed::End);
            }
        });
        pressed
    }

    /// How many deals are possible for the viewer of the puzzle on the table of Solve.
    fn deals(&self) -> String {
        let words = self.words();
        let position = self.solve.attempt().map(|attempt| attempt.position());
        let count = position.and_then(|position| match position.view() {
            View::Seat(seat) => Knowledge::of(position, seat).ok().map(|known| known.count()),
            View::Open => None,
        });
        count.map_or_else(String::new, |count| words.number(count))
    }
}

fn named(name: &str) -> Option<Puzzle> {
    bundled().find(|(known, _)| *known == name).map(|(_, puzzle)| puzzle)
}

/// Where the note stands: beside what it speaks of, else in a corner of it.
fn place(window: Rect, at: Option<Rect>, landmark: Landmark) -> Pos2 {
    let Some(at) = at else {
        return Align2::CENTER_CENTER.align_size_within_rect(vec2(WIDTH, HEIGHT), window).min;
    };
    let room = WIDTH + 44.0;
    let y = at.top().clamp(window.top(), (window.bottom() - HEIGHT).max(window.top()));
    if window.right() - at.right() > room {
        pos2(at.right() + GAP, y)
    } else if at.left() - window.left() > room {
        pos2(at.left() - room, y)
    } else if landmark == Landmark::Table {
        // The middle of the table stays free.
        pos2(at.left() + GAP, at.bottom() - HEIGHT - GAP)
    } else {
        pos2(at.right() - room, at.bottom() - HEIGHT - GAP)
    }
}
