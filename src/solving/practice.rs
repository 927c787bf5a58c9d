//! Practice: what comes again and when, and how solving goes from day to day.
//!
//! What was solved at once and without help is not asked again. What failed comes again the next day; each time it is then solved
//! without help the wait grows, and after the last wait it is learnt.

use super::today::Day;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Days until what failed comes again, longer each time that it was solved.
const WAITS: [u32; 5] = [1, 3, 7, 21, 60];
/// Longer than this nobody thinks: he has gone for a coffee.
const LONGEST: u32 = 60 * 60;

/// How a puzzle stands with the person. Files of earlier versions have only the first three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Mark {
    /// Attempts that came to an end.
    pub tries: u32,
    /// Whether one of them was right.
    pub solved: bool,
    /// Whether it took a hint, an explanation, the solution or a best card to get there.
    pub helped: bool,
    /// The day on which it comes again, counted from 1970; 0 if it does not.
    #[serde(skip_serializing_if = "is_nothing")]
    pub due: u32,
    /// How often it has come again and was solved.
    #[serde(skip_serializing_if = "is_nothing")]
    pub repeated: u32,
    /// Seconds of the quickest right attempt without help; 0 if there is none.
    #[serde(skip_serializing_if = "is_nothing")]
    pub seconds: u32,
}

fn is_nothing(number: &u32) -> bool {
    *number == 0
}

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// Whether it was right.
    pub right: bool,
    /// Whether there was help.
    pub helped: bool,
    /// How long it took, in seconds.
    pub seconds: u64,
    /// When.
    pub day: Day,
}

impl End {
    /// Seconds that count.
    fn seconds(&self) -> u32 {
        u32::try_from(self.seconds).unwrap_or(LONGEST).min(LONGEST)
    }

    fn is_clean(&self) -> bool {
        self.right && !self.helped
    }
}

impl Mark {
    /// An attempt has come to an end. A puzzle once solved stays solved, and help is only remembered until it is solved without.
    pub fn note(&mut self, end: &End) {
        self.tries = self.tries.saturating_add(1);
        if end.right {
            self.helped = end.helped && (self.helped || !self.solved);
            self.solved = true;
        }
        if !end.is_clean() {
            self.repeated = 0;
            self.due = end.day.0.saturating_add(WAITS[0]);
        } else if self.is_due(end.day) {
            self.repeated += 1;
            let wait = WAITS.get(self.repeated as usize);
            self.due = wait.map_or(0, |wait| end.day.0.saturating_add(*wait));
        }
        if end.is_clean() {
            let seconds = end.seconds().max(1);
            self.seconds = if self.seconds == 0 { seconds } else { self.seconds.min(seconds) };
        }
    }

    /// Whether it is time for it to come again.
    #[must_use]
    pub fn is_due(&self, day: Day) -> bool {
        self.due > 0 && self.due <= day.0
    }
}

/// What was solved on one day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct DayMark {
    /// Attempts that were right without help.
    pub right: u32,
    /// All others.
    pub wrong: u32,
    /// Seconds of the right ones together.
    pub seconds: u32,
}

impl DayMark {
    /// An attempt of that day has come to an end.
    pub fn note(&mut self, end: &End) {
        if end.is_clean() {
            self.right = self.right.saturating_add(1);
            self.seconds = self.seconds.saturating_add(end.seconds());
        } else {
            self.wrong = self.wrong.saturating_add(1);
        }
    }
}

/// How it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stats {
    /// Attempts that were right without help.
    pub right: u32,
    /// All attempts.
    pub tries: u32,
    /// Seconds that a right one took, on average.
    pub seconds: Option<u32>,
    /// Days in a row with a right one, up to today or yesterday.
    pub streak: u32,
    /// The longest such row.
    pub longest: u32,
}

impl Stats {
    /// Of these days.
    #[must_use]
    pub fn of(days: &BTreeMap<u32, DayMark>, today: Day) -> Stats {
        let mut stats = Stats::default();
        let mut seconds = 0_u64;
        let (mut row, mut last) = (0, None);
        for (&day, mark) in days {
            stats.right = stats.right.saturating_add(mark.right);
            stats.tries = stats.tries.saturating_add(mark.right).saturating_add(mark.wrong);
            seconds += u64::from(mark.seconds);
            if mark.right > 0 {
                row = if last.is_some_and(|last: u32| last.saturating_add(1) == day) { row + 1 } else { 1 };
                last = Some(day);
                stats.longest = stats.longest.max(row);
            }
        }
        stats.streak = if last.is_some_and(|last| last.saturating_add(1) >= today.0) { row } else { 0 };
        stats.seconds = seconds.checked_div(u64::from(stats.right)).and_then(|n| u32::try_from(n).ok());
        stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(right: bool, helped: bool, day: u32) -> End {
        End { right, helped, seconds: 30, day: Day(day) }
    }

    #[test]
    fn what_failed_comes_again_after_growing_waits() {
        let mut mark = Mark::default();
        mark.note(&end(true, false, 10));
        assert_eq!((mark.due, mark.seconds), (0, 30), "what was solved at once is not asked again");
        mark.note(&end(false, false, 10));
        assert!(mark.due == 11 && !mark.is_due(Day(10)) && mark.is_due(Day(11)));
        mark.note(&end(true, false, 10));
        assert_eq!(mark.due, 11, "on the same day it was only remembered");
        let mut day = 11;
        for wait in &WAITS[1..] {
            mark.note(&end(true, false, day));
            assert_eq!(mark.due, day + wait);
            day = mark.due;
        }
        mark.note(&end(true, false, day));
        assert_eq!(mark.due, 0, "now it is learnt");
        mark.note(&end(true, true, day));
        assert_eq!(mark.due, day + 1, "help is no solution");
    }

    #[test]
    fn days_in_a_row_are_counted() {
        let mut days: BTreeMap<u32, DayMark> = BTreeMap::new();
        for (day, right) in [(3, true), (4, true), (5, true), (7, false), (8, true), (9, true)] {
            days.entry(day).or_default().note(&end(right, false, day));
        }
        let stats = Stats::of(&days, Day(10));
        assert_eq!((stats.right, stats.tries, stats.seconds), (5, 6, Some(30)));
        assert_eq!((stats.streak, stats.longest), (2, 3));
        assert_eq!(Stats::of(&days, Day(11)).streak, 0);
        assert_eq!(Stats::of(&BTreeMap::new(), Day(11)), Stats::default());
    }
}
