//! The puzzle of the day: one of a collection that is chosen by the date, and the seed of one that is made for the date.
//!
//! Everybody with the same collection gets the same puzzle on the same day, and all of them come round before one comes again.

use crate::cards::Dice;
use crate::puzzle::generate::{Generator, Wishes};
use crate::puzzle::{Puzzle, bundled, question};
use crate::search::{Limits, Resources};
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds of a day.
const DAY: u64 = 24 * 60 * 60;
/// Mixed into seeds, so that a day's puzzle has nothing to do with other dice.
const SALT: u64 = 0x6b69_6562_6974_7a21;

/// A day, counted from 1 January 1970 in universal time.
///
/// ```
/// use kiebitz::solving::today::Day;
/// let day = Day::of(2026, 11, 18);
/// assert_eq!((day.date(), day.next().0), ((2026, 11, 18), day.0 + 1));
/// assert_ne!(day.seed(), day.next().seed());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub u32);

impl Day {
    /// Today.
    #[must_use]
    pub fn today() -> Day {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Day(since.map_or(0, |since| u32::try_from(since.as_secs() / DAY).unwrap_or(u32::MAX)))
    }

    /// The day of a date of the Gregorian calendar; years before 1970 count as its first day.
    #[must_use]
    pub fn of(year: i64, month: u8, day: u8) -> Day {
        // Years that begin in March: then the leap day is the last of them.
        let month = i64::from(month.clamp(1, 12));
        let (years, months) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
        let era = years.div_euclid(400);
        let of_era = years.rem_euclid(400);
        let of_year = (153 * months + 2) / 5 + i64::from(day) - 1;
        let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
        Day(u32::try_from(days.max(0)).unwrap_or(u32::MAX))
    }

    /// Year, month and day of the month.
    #[must_use]
    pub fn date(self) -> (i64, u8, u8) {
        let days = i64::from(self.0) + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let years = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * years + years / 4 - years / 100);
        let months = (5 * of_year + 2) / 153;
        let day = of_year - (153 * months + 2) / 5 + 1;
        let month = if months < 10 { months + 3 } else { months - 9 };
        (era * 400 + years + i64::from(month < 3), month as u8, day as u8)
    }

    /// The day after.
    #[must_use]
    pub fn next(self) -> Day {
        Day(self.0.saturating_add(1))
    }

    /// The seed of a puzzle that is made for this day.
    #[must_use]
    pub fn seed(self) -> u64 {
        Dice::new(u64::from(self.0) ^ SALT).below(u64::MAX)
    }

    /// Which of so many puzzles it is today: in each round of days every one once, in an order of its own.
    #[must_use]
    pub fn pick(self, count: usize) -> Option<usize> {
        let count = u32::try_from(count).ok().filter(|&count| count > 0)?;
        let mut order: Vec<usize> = (0..count as usize).collect();
        Dice::new(u64::from(self.0 / count) ^ SALT).shuffle(&mut order);
        order.get((self.0 % count) as usize).copied()
    }
}

/// The puzzle of a day of those that come with Kiebitz: one that is played with cards, so that it can lie on a table at once.
#[must_use]
pub fn from_collection(day: Day) -> Option<Puzzle> {
    let is_played = |puzzle: &Puzzle| question::kind(puzzle.asks).is_played_for();
    let all: Vec<Puzzle> = bundled().map(|(_, puzzle)| puzzle).filter(is_played).collect();
    let at = day.pick(all.len())?;
    all.into_iter().nth(at)
}

/// A puzzle made for a day: the same everywhere. Takes a while; `None` if it was stopped.
#[must_use]
pub fn made_for(day: Day, resources: Resources, limits: &Limits) -> Option<Puzzle> {
    let wishes = Wishes { seed: day.seed(), cards: (4, 6), ..Wishes::default() };
    let mut generator = Generator::with_resources(wishes, resources);
    while !limits.is_cancelled() {
        let Some(game) = generator.random_game() else { continue };
        if let Some(composed) = generator.consider(&game, limits) {
            return Some(composed.puzzle);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (day, date) in [(0, (1970, 1, 1)), (11_016, (2000, 2, 29)), (20_775, (2026, 11, 18))] {
            assert_eq!((Day(day).date(), Day::of(date.0, date.1, date.2)), (date, Day(day)));
        }
        for day in (0..80_000).map(Day) {
            let (year, month, of_month) = day.date();
            assert_eq!(Day::of(year, month, of_month), day);
        }
    }

    #[test]
    fn every_puzzle_comes_once_in_each_round() {
        for count in [1, 2, 7, 69] {
            for round in [0, 5, 290] {
                let days = (round * count..(round + 1) * count).map(|day| Day(day as u32));
                let picked: BTreeSet<usize> = days.filter_map(|day| day.pick(count)).collect();
                assert_eq!(picked.len(), count);
            }
        }
        assert_eq!(Day(7).pick(0), None);
        assert_eq!(from_collection(Day(3)), from_collection(Day(3)));
    }

    #[test]
    fn the_same_day_makes_the_same_puzzle_and_it_can_be_stopped() {
        let resources = Resources::new(16, 1);
        let made = made_for(Day(20_775), resources, &Limits::none()).unwrap();
        assert_eq!(made_for(Day(20_775), resources, &Limits::none()), Some(made.clone()));
        assert!(!made.answer.is_empty() && !made.question.de.is_empty());
        let stop = crate::search::Cancel::default();
        stop.cancel();
        assert_eq!(made_for(Day(20_775), resources, &Limits::until(stop)), None);
    }
}
