//! The first page: today's puzzle on the table, ready to be played, and beside it every way to go on.

use super::commands::Command;
use super::file_commands::Next;
use super::theme::{GAP, Tokens, WIDE};
use super::tour::{Tour, TourState};
use super::view::WorkspaceView as _;
use super::widgets::fields::{self, caption, section};
use super::widgets::icons::Icon;
use super::widgets::landmarks::{self, Landmark};
use super::{Kiebitz, Workspace};
use crate::puzzle::Puzzle;
use crate::solving::today::{Day, from_collection};
use crate::solving::wording;
use egui::{Button, CentralPanel, Frame, Margin, Panel, RichText, ScrollArea, Ui, vec2};

/// How wide the ways to go on are.
const CHOICES: f32 = 372.0;
/// In a narrow window.
const CHOICES_NARROW: f32 = 300.0;
/// Below this width puzzle and ways stand one above the other.
const STACKED: f32 = 700.0;
/// How high the puzzle is then.
const STACKED_PUZZLE: f32 = 520.0;
/// So many files are offered.
const MOST_RECENT: usize = 4;

/// The large buttons: a sign, a command, and the words for somebody who has never been here.
const WAYS: [(Icon, Command, &str, &str); 4] = [
    (Icon::Tree, Command::Solve, "start.solve", "start.solve.why"),
    (Icon::Fan, Command::Compose, "start.compose", "start.compose.why"),
    (Icon::Replay, Command::Replay, "start.replay", "start.replay.why"),
    (Icon::Table, Command::DealHand, "start.join", "start.join.why"),
];

/// What the first page remembers while the window is open.
#[derive(Default)]
pub(super) struct StartPage {
    /// The puzzle of the day, with its day.
    today: Option<(Day, Puzzle)>,
    /// A day that is not the calendar's, for tests.
    day: Option<Day>,
    /// The tour that somebody is on.
    pub(super) tour: Option<TourState>,
}

impl StartPage {
    /// Today's puzzle. It is looked up once a day.
    fn today(&mut self) -> Option<&Puzzle> {
        let now = self.day.unwrap_or_else(Day::today);
        if self.today.as_ref().is_none_or(|(day, _)| *day != now) {
            self.today = from_collection(now).map(|puzzle| (now, puzzle));
        }
        self.today.as_ref().map(|(_, puzzle)| puzzle)
    }
}

impl Kiebitz {
    pub(super) fn start_ui(&mut self, ui: &mut Ui) {
        if self.solve.attempt().is_none() {
            self.lay_out_today();
        }
        if ui.available_width() < STACKED {
            // No room side by side: the puzzle first, the ways to go on below it.
            ScrollArea::vertical().auto_shrink(false).id_salt("start").show(ui, |ui| {
                Frame::new().inner_margin(Margin::same(14)).show(ui, |ui| {
                    let size = vec2(ui.available_width(), STACKED_PUZZLE);
                    ui.allocate_ui(size, |ui| {
                        ui.set_max_height(STACKED_PUZZLE);
                        self.start_puzzle_ui(ui);
                    });
                    ui.add_space(WIDE);
                    self.start_choices_ui(ui);
                });
            });
            return;
        }
        let narrow = ui.available_width() < 940.0;
        let width = if narrow { CHOICES_NARROW } else { CHOICES };
        let frame = Frame::new().inner_margin(Margin { left: 6, right: 14, top: 12, bottom: 8 });
        Panel::right("start choices")
            .resizable(false)
            .show_separator_line(false)
            .exact_size(width)
            .frame(frame)
            .show(ui, |ui| {
                ScrollArea::vertical().auto_shrink(false).id_salt("start").show(ui, |ui| {
                    ui.set_width(ui.available_width() - GAP);
                    self.start_choices_ui(ui);
                });
            });
        let frame = Frame::new().inner_margin(Margin { left: 18, right: 8, top: 12, bottom: 10 });
        CentralPanel::no_frame().show(ui, |ui| frame.show(ui, |ui| self.start_puzzle_ui(ui)));
    }

    /// From now on it is this day, for tests.
    pub fn set_day(&mut self, day: Day) {
        self.start.day = Some(day);
    }

    /// Puts today's puzzle on the table of Solve.
    fn lay_out_today(&mut self) {
        if let Some(puzzle) = self.start.today().cloned() {
            self.solve.play(puzzle);
        }
    }

    fn start_puzzle_ui(&mut self, ui: &mut Ui) {
        let words = self.words();
        let tokens = Tokens::of(ui.ctx());
        let Some(attempt) = self.solve.attempt() else { return };
        let is_today = self.start.today().is_some_and(|puzzle| *puzzle == attempt.puzzle);
        let heading = words.t(if is_today { "start.today" } else { "start.at_table" });
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(heading).size(21.0).color(tokens.accent));
            ui.label(RichText::new(wording::title(&attempt.puzzle, &words)).size(18.0));
        });
        let question = attempt.puzzle.question.get(words.language);
        let text = if question.is_empty() { wording::task(attempt, &words) } else { question.to_string() };
        ui.label(text);
        ui.add_space(GAP / 2.0);
        let told = wording::result(attempt, &words).map(|text| (text, attempt.outcome()));
        let asked = attempt.stage == crate::solving::attempt::Stage::Asking;
        let hint = (attempt.help.hint > 0).then(|| wording::hint(attempt, &words).join(" "));
        let foot = match (&told, &hint) {
            (Some(_), Some(_)) => 150.0,
            (None, None) => 44.0,
            _ => 112.0,
        };
        let size = vec2(ui.available_width(), (ui.available_height() - foot).max(220.0));
        let (_, rect) = ui.allocate_space(size);
        landmarks::mark(ui.ctx(), Landmark::Table, rect);
        let ctx = ui.ctx().clone();
        let (_, solve, _, mut cx) = self.parts(&ctx);
        solve.table_ui(ui, rect, &mut cx);
        ui.add_space(GAP / 2.0);
        if let Some((text, outcome)) = &told {
            let colour = if *outcome == Some(true) { tokens.good } else { tokens.ink };
            ui.label(RichText::new(text).color(colour));
        }
        // Whoever plays on after the end may still ask.
        if let Some(hint) = &hint {
            ui.label(hint);
        }
        self.start_buttons_ui(ui, asked, is_today);
    }

    fn start_buttons_ui(&mut self, ui: &mut Ui, asked: bool, is_today: bool) {
        let words = self.words();
        ui.horizontal_wrapped(|ui| {
            if asked {
                // This kind is answered in words or numbers, for which Solve has the fields.
                if fields::highlighted(ui, true, words.t("start.answer"), egui::Vec2::ZERO) {
                    self.commands.push(Command::Solve);
                }
            } else {
                for command in [Command::Hint, Command::TakeBack, Command::Restart] {
                    let button = Button::new(command.name(&words));
                    let response = ui.add_enabled(self.solve.can_run(command), button);
                    if response.on_hover_text(self.settings.keys.hint(command, &words)).clicked() {
                        self.commands.push(command);
                    }
                }
                if ui.button(words.t("start.more")).on_hover_text(words.t("start.more.why")).clicked() {
                    self.commands.push(Command::Solve);
                }
            }
            if !is_today && ui.button(words.t("start.to_today")).clicked() {
                self.lay_out_today();
            }
        });
    }

    fn start_choices_ui(&mut self, ui: &mut Ui) {
        let words = self.words();
        for (sign, command, name, why) in WAYS {
            if fields::tile(ui, sign, words.t(name), words.t(why)).clicked() {
                self.go(command);
            }
        }
        self.go_on_ui(ui);
        ui.add_space(GAP);
        section(ui, words.t("start.tours"));
        caption(ui, words.t("start.tours.why"));
        ui.horizontal_wrapped(|ui| {
            for command in Tour::ALL.map(Tour::command) {
                if ui.button(command.name(&words)).on_hover_text(command.why(&words)).clicked() {
                    self.commands.push(command);
                }
            }
        });
        ui.add_space(WIDE);
        let told = [Command::Start, Command::Palette, Command::Keys]
            .map(|command| format!("{}: {}", self.settings.keys.text(command, &words), command.name(&words)));
        caption(ui, &told.join("   "));
    }

    /// The way to a workspace: to its first page, not to what is on its table.
    fn go(&mut self, command: Command) {
        if command == Command::Solve {
            self.solve.show_list();
        }
        self.commands.push(command);
    }

    /// What was open before: the puzzle in Compose, files.
    fn go_on_ui(&mut self, ui: &mut Ui) {
        let words = self.words();
        let built = !self.compose.document().is_empty();
        let recent: Vec<_> = self.settings.recent.iter().take(MOST_RECENT).cloned().collect();
        if !built && recent.is_empty() {
            return;
        }
        ui.add_space(GAP);
        section(ui, words.t("start.go_on"));
        if built {
            let name = words.fill("start.in_compose", &[("title", &self.compose.name(&words))]);
            if link(ui, &name).clicked() {
                self.settings.workspace = Workspace::Compose;
            }
        }
        for path in recent {
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            if link(ui, &name).on_hover_text(path.display().to_string()).clicked() {
                let ctx = ui.ctx().clone();
                self.ask_then(Next::Open(Some(path)), &ctx);
            }
        }
    }
}

/// A line that can be clicked, cut where it is too long.
fn link(ui: &mut Ui, text: &str) -> egui::Response {
    let button = Button::new(text).frame_when_inactive(false).truncate().min_size(vec2(0.0, 28.0));
    ui.add(button)
}
