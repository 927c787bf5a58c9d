//! "How are the other cards lying, if …?" The same panel in Compose and in Solve: conditions, the search,
//! and what it finds.

mod results;
pub mod rows;

use super::Cx;
use super::common::{follow, waker};
use super::theme::GAP;
use super::widgets::fields::{self, caption, section, toggle};
use crate::deal::{Place, Position, View};
use crate::engine::{Monitor, Task};
use crate::problems;
use crate::puzzle::distributions::{DistributionQuery, QueryError, Sitting};
use crate::puzzle::{PlaceName, Puzzle};
use crate::solving::hunt::{Hunt, HuntOrder, News};
use crate::words::Words;
use egui::{Button, ProgressBar, RichText, ScrollArea, Ui, vec2};
use rows::{Part, Row, RowDeed, Subject, row_ui};

/// With more deals than this nobody would live to see the end of the search.
const MOST: u64 = 100_000_000;

/// What the panel wants of its workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Put this deal on the table.
    Show(Sitting),
    /// Put the question back on the table.
    Back,
}

/// The panel.
pub struct Distributions {
    rows: Vec<Row>,
    task: Task<HuntOrder, News>,
    hunt: Option<Hunt>,
    shown: Option<Sitting>,
    /// With open cards: the places that count as unknown, if not those that the diagram hides.
    unknown: Option<[bool; 4]>,
    /// The position as it is asked about.
    asked: Option<Position>,
}

impl Distributions {
    /// The panel in this window.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Distributions {
        Distributions {
            rows: vec![Row::lost()],
            task: Task::new("distributions", waker(ctx), crate::solving::hunt::hunt),
            hunt: None,
            shown: None,
            unknown: None,
            asked: None,
        }
    }

    /// The last search.
    #[must_use]
    pub fn hunt(&self) -> Option<&Hunt> {
        self.hunt.as_ref()
    }

    /// The deal that lies on the table.
    #[must_use]
    pub fn shown(&self) -> Option<&Sitting> {
        self.shown.as_ref()
    }

    /// Another question altogether: what was found is of no use.
    pub fn forget(&mut self) {
        self.stop();
        self.task.forget();
        self.hunt = None;
        self.shown = None;
        self.unknown = None;
        self.asked = None;
    }

    /// The position as it is asked about, without what counts as unknown.
    #[must_use]
    pub fn asked(&self) -> Option<&Position> {
        self.asked.as_ref()
    }

    /// Says which deal lies on the table, where the workspace knows better.
    pub fn set_shown(&mut self, shown: Option<Sitting>) {
        self.shown = shown;
    }

    /// Hears the engine.
    pub fn update(&mut self, cx: &mut Cx<'_>) {
        follow(&mut self.task, cx);
        if let Some(hunt) = &mut self.hunt {
            self.task.take().into_iter().for_each(|news| hunt.apply(news));
            hunt.fetch();
        }
    }

    /// What it is at.
    #[must_use]
    pub fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        let monitor = self.task.work()?;
        Some((words.t("status.distributions").into(), monitor))
    }

    /// Stops the search; what has been found stays.
    pub fn stop(&mut self) {
        let Some(hunt) = &self.hunt else { return };
        hunt.watch.cancel.cancel();
        if hunt.swept.is_some() {
            // Only what the solutions have in common is missing, and nobody waits for that any more.
            self.task.stop();
        }
    }

    /// What is asked, if it can be asked.
    fn question(&self, puzzle: Option<&Puzzle>, words: &Words) -> Result<DistributionQuery, String> {
        let mut puzzle = puzzle.ok_or_else(|| words.t("dist.not_yet").to_string())?.clone();
        if let (View::Open, Some(unknown)) = (puzzle.position.view(), self.unknown) {
            let places = Place::ALL.into_iter().filter(|place| unknown[place.index()]);
            puzzle.hidden = places.map(PlaceName).collect();
        }
        let mut conditions = Vec::new();
        let mut course = Vec::new();
        for row in &self.rows {
            match row.part(words)? {
                Part::Condition(condition) => conditions.push(condition),
                Part::Course(cards) => course.extend(cards),
            }
        }
        if !course.is_empty() {
            let mut setup = puzzle.position.to_setup();
            setup.played.extend(course);
            puzzle.position = setup.validate().map_err(|all| problems::problems(words, &all))?;
        }
        let question = DistributionQuery::of_puzzle(&puzzle, conditions).map_err(|error| match error {
            QueryError::Knowledge(_) => words.t("dist.own_hand").to_string(),
            QueryError::Null(_) => words.t("dist.null").to_string(),
        })?;
        match question.deals() {
            1 if puzzle.position.view() == View::Open => Err(words.t("dist.one_deal").into()),
            1 => Err(words.t("dist.one_deal_seat").into()),
            deals if deals > MOST => Err(words.fill("dist.too_many", &[("n", &words.number(deals))])),
            _ => Ok(question),
        }
    }

    fn search(&mut self, question: DistributionQuery) {
        self.stop();
        let hunt = Hunt::new(question);
        self.task.begin(hunt.order());
        self.hunt = Some(hunt);
        self.shown = None;
    }

    /// Draws the panel about a puzzle, which is `None` while the deal is wrong.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, puzzle: Option<&Puzzle>) -> Option<Deed> {
        let words = cx.words;
        let mut deed = None;
        let mut search = false;
        section(ui, words.t("dist.title"));
        if let Some(puzzle) = puzzle {
            self.unknown_ui(ui, cx, puzzle);
        }
        let most = (ui.available_height() * 0.42).max(120.0);
        ScrollArea::vertical().id_salt("conditions").max_height(most).auto_shrink([false, true]).show(
            ui,
            |ui| {
                ui.set_max_width(ui.available_width() - GAP);
                search = self.rows_ui(ui, cx, puzzle);
            },
        );
        let question = self.question(puzzle, &words);
        self.asked = question.as_ref().ok().map(|question| question.position().clone());
        let busy = self.task.is_busy() && self.hunt.as_ref().is_some_and(|h| h.swept.is_none());
        ui.horizontal(|ui| {
            let add = ui.button(words.t("dist.add")).on_hover_text(words.t("dist.add.why"));
            if add.clicked() {
                let next = Subject::Holder(crate::puzzle::distributions::Who::OneDefender);
                self.rows.push(Row::new(next));
            }
            if busy {
                if ui.add(Button::new(words.t("dist.stop")).min_size(vec2(110.0, 0.0))).clicked() {
                    self.stop();
                }
            } else {
                let least = vec2(110.0, 0.0);
                search |= fields::highlighted(ui, question.is_ok(), words.t("dist.search"), least);
            }
        });
        match question {
            Ok(question) => {
                let asked = self.hunt.as_ref().map(|hunt| &hunt.question);
                let same = asked.is_some_and(|asked| {
                    asked.conditions() == question.conditions() && asked.position() == question.position()
                });
                if search {
                    self.search(question);
                } else if !same {
                    let key = if asked.is_some() { "dist.changed" } else { "dist.possible" };
                    caption(ui, &words.fill(key, &[("n", &words.number(question.deals()))]));
                }
            }
            Err(why) => {
                ui.add(egui::Label::new(RichText::new(why).size(14.5).color(cx.tokens.faint)).wrap());
            }
        }
        if busy && let Some(hunt) = &self.hunt {
            let share = hunt.watch.share_done() as f32;
            ui.add(ProgressBar::new(share).desired_height(8.0).fill(cx.tokens.accent));
        }
        if let Some(hunt) = &mut self.hunt {
            ui.add_space(GAP / 2.0);
            let working = self.task.is_busy();
            deed = results::results_ui(ui, cx, hunt, self.shown.as_ref(), working);
        }
        match deed {
            Some(Deed::Show(sitting)) => self.shown = Some(sitting),
            Some(Deed::Back) => self.shown = None,
            None => {}
        }
        deed
    }

    /// With open cards somebody must say what is not known; from a seat's view the seat says it.
    fn unknown_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, puzzle: &Puzzle) {
        if puzzle.position.view() != View::Open {
            return;
        }
        let words = cx.words;
        let hidden = Place::ALL.map(|place| puzzle.hidden.contains(&PlaceName(place)));
        let mut unknown = self.unknown.unwrap_or(hidden);
        caption(ui, words.t("dist.unknown"));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for place in Place::ALL {
                let (on, name) = (&mut unknown[place.index()], words.place(place));
                let whole = format!("{}: {name}", words.t("dist.unknown"));
                if toggle(ui, *on, name, &whole).clicked() {
                    *on = !*on;
                }
            }
        });
        if unknown != hidden || self.unknown.is_some() {
            self.unknown = Some(unknown);
        }
        ui.add_space(GAP / 2.0);
    }

    /// The conditions; whether Enter asks for the search.
    fn rows_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, puzzle: Option<&Puzzle>) -> bool {
        let game = puzzle.map(|puzzle| puzzle.position.game());
        let mut removed = None;
        let mut search = false;
        for (at, row) in self.rows.iter_mut().enumerate() {
            match row_ui(ui, row, at + 1, game, cx) {
                Some(RowDeed::Remove) => removed = Some(at),
                Some(RowDeed::Search) => search = true,
                None => {}
            }
        }
        if self.rows.is_empty() {
            caption(ui, cx.words.t("dist.no_rows"));
        }
        if let Some(at) = removed {
            self.rows.remove(at);
        }
        search
    }
}
