//! The games that are listed: filters, order, and the games as a list or as figures.

pub mod ask;
pub mod columns;
pub mod filters;
mod person;
pub mod query;
mod rows;
mod statistics;

pub(super) use rows::text;

use super::archives::{Archives, OpenArchives};
use crate::app::Cx;
use crate::app::commands::Command;
use crate::app::common::{follow, waker};
use crate::app::theme::WIDE;
use crate::app::widgets::fields::{self, caption};
use crate::archive::analysis::marks;
use crate::archive::index::{PlayerPage, Stats};
use crate::engine::{JobContext, Monitor, Task};
use egui::{Button, RichText, Ui};
use filters::FilterPanel;
use person::{PersonEvent, person_ui};
use query::{Found, Order, Query};
use rows::{List, ListEvent, ListModel, list_ui};
use statistics::Statistics;
use std::sync::Arc;
use std::time::Duration;

/// Room for the hint under the list.
const HINT: f32 = 24.0;
/// Changes of a filter are looked up once the hand rests so long.
const PAUSE: Duration = Duration::from_millis(120);

/// What the page shows beside the filters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The games.
    #[default]
    List,
    /// What they add up to.
    Statistics,
    /// What was done in them.
    Explorer,
    /// The worst mistakes.
    Report,
    /// The batch.
    Batch,
    /// What could not be read.
    Unreadable,
}

/// The archives, the filters, the order, and what is written about the games.
type Question = (u64, u64, Order, u64);

enum QueryAnswer {
    Found(Found),
    Stats(Box<Stats>),
}

/// The list.
pub struct GameList {
    /// The filters.
    pub filters: FilterPanel,
    /// What is shown beside them.
    pub tab: Tab,
    order: Order,
    query: Task<Query, QueryAnswer>,
    /// What the last question was about.
    asked: Option<Question>,
    /// The person has stopped the search: what is listed answers an earlier question.
    stopped: bool,
    found: Found,
    stats: Option<Box<Stats>>,
    /// The chosen place in the list.
    chosen: usize,
    view: List,
    statistics: Statistics,
    /// The player whose page is shown.
    person: Option<String>,
    persons: Task<PersonQuestion, Box<PlayerPage>>,
}

/// A player among some games.
#[derive(Clone)]
struct PersonQuestion {
    archives: Arc<OpenArchives>,
    rows: Arc<Vec<u32>>,
    name: String,
}

impl PartialEq for PersonQuestion {
    fn eq(&self, other: &PersonQuestion) -> bool {
        self.archives.version == other.archives.version
            && Arc::ptr_eq(&self.rows, &other.rows)
            && self.name == other.name
    }
}

impl GameList {
    /// An empty list.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> GameList {
        GameList {
            filters: FilterPanel::default(),
            tab: Tab::default(),
            order: None,
            query: Task::new("replay query", waker(ctx), answer).resting(PAUSE),
            asked: None,
            stopped: false,
            found: Found::default(),
            stats: None,
            chosen: 0,
            view: List::default(),
            statistics: Statistics::default(),
            person: None,
            persons: Task::new("replay player", waker(ctx), |asked: &PersonQuestion, job: &JobContext<_>| {
                let index = &asked.archives.library.index;
                job.tell(Box::new(PlayerPage::of(index, &asked.rows, &asked.name)));
            }),
        }
    }

    /// The games, in order.
    #[must_use]
    pub fn rows(&self) -> &Arc<Vec<u32>> {
        &self.found.rows
    }

    /// The chosen place.
    #[must_use]
    pub fn chosen(&self) -> usize {
        self.chosen
    }

    /// The row of the chosen game.
    #[must_use]
    pub fn chosen_row(&self) -> Option<u32> {
        self.found.rows.get(self.chosen).copied()
    }

    /// The progress of the search.
    #[must_use]
    pub fn work(&self) -> Option<&Monitor> {
        self.query.work()
    }

    /// Stops the search; what is listed stays.
    pub fn stop(&mut self) {
        if self.query.is_busy() {
            self.query.stop();
            self.stopped = true;
        }
    }

    /// Whether the search was stopped, for tests.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether what is listed answers what is asked.
    #[must_use]
    pub fn is_settled(&self, open: &OpenArchives, noted: u64) -> bool {
        self.asked == Some(self.question(open, noted)) && !self.query.is_busy()
    }

    fn question(&self, open: &OpenArchives, noted: u64) -> Question {
        (open.version, self.filters.version(), self.order, noted)
    }

    /// Chooses a place.
    pub fn choose(&mut self, place: usize) {
        self.chosen = place.min(self.found.rows.len().saturating_sub(1));
        self.view.reveal(self.chosen);
    }

    /// Chooses the place of a row, if it is listed.
    pub fn choose_row(&mut self, row: u32) {
        if let Some(place) = self.found.rows.iter().position(|&other| other == row) {
            self.choose(place);
        }
    }

    /// The place so many further.
    #[must_use]
    pub fn place(&self, by: isize) -> usize {
        self.chosen.saturating_add_signed(by).min(self.found.rows.len().saturating_sub(1))
    }

    /// Asks anew when the archives, the filters or the order have changed; whether other games are listed now.
    pub fn update(&mut self, open: &Arc<OpenArchives>, noted: u64, cx: &mut Cx<'_>) -> bool {
        let question = self.question(open, noted);
        if self.asked != Some(question) {
            // The archives and the order answer at once, typing waits until the hand rests.
            let typed =
                self.asked.is_some_and(|(version, _, order, _)| (version, order) == (question.0, question.2));
            self.asked = Some(question);
            self.stopped = false;
            let steps = self.filters.steps().to_vec();
            let (archives, chosen) = (Arc::clone(open), self.chosen_row());
            let query = Query { archives, noted, steps, order: self.order, chosen };
            if typed { self.query.ask(Some(query)) } else { self.query.begin(query) }
        }
        if open.origins.is_empty() {
            (self.found, self.stats) = (Found::default(), None);
        }
        follow(&mut self.query, cx);
        let mut other = false;
        for answer in self.query.take() {
            match answer {
                QueryAnswer::Found(found) => {
                    // The chosen game stays chosen where it is still listed.
                    let again = found.place;
                    self.found = found;
                    self.choose(again.unwrap_or(0));
                    other = true;
                }
                QueryAnswer::Stats(stats) => {
                    self.stats = Some(stats);
                    self.statistics.forget();
                }
            }
        }
        match self.person.clone().filter(|_| self.tab == Tab::Statistics) {
            Some(name) => {
                let (archives, rows) = (Arc::clone(open), Arc::clone(&self.found.rows));
                self.persons.ask(Some(PersonQuestion { archives, rows, name }));
            }
            None => self.persons.pause(),
        }
        follow(&mut self.persons, cx);
        if !self.query.is_busy() {
            self.query.forget(); // and with it the archives it was about
        }
        other
    }

    /// The tabs, how many games there are, and what can be done with them.
    pub fn tabs_ui(&mut self, ui: &mut Ui, open: &OpenArchives, cx: &mut Cx<'_>) {
        let words = cx.words;
        let unreadable = open.library.index.unreadable_count;
        let bad = words.fill("archive.unreadable", &[("n", &words.number(unreadable))]);
        let mut tabs = vec![
            (Tab::List, words.t("archive.list")),
            (Tab::Statistics, words.t("archive.stats")),
            (Tab::Explorer, words.t("explore.title")),
            (Tab::Batch, words.t("archive.queue")),
            (Tab::Report, words.t("report.tab")),
        ];
        if unreadable > 0 {
            tabs.push((Tab::Unreadable, &bad));
        } else if self.tab == Tab::Unreadable {
            self.tab = Tab::List;
        }
        ui.horizontal_wrapped(|ui| {
            if let Some(tab) = fields::choice(ui, words.t("tab.name"), Some(self.tab), &tabs) {
                self.tab = tab;
            }
            ui.add_space(WIDE);
            let (n, all) = (self.found.rows.len() as u64, open.library.index.len() as u64);
            let count = words.fill("archive.count", &[("n", &words.number(n)), ("all", &words.number(all))]);
            ui.label(RichText::new(count).color(cx.tokens.accent));
            if open.repeated > 0 {
                let n = words.number(open.repeated.into());
                let text = words.fill("archive.repeated", &[("n", &n)]);
                ui.label(RichText::new(text).color(cx.tokens.faint))
                    .on_hover_text(words.t("archive.repeated.why"));
            }
            if self.stopped {
                ui.label(RichText::new(words.t("archive.stopped")).color(cx.tokens.warn));
                if ui.button(words.t("archive.search_again")).clicked() {
                    self.asked = None;
                }
            }
            ui.add_space(WIDE);
            columns::menu_ui(ui, cx);
            for command in [Command::ExportGames, Command::ExportTable] {
                let button = Button::new(RichText::new(command.name(&words)).size(14.0));
                let ready = !self.found.rows.is_empty();
                if ui.add_enabled(ready, button).on_hover_text(cx.hint(command)).clicked() {
                    cx.send.push(command);
                }
            }
        });
    }

    /// The filters.
    pub fn filters_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.filters.ui(ui, &self.found.counts, cx);
    }

    /// The games. Returns the place of the game that is to be opened.
    pub fn ui(&mut self, ui: &mut Ui, archives: &Archives, cx: &mut Cx<'_>) -> Option<usize> {
        let words = cx.words;
        let index = &archives.open.library.index;
        if self.found.rows.is_empty() {
            let text = match (archives.is_reading(), index.is_empty()) {
                (true, _) => words.t("archive.wait"),
                (false, true) => words.t("archive.empty"),
                (false, false) => words.t("archive.nothing"),
            };
            ui.add_space(WIDE);
            ui.label(RichText::new(text).color(cx.tokens.faint));
            return None;
        }
        let marks = |row| archives.summary(row).map(|found| marks(&words, &found));
        let chosen = &cx.settings.replay.columns;
        let columns = match chosen.is_empty() {
            true => columns::usual_with(!index.notes.is_empty()),
            false => chosen.clone(),
        };
        let model = ListModel { index, rows: &self.found.rows, order: self.order, marks: &marks, columns };
        let room = egui::vec2(ui.available_width(), ui.available_height() - HINT);
        let drawn = ui.allocate_ui(room, |ui| list_ui(ui, &mut self.view, &model, Some(self.chosen), cx));
        caption(ui, words.t("archive.hint"));
        match drawn.inner? {
            ListEvent::Choose(place) => self.chosen = place,
            ListEvent::Open(place) => return Some(place),
            ListEvent::Resize(column, width) => {
                columns::resize(&mut cx.settings.replay.columns, column, width)
            }
            ListEvent::Sort(column) => {
                // A third click gives the order of the file back.
                self.order = match self.order {
                    Some((by, false)) if by == column => Some((column, true)),
                    Some((by, true)) if by == column => None,
                    _ => Some((column, false)),
                };
            }
        }
        None
    }

    /// What the games add up to.
    pub fn statistics_ui(&mut self, ui: &mut Ui, open: &OpenArchives, cx: &mut Cx<'_>) {
        if self.person.is_some() {
            self.person_ui(ui, cx);
            return;
        }
        match &self.stats {
            Some(stats) => {
                let chosen = self.statistics.ui(ui, stats, &open.library.index.names, cx);
                self.person = chosen.or(self.person.take());
            }
            None => {
                ui.label(RichText::new(cx.words.t("archive.wait")).color(cx.tokens.faint));
            }
        }
    }
}

impl GameList {
    fn person_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some(page) = self.persons.last() else {
            ui.label(RichText::new(cx.words.t("archive.wait")).color(cx.tokens.faint));
            return;
        };
        match person_ui(ui, page, cx) {
            Some(PersonEvent::Back) => self.person = None,
            Some(PersonEvent::Other(name)) => self.person = Some(name),
            Some(PersonEvent::List) => {
                self.filters.player(&page.name);
                self.tab = Tab::List;
            }
            None => {}
        }
    }
}

/// Finds and sorts games, then adds them up.
fn answer(query: &Query, job: &JobContext<QueryAnswer>) {
    let stopped = || job.monitor().is_stopped();
    let Some(found) = query.run(&stopped) else { return };
    let rows = Arc::clone(&found.rows);
    job.tell(QueryAnswer::Found(found));
    if !stopped() {
        job.tell(QueryAnswer::Stats(Box::new(Stats::of(&query.archives.library.index, &rows))));
    }
}
