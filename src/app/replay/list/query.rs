//! Which games are listed, and in what order: filters one after the other, each narrowing, widening
//! or replacing what the ones before have found.

use crate::app::replay::archives::OpenArchives;
use crate::archive::index::{Column, Filter, Flags, Merge, Tri};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A filter and how it meets the ones before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Step {
    /// How it meets them.
    pub merge: Merge,
    /// The filter.
    pub filter: Filter,
}

impl Step {
    /// Whether it says nothing yet. An empty filter that widens would bring every game back, which
    /// nobody means before a word is typed.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.filter == Filter::default()
    }
}

/// A named list of filters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedFilter {
    /// Its name.
    pub name: String,
    /// The filters.
    pub steps: Vec<Step>,
}

/// The order of the list; `None` is that of the files.
pub type Order = Option<(Column, bool)>;

/// A question to the archives.
#[derive(Clone, Debug)]
pub struct Query {
    /// Where to look.
    pub archives: Arc<OpenArchives>,
    /// The version of what is written about the games.
    pub noted: u64,
    /// The filters.
    pub steps: Vec<Step>,
    /// The order; `true` begins with the largest.
    pub order: Order,
    /// The game that is chosen, whose place among those found is told.
    pub chosen: Option<u32>,
}

impl PartialEq for Query {
    fn eq(&self, other: &Query) -> bool {
        (self.archives.version, self.noted, &self.steps, self.order)
            == (other.archives.version, other.noted, &other.steps, other.order)
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The games, in order.
    pub rows: Arc<Vec<u32>>,
    /// How many games were left after each filter.
    pub counts: Vec<usize>,
    /// The place of the chosen game, if it is among them.
    pub place: Option<usize>,
}

impl Query {
    /// Finds the games; `None` if nobody wants to know any more.
    #[must_use]
    pub fn run(&self, stopped: &(dyn Fn() -> bool + Sync)) -> Option<Found> {
        let index = &self.archives.library.index;
        let mut rows = index.all();
        let mut counts = Vec::new();
        for step in &self.steps {
            if !step.is_idle() {
                rows = step.filter.apply_until(index, &rows, step.merge, stopped)?;
            }
            counts.push(rows.len());
            if stopped() {
                return None;
            }
        }
        // A game that stands there twice is shown once, unless somebody asks for those that do.
        let asked = |step: &Step| step.filter.facts.repeated != Tri::Any;
        if self.archives.repeated > 0 && !self.steps.iter().any(asked) {
            let repeated = |number: u32| index.row(number).is_some_and(|row| row.flags.has(Flags::REPEATED));
            rows.retain(|&number| !repeated(number));
            counts.pop();
            counts.push(rows.len());
        }
        if let Some((column, descending)) = self.order {
            index.sort(&mut rows, column, descending);
        }
        let place = self.chosen.and_then(|chosen| rows.iter().position(|&row| row == chosen));
        (!stopped()).then(|| Found { rows: Arc::new(rows), counts, place })
    }
}
